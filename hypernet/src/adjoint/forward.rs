//! The forward pass (orange): a copy of the primal net, which leaves the residual behind.
//!
//! Constants, identities, copy and discard stay and leave nothing, and so does an operation without a derivative. Other
//! operations leave copies of their operands; `eval`, and operations that run functions, leave the backpropagator of the
//! function that they ran, and the looks that it took; an abstraction of `D` becomes the abstraction of the adjoint of `D`.

use super::surgery::{self, Change};
use super::{Derivation, Pair, Surroundings, backpropagator};
use crate::label::{Frame, Label};
use crate::net::{EdgeId, Hypernet, Level, Producer, WireId};
use crate::operation::{ArrayOp, Derivative, Operation};
use crate::types::Type;

impl Derivation {
    /// Erases a fringe edge from the orange box of a pair. Gives the blue box inside of the abstraction that it leaves, if
    /// the edge was one.
    pub(super) fn erase_forward(&mut self, pair: usize, id: EdgeId) -> Option<EdgeId> {
        let frame = self.pairs[pair].forward;
        let level = self.net.edge(frame).level;

        // An abstraction keeps its inside: it moves into a blue box in the new abstraction.
        let blue = (self.net.edge(id).label == Label::Abstraction).then(|| self.wrap(id, level));

        let changed = self.changed_by(id);
        let mut above = Vec::new();
        let mut below = Vec::new();
        let types = &mut self.types;
        let edge = surgery::erase(&mut self.net, id, &mut |net, change| {
            let mut outer = |net: &mut Hypernet, wire: WireId| {
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
            Label::Eval => {
                let mut looks = self.looks(&mut above);
                looks.extend(self.keep_changed(level, &changed, &mut above));
                let mut residual = self.left_by(level, Label::Eval, above, below);
                residual.extend(looks);
                residual
            }
            Label::Operation(operation) => {
                self.note_again(pair, id, &operation, &above, &below);
                self.forward_operation(level, operation, above, below)
            }
            Label::Frame(_) => unreachable!("a box holds no box of its own level"),
        };
        self.capture(pair, id, residual);
        blue.map(|(_, frame)| frame)
    }

    /// The forward pass of an operation. It says itself what that is, and what it leaves.
    fn forward_operation(
        &mut self,
        level: Level,
        mut operation: Operation,
        mut above: Vec<WireId>,
        mut below: Vec<WireId>,
    ) -> Vec<WireId> {
        let residual = match operation.derivative() {
            Derivative::Runs(runs) => {
                let mut residual = keep(&mut self.net, &mut above[runs.kept]);
                if let Some(at) = runs.kept_result {
                    let [given, kept] = surgery::copy_above(&mut self.net, below[at]);
                    below[at] = given;
                    residual.push(kept);
                }
                let around = &mut Surroundings { net: &mut self.net, types: &mut self.types, level };
                let (operation, above) = (runs.forward)(around, above);
                residual.extend(self.left_by(level, Label::Operation(operation), above, below));
                return residual;
            }
            Derivative::Becomes(other) => {
                self.net.add_edge(level, Label::Operation(other), above, below);
                return Vec::new();
            }
            Derivative::Undoes(undoes) => {
                let around = &mut Surroundings { net: &mut self.net, types: &mut self.types, level };
                return (undoes.forward)(around, above, below);
            }
            Derivative::Zero => Vec::new(),
            Derivative::Pullback(pullback) => {
                let is_shaping = pullback.is_shaping();
                keep_all(&mut self.net, &mut above, is_shaping)
            }
            Derivative::Missing => unreachable!("what cannot be differentiated has been refused"),
        };
        let types = &mut self.types;
        operation.types_mut(&mut |ty| *ty = types.forward(ty));
        self.net.add_edge(level, Label::Operation(operation), above, below);
        residual
    }

    /// Copies of the looks that a function takes, if its backpropagator takes them again.
    fn looks(&mut self, above: &mut [WireId]) -> Vec<WireId> {
        let mut kept = Vec::new();
        let function = self.net.wire(above[0]).ty.as_function();
        let back = function.and_then(|function| function.results.last()).and_then(Type::as_function);
        if !back.is_some_and(|back| back.params.first().is_some_and(Type::is_look)) {
            return kept;
        }
        for wire in above.iter_mut().filter(|wire| self.net.wire(**wire).ty.is_look()).collect::<Vec<_>>() {
            let [operand, copy] = surgery::copy(&mut self.net, *wire);
            *wire = operand;
            kept.push(copy);
        }
        kept
    }

    /// An edge that runs functions: beside the value it gives what is left.
    fn left_by(&mut self, level: Level, label: Label, above: Vec<WireId>, mut below: Vec<WireId>) -> Vec<WireId> {
        let types = match &label {
            Label::Operation(operation) => operation.signature().1,
            Label::Copy | Label::Discard | Label::Eval | Label::Abstraction | Label::Frame(_) => {
                self.net.wire(above[0]).ty.as_function().expect("eval takes a function").results.clone()
            }
        };
        let ty = types.last().expect("an adjoint leaves something").clone();
        let left = self.net.add_wire(level, ty, None);
        below.push(left);
        self.net.add_edge(level, label, above, below);
        vec![left]
    }

    /// A new abstraction at `level`, without captures or target yet, that holds a blue box around the content of this one.
    fn wrap(&mut self, id: EdgeId, level: Level) -> (EdgeId, EdgeId) {
        let captured = self.net.edge(id).sources.len();
        let ty = backpropagator(&self.net, Level::Inside(id), captured, &mut self.types)
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

/// The same, with the shapes of arrays in their places, if they are asked for.
fn keep_all(net: &mut Hypernet, wires: &mut [WireId], shapes: bool) -> Vec<WireId> {
    let mut kept = Vec::with_capacity(wires.len());
    for wire in wires {
        if !shapes || !net.wire(*wire).ty.is_array() {
            kept.extend(keep(net, std::slice::from_mut(wire)));
            continue;
        }
        let (array, level) = (net.wire(*wire).ty.clone(), net.wire(*wire).level);
        let shaped = surgery::operation(net, level, Operation::Array(ArrayOp::Shape, array), vec![*wire]);
        *wire = shaped[0];
        kept.push(shaped[1]);
    }
    kept
}

/// Copies of these wires, which are open below; the other copies take their place. What is linear is not kept.
fn keep(net: &mut Hypernet, wires: &mut [WireId]) -> Vec<WireId> {
    let mut kept = Vec::with_capacity(wires.len());
    for wire in wires.iter_mut().filter(|wire| net.wire(**wire).ty.is_copyable()).collect::<Vec<_>>() {
        let [operand, copy] = surgery::copy(net, *wire);
        *wire = operand;
        kept.push(copy);
    }
    kept
}
