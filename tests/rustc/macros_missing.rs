//! Of a macro that is not there, rustc says so.

use backprop::differentiable;

#[differentiable]
fn called(x: f64) -> f64 {
    square!(x) + 1.0
//  ^^^^^^ no code cannot find macro `square`
}

#[differentiable]
fn as_a_statement(x: f64) -> f64 {
    square!(x);
//  ^^^^^^ no code cannot find macro `square`
    x * x
}

fn main() {
    let _ = called::grad(1.0);
}
