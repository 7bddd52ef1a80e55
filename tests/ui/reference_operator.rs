use std::ops::Add;

use backprop::{Differentiable, differentiable};

#[derive(Clone, Copy, Differentiable)]
struct Length(f64);

#[differentiable]
impl Add<&Length> for &Length {
    type Output = Length;

    fn add(self, other: &Length) -> Length {
        Length(self.0 + other.0)
    }
}

#[differentiable]
fn sum(a: Length, b: Length) -> f64 {
    let c: Length = &a + &b;
    c.0
}

fn main() {
    sum(Length(1.0), Length(2.0));
}
