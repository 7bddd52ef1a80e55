//! Parts of arrays as arguments of calls: `f(&a[i..j])`.
//!
//! The call looks at the part, and hands on the part alone for its accumulator: it is taken out of the array before the call and
//! put back after it.

use hypernet::{ArrayOp, Constant, Form, Operation, Position, Type, Value};
use proc_macro2::Span;

use super::supplied::Handed;
use super::value::Val;
use super::{Lowered, Lowering, WORLD};
use crate::diagnostic::refusal;
use crate::syntax::{ExprId, Kind, VarId};

/// A part of an array that is looked at.
#[derive(Clone)]
pub(super) struct Part {
    /// The variable that is the array, named here; none for an array of the host's.
    pub(super) of: Option<(VarId, ExprId)>,
    place: Position,
    bounds: Vec<Value>,
}

impl Lowering<'_, '_> {
    /// A look at a part of an array, if this refers to one.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is a part")]
    pub(super) fn part(&mut self, id: ExprId) -> Lowered<Option<Val>> {
        let function = self.function;
        let (array, bounds) = match &function.expr(id).kind {
            Kind::View(Form::Reference | Form::Referent, inside) => return self.part(*inside),
            Kind::Part(array, bounds) => (*array, *bounds),
            _ => return Ok(None),
        };
        let span = function.expr(id).span;
        let (Kind::Var(var), is_of_net) = (&function.expr(array).kind, self.array(array).is_some()) else {
            return Ok(None);
        };
        let (var, data) = (*var, self.data(*var));
        if !is_of_net && data.is_none() {
            return Ok(None);
        }
        let mut operands = Vec::with_capacity(2);
        for bound in [bounds.start, bounds.end].into_iter().flatten() {
            let bound = self.expr(bound)?;
            operands.push(Self::wire(&bound, span)?);
        }
        // The bounds may read the array too.
        let (of, ty, look) = if let Some(ty) = data {
            let value = self.variable(var, span)?;
            let given = Self::wire(&value, span)?;
            (None, ty.clone(), self.given(given, ty, span)?)
        } else {
            let Some(whole) = self.array_of(var) else { return Err(refusal::PART.on(span)) };
            let ty = self.builder.ty(whole).clone();
            let looked = self.op(Operation::Array(ArrayOp::Look, ty.clone()), &[whole], span)?;
            self.name_if_new(looked[0], &function.var(var).name.to_string());
            self.env.insert(var, Val::Wire(looked[0], true));
            (Some((var, id)), ty, looked[1])
        };
        if bounds.start.is_none() {
            let zero = Operation::Constant(Constant::Integer(0), Type::discrete("usize"));
            operands.insert(0, self.op1(zero, &[], span)?);
        }
        if bounds.end.is_none() {
            operands.push(self.op1(Operation::Array(ArrayOp::LookLen(Position::WHOLE), ty.clone()), &[look], span)?);
        }
        let place = self.checked(0).within(bounds.through);
        let mut all = vec![look];
        all.extend(&operands);
        if place.ordered {
            all.push(self.world(span)?);
        }
        let mut results = self.op(Operation::Array(ArrayOp::Part(place), ty), &all, span)?;
        if place.ordered
            && let Some(world) = results.pop()
        {
            self.env.insert(WORLD, Val::Wire(world, false));
        }
        let part = Part { of, place: place.reached(), bounds: operands };
        self.values.parts.insert(results[0], part);
        Ok(Some(Val::Wire(results[0], is_of_net)))
    }

    /// Whether a value is a look at a part of an array.
    pub(super) fn is_part(&self, value: &Val) -> bool {
        matches!(value, Val::Wire(wire, _) if self.values.parts.contains_key(wire))
    }

    pub(super) fn take_out(&mut self, part: &Part, whole: Value, span: Span) -> Lowered<[Value; 2]> {
        let ty = self.builder.ty(whole).clone();
        let operands = [&[whole], part.bounds.as_slice()].concat();
        let parts = self.op(Operation::Array(ArrayOp::Split(part.place), ty), &operands, span)?;
        Ok([parts[0], parts[1]])
    }

    pub(super) fn put_back(&mut self, part: &Part, parts: [Value; 2], span: Span) -> Lowered<Value> {
        let ty = self.builder.ty(parts[1]).clone();
        let operands = [parts.as_slice(), part.bounds.as_slice()].concat();
        self.op1(Operation::Array(ArrayOp::Join(part.place), ty), &operands, span)
    }

    /// Takes the parts that a call takes out of their arrays.
    pub(super) fn split(&mut self, handed: &mut Handed, span: Span) -> Lowered<()> {
        for handed in &mut handed.arrays {
            if let Some((part, rest)) = &mut handed.part {
                let [taken, left] = self.take_out(part, handed.array, span)?;
                (handed.array, *rest) = (taken, Some(left));
            }
        }
        Ok(())
    }
}
