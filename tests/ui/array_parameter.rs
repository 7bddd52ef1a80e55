use backprop::differentiable;

#[differentiable]
fn norm(v: [f64; 2]) -> f64 {
    v[0] * v[0] + v[1] * v[1]
}

fn main() {}
