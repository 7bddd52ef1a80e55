// A struct without its derive, which functions make and give to others: one error for each.
use std::ops::{Add, Neg};

use backprop::differentiable;

#[derive(Clone, Copy)]
struct Force {
    x: f64,
    y: f64,
}

impl Force {
    fn size(&self) -> f64 {
        self.x.hypot(self.y)
    }
}

impl Add for Force {
    type Output = Force;

    fn add(self, other: Force) -> Force {
        Force { x: self.x + other.x, y: self.y + other.y }
    }
}

impl Neg for Force {
    type Output = Force;

    fn neg(self) -> Force {
        Force { x: -self.x, y: -self.y }
    }
}

#[differentiable]
fn taken_apart(x: f64, y: f64) -> f64 {
    let force = Force { x, y };
    force.x * force.y
}

#[differentiable]
fn with_operators(x: f64, y: f64) -> f64 {
    let sum = Force { x, y } + Force { x: y, y: x };
//            ^^^^^ E0277 `Force` has no cotangent
    let back = -sum;
    sum.x * sum.y * back.x
}

#[differentiable]
fn with_method(x: f64, y: f64) -> f64 {
    let force = Force { x, y };
//              ^^^^^ E0277 `Force` has no cotangent
    force.size() * x
}

#[differentiable]
fn made_and_taken(force: Force, x: f64) -> f64 {
//                       ^^^^^ E0277 `Force` has no cotangent
    (force + Force { x, y: x }).x
}

#[differentiable]
fn made_after_that(x: f64) -> f64 {
    (-Force { x, y: x }).y
}

fn main() {}
