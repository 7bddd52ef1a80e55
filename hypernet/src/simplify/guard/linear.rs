//! What is linear in which operands.

use crate::label::{Label, Operation};
use crate::net::{EdgeId, Hypernet, IdSet, Level, Producer, WireId};
use crate::operation::Linear;
use crate::types::Type;

/// How deep functions are followed to where they come from.
const DEPTH: usize = 64;

/// With which of its operands the results of an edge are zero. A `cond` is not asked this: it depends on its arguments as its
/// branches do, see [`homogeneous`].
pub(super) fn linear(net: &Hypernet, id: EdgeId) -> Linear {
    let edge = net.edge(id);
    let linear = match &edge.label {
        Label::Eval if is_backpropagator(net, edge.sources[0], DEPTH) => Linear::InAll(1..edge.sources.len()),
        Label::Operation(operation) => operation.nature().linear,
        Label::Eval | Label::Copy | Label::Discard | Label::Abstraction | Label::Frame(_) => Linear::InNone,
    };
    if matches!(&linear, Linear::InAll(ports) if ports.is_empty()) { Linear::InNone } else { linear }
}

/// Whether a function is linear: the backpropagator of a function of the host, or an abstraction that is zero at zero.
#[expect(clippy::wildcard_enum_match_arm, reason = "of functions that other operations give nothing is known")]
fn is_backpropagator(net: &Hypernet, wire: WireId, depth: usize) -> bool {
    let Some(depth) = depth.checked_sub(1) else { return false };
    let Producer::Target(id, port) = net.wire(wire).producer else {
        return outside(net, wire).is_some_and(|wire| is_backpropagator(net, wire, depth));
    };
    let edge = net.edge(id);
    match &edge.label {
        Label::Copy => is_backpropagator(net, edge.sources[0], depth),
        Label::Eval => port as usize + 1 == edge.targets.len() && is_adjoint(net, edge.sources[0], depth),
        Label::Abstraction => {
            let captured = edge.sources.len();
            let inputs = &net.region(Level::Inside(id)).inputs;
            inputs.len() > captured && homogeneous(net, id, inputs[captured..].iter().copied().collect())
        }
        Label::Operation(operation) => match operation {
            Operation::View(..) | Operation::Present(_) | Operation::Expect(_) => {
                is_backpropagator(net, edge.sources[0], depth)
            }
            Operation::Absent(_) => true,
            Operation::Cond(..) => branches(net, id).is_some_and(|both| {
                both.into_iter().all(|branch| {
                    is_backpropagator(net, net.region(Level::Inside(branch)).outputs[port as usize], depth)
                })
            }),
            Operation::Unpack(_) => unpacked(net, edge.sources[0], port as usize, depth)
                .is_some_and(|wire| is_backpropagator(net, wire, depth)),
            _ => false,
        },
        Label::Discard | Label::Frame(_) => false,
    }
}

/// The part of a tuple, if it is known where the tuple was put together.
fn unpacked(net: &Hypernet, wire: WireId, part: usize, depth: usize) -> Option<WireId> {
    let depth = depth.checked_sub(1)?;
    let Producer::Target(id, _) = net.wire(wire).producer else {
        return unpacked(net, outside(net, wire)?, part, depth);
    };
    let edge = net.edge(id);
    match &edge.label {
        Label::Copy | Label::Operation(Operation::Present(_) | Operation::Expect(_)) => {
            unpacked(net, edge.sources[0], part, depth)
        }
        Label::Operation(Operation::Pack(_)) => edge.sources.get(part).copied(),
        Label::Discard | Label::Eval | Label::Abstraction | Label::Operation(_) | Label::Frame(_) => None,
    }
}

/// Whether a function is an adjoint: a constant of the host, or an argument of the whole net.
fn is_adjoint(net: &Hypernet, wire: WireId, depth: usize) -> bool {
    let Some(depth) = depth.checked_sub(1) else { return false };
    let Producer::Target(id, _) = net.wire(wire).producer else {
        return match outside(net, wire) {
            Some(wire) => is_adjoint(net, wire, depth),
            None => {
                net.wire(wire).level == Level::Outermost
                    && matches!(net.wire(wire).producer, Producer::Input(_))
                    && gives_function(&net.wire(wire).ty)
            }
        };
    };
    let edge = net.edge(id);
    match &edge.label {
        Label::Copy | Label::Operation(Operation::View(..)) => is_adjoint(net, edge.sources[0], depth),
        Label::Operation(Operation::Function(function)) => function.adjoint,
        Label::Discard | Label::Eval | Label::Abstraction | Label::Operation(_) | Label::Frame(_) => false,
    }
}

fn gives_function(ty: &Type) -> bool {
    ty.as_function().and_then(|function| function.results.last()).is_some_and(|last| last.as_function().is_some())
}

/// What an input of a branch, or of an abstraction that captures it, is outside.
pub(super) fn outside(net: &Hypernet, wire: WireId) -> Option<WireId> {
    let (Producer::Input(port), Level::Inside(owner)) = (net.wire(wire).producer, net.wire(wire).level) else {
        return None;
    };
    let (port, edge) = (port as usize, net.edge(owner));
    if let Some(&captured) = edge.sources.get(port) {
        return Some(captured);
    }
    let (cond, at) = net.consumer_edge(*edge.targets.first()?)?;
    let cond = net.edge(cond);
    let branch = matches!(cond.operation(), Some(Operation::Cond(..))) && (at == 1 || at == 2);
    branch.then(|| cond.sources.get(port - edge.sources.len() + 3).copied()).flatten()
}

/// The branches of a `cond`, if both are abstractions that capture nothing.
pub(super) fn branches(net: &Hypernet, id: EdgeId) -> Option<[EdgeId; 2]> {
    let edge = net.edge(id);
    let Some(Operation::Cond(..)) = edge.operation() else { return None };
    let branch = |port: usize| {
        let (branch, _) = net.producer_edge(edge.sources[port])?;
        let edge = net.edge(branch);
        (edge.label == Label::Abstraction && edge.sources.is_empty()).then_some(branch)
    };
    Some([branch(1)?, branch(2)?])
}

/// Whether all outputs of an abstraction are zero where these inputs are.
pub(super) fn homogeneous(net: &Hypernet, abstraction: EdgeId, inputs: IdSet<WireId>) -> bool {
    let level = Level::Inside(abstraction);
    let mut zero = inputs;
    for id in net.sorted_edges(level) {
        if vanishes(net, id, &zero) {
            zero.extend(net.edge(id).targets.iter().copied());
        }
    }
    let outputs = &net.region(level).outputs;
    !outputs.is_empty() && outputs.iter().all(|wire| zero.contains(wire))
}

/// Whether what an edge gives is zero where these wires are.
fn vanishes(net: &Hypernet, id: EdgeId, zero: &IdSet<WireId>) -> bool {
    let edge = net.edge(id);
    let is = |port: usize| zero.contains(&edge.sources[port]);
    match &edge.label {
        Label::Copy => is(0),
        Label::Operation(Operation::Zero(_)) => true,
        Label::Operation(Operation::Cond(..)) => {
            branches(net, id).is_some_and(|both| both.into_iter().all(|branch| branch_vanishes(net, id, branch, zero)))
        }
        Label::Discard | Label::Eval | Label::Abstraction | Label::Operation(_) | Label::Frame(_) => {
            match linear(net, id) {
                Linear::InAll(mut ports) => ports.all(is),
                Linear::InEach => is(0) || is(1),
                Linear::InNone => false,
            }
        }
    }
}

/// Whether what a branch of a `cond` gives is zero where these wires around it are.
pub(super) fn branch_vanishes(net: &Hypernet, cond: EdgeId, branch: EdgeId, zero: &IdSet<WireId>) -> bool {
    let inputs = &net.region(Level::Inside(branch)).inputs;
    let arguments = &net.edge(cond).sources[3..];
    let vanish = inputs.iter().zip(arguments).filter(|(_, outer)| zero.contains(outer)).map(|(&inner, _)| inner);
    homogeneous(net, branch, vanish.collect())
}
