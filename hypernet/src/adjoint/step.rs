//! The steps of a derivation, and the rules of the three boxes that they are instances of.

use std::fmt;

use crate::label::{Frame, Label};
use crate::net::{EdgeId, Hypernet};

/// A step that a derivation can make.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Redex {
    /// Replace this blue box by an orange one and a bubble with a green one.
    Adjoint(EdgeId),
    /// Erase this fringe edge (second) of this orange box (first).
    Forward(EdgeId, EdgeId),
    /// Erase this fringe edge (second) of this green box (first).
    Reverse(EdgeId, EdgeId),
    /// Remove this orange or green box, which holds wires alone.
    Dissolve(EdgeId),
}

/// A rule of the three boxes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BoxRule {
    /// The adjoint of `D` is the forward pass of `D` beside a bubble with the reverse pass of `D`.
    Adjoint,
    /// The forward box erases an edge of this kind.
    Forward(Erased),
    /// The reverse box erases an edge of this kind.
    Reverse(Erased),
    /// A box of wires alone is those wires.
    Dissolve(Frame),
}

/// The kinds of edges that boxes erase.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Erased {
    /// A copy: the reverse pass adds.
    Copy,
    /// A discard: the reverse pass gives zero.
    Discard,
    /// An eval: the forward pass leaves a backpropagator, the reverse pass runs it.
    Eval,
    /// An abstraction: the forward pass makes the abstraction of the adjoint, the reverse pass hands on.
    Abstraction,
    /// An operation, by its own rules.
    Operation,
}

impl BoxRule {
    /// The rule of a step on the net `before` it; none if it is no step there.
    #[must_use]
    pub fn of(step: Redex, before: &Hypernet) -> Option<Self> {
        let erased = |edge: EdgeId| {
            Some(match before.get_edge(edge)?.label() {
                Label::Copy => Erased::Copy,
                Label::Discard => Erased::Discard,
                Label::Eval => Erased::Eval,
                Label::Abstraction => Erased::Abstraction,
                Label::Operation(_) => Erased::Operation,
                Label::Frame(_) => return None,
            })
        };
        let frame = |edge: EdgeId| match before.get_edge(edge)?.label() {
            Label::Frame(frame) => Some(*frame),
            Label::Copy | Label::Discard | Label::Eval | Label::Abstraction | Label::Operation(_) => None,
        };
        match step {
            Redex::Adjoint(id) => (frame(id)? == Frame::Adjoint).then_some(Self::Adjoint),
            Redex::Forward(id, edge) => (frame(id)? == Frame::Forward).then_some(Self::Forward(erased(edge)?)),
            Redex::Reverse(id, edge) => (frame(id)? == Frame::Reverse).then_some(Self::Reverse(erased(edge)?)),
            Redex::Dissolve(id) => frame(id).map(Self::Dissolve),
        }
    }
}

impl fmt::Display for BoxRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Adjoint => f.write_str("the adjoint is the forward pass beside a bubble with the reverse pass"),
            Self::Forward(edge) => write!(f, "the forward box erases {edge}"),
            Self::Reverse(edge) => write!(f, "the reverse box erases {edge}"),
            Self::Dissolve(frame) => write!(f, "nothing is left in the {frame} box"),
        }
    }
}

impl fmt::Display for Erased {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Copy => "a copy",
            Self::Discard => "a discard",
            Self::Eval => "an eval",
            Self::Abstraction => "a bubble",
            Self::Operation => "an operation",
        })
    }
}
