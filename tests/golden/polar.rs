//! Several results.

#[differentiable]
pub fn polar(x: f64, y: f64) -> (f64, f64) {
    (x.hypot(y), y.atan2(x))
}

// ---- net

// net (x: f64, y: f64) -> [f64, f64] {
//   y.1, y.2 = copy y
//   x.1, x.2 = copy x
//   %0 = hypot x.1, y.1
//   %1 = atan2 y.2, x.2
//   return %0, %1
// }

// ---- adjoint

// net (x: f64, y: f64) -> [f64, f64, [f64, f64] -o[f64, f64, f64, f64] [f64, f64]] {
//   x.1, x.2 = copy x
//   x.3, x.4 = copy x.2
//   x.5, x.6 = copy x.1
//   y.1, y.2 = copy y
//   y.3, y.4 = copy y.2
//   %0 = atan2 y.3, x.3
//   y.5, y.6 = copy y.1
//   %1 = abstraction [y = y.4, x = x.4, x.1 = x.6, y.1 = y.6] (%0: f64, %1: f64) -> [f64, f64] {
//     y.2, y.3 = copy y
//     x.2, x.3 = copy x
//     %2 = div y.2, x.2
//     x.4, x.5 = copy x.3
//     y.4, y.5 = copy y.3
//     %3 = mul y.4, %2
//     %4 = add x.4, %3
//     x.6, x.7 = copy x.5
//     y.6, y.7 = copy y.5
//     %5 = div x.6, y.6
//     %6 = mul x.7, %5
//     %7 = add y.7, %6
//     %8, %9 = copy %1
//     %10 = div %8, %4
//     %11 = div %9, %7
//     %12 = neg %11
//     x.8, x.9 = copy x.1
//     y.8, y.9 = copy y.1
//     %13 = hypot x.8, y.8
//     %14, %15 = copy %13
//     %16 = div x.9, %14
//     %17 = div y.9, %15
//     %18, %19 = copy %0
//     %20 = mul %16, %18
//     %21 = mul %17, %19
//     d_x = plus %20, %12
//     d_y = plus %21, %10
//     return d_x, d_y
//   }
//   %2 = hypot x.5, y.5
//   return %2, %0, %1
// }

// ---- simplified

// net (x: f64, y: f64) -> [f64, f64, [f64, f64] -o [f64, f64]] {
//   x.1, x.2 = copy x
//   x.3, x.4 = copy x.2
//   y.1, y.2 = copy y
//   y.3, y.4 = copy y.2
//   %0 = atan2 y.3, x.3
//   %1 = hypot x.1, y.1
//   %2, %3 = copy %1
//   %4: [f64, f64] -o [f64, f64] = abstraction [y = y.4, x = x.4, %0 = %3] (%1: f64, %2: f64) -> [f64, f64] {
//     %3, %4 = copy %0
//     x.1, x.2 = copy x
//     x.3, x.4 = copy x.1
//     x.5, x.6 = copy x.4
//     x.7, x.8 = copy x.6
//     %5 = div x.2, %3
//     y.1, y.2 = copy y
//     y.3, y.4 = copy y.1
//     %6 = div y.3, x.3
//     y.5, y.6 = copy y.4
//     %7 = mul y.5, %6
//     %8 = add x.5, %7
//     y.7, y.8 = copy y.6
//     %9 = div x.7, y.7
//     %10 = mul x.8, %9
//     %11 = add y.8, %10
//     %12 = div y.2, %4
//     %13, %14 = copy %1
//     %15 = const 0.0: f64
//     %16 = ne %14, %15
//     %17, %18 = copy %2
//     %19 = const 0.0: f64
//     %20 = ne %18, %19
//     %21: [f64, f64, f64] -o [f64, f64] = abstraction (%0: f64, %1: f64, %2: f64) -> [f64, f64] {
//       %3, %4 = copy %0
//       %5 = mul %2, %3
//       %6 = mul %1, %4
//       return %6, %5
//     }
//     %22: [f64, f64, f64] -o [f64, f64] = abstraction (%0: f64, %1: f64, %2: f64) -> [f64, f64] {
//       discard %0
//       %3 = zero: f64
//       %4 = zero: f64
//       discard %1
//       discard %2
//       return %3, %4
//     }
//     %23, %24 = cond %16, %21, %22, %13, %12, %5
//     %25: [f64, f64, f64] -o [f64, f64] = abstraction (%0: f64, %1: f64, %2: f64) -> [f64, f64] {
//       %3, %4 = copy %0
//       %5 = div %3, %2
//       %6 = div %4, %1
//       %7 = neg %6
//       return %7, %5
//     }
//     %26: [f64, f64, f64] -o [f64, f64] = abstraction (%0: f64, %1: f64, %2: f64) -> [f64, f64] {
//       discard %0
//       %3 = zero: f64
//       %4 = zero: f64
//       discard %1
//       discard %2
//       return %3, %4
//     }
//     %27, %28 = cond %20, %25, %26, %17, %11, %8
//     d_x = plus %24, %27
//     d_y = plus %23, %28
//     return d_x, d_y
//   }
//   return %2, %0, %4
// }

// ---- Rust

// /// The derivatives of [`polar`](fn@polar).
// pub struct polar {}
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
// impl polar {
//     /// The value of [`polar`](fn@polar), and its backpropagator, which takes the sensitivity of the value and gives the gradient with respect to `x` and `y`.
//     #[must_use]
//     #[inline]
//     pub fn vjp(
//         x: f64,
//         y: f64,
//     ) -> ((f64, f64), impl ::core::ops::Fn((f64, f64)) -> (f64, f64) + use<>) {
//         let _: fn(
//             ::core::primitive::f64,
//             ::core::primitive::f64,
//         ) -> (::core::primitive::f64, ::core::primitive::f64) = polar;
//         let hypot = x.hypot(y);
//         (
//             (hypot, y.atan2(x)),
//             move |(d_0, d_1): (f64, f64)| {
//                 let quotient = x / hypot;
//                 let sum = x + y * (y / x);
//                 let sum_2 = y + x * (x / y);
//                 let quotient_2 = y / hypot;
//                 let (product, product_2) = if d_0 != 0.0 {
//                     (quotient_2 * d_0, quotient * d_0)
//                 } else {
//                     (0.0, 0.0)
//                 };
//                 let (negative, quotient_3) = if d_1 != 0.0 {
//                     (-(d_1 / sum_2), d_1 / sum)
//                 } else {
//                     (0.0, 0.0)
//                 };
//                 (product_2 + negative, product + quotient_3)
//             },
//         )
//     }
//     #[doc(hidden)]
//     pub fn grad<'__a, __0, __1, __Gradient>(_: __0, _: __1) -> __Gradient
//     where
//         ::backprop::__private::Gradient: ::backprop::__private::OneReal<'__a>,
//     {
//         ::backprop::__private::never()
//     }
//     #[doc(hidden)]
//     pub fn value_and_grad<'__a, __0, __1, __Gradient>(_: __0, _: __1) -> __Gradient
//     where
//         ::backprop::__private::Gradient: ::backprop::__private::OneReal<'__a>,
//     {
//         ::backprop::__private::never()
//     }
//     #[doc(hidden)]
//     pub fn value_and_grad_into<'__a, __0, __1, __2, __3, __Gradient>(
//         _: __0,
//         _: __1,
//         _: __2,
//         _: __3,
//     ) -> __Gradient
//     where
//         ::backprop::__private::Gradient: ::backprop::__private::OneReal<'__a>,
//     {
//         ::backprop::__private::never()
//     }
//     #[doc(hidden)]
//     pub fn accumulate_grad<'__a, __0, __1, __2, __3, __Gradient>(
//         _: __0,
//         _: __1,
//         _: __2,
//         _: __3,
//     ) -> __Gradient
//     where
//         ::backprop::__private::Gradient: ::backprop::__private::OneReal<'__a>,
//     {
//         ::backprop::__private::never()
//     }
//     /// The adjoint.
//     #[doc(hidden)]
//     #[inline]
//     pub fn __adjoint(
//         x: f64,
//         y: f64,
//     ) -> ((f64, f64), impl ::core::ops::Fn((f64, f64)) -> (f64, f64) + use<>) {
//         Self::vjp(x, y)
//     }
//     /// The adjoint, for callers that have no contents of arrays again.
//     #[doc(hidden)]
//     #[inline]
//     pub fn __keeping(
//         x: f64,
//         y: f64,
//     ) -> ((f64, f64), impl ::core::ops::Fn((f64, f64)) -> (f64, f64) + use<>) {
//         Self::__adjoint(x, y)
//     }
//     #[doc(hidden)]
//     #[inline]
//     pub fn __function(
//         __function: impl ::core::marker::Sized,
//     ) -> (
//         impl ::backprop::__private::Function<
//             (f64, f64),
//             Output = (f64, f64),
//             Gradient = (f64, f64),
//             Cotangent = (),
//         >,
//         impl ::core::marker::Sized,
//     ) {
//         (
//             ::backprop::__private::Closure::new(move |(x, y): (f64, f64)| {
//                 let (value, back) = Self::__adjoint(x, y);
//                 (value, move |d| ((), back(d)))
//             }),
//             ::backprop::__private::claims::Pair(polar, __function),
//         )
//     }
//     #[doc(hidden)]
//     #[inline]
//     pub fn __constant<__Function: ::core::ops::FnOnce(f64, f64) -> (f64, f64)>(
//         __function: __Function,
//         __arguments: (f64, f64),
//     ) -> ((f64, f64), ::backprop::__private::claims::Pair<(), ()>) {
//         let __asked = ::backprop::__private::claims::Pair((), ());
//         let (x, y) = __arguments;
//         (__function(x, y), __asked)
//     }
//     #[doc(hidden)]
//     pub const __derivative: ::core::primitive::usize = 0;
//     #[doc(hidden)]
//     #[inline]
//     pub fn __of<__Function, __Derivative>(
//         __function: __Function,
//         _: __Derivative,
//     ) -> impl ::core::marker::Sized + use<__Function, __Derivative> {
//         ::backprop::__private::claims::Pair(polar, __function)
//     }
//     #[doc(hidden)]
//     pub const __calls_in_a_circle: ::core::primitive::usize = 0;
// }
