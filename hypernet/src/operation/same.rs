//! One value under two types, of which only the host knows that they are one: `from -> to`.

use super::prelude::*;

pub(super) fn signature(from: &Type, to: &Type) -> (Vec<Type>, Vec<Type>) {
    (vec![from.clone()], vec![to.clone()])
}

/// A number or a value of which only the host knows the type, or data that is taken for one of these. No sensitivity is lost.
pub(super) fn fits(from: &Type, to: &Type, _: Agree) -> Result<(), &'static str> {
    match (from, to) {
        (Type::Real(_), Type::Opaque(_) | Type::Cotangent(_))
        | (Type::Opaque(_) | Type::Discrete(_), Type::Real(_) | Type::Opaque(_))
        | (Type::Cotangent(_), Type::Real(_) | Type::Cotangent(_)) => Ok(()),
        (_, _) => Err("these cannot be two types of one value"),
    }
}

pub(super) fn types_mut(from: &mut Type, to: &mut Type, change: &mut dyn FnMut(&mut Type)) {
    change(from);
    change(to);
}

pub(super) fn nature(_: &Type, _: &Type) -> Nature {
    Nature { effect: Effect::None, copying: Copying::Result, runs: 0..0, linear: Linear::InAll(0..1) }
}

/// The sensitivity goes through, under the other type.
pub(super) fn derivative<'a>(from: &'a Type, to: &'a Type) -> Derivative<'a> {
    if matches!(from, Type::Discrete(_)) {
        return Derivative::Zero;
    }
    let (Some(of_from), Some(of_to)) = (from.grouped_sensitivity(), to.grouped_sensitivity()) else {
        return Derivative::Missing;
    };
    Derivative::Pullback(Pullback::moving(|moving| {
        let d = moving.sensitivity(0);
        moving.builder.op(Operation::Same(of_to, of_from), &d)
    }))
}

#[cfg(feature = "evaluate")]
pub(super) fn meaning(_: &Type, _: &Type, given: Vec<Datum>, _: &Environment) -> Result<Outcome, EvaluateError> {
    let [value] = operands(given)?;
    one(value)
}

#[cfg(feature = "text")]
pub(super) fn syntax(word: &str) -> Option<Syntax> {
    (word == "same").then_some(Syntax { tail: TailKind::Type, ..Syntax::word(first) })
}

#[cfg(feature = "text")]
pub(super) fn read(written: &Written) -> Option<Operation> {
    Some(Operation::Same(written.ty()?.clone(), written.tail_type()?.clone()))
}

#[cfg(feature = "text")]
pub(super) fn write(from: &Type, to: &Type) -> Written {
    Written { tail: Tail::Type(to.clone()), ..Written::new("same", vec![from.clone()]) }
}

#[cfg(feature = "draw")]
pub(super) fn symbol(_: &Type, to: &Type) -> Symbol {
    Symbol::Box(format!(": {}", to.short()))
}
