//! A struct with a derivative is taken apart, so that its `Drop` would be lost.

use backprop::{Differentiable, differentiable};

#[derive(Differentiable)]
struct Point {
//     ^^^^^ E0119 StructsWithADerivativeHaveNoDrop
    x: f64,
    y: f64,
}

impl Drop for Point {
    fn drop(&mut self) {
        println!("{}", self.x);
    }
}

#[differentiable]
fn product(x: f64, y: f64) -> f64 {
    let p = Point { x, y };
    p.x * p.y
}

fn main() {
    let _ = product::grad(1.0, 2.0);
}
