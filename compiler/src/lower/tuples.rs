//! Tuples in arrays: there a tuple is one value, as a struct is; anywhere else it is its parts.

use std::sync::Arc;

use hypernet::{ArrayOp, Field, Operation, Position, Record, Type, Value};
use proc_macro2::{Span, TokenStream};
use quote::quote;

use super::columns::ElementPlace;
use super::value::Val;
use super::{Lowered, Lowering, has_tangent};
use crate::diagnostic::refusal;
use crate::program::{RecordCode, RecordForm};
use crate::syntax::{Arithmetic, ExprId, Ty, VarId};

impl Lowering<'_, '_> {
    /// The wire of what becomes an element of an array: a tuple is put together.
    pub(super) fn element_wire(&mut self, value: &Val, span: Span) -> Lowered<Value> {
        let parts = match value {
            Val::Tuple(parts) if !parts.is_empty() => parts,
            Val::Wire(..) => return self.boundary(value, span),
            Val::Tuple(_) | Val::Function(_) => return Self::wire(value, span),
        };
        let wires = parts.iter().map(|part| self.element_wire(part, span)).collect::<Lowered<Vec<_>>>()?;
        let types: Vec<Type> = wires.iter().map(|&wire| self.builder.ty(wire).clone()).collect();
        let form = RecordForm::Tuple(types.iter().map(has_tangent).collect());
        let fields = types.into_iter().enumerate().map(|(at, ty)| (Field::new(&at.to_string()), ty)).collect();
        let record = self.record_in(quote!(_), form, fields);
        self.op1(Operation::Record(record), &wires, span)
    }

    /// The value of an element of this type, which stands on one wire: the parts of a tuple.
    pub(super) fn element_parts(&mut self, element: Value, ty: &Ty, span: Span) -> Lowered<Val> {
        let Ty::Tuple(parts) = self.types.resolve(ty) else {
            let ty = self.builder.ty(element).clone();
            return Ok(Self::leaf(element, &ty, true));
        };
        let types: Vec<Type> = parts.iter().map(|part| self.type_in_element(part)).collect();
        let tangents: Vec<bool> = types.iter().map(has_tangent).collect();
        let mut values = Vec::with_capacity(parts.len());
        for ((at, ty), part) in types.into_iter().enumerate().zip(&parts) {
            if ty.is_array() {
                return Err(refusal::ARRAY_IN_ELEMENT.on(span));
            }
            let form = RecordForm::Tuple(tangents.clone());
            let record = self.record_in(quote!(_), form, vec![(Field::new(&at.to_string()), ty)]);
            let value = self.op1(Operation::Project(record), &[element], span)?;
            values.push(self.element_parts(value, part, span)?);
        }
        Ok(Val::Tuple(values))
    }

    /// The type of a part of an element.
    fn type_in_element(&self, part: &Ty) -> Type {
        match self.types.resolve(part) {
            Ty::Tuple(_) => Type::unnamed(),
            part @ (Ty::Var(_) | Ty::Real(_) | Ty::Discrete(_) | Ty::Opaque(_) | Ty::Array(_) | Ty::Fn(_)) => {
                self.active_shape(&part).grouped()
            }
        }
    }

    /// A tuple that is an element of an array of the net's, or a part of one in it, if this is one: each part is read where it is.
    pub(super) fn tuple_in_array(&mut self, id: ExprId, span: Span) -> Lowered<Option<Val>> {
        let (element, way) = self.struct_and_fields(id);
        let ty = self.types.expr(id);
        let is_in_tuple = matches!(ty, Ty::Tuple(_)) || matches!(self.types.expr(element), Ty::Tuple(_));
        if !is_in_tuple || !self.is_struct_of_net(element) {
            return Ok(None);
        }
        if let Some(lent) = self.reference_of_host(id, span)? {
            return Ok(Some(lent));
        }
        if let Ty::Array(_) = ty {
            // It is `Copy`, by value.
            let Some(place) = self.array_place(id, span)? else { return Err(refusal::ARRAY_IN_ELEMENT.on(span)) };
            let second = self.second_of(&place, hypernet::Cloned::Same, span)?;
            return Ok(Some(Val::Wire(second, true)));
        }
        let mut at = self.place_of_element(element, span)?;
        self.parts_there(&mut at, &way, &ty, span).map(Some)
    }

    fn parts_there(&mut self, at: &mut ElementPlace, way: &[String], ty: &Ty, span: Span) -> Lowered<Val> {
        if let Ty::Tuple(parts) = self.types.resolve(ty) {
            let part = |(index, part): (usize, &Ty)| {
                let way = [way, &[index.to_string()]].concat();
                self.parts_there(at, &way, part, span)
            };
            return Ok(Val::Tuple(parts.iter().enumerate().map(part).collect::<Lowered<_>>()?));
        }
        let (field, ty): (Field, Type) = (way.iter().map(String::as_str).collect(), self.active_shape(ty).grouped());
        let record = self.column(&field, ty.clone(), span);
        let value = match &ty {
            Type::Real(_) | Type::Opaque(_) => {
                let columns = [&at.columns[..], &[record]].concat();
                let read = self.on_element(at.var, &columns, ArrayOp::Get(at.place), &at.operands, span)?;
                Val::Wire(read[0], true)
            }
            // It has no accumulator.
            Type::Discrete(_) => {
                let whole = self.on_element(at.var, &at.columns, ArrayOp::Get(at.place), &at.operands, span)?;
                Val::Wire(self.op1(Operation::Project(record), &whole[..1], span)?, false)
            }
            Type::Array(_) => return Err(refusal::ARRAY_IN_ELEMENT.on(span)),
            Type::Tuple(_)
            | Type::Function(_)
            | Type::Cotangent(_)
            | Type::Option(_)
            | Type::Tape(_)
            | Type::Look(_)
            | Type::Undone(_)
            | Type::World => return Err(refusal::WHOLE_ARRAY.on(span)),
        };
        // The first one has checked it.
        at.place = at.place.reached();
        Ok(value)
    }

    /// An assignment to a part without a tangent of a tuple in an array: the tuple is another one.
    pub(super) fn assign_without_tangent(
        &mut self,
        op: Option<(Arithmetic, ExprId)>,
        (var, place, indices): (VarId, Position, &[Value]),
        field: &Field,
        given: Value,
        span: Span,
    ) -> Lowered<Val> {
        let mut element = self.types.var(var);
        while let Ty::Array(inside) = element {
            element = self.types.resolve(&inside);
        }
        // Of a struct, it is not known whether it can be copied at no cost.
        if !is_tuple_of_numbers(&element) {
            return Err(refusal::ASSIGN_PLACE.on(span));
        }
        let before = self.on_element(var, &[], ArrayOp::Get(place), indices, span)?[0];
        let ty = self.builder.ty(given).clone();
        let record = self.column(field, ty, span);
        let value = match op {
            None => given,
            Some((op, at)) => {
                let part = self.op1(Operation::Project(record.clone()), &[before], span)?;
                let [part, given] = [part, given].map(|part| Val::Wire(part, false));
                let after = self.arithmetic(op, true, &part, &given, &self.types.expr(at), span)?;
                Self::wire(&after, span)?
            }
        };
        let after = self.op1(Operation::Update(record), &[before, value], span)?;
        let operands = [indices, &[after]].concat();
        let place = self.written_in_order(var, place.reached());
        self.on_element(var, &[], ArrayOp::Set(place), &operands, span)?;
        Ok(Val::unit())
    }

    /// Some fields of a struct or of a tuple.
    pub(super) fn record_in(&mut self, path: TokenStream, form: RecordForm, fields: Vec<(Field, Type)>) -> Arc<Record> {
        let id = self.code.record(RecordCode { path, constructor: None, form, forgets: false });
        Arc::new(Record { ty: Type::unnamed(), id, fields })
    }
}

/// Whether this is a tuple of nothing but numbers and what has no tangent.
fn is_tuple_of_numbers(ty: &Ty) -> bool {
    fn is_number(ty: &Ty) -> bool {
        match ty {
            Ty::Real(_) | Ty::Discrete(_) => true,
            Ty::Tuple(parts) => parts.iter().all(is_number),
            Ty::Var(_) | Ty::Opaque(_) | Ty::Array(_) | Ty::Fn(_) => false,
        }
    }
    matches!(ty, Ty::Tuple(_)) && is_number(ty)
}
