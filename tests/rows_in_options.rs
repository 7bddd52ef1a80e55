//! Rows that options hold, `path.last().unwrap()[0]` and `let row = self.rows.first().unwrap();`, and numbers of data that options refer
//! to, `x * v.last().unwrap()`. Values are bit for bit those of the functions, gradients are held against central differences.

#![expect(
    clippy::cast_precision_loss,
    clippy::explicit_iter_loop,
    clippy::many_single_char_names,
    reason = "the programs are as people write them"
)]

mod differences;

use std::collections::BTreeMap;

use backprop::{Differentiable, Real, differentiable};
use differences::check;

#[differentiable]
fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..a.len() {
        sum += a[i] * b[i];
    }
    sum
}

#[derive(Clone, Differentiable)]
struct Model {
    rows: Vec<Vec<f64>>,
    points: Vec<[f64; 2]>,
}
#[differentiable]
impl Model {
    fn indexed(&self) -> f64 {
        self.rows.last().unwrap()[0] * 2.0 + self.rows.first().expect("a row")[1]
    }
    fn named(&self) -> f64 {
        let row = self.rows.last().unwrap();
        let [x, y] = *self.points.first().unwrap();
        row[0] * row[1] * x + dot(row, &self.rows[0]) * y
    }
    fn copied(&self, i: usize) -> f64 {
        let p = self.points.get(i).unwrap();
        let q = *self.points.last().unwrap();
        let [x, y] = self.points[self.points.len() - 1];
        p[0] * q[1] + x * y
    }
}
const AT: [f64; 8] = [1.0, 2.0, 3.0, 5.0, 0.1, 0.3, 2.0, 2.5];
fn model(x: &[f64]) -> Model {
    Model { rows: vec![x[..2].to_vec(), x[2..4].to_vec()], points: vec![[x[4], x[5]], [x[6], x[7]]] }
}
fn flat(model: &ModelCotangent) -> Vec<f64> {
    [model.rows.concat(), model.points.concat()].concat()
}

#[test]
fn rows_of_arrays_in_structs() {
    for (f, (value, gradient)) in [
        (Model::indexed as fn(&Model) -> f64, model(&AT).indexed_value_and_grad()),
        (Model::named, model(&AT).named_value_and_grad()),
        (|model| model.copied(0), model(&AT).copied_value_and_grad(0)),
    ] {
        assert_eq!(value.to_bits(), f(&model(&AT)).to_bits());
        check(&|x| f(&model(x)), &AT, &flat(&gradient));
    }
}

#[differentiable]
fn rows(x: &[f64], rows: &[Vec<f64>]) -> f64 {
    let last = rows.last().unwrap();
    last[0] * 2.0 + dot(last, x) + rows.get(1).unwrap()[1]
}
/// A path of points, each of which begins as the last one.
#[differentiable]
fn path(x: f64, turns: usize) -> f64 {
    let mut path = vec![[x, 1.0]];
    for _ in 0..turns {
        let p = *path.last().unwrap();
        path.push([p[0] * x, p[1] + x]);
    }
    let end = path.last().copied().unwrap();
    end[0] * path.last().unwrap()[1] + path.first().unwrap()[0]
}
#[differentiable]
fn vectors(x: f64, turns: usize) -> f64 {
    let mut path = vec![vec![x, 1.0]];
    for _ in 0..turns {
        let p = path.last().unwrap();
        let next = vec![p[0] * x, p[1] + x];
        path.push(next);
        let mut q = path.last().unwrap().clone();
        q[0] *= q[1];
        path.push(q);
    }
    path.last().unwrap()[0] * path.last().unwrap()[1]
}

#[test]
fn rows_of_parameters_and_of_local_vectors() {
    let at = |x: &[f64]| (x[..2].to_vec(), model(&x[2..]).rows);
    let x = [0.3, 0.7, 1.0, 2.0, 3.0, 5.0];
    let f = |x: &[f64]| rows(&at(&[x, &AT].concat()).0, &at(&[x, &AT].concat()).1);
    let (d_x, d_rows) = rows::grad(&x[..2], &at(&[&x[..], &AT].concat()).1);
    check(&f, &x, &[d_x, d_rows.concat()].concat());

    check(&|x| path(x[0], 3), &[1.1], &[path::grad(1.1, 3)]);
    check(&|x| vectors(x[0], 3), &[1.1], &[vectors::grad(1.1, 3)]);
    assert_eq!(vectors::value_and_grad(1.1, 3).0.to_bits(), vectors(1.1, 3).to_bits());
}

/// Where there is no row, the panic is that of the option.
#[test]
fn panics() {
    fn text(f: impl FnOnce() -> f64 + std::panic::UnwindSafe) -> String {
        let panic = std::panic::catch_unwind(f).expect_err("there are no rows");
        panic
            .downcast_ref::<&str>()
            .map(ToString::to_string)
            .or(panic.downcast_ref::<String>().cloned())
            .expect("a text")
    }
    #[differentiable]
    fn expected(rows: &[Vec<f64>]) -> f64 {
        rows.first().expect("a row")[0]
    }
    #[differentiable]
    fn unwrapped(rows: &[Vec<f64>]) -> f64 {
        let row = rows.get(3).unwrap();
        row[0]
    }
    assert_eq!(text(|| expected::value_and_grad(&[]).0), text(|| expected(&[])));
    assert_eq!(text(|| unwrapped::value_and_grad(&[]).0), text(|| unwrapped(&[])));
}

#[differentiable(wrt(x))]
fn of_data(x: f64, v: &[f64]) -> f64 {
    let mut sum = x * v.first().unwrap() + v.last().unwrap() * x * x;
    sum += v.last().unwrap();
    sum *= v.get(1).unwrap();
    sum -= x / v.last().expect("one") - (v.first().unwrap() - x).sin() + x * v.get(7).unwrap_or(&2.0);
    sum *= v.first().copied().unwrap() + x * v.first().copied().unwrap();
    let (last, first) = (v.last().unwrap(), v.first().unwrap());
    let middle = v.get(1).unwrap();
    sum * middle + *last * v.iter().filter(|a| a.to_bits() == first.to_bits()).count() as f64
}
#[differentiable(wrt(x))]
fn generic<T: Real>(x: T, v: &[T]) -> T {
    x * *v.first().unwrap() * x
}

#[test]
fn numbers_of_data() {
    let v = [3.0, 4.0];
    let (value, d_x) = of_data::value_and_grad(2.0, &v);
    assert_eq!(value.to_bits(), of_data(2.0, &v).to_bits());
    check(&|x| of_data(x[0], &v), &[2.0], &[d_x]);
    check(&|x| generic(x[0], &v), &[2.0], &[generic::grad(2.0, &v)]);
}

/// A method of the same name, that gives something else.
struct Log(Vec<Vec<f64>>);

impl Log {
    fn len(&self) -> usize {
        self.0.len()
    }

    /// The last line is on top.
    fn last(&self) -> Option<&Vec<f64>> {
        self.0.first()
    }
}

impl std::ops::Index<usize> for Log {
    type Output = Vec<f64>;

    fn index(&self, index: usize) -> &Vec<f64> {
        &self.0[index]
    }
}

#[differentiable(wrt(x))]
fn of_hosts(x: f64, log: &Log, table: &BTreeMap<&str, Vec<f64>>, lines: &BTreeMap<usize, Vec<f64>>) -> f64 {
    let row = log.last().unwrap();
    let line = lines.get(&log.len()).unwrap();
    row[0] * x + log.last().unwrap()[0] * table.get("a").unwrap()[1] * x * line[0]
}

/// What is left to the host is looked up as it stands there.
#[test]
fn options_of_hosts() {
    let log = Log(vec![vec![10.0], vec![20.0]]);
    let table = BTreeMap::from([("a", vec![2.0, 3.0])]);
    let lines = BTreeMap::from([(2, vec![0.5])]);
    assert_eq!(log[1][0].to_bits(), 20.0_f64.to_bits());
    let (value, d_x) = of_hosts::value_and_grad(1.5, &log, &table, &lines);
    assert_eq!(value.to_bits(), of_hosts(1.5, &log, &table, &lines).to_bits());
    check(&|x| of_hosts(x[0], &log, &table, &lines), &[1.5], &[d_x]);
}

#[derive(Clone, Differentiable)]
struct Knot {
    x: Vec<f64>,
    c: f64,
    k: [f64; 2],
}

/// Fields of structs that options hold.
#[differentiable]
fn fields(x: &[f64]) -> f64 {
    let mut knots = vec![Knot { x: x.to_vec(), c: x[0], k: [x[1], x[2]] }];
    knots.push(Knot { x: vec![x[1] * x[2], x[0], 1.0], c: x[2].sin(), k: [x[0], x[2]] });
    let mut sum = knots.last().unwrap().x[1] * knots.first().unwrap().k[1];
    for v in knots.last().unwrap().x.iter() {
        sum *= 1.0 + v * v;
    }
    sum + knots.last().expect("there are two").c * knots.get(1).unwrap().x[0]
}

/// Rows that options hold, in the heads of loops.
#[differentiable]
fn in_heads(x: &[f64]) -> f64 {
    let mut rows = vec![x.to_vec(), vec![x[0] * x[1], x[2], x[1].sin()]];
    rows.push(vec![x[2]; 3]);
    let mut sum = 0.0;
    for v in rows.last().unwrap() {
        sum += v * v;
    }
    for v in rows.first().unwrap().iter() {
        sum *= v;
    }
    for (u, v) in x.iter().zip(rows.get(1).unwrap()) {
        sum += u * v;
    }
    sum
}

#[test]
fn parts_of_what_options_hold() {
    let at = [0.7, 1.3, 0.4];
    let (value, d) = fields::value_and_grad(&at);
    assert_eq!(value.to_bits(), fields(&at).to_bits());
    check(&|x| fields(x), &at, &d);
    let (value, d) = in_heads::value_and_grad(&at);
    assert_eq!(value.to_bits(), in_heads(&at).to_bits());
    check(&|x| in_heads(x), &at, &d);
}

/// A loop over nothing panics where the function does.
#[differentiable]
fn over_none(x: &[f64], n: usize) -> f64 {
    let rows = vec![vec![x[0], x[1]]; n];
    let mut sum = 0.0;
    for v in rows.last().unwrap() {
        sum += v * v;
    }
    sum
}

#[test]
#[should_panic(expected = "`None`")]
fn no_row() {
    let _ = over_none::grad(&[1.0, 2.0], 0);
}

#[differentiable]
fn named_and_lent(m: &[Vec<f64>], x: &[f64]) -> f64 {
    let mut rows = Vec::new();
    for row in m {
        rows.push(row.clone());
    }
    rows.last_mut().unwrap()[0] *= x[1];
    rows.first_mut().unwrap().push(x[0]);
    *rows[0].last_mut().unwrap() *= 3.0;
    let last = rows.len() - 1;
    let first = rows.first().unwrap();
    let mut sum = first[2] + rows[last][0];
    for (a, b) in first.iter().zip(x) {
        sum += a * b;
    }
    sum + dot(rows.last().unwrap(), x) * x.first().unwrap()
}

#[test]
fn rows_in_options_are_named_lent_and_changed() {
    let (m, x) = (vec![vec![0.5, -1.0], vec![2.0, 0.3]], [1.5, 0.7]);
    let (value, (d_m, d_x)) = named_and_lent::value_and_grad(&m, &x);
    assert_eq!(value.to_bits(), named_and_lent(&m, &x).to_bits());
    check(&|x| named_and_lent(&m, x), &x, &d_x);
    let rows = |m: &[f64]| [m[..2].to_vec(), m[2..].to_vec()];
    check(&|m| named_and_lent(&rows(m), &x), &m.concat(), &d_m.concat());
}

#[derive(Clone, Differentiable)]
struct Track {
    times: Vec<f64>,
    scale: f64,
}

#[differentiable]
impl Track {
    fn lengthen(&mut self, by: f64) {
        if let Some(last) = self.times.last_mut() {
            *last += by * self.scale;
        }
    }
}

#[differentiable]
fn stretch(track: &mut Track, by: f64) {
    if let Some(time) = track.times.get_mut(1) {
        *time *= by;
    }
    let first = track.times.first_mut().unwrap();
    *first += by;
}

#[differentiable]
fn tracked(x: f64, y: f64) -> f64 {
    let mut track = Track { times: vec![x, y, x * y], scale: 3.0 };
    track.lengthen(y);
    stretch(&mut track, x);
    track.times[0] * track.times[1] + track.times[2]
}

#[test]
fn elements_of_fields_are_changed_by_methods_alone() {
    // 2x · xy + (xy + 3y)
    let (x, y) = (0.5, 2.0);
    assert_eq!(
        tracked::value_and_grad(x, y),
        (2.0 * x * x * y + x * y + 3.0 * y, (4.0 * x * y + y, 2.0 * x * x + x + 3.0))
    );
}
