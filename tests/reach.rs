//! Loops whose elements are reached through parts of arrays: where an element is missing, the derivative panics as the function
//! does, and where all are there, the gradient is that of differences.

#![allow(
    clippy::needless_range_loop,
    clippy::many_single_char_names,
    clippy::cast_precision_loss,
    clippy::cast_lossless,
    clippy::ptr_arg,
    clippy::no_effect_underscore_binding,
    reason = "as numerical programs are written"
)]

mod differences;

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use backprop::differentiable;
use differences::check;

thread_local!(static LOG: RefCell<Vec<usize>> = const { RefCell::new(Vec::new()) });

fn log(entry: usize) -> usize {
    LOG.with_borrow_mut(|log| log.push(entry));
    entry
}

/// What is given, or with which message it panics, and what is logged before.
fn observed<T>(run: impl FnOnce() -> T) -> (Result<T, String>, Vec<usize>) {
    LOG.with_borrow_mut(Vec::clear);
    let outcome = catch_unwind(AssertUnwindSafe(run)).map_err(|payload| {
        let text = payload.downcast_ref::<&str>().map(ToString::to_string);
        payload.downcast_ref::<String>().cloned().or(text).unwrap_or_default()
    });
    (outcome, LOG.take())
}

/// `n` turns, with elements at a distance of `k`.
macro_rules! functions {
    ($($(#[$more:meta])* fn $name:ident($x:ident, $y:ident, $n:ident, $k:ident) $body:block)*) => {
        $(
            #[differentiable(wrt($x, $y))]
            $(#[$more])*
            fn $name($x: &[f64], $y: &[f64], $n: usize, $k: usize) -> f64 $body
        )*

        mod agrees {
            use super::{check, observed};

            $(#[test]
            fn $name() {
                let (mut panicked, mut ran) = (0, 0);
                for (length, other) in [(0, 0), (1, 1), (2, 5), (5, 2), (6, 6), (9, 12), (12, 9), (12, 12)] {
                    let x: Vec<f64> = (0..length).map(|i| 0.3 + 0.17 * i as f64).collect();
                    let y: Vec<f64> = (0..other).map(|i| 1.1 - 0.13 * i as f64).collect();
                    for $n in [0, 1, 2, 5, 6, 9] {
                        for $k in [0, 1, 2, 3, 7, usize::MAX, usize::MAX / 2 + 1] {
                            let (value, logged) = observed(|| super::$name(&x, &y, $n, $k));
                            let (both, entries) = observed(|| super::$name::value_and_grad(&x, &y, $n, $k));
                            let (kept, again) = observed(|| {
                                let (value, back) = super::$name::vjp(&x, &y, $n, $k);
                                let gradient = back(1.0);
                                assert_eq!(format!("{gradient:?}"), format!("{:?}", back(1.0)), "it may be called again");
                                (value, gradient)
                            });
                            let place = format!("{} of {length} and {other}, {} turns, distance {}", stringify!($name), $n, $k);
                            assert_eq!(logged, entries, "{place}");
                            assert_eq!(logged, again, "{place}");
                            assert_eq!(both.as_ref().err(), kept.err().as_ref(), "{place}");
                            match (value, both) {
                                (Err(message), both) => {
                                    assert_eq!(both.err(), Some(message), "{place}");
                                    panicked += 1;
                                }
                                (Ok(_), Err(message)) => panic!("{place} panicked: {message}"),
                                (Ok(value), Ok((again, (d_x, d_y)))) => {
                                    assert_eq!(value.to_bits(), again.to_bits(), "{place}");
                                    let both: Vec<f64> = x.iter().chain(&y).copied().collect();
                                    let found: Vec<f64> = d_x.into_iter().chain(d_y).collect();
                                    let of_both = |both: &[f64]| super::$name(&both[..length], &both[length..], $n, $k);
                                    check(&of_both, &both, &found);
                                    ran += 1;
                                }
                            }
                        }
                    }
                }
                assert!(panicked > 10 && ran > 40, "{panicked} panicked, {ran} ran");
            })*
        }
    };
}

functions! {
    fn products(x, y, n, k) {
        let mut sum = k as f64 * 1e-20;
        for i in 0..n {
            sum += x[i] * y[i].sin();
        }
        sum
    }

    fn after(x, y, n, k) {
        let mut sum = 0.0;
        for i in 0..n {
            sum += (x[i + k] * y[k + i]).sin();
        }
        sum
    }

    fn before(x, y, n, k) {
        let mut sum = 0.0;
        for i in 2..n {
            sum += x[i - k] * y[i] * y[i - 1];
        }
        sum
    }

    fn to_and_fro(x, y, n, k) {
        let mut sum = 1.0;
        for i in 3..n {
            sum = (sum * x[i - k + 1] + y[i - 3 + 1 + k]).sin();
        }
        sum
    }

    fn rows(x, y, n, k) {
        let mut sum = 0.0;
        for i in 0..n {
            for j in 0..k.min(4) {
                sum += x[i * k + j] * y[j] * y[j];
            }
        }
        sum
    }

    fn rows_of_any_length(x, y, n, k) {
        let mut sum = 0.0;
        for i in 0..n {
            for j in 0..n.min(3) {
                sum += x[i * k + j].exp() * y[j];
            }
        }
        sum
    }

    fn in_place(x, y, n, k) {
        let mut z = x.to_vec();
        let mut sum = 0.0;
        for i in 1..n {
            z[i] = z[i - 1] * y[i] + z[i] * y[i - 1];
            sum += z[i] * k.min(3) as f64;
        }
        sum
    }

    fn divided(x, y, n, k) {
        let mut sum = 0.0;
        for i in 0..n {
            let place = 10 / (7 - i);
            sum += x[i] * y[place.min(i)] + (k / 3) as f64 * 0.0;
        }
        sum
    }

    fn logged(x, y, n, k) {
        let mut sum = 0.0;
        for i in 0..n {
            sum += x[log(i)] * y[i] * (k % 3) as f64;
        }
        sum
    }

    fn parts_of_arrays(x, y, n, k) {
        let (from, to) = (n.min(2), n);
        let row = &x[from..to];
        let mut sum = 0.0;
        for i in 0..k.min(8) {
            sum += row[i] * y[i];
        }
        sum
    }

    fn downwards(x, y, n, k) {
        let mut sum = 0.0;
        for i in (0..n).rev() {
            sum += x[i] * y[i] * (k % 3) as f64;
        }
        sum
    }

    fn stopped(x, y, n, k) {
        let mut sum = 0.0;
        for i in 0..n {
            if i > k {
                break;
            }
            sum += x[i] * y[i].cos();
        }
        sum
    }

    fn guarded(x, y, n, k) {
        let mut sum = 0.0;
        for i in 0..n {
            sum += y[i];
            if i < k && i < x.len() {
                sum += x[i] * x[i] * y[i];
            }
        }
        sum
    }

    fn two_parts(x, y, n, k) {
        let mut z = x.to_vec();
        let half = z.len() / 2;
        let (left, right) = z.split_at_mut(half);
        for i in 0..n {
            left[i] += right[i] * y[i];
        }
        let mut sum = k.min(2) as f64;
        for i in 0..half {
            sum += left[i] * right[i];
        }
        sum
    }

    fn one_element_for_all(x, y, n, k) {
        let mut sum = 0.0;
        for i in 0..n {
            sum += (x[k] * y[i]).sin();
        }
        sum
    }

    fn one_element_after_another(x, y, n, k) {
        let mut sum = 0.5;
        for i in 1..n {
            sum = (y[i] * sum + x[k - 1] * x[k]).cos();
        }
        sum
    }

    fn one_element_changes(x, y, n, k) {
        let mut a = vec![1.0; 4];
        for i in 0..n {
            a[k] += x[i] * y[i];
        }
        for i in (0..n).rev() {
            a[k] = (a[k] * y[i]).sin();
        }
        let mut sum = 0.0;
        for v in &a {
            sum += v * v;
        }
        sum
    }

    fn one_element_before_and_after(x, y, n, k) {
        let mut a = x.to_vec();
        let mut sum = 0.0;
        for i in 0..n {
            let before = a[k];
            a[k] = y[i];
            sum += before * a[k];
        }
        for i in 1..n {
            let before = a[n - 1];
            a[n - 1] += x[i] * before;
            sum += y[i] * a[n - 1] - before;
        }
        sum
    }

    fn one_element_of_each_row(x, y, n, k) {
        let mut a = x.to_vec();
        let m = k.min(4);
        for i in 0..n {
            for j in i + 1..m {
                a[i] += x[j] * y[i * m + j];
            }
            for j in i..m {
                a[j] += 0.5 * a[i].sin();
            }
        }
        let mut sum = 0.0;
        for i in 0..n.min(a.len()) {
            sum += a[i] * y[i];
        }
        sum
    }

    fn rows_at_two_distances(x, y, n, k) {
        let mut a = vec![[0.5, 0.25]; n + 2];
        let mut b = vec![[0.1; 2]; k.min(9)];
        for i in 1..n {
            let d = x[i] * a[i][0] - a[i - 1][1] * y[i];
            a[i][0] += d;
            a[i + 1][1] -= d * y[i];
            a[i + 1][0] *= d;
            b[i - 1][1] += d;
            b[i + 1][0] -= d * x[i];
        }
        let mut sum = 0.0;
        for row in &a {
            sum += row[0] * row[1];
        }
        for row in &b {
            sum += row[0] * row[1];
        }
        sum
    }

    fn rows_at_places_of_rows(x, y, n, k) {
        let mut a = vec![vec![0.5, 0.25]; n + 1];
        for i in 0..n {
            a[i][k] += x[i];
            a[i + 1][0] -= x[i] * y[i];
            a[i + 1][1] += a[i][k] * y[i];
        }
        let mut sum = 0.0;
        for row in &a {
            sum += row[0] * row[1];
        }
        sum
    }

    fn implied_by_the_next(x, y, n, k) {
        let mut sum = 0.0;
        for i in 0..n {
            let d = x[i + 1] - (10 / (9 - k.min(9))) as f64;
            sum += d * x[i] * y[i / (k.min(3) + 1)] * x[i + 1];
        }
        sum
    }

    fn numbers_that_begin_later(x, y, n, k) {
        let mut sum = 0.0;
        for i in k..n {
            sum += i as f64 * x[i] * y[i - k];
        }
        for i in (k..n).rev() {
            sum = (sum + i as f64 * x[i - k] * y[i]).sin();
        }
        sum
    }

    fn parts_in_turns(x, y, n, k) {
        let mut sum = 0.0;
        for i in 0..k {
            sum += x[1..n][i] * y[i];
        }
        sum
    }

    fn unused_integers(x, y, n, k) {
        let mut sum = 0.0;
        for i in 0..n {
            let _distance = 5 + i - k;
            sum += x[i] * y[i];
        }
        sum
    }

    fn below_zero(x, y, n, k) {
        let mut sum = k.min(5) as f64 + if n > 0 { 0.0 } else { 0.1 };
        for i in 1..n {
            sum += y[i] * x[i - 2];
        }
        sum
    }

    fn nothing_to_reach(x, y, n, k) {
        let mut a = x.to_vec();
        let mut sum = 0.0;
        for i in n..n.min(3) {
            a[i * k] += a[(i - 1) * n] * y[i - 2] + y[k];
            sum += a[k] * y[i];
        }
        sum + 0.5 * a.len() as f64 * if n > 0 { y[0] } else { 1.0 }
    }
}

/// What the user adds is added one by one.
#[differentiable]
fn added_one_by_one(x: &[f64]) -> f64 {
    let mut y = x.to_vec();
    for v in &mut y {
        *v += 0.1;
        *v += 0.2;
        *v -= 0.7;
    }
    let mut sum = 0.0;
    for v in &y {
        sum += v * v;
    }
    sum
}

#[test]
fn the_value_is_that_of_the_function_to_the_bit() {
    for at in 0..100 {
        let x = [0.1 + 0.037 * f64::from(at), 1.0 / (3.0 + f64::from(at))];
        let (value, gradient) = added_one_by_one::value_and_grad(&x);
        assert_eq!(value.to_bits(), added_one_by_one(&x).to_bits());
        check(&|x| added_one_by_one(x), &x, &gradient);
    }
}

/// What a turn writes before the element that is missing is there after the panic.
#[differentiable]
fn written_before(y: &mut Vec<f64>, x: &[f64], n: usize) -> f64 {
    let mut sum = 1.0;
    for i in 0..n {
        y[i] *= 2.0;
        sum = (sum * x[i]).sin() + y[i];
    }
    sum
}

#[differentiable]
fn filled_before(y: &mut [f64], x: &[f64], n: usize) -> f64 {
    let mut sum = 1.0;
    for i in 0..n {
        y.fill(sum);
        sum = (sum * x[i]).sin();
    }
    sum
}

#[differentiable]
fn summed_before(y: &mut [f64], x: &[f64], n: usize) -> f64 {
    for i in 0..n {
        y[2] += x[i] * x[i];
    }
    y[2]
}

#[differentiable]
fn shared_before(y: &mut [f64], x: &[f64], n: usize) -> f64 {
    for i in 0..n {
        y[i / (2 - i)] += 1.0;
        y[2] += x[i] * x[i];
    }
    y[2]
}

#[test]
fn a_caller_sees_what_was_written_before_a_panic() {
    for n in 0..5 {
        for (function, derivative) in [
            (
                summed_before as fn(&mut [f64], &[f64], usize) -> f64,
                (|y, x, n| summed_before::value_and_grad(y, x, n).0) as fn(&mut [f64], &[f64], usize) -> f64,
            ),
            (shared_before, |y, x, n| shared_before::value_and_grad(y, x, n).0),
        ] {
            let mut plain = vec![0.3, 0.5, 0.7, 0.9];
            let mut differentiated = plain.clone();
            let (value, _) = observed(|| function(&mut plain, &[0.2, 0.4], n));
            let (both, _) = observed(|| derivative(&mut differentiated, &[0.2, 0.4], n));
            assert_eq!(value, both, "{n} turns");
            assert_eq!(plain, differentiated, "{n} turns");
        }
        let before = vec![0.3, 0.5, 0.7, 0.9];
        let (mut plain, mut differentiated) = (before.clone(), before.clone());
        let (value, _) = observed(|| filled_before(&mut plain, &[0.2, 0.4], n));
        let (both, _) = observed(|| filled_before::value_and_grad(&mut differentiated, &[0.2, 0.4], n).0);
        assert_eq!(value, both, "{n} turns");
        assert_eq!(plain, differentiated, "{n} turns");
        let (mut plain, mut differentiated) = (before.clone(), before);
        let (value, _) = observed(|| written_before(&mut plain, &[0.2, 0.4], n));
        let (both, _) = observed(|| written_before::value_and_grad(&mut differentiated, &[0.2, 0.4], n).0);
        assert_eq!(value, both, "{n} turns");
        assert_eq!(plain, differentiated, "{n} turns");
    }
}

/// What the last loop adds needs nothing of the loops before: its reverse pass may come first.
#[differentiable]
fn added_last(x: &[f64], y: &[f64], n: usize, k: usize) -> f64 {
    let (mut a, mut b) = (x.to_vec(), y.to_vec());
    let mut c = 1.0;
    for i in k..n {
        a[i] -= b[i - k] * c;
        c = (c * a[i - k]).sin();
        b[i] += a[i];
    }
    let mut sum = c;
    for i in 0..n {
        sum += a[i] * b[i];
    }
    sum
}

#[test]
fn the_message_of_a_missing_element_is_that_of_the_function() {
    let (value, _) = observed(|| added_last(&[0.1, 0.2], &[0.3, 0.4, 0.5], 4, 9));
    let (both, _) = observed(|| added_last::value_and_grad(&[0.1, 0.2], &[0.3, 0.4, 0.5], 4, 9).0);
    assert_eq!(value, both);
    assert_eq!(value, Err("index out of bounds: the len is 2 but the index is 2".to_owned()));
}

/// A distance of many sums, each used twice, is not written out.
#[differentiable]
fn doubled(x: &[f64], n: usize, k: usize) -> f64 {
    let mut sum = 1.0;
    for i in 0..n {
        let c0 = k;
        let c1 = c0 + c0;
        let c2 = c1 + c1;
        let c3 = c2 + c2;
        let c4 = c3 + c3;
        let c5 = c4 + c4;
        let c6 = c5 + c5;
        let c7 = c6 + c6;
        let c8 = c7 + c7;
        let c9 = c8 + c8;
        let c10 = c9 + c9;
        let c11 = c10 + c10;
        let c12 = c11 + c11;
        let c13 = c12 + c12;
        let c14 = c13 + c13;
        let c15 = c14 + c14;
        let c16 = c15 + c15;
        let c17 = c16 + c16;
        let c18 = c17 + c17;
        let c19 = c18 + c18;
        let c20 = c19 + c19;
        let c21 = c20 + c20;
        let c22 = c21 + c21;
        let c23 = c22 + c22;
        let c24 = c23 + c23;
        sum = (sum * x[i + c24]).sin() + x[i];
    }
    sum
}

#[test]
fn a_distance_of_many_sums() {
    check(&|x| doubled(x, 3, 0), &[0.3, 0.5, 0.7], &doubled::grad(&[0.3, 0.5, 0.7], 3, 0));
}

/// The bounds of both parts name the same variable.
#[differentiable]
fn copied_part(y: &mut [f64], x: &[f64], n: usize) -> f64 {
    y[..n].copy_from_slice(&x[..n]);
    y[0] * y[0] + y[1]
}

#[test]
fn a_part_is_copied_to_a_part() {
    let (mut plain, mut differentiated) = (vec![0.1, 0.2], vec![0.1, 0.2]);
    let value = copied_part(&mut plain, &[0.3, 0.4], 1);
    assert_eq!(
        (value, (vec![0.0, 1.0], vec![0.6, 0.0])),
        copied_part::value_and_grad(&mut differentiated, &[0.3, 0.4], 1)
    );
    assert_eq!(plain, differentiated);
}
