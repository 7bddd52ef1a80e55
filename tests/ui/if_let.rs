use backprop::differentiable;

#[differentiable]
fn scale(x: f64) -> f64 {
    if let Some(factor) = Some(x) { factor * x } else { x }
}

fn main() {}
