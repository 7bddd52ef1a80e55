//! An array whose dependence is cut, where a call takes it.

use backprop::{differentiable, stop_gradient};

#[differentiable(wrt(w))]
fn fit(w: f64, x: &[f64]) -> f64 {
    w * x[0] + w * w * x[1]
}

#[differentiable]
fn cut(x: &[f64]) -> f64 {
    fit(x[0], stop_gradient(x))
}

fn main() {}
