//! Matches: the image of the left side of a span in a net, and the conditions under which it can be replaced.

use std::collections::HashSet;
use std::fmt;

use super::{Span, dependences};
use crate::matcher::Matcher;
use crate::net::Item;
use crate::net::{Consumer, EdgeId, Hypernet, Level, Producer, WireId};

/// Where a match begins: what a wire or edge of the left side goes to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Anchor {
    /// An edge of the pattern, and an edge of the net.
    Edge(EdgeId, EdgeId),
    /// A wire of the pattern, and a wire of the net.
    Wire(WireId, WireId),
    /// The level at which an empty pattern is.
    Level(Level),
}

/// A span, and a match of its left side in a net.
#[derive(Clone, Debug)]
pub struct Rewrite {
    pub(super) span: Span,
    pub(super) level: Level,
    /// The images of the wires and edges of the left side, by their index.
    pub(super) wires: Vec<Option<WireId>>,
    pub(super) edges: Vec<Option<EdgeId>>,
}

/// The condition that a match does not satisfy; see the [module's documentation](super). What is called a pattern is of the
/// left side of the span, all else is of the net.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the fields are the wire or edge at fault, of the pattern and of the net")]
pub enum Mismatch {
    /// Something of the pattern has no image: no anchor leads there.
    Missing { pattern: Item },
    /// The image is not in the net.
    Gone { pattern: Item, found: Item },
    /// Two things of the pattern have one image.
    Twice { found: Item },
    /// An edge has another label than its image.
    Label { pattern: EdgeId, found: EdgeId },
    /// A wire has another type than its image.
    Type { pattern: WireId, found: WireId },
    /// The image of an edge has other wires at its ports than the images of the wires of the edge.
    Incidence { pattern: EdgeId, found: EdgeId },
    /// The image of an abstraction has another inner interface than the images of the wires of its inner interface.
    Interface { pattern: EdgeId, found: EdgeId },
    /// The image is at another level than that of what it should be beside.
    Parent { pattern: Item, found: Item, expected: Level },
    /// There is more inside the image of an abstraction than the pattern has.
    NotDownClosed { pattern: EdgeId, found: EdgeId },
    /// A wire that is not in the interface of the pattern goes to, or comes from, something that has no part in the match.
    Dangling { pattern: WireId, found: WireId },
    /// The replacement would lead from this wire back to itself.
    Cycle { wire: WireId },
    /// Followed from the anchors, something of the pattern meets something else in the net.
    NoImage { pattern: Item, found: Option<Item> },
    /// The level is not one of the net.
    Level(Level),
}

impl Rewrite {
    /// Matches the left side of a span in a net by following the wires from the anchors, one for each connected part of
    /// the left side, and verifies the match.
    ///
    /// # Errors
    /// If the net is not like the left side there, or a condition is not satisfied.
    pub fn find(net: &Hypernet, span: Span, anchors: &[Anchor]) -> Result<Self, Mismatch> {
        let mut matcher = Matcher::new(&span.left, net, true);
        let mut level = None;
        for &anchor in anchors {
            let followed = match anchor {
                Anchor::Edge(pattern, found) => {
                    anchored(
                        span.left.get_edge(pattern).is_some(),
                        net.get_edge(found).is_some(),
                        Item::Edge(pattern),
                        Item::Edge(found),
                    )?;
                    level.get_or_insert(net.edge(found).level);
                    matcher.pair_edges(pattern, found)
                }
                Anchor::Wire(pattern, found) => {
                    anchored(
                        span.left.get_wire(pattern).is_some(),
                        net.get_wire(found).is_some(),
                        Item::Wire(pattern),
                        Item::Wire(found),
                    )?;
                    level.get_or_insert(net.wire(found).level);
                    matcher.pair_wires(pattern, found)
                }
                Anchor::Level(at) => {
                    level.get_or_insert(at);
                    true
                }
            };
            if !followed {
                let (pattern, found) = match (matcher.misfit(), anchor) {
                    (Some(misfit), _) => (misfit.pattern, misfit.found),
                    (None, Anchor::Edge(pattern, found)) => (Item::Edge(pattern), Some(Item::Edge(found))),
                    (None, Anchor::Wire(pattern, found)) => (Item::Wire(pattern), Some(Item::Wire(found))),
                    (None, Anchor::Level(level)) => return Err(Mismatch::Level(level)),
                };
                return Err(Mismatch::NoImage { pattern, found });
            }
        }
        let (wires, edges) = (matcher.wires, matcher.edges);
        let rewrite = Self { span, level: level.unwrap_or(Level::Outermost), wires, edges };
        rewrite.verify(net)?;
        Ok(rewrite)
    }

    /// A rewrite by a match that the caller gives: the level at which what is outermost in the left side is, and the
    /// images of all its wires and edges. Nothing is checked before [`Rewrite::verify`].
    #[must_use]
    pub fn new(
        span: Span,
        level: Level,
        wires: impl IntoIterator<Item = (WireId, WireId)>,
        edges: impl IntoIterator<Item = (EdgeId, EdgeId)>,
    ) -> Self {
        let bounds = span.left.id_bounds();
        let mut rewrite = Self { span, level, wires: vec![None; bounds.1], edges: vec![None; bounds.0] };
        for (pattern, image) in wires {
            if let Some(entry) = rewrite.wires.get_mut(pattern.index()) {
                *entry = Some(image);
            }
        }
        for (pattern, image) in edges {
            if let Some(entry) = rewrite.edges.get_mut(pattern.index()) {
                *entry = Some(image);
            }
        }
        rewrite
    }

    /// The span.
    #[must_use]
    pub fn span(&self) -> &Span {
        &self.span
    }

    /// The level at which what is outermost in the left side is.
    #[must_use]
    pub fn level(&self) -> Level {
        self.level
    }

    /// The image of a wire of the left side.
    #[must_use]
    pub fn wire(&self, pattern: WireId) -> Option<WireId> {
        *self.wires.get(pattern.index())?
    }

    /// The image of an edge of the left side.
    #[must_use]
    pub fn edge(&self, pattern: EdgeId) -> Option<EdgeId> {
        *self.edges.get(pattern.index())?
    }

    /// The image of a wire of the left side, once the match has been verified.
    pub(super) fn image(&self, pattern: WireId) -> WireId {
        self.wires[pattern.index()].expect("a verified match is total")
    }

    /// The image of an edge of the left side, once the match has been verified.
    pub(super) fn edge_image(&self, pattern: EdgeId) -> EdgeId {
        self.edges[pattern.index()].expect("a verified match is total")
    }

    /// Checks that the match satisfies all the [conditions](super).
    ///
    /// # Errors
    /// The first that it does not satisfy.
    pub fn verify(&self, net: &Hypernet) -> Result<(), Mismatch> {
        if let Level::Inside(parent) = self.level
            && net.get_edge(parent).is_none_or(|edge| edge.inner.is_none())
        {
            return Err(Mismatch::Level(self.level));
        }
        self.injective(net)?;
        let left = &self.span.left;
        for pattern in left.wire_ids() {
            self.verify_wire(net, pattern)?;
        }
        for pattern in left.edge_ids() {
            self.verify_edge(net, pattern)?;
        }
        self.acyclic(net)
    }

    /// Everything has an image, which is there, and no two have the same.
    fn injective(&self, net: &Hypernet) -> Result<(), Mismatch> {
        let left = &self.span.left;
        let wires = left.wire_ids().map(|wire| (Item::Wire(wire), self.wire(wire).map(Item::Wire)));
        let edges = left.edge_ids().map(|edge| (Item::Edge(edge), self.edge(edge).map(Item::Edge)));
        let mut taken = HashSet::new();
        for (pattern, image) in wires.chain(edges) {
            let found = image.ok_or(Mismatch::Missing { pattern })?;
            let there = match found {
                Item::Wire(wire) => net.get_wire(wire).is_some(),
                Item::Edge(edge) => net.get_edge(edge).is_some(),
            };
            if !there {
                return Err(Mismatch::Gone { pattern, found });
            }
            if !taken.insert(found) {
                return Err(Mismatch::Twice { found });
            }
        }
        Ok(())
    }

    /// The level at which the image of something of this level of the pattern has to be.
    fn expected(&self, level: Level) -> Level {
        match level {
            Level::Outermost => self.level,
            Level::Inside(parent) => Level::Inside(self.edge_image(parent)),
        }
    }

    fn verify_wire(&self, net: &Hypernet, pattern: WireId) -> Result<(), Mismatch> {
        let (wire, found) = (self.span.left.wire(pattern), self.image(pattern));
        let image = net.wire(found);
        if wire.ty != image.ty {
            return Err(Mismatch::Type { pattern, found });
        }
        let expected = self.expected(wire.level);
        if image.level != expected {
            return Err(Mismatch::Parent { pattern: Item::Wire(pattern), found: Item::Wire(found), expected });
        }
        let boundary = wire.level == Level::Outermost;
        let above = match wire.producer {
            Producer::Input(_) if boundary => true,
            Producer::Target(edge, port) => image.producer == Producer::Target(self.edge_image(edge), port),
            Producer::Input(_) => matches!(image.producer, Producer::Input(_)),
            Producer::Open => false,
        };
        let below = match wire.consumer {
            Consumer::Output(_) if boundary => true,
            Consumer::Source(edge, port) => image.consumer == Consumer::Source(self.edge_image(edge), port),
            Consumer::Output(_) => matches!(image.consumer, Consumer::Output(_)),
            Consumer::Open => false,
        };
        if above && below { Ok(()) } else { Err(Mismatch::Dangling { pattern, found }) }
    }

    fn verify_edge(&self, net: &Hypernet, pattern: EdgeId) -> Result<(), Mismatch> {
        let (edge, found) = (self.span.left.edge(pattern), self.edge_image(pattern));
        let image = net.edge(found);
        if edge.label != image.label {
            return Err(Mismatch::Label { pattern, found });
        }
        let expected = self.expected(edge.level);
        if image.level != expected {
            return Err(Mismatch::Parent { pattern: Item::Edge(pattern), found: Item::Edge(found), expected });
        }
        let same = |pattern: &[WireId], found: &[WireId]| {
            pattern.len() == found.len()
                && pattern.iter().zip(found).all(|(&pattern, &found)| self.image(pattern) == found)
        };
        if !same(&edge.sources, &image.sources) || !same(&edge.targets, &image.targets) {
            return Err(Mismatch::Incidence { pattern, found });
        }
        if let (Some(inner), Some(inside)) = (&edge.inner, &image.inner) {
            if !same(&inner.inputs, &inside.inputs) || !same(&inner.outputs, &inside.outputs) {
                return Err(Mismatch::Interface { pattern, found });
            }
            // The images of what is in the one are in the other and are not the same: so it is enough to count.
            if (inner.wires.len(), inner.edges.len()) != (inside.wires.len(), inside.edges.len()) {
                return Err(Mismatch::NotDownClosed { pattern, found });
            }
        }
        Ok(())
    }

    /// The result has a cycle if, where the right side leads from an input to an output and the left side does not, there is
    /// a way back outside.
    fn acyclic(&self, net: &Hypernet) -> Result<(), Mismatch> {
        let before: HashSet<(usize, usize)> = dependences(&self.span.left).into_iter().collect();
        let after = dependences(&self.span.right);
        if after.iter().all(|pair| before.contains(pair)) {
            return Ok(());
        }
        let image: HashSet<EdgeId> = self.edges.iter().flatten().copied().collect();
        let input_at = |wire: WireId| self.span.left.inputs().iter().position(|&input| self.image(input) == wire);
        // From each output, the inputs that can be reached outside of the match.
        let outside: Vec<Vec<usize>> = self
            .span
            .left
            .outputs()
            .iter()
            .map(|&output| {
                let mut inputs = Vec::new();
                let mut seen = HashSet::new();
                let mut pending = vec![self.image(output)];
                while let Some(wire) = pending.pop() {
                    let Some((edge, _)) = net.consumer_edge(wire) else { continue };
                    if !image.contains(&edge) && seen.insert(edge) {
                        for &target in &net.edge(edge).targets {
                            inputs.extend(input_at(target));
                            pending.push(target);
                        }
                    }
                }
                inputs
            })
            .collect();
        // An input that leads back to itself, through the right side and what is outside in turns.
        for start in 0..self.span.left.inputs().len() {
            let mut seen = HashSet::new();
            let mut pending = vec![start];
            while let Some(input) = pending.pop() {
                for &(_, output) in after.iter().filter(|(from, _)| *from == input) {
                    for &next in &outside[output] {
                        if next == start {
                            return Err(Mismatch::Cycle { wire: self.image(self.span.left.inputs()[start]) });
                        }
                        if seen.insert(next) {
                            pending.push(next);
                        }
                    }
                }
            }
        }
        Ok(())
    }
}

/// Both ends of an anchor are there.
fn anchored(in_pattern: bool, in_net: bool, pattern: Item, found: Item) -> Result<(), Mismatch> {
    match (in_pattern, in_net) {
        (true, true) => Ok(()),
        (true, false) => Err(Mismatch::Gone { pattern, found }),
        (false, _) => Err(Mismatch::NoImage { pattern, found: Some(found) }),
    }
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing { pattern } => write!(f, "No anchor leads to {pattern} of the pattern."),
            Self::Gone { pattern, found } => write!(f, "The image {found} of {pattern} is not in the net."),
            Self::Twice { found } => write!(f, "The match sends two things to {found}."),
            Self::Label { pattern, found } => {
                write!(f, "The edge {found:?} has another label than {pattern:?} of the pattern.")
            }
            Self::Type { pattern, found } => {
                write!(f, "The wire {found:?} has another type than {pattern:?} of the pattern.")
            }
            Self::Incidence { pattern, found } => {
                write!(f, "The edge {found:?} has other wires at its ports than {pattern:?} of the pattern.")
            }
            Self::Interface { pattern, found } => {
                write!(f, "The inside of {found:?} has another interface than that of {pattern:?} of the pattern.")
            }
            Self::Parent { pattern, found, expected } => {
                write!(f, "The image {found} of {pattern} is not at the level {expected:?}.")
            }
            Self::NotDownClosed { pattern, found } => {
                write!(f, "There is more inside {found:?} than inside {pattern:?} of the pattern.")
            }
            Self::Dangling { pattern, found } => write!(
                f,
                "The wire {found:?} is joined to something outside of the match, but {pattern:?} is not in the interface of the pattern."
            ),
            Self::Cycle { wire } => write!(f, "The replacement would lead from the wire {wire:?} back to itself."),
            Self::NoImage { pattern, found: Some(found) } => {
                write!(f, "Where the pattern has {pattern}, the net has {found}.")
            }
            Self::NoImage { pattern, found: None } => {
                write!(f, "The pattern has {pattern}, and the net has nothing there.")
            }
            Self::Level(level) => write!(f, "The net has no level {level:?}."),
        }
    }
}

impl std::error::Error for Mismatch {}
