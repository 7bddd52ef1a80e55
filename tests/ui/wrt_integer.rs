use backprop::differentiable;

#[differentiable(wrt(n))]
fn power(x: f64, n: i32) -> f64 {
    x.powi(n)
}

fn main() {}
