use backprop::differentiable;

#[differentiable(wrt = x)]
fn square(x: f64) -> f64 {
    x * x
}

fn main() {}
