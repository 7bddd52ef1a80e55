// A struct that a method changes is cloned by the derivative.
use backprop::{Differentiable, differentiable};

#[derive(Differentiable)]
struct Model {
    w: Vec<f64>,
}

#[differentiable]
impl Model {
    fn scale(&mut self, k: f64) {
//                ^^^^ E0277 the trait bound `Model: Clone` is not satisfied
        for i in 0..self.w.len() {
            self.w[i] *= k;
        }
    }
}

fn main() {}
