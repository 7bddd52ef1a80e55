//! Fields of structs in arrays, `bodies[i].x`: the field of all of them is a part of the array, which is taken out before and put
//! back after it.

use std::sync::Arc;

use hypernet::{ArrayOp, Field, Form, Operation, Position, Record, Type, Value};
use proc_macro2::Span;
use quote::quote;

use super::arrays::ElementPlace;
use super::value::Val;
use super::{Lowered, Lowering, WORLD};
use crate::diagnostic::refusal;
use crate::syntax::{ExprId, Kind, Ty, VarId};

impl Lowering<'_, '_> {
    /// Whether this is an element of an array of structs, of the net's.
    pub(super) fn is_struct_of_net(&self, id: ExprId) -> bool {
        let Kind::Index(..) = self.function.expr(id).kind else { return false };
        matches!(self.types.expr(id), Ty::Opaque(_) | Ty::Tuple(_))
            && self.root_of_element(id).is_some_and(|var| self.is_surely_of_net(var) || self.array_of(var).is_some())
    }

    /// What a field of a field … is read of, and the way from there; itself where it is no field.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is a field")]
    pub(super) fn struct_and_fields(&self, mut id: ExprId) -> (ExprId, Vec<String>) {
        let mut fields = Vec::new();
        loop {
            id = match &self.function.expr(id).kind {
                Kind::Member(inside, name) => {
                    fields.push(name.to_string());
                    *inside
                }
                Kind::Field(inside, index, _) => {
                    fields.push(index.to_string());
                    *inside
                }
                Kind::View(Form::Referent, inside) if !fields.is_empty() => *inside,
                _ => {
                    fields.reverse();
                    return (id, fields);
                }
            };
        }
    }

    /// The variable of the array of which this is an element.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is a place in an array")]
    pub(super) fn root_of_element(&self, mut id: ExprId) -> Option<VarId> {
        loop {
            match self.function.expr(id).kind {
                Kind::Part(inside, _) | Kind::Index(inside, _) => id = inside,
                Kind::Var(var) => return Some(self.function.views.storage(var)),
                _ => return None,
            }
        }
    }

    /// Whether this is a place in an array of the net's that is no number.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is a place in an array")]
    pub(super) fn array_root(&self, id: ExprId) -> bool {
        let mut place = id;
        let var = loop {
            place = match self.function.expr(place).kind {
                Kind::Part(inside, _)
                | Kind::Index(inside, _)
                | Kind::Member(inside, _)
                | Kind::Field(inside, ..)
                | Kind::View(Form::Referent, inside) => inside,
                Kind::Var(var) => break self.function.views.storage(var),
                _ => return false,
            };
        };
        place != id && !matches!(self.types.expr(id), Ty::Real(_) | Ty::Discrete(_)) && self.is_surely_of_net(var)
    }

    /// A field of an element of an array of structs, if this is one, and no array.
    pub(super) fn field_of_element(
        &mut self,
        (element, id): (ExprId, ExprId),
        field: &Field,
        span: Span,
    ) -> Lowered<Option<Val>> {
        if !self.is_struct_of_net(element) {
            return Ok(None);
        }
        let shape = self.active_shape(&self.types.expr(id));
        let ty = shape.grouped();
        if !matches!(ty, Type::Real(_) | Type::Opaque(_)) {
            return Ok(None);
        }
        let at = self.place_of_element(element, span)?;
        let column = self.column(field, ty, span);
        let read = self.on_element(at.var, Some(&column), ArrayOp::Get(at.place), &at.operands, span)?;
        Ok(Some(Val::Wire(read[0], true)))
    }

    /// The same place, after these further indices: each is checked before the next one is computed, as in Rust. That is seen where
    /// computing it has effects.
    pub(super) fn indices_inside(&mut self, at: &mut ElementPlace, inside: &[ExprId], span: Span) -> Lowered<()> {
        for &index in inside {
            if self.effects(&[index]).contains(&WORLD) {
                self.on_element(at.var, at.column.as_ref(), ArrayOp::Len(at.place), &at.operands, span)?;
            }
            let value = self.expr(index)?;
            at.operands.push(Self::wire(&value, span)?);
            let Position { known, ordered, .. } = self.checked(0);
            at.place = Position { known, ordered, ..at.place.element() };
        }
        Ok(())
    }

    /// A field of the structs in arrays.
    pub(super) fn column(&mut self, field: &Field, ty: Type, span: Span) -> Arc<Record> {
        self.code.places.entry(field.clone()).or_insert(span);
        self.record_of(quote!(_), false, vec![(field.clone(), ty)])
    }

    /// An operation on the elements of the array of a variable, or on a field of them, with these operands after the array. Gives
    /// what comes after the array.
    pub(super) fn on_element(
        &mut self,
        var: VarId,
        column: Option<&Arc<Record>>,
        op: ArrayOp,
        operands: &[Value],
        span: Span,
    ) -> Lowered<Vec<Value>> {
        let Some(array) = self.array_of(var) else { return Err(self.no_value(var, refusal::INDEX.on(span))) };
        let Some(column) = column else {
            return self.on_array(var, op, &[&[array], operands].concat(), span);
        };
        let (part, rest) = self.take_field(column, array, span)?;
        let of_part = self.builder.ty(part).clone();
        let operands = [&[part], operands].concat();
        let mut results = self.in_order(Operation::Array(op, of_part), operands, span)?;
        let part = results.remove(0);
        let whole = self.put_field(column, [part, rest], span)?;
        let name = self.function.var(var).name.to_string();
        self.name_if_new(whole, &name);
        self.env.insert(var, Val::Wire(whole, true));
        Ok(results)
    }

    /// Takes a field of all elements out of an array of structs; what is left.
    pub(super) fn take_field(&mut self, column: &Arc<Record>, structs: Value, span: Span) -> Lowered<(Value, Value)> {
        let ty = self.builder.ty(structs).clone();
        let parts = self.op(Operation::Array(ArrayOp::SplitField(column.clone()), ty), &[structs], span)?;
        Ok((parts[0], parts[1]))
    }

    /// Puts it back: the field, and what is left.
    pub(super) fn put_field(&mut self, column: &Arc<Record>, parts: [Value; 2], span: Span) -> Lowered<Value> {
        let ty = self.builder.ty(parts[1]).clone();
        self.op1(Operation::Array(ArrayOp::JoinField(column.clone()), ty), &parts, span)
    }
}
