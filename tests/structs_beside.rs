//! Structs in one struct that calls change beside one another: double buffers, and stages that give something and change. Gradients against
//! central differences.

mod differences;

use backprop::{Differentiable, differentiable};
use differences::check;

#[derive(Clone, Differentiable)]
struct Grid {
    n: usize,
    u: Vec<f64>,
}

#[differentiable]
impl Grid {
    fn at(&self, i: usize) -> f64 {
        self.u[i % self.n]
    }

    fn set(&mut self, i: usize, v: f64) {
        self.u[i] = v;
    }
}

#[derive(Clone, Differentiable)]
struct Heat {
    grid: Grid,
    next: Grid,
    alpha: f64,
}

#[differentiable]
impl Heat {
    fn step(&mut self, dt: f64) {
        for i in 0..self.grid.n {
            let bend = self.grid.at(i + self.grid.n - 1) - 2.0 * self.grid.at(i) + self.grid.at(i + 1);
            let v = self.grid.at(i) + dt * self.alpha * bend;
            self.next.set(i, v);
        }
        for i in 0..self.grid.n {
            self.grid.set(i, self.next.at(i));
        }
    }
}

#[differentiable]
fn energy(heat: &mut Heat, dt: f64, steps: usize) -> f64 {
    for _ in 0..steps {
        heat.step(dt);
    }
    let mut sum = 0.0;
    for i in 0..heat.grid.n {
        sum += heat.grid.at(i) * heat.grid.at(i);
    }
    sum
}

#[test]
fn double_buffers() {
    let heat = |x: &[f64]| {
        let grid = Grid { n: 5, u: x[1..].to_vec() };
        Heat { next: grid.clone(), grid, alpha: x[0] }
    };
    let at = [0.3, 1.0, 0.2, -0.4, 0.3, 0.9];
    let (d, d_dt) = energy::grad(&mut heat(&at), 0.1, 4);
    let flat: Vec<f64> = [&[d.alpha], d.grid.u.as_slice()].concat();
    check(&|x| energy(&mut heat(x), 0.1, 4), &at, &flat);
    check(&|x| energy(&mut heat(&at), x[0], 4), &[0.1], &[d_dt]);
}

#[derive(Clone, Differentiable)]
struct Stage {
    past: Vec<f64>,
    gain: f64,
}

#[differentiable]
impl Stage {
    fn give(&mut self, i: usize, x: f64) -> f64 {
        self.gain *= 1.0 + 0.1 * x;
        self.past[i] += x;
        self.past[i] * self.gain
    }

    fn look(&self, i: usize, x: f64) -> f64 {
        self.past[i] * x
    }
}

#[derive(Clone, Differentiable)]
struct Synth {
    first: Stage,
    second: Stage,
    mix: f64,
}

#[differentiable]
impl Synth {
    fn run(&mut self, x: f64, n: usize) -> f64 {
        let mut sum = 0.0;
        for i in 0..n {
            let y = self.first.give(i, x);
            let z = self.second.look(i, y);
            sum += y * self.mix + z;
            self.mix *= 0.9;
        }
        sum
    }

    fn in_turns(&mut self, x: f64, n: usize) -> f64 {
        let mut y = x;
        for i in 0..n {
            y += 0.1 * self.second.give(i, self.first.give(i, y));
            self.mix += y * self.first.look(i, self.second.gain);
        }
        y * self.mix
    }
}

#[test]
fn stages_that_give_something_and_change() {
    let stage = |x: &[f64]| Stage { gain: x[0], past: x[1..].to_vec() };
    let synth = |x: &[f64]| Synth { mix: x[0], first: stage(&x[1..5]), second: stage(&x[5..9]) };
    let at = [0.8, 0.7, 1.0, 0.5, 0.2, 1.0, 0.3, 0.4, 0.9];
    let flat = |d: &SynthCotangent| {
        let stages = [&d.first, &d.second].map(|stage| [&[stage.gain], stage.past.as_slice()].concat());
        [&[d.mix], stages[0].as_slice(), stages[1].as_slice()].concat()
    };
    let (d, d_x) = Synth::run_grad(&mut synth(&at), 0.5, 3);
    check(&|x| synth(x).run(0.5, 3), &at, &flat(&d));
    check(&|x| synth(&at).run(x[0], 3), &[0.5], &[d_x]);
    let (d, d_x) = Synth::in_turns_grad(&mut synth(&at), 0.5, 3);
    check(&|x| synth(x).in_turns(0.5, 3), &at, &flat(&d));
    check(&|x| synth(&at).in_turns(x[0], 3), &[0.5], &[d_x]);
}
