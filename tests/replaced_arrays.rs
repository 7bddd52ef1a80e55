//! Arrays behind `&mut` that others take the place of: `*x = next(x)`, `mem::swap(x, y)`, `mem::replace(x, y)`, `mem::take(x)`.

#![expect(clippy::many_single_char_names, reason = "the programs are as people write them")]

mod differences;

use approx::assert_relative_eq;
use backprop::{Real, differentiable};
use differences::check;

type Mat2 = [[f64; 2]; 2];

#[differentiable]
fn applied(m: &Mat2, x: &[f64; 2]) -> [f64; 2] {
    [m[0][0] * x[0] + m[0][1] * x[1], m[1][1] * x[1]]
}

#[differentiable]
fn product(a: &Mat2, b: &Mat2) -> Mat2 {
    let mut c = [[0.0; 2]; 2];
    for i in 0..2 {
        for j in 0..2 {
            for k in 0..2 {
                c[i][j] += a[i][k] * b[k][j];
            }
        }
    }
    c
}

#[differentiable]
fn predict(m: &Mat2, x: &mut [f64; 2], p: &mut Mat2) {
    *x = applied(m, x);
    for _ in 0..2 {
        *x = [x[1] * x[0], x[0]];
    }
    *p = product(m, p);
    let old = std::mem::replace(p, [[1.0, 2.0], [3.0, x[0]]]);
    p[0][0] = old[1][1] * old[0][1];
}

#[differentiable]
fn scale<T: Real>(by: &[T], x: &mut Vec<T>) {
    let mut y = vec![T::zero(); x.len()];
    for i in 0..x.len() {
        y[i] = by[i] * x[i] * x[0];
    }
    *x = y;
}

#[differentiable]
fn swapped(by: &[f64], x: &mut Vec<f64>, y: &mut Vec<f64>) {
    for _ in 0..3 {
        for i in 0..x.len() {
            y[i] *= by[i] * x[i];
        }
        std::mem::swap(x, y);
    }
}

#[differentiable]
fn diffused(rate: f64, u: &mut Vec<f64>) {
    let mut next = u.clone();
    for _ in 0..3 {
        for i in 1..u.len() - 1 {
            next[i] = u[i] + rate * (u[i - 1] - 2.0 * u[i] + u[i + 1]) * u[i];
        }
        std::mem::swap(u, &mut next);
    }
}

#[differentiable]
fn squared(rate: f64, u: &mut Vec<f64>, rows: &mut Vec<Vec<f64>>) -> f64 {
    let old = std::mem::take(u);
    for x in &old {
        u.push(x * x * rate);
    }
    if u[0] > 100.0 {
        *u = vec![rate; 3];
    }
    let mut others = rows.clone();
    others[0][0] *= rate * others[0][1];
    *rows = others;
    old[0]
}

#[differentiable]
fn all(p: &[f64]) -> f64 {
    let m = [[p[0], p[1]], [p[2], p[3]]];
    let (mut x, mut covariance) = ([p[1], p[3]], [[p[0], p[2]], [0.5, p[1]]]);
    predict(&m, &mut x, &mut covariance);
    let (mut v, mut w) = (p.to_vec(), vec![1.5; 4]);
    scale(p, &mut v);
    swapped(p, &mut v, &mut w);
    let mut u = p.to_vec();
    diffused(p[2], &mut u);
    let mut rows = vec![vec![p[0], p[1]], vec![p[2]]];
    let old = squared(p[3], &mut u, &mut rows);
    x[0] + x[1] * covariance[0][0] + covariance[1][1] + v[0] * w[1] + v[3] + u[1] * u[2] + old + rows[0][0] * rows[1][0]
}

#[test]
fn others_take_their_place() {
    let p = [0.7, -0.4, 1.1, 0.3];
    let (value, gradient) = all::value_and_grad(&p);
    assert_eq!(value.to_bits(), all(&p).to_bits());
    check(&|p| all(p), &p, &gradient);
}

#[differentiable]
fn both(k: f64, x: &mut [f64; 2]) -> f64 {
    let mut y = [k, x[0] * k];
    std::mem::swap(&mut y, x);
    x[1] * y[1]
}

#[test]
fn an_array_and_that_of_a_parameter_change_places() {
    let (mut x, mut d_x) = ([2.0, 5.0], [0.0; 2]);
    let mut d_k = 0.0;
    // 2k · 5, and x is (k, 2k) afterwards.
    assert_relative_eq!(both::accumulate_grad(3.0, &mut x, &mut d_k, &mut d_x), 30.0);
    assert_eq!((x, d_k, d_x), ([3.0, 6.0], 10.0, [15.0, 6.0]));
}
