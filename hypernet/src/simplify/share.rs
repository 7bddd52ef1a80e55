//! Sharing: a value that is computed twice from the same values is computed once. The second computation may be inside of an
//! abstraction, which then captures the first.
//!
//! This is a pass over the whole net, and claims no law. The tests check that it keeps every bit. (On paper, each merging is
//! a sequence of laws: naturality of copy and of coeval, from right to left.)

use super::roots::Roots;
use super::table::{Key, Table};
use super::work::Work;
use crate::label::{Constant, Label, Operation};
use crate::net::{Edge, EdgeId, IdMap, Level, WireId};
use crate::operation::{ArrayOp, Form};
use crate::primitive::Primitive;
use crate::types::Type;

/// Shares what can be shared in the whole net; whether there was something.
pub(super) fn share(work: &mut Work<'_>) -> bool {
    let (edges, wires) = work.net.id_bounds();
    let mut sharing = Sharing {
        around: Vec::new(),
        root: Roots::new(wires),
        computed: Table::new(edges),
        constants: Table::new(edges),
        captured: IdMap::default(),
        changed: false,
    };
    sharing.level(work, Level::Outermost);
    for (abstraction, inner) in std::mem::take(&mut sharing.captured) {
        let inside = Level::Inside(abstraction);
        let count = work.net.edge(abstraction).sources.len() - inner.len();
        let mut inputs = work.net.region(inside).inputs.clone();
        let params = inputs.split_off(count);
        inputs.extend(inner);
        inputs.extend(params);
        work.net.set_inputs(inside, inputs);
        work.retype(abstraction);
        work.touch(abstraction);
    }
    sharing.changed
}

struct Sharing {
    /// The levels from the outermost to the one at work.
    around: Vec<Around>,
    /// Where values come from, through copies and captures.
    root: Roots,
    /// What has been computed at these levels, by the roots of the operands.
    computed: Table,
    /// The first edge that gives each constant, by a number that equal constants have in common.
    constants: Table,
    /// The wires inside of abstractions for new captures, which are the last sources of the abstraction.
    captured: IdMap<EdgeId, Vec<WireId>>,
    changed: bool,
}

struct Around {
    level: Level,
    /// How much had been computed around it that cannot be captured.
    hidden: usize,
}

impl Sharing {
    fn level(&mut self, work: &mut Work<'_>, level: Level) {
        let begin = self.computed.len();
        let hidden = match (level, self.around.last()) {
            (Level::Inside(owner), Some(around)) if !is_branch(work, owner) => around.hidden,
            _ => begin,
        };
        self.around.push(Around { level, hidden });
        for id in work.net.ordered_edges(level, late) {
            let edge = work.net.edge(id);
            match &edge.label {
                Label::Copy => {
                    let root = self.root.of(edge.sources.as_slice()[0]);
                    for &wire in edge.targets.as_slice() {
                        self.root.set(wire, root);
                    }
                }
                Label::Abstraction => {
                    let inputs = &work.net.region(Level::Inside(id)).inputs;
                    for (&outer, &inner) in edge.sources.iter().zip(inputs) {
                        self.root.set(inner, self.root.of(outer));
                    }
                    self.level(work, Level::Inside(id));
                }
                Label::Operation(Operation::Constant(constant, ty)) => {
                    // Equal constants are equal values; they stay apart, a copy of a constant is two constants.
                    let key = number(constant);
                    let same = |other: EdgeId| {
                        let operation = work.net.edge(other).operation();
                        matches!(operation, Some(Operation::Constant(known, of)) if known == constant && of == ty)
                    };
                    match self.constants.find(key, 0, same) {
                        Some(first) => {
                            let first = work.net.edge(first).targets[0];
                            self.root.set(edge.targets[0], first);
                        }
                        None => self.constants.add(key, id),
                    }
                }
                Label::Operation(_) => {
                    let reads = reads(work, id).then(|| (edge.sources[0], edge.targets[0]));
                    // What only reads an array gives the same one.
                    if let Some((array, after)) = reads {
                        self.root.set(after, self.root.of(array));
                    }
                    self.operation(work, id);
                }
                Label::Discard | Label::Eval | Label::Frame(_) => {}
            }
        }
        self.computed.truncate(begin);
        self.around.pop();
    }

    fn operation(&mut self, work: &mut Work<'_>, id: EdgeId) {
        let Some(key) = self.key(work, id) else { return };
        let hidden = self.around.last().expect("a level is at work").hidden;
        match self.computed.find(key, hidden, |other| computes_same(work, other, id)) {
            Some(first) => self.merge(work, first, id),
            None => self.computed.add(key, id),
        }
    }

    /// Lets the results of `first`, at the level at work or around it, be those of `second`, at the level at work.
    fn merge(&mut self, work: &mut Work<'_>, first: EdgeId, second: EdgeId) {
        let level = work.net.edge(first).level;
        let depth = self.around.iter().position(|around| around.level == level).expect("the level is around");
        // A sum that the primal computes too is not the reverse pass's to rearrange.
        if let (Some(Operation::Plus(_)), Some(addition @ Operation::Primitive(..))) =
            (work.net.edge(first).operation(), work.net.edge(second).operation())
        {
            work.net.edge_mut(first).label = Label::Operation(addition.clone());
        }
        // Of two at one level, either may come first: the element that the primal reaches may be missing.
        if let Some(checked) = checked(work, first, second) {
            work.net.edge_mut(first).label = Label::Operation(checked);
        }
        let mut given = work.net.edge(first).targets.clone();
        let (is_ordered, reads) = (work.is_ordered(second), reads(work, second));
        let taken = if is_ordered || reads {
            let mut removed = work.remove(second);
            let mut past = Vec::new();
            // It was reached in the order of effects, which goes past it.
            if is_ordered {
                past.extend(removed.sources.pop().zip(removed.targets.pop()));
            }
            // So does the array.
            if reads {
                past.push((removed.sources.remove(0), removed.targets.remove(0)));
                given.remove(0);
            }
            removed.sources.iter().for_each(|&wire| work.discard(wire));
            for (before, after) in past {
                work.fuse(before, after);
            }
            removed.targets
        } else {
            work.remove_and_discard(second).targets
        };
        for (upper, lower) in given.into_iter().zip(taken) {
            let root = self.root.of(upper);
            // What the first did not use of its results may be used now: a discard meets the new copy.
            let [stays, mut wire] = work.twice(upper);
            self.root.set(stays, root);
            self.root.set(wire, root);
            for at in depth + 1..self.around.len() {
                let level = self.around[at].level;
                let Level::Inside(abstraction) = level else { continue };
                let (ty, name) = (work.net.wire(wire).ty.clone(), work.net.wire(wire).name.clone());
                work.net.push_source(abstraction, wire);
                wire = work.net.add_wire(level, ty, name);
                self.captured.get_or_default(abstraction).push(wire);
                self.root.set(wire, root);
            }
            work.fuse(wire, lower);
        }
        self.changed = true;
    }

    /// The roots of what an operation takes, if it can be shared: of three values at most.
    #[expect(clippy::wildcard_enum_match_arm, reason = "every other operation is done as often as it stands there")]
    fn key(&self, work: &Work<'_>, id: EdgeId) -> Option<Key> {
        let (edge, operation) = work.at(id)?;
        let commutes = match operation {
            Operation::Primitive(primitive, _) => matches!(primitive, Primitive::Add | Primitive::Mul),
            Operation::Plus(ty) => {
                if !matches!(ty, Type::Real(_)) {
                    return None;
                }
                true
            }
            Operation::Compare(..)
            | Operation::Discrete(..)
            | Operation::Ordered(..)
            | Operation::Cast(..)
            | Operation::Select(_)
            | Operation::Project(_)
            | Operation::View(Form::Referent, Type::Real(_))
            | Operation::Array(ArrayOp::Read(_) | ArrayOp::Datum(..) | ArrayOp::LookLen(_), _) => false,
            Operation::Array(ArrayOp::Get(_), _) if reads(work, id) => false,
            // What takes nothing is made anew for each use. Of all else, only scalars and fields are compared.
            _ => return None,
        };
        // In the order of effects, the same element is reached twice, and the same integer computed.
        let sources = &edge.sources.as_slice()[..edge.sources.len() - usize::from(work.is_ordered(id))];
        if sources.len() > 3 {
            return None;
        }
        let mut key = [u32::MAX; 3];
        let mut at = 0;
        while at < sources.len() {
            key[at] = self.root.of(sources[at]).0;
            at += 1;
        }
        if commutes && key[0] > key[1] {
            key = [key[1], key[0], key[2]];
        }
        Some(key)
    }
}

/// How late an edge comes. Each abstraction comes as late as possible: what it may capture has been seen before. Before that
/// comes what has been done in the order of effects, if there is one: integers without a place in it, and reads of what is known
/// to be there.
fn late(edge: &Edge) -> usize {
    match &edge.label {
        Label::Abstraction => 2,
        Label::Operation(Operation::Discrete(..)) => 1,
        Label::Operation(Operation::Array(op, _)) => {
            usize::from(op.place().is_some_and(|place| place.known && place.operands() > 0))
        }
        Label::Copy | Label::Discard | Label::Eval | Label::Operation(_) | Label::Frame(_) => 0,
    }
}

/// Whether an edge reads what can be copied out of an array, and hands the array on.
fn reads(work: &Work<'_>, id: EdgeId) -> bool {
    let copied = |&wire: &WireId| work.net.wire(wire).ty.is_copyable();
    matches!(work.at(id), Some((edge, Operation::Array(ArrayOp::Get(_), _))) if edge.targets.get(1).is_some_and(copied))
}

/// The first of two reads at one level, which is known to find its element, as one that is not, if the second is not.
fn checked(work: &Work<'_>, first: EdgeId, second: EdgeId) -> Option<Operation> {
    let (Some((a, Operation::Array(known, ty))), Some((b, Operation::Array(other, _)))) =
        (work.at(first), work.at(second))
    else {
        return None;
    };
    let is_known = |op: &ArrayOp| op.place().is_none_or(|place| place.known);
    if a.level != b.level || !is_known(known) || is_known(other) {
        return None;
    }
    Some(Operation::Array(known.checked(), ty.clone()))
}

/// Whether two edges that take the same values give the same. Of two of which one has a place in the order of effects, or
/// hands an array on, the first comes before the second only at the same level.
fn computes_same(work: &Work<'_>, a: EdgeId, b: EdgeId) -> bool {
    let placed = |id: EdgeId| work.is_ordered(id) || reads(work, id);
    if (placed(a) || placed(b)) && work.net.edge(a).level != work.net.edge(b).level {
        return false;
    }
    // A panic that has its place would lose it.
    if work.is_ordered(b) && checked(work, a, b).is_some() {
        return false;
    }
    let (Some((_, a)), Some((_, b))) = (work.at(a), work.at(b)) else { return false };
    match (a, b) {
        (Operation::Primitive(a, of), Operation::Primitive(b, other)) => a == b && of == other,
        (Operation::Plus(Type::Real(scalar)), Operation::Primitive(Primitive::Add, of))
        | (Operation::Primitive(Primitive::Add, of), Operation::Plus(Type::Real(scalar))) => scalar == of,
        (Operation::Compare(a, _), Operation::Compare(b, _)) => a == b,
        (Operation::Discrete(a, of) | Operation::Ordered(a, of), Operation::Discrete(b, other))
        | (Operation::Ordered(a, of), Operation::Ordered(b, other)) => a == b && of == other,
        (Operation::Plus(a), Operation::Plus(b)) | (Operation::Cast(_, a), Operation::Cast(_, b)) => a == b,
        // The first has reached the element, if it has come so far.
        (Operation::Array(ArrayOp::Read(a), _), Operation::Array(ArrayOp::Read(b), _))
        | (Operation::Array(ArrayOp::Datum(_, a), _), Operation::Array(ArrayOp::Datum(_, b), _))
        | (Operation::Array(ArrayOp::Get(a), _), Operation::Array(ArrayOp::Get(b), _))
        | (Operation::Array(ArrayOp::LookLen(a), _), Operation::Array(ArrayOp::LookLen(b), _)) => a.is_like(*b),
        (Operation::Select(_), Operation::Select(_))
        | (Operation::View(Form::Referent, _), Operation::View(Form::Referent, _)) => true,
        (Operation::Project(a), Operation::Project(b)) => match (a.fields.first(), b.fields.first()) {
            // Of an array there is one. A field that is taken for two types is one that rustc refuses.
            (Some((a, ty)), Some((b, other))) => a == b && ty == other && ty.is_copyable(),
            _ => false,
        },
        _ => false,
    }
}

/// What equal constants have in common.
fn number(constant: &Constant) -> Key {
    #[expect(clippy::cast_possible_truncation, reason = "both halves are taken")]
    let halves = |bits: u64| [bits as u32, (bits >> 32) as u32, 0];
    match constant {
        Constant::Real { value, .. } => halves(value.to_bits()),
        Constant::Integer(value) => halves(u64::try_from(value.unsigned_abs()).unwrap_or(u64::MAX)),
        Constant::Bool(value) => [u32::from(*value), 0, 1],
        Constant::Named { id, .. } => [*id, 0, 2],
    }
}

/// Whether an abstraction is a branch of a `cond`, which captures nothing.
fn is_branch(work: &Work<'_>, abstraction: EdgeId) -> bool {
    let Some(&target) = work.net.edge(abstraction).targets.first() else { return true };
    work.net.consumer_edge(target).is_some_and(|(consumer, port)| {
        work.net.edge(consumer).operation().is_some_and(|operation| operation.nature().runs.contains(&port))
    })
}
