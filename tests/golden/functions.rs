//! A function that takes functions and passes one on: it has an adjoint alone.

#[differentiable]
pub fn steps<F: Fn(f64) -> f64>(f: impl Fn(f64, f64) -> f64, g: &F, x: f64) -> f64 {
    let y = f(x, g(x));
    y * crate::twice(g, y)
}

// ---- net

// net (f: [f64, f64, !] -o[?F2] [f64, !], g: [f64, !] -o[?F] [f64, !], x: f64, %0: !) -> [f64, !] {
//   x.1, x.2 = copy x
//   %1 = function twice@0: [[f64, !] -o[?F] [f64, !], f64, !] -o[] [f64, !]
//   g.1, g.2 = copy g
//   %2, %3 = eval g.1, x.1, %0
//   y, %4 = eval f, x.2, %2, %3
//   y.1, y.2 = copy y
//   %5, %6 = eval %1, g.2, y.1, %4
//   %7 = mul y.2, %5
//   return %7, %6
// }

// ---- adjoint

// net (f: [f64, f64, !] -o[?F2] [f64, !, [f64] -o~ [?F2', f64, f64]], g: [f64, !] -o[?F] [f64, !, [f64] -o~ [?F', f64]], x: f64, %0: !) -> [f64, !, [f64] -o[f64, f64, [f64] -o~ [?F', f64], [f64] -o~ [?F2', f64, f64], [f64] -o~ [?F', f64]] [?F2', ?F', f64]] {
//   g.1, g.2 = copy g
//   %1 = adjoint_function twice@0: [[f64, !] -o[?F] [f64, !], f64, !] -o[] [f64, !]
//   x.1, x.2 = copy x
//   %2, %3, %4 = eval g.1, x.1, %0
//   y, %5, %6 = eval f, x.2, %2, %3
//   y.1, y.2 = copy y
//   y.3, y.4 = copy y.2
//   %7, %8, %9 = eval %1, g.2, y.1, %5
//   %10, %11 = copy %7
//   %12 = abstraction [y = y.4, %0 = %11, %1 = %9, %2 = %6, %3 = %4] (%4: f64) -> [?F2', ?F', f64] {
//     %5, %6 = copy %4
//     %7 = mul %0, %5
//     %8 = mul y, %6
//     %9, %10 = eval %1, %8
//     d_y = plus %10, %7
//     d_f, %11, %12 = eval %2, d_y
//     %13, %14 = eval %3, %12
//     d_g = plus %13, %9
//     d_x = plus %14, %11
//     return d_f, d_g, d_x
//   }
//   %13 = mul y.3, %10
//   return %13, %8, %12
// }

// ---- simplified

// net (f: [f64, f64, !] -o [f64, !, [f64] -o~ [?F2', f64, f64]], g: [f64, !] -o [f64, !, [f64] -o~ [?F', f64]], x: f64, %0: !) -> [f64, !, [f64] -o [?F2', ?F', f64]] {
//   g.1, g.2 = copy g
//   %1: [[f64, !] -o [f64, !, [f64] -o~ [?F', f64]], f64, !] -o [f64, !, [f64] -o~ [?F', f64]] = adjoint_function twice@0: [[f64, !] -o[?F] [f64, !], f64, !] -o[] [f64, !]
//   x.1, x.2 = copy x
//   %2, %3, %4 = eval g.1, x.1, %0
//   y, %5, %6 = eval f, x.2, %2, %3
//   y.1, y.2 = copy y
//   y.3, y.4 = copy y.2
//   %7, %8, %9 = eval %1, g.2, y.1, %5
//   %10, %11 = copy %7
//   %12: [f64] -o [?F2', ?F', f64] = abstraction [y = y.4, %0 = %11, %1 = %9, %2 = %6, %3 = %4] (%4: f64) -> [?F2', ?F', f64] {
//     %5, %6 = copy %4
//     %7 = mul %0, %5
//     %8 = mul y, %6
//     %9, %10 = eval %1, %8
//     d_y = plus %10, %7
//     d_f, %11, %12 = eval %2, d_y
//     %13, %14 = eval %3, %12
//     d_g = plus %13, %9
//     d_x = plus %14, %11
//     return d_f, d_g, d_x
//   }
//   %13 = mul y.3, %10
//   return %13, %8, %12
// }

// ---- Rust

// /// The derivative of [`steps`](fn@steps), for functions that call it. It has no gradient, since it takes or gives functions.
// pub struct steps {}
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
// impl steps {
//     #[doc(hidden)]
//     pub fn grad<'__a, __0, __1, __2, __Gradient>(_: __0, _: __1, _: __2) -> __Gradient
//     where
//         ::backprop::__private::Gradient: ::backprop::__private::OfFunctions<'__a>,
//     {
//         ::backprop::__private::never()
//     }
//     #[doc(hidden)]
//     pub fn value_and_grad<'__a, __0, __1, __2, __Gradient>(
//         _: __0,
//         _: __1,
//         _: __2,
//     ) -> __Gradient
//     where
//         ::backprop::__private::Gradient: ::backprop::__private::OfFunctions<'__a>,
//     {
//         ::backprop::__private::never()
//     }
//     #[doc(hidden)]
//     pub fn value_and_grad_into<'__a, __0, __1, __2, __3, __4, __5, __Gradient>(
//         _: __0,
//         _: __1,
//         _: __2,
//         _: __3,
//         _: __4,
//         _: __5,
//     ) -> __Gradient
//     where
//         ::backprop::__private::Gradient: ::backprop::__private::OfFunctions<'__a>,
//     {
//         ::backprop::__private::never()
//     }
//     #[doc(hidden)]
//     pub fn accumulate_grad<'__a, __0, __1, __2, __3, __4, __5, __Gradient>(
//         _: __0,
//         _: __1,
//         _: __2,
//         _: __3,
//         _: __4,
//         _: __5,
//     ) -> __Gradient
//     where
//         ::backprop::__private::Gradient: ::backprop::__private::OfFunctions<'__a>,
//     {
//         ::backprop::__private::never()
//     }
//     /// The adjoint.
//     #[doc(hidden)]
//     #[inline]
//     pub fn __adjoint<F, F2>(
//         f: F2,
//         g: F,
//         x: f64,
//     ) -> (
//         f64,
//         impl ::core::ops::Fn(
//             f64,
//         ) -> (::backprop::CotangentOf<F2>, ::backprop::CotangentOf<F>, f64) + use<F, F2>,
//     )
//     where
//         F: ::backprop::__private::Function<(f64,), Output = f64, Gradient = (f64,)>,
//         F2: ::backprop::__private::Function<
//             (f64, f64),
//             Output = f64,
//             Gradient = (f64, f64),
//         >,
//     {
//         let _ = || {
//             let _ = ::backprop::__private::claims::is::<::core::primitive::f64, f64>;
//         };
//         let (g_value, back_g_value) = ::backprop::__private::Function::__adjoint(
//             &g,
//             (x,),
//         );
//         let (y, back_f_value) = ::backprop::__private::Function::__adjoint(
//             &f,
//             (x, g_value),
//         );
//         let (twice_2, back_twice) = ({
//             use ::backprop::__private::probe::*;
//             {
//                 use crate::twice as function_without_differentiable;
//                 ::backprop::__private::claims::asked(
//                     ::backprop::__private::claims::Written::<0>
//                         .if_marked(
//                             function_without_differentiable::__derivative,
//                             function_without_differentiable::__adjoint,
//                         ),
//                     |derivative| function_without_differentiable::__of(
//                         function_without_differentiable,
//                         derivative,
//                     ),
//                 )
//             }
//         })(g, y);
//         (
//             y * twice_2,
//             move |d: f64| {
//                 let (d_2, d_3) = back_twice(y * d);
//                 let d_y = d_3 + twice_2 * d;
//                 let (d_f, (d_4, d_5)) = back_f_value(d_y);
//                 let (d_6, (d_7,)) = back_g_value(d_5);
//                 (d_f, ::backprop::Cotangent::plus(d_6, &d_2), d_7 + d_4)
//             },
//         )
//     }
//     /// The adjoint, for callers that have no contents of arrays again.
//     #[doc(hidden)]
//     #[inline]
//     pub fn __keeping<F, F2>(
//         f: F2,
//         g: F,
//         x: f64,
//     ) -> (
//         f64,
//         impl ::core::ops::Fn(
//             f64,
//         ) -> (::backprop::CotangentOf<F2>, ::backprop::CotangentOf<F>, f64) + use<F, F2>,
//     )
//     where
//         F: ::backprop::__private::Function<(f64,), Output = f64, Gradient = (f64,)>,
//         F2: ::backprop::__private::Function<
//             (f64, f64),
//             Output = f64,
//             Gradient = (f64, f64),
//         >,
//     {
//         Self::__adjoint::<F, F2>(f, g, x)
//     }
//     /// The adjoint, for callers that give it functions which captured arrays.
//     #[doc(hidden)]
//     #[inline]
//     pub fn __takes_closures_over_arrays<
//         F,
//         F2,
//         __CapturedByF: ::backprop::__private::Environment,
//         __CapturedByF2: ::backprop::__private::Environment,
//     >(
//         f: F2,
//         g: F,
//         x: f64,
//         __captured_by_f: ::backprop::__private::Looks<'_, __CapturedByF2>,
//         __captured_by_g: ::backprop::__private::Looks<'_, __CapturedByF>,
//     ) -> (
//         f64,
//         impl ::core::ops::Fn(
//             (
//                 f64,
//                 (
//                     ::backprop::__private::Looks<'_, __CapturedByF2>,
//                     ::backprop::__private::Looks<'_, __CapturedByF>,
//                 ),
//                 (
//                     ::backprop::__private::Accumulators<'_, __CapturedByF2>,
//                     ::backprop::__private::Accumulators<'_, __CapturedByF>,
//                 ),
//             ),
//         ) -> (
//                 ::backprop::CotangentOf<F2>,
//                 ::backprop::CotangentOf<F>,
//                 f64,
//                 (),
//                 (),
//             ) + use<F, F2, __CapturedByF, __CapturedByF2>,
//     )
//     where
//         F: ::backprop::__private::FunctionOfArrays<
//             (
//                 ::backprop::__private::ByValue<f64>,
//                 ::backprop::__private::CapturedArrays<__CapturedByF>,
//             ),
//             Output = f64,
//             Backpropagator: ::core::ops::Fn(
//                     (
//                         f64,
//                         (::backprop::__private::Looks<'_, __CapturedByF>,),
//                         (::backprop::__private::Accumulators<'_, __CapturedByF>,),
//                     ),
//                 ) -> (::backprop::CotangentOf<F>, (f64, ())),
//         >,
//         F2: ::backprop::__private::FunctionOfArrays<
//             (
//                 ::backprop::__private::ByValue<f64>,
//                 ::backprop::__private::ByValue<f64>,
//                 ::backprop::__private::CapturedArrays<__CapturedByF2>,
//             ),
//             Output = f64,
//             Backpropagator: ::core::ops::Fn(
//                     (
//                         f64,
//                         (::backprop::__private::Looks<'_, __CapturedByF2>,),
//                         (::backprop::__private::Accumulators<'_, __CapturedByF2>,),
//                     ),
//                 ) -> (::backprop::CotangentOf<F2>, (f64, f64, ())),
//         >,
//     {
//         let _ = || {
//             let _ = ::backprop::__private::claims::is::<::core::primitive::f64, f64>;
//         };
//         let (g_value, back_g_value) = ::backprop::__private::FunctionOfArrays::__adjoint(
//             &g,
//             (x, __captured_by_g.look()),
//         );
//         let (y, back_f_value) = ::backprop::__private::FunctionOfArrays::__adjoint(
//             &f,
//             (x, g_value, __captured_by_f.look()),
//         );
//         let (twice_2, back_twice) = ({
//             use ::backprop::__private::probe::*;
//             {
//                 use crate::twice as function_without_differentiable;
//                 ::backprop::__private::claims::asked(
//                     ::backprop::__private::claims::Written::<0>
//                         .if_marked(
//                             function_without_differentiable::__derivative,
//                             function_without_differentiable::__takes_closures_over_arrays,
//                         ),
//                     |derivative| function_without_differentiable::__of_closures_over_arrays(
//                         function_without_differentiable,
//                         derivative,
//                     ),
//                 )
//             }
//         })(g, y, __captured_by_g.look());
//         (
//             y * twice_2,
//             move |
//                 (
//                     d,
//                     (__captured_by_f, __captured_by_g),
//                     (mut d_captured_by_f, mut d___captured_by_g),
//                 ): (
//                     f64,
//                     (
//                         ::backprop::__private::Looks<'_, __CapturedByF2>,
//                         ::backprop::__private::Looks<'_, __CapturedByF>,
//                     ),
//                     (
//                         ::backprop::__private::Accumulators<'_, __CapturedByF2>,
//                         ::backprop::__private::Accumulators<'_, __CapturedByF>,
//                     ),
//                 )|
//             {
//                 let (d_2, d_3, _) = back_twice((
//                     y * d,
//                     (__captured_by_g.look(),),
//                     (d___captured_by_g.lend(),),
//                 ));
//                 let d_y = d_3 + twice_2 * d;
//                 let (d_f, (d_4, d_5, _)) = back_f_value((
//                     d_y,
//                     (__captured_by_f.look(),),
//                     (d_captured_by_f.lend(),),
//                 ));
//                 let (d_g, (d_6, _)) = back_g_value((
//                     d_5,
//                     (__captured_by_g.look(),),
//                     (d___captured_by_g.lend(),),
//                 ));
//                 (d_f, ::backprop::Cotangent::plus(d_g, &d_2), d_6 + d_4, (), ())
//             },
//         )
//     }
//     #[doc(hidden)]
//     #[inline]
//     pub fn __of_closures_over_arrays<
//         F,
//         F2,
//         __CapturedByF: ::backprop::__private::Environment,
//         __CapturedByF2: ::backprop::__private::Environment,
//         __Function,
//         __Argument3,
//         __Value,
//         __Backpropagator,
//     >(
//         __function: __Function,
//         _: fn(
//             F2,
//             F,
//             __Argument3,
//             ::backprop::__private::Looks<'_, __CapturedByF2>,
//             ::backprop::__private::Looks<'_, __CapturedByF>,
//         ) -> (__Value, __Backpropagator),
//     ) -> impl ::core::marker::Sized + use<F, F2, __CapturedByF, __CapturedByF2, __Function, __Argument3, __Value, __Backpropagator>
//     where
//         F: ::backprop::__private::FunctionOfArrays<
//             (
//                 ::backprop::__private::ByValue<f64>,
//                 ::backprop::__private::CapturedArrays<__CapturedByF>,
//             ),
//             Output = f64,
//             Backpropagator: ::core::ops::Fn(
//                     (
//                         f64,
//                         (::backprop::__private::Looks<'_, __CapturedByF>,),
//                         (::backprop::__private::Accumulators<'_, __CapturedByF>,),
//                     ),
//                 ) -> (::backprop::CotangentOf<F>, (f64, ())),
//         >,
//         F2: ::backprop::__private::FunctionOfArrays<
//             (
//                 ::backprop::__private::ByValue<f64>,
//                 ::backprop::__private::ByValue<f64>,
//                 ::backprop::__private::CapturedArrays<__CapturedByF2>,
//             ),
//             Output = f64,
//             Backpropagator: ::core::ops::Fn(
//                     (
//                         f64,
//                         (::backprop::__private::Looks<'_, __CapturedByF2>,),
//                         (::backprop::__private::Accumulators<'_, __CapturedByF2>,),
//                     ),
//                 ) -> (::backprop::CotangentOf<F2>, (f64, f64, ())),
//         >,
//     {
//         ::backprop::__private::claims::Pair(
//             {
//                 let it = steps::<_>;
//                 let _ = || it(
//                     ::backprop::__private::never::<fn(f64, f64) -> f64>(),
//                     ::backprop::__private::never::<&fn(f64) -> f64>(),
//                     ::backprop::__private::never::<_>(),
//                 );
//                 it
//             },
//             __function,
//         )
//     }
//     #[doc(hidden)]
//     #[inline]
//     pub fn __function<F, F2>(
//         __function: impl ::core::marker::Sized,
//     ) -> (
//         impl ::backprop::__private::Function<
//             (F2, F, f64),
//             Output = f64,
//             Gradient = (::backprop::CotangentOf<F2>, ::backprop::CotangentOf<F>, f64),
//             Cotangent = (),
//         >,
//         impl ::core::marker::Sized,
//     )
//     where
//         F: ::backprop::__private::Function<(f64,), Output = f64, Gradient = (f64,)>,
//         F2: ::backprop::__private::Function<
//             (f64, f64),
//             Output = f64,
//             Gradient = (f64, f64),
//         >,
//     {
//         (
//             ::backprop::__private::Closure::new(move |(f, g, x): (F2, F, f64)| {
//                 let (value, back) = Self::__adjoint::<F, F2>(f, g, x);
//                 (value, move |d| ((), back(d)))
//             }),
//             ::backprop::__private::claims::Pair(
//                 {
//                     let it = steps::<_>;
//                     let _ = || it(
//                         ::backprop::__private::never::<fn(f64, f64) -> f64>(),
//                         ::backprop::__private::never::<&fn(f64) -> f64>(),
//                         ::backprop::__private::never::<_>(),
//                     );
//                     it
//                 },
//                 __function,
//             ),
//         )
//     }
//     #[doc(hidden)]
//     #[inline]
//     pub fn __constant<F, F2, __Function>(
//         __function: __Function,
//         __arguments: (F2, F, f64),
//     ) -> (f64, impl ::core::marker::Sized + use<F, F2, __Function>)
//     where
//         F: ::backprop::__private::Function<(f64,), Output = f64, Gradient = (f64,)>,
//         F2: ::backprop::__private::Function<
//             (f64, f64),
//             Output = f64,
//             Gradient = (f64, f64),
//         >,
//     {
//         let __asked = ::backprop::__private::claims::Pair(
//             {
//                 let it = steps::<_>;
//                 let _ = || it(
//                     ::backprop::__private::never::<fn(f64, f64) -> f64>(),
//                     ::backprop::__private::never::<&fn(f64) -> f64>(),
//                     ::backprop::__private::never::<_>(),
//                 );
//                 it
//             },
//             __function,
//         );
//         let (f, g, x) = __arguments;
//         (Self::__adjoint::<F, F2>(f, g, x).0, __asked)
//     }
//     #[doc(hidden)]
//     pub const __derivative: ::core::primitive::usize = 0;
//     #[doc(hidden)]
//     #[inline]
//     pub fn __of<F, F2, __Function, __Argument3, __Value, __Backpropagator>(
//         __function: __Function,
//         _: fn(F2, F, __Argument3) -> (__Value, __Backpropagator),
//     ) -> impl ::core::marker::Sized + use<F, F2, __Function, __Argument3, __Value, __Backpropagator>
//     where
//         F: ::backprop::__private::Function<(f64,), Output = f64, Gradient = (f64,)>,
//         F2: ::backprop::__private::Function<
//             (f64, f64),
//             Output = f64,
//             Gradient = (f64, f64),
//         >,
//     {
//         ::backprop::__private::claims::Pair(
//             {
//                 let it = steps::<_>;
//                 let _ = || it(
//                     ::backprop::__private::never::<fn(f64, f64) -> f64>(),
//                     ::backprop::__private::never::<&fn(f64) -> f64>(),
//                     ::backprop::__private::never::<_>(),
//                 );
//                 it
//             },
//             __function,
//         )
//     }
//     #[doc(hidden)]
//     pub const __calls_in_a_circle: ::core::primitive::usize = 0;
// }
