use backprop::{Differentiable, differentiable};

#[derive(Clone, Copy, Differentiable)]
struct Pair(f64, f64);

mod elsewhere {
    #![expect(non_snake_case, reason = "the functions are named as structs are")]

    pub fn Swapped(x: f64, y: f64) -> super::Pair {
        super::Pair(2.0 * y, x)
    }

    pub fn Both(x: f64, y: f64) -> (f64, f64) {
        (2.0 * y, x)
    }
}
use elsewhere::{Both, Swapped};

#[differentiable]
fn of_a_function(x: f64) -> f64 {
    let pair = Swapped(x, x * x);
//             ^^^^^^^ E0574
    pair.0 * pair.1 * pair.0
}

#[differentiable]
fn of_a_tuple(x: f64) -> f64 {
    Both(x, x * x).0
//  ^^^^ E0574
}

#[differentiable]
fn of_a_struct(x: f64) -> f64 {
    let pair = Pair(x, x * x);
    pair.0 * pair.1
}

fn main() {}
