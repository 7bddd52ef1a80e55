//! One value under two types, of which only rustc knows that they are one: `_` of a closure's parameter, and `f64` of what it is called with.

use hypernet::{BuildError, Operation, Type, Value};
use proc_macro2::Span;

use super::{Lowered, Lowering};
use crate::source::types::may_have_tangent;

/// Whether a value of the first type may stand for one of the second, of which less is known, or more. Rustc says if it is none.
pub(super) fn may_stand_for(ty: &Type, wanted: &Type) -> bool {
    match (ty, wanted) {
        (Type::Opaque(_), Type::Real(_)) | (Type::Real(_), Type::Opaque(_)) => true,
        // A value of a struct of the user's own may depend on nothing.
        (Type::Discrete(name), Type::Opaque(_)) => name.name().is_none_or(|name| may_have_tangent(name)),
        (Type::Discrete(_), Type::Real(_)) => *ty == Type::unnamed_discrete(),
        (_, _) => false,
    }
}

impl Lowering<'_, '_> {
    /// An edge on these operands; those that are of another type than it takes, for all that is known, are taken for that one.
    pub(super) fn on(
        &mut self,
        operands: &[Value],
        span: Span,
        edge: impl Fn(&mut Self, &[Value]) -> Result<Vec<Value>, BuildError>,
    ) -> Lowered<Vec<Value>> {
        let error = match edge(self, operands) {
            Ok(results) => return Ok(results),
            Err(error) => error,
        };
        let BuildError::Operands { expected, .. } = &error else { return Err(Self::build_error(&error, span)) };
        if expected.len() != operands.len() {
            return Err(Self::build_error(&error, span));
        }
        let mut same = Vec::with_capacity(operands.len());
        for (&operand, wanted) in operands.iter().zip(expected) {
            let ty = self.builder.ty(operand).clone();
            same.push(if ty != *wanted && may_stand_for(&ty, wanted) {
                let is = self.builder.op1(Operation::Same(ty, wanted.clone()), &[operand]);
                is.map_err(|error| Self::build_error(&error, span))?
            } else {
                operand
            });
        }
        edge(self, &same).map_err(|error| Self::build_error(&error, span))
    }

    /// A call of a function of the net.
    pub(super) fn eval_on(&mut self, function: Value, operands: &[Value], span: Span) -> Lowered<Vec<Value>> {
        self.on(operands, span, |lowering, operands| lowering.builder.eval(function, operands))
    }
}
