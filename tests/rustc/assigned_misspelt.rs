//! What is assigned to and is not there, each one error: that of the function as it stands.

use backprop::{Differentiable, differentiable};

#[differentiable]
fn element(x: &[f64]) -> f64 {
    let mut diagonal = x.to_vec();
    for i in 1..x.len() {
        diagonl[i] -= x[i - 1];
//      ^^^^^^^ E0425 cannot find value `diagonl`
    }
    diagonal[0]
}

#[differentiable]
fn element_replaced(x: &[f64]) -> f64 {
    let mut diagonal = x.to_vec();
    diagonl[1] = 2.0;
//  ^^^^^^^ E0425 cannot find value `diagonl`
    diagonal[0]
}

#[differentiable]
fn number(x: f64) -> f64 {
    let mut sum = 0.0;
    sun += x;
//  ^^^ E0425 cannot find value `sun`
    sum
}

#[derive(Clone, Differentiable)]
struct Point {
    x: f64,
}

#[differentiable]
fn field(point: &mut Point, k: f64) {
    pont.x *= k;
//  ^^^^ E0425 cannot find value `pont`
}

#[differentiable]
fn of_counts(x: f64, n: usize) -> f64 {
    let mut counts = vec![0_usize; n];
    conts[0] = 1;
//  ^^^^^ E0425 cannot find value `conts`
    x * counts[0] as f64
}

#[differentiable]
fn reference_to_an_element(x: &mut [f64], k: f64) {
    for v in x.iter_mut() {
        v *= k;
//      ^^^^^^ E0368
    }
}

fn main() {}
