//! The names of the equations of cartesian closed categories, and of the rules that use them.
//!
//! What the equations say, and the rules as spans, is in [`rewrite::laws`](crate::rewrite::laws), with the feature `rewrite`.

use std::fmt;

use crate::net::{EdgeId, WireId};

/// An equation of cartesian closed categories; see the [table](crate::rewrite::laws).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "the table of `rewrite::laws` says what they are")]
pub enum Law {
    CopyAssociative,
    CopyCommutative,
    CopyUnitLeft,
    CopyUnitRight,
    CopyNatural,
    DiscardNatural,
    Beta,
    Eta,
    CoevalNatural,
    EvalNatural,
    AbstractionFunctorial,
    PackUnpack,
    UnpackPack,
}

/// From left to right, or from right to left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Direction {
    /// The left side of the law is replaced by the right side.
    Forward,
    /// The right side of the law is replaced by the left side.
    Backward,
}

/// A law, used in one direction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rule {
    /// The law.
    pub law: Law,
    /// The direction.
    pub direction: Direction,
}

/// Where a rule is to be used.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Place {
    /// At an edge; which one is said at [`Rule::at`](crate::rewrite::laws).
    Edge(EdgeId),
    /// At a wire, where the side that is replaced is an identity.
    Wire(WireId),
}

impl Law {
    /// All laws, in the order of the [table](crate::rewrite::laws).
    pub const ALL: [Self; 13] = [
        Self::CopyAssociative,
        Self::CopyCommutative,
        Self::CopyUnitLeft,
        Self::CopyUnitRight,
        Self::CopyNatural,
        Self::DiscardNatural,
        Self::Beta,
        Self::Eta,
        Self::CoevalNatural,
        Self::EvalNatural,
        Self::AbstractionFunctorial,
        Self::PackUnpack,
        Self::UnpackPack,
    ];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::CopyAssociative => "associativity of copy",
            Self::CopyCommutative => "commutativity of copy",
            Self::CopyUnitLeft => "left unit of copy",
            Self::CopyUnitRight => "right unit of copy",
            Self::CopyNatural => "naturality of copy",
            Self::DiscardNatural => "naturality of discard",
            Self::Beta => "beta",
            Self::Eta => "eta",
            Self::CoevalNatural => "naturality of coeval",
            Self::EvalNatural => "naturality of eval",
            Self::AbstractionFunctorial => "functoriality of abstraction",
            Self::PackUnpack => "unpack after pack",
            Self::UnpackPack => "pack after unpack",
        }
    }

    /// The rule that uses this law in one direction.
    #[must_use]
    pub fn rule(self, direction: Direction) -> Rule {
        Rule { law: self, direction }
    }
}

impl Rule {
    /// All rules: each law in both directions.
    #[must_use]
    pub fn all() -> Vec<Self> {
        let both = |law: Law| [law.rule(Direction::Forward), law.rule(Direction::Backward)];
        Law::ALL.into_iter().flat_map(both).collect()
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.law.name())?;
        match self.direction {
            Direction::Forward => Ok(()),
            Direction::Backward => f.write_str(", reversed"),
        }
    }
}
