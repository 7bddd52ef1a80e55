//! Constants of the calculus.

use std::hash::{Hash, Hasher};

use super::prelude::*;

/// A constant of the calculus. Two are equal if no bit of them differs.
#[derive(Clone, Debug)]
pub enum Constant {
    /// A real number.
    Real {
        /// Its value, rounded to `f64`.
        value: f64,
        /// The literal as the user wrote it, without a suffix, so that no digit is lost.
        text: Name,
    },
    /// An integer.
    Integer(i128),
    /// A truth value.
    Bool(bool),
    /// A constant of the host language, by name (`PI`, `GAIN`, `T::epsilon()`); `id` is the host's own number.
    Named {
        /// What to call it in text and drawings.
        name: Name,
        /// The host's number for it.
        id: u32,
    },
}

/// What makes a constant what it is.
#[derive(PartialEq, Eq, Hash)]
enum Bits<'a> {
    Real(u64, &'a Name),
    Integer(i128),
    Bool(bool),
    Named(&'a Name, u32),
}

impl Constant {
    /// The real number with the shortest decimal form that gives `value` back.
    #[must_use]
    pub fn real(value: f64) -> Self {
        Self::Real { value, text: format!("{value:?}").into() }
    }

    fn bits(&self) -> Bits<'_> {
        match self {
            Self::Real { value, text } => Bits::Real(value.to_bits(), text),
            Self::Integer(value) => Bits::Integer(*value),
            Self::Bool(value) => Bits::Bool(*value),
            Self::Named { name, id } => Bits::Named(name, *id),
        }
    }
}

impl PartialEq for Constant {
    fn eq(&self, other: &Self) -> bool {
        self.bits() == other.bits()
    }
}

impl Eq for Constant {}

impl Hash for Constant {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.bits().hash(state);
    }
}

pub(super) fn signature(_: &Constant, ty: &Type) -> (Vec<Type>, Vec<Type>) {
    (Vec::new(), vec![ty.clone()])
}

pub(super) fn fits(_: &Constant, _: &Type, _: Agree) -> Result<(), &'static str> {
    Ok(())
}

pub(super) fn types_mut(_: &mut Constant, ty: &mut Type, change: &mut dyn FnMut(&mut Type)) {
    change(ty);
}

pub(super) fn nature(_: &Constant, _: &Type) -> Nature {
    Nature { effect: Effect::None, copying: Copying::Anew, runs: 0..0, linear: Linear::InNone }
}

pub(super) fn derivative<'a>(_: &Constant, _: &Type) -> Derivative<'a> {
    Derivative::Zero
}

#[cfg(feature = "evaluate")]
pub(super) fn meaning(
    constant: &Constant,
    ty: &Type,
    given: Vec<Datum>,
    environment: &Environment,
) -> Result<Outcome, EvaluateError> {
    let [] = operands(given)?;
    one(match constant {
        Constant::Named { name, id } => scalar::conform(ty, environment.constant(name, *id)?)?,
        constant @ (Constant::Real { .. } | Constant::Integer(_) | Constant::Bool(_)) => {
            scalar::constant(constant, ty)?
        }
    })
}

#[cfg(feature = "text")]
pub(super) fn syntax(word: &str) -> Option<Syntax> {
    (word == "const").then_some(Syntax { head: HeadKind::Constant, tail: TailKind::Type, inferred: nothing })
}

#[cfg(feature = "text")]
pub(super) fn read(written: &Written) -> Option<Operation> {
    let (Head::Constant(constant), Tail::Type(ty)) = (&written.head, &written.tail) else { return None };
    Some(Operation::Constant(constant.clone(), ty.clone()))
}

#[cfg(feature = "text")]
pub(super) fn write(constant: &Constant, ty: &Type) -> Written {
    Written {
        head: Head::Constant(constant.clone()),
        tail: Tail::Type(ty.clone()),
        ..Written::new("const", Vec::new())
    }
}

#[cfg(feature = "draw")]
pub(super) fn symbol(constant: &Constant, _: &Type) -> Symbol {
    Symbol::Triangle(match constant {
        Constant::Real { text, .. } => text.to_string(),
        Constant::Integer(value) => value.to_string(),
        Constant::Bool(value) => value.to_string(),
        Constant::Named { name, .. } => name.to_string(),
    })
}
