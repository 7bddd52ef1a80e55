//! Structs that nothing but their constructors names: the parameters of the types are left out of those, and rustc finds them. The
//! truth is a central difference.

#![expect(
    clippy::assign_op_pattern,
    clippy::cast_possible_truncation,
    reason = "the programs are as people write them"
)]

use approx::assert_relative_eq;
use backprop::{Differentiable, Real, differentiable};

#[derive(Clone, Copy, Debug, Differentiable)]
struct Pair<T: Real> {
    a: T,
    b: T,
    n: u32,
}

/// Without a bound.
#[derive(Clone, Copy, Debug, Differentiable)]
struct Open<T> {
    a: T,
    b: T,
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Body {
    y: f64,
    k: f64,
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Place(f64, f64, u32);

#[differentiable]
impl<T: Real> Pair<T> {
    fn sum(&self, k: T) -> T {
        self.a * k + self.b
    }
    fn stepped(self, k: T) -> Pair<T> {
        Pair { a: self.a + k, b: self.b * k, n: self.n }
    }
    fn push(&mut self, k: T) {
        self.a = self.a + k;
    }
}

#[differentiable]
fn fields<T: Real>(x: T) -> T {
    let u = Pair { a: x, b: x * x, n: 3 };
    u.a * u.b + u.sum(x)
}

#[differentiable]
fn of_branches<T: Real>(x: T) -> T {
    let u = if x > T::zero() { Pair { a: x, b: x * x, n: 3 } } else { Pair { a: x * x, b: x, n: 2 } };
    u.a * u.b
}

#[differentiable]
fn of_methods<T: Real>(x: T) -> T {
    let mut u = Pair { a: x, b: x * x, n: 3 };
    for _ in 0..3 {
        u = u.stepped(x);
    }
    u.a * u.b
}

#[differentiable]
fn changed<T: Real>(x: T) -> T {
    let mut u = Pair { a: x, b: x * x, n: 3 };
    for _ in 0..3 {
        u.a = u.a * x;
        u.push(x);
    }
    u.a * u.b
}

#[differentiable]
fn updated(x: f64) -> f64 {
    let mut u = Pair { a: x, b: x * x, n: 3 };
    let mut s = 0.0;
    while u.a < 10.0 {
        u = Pair { a: u.a * 2.0, b: u.b + x, ..u };
        s += u.sum(x);
    }
    u.a * u.b + s
}

#[differentiable]
fn in_arrays(x: f64) -> f64 {
    let mut v = Vec::new();
    for i in 0..3 {
        v.push(Pair { a: x * f64::from(i), b: x, n: 2 });
    }
    let mut s = 0.0;
    for u in &v {
        s += u.a * u.sum(x);
    }
    for u in &[Pair { a: x, b: x * x, n: 3 }, Pair { a: x * x, b: x, n: 1 }] {
        s += u.a * u.b;
    }
    s
}

#[differentiable]
fn captured(x: f64) -> f64 {
    let u = Pair { a: x, b: x * x, n: 3 };
    let f = |y: f64| u.a * y + u.sum(y);
    f(x) * f(2.0)
}

/// Nothing of what the function captured has a sensitivity.
#[differentiable]
fn given(y: f64) -> impl Fn(f64) -> f64 {
    let u = Body { y, k: y };
    move |f| f64::from(u.k as i32) + f
}

#[differentiable]
fn of_given(x: f64) -> f64 {
    given(x)(2.0) * x
}

#[differentiable]
fn given_open(y: f64) -> impl Fn(f64) -> f64 {
    let u = Open { a: y, b: Pair { a: y, b: y * y, n: 1 }.b };
    move |f| u.a * f + u.b
}

#[differentiable]
fn open<T: Real>(x: T) -> T {
    let mut u = Open { a: x, b: x * x };
    for _ in 0..3 {
        u.a = u.a * x + u.b;
    }
    let v = if x > T::one() { Open { a: u.b, b: x } } else { u };
    u.a * u.b * v.a
}

#[differentiable]
fn of_open(x: f64) -> f64 {
    given_open(x)(2.0) * open(x)
}

#[differentiable]
fn taking(first: &impl Fn(f64) -> f64, place: &impl Fn(f64) -> Place, last: impl FnOnce(f64) -> Place) -> f64 {
    let (p, q) = (place(0.5), last(2.0));
    first(p.0) * p.1 + q.0 * q.1 + f64::from(p.2)
}

/// Of what the closures give, only constructors say the type.
#[differentiable]
fn passing(y: Body, first: impl Fn(f64) -> f64) -> f64 {
    taking(&first, &move |h: f64| Place(h * y.y, y.k, 2), |k: f64| Place(k, y.y * k, 1))
}

#[differentiable]
fn of_passing(x: f64) -> f64 {
    passing(Body { y: x, k: x * x }, |z| z.sin() * x)
}

#[test]
fn gradients_of_what_constructors_name() {
    let (x, h) = (1.3, 1e-6);
    let check = |f: fn(f64) -> f64, both: fn(f64) -> (f64, f64)| {
        let (value, gradient) = both(x);
        assert_relative_eq!(value, f(x));
        assert_relative_eq!(gradient, (f(x + h) - f(x - h)) / (2.0 * h), max_relative = 1e-7);
    };
    check(fields, fields::value_and_grad);
    check(of_branches, of_branches::value_and_grad);
    check(of_methods, of_methods::value_and_grad);
    check(changed, changed::value_and_grad);
    check(updated, updated::value_and_grad);
    check(in_arrays, in_arrays::value_and_grad);
    check(captured, captured::value_and_grad);
    check(of_given, of_given::value_and_grad);
    check(of_open, of_open::value_and_grad);
    check(of_passing, of_passing::value_and_grad);
}
