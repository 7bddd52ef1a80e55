//! Arrays in loops that may be left early: values bit for bit, gradients against central differences.

#![allow(
    clippy::cast_precision_loss,
    clippy::float_cmp,
    clippy::manual_memcpy,
    clippy::manual_swap,
    clippy::many_single_char_names,
    clippy::needless_range_loop,
    clippy::while_immutable_condition,
    reason = "loops are written in each way that there is, which is what is tested; results are exact"
)]

mod differences;

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use backprop::differentiable;

/// The sum up to the first element that is negative.
#[differentiable]
fn until_negative(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    let mut i = 0;
    while i < x.len() {
        if x[i] < 0.0 {
            break;
        }
        sum += x[i] * x[i];
        i += 1;
    }
    sum
}

/// The condition reads the array.
#[differentiable]
fn while_small(x: &[f64], k: f64) -> f64 {
    let mut product = k;
    let mut i = 0;
    while i < x.len() && x[i] * product < 3.0 {
        product *= x[i] + k;
        i += 1;
    }
    product
}

/// Relaxes an array of its own until it hardly changes.
#[differentiable]
fn relaxed(x: &[f64], k: f64) -> f64 {
    let n = x.len();
    let mut u = vec![0.0; n];
    for i in 0..n {
        u[i] = x[i];
    }
    let mut turns = 0;
    loop {
        let mut change = 0.0;
        for i in 1..n {
            let d = k * (u[i - 1] - u[i]);
            u[i] += d;
            change += d * d;
        }
        turns += 1;
        if change < 0.01 || turns == 50 {
            break;
        }
    }
    let mut s = 0.0;
    for i in 0..n {
        s += u[i] * u[i] * (i as f64 + 1.0);
    }
    s
}

/// An array that lives in a turn, made before and after the statement that leaves the loop.
#[differentiable]
fn scratch(x: &[f64], k: f64) -> f64 {
    let mut sum = 0.0;
    for i in 0..10 {
        let mut before = [0.0; 2];
        before[0] = x[i % x.len()] * k;
        before[1] = before[0].sin();
        if before[0] > 1.0 {
            sum += before[1];
            break;
        }
        let mut after = [k, sum, before[1]];
        if i % 2 == 1 {
            after[0] = before[0] * after[1];
            sum -= after[0];
            continue;
        }
        after[1] *= before[1];
        sum += after[0] * after[1] + after[2];
    }
    sum
}

/// What is written stays written where the loop is left.
#[differentiable]
fn written_and_left(x: &[f64], limit: f64) -> f64 {
    let mut y = [1.0; 4];
    'rows: for i in 0..4 {
        for j in 0..x.len() {
            if j > i + 1 {
                continue 'rows;
            }
            y[i] *= x[j] + limit;
            if y[i] > limit * 4.0 {
                y[i] = x[j].sin();
                break 'rows;
            }
            if j == 2 {
                break;
            }
            y[i] += 0.25 * x[i % x.len()];
        }
        y[i] -= limit;
    }
    y[0] * y[1] + y[2] * y[3]
}

/// `break` with an element.
#[differentiable]
fn first_above(x: &[f64], limit: f64) -> f64 {
    let mut i = 0;
    let found = loop {
        if i == x.len() {
            break limit * limit;
        }
        if x[i] > limit {
            break x[i] * limit;
        }
        i += 1;
    };
    found * 2.0
}

/// Bubble sort: swaps until none is needed.
#[differentiable]
fn sorted(x: &[f64]) -> f64 {
    let n = x.len();
    let mut y = vec![0.0; n];
    for i in 0..n {
        y[i] = x[i] * x[i];
    }
    let mut swapped = true;
    while swapped {
        swapped = false;
        for i in 1..n {
            if y[i - 1] > y[i] {
                let before = y[i];
                y[i] = y[i - 1];
                y[i - 1] = before;
                swapped = true;
            }
        }
    }
    let mut s = 0.0;
    for i in 0..n {
        s += (i as f64 + 1.0) * y[i];
    }
    s
}

thread_local! {
    static LOG: RefCell<Vec<usize>> = const { RefCell::new(Vec::new()) };
}

fn log(turn: usize) {
    LOG.with_borrow_mut(|log| log.push(turn));
}

/// Effects, and an index that is out of bounds in some turn.
#[differentiable]
fn runs_over(x: &[f64], k: f64) -> f64 {
    let mut y = [k; 3];
    let mut i = 0;
    while k < 10.0 {
        log(i);
        y[i] += x[i];
        if y[i] > 2.0 {
            break;
        }
        i += 1;
    }
    y[i] * y[0]
}

/// Elements that branches of a turn read, which the reverse pass reads again.
#[differentiable]
fn chosen(x: &[f64], k: f64) -> f64 {
    let mut sum = 0.0;
    for i in 0..x.len() {
        if x[i] > 0.0 {
            sum += x[i] * x[i] * x[0];
            for j in 0..i {
                if x[j] * k < x[i] {
                    let v = x[j] - x[i];
                    sum -= v * v * x[i];
                } else if i % 2 == 1 {
                    sum *= x[j] + x[i] * sum.sin();
                }
            }
        } else if x[i] > -1.0 {
            let v = x[i] * k;
            sum += if v > x[x.len() - 1] { v * v } else { x[0] - v };
        }
    }
    sum
}

/// The same element twice, between what the host does.
#[differentiable]
fn twice(x: &[f64], order: &[usize], k: f64) -> f64 {
    let mut sum = k;
    for i in 0..order.len() {
        let at = order[i];
        log(at);
        sum += x[at] * x[at];
        if x[at] > k {
            log(100 + at);
            sum *= x[at] * x[at + 1];
        }
        sum += x[at] * x[at];
    }
    sum
}

/// Holds a gradient against central differences, and the value against the function, bit for bit.
#[track_caller]
fn check(f: impl Fn(&[f64]) -> f64, x: &[f64], value: f64, gradient: &[f64]) {
    assert_eq!(value.to_bits(), f(x).to_bits());
    differences::check(&f, x, gradient);
}

/// The same for a function of a slice and a number.
#[track_caller]
fn check_both(f: impl Fn(&[f64], f64) -> f64, x: &[f64], k: f64, (value, (d_x, d_k)): (f64, (Vec<f64>, f64))) {
    check(|x| f(x, k), x, value, &d_x);
    check(|k| f(x, k[0]), &[k], value, &[d_k]);
}

const X: [f64; 4] = [0.3, 1.2, -2.0, 0.7];
const Y: [f64; 4] = [1.5, 0.1, 0.4, 0.9];

#[test]
fn a_while_over_the_elements() {
    for x in [&X[..], &Y, &X[..2], &X[2..], &[]] {
        let (value, gradient) = until_negative::value_and_grad(x);
        check(until_negative, x, value, &gradient);
    }
    assert_eq!(until_negative::grad(&X)[2..], [0.0, 0.0]);
}

#[test]
fn a_condition_that_reads_the_array() {
    for x in [&X[..], &Y, &[]] {
        for k in [0.55, 1.3, -0.7] {
            check_both(while_small, x, k, while_small::value_and_grad(x, k));
        }
    }
}

#[test]
fn an_array_that_each_turn_overwrites() {
    for x in [&X[..], &Y, &X[..1]] {
        check_both(relaxed, x, 0.4, relaxed::value_and_grad(x, 0.4));
    }
    let (value, back) = relaxed::vjp(&X, 0.4);
    assert_eq!(value.to_bits(), relaxed(&X, 0.4).to_bits());
    assert_eq!(back(1.0), relaxed::grad(&X, 0.4));
    for x in [&X[..], &Y, &[2.0, 1.0, 0.5]] {
        let (value, gradient) = sorted::value_and_grad(x);
        check(sorted, x, value, &gradient);
    }
}

#[test]
fn arrays_of_a_turn_that_is_left() {
    for x in [&X[..], &Y, &X[..1]] {
        for k in [0.55, 1.3, -0.7] {
            check_both(scratch, x, k, scratch::value_and_grad(x, k));
            check_both(written_and_left, x, k, written_and_left::value_and_grad(x, k));
        }
    }
}

#[test]
fn a_loop_that_gives_an_element() {
    for limit in [0.1, 1.0, 5.0] {
        check_both(first_above, &X, limit, first_above::value_and_grad(&X, limit));
    }
}

#[test]
fn elements_that_branches_read() {
    for x in [&[0.7, -0.4, 1.9, 0.3, -1.2, 0.8][..], &[-0.3, -2.0], &[1.2, 0.9, 2.3, 0.1], &[0.6], &[]] {
        for k in [0.5, 1.7, -0.8] {
            check_both(chosen, x, k, chosen::value_and_grad(x, k));
        }
    }
}

#[test]
fn an_element_that_is_read_twice() {
    let x = [0.7, -0.4, 1.9, 0.3];
    let mut panics = 0;
    for order in [&[2, 0, 1, 2][..], &[1, 3], &[0, 4, 1], &[3, 1]] {
        for k in [0.2, 0.5] {
            let run = |f: &dyn Fn() -> f64| -> (Option<f64>, Vec<usize>) {
                LOG.with_borrow_mut(Vec::clear);
                let value = catch_unwind(AssertUnwindSafe(f)).ok();
                (value, LOG.with_borrow(Clone::clone))
            };
            let primal = run(&|| twice(&x, order, k));
            assert_eq!(run(&|| twice::value_and_grad(&x, order, k).0), primal);
            panics += usize::from(primal.0.is_none());
            if primal.0.is_some() {
                check_both(|x, k| twice(x, order, k), &x, k, twice::value_and_grad(&x, order, k));
            }
        }
    }
    assert!(panics > 1);
}

#[test]
fn a_loop_that_panics_panics_after_the_same_turns() {
    check_both(runs_over, &Y, 1.3, runs_over::value_and_grad(&Y, 1.3));
    LOG.with_borrow_mut(Vec::clear);
    assert!(std::panic::catch_unwind(|| runs_over::grad(&X, 0.1)).is_err());
    assert_eq!(LOG.with_borrow(Clone::clone), [0, 1, 2, 3]);
}
