//! Isomorphism: whether two nets are the same up to the names of their wires and edges.
//!
//! Interfaces are ordered and every wire has one producer and one consumer, so what is connected to an interface has
//! at most one image, found by following the wires: the cost is linear. What is connected to no interface (a
//! constant that is discarded, say) is matched component by component; since isomorphism is an equivalence, the first
//! image found for a component is as good as any other, and no choice is ever undone.
//!
//! Labels, types (captures included), the order of ports and the hierarchy count; names of wires do not.

use std::collections::HashMap;

use crate::label::{Constant, Label, Operation};
use crate::net::{Consumer, EdgeId, Hypernet, Level, Producer, WireId};

/// The images of the wires and edges of one net in another.
#[derive(Clone, Debug)]
pub struct Isomorphism {
    wires: Vec<Option<WireId>>,
    edges: Vec<Option<EdgeId>>,
}

impl Isomorphism {
    /// The image of a wire of the first net.
    #[must_use]
    pub fn wire(&self, wire: WireId) -> Option<WireId> {
        *self.wires.get(wire.index())?
    }

    /// The image of an edge of the first net.
    #[must_use]
    pub fn edge(&self, edge: EdgeId) -> Option<EdgeId> {
        *self.edges.get(edge.index())?
    }
}

/// Whether two nets are isomorphic; see the [module's documentation](self).
#[must_use]
pub fn isomorphic(a: &Hypernet, b: &Hypernet) -> bool {
    isomorphism(a, b).is_some()
}

/// An isomorphism from the first net to the second, if there is one.
#[must_use]
pub fn isomorphism(a: &Hypernet, b: &Hypernet) -> Option<Isomorphism> {
    let ((edges_a, wires_a), (edges_b, wires_b)) = (a.id_bounds(), b.id_bounds());
    let mut matcher = Matcher {
        a,
        b,
        wires: vec![None; wires_a],
        edges: vec![None; edges_a],
        wire_taken: vec![false; wires_b],
        edge_taken: vec![false; edges_b],
        trail: Vec::new(),
    };
    let found = matcher.level(Level::Outermost, Level::Outermost);
    found.then_some(Isomorphism { wires: matcher.wires, edges: matcher.edges })
}

/// Whether two labels are the same; constants are if no bit of them differs.
pub(crate) fn same_label(a: &Label, b: &Label) -> bool {
    match (a, b) {
        (
            Label::Operation(Operation::Constant(Constant::Real { value: a, text: text_a }, ty_a)),
            Label::Operation(Operation::Constant(Constant::Real { value: b, text: text_b }, ty_b)),
        ) => a.to_bits() == b.to_bits() && text_a == text_b && ty_a == ty_b,
        _ => a == b,
    }
}

/// What has been given an image, so that it can be taken back.
enum Paired {
    Wire(WireId, WireId),
    Edge(EdgeId, EdgeId),
}

struct Matcher<'a> {
    a: &'a Hypernet,
    b: &'a Hypernet,
    wires: Vec<Option<WireId>>,
    edges: Vec<Option<EdgeId>>,
    wire_taken: Vec<bool>,
    edge_taken: Vec<bool>,
    trail: Vec<Paired>,
}

/// A part of a level that is connected, and to no interface.
struct Component {
    edges: Vec<EdgeId>,
    /// The labels of its edges, sorted.
    key: Vec<String>,
}

impl Matcher<'_> {
    fn level(&mut self, a: Level, b: Level) -> bool {
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

    /// Pairs these wires, and all that is connected to them.
    fn follow(&mut self, mut pending: Vec<(WireId, WireId)>) -> bool {
        while let Some((a, b)) = pending.pop() {
            match self.wires[a.index()] {
                Some(image) if image == b => continue,
                None if !self.wire_taken[b.index()] => {}
                _ => return false,
            }
            self.wires[a.index()] = Some(b);
            self.wire_taken[b.index()] = true;
            self.trail.push(Paired::Wire(a, b));
            let (left, right) = (self.a.wire(a), self.b.wire(b));
            if left.ty != right.ty {
                return false;
            }
            let above = match (left.producer, right.producer) {
                (Producer::Target(e, i), Producer::Target(f, j)) => i == j && self.edge(e, f, &mut pending),
                (e, f) => e == f,
            };
            let below = above
                && match (left.consumer, right.consumer) {
                    (Consumer::Source(e, i), Consumer::Source(f, j)) => i == j && self.edge(e, f, &mut pending),
                    (e, f) => e == f,
                };
            if !below {
                return false;
            }
        }
        true
    }

    /// Pairs two edges and their insides; their wires are still to be paired.
    fn edge(&mut self, a: EdgeId, b: EdgeId, pending: &mut Vec<(WireId, WireId)>) -> bool {
        match self.edges[a.index()] {
            Some(image) => return image == b,
            None if self.edge_taken[b.index()] => return false,
            None => {}
        }
        let (left, right) = (self.a.edge(a), self.b.edge(b));
        let same = left.sources.len() == right.sources.len()
            && left.targets.len() == right.targets.len()
            && left.inner.is_some() == right.inner.is_some()
            && same_label(&left.label, &right.label);
        if !same {
            return false;
        }
        self.edges[a.index()] = Some(b);
        self.edge_taken[b.index()] = true;
        self.trail.push(Paired::Edge(a, b));
        pending.extend(left.sources.iter().copied().zip(right.sources.iter().copied()));
        pending.extend(left.targets.iter().copied().zip(right.targets.iter().copied()));
        left.inner.is_none() || self.level(Level::Inside(a), Level::Inside(b))
    }

    /// Pairs what is connected to no interface.
    fn components(&mut self, a: Level, b: Level) -> bool {
        let left = components(self.a, a, |edge| self.edges[edge.index()].is_some());
        let right = components(self.b, b, |edge| self.edge_taken[edge.index()]);
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
            let mut pending = Vec::new();
            if self.edge(anchor, image, &mut pending) && self.follow(pending) {
                return true;
            }
            for paired in self.trail.drain(mark..) {
                match paired {
                    Paired::Wire(a, b) => {
                        self.wires[a.index()] = None;
                        self.wire_taken[b.index()] = false;
                    }
                    Paired::Edge(a, b) => {
                        self.edges[a.index()] = None;
                        self.edge_taken[b.index()] = false;
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
