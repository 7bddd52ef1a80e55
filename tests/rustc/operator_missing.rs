use std::ops::{Add, Mul, Neg, Sub};

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

impl Mul<f64> for Length {
    type Output = Length;

    fn mul(self, factor: f64) -> Length {
        Length(self.0 * factor)
    }
}

impl Neg for Length {
    type Output = Length;

    fn neg(self) -> Length {
        Length(-self.0)
    }
}

mod marked {
    use super::*;

    #[differentiable]
    pub fn sum(a: Length, b: Length) -> f64 {
        let c = a + b;
//                ^ E0277 `Length + Length` is not differentiable
        c.0 * c.0
    }

    #[differentiable]
    pub fn difference(a: Length, b: Length) -> f64 {
        let c: Length = &a - &b;
//                         ^ E0599 `sub_refs`
        c.0
    }

    #[differentiable]
    pub fn product(a: Length, k: f64) -> f64 {
        (a * k).0 + (a * 2.0).0
//         ^ E0277 `Length * f64` is not differentiable
//                     ^ E0277 `Length * f64` is not differentiable
    }

    #[differentiable]
    pub fn negative(a: Length) -> Length {
        -a
//      ^ E0277 `-Length` is not differentiable
    }
}

fn main() {
    marked::sum(Length(1.0), Length(2.0));
    marked::difference(Length(1.0), Length(2.0));
    marked::product(marked::negative(Length(1.0)), 1.0);
}
