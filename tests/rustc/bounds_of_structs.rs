// Type parameters of structs that have no cotangent, each one error, and nothing at the attribute.
use std::ops::Mul;

use backprop::{Differentiable, differentiable};

#[derive(Clone, Copy, Differentiable)]
struct Line<T> {
    slope: T,
}

#[differentiable]
impl<T> Line<T> {
    fn at(&self, x: T) -> T {
        self.slope * x
//                 ^ E0369
    }
}

#[derive(Clone, Copy, Differentiable)]
struct Scaled<T>(T);

#[differentiable]
impl<T: Copy + Mul<Output = T>> Scaled<T> {
    fn by(&self, factor: T) -> T {
//                       ^ no code nothing says what kind of value the type parameter `T` stands for
        self.0 * factor
    }
}

// The trait has no attribute, of which the block of one of its types says so.
trait Activation {
    fn apply(&self, x: f64) -> f64;
}

#[derive(Clone, Copy, Differentiable)]
struct Tanh;

#[differentiable]
impl Activation for Tanh {
//   ^^^^^^^^^^ no code this trait is not marked
    fn apply(&self, x: f64) -> f64 {
        x.tanh()
    }
}

#[derive(Differentiable)]
struct Layer<A> {
    weights: Vec<f64>,
    activation: A,
}

#[differentiable]
impl<A: Activation> Layer<A> {
    fn output(&self, x: f64) -> f64 {
        self.activation.apply(self.weights[0] * x)
    }
}

fn main() {}
