use backprop::{Differentiable, differentiable};

#[differentiable]
fn product(x: f64) -> f64 {
    x *
}

#[derive(Clone, Copy, Differentiable)]
struct Line {
    slope: f64,
}

#[differentiable]
impl Line {
    fn at(&self, x: f64) -> f64 {
        self.slope *
    }
}

fn main() {
    let _ = product::grad(1.0) + Line { slope: 1.0 }.at_value_and_grad(1.0).0;
}
