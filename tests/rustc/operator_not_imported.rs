// A trait that is not imported is one error, also if it is that of an operator.
use backprop::{Differentiable, differentiable};

#[derive(Clone, Copy, Differentiable)]
struct Point {
    x: f64,
}

#[differentiable]
impl Add for Point {
//   ^^^ E0405 Add
    type Output = Point;

    fn add(self, other: Point) -> Point {
        Point { x: self.x + other.x }
    }
}

#[differentiable]
impl Potential for Point {
//   ^^^^^^^^^ E0405 Potential
    fn energy(&self, k: f64) -> f64 {
        k * self.x
    }
}

fn main() {}
