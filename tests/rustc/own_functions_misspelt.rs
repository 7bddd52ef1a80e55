// A function of a type that is not there, by `Self` or by the name of a struct of the file.
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
//            ^^^^^ E0277 this function has no derivative
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

#[derive(Clone, Copy, Differentiable)]
struct Meters(f64);

#[derive(Clone, Differentiable)]
struct View<'a> {
    xs: &'a [f64],
}

#[differentiable]
fn by_name(x: f64) -> f64 {
    let spring = Spring::soft(x);
//                       ^^^^ E0599 named `soft`
    spring.force(x)
}

#[differentiable]
fn of_a_tuple(x: f64) -> f64 {
    Meters::of(x).0
//          ^^ E0599 named `of`
}

#[differentiable]
fn of_numbers(x: f64) -> f64 {
    Line::<f64>::through(x).at(x)
//               ^^^^^^^ E0599 named `through`
}

#[differentiable]
fn of_any_numbers<T: Real>(x: T) -> T {
    let line = Line::between(x, x);
//                   ^^^^^^^ E0599 named `between`
    line.at(x)
}

#[differentiable]
fn of_borrowed(xs: &[f64]) -> f64 {
    View::first(xs)
//        ^^^^^ E0599 named `first`
}

fn main() {
    println!("{}", Spring { stiffness: 1.0 }.energy_grad(2.0).1);
}
