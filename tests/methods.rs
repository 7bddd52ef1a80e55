//! Methods that are marked one by one, generic traits and operators, against central differences.

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

use std::ops::{AddAssign, MulAssign};

use approx::assert_relative_eq;
use backprop::{Differentiable, Real, differentiable, differentiate};

/// Compares a gradient to central differences.
fn check(f: impl Fn(f64, f64) -> f64, (x, y): (f64, f64), (d_x, d_y): (f64, f64)) {
    let h = 1e-5;
    assert_relative_eq!(d_x, (f(x + h, y) - f(x - h, y)) / (2.0 * h), max_relative = 1e-7, epsilon = 1e-8);
    assert_relative_eq!(d_y, (f(x, y + h) - f(x, y - h)) / (2.0 * h), max_relative = 1e-7, epsilon = 1e-8);
}

macro_rules! check {
    ($($function:ident)*) => { $(
        for (x, y) in [(0.7, 1.3), (1.9, 0.3)] {
            check($function, (x, y), $function::grad(x, y));
            let (_, back) = $function::vjp(x, y);
            check(|x, y| 2.0 * $function(x, y), (x, y), back(2.0));
        }
    )* };
}

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
    check!(marked_one_by_one named_parameters models_of_models operators_on_references);
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
fn gradients_beside_constants() {
    check!(references_to_constants tuples_in_structs others_by_default);
    check!(operators_on_constants recursive_functions_inside_of_others told_apart);
    let p = P { x: 2.0, y: 1.0 };
    let at = |x: f64| p.twice(x, 3.0);
    let difference = (at(0.5 + 1e-5) - at(0.5 - 1e-5)) / 2e-5;
    assert_relative_eq!(p.twice_grad(0.5, 3.0), difference, max_relative = 1e-7);
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

#[differentiable]
fn wound(x: f64) -> f64 {
    x * x
}

#[differentiable]
trait Wind {
    fn wind(self, n: u32) -> f64;

    fn unwound(self, n: u32) -> f64;
}

#[differentiable]
impl Wind for Line {
    fn wind(self, n: u32) -> f64 {
        let next = Line { slope: self.slope * self.shift, shift: self.slope };
        if n == 0 { self.shift } else { self.slope * Line::wind(next, n - 1) + <Line as Wind>::wind(self, n - 1) }
    }

    fn unwound(self, n: u32) -> f64 {
        if n == 0 { self.slope } else { self.shift * Wind::unwound(self, n - 1) }
    }
}

#[differentiable]
trait Tower {
    fn tower(self, n: u32) -> f64;
}

#[differentiable]
impl Tower for f64 {
    fn tower(self, n: u32) -> f64 {
        if n == 0 { self } else { self * f64::tower(self * 0.5, n - 1) + <f64 as Tower>::tower(self.sin(), n - 1) }
    }
}

#[differentiable]
impl<T: Real> Pair<T> {
    fn power(self, n: u32) -> T {
        let next = Pair { a: self.a * self.b, b: self.b };
        if n == 0 { self.a } else { self.b * Pair::<T>::power(next, n - 1) }
    }

    fn halves(self, n: u32) -> T {
        if n == 0 { self.a } else { Pair::halves(self.turned(n), n - 1) * self.b + <Pair<T>>::halves(self, n - 1) }
    }

    fn turned(self, n: u32) -> Self {
        if n < 2 { self } else { Pair::<T>::turned(Pair { a: self.b, b: self.a * self.b }, n - 2) }
    }

    /// No recursion: a function of the same name.
    fn wound(self) -> Self {
        Pair { a: self.b * self.a, ..self }
    }
}

#[differentiable]
impl Line {
    fn wound(self) -> Self {
        Line { slope: wound(self.slope) * self.shift, shift: wound(self.shift) }
    }
}

#[differentiable]
fn by_the_name_of_the_type(x: f64, y: f64) -> f64 {
    let (line, pair) = (Line { slope: x, shift: y }, Pair::<f64> { a: y, b: x });
    let wound: Line = line.wound();
    let all: f64 = line.wind(3) * pair.power(3) + pair.halves(3);
    all + wound.slope * wound.shift + pair.wound().a + line.unwound(2) + Tower::tower(x, 3)
}

#[test]
fn methods_that_call_themselves_by_the_name_of_their_type() {
    check!(by_the_name_of_the_type);
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Marked<'a, T> {
    a: T,
    #[constant]
    name: &'a str,
}

#[differentiable]
impl<'a, T: Real> Marked<'a, T> {
    fn doubled(self) -> Self {
        Marked { a: self.a + self.a, ..self }
    }

    fn of(self, other: &Marked<'_, T>) -> T {
        self.a * other.a * other.a
    }
}

#[differentiable]
trait Weigh {
    fn weigh(&self, of: Marked<'_, f64>, by: &Marked<'_, f64>) -> f64;
}

#[differentiable]
impl Weigh for Line {
    fn weigh(&self, of: Marked<'_, f64>, by: &Marked<'_, f64>) -> f64 {
        self.slope * of.a + self.shift * by.a
    }
}

#[differentiable]
fn elided<T: Real>(b: &Marked<'_, T>, k: T) -> T {
    b.a * k * k
}

#[differentiable]
fn elided_twice<T: Real>(Marked { a, .. }: Marked<'_, T>, (c, k): (&Marked<'_, T>, T)) -> T {
    a * c.a * k
}

#[differentiable]
fn elided_and_given<T: Real>(b: Marked<'_, T>) -> Marked<'_, T> {
    Marked { a: b.a * b.a, ..b }
}

#[differentiable]
fn elided_to_functions<T: Real>(f: impl Fn(T) -> T, b: &Marked<'_, T>, n: usize) -> T {
    if n == 0 { f(b.a) } else { b.a * f(f(b.a)) }
}

#[differentiable]
fn lifetimes(x: f64, y: f64) -> f64 {
    let (b, c): (Marked<'_, f64>, Marked<'_, f64>) = (Marked { a: x, name: "name" }, Marked { a: y, name: "name" });
    let given: Marked<'_, f64> = elided_and_given(b);
    let line = Line { slope: y, shift: x };
    elided(&b, y)
        + elided_twice(b, (&c, x)) * given.a
        + elided_to_functions(|v| v * x, &c, 1)
        + c.doubled().of(&b)
        + line.weigh(b, &c)
}

#[test]
fn parameters_with_elided_lifetimes() {
    check!(lifetimes);
    let (b, c) = (Marked { a: 2.0, name: "b" }, Marked { a: 3.0, name: "c" });
    assert_eq!(elided::grad(&b, 3.0), (MarkedCotangent { a: 9.0 }, 12.0));
    let (value, back) = b.of_vjp(&c);
    assert_eq!((value, back(1.0)), (18.0, (MarkedCotangent { a: 9.0 }, MarkedCotangent { a: 12.0 })));
    let (given, back) = elided_and_given::vjp(c);
    assert_eq!((given.a, given.name, back(MarkedCotangent { a: 1.0 }).a), (9.0, "c", 6.0));
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
