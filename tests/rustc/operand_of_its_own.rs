//! Fields in operators with numbers, which the macro takes for numbers: one error, at the field.

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
impl Point {
    fn dot(self, other: Point) -> f64 {
        self.x * other.x + self.y * other.y
    }
}

/// The macro does not see what a macro of the file defines.
macro_rules! body {
    ($name:ident) => {
        #[derive(Clone, Copy, Differentiable)]
        struct $name {
            at: Point,
            v: Point,
            mass: f64,
        }
    };
}
body!(Body);

#[differentiable]
impl Body {
    fn changes(&mut self, dt: f64) {
        self.at = self.at + self.v * dt;
//                               ^ E0277 this is a `Point`
    }
}

#[differentiable]
fn of_elements(bodies: &mut [Body], dt: f64) {
    for i in 0..bodies.len() {
        bodies[i].at = bodies[i].at + bodies[i].v * dt;
//                                              ^ E0277 this is a `Point`
    }
}

#[differentiable]
fn in_a_loop(bodies: &mut [Body], dt: f64) {
    for body in bodies.iter_mut() {
        body.at = body.at + body.v * dt;
//                               ^ E0277 this is a `Point`
    }
}

/// What the note says.
#[differentiable]
fn with_its_type(body: &Body, dt: f64) -> Point {
    let v: Point = body.v;
    body.at + v * dt
}

fn main() {}
