//! Singular points behind guards: the derivative is that of the branch taken, so what only another branch uses contributes
//! nothing, however infinite its partial derivatives are. Where the singular branch is taken, the calculus says what it says.
//!
//! The expected derivatives are closed forms of the branch that the point takes.
#![allow(clippy::all, clippy::pedantic, unused_assignments, reason = "code as users write it, in many ways")]

use backprop::{Differentiable, differentiable};

const EPS: f64 = 1e-9;
const INF: f64 = f64::INFINITY;
const NOTHING: f64 = 0.0;

fn nothing() -> f64 {
    NOTHING
}

fn same(found: f64, expected: f64) -> bool {
    found.to_bits() == expected.to_bits() || found == expected || (found - expected).abs() <= 1e-12 * expected.abs()
}

/// Every way to ask for the derivative gives the value bit for bit and these sensitivities; one that is to be NaN is NaN.
fn check(name: &str, at: (f64, f64), value: f64, expected: (f64, f64), found: Vec<(f64, (f64, f64))>) {
    let agrees = |d: f64, expected: f64| same(d, expected) || (d.is_nan() && expected.is_nan());
    for (way, (found, (dx, dy))) in found.into_iter().enumerate() {
        assert_eq!(found.to_bits(), value.to_bits(), "{name} at {at:?}, way {way}: the value");
        assert!(
            agrees(dx, expected.0) && agrees(dy, expected.1),
            "{name} at {at:?}, way {way}: the gradient is ({dx}, {dy}), not {expected:?}"
        );
    }
}

macro_rules! guarded {
    ($(fn $name:ident($x:ident, $y:ident) $body:block $(at $at:expr => $expected:expr;)+)*) => { $(
        mod $name {
            use super::*;

            #[differentiable]
            pub(super) fn function($x: f64, $y: f64) -> f64 $body

            #[test]
            fn derivative() {
                for (at, expected) in [$(($at, $expected)),+] {
                    let (x, y): (f64, f64) = at;
                    let (value, back) = function::vjp(x, y);
                    let (mut into, mut sum) = ((7.0, 7.0), (0.0, 0.0));
                    let of_into = function::value_and_grad_into(x, y, &mut into.0, &mut into.1);
                    let of_sum = function::accumulate_grad(x, y, &mut sum.0, &mut sum.1);
                    let closure = backprop::differentiate!(|a: f64, b: f64| function(a, b));
                    let found = vec![
                        (value, back(1.0)),
                        function::value_and_grad(x, y),
                        (function(x, y), function::grad(x, y)),
                        (of_into, into),
                        (of_sum, sum),
                        closure.value_and_grad(x, y),
                    ];
                    check(stringify!($name), at, function(x, y), expected, found);
                }
            }
        }
    )* };
}

#[differentiable]
fn norm(x: f64, y: f64) -> f64 {
    (x * x + y * y).sqrt()
}

#[differentiable]
fn inverse(x: f64) -> f64 {
    1.0 / x
}

#[derive(Differentiable, Clone, Copy)]
struct Polar {
    radius: f64,
    slope: f64,
}

#[differentiable]
fn polar(x: f64, y: f64) -> Polar {
    Polar { radius: (x * x + y * y).sqrt(), slope: y / x }
}

guarded! {
    // What is computed before a branch, and used by one of the two.
    fn root(x, y) { let d = (x * x + y * y).sqrt(); if d < EPS { 0.0 } else { x / d } }
        at (0.0, 0.0) => (0.0, 0.0);
        at (3.0, 4.0) => (16.0 / 125.0, -12.0 / 125.0);
    fn root_first(x, y) { let d = (x * x + y * y).sqrt(); if d > EPS { x / d } else { y } }
        at (0.0, 0.0) => (0.0, 1.0);
    fn length(x, y) { let d = x.hypot(y); if d < EPS { x } else { y / d } }
        at (0.0, 0.0) => (1.0, 0.0);
    fn logarithm(x, y) { let l = x.ln(); if x > 0.0 { x * l } else { y } }
        at (0.0, 2.0) => (0.0, 1.0);
        at (-1.0, 2.0) => (0.0, 1.0);
    fn quotient(x, y) { let q = y / x; if x == 0.0 { 3.0 * y } else { q } }
        at (0.0, 0.0) => (0.0, 3.0);
        at (0.0, 2.0) => (0.0, 3.0);
        at (2.0, 1.0) => (-0.25, 0.5);
    fn reciprocal(x, y) { let r = x.recip(); if x != 0.0 { r * y } else { y } }
        at (0.0, 2.0) => (0.0, 1.0);
    fn power(x, y) { let p = x.powf(0.5); if x > 0.0 { p * y } else { x } }
        at (0.0, 2.0) => (1.0, 0.0);
        at (-2.0, 2.0) => (1.0, 0.0);
    fn integer_power(x, y) { let p = x.powi(-2); if x != 0.0 { p * y } else { x + y } }
        at (0.0, 2.0) => (1.0, 1.0);
    fn arcs(x, y) { let a = x.asin() + x.acos() * y + x.atanh(); if x < 1.0 { a } else { x * y } }
        at (1.0, 2.0) => (2.0, 1.0);
        at (3.0, 2.0) => (2.0, 3.0);
    fn area(x, y) { let a = x.acosh(); if x > 1.0 { a * y } else { y } }
        at (1.0, 2.0) => (0.0, 1.0);
    fn cube_root(x, y) { let c = x.cbrt(); if x == 0.0 { y } else { c } }
        at (0.0, 2.0) => (0.0, 1.0);
    fn angle(x, y) { let a = y.atan2(x); if x == 0.0 && y == 0.0 { x } else { a } }
        at (0.0, 0.0) => (1.0, 0.0);
    fn softplus(x, y) { let e = x.exp(); if x > 700.0 { x } else { (1.0 + e).ln() * y } }
        at (1000.0, 2.0) => (1.0, 0.0);
        at (0.0, 2.0) => (1.0, 2f64.ln());
    fn overflow(x, y) { let p = x * x * y; if p.is_finite() { p } else { x } }
        at (1e200, 2.0) => (1.0, 0.0);
        at (INF, 2.0) => (1.0, 0.0);
        at (3.0, 2.0) => (12.0, 9.0);
    fn called(x, y) { let d = norm(x, y); if d < EPS { 2.0 * x } else { x / d } }
        at (0.0, 0.0) => (2.0, 0.0);
        at (3.0, 4.0) => (16.0 / 125.0, -12.0 / 125.0);
    fn called_chain(x, y) { let d = inverse(norm(x, y)); if d.is_finite() { x * d } else { y } }
        at (0.0, 0.0) => (0.0, 1.0);
        at (3.0, 4.0) => (16.0 / 125.0, -12.0 / 125.0);
    fn closure(x, y) { let f = |a: f64| (a * a + y * y).sqrt(); let d = f(x); if d < EPS { x } else { x / d } }
        at (0.0, 0.0) => (1.0, 0.0);
    fn closure_called_in_a_branch(x, y) { let d = (x * x + y * y).sqrt(); let f = |a: f64| a / d; if d < EPS { x } else { f(x) } }
        at (0.0, 0.0) => (1.0, 0.0);
    fn structure(x, y) { let p = polar(x, y); if p.radius < EPS { y } else { p.slope / p.radius } }
        at (0.0, 0.0) => (0.0, 1.0);
    fn structure_here(x, y) {
        let p = Polar { radius: (x * x + y * y).sqrt(), slope: y / x };
        if x == 0.0 { p.radius } else { p.slope }
    }
        at (0.0, 2.0) => (0.0, 1.0);
        at (2.0, 4.0) => (-1.0, 0.5);
    fn tuple(x, y) { let p = ((x * x + y * y).sqrt(), y / x); if x == 0.0 { y } else { p.0 + p.1 } }
        at (0.0, 0.0) => (0.0, 1.0);
    fn overwritten(x, y) { let mut d = y / x; if x == 0.0 { d = y; } d * 2.0 }
        at (0.0, 3.0) => (0.0, 2.0);
        at (2.0, 3.0) => (-1.5, 1.0);
    fn early_return(x, y) { let d = (x * x + y * y).sqrt(); if d < EPS { return y; } let q = x / d; q * q }
        at (0.0, 0.0) => (0.0, 1.0);
    fn early_returns(x, y) {
        let d = (x * x + y * y).sqrt();
        if d < EPS { return y; }
        let l = x.ln();
        if x <= 0.0 { return d; }
        l / d
    }
        at (0.0, 0.0) => (0.0, 1.0);
        at (0.0, 2.0) => (0.0, 1.0);
        at (-3.0, 4.0) => (-0.6, 0.8);
    fn else_if(x, y) {
        let (d, l) = (x.sqrt(), y.ln());
        if x == 0.0 { y } else if y == 0.0 { d } else if x > 1.0 { d * l } else { l }
    }
        at (0.0, 0.0) => (0.0, 1.0);
        at (0.0, 1.0) => (0.0, 1.0);
        at (4.0, 0.0) => (0.25, 0.0);
        at (0.5, 2.0) => (0.0, 0.5);
    fn used_in_two_of_three(x, y) {
        let d = x.sqrt();
        if y > 1.0 { d } else if y > 0.0 { x } else { 2.0 * d }
    }
        at (0.0, 0.5) => (1.0, 0.0);
        at (0.0, 2.0) => (INF, 0.0);
        at (0.0, -1.0) => (INF, 0.0);
        at (4.0, -1.0) => (0.5, 0.0);
    fn matched(x, y) {
        let (d, l) = (x.sqrt(), y.ln());
        match (x > 0.0, y > 0.0) { (true, true) => d * l, (true, false) => d, (false, true) => l, _ => x + y }
    }
        at (0.0, 0.0) => (1.0, 1.0);
        at (4.0, 0.0) => (0.25, 0.0);
        at (0.0, 2.0) => (0.0, 0.5);
    fn condition_as_a_value(x, y) {
        let ok = x != 0.0;
        let q = y / x;
        let safe = ok && q < 10.0;
        if safe { q } else { y }
    }
        at (0.0, 2.0) => (0.0, 1.0);
        at (0.0, 0.0) => (0.0, 1.0);
        at (2.0, 2.0) => (-0.5, 0.5);
    fn nested(x, y) {
        let d = x.sqrt();
        if y > 0.0 { if x > 0.0 { d * y } else { y } } else { x }
    }
        at (0.0, 2.0) => (0.0, 1.0);
        at (0.0, -2.0) => (1.0, 0.0);
    fn nothing_after(x, y) { let d = x.sqrt(); let r = if x > 0.0 { d * y } else { y }; let s = r * r; s + y }
        at (0.0, 2.0) => (0.0, 5.0);

    // Several guards of one value.
    fn two_guards_of_one_condition(x, y) {
        let d = (x * x + y * y).sqrt();
        let ok = d > EPS;
        let a = if ok { x / d } else { x };
        let b = if ok { y / d } else { y };
        a + 2.0 * b
    }
        at (0.0, 0.0) => (1.0, 2.0);
        at (3.0, 4.0) => (16.0 / 125.0 - 24.0 / 125.0, -12.0 / 125.0 + 18.0 / 125.0);
    fn two_guards(x, y) {
        let d = (x * x + y * y).sqrt();
        let a = if x != 0.0 { x / d } else { x };
        let b = if y != 0.0 { y / d } else { y };
        a + 2.0 * b
    }
        at (0.0, 0.0) => (1.0, 2.0);
        at (3.0, 4.0) => (16.0 / 125.0 - 24.0 / 125.0, -12.0 / 125.0 + 18.0 / 125.0);
    fn two_guards_of_a_product(x, y) {
        let d = (x / y).sqrt() * x;
        let a = if y > 0.0 { d } else { x };
        let b = if y > 1.0 { d * d } else { y };
        a + b
    }
        at (0.0, 0.0) => (1.0, 1.0);
        at (1.0, 0.0) => (1.0, 1.0);
        at (1.0, 0.25) => (3.0, -3.0);
    fn guard_after_a_guard(x, y) {
        let d = x.sqrt();
        let a = if y > 0.0 { d * 2.0 } else { y };
        if x > 0.0 { a } else { y }
    }
        at (0.0, 2.0) => (0.0, 1.0);
        at (0.0, -2.0) => (0.0, 1.0);
        at (4.0, 2.0) => (0.5, 0.0);
    fn guard_before_a_guard(x, y) {
        let a = if y > 0.0 { x } else { 2.0 * x };
        let d = a.sqrt();
        if x > 0.0 { d } else { y }
    }
        at (0.0, 2.0) => (0.0, 1.0);
        at (0.0, -2.0) => (0.0, 1.0);
        at (2.0, -2.0) => (0.5, 0.0);
    fn singular_in_a_branch_before_a_guard(x, y) {
        let a = if y > 0.0 { x.sqrt() } else { x };
        if x > 0.0 { a * y } else { y }
    }
        at (0.0, 2.0) => (0.0, 1.0);
        at (4.0, 2.0) => (0.5, 2.0);
    fn guards_in_a_row(x, y) {
        let a = x.sqrt();
        let b = if x > 0.0 { a } else { x };
        let c = (b * y).ln();
        let d = if y > 0.0 && b > 0.0 { c } else { b + y };
        let e = 1.0 / d;
        if d != 0.0 { e } else { d }
    }
        at (0.0, 0.0) => (1.0, 1.0);
        at (0.0, 2.0) => (-0.25, -0.25);
    fn used_everywhere(x, y) { let d = x.sqrt(); let a = if y > 0.0 { d } else { y }; a + d }
        at (0.0, 2.0) => (INF, 0.0);
        at (0.0, -2.0) => (INF, 1.0);

    // Choices without branches.
    fn greater(x, y) { (x * x + y * y).sqrt().max(1e-12) }
        at (0.0, 0.0) => (0.0, 0.0);
        at (3.0, 4.0) => (0.6, 0.8);
    fn greater_of_constant(x, y) { let d = (x * x + y * y).sqrt(); 1e-12f64.max(d) * 2.0 }
        at (0.0, 0.0) => (0.0, 0.0);
    fn lesser(x, y) { (y / x).min(1.0) }
        at (0.0, 2.0) => (0.0, 0.0);
        at (2.0, 1.0) => (-0.25, 0.5);
    fn lesser_of_exponential(x, y) { x.exp().min(1e10) * y }
        at (1000.0, 2.0) => (0.0, 1e10);
        at (0.0, 2.0) => (2.0, 1.0);
    fn kept_between(x, y) { x.ln().clamp(-5.0, 5.0) * y }
        at (0.0, 2.0) => (0.0, -5.0);
        at (INF, 2.0) => (0.0, 5.0);
        at (2.0, 2.0) => (1.0, 2f64.ln());
    fn bounds(x, y) { x.clamp(-(y.sqrt()), 1.0 / y) }
        at (1.0, 0.0) => (1.0, 0.0);
    fn positive_part(x, y) { let d = (x / y).max(0.0); d * d }
        at (-1.0, 0.0) => (0.0, 0.0);
        at (2.0, 1.0) => (4.0, -8.0);
    fn choices_in_a_row(x, y) { (x / y).min(8.0).sqrt().max(3.0) }
        at (1.0, 0.0) => (0.0, 0.0);
        at (0.0, 1.0) => (0.0, 0.0);
    fn choice_of_two(x, y) { let (a, b) = (x.sqrt(), y.sqrt()); a.max(b) }
        at (0.0, 4.0) => (0.0, 0.25);
        at (4.0, 0.0) => (0.25, 0.0);
    fn choice_in_a_branch(x, y) { let d = x.sqrt(); if y > 0.0 { d.max(1.0) } else { d } }
        at (0.0, 2.0) => (0.0, 0.0);
        at (0.0, -2.0) => (INF, 0.0);
    fn two_choices(x, y) { let d = x.sqrt(); d.max(1.0) + d.max(y) }
        at (0.0, 2.0) => (0.0, 1.0);
    fn called_choice(x, y) { norm(x, y).max(1.0) }
        at (0.0, 0.0) => (0.0, 0.0);
        at (3.0, 4.0) => (0.6, 0.8);

    // Constants that do harm to a zero.
    fn over_zero(x, y) { let v = x / (2.0 - 2.0); if y > 9.0 { v.tanh() } else { x * x } }
        at (1.5, 0.0) => (3.0, 0.0);
        at (0.0, 0.0) => (0.0, 0.0);
    fn over_a_named_zero(x, y) { let v = x / NOTHING; if NOTHING == 0.0 { x * y } else { v.sin() } }
        at (1.5, 2.0) => (2.0, 1.5);
    fn over_a_zero_of_the_host(x, y) { let z = nothing(); let (v, w) = (x / z, y * (1.0 / z)); if z == 0.0 { x * y } else { v.sin() + w.cos() } }
        at (1.5, 2.0) => (2.0, 1.5);
    fn over_a_difference(x, y) {
        let c = 1.0;
        let w = |a: f64, u: f64| { let v = x / (u - u); if (u - u).abs() < 0.1 { 1.5 } else { v.tanh() + a } };
        w(x, c) * x + y
    }
        at (1.5, 2.0) => (1.5, 1.0);
    fn times_infinity(x, y) { let v = x * f64::INFINITY; if y > 9.0 { v } else { x * x } }
        at (1.5, 0.0) => (3.0, 0.0);
        at (1.5, 10.0) => (INF, 0.0);
    fn times_a_named_infinity(x, y) {
        let (v, w, u) = (x * INF, x * (1e308 * 10.0), x % 0.0);
        if y > 9.0 { v } else if y > 8.0 { w } else if y > 7.0 { u } else { x * x }
    }
        at (1.5, 0.0) => (3.0, 0.0);
        at (1.5, 8.5) => (INF, 0.0);
    fn times_infinity_in_two(x, y) {
        let v = x * f64::NEG_INFINITY;
        let a = if y > 9.0 { v } else { x };
        let b = if y > 8.0 { v * 2.0 } else { a };
        a * b
    }
        at (1.5, 0.0) => (3.0, 0.0);

    // Whether the sensitivity is there is decided inside of the branch.
    fn return_from_a_loop_in_a_branch(x, y) {
        let (d, is_far) = (x.sqrt().max(1.5), y > 0.5);
        if y > 0.0 {
            for _ in 0..3 {
                if is_far { return y * d; }
            }
        }
        y
    }
        at (0.0, 1.5) => (0.0, 1.5);
        at (4.0, 1.5) => (0.375, 2.0);
        at (0.0, 0.25) => (0.0, 1.0);
        at (0.0, -1.0) => (0.0, 1.0);

    // Where the singular branch is taken, the calculus says what it says.
    fn taken(x, y) { let d = (x * x + y * y).sqrt(); if x < 1.0 { d } else { y } }
        at (0.0, 0.0) => (f64::NAN, f64::NAN);
    fn taken_root(x, y) { let d = x.sqrt(); if y > 0.0 { d } else { y } }
        at (0.0, 1.0) => (INF, 0.0);
        at (0.0, -1.0) => (0.0, 1.0);
    fn no_guard(x, y) { let d = x.sqrt(); 0.0 * d + y }
        at (0.0, 1.0) => (f64::NAN, 1.0);
    fn zero_in_both(x, y) { let d = x.sqrt(); if y > 0.0 { d * 0.0 } else { d } }
        at (0.0, 1.0) => (f64::NAN, 0.0);
    fn greater_taken(x, y) { x.sqrt().max(y) }
        at (0.0, -1.0) => (INF, 0.0);
}
