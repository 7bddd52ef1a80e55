//! Labels: what an edge does.
//!
//! The structural edges of a cartesian closed category (copy, discard, eval, abstraction) are labels of their own;
//! everything else is an operation with a signature. The boxes of the adjoint transformation are labels too, but
//! only of nets in the middle of a derivation.

use std::fmt;

pub use crate::operation::{
    Comparison, Constant, DiscreteOp, Field, Foreign, Form, FunctionConstant, Nature, Operation, Record,
};

/// The label of an edge.
#[derive(Clone, PartialEq, Debug)]
pub enum Label {
    /// Contraction: `A -> A ++ A`.
    Copy,
    /// Weakening: `A -> []`.
    Discard,
    /// The counit of the adjunction: `(A -o B) ++ A -> B`.
    Eval,
    /// A bubble: captures `C`, holds a net `C ++ A -> B`, gives `A -o[C] B`.
    Abstraction,
    /// A named operation.
    Operation(Operation),
    /// A box of the adjoint transformation around the net that it still has to transform.
    Frame(Frame),
}

/// The three boxes of the paper (section 3.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Frame {
    /// Blue: the adjoint of what is inside.
    Adjoint,
    /// Orange: the forward pass of what is inside.
    Forward,
    /// Green: the reverse pass of what is inside.
    Reverse,
}

impl fmt::Display for Frame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Adjoint => "adjoint",
            Self::Forward => "forward",
            Self::Reverse => "reverse",
        })
    }
}
