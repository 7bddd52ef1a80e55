// Functions that are not marked, given what they do not take: rustc says the one, and nothing is said of the other.
use backprop::{Differentiable, differentiable};

#[differentiable]
fn by_path(x: f64) -> f64 {
    std::cmp::max(x, 0.0)
//  ^^^^^^^^^^^^^ E0277 `f64: Ord`
}

mod imported {
    use std::cmp::max;

    use backprop::differentiable;

    #[differentiable]
    pub fn in_a_closure(x: f64, y: f64) -> f64 {
        let above = |v: f64| max(v, y);
//                           ^^^ E0277 `f64: Ord`
        above(x)
    }
}

#[derive(Clone, Copy, Differentiable)]
struct Bound {
    low: f64,
}

#[differentiable]
impl Bound {
    fn cut(&self, y: f64) -> f64 {
        2.0 * std::cmp::min(self.low, y)
//            ^^^^^^^^^^^^^ E0277 `f64: Ord`
    }
}

fn main() {}
