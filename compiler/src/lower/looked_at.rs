//! Arrays of the net at which code of the host looks, `argmax(stop_gradient(&y))`.
//!
//! The host takes them by reference, in the forward pass alone. What it gives has no tangent.

use hypernet::{ArrayOp, Form};
use proc_macro2::Span;

use super::value::Val;
use super::{Lowered, Lowering};
use crate::syntax::{ExprId, Kind, VarId};

impl Lowering<'_, '_> {
    /// Where the array is named to which this refers as a whole or to a part of it: `&y`, `&*y`, `&y[i]`, `&y[i..j]`, or a parameter.
    #[expect(clippy::wildcard_enum_match_arm, reason = "no other expression refers to an array")]
    pub(super) fn array_behind(&self, id: ExprId) -> Option<usize> {
        match &self.function.expr(id).kind {
            Kind::View(Form::Reference, inside) => {
                let mut place = *inside;
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

    /// Whether this is a parameter that is a reference to what does not change.
    #[expect(clippy::wildcard_enum_match_arm, reason = "no other expression names a parameter")]
    fn is_reference_param(&self, id: ExprId) -> bool {
        let Kind::Var(var) = &self.function.expr(id).kind else { return false };
        let param = self.function.params.iter().find(|param| super::arrays::bound(&param.pattern) == Some(*var));
        param.is_some_and(|param| {
            matches!(crate::syntax::inner(&param.written), syn::Type::Reference(reference) if reference.mutability.is_none())
        })
    }

    /// A look for the host at the array of a variable, which comes out of it first; none if it is no array of the net's.
    pub(super) fn look_of_host(&mut self, var: VarId, span: Span) -> Lowered<Option<Val>> {
        let Some(array) = self.array_of(var) else { return Ok(None) };
        let looked = self.on_array(var, ArrayOp::Look, &[array], span)?;
        Ok(Some(Val::Wire(looked[0], false)))
    }
}
