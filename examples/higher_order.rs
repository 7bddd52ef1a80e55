//! Sensitivities through functions that take functions: of a definite integral, and of a root that Newton's method finds,
//! with respect to what the integrand and the equation captured.
//!
//! ```sh
//! cargo run --release --example higher_order
//! ```
//!
//! Two problems of mechanics, whose derivatives have closed forms to compare with:
//!
//! - the period of a pendulum of any amplitude, an elliptic integral: how does it depend on length, gravity and amplitude?
//! - the eccentric anomaly of a planet, the root of Kepler's equation `E - e sin E = M`: how does it depend on `e` and `M`?
//!
//! `integrate` and `newton` know nothing of either problem, nor of derivatives: they are ordinary Rust functions that take
//! functions. What a closure captured is part of its sensitivity, so the derivatives come out on the other side.

use std::f64::consts::{FRAC_PI_2, PI};
use std::process::ExitCode;

use backprop::{Real, differentiable};

/// The Gauss–Legendre rule of three points.
#[differentiable]
fn gauss<T: Real>(f: &impl Fn(T) -> T, a: T, b: T) -> T {
    let two = T::one() + T::one();
    let (middle, radius) = ((a + b) / two, (b - a) / two);
    let offset = radius * T::from(0.6).unwrap().sqrt();
    let (inner, outer) = (T::from(8.0 / 9.0).unwrap(), T::from(5.0 / 9.0).unwrap());
    radius * (inner * f(middle) + outer * (f(middle - offset) + f(middle + offset)))
}

/// The integral of `f` from `a` to `b`, by the rule on `2^halvings` intervals.
#[differentiable]
fn integrate<T: Real>(f: &impl Fn(T) -> T, a: T, b: T, halvings: u32) -> T {
    if halvings == 0 {
        gauss(f, a, b)
    } else {
        let middle = (a + b) / (T::one() + T::one());
        integrate(f, a, middle, halvings - 1) + integrate(f, middle, b, halvings - 1)
    }
}

/// So many steps of Newton's method for a root of `f`, whose derivative is `slope`.
#[differentiable]
fn newton(f: &impl Fn(f64) -> f64, slope: &impl Fn(f64) -> f64, guess: f64, steps: u32) -> f64 {
    if steps == 0 { guess } else { newton(f, slope, guess - f(guess) / slope(guess), steps - 1) }
}

/// The period of a pendulum, in seconds: of a length in metres, under a gravity in metres per second squared, with an
/// amplitude in radians.
#[differentiable]
fn period(length: f64, gravity: f64, amplitude: f64) -> f64 {
    let modulus = (0.5 * amplitude).sin();
    let integrand = |phi: f64| (1.0 - (modulus * phi.sin()).powi(2)).sqrt().recip();
    4.0 * (length / gravity).sqrt() * integrate(&integrand, 0.0, FRAC_PI_2, 4)
}

/// The eccentric anomaly of a planet, in radians, on an orbit of this eccentricity at this mean anomaly, in radians.
#[differentiable]
fn eccentric_anomaly(eccentricity: f64, mean: f64) -> f64 {
    let equation = |e: f64| e - eccentricity * e.sin() - mean;
    newton(&equation, &|e: f64| 1.0 - eccentricity * e.cos(), mean, 8)
}

/// The complete elliptic integrals of the first and of the second kind, by the arithmetic-geometric mean (Abramowitz and
/// Stegun, 17.6).
fn elliptic(modulus: f64) -> (f64, f64) {
    let (mut a, mut b, mut c) = (1.0, (1.0 - modulus * modulus).sqrt(), modulus);
    let (mut sum, mut weight) = (0.5 * c * c, 1.0);
    while c.abs() > 1e-16 {
        (a, b, c) = (0.5 * (a + b), (a * b).sqrt(), 0.5 * (a - b));
        sum += weight * c * c;
        weight *= 2.0;
    }
    let first = PI / (2.0 * a);
    (first, first * (1.0 - sum))
}

/// Prints one derivative beside its closed form; whether they agree.
fn compare(name: &str, found: f64, exact: f64) -> bool {
    let error = ((found - exact) / exact).abs();
    println!("  {name:<22} {found:>20.15}   closed form {exact:>20.15}   relative error {error:.1e}");
    error < 1e-12
}

fn main() -> ExitCode {
    let mut agree = true;

    let (length, gravity, amplitude) = (1.0, 9.806_65, 2.0);
    let (time, (by_length, by_gravity, by_amplitude)) = period::value_and_grad(length, gravity, amplitude);
    let modulus = (0.5 * amplitude).sin();
    let (first, second) = elliptic(modulus);
    let scale = 4.0 * (length / gravity).sqrt();
    // d K / d k = (E - (1 - k²) K) / (k (1 - k²)).
    let complement = 1.0 - modulus * modulus;
    let slope = (second - complement * first) / (modulus * complement);
    println!("The period of a pendulum of {length} m with an amplitude of {amplitude} rad:");
    agree &= compare("T / s", time, scale * first);
    agree &= compare("dT/d(length)", by_length, 0.5 * scale * first / length);
    agree &= compare("dT/d(gravity)", by_gravity, -0.5 * scale * first / gravity);
    agree &= compare("dT/d(amplitude)", by_amplitude, scale * slope * 0.5 * (0.5 * amplitude).cos());

    let (eccentricity, mean) = (0.205_63, 1.2);
    let (anomaly, (by_eccentricity, by_mean)) = eccentric_anomaly::value_and_grad(eccentricity, mean);
    let slope = 1.0 - eccentricity * anomaly.cos();
    println!("The eccentric anomaly of Mercury at a mean anomaly of {mean} rad:");
    agree &= compare("E - e sin E", anomaly - eccentricity * anomaly.sin(), mean);
    agree &= compare("dE/d(eccentricity)", by_eccentricity, anomaly.sin() / slope);
    agree &= compare("dE/d(mean anomaly)", by_mean, 1.0 / slope);

    if agree { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
