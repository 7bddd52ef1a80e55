//! Rows that others take the place of, in arrays that are looked at before and after: each such write is undone by itself. Gradients against
//! central differences, bytes counted.

#![expect(
    clippy::many_single_char_names,
    clippy::useless_vec,
    reason = "the names of formulas; vectors are what is tested"
)]

mod differences;

use backprop::differentiable;
use differences::check;

#[differentiable]
fn pull(x: &[[f64; 3]], i: usize) -> [f64; 3] {
    let j = (i + 1) % x.len();
    [x[j][0] * x[i][1], x[j][1].sin(), x[j][2] * x[i][2]]
}

#[differentiable]
fn put(x: &mut [[f64; 3]], i: usize, k: f64) {
    x[i] = [x[i][0] * k, k, x[i][2] + k * k];
}

#[differentiable]
fn clear(x: &mut [[f64; 3]], k: f64) {
    for row in x.iter_mut() {
        *row = [0.1, k, k * row[0]];
    }
}

/// Rows that are written out, that calls give, and that calls write to arrays of their caller.
#[differentiable]
fn pulled(k: f64, n: usize) -> f64 {
    let mut x = vec![[0.5; 3]; n];
    for _ in 0..2 {
        for i in 0..n {
            let a = pull(&x, i);
            x[i] = [a[0] + k, a[1] * x[i][1], a[2]];
            let s = pull(&x, i);
            x[(i + 2) % n] = s;
            put(&mut x, i, s[0] * k);
            x[i][2] += pull(&x, i)[0] * k;
        }
    }
    let end = pull(&x, 0)[0];
    clear(&mut x, end * k);
    let mut sum = end;
    for row in &x {
        sum += row[0] + row[1] * row[2];
    }
    sum
}

#[differentiable]
fn total(x: &[Vec<f64>]) -> f64 {
    let mut sum = 0.0;
    for row in x {
        for v in row {
            sum += (v * 0.3).sin();
        }
    }
    sum
}

/// Rows of other lengths.
#[differentiable]
fn grown(k: f64, n: usize) -> f64 {
    let mut x = vec![vec![k; 2]; n];
    for i in 0..n {
        let s = total(&x);
        x[i] = vec![s * k; i + 1];
        x[(i + 1) % n][0] *= total(&x);
    }
    total(&x)
}

#[test]
fn what_was_in_a_row_comes_back() {
    check(&|k| pulled(k[0], 5), &[0.7], &[pulled::grad(0.7, 5)]);
    check(&|k| grown(k[0], 3), &[0.7], &[grown::grad(0.7, 3)]);
}

/// Four times as many rows take about four times the bytes.
#[test]
fn no_row_copies_the_array() {
    let bytes = |n: usize| allocation_counter::measure(|| assert!(pulled::grad(0.7, n).is_finite())).bytes_total;
    let (one, four) = (bytes(100), bytes(400));
    assert!(four < one * 5, "{one} bytes, and {four} of four times as many rows");
}

/// Rows and elements that `std::mem::replace` takes out; the place is reached before the new value is there.
#[differentiable]
fn replaced(x: &[f64]) -> f64 {
    let mut rows = vec![vec![x[0], x[1]], vec![x[2], x[3]]];
    let mut at = 1;
    let old = std::mem::replace(&mut rows[at], {
        at -= 1;
        vec![x[at] * x[1], x[2]]
    });
    let mut y = x.to_vec();
    let z = std::mem::replace(&mut y[at], x[1] * x[3]);
    let mut points = [[x[0], x[1]], [x[2], x[3]]];
    let p = std::mem::replace(&mut points[at], [x[1], z]);
    old[0] * rows[1][0] + rows[0][1] * rows[1][1] * old[1] + z * y[0] + p[1] * points[0][1] * points[1][0]
}

/// `fill` and `resize` of arrays of rows.
#[differentiable]
fn filled(x: &[f64], n: usize) -> f64 {
    let mut rows = vec![vec![x[0], x[1]]; 3];
    rows.resize(n, vec![x[2], x[3]]);
    rows.resize(2, vec![x[0] * x[0], x[1]]);
    rows[0][1] *= x[2];
    let mut points = [[0.0; 2]; 3];
    let mut sum = 0.0;
    for i in 0..3 {
        points.fill([x[i], x[i + 1]]);
        points[1][0] += x[i] * points[0][1];
        sum += points[0][0] * points[1][0] * points[2][1];
    }
    for row in &rows {
        sum += row[0] * row[1];
    }
    rows.fill(vec![sum; 2]);
    rows[1][0] *= x[0];
    sum + rows[0][0] * rows[1][0]
}

#[test]
fn rows_are_replaced_and_filled() {
    let x = [0.3, 0.4, 0.7, 1.2];
    check(&|x| replaced(x), &x, &replaced::grad(&x));
    for n in 0..5 {
        check(&|x| filled(x, n), &x, &filled::grad(&x, n));
    }
    let mut calls = 0;
    let is_reached_first = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| out_of_range(&[1.0], &mut calls)));
    assert!(is_reached_first.is_err() && calls == 0);
    let is_reached_first =
        std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| out_of_range::grad(&[1.0], &mut calls)));
    assert!(is_reached_first.is_err() && calls == 0);
}

fn called(calls: &mut u32) -> f64 {
    *calls += 1;
    2.0
}

#[differentiable(wrt(x))]
fn out_of_range(x: &[f64], calls: &mut u32) -> f64 {
    let mut y = x.to_vec();
    std::mem::replace(&mut y[1], called(calls)) * y[0]
}
