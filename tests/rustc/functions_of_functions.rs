//! A mistake in a function that takes functions is said there, and not again where the function is called.

use backprop::differentiable;

#[differentiable]
fn integrate(f: impl Fn(f64) -> f64, a: f64, b: f64) -> f64 {
    (b - a) * f(a, b)
//            ^ E0057
}

#[differentiable]
fn steps<F: Fn(f64) -> f64>(f: F, x: f64) -> f64 {
    let mut sum = 0.0;
    for i in 0..4 {
        sum += f(x * (i + 0.5));
//                      ^ E0277
    }
    sum
}

#[differentiable]
fn caller(a: f64, b: f64) -> f64 {
    let line = |x: f64| a * x + b;
    integrate(line, 0.0, b) + integrate(|x| x * a, 0.0, 1.0) + steps(line, b)
}

fn main() {
    let _ = caller::grad(1.0, 2.0);
}
