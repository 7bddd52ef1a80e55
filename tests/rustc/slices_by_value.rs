//! A slice has no size, so it is no parameter: rustc says so.

use backprop::{Differentiable, differentiable};

#[derive(Clone, Copy, Differentiable)]
struct Point {
    x: f64,
}

#[differentiable]
fn first(a: [f64]) -> f64 {
//          ^^^^^ E0277 the size for values of type
    a[0]
}

#[differentiable]
fn corner(x: f64, rows: [[f64; 2]]) -> f64 {
//                      ^^^^^^^^^^ E0277 the size for values of type
    x * rows[0][0]
}

#[differentiable]
impl Point {
    fn scaled(&self, a: [f64]) -> f64 {
//                      ^^^^^ E0277 the size for values of type
        self.x * a[0]
    }
}

fn main() {}
