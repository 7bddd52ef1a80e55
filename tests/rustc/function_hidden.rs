//! A function that is called and a companion of the same name that is not of this function.

use backprop::differentiable;

#[differentiable]
fn slope(x: f64) -> f64 {
    x * x
}

mod plain {
    pub fn slope(x: f64) -> f64 {
        3.0 * x
    }
}

#[differentiable]
fn by_all_names(x: f64) -> f64 {
    use plain::*;
    slope(x)
//  ^^^^^ E0277
//  ^^^^^ E0659
}

mod reached {
    pub mod derivatives {
        #[backprop::differentiable]
        pub fn turn(x: f64) -> f64 {
            x * x
        }
    }

    pub mod functions {
        pub fn turn(x: f64) -> f64 {
            3.0 * x
        }
    }

    pub use derivatives::*;
    pub use functions::turn;
}

#[differentiable]
fn by_a_path(x: f64) -> f64 {
    reached::turn(x)
//           ^^^^ E0277
}

/// All ways in which a function can be called and passed on, of functions of every kind.
mod kinds {
    pub mod derivatives {
        use crate::Weight;
        use backprop::{Real, differentiable};

        #[differentiable]
        pub fn scaled<const N: usize>(x: f64) -> f64 {
            x * N as f64
        }

        #[differentiable]
        pub fn applied<T: Real, F: Fn(T) -> T>(f: F, g: impl Fn(T) -> T, x: T) -> T {
            f(g(x))
        }

        #[differentiable]
        pub fn added(k: f64) -> impl Fn(f64) -> f64 {
            move |x| x + k
        }

        #[differentiable]
        pub fn first<'a, T: Real + 'a>(x: &'a [T]) -> T {
            x[0]
        }

        #[differentiable]
        pub fn weighted(by: Weight, x: f64) -> f64 {
            by.of * x
        }

        #[differentiable]
        pub fn squared<T: Real>(x: T) -> T {
            x * x
        }
    }

    pub mod functions {
        use crate::Weight;
        use backprop::Real;

        pub fn scaled<const N: usize>(x: f64) -> f64 {
            2.0 * x * N as f64
        }

        pub fn applied<T: Real, F: Fn(T) -> T>(f: F, g: impl Fn(T) -> T, x: T) -> T {
            f(x) + g(x)
        }

        pub fn added(k: f64) -> impl Fn(f64) -> f64 {
            move |x| x - k
        }

        pub fn first<'a, T: Real + 'a>(x: &'a [T]) -> T {
            x[1]
        }

        pub fn weighted(by: Weight, x: f64) -> f64 {
            by.of - x
        }

        pub fn squared<T: Real>(x: T) -> T {
            x
        }
    }

    pub use derivatives::*;
    pub use functions::{added, applied, first, scaled, squared, weighted};
}
use kinds::*;

#[derive(Clone, Copy, backprop::Differentiable)]
pub struct Weight {
    of: f64,
}

#[differentiable]
fn of_a_constant(x: f64) -> f64 {
    scaled::<3>(x)
//  ^^^^^^ E0277
}

#[differentiable]
fn of_functions(x: f64) -> f64 {
    applied(|v| v * x, |v: f64| v.sin(), x)
//  ^^^^^^^ E0277
}

#[differentiable]
fn of_a_result(x: f64) -> f64 {
    added(x)(x)
//  ^^^^^ E0277
}

#[differentiable]
fn of_a_result_of_numbers(x: f64) -> f64 {
    derivatives::applied(added(2.0), |v: f64| v * x, x)
//                       ^^^^^ E0277
}

#[differentiable]
fn of_an_array(x: &[f64]) -> f64 {
    first(x)
//  ^^^^^ E0277
}

#[differentiable]
fn of_a_struct(by: Weight, x: f64) -> f64 {
    weighted(by, x)
//  ^^^^^^^^ E0277
}

#[differentiable]
fn of_what_a_call_gives(x: f64) -> f64 {
    squared(derivatives::added(x)(x))
//  ^^^^^^^ E0277
}

#[differentiable]
fn by_name(x: f64) -> f64 {
    derivatives::applied(squared, |v: f64| v, x)
//                       ^^^^^^^ E0277
}

#[differentiable]
fn by_another_name(x: f64) -> f64 {
    let again = squared;
//              ^^^^^^^ E0277
    again(x)
}

#[differentiable]
fn in_a_closure(x: f64) -> f64 {
    derivatives::applied(|v: f64| squared(v), |v: f64| v, x)
//                                ^^^^^^^ E0277
}

mod old {
    #[deprecated]
    #[backprop::differentiable]
    pub fn slope(x: f64) -> f64 {
        x * x
    }

    #[deprecated]
    #[backprop::differentiable]
    pub fn identity<T: backprop::Real>(x: T) -> T {
        x
    }
}

mod new {
    use backprop::Real;

    pub use super::old::*;

    pub fn slope(x: f64) -> f64 {
        3.0 * x
    }

    pub fn identity<T: Real>(x: T) -> T {
        x + x
    }
}

#[allow(deprecated)]
#[differentiable]
fn of_an_old_one(x: f64) -> f64 {
    new::slope(x)
//       ^^^^^ E0277
}

#[allow(deprecated)]
#[differentiable]
fn of_old_ones(x: f64) -> f64 {
    let f = new::identity;
//               ^^^^^^^^ E0277
    new::identity(x) * f(x)
//       ^^^^^^^^ E0277
}

fn main() {
    fn slope<T: backprop::Real>(x: T) -> T {
        x + x
    }
    #[differentiable]
    fn by_a_function(x: f64) -> f64 {
        slope(x * 2.0)
//      ^^^^^ E0277
    }
    let turn = |x: f64, k: usize| x * k as f64;
    println!("{} {} {}", by_all_names(1.0), by_a_path(1.0), by_a_function(turn(1.0, 2)));
    println!("{}", backprop::differentiate!(|x: f64| slope(x)).grad(1.0));
//                                                   ^^^^^ E0277
}
