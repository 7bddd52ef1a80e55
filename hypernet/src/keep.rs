//! Calls that look at arrays, and whose backpropagators take none of them again: they keep what they need.
//!
//! An array that a call looks at has to be as it was where the reverse pass looks again. It may be [undone](crate::undo()) for that, or the
//! call keeps what it reads. That costs what the call does, however long the array is.

use crate::label::Label;
use crate::net::{EdgeId, Hypernet, IdSet, Level, WireId};
use crate::operation::{ArrayOp, FunctionConstant, Operation};
use crate::storages::Storages;
use crate::undo::call_instead;

/// The calls of functions of the host that take the arrays on these wires, to look at them or to change them. None if something else may
/// look at them again: a function that is a value, or code in a closure.
#[must_use]
pub fn takers(net: &Hypernet, arrays: &[WireId]) -> Option<Vec<EdgeId>> {
    let mut storages = Storages::of(net);
    let chosen: IdSet<WireId> = arrays.iter().map(|&wire| storages.find(wire)).collect();
    if chosen.iter().any(|storage| storages.lost.contains(&storage)) {
        return None;
    }
    let mut found = Vec::new();
    for id in net.edge_ids() {
        let edge = net.edge(id);
        let mut taken = edge.sources.iter().filter(|&&wire| net.wire(wire).ty.is_array());
        if !taken.any(|&wire| chosen.contains(&storages.find(wire))) {
            continue;
        }
        if net.function_of_host(id).is_some() {
            found.push(id);
        } else if storages.plain.contains(&id)
            && !matches!(edge.label, Label::Operation(Operation::Array(ArrayOp::GiveBack, _)))
        {
            return None;
        }
    }
    Some(found)
}

/// Whether an edge may run more than once each time that the net does: it is in a loop, or in a closure.
#[must_use]
pub fn runs_often(net: &Hypernet, id: EdgeId) -> bool {
    let mut level = net.edge(id).level;
    while let Level::Inside(owner) = level {
        let user = net.edge(owner).targets.first().and_then(|&function| net.consumer_edge(function));
        if !user.is_some_and(|(user, _)| matches!(net.edge(user).label, Label::Operation(Operation::Cond(..)))) {
            return true;
        }
        level = net.edge(owner).level;
    }
    false
}

/// Lets a call of a function of the host keep what its backpropagator needs of the arrays that it looks at.
pub fn keep(net: &mut Hypernet, call: EdgeId) {
    let Some(function) = net.function_of_host(call) else { return };
    let mut keeping = FunctionConstant::clone(function);
    keeping.ty.keeps = true;
    call_instead(net, call, keeping);
}
