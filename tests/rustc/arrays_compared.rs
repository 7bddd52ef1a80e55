//! Arrays are compared as a whole: rustc does so, the macro does not. Of an array and a number, rustc says that there is no such comparison.

use backprop::{Differentiable, differentiable, stop_gradient};

#[derive(Differentiable)]
struct Layer {
    w: Vec<f64>,
    x: f64,
}

#[differentiable]
impl Layer {
    fn first(&self) -> f64 {
        let w = &self.w;
        assert!(*w == self.w);
//                 ^ no code a comparison of arrays as a whole is not differentiable yet
        w[0] * self.x
    }
}

#[differentiable]
fn slices(a: &[f64], b: &[f64]) -> f64 {
    if a == b { a[0] } else { b[0] }
//       ^ no code a comparison of arrays as a whole
}

#[differentiable]
fn vectors(a: &Vec<f64>, b: &Vec<f64>) -> f64 {
    if *a < *b { a[0] } else { b[0] }
//        ^ no code a comparison of arrays as a whole
}

#[differentiable]
fn values(a: [f64; 2], b: [f64; 2]) -> f64 {
    if a != b { a[0] } else { b[0] }
//       ^ no code a comparison of arrays as a whole
}

#[differentiable]
fn literal(a: &[f64], k: f64) -> f64 {
    assert!(a == [1.0, 2.0]);
//            ^ no code a comparison of arrays as a whole
    a[0] * k
}

#[differentiable]
fn number(a: &[f64], k: f64) -> f64 {
    if a == k { a[0] } else { k }
//       ^^ E0277
}

#[differentiable]
fn constant(a: &[f64], b: [f64; 2]) -> f64 {
    if stop_gradient(a) == stop_gradient(&b) { a[0] } else { b[0] }
}

fn main() {
    let _ = constant::grad(&[1.0, 2.0], [1.0, 2.0]);
}
