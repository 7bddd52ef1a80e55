//! The shapes of what a companion gives.

#![allow(clippy::float_cmp, reason = "small integers are exact")]

use backprop::{Cotangent, CotangentOf, Differentiable, Real, differentiable};

#[differentiable]
fn one(x: f64) -> f64 {
    x * x
}

#[differentiable]
fn several(x: f64, n: i32, y: f32, z: f64) -> f64 {
    #[expect(clippy::no_effect_underscore_binding, reason = "a closure that is never called")]
    let _unused = |scale: f32| scale * y;
    x.powi(n) * z
}

#[differentiable]
fn none(n: i32, x: f64) -> f64 {
    x.powi(n)
}

#[differentiable(wrt(x))]
fn chosen(x: f64, y: f64) -> f64 {
    x * y
}

#[differentiable]
fn generic<T: Real>(x: T, y: T) -> T {
    x * y
}

#[test]
fn one_entry_is_bare_and_several_are_a_tuple() {
    let bare: f64 = one::grad(3.0);
    let tuple: (f64, f32, f64) = several::grad(2.0, 3, 1.0, 5.0);
    let without: f64 = none::grad(2, 3.0);
    let wrt: f64 = chosen::grad(2.0, 3.0);
    let of_f32: (f32, f32) = generic::grad(2.0_f32, 3.0);
    assert_eq!((bare, tuple, without, wrt, of_f32), (6.0, (60.0, 0.0, 8.0), 6.0, 3.0, (3.0, 2.0)));
}

#[test]
fn the_hidden_protocol_has_an_entry_for_each_parameter() {
    let (value, back) = several::__adjoint(2.0, 3, 1.0, 5.0);
    assert_eq!(value, 40.0);
    let (dx, (), dy, dz): (f64, (), f32, f64) = back(1.0);
    assert_eq!((dx, dy, dz), (60.0, 0.0, 8.0));
    let (_, back) = one::__adjoint(3.0);
    let (dx,): (f64,) = back(1.0);
    assert_eq!(dx, 6.0);
    let (_, back) = chosen::__adjoint(2.0, 3.0);
    assert_eq!(back(1.0), (3.0, 2.0));
}

#[test]
fn buffers_are_written_or_added_to() {
    let (mut dx, mut dy) = (10.0, 20.0);
    assert_eq!(generic::accumulate_grad(2.0, 3.0, &mut dx, &mut dy), 6.0);
    assert_eq!((dx, dy), (13.0, 22.0));
    assert_eq!(generic::value_and_grad_into(2.0, 3.0, &mut dx, &mut dy), 6.0);
    assert_eq!((dx, dy), (3.0, 2.0));
}

#[test]
fn a_backpropagator_owns_what_it_needs() {
    fn run(back: impl FnOnce(f64) -> f64 + 'static) -> f64 {
        back(2.0)
    }
    let (_, back) = one::vjp(3.0);
    assert_eq!(run(back), 12.0);
}

#[test]
fn cotangents_of_tuples_and_arrays() {
    let mut zero = (1.0_f64, 3_u8, [2.0_f32; 2]).zero_cotangent();
    zero.accumulate(&(1.5, (), [1.0, 2.0]));
    assert_eq!(zero.plus(&(1.0, (), [0.5, 0.5])), (2.5, (), [1.5, 2.5]));
}

/// x² y + 5 k
#[differentiable(wrt(y, x))]
fn turned(x: f64, y: f64, k: f64) -> f64 {
    x * x * y + 5.0 * k
}

#[differentiable(wrt(k, v, x))]
fn turned_struct(x: f64, v: Pair, k: f32) -> f64 {
    x * v.a + v.b * f64::from(k)
}

#[differentiable]
fn calls_turned(x: f64) -> f64 {
    turned(x, 3.0 * x, 2.0) + turned_struct(2.0 * x, Pair { a: x, b: 1.0 }, 4.0)
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Pair {
    a: f64,
    b: f64,
}

#[differentiable]
impl Pair {
    #[differentiable(wrt(k, self))]
    fn scaled(self, k: f64) -> f64 {
        k * (self.a + 2.0 * self.b)
    }
}

#[test]
fn the_gradient_has_the_order_of_wrt() {
    // d/dy = x², d/dx = 2 x y.
    assert_eq!(turned::grad(3.0, 5.0, 7.0), (9.0, 30.0));
    let (mut d_y, mut d_x) = (0.0, 0.0);
    assert_eq!(turned::value_and_grad_into(3.0, 5.0, 7.0, &mut d_y, &mut d_x), 80.0);
    turned::accumulate_grad(3.0, 5.0, 7.0, &mut d_y, &mut d_x);
    assert_eq!((d_y, d_x), (18.0, 60.0));
    assert_eq!(turned::vjp(3.0, 5.0, 7.0).1(2.0), (18.0, 60.0));
    let (d_k, d_v, d_x) = turned_struct::grad(2.0, Pair { a: 3.0, b: 5.0 }, 7.0);
    assert_eq!((d_k, d_v, d_x), (5.0, PairCotangent { a: 2.0, b: 7.0 }, 3.0));
    // x² 3 x + 10, and 2 x² + 4: the derivative is 9 x² + 4 x.
    assert_eq!(calls_turned::grad(2.0), 44.0);
    let (d_k, d_self) = Pair { a: 3.0, b: 5.0 }.scaled_grad(7.0);
    assert_eq!((d_k, d_self), (13.0, PairCotangent { a: 7.0, b: 14.0 }));
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Body {
    at: Pair,
    count: u32,
    mass: f64,
}

#[test]
fn cotangents_are_vectors() {
    let one: CotangentOf<Pair> = [1.0, 2.0].into();
    let other = PairCotangent { a: 10.0, b: 20.0 };
    assert_eq!(<[f64; 2]>::from(one + other), [11.0, 22.0]);
    assert_eq!(<[f64; 2]>::from(one - other), [-9.0, -18.0]);
    assert_eq!(<[f64; 2]>::from(-(one * 3.0)), [-3.0, -6.0]);
    let mut sum = one;
    sum += other;
    sum += other;
    sum -= one;
    assert_eq!(sum, PairCotangent { a: 20.0, b: 40.0 });

    let body = |at, mass| BodyCotangent { at, count: (), mass };
    assert_eq!(body(one, 3.0) + body(other, 4.0) * 2.0, body(PairCotangent { a: 21.0, b: 42.0 }, 11.0));
    let all: CotangentOf<Body> = [body(one, 3.0), -body(other, 4.0), body(one, 5.0)].into_iter().sum();
    assert_eq!(all, body(PairCotangent { a: -8.0, b: -16.0 }, 4.0));
}

type OtherPair = Pair;

/// The cotangents of the first two fields are of one type.
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Beam {
    from: Pair,
    to: OtherPair,
    load: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
enum Material {
    Steel,
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
enum Section {
    Round,
}

/// So are those of the first two here, `()`, and those of the others but the load, vectors of it.
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Frame {
    material: Material,
    section: Section,
    order: Vec<usize>,
    is_fixed: Vec<bool>,
    load: f64,
}

#[differentiable]
impl Frame {
    fn work(&self) -> f64 {
        self.load * self.load
    }
}

#[test]
fn cotangents_of_several_fields_are_of_one_type() {
    let point = Pair { a: 5.0, b: 7.0 };
    let pair = PairCotangent { a: 1.0, b: 2.0 };
    let zero = Beam { from: point, to: point, load: 11.0 }.zero_cotangent();
    let beam = zero + BeamCotangent { from: pair, to: pair, load: 3.0 };
    assert_eq!((-beam).load, -3.0);
    assert_eq!((beam * 2.0 - beam).to, pair);

    let frame = Frame {
        material: Material::Steel,
        section: Section::Round,
        order: vec![0, 1],
        is_fixed: vec![true],
        load: 3.0,
    };
    assert_eq!(frame.work_grad().load, 6.0);
}
