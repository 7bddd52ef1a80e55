//! Methods of vectors and slices that change their lengths and the order of their elements, and loops over some of the elements.
//! Values bit for bit, gradients against central differences.

#![expect(
    clippy::assign_op_pattern,
    clippy::cast_precision_loss,
    clippy::explicit_iter_loop,
    clippy::float_cmp,
    clippy::implicit_clone,
    clippy::needless_range_loop,
    reason = "each way to write a loop is what is tested"
)]

mod differences;

use std::panic::catch_unwind;

use backprop::{Differentiable, differentiable};
use differences::check;

const AT: [f64; 7] = [0.7, -1.3, 0.4, 1.9, 0.25, -0.6, 1.1];

macro_rules! checked {
    ($($f:ident)*) => {$({
        let (value, gradient) = $f::value_and_grad(&AT);
        assert_eq!(value.to_bits(), $f(&AT).to_bits(), stringify!($f));
        check(&|x| $f(x), &AT, &gradient);
    })*};
}

/// Tells all elements and their places apart.
#[differentiable]
fn weighed(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for (i, v) in x.iter().enumerate() {
        sum += v.sin() * (i + 1) as f64 * v;
    }
    sum
}

#[differentiable]
fn lengths(x: &[f64]) -> f64 {
    let mut y = x.to_vec();
    y.truncate(4);
    y.truncate(9);
    y.resize(6, x[6] * x[0]);
    y.resize(5, x[1]);
    y.extend_from_slice(&x[2..4]);
    let z = y.clone();
    y.extend_from_slice(&z);
    y.extend_from_slice(&[x[0].exp(), x[1] * 3.0]);
    let before = weighed(&y.to_vec());
    y.clear();
    for i in 0..3 {
        y.push(x[i] * before);
    }
    before + weighed(&y)
}

#[differentiable]
fn orders(x: &[f64]) -> f64 {
    let mut y = x.to_vec();
    for v in y.iter_mut() {
        *v *= 2.0;
    }
    y.reverse();
    y.rotate_left(2);
    y[1..5].reverse();
    y[2..].rotate_right(3);
    y[..3].fill(x[0] * x[1]);
    y[3..].swap(0, 2);
    y.insert(1, x[2] * x[3]);
    let removed = y.remove(4) + y.swap_remove(0);
    y.insert(y.len(), removed * removed);
    y[..2].copy_from_slice(&x[4..6]);
    weighed(&y) + removed
}

/// A work list in a loop, with branches.
#[differentiable]
fn worked(x: &[f64]) -> f64 {
    let mut list = Vec::new();
    let mut total = 0.0;
    for v in x {
        if *v > 0.3 {
            list.push(v * v);
        } else if !list.is_empty() {
            let last = list.pop().unwrap();
            list.insert(0, last * v);
            list.extend_from_slice(&[*v, v.cos()]);
        }
        total += list.len() as f64 * v;
        if list.len() > 3 {
            total += list.remove(1);
            list.truncate(3);
            list.reverse();
        }
    }
    for v in &list {
        total += v.sin();
    }
    total
}

#[differentiable]
fn some(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for (i, v) in x.iter().enumerate().skip(2) {
        sum += v * v * i as f64;
    }
    for (i, &v) in x.iter().skip(1).take(4).rev().enumerate() {
        sum += v.sin() * i as f64;
    }
    for v in x.iter().step_by(3) {
        sum *= v + 2.0;
    }
    for (a, b) in x.iter().zip(x.iter().skip(2).step_by(2)) {
        sum += a * b * b;
    }
    for v in x.iter().rev().skip(5).copied() {
        sum += v * sum;
    }
    for v in x.iter().skip(9).take(1) {
        sum += v;
    }
    for v in &x[2..5] {
        sum += v.cos();
    }
    for (i, v) in x[..3].iter().enumerate() {
        sum -= v * x[i + 1];
    }
    sum
}

#[differentiable]
fn parts(x: &[f64]) -> f64 {
    let mut y = x.to_vec();
    let mut k = 1.0;
    for chunk in y.chunks_mut(3) {
        chunk[0] *= k;
        for v in chunk.iter_mut() {
            *v += k;
        }
        k += chunk[chunk.len() - 1];
    }
    for pair in y[1..].chunks_exact_mut(2) {
        pair.swap(0, 1);
        pair[0] *= pair[1];
    }
    let mut sum = 0.0;
    for (i, chunk) in y.chunks(2).enumerate() {
        sum += weighed(chunk) * (i + 1) as f64;
    }
    for (chunk, v) in y.chunks(4).zip(x.iter().rev()) {
        sum += weighed(chunk) * v;
    }
    for window in x.windows(3).rev() {
        sum += window[0] * window[2];
    }
    sum
}

#[differentiable]
fn named_elements(x: &[f64]) -> f64 {
    let mut y = x.to_vec();
    let first = &mut y[0];
    *first *= x[1];
    *first += first.sin();
    for i in 1..y.len() {
        let before = y[i - 1];
        let v = &mut y[i];
        if *v < 0.0 {
            continue;
        }
        *v = *v * before;
    }
    weighed(&y)
}

#[test]
fn values_and_gradients() {
    checked!(lengths orders worked some parts named_elements);
}

#[differentiable]
fn chunked(x: &[f64], n: usize) -> f64 {
    let mut sum = 0.0;
    for chunk in x.chunks(n) {
        sum += weighed(chunk);
    }
    for v in x.iter().step_by(n) {
        sum += v;
    }
    sum
}

#[differentiable]
fn removed(x: &[f64], i: usize, by: usize) -> f64 {
    let mut y = x.to_vec();
    let removed = y.remove(i);
    y.rotate_left(by);
    y.insert(by, removed);
    weighed(&y)
}

#[differentiable]
fn beyond(x: &[f64], i: usize) -> f64 {
    let mut y = x.to_vec();
    let v = &mut y[i];
    *v = 1.0;
    weighed(&y)
}

#[test]
fn panics_where_the_function_does() {
    for n in 1..9 {
        check(&|x| chunked(x, n), &AT, &chunked::grad(&AT, n));
    }
    assert!(catch_unwind(|| chunked(&AT, 0)).is_err());
    assert!(catch_unwind(|| chunked::grad(&AT, 0)).is_err());
    for (i, by) in [(0, 0), (6, 6), (3, 2), (7, 0), (0, 7)] {
        let primal = catch_unwind(|| removed(&AT, i, by));
        let gradient = catch_unwind(|| removed::grad(&AT, i, by));
        assert_eq!(primal.is_err(), gradient.is_err());
        if let Ok(gradient) = gradient {
            check(&|x| removed(x, i, by), &AT, &gradient);
        }
    }
    assert!(catch_unwind(|| beyond::grad(&AT, 7)).is_err());
    assert_eq!(beyond::grad(&AT, 1)[1], 0.0);
}

#[derive(Clone, Copy, Differentiable)]
struct Pair {
    a: f64,
    b: f64,
}

/// Room for half as many.
#[differentiable]
fn paired(x: &[f64]) -> f64 {
    let mut pairs: Vec<Pair> = Vec::with_capacity(x.len() / 2);
    for part in x.chunks_exact(2) {
        pairs.push(Pair { a: part[0], b: part[1] });
    }
    let mut sum = 0.0;
    for i in 1..pairs.len() {
        sum += pairs[i].a * pairs[i - 1].b;
    }
    sum
}

#[test]
fn room_for_a_part() {
    checked!(paired);
}

#[differentiable]
fn doubled(xs: &[f64]) -> Vec<f64> {
    let mut all = Vec::new();
    for x in xs {
        all.push(2.0 * x);
    }
    all
}

/// Everything that is an array, or runs over the elements of one, may be added at the end.
#[differentiable]
fn extended(xs: &[f64]) -> f64 {
    let mut all = Vec::new();
    let mut order: Vec<usize> = Vec::new();
    order.extend(0..2);
    order.extend(vec![1, 0]);
    all.extend(xs);
    all.extend(doubled(xs));
    let ys = doubled(xs);
    all.extend(&ys);
    all.extend(ys.iter());
    all.extend(ys.iter().copied());
    all.extend([ys[0], 1.0]);
    all.extend_from_slice(&doubled(&ys));
    all.extend(ys);
    let mut sum = 0.0;
    for (i, x) in all.iter().enumerate() {
        sum += x * x * (i as f64 + 1.0);
    }
    for i in order {
        sum += xs[i];
    }
    sum
}

/// What is taken away at the end, or another number.
#[differentiable]
fn popped_or(xs: &[f64]) -> f64 {
    let mut stack = xs.to_vec();
    let mut product = 1.0;
    let last = xs[0];
    for _ in 0..xs.len() + 2 {
        product = product * 1.5 + stack.pop().unwrap_or(last) * stack.pop().unwrap_or(-2.0);
    }
    product
}

#[test]
fn vectors_are_extended() {
    checked!(extended);
    checked!(popped_or);
}

#[differentiable]
fn filled(xs: &[f64], to: &mut Vec<f64>) {
    to.clear();
    for x in xs {
        to.push(2.0 * x);
    }
}

/// Of the vector, only what fills it says what it holds.
#[differentiable]
fn squashed(xs: &[f64]) -> f64 {
    let (mut all, mut sum) = (Vec::new(), 0.0);
    filled(xs, &mut all);
    for v in all.iter_mut() {
        *v = v.tanh();
    }
    for v in &all {
        sum += v * v;
    }
    sum
}

#[test]
fn methods_of_elements_that_change() {
    checked!(squashed);
}
