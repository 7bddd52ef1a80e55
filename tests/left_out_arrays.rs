//! Arrays that a function makes and changes, where it gives them to functions whose `wrt` leaves them out.

#![expect(
    clippy::assign_op_pattern,
    clippy::cast_precision_loss,
    clippy::collapsible_if,
    clippy::explicit_iter_loop,
    clippy::needless_range_loop,
    reason = "the functions are as people write them"
)]

mod differences;

use backprop::{Differentiable, Real, differentiable};
use differences::check;

#[derive(Clone, Differentiable)]
struct Model {
    weights: Vec<f64>,
    bias: f64,
}

#[differentiable]
impl Model {
    #[differentiable(wrt(self))]
    fn loss(&self, xs: &[f64], ys: &Vec<f64>) -> f64 {
        let mut sum = self.bias;
        for (x, y) in xs.iter().zip(ys) {
            for weight in &self.weights {
                sum += (weight * x - y).powi(2);
            }
        }
        sum
    }

    #[differentiable(wrt(self))]
    fn update(&mut self, xs: &[f64], rate: f64) {
        for weight in &mut self.weights {
            for x in xs {
                *weight += rate * x * self.bias;
            }
        }
    }
}

fn model(p: &[f64]) -> Model {
    Model { weights: p[..2].to_vec(), bias: p[2] }
}

#[differentiable(wrt(model))]
fn of_batches(model: &Model, xs: &[f64], size: usize) -> f64 {
    let mut total = 0.0;
    let mut batch = Vec::new();
    let mut targets = vec![0.0; size];
    for (i, x) in xs.iter().enumerate() {
        batch.push(*x);
        targets[i % size] = 0.5 * x;
        if batch.len() == size {
            total += model.loss(&batch, &targets);
            batch.clear();
        }
    }
    total
}

#[differentiable(wrt(model))]
fn updated(model: &Model, xs: &[f64]) -> f64 {
    let mut updated = model.clone();
    let mut window = vec![0.0; 2];
    for i in 0..xs.len() {
        window[i % 2] = xs[i];
        updated.update(&window, 0.1);
    }
    let mut sum = updated.bias;
    for weight in &updated.weights {
        sum += weight * weight;
    }
    sum
}

#[test]
fn batches_are_made_in_loops() {
    let (p, xs) = ([0.3, -0.7, 0.4], [1.0, 2.0, -1.0, 0.5, 0.7]);
    let flat = |d: ModelCotangent| [d.weights[0], d.weights[1], d.bias];
    check(&|p| of_batches(&model(p), &xs, 2), &p, &flat(of_batches::grad(&model(&p), &xs, 2)));
    check(&|p| updated(&model(p), &xs), &p, &flat(updated::grad(&model(&p), &xs)));
}

/// A generator of numbers that only rustc knows.
struct Noise(u32);

impl Noise {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f64::from(self.0 >> 8) / f64::from(1 << 24)
    }
}

#[differentiable(wrt(spot, rate))]
fn payoff(spot: f64, rate: f64, noise: &[f64], barrier: Option<f64>) -> f64 {
    let mut price = spot;
    for z in noise {
        price *= (rate + 0.2 * z).exp();
        if let Some(barrier) = barrier {
            if price > barrier {
                return 0.0;
            }
        }
    }
    price
}

#[differentiable]
fn price(spot: f64, rate: f64, paths: usize) -> f64 {
    let mut source = Noise(7);
    let mut noise = vec![0.0; 3];
    let mut sum = 0.0;
    for _ in 0..paths {
        for z in noise.iter_mut() {
            *z = source.next();
        }
        sum += payoff(spot, rate, &noise, Some(180.0)) + payoff(spot, rate, &noise[1..], None);
    }
    sum / paths as f64
}

#[test]
fn noise_is_made_in_a_loop() {
    let (spot, rate) = price::grad(100.0, 0.1, 20);
    check(&|p| price(p[0], p[1], 20) / 100.0, &[100.0, 0.1], &[spot / 100.0, rate / 100.0]);
}

#[differentiable(wrt(a))]
fn scaled(a: f64, xs: &[f64]) -> Vec<f64> {
    let mut scaled = Vec::new();
    for x in xs {
        scaled.push(a * x * x);
    }
    scaled
}

#[differentiable(wrt(a, y))]
fn axpy(a: f64, x: &[f64], y: &mut [f64]) {
    for i in 0..y.len() {
        y[i] += a * x[i];
    }
}

#[differentiable]
fn added(a: f64, n: usize) -> f64 {
    let mut x = vec![0.0; 3];
    let mut y = vec![a; 3];
    for k in 0..n {
        for i in 0..3 {
            x[i] = (k * i) as f64;
        }
        axpy(a, &x, &mut y);
    }
    y[0] * y[1] * y[2]
}

#[differentiable(wrt(a))]
fn of_rows<T: Real>(a: T, x: &[T], rows: &[Vec<T>]) -> T {
    let mut sum = a;
    for v in x {
        sum = sum + *v * a;
    }
    for row in rows {
        for v in row {
            sum = sum + *v * a * a;
        }
    }
    sum
}

#[differentiable]
fn of_generic(a: f64) -> f64 {
    let mut x = vec![1.0, 2.0];
    let mut rows = vec![vec![1.0; 2]; 2];
    let mut sum = 0.0;
    for i in 0..3 {
        x[0] += 1.0;
        rows[i % 2][0] *= 2.0;
        sum += of_rows(a, &x, &rows) + of_rows(a, &x[1..], &rows[..1]);
    }
    sum
}

#[differentiable]
fn in_closures(a: f64) -> f64 {
    let mut x = vec![1.0, 2.0];
    let mut sum = 0.0;
    for i in 0..3 {
        x[i % 2] += 1.0;
        let total = |k: f64| {
            let of = scaled(a * k, &x);
            of[0] + of[1]
        };
        sum += total(1.0) * total(2.0);
    }
    sum
}

#[test]
fn arrays_change_between_calls() {
    check(&|p| added(p[0], 3), &[0.4], &[added::grad(0.4, 3)]);
    check(&|p| of_generic(p[0]), &[0.4], &[of_generic::grad(0.4)]);
    check(&|p| in_closures(p[0]), &[0.4], &[in_closures::grad(0.4)]);
}

#[differentiable(wrt(rate, contacts))]
fn cases(rate: f64, contacts: &[[f64; 2]; 2], measures: &[(usize, f64)], days: usize) -> Vec<f64> {
    let mut cases = Vec::with_capacity(days);
    for day in 0..days {
        let mut scale = 1.0;
        for &(from, factor) in measures {
            if day >= from {
                scale *= factor;
            }
        }
        cases.push(rate * scale * contacts[day % 2][1]);
    }
    cases
}

#[differentiable]
fn weighed(x: f64, table: &[(f64, f64)]) -> f64 {
    let mut sum = x;
    for (a, b) in table {
        sum += a * x * b;
    }
    sum
}

#[differentiable]
fn of_tables(rate: f64, contacts: &[[f64; 2]; 2]) -> f64 {
    let cases = cases(rate, contacts, &[(1, 0.5), (2, -0.3)], 3);
    let mut sum = weighed(rate, &[(3.0, 0.5), (8.0, -0.3)]);
    for of_day in &cases {
        sum += of_day * of_day;
    }
    sum
}

#[test]
fn tables_are_written_where_they_are_given() {
    let (p, of) = ([0.4, 1.0, 0.3, 0.2, 0.8], |p: &[f64]| [[p[1], p[2]], [p[3], p[4]]]);
    let (rate, contacts) = of_tables::grad(p[0], &of(&p));
    check(&|p| of_tables(p[0], &of(p)), &p, &[&[rate], contacts.concat().as_slice()].concat());
}

/// A vector that depends on nothing, of numbers that a loop carries; the number that the loop carries last does not depend on anything either.
#[differentiable]
fn of_carried(k: f64, n: usize) -> f64 {
    let mut taps = Vec::new();
    let mut h: f64 = 0.5;
    let mut y = k;
    for i in 0..n {
        h *= 2.0;
        taps.push(h * 0.5);
        y *= taps[i];
    }
    k * taps[1] + y
}

/// The same, where the number comes to depend on the parameter in a turn before.
#[differentiable]
fn of_carried_that_depend(k: f64, n: usize) -> f64 {
    let mut taps: Vec<f64> = Vec::new();
    let mut h: f64 = 0.5;
    for _ in 0..n {
        taps.push(h);
        h *= k;
    }
    taps[1] + taps[2]
}

/// The same, where a closure changes it.
#[differentiable]
fn of_carried_that_a_closure_changes(k: f64, n: usize) -> f64 {
    let mut taps: Vec<f64> = Vec::new();
    let mut h: f64 = 0.5;
    let mut add = |by: f64| h += by;
    add(k);
    for _ in 0..n {
        taps.push(h);
    }
    taps[0] + taps[1]
}

#[test]
fn vectors_of_numbers_that_a_loop_carries() {
    // taps are 1/2, 1, 2: y = k, and k * 1 is added.
    assert_eq!(of_carried::value_and_grad(0.25, 3), (0.5, 2.0));
    // k / 2 + k² / 2
    assert_eq!(of_carried_that_depend::value_and_grad(2.0, 3), (3.0, 2.5));
    // 1 + 2 k
    assert_eq!(of_carried_that_a_closure_changes::value_and_grad(2.0, 3), (5.0, 2.0));
}
