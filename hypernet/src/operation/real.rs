//! Primitives of the real vocabulary, as operations. What each of them is stands in the table of [`primitive`](crate::primitive).

use super::prelude::*;
use crate::primitive::Primitive;

pub(super) fn signature(primitive: &Primitive, scalar: &Name) -> (Vec<Type>, Vec<Type>) {
    primitive.signature(scalar)
}

pub(super) fn fits(_: &Primitive, _: &Name, _: Agree) -> Result<(), &'static str> {
    Ok(())
}

pub(super) fn types_mut(_: &mut Primitive, _: &mut Name, _: &mut dyn FnMut(&mut Type)) {}

pub(super) fn nature(primitive: &Primitive, _: &Name) -> Nature {
    let effect = if primitive.may_panic() { Effect::MayPanic } else { Effect::None };
    Nature { effect, copying: Copying::Result, runs: 0..0, linear: primitive.linear() }
}

pub(super) fn derivative<'a>(primitive: &Primitive, scalar: &'a Name) -> Derivative<'a> {
    Derivative::Pullback(Pullback::Rule(*primitive, scalar))
}

#[cfg(feature = "evaluate")]
pub(super) fn meaning(
    primitive: &Primitive,
    scalar: &Name,
    operands: Vec<Datum>,
    _: &Environment,
) -> Result<Outcome, EvaluateError> {
    scalar::primitive(*primitive, scalar, &operands).map(Outcome::Results)
}

#[cfg(feature = "text")]
pub(super) fn syntax(word: &str) -> Option<Syntax> {
    Primitive::by_name(word).map(|_| Syntax::word(first))
}

#[cfg(feature = "text")]
pub(super) fn read(written: &Written) -> Option<Operation> {
    let Type::Real(scalar) = written.ty()? else { return None };
    Some(Operation::Primitive(Primitive::by_name(&written.word)?, scalar.clone()))
}

#[cfg(feature = "text")]
pub(super) fn write(primitive: &Primitive, scalar: &Name) -> Written {
    Written::new(primitive.name(), vec![Type::Real(scalar.clone())])
}

#[cfg(feature = "draw")]
#[expect(clippy::wildcard_enum_match_arm, reason = "a primitive is drawn by its name, if it has no sign")]
pub(super) fn symbol(primitive: &Primitive, _: &Name) -> Symbol {
    Symbol::Box(
        match primitive {
            Primitive::Add => "+",
            Primitive::Sub | Primitive::Neg => "−",
            Primitive::Mul => "×",
            Primitive::Div => "÷",
            Primitive::Rem => "%",
            other => other.name(),
        }
        .to_owned(),
    )
}
