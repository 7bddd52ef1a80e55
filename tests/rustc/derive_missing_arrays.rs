//! Arrays of structs without a cotangent, and such structs behind `&mut`, each one error.

use backprop::{Differentiable, differentiable};

struct Body {
    mass: f64,
}

#[differentiable]
fn of_a_slice(bodies: &[Body], k: f64) -> f64 {
//                      ^^^^ E0277 `Body` has no cotangent
    let mut sum = k;
    for body in bodies {
        sum += body.mass;
    }
    sum
}

#[differentiable]
fn of_an_array(bodies: [Body; 2], k: f64) -> f64 {
//                      ^^^^ E0277 `Body` has no cotangent
    bodies[0].mass * k
}

#[differentiable]
fn of_a_reference(bodies: &[Body; 2], k: f64) -> f64 {
//                          ^^^^ E0277 `Body` has no cotangent
    bodies[0].mass * k
}

#[differentiable]
fn of_a_vector(bodies: Vec<Body>, k: f64) -> f64 {
//                         ^^^^ E0277 `Body` has no cotangent
    bodies[0].mass * k
}

#[differentiable]
fn changed(bodies: &mut [Body], k: f64) {
//                       ^^^^ E0277 `Body` has no cotangent
    bodies[0].mass *= k;
}

#[differentiable]
fn one_changed(body: &mut Body, k: f64) {
//                        ^^^^ E0277 `Body` has no cotangent
    body.mass *= k;
}

#[differentiable]
fn given(k: f64) -> Vec<Body> {
//                      ^^^^ E0277 `Body` has no cotangent
    vec![Body { mass: k }]
}

fn main() {}
