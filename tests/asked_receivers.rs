//! Methods of which only their type says whether they change what they are called on: `loss += filter.update(z);`.

#![expect(
    clippy::explicit_iter_loop,
    clippy::many_single_char_names,
    clippy::needless_range_loop,
    reason = "loops over indices and over iterators are what is tested; numbers have the names of the formulas"
)]

mod differences;

use backprop::{Differentiable, differentiable};
use differences::check;

/// The macro does not see what stands in here, as it does not see what stands in other files.
macro_rules! hidden {
    ($($items:tt)*) => { $($items)* };
}

hidden! {
    /// A Kalman filter for a position that moves at a speed.
    #[derive(Clone, Copy, Debug, Differentiable)]
    struct Filter {
        x: [f64; 2],
        p: [[f64; 2]; 2],
        q: f64,
    }
}

#[differentiable]
impl Filter {
    fn new(q: f64) -> Self {
        Self { x: [0.0, 0.0], p: [[1.0, 0.0], [0.0, 1.0]], q }
    }

    fn predict(&mut self, dt: f64) {
        self.x[0] += self.x[1] * dt;
        let [[a, b], [c, d]] = self.p;
        self.p = [[a + dt * (b + c) + dt * dt * d + self.q, b + dt * d], [c + dt * d, d + self.q]];
    }

    /// The negative logarithm of the likelihood.
    fn update(&mut self, z: f64, r: f64) -> f64 {
        let residual = z - self.x[0];
        let s = self.p[0][0] + r;
        let gain = [self.p[0][0] / s, self.p[1][0] / s];
        self.x = [self.x[0] + gain[0] * residual, self.x[1] + gain[1] * residual];
        let [[a, b], [c, d]] = self.p;
        self.p = [[a - gain[0] * a, b - gain[0] * b], [c - gain[1] * a, d - gain[1] * b]];
        0.5 * (residual * residual / s + s.ln())
    }

    fn spread(&self) -> f64 {
        self.p[0][0] + self.p[1][1]
    }
}

#[differentiable(wrt(q, r))]
fn likelihood(measured: &[f64], q: f64, r: f64) -> f64 {
    let mut filter = Filter::new(q);
    let mut loss = 0.0;
    for z in measured {
        filter.predict(0.5);
        loss += filter.update(*z, r);
    }
    loss + 0.1 * filter.spread()
}

#[differentiable(wrt(q, r))]
fn in_a_row(measured: &[f64], q: f64, r: f64) -> f64 {
    let mut filter = Filter::new(q);
    let first = filter.update(measured[0], r);
    filter.predict(0.5);
    let second = filter.update(measured[1], r);
    let spread = filter.spread();
    first * second + spread
}

#[test]
fn filters() {
    let measured = [0.3, 0.7, 0.4, 1.2];
    let x = [0.2, 0.5];
    let (d_q, d_r) = likelihood::grad(&measured, x[0], x[1]);
    check(&|x| likelihood(&measured, x[0], x[1]), &x, &[d_q, d_r]);
    let (d_q, d_r) = in_a_row::grad(&measured, x[0], x[1]);
    check(&|x| in_a_row(&measured, x[0], x[1]), &x, &[d_q, d_r]);
}

hidden! {
    /// What takes its receiver by value, and what does not look at it alone.
    #[derive(Clone, Copy, Debug, Differentiable)]
    struct Point {
        x: f64,
        y: f64,
    }
}

#[differentiable]
impl Point {
    fn turn(&mut self, t: f64) {
        let (s, c) = t.sin_cos();
        (self.x, self.y) = (c * self.x - s * self.y, s * self.x + c * self.y);
    }

    fn grow(&mut self, k: f64) -> f64 {
        self.x *= k;
        self.y *= k * k;
        self.x * self.y
    }

    fn norm2(self) -> f64 {
        self.x * self.x + self.y * self.y
    }

    fn with(self, other: Point) -> Point {
        Point { x: self.x * other.y, y: self.y + other.x }
    }
}

#[differentiable]
fn each_way(start: Point, t: f64) -> f64 {
    let mut p = start;
    p.turn(t);
    let square = p.norm2();
    let given = p.grow(t + square);
    p.turn(given);
    let q = p.with(start);
    square * given + p.x + q.norm2() * q.y
}

/// The same in branches and loops, by value at the end.
#[differentiable]
fn in_loops(start: Point, ts: &[f64]) -> f64 {
    let mut p = start;
    let mut sum = 0.0;
    for (i, t) in ts.iter().enumerate() {
        if i % 2 == 0 {
            p.turn(*t);
        } else {
            sum += p.grow(*t) * p.norm2();
        }
    }
    sum + p.with(p).norm2()
}

/// A method of a trait.
#[differentiable]
trait Plant {
    fn push(&mut self, u: f64);
    fn step(&mut self, u: f64) -> f64;
    fn cost(&self) -> f64;
    fn twice(&mut self, u: f64) -> f64 {
        self.push(u);
        let first = self.step(u);
        first * self.cost()
    }
}

hidden! {
    #[derive(Clone, Debug, Differentiable)]
    struct Chain {
        at: Vec<f64>,
        damping: f64,
    }
}

#[differentiable]
impl Plant for Chain {
    fn push(&mut self, u: f64) {
        self.at[0] += u;
    }
    fn step(&mut self, u: f64) -> f64 {
        let mut sum = 0.0;
        for i in 1..self.at.len() {
            self.at[i] += (self.at[i - 1] - self.at[i]).tanh() * u;
            self.at[i] *= self.damping;
            sum += self.at[i] * self.at[i];
        }
        sum
    }
    fn cost(&self) -> f64 {
        self.at[self.at.len() - 1].exp()
    }
}

#[differentiable(wrt(plant, gain))]
fn run<P: Plant + Clone + Differentiable>(plant: &P, gain: f64, steps: usize) -> f64 {
    let mut plant = plant.clone();
    let mut cost = 0.0;
    for _ in 0..steps {
        plant.push(gain);
        cost += plant.step(gain) * plant.cost();
        cost += plant.twice(0.5 * gain);
    }
    cost
}

#[differentiable(wrt(plant, gain))]
fn of_chain(plant: &Chain, gain: f64) -> f64 {
    let mut chain = plant.clone();
    chain.push(gain);
    let first = chain.step(gain);
    let second = chain.step(first);
    first * second * chain.cost()
}

/// Behind `&mut`.
#[differentiable]
fn behind(p: &mut Point, t: f64) -> f64 {
    p.turn(t);
    let given = p.grow(t);
    given * p.norm2()
}

#[differentiable]
fn by_behind(start: Point, t: f64) -> f64 {
    let mut p = start;
    let given = behind(&mut p, t);
    given + p.x * p.y
}

#[test]
fn values_taken_and_looked_at() {
    let point = |x: &[f64]| Point { x: x[0], y: x[1] };
    let x = [0.7, -0.4, 0.3];
    let (d, d_t) = each_way::grad(point(&x), x[2]);
    check(&|x| each_way(point(x), x[2]), &x, &[d.x, d.y, d_t]);
    let (d, d_t) = by_behind::grad(point(&x), x[2]);
    check(&|x| by_behind(point(x), x[2]), &x, &[d.x, d.y, d_t]);
    let x = [0.7, -0.4, 0.3, 1.2, 0.8];
    let (d, d_ts) = in_loops::grad(point(&x), &x[2..]);
    check(&|x| in_loops(point(x), &x[2..]), &x, &[&[d.x, d.y], &*d_ts].concat());
}

#[test]
fn methods_of_traits() {
    let chain = |x: &[f64]| Chain { at: x[..3].to_vec(), damping: x[3] };
    let x = [0.4, -0.3, 0.2, 0.9, 0.6];
    let (d, d_gain) = run::grad(&chain(&x), x[4], 3);
    check(&|x| run(&chain(x), x[4], 3), &x, &[&*d.at, &[d.damping, d_gain]].concat());
    let (d, d_gain) = of_chain::grad(&chain(&x), x[4]);
    check(&|x| of_chain(&chain(x), x[4]), &x, &[&*d.at, &[d.damping, d_gain]].concat());
}

hidden! {
    /// A stage of a digital filter, with what it remembers.
    #[derive(Clone, Copy, Debug, Differentiable)]
    struct Biquad {
        b0: f64,
        b1: f64,
        a1: f64,
        x1: f64,
        y1: f64,
    }
}

#[differentiable]
impl Biquad {
    fn process(&mut self, x: f64) -> f64 {
        let y = self.b0 * x + self.b1 * self.x1 - self.a1 * self.y1;
        self.x1 = x;
        self.y1 = y;
        y
    }

    fn gain(&self) -> f64 {
        (self.b0 + self.b1) / (1.0 + self.a1)
    }
}

#[differentiable]
fn by_references(stages: &[Biquad], xs: &[f64]) -> f64 {
    let mut stages = stages.to_vec();
    let mut loss = 0.0;
    for x in xs {
        let mut y = *x;
        for stage in stages.iter_mut() {
            y = stage.process(y);
        }
        for stage in &mut stages {
            y += stage.process(y) * stage.gain();
        }
        loss += y * y;
    }
    for stage in &stages {
        loss += stage.gain();
    }
    loss
}

#[differentiable]
fn by_indices(stages: &[Biquad], xs: &[f64]) -> f64 {
    let mut stages = [stages[0], stages[1]];
    let mut loss = 0.0;
    for x in xs {
        let mut y = *x;
        for i in 0..2 {
            y = stages[i].process(y);
        }
        loss += y * stages[0].gain();
    }
    loss
}

hidden! {
    #[derive(Clone, Debug, Differentiable)]
    struct Equaliser {
        first: Biquad,
        stages: Vec<Biquad>,
        mix: f64,
    }
}

#[differentiable]
impl Equaliser {
    fn tick(&mut self, x: f64) -> f64 {
        let mut y = self.first.process(x);
        for i in 0..self.stages.len() {
            y = self.stages[i].process(y);
        }
        self.mix * y + (1.0 - self.mix) * x + self.first.gain()
    }

    fn again(&mut self, x: f64) -> f64 {
        let mut y = x;
        for stage in self.stages.iter_mut() {
            y = stage.process(y);
        }
        self.first.b0 *= 0.9;
        y + self.first.gain()
    }
}

#[differentiable]
fn equalised(equaliser: &Equaliser, xs: &[f64]) -> f64 {
    let mut equaliser = equaliser.clone();
    let mut loss = 0.0;
    for x in xs {
        let y = equaliser.tick(*x) + equaliser.again(*x);
        loss += y * y;
    }
    loss * equaliser.mix
}

#[test]
fn elements_and_fields() {
    let stage = |x: &[f64]| Biquad { b0: x[0], b1: x[1], a1: x[2], x1: x[3], y1: x[4] };
    let numbers = |d: &BiquadCotangent| [d.b0, d.b1, d.a1, d.x1, d.y1];
    let x = [0.5, 0.2, -0.3, 0.1, 0.4, 0.3, -0.6, 0.2, 0.9, -0.2, 1.0, -0.7, 0.4];
    let stages = |x: &[f64]| [stage(&x[..5]), stage(&x[5..10])];
    let (d, d_xs) = by_references::grad(&stages(&x), &x[10..]);
    let all = [&numbers(&d[0])[..], &numbers(&d[1]), &d_xs].concat();
    check(&|x| by_references(&stages(x), &x[10..]), &x, &all);
    let (d, d_xs) = by_indices::grad(&stages(&x), &x[10..]);
    let all = [&numbers(&d[0])[..], &numbers(&d[1]), &d_xs].concat();
    check(&|x| by_indices(&stages(x), &x[10..]), &x, &all);
    let equaliser =
        |x: &[f64]| Equaliser { first: stage(&x[..5]), stages: vec![stage(&x[5..10]), stage(&x[..5])], mix: x[10] };
    let (d, d_xs) = equalised::grad(&equaliser(&x), &x[11..]);
    let mut first = numbers(&d.first);
    for (first, also) in first.iter_mut().zip(numbers(&d.stages[1])) {
        *first += also;
    }
    let all = [&first[..], &numbers(&d.stages[0]), &[d.mix], &d_xs].concat();
    check(&|x| equalised(&equaliser(x), &x[11..]), &x, &all);
}

#[derive(Clone, Debug, Differentiable)]
struct Pool {
    levels: Vec<f64>,
    flow: f64,
}

#[differentiable]
impl Pool {
    fn absorb(&mut self, u: &[f64]) {
        self.flow += u[0] * self.flow;
        self.levels[1] *= u[1];
    }

    fn exchange(&mut self, u: &mut [f64]) {
        let taken = u[0] * self.flow;
        u[0] = self.flow.sin();
        self.flow = taken;
        u[1] *= self.levels[0];
    }

    fn drain(&mut self, u: &[f64], v: &mut [f64]) -> f64 {
        self.flow *= u[1];
        v[0] += u[0] * self.levels[0];
        self.flow * v[1]
    }
}

#[differentiable]
fn mixed(u: &mut [f64], k: f64) {
    let mut pool = Pool { levels: u.to_vec(), flow: k };
    for i in 0..3 {
        pool.absorb(u);
        if pool.flow > 0.2 {
            pool.exchange(u);
        }
        u[i % 2] += 0.1 * pool.flow;
    }
    let mut v = vec![k, u[1]];
    let drained = pool.drain(u, &mut v);
    u[0] += drained * v[0];
    let drained = pool.drain(&v, u);
    u[1] *= drained;
}

#[differentiable]
fn through_pools(x: &[f64], k: f64) -> f64 {
    let mut u = x.to_vec();
    mixed(&mut u, k);
    u[0] + 0.7 * u[1]
}

#[test]
fn arrays_behind_references_beside_the_receiver() {
    let x = [0.4, 0.8, 0.6];
    let (value, (d_x, d_k)) = through_pools::value_and_grad(&x[..2], x[2]);
    assert_eq!(value.to_bits(), through_pools(&x[..2], x[2]).to_bits());
    check(&|x| through_pools(&x[..2], x[2]), &x, &[d_x[0], d_x[1], d_k]);
}
