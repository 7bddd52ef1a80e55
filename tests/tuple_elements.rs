//! Arrays of tuples: elements as a whole, and their parts, read and changed. Values bit for bit, gradients against central differences.

#![expect(
    clippy::needless_range_loop,
    clippy::manual_swap,
    clippy::useless_vec,
    clippy::explicit_iter_loop,
    clippy::cast_precision_loss,
    clippy::many_single_char_names,
    reason = "loops over indices, and each way to write an array, are what is tested"
)]

mod differences;

use backprop::{Differentiable, differentiable};
use differences::check;

const AT: [f64; 9] = [0.3, -0.7, 1.2, 1.1, 0.4, 0.8, -0.6, 0.9, 0.37];

fn points(numbers: &[f64]) -> Vec<(f64, f64)> {
    numbers[..8].chunks(2).map(|part| (part[0], part[1])).collect()
}

fn flat(d: &[(f64, f64)]) -> Vec<f64> {
    d.iter().flat_map(|d| [d.0, d.1]).collect()
}

/// A function of points and a number: all entry points.
macro_rules! read {
    ($f:ident) => {{
        let (at, k) = (points(&AT), AT[8]);
        let differences = |found: &[f64]| check(&|n| $f(&points(n), n[8]), &AT, found);
        let value = $f(&at, k);
        differences(&[flat(&$f::grad(&at, k).0), vec![$f::grad(&at, k).1]].concat());
        let (again, (d, d_k)) = $f::value_and_grad(&at, k);
        assert_eq!(again.to_bits(), value.to_bits());
        differences(&[flat(&d), vec![d_k]].concat());
        let (again, back) = $f::vjp(&at, k);
        assert_eq!(again.to_bits(), value.to_bits());
        for scale in [1.0, 0.5] {
            let (d, d_k) = back(scale);
            differences(&[flat(&d), vec![d_k]].concat().iter().map(|d| d / scale).collect::<Vec<_>>());
        }
        let (mut buffer, mut d_k) = (at.zero_cotangent(), 3.0);
        assert_eq!($f::value_and_grad_into(&at, k, &mut buffer, &mut d_k).to_bits(), value.to_bits());
        differences(&[flat(&buffer), vec![d_k]].concat());
        assert_eq!($f::accumulate_grad(&at, k, &mut buffer, &mut d_k).to_bits(), value.to_bits());
        differences(&[flat(&buffer), vec![d_k]].concat().iter().map(|d| 0.5 * d).collect::<Vec<_>>());
    }};
}

/// A function that changes points: what is looked at after it is a weighted sum of all numbers.
macro_rules! change {
    ($f:ident) => {{
        let weights: Vec<f64> = [0.3, 0.47, 0.64, 0.81, 0.98, 1.15, 1.32, 1.49].to_vec();
        let after = |n: &[f64]| {
            let mut at = points(n);
            $f(&mut at, n[8]);
            flat(&at)
        };
        let loss = |n: &[f64]| after(n).iter().zip(&weights).map(|(number, weight)| number * weight).sum::<f64>();
        let mut at = points(&AT);
        let ((), back) = $f::vjp(&mut at, AT[8]);
        assert_eq!(flat(&at), after(&AT));
        let mut d: Vec<(f64, f64)> = weights.chunks(2).map(|part| (part[0], part[1])).collect();
        let d_k = back(&mut d);
        check(&loss, &AT, &[flat(&d), vec![d_k]].concat());
    }};
}

macro_rules! tests {
    ($how:ident: $($f:ident)*) => {
        mod $how {
            use super::*;
            $(#[test] fn $f() { use super::$f as tested; $how!(tested); })*
        }
    };
}

tests!(read: lengths by_fields loops whole to_calls pushed pushed_without_type popped maybe new_arrays overwritten branches calls_that_change given whole_arrays parts by_closures left with_functions elements_changed swapped_parts);
tests!(change: each_part each_whole by_loop by_calls vectors);

#[differentiable]
fn area(a: (f64, f64), b: (f64, f64)) -> f64 {
    a.0 * b.1 - a.1 * b.0
}

#[differentiable]
fn turned((x, y): (f64, f64), k: f64) -> (f64, f64) {
    (x - k * y, y + k * x)
}

#[differentiable]
fn turn(p: &mut [(f64, f64)], k: f64) {
    for i in 0..p.len() {
        let (x, y) = p[i];
        p[i] = (x - k * y * y, y + k * x);
    }
}

#[differentiable]
fn made(p: &[(f64, f64)], k: f64) -> Vec<(f64, f64)> {
    let mut v = Vec::new();
    for i in 0..p.len() {
        v.push((p[i].1 * k, p[i].0));
    }
    v[0] = (k, k);
    v
}

#[differentiable]
fn summed(f: impl Fn(f64) -> f64, p: &[(f64, f64)]) -> f64 {
    let mut s = 0.0;
    for (x, y) in p {
        s += f(x * y);
    }
    s
}

#[differentiable]
fn lengths(p: &[(f64, f64)], k: f64) -> f64 {
    let mut s = 0.0;
    for i in 1..p.len() {
        let (ax, ay) = p[i - 1];
        let (bx, by) = p[i];
        s += ((bx - ax).powi(2) + k * (by - ay).powi(2)).sqrt();
    }
    s
}

#[differentiable]
fn by_fields(p: &[(f64, f64)], k: f64) -> f64 {
    let mut s = 0.0;
    for i in 0..p.len() {
        s += p[i].0 * p[i].1 * k;
    }
    s
}

#[differentiable]
fn loops(p: &[(f64, f64)], k: f64) -> f64 {
    let mut s = 0.0;
    for &(x, y) in p {
        s += x * y.sin();
    }
    for (x, y) in p {
        s += x * y * y * k;
    }
    for q in p.iter() {
        s += q.0.sin() * q.1;
    }
    for (i, (x, y)) in p.iter().enumerate() {
        s += x * y * i as f64;
    }
    for (i, &(x, _)) in p.iter().enumerate().rev() {
        s *= x + i as f64;
    }
    for ((x, _), (_, y)) in p.iter().zip(p.iter().skip(1)) {
        s += x * y * k;
    }
    for (x, y) in p.iter().copied() {
        s += (x * y).exp();
    }
    s
}

#[differentiable]
fn whole(p: &[(f64, f64)], k: f64) -> f64 {
    let q = p[1];
    let r = &p[2];
    let &(x, y) = r;
    let t = p[0];
    q.0 * q.1 * k + r.0 * r.1 + x * y + t.0 * q.1
}

#[differentiable]
fn to_calls(p: &[(f64, f64)], k: f64) -> f64 {
    area(p[0], p[1]) * k + area(p[2], (k, p[1].0))
}

#[differentiable]
fn pushed(p: &[(f64, f64)], k: f64) -> f64 {
    let mut v: Vec<(f64, f64)> = Vec::new();
    let (mut x, mut y) = (0.0, 1.0);
    for i in 0..p.len() {
        x += k * y * p[i].0;
        y -= k * x * p[i].1;
        v.push((x, y));
    }
    v[0].0 += 1.0;
    lengths(&v, k)
}

#[differentiable]
fn pushed_without_type(p: &[(f64, f64)], k: f64) -> f64 {
    let mut v = Vec::new();
    for &(x, y) in p {
        v.push((x * k, y * y));
    }
    let mut s = 0.0;
    for (x, y) in &v {
        s += x * y;
    }
    s + v[1].0
}

#[differentiable]
fn popped(p: &[(f64, f64)], k: f64) -> f64 {
    let mut v = p.to_vec();
    v.push((k, k * k));
    v.swap(0, 4);
    let (x, y) = v.pop().unwrap();
    let last = v.pop().unwrap();
    let mut s = x * y + last.0 * v[0].1;
    while let Some((a, b)) = v.pop() {
        s += a * b * s;
    }
    s
}

#[differentiable]
fn maybe(p: &[(f64, f64)], k: f64) -> f64 {
    let mut s = 0.0;
    for i in 0..6 {
        if let Some((x, y)) = p.get(i) {
            s += x * y * k;
        }
        if let Some(&(x, _)) = p.get(i + 1) {
            s += x.sin();
        }
    }
    if let Some(q) = p.first() {
        s *= q.0;
    }
    let (x, y) = *p.last().unwrap();
    s + x * y
}

#[differentiable]
fn new_arrays(p: &[(f64, f64)], k: f64) -> f64 {
    let a = [(k, p[0].1), p[1], (1.0, 2.0)];
    let mut b = vec![(k, 0.5); 3];
    b[1] = a[1];
    b[2].1 *= a[0].1;
    let mut s = 0.0;
    for i in 0..3 {
        s += a[i].0 * b[i].1 + b[i].0 * a[i].1;
    }
    s
}

#[differentiable]
fn overwritten(p: &[(f64, f64)], k: f64) -> f64 {
    let mut v = p.to_vec();
    for _ in 0..3 {
        for i in 0..v.len() {
            let (x, y) = v[i];
            let (a, b) = v[(i + 1) % v.len()];
            v[i] = (x + k * b * y, y - k * a);
        }
    }
    for i in 0..v.len() {
        v[i].0 *= v[i].1;
    }
    lengths(&v, k)
}

#[differentiable]
fn branches(p: &[(f64, f64)], k: f64) -> f64 {
    let mut v = p.to_vec();
    for i in 0..v.len() {
        if v[i].0 > 0.5 {
            v[i] = (v[i].1, k * v[i].0);
        } else if i > 0 {
            v[i].0 -= v[i - 1].1;
        }
    }
    let best = if k > 0.0 { v[0] } else { v[1] };
    let (x, y) = if v[2].0 > v[3].0 { v[2] } else { (k, v[3].1) };
    best.0 * best.1 + x * y
}

#[differentiable]
fn calls_that_change(p: &[(f64, f64)], k: f64) -> f64 {
    let mut v = p.to_vec();
    turn(&mut v, k);
    turn(&mut v[1..3], k);
    lengths(&v, k) + lengths(&v[1..], k)
}

#[differentiable]
fn given(p: &[(f64, f64)], k: f64) -> f64 {
    let v = made(p, k);
    let mut s = 0.0;
    for i in 0..v.len() {
        s += v[i].0 * v[i].1;
    }
    for (x, y) in &v {
        s += x.sin() * y;
    }
    s
}

#[differentiable]
fn whole_arrays(p: &[(f64, f64)], k: f64) -> f64 {
    let mut v = p.to_vec();
    v.reverse();
    v.insert(1, (k, v[0].0));
    let (x, y) = v.remove(2);
    let (a, _) = v.swap_remove(0);
    v.extend_from_slice(&p[..2]);
    v.rotate_left(1);
    let mut w = v.clone();
    w.fill((x, k));
    w[0].1 = y;
    w.copy_from_slice(&v);
    w.resize(8, (a, y));
    let mut s = a * y;
    for i in 0..w.len() {
        s += w[i].0 * w[i].1 * (1.0 + i as f64);
    }
    s
}

#[differentiable]
fn parts(p: &[(f64, f64)], k: f64) -> f64 {
    let (a, b) = p.split_at(2);
    let mut s = 0.0;
    for w in p.windows(2) {
        s += area(w[0], w[1]) * k;
    }
    for c in p.chunks(2) {
        let (x, y) = c[0];
        s += x * y * c[1].0;
    }
    s + a[0].0 * b[0].1 + lengths(&p[1..3], k)
}

#[differentiable]
fn by_closures(p: &[(f64, f64)], k: f64) -> f64 {
    let at = |i: usize| p[i].0 * k;
    let both = |i: usize| {
        let (x, y) = p[i];
        x * y
    };
    let outside = |q: &[(f64, f64)]| q[0].0 * q[1].1;
    at(0) * both(1) + both(2) + outside(p)
}

#[differentiable]
fn left(p: &[(f64, f64)], k: f64) -> f64 {
    let mut s = 0.0;
    for (x, y) in p {
        if *x > 1.0 {
            continue;
        }
        s += x * y * k;
        if *y > 0.85 {
            break;
        }
    }
    s
}

#[differentiable]
fn with_functions(p: &[(f64, f64)], k: f64) -> f64 {
    summed(|x| x * p[1].0, p) * k
}

#[differentiable]
fn elements_changed(p: &[(f64, f64)], k: f64) -> f64 {
    let mut v = p.to_vec();
    for q in v.iter_mut() {
        q.0 += k * q.1;
        q.1 *= q.0;
    }
    for (x, y) in v.iter_mut() {
        *x += k * *y;
        *y *= *x;
    }
    let q = &mut v[1];
    q.0 *= q.1;
    lengths(&v, k)
}

#[differentiable]
fn swapped_parts(p: &[(f64, f64)], k: f64) -> f64 {
    let mut v = p.to_vec();
    (v[0].0, v[0].1) = (v[0].1 * k, v[0].0);
    let t = v[1];
    v[1] = v[2];
    v[2] = t;
    (v[1], v[3]) = (v[3], v[1]);
    lengths(&v, k)
}

#[differentiable]
fn each_part(p: &mut [(f64, f64)], k: f64) {
    for i in 0..p.len() {
        p[i].0 += k * p[i].1;
        p[i].1 -= k * p[i].0.sin();
    }
}

#[differentiable]
fn each_whole(p: &mut [(f64, f64)], k: f64) {
    for i in 0..p.len() {
        let (x, y) = p[i];
        p[i] = (x * k - y, x + y * k);
    }
}

#[differentiable]
fn by_loop(p: &mut [(f64, f64)], k: f64) {
    for q in p.iter_mut() {
        q.0 *= q.1;
        *q = (q.1, q.0 * k);
    }
    for q in p {
        q.1 += q.0;
    }
}

#[differentiable]
fn by_calls(p: &mut [(f64, f64)], k: f64) {
    turn(p, k);
    p.swap(0, 2);
    turn(&mut p[1..], k);
    p[0] = turned(p[1], k);
}

#[differentiable]
fn vectors(p: &mut Vec<(f64, f64)>, k: f64) {
    for i in 0..p.len() {
        p[i].0 *= k;
    }
    let (x, y) = p.pop().unwrap();
    p.push((y, x * k));
}
