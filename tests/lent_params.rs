//! Closures that leave out the types of their parameters, where these are references to arrays: as they are given to solvers and
//! optimisers. The truth is a central difference.

#![expect(
    clippy::cast_precision_loss,
    clippy::many_single_char_names,
    reason = "the programs are as people write them"
)]

mod differences;

use backprop::{Differentiable, Real, differentiable};
use differences::check;

#[differentiable]
fn descend<F: Fn(&[f64]) -> f64>(f: F, start: &[f64], rate: f64) -> f64 {
    let mut x = start.to_vec();
    let n = x.len();
    for _ in 0..4 {
        let mut g = vec![0.0; n];
        for i in 0..n {
            let mut after = x.clone();
            after[i] += 1e-3;
            let mut before = x.clone();
            before[i] -= 1e-3;
            g[i] = (f(&after) - f(&before)) / 2e-3;
        }
        for i in 0..n {
            x[i] -= rate * g[i];
        }
    }
    f(&x)
}

#[differentiable]
fn rosenbrock(start: &[f64], a: f64) -> f64 {
    descend(|x| (a - x[0]).powi(2) + 10.0 * (x[1] - x[0] * x[0]).powi(2), start, 0.01)
}

#[differentiable]
fn indexed(start: &[f64], a: f64) -> f64 {
    let w = [a, 0.5];
    let objective = |x: &[f64]| {
        let mut s = 0.0;
        for i in 0..x.len() {
            s += w[i] * x[i] * x[i];
        }
        s
    };
    descend(objective, start, 0.1)
}

#[differentiable]
fn looped(start: &[f64], a: f64) -> f64 {
    descend(
        |x| {
            let mut s = 0.0;
            for (i, v) in x.iter().enumerate() {
                s += (a + i as f64) * v * v;
            }
            s
        },
        start,
        0.1,
    )
}

#[differentiable]
fn euler<T: Real>(f: impl Fn(T, &[T]) -> Vec<T>, start: &[T], h: T) -> Vec<T> {
    let (mut t, mut y) = (T::zero(), start.to_vec());
    for _ in 0..5 {
        let d = f(t, &y);
        for i in 0..y.len() {
            y[i] += h * d[i];
        }
        t += h;
    }
    y
}

#[differentiable]
fn predators(start: &[f64], a: f64) -> f64 {
    let y = euler(|_t, y| vec![a * y[0] - y[0] * y[1], 0.3 * y[0] * y[1] - y[1]], start, 0.1);
    y[0] + 2.0 * y[1]
}

#[differentiable]
fn van_der_pol<T: Real>(start: &[T], mu: T) -> T {
    let step = T::from(0.1).unwrap();
    let y = euler(|t, y| vec![y[1], mu * (T::one() - y[0] * y[0]) * y[1] - y[0] + t], start, step);
    y[0] + y[1]
}

/// Where an array goes by value, the closure takes it so.
#[differentiable]
fn twice(f: impl Fn([f64; 2]) -> f64, x: [f64; 2]) -> f64 {
    f(x) * f([x[1], x[0]])
}

#[differentiable]
fn by_value(x: &[f64], a: f64) -> f64 {
    twice(|p| p[0] * p[1] + a * p[0], [x[0], x[1]])
}

#[derive(Differentiable)]
struct Scaled {
    rate: f64,
}

#[differentiable]
impl Scaled {
    fn run(&self, f: impl Fn(&[f64]) -> f64, x: &[f64]) -> f64 {
        f(x) * self.rate
    }
}

#[differentiable]
fn of_method(x: &[f64], a: f64) -> f64 {
    let scaled = Scaled { rate: a };
    scaled.run(|x| x[0] * x[1] * a, x)
}

#[test]
fn closures_leave_out_the_types_of_arrays() {
    let holds = |f: fn(&[f64], f64) -> f64, gradient: fn(&[f64], f64) -> (Vec<f64>, f64)| {
        let at = [0.3, 0.7, 1.1];
        let (mut found, a) = gradient(&at[..2], at[2]);
        found.push(a);
        check(&|p| f(&p[..2], p[2]), &at, &found);
    };
    holds(rosenbrock, rosenbrock::grad);
    holds(indexed, indexed::grad);
    holds(looped, looped::grad);
    holds(predators, predators::grad);
    holds(van_der_pol, van_der_pol::grad);
    holds(by_value, by_value::grad);
    holds(of_method, of_method::grad);
}
