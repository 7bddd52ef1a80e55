//! What a backpropagator is given: sensitivities of which each may be absent, since its caller may use some of the results and not others.

use super::linear::{branches, is_turn, turn};
use super::plain::is_branch;
use crate::label::{Label, Operation};
use crate::net::{Consumer, EdgeId, Hypernet, IdSet, Level, WireId};
use crate::operation::Gives;
use crate::types::Type;

/// Whether a type is known without the call that gives it: a number, or an array that the call hands on.
pub(super) fn is_known(ty: &Type) -> bool {
    match ty {
        Type::Real(_) | Type::Array(_) | Type::Undone(_) | Type::Look(_) => true,
        Type::Tuple(parts) => parts.iter().all(is_known),
        Type::Discrete(_)
        | Type::Opaque(_)
        | Type::Cotangent(_)
        | Type::Function(_)
        | Type::Option(_)
        | Type::Tape(_)
        | Type::World => false,
    }
}

/// Whether an abstraction is the backpropagator of an adjoint: the last of what the net gives, or another abstraction that is the adjoint
/// of a function.
fn is_backpropagator(net: &Hypernet, abstraction: EdgeId) -> bool {
    let edge = net.edge(abstraction);
    let is_last = edge.targets.first().is_some_and(|&wire| {
        let outputs = net.region(edge.level).outputs.len();
        matches!(net.wire(wire).consumer, Consumer::Output(at) if at as usize + 1 == outputs)
    });
    edge.label == Label::Abstraction
        && is_last
        && match edge.level {
            Level::Outermost => true,
            Level::Inside(around) => {
                !is_branch(net, around) && !is_turn(net, around) && !is_backpropagator(net, around)
            }
        }
}

/// The parts of the sensitivity that an abstraction is given, if it is a backpropagator: none if that is one number.
pub(super) fn parts(net: &Hypernet, abstraction: EdgeId) -> Vec<WireId> {
    if !is_backpropagator(net, abstraction) {
        return Vec::new();
    }
    let captured = net.edge(abstraction).sources.len();
    let given = &net.region(Level::Inside(abstraction)).inputs[captured..];
    let is_sensitivity = |&wire: &WireId| match &net.wire(wire).ty {
        Type::Real(_) | Type::Tuple(_) | Type::Cotangent(_) => true,
        Type::Array(_) => !is_handed_on(net, wire),
        Type::Discrete(_)
        | Type::Function(_)
        | Type::Opaque(_)
        | Type::Option(_)
        | Type::Tape(_)
        | Type::Look(_)
        | Type::Undone(_)
        | Type::World => false,
    };
    let given: Vec<WireId> = given.iter().copied().filter(is_sensitivity).collect();
    if let [only] = given[..]
        && let Type::Real(_) = net.wire(only).ty
    {
        return Vec::new();
    }
    given
}

/// Whether an array that an abstraction takes is one of those that it gives: an accumulator, or what is undone. Branches and loops hand it on
/// if one of them does.
fn is_handed_on(net: &Hypernet, wire: WireId) -> bool {
    let mut pending = vec![wire];
    let mut seen = IdSet::new();
    while let Some(wire) = pending.pop() {
        if !seen.insert(wire) {
            continue;
        }
        match net.wire(wire).consumer {
            Consumer::Open => {}
            Consumer::Output(port) => match around(net, net.wire(wire).level) {
                Some(runs) => pending.push(net.edge(runs).targets[port as usize]),
                None => return true,
            },
            Consumer::Source(id, port) => match (branches(net, id), turn(net, id)) {
                (Some(both), _) => pending.extend(both.map(|branch| input(net, branch, port as usize - 3))),
                (None, Some((body, fold))) => {
                    let state = (port as usize).checked_sub(fold.before_state());
                    pending.extend(state.map(|at| input(net, body, fold.params_before_state() + at)));
                }
                (None, None) => pending.extend(handed_on_at(net, id, port as usize)),
            },
        }
    }
    false
}

fn input(net: &Hypernet, abstraction: EdgeId, port: usize) -> WireId {
    net.region(Level::Inside(abstraction)).inputs[port]
}

/// The branches or the loop that run the inside of this level.
fn around(net: &Hypernet, level: Level) -> Option<EdgeId> {
    let Level::Inside(owner) = level else { return None };
    let (user, _) = net.consumer_edge(*net.edge(owner).targets.first()?)?;
    (is_branch(net, owner) || is_turn(net, owner)).then_some(user)
}

/// What an edge gives of the array that it takes here.
fn handed_on_at(net: &Hypernet, id: EdgeId, port: usize) -> Vec<WireId> {
    let edge = net.edge(id);
    let Some(Operation::Array(op, _)) = edge.operation() else {
        let handed = net.handed_on(id).into_iter().filter(|&(source, _)| source == port);
        return handed.map(|(_, target)| edge.targets[target]).collect();
    };
    let is_same = |target: usize| match op.gives(target) {
        Gives::Same(operand) | Gives::Changed(operand) => operand == port,
        // A part of it, of which the whole is put together again.
        Gives::New | Gives::Other => port == 0 && target == 0 && net.wire(edge.targets[0]).ty.is_array(),
    };
    (0..edge.targets.len()).filter(|&target| is_same(target)).map(|target| edge.targets[target]).collect()
}
