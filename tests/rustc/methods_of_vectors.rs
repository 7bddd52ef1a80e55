//! Methods of vectors on what is a slice or an array: rustc says so, and nothing more is said.

use backprop::differentiable;

#[differentiable]
fn of_a_slice(x: &mut [f64], k: f64) {
    x.push(k);
//    ^^^^ E0599
}

#[differentiable]
fn of_an_array(k: f64) -> f64 {
    let mut x = [k, k];
    x.push(k);
//    ^^^^ E0599
    x[0]
}

#[differentiable]
fn of_zeros(k: f64) -> f64 {
    let mut x = [0.0; 3];
    x[0] = k;
    x.truncate(1);
//    ^^^^^^^^ E0599
    x[0]
}

#[differentiable]
fn of_a_part(x: &mut Vec<f64>, k: f64) {
    x[1..].insert(0, k);
//         ^^^^^^ E0599
}

fn main() {}
