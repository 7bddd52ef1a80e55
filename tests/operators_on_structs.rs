//! Operators on structs and on references to structs, each a function of its own, against central differences.

#![expect(clippy::many_single_char_names, reason = "short names for short formulas")]

mod differences;
mod pairs;

use backprop::{Differentiable, Real, differentiable};
use pairs::check;

/// Moved, never copied.
#[derive(Clone, Debug, Differentiable)]
struct Row<T> {
    a: T,
    b: T,
}

#[differentiable]
impl<'a, T> std::ops::Add<&'a Row<T>> for &'a Row<T>
where
    T: Real + 'a,
{
    type Output = Row<T>;

    fn add(self, other: &'a Row<T>) -> Row<T> {
        Row { a: self.a + other.a, b: self.b * other.b }
    }
}

#[differentiable]
impl<'a, 'b, T: Real + 'a> std::ops::Sub<&'b Row<T>> for &'a Row<T> {
    type Output = Row<T>;

    fn sub(self, other: &'b Row<T>) -> Self::Output {
        Row { a: self.a - other.a, b: self.b / other.b }
    }
}

#[differentiable]
impl<T: Real> std::ops::Mul<T> for &Row<T> {
    type Output = Row<T>;

    fn mul(self, k: T) -> Row<T> {
        Row { a: self.a * k, b: self.b * k }
    }
}

#[differentiable]
impl<T: Real> std::ops::Neg for &Row<T> {
    type Output = Row<T>;

    fn neg(self) -> Row<T> {
        Row { a: -self.a, b: -self.b }
    }
}

#[differentiable]
fn combined<T: Real>(p: &Row<T>, q: &Row<T>, k: T) -> Row<T> {
    let sum = p + q;
    &(&sum * k) - &(-p)
}

#[differentiable]
fn operators_on_references(x: f64, y: f64) -> f64 {
    let (p, q) = (Row { a: x, b: y }, Row { a: y * y, b: x });
    let r: Row<f64> = combined(&p, &q, x);
    let s: Row<f64> = if x > y { &p + &r } else { &r - &p };
    s.a * s.b + (&s * y).a
}

/// Four operators, each another function.
#[derive(Clone, Copy, Debug, Differentiable)]
struct Told(f64);

#[differentiable]
impl std::ops::Sub for Told {
    type Output = Told;

    fn sub(self, other: Told) -> Told {
        Told(self.0 - other.0)
    }
}

#[differentiable]
impl std::ops::Sub<&Told> for &Told {
    type Output = Told;

    fn sub(self, other: &Told) -> Told {
        Told(2.0 * self.0 - 3.0 * other.0)
    }
}

#[differentiable]
impl std::ops::Sub<&Told> for Told {
    type Output = Told;

    fn sub(self, other: &Told) -> Told {
        Told(4.0 * self.0 - 5.0 * other.0)
    }
}

#[differentiable]
impl std::ops::Sub<Told> for &Told {
    type Output = Told;

    fn sub(self, other: Told) -> Told {
        Told(6.0 * self.0 - 7.0 * other.0)
    }
}

#[differentiable]
fn told_apart(x: f64, y: f64) -> f64 {
    let z = (Told(x), (y, Told(x * y)));
    let (a, (k, b)) = &z;
    let (c, _) = z;
    (a - b).0 * k + (*a - b).0 * x + (a - c).0 * *k + (c - *b).0
}

#[test]
fn gradients() {
    check!(operators_on_references told_apart);
}
