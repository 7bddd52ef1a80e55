//! New arrays: `[a, b]`, `[v; n]`, `vec![…]`, `Vec::new()`, and arrays of rows.

use hypernet::{ArrayOp, Layout, Operation, Type, Value, Whole};
use proc_macro2::Span;
use quote::quote;

use super::value::Val;
use super::{Lowered, Lowering};
use crate::diagnostic::refusal;
use crate::holes::hole;
use crate::input::crate_path::crate_path;
use crate::program::Shape;
use crate::syntax::{ExprId, Kind, Pattern, Ty};

impl Lowering<'_, '_> {
    /// A new array.
    pub(super) fn new_array(&mut self, id: ExprId) -> Lowered<Val> {
        let span = self.function.expr(id).span;
        let Some(ty) = self.is_array_of_reals(&self.types.expr(id)) else {
            return self.array_of_discrete(id).unwrap_or_else(|| Err(refusal::ARRAY.on(span)));
        };
        if let Kind::Elements(parts, true) = &self.function.expr(id).kind
            && parts.iter().any(|&part| self.is_row(part))
        {
            return self.array_of_rows(parts, &ty, span);
        }
        let mut operands = Vec::new();
        let layout = self.layout(id, Some(&ty), &mut operands)?;
        let array = self.op1(Operation::Array(ArrayOp::New(layout), ty), &operands, span)?;
        Ok(Val::Wire(array, true))
    }

    /// `[2 * m.a, m.b]` and `vec![x.len() - 1]`, of integers that the net computes: an array of the host's.
    pub(super) fn array_of_discrete(&mut self, id: ExprId) -> Option<Lowered<Val>> {
        let function = self.function;
        let expr = function.expr(id);
        let Kind::Elements(parts, growing) = &expr.kind else { return None };
        let is_discrete = |&part: &ExprId| matches!(self.types.resolve(&self.types.expr(part)), Ty::Discrete(_));
        if parts.is_empty() || !parts.iter().all(is_discrete) {
            return None;
        }
        let values = parts.iter().map(|&part| self.expr(part)).collect::<Lowered<Vec<_>>>();
        Some(values.and_then(|values| {
            let holes = (0..values.len()).map(hole);
            let shape = Shape::Leaf(Type::unnamed_discrete());
            let backprop = crate_path();
            let vec = growing.then(|| quote!(#backprop::__private::vec!));
            self.foreign("array", quote!(#vec [#(#holes),*]), &values, &shape, true, expr.span)
        }))
    }

    /// A new vector of nothing, where what it will hold is written and is more than a number: its use may not say it to rustc.
    pub(super) fn empty_vector(&mut self, pattern: &Pattern, value: ExprId) -> Lowered<Option<Val>> {
        let expr = self.function.expr(value);
        let (Kind::Elements(parts, true), Pattern::Typed(_, _, Some(written))) = (&expr.kind, pattern) else {
            return Ok(None);
        };
        let span = expr.span;
        let Some(ty) = self.is_array_of_reals(&self.types.expr(value)).filter(|_| parts.is_empty()) else {
            return Ok(None);
        };
        let Some(of) = crate::syntax::array_in_vec(written) else { return Ok(None) };
        let new = Operation::Array(ArrayOp::New(Layout::Empty(of)), ty);
        let vector = self.op1(new, &[], span)?;
        self.own(value, Val::Wire(vector, true)).map(Some)
    }

    /// Whether this is an array, and not a new one that is written out.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is written out")]
    pub(super) fn is_row(&self, id: ExprId) -> bool {
        match self.function.expr(id).kind {
            Kind::Elements(..) | Kind::Repeat(..) => false,
            _ => matches!(self.types.resolve(&self.types.expr(id)), Ty::Array(_)),
        }
    }

    /// `vec![row, …]`: the rows are moved into a new vector, one after the other.
    pub(super) fn array_of_rows(&mut self, parts: &[ExprId], ty: &Type, span: Span) -> Lowered<Val> {
        let Type::Array(element) = ty else { return Err(refusal::ARRAY.on(span)) };
        let rows = parts.iter().map(|&part| self.row(part, element)).collect::<Lowered<Vec<_>>>()?;
        let empty = ArrayOp::New(Layout::Elements(true, Vec::new().into()));
        let mut array = self.op1(Operation::Array(empty, ty.clone()), &[], span)?;
        for row in rows {
            array = self.op1(Operation::Array(ArrayOp::Whole(Whole::Push), ty.clone()), &[array, row], span)?;
        }
        Ok(Val::Wire(array, true))
    }

    /// An array of this type, which is moved into a new one.
    fn row(&mut self, id: ExprId, ty: &Type) -> Lowered<Value> {
        let span = self.function.expr(id).span;
        let row = if let Some(second) = self.second(id)? {
            second
        } else {
            let value = if self.is_row(id) { self.expr(id)? } else { self.new_array(id)? };
            Self::wire(&value, span)?
        };
        if *self.builder.ty(row) == *ty { Ok(row) } else { Err(refusal::WHOLE_ARRAY.on(span)) }
    }

    /// How a new array of this type is made, if an array may be moved there; what it takes comes after the operands so far.
    #[expect(clippy::wildcard_enum_match_arm, reason = "every other expression is a value")]
    fn layout(&mut self, id: ExprId, ty: Option<&Type>, operands: &mut Vec<Value>) -> Lowered<Layout> {
        let function = self.function;
        let span = function.expr(id).span;
        match &function.expr(id).kind {
            Kind::Elements(parts, growing) => {
                let element = if let Some(Type::Array(element)) = ty { Some(&**element) } else { None };
                let parts = parts.iter().map(|&part| self.layout(part, element, operands));
                let parts = parts.collect::<Lowered<Vec<_>>>()?;
                Ok(Layout::Elements(*growing, parts.into()))
            }
            Kind::Repeat(value, length, fixed) => {
                let inside = self.layout(*value, None, operands)?;
                let length = self.expr(*length)?;
                operands.push(Self::wire(&length, span)?);
                Ok(Layout::Repeat(fixed.as_ref().map(|length| length.to_string().into()), inside.into()))
            }
            _ if let Some(ty @ Type::Array(_)) = ty => {
                operands.push(self.row(id, ty)?);
                Ok(Layout::Value)
            }
            _ => {
                let value = self.expr(id)?;
                self.no_array(&value, span)?;
                operands.push(self.element_wire(&value, span)?);
                Ok(Layout::Value)
            }
        }
    }
}
