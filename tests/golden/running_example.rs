//! The running example of the paper.

#[differentiable]
fn running_example(x: f64) -> f64 {
    let mul = |y: f64| x * y;
    mul(x) + x
}

// ---- net

// net (x: f64) -> f64 {
//   x.1, x.2 = copy x
//   mul = abstraction [x = x.1] (y: f64) -> f64 {
//     %0 = mul x, y
//     return %0
//   }
//   x.3, x.4 = copy x.2
//   %0 = eval mul, x.3
//   %1 = add %0, x.4
//   return %1
// }

// ---- adjoint

// net (x: f64) -> [f64, [f64] -o[f64, f64, [f64] -o~ [f64, f64]] [f64]] {
//   x.1, x.2 = copy x
//   x.3, x.4 = copy x.2
//   x.5, x.6 = copy x.4
//   mul: [f64] -o[f64] [f64, [f64] -o~ [f64, f64]] = abstraction [x = x.1] (y: f64) -> [f64, [f64] -o[f64, f64] [f64, f64]] {
//     x.1, x.2 = copy x
//     y.1, y.2 = copy y
//     %0 = abstraction [x = x.2, y = y.2] (%0: f64) -> [f64, f64] {
//       %1, %2 = copy %0
//       d_x = mul y, %1
//       d_y = mul x, %2
//       return d_x, d_y
//     }
//     %1 = mul x.1, y.1
//     return %1, %0
//   }
//   %0, %1 = eval mul, x.3
//   %2, %3 = copy %0
//   %4 = abstraction [%0 = %3, x = x.6, %1] (%2: f64) -> f64 {
//     %3, %4 = copy %2
//     discard %0
//     discard x
//     d_mul, %5 = eval %1, %3
//     %6 = plus %5, %4
//     d_x = plus d_mul, %6
//     return d_x
//   }
//   %5 = add %2, x.5
//   return %5, %4
// }

// ---- simplified

// net (x: f64) -> [f64, [f64] -o [f64]] {
//   x.1, x.2 = copy x
//   y, x.3 = copy x.2
//   x.4, x.5 = copy x.1
//   %0: [f64] -o [f64] = abstraction [x = x.5] (%0: f64) -> f64 {
//     x.1, x.2 = copy x
//     %1 = plus x.2, x.1
//     %2 = const 1.0: f64
//     %3 = plus %1, %2
//     d_x = mul %3, %0
//     return d_x
//   }
//   %1 = mul x.4, y
//   %2 = add %1, x.3
//   return %2, %0
// }

// ---- value and gradient, simplified

// net (x: f64) -> [f64, f64] {
//   x.1, x.2 = copy x
//   y, x.3 = copy x.2
//   x.4, x.5 = copy x.1
//   %0 = mul x.4, y
//   %1 = add %0, x.3
//   x.6, x.7 = copy x.5
//   %2 = plus x.7, x.6
//   %3 = const 1.0: f64
//   d_x = plus %2, %3
//   return %1, d_x
// }

// ---- Rust

// /// The derivatives of [`running_example`](fn@running_example).
// struct running_example {}
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
// impl running_example {
//     /// The gradient of [`running_example`](fn@running_example) with respect to `x`.
//     #[must_use]
//     #[inline]
//     fn grad(x: f64) -> f64 {
//         let _ = running_example;
//         x + x + 1.0
//     }
//     /// The value of [`running_example`](fn@running_example), and its gradient with respect to `x`, in one pass.
//     #[must_use]
//     #[inline]
//     fn value_and_grad(x: f64) -> (f64, f64) {
//         let _ = running_example;
//         (x * x + x, x + x + 1.0)
//     }
//     /// Gives the value of [`running_example`](fn@running_example), and writes its gradient with respect to `x` to `d_x`.
//     #[inline]
//     fn value_and_grad_into(x: f64, d_x: &mut f64) -> f64 {
//         let (value, gradient) = Self::value_and_grad(x);
//         *d_x = gradient;
//         value
//     }
//     /// Gives the value of [`running_example`](fn@running_example), and adds its gradient with respect to `x` to `d_x`.
//     #[inline]
//     fn accumulate_grad(x: f64, d_x: &mut f64) -> f64 {
//         let (value, gradient) = Self::value_and_grad(x);
//         *d_x += gradient;
//         value
//     }
//     /// The value of [`running_example`](fn@running_example), and its backpropagator, which takes the sensitivity of the value and gives the gradient with respect to `x`.
//     #[must_use]
//     #[inline]
//     fn vjp(x: f64) -> (f64, impl ::core::ops::Fn(f64) -> f64 + use<>) {
//         let _: fn(::core::primitive::f64) -> ::core::primitive::f64 = running_example;
//         (x * x + x, move |d: f64| (x + x + 1.0) * d)
//     }
//     /// The adjoint.
//     #[doc(hidden)]
//     #[inline]
//     fn __adjoint(x: f64) -> (f64, impl ::core::ops::Fn(f64) -> (f64,) + use<>) {
//         let (value, back) = Self::vjp(x);
//         (
//             value,
//             move |d: f64| {
//                 let d_x = back(d);
//                 (d_x,)
//             },
//         )
//     }
//     /// The adjoint, for callers that have no contents of arrays again.
//     #[doc(hidden)]
//     #[inline]
//     fn __keeping(x: f64) -> (f64, impl ::core::ops::Fn(f64) -> (f64,) + use<>) {
//         Self::__adjoint(x)
//     }
//     #[doc(hidden)]
//     #[inline]
//     fn __function(
//         __function: impl ::core::marker::Sized,
//     ) -> (
//         impl ::backprop::__private::Function<
//             (f64,),
//             Output = f64,
//             Gradient = (f64,),
//             Cotangent = (),
//         >,
//         impl ::core::marker::Sized,
//     ) {
//         (
//             ::backprop::__private::Closure::new(move |(x,): (f64,)| {
//                 let (value, back) = Self::__adjoint(x);
//                 (value, move |d| ((), back(d)))
//             }),
//             ::backprop::__private::claims::Pair(running_example, __function),
//         )
//     }
//     #[doc(hidden)]
//     #[inline]
//     fn __constant<__Function: ::core::ops::FnOnce(f64) -> f64>(
//         __function: __Function,
//         __arguments: (f64,),
//     ) -> (f64, ::backprop::__private::claims::Pair<(), ()>) {
//         let __asked = ::backprop::__private::claims::Pair((), ());
//         let (x,) = __arguments;
//         (__function(x), __asked)
//     }
//     #[doc(hidden)]
//     const __derivative: ::core::primitive::usize = 0;
//     #[doc(hidden)]
//     #[inline]
//     fn __of<__Function, __Derivative>(
//         __function: __Function,
//         _: __Derivative,
//     ) -> impl ::core::marker::Sized + use<__Function, __Derivative> {
//         ::backprop::__private::claims::Pair(running_example, __function)
//     }
//     #[doc(hidden)]
//     const __calls_in_a_circle: ::core::primitive::usize = 0;
// }
