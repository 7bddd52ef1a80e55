//! Traits of the standard library have no derivatives: one error at each `impl`, and none where its functions are called.

use backprop::{Differentiable, Real, differentiable};

#[derive(Clone, Copy, PartialOrd, Differentiable)]
struct Point {
    x: f64,
    y: f64,
}

#[differentiable]
impl From<f64> for Point {
//   ^^^^^^^^^ no code a trait of the standard library has no derivatives
    fn from(x: f64) -> Self {
        Point { x, y: x }
    }
}

#[differentiable]
impl From<Point> for f64 {
//   ^^^^^^^^^^^ no code a trait of the standard library has no derivatives
    fn from(point: Point) -> Self {
        point.x
    }
}

#[differentiable]
impl std::iter::Sum for Point {
//   ^^^^^^^^^^^^^^ no code a trait of the standard library has no derivatives
    fn sum<I: Iterator<Item = Self>>(points: I) -> Self {
        points.fold(Point { x: 0.0, y: 0.0 }, |a, b| Point { x: a.x + b.x, y: a.y + b.y })
    }
}

/// It has nothing to differentiate.
#[differentiable]
impl PartialEq for Point {
    fn eq(&self, other: &Self) -> bool {
        self.x == other.x
    }
}

#[derive(Clone, Copy, Differentiable)]
struct Wrapped<T>(T);

#[differentiable]
impl<T: Real> From<T> for Wrapped<T> {
//            ^^^^^^^ no code a trait of the standard library has no derivatives
    fn from(x: T) -> Self {
        Wrapped(x)
    }
}

#[differentiable]
fn of_point(x: f64) -> f64 {
    let point = Point::from(x);
    point.x * point.y
}

fn main() {
    let _ = of_point::grad(1.0);
}
