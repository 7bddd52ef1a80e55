//! Zeros of cotangents of which nothing in the code says the type, among what the backpropagator of a closure gives of what it captured: what
//! is captured says it.

use hypernet::{EdgeId, Label, Level, Operation, Type, TypeName, WireId};
use proc_macro2::Ident;
use quote::quote;

use super::convention::Convention;
use super::syntax::{Expr, Pattern, Statement};
use super::value::Value;
use super::walk::Walk;

impl Walk<'_> {
    /// For each sensitivity of what this closure captured that is such a zero, a variable that has the type; written before the closure.
    pub(super) fn types_of_zeros(&mut self, closure: EdgeId, convention: &Convention) -> Vec<Option<Ident>> {
        let net = self.net;
        let Some((back, _)) =
            net.region(Level::Inside(closure)).outputs().last().and_then(|&back| net.producer_edge(back))
        else {
            return Vec::new();
        };
        if *net.edge(back).label() != Label::Abstraction {
            return Vec::new();
        }
        let environment = convention.environment.as_deref().unwrap_or_default();
        let is_unknown = |ty: &Type| matches!(ty, Type::Cotangent(TypeName::Unnamed));
        let count = environment.iter().filter(|ty| is_unknown(ty)).count();
        let sources = net.edge(closure).sources().iter().copied();
        let is_open = |wire: &WireId| *net.wire(*wire).ty() == Type::unnamed();
        // A capture that the forward pass does not use is no source. Those of which nothing is known are told apart by their order, if none
        // is missing.
        let mut captured: Vec<WireId> = sources.clone().filter(is_open).collect();
        if captured.is_empty() && count == 1 {
            // A field of it is captured in its place.
            captured = sources.filter_map(|wire| self.read_of(wire)).filter(is_open).collect();
            captured.dedup();
        }
        if captured.len() != count {
            return Vec::new();
        }
        captured.reverse();
        let outputs = net.region(Level::Inside(back)).outputs();
        let mut found = Vec::with_capacity(environment.len());
        for (ty, &output) in environment.iter().zip(outputs) {
            let wire = if is_unknown(ty) { captured.pop() } else { None };
            found.push(wire.filter(|_| self.is_zero_cotangent(output)).and_then(|wire| self.type_of(wire)));
        }
        found
    }

    /// The struct that a field is read of.
    fn read_of(&self, field: WireId) -> Option<WireId> {
        let (id, _) = self.net.producer_edge(self.net.root(field))?;
        let edge = self.net.edge(id);
        matches!(edge.operation(), Some(Operation::Project(_))).then(|| self.net.root(edge.sources()[0]))
    }

    /// A variable that has the type of a value, if that is a place.
    fn type_of(&mut self, wire: WireId) -> Option<Ident> {
        let Some(Value::Slot(slot)) = self.value(wire) else { return None };
        let value = self.slots[slot].expr.clone();
        if !value.is_place() {
            return None;
        }
        let ident = self.fresh("of_captured");
        let of = Expr::Tokens(self.host.private(&quote!(constructed::of)), true);
        let of = Expr::Call(Box::new(of), vec![Expr::Borrow(Box::new(value))]);
        self.push(Statement::Let(Pattern::Variable(ident.clone()), of));
        Some(ident)
    }
}

/// Says of which types those of these sensitivities are that are such zeros.
pub(super) fn say(sensitivities: &mut [Expr], types: Vec<Option<Ident>>) {
    for (sensitivity, ty) in sensitivities.iter_mut().zip(types) {
        if let Some(ty) = ty {
            *sensitivity = Expr::UserMethod(Box::new(Expr::Variable(ty)), quote!(neutral), Vec::new());
        }
    }
}
