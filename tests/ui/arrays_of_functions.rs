//! Arrays that a function of the index makes, where nothing says how long they are.

use backprop::{Differentiable, differentiable};

#[derive(Differentiable)]
struct Weights {
    of: [f64; 2],
}

#[differentiable]
fn product(w: &[f64; 2]) -> f64 {
    w[0] * w[1]
}

#[differentiable]
fn argument(x: &[f64]) -> f64 {
    product(&std::array::from_fn(|i| x[i]))
}

#[differentiable]
fn field(x: &[f64]) -> f64 {
    let weights = Weights { of: std::array::from_fn(|i| 2.0 * x[i]) };
    weights.of[0]
}

/// It leaves the closure early.
#[differentiable]
fn left(x: &[f64]) -> f64 {
    let a: [f64; 2] = std::array::from_fn(|i| {
        if i == 0 {
            return x[0];
        }
        x[i] * x[0]
    });
    a[1]
}

fn main() {}
