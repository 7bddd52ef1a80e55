//! The reverse pass (green): from the residual and the sensitivities of the outputs to those of the inputs.
//!
//! Constants discard, copy becomes `⊕`, discard becomes zero, a primitive becomes its pullback, `eval` and `cond` become
//! the eval of the backpropagator that the forward pass left, and an abstraction hands the sensitivity of the function,
//! which is that of its captures, on to them.

use super::{AdjointError, Derivation, surgery};
use crate::label::{Label, Operation};
use crate::net::{EdgeId, Level, WireId};
use crate::pullback::pullback;
use crate::types::Type;

impl Derivation {
    /// Erases a fringe edge, whose residual has arrived, from the green box of a pair.
    pub(super) fn erase_reverse(&mut self, pair: usize, id: EdgeId) -> Result<(), AdjointError> {
        let frame = self.pairs[pair].reverse;
        let level = self.net.edge(frame).level;
        let rule = match &self.net.edge(id).label {
            Label::Operation(Operation::Cond(..) | Operation::Foreign(_)) => None,
            Label::Operation(operation) => Some(pullback(operation).ok_or(AdjointError::NoPullback(id))?),
            _ => None,
        };

        let edge = surgery::erase(&mut self.net, id, &mut |_, _| ());
        let residual = self.pairs[pair].residual.remove(&id).expect("the residual has arrived");
        let mut given: Vec<Vec<WireId>> = Vec::with_capacity(edge.targets.len());
        for wire in &edge.targets {
            given.push(self.pairs[pair].sensitivity.remove(wire).expect("an output has a sensitivity"));
        }
        for &wire in residual.iter().chain(given.iter().flatten()) {
            surgery::drop_source(&mut self.net, wire);
        }
        let mut wanted: Vec<Vec<Type>> = Vec::with_capacity(edge.sources.len());
        for &wire in &edge.sources {
            let ty = &self.net.wire(wire).ty;
            wanted.push(self.types.sensitivity(ty).ok_or(AdjointError::UnknownCaptures(wire))?);
        }

        let net = &mut self.net;
        let results: Vec<WireId> = match edge.label {
            Label::Copy => {
                let (a, b) = (given[0].clone(), given[1].clone());
                a.into_iter().zip(b).map(|(a, b)| surgery::plus(net, level, a, b)).collect()
            }
            Label::Discard => wanted[0].iter().map(|ty| surgery::zero(net, level, ty)).collect(),
            Label::Abstraction => given.remove(0),
            Label::Eval | Label::Operation(Operation::Cond(..)) => {
                let mut operands = residual;
                operands.extend(given.into_iter().flatten());
                let types = net.wire(operands[0]).ty.as_function().expect("a backpropagator is a function");
                let types = types.results.clone();
                net.add_edge_with_targets(level, Label::Eval, operands, types).1
            }
            Label::Operation(Operation::Foreign(_)) => {
                for wire in given.into_iter().flatten() {
                    surgery::discard(net, wire);
                }
                wanted.iter().flatten().map(|ty| surgery::zero(net, level, ty)).collect()
            }
            Label::Operation(_) => {
                let rule = rule.expect("an operation without a pullback has been refused");
                let (inputs, mut outputs) = net.copy_from(&rule, Level::Outermost, level, &mut |_, _| ());
                for (upper, lower) in residual.into_iter().chain(given.into_iter().flatten()).zip(inputs) {
                    net.fuse(upper, lower);
                    if let Some(output) = outputs.iter_mut().find(|output| **output == lower) {
                        *output = upper;
                    }
                }
                outputs
            }
            Label::Frame(_) => unreachable!("a box holds no box of its own level"),
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
