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

/// Tuples of more than two numbers.
mod of_other_parts {
    use super::{AT, Differentiable, check, differentiable};

    #[derive(Clone, Copy, Differentiable)]
    struct Body {
        x: f64,
        v: f64,
    }

    #[differentiable]
    fn by_numbers(p: &[(f64, usize)], k: &[f64]) -> f64 {
        let mut s = 0.0;
        for (x, i) in p {
            s += x * k[*i];
        }
        for &(x, i) in p {
            s += x.sin() * k[i];
        }
        for i in 0..p.len() {
            s *= p[i].0 + k[p[i].1];
        }
        s
    }

    #[differentiable]
    fn sparse(t: &[(usize, usize, f64)], x: &[f64]) -> f64 {
        let mut y = vec![0.0; x.len()];
        for &(i, j, a) in t {
            y[i] += a * x[j];
        }
        for (i, j, a) in t.iter() {
            y[*j] += a * a * x[*i];
        }
        let mut s = 0.0;
        for i in 0..y.len() {
            s += y[i] * y[i];
        }
        s
    }

    #[differentiable]
    fn nested(p: &[((f64, f64), f64)], k: f64) -> f64 {
        let mut s = 0.0;
        for ((a, b), c) in p {
            s += a * b * c * k;
        }
        let (q, r) = p[0];
        let mut own = p.to_vec();
        for i in 0..own.len() {
            own[i].0.1 *= own[i].1;
            own[i].0 = (own[i].1, own[i].0.0);
            own[i] = ((k, own[i].0.1), 2.0 * own[i].0.0);
        }
        for ((a, _), c) in own.iter_mut() {
            *a *= *c;
        }
        for (q, c) in own.iter_mut() {
            q.1 += *c;
        }
        s + q.0 * r + own[1].0.1 * own[0].1 + own[0].0.0 * own[1].0.0
    }

    #[differentiable]
    fn with_arrays(p: &[(f64, [f64; 3])], k: f64) -> f64 {
        let mut s = 0.0;
        for (m, x) in p {
            s += m * x[1] * k;
            for j in 0..3 {
                s += x[j] * x[j];
            }
        }
        for i in 0..p.len() {
            s *= p[i].0 * p[i].1[2];
        }
        let mut own = p.to_vec();
        for i in 0..own.len() {
            own[i].1[0] *= own[i].0;
            own[i].1.swap(0, 1);
        }
        for q in own.iter_mut() {
            q.1[1] += q.0;
        }
        for (m, x) in own.iter_mut() {
            x[0] += *m * k;
            *m *= x[2];
        }
        own.push((k, [k, 1.0, s]));
        s + own[0].1[0] * own[1].1[1] * own[2].1[2] + own[0].0
    }

    #[differentiable]
    fn of_structs(p: &[(Body, f64)], k: f64) -> f64 {
        let mut s = 0.0;
        for (b, x) in p {
            s += b.x * b.v * x;
        }
        let mut own = p.to_vec();
        own[0].0.x *= k;
        own[1] = (Body { x: k, v: own[0].0.x }, 2.0);
        s + own[0].0.x * own[1].1 + own[1].0.v
    }

    #[differentiable]
    fn rows(p: &[Vec<(f64, f64)>]) -> f64 {
        let mut s = 0.0;
        for row in p {
            for (x, y) in row {
                s += x * y;
            }
        }
        s * p[0][1].0
    }

    #[differentiable]
    fn generic<T: backprop::Real>(p: &[(T, T)], k: T) -> T {
        let mut s = T::zero();
        for &(x, y) in p {
            s += x * y * k;
        }
        let mut own = vec![(k, s); 2];
        own[1].0 *= p[0].1;
        s + own[1].0 * own[0].1
    }

    #[differentiable]
    fn counted(x: &[f64], n: usize) -> f64 {
        let mut v: Vec<(usize, f64)> = Vec::new();
        for i in 0..n {
            v.push((i, x[i] * x[i]));
        }
        let mut s = 0.0;
        for &(i, a) in &v {
            s += a * x[n - 1 - i];
        }
        v[0].0 += 1;
        v[1] = (3, s);
        let at = v[1].0;
        s * v[v[0].0].1 + v[at].1
    }

    #[differentiable]
    fn with_flags(p: &[(f64, bool)], k: f64) -> f64 {
        let mut s = 0.0;
        for &(x, up) in p {
            if up {
                s += x * k;
            } else {
                s -= x * x;
            }
        }
        s
    }

    #[test]
    fn gradients() {
        let n = &AT[..6];
        let at = |n: &[f64]| [(n[0], 1), (n[1], 0), (n[2], 1)];
        let (d, d_k) = by_numbers::grad(&at(n), &n[3..5]);
        check(&|n| by_numbers(&at(n), &n[3..5]), &n[..5], &[d[0].0, d[1].0, d[2].0, d_k[0], d_k[1]]);

        let at = |n: &[f64]| [(0, 2, n[0]), (1, 1, n[1]), (2, 0, n[2])];
        let (d, d_x) = sparse::grad(&at(n), &n[3..6]);
        check(&|n| sparse(&at(n), &n[3..6]), n, &[&[d[0].2, d[1].2, d[2].2], &d_x[..]].concat());

        let at = |n: &[f64]| [((n[0], n[1]), n[2]), ((n[3], n[4]), n[5])];
        let (d, d_k) = nested::grad(&at(n), AT[6]);
        let d = [d[0].0.0, d[0].0.1, d[0].1, d[1].0.0, d[1].0.1, d[1].1, d_k];
        check(&|n| nested(&at(n), n[6]), &AT[..7], &d);

        let at = |n: &[f64]| [(n[0], [n[1], n[2], n[3]]), (n[4], [n[5], n[6], n[7]])];
        let (d, d_k) = with_arrays::grad(&at(&AT), AT[8]);
        let d: Vec<f64> = d.iter().flat_map(|(m, x)| [*m, x[0], x[1], x[2]]).chain([d_k]).collect();
        check(&|n| with_arrays(&at(n), n[8]), &AT, &d);

        let at = |n: &[f64]| [(Body { x: n[0], v: n[1] }, n[2]), (Body { x: n[3], v: n[4] }, n[5])];
        let (d, d_k) = of_structs::grad(&at(n), AT[6]);
        let d: Vec<f64> = d.iter().flat_map(|(b, x)| [b.x, b.v, *x]).chain([d_k]).collect();
        check(&|n| of_structs(&at(n), n[6]), &AT[..7], &d);

        let at = |n: &[f64]| [vec![(n[0], n[1]), (n[2], n[3])], vec![(n[4], n[5])]];
        let d: Vec<f64> = rows::grad(&at(n)).concat().iter().flat_map(|d| [d.0, d.1]).collect();
        check(&|n| rows(&at(n)), n, &d);

        let at = |n: &[f64]| [(n[0], n[1]), (n[2], n[3])];
        let (d, d_k) = generic::grad(&at(n), n[4]);
        check(&|n| generic(&at(n), n[4]), &n[..5], &[d[0].0, d[0].1, d[1].0, d[1].1, d_k]);

        check(&|n| counted(n, 6), n, &counted::grad(n, 6));

        let at = |n: &[f64]| [(n[0], true), (n[1], false)];
        let (d, d_k): (Vec<(f64, ())>, f64) = with_flags::grad(&at(n), n[2]);
        check(&|n| with_flags(&at(n), n[2]), &n[..3], &[d[0].0, d[1].0, d_k]);
    }
}

/// Where arrays of tuples may stand.
mod in_other_places {
    use super::{AT, Differentiable, check, differentiable, flat, points};

    #[derive(Clone, Differentiable)]
    struct Mesh {
        points: Vec<(f64, f64)>,
        edges: Vec<(usize, usize)>,
        weights: [(usize, usize, f64); 2],
        k: f64,
    }

    #[differentiable]
    impl Mesh {
        fn energy(&self) -> f64 {
            let mut e = 0.0;
            for (x, y) in &self.points {
                e += x * y;
            }
            for &(i, j) in &self.edges {
                e += self.points[i].0 * self.points[j].1;
            }
            for (i, j, a) in &self.weights {
                e += a * self.points[*i].0 * self.points[*j].1;
            }
            e * self.k
        }

        fn step(&mut self, dt: f64) {
            for i in 0..self.points.len() {
                self.points[i].0 += self.k * dt;
                let (x, y) = self.points[i];
                self.points[i] = (y, x);
            }
            for q in self.points.iter_mut() {
                q.0 *= 2.0;
            }
            for (x, y) in &mut self.points {
                *x += *y * dt;
            }
            let e = self.energy();
            self.points.push((e, dt));
        }
    }

    fn mesh(n: &[f64]) -> Mesh {
        Mesh {
            points: vec![(n[0], n[1]), (n[2], n[3])],
            edges: vec![(0, 1), (1, 1)],
            weights: [(0, 1, n[4]), (1, 0, n[5])],
            k: n[6],
        }
    }

    fn energy_after(n: &[f64]) -> f64 {
        let mut mesh = mesh(n);
        mesh.step(n[7]);
        mesh.step(n[7]);
        mesh.energy()
    }

    #[differentiable]
    fn run(mesh: &mut Mesh, dt: f64) -> f64 {
        mesh.step(dt);
        mesh.step(dt);
        mesh.energy()
    }

    #[differentiable]
    fn by_value(p: Vec<(f64, f64)>, q: [(f64, f64); 2]) -> f64 {
        let mut s = 0.0;
        for (a, b) in p {
            s += a * b;
        }
        for (a, b) in q {
            s *= a + b;
        }
        s
    }

    #[differentiable]
    fn fixed(p: &[(f64, f64); 4]) -> f64 {
        let mut s = 0.0;
        for (a, b) in p {
            s += a * b;
        }
        s
    }

    #[differentiable]
    fn kick(q: &mut (f64, f64), k: f64) {
        q.0 += k * q.1;
    }

    #[differentiable]
    fn kicked(p: &[(f64, f64)], k: f64) -> f64 {
        let mut own = p.to_vec();
        for i in 0..own.len() {
            kick(&mut own[i], k);
        }
        own[0].0 * own[1].0 + own[2].0
    }

    #[differentiable]
    fn circle(x: &[f64]) -> Vec<(f64, f64)> {
        let mut v = vec![(0.0, 0.0); x.len()];
        for i in 0..x.len() {
            v[i] = (x[i].cos(), x[i] * x[i]);
        }
        v
    }

    #[differentiable]
    fn both(x: &[f64]) -> (f64, Vec<(f64, f64)>) {
        let v = circle(x);
        (v[0].0, v)
    }

    #[test]
    fn gradients() {
        let d = mesh(&AT).energy_grad();
        let found = [&flat(&d.points)[..], &[d.weights[0].2, d.weights[1].2, d.k]].concat();
        check(&|n| mesh(n).energy(), &AT[..7], &found);

        let (d, d_dt) = run::grad(&mut mesh(&AT), AT[7]);
        let found = [&flat(&d.points)[..], &[d.weights[0].2, d.weights[1].2, d.k, d_dt]].concat();
        check(&energy_after, &AT[..8], &found);

        let at = |n: &[f64]| (vec![(n[0], n[1])], [(n[2], n[3]), (n[4], n[5])]);
        let (p, q) = at(&AT);
        let (d_p, d_q) = by_value::grad(p, q);
        let of = |n: &[f64]| {
            let (p, q) = at(n);
            by_value(p, q)
        };
        check(&of, &AT[..6], &[flat(&d_p), flat(&d_q)].concat());

        let at = |n: &[f64]| [(n[0], n[1]), (n[2], n[3]), (n[4], n[5]), (n[6], n[7])];
        let d: [(f64, f64); 4] = fixed::grad(&at(&AT));
        check(&|n| fixed(&at(n)), &AT[..8], &flat(&d));

        let (d, d_k) = kicked::grad(&points(&AT), AT[8]);
        check(&|n| kicked(&points(n), n[8]), &AT, &[flat(&d), vec![d_k]].concat());

        let (value, back) = both::vjp(&AT);
        assert_eq!(value, both(&AT));
        let weights = points(&[&AT[..], &AT[..]].concat()).into_iter().cycle().take(9).collect::<Vec<_>>();
        let of = |n: &[f64]| {
            let (first, all) = both(n);
            first + all.iter().zip(&weights).map(|(v, w)| v.0 * w.0 + v.1 * w.1).sum::<f64>()
        };
        check(&of, &AT, &back((1.0, weights.clone())));
    }
}

/// Elements of arrays of structs that patterns take apart.
mod patterns_of_structs {
    use super::{AT, Differentiable, check, differentiable};

    #[derive(Clone, Copy, Differentiable)]
    struct Point {
        x: f64,
        y: f64,
    }

    #[derive(Clone, Copy, Differentiable)]
    struct Pair(f64, f64);

    #[differentiable]
    fn named(p: &[Point], k: f64) -> f64 {
        let mut s = 0.0;
        for &Point { x, y } in p {
            s += x * y * k;
        }
        for Point { x, y } in p {
            s *= x + y;
        }
        for (i, Point { x, .. }) in p.iter().enumerate() {
            s += x * i as f64;
        }
        let Point { x, y } = p[0];
        let Point { x: a, .. } = &p[1];
        if let Some(Point { x, y }) = p.get(1) {
            s += x * y;
        }
        let mut own = p.to_vec();
        for Point { x, y } in own.iter_mut() {
            *x += *y * k;
            *y *= *x;
        }
        (own[0].x, own[1].y) = (own[1].y, own[0].x * s);
        s + x * y * a + own[0].x * own[1].x + own[1].y
    }

    #[differentiable]
    fn numbered(p: &[Pair], k: f64) -> f64 {
        let mut s = 0.0;
        for Pair(x, y) in p {
            s += x * y;
        }
        for &Pair(x, y) in p {
            s *= x + y * k;
        }
        let Pair(a, b) = p[0];
        let mut own = p.to_vec();
        own.push(Pair(k, a));
        own[0].0 *= own[2].1;
        for q in own.iter_mut() {
            q.1 *= q.0;
        }
        s + a * b + own[0].0 * own[2].1 + own[1].1
    }

    #[test]
    fn gradients() {
        let at = |n: &[f64]| [Point { x: n[0], y: n[1] }, Point { x: n[2], y: n[3] }];
        let (d, d_k) = named::grad(&at(&AT), AT[4]);
        check(&|n| named(&at(n), n[4]), &AT[..5], &[d[0].x, d[0].y, d[1].x, d[1].y, d_k]);
        let at = |n: &[f64]| [Pair(n[0], n[1]), Pair(n[2], n[3])];
        let (d, d_k) = numbered::grad(&at(&AT), AT[4]);
        check(&|n| numbered(&at(n), n[4]), &AT[..5], &[d[0].0, d[0].1, d[1].0, d[1].1, d_k]);
    }
}
