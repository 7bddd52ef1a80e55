//! The shapes of what a companion gives.

#![allow(clippy::float_cmp, reason = "small integers are exact")]

use backprop::{Cotangent, Differentiable, Real, differentiable};

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
    let (value, back) = several::adjoint(2.0, 3, 1.0, 5.0);
    assert_eq!(value, 40.0);
    let (dx, (), dy, dz): (f64, (), f32, f64) = back(1.0);
    assert_eq!((dx, dy, dz), (60.0, 0.0, 8.0));
    let (_, back) = one::adjoint(3.0);
    let (dx,): (f64,) = back(1.0);
    assert_eq!(dx, 6.0);
    let (_, back) = chosen::adjoint(2.0, 3.0);
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
