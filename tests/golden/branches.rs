//! A branch with transcendental functions on both sides.

#[differentiable]
pub(crate) fn huber(x: f64, delta: f64) -> f64 {
    let r = x.abs();
    if r < delta { 0.5 * x * x.sin() } else { delta * (r - 0.5 * delta).exp() }
}

// ---- Rust

// ///The derivatives of [`huber`](fn@huber).
// #[allow(non_camel_case_types, dead_code)]
// pub(crate) enum huber {}
// #[automatically_derived]
// #[allow(dead_code, deprecated, clippy::all, clippy::pedantic)]
// impl huber {
//     ///The gradient of [`huber`](fn@huber) with respect to `x` and `delta`.
//     #[must_use]
//     pub(crate) fn grad(x: f64, delta: f64) -> (f64, f64) {
//         let r = x.abs();
//         let condition = r < delta;
//         let (value, value_2, value_3, value_4, value_5) = if condition {
//             (0.5 * x, x.sin(), x, 0.0, 0.0)
//         } else {
//             (0.0, 0.0, 0.0, delta, (r - 0.5 * delta).exp())
//         };
//         let (value_6, d_delta, d_r) = if condition {
//             (0.5 * value_2 + value_3.cos() * value, 0.0, 0.0)
//         } else {
//             let product = value_5 * value_4;
//             (0.0, 0.5 * -product + value_5, product)
//         };
//         let selected = if x == 0.0 { 0.0 } else { x.signum() * d_r };
//         (selected + value_6, d_delta)
//     }
//     ///The value of [`huber`](fn@huber), and its gradient with respect to `x` and `delta`, in one pass.
//     #[must_use]
//     pub(crate) fn value_and_grad(x: f64, delta: f64) -> (f64, (f64, f64)) {
//         let r = x.abs();
//         let condition = r < delta;
//         let (value, value_2, value_3, value_4, value_5, value_6) = if condition {
//             let sin_x = x.sin();
//             let product = 0.5 * x;
//             (product * sin_x, product, sin_x, x, 0.0, 0.0)
//         } else {
//             let exp = (r - 0.5 * delta).exp();
//             (delta * exp, 0.0, 0.0, 0.0, delta, exp)
//         };
//         let (value_7, d_delta, d_r) = if condition {
//             (0.5 * value_3 + value_4.cos() * value_2, 0.0, 0.0)
//         } else {
//             let product_2 = value_6 * value_5;
//             (0.0, 0.5 * -product_2 + value_6, product_2)
//         };
//         let selected = if x == 0.0 { 0.0 } else { x.signum() * d_r };
//         (value, (selected + value_7, d_delta))
//     }
//     ///Gives the value of [`huber`](fn@huber), and writes its gradient with respect to `x` and `delta` to `d_x` and `d_delta`.
//     #[inline]
//     pub(crate) fn value_and_grad_into(
//         x: f64,
//         delta: f64,
//         d_x: &mut f64,
//         d_delta: &mut f64,
//     ) -> f64 {
//         let (value, gradient) = Self::value_and_grad(x, delta);
//         *d_x = gradient.0;
//         *d_delta = gradient.1;
//         value
//     }
//     ///Gives the value of [`huber`](fn@huber), and adds its gradient with respect to `x` and `delta` to `d_x` and `d_delta`.
//     #[inline]
//     pub(crate) fn accumulate_grad(
//         x: f64,
//         delta: f64,
//         d_x: &mut f64,
//         d_delta: &mut f64,
//     ) -> f64 {
//         let (value, gradient) = Self::value_and_grad(x, delta);
//         *d_x += gradient.0;
//         *d_delta += gradient.1;
//         value
//     }
//     ///The value of [`huber`](fn@huber), and the backpropagator: from the sensitivity of the value to those of `x` and `delta`.
//     #[must_use]
//     #[inline]
//     pub(crate) fn vjp(
//         x: f64,
//         delta: f64,
//     ) -> (f64, impl ::core::ops::FnOnce(f64) -> (f64, f64) + use<>) {
//         let r = x.abs();
//         let condition = r < delta;
//         let (value, value_2, value_3, value_4, value_5, value_6) = if condition {
//             let sin_x = x.sin();
//             let product = 0.5 * x;
//             (product * sin_x, product, sin_x, x, 0.0, 0.0)
//         } else {
//             let exp = (r - 0.5 * delta).exp();
//             (delta * exp, 0.0, 0.0, 0.0, delta, exp)
//         };
//         (
//             value,
//             move |d: f64| {
//                 let (value_7, d_delta, d_r) = if condition {
//                     (0.5 * (value_3 * d) + value_4.cos() * (value_2 * d), 0.0, 0.0)
//                 } else {
//                     let product_2 = value_6 * (value_5 * d);
//                     (0.0, 0.5 * -product_2 + value_6 * d, product_2)
//                 };
//                 let selected = if x == 0.0 { 0.0 } else { x.signum() * d_r };
//                 (selected + value_7, d_delta)
//             },
//         )
//     }
//     ///The adjoint.
//     #[doc(hidden)]
//     #[inline]
//     pub(crate) fn adjoint(
//         x: f64,
//         delta: f64,
//     ) -> (f64, impl ::core::ops::FnOnce(f64) -> (f64, f64) + use<>) {
//         Self::vjp(x, delta)
//     }
//     #[doc(hidden)]
//     fn primal(x: f64, delta: f64) -> f64 {
//         huber(x, delta)
//     }
// }
