use backprop::{Differentiable, differentiable};

#[derive(Clone, Copy, Differentiable)]
struct Point {
    x: f64,
    y: f64,
}

#[differentiable]
fn point(x: f64) -> Point {
    Point { x, y: x * x }
}

#[differentiable]
fn height(x: f64) -> f64 {
    let p = point(x);
    p.y
}

fn main() {
    height(1.0);
}
