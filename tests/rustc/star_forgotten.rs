//! A reference to a number in place of the number: rustc says so once, and the macro nothing.

use backprop::{Differentiable, differentiable};

#[derive(Clone, Copy, Differentiable)]
struct Point {
    x: f64,
}

#[differentiable]
fn added(age: &mut f64, dt: f64) {
    age += dt;
//  ^^^^^^^^^ E0368
}

#[differentiable]
fn added_behind_a_look(age: &f64, dt: f64) {
    age += dt;
//  ^^^^^^^^^ E0368
}

#[differentiable]
fn added_to_an_array(ages: &mut [f64], dt: f64) {
    ages += dt;
//  ^^^^^^^^^^ E0368
}

#[differentiable]
fn assigned(age: &mut f64, dt: f64) {
    age = dt;
//        ^^ E0308
}

#[differentiable]
fn assigned_a_sum(age: &mut f64, dt: f64) {
    age = age + dt;
//            ^ E0369
}

#[differentiable]
fn assigned_an_array(ages: &mut [f64], dt: f64) {
    ages = [dt, dt];
//         ^^^^^^^^ E0308
}

#[differentiable]
fn assigned_a_struct(p: &mut Point, x: f64) {
    p = Point { x };
//      ^^^^^^^^^^^ E0308
}

#[differentiable]
impl Point {
    fn assigned(&mut self, x: f64) {
        self = Point { x };
//             ^^^^^^^^^^^ E0308
    }
}

#[differentiable]
fn multiplied(age: &mut f64, dt: f64) -> f64 {
    age * dt
//      ^ E0369
}

#[differentiable]
fn second_operand(age: &mut f64, dt: f64) -> f64 {
    dt * age
//     ^ E0277
}

#[differentiable]
fn opposite(age: &mut f64) -> f64 {
    -age
//  ^^^^ E0600
}

#[differentiable]
fn compared(age: &mut f64, dt: f64) -> f64 {
    if age > 0.0 { dt } else { 1.0 }
//           ^^^ E0308
}

#[differentiable]
fn argument(age: &mut f64, dt: f64) -> f64 {
    dt.max(age)
//         ^^^ E0308
}

#[differentiable]
fn given(age: &mut f64, dt: f64) -> f64 {
    *age += dt;
    age
//  ^^^ E0308
}

#[differentiable]
fn array_given(ages: &[f64]) -> Vec<f64> {
    ages
//  ^^^^ E0308
}

fn main() {
    let mut p = Point { x: 1.0 };
    p.assigned(2.0);
}
