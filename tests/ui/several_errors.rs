#![allow(warnings)]
use backprop::differentiable;

#[differentiable(wrt(z))]
fn many(x: f64, v: [Option<f64>; 2]) -> f64 {
    let both = [x, x];
    for x in [x, 3.0] {
        println!("{}", both[0]);
    }
    unsafe { x * x }
}

fn main() {}
