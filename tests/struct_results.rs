//! Structs with vectors that calls give, and of which the caller reads only some fields. Gradients against central differences.

mod differences;

use backprop::{Differentiable, differentiable};
use differences::check;

#[derive(Clone, Debug, Differentiable)]
struct Body {
    x: f64,
    past: Vec<f64>,
    more: Vec<Vec<f64>>,
}

#[differentiable]
fn given(k: f64) -> Body {
    Body { x: k * k, past: vec![k.sin(), k], more: vec![vec![k], vec![k * k, 2.0]] }
}

#[differentiable]
fn pair(k: f64) -> (f64, Body) {
    (k.cos(), given(k))
}

#[differentiable]
fn with_array(y: &[f64], k: f64) -> Body {
    let mut b = given(k);
    b.past[1] *= y[0];
    b.x += b.past[1];
    b
}

#[differentiable]
impl Body {
    fn moved(&self, k: f64) -> Body {
        Body { x: self.x.tanh() * self.past[0], past: vec![k.sin() * self.x, k], more: self.more.clone() }
    }

    fn step(&mut self, k: f64) {
        self.past[0] *= k;
        self.x += self.past[1] * k;
    }
}

#[differentiable]
trait Moves {
    fn next(&self, k: f64) -> Body;
}

#[differentiable]
impl Moves for Body {
    fn next(&self, k: f64) -> Body {
        Body { x: self.x * k, past: vec![self.past[1] * k], more: vec![vec![k * self.x]] }
    }
}

#[differentiable]
fn down(k: f64, n: usize) -> Body {
    if n == 0 {
        return given(k);
    }
    let b = down(k, n - 1);
    Body { x: b.x * k, past: vec![b.x, k], more: Vec::new() }
}

#[differentiable]
fn number(y: &[f64], k: f64) -> f64 {
    given(k).x * y[1]
}

#[differentiable]
fn number_of_name(y: &[f64], k: f64) -> f64 {
    let b = given(k);
    b.x * y[1]
}

#[differentiable]
fn one_vector(y: &[f64], k: f64) -> f64 {
    let b: Body = given(k);
    b.x * y[1] + b.past[1]
}

#[differentiable]
fn other_vector(y: &[f64], k: f64) -> f64 {
    let b: Body = given(k);
    b.more[1][0] * y[1]
}

#[differentiable]
fn in_tuple(y: &[f64], k: f64) -> f64 {
    let (a, b) = pair(k);
    a * b.x * y[0]
}

#[differentiable]
fn half_of_tuple(y: &[f64], k: f64) -> f64 {
    let (a, _b) = pair(k);
    a * y[0]
}

#[differentiable]
fn with_arguments(y: &[f64], k: f64) -> f64 {
    with_array(y, k).x
}

#[differentiable]
fn of_method(y: &[f64], k: f64) -> f64 {
    let b = given(k);
    b.moved(y[0]).x + b.x
}

#[differentiable]
fn in_loop(y: &[f64], k: f64) -> f64 {
    let mut s = 0.0;
    for v in y {
        s += given(k * v).x;
    }
    s
}

#[differentiable]
fn in_branch(y: &[f64], k: f64) -> f64 {
    let b: Body = if y[0] > 0.0 { given(k) } else { with_array(y, k) };
    b.x * y[1]
}

#[differentiable]
fn changed(y: &[f64], k: f64) -> f64 {
    let mut b = given(k);
    b.step(y[0]);
    b.x
}

#[differentiable]
fn of_trait(y: &[f64], k: f64) -> f64 {
    let b = given(k);
    b.next(y[0]).x
}

#[differentiable]
fn of_recursion(y: &[f64], k: f64) -> f64 {
    down(k * y[0], 2).x
}

#[differentiable]
fn of_elements(y: &[f64], k: f64) -> f64 {
    let mut bodies = vec![given(k)];
    bodies.push(given(k * y[0]));
    bodies[0].moved(y[1]).x * bodies[1].x
}

macro_rules! tests {
    ($($f:ident)*) => {
        $(#[test] fn $f() {
            let at = [0.4, 1.3, 0.7];
            let (d_y, d_k) = super::$f::grad(&at[..2], at[2]);
            super::check(&|at| super::$f(&at[..2], at[2]), &at, &[d_y, vec![d_k]].concat());
        })*
    };
}

mod gradients {
    tests!(number number_of_name one_vector other_vector in_tuple half_of_tuple with_arguments of_method in_loop in_branch changed
        of_trait of_recursion of_elements);
}
