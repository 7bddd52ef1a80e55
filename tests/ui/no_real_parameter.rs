use backprop::differentiable;

#[differentiable]
fn constant(n: u32) -> f64 {
    f64::from(n)
}

fn main() {}
