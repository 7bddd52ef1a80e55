//! Closures that use arrays from outside of them, given to methods: of a type, of a trait, of generic types. Values bit for bit, gradients
//! against central differences.

#![expect(clippy::cast_precision_loss, reason = "programs as they may be written")]

mod differences;

use backprop::{Differentiable, Real, differentiable};
use differences::check;

#[derive(Clone, Copy, Differentiable)]
struct Rule {
    n: usize,
    scale: f64,
}

#[differentiable]
impl Rule {
    fn integral(&self, f: impl Fn(f64) -> f64, a: f64, b: f64) -> f64 {
        let h = (b - a) / self.n as f64;
        let mut sum = 0.5 * (f(a) + f(b));
        for i in 1..self.n {
            sum += f(a + h * i as f64);
        }
        sum * h * self.scale
    }

    fn twice<F: Fn(f64) -> f64>(f: F, x: f64) -> f64 {
        f(f(x))
    }

    fn of_own(&self, c: &[f64], x: f64) -> f64 {
        self.integral(|t| c[0] * t + c[1] * t * t, 0.0, x) + Self::twice(|t| c[1] * t, x)
    }
}

#[differentiable]
fn area(c: &[f64], b: f64, rule: &Rule) -> f64 {
    let polynomial = |x: f64| {
        let mut sum = 0.0;
        for i in (0..c.len()).rev() {
            sum = sum * x + c[i];
        }
        sum
    };
    rule.integral(polynomial, 0.0, b) + rule.integral(|x| c[0] * x, 0.0, 1.0) + rule.integral(|x| x * b, 0.0, 1.0)
}

#[differentiable]
fn associated(c: &[f64], x: f64) -> f64 {
    Rule::twice(|v| c[0] * v + c[1], x)
}

#[derive(Clone, Differentiable)]
struct Walker {
    at: Vec<f64>,
    t: f64,
}

#[differentiable]
impl Walker {
    fn advance(&mut self, f: impl Fn(&[f64], f64) -> f64, h: f64) {
        for i in 0..self.at.len() {
            let k = f(&self.at, self.t);
            self.at[i] += h * k;
        }
        self.t += h;
    }

    fn at_time<F: Fn(f64) -> f64>(self, f: F) -> Walker {
        let t = f(self.t);
        Walker { t, ..self }
    }

    fn power(&self, f: impl Fn(f64) -> f64, n: usize) -> f64 {
        if n == 0 {
            return 1.0;
        }
        let once = f(self.t);
        let rest: f64 = self.power(f, n - 1);
        once * rest
    }
}

#[differentiable]
fn walked(c: &[f64], x: f64) -> f64 {
    let mut walker = Walker { at: vec![x, x * x], t: 0.5 * x };
    for k in 0..3 {
        walker.advance(|y: &[f64], t: f64| c[0] * y[0] - c[1] * t * y[1] + c[k], 0.1);
    }
    let last = walker.at_time(|t| t * c[2]);
    last.at[0] * last.at[1] * last.t
}

#[differentiable]
fn to_a_power(c: &[f64], x: f64) -> f64 {
    let walker = Walker { at: vec![x], t: x };
    walker.power(|t| t * c[0] + c[1], 3)
}

struct Grid<T>(std::marker::PhantomData<T>);

#[differentiable]
impl<T: Real> Grid<T> {
    fn sum(h: T, f: impl Fn(T) -> T, n: usize) -> T {
        let (mut sum, mut x) = (T::zero(), T::zero());
        for _ in 0..n {
            sum += f(x) * h;
            x += h;
        }
        sum
    }
}

#[differentiable]
fn of_generic(c: &[f64], h: f64) -> f64 {
    Grid::<f64>::sum(h, |x| c[0] * x * x + c[1], 5)
}

#[differentiable]
trait Quadrature {
    fn integral(&self, f: impl Fn(f64) -> f64, a: f64, b: f64) -> f64;

    /// By default, it gives the function on.
    fn mean<F: Fn(f64) -> f64>(&self, f: F, a: f64, b: f64) -> f64 {
        let all: f64 = self.integral(f, a, b);
        all / (b - a)
    }

    fn product(f: impl Fn(f64) -> f64, x: f64) -> f64 {
        f(x) * f(2.0 * x)
    }
}

#[derive(Clone, Copy, Differentiable)]
struct Simpson {
    weight: f64,
}

#[derive(Clone, Copy, Differentiable)]
struct Midpoint {
    n: usize,
}

#[differentiable]
impl Quadrature for Simpson {
    fn integral(&self, f: impl Fn(f64) -> f64, a: f64, b: f64) -> f64 {
        self.weight * (b - a) / 6.0 * (f(a) + 4.0 * f(0.5 * (a + b)) + f(b))
    }
}

#[differentiable]
impl Quadrature for Midpoint {
    fn integral(&self, f: impl Fn(f64) -> f64, a: f64, b: f64) -> f64 {
        let h = (b - a) / self.n as f64;
        let mut sum = 0.0;
        for i in 0..self.n {
            sum += f(a + (i as f64 + 0.5) * h);
        }
        sum * h
    }

    fn product(f: impl Fn(f64) -> f64, x: f64) -> f64 {
        f(x)
    }
}

#[differentiable]
fn by<Q: Quadrature>(rule: &Q, c: &[f64], b: f64) -> f64 {
    rule.integral(|x| c[0] * x + c[1], 0.0, b) * rule.mean(|x| c[2] * x * x, 0.0, b) + Q::product(|x| c[0] + x, b)
}

#[differentiable]
fn by_simpson(c: &[f64], b: f64) -> f64 {
    let rule = Simpson { weight: b };
    by(&rule, c, b) + rule.mean(|x| c[1] * x, 0.0, b) + rule.integral(|x| x * b, 0.0, b)
}

#[differentiable]
fn by_midpoints(c: &[f64], b: f64) -> f64 {
    let rule = Midpoint { n: 7 };
    by(&rule, c, b)
}

const POINT: [f64; 3] = [0.7, 0.3, 1.1];

/// Holds functions of an array and a number against themselves.
macro_rules! holds {
    ($($name:ident),*) => { $({
        let (value, (d_c, d_x)) = $name::value_and_grad(&POINT, 0.8);
        assert_eq!(value.to_bits(), $name(&POINT, 0.8).to_bits());
        check(&|c| $name(c, 0.8), &POINT, &d_c);
        check(&|x| $name(&POINT, x[0]), &[0.8], &[d_x]);
    })* };
}

#[test]
fn of_types() {
    holds!(associated, walked, to_a_power, of_generic);
    let rule = Rule { n: 50, scale: 1.5 };
    let (d_c, d_b, d_rule) = area::grad(&POINT, 1.2, &rule);
    check(&|c| area(c, 1.2, &rule), &POINT, &d_c);
    check(&|b| area(&POINT, b[0], &rule), &[1.2], &[d_b]);
    check(&|scale| area(&POINT, 1.2, &Rule { n: 50, scale: scale[0] }), &[1.5], &[d_rule.scale]);
    let (d_rule, d_c, d_x) = rule.of_own_grad(&POINT, 0.7);
    check(&|c| rule.of_own(c, 0.7), &POINT, &d_c);
    check(&|x| rule.of_own(&POINT, x[0]), &[0.7], &[d_x]);
    check(&|scale| Rule { n: 50, scale: scale[0] }.of_own(&POINT, 0.7), &[1.5], &[d_rule.scale]);
}

#[test]
fn of_traits() {
    holds!(by_simpson, by_midpoints);
}
