//! The net at work: changes that note around which edges something has changed.

use std::collections::VecDeque;

use super::growth::Growth;
use crate::adjoint::surgery;
use crate::label::{Constant, Label, Operation};
use crate::net::{Consumer, Edge, EdgeId, Hypernet, IdMap, IdSet, Level, Producer, WireId};
use crate::types::Type;

/// One of so many wires is noted by [`Work::root`]: walking on a little costs less than asking a map.
const NOTED: u32 = 16;

/// How many guards are put before an edge at most.
const GUARDS: u8 = 8;

/// In the queue.
const QUEUED: u8 = 1;
/// In the queue of interfaces.
const INTERFACE: u8 = 2;
/// Something has changed around it since the last time that sums were looked at.
const CHANGED: u8 = 4;
/// The sum that ends here has been looked at, and stays as it is.
const SETTLED: u8 = 8;
/// Something has changed around it since the last time that guards were looked at.
const UNGUARDED: u8 = 16;

/// A net, the edges to look at, and which abstractions may be copied.
pub(crate) struct Work<'n> {
    pub(super) net: &'n mut Hypernet,
    queue: VecDeque<EdgeId>,
    interfaces: VecDeque<EdgeId>,
    /// What is noted of an edge, by its index: [`QUEUED`] and the like.
    noted: Vec<u8>,
    /// How often a guard was put before an edge.
    guards: IdMap<EdgeId, u8>,
    /// What may still be copied of abstractions.
    pub(super) growth: Growth,
}

impl<'n> Work<'n> {
    /// A net of which everything has to be looked at.
    pub(super) fn new(net: &'n mut Hypernet) -> Self {
        // What functions capture changes while the wires that carry them stay: it is left open in all types.
        net.each_type(|ty| {
            if !ty.is_first_order() {
                *ty = ty.open_captures();
            }
        });
        let mut work = Self::reduced(net);
        for id in work.net.edges_that(|_| true) {
            work.touch(id);
        }
        work
    }

    /// A net that has been at work before, with types that say so: no rule applies to it.
    pub(super) fn reduced(net: &'n mut Hypernet) -> Self {
        let growth = Growth::new(net);
        Self {
            net,
            queue: VecDeque::new(),
            interfaces: VecDeque::new(),
            noted: Vec::new(),
            guards: IdMap::default(),
            growth,
        }
    }

    /// A net that has been simplified, but for the edges whose index is `since` or higher.
    pub(super) fn simplified(net: &'n mut Hypernet, since: usize) -> Self {
        let mut work = Self::reduced(net);
        work.noted = vec![SETTLED; since];
        let end = work.net.id_bounds().0;
        for index in since..end {
            let id = EdgeId(u32::try_from(index).expect("fewer than 2^32 edges"));
            if work.net.get_edge(id).is_some() {
                work.touch(id);
            }
        }
        work
    }

    /// Notes something of an edge; whether it was not noted before.
    fn note(&mut self, id: EdgeId, what: u8) -> bool {
        if self.noted.len() <= id.index() {
            self.noted.resize(id.index() + 1 + self.noted.len() / 2, 0);
        }
        let new = self.noted[id.index()] & what != what;
        self.noted[id.index()] |= what;
        new
    }

    fn is_noted(&self, id: EdgeId, what: u8) -> bool {
        self.noted.get(id.index()).is_some_and(|noted| noted & what == what)
    }

    /// Notes that something has changed around an edge.
    pub(super) fn touch(&mut self, id: EdgeId) {
        let index = id.index();
        if self.noted.len() <= index {
            self.noted.resize(index + 1 + self.noted.len() / 2, 0);
        }
        let noted = &mut self.noted.as_mut_slice()[index];
        let queued = *noted & QUEUED != 0;
        *noted |= QUEUED | CHANGED | UNGUARDED;
        if !queued {
            self.queue.push_back(id);
        }
    }

    /// From now on, nothing has changed.
    pub(super) fn forget_changes(&mut self) {
        for noted in &mut self.noted {
            *noted &= !CHANGED;
        }
    }

    /// The levels where, or inside of which, something has changed since this was asked the last time, in the order of their ids.
    pub(super) fn take_unguarded(&mut self) -> Vec<Level> {
        let mut levels: IdSet<Level> = IdSet::default();
        for index in 0..self.noted.len() {
            if self.noted[index] & UNGUARDED == 0 {
                continue;
            }
            self.noted[index] &= !UNGUARDED;
            let id = EdgeId(u32::try_from(index).expect("fewer than 2^32 edges"));
            let mut at = self.net.get_edge(id).map(|edge| edge.level);
            while let Some(level) = at
                && levels.insert(level)
            {
                at = match level {
                    Level::Outermost => None,
                    Level::Inside(owner) => Some(self.net.edge(owner).level),
                };
            }
        }
        let mut levels: Vec<Level> = levels.iter().collect();
        levels.sort_unstable();
        levels
    }

    /// Whether another guard may be put before an edge. Where other edges keep it from moving into one, there is an end.
    pub(super) fn may_be_guarded(&mut self, id: EdgeId) -> bool {
        let guards = self.guards.get_or_insert_with(id, || 0);
        *guards = guards.saturating_add(1);
        *guards <= GUARDS
    }

    /// Whether something has changed around an edge of this level since sums were looked at.
    pub(super) fn has_changed(&self, level: Level) -> bool {
        for &id in self.net.region(level).edges.as_slice() {
            if self.is_noted(id, CHANGED) {
                return true;
            }
        }
        false
    }

    /// Whether something has changed around an edge since this was asked the last time.
    pub(super) fn take_changed(&mut self, id: EdgeId) -> bool {
        let changed = self.is_noted(id, CHANGED);
        if changed {
            self.noted[id.index()] &= !CHANGED;
        }
        changed
    }

    /// Notes that the sum that ends at this edge stays as it is, unless something changes around it.
    pub(super) fn settle(&mut self, id: EdgeId) {
        self.note(id, SETTLED);
    }

    pub(super) fn is_settled(&self, id: EdgeId) -> bool {
        self.is_noted(id, SETTLED)
    }

    /// Notes that the interface of an abstraction or a `cond` wants looking at.
    pub(super) fn touch_interface(&mut self, id: EdgeId) {
        if self.note(id, INTERFACE) {
            self.interfaces.push_back(id);
        }
    }

    pub(super) fn next(&mut self) -> Option<EdgeId> {
        let id = self.queue.pop_front()?;
        self.noted[id.index()] &= !QUEUED;
        Some(id)
    }

    pub(super) fn next_interface(&mut self) -> Option<EdgeId> {
        loop {
            let id = self.interfaces.pop_front()?;
            // What came to the front before its turn is here a second time.
            if self.is_noted(id, INTERFACE) {
                self.noted[id.index()] &= !INTERFACE;
                return Some(id);
            }
        }
    }

    /// Lets the interface of an edge wait until that of another one has been looked at, if that is to be; whether it is.
    pub(super) fn after_interface(&mut self, of: EdgeId, id: EdgeId) -> bool {
        let waits = self.is_noted(of, INTERFACE);
        if waits {
            self.note(id, INTERFACE);
            self.interfaces.push_front(id);
            self.interfaces.push_front(of);
        }
        waits
    }

    /// Notes that something has changed at both ends of a wire.
    pub(super) fn touch_wire(&mut self, wire: WireId) {
        let Some(wire) = self.net.get_wire(wire) else { return };
        let (producer, consumer, level) = (wire.producer, wire.consumer, wire.level);
        let around = |work: &mut Self| {
            if let Level::Inside(owner) = level {
                work.touch_owner(owner);
            }
        };
        match producer {
            Producer::Target(edge, _) => self.touch(edge),
            Producer::Input(_) => around(self),
            Producer::Open => {}
        }
        match consumer {
            Consumer::Source(edge, _) => self.touch(edge),
            Consumer::Output(_) => around(self),
            Consumer::Open => {}
        }
    }

    /// Notes that the interface inside of an abstraction has changed: the `cond` that runs it may care.
    pub(super) fn touch_owner(&mut self, owner: EdgeId) {
        self.touch_interface(owner);
        if let Some(&target) = self.net.edge(owner).targets.first()
            && let Consumer::Source(consumer, _) = self.net.wire(target).consumer
        {
            self.touch_interface(consumer);
        }
    }

    pub(super) fn fuse(&mut self, upper: WireId, lower: WireId) {
        self.net.fuse(upper, lower);
        self.touch_wire(upper);
    }

    /// Joins the wires above to the wires below, in order, where a wire below may already be one above that was joined
    /// (the identity): `lower` wires go.
    pub(super) fn fuse_all(&mut self, joins: impl IntoIterator<Item = (WireId, WireId)>) {
        let mut alias: Vec<(WireId, WireId)> = Vec::new();
        for (upper, lower) in joins {
            let upper = alias.iter().find(|(gone, _)| *gone == upper).map_or(upper, |&(_, stays)| stays);
            if self.net.wire(lower).consumer == Consumer::Open {
                alias.push((lower, upper));
            }
            self.fuse(upper, lower);
        }
    }

    pub(super) fn discard(&mut self, wire: WireId) {
        let level = self.net.wire(wire).level;
        let id = self.net.add_edge(level, Label::Discard, vec![wire], Vec::new());
        self.touch(id);
        // A loop or branches need not give it.
        if let Some((run, _)) = self.net.producer_edge(wire)
            && let Label::Operation(Operation::Cond(..) | Operation::Fold(_)) = self.net.edge(run).label
        {
            self.touch_interface(run);
        }
    }

    /// Lets nobody use a wire: an array ends.
    pub(super) fn end(&mut self, wire: WireId) {
        let (level, ty) = (self.net.wire(wire).level, self.net.wire(wire).ty.clone());
        if ty.is_array() {
            self.operation(level, Operation::Array(crate::ArrayOp::Drop, ty), vec![wire]);
        } else {
            self.discard(wire);
        }
    }

    /// Removes an edge of which all targets are discarded or about to be replaced; discards what it took.
    pub(super) fn remove_and_discard(&mut self, id: EdgeId) -> Edge {
        let edge = self.net.remove_edge(id);
        for &wire in &edge.sources {
            self.end(wire);
        }
        edge
    }

    /// Removes an edge whose sources are used otherwise.
    pub(super) fn remove(&mut self, id: EdgeId) -> Edge {
        self.net.remove_edge(id)
    }

    /// Whether an edge has a place in the order of effects.
    pub(super) fn is_ordered(&self, id: EdgeId) -> bool {
        match self.at(id) {
            Some((_, Operation::Array(op, _))) => op.is_ordered(),
            Some((_, Operation::Ordered(..))) => true,
            _ => false,
        }
    }

    /// As [`Work::remove`], of an operation that does not panic: the order of effects goes past it.
    pub(super) fn remove_from_order(&mut self, id: EdgeId) -> Edge {
        let is_ordered = self.is_ordered(id);
        let mut removed = self.remove(id);
        if is_ordered && let (Some(before), Some(after)) = (removed.sources.pop(), removed.targets.pop()) {
            self.fuse(before, after);
        }
        removed
    }

    /// A new operation on wires that are open below.
    pub(super) fn operation(&mut self, level: Level, operation: Operation, sources: Vec<WireId>) -> Vec<WireId> {
        let (_, results) = operation.signature();
        let (id, targets) = self.net.add_edge_with_targets(level, Label::Operation(operation), sources, results);
        self.touch(id);
        targets
    }

    /// A copy of a wire that is open below.
    pub(super) fn copy(&mut self, wire: WireId) -> [WireId; 2] {
        let (id, targets) = self.net.add_copy(wire);
        self.touch(id);
        targets
    }

    /// The value of a wire that is used already, once more.
    pub(super) fn again(&mut self, wire: WireId) -> WireId {
        let [_, given] = self.twice(wire);
        given
    }

    /// The value of a wire that is used already, twice: for what uses it, and once more.
    pub(super) fn twice(&mut self, wire: WireId) -> [WireId; 2] {
        let consumer = self.net.detach(wire);
        let [stays, given] = self.copy(wire);
        self.net.attach(stays, consumer);
        self.touch_wire(stays);
        [stays, given]
    }

    /// A copy of a wire that is open above: gives the wire that takes its place, and the other copy.
    pub(super) fn copy_above(&mut self, wire: WireId) -> [WireId; 2] {
        let copies = surgery::copy_above(self.net, wire);
        if let Some((id, _)) = self.net.producer_edge(wire) {
            self.touch(id);
        }
        copies
    }

    /// Copies the inside of an abstraction into that of another one; gives the copies of the interfaces, both open.
    pub(super) fn copy_inside(&mut self, from: EdgeId, to: EdgeId) -> (Vec<WireId>, Vec<WireId>) {
        self.growth.copied(from, to);
        let growth = &mut self.growth;
        self.net.copy_within(Level::Inside(from), Level::Inside(to), &mut |from, to| growth.copied(from, to))
    }

    /// The label of the edge that produces a wire, with the edge.
    pub(super) fn producer(&self, wire: WireId) -> Option<(EdgeId, &Label)> {
        let (id, _) = self.net.producer_edge(wire)?;
        Some((id, &self.net.edge(id).label))
    }

    /// The operation that produces a wire, with its edge.
    pub(super) fn producing(&self, wire: WireId) -> Option<(EdgeId, &Operation)> {
        match self.producer(wire)? {
            (id, Label::Operation(operation)) => Some((id, operation)),
            _ => None,
        }
    }

    /// The constant that a wire carries.
    pub(super) fn constant(&self, wire: WireId) -> Option<&Constant> {
        match self.producing(wire)? {
            (_, Operation::Constant(constant, _)) => Some(constant),
            _ => None,
        }
    }

    /// Whether a wire carries the structural zero.
    pub(super) fn is_zero(&self, wire: WireId) -> bool {
        matches!(self.producing(wire), Some((_, Operation::Zero(_))))
    }

    /// The edge of this id, if it is the operation asked for.
    pub(super) fn at(&self, id: EdgeId) -> Option<(&Edge, &Operation)> {
        let edge = self.net.get_edge(id)?;
        Some((edge, edge.operation()?))
    }

    /// Whether only the host knows that one wire carries the number or the array that the other one does.
    pub(super) fn is_known_to_host(&self, one: WireId, other: WireId) -> bool {
        let (one, other) = (&self.net.wire(one).ty, &self.net.wire(other).ty);
        one != other && (matches!(other, Type::Real(_)) || one.is_array() || other.is_array())
    }

    /// The [root](Hypernet::root) of a wire: equal roots carry equal values. What has been found is noted in `known` for
    /// some of the wires on the way, so that asking for many wires of one long chain of copies takes linear time.
    pub(super) fn root(&self, wire: WireId, known: &mut IdMap<WireId, WireId>) -> WireId {
        let mut noted = Vec::new();
        let mut at = wire;
        let root = loop {
            if at.0.is_multiple_of(NOTED) {
                if let Some(&root) = known.get(&at) {
                    break root;
                }
                noted.push(at);
            }
            let Producer::Target(edge, _) = self.net.wire(at).producer else { break at };
            let edge = self.net.edge(edge);
            let Label::Copy = edge.label else { break at };
            at = edge.sources.as_slice()[0];
        };
        if root != wire {
            known.extend(noted.into_iter().map(|wire| (wire, root)));
        }
        root
    }

    /// Brings the type of the target of an abstraction up to date with its inside.
    pub(super) fn retype(&mut self, abstraction: EdgeId) {
        let (ty, target) = (self.function_of(abstraction), self.net.edge(abstraction).targets[0]);
        self.net.wire_mut(target).ty = ty;
    }

    /// Gives an abstraction its target, of the type that its inside says.
    pub(super) fn give(&mut self, abstraction: EdgeId) -> WireId {
        let (ty, level) = (self.function_of(abstraction), self.net.edge(abstraction).level);
        let wire = self.net.add_wire(level, ty, None);
        self.net.push_target(abstraction, wire);
        wire
    }

    /// The type of the function that an abstraction gives, by its inside. What it captures is left open, as everywhere.
    fn function_of(&self, abstraction: EdgeId) -> Type {
        let captured = self.net.edge(abstraction).sources.len();
        let region = self.net.region(Level::Inside(abstraction));
        let params = self.net.types(&region.inputs[captured..]);
        Type::open_function(params, self.net.types(&region.outputs))
    }
}
