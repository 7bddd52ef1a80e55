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
