//! Sums of products in the reverse pass, as a person writes them: like terms together, common factors and constants
//! outside, what is constant last.
//!
//! This is no law of the calculus: it uses the laws of a commutative ring, which rounding breaks. It is used for
//! sensitivities alone, which it keeps up to rounding; values stay bit for bit.
//!
//! A *form* is made of `⊕`, `+`, `-`, negations, products and quotients in which every value inside has no use outside, so
//! that only the value at the root counts. Most are trees; a value inside may be used several times (it is *absorbed*). A
//! form of the reverse pass is one with a `⊕` in it, which only that has, or one that no value of the primal depends on; the
//! order of its additions and multiplications is ours. (What else a form holds is used nowhere but here, so no value of the
//! primal depends on it.) A form is taken apart into terms, each a constant times factors, and put together again, with
//! products that are there anyway; if what comes out is cheaper than what was there, it takes its place.
//!
//! # Why this ends, and where
//!
//! Rounds of this pass and of all other rules follow each other until a round finds nothing: the end is a fixed point. That
//! there is an end follows from a measure of the net, the [`Cost`] of its arithmetic, compared part by part:
//!
//! 1. The *work* of all operations. No other rule adds to it, and sharing takes from it. (The rules that copy functions and
//!    those that add cotangents field by field do add to it, but nothing makes what they use up, and copies have a budget.
//!    An addition to an element of an array counts as more than one of two values: two of them become one.) A form that
//!    takes the place of another has less work; or as much, and then only the rest gets better. What the old form had is
//!    gone for good: an operation counted as saved has no other use, and later forms of the round do not take it up again
//!    ([`Sums::gone`]).
//! 2. Where work is: what is kept once for a loop goes out of it, and then what only one branch uses goes into that branch.
//!    Nothing goes the other way, and a form is at the level of the old one.
//! 3. How far signs are from where they belong, outside of products. A form with as much work as the old one has no sign
//!    inside, and one outside only if the old one had.
//! 4. The *moves* of operands. They are compared only for forms that are seen whole, not cut off for being too large, and
//!    that do not take what another form has inside. So the moves of the rest of the net do not grow.
//!
//! After the first round, a form is looked at again only if something has changed at its edges or at the values that it
//! uses, or if it has not been looked at.

mod form;
mod level;
mod rebuild;
mod replace;
mod shortest;
mod take;

use super::roots::Roots;
use super::table::Table;
use super::work::Work;
use crate::label::{Constant, Operation};
use crate::net::{EdgeId, Hypernet, Level, WireId};
use crate::primitive::Primitive;
use crate::types::{Name, Type};
#[cfg(any(test, feature = "testing"))]
pub(super) use form::Cost;
use form::FormId;
pub(super) use form::{Arithmetic, Binary};
use rebuild::Rebuilding;
use take::Taken;

/// Constants of other magnitudes are left alone: products of them could leave the range of a scalar type.
const RANGE: std::ops::Range<f64> = 1e-12..1e12;

/// Rewrites the forms of a net that get cheaper by it; whether there was one. The first `values` outputs are of the
/// primal. In the first round all forms are looked at.
pub(super) fn collect(work: &mut Work<'_>, values: usize, first: bool) -> bool {
    let mut changed = false;
    let mut levels = vec![Level::Outermost];
    let mut sums = Sums::new(work, values, first);
    if first {
        work.forget_changes();
    }
    while let Some(level) = levels.pop() {
        // A round that finds a level as the last one left it would leave it so too.
        if first || work.has_changed(level) {
            sums.enter(work, level);
            changed |= sums.run(work);
        }
        for &id in work.net.region(level).edges.as_slice() {
            if work.net.edge(id).inner.is_some() {
                levels.push(Level::Inside(id));
            }
        }
    }
    changed
}

/// The forms of one level.
struct Sums {
    level: Option<Level>,
    /// How many outputs of the net are of the primal.
    values: usize,
    edges: Vec<EdgeId>,
    root: Roots,
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
    products: Table,
    /// Whether every form is to be looked at, whatever has changed.
    first: bool,
    /// Whether something has changed around a value, or around what it is a multiple of, by the index of its root.
    changed: Vec<bool>,
    /// Whether something has changed around a value, or around what arithmetic makes it of, by the index of its root.
    changed_before: Vec<bool>,
    /// Whether all uses of an edge have gone with the forms that used them, by its index.
    gone: Vec<bool>,
}

impl Sums {
    fn run(&mut self, work: &mut Work<'_>) -> bool {
        let mut changed = false;
        // Those nearest to the outputs first: so every form is as large as it can be.
        let edges = std::mem::take(&mut self.edges);
        let mut at = edges.len();
        while at > 0 {
            at -= 1;
            let id = edges.as_slice()[at];
            if self.may_gain(work, id) {
                changed |= self.form(work, id);
            }
        }
        changed
    }

    /// Whether an edge may be the root of a form to rewrite: of the reverse pass, and not known to stay as it is.
    fn may_gain(&self, work: &Work<'_>, id: EdgeId) -> bool {
        let index = id.index();
        let reverse = self.plus.as_slice()[index] || (self.reverse && !self.exact.as_slice()[index]);
        if !reverse || self.is_seen(id) || self.is_gone(id) {
            return false;
        }
        let Some(edge) = work.net.get_edge(id) else { return false };
        self.first
            || !work.is_settled(id)
            || edge.targets.first().is_some_and(|wire| self.changed_before.as_slice()[wire.index()])
    }

    /// Rewrites the form whose root is this edge, if it gets cheaper by that; whether it did.
    fn form(&mut self, work: &mut Work<'_>, id: EdgeId) -> bool {
        let Some((_, scalar)) = arithmetic(work.net, id) else { return false };
        let scalar = scalar.clone();
        for deep in [true, false] {
            let mut taken = Taken::new(&scalar, deep);
            let old = self.take(work, id, &mut taken);
            let single = taken.edges.len() == 1 && taken.constants.is_empty();
            if single && taken.atoms.iter().all(|atom| atom.wires.len() == 1) {
                // One operation on different values is what it is.
                self.see(&taken);
                break;
            }
            self.absorb(work, &mut taken);
            if deep && !self.first && work.is_settled(id) && !self.has_changed(work, &taken) {
                self.see(&taken);
                return false;
            }
            if let Some(new) = self.better(work, old, &mut taken) {
                self.see(&taken);
                for id in &taken.absorbed {
                    self.gone[id.index()] = true;
                }
                self.replace(work, taken, new);
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
        for edge in taken.edges.as_slice() {
            self.seen.as_mut_slice()[edge.index()] = true;
        }
    }

    /// What a form is to become, if that is cheaper.
    fn better(&self, work: &Work<'_>, old: FormId, taken: &mut Taken) -> Option<FormId> {
        if self.is_shortest(work, old, taken) {
            return None;
        }
        let mut before = taken.forms.cost(old);
        let mut multiples = false;
        for atom in taken.atoms.as_slice() {
            if let Some(absorbed) = atom.absorbed {
                before = before.plus(taken.forms.cost(absorbed));
            }
            multiples = multiples || self.multiple_of(work, atom.origin).is_some();
        }
        let plain = self.rebuilt(work, old, taken, false);
        let scaled = if multiples { Some(self.rebuilt(work, old, taken, true)) } else { None };
        let fits = |form: FormId| {
            let cost = taken.forms.cost(form);
            let alike = || !taken.cut && taken.forms.same_sign(old, form) && !self.parts_others(work, form, taken);
            taken.forms.within_range(form) && (cost.work < before.work || cost < before && alike())
        };
        let mut best = None;
        for form in [Some(plain), scaled].into_iter().flatten() {
            let better = best.is_none_or(|best| taken.forms.cost(form) < taken.forms.cost(best));
            if better && fits(form) {
                best = Some(form);
            }
        }
        best
    }

    /// A form taken apart and put together again.
    fn rebuilt(&self, work: &Work<'_>, old: FormId, taken: &mut Taken, scaled: bool) -> FormId {
        let mut rebuilding = Rebuilding { level: self, work, scaled, taken, sums_inside: Vec::new() };
        let mut terms = Vec::new();
        rebuilding.terms(old, 1.0, &mut terms);
        rebuilding.whole(terms)
    }
}

/// The arithmetic that an edge does, and with which scalars.
#[expect(clippy::wildcard_enum_match_arm, reason = "all other values are parts of sums as they are")]
pub(super) fn arithmetic(net: &Hypernet, id: EdgeId) -> Option<(Arithmetic, &Name)> {
    Some(match net.get_edge(id)?.operation()? {
        Operation::Plus(Type::Real(scalar)) => (Arithmetic::Binary(Binary::Plus), scalar),
        Operation::Primitive(primitive, scalar) => {
            let arithmetic = match primitive {
                Primitive::Add => Arithmetic::Binary(Binary::Plus),
                Primitive::Sub => Arithmetic::Binary(Binary::Minus),
                Primitive::Mul => Arithmetic::Binary(Binary::Times),
                Primitive::Div => Arithmetic::Binary(Binary::Over),
                Primitive::Neg => Arithmetic::Negative,
                _ => return None,
            };
            (arithmetic, scalar)
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
        Constant::Real { .. } | Constant::Integer(_) | Constant::Bool(_) | Constant::Named { .. } => None,
    }
}
