//! A rational model of seven parameters.

#[differentiable(wrt(b1, b2, b3, b4, b5, b6, b7))]
fn thurber(b1: f64, b2: f64, b3: f64, b4: f64, b5: f64, b6: f64, b7: f64, x: f64) -> f64 {
    (b1 + b2 * x + b3 * x * x + b4 * x * x * x) / (1.0 + b5 * x + b6 * x * x + b7 * x * x * x)
}

// ---- Rust

// ///The derivatives of [`thurber`](fn@thurber).
// #[allow(non_camel_case_types, dead_code)]
// enum thurber {}
// #[automatically_derived]
// #[allow(dead_code, deprecated, clippy::all, clippy::pedantic)]
// impl thurber {
//     ///The gradient of [`thurber`](fn@thurber) with respect to `b1`, `b2`, `b3`, `b4`, `b5`, `b6` and `b7`.
//     #[must_use]
//     fn grad(
//         b1: f64,
//         b2: f64,
//         b3: f64,
//         b4: f64,
//         b5: f64,
//         b6: f64,
//         b7: f64,
//         x: f64,
//     ) -> (f64, f64, f64, f64, f64, f64, f64) {
//         let sum = 1.0 + b5 * x + b6 * x * x + b7 * x * x * x;
//         let d_b1 = 1.0 / sum;
//         let d_b2 = x * d_b1;
//         let product = d_b1 * ((b1 + b2 * x + b3 * x * x + b4 * x * x * x) / sum);
//         let d_b5 = x * -product;
//         let d_b6 = x * d_b5;
//         let d_b3 = x * d_b2;
//         (d_b1, d_b2, d_b3, x * d_b3, d_b5, d_b6, x * d_b6)
//     }
//     ///The value of [`thurber`](fn@thurber), and its gradient with respect to `b1`, `b2`, `b3`, `b4`, `b5`, `b6` and `b7`, in one pass.
//     #[must_use]
//     fn value_and_grad(
//         b1: f64,
//         b2: f64,
//         b3: f64,
//         b4: f64,
//         b5: f64,
//         b6: f64,
//         b7: f64,
//         x: f64,
//     ) -> (f64, (f64, f64, f64, f64, f64, f64, f64)) {
//         let sum = 1.0 + b5 * x + b6 * x * x + b7 * x * x * x;
//         let value = (b1 + b2 * x + b3 * x * x + b4 * x * x * x) / sum;
//         let d_b1 = 1.0 / sum;
//         let d_b2 = x * d_b1;
//         let d_b5 = x * -(d_b1 * value);
//         let d_b6 = x * d_b5;
//         let d_b3 = x * d_b2;
//         (value, (d_b1, d_b2, d_b3, x * d_b3, d_b5, d_b6, x * d_b6))
//     }
//     ///Gives the value of [`thurber`](fn@thurber), and writes its gradient with respect to `b1`, `b2`, `b3`, `b4`, `b5`, `b6` and `b7` to `d_b1`, `d_b2`, `d_b3`, `d_b4`, `d_b5`, `d_b6` and `d_b7`.
//     #[inline]
//     fn value_and_grad_into(
//         b1: f64,
//         b2: f64,
//         b3: f64,
//         b4: f64,
//         b5: f64,
//         b6: f64,
//         b7: f64,
//         x: f64,
//         d_b1: &mut f64,
//         d_b2: &mut f64,
//         d_b3: &mut f64,
//         d_b4: &mut f64,
//         d_b5: &mut f64,
//         d_b6: &mut f64,
//         d_b7: &mut f64,
//     ) -> f64 {
//         let (value, gradient) = Self::value_and_grad(b1, b2, b3, b4, b5, b6, b7, x);
//         *d_b1 = gradient.0;
//         *d_b2 = gradient.1;
//         *d_b3 = gradient.2;
//         *d_b4 = gradient.3;
//         *d_b5 = gradient.4;
//         *d_b6 = gradient.5;
//         *d_b7 = gradient.6;
//         value
//     }
//     ///Gives the value of [`thurber`](fn@thurber), and adds its gradient with respect to `b1`, `b2`, `b3`, `b4`, `b5`, `b6` and `b7` to `d_b1`, `d_b2`, `d_b3`, `d_b4`, `d_b5`, `d_b6` and `d_b7`.
//     #[inline]
//     fn accumulate_grad(
//         b1: f64,
//         b2: f64,
//         b3: f64,
//         b4: f64,
//         b5: f64,
//         b6: f64,
//         b7: f64,
//         x: f64,
//         d_b1: &mut f64,
//         d_b2: &mut f64,
//         d_b3: &mut f64,
//         d_b4: &mut f64,
//         d_b5: &mut f64,
//         d_b6: &mut f64,
//         d_b7: &mut f64,
//     ) -> f64 {
//         let (value, gradient) = Self::value_and_grad(b1, b2, b3, b4, b5, b6, b7, x);
//         *d_b1 += gradient.0;
//         *d_b2 += gradient.1;
//         *d_b3 += gradient.2;
//         *d_b4 += gradient.3;
//         *d_b5 += gradient.4;
//         *d_b6 += gradient.5;
//         *d_b7 += gradient.6;
//         value
//     }
//     ///The value of [`thurber`](fn@thurber), and the backpropagator: from the sensitivity of the value to those of `b1`, `b2`, `b3`, `b4`, `b5`, `b6` and `b7`.
//     #[must_use]
//     #[inline]
//     fn vjp(
//         b1: f64,
//         b2: f64,
//         b3: f64,
//         b4: f64,
//         b5: f64,
//         b6: f64,
//         b7: f64,
//         x: f64,
//     ) -> (
//         f64,
//         impl ::core::ops::FnOnce(f64) -> (f64, f64, f64, f64, f64, f64, f64) + use<>,
//     ) {
//         let sum = 1.0 + b5 * x + b6 * x * x + b7 * x * x * x;
//         let value = (b1 + b2 * x + b3 * x * x + b4 * x * x * x) / sum;
//         (
//             value,
//             move |d: f64| {
//                 let d_b1 = d / sum;
//                 let d_b2 = x * d_b1;
//                 let d_b5 = x * -(d_b1 * value);
//                 let d_b3 = x * d_b2;
//                 let d_b6 = x * d_b5;
//                 (d_b1, d_b2, d_b3, x * d_b3, d_b5, d_b6, x * d_b6)
//             },
//         )
//     }
//     ///The adjoint.
//     #[doc(hidden)]
//     #[inline]
//     fn adjoint(
//         b1: f64,
//         b2: f64,
//         b3: f64,
//         b4: f64,
//         b5: f64,
//         b6: f64,
//         b7: f64,
//         x: f64,
//     ) -> (
//         f64,
//         impl ::core::ops::FnOnce(f64) -> (f64, f64, f64, f64, f64, f64, f64, f64) + use<>,
//     ) {
//         let product = b7 * x;
//         let product_2 = product * x;
//         let product_3 = b6 * x;
//         let product_4 = b4 * x;
//         let product_5 = product_4 * x;
//         let product_6 = b3 * x;
//         let sum = 1.0 + b5 * x + product_3 * x + product_2 * x;
//         let value = (b1 + b2 * x + product_6 * x + product_5 * x) / sum;
//         (
//             value,
//             move |d: f64| {
//                 let d_b1 = d / sum;
//                 let negative = -(d_b1 * value);
//                 let d_b2 = x * d_b1;
//                 let d_b5 = x * negative;
//                 let d_b3 = x * d_b2;
//                 let d_b6 = x * d_b5;
//                 let sum_2 = b7 * d_b6 + (product * d_b5 + product_2 * negative);
//                 let sum_3 = b5 * negative + (b6 * d_b5 + (product_3 * negative + sum_2));
//                 let sum_4 = b4 * d_b3 + (product_4 * d_b2 + (product_5 * d_b1 + sum_3));
//                 let d_x = b2 * d_b1 + (b3 * d_b2 + (product_6 * d_b1 + sum_4));
//                 (d_b1, d_b2, d_b3, x * d_b3, d_b5, d_b6, x * d_b6, d_x)
//             },
//         )
//     }
//     #[doc(hidden)]
//     fn primal(
//         b1: f64,
//         b2: f64,
//         b3: f64,
//         b4: f64,
//         b5: f64,
//         b6: f64,
//         b7: f64,
//         x: f64,
//     ) -> f64 {
//         thurber(b1, b2, b3, b4, b5, b6, b7, x)
//     }
// }
