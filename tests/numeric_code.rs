//! Numerical programs as people write them: values bit for bit, gradients against central differences.

#![allow(
    clippy::cast_precision_loss,
    clippy::explicit_iter_loop,
    clippy::float_cmp,
    clippy::many_single_char_names,
    clippy::needless_range_loop,
    clippy::suboptimal_flops,
    reason = "the programs are as people write them; results are exact"
)]

mod differences;

use backprop::{Differentiable, differentiable};
use differences::check;

/// A sparse matrix in rows.
#[derive(Differentiable)]
struct Sparse {
    starts: Vec<usize>,
    columns: Vec<usize>,
    values: Vec<f64>,
}

#[differentiable]
impl Sparse {
    fn times(&self, x: &[f64], y: &mut [f64]) {
        for i in 0..self.starts.len() - 1 {
            let mut sum = 0.0;
            for k in self.starts[i]..self.starts[i + 1] {
                sum += self.values[k] * x[self.columns[k]];
            }
            y[i] = sum;
        }
    }
}

#[differentiable]
fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut sum = 0.0;
    for (x, y) in a.iter().zip(b) {
        sum += x * y;
    }
    sum
}

#[differentiable(wrt(a, b))]
fn conjugate_gradients(a: &Sparse, b: &[f64], tolerance: f64) -> Vec<f64> {
    let n = b.len();
    let mut x = vec![0.0; n];
    let mut r = b.to_vec();
    let mut p = r.clone();
    let mut ap = vec![0.0; n];
    let mut rs = dot(&r, &r);
    for _ in 0..50 {
        if rs.sqrt() < tolerance {
            break;
        }
        a.times(&p, &mut ap);
        let alpha = rs / dot(&p, &ap);
        for i in 0..n {
            x[i] += alpha * p[i];
            r[i] -= alpha * ap[i];
        }
        let next = dot(&r, &r);
        let beta = next / rs;
        for i in 0..n {
            p[i] = r[i] + beta * p[i];
        }
        rs = next;
    }
    x
}

/// The struct is the last expression of a function, and `vec!` stands in it.
#[differentiable]
fn tridiagonal(x: &[f64]) -> Sparse {
    Sparse {
        starts: vec![0, 2, 5, 7],
        columns: vec![0, 1, 0, 1, 2, 1, 2],
        values: vec![x[0], x[1], x[1], x[2], x[3], x[3], x[4]],
    }
}

#[differentiable]
fn sparse_solve(x: &[f64]) -> f64 {
    let a = Sparse { starts: vec![0; 2], columns: vec![0, 1], values: vec![x[0], x[1]] };
    let b = tridiagonal(x);
    let y = conjugate_gradients(&b, &x[5..], 1e-13);
    y[0] * y[1] + y[2] * a.values[1]
}

#[differentiable]
fn slope(x: &[f64], y: &[f64]) -> f64 {
    let (mut sx, mut sy, mut sxx, mut sxy) = (0.0, 0.0, 0.0, 0.0);
    for (a, b) in x.iter().zip(y.iter()) {
        sx += a;
        sy += b;
        sxx += a * a;
        sxy += a * b;
    }
    let n = x.len() as f64;
    (n * sxy - sx * sy) / (n * sxx - sx * sx)
}

/// Exercise by regression on the paths that are in the money: each turn makes vectors of numbers and of indices, and a call between
/// two loops looks at the first ones.
#[differentiable(wrt(cash))]
fn exercised(cash: &[f64], paths: &[Vec<f64>]) -> f64 {
    let n = cash.len();
    let mut cash = cash.to_vec();
    for t in (0..2).rev() {
        let mut xs = Vec::new();
        let mut ys = Vec::new();
        let mut chosen: Vec<usize> = Vec::new();
        for i in 0..n {
            if paths[i][t] < 1.0 {
                xs.push(paths[i][t]);
                ys.push(cash[i]);
                chosen.push(i);
            }
        }
        if chosen.len() < 2 {
            continue;
        }
        let k = slope(&xs, &ys);
        for (j, &i) in chosen.iter().enumerate() {
            if 1.0 - xs[j] > k * xs[j] {
                cash[i] = cash[i] * k - xs[j];
            }
        }
    }
    let mut sum = 0.0;
    for c in &cash {
        sum += c * c;
    }
    sum
}

#[differentiable]
fn filtered(h: &[f64], x: &[f64]) -> Vec<f64> {
    let mut y = Vec::with_capacity(x.len());
    for n in 0..x.len() {
        let mut sum = 0.0;
        for (k, factor) in h.iter().enumerate() {
            if k <= n {
                sum += factor * x[n - k];
            }
        }
        y.push(sum);
    }
    y
}

/// Nothing but `*v` says what the vector of a call holds.
#[differentiable]
fn energy(x: &[f64]) -> f64 {
    let y = filtered(&x[..2], x);
    let mut sum = 0.0;
    for v in &y {
        let mut s = *v;
        s *= 2.0;
        sum += s * s;
    }
    for v in y.iter() {
        sum += *v * *v;
    }
    let last = &y[x.len() - 1];
    let end = *last;
    sum * end
}

#[derive(Clone, Copy, Differentiable)]
struct Wave {
    re: f64,
    im: f64,
}

#[differentiable]
impl Wave {
    fn power(&self) -> f64 {
        self.re * self.re + self.im
    }
}

#[differentiable]
fn waves(x: &[f64]) -> Vec<Wave> {
    let mut z = Vec::new();
    for v in x {
        z.push(Wave { re: *v, im: v * v * v });
    }
    z
}

/// Nothing but a method of their own says what the elements are.
#[differentiable]
fn powers(x: &[f64]) -> f64 {
    let z = waves(x);
    let mut sum = 0.0;
    for (k, wave) in z.iter().enumerate() {
        sum += (k as f64 + 1.0) * wave.power().sin();
    }
    let more = waves(&x[1..]);
    for wave in &more {
        sum += wave.power();
    }
    let less = waves(&x[2..]);
    for i in 0..less.len() {
        sum *= less[i].power();
    }
    sum
}

#[differentiable]
fn square(x: f64) -> f64 {
    x * x
}

#[differentiable]
fn row(x: f64) -> Vec<f64> {
    vec![x, x * x]
}

#[derive(Differentiable)]
struct Table {
    squares: Vec<f64>,
    rows: Vec<Vec<f64>>,
}

#[differentiable]
fn table(x: &[f64]) -> Table {
    let mut squares = Vec::new();
    let mut rows = Vec::with_capacity(x.len());
    for v in x {
        squares.push(square(*v));
        rows.push(row(*v));
    }
    Table { squares, rows }
}

#[differentiable]
fn sum_of_rows(rows: &[Vec<f64>]) -> f64 {
    let mut sum = 0.0;
    for row in rows {
        sum += row[0] * row[1];
    }
    sum
}

/// What calls give is added to vectors that the function reads nothing of.
#[differentiable]
fn tables(x: &[f64]) -> f64 {
    let t = table(x);
    let mut rows = Vec::new();
    let mut squares = Vec::new();
    for v in x {
        rows.push(row(v.sin()));
        squares.push(square(v.cos()));
    }
    t.squares[0] * t.rows[1][1] + sum_of_rows(&rows) * dot(&squares, &t.squares)
}

/// An array of structs beside a struct that depends on nothing, in a call.
#[differentiable]
fn distance(waves: &[Wave], from: &Wave) -> f64 {
    (waves[0].re - from.re) * waves[1].power() * from.im
}

#[differentiable]
fn distances(x: &[f64]) -> f64 {
    let all = [Wave { re: x[0], im: x[1] }, Wave { re: x[2], im: 0.3 }];
    let mut sum = 0.0;
    for i in 0..4 {
        let im = 0.5 * f64::from(i);
        sum += distance(&all, &Wave { re: 0.1, im });
    }
    sum
}

#[derive(Clone, Differentiable)]
struct Ordered {
    order: Vec<usize>,
    w: Vec<f64>,
    rows: [[f64; 2]; 2],
}

#[differentiable]
fn turned(rows: &[[f64; 2]; 2], k: f64) -> [[f64; 2]; 2] {
    [[rows[0][1] * k, rows[1][0]], [rows[0][0], rows[1][1] * k]]
}

#[differentiable]
impl Ordered {
    /// Indices without a tangent have a method of arrays, and go into the struct.
    fn new(x: &[f64]) -> Self {
        let n = x.len();
        let mut order: Vec<usize> = (0..n).collect();
        for k in 0..n {
            if x[k] > 0.5 {
                order.swap(k, 0);
            }
        }
        Ordered { order, w: x.to_vec(), rows: [[x[0], x[1]], [x[1], x[2]]] }
    }

    fn sum(&self) -> f64 {
        let mut sum = 0.0;
        for (i, &at) in self.order.iter().enumerate() {
            sum += self.w[at] * (i as f64 + 1.0);
        }
        sum * self.rows[0][1]
    }

    fn squares(&self) -> Vec<f64> {
        let mut squares = self.w.clone();
        for v in &mut squares {
            *v *= *v;
        }
        squares
    }

    /// Nothing of the fields is read but by these calls.
    fn step(&mut self, k: f64) {
        let mut rows = turned(&self.rows, k);
        for i in 0..2 {
            rows[i][1] += k;
        }
        self.rows = rows;
        let mut w = vec![0.0; 3];
        for i in 0..3 {
            w[i] = k * i as f64 + self.w[i];
        }
        self.w = w;
    }
}

/// What a method gives meets elements of what another one gives.
#[differentiable]
fn ordered(x: &[f64]) -> f64 {
    let mut all = Ordered::new(x);
    all.step(x[0] * x[1]);
    let squares = all.squares();
    all.sum() + squares[0] * squares[1] - squares[2]
}

#[differentiable(wrt(a))]
fn lines(a: &[f64], t: &[f64]) -> Vec<[f64; 2]> {
    let mut rows = Vec::new();
    for t in t {
        rows.push([a[0] * t, a[1] - t]);
    }
    rows
}

/// Elements of the rows of what a call gives, by their indices.
#[differentiable(wrt(a))]
fn normal(a: &[f64], t: &[f64]) -> f64 {
    let rows = lines(a, t);
    let mut sums = [[0.0; 2]; 2];
    for row in &rows {
        for i in 0..2 {
            for j in 0..2 {
                sums[i][j] += row[i] * row[j];
            }
        }
    }
    let more = lines(a, t);
    for (row, t) in more.iter().zip(t) {
        sums[0][0] += row[1] * t;
    }
    sums[0][0] * sums[1][1] - sums[0][1] * sums[1][0]
}

/// Asserts that a function of arrays has the value of the function, and the gradient by differences.
macro_rules! holds {
    ($function:ident, $x:expr $(, $data:expr)*) => {{
        let x: &[f64] = &$x;
        let (value, gradient) = $function::value_and_grad(x $(, $data)*);
        assert_eq!(value, $function(x $(, $data)*));
        check(&|x| $function(x $(, $data)*), x, &gradient);
    }};
}

#[test]
fn structs_of_new_vectors() {
    holds!(sparse_solve, [4.0, 1.0, 3.0, -1.0, 5.0, 1.0, 2.0, 0.5]);
}

#[test]
fn vectors_of_indices_that_a_turn_makes() {
    let paths = [vec![0.9, 0.4], vec![0.3, 0.8], vec![1.2, 0.5], vec![0.6, 1.4]];
    holds!(exercised, [0.4, 0.9, 0.3, 1.1], &paths);
    let none = [vec![2.0, 2.0], vec![0.3, 3.0]];
    holds!(exercised, [0.4, 0.9], &none);
}

#[test]
fn elements_behind_references() {
    holds!(energy, [0.7, -0.4, 1.9, 0.3]);
}

#[test]
fn elements_with_methods() {
    holds!(powers, [0.7, -0.4, 1.9, 0.3]);
}

#[test]
fn vectors_of_what_calls_give() {
    holds!(tables, [0.7, -0.4, 1.9, 0.3]);
}

#[test]
fn arrays_of_structs_beside_what_depends_on_nothing() {
    holds!(distances, [0.7, -0.4, 1.9]);
}

#[test]
fn fields_that_become_arrays() {
    holds!(ordered, [0.7, -0.4, 1.9]);
}

#[test]
fn rows_that_calls_give() {
    holds!(normal, [0.7, -0.4], &[0.5, 1.0, 2.0]);
}
