//! Methods that need an order of all elements, which real numbers have not.

use backprop::differentiable;

#[differentiable]
fn median(x: &[f64]) -> f64 {
    let mut y = x.to_vec();
    y.sort();
//    ^^^^ E0277
    y[y.len() / 2]
}

#[differentiable]
fn sorted(x: &mut [f64]) {
    x.sort_unstable();
//    ^^^^^^^^^^^^^ E0277
}

#[differentiable]
fn largest(x: &[f64]) -> f64 {
    *x.iter().max().unwrap()
//            ^^^ E0277
}

fn main() {
    let _ = median::grad(&[1.0]);
}
