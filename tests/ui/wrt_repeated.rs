use backprop::differentiable;

#[differentiable(wrt(x), wrt(y))]
fn product(x: f64, y: f64) -> f64 {
    x * y
}

fn main() {}
