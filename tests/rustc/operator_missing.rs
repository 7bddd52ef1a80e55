use std::ops::{Add, Sub};

use backprop::{Differentiable, differentiable};

#[derive(Clone, Copy, Differentiable)]
struct Length(f64);

impl Add for Length {
    type Output = Length;

    fn add(self, other: Length) -> Length {
        Length(self.0 + other.0)
    }
}

impl Sub for &Length {
    type Output = Length;

    fn sub(self, other: &Length) -> Length {
        Length(self.0 - other.0)
    }
}

mod marked {
    use super::*;

    #[differentiable]
//  ^^^^^^^^^^^^^^^^^ E0277
    pub fn sum(a: Length, b: Length) -> f64 {
        let c: Length = a + b;
//                        ^ E0277
        c.0
    }

    #[differentiable]
//  ^^^^^^^^^^^^^^^^^ E0618
    pub fn difference(a: Length, b: Length) -> f64 {
        let c: Length = &a - &b;
//                         ^ E0277
        c.0
    }
}

fn main() {
    marked::sum(Length(1.0), Length(2.0));
    marked::difference(Length(1.0), Length(2.0));
}
