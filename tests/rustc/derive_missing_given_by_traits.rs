//! A struct without its derive that a method of a trait gives: one error for the trait, one for each `impl`, and one for each struct that has
//! fields of it.

use std::ops::Mul;

use backprop::{Differentiable, differentiable};

#[derive(Clone, Copy)]
struct Vector {
    x: f64,
    y: f64,
}

#[differentiable]
trait Field {
    fn at(&self, r: Vector) -> Vector;
//                  ^^^^^^ E0277 `Vector` has no cotangent
}

#[derive(Clone, Copy, Differentiable)]
struct Central {
    gm: f64,
}

#[differentiable]
impl Field for Central {
    fn at(&self, r: Vector) -> Vector {
//                  ^^^^^^ E0277 `Vector` has no cotangent
        let d = r.x.hypot(r.y);
        r * (-self.gm / (d * d * d))
    }
}

#[differentiable]
impl Mul<f64> for Vector {
//                ^^^^^^ E0277 `Vector` has no cotangent
    type Output = Vector;

    fn mul(self, k: f64) -> Vector {
        Vector { x: self.x * k, y: self.y * k }
    }
}

#[derive(Clone, Copy, Differentiable)]
struct Craft {
    r: Vector,
//     ^^^^^^ E0277 `Vector` has no cotangent
    v: Vector,
    fuel: f64,
}

#[differentiable]
fn pull<F: Field>(craft: &Craft, field: &F) -> f64 {
    craft.fuel * field.at(craft.r).x
}

fn main() {
    let craft = Craft { r: Vector { x: 1.0, y: 0.0 }, v: Vector { x: 0.0, y: 1.0 }, fuel: 1.0 };
    let _ = pull::grad(&craft, &Central { gm: 1.0 });
}
