//! What an adjoint computes, by the evaluator.

use hypernet::adjoint::adjoint;
use hypernet::{Datum, Hypernet, evaluate, testing};
use proptest::prelude::*;

pub(crate) fn reals(values: &[f64]) -> Vec<Datum> {
    values.iter().copied().map(Datum::Real).collect()
}

pub(crate) fn numbers(values: &[Datum]) -> Vec<f64> {
    values.iter().filter_map(Datum::as_real).collect()
}

pub(crate) fn point(inputs: usize) -> impl Strategy<Value = Vec<f64>> {
    prop::collection::vec(-testing::BOUND..testing::BOUND, inputs)
}

/// Equal up to rounding, relative to the greatest of them.
pub(crate) fn close(a: &[f64], b: &[f64]) -> bool {
    let scale = a.iter().chain(b).fold(1.0, |scale: f64, x| scale.max(x.abs()));
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| (a - b).abs() <= 1e-8 * scale)
}

/// The outputs of a net, given its adjoint, and what its backpropagator gives for this sensitivity.
pub(crate) fn pulled(adjoint: &Hypernet, x: &[f64], d: &[f64]) -> (Vec<f64>, Vec<f64>) {
    let mut outputs = evaluate(adjoint, &reals(x)).expect("a valid net on reals");
    let backpropagator = outputs.pop().expect("an adjoint has a backpropagator");
    let function = backpropagator.as_function().expect("a backpropagator is a function");
    (numbers(&outputs), numbers(&function.call(&reals(d)).expect("a valid net on reals")))
}

pub(crate) fn adjoint_of(net: &Hypernet) -> Hypernet {
    adjoint(net).expect("the captures of all functions are known")
}
