//! A method that a trait gives by default, and that a plain method of the type hides.

use backprop::{Differentiable, Real, differentiable};

#[differentiable]
trait Shape {
    fn side(&self) -> f64;

    fn area(&self, x: f64) -> f64 {
        x * self.side()
    }

    fn twice(&self, x: f64) -> f64 {
        2.0 * self.area(x)
    }

    fn scaled<T: Real>(&self, x: T) -> T {
        x * x
    }
}

#[derive(Clone, Copy, Differentiable)]
struct Square {
    side: f64,
}

impl Square {
    fn area(&self, x: f64) -> f64 {
        x + self.side
    }
}

#[differentiable]
impl Square {
    /// With a derivative of its own, it may hide the other one.
    fn twice(&self, x: f64) -> f64 {
        x * self.side
    }
}

#[differentiable]
impl Shape for Square {
//   ^^^^^ E0277 a method of the type itself has this name and no derivative
    fn side(&self) -> f64 {
        self.side
    }
}

#[derive(Clone, Copy, Differentiable)]
struct Wrapped<T> {
    inside: T,
}

impl<T: Real> Wrapped<T> {
    fn twice(&self, x: T) -> T {
        x + self.inside
    }
}

#[differentiable]
impl<T: Real + Into<f64> + Differentiable<Cotangent = T>> Shape for Wrapped<T> {
//                                                        ^^^^^ E0277 a method of the type itself has this name and no derivative
    fn side(&self) -> f64 {
        2.0
    }

    fn area(&self, x: f64) -> f64 {
        x
    }
}

/// Nothing hides what the trait gives.
#[derive(Clone, Copy, Differentiable)]
struct Disc {
    radius: f64,
}

impl Disc {
    fn plain(&self) -> f64 {
        self.radius
    }
}

#[differentiable]
impl Shape for Disc {
    fn side(&self) -> f64 {
        self.radius
    }
}

#[differentiable]
fn total(square: &Square, disc: &Disc, x: f64) -> f64 {
    square.area(x) + disc.area(x) * disc.twice(x)
//         ^^^^ E0277 this method has no derivative
}

fn main() {
    println!("{} {}", total(&Square { side: 1.0 }, &Disc { radius: 1.0 }, 1.0), Disc { radius: 1.0 }.plain());
}
