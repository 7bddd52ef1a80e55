//! What a call gives whose elements are used as integers has no derivative: rustc says so of what has one.

#![allow(dead_code, reason = "only the errors matter")]

use backprop::{Differentiable, differentiable};

#[derive(Differentiable)]
struct Permutation {
    places: Vec<usize>,
    weight: f64,
}

impl std::ops::Index<usize> for Permutation {
    type Output = usize;

    fn index(&self, i: usize) -> &usize {
        &self.places[i]
    }
}

fn made(x: &[f64]) -> Permutation {
    Permutation { places: vec![0; x.len()], weight: x[0] }
}

#[differentiable]
fn first(x: &[f64]) -> f64 {
    let p = made(x);
//          ^^^^^^^ E0277 takes it for a list of integers
    let at: usize = p[0];
    x[at]
}

fn main() {}
