//! Functions, closures and blocks that are left early: values bit for bit, gradients against central differences, effects in
//! their order.

#![allow(
    clippy::assign_op_pattern,
    clippy::cast_lossless,
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::float_cmp,
    clippy::many_single_char_names,
    clippy::needless_return,
    clippy::useless_vec,
    unreachable_code,
    reason = "functions are left in each way that there is, which is what is tested; results are exact"
)]

mod differences;

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use backprop::{Differentiable, differentiable};
use differences::check as agrees;

thread_local!(static LOG: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) });

fn log(text: &str) {
    LOG.with_borrow_mut(|log| log.push(text.to_owned()));
}

fn logged<R>(run: impl FnOnce() -> R) -> (R, Vec<String>) {
    LOG.with_borrow_mut(Vec::clear);
    let result = run();
    (result, LOG.with_borrow_mut(std::mem::take))
}

/// From a loop in a loop.
#[differentiable]
fn found(x: &[f64], limit: f64) -> f64 {
    for i in 0..x.len() {
        for j in 0..i {
            if x[i] * x[j] > limit {
                return x[i] * limit;
            }
        }
    }
    limit * limit
}

/// From each kind of loop, from branches and arms in it, after assignments that stay.
#[differentiable]
fn everywhere(x: &[f64], k: f64) -> f64 {
    let mut sum = k;
    'rows: for (i, v) in x.iter().enumerate() {
        sum += v * k;
        match i {
            3 => return sum * 2.0,
            2 if *v > 1.0 => break 'rows,
            _ => {}
        }
        let mut p = 1.0;
        while p < 3.0 {
            p += v * v + 0.4;
            if p > 2.9 {
                sum -= p;
                if sum < -4.0 {
                    return p * sum;
                } else if sum < -2.0 {
                    continue 'rows;
                }
            }
        }
        let mut turns = 0;
        loop {
            turns += 1;
            sum *= 1.1;
            if turns > 3 {
                if sum > 6.0 {
                    return sum;
                }
                break;
            }
        }
    }
    sum * sum
}

/// Nothing comes after this loop.
#[differentiable]
fn forever(x: f64) -> f64 {
    let mut y = x * 8.0;
    loop {
        y *= 0.5;
        if y < 1.0 {
            return y * y;
        }
    }
}

#[differentiable]
fn forever_twice(x: f64) -> f64 {
    let mut y = x * 8.0;
    if x > 1.0 {
        loop {
            y = y * 0.5;
            for i in 0..3 {
                if y * (i as f64) > 3.0 {
                    return y * x;
                }
            }
            if y < 0.1 {
                return x;
            }
        }
    }
    y
}

/// Where a value is made.
#[differentiable]
fn in_let(x: f64, k: f64) -> f64 {
    let y = if x > 1.0 { return x * k } else { x * 3.0 };
    let z = match k as i32 {
        0 => y * y,
        1 => return y * k,
        _ => {
            if y > 2.0 {
                return y;
            }
            x * y
        }
    };
    let w = {
        let v = z * k;
        if v < 0.0 {
            return v * v;
        }
        v + x
    };
    w * z
}

#[differentiable]
fn last_statements(x: f64) -> f64 {
    if x > 1.0 {
        for i in 0..4 {
            if x * (i as f64) > 3.0 {
                return x * x;
            }
        }
        return x;
    } else if x > 0.0 {
        return x * 5.0;
    }
    let y = x * 2.0;
    return y * y;
}

/// Variables that get their first value after what may leave the function.
#[differentiable]
fn deferred(x: f64, k: f64) -> f64 {
    let y: f64;
    let (z, n);
    if x > 0.5 {
        for i in 0..3 {
            if x * i as f64 > k {
                return x * k;
            }
        }
        y = x * x;
        n = 2;
    } else {
        if k < 0.0 {
            return k * x;
        }
        y = k;
        n = 3;
    }
    if y < 2.0 {
        z = y * k;
    } else {
        return y;
    }
    z * y * n as f64
}

/// Labelled blocks, in one another and in loops.
#[differentiable]
fn blocks(x: f64, k: f64) -> f64 {
    let y = 'first: {
        if x > 2.0 {
            break 'first x * k;
        }
        let z = 'second: {
            if k > 1.0 {
                break 'first x;
            }
            if x > 1.0 {
                break 'second k;
            }
            if x < -2.0 {
                return x * x * k;
            }
            x * x
        };
        z * k
    };
    let mut sum = y;
    'outer: for i in 0..5 {
        'skip: {
            if i == 1 {
                break 'skip;
            }
            if i == 4 {
                break 'outer;
            }
            if i == 3 && x > 1.5 {
                continue 'outer;
            }
            sum += x * i as f64;
        }
        sum *= k;
    }
    'end: {
        if sum > 3.0 {
            break 'end sum;
        }
        if sum < -3.0 {
            return sum * x;
        }
        sum * sum
    }
}

/// A closure's `return` leaves the closure.
#[differentiable]
fn closures(x: f64, k: f64) -> f64 {
    let mut calls = 0.0;
    let mut first = |t: f64| {
        for i in 0..5 {
            calls += 1.0;
            if t * i as f64 > k {
                return t * i as f64;
            }
        }
        t * k
    };
    let mut sum = 0.0;
    for i in 0..4 {
        sum += first(x * i as f64);
        if sum > 8.0 {
            return sum * x;
        }
    }
    let nested = |t: f64| {
        let inside = |u: f64| {
            if u > 1.0 {
                return u * t;
            }
            u + t
        };
        let v = inside(t * k);
        if v > 2.0 {
            return v;
        }
        inside(v)
    };
    sum * calls + nested(x)
}

/// Calls, after which the function is left.
#[differentiable]
fn calls(x: &[f64], k: f64) -> f64 {
    let mut sum = 0.0;
    for &v in x {
        sum += found(x, v * k);
        if sum > 4.0 {
            return found(x, sum);
        }
        if forever(v * v + 1.0) > 0.9 {
            return sum * forever(k * k + 1.0);
        }
    }
    sum
}

/// Arrays that are alive where the function is left.
#[differentiable]
fn arrays(x: &[f64], k: f64) -> f64 {
    let mut y = vec![1.0; 3];
    for (i, v) in x.iter().enumerate() {
        let mut z = [k, *v];
        z[1] *= y[i % 3];
        if z[1] > 2.0 {
            y[0] *= z[1];
            return y[0] * y[1] + z[0];
        }
        y[i % 3] = z[1] * z[0];
        for j in 0..2 {
            if y[j] < -1.0 {
                return y[j] * z[j];
            }
        }
    }
    y[0] * y[1] * y[2]
}

#[derive(Clone, Copy, Differentiable)]
struct Pair {
    a: f64,
    b: f64,
}

/// Two results, and a struct inside.
#[differentiable]
fn both(x: f64, k: f64) -> (f64, f64) {
    let mut pair = Pair { a: x, b: k };
    for i in 0..4 {
        pair = Pair { a: pair.a * k, b: pair.a + pair.b };
        if pair.a + pair.b > 5.0 {
            return (pair.b, pair.a * i as f64);
        }
    }
    (pair.a, pair.b * x)
}

#[differentiable]
fn one_of_both(x: f64, k: f64) -> f64 {
    let (a, b) = both(x, k);
    a * b
}

/// Recursion, from a loop.
#[differentiable]
fn recursive(x: f64, n: usize) -> f64 {
    for i in 0..n {
        if i > 1 {
            return x * recursive(x * 0.5, n - 1);
        }
    }
    x * x
}

fn noted(i: usize) -> f64 {
    log(&format!("{i}"));
    i as f64
}

/// What comes after is not run.
#[differentiable]
fn with_effects(x: f64, n: usize) -> f64 {
    let mut sum = x;
    for i in 0..n {
        sum += x * noted(i);
        for j in 10..12 {
            if noted(j) * sum > 40.0 {
                log("left");
                return sum * noted(100);
            }
        }
        assert!(sum > 0.0, "sum is {sum}");
        log("turn");
    }
    log("end");
    sum
}

struct Guard(&'static str);

impl Guard {
    fn k(&self) -> f64 {
        log(&format!("k {}", self.0));
        3.0
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        log(&format!("drop {}", self.0));
    }
}

/// What is dropped where it is left.
#[differentiable]
fn guarded(x: f64, n: usize) -> f64 {
    let outer = Guard("outer");
    for i in 0..n {
        let inner = Guard("inner");
        if i == 2 {
            return x * x * inner.k();
        }
        let after = Guard("after");
        if i == 1 && n == 2 {
            log("left");
            return x * after.k();
        }
    }
    let _last = Guard("last");
    x * outer.k()
}

/// An index out of bounds, before and after the function is left.
#[differentiable]
fn runs_over(x: &[f64], n: usize, limit: f64) -> f64 {
    let mut sum = 0.0;
    for i in 0..n {
        log(&i.to_string());
        sum += x[i];
        if sum > limit {
            return sum * x[i + 1];
        }
    }
    sum * x[n]
}

fn check(f: impl Fn(&[f64]) -> f64, x: &[f64], (value, gradient): (f64, Vec<f64>)) {
    assert_eq!(value.to_bits(), f(x).to_bits());
    agrees(&f, x, &gradient);
}

fn check_one(f: impl Fn(f64) -> f64, x: f64, (value, gradient): (f64, f64)) {
    check(|x| f(x[0]), &[x], (value, vec![gradient]));
}

fn check_two(f: impl Fn(f64, f64) -> f64, x: f64, k: f64, (value, (d_x, d_k)): (f64, (f64, f64))) {
    check(|x| f(x[0], x[1]), &[x, k], (value, vec![d_x, d_k]));
}

/// Of an array and a number, which comes last.
fn check_array(f: impl Fn(&[f64], f64) -> f64, x: &[f64], k: f64, (value, (d_x, d_k)): (f64, (Vec<f64>, f64))) {
    let all: Vec<f64> = x.iter().copied().chain([k]).collect();
    let of_all = |all: &[f64]| f(&all[..x.len()], all[x.len()]);
    check(of_all, &all, (value, d_x.into_iter().chain([d_k]).collect()));
}

const POINTS: [&[f64]; 7] = [
    &[],
    &[0.7],
    &[0.313, -1.217],
    &[-0.907, -1.409, 1.303],
    &[1.511, 0.401, -0.809, 2.503],
    &[0.2, 3.1, 0.9, -0.5, 0.4, 1.9],
    &[-2.1, -0.3, -1.7, 0.6, 1.1],
];

const NUMBERS: [f64; 9] = [-3.137, -1.311, -0.417, 0.203, 0.3517, 0.8113, 1.2371, 1.7131, 2.6177];

#[test]
fn loops_over_arrays() {
    for x in POINTS {
        for k in NUMBERS {
            check_array(found, x, k, found::value_and_grad(x, k));
            check_array(everywhere, x, k, everywhere::value_and_grad(x, k));
            check_array(arrays, x, k, arrays::value_and_grad(x, k));
            check_array(calls, x, k, calls::value_and_grad(x, k));
        }
    }
}

#[test]
fn loops_that_nothing_comes_after() {
    for x in NUMBERS {
        check_one(forever, x, forever::value_and_grad(x));
        check_one(forever_twice, x, forever_twice::value_and_grad(x));
    }
}

#[test]
fn branches_and_blocks() {
    for x in NUMBERS {
        check_one(last_statements, x, last_statements::value_and_grad(x));
        for k in NUMBERS {
            check_two(deferred, x, k + 0.0173, deferred::value_and_grad(x, k + 0.0173));
            check_two(in_let, x, k + 0.0173, in_let::value_and_grad(x, k + 0.0173));
            check_two(blocks, x, k + 0.0173, blocks::value_and_grad(x, k + 0.0173));
        }
    }
}

#[test]
fn functions_in_functions() {
    for x in NUMBERS {
        for k in NUMBERS {
            check_two(closures, x, k + 0.0173, closures::value_and_grad(x, k + 0.0173));
            check_two(one_of_both, x, k + 0.0173, one_of_both::value_and_grad(x, k + 0.0173));
        }
        for n in 0..6 {
            check_one(|x| recursive(x, n), x, recursive::value_and_grad(x, n));
        }
    }
}

#[test]
fn two_results() {
    for x in NUMBERS {
        let (value, back) = both::vjp(x, 1.3);
        assert_eq!(value, both(x, 1.3));
        let (d_x, d_k) = back((2.0, -1.0));
        let sum = |x: &[f64]| {
            let (a, b) = both(x[0], x[1]);
            2.0 * a - b
        };
        agrees(&sum, &[x, 1.3], &[d_x, d_k]);
    }
}

#[test]
fn effects_come_in_their_order() {
    for (x, n) in [(0.2, 3), (0.9, 4), (2.0, 4), (5.0, 1), (0.3, 0)] {
        let (value, primal) = logged(|| with_effects(x, n));
        let (found, logged) = logged(|| with_effects::value_and_grad(x, n));
        assert_eq!(logged, primal);
        assert_eq!(found.0.to_bits(), value.to_bits());
        check_one(|x| with_effects(x, n), x, found);
    }
    for n in 0..5 {
        let (value, primal) = logged(|| guarded(0.7, n));
        let (found, logged) = logged(|| guarded::value_and_grad(0.7, n));
        assert_eq!(logged, primal);
        assert_eq!(found.0.to_bits(), value.to_bits());
        check_one(|x| guarded(x, n), 0.7, found);
    }
    let primal = logged(|| catch_unwind(|| with_effects(-1.0, 3)).is_err());
    assert_eq!(logged(|| catch_unwind(|| with_effects::grad(-1.0, 3)).is_err()), primal);
    assert!(primal.0);
}

#[test]
fn panics_come_where_they_come() {
    let x = [1.0, 2.0, 3.0];
    let mut panics = 0;
    for n in 0..6 {
        for limit in [0.5, 2.5, 5.5, 9.0] {
            let primal = logged(|| catch_unwind(AssertUnwindSafe(|| runs_over(&x, n, limit))).ok());
            let (found, log) =
                logged(|| catch_unwind(AssertUnwindSafe(|| runs_over::value_and_grad(&x, n, limit))).ok());
            assert_eq!((found.as_ref().map(|found| found.0), &log), (primal.0, &primal.1));
            panics += usize::from(found.is_none());
            if let Some((value, (d_x, d_limit))) = found {
                assert_eq!(d_limit, 0.0);
                check(|x| runs_over(x, n, limit), &x, (value, d_x));
            }
        }
    }
    assert!(panics > 3);
}

/// A closure that declares a variable stands before a loop that the function is left from.
#[differentiable]
#[allow(clippy::never_loop, reason = "it is left in its first turn")]
fn left_at_once(x: &[f64], y: f64) -> f64 {
    let scaled = |v: f64| {
        let by = 2.0;
        by * v
    };
    for (i, (&f, &g)) in x.iter().zip(x).enumerate() {
        return scaled(f * g) + i as f64;
    }
    scaled(y)
}

#[test]
fn closures_with_variables_before_a_loop_that_is_left() {
    assert_eq!(left_at_once::value_and_grad(&[3.0, 5.0], 7.0), (18.0, (vec![12.0, 0.0], 0.0)));
    assert_eq!(left_at_once::value_and_grad(&[], 7.0), (14.0, (vec![], 2.0)));
}
