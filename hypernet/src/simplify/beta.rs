//! Functions: beta, copies of functions, and what abstractions capture.

use super::fold::is_maker;
use super::work::Work;
use crate::label::{Label, Operation};
use crate::net::{Consumer, EdgeId, IdMap, Level, WireId};
use crate::operation::{ArrayOp, Copying};
use crate::types::Type;

/// `eval` of an abstraction: its inside takes the place of both.
pub(super) fn beta(work: &mut Work<'_>, id: EdgeId) -> bool {
    let Some(edge) = work.net.get_edge(id) else { return false };
    if edge.label != Label::Eval {
        return false;
    }
    let Some((abstraction, Label::Abstraction)) = work.producer(edge.sources[0]) else { return false };
    inline(work, id, abstraction);
    true
}

/// Puts the inside of an abstraction in the place of the `eval` that alone uses it.
fn inline(work: &mut Work<'_>, eval: EdgeId, abstraction: EdgeId) {
    let level = work.net.edge(eval).level;
    let (inputs, outputs) = work.net.move_contents(Level::Inside(abstraction), level);
    let eval = work.remove(eval);
    let abstraction = work.remove(abstraction);
    work.net.remove_wire(eval.sources[0]);
    let mut outer = abstraction.sources;
    outer.extend_from_slice(&eval.sources[1..]);
    let joins: Vec<(WireId, WireId)> =
        outer.into_iter().zip(inputs).chain(outputs.into_iter().zip(eval.targets)).collect();
    work.fuse_all(joins);
}

/// A copy of a constant is two constants.
pub(super) fn copy_constant(work: &mut Work<'_>, id: EdgeId) -> bool {
    let Some(source) = copied(work, id) else { return false };
    let Some((constant, operation)) = work.producing(source) else { return false };
    if operation.nature().copying != Copying::Anew {
        return false;
    }
    let operation = operation.clone();
    let level = work.net.edge(id).level;
    let targets = work.remove(id).targets;
    work.remove(constant);
    work.net.remove_wire(source);
    for target in targets {
        let wire = work.operation(level, operation.clone(), Vec::new())[0];
        work.fuse(wire, target);
    }
    true
}

/// A copy of a pack, or of a struct put together, is two of them, of copies.
pub(super) fn copy_pack(work: &mut Work<'_>, id: EdgeId) -> bool {
    let Some(source) = copied(work, id) else { return false };
    let Some((pack, operation)) = work.producing(source) else { return false };
    // There is but one of an array in it.
    let is_copied = |&part: &WireId| work.net.wire(part).ty.is_copyable();
    if operation.nature().copying != Copying::Parts || !work.net.edge(pack).sources.iter().all(is_copied) {
        return false;
    }
    // What a struct holds is in it, and may not be `Copy`: where more than fields of it is wanted, it is put together once.
    let holds_unknown = |&part: &WireId| {
        let ty = &work.net.wire(part).ty;
        matches!(ty, Type::Opaque(_)) || ty.may_have_a_tangent()
    };
    if matches!(operation, Operation::Record(record) if !record.is_cotangent())
        && work.net.edge(pack).sources.iter().any(holds_unknown)
        && !work.net.edge(id).targets.iter().all(|&target| gives_fields(work, target))
    {
        return false;
    }
    let operation = operation.clone();
    let level = work.net.edge(id).level;
    let targets = work.remove(id).targets;
    let parts = work.remove(pack).sources;
    work.net.remove_wire(source);
    let (first, second): (Vec<WireId>, Vec<WireId>) = parts
        .into_iter()
        .map(|part| {
            let [a, b] = work.copy(part);
            (a, b)
        })
        .unzip();
    for (parts, target) in [first, second].into_iter().zip(targets) {
        let wire = work.operation(level, operation.clone(), parts)[0];
        work.fuse(wire, target);
    }
    true
}

/// Whether nothing but fields is read of a struct.
fn gives_fields(work: &Work<'_>, wire: WireId) -> bool {
    let mut pending = vec![wire];
    while let Some(wire) = pending.pop() {
        let Some((consumer, _)) = work.net.consumer_edge(wire) else { return false };
        let edge = work.net.edge(consumer);
        match &edge.label {
            Label::Discard | Label::Operation(Operation::Project(_)) => {}
            Label::Copy => pending.extend(&edge.targets),
            Label::Eval | Label::Operation(_) | Label::Abstraction | Label::Frame(_) => return false,
        }
    }
    true
}

/// A copy of an abstraction is two abstractions of copies, if it is not too large for that, or it must be: a
/// function that takes functions has to meet them.
pub(super) fn copy_abstraction(work: &mut Work<'_>, id: EdgeId) -> bool {
    let Some(source) = copied(work, id) else { return false };
    let Some((abstraction, Label::Abstraction)) = work.producer(source) else { return false };
    let size = size(work, abstraction);
    let higher_order = work.net.wire(source).ty.as_function().is_some_and(|function| function.is_higher_order());
    if !work.growth.may_copy(abstraction, size, higher_order) {
        return false;
    }
    let level = work.net.edge(id).level;
    let targets = work.remove(id).targets;

    // The second is a new abstraction with a copy of the inside.
    let second = work.net.add_edge(level, Label::Abstraction, Vec::new(), Vec::new());
    let inside = Level::Inside(second);
    let (inputs, outputs) = work.copy_inside(abstraction, second);
    work.net.set_inputs(inside, inputs);
    work.net.set_outputs(inside, outputs);
    let captured = work.net.edge(abstraction).sources.clone();
    for (port, wire) in (0u32..).zip(captured) {
        work.net.detach(wire);
        let [first, copy] = work.copy(wire);
        work.net.attach(first, Consumer::Source(abstraction, port));
        work.net.push_source(second, copy);
    }
    work.net.push_target(second, targets[1]);
    work.fuse(source, targets[0]);
    work.retype(second);
    work.touch(abstraction);
    work.touch(second);
    work.touch_wire(targets[1]);
    touch_inside(work, inside);
    true
}

/// The edges of a level and of all levels below have to be looked at: they are new.
pub(super) fn touch_inside(work: &mut Work<'_>, level: Level) {
    let mut pending = vec![level];
    while let Some(level) = pending.pop() {
        for id in work.net.region(level).edges.clone() {
            work.touch(id);
            if work.net.edge(id).inner.is_some() {
                pending.push(Level::Inside(id));
            }
        }
    }
}

/// How many edges are inside of an abstraction, at every depth.
pub(super) fn size(work: &Work<'_>, id: EdgeId) -> usize {
    let mut count = 0;
    let mut pending = vec![id];
    while let Some(id) = pending.pop() {
        if let Some(region) = &work.net.edge(id).inner {
            count += region.edges.len();
            pending.extend(region.edges.iter().filter(|&&edge| work.net.edge(edge).inner.is_some()));
        }
    }
    count
}

/// What a copy copies.
fn copied(work: &Work<'_>, id: EdgeId) -> Option<WireId> {
    let edge = work.net.get_edge(id)?;
    matches!(edge.label, Label::Copy).then(|| edge.sources[0])
}

/// Tidies what an abstraction captures: what it only discards is not captured; what it captures twice is captured once
/// and copied inside; constants and functions move inside.
pub(super) fn captures(work: &mut Work<'_>, id: EdgeId) -> bool {
    let Some(edge) = work.net.get_edge(id) else { return false };
    if edge.label != Label::Abstraction || edge.sources.is_empty() {
        return false;
    }
    let inside = Level::Inside(id);
    let sources = edge.sources.clone();
    let inputs = work.net.region(inside).inputs.clone();
    let mut kept: Vec<(WireId, WireId)> = Vec::with_capacity(sources.len());
    let mut known: IdMap<WireId, usize> = IdMap::default();
    let mut roots = IdMap::default();
    let mut changed = false;
    let mut pending: std::collections::VecDeque<(WireId, WireId)> =
        sources.iter().copied().zip(inputs.iter().copied()).collect();
    for &wire in &sources {
        work.net.detach(wire);
    }
    for &wire in &inputs {
        work.net.detach_above(wire);
    }
    let mut dropped = Vec::new();
    while let Some((outer, inner)) = pending.pop_front() {
        if let Some((discard, _)) = work.net.consumer_edge(inner)
            && work.net.edge(discard).label == Label::Discard
        {
            work.remove(discard);
            work.net.remove_wire(inner);
            dropped.push(outer);
            changed = true;
            continue;
        }
        let moved = match making_functions(work, outer) {
            Some(fold) => Some(enter(work, fold, outer, inner, inside)),
            None => move_inside(work, outer, inner, inside),
        };
        if let Some(captured) = moved {
            pending.extend(captured);
            changed = true;
            continue;
        }
        let root = work.root(outer, &mut roots);
        if let Some(&at) = known.get(&root) {
            let (_, first) = kept[at];
            let b = work.again(first);
            work.fuse(b, inner);
            dropped.push(outer);
            changed = true;
            continue;
        }
        known.insert(root, kept.len());
        kept.push((outer, inner));
    }
    work.net.edge_mut(id).sources.clear();
    for &(outer, _) in &kept {
        work.net.push_source(id, outer);
    }
    let mut all: Vec<WireId> = kept.iter().map(|&(_, inner)| inner).collect();
    all.extend_from_slice(&inputs[sources.len()..]);
    work.net.region_mut(inside).inputs.clear();
    for wire in all {
        work.net.push_input(inside, wire);
    }
    for wire in dropped {
        work.discard(wire);
    }
    if changed {
        work.retype(id);
        work.touch(id);
        work.touch_wire(work.net.edge(id).targets[0]);
    }
    changed
}

/// Moves the edge that makes a captured value into the abstraction, if it is a constant or an abstraction; gives what has
/// to be captured in its place, with the wire inside that stands for it. `outer` is open below, `inner` above.
pub(super) fn move_inside(
    work: &mut Work<'_>,
    outer: WireId,
    inner: WireId,
    inside: Level,
) -> Option<Vec<(WireId, WireId)>> {
    let (id, label) = work.producer(outer)?;
    match label {
        Label::Operation(operation) if operation.nature().copying == Copying::Anew => {
            let operation = operation.clone();
            work.remove(id);
            work.net.remove_wire(outer);
            let wire = work.operation(inside, operation, Vec::new())[0];
            work.fuse(wire, inner);
            Some(Vec::new())
        }
        // So the bounds are captured, and no look; or the array of the host's.
        Label::Operation(Operation::Array(ArrayOp::Part(place), _)) if place.known => {
            Some(enter(work, id, outer, inner, inside))
        }
        Label::Abstraction | Label::Operation(Operation::Array(ArrayOp::Given(_) | ArrayOp::PartField(_), _)) => {
            Some(enter(work, id, outer, inner, inside))
        }
        Label::Copy | Label::Discard | Label::Eval | Label::Operation(_) | Label::Frame(_) => None,
    }
}

/// Moves the edge that alone gives a captured value into the abstraction; gives what has to be captured in its place.
fn enter(work: &mut Work<'_>, id: EdgeId, outer: WireId, inner: WireId, inside: Level) -> Vec<(WireId, WireId)> {
    let taken = std::mem::take(&mut work.net.edge_mut(id).sources);
    for &wire in &taken {
        work.net.detach(wire);
    }
    work.net.move_edge(id, inside);
    work.net.move_wire(outer, inside);
    work.fuse(outer, inner);
    let mut given = Vec::with_capacity(taken.len());
    for wire in taken {
        let (ty, name) = (work.net.wire(wire).ty.clone(), work.net.wire(wire).name.clone());
        let stands = work.net.add_wire(inside, ty, name);
        work.net.push_source(id, stands);
        given.push((wire, stands));
    }
    work.touch(id);
    given
}

/// The loop that gives this wire, if all it does is to make functions: it belongs to where these are run.
fn making_functions(work: &Work<'_>, tape: WireId) -> Option<EdgeId> {
    match work.producing(tape)? {
        (id, Operation::Fold(_)) => is_maker(work, id).then_some(id),
        _ => None,
    }
}
