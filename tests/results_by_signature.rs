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

#[derive(Clone, Differentiable)]
struct Grain {
    past: Vec<f64>,
    x: f64,
    v: f64,
}

#[derive(Clone, Differentiable)]
struct Heap {
    grains: Vec<Grain>,
    k: f64,
}

#[differentiable]
impl Grain {
    /// Changes the grain, and gives where it is.
    fn glide(&mut self, dt: f64) -> f64 {
        self.x += self.v * dt;
        self.past.push(self.x);
        self.x
    }

    fn energy(&self) -> f64 {
        0.5 * self.v * self.v + self.past[0] * self.x
    }
}

#[differentiable]
fn grains(k: f64, n: u32) -> Vec<Grain> {
    let mut all = Vec::new();
    for i in 0..n {
        all.push(Grain { past: vec![k], x: k * f64::from(i), v: k * k });
    }
    all
}

/// Elements of an array that a function gives, changed by methods, by assignments and in loops.
#[differentiable]
fn of_given_grains(k: f64, dt: f64) -> f64 {
    let mut all = grains(k, 4);
    all[1].x += k;
    let y = all[2].glide(dt);
    for grain in &mut all {
        grain.x *= k;
    }
    let z = Grain::glide(&mut all[1], y);
    let mut s = y * z;
    for grain in &all {
        s += grain.energy() * grain.past[0];
    }
    s
}

/// The same of the elements of a field.
#[differentiable]
fn of_a_heap(heap: &mut Heap, dt: f64) -> f64 {
    let y = heap.grains[1].glide(dt);
    heap.grains[0].x += y * heap.k;
    let last = &mut heap.grains[2];
    let z = last.glide(y);
    last.v *= z;
    y * z + heap.grains[0].energy() * heap.grains[2].energy()
}

#[test]
fn elements_of_arrays_of_structs() {
    let x = [0.7, 0.3];
    let (value, (d_k, d_dt)) = of_given_grains::value_and_grad(x[0], x[1]);
    assert_eq!(value.to_bits(), of_given_grains(x[0], x[1]).to_bits());
    check(&|x| of_given_grains(x[0], x[1]), &x, &[d_k, d_dt]);

    let heap = |x: &[f64]| Heap {
        grains: (0..3).map(|i| Grain { past: vec![x[i]], x: x[3 + i], v: x[6 + i] }).collect(),
        k: x[9],
    };
    let x = [0.4, -0.2, 0.9, 1.1, 0.6, -0.7, 0.3, 0.8, 1.3, 0.5, 0.25];
    let (value, (d, d_dt)) = of_a_heap::value_and_grad(&mut heap(&x), x[10]);
    assert_eq!(value.to_bits(), of_a_heap(&mut heap(&x), x[10]).to_bits());
    let of = |part: fn(&GrainCotangent) -> f64| d.grains.iter().map(part).collect::<Vec<_>>();
    let d = [of(|d| d.past[0]), of(|d| d.x), of(|d| d.v), vec![d.k, d_dt]].concat();
    check(&|x| of_a_heap(&mut heap(x), x[10]), &x, &d);
}
