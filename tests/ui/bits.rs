//! A number that is made of the bits of another one.

use backprop::{differentiable, stop_gradient};

#[differentiable]
fn rounded(x: f64) -> f64 {
    let bits = x.to_bits() & !0xffff;
    x * f64::from_bits(bits)
}

// What the help says.
#[differentiable]
fn of_a_constant(x: f64) -> f64 {
    x * f64::from_bits(stop_gradient(x).to_bits() & !0xffff)
}

fn main() {}
