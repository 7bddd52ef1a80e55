//! Structs with arrays behind `&mut`: elements are changed, and calls change the whole. Values bit for bit, gradients against central
//! differences.

#![expect(
    clippy::cast_precision_loss,
    clippy::float_cmp,
    clippy::many_single_char_names,
    clippy::needless_range_loop,
    clippy::ptr_arg,
    reason = "it is the same computation, and the names are those of the formulas"
)]

mod differences;

use backprop::{Differentiable, differentiable};
use differences::check;

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct State {
    x: Vec<f64>,
    v: Vec<f64>,
    k: f64,
    f: [f64; 3],
}
#[differentiable]
impl State {
    fn step(&mut self, dt: f64) {
        for i in 0..self.x.len() {
            self.v[i] -= dt * self.k * self.x[i].sin();
        }
        for i in 0..self.x.len() {
            self.x[i] += dt * self.v[i];
        }
        self.k *= 1.0 + dt;
    }
    fn energy(&self) -> f64 {
        let mut e = 0.0;
        for i in 0..self.x.len() {
            e += self.v[i] * self.v[i] - self.k * self.x[i].cos() * self.f[i % 3];
        }
        e
    }
    fn run(&mut self, dt: f64, n: usize) -> f64 {
        let mut s = 0.0;
        for i in 0..n {
            self.step(dt);
            self.f[i % 3] += self.x[0] * dt;
            if self.x[0] > 0.5 {
                s += self.energy() * self.x[1];
            } else {
                self.v[0] *= 1.5;
            }
            if s > 4.0 {
                return s;
            }
        }
        self.x.push(s);
        self.v.push(0.1 * s);
        s + self.energy() * self.v[1]
    }
}
#[differentiable]
fn kick(s: &mut State, i: usize, by: f64) -> f64 {
    let old = s.v[i];
    s.v[i] += by;
    old * s.x[i]
}
#[differentiable]
fn outer(s: &mut State, dt: f64) -> f64 {
    let a = kick(s, 1, s.x[0] * dt);
    s.step(a);
    let b: f64 = s.energy();
    s.x[0] *= b;
    a * State::run(s, dt, 2)
}
fn state(x: &[f64]) -> State {
    State { x: x[0..3].to_vec(), v: x[3..6].to_vec(), k: x[6], f: [x[7], x[8], x[9]] }
}
fn flat(d: &StateCotangent) -> Vec<f64> {
    let mut a = d.x.clone();
    a.extend(&d.v);
    a.push(d.k);
    a.extend(&d.f);
    a
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Mass {
    at: [f64; 2],
    v: [f64; 2],
    m: f64,
}
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Chain {
    masses: Vec<Mass>,
    stiffness: Vec<f64>,
    lengths: Vec<f64>,
    drag: f64,
    #[constant]
    fixed: usize,
}
#[differentiable]
impl Chain {
    fn step(&mut self, dt: f64) {
        let n = self.masses.len();
        let mut force = vec![[0.0; 2]; n];
        for i in 0..n {
            force[i][0] = -self.drag * self.masses[i].v[0];
            force[i][1] = -self.drag * self.masses[i].v[1] - self.masses[i].m;
        }
        for i in 0..n - 1 {
            let dx = self.masses[i + 1].at[0] - self.masses[i].at[0];
            let dy = self.masses[i + 1].at[1] - self.masses[i].at[1];
            let distance = (dx * dx + dy * dy).sqrt();
            let f = self.stiffness[i] * (distance - self.lengths[i]) / distance;
            force[i][0] += f * dx;
            force[i][1] += f * dy;
            force[i + 1][0] -= f * dx;
            force[i + 1][1] -= f * dy;
        }
        for i in 1..n {
            for a in 0..2 {
                self.masses[i].v[a] += dt * force[i][a] / self.masses[i].m;
                self.masses[i].at[a] += dt * self.masses[i].v[a];
            }
        }
    }
    fn slow(&mut self, k: f64) {
        for body in &mut self.masses {
            body.m *= k;
            body.v[0] *= k;
        }
    }
}
#[differentiable]
fn miss(chain: &mut Chain, x: f64, dt: f64, steps: usize) -> f64 {
    for i in 0..steps {
        chain.step(dt);
        if i == 1 {
            chain.slow(x);
        }
    }
    let last = chain.masses.len() - 1;
    (chain.masses[last].at[0] - x).powi(2) + chain.masses[last].at[1].powi(2)
}
fn chain(x: &[f64]) -> Chain {
    Chain {
        masses: (0..3)
            .map(|i| Mass { at: [[0.0, 1.0, 2.0][i] + x[i], x[3 + i]], v: [x[6 + i], 0.1], m: 1.0 + x[9 + i] })
            .collect(),
        stiffness: x[12..14].to_vec(),
        lengths: x[14..16].to_vec(),
        drag: x[16],
        fixed: 1,
    }
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Grid {
    rows: Vec<[f64; 2]>,
    inner: Inner,
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Inner {
    w: Vec<f64>,
    b: f64,
}

#[differentiable]
trait Advance {
    fn advance(&mut self, dt: f64);
}

#[differentiable]
impl Advance for Grid {
    fn advance(&mut self, dt: f64) {
        for i in 0..self.rows.len() {
            self.rows[i][0] += dt * self.rows[i][1];
        }
        scale(&mut self.inner.w, dt);
        let first = |i: usize| self.inner.w[i] * dt;
        self.inner.b += first(0);
    }
}

#[differentiable]
fn scale(x: &mut [f64], k: f64) {
    for v in x.iter_mut() {
        *v *= 1.0 + k;
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

#[differentiable]
impl Grid {
    fn down(&mut self, depth: usize, dt: f64) -> f64 {
        if depth == 0 {
            return self.rows[1][0] * self.inner.b;
        }
        self.rows[0][1] *= self.inner.w[1];
        self.advance(dt);
        let below = Grid::down(self, depth - 1, dt * self.rows[0][0]);
        self.inner.w[0] += below;
        below * self.total()
    }

    fn total(&self) -> f64 {
        let mut sum = self.inner.b;
        for i in 0..self.rows.len() {
            sum += self.rows[i][0] * self.inner.w[i];
        }
        sum
    }

    fn count(&self) -> usize {
        self.rows.len()
    }

    fn counted(&mut self, dt: f64) -> f64 {
        self.rows[0][0] += dt;
        let n: usize = self.count();
        if n == 2 { self.rows[0][0] * self.total() } else { dt }
    }
}

#[differentiable]
fn generic<A: Advance>(a: &mut A, dt: f64, turns: usize) {
    for _ in 0..turns {
        a.advance(dt);
    }
}

#[differentiable]
fn two(a: &mut Grid, b: &mut State, dt: f64) -> f64 {
    generic(a, dt, 2);
    for i in 0..b.x.len() {
        let old = b.x[i];
        b.x[i] = a.inner.w[0] * old + a.rows[i % 2][1];
        a.inner.w[1] += old;
    }
    b.step(dt);
    let (x, v) = (b.x[..].to_vec(), b.v[..].to_vec());
    a.rows[0][0] * dot(&x, &v)
}

fn grid(x: &[f64]) -> Grid {
    Grid { rows: vec![[x[0], x[1]], [x[2], x[3]]], inner: Inner { w: vec![x[4], x[5]], b: x[6] } }
}

fn flat_grid(d: &GridCotangent) -> Vec<f64> {
    let mut all = d.rows.concat();
    all.extend(&d.inner.w);
    all.push(d.inner.b);
    all
}

#[test]
fn rows_nested_structs_and_recursion() {
    let x = [0.3, 0.7, 0.2, -0.4, 0.9, 0.35, 1.2, 0.25];
    for depth in [0, 1, 3] {
        let (mut g, mut alone) = (grid(&x), grid(&x));
        let (value, (d, d_dt)) = g.down_value_and_grad(depth, x[7]);
        assert_eq!(value.to_bits(), alone.down(depth, x[7]).to_bits());
        assert_eq!(g, alone);
        let mut d = flat_grid(&d);
        d.push(d_dt);
        check(&|x| grid(x).down(depth, x[7]), &x, &d);
    }
    let mut g = grid(&x);
    let (value, (d, d_dt)) = g.counted_value_and_grad(x[7]);
    assert_eq!(value.to_bits(), grid(&x).counted(x[7]).to_bits());
    let mut d = flat_grid(&d);
    d.push(d_dt);
    check(&|x| grid(x).counted(x[7]), &x, &d);
}

#[test]
fn two_structs() {
    let x = [0.3, 0.7, 0.2, -0.4, 0.9, 0.35, 1.2, 0.3, 0.7, 0.2, -0.4, 0.9, 0.35, 1.2, 0.5, 0.7, 1.1, 0.25];
    let (mut g, mut s) = (grid(&x), state(&x[7..]));
    let (value, (d_g, d_s, d_dt)) = two::value_and_grad(&mut g, &mut s, x[17]);
    let (mut g2, mut s2) = (grid(&x), state(&x[7..]));
    assert_eq!(value.to_bits(), two(&mut g2, &mut s2, x[17]).to_bits());
    assert_eq!((g, s), (g2, s2));
    let mut d = flat_grid(&d_g);
    d.extend(flat(&d_s));
    d.push(d_dt);
    check(&|x| two(&mut grid(x), &mut state(&x[7..]), x[17]), &x, &d);
    // What they hold after the call.
    let weighted = |x: &[f64]| {
        let (mut g, mut s) = (grid(x), state(&x[7..]));
        let value = two(&mut g, &mut s, x[17]);
        2.0 * value + g.rows[0][0] * 0.5 - g.inner.w[1] + 3.0 * s.x[2] + s.k
    };
    let (mut g, mut s) = (grid(&x), state(&x[7..]));
    let (_, back) = two::vjp(&mut g, &mut s, x[17]);
    let mut d_g =
        GridCotangent { rows: vec![[0.5, 0.0], [0.0, 0.0]], inner: InnerCotangent { w: vec![0.0, -1.0], b: 0.0 } };
    let mut d_s = StateCotangent { x: vec![0.0, 0.0, 3.0], v: vec![0.0; 3], k: 1.0, f: [0.0; 3] };
    let d_dt = back(2.0, &mut d_g, &mut d_s);
    let mut d = flat_grid(&d_g);
    d.extend(flat(&d_s));
    d.push(d_dt);
    check(&weighted, &x, &d);
}

#[test]
fn vectors_in_a_struct() {
    let x = [0.3, 0.7, 0.2, -0.4, 0.9, 0.35, 1.2, 0.5, 0.7, 1.1, 0.25];
    for n in [0, 1, 3, 6] {
        let (mut s, mut t) = (state(&x), state(&x));
        let (v, (d, d_dt)) = s.run_value_and_grad(x[10], n);
        assert_eq!(v, t.run(x[10], n));
        assert_eq!(s, t);
        let mut d = flat(&d);
        d.push(d_dt);
        check(&|x| state(x).run(x[10], n), &x, &d);
    }
    let (mut s, mut t) = (state(&x), state(&x));
    let (v, (d, d_dt)) = outer::value_and_grad(&mut s, x[10]);
    assert_eq!(v, outer(&mut t, x[10]));
    assert_eq!(s, t);
    let mut d = flat(&d);
    d.push(d_dt);
    check(&|x| outer(&mut state(x), x[10]), &x, &d);
}

#[test]
fn vectors_of_structs() {
    let x = [0.1, 0.2, -0.1, 0.05, 0.3, -0.2, 0.1, 0.2, 0.3, 0.5, 0.4, 0.3, 3.0, 4.0, 0.9, 0.8, 0.3, 0.25, 0.05];
    for n in [0, 1, 2, 5] {
        let (mut s, mut t) = (chain(&x), chain(&x));
        let (value, (d, d_x, d_dt)) = miss::value_and_grad(&mut s, x[17], x[18], n);
        assert_eq!(value.to_bits(), miss(&mut t, x[17], x[18], n).to_bits());
        assert_eq!(s, t);
        let mut g = Vec::new();
        g.extend(d.masses.iter().map(|m| m.at[0]));
        g.extend(d.masses.iter().map(|m| m.at[1]));
        g.extend(d.masses.iter().map(|m| m.v[0]));
        g.extend(d.masses.iter().map(|m| m.m));
        g.extend(&d.stiffness);
        g.extend(&d.lengths);
        g.push(d.drag);
        g.push(d_x);
        g.push(d_dt);
        check(&|x| miss(&mut chain(x), x[17], x[18], n), &x, &g);
    }
}

/// Two layers, which change places as a whole.
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Layer {
    w: Vec<f64>,
    b: f64,
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Pair {
    first: Layer,
    second: Layer,
}

#[differentiable]
fn exchanged(pair: &mut Pair, k: f64) {
    pair.first.w[0] = k * pair.second.b;
    std::mem::swap(&mut pair.first, &mut pair.second);
    pair.first.w[1] *= k;
}

#[differentiable]
fn replaced(pair: &mut Pair, k: f64) -> f64 {
    std::mem::swap(&mut pair.first, &mut pair.second);
    pair.first.b *= k;
    let old = std::mem::replace(&mut pair.second, Layer { w: vec![k, k * k], b: pair.first.b });
    old.b * old.w[1]
}

#[differentiable]
fn of_pair(pair: &mut Pair, k: f64) -> f64 {
    exchanged(pair, k);
    let old = replaced(pair, k + 1.0);
    old + pair.first.w[0] * pair.first.b + pair.first.w[1] * pair.second.w[0] * pair.second.w[1] + pair.second.b
}

#[test]
fn structs_in_a_struct_change_places() {
    let pair = |x: &[f64]| Pair {
        first: Layer { w: x[..2].to_vec(), b: x[2] },
        second: Layer { w: x[3..5].to_vec(), b: x[5] },
    };
    let x = [0.3, 0.7, 0.2, -0.4, 0.9, 0.35, 1.2];
    let (mut s, mut t) = (pair(&x), pair(&x));
    let (value, (d, d_k)) = of_pair::value_and_grad(&mut s, x[6]);
    assert_eq!(value.to_bits(), of_pair(&mut t, x[6]).to_bits());
    assert_eq!(s, t);
    let d = [d.first.w, vec![d.first.b], d.second.w, vec![d.second.b, d_k]].concat();
    check(&|x| of_pair(&mut pair(x), x[6]), &x, &d);
}

/// What is left of a state at a time.
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Record {
    at: f64,
    x: Vec<f64>,
}

#[differentiable]
impl State {
    /// Changes the state, and gives a struct.
    fn recorded(&mut self, dt: f64) -> Record {
        self.step(dt);
        Record { at: self.k * dt, x: vec![self.x[0] * self.v[1], self.k] }
    }
}

#[differentiable]
fn record(state: &mut State, dt: f64) -> Record {
    state.x[1] += dt;
    Record { at: state.x[1] * state.x[0], x: state.x.clone() }
}

#[differentiable]
fn recorded_twice(state: &mut State, dt: f64) -> f64 {
    let first = state.recorded(dt);
    let second = record(state, dt);
    first.at * second.x[0] + first.x[0] * first.x[1] + second.at
}

#[test]
fn a_struct_is_given_by_what_changes_another() {
    let state = |x: &[f64]| State { x: x[..2].to_vec(), v: x[2..4].to_vec(), k: x[4], f: [0.0; 3] };
    let x = [0.3, 0.7, 0.2, -0.4, 0.9, 0.35];
    let (mut s, mut t) = (state(&x), state(&x));
    let (value, (d, d_dt)) = recorded_twice::value_and_grad(&mut s, x[5]);
    assert_eq!(value.to_bits(), recorded_twice(&mut t, x[5]).to_bits());
    assert_eq!(s, t);
    check(&|x| recorded_twice(&mut state(x), x[5]), &x, &[d.x, d.v, vec![d.k, d_dt]].concat());

    // By the backpropagator: of `at` alone, and of what the state is afterwards.
    let mut s = state(&x);
    let (_, back) = s.recorded_vjp(x[5]);
    let mut d = StateCotangent { x: vec![0.0, 0.5], v: vec![0.0; 2], k: 0.0, f: [0.0; 3] };
    let d_dt = back(RecordCotangent { at: 2.0, x: vec![0.0; 2] }, &mut d);
    let weighed = |x: &[f64]| {
        let mut s = state(x);
        2.0 * s.recorded(x[5]).at + 0.5 * s.x[1]
    };
    check(&weighed, &x, &[d.x, d.v, vec![d.k, d_dt]].concat());
}

type Energy = f64;

/// Only rustc knows that its result is a number.
#[differentiable]
fn energy_after(state: &mut State, dt: f64) -> Energy {
    state.k *= dt;
    state.k * state.x[0].cos()
}

#[test]
fn a_number_under_another_name_is_given_by_what_changes_a_struct() {
    let state = |x: &[f64]| State { x: x[..1].to_vec(), v: Vec::new(), k: x[1], f: [0.0; 3] };
    let x = [0.3, 0.9, 0.35];
    let (mut s, mut t) = (state(&x), state(&x));
    let (value, (d, d_dt)) = energy_after::value_and_grad(&mut s, x[2]);
    assert_eq!(value.to_bits(), energy_after(&mut t, x[2]).to_bits());
    assert_eq!(s, t);
    check(&|x| energy_after(&mut state(x), x[2]), &x, &[d.x[0], d.k, d_dt]);
    assert_eq!(energy_after::grad(&mut state(&x), x[2]).1, d_dt);
    let (mut d_into, mut into) = (StateCotangent { x: vec![7.0], v: Vec::new(), k: 7.0, f: [7.0; 3] }, 7.0);
    energy_after::value_and_grad_into(&mut state(&x), x[2], &mut d_into, &mut into);
    assert_eq!((d_into.x[0], d_into.k, into), (d.x[0], d.k, d_dt));
    energy_after::accumulate_grad(&mut state(&x), x[2], &mut d_into, &mut into);
    assert_eq!((d_into.x[0], d_into.k, into), (2.0 * d.x[0], 2.0 * d.k, 2.0 * d_dt));
}

#[derive(Clone, Differentiable)]
struct Rod {
    u: Vec<f64>,
    k: f64,
}

#[differentiable]
fn grown(u: &mut Vec<f64>, dt: f64) {
    for v in u.iter_mut() {
        *v += dt * *v * *v;
    }
    u.push(dt);
}

#[differentiable]
fn eliminated(a: &mut Vec<Vec<f64>>, b: &mut Vec<f64>) {
    let factor = a[1][0] / a[0][0];
    a[1][1] -= factor * a[0][1];
    b[1] = (b[1] - factor * b[0]) / a[1][1];
    b[0] = (b[0] - a[0][1] * b[1]) / a[0][0];
}

#[differentiable]
impl Rod {
    fn matrix(&self, y: &[f64]) -> Vec<Vec<f64>> {
        vec![vec![2.0 + y[0] * self.k, y[1]], vec![self.k, 3.0 + y[1]]]
    }

    /// Vectors in fields change in loops, where only the function says that they are vectors.
    fn run(&mut self, dt: f64, turns: usize) -> f64 {
        for _ in 0..turns {
            grown(&mut self.u, dt);
        }
        let mut sum = 0.0;
        for (i, v) in self.u.iter().enumerate() {
            sum += v * self.k * (i + 1) as f64;
        }
        sum
    }

    /// So do vectors that methods give.
    fn solved(&self, turns: usize) -> f64 {
        let mut x = self.u.clone();
        for _ in 0..turns {
            let mut a = self.matrix(&x);
            eliminated(&mut a, &mut x);
        }
        x[0] * x[1]
    }
}

#[test]
fn vectors_change_in_loops() {
    let of = |p: &[f64]| Rod { u: p[..2].to_vec(), k: p[2] };
    let p = [0.7, -0.4, 1.2, 0.1];
    let (d, d_dt) = of(&p).run_grad(p[3], 3);
    check(&|p| of(p).run(p[3], 3), &p, &[d.u.as_slice(), &[d.k, d_dt]].concat());
    let d = of(&p).solved_grad(3);
    check(&|p| of(p).solved(3), &p[..3], &[d.u.as_slice(), &[d.k]].concat());
}
