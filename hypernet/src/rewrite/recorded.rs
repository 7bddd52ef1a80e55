//! The span and the match of a step that has been taken, read off the nets before and after it.
//!
//! Names of edges are never used twice, so the difference of the two nets decides the span: `L` is what is gone or has
//! changed, with all that is inside of it, `R` what is new or has changed, and `K` the edges that both have, also those
//! that have moved. What has changed at several levels is seen at the smallest level that encloses it, and the
//! abstractions on the way are in `L` and in `R`. An edge has changed if its label, its level, its ports or the types at
//! them have; a link between two ports has changed if it is not there afterwards. The interface is the ports outside of
//! `L` that links lead to, so a wire that is only cut in two is in the interface above and below.
//!
//! The types are those of the paper: the nets are compared by [what is left of their types](Hypernet::forget_captures)
//! when it is open what functions captured.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::{InvalidSpan, Rewrite, Span};
use crate::label::{Label, Operation};
use crate::net::{Consumer, EdgeId, Hypernet, IdMap, Level, Producer, WireId};

/// How much of what stays the same a span has beside what changes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Context {
    /// Nothing.
    None,
    /// The copies and the constants that the changed part takes its values from: which of these are the same, and which are
    /// known. Some laws are about that.
    Values,
    /// The edges that the interface above comes from.
    Producers,
}

/// Why two nets are not before and after one step.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum Unrecorded {
    /// The outermost interfaces differ.
    Interfaces,
    /// The difference is no span.
    Span(InvalidSpan),
}

impl fmt::Display for Unrecorded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Interfaces => f.write_str("The nets before and after the step have different interfaces."),
            Self::Span(error) => write!(f, "The difference of the nets is no span: {error}"),
        }
    }
}

impl std::error::Error for Unrecorded {}

impl Rewrite {
    /// The span of the step from one net to another and its match in the first; none if nothing has changed. The nets may
    /// be in the middle of a derivation. Nothing is checked before [`Rewrite::verify`].
    ///
    /// # Errors
    /// If the two are not before and after a step.
    pub fn between(before: &Hypernet, after: &Hypernet, context: Context) -> Result<Option<Self>, Unrecorded> {
        if before.types(before.inputs()) != after.types(after.inputs())
            || before.types(before.outputs()) != after.types(after.outputs())
        {
            return Err(Unrecorded::Interfaces);
        }
        let both = Both { before: Links::of(before), after: Links::of(after) };
        let Some((level, mut changed)) = both.changed() else { return Ok(None) };
        match context {
            Context::None => {}
            Context::Values => both.with_values(level, &mut changed),
            Context::Producers => {
                let above = both.interface(level, &changed).0;
                changed.extend(above.into_iter().filter_map(|(_, producer)| match producer {
                    Producer::Target(edge, _) => Some(edge),
                    Producer::Open | Producer::Input(_) => None,
                }));
            }
        }
        let (above, below) = both.interface(level, &changed);
        let left = both.before.part(level, &changed, &above, &below);
        let right = both.after.part(level, &changed, &above, &below);
        let mut kept: Vec<(EdgeId, EdgeId)> = Vec::new();
        for (id, &on_left) in left.edges.iter() {
            if let Some(&on_right) = right.edges.get(&id)
                && same_ports(before, after, id)
            {
                kept.push((on_left, on_right));
            }
        }
        kept.sort_unstable();
        let span = Span::of_derivation(left.net, right.net, kept).map_err(Unrecorded::Span)?;
        let wires = left.wires.into_iter().map(|(wire, pattern)| (pattern, wire));
        let edges = left.edges.into_iter().map(|(edge, pattern)| (pattern, edge));
        Ok(Some(Self::new(span, level, wires, edges)))
    }
}

/// Whether an edge that is in both nets has the same label and the same ports, of the same types.
fn same_ports(before: &Hypernet, after: &Hypernet, id: EdgeId) -> bool {
    let (Some(a), Some(b)) = (before.get_edge(id), after.get_edge(id)) else { return false };
    a.label == b.label
        && before.types(&a.sources) == after.types(&b.sources)
        && before.types(&a.targets) == after.types(&b.targets)
}

/// Whether an edge that is in both nets is the same, but for what is inside of it.
fn same_edge(before: &Hypernet, after: &Hypernet, id: EdgeId) -> bool {
    let (Some(a), Some(b)) = (before.get_edge(id), after.get_edge(id)) else { return false };
    let inside = || {
        a.inner.is_none() || {
            let (x, y) = (before.region(Level::Inside(id)), after.region(Level::Inside(id)));
            before.types(&x.inputs) == after.types(&y.inputs) && before.types(&x.outputs) == after.types(&y.outputs)
        }
    };
    a.level == b.level && same_ports(before, after, id) && inside()
}

/// A net with its wires by the ports that they join.
struct Links<'n> {
    net: &'n Hypernet,
    below: BTreeMap<(Level, Producer), WireId>,
    above: BTreeMap<(Level, Consumer), WireId>,
}

/// The nets before and after a step.
struct Both<'n> {
    before: Links<'n>,
    after: Links<'n>,
}

/// A part of a net, as a net of its own, and what its wires and edges are called there.
struct Part {
    net: Hypernet,
    wires: IdMap<WireId, WireId>,
    edges: IdMap<EdgeId, EdgeId>,
}

impl Both<'_> {
    /// The smallest level that encloses all that has changed, and the edges of that level that have changed or in which
    /// something has.
    fn changed(&self) -> Option<(Level, BTreeSet<EdgeId>)> {
        let (before, after) = (self.before.net, self.after.net);
        let edges: BTreeSet<EdgeId> =
            before.edge_ids().chain(after.edge_ids()).filter(|&id| !same_edge(before, after, id)).collect();
        let mut paths: Vec<Vec<Level>> = Vec::new();
        for links in [&self.before, &self.after] {
            let here = edges.iter().filter_map(|&id| links.net.get_edge(id));
            let mut levels: BTreeSet<Level> = here.map(|edge| edge.level).collect();
            levels.extend(links.net.wire_ids().map(|wire| links.net.wire(wire)).filter_map(|wire| {
                let other = |links: &Links<'_>| {
                    let found = links.below.get(&(wire.level, wire.producer))?;
                    let found = links.net.wire(*found);
                    Some((found.consumer, found.ty.clone()))
                };
                (other(&self.before) != other(&self.after)).then_some(wire.level)
            }));
            paths.extend(levels.into_iter().map(|level| path(links.net, level)));
        }
        let mut common = paths.first()?.clone();
        for path in &paths {
            let same = common.iter().zip(path).take_while(|(a, b)| a == b).count();
            common.truncate(same);
        }
        let level = *common.last()?;
        let mut all: BTreeSet<EdgeId> = paths
            .iter()
            .filter_map(|path| match path.get(common.len())? {
                Level::Inside(owner) => Some(*owner),
                Level::Outermost => None,
            })
            .collect();
        let here =
            |id: &EdgeId| [before, after].iter().any(|net| net.get_edge(*id).is_some_and(|edge| edge.level == level));
        all.extend(edges.into_iter().filter(here));
        Some((level, all))
    }

    /// Adds the copies and constants above the changed part.
    fn with_values(&self, level: Level, changed: &mut BTreeSet<EdgeId>) {
        let mut pending: Vec<EdgeId> = changed.iter().copied().collect();
        // What a wire that is cut in two comes from is above it too.
        for (_, producer) in self.interface(level, changed).0 {
            if let Producer::Target(edge, _) = producer {
                pending.extend(self.value(edge).then_some(edge).filter(|&edge| changed.insert(edge)));
            }
        }
        while let Some(id) = pending.pop() {
            for links in [&self.before, &self.after] {
                let Some(edge) = links.net.get_edge(id).filter(|edge| edge.level == level) else { continue };
                for &wire in &edge.sources {
                    if let Some((above, _)) = links.net.producer_edge(wire)
                        && self.value(above)
                        && changed.insert(above)
                    {
                        pending.push(above);
                    }
                }
            }
        }
    }

    /// Whether an edge is a copy or a constant that stays as it is.
    fn value(&self, id: EdgeId) -> bool {
        let edge = self.before.net.get_edge(id);
        same_edge(self.before.net, self.after.net, id)
            && edge.is_some_and(|edge| match &edge.label {
                Label::Copy => true,
                Label::Operation(Operation::Foreign(_))
                | Label::Discard
                | Label::Eval
                | Label::Abstraction
                | Label::Frame(_) => false,
                Label::Operation(_) => edge.sources.is_empty(),
            })
    }

    /// The ports outside of the changed part at which it is joined to the rest.
    #[expect(clippy::type_complexity, reason = "the ports above and those below")]
    fn interface(
        &self,
        level: Level,
        changed: &BTreeSet<EdgeId>,
    ) -> (BTreeSet<(Level, Producer)>, BTreeSet<(Level, Consumer)>) {
        let outside_above = |port: &Producer| !matches!(port, Producer::Target(edge, _) if changed.contains(edge));
        let outside_below = |port: &Consumer| !matches!(port, Consumer::Source(edge, _) if changed.contains(edge));
        let (mut above, mut below) = (BTreeSet::new(), BTreeSet::new());
        for (links, other) in [(&self.before, &self.after), (&self.after, &self.before)] {
            for &wire in &links.net.region(level).wires {
                let wire = links.net.wire(wire);
                let (from, to) = (wire.producer, wire.consumer);
                let same = other.below.get(&(level, from)).is_some_and(|&found| other.net.wire(found).consumer == to);
                if same && outside_above(&from) && outside_below(&to) {
                    continue;
                }
                if outside_above(&from) {
                    above.insert((level, from));
                }
                if outside_below(&to) {
                    below.insert((level, to));
                }
            }
        }
        (above, below)
    }
}

/// A level and those that enclose it, the outermost first.
fn path(net: &Hypernet, mut level: Level) -> Vec<Level> {
    let mut path = vec![level];
    while let Level::Inside(owner) = level {
        level = net.edge(owner).level;
        path.push(level);
    }
    path.reverse();
    path
}

impl<'n> Links<'n> {
    fn of(net: &'n Hypernet) -> Self {
        let wires = || net.wire_ids().map(|id| (id, net.wire(id)));
        Self {
            net,
            below: wires().map(|(id, wire)| ((wire.level, wire.producer), id)).collect(),
            above: wires().map(|(id, wire)| ((wire.level, wire.consumer), id)).collect(),
        }
    }

    /// These edges of a level, with this interface.
    fn part(
        &self,
        level: Level,
        edges: &BTreeSet<EdgeId>,
        above: &BTreeSet<(Level, Producer)>,
        below: &BTreeSet<(Level, Consumer)>,
    ) -> Part {
        let mut part = Part { net: Hypernet::new(), wires: IdMap::default(), edges: IdMap::default() };
        let inputs: Vec<WireId> = above.iter().map(|port| self.below[port]).collect();
        let outputs: Vec<WireId> = below.iter().map(|port| self.above[port]).collect();
        let here = |id: &&EdgeId| self.net.get_edge(**id).is_some_and(|edge| edge.level == level);
        let edges: Vec<EdgeId> = edges.iter().filter(here).copied().collect();
        let mut wires: BTreeSet<WireId> = inputs.iter().chain(&outputs).copied().collect();
        for &id in &edges {
            let edge = self.net.edge(id);
            wires.extend(edge.sources.iter().chain(&edge.targets));
        }
        part.copy(self.net, Level::Outermost, wires, edges, &inputs, &outputs);
        part
    }
}

impl Part {
    /// Copies wires and edges, with all that is inside.
    fn copy(
        &mut self,
        net: &Hypernet,
        to: Level,
        wires: impl IntoIterator<Item = WireId>,
        edges: impl IntoIterator<Item = EdgeId>,
        inputs: &[WireId],
        outputs: &[WireId],
    ) {
        for id in wires {
            let wire = net.wire(id);
            let copy = self.net.add_wire(to, wire.ty.clone(), wire.name.clone());
            self.wires.insert(id, copy);
        }
        for id in edges {
            let edge = net.edge(id);
            let (sources, targets) = (self.all(&edge.sources), self.all(&edge.targets));
            let copy = self.net.add_edge(to, edge.label.clone(), sources, targets);
            self.edges.insert(id, copy);
            if let Some(inner) = &edge.inner {
                let (wires, edges) = (inner.wires.iter().copied(), inner.edges.iter().copied());
                self.copy(net, Level::Inside(copy), wires, edges, &inner.inputs, &inner.outputs);
            }
        }
        let (inputs, outputs) = (self.all(inputs), self.all(outputs));
        self.net.set_inputs(to, inputs);
        self.net.set_outputs(to, outputs);
    }

    fn all(&self, wires: &[WireId]) -> Vec<WireId> {
        wires.iter().map(|wire| self.wires[wire]).collect()
    }
}
