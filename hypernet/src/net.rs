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

use std::fmt;

use crate::label::{Label, Operation};
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
            _ => None,
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

    /// All wires of the net, at every level, by id.
    pub fn wire_ids(&self) -> impl Iterator<Item = WireId> + '_ {
        (0u32..).zip(&self.wires).filter(|(_, wire)| wire.is_some()).map(|(i, _)| WireId(i))
    }

    /// How many edges there are, at every level.
    #[must_use]
    pub fn edge_count(&self) -> usize {
        self.edges.iter().flatten().count()
    }

    /// An upper bound of the numbers of edges and of wires, for tables indexed by [`EdgeId::index`] and
    /// [`WireId::index`].
    #[must_use]
    pub fn id_bounds(&self) -> (usize, usize) {
        (self.edges.len(), self.wires.len())
    }

    /// The edge that produces this wire, and at which target.
    #[must_use]
    pub fn producer_edge(&self, wire: WireId) -> Option<(EdgeId, usize)> {
        match self.wire(wire).producer {
            Producer::Target(edge, port) => Some((edge, port as usize)),
            _ => None,
        }
    }

    /// The edge that consumes this wire, and at which source.
    #[must_use]
    pub fn consumer_edge(&self, wire: WireId) -> Option<(EdgeId, usize)> {
        match self.wire(wire).consumer {
            Consumer::Source(edge, port) => Some((edge, port as usize)),
            _ => None,
        }
    }

    /// The edges of a level so that each comes after those whose targets it takes; among those that are ready, the one
    /// made first comes first. Edges on a cycle are left out (a valid net has none).
    #[must_use]
    pub fn sorted_edges(&self, level: Level) -> Vec<EdgeId> {
        use std::cmp::Reverse;
        use std::collections::BinaryHeap;

        let region = self.region(level);
        let mut missing = self.missing_sources(level);
        let first = region.edges.iter().zip(&missing).filter(|(_, count)| **count == 0).map(|(&id, _)| Reverse(id));
        let mut ready: BinaryHeap<Reverse<EdgeId>> = first.collect();
        let mut sorted = Vec::with_capacity(region.edges.len());
        while let Some(Reverse(id)) = ready.pop() {
            sorted.push(id);
            for &wire in &self.edge(id).targets {
                if let Some((next, _)) = self.consumer_edge(wire) {
                    let count = &mut missing[self.edge(next).slot as usize];
                    *count -= 1;
                    if *count == 0 {
                        ready.push(Reverse(next));
                    }
                }
            }
        }
        sorted
    }

    /// The edges of a level so that each comes after those whose targets it takes, in any order that allows that, but the
    /// edges of which `late` holds as late as possible. Cheaper than [`Hypernet::sorted_edges`].
    pub(crate) fn ordered_edges(&self, level: Level, late: impl Fn(&Edge) -> bool) -> Vec<EdgeId> {
        let region = self.region(level);
        let mut missing = self.missing_sources(level);
        let (mut ready, mut waiting): (Vec<EdgeId>, Vec<EdgeId>) = (Vec::new(), Vec::new());
        let enter = |id: EdgeId, edge: &Edge, ready: &mut Vec<EdgeId>, waiting: &mut Vec<EdgeId>| {
            if late(edge) { waiting.push(id) } else { ready.push(id) }
        };
        for (&id, &count) in region.edges.iter().zip(&missing) {
            if count == 0 {
                enter(id, self.edge(id), &mut ready, &mut waiting);
            }
        }
        let mut ordered = Vec::with_capacity(region.edges.len());
        while let Some(id) = ready.pop().or_else(|| waiting.pop()) {
            ordered.push(id);
            for &wire in &self.edge(id).targets {
                if let Consumer::Source(next, _) = self.wire(wire).consumer {
                    let edge = self.edge(next);
                    let count = &mut missing[edge.slot as usize];
                    *count -= 1;
                    if *count == 0 {
                        enter(next, edge, &mut ready, &mut waiting);
                    }
                }
            }
        }
        ordered
    }

    /// How many sources of each edge of a level come from edges, by the slot of the edge in the level.
    fn missing_sources(&self, level: Level) -> Vec<usize> {
        let from_edge = |&wire: &WireId| matches!(self.wire(wire).producer, Producer::Target(..));
        let edges = self.region(level).edges.iter();
        edges.map(|&id| self.edge(id).sources.iter().filter(|wire| from_edge(wire)).count()).collect()
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

/// A map keyed by ids, with a hash that is cheap also in a build that is not optimised.
pub(crate) type IdMap<K, V> = std::collections::HashMap<K, V, std::hash::BuildHasherDefault<IdHasher>>;

/// A set of ids, with the same hash.
pub(crate) type IdSet<K> = std::collections::HashSet<K, std::hash::BuildHasherDefault<IdHasher>>;

/// Multiplies and adds; ids and small keys are spread well enough by that.
#[derive(Default)]
pub(crate) struct IdHasher(u64);

impl IdHasher {
    fn add(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
}

impl std::hash::Hasher for IdHasher {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.add(u64::from(byte));
        }
    }

    fn write_u32(&mut self, word: u32) {
        self.add(u64::from(word));
    }

    fn write_usize(&mut self, word: usize) {
        self.add(word as u64);
    }

    fn finish(&self) -> u64 {
        // The high bits are the good ones, the table looks at the low ones as well.
        self.0 ^ (self.0 >> 32)
    }
}

/// Changing, within the crate. None of these checks types: what changes a net checks before it begins, and
/// [`Hypernet::validate`] afterwards.
impl Hypernet {
    pub(crate) fn wire_mut(&mut self, id: WireId) -> &mut Wire {
        match &mut self.wires.as_mut_slice()[id.0 as usize] {
            Some(wire) => wire,
            None => panic!("{id:?} is not a wire of this net"),
        }
    }

    pub(crate) fn edge_mut(&mut self, id: EdgeId) -> &mut Edge {
        match &mut self.edges.as_mut_slice()[id.0 as usize] {
            Some(edge) => edge,
            None => panic!("{id:?} is not an edge of this net"),
        }
    }

    pub(crate) fn region_mut(&mut self, level: Level) -> &mut Region {
        match level {
            Level::Outermost => &mut self.outermost,
            Level::Inside(edge) => self.edge_mut(edge).inner.as_deref_mut().expect("an edge with an inside"),
        }
    }

    /// A new wire, open at both ends.
    pub(crate) fn add_wire(&mut self, level: Level, ty: Type, name: Option<Name>) -> WireId {
        let id = WireId(u32::try_from(self.wires.len()).expect("fewer than 2^32 wires"));
        let region = self.region_mut(level);
        let slot = u32::try_from(region.wires.len()).expect("fewer than 2^32 wires");
        region.wires.push(id);
        self.wires.push(Some(Wire { ty, name, level, producer: Producer::Open, consumer: Consumer::Open, slot }));
        id
    }

    /// A new edge at the level of its wires; every source must be open below, every target above. An abstraction or a
    /// frame gets an empty inside.
    pub(crate) fn add_edge(
        &mut self,
        level: Level,
        label: Label,
        sources: Vec<WireId>,
        targets: Vec<WireId>,
    ) -> EdgeId {
        let id = EdgeId(u32::try_from(self.edges.len()).expect("fewer than 2^32 edges"));
        for (&wire, port) in sources.iter().zip(0u32..) {
            let wire = self.wire_mut(wire);
            debug_assert_eq!(wire.consumer, Consumer::Open);
            debug_assert_eq!(wire.level, level);
            wire.consumer = Consumer::Source(id, port);
        }
        for (&wire, port) in targets.iter().zip(0u32..) {
            let wire = self.wire_mut(wire);
            debug_assert_eq!(wire.producer, Producer::Open);
            debug_assert_eq!(wire.level, level);
            wire.producer = Producer::Target(id, port);
        }
        let inner = matches!(label, Label::Abstraction | Label::Frame(_)).then(Box::default);
        let region = self.region_mut(level);
        let slot = u32::try_from(region.edges.len()).expect("fewer than 2^32 edges");
        region.edges.push(id);
        self.edges.push(Some(Edge { label, level, sources, targets, inner, slot }));
        id
    }

    /// Adds an edge and makes its targets, of these types.
    pub(crate) fn add_edge_with_targets(
        &mut self,
        level: Level,
        label: Label,
        sources: Vec<WireId>,
        types: Vec<Type>,
    ) -> (EdgeId, Vec<WireId>) {
        let targets: Vec<WireId> = types.into_iter().map(|ty| self.add_wire(level, ty, None)).collect();
        (self.add_edge(level, label, sources, targets.clone()), targets)
    }

    /// A new wire as the last input of a level, open below.
    pub(crate) fn add_input(&mut self, level: Level, ty: Type, name: Option<Name>) -> WireId {
        let wire = self.add_wire(level, ty, name);
        self.push_input(level, wire);
        wire
    }

    /// Makes a wire that is open above the last input of its level.
    pub(crate) fn push_input(&mut self, level: Level, wire: WireId) {
        let inputs = &mut self.region_mut(level).inputs;
        let port = u32::try_from(inputs.len()).expect("fewer than 2^32 wires");
        inputs.push(wire);
        debug_assert_eq!(self.wire(wire).producer, Producer::Open);
        self.wire_mut(wire).producer = Producer::Input(port);
    }

    /// Makes a wire that is open below the last output of its level.
    pub(crate) fn push_output(&mut self, level: Level, wire: WireId) {
        let outputs = &mut self.region_mut(level).outputs;
        let port = u32::try_from(outputs.len()).expect("fewer than 2^32 wires");
        outputs.push(wire);
        debug_assert_eq!(self.wire(wire).consumer, Consumer::Open);
        self.wire_mut(wire).consumer = Consumer::Output(port);
    }

    /// Appends a source to an edge.
    pub(crate) fn push_source(&mut self, edge: EdgeId, wire: WireId) {
        debug_assert_eq!(self.wire(wire).consumer, Consumer::Open);
        let port = u32::try_from(self.edge(edge).sources.len()).expect("fewer than 2^32 wires");
        self.edge_mut(edge).sources.push(wire);
        self.wire_mut(wire).consumer = Consumer::Source(edge, port);
    }

    /// Appends a target to an edge.
    pub(crate) fn push_target(&mut self, edge: EdgeId, wire: WireId) {
        debug_assert_eq!(self.wire(wire).producer, Producer::Open);
        let port = u32::try_from(self.edge(edge).targets.len()).expect("fewer than 2^32 wires");
        self.edge_mut(edge).targets.push(wire);
        self.wire_mut(wire).producer = Producer::Target(edge, port);
    }

    /// Replaces the whole input interface of a level: wires that were in it and are no longer become open above.
    pub(crate) fn set_inputs(&mut self, level: Level, inputs: Vec<WireId>) {
        for wire in std::mem::take(&mut self.region_mut(level).inputs) {
            if let Some(wire) = self.wires[wire.index()].as_mut() {
                wire.producer = Producer::Open;
            }
        }
        for wire in inputs {
            self.push_input(level, wire);
        }
    }

    /// Replaces the whole output interface of a level: wires that were in it and are no longer become open below.
    pub(crate) fn set_outputs(&mut self, level: Level, outputs: Vec<WireId>) {
        for wire in std::mem::take(&mut self.region_mut(level).outputs) {
            if let Some(wire) = self.wires[wire.index()].as_mut() {
                wire.consumer = Consumer::Open;
            }
        }
        for wire in outputs {
            self.push_output(level, wire);
        }
    }

    /// Opens the lower end of a wire, and gives the port that it left. The port keeps its place until
    /// [`Hypernet::attach`] fills it or the port's owner goes.
    pub(crate) fn detach(&mut self, wire: WireId) -> Consumer {
        std::mem::replace(&mut self.wire_mut(wire).consumer, Consumer::Open)
    }

    /// Lets a port that was left open by [`Hypernet::detach`] consume this wire, which must be open below.
    pub(crate) fn attach(&mut self, wire: WireId, port: Consumer) {
        debug_assert_eq!(self.wire(wire).consumer, Consumer::Open);
        let level = self.wire(wire).level;
        match port {
            Consumer::Open => {}
            Consumer::Output(at) => self.region_mut(level).outputs[at as usize] = wire,
            Consumer::Source(edge, at) => self.edge_mut(edge).sources[at as usize] = wire,
        }
        self.wire_mut(wire).consumer = port;
    }

    /// Opens the upper end of a wire, and gives the port that it left.
    pub(crate) fn detach_above(&mut self, wire: WireId) -> Producer {
        std::mem::replace(&mut self.wire_mut(wire).producer, Producer::Open)
    }

    /// Lets a port that was left open by [`Hypernet::detach_above`] produce this wire, which must be open above.
    pub(crate) fn attach_above(&mut self, wire: WireId, port: Producer) {
        debug_assert_eq!(self.wire(wire).producer, Producer::Open);
        let level = self.wire(wire).level;
        match port {
            Producer::Open => {}
            Producer::Input(at) => self.region_mut(level).inputs[at as usize] = wire,
            Producer::Target(edge, at) => self.edge_mut(edge).targets[at as usize] = wire,
        }
        self.wire_mut(wire).producer = port;
    }

    /// Joins two wires of one level into `upper`: `upper` must be open below, `lower` open above. `lower` goes; its
    /// name stays if `upper` had none.
    pub(crate) fn fuse(&mut self, upper: WireId, lower: WireId) {
        debug_assert_ne!(upper, lower);
        debug_assert_eq!(self.wire(lower).producer, Producer::Open);
        let port = self.detach(lower);
        self.attach(upper, port);
        let name = self.wire_mut(lower).name.take();
        let upper = self.wire_mut(upper);
        if upper.name.is_none() {
            upper.name = name;
        }
        self.remove_wire(lower);
    }

    /// Removes a wire that is open at both ends.
    pub(crate) fn remove_wire(&mut self, id: WireId) {
        let wire = self.wires[id.index()].take().expect("a wire of this net");
        debug_assert_eq!((wire.producer, wire.consumer), (Producer::Open, Consumer::Open));
        let region = self.region_mut(wire.level);
        region.wires.swap_remove(wire.slot as usize);
        if let Some(&moved) = region.wires.get(wire.slot as usize) {
            self.wire_mut(moved).slot = wire.slot;
        }
    }

    /// Removes an edge; its sources become open below and its targets above. Whatever is inside goes with it.
    /// Gives the edge as it was (its inside is gone).
    pub(crate) fn remove_edge(&mut self, id: EdgeId) -> Edge {
        self.clear(id);
        let edge = self.edges[id.index()].take().expect("an edge of this net");
        for &wire in &edge.sources {
            if let Some(wire) = &mut self.wires[wire.index()]
                && matches!(wire.consumer, Consumer::Source(at, _) if at == id)
            {
                wire.consumer = Consumer::Open;
            }
        }
        for &wire in &edge.targets {
            if let Some(wire) = &mut self.wires[wire.index()]
                && matches!(wire.producer, Producer::Target(at, _) if at == id)
            {
                wire.producer = Producer::Open;
            }
        }
        let region = self.region_mut(edge.level);
        region.edges.swap_remove(edge.slot as usize);
        if let Some(&moved) = region.edges.get(edge.slot as usize) {
            self.edge_mut(moved).slot = edge.slot;
        }
        edge
    }

    /// Takes the inside of an edge away, at every depth.
    fn clear(&mut self, id: EdgeId) {
        let mut pending: Vec<Box<Region>> = self.edge_mut(id).inner.take().into_iter().collect();
        while let Some(region) = pending.pop() {
            for wire in region.wires {
                self.wires[wire.index()] = None;
            }
            for edge in region.edges {
                pending.extend(self.edges[edge.index()].take().and_then(|edge| edge.inner));
            }
        }
    }

    /// Moves one edge to another level, with all it holds. Its wires do not move.
    pub(crate) fn move_edge(&mut self, id: EdgeId, to: Level) {
        let (from, slot) = (self.edge(id).level, self.edge(id).slot);
        let region = self.region_mut(from);
        region.edges.swap_remove(slot as usize);
        if let Some(&moved) = region.edges.get(slot as usize) {
            self.edge_mut(moved).slot = slot;
        }
        let region = self.region_mut(to);
        let slot = u32::try_from(region.edges.len()).expect("fewer than 2^32 edges");
        region.edges.push(id);
        let edge = self.edge_mut(id);
        edge.level = to;
        edge.slot = slot;
    }

    /// Moves one wire to another level. Its ports do not move: the caller moves them too.
    pub(crate) fn move_wire(&mut self, id: WireId, to: Level) {
        let (from, slot) = (self.wire(id).level, self.wire(id).slot);
        let region = self.region_mut(from);
        region.wires.swap_remove(slot as usize);
        if let Some(&moved) = region.wires.get(slot as usize) {
            self.wire_mut(moved).slot = slot;
        }
        let region = self.region_mut(to);
        let slot = u32::try_from(region.wires.len()).expect("fewer than 2^32 wires");
        region.wires.push(id);
        let wire = self.wire_mut(id);
        wire.level = to;
        wire.slot = slot;
    }

    /// Moves all wires and edges of a level to another; the interfaces of `from` become empty, its former inputs open
    /// above and its former outputs open below. Gives the former interfaces.
    pub(crate) fn move_contents(&mut self, from: Level, to: Level) -> (Vec<WireId>, Vec<WireId>) {
        let Region { inputs, outputs, wires, edges } = std::mem::take(self.region_mut(from));
        for &wire in &inputs {
            self.wire_mut(wire).producer = Producer::Open;
        }
        for &wire in &outputs {
            self.wire_mut(wire).consumer = Consumer::Open;
        }
        let region = self.region_mut(to);
        let (first_wire, first_edge) = (region.wires.len(), region.edges.len());
        region.wires.extend_from_slice(&wires);
        region.edges.extend_from_slice(&edges);
        for (offset, wire) in wires.into_iter().enumerate() {
            let wire = self.wire_mut(wire);
            wire.level = to;
            wire.slot = u32::try_from(first_wire + offset).expect("fewer than 2^32 wires");
        }
        for (offset, edge) in edges.into_iter().enumerate() {
            let edge = self.edge_mut(edge);
            edge.level = to;
            edge.slot = u32::try_from(first_edge + offset).expect("fewer than 2^32 edges");
        }
        (inputs, outputs)
    }

    /// Copies all of a level of `from` into a level of this net; the copied inputs are open above, the copied outputs
    /// open below. Gives the copies of the interfaces, and reports each edge with its copy.
    pub(crate) fn copy_from(
        &mut self,
        from: &Self,
        level: Level,
        to: Level,
        copied: &mut dyn FnMut(EdgeId, EdgeId),
    ) -> (Vec<WireId>, Vec<WireId>) {
        let region = from.region(level);
        // Wires by their slot in the level: the lists below are read with the same index.
        let mut wires = Vec::with_capacity(region.wires.len());
        for &id in &region.wires {
            let wire = from.wire(id);
            wires.push(self.add_wire(to, wire.ty.clone(), wire.name.clone()));
        }
        let mut edges = region.edges.clone();
        edges.sort_unstable();
        for id in edges {
            let edge = from.edge(id);
            let all = |of: &[WireId]| of.iter().map(|&wire| wires[from.wire(wire).slot as usize]).collect::<Vec<_>>();
            let copy = self.add_edge(to, edge.label.clone(), all(&edge.sources), all(&edge.targets));
            copied(id, copy);
            if edge.inner.is_some() {
                let inside = Level::Inside(copy);
                let (inputs, outputs) = self.copy_from(from, Level::Inside(id), inside, copied);
                self.set_inputs(inside, inputs);
                self.set_outputs(inside, outputs);
            }
        }
        let all = |of: &[WireId]| of.iter().map(|&wire| wires[from.wire(wire).slot as usize]).collect::<Vec<_>>();
        (all(&region.inputs), all(&region.outputs))
    }

    /// The same net with ids that leave no gaps, in the same order of edges: what has been rewritten much is spread out in
    /// memory.
    #[must_use]
    pub fn compacted(&self) -> Self {
        let mut compact = Self::new();
        let (inputs, outputs) = compact.copy_from(self, Level::Outermost, Level::Outermost, &mut |_, _| ());
        compact.set_inputs(Level::Outermost, inputs);
        compact.set_outputs(Level::Outermost, outputs);
        compact
    }

    /// Copies all of a level of this net into another level of it, like [`Hypernet::copy_from`].
    pub(crate) fn copy_within(
        &mut self,
        level: Level,
        to: Level,
        copied: &mut dyn FnMut(EdgeId, EdgeId),
    ) -> (Vec<WireId>, Vec<WireId>) {
        // The level is taken out of the net as a net of its own, so that reading and writing do not meet.
        let mut apart = Self::new();
        let mut origins = Vec::new();
        let (inputs, outputs) = apart.copy_from(self, level, Level::Outermost, &mut |from, _| origins.push(from));
        apart.set_inputs(Level::Outermost, inputs);
        apart.set_outputs(Level::Outermost, outputs);
        self.copy_from(&apart, Level::Outermost, to, &mut |from, copy| copied(origins[from.index()], copy))
    }
}
