//! Gradients of functions against closed forms and against dual numbers.

#![allow(clippy::many_single_char_names, clippy::float_cmp, reason = "formulas as they are in books")]

use approx::assert_relative_eq;
use backprop::{Real, differentiable};

#[differentiable]
fn running_example(x: f64) -> f64 {
    let mul = |y: f64| x * y;
    mul(x) + x
}

#[test]
fn the_running_example_of_the_paper() {
    for x in [-2.0, 0.0, 0.5, 3.0] {
        assert_eq!(running_example::value_and_grad(x), (x * x + x, 2.0 * x + 1.0));
    }
}

#[differentiable]
fn rosenbrock(x: f64, y: f64) -> f64 {
    let square = |v: f64| v * v;
    square(1.0 - x) + 100.0 * square(y - square(x))
}

#[test]
fn rosenbrock_has_its_textbook_gradient() {
    let (x, y) = (1.2, 0.7);
    let (dx, dy) = rosenbrock::grad(x, y);
    assert_relative_eq!(dx, -2.0 * (1.0 - x) - 400.0 * x * (y - x * x), max_relative = 1e-14);
    assert_relative_eq!(dy, 200.0 * (y - x * x), max_relative = 1e-14);
}

#[differentiable]
fn logistic<T: Real>(x: T) -> T {
    (T::one() + (-x).exp()).recip()
}

#[differentiable]
fn monomial<T: Real>(x: T, n: i32) -> T {
    x.powi(n)
}

#[test]
fn generic_functions() {
    assert_relative_eq!(monomial::grad(2.0_f64, 3), 12.0);
    assert_relative_eq!(monomial::grad(2.0_f32, -2), -0.25);
    assert_relative_eq!(logistic::grad(1.0_f64), 0.196_611_933_241_481_85, max_relative = 1e-12);
    assert_relative_eq!(logistic::grad(1.0_f32), 0.196_611_93, max_relative = 1e-5);
}

#[differentiable]
fn neuron(w: f64, b: f64, x: f64) -> f64 {
    let z = logistic(w * x + b);
    z * z
}

#[test]
fn calls_of_other_functions() {
    let (w, b, x) = (0.7_f64, -0.2_f64, 1.5_f64);
    let s = 1.0 / (1.0 + (-(w * x + b)).exp());
    let d = 2.0 * s * s * (1.0 - s);
    let (value, (dw, db, dx)) = neuron::value_and_grad(w, b, x);
    assert_relative_eq!(value, s * s, max_relative = 1e-14);
    assert_relative_eq!(dw, d * x, max_relative = 1e-14);
    assert_relative_eq!(db, d, max_relative = 1e-14);
    assert_relative_eq!(dx, d * w, max_relative = 1e-14);
}

#[differentiable]
fn huber(x: f64, delta: f64) -> f64 {
    if x.abs() < delta { 0.5 * x * x } else { delta * (x.abs() - 0.5 * delta) }
}

#[test]
fn branches() {
    assert_eq!(huber::value_and_grad(0.5, 1.0), (0.125, (0.5, 0.0)));
    assert_eq!(huber::value_and_grad(-3.0, 1.0), (2.5, (-1.0, 2.0)));
}

#[differentiable]
fn polar(x: f64, y: f64) -> (f64, f64) {
    (x.hypot(y), y.atan2(x))
}

#[test]
fn several_results() {
    let ((r, phi), back) = polar::vjp(3.0, 4.0);
    assert_eq!((r, phi), polar(3.0, 4.0));
    let (dx, dy) = back((2.0, 0.5));
    assert_relative_eq!(dx, 2.0 * 0.6 - 0.5 * 4.0 / 25.0, max_relative = 1e-14);
    assert_relative_eq!(dy, 2.0 * 0.8 + 0.5 * 3.0 / 25.0, max_relative = 1e-14);
}

#[differentiable(wrt(w, b))]
fn line(w: f64, b: f64, x: f64) -> f64 {
    w * x + b
}

#[differentiable]
fn through_line(x: f64) -> f64 {
    line(x, 1.0, x)
}

#[test]
fn only_the_parameters_named() {
    assert_eq!(line::grad(2.0, 1.0, 5.0), (5.0, 1.0));
    // A caller gets the sensitivities of all parameters.
    assert_eq!(through_line::grad(3.0), 6.0);
}

#[differentiable]
fn power(x: f64, n: i32) -> f64 {
    x.powi(n)
}

#[test]
fn integers_have_no_entry() {
    assert_eq!(power::grad(2.0, 3), 12.0);
    let mut dx = 1.0;
    assert_eq!(power::accumulate_grad(2.0, 3, &mut dx), 8.0);
    assert_eq!(dx, 13.0);
    assert_eq!(power::value_and_grad_into(2.0, 3, &mut dx), 8.0);
    assert_eq!(dx, 12.0);
}
