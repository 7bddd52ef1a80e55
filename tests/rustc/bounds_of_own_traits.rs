//! Where a bound is a trait of the user's own, or `Self` in a trait, there is no type with which rustc could check an instance of the code. A mistake
//! is one error all the same.

use backprop::{Differentiable, Real, differentiable};

#[differentiable]
fn square(x: f64) -> f64 {
    x * x
}

#[differentiable]
trait Shape {
    fn area(&self) -> f64;
    fn scaled(&self, k: f64) -> f64;

    fn misspelt(&self) -> f64 {
        2.0 * self.aera()
//                 ^^^^ E0599 no method named `aera`
    }

    fn no_argument(&self) -> f64 {
        self.scaled() * self.area()
//           ^^^^^^ E0061
    }

    fn more_arguments(&self, x: f64) -> f64 {
        self.area(x) * 2.0
//           ^^^^ E0061
    }

    fn another_type(&self, n: usize) -> f64 {
        self.scaled(n) * self.area()
//                  ^ E0308
    }

    fn of_a_function(&self, x: f64) -> f64 {
        square(self.area(), x)
//      ^^^^^^ E0061
    }

    fn given_a_function<F: Fn(f64) -> f64>(&self, f: F, x: f64) -> f64 {
        f(self.area(), x)
//      ^ E0057
    }

    fn of_another<S: Shape>(&self, other: &S) -> f64
    where
        Self: Sized,
    {
        self.area() * other.scaled()
//                          ^^^^^^ E0061
    }

    fn right(&self, k: f64) -> f64 {
        self.scaled(k) + self.area()
    }
}

#[differentiable]
pub trait Field<T, const N: usize>
where
    T: Real,
{
    type Unit;

    fn at(&self, x: [T; N]) -> T;

    fn misspelt(&self, x: [T; N]) -> T {
        self.on(x) * x[0]
//           ^^ E0599 no method named `on`
    }

    fn element(&self, x: [T; N]) -> T {
        self.at(x[0])
//              ^^^^ E0308
    }

    fn right(&self, x: [T; N]) -> T {
        self.at(x) * x[0]
    }
}

#[differentiable]
fn no_argument<S: Shape>(shape: &S, x: f64) -> f64 {
    shape.scaled() * x
//        ^^^^^^ E0061
}

#[differentiable]
fn more_arguments<S>(shape: &S, x: f64) -> f64
where
    S: Shape,
{
    shape.area(x) * x
//        ^^^^ E0061
}

#[differentiable]
fn another_type<S: Shape>(shape: &S, n: usize) -> f64 {
    shape.scaled(n)
//               ^ E0308
}

#[differentiable]
fn misspelt<S: Shape>(shape: &S, x: f64) -> f64 {
    shape.aera() * x
//        ^^^^ E0599 no method named `aera`
}

#[differentiable]
fn of_a_generic_function<S: Shape>(shape: &S, x: f64) -> f64 {
    right(shape, |y| y, x, x)
//  ^^^^^ E0061
}

#[differentiable]
fn in_a_loop<S: Shape>(shape: &S, xs: &[f64]) -> f64 {
    let mut sum = 0.0;
    for x in xs {
        sum += shape.scaled(*x, *x);
//                   ^^^^^^ E0061
    }
    sum
}

#[differentiable]
fn right<S: Shape, F: Fn(f64) -> f64>(shape: &S, f: F, x: f64) -> f64 {
    f(shape.scaled(x)) * shape.area()
}

#[differentiable]
fn in_a_closure<S: Shape>(shape: &S, x: f64) -> f64 {
    right(shape, |y| shape.scaled(), x)
//                         ^^^^^^ E0061
}

#[derive(Clone, Differentiable)]
struct Two<S> {
    one: S,
    other: S,
}

#[differentiable]
impl<S: Shape + Differentiable> Shape for Two<S> {
    fn area(&self) -> f64 {
        self.one.area() + self.other.area(2.0)
//                                   ^^^^ E0061
    }

    fn scaled(&self, k: f64) -> f64 {
        self.one.scaled(k) + self.second.scaled(k)
//                                ^^^^^^ E0609
    }
}

#[differentiable]
impl<S: Shape + Differentiable> Two<S> {
    fn sum(&self) -> f64 {
        self.one.area() + self.second.area()
//                             ^^^^^^ E0609
    }
}

#[derive(Clone, Copy, Differentiable)]
struct Vector<T> {
    x: T,
    y: T,
}

#[differentiable]
impl<T: Real> std::ops::Add for Vector<T> {
    type Output = Vector<T>;

    fn add(self, other: Vector<T>) -> Vector<T> {
        Vector { x: self.x + other.x, y: self.y + other.z }
//                                                      ^ E0609
    }
}

#[differentiable]
trait WithDefaults<T: Real = f64, const N: usize = 3> {
    fn at(&self, x: [T; N]) -> T;

    fn right(&self, x: [T; N]) -> T {
        self.at(x) * x[0]
    }

    fn misspelt(&self, x: [T; N]) -> T {
        self.on(x) * x[0]
//           ^^ E0599 no method named `on`
    }
}

#[differentiable]
trait WithLifetime<'a>: 'a {
    fn at(&self, x: f64) -> f64;

    fn right(&self, x: f64) -> f64 {
        self.at(x) * x
    }

    fn misspelt(&self, x: f64) -> f64 {
        self.on(x) * x
//           ^^ E0599 no method named `on`
    }
}

fn main() {}
