//! Sums of products in the reverse pass, as a person writes them: like terms together, common factors and constants
//! outside, what is constant last.
//!
//! This is no law of the calculus: it uses the laws of a commutative ring, which rounding breaks. It is used for
//! sensitivities alone, which it keeps up to rounding; values stay bit for bit.
//!
//! A *form* is made of `⊕`, `+`, `-`, negations, products and quotients in which every value inside has no use outside, so
//! that only the value at the root counts. Most are trees; a value inside may be used several times (it is *absorbed*). A form of the reverse pass is one with a `⊕` in it, which only that has, or one
//! that no value of the primal depends on; the order of its additions and multiplications is ours. (What else a form holds
//! is used nowhere but here, so no value of the primal depends on it.) A form is taken apart into terms, each a constant
//! times factors, and put together again, with products that are there anyway; if what comes out is cheaper than what was
//! there, it takes its place.
//!
//! # Why this ends, and where
//!
//! Rounds of this pass and of all other rules follow each other until a round finds nothing: the end is a fixed point. That
//! there is an end follows from a measure of the net, the [`Cost`] of its arithmetic, compared part by part:
//!
//! 1. The *work* of all operations. No other rule adds to it, and sharing takes from it. (The rules that copy functions and
//!    those that add cotangents field by field do add to it, but nothing makes what they use up, and copies have a budget.)
//!    A form that takes the place of another has less work; or as much, and then only the rest gets better. What the old
//!    form had is gone for good: an operation counted as saved has no other use, and later forms of the round do not take
//!    it up again ([`Sums::gone`]).
//! 2. How far signs are from where they belong, outside of products. A form with as much work as the old one has no sign
//!    inside, and one outside only if the old one had.
//! 3. The *moves* of operands. They are compared only for forms that are seen whole, not cut off for being too large, and and
//!    that do not take what another form has inside. So the moves of the rest of the net do not grow.
//!
//! After the first round, a form is looked at again only if something has changed at its edges or at the values that it
//! uses, or if it has not been looked at.

mod form;
mod rebuild;

use super::work::Work;
use crate::label::{Constant, Label, Operation};
use crate::net::{Consumer, EdgeId, Hypernet, IdMap, IdSet, Level, WireId};
use crate::primitive::Primitive;
use crate::types::{Name, Type};
pub(super) use form::{Arithmetic, Cost};
use form::{Form, cost, count, same_sign, within_range};
use rebuild::Rebuilding;

/// How many edges a form is made of at most; what goes beyond is left whole.
const LARGEST: usize = 48;

/// How many operations a form has at most, when what it uses several times is written out each time.
const WRITTEN_OUT: usize = 4 * LARGEST;

/// Constants of other magnitudes are left alone: products of them could leave the range of a scalar type.
const RANGE: std::ops::Range<f64> = 1e-12..1e12;

/// Rewrites the forms of a net that get cheaper by it; whether there was one. The first `values` outputs are of the
/// primal. In the first round all forms are looked at.
pub(super) fn collect(work: &mut Work<'_>, values: usize, first: bool) -> bool {
    let mut changed = false;
    let mut levels = vec![Level::Outermost];
    let mut sums = Sums { first, ..Sums::default() };
    if first {
        work.forget_changes();
    }
    while let Some(level) = levels.pop() {
        sums.enter(work, level, values);
        changed |= sums.run(work);
        let inner = work.net.region(level).edges.iter().copied().filter(|&id| work.net.edge(id).inner.is_some());
        levels.extend(inner.map(Level::Inside));
    }
    changed
}

/// The forms of one level.
#[derive(Default)]
struct Sums {
    level: Option<Level>,
    edges: Vec<EdgeId>,
    /// Where the value on a wire comes from, through copies, by the index of the wire.
    root: Vec<WireId>,
    /// How often the value of a root is used, by the index of the root.
    uses: Vec<usize>,
    /// Whether an edge is part of a form already, by its index.
    seen: Vec<bool>,
    /// Whether what a value of the primal depends on is known at the level.
    reverse: bool,
    /// The edges that a value of the primal may depend on, where that is known, by the index of the edge.
    exact: Vec<bool>,
    /// Whether there is a `⊕` in the form of which an edge is the root, by the index of the edge.
    plus: Vec<bool>,
    /// The products of the level, by the roots of their factors.
    products: IdMap<(WireId, WireId), EdgeId>,
    /// Whether every form is to be looked at, whatever has changed.
    first: bool,
    /// Whether something has changed around a value, or around what it is a multiple of, by the index of its root.
    changed: Vec<bool>,
    /// Whether something has changed around a value, or around what arithmetic makes it of, by the index of its root.
    changed_before: Vec<bool>,
    /// Edges of which all uses have gone with the forms that used them.
    gone: IdSet<EdgeId>,
}

/// A value that a form takes from outside.
struct Atom {
    origin: WireId,
    /// The wires that carry it to the form.
    wires: Vec<WireId>,
    /// Where else it can be had.
    tap: Option<Tap>,
    /// How many absorbed edges use it.
    inside: usize,
    /// How often the form has it, when all is written out.
    times: usize,
}

/// A port whose wire carries a value.
#[derive(Clone, Copy, Debug)]
enum Tap {
    Source(EdgeId, usize),
    Target(EdgeId),
}

/// A form in the net.
#[derive(Default)]
struct Taken {
    /// Its edges, the root first.
    edges: Vec<EdgeId>,
    atoms: Vec<Atom>,
    known: IdMap<WireId, usize>,
    /// What an atom is, where the form is all that uses it.
    shared: IdMap<usize, Form>,
    /// The edges that make those atoms. They stay in the net, where nothing uses them any more.
    absorbed: Vec<EdgeId>,
    /// How many operations the form has, when all is written out.
    written_out: usize,
    /// Whether the form goes on beyond its atoms.
    cut: bool,
    /// Whether what absorbed edges alone use is absorbed too; and whether there was such a thing.
    deep: bool,
    nested: bool,
    /// The wires that carry constants to the form.
    constants: Vec<WireId>,
}

impl Taken {
    fn atom(&mut self, origin: WireId) -> usize {
        let atoms = &mut self.atoms;
        *self.known.entry(origin).or_insert_with(|| {
            atoms.push(Atom { origin, wires: Vec::new(), tap: None, inside: 0, times: 0 });
            atoms.len() - 1
        })
    }
}

impl Sums {
    /// Goes on to a level. What is known by index is kept for the levels before, whose wires and edges are others.
    fn enter(&mut self, work: &mut Work<'_>, level: Level, values: usize) {
        self.level = Some(level);
        self.edges = work.net.ordered_edges(level, |_| false);
        let (edges, wires) = work.net.id_bounds();
        let known = u32::try_from(self.root.len()).expect("fewer than 2^32 wires");
        self.root.extend((known..).map(WireId).take(wires.saturating_sub(self.root.len())));
        self.uses.resize(wires, 0);
        self.plus.resize(edges, false);
        self.seen.resize(edges, false);
        let (root, uses, plus) = (&mut self.root, &mut self.uses, &mut self.plus);
        self.products.clear();
        for &id in &self.edges {
            let edge = work.net.edge(id);
            if edge.label == Label::Copy {
                for &wire in &edge.targets {
                    root[wire.index()] = root[edge.sources[0].index()];
                }
                continue;
            }
            for wire in &edge.sources {
                uses[root[wire.index()].index()] += 1;
            }
            let Some((arithmetic, _)) = arithmetic(work.net, id) else { continue };
            plus[id.index()] = matches!(edge.operation(), Some(Operation::Plus(_)))
                || edge
                    .sources
                    .iter()
                    .any(|&wire| work.net.producer_edge(wire).is_some_and(|(id, _)| plus[id.index()]));
            if arithmetic == Arithmetic::Times {
                let factors = unordered(root[edge.sources[0].index()], root[edge.sources[1].index()]);
                self.products.entry(factors).or_insert(id);
            }
        }
        for wire in &work.net.region(level).outputs {
            uses[root[wire.index()].index()] += 1;
        }
        self.exact.resize(edges, false);
        self.reverse = self.find_exact(work, level, values).is_some();
        if !self.first {
            self.find_changes(work);
        }
    }

    /// Finds the edges of a level that a value of the primal may depend on; gives nothing if that is not known.
    ///
    /// Whatever is not plain arithmetic counts as a value: a condition, what is captured, what a function takes.
    fn find_exact(&mut self, work: &Work<'_>, level: Level, values: usize) -> Option<()> {
        let mut pending: Vec<WireId> = match level {
            Level::Outermost => work.net.outputs().iter().copied().take(values).collect(),
            Level::Inside(owner) => {
                // The inside of a backpropagator.
                let Consumer::Output(at) = work.net.wire(*work.net.edge(owner).targets.first()?).consumer else {
                    return None;
                };
                if work.net.edge(owner).level != Level::Outermost || (at as usize) < values {
                    return None;
                }
                Vec::new()
            }
        };
        for &id in &self.edges {
            let edge = work.net.edge(id);
            let plain = edge.label == Label::Copy
                || edge.label == Label::Discard
                || matches!(
                    edge.operation(),
                    Some(Operation::Primitive(..) | Operation::Plus(_) | Operation::Constant(..))
                );
            if !plain {
                pending.extend(&edge.sources);
            }
        }
        while let Some(wire) = pending.pop() {
            if let Some((id, _)) = work.net.producer_edge(wire)
                && !std::mem::replace(&mut self.exact[id.index()], true)
            {
                pending.extend(&work.net.edge(id).sources);
            }
        }
        Some(())
    }

    /// Finds out where something has changed since the last round.
    fn find_changes(&mut self, work: &mut Work<'_>) {
        let (_, wires) = work.net.id_bounds();
        self.changed.resize(wires, false);
        self.changed_before.resize(wires, false);
        for &id in &self.edges {
            if work.take_changed(id) {
                let edge = work.net.edge(id);
                for wire in edge.sources.iter().chain(&edge.targets) {
                    self.changed[self.root[wire.index()].index()] = true;
                }
            }
        }
        for &id in &self.edges {
            let edge = work.net.edge(id);
            let [target] = edge.targets[..] else { continue };
            let (mut changed, mut before) = (self.changed[target.index()], false);
            if arithmetic(work.net, id).is_some() {
                let multiple = self.is_multiple(work, target);
                for wire in &edge.sources {
                    let root = self.root[wire.index()].index();
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
    fn has_changed(&self, work: &Work<'_>, taken: &Taken) -> bool {
        let edges = taken.edges.iter().chain(&taken.absorbed);
        // A wire that is not known has been made in this round.
        let changed = |wire: WireId| self.changed.get(self.origin(wire).index()).is_none_or(|&changed| changed);
        edges.map(|&id| work.net.edge(id).targets[0]).any(changed)
            || taken.atoms.iter().any(|atom| changed(atom.origin))
    }

    fn run(&mut self, work: &mut Work<'_>) -> bool {
        let mut changed = false;
        // Those nearest to the outputs first: so every form is as large as it can be.
        for id in std::mem::take(&mut self.edges).into_iter().rev() {
            if self.may_gain(work, id) {
                changed |= self.form(work, id);
            }
        }
        changed
    }

    /// Whether an edge may be the root of a form to rewrite: of the reverse pass, and not known to stay as it is.
    fn may_gain(&self, work: &Work<'_>, id: EdgeId) -> bool {
        let reverse = self.plus[id.index()] || (self.reverse && !self.exact[id.index()]);
        reverse
            && !self.seen[id.index()]
            && !self.gone.contains(&id)
            && work
                .net
                .get_edge(id)
                .is_some_and(|edge| self.first || !work.is_settled(id) || self.changed_before[edge.targets[0].index()])
    }

    /// Whether an edge is part of a form already; those made meanwhile are of forms that have been rewritten.
    fn is_seen(&self, id: EdgeId) -> bool {
        self.seen.get(id.index()).copied().unwrap_or(false)
    }

    fn form(&mut self, work: &mut Work<'_>, id: EdgeId) -> bool {
        let Some((_, scalar)) = arithmetic(work.net, id) else { return false };
        for deep in [true, false] {
            let mut taken = Taken { deep, ..Taken::default() };
            let old = self.take(work, id, &scalar, &mut taken);
            let single = taken.edges.len() == 1 && taken.constants.is_empty();
            if single && taken.atoms.iter().all(|atom| atom.wires.len() == 1) {
                // One operation on different values is what it is.
                self.see(&taken);
                break;
            }
            self.absorb(work, &scalar, &mut taken);
            if deep && !self.first && work.is_settled(id) && !self.has_changed(work, &taken) {
                self.see(&taken);
                return false;
            }
            if let Some(new) = self.better(work, &old, &mut taken) {
                self.see(&taken);
                self.gone.extend(taken.absorbed.iter().copied());
                self.replace(work, &scalar, taken, &new);
                return true;
            }
            // To write out all that is absorbed may be too much.
            if !taken.nested {
                self.see(&taken);
                break;
            }
        }
        work.settle(id);
        false
    }

    fn see(&mut self, taken: &Taken) {
        for edge in &taken.edges {
            self.seen[edge.index()] = true;
        }
    }

    /// What a form is to become, if that is cheaper.
    fn better(&self, work: &Work<'_>, old: &Form, taken: &mut Taken) -> Option<Form> {
        let multiples = (0..taken.atoms.len()).any(|atom| self.is_multiple(work, taken.atoms[atom].origin));
        let before = taken.shared.values().map(cost).fold(cost(old), Cost::plus);
        let variants: &[bool] = if multiples { &[false, true] } else { &[false] };
        let candidates = variants.iter().map(|&scaled| {
            let mut rebuilding = Rebuilding { level: self, work, scaled, taken, sums_inside: Vec::new() };
            let terms = rebuilding.terms(old, 1.0);
            rebuilding.whole(terms)
        });
        let candidates: Vec<Form> = candidates.collect();
        let fits = |form: &Form| {
            let cost = cost(form);
            let alike = || !taken.cut && same_sign(old, form) && !self.parts_others(work, form, taken);
            within_range(form) && (cost.work < before.work || cost < before && alike())
        };
        candidates.into_iter().filter(fits).min_by_key(cost)
    }

    /// Whether a form uses a value that the old one did not use and that is inside of another form: it would be no longer.
    fn parts_others(&self, work: &Work<'_>, form: &Form, taken: &Taken) -> bool {
        match form {
            Form::Atom(atom) => {
                let Atom { origin, ref wires, inside, .. } = taken.atoms[*atom];
                let alone = self.uses.get(origin.index()).is_none_or(|&uses| uses < 2);
                let arithmetic = || made(work, origin).is_some_and(|(id, _)| arithmetic(work.net, id).is_some());
                wires.is_empty() && inside == 0 && alone && arithmetic()
            }
            Form::Constant(_) => false,
            Form::Node(_, parts) => parts.iter().any(|part| self.parts_others(work, part, taken)),
        }
    }

    /// The form whose root is this edge.
    fn take(&self, work: &Work<'_>, id: EdgeId, scalar: &Name, taken: &mut Taken) -> Form {
        taken.edges.push(id);
        taken.written_out += 1;
        self.node(work, id, taken, |taken, _, wire| {
            if plain_constant(work, wire).is_some() {
                taken.constants.push(wire);
                return None;
            }
            if let Some(inner) = self.inner(work, wire, scalar, taken) {
                return Some(self.take(work, inner, scalar, taken));
            }
            let atom = taken.atom(self.origin(wire));
            taken.atoms[atom].wires.push(wire);
            taken.atoms[atom].times += 1;
            None
        })
    }

    /// The edge that makes a value that is used once, if it belongs to the form too.
    fn inner(&self, work: &Work<'_>, wire: WireId, scalar: &Name, taken: &mut Taken) -> Option<EdgeId> {
        let (inner, _) = work.producing(wire)?;
        let (_, of) = arithmetic(work.net, inner)?;
        let fits = taken.edges.len() + taken.absorbed.len() < LARGEST && of == *scalar;
        let fits = fits && !self.is_seen(inner) && (taken.deep || taken.absorbed.is_empty());
        taken.cut |= !fits;
        fits.then_some(inner)
    }

    /// The operation of an edge, on forms of its sources: what `inner` gives, or atoms.
    fn node(
        &self,
        work: &Work<'_>,
        id: EdgeId,
        taken: &mut Taken,
        mut inner: impl FnMut(&mut Taken, usize, WireId) -> Option<Form>,
    ) -> Form {
        let edge = work.net.edge(id);
        let operation = arithmetic(work.net, id).map_or(Arithmetic::Plus, |(operation, _)| operation);
        let parts = edge.sources.iter().enumerate().map(|(port, &wire)| {
            if let Some(value) = plain_constant(work, wire) {
                inner(taken, port, wire);
                return Form::Constant(value);
            }
            inner(taken, port, wire).unwrap_or_else(|| Form::Atom(taken.atom(self.origin(wire))))
        });
        Form::Node(operation, parts.collect())
    }

    /// Takes in the operations that nothing but the form uses, though it uses them several times.
    fn absorb(&self, work: &Work<'_>, scalar: &Name, taken: &mut Taken) {
        let mut at = 0;
        while at < taken.atoms.len() {
            let Atom { origin, ref wires, inside, times, .. } = taken.atoms[at];
            let uses = self.uses.get(origin.index()).copied().unwrap_or(0);
            if uses > 0
                && uses == wires.len() + inside
                && (inside == 0 || taken.deep)
                && !taken.shared.contains_key(&at)
                && let Some((id, _)) = made(work, origin)
                && arithmetic(work.net, id).is_some_and(|(_, of)| of == *scalar)
            {
                if taken.edges.len() + taken.absorbed.len() < LARGEST && taken.written_out + times <= WRITTEN_OUT {
                    taken.nested |= inside > 0;
                    let form = self.absorbed(work, id, scalar, taken, times);
                    taken.shared.insert(at, form);
                    // An earlier atom may have all its uses in the form now.
                    at = 0;
                    continue;
                }
                taken.cut = true;
            }
            at += 1;
        }
    }

    /// The operation of an edge that is absorbed, and those that make what it alone uses; each is written out so many times.
    fn absorbed(&self, work: &Work<'_>, id: EdgeId, scalar: &Name, taken: &mut Taken, times: usize) -> Form {
        taken.absorbed.push(id);
        taken.written_out += times;
        self.node(work, id, taken, |taken, port, wire| {
            if plain_constant(work, wire).is_some() {
                return None;
            }
            if let Some(inner) = self.inner(work, wire, scalar, taken) {
                taken.nested = true;
                return Some(self.absorbed(work, inner, scalar, taken, times));
            }
            let atom = taken.atom(self.origin(wire));
            let atom = &mut taken.atoms[atom];
            atom.tap.get_or_insert(Tap::Source(id, port));
            atom.inside += 1;
            atom.times += times;
            None
        })
    }

    /// The operation of an edge that stays, on atoms that can be had at its sources.
    fn tapped(&self, work: &Work<'_>, id: EdgeId, taken: &mut Taken) -> Form {
        self.node(work, id, taken, |taken, port, wire| {
            if plain_constant(work, wire).is_none() {
                let atom = taken.atom(self.origin(wire));
                taken.atoms[atom].tap.get_or_insert(Tap::Source(id, port));
            }
            None
        })
    }

    /// Whether this value is a multiple of another.
    fn is_multiple(&self, work: &Work<'_>, origin: WireId) -> bool {
        let Some((id, operation)) = made(work, origin) else { return false };
        let sources = &work.net.edge(id).sources;
        match operation {
            Operation::Primitive(Primitive::Neg, _) => true,
            Operation::Primitive(Primitive::Mul, _) => sources.iter().any(|&wire| plain_constant(work, wire).is_some()),
            Operation::Plus(Type::Real(_)) => self.origin(sources[0]) == self.origin(sources[1]),
            _ => false,
        }
    }

    fn origin(&self, wire: WireId) -> WireId {
        self.root.get(wire.index()).copied().unwrap_or(wire)
    }

    /// Puts a form in the place of another.
    fn replace(&mut self, work: &mut Work<'_>, scalar: &Name, taken: Taken, new: &Form) {
        let mut target = None;
        for &id in &taken.edges {
            let edge = work.remove(id);
            match target {
                None => target = Some(edge.targets[0]),
                Some(_) => work.net.remove_wire(edge.targets[0]),
            }
        }
        for wire in taken.constants {
            work.discard(wire);
        }
        let mut needed = vec![0usize; taken.atoms.len()];
        count(new, &mut needed);
        let mut wires = Vec::with_capacity(taken.atoms.len());
        for (atom, needed) in taken.atoms.into_iter().zip(needed) {
            let mut all = atom.wires;
            if all.is_empty()
                && needed > 0
                && let Some(tap) = atom.tap
            {
                // The value is used here too now.
                if let Some(uses) = self.uses.get_mut(atom.origin.index()) {
                    *uses += needed;
                }
                let wire = match tap {
                    Tap::Source(edge, port) => work.net.edge(edge).sources[port],
                    Tap::Target(edge) => work.net.edge(edge).targets[0],
                };
                let end = work.net.detach(wire);
                let [stays, more] = work.copy(wire);
                work.net.attach(stays, end);
                work.touch_wire(stays);
                all.push(more);
            }
            while all.len() < needed {
                let Some(wire) = all.pop() else { break };
                all.extend(work.copy(wire));
            }
            for wire in all.split_off(needed.min(all.len())) {
                work.discard(wire);
            }
            wires.push(all);
        }
        let wire = self.build(work, scalar, new, &mut wires);
        if let Some(target) = target {
            work.fuse(wire, target);
        }
    }

    fn build(&self, work: &mut Work<'_>, scalar: &Name, form: &Form, atoms: &mut [Vec<WireId>]) -> WireId {
        let ty = || Type::Real(scalar.clone());
        let (operation, sources) = match form {
            Form::Atom(atom) => return atoms[*atom].pop().expect("as many wires as uses"),
            Form::Constant(value) => (Operation::Constant(Constant::real(*value), ty()), Vec::new()),
            Form::Node(arithmetic, parts) => {
                let sources = parts.iter().map(|part| self.build(work, scalar, part, atoms)).collect();
                let primitive = |primitive| Operation::Primitive(primitive, scalar.clone());
                let operation = match arithmetic {
                    Arithmetic::Plus => Operation::Plus(ty()),
                    Arithmetic::Minus => primitive(Primitive::Sub),
                    Arithmetic::Times => primitive(Primitive::Mul),
                    Arithmetic::Over => primitive(Primitive::Div),
                    Arithmetic::Negative => primitive(Primitive::Neg),
                };
                (operation, sources)
            }
        };
        let level = self.level.unwrap_or(Level::Outermost);
        work.operation(level, operation, sources)[0]
    }
}

fn unordered(a: WireId, b: WireId) -> (WireId, WireId) {
    if a <= b { (a, b) } else { (b, a) }
}

/// The arithmetic that an edge does, and with which scalars.
pub(super) fn arithmetic(net: &Hypernet, id: EdgeId) -> Option<(Arithmetic, Name)> {
    Some(match net.get_edge(id)?.operation()? {
        Operation::Plus(Type::Real(scalar)) => (Arithmetic::Plus, scalar.clone()),
        Operation::Primitive(primitive, scalar) => {
            let arithmetic = match primitive {
                Primitive::Add => Arithmetic::Plus,
                Primitive::Sub => Arithmetic::Minus,
                Primitive::Mul => Arithmetic::Times,
                Primitive::Div => Arithmetic::Over,
                Primitive::Neg => Arithmetic::Negative,
                _ => return None,
            };
            (arithmetic, scalar.clone())
        }
        _ => return None,
    })
}

/// The operation that makes the value of a wire that may be gone.
fn made<'w>(work: &'w Work<'_>, wire: WireId) -> Option<(EdgeId, &'w Operation)> {
    work.net.get_wire(wire)?;
    work.producing(wire)
}

/// The number that a wire carries, if it is a constant of ordinary magnitude.
fn plain_constant(work: &Work<'_>, wire: WireId) -> Option<f64> {
    match work.constant(wire)? {
        Constant::Real { value, .. } if RANGE.contains(&value.abs()) => Some(*value),
        _ => None,
    }
}
