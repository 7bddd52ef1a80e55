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
//! After the two no operation that may be singular works on a sensitivity that may be absent.

mod linear;
mod presence;
mod region;

use super::work::Work;
use crate::net::{EdgeId, Hypernet, Level};
use region::Region;

/// All levels, each before those inside of it.
fn levels(net: &Hypernet) -> Vec<Level> {
    let mut all = vec![Level::Outermost];
    let mut at = 0;
    while let Some(&level) = all.get(at) {
        let edges = net.region(level).edges.iter().copied();
        all.extend(edges.filter(|&id| net.edge(id).inner.is_some()).map(Level::Inside));
        at += 1;
    }
    all
}

/// Moves linear operations that follow a `cond` into the branches that give them something; whether there were some.
/// `after` sees the net after each `cond` that has got some.
pub(super) fn sink(work: &mut Work<'_>, after: &mut dyn FnMut(&Hypernet)) -> bool {
    let mut changed = false;
    // The branches that become larger are looked at in the next round.
    for level in levels(work.net) {
        for region in region::regions(work, level) {
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
    let found = presence::unguarded(work);
    let mut guards: Vec<(Level, EdgeId)> = Vec::new();
    for (level, guarded) in found {
        guards.extend(guarded.insert(work, level).map(|cond| (level, cond)));
    }
    let mut levels: Vec<Level> = guards.iter().map(|&(level, _)| level).collect();
    levels.sort_unstable();
    levels.dedup();
    for level in levels {
        let new = |region: &Region| guards.contains(&(level, region.cond));
        for region in region::regions(work, level) {
            if new(&region) {
                region.sink(work);
            }
        }
    }
    !guards.is_empty()
}
