//! Conversions between scalars: `from -> to`.

use super::prelude::*;

pub(super) fn signature(from: &Type, to: &Type) -> (Vec<Type>, Vec<Type>) {
    (vec![from.clone()], vec![to.clone()])
}

pub(super) fn fits(_: &Type, _: &Type, _: Agree) -> Result<(), &'static str> {
    Ok(())
}

pub(super) fn types_mut(from: &mut Type, to: &mut Type, change: &mut dyn FnMut(&mut Type)) {
    change(from);
    change(to);
}

pub(super) fn nature(from: &Type, to: &Type) -> Nature {
    let linear = if is_real(from, to) { Linear::InAll(0..1) } else { Linear::InNone };
    Nature { effect: Effect::None, copying: Copying::Result, runs: 0..0, linear }
}

fn is_real(from: &Type, to: &Type) -> bool {
    matches!((from, to), (Type::Real(_), Type::Real(_)))
}

/// Between reals, the sensitivity is converted back. All else is constant between its jumps.
pub(super) fn derivative<'a>(from: &'a Type, to: &'a Type) -> Derivative<'a> {
    if !is_real(from, to) {
        return Derivative::Zero;
    }
    Derivative::Pullback(Pullback::moving(|moving| {
        let d = moving.sensitivity(0);
        moving.builder.op(Operation::Cast(to.clone(), from.clone()), &d)
    }))
}

#[cfg(feature = "evaluate")]
pub(super) fn meaning(from: &Type, to: &Type, given: Vec<Datum>, _: &Environment) -> Result<Outcome, EvaluateError> {
    let [value] = operands(given)?;
    one(scalar::cast(from, to, &value)?)
}

#[cfg(feature = "text")]
pub(super) fn syntax(word: &str) -> Option<Syntax> {
    (word == "cast").then_some(Syntax { tail: TailKind::Type, ..Syntax::word(first) })
}

#[cfg(feature = "text")]
pub(super) fn read(written: &Written) -> Option<Operation> {
    Some(Operation::Cast(written.ty()?.clone(), written.tail_type()?.clone()))
}

#[cfg(feature = "text")]
pub(super) fn write(from: &Type, to: &Type) -> Written {
    Written { tail: Tail::Type(to.clone()), ..Written::new("cast", vec![from.clone()]) }
}

#[cfg(feature = "draw")]
pub(super) fn symbol(_: &Type, to: &Type) -> Symbol {
    Symbol::Box(format!("as {}", to.short()))
}
