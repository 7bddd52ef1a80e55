//! Closures that captured a struct, as arguments beside arrays in its fields: right-hand sides of differential equations and their starting
//! values. Gradients against central differences.

#![expect(
    clippy::many_single_char_names,
    clippy::redundant_closure_for_method_calls,
    clippy::suboptimal_flops,
    reason = "the programs are as people write them"
)]

mod agrees;
mod differences;

use agrees::agrees;
use backprop::{Differentiable, differentiable};

#[differentiable]
fn summed(f: impl Fn(f64) -> f64, at: &[f64], k: f64) -> f64 {
    let mut sum = 0.0;
    for v in at {
        sum += f(*v) * k;
    }
    sum
}

#[derive(Clone, Debug, Differentiable)]
struct Window {
    rate: f64,
    at: Vec<f64>,
}

#[differentiable]
fn of_parameter(w: &Window) -> f64 {
    summed(|t| w.rate * t, &w.at, 0.2)
}

#[differentiable]
fn of_arrays(w: &Window, z: &[f64]) -> f64 {
    let own = [w.rate];
    let copy = w.at.clone();
    summed(|t| z[0] * t, &w.at, own[0]) + summed(|t| own[0] * t, &w.at, 2.0) * summed(|t| w.at[1] * t, &copy, 1.0)
}

#[differentiable]
fn windows(x: &[f64]) -> f64 {
    let w = Window { rate: x[0], at: x.to_vec() };
    summed(|t| w.rate * t, &w.at, x[5]) + of_parameter(&w) * of_arrays(&w, x)
}

/// Functions that captured nothing, beside ones that captured arrays.
#[differentiable]
fn both(f: impl Fn(f64) -> f64, g: impl Fn(f64) -> f64, at: &[f64]) -> f64 {
    f(at[0]) * g(at[1]) + g(at[2])
}

#[differentiable]
fn of_both(x: &[f64]) -> f64 {
    let w = Window { rate: x[0], at: x.to_vec() };
    both(|t| t * t, |t| w.at[2] * t, &w.at) + both(|t| x[1] * w.rate * t, |t| t.sin(), &w.at)
}

#[test]
fn arrays_of_the_struct_are_beside_the_closure() {
    agrees!(windows, of_both);
}

#[differentiable]
fn euler(f: impl Fn(f64, &[f64]) -> Vec<f64>, start: &[f64], h: f64, steps: usize) -> Vec<f64> {
    let mut y = start.to_vec();
    let mut t = 0.0;
    for _ in 0..steps {
        let k = f(t, &y);
        for i in 0..y.len() {
            y[i] += h * k[i];
        }
        t += h;
    }
    y
}

#[differentiable]
fn heun(f: impl Fn(f64, &[f64; 2]) -> [f64; 2], start: &[f64; 2], h: f64, steps: usize) -> [f64; 2] {
    let mut y = *start;
    let mut t = 0.0;
    for _ in 0..steps {
        let k = f(t, &y);
        let l = f(t + h, &[y[0] + h * k[0], y[1] + h * k[1]]);
        for i in 0..2 {
            y[i] += 0.5 * h * (k[i] + l[i]);
        }
        t += h;
    }
    y
}

#[derive(Clone, Debug, Differentiable)]
struct Oscillator {
    stiffness: f64,
    drive: f64,
    start: Vec<f64>,
    pair: [f64; 2],
    steps: usize,
}

#[differentiable]
impl Oscillator {
    fn rhs(&self, t: f64, y: &[f64]) -> Vec<f64> {
        vec![y[1], self.drive * t.cos() - self.stiffness * y[0]]
    }

    fn rate(&self, t: f64, y: &[f64; 2]) -> [f64; 2] {
        [y[1], self.drive * t.cos() - self.stiffness * y[0]]
    }

    /// The types of the parameters of the closures are those that the methods say.
    fn run(&self, h: f64) -> f64 {
        let y = euler(|t, y| self.rhs(t, y), &self.start, h, self.steps);
        let z = heun(|t, y| self.rate(t, y), &self.pair, h, self.steps);
        let u = heun(|t, y| Self::rate(self, t, y), &[self.start[0], z[0]], h, 2);
        y[0] * y[1] + z[0] * z[1] + u[0]
    }
}

#[differentiable]
fn oscillated(x: &[f64]) -> f64 {
    let start = vec![x[2], x[3]];
    Oscillator { stiffness: x[0], drive: x[1], start, pair: [x[4], x[5]], steps: 5 }.run(0.1)
}

#[test]
fn right_hand_sides_are_methods() {
    agrees!(oscillated);
}
