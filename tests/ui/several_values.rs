#![allow(warnings)]
use backprop::differentiable;

/// Errors that are found only when the values are known: one for each statement, and none that follows from another.
#[differentiable]
fn several(x: f64, y: f64) -> f64 {
    let recursive = several(x, y);
    let sum = recursive + y;
    let inside = |v: f64| {
        let again = several(v, x);
        again * v
    };
    let product = sum * inside(y);
    let changed = {
        let total = x;
        let total = &mut (total * y);
        *total
    };
    product + changed
}

fn main() {}
