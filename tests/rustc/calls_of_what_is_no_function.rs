//! Names that are called and are not what they seem to be, each one error.

use backprop::{differentiable, differentiate};

#[differentiable]
fn square(x: f64) -> f64 {
    x * x
}

/// A parameter has the name of a function.
#[differentiable]
fn hidden_by_a_parameter(square: f64) -> f64 {
    square(2.0) * square
//  ^^^^^^ E0618 expected function
}

fn plain(x: f64) -> f64 {
    x * x
}

fn in_place(k: f64) -> f64 {
    differentiate!(|x| plain(x) * k).grad(2.0)
//                     ^^^^^ E0277 this function has no derivative
}

fn closure_of_the_environment(k: f64) -> f64 {
    let scaled = |v: f64| v * k;
    differentiate!(|x| scaled(x)).grad(2.0)
//                     ^^^^^^ E0277 this function has no derivative
}

fn main() {}
