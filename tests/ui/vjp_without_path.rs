use backprop::differentiable;

#[differentiable(vjp)]
fn square(x: f64) -> f64 {
    x * x
}

fn main() {}
