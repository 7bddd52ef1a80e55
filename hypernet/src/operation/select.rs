//! A choice between two values that are both there: `bool ++ T ++ T -> T`.

use super::prelude::*;

pub(super) fn signature(ty: &Type) -> (Vec<Type>, Vec<Type>) {
    (vec![Type::bool(), ty.clone(), ty.clone()], vec![ty.clone()])
}

pub(super) fn fits(_: &Type, _: Agree) -> Result<(), &'static str> {
    Ok(())
}

pub(super) fn types_mut(ty: &mut Type, change: &mut dyn FnMut(&mut Type)) {
    change(ty);
}

pub(super) fn nature(_: &Type) -> Nature {
    Nature { effect: Effect::None, copying: Copying::Result, runs: 0..0, linear: Linear::InAll(1..3) }
}

/// The chosen operand gets the sensitivity, the other gets zero.
pub(super) fn derivative(ty: &Type) -> Derivative<'_> {
    Derivative::Pullback(Pullback::moving(|moving| {
        let condition = moving.operand(0);
        let (mut first, mut second) = (Vec::new(), Vec::new());
        for (ty, d) in bundle(ty).into_iter().zip(moving.sensitivity(0)) {
            let zero = moving.zero(ty.clone())?;
            let select = Operation::Select(ty);
            first.push(moving.builder.op1(select.clone(), &[condition, d, zero])?);
            second.push(moving.builder.op1(select, &[condition, zero, d])?);
        }
        first.extend(second);
        Ok(first)
    }))
}

#[cfg(feature = "evaluate")]
pub(super) fn meaning(_: &Type, given: Vec<Datum>, _: &Environment) -> Result<Outcome, EvaluateError> {
    let [condition, a, b] = operands(given)?;
    one(if machine::truth(&condition)? { a } else { b })
}

#[cfg(feature = "text")]
pub(super) fn syntax(word: &str) -> Option<Syntax> {
    (word == "select").then_some(Syntax::word(|operands| Some(vec![operands.get(1)?.clone()])))
}

#[cfg(feature = "text")]
pub(super) fn read(written: &Written) -> Option<Operation> {
    Some(Operation::Select(written.ty()?.clone()))
}

#[cfg(feature = "text")]
pub(super) fn write(ty: &Type) -> Written {
    Written::new("select", vec![ty.clone()])
}

#[cfg(feature = "draw")]
pub(super) fn symbol(_: &Type) -> Symbol {
    Symbol::Box("select".to_owned())
}
