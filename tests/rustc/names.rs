// Names that mean something else than the macro takes them for.
#![allow(non_upper_case_globals, non_camel_case_types, reason = "the names are those that mislead")]

use std::ops::Mul;

use backprop::differentiable;

const three: i32 = 3;
const 三: i32 = 3;

#[derive(Clone, Copy)]
enum Choice {
    first,
    second,
}
use Choice::*;

#[differentiable]
fn constants(x: f64, n: i32) -> f64 {
    match n {
        0 => 0.0,
        three => x,
//      ^^^^^ E0530
        三 => 2.0 * x,
//      ^ E0530
        _ => x * x,
    }
}

#[differentiable(wrt(x))]
fn variants(x: f64, choice: Choice) -> f64 {
    match choice {
        first => x,
//      ^^^^^ E0530
        _ => 2.0 * x,
    }
}

trait Degrees {
    fn sin(self) -> f64;
    fn add(self, other: f64) -> f64;
}

impl Degrees for f64 {
    fn sin(self) -> f64 {
        f64::sin(self.to_radians())
    }

    fn add(self, other: f64) -> f64 {
        self + 2.0 * other
    }
}

#[differentiable]
fn of_a_trait(x: f64) -> f64 {
    <f64 as Degrees>::sin(x)
//                    ^^^ E0576
}

#[differentiable]
fn called_as_an_operator(x: f64) -> f64 {
    x.add(1.0)
//    ^^^ E0308
}

mod of_a_module {
    use backprop::differentiable;

    mod f64 {
        pub fn sin(x: ::core::primitive::f64) -> ::core::primitive::f64 {
            x * x
        }
    }

    #[differentiable]
    fn hidden(x: f64) -> f64 {
        f64::sin(x)
//           ^^^ E0308
    }
}

mod of_a_trait_of_that_name {
    use backprop::differentiable;

    trait Float {
        fn exp(self) -> Self;
    }

    impl Float for f64 {
        fn exp(self) -> f64 {
            self * self
        }
    }

    #[differentiable]
    fn exponential(x: f64) -> f64 {
        Float::exp(x)
//             ^^^ E0308
    }
}

#[derive(Clone, Copy)]
struct Gain(f64);

impl Mul<f64> for Gain {
    type Output = f64;

    fn mul(self, x: f64) -> f64 {
        self.0 * x * x
    }
}

const GAIN: Gain = Gain(2.0);

#[differentiable]
fn times_constant(x: f64) -> f64 {
    GAIN * x * x
//  ^^^^ E0277
}

#[differentiable(wrt(x))]
fn times_element(x: f64, gains: &[Gain]) -> f64 {
    gains[0] * x * x
//  ^^^^^ E0308
}

mod of_the_cut {
    use backprop::differentiable;

    fn stop_gradient(x: f64) -> f64 {
        2.0 * x
    }

    #[differentiable]
    fn doubled(x: f64) -> f64 {
        x * stop_gradient(x)
//          ^^^^^^^^^^^^^ E0107
//          ^^^^^^^^^^^^^ E0308
    }
}

mod of_a_type {
    use backprop::differentiable;

    type f64 = f32;

    #[differentiable]
    fn product(x: f64, y: f64) -> f64 {
//     ^^^^^^^ E0308
        x * y * (0.1 + 0.2)
    }
}

mod imported {
    use backprop::differentiable;

    mod values {
        pub const x: f64 = 7.0;

        pub fn closure(y: f64) -> f64 {
            3.0 * y
        }

        pub fn itself(y: f64, _: u32) -> f64 {
            y * y
        }
    }

    #[differentiable]
    fn closure(x: f64) -> f64 {
        x * x
    }

    #[differentiable]
    fn constant(x: f64, y: f64) -> f64 {
        use values::*;
        x * y
//      ^ E0277
//      ^ E0308
    }

    // The companion of `closure` outside is another's.
    #[differentiable]
    fn named(y: f64) -> f64 {
        use values::closure;
        closure(y)
//      ^^^^^^^ E0277 this function has no derivative
    }
}

fn main() {
    let _ = Choice::second;
}
