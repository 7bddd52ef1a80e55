//! A closure called twice, once on its own result.

#[differentiable]
fn rosenbrock(x: f64, y: f64) -> f64 {
    let square = |v: f64| v * v;
    square(1.0 - x) + 100.0 * square(y - square(x))
}

// ---- Rust

// ///The derivatives of [`rosenbrock`](fn@rosenbrock).
// #[allow(non_camel_case_types, dead_code)]
// enum rosenbrock {}
// #[automatically_derived]
// #[allow(dead_code, deprecated, clippy::all, clippy::pedantic)]
// impl rosenbrock {
//     ///The gradient of [`rosenbrock`](fn@rosenbrock) with respect to `x` and `y`.
//     #[must_use]
//     fn grad(x: f64, y: f64) -> (f64, f64) {
//         let v = 1.0 - x;
//         let d_v = v + v;
//         let v_2 = y - x * x;
//         let d_v_2 = v_2 * 100.0 + v_2 * 100.0;
//         let product = x * -d_v_2;
//         let d_v_3 = product + product;
//         (d_v_3 - d_v, d_v_2)
//     }
//     ///The value of [`rosenbrock`](fn@rosenbrock), and its gradient with respect to `x` and `y`, in one pass.
//     #[must_use]
//     fn value_and_grad(x: f64, y: f64) -> (f64, (f64, f64)) {
//         let v = 1.0 - x;
//         let d_v = v + v;
//         let v_2 = y - x * x;
//         let d_v_2 = v_2 * 100.0 + v_2 * 100.0;
//         let product = x * -d_v_2;
//         let d_v_3 = product + product;
//         (v * v + 100.0 * (v_2 * v_2), (d_v_3 - d_v, d_v_2))
//     }
//     ///Gives the value of [`rosenbrock`](fn@rosenbrock), and writes its gradient with respect to `x` and `y` to `d_x` and `d_y`.
//     #[inline]
//     fn value_and_grad_into(x: f64, y: f64, d_x: &mut f64, d_y: &mut f64) -> f64 {
//         let (value, gradient) = Self::value_and_grad(x, y);
//         *d_x = gradient.0;
//         *d_y = gradient.1;
//         value
//     }
//     ///Gives the value of [`rosenbrock`](fn@rosenbrock), and adds its gradient with respect to `x` and `y` to `d_x` and `d_y`.
//     #[inline]
//     fn accumulate_grad(x: f64, y: f64, d_x: &mut f64, d_y: &mut f64) -> f64 {
//         let (value, gradient) = Self::value_and_grad(x, y);
//         *d_x += gradient.0;
//         *d_y += gradient.1;
//         value
//     }
//     ///The value of [`rosenbrock`](fn@rosenbrock), and the backpropagator: from the sensitivity of the value to those of `x` and `y`.
//     #[must_use]
//     #[inline]
//     fn vjp(
//         x: f64,
//         y: f64,
//     ) -> (f64, impl ::core::ops::FnOnce(f64) -> (f64, f64) + use<>) {
//         let v = 1.0 - x;
//         let v_2 = y - x * x;
//         (
//             v * v + 100.0 * (v_2 * v_2),
//             move |d: f64| {
//                 let product = v * d;
//                 let product_2 = v_2 * (100.0 * d);
//                 let d_v = product_2 + product_2;
//                 let product_3 = x * -d_v;
//                 let d_v_2 = product_3 + product_3;
//                 let d_v_3 = product + product;
//                 (d_v_2 - d_v_3, d_v)
//             },
//         )
//     }
//     ///The adjoint.
//     #[doc(hidden)]
//     #[inline]
//     fn adjoint(
//         x: f64,
//         y: f64,
//     ) -> (f64, impl ::core::ops::FnOnce(f64) -> (f64, f64) + use<>) {
//         Self::vjp(x, y)
//     }
//     #[doc(hidden)]
//     fn primal(x: f64, y: f64) -> f64 {
//         rosenbrock(x, y)
//     }
// }
