//! Sharing: a value that is computed twice from the same values is computed once (naturality of copy, from right to
//! left), also where the second computation is inside of an abstraction, which then captures the first (naturality of
//! coeval, from right to left).
//!
//! Each merging is a sequence of laws, but the pass finds them by looking at a whole net at once, not around an edge. It
//! keeps every bit.

use super::work::Work;
use crate::label::{Comparison, Constant, DiscreteOp, Field, Label, Operation};
use crate::net::{EdgeId, IdMap, Level, WireId};
use crate::primitive::Primitive;
use crate::types::{Name, Type, TypeName};

/// What computes a value: an operation and the roots of its operands.
#[derive(PartialEq, Eq, Clone)]
struct Key {
    operation: Computes,
    /// As many as the operation has, of three at most.
    roots: [Option<WireId>; 3],
}

#[derive(PartialEq, Eq, Clone)]
enum Computes {
    Primitive(Primitive, Name),
    Compare(Comparison),
    Discrete(DiscreteOp, TypeName),
    Cast(Type),
    Select,
    Project(Field),
}

impl std::hash::Hash for Key {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        // Values of the same operands are few: the operation need not count.
        let [a, b, c] = self.roots.map(|root| root.map_or(0, |root| root.0));
        state.write_u32(a);
        state.write_u32(b.wrapping_add(c.rotate_left(16)));
    }
}

/// Shares what can be shared in the whole net; whether there was something.
pub(super) fn share(work: &mut Work<'_>) -> bool {
    let (_, wires) = work.net.id_bounds();
    let mut sharing = Sharing {
        tables: Vec::new(),
        root: (0u32..).map(WireId).take(wires).collect(),
        constants: IdMap::default(),
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
    /// For each level from the outermost to the one at work: what has been computed there.
    tables: Vec<Table>,
    /// Where the value of each wire comes from, through copies and captures, by the index of the wire: wires with equal
    /// roots carry equal values.
    root: Vec<WireId>,
    /// The first wire that carries each constant, by a number that equal constants have in common.
    constants: IdMap<u64, Vec<(Constant, Type, WireId)>>,
    /// The wires inside of abstractions for new captures, which are the last sources of the abstraction.
    captured: IdMap<EdgeId, Vec<WireId>>,
    changed: bool,
}

struct Table {
    level: Level,
    /// Whether what is computed around the level can be captured.
    open: bool,
    known: IdMap<Key, EdgeId>,
}

impl Sharing {
    fn level(&mut self, work: &mut Work<'_>, level: Level) {
        let open = match level {
            Level::Outermost => false,
            Level::Inside(owner) => !is_branch(work, owner),
        };
        self.tables.push(Table { level, open, known: IdMap::default() });
        // Each abstraction comes as late as possible: what it may capture has been seen before.
        for id in work.net.ordered_edges(level, |edge| edge.label == Label::Abstraction) {
            let edge = work.net.edge(id);
            match &edge.label {
                Label::Copy => {
                    let root = self.root[edge.sources[0].index()];
                    for &wire in &edge.targets {
                        self.root[wire.index()] = root;
                    }
                }
                Label::Abstraction => {
                    let inputs = &work.net.region(Level::Inside(id)).inputs;
                    for (&outer, &inner) in edge.sources.iter().zip(inputs) {
                        self.root[inner.index()] = self.root[outer.index()];
                    }
                    self.level(work, Level::Inside(id));
                }
                Label::Operation(Operation::Constant(constant, ty)) => {
                    // Equal constants are equal values; they stay apart, a copy of a constant is two constants.
                    let wire = edge.targets[0];
                    let alike = self.constants.entry(number(constant)).or_default();
                    let known = alike.iter().find(|(known, of, _)| known == constant && of == ty);
                    let known = known.map(|&(_, _, first)| first);
                    self.root[wire.index()] = known.unwrap_or(wire);
                    if known.is_none() {
                        alike.push((constant.clone(), ty.clone(), wire));
                    }
                }
                Label::Operation(_) => self.operation(work, id),
                Label::Discard | Label::Eval | Label::Frame(_) => {}
            }
        }
        self.tables.pop();
    }

    fn operation(&mut self, work: &mut Work<'_>, id: EdgeId) {
        let Some(key) = self.key(work, id) else { return };
        let mut found = None;
        for (depth, table) in self.tables.iter().enumerate().rev() {
            if let Some(&first) = table.known.get(&key) {
                found = Some((depth, first));
                break;
            }
            if !table.open {
                break;
            }
        }
        match found {
            Some((depth, first)) => self.merge(work, depth, first, id),
            None => {
                self.tables.last_mut().expect("a level is at work").known.insert(key, id);
            }
        }
    }

    /// Lets the results of `first`, at the level of this depth, be those of `second`, at the level at work.
    fn merge(&mut self, work: &mut Work<'_>, depth: usize, first: EdgeId, second: EdgeId) {
        // A sum that the primal computes too is not the reverse pass's to rearrange.
        if let (Some(Operation::Plus(_)), Some(addition @ Operation::Primitive(..))) =
            (work.net.edge(first).operation(), work.net.edge(second).operation())
        {
            work.net.edge_mut(first).label = Label::Operation(addition.clone());
        }
        let given = work.net.edge(first).targets.clone();
        let taken = work.remove_and_discard(second).targets;
        for (upper, lower) in given.into_iter().zip(taken) {
            let root = self.root[upper.index()];
            let port = work.net.detach(upper);
            let [stays, mut wire] = work.copy(upper);
            work.net.attach(stays, port);
            // What the first did not use of its results may be used now: a discard meets the new copy.
            work.touch_wire(stays);
            self.set_root(stays, root);
            self.set_root(wire, root);
            for at in depth + 1..self.tables.len() {
                let level = self.tables[at].level;
                let Level::Inside(abstraction) = level else { continue };
                let (ty, name) = (work.net.wire(wire).ty.clone(), work.net.wire(wire).name.clone());
                work.net.push_source(abstraction, wire);
                wire = work.net.add_wire(level, ty, name);
                self.captured.entry(abstraction).or_default().push(wire);
                self.set_root(wire, root);
            }
            work.fuse(wire, lower);
        }
        self.changed = true;
    }

    fn set_root(&mut self, wire: WireId, root: WireId) {
        let index = wire.index();
        while self.root.len() <= index {
            self.root.push(root);
        }
        self.root[index] = root;
    }

    fn key(&self, work: &Work<'_>, id: EdgeId) -> Option<Key> {
        let (edge, operation) = work.at(id)?;
        if edge.sources.len() > 3 {
            return None;
        }
        let mut roots = [None; 3];
        for (root, wire) in roots.iter_mut().zip(&edge.sources) {
            *root = Some(self.root[wire.index()]);
        }
        let operation = match operation {
            Operation::Primitive(primitive, scalar) => {
                if matches!(primitive, Primitive::Add | Primitive::Mul) && roots[0] > roots[1] {
                    roots.swap(0, 1);
                }
                Computes::Primitive(*primitive, scalar.clone())
            }
            Operation::Plus(Type::Real(scalar)) => {
                if roots[0] > roots[1] {
                    roots.swap(0, 1);
                }
                Computes::Primitive(Primitive::Add, scalar.clone())
            }
            Operation::Compare(comparison, _) => Computes::Compare(*comparison),
            Operation::Discrete(op, name) => Computes::Discrete(*op, name.clone()),
            Operation::Cast(_, to) => Computes::Cast(to.clone()),
            Operation::Select(_) => Computes::Select,
            Operation::Project(record) => Computes::Project(record.fields.first()?.0.clone()),
            _ => return None,
        };
        Some(Key { operation, roots })
    }
}

/// A number that equal constants have in common.
fn number(constant: &Constant) -> u64 {
    match constant {
        Constant::Real { value, .. } => value.to_bits(),
        Constant::Integer(value) => u64::try_from(value.unsigned_abs()).unwrap_or(u64::MAX),
        Constant::Bool(value) => u64::from(*value),
        Constant::Named { id, .. } => u64::from(*id),
    }
}

/// Whether an abstraction is a branch of a `cond`, which captures nothing.
fn is_branch(work: &Work<'_>, abstraction: EdgeId) -> bool {
    let Some(&target) = work.net.edge(abstraction).targets.first() else { return true };
    work.net.consumer_edge(target).is_some_and(|(consumer, port)| {
        work.net.edge(consumer).operation().is_some_and(|operation| operation.nature().runs.contains(&port))
    })
}
