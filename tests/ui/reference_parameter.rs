use backprop::differentiable;

#[differentiable]
fn square(x: &mut f64) -> f64 {
    *x * *x
}

fn main() {}
