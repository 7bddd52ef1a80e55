use backprop::differentiable;

#[differentiable(wrt(x, z))]
fn product(x: f64, y: f64) -> f64 {
    x * y
}

fn main() {}
