//! Where a panic has its place in the order of effects.

use hypernet::{Comparison, Operation, Primitive, Type, Value};
use proc_macro2::{Ident, Span};
use quote::quote;

use super::value::Val;
use super::{Lowered, Lowering, WORLD};
use crate::holes::hole;
use crate::input::crate_path::crate_path;
use crate::program::Shape;
use crate::source::names::is_builtin;
use crate::syntax::{ExprId, Kind};

impl Lowering<'_, '_> {
    /// Whether there is an order of effects: then a panic has its place in it.
    pub(super) fn keeps_order(&self) -> bool {
        self.env.contains_key(&WORLD)
    }

    /// Puts an operation in the net, in the order of effects if it says so. Gives its other results.
    pub(super) fn in_order(
        &mut self,
        operation: Operation,
        mut operands: Vec<Value>,
        span: Span,
    ) -> Lowered<Vec<Value>> {
        let ordered = operation.signature().0.last() == Some(&Type::World);
        if ordered {
            operands.push(self.world(span)?);
        }
        let mut results = self.op(operation, &operands, span)?;
        if ordered && let Some(world) = results.pop() {
            self.env.insert(WORLD, Val::Wire(world, false));
        }
        Ok(results)
    }

    /// What `clamp` gives, in the order of effects, if it may panic and there is an order; none if it is an operation as any
    /// other. `args` are the expressions that gave the values, if there are some.
    pub(super) fn ordered_clamp(
        &mut self,
        primitive: Primitive,
        values: &[Val],
        args: &[ExprId],
        span: Span,
    ) -> Lowered<Option<Val>> {
        let literal = |id: &ExprId| {
            if let Kind::Real(value, ..) = self.function.expr(*id).kind { value } else { f64::NAN }
        };
        let bounds: Vec<f64> = args.iter().skip(1).map(literal).collect();
        if !primitive.may_panic() || !self.keeps_order() || matches!(bounds.as_slice(), [min, max] if min <= max) {
            return Ok(None);
        }
        let mut wires = Vec::with_capacity(values.len());
        for value in values {
            let value = self.referent(value.clone(), span)?;
            wires.push((Self::wire(&value, span)?, value.active()));
        }
        let &[value, min, max] = wires.as_slice() else { return Ok(None) };
        let Type::Real(scalar) = self.builder.ty(min.0).clone() else { return Ok(None) };
        let name = Ident::new(&scalar, Span::mixed_site());
        let function = if is_builtin(&scalar) {
            quote!(<::core::primitive::#name>::clamp)
        } else {
            let backprop = crate_path();
            quote!(<#name as #backprop::__private::Float>::clamp)
        };
        // The bounds alone say whether it panics.
        let (from, to) = (hole(0), hole(1));
        let code = quote!({ let _ = #function(#from, #from, #to); });
        let bounds = [Val::Wire(min.0, false), Val::Wire(max.0, false)];
        self.foreign("bounds", code, &bounds, &Shape::Tuple(Vec::new()), true, span)?;
        let ty = Type::Real(scalar);
        let mut clamped = value;
        for (comparison, bound) in [(Comparison::Lt, min), (Comparison::Gt, max)] {
            let outside = self.compare(comparison, clamped.0, bound.0, span)?;
            let select = Operation::Select(ty.clone());
            clamped = (self.op1(select, &[outside, bound.0, clamped.0], span)?, clamped.1 || bound.1);
        }
        Ok(Some(Val::Wire(clamped.0, clamped.1)))
    }
}
