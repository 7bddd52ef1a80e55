use backprop::differentiable;

#[differentiable]
fn first(v: &[f64]) -> f64 {
    v[0]
}

fn main() {}
