// A struct without its derive that has operators, which a function uses: one error.
use std::ops::{Add, AddAssign, Mul, Neg};

use backprop::differentiable;

#[derive(Clone, Copy)]
struct Force {
    x: f64,
    y: f64,
}

#[differentiable]
impl Add for Force {
//           ^^^^^ E0277 `Force` has no cotangent
    type Output = Force;

    fn add(self, other: Force) -> Force {
        Force { x: self.x + other.x, y: self.y + other.y }
    }
}

#[differentiable]
impl Mul<Force> for f64 {
    type Output = Force;

    fn mul(self, force: Force) -> Force {
        Force { x: self * force.x, y: self * force.y }
    }
}

#[differentiable]
impl Neg for &Force {
    type Output = Force;

    fn neg(self) -> Force {
        Force { x: -self.x, y: -self.y }
    }
}

#[differentiable]
impl AddAssign for Force {
    fn add_assign(&mut self, other: Force) {
        self.x += other.x;
        self.y += other.y;
    }
}

#[differentiable]
fn work(a: Force, b: Force, k: f64) -> f64 {
    let mut c = a + k * b;
    c += -&a;
    c.x * c.y
}

fn main() {
    println!("{}", work::grad(Force { x: 1.0, y: 2.0 }, Force { x: 1.0, y: 2.0 }, 1.0).2);
}
