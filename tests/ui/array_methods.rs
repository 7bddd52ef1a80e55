//! What of the methods of arrays is not differentiable yet: each is one error.

use backprop::differentiable;

/// The adaptors of iterators.
#[differentiable]
fn summed(v: &[f64]) -> f64 {
    v.iter().map(|x| x * x).sum::<f64>()
}

#[differentiable]
fn folded(v: &[f64]) -> f64 {
    v.iter().fold(1.0, |product, x| product * x)
}

#[differentiable]
fn zipped(v: &[f64], w: &[f64]) -> f64 {
    v.iter().zip(w).map(|(a, b)| a * b).sum()
}

/// An order that depends on the elements.
#[differentiable]
fn sorted(v: &[f64]) -> f64 {
    let mut w = v.to_vec();
    w.sort_by(f64::total_cmp);
    w[0]
}

/// An element that may not be there.
#[differentiable]
fn maybe(v: &[f64], i: usize) -> f64 {
    let element = v.get(i);
    *element.unwrap()
}

/// Another name for a slice.
#[differentiable]
fn cloned(v: &[f64]) -> f64 {
    let w = v.clone();
    w[0]
}

#[differentiable]
fn inner(v: &[f64]) -> f64 {
    v[0] * v[0]
}

fn main() {}
