//! The names of the equations of cartesian closed categories, and of the rules that use them; and the [reasons](Reason) for
//! which the steps of the compiling run keep the meaning of a net.
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

/// Why a step of the compiling run keeps the meaning of a net.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// It is an instance of one of these rules of cartesian closed categories.
    Instance(&'static [Rule]),
    /// It is an instance of a further law, which the tests check by what both sides compute.
    Further(Further),
    /// It is no law of the calculus.
    Pass(Pass),
}

/// What a step keeps of the numbers that a net gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exactness {
    /// Every bit.
    Bits,
    /// All of it as long as numbers are finite, but for the sign of a zero: the structural zero of sensitivities is no number.
    Finite,
    /// The values of the primal bit for bit, and sensitivities up to rounding.
    Rounding,
}

/// Makes the enum of the further laws, and what the table says about each.
macro_rules! further {
    ($($name:ident: $text:literal, $exactness:ident;)*) => {
        /// A law beside those of the [table](crate::rewrite::laws): of operations, and of all captures of a function at once.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Further {
            $(#[doc = $text] $name,)*
        }

        impl Further {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$name),*];

            /// What it says.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$name => $text,)*
                }
            }

            /// What it keeps of the numbers.
            #[must_use]
            pub const fn exactness(self) -> Exactness {
                match self {
                    $(Self::$name => Exactness::$exactness,)*
                }
            }
        }
    };
}

further! {
    Captures: "a function captures each value once, no constant, and nothing that it does not use", Bits;
    FieldOfRecord: "a field of a struct put together", Bits;
    ReferenceOfReferred: "a reference to what a reference refers to", Bits;
    SecondUnneeded: "a value that nothing else looks at is given away", Bits;
    SaidType: "a value is of the type that it is said to be", Bits;
    FieldUpdated: "a struct put together, with another value in a field", Bits;
    ZeroField: "a cotangent is zero where it has no field", Bits;
    FieldwisePlus: "cotangents are added field by field", Bits;
    PlusZero: "0 ⊕ x = x", Finite;
    LeftAdditive: "what is added to a cotangent is added where it is made", Rounding;
    LinearZero: "a linear operation maps 0 to 0", Finite;
    Unit: "1 x = x, x / 1 = x, -1 x = -x, x¹ = x, x⁰ = 1", Bits;
    SignOutside: "(-x) y = -(x y)", Bits;
    Negation: "--x = x", Bits;
    Constants: "an operation on constants", Bits;
    SelectSame: "a choice between equals", Bits;
    PresentExpected: "what is there is there", Bits;
    CondKnown: "the condition is known", Bits;
    CondCaptures: "captures of branches as arguments", Bits;
    CondNatural: "naturality of cond", Bits;
    CondFunctorial: "functoriality of cond", Bits;
    CondLinear: "naturality of cond, for what is linear in what a branch does not give", Finite;
    EvalCond: "eval commutes with cond", Bits;
    FoldCaptures: "captures of the function of a loop as environment", Bits;
    FoldNatural: "naturality of fold", Bits;
    FoldFunctorial: "functoriality of fold", Bits;
    FoldInvariant: "what is the same in all turns of a loop is kept once", Bits;
    FoldAdds: "turns that only add may come in any order", Rounding;
    ArrayLooked: "an array that is only read is looked at", Bits;
    AddedNothing: "an element to which zero is added stays what it is", Finite;
    AddedTwice: "what is added to one element twice is added once", Rounding;
    AddedAfterTaking: "what is added to an element that has been taken is written there", Finite;
    AddedTaken: "what is added to an element that is taken is added to what is taken", Rounding;
    ReadKnown: "an element that has just been written is that value", Bits;
    WrittenTwice: "what is written to an element that is written to next is not written", Bits;
    ReadUnused: "a read that nobody wants is no read", Bits;
    ShapeUnused: "an array ends without giving its shape if nobody wants that", Bits;
    TotalZero: "zeros add up to zero", Finite;
    ZerosChanged: "zeros stay zeros when they are cleared, and add nothing", Finite;
    Fitted: "an accumulator that has its shape needs none, and zero in a shape is zeros", Bits;
    PartAgain: "a part that has been looked at can be looked at again", Bits;
    SplitJoined: "a part that is put back and taken out again", Bits;
    JoinSplit: "a part that is taken out and put back", Bits;
    ArrayUnused: "an array that ends as soon as it is made is not made", Bits;
    WrittenInVain: "an array that ends after a loop or branches that only write to it is not written to", Bits;
}

/// A pass over a whole net that is no law of the calculus.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Pass {
    /// What is computed twice from the same values is computed once, also where the second time is inside of an
    /// abstraction.
    Sharing,
    /// A sensitivity that no branch taken has given is not worked on: a `cond` around what follows, which gives zero then.
    Guards,
    /// Zeros in the shape of an array that the net makes are made as that array is, and do not wait for what is written to it.
    Shapes,
    /// Sums of products are written anew: the laws of a commutative ring, which rounding breaks.
    Sums,
}

impl Pass {
    /// What it does.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sharing => "what is computed twice is computed once",
            Self::Guards => "what is linear in something absent is zero",
            Self::Shapes => "zeros in the shape of an array are made as that array is",
            Self::Sums => "sums of products are written with less work",
        }
    }
}

impl Reason {
    /// What a step of this reason keeps of the numbers.
    #[must_use]
    pub const fn exactness(self) -> Exactness {
        match self {
            Self::Instance(_) | Self::Pass(Pass::Sharing | Pass::Shapes) => Exactness::Bits,
            Self::Further(law) => law.exactness(),
            Self::Pass(Pass::Guards) => Exactness::Finite,
            Self::Pass(Pass::Sums) => Exactness::Rounding,
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Instance(rules) => {
                for (i, rule) in rules.iter().enumerate() {
                    if i > 0 {
                        f.write_str(" or ")?;
                    }
                    rule.fmt(f)?;
                }
                Ok(())
            }
            Self::Further(law) => f.write_str(law.name()),
            Self::Pass(pass) => f.write_str(pass.name()),
        }
    }
}
