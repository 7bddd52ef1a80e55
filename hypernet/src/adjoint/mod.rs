//! The adjoint transformation: the three boxes of the paper (section 3.1), as rewrites that erase one fringe edge of
//! the net inside a box at a time.
//!
//! A [`Derivation`] is a net with boxes ([`Label::Frame`]) and what is known of them. The blue box around `D : B -> B'`
//! becomes an orange box around `D` beside a bubble that holds a green box around `D`; the orange box pushes the edges
//! of `D` out below itself, last ones first, and sends what the reverse pass needs of each into the bubble; the green
//! box turns the edges of its own `D`, last ones first, into their reverse above itself. A box without edges left is
//! the identity and goes. Invariants:
//!
//! - the targets of an orange box are, port by port, the outputs of the net inside, its sources the inputs;
//! - the sources of a green box are the sensitivities of the outputs of the net inside and the residual of the edges
//!   that the orange box has erased and the green box has not; its targets are the sensitivities of the inputs;
//! - an edge is erased from the orange box before it is erased from the green one, because its residual has to be there.
//!   Otherwise the steps are independent of each other: any order gives the same net, up to the order of captures.
//!
//! The green box never looks inside an abstraction, so its copy of `D` holds bubbles with their content elided: the whole
//! transformation takes time linear in the net.

mod forward;
pub(crate) mod memo;
mod reverse;
mod step;
pub(crate) mod surgery;
mod undo;

use std::collections::VecDeque;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use crate::label::{Frame, Label};
use crate::net::{EdgeId, Hypernet, IdMap, IdTable, Level, WireId};
use crate::operation::{Constant, Derivative, Foreign, Operation};
use crate::types::{Captures, Name, Type};
use memo::Memo;
pub use step::{BoxRule, Erased, Redex};
pub(crate) use undo::{Again, Undoes};

/// Why a net has no adjoint.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum AdjointError {
    /// A function wire of which it is not known what the function captured, so that its sensitivity has no type.
    UnknownCaptures(WireId),
    /// The net already holds a box of the transformation.
    Frame(EdgeId),
    /// An operation without a pullback.
    NoPullback(EdgeId),
    /// Functions that captured one another so often that the sensitivities of all function wires together have more wires
    /// than are made: a function that captures two others has those of both.
    Captures(WireId),
    /// A gradient is asked of a net that has not exactly one real output; here is how many it has.
    RealOutputs(usize),
}

impl fmt::Display for AdjointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownCaptures(wire) => {
                write!(f, "what the function on wire {wire:?} captured is not known, so its sensitivity has no type")
            }
            Self::Frame(edge) => write!(f, "edge {edge:?} is a box of another derivation"),
            Self::NoPullback(edge) => write!(f, "the operation of edge {edge:?} has no pullback"),
            Self::Captures(wire) => {
                write!(f, "the sensitivity of the function on wire {wire:?} has too many wires")
            }
            Self::RealOutputs(count) => write!(f, "a gradient needs one real output, and there are {count}"),
        }
    }
}

impl std::error::Error for AdjointError {}

/// An orange box, the bubble beside it and the green box in the bubble.
#[derive(Debug)]
struct Pair {
    forward: EdgeId,
    bubble: EdgeId,
    reverse: EdgeId,
    /// The edge of the green box for each edge of the orange box.
    twin: IdMap<EdgeId, EdgeId>,
    /// Inside of the bubble, the wires of the residual that has arrived for an edge of the green box.
    residual: IdTable<EdgeId, Vec<WireId>>,
    /// The sources of the green box for each output of the net inside.
    sensitivity: IdTable<WireId, Vec<WireId>>,
    /// The targets of the green box for each input of the net inside, in order.
    result: Vec<Vec<WireId>>,
    /// What the forward pass gives that is found again in the reverse pass, by the edge of the green box.
    again: IdMap<EdgeId, WireId>,
    /// Inside of the bubble, what has been found again, by the edge of the green box.
    found: Vec<(EdgeId, WireId)>,
    /// The inputs of the bubble, in two parts.
    captured: Vec<WireId>,
    params: Vec<WireId>,
}

/// A net on its way to its adjoint.
#[derive(Debug)]
pub struct Derivation {
    net: Hypernet,
    pairs: Vec<Pair>,
    /// The pair of each orange and green box.
    pair_of: IdMap<EdgeId, usize>,
    types: Memo,
}

/// Where an operation stands in the forward pass.
pub(crate) struct Surroundings<'a> {
    pub(crate) net: &'a mut Hypernet,
    pub(crate) types: &'a mut Memo,
    pub(crate) level: Level,
}

/// The derivative of an operation that runs functions.
pub(crate) struct Runs<'a> {
    /// The operands of which copies are left.
    pub(crate) kept: Range<usize>,
    /// The result of which a copy is left, after those.
    pub(crate) kept_result: Option<usize>,
    /// The forward pass on these operands: functions are their adjoints there. Gives the operation that runs them, which gives
    /// last what is left beside the copies, and its operands.
    pub(crate) forward: Step<'a, (Operation, Vec<WireId>)>,
    /// The reverse pass on what was left, the copies first, and on the sensitivities of the results: the sensitivities of the
    /// operands.
    pub(crate) reverse: Step<'a, Vec<WireId>>,
}

/// A step of the transformation: what it makes of these wires.
pub(crate) type Step<'a, T> = Box<dyn FnOnce(&mut Surroundings<'_>, Vec<WireId>) -> T + 'a>;

impl<'a> Runs<'a> {
    /// The derivative of an operation that runs one function once: its adjoint gives the backpropagator last, which the
    /// reverse pass evaluates.
    pub(crate) fn once(
        forward: impl FnOnce(&mut Surroundings<'_>, Vec<WireId>) -> (Operation, Vec<WireId>) + 'a,
    ) -> Self {
        Self { kept: 0..0, kept_result: None, forward: Box::new(forward), reverse: Box::new(evaluate) }
    }
}

/// Evaluates the backpropagator, the first of these wires, at the others.
pub(crate) fn evaluate(around: &mut Surroundings<'_>, operands: Vec<WireId>) -> Vec<WireId> {
    let types = around.net.wire(operands[0]).ty.as_function().expect("a backpropagator is a function").results.clone();
    around.net.add_edge_with_targets(around.level, Label::Eval, operands, types).1
}

/// How many wires the sensitivities of all function wires may have together, beside some for each edge.
const SENSITIVITIES: usize = 500_000;

/// The adjoint of a net: `B -> B'` becomes `B -> B' ++ [B̄' -o B̄]`, the value and the backpropagator.
///
/// The backpropagator takes the sensitivities of all outputs and gives those of all inputs, in order; a wire of a
/// discrete type has none. Function types in the interface become those of the adjoints.
///
/// # Errors
/// If the net holds a function wire of unknown captures, or boxes of another derivation.
///
/// ```
/// use hypernet::{adjoint::adjoint, Builder, Primitive, Type};
///
/// let mut b = Builder::new();
/// let x = b.input(Type::f64(), Some("x"));
/// let square = b.primitive(Primitive::Mul, &[x, x])?;
/// let net = adjoint(&b.finish(&[square])?)?;
/// assert_eq!(net.outputs().len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn adjoint(net: &Hypernet) -> Result<Hypernet, AdjointError> {
    let mut derivation = Derivation::new(net)?;
    derivation.run(&mut |_, _| ())?;
    Ok(derivation.net)
}

/// As [`adjoint`]; the observer sees the net before the first step (with `None`) and after every step (with the step).
///
/// # Errors
/// As [`adjoint`].
pub fn adjoint_observed(
    net: &Hypernet,
    observer: &mut dyn FnMut(Option<Redex>, &Hypernet),
) -> Result<Hypernet, AdjointError> {
    let mut derivation = Derivation::new(net)?;
    observer(None, &derivation.net);
    derivation.run(&mut |derivation, redex| {
        derivation.settle();
        observer(Some(redex), &derivation.net);
    })?;
    Ok(derivation.net)
}

/// The adjoint of a net with its backpropagator evaluated at 1: `B -> B' ++ B̄`, the value and the gradient. For each array
/// among the outputs there is one more input, the accumulator of its sensitivity.
///
/// # Errors
/// As [`adjoint`]; if not exactly one output is real, the others being arrays or without a sensitivity.
pub fn value_and_gradient(net: &Hypernet) -> Result<Hypernet, AdjointError> {
    gradient_of_adjoint(adjoint(net)?)
}

/// As [`value_and_gradient`], of a net whose adjoint has been made already: evaluates the backpropagator, which is the
/// last output, at 1.
///
/// # Errors
/// If the backpropagator does not take exactly one real, beside arrays.
pub fn gradient_of_adjoint(mut adjoint: Hypernet) -> Result<Hypernet, AdjointError> {
    let params =
        adjoint.outputs().last().and_then(|&wire| adjoint.wire(wire).ty.as_function()).map(|f| f.params.clone());
    let reals = |types: &[Type]| types.iter().filter(|ty| !matches!(ty, Type::Array(_))).count();
    match params.as_deref() {
        Some(params) if reals(params) == 1 && params.iter().any(|ty| matches!(ty, Type::Real(_))) => {
            evaluate_at_one(&mut adjoint, params);
            Ok(adjoint)
        }
        other => Err(AdjointError::RealOutputs(other.map_or(0, reals))),
    }
}

/// Evaluates the backpropagator at 1, and at accumulators that become inputs of the net.
fn evaluate_at_one(net: &mut Hypernet, params: &[Type]) {
    let level = Level::Outermost;
    let mut outputs = net.outputs().to_vec();
    let backpropagator = outputs.pop().expect("an adjoint has a backpropagator");
    net.set_outputs(level, outputs);
    let mut operands = vec![backpropagator];
    for ty in params {
        operands.push(if let Type::Array(_) = ty {
            net.add_input(level, ty.clone(), None)
        } else {
            let one = Operation::Constant(Constant::real(1.0), ty.clone());
            surgery::operation(net, level, one, Vec::new())[0]
        });
    }
    let function = net.wire(backpropagator).ty.as_function().expect("a backpropagator is a function");
    let results = function.results.clone();
    let (_, gradient) = net.add_edge_with_targets(level, Label::Eval, operands, results);
    for wire in gradient {
        net.push_output(level, wire);
    }
}

impl Derivation {
    /// The beginning: the net in a blue box.
    ///
    /// # Errors
    /// If the net holds a function wire of unknown captures, or boxes of another derivation.
    pub fn new(net: &Hypernet) -> Result<Self, AdjointError> {
        for id in net.edge_ids() {
            match net.edge(id).label() {
                Label::Frame(_) => return Err(AdjointError::Frame(id)),
                Label::Operation(operation) if matches!(operation.derivative(), Derivative::Missing) => {
                    return Err(AdjointError::NoPullback(id));
                }
                Label::Operation(_) | Label::Copy | Label::Discard | Label::Eval | Label::Abstraction => {}
            }
        }
        let mut types = Memo::default();
        let mut left = SENSITIVITIES + 8 * net.edge_count();
        for wire in net.wire_ids() {
            let ty = &net.wire(wire).ty;
            let width = types.width(ty).filter(|_| types.known(ty)).ok_or(AdjointError::UnknownCaptures(wire))?;
            if let Type::Function(_) = ty {
                left = left.checked_sub(width).ok_or(AdjointError::Captures(wire))?;
            }
        }
        let mut whole = Hypernet::new();
        let level = Level::Outermost;
        let mut forward = |wire: WireId| (types.forward(&net.wire(wire).ty), net.wire(wire).name.clone());
        let mut sources = Vec::new();
        for &input in net.inputs() {
            let (ty, name) = forward(input);
            sources.push(whole.add_input(level, ty, name));
        }
        let mut targets = Vec::new();
        for &output in net.outputs() {
            let (ty, name) = forward(output);
            targets.push(whole.add_wire(level, ty, name));
        }
        targets.push(whole.add_wire(level, backpropagator(net, Level::Outermost, 0, &mut types)?, None));
        let frame = whole.add_edge(level, Label::Frame(Frame::Adjoint), sources, targets.clone());
        whole.set_outputs(level, targets);
        let inside = Level::Inside(frame);
        let (inputs, outputs) = whole.copy_from(net, Level::Outermost, inside, &mut |_, _| ());
        whole.set_inputs(inside, inputs);
        whole.set_outputs(inside, outputs);
        Ok(Self { net: whole, pairs: Vec::new(), pair_of: IdMap::default(), types })
    }

    /// The net as it is now.
    #[must_use]
    pub fn net(&self) -> &Hypernet {
        &self.net
    }

    /// The net at the end of the derivation; as it is now, if there are steps left.
    #[must_use]
    pub fn finish(mut self) -> Hypernet {
        self.settle();
        self.net
    }

    /// All steps that can be made now.
    #[must_use]
    pub fn redexes(&self) -> Vec<Redex> {
        let mut all = Vec::new();
        for id in self.net.edge_ids() {
            let Label::Frame(frame) = self.net.edge(id).label else { continue };
            if frame == Frame::Adjoint {
                all.push(Redex::Adjoint(id));
                continue;
            }
            let region = self.net.region(Level::Inside(id));
            if region.edges.is_empty() {
                all.push(Redex::Dissolve(id));
            }
            for &edge in &region.edges {
                let redex = match frame {
                    Frame::Forward => Redex::Forward(id, edge),
                    Frame::Reverse => Redex::Reverse(id, edge),
                    Frame::Adjoint => unreachable!("this is one step, and has been noted"),
                };
                if self.is_redex(redex) {
                    all.push(redex);
                }
            }
        }
        all
    }

    /// Whether this step can be made now.
    #[must_use]
    pub fn is_redex(&self, redex: Redex) -> bool {
        let is = |id: EdgeId, frame| self.net.get_edge(id).is_some_and(|edge| edge.label == Label::Frame(frame));
        let fringe = |frame: EdgeId, id: EdgeId| {
            self.net.get_edge(id).is_some_and(|edge| {
                edge.level == Level::Inside(frame)
                    && edge.targets.iter().all(|&wire| self.net.consumer_edge(wire).is_none())
            })
        };
        match redex {
            Redex::Adjoint(id) => is(id, Frame::Adjoint),
            Redex::Forward(id, edge) => is(id, Frame::Forward) && fringe(id, edge),
            Redex::Reverse(id, edge) => {
                is(id, Frame::Reverse) && fringe(id, edge) && self.pairs[self.pair_of[&id]].residual.contains(edge)
            }
            Redex::Dissolve(id) => {
                (is(id, Frame::Forward) || is(id, Frame::Reverse))
                    && self.net.region(Level::Inside(id)).edges.is_empty()
            }
        }
    }

    /// Makes a step; gives whether it could be made. The net is unchanged if not.
    ///
    /// # Errors
    /// If the edge that it erases has no pullback.
    pub fn step(&mut self, redex: Redex) -> Result<bool, AdjointError> {
        if !self.is_redex(redex) {
            return Ok(false);
        }
        self.apply(redex)?;
        self.settle();
        Ok(true)
    }

    /// Makes all steps: in each box the edges from last to first, orange before green, inner blue boxes after outer ones.
    fn run(&mut self, after: &mut dyn FnMut(&mut Self, Redex)) -> Result<(), AdjointError> {
        let mut pending: VecDeque<EdgeId> =
            self.net.edge_ids().filter(|&id| self.net.edge(id).label == Label::Frame(Frame::Adjoint)).collect();
        while let Some(frame) = pending.pop_front() {
            let mut order = self.net.sorted_edges(Level::Inside(frame));
            order.reverse();
            let mut make = |derivation: &mut Self, redex| {
                let new = derivation.apply(redex)?;
                after(derivation, redex);
                pending.extend(new);
                Ok(())
            };
            make(self, Redex::Adjoint(frame))?;
            let pair = self.pair_of[&frame];
            let twins: Vec<EdgeId> = order.iter().map(|edge| self.pairs[pair].twin[edge]).collect();
            for edge in order {
                make(self, Redex::Forward(frame, edge))?;
            }
            make(self, Redex::Dissolve(frame))?;
            let reverse = self.pairs[pair].reverse;
            for edge in twins {
                make(self, Redex::Reverse(reverse, edge))?;
            }
            make(self, Redex::Dissolve(reverse))?;
        }
        self.settle();
        Ok(())
    }

    /// Makes a step that can be made; gives the blue box that it leaves, if it leaves one.
    fn apply(&mut self, redex: Redex) -> Result<Option<EdgeId>, AdjointError> {
        match redex {
            Redex::Adjoint(frame) => self.open(frame).map(|()| None),
            Redex::Forward(frame, edge) => Ok(self.erase_forward(self.pair_of[&frame], edge)),
            Redex::Reverse(frame, edge) => self.erase_reverse(self.pair_of[&frame], edge).map(|()| None),
            Redex::Dissolve(frame) => {
                self.dissolve(frame);
                Ok(None)
            }
        }
    }

    /// The adjoint rule: the blue box becomes an orange one; beside it a bubble holds a green one.
    fn open(&mut self, frame: EdgeId) -> Result<(), AdjointError> {
        let net = &mut self.net;
        let inside = Level::Inside(frame);
        let level = net.edge(frame).level;
        net.edge_mut(frame).label = Label::Frame(Frame::Forward);
        let backpropagator = net.edge_mut(frame).targets.pop().expect("a blue box gives a backpropagator");
        net.detach_above(backpropagator);
        let bubble = net.add_edge(level, Label::Abstraction, Vec::new(), vec![backpropagator]);
        let within = Level::Inside(bubble);

        // The green box's copy of the content, with the insides of its abstractions elided.
        let reverse = net.add_edge(within, Label::Frame(Frame::Reverse), Vec::new(), Vec::new());
        let (first_edge, first_wire) = net.id_bounds();
        let twin = surgery::copy_elided(net, inside, Level::Inside(reverse));
        let (edges, wires) = net.id_bounds();

        let mut sensitivity = IdTable::new(first_wire..wires);
        let mut params = Vec::new();
        for wire in net.region(Level::Inside(reverse)).outputs.clone() {
            let bundle = self.add_sensitivity(within, wire)?;
            for &wire in &bundle {
                self.net.push_source(reverse, wire);
            }
            params.extend(&bundle);
            sensitivity.insert(wire, bundle);
        }
        // The looks that it takes come first. They are those that the forward pass took, and has kept.
        let looks = looks(&self.net, inside, captured(&self.net, frame));
        for ty in looks.into_iter().rev() {
            let look = self.net.add_wire(within, ty, None);
            surgery::discard(&mut self.net, look);
            params.insert(0, look);
        }
        let mut result = Vec::new();
        let mut outputs = Vec::new();
        for wire in self.net.region(Level::Inside(reverse)).inputs.clone() {
            let bundle = self.add_sensitivity(within, wire)?;
            for &wire in &bundle {
                self.net.push_target(reverse, wire);
            }
            outputs.extend(&bundle);
            result.push(bundle);
        }
        self.net.set_inputs(within, params.clone());
        self.net.set_outputs(within, outputs);
        let pair = self.pairs.len();
        self.pair_of.insert(frame, pair);
        self.pair_of.insert(reverse, pair);
        self.pairs.push(Pair {
            forward: frame,
            bubble,
            reverse,
            twin,
            residual: IdTable::new(first_edge..edges),
            sensitivity,
            result,
            again: IdMap::default(),
            found: Vec::new(),
            captured: Vec::new(),
            params,
        });
        Ok(())
    }

    /// New wires at `level` for the sensitivity of a wire.
    fn add_sensitivity(&mut self, level: Level, of: WireId) -> Result<Vec<WireId>, AdjointError> {
        let wire = self.net.wire(of);
        let types = self.types.sensitivity(&wire.ty).ok_or(AdjointError::UnknownCaptures(of))?;
        let name: Option<Name> = wire.name.as_ref().filter(|_| types.len() == 1).map(|name| format!("d_{name}").into());
        Ok(types.into_iter().map(|ty| self.net.add_wire(level, ty, name.clone())).collect())
    }

    /// Removes a box that holds wires alone: each joins what is above the box with what is below it.
    fn dissolve(&mut self, frame: EdgeId) {
        let pair = &mut self.pairs[self.pair_of[&frame]];
        let inside = Level::Inside(frame);
        let region = self.net.region(inside).clone();
        let joins: Vec<(WireId, WireId)> = if frame == pair.forward {
            let edge = self.net.edge(frame);
            let source = |wire| match self.net.wire(wire).producer {
                crate::net::Producer::Input(port) => edge.sources[port as usize],
                crate::net::Producer::Open | crate::net::Producer::Target(..) => {
                    unreachable!("a wire of a net without edges comes from an input")
                }
            };
            region.outputs.iter().zip(&edge.targets).map(|(&wire, &target)| (source(wire), target)).collect()
        } else {
            let mut joins = Vec::new();
            for (wire, targets) in region.inputs.iter().zip(&pair.result) {
                let sources = pair.sensitivity.remove(*wire).expect("an input is an output of a net without edges");
                joins.extend(sources.into_iter().zip(targets.iter().copied()));
            }
            joins
        };
        let is_reverse = frame != pair.forward;
        self.net.remove_edge(frame);
        for (upper, lower) in joins {
            self.net.fuse(upper, lower);
        }
        if is_reverse {
            self.use_again(self.pair_of[&frame]);
        }
    }

    /// Brings the interfaces of the bubbles in order, captures first, and their types up to date.
    fn settle(&mut self) {
        for pair in &self.pairs {
            if self.net.get_edge(pair.bubble).is_none() {
                continue;
            }
            let inputs: Vec<WireId> = pair.captured.iter().chain(&pair.params).copied().collect();
            self.net.set_inputs(Level::Inside(pair.bubble), inputs);
            let edge = self.net.edge(pair.bubble);
            let (captured, target) = (self.net.types(&edge.sources), edge.targets[0]);
            if let Type::Function(function) = &mut self.net.wire_mut(target).ty {
                Arc::make_mut(function).captures = Captures::Known(captured);
            }
        }
    }
}

/// The types of the looks that the net at this level takes, without those among its first inputs, so many, which are captured.
fn looks(net: &Hypernet, level: Level, captured: usize) -> Vec<Type> {
    let params = &net.region(level).inputs[captured..];
    params.iter().map(|&wire| net.wire(wire).ty.clone()).filter(Type::is_look).collect()
}

/// How many of the inputs of a box the abstraction captured that it is the whole inside of.
fn captured(net: &Hypernet, frame: EdgeId) -> usize {
    match net.edge(frame).level {
        Level::Outermost => 0,
        Level::Inside(abstraction) => net.edge(abstraction).sources.len(),
    }
}

/// The type of the backpropagator of the net at this level, of whose inputs so many are captured.
fn backpropagator(net: &Hypernet, level: Level, captured: usize, types: &mut Memo) -> Result<Type, AdjointError> {
    let looks = looks(net, level, captured);
    let region = net.region(level);
    let mut all = |wires: &[WireId]| {
        let mut all = Vec::new();
        for &wire in wires {
            all.extend(types.sensitivity(&net.wire(wire).ty).ok_or(AdjointError::UnknownCaptures(wire))?);
        }
        Ok(all)
    };
    let params = looks.into_iter().chain(all(&region.outputs)?).collect();
    Ok(Type::backpropagator(params, all(&region.inputs)?))
}

/// The operation that stands for an elided inside of an abstraction.
fn elided(inputs: Vec<Type>, outputs: Vec<Type>) -> Operation {
    Operation::Foreign(Arc::new(Foreign { name: "…".into(), id: u32::MAX, inputs, outputs }))
}
