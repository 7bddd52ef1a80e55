//! `cond`: known conditions, closed branches, what goes in and what comes out.

use super::work::Work;
use crate::label::{Constant, Label, Operation};
use crate::net::{Consumer, EdgeId, Hypernet, IdMap, Level, Producer, WireId};
use crate::types::Type;

/// The two branches of a `cond`, if both are abstractions.
fn branches(work: &Work<'_>, id: EdgeId) -> Option<[EdgeId; 2]> {
    let (edge, Operation::Cond(..)) = work.at(id)? else { return None };
    let branch = |port: usize| match work.producer(edge.sources[port])? {
        (abstraction, Label::Abstraction) => Some(abstraction),
        _ => None,
    };
    Some([branch(1)?, branch(2)?])
}

/// Brings the types of the branches and of the operation up to date.
fn retype(work: &mut Work<'_>, id: EdgeId, branches: [EdgeId; 2]) {
    for branch in branches {
        work.retype(branch);
    }
    let function = |port: usize| match &work.net.wire(work.net.edge(id).sources[port]).ty {
        Type::Function(function) => function.clone(),
        _ => unreachable!("a branch is a function"),
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
        let wire = work.net.add_wire(level, Type::World, None);
        work.net.push_target(eta, wire);
        work.net.attach(wire, Consumer::Source(id, u32::try_from(port).expect("1 or 2")));
        work.retype(eta);
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
/// move into the branches, results that are not used or that do not depend on the branch go.
pub(super) fn interface(work: &mut Work<'_>, id: EdgeId) -> bool {
    let Some(both) = branches(work, id) else { return false };
    if both.iter().any(|&branch| !work.net.edge(branch).sources.is_empty()) {
        return false;
    }
    let changed_results = results(work, id, both);
    let changed_arguments = arguments(work, id, both);
    if changed_results || changed_arguments {
        retype(work, id, both);
    }
    changed_results || changed_arguments
}

fn arguments(work: &mut Work<'_>, id: EdgeId, both: [EdgeId; 2]) -> bool {
    let sources = work.net.edge(id).sources.clone();
    let insides = both.map(Level::Inside);
    let params = insides.map(|inside| work.net.region(inside).inputs.clone());
    let mut roots = IdMap::default();
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
        if let Some(&at) = first_at.get(&root) {
            for (&first, &second) in kept[at].1.iter().zip(&inner) {
                let port = work.net.detach(first);
                let [stays, wire] = work.copy(first);
                work.net.attach(stays, port);
                work.touch_wire(stays);
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

/// Moves the constant or the abstraction that makes an argument into both branches; gives the arguments in its place.
fn move_into_branches(
    work: &mut Work<'_>,
    outer: WireId,
    inner: [WireId; 2],
    insides: [Level; 2],
) -> Option<Vec<(WireId, [WireId; 2])>> {
    let (id, label) = work.producer(outer)?;
    match label {
        Label::Operation(
            operation @ (Operation::Constant(..) | Operation::Zero(_) | Operation::Function(_) | Operation::Absent(_)),
        ) => {
            let operation = operation.clone();
            work.remove(id);
            work.net.remove_wire(outer);
            for (wire, inside) in inner.into_iter().zip(insides) {
                let constant = work.operation(inside, operation.clone(), Vec::new())[0];
                work.fuse(constant, wire);
            }
            Some(Vec::new())
        }
        Label::Abstraction => {
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
                let (inputs, outputs) = work.net.copy_within(Level::Inside(id), within);
                work.net.set_inputs(within, inputs);
                work.net.set_outputs(within, outputs);
                let target = work.net.add_wire(inside, ty.clone(), None);
                work.net.push_target(copy, target);
                work.fuse(target, wire);
                super::beta::touch_inside(work, inside);
            }
            work.remove(id);
            work.net.remove_wire(outer);
            Some(captured.into_iter().zip(stands).collect())
        }
        _ => None,
    }
}

fn results(work: &mut Work<'_>, id: EdgeId, both: [EdgeId; 2]) -> bool {
    let level = work.net.edge(id).level;
    let insides = both.map(Level::Inside);
    let targets = work.net.edge(id).targets.clone();
    let outputs = insides.map(|inside| work.net.region(inside).outputs.clone());
    let mut kept: Vec<usize> = Vec::with_capacity(targets.len());
    let mut changed = false;
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
        } else if let Some(upper) = same_in_both(work, id, level, pair) {
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
fn same_in_both(work: &mut Work<'_>, id: EdgeId, level: Level, pair: [WireId; 2]) -> Option<WireId> {
    let mut roots = IdMap::default();
    let [first, second] = pair.map(|wire| work.root(wire, &mut roots));
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
    let constant = matches!(a, Operation::Constant(..) | Operation::Zero(_) | Operation::Function(_));
    if !constant || a != b {
        return None;
    }
    let operation = a.clone();
    Some(work.operation(level, operation, Vec::new())[0])
}

/// All `cond`s with their depths, those deepest inside first.
pub(super) fn conds_inside_out(net: &Hypernet) -> Vec<(usize, EdgeId)> {
    let depth = |id: EdgeId| {
        let mut level = net.edge(id).level;
        let mut depth = 0usize;
        while let Level::Inside(owner) = level {
            level = net.edge(owner).level;
            depth += 1;
        }
        depth
    };
    let mut all: Vec<(std::cmp::Reverse<usize>, EdgeId)> = net
        .edge_ids()
        .filter(|&id| matches!(net.edge(id).operation(), Some(Operation::Cond(..))))
        .map(|id| (std::cmp::Reverse(depth(id)), id))
        .collect();
    all.sort_unstable();
    all.into_iter().map(|(std::cmp::Reverse(depth), id)| (depth, id)).collect()
}

/// A function that a `cond` gives becomes an abstraction after it, which runs a `cond` of its own: what the functions of
/// the branches captured comes out of the first `cond` instead, with fillers for what the branch not taken captured.
pub(super) fn function_output(work: &mut Work<'_>, id: EdgeId) -> bool {
    let Some(both) = branches(work, id) else { return false };
    if both.iter().any(|&branch| !work.net.edge(branch).sources.is_empty()) {
        return false;
    }
    let targets = work.net.edge(id).targets.clone();
    let Some(at) = targets.iter().position(|&wire| work.net.wire(wire).ty.as_function().is_some()) else {
        return false;
    };
    // A function argument that another `cond` gives has to be an abstraction first.
    let pending = work.net.edge(id).sources[3..].iter().any(|&wire| {
        work.net.wire(wire).ty.as_function().is_some()
            && matches!(work.producing(work.root(wire, &mut IdMap::default())), Some((_, Operation::Cond(..))))
    });
    if pending {
        return false;
    }
    let level = work.net.edge(id).level;
    let insides = both.map(Level::Inside);
    let functions = insides.map(|inside| output_abstraction(work, inside, at));

    // The condition is used again.
    let condition = work.net.edge(id).sources[0];
    let port = work.net.detach(condition);
    let [stays, again] = work.copy(condition);
    work.net.attach(stays, port);

    // What each function captured leaves its branch; the other branch leaves fillers.
    let captured = functions.map(|function| work.net.edge(function).sources.clone());
    let types = captured.clone().map(|wires| work.net.types(&wires));
    let carried = types.clone().map(|types| types.into_iter().map(carrier).collect::<Vec<_>>());
    let target = targets[at];
    let mut rest: Vec<WireId> = work.net.edge(id).targets.clone();
    rest.remove(at);
    let mut bodies = Vec::new();
    for (branch, inside) in insides.into_iter().enumerate() {
        let mut outputs = work.net.region(inside).outputs.clone();
        let gone = outputs.remove(at);
        work.net.region_mut(inside).outputs.clear();
        for &wire in outputs.iter().chain([&gone]) {
            work.net.detach(wire);
        }
        for wire in &captured[branch] {
            work.net.detach(*wire);
        }
        for side in 0..2 {
            for (i, carrier) in carried[side].iter().enumerate() {
                outputs.push(if side == branch {
                    carrier.give(work, inside, captured[branch][i])
                } else {
                    carrier.fill(work, inside)
                });
            }
        }
        for wire in outputs {
            work.net.push_output(inside, wire);
        }
        bodies.push(gone);
    }
    work.net.detach_above(target);
    work.net.edge_mut(id).targets.clear();
    for &wire in &rest {
        work.net.detach_above(wire);
        work.net.push_target(id, wire);
    }
    let mut residual: [Vec<WireId>; 2] = [Vec::new(), Vec::new()];
    for (side, carriers) in carried.iter().enumerate() {
        for carrier in carriers {
            let wire = work.net.add_wire(level, carrier.ty(), None);
            work.net.push_target(id, wire);
            residual[side].push(wire);
        }
    }

    // The abstraction after it: captures the condition and the residual, runs a `cond` of the two functions.
    let function_type = work.net.wire(target).ty.as_function().expect("chosen for it").clone();
    let outer = work.net.add_edge(level, Label::Abstraction, Vec::new(), Vec::new());
    let within = Level::Inside(outer);
    let mut operands = Vec::new();
    for wire in std::iter::once(again).chain(residual.concat()) {
        let ty = work.net.wire(wire).ty.clone();
        work.net.push_source(outer, wire);
        operands.push(work.net.add_input(within, ty, None));
    }
    let condition = operands.remove(0);
    for ty in &function_type.params {
        operands.push(work.net.add_input(within, ty.clone(), None));
    }
    let operand_types = work.net.types(&operands);
    let mut branch_wires = Vec::new();
    let mut new_branches = Vec::new();
    for (side, function) in functions.into_iter().enumerate() {
        let branch = work.net.add_edge(within, Label::Abstraction, Vec::new(), Vec::new());
        let inside = Level::Inside(branch);
        let (inputs, outputs) = work.net.move_contents(Level::Inside(function), inside);
        work.net.remove_edge(function);
        work.net.remove_wire(bodies[side]);
        work.net.set_outputs(inside, outputs);
        let params: Vec<WireId> = operand_types.iter().map(|ty| work.net.add_input(inside, ty.clone(), None)).collect();
        let own = if side == 0 { 0..carried[0].len() } else { carried[0].len()..carried[0].len() + carried[1].len() };
        let first_param = carried[0].len() + carried[1].len();
        let mut inputs = inputs.into_iter();
        for (i, &param) in params.iter().enumerate() {
            if own.contains(&i) {
                let inner = inputs.next().expect("an input for each capture");
                let wire = carried[side][i - own.start].take(work, inside, param);
                work.fuse(wire, inner);
            } else if i >= first_param {
                let inner = inputs.next().expect("an input for each parameter");
                work.fuse(param, inner);
            } else {
                work.discard(param);
            }
        }
        let wire = work.net.add_wire(within, Type::World, None);
        work.net.push_target(branch, wire);
        work.retype(branch);
        branch_wires.push(wire);
        new_branches.push(branch);
        super::beta::touch_inside(work, inside);
    }
    let function = |work: &Work<'_>, wire: WireId| match &work.net.wire(wire).ty {
        Type::Function(function) => function.clone(),
        _ => unreachable!("a branch is a function"),
    };
    let operation = Operation::Cond(function(work, branch_wires[0]), function(work, branch_wires[1]));
    let mut sources = vec![condition, branch_wires[0], branch_wires[1]];
    sources.extend(operands);
    let results = work.operation(within, operation, sources);
    work.net.set_outputs(within, results);
    work.net.push_target(outer, target);
    work.retype(outer);
    work.touch(outer);
    work.touch_wire(target);
    retype(work, id, both);
    true
}

/// The abstraction that makes an output of a branch; one that captures the function and evaluates it, where the output
/// comes from elsewhere.
fn output_abstraction(work: &mut Work<'_>, inside: Level, at: usize) -> EdgeId {
    let wire = work.net.region(inside).outputs[at];
    if let Some((abstraction, Label::Abstraction)) = work.producer(wire) {
        return abstraction;
    }
    let ty = work.net.wire(wire).ty.clone();
    let function = ty.as_function().expect("a function output").clone();
    let port = work.net.detach(wire);
    let eta = work.net.add_edge(inside, Label::Abstraction, vec![wire], Vec::new());
    let within = Level::Inside(eta);
    let mut operands = vec![work.net.add_input(within, ty.clone(), None)];
    operands.extend(function.params.iter().map(|ty| work.net.add_input(within, ty.clone(), None)));
    let (_, results) = work.net.add_edge_with_targets(within, Label::Eval, operands, function.results);
    work.net.set_outputs(within, results);
    let target = work.net.add_wire(inside, ty, None);
    work.net.push_target(eta, target);
    work.net.attach(target, port);
    work.retype(eta);
    eta
}

/// How a value gets from a branch to where it is used if the branch was taken.
struct Carrier {
    ty: Type,
    /// What stands in for it where the branch was not taken; `None`: an option carries it.
    filler: Option<Operation>,
}

fn carrier(ty: Type) -> Carrier {
    let filler = match &ty {
        Type::Real(_) => Some(Operation::Zero(ty.clone())),
        Type::Discrete(name) => match &**name {
            "bool" => Some(Operation::Constant(Constant::Bool(false), ty.clone())),
            "u8" | "u16" | "u32" | "u64" | "u128" | "usize" | "i8" | "i16" | "i32" | "i64" | "i128" | "isize" => {
                Some(Operation::Constant(Constant::Integer(0), ty.clone()))
            }
            _ => None,
        },
        _ => None,
    };
    Carrier { ty, filler }
}

impl Carrier {
    /// The type of the wire that carries it.
    fn ty(&self) -> Type {
        if self.filler.is_some() { self.ty.clone() } else { Type::Option(std::sync::Arc::new(self.ty.clone())) }
    }

    fn give(&self, work: &mut Work<'_>, level: Level, wire: WireId) -> WireId {
        if self.filler.is_some() {
            return wire;
        }
        work.operation(level, Operation::Present(self.ty.clone()), vec![wire])[0]
    }

    fn fill(&self, work: &mut Work<'_>, level: Level) -> WireId {
        let operation = self.filler.clone().unwrap_or_else(|| Operation::Absent(self.ty.clone()));
        work.operation(level, operation, Vec::new())[0]
    }

    fn take(&self, work: &mut Work<'_>, level: Level, wire: WireId) -> WireId {
        if self.filler.is_some() {
            return wire;
        }
        work.operation(level, Operation::Expect(self.ty.clone()), vec![wire])[0]
    }
}
