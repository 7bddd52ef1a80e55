//! Discards move up until they meet something that has to stay.

use super::work::Work;
use crate::label::{Label, Operation};
use crate::net::{Consumer, EdgeId, Level, Producer, WireId};

/// A copy of which one side is discarded is the wire itself.
pub(super) fn copy_unit(work: &mut Work<'_>, id: EdgeId) -> bool {
    let Some((copy, wire)) = discarded(work, id) else { return false };
    if !matches!(work.net.edge(copy).label, Label::Copy) {
        return false;
    }
    let targets = work.net.edge(copy).targets.clone();
    let other = if targets[0] == wire { targets[1] } else { targets[0] };
    work.remove(id);
    let source = work.remove(copy).sources[0];
    work.net.remove_wire(wire);
    work.fuse(source, other);
    true
}

/// An edge of which all results are discarded goes, unless it may panic; what it took is discarded.
pub(super) fn discard_natural(work: &mut Work<'_>, id: EdgeId) -> bool {
    let Some(edge) = work.net.get_edge(id) else { return false };
    // The anchor is the discard; what gives nothing and takes nothing has no discard to start from.
    if !matches!(edge.label, Label::Discard) {
        return false;
    }
    let wire = edge.sources[0];
    match work.net.wire(wire).producer {
        Producer::Target(producer, _) => {
            let removed = remove_unused(work, producer);
            // A `cond` may do without one of its results, and a loop too.
            if !removed && matches!(work.net.edge(producer).operation(), Some(Operation::Cond(..) | Operation::Fold(_)))
            {
                work.touch_interface(producer);
            }
            removed
        }
        Producer::Input(_) => {
            if let Level::Inside(owner) = work.net.wire(wire).level {
                work.touch_owner(owner);
            }
            false
        }
        Producer::Open => false,
    }
}

fn remove_unused(work: &mut Work<'_>, id: EdgeId) -> bool {
    let edge = work.net.edge(id);
    if matches!(edge.label, Label::Copy) {
        return false;
    }
    let mut discards = Vec::with_capacity(edge.targets.len());
    for &wire in &edge.targets {
        match work.net.wire(wire).consumer {
            Consumer::Source(consumer, _) if work.net.edge(consumer).label == Label::Discard => {
                discards.push(consumer);
            }
            Consumer::Open | Consumer::Output(_) | Consumer::Source(..) => return false,
        }
    }
    // What is linear ends by an operation, not by a discard.
    let linear = edge.sources.iter().any(|&wire| !work.net.wire(wire).ty.is_copyable());
    if linear || work.net.may_panic(id) {
        return false;
    }
    for discard in discards {
        work.remove(discard);
    }
    let edge = work.remove_and_discard(id);
    for wire in edge.targets {
        work.net.remove_wire(wire);
    }
    true
}

/// The edge that makes what this discard takes, and the wire between.
fn discarded(work: &Work<'_>, id: EdgeId) -> Option<(EdgeId, WireId)> {
    let edge = work.net.get_edge(id)?;
    if !matches!(edge.label, Label::Discard) {
        return None;
    }
    let (producer, _) = work.net.producer_edge(edge.sources[0])?;
    Some((producer, edge.sources[0]))
}
