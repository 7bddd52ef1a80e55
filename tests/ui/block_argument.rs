use backprop::{Differentiable, differentiable};

#[derive(Clone, Copy, Differentiable)]
struct Line {
    slope: f64,
}

#[differentiable(wrt(x))]
impl Line {
    fn at(&self, x: f64) -> f64 {
        self.slope * x
    }
}

fn main() {
    Line { slope: 1.0 }.at(1.0);
}
