use backprop::differentiable;

#[differentiable]
#[differentiable(wrt(x))]
fn area(x: f64, y: f64) -> f64 {
    x * y
}

fn main() {}
