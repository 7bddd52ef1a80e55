use backprop::{Differentiable, differentiable};

#[derive(Clone, Copy, Differentiable)]
struct Point {
    x: f64,
}

#[differentiable]
fn shifted(f: impl Fn(&Point) -> f64, x: f64) -> f64 {
    f(&Point { x: x + 1.0 })
}

fn main() {
    shifted(|p| p.x, 1.0);
}
