//! Values that are given away by value. The one that takes it gets the value itself, not a clone, if nothing else wants the whole
//! value, or if all that looks at the whole of it has done so before.

use std::collections::HashMap;

use super::control::branches;
use super::work::Work;
use crate::label::{Form, Label, Operation};
use crate::net::{Consumer, EdgeId, Level, Producer, WireId};
use crate::types::Type;

/// Lets values that nothing else wants whole go where a second one is asked for.
pub(super) fn everywhere(work: &mut Work<'_>) {
    let is_second = |edge: &crate::net::Edge| matches!(edge.operation(), Some(Operation::View(Form::Second, _)));
    let mut order = Order::default();
    for id in work.net.edges_that(is_second) {
        let edge = work.net.edge(id);
        let (level, source) = (edge.level, edge.sources[0]);
        let root = work.net.root(source);
        if work.net.wire(root).level == level && is_own(work, root) && order.is_read_beside(work, root, id) {
            let Label::Operation(Operation::View(form, _)) = &mut work.net.edge_mut(id).label else { continue };
            *form = Form::Moved;
        }
    }
}

/// The order of effects, as far as it has been asked for: how many of them come before one.
#[derive(Default)]
struct Order {
    before: HashMap<EdgeId, usize>,
}

impl Order {
    /// Whether all that this value goes to but one edge reads numbers in it, or looks at it before the effect that takes what the edge gives.
    fn is_read_beside(&mut self, work: &Work<'_>, root: WireId, but: EdgeId) -> bool {
        let level = work.net.wire(root).level;
        let taken = work.net.edge(but).targets[0];
        let taken = work.net.consumer_edge(taken).map(|(taker, _)| taker);
        let taken = taken.filter(|&taker| is_effect(work, taker) && work.net.edge(taker).level == level);
        let mut pending = vec![root];
        while let Some(wire) = pending.pop() {
            let Consumer::Source(id, _) = work.net.wire(wire).consumer else { return false };
            let edge = work.net.edge(id);
            match &edge.label {
                Label::Copy | Label::Operation(Operation::View(Form::Reference, _)) => pending.extend(&edge.targets),
                Label::Discard => {}
                Label::Operation(Operation::Project(_)) if is_number(&work.net.wire(edge.targets[0]).ty) => {}
                // What a call gives borrows nothing of what it has looked at.
                Label::Eval if is_effect(work, id) && edge.level == level => {
                    let Some(taken) = taken else { return false };
                    if self.of(work, id) >= self.of(work, taken) {
                        return false;
                    }
                }
                Label::Operation(_) | Label::Eval | Label::Abstraction | Label::Frame(_) => {
                    if id != but {
                        return false;
                    }
                }
            }
        }
        true
    }

    /// How many effects of the same level come before one.
    fn of(&mut self, work: &Work<'_>, id: EdgeId) -> usize {
        let (mut chain, mut at) = (Vec::new(), id);
        let known = loop {
            if let Some(&known) = self.before.get(&at) {
                break known;
            }
            chain.push(at);
            match before(work, at) {
                Some(earlier) => at = earlier,
                None => break 0,
            }
        };
        let mut count = known;
        for edge in chain.into_iter().rev() {
            count += 1;
            self.before.insert(edge, count);
        }
        self.before[&id]
    }
}

/// Whether an edge has its place in the order of effects.
fn is_effect(work: &Work<'_>, id: EdgeId) -> bool {
    work.net.edge(id).sources.iter().any(|&source| work.net.wire(source).ty == Type::World)
}

/// The effect before one, at the same level.
fn before(work: &Work<'_>, id: EdgeId) -> Option<EdgeId> {
    let edge = work.net.edge(id);
    let world = edge.sources.iter().find(|&&source| work.net.wire(source).ty == Type::World)?;
    let Producer::Target(earlier, _) = work.net.wire(work.net.root(*world)).producer else { return None };
    (work.net.edge(earlier).level == edge.level).then_some(earlier)
}

fn is_number(ty: &Type) -> bool {
    matches!(ty, Type::Real(_))
}

/// Whether a variable of the host owns what is on this wire, so that it can be moved.
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
                        | Operation::View(Form::Clone | Form::Second | Form::Moved, _)
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
