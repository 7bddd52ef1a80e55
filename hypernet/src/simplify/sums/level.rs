//! What is known of the values of one level.

use super::form::{Arithmetic, Binary};
use super::take::Taken;
use super::{Sums, arithmetic, made, plain_constant};
use crate::label::{Label, Operation};
use crate::net::{Consumer, EdgeId, Level, WireId};
use crate::primitive::Primitive;
use crate::simplify::roots::Roots;
use crate::simplify::table::Table;
use crate::simplify::work::Work;
use crate::types::Type;

impl Sums {
    /// For all levels of a net, of which the first `values` outputs are of the primal.
    pub(super) fn new(work: &Work<'_>, values: usize, first: bool) -> Self {
        let (edges, wires) = work.net.id_bounds();
        Self {
            level: None,
            values,
            edges: Vec::new(),
            root: Roots::new(wires),
            uses: vec![0; wires],
            seen: vec![false; edges],
            reverse: false,
            exact: vec![false; edges],
            plus: vec![false; edges],
            products: Table::default(),
            first,
            changed: vec![false; wires],
            changed_before: vec![false; wires],
            gone: vec![false; edges],
        }
    }

    /// Goes on to a level. What is known by index is kept for the levels before, whose wires and edges are others.
    pub(super) fn enter(&mut self, work: &mut Work<'_>, level: Level) {
        self.level = Some(level);
        self.edges = work.net.ordered_edges(level, |_| 0);
        let (edges, wires) = work.net.id_bounds();
        self.uses.resize(wires, 0);
        for marks in [&mut self.plus, &mut self.seen, &mut self.exact, &mut self.gone] {
            marks.resize(edges, false);
        }
        self.products = Table::new(self.edges.len());
        let (root, uses, plus) = (&mut self.root, self.uses.as_mut_slice(), self.plus.as_mut_slice());
        for &id in self.edges.as_slice() {
            let edge = work.net.edge(id);
            let sources = edge.sources.as_slice();
            if let Label::Copy = edge.label {
                let origin = root.of(sources[0]);
                for &wire in edge.targets.as_slice() {
                    root.set(wire, origin);
                }
                continue;
            }
            for &wire in sources {
                uses[root.of(wire).index()] += 1;
            }
            let Some((arithmetic, _)) = arithmetic(work.net, id) else { continue };
            let mut has_plus = matches!(edge.operation(), Some(Operation::Plus(_)));
            for &wire in sources {
                if let Some((id, _)) = work.net.producer_edge(wire) {
                    has_plus |= plus[id.index()];
                }
            }
            plus[id.index()] = has_plus;
            if arithmetic == Arithmetic::Binary(Binary::Times) {
                let factors = unordered(root.of(sources[0]), root.of(sources[1]));
                if self.products.find(factors, 0, |_| true).is_none() {
                    self.products.add(factors, id);
                }
            }
        }
        for &wire in work.net.region(level).outputs.as_slice() {
            uses[root.of(wire).index()] += 1;
        }
        self.reverse = self.find_exact(work, level).is_some();
        if !self.first {
            self.find_changes(work);
        }
    }

    /// Finds the edges of a level that a value of the primal may depend on; gives nothing if that is not known.
    ///
    /// Whatever is not plain arithmetic counts as a value: a condition, what is captured, what a function takes.
    fn find_exact(&mut self, work: &Work<'_>, level: Level) -> Option<()> {
        let mut pending: Vec<WireId> = match level {
            Level::Outermost => work.net.outputs().iter().copied().take(self.values).collect(),
            Level::Inside(owner) => {
                // The inside of a backpropagator.
                let Consumer::Output(at) = work.net.wire(*work.net.edge(owner).targets.first()?).consumer else {
                    return None;
                };
                if work.net.edge(owner).level != Level::Outermost || (at as usize) < self.values {
                    return None;
                }
                Vec::new()
            }
        };
        for &id in self.edges.as_slice() {
            let edge = work.net.edge(id);
            let plain = matches!(
                edge.label,
                Label::Copy
                    | Label::Discard
                    | Label::Operation(Operation::Primitive(..) | Operation::Plus(_) | Operation::Constant(..))
            );
            if !plain {
                pending.extend_from_slice(edge.sources.as_slice());
            }
        }
        let exact = self.exact.as_mut_slice();
        while let Some(wire) = pending.pop() {
            if let Some((id, _)) = work.net.producer_edge(wire)
                && !exact[id.index()]
            {
                exact[id.index()] = true;
                pending.extend_from_slice(work.net.edge(id).sources.as_slice());
            }
        }
        Some(())
    }

    /// Finds out where something has changed since the last round.
    fn find_changes(&mut self, work: &mut Work<'_>) {
        let (_, wires) = work.net.id_bounds();
        self.changed.resize(wires, false);
        self.changed_before.resize(wires, false);
        for &id in self.edges.as_slice() {
            if work.take_changed(id) {
                let edge = work.net.edge(id);
                for &wire in edge.sources.as_slice() {
                    self.changed[self.root.of(wire).index()] = true;
                }
                for &wire in edge.targets.as_slice() {
                    self.changed[self.root.of(wire).index()] = true;
                }
            }
        }
        for &id in self.edges.as_slice() {
            let edge = work.net.edge(id);
            let [target] = *edge.targets.as_slice() else { continue };
            let (mut changed, mut before) = (self.changed[target.index()], false);
            if arithmetic(work.net, id).is_some() {
                let multiple = self.multiple_of(work, target).is_some();
                for &wire in edge.sources.as_slice() {
                    let root = self.root.of(wire).index();
                    changed |= multiple && self.changed[root];
                    before |= self.changed_before[root] || self.changed[root];
                }
            }
            self.changed[target.index()] = changed;
            self.changed_before[target.index()] = changed || before;
        }
    }

    /// Whether something has changed at a form since the last round. What it becomes depends on its edges, on who else uses
    /// its atoms, on the operations that make them, and on what an atom that is a multiple is a multiple of.
    pub(super) fn has_changed(&self, work: &Work<'_>, taken: &Taken) -> bool {
        let edges = taken.edges.iter().chain(&taken.absorbed);
        // A wire that is not known has been made in this round.
        let changed = |wire: WireId| self.changed.get(self.root.of(wire).index()).is_none_or(|&changed| changed);
        edges.map(|&id| work.net.edge(id).targets[0]).any(changed)
            || taken.atoms.iter().any(|atom| changed(atom.origin))
    }

    /// Whether an edge is part of a form already; those made meanwhile are of forms that have been rewritten.
    pub(super) fn is_seen(&self, id: EdgeId) -> bool {
        id.index() < self.seen.len() && self.seen.as_slice()[id.index()]
    }

    /// Whether all uses of an edge have gone.
    pub(super) fn is_gone(&self, id: EdgeId) -> bool {
        id.index() < self.gone.len() && self.gone.as_slice()[id.index()]
    }

    /// Of which other value this one is a multiple: the root of that.
    #[expect(clippy::wildcard_enum_match_arm, reason = "all other values are parts of sums as they are")]
    pub(super) fn multiple_of(&self, work: &Work<'_>, origin: WireId) -> Option<WireId> {
        let (id, operation) = made(work, origin)?;
        let sources = work.net.edge(id).sources.as_slice();
        match operation {
            Operation::Primitive(Primitive::Neg, _) => Some(self.root.of(sources[0])),
            Operation::Primitive(Primitive::Mul, _) => {
                let constant = sources.iter().position(|&wire| plain_constant(work, wire).is_some())?;
                Some(self.root.of(sources[1 - constant]))
            }
            Operation::Plus(Type::Real(_)) => {
                let root = self.root.of(sources[0]);
                (root == self.root.of(sources[1])).then_some(root)
            }
            _ => None,
        }
    }

    /// The edge outside of a form that multiplies the values of these roots, if there is one at the level.
    pub(super) fn product_outside(&self, work: &Work<'_>, taken: &Taken, a: WireId, b: WireId) -> Option<EdgeId> {
        let edge = self.products.find(unordered(a, b), 0, |_| true)?;
        let outside = work.net.get_edge(edge).is_some()
            && !taken.edges.contains(&edge)
            && !taken.absorbed.contains(&edge)
            && !self.is_gone(edge);
        outside.then_some(edge)
    }
}

fn unordered(a: WireId, b: WireId) -> [u32; 3] {
    if a.0 <= b.0 { [a.0, b.0, 0] } else { [b.0, a.0, 0] }
}
