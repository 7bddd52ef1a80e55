//! Two calls that look at an array look at it once.
//!
//! Nothing writes to an array between the two calls, so the second call can take the first look. Where the reverse pass needs the
//! array, it is kept once.

use super::arrays::before;
use super::work::Work;
use crate::label::{Label, Operation};
use crate::net::{EdgeId, WireId};
use crate::operation::ArrayOp;

/// A second look at an array that has only been read since the first one is the first; whether there was one.
pub(super) fn share_looks(work: &mut Work<'_>) -> bool {
    let looks = work.net.edges_that(|edge| is_look(&edge.label));
    let again: Vec<EdgeId> = looks.into_iter().filter(|&look| look_before(work, look).is_some()).collect();
    for &id in &again {
        share_look(work, id);
    }
    !again.is_empty()
}

fn is_look(label: &Label) -> bool {
    matches!(label, Label::Operation(Operation::Array(ArrayOp::Look, _)))
}

/// The look at the same array before this one, at the same level.
fn look_before(work: &Work<'_>, id: EdgeId) -> Option<EdgeId> {
    let mut wire = work.net.edge(id).sources[0];
    loop {
        let (edge, port) = work.net.producer_edge(wire)?;
        if is_look(&work.net.edge(edge).label) && port == 0 {
            return Some(edge);
        }
        // Within a part, the array is another one.
        let is_part = |op: &ArrayOp| {
            matches!(
                op,
                ArrayOp::Split(_) | ArrayOp::Join(_) | ArrayOp::SplitField(_) | ArrayOp::JoinField(_) | ArrayOp::Lane
            )
        };
        if let Some((_, Operation::Array(op, _))) = work.at(edge)
            && is_part(op)
        {
            return None;
        }
        wire = before(work, edge, port)?;
    }
}

fn share_look(work: &mut Work<'_>, id: EdgeId) {
    let Some(first) = look_before(work, id) else { return };
    let look = work.net.edge(first).targets[1];
    let again = work.again(look);
    let removed = work.remove(id);
    work.fuse(removed.sources[0], removed.targets[0]);
    work.fuse(again, removed.targets[1]);
    captured_twice(work, again);
}

/// A function that captures this look may have captured it before.
fn captured_twice(work: &mut Work<'_>, look: WireId) {
    let mut pending = vec![look];
    while let Some(wire) = pending.pop() {
        let Some((taker, _)) = work.net.consumer_edge(wire) else { continue };
        match &work.net.edge(taker).label {
            Label::Copy => pending.extend(work.net.edge(taker).targets.iter()),
            Label::Abstraction => work.touch_interface(taker),
            Label::Operation(_) | Label::Discard | Label::Eval | Label::Frame(_) => {}
        }
    }
}
