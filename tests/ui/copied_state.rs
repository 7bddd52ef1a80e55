#![allow(warnings)]
use backprop::differentiable;

#[differentiable]
fn copied(x: f64, y: f64) -> f64 {
    let mut state = x;
    let mut first = move || {
        state *= y;
        state
    };
    let mut second = first;
    let mut captured = move || first() + 1.0;
    second() + captured()
}

fn main() {}
