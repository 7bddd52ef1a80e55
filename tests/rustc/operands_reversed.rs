// An operator that the types do not have is one error, beside other structs too.
use backprop::{Differentiable, differentiable};
use std::ops::{Add, Mul};

#[derive(Clone, Copy, Differentiable)]
struct Point {
    x: f64,
    y: f64,
}

#[differentiable]
impl Add for Point {
    type Output = Point;

    fn add(self, other: Point) -> Point {
        Point { x: self.x + other.x, y: self.y + other.y }
    }
}

#[differentiable]
impl Mul<f64> for Point {
    type Output = Point;

    fn mul(self, k: f64) -> Point {
        Point { x: self.x * k, y: self.y * k }
    }
}

#[differentiable]
fn walk(start: Point, step: Point, k: f64) -> f64 {
    let at = start + k * step;
//                     ^ E0277
    at.x * at.y
}

#[differentiable]
fn of_a_constant(start: Point, k: f64) -> f64 {
    let goal = Point { x: -2.0, y: 0.0 };
    let at = start + -1.0 * goal;
//                        ^ E0277
    at.x * k
}

/// Of a function without the bounds that it needs, nothing is said where it is called.
#[differentiable]
fn scaled<T>(x: T, y: T) -> T {
    x * y
//    ^ E0369
}

#[differentiable]
fn twice(x: f64) -> f64 {
    scaled(x, x)
}

fn main() {
    walk(Point { x: 1.0, y: 0.0 }, Point { x: 1.0, y: 0.0 }, 1.0);
    twice(1.0);
}
