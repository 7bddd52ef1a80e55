use backprop::differentiable;

#[differentiable]
fn even(x: f64, n: u32) -> f64 {
// ^^^^ E0720
// ^^^^ E0720
    if n == 0 { x } else { odd(x * x, n - 1) }
}

#[differentiable]
fn odd(x: f64, n: u32) -> f64 {
// ^^^ E0720
// ^^^ E0720
    if n == 0 { -x } else { even(2.0 * x, n - 1) }
}

fn main() {}
