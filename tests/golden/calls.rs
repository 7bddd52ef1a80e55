//! A call of another differentiable function; a parameter left out; an integer.

#[differentiable(wrt(w, b))]
pub fn neuron(w: f64, b: f64, x: f64, n: i32) -> f64 {
    let z = crate::logistic::<f64>(w * x + b);
    z * z.powi(n)
}

// ---- Rust

// ///The derivatives of [`neuron`](fn@neuron).
// #[allow(non_camel_case_types, dead_code)]
// pub enum neuron {}
// #[automatically_derived]
// #[allow(dead_code, deprecated, clippy::all, clippy::pedantic)]
// impl neuron {
//     ///The gradient of [`neuron`](fn@neuron) with respect to `w` and `b`.
//     #[must_use]
//     pub fn grad(w: f64, b: f64, x: f64, n: i32) -> (f64, f64) {
//         let (z, back_logistic) = crate::logistic::adjoint::<f64>(w * x + b);
//         let converted = n as f64;
//         let product = converted * z.powi((converted - 1.0) as i32) * z;
//         let selected = if n == 0 { 0.0 } else { product };
//         let d_z = selected + z.powi(n);
//         let d_b = back_logistic(d_z).0;
//         (x * d_b, d_b)
//     }
//     ///The value of [`neuron`](fn@neuron), and its gradient with respect to `w` and `b`, in one pass.
//     #[must_use]
//     pub fn value_and_grad(w: f64, b: f64, x: f64, n: i32) -> (f64, (f64, f64)) {
//         let (z, back_logistic) = crate::logistic::adjoint::<f64>(w * x + b);
//         let powi = z.powi(n);
//         let converted = n as f64;
//         let product = converted * z.powi((converted - 1.0) as i32) * z;
//         let selected = if n == 0 { 0.0 } else { product };
//         let d_z = selected + powi;
//         let d_b = back_logistic(d_z).0;
//         (z * powi, (x * d_b, d_b))
//     }
//     ///Gives the value of [`neuron`](fn@neuron), and writes its gradient with respect to `w` and `b` to `d_w` and `d_b`.
//     #[inline]
//     pub fn value_and_grad_into(
//         w: f64,
//         b: f64,
//         x: f64,
//         n: i32,
//         d_w: &mut f64,
//         d_b: &mut f64,
//     ) -> f64 {
//         let (value, gradient) = Self::value_and_grad(w, b, x, n);
//         *d_w = gradient.0;
//         *d_b = gradient.1;
//         value
//     }
//     ///Gives the value of [`neuron`](fn@neuron), and adds its gradient with respect to `w` and `b` to `d_w` and `d_b`.
//     #[inline]
//     pub fn accumulate_grad(
//         w: f64,
//         b: f64,
//         x: f64,
//         n: i32,
//         d_w: &mut f64,
//         d_b: &mut f64,
//     ) -> f64 {
//         let (value, gradient) = Self::value_and_grad(w, b, x, n);
//         *d_w += gradient.0;
//         *d_b += gradient.1;
//         value
//     }
//     ///The value of [`neuron`](fn@neuron), and the backpropagator: from the sensitivity of the value to those of `w` and `b`.
//     #[must_use]
//     #[inline]
//     pub fn vjp(
//         w: f64,
//         b: f64,
//         x: f64,
//         n: i32,
//     ) -> (f64, impl ::core::ops::FnOnce(f64) -> (f64, f64) + use<>) {
//         let (z, back_logistic) = crate::logistic::adjoint::<f64>(w * x + b);
//         let powi = z.powi(n);
//         (
//             z * powi,
//             move |d: f64| {
//                 let converted = n as f64;
//                 let product = converted * z.powi((converted - 1.0) as i32) * (z * d);
//                 let selected = if n == 0 { 0.0 } else { product };
//                 let d_z = selected + powi * d;
//                 let d_b = back_logistic(d_z).0;
//                 (x * d_b, d_b)
//             },
//         )
//     }
//     ///The adjoint.
//     #[doc(hidden)]
//     #[inline]
//     pub fn adjoint(
//         w: f64,
//         b: f64,
//         x: f64,
//         n: i32,
//     ) -> (f64, impl ::core::ops::FnOnce(f64) -> (f64, f64, f64, ()) + use<>) {
//         let (z, back_logistic) = crate::logistic::adjoint::<f64>(w * x + b);
//         let powi = z.powi(n);
//         (
//             z * powi,
//             move |d: f64| {
//                 let converted = n as f64;
//                 let product = converted * z.powi((converted - 1.0) as i32) * (z * d);
//                 let selected = if n == 0 { 0.0 } else { product };
//                 let d_z = selected + powi * d;
//                 let d_b = back_logistic(d_z).0;
//                 (x * d_b, d_b, w * d_b, ())
//             },
//         )
//     }
//     #[doc(hidden)]
//     fn primal(w: f64, b: f64, x: f64, n: i32) -> f64 {
//         neuron(w, b, x, n)
//     }
// }
