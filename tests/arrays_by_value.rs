//! Arrays that go by value where a reference is named: what a reference to one refers to as an argument, data as an argument of closures,
//! and methods of what functions give. Values bit for bit, gradients against central differences.

#![expect(
    clippy::cast_precision_loss,
    clippy::explicit_iter_loop,
    clippy::float_cmp,
    clippy::implicit_clone,
    clippy::many_single_char_names,
    clippy::needless_range_loop,
    reason = "the programs are as people write them; results are exact"
)]

mod differences;

use backprop::{Differentiable, differentiable};
use differences::check;

#[derive(Clone, Copy, Differentiable)]
struct Scale {
    k: f64,
}

#[differentiable]
impl Scale {
    fn unit(self, v: [f64; 2]) -> [f64; 2] {
        let n = v[0].hypot(v[1]);
        [self.k * v[0] / n, v[1] / n]
    }
}

#[differentiable]
fn unit(k: f64, v: [f64; 2]) -> [f64; 2] {
    let n = v[0].hypot(v[1]);
    [k * v[0] / n, v[1] / n]
}

#[differentiable]
fn of_rows(k: f64, x: &[[f64; 2]]) -> f64 {
    let mut t = 0.0;
    for r in x {
        let u = unit(k, *r);
        t += u[0] * 2.0 + u[1];
    }
    t
}

#[differentiable]
fn of_rows_by_method(k: f64, x: &[[f64; 2]]) -> f64 {
    let s = Scale { k };
    let mut t = 0.0;
    for r in x {
        let u = s.unit(*r);
        t += u[0] * 2.0 + u[1];
    }
    t
}

#[differentiable]
fn of_rows_by_closure(k: f64, x: &[[f64; 2]]) -> f64 {
    let f = |v: [f64; 2]| v[0] * v[1] * k;
    let mut t = 0.0;
    for r in x {
        t += f(*r);
    }
    t
}

#[differentiable]
fn of_a_name(k: f64, x: &[[f64; 2]]) -> f64 {
    let r = &x[1];
    let u = unit(k, *r);
    u[0] * u[1]
}

#[differentiable]
fn of_what_changes(k: f64, x: &[[f64; 2]]) -> f64 {
    let mut y = x.to_vec();
    let mut t = 0.0;
    for r in y.iter_mut() {
        let u = unit(k, *r);
        r[0] = u[0] * r[1];
        t += u[1];
    }
    t + y[0][0] * y[1][0]
}

#[differentiable]
fn behind_mut(k: f64, x: &mut [f64; 2]) -> f64 {
    let u = unit(k, *x);
    x[0] = u[1];
    let w = unit(k, *x);
    w[1] + x[0] * x[1]
}

const ROWS: [f64; 5] = [0.6, 0.3, 0.7, 0.9, 0.2];

fn rows(v: &[f64]) -> [[f64; 2]; 2] {
    [[v[1], v[2]], [v[3], v[4]]]
}

fn flat(k: f64, rows: &[[f64; 2]]) -> Vec<f64> {
    std::iter::once(k).chain(rows.iter().flatten().copied()).collect()
}

#[test]
fn what_a_reference_refers_to_is_an_argument() {
    let at = rows(&ROWS);
    let (d_k, d) = of_rows::grad(ROWS[0], &at);
    check(&|v| of_rows(v[0], &rows(v)), &ROWS, &flat(d_k, &d));
    let (d_k, d) = of_rows_by_method::grad(ROWS[0], &at);
    check(&|v| of_rows_by_method(v[0], &rows(v)), &ROWS, &flat(d_k, &d));
    let (d_k, d) = of_rows_by_closure::grad(ROWS[0], &at);
    check(&|v| of_rows_by_closure(v[0], &rows(v)), &ROWS, &flat(d_k, &d));
    let (d_k, d) = of_a_name::grad(ROWS[0], &at);
    check(&|v| of_a_name(v[0], &rows(v)), &ROWS, &flat(d_k, &d));
    let (d_k, d) = of_what_changes::grad(ROWS[0], &at);
    check(&|v| of_what_changes(v[0], &rows(v)), &ROWS, &flat(d_k, &d));
    let (d_k, d) = behind_mut::grad(ROWS[0], &mut at[0].clone());
    check(&|v| behind_mut(v[0], &mut [v[1], v[2]]), &ROWS[..3], &flat(d_k, &[d]));
}

#[differentiable(wrt(k))]
fn of_data(k: f64, x: &[[f64; 2]], first: &[f64; 2]) -> f64 {
    let u = unit(k, *first);
    let mut t = u[0] * u[1];
    for r in x {
        let u = unit(k, *r);
        t += u[0] * 2.0 + u[1];
    }
    for &r in x {
        t *= unit(k, r)[0] + 1.0;
    }
    for i in 0..x.len() {
        let u = unit(t, x[i]);
        let plain = unit(2.0, x[i]);
        t += u[0] * plain[0];
    }
    t
}

#[test]
fn data_goes_by_value() {
    let at = rows(&ROWS);
    let (value, d_k) = of_data::value_and_grad(0.6, &at, &at[1]);
    assert_eq!(value, of_data(0.6, &at, &at[1]));
    check(&|v| of_data(v[0], &at, &at[1]), &[0.6], &[d_k]);
}

#[differentiable(wrt(w))]
fn regression(w: &[f64], data: &[Vec<f64>], first: &[f64; 2]) -> f64 {
    let predict = |row: &[f64]| {
        let mut s = 0.0;
        for i in 0..row.len() {
            s += row[i] * w[i] * w[0];
        }
        s
    };
    let crossed = |row: &[f64; 2]| {
        let [a, b] = *row;
        a * w[1] + b * w[0]
    };
    let mut t = crossed(first);
    for row in data {
        let p = predict(row);
        t += p * p;
    }
    t * predict(&data[1][1..]) + predict(first)
}

#[differentiable(wrt(width))]
fn kernels(width: f64, data: &[Vec<f64>]) -> f64 {
    let kernel = |a: &[f64], b: &[f64]| {
        let mut s = 0.0;
        for i in 0..a.len() {
            s += (a[i] - b[i]).powi(2);
        }
        (-s / (width * width)).exp()
    };
    let mut t = 0.0;
    for i in 0..data.len() {
        for j in 0..i {
            t += kernel(&data[i], &data[j]);
        }
    }
    t
}

#[differentiable(wrt(f, k))]
fn over_rows(f: impl Fn(&[f64]) -> f64, k: f64, data: &[Vec<f64>]) -> f64 {
    let mut s = 0.0;
    for row in data {
        s += f(row) * k;
        s += f(&row[1..]);
    }
    s
}

#[differentiable(wrt(w))]
fn through_a_parameter(w: &[f64], data: &[Vec<f64>]) -> f64 {
    let squared = |x: &[f64]| {
        let mut s = 0.0;
        for i in 0..x.len() {
            s += x[i] * w[i];
        }
        s * s
    };
    over_rows(squared, w[0], data)
}

#[test]
fn closures_take_data() {
    let (w, data) = ([0.3, 0.2], [vec![0.5, 0.1], vec![1.0, 2.0]]);
    let (value, d) = regression::value_and_grad(&w, &data, &[0.4, 0.9]);
    assert_eq!(value, regression(&w, &data, &[0.4, 0.9]));
    check(&|v| regression(v, &data, &[0.4, 0.9]), &w, &d);
    check(&|v| kernels(v[0], &data), &[1.3], &[kernels::grad(1.3, &data)]);
    check(&|v| through_a_parameter(v, &data), &w, &through_a_parameter::grad(&w, &data));
}

#[differentiable]
fn slope(t: f64, y: &[f64]) -> Vec<f64> {
    let mut k = y.to_vec();
    k[0] *= t;
    k
}

#[differentiable]
fn step(f: impl Fn(f64, &[f64]) -> Vec<f64>, start: &[f64]) -> f64 {
    let local = |t: f64, y: &[f64]| vec![y[0] * t, y[0]];
    let y = start.to_vec();
    let k = f(0.1, &y).to_vec();
    let mut l = local(0.3, &y).to_vec();
    l[0] *= k[0];
    let m = slope(0.5, &y).to_vec();
    let n = [y[0], y[0] * 2.0].to_vec();
    let o = f(1.0, &y).clone();
    let last = if f(1.0, start).is_empty() { 0.0 } else { o[0] };
    l[0] + m[0] * n[1] + last + local(1.0, &y).len() as f64 * y[0]
}

#[differentiable]
fn stepped(start: &[f64]) -> f64 {
    step(|t: f64, y: &[f64]| vec![y[0] * t * y[0]], start)
}

struct Table(Vec<f64>);

impl Table {
    fn row(&self) -> &[f64] {
        &self.0
    }

    fn from(table: &Table, at: usize) -> &[f64] {
        &table.0[at..]
    }
}

fn numbers(n: usize) -> Vec<f64> {
    vec![2.0; n]
}

/// Of the host's functions, some give references.
#[differentiable(wrt(x))]
fn of_the_host(x: f64, table: &Table) -> f64 {
    let a = numbers(3).to_vec();
    let b = Table::from(table, 0).to_vec();
    let c = table.row().to_vec();
    x * a[1] * b[0] * c[0]
}

#[test]
fn methods_of_what_functions_give() {
    check(&stepped, &[0.3], &stepped::grad(&[0.3]));
    assert_eq!(of_the_host::grad(5.0, &Table(vec![3.0])), 18.0);
}

fn indices(n: usize) -> Vec<usize> {
    vec![n; 3]
}

/// Elements of what functions and methods give, of the host's too.
#[differentiable]
fn elements(k: f64, x: &[[f64; 2]], n: usize) -> f64 {
    let s = Scale { k };
    let mut t = 0.0;
    for (i, r) in x.iter().enumerate() {
        t += unit(k, *r)[0] * s.unit(x[i])[i] * indices(n + i)[i] as f64;
    }
    t * numbers(2)[1]
}

#[test]
fn elements_of_what_calls_give() {
    let at = rows(&ROWS);
    let (d_k, d) = elements::grad(ROWS[0], &at, 2);
    check(&|v| elements(v[0], &rows(v), 2), &ROWS, &flat(d_k, &d));
}
