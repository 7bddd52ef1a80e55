//! Values of which only rustc knows the type, where numbers are taken, and numbers and data, where such values are: parameters of closures,
//! elements beside named ones; and sensitivities of which nothing but what a closure captured says the type. Gradients against central
//! differences.

#![expect(
    clippy::cast_lossless,
    clippy::cast_precision_loss,
    clippy::clone_on_copy,
    clippy::redundant_closure_call,
    clippy::useless_vec,
    reason = "formulas and copies as they are"
)]

mod differences;

use std::ops::Add;

use backprop::{Differentiable, differentiable};
use differences::check;

#[derive(Clone, Copy, Differentiable)]
struct Point {
    x: f64,
    y: f64,
}

/// What the closure is called with last is known to be a number, and nothing else that meets its parameter.
#[differentiable]
impl Add for Point {
    type Output = Point;

    fn add(self, o: Point) -> Point {
        let plus = |v| o.y + v;
        let u = plus(plus(self.x).sin());
        let with = |p: Point| Point { x: (u + o.x).cos(), ..p };
        let y = plus((o.y * self.x).atan() * (o.x + o.y).cos()).sin();
        with(Point { x: o.x, y })
    }
}

#[differentiable]
fn sum(x: f64, y: f64, k: f64) -> f64 {
    let s = Point { x, y } + Point { x: y, y: k };
    s.x * s.y
}

#[test]
fn a_number_for_a_parameter_of_an_unknown_type() {
    let (x, y, k) = sum::grad(0.7, 1.3, 0.4);
    check(&|at| sum(at[0], at[1], at[2]), &[0.7, 1.3, 0.4], &[x, y, k]);
}

#[derive(Clone, Copy, Differentiable)]
struct Body {
    n: usize,
    x: f64,
}

#[differentiable]
impl Body {
    fn energy(&self, k: f64) -> f64 {
        self.x * k
    }

    fn moved(&mut self, k: f64) -> f64 {
        self.x += k;
        self.x * k
    }
}

/// The elements have names in the loop, and one of their fields is where a number is taken.
#[differentiable]
fn beside_elements(all: &[Body], k: f64, n: usize) -> f64 {
    let mut own = vec![Body { n: 2, x: k.sin() }, all[0]];
    let t = own[(n + 1) % own.len()].x / (1.0 + k);
    let y = Body::moved(&mut own[n % 2], t);
    for i in 0..3 {
        for (j, body) in own.iter_mut().enumerate() {
            body.x -= 1.0 / (1.5 + y.max(body.x)) + all[j % 2].energy(1.0 / (1.0 + i as f64));
        }
    }
    own[n % 2].x += 1.0 / (1.5 + (y - own[(n + 1) % own.len()].x));
    own[0].x * all[1].x + own[1].x + own[0].n as f64
}

#[test]
fn elements_by_name_where_numbers_are_taken() {
    let bodies = |a, b| [Body { n: 1, x: a }, Body { n: 3, x: b }];
    for (k, n) in [(0.2, 0), (1.7, 1)] {
        let (d_bodies, d_k) = beside_elements::grad(&bodies(0.6, -0.4), k, n);
        let f = |at: &[f64]| beside_elements(&bodies(at[0], at[1]), at[2], n);
        check(&f, &[0.6, -0.4, k], &[d_bodies[0].x, d_bodies[1].x, d_k]);
    }
}

#[derive(Clone, Copy, Differentiable)]
struct Pair {
    t: f64,
    a: Point,
    b: Point,
}

#[differentiable]
fn diagonal(x: f64) -> Point {
    Point { x, y: x }
}

#[differentiable]
fn times(x: f64, n: u32) -> f64 {
    x * f64::from(n)
}

/// A closure that changes what it captured takes a struct that depends on nothing.
#[differentiable]
fn of_data(mut x: f64, arm: usize) -> f64 {
    let mut take = |p: Pair| {
        x *= times((1.0 + p.b.y.powi(2)).cbrt(), if p.b.x > p.b.y { 1 } else { 4 }).atan();
    };
    let s = Pair { a: diagonal(1.0), b: Point { x: -2.0, y: 3.0 * 2. }, t: f64::powi(1.0, -1) };
    let t = s.t;
    let y = times(
        f64::cos(match arm {
            0 | 2 => t,
            1 => {
                take(s.clone());
                let y: f64 = s.b.y;
                y
            }
            _ => 1.5_f64,
        }),
        2,
    );
    x * y.atan() + times((-s.b.y.cos().mul_add(s.a.y.sin(), t)).sin(), 3) + times(s.a.x.tanh(), 1) + s.b.x
}

#[test]
fn a_constant_struct_for_a_parameter() {
    for arm in 0..4 {
        check(&|at| of_data(at[0], arm), &[0.8], &[of_data::grad(0.8, arm)]);
    }
}

/// The closure captured a struct that depends on nothing: its sensitivity is zero, and nobody asks for it.
#[differentiable]
fn constants(_f: impl Fn(f64) -> Point) -> impl Fn(f64) -> (f64, f64) {
    let p = Point { x: 2.0, y: 0.5 };
    let (z, u) = (p.x - p.y, Point { x: p.y, y: 0.75 });
    move |_: f64| (|_: f64, s: Point| (s.x, s.y))(f64::cos(if u.x < u.y { z } else { 2.0 }), u)
}

/// Beside a function and a number that the forward pass does not use.
#[differentiable]
fn constant_first(f: impl Fn(f64) -> f64) -> impl Fn(f64) -> f64 {
    let y = 1.25 / (2.0 + f64::cos(1.5));
    let t = Point { x: y, y: 1.0 };
    move |_: f64| {
        if 1_i32 < 4 {
            let (_y, _t) = (y, t.y);
            f(0.75)
        } else {
            y
        }
    }
}

#[differentiable]
fn of_returned(x: f64) -> f64 {
    let pair = constants(|v: f64| Point { x: v * x, y: x });
    let first = constant_first(|v: f64| v * x * x);
    pair(x).0 * x + pair(x * x).1 * first(x).sin()
}

#[test]
fn zeros_of_captured_structs() {
    for x in [0.3, 1.7] {
        check(&|at| of_returned(at[0]), &[x], &[of_returned::grad(x)]);
    }
}

#[derive(Clone, Copy, Differentiable)]
struct Mass {
    x: f64,
    v: f64,
}

#[differentiable]
impl Mass {
    fn moved(&self, k: f64) -> Mass {
        Mass { x: k.sin(), v: k.tanh() * self.v }
    }
}

/// The loops hand a struct on that comes to nothing, of which only a call says the type.
#[differentiable]
#[expect(unused_mut, reason = "an array that might change is read in the loop, and not by a look at it")]
fn of_a_state(b: &Mass, k: f64) -> f64 {
    let mut own: Vec<Mass> = vec![*b, b.moved(b.v / (1.5 + k * k)), *b];
    let mut p = own[0].moved(b.v.cos() * 1.7);
    p.v += 0.5;
    for i in 0..own.len() {
        p.x += own[i].moved(b.x.cos() * 1.31 + own[(i + 1) % own.len()].v.tanh() * p.x).v.tanh();
        for _c in &own {
            p.x = (own[(i + 1) % own.len()].v.tanh() * b.x).max(own[i].v.tanh() * k);
        }
        p.x -= k.max(b.v) / (1.5 + (k.tanh() * p.v) * (k.tanh() * p.v));
    }
    (k / (1.5 + k * k)).max(own[1].moved(b.x).x.tanh())
}

#[test]
fn zeros_of_states_of_loops() {
    for (x, v) in [(0.4, -0.7), (-1.2, 0.3)] {
        let (b, k) = of_a_state::grad(&Mass { x, v }, 0.6);
        check(&|at| of_a_state(&Mass { x: at[0], v: at[1] }, at[2]), &[x, v, 0.6], &[b.x, b.v, k]);
    }
}
