//! Conversions between scalars: `from -> to`.

use super::{
    Copying, Derivative, Effect, Nature, Operation, Symbol, Syntax, Tail, TailKind, Written, first, one, operands,
};
use crate::evaluate::{Datum, Environment, EvaluateError, Outcome, scalar};
use crate::pullback::Pullback;
use crate::types::Type;

pub(super) fn signature(from: &Type, to: &Type) -> (Vec<Type>, Vec<Type>) {
    (vec![from.clone()], vec![to.clone()])
}

pub(super) fn fits(_: &Type, _: &Type) -> Result<(), &'static str> {
    Ok(())
}

pub(super) fn types_mut(from: &mut Type, to: &mut Type, change: &mut dyn FnMut(&mut Type)) {
    change(from);
    change(to);
}

pub(super) fn nature(_: &Type, _: &Type) -> Nature {
    Nature { effect: Effect::None, copying: Copying::Result, runs: 0..0 }
}

/// Between reals, the sensitivity is converted back. All else is constant between its jumps.
pub(super) fn derivative<'a>(from: &'a Type, to: &'a Type) -> Derivative<'a> {
    if !matches!((from, to), (Type::Real(_), Type::Real(_))) {
        return Derivative::Zero;
    }
    Derivative::Pullback(Pullback::moving(|moving| {
        let d = moving.sensitivity(0);
        moving.builder.op(Operation::Cast(to.clone(), from.clone()), &d)
    }))
}

pub(super) fn meaning(from: &Type, to: &Type, given: Vec<Datum>, _: &Environment) -> Result<Outcome, EvaluateError> {
    let [value] = operands(given)?;
    one(scalar::cast(from, to, &value)?)
}

pub(super) fn syntax(word: &str) -> Option<Syntax> {
    (word == "cast").then_some(Syntax { tail: TailKind::Type, ..Syntax::word(first) })
}

pub(super) fn read(written: &Written) -> Option<Operation> {
    Some(Operation::Cast(written.ty()?.clone(), written.tail_type()?.clone()))
}

pub(super) fn write(from: &Type, to: &Type) -> Written {
    Written { tail: Tail::Type(to.clone()), ..Written::new("cast", vec![from.clone()]) }
}

pub(super) fn symbol(_: &Type, to: &Type) -> Symbol {
    Symbol::Box(format!("as {}", to.short()))
}
