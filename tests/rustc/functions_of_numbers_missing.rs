//! Functions of Rust's own numbers that are not there.

use backprop::differentiable;

#[differentiable]
fn apply(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    f(x)
}

#[differentiable]
fn passed(x: f64) -> f64 {
    apply(f64::sinn, x)
//             ^^^^ E0599 sinn
}

#[differentiable]
fn called(x: f64) -> f64 {
    f64::coss(x)
//       ^^^^ E0599 coss
}

fn main() {
    let _ = passed::grad(1.0);
}
