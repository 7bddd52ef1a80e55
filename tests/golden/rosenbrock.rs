//! A closure called twice, once on its own result.

#[differentiable]
fn rosenbrock(x: f64, y: f64) -> f64 {
    let square = |v: f64| v * v;
    square(1.0 - x) + 100.0 * square(y - square(x))
}

// ---- net

// net (x: f64, y: f64) -> f64 {
//   square = abstraction (v: f64) -> f64 {
//     v.1, v.2 = copy v
//     %0 = mul v.1, v.2
//     return %0
//   }
//   %0 = const 1.0: f64
//   %1 = const 100.0: f64
//   square.1, square.2 = copy square
//   x.1, x.2 = copy x
//   %2 = sub %0, x.1
//   %3 = eval square.1, %2
//   square.3, square.4 = copy square.2
//   %4 = eval square.3, x.2
//   %5 = sub y, %4
//   %6 = eval square.4, %5
//   %7 = mul %1, %6
//   %8 = add %3, %7
//   return %8
// }

// ---- adjoint

// net (x: f64, y: f64) -> [f64, [f64] -o[f64, f64, f64, f64, [f64] -o~ [f64], f64, f64, [f64] -o~ [f64], [f64] -o~ [f64], f64, f64] [f64, f64]] {
//   y.1, y.2 = copy y
//   x.1, x.2 = copy x
//   x.3, x.4 = copy x.1
//   %0 = const 100.0: f64
//   %1, %2 = copy %0
//   %3 = const 1.0: f64
//   %4, %5 = copy %3
//   %6 = sub %4, x.3
//   square: [f64] -o[] [f64, [f64] -o~ [f64]] = abstraction (v: f64) -> [f64, [f64] -o[f64, f64] [f64]] {
//     v.1, v.2 = copy v
//     v.3, v.4 = copy v.1
//     v.5, v.6 = copy v.2
//     %0 = abstraction [v = v.4, v.1 = v.6] (%0: f64) -> f64 {
//       %1, %2 = copy %0
//       %3 = mul v.1, %1
//       %4 = mul v, %2
//       d_v = plus %3, %4
//       return d_v
//     }
//     %1 = mul v.3, v.5
//     return %1, %0
//   }
//   square.1, square.2 = copy square
//   square.3, square.4 = copy square.2
//   %7, %8 = eval square.3, x.2
//   %9, %10 = copy %7
//   %11 = sub y.1, %9
//   %12, %13 = eval square.4, %11
//   %14, %15 = copy %12
//   %16 = mul %1, %14
//   %17, %18 = copy %16
//   %19, %20 = eval square.1, %6
//   %21, %22 = copy %19
//   %23 = abstraction [%0 = %22, %1 = %18, %2, %3 = %15, %4 = %13, y = y.2, %5 = %10, %6 = %8, %7 = %20, %8 = %5, x = x.4] (%9: f64) -> [f64, f64] {
//     %10, %11 = copy %9
//     discard %0
//     discard %1
//     %12, %13 = copy %11
//     %14 = mul %3, %12
//     %15 = mul %2, %13
//     %16 = eval %4, %15
//     %17, d_y = copy %16
//     %18 = neg %17
//     discard y
//     discard %5
//     %19 = eval %6, %18
//     %20 = eval %7, %10
//     %21, %22 = copy %20
//     %23 = neg %21
//     discard %8
//     discard x
//     d_x = plus %23, %19
//     discard %14
//     discard %22
//     return d_x, d_y
//   }
//   %24 = add %21, %17
//   return %24, %23
// }

// ---- simplified

// net (x: f64, y: f64) -> [f64, [f64] -o [f64, f64]] {
//   x.1, v = copy x
//   %0 = const 100.0: f64
//   %1 = const 1.0: f64
//   v.1 = sub %1, x.1
//   v.2, v.3 = copy v.1
//   v.4, v.5 = copy v.2
//   %2 = mul v.4, v.3
//   v.6, v.7 = copy v
//   v.8, v.9 = copy v.6
//   %3 = mul v.8, v.7
//   v.10 = sub y, %3
//   v.11, v.12 = copy v.10
//   v.13, v.14 = copy v.11
//   %4: [f64] -o [f64, f64] = abstraction [v = v.14, v.1 = v.9, v.2 = v.5] (%0: f64) -> [f64, f64] {
//     %1, %2 = copy %0
//     %3 = const -2.0: f64
//     %4 = mul v.2, %1
//     %5 = const 200.0: f64
//     %6 = mul v, %2
//     d_v = mul %5, %6
//     d_v.1, d_y = copy d_v
//     %7 = mul v.1, d_v.1
//     %8 = plus %4, %7
//     d_x = mul %3, %8
//     return d_x, d_y
//   }
//   %5 = mul v.13, v.12
//   %6 = mul %0, %5
//   %7 = add %2, %6
//   return %7, %4
// }

// ---- value and gradient, simplified

// net (x: f64, y: f64) -> [f64, f64, f64] {
//   x.1, v = copy x
//   %0 = const 100.0: f64
//   %1 = const 1.0: f64
//   v.1 = sub %1, x.1
//   v.2, v.3 = copy v.1
//   v.4, v.5 = copy v.2
//   %2 = mul v.4, v.3
//   v.6, v.7 = copy v
//   v.8, v.9 = copy v.6
//   %3 = mul v.8, v.7
//   v.10 = sub y, %3
//   v.11, v.12 = copy v.10
//   v.13, v.14 = copy v.11
//   %4 = mul v.13, v.12
//   %5 = mul %0, %4
//   %6 = add %2, %5
//   %7 = const -2.0: f64
//   %8 = const 200.0: f64
//   d_v = mul %8, v.14
//   d_v.1, d_y = copy d_v
//   %9 = mul v.9, d_v.1
//   %10 = plus v.5, %9
//   d_x = mul %7, %10
//   return %6, d_x, d_y
// }

// ---- Rust

// /// The derivatives of [`rosenbrock`](fn@rosenbrock).
// struct rosenbrock {}
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
// impl rosenbrock {
//     /// The gradient of [`rosenbrock`](fn@rosenbrock) with respect to `x` and `y`.
//     #[must_use]
//     #[inline]
//     fn grad(x: f64, y: f64) -> (f64, f64) {
//         let _ = rosenbrock;
//         let v = 1.0 - x;
//         let v_2 = y - x * x;
//         let d_v = 200.0 * v_2;
//         (-2.0 * (v + x * d_v), d_v)
//     }
//     /// The value of [`rosenbrock`](fn@rosenbrock), and its gradient with respect to `x` and `y`, in one pass.
//     #[must_use]
//     #[inline]
//     fn value_and_grad(x: f64, y: f64) -> (f64, (f64, f64)) {
//         let _ = rosenbrock;
//         let v = 1.0 - x;
//         let v_2 = y - x * x;
//         let d_v = 200.0 * v_2;
//         (v * v + 100.0 * (v_2 * v_2), (-2.0 * (v + x * d_v), d_v))
//     }
//     /// Gives the value of [`rosenbrock`](fn@rosenbrock), and writes its gradient with respect to `x` and `y` to `d_x` and `d_y`.
//     #[inline]
//     fn value_and_grad_into(x: f64, y: f64, d_x: &mut f64, d_y: &mut f64) -> f64 {
//         let (value, gradient) = Self::value_and_grad(x, y);
//         *d_x = gradient.0;
//         *d_y = gradient.1;
//         value
//     }
//     /// Gives the value of [`rosenbrock`](fn@rosenbrock), and adds its gradient with respect to `x` and `y` to `d_x` and `d_y`.
//     #[inline]
//     fn accumulate_grad(x: f64, y: f64, d_x: &mut f64, d_y: &mut f64) -> f64 {
//         let (value, gradient) = Self::value_and_grad(x, y);
//         *d_x += gradient.0;
//         *d_y += gradient.1;
//         value
//     }
//     /// The value of [`rosenbrock`](fn@rosenbrock), and its backpropagator, which takes the sensitivity of the value and gives the gradient with respect to `x` and `y`.
//     #[must_use]
//     #[inline]
//     fn vjp(x: f64, y: f64) -> (f64, impl ::core::ops::Fn(f64) -> (f64, f64) + use<>) {
//         let _: fn(
//             ::core::primitive::f64,
//             ::core::primitive::f64,
//         ) -> ::core::primitive::f64 = rosenbrock;
//         let v = 1.0 - x;
//         let v_2 = y - x * x;
//         (
//             v * v + 100.0 * (v_2 * v_2),
//             move |d: f64| {
//                 let d_v = 200.0 * (v_2 * d);
//                 (-2.0 * (v * d + x * d_v), d_v)
//             },
//         )
//     }
//     /// The adjoint.
//     #[doc(hidden)]
//     #[inline]
//     fn __adjoint(
//         x: f64,
//         y: f64,
//     ) -> (f64, impl ::core::ops::Fn(f64) -> (f64, f64) + use<>) {
//         Self::vjp(x, y)
//     }
//     /// The adjoint, for callers that have no contents of arrays again.
//     #[doc(hidden)]
//     #[inline]
//     fn __keeping(
//         x: f64,
//         y: f64,
//     ) -> (f64, impl ::core::ops::Fn(f64) -> (f64, f64) + use<>) {
//         Self::__adjoint(x, y)
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
//             ::backprop::__private::Closure::new(move |(x, y): (f64, f64)| {
//                 let (value, back) = Self::__adjoint(x, y);
//                 (value, move |d| ((), back(d)))
//             }),
//             ::backprop::__private::claims::Pair(rosenbrock, __function),
//         )
//     }
//     #[doc(hidden)]
//     #[inline]
//     fn __constant<__Function: ::core::ops::FnOnce(f64, f64) -> f64>(
//         __function: __Function,
//         __arguments: (f64, f64),
//     ) -> (f64, ::backprop::__private::claims::Pair<(), ()>) {
//         let __asked = ::backprop::__private::claims::Pair((), ());
//         let (x, y) = __arguments;
//         (__function(x, y), __asked)
//     }
//     #[doc(hidden)]
//     const __derivative: ::core::primitive::usize = 0;
//     #[doc(hidden)]
//     #[inline]
//     fn __of<__Function, __Derivative>(
//         __function: __Function,
//         _: __Derivative,
//     ) -> impl ::core::marker::Sized + use<__Function, __Derivative> {
//         ::backprop::__private::claims::Pair(rosenbrock, __function)
//     }
//     #[doc(hidden)]
//     const __calls_in_a_circle: ::core::primitive::usize = 0;
// }
