//! Closures, differentiated where they stand, against closed forms.

#![allow(
    clippy::float_cmp,
    clippy::trivially_copy_pass_by_ref,
    reason = "the numbers are exact; methods as they are written"
)]

use approx::assert_relative_eq;
use backprop::{Differentiable, Real, differentiable, differentiate};

#[differentiable]
fn twice(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    f(f(x))
}

#[test]
fn parameters_are_f64_unless_written() {
    let f = differentiate!(|x, y| x * x * y);
    assert_eq!(f.call(2.0, 3.0), 12.0);
    assert_eq!(f.grad(2.0, 3.0), (12.0, 4.0));
    assert_eq!(f.value_and_grad(2.0, 3.0), (12.0, (12.0, 4.0)));
    let (value, back) = f.vjp(2.0, 3.0);
    assert_eq!((value, back(2.0)), (12.0, (24.0, 8.0)));

    let g = differentiate!(|x: f32, n: i32| -> f32 { x.powi(n) });
    assert_eq!(g.grad(2.0, 3), 12.0_f32);
}

#[test]
fn the_environment_is_constant() {
    let (a, b) = (2.0_f64, 0.5_f64);
    let f = differentiate!(|x| a * x.sin() + b.exp() * x);
    for x in [-1.0_f64, 0.0, 2.0] {
        assert_relative_eq!(f.grad(x), a * x.cos() + b.exp(), max_relative = 1e-15);
    }
    let (pair, data, exponent) = ((1.0, 4.0), [3.0, 5.0], 3);
    let g = differentiate!(|x: f64| x.powi(exponent) * pair.1 + data[1] * x);
    assert_eq!(g.grad(2.0), 4.0 * 12.0 + 5.0);
}

#[test]
fn what_changes_is_seen() {
    let mut scale = 1.0;
    let mut found = Vec::new();
    while scale < 5.0 {
        found.push(differentiate!(|x| scale * x * x).grad(1.0));
        scale *= 2.0;
    }
    assert_eq!(found, [2.0, 4.0, 8.0]);
}

#[test]
fn closures_inside_and_functions_outside() {
    let (a, b) = (2.0, 3.0);
    let f = differentiate!(move |x: f64| {
        let line = |v: f64| v * a + b;
        (twice(|v| line(v) * x, x), x * x)
    });
    // `line(line(x) x) x`, which is `4 x³ + 6 x² + 3 x`.
    let (value, back) = f.vjp(2.0);
    assert_eq!(value, (32.0 + 24.0 + 6.0, 4.0));
    assert_eq!(back((1.0, 10.0)), 48.0 + 24.0 + 3.0 + 40.0);
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Point {
    x: f64,
    y: f64,
}

struct Spring {
    stiffness: f64,
}

impl Spring {
    fn force(&self, stretch: f64) -> f64 {
        -differentiate!(|s| 0.5 * self.stiffness * s * s).grad(stretch)
    }
}

fn generic<T: Real>(a: T, x: T) -> T {
    differentiate!(|x: T| -> T { a * x * x }).grad(x)
}

#[test]
fn in_methods_and_generic_functions() {
    assert_eq!(Spring { stiffness: 3.0 }.force(2.0), -6.0);
    assert_eq!(generic(2.0_f32, 3.0), 12.0);
    let f = differentiate!(|p: Point, k: f64| p.x * p.x * k + p.y);
    assert_eq!(f.grad(Point { x: 2.0, y: 1.0 }, 3.0), (PointCotangent { x: 12.0, y: 1.0 }, 4.0));
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Well {
    depth: f64,
}

#[differentiable]
impl Well {
    fn energy(&self, x: f64) -> f64 {
        -self.depth * (-x * x).exp()
    }

    fn both(&self, x: f64) -> (f64, f64) {
        (self.energy(x), self.depth * x)
    }
}

#[test]
fn results_that_only_rustc_knows() {
    let (well, x) = (Well { depth: 2.0 }, 0.5_f64);
    let (energy, slope) = (-2.0 * (-x * x).exp(), 4.0 * x * (-x * x).exp());
    let f = differentiate!(|x: f64| well.energy(x));
    assert_relative_eq!(f.grad(x), slope, max_relative = 1e-15);
    let (value, gradient) = f.value_and_grad(x);
    assert_relative_eq!(value, energy, max_relative = 1e-15);
    assert_relative_eq!(gradient, slope, max_relative = 1e-15);
    // Of several results, there is the backpropagator.
    let (_, back) = differentiate!(|x: f64| well.both(x)).vjp(x);
    assert_relative_eq!(back((1.0, 10.0)), slope + 20.0, max_relative = 1e-15);
    // With respect to a struct as well.
    let g = differentiate!(|w: Well, x: f64| w.energy(x)).grad(well, x);
    assert_relative_eq!(g.0.depth, -(-x * x).exp(), max_relative = 1e-15);
    assert_relative_eq!(g.1, slope, max_relative = 1e-15);
}

/// One gradient inside of another, by way of a rule.
mod nested {
    use super::{differentiable, differentiate};

    /// `d/dy (x + y)`, which does not depend on `x`.
    #[differentiable(vjp = slope_rule)]
    fn slope(x: f64) -> f64 {
        differentiate!(|y| x + y).grad(1.0)
    }

    fn slope_rule(x: f64) -> (f64, impl FnOnce(f64) -> f64) {
        (slope(x), |_| 0.0)
    }

    /// `x d/dy (x + y)`.
    #[differentiable]
    pub(super) fn line(x: f64) -> f64 {
        x * slope(x)
    }

    /// `d/dy (x y²)` at `y = 2`, which is `4 x`.
    #[differentiable(vjp = bilinear_rule)]
    fn bilinear(x: f64) -> f64 {
        differentiate!(|y| x * y * y).grad(2.0)
    }

    fn bilinear_rule(x: f64) -> (f64, impl FnOnce(f64) -> f64) {
        (bilinear(x), |d| 4.0 * d)
    }

    #[differentiable]
    pub(super) fn quadratic(x: f64) -> f64 {
        x * bilinear(x)
    }
}

/// Each derivative is with respect to its own parameter (no confusion of perturbations).
#[test]
fn nested_derivatives_are_not_confused() {
    assert_eq!(nested::line::value_and_grad(3.0), (3.0, 1.0));
    assert_eq!(nested::quadratic::value_and_grad(3.0), (36.0, 24.0));
}
