//! Two `cond`s on one condition become one, if nothing has to come between them.

use super::control::{branches, retype};
use super::work::Work;
use crate::net::{Consumer, EdgeId, IdMap, IdSet, Level, WireId};

/// How far to look back for a dependence that is in the way.
const REACH: usize = 256;

/// Lets the branches of an earlier `cond` on the same condition go on with those of this one, if nothing between the two
/// needs the first and is needed by the second.
pub(super) fn fuse(work: &mut Work<'_>, id: EdgeId) -> bool {
    let Some(second) = closed(work, id) else { return false };
    let mut roots = IdMap::default();
    let Some(first) = before(work, id, &mut roots) else { return false };
    let sources = work.net.edge(id).sources.clone();
    let arguments: Vec<WireId> = sources[3..].iter().map(|&wire| work.root(wire, &mut roots)).collect();
    let gives = |wire: WireId| work.net.producer_edge(wire).filter(|&(edge, _)| edge == first).map(|(_, port)| port);
    let from: Vec<Option<usize>> = arguments.iter().map(|&wire| gives(wire)).collect();
    let others: Vec<WireId> =
        arguments.iter().zip(&from).filter(|(_, from)| from.is_none()).map(|(&wire, _)| wire).collect();
    if depends(work, &others, first) {
        return false;
    }
    // In a row of `cond`s the first grows; if it were the last, all that it has gathered would move again and again.
    if before(work, first, &mut roots).is_some() && work.after_interface(first, id) {
        return false;
    }
    let Some(into) = closed(work, first) else { return false };

    for &wire in &sources {
        work.net.detach(wire);
    }
    for (into, out_of) in into.into_iter().zip(second) {
        follow(work, Level::Inside(into), Level::Inside(out_of), &from);
    }
    for (&wire, from) in sources[3..].iter().zip(&from) {
        match from {
            Some(_) => work.discard(wire),
            None => work.net.push_source(first, wire),
        }
    }
    let targets = work.net.edge(id).targets.clone();
    for &wire in &targets {
        work.net.detach_above(wire);
    }
    work.remove(id);
    work.discard(sources[0]);
    for (branch, &wire) in second.into_iter().zip(&sources[1..3]) {
        work.remove(branch);
        work.net.remove_wire(wire);
    }
    for wire in targets {
        work.net.push_target(first, wire);
        work.touch_wire(wire);
    }
    retype(work, first, into);
    true
}

/// A `cond` on the same condition that gives an argument.
fn before(work: &Work<'_>, id: EdgeId, roots: &mut IdMap<WireId, WireId>) -> Option<EdgeId> {
    let sources = &work.net.edge(id).sources;
    let condition = work.root(sources[0], roots);
    sources[3..].iter().find_map(|&wire| {
        let (candidate, _) = work.net.producer_edge(work.root(wire, roots))?;
        closed(work, candidate)?;
        (work.root(work.net.edge(candidate).sources[0], roots) == condition).then_some(candidate)
    })
}

/// The branches of a `cond` whose branches capture nothing.
fn closed(work: &Work<'_>, id: EdgeId) -> Option<[EdgeId; 2]> {
    let both = branches(work, id)?;
    both.iter().all(|&branch| work.net.edge(branch).sources.is_empty()).then_some(both)
}

/// Moves the content of one branch behind that of another; `from` says which output of the latter each input is, if one.
fn follow(work: &mut Work<'_>, into: Level, out_of: Level, from: &[Option<usize>]) {
    let (inputs, outputs) = work.net.move_contents(out_of, into);
    let mut alias: IdMap<WireId, WireId> = IdMap::default();
    for (input, from) in inputs.into_iter().zip(from) {
        let Some(port) = *from else {
            work.net.push_input(into, input);
            continue;
        };
        let wire = work.net.region(into).outputs[port];
        work.net.detach(wire);
        let [stays, given] = work.copy(wire);
        work.net.attach(stays, Consumer::Output(u32::try_from(port).expect("fewer than 2^32 wires")));
        alias.insert(input, given);
        work.fuse(given, input);
    }
    for wire in outputs {
        let wire = alias.get(&wire).copied().unwrap_or(wire);
        work.net.push_output(into, wire);
    }
}

/// Whether one of these wires depends on what the edge gives; also if that is too far to tell.
fn depends(work: &Work<'_>, wires: &[WireId], on: EdgeId) -> bool {
    let mut seen = IdSet::default();
    let mut pending: Vec<EdgeId> = Vec::new();
    let producers = |wires: &[WireId]| -> Vec<EdgeId> {
        wires.iter().filter_map(|&wire| Some(work.net.producer_edge(wire)?.0)).collect()
    };
    pending.extend(producers(wires));
    while let Some(edge) = pending.pop() {
        if edge == on || seen.len() > REACH {
            return true;
        }
        if seen.insert(edge) {
            pending.extend(producers(&work.net.edge(edge).sources));
        }
    }
    false
}
