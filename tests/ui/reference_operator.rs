use std::ops::{Add, AddAssign, Sub};

use backprop::{Differentiable, differentiable};

#[derive(Clone, Copy, Differentiable)]
struct Length(f64);

#[differentiable]
impl Add<&mut Length> for &Length {
    type Output = Length;

    fn add(self, other: &mut Length) -> Length {
        Length(self.0 + other.0)
    }
}

#[differentiable]
impl AddAssign<f64> for &mut Length {
    fn add_assign(&mut self, other: f64) {
        self.0 += other;
    }
}

#[differentiable]
impl Sub for &Length {
    type Output = Length;

    fn sub(self, other: Self) -> Self::Output {
        Length((self.0 - other.0) * std::mem::size_of::<Self>() as f64)
    }
}

fn main() {}
