use backprop::differentiable;

struct Line {
    slope: f64,
}

impl Line {
    #[differentiable]
    fn at(&self, x: f64) -> f64 {
//         ^^^^ E0277
//         ^^^^ E0277
        self.slope * x
    }
}

fn main() {}
