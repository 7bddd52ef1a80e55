use backprop::differentiable;

#[differentiable]
const SCALE: f64 = 2.0;

fn main() {}
