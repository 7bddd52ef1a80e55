//! The operators of numbers, and their backpropagators.
//!
//! The compiler wrote this file, from the pullbacks by which the net differentiates the same operators.
//! `BLESS=1 cargo test -p backprop-compiler --test operators` writes it anew.

use crate::Real;

/// `a + b` and its backpropagator.
#[inline]
pub(super) fn add<T: Real>(a: T, b: T) -> (T, impl Fn(T) -> (T, T) + use<T>) {
    (a + b, move |d_b: T| (d_b, d_b))
}
/// `a - b` and its backpropagator.
#[inline]
pub(super) fn sub<T: Real>(a: T, b: T) -> (T, impl Fn(T) -> (T, T) + use<T>) {
    (a - b, move |d_a: T| (d_a, -d_a))
}
/// `a * b` and its backpropagator.
#[inline]
pub(super) fn mul<T: Real>(a: T, b: T) -> (T, impl Fn(T) -> (T, T) + use<T>) {
    (a * b, move |d: T| (b * d, a * d))
}
/// `a / b` and its backpropagator.
#[inline]
pub(super) fn div<T: Real>(a: T, b: T) -> (T, impl Fn(T) -> (T, T) + use<T>) {
    let value = a / b;
    (
        value,
        move |d: T| {
            let d_a = d / b;
            (d_a, -(d_a * value))
        },
    )
}
/// `-a` and its backpropagator.
#[inline]
pub(super) fn neg<T: Real>(a: T) -> (T, impl Fn(T) -> T + use<T>) {
    (-a, move |d: T| -d)
}
/// `a as f32` and its backpropagator.
#[inline]
pub(super) fn f32_to_f32(a: f32) -> (f32, impl Fn(f32) -> f32 + use<>) {
    (a, move |d_a: f32| d_a)
}
/// `a as f64` and its backpropagator.
#[inline]
pub(super) fn f32_to_f64(a: f32) -> (f64, impl Fn(f64) -> f32 + use<>) {
    (a as f64, move |d: f64| d as f32)
}
/// `a as f32` and its backpropagator.
#[inline]
pub(super) fn f64_to_f32(a: f64) -> (f32, impl Fn(f32) -> f64 + use<>) {
    (a as f32, move |d: f32| d as f64)
}
/// `a as f64` and its backpropagator.
#[inline]
pub(super) fn f64_to_f64(a: f64) -> (f64, impl Fn(f64) -> f64 + use<>) {
    (a, move |d_a: f64| d_a)
}
