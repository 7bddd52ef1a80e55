//! The running example of the paper.

#[differentiable]
fn running_example(x: f64) -> f64 {
    let mul = |y: f64| x * y;
    mul(x) + x
}

// ---- Rust

// ///The derivatives of [`running_example`](fn@running_example).
// #[allow(non_camel_case_types, dead_code)]
// enum running_example {}
// #[automatically_derived]
// #[allow(dead_code, deprecated, clippy::all, clippy::pedantic)]
// impl running_example {
//     ///The gradient of [`running_example`](fn@running_example) with respect to `x`.
//     #[must_use]
//     fn grad(x: f64) -> f64 {
//         x + (x + 1.0)
//     }
//     ///The value of [`running_example`](fn@running_example), and its gradient with respect to `x`, in one pass.
//     #[must_use]
//     fn value_and_grad(x: f64) -> (f64, f64) {
//         (x * x + x, x + (x + 1.0))
//     }
//     ///Gives the value of [`running_example`](fn@running_example), and writes its gradient with respect to `x` to `d_x`.
//     #[inline]
//     fn value_and_grad_into(x: f64, d_x: &mut f64) -> f64 {
//         let (value, gradient) = Self::value_and_grad(x);
//         *d_x = gradient;
//         value
//     }
//     ///Gives the value of [`running_example`](fn@running_example), and adds its gradient with respect to `x` to `d_x`.
//     #[inline]
//     fn accumulate_grad(x: f64, d_x: &mut f64) -> f64 {
//         let (value, gradient) = Self::value_and_grad(x);
//         *d_x += gradient;
//         value
//     }
//     ///The value of [`running_example`](fn@running_example), and the backpropagator: from the sensitivity of the value to that of `x`.
//     #[must_use]
//     #[inline]
//     fn vjp(x: f64) -> (f64, impl ::core::ops::FnOnce(f64) -> f64 + use<>) {
//         (
//             x * x + x,
//             move |d: f64| {
//                 let d_x = x * d;
//                 d_x + (d_x + d)
//             },
//         )
//     }
//     ///The adjoint.
//     #[doc(hidden)]
//     #[inline]
//     fn adjoint(x: f64) -> (f64, impl ::core::ops::FnOnce(f64) -> (f64,) + use<>) {
//         let (value, back) = Self::vjp(x);
//         (
//             value,
//             move |d: f64| {
//                 let d_x = back(d);
//                 (d_x,)
//             },
//         )
//     }
//     #[doc(hidden)]
//     fn primal(x: f64) -> f64 {
//         running_example(x)
//     }
// }
