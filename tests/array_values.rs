//! Arrays as values: results, arguments by value, moves. Values bit for bit, gradients against central differences.

#![expect(
    clippy::cast_precision_loss,
    clippy::float_cmp,
    clippy::many_single_char_names,
    clippy::misrefactored_assign_op,
    clippy::needless_pass_by_value,
    clippy::needless_range_loop,
    clippy::type_complexity,
    reason = "loops over indices and each way to write it are what is tested; results are exact"
)]

mod differences;

use backprop::{Real, differentiable};
use differences::check;

const POINT: [f64; 6] = [0.3, -1.2, 0.7, 1.9, -0.4, 0.55];

/// Holds the value and the gradient of a function of one slice against the function itself.
#[track_caller]
fn holds(f: &dyn Fn(&[f64]) -> f64, both: &dyn Fn(&[f64]) -> (f64, Vec<f64>)) {
    for factor in [1.0, -0.8, 0.35] {
        let x = POINT.map(|x| x * factor);
        let (value, gradient) = both(&x);
        assert_eq!(value.to_bits(), f(&x).to_bits());
        check(f, &x, &gradient);
    }
}

macro_rules! holds {
    ($($name:ident),* $(,)?) => { $(holds(&$name, &|x| $name::value_and_grad(x));)* };
}

#[differentiable]
fn squares(x: &[f64], a: f64) -> Vec<f64> {
    let mut y = vec![0.0; x.len()];
    for i in 0..x.len() {
        y[i] = a * x[i] * x[i];
    }
    y
}

#[differentiable]
fn matvec(a: &[f64], x: &[f64]) -> Vec<f64> {
    let n = x.len();
    let mut y = vec![0.0; a.len() / n];
    for i in 0..y.len() {
        for j in 0..n {
            y[i] += a[i * n + j] * x[j];
        }
    }
    y
}

#[differentiable]
fn rotated(x: &[f64; 3], angle: f64) -> [f64; 3] {
    let (s, c) = angle.sin_cos();
    [c * x[0] - s * x[1], s * x[0] + c * x[1], x[2]]
}

#[differentiable]
fn norm(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..x.len() {
        sum += x[i] * x[i];
    }
    sum.sqrt()
}

/// An array beside numbers.
#[differentiable]
fn normalised<T: Real>(x: &[T]) -> (Vec<T>, T) {
    let mut sum = T::zero();
    for i in 0..x.len() {
        sum += x[i] * x[i];
    }
    let length = sum.sqrt();
    let mut y = vec![T::zero(); x.len()];
    for i in 0..x.len() {
        y[i] = x[i] / length;
    }
    (y, length)
}

#[test]
fn results_that_are_arrays() {
    let (y, back) = squares::vjp(&POINT, 1.5);
    assert_eq!(y, squares(&POINT, 1.5));
    let (d_x, d_a) = back(vec![1.0, 0.5, 0.0, -2.0, 1.0, 3.0]);
    let weights = [1.0, 0.5, 0.0, -2.0, 1.0, 3.0];
    let weighted = |y: Vec<f64>| y.iter().zip(weights).map(|(y, w)| y * w).sum::<f64>();
    check(&|x| weighted(squares(x, 1.5)), &POINT, &d_x);
    check(&|a| weighted(squares(&POINT, a[0])), &[1.5], &[d_a]);

    let (y, back) = rotated::vjp(&[1.0, 2.0, 3.0], 0.4);
    assert_eq!(y, rotated(&[1.0, 2.0, 3.0], 0.4));
    let (d_x, d_angle) = back([1.0, -1.0, 0.5]);
    let weighted = |y: [f64; 3]| y[0] - y[1] + 0.5 * y[2];
    check(&|x| weighted(rotated(&[x[0], x[1], x[2]], 0.4)), &[1.0, 2.0, 3.0], &d_x);
    check(&|a| weighted(rotated(&[1.0, 2.0, 3.0], a[0])), &[0.4], &[d_angle]);

    let ((y, length), back) = normalised::vjp(&POINT);
    assert_eq!((y, length), normalised(&POINT));
    let d_x = back((vec![0.0, 1.0, 0.0, 0.0, 2.0, 0.0], 3.0));
    let weighted = |(y, length): (Vec<f64>, f64)| y[1] + 2.0 * y[4] + 3.0 * length;
    check(&|x| weighted(normalised(x)), &POINT, &d_x);
}

#[test]
#[should_panic(expected = "the result has 6 elements, and its sensitivity has 5")]
fn a_sensitivity_of_another_length() {
    let (_, back) = squares::vjp(&POINT, 1.5);
    back(vec![0.0; 5]);
}

#[test]
#[should_panic(expected = "the result has 6 elements, and its sensitivity has 7")]
fn a_sensitivity_of_another_length_in_a_tuple() {
    let (_, back) = normalised::vjp(&POINT);
    back((vec![0.0; 7], 1.0));
}

/// Of scalars alone.
#[differentiable]
fn powers(x: f64, n: usize) -> Vec<f64> {
    let mut all = vec![1.0; n];
    for i in 1..n {
        all[i] = all[i - 1] * x;
    }
    all
}

#[test]
fn of_a_number() {
    let (y, back) = powers::vjp(1.3, 5);
    assert_eq!(y, powers(1.3, 5));
    check(&|x| powers(x[0], 5).iter().sum(), &[1.3], &[back(vec![1.0; 5])]);
}

#[differentiable]
fn overwritten(x: &[f64]) -> f64 {
    let mut y = squares(x, x[1]);
    y[2] *= x[0] * y[1];
    for i in 1..y.len() {
        y[i] += y[i - 1] * 0.5;
    }
    y[5] * y[2]
}

/// A linear layer after another one.
#[differentiable]
fn layers(x: &[f64]) -> f64 {
    let a = [x[0], x[1], 0.5, x[2], x[3] * x[4], -1.0];
    let y = matvec(&a, &[x[5], x[0], 1.0]);
    let z = matvec(&a, &[y[0], y[1].tanh(), y[0] * y[1]]);
    norm(&z) + z[0] * y[1]
}

#[differentiable]
fn parts(x: &[f64]) -> f64 {
    let (mut y, length) = normalised(x);
    y[0] += length;
    y[3] *= y[1];
    let (_, again): (Vec<f64>, f64) = normalised(&y);
    again * length
}

#[differentiable]
fn fixed(x: &[f64]) -> f64 {
    let start = [x[0], x[1] * x[2], x[3]];
    let y = rotated(&start, x[4]);
    let z: [f64; 3] = rotated(&y, x[5]);
    norm(&z) * y[0] + z[1] * z[2]
}

#[differentiable]
fn chosen(x: &[f64]) -> f64 {
    let y = if x[0] > 0.0 { squares(x, 2.0) } else { vec![x[1], 3.0, x[2] * x[3]] };
    y[0] * y[2].exp()
}

#[differentiable]
fn in_a_loop(x: &[f64]) -> f64 {
    let mut total = 0.1;
    for k in 0..x.len() {
        let y = squares(x, x[k] * total);
        let s = y[0] * y[k];
        total += s.sin();
    }
    total
}

#[differentiable]
fn last(x: &[f64], n: usize) -> Vec<f64> {
    if n == 0 {
        let mut y = vec![1.0; x.len()];
        y[0] = x[0];
        y
    } else {
        let mut y = last(x, n - 1);
        for i in 1..y.len() {
            y[i] = y[i - 1] * x[i] + y[i].cos();
        }
        y
    }
}

#[differentiable]
fn recursive(x: &[f64]) -> f64 {
    let y = last(x, 3);
    let mut total = 0.0;
    for i in 0..y.len() {
        total += y[i] * (i as f64);
    }
    total
}

#[test]
fn calls_that_give_arrays() {
    holds!(overwritten, layers, parts, fixed, chosen, in_a_loop, recursive);
}

/// By value, overwritten, and given back.
#[differentiable]
fn halved(mut x: Vec<f64>, k: f64) -> Vec<f64> {
    for i in 0..x.len() {
        x[i] *= 0.5 * k * x[i];
    }
    x
}

#[differentiable]
fn flow(s: [f64; 3], k: f64) -> [f64; 3] {
    [k * (s[1] - s[0]), s[0] * (1.5 - s[2]) - s[1], s[0] * s[1] - 0.7 * s[2]]
}

#[differentiable]
fn shifted(s: [f64; 3], by: [f64; 3], h: f64) -> [f64; 3] {
    [s[0] + h * by[0], s[1] + h * by[1], s[2] + h * by[2]]
}

/// The classical Runge–Kutta step: each array is used several times.
#[differentiable]
fn step(s: [f64; 3], k: f64, h: f64) -> [f64; 3] {
    let k1 = flow(s, k);
    let k2 = flow(shifted(s, k1, 0.5 * h), k);
    let k3 = flow(shifted(s, k2, 0.5 * h), k);
    let k4 = flow(shifted(s, k3, h), k);
    let mut next = s;
    for i in 0..3 {
        next[i] += h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]);
    }
    next
}

#[differentiable]
fn orbit(x: &[f64]) -> f64 {
    let mut s = [x[0], x[1], x[2]];
    for _ in 0..5 {
        s = step(s, x[3], 0.1 + 0.01 * x[4]);
    }
    s[0] * s[1] + s[2]
}

#[differentiable]
fn moved(x: &[f64]) -> f64 {
    let y = squares(x, x[1]);
    let z = halved(y, x[0]);
    let mut w = z;
    w[1] += w[0];
    let v = if x[2] > 0.0 { halved(w, 2.0) } else { w };
    v[1] * v[2] + v[3]
}

#[differentiable]
fn replaced(x: &[f64]) -> f64 {
    let mut y = squares(x, 0.5);
    for k in 0..3 {
        let next = halved(y, x[k]);
        y = next;
        y[k] += x[k];
    }
    if x[0] > 0.2 {
        y = squares(x, x[5]);
    }
    y[0] + y[1] * y[2]
}

#[differentiable]
fn energy(s: [f64; 3], x: Vec<f64>, k: f64) -> f64 {
    let t = s;
    k * s[0] * t[1] + x[0] * x[1].sin() * t[2]
}

#[test]
fn arrays_by_value() {
    holds!(orbit, moved, replaced);
    let (s, x, k) = ([0.4, -1.1, 0.3], vec![0.2, 1.3], 0.7);
    let of = |p: &[f64]| energy([p[0], p[1], p[2]], vec![p[3], p[4]], p[5]);
    let point = [s[0], s[1], s[2], x[0], x[1], k];
    let (value, (d_s, d_x, d_k)) = energy::value_and_grad(s, x.clone(), k);
    assert_eq!(value.to_bits(), of(&point).to_bits());
    check(&of, &point, &[d_s.to_vec(), d_x.clone(), vec![d_k]].concat());
    let (mut into_s, mut into_x, mut into_k) = ([9.0; 3], [9.0; 2], 9.0);
    energy::value_and_grad_into(s, x.clone(), k, &mut into_s, &mut into_x, &mut into_k);
    assert_eq!((into_s, into_x.to_vec(), into_k), (d_s, d_x.clone(), d_k));
    energy::accumulate_grad(s, x.clone(), k, &mut into_s, &mut into_x, &mut into_k);
    assert_eq!(into_s[0], 2.0 * d_s[0]);
    assert_eq!(into_x[1], 2.0 * d_x[1]);
    let (_, back) = energy::vjp(s, x, k);
    assert_eq!(back(1.0), (d_s, d_x, d_k));
}

#[test]
#[should_panic(expected = "`x` has 2 elements, and the buffer for its gradient has 3")]
fn a_buffer_of_another_length() {
    energy::accumulate_grad([0.0; 3], vec![1.0; 2], 1.0, &mut [0.0; 3], &mut [0.0; 3], &mut 0.0);
}

#[differentiable]
fn by_reference(p: &[f64; 3]) -> f64 {
    let [a, b, c] = p;
    a * b * c
}

#[differentiable]
fn by_pattern_of_reference(p: &[f64; 3]) -> f64 {
    let &[a, .., c] = p;
    let [first, _, _] = *p;
    a * c + first
}

#[differentiable]
fn by_value(p: [f64; 3]) -> f64 {
    let [a, mut b, _] = p;
    b *= 2.0;
    let mut y = [a, b];
    y[0] *= 3.0;
    let [a, b] = y;
    y[0] = p[2];
    a * b + y[0]
}

#[differentiable(wrt(x))]
fn by_data(x: f64, at: &[usize; 2], weights: &[f64; 2]) -> f64 {
    let [i, j] = *at;
    let [v, w] = *weights;
    x * (i + j) as f64 * v * w
}

#[test]
fn patterns_of_arrays() {
    assert_eq!(by_reference::grad(&[2.0, 3.0, 5.0]), [15.0, 10.0, 6.0]);
    assert_eq!(by_pattern_of_reference::grad(&[2.0, 3.0, 5.0]), [6.0, 0.0, 2.0]);
    // 6 a b + c
    assert_eq!(by_value::grad([2.0, 3.0, 5.0]), [18.0, 12.0, 1.0]);
    assert_eq!(by_data::grad(1.0, &[2, 3], &[2.0, 4.0]), 40.0);
}
