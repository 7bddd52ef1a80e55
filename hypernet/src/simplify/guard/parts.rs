//! What a backpropagator is given: sensitivities of which each may be absent, since its caller may use some of the results and not others.

use super::linear::is_turn;
use super::plain::{handed_on, is_branch};
use crate::label::Label;
use crate::net::{Consumer, EdgeId, Hypernet, Level, WireId};
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

/// Whether an array that an abstraction takes is one of those that it gives: an accumulator, or what is undone.
fn is_handed_on(net: &Hypernet, mut wire: WireId) -> bool {
    loop {
        match net.wire(wire).consumer {
            Consumer::Open => return false,
            Consumer::Output(_) => return true,
            Consumer::Source(id, _) => match handed_on(net, id).into_iter().find(|&(source, _)| source == wire) {
                Some((_, target)) => wire = net.edge(id).targets[target],
                None => return false,
            },
        }
    }
}
