use backprop::differentiable;

#[differentiable]
fn square(x: f64) -> f64 {
    x * y
//      ^ E0425
}

fn main() {}
