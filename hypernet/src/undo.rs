//! Which arrays are undone.
//!
//! An array that is overwritten after a look at it has to be as it was where the reverse pass looks again. Then it is
//! [undone](Type::Undone), with all arrays that it may change places with: where each is made, an operation says so, and all wires
//! up to its end are of that type.

use std::sync::Arc;

use crate::label::{Label, Operation};
use crate::net::{Consumer, EdgeId, Hypernet, IdMap, IdSet, Level, WireId};
use crate::operation::{ArrayOp, Cloned, Fold, FunctionConstant};
use crate::primitive::Primitive;
use crate::storages::{Storages, abstraction};
use crate::types::{FunctionType, Type};

/// Whether a function of the host can be called such that its backpropagator puts back what the call has changed.
pub type Restores<'a> = &'a dyn Fn(&FunctionConstant) -> bool;

/// Lets the arrays on these wires be undone in the reverse pass. Gives those that cannot be: whatever happens to them somewhere has no
/// inverse, or they are not the net's own.
///
/// What a call changes, its backpropagator puts back, if the function [restores](Restores) arrays; otherwise it is copied before the call.
pub fn undo(net: &mut Hypernet, wanted: &[WireId], restores: Restores<'_>) -> Vec<WireId> {
    if wanted.is_empty() {
        return Vec::new();
    }
    undo_in(net, Storages::of(net), wanted, restores)
}

/// The same for arrays of the caller, which come in on these inputs and go back on these outputs: the caller has their storages.
/// So the backpropagator takes the storage beside each accumulator, as the net has left it, and puts back what was there before.
/// The arrays on the other wires are undone as [`undo`] does it.
pub fn undo_through(
    net: &mut Hypernet,
    arrays: &[(usize, usize)],
    others: &[WireId],
    restores: Restores<'_>,
) -> Vec<WireId> {
    let (inputs, outputs): (Vec<WireId>, Vec<WireId>) =
        arrays.iter().map(|&(input, output)| (net.inputs()[input], net.outputs()[output])).unzip();
    let mut storages = Storages::through(net, &inputs, &outputs);
    for (&input, &output) in inputs.iter().zip(&outputs) {
        if storages.find(input) != storages.find(output) {
            return inputs;
        }
    }
    // The storage of the caller is there to the end: nothing takes a copy in its place.
    let own: IdSet<WireId> = inputs.iter().map(|&input| storages.find(input)).collect();
    let gone: Vec<WireId> = storages.gone.iter().map(|&(wire, _)| wire).collect();
    if gone.into_iter().any(|wire| own.contains(&storages.find(wire))) {
        return inputs;
    }
    undo_in(net, storages, &[&inputs[..], others].concat(), restores)
}

fn undo_in(net: &mut Hypernet, mut storages: Storages, wanted: &[WireId], restores: Restores<'_>) -> Vec<WireId> {
    let mut chosen: IdSet<WireId> = IdSet::default();
    let mut refused = Vec::new();
    for &wire in wanted {
        let storage = storages.find(wire);
        if storages.lost.contains(&storage) {
            refused.push(wire);
        } else {
            chosen.insert(storage);
        }
    }
    if refused.is_empty() && !chosen.is_empty() {
        let restoring = restoring(net, &mut storages, &mut chosen, restores);
        mark(net, &mut storages, &chosen);
        for call in restoring {
            restore(net, call);
        }
    }
    refused
}

/// The calls that change arrays which are undone, and whose backpropagators put back what has been changed: all of it, so that all
/// arrays which such a call changes are undone then.
fn restoring(
    net: &Hypernet,
    storages: &mut Storages,
    chosen: &mut IdSet<WireId>,
    restores: Restores<'_>,
) -> Vec<EdgeId> {
    let mut calls: Vec<(EdgeId, Vec<WireId>)> = Vec::new();
    for id in net.edge_ids() {
        let changed = net.changed(id);
        if changed.is_empty() || !net.function_of_host(id).is_some_and(restores) {
            continue;
        }
        let found: Vec<WireId> = changed.iter().map(|&(taken, _)| storages.find(net.edge(id).sources[taken])).collect();
        if found.iter().all(|storage| !storages.lost.contains(storage)) {
            calls.push((id, found));
        }
    }
    let mut taken = Vec::new();
    // Another array that is undone may be one that another call changes.
    loop {
        let is_met = |(_, found): &(EdgeId, Vec<WireId>)| found.iter().any(|storage| chosen.contains(storage));
        let (met, others): (Vec<_>, Vec<_>) = calls.into_iter().partition(is_met);
        if met.is_empty() {
            return taken;
        }
        for (id, found) in met {
            taken.push(id);
            for storage in found {
                chosen.insert(storage);
            }
        }
        calls = others;
    }
}

/// Lets a call be one whose backpropagator puts back what the call has changed: that is a function of other types.
fn restore(net: &mut Hypernet, call: EdgeId) {
    let changed = net.changed(call);
    let Some(function) = net.function_of_host(call) else { return };
    let mut restoring = FunctionConstant::clone(function);
    for (taken, given) in changed {
        // The function itself stands before what it takes.
        for ty in [&mut restoring.ty.params[taken - 1], &mut restoring.ty.results[given]] {
            *ty = undone(ty);
        }
    }
    call_instead(net, call, restoring);
}

/// Lets a call be one of this function.
pub(crate) fn call_instead(net: &mut Hypernet, call: EdgeId, function: FunctionConstant) {
    let level = net.edge(call).level;
    let before = net.edge(call).sources[0];
    let consumer = net.detach(before);
    net.add_edge(level, Label::Discard, vec![before], Vec::new());
    let constant = Operation::Function(Arc::new(function));
    let types = constant.signature().1;
    let (_, wires) = net.add_edge_with_targets(level, Label::Operation(constant), Vec::new(), types);
    net.attach(wires[0], consumer);
}

/// A wire of each array of which the reverse pass would keep more elements that it reads than the loops of the net overwrite, as far
/// as that can be said before the adjoint is made.
#[must_use]
pub fn read_more_than_written(net: &Hypernet) -> Vec<WireId> {
    if !net.any_edge(|edge| matches!(edge.label, Label::Operation(Operation::Array(ArrayOp::Get(_), _)))) {
        return Vec::new();
    }
    let mut storages = Storages::of(net);
    // How often each is read and written, and a wire of it.
    let mut counts: IdMap<WireId, (u64, u64, WireId)> = IdMap::default();
    for id in net.edge_ids() {
        let edge = net.edge(id);
        let Label::Operation(Operation::Array(op, _)) = &edge.label else { continue };
        let is_read = matches!(op, ArrayOp::Get(_)) && is_wanted(net, edge.targets[1]);
        if !is_read && !op.writes(0) {
            continue;
        }
        let storage = storages.find(edge.sources[0]);
        let (read, written, _) = counts.get_or_insert_with(storage, || (0, 0, edge.sources[0]));
        let often = 16_u64.saturating_pow(depth(net, edge.level));
        let count = if is_read { read } else { written };
        *count = count.saturating_add(often);
    }
    // Nothing is copied for that.
    let copied = storages.copied();
    let lost = |storages: &mut Storages, wire: WireId| {
        let storage = storages.find(wire);
        storages.lost.contains(&storage) || copied.contains(&storage)
    };
    let mut found: Vec<WireId> =
        counts.values().filter(|(read, written, _)| read > written).map(|(.., wire)| *wire).collect();
    found.sort_unstable();
    found.retain(|&wire| !lost(&mut storages, wire) && matches!(net.wire(wire).ty, Type::Array(_)));
    found
}

/// What the loops of a net keep for others, by how often they run: how many values are kept at all, and how many at a time.
#[must_use]
pub fn kept_in_loops(net: &Hypernet) -> [u64; 2] {
    let (mut all, mut at_once) = (0_u64, 0_u64);
    for id in net.edge_ids() {
        let edge = net.edge(id);
        let Label::Operation(Operation::Fold(fold)) = &edge.label else { continue };
        let values = fold.left().iter().filter(|ty| !matches!(ty, Type::Tape(_))).count() as u64;
        all = all.saturating_add(values.saturating_mul(16_u64.saturating_pow(1 + depth(net, edge.level))));
        for &wire in &edge.targets {
            let mut entry = &net.wire(wire).ty;
            let mut turns = 1_u64;
            while let Type::Tape(inner) = entry {
                (entry, turns) = (inner, turns.saturating_mul(16));
            }
            // What goes out of a turn is a part of the tape around.
            if turns > 1 && !matches!(net.wire(wire).consumer, Consumer::Output(_)) {
                at_once = at_once.saturating_add(turns);
            }
        }
    }
    [all, at_once]
}

/// How many loops there are around.
fn depth(net: &Hypernet, mut level: Level) -> u32 {
    let mut depth = 0;
    while let Level::Inside(owner) = level {
        let user = net.edge(owner).targets.first().and_then(|&function| net.consumer_edge(function));
        if let Some((user, _)) = user
            && let Label::Operation(Operation::Fold(_)) = net.edge(user).label
        {
            depth += 1;
        }
        level = net.edge(owner).level;
    }
    depth
}

/// Whether the reverse pass may want the value of a real: it goes, by sums, into what is not linear in it.
#[expect(clippy::wildcard_enum_match_arm, reason = "what else takes reals hands them on, or wants no sensitivity")]
fn is_wanted(net: &Hypernet, real: WireId) -> bool {
    let mut pending = vec![real];
    while let Some(wire) = pending.pop() {
        let Some((user, _)) = net.consumer_edge(wire) else { continue };
        let edge = net.edge(user);
        match &edge.label {
            Label::Copy => pending.extend(&edge.targets),
            Label::Operation(Operation::Primitive(Primitive::Add | Primitive::Sub | Primitive::Neg, _)) => {
                pending.extend(&edge.targets);
            }
            Label::Operation(Operation::Primitive(..) | Operation::Cond(..)) => return true,
            _ => {}
        }
    }
    false
}

fn undone(ty: &Type) -> Type {
    if let Type::Array(element) = ty { Type::Undone(element.clone()) } else { ty.clone() }
}

/// Gives the wires of these storages their types.
fn mark(net: &mut Hypernet, storages: &mut Storages, chosen: &IdSet<WireId>) {
    let edges: Vec<EdgeId> = net.edge_ids().collect();
    let mut wires = IdSet::default();
    for wire in net.wire_ids() {
        if net.wire(wire).ty.is_array() && chosen.contains(&storages.find(wire)) {
            wires.insert(wire);
        }
    }
    for &id in edges.iter().filter(|id| !storages.plain.contains(id)) {
        let edge = net.edge_mut(id);
        if edge.sources.first().is_some_and(|first| wires.contains(first))
            && let Label::Operation(Operation::Array(_, array)) = &mut edge.label
        {
            *array = undone(array);
        }
    }
    for &wire in storages.made.iter().filter(|wire| wires.contains(wire)) {
        begin(net, wire);
    }
    for &(wire, cloned) in storages.gone.iter().filter(|(wire, _)| wires.contains(wire)) {
        end(net, wire, cloned);
    }
    let marked: Vec<WireId> = net.wire_ids().filter(|wire| wires.contains(wire)).collect();
    for wire in marked {
        let ty = undone(&net.wire(wire).ty);
        net.wire_mut(wire).ty = ty;
    }
    for id in edges {
        retype(net, id);
    }
}

/// From where an array is made, or comes from elsewhere, it is undone.
fn begin(net: &mut Hypernet, wire: WireId) {
    let (level, ty, name) = (net.wire(wire).level, net.wire(wire).ty.clone(), net.wire(wire).name.clone());
    let operation = Operation::Array(ArrayOp::Undo, undone(&ty));
    let before = net.add_wire(level, ty, name);
    let producer = net.detach_above(wire);
    net.attach_above(before, producer);
    net.add_edge(level, Label::Operation(operation), vec![before], vec![wire]);
}

/// Where an array goes elsewhere, it is undone no more.
fn end(net: &mut Hypernet, wire: WireId, cloned: Cloned) {
    let (level, ty, name) = (net.wire(wire).level, net.wire(wire).ty.clone(), net.wire(wire).name.clone());
    let operation = Operation::Array(ArrayOp::Settle(cloned), undone(&ty));
    let after = net.add_wire(level, ty, name);
    let consumer = net.detach(wire);
    net.attach(after, consumer);
    net.add_edge(level, Label::Operation(operation), vec![wire], vec![after]);
}

/// Gives the function of a loop, or of branches, the types of what is inside.
fn retype(net: &mut Hypernet, id: EdgeId) {
    let of = |net: &mut Hypernet, function: WireId, before: &FunctionType| {
        let body = abstraction(net, function)?;
        let region = net.region(Level::Inside(body));
        let params = net.types(&region.inputs[net.edge(body).sources.len()..]);
        let results = net.types(&region.outputs);
        if params == before.params && results == before.results {
            return None;
        }
        let known = net.wire(function).ty.as_function()?.captures.clone();
        let ty = FunctionType {
            captures: known,
            params: params.clone(),
            results: results.clone(),
            seeds: Vec::new(),
            keeps: false,
        };
        net.wire_mut(function).ty = Type::Function(Arc::new(ty));
        Some(Arc::new(FunctionType {
            captures: before.captures.clone(),
            params,
            results,
            seeds: Vec::new(),
            keeps: false,
        }))
    };
    let sources = net.edge(id).sources.clone();
    match net.edge(id).label.clone() {
        Label::Operation(Operation::Fold(fold)) => {
            if let Some(body) = of(net, sources[fold.function()], &fold.body) {
                net.edge_mut(id).label = Label::Operation(Operation::Fold(Arc::new(Fold { body, ..(*fold).clone() })));
            }
        }
        Label::Operation(Operation::Cond(first, second)) => {
            let given = [(1, &first), (2, &second)].map(|(at, before)| of(net, sources[at], before));
            let [one, other] = given;
            if one.is_some() || other.is_some() {
                let both = Operation::Cond(one.unwrap_or(first), other.unwrap_or(second));
                net.edge_mut(id).label = Label::Operation(both);
            }
        }
        Label::Operation(_) | Label::Copy | Label::Discard | Label::Eval | Label::Abstraction | Label::Frame(_) => {}
    }
}
