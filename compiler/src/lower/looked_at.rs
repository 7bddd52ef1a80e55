//! Arrays of the net at which code of the host looks, `argmax(stop_gradient(&y))`.
//!
//! The host takes them by reference, in the forward pass alone. What it gives has no tangent.

use hypernet::{ArrayOp, Form, Type};
use proc_macro2::Span;
use quote::quote;

use super::arrays::bound;
use super::value::Val;
use super::{Lowered, Lowering};
use crate::holes::hole;
use crate::program::{ForeignCode, Shape};
use crate::source::types::inner;
use crate::syntax::{ExprId, Kind, VarId, leave};

impl Lowering<'_, '_> {
    /// Where the array is named to which this refers as a whole or to a part of it: `&y`, `&*y`, `&y[i]`, `&y[i..j]`, or a parameter.
    #[expect(clippy::wildcard_enum_match_arm, reason = "no other expression refers to an array")]
    pub(super) fn array_behind(&self, id: ExprId) -> Option<usize> {
        match &self.function.expr(id).kind {
            Kind::View(Form::Reference, inside) => {
                let mut place = *inside;
                // In the code of the host, a place stands under the name that it has.
                if self.has_name(place) {
                    return None;
                }
                loop {
                    place = match &self.function.expr(place).kind {
                        Kind::View(Form::Referent, inside) => *inside,
                        Kind::Index(array, _) | Kind::Part(array, _) => *array,
                        Kind::Var(_) => return Some(place.index()),
                        _ => return None,
                    };
                }
            }
            Kind::Var(_) => self.is_reference_param(id).then_some(id.index()),
            _ => None,
        }
    }

    /// Whether this refers to an array of the net's as a whole or to a part of it.
    pub(super) fn looks_at_array(&self, id: ExprId) -> bool {
        let Some(at) = self.array_behind(id) else { return false };
        matches!(self.function.exprs[at].kind, Kind::Var(var) if self.array_of(var).is_some())
    }

    /// Whether this is a place in an array that has a name, or is in one.
    #[expect(clippy::wildcard_enum_match_arm, reason = "no other expression is a place in an array")]
    fn has_name(&self, mut place: ExprId) -> bool {
        loop {
            if self.function.views.named(place).is_some() {
                return true;
            }
            place = match self.function.expr(place).kind {
                Kind::View(Form::Reference | Form::Referent, inside) => inside,
                Kind::Index(array, _) | Kind::Part(array, _) => array,
                _ => return false,
            };
        }
    }

    /// The value of `stop_gradient(&y)`, where that refers to an array of the net's: the host's reference.
    pub(super) fn look_without_gradient(&mut self, id: ExprId, inside: ExprId) -> Lowered<Option<Val>> {
        let function = self.function;
        let shape = Shape::Leaf(Type::unnamed_discrete());
        let mut place = inside;
        while let Kind::View(Form::Reference | Form::Referent, inside) = function.expr(place).kind {
            place = inside;
        }
        if self.has_name(place) {
            let span = function.expr(id).span;
            let Some(look) = self.part(place)? else { return Ok(None) };
            let hole = hole(0);
            return self.foreign("stop_gradient", quote!(&#hole), &[look], &shape, true, span).map(Some);
        }
        let (Some(at), Some(source)) = (self.array_behind(inside), function.source(id)) else { return Ok(None) };
        let Kind::Var(var) = function.exprs[at].kind else { return Ok(None) };
        if self.array_of(var).is_none() || self.touches(source.start.expr, id.index() + 1, source.start.var, true) {
            return Ok(None);
        }
        let Ok(left) = leave(&function.scopes, source) else { return Ok(None) };
        self.covered.push((source.start.expr, id.index() + 1));
        let code = ForeignCode::new(left.tokens.clone(), shape);
        self.put(&left, code, function.expr(id).span).map(Some)
    }

    /// Whether this is a parameter that is a reference to what does not change.
    fn is_reference_param(&self, id: ExprId) -> bool {
        let Kind::Var(var) = &self.function.expr(id).kind else { return false };
        let param = self.function.params.iter().find(|param| bound(&param.pattern) == Some(*var));
        param.is_some_and(
            |param| matches!(inner(&param.written), syn::Type::Reference(reference) if reference.mutability.is_none()),
        )
    }

    /// A look for the host at the array of a variable, which comes out of it first; none if it is no array of the net's.
    pub(super) fn look_of_host(&mut self, var: VarId, span: Span) -> Lowered<Option<Val>> {
        let Some(array) = self.array_of(var) else { return Ok(None) };
        let looked = self.on_array(var, ArrayOp::Look, &[array], span)?;
        Ok(Some(Val::Wire(looked[0], false)))
    }
}
