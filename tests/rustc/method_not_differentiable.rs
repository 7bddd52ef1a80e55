use backprop::{Differentiable, differentiable};

#[derive(Clone, Copy, Differentiable)]
struct Line {
    slope: f64,
}

impl Line {
    fn at(&self, x: f64) -> f64 {
        self.slope * x
    }
}

#[differentiable]
fn twice(line: &Line, x: f64) -> f64 {
    line.at(line.at(x))
//       ^^ E0277 this method has no derivative
//               ^^ E0277 this method has no derivative
}

fn main() {
    twice(&Line { slope: 1.0 }, 1.0);
}
