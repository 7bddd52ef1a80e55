//! Matching: the image of one net, the pattern, in another, found by following wires.
//!
//! Interfaces are ordered and every wire has one producer and one consumer, so an image of one wire or edge decides
//! the images of all that is connected to it: nothing is searched for. Two modules use it. An isomorphism also matches
//! the interfaces, and what is connected to none of them component by component; the left side of a rewriting rule is
//! matched from its anchors, and its outermost interfaces may go to wires that come from anywhere and go anywhere.

use std::collections::HashMap;

use crate::net::Item;
use crate::net::{Consumer, EdgeId, Hypernet, IdSet, Level, Producer, WireId};

/// Two things that were to be paired and do not fit: a wire or edge of the pattern, and what stood in its place.
pub(crate) struct Misfit {
    pub(crate) pattern: Item,
    pub(crate) found: Option<Item>,
}

/// What has been given an image, so that it can be taken back.
enum Paired {
    Wire(WireId, WireId),
    Edge(EdgeId, EdgeId),
}

/// A match in the making, from the net `a` into the net `b`.
pub(crate) struct Matcher<'a> {
    a: &'a Hypernet,
    b: &'a Hypernet,
    /// Whether the outermost interfaces of `a` may go anywhere.
    open: bool,
    pub(crate) wires: Vec<Option<WireId>>,
    pub(crate) edges: Vec<Option<EdgeId>>,
    wire_taken: IdSet<WireId>,
    edge_taken: IdSet<EdgeId>,
    trail: Vec<Paired>,
    misfit: Option<Misfit>,
}

/// A part of a level that is connected, and to no interface.
struct Component {
    edges: Vec<EdgeId>,
    /// The labels of its edges, sorted.
    key: Vec<String>,
}

impl<'a> Matcher<'a> {
    pub(crate) fn new(a: &'a Hypernet, b: &'a Hypernet, open: bool) -> Self {
        let (edges, wires) = a.id_bounds();
        Self {
            a,
            b,
            open,
            wires: vec![None; wires],
            edges: vec![None; edges],
            wire_taken: IdSet::default(),
            edge_taken: IdSet::default(),
            trail: Vec::new(),
            misfit: None,
        }
    }

    /// The first thing that did not fit.
    pub(crate) fn misfit(self) -> Option<Misfit> {
        self.misfit
    }

    fn fails(&mut self, pattern: Item, found: Option<Item>) -> bool {
        self.misfit.get_or_insert(Misfit { pattern, found });
        false
    }

    /// Matches all of a level with all of another.
    pub(crate) fn level(&mut self, a: Level, b: Level) -> bool {
        let (left, right) = (self.a.region(a), self.b.region(b));
        let same_size = left.inputs.len() == right.inputs.len()
            && left.outputs.len() == right.outputs.len()
            && left.wires.len() == right.wires.len()
            && left.edges.len() == right.edges.len();
        if !same_size {
            return false;
        }
        let inputs = left.inputs.iter().copied().zip(right.inputs.iter().copied());
        let outputs = left.outputs.iter().copied().zip(right.outputs.iter().copied());
        let pending = inputs.chain(outputs).collect();
        self.follow(pending) && self.components(a, b)
    }

    /// Pairs two wires, and all that is connected to them.
    pub(crate) fn pair_wires(&mut self, a: WireId, b: WireId) -> bool {
        self.follow(vec![(a, b)])
    }

    /// Pairs two edges, and all that is connected to them.
    pub(crate) fn pair_edges(&mut self, a: EdgeId, b: EdgeId) -> bool {
        let mut pending = Vec::new();
        self.edge(a, b, &mut pending) && self.follow(pending)
    }

    /// Pairs these wires, and all that is connected to them.
    fn follow(&mut self, mut pending: Vec<(WireId, WireId)>) -> bool {
        while let Some((a, b)) = pending.pop() {
            let misfit = (Item::Wire(a), Some(Item::Wire(b)));
            match self.wires[a.index()] {
                Some(image) if image == b => continue,
                None if !self.wire_taken.contains(&b) => {}
                _ => return self.fails(misfit.0, misfit.1),
            }
            self.wires[a.index()] = Some(b);
            self.wire_taken.insert(b);
            self.trail.push(Paired::Wire(a, b));
            let (left, right) = (self.a.wire(a), self.b.wire(b));
            if left.ty != right.ty {
                return self.fails(misfit.0, misfit.1);
            }
            let boundary = self.open && left.level == Level::Outermost;
            let above = match (left.producer, right.producer) {
                (Producer::Input(_), _) if boundary => true,
                (Producer::Target(e, i), Producer::Target(f, j)) if i == j => self.edge(e, f, &mut pending),
                (Producer::Target(e, _), _) => self.fails(Item::Edge(e), None),
                (e, f) => e == f,
            };
            let below = above
                && match (left.consumer, right.consumer) {
                    (Consumer::Output(_), _) if boundary => true,
                    (Consumer::Source(e, i), Consumer::Source(f, j)) if i == j => self.edge(e, f, &mut pending),
                    (Consumer::Source(e, _), _) => self.fails(Item::Edge(e), None),
                    (e, f) => e == f,
                };
            if !below {
                return self.fails(misfit.0, misfit.1);
            }
        }
        true
    }

    /// Pairs two edges and their insides; their wires are still to be paired.
    fn edge(&mut self, a: EdgeId, b: EdgeId, pending: &mut Vec<(WireId, WireId)>) -> bool {
        match self.edges[a.index()] {
            Some(image) if image == b => return true,
            None if !self.edge_taken.contains(&b) => {}
            _ => return self.fails(Item::Edge(a), Some(Item::Edge(b))),
        }
        let (left, right) = (self.a.edge(a), self.b.edge(b));
        let same = left.sources.len() == right.sources.len()
            && left.targets.len() == right.targets.len()
            && left.inner.is_some() == right.inner.is_some()
            && left.label == right.label;
        if !same {
            return self.fails(Item::Edge(a), Some(Item::Edge(b)));
        }
        self.edges[a.index()] = Some(b);
        self.edge_taken.insert(b);
        self.trail.push(Paired::Edge(a, b));
        pending.extend(left.sources.iter().copied().zip(right.sources.iter().copied()));
        pending.extend(left.targets.iter().copied().zip(right.targets.iter().copied()));
        left.inner.is_none()
            || self.level(Level::Inside(a), Level::Inside(b))
            || self.fails(Item::Edge(a), Some(Item::Edge(b)))
    }

    /// Pairs what is connected to no interface. The first image found for a component is as good as any other, as
    /// isomorphism is an equivalence: no choice is undone once a component is matched.
    fn components(&mut self, a: Level, b: Level) -> bool {
        let left = components(self.a, a, |edge| self.edges[edge.index()].is_some());
        let right = components(self.b, b, |edge| self.edge_taken.contains(&edge));
        if left.len() != right.len() {
            return false;
        }
        let mut by_key: HashMap<&[String], Vec<&Component>> = HashMap::new();
        for component in right.iter().rev() {
            by_key.entry(&component.key).or_default().push(component);
        }
        left.iter().all(|component| {
            let Some(candidates) = by_key.get_mut(&component.key[..]) else { return false };
            // The one made first is at the end, and so are the images of equal components, in order.
            let found = (0..candidates.len()).rev().find(|&i| self.component(component, candidates[i]));
            found.map(|i| candidates.remove(i)).is_some()
        })
    }

    /// Pairs two components, or leaves everything as it was.
    fn component(&mut self, a: &Component, b: &Component) -> bool {
        // Any edge will do to begin with; one whose label is rare in the component has the fewest possible images.
        let mut counts: HashMap<String, (usize, EdgeId)> = HashMap::new();
        for &edge in &a.edges {
            counts.entry(key(self.a, edge)).or_insert((0, edge)).0 += 1;
        }
        let Some((_, anchor)) = counts.into_values().min() else { return b.edges.is_empty() };
        let mark = self.trail.len();
        for &image in &b.edges {
            if self.pair_edges(anchor, image) {
                return true;
            }
            for paired in self.trail.drain(mark..) {
                match paired {
                    Paired::Wire(a, b) => {
                        self.wires[a.index()] = None;
                        self.wire_taken.remove(&b);
                    }
                    Paired::Edge(a, b) => {
                        self.edges[a.index()] = None;
                        self.edge_taken.remove(&b);
                    }
                }
            }
        }
        false
    }
}

/// A text that edges with the same label share.
fn key(net: &Hypernet, edge: EdgeId) -> String {
    format!("{:?}", net.edge(edge).label)
}

/// The connected parts of a level that hold none of the edges already `done`, by their first edge.
fn components(net: &Hypernet, level: Level, done: impl Fn(EdgeId) -> bool) -> Vec<Component> {
    let mut rest: Vec<EdgeId> = net.region(level).edges.iter().copied().filter(|&edge| !done(edge)).collect();
    rest.sort_unstable();
    let mut seen = std::collections::HashSet::with_capacity(rest.len());
    let mut found = Vec::new();
    for first in rest {
        if !seen.insert(first) {
            continue;
        }
        let mut edges = vec![first];
        let mut at = 0;
        while let Some(&edge) = edges.get(at) {
            at += 1;
            let edge = net.edge(edge);
            let above = edge.sources.iter().filter_map(|&wire| net.producer_edge(wire));
            let below = edge.targets.iter().filter_map(|&wire| net.consumer_edge(wire));
            for (next, _) in above.chain(below) {
                if seen.insert(next) {
                    edges.push(next);
                }
            }
        }
        let mut key: Vec<String> = edges.iter().map(|&edge| key(net, edge)).collect();
        key.sort_unstable();
        found.push(Component { edges, key });
    }
    found
}
