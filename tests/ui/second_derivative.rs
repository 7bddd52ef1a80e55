use backprop::differentiable;

#[differentiable]
fn square(x: f64) -> f64 {
    x * x
}

#[differentiable]
fn slope(x: f64) -> f64 {
    square::grad(x) * x
}

fn main() {
    let _ = slope::grad(2.0);
}
