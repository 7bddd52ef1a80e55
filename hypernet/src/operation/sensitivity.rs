//! The commutative monoid of sensitivities: `⊕` and `0̄`.

/// `⊕`: `T ++ T -> T`.
pub(super) mod plus {
    use crate::operation::prelude::*;

    pub(in crate::operation) fn signature(ty: &Type) -> (Vec<Type>, Vec<Type>) {
        (vec![ty.clone(); 2], vec![ty.clone()])
    }

    pub(in crate::operation) fn fits(_: &Type, _: Agree) -> Result<(), &'static str> {
        Ok(())
    }

    pub(in crate::operation) fn types_mut(ty: &mut Type, change: &mut dyn FnMut(&mut Type)) {
        change(ty);
    }

    pub(in crate::operation) fn nature(_: &Type) -> Nature {
        Nature { effect: Effect::None, copying: Copying::Result, runs: 0..0, linear: Linear::InAll(0..2) }
    }

    /// Both get the sensitivity.
    pub(in crate::operation) fn derivative<'a>(_: &Type) -> Derivative<'a> {
        Derivative::Pullback(Pullback::moving(|moving| {
            let d = moving.sensitivity(0);
            Ok([d.clone(), d].concat())
        }))
    }

    #[cfg(feature = "evaluate")]
    pub(in crate::operation) fn meaning(
        ty: &Type,
        given: Vec<Datum>,
        _: &Environment,
    ) -> Result<Outcome, EvaluateError> {
        let [a, b] = operands(given)?;
        one(machine::plus(ty, &a, &b)?)
    }

    #[cfg(feature = "text")]
    pub(in crate::operation) fn syntax(word: &str) -> Option<Syntax> {
        (word == "plus").then_some(Syntax::word(first))
    }

    #[cfg(feature = "text")]
    pub(in crate::operation) fn read(written: &Written) -> Option<Operation> {
        Some(Operation::Plus(written.ty()?.clone()))
    }

    #[cfg(feature = "text")]
    pub(in crate::operation) fn write(ty: &Type) -> Written {
        Written::new("plus", vec![ty.clone()])
    }

    #[cfg(feature = "draw")]
    pub(in crate::operation) fn symbol(_: &Type) -> Symbol {
        Symbol::Box("⊕".to_owned())
    }
}

/// `0̄`: `[] -> T`.
pub(super) mod zero {
    use crate::operation::prelude::*;

    pub(in crate::operation) fn signature(ty: &Type) -> (Vec<Type>, Vec<Type>) {
        (Vec::new(), vec![ty.clone()])
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

    pub(in crate::operation) fn derivative<'a>(_: &Type) -> Derivative<'a> {
        Derivative::Zero
    }

    #[cfg(feature = "evaluate")]
    pub(in crate::operation) fn meaning(
        ty: &Type,
        given: Vec<Datum>,
        _: &Environment,
    ) -> Result<Outcome, EvaluateError> {
        let [] = operands(given)?;
        one(machine::zero(ty)?)
    }

    #[cfg(feature = "text")]
    pub(in crate::operation) fn syntax(word: &str) -> Option<Syntax> {
        (word == "zero").then_some(Syntax::CONSTANT)
    }

    #[cfg(feature = "text")]
    pub(in crate::operation) fn read(written: &Written) -> Option<Operation> {
        Some(Operation::Zero(written.tail_type()?.clone()))
    }

    #[cfg(feature = "text")]
    pub(in crate::operation) fn write(ty: &Type) -> Written {
        Written { tail: Tail::Type(ty.clone()), ..Written::new("zero", Vec::new()) }
    }

    #[cfg(feature = "draw")]
    pub(in crate::operation) fn symbol(_: &Type) -> Symbol {
        Symbol::Triangle("0\u{304}".to_owned())
    }
}
