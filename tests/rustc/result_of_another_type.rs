//! A result of another type than the function says, where only rustc knows the type.

use backprop::{Differentiable, differentiable};

#[derive(Clone, Copy, Differentiable)]
struct Point {
    x: f64,
}

#[differentiable]
fn pair(x: f64) -> Point {
    (x, x)
//  ^^^^^^ E0308
}

#[differentiable]
fn semicolon(x: f64) -> Point {
//                      ^^^^^ E0308
    Point { x };
}

#[differentiable]
fn longer(x: f64) -> [f64; 2] {
    [x, x, x]
//  ^^^^^^^^^ E0308
}

#[differentiable]
fn array(x: f64) -> Vec<f64> {
    [x, x]
//  ^^^^^^ E0308
}

#[differentiable]
fn vector(x: &[f64]) -> [f64; 2] {
    x.to_vec()
//  ^^^^^^^^^^ E0308
}

#[differentiable]
fn returned(x: f64) {
    return x * x;
//         ^^^^^ E0308
}

fn main() {}
