//! Elements of an array in a struct that become numbers of other types are taken for integers.

#![allow(dead_code, reason = "only the errors matter")]

use backprop::{Differentiable, differentiable};

#[derive(Differentiable)]
struct Table {
    w: Vec<f32>,
    k: f64,
}

#[differentiable]
fn first(table: &Table) -> f64 {
    table.w[0] as f64 * table.k
//        ^ E0277 takes it for an array of integers
}

fn main() {}
