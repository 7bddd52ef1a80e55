//! What a backpropagator keeps. It can be called any number of times, so it lends these values and moves none of them.

use hypernet::{Captures, EdgeId, Type, WireId};
use proc_macro2::Ident;
use quote::quote;

use super::syntax::{Expr, Pattern, Statement};
use super::walk::Walk;

/// Whether a value of this type, where it is kept, is used by reference. The others are `Copy`.
pub(super) fn is_lent(ty: &Type) -> bool {
    match ty {
        Type::Function(function) => function.captures == Captures::Residual,
        Type::Tape(_) | Type::Look(_) | Type::Undone(_) => true,
        Type::Tuple(parts) => parts.iter().any(is_lent),
        Type::Option(inside) => is_lent(inside),
        ty @ Type::Discrete(_) if ty.is_shape_of_arrays() => true,
        Type::Real(_) | Type::Discrete(_) | Type::Opaque(_) | Type::Cotangent(_) | Type::Array(_) | Type::World => {
            false
        }
    }
}

/// Whether a value of this type is a struct, or holds some, and is not lent: it need not be `Copy`, so a clone of what is kept is used.
pub(super) fn is_cloned(ty: &Type) -> bool {
    match ty {
        Type::Opaque(_) => true,
        Type::Option(inside) => is_cloned(inside),
        Type::Tuple(parts) => parts.iter().any(is_cloned) && !is_lent(ty),
        Type::Real(_)
        | Type::Discrete(_)
        | Type::Cotangent(_)
        | Type::Array(_)
        | Type::Function(_)
        | Type::Tape(_)
        | Type::Look(_)
        | Type::Undone(_)
        | Type::World => false,
    }
}

/// A clone of what this refers to.
pub(super) fn cloned(reference: Expr) -> Expr {
    let clone = Expr::Tokens(quote!(::core::clone::Clone::clone), true);
    Expr::Call(Box::new(clone), vec![reference])
}

impl Walk<'_> {
    /// Begins the block of a closure.
    pub(super) fn enter_closure(&mut self, edge: EdgeId) {
        self.enter(edge);
        self.is_called();
        for &wire in self.net.edge(edge).sources() {
            let ty = self.net.wire(wire).ty();
            if (is_lent(ty) || is_cloned(ty))
                && let Some(value) = self.value(wire)
            {
                let names = self.variables(&value);
                self.kept.extend(names);
            }
        }
    }

    /// What is written to an array: a struct that is kept stays where it is.
    pub(super) fn moved_from(&self, expr: Expr, ty: &Type) -> Expr {
        if is_cloned(ty) && self.is_kept(&expr) { cloned(Expr::Borrow(Box::new(expr))) } else { expr }
    }

    /// Whether this is a part of something that is kept.
    fn is_kept(&self, expr: &Expr) -> bool {
        expr.root().is_some_and(|ident| self.kept.contains(&ident.to_string()))
    }

    /// Gives a wire what an option of a value of this type holds.
    pub(super) fn expect(&mut self, option: Expr, ty: &Type, target: WireId, ordered: bool) {
        let (function, option) = if is_lent(ty) && self.is_kept(&option) {
            self.behind.insert(target);
            (quote!(expect_kept), Expr::Borrow(Box::new(option)))
        } else if is_cloned(ty) && self.is_kept(&option) {
            (quote!(expect), cloned(Expr::Borrow(Box::new(option))))
        } else {
            (quote!(expect), option)
        };
        let expect = Expr::Tokens(self.host.private(&function), true);
        self.define(target, Expr::Call(Box::new(expect), vec![option]), ordered, "residual");
        // Of a variable it is known whether it has to be borrowed.
        if ty.is_look() {
            self.fix(target);
        }
    }

    /// The pattern of a value of this type that is taken out of what is kept.
    pub(super) fn lent_pattern(&mut self, pattern: Pattern, ty: &Type) -> Pattern {
        match (pattern, ty) {
            (Pattern::Variable(ident), ty) if is_lent(ty) => {
                self.note_kept(&ident, ty);
                Pattern::Reference(ident)
            }
            (pattern @ Pattern::Tuple(_), ty) if is_lent(ty) => self.lent_part(pattern, ty),
            (pattern, _) => pattern,
        }
    }

    /// The same of a part of a tuple that is lent: a struct in it is cloned, which [`Self::clone_parts`] does.
    pub(super) fn lent_part(&mut self, pattern: Pattern, ty: &Type) -> Pattern {
        match (pattern, ty) {
            (Pattern::Variable(ident), ty) if is_cloned(ty) => {
                self.cloned.push(ident.clone());
                Pattern::Reference(ident)
            }
            (Pattern::Tuple(patterns), Type::Tuple(types)) => Pattern::Tuple(
                patterns.into_iter().zip(types.iter()).map(|(pattern, ty)| self.lent_part(pattern, ty)).collect(),
            ),
            (pattern, ty) => self.lent_pattern(pattern, ty),
        }
    }

    /// Clones the structs in a tuple that has been taken apart where it is lent.
    pub(super) fn clone_parts(&mut self) {
        for ident in std::mem::take(&mut self.cloned) {
            let clone = cloned(Expr::Variable(ident.clone()));
            self.push(Statement::Let(Pattern::Variable(ident), clone));
        }
    }

    /// Notes that a variable refers to a value of this type that is kept.
    pub(super) fn note_kept(&mut self, ident: &Ident, ty: &Type) {
        self.kept.insert(ident.to_string());
        if ty.is_look() {
            self.references.insert(ident.clone());
        }
    }

    /// Whether the value of this wire is written as a reference to what is kept.
    pub(super) fn is_behind(&self, wire: WireId) -> bool {
        self.behind.contains(&self.net.root(wire))
    }
}
