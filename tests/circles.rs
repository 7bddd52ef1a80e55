//! Functions of one `impl` block that call one another in a circle.

#![expect(clippy::float_cmp, reason = "the results are exact")]
#![expect(clippy::trivially_copy_pass_by_ref, reason = "it is what is tested")]

use backprop::{Differentiable, differentiable};

#[derive(Clone, Copy, Differentiable)]
struct Gain {
    k: f64,
}

#[differentiable]
impl Gain {
    fn even(&self, x: f64, n: u32) -> f64 {
        if n == 0 { x } else { self.odd(self.k * x, n - 1) }
    }

    fn odd(&self, x: f64, n: u32) -> f64 {
        if n == 0 { 1.0 } else { self.even(x * x, n - 1) }
    }

    fn both(&self, x: f64) -> f64 {
        self.even(x, 2) + self.odd(x, 1)
    }
}

#[test]
fn two_methods() {
    let gain = Gain { k: 3.0 };
    // even(x, 2) = k² x²
    let (value, (d_gain, d_x)) = gain.even_value_and_grad(2.0, 2);
    assert_eq!((value, d_gain.k, d_x), (36.0, 24.0, 36.0));
    // odd(x, 1) = x²
    let (d_gain, d_x) = gain.odd_grad(2.0, 1);
    assert_eq!((d_gain.k, d_x), (0.0, 4.0));
    let (d_gain, d_x) = gain.both_grad(2.0);
    assert_eq!((d_gain.k, d_x), (24.0, 40.0));
}

/// It has no receivers.
struct Series;

#[differentiable]
impl Series {
    fn first(x: f64, n: u32) -> f64 {
        if n == 0 { 1.0 } else { x * Self::second(x, n - 1) }
    }

    fn second(x: f64, n: u32) -> f64 {
        if n == 0 { 1.0 } else { x + Series::third(x, n - 1) }
    }

    fn third(x: f64, n: u32) -> f64 {
        if n == 0 { 1.0 } else { 2.0 * Self::first(x, n - 1) }
    }
}

#[test]
fn three_functions_of_a_type() {
    // first(x, 3) = x (x + 2), first(x, 4) = x (x + 2 x)
    assert_eq!(Series::first_grad(5.0, 3), 12.0);
    assert_eq!(Series::first_grad(5.0, 4), 30.0);
    assert_eq!(Series::third_value_and_grad(5.0, 2), (10.0, 2.0));
}

#[derive(Clone, Copy, Differentiable)]
struct Spring {
    x: f64,
    v: f64,
}

#[differentiable]
impl Spring {
    fn kick(&mut self, dt: f64, n: u32) {
        self.v -= dt * self.x;
        self.drift(dt, n);
    }

    fn drift(&mut self, dt: f64, n: u32) {
        self.x += dt * self.v;
        if n > 1 {
            self.kick(dt, n - 1);
        }
    }

    fn end(&mut self, dt: f64, n: u32) -> f64 {
        self.kick(dt, n);
        self.x
    }
}

#[test]
fn methods_that_change_their_receiver() {
    let (h, mut spring) = (0.1, Spring { x: 2.0, v: 3.0 });
    let (value, (d_spring, d_dt)) = spring.end_value_and_grad(h, 2);
    // One step takes (x, v) to ((1 - h²) x + h v, v - h x).
    let a = 1.0 - h * h;
    assert!((value - ((a * a - h * h) * 2.0 + (a * h + h) * 3.0)).abs() < 1e-15);
    assert!((d_spring.x - (a * a - h * h)).abs() < 1e-15 && (d_spring.v - (a * h + h)).abs() < 1e-15);
    let of_h = (-4.0 * h * a - 2.0 * h) * 2.0 + (2.0 - 3.0 * h * h) * 3.0;
    assert!((d_dt - of_h).abs() < 1e-14);
}

#[differentiable]
trait Walk {
    fn left(&self, xs: &[f64], n: usize) -> f64;
    fn right(&self, xs: &[f64], n: usize) -> f64;
}

#[differentiable]
impl Walk for Gain {
    fn left(&self, xs: &[f64], n: usize) -> f64 {
        if n == 0 { 0.0 } else { self.k * xs[n - 1] + self.right(xs, n - 1) }
    }

    fn right(&self, xs: &[f64], n: usize) -> f64 {
        if n == 0 { 0.0 } else { xs[n - 1] * xs[n - 1] + Self::left(self, xs, n - 1) }
    }
}

#[differentiable]
fn walk<W: Walk>(way: &W, xs: &[f64]) -> f64 {
    2.0 * way.left(xs, xs.len())
}

#[test]
fn methods_of_a_trait() {
    let (d_gain, d_xs) = walk::grad(&Gain { k: 3.0 }, &[1.0, 2.0, 5.0]);
    assert_eq!(d_gain.k, 12.0);
    assert_eq!(d_xs, [6.0, 8.0, 6.0]);
}

/// Another type with methods of these names, which call nothing.
#[derive(Clone, Copy, Differentiable)]
struct Other {
    inner: Gain,
}

#[differentiable]
impl Other {
    fn even(&self, x: f64, n: u32) -> f64 {
        self.inner.even(x, n) + self.odd(x, n)
    }

    fn odd(&self, x: f64, n: u32) -> f64 {
        self.inner.odd(x, n)
    }
}

#[test]
fn methods_of_a_part_are_no_circle() {
    let (d_other, d_x) = Other { inner: Gain { k: 3.0 } }.even_grad(2.0, 2);
    // k² x², and odd(x, 2) = even(x², 1) = odd(k x², 0) = 1
    assert_eq!((d_other.inner.k, d_x), (24.0, 36.0));
}

#[derive(Clone, Copy, Differentiable)]
struct Pair<T> {
    a: T,
    b: T,
}

#[differentiable]
impl<T: backprop::Real> Pair<T> {
    fn ping(&self, n: u32) -> T {
        if n == 0 { self.a } else { self.a * self.pong(n - 1) }
    }

    fn pong(&self, n: u32) -> T {
        if n == 0 { self.b } else { self.b * self.ping(n - 1) }
    }
}

#[test]
fn methods_of_a_generic_type() {
    // ping(3) = a b a b
    let d = Pair { a: 2.0_f32, b: 3.0 }.ping_grad(3);
    assert_eq!((d.a, d.b), (36.0, 24.0));
}
