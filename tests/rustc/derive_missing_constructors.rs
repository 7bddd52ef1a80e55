// A struct without its derive, which functions without `self` make, and operators behind them: one error.
use std::ops::Mul;

use backprop::differentiable;

#[derive(Clone, Copy)]
struct Point {
    x: f64,
    y: f64,
}

#[differentiable]
impl Point {
//   ^^^^^ E0277 `Point` has no cotangent
    fn new(x: f64, y: f64) -> Self {
        Point { x, y }
    }

    fn dot(self, other: Point) -> f64 {
        self.x * other.x + self.y * other.y
    }
}

#[differentiable]
impl Mul<f64> for Point {
    type Output = Point;

    fn mul(self, k: f64) -> Point {
        Point::new(self.x * k, self.y * k)
    }
}

fn main() {}
