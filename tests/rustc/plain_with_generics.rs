//! Functions without derivatives that are called with generic arguments, and gradients of type parameters.

use backprop::differentiable;
use std::ops::Mul;

fn sq<T: Mul<Output = T> + Copy>(x: T) -> T {
    x * x
}

#[differentiable]
fn marked<T: backprop::Real>(x: T) -> T {
    x * x
}

#[differentiable]
fn called(x: f64) -> f64 {
    sq::<f64>(x) + marked::<f64>(x)
//  ^^ E0277 this function has no derivative
}

#[differentiable]
trait Potential {
    fn v(&self, x: f64) -> f64;
}

fn force<P: Potential>(at: &P, x: f64) -> f64 {
    at.v_grad(x).1
//     ^^^^^^ E0277 `P` has no cotangent
}

fn main() {
    let _ = called::grad(1.0);
}
