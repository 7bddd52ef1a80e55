//! What nobody uses has no reverse pass: a part of what a function gives, and what a function gives that is only compared. An infinite
//! derivative there does no harm.
//!
//! The expected gradients are closed forms of what is used.
#![expect(clippy::float_cmp, reason = "the derivatives are exact")]

use backprop::{Differentiable, Real, differentiable};

#[differentiable]
fn pair(x: f64) -> (f64, f64) {
    (x.sqrt(), x * x)
}

/// The root is not used.
#[differentiable]
fn other_part(x: f64) -> f64 {
    let (_root, square) = pair(x);
    square + x
}

#[differentiable]
fn chosen_part(x: f64) -> f64 {
    let (root, square) = pair(x);
    if x > 0.0 { root } else { square + 3.0 * x }
}

#[differentiable]
fn part_in_a_loop(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for v in x {
        let both = pair(*v);
        sum += both.1;
    }
    sum
}

#[test]
fn parts_of_tuples() {
    assert_eq!(other_part::value_and_grad(0.0), (0.0, 1.0));
    assert_eq!(other_part::grad(2.0), 5.0);
    assert_eq!(chosen_part::value_and_grad(0.0), (0.0, 3.0));
    assert_eq!(chosen_part::grad(4.0), 0.25);
    assert_eq!(part_in_a_loop::grad(&[0.0, 3.0]), [0.0, 6.0]);
    let (value, back) = pair::vjp(0.0);
    assert_eq!(value, (0.0, 0.0));
    assert_eq!(back((0.0, 1.0)), 0.0);
    assert_eq!(back((1.0, 0.0)), f64::INFINITY);
}

#[differentiable]
fn generic<T: Real>(x: T) -> (T, T) {
    (x.ln(), x + x)
}

#[differentiable]
fn of_generic<T: Real>(x: T) -> T {
    let (_, twice) = generic(x);
    twice
}

#[differentiable]
fn deeper(x: f64) -> ((f64, f64), f64) {
    (pair(x), 1.0 / x)
}

#[differentiable]
fn of_deeper(x: f64) -> f64 {
    let ((_, square), _) = deeper(x);
    square + 2.0 * x
}

#[differentiable]
fn power(x: f64, n: usize) -> (f64, f64) {
    if n == 0 {
        return (1.0, x.sqrt());
    }
    let (all, root) = power(x, n - 1);
    (all * x, root * 0.5)
}

#[differentiable]
fn of_itself(x: f64) -> f64 {
    let (all, _) = power(x, 2);
    all + x
}

#[differentiable]
fn applied(f: impl Fn(f64) -> (f64, f64), x: f64) -> f64 {
    let (a, b) = f(x);
    if x > 0.0 { a } else { b }
}

#[differentiable]
fn of_closure(x: f64, k: f64) -> f64 {
    applied(|v: f64| (v.sqrt() * k, v * k), x)
}

#[test]
fn parts_of_many_functions() {
    assert_eq!(of_generic::grad(0.0), 2.0);
    assert_eq!(of_deeper::grad(0.0), 2.0);
    assert_eq!(of_deeper::grad(3.0), 8.0);
    assert_eq!(of_itself::grad(0.0), 1.0);
    assert_eq!(of_itself::grad(3.0), 7.0);
    assert_eq!(of_closure::grad(0.0, 1.5), (1.5, 0.0));
    assert_eq!(of_closure::grad(4.0, 2.0), (0.5, 2.0));
}

#[differentiable]
fn array(x: f64) -> [f64; 2] {
    [x.sqrt(), x * x]
}

#[differentiable]
fn of_array(x: f64) -> f64 {
    let both = array(x);
    both[1] + x
}

/// The length, and the vector itself.
#[differentiable]
fn length(x: &[f64]) -> (f64, Vec<f64>) {
    let mut sum = 0.0;
    for v in x {
        sum += v * v;
    }
    (sum.sqrt(), x.to_vec())
}

#[differentiable]
fn unit(x: &[f64]) -> f64 {
    let (length, v) = length(x);
    if length > 0.0 { v[0] / length } else { 3.0 * v[0] + v[1] }
}

#[test]
fn arrays() {
    assert_eq!(of_array::grad(0.0), 1.0);
    assert_eq!(unit::grad(&[0.0, 0.0]), [3.0, 1.0]);
    let d = unit::grad(&[3.0, 4.0]);
    assert!((d[0] - 16.0 / 125.0).abs() < 1e-15 && (d[1] + 12.0 / 125.0).abs() < 1e-15);
}

#[derive(Clone, Copy, Differentiable)]
struct Point {
    x: f64,
    y: f64,
}

#[derive(Clone, Copy, Differentiable)]
struct Sums {
    roots: f64,
    all: f64,
}

#[differentiable]
impl Point {
    fn length(&self) -> f64 {
        (self.x * self.x + self.y * self.y).sqrt()
    }

    fn unit(self) -> Point {
        let length = self.length();
        if length == 0.0 { self } else { Point { x: self.x / length, y: self.y / length } }
    }

    /// The length stands in the condition, and again in the branch.
    fn angle(&self) -> f64 {
        if self.length() < 1e-9 { self.x } else { (self.x / self.length()).acos() }
    }
}

#[differentiable]
impl Sums {
    fn add(&mut self, v: f64) {
        self.roots += v.sqrt();
        self.all += v;
    }

    fn with(self, v: f64) -> Self {
        Self { roots: self.roots + v.sqrt(), all: self.all + v }
    }
}

#[differentiable]
fn polar(x: f64, y: f64) -> Sums {
    Sums { roots: x.hypot(y), all: x + y }
}

#[differentiable]
fn other_field(x: f64, y: f64) -> f64 {
    let sums = polar(x, y);
    sums.all * sums.all + x
}

#[differentiable]
fn field_of_changed(x: &[f64]) -> f64 {
    let mut sums = Sums { roots: 0.0, all: 0.0 };
    for v in x {
        sums.add(*v);
    }
    sums.all
}

#[differentiable]
fn field_of_next(x: &[f64]) -> f64 {
    let mut sums = Sums { roots: 0.0, all: 0.0 };
    for v in x {
        sums = sums.with(*v);
    }
    sums.all
}

#[differentiable]
fn units(points: &[Point]) -> f64 {
    let mut sum = 0.0;
    for p in points {
        let unit = p.unit();
        sum += unit.x + 3.0 * unit.y;
    }
    sum
}

#[test]
fn fields() {
    assert_eq!(other_field::grad(0.0, 0.0), (1.0, 0.0));
    assert_eq!(field_of_changed::grad(&[0.0, 4.0]), [1.0, 1.0]);
    assert_eq!(field_of_next::grad(&[0.0, 4.0]), [1.0, 1.0]);
    let d = units::grad(&[Point { x: 0.0, y: 0.0 }, Point { x: 3.0, y: 4.0 }]);
    assert_eq!((d[0].x, d[0].y), (1.0, 3.0));
    assert!((d[1].x + 20.0 / 125.0).abs() < 1e-15 && (d[1].y - 15.0 / 125.0).abs() < 1e-15);
}

// What is only compared.

#[differentiable]
fn size(p: Point) -> f64 {
    p.length()
}

#[differentiable]
fn point(x: f64, y: f64) -> Point {
    Point { x, y }
}

#[differentiable]
fn norm(x: &[f64]) -> f64 {
    (x[0] * x[0] + x[1] * x[1]).sqrt()
}

#[differentiable]
fn norm_of_tuple(x: (f64, f64)) -> f64 {
    (x.0 * x.0 + x.1 * x.1).sqrt()
}

#[differentiable]
fn struct_in_a_condition(p: Point) -> f64 {
    if size(p) < 1.0 { p.x } else { p.y }
}

#[differentiable]
fn local_struct_in_a_condition(x: f64, y: f64) -> f64 {
    let p = point(x, y);
    if size(p) < 1.0 { p.x } else { p.y }
}

#[differentiable]
fn slice_in_a_condition(x: &[f64]) -> f64 {
    if norm(x) < 1.0 { x[0] } else { x[1] }
}

#[differentiable]
fn tuple_in_a_condition(x: (f64, f64)) -> f64 {
    if norm_of_tuple(x) < 1.0 { x.0 } else { x.1 }
}

#[differentiable]
fn second_condition(p: Point, asked: bool) -> f64 {
    if asked && p.length() < 1.0 { p.x } else { p.y }
}

/// Pairs that are near, each point with itself too.
#[differentiable]
fn near(points: &[Point]) -> f64 {
    let mut sum = 0.0;
    for a in points {
        for b in points {
            if point(a.x - b.x, a.y - b.y).length() < 1.0 {
                sum += a.x * b.x;
            }
        }
    }
    sum
}

#[differentiable]
fn while_near(points: &[Point]) -> f64 {
    let (mut sum, mut i) = (0.0, 0);
    while i < points.len() && points[i].length() < 1.0 {
        sum += points[i].x;
        i += 1;
    }
    assert!(points[0].length() < 9.0);
    sum
}

#[differentiable]
trait Sized2 {
    fn extent(&self) -> f64;

    fn square(&self) -> f64 {
        if self.extent() < 1e-9 { 0.0 } else { self.extent() * self.extent() }
    }
}

#[differentiable]
impl Sized2 for Point {
    fn extent(&self) -> f64 {
        (self.x * self.x + self.y * self.y).sqrt()
    }
}

#[differentiable]
fn of_trait<T: Sized2>(t: &T) -> f64 {
    if t.extent() > 0.0 { t.square() / t.extent() } else { t.square() }
}

#[test]
fn what_is_only_compared() {
    let zero = Point { x: 0.0, y: 0.0 };
    let part = |d: PointCotangent| (d.x, d.y);
    assert_eq!(part(struct_in_a_condition::grad(zero)), (1.0, 0.0));
    assert_eq!(local_struct_in_a_condition::grad(0.0, 0.0), (1.0, 0.0));
    assert_eq!(slice_in_a_condition::grad(&[0.0, 0.0]), [1.0, 0.0]);
    assert_eq!(tuple_in_a_condition::grad((0.0, 0.0)), (1.0, 0.0));
    assert_eq!(part(second_condition::grad(zero, true)), (1.0, 0.0));
    assert_eq!(part(second_condition::vjp(zero, true).1(1.0)), (1.0, 0.0));
    assert_eq!(part(zero.angle_grad()), (1.0, 0.0));
    assert_eq!(part(of_trait::grad(&zero)), (0.0, 0.0));
    let points = [zero, Point { x: 2.0, y: 0.0 }];
    let parts = |d: Vec<PointCotangent>| d.into_iter().map(part).collect::<Vec<_>>();
    assert_eq!(parts(near::grad(&points)), [(0.0, 0.0), (4.0, 0.0)]);
    assert_eq!(parts(while_near::grad(&points)), [(1.0, 0.0), (0.0, 0.0)]);
}
