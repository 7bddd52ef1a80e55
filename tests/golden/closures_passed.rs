//! Closures with captures, passed to other functions and given back by them.

#[differentiable]
pub fn response(gain: f64, x: f64) -> f64 {
    let amplify = |v: f64| gain * v.tanh();
    crate::twice(&amplify, x) + crate::compose(amplify, f64::sin)(x)
}

// ---- net

// net (gain: f64, x: f64, %0: !) -> [f64, !] {
//   amplify = abstraction [gain] (v: f64) -> f64 {
//     %0 = tanh v
//     %1 = mul gain, %0
//     return %1
//   }
//   amplify.1 = abstraction [amplify] (%0: f64, %1: !) -> [f64, !] {
//     %2 = eval amplify, %0
//     return %2, %1
//   }
//   %1 = view crossing@0 amplify.1 -> [f64, !] -o[[f64] -o[f64] [f64]] [f64, !]
//   %2 = function twice@0: [[f64, !] -o[[f64] -o[f64] [f64]] [f64, !], f64, !] -o[] [f64, !]
//   %3 = abstraction (%0: f64) -> f64 {
//     %1 = sin %0
//     return %1
//   }
//   %4 = abstraction [%0 = %3] (%1: f64, %2: !) -> [f64, !] {
//     %3 = eval %0, %1
//     return %3, %2
//   }
//   %5 = view crossing@0 %4 -> [f64, !] -o[[f64] -o[] [f64]] [f64, !]
//   %6 = function compose@1: [[f64, !] -o[[f64] -o[f64] [f64]] [f64, !], [f64, !] -o[[f64] -o[] [f64]] [f64, !], !] -o[] [[f64, !] -o[?_] [f64, !], !]
//   %7, %8 = copy %1
//   x.1, x.2 = copy x
//   %9, %10 = eval %2, %7, x.1, %0
//   %11, %12 = eval %6, %8, %5, %10
//   %13, %14 = eval %11, x.2, %12
//   %15 = add %9, %13
//   return %15, %14
// }

// ---- adjoint

// net (gain: f64, x: f64, %0: !) -> [f64, !, [f64] -o[f64, f64, [f64] -o~ [?_', f64], [?_'] -o~ [f64], [f64] -o~ [f64, f64], [f64, !] -o[[f64] -o[] [f64, [f64] -o~ [f64]]] [f64, !, [f64] -o~ [f64]], [f64, !] -o[[f64] -o[f64] [f64, [f64] -o~ [f64, f64]]] [f64, !, [f64] -o~ [f64, f64]]] [f64, f64]] {
//   x.1, x.2 = copy x
//   %1 = adjoint_function compose@1: [[f64, !] -o[[f64] -o[f64] [f64]] [f64, !], [f64, !] -o[[f64] -o[] [f64]] [f64, !], !] -o[] [[f64, !] -o[?_] [f64, !], !]
//   %2: [f64] -o[] [f64, [f64] -o~ [f64]] = abstraction (%0: f64) -> [f64, [f64] -o[f64] [f64]] {
//     %1, %2 = copy %0
//     %3 = abstraction [%0 = %2] (%1: f64) -> f64 {
//       %2 = cos %0
//       %3 = mul %2, %1
//       return %3
//     }
//     %4 = sin %1
//     return %4, %3
//   }
//   %3: [f64, !] -o[[f64] -o[] [f64, [f64] -o~ [f64]]] [f64, !, [f64] -o~ [f64]] = abstraction [%0 = %2] (%1: f64, %2: !) -> [f64, !, [f64] -o[[f64] -o~ [f64]] [f64]] {
//     %3, %4 = eval %0, %1
//     %5 = abstraction [%0 = %4] (%1: f64) -> f64 {
//       %2 = eval %0, %1
//       return %2
//     }
//     return %3, %2, %5
//   }
//   %4, %5 = copy %3
//   %6 = view crossing@0 %4 -> [f64, !] -o[[f64] -o[] [f64, [f64] -o~ [f64]]] [f64, !, [f64] -o~ [f64]]
//   %7 = adjoint_function twice@0: [[f64, !] -o[[f64] -o[f64] [f64]] [f64, !], f64, !] -o[] [f64, !]
//   amplify: [f64] -o[f64] [f64, [f64] -o~ [f64, f64]] = abstraction [gain] (v: f64) -> [f64, [f64] -o[f64, f64, f64] [f64, f64]] {
//     gain.1, gain.2 = copy gain
//     v.1, v.2 = copy v
//     %0 = tanh v.1
//     %1, %2 = copy %0
//     %3 = abstraction [gain = gain.2, %0 = %2, v = v.2] (%1: f64) -> [f64, f64] {
//       %2, %3 = copy %1
//       d_gain = mul %0, %2
//       %4 = mul gain, %3
//       %5 = tanh v
//       %6, %7 = copy %5
//       %8 = mul %6, %7
//       %9 = const 1.0: f64
//       %10 = sub %9, %8
//       d_v = mul %10, %4
//       return d_gain, d_v
//     }
//     %4 = mul gain.1, %1
//     return %4, %3
//   }
//   amplify.1: [f64, !] -o[[f64] -o[f64] [f64, [f64] -o~ [f64, f64]]] [f64, !, [f64] -o~ [f64, f64]] = abstraction [amplify] (%0: f64, %1: !) -> [f64, !, [f64] -o[[f64] -o~ [f64, f64]] [f64, f64]] {
//     %2, %3 = eval amplify, %0
//     %4 = abstraction [%0 = %3] (%1: f64) -> [f64, f64] {
//       d_amplify, %2 = eval %0, %1
//       return d_amplify, %2
//     }
//     return %2, %1, %4
//   }
//   amplify.2, amplify.3 = copy amplify.1
//   %8 = view crossing@0 amplify.2 -> [f64, !] -o[[f64] -o[f64] [f64, [f64] -o~ [f64, f64]]] [f64, !, [f64] -o~ [f64, f64]]
//   %9, %10 = copy %8
//   %11, %12, %13 = eval %7, %9, x.1, %0
//   %14, %15 = copy %11
//   %16, %17, %18 = eval %1, %10, %6, %12
//   %19, %20, %21 = eval %16, x.2, %17
//   %22, %23 = copy %19
//   %24 = abstraction [%0 = %15, %1 = %23, %2 = %21, %3 = %18, %4 = %13, %5, amplify = amplify.3] (%6: f64) -> [f64, f64] {
//     %7, %8 = copy %6
//     discard %0
//     discard %1
//     %9, %10 = eval %2, %8
//     %11 = eval %3, %9
//     %12, %13 = eval %4, %7
//     d_x = plus %13, %10
//     d_amplify = plus %12, %11
//     discard %5
//     discard amplify
//     return d_amplify, d_x
//   }
//   %25 = add %14, %22
//   return %25, %20, %24
// }

// ---- simplified

// net (gain: f64, x: f64, %0: !) -> [f64, !, [f64] -o [f64, f64]] {
//   x.1, x.2 = copy x
//   %1: [[f64, !] -o [f64, !, [f64] -o~ [f64, f64]], [f64, !] -o [f64, !, [f64] -o~ [f64]], !] -o [[f64, !] -o [f64, !, [f64] -o~ [?_', f64]], !, [?_'] -o~ [f64]] = adjoint_function compose@1: [[f64, !] -o[[f64] -o[f64] [f64]] [f64, !], [f64, !] -o[[f64] -o[] [f64]] [f64, !], !] -o[] [[f64, !] -o[?_] [f64, !], !]
//   %2: [f64, !] -o [f64, !, [f64] -o [f64]] = abstraction (%0: f64, %1: !) -> [f64, !, [f64] -o [f64]] {
//     %2, %3 = copy %0
//     %4: [f64] -o [f64] = abstraction [%0 = %3] (%1: f64) -> f64 {
//       %2 = cos %0
//       %3 = mul %2, %1
//       return %3
//     }
//     %5 = sin %2
//     return %5, %1, %4
//   }
//   %3: [f64, !] -o [f64, !, [f64] -o~ [f64]] = view crossing@0<[f64, !] -o[[f64] -o[] [f64, [f64] -o~ [f64]]] [f64, !, [f64] -o~ [f64]]> %2 -> [f64, !] -o[[f64] -o[] [f64, [f64] -o~ [f64]]] [f64, !, [f64] -o~ [f64]]
//   %4: [[f64, !] -o [f64, !, [f64] -o~ [f64, f64]], f64, !] -o [f64, !, [f64] -o~ [f64, f64]] = adjoint_function twice@0: [[f64, !] -o[[f64] -o[f64] [f64]] [f64, !], f64, !] -o[] [f64, !]
//   amplify: [f64, !] -o [f64, !, [f64] -o [f64, f64]] = abstraction [gain] (v: f64, %0: !) -> [f64, !, [f64] -o [f64, f64]] {
//     gain.1, gain.2 = copy gain
//     %1 = tanh v
//     %2, %3 = copy %1
//     %4: [f64] -o [f64, f64] = abstraction [gain = gain.2, %0 = %3] (%1: f64) -> [f64, f64] {
//       %2, %3 = copy %1
//       %4 = mul gain, %3
//       %5 = const 1.0: f64
//       %6, %7 = copy %0
//       d_gain = mul %6, %2
//       %8, %9 = copy %7
//       %10 = mul %8, %9
//       %11 = sub %5, %10
//       d_v = mul %11, %4
//       return d_gain, d_v
//     }
//     %5 = mul gain.1, %2
//     return %5, %0, %4
//   }
//   %5: [f64, !] -o [f64, !, [f64] -o~ [f64, f64]] = view crossing@0<[f64, !] -o[[f64] -o[f64] [f64, [f64] -o~ [f64, f64]]] [f64, !, [f64] -o~ [f64, f64]]> amplify -> [f64, !] -o[[f64] -o[f64] [f64, [f64] -o~ [f64, f64]]] [f64, !, [f64] -o~ [f64, f64]]
//   %6, %7 = copy %5
//   %8, %9, %10 = eval %4, %6, x.1, %0
//   %11, %12, %13 = eval %1, %7, %3, %9
//   %14, %15, %16 = eval %11, x.2, %12
//   %17: [f64] -o [f64, f64] = abstraction [%0 = %16, %1 = %13, %2 = %10] (%3: f64) -> [f64, f64] {
//     %4, %5 = copy %3
//     %6, %7 = eval %0, %5
//     %8 = eval %1, %6
//     %9, %10 = eval %2, %4
//     d_x = plus %10, %7
//     d_amplify = plus %9, %8
//     return d_amplify, d_x
//   }
//   %18 = add %8, %14
//   return %18, %15, %17
// }

// ---- value and gradient, simplified

// net (gain: f64, x: f64, %0: !) -> [f64, !, f64, f64] {
//   x.1, x.2 = copy x
//   %1: [[f64, !] -o [f64, !, [f64] -o~ [f64, f64]], [f64, !] -o [f64, !, [f64] -o~ [f64]], !] -o [[f64, !] -o [f64, !, [f64] -o~ [?_', f64]], !, [?_'] -o~ [f64]] = adjoint_function compose@1: [[f64, !] -o[[f64] -o[f64] [f64]] [f64, !], [f64, !] -o[[f64] -o[] [f64]] [f64, !], !] -o[] [[f64, !] -o[?_] [f64, !], !]
//   %2: [f64, !] -o [f64, !, [f64] -o [f64]] = abstraction (%0: f64, %1: !) -> [f64, !, [f64] -o [f64]] {
//     %2, %3 = copy %0
//     %4: [f64] -o [f64] = abstraction [%0 = %3] (%1: f64) -> f64 {
//       %2 = cos %0
//       %3 = mul %2, %1
//       return %3
//     }
//     %5 = sin %2
//     return %5, %1, %4
//   }
//   %3: [f64, !] -o [f64, !, [f64] -o~ [f64]] = view crossing@0<[f64, !] -o[[f64] -o[] [f64, [f64] -o~ [f64]]] [f64, !, [f64] -o~ [f64]]> %2 -> [f64, !] -o[[f64] -o[] [f64, [f64] -o~ [f64]]] [f64, !, [f64] -o~ [f64]]
//   %4: [[f64, !] -o [f64, !, [f64] -o~ [f64, f64]], f64, !] -o [f64, !, [f64] -o~ [f64, f64]] = adjoint_function twice@0: [[f64, !] -o[[f64] -o[f64] [f64]] [f64, !], f64, !] -o[] [f64, !]
//   amplify: [f64, !] -o [f64, !, [f64] -o [f64, f64]] = abstraction [gain] (v: f64, %0: !) -> [f64, !, [f64] -o [f64, f64]] {
//     gain.1, gain.2 = copy gain
//     %1 = tanh v
//     %2, %3 = copy %1
//     %4: [f64] -o [f64, f64] = abstraction [gain = gain.2, %0 = %3] (%1: f64) -> [f64, f64] {
//       %2, %3 = copy %1
//       %4 = mul gain, %3
//       %5 = const 1.0: f64
//       %6, %7 = copy %0
//       d_gain = mul %6, %2
//       %8, %9 = copy %7
//       %10 = mul %8, %9
//       %11 = sub %5, %10
//       d_v = mul %11, %4
//       return d_gain, d_v
//     }
//     %5 = mul gain.1, %2
//     return %5, %0, %4
//   }
//   %5: [f64, !] -o [f64, !, [f64] -o~ [f64, f64]] = view crossing@0<[f64, !] -o[[f64] -o[f64] [f64, [f64] -o~ [f64, f64]]] [f64, !, [f64] -o~ [f64, f64]]> amplify -> [f64, !] -o[[f64] -o[f64] [f64, [f64] -o~ [f64, f64]]] [f64, !, [f64] -o~ [f64, f64]]
//   %6, %7 = copy %5
//   %8, %9, %10 = eval %4, %6, x.1, %0
//   %11, %12, %13 = eval %1, %7, %3, %9
//   %14, %15, %16 = eval %11, x.2, %12
//   %17 = add %8, %14
//   %18 = const 1.0: f64
//   %19, %20 = eval %10, %18
//   %21 = const 1.0: f64
//   %22, %23 = eval %16, %21
//   %24 = eval %13, %22
//   d_x = plus %20, %23
//   d_amplify = plus %19, %24
//   return %17, %15, d_amplify, d_x
// }

// ---- Rust

// /// The derivatives of [`response`](fn@response).
// pub struct response {}
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
// impl response {
//     /// The gradient of [`response`](fn@response) with respect to `gain` and `x`.
//     #[must_use]
//     #[inline]
//     pub fn grad(gain: f64, x: f64) -> (f64, f64) {
//         let _ = response;
//         Self::value_and_grad(gain, x).1
//     }
//     /// The value of [`response`](fn@response), and its gradient with respect to `gain` and `x`, in one pass.
//     #[must_use]
//     #[inline]
//     pub fn value_and_grad(gain: f64, x: f64) -> (f64, (f64, f64)) {
//         let _ = response;
//         let written = ::backprop::__private::claims::Written::<
//             { Self::__calls_in_a_circle },
//         >;
//         let gain = written.as_is(gain);
//         let x = written.as_is(x);
//         let amplify = ::backprop::__private::Closure::new(move |(v,): (f64,)| {
//             let tanh_v = v.tanh();
//             (
//                 gain * tanh_v,
//                 move |d_2: f64| (
//                     tanh_v * d_2,
//                     ((1.0_f64 - tanh_v * tanh_v) * (gain * d_2),),
//                 ),
//             )
//         });
//         let (twice_2, back_twice) = written
//             .as_is(
//                 ({
//                     use ::backprop::__private::probe::*;
//                     {
//                         use crate::twice as function_without_differentiable;
//                         written
//                             .if_marked(
//                                 function_without_differentiable::__derivative,
//                                 function_without_differentiable::__adjoint,
//                             )
//                     }
//                 }),
//             )(amplify, x);
//         let (compose_2, back_compose) = ::backprop::__private::parts(
//             written
//                 .as_is(
//                     ({
//                         use ::backprop::__private::probe::*;
//                         {
//                             use crate::compose as function_without_differentiable;
//                             written
//                                 .if_marked(
//                                     function_without_differentiable::__derivative,
//                                     function_without_differentiable::__adjoint,
//                                 )
//                         }
//                     }),
//                 )(
//                 amplify,
//                 ::backprop::__private::Closure::new(move |(a,): (f64,)| (
//                     a.sin(),
//                     move |d: f64| ((), (a.cos() * d,)),
//                 )),
//             ),
//         );
//         let (compose_2_value, back_compose_2_value) = ::backprop::__private::Function::__adjoint(
//             &compose_2,
//             (x,),
//         );
//         let (d_3, d_4) = back_twice(1.0);
//         let (d_5, (d_6,)) = back_compose_2_value(1.0);
//         let d_amplify = d_3 + back_compose(d_5).0;
//         (twice_2 + compose_2_value, (d_amplify, d_4 + d_6))
//     }
//     /// Gives the value of [`response`](fn@response), and writes its gradient with respect to `gain` and `x` to `d_gain` and `d_x`.
//     #[inline]
//     pub fn value_and_grad_into(
//         gain: f64,
//         x: f64,
//         d_gain: &mut f64,
//         d_x: &mut f64,
//     ) -> f64 {
//         let (value, gradient) = Self::value_and_grad(gain, x);
//         *d_gain = gradient.0;
//         *d_x = gradient.1;
//         value
//     }
//     /// Gives the value of [`response`](fn@response), and adds its gradient with respect to `gain` and `x` to `d_gain` and `d_x`.
//     #[inline]
//     pub fn accumulate_grad(gain: f64, x: f64, d_gain: &mut f64, d_x: &mut f64) -> f64 {
//         let (value, gradient) = Self::value_and_grad(gain, x);
//         *d_gain += gradient.0;
//         *d_x += gradient.1;
//         value
//     }
//     /// The value of [`response`](fn@response), and its backpropagator, which takes the sensitivity of the value and gives the gradient with respect to `gain` and `x`.
//     #[must_use]
//     #[inline]
//     pub fn vjp(
//         gain: f64,
//         x: f64,
//     ) -> (f64, impl ::core::ops::Fn(f64) -> (f64, f64) + use<>) {
//         let _: fn(
//             ::core::primitive::f64,
//             ::core::primitive::f64,
//         ) -> ::core::primitive::f64 = response;
//         let _ = || {
//             ::backprop::__private::claims::same(f64::sin, <::core::primitive::f64>::sin);
//         };
//         let written = ::backprop::__private::claims::Written::<
//             { Self::__calls_in_a_circle },
//         >;
//         let gain = written.as_is(gain);
//         let x = written.as_is(x);
//         let amplify = ::backprop::__private::Closure::new(move |(v,): (f64,)| {
//             let tanh_v = v.tanh();
//             (
//                 gain * tanh_v,
//                 move |d_2: f64| (
//                     tanh_v * d_2,
//                     ((1.0_f64 - tanh_v * tanh_v) * (gain * d_2),),
//                 ),
//             )
//         });
//         let (twice_2, back_twice) = written
//             .as_is(
//                 ({
//                     use ::backprop::__private::probe::*;
//                     {
//                         use crate::twice as function_without_differentiable;
//                         ::backprop::__private::claims::asked(
//                             written
//                                 .if_marked(
//                                     function_without_differentiable::__derivative,
//                                     function_without_differentiable::__adjoint,
//                                 ),
//                             |derivative| function_without_differentiable::__of(
//                                 function_without_differentiable,
//                                 derivative,
//                             ),
//                         )
//                     }
//                 }),
//             )(amplify, x);
//         let (compose_2, back_compose) = ::backprop::__private::parts(
//             written
//                 .as_is(
//                     ({
//                         use ::backprop::__private::probe::*;
//                         {
//                             use crate::compose as function_without_differentiable;
//                             ::backprop::__private::claims::asked(
//                                 written
//                                     .if_marked(
//                                         function_without_differentiable::__derivative,
//                                         function_without_differentiable::__adjoint,
//                                     ),
//                                 |derivative| function_without_differentiable::__of(
//                                     function_without_differentiable,
//                                     derivative,
//                                 ),
//                             )
//                         }
//                     }),
//                 )(
//                 amplify,
//                 ::backprop::__private::Closure::new(move |(a,): (f64,)| (
//                     a.sin(),
//                     move |d: f64| ((), (a.cos() * d,)),
//                 )),
//             ),
//         );
//         let (compose_2_value, back_compose_2_value) = ::backprop::__private::Function::__adjoint(
//             &compose_2,
//             (x,),
//         );
//         (
//             twice_2 + compose_2_value,
//             move |d_3: f64| {
//                 let (d_4, (d_5,)) = back_compose_2_value(d_3);
//                 let d_8 = back_compose(d_4).0;
//                 let (d_6, d_7) = back_twice(d_3);
//                 (d_6 + d_8, d_7 + d_5)
//             },
//         )
//     }
//     /// The adjoint.
//     #[doc(hidden)]
//     #[inline]
//     pub fn __adjoint(
//         gain: f64,
//         x: f64,
//     ) -> (f64, impl ::core::ops::Fn(f64) -> (f64, f64) + use<>) {
//         Self::vjp(gain, x)
//     }
//     /// The adjoint, for callers that have no contents of arrays again.
//     #[doc(hidden)]
//     #[inline]
//     pub fn __keeping(
//         gain: f64,
//         x: f64,
//     ) -> (f64, impl ::core::ops::Fn(f64) -> (f64, f64) + use<>) {
//         Self::__adjoint(gain, x)
//     }
//     #[doc(hidden)]
//     #[inline]
//     pub fn __function(
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
//             ::backprop::__private::Closure::new(move |(gain, x): (f64, f64)| {
//                 let (value, back) = Self::__adjoint(gain, x);
//                 (value, move |d| ((), back(d)))
//             }),
//             ::backprop::__private::claims::Pair(response, __function),
//         )
//     }
//     #[doc(hidden)]
//     #[inline]
//     pub fn __constant<__Function: ::core::ops::FnOnce(f64, f64) -> f64>(
//         __function: __Function,
//         __arguments: (f64, f64),
//     ) -> (f64, ::backprop::__private::claims::Pair<(), ()>) {
//         let __asked = ::backprop::__private::claims::Pair((), ());
//         let (gain, x) = __arguments;
//         (__function(gain, x), __asked)
//     }
//     #[doc(hidden)]
//     pub const __derivative: ::core::primitive::usize = 0;
//     #[doc(hidden)]
//     #[inline]
//     pub fn __of<__Function, __Derivative>(
//         __function: __Function,
//         _: __Derivative,
//     ) -> impl ::core::marker::Sized + use<__Function, __Derivative> {
//         ::backprop::__private::claims::Pair(response, __function)
//     }
//     #[doc(hidden)]
//     pub const __calls_in_a_circle: ::core::primitive::usize = {
//         let _: fn(f64, f64) -> f64 = |gain: f64, x: f64| -> f64 {
//             let amplify = |v: f64| gain * v.tanh();
//             crate::twice(&amplify, x) + crate::compose(amplify, f64::sin)(x)
//         };
//         0
//             + ({
//                 use ::backprop::__private::probe::*;
//                 {
//                     use crate::twice as function_without_differentiable;
//                     function_without_differentiable::__calls_in_a_circle
//                 }
//             })
//             + ({
//                 use ::backprop::__private::probe::*;
//                 {
//                     use crate::compose as function_without_differentiable;
//                     function_without_differentiable::__calls_in_a_circle
//                 }
//             })
//     };
// }
