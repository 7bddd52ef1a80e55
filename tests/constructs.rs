//! Every construct of the language, in functions of two numbers: the gradient against central differences, the value
//! bit for bit against the function itself.
#![allow(clippy::all, clippy::pedantic, unused_assignments, reason = "code as users write it, in many ways")]

use approx::assert_relative_eq;
use backprop::{differentiable, stop_gradient};

const GAIN: f64 = 1.75;

fn check(
    name: &str,
    f: impl Fn(f64, f64) -> f64,
    value_and_grad: impl Fn(f64, f64) -> (f64, (f64, f64)),
    grad: impl Fn(f64, f64) -> (f64, f64),
    vjp: impl Fn(f64, f64) -> (f64, (f64, f64)),
) {
    for (x, y) in [(0.3, 0.8), (1.7, 0.4), (0.9, 2.1)] {
        let (value, (dx, dy)) = value_and_grad(x, y);
        assert_eq!(value.to_bits(), f(x, y).to_bits(), "{name}: value at {x}, {y}");
        assert_eq!(vjp(x, y).0.to_bits(), value.to_bits(), "{name}: value of vjp at {x}, {y}");
        let h = 1e-5;
        let expected = ((f(x + h, y) - f(x - h, y)) / (2.0 * h), (f(x, y + h) - f(x, y - h)) / (2.0 * h));
        for (d_x, d_y) in [(dx, dy), grad(x, y), vjp(x, y).1] {
            assert_relative_eq!(d_x, expected.0, max_relative = 1e-7, epsilon = 1e-8);
            assert_relative_eq!(d_y, expected.1, max_relative = 1e-7, epsilon = 1e-8);
        }
    }
}

macro_rules! constructs {
    ($(fn $name:ident($x:ident, $y:ident) $body:block)*) => { $(
        mod $name {
            use super::*;

            #[differentiable]
            pub(super) fn function($x: f64, $y: f64) -> f64 $body

            #[test]
            fn derivatives() {
                check(
                    stringify!($name),
                    function,
                    function::value_and_grad,
                    function::grad,
                    |x, y| {
                        let (value, back) = function::vjp(x, y);
                        (value, back(1.0))
                    },
                );
            }
        }
    )* };
}

#[differentiable]
fn softplus(x: f64) -> f64 {
    x.exp().ln_1p()
}

#[differentiable]
fn rotate(x: f64, y: f64, angle: f64) -> (f64, f64) {
    let (s, c) = angle.sin_cos();
    (c * x - s * y, s * x + c * y)
}

constructs! {
    fn constant_of_one(x, y) { let _ = y; x * 2.0 }
    fn identity(x, y) { let _ = x; y }
    fn operators(x, y) { (x + y) * (x - y) / (2.0 + x * y) - -x % 1.25 }
    fn precedence(x, y) { x - (y - x * (y + 1.0)) / (x / (y / 3.0)) }
    fn literals(x, y) { 1e-1 * x + 2. * y + 1_000.5 * x * y }
    fn constants(x, y) { GAIN * x + std::f64::consts::PI * y.sin() }
    fn compound_assignment(x, y) { let mut a = x; a += y; a *= x; a -= 0.5 * y; a /= 2.0 + y; a }
    fn shadowing(x, y) { let x = x * y; let x = x + y; x * x }
    fn tuples(x, y) { let p = (x * y, (x + y, y)); p.0 * (p.1).0 + (p.1).1 }
    fn tuple_patterns(x, y) { let (a, (b, c)) = (x, (y, x * y)); a * b + c.sin() }
    fn blocks(x, y) { let a = { let b = x * y; b + b.cos() }; a * { y } }
    fn swap(x, y) { let (mut a, mut b) = (x, y); (a, b) = (b, a * b); a.sin() * b }
    fn paths(x, y) { f64::sin(x) + f64::powf(x, y) + f64::max(x, y) }
    fn fused(x, y) { x.mul_add(y, x.hypot(y)).sqrt() }
    fn casts(x, y) { let n = 3_usize; x * (n as f64) + y * (2_i32 as f64) }
    fn powers(x, y) { x.powi(3) + y.powi(-2) + x.powf(y) + 2.0_f64.powf(x) }
    fn branch(x, y) { if x < y { x * y } else { (x - y).exp() } }
    fn branch_statement(x, y) { let mut a = x; if x > y { a = a * y; } a + y }
    fn else_if(x, y) { if x < 0.5 { x.sin() } else if y < 0.5 { x * y } else { y.cos() } }
    fn nested_branches(x, y) { let a = if x < y { if x < 0.5 { x } else { y } } else { x * y }; a * a }
    fn long_else_if(x, y) {
        if x > 5.0 { (x * y + 0.1).sin() }
        else if y > 5.0 { (x * y + 0.2).sin() * x }
        else if x * y > 5.0 { (x * y + 0.3).exp() }
        else if x > 1.5 { (x * y + 0.4).cos() / y }
        else if x > 1.2 { (x + 0.5).sin() * y }
        else if x > 1.1 { (x - 0.6).sin() * y.cos() }
        else if y > 1.5 { (x / y + 0.7).sin().exp() }
        else if y > 1.4 { (x * y + 0.8).sin() }
        else { (x * x.exp() + 0.9).sin() * y.exp() }
    }
    fn deeply_nested_branches(x, y) {
        let mut a = x.sin();
        if x < 1.0 {
            a = a.exp() * y;
            let b = if a > 0.1 {
                let c = a.cos() * x;
                if y > 0.5 {
                    let d = (c * y).sin() + softplus(c);
                    if x > 0.5 {
                        let e = d.exp() * d;
                        if y > 2.0 { e.sin() * d } else { e.cos() + softplus(e * d) }
                    } else {
                        let f = d.cos() * c;
                        if f < 10.0 { let g = f.sin() * f; if g < 10.0 { (g * d).exp() + g } else { g } } else { d * f }
                    }
                } else { c.sin() }
            } else { a.cos() };
            b * a
        } else {
            let b = a.cos() * y.exp();
            if b > 0.0 { (b * a).sin() } else if b > -1.0 { (b + a).cos() } else if b > -3.0 { b.exp() } else { a * b }
        }
    }
    fn nested_branches_of_tuples(x, y) {
        let (a, b) = if x < 1.0 {
            let (c, d) = rotate(x, y, x * y);
            if c > 0.2 {
                let (e, f) = rotate(c, d, y);
                let (g, h) = if d > 0.0 {
                    let (u, v) = if e > 5.0 { (e.sin(), f.cos()) } else { let w = e.exp() * f.sin(); rotate(w, f, w.cos()) };
                    (u * e, v.sin() * u)
                } else { (e * f, softplus(f)) };
                (g * c.sin(), h * g)
            } else { (c.exp(), softplus(d).sin()) }
        } else { let c = x.sin(); if c > 0.98 { (c * y, y.sin()) } else { rotate(c, y, c) } };
        a.sin() * b
    }
    fn nested_branches_in_a_closure(x, y) {
        let f = |v: f64| {
            let a = v.sin() * x;
            if a > -5.0 {
                let b = a.exp() * y;
                if b > -5.0 {
                    let c = (b * a).cos();
                    if c > 0.3 { let d = c.exp() * b; if d > 0.1 { d.sin() * a } else { d * c } } else { (c * a).exp() }
                } else { b.sin() }
            } else { a.cos() }
        };
        if x < 1.0 { f(x) * f(y) } else { f(f(y)) }
    }
    fn logical(x, y) { if x < y && x > 0.1 || y > 10.0 { x / y } else { y / x } }
    fn match_integer(x, y) { let n = 2_i32; match n { 0 => x, 1 | 2 => x * y, _ => y } }
    fn match_tuple(x, y) { match (x < y, y < 1.0) { (true, false) => x, (false, _) => x * y, (true, true) => y.exp() } }
    fn closure(x, y) { let f = |a: f64| a * y + x; f(f(x)) }
    fn closure_never_called(x, y) { let _f = |a: f64| a * y; x + y }
    fn closure_of_two(x, y) { let f = |a: f64, b: f64| { let c = a - b; c * c }; f(x, y) + f(y, 1.0) }
    fn closure_pattern(x, y) { let f = |(a, b): (f64, f64)| a * b + x; f((x, y)) }
    fn closure_in_closure(x, y) { let f = |a: f64| { let g = |b: f64| a * b + x; g(y) * g(a) }; f(x) + f(y) }
    fn closure_returned(x, y) { let add = |a: f64| move |b: f64| a * b; add(x)(y) + add(y)(y) }
    fn closure_changes(x, y) { let mut sum = x; let mut add = |a: f64| sum += a * y; add(x); add(y); sum * sum }
    fn closure_in_branch(x, y) { let f = |a: f64| a.sin() * x; if x < y { f(x) } else { f(f(y)) } }
    fn call(x, y) { softplus(x * y) + softplus(softplus(y)) }
    fn call_of_tuple(x, y) { let (a, b) = rotate(x, y, 0.5 * x); a * a + b }
    fn call_in_closure(x, y) { let f = |a: f64| softplus(a * x); f(y) + f(x) }
    fn call_in_branch(x, y) { if x < y { softplus(x) } else { let (a, b) = rotate(x, y, y); a * b } }
}

#[differentiable]
fn cut(x: f64, y: f64) -> f64 {
    stop_gradient(x) * y + x
}

#[test]
fn a_dependence_is_cut() {
    assert_eq!(cut::grad(2.0, 3.0), (1.0, 2.0));
}

#[differentiable]
fn early(x: (f64, usize), y: f64) -> (f64, (f64, bool)) {
    (x.0 * y, (y.sin(), x.1 > 2))
}

#[test]
fn cotangents_have_the_shape_of_their_values() {
    let ((a, (b, c)), back) = early::vjp((2.0, 3), 0.5);
    assert_eq!((a, b, c), (1.0, 0.5_f64.sin(), true));
    let ((dx, ()), dy) = back((1.0, (2.0, ())));
    assert_eq!((dx, dy), (0.5, 2.0 + 2.0 * 0.5_f64.cos()));
}
