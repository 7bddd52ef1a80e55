//! Zeros of cotangents of which nothing in the code says the type. Among what the backpropagator of a closure gives of what it captured, what is
//! captured says it; where a loop of the reverse pass begins, the state of the loop of the forward pass does.

use std::collections::HashSet;

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
        let is_open = |wire: &WireId| *net.wire(*wire).ty() == Type::unnamed();
        let mut captured: Vec<WireId> = net.edge(closure).sources().iter().copied().filter(is_open).collect();
        // A capture that the forward pass does not use is no source. Those of which nothing is known are told apart by their order, if none
        // is missing. Of a field, it is not known whether it was captured, or its struct.
        if captured.len() != count || captured.iter().any(|&wire| self.is_field(wire)) {
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

    /// The zero of the sensitivity to a state of a loop, if its type or the variable of the state is known here.
    pub(super) fn zero_of_state(&self, inside: WireId) -> Option<Expr> {
        if let Some(zero) = self.struct_of(inside).and_then(|record| self.host.zero_of(record)) {
            return Some(zero);
        }
        let noted = self.find_record(inside, &mut |record| self.types_of_states.contains_key(&record.id))?;
        let (_, ident) = &self.types_of_states[&noted.id];
        Some(neutral(ident.clone()))
    }

    /// Lets a variable have the type of a state of a loop, a struct, if the reverse pass begins with a zero of its cotangent, of which nothing
    /// else says the type.
    pub(super) fn note_type_of_state(&mut self, inside: WireId, state: &Ident) {
        if *self.net.wire(inside).ty() != Type::unnamed() {
            return;
        }
        let open = self.open_states.take().unwrap_or_else(|| self.zeros_of_loops());
        let mut read = Vec::new();
        if !open.is_empty() {
            self.find_record(inside, &mut |record| {
                let is_new = open.contains(&record.id) && !self.types_of_states.contains_key(&record.id);
                read.extend(is_new.then_some(record.id));
                false
            });
        }
        self.open_states = Some(open);
        if read.is_empty() {
            return;
        }
        let ident = self.of(Expr::Variable(state.clone()));
        let depth = self.scopes.len();
        self.types_of_states.extend(read.into_iter().map(|id| (id, (depth, ident.clone()))));
    }

    /// The structs of which loops read fields of cotangents that are zero before the first turn, if their types have no name.
    fn zeros_of_loops(&self) -> HashSet<u32> {
        let mut found = HashSet::new();
        for edge in self.net.edge_ids().map(|id| self.net.edge(id)) {
            let Label::Operation(Operation::Fold(fold)) = edge.label() else { continue };
            let body = self.net.producer_edge(edge.sources()[fold.function()]).map(|(body, _)| body);
            let Some(body) = body.filter(|&body| *self.net.edge(body).label() == Label::Abstraction) else { continue };
            let inputs = &self.net.region(Level::Inside(body)).inputs()[fold.params_before_state()..];
            for (&before, &inside) in edge.sources()[fold.before_state()..][..fold.state].iter().zip(inputs) {
                if self.is_zero_cotangent(before)
                    && self.struct_of(inside).is_some_and(|of| self.host.zero_of(of).is_none())
                {
                    self.find_record(inside, &mut |record| {
                        found.insert(record.id);
                        false
                    });
                }
            }
        }
        found
    }

    /// Whether a value is a field that is read of a struct.
    fn is_field(&self, value: WireId) -> bool {
        let maker = self.net.producer_edge(self.net.root(value)).and_then(|(id, _)| self.net.edge(id).operation());
        matches!(maker, Some(Operation::Project(_)))
    }

    /// A variable that has the type of a value, if that is a place.
    fn type_of(&mut self, wire: WireId) -> Option<Ident> {
        let Some(Value::Slot(slot)) = self.value(wire) else { return None };
        let value = self.slots[slot].expr.clone();
        if !value.is_place() {
            return None;
        }
        Some(self.of(value))
    }

    /// A variable that has the type of this place.
    fn of(&mut self, place: Expr) -> Ident {
        let ident = self.fresh("of");
        let of = Expr::Tokens(self.host.private(&quote!(constructed::of)), true);
        let of = Expr::Call(Box::new(of), vec![Expr::Borrow(Box::new(place))]);
        self.push(Statement::Let(Pattern::Variable(ident.clone()), of));
        ident
    }
}

/// Says of which types those of these sensitivities are that are such zeros.
pub(super) fn say(sensitivities: &mut [Expr], types: Vec<Option<Ident>>) {
    for (sensitivity, ty) in sensitivities.iter_mut().zip(types) {
        if let Some(ty) = ty {
            *sensitivity = neutral(ty);
        }
    }
}

/// The zero of the cotangent of a type that a variable has.
fn neutral(ty: Ident) -> Expr {
    Expr::UserMethod(Box::new(Expr::Variable(ty)), quote!(neutral), Vec::new())
}
