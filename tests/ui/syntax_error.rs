use backprop::differentiable;

#[differentiable]
fn product(x: f64) -> f64 {
    x *
}

fn main() {
    let _ = product::grad(1.0);
}
