// A circle is one error, which names each function of it.
use backprop::differentiable;

#[differentiable]
fn even(x: f64, n: u32) -> f64 {
// ^^^^ E0391 __calls_in_a_circle
    if n == 0 { x } else { odd(x * x, n - 1) }
}

#[differentiable]
fn odd(x: f64, n: u32) -> f64 {
    if n == 0 { -x } else { even(2.0 * x, n - 1) }
}

#[differentiable]
fn first(x: &[f64], n: usize) -> f64 {
// ^^^^^ E0391 __calls_in_a_circle
    if n == 0 { 1.0 } else { x[n] * second(x, n - 1) }
}

#[differentiable]
fn second(x: &[f64], n: usize) -> f64 {
    x[n] * third(x, n - 1)
}

#[differentiable]
fn third(x: &[f64], n: usize) -> f64 {
    x[n] + first(x, n - 1)
}

#[differentiable]
fn outside(x: f64) -> f64 {
    even(x, 3) * 2.0
}

fn main() {
    let _ = outside::grad(1.0) + even::grad(1.0, 2) + first(&[1.0; 9], 8);
}
