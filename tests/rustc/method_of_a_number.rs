use backprop::differentiable;

trait Erf {
    fn erf(self) -> Self;
}

impl Erf for f64 {
    fn erf(self) -> Self {
        self
    }
}

#[differentiable]
fn error_function(x: f64) -> f64 {
    2.0 * x.erf()
//          ^^^ E0599
}

fn main() {}
