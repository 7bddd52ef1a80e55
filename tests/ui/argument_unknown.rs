use backprop::differentiable;

#[differentiable(forward)]
fn square(x: f64) -> f64 {
    x * x
}

fn main() {}
