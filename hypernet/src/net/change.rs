//! Changing a net, within the crate.
//!
//! None of these checks types: what changes a net checks before it begins, and `Hypernet::validate` afterwards.

use super::{Consumer, Edge, EdgeId, Hypernet, Level, Producer, Region, Wire, WireId};
use crate::checked::{invariant, invariant_eq};
use crate::label::Label;
use crate::types::{Name, Type};

/// A count as the number of what comes next.
fn number(count: usize) -> u32 {
    assert!(count < u32::MAX as usize, "fewer than 2^32 wires and edges");
    #[expect(clippy::cast_possible_truncation, reason = "it has been looked at")]
    {
        count as u32
    }
}

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

    /// Lets the types of all wires change.
    pub(crate) fn each_type(&mut self, mut change: impl FnMut(&mut Type)) {
        for wire in self.wires.as_mut_slice() {
            let Some(wire) = wire else { continue };
            change(&mut wire.ty);
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
        let id = WireId(number(self.wires.len()));
        let region = self.region_mut(level);
        let slot = number(region.wires.len());
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
        let id = EdgeId(number(self.edges.len()));
        let mut port = 0;
        for &wire in sources.as_slice() {
            let wire = self.wire_mut(wire);
            invariant_eq!(wire.consumer, Consumer::Open);
            invariant_eq!(wire.level, level);
            wire.consumer = Consumer::Source(id, port);
            port += 1;
        }
        port = 0;
        for &wire in targets.as_slice() {
            let wire = self.wire_mut(wire);
            invariant_eq!(wire.producer, Producer::Open);
            invariant_eq!(wire.level, level);
            wire.producer = Producer::Target(id, port);
            port += 1;
        }
        let inner = match label {
            Label::Abstraction | Label::Frame(_) => Some(Box::default()),
            Label::Copy | Label::Discard | Label::Eval | Label::Operation(_) => None,
        };
        let region = self.region_mut(level);
        let slot = number(region.edges.len());
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
        let mut targets = Vec::with_capacity(types.len());
        for ty in types {
            targets.push(self.add_wire(level, ty, None));
        }
        (self.add_edge(level, label, sources, targets.clone()), targets)
    }

    /// A copy of a wire that is open below: gives the edge, and the two wires in its place.
    pub(crate) fn add_copy(&mut self, wire: WireId) -> (EdgeId, [WireId; 2]) {
        let (level, ty) = (self.wire(wire).level, self.wire(wire).ty.clone());
        let targets = [self.add_wire(level, ty.clone(), None), self.add_wire(level, ty, None)];
        (self.add_edge(level, Label::Copy, vec![wire], targets.to_vec()), targets)
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
        let port = number(inputs.len());
        inputs.push(wire);
        invariant_eq!(self.wire(wire).producer, Producer::Open);
        self.wire_mut(wire).producer = Producer::Input(port);
    }

    /// Makes a wire that is open below the last output of its level.
    pub(crate) fn push_output(&mut self, level: Level, wire: WireId) {
        let outputs = &mut self.region_mut(level).outputs;
        let port = number(outputs.len());
        outputs.push(wire);
        invariant_eq!(self.wire(wire).consumer, Consumer::Open);
        self.wire_mut(wire).consumer = Consumer::Output(port);
    }

    /// Appends a source to an edge.
    pub(crate) fn push_source(&mut self, edge: EdgeId, wire: WireId) {
        invariant_eq!(self.wire(wire).consumer, Consumer::Open);
        let port = number(self.edge(edge).sources.len());
        self.edge_mut(edge).sources.push(wire);
        self.wire_mut(wire).consumer = Consumer::Source(edge, port);
    }

    /// Appends a target to an edge.
    pub(crate) fn push_target(&mut self, edge: EdgeId, wire: WireId) {
        invariant_eq!(self.wire(wire).producer, Producer::Open);
        let port = number(self.edge(edge).targets.len());
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
        invariant_eq!(self.wire(wire).consumer, Consumer::Open);
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
        invariant_eq!(self.wire(wire).producer, Producer::Open);
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
        invariant!(upper != lower);
        invariant_eq!(self.wire(lower).producer, Producer::Open);
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
        invariant_eq!((wire.producer, wire.consumer), (Producer::Open, Consumer::Open));
        let region = self.region_mut(wire.level);
        region.wires.swap_remove(wire.slot as usize);
        if let Some(&moved) = region.wires.get(wire.slot as usize) {
            self.wire_mut(moved).slot = wire.slot;
        }
    }

    /// Removes an edge; its sources become open below and its targets above. Whatever is inside goes with it.
    /// Gives the edge as it was (its inside is gone).
    pub(crate) fn remove_edge(&mut self, id: EdgeId) -> Edge {
        if self.edge(id).inner.is_some() {
            self.clear(id);
        }
        let edge = self.edges[id.index()].take().expect("an edge of this net");
        for &wire in edge.sources.as_slice() {
            if let Some(wire) = &mut self.wires.as_mut_slice()[wire.0 as usize]
                && matches!(wire.consumer, Consumer::Source(at, _) if at.0 == id.0)
            {
                wire.consumer = Consumer::Open;
            }
        }
        for &wire in edge.targets.as_slice() {
            if let Some(wire) = &mut self.wires.as_mut_slice()[wire.0 as usize]
                && matches!(wire.producer, Producer::Target(at, _) if at.0 == id.0)
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
        let slot = number(region.edges.len());
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
        let slot = number(region.wires.len());
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
            wire.slot = number(first_wire + offset);
        }
        for (offset, edge) in edges.into_iter().enumerate() {
            let edge = self.edge_mut(edge);
            edge.level = to;
            edge.slot = number(first_edge + offset);
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
        let all = |of: &[WireId]| {
            let mut all = Vec::with_capacity(of.len());
            for &wire in of {
                all.push(wires.as_slice()[from.wire(wire).slot as usize]);
            }
            all
        };
        let mut edges = region.edges.clone();
        edges.sort_unstable();
        for id in edges {
            let edge = from.edge(id);
            let copy = self.add_edge(to, edge.label.clone(), all(&edge.sources), all(&edge.targets));
            copied(id, copy);
            if edge.inner.is_some() {
                let inside = Level::Inside(copy);
                let (inputs, outputs) = self.copy_from(from, Level::Inside(id), inside, copied);
                self.set_inputs(inside, inputs);
                self.set_outputs(inside, outputs);
            }
        }
        (all(&region.inputs), all(&region.outputs))
    }

    /// Gives wires and edges ids that leave no gaps, in the same order: what has been rewritten much is spread out in
    /// memory.
    pub fn compact(&mut self) {
        let wires = close_gaps(&mut self.wires);
        let edges = close_gaps(&mut self.edges);
        let edge_now = |id: &mut EdgeId| id.0 = edges.as_slice()[id.0 as usize];
        let level_now = |level: &mut Level| match level {
            Level::Outermost => {}
            Level::Inside(owner) => edge_now(owner),
        };
        let wires_now = |all: &mut Vec<WireId>| {
            for wire in all.as_mut_slice() {
                wire.0 = wires.as_slice()[wire.0 as usize];
            }
        };
        let region_now = |region: &mut Region| {
            for all in [&mut region.inputs, &mut region.outputs, &mut region.wires] {
                wires_now(all);
            }
            region.edges.clear();
        };
        for wire in self.wires.as_mut_slice() {
            let Some(wire) = wire else { continue };
            level_now(&mut wire.level);
            match &mut wire.producer {
                Producer::Target(edge, _) => edge_now(edge),
                Producer::Open | Producer::Input(_) => {}
            }
            match &mut wire.consumer {
                Consumer::Source(edge, _) => edge_now(edge),
                Consumer::Open | Consumer::Output(_) => {}
            }
        }
        region_now(&mut self.outermost);
        for edge in self.edges.as_mut_slice() {
            let Some(edge) = edge else { continue };
            level_now(&mut edge.level);
            wires_now(&mut edge.sources);
            wires_now(&mut edge.targets);
            if let Some(region) = &mut edge.inner {
                region_now(region);
            }
        }
        let mut id = EdgeId(0);
        while id.index() < self.edges.len() {
            let level = self.edge(id).level;
            let region = self.region_mut(level);
            let slot = number(region.edges.len());
            region.edges.push(id);
            self.edge_mut(id).slot = slot;
            id.0 += 1;
        }
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

/// Removes what is empty from a list; gives the new place of all that is not, by the old one.
fn close_gaps<T>(all: &mut Vec<Option<T>>) -> Vec<u32> {
    let items = all.as_mut_slice();
    let mut places = vec![0; items.len()];
    let (mut at, mut place) = (0, 0);
    while at < items.len() {
        places[at] = number(place);
        if items[at].is_some() {
            if place < at {
                items[place] = items[at].take();
            }
            place += 1;
        }
        at += 1;
    }
    all.truncate(place);
    places
}
