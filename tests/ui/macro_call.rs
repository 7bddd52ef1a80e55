use backprop::differentiable;

macro_rules! double {
    ($x:expr) => {
        $x + $x
    };
}

#[differentiable]
fn twice(x: f64) -> f64 {
    double!(x) * x
}

fn main() {}
