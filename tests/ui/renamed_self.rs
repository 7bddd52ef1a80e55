use backprop::{Differentiable, differentiable};
use std::ops::MulAssign;

#[derive(Differentiable)]
struct Scaled {
    value: f64,
}

#[differentiable]
impl MulAssign<f64> for Scaled {
    fn mul_assign(&mut self, factor: f64) {
        let whole = self;
        whole.value *= factor;
    }
}

fn main() {}
