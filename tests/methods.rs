//! Methods that are marked one by one, and generic traits, against central differences.

#![allow(
    clippy::many_single_char_names,
    clippy::trivially_copy_pass_by_ref,
    clippy::extra_unused_type_parameters,
    clippy::cast_precision_loss,
    clippy::unused_self,
    clippy::needless_borrows_for_generic_args,
    clippy::clone_on_copy,
    clippy::float_cmp,
    clippy::useless_vec,
    reason = "every way to write them"
)]

mod differences;
mod pairs;

use std::ops::{AddAssign, MulAssign};

use approx::assert_relative_eq;
use backprop::{Differentiable, Real, differentiable, stop_gradient};
use pairs::check;

#[differentiable]
fn integral(f: impl Fn(f64) -> f64, a: f64, b: f64) -> f64 {
    0.5 * (b - a) * (f(a) + f(b))
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Pair<T> {
    a: T,
    b: T,
}

// The macro does not see the parameters of this `impl`.
impl<T: Real> Pair<T> {
    #[differentiable]
    fn product(&self) -> T {
        self.a * self.b
    }

    #[differentiable]
    fn square(&self, k: f64) -> f64 {
        k * k
    }

    #[differentiable]
    fn both<F: Fn(T, T) -> T>(&self, f: F) -> T {
        f(self.a, self.b)
    }

    #[differentiable]
    fn swapped(self, k: T) -> Pair<T> {
        Pair { a: self.b * k, ..self }
    }
}

#[differentiable]
fn marked_one_by_one(x: f64, y: f64) -> f64 {
    let pair = Pair { a: x, b: y };
    let f = |k: f64| {
        let swapped: Pair<f64> = pair.swapped(k);
        swapped.product() * swapped.both(|a, b| a * b * x)
    };
    f(x) * integral(&f, 0.0, y) * pair.square(y)
}

#[differentiable]
impl<T: Real> Pair<T> {
    #[differentiable]
    fn times<const N: usize>(self) -> T {
        self.a * T::from_usize(N).unwrap_or(T::zero())
    }
}

#[differentiable]
impl<T: Real> AddAssign for Pair<T> {
    fn add_assign(&mut self, other: Self) {
        self.a += other.a;
        self.b -= other.b;
    }
}

#[differentiable]
impl<T: Real> MulAssign<T> for Pair<T> {
    fn mul_assign(&mut self, k: T) {
        self.a *= k;
        self.b /= k + self.a;
    }
}

/// Neither parameter can be known from the arguments.
#[differentiable]
fn scaled<const N: usize, T: Default>(x: f64) -> f64 {
    (N as f64) * x * x
}

#[differentiable]
fn named_parameters(x: f64, y: f64) -> f64 {
    let mut pair: Pair<f64> = Pair { a: x, b: y };
    pair += Pair { a: y, b: x * x };
    pair *= x;
    scaled::<3, String>(x) * pair.times::<2>() + pair.b
}

#[differentiable]
trait Model {
    #[differentiable]
    fn predict(&self, x: f64) -> f64;

    #[differentiable]
    fn loss(&self, x: f64, y: f64) -> f64 {
        let error = self.predict(x) - y;
        0.5 * error * error
    }
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Line {
    slope: f64,
    shift: f64,
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Chain<A, B> {
    outer: A,
    inner: B,
}

#[differentiable]
impl Model for Line {
    #[differentiable]
    fn predict(&self, x: f64) -> f64 {
        self.slope * x + self.shift
    }
}

#[differentiable]
impl<A: Model + Differentiable, B: Model + Differentiable> Model for Chain<A, B> {
    #[differentiable]
    fn predict(&self, x: f64) -> f64 {
        self.outer.predict(self.inner.predict(x).tanh())
    }
}

#[differentiable]
fn models_of_models(x: f64, y: f64) -> f64 {
    let line = Line { slope: x, shift: y };
    let chain = Chain { outer: line, inner: Line { slope: y, shift: x } };
    let longer = Chain { outer: chain, inner: line };
    chain.loss(0.3, x) + line.loss(y, 1.0) * longer.loss(x, y) + Model::predict(&line, x)
}

#[test]
fn gradients() {
    check!(marked_one_by_one named_parameters models_of_models models_without_bounds);
}

/// What has a trait with derivatives has a cotangent: that need not be said.
#[derive(Clone, Copy, Debug, Differentiable)]
struct Scaled<A> {
    model: A,
    by: f64,
}

#[differentiable]
impl<A: Model> Model for Scaled<A> {
    fn predict(&self, x: f64) -> f64 {
        self.by * self.model.predict(x)
    }
}

#[differentiable]
impl<A> Scaled<A>
where
    A: Model,
{
    fn slope(&self, x: f64, h: f64) -> f64 {
        (self.predict(x + h) - self.model.predict(x)) / h
    }
}

/// A block that has the trait for a struct in which no field is of the parameter.
#[derive(Clone, Copy, Debug, Differentiable)]
struct Shifted<A: Model> {
    shift: f64,
    #[constant]
    model: A,
}

#[differentiable]
impl<A> Model for Shifted<A>
where
    A: Model + Copy,
{
    fn predict(&self, x: f64) -> f64 {
        self.shift + x + stop_gradient(self.model.predict(1.0))
    }
}

#[differentiable]
fn models_without_bounds(x: f64, y: f64) -> f64 {
    let scaled = Scaled { model: Line { slope: x, shift: y }, by: x * y };
    let shifted = Shifted { shift: y, model: Line { slope: 1.0, shift: 2.0 } };
    let both = Scaled { model: scaled, by: y };
    scaled.slope(0.4, 0.5) + both.predict(x) * shifted.predict(y)
}

#[derive(Clone, Debug, Differentiable)]
struct View<'a> {
    x: &'a [f64],
    by: f64,
}

/// Lifetimes that heads of blocks leave out.
#[differentiable]
impl View<'_> {
    fn dot(&self, other: &View<'_>) -> f64 {
        self.by * self.x[0] * other.x[1]
    }

    fn square(&self) -> f64 {
        self.dot(self)
    }
}

#[differentiable]
impl Model for View<'_> {
    fn predict(&self, x: f64) -> f64 {
        self.by * x * self.x[0]
    }
}

#[test]
fn heads_that_leave_lifetimes_out() {
    let view = View { x: &[3.0, 5.0], by: 2.0 };
    // by x[0] x[1], with one `by` of the other.
    let d = view.square_grad();
    assert_eq!((d.x, d.by), (vec![10.0, 6.0], 15.0));
    let (d, d_x) = view.predict_grad(7.0);
    assert_eq!((d.x, d.by, d_x), (vec![14.0, 0.0], 21.0, 6.0));
}

#[derive(Clone, Copy, Debug, Default, Differentiable)]
struct P {
    x: f64,
    y: f64,
}

#[derive(Clone, Debug, Differentiable)]
struct Named {
    at: P,
    #[constant]
    name: String,
}

/// A struct whose name looks like a type parameter; methods that neither take nor give a number.
#[differentiable]
impl P {
    #[differentiable]
    fn larger(self, other: P) -> P {
        if self.x > other.x { self } else { other }
    }

    #[differentiable]
    fn unit(&self) -> P {
        let norm = (self.x * self.x + self.y * self.y).sqrt();
        P { x: self.x / norm, y: self.y.abs() / norm }
    }

    #[differentiable(wrt(self))]
    fn weighted(&self, weight: f64) -> f64 {
        self.x * self.x * weight + self.y
    }

    #[differentiable(wrt(k))]
    fn stretched(self, k: f64) -> f64 {
        let wide = P { x: self.x * k, ..self };
        wide.x * wide.x + self.y * wide.y * k
    }
}

#[differentiable]
impl<T: Real> Pair<T> {
    #[differentiable]
    fn unit(&self) -> Self {
        let norm = (self.a * self.a + self.b * self.b).sqrt();
        Self { a: self.a / norm, b: self.b.abs() / norm }
    }
}

#[differentiable]
fn structs_alone(x: f64, y: f64) -> f64 {
    let p = P { x, y };
    let larger: P = p.larger(P { x: y, y: x });
    let unit: P = larger.unit();
    let pair = Pair { a: x, b: y };
    let other: Pair<f64> = pair.unit();
    unit.x * larger.y + other.a * other.b * p.weighted(2.0)
}

#[differentiable]
fn parts_cloned(x: f64, y: f64) -> f64 {
    let named = Named { at: P { x, y: x * y }, name: "a".to_owned() };
    let at: P = named.at.clone();
    assert_eq!(named.name, "a");
    at.x * at.y * named.at.y
}

/// What a method gives that depends on nothing is a number only for rustc.
#[differentiable]
fn numbers_of_methods(x: f64, y: f64) -> f64 {
    let cell = std::cell::Cell::new(1.0);
    let f = |v: f64| {
        cell.set(cell.get() + 1.0);
        v * cell.get()
    };
    let (a, b) = (f(x), f(y));
    let numbers = [2.0, 3.0];
    let first = numbers.iter().copied().sum::<f64>().sqrt();
    a * b * cell.get() + first * x - y / numbers.len().cast()
}

trait Cast {
    fn cast(self) -> f64;
}

impl Cast for usize {
    #[expect(clippy::cast_precision_loss, reason = "small")]
    fn cast(self) -> f64 {
        self as f64
    }
}

#[test]
fn gradients_of_structs_alone() {
    check!(structs_alone parts_cloned numbers_of_methods);
    let p = P { x: 0.5, y: 0.25 };
    let gradient = p.weighted_grad(3.0);
    assert_eq!(gradient, PCotangent { x: 3.0, y: 1.0 });
    assert_eq!(p.stretched_grad(2.0), 2.0 * 0.25 * 2.0 + 0.0625);
}

const ORIGIN: P = P { x: 0.5, y: -0.5 };

#[differentiable]
fn distance(p: &P, q: &P) -> f64 {
    ((p.x - q.x) * (p.x - q.x) + (p.y - q.y) * (p.y - q.y)).sqrt()
}

#[differentiable]
trait Field {
    #[differentiable]
    fn at(&self, x: f64) -> f64;

    // `at` of what is not differentiated, at what is.
    #[differentiable(wrt(x))]
    fn twice(&self, x: f64, y: f64) -> f64 {
        self.at(self.at(x)) * y
    }
}

#[differentiable]
impl Field for P {
    #[differentiable]
    fn at(&self, x: f64) -> f64 {
        self.x * x * x + self.y
    }
}

#[differentiable]
fn references_to_constants(x: f64, y: f64) -> f64 {
    let q = P { x: 2.0, y: 1.0 };
    let r = &q;
    let p = P { x, y };
    distance(&p, &ORIGIN) * distance(&q, &p) + distance(r, &p) * r.at(x) + (*r).at(y)
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct WithTuple {
    a: f64,
    b: (f64, P),
}

#[differentiable]
fn tuples_in_structs(x: f64, y: f64) -> f64 {
    let mut w = WithTuple { a: x, b: (y, P { x: y, y: x }) };
    w.a *= w.b.0;
    w.a * w.b.0 * w.b.1.x * w.b.1.y
}

#[derive(Clone, Copy, Debug, Default, Differentiable)]
struct Options {
    rate: f64,
    decay: f64,
    #[constant]
    steps: u32,
}

#[differentiable]
fn others_by_default(x: f64, y: f64) -> f64 {
    let options = Options { rate: x, ..Default::default() };
    let p = P { y, ..P::default() };
    assert_eq!(options.steps, 0);
    (options.rate + options.decay) * (p.x + p.y) * p.y
}

/// The macro does not know what methods give; where that depends on nothing, it is left as it is.
#[differentiable]
trait Level {
    fn level(&self) -> f64;

    fn base() -> f64 {
        let slope = 2.0_f64.sin();
        slope * 1.5 - (P { x: slope, y: 1.0 }).at(0.5) / P { x: 1.0, y: slope }.at(0.25)
    }

    fn step() -> f64 {
        (P { x: 0.5, y: 1.0 }).at(0.5) * (P { x: 0.5, y: 0.25 }).at(2.0)
    }
}

#[differentiable]
impl Level for P {
    fn level(&self) -> f64 {
        self.x * Self::base() + Self::step() * self.y
    }
}

#[differentiable]
fn operators_on_constants(x: f64, y: f64) -> f64 {
    let offset = (0.5_f64.cos() - P::at(&P { x: 0.5, y: 0.25 }, 0.5)).sin();
    (2.0_f64.sin() + (P { x: 0.5, y: 2.0 }).at(0.5)).cos() * x + offset * (P { x, y }).level()
}

#[differentiable]
fn iterated(f: &impl Fn(f64) -> f64, x: f64, n: u32) -> f64 {
    if n == 0 { x } else { iterated(f, f(x), n - 1) }
}

/// What a function that calls itself is given goes into a box: it borrows nothing.
#[differentiable]
fn iterated_once_more<'a, F>(f: F, x: f64) -> f64
where
    F: Fn(f64) -> f64 + 'a,
    F: 'static,
{
    f(iterated(&f, x, 2))
}

#[differentiable]
fn iterated_thrice(f: impl Fn(f64) -> f64 + 'static, x: f64) -> f64 {
    iterated(&f, x, 3) * iterated_once_more(f, x)
}

#[differentiable]
trait Map: 'static {
    fn map(&self, x: f64) -> f64;

    fn times(&self, n: u32, x: f64) -> f64 {
        if n == 0 { x } else { self.times(n - 1, self.map(x)) }
    }
}

#[differentiable]
impl Map for Line {
    fn map(&self, x: f64) -> f64 {
        self.slope * x.sin() + self.shift
    }
}

#[differentiable]
fn mapped<M: Map>(map: &M, x: f64, n: u32) -> f64 {
    if n == 0 { map.times(2, x) } else { x * mapped(map, map.map(x), n - 1) }
}

#[differentiable]
fn recursive_functions_inside_of_others(x: f64, y: f64) -> f64 {
    iterated_thrice(move |v| v.sin() * y + x, x) * mapped(&Line { slope: y, shift: x }, y, 2)
}

#[test]
fn gradients_beside_constants() {
    check!(references_to_constants tuples_in_structs others_by_default);
    check!(operators_on_constants recursive_functions_inside_of_others);
    let p = P { x: 2.0, y: 1.0 };
    let at = |x: f64| p.twice(x, 3.0);
    let difference = (at(0.5 + 1e-5) - at(0.5 - 1e-5)) / 2e-5;
    assert_relative_eq!(p.twice_grad(0.5, 3.0), difference, max_relative = 1e-7);
}

#[derive(Clone, Copy, Differentiable)]
struct Arrow {
    x: f64,
    y: f64,
}

#[differentiable]
impl Arrow {
    fn dot(self, other: Arrow) -> f64 {
        self.x * other.x + self.y * other.y
    }
}

#[differentiable]
impl std::ops::Sub for Arrow {
    type Output = Arrow;

    fn sub(self, other: Arrow) -> Arrow {
        Arrow { x: self.x - other.x, y: self.y - other.y }
    }
}

#[derive(Clone, Copy, Differentiable)]
struct Path {
    to: Arrow,
    from: Arrow,
}

#[differentiable]
fn squared_length(path: Path) -> f64 {
    let d = path.to - path.from;
    d.dot(d)
}

#[differentiable]
trait Own {
    fn own_square(self) -> f64;
}

#[differentiable]
impl Own for f64 {
    fn own_square(self) -> f64 {
        self * self
    }
}

#[differentiable]
fn of_a_number(x: f64) -> f64 {
    let y = 3.0 * x;
    y.own_square() + x.own_square() * 2.0
}

#[derive(Clone, Copy, Differentiable)]
struct K {
    x: f64,
}

#[differentiable]
impl K {
    fn times(self, k: f64) -> f64 {
        self.x * k
    }
}

#[test]
fn methods_need_no_annotation() {
    let path = Path { to: Arrow { x: 3.0, y: 5.0 }, from: Arrow { x: 1.0, y: 1.0 } };
    // 2 (to - from) with respect to `to`, and the opposite with respect to `from`.
    let gradient = squared_length::grad(path);
    assert_eq!((gradient.to.x, gradient.to.y, gradient.from.x, gradient.from.y), (4.0, 8.0, -4.0, -8.0));
    // 9 x² + 2 x²
    assert_eq!(of_a_number::grad(2.0), 44.0);
    assert_eq!(backprop::differentiate!(|k: K, y: f64| k.times(y)).vjp(K { x: 2.0 }, 3.0).1(1.0).0.x, 3.0);
}

#[derive(Clone, Copy, Differentiable)]
struct Configured {
    a: f64,
}

/// What is not there in this build has no derivative either.
#[differentiable]
impl Configured {
    #[cfg(any())]
    fn new(a: f64) -> Self {
        Self { a: missing(a) }
    }

    #[cfg(not(any()))]
    fn new(a: f64) -> Self {
        Self { a: 2.0 * a }
    }

    #[cfg(any())]
    fn squared(self) -> f64 {
        self.a
    }

    #[cfg(not(any()))]
    fn squared(self) -> f64 {
        self.a * self.a
    }
}

#[differentiable]
fn of_this_build(x: f64) -> f64 {
    #[cfg(any())]
    const K: f64 = 2.0;
    #[cfg(not(any()))]
    const K: f64 = 3.0;
    K * Configured::new(x).squared()
}

#[test]
fn methods_of_some_builds() {
    assert_relative_eq!(of_this_build::grad(1.5), 36.0);
}

#[derive(Clone, Copy, Differentiable)]
struct Weights {
    by: f64,
}

#[differentiable]
impl Weights {
    fn last(&self, of: &[f64]) -> f64 {
        self.by * of[of.len() - 1]
    }

    fn both(&self, of: &[f64; 2]) -> f64 {
        self.last(&vec![of[0], of[0] * of[1]]) + self.last(&[of[0]; 3])
    }
}

/// A new array, and what a call gives, as arguments of methods.
#[differentiable]
fn of_new_arrays(weights: Weights, x: f64) -> f64 {
    weights.both(&[x, 2.0 * x]) + weights.last(&pair(x))
}

#[differentiable]
fn pair(x: f64) -> [f64; 2] {
    [x, x * x * x]
}

#[test]
fn new_arrays_are_arguments_of_methods() {
    // by (2 x² + x + x³)
    let (d_weights, d_x) = of_new_arrays::grad(Weights { by: 3.0 }, 2.0);
    assert_eq!((d_weights.by, d_x), (18.0, 3.0 * (8.0 + 1.0 + 12.0)));
}
