use backprop::differentiable;

#[differentiable]
fn first(v: (Vec<f64>, f64)) -> f64 {
    v.1
}

fn main() {}
