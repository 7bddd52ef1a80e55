//! Names for what is behind `&mut`: `let s = &mut self.state;`. Gradients are held against central differences, values against the
//! functions themselves.

mod differences;

use backprop::{Differentiable, differentiable};
use differences::check;

#[derive(Clone, Copy, Differentiable)]
struct State {
    x: f64,
    v: f64,
}

#[derive(Clone, Differentiable)]
struct Body {
    state: State,
    stiffness: f64,
    trace: Vec<f64>,
    grid: Vec<Vec<f64>>,
}

#[differentiable]
impl State {
    fn drift(&mut self, dt: f64) {
        self.x += dt * self.v;
    }
    fn energy(&self) -> f64 {
        self.x * self.x + self.v * self.v
    }
}

#[differentiable]
fn kick(state: &mut State, force: f64, dt: f64) {
    let s = &mut *state;
    s.v += force * dt;
}

#[differentiable]
impl Body {
    fn step(&mut self, dt: f64) {
        let s = &mut self.state;
        s.v -= dt * self.stiffness * s.x;
        kick(s, -0.1 * s.v, dt);
        s.drift(dt);
        let trace = &mut self.trace;
        trace[0] += s.x;
        trace.push(s.energy());
        let grid = &mut self.grid;
        for i in 1..grid.len() {
            for j in 0..grid[i].len() {
                let above = grid[i - 1][j];
                grid[i][j] = 0.5 * (grid[i][j] + above * s.v);
            }
        }
    }
    fn halve(&mut self) -> f64 {
        let State { x, v: velocity } = &mut self.state;
        *x *= 0.5;
        *velocity *= *x;
        let k = &mut self.stiffness;
        *k -= *velocity;
        for t in &mut self.trace {
            *t *= *k;
        }
        *x + *k
    }
}

#[differentiable]
fn of_bodies(p: &[f64]) -> f64 {
    let mut body = Body {
        state: State { x: p[0], v: p[1] },
        stiffness: p[2],
        trace: vec![0.0],
        grid: vec![vec![p[0], p[2]], vec![p[1], 1.0]],
    };
    let mut sum = 0.0;
    for turn in 0..3 {
        let b = &mut body;
        b.step(0.1);
        if turn == 1 {
            let same = b;
            sum += same.halve();
        }
    }
    let total = &mut sum;
    for t in &body.trace {
        *total += t * t;
    }
    sum * body.grid[1][0] + body.grid[1][1]
}

#[derive(Clone, Copy, Differentiable)]
struct Pair {
    a: f64,
    b: f64,
}

#[differentiable]
fn energy(pair: &Pair) -> f64 {
    pair.a * pair.b
}

#[differentiable]
impl Pair {
    fn turn(&mut self, by: f64) -> f64 {
        std::mem::swap(&mut self.a, &mut self.b);
        let me = &mut *self;
        me.a *= by;
        let seen = energy(me);
        seen + std::mem::replace(&mut self.b, by)
    }
}

#[differentiable]
fn of_exchanges(p: &[f64]) -> f64 {
    let (mut a, mut b) = (p.to_vec(), vec![p[1], p[0], 1.0]);
    let mut pair = Pair { a: p[2], b: p[0] };
    for i in 0..2 {
        std::mem::swap(&mut a[i], &mut b[i + 1]);
        std::mem::swap(&mut pair.a, &mut a[i]);
        let old = std::mem::replace(&mut pair.b, a[i] * 2.0);
        a[2] += old;
    }
    let turned = Pair::turn(&mut pair, p[1]);
    turned + pair.a * a[0] * b[1] + a[2] * b[2] - a[1] * b[0] * pair.b
}

/// A variable that hides a parameter, and a copy of it.
#[differentiable]
fn hidden(state: &mut State, dt: f64) -> f64 {
    let mut state = *state;
    let old = state;
    let v = &mut state.v;
    *v -= dt * state.x;
    state.x += dt * state.v;
    state.x * old.x
}

#[differentiable]
fn of_hidden(p: &[f64]) -> f64 {
    let mut state = State { x: p[0], v: p[1] };
    hidden(&mut state, p[2]) * state.x
}

#[differentiable]
fn of_closures(p: &[f64]) -> f64 {
    let mut pair = Pair { a: p[0], b: p[1] };
    let k = &mut pair.a;
    let mut step = |d: f64| *k += d * p[2];
    step(1.0);
    step(p[1]);
    pair.a * pair.b
}

#[differentiable]
fn of_variables(p: &[f64]) -> f64 {
    let (mut low, mut high) = (p[0], p[1]);
    let mut rows = vec![vec![p[2]; 2], vec![p[0]; 2]];
    let (a, b) = (&mut low, &mut high);
    if *a > *b {
        std::mem::swap(a, b);
    }
    *a *= *b;
    let scale = |by: f64| by * 2.0;
    *b = scale(*a) - *b;
    let all = &mut rows;
    for row in all.iter_mut() {
        for x in row {
            *x += *a;
        }
    }
    for row in all {
        row[0] *= *b;
    }
    let first = &mut rows[0];
    first[1] += low;
    first[0] * first[1] + high * rows[1][0]
}

#[differentiable]
fn behind(x: &mut f64, y: &mut [f64], by: f64) -> f64 {
    let z = &mut *x;
    *z *= by;
    let z = &mut *y;
    z[0] += by;
    let first = &mut z[1];
    *first *= by;
    *x * y[1]
}

#[differentiable]
fn of_behind(p: &[f64]) -> f64 {
    let (mut x, mut y) = (p[0], vec![p[1], p[2]]);
    let mut sum = 0.0;
    for _ in 0..2 {
        let number = &mut x;
        sum += behind(&mut *number, &mut y, 0.7 * p[1]);
        *number += sum;
    }
    sum * y[0] + x
}

#[test]
fn names_stand_for_the_places_that_they_borrow() {
    macro_rules! all {
        ($($f:ident)*) => { $(
            for p in [[1.3, 0.5, 0.7], [0.4, -0.2, 1.9], [-0.8, 1.5, 0.25]] {
                let (value, gradient) = $f::value_and_grad(&p);
                assert_eq!(value.to_bits(), $f(&p).to_bits(), "{}", stringify!($f));
                check(&|p| $f(p), &p, &gradient);
            }
        )* };
    }
    all!(of_bodies of_exchanges of_hidden of_closures of_variables of_behind);
}
