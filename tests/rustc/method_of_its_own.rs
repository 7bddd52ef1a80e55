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

/// The macro does not see what a macro of the file defines.
macro_rules! hidden {
    () => {
        #[differentiable]
        impl Complex {
            fn turned(self, by: f64) -> Complex {
                Complex { re: self.re * by, im: self.im }
            }
        }
    };
}
hidden!();

#[differentiable]
fn times(z: Complex, k: f64) -> Complex {
    Complex { re: z.re * k, im: z.im * k }
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

#[differentiable]
fn of_what_a_method_gives(z: Complex) -> f64 {
    let w = z.turned(2.0);
    w.abs() * 2.0
//    ^^^ E0277 this is a method of `Complex`
}

#[differentiable]
fn of_what_a_function_gives(z: Complex, x: f64) -> f64 {
    x - times(z, x).turned(x).abs() + norm(z)
//                            ^^^ E0277 this is a method of `Complex`
}

/// What rustc rejects anyway.
#[differentiable]
fn of_nothing(z: Complex, x: f64) -> f64 {
    times(z, 1.0).turned(x).missing().abs() + z.turned(x).abs()
//                          ^^^^^^^ E0599 missing
}

/// Numbers that calls give, and references to them.
#[differentiable]
fn of_numbers(z: Complex, x: f64) -> f64 {
    let size = norm(z);
    let larger = norm(z.turned(x)).max(size.sqrt());
    larger.abs() + norm(z).powi(2)
}

#[differentiable]
fn norm(z: Complex) -> f64 {
    z.re * z.re + z.im * z.im
}

/// What the note says.
#[differentiable]
fn with_its_type(s: Signal) -> f64 {
    let z: Complex = s.z;
    2.0 * z.abs()
}

fn main() {}
