//! A closure that changes what it captured, given to a function that takes `impl Fn`.

use backprop::differentiable;

#[differentiable]
fn twice(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    f(f(x))
}

#[differentiable]
fn both<F: Fn(f64) -> f64, G>(f: F, g: G, x: f64) -> f64
where
    G: Fn(f64) -> f64,
{
    f(g(x))
}

#[differentiable]
fn changes(x: f64) -> f64 {
    let mut sum = 0.0;
    let r = twice(|v| { sum += v; v * sum }, x);
//                      ^^^^^^^^ E0594
    r + sum
}

#[differentiable]
fn changes_by_bound(x: f64) -> f64 {
    let mut sum = 0.0;
    let r = both(|v| v, |v| { sum += v; v * sum }, x);
//                            ^^^^^^^^ E0594
    r + sum
}

fn main() {
    let _ = changes::grad(1.0) + changes_by_bound::grad(1.0);
}
