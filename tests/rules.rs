//! Functions with a rule of the user's own: `#[differentiable(vjp = rule)]`.

use approx::assert_relative_eq;
use backprop::{Differentiable, Real, differentiable};

/// The error function of another crate.
#[differentiable(vjp = erf_rule)]
fn erf(x: f64) -> f64 {
    libm::erf(x)
}

fn erf_rule(x: f64) -> (f64, impl FnOnce(f64) -> f64) {
    (libm::erf(x), move |d| d * 2.0 / std::f64::consts::PI.sqrt() * (-x * x).exp())
}

#[differentiable]
fn normal_probability(x: f64, mean: f64, deviation: f64) -> f64 {
    let standard = |v: f64| (v - mean) / deviation;
    0.5 * (1.0 + erf(standard(x) / 2.0_f64.sqrt()))
}

#[test]
fn a_special_function_of_another_crate() {
    let (x, mean, deviation) = (1.1_f64, -0.2_f64, 1.3_f64);
    let z = (x - mean) / deviation;
    let density = (-0.5 * z * z).exp() / (2.0 * std::f64::consts::PI).sqrt() / deviation;
    let (value, (dx, dm, ds)) = normal_probability::value_and_grad(x, mean, deviation);
    // One deviation above the mean.
    assert_relative_eq!(value, 0.841_344_746_068_542_9, max_relative = 1e-14);
    assert_relative_eq!(dx, density, max_relative = 1e-14);
    assert_relative_eq!(dm, -density, max_relative = 1e-14);
    assert_relative_eq!(ds, -z * density, max_relative = 1e-14);
    assert_relative_eq!(erf::grad(0.0), 2.0 / std::f64::consts::PI.sqrt());
}

mod iterations {
    use super::differentiable;

    /// A loop, which the macro does not differentiate, and its derivative by the implicit function theorem.
    #[differentiable(vjp = self::implicit)]
    pub(super) fn root(a: f64, n: u8, b: f64) -> f64 {
        let mut x = 1.0 + a;
        for _ in 0..60 {
            x -= (x.powi(i32::from(n) + 1) - a * b) / (f64::from(n + 1) * x.powi(i32::from(n)));
        }
        x
    }

    fn implicit(a: f64, n: u8, b: f64) -> (f64, impl FnOnce(f64) -> (f64, f64)) {
        let x = root(a, n, b);
        (x, move |d| {
            let slope = d / (f64::from(n + 1) * x.powi(i32::from(n)));
            (slope * b, slope * a)
        })
    }
}

#[test]
fn a_rule_has_entries_for_what_has_a_tangent() {
    // The cube root of a b.
    let (a, b) = (2.0_f64, 4.0_f64);
    let (value, (da, db)) = iterations::root::value_and_grad(a, 2, b);
    assert_relative_eq!(value, 2.0, max_relative = 1e-15);
    assert_relative_eq!(da, b / 12.0, max_relative = 1e-14);
    assert_relative_eq!(db, a / 12.0, max_relative = 1e-14);
    let (mut into_a, mut into_b) = (1.0, 1.0);
    iterations::root::accumulate_grad(a, 2, b, &mut into_a, &mut into_b);
    assert_relative_eq!(into_a, 1.0 + da);
    assert_relative_eq!(into_b, 1.0 + db);
}

#[differentiable]
fn of_roots(x: f64) -> f64 {
    let scaled = |v: f64| iterations::root(v, 1, x) * x;
    scaled(x) + iterations::root(4.0, 1, 9.0)
}

#[test]
fn a_rule_inside_of_closures() {
    // √(x x) x + 6
    let (value, dx) = of_roots::value_and_grad(3.0);
    assert_relative_eq!(value, 15.0, max_relative = 1e-14);
    assert_relative_eq!(dx, 6.0, max_relative = 1e-14);
}

#[differentiable(vjp = clipped_rule)]
fn clipped<T: Real>(x: T, limit: T) -> T {
    if x < limit { x } else { limit }
}

/// Lets the sensitivity of `x` through where it is clipped, which is no derivative, but what its user wants.
fn clipped_rule<T: Real>(x: T, limit: T) -> (T, impl FnOnce(T) -> (T, T)) {
    (clipped(x, limit), |d| (d, T::zero()))
}

#[differentiable(vjp = polar_rule)]
fn polar((x, y): (f64, f64)) -> (f64, f64) {
    (x.hypot(y), y.atan2(x))
}

type Pair = (f64, f64);

fn polar_rule((x, y): Pair) -> (Pair, impl FnOnce(Pair) -> Pair) {
    let r = x.hypot(y);
    ((r, y.atan2(x)), move |(dr, da)| ((dr * x - da * y / r) / r, (dr * y + da * x / r) / r))
}

#[differentiable]
fn through(x: f64, y: f64) -> f64 {
    let (r, angle) = polar((x * y, y));
    clipped(r, 0.5) * angle + f64::from(clipped(2.0_f32, 1.0))
}

#[test]
fn generic_rules_and_tuples() {
    assert_relative_eq!(clipped::grad(2.0_f32, 1.0).0, 1.0);
    let (x, y) = (0.8_f64, 1.5_f64);
    let (value, (dx, dy)) = through::value_and_grad(x, y);
    let (u, r, angle) = (x * y, (x * y).hypot(y), y.atan2(x * y));
    assert_relative_eq!(value, 0.5 * angle + 1.0, max_relative = 1e-15);
    // d(clipped) = d(r), by the rule.
    let (ru, rv) = (u / r, y / r);
    let (au, av) = (-y / (r * r), u / (r * r));
    let du = ru * angle + 0.5 * au;
    let dv = rv * angle + 0.5 * av;
    assert_relative_eq!(dx, du * y, max_relative = 1e-14);
    assert_relative_eq!(dy, du * x + dv, max_relative = 1e-14);
}

/// The gradient of one function inside the body of another, by a rule (a derivative of a derivative).
#[differentiable(vjp = slope_rule)]
fn slope(x: f64, k: f64) -> f64 {
    wave::grad(x, k).0
}

#[differentiable]
fn wave(x: f64, k: f64) -> f64 {
    (k * x).sin() * x
}

fn slope_rule(x: f64, k: f64) -> (f64, impl FnOnce(f64) -> (f64, f64)) {
    // wave' = k x cos(k x) + sin(k x)
    let (s, c) = (k * x).sin_cos();
    (wave::grad(x, k).0, move |d| (d * (2.0 * k * c - k * k * x * s), d * (2.0 * x * c - k * x * x * s)))
}

#[differentiable]
fn mixed(x: f64, y: f64) -> f64 {
    let f = |v: f64| slope(v, y) * wave(v, x);
    f(x) + f(y)
}

/// Nothing of the inner derivative leaks into the outer one.
#[test]
fn derivatives_of_derivatives_are_not_confused() {
    let (x, y) = (0.6, 1.1);
    let (dx, dy) = mixed::grad(x, y);
    let h = 1e-6;
    assert_relative_eq!(dx, (mixed(x + h, y) - mixed(x - h, y)) / (2.0 * h), max_relative = 1e-8);
    assert_relative_eq!(dy, (mixed(x, y + h) - mixed(x, y - h)) / (2.0 * h), max_relative = 1e-8);
}

/// A gamma distribution by its shape and rate.
#[derive(Clone, Copy, Differentiable)]
struct Gamma {
    shape: f64,
    rate: f64,
}

/// The logarithm of the gamma function, of another crate.
#[differentiable(vjp = lgamma_rule)]
fn lgamma(x: f64) -> f64 {
    libm::lgamma(x)
}

fn lgamma_rule(x: f64) -> (f64, impl FnOnce(f64) -> f64) {
    (libm::lgamma(x), move |d| d * digamma(x))
}

/// The derivative of the logarithm of the gamma function, by recurrence and its asymptotic series (Abramowitz and Stegun,
/// 6.3.5 and 6.3.18).
fn digamma(mut x: f64) -> f64 {
    let mut shift = 0.0;
    while x < 40.0 {
        shift -= 1.0 / x;
        x += 1.0;
    }
    let square = 1.0 / (x * x);
    shift + x.ln() - 0.5 / x - square * (1.0 / 12.0 - square * (1.0 / 120.0 - square / 252.0))
}

impl Gamma {
    #[differentiable]
    fn log_density(&self, x: f64) -> f64 {
        self.shape * self.rate.ln() + (self.shape - 1.0) * x.ln() - self.rate * x - self.normalization()
    }

    /// With a rule beside it.
    #[differentiable(vjp = Self::normalization_rule)]
    fn normalization(&self) -> f64 {
        libm::lgamma(self.shape)
    }

    fn normalization_rule(&self) -> (f64, impl FnOnce(f64) -> GammaCotangent + use<>) {
        let shape = self.shape;
        (libm::lgamma(shape), move |d| GammaCotangent { shape: d * digamma(shape), rate: 0.0 })
    }
}

#[test]
fn rules_of_methods() {
    // The digamma function at 1 is minus the constant of Euler and Mascheroni.
    assert_relative_eq!(digamma(1.0), -0.577_215_664_901_532_9, max_relative = 1e-13);
    let (gamma, x) = (Gamma { shape: 2.5, rate: 0.8 }, 1.7_f64);
    let (d_gamma, d_x) = gamma.log_density_grad(x);
    // ψ(5/2) = 8/3 - γ - 2 ln 2.
    let psi = 8.0 / 3.0 - 0.577_215_664_901_532_9 - 2.0 * std::f64::consts::LN_2;
    assert_relative_eq!(d_gamma.shape, 0.8_f64.ln() + x.ln() - psi, max_relative = 1e-12);
    assert_relative_eq!(d_gamma.rate, 2.5 / 0.8 - x, max_relative = 1e-14);
    assert_relative_eq!(d_x, 1.5 / x - 0.8, max_relative = 1e-14);
    assert_relative_eq!(gamma.normalization_grad().shape, psi, max_relative = 1e-12);
    assert_relative_eq!(lgamma::grad(2.5), psi, max_relative = 1e-12);
}

mod of_blocks {
    use std::ops::{Add, AddAssign, Mul, Neg};

    use super::{Differentiable, assert_relative_eq, differentiable};

    /// A spring, with its energy by a rule in the `impl` of a trait.
    #[derive(Clone, Copy, Differentiable)]
    struct Spring {
        stiffness: f64,
        name: &'static str,
    }

    #[differentiable]
    trait Energy {
        fn energy(self, at: f64) -> f64;
        fn force(&self, at: f64, steps: u32) -> f64;
    }

    #[differentiable]
    impl Energy for Spring {
        #[differentiable(vjp = energy_rule)]
        fn energy(self, at: f64) -> f64 {
            0.5 * self.stiffness * at * at
        }

        #[differentiable(vjp = Self::force_rule)]
        fn force(&self, at: f64, steps: u32) -> f64 {
            self.stiffness * at * f64::from(steps)
        }
    }

    fn energy_rule(spring: Spring, at: f64) -> (f64, impl FnOnce(f64) -> (SpringCotangent, f64)) {
        let back = move |d: f64| {
            let d_spring = SpringCotangent { stiffness: 0.5 * at * at * d, name: () };
            (d_spring, spring.stiffness * at * d)
        };
        (spring.energy(at), back)
    }

    impl Spring {
        fn force_rule(&self, at: f64, steps: u32) -> (f64, impl FnOnce(f64) -> (SpringCotangent, f64) + use<>) {
            let (stiffness, steps) = (self.stiffness, f64::from(steps));
            let back = move |d| (SpringCotangent { stiffness: at * steps * d, name: () }, stiffness * steps * d);
            (stiffness * at * steps, back)
        }

        #[differentiable(vjp = energy_rule)]
        fn inherent(self, at: f64) -> f64 {
            self.energy(at)
        }
    }

    #[differentiable]
    fn of_trait(stiffness: f64, at: f64) -> f64 {
        let spring = Spring { stiffness, name: "spring" };
        let generic = |at: f64| spring.energy(at);
        spring.energy(at) * spring.force(at, 3) + generic(2.0 * at) + spring.inherent(at)
    }

    #[test]
    fn rules_in_the_impl_of_a_trait() {
        let (k, x) = (1.5_f64, 0.7_f64);
        // 3/2 k² x³ + 2 k x² + k x² / 2
        let (value, (dk, dx)) = of_trait::value_and_grad(k, x);
        assert_relative_eq!(value, 1.5 * k * k * x.powi(3) + 2.5 * k * x * x, max_relative = 1e-14);
        assert_relative_eq!(dk, 3.0 * k * x.powi(3) + 2.5 * x * x, max_relative = 1e-14);
        assert_relative_eq!(dx, 4.5 * k * k * x * x + 5.0 * k * x, max_relative = 1e-14);
        let spring = Spring { stiffness: k, name: "other" };
        let (d_spring, dx) = spring.energy_grad(x);
        assert_relative_eq!(d_spring.stiffness, 0.5 * x * x);
        assert_relative_eq!(dx, k * x);
        assert_relative_eq!(spring.force_grad(x, 2).1, 2.0 * k);
        assert_relative_eq!(spring.inherent_grad(x).1, k * x);
        assert_eq!(spring.name, "other");
    }

    /// A complex number.
    #[derive(Clone, Copy, Differentiable)]
    struct Complex {
        re: f64,
        im: f64,
    }

    #[differentiable]
    impl Add for Complex {
        type Output = Self;

        #[differentiable(vjp = sum)]
        fn add(self, other: Self) -> Self {
            sum(self, other).0
        }
    }

    fn sum(a: Complex, b: Complex) -> (Complex, impl FnOnce(ComplexCotangent) -> (ComplexCotangent, ComplexCotangent)) {
        (Complex { re: a.re + b.re, im: a.im + b.im }, |d| (d, d))
    }

    #[differentiable]
    impl Mul<f64> for Complex {
        type Output = Self;

        #[differentiable(vjp = scaled)]
        fn mul(self, factor: f64) -> Self {
            scaled(self, factor).0
        }
    }

    fn scaled(z: Complex, k: f64) -> (Complex, impl FnOnce(ComplexCotangent) -> (ComplexCotangent, f64)) {
        let back =
            move |d: ComplexCotangent| (ComplexCotangent { re: k * d.re, im: k * d.im }, z.re * d.re + z.im * d.im);
        (Complex { re: k * z.re, im: k * z.im }, back)
    }

    #[differentiable]
    impl Neg for Complex {
        type Output = Self;

        #[differentiable(vjp = negative)]
        fn neg(self) -> Self {
            negative(self).0
        }
    }

    fn negative(z: Complex) -> (Complex, impl FnOnce(ComplexCotangent) -> ComplexCotangent) {
        (Complex { re: -z.re, im: -z.im }, |d| ComplexCotangent { re: -d.re, im: -d.im })
    }

    /// The rule of an operator with assignment gives the new value.
    #[differentiable]
    impl AddAssign for Complex {
        #[differentiable(vjp = sum)]
        fn add_assign(&mut self, other: Self) {
            *self = *self + other;
        }
    }

    /// |z k + w - z|², where z is added to w.
    #[differentiable]
    fn of_operators(z: Complex, w: Complex, k: f64) -> f64 {
        let mut w = w;
        w += z;
        let all = z * k + w + -z;
        all.re * all.re + all.im * all.im
    }

    #[test]
    fn rules_of_operators() {
        let (z, w, k) = (Complex { re: 0.4, im: -1.2 }, Complex { re: 2.0, im: 0.3 }, 1.7);
        let (re, im) = (k * z.re + w.re, k * z.im + w.im);
        let (value, (dz, dw, dk)) = of_operators::value_and_grad(z, w, k);
        assert_relative_eq!(value, re * re + im * im, max_relative = 1e-14);
        assert_relative_eq!(dz.re, 2.0 * re * k, max_relative = 1e-14);
        assert_relative_eq!(dz.im, 2.0 * im * k, max_relative = 1e-14);
        assert_relative_eq!(dw.re, 2.0 * re, max_relative = 1e-14);
        assert_relative_eq!(dw.im, 2.0 * im, max_relative = 1e-14);
        assert_relative_eq!(dk, 2.0 * (re * z.re + im * z.im), max_relative = 1e-14);
    }
}
