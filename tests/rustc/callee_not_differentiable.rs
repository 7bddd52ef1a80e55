use backprop::{Differentiable, differentiable};

fn helper(x: f64) -> f64 {
    x + 1.0
}

#[differentiable]
fn square(x: f64) -> f64 {
    2.0 * helper(x)
//        ^^^^^^ E0277 this function has no derivative
}

// With arrays, of which a function that is marked has several adjoints: one error for each call.
fn dot(a: &[f64], b: &[f64]) -> f64 {
    a[0] * b[0]
}

fn scale(a: &mut [f64], k: f64) {
    a[0] *= k;
}

fn doubled(a: &[f64]) -> Vec<f64> {
    vec![2.0 * a[0]]
}

#[differentiable]
fn norm(a: &[f64]) -> f64 {
    dot(a, a).sqrt()
//  ^^^ E0277 this function has no derivative
}

#[differentiable]
fn scaled(a: &[f64], k: f64) -> f64 {
    let mut b = a.to_vec();
    scale(&mut b, k);
//  ^^^^^ E0277 this function has no derivative
    b[0]
}

#[differentiable]
fn twice(a: &[f64]) -> f64 {
    let b = doubled(a);
//          ^^^^^^^ E0277 this function has no derivative
    b[0] * a[0]
}

#[derive(Clone, Copy, Differentiable)]
struct Squared(f64);

impl From<f64> for Squared {
    fn from(x: f64) -> Squared {
        Squared(x * x)
    }
}

#[differentiable]
fn converted(x: f64) -> f64 {
    let squared: Squared = x.into();
//                           ^^^^ E0599 `__into_needs_differentiable`
    squared.0
}

fn main() {}
