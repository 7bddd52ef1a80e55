use backprop::{Differentiable, differentiable};

#[derive(Clone, Debug, Differentiable)]
struct State {
    x: Vec<f64>,
    order: Vec<usize>,
    k: f64,
}

#[differentiable]
impl State {
    fn step(&mut self, dt: f64) {
        self.x[0] += dt;
    }

    fn shown(&mut self, dt: f64) {
        self.x[0] += dt;
        println!("{:?}", self);
    }
}

fn main() {}
