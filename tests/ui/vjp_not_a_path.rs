use backprop::differentiable;

#[differentiable(vjp = 3)]
fn square(x: f64) -> f64 {
    x * x
}

fn main() {}
