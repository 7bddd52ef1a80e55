use backprop::differentiable;

#[differentiable]
fn norm(v: [Option<f64>; 2]) -> f64 {
    v[0].unwrap_or(0.0)
}

fn main() {}
