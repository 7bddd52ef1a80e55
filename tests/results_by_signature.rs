//! Structs and tuples that functions and methods of the same file give, in operators: the signatures say what they are. Gradients against
//! central differences.

#![expect(clippy::many_single_char_names, clippy::clone_on_copy, reason = "names and clones are as people write them")]

mod differences;

use std::ops::{Add, Mul};

use backprop::{Differentiable, differentiable};
use differences::check;

#[derive(Clone, Copy, Differentiable)]
struct Vector {
    x: f64,
    y: f64,
}

#[differentiable]
impl Add for Vector {
    type Output = Vector;

    fn add(self, o: Vector) -> Vector {
        Vector { x: self.x + o.x, y: self.y + o.y }
    }
}

#[differentiable]
impl Mul<f64> for Vector {
    type Output = Vector;

    fn mul(self, k: f64) -> Vector {
        Vector { x: self.x * k, y: self.y * k }
    }
}

#[differentiable]
impl Vector {
    fn dot(self, o: Vector) -> f64 {
        self.x * o.x + self.y * o.y
    }
}

#[derive(Clone, Copy, Differentiable)]
struct State {
    at: Vector,
    v: Vector,
    k: f64,
}

#[differentiable]
impl State {
    fn rates(&self) -> (Vector, Vector) {
        (self.v, self.at * -self.k)
    }

    fn moved(&self, rates: (Vector, Vector), h: f64) -> Self {
        State { at: self.at + rates.0 * h, v: self.v + rates.1 * h, k: self.k }
    }

    fn step(&self, h: f64) -> State {
        let (a, b) = self.rates();
        let middle = Self { at: self.at + a * (h / 2.0), v: self.v + b * (h / 2.0), k: self.k };
        let (c, d) = middle.rates();
        let end = self.moved((c, d), h);
        let (e, f) = end.rates();
        State { at: end.at + (e + c) * h, v: end.v + (f + d) * h, k: self.k }
    }
}

#[differentiable]
fn step(state: &State, h: f64) -> State {
    let (a, b) = state.rates();
    let middle = State { at: state.at + a * (h / 2.0), v: state.v + b * (h / 2.0), k: state.k };
    let (c, d) = middle.rates();
    State { at: state.at + c * h, v: state.v + d * h, k: state.k }
}

/// What the functions of this module give is something else.
mod apart {
    use backprop::differentiable;

    #[differentiable]
    pub(crate) fn drift(x: f64) -> f64 {
        x
    }
}

#[differentiable]
fn drift(state: &State, h: f64) -> (Vector, f64) {
    (state.v * h, state.k)
}

#[differentiable]
fn by_functions(state: State, h: f64) -> f64 {
    let after = step(&state, h);
    let then = after.step(h);
    let (d, k) = drift(&then, apart::drift(h));
    let mut copy = then.clone();
    copy.at = copy.at + d * k;
    let at = copy.at + after.v * k + copy.v * h;
    at.dot(state.at + after.at)
}

#[differentiable]
fn by_closure(state: State, h: f64) -> f64 {
    // A variable has the name of a function.
    let drift = |x: f64| x * h + state.k;
    let d = drift(state.at.x);
    d * state.v.y
}

fn state(x: &[f64]) -> State {
    State { at: Vector { x: x[0], y: x[1] }, v: Vector { x: x[2], y: x[3] }, k: x[4] }
}

#[test]
fn results_are_what_signatures_say() {
    let at = [0.3, 1.1, -0.4, 1.0, 0.7, 0.3];
    for (value, gradient) in [
        (by_functions as fn(State, f64) -> f64, by_functions::grad as fn(State, f64) -> (StateCotangent, f64)),
        (by_closure, by_closure::grad),
    ] {
        let (d, d_h) = gradient(state(&at), at[5]);
        check(&|x| value(state(x), x[5]), &at, &[d.at.x, d.at.y, d.v.x, d.v.y, d.k, d_h]);
    }
}
