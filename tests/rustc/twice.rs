//! Of a method that a trait has twice, rustc says so once.

use backprop::differentiable;

#[differentiable]
trait Shape {
    fn area(&self) -> f64;
    fn area(&self) -> f64;
//  ^^^^^^^^^^^^^^^^^^^^^^ E0428
}

fn main() {}
