//! What calls give, taken apart by patterns: arrays and lists of integers of structs and of tuples. Values bit for bit, gradients against
//! central differences.

#![expect(
    clippy::cast_precision_loss,
    clippy::needless_range_loop,
    clippy::suboptimal_flops,
    reason = "the programs are as people write them; results are exact"
)]

mod agrees;
mod differences;

use agrees::agrees;
use backprop::{Differentiable, Real, differentiable};

#[derive(Clone, Debug, Differentiable)]
struct Lu {
    a: Vec<f64>,
    places: Vec<usize>,
    sign: f64,
}

#[differentiable]
fn lu(x: &[f64]) -> Lu {
    Lu { a: vec![x[0] * x[1], x[1] * x[2], x[2]], places: vec![1, 0, 2], sign: -x[0] }
}

#[differentiable]
fn at_places(x: &[f64]) -> f64 {
    let d = lu(x);
    let Lu { a, places, sign } = lu(x);
    let mut sum = d.a[d.places[0]] * d.sign + a[places[1]] * sign;
    for &i in &places {
        sum += a[i] * x[places[2]];
    }
    sum
}

#[differentiable]
fn by_name(d: Lu) -> f64 {
    let Lu { a, places, sign } = d;
    a[places[1]] * sign + a[2] * a[places[0]]
}

#[differentiable]
fn given_by_name(x: &[f64]) -> f64 {
    by_name(lu(x))
}

#[test]
fn lists_of_integers_of_structs_that_calls_give() {
    agrees!(at_places);
    agrees!(given_by_name);
}

#[derive(Clone, Debug, Differentiable)]
struct Parts<T> {
    lower: Vec<T>,
    upper: Vec<T>,
    middle: Vec<T>,
    order: Vec<usize>,
    k: T,
}

#[differentiable]
fn parts<T: Real>(x: &[T]) -> Parts<T> {
    Parts {
        lower: x.to_vec(),
        upper: vec![x[0] * x[0], x[1] * x[2], x[2]],
        middle: vec![x[1], x[0] * x[2]],
        order: vec![1, 0],
        k: -x[0],
    }
}

/// Several fields are moved out, whatever stands between.
#[differentiable]
fn several(x: &[f64]) -> f64 {
    let Parts { lower, upper, middle, order, k } = parts(x);
    let u = {
        let v = lower;
        v[1] * k
    };
    let w = if x[0] > 0.0 {
        upper[1] * middle[1]
    } else {
        let w = middle;
        w[0] * w[1]
    };
    let mut s = u * w;
    for i in order {
        let Parts { lower, upper, .. } = parts(&[x[i], x[2], k]);
        s += lower[1] * upper[i] * k;
    }
    s
}

#[test]
fn arrays_of_structs_that_calls_give() {
    agrees!(several);
}

#[differentiable]
fn ranked(x: &[f64]) -> (f64, Vec<usize>) {
    (x[0] * x[1], vec![2, 0, 1])
}

#[differentiable]
fn with_types(x: &[f64]) -> f64 {
    let (k, order): (f64, Vec<usize>) = ranked(x);
    let mut s = k;
    for &i in &order {
        s += x[i] * k;
    }
    for i in order {
        s += x[i] * s;
    }
    s
}

#[test]
fn parts_of_tuples_with_types() {
    agrees!(with_types);
}

#[derive(Clone, Debug, Differentiable)]
struct Body {
    past: Vec<f64>,
    x: f64,
}

#[differentiable]
fn scaled(bodies: &[Body], k: f64) -> Vec<Body> {
    let mut bodies = bodies.to_vec();
    bodies[0].x *= k;
    bodies
}

#[differentiable]
fn moment(bodies: &[Body]) -> f64 {
    let mut sum = 0.0;
    for i in 0..bodies.len() {
        sum += bodies[i].x * bodies[i].past[0] * (i + 1) as f64;
    }
    sum
}

#[differentiable]
fn swapped(x: &[f64]) -> f64 {
    let bodies =
        [Body { past: vec![x[0]], x: x[1] }, Body { past: vec![x[2]], x: x[3] }, Body { past: vec![x[4]], x: x[5] }];
    let mut changed = scaled(&bodies, x[4]);
    changed.swap(0, 2);
    let mut unread = scaled(&bodies, x[5]);
    unread.reverse();
    x[4] * moment(&changed)
}

#[differentiable]
fn products(x: &[f64]) -> Vec<f64> {
    let mut y = x.to_vec();
    y[0] *= x[1];
    y
}

#[differentiable]
fn weighted(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..x.len() {
        sum += x[i] * (i + 1) as f64;
    }
    sum
}

#[differentiable]
fn swapped_numbers(x: &[f64]) -> f64 {
    let mut y = products(x);
    y.swap(0, 2);
    y.reverse();
    y.truncate(3);
    weighted(&y) * y.len() as f64 * weighted(&y[1..])
}

#[test]
fn arrays_that_calls_give_and_nothing_reads() {
    agrees!(swapped);
    agrees!(swapped_numbers);
}

#[differentiable]
fn path(x: &[f64], seen: &[usize]) -> (f64, Vec<usize>) {
    (x[seen[0]] * x[seen[1]], seen.to_vec())
}

/// A temporary that lasts until the end of the statement puts the call into a block.
#[differentiable]
fn beside_temporary(x: &[f64]) -> f64 {
    let (s, places) = path(&[x[0], x[1] * x[2]], &[0, 1, 2]);
    s * s + x[places[0]] * x[places[1]]
}

#[test]
fn parts_of_tuples_of_calls_with_temporaries() {
    agrees!(beside_temporary);
}
