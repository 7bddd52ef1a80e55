use backprop::{Differentiable, differentiable};

#[derive(Clone, Differentiable)]
struct Model {
    weight: f64,
}

#[differentiable]
fn scaled(x: f64, #[constant] k: f64) -> f64 {
    x * k
}

#[differentiable]
impl Model {
    fn at(&self, #[constant] x: f64) -> f64 {
        self.weight * x
    }
}

fn main() {
    let (d_x, _) = scaled::grad(1.0, 2.0);
    println!("{d_x} {}", Model { weight: d_x }.at(3.0));
}
