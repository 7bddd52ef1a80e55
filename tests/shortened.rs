//! `truncate` and `clear` of vectors of structs and of rows: what goes away got its part of the gradient before. Gradients against central
//! differences.

#![expect(clippy::cast_precision_loss, reason = "the numbers are small")]
#![expect(clippy::needless_range_loop, reason = "the loops are written as numeric code writes them")]

mod differences;

use backprop::{Differentiable, differentiable};
use differences::check;

/// A struct that is `Copy` for no one.
#[derive(Clone, Debug, Differentiable)]
struct Body {
    x: f64,
    v: f64,
}

/// A struct whose vectors may be of any length.
#[derive(Clone, Debug, Differentiable)]
struct Path {
    points: Vec<f64>,
    k: f64,
}

#[differentiable]
fn energy(bodies: &[Body]) -> f64 {
    let mut sum = 0.0;
    for b in bodies {
        sum += b.x * b.v + (0.3 * b.v).sin();
    }
    sum
}

#[differentiable]
fn total(rows: &[Vec<f64>]) -> f64 {
    let mut sum = 0.0;
    for (i, row) in rows.iter().enumerate() {
        for v in row {
            sum += (v * (i as f64 + 0.3)).sin();
        }
    }
    sum
}

#[differentiable]
fn spread(points: &[[f64; 3]]) -> f64 {
    let mut sum = 0.0;
    for p in points {
        sum += p[0] * p[1] + p[2].cos() * p[0];
    }
    sum
}

#[differentiable]
fn lengths(paths: &[Path]) -> f64 {
    let mut sum = 0.0;
    for path in paths {
        for p in &path.points {
            sum += path.k * p * p;
        }
    }
    sum
}

/// Local vectors of structs, looked at by calls before and after.
#[differentiable]
fn local(k: f64, q: f64, n: usize) -> f64 {
    let mut bodies = Vec::new();
    for i in 0..n {
        bodies.push(Body { x: k * i as f64, v: q + k });
    }
    bodies[0].x *= q;
    let all = energy(&bodies);
    bodies.truncate(n / 2);
    bodies[0].v += all * 0.1;
    let half = energy(&bodies);
    bodies.push(Body { x: half * 0.2, v: k });
    let more = energy(&bodies) * bodies[0].x;
    bodies.clear();
    let none = energy(&bodies);
    bodies.push(Body { x: more * 0.1, v: q });
    bodies[0].x *= 2.0;
    all + half * more + none + energy(&bodies) + bodies[0].x * bodies.len() as f64
}

#[test]
fn local_structs() {
    for n in [2, 3, 6] {
        let (d_k, d_q) = local::grad(0.4, 1.2, n);
        check(&|x| local(x[0], x[1], n), &[0.4, 1.2], &[d_k, d_q]);
    }
}

/// Elements alone, without calls.
#[differentiable]
fn elements(k: f64, q: f64, n: usize) -> f64 {
    let mut bodies = vec![Body { x: k, v: q }, Body { x: q * q, v: k }, Body { x: k * q, v: 2.0 * q }];
    let mut sum = bodies[2].x * bodies[1].v;
    bodies[1].v *= sum;
    bodies.truncate(n);
    for b in &bodies {
        sum += b.x * b.v;
    }
    bodies.clear();
    bodies.push(Body { x: sum, v: k });
    sum * bodies[0].x * bodies[0].v
}

#[test]
fn of_elements() {
    for n in [0, 1, 2, 3, 9] {
        let (d_k, d_q) = elements::grad(0.4, 1.2, n);
        check(&|x| elements(x[0], x[1], n), &[0.4, 1.2], &[d_k, d_q]);
    }
}

/// Rows of any length, in loops and in branches.
#[differentiable]
fn rows(x: &[f64], n: usize) -> f64 {
    let mut rows: Vec<Vec<f64>> = Vec::new();
    let mut sum = 0.0;
    for t in 0..n {
        for i in 0..x.len() {
            rows.push(vec![x[i] * (t as f64 + 1.0); i + 1]);
        }
        rows[0][0] *= x[t % x.len()];
        sum += total(&rows);
        if t % 2 == 0 {
            rows.truncate(t + 1);
            rows[0][0] += sum * 0.1;
            sum += total(&rows) * x[0];
        } else {
            rows.clear();
        }
        sum += total(&rows) * rows.len() as f64;
    }
    rows.clear();
    sum
}

/// Rows of a length that the type says.
#[differentiable]
fn fixed(x: &[f64], n: usize) -> f64 {
    let mut points = vec![[0.1; 3]; n];
    for i in 0..n {
        for j in 0..3 {
            points[i][j] += x[(i + j) % x.len()];
        }
    }
    let mut sum = spread(&points);
    while points.len() > 1 {
        let k = points.len() - 2;
        points.truncate(k);
        for p in &mut points {
            p[0] *= x[1];
        }
        sum += spread(&points) * sum;
        if let Some(last) = points.last() {
            sum += last[1];
        }
    }
    points.clear();
    points.push([sum, x[0], 0.3]);
    spread(&points)
}

#[test]
fn of_rows() {
    let x = [0.4, -0.7, 1.1];
    for n in [0, 1, 2, 3, 5] {
        check(&|x| rows(x, n), &x, &rows::grad(&x, n));
        check(&|x| fixed(x, n), &x, &fixed::grad(&x, n));
    }
}

/// Vectors of the caller.
#[differentiable]
fn shorten(bodies: &mut Vec<Body>, rows: &mut Vec<Vec<f64>>, n: usize) -> f64 {
    let before = energy(bodies) + total(rows);
    bodies.truncate(n);
    rows.truncate(n);
    before * (energy(bodies) + total(rows))
}

#[differentiable]
fn refill(bodies: &mut Vec<Body>, rows: &mut Vec<Vec<f64>>, k: f64) {
    bodies.clear();
    bodies.push(Body { x: k, v: k * k });
    rows.clear();
    rows.push(vec![k, 0.5 * k]);
}

#[differentiable]
fn lent(x: &[f64], n: usize) -> f64 {
    let mut bodies = Vec::new();
    let mut rows: Vec<Vec<f64>> = Vec::new();
    for i in 0..x.len() {
        bodies.push(Body { x: x[i], v: x[i].sin() });
        rows.push(vec![x[i] * x[0]; i + 1]);
    }
    let mut sum = energy(&bodies);
    for _ in 0..2 {
        sum += shorten(&mut bodies, &mut rows, n);
        sum += energy(&bodies) * total(&rows);
    }
    refill(&mut bodies, &mut rows, sum * 0.01);
    sum + energy(&bodies) * total(&rows)
}

#[test]
fn of_callers() {
    let x = [0.4, -0.7, 1.1, 0.2];
    for n in [0, 1, 3, 4, 7] {
        check(&|x| lent(x, n), &x, &lent::grad(&x, n));
    }
    // By the entry points.
    let of = |x: &[f64]| {
        let mut bodies = vec![Body { x: x[0], v: x[1] }, Body { x: x[2], v: x[3] }];
        let mut rows = vec![vec![x[0], x[2]], vec![x[3]], vec![x[1]]];
        let y = shorten(&mut bodies, &mut rows, 1);
        (y, bodies, rows)
    };
    let (_, bodies, rows) = of(&x);
    assert_eq!((bodies.len(), rows.len()), (1, 1));
    let mut bodies = vec![Body { x: x[0], v: x[1] }, Body { x: x[2], v: x[3] }];
    let mut rows = vec![vec![x[0], x[2]], vec![x[3]], vec![x[1]]];
    let (d_bodies, d_rows) = shorten::grad(&mut bodies, &mut rows, 1);
    assert_eq!((bodies.len(), rows.len()), (1, 1));
    let gradient = [
        d_bodies[0].x + d_rows[0][0],
        d_bodies[0].v + d_rows[2][0],
        d_bodies[1].x + d_rows[0][1],
        d_bodies[1].v + d_rows[1][0],
    ];
    check(&|x| of(x).0, &x, &gradient);
}

/// Vectors in structs, by methods.
#[derive(Clone, Debug, Differentiable)]
struct Record {
    bodies: Vec<Body>,
    rows: Vec<Vec<f64>>,
    points: Vec<[f64; 3]>,
    k: f64,
}

#[differentiable]
impl Record {
    fn add(&mut self, v: f64) {
        self.bodies.push(Body { x: v, v: self.k });
        self.rows.push(vec![v, self.k * v]);
        self.points.push([v, self.k, v * v]);
    }

    fn look(&self) -> f64 {
        energy(&self.bodies) + total(&self.rows) * self.k + spread(&self.points)
    }

    fn keep(&mut self, n: usize) {
        self.bodies.truncate(n);
        self.rows.truncate(n);
        self.points.truncate(n);
    }

    fn forget(&mut self) {
        self.bodies.clear();
        self.rows.clear();
        self.points.clear();
    }

    fn run(&mut self, x: &[f64], n: usize) -> f64 {
        let mut sum = 0.0;
        for t in 0..n {
            for &v in x {
                self.add(v);
            }
            sum += self.look();
            self.keep(t);
            sum += self.look() * sum;
            self.k *= 1.1;
            if t == 2 {
                self.forget();
            }
        }
        sum + self.look()
    }
}

#[differentiable]
fn recorded(x: &[f64], k: f64, n: usize) -> f64 {
    let mut record = Record { bodies: Vec::new(), rows: Vec::new(), points: Vec::new(), k };
    record.run(x, n)
}

#[differentiable]
fn beside(record: &Record, n: usize) -> f64 {
    let mut mine = record.clone();
    let all = mine.look();
    mine.bodies.truncate(n);
    mine.rows.clear();
    mine.points.truncate(n);
    all * mine.look()
}

#[test]
fn of_fields() {
    let x = [0.3, -0.4, 0.5, 0.7];
    for n in [0, 1, 2, 4] {
        let (mut gradient, d_k) = recorded::grad(&x[..3], x[3], n);
        gradient.push(d_k);
        check(&|x| recorded(&x[..3], x[3], n), &x, &gradient);
    }
    let record = |x: &[f64]| Record {
        bodies: vec![Body { x: x[0], v: x[1] }, Body { x: x[2], v: 0.3 }],
        rows: vec![vec![x[1], x[2]], vec![x[0]]],
        points: vec![[x[0], x[1], x[2]], [0.2, x[2], x[0]]],
        k: x[3],
    };
    for n in [0, 1, 2, 3] {
        let d = beside::grad(&record(&x), n);
        let gradient = [
            d.bodies[0].x + d.rows[1][0] + d.points[0][0] + d.points[1][2],
            d.bodies[0].v + d.rows[0][0] + d.points[0][1],
            d.bodies[1].x + d.rows[0][1] + d.points[0][2] + d.points[1][1],
            d.k,
        ];
        check(&|x| beside(&record(x), n), &x, &gradient);
    }
}

/// Structs that hold vectors themselves: each has a shape of its own.
#[differentiable]
fn of_paths(x: &[f64], n: usize) -> f64 {
    let mut paths = Vec::new();
    for i in 0..x.len() {
        let mut points = vec![x[i]; i + 1];
        points[0] *= x[0];
        paths.push(Path { points, k: x[i] });
    }
    let mut sum = lengths(&paths);
    for t in 0..n {
        sum += paths[paths.len() - 1].points[0];
        paths[0].points.push(sum * 0.1);
        paths.truncate(x.len() - t);
        sum += lengths(&paths) * paths[0].k;
    }
    paths.clear();
    paths.push(Path { points: vec![sum, x[1]], k: x[0] });
    lengths(&paths)
}

#[test]
fn of_structs_with_vectors() {
    let x = [0.3, -0.4, 0.5, 0.7];
    for n in [0, 1, 2, 4] {
        check(&|x| of_paths(x, n), &x, &of_paths::grad(&x, n));
    }
}

/// A row of rows, and columns.
#[differentiable]
fn deep(x: &[f64], n: usize) -> f64 {
    let mut grids = vec![vec![vec![x[0], x[1]], vec![x[2]]], vec![vec![x[1] * x[2]]]];
    let mut sum = total(&grids[0]);
    grids[0].truncate(n);
    sum += total(&grids[0]) * x[2];
    grids[1].clear();
    sum += total(&grids[1]);
    grids.truncate(n);
    for grid in &grids {
        sum *= total(grid) + 1.0;
    }
    sum
}

#[test]
fn of_rows_of_rows() {
    let x = [0.3, -0.4, 0.5];
    for n in [0, 1, 2, 4] {
        check(&|x| deep(x, n), &x, &deep::grad(&x, n));
    }
}

/// Elements that are pairs of a number and an index, and numbers, in a method that names no element.
#[derive(Clone, Debug, Differentiable)]
struct Told {
    pairs: Vec<(f64, usize)>,
    w: Vec<f64>,
}

#[differentiable]
impl Told {
    fn reset(&mut self) {
        self.pairs.truncate(1);
        self.w.truncate(2);
    }
}

#[differentiable]
fn read(told: &mut Told) -> f64 {
    let mut sum = told.w[1] * told.pairs[0].0 * told.w[2];
    told.reset();
    for pair in &told.pairs {
        sum += pair.0 * pair.0 * told.w[pair.1];
    }
    sum
}

#[test]
fn in_methods_that_name_no_element() {
    let told = |x: &[f64]| Told { pairs: vec![(x[0], 1), (x[1], 0)], w: vec![x[1], x[2], x[0]] };
    let x = [0.3, -0.4, 0.5];
    let d = read::grad(&mut told(&x));
    let gradient = [d.pairs[0].0 + d.w[2], d.pairs[1].0 + d.w[0], d.w[1]];
    check(&|x| read(&mut told(x)), &x, &gradient);
}

/// Numbers of any type, in a branch, in loops that are left.
#[differentiable]
fn generic<T: backprop::Real>(list: &mut Vec<T>, rows: &mut Vec<Vec<T>>, n: usize) -> T {
    let mut sum = list[0] * list[1];
    for i in 0..n {
        if i % 2 == 0 {
            rows.truncate(n - i);
            list.truncate(n - i + 1);
        } else if rows.len() > 1 {
            rows[1].clear();
            rows[1].push(sum);
        }
        if rows.is_empty() || list.len() < 2 {
            break;
        }
        for row in rows.iter() {
            for v in row {
                sum = sum + *v * list[1] * sum;
            }
        }
    }
    sum
}

#[test]
fn of_generic_numbers() {
    let of = |x: &[f64], n| generic(&mut vec![x[0], x[1], x[2]], &mut vec![vec![x[1]], vec![x[2], x[0]], vec![]], n);
    let x = [0.3, -0.4, 0.5];
    for n in [0, 1, 2, 3, 5] {
        let (mut list, mut rows) = (x.to_vec(), vec![vec![x[1]], vec![x[2], x[0]], vec![]]);
        let (d, d_rows) = generic::grad(&mut list, &mut rows, n);
        let gradient = [d[0] + d_rows[1][1], d[1] + d_rows[0][0], d[2] + d_rows[1][0]];
        check(&|x| of(x, n), &x, &gradient);
    }
    let (mut list, mut rows) = (vec![0.5_f32, 2.0], vec![vec![1.0_f32], vec![3.0]]);
    let (d, d_rows) = generic::grad(&mut list, &mut rows, 1);
    // It is `a b + r b a b`.
    assert_eq!((d, d_rows), (vec![6.0, 2.5], vec![vec![2.0], vec![0.0]]));
}

/// Rows of structs.
#[differentiable]
fn crowds(x: &[f64], n: usize) -> f64 {
    let mut crowds: Vec<Vec<Body>> = Vec::new();
    for i in 0..x.len() {
        let mut crowd = Vec::new();
        for j in 0..=i {
            crowd.push(Body { x: x[i] * x[j], v: x[j] });
        }
        crowds.push(crowd);
    }
    let mut sum = 0.0;
    for crowd in &crowds {
        sum += energy(crowd);
    }
    crowds[1].truncate(n);
    sum *= energy(&crowds[1]) + 1.0;
    crowds.truncate(n);
    for crowd in &crowds {
        sum *= energy(crowd) + x[0];
    }
    crowds.clear();
    sum
}

#[test]
fn of_rows_of_structs() {
    let x = [0.3, -0.4, 0.5];
    for n in [0, 1, 2, 4] {
        check(&|x| crowds(x, n), &x, &crowds::grad(&x, n));
    }
}
