#![allow(warnings)]
use backprop::differentiable;

#[differentiable]
fn lazy(x: f64, y: f64) -> f64 {
    let mut a = x;
    assert!(x > 0.0, "{}", {
        a = y;
        a
    });
    debug_assert!(a > 0.0 && { a = y; true });
    a * y
}

fn main() {}
