//! Arrays in structs that calls look at in loops: a call takes no copy of them. Gradients against central differences, bytes counted.

mod differences;

use backprop::{Differentiable, differentiable};
use differences::check;

#[differentiable]
fn near(y: &[f64], i: usize) -> f64 {
    0.5 * y[i - 1].sin() + y[i] * y[i]
}

#[differentiable]
fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..a.len() {
        sum += a[i] * b[i];
    }
    sum
}

#[derive(Clone, Differentiable)]
struct Chain {
    at: Vec<f64>,
    speed: Vec<f64>,
}

#[differentiable]
impl Chain {
    /// Each call looks at what the turns before have overwritten.
    fn step(&mut self, dt: f64) {
        for i in 1..self.at.len() {
            self.speed[i] += near(&self.at, i) * dt;
            self.at[i] += self.speed[i] * dt;
        }
    }

    fn energy(&self, k: f64) -> f64 {
        let mut sum = 0.0;
        for i in 1..self.at.len() {
            sum += k * near(&self.at, i) * self.at[0] + self.speed[i];
        }
        sum
    }
}

fn chain(x: &[f64]) -> Chain {
    Chain { at: x.to_vec(), speed: x.iter().map(|x| x.cos()).collect() }
}

/// The chain is the caller's, and changes.
#[differentiable]
fn stepped(chain: &mut Chain, dt: f64) -> f64 {
    chain.step(dt);
    chain.step(dt);
    chain.at[0] + chain.at[chain.at.len() - 1] + chain.speed[1]
}

/// The chain is a variable, of which each turn changes a part, and which goes on as a whole.
#[differentiable]
fn local(x: &[f64], k: f64) -> f64 {
    let mut chain = Chain { at: x.to_vec(), speed: x.to_vec() };
    for i in 1..x.len() {
        chain.at[i] += k * near(&chain.at, i);
    }
    chain.step(k);
    chain.at[x.len() - 1] * chain.speed[1]
}

#[derive(Clone, Differentiable)]
struct Layer {
    w: Vec<Vec<f64>>,
    b: Vec<f64>,
}

/// Rows and parts of what is the caller's.
#[differentiable]
fn output(layer: &Layer, x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..layer.w.len() {
        sum += (dot(&layer.w[i], x) + layer.b[i] + layer.w[i][0]).tanh();
    }
    for row in &layer.w {
        sum *= 1.0 + dot(row, &layer.b[..2]);
    }
    sum
}

/// A branch that calls, and one that does not.
#[differentiable]
fn chosen(chain: &Chain, k: f64) -> f64 {
    if k > 0.0 { near(&chain.at, 1) * k } else { chain.at[0] - k }
}

const POINT: [f64; 5] = [0.3, 1.1, -0.7, 0.9, 0.45];

fn flat(chain: &ChainCotangent) -> Vec<f64> {
    [&chain.at[..], &chain.speed[..]].concat()
}

/// A function of a chain, as one of its numbers.
fn of_numbers(f: impl Fn(Chain) -> f64) -> impl Fn(&[f64]) -> f64 {
    move |x| {
        let (at, speed) = x.split_at(x.len() / 2);
        f(Chain { at: at.to_vec(), speed: speed.to_vec() })
    }
}

#[test]
fn gradients() {
    let point = chain(&POINT);
    let numbers = [&point.at[..], &point.speed[..]].concat();
    let (d_chain, d_dt) = stepped::grad(&mut point.clone(), 0.3);
    check(&of_numbers(|mut chain| stepped(&mut chain, 0.3)), &numbers, &flat(&d_chain));
    check(&|dt| stepped(&mut point.clone(), dt[0]), &[0.3], &[d_dt]);

    let (d_chain, d_k) = point.energy_grad(0.7);
    check(&of_numbers(|chain| chain.energy(0.7)), &numbers, &flat(&d_chain));
    check(&|k| point.energy(k[0]), &[0.7], &[d_k]);

    let (d_x, d_k) = local::grad(&POINT, 0.2);
    check(&|x| local(x, 0.2), &POINT, &d_x);
    check(&|k| local(&POINT, k[0]), &[0.2], &[d_k]);

    for k in [0.5, -0.5] {
        let (d_chain, d_k) = chosen::grad(&point, k);
        check(&of_numbers(|chain| chosen(&chain, k)), &numbers, &flat(&d_chain));
        check(&|k| chosen(&point, k[0]), &[k], &[d_k]);
    }
}

#[test]
fn gradients_of_rows() {
    let layer = |x: &[f64]| Layer { w: x[..6].chunks(2).map(<[f64]>::to_vec).collect(), b: x[6..9].to_vec() };
    let numbers = [0.1, 0.2, 0.3, -0.4, 0.5, 0.6, 0.7, -0.8, 0.9];
    let x = [0.7, -0.2];
    let (d_layer, d_x) = output::grad(&layer(&numbers), &x);
    check(&|numbers| output(&layer(numbers), &x), &numbers, &[d_layer.w.concat(), d_layer.b].concat());
    check(&|x| output(&layer(&numbers), x), &x, &d_x);
}

#[test]
fn the_value_of_a_struct_that_is_changed_is_that_of_the_function() {
    let (mut left, mut right) = (chain(&POINT), chain(&POINT));
    let (value, _) = stepped::value_and_grad(&mut left, 0.3);
    assert_eq!(value.to_bits(), stepped(&mut right, 0.3).to_bits());
    assert_eq!((left.at, left.speed), (right.at, right.speed));
}

/// Twice the length takes about twice the bytes: a copy for each call would take four times as many.
#[test]
fn no_call_takes_a_copy() {
    let is_twice = |run: &dyn Fn(&[f64])| {
        let bytes = |length: usize| {
            let x = vec![0.1; length];
            allocation_counter::measure(|| run(&x)).bytes_total
        };
        let (one, two) = (bytes(500), bytes(1000));
        assert!(two < one * 5 / 2, "{one} bytes, and {two} of twice the length");
    };
    is_twice(&|x| drop(stepped::grad(&mut chain(x), 0.1)));
    is_twice(&|x| drop(chain(x).energy_grad(0.1)));
    is_twice(&|x| drop(local::grad(x, 0.1)));
}
