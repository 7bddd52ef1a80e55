//! Variables that begin as constants, `let mut sum = Vector::zero();` and `let axis = [0.0, 0.6];`, and meet what is differentiated.
//! Gradients against central differences.

#![expect(clippy::assign_op_pattern, reason = "assignments of sums are what is tested")]

mod differences;

use std::ops::{Add, AddAssign, Mul};

use backprop::{Differentiable, differentiable};
use differences::check;

const X: [f64; 3] = [0.3, 0.7, 1.1];

#[derive(Clone, Copy, Debug, Differentiable)]
struct Vector {
    x: f64,
    y: f64,
}

#[differentiable]
impl Vector {
    const ONE: Self = Self { x: 1.0, y: 1.0 };

    fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    fn zero() -> Self {
        Self { x: 0.0, y: 0.0 }
    }

    fn dot(self, other: Self) -> f64 {
        self.x * other.x + self.y * other.y
    }

    fn turned(&self, by: &Self) -> Self {
        Self { x: self.x * by.x - self.y * by.y, y: self.x * by.y + self.y * by.x }
    }

    fn along(&self, axis: [f64; 2], t: f64) -> f64 {
        self.x * axis[0] * t + self.y * axis[1] * t * t
    }
}

#[differentiable]
impl Add for Vector {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { x: self.x + other.x, y: self.y + other.y }
    }
}

#[differentiable]
impl AddAssign for Vector {
    fn add_assign(&mut self, other: Self) {
        self.x += other.x;
        self.y += other.y;
    }
}

#[differentiable]
impl Mul<Vector> for f64 {
    type Output = Vector;

    fn mul(self, v: Vector) -> Vector {
        Vector { x: self * v.x, y: self * v.y }
    }
}

#[differentiable]
fn mixed(p: Vector, q: Vector) -> Vector {
    Vector { x: p.x + q.x * q.y, y: p.y + p.x * q.x }
}

/// A sum that begins with nothing.
#[differentiable]
fn sum(x: &[f64]) -> f64 {
    let mut sum = Vector::zero();
    for v in x {
        sum = sum + Vector::new(*v, v * v);
    }
    sum.dot(sum)
}

#[differentiable]
fn sum_in_place(x: &[f64]) -> f64 {
    let mut sum = Vector::zero();
    for v in x {
        sum += 2.0 * Vector::new(*v, v * v);
    }
    sum.dot(sum)
}

/// A product that begins with a constant.
#[differentiable]
fn product(x: &[f64]) -> f64 {
    let mut p = Vector::ONE;
    for v in x {
        p = p.turned(&Vector::new(*v, v.sin()));
    }
    p.x * p.y
}

#[differentiable]
fn from_the_left(x: &[f64]) -> f64 {
    let mut p = Vector::ONE;
    for v in x {
        let k = Vector::new(*v, v.sin());
        p = k.turned(&p);
    }
    p.x * p.y
}

/// What a function gives of itself and of what depends.
#[differentiable]
fn by_a_function(x: &[f64]) -> f64 {
    let mut p = Vector::zero();
    for v in x {
        p = mixed(p, Vector::new(*v, v.sin()));
    }
    p.x * p.y
}

/// One variable comes to depend on the parameters by another one.
#[differentiable]
fn fall(x: &[f64]) -> f64 {
    let g = Vector::new(0.0, -9.8);
    let mut at = Vector::zero();
    let mut v = Vector::new(x[0], x[1]);
    for _ in 0..4 {
        v = v + 0.1 * g;
        at = at + x[2] * v;
    }
    at.dot(at)
}

/// Only one of two branches gives it what depends.
#[differentiable]
fn chosen(x: &[f64]) -> f64 {
    let mut best = Vector::zero();
    for v in x {
        if *v > best.x {
            best = Vector::new(*v, 2.0 * v);
        }
    }
    best.dot(best)
}

#[test]
fn a_struct_begins_as_a_constant() {
    check(&sum, &X, &sum::grad(&X));
    check(&sum_in_place, &X, &sum_in_place::grad(&X));
    check(&product, &X, &product::grad(&X));
    check(&from_the_left, &X, &from_the_left::grad(&X));
    check(&by_a_function, &X, &by_a_function::grad(&X));
    check(&fall, &X, &fall::grad(&X));
    check(&chosen, &X, &chosen::grad(&X));
}

#[differentiable]
fn polynomial(c: [f64; 2], t: f64) -> f64 {
    c[0] * t + c[1] * t * t
}

#[differentiable]
fn horner(c: &[f64], t: f64) -> f64 {
    let mut sum = 0.0;
    for v in c.iter().rev() {
        sum = sum * t + v;
    }
    sum
}

/// The same array by value, again and again, by reference and by its elements.
#[differentiable]
fn constant_array(t: f64) -> f64 {
    let c = [0.3, 0.6];
    let d = [0.5; 2];
    let mut sum = polynomial(c, t) + polynomial(d, t);
    for _ in 0..3 {
        sum += polynomial(c, sum) * c[0] + horner(&c, t);
    }
    let v = Vector::new(t, 2.0);
    sum + v.along(c, t) * v.along(d, 2.0 * t)
}

#[test]
fn a_constant_array_in_a_variable_is_given_by_value() {
    let at = 0.2;
    check(&|x| constant_array(x[0]), &[at], &[constant_array::grad(at)]);
}
