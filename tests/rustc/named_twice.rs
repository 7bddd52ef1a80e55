// Names that two have, and a function that cannot be read: rustc's error is the only one.
use backprop::{Differentiable, differentiable};

#[derive(Clone, Copy, Differentiable)]
struct Point {
    x: f64,
    y: f64,
}

#[differentiable]
fn parameters(x: f64, x: f64) -> f64 {
//                    ^ E0415
    x * x
}

#[differentiable]
impl Point {
    fn parameters(&self, k: f64, k: &[f64]) -> f64 {
//                               ^ E0415
        self.x * k[0]
    }

    fn fields(self, k: f64) -> Self {
        Point { x: self.x, y: k, x: self.y }
//                               ^ E0062
    }
}

fn main() {
    let _ = Point { x: 1.0, y: 2.0 }.fields_vjp(1.0);
}
