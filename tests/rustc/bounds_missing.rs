//! Type parameters that have no bound: rustc says that they have no such operator or method, and nothing more is said.

use backprop::differentiable;

#[differentiable]
trait Shape {
    fn area(&self) -> f64;
}

#[differentiable]
fn squared<T>(x: T) -> T {
    x * x
//    ^ E0369
}

#[differentiable]
fn copied<T: Clone + Copy>(x: T, y: T) -> T {
    x + y
//    ^ E0369
}

#[differentiable]
fn area<S>(shape: &S) -> f64 {
    shape.area()
//        ^^^^ E0599
}

#[differentiable]
fn of_a_slice<T>(x: &[T]) -> T {
    x[0] * x[1]
//       ^ E0369
}

fn main() {}
