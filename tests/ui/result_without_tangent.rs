use backprop::differentiable;

#[differentiable]
fn sign(x: f64) -> bool {
    x > 0.0
}

fn main() {}
