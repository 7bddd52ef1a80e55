use backprop::{Differentiable, differentiable};

#[differentiable]
fn first(x: &[f64]) -> &f64 {
    &x[0]
}

#[derive(Differentiable)]
struct Model {
    weights: Vec<f64>,
}

#[differentiable]
impl Model {
    fn weights(&self) -> &[f64] {
        &self.weights
    }

    fn weights_mut(&mut self) -> &mut Vec<f64> {
        &mut self.weights
    }

    fn scaled(&self, x: f64) -> f64 {
        self.weights[0] * x
    }
}

fn main() {
    let x = [1.0, 2.0];
    let mut model = Model { weights: vec![*first(&x)] };
    model.weights_mut().push(2.0);
    let (d_model, d_x) = model.scaled_grad(model.weights()[0]);
    let _ = d_model.weights[0] + d_x;
}
