//! Rows of arrays by value, where nothing in the function shows that they are rows: as elements of new arrays, and as arguments; and references
//! to one of several rows. Values are bit for bit those of the functions, gradients are held against central differences.

#![expect(clippy::index_refutable_slice, reason = "the programs are as people write them")]

mod differences;

use backprop::{Differentiable, differentiable};
use differences::check;

#[derive(Clone, Differentiable)]
struct Mesh {
    nodes: Vec<[f64; 2]>,
    weights: Vec<f64>,
    stiffness: f64,
}
#[differentiable]
fn area(p: &[[f64; 2]; 3]) -> f64 {
    0.5 * ((p[1][0] - p[0][0]) * (p[2][1] - p[0][1]) - (p[2][0] - p[0][0]) * (p[1][1] - p[0][1]))
}
#[differentiable]
fn product(p: [f64; 2]) -> f64 {
    p[0] * p[1]
}
#[differentiable]
fn difference(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    [a[0] - b[0], a[1] - b[1]]
}
#[differentiable]
impl Mesh {
    fn energy(&self, triangles: &[[usize; 3]]) -> f64 {
        let mut sum = 0.0;
        for t in triangles {
            let p = [self.nodes[t[0]], self.nodes[t[1]], self.nodes[t[2]]];
            sum += self.stiffness * area(&p);
            sum += area(&[self.nodes[t[0]], self.nodes[t[2]], self.nodes[t[2]]]);
        }
        sum
    }
    fn numbers(&self, i: usize) -> f64 {
        let p = [self.weights[i], self.weights[i + 1]];
        self.stiffness * product([self.weights[i], self.weights[0]]) + product(p)
    }
    fn edge(&self, i: usize, j: usize) -> f64 {
        let e = difference(self.nodes[i], self.nodes[j]);
        e[0] * e[0] * self.stiffness + e[1] * product(self.nodes[i])
    }
}
fn mesh(x: &[f64]) -> Mesh {
    let nodes = x[..8].chunks(2).map(|at| [at[0], at[1]]).collect();
    Mesh { nodes, weights: x[8..11].to_vec(), stiffness: x[11] }
}
fn flat(mesh: &MeshCotangent) -> Vec<f64> {
    [mesh.nodes.concat(), mesh.weights.clone(), vec![mesh.stiffness]].concat()
}
const AT: [f64; 12] = [1.0, 2.0, 3.0, 5.0, 0.1, 0.3, 2.0, 2.5, 0.3, 0.4, 0.5, 1.7];

#[test]
fn rows_of_an_array_in_a_struct_make_a_new_array() {
    let triangles = [[0, 1, 2], [1, 3, 2]];
    let f = |x: &[f64]| mesh(x).energy(&triangles);
    let (value, gradient) = mesh(&AT).energy_value_and_grad(&triangles);
    assert_eq!(value.to_bits(), f(&AT).to_bits());
    check(&f, &AT, &flat(&gradient));
}

#[test]
fn numbers_of_an_array_in_a_struct_make_a_new_array() {
    let f = |x: &[f64]| mesh(x).numbers(1);
    let (value, gradient) = mesh(&AT).numbers_value_and_grad(1);
    assert_eq!(value.to_bits(), f(&AT).to_bits());
    check(&f, &AT, &flat(&gradient));
}

#[test]
fn rows_of_an_array_in_a_struct_are_arguments_by_value() {
    let f = |x: &[f64]| mesh(x).edge(1, 2);
    let (value, gradient) = mesh(&AT).edge_value_and_grad(1, 2);
    assert_eq!(value.to_bits(), f(&AT).to_bits());
    check(&f, &AT, &flat(&gradient));
}

/// References to one of several rows, and of several numbers.
#[derive(Clone, Differentiable)]
struct Table {
    rows: Vec<Vec<f64>>,
    points: Vec<[f64; 2]>,
}
#[differentiable]
fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..a.len() {
        sum += a[i] * b[i];
    }
    sum
}
#[differentiable]
impl Table {
    fn chosen(&self, last: bool, i: usize) -> f64 {
        let row = if last { &self.rows[self.rows.len() - 1] } else { &self.rows[i] };
        let other = if last { &self.rows[1] } else { &self.rows[i] };
        let p = match i {
            0 => &self.points[1],
            1 if last => &self.points[i - 1],
            _ => &self.points[0],
        };
        row[0] * other[1] * p[0] + dot(other, &self.rows[0])
    }
}
#[differentiable]
fn chosen(x: &[f64], rows: &[Vec<f64>], k: usize) -> f64 {
    let row = if k == 0 {
        &rows[0]
    } else if x[0] > 1.0 {
        &rows[1]
    } else {
        &rows[k]
    };
    let v = if k == 0 { &x[0] } else { &x[1] };
    dot(row, x) * v
}

#[test]
fn references_to_chosen_rows() {
    let rows = |x: &[f64]| vec![x[..2].to_vec(), x[2..4].to_vec()];
    let table = |x: &[f64]| Table { rows: rows(x), points: vec![[x[4], x[5]], [x[6], x[7]]] };
    for (last, i) in [(true, 0), (true, 1), (false, 0), (false, 1)] {
        let (value, d) = table(&AT).chosen_value_and_grad(last, i);
        assert_eq!(value.to_bits(), table(&AT).chosen(last, i).to_bits());
        check(&|x| table(x).chosen(last, i), &AT[..8], &[d.rows.concat(), d.points.concat()].concat());
    }
    for k in 0..2 {
        let (d_x, d_rows) = chosen::grad(&AT[4..6], &rows(&AT), k);
        let at = [&AT[4..6], &AT[..4]].concat();
        check(&|x| chosen(&x[..2], &rows(&x[2..]), k), &at, &[d_x, d_rows.concat()].concat());
    }
}

/// Stages of a Runge-Kutta method: what calls give makes new arrays, over which a loop runs beside the weights.
type State = [f64; 2];
#[differentiable]
fn slope(t: f64, y: &State, mu: f64) -> State {
    [y[1], mu * (1.0 - y[0] * y[0]) * y[1] - y[0] + 0.1 * t.cos()]
}
#[differentiable]
fn combined(y: &State, h: f64, slopes: &[State], weights: &[f64]) -> State {
    let mut out = *y;
    for (slope, weight) in slopes.iter().zip(weights) {
        for i in 0..2 {
            out[i] += h * weight * slope[i];
        }
    }
    out
}
#[differentiable]
fn integrated(start: State, mu: f64, h: f64, turns: usize) -> f64 {
    let mut y = start;
    let mut t = 0.0;
    for _ in 0..turns {
        let k1 = slope(t, &y, mu);
        let k2 = slope(t + h / 2.0, &combined(&y, h, &[k1], &[0.5]), mu);
        let k3 = slope(t + 0.75 * h, &combined(&y, h, &[k1, k2], &[0.0, 0.75]), mu);
        y = combined(&y, h, &[k1, k2, k3], &[2.0 / 9.0, 1.0 / 3.0, 4.0 / 9.0]);
        t += h;
    }
    y[0] * y[1]
}
/// The rows may be the shorter ones, or the longer ones, and stand on either side.
#[differentiable]
fn beside(rows: &[State], weights: &[f64]) -> f64 {
    let mut sum = 0.0;
    for (row, w) in rows.iter().zip(weights.iter().rev()) {
        sum += row[0] * row[1] * w;
    }
    for (w, row) in weights.iter().zip(rows) {
        sum += row[0] * w * w;
    }
    for (row, &w) in rows.iter().zip(&weights[1..]) {
        sum += product(*row) * w;
    }
    sum
}

#[test]
fn what_calls_give_makes_new_arrays() {
    let at = [1.0, 0.3, 0.8, 0.1];
    let f = |x: &[f64]| integrated([x[0], x[1]], x[2], x[3], 5);
    let (value, (d_start, d_mu, d_h)) = integrated::value_and_grad([1.0, 0.3], 0.8, 0.1, 5);
    assert_eq!(value.to_bits(), f(&at).to_bits());
    check(&f, &at, &[&d_start[..], &[d_mu, d_h]].concat());
}

#[test]
fn loops_over_rows_beside_numbers() {
    let rows = |x: &[f64]| x[..4].chunks(2).map(|at| [at[0], at[1]]).collect::<Vec<_>>();
    for count in 1..=4 {
        let at = &AT[..4 + count];
        let (d_rows, d_weights) = beside::grad(&rows(at), &at[4..]);
        check(&|x| beside(&rows(x), &x[4..]), at, &[d_rows.concat(), d_weights].concat());
    }
}

enum Source {
    Small(Vec<f64>),
    Large(Vec<f64>),
}

/// Each arm binds an array of its own.
#[differentiable(wrt(x))]
fn of_arms(x: f64, table: &Source) -> f64 {
    let w = match table {
        Source::Small(v) => &v[0],
        Source::Large(v) => &v[1],
    };
    x * *w
}
#[differentiable(wrt(x))]
fn of_another(x: f64, rows: &[f64], extra: Option<&[f64]>) -> f64 {
    let w = if let Some(rows) = extra { &rows[0] } else { &rows[0] };
    x * *w
}

#[test]
fn chosen_of_arrays_that_patterns_bind() {
    let tables = [Source::Small(vec![2.0]), Source::Large(vec![0.5, 3.0])];
    for table in &tables {
        assert_eq!(of_arms::value_and_grad(1.0, table), (of_arms(1.0, table), of_arms(1.0, table)));
    }
    let extra = [5.0];
    assert_eq!(of_another::value_and_grad(1.0, &[2.0], Some(&extra)), (5.0, 5.0));
    assert_eq!(of_another::value_and_grad(1.0, &[2.0], None), (2.0, 2.0));
}
