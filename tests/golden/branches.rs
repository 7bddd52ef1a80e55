//! A branch with transcendental functions on both sides.

#[differentiable]
pub(crate) fn huber(x: f64, delta: f64) -> f64 {
    let r = x.abs();
    if r < delta { 0.5 * x * x.sin() } else { delta * (r - 0.5 * delta).exp() }
}

// ---- net

// net (x: f64, delta: f64) -> f64 {
//   %0 = abstraction (x: f64, %0: f64, %1: f64) -> f64 {
//     %2 = const 0.5: f64
//     x.1, x.2 = copy x
//     %3 = mul %2, x.1
//     %4 = sin x.2
//     %5 = mul %3, %4
//     discard %0
//     discard %1
//     return %5
//   }
//   %1 = abstraction (%0: f64, delta: f64, r: f64) -> f64 {
//     %1 = const 0.5: f64
//     delta.1, delta.2 = copy delta
//     %2 = mul %1, delta.1
//     %3 = sub r, %2
//     %4 = exp %3
//     %5 = mul delta.2, %4
//     discard %0
//     return %5
//   }
//   x.1, x.2 = copy x
//   r = abs x.1
//   delta.1, delta.2 = copy delta
//   r.1, r.2 = copy r
//   %2 = lt r.1, delta.1
//   %3 = cond %2, %0, %1, x.2, delta.2, r.2
//   return %3
// }

// ---- adjoint

// net (x: f64, delta: f64) -> [f64, [f64] -o[[f64] -o~ [f64, f64, f64], f64] [f64, f64]] {
//   delta.1, delta.2 = copy delta
//   x.1, x.2 = copy x
//   x.3, x.4 = copy x.1
//   r = abs x.3
//   r.1, r.2 = copy r
//   %0 = lt r.1, delta.1
//   %1: [f64, f64, f64] -o[] [f64, [f64] -o~ [f64, f64, f64]] = abstraction (%0: f64, delta: f64, r: f64) -> [f64, [f64] -o[f64, f64, f64, f64, f64, f64, f64] [f64, f64, f64]] {
//     discard %0
//     r.1, r.2 = copy r
//     delta.1, delta.2 = copy delta
//     delta.3, delta.4 = copy delta.2
//     delta.5, delta.6 = copy delta.1
//     %1 = const 0.5: f64
//     %2, %3 = copy %1
//     %4 = mul %2, delta.5
//     %5, %6 = copy %4
//     %7 = sub r.1, %5
//     %8, %9 = copy %7
//     %10 = exp %8
//     %11, %12 = copy %10
//     %13 = abstraction [delta = delta.4, %0 = %12, %1 = %9, r = r.2, %2 = %6, %3, delta.1 = delta.6] (%4: f64) -> [f64, f64, f64] {
//       %5 = zero: f64
//       %6, %7 = copy %4
//       %8 = mul %0, %6
//       %9 = mul delta, %7
//       %10 = exp %1
//       %11 = mul %10, %9
//       %12, d_r = copy %11
//       %13 = neg %12
//       discard r
//       discard %2
//       %14, %15 = copy %13
//       %16 = mul delta.1, %14
//       %17 = mul %3, %15
//       d_delta = plus %17, %8
//       discard %16
//       return %5, d_delta, d_r
//     }
//     %14 = mul delta.3, %11
//     return %14, %13
//   }
//   %2: [f64, f64, f64] -o[] [f64, [f64] -o~ [f64, f64, f64]] = abstraction (x: f64, %0: f64, %1: f64) -> [f64, [f64] -o[f64, f64, f64, f64, f64] [f64, f64, f64]] {
//     discard %1
//     discard %0
//     x.1, x.2 = copy x
//     x.3, x.4 = copy x.2
//     %2 = sin x.3
//     %3, %4 = copy %2
//     x.5, x.6 = copy x.1
//     %5 = const 0.5: f64
//     %6, %7 = copy %5
//     %8 = mul %6, x.5
//     %9, %10 = copy %8
//     %11 = abstraction [%0 = %10, %1 = %4, x = x.4, %2 = %7, x.1 = x.6] (%3: f64) -> [f64, f64, f64] {
//       %4 = zero: f64
//       %5 = zero: f64
//       %6, %7 = copy %3
//       %8 = mul %1, %6
//       %9 = mul %0, %7
//       %10 = cos x
//       %11 = mul %10, %9
//       %12, %13 = copy %8
//       %14 = mul x.1, %12
//       %15 = mul %2, %13
//       d_x = plus %15, %11
//       discard %14
//       return d_x, %5, %4
//     }
//     %12 = mul %9, %3
//     return %12, %11
//   }
//   %3, %4 = cond %0, %2, %1, x.2, delta.2, r.2
//   %5 = abstraction [%0 = %4, x = x.4] (%1: f64) -> [f64, f64] {
//     %2, %3, %4 = eval %0, %1
//     %5 = zero: f64
//     %6 = zero: f64
//     d_r = plus %5, %4
//     d_delta = plus %6, %3
//     %7 = const 0.0: f64
//     %8 = const 1.0: f64
//     x.1, x.2 = copy x
//     %9 = abs x.1
//     %10 = gt %9, %7
//     x.3, x.4 = copy x.2
//     %11 = copysign %8, x.3
//     d_r.1, d_r.2 = copy d_r
//     %12 = mul %11, d_r.1
//     %13 = mul x.4, d_r.2
//     %14 = select %10, %12, %13
//     d_x = plus %14, %2
//     return d_x, d_delta
//   }
//   return %3, %5
// }

// ---- simplified

// net (x: f64, delta: f64) -> [f64, [f64] -o [f64, f64]] {
//   delta.1, delta.2 = copy delta
//   x.1, x.2 = copy x
//   x.3, x.4 = copy x.1
//   r = abs x.3
//   %0: [f64, f64, f64] -o [f64, f64, f64, f64] = abstraction (%0: f64, delta: f64, r: f64) -> [f64, f64, f64, f64] {
//     delta.1, delta.2 = copy delta
//     %1 = const 0.5: f64
//     %2 = mul %1, delta.1
//     %3 = sub r, %2
//     %4 = exp %3
//     %5, %6 = copy %4
//     %7 = mul delta.2, %5
//     %8 = zero: f64
//     %9 = zero: f64
//     discard %0
//     return %7, %8, %9, %6
//   }
//   %1: [f64, f64, f64] -o [f64, f64, f64, f64] = abstraction (x: f64, %0: f64, %1: f64) -> [f64, f64, f64, f64] {
//     discard %1
//     x.1, x.2 = copy x
//     %2 = sin x.2
//     %3, %4 = copy %2
//     %5 = const 0.5: f64
//     %6 = mul %5, x.1
//     %7, %8 = copy %6
//     %9 = mul %7, %3
//     %10 = zero: f64
//     discard %0
//     return %9, %8, %4, %10
//   }
//   r.1, r.2 = copy r
//   r.3, r.4 = copy r.1
//   %2 = lt r.3, delta.1
//   %3, %4 = copy %2
//   delta.3, delta.4 = copy delta.2
//   %5, %6, %7, %8 = cond %3, %1, %0, x.2, delta.3, r.4
//   %9: [f64] -o [f64, f64] = abstraction [x = x.4, r = r.2, %0 = %4, %1 = %6, %2 = %7, delta = delta.4, %3 = %8] (%4: f64) -> [f64, f64] {
//     %5 = const 0.0: f64
//     %6 = gt r, %5
//     %7 = const 1.0: f64
//     %8: [f64, f64, f64, f64, f64, f64, f64, #bool] -o [f64, f64, f64] = abstraction (%0: f64, %1: f64, %2: f64, %3: f64, %4: f64, %5: f64, %6: f64, %7: #bool) -> [f64, f64, f64] {
//       %8 = zero: f64
//       %9 = cos %2
//       discard %3
//       discard %4
//       %10 = zero: f64
//       discard %6
//       discard %7
//       %11 = const 0.5: f64
//       %12 = mul %11, %1
//       %13 = mul %9, %0
//       %14 = plus %12, %13
//       d_x = mul %14, %5
//       return d_x, %8, %10
//     }
//     %9: [f64, f64, f64, f64, f64, f64, f64, #bool] -o [f64, f64, f64] = abstraction (%0: f64, %1: f64, %2: f64, %3: f64, %4: f64, %5: f64, %6: f64, %7: #bool) -> [f64, f64, f64] {
//       %8 = zero: f64
//       %9, %10 = copy %5
//       %11 = mul %3, %10
//       %12, %13 = copy %4
//       %14 = mul %13, %11
//       %15, d_r = copy %14
//       discard %0
//       discard %1
//       d_r.1, d_r.2 = copy d_r
//       %16 = mul %6, d_r.1
//       %17 = mul %2, d_r.2
//       %18 = select %7, %16, %17
//       %19 = mul %12, %9
//       %20 = const 0.5: f64
//       %21 = mul %20, %15
//       d_delta = sub %19, %21
//       return %8, d_delta, %18
//     }
//     x.1, x.2 = copy x
//     %10 = copysign %7, x.1
//     %11, d_delta, %12 = cond %0, %8, %9, %1, %2, x.2, delta, %3, %4, %10, %6
//     d_x = plus %12, %11
//     return d_x, d_delta
//   }
//   return %5, %9
// }

// ---- value and gradient, simplified

// net (x: f64, delta: f64) -> [f64, f64, f64] {
//   delta.1, delta.2 = copy delta
//   x.1, x.2 = copy x
//   x.3, x.4 = copy x.1
//   r = abs x.3
//   %0: [f64, f64, f64, f64, #bool] -o [f64, f64, f64, f64] = abstraction (%0: f64, delta: f64, r: f64, %1: f64, %2: #bool) -> [f64, f64, f64, f64] {
//     %3 = zero: f64
//     %4 = const 0.5: f64
//     %5 = const 0.5: f64
//     delta.1, delta.2 = copy delta
//     %6 = mul %4, delta.1
//     %7 = sub r, %6
//     %8 = exp %7
//     %9, %10 = copy %8
//     %11 = mul %10, delta.2
//     %12, %13 = copy %11
//     %14, d_r = copy %12
//     d_r.1, d_r.2 = copy d_r
//     %15 = mul %1, d_r.1
//     %16 = mul %0, d_r.2
//     %17 = select %2, %15, %16
//     %18 = mul %5, %14
//     d_delta = sub %9, %18
//     return %13, %3, d_delta, %17
//   }
//   %1: [f64, f64, f64, f64, #bool] -o [f64, f64, f64, f64] = abstraction (x: f64, %0: f64, %1: f64, %2: f64, %3: #bool) -> [f64, f64, f64, f64] {
//     discard %1
//     %4 = zero: f64
//     %5 = const 0.5: f64
//     discard %0
//     %6 = zero: f64
//     discard %2
//     discard %3
//     x.1, x.2 = copy x
//     x.3, x.4 = copy x.1
//     %7 = sin x.4
//     %8, %9 = copy %7
//     %10 = cos x.2
//     x.5, x.6 = copy x.3
//     %11 = mul %5, x.5
//     %12 = mul %11, %8
//     %13 = const 0.5: f64
//     %14 = mul %10, x.6
//     %15 = plus %9, %14
//     d_x = mul %13, %15
//     return %12, d_x, %4, %6
//   }
//   %2 = const 0.0: f64
//   %3 = const 1.0: f64
//   %4 = copysign %3, x.4
//   r.1, r.2 = copy r
//   r.3, r.4 = copy r.1
//   %5 = lt r.3, delta.1
//   %6 = gt r.2, %2
//   %7, %8, d_delta, %9 = cond %5, %1, %0, x.2, delta.2, r.4, %4, %6
//   d_x = plus %9, %8
//   return %7, d_x, d_delta
// }

// ---- Rust

// /// The derivatives of [`huber`](fn@huber).
// pub(crate) struct huber {}
// #[cfg_attr(
//     clippy,
//     allow(
//         clippy::all,
//         clippy::pedantic,
//         clippy::nursery,
//         clippy::restriction,
//         reason = "written by `backprop`"
//     )
// )]
// impl huber {
//     /// The gradient of [`huber`](fn@huber) with respect to `x` and `delta`.
//     #[must_use]
//     #[inline]
//     pub(crate) fn grad(x: f64, delta: f64) -> (f64, f64) {
//         let _ = huber;
//         let r = x.abs();
//         let copysign = 1.0_f64.copysign(x);
//         let condition = r > 0.0;
//         let (d_x, d_delta, selected_2) = if r < delta {
//             (0.5 * (x.sin() + x.cos() * x), 0.0, 0.0)
//         } else {
//             let exp = (r - 0.5 * delta).exp();
//             let product = exp * delta;
//             let selected = if condition { copysign * product } else { x * product };
//             (0.0, exp - 0.5 * product, selected)
//         };
//         (selected_2 + d_x, d_delta)
//     }
//     /// The value of [`huber`](fn@huber), and its gradient with respect to `x` and `delta`, in one pass.
//     #[must_use]
//     #[inline]
//     pub(crate) fn value_and_grad(x: f64, delta: f64) -> (f64, (f64, f64)) {
//         let _ = huber;
//         let r = x.abs();
//         let copysign = 1.0_f64.copysign(x);
//         let condition = r > 0.0;
//         let (value, d_x, d_delta, selected_2) = if r < delta {
//             let sin_x = x.sin();
//             (0.5 * x * sin_x, 0.5 * (sin_x + x.cos() * x), 0.0, 0.0)
//         } else {
//             let exp = (r - 0.5 * delta).exp();
//             let product = exp * delta;
//             let selected = if condition { copysign * product } else { x * product };
//             (product, 0.0, exp - 0.5 * product, selected)
//         };
//         (value, (selected_2 + d_x, d_delta))
//     }
//     /// Gives the value of [`huber`](fn@huber), and writes its gradient with respect to `x` and `delta` to `d_x` and `d_delta`.
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
//     /// Gives the value of [`huber`](fn@huber), and adds its gradient with respect to `x` and `delta` to `d_x` and `d_delta`.
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
//     /// The value of [`huber`](fn@huber), and its backpropagator, which takes the sensitivity of the value and gives the gradient with respect to `x` and `delta`.
//     #[must_use]
//     #[inline]
//     pub(crate) fn vjp(
//         x: f64,
//         delta: f64,
//     ) -> (f64, impl ::core::ops::Fn(f64) -> (f64, f64) + use<>) {
//         let _: fn(
//             ::core::primitive::f64,
//             ::core::primitive::f64,
//         ) -> ::core::primitive::f64 = huber;
//         let r = x.abs();
//         let condition = r < delta;
//         let (value, product_2, sin_x_2, exp_2) = if condition {
//             let sin_x = x.sin();
//             let product = 0.5 * x;
//             (product * sin_x, product, sin_x, 0.0)
//         } else {
//             let exp = (r - 0.5 * delta).exp();
//             (delta * exp, 0.0, 0.0, exp)
//         };
//         (
//             value,
//             move |d: f64| {
//                 let condition_2 = r > 0.0;
//                 let copysign = 1.0_f64.copysign(x);
//                 let (d_x, d_delta, selected_2) = if condition {
//                     ((0.5 * sin_x_2 + x.cos() * product_2) * d, 0.0, 0.0)
//                 } else {
//                     let product_3 = exp_2 * (delta * d);
//                     let selected = if condition_2 {
//                         copysign * product_3
//                     } else {
//                         x * product_3
//                     };
//                     (0.0, exp_2 * d - 0.5 * product_3, selected)
//                 };
//                 (selected_2 + d_x, d_delta)
//             },
//         )
//     }
//     /// The adjoint.
//     #[doc(hidden)]
//     #[inline]
//     pub(crate) fn __adjoint(
//         x: f64,
//         delta: f64,
//     ) -> (f64, impl ::core::ops::Fn(f64) -> (f64, f64) + use<>) {
//         Self::vjp(x, delta)
//     }
//     /// The adjoint, for callers that have no contents of arrays again.
//     #[doc(hidden)]
//     #[inline]
//     pub(crate) fn __keeping(
//         x: f64,
//         delta: f64,
//     ) -> (f64, impl ::core::ops::Fn(f64) -> (f64, f64) + use<>) {
//         Self::__adjoint(x, delta)
//     }
//     #[doc(hidden)]
//     #[inline]
//     pub(crate) fn __function(
//         __function: impl ::core::marker::Sized,
//     ) -> (
//         impl ::backprop::__private::Function<
//             (f64, f64),
//             Output = f64,
//             Gradient = (f64, f64),
//             Cotangent = (),
//         >,
//         impl ::core::marker::Sized,
//     ) {
//         (
//             ::backprop::__private::Closure::new(move |(x, delta): (f64, f64)| {
//                 let (value, back) = Self::__adjoint(x, delta);
//                 (value, move |d| ((), back(d)))
//             }),
//             ::backprop::__private::claims::Pair(huber, __function),
//         )
//     }
//     #[doc(hidden)]
//     #[inline]
//     pub(crate) fn __constant<__Function: ::core::ops::FnOnce(f64, f64) -> f64>(
//         __function: __Function,
//         __arguments: (f64, f64),
//     ) -> (f64, ::backprop::__private::claims::Pair<(), ()>) {
//         let __asked = ::backprop::__private::claims::Pair((), ());
//         let (x, delta) = __arguments;
//         (__function(x, delta), __asked)
//     }
//     #[doc(hidden)]
//     pub(crate) const __derivative: ::core::primitive::usize = 0;
//     #[doc(hidden)]
//     #[inline]
//     pub(crate) fn __of<__Function, __Derivative>(
//         __function: __Function,
//         _: __Derivative,
//     ) -> impl ::core::marker::Sized + use<__Function, __Derivative> {
//         ::backprop::__private::claims::Pair(huber, __function)
//     }
//     #[doc(hidden)]
//     pub(crate) const __calls_in_a_circle: ::core::primitive::usize = 0;
// }
