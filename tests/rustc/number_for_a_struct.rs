//! A number where the function says that it gives a struct, and a method that changes a struct behind `&`: rustc's error alone.

use backprop::{Differentiable, differentiable};

#[derive(Clone, Copy, Differentiable)]
struct Point {
    x: f64,
    y: f64,
}

type Length = f64;

#[differentiable]
fn product(x: f64) -> Point {
    x * 2.0
//  ^^^^^^^ E0308
}

#[differentiable]
fn parameter(x: f64) -> Point {
    x
//  ^ E0308
}

#[differentiable]
fn branches(x: f64) -> Point {
    if x > 0.0 { Point { x, y: x } } else { x }
//                                          ^ E0308
}

#[differentiable]
impl Point {
    fn scaled(self, k: f64) -> Point {
        self.x * k
//      ^^^^^^^^^^ E0308
    }

    fn put(&mut self, k: f64) {
        self.x = k * self.y;
    }

    fn sum(&self) -> f64 {
        self.x + self.y
    }
}

#[differentiable]
fn changed(p: &Point, k: f64) -> f64 {
    p.put(k);
//  ^ E0596
    p.sum()
}

#[differentiable]
fn of_another_name(x: f64) -> Length {
    x * x
}

fn main() {
    assert_eq!(of_another_name::grad(3.0), 6.0);
}
