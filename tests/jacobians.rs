//! The backpropagator of `vjp` can be called any number of times: one forward pass gives all rows of a Jacobian.

#![allow(
    clippy::float_cmp,
    clippy::items_after_statements,
    clippy::missing_const_for_fn,
    reason = "small integers are exact, and each function stands where it is used"
)]

use approx::assert_relative_eq;
use backprop::{Differentiable, Real, differentiable};

type Rows = [(f64, f64); 2];

/// The rows of the Jacobian of a function of two numbers, by one backpropagator.
fn rows(back: &impl Fn((f64, f64)) -> (f64, f64)) -> Rows {
    let rows = [back((1.0, 0.0)), back((0.0, 1.0))];
    // What it keeps is as it was.
    assert_eq!(rows, [back((1.0, 0.0)), back((0.0, 1.0))]);
    rows
}

/// The same by central differences.
fn differences(f: impl Fn(f64, f64) -> (f64, f64), x: f64, y: f64) -> Rows {
    let h = 1e-6;
    let slope = |low: (f64, f64), high: (f64, f64)| ((high.0 - low.0) / (2.0 * h), (high.1 - low.1) / (2.0 * h));
    let by_x = slope(f(x - h, y), f(x + h, y));
    let by_y = slope(f(x, y - h), f(x, y + h));
    [(by_x.0, by_y.0), (by_x.1, by_y.1)]
}

fn assert_rows(found: Rows, expected: Rows) {
    for (found, expected) in found.into_iter().zip(expected) {
        assert_relative_eq!(found.0, expected.0, max_relative = 1e-6, epsilon = 1e-7);
        assert_relative_eq!(found.1, expected.1, max_relative = 1e-6, epsilon = 1e-7);
    }
}

/// Checks functions of two numbers that give two, at points in all of their branches.
macro_rules! rows_are_those_of {
    ($($(#[$attribute:meta])* fn $name:ident($x:ident, $y:ident) $body:block)*) => {$(
        mod $name {
            use super::*;

            #[differentiable]
            pub(super) fn map($x: f64, $y: f64) -> (f64, f64) $body
        }

        #[test]
        fn $name() {
            for (x, y) in [(0.3, 0.8), (1.7, 0.4), (-0.9, 2.1), (2.5, 2.2)] {
                let (value, back) = $name::map::vjp(x, y);
                assert_eq!(value, $name::map(x, y));
                assert_rows(rows(&back), differences($name::map, x, y));
            }
        }
    )*};
}

#[differentiable]
fn wave(x: f64, k: f64) -> f64 {
    (k * x).sin() * x.exp()
}

#[differentiable]
fn power(x: f64, n: u32) -> f64 {
    if n == 0 { 1.0 } else { x.sin() * power(x, n - 1) }
}

#[differentiable]
fn twice(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    f(f(x))
}

#[differentiable]
fn dot(x: &[f64], y: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..x.len() {
        sum += x[i] * y[i];
    }
    sum
}

#[derive(Clone, Copy, Differentiable)]
struct Point {
    x: f64,
    y: f64,
}

#[differentiable]
impl Point {
    fn turned(self, angle: f64) -> Self {
        let (sin, cos) = angle.sin_cos();
        Self { x: self.x * cos - self.y * sin, y: self.x * sin + self.y * cos }
    }
}

rows_are_those_of! {
    fn straight(x, y) { (x * y.sin(), x.exp() / (1.0 + y * y)) }
    fn of_calls(x, y) { (wave(x, y) * y, wave(wave(y, x), 0.3)) }
    fn of_branches(x, y) { if x < y { (wave(x, y), x) } else { (y * y, twice(|v| v * wave(v, x), y)) } }
    fn of_branches_in_branches(x, y) {
        let a = if x > 0.0 {
            let w = wave(x, y);
            let v = wave(w, x) * wave(y, w);
            if y > 1.0 { v * wave(v, w) * w } else { v * v * power(w, 2) }
        } else {
            x * y
        };
        (a, a * x)
    }
    fn of_recursion(x, y) { (power(x * y, 3), power(x, 2) * power(y, 1)) }
    fn of_closures(x, y) {
        let f = |a: f64| wave(a, x) * y;
        (f(x), f(f(y)))
    }
    fn of_chosen_functions(x, y) {
        let f = |a: f64| wave(a, y);
        let g = |a: f64| a * x * x;
        let chosen: &dyn Fn(f64) -> f64 = if x < y { &f } else { &g };
        (chosen(x), chosen(chosen(y)))
    }
    fn of_loops(x, y) {
        let mut a = x;
        let mut b = y;
        for i in 0..4 {
            a = wave(a, b) * 0.5;
            for _ in 0..i {
                b = if a > b { (b * x).cos() } else { b + wave(a, 0.1) * a };
            }
        }
        (a, b)
    }
    fn of_loops_that_stop(x, y) {
        let mut a = x;
        let mut steps = 0;
        while a * a < 40.0 && steps < 9 {
            a = a * 1.5 + wave(a, y) * 0.01;
            steps += 1;
        }
        (a, a * y)
    }
    fn of_arrays(x, y) {
        let mut v = vec![x; 4];
        for i in 1..4 {
            v[i] = v[i - 1] * y + v[i].sin();
        }
        let w = [x, y, x * y, 1.0];
        let mut total = 0.0;
        for i in 0..3 {
            let u = [v[i], v[i + 1], x, y];
            total += dot(&u, &w) * dot(&w, &v);
        }
        (total, dot(&v, &v))
    }
    fn of_structs(x, y) {
        let p = Point { x, y }.turned(x * y);
        let q = p.turned(p.x);
        (q.x * p.y, q.y)
    }
    fn of_early_returns(x, y) {
        if x > 2.0 { return (wave(x, y), y); }
        let z = wave(y, x);
        if z < 0.5 { return (z * z, x); }
        (z, z * x)
    }
}

/// With respect to one parameter, of a type parameter, and of structs.
#[test]
fn of_other_shapes() {
    #[differentiable(wrt(x))]
    fn scaled<T: Real>(x: T, k: T) -> (T, T) {
        (x * k, x.powi(3))
    }
    let (_, back) = scaled::vjp(2.0_f32, 5.0);
    assert_eq!([back((1.0, 0.0)), back((0.0, 1.0)), back((1.0, 1.0))], [5.0, 12.0, 17.0]);

    #[differentiable]
    fn moved(p: Point, by: f64) -> Point {
        Point { x: p.x * by, y: p.y + by * by }
    }
    let (_, back) = moved::vjp(Point { x: 2.0, y: 3.0 }, 4.0);
    let [first, second] = [PointCotangent { x: 1.0, y: 0.0 }, PointCotangent { x: 0.0, y: 1.0 }].map(|d| {
        let (d, by) = back(d);
        (d.x, d.y, by)
    });
    assert_eq!([first, second], [(4.0, 0.0, 2.0), (0.0, 1.0, 8.0)]);

    let (_, back) = dot::vjp(&[1.0, 2.0], &[3.0, 4.0]);
    assert_eq!(back(1.0), (vec![3.0, 4.0], vec![1.0, 2.0]));
    assert_eq!(back(2.0), (vec![6.0, 8.0], vec![2.0, 4.0]));
}

#[differentiable(vjp = square_rule)]
fn square(x: f64) -> f64 {
    x * x
}

fn square_rule(x: f64) -> (f64, impl Fn(f64) -> f64) {
    (x * x, move |d| 2.0 * x * d)
}

#[differentiable(vjp = cube_rule)]
fn cube(x: f64) -> f64 {
    x * x * x
}

fn cube_rule(x: f64) -> (f64, impl FnOnce(f64) -> f64) {
    let factors = vec![3.0, x, x];
    (x * x * x, move |d| factors.into_iter().product::<f64>() * d)
}

#[test]
fn a_rule_says_whether_its_backpropagator_can_be_repeated() {
    #[differentiable]
    fn both(x: f64, y: f64) -> (f64, f64) {
        (square(x) * y, square(square(y)))
    }
    let (_, back) = both::vjp(3.0, 2.0);
    assert_eq!(rows(&back), [(12.0, 9.0), (0.0, 32.0)]);
    let (_, back) = square::vjp(3.0);
    assert_eq!([back(1.0), back(2.0)], [6.0, 12.0]);
}

#[test]
#[should_panic(expected = "let it give `impl Fn`")]
fn a_rule_that_is_called_back_once_says_what_to_write() {
    #[differentiable]
    fn of_a_rule(x: f64) -> f64 {
        2.0 * cube(x)
    }
    let (_, back) = of_a_rule::vjp(2.0);
    assert_eq!(back(1.0), 24.0);
    back(1.0);
}
