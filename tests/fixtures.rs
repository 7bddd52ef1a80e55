//! Functions of other crates: one knows `backprop` by another name, the other has functions of functions.

#![allow(clippy::many_single_char_names, reason = "formulas as they are")]

use approx::assert_relative_eq;
use backprop::{Differentiable, differentiable};
use fixture_functionals::{
    Complex, Density, adder, comes_round, comes_round_and_back, compose, integrate, left_by_return, newton, odds,
    power, quantile, three, twice, two,
};
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
fn what_a_return_makes_is_dropped_before_variables_in_each_edition() {
    for (early, dropped, derivative) in [(false, vec!["outer"], 30.0), (true, vec!["made", "inner", "outer"], 20.0)] {
        let notes = std::cell::RefCell::new(Vec::new());
        let value = left_by_return(3.0, early, &notes);
        assert_eq!(notes.take(), dropped);
        assert_eq!(left_by_return::value_and_grad(3.0, early, &notes), (value, derivative));
        assert_eq!(notes.take(), dropped);
    }
}

#[test]
fn calls_of_another_crate() {
    let x = 0.3;
    let h = 1e-6;
    let difference = (across(x + h) - across(x - h)) / (2.0 * h);
    assert_relative_eq!(across::grad(x), difference, max_relative = 1e-8);
}

/// `∫ a xᵇ` from 0 to 1, which is `a / (b + 1)`; the rule is exact for cubics.
#[differentiable(wrt(a))]
fn moment(a: f64, b: i32) -> f64 {
    integrate(|x| a * x.powi(b), 0.0, 1.0)
}

/// `∫ (a x + b x³)` from `c` to `d`.
#[differentiable]
fn area(a: f64, b: f64, c: f64, d: f64) -> f64 {
    integrate(|x| a * x + b * x * x * x, c, d)
}

#[test]
fn integrals_of_closures() {
    for b in 0..4 {
        assert_relative_eq!(moment::grad(2.5, b), 1.0 / f64::from(b + 1), max_relative = 1e-14);
    }
    let (a, b, c, d) = (0.7_f64, -1.3_f64, 0.2_f64, 1.9_f64);
    let (value, gradient) = area::value_and_grad(a, b, c, d);
    let [squares, fourths] = [2, 4].map(|n| (d.powi(n) - c.powi(n)) / f64::from(n));
    assert_relative_eq!(value, a * squares + b * fourths, max_relative = 1e-14);
    let at = |x: f64| a * x + b * x.powi(3);
    let expected = [squares, fourths, -at(c), at(d)];
    for (found, expected) in <[f64; 4]>::from(gradient).into_iter().zip(expected) {
        assert_relative_eq!(found, expected, max_relative = 1e-13);
    }
}

#[differentiable]
fn root(a: f64, b: f64) -> f64 {
    newton(|x| x * x * a - b, |x| 2.0 * a * x, 1.0)
}

/// Where `∫ a e^(-a x)` from 0 is `p`: `-ln(1 - p) / a`, up to the error of the rule.
#[differentiable]
fn median(a: f64, p: f64) -> f64 {
    quantile(|x| a * (-a * x).exp(), 0.0, p, 1.0)
}

#[test]
fn roots_of_closures() {
    let (a, b) = (1.7_f64, 2.9_f64);
    let (value, (da, db)) = root::value_and_grad(a, b);
    let expected = (b / a).sqrt();
    assert_relative_eq!(value, expected, max_relative = 1e-14);
    assert_relative_eq!(da, -0.5 * expected / a, max_relative = 1e-9);
    assert_relative_eq!(db, 0.5 * expected / b, max_relative = 1e-9);

    let (a, p) = (0.9_f64, 0.5_f64);
    let (value, (da, dp)) = median::value_and_grad(a, p);
    let expected = -(1.0 - p).ln() / a;
    assert_relative_eq!(value, expected, max_relative = 1e-3);
    assert_relative_eq!(da, -expected / a, max_relative = 5e-3);
    assert_relative_eq!(dp, 1.0 / (a * (1.0 - p)), max_relative = 5e-3);
}

/// `x -> a x + b` six times, `two` of `three`, and eight times, `two` of `two` of `two`, at 0: `b (aⁿ - 1) / (a - 1)`.
#[differentiable]
fn church(a: f64, b: f64) -> f64 {
    let f = |x: f64| a * x + b;
    two(three(f))(0.0) * two(two(two(f)))(0.0)
}

#[test]
fn church_numerals() {
    let (a, b) = (1.25_f64, 0.5_f64);
    let sum = |n: i32| b * (a.powi(n) - 1.0) / (a - 1.0);
    let slope = |n: i32| b * (f64::from(n) * a.powi(n - 1) * (a - 1.0) - (a.powi(n) - 1.0)) / (a - 1.0).powi(2);
    let (value, (da, db)) = church::value_and_grad(a, b);
    assert_relative_eq!(value, sum(6) * sum(8), max_relative = 1e-13);
    assert_relative_eq!(da, slope(6) * sum(8) + sum(6) * slope(8), max_relative = 1e-12);
    assert_relative_eq!(db, 2.0 * sum(6) * sum(8) / b, max_relative = 1e-13);
}

#[differentiable]
fn single(a: f32, x: f32) -> f32 {
    compose(adder(a), |v: f32| v * a)(x) + twice(|v| v * v, x)
}

#[differentiable]
fn generic<T: backprop::Real>(a: T, x: T) -> T {
    compose(adder(a), |v: T| v * a)(x) + twice(|v: T| v * v, x)
}

#[differentiable]
fn cubed(a: f64, x: f64) -> f64 {
    power::<3, _>(adder(a))(x)
}

#[test]
fn scalars_and_constants() {
    assert_eq!(single::value_and_grad(2.0, 3.0), (3.0 * 2.0 + 2.0 + 81.0, (4.0, 2.0 + 108.0)));
    assert_eq!(generic::grad(2.0_f32, 3.0), (4.0, 110.0));
    assert_eq!(generic::grad(2.0_f64, 3.0), (4.0, 110.0));
    assert_eq!(cubed::grad(1.0, 2.0), (27.0, 27.0));
}

/// `|z² + c|²` of `z = x + i y`, a step of the Mandelbrot set.
#[differentiable]
fn escaped(x: f64, y: f64, c: Complex<f64>) -> f64 {
    let z: Complex<f64> = Complex::new(x, y);
    (z * z + c).map(|part| part * x).norm_sqr()
}

/// The density `2 x / width²` on an interval from 0.
#[derive(Clone, Copy, Differentiable)]
struct Ramp {
    width: f64,
    shift: f64,
}

#[differentiable]
impl Density for Ramp {
    fn at(&self, x: f64) -> f64 {
        2.0 * (x - self.shift) / (self.width * self.width)
    }
}

#[test]
fn structs_operators_and_traits_of_another_crate() {
    let (x, y, c) = (0.7_f64, -0.4_f64, Complex { re: 0.3, im: 0.2 });
    let (re, im) = (x * x - y * y + c.re, 2.0 * x * y + c.im);
    let (value, (dx, dy, dc)) = escaped::value_and_grad(x, y, c);
    assert_relative_eq!(value, x * x * (re * re + im * im), max_relative = 1e-14);
    assert_relative_eq!(
        dx,
        2.0 * x * (re * re + im * im) + x * x * (4.0 * re * x + 4.0 * im * y),
        max_relative = 1e-13
    );
    assert_relative_eq!(dy, x * x * (-4.0 * re * y + 4.0 * im * x), max_relative = 1e-13);
    assert_relative_eq!(dc.re, 2.0 * x * x * re, max_relative = 1e-14);
    assert_relative_eq!(dc.im, 2.0 * x * x * im, max_relative = 1e-14);

    // The probability between a and b is ((b - s)² - (a - s)²) / w²; the width cancels in the ratio.
    let ramp = Ramp { width: 2.0, shift: -0.5 };
    let (a, b, c) = (0.2_f64, 0.7_f64, 1.6_f64);
    let square = |v: f64| (v + 0.5) * (v + 0.5);
    let (numerator, denominator) = (square(b) - square(a), square(c) - square(b));
    let (value, (d_ramp, da, db, dc)) = odds::value_and_grad(&ramp, a, b, c);
    assert_relative_eq!(value, numerator / denominator, max_relative = 1e-14);
    assert_relative_eq!(d_ramp.width, 0.0, epsilon = 1e-14);
    let by_shift = (-2.0 * (b - a) * denominator + 2.0 * (c - b) * numerator) / (denominator * denominator);
    assert_relative_eq!(d_ramp.shift, by_shift, max_relative = 1e-13);
    assert_relative_eq!(da, -2.0 * (a + 0.5) / denominator, max_relative = 1e-13);
    let by_b = 2.0 * (b + 0.5) * (denominator + numerator) / (denominator * denominator);
    assert_relative_eq!(db, by_b, max_relative = 1e-13);
    assert_relative_eq!(dc, -2.0 * (c + 0.5) * numerator / (denominator * denominator), max_relative = 1e-13);

    let (d_ramp, da, _) = ramp.between_grad(a, b);
    assert_relative_eq!(d_ramp.width, -2.0 * numerator / 8.0, max_relative = 1e-13);
    assert_relative_eq!(da, -ramp.at(a), max_relative = 1e-13);
}

/// Crates of each edition compile without a word of any lint, and what they differentiate is right.
#[test]
fn lints_and_editions() {
    fixture_lints_2018::strict::check();
    fixture_lints_2018::allowing::check();
    fixture_lints_2021::strict::check();
    fixture_lints_2021::allowing::check();
    fixture_lints_2024::strict::check();
    fixture_lints_2024::allowing::check();
}

/// A text alone, without arguments, is a format from edition 2021 on.
#[test]
fn texts_of_panics_are_those_of_the_edition() {
    let texts = fixture_lints_2018::panics::texts();
    assert_eq!(texts.len(), 11);
    assert_eq!(texts[0], "negative: {x}");
    assert_eq!(texts[1], "element {i} is {x:?} {{}}");
    assert_eq!(texts[8], "negative: -2 {}");
    assert_eq!(texts[9], "{{}}");
    assert_eq!(fixture_lints_2018::payloads::check(), 3);
    for texts in [fixture_lints_2021::panics::texts(), fixture_lints_2024::panics::texts()] {
        assert_eq!(texts.len(), 11);
        assert_eq!(texts[0], "negative: -2");
        assert_eq!(texts[1], "element 3 is -2.0 {}");
        assert_eq!(texts[8], "negative: -2 {}");
        assert_eq!(texts[9], "{}");
    }
}

/// What a function gives, or with which message it panics.
fn outcome(run: impl FnOnce() -> f64) -> Result<u64, String> {
    let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(run));
    outcome.map(f64::to_bits).map_err(|payload| payload.downcast_ref::<String>().cloned().unwrap_or_default())
}

/// That crate is built without checks of overflow.
#[test]
fn indices_that_are_too_large_come_round_as_in_the_function() {
    let mut came_round = 0;
    for at in 0..625 {
        let [x, y] = [at % 5, at / 5 % 5].map(|length| [0.3, 0.7, 0.4, 0.9][..length.min(4)].to_vec());
        let (k, n) = (at / 25 % 5, at / 125);
        let value = outcome(|| comes_round(&x, &y, k, n));
        came_round += usize::from(value.is_ok() && k < 2 && n > 1);
        assert_eq!(outcome(|| comes_round::value_and_grad(&x, &y, k, n).0), value, "{x:?} {y:?} {k} {n}");
        assert_eq!(outcome(|| comes_round::vjp(&x, &y, k, n).0), value, "{x:?} {y:?} {k} {n}");
        let value = outcome(|| comes_round_and_back(&x, &y, k, n));
        assert_eq!(outcome(|| comes_round_and_back::value_and_grad(&x, &y, k, n).0), value, "{x:?} {y:?} {k} {n}");
    }
    assert!(came_round > 10);
    // The indices are 0 and 1.
    let d = comes_round::grad(&[0.3, 0.7], &[0.0, 0.5, 0.25], 1, 3).0;
    assert_eq!(d, [0.5_f64.sin(), 0.25_f64.sin()]);
}
