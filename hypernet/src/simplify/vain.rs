//! Writes in vain: loops or branches write to an array, and nothing reads the array during them or after them.
//!
//! These rules remove the accumulator of an array whose sensitivity nobody wants. They also remove the steps that undo an array,
//! where nobody looks at it any more.

use super::control::branches;
use super::elements;
use super::fold;
use super::work::Work;
use crate::label::{Label, Operation};
use crate::net::{Consumer, EdgeId, Level, Producer, WireId};
use crate::operation::{ArrayOp, Whole};

/// What is on the way of an array that is only written to.
#[derive(Default)]
struct Writes {
    /// The writes.
    writes: Vec<EdgeId>,
    /// The loops and branches that carry the array.
    carried: Vec<EdgeId>,
}

/// An array that ends where loops or branches give it is not written to in these, if they do not read it.
pub(super) fn written(work: &mut Work<'_>, id: EdgeId) -> bool {
    let Some((edge, Operation::Array(ArrayOp::Drop, _))) = work.at(id) else { return false };
    let Producer::Target(run, port) = work.net.wire(edge.sources[0]).producer else { return false };
    let sources = &work.net.edge(run).sources;
    let found = (0..sources.len()).find_map(|at| {
        if !work.net.wire(sources[at]).ty.is_array() {
            return None;
        }
        let mut found = Writes::default();
        (carried(work, run, at, &mut found)? == port as usize).then_some(found)
    });
    let Some(Writes { writes, carried }) = found.filter(|found| !found.writes.is_empty()) else { return false };
    for write in writes {
        leave_out(work, write);
    }
    // What carries the array, and its end, belong to the law.
    elements::renew(work, run);
    elements::renew(work, id);
    for run in carried {
        work.touch_interface(run);
    }
    true
}

/// Which result of a loop or of branches the array is that they take here, if they only write to it.
fn carried(work: &Work<'_>, run: EdgeId, at: usize, found: &mut Writes) -> Option<usize> {
    let input = |abstraction: EdgeId, at: usize| work.net.region(Level::Inside(abstraction)).inputs[at];
    if let Some(body) = fold::body(work, run) {
        let of = fold::of(work, run);
        let state = at.checked_sub(of.before_state()).filter(|state| *state < of.state)?;
        let after = way(work, input(body, of.params_before_state() + state), found)?;
        return (after == state).then_some(state);
    }
    let both = branches(work, run)?;
    if both.iter().any(|&branch| !work.net.edge(branch).sources.is_empty()) {
        return None;
    }
    let argument = at.checked_sub(3)?;
    let [first, second] = both.map(|branch| way(work, input(branch, argument), found));
    (first? == second?).then_some(first?)
}

/// The output that an array comes to from here, if it is only written to on its way.
fn way(work: &Work<'_>, wire: WireId, found: &mut Writes) -> Option<usize> {
    match end(work, wire, found)? {
        Consumer::Output(port) => Some(port as usize),
        Consumer::Source(..) | Consumer::Open => None,
    }
}

/// Where the way of an array ends that is only written to: at an output, or where it is put back as a part.
fn end(work: &Work<'_>, mut wire: WireId, found: &mut Writes) -> Option<Consumer> {
    loop {
        let Consumer::Source(user, port) = work.net.wire(wire).consumer else {
            return Some(work.net.wire(wire).consumer);
        };
        let (edge, operation) = work.at(user)?;
        if let Operation::Fold(_) | Operation::Cond(..) = operation {
            let after = carried(work, user, port as usize, found)?;
            found.carried.push(user);
            wire = edge.targets[after];
            continue;
        }
        let Operation::Array(op, _) = operation else { return None };
        let after = match (op, port) {
            (ArrayOp::AddAt(place) | ArrayOp::Set(place), 0) if place.known => 0,
            (ArrayOp::Take(place), 0) if place.known && is_discarded(work, edge.targets[1]) => 0,
            (ArrayOp::Whole(Whole::Swap(checks)), 0) if checks.known => 0,
            (ArrayOp::Whole(Whole::Clear | Whole::Reverse) | ArrayOp::AddAll | ArrayOp::After | ArrayOp::Fit, 0) => 0,
            (ArrayOp::After, 1) => 1,
            (ArrayOp::Split(place), 0) if place.known => {
                let Consumer::Source(join, 0) = end(work, edge.targets[0], found)? else { return None };
                let joined = work.net.edge(join);
                if joined.sources[1] != edge.targets[1] {
                    return None;
                }
                wire = joined.targets[0];
                continue;
            }
            (ArrayOp::Join(_), 0) => return Some(Consumer::Source(user, port)),
            _ => return None,
        };
        found.writes.push(user);
        wire = edge.targets[after];
    }
}

pub(super) fn is_discarded(work: &Work<'_>, wire: WireId) -> bool {
    work.net.consumer_edge(wire).is_some_and(|(edge, _)| work.net.edge(edge).label == Label::Discard)
}

/// Leaves a write out: all arrays stay as they are.
fn leave_out(work: &mut Work<'_>, id: EdgeId) {
    let mut removed = work.remove_from_order(id);
    // What nobody wants of it.
    let arrays = removed.targets.iter().take_while(|&&wire| work.net.wire(wire).ty.is_array()).count();
    for wire in removed.targets.split_off(arrays) {
        if let Some((discard, _)) = work.net.consumer_edge(wire) {
            work.remove(discard);
        }
        work.net.remove_wire(wire);
    }
    for (&before, &after) in removed.sources.iter().zip(&removed.targets) {
        work.fuse(before, after);
    }
    for &operand in &removed.sources[removed.targets.len()..] {
        work.discard(operand);
    }
}
