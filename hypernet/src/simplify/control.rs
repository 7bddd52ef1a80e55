//! Rules about `cond`: a condition that is known, branches that capture nothing, and what goes into a `cond` and comes out of it.

use super::work::Work;
use crate::label::{Constant, Form, Label, Operation};
use crate::net::{Consumer, EdgeId, IdMap, Level, Producer, WireId};
use crate::operation::Copying;
use crate::types::Type;

/// The two branches of a `cond`, if both are abstractions.
pub(super) fn branches(work: &Work<'_>, id: EdgeId) -> Option<[EdgeId; 2]> {
    let (edge, Operation::Cond(..)) = work.at(id)? else { return None };
    let branch = |port: usize| match work.producer(edge.sources[port])? {
        (abstraction, Label::Abstraction) => Some(abstraction),
        _ => None,
    };
    Some([branch(1)?, branch(2)?])
}

/// Brings the types of the branches and of the operation up to date.
pub(super) fn retype(work: &mut Work<'_>, id: EdgeId, branches: [EdgeId; 2]) {
    for branch in branches {
        work.retype(branch);
    }
    let function = |port: usize| {
        let ty = &work.net.wire(work.net.edge(id).sources[port]).ty;
        ty.as_function().expect("a branch is a function").clone()
    };
    let operation = Operation::Cond(function(1), function(2));
    work.net.edge_mut(id).label = Label::Operation(operation);
    work.touch(id);
    work.touch_interface(id);
    for branch in branches {
        work.touch(branch);
    }
}

/// A `cond` of a constant runs the branch that the constant chooses.
pub(super) fn known(work: &mut Work<'_>, id: EdgeId) -> bool {
    let Some((edge, Operation::Cond(..))) = work.at(id) else { return false };
    let Some(&Constant::Bool(condition)) = work.constant(edge.sources[0]) else { return false };
    let level = edge.level;
    let edge = work.remove(id);
    let (chosen, other) = if condition { (1, 2) } else { (2, 1) };
    work.discard(edge.sources[0]);
    work.discard(edge.sources[other]);
    let mut operands = vec![edge.sources[chosen]];
    operands.extend_from_slice(&edge.sources[3..]);
    let eval = work.net.add_edge(level, Label::Eval, operands, edge.targets);
    work.touch(eval);
    true
}

/// What the branches of a `cond` capture becomes arguments; a branch that is not an abstraction becomes one.
pub(super) fn close(work: &mut Work<'_>, id: EdgeId) -> bool {
    let Some((edge, Operation::Cond(first, second))) = work.at(id) else { return false };
    let closed = |port: usize| match work.producer(edge.sources[port]) {
        Some((branch, Label::Abstraction)) => work.net.edge(branch).sources.is_empty(),
        _ => false,
    };
    if closed(1) && closed(2) {
        return false;
    }
    let (level, sources) = (edge.level, edge.sources.clone());
    for (port, function) in [(1, first.clone()), (2, second.clone())] {
        if matches!(work.producer(sources[port]), Some((_, Label::Abstraction))) {
            continue;
        }
        // An abstraction that captures the function and evaluates it.
        let function_type = Type::Function(function.clone());
        work.net.detach(sources[port]);
        let eta = work.net.add_edge(level, Label::Abstraction, vec![sources[port]], Vec::new());
        let inside = Level::Inside(eta);
        let mut operands = vec![work.net.add_input(inside, function_type, None)];
        operands.extend(function.params.iter().map(|ty| work.net.add_input(inside, ty.clone(), None)));
        let (eval, results) = work.net.add_edge_with_targets(inside, Label::Eval, operands, function.results.clone());
        work.net.set_outputs(inside, results);
        let wire = work.give(eta);
        work.net.attach(wire, Consumer::Source(id, u32::try_from(port).expect("1 or 2")));
        work.touch(eval);
        work.touch(eta);
    }
    let Some(both) = branches(work, id) else { return false };
    let captured = both.map(|branch| work.net.edge(branch).sources.clone());
    if captured.iter().all(Vec::is_empty) {
        return false;
    }
    // The parameters of both become: the arguments, the captures of the first, the captures of the second.
    let types = captured.clone().map(|wires| work.net.types(&wires));
    for (at, branch) in both.into_iter().enumerate() {
        let inside = Level::Inside(branch);
        let mut inputs = work.net.region(inside).inputs.clone();
        let params = inputs.split_off(captured[at].len());
        let mut all = params;
        let foreign: Vec<WireId> = types[1 - at].iter().map(|ty| work.net.add_wire(inside, ty.clone(), None)).collect();
        let (first, second) = if at == 0 { (&inputs, &foreign) } else { (&foreign, &inputs) };
        all.extend(first);
        all.extend(second);
        work.net.set_inputs(inside, all);
        for wire in foreign {
            work.discard(wire);
        }
        for &wire in &captured[at] {
            work.net.detach(wire);
        }
        work.net.edge_mut(branch).sources.clear();
    }
    for wire in captured.concat() {
        work.net.push_source(id, wire);
    }
    retype(work, id, both);
    true
}

/// Tidies the interface of a `cond`: arguments that no branch uses or that are given twice go, constants and functions
/// move into the branches, which know of the condition whether it holds; results that are not used or that do not depend on the branch go.
pub(super) fn interface(work: &mut Work<'_>, id: EdgeId) -> bool {
    let Some(both) = branches(work, id) else { return false };
    if both.iter().any(|&branch| !work.net.edge(branch).sources.is_empty()) {
        return false;
    }
    // What gives nothing and does nothing is nothing.
    if work.net.edge(id).targets.is_empty() && !work.net.may_panic(id) {
        work.remove_and_discard(id);
        return true;
    }
    let changed_order = order(work, id, both);
    let changed_results = results(work, id, both);
    let changed_arguments = arguments(work, id, both);
    let changed = changed_order || changed_results || changed_arguments;
    if changed {
        retype(work, id, both);
    }
    changed
}

/// What is linear and comes out of both branches as it went in goes past both: an array that neither touches, or the order of
/// effects where neither has an effect.
fn order(work: &mut Work<'_>, id: EdgeId, both: [EdgeId; 2]) -> bool {
    let insides = both.map(Level::Inside);
    let targets = work.net.edge(id).targets.clone();
    let passes = |at: usize| {
        let inner = insides.map(|inside| work.net.region(inside).outputs[at]);
        let [Producer::Input(first), Producer::Input(second)] = inner.map(|wire| work.net.wire(wire).producer) else {
            return None;
        };
        (first == second).then_some((at, first as usize, inner))
    };
    let mut linear = (0..targets.len()).filter(|&at| !work.net.wire(targets[at]).ty.is_copyable());
    let Some((at, port, inner)) = linear.find_map(passes) else { return false };
    for (wire, inside) in inner.into_iter().zip(insides) {
        let mut inputs = work.net.region(inside).inputs.clone();
        let mut outputs = work.net.region(inside).outputs.clone();
        inputs.remove(port);
        outputs.remove(at);
        work.net.set_inputs(inside, inputs);
        work.net.set_outputs(inside, outputs);
        work.net.remove_wire(wire);
    }
    let mut sources = work.net.edge(id).sources.clone();
    for &wire in &sources {
        work.net.detach(wire);
    }
    for &wire in &targets {
        work.net.detach_above(wire);
    }
    let above = sources.remove(port + 3);
    work.net.edge_mut(id).sources.clear();
    work.net.edge_mut(id).targets.clear();
    for wire in sources {
        work.net.push_source(id, wire);
    }
    for (other, &wire) in targets.iter().enumerate() {
        if other != at {
            work.net.push_target(id, wire);
        }
    }
    work.fuse(above, targets[at]);
    true
}

fn arguments(work: &mut Work<'_>, id: EdgeId, both: [EdgeId; 2]) -> bool {
    let sources = work.net.edge(id).sources.clone();
    let insides = both.map(Level::Inside);
    let params = insides.map(|inside| work.net.region(inside).inputs.clone());
    let mut roots = IdMap::default();
    let condition = work.root(sources[0], &mut roots);
    let mut first_at: IdMap<WireId, usize> = IdMap::default();
    let mut kept: Vec<(WireId, [WireId; 2])> = Vec::new();
    let mut dropped = Vec::new();
    let mut changed = false;
    let mut pending: Vec<(WireId, [WireId; 2])> =
        (0..sources.len() - 3).map(|at| (sources[at + 3], [params[0][at], params[1][at]])).rev().collect();
    for &(outer, inner) in &pending {
        work.net.detach(outer);
        for wire in inner {
            work.net.detach_above(wire);
        }
    }
    while let Some((outer, inner)) = pending.pop() {
        let discards = inner.map(|wire| {
            work.net
                .consumer_edge(wire)
                .map(|(edge, _)| edge)
                .filter(|&edge| work.net.edge(edge).label == Label::Discard)
        });
        if let [Some(first), Some(second)] = discards {
            work.remove(first);
            work.remove(second);
            for wire in inner {
                work.net.remove_wire(wire);
            }
            dropped.push(outer);
            changed = true;
            continue;
        }
        if let Some(more) = move_into_branches(work, outer, inner, insides) {
            pending.extend(more.into_iter().rev());
            changed = true;
            continue;
        }
        let root = work.root(outer, &mut roots);
        if root == condition {
            for (wire, (inside, holds)) in inner.into_iter().zip(insides.into_iter().zip([true, false])) {
                let ty = work.net.wire(wire).ty.clone();
                let known = Operation::Constant(Constant::Bool(holds), ty);
                let known = work.operation(inside, known, Vec::new())[0];
                work.fuse(known, wire);
            }
            dropped.push(outer);
            changed = true;
            continue;
        }
        if let Some(&at) = first_at.get(&root) {
            for (&first, &second) in kept[at].1.iter().zip(&inner) {
                let wire = work.again(first);
                work.fuse(wire, second);
            }
            dropped.push(outer);
            changed = true;
            continue;
        }
        first_at.insert(root, kept.len());
        kept.push((outer, inner));
    }
    work.net.edge_mut(id).sources.truncate(3);
    for &(outer, _) in &kept {
        work.net.push_source(id, outer);
    }
    for (at, inside) in insides.into_iter().enumerate() {
        work.net.region_mut(inside).inputs.clear();
        for &(_, inner) in &kept {
            work.net.push_input(inside, inner[at]);
        }
    }
    for wire in dropped {
        work.discard(wire);
    }
    changed
}

/// Moves the constant, the abstraction or the copy behind a reference that makes an argument into both branches; gives the
/// arguments in its place.
fn move_into_branches(
    work: &mut Work<'_>,
    outer: WireId,
    inner: [WireId; 2],
    insides: [Level; 2],
) -> Option<Vec<(WireId, [WireId; 2])>> {
    let (id, label) = work.producer(outer)?;
    match label {
        Label::Operation(operation) if operation.nature().copying == Copying::Anew => {
            let operation = operation.clone();
            work.remove(id);
            work.net.remove_wire(outer);
            for (wire, inside) in inner.into_iter().zip(insides) {
                let constant = work.operation(inside, operation.clone(), Vec::new())[0];
                work.fuse(constant, wire);
            }
            Some(Vec::new())
        }
        // A branch is run where it stands, so that it can have the reference itself.
        Label::Operation(operation @ Operation::View(Form::Copied, ty)) => {
            let (operation, ty) = (operation.clone(), ty.clone());
            let reference = work.remove(id).sources[0];
            work.net.remove_wire(outer);
            let stands = insides.map(|inside| work.net.add_wire(inside, ty.clone(), None));
            for ((stand, wire), inside) in stands.into_iter().zip(inner).zip(insides) {
                let copied = work.operation(inside, operation.clone(), vec![stand])[0];
                work.fuse(copied, wire);
            }
            Some(vec![(reference, stands)])
        }
        Label::Abstraction => {
            // Where one branch does not use it, there is no copy in the end.
            let unused = |&wire: &WireId| {
                work.net.consumer_edge(wire).is_some_and(|(edge, _)| work.net.edge(edge).label == Label::Discard)
            };
            let size = super::beta::size(work, id);
            let must = work.net.wire(outer).ty.as_function().is_some_and(|function| function.is_higher_order());
            if !inner.iter().any(unused) && !work.growth.may_copy(id, size, must) {
                return None;
            }
            let captured = work.net.edge(id).sources.clone();
            let (types, ty) = (work.net.types(&captured), work.net.wire(outer).ty.clone());
            let mut stands: Vec<[WireId; 2]> = Vec::with_capacity(captured.len());
            for ty in &types {
                stands.push(insides.map(|inside| work.net.add_wire(inside, ty.clone(), None)));
            }
            for (at, (wire, inside)) in inner.into_iter().zip(insides).enumerate() {
                let sources: Vec<WireId> = stands.iter().map(|pair| pair[at]).collect();
                let copy = work.net.add_edge(inside, Label::Abstraction, sources, Vec::new());
                let within = Level::Inside(copy);
                let (inputs, outputs) = work.copy_inside(id, copy);
                work.net.set_inputs(within, inputs);
                work.net.set_outputs(within, outputs);
                let target = work.net.add_wire(inside, ty.clone(), None);
                work.net.push_target(copy, target);
                work.touch(copy);
                work.fuse(target, wire);
                super::beta::touch_inside(work, within);
            }
            work.remove(id);
            work.net.remove_wire(outer);
            Some(captured.into_iter().zip(stands).collect())
        }
        Label::Copy | Label::Discard | Label::Eval | Label::Operation(_) | Label::Frame(_) => None,
    }
}

fn results(work: &mut Work<'_>, id: EdgeId, both: [EdgeId; 2]) -> bool {
    let level = work.net.edge(id).level;
    let insides = both.map(Level::Inside);
    let targets = work.net.edge(id).targets.clone();
    let outputs = insides.map(|inside| work.net.region(inside).outputs.clone());
    let mut kept: Vec<usize> = Vec::with_capacity(targets.len());
    let mut changed = false;
    let mut roots = IdMap::default();
    for (at, &target) in targets.iter().enumerate() {
        let pair = [outputs[0][at], outputs[1][at]];
        let discard = work
            .net
            .consumer_edge(target)
            .map(|(edge, _)| edge)
            .filter(|&edge| work.net.edge(edge).label == Label::Discard);
        if let Some(discard) = discard {
            work.remove(discard);
            work.net.detach_above(target);
            work.net.remove_wire(target);
        } else if let Some(upper) = same_in_both(work, id, level, pair, &mut roots) {
            work.net.detach_above(target);
            work.fuse(upper, target);
        } else {
            kept.push(at);
            continue;
        }
        changed = true;
        for wire in pair {
            work.net.detach(wire);
            work.discard(wire);
        }
    }
    if changed {
        work.net.edge_mut(id).targets.clear();
        for &at in &kept {
            work.net.detach_above(targets[at]);
            work.net.push_target(id, targets[at]);
        }
        for (outputs, inside) in outputs.into_iter().zip(insides) {
            work.net.region_mut(inside).outputs.clear();
            for &at in &kept {
                work.net.detach(outputs[at]);
                work.net.push_output(inside, outputs[at]);
            }
        }
    }
    changed
}

/// A wire at the level of the `cond` that carries what both branches give: one of its arguments, or a constant.
///
/// `roots` is what is known of roots inside of the branches, where nothing but discards is added meanwhile.
fn same_in_both(
    work: &mut Work<'_>,
    id: EdgeId,
    level: Level,
    pair: [WireId; 2],
    roots: &mut IdMap<WireId, WireId>,
) -> Option<WireId> {
    let [first, second] = pair.map(|wire| work.root(wire, roots));
    if let (Producer::Input(a), Producer::Input(b)) = (work.net.wire(first).producer, work.net.wire(second).producer) {
        if a != b {
            return None;
        }
        let wire = *work.net.edge(id).sources.get(a as usize + 3)?;
        if !work.net.wire(wire).ty.is_copyable() {
            return None;
        }
        let port = work.net.detach(wire);
        let [stays, upper] = work.copy(wire);
        work.net.attach(stays, port);
        return Some(upper);
    }
    let (_, a) = work.producing(pair[0])?;
    let (_, b) = work.producing(pair[1])?;
    if a.nature().copying != Copying::Anew || a != b {
        return None;
    }
    let operation = a.clone();
    Some(work.operation(level, operation, Vec::new())[0])
}
