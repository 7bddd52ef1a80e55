//! What numerical programs hold beside their numbers: structs that calls give and others change, and lists of integers of types of their own.
//! Values bit for bit, gradients against central differences.

#![expect(
    clippy::assigning_clones,
    clippy::cast_precision_loss,
    clippy::explicit_iter_loop,
    clippy::many_single_char_names,
    clippy::needless_range_loop,
    clippy::suboptimal_flops,
    clippy::useless_vec,
    reason = "the programs are as people write them; results are exact"
)]

mod agrees;
mod differences;

use agrees::agrees;
use backprop::{Differentiable, differentiable};

#[derive(Clone, Debug, Differentiable)]
struct Matrix {
    data: Vec<f64>,
    n: usize,
}

#[differentiable]
impl Matrix {
    fn eye(n: usize) -> Matrix {
        let mut data = vec![0.0; n * n];
        for i in 0..n {
            data[i * n + i] = 1.0;
        }
        Matrix { data, n }
    }

    fn scaled(&self, k: f64) -> Matrix {
        let mut data = self.data.clone();
        for v in data.iter_mut() {
            *v *= k;
        }
        Matrix { data, n: self.n }
    }

    fn trace(&self) -> f64 {
        let mut sum = 0.0;
        for i in 0..self.n {
            sum += self.data[i * self.n + i];
        }
        sum
    }
}

#[differentiable]
fn identity(n: usize) -> Matrix {
    Matrix::eye(n).scaled(0.5)
}

#[differentiable]
fn predict(p: &mut Matrix, q: f64) {
    for i in 0..p.n {
        p.data[i * p.n + i] += q * p.data[i];
    }
}

/// What calls give without a sensitivity, calls change.
#[differentiable]
fn predicted(x: &[f64]) -> f64 {
    let mut p = Matrix::eye(2).scaled(0.1);
    for i in 0..3 {
        predict(&mut p, x[i]);
    }
    let mut other = identity(3);
    predict(&mut other, x[4]);
    p.trace() * other.trace() + p.data[0]
}

/// A union-find structure.
#[derive(Clone, Debug)]
struct Links {
    parent: Vec<usize>,
}

impl Links {
    fn new(n: usize) -> Links {
        Links { parent: (0..n).collect() }
    }

    fn find(&mut self, mut i: usize) -> usize {
        while self.parent[i] != i {
            self.parent[i] = self.parent[self.parent[i]];
            i = self.parent[i];
        }
        i
    }

    fn join(&mut self, i: usize, j: usize) {
        let (i, j) = (self.find(i), self.find(j));
        self.parent[i] = j;
    }
}

/// The length of an array with a sensitivity has none, and neither has what is made of it.
#[differentiable]
fn spanning(x: &[f64]) -> f64 {
    let mut links = Links::new(x.len());
    let mut sum = 0.0;
    for i in 0..x.len() {
        let j = (i * 2 + 1) % x.len();
        if links.find(i) != links.find(j) && x[i] < 1.2 {
            links.join(i, j);
            sum += x[i] * x[j].sin();
        }
    }
    sum
}

#[differentiable]
fn spanning_by_name(x: &[f64]) -> f64 {
    let n = x.len();
    let mut links = Links::new(n);
    let mut sum = 0.0;
    for i in 0..n - 1 {
        let (a, b) = (links.find(i), links.find(i + 1));
        if a != b {
            links.join(i, i + 1);
            sum += x[a] * x[b];
        }
    }
    sum
}

#[test]
fn structs_that_calls_give_and_change() {
    agrees!(predicted, spanning, spanning_by_name);
}

#[differentiable]
fn cross(a: &[f64; 3], b: &[f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

#[differentiable]
fn unit(a: [f64; 3]) -> [f64; 3] {
    let n = (a[0] * a[0] + a[1] * a[1] + a[2] * a[2]).sqrt();
    [a[0] / n, a[1] / n, a[2] / n]
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Frame {
    axes: [[f64; 3]; 3],
}

#[differentiable]
impl Frame {
    fn new(u: &[f64; 3], v: &[f64; 3]) -> Frame {
        let e1 = unit(*u);
        let e3 = unit(cross(&e1, v));
        Frame { axes: [e1, cross(&e3, &e1), e3] }
    }

    fn apply(&self, v: &[f64; 3]) -> [f64; 3] {
        let mut out = [0.0; 3];
        for i in 0..3 {
            for j in 0..3 {
                out[i] += self.axes[i][j] * v[j];
            }
        }
        out
    }
}

/// Arrays made of arrays that have names, and of what calls give.
#[differentiable]
fn turned(x: &[f64]) -> f64 {
    let v = [x[3], x[4], x[5]];
    let frame = Frame::new(&[x[0], x[1], x[2]], &v);
    let [a, b, c] = frame.apply(&[0.3, x[1], -0.5]);
    a * b + c * v[0]
}

/// The same array twice, and one that is used afterwards.
#[differentiable]
fn polygon(x: &[f64]) -> f64 {
    let (p, q) = ([x[0], x[1]], [x[2], x[3]]);
    let mut corners = [p, q, [x[4], 1.0], p];
    corners[0][1] *= 2.0;
    let mut sum = 0.0;
    for i in 0..4 {
        let (a, b) = (corners[i], corners[(i + 1) % 4]);
        sum += a[0] * b[1] - a[1] * b[0] * x[5];
    }
    sum + p[0] * q[1]
}

#[differentiable]
fn layer(h: &[f64], k: f64) -> Vec<f64> {
    let mut out = h.to_vec();
    for v in out.iter_mut() {
        *v = (*v * k).tanh();
    }
    out
}

/// Vectors in an array, and pairs of pairs in a loop.
#[differentiable]
fn layers(x: &[f64]) -> f64 {
    let h = x.to_vec();
    let all = [layer(&h, x[0]), layer(&h, x[1]), h];
    let mut sum = 0.0;
    for i in 0..3 {
        sum += all[i][i] * all[2][i + 1];
    }
    let mut before = [x[0], x[1]];
    for i in 0..4 {
        let next = [before[1] * x[i], before[0] + x[i + 1]];
        let pairs = vec![[before, next], [next, before]];
        sum += pairs[0][0][1] * pairs[1][1][0];
        before = next;
    }
    sum
}

fn dot<const N: usize>(rows: [[f64; N]; 2]) -> f64 {
    (0..N).map(|i| rows[0][i] * rows[1][N - 1 - i]).sum()
}

#[differentiable]
fn crossed<const N: usize>(a: [f64; N], b: &[f64; N]) -> f64 {
    let rows = [a, *b];
    let mut sum = a[0];
    for i in 0..N {
        sum += rows[0][i] * rows[1][N - 1 - i];
    }
    sum
}

#[differentiable]
fn of_any_length(x: &[f64]) -> f64 {
    crossed([x[0], x[1], x[2]], &[x[3], x[4], x[5]])
}

#[test]
fn arrays_of_arrays() {
    agrees!(turned, polygon, layers, of_any_length);
    let x = agrees::X;
    let rows = [[x[0], x[1], x[2]], [x[3], x[4], x[5]]];
    assert!((of_any_length(&x) - dot(rows) - x[0]).abs() < 1e-15);
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Point {
    x: f64,
    y: f64,
}

/// A filter with its state: methods give it other arrays, and name no element of them.
#[derive(Clone, Debug, Differentiable)]
struct Filter {
    state: [f64; 2],
    taps: Vec<f64>,
    corners: [[f64; 2]; 2],
    points: [Point; 2],
    on: [bool; 2],
    gain: f64,
}

#[differentiable]
impl Filter {
    fn shift(&mut self, x: f64) {
        self.state = [self.gain, x];
        self.on = [x > 1.0, self.gain < x];
    }

    fn retap(&mut self, taps: &[f64]) {
        self.taps = taps.to_vec();
    }

    fn take(&mut self, taps: Vec<f64>) {
        self.taps = taps;
    }

    fn follow(&mut self, other: &Filter) {
        self.taps = other.taps.clone();
        self.gain *= other.gain;
    }

    fn turn(&mut self, p: [f64; 2], q: Point) {
        self.corners = [p, [self.gain, 1.0]];
        self.points = [q, Point { x: self.gain, y: 0.5 }];
    }

    fn value(&self) -> f64 {
        let mut sum = self.state[0] * self.state[1] * self.gain;
        for (i, tap) in self.taps.iter().enumerate() {
            sum += tap * self.corners[i % 2][0] * self.corners[1][i % 2];
        }
        let sum = sum + self.points[0].x * self.points[1].x;
        if self.on[0] || !self.on[1] { sum } else { sum * self.points[0].y }
    }
}

#[differentiable]
fn filtered(x: &[f64]) -> f64 {
    let p = Point { x: x[0], y: x[1] };
    let mut filter = Filter {
        state: [x[0], x[1]],
        taps: vec![x[2], 1.0],
        corners: [[x[3], 1.0], [0.5, x[4]]],
        points: [p, p],
        on: [false; 2],
        gain: x[5],
    };
    let other = filter.clone();
    let mut sum = filter.value();
    filter.shift(x[3]);
    filter.retap(x);
    sum += filter.value();
    filter.turn([x[1], x[2]], Point { x: x[4], y: x[5] });
    sum *= filter.value();
    filter.take(vec![x[5], x[0], x[1]]);
    sum += filter.value();
    filter.follow(&other);
    sum + filter.value()
}

#[test]
fn fields_are_given_arrays() {
    agrees!(filtered);
}

/// The factors of a matrix, where the rows have gone, and the sign of that.
#[differentiable]
fn factors(a: &[f64], n: usize) -> (Vec<f64>, Vec<usize>, f64) {
    let mut lu = a.to_vec();
    let mut rows = vec![0; n];
    for i in 0..n {
        rows[i] = i;
    }
    let mut sign = 1.0;
    for k in 0..n {
        let mut p = k;
        for i in k + 1..n {
            if lu[i * n + k].abs() > lu[p * n + k].abs() {
                p = i;
            }
        }
        if p != k {
            for j in 0..n {
                lu.swap(p * n + j, k * n + j);
            }
            rows.swap(p, k);
            sign = -sign;
        }
        for i in k + 1..n {
            lu[i * n + k] /= lu[k * n + k];
            for j in k + 1..n {
                let u = lu[k * n + j];
                lu[i * n + j] -= lu[i * n + k] * u;
            }
        }
    }
    (lu, rows, sign)
}

/// A function gives integers beside numbers: nothing says of what type they are.
#[differentiable]
fn solved(x: &[f64]) -> f64 {
    let n = 3;
    let mut a = vec![0.0; n * n];
    for i in 0..n {
        for j in 0..n {
            a[i * n + j] = x[(i + 2 * j) % 6].sin() + if i + j == 2 { 2.0 } else { 0.1 * i as f64 };
        }
    }
    let (lu, rows, sign) = factors(&a, n);
    let mut y = vec![0.0; n];
    for i in 0..n {
        let mut sum = x[rows[i]];
        for j in 0..i {
            sum -= lu[i * n + j] * y[j];
        }
        y[i] = sum;
    }
    let mut det = sign;
    for i in 0..n {
        det *= lu[i * n + i];
    }
    for i in (0..n).rev() {
        for j in i + 1..n {
            let v = y[j];
            y[i] -= lu[i * n + j] * v;
        }
        y[i] /= lu[i * n + i];
    }
    let (_, order, k): (Vec<f64>, Vec<usize>, f64) = factors(&a, 2);
    for &row in &rows {
        det += x[row] * k;
    }
    det + y[0] * y[1] * y[2] + x[order[0]]
}

/// New lists of integers that are computed of lengths.
#[differentiable]
fn ends(x: &[f64]) -> (f64, Vec<usize>) {
    let n = x.len();
    (x[0] * x[1], vec![n - 1, n - 2])
}

#[differentiable]
fn ended(x: &[f64]) -> f64 {
    let (mut product, places) = ends(x);
    let mut others = vec![x.len() / 2, x.len() - 3];
    others.push(places[1]);
    for &i in &others {
        product += x[i] * x[0];
    }
    others[0] = 1;
    product * x[places[0]] * x[others[0]]
}

#[test]
fn integers_beside_numbers_in_results() {
    agrees!(solved, ended);
}

/// The places of the numbers, in their order.
fn sorted(x: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..x.len()).collect();
    order.sort_by(|a, b| x[*a].total_cmp(&x[*b]));
    order
}

fn cells(k: f64) -> [usize; 2] {
    if k > 1.0 { [0, 1] } else { [1, 2] }
}

#[derive(Clone, Debug, Differentiable)]
struct Sample {
    w: Vec<f64>,
}

impl Sample {
    fn order(&self) -> Vec<usize> {
        sorted(&self.w)
    }
}

/// What is left as it is gives lists of integers, of numbers with a derivative.
#[differentiable]
fn ranked(x: &[f64]) -> f64 {
    let mut y = x.to_vec();
    let mut sum = 0.0;
    for i in 0..3 {
        y[i] *= x[i] - 1.5;
        let order = sorted(&y);
        for (k, &j) in order.iter().enumerate() {
            sum += y[j] * (k + 1) as f64;
        }
        y.swap(order[0], order[1]);
        let cell = cells(y[0] * y[1] + 1.0);
        sum += y[cell[0]] * y[cell[1]];
    }
    let sample = Sample { w: y };
    let order: Vec<usize> = sample.order();
    let again = sample.order();
    sum + sample.w[order[0]] * sample.w[again[1]]
}

#[test]
fn lists_of_integers_from_code_that_is_left() {
    agrees!(ranked);
}
