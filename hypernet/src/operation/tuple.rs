//! Tuples: several stems in one, and back.

use std::sync::Arc;

use crate::types::Type;

fn parts_mut(parts: &mut Arc<[Type]>, change: &mut dyn FnMut(&mut Type)) {
    let mut all = parts.to_vec();
    all.iter_mut().for_each(change);
    *parts = all.into();
}

/// Groups stems in one.
pub(super) mod pack {
    use std::sync::Arc;

    use crate::operation::prelude::*;

    pub(in crate::operation) fn signature(parts: &Arc<[Type]>) -> (Vec<Type>, Vec<Type>) {
        (parts.to_vec(), vec![Type::Tuple(parts.clone())])
    }

    pub(in crate::operation) fn fits(_: &Arc<[Type]>, _: Agree) -> Result<(), &'static str> {
        Ok(())
    }

    pub(in crate::operation) fn types_mut(parts: &mut Arc<[Type]>, change: &mut dyn FnMut(&mut Type)) {
        super::parts_mut(parts, change);
    }

    pub(in crate::operation) fn nature(parts: &Arc<[Type]>) -> Nature {
        Nature { effect: Effect::None, copying: Copying::Parts, runs: 0..0, linear: Linear::InAll(0..parts.len()) }
    }

    /// From the tuple of the parts' grouped sensitivities to the bundle of each.
    pub(in crate::operation) fn derivative(parts: &Arc<[Type]>) -> Derivative<'_> {
        Derivative::Pullback(Pullback::moving(|moving| {
            let d = moving.sensitivity(0);
            let groups = moving.builder.op(Operation::Unpack(grouped(parts)), &d)?;
            let mut outputs = Vec::with_capacity(parts.len());
            for (part, group) in parts.iter().zip(groups) {
                let bundle = bundle(part);
                if bundle.len() == 1 {
                    outputs.push(group);
                } else {
                    outputs.extend(moving.builder.op(Operation::Unpack(bundle.into()), &[group])?);
                }
            }
            Ok(outputs)
        }))
    }

    #[cfg(feature = "evaluate")]
    pub(in crate::operation) fn meaning(
        parts: &Arc<[Type]>,
        operands: Vec<Datum>,
        _: &Environment,
    ) -> Result<Outcome, EvaluateError> {
        if operands.len() != parts.len() {
            return Err(count(parts.len(), operands.len()));
        }
        one(Datum::Tuple(operands))
    }

    #[cfg(feature = "text")]
    pub(in crate::operation) fn syntax(word: &str) -> Option<Syntax> {
        (word == "pack").then_some(Syntax::word(all))
    }

    #[cfg(feature = "text")]
    pub(in crate::operation) fn read(written: &Written) -> Option<Operation> {
        Some(Operation::Pack(written.types.clone().into()))
    }

    #[cfg(feature = "text")]
    pub(in crate::operation) fn write(parts: &Arc<[Type]>) -> Written {
        Written::new("pack", parts.to_vec())
    }

    #[cfg(feature = "draw")]
    pub(in crate::operation) fn symbol(_: &Arc<[Type]>) -> Symbol {
        Symbol::Bar("pack")
    }
}

/// Takes a group apart.
pub(super) mod unpack {
    use std::sync::Arc;

    use crate::operation::prelude::*;

    pub(in crate::operation) fn signature(parts: &Arc<[Type]>) -> (Vec<Type>, Vec<Type>) {
        (vec![Type::Tuple(parts.clone())], parts.to_vec())
    }

    pub(in crate::operation) fn fits(_: &Arc<[Type]>, _: Agree) -> Result<(), &'static str> {
        Ok(())
    }

    pub(in crate::operation) fn types_mut(parts: &mut Arc<[Type]>, change: &mut dyn FnMut(&mut Type)) {
        super::parts_mut(parts, change);
    }

    pub(in crate::operation) fn nature(_: &Arc<[Type]>) -> Nature {
        Nature { effect: Effect::None, copying: Copying::Result, runs: 0..0, linear: Linear::InAll(0..1) }
    }

    /// From the bundle of each part's sensitivity to the tuple of the grouped ones.
    pub(in crate::operation) fn derivative(parts: &Arc<[Type]>) -> Derivative<'_> {
        Derivative::Pullback(Pullback::moving(|moving| {
            let mut groups = Vec::with_capacity(parts.len());
            for (at, part) in parts.iter().enumerate() {
                let d = moving.sensitivity(at);
                groups.push(match d.as_slice() {
                    &[single] => single,
                    several => moving.builder.op1(Operation::Pack(bundle(part).into()), several)?,
                });
            }
            Ok(vec![moving.builder.op1(Operation::Pack(grouped(parts)), &groups)?])
        }))
    }

    #[cfg(feature = "evaluate")]
    pub(in crate::operation) fn meaning(
        parts: &Arc<[Type]>,
        given: Vec<Datum>,
        _: &Environment,
    ) -> Result<Outcome, EvaluateError> {
        match operands(given)? {
            [Datum::Tuple(values)] if parts.len() == values.len() => Ok(Outcome::Results(values)),
            [other] => Err(machine::mismatch(&Type::Tuple(parts.clone()), &other)),
        }
    }

    #[cfg(feature = "text")]
    pub(in crate::operation) fn syntax(word: &str) -> Option<Syntax> {
        (word == "unpack").then_some(Syntax::word(|operands| match operands {
            [Type::Tuple(parts)] => Some(parts.to_vec()),
            _ => None,
        }))
    }

    #[cfg(feature = "text")]
    pub(in crate::operation) fn read(written: &Written) -> Option<Operation> {
        Some(Operation::Unpack(written.types.clone().into()))
    }

    #[cfg(feature = "text")]
    pub(in crate::operation) fn write(parts: &Arc<[Type]>) -> Written {
        Written::new("unpack", parts.to_vec())
    }

    #[cfg(feature = "draw")]
    pub(in crate::operation) fn symbol(_: &Arc<[Type]>) -> Symbol {
        Symbol::Bar("unpack")
    }
}
