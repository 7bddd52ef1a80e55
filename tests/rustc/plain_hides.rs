//! Plain functions of a type that hide marked ones: those of a trait that is implemented for all types, or has type parameters, and those of
//! what the type derefs to.

use std::ops::Deref;

use backprop::{Differentiable, Real, differentiable};

#[differentiable]
trait Side {
    fn side(&self) -> f64;
}

#[differentiable]
trait Area {
    fn area(&self, x: f64) -> f64;
}

#[differentiable]
impl<T: Side + Differentiable> Area for T {
    fn area(&self, x: f64) -> f64 {
        x * self.side()
    }
}

#[differentiable]
trait Scaled<K> {
    fn scaled(self, x: f64) -> f64
    where
        Self: Sized,
    {
        2.0 * x
    }

    fn unit(x: f64) -> f64 {
        x
    }
}

#[derive(Clone, Copy, Differentiable)]
struct Square {
    side: f64,
}

impl Square {
    fn area(&self, x: f64) -> f64 {
        x + self.side
    }
}

#[differentiable]
impl Square {
    #[differentiable]
    fn doubled(&self) -> f64 {
        2.0 * self.side
    }

    fn scaled(mut self, x: f64) -> f64 {
        self.side += x;
        self.side
    }

    fn unit(x: f64) -> f64 {
        x * x
    }
}

#[differentiable]
impl Side for Square {
    fn side(&self) -> f64 {
        self.side
    }
}

#[differentiable]
impl Scaled<u32> for Square {}

#[derive(Clone, Copy, Differentiable)]
struct Wrapped<T>(T);

impl<T: Real> Wrapped<T> {
    fn scaled<U: Into<T>>(self, x: U) -> T {
        self.0 * x.into()
    }
}

#[differentiable]
impl<T: Real + Differentiable> Scaled<u32> for Wrapped<T> {}

#[derive(Clone, Copy, Differentiable)]
struct Framed {
    square: Square,
}

impl Deref for Framed {
    type Target = Square;

    fn deref(&self) -> &Square {
        &self.square
    }
}

impl Framed {
    fn doubled(&self) -> f64 {
        self.square.side + 1.0
    }
}

#[differentiable]
fn of_all_types(square: &Square, x: f64) -> f64 {
    square.area(x)
//         ^^^^ E0277 this method has no derivative
}

#[differentiable]
fn with_parameters(square: Square, wrapped: Wrapped<f64>, x: f64) -> f64 {
    square.scaled(x) + wrapped.scaled(x)
//         ^^^^^^ E0277 this method has no derivative
//                             ^^^^^^ E0277 this method has no derivative
}

#[differentiable]
fn without_receiver(x: f64) -> f64 {
    Square::unit(x)
//          ^^^^ E0277 this function has no derivative
}

#[differentiable]
fn derefs(framed: &Framed) -> f64 {
    framed.doubled()
//         ^^^^^^^ E0277 this method has no derivative
}

fn main() {}
