//! Arrays that calls give, and arrays of what calls give: rows and structs in loops, parts of them, and their elements lent to calls. Gradients
//! against central differences.

#![expect(
    clippy::explicit_iter_loop,
    clippy::implicit_clone,
    clippy::many_single_char_names,
    clippy::needless_range_loop,
    clippy::suboptimal_flops,
    reason = "the programs are as people write them"
)]

mod differences;

use backprop::{Differentiable, differentiable};
use differences::check;

const X: [f64; 6] = [0.7, -0.3, 0.4, 1.1, -0.9, 0.6];

fn rows(x: &[f64]) -> Vec<Vec<f64>> {
    x.chunks(2).map(<[f64]>::to_vec).collect()
}

#[differentiable]
fn squares(x: &[f64]) -> Vec<f64> {
    let mut y = x.to_vec();
    for v in y.iter_mut() {
        *v *= *v;
    }
    y
}

#[differentiable]
fn exponentials(x: &[f64]) -> Vec<f64> {
    let mut y = x.to_vec();
    for v in y.iter_mut() {
        *v = v.exp();
    }
    y
}

#[differentiable]
fn all_squares(xs: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let mut out = Vec::new();
    for x in xs {
        out.push(squares(x));
    }
    out
}

#[differentiable]
fn dot(x: &[f64], y: &[f64]) -> f64 {
    let mut s = 0.0;
    for (a, b) in x.iter().zip(y) {
        s += a * b;
    }
    s
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Point {
    x: f64,
    y: f64,
}

#[differentiable]
impl Point {
    fn new(x: f64, y: f64) -> Self {
        Point { x, y }
    }

    fn norm(self) -> f64 {
        self.x * self.x * self.y
    }

    fn apart(&self, other: &Point) -> f64 {
        (self.x - other.x).powi(2) + self.y * other.y
    }
}

#[differentiable]
fn energy(p: &Point) -> f64 {
    p.x * p.y + p.x.sin()
}

#[differentiable]
fn point(x: f64) -> Point {
    Point { x: x * x, y: x.sin() }
}

#[differentiable]
fn bump(x: f64) -> f64 {
    x.sin() * x
}

#[differentiable]
fn points(x: &[f64]) -> Vec<Point> {
    let mut all = Vec::new();
    for pair in x.chunks(2) {
        all.push(Point { x: pair[0], y: pair[1] });
    }
    all
}

/// Holds the gradient of a function of rows against differences.
macro_rules! of_rows {
    ($($name:ident)*) => {
        $({
            let gradient = $name::grad(&rows(&X)).concat();
            check(&|x| $name(&rows(x)), &X, &gradient);
        })*
    };
}

/// The same of a function of numbers.
macro_rules! of_numbers {
    ($($name:ident)*) => {
        $(check(&|x| $name(x), &X, &$name::grad(&X));)*
    };
}

#[differentiable]
fn zipped(xs: &[Vec<f64>]) -> f64 {
    let (mut qs, mut ks) = (Vec::new(), Vec::with_capacity(3));
    for x in xs {
        qs.push(squares(x));
        ks.push(exponentials(x));
    }
    let mut s = 0.0;
    for i in 0..qs.len() {
        for j in 0..=i {
            for (a, b) in qs[i].iter().zip(&ks[j]) {
                s += a * b;
            }
        }
    }
    s
}

#[differentiable]
fn nested(xs: &[Vec<f64>]) -> f64 {
    let mut all = Vec::new();
    for x in xs {
        all.push(squares(x));
    }
    for row in &mut all {
        for v in row.iter_mut() {
            *v *= 2.0;
        }
    }
    let mut s = 0.0;
    for row in &all {
        for v in row {
            s += v * v;
        }
    }
    for row in all.iter() {
        s += row[0] * row[1];
    }
    s
}

#[differentiable]
fn lent(xs: &[Vec<f64>]) -> f64 {
    let ys = all_squares(xs);
    let mut pushed = Vec::new();
    for x in xs {
        pushed.push(squares(x));
    }
    let mut s = 0.0;
    for (y, &at) in ys.iter().zip(&[0, 1, 1]) {
        s += exponentials(y)[at];
    }
    for y in &pushed {
        let z = exponentials(y);
        s += z[1];
    }
    for i in 0..ys.len() {
        for j in 0..i {
            s += dot(&ys[i], &ys[j]);
        }
    }
    s
}

#[differentiable]
fn named(xs: &[Vec<f64>]) -> f64 {
    let ys = all_squares(xs);
    let mut s = 0.0;
    for i in 0..ys.len() {
        let (a, b) = (&ys[i], &xs[i]);
        for k in 0..2 {
            s += a[k] * b[k];
        }
        let before = &ys[(i + 2) % 3];
        s += before[0] * a[1];
    }
    s
}

#[differentiable]
fn rows_before(xs: &[Vec<f64>]) -> f64 {
    let ys = all_squares(xs);
    let mut s = 0.0;
    for (i, y) in ys.iter().enumerate() {
        for z in &ys[..i] {
            s += dot(y, z);
        }
    }
    s
}

#[differentiable]
fn copies(xs: &[Vec<f64>]) -> f64 {
    let (mut a, mut b) = (xs[0].to_vec(), xs[1].clone());
    for i in 0..2 {
        a[i] += b[i];
        b[i] *= a[i];
    }
    let mut s = 0.0;
    for (u, v) in a.iter().zip(&b) {
        s += u * v;
    }
    s
}

#[test]
fn rows_are_read_in_loops_and_lent() {
    of_rows!(zipped nested lent named rows_before copies);
}

#[differentiable]
fn parts_of_numbers(x: &[f64]) -> f64 {
    let mut v = squares(x);
    for c in &mut v[1..3] {
        *c *= x[0];
    }
    for c in v[2..].iter_mut() {
        *c += x[1];
    }
    let mut s = 0.0;
    for c in &v[1..] {
        s += c * x[2];
    }
    for (a, b) in v.iter().zip(&v[1..]) {
        s += (b - a).powi(2);
    }
    for c in v[..4].iter().rev() {
        s = c + s * x[0];
    }
    for i in 1..v.len() {
        for &c in &v[..i] {
            s += c * v[i];
        }
    }
    s
}

#[differentiable]
fn parts_of_points(x: &[f64]) -> f64 {
    let v = points(x);
    let mut s = 0.0;
    for p in &v[1..] {
        s += p.norm();
    }
    for (a, b) in v.iter().zip(&v[1..]) {
        s += a.apart(b);
    }
    s
}

#[differentiable]
fn fields_of_parts(x: &[f64]) -> f64 {
    let v = points(x);
    let mut s = 0.0;
    for p in &v[1..] {
        s += p.x * p.y;
    }
    s
}

#[differentiable]
fn lent_parts(x: &[f64]) -> f64 {
    let v = points(x);
    let mut s = 0.0;
    for p in &v[1..] {
        s += energy(p);
    }
    s
}

#[differentiable]
fn windows_of_points(x: &[f64]) -> f64 {
    let v = points(x);
    let mut s = 0.0;
    for pair in v.windows(2) {
        s += pair[0].apart(&pair[1]);
    }
    s
}

#[differentiable]
fn lent_points(x: &[f64]) -> f64 {
    let v = points(x);
    let mut s = 0.0;
    for p in &v {
        s += energy(p);
    }
    for i in 0..v.len() {
        s += energy(&v[i]) * x[i];
    }
    s
}

#[test]
fn parts_have_the_elements_of_what_a_call_gives() {
    of_numbers!(parts_of_numbers parts_of_points fields_of_parts lent_parts windows_of_points lent_points);
}

#[differentiable]
fn new_points(x: &[f64]) -> f64 {
    let a = vec![Point::new(x[0], x[1]), Point::new(x[2], 1.0)];
    let b = copied_points(&a);
    let mut pushed = Vec::new();
    for &v in x {
        pushed.push(Point::new(v, 0.5));
    }
    let c = copied_points(&pushed);
    let d = copied_points(&[point(x[3]), point(2.0 * x[4])]);
    let e = vec![point(x[5]); 3];
    let f = copied_points(&e);
    b[0].norm() + b[1].norm() + c[4].norm() + d[0].norm() * d[1].norm() + f[2].norm()
}

#[differentiable]
fn copied_points(x: &[Point]) -> Vec<Point> {
    x.to_vec()
}

#[differentiable]
fn new_numbers(x: &[f64]) -> f64 {
    let a = vec![bump(x[0]), bump(x[1] * x[2])];
    let b = [bump(x[3]), bump(x[4])];
    dot(&a, &b) + dot(&[bump(x[5]), bump(x[0])], &a)
}

#[test]
fn new_arrays_hold_what_calls_give() {
    of_numbers!(new_points new_numbers);
}

#[derive(Clone, Debug, Differentiable)]
struct Filter {
    b: [f64; 3],
    z: [f64; 2],
}

#[differentiable]
impl Filter {
    fn new(f: f64) -> Self {
        Filter { b: [f, f * f, 1.0], z: [0.0; 2] }
    }

    fn process(&mut self, x: f64) -> f64 {
        let y = self.b[0] * x + self.z[0];
        self.z[0] = self.b[1] * x + self.z[1];
        self.z[1] = self.b[2] * x;
        y
    }
}

/// A number of data becomes what a method gives: it is a number there too.
#[differentiable(wrt(f))]
fn cascade(f: f64, signal: &[f64], rows: &[[f64; 2]]) -> f64 {
    let mut stages = [Filter::new(f), Filter::new(0.8 * f)];
    let mut e = 0.0;
    for &s in signal {
        let mut v = s;
        for stage in stages.iter_mut() {
            v = stage.process(v);
        }
        e += v * v;
    }
    let mut v = rows[1][0];
    for stage in &mut stages {
        v = stage.process(v);
    }
    e + v
}

#[test]
fn numbers_of_data_become_what_methods_give() {
    let rows = [[0.2, 0.4], [-0.7, 1.5]];
    check(&|x| cascade(x[0], &X, &rows), &[0.6], &[cascade::grad(0.6, &X, &rows)]);
}

#[derive(Clone, Debug, Differentiable)]
struct Path {
    at: Vec<f64>,
    pairs: [[f64; 2]; 2],
}

#[differentiable]
fn path(x: &[f64]) -> Path {
    Path { at: squares(x), pairs: [[x[0] * x[1], x[2]], [x[3].sin(), x[4]]] }
}

#[differentiable]
fn elements_of_fields(x: &[f64]) -> f64 {
    let end = path(x).at[5];
    let mut s = -path(x).pairs[0][1];
    for i in 0..3 {
        s += x[i] * path(x).at[i] + path(x).pairs[1][0].exp();
    }
    s * end + bump(path(x).at[0])
}

/// Elements go to functions by value: what they are, only rustc knows.
#[differentiable]
fn elements_by_value(x: &[f64]) -> f64 {
    let (a, b) = (squares(x), exponentials(x));
    let mut y = x.to_vec();
    for (v, w) in y.iter_mut().zip(&a) {
        *v *= bump(*w);
    }
    let mut s = 0.0;
    for i in 0..y.len() {
        s += y[i] * bump(b[i]);
    }
    s
}

#[derive(Clone, Debug, Differentiable)]
struct Weights {
    w: Vec<f64>,
}

#[differentiable]
impl Weights {
    fn scores(&self, x: &[f64]) -> Vec<f64> {
        let mut y = x.to_vec();
        for (v, w) in y.iter_mut().zip(&self.w) {
            *v *= w;
        }
        y
    }

    fn total(&self) -> f64 {
        let mut s = 0.0;
        for w in &self.w {
            s += w;
        }
        s
    }
}

#[differentiable]
fn elements_beside_results(x: &[f64]) -> f64 {
    let weights = Weights { w: squares(x) };
    let scores = weights.scores(x);
    let total = weights.total();
    scores[0] * total - total / scores[3]
}

#[test]
fn elements_of_what_calls_give_go_anywhere() {
    of_numbers!(elements_of_fields elements_by_value elements_beside_results);
}

/// The nearest of some numbers, with what only the host knows beside it.
#[differentiable]
fn nearest(x: &[f64]) -> f64 {
    let mut best = (f64::INFINITY, None);
    for i in 1..x.len() {
        let d = (x[i] - x[0]).abs();
        if d < best.0 {
            best = (d, Some(i));
        }
    }
    match best.1 {
        Some(i) => best.0 * x[i] * x[i],
        None => 0.0,
    }
}

#[differentiable]
fn nearest_by_parts(x: &[f64]) -> f64 {
    let mut best = (1e9, None);
    for (i, v) in x.iter().enumerate().skip(1) {
        let d = (v - x[0]).powi(2);
        if d < best.0 {
            best.0 = d;
            best.1 = Some(i);
        }
    }
    let Some(i) = best.1 else { return 0.0 };
    best.0 * x[i]
}

#[test]
fn tuples_hold_numbers_beside_options() {
    of_numbers!(nearest nearest_by_parts);
}

#[derive(Clone, Debug, Differentiable)]
struct Scaled {
    weights: Weights,
    k: f64,
}

#[differentiable]
impl Scaled {
    fn value(&self) -> f64 {
        self.k * self.weights.total()
    }

    fn at(&self, i: usize) -> f64 {
        self.weights.scores(&[1.0, 2.0, 3.0])[i] + self.k
    }

    fn into_k(self) -> f64 {
        self.k
    }
}

#[differentiable]
fn weights(x: &[f64]) -> Weights {
    Weights { w: squares(x) }
}

#[differentiable]
fn doubled(scaled: &Scaled) -> f64 {
    2.0 * scaled.value()
}

/// A struct of what a call gives, which may not be `Copy`, is put together once.
#[differentiable]
fn looked_at_twice(x: &[f64]) -> f64 {
    let scaled = Scaled { weights: weights(x), k: x[1] };
    scaled.value() * scaled.at(1) * scaled.k
}

#[differentiable]
fn a_part_and_the_whole(x: &[f64]) -> f64 {
    let scaled = Scaled { weights: weights(x), k: x[1] };
    scaled.weights.total() * scaled.value() * scaled.weights.scores(x)[0]
}

#[differentiable]
fn in_a_loop_and_a_branch(x: &[f64]) -> f64 {
    let scaled = Scaled { weights: weights(x), k: x[1] };
    let mut s = 0.0;
    for i in 0..3 {
        s += scaled.at(i) * x[i];
    }
    let other = if s > 0.0 { doubled(&scaled) } else { scaled.value() };
    s * other
}

#[differentiable]
fn in_a_closure(x: &[f64]) -> f64 {
    let scaled = Scaled { weights: weights(x), k: x[1] };
    let line = |t: f64| scaled.at(1) * t;
    line(x[0]) + line(x[1])
}

#[differentiable]
fn changed_and_given_away(x: &[f64]) -> f64 {
    let mut scaled = Scaled { weights: weights(x), k: x[1] };
    scaled.k *= 2.0;
    scaled.value() * scaled.at(2) * scaled.into_k()
}

#[test]
fn structs_of_what_calls_give_are_used_many_times() {
    of_numbers!(looked_at_twice a_part_and_the_whole in_a_loop_and_a_branch in_a_closure changed_and_given_away);
}

#[differentiable]
fn table(x: &[f64]) -> Vec<Vec<f64>> {
    let mut rows = vec![vec![0.0; 3]; 2];
    for i in 0..6 {
        rows[i / 3][i % 3] = x[i] * x[(i + 1) % 6];
    }
    rows
}

#[derive(Clone, Copy, Differentiable)]
struct Maker {
    k: f64,
}

#[differentiable]
impl Maker {
    fn table(self, x: &[f64]) -> Vec<Vec<f64>> {
        let mut rows = table(x);
        for row in rows.iter_mut() {
            row[0] *= self.k;
        }
        rows
    }
}

/// What is asked of a row in one place tells nothing of its elements, which methods of numbers are called on in another.
#[differentiable]
fn lengths_and_methods(x: &[f64]) -> f64 {
    let y = table(x);
    let mut sum = 0.0;
    for i in 0..y.len() {
        for j in 0..y[i].len() {
            sum += y[i][j].tanh();
        }
    }
    sum
}

#[differentiable]
fn the_length_of_one_row(x: &[f64]) -> f64 {
    let y = table(x);
    let mut sum = 0.0;
    for j in 0..y[0].len() {
        sum += y[1][j].powi(2) * x[j];
    }
    sum
}

#[differentiable]
fn rows_in_rows(x: &[f64]) -> f64 {
    let maker = Maker { k: x[0] };
    let y = maker.table(x);
    let mut sum = 0.0;
    for (i, row) in y.iter().enumerate() {
        for v in row {
            sum += if i == 0 { v.tanh() } else { 2.0 * v.sin() };
        }
    }
    sum
}

#[differentiable]
fn one_row_is_lent_another_is_read(x: &[f64]) -> f64 {
    let y = table(x);
    let squared = squares(&y[0]);
    squared[1] * y[1][0].exp()
}

#[test]
fn elements_of_an_array_are_of_one_type() {
    of_numbers!(lengths_and_methods the_length_of_one_row rows_in_rows one_row_is_lent_another_is_read);
}

/// What calls give and change, and of which nothing else is known.
#[derive(Clone, Differentiable)]
struct Mesh {
    at: Vec<f64>,
}
#[differentiable]
impl Mesh {
    fn assembled(&self, k: f64) -> Vec<Vec<f64>> {
        let n = self.at.len();
        let mut a = vec![vec![0.0; n]; n];
        for i in 0..n {
            for j in 0..n {
                a[i][j] = k * self.at[i] * self.at[j];
            }
            a[i][i] += 10.0;
        }
        a
    }
    fn load(&self) -> Vec<f64> {
        let mut b = self.at.to_vec();
        for v in b.iter_mut() {
            *v = v.sin();
        }
        b
    }
}
#[differentiable]
fn solved(a: &mut [Vec<f64>], b: &mut [f64]) -> Vec<f64> {
    let n = b.len();
    for k in 0..n {
        for i in k + 1..n {
            let f = a[i][k] / a[k][k];
            for j in k..n {
                a[i][j] -= f * a[k][j];
            }
            b[i] -= f * b[k];
        }
    }
    let mut x = vec![0.0; n];
    for i in (0..n).rev() {
        let mut s = b[i];
        for j in i + 1..n {
            s -= a[i][j] * x[j];
        }
        x[i] = s / a[i][i];
    }
    x
}
#[differentiable]
fn compliance(mesh: &Mesh, k: f64) -> f64 {
    let mut a = mesh.assembled(k);
    let mut b = mesh.load();
    let x = solved(&mut a, &mut b);
    dot(&x, &mesh.at)
}
#[differentiable]
fn start(x: f64) -> [f64; 2] {
    [x, x * x]
}
#[differentiable]
fn advance(state: &mut [f64; 2], dt: f64) {
    state[0] += state[1] * dt;
    state[1] -= state[0] * dt;
}
#[differentiable]
fn advanced(x: f64, turns: usize) -> f64 {
    let mut state = start(x);
    for _ in 0..turns {
        advance(&mut state, 0.1);
    }
    dot(&state, &state)
}

#[test]
fn arrays_that_calls_change() {
    let at = |x: &[f64]| compliance(&Mesh { at: x[..5].to_vec() }, x[5]);
    let (mesh, k) = compliance::grad(&Mesh { at: X[..5].to_vec() }, X[5]);
    check(&at, &X, &[mesh.at, vec![k]].concat());
    check(&|x| advanced(x[0], 3), &[1.1], &[advanced::grad(1.1, 3)]);
}
