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

    fn copied(&mut self, dt: f64) -> f64 {
        self.x[0] += dt;
        let copy = self.clone();
        self.x[0] * copy.k
    }

    fn replaced(&mut self, other: &State) {
        self.x[0] += other.k;
        *self = other.clone();
    }

    fn shown(&mut self, dt: f64) {
        self.x[0] += dt;
        println!("{:?}", self);
    }

    fn ordered(&mut self, dt: f64) {
        self.x[self.order[0]] += dt;
        self.step(dt);
    }

    fn looked_at(&mut self, dt: f64) -> f64 {
        self.x[0] += dt;
        first(&self.x)
    }
}

#[differentiable]
fn first(x: &[f64]) -> f64 {
    x[0]
}

fn main() {}
