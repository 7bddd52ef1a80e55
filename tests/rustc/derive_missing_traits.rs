// A type without its derive is one error for each trait and each `impl` of a trait that takes it, and for the first of the operators and
// functions that do.
use backprop::{Differentiable, Real, differentiable};
use std::ops::Mul;

struct Spring {
    stiffness: f64,
}

#[derive(Clone, Copy)]
struct Point {
    x: f64,
}

#[differentiable]
trait Potential {
    fn energy(&self, at: Point) -> f64;
//                       ^^^^^ E0277 `Point` has no cotangent
    fn twice(&self, k: f64) -> f64;
}

#[differentiable]
impl Potential for Spring {
//                 ^^^^^^ E0277 `Spring` has no cotangent
    fn energy(&self, at: Point) -> f64 {
//                       ^^^^^ E0277 `Point` has no cotangent
        0.5 * self.stiffness * at.x * at.x
    }

    fn twice(&self, k: f64) -> f64 {
        k * self.stiffness
    }
}

#[differentiable]
impl Mul<f64> for Point {
//                ^^^^^ E0277 `Point` has no cotangent
    type Output = Self;

    fn mul(self, k: f64) -> Self {
        Point { x: k * self.x }
    }
}

#[differentiable]
fn work<P: Potential>(potential: &P, from: Point, k: f64) -> f64 {
    potential.energy(from * k) - potential.energy(from)
}

struct Pair<T> {
    a: T,
    b: T,
}

#[differentiable]
fn product<T: Real>(pair: Pair<T>, k: T) -> T {
//                        ^^^^ E0277 `Pair<f64>` has no cotangent
    k * pair.a * pair.b
}

#[differentiable]
impl<T: Real> Pair<T> {
    fn sum(&self, k: T) -> T {
        k * (self.a + self.b)
    }
}

struct Pendulum {
    angle: f64,
    velocity: f64,
}

#[differentiable]
impl Pendulum {
//   ^^^^^^^^ E0277 `Pendulum` has no cotangent
    fn new(angle: f64) -> Pendulum {
        Pendulum { angle, velocity: 0.0 }
    }

    fn advance(&mut self, dt: f64) {
        self.velocity -= dt * self.angle.sin();
        self.angle += dt * self.velocity;
    }
}

struct Inner {
    x: f64,
}

#[derive(Differentiable)]
struct Outer {
    inner: Inner,
//         ^^^^^ E0277 `Inner` has no cotangent
    w: Vec<f64>,
}

#[differentiable]
fn read(outer: &Outer, k: f64) -> f64 {
    k * outer.inner.x * outer.w[0]
}

fn main() {
    work(&Spring { stiffness: 1.0 }, Point { x: 1.0 }, 2.0);
    product(Pair { a: 1.0, b: 2.0 }, 3.0);
    Pair { a: 1.0, b: 2.0 }.sum(3.0);
    Pendulum::new(1.0).advance(0.1);
    read(&Outer { inner: Inner { x: 1.0 }, w: vec![1.0] }, 2.0);
}
