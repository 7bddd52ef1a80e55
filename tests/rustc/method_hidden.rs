//! A method of a trait that a plain method of the type hides, where both could be called.

use backprop::{Differentiable, Real, differentiable};

#[differentiable]
trait Shape {
    fn area(&self, x: f64) -> f64;
    fn volume(self, x: f64) -> f64;
}

#[differentiable]
trait Scale<S> {
    fn scaled<T: Real>(&self, x: T) -> T;
}

#[derive(Clone, Copy, Differentiable)]
struct Square {
    side: f64,
}

impl Square {
    fn area(&self, x: f64) -> f64 {
        x + self.side
    }

    fn scaled<T: Real>(&self, x: T) -> T {
        x + x
    }
}

#[differentiable]
impl Shape for Square {
    fn area(&self, x: f64) -> f64 {
//     ^^^^ E0277 a method of the type itself has this name and no derivative
        x * self.side
    }

    fn volume(self, x: f64) -> f64 {
        x * self.side
    }
}

#[differentiable]
impl Scale<f64> for Square {
    fn scaled<T: Real>(&self, x: T) -> T {
//     ^^^^^^ E0308
        x * x
    }
}

#[derive(Clone, Copy, Differentiable)]
struct Wrapped<T> {
    inside: T,
}

impl<T: Real> Wrapped<T> {
    fn volume(self, x: f64) -> f64 {
        x
    }
}

#[differentiable]
impl<T: Real + Differentiable<Cotangent = T>> Shape for Wrapped<T> {
    fn area(&self, x: f64) -> f64 {
        x
    }

    fn volume(self, x: f64) -> f64 {
//     ^^^^^^ E0277 a method of the type itself has this name and no derivative
        x * x
    }
}

#[differentiable]
fn total(square: Square, wrapped: Wrapped<f64>, x: f64) -> f64 {
    square.area(x) + wrapped.volume(x) + square.scaled(x) + wrapped.inside
//         ^^^^ E0277 this method has no derivative
//                           ^^^^^^ E0277 this method has no derivative
//                                              ^^^^^^ E0277 this method has no derivative
}

fn main() {
    println!("{}", total(Square { side: 1.0 }, Wrapped { inside: 1.0 }, 1.0));
}
