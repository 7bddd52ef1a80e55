//! Zeros of cotangents of which nothing in the code says the type, among what the backpropagator of a closure gives of what it captured: what
//! is captured says it.

use hypernet::{EdgeId, Label, Level, Type, TypeName, WireId};
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
        // A capture that the forward pass does not use is no source. Those of which nothing is known are told apart by their order, if none
        // is missing.
        let captured = net.edge(closure).sources().iter().filter(|&&wire| *net.wire(wire).ty() == Type::unnamed());
        let mut captured: Vec<WireId> = captured.copied().collect();
        let environment = convention.environment.as_deref().unwrap_or_default();
        let is_unknown = |ty: &Type| matches!(ty, Type::Cotangent(TypeName::Unnamed));
        if environment.iter().filter(|ty| is_unknown(ty)).count() != captured.len() {
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
