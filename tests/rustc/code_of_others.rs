//! What rustc finds wrong in code that is left as it is, or in a constant, is one error.

use backprop::{Differentiable, differentiable};

const COUNT: usize = 3;

fn table(n: usize) -> f64 {
    n as f64
}

#[differentiable]
fn argument(x: f64, k: i32) -> f64 {
    x * table(k)
//            ^ E0308
}

#[differentiable]
fn cast(x: f64, k: &usize) -> f64 {
    x * (k as f64)
//      ^^^^^^^^^^ E0606
}

#[differentiable]
fn sum(x: f64, n: &[usize]) -> f64 {
    let s: f64 = n.iter().sum();
//                        ^^^ E0277
    x * s
}

#[differentiable]
fn type_misspelt(x: f64, n: usize) -> f64 {
    if x > 1.0 { x } else { x * table(n.lenn()) }
//                                      ^^^^ E0599
}

#[differentiable]
fn moved(x: f64, s: String) -> f64 {
    let t = s;
    let n = s.len() + t.len();
//          ^ E0382
    x * n as f64
}

#[differentiable]
fn assertion(x: f64) -> f64 {
    assert!(x);
//  ^^^^^^^^^^ E0600
    x * x
}

fn main() {}
