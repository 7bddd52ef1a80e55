//! Structs that patterns take apart, and elements of arrays that are such structs, against central differences.

#![expect(
    clippy::cast_precision_loss,
    clippy::explicit_iter_loop,
    clippy::many_single_char_names,
    reason = "each way to write a loop is tested, and short names stand in short formulas"
)]

mod differences;
mod pairs;

use backprop::{Differentiable, Real, differentiable, differentiate};
use pairs::check;

const AT: [f64; 9] = [0.3, -0.7, 1.2, 1.1, 0.4, 0.8, -0.6, 0.9, 0.37];

#[differentiable]
fn integral(f: impl Fn(f64) -> f64, a: f64, b: f64) -> f64 {
    0.5 * (b - a) * (f(a) + f(b))
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Pair<T> {
    a: T,
    b: T,
}

/// Not `Copy`: what is not read stays where it is.
#[derive(Clone, Debug, Differentiable)]
struct Orbit<T> {
    at: Spot<T>,
    speed: Spot<T>,
    mass: T,
    #[constant]
    steps: usize,
}

#[derive(Clone, Debug, Differentiable)]
struct Spot<T>(T, T);

#[differentiable]
impl<T: Real> Spot<T> {
    fn norm2(&self) -> T {
        let Self(a, b) = self;
        *a * *a + *b * *b
    }
}

#[differentiable]
fn apart<T: Real>(orbit: &Orbit<T>, Spot(left, right): &Spot<T>) -> T {
    let Orbit { at, speed: Spot(x, y), mass, steps } = orbit;
    assert!(*steps > 1);
    let k = if *steps > 2 { *x * *y } else { *x };
    at.norm2() * *mass + k * *left - *mass * *right + *y / at.norm2() * *left
}

#[differentiable]
fn consumed<T: Real>(Orbit { at, speed: Spot(x, _), mass, .. }: Orbit<T>) -> T {
    at.norm2() * mass + x
}

#[differentiable(wrt(x))]
fn left_out<T: Real>(Orbit { at: Spot(a, b), steps, .. }: &Orbit<T>, x: T) -> T {
    let Spot(c, d) = Spot(x * *a, x);
    if *steps > 2 { c * d * *b } else { x }
}

#[differentiable]
fn taken_apart(x: f64, y: f64) -> f64 {
    let orbit: Orbit<f64> = Orbit { at: Spot(x, y), speed: Spot(y, x * y), mass: x.sin(), steps: 3 };
    let spot: Spot<f64> = Spot(x * x, y);
    let fixed = Orbit { at: Spot(0.5, 2.0), speed: Spot(0.1, 0.2), mass: 1.5, steps: 3 };
    let all = apart(&orbit, &spot) * left_out(&fixed, x);
    let Orbit { at, speed, mass, .. } = &orbit;
    let f = |s: &Spot<f64>, k: f64| {
        let Spot(a, b) = s;
        a * b * mass * s.norm2() + s.norm2() * a + integral(|v| v * *mass + k, k, *a)
    };
    let sum = all * f(at, x) + f(speed, y) * f(&spot, x);
    let Spot(c, d) = spot;
    sum + consumed(orbit) * c * d
}

#[test]
fn structs_are_taken_apart() {
    check!(taken_apart);
    let closure = |x: f64, y: f64| {
        let pulled = differentiate!(|Pair { a, b }: Pair<f64>| a * b + y.sin() * a).grad(Pair { a: x, b: y });
        (pulled.a, pulled.b)
    };
    assert_eq!(closure(0.5, 2.0), (2.0 + 2.0_f64.sin(), 0.5));
}

/// Elements of arrays.
mod elements {
    use super::differences::check;
    use super::{AT, Differentiable, differentiable};

    #[derive(Clone, Copy, Differentiable)]
    struct Point {
        x: f64,
        y: f64,
    }

    #[derive(Clone, Copy, Differentiable)]
    struct Pair(f64, f64);

    #[differentiable]
    fn named(p: &[Point], k: f64) -> f64 {
        let mut s = 0.0;
        for &Point { x, y } in p {
            s += x * y * k;
        }
        for Point { x, y } in p {
            s *= x + y;
        }
        for (i, Point { x, .. }) in p.iter().enumerate() {
            s += x * i as f64;
        }
        let Point { x, y } = p[0];
        let Point { x: a, .. } = &p[1];
        if let Some(Point { x, y }) = p.get(1) {
            s += x * y;
        }
        let mut own = p.to_vec();
        for Point { x, y } in own.iter_mut() {
            *x += *y * k;
            *y *= *x;
        }
        (own[0].x, own[1].y) = (own[1].y, own[0].x * s);
        s + x * y * a + own[0].x * own[1].x + own[1].y
    }

    #[differentiable]
    fn numbered(p: &[Pair], k: f64) -> f64 {
        let mut s = 0.0;
        for Pair(x, y) in p {
            s += x * y;
        }
        for &Pair(x, y) in p {
            s *= x + y * k;
        }
        let Pair(a, b) = p[0];
        let mut own = p.to_vec();
        own.push(Pair(k, a));
        own[0].0 *= own[2].1;
        for q in own.iter_mut() {
            q.1 *= q.0;
        }
        s + a * b + own[0].0 * own[2].1 + own[1].1
    }

    #[test]
    fn gradients() {
        let at = |n: &[f64]| [Point { x: n[0], y: n[1] }, Point { x: n[2], y: n[3] }];
        let (d, d_k) = named::grad(&at(&AT), AT[4]);
        check(&|n| named(&at(n), n[4]), &AT[..5], &[d[0].x, d[0].y, d[1].x, d[1].y, d_k]);
        let at = |n: &[f64]| [Pair(n[0], n[1]), Pair(n[2], n[3])];
        let (d, d_k) = numbered::grad(&at(&AT), AT[4]);
        check(&|n| numbered(&at(n), n[4]), &AT[..5], &[d[0].0, d[0].1, d[1].0, d[1].1, d_k]);
    }
}
