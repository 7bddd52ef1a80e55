//! Sharing: a value that is computed twice from the same values is computed once (naturality of copy, from right to
//! left), also where the second computation is inside of an abstraction, which then captures the first (naturality of
//! coeval, from right to left).

use super::work::Work;
use crate::label::{Comparison, DiscreteOp, Field, Label, Operation};
use crate::net::{EdgeId, IdMap, Level, WireId};
use crate::primitive::Primitive;
use crate::types::Name;

/// What computes a value: an operation and the roots of its operands.
#[derive(PartialEq, Eq, Hash, Clone)]
enum Key {
    Primitive(Primitive, Name, Vec<WireId>),
    Compare(Comparison, Vec<WireId>),
    Discrete(DiscreteOp, Name, Vec<WireId>),
    Cast(crate::types::Type, WireId),
    Select(Vec<WireId>),
    Project(Field, WireId),
}

/// Shares what can be shared in the whole net; whether there was something.
pub(super) fn share(work: &mut Work<'_>) -> bool {
    let (_, wires) = work.net.id_bounds();
    let mut sharing = Sharing {
        tables: Vec::new(),
        root: (0u32..).map(WireId).take(wires).collect(),
        constants: std::collections::HashMap::new(),
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
    /// The first wire that carries each constant.
    constants: std::collections::HashMap<String, WireId>,
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
                    let first = *self.constants.entry(format!("{constant:?} {ty}")).or_insert(wire);
                    self.root[wire.index()] = first;
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
        let mut roots: Vec<WireId> = edge.sources.iter().map(|wire| self.root[wire.index()]).collect();
        Some(match operation {
            Operation::Primitive(primitive, scalar) => {
                if matches!(primitive, Primitive::Add | Primitive::Mul) {
                    roots.sort_unstable();
                }
                Key::Primitive(*primitive, scalar.clone(), roots)
            }
            Operation::Plus(crate::types::Type::Real(scalar)) => {
                roots.sort_unstable();
                Key::Primitive(Primitive::Add, scalar.clone(), roots)
            }
            Operation::Compare(comparison, _) => Key::Compare(*comparison, roots),
            Operation::Discrete(op, name) => Key::Discrete(*op, name.clone(), roots),
            Operation::Cast(_, to) => Key::Cast(to.clone(), roots[0]),
            Operation::Select(_) => Key::Select(roots),
            Operation::Project(record) => Key::Project(record.fields.first()?.0.clone(), roots[0]),
            _ => return None,
        })
    }
}

/// Whether an abstraction is a branch of a `cond`, which captures nothing.
fn is_branch(work: &Work<'_>, abstraction: EdgeId) -> bool {
    let Some(&target) = work.net.edge(abstraction).targets.first() else { return true };
    work.net.consumer_edge(target).is_some_and(|(consumer, port)| {
        work.net.edge(consumer).operation().is_some_and(|operation| operation.nature().runs.contains(&port))
    })
}
