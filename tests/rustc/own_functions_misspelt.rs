// A function of the type itself that is not there, by `Self`.
use backprop::{Differentiable, Real, differentiable};

#[derive(Clone, Differentiable)]
struct Spring {
    stiffness: f64,
}

#[differentiable]
impl Spring {
    #[differentiable]
    fn force(&self, x: f64) -> f64 {
        self.stiffness * Self::lenght(x)
//                             ^^^^^^ E0599 named `lenght`
    }

    #[differentiable]
    fn length(x: f64) -> f64 {
        Self::nothing(x) + 2.0
//            ^^^^^^^ E0599 named `nothing`
    }

    fn plain(x: f64) -> f64 {
        x
    }

    #[differentiable]
    fn of_a_plain_one(x: f64) -> f64 {
        Self::plain(x) + Self::length(x)
//            ^^^^^ E0618 FunctionWithoutDifferentiable
    }

    #[differentiable]
    fn energy(&self, x: f64) -> f64 {
        Self::force(self, x) * x
    }
}

#[derive(Clone, Differentiable)]
struct Line<T: Real> {
    slope: T,
}

#[differentiable]
impl<T: Real> Line<T> {
    #[differentiable]
    fn at(&self, x: T) -> T {
        self.slope * Self::moved(x)
//                         ^^^^^ E0599 named `moved`
    }
}

fn main() {
    println!("{}", Spring { stiffness: 1.0 }.energy_grad(2.0).1);
}
