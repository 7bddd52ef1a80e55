//! Rewriting by spans (paper, section 4.2: double pushouts of hierarchical hypergraphs).
//!
//! A [`Span`] `L <- K -> R` says what is replaced, by what, and what of it stays the same. A [`Rewrite`] is a span with a
//! match of its left side in a net: [`Rewrite::verify`] checks the match, [`Rewrite::apply`] takes the step. A match is
//! found by following the wires from the anchors that the caller gives, one for each connected part of `L`, so a step
//! costs the size of the span, however large the net is. [`Rule`](laws::Rule)s are named: they read their span off the
//! net at the place where they are to be used.
//!
//! Invariants:
//!
//! - both sides of a span are well-typed hypernets with the same interfaces, so a step leads from a well-typed hypernet
//!   to a well-typed hypernet;
//! - a net is changed only if the match satisfies every condition; an edge that the span keeps is the same edge, with
//!   the same id, afterwards, also where it has moved into an abstraction or out of one.
//!
//! # The conditions
//!
//! With `m` the match of `L` in a net `G` (each has its own [`Mismatch`]):
//!
//! - `m` is a morphism: total (`Missing`), into what is there (`Gone`), it keeps labels (`Label`), types (`Type`),
//!   ports (`Incidence`), inner interfaces (`Interface`) and inner parents (`Parent`);
//! - it is a monomorphism (`Twice`);
//! - its image is down-closed: with an abstraction all that is inside (`NotDownClosed`, condition 1 of the paper's lemma on
//!   pushout complements);
//! - nothing dangles: an edge outside of the image meets it only at the interface of `L` (`Dangling`, condition 2);
//! - what is outermost in `L` has one parent (`Parent`). The paper asks for a connected `L`, from which this follows; that a
//!   side in two parts is matched too is what makes every rule usable from right to left;
//! - no cycle comes into being (`Cycle`): this is the convexity of the match, as far as `R` needs it.
//!
//! The paper glues along the *wires* of the interface. A wire of `L` that is both an input and an output has no unique
//! complement then, and the laws that have an identity on one side are out of reach. So we glue along the *ports*: the
//! wire is cut in two, an upper and a lower half, and `R` comes between. Where no wire of the interface is both, that is
//! the same.
//!
//! # Kept edges
//!
//! `K` is given by pairs of edges, one of each side; its wires are the pairs at the same port of such a pair, and an edge
//! or wire of `K` is outermost in it unless both sides have it inside the same kept edge. As in the paper, the two legs
//! may send what is outermost in `K` to different parents: this is how a rule moves edges into abstractions.
//!
//! ```
//! use hypernet::rewrite::laws::{Direction, Law, Place};
//! use hypernet::text::parse;
//!
//! let mut net = parse("net (x: f64) -> f64 {
//!   square = abstraction [] (y: f64) -> f64 {
//!     y.1, y.2 = copy y
//!     %0 = mul y.1, y.2
//!     return %0
//!   }
//!   %0 = eval square, x
//!   return %0
//! }")?;
//! let eval = net.edge_ids().find(|&edge| *net.edge(edge).label() == hypernet::Label::Eval).expect("it is there");
//! let beta = Law::Beta.rule(Direction::Forward);
//! beta.at(&net, Place::Edge(eval))?.apply(&mut net)?;
//! assert_eq!(net.to_string(), "net (x: f64) -> f64 {
//!   y, y.1 = copy x
//!   %0 = mul y, y.1
//!   return %0
//! }
//! ");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::fmt;

use crate::net::{EdgeId, Hypernet, Level, WireId};
use crate::types::Signature;
use crate::validate::Invalid;

mod assembly;
pub mod laws;
mod matching;
mod recorded;
mod step;

pub use matching::{Anchor, Mismatch, Rewrite};
pub use recorded::{Context, Unrecorded};
pub use step::Replaced;

/// A span `L <- K -> R` between hypernets with the same interfaces; see the [module's documentation](self).
#[derive(Clone, Debug)]
pub struct Span {
    left: Hypernet,
    right: Hypernet,
    kept: Vec<(EdgeId, EdgeId)>,
    /// The edges of `K`, by the index of their image in `L` and in `R`.
    kept_left: Vec<Option<EdgeId>>,
    kept_right: Vec<Option<EdgeId>>,
}

/// A side of a span.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Side {
    /// What is replaced.
    Left,
    /// What comes in its place.
    Right,
}

/// Why two nets and a list of kept edges are no span.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum InvalidSpan {
    /// A side is not a well-typed hypernet.
    Net {
        /// Which.
        side: Side,
        /// What is wrong with it.
        invalid: Box<Invalid>,
    },
    /// The interfaces of the two sides differ.
    Interfaces {
        /// Those of the left.
        left: Signature,
        /// Those of the right.
        right: Signature,
    },
    /// A kept edge is not an edge of its side.
    KeptMissing {
        /// The side.
        side: Side,
        /// The edge.
        edge: EdgeId,
    },
    /// An edge is kept as two edges.
    KeptTwice {
        /// The side on which it is one edge.
        side: Side,
        /// The edge.
        edge: EdgeId,
    },
    /// A kept edge has not the same label on both sides.
    KeptLabel {
        /// The edge on the left.
        left: EdgeId,
        /// The edge on the right.
        right: EdgeId,
    },
    /// A kept edge has not the same ports, with wires of the same types, on both sides.
    KeptPorts {
        /// The edge on the left.
        left: EdgeId,
        /// The edge on the right.
        right: EdgeId,
    },
}

impl Span {
    /// The span between two nets that keeps these edges, each by its name on the left and its name on the right.
    ///
    /// # Errors
    /// If a side is not a well-typed hypernet, the interfaces differ, or what is kept is not the same on both sides.
    pub fn new(left: Hypernet, right: Hypernet, kept: Vec<(EdgeId, EdgeId)>) -> Result<Self, InvalidSpan> {
        Self::checked(left, right, kept, Hypernet::validate)
    }

    /// As [`Span::new`], for nets in the middle of a derivation, which may have frames.
    ///
    /// # Errors
    /// As [`Span::new`].
    pub fn of_derivation(left: Hypernet, right: Hypernet, kept: Vec<(EdgeId, EdgeId)>) -> Result<Self, InvalidSpan> {
        Self::checked(left, right, kept, Hypernet::validate_derivation)
    }

    fn checked(
        left: Hypernet,
        right: Hypernet,
        kept: Vec<(EdgeId, EdgeId)>,
        validate: fn(&Hypernet) -> Result<(), Invalid>,
    ) -> Result<Self, InvalidSpan> {
        for (side, net) in [(Side::Left, &left), (Side::Right, &right)] {
            validate(net).map_err(|invalid| InvalidSpan::Net { side, invalid: Box::new(invalid) })?;
        }
        let signatures = (left.signature(), right.signature());
        if signatures.0 != signatures.1 {
            return Err(InvalidSpan::Interfaces { left: signatures.0, right: signatures.1 });
        }
        let mut kept_left = vec![None; left.id_bounds().0];
        let mut kept_right = vec![None; right.id_bounds().0];
        for &(l, r) in &kept {
            let missing = |side, edge| InvalidSpan::KeptMissing { side, edge };
            let on_left = left.get_edge(l).ok_or_else(|| missing(Side::Left, l))?;
            let on_right = right.get_edge(r).ok_or_else(|| missing(Side::Right, r))?;
            if kept_left[l.index()].replace(r).is_some() {
                return Err(InvalidSpan::KeptTwice { side: Side::Left, edge: l });
            }
            if kept_right[r.index()].replace(l).is_some() {
                return Err(InvalidSpan::KeptTwice { side: Side::Right, edge: r });
            }
            if on_left.label != on_right.label {
                return Err(InvalidSpan::KeptLabel { left: l, right: r });
            }
            if left.types(&on_left.sources) != right.types(&on_right.sources)
                || left.types(&on_left.targets) != right.types(&on_right.targets)
            {
                return Err(InvalidSpan::KeptPorts { left: l, right: r });
            }
        }
        Ok(Self { left, right, kept, kept_left, kept_right })
    }

    /// What is replaced.
    #[must_use]
    pub fn left(&self) -> &Hypernet {
        &self.left
    }

    /// What comes in its place.
    #[must_use]
    pub fn right(&self) -> &Hypernet {
        &self.right
    }

    /// The edges that stay the same, by their names on the left and on the right.
    #[must_use]
    pub fn kept(&self) -> &[(EdgeId, EdgeId)] {
        &self.kept
    }

    /// The same span, read from right to left.
    #[must_use]
    pub fn reversed(self) -> Self {
        Self {
            left: self.right,
            right: self.left,
            kept: self.kept.into_iter().map(|(left, right)| (right, left)).collect(),
            kept_left: self.kept_right,
            kept_right: self.kept_left,
        }
    }

    /// The edge on the right as which this edge on the left is kept.
    fn kept_as(&self, left: EdgeId) -> Option<EdgeId> {
        self.kept_left[left.index()]
    }

    /// The edge on the left that is kept as this edge on the right.
    fn kept_from(&self, right: EdgeId) -> Option<EdgeId> {
        self.kept_right[right.index()]
    }

    /// The wires of `K`: those at the same port of a kept edge.
    fn kept_wires(&self) -> impl Iterator<Item = (WireId, WireId)> + '_ {
        self.kept.iter().flat_map(|&(left, right)| {
            let (left, right) = (self.left.edge(left), self.right.edge(right));
            let sources = left.sources.iter().zip(&right.sources);
            sources.chain(left.targets.iter().zip(&right.targets)).map(|(&left, &right)| (left, right))
        })
    }
}

/// Which outputs of a net depend on which inputs, by position: `(input, output)`.
fn dependences(net: &Hypernet) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    for (input, &start) in net.inputs().iter().enumerate() {
        let mut seen = vec![false; net.id_bounds().0];
        let mut pending = vec![start];
        while let Some(wire) = pending.pop() {
            match net.wire(wire).consumer {
                crate::Consumer::Output(output) => found.push((input, output as usize)),
                crate::Consumer::Source(edge, _) => {
                    if !std::mem::replace(&mut seen[edge.index()], true) {
                        pending.extend_from_slice(&net.edge(edge).targets);
                    }
                }
                crate::Consumer::Open => {}
            }
        }
    }
    found
}

/// The levels of a net, each after the one that it is inside of.
fn levels(net: &Hypernet) -> Vec<Level> {
    let mut levels = vec![Level::Outermost];
    let mut at = 0;
    while let Some(&level) = levels.get(at) {
        at += 1;
        let inner = net.region(level).edges.iter().copied().filter(|&edge| net.edge(edge).inner.is_some());
        levels.extend(inner.map(Level::Inside));
    }
    levels
}

impl fmt::Display for InvalidSpan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Net { side, invalid } => write!(f, "The {side} side of the span is not a hypernet: {invalid}"),
            Self::Interfaces { left, right } => {
                write!(f, "The sides of the span have different interfaces: {left} and {right}.")
            }
            Self::KeptMissing { side, edge } => {
                write!(f, "The kept edge {edge:?} is not on the {side} side of the span.")
            }
            Self::KeptTwice { side, edge } => write!(f, "The edge {edge:?} of the {side} side is kept as two edges."),
            Self::KeptLabel { left, right } => {
                write!(f, "The edge {left:?} cannot be kept as {right:?}: the labels differ.")
            }
            Self::KeptPorts { left, right } => {
                write!(f, "The edge {left:?} cannot be kept as {right:?}: the ports differ.")
            }
        }
    }
}

impl std::error::Error for InvalidSpan {}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Left => "left",
            Self::Right => "right",
        })
    }
}
