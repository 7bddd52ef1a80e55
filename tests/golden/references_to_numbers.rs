#[differentiable]
fn damped(x: &f64, rate: &f64) -> f64 {
    *x * x.sin() * rate
}

// ---- net

// net (x: f64, rate: f64, %0: !) -> [f64, !] {
//   x.1, x.2 = copy x
//   %1 = view referent@0 x.1 -> f64
//   %2 = view referent@0 x.2 -> f64
//   %3 = sin %2
//   %4 = mul %1, %3
//   %5 = view referent@0 rate -> f64
//   %6 = mul %4, %5
//   return %6, %0
// }

// ---- adjoint

// net (x: f64, rate: f64, %0: !) -> [f64, !, [f64] -o[f64, f64, f64, f64, f64, f64, f64, f64] [f64, f64]] {
//   rate.1, rate.2 = copy rate
//   %1 = view referent@0 rate.1 -> f64
//   %2, %3 = copy %1
//   x.1, x.2 = copy x
//   x.3, x.4 = copy x.2
//   %4 = view referent@0 x.3 -> f64
//   %5, %6 = copy %4
//   %7 = sin %5
//   %8, %9 = copy %7
//   x.5, x.6 = copy x.1
//   %10 = view referent@0 x.5 -> f64
//   %11, %12 = copy %10
//   %13 = mul %11, %8
//   %14, %15 = copy %13
//   %16 = abstraction [%0 = %15, %1 = %3, rate = rate.2, %2 = %12, %3 = %9, %4 = %6, x = x.4, x.1 = x.6] (%5: f64) -> [f64, f64] {
//     %6, %7 = copy %5
//     %8 = mul %1, %6
//     d_rate = mul %0, %7
//     discard rate
//     %9, %10 = copy %8
//     %11 = mul %3, %9
//     %12 = mul %2, %10
//     %13 = cos %4
//     %14 = mul %13, %12
//     discard x
//     discard x.1
//     d_x = plus %11, %14
//     return d_x, d_rate
//   }
//   %17 = mul %14, %2
//   return %17, %0, %16
// }

// ---- simplified

// net (x: f64, rate: f64, %0: !) -> [f64, !, [f64] -o [f64, f64]] {
//   %1 = view referent@0 rate -> f64
//   %2, %3 = copy %1
//   %4 = view referent@0 x -> f64
//   %5, %6 = copy %4
//   %7, %8 = copy %6
//   %9 = sin %5
//   %10, %11 = copy %9
//   %12 = mul %7, %10
//   %13, %14 = copy %12
//   %15: [f64] -o [f64, f64] = abstraction [%0 = %14, %1 = %3, %2 = %8, %3 = %11] (%4: f64) -> [f64, f64] {
//     %5, %6 = copy %4
//     d_rate = mul %0, %6
//     %7, %8 = copy %2
//     %9 = cos %8
//     %10 = mul %9, %7
//     %11 = plus %3, %10
//     %12 = mul %11, %5
//     d_x = mul %12, %1
//     return d_x, d_rate
//   }
//   %16 = mul %13, %2
//   return %16, %0, %15
// }

// ---- value and gradient, simplified

// net (x: f64, rate: f64, %0: !) -> [f64, !, f64, f64] {
//   %1 = view referent@0 rate -> f64
//   %2, %3 = copy %1
//   %4 = view referent@0 x -> f64
//   %5, %6 = copy %4
//   %7, %8 = copy %6
//   %9 = sin %5
//   %10, %11 = copy %9
//   %12 = mul %7, %10
//   %13, d_rate = copy %12
//   %14 = mul %13, %2
//   %15, %16 = copy %8
//   %17 = cos %16
//   %18 = mul %17, %15
//   %19 = plus %11, %18
//   d_x = mul %19, %3
//   return %14, %0, d_x, d_rate
// }

// ---- Rust

// /// The derivatives of [`damped`](fn@damped).
// struct damped {}
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
// impl damped {
//     /// The gradient of [`damped`](fn@damped) with respect to `x` and `rate`.
//     #[must_use]
//     #[inline]
//     fn grad(x: &f64, rate: &f64) -> (f64, f64) {
//         let _ = damped;
//         let value = *x;
//         let sin_value = value.sin();
//         let d_x = (sin_value + value.cos() * value) * *rate;
//         (d_x, value * sin_value)
//     }
//     /// The value of [`damped`](fn@damped), and its gradient with respect to `x` and `rate`, in one pass.
//     #[must_use]
//     #[inline]
//     fn value_and_grad(x: &f64, rate: &f64) -> (f64, (f64, f64)) {
//         let _ = damped;
//         let value = *rate;
//         let value_2 = *x;
//         let sin_value_2 = value_2.sin();
//         let d_rate = value_2 * sin_value_2;
//         let d_x = (sin_value_2 + value_2.cos() * value_2) * value;
//         (d_rate * value, (d_x, d_rate))
//     }
//     /// Gives the value of [`damped`](fn@damped), and writes its gradient with respect to `x` and `rate` to `d_x` and `d_rate`.
//     #[inline]
//     fn value_and_grad_into(x: &f64, rate: &f64, d_x: &mut f64, d_rate: &mut f64) -> f64 {
//         let (value, gradient) = Self::value_and_grad(x, rate);
//         *d_x = gradient.0;
//         *d_rate = gradient.1;
//         value
//     }
//     /// Gives the value of [`damped`](fn@damped), and adds its gradient with respect to `x` and `rate` to `d_x` and `d_rate`.
//     #[inline]
//     fn accumulate_grad(x: &f64, rate: &f64, d_x: &mut f64, d_rate: &mut f64) -> f64 {
//         let (value, gradient) = Self::value_and_grad(x, rate);
//         *d_x += gradient.0;
//         *d_rate += gradient.1;
//         value
//     }
//     /// The value of [`damped`](fn@damped), and its backpropagator, which takes the sensitivity of the value and gives the gradient with respect to `x` and `rate`.
//     #[must_use]
//     #[inline]
//     fn vjp(
//         x: &f64,
//         rate: &f64,
//     ) -> (f64, impl ::core::ops::Fn(f64) -> (f64, f64) + use<>) {
//         let _: fn(
//             &::core::primitive::f64,
//             &::core::primitive::f64,
//         ) -> ::core::primitive::f64 = damped;
//         let _ = || {
//             let _ = || {
//                 use ::backprop::__private::claims::hidden::methods::sin as _;
//                 let mut receiver = ::backprop::__private::claims::hidden::lent::<
//                     &::core::primitive::f64,
//                 >();
//                 ::backprop::__private::claims::hidden::not_hidden(receiver.sin());
//                 let mut receiver = ::backprop::__private::claims::hidden::lent::<
//                     &mut ::core::primitive::f64,
//                 >();
//                 ::backprop::__private::claims::hidden::not_hidden(receiver.sin());
//             };
//         };
//         let value = *rate;
//         let value_2 = *x;
//         let sin_value_2 = value_2.sin();
//         let product = value_2 * sin_value_2;
//         (
//             product * value,
//             move |d: f64| {
//                 let d_x = (sin_value_2 + value_2.cos() * value_2) * d * value;
//                 (d_x, product * d)
//             },
//         )
//     }
//     /// The adjoint.
//     #[doc(hidden)]
//     #[inline]
//     fn __adjoint(
//         x: f64,
//         rate: f64,
//     ) -> (f64, impl ::core::ops::Fn(f64) -> (f64, f64) + use<>) {
//         let x = &x;
//         let rate = &rate;
//         Self::vjp(x, rate)
//     }
//     /// The adjoint, for callers that have no contents of arrays again.
//     #[doc(hidden)]
//     #[inline]
//     fn __keeping(
//         x: f64,
//         rate: f64,
//     ) -> (f64, impl ::core::ops::Fn(f64) -> (f64, f64) + use<>) {
//         let x = &x;
//         let rate = &rate;
//         Self::__adjoint(*x, *rate)
//     }
//     #[doc(hidden)]
//     #[inline]
//     fn __function(
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
//             ::backprop::__private::Closure::new(move |(x, rate): (f64, f64)| {
//                 let (value, back) = Self::__adjoint(x, rate);
//                 (value, move |d| ((), back(d)))
//             }),
//             ::backprop::__private::claims::Pair(damped, __function),
//         )
//     }
//     #[doc(hidden)]
//     #[inline]
//     fn __constant<__Function: ::core::ops::FnOnce(&f64, &f64) -> f64>(
//         __function: __Function,
//         __arguments: (f64, f64),
//     ) -> (f64, ::backprop::__private::claims::Pair<(), ()>) {
//         let __asked = ::backprop::__private::claims::Pair((), ());
//         let (x, rate) = __arguments;
//         let x = &x;
//         let rate = &rate;
//         (__function(x, rate), __asked)
//     }
//     #[doc(hidden)]
//     const __derivative: ::core::primitive::usize = 0;
//     #[doc(hidden)]
//     #[inline]
//     fn __of<__Function, __Derivative>(
//         __function: __Function,
//         _: __Derivative,
//     ) -> impl ::core::marker::Sized + use<__Function, __Derivative> {
//         ::backprop::__private::claims::Pair(damped, __function)
//     }
//     #[doc(hidden)]
//     const __calls_in_a_circle: ::core::primitive::usize = 0;
// }
