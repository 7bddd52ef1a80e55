use backprop::differentiable;

#[differentiable]
fn square(x: f64) -> f64 {
    let _later = async { x };
    x * x
}

fn main() {}
