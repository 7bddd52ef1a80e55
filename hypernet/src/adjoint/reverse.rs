//! The reverse pass (green): from the residual and the sensitivities of the outputs to those of the inputs.
//!
//! Copy becomes `⊕`, discard becomes zero, an operation becomes its pullback or zero, `eval` and what runs functions become
//! the eval of the backpropagator that the forward pass left, and an abstraction hands the sensitivity of the function,
//! which is that of its captures, on to them.

use std::sync::Arc;

use super::undo::{Undone, evaluate_beside};
use super::{AdjointError, Derivation, Surroundings, surgery};
use crate::label::Label;
use crate::net::{EdgeId, Hypernet, Level, WireId};
use crate::operation::{Derivative, Operation};
use crate::types::Type;

/// What the reverse pass does for an edge.
enum Reverse {
    /// Adds the sensitivities of the two results.
    Plus,
    /// Discards the sensitivities of the results; those of what the edge took are zero.
    Zero,
    /// Evaluates the backpropagator that the forward pass left; with the arrays that are undone.
    Eval(Vec<Undone>),
    /// Runs what this operation, which runs functions, says.
    Runs(Operation),
    /// Undoes what this operation has written.
    Undoes(Operation),
    /// Hands on the sensitivity of a function to what it captured.
    Captures,
    /// Runs this net on the operands that were kept and the sensitivities of the results.
    Pullback(Arc<Hypernet>),
}

impl Derivation {
    /// Erases a fringe edge, whose residual has arrived, from the green box of a pair.
    pub(super) fn erase_reverse(&mut self, pair: usize, id: EdgeId) -> Result<(), AdjointError> {
        let frame = self.pairs[pair].reverse;
        let level = self.net.edge(frame).level;
        let rule = match &self.net.edge(id).label {
            Label::Operation(operation) => match operation.derivative() {
                Derivative::Pullback(pullback) => {
                    Reverse::Pullback(pullback.net(operation).ok_or(AdjointError::NoPullback(id))?)
                }
                Derivative::Zero | Derivative::Becomes(_) => Reverse::Zero,
                Derivative::Runs(_) => Reverse::Runs(operation.clone()),
                Derivative::Undoes(_) => Reverse::Undoes(operation.clone()),
                Derivative::Missing => return Err(AdjointError::NoPullback(id)),
            },
            Label::Copy => Reverse::Plus,
            Label::Discard => Reverse::Zero,
            Label::Eval => Reverse::Eval(self.undone_by(id)),
            Label::Abstraction => Reverse::Captures,
            Label::Frame(_) => unreachable!("a box holds no box of its own level"),
        };

        let edge = surgery::erase(&mut self.net, id, &mut |_, _| ());
        // What the rule runs on: the residual, then the sensitivities of the results.
        let mut operands = self.pairs[pair].residual.remove(id).expect("the residual has arrived");
        for wire in &edge.targets {
            operands.extend(self.pairs[pair].sensitivity.remove(*wire).expect("an output has a sensitivity"));
        }
        for &wire in operands.as_slice() {
            surgery::drop_source(&mut self.net, wire);
        }
        let mut wanted: Vec<Vec<Type>> = Vec::with_capacity(edge.sources.len());
        for &wire in &edge.sources {
            let ty = &self.net.wire(wire).ty;
            wanted.push(self.types.sensitivity(ty).ok_or(AdjointError::UnknownCaptures(wire))?);
        }

        let around = &mut Surroundings { net: &mut self.net, types: &mut self.types, level };
        let net = &mut *around.net;
        let results: Vec<WireId> = match rule {
            Reverse::Plus => {
                let (a, b) = operands.split_at(operands.len() / 2);
                a.iter().zip(b).map(|(&a, &b)| surgery::plus(net, level, a, b)).collect()
            }
            Reverse::Captures => operands,
            Reverse::Eval(undone) => evaluate_beside(around, operands, &undone),
            Reverse::Runs(operation) => {
                let Derivative::Runs(runs) = operation.derivative() else { unreachable!("it runs functions") };
                (runs.reverse)(around, operands)
            }
            Reverse::Undoes(operation) => {
                let Derivative::Undoes(undoes) = operation.derivative() else { unreachable!("it is undone") };
                let (given, found) = (undoes.reverse)(around, operands);
                if let Some(found) = found {
                    self.pairs[pair].found.push((id, found));
                }
                given
            }
            Reverse::Zero => {
                for wire in operands {
                    surgery::discard(net, wire);
                }
                wanted.iter().flatten().map(|ty| surgery::zero(net, level, ty)).collect()
            }
            Reverse::Pullback(rule) => {
                let (inputs, mut outputs) = net.copy_from(&rule, Level::Outermost, level, &mut |_, _| ());
                for (upper, lower) in operands.into_iter().zip(inputs) {
                    net.fuse(upper, lower);
                    for output in outputs.as_mut_slice() {
                        if *output == lower {
                            *output = upper;
                        }
                    }
                }
                outputs
            }
        };
        let mut results = results.into_iter();
        for (&wire, types) in edge.sources.iter().zip(&wanted) {
            let bundle: Vec<WireId> = results.by_ref().take(types.len()).collect();
            if let ([sensitivity], Some(name)) = (bundle.as_slice(), self.net.wire(wire).name.clone()) {
                self.net.wire_mut(*sensitivity).name.get_or_insert_with(|| format!("d_{name}").into());
            }
            for &sensitivity in &bundle {
                self.net.push_source(frame, sensitivity);
            }
            self.pairs[pair].sensitivity.insert(wire, bundle);
        }
        Ok(())
    }
}
