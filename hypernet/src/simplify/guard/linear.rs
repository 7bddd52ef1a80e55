//! What is linear in which operands.

use std::sync::Arc;

use crate::label::{Label, Operation};
use crate::net::{EdgeId, Hypernet, IdSet, Level, Producer, WireId};
use crate::operation::{Fold, Linear};
use crate::simplify::roots::outside;
use crate::types::Type;

/// How many steps functions are followed to where they come from.
const STEPS: usize = 512;

/// With which of its operands the results of an edge are zero, and arrays that it hands on as they were. A `cond` is not asked
/// this: it depends on its arguments as its branches do, see [`homogeneous`].
pub(super) fn linear(net: &Hypernet, id: EdgeId) -> Linear {
    let edge = net.edge(id);
    let linear = match &edge.label {
        Label::Eval if Origin::new(net).all(edge.sources[0], &[], Wanted::Backpropagator) => sensitivities(net, id),
        Label::Operation(operation) => operation.nature().linear,
        Label::Eval | Label::Copy | Label::Discard | Label::Abstraction | Label::Frame(_) => Linear::InNone,
    };
    if matches!(&linear, Linear::InAll(ports) if ports.is_empty()) { Linear::InNone } else { linear }
}

/// The sensitivities that a backpropagator takes: not what it looks at, and not the accumulators that it hands on. None of them if
/// it gives an array that it does not hand on, of which there is no zero without a shape.
fn sensitivities(net: &Hypernet, id: EdgeId) -> Linear {
    let edge = net.edge(id);
    let handed = net.handed_on(id);
    let is_array = |wire: &&WireId| net.wire(**wire).ty.is_array();
    if edge.targets.iter().filter(is_array).count() != handed.len() {
        return Linear::InNone;
    }
    let looks = edge.sources[1..].iter().take_while(|&&wire| net.wire(wire).ty.is_look()).count();
    let last = handed.first().map_or(edge.sources.len(), |&(source, _)| source);
    let ports = 1 + looks..last;
    // The sensitivity of an array may be there in a part of it.
    if edge.sources[ports.clone()].iter().any(|wire| is_array(&wire)) { Linear::InNone } else { Linear::InAll(ports) }
}

/// What a function is, where it comes from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    /// It is linear: the backpropagator of a function of the host, or an abstraction that is zero at zero.
    Backpropagator,
    /// It is an adjoint: a constant of the host, or an argument of the whole net.
    Adjoint,
}

/// Follows functions to where they come from, through branches, loops, tapes and tuples.
struct Origin<'n> {
    net: &'n Hypernet,
    steps: usize,
}

impl<'n> Origin<'n> {
    fn new(net: &'n Hypernet) -> Self {
        Self { net, steps: STEPS }
    }

    /// Whether what comes along a wire comes from there, whichever branch is taken. The value is the part of what the wire
    /// carries, the innermost tuple last.
    #[expect(clippy::wildcard_enum_match_arm, reason = "of functions that other operations give nothing is known")]
    fn all(&mut self, wire: WireId, parts: &[usize], wanted: Wanted) -> bool {
        let net = self.net;
        let Some(steps) = self.steps.checked_sub(1) else { return false };
        self.steps = steps;
        let Producer::Target(id, port) = net.wire(wire).producer else {
            return match outside(net, wire).or_else(|| taken(net, wire)) {
                Some(outer) => self.all(outer, parts, wanted),
                None => {
                    wanted == Wanted::Adjoint
                        && parts.is_empty()
                        && net.wire(wire).level == Level::Outermost
                        && matches!(net.wire(wire).producer, Producer::Input(_))
                        && gives_function(&net.wire(wire).ty)
                }
            };
        };
        let (edge, port) = (net.edge(id), port as usize);
        let is = |asked: Wanted| parts.is_empty() && wanted == asked;
        match &edge.label {
            Label::Copy => self.all(edge.sources[0], parts, wanted),
            // Of a function that changes arrays, these are handed on changed.
            Label::Eval => {
                let function = edge.sources[0];
                is(Wanted::Backpropagator)
                    && port + 1 == edge.targets.len()
                    && net.wire(function).ty.as_function().is_some_and(|function| function.changes() == 0)
                    && self.all(function, &[], Wanted::Adjoint)
            }
            Label::Abstraction => {
                let captured = edge.sources.len();
                let inputs = &net.region(Level::Inside(id)).inputs;
                is(Wanted::Backpropagator)
                    && inputs.len() > captured
                    && homogeneous(net, id, inputs[captured..].iter().copied().collect())
            }
            Label::Operation(operation) => match operation {
                Operation::View(..) | Operation::Present(_) | Operation::Expect(_) => {
                    self.all(edge.sources[0], parts, wanted)
                }
                Operation::Absent(_) => true,
                Operation::Function(function) => is(Wanted::Adjoint) && function.adjoint,
                Operation::Cond(..) => branches(net, id).is_some_and(|both| {
                    both.into_iter().all(|branch| {
                        let given = net.region(Level::Inside(branch)).outputs[port];
                        self.all(given, parts, wanted)
                    })
                }),
                Operation::Fold(fold) => {
                    let left = port.checked_sub(fold.before_left());
                    let body = net.producer_edge(edge.sources[fold.function()]);
                    match (left, body) {
                        (Some(left), Some((body, _))) if net.edge(body).label == Label::Abstraction => {
                            let given = net.region(Level::Inside(body)).outputs[fold.state + left];
                            self.all(given, parts, wanted)
                        }
                        _ => false,
                    }
                }
                Operation::Unpack(_) => {
                    let parts = [parts, &[port]].concat();
                    self.all(edge.sources[0], &parts, wanted)
                }
                Operation::Pack(_) => match parts.split_last() {
                    Some((&part, parts)) => edge.sources.get(part).is_some_and(|&wire| self.all(wire, parts, wanted)),
                    None => false,
                },
                _ => false,
            },
            Label::Discard | Label::Frame(_) => false,
        }
    }
}

fn gives_function(ty: &Type) -> bool {
    ty.as_function().and_then(|function| function.results.last()).is_some_and(|last| last.as_function().is_some())
}

/// The function that the turns of a loop run, if it captures nothing.
pub(super) fn turn(net: &Hypernet, id: EdgeId) -> Option<(EdgeId, Arc<Fold>)> {
    let edge = net.edge(id);
    let Operation::Fold(fold) = edge.operation()? else { return None };
    let (body, _) = net.producer_edge(edge.sources[fold.function()])?;
    let is_closed = net.edge(body).label == Label::Abstraction && net.edge(body).sources.is_empty();
    is_closed.then(|| (body, fold.clone()))
}

/// Whether an abstraction is the function of the turns of a loop.
pub(super) fn is_turn(net: &Hypernet, abstraction: EdgeId) -> bool {
    loop_of(net, abstraction).is_some()
}

/// The loop whose turns run an abstraction that captures nothing.
pub(super) fn loop_of(net: &Hypernet, abstraction: EdgeId) -> Option<EdgeId> {
    let (id, _) = net.consumer_edge(*net.edge(abstraction).targets.first()?)?;
    turn(net, id).filter(|&(body, _)| body == abstraction).map(|_| id)
}

/// The loop of whose state the input of a turn is, and which value of it.
pub(super) fn carried(net: &Hypernet, wire: WireId) -> Option<(EdgeId, usize)> {
    let (Producer::Input(port), Level::Inside(owner)) = (net.wire(wire).producer, net.wire(wire).level) else {
        return None;
    };
    let id = loop_of(net, owner)?;
    let (_, fold) = turn(net, id)?;
    let at = (port as usize).checked_sub(fold.params_before_state())?;
    (at < fold.state).then_some((id, at))
}

/// The tape from which a turn of a loop takes this entry.
fn taken(net: &Hypernet, wire: WireId) -> Option<WireId> {
    let (Producer::Input(port), Level::Inside(owner)) = (net.wire(wire).producer, net.wire(wire).level) else {
        return None;
    };
    let (port, edge) = (port as usize, net.edge(owner));
    let port = port.checked_sub(edge.sources.len())?;
    let (around, at) = net.consumer_edge(*edge.targets.first()?)?;
    let Operation::Fold(fold) = net.edge(around).operation()? else { return None };
    let tape = net.edge(around).sources.get(at + 1 + port).copied();
    tape.filter(|_| at == fold.function() && port < fold.taken)
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
            // Of an array there is no zero without a shape.
            zero.extend(net.edge(id).targets.iter().copied().filter(|&wire| !net.wire(wire).ty.is_array()));
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
