//! Guards: what only one branch uses has its pullback in that branch.
//!
//! The reverse of a `cond` gives structural zeros for what the branch not taken does not use. A pullback maps zero to zero,
//! but its partial derivatives may be infinite or NaN there, and zero times infinity is NaN. So what is linear in such a
//! zero is not worked out at all. Two steps see to that:
//!
//! - [`sink`]: linear operations that follow a `cond` move into the branch that gives them something. This is naturality of
//!   `cond`, with `f(0) = 0` in the other branch; it takes work away and adds none.
//! - [`guard`]: where a sensitivity has several sources that may all be absent (the sum of what two branches give, the
//!   operand that `max` does not choose, what comes from a branch in a branch), a `cond` is put around it, on a condition
//!   that says whether one of them is there. It is put only where what follows may be singular.
//!
//! What a backpropagator is given in several parts may be absent in each: its caller says so by a zero alone, so the condition is that
//! the part is not zero. One number has no such condition; its caller has the branch.
//!
//! After the two no operation that may be singular works on a sensitivity that may be absent.

mod decisions;
mod flags;
mod linear;
mod parts;
mod plain;
mod presence;
mod region;

use super::work::Work;
use crate::label::{Label, Operation};
use crate::net::{EdgeId, Hypernet, Level};
use crate::operation::ArrayOp;
use region::{Found, Region};

/// Whether there may be something absent: a structural zero, a cotangent that has no field, an array to which nothing has been added, or
/// a part of what a backpropagator is given.
pub(super) fn may_be_absent(net: &Hypernet) -> bool {
    let in_parts = |id: EdgeId| !parts::parts(net, id).is_empty();
    net.edge_ids().any(in_parts)
        || net.any_edge(|edge| match &edge.label {
            Label::Operation(Operation::Zero(_) | Operation::Array(ArrayOp::Zeros, _)) => true,
            Label::Operation(Operation::Record(record)) => record.is_cotangent(),
            Label::Copy | Label::Discard | Label::Eval | Label::Abstraction | Label::Operation(_) | Label::Frame(_) => {
                false
            }
        })
}

/// Moves linear operations that follow a `cond` into the branches that give them something, at the levels where something
/// has changed since the last time; whether there were some. `after` sees the net after each `cond` that has got some.
pub(super) fn sink(work: &mut Work<'_>, after: &mut dyn FnMut(&Hypernet)) -> bool {
    let levels = work.take_unguarded();
    let (mut changed, mut found) = (false, Found::default());
    for level in levels {
        for region in found.regions(work.net, level) {
            if region.is_worth_moving(work) {
                region.sink(work);
                after(work.net);
                changed = true;
            }
        }
    }
    changed
}

/// Puts a `cond` around the sensitivities that may be absent where what follows may be singular; whether there was one.
pub(super) fn guard(work: &mut Work<'_>) -> bool {
    let unguarded = presence::unguarded(work);
    let mut guards: Vec<(Level, EdgeId)> = Vec::new();
    for (level, guarded) in unguarded {
        guards.extend(guarded.insert(work, level).map(|cond| (level, cond)));
    }
    let mut levels: Vec<Level> = guards.iter().map(|&(level, _)| level).collect();
    levels.sort_unstable();
    levels.dedup();
    let mut found = Found::default();
    // What hands on arrays comes after what gives them, so it moves into its own guard first.
    found.stay = guards.iter().map(|&(_, cond)| cond).filter(|&cond| gives_to_arrays(work.net, cond)).collect();
    for level in levels {
        let new = |region: &Region| guards.contains(&(level, region.cond));
        for region in found.regions(work.net, level) {
            if new(&region) {
                region.sink(work);
            }
        }
    }
    !guards.is_empty()
}

/// Whether something that hands on arrays takes what an edge gives.
fn gives_to_arrays(net: &Hypernet, id: EdgeId) -> bool {
    net.edge(id).targets.iter().any(|&wire| match net.consumer_edge(wire) {
        Some((copy, _)) if net.edge(copy).label == Label::Copy => gives_to_arrays(net, copy),
        Some((consumer, _)) => !net.handed_on(consumer).is_empty(),
        None => false,
    })
}
