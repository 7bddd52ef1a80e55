//! What a branch leaves for later: a value, or nothing where another branch was taken.

use std::sync::Arc;

use crate::types::Type;

fn option(ty: &Type) -> Type {
    Type::Option(Arc::new(ty.clone()))
}

/// A value that a branch left: `T -> Option<T>`.
pub(super) mod present {
    use crate::operation::prelude::*;

    pub(in crate::operation) fn signature(ty: &Type) -> (Vec<Type>, Vec<Type>) {
        (vec![ty.clone()], vec![super::option(ty)])
    }

    pub(in crate::operation) fn fits(_: &Type, _: Agree) -> Result<(), &'static str> {
        Ok(())
    }

    pub(in crate::operation) fn types_mut(ty: &mut Type, change: &mut dyn FnMut(&mut Type)) {
        change(ty);
    }

    pub(in crate::operation) fn nature(_: &Type) -> Nature {
        Nature { effect: Effect::None, copying: Copying::Parts, runs: 0..0, linear: Linear::InNone }
    }

    pub(in crate::operation) fn derivative<'a>(_: &Type) -> Derivative<'a> {
        Derivative::Pullback(Pullback::moving(|moving| Ok(moving.sensitivity(0))))
    }

    #[cfg(feature = "evaluate")]
    pub(in crate::operation) fn meaning(
        _: &Type,
        given: Vec<Datum>,
        _: &Environment,
    ) -> Result<Outcome, EvaluateError> {
        let [value] = operands(given)?;
        one(Datum::Option(Some(Box::new(value))))
    }

    #[cfg(feature = "text")]
    pub(in crate::operation) fn syntax(word: &str) -> Option<Syntax> {
        (word == "present").then_some(Syntax::word(first))
    }

    #[cfg(feature = "text")]
    pub(in crate::operation) fn read(written: &Written) -> Option<Operation> {
        Some(Operation::Present(written.ty()?.clone()))
    }

    #[cfg(feature = "text")]
    pub(in crate::operation) fn write(ty: &Type) -> Written {
        Written::new("present", vec![ty.clone()])
    }

    #[cfg(feature = "draw")]
    pub(in crate::operation) fn symbol(_: &Type) -> Symbol {
        Symbol::Box("present".to_owned())
    }
}

/// That another branch was taken: `[] -> Option<T>`.
pub(super) mod absent {
    use crate::operation::prelude::*;

    pub(in crate::operation) fn signature(ty: &Type) -> (Vec<Type>, Vec<Type>) {
        (Vec::new(), vec![super::option(ty)])
    }

    pub(in crate::operation) fn fits(_: &Type, _: Agree) -> Result<(), &'static str> {
        Ok(())
    }

    pub(in crate::operation) fn types_mut(ty: &mut Type, change: &mut dyn FnMut(&mut Type)) {
        change(ty);
    }

    pub(in crate::operation) fn nature(_: &Type) -> Nature {
        Nature { effect: Effect::None, copying: Copying::Anew, runs: 0..0, linear: Linear::InNone }
    }

    /// Nobody reads what it would get.
    pub(in crate::operation) fn derivative<'a>(_: &Type) -> Derivative<'a> {
        Derivative::Zero
    }

    #[cfg(feature = "evaluate")]
    pub(in crate::operation) fn meaning(
        _: &Type,
        given: Vec<Datum>,
        _: &Environment,
    ) -> Result<Outcome, EvaluateError> {
        let [] = operands(given)?;
        one(Datum::Option(None))
    }

    #[cfg(feature = "text")]
    pub(in crate::operation) fn syntax(word: &str) -> Option<Syntax> {
        (word == "absent").then_some(Syntax::CONSTANT)
    }

    #[cfg(feature = "text")]
    pub(in crate::operation) fn read(written: &Written) -> Option<Operation> {
        Some(Operation::Absent(written.tail_type()?.clone()))
    }

    #[cfg(feature = "text")]
    pub(in crate::operation) fn write(ty: &Type) -> Written {
        Written { tail: Tail::Type(ty.clone()), ..Written::new("absent", Vec::new()) }
    }

    #[cfg(feature = "draw")]
    pub(in crate::operation) fn symbol(_: &Type) -> Symbol {
        Symbol::Triangle("absent".to_owned())
    }
}

/// The value, where the branch that left it is known to have been taken: `Option<T> -> T`.
pub(super) mod expect {
    use crate::operation::prelude::*;

    pub(in crate::operation) fn signature(ty: &Type) -> (Vec<Type>, Vec<Type>) {
        (vec![super::option(ty)], vec![ty.clone()])
    }

    pub(in crate::operation) fn fits(_: &Type, _: Agree) -> Result<(), &'static str> {
        Ok(())
    }

    pub(in crate::operation) fn types_mut(ty: &mut Type, change: &mut dyn FnMut(&mut Type)) {
        change(ty);
    }

    /// It stands only where the value is there, so it does not panic.
    pub(in crate::operation) fn nature(_: &Type) -> Nature {
        Nature { effect: Effect::None, copying: Copying::Result, runs: 0..0, linear: Linear::InNone }
    }

    pub(in crate::operation) fn derivative<'a>(_: &Type) -> Derivative<'a> {
        Derivative::Pullback(Pullback::moving(|moving| Ok(moving.sensitivity(0))))
    }

    #[cfg(feature = "evaluate")]
    pub(in crate::operation) fn meaning(
        ty: &Type,
        given: Vec<Datum>,
        _: &Environment,
    ) -> Result<Outcome, EvaluateError> {
        match operands(given)? {
            [Datum::Option(Some(value))] => one(*value),
            [Datum::Option(None)] => Err(EvaluateError::Panic("nothing where a value is expected")),
            [other] => Err(machine::mismatch(&super::option(ty), &other)),
        }
    }

    #[cfg(feature = "text")]
    pub(in crate::operation) fn syntax(word: &str) -> Option<Syntax> {
        (word == "expect").then_some(Syntax::word(|operands| match operands {
            [Type::Option(ty)] => Some(vec![(**ty).clone()]),
            _ => None,
        }))
    }

    #[cfg(feature = "text")]
    pub(in crate::operation) fn read(written: &Written) -> Option<Operation> {
        Some(Operation::Expect(written.ty()?.clone()))
    }

    #[cfg(feature = "text")]
    pub(in crate::operation) fn write(ty: &Type) -> Written {
        Written::new("expect", vec![ty.clone()])
    }

    #[cfg(feature = "draw")]
    pub(in crate::operation) fn symbol(_: &Type) -> Symbol {
        Symbol::Box("expect".to_owned())
    }
}
