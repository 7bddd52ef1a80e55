//! What is not there is one error of rustc, whatever it is taken for.

use backprop::{Differentiable, differentiable};

#[differentiable]
fn square(x: f64) -> f64 {
    2.0 * helper(x)
//        ^^^^^^ E0425 cannot find function `helper`
}

#[differentiable]
fn product(x: f64, y: f64) -> f64 {
    x * y
}

#[differentiable]
fn twice(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    f(f(x))
}

#[derive(Clone, Copy, Differentiable)]
struct Point {
    x: f64,
    y: f64,
}

#[differentiable]
fn argument(length: f64) -> f64 {
    2.0 * product(length, lenght)
//                        ^^^^^^ E0425 cannot find value `lenght`
}

#[differentiable]
fn passed(x: f64) -> f64 {
    twice(squared, x)
//        ^^^^^^^ E0425 cannot find value `squared`
}

#[differentiable]
fn field(x: f64) -> Point {
    Point { x, y: x_squared }
//                ^^^^^^^^^ E0425 cannot find value `x_squared`
}

#[differentiable]
impl Point {
    fn of_a_field(&self, model: &Point) -> f64 {
        self.x * mode.y
//               ^^^^ E0425 cannot find value `mode`
    }
}

#[differentiable]
fn element(values: &[f64]) -> f64 {
    valuess[0] * values[1]
//  ^^^^^^^ E0425 cannot find value `valuess`
}

#[differentiable]
fn looped(values: &[f64]) -> f64 {
    let mut sum = 0.0;
    for v in value {
//           ^^^^^ E0425 cannot find value `value`
        sum += v;
    }
    for v in values {
        sum += v;
    }
    sum
}

#[differentiable]
impl Point {
    fn dot(&self, other: &Point) -> f64 {
        self.x * other.x
    }

    fn size(&self) -> f64 {
        dot(self, self).sqrt()
//      ^^^ E0425 cannot find function `dot`
    }

    fn twice(&self, k: f64) -> f64 {
        let dot = |v: f64| v * k;
        dot(self.dot(self)) + Self::dot(self, self) + Point::dot(self, self)
    }
}

fn main() {
    let _ = square::grad(1.0) + passed::grad(1.0) + argument::grad(2.0);
}
