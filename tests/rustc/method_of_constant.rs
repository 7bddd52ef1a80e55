use backprop::differentiable;

struct Line {
    slope: f64,
}

impl Line {
    #[differentiable]
//  ^^^^^^^^^^^^^^^^^ E0277
    fn at(&self, x: f64) -> f64 {
//         ^^^^ E0277
        self.slope * x
//           ^^^^^ E0277
    }
}

fn main() {}
