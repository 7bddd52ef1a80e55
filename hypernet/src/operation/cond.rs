//! The choice of a function: `bool ++ (A -o[C] B) ++ (A -o[D] B) ++ A -> B` runs the first if the condition holds, else the
//! second.

use std::sync::Arc;

use super::prelude::*;
use crate::adjoint::{Runs, Surroundings, surgery};
use crate::label::Label;
use crate::net::{Level, WireId};

pub(super) fn signature(first: &Arc<FunctionType>, second: &Arc<FunctionType>) -> (Vec<Type>, Vec<Type>) {
    let mut inputs = vec![Type::bool(), Type::Function(first.clone()), Type::Function(second.clone())];
    inputs.extend(first.params.iter().cloned());
    (inputs, first.results.clone())
}

pub(super) fn fits(first: &Arc<FunctionType>, second: &Arc<FunctionType>, how: Agree) -> Result<(), &'static str> {
    let fits = agree(&first.params, &second.params, how) && agree(&first.results, &second.results, how);
    if fits { Ok(()) } else { Err("its two functions do not take and give the same types") }
}

pub(super) fn types_mut(
    first: &mut Arc<FunctionType>,
    second: &mut Arc<FunctionType>,
    change: &mut dyn FnMut(&mut Type),
) {
    for function in [first, second] {
        let mut ty = Type::Function(function.clone());
        change(&mut ty);
        let Type::Function(changed) = ty else { unreachable!("a function stays one") };
        *function = changed;
    }
}

pub(super) fn nature(_: &Arc<FunctionType>, _: &Arc<FunctionType>) -> Nature {
    Nature { effect: Effect::None, copying: Copying::Result, runs: 1..3, linear: Linear::InNone }
}

/// The forward pass runs the adjoint of the chosen function. Where the functions captured something, each adjoint is padded,
/// so that both leave a backpropagator of one type: it gives the sensitivities of the captures of both, zero for the one
/// not run.
pub(super) fn derivative<'a>(first: &'a Arc<FunctionType>, second: &'a Arc<FunctionType>) -> Derivative<'a> {
    Derivative::Runs(Runs::once(|around, mut operands| {
        let mut bundle = |function: &FunctionType| -> Vec<Type> {
            let captured = function.captures.known().unwrap_or_default().iter();
            captured.flat_map(|ty| around.types.sensitivity(ty).unwrap_or_default()).collect()
        };
        let (of_first, of_second) = (bundle(first), bundle(second));
        if !of_first.is_empty() || !of_second.is_empty() {
            operands[1] = padded(around, first, operands[1], (&[], &of_second));
            operands[2] = padded(around, second, operands[2], (&of_first, &[]));
        }
        let ty = |wire: WireId| around.net.wire(wire).ty.as_function().expect("cond takes functions").clone();
        (Operation::Cond(ty(operands[1]), ty(operands[2])), operands)
    }))
}

/// A function that runs the adjoint `wire` of `function`, and gives the backpropagator's results with zeros of these
/// types before and after the sensitivities of the captures.
fn padded(
    around: &mut Surroundings<'_>,
    function: &FunctionType,
    wire: WireId,
    (before, after): (&[Type], &[Type]),
) -> WireId {
    let level = around.level;
    let net = &mut *around.net;
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
    let captures: usize =
        function.captures.known().unwrap_or_default().iter().map(|ty| around.types.width(ty).unwrap_or(0)).sum();
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
        *last = Type::backpropagator(padded.params.clone(), padded.results.clone());
    }
    let ty = Type::function(vec![adjoint.clone()], adjoint_type.params.clone(), result_types);
    let wrapped = net.add_wire(level, ty, None);
    net.push_target(outer, wrapped);
    wrapped
}

#[cfg(feature = "evaluate")]
pub(super) fn meaning(
    _: &Arc<FunctionType>,
    _: &Arc<FunctionType>,
    mut operands: Vec<Datum>,
    _: &Environment,
) -> Result<Outcome, EvaluateError> {
    if operands.len() < 3 {
        return Err(count(3, operands.len()));
    }
    let arguments = operands.split_off(3);
    let chosen = if machine::truth(&operands[0])? { 1 } else { 2 };
    Ok(Outcome::Call(machine::closure(operands.swap_remove(chosen))?, arguments))
}

#[cfg(feature = "text")]
pub(super) fn syntax(word: &str) -> Option<Syntax> {
    (word == "cond").then_some(Syntax::word(|operands| Some(operands.get(1..3)?.to_vec())))
}

#[cfg(feature = "text")]
pub(super) fn read(written: &Written) -> Option<Operation> {
    match written.types.as_slice() {
        [Type::Function(first), Type::Function(second)] => Some(Operation::Cond(first.clone(), second.clone())),
        _ => None,
    }
}

#[cfg(feature = "text")]
pub(super) fn write(first: &Arc<FunctionType>, second: &Arc<FunctionType>) -> Written {
    Written::new("cond", vec![Type::Function(first.clone()), Type::Function(second.clone())])
}

#[cfg(feature = "draw")]
pub(super) fn symbol(_: &Arc<FunctionType>, _: &Arc<FunctionType>) -> Symbol {
    Symbol::Box("cond".to_owned())
}
