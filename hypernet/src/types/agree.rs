//! Which types agree: whether wires of two types may be joined.

use std::sync::Arc;

use super::{Captures, Type, TypeName};

/// How types have to agree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Agree {
    /// They are the same, as far as it is known what functions captured: captures that one of the types does not say agree
    /// with any. Each net that is built, and its adjoint, is made of types that agree like this.
    UpToCaptures,
    /// As that, and a type of the host language that is [unnamed](TypeName::Unnamed) or numbered agrees with any of the same kind
    /// that it can turn out to be.
    ///
    /// So it is in a net that has been simplified. What a struct holds is unnamed where it is taken out of a struct of which
    /// only the host language knows the type, and has a type of its own where it was put in. Where the two meet, a law joins
    /// their wires, and nobody tells the rest of the net.
    UpToNames,
}

impl Type {
    /// Whether two wires of these types may be joined.
    #[must_use]
    pub fn agrees_with(&self, other: &Self, how: Agree) -> bool {
        match how {
            Agree::UpToCaptures => {}
            Agree::UpToNames => {
                if self.stands_for(other) || other.stands_for(self) {
                    return true;
                }
            }
        }
        match (self, other) {
            (Self::Function(a), Self::Function(b)) => {
                Arc::ptr_eq(a, b)
                    || (a.seeds == b.seeds
                        && a.keeps == b.keeps
                        && agree(&a.params, &b.params, how)
                        && agree(&a.results, &b.results, how)
                        && a.captures.agree_with(&b.captures, how))
            }
            (Self::Option(a), Self::Option(b))
            | (Self::Tape(a), Self::Tape(b))
            | (Self::Array(a), Self::Array(b))
            | (Self::Undone(a), Self::Undone(b))
            | (Self::Look(a), Self::Look(b)) => a.agrees_with(b, how),
            (Self::Tuple(a), Self::Tuple(b)) => Arc::ptr_eq(a, b) || agree(a, b, how),
            (Self::Real(a), Self::Real(b)) => a == b,
            (Self::Discrete(a), Self::Discrete(b))
            | (Self::Opaque(a), Self::Opaque(b))
            | (Self::Cotangent(a), Self::Cotangent(b)) => a == b,
            (Self::World, Self::World) => true,
            (
                Self::Function(_)
                | Self::Option(_)
                | Self::Tape(_)
                | Self::Array(_)
                | Self::Look(_)
                | Self::Undone(_)
                | Self::Tuple(_)
                | Self::Real(_)
                | Self::Discrete(_)
                | Self::Opaque(_)
                | Self::Cotangent(_)
                | Self::World,
                _,
            ) => false,
        }
    }

    /// Whether this is a type that only the compiler of the host language knows, and may be the other.
    fn stands_for(&self, other: &Self) -> bool {
        match (self, other) {
            (
                Self::Opaque(name),
                Self::Real(_) | Self::Discrete(_) | Self::Opaque(_) | Self::Cotangent(_) | Self::Tuple(_),
            )
            | (Self::Cotangent(name), Self::Real(_) | Self::Cotangent(_) | Self::Tuple(_)) => {
                *name == TypeName::Unnamed && other.is_first_order()
            }
            // Several numbers may stand for one type, until the host language is asked.
            (Self::Discrete(name), Self::Discrete(_)) => matches!(name, TypeName::Unnamed | TypeName::Numbered(_)),
            (
                Self::Opaque(_),
                Self::Function(_)
                | Self::Option(_)
                | Self::Tape(_)
                | Self::Array(_)
                | Self::Look(_)
                | Self::Undone(_)
                | Self::World,
            )
            | (
                Self::Cotangent(_),
                Self::Discrete(_)
                | Self::Opaque(_)
                | Self::Function(_)
                | Self::Option(_)
                | Self::Tape(_)
                | Self::Array(_)
                | Self::Look(_)
                | Self::Undone(_)
                | Self::World,
            )
            | (
                Self::Discrete(_),
                Self::Real(_)
                | Self::Opaque(_)
                | Self::Cotangent(_)
                | Self::Tuple(_)
                | Self::Function(_)
                | Self::Option(_)
                | Self::Tape(_)
                | Self::Array(_)
                | Self::Look(_)
                | Self::Undone(_)
                | Self::World,
            )
            | (
                Self::Real(_)
                | Self::Tuple(_)
                | Self::Function(_)
                | Self::Option(_)
                | Self::Tape(_)
                | Self::Array(_)
                | Self::Look(_)
                | Self::Undone(_)
                | Self::World,
                _,
            ) => false,
        }
    }
}

impl Captures {
    fn agree_with(&self, other: &Self, how: Agree) -> bool {
        match (self, other) {
            (Self::Known(a), Self::Known(b)) => agree(a, b, how),
            (Self::Open | Self::Residual, _) | (_, Self::Open | Self::Residual) => true,
        }
    }
}

/// Whether two bundles agree, type by type.
pub(crate) fn agree(a: &[Type], b: &[Type], how: Agree) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.agrees_with(b, how))
}
