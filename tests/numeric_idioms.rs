//! What numerical programs say in many ways: integers that methods give, loops over what calls give, matrices with `get` and `set`. Values
//! bit for bit, gradients against central differences, bytes counted.

#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    clippy::explicit_iter_loop,
    clippy::float_cmp,
    clippy::items_after_statements,
    clippy::many_single_char_names,
    clippy::needless_range_loop,
    clippy::ptr_arg,
    clippy::suboptimal_flops,
    reason = "the programs are as people write them; results are exact"
)]

mod differences;

use backprop::{Differentiable, Real, differentiable};
use differences::check;

const X: [f64; 6] = [0.7, 1.3, 0.4, 1.1, 0.9, 0.6];

#[derive(Clone, Debug, Differentiable)]
struct Matrix {
    data: Vec<f64>,
    rows: usize,
    cols: usize,
}

#[differentiable]
impl Matrix {
    fn zeros(rows: usize, cols: usize) -> Self {
        Matrix { data: vec![0.0; rows * cols], rows, cols }
    }

    fn get(&self, i: usize, j: usize) -> f64 {
        self.data[i * self.cols + j]
    }

    fn set(&mut self, i: usize, j: usize, v: f64) {
        self.data[i * self.cols + j] = v;
    }

    /// The smaller of two integers in fields.
    fn trace(&self) -> f64 {
        let mut t = 0.0;
        for i in 0..self.rows.min(self.cols) {
            t += self.get(i, i);
        }
        t
    }

    fn diagonal(&self) -> Vec<f64> {
        let mut d = Vec::with_capacity(self.rows);
        for i in 0..self.rows {
            d.push(self.get(i, i));
        }
        d
    }

    fn wrapped(&self, k: i32) -> f64 {
        let n = self.data.len();
        let j = (1 + k).rem_euclid(n as i32) as usize;
        self.data[j] * self.data[(j + 1).saturating_sub(2)]
    }
}

/// Gram-Schmidt: calls look at a struct, and then one changes it.
#[differentiable]
fn qr(a: &Matrix) -> (Matrix, Matrix) {
    let n = a.cols;
    let mut q = a.clone();
    let mut r = Matrix::zeros(n, n);
    for j in 0..n {
        for k in 0..j {
            let mut dot = 0.0;
            for i in 0..a.rows {
                dot += q.get(i, k) * q.get(i, j);
            }
            r.set(k, j, dot);
            for i in 0..a.rows {
                let v = q.get(i, j) - dot * q.get(i, k);
                q.set(i, j, v);
            }
        }
        let mut norm = 0.0;
        for i in 0..a.rows {
            norm += q.get(i, j).powi(2);
        }
        let norm = norm.sqrt();
        r.set(j, j, norm);
        for i in 0..a.rows {
            let v = q.get(i, j) / norm;
            q.set(i, j, v);
        }
    }
    (q, r)
}

#[differentiable]
fn decomposed(x: &[f64], n: usize) -> f64 {
    let mut a = Matrix::zeros(n, n);
    for i in 0..n {
        for j in 0..n {
            a.set(i, j, x[(i * n + j) % x.len()] + if i == j { 2.0 } else { 0.0 });
        }
    }
    let (q, r) = qr(&a);
    r.trace() + q.get(0, 1) * q.get(1, 0)
}

#[test]
fn matrices_with_get_and_set() {
    let (value, d) = decomposed::value_and_grad(&X, 3);
    assert_eq!(value, decomposed(&X, 3));
    check(&|x| decomposed(x, 3), &X, &d);
    let m = |x: &[f64]| Matrix { data: x.to_vec(), rows: 2, cols: 3 };
    assert_eq!(m(&X).trace_grad().data, [1.0, 0.0, 0.0, 0.0, 1.0, 0.0]);
    let (diagonal, back) = m(&X).diagonal_vjp();
    assert_eq!((diagonal, back(vec![1.0, 2.0]).data), (vec![X[0], X[4]], vec![1.0, 0.0, 0.0, 0.0, 2.0, 0.0]));
    check(&|x| m(x).wrapped(-3), &X, &m(&X).wrapped_grad(-3).data);
}

/// Four times as many rows and columns are 64 times the work. A copy of the matrix for each change would be 1024 times.
#[test]
fn a_change_after_a_look_costs_what_it_does() {
    let bytes = |n: usize| allocation_counter::measure(|| drop(decomposed::grad(&X, n))).bytes_total;
    assert!(bytes(32) < 100 * bytes(8), "{} and {}", bytes(8), bytes(32));
}

/// Integers that methods of integers give, of lengths.
#[differentiable]
fn indexed(x: &[f64], k: usize) -> f64 {
    let n = (x.len() + k).next_power_of_two();
    let mut y = vec![0.0; n];
    for (i, &v) in x.iter().enumerate() {
        y[i] = v;
    }
    let mut sum = 0.0;
    for i in 0..n.div_ceil(2) {
        let (left, right) = (i.saturating_sub(1), (i + 1).min(n - 1));
        sum += y[left] * y[right];
        if (i + 1).is_power_of_two() {
            sum += y[i].sin();
        }
    }
    sum * y[x.len().isqrt().max(k.pow(2)).min(x.len() - 1)]
}

#[test]
fn integers_of_methods() {
    let (value, d) = indexed::value_and_grad(&X, 1);
    assert_eq!(value, indexed(&X, 1));
    check(&|x| indexed(x, 1), &X, &d);
}

#[derive(Clone, Copy, Differentiable)]
struct Link {
    length: f64,
    offset: f64,
}

#[derive(Clone, Copy, Differentiable)]
struct Pose {
    x: f64,
    angle: f64,
}

#[differentiable]
impl Link {
    fn pose(&self, q: f64) -> Pose {
        Pose { x: self.length * q.cos(), angle: self.offset + q }
    }
}

#[differentiable]
impl Pose {
    fn then(&self, other: &Pose) -> Pose {
        Pose { x: self.x + self.angle.sin() * other.x, angle: self.angle + other.angle }
    }
}

#[derive(Clone, Differentiable)]
struct Arm {
    links: Vec<Link>,
    base: Pose,
}

#[differentiable]
impl Arm {
    /// That the elements are structs shows in a method that is called on them alone.
    fn forward(&self, q: &[f64]) -> Pose {
        let mut p = self.base;
        for (link, &qi) in self.links.iter().zip(q) {
            p = p.then(&link.pose(qi));
        }
        p
    }

    fn frames(&self, q: &[f64]) -> Vec<Pose> {
        let mut all = vec![self.base];
        for i in 0..q.len() {
            let next = all[i].then(&self.links[i].pose(q[i]));
            all.push(next);
        }
        all
    }

    /// A loop over what a call gives.
    fn cost(&self, q: &[f64]) -> f64 {
        let tip = self.forward(q);
        let mut c = tip.x * tip.angle;
        for frame in &self.frames(q) {
            c += frame.x * frame.x;
        }
        c
    }
}

#[test]
fn an_arm() {
    let arm = |x: &[f64]| Arm {
        links: x[..4].chunks(2).map(|c| Link { length: c[0], offset: c[1] }).collect(),
        base: Pose { x: 0.1, angle: 0.2 },
    };
    let (value, (d, d_q)) = arm(&X).cost_value_and_grad(&X[4..]);
    assert_eq!(value, arm(&X).cost(&X[4..]));
    let mut found: Vec<f64> = d.links.iter().flat_map(|link| [link.length, link.offset]).collect();
    found.extend(d_q);
    check(&|x| arm(x).cost(&x[4..]), &X, &found);
}

#[differentiable]
fn scaled(x: &[f64], k: f64) -> Vec<f64> {
    let mut out = Vec::new();
    for v in x {
        out.push(v * k);
    }
    out
}

fn order(n: usize) -> Vec<usize> {
    (0..n).rev().collect()
}

#[differentiable]
fn over_calls(x: &[f64], k: f64) -> f64 {
    let mut sum = 0.0;
    'all: for (i, (a, b)) in scaled(x, k).iter().zip(x).enumerate() {
        for c in &scaled(&x[i..], a * b) {
            sum += c * c;
            if sum > 1e6 {
                break 'all;
            }
        }
    }
    for &i in &order(x.len()) {
        sum = sum * x[i] + k;
    }
    sum
}

#[differentiable]
fn over_rows(a: f64, b: f64) -> f64 {
    let mut sum = 0.0;
    for row in [[a, b], [b * a, 2.0]] {
        if row[1] > 1.5 {
            continue;
        }
        sum += row[0] * row[1];
    }
    for [x, y] in [[a, b], [b, b]] {
        sum += x * y;
    }
    let (mut x, mut y) = (a, b);
    for _ in 0..5 {
        [x, y] = [y, x * y];
    }
    let mut z = [a, b];
    [z[0], z[1]] = [z[1] * a, z[0]];
    sum + y * z[0] + z[1] * x
}

#[test]
fn heads_of_loops() {
    let (value, (d_x, d_k)) = over_calls::value_and_grad(&X, 0.8);
    assert_eq!(value, over_calls(&X, 0.8));
    check(&|x| over_calls(&x[..6], x[6]), &[&X[..], &[0.8]].concat(), &[d_x, vec![d_k]].concat());
    let (value, (d_a, d_b)) = over_rows::value_and_grad(0.7, 1.2);
    assert_eq!(value, over_rows(0.7, 1.2));
    check(&|x| over_rows(x[0], x[1]), &[0.7, 1.2], &[d_a, d_b]);
}

/// Gives what has no tangent, and changes what has one.
#[differentiable]
fn roots(a: &mut Vec<f64>) -> bool {
    for i in 0..a.len() {
        if a[i] <= 0.0 {
            return false;
        }
        a[i] = a[i].sqrt();
    }
    true
}

#[derive(Clone, Differentiable)]
struct Relaxed {
    v: Vec<f64>,
    k: f64,
}

#[differentiable]
impl Relaxed {
    fn relax(&mut self) -> bool {
        let mut done = true;
        for i in 0..self.v.len() {
            if self.v[i] > 1.0 {
                self.v[i] = self.v[i].sqrt() * self.k;
                done = false;
            }
        }
        done
    }
}

#[differentiable]
fn asked(x: &[f64]) -> f64 {
    let mut y = x.to_vec();
    if !roots(&mut y) {
        return f64::NEG_INFINITY;
    }
    let mut turns = 0;
    while roots(&mut y) {
        turns += 1;
        if y[0] > 0.95 || turns > 3 {
            break;
        }
    }
    y[0] * y[1] + y[2]
}

#[differentiable]
fn relaxed(x: &[f64], k: f64) -> f64 {
    let mut s = Relaxed { v: x.to_vec(), k };
    let mut turns = 0;
    while !s.relax() {
        turns += 1;
        if turns > 2 {
            break;
        }
    }
    s.v[0] * s.v[1] + s.v[3]
}

#[test]
fn conditions_that_change_something() {
    let (value, d) = asked::value_and_grad(&X);
    assert_eq!(value, asked(&X));
    check(&asked, &X, &d);
    assert_eq!(asked::value_and_grad(&[1.0, -1.0]), (f64::NEG_INFINITY, vec![0.0, 0.0]));
    let (value, (d, d_k)) = relaxed::value_and_grad(&X, 0.9);
    assert_eq!(value, relaxed(&X, 0.9));
    check(&|x| relaxed(&x[..6], x[6]), &[&X[..], &[0.9]].concat(), &[d, vec![d_k]].concat());
}

/// Vectors of integers and of `bool`s as long as differentiated arrays: counts, marks, places.
#[differentiable]
fn counted(x: &[f64]) -> f64 {
    let mut counts = vec![0; x.len()];
    let mut marks = vec![false; x.len()];
    let mut seen = vec![false; x.len()];
    let mut places: Vec<usize> = vec![usize::MAX; x.len() - 1];
    let mut pairs = vec![vec![0; 2]; x.len() + 1];
    let mut first = vec![-1; x.len()];
    for i in 0..x.len() {
        let (mut best, mut nearest) = (f64::MAX, 0);
        for j in 0..3 {
            let d = (x[i] - x[j] * 1.15).abs();
            if d < best {
                best = d;
                nearest = j;
            }
        }
        counts[nearest] += 1;
        seen[nearest] = true;
        pairs[i][1] += nearest;
    }
    marks[1] = true;
    places[0] = 2;
    first[2] = 3;
    let mut s = 0.0;
    for i in 0..x.len() {
        if seen[i] && !marks[i] {
            s += x[i] * f64::from(counts[0]);
        }
    }
    s * x[places[0]] + f64::from(first[2]) * x[0] * x[pairs[1][1]]
}

#[test]
fn vectors_of_integers_are_as_long_as_arrays() {
    check(&|x| counted(x), &X, &counted::grad(&X));
}

#[derive(Clone, Copy, Differentiable)]
struct Complex<T: Real> {
    re: T,
    im: T,
}

#[differentiable]
impl<T: Real> Complex<T> {
    fn norm2(self) -> T {
        self.re * self.re + self.im * self.im
    }
    fn scale(self, k: T) -> Self {
        Complex { re: self.re * k, im: self.im * k }
    }
    fn squared(self) -> Self {
        Complex { re: self.re * self.re - self.im * self.im, im: T::from(2).unwrap() * self.re * self.im }
    }
}

/// A count becomes a number of the generic type, which is the type of all else.
#[differentiable]
fn escaped<T: Real>(c: Complex<T>, n: usize) -> T {
    let mut z = c;
    let mut k = 0;
    while k < n && z.norm2() < T::from(4.0).unwrap() {
        z = z.squared();
        z.re += c.re;
        k += 1;
    }
    z.norm2().ln() + z.scale(T::from(k as f64).unwrap()).re
}

#[test]
fn counts_are_converted_in_generic_code() {
    for c in [[0.3, 0.4], [-0.7, 0.9], [1.1, 0.2]] {
        let at = |c: &[f64]| Complex { re: c[0], im: c[1] };
        let gradient = escaped::grad(at(&c), 5);
        check(&|c| escaped(at(c), 5), &c, &[gradient.re, gradient.im]);
    }
}

/// De Casteljau's algorithm: the capacity of a vector is computed of a length.
#[differentiable]
fn bezier(points: &[f64], t: f64) -> f64 {
    match points {
        [] => panic!("no points"),
        [p] => *p,
        _ => {
            let mut next = Vec::with_capacity(points.len() - 1);
            for w in points.windows(2) {
                next.push(w[0] * (1.0 - t) + w[1] * t);
            }
            bezier(&next, t)
        }
    }
}

#[test]
fn capacities_are_computed() {
    let (d, dt) = bezier::grad(&X, 0.3);
    check(&|x| bezier(&x[..6], x[6]), &[&X[..], &[0.3]].concat(), &[d, vec![dt]].concat());

    // It panics where the function does, though nothing needs the capacity.
    #[differentiable]
    fn too_small(x: &[f64], k: usize) -> f64 {
        let mut y = Vec::with_capacity(x.len() - k);
        y.push(x[0]);
        y[0]
    }
    assert_eq!(too_small::grad(&[2.0, 3.0], 1), [1.0, 0.0]);
    assert!(std::panic::catch_unwind(|| too_small::grad(&[2.0, 3.0], 3)).is_err());
}

/// A range that ends at a field, and rows that are taken apart at once.
#[test]
fn fields_end_ranges() {
    #[differentiable]
    fn permuted(m: &Matrix) -> f64 {
        let mut order: Vec<usize> = (0..m.cols).collect();
        order.swap(0, 1);
        let mut sum = 0.0;
        for i in 0..m.cols {
            sum += m.data[i] * (order[i] as f64 + 1.0);
        }
        sum
    }
    let m = Matrix { data: X.to_vec(), rows: 2, cols: 3 };
    assert_eq!(permuted::grad(&m).data, [2.0, 1.0, 3.0, 0.0, 0.0, 0.0]);

    #[differentiable]
    fn length(points: &[[f64; 2]]) -> f64 {
        let mut sum = 0.0;
        for w in points.windows(2) {
            let [[x0, y0], [x1, y1]] = [w[0], w[1]];
            sum += (x1 - x0).hypot(y1 - y0);
        }
        sum
    }
    let at = |x: &[f64]| [[x[0], x[1]], [x[2], x[3]], [x[4], x[5]]];
    check(&|x| length(&at(x)), &X, &length::grad(&at(&X)).concat());
}
