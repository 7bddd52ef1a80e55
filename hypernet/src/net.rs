//! The data: a hierarchical hypergraph with ordered interfaces, stored so that every local change costs constant time.
//!
//! Invariants that hold after every operation of this file (the others are the validator's):
//!
//! - ids are never used twice, so an id names one wire or edge for ever;
//! - incidence is recorded at both ends: a wire knows the port that produces and the port that consumes it, an edge
//!   and an interface know the wires at their ports, and the two agree;
//! - every wire is produced and consumed at most once. A wire without a producer or a consumer is *open* there:
//!   this happens only in the middle of a change, never in a net that a public function returns;
//! - a level (the outside, or the inside of an edge) lists its wires and edges, in no particular order.

mod change;

use std::fmt;

pub(crate) use crate::ids::{IdMap, IdSet, IdTable};
use crate::label::{Label, Operation};
use crate::operation::FunctionConstant;
use crate::types::{Name, Signature, Type};

/// The name of a wire (a vertex of the hypergraph).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct WireId(pub(crate) u32);

/// The name of an edge.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct EdgeId(pub(crate) u32);

/// A wire or an edge.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Item {
    /// A wire.
    Wire(WireId),
    /// An edge.
    Edge(EdgeId),
}

/// Where a wire or an edge is: its parent.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Level {
    /// Outermost: no parent.
    Outermost,
    /// Inside this abstraction or frame.
    Inside(EdgeId),
}

/// The upper end of a wire: the port where it comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Producer {
    /// Nowhere yet: the net is being changed.
    Open,
    /// This position of the input interface of the wire's level.
    Input(u32),
    /// This target of an edge.
    Target(EdgeId, u32),
}

/// The lower end of a wire: the port where it goes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Consumer {
    /// Nowhere yet: the net is being changed.
    Open,
    /// This position of the output interface of the wire's level.
    Output(u32),
    /// This source of an edge.
    Source(EdgeId, u32),
}

/// A wire.
#[derive(Clone, Debug)]
pub struct Wire {
    pub(crate) ty: Type,
    pub(crate) name: Option<Name>,
    pub(crate) level: Level,
    pub(crate) producer: Producer,
    pub(crate) consumer: Consumer,
    pub(crate) slot: u32,
}

/// An edge.
#[derive(Clone, Debug)]
pub struct Edge {
    pub(crate) label: Label,
    pub(crate) level: Level,
    pub(crate) sources: Vec<WireId>,
    pub(crate) targets: Vec<WireId>,
    pub(crate) inner: Option<Box<Region>>,
    pub(crate) slot: u32,
}

/// What a level holds: its interfaces, in order, and its wires and edges, in no particular order.
#[derive(Clone, Debug, Default)]
pub struct Region {
    pub(crate) inputs: Vec<WireId>,
    pub(crate) outputs: Vec<WireId>,
    pub(crate) wires: Vec<WireId>,
    pub(crate) edges: Vec<EdgeId>,
}

/// A hypernet (paper, section 4.1): a hierarchical hypergraph, acyclic, with linear wires and ordered interfaces.
#[derive(Clone, Debug, Default)]
pub struct Hypernet {
    wires: Vec<Option<Wire>>,
    edges: Vec<Option<Edge>>,
    outermost: Region,
}

impl fmt::Debug for WireId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "w{}", self.0)
    }
}

impl fmt::Debug for EdgeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "e{}", self.0)
    }
}

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Wire(wire) => write!(f, "wire {wire:?}"),
            Self::Edge(edge) => write!(f, "edge {edge:?}"),
        }
    }
}

impl Wire {
    /// Its type.
    #[must_use]
    pub fn ty(&self) -> &Type {
        &self.ty
    }

    /// What the user called it, as far as known. A name is a hint for readers and means nothing.
    #[must_use]
    pub fn name(&self) -> Option<&Name> {
        self.name.as_ref()
    }

    /// Its level.
    #[must_use]
    pub fn level(&self) -> Level {
        self.level
    }

    /// Where it comes from.
    #[must_use]
    pub fn producer(&self) -> Producer {
        self.producer
    }

    /// Where it goes.
    #[must_use]
    pub fn consumer(&self) -> Consumer {
        self.consumer
    }
}

impl Edge {
    /// What it does.
    #[must_use]
    pub fn label(&self) -> &Label {
        &self.label
    }

    /// Its operation, if it is labelled with one.
    #[must_use]
    pub fn operation(&self) -> Option<&Operation> {
        match &self.label {
            Label::Operation(operation) => Some(operation),
            Label::Copy | Label::Discard | Label::Eval | Label::Abstraction | Label::Frame(_) => None,
        }
    }

    /// Its level.
    #[must_use]
    pub fn level(&self) -> Level {
        self.level
    }

    /// The wires it takes, in order.
    #[must_use]
    pub fn sources(&self) -> &[WireId] {
        &self.sources
    }

    /// The wires it gives, in order.
    #[must_use]
    pub fn targets(&self) -> &[WireId] {
        &self.targets
    }
}

impl Region {
    /// The input interface, in order.
    #[must_use]
    pub fn inputs(&self) -> &[WireId] {
        &self.inputs
    }

    /// The output interface, in order.
    #[must_use]
    pub fn outputs(&self) -> &[WireId] {
        &self.outputs
    }

    /// All wires of the level, in no particular order.
    #[must_use]
    pub fn wires(&self) -> &[WireId] {
        &self.wires
    }

    /// All edges of the level, in no particular order; [`Hypernet::sorted_edges`] sorts them.
    #[must_use]
    pub fn edges(&self) -> &[EdgeId] {
        &self.edges
    }
}

/// Reading.
impl Hypernet {
    /// The empty net: no inputs, no outputs, nothing in between.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether a wire of this id is in the net.
    pub(crate) fn has_wire(&self, id: WireId) -> bool {
        self.wires.get(id.0 as usize).is_some_and(Option::is_some)
    }

    /// The wire of this id.
    ///
    /// # Panics
    /// If the wire is not of this net, or no longer.
    #[must_use]
    pub fn wire(&self, id: WireId) -> &Wire {
        // Written out, as is the like below: these are what a build without optimisation spends its time on.
        match &self.wires.as_slice()[id.0 as usize] {
            Some(wire) => wire,
            None => panic!("{id:?} is not a wire of this net"),
        }
    }

    /// The edge of this id.
    ///
    /// # Panics
    /// If the edge is not of this net, or no longer.
    #[must_use]
    pub fn edge(&self, id: EdgeId) -> &Edge {
        match &self.edges.as_slice()[id.0 as usize] {
            Some(edge) => edge,
            None => panic!("{id:?} is not an edge of this net"),
        }
    }

    /// The wire of this id, if there is one.
    #[must_use]
    pub fn get_wire(&self, id: WireId) -> Option<&Wire> {
        let index = id.0 as usize;
        if index < self.wires.len() { self.wires.as_slice()[index].as_ref() } else { None }
    }

    /// The edge of this id, if there is one.
    #[must_use]
    pub fn get_edge(&self, id: EdgeId) -> Option<&Edge> {
        let index = id.0 as usize;
        if index < self.edges.len() { self.edges.as_slice()[index].as_ref() } else { None }
    }

    /// What is at this level.
    ///
    /// # Panics
    /// If the level is the inside of an edge that is not of this net or has no inside.
    #[must_use]
    pub fn region(&self, level: Level) -> &Region {
        match level {
            Level::Outermost => &self.outermost,
            Level::Inside(edge) => self.edge(edge).inner.as_deref().expect("an edge with an inside"),
        }
    }

    /// The input interface of the net.
    #[must_use]
    pub fn inputs(&self) -> &[WireId] {
        &self.outermost.inputs
    }

    /// The output interface of the net.
    #[must_use]
    pub fn outputs(&self) -> &[WireId] {
        &self.outermost.outputs
    }

    /// The types of these wires.
    #[must_use]
    pub fn types(&self, wires: &[WireId]) -> Vec<Type> {
        wires.iter().map(|&wire| self.wire(wire).ty.clone()).collect()
    }

    /// All edges of the net, at every level, by id.
    pub fn edge_ids(&self) -> impl Iterator<Item = EdgeId> + '_ {
        (0u32..).zip(&self.edges).filter(|(_, edge)| edge.is_some()).map(|(i, _)| EdgeId(i))
    }

    /// All edges that are labelled with a `cond` or a `fold`, at every level, by id.
    pub(crate) fn branches_and_loops(&self) -> Vec<EdgeId> {
        self.edges_that(|edge| matches!(edge.label, Label::Operation(Operation::Cond(..) | Operation::Fold(_))))
    }

    /// All wires of the net, at every level, by id.
    pub fn wire_ids(&self) -> impl Iterator<Item = WireId> + '_ {
        (0u32..).zip(&self.wires).filter(|(_, wire)| wire.is_some()).map(|(i, _)| WireId(i))
    }

    /// How many edges there are, at every level.
    #[must_use]
    pub fn edge_count(&self) -> usize {
        let mut count = 0;
        self.any_edge(|_| {
            count += 1;
            false
        });
        count
    }

    /// Whether there is such an edge, at any level.
    ///
    /// This is asked of every net several times, so it is a plain loop.
    pub fn any_edge(&self, mut is: impl FnMut(&Edge) -> bool) -> bool {
        let edges = self.edges.as_slice();
        let mut at = 0;
        while at < edges.len() {
            if let Some(edge) = &edges[at]
                && is(edge)
            {
                return true;
            }
            at += 1;
        }
        false
    }

    /// Such edges, at every level, by id; with a plain loop too.
    pub(crate) fn edges_that(&self, mut are: impl FnMut(&Edge) -> bool) -> Vec<EdgeId> {
        let mut found = Vec::new();
        let edges = self.edges.as_slice();
        let mut id = EdgeId(0);
        while id.index() < edges.len() {
            if let Some(edge) = &edges[id.index()]
                && are(edge)
            {
                found.push(id);
            }
            id.0 += 1;
        }
        found
    }

    /// An upper bound of the numbers of edges and of wires, for tables indexed by [`EdgeId::index`] and
    /// [`WireId::index`].
    #[must_use]
    pub fn id_bounds(&self) -> (usize, usize) {
        (self.edges.len(), self.wires.len())
    }

    /// The wire that this one is a copy of, in the end: where its value comes from at its level.
    ///
    /// It takes as many steps as there are copies on the way.
    #[must_use]
    pub fn root(&self, mut wire: WireId) -> WireId {
        while let Some((edge, _)) = self.producer_edge(wire)
            && self.edge(edge).label == Label::Copy
        {
            wire = self.edge(edge).sources[0];
        }
        wire
    }

    /// The edge that produces this wire, and at which target.
    #[must_use]
    pub fn producer_edge(&self, wire: WireId) -> Option<(EdgeId, usize)> {
        match self.wire(wire).producer {
            Producer::Target(edge, port) => Some((edge, port as usize)),
            Producer::Open | Producer::Input(_) => None,
        }
    }

    /// The edge that consumes this wire, and at which source.
    #[must_use]
    pub fn consumer_edge(&self, wire: WireId) -> Option<(EdgeId, usize)> {
        match self.wire(wire).consumer {
            Consumer::Source(edge, port) => Some((edge, port as usize)),
            Consumer::Open | Consumer::Output(_) => None,
        }
    }

    /// The arrays that a call of a function of the host hands on: at which source it takes each, and as which target it gives it.
    #[must_use]
    pub fn handed_on(&self, call: EdgeId) -> Vec<(usize, usize)> {
        let edge = self.edge(call);
        let function = edge.sources.first().and_then(|&function| self.wire(function).ty.as_function());
        let (Label::Eval, Some(function)) = (&edge.label, function) else { return Vec::new() };
        let arrays = |wires: &[WireId]| -> Vec<usize> {
            (0..wires.len()).filter(|&at| self.wire(wires[at]).ty.is_array()).collect()
        };
        let (taken, given) = (arrays(&edge.sources), arrays(&edge.targets));
        let mut handed: Vec<_> =
            taken.into_iter().rev().zip(given.into_iter().rev()).take(function.handed_on()).collect();
        handed.reverse();
        handed
    }

    /// The function of the host that an edge calls, if it calls one that is known by name.
    #[must_use]
    pub fn function_of_host(&self, call: EdgeId) -> Option<&FunctionConstant> {
        let edge = self.edge(call);
        let function = edge.sources.first().filter(|_| edge.label == Label::Eval)?;
        let (constant, _) = self.producer_edge(self.root(*function))?;
        if let Label::Operation(Operation::Function(function)) = &self.edge(constant).label {
            Some(function)
        } else {
            None
        }
    }

    /// The arrays that a call of a function of the host changes where they are: at which source it takes each, and as which target it
    /// gives it.
    #[must_use]
    pub fn changed(&self, call: EdgeId) -> Vec<(usize, usize)> {
        let edge = self.edge(call);
        let Some(function) = self.function_of_host(call) else { return Vec::new() };
        let world = |wires: &[WireId]| wires.iter().position(|&wire| self.wire(wire).ty == Type::World);
        let (Some(taken), Some(given)) = (world(&edge.sources), world(&edge.targets)) else { return Vec::new() };
        let count = function.ty.changes();
        (taken - count..taken).zip(given - count..given).collect()
    }

    /// The edges of a level so that each comes after those whose targets it takes; among those that are ready, the one
    /// made first comes first. Edges on a cycle are left out (a valid net has none).
    #[must_use]
    pub fn sorted_edges(&self, level: Level) -> Vec<EdgeId> {
        self.sorted_edges_but(level, |_| false)
    }

    /// The same, where the edges of which `late` holds come when no other one is ready.
    #[must_use]
    pub fn sorted_edges_but(&self, level: Level, late: impl Fn(&Edge) -> bool) -> Vec<EdgeId> {
        let region = self.region(level);
        let mut missing = self.missing_sources(level);
        let rank = |id: EdgeId| (late(self.edge(id)), id.0);
        // From last to first. A heap would cost more in a build without optimisation.
        let mut ready: Vec<(bool, u32)> = Vec::new();
        for (at, &id) in region.edges.as_slice().iter().enumerate() {
            if missing.as_slice()[at] == 0 {
                ready.push(rank(id));
            }
        }
        ready.sort_unstable_by_key(|&rank| std::cmp::Reverse(rank));
        let mut sorted = Vec::with_capacity(region.edges.len());
        while let Some((_, id)) = ready.pop() {
            let id = EdgeId(id);
            sorted.push(id);
            for &wire in self.edge(id).targets.as_slice() {
                if let Consumer::Source(next, _) = self.wire(wire).consumer {
                    let count = &mut missing.as_mut_slice()[self.edge(next).slot as usize];
                    *count -= 1;
                    if *count == 0 {
                        let next = rank(next);
                        let at = ready.partition_point(|&other| other > next);
                        ready.insert(at, next);
                    }
                }
            }
        }
        sorted
    }

    /// The edges of a level so that each comes after those whose targets it takes, in any order that allows that, but the
    /// edges that are late, 1 or 2, when no other one is ready. Cheaper than [`Hypernet::sorted_edges`].
    pub(crate) fn ordered_edges(&self, level: Level, late: impl Fn(&Edge) -> usize) -> Vec<EdgeId> {
        let region = self.region(level);
        let mut missing = self.missing_sources(level);
        let mut ready: [Vec<EdgeId>; 3] = [Vec::new(), Vec::new(), Vec::new()];
        let (wires, all) = (self.wires.as_slice(), self.edges.as_slice());
        let mut slot = 0;
        while slot < missing.len() {
            if missing[slot] == 0 {
                let id = region.edges.as_slice()[slot];
                ready[late(self.edge(id))].push(id);
            }
            slot += 1;
        }
        let missing = missing.as_mut_slice();
        let mut ordered = Vec::with_capacity(missing.len());
        loop {
            let [first, second, last] = &mut ready;
            let Some(id) = first.pop().or_else(|| second.pop()).or_else(|| last.pop()) else { return ordered };
            ordered.push(id);
            let targets = self.edge(id).targets.as_slice();
            let mut at = 0;
            while at < targets.len() {
                if let Some(Wire { consumer: Consumer::Source(next, _), .. }) = &wires[targets[at].0 as usize]
                    && let Some(edge) = &all[next.0 as usize]
                {
                    let slot = edge.slot as usize;
                    missing[slot] -= 1;
                    if missing[slot] == 0 {
                        ready[late(edge)].push(*next);
                    }
                }
                at += 1;
            }
        }
    }

    /// How many sources of each edge of a level come from edges, by the slot of the edge in the level.
    fn missing_sources(&self, level: Level) -> Vec<u32> {
        // Written with loops, as is what asks for it: they run often, and mostly in builds without optimisation.
        let (wires, edges) = (self.wires.as_slice(), self.region(level).edges.as_slice());
        let mut missing = vec![0; edges.len()];
        let counts = missing.as_mut_slice();
        let mut slot = 0;
        while slot < edges.len() {
            let sources = self.edge(edges[slot]).sources.as_slice();
            let (mut at, mut count) = (0, 0);
            while at < sources.len() {
                if let Some(Wire { producer: Producer::Target(..), .. }) = &wires[sources[at].0 as usize] {
                    count += 1;
                }
                at += 1;
            }
            counts[slot] = count;
            slot += 1;
        }
        missing
    }
}

impl From<WireId> for usize {
    fn from(id: WireId) -> Self {
        id.0 as Self
    }
}

impl From<EdgeId> for usize {
    fn from(id: EdgeId) -> Self {
        id.0 as Self
    }
}

impl From<Level> for usize {
    fn from(level: Level) -> Self {
        match level {
            Level::Outermost => 0,
            Level::Inside(owner) => owner.index() + 1,
        }
    }
}

impl WireId {
    /// Its number, below the bound of [`Hypernet::id_bounds`].
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl EdgeId {
    /// Its number, below the bound of [`Hypernet::id_bounds`].
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Types.
impl Hypernet {
    /// The types of the interfaces.
    #[must_use]
    pub fn signature(&self) -> Signature {
        Signature { inputs: self.types(self.inputs()), outputs: self.types(self.outputs()) }
    }

    /// Leaves open, in every type of this net, what functions captured: these are the types of the paper, in which a
    /// function's type does not change when work moves into the function. The adjoint needs to know what functions
    /// captured, so this is for nets that are not to be transformed any more.
    pub fn forget_captures(&mut self) {
        let forget = &mut |ty: &mut Type| *ty = ty.forget_captures();
        self.wires.iter_mut().flatten().for_each(|wire| forget(&mut wire.ty));
        for edge in self.edges.iter_mut().flatten() {
            if let Label::Operation(operation) = &mut edge.label {
                operation.types_mut(forget);
            }
        }
    }
}
