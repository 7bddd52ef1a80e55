//! A method that takes what has no name, and one that calls it: the stub stands for every type.

use backprop::{Differentiable, differentiable};

#[derive(Clone, Copy, Differentiable)]
struct Vector {
    x: f64,
    y: f64,
}

#[differentiable]
trait Field {
    fn at(&self, r: Vector) -> f64;
}

#[derive(Clone, Copy, Differentiable)]
struct Central {
    gm: f64,
}

#[differentiable]
impl Field for Central {
    fn at(&self, r: Vector) -> f64 {
        self.gm * r.x
    }
}

#[derive(Clone, Copy, Differentiable)]
struct Craft {
    r: Vector,
}

#[differentiable]
impl Craft {
    fn energy(&self, field: &dyn Field) -> f64 {
//                          ^^^^^^^^^^ no code a trait object has no derivative
        field.at(self.r) + self.r.y
    }

    fn pull(&self, field: &impl Field, k: f64) -> f64 {
//                        ^^^^^^^^^^^ no code a parameter of an `impl` type that is no function
        field.at(self.r) * k
    }

    fn both(&self, a: &(dyn Field + Sync), b: impl Field) -> f64 {
//                    ^^^^^^^^^^^^^^^^^^^ no code a trait object has no derivative
//                                            ^^^^^^^^^^ no code a parameter of an `impl` type that is no function
        a.at(self.r) * b.at(self.r)
    }
}

#[differentiable]
fn potential(r: Vector, field: &dyn Field) -> f64 {
//                             ^^^^^^^^^^ no code a trait object has no derivative
    field.at(r)
}

#[differentiable]
fn miss(craft: Craft, field: &Central) -> f64 {
    craft.energy(field) * craft.pull(field, 2.0) + potential(craft.r, field)
}

#[differentiable]
fn hit(craft: Craft, field: &Central) -> f64 {
    craft.both(field, *field)
}

fn main() {
    let (craft, field) = (Craft { r: Vector { x: 1.0, y: 0.0 } }, Central { gm: 1.0 });
    let (_, d_field) = miss::grad(craft, &field);
    let _ = d_field.gm + craft.energy_grad(&field).1.gm + hit::grad(craft, &field).1.gm;
}
