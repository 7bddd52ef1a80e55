// Functions that are not in scope, in a file that has them elsewhere, or an import with `*`: rustc says so of the function as it stands,
// and nothing is said of its derivative.
#![expect(unused_imports, reason = "nothing of it is used")]

use std::collections::*;

use backprop::{Differentiable, Real, differentiable};

mod helpers {
    use backprop::{Differentiable, differentiable};

    #[derive(Clone, Copy, Differentiable)]
    pub struct Gain {
        pub k: f64,
    }

    #[differentiable]
    pub fn square(x: f64) -> f64 {
        x * x
    }

    #[differentiable]
    pub fn gain(x: f64) -> Gain {
        Gain { k: x }
    }
}

#[differentiable]
fn not_imported(x: f64) -> f64 {
    2.0 * square(x)
//        ^^^^^^ E0425 cannot find function `square`
}

#[differentiable]
fn struct_not_imported(x: f64) -> f64 {
    let g = gain(x);
//          ^^^^ E0425 cannot find function `gain`
    g.k * g.k
}

mod inside {
    use backprop::differentiable;

    #[differentiable]
    pub fn of_outside(x: f64) -> f64 {
        not_imported(x)
//      ^^^^^^^^^^^^ E0425 cannot find function `not_imported`
    }
}

#[differentiable]
fn misspelt<T: Real>(x: &[T]) -> T {
    let y = vec![x[0]; 3];
    squared_norm(&y)
//  ^^^^^^^^^^^^ E0425 cannot find function `squared_norm`
}

#[derive(Clone, Copy, Differentiable)]
struct Layer {
    k: f64,
}

#[differentiable]
impl Layer {
    fn forward(&self, x: f64) -> f64 {
        self.k * activation(x)
//               ^^^^^^^^^^ E0425 cannot find function `activation`
    }

    fn twice(&self, x: f64) -> f64 {
        self.forward(self.forward(x))
    }
}

#[differentiable]
trait Model {
    fn k(&self) -> f64;

    fn loss(&self, x: f64) -> f64 {
        let (a, b) = split(x);
//                   ^^^^^ E0425 cannot find function `split`
        a * b * self.k()
    }
}

#[differentiable]
fn apply(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    f(x)
}

#[differentiable]
fn passed(x: f64) -> f64 {
    apply(squared, x)
//        ^^^^^^^ E0425 cannot find value `squared`
}

// Functions with the names of macros, and with names that other macros have.
#[differentiable]
fn line(w: f64, x: f64) -> f64 {
    w * x
}

mod lines {
    use super::*;

    #[differentiable]
    pub fn of_macros(x: f64) -> f64 {
        line(x, x)
    }
}

fn main() {
    let _ = lines::of_macros::grad(2.0);
}
