//! What a broken invariant says of itself.

use std::fmt;

use super::{Invalid, Port};
use crate::net::{Consumer, Level, Producer};
use crate::types::Listed;

/// A level in a sentence: `outermost`, `inside of edge e3`.
struct Where(Level);

impl fmt::Display for Where {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Level::Outermost => f.write_str("outermost"),
            Level::Inside(edge) => write!(f, "inside of edge {edge:?}"),
        }
    }
}

impl fmt::Display for Port {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Source(edge, at) => write!(f, "source {at} of edge {edge:?}"),
            Self::Target(edge, at) => write!(f, "target {at} of edge {edge:?}"),
            Self::Input(level, at) => write!(f, "input {at} {}", Where(*level)),
            Self::Output(level, at) => write!(f, "output {at} {}", Where(*level)),
        }
    }
}

struct Above(Producer);

impl fmt::Display for Above {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Producer::Open => f.write_str("nowhere"),
            Producer::Input(at) => write!(f, "input {at} of its level"),
            Producer::Target(edge, at) => write!(f, "target {at} of edge {edge:?}"),
        }
    }
}

struct Below(Consumer);

impl fmt::Display for Below {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Consumer::Open => f.write_str("nowhere"),
            Consumer::Output(at) => write!(f, "output {at} of its level"),
            Consumer::Source(edge, at) => write!(f, "source {at} of edge {edge:?}"),
        }
    }
}

impl fmt::Display for Invalid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Parent { item, parent } => {
                write!(f, "The parent of {item} is edge {parent:?}, which is not in the net or has no inside.")
            }
            Self::Listing { item, level } => {
                write!(f, "The list of what is {} and the level that {item} records do not agree.", Where(*level))
            }
            Self::ParentCycle { edge } => write!(f, "Edge {edge:?} is inside of itself."),
            Self::MissingWire { wire, port } => write!(f, "Wire {wire:?}, at {port}, is not in the net."),
            Self::Parents { wire, port } => write!(f, "Wire {wire:?} is at {port}, but has another parent."),
            Self::ProducedTwice { wire, first, second } => {
                write!(f, "Wire {wire:?} is produced twice: by {} and by {}.", Above(*first), Above(*second))
            }
            Self::ConsumedTwice { wire, first, second } => {
                write!(f, "Wire {wire:?} is consumed twice: by {} and by {}.", Below(*first), Below(*second))
            }
            Self::InputTwice { wire, level } => {
                write!(f, "Wire {wire:?} is twice in the input interface {}.", Where(*level))
            }
            Self::OutputTwice { wire, level } => {
                write!(f, "Wire {wire:?} is twice in the output interface {}.", Where(*level))
            }
            Self::NotProduced { wire } => write!(f, "Wire {wire:?} is neither an input nor a target of an edge."),
            Self::NotConsumed { wire } => write!(f, "Wire {wire:?} is neither an output nor a source of an edge."),
            Self::UpperEnd { wire, recorded, found } => {
                write!(f, "Wire {wire:?} records that it comes from {}, but is at {}.", Above(*recorded), Above(*found))
            }
            Self::LowerEnd { wire, recorded, found } => {
                write!(f, "Wire {wire:?} records that it goes to {}, but is at {}.", Below(*recorded), Below(*found))
            }
            Self::Cycle { edge } => write!(f, "Edge {edge:?} is on a cycle: it takes what depends on what it gives."),
            Self::Hollow { edge } => write!(f, "Edge {edge:?} is an abstraction or a frame and has no inside."),
            Self::Inside { edge } => {
                write!(f, "Edge {edge:?} has an inside and is neither an abstraction nor a frame.")
            }
            Self::Frame { edge, frame } => {
                write!(f, "Edge {edge:?} is a frame ({frame}), which only a net in the middle of a derivation has.")
            }
            Self::Copy { edge, found } => write!(f, "Edge {edge:?} is a copy, but of type {found}."),
            Self::Discard { edge, found } => write!(f, "Edge {edge:?} is a discard, but of type {found}."),
            Self::Eval { edge, found } => {
                write!(f, "Edge {edge:?} is an eval, but of type {found}, which is not the call of a function.")
            }
            Self::Operation { edge, expected, found } => {
                write!(f, "Edge {edge:?} is an operation of type {expected}, but its wires are of types {found}.")
            }
            Self::Parts { edge, why } => write!(f, "The operation of edge {edge:?} does not fit together: {why}."),
            Self::AbstractionTarget { edge, found } => {
                write!(f, "Edge {edge:?} is an abstraction, but gives [{}] instead of one function.", Listed(found))
            }
            Self::AbstractionCaptured { edge, expected, found } => write!(
                f,
                "Edge {edge:?} is an abstraction that captures [{}], but its function's type says [{}].",
                Listed(found),
                Listed(expected)
            ),
            Self::AbstractionInner { edge, expected, found } => {
                write!(f, "Edge {edge:?} is an abstraction of a net {expected}, but holds a net {found}.")
            }
            Self::LinearCopied { edge, wire } => write!(f, "Edge {edge:?} copies wire {wire:?}, which is linear."),
            Self::LinearDiscarded { edge, wire } => {
                write!(f, "Edge {edge:?} discards wire {wire:?}, which is linear.")
            }
            Self::LinearCaptured { edge, wire } => {
                write!(f, "Edge {edge:?} captures wire {wire:?}, which is linear.")
            }
        }
    }
}
