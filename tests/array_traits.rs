//! Arrays in methods of traits: declared, by default, in generic functions. Gradients against central differences.

#![expect(clippy::float_cmp, reason = "results are exact")]

mod differences;

use std::panic::catch_unwind;

use backprop::{Differentiable, Real, differentiable};
use differences::check;

#[differentiable]
trait Model {
    fn residuals(&self, x: &[f64], y: &[f64]) -> Vec<f64>;

    /// The norm of a part of the parameters.
    fn penalty(&self, weights: &[f64; 2]) -> f64;

    /// Half the sum of the squares of the residuals, with the penalty.
    fn loss(&self, x: &[f64], y: &[f64]) -> f64 {
        let r: Vec<f64> = self.residuals(x, y);
        let mut sum = 0.0;
        for v in &r {
            sum += 0.5 * v * v;
        }
        let weights = [x[0], sum];
        sum + self.penalty(&weights)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Line {
    slope: f64,
    offset: f64,
}

#[differentiable]
impl Model for Line {
    fn residuals(&self, x: &[f64], y: &[f64]) -> Vec<f64> {
        let mut r = vec![0.0; x.len()];
        for i in 0..x.len() {
            r[i] = self.slope * x[i] + self.offset - y[i];
        }
        r
    }

    fn penalty(&self, weights: &[f64; 2]) -> f64 {
        self.slope * weights[0] + (self.offset * weights[1]).sin()
    }
}

#[derive(Differentiable)]
struct Polynomial {
    coefficients: Vec<f64>,
}

#[differentiable]
impl Model for Polynomial {
    fn residuals(&self, x: &[f64], y: &[f64]) -> Vec<f64> {
        let mut r = y.to_vec();
        for i in 0..x.len() {
            let mut power = 1.0;
            for k in 0..self.coefficients.len() {
                r[i] -= self.coefficients[k] * power;
                power *= x[i];
            }
        }
        r
    }

    fn penalty(&self, weights: &[f64; 2]) -> f64 {
        let mut sum = 0.0;
        for k in 0..self.coefficients.len() {
            sum += weights[0] * self.coefficients[k] * self.coefficients[k];
        }
        sum * weights[1].cos()
    }
}

const X: [f64; 4] = [0.3, -0.8, 1.2, 0.5];
const Y: [f64; 4] = [1.1, 0.2, -0.4, 0.9];

/// In branches, loops and closures, with local arrays and with parts.
#[differentiable]
fn used<M: Model>(model: &M, x: &[f64], y: &[f64]) -> f64 {
    let mut sum = model.loss(x, y);
    let weights = [x[0], x[1]];
    let penalty = model.penalty(&weights);
    let scaled = |k: f64| k * penalty;
    for i in 1..x.len() {
        if y[i] > 0.0 {
            let r: Vec<f64> = model.residuals(&x[..i], &y[..i]);
            sum += r[0] * scaled(x[i]) + r[i - 1];
        }
    }
    let doubled = [2.0 * x[0], sum];
    sum * model.penalty(&doubled)
}

fn split(at: &[f64]) -> (&[f64], &[f64]) {
    at.split_at(4)
}

#[test]
fn generic_functions_of_two_models() {
    let data: Vec<f64> = X.iter().chain(&Y).copied().collect();
    let line = Line { slope: 0.7, offset: -0.3 };
    let (value, (d_line, d_x, d_y)) = used::value_and_grad(&line, &X, &Y);
    assert_eq!(value.to_bits(), used(&line, &X, &Y).to_bits());
    check(&|at| used(&line, split(at).0, split(at).1), &data, &[d_x, d_y].concat());
    let of_line = |at: &[f64]| used(&Line { slope: at[0], offset: at[1] }, &X, &Y);
    check(&of_line, &[0.7, -0.3], &[d_line.slope, d_line.offset]);

    let coefficients = [0.4, -1.1, 0.6];
    let polynomial = Polynomial { coefficients: coefficients.to_vec() };
    let (value, (d_polynomial, d_x, d_y)) = used::value_and_grad(&polynomial, &X, &Y);
    assert_eq!(value.to_bits(), used(&polynomial, &X, &Y).to_bits());
    check(&|at| used(&polynomial, split(at).0, split(at).1), &data, &[d_x, d_y].concat());
    let of_polynomial = |at: &[f64]| used(&Polynomial { coefficients: at.to_vec() }, &X, &Y);
    check(&of_polynomial, &coefficients, &d_polynomial.coefficients);
}

#[test]
fn entry_points_of_methods() {
    let line = Line { slope: 0.7, offset: -0.3 };
    let (value, (d_line, d_x, d_y)) = line.loss_value_and_grad(&X, &Y);
    assert_eq!(value, line.loss(&X, &Y));
    assert_eq!(line.loss_grad(&X, &Y), (d_line, d_x.clone(), d_y.clone()));
    check(&|x| line.loss(x, &Y), &X, &d_x);
    check(&|y| line.loss(&X, y), &Y, &d_y);

    let (mut of_line, mut of_x, mut of_y) = (d_line, [1.0; 4], [2.0; 4]);
    assert_eq!(line.loss_value_and_grad_into(&X, &Y, &mut of_line, &mut of_x, &mut of_y), value);
    assert_eq!((of_line, &of_x[..], &of_y[..]), (d_line, &d_x[..], &d_y[..]));
    assert_eq!(line.loss_accumulate_grad(&X, &Y, &mut of_line, &mut of_x, &mut of_y), value);
    assert_eq!(of_x.map(|d| 0.5 * d)[..], d_x[..]);
    let short = catch_unwind(|| line.loss_accumulate_grad(&X, &Y, &mut d_line.clone(), &mut [0.0; 3], &mut [0.0; 4]));
    assert!(short.is_err());

    let (residuals, back) = line.residuals_vjp(&X, &Y);
    assert_eq!(residuals, line.residuals(&X, &Y));
    let (of_line, of_x, of_y) = back(vec![1.0, 0.0, 2.0, 0.0]);
    assert_eq!((of_line.offset, of_x, of_y), (3.0, vec![0.7, 0.0, 1.4, 0.0], vec![-1.0, 0.0, -2.0, 0.0]));
    assert_eq!(line.penalty_grad(&[1.0, 0.0]).1, [0.7, -0.3]);
}

#[differentiable]
trait System<T: Real> {
    /// By value, and given back.
    fn pushed(&self, y: Vec<T>, by: T) -> Vec<T>;

    /// In place.
    fn step(&self, y: &mut [T]);

    fn end(&self, start: &[T], steps: usize) -> T {
        let mut y = start.to_vec();
        for _ in 0..steps {
            self.step(&mut y);
        }
        let z: Vec<T> = self.pushed(y, start[0]);
        z[0] * z[z.len() - 1]
    }
}

#[derive(Clone, Copy, Differentiable)]
struct Oscillator<T> {
    rate: T,
}

#[differentiable]
impl<T: Real + Differentiable<Cotangent = T>> System<T> for Oscillator<T> {
    fn pushed(&self, y: Vec<T>, by: T) -> Vec<T> {
        let mut z = y;
        z.push(by * self.rate + z[1]);
        z
    }

    fn step(&self, y: &mut [T]) {
        y[1] -= self.rate * y[0].sin();
        y[0] += self.rate * y[1];
    }
}

#[test]
fn in_place_and_by_value() {
    let (oscillator, start) = (Oscillator { rate: 0.3 }, [1.0, -0.4]);
    let (value, (d_oscillator, d_start)) = oscillator.end_value_and_grad(&start, 5);
    assert_eq!(value, oscillator.end(&start, 5));
    check(&|start| oscillator.end(start, 5), &start, &d_start);
    check(&|rate| Oscillator { rate: rate[0] }.end(&start, 5), &[0.3], &[d_oscillator.rate]);
}

#[differentiable(wrt(model, k))]
fn fit<M: Model>(model: &M, xs: &[Vec<f64>], ys: &[Vec<f64>], k: &[f64]) -> f64 {
    let mut sum = 0.0;
    for (x, y) in xs.iter().zip(ys) {
        // A default method and a declared one, of data alone and of data beside what is differentiated.
        sum += model.loss(x, y) + model.loss(x, k);
        let r = model.residuals(x, y);
        sum += r[0] * r[1];
    }
    sum + model.penalty(&[k[0], 2.0])
}

#[differentiable(wrt(system))]
fn stepped<S: System<f64>>(system: &S, start: &[f64], steps: usize) -> f64 {
    let mut y = start.to_vec();
    for _ in 0..steps {
        system.step(&mut y);
    }
    y[0] * y[1]
}

#[test]
fn data_goes_to_methods_of_traits() {
    let (xs, ys) = ([vec![0.5, 1.0], vec![1.5, -2.0]], [vec![1.0, 0.2], vec![0.3, 0.7]]);
    let (line, k) = (Line { slope: 0.7, offset: -0.3 }, [0.4, 1.3]);
    let (value, (d_line, d_k)) = fit::value_and_grad(&line, &xs, &ys, &k);
    assert_eq!(value, fit(&line, &xs, &ys, &k));
    let of_line = |p: &[f64]| fit(&Line { slope: p[0], offset: p[1] }, &xs, &ys, &k);
    check(&of_line, &[line.slope, line.offset], &[d_line.slope, d_line.offset]);
    check(&|k| fit(&line, &xs, &ys, k), &k, &d_k);

    let d_oscillator = stepped::grad(&Oscillator { rate: 0.3 }, &[1.0, -0.4], 5);
    check(&|rate| stepped(&Oscillator { rate: rate[0] }, &[1.0, -0.4], 5), &[0.3], &[d_oscillator.rate]);
}

/// A trait of the host's.
trait Own {
    fn weight(&self) -> f64;
}

struct Two;

impl Own for Two {
    fn weight(&self) -> f64 {
        2.0
    }
}

#[differentiable]
trait HasSize {
    fn size(&self, x: f64) -> f64;
}

/// The lifetime says that `T` outlives it.
#[derive(Clone, Differentiable)]
struct On<'a, T> {
    #[constant]
    of: &'a T,
    b: f64,
}

#[differentiable]
impl<'a, T: Own> HasSize for On<'a, T> {
    fn size(&self, x: f64) -> f64 {
        x * x * self.b * backprop::stop_gradient(self.of.weight())
    }
}

#[differentiable]
fn of_size<S: HasSize>(s: &S, x: f64) -> f64 {
    s.size(x)
}

#[test]
fn blocks_with_lifetimes() {
    let (d, d_x) = of_size::grad(&On { of: &Two, b: 1.5 }, 3.0);
    assert_eq!((d.b.to_bits(), d_x.to_bits()), (18.0_f64.to_bits(), 18.0_f64.to_bits()));
}
