use backprop::differentiable;

#[differentiable]
fn doubled(x: f64) -> f64 {
    2 * x + 1.0
//    ^ E0277
}

#[differentiable]
fn rate(x: f64) -> f64 {
    x * x
}

#[differentiable]
fn hidden(x: f64, rate: f64) -> f64 {
    rate(x) * rate
//  ^^^^ E0618
}

fn main() {
    let _ = doubled(1.0) + rate(1.0) + hidden(1.0, 1.0);
}
