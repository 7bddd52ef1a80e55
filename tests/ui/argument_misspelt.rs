use backprop::differentiable;

#[differentiable(wtr(x))]
fn square(x: f64) -> f64 {
    x * x
}

fn main() {}
