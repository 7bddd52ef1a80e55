//! Values that are given away: who takes one by value takes that itself, not a clone, if nothing else looks at it.

use super::control::branches;
use super::work::Work;
use crate::label::{Form, Label, Operation};
use crate::net::{Level, Producer, WireId};
use crate::types::Type;

/// Lets values that nothing else looks at go where a second one is asked for.
pub(super) fn everywhere(work: &mut Work<'_>) {
    let is_second = |edge: &crate::net::Edge| matches!(edge.operation(), Some(Operation::View(Form::Second, _)));
    for id in work.net.edges_that(is_second) {
        let edge = work.net.edge(id);
        let (source, target) = (edge.sources[0], edge.targets[0]);
        if is_own(work, source) {
            work.remove(id);
            work.fuse(source, target);
        }
    }
}

/// Whether this wire alone leads to a value, which a variable of the host owns: then it can be moved.
fn is_own(work: &Work<'_>, wire: WireId) -> bool {
    let wire = work.net.wire(wire);
    match wire.producer {
        Producer::Open => false,
        Producer::Input(port) => is_own_input(work, wire.level, port as usize),
        Producer::Target(id, _) => {
            let edge = work.net.edge(id);
            match &edge.label {
                // What has effects gives a value; what only looks at something may give a place.
                Label::Eval => edge.targets.iter().any(|&target| work.net.wire(target).ty == Type::World),
                Label::Operation(Operation::Unpack(_)) => is_own(work, edge.sources[0]),
                Label::Operation(operation) => matches!(
                    operation,
                    Operation::Fold(_)
                        | Operation::Cond(..)
                        | Operation::Record(_)
                        | Operation::Update(_)
                        | Operation::View(Form::Clone | Form::Second, _)
                ),
                Label::Copy | Label::Discard | Label::Abstraction | Label::Frame(_) => false,
            }
        }
    }
}

/// The same of what a level takes: of parameters, of the state of a loop, and of arguments of branches.
fn is_own_input(work: &Work<'_>, level: Level, port: usize) -> bool {
    let Level::Inside(abstraction) = level else { return true };
    let edge = work.net.edge(abstraction);
    let Some(port) = port.checked_sub(edge.sources.len()) else { return false };
    let Some((user, _)) = edge.targets.first().and_then(|&function| work.net.consumer_edge(function)) else {
        return false;
    };
    match &work.net.edge(user).label {
        Label::Operation(Operation::Fold(fold)) => {
            (fold.params_before_state()..fold.params_before_state() + fold.state).contains(&port)
        }
        Label::Operation(Operation::Cond(..)) => {
            let is_branch = branches(work, user).is_some_and(|both| both.contains(&abstraction));
            is_branch && work.net.edge(user).sources.get(3 + port).is_some_and(|&argument| is_own(work, argument))
        }
        Label::Operation(_) | Label::Copy | Label::Discard | Label::Eval | Label::Abstraction | Label::Frame(_) => {
            false
        }
    }
}
