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
//     x.4, x.5 = copy x.3
//     %2 = mul x.2, x.4
//     y.4, y.5 = copy y.3
//     %3 = mul y.2, y.4
//     %4 = add %3, %2
//     %5 = div %1, %4
//     %6, %7 = copy %5
//     %8 = mul x.5, %6
//     %9 = mul y.5, %7
//     %10 = neg %9
//     x.6, x.7 = copy x.1
//     y.6, y.7 = copy y.1
//     %11 = hypot x.6, y.6
//     %12 = div %0, %11
//     %13, %14 = copy %12
//     %15 = mul x.7, %13
//     %16 = mul y.7, %14
//     d_x = plus %15, %10
//     d_y = plus %16, %8
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
//     %3 = div %1, %0
//     %4, %5 = copy %3
//     x.1, x.2 = copy x
//     x.3, x.4 = copy x.1
//     x.5, x.6 = copy x.4
//     %6 = mul x.3, x.5
//     y.1, y.2 = copy y
//     y.3, y.4 = copy y.1
//     y.5, y.6 = copy y.4
//     %7 = mul y.3, y.5
//     %8 = add %7, %6
//     %9 = div %2, %8
//     %10, %11 = copy %9
//     %12 = mul x.6, %10
//     %13 = mul y.2, %5
//     d_y = plus %13, %12
//     %14 = mul x.2, %4
//     %15 = mul y.6, %11
//     d_x = sub %14, %15
//     return d_x, d_y
//   }
//   return %2, %0, %4
// }

// ---- Rust

// /// The derivatives of [`polar`](fn@polar).
// #[allow(
//     non_camel_case_types,
//     dead_code,
//     reason = "named as the function, and perhaps not used"
// )]
// pub enum polar {}
// #[allow(
//     dead_code,
//     unused_imports,
//     unreachable_code,
//     deprecated,
//     refining_impl_trait,
//     clippy::all,
//     clippy::pedantic,
//     reason = "written by `backprop`"
// )]
// impl polar {
//     /// The value of [`polar`](fn@polar), and the backpropagator: from the sensitivity of the value to those of `x` and `y`.
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
//     /// The adjoint.
//     #[doc(hidden)]
//     #[inline]
//     pub fn adjoint(
//         x: f64,
//         y: f64,
//     ) -> ((f64, f64), impl ::core::ops::FnOnce((f64, f64)) -> (f64, f64) + use<>) {
//         Self::vjp(x, y)
//     }
//     #[doc(hidden)]
//     #[inline]
//     pub fn function() -> impl ::backprop::__private::Function<
//         (f64, f64),
//         Output = (f64, f64),
//         Gradient = (f64, f64),
//         Cotangent = (),
//     > {
//         ::backprop::__private::Closure::new(move |(x, y): (f64, f64)| {
//             let (value, back) = Self::adjoint(x, y);
//             (value, move |d| ((), back(d)))
//         })
//     }
//     #[doc(hidden)]
//     #[allow(
//         dead_code,
//         unused_imports,
//         unreachable_code,
//         deprecated,
//         refining_impl_trait,
//         clippy::all,
//         clippy::pedantic,
//         reason = "written by `backprop`"
//     )]
//     fn primal(x: f64, y: f64) -> (f64, f64) {
//         polar(x, y)
//     }
//     #[doc(hidden)]
//     #[inline]
//     pub fn constant<__Function>(_: __Function, (x, y): (f64, f64)) -> (f64, f64) {
//         polar(x, y)
//     }
// }
