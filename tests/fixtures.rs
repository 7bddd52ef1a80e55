//! Functions of another crate, which knows `backprop` by another name.

use approx::assert_relative_eq;
use backprop::differentiable;
use fixture_renamed::{combined, line, logistic};

#[differentiable]
fn across(x: f64) -> f64 {
    combined(logistic(x), x) * line(x, 1.0, 2.0, 3)
}

#[test]
fn companions_of_another_crate() {
    assert_relative_eq!(logistic::grad(0.0_f32), 0.25);
    assert_relative_eq!(line::grad(1.0, 2.0, 3.0, 2), 9.0);
}

#[test]
fn calls_of_another_crate() {
    let x = 0.3;
    let h = 1e-6;
    let difference = (across(x + h) - across(x - h)) / (2.0 * h);
    assert_relative_eq!(across::grad(x), difference, max_relative = 1e-8);
}
