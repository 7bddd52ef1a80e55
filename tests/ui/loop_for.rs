use backprop::differentiable;

#[differentiable]
fn power(x: f64, n: usize) -> f64 {
    let mut product = 1.0;
    for _ in 0..n {
        product *= x;
    }
    product
}

fn main() {}
