//! What a parameter refers to without `mut` is changed: rustc says so once, and the macro nothing.

use backprop::{Differentiable, differentiable};

#[derive(Clone, Differentiable)]
struct Model {
    bias: f64,
    weights: Vec<f64>,
    range: (f64, f64),
}

#[differentiable]
fn element(x: &[f64], k: f64) -> f64 {
    x[0] = k;
//  ^^^^^^^^ E0594
    x[0] * 2.0
}

#[differentiable]
fn element_of_an_array(x: &[f64; 3], k: f64) -> f64 {
    x[0] *= k;
//  ^^^^^^^^^ E0594
    x[0] * 2.0
}

#[differentiable]
fn row(x: &[[f64; 2]], k: f64) -> f64 {
    x[0][1] += k;
//  ^^^^^^^^^^^^ E0594
    x[0][0] * k
}

#[differentiable]
fn vector(x: &Vec<f64>, k: f64) -> f64 {
    x.push(k);
//  ^ E0596
    x[0] * 2.0
}

#[differentiable]
fn method_of_slices(x: &[f64], k: f64) -> f64 {
    x.swap(0, 1);
//  ^ E0596
    x[0] * k
}

#[differentiable]
fn in_a_loop(x: &[f64], k: f64) -> f64 {
    for v in x.iter_mut() {
//           ^ E0596
        *v *= k;
    }
    x[0]
}

#[differentiable]
fn field(model: &Model, k: f64) -> f64 {
    model.bias = k;
//  ^^^^^^^^^^^^^^ E0594
    model.bias * k
}

#[differentiable]
fn field_of_a_tuple(model: &Model, k: f64) -> f64 {
    model.range.0 = k;
//  ^^^^^^^^^^^^^^^^^ E0594
    model.bias * k
}

#[differentiable]
fn element_of_a_field(model: &Model, k: f64) -> f64 {
    model.weights[0] = k;
//  ^^^^^^^^^^^^^ E0596
    model.bias * k
}

#[differentiable]
fn element_of_structs(models: &[Model], k: f64) -> f64 {
    models[0].bias = k;
//  ^^^^^^^^^^^^^^^^^^ E0594
    models[0].bias * k
}

#[differentiable]
impl Model {
    fn field_of_self(&self, k: f64) -> f64 {
        self.bias += k;
//      ^^^^^^^^^^^^^^ E0594
        self.bias * k
    }

    fn scale(&mut self, k: f64) {
        self.bias *= k;
    }

    fn method_of_self(&self, k: f64) -> f64 {
        self.scale(k);
//      ^^^^ E0596
        self.bias
    }
}

#[derive(Clone, Copy, Differentiable)]
struct Body {
    x: f64,
    v: f64,
}

#[differentiable]
impl Body {
    fn advance(&self, dt: f64) {
        self.x += self.v * dt;
//      ^^^^^^^^^^^^^^^^^^^^^ E0594
    }
}

#[differentiable]
fn advanced(body: Body, dt: f64) -> f64 {
    let mut body = body;
    body.advance(dt);
    body.x
}

#[differentiable]
fn step(x: &[f64], k: f64) {
    x[0] = x[0] * k;
//  ^^^^^^^^^^^^^^^ E0594
}

#[differentiable]
fn bump(x: &mut f64, k: f64) {
    *x *= k;
}

#[differentiable]
fn push(model: &mut Model, k: f64) {
    model.bias *= k;
}

#[differentiable]
fn of_a_function(x: &[f64], k: f64) -> f64 {
    let mut y = x.to_vec();
    step(&mut y, k);
    y[0] * k
}

#[differentiable]
fn of_a_variable(k: f64) -> f64 {
    let x = k;
    bump(&mut x, k);
//       ^^^^^^ E0596
    x * k
}

#[differentiable]
fn of_a_struct(model: &Model, k: f64) -> f64 {
    let copy = model.clone();
    push(&mut copy, k);
//       ^^^^^^^^^ E0596
    copy.bias * k
}

fn main() {}
