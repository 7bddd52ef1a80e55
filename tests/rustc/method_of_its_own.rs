//! Methods with names of those of numbers, of what the macro does not know to be something else: one error, at the method.

use backprop::{Differentiable, differentiable};

#[derive(Clone, Copy, Differentiable)]
struct Complex {
    re: f64,
    im: f64,
}

#[differentiable]
impl Complex {
    fn abs(self) -> f64 {
        self.re.hypot(self.im)
    }
}

#[derive(Clone, Copy, Differentiable)]
struct Signal {
    z: Complex,
}

#[differentiable]
fn of_a_field(s: Signal) -> f64 {
    2.0 * s.z.abs()
//            ^^^ E0277 this is a method of `Complex`
}

#[differentiable]
fn of_a_name(s: &Signal) -> f64 {
    let z = s.z;
    2.0 * z.abs() + z.abs()
//          ^^^ E0277 this is a method of `Complex`
}

#[differentiable]
impl Signal {
    fn of_self(&self) -> f64 {
        2.0 * self.z.abs()
//                   ^^^ E0277 this is a method of `Complex`
    }
}

/// What the note says.
#[differentiable]
fn with_its_type(s: Signal) -> f64 {
    let z: Complex = s.z;
    2.0 * z.abs()
}

fn main() {}
