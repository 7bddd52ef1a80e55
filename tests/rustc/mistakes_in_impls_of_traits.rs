// A mistake in the `impl` of a trait or of an operator is one error, as in a function.
use backprop::{Differentiable, differentiable};
use std::ops::{Add, Mul, Sub};

#[derive(Clone, Copy, Differentiable)]
struct Point {
    x: f64,
    y: f64,
}

#[differentiable]
fn half(x: f64) -> f64 {
    0.5 * x
}

#[differentiable]
impl Point {
    fn dot(&self, other: &Point) -> f64 {
        self.x * other.x + self.y * other.y
    }
}

#[differentiable]
trait Field {
    fn arguments(&self, p: Point) -> f64;
    fn of_a_method(&self, p: Point) -> f64;
    fn field(&self, k: f64) -> f64;
    fn reference(&self, p: Point) -> f64;
    fn method(&self, p: Point) -> f64;
    fn by_value(self, k: f64) -> f64;
}

#[derive(Clone, Copy, Differentiable)]
struct Well {
    depth: f64,
    center: Point,
}

#[differentiable]
impl Field for Well {
    fn arguments(&self, p: Point) -> f64 {
        self.depth * half(p.x, 1.0)
//                   ^^^^ E0061
    }

    fn of_a_method(&self, p: Point) -> f64 {
        half(p.dot())
//             ^^^ E0061
    }

    fn field(&self, k: f64) -> f64 {
        half(k) * self.dept
//                     ^^^^ E0609
    }

    fn reference(&self, p: Point) -> f64 {
        p.dot(self.center)
//            ^^^^^^^^^^^ E0308
    }

    fn method(&self, p: Point) -> f64 {
        self.depth * p.dott(&self.center)
//                     ^^^^ E0599 dott
    }

    fn by_value(self, k: f64) -> f64 {
        half(self.center) * k
//           ^^^^^^^^^^^ E0308
    }
}

#[differentiable]
impl Add for Point {
    type Output = Point;

    fn add(self, other: Point) -> Point {
        Point { x: self.x + other, y: half(self.y) }
//                        ^ E0277
    }
}

#[differentiable]
impl Sub for Point {
    type Output = Point;

    fn sub(self, other: Point) -> Point {
        Point { x: self.x - other.z, y: self.y }
//                                ^ E0609
    }
}

#[differentiable]
impl Mul<f64> for Point {
    type Output = Point;

    fn mul(self, k: f64) -> Point {
        Point { x: self.x * k, y: half(self) }
//                                     ^^^^ E0308
    }
}

fn main() {}
