//! The linear operations that follow a `cond` with zeros in a branch, and how they move into it.

use super::linear::{branch_vanishes, branches, linear};
use super::plain::{is_known, is_nonzero};
use crate::label::{Label, Operation};
use crate::net::{Consumer, Edge, EdgeId, Hypernet, IdMap, IdSet, Level, Producer, WireId};
use crate::operation::Linear;
use crate::primitive::Primitive;
use crate::simplify::control::retype;
use crate::simplify::work::Work;

/// How deep branches become by moving others into them: what they take is handed on by every branch around.
const DEEP: usize = 8;

/// Of which branches something is the structural zero: the first, the second, or both.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Zero(u8);

impl Zero {
    const NONE: Self = Self(0);

    fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    fn of(self, side: usize) -> bool {
        self.0 >> side & 1 == 1
    }
}

/// The linear operations that follow a `cond` and are zero in a branch with it, in an order in which they can run.
pub(super) struct Region {
    pub(super) cond: EdgeId,
    edges: Vec<(EdgeId, Zero)>,
}

/// In which branches an output of a `cond` is made by an operation of which this holds.
fn given(net: &Hypernet, both: [EdgeId; 2], port: usize, is: impl Fn(&Operation) -> bool) -> Zero {
    let side = |side: usize| {
        let wire = net.region(Level::Inside(both[side])).outputs[port];
        let producer = net.producer_edge(wire).and_then(|(id, _)| net.edge(id).operation());
        u8::from(producer.is_some_and(&is)) << side
    };
    Zero(side(0) | side(1))
}

/// The outputs of a `cond` that are zero in a branch, or of which a field may be.
fn zeros(net: &Hypernet, id: EdgeId) -> Option<Vec<(WireId, Zero)>> {
    let both = branches(net, id)?;
    let mut found = Vec::new();
    for (port, &target) in net.edge(id).targets.iter().enumerate() {
        let zero = given(net, both, port, |operation| matches!(operation, Operation::Zero(_)));
        let partly = |operation: &Operation| matches!(operation, Operation::Record(record) if record.is_cotangent());
        if zero != Zero::NONE || given(net, both, port, partly) != Zero::NONE {
            found.push((target, zero));
        }
    }
    (!found.is_empty()).then_some(found)
}

fn depth(net: &Hypernet, mut level: Level) -> usize {
    let mut depth = 0;
    while let Level::Inside(owner) = level {
        level = net.edge(owner).level;
        depth += 1;
    }
    depth
}

/// Whether there are at most so many levels inside of an edge, inside of each other.
fn is_flat(net: &Hypernet, id: EdgeId, levels: usize) -> bool {
    let Some(region) = &net.edge(id).inner else { return true };
    levels > 0 && region.edges.iter().all(|&id| is_flat(net, id, levels - 1))
}

/// What has been found on the way through levels.
#[derive(Default)]
pub(super) struct Found {
    /// When each edge runs in its level, by its index; the edges of a region run with their `cond`.
    at: Vec<usize>,
    /// The `cond` that a wire follows, and in which branches it is zero, by the index of the wire.
    marks: Vec<Option<(EdgeId, Zero)>>,
    /// The `cond`s that follow no other one.
    pub(super) stay: IdSet<EdgeId>,
}

fn put<T: Clone>(all: &mut Vec<T>, at: usize, value: T, other: T) {
    if all.len() <= at {
        all.resize(at + 1 + all.len() / 2, other);
    }
    all[at] = value;
}

impl Found {
    fn at(&self, id: EdgeId) -> usize {
        self.at.get(id.index()).copied().unwrap_or(usize::MAX)
    }

    fn mark(&self, wire: WireId) -> Option<(EdgeId, Zero)> {
        self.marks.get(wire.index()).copied().flatten()
    }

    fn note(&mut self, wires: &[WireId], mark: (EdgeId, Zero)) {
        for wire in wires {
            put(&mut self.marks, wire.index(), Some(mark), None);
        }
    }

    /// The regions of all `cond`s of a level. All of them may move, one after the other.
    pub(super) fn regions(&mut self, net: &Hypernet, level: Level) -> Vec<Region> {
        let conds: IdMap<EdgeId, Vec<(WireId, Zero)>> =
            net.region(level).edges.iter().filter_map(|&id| Some((id, zeros(net, id)?))).collect();
        if conds.is_empty() {
            return Vec::new();
        }
        // A `cond` comes as late as it can: what does not need it comes before.
        let late = |edge: &Edge| {
            let target = edge.targets.first().map(|&wire| net.wire(wire).producer);
            usize::from(matches!(target, Some(Producer::Target(id, _)) if conds.contains_key(&id)))
        };
        let depth = depth(net, level);
        let mut regions: IdMap<EdgeId, Region> = IdMap::default();
        for (at, id) in net.ordered_edges(level, late).into_iter().enumerate() {
            let edge = net.edge(id);
            put(&mut self.at, id.index(), at, usize::MAX);
            if edge.label == Label::Copy {
                if let Some(mark) = self.mark(edge.sources[0]) {
                    self.note(&edge.targets, mark);
                }
                continue;
            }
            let search = Search { net, depth, found: self };
            if let Some((cond, zero)) = (!self.stay.contains(&id)).then(|| search.follows(id)).flatten() {
                // It runs where the `cond` does.
                self.at[id.index()] = self.at(cond);
                let (arrays, others): (Vec<WireId>, Vec<WireId>) =
                    edge.targets.iter().partition(|&&wire| net.wire(wire).ty.is_array());
                self.note(&others, (cond, zero));
                self.note(&arrays, (cond, Zero::NONE));
                let region = regions.get_or_insert_with(cond, || Region { cond, edges: Vec::new() });
                region.edges.push((id, zero));
            } else if let Some(zeros) = conds.get(&id) {
                for &(wire, zero) in zeros {
                    self.note(&[wire], (id, zero));
                }
            }
        }
        regions.into_iter().map(|(_, region)| region).collect()
    }
}

struct Search<'n> {
    net: &'n Hypernet,
    depth: usize,
    found: &'n Found,
}

impl Search<'_> {
    /// The `cond` that an edge may move into, and in which branches it is zero then.
    fn follows(&self, id: EdgeId) -> Option<(EdgeId, Zero)> {
        let edge = self.net.edge(id);
        let mut conds: Vec<EdgeId> =
            edge.sources.iter().filter_map(|&wire| self.found.mark(wire)).map(|(cond, _)| cond).collect();
        // The last first: it may need what the others give.
        conds.sort_unstable_by_key(|&cond| std::cmp::Reverse(self.found.at(cond)));
        conds.dedup();
        conds.into_iter().find_map(|cond| {
            let zero = self.zero(id, cond);
            (zero != Zero::NONE && self.may_move(edge, cond)).then_some((cond, zero))
        })
    }

    /// In which branches of a `cond` what an edge gives is zero.
    #[expect(clippy::wildcard_enum_match_arm, reason = "what every other operation gives may have the field")]
    fn zero(&self, id: EdgeId, cond: EdgeId) -> Zero {
        let edge = self.net.edge(id);
        let of = |wire: WireId| match self.found.mark(wire) {
            Some((found, zero)) if found == cond => zero,
            _ => Zero::NONE,
        };
        if let Some(Operation::Cond(..)) = edge.operation() {
            let Some(both) = branches(self.net, id) else { return Zero::NONE };
            let room = DEEP.saturating_sub(self.depth);
            if !both.iter().all(|&branch| is_flat(self.net, branch, room)) {
                return Zero::NONE;
            }
            let side = |side: usize| {
                let zero: IdSet<WireId> = edge.sources[3..].iter().copied().filter(|&wire| of(wire).of(side)).collect();
                let vanishes =
                    !zero.is_empty() && both.iter().all(|&branch| branch_vanishes(self.net, id, branch, &zero));
                u8::from(vanishes) << side
            };
            return Zero(side(0) | side(1));
        }
        // A field of a cotangent is zero where the cotangent has no such field.
        if let Some(Operation::Project(asked)) = edge.operation()
            && let Some((of, port)) = self.net.producer_edge(self.net.root(edge.sources[0]))
            && of == cond
            && let Some(both) = branches(self.net, cond)
        {
            let (field, _) = &asked.fields[0];
            return given(self.net, both, port, |operation| match operation {
                Operation::Zero(_) => true,
                Operation::Record(record) => {
                    record.is_cotangent() && !record.fields.iter().any(|(found, _)| found.overlaps(field))
                }
                _ => false,
            });
        }
        match linear(self.net, id) {
            Linear::InAll(ports) => ports.map(|port| of(edge.sources[port])).reduce(Zero::and).unwrap_or(Zero::NONE),
            Linear::InEach => of(edge.sources[0]).or(of(edge.sources[1])),
            Linear::InNone => Zero::NONE,
        }
    }

    /// Whether all that an edge takes is there where the `cond` runs, or is given by it.
    fn may_move(&self, edge: &Edge, cond: EdgeId) -> bool {
        edge.sources.iter().all(|&wire| {
            let root = self.net.root(wire);
            let Producer::Target(id, _) = self.net.wire(root).producer else { return true };
            let producer = self.net.edge(id);
            // An abstraction of nothing comes when it is wanted.
            id == cond
                || producer.label == Label::Abstraction && producer.sources.is_empty()
                || self.found.mark(root).is_some_and(|(of, _)| of == cond)
                || self.found.at(id) < self.found.at(cond)
        })
    }
}

impl Region {
    /// Whether there is more in it than what costs nothing and does no harm to a zero: signs, sums, and scaling by constants.
    pub(super) fn is_worth_moving(&self, work: &Work<'_>) -> bool {
        self.edges.iter().any(|&(id, _)| {
            let edge = work.net.edge(id);
            let finite = |port: usize| work.constant(edge.sources[port]).is_some_and(is_known);
            match &edge.label {
                Label::Eval | Label::Operation(Operation::Cond(..)) => true,
                Label::Operation(Operation::Primitive(Primitive::Div, _)) => {
                    !is_nonzero(work.constant(edge.sources[1]))
                }
                Label::Operation(Operation::Primitive(Primitive::Mul, _)) => !finite(0) && !finite(1),
                Label::Copy | Label::Discard | Label::Abstraction | Label::Operation(_) | Label::Frame(_) => false,
            }
        })
    }

    /// Moves all of it into the branches: `f(cond(c, x, 0)) = cond(c, f(x), 0)`.
    pub(super) fn sink(&self, work: &mut Work<'_>) {
        let Some(both) = branches(work.net, self.cond) else { return };
        let mut sinking = Sinking {
            cond: self.cond,
            insides: both.map(Level::Inside),
            arguments: IdMap::default(),
            roots: IdMap::default(),
        };
        for &(id, zero) in &self.edges {
            sinking.edge(work, id, zero);
        }
        for (_, inner) in sinking.arguments {
            for wire in inner {
                if work.net.wire(wire).consumer == Consumer::Open {
                    work.discard(wire);
                }
            }
        }
        retype(work, self.cond, both);
    }
}

/// An array that an edge on its way into a branch hands on.
enum Array {
    /// The `cond` gives it, as this wire, at this output of the branch.
    Given(WireId, Consumer),
    /// The `cond` takes it. The other branch hands it on, from this input.
    Taken(WireId),
}

/// A region on its way into the branches.
struct Sinking {
    cond: EdgeId,
    insides: [Level; 2],
    /// The inputs of the branches for what the region takes from outside, by where that comes from.
    arguments: IdMap<WireId, [WireId; 2]>,
    /// What is known of where wires around the `cond` come from.
    roots: IdMap<WireId, WireId>,
}

impl Sinking {
    fn edge(&mut self, work: &mut Work<'_>, id: EdgeId, zero: Zero) {
        let (sources, targets) = (work.net.edge(id).sources.clone(), work.net.edge(id).targets.clone());
        let handed = work.net.handed_on(id);
        let mut arrays: IdMap<WireId, Array> = IdMap::default();
        // The branch that runs it; it is zero in the other one.
        let side = usize::from(zero.of(0));
        let runs =
            matches!(work.net.edge(id).operation(), Some(Operation::Cond(..))).then_some(1..3).unwrap_or_default();
        work.net.edge_mut(id).sources.clear();
        work.net.edge_mut(id).targets.clear();
        work.net.move_edge(id, self.insides[side]);
        for (port, wire) in sources.into_iter().enumerate() {
            let inner = if runs.contains(&port) {
                let (branch, _) = work.net.producer_edge(wire).expect("the branches of the `cond` are abstractions");
                work.net.detach(wire);
                work.net.move_edge(branch, self.insides[side]);
                work.net.move_wire(wire, self.insides[side]);
                work.touch(branch);
                wire
            } else if let Some(&(_, target)) = handed.iter().find(|(source, _)| *source == port) {
                let (inner, array) = self.array(work, wire, side);
                arrays.insert(targets[target], array);
                inner
            } else {
                self.operand(work, wire, side)
            };
            work.net.push_source(id, inner);
        }
        for &wire in &targets {
            work.net.detach_above(wire);
        }
        for wire in targets {
            let (ty, name) = (work.net.wire(wire).ty.clone(), work.net.wire(wire).name.clone());
            let given = work.net.add_wire(self.insides[side], ty.clone(), name);
            work.net.push_target(id, given);
            match arrays.remove(&wire) {
                Some(Array::Given(outer, consumer)) => {
                    work.net.attach(given, consumer);
                    work.fuse(outer, wire);
                    continue;
                }
                Some(Array::Taken(stays)) => {
                    let mut outputs = [given, given];
                    outputs[1 - side] = stays;
                    for (inside, output) in self.insides.into_iter().zip(outputs) {
                        work.net.push_output(inside, output);
                    }
                    work.net.push_target(self.cond, wire);
                    work.touch_wire(wire);
                    continue;
                }
                None => {}
            }
            let nothing = work.operation(self.insides[1 - side], Operation::Zero(ty), Vec::new())[0];
            work.net.push_output(self.insides[side], given);
            work.net.push_output(self.insides[1 - side], nothing);
            work.net.push_target(self.cond, wire);
            work.touch_wire(wire);
        }
        work.touch(id);
    }

    /// Inside of a branch, an array that an edge there hands on, and what becomes of the array beside that.
    fn array(&mut self, work: &mut Work<'_>, wire: WireId, side: usize) -> (WireId, Array) {
        work.net.detach(wire);
        if let Producer::Target(id, port) = work.net.wire(wire).producer
            && id == self.cond
        {
            let given = work.net.region(self.insides[side]).outputs[port as usize];
            let consumer = work.net.detach(given);
            return (given, Array::Given(wire, consumer));
        }
        let (ty, name) = (work.net.wire(wire).ty.clone(), work.net.wire(wire).name.clone());
        work.net.push_source(self.cond, wire);
        let inner = self.insides.map(|inside| work.net.add_input(inside, ty.clone(), name.clone()));
        (inner[side], Array::Taken(inner[1 - side]))
    }

    /// Inside of a branch, the value of a wire that is around the `cond`.
    fn operand(&mut self, work: &mut Work<'_>, wire: WireId, side: usize) -> WireId {
        let root = work.root(wire, &mut self.roots);
        work.net.detach(wire);
        if let Producer::Target(id, port) = work.net.wire(root).producer
            && id == self.cond
        {
            let given = work.net.region(self.insides[side]).outputs[port as usize];
            work.discard(wire);
            return work.again(given);
        }
        if let Some(inner) = self.arguments.get(&root) {
            let inner = inner[side];
            work.discard(wire);
            if work.net.wire(inner).consumer == Consumer::Open {
                return inner;
            }
            return work.again(inner);
        }
        let (ty, name) = (work.net.wire(wire).ty.clone(), work.net.wire(wire).name.clone());
        work.net.push_source(self.cond, wire);
        let inner = self.insides.map(|inside| work.net.add_input(inside, ty.clone(), name.clone()));
        self.arguments.insert(root, inner);
        inner[side]
    }
}
