//! Type parameters with the bound `Float` of `num_traits`, in place of `Real`; and parameters of structs of which nothing is said.

use std::ops::Add;

use approx::assert_relative_eq;
use backprop::num_traits::Float;
use backprop::{Differentiable, differentiable};

/// What is left of a dose.
#[differentiable]
fn concentration<T: Float>(dose: T, rate: T, time: T) -> T {
    dose * (-rate * time).exp()
}

#[differentiable]
fn total<T>(dose: T, times: &[T]) -> T
where
    T: Float,
{
    let mut sum = T::zero();
    for time in times {
        sum = sum + concentration(dose, T::one(), *time);
    }
    sum
}

#[test]
fn functions_take_floats() {
    let (d_dose, d_rate, d_time) = concentration::grad(2.0, 0.5, 1.0);
    let rest = (-0.5_f64).exp();
    assert_relative_eq!(d_dose, rest);
    assert_relative_eq!(d_rate, -2.0 * rest);
    assert_relative_eq!(d_time, -rest);
    let (d_dose, d_times) = total::grad(2.0_f32, &[0.0, 0.0]);
    assert_eq!((d_dose, d_times), (2.0, vec![-2.0, -2.0]));
}

#[derive(Clone, Copy, Differentiable)]
struct Vector<T> {
    x: T,
    y: T,
}

#[differentiable]
impl<T: Float> Vector<T> {
    fn dot(self, other: Vector<T>) -> T {
        self.x * other.x + self.y * other.y
    }

    fn norm(self) -> T {
        self.dot(self).sqrt()
    }
}

#[differentiable]
impl<T: Float> Add for Vector<T> {
    type Output = Vector<T>;

    fn add(self, other: Vector<T>) -> Vector<T> {
        Vector { x: self.x + other.x, y: self.y + other.y }
    }
}

#[differentiable]
fn length<T: Float>(a: Vector<T>, b: Vector<T>) -> T {
    (a + b).norm()
}

#[test]
fn structs_of_floats_have_methods_and_operators() {
    let (d_a, d_b) = length::grad(Vector { x: 1.0, y: 2.0 }, Vector { x: 2.0, y: 2.0 });
    assert_relative_eq!(d_a.x, 0.6);
    assert_relative_eq!(d_a.y, 0.8);
    assert_eq!((d_a.x, d_a.y), (d_b.x, d_b.y));
}

#[derive(Clone, Copy, Differentiable)]
struct Power {
    exponent: i32,
    factor: f64,
}

#[differentiable]
impl Power {
    fn of<U: Float>(&self, x: U) -> U {
        x.powi(self.exponent)
    }

    fn scaled(&self, x: f64) -> f64 {
        self.factor * self.of(x)
    }
}

#[test]
fn methods_take_floats() {
    let (d_power, d_x) = Power { exponent: 2, factor: 2.0 }.scaled_grad(3.0);
    assert_relative_eq!(d_power.factor, 9.0);
    assert_relative_eq!(d_x, 12.0);
}

#[derive(Clone, Copy, Differentiable)]
struct Pair<T> {
    first: T,
    second: T,
}

#[differentiable]
impl<T: Copy> Pair<T> {
    fn first(&self) -> T {
        self.first
    }
}

#[differentiable]
fn difference(pair: Pair<f64>) -> f64 {
    pair.second - pair.first()
}

#[test]
fn parameters_of_fields_need_no_bound() {
    let d = difference::grad(Pair { first: 1.0, second: 2.0 });
    assert_eq!((d.first, d.second), (-1.0, 1.0));
}
