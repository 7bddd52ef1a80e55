//! What rustc finds wrong in a generic function, or in a method of a generic type, is one error: that of the function as it stands.

use backprop::{Differentiable, Real, differentiable};

#[differentiable]
fn product<T: Real>(x: T, y: T) -> T {
    x * y
}

#[differentiable]
fn power<T: Real>(x: T, n: i32) -> T {
    x.powi(n)
}

#[differentiable]
fn square(x: f64) -> f64 {
    x * x
}

#[differentiable]
fn first<T: Real>(x: &[T], n: usize) -> T {
    x[n]
}

#[differentiable]
fn too_few<T: Real>(x: T) -> T {
    product(x)
//  ^^^^^^^ E0061
}

#[differentiable]
fn too_many<T: Real>(x: T) -> T {
    product(x, x, x)
//  ^^^^^^^ E0061
}

#[differentiable]
fn another_type<T: Real>(x: T) -> T {
    power(x, x)
//           ^ E0308
}

#[differentiable]
fn method<T: Real>(x: T) -> T {
    x.sine() * x
//    ^^^^ E0599
}

#[differentiable]
fn times_an_integer<T: Real>(x: T, n: usize) -> T {
    x * n
//      ^ E0308
}

#[differentiable]
fn plus_another_number<T: Real>(x: T, y: f64) -> T {
    let z = x + y;
//              ^ E0308
    z * x
}

#[differentiable]
fn where_clause<T>(x: T) -> T
where
    T: Real + Copy,
{
    product(x, x, x)
//  ^^^^^^^ E0061
}

#[differentiable]
fn of_an_array<T: Real, const N: usize>(x: &[T; N]) -> T {
    first(x)
//  ^^^^^ E0061
}

#[differentiable]
fn of_a_function<F: Fn(f64) -> f64>(f: F, x: f64) -> f64 {
    f(x) * square(x, x)
//         ^^^^^^ E0061
}

#[differentiable]
fn with_a_function<T: Real, F>(f: F, x: T) -> T
where
    F: Fn(T) -> T,
{
    f(x, x)
//  ^ E0057
}

#[derive(Clone, Copy, Differentiable)]
struct Vector<T> {
    x: T,
    y: T,
}

#[differentiable]
impl<T: Real> Vector<T> {
    fn dot(&self, other: &Vector<T>) -> T {
        self.x * other.x + self.y * other.y
    }

    fn scaled(self, k: T) -> Vector<T> {
        Vector { x: k * self.x, y: k * self.y }
    }

    fn method_with_too_few(&self) -> T {
        self.dot().sqrt()
//           ^^^ E0061
    }

    fn field(&self, k: T) -> T {
        k * self.z
//               ^ E0609
    }

    fn method_misspelt(&self) -> T {
        self.nrom()
//           ^^^^ E0599
    }

    fn function_with_too_many(&self) -> T {
        power(self.x, 2, 3)
//      ^^^^^ E0061
    }

    fn argument(&self) -> T {
        self.scaled(self).x
//                  ^^^^ E0308
    }
}

#[derive(Clone, Copy, Differentiable)]
struct Coefficients<const N: usize> {
    of: [f64; N],
}

#[differentiable]
impl<const N: usize> Coefficients<N> {
    fn last(&self) -> f64 {
        square(self.of[N - 1], 2.0)
//      ^^^^^^ E0061
    }
}

mod of_no_parameters {
    use backprop::differentiable;

    #[differentiable]
    fn square(x: f64) -> f64 {
        x * x
    }

    #[differentiable]
    fn f(x: f64) -> f64 {
        x * square::<f64>(x)
//          ^^^^^^ E0107 associated function takes 0 generic arguments
//          ^^^^^^ E0107 function takes 0 generic arguments
    }
}

fn main() {}
