//! A module of the file shows its functions: of one that it has not, rustc says so, and nothing else is said.

use backprop::differentiable;

mod helpers {
    use backprop::differentiable;

    #[differentiable]
    pub fn cube(x: f64) -> f64 {
        x * x * x
    }

    pub mod inner {
        pub fn plain(x: f64) -> f64 {
            x
        }
    }
}

#[differentiable]
fn called(x: f64) -> f64 {
    helpers::square(x) + helpers::cube(x)
//           ^^^^^^ E0425 cannot find function `square` in module `helpers`
}

#[differentiable]
fn deeper(x: f64) -> f64 {
    helpers::inner::squared(x) + 1.0
//                  ^^^^^^^ E0425 cannot find function `squared`
}

#[differentiable]
fn there(x: f64) -> f64 {
    helpers::inner::plain(x) + 1.0
//                  ^^^^^ E0277 this function has no derivative
}

#[differentiable]
fn of_the_file(x: f64) -> f64 {
    self::squares(x)
//        ^^^^^^^ E0425 cannot find function `squares`
}

#[differentiable]
fn twice(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    f(f(x))
}

#[differentiable]
fn passed(x: f64) -> f64 {
    twice(helpers::quartic, x)
//                 ^^^^^^^ E0425 cannot find value `quartic`
}

#[differentiable]
fn generic(x: f64) -> f64 {
    helpers::power::<2>(x) + quadratic::<f64>(x)
//           ^^^^^ E0425 cannot find function `power`
//                           ^^^^^^^^^ E0425 cannot find function `quadratic`
}

#[differentiable]
fn no_module(x: f64) -> f64 {
    helper::cube(x)
//  ^^^^^^ E0433 helper
}

mod tests {
    use super::*;

    #[differentiable]
    fn above(x: f64) -> f64 {
        super::cubed(x) + other(x)
//             ^^^^^ E0425 cannot find function `cubed`
//                        ^^^^^ E0425 cannot find function `other`
    }

    pub fn all() -> f64 {
        above::grad(1.0)
    }
}

fn main() {
    let _ = called::grad(1.0) + deeper::grad(1.0) + passed::grad(1.0) + generic::grad(1.0) + tests::all();
}
