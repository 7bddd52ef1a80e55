use backprop::differentiable;

#[differentiable(wrt(x), vjp = rule)]
fn square(x: f64, y: f64) -> f64 {
    x * x * y
}

fn main() {}
