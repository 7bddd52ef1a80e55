//! Several results.

#[differentiable]
pub fn polar(x: f64, y: f64) -> (f64, f64) {
    (x.hypot(y), y.atan2(x))
}

// ---- Rust

// ///The derivatives of [`polar`](fn@polar).
// #[allow(non_camel_case_types, dead_code)]
// pub enum polar {}
// #[automatically_derived]
// #[allow(dead_code, deprecated, clippy::all, clippy::pedantic)]
// impl polar {
//     ///The value of [`polar`](fn@polar), and the backpropagator: from the sensitivity of the value to those of `x` and `y`.
//     #[must_use]
//     #[inline]
//     pub fn vjp(
//         x: f64,
//         y: f64,
//     ) -> ((f64, f64), impl ::core::ops::FnOnce((f64, f64)) -> (f64, f64) + use<>) {
//         let hypot = x.hypot(y);
//         (
//             (hypot, y.atan2(x)),
//             move |(d_0, d_1): (f64, f64)| {
//                 let quotient = d_0 / hypot;
//                 let quotient_2 = d_1 / (y * y + x * x);
//                 let d_y = y * quotient + x * quotient_2;
//                 (x * quotient - y * quotient_2, d_y)
//             },
//         )
//     }
//     ///The adjoint.
//     #[doc(hidden)]
//     #[inline]
//     pub fn adjoint(
//         x: f64,
//         y: f64,
//     ) -> ((f64, f64), impl ::core::ops::FnOnce((f64, f64)) -> (f64, f64) + use<>) {
//         Self::vjp(x, y)
//     }
//     #[doc(hidden)]
//     fn primal(x: f64, y: f64) -> (f64, f64) {
//         polar(x, y)
//     }
// }
