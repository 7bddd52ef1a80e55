//! Arrays of integers in structs that functions write to, beside arrays of reals: pivots, lists, counters and parents.

#![expect(
    clippy::assigning_clones,
    clippy::cast_lossless,
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    clippy::explicit_iter_loop,
    clippy::needless_range_loop,
    clippy::suboptimal_flops,
    reason = "the programs are as people write them; results are exact"
)]

mod agrees;
mod differences;

use agrees::agrees;
use backprop::{Differentiable, differentiable};
use differences::check;

/// An LU decomposition with its pivots.
#[derive(Clone, Differentiable)]
struct Lu {
    n: usize,
    a: Vec<f64>,
    pivots: Vec<usize>,
}

#[differentiable]
impl Lu {
    fn new(a: &[f64], n: usize) -> Self {
        let mut lu = Lu { n, a: a.to_vec(), pivots: vec![0; n] };
        lu.factor();
        lu
    }

    fn factor(&mut self) {
        let n = self.n;
        for k in 0..n {
            let mut p = k;
            for i in k + 1..n {
                if self.a[i * n + k].abs() > self.a[p * n + k].abs() {
                    p = i;
                }
            }
            self.pivots[k] = p;
            if p != k {
                for j in 0..n {
                    self.a.swap(k * n + j, p * n + j);
                }
            }
            for i in k + 1..n {
                self.a[i * n + k] /= self.a[k * n + k];
                for j in k + 1..n {
                    self.a[i * n + j] -= self.a[i * n + k] * self.a[k * n + j];
                }
            }
        }
    }

    fn solve(&self, b: &[f64]) -> Vec<f64> {
        let n = self.n;
        let mut x = b.to_vec();
        for k in 0..n {
            x.swap(k, self.pivots[k]);
        }
        for i in 0..n {
            for j in 0..i {
                x[i] -= self.a[i * n + j] * x[j];
            }
        }
        for i in (0..n).rev() {
            for j in i + 1..n {
                x[i] -= self.a[i * n + j] * x[j];
            }
            x[i] /= self.a[i * n + i];
        }
        x
    }
}

#[differentiable]
fn solved(x: &[f64]) -> f64 {
    let lu = Lu::new(&[0.1 * x[0], x[1], x[2], x[3], x[0], 0.3, x[4], x[5], 2.0], 3);
    let y = lu.solve(&[x[5], x[4], 1.0]);
    y[0] * y[1] + y[2]
}

/// Particles in cells, which are lists of integers.
#[derive(Clone, Differentiable)]
struct Fluid {
    x: Vec<f64>,
    v: Vec<f64>,
    rho: Vec<f64>,
    cells: Vec<Vec<usize>>,
    h: f64,
}

#[differentiable]
impl Fluid {
    fn kernel(&self, r: f64) -> f64 {
        let q = r.abs() / self.h;
        if q < 1.0 { (1.0 - q).powi(3) } else { 0.0 }
    }

    fn sort(&mut self) {
        for cell in self.cells.iter_mut() {
            cell.clear();
        }
        for i in 0..self.x.len() {
            let c = (self.x[i] / self.h) as usize;
            self.cells[c].push(i);
        }
    }

    fn density(&mut self) {
        for i in 0..self.x.len() {
            let mut rho = 0.0;
            let c = (self.x[i] / self.h) as usize;
            for cell in c.saturating_sub(1)..(c + 2).min(self.cells.len()) {
                for &j in &self.cells[cell] {
                    rho += self.kernel(self.x[i] - self.x[j]);
                }
            }
            self.rho[i] = rho;
        }
    }

    fn step(&mut self, dt: f64) {
        self.sort();
        self.density();
        for i in 0..self.x.len() {
            self.v[i] -= dt * (self.rho[i] - 1.0);
            self.x[i] += dt * self.v[i];
        }
    }
}

#[differentiable]
fn flow(x: &[f64]) -> f64 {
    let n = x.len();
    let mut fluid = Fluid { x: x.to_vec(), v: vec![0.1; n], rho: vec![0.0; n], cells: vec![Vec::new(); 8], h: 0.5 };
    for _ in 0..3 {
        fluid.step(0.02);
    }
    let mut sum = 0.0;
    for i in 0..n {
        sum += fluid.rho[i] * fluid.x[i];
    }
    sum
}

/// A walk whose map changes while it is read.
#[derive(Clone, Differentiable)]
struct Walk {
    next: Vec<usize>,
    count: [usize; 3],
    y: Vec<f64>,
    at: usize,
}

#[differentiable]
impl Walk {
    fn go(&mut self, k: f64) -> f64 {
        let i = self.at;
        self.y[self.next[i]] *= k + self.y[i];
        self.next[i] = (self.next[i] + 1) % self.next.len();
        self.count[i % 3] += 1;
        self.at = self.next[i];
        self.y[self.at]
    }

    fn weight(&self, i: usize) -> f64 {
        let count: usize = self.count[i % 3];
        self.y[self.next[i]] * count as f64
    }

    /// Changes a list, looks at the whole, changes it by a method, and reads the list again.
    fn tour(&mut self, k: f64) -> f64 {
        let mut sum = 0.0;
        for i in 0..3 {
            self.next.swap(i, (i + 1) % 3);
            sum += self.weight(i);
            if sum > 0.4 {
                sum += self.go(k);
            } else {
                self.next[i] = 0;
                if i == 2 {
                    return sum * self.y[self.next[1]];
                }
            }
            sum *= self.y[self.next[i]];
        }
        sum + self.weight(0)
    }
}

#[differentiable]
fn walk(x: &[f64]) -> Walk {
    Walk { next: vec![1, 2, 3, 4, 0], count: [0; 3], y: x[..5].to_vec(), at: 0 }
}

#[differentiable]
fn walked(x: &[f64]) -> f64 {
    let mut walk: Walk = walk(x);
    let mut sum = 0.0;
    for _ in 0..7 {
        sum += walk.go(x[5]);
    }
    sum
}

#[differentiable]
fn toured(x: &[f64]) -> f64 {
    let mut walk: Walk = walk(x);
    let first = walk.tour(x[5]);
    let second = walk.tour(first);
    first * second + walk.y[walk.next[0]] + walk.weight(1)
}

/// Integers of a local struct that is changed, copied, and given away.
#[differentiable]
fn local(x: &[f64]) -> f64 {
    let mut walk = Walk { next: vec![4; 5], count: [1, 2, 3], y: x[..5].to_vec(), at: 1 };
    for i in 0..5 {
        walk.next[i] = 4 - i;
        walk.y[i] *= 1.5;
    }
    let before = walk.clone();
    walk.next.rotate_left(2);
    walk.count[1] += 5;
    walk.next[walk.count[0]] = 3;
    let mut sum = walk.go(x[5]);
    for (i, n) in walk.next.iter().enumerate() {
        sum += before.y[*n] * walk.y[i];
    }
    sum * before.weight(1) + walk.weight(1)
}

#[differentiable]
fn given(mut walk: Walk, i: usize) -> Walk {
    walk.next[i] = 3;
    walk.y[i] *= 2.0;
    walk
}

/// The struct gets other values as a whole, and another list.
#[differentiable]
fn assigned(x: &[f64]) -> f64 {
    let mut walk = Walk { next: vec![4, 2, 1, 0, 3], count: [1; 3], y: x[..5].to_vec(), at: 0 };
    let mut other = walk.clone();
    let mut sum = 0.0;
    for i in 0..4 {
        walk.next[i] = 2;
        if x[i] > 0.8 {
            walk = other.clone();
        }
        sum += walk.y[walk.next[i]] * x[i];
        walk = given(walk, i);
        std::mem::swap(&mut walk, &mut other);
        sum += walk.y[walk.next[i]] * other.y[other.next[i]];
    }
    walk.next.push(1);
    sum *= walk.y[walk.next[5]];
    walk.next = other.next.clone();
    walk.next.swap(0, 1);
    sum + walk.y[walk.next[0]] + walk.weight(1)
}

#[test]
fn integers_change_beside_reals() {
    agrees!(solved, flow, walked, toured, local, assigned);
}

#[test]
fn they_are_in_the_struct_afterwards() {
    let x = agrees::X;
    let (mut changed, mut plain) = (walk(&x), walk(&x));
    let (value, back) = changed.tour_vjp(0.7);
    assert_eq!(value.to_bits(), plain.tour(0.7).to_bits());
    assert_eq!((&changed.next, changed.count, changed.at), (&plain.next, plain.count, plain.at));
    assert_eq!(changed.y, plain.y);
    let mut d = changed.zero_cotangent();
    let d_k = back(1.0, &mut d);
    let mut gradient = d.y;
    gradient.push(d_k);
    let of = |z: &[f64]| walk(z).tour(z[5]);
    check(&of, &[x[0], x[1], x[2], x[3], x[4], 0.7], &gradient);
}

/// Means of what falls into each class: the counts become numbers, and nothing else is done with them.
#[derive(Clone, Debug, Differentiable)]
struct Classes {
    sum: Vec<f64>,
    count: Vec<u32>,
    taken: [bool; 2],
}

#[differentiable]
impl Classes {
    fn means(&mut self) {
        for i in 0..self.sum.len() {
            self.sum[i] /= self.count[i] as f64 + (usize::from(self.taken[i % 2]) * 3) as f64;
        }
    }
}

#[differentiable]
fn total(classes: &Classes, k: f64) -> f64 {
    let mut sum = 0.0;
    for (i, &count) in classes.count.iter().enumerate() {
        sum += count as f64 * k * classes.sum[i];
    }
    sum
}

#[differentiable]
fn classified(x: &[f64]) -> f64 {
    let mut classes = Classes { sum: x.to_vec(), count: vec![1, 2, 3, 4, 5, 6], taken: [true, false] };
    classes.means();
    total(&classes, x[0]) * classes.count[2] as f64
}

#[test]
fn integers_become_numbers() {
    agrees!(classified);
}

/// A graph: calls take parts of its lists, of which nothing but their definition shows that they hold integers.
#[derive(Clone, Differentiable)]
struct Graph {
    starts: Vec<usize>,
    is_there: [bool; 3],
    w: Vec<f64>,
}

#[differentiable]
fn along(starts: &[usize], w: &[f64]) -> f64 {
    let mut sum = 0.0;
    for &i in starts {
        sum += w[i] * w[i];
    }
    sum
}

#[differentiable]
fn chosen(is_there: &[bool], w: &[f64]) -> f64 {
    if is_there[0] { w[0] } else { w[1] * w[2] }
}

#[differentiable]
impl Graph {
    fn weight(&self, from: usize) -> f64 {
        along(&self.starts[from..], &self.w) * chosen(&self.is_there[1..], &self.w)
    }
}

#[differentiable]
fn lists_lent(x: &[f64]) -> f64 {
    let graph = Graph { starts: vec![0, 2, 1, 3], is_there: [true, false, true], w: x.to_vec() };
    along(&graph.starts[1..3], &graph.w) * graph.weight(2)
}

#[differentiable]
fn of_another(graph: &Graph, k: f64) -> f64 {
    along(&graph.starts[1..], &graph.w) * k
}

#[test]
fn parts_of_lists_are_lent() {
    agrees!(lists_lent);
    let graph = |x: &[f64]| Graph { starts: vec![0, 2, 1], is_there: [true; 3], w: x[..3].to_vec() };
    let x = [0.7, -0.3, 1.2, 0.4];
    let (d, d_k) = of_another::grad(&graph(&x), x[3]);
    check(&|x| of_another(&graph(x), x[3]), &x, &[d.w, vec![d_k]].concat());
}

/// What is factorised, taken apart by reference.
#[derive(Clone, Differentiable)]
struct Factors {
    a: Vec<f64>,
    rows: Vec<usize>,
    scale: f64,
    n: usize,
}

#[derive(Clone, Differentiable)]
struct Solver {
    factors: Factors,
    shift: f64,
}

#[differentiable]
impl Solver {
    fn solve(&self, b: &[f64]) -> Vec<f64> {
        let Factors { a, rows, scale, n } = &self.factors;
        let mut x = b.to_vec();
        for i in 0..*n {
            x.swap(i, rows[i]);
        }
        for i in 0..*n {
            x[i] = x[i] * a[i] + scale * self.shift;
            if *scale > 0.0 {
                x[i] *= *scale;
            }
        }
        x
    }
}

#[differentiable]
fn weighted(a: &[f64], rows: &[usize], k: f64) -> f64 {
    let mut sum = 0.0;
    for (i, row) in rows.iter().enumerate() {
        sum += a[*row] * k * i as f64;
    }
    sum
}

#[differentiable]
fn of_factors(factors: &Factors) -> f64 {
    let Factors { a, rows, scale, .. } = factors;
    let mut sum = a[rows[1]] * a.len() as f64;
    for &row in rows {
        sum += a[row] * scale.sin();
    }
    sum + weighted(a, rows, *scale) + weighted(&a[1..], &rows[2..], 2.0 * scale)
}

#[differentiable]
fn taken_apart(x: &[f64]) -> f64 {
    let factors = Factors { a: x[..3].to_vec(), rows: vec![2, 1, 0], scale: x[3], n: 3 };
    let solver = Solver { factors, shift: x[4] };
    let y = solver.solve(&x[2..5]);
    let Solver { factors: Factors { a, rows, .. }, shift } = &solver;
    of_factors(&solver.factors) + y[0] * y[1] * y[2] + a[rows[0]] * shift
}

#[test]
fn structs_are_taken_apart_by_reference() {
    agrees!(taken_apart);
}
