// Macros of the user's that are called like those of the standard library.
#![allow(unused_imports, reason = "what uses the import is refused")]

use backprop::differentiable;

macro_rules! vec {
    ($($element:expr),*) => { [$($element),*] };
}

macro_rules! report {
    ($($what:tt)*) => { () };
}
use report as println;

#[differentiable]
fn hidden_by_a_definition(x: f64) -> f64 {
    let v = vec![x, 2.0];
//          ^^^ E0659
    v[0] * v[1]
}

#[differentiable]
fn hidden_by_an_import(x: f64) -> f64 {
    println!("{}", x);
//  ^^^^^^^ E0659
    x
}

fn main() {}
