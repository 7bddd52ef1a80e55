use backprop::differentiable;

#[differentiable]
fn twice(f: fn(f64) -> f64, x: f64) -> f64 {
    f(f(x))
}

fn main() {}
