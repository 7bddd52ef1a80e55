//! Fields of structs in arrays, `bodies[i].x`: the field of all of them is a part of the array, which is taken out before and put
//! back after it.

use std::sync::Arc;

use hypernet::{ArrayOp, Field, Form, Operation, Position, Record, Type, Value};
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
                Kind::Member(..) | Kind::Field(..) => {
                    let (element, _) = self.struct_and_fields(id);
                    let is_in_element = matches!(self.function.expr(element).kind, Kind::Index(..));
                    if !is_in_element || self.is_array_of_reals(&self.types.expr(id)).is_none() {
                        return None;
                    }
                    id = element;
                }
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
        let columns = [&at.columns[..], &[column]].concat();
        let read = self.on_element(at.var, &columns, ArrayOp::Get(at.place), &at.operands, span)?;
        Ok(Some(Val::Wire(read[0], true)))
    }

    /// The same place, after these further indices: each is checked before the next one is computed, as in Rust. That is seen where
    /// computing it has effects.
    pub(super) fn indices_inside(&mut self, at: &mut ElementPlace, inside: &[ExprId], span: Span) -> Lowered<()> {
        for &index in inside {
            if self.effects(&[index]).contains(&WORLD) {
                self.on_element(at.var, &at.columns, ArrayOp::Len(at.place), &at.operands, span)?;
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

    /// A field of the structs in an array, which holds what is of this type; in arrays in there, if there are indices inside.
    pub(super) fn column_of(&mut self, fields: &[String], ty: Type, inside: &[ExprId], span: Span) -> Arc<Record> {
        let held = inside.iter().fold(ty, |held, _| Type::Array(held.into()));
        self.column(&fields.iter().map(String::as_str).collect(), held, span)
    }

    /// An operation on the elements of the array of a variable, or on a field of them or of the elements of that, with these operands after
    /// the array. Gives what comes after the array.
    pub(super) fn on_element(
        &mut self,
        var: VarId,
        columns: &[Arc<Record>],
        op: ArrayOp,
        operands: &[Value],
        span: Span,
    ) -> Lowered<Vec<Value>> {
        let Some(array) = self.array_of(var) else { return Err(self.no_value(var, refusal::INDEX.on(span))) };
        if columns.is_empty() {
            return self.on_array(var, op, &[&[array], operands].concat(), span);
        }
        let (part, rests) = self.take_fields(columns, array, span)?;
        let of_part = self.builder.ty(part).clone();
        let operands = [&[part], operands].concat();
        let mut results = self.in_order(Operation::Array(op, of_part), operands, span)?;
        let part = results.remove(0);
        let whole = self.put_fields(columns, part, &rests, span)?;
        let name = self.function.var(var).name.to_string();
        self.name_if_new(whole, &name);
        self.env.insert(var, Val::Wire(whole, true));
        Ok(results)
    }

    /// Takes a field of all elements out of an array of structs, and a field of its elements out of that …; what is left of each.
    pub(super) fn take_fields(
        &mut self,
        columns: &[Arc<Record>],
        structs: Value,
        span: Span,
    ) -> Lowered<(Value, Vec<Value>)> {
        let (mut part, mut rests) = (structs, Vec::with_capacity(columns.len()));
        for column in columns {
            let ty = self.builder.ty(part).clone();
            let parts = self.op(Operation::Array(ArrayOp::SplitField(column.clone()), ty), &[part], span)?;
            part = parts[0];
            rests.push(parts[1]);
        }
        Ok((part, rests))
    }

    /// Puts it back: the field, and what is left.
    pub(super) fn put_fields(
        &mut self,
        columns: &[Arc<Record>],
        part: Value,
        rests: &[Value],
        span: Span,
    ) -> Lowered<Value> {
        columns.iter().zip(rests).rev().try_fold(part, |part, (column, &rest)| {
            let ty = self.builder.ty(rest).clone();
            self.op1(Operation::Array(ArrayOp::JoinField(column.clone()), ty), &[part, rest], span)
        })
    }
}

/// Where an element of an array of the net's is.
pub(super) struct ElementPlace {
    pub(super) var: VarId,
    /// The field of the elements of the variable that this is about, if it is about one, and the field of the elements of that.
    pub(super) columns: Vec<Arc<Record>>,
    pub(super) place: Position,
    /// The indices and bounds that lead there.
    pub(super) operands: Vec<Value>,
}

/// The type of the fields of the elements of the fields … of an array.
pub(super) fn column_of_all(array: &Type, columns: &[Arc<Record>]) -> Type {
    columns.iter().fold(array.clone(), |of, column| hypernet::column_of(&of, column))
}

/// The type of what is so many indices deep in an array.
pub(super) fn element_in(array: &Type, depth: usize) -> Option<&Type> {
    (0..depth).try_fold(array, |ty, _| if let Type::Array(element) = ty { Some(&**element) } else { None })
}
