//! Fields of structs in arrays, `bodies[i].x`: the field of all of them is a part of the array, which is taken out before and put
//! back after it.

use std::sync::Arc;

use hypernet::{ArrayOp, Field, Form, Operation, PlaceStep, Position, Record, Type, Value};
use proc_macro2::Span;
use quote::quote;

use super::value::Val;
use super::{Lowered, Lowering, WORLD};
use crate::diagnostic::refusal;
use crate::syntax::{ExprId, Kind, Ty, VarId};

impl Lowering<'_, '_> {
    /// Whether this is an element of an array of structs, of the net's.
    pub(super) fn is_struct_of_net(&self, id: ExprId) -> bool {
        let Kind::Index(..) = self.function.expr(id).kind else { return false };
        matches!(self.types.resolve(&self.types.expr(id)), Ty::Opaque(_))
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
        let Some((var, indices)) = self.element_of_variable(element) else { return Ok(None) };
        if !matches!(ty, Type::Real(_) | Type::Opaque(_)) {
            return Ok(None);
        }
        let (place, indices) = self.written_place(var, &indices, span)?;
        let column = self.column(field, ty, span);
        let var = self.function.views.storage(var);
        let read = self.on_element(var, Some(&column), ArrayOp::Get(place), &indices, span)?;
        Ok(Some(Val::Wire(read[0], true)))
    }

    /// An element of an array in an element of an array of structs, if this is one.
    pub(super) fn element_in_struct(&mut self, id: ExprId, span: Span) -> Lowered<Option<Val>> {
        let (array, inside) = self.indexed(id);
        let (element, fields) = self.struct_and_fields(array);
        if fields.is_empty() || !self.is_struct_of_net(element) {
            return Ok(None);
        }
        let Some(held) = self.is_array_of_numbers(&self.types.expr(array)) else { return Ok(None) };
        let Some((var, indices)) = self.element_of_variable(element) else { return Ok(None) };
        let (place, mut indices) = self.written_place(var, &indices, span)?;
        let place = self.place_inside(place, &inside, &mut indices, span)?;
        let field = fields.iter().map(String::as_str).collect();
        let column = self.column(&field, held, span);
        let var = self.function.views.storage(var);
        let read = self.on_element(var, Some(&column), ArrayOp::Get(place), &indices, span)?;
        if self.builder.ty(read[0]).is_array() {
            return Err(refusal::WHOLE_ARRAY.on(span));
        }
        Ok(Some(Val::Wire(read[0], true)))
    }

    /// A place within an array that is at a place: these are the further indices, of which the values come after the others.
    pub(super) fn place_inside(
        &mut self,
        place: Position,
        inside: &[ExprId],
        indices: &mut Vec<Value>,
        span: Span,
    ) -> Lowered<Position> {
        let mut place = place;
        for &index in inside {
            // What comes before is checked before the index is computed: that is seen where that has effects.
            if self.effects(&[index]).contains(&WORLD) {
                return Err(refusal::INDEX.on(self.function.expr(index).span));
            }
            let at = self.expr(index)?;
            indices.push(Self::wire(&at, span)?);
            let Position { known, ordered, .. } = self.checked(0);
            place = Position { known, ordered, ..place.within(PlaceStep::Index) };
        }
        Ok(place)
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
        let ty = self.builder.ty(array).clone();
        let split = Operation::Array(ArrayOp::SplitField(column.clone()), ty.clone());
        let [part, rest] = self.op(split, &[array], span)?[..] else { return Err(refusal::INDEX.on(span)) };
        let of_part = self.builder.ty(part).clone();
        let operands = [&[part], operands].concat();
        let mut results = self.in_order(Operation::Array(op, of_part), operands, span)?;
        let part = results.remove(0);
        let whole = self.op1(Operation::Array(ArrayOp::JoinField(column.clone()), ty), &[part, rest], span)?;
        let name = self.function.var(var).name.to_string();
        self.name_if_new(whole, &name);
        self.env.insert(var, Val::Wire(whole, true));
        Ok(results)
    }
}
