//! What the macro does not take, and rustc does not either, is rustc's error alone.

use backprop::{Differentiable, differentiable};

#[derive(Clone, Copy, Differentiable)]
struct Point {
    x: f64,
}

#[differentiable]
fn point(x: f64) -> Point {
    Point { x }
}

#[differentiable]
fn add(a: &mut [f64], b: &mut [f64]) {
    a[0] += b[0];
}

#[differentiable]
fn tuple(p: (f64, f64)) -> f64 {
    p[0] * 2.0
//   ^^^ E0608
}

#[differentiable]
fn range(x: f64) -> f64 {
    let mut s = 0.0;
    for i in 0.0..10.0 {
//           ^^^^^^^^^ E0277
        s += x;
    }
    s
}

#[differentiable]
fn range_of_parameters(x: f64) -> f64 {
    let mut s = 0.0;
    for i in 0..x {
//              ^ E0308
        s += x;
    }
    s
}

#[differentiable]
fn result_forgotten(x: f64) {
    x * x
//  ^^^^^ E0308
}

#[differentiable]
fn field_misspelt(x: f64) -> f64 {
    let mut p = point(x);
    p.q = 2.0 * x;
//    ^ E0609
    p.x
}

fn main() {}
