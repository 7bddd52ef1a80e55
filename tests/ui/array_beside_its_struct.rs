//! An array of a struct, beside the struct itself.

use backprop::{Differentiable, differentiable};

#[derive(Clone, Differentiable)]
struct Layer {
    weights: Vec<f64>,
}

#[differentiable]
fn output(layer: &Layer, x: &[f64]) -> f64 {
    layer.weights[0] * x[0]
}

#[differentiable]
fn square(layer: &Layer, k: f64) -> f64 {
    let mut scaled = layer.clone();
    scaled.weights[0] *= k;
    output(&scaled, &scaled.weights)
}

fn main() {}
