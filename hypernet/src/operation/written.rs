//! How operations stand in the textual form.

use super::{Constant, Name, Type};

/// An operation as it stands in the textual form: `word head<types> operands tail`.
pub(crate) struct Written {
    pub(crate) word: String,
    pub(crate) head: Head,
    /// Its types: they are written where those of the operands do not say them.
    pub(crate) types: Vec<Type>,
    pub(crate) tail: Tail,
}

/// What stands between the word of an operation and its operands.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Head {
    Nothing,
    /// A constant.
    Constant(Constant),
    /// `name@3`, what the host language calls number 3. A name that is a list is in backticks always.
    Host {
        name: Name,
        id: u32,
        list: bool,
    },
}

/// What stands after the operands.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Tail {
    Nothing,
    /// `: T`
    Type(Type),
    /// `-> B`
    Results(Vec<Type>),
}

/// What stands beside the word of an operation.
#[derive(Clone, Copy)]
pub(crate) struct Syntax {
    pub(crate) head: HeadKind,
    pub(crate) tail: TailKind,
    /// The types that it has if these are its operands'.
    pub(crate) inferred: fn(&[Type]) -> Option<Vec<Type>>,
}

/// The kind of a [`Head`].
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum HeadKind {
    Nothing,
    Constant,
    Host,
}

/// The kind of a [`Tail`].
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum TailKind {
    Nothing,
    Type,
    Results,
}

impl Syntax {
    /// A word and its operands.
    pub(super) const fn word(inferred: fn(&[Type]) -> Option<Vec<Type>>) -> Self {
        Self { head: HeadKind::Nothing, tail: TailKind::Nothing, inferred }
    }

    /// `word: T`, without operands.
    pub(super) const CONSTANT: Self = Self { tail: TailKind::Type, ..Self::word(nothing) };

    /// `word name@3 operands -> B`, of the types of the operands.
    pub(super) const HOST: Self = Self { head: HeadKind::Host, tail: TailKind::Results, inferred: all };
}

/// No types are written.
pub(super) fn nothing(_: &[Type]) -> Option<Vec<Type>> {
    Some(Vec::new())
}

/// The types of all operands.
pub(super) fn all(operands: &[Type]) -> Option<Vec<Type>> {
    Some(operands.to_vec())
}

/// The type of the first operand.
pub(super) fn first(operands: &[Type]) -> Option<Vec<Type>> {
    Some(vec![operands.first()?.clone()])
}

impl Written {
    pub(super) fn new(word: &str, types: Vec<Type>) -> Self {
        Self { word: word.to_owned(), head: Head::Nothing, types, tail: Tail::Nothing }
    }

    /// The type, if there is one.
    pub(super) fn ty(&self) -> Option<&Type> {
        match self.types.as_slice() {
            [ty] => Some(ty),
            _ => None,
        }
    }

    /// The type after the operands.
    pub(super) fn tail_type(&self) -> Option<&Type> {
        match &self.tail {
            Tail::Type(ty) => Some(ty),
            Tail::Nothing | Tail::Results(_) => None,
        }
    }

    /// The name and the number of the host language, and the types after the arrow.
    pub(super) fn host(&self) -> Option<(&Name, u32, &[Type])> {
        match (&self.head, &self.tail) {
            (Head::Host { name, id, .. }, Tail::Results(results)) => Some((name, *id, results)),
            _ => None,
        }
    }
}
