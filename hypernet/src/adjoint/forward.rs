//! The forward pass (orange): a copy of the primal net, which leaves the residual behind.
//!
//! Constants, identities, copy and discard stay and leave nothing. A primitive leaves copies of its operands, `eval` and
//! `cond` leave the backpropagator of the function they ran, an abstraction of `D` becomes the abstraction of the
//! adjoint of `D`.

use std::sync::Arc;

use super::surgery::{self, Change};
use super::{Derivation, Pair, backpropagator};
use crate::label::{Frame, Label, Operation};
use crate::net::{EdgeId, Level, Producer, WireId};
use crate::types::{FunctionType, Type};

impl Derivation {
    /// Erases a fringe edge from the orange box of a pair. Gives the blue box inside of the abstraction that it leaves, if
    /// the edge was one.
    pub(super) fn erase_forward(&mut self, pair: usize, id: EdgeId) -> Option<EdgeId> {
        let frame = self.pairs[pair].forward;
        let level = self.net.edge(frame).level;

        // An abstraction keeps its inside: it moves into a blue box in the new abstraction.
        let blue = (self.net.edge(id).label == Label::Abstraction).then(|| self.wrap(id, level));

        let mut above = Vec::new();
        let mut below = Vec::new();
        let types = &mut self.types;
        let edge = surgery::erase(&mut self.net, id, &mut |net, change| {
            let mut outer = |net: &mut crate::net::Hypernet, wire: WireId| {
                let (ty, name) = (types.forward(&net.wire(wire).ty), net.wire(wire).name.clone());
                net.add_wire(level, ty, name)
            };
            match change {
                Change::Leave(port) => {
                    let wire = net.edge(frame).targets[port as usize];
                    net.detach_above(wire);
                    below.push(wire);
                }
                Change::Enter(port, wire) => {
                    let wire = outer(net, wire);
                    net.attach_above(wire, Producer::Target(frame, port));
                    above.push(wire);
                }
                Change::Push(wire) => {
                    let wire = outer(net, wire);
                    net.push_target(frame, wire);
                    above.push(wire);
                }
                Change::Drop(port) => surgery::drop_target(net, frame, port),
            }
        });

        let residual = match edge.label {
            Label::Copy | Label::Discard => {
                self.net.add_edge(level, edge.label, above, below);
                Vec::new()
            }
            Label::Abstraction => {
                let bubble = blue.expect("an abstraction has been wrapped").0;
                for wire in above {
                    self.net.push_source(bubble, wire);
                }
                self.net.push_target(bubble, below[0]);
                Vec::new()
            }
            Label::Eval => self.left_by(level, Label::Eval, above, below),
            Label::Operation(Operation::Cond(first, second)) => {
                let (label, above) = self.cond(level, &first, &second, above);
                self.left_by(level, label, above, below)
            }
            Label::Operation(operation) => self.forward_operation(level, operation, above, below),
            Label::Frame(_) => unreachable!("a box holds no box of its own level"),
        };
        self.capture(pair, id, residual);
        blue.map(|(_, frame)| frame)
    }

    /// An operation stays. It leaves copies of its operands, unless it is a constant or has no derivative.
    fn forward_operation(
        &mut self,
        level: Level,
        mut operation: Operation,
        mut above: Vec<WireId>,
        below: Vec<WireId>,
    ) -> Vec<WireId> {
        match &mut operation {
            Operation::Function(function) => Arc::make_mut(function).adjoint = true,
            Operation::Pack(parts) | Operation::Unpack(parts) => {
                *parts = parts.iter().map(|ty| self.types.forward(ty)).collect();
            }
            Operation::Select(ty) | Operation::View(_, ty) => *ty = self.types.forward(ty),
            _ => {}
        }
        let mut residual = Vec::new();
        if !matches!(operation, Operation::Foreign(_)) {
            for wire in &mut above {
                let [operand, kept] = surgery::copy(&mut self.net, *wire);
                *wire = operand;
                residual.push(kept);
            }
        }
        self.net.add_edge(level, Label::Operation(operation), above, below);
        residual
    }

    /// An edge that runs a function: beside the value it gives the backpropagator, which is left.
    fn left_by(&mut self, level: Level, label: Label, above: Vec<WireId>, mut below: Vec<WireId>) -> Vec<WireId> {
        let types = match &label {
            Label::Operation(operation) => operation.signature().1,
            _ => self.net.wire(above[0]).ty.as_function().expect("eval takes a function").results.clone(),
        };
        let ty = types.last().expect("an adjoint gives a backpropagator").clone();
        let backpropagator = self.net.add_wire(level, ty, None);
        below.push(backpropagator);
        self.net.add_edge(level, label, above, below);
        vec![backpropagator]
    }

    /// The transformed `cond` and its operands. Where its functions captured something, each is wrapped, so that both leave
    /// a backpropagator of one type: it gives the sensitivities of the captures of both, zero for the one not run.
    fn cond(
        &mut self,
        level: Level,
        first: &FunctionType,
        second: &FunctionType,
        mut above: Vec<WireId>,
    ) -> (Label, Vec<WireId>) {
        let mut bundle = |function: &FunctionType| -> Vec<Type> {
            let captured = function.captured.iter().flatten();
            captured.flat_map(|ty| self.types.sensitivity(ty).unwrap_or_default()).collect()
        };
        let (of_first, of_second) = (bundle(first), bundle(second));
        if !of_first.is_empty() || !of_second.is_empty() {
            above[1] = self.padded(level, first, above[1], (&[], &of_second));
            above[2] = self.padded(level, second, above[2], (&of_first, &[]));
        }
        let ty = |wire: WireId| match &self.net.wire(wire).ty {
            Type::Function(function) => function.clone(),
            _ => unreachable!("cond takes functions"),
        };
        (Label::Operation(Operation::Cond(ty(above[1]), ty(above[2]))), above)
    }

    /// A function that runs the adjoint `wire` of `function`, and gives the backpropagator's results with zeros of these
    /// types before and after the sensitivities of the captures.
    fn padded(
        &mut self,
        level: Level,
        function: &FunctionType,
        wire: WireId,
        (before, after): (&[Type], &[Type]),
    ) -> WireId {
        let net = &mut self.net;
        let adjoint = net.wire(wire).ty.clone();
        let Type::Function(adjoint_type) = &adjoint else { unreachable!("cond takes functions") };
        let outer = net.add_edge(level, Label::Abstraction, vec![wire], Vec::new());
        let inside = Level::Inside(outer);
        let mut operands = vec![net.add_input(inside, adjoint.clone(), None)];
        operands.extend(adjoint_type.params.iter().map(|ty| net.add_input(inside, ty.clone(), None)));
        let (_, mut results) = net.add_edge_with_targets(inside, Label::Eval, operands, adjoint_type.results.clone());
        let left = results.pop().expect("an adjoint gives a backpropagator");

        let left_type = net.wire(left).ty.clone();
        let Type::Function(left_function) = &left_type else { unreachable!("a backpropagator is a function") };
        let inner = net.add_edge(inside, Label::Abstraction, vec![left], Vec::new());
        let within = Level::Inside(inner);
        let mut operands = vec![net.add_input(within, left_type.clone(), None)];
        operands.extend(left_function.params.iter().map(|ty| net.add_input(within, ty.clone(), None)));
        let (_, given) = net.add_edge_with_targets(within, Label::Eval, operands, left_function.results.clone());
        let captures: usize = function.captured.iter().flatten().map(|ty| self.types.width(ty).unwrap_or(0)).sum();
        let mut outputs: Vec<WireId> = before.iter().map(|ty| surgery::zero(net, within, ty)).collect();
        outputs.extend(&given[..captures]);
        outputs.extend(after.iter().map(|ty| surgery::zero(net, within, ty)));
        outputs.extend(&given[captures..]);
        let output_types = net.types(&outputs);
        net.set_outputs(within, outputs);
        let padded_type = Type::function(vec![left_type.clone()], left_function.params.clone(), output_types);
        let padded = net.add_wire(inside, padded_type.clone(), None);
        net.push_target(inner, padded);
        results.push(padded);
        net.set_outputs(inside, results);

        let mut result_types = adjoint_type.results.clone();
        if let Some(last) = result_types.last_mut() {
            let Type::Function(padded) = padded_type else { unreachable!("made above") };
            *last = Type::function_of_unknown(padded.params.clone(), padded.results.clone());
        }
        let ty = Type::function(vec![adjoint.clone()], adjoint_type.params.clone(), result_types);
        let wrapped = net.add_wire(level, ty, None);
        net.push_target(outer, wrapped);
        wrapped
    }

    /// A new abstraction at `level`, without captures or target yet, that holds a blue box around the content of this one.
    fn wrap(&mut self, id: EdgeId, level: Level) -> (EdgeId, EdgeId) {
        let ty = backpropagator(&self.net, Level::Inside(id), &mut self.types)
            .expect("captures have been checked at the beginning");
        let net = &mut self.net;
        let bubble = net.add_edge(level, Label::Abstraction, Vec::new(), Vec::new());
        let inside = Level::Inside(bubble);
        let frame = net.add_edge(inside, Label::Frame(Frame::Adjoint), Vec::new(), Vec::new());
        let (inputs, outputs) = net.move_contents(Level::Inside(id), Level::Inside(frame));
        net.set_inputs(Level::Inside(frame), inputs.clone());
        net.set_outputs(Level::Inside(frame), outputs.clone());
        for wire in inputs {
            let (ty, name) = (self.types.forward(&net.wire(wire).ty), net.wire(wire).name.clone());
            let outer = net.add_input(inside, ty, name);
            net.push_source(frame, outer);
        }
        for wire in outputs {
            let (ty, name) = (self.types.forward(&net.wire(wire).ty), net.wire(wire).name.clone());
            let outer = net.add_wire(inside, ty, name);
            net.push_target(frame, outer);
            net.push_output(inside, outer);
        }
        let left = net.add_wire(inside, ty, None);
        net.push_target(frame, left);
        net.push_output(inside, left);
        (bubble, frame)
    }

    /// Lets the bubble of a pair capture the residual of an edge, for the green box.
    fn capture(&mut self, pair: usize, id: EdgeId, residual: Vec<WireId>) {
        let Pair { bubble, reverse, twin, .. } = &self.pairs[pair];
        let (bubble, reverse, twin) = (*bubble, *reverse, twin[&id]);
        let mut arrived = Vec::with_capacity(residual.len());
        for wire in residual {
            let (ty, name) = (self.net.wire(wire).ty.clone(), self.net.wire(wire).name.clone());
            self.net.push_source(bubble, wire);
            let inner = self.net.add_input(Level::Inside(bubble), ty, name);
            self.pairs[pair].captured.push(inner);
            self.net.push_source(reverse, inner);
            arrived.push(inner);
        }
        self.pairs[pair].residual.insert(twin, arrived);
    }
}
