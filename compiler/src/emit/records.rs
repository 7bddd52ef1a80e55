//! Structs of the host's and their cotangents. They are put together, taken apart, and given other values in fields.

use hypernet::{EdgeId, Level, Operation, Producer, Record, Type, WireId};
use proc_macro2::{Ident, Span};
use quote::quote;

use super::syntax::{Expr, Pattern};
use super::walk::Walk;

impl Walk<'_> {
    /// A struct or a cotangent, put together or with another value in a field.
    pub(super) fn record(&mut self, operation: &Operation, record: &Record, id: EdgeId) {
        let edge = self.net.edge(id);
        let (sources, targets) = (edge.sources(), edge.targets());
        if matches!(operation, Operation::Update(_)) && !record.is_cotangent() {
            self.read_before(sources);
        }
        if !record.is_cotangent() {
            self.before_moves(sources);
        } else if matches!(operation, Operation::Update(_)) && self.is_read_beside(sources[0], id) {
            self.read_fields(sources[0]);
            if self.is_read_beside(sources[0], id) {
                self.read_whole.insert(sources[0]);
            }
        }
        let (mut operands, ordered) = self.operands(sources);
        let mut base = matches!(operation, Operation::Update(_)).then(|| operands.remove(0));
        if let Some(moved) = base.take() {
            let is_needed = !record.is_cotangent() && self.is_looked_at_after(sources[0], id);
            base = Some(if is_needed { Expr::Method(Box::new(moved), "clone", Vec::new()) } else { moved });
        }
        if let Some(d) = base.take_if(|_| record.is_cotangent() && self.is_zero(sources[1])) {
            match self.host.forgotten(record, d) {
                Ok(expr) => {
                    self.define(targets[0], expr, ordered, "d");
                    return;
                }
                Err(d) => base = Some(d),
            }
        }
        let ident = self.fresh(if record.is_cotangent() { "d" } else { "value" });
        let expr = self.host.record(record, base, ident, operands);
        self.define(targets[0], expr, ordered, "value");
    }

    /// Whether this is what a loop hands from turn to turn.
    fn is_state(&self, wire: WireId) -> bool {
        let wire = self.net.wire(self.net.root(wire));
        let (Level::Inside(body), Producer::Input(_)) = (wire.level(), wire.producer()) else { return false };
        let taker = self.net.edge(body).targets().first().and_then(|&body| self.net.consumer_edge(body));
        taker.is_some_and(|(id, _)| matches!(self.net.edge(id).operation(), Some(Operation::Fold(_))))
    }

    /// A field out of a struct or a cotangent, and that without it.
    pub(super) fn detach(&mut self, record: &Record, source: WireId, targets: &[WireId]) {
        let is_cotangent = record.is_cotangent();
        if !is_cotangent {
            self.read_before(&[source]);
            self.before_moves(&[source]);
        }
        let (mut operands, _) = self.operands(&[source]);
        let Some((field, _)) = record.fields.first() else { return };
        let (of, member) = (Ident::new("d", Span::mixed_site()), self.host.member(field));
        let place = Expr::Tokens(quote!(|#of| &mut (*#of).#member), false);
        let whole = operands.pop().unwrap_or(Expr::Tuple(Vec::new()));
        // Of what a loop adds to, nothing else may say what it is.
        let is_said =
            is_cotangent && (self.is_state(source) || matches!(self.net.wire(targets[1]).ty(), Type::Cotangent(_)));
        let ty = self.host.cotangent_of(record).filter(|_| is_said);
        let (whole, ty) = match (self.host.says_cotangent(record).filter(|_| is_said), ty) {
            (Some(says), ty) => (says(whole), ty),
            (None, Some(ty)) => self.host.depending_on_type(whole, ty),
            (None, None) => (whole, None),
        };
        let ty = ty.map(|ty| quote!(::<#ty, _>));
        let path = if is_cotangent { quote!(seeds::detach #ty) } else { quote!(taken_out) };
        let path = Expr::Tokens(self.host.private(&path), true);
        let call = Expr::Call(Box::new(path), vec![whole, place]);
        let (whole_like, like) = if is_cotangent { ("d", format!("d_{field}")) } else { ("rest", field.to_string()) };
        let pattern = Pattern::Tuple(vec![self.pattern(targets[0], whole_like), self.pattern(targets[1], &like)]);
        self.let_pattern(pattern, call, true);
    }
}
