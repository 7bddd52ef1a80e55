//! A function that gives an array, of one that it is given by another: each is moved, and so is its sensitivity.

#[differentiable]
fn smoothed(x: &[f64], k: f64) -> (Vec<f64>, f64) {
    let mut y = scaled(x, k);
    for i in 1..y.len() {
        y[i] += k * y[i - 1];
    }
    let last = y[y.len() - 1];
    (y, last * k)
}

// ---- net

// net (x: Array<f64>, k: f64, %0: !) -> [Array<f64>, f64, !, Array<f64>] {
//   %1, %2 = look x
//   %3 = function scaled@0: [Look<f64>, f64, !, Array<f64>] -o[] [Array<f64>, !, Array<f64>]
//   %4 = const 1: #usize
//   %5 = abstraction (i: #usize, y: Array<f64>, %0: !, k: f64) -> [Array<f64>, !] {
//     %1 = const 1: #usize
//     i.1, i.2 = copy i
//     %2, %3 = ordered_sub i.1, %1, %0
//     y.1, %4, %5 = get y, %2, %3
//     %6 = mul k, %4
//     y.2, %7 = add_at y.1, i.2, %6, %5
//     return y.2, %7
//   }
//   k.1, k.2 = copy k
//   y, %6, x.1 = eval %3, %2, k.1, %0, %1
//   y.1, %7 = len y
//   %8 = const 1: #usize
//   k.3, k.4 = copy k.2
//   %9, %10 = fold<[#usize, Array<f64>, !, f64] -o[] [Array<f64>, !], (), (Array<f64>, !)> %4, %7, %5, y.1, %6, k.3
//   y.2, %11 = len %9
//   %12, %13 = ordered_sub %11, %8, %10
//   y.3, last, %14 = get y.2, %12, %13
//   %15 = mul last, k.4
//   return y.3, %15, %14, x.1
// }

// ---- adjoint

// net (x: Array<f64>, k: f64, %0: !) -> [Array<f64>, f64, !, Array<f64>, [Array<f64>, f64, Array<f64>] -o[f64, f64, #usize, #usize, #usize, Tape<[Array<f64>] -o~ [Array<f64>, f64]>, [Look<f64>, Array<f64>, Array<f64>] -o~ [f64, Array<f64>], Look<f64>] [Array<f64>, f64]] {
//   %1 = const 1: #usize
//   k.1, k.2 = copy k
//   k.3, k.4 = copy k.2
//   k.5, k.6 = copy k.4
//   %2: [#usize, Array<f64>, !, f64] -o[] [Array<f64>, !, [Array<f64>] -o~ [Array<f64>, f64]] = abstraction (i: #usize, y: Array<f64>, %0: !, k: f64) -> [Array<f64>, !, [Array<f64>] -o[#usize, f64, f64, f64, #usize] [Array<f64>, f64]] {
//     k.1, k.2 = copy k
//     i.1, i.2 = copy i
//     i.3, i.4 = copy i.2
//     %1 = const 1: #usize
//     %2, %3 = ordered_sub i.1, %1, %0
//     %4, %5 = copy %2
//     y.1, %6, %7 = get y, %4, %3
//     %8, %9 = copy %6
//     %10 = mul k.1, %8
//     %11, %12 = copy %10
//     %13 = abstraction [i = i.4, %0 = %12, k = k.2, %1 = %9, %2 = %5] (d_y: Array<f64>) -> [Array<f64>, f64] {
//       d_y.1, %3 = get_again d_y, i
//       discard %0
//       %4, %5 = copy %3
//       d_k = mul %1, %4
//       %6 = mul k, %5
//       d_y.2 = add_again d_y.1, %2, %6
//       return d_y.2, d_k
//     }
//     y.2, %14 = add_at y.1, i.3, %11, %7
//     return y.2, %14, %13
//   }
//   %3 = const 1: #usize
//   %4, %5 = copy %3
//   %6 = adjoint_function scaled@0: [Look<f64>, f64, !, Array<f64>] -o[] [Array<f64>, !, Array<f64>]
//   %7, %8 = look x
//   %9, %10 = copy %8
//   y, %11, x.1, %12 = eval %6, %9, k.1, %0, %7
//   y.1, %13 = len y
//   %14, %15 = copy %13
//   %16, %17, %18 = fold<[#usize, Array<f64>, !, f64] -o[] [Array<f64>, !, [Array<f64>] -o~ [Array<f64>, f64]], (), (Array<f64>, !)> %4, %14, %2, y.1, %11, k.3
//   y.2, %19 = len %16
//   %20, %21 = ordered_sub %19, %1, %17
//   %22, %23 = copy %20
//   y.3, last, %24 = get y.2, %22, %21
//   last.1, last.2 = copy last
//   %25 = abstraction [last = last.2, k = k.6, %0 = %23, %1 = %5, %2 = %15, %3 = %18, %4 = %12, %5 = %10] (d_y: Array<f64>, %6: f64, d_x: Array<f64>) -> [Array<f64>, f64] {
//     %7, %8 = copy %6
//     d_last = mul k, %7
//     %9 = mul last, %8
//     d_y.1 = add_again d_y, %0, d_last
//     %10 = abstraction (%0: [Array<f64>] -o~ [Array<f64>, f64], %1: #usize, %2: Array<f64>, %3: f64) -> [Array<f64>, f64] {
//       discard %1
//       %4, %5 = eval %0, %2
//       %6 = plus %3, %5
//       return %4, %6
//     }
//     %11 = zero: f64
//     d_y.2, %12 = fold_down<[[Array<f64>] -o~ [Array<f64>, f64], #usize, Array<f64>, f64] -o[] [Array<f64>, f64], ([Array<f64>] -o~ [Array<f64>, f64]), (Array<f64>, f64)> %1, %2, %10, %3, d_y.1, %11
//     %13 = plus %12, %9
//     %14, d_x.1 = eval %4, %5, d_y.2, d_x
//     d_k = plus %14, %13
//     return d_x.1, d_k
//   }
//   %26 = mul last.1, k.5
//   return y.3, %26, %24, x.1, %25
// }

// ---- simplified

// net (x: Array<f64>, k: f64, %0: !) -> [Array<f64>, f64, !, Array<f64>, [Array<f64>, f64, Array<f64>] -o [Array<f64>, f64]] {
//   %1 = const 1: #usize
//   k.1, k.2 = copy k
//   k.3, k.4 = copy k.2
//   k.5, k.6 = copy k.4
//   %2: [#usize, Array<f64>, !, f64] -o [Array<f64>, !, f64] = abstraction (i: #usize, y: Array<f64>, %0: !, k: f64) -> [Array<f64>, !, f64] {
//     i.1, i.2 = copy i
//     %1 = const 1: #usize
//     %2, %3 = ordered_sub i.1, %1, %0
//     y.1, %4, %5 = get y, %2, %3
//     %6, %7 = copy %4
//     %8 = mul k, %6
//     y.2, %9 = add_at y.1, i.2, %8, %5
//     return y.2, %9, %7
//   }
//   %3: [Look<f64>, f64, !, Array<f64>] -o [Array<f64>, !, Array<f64>, [Look<f64>, Array<f64>, Array<f64>] -o~ [f64, Array<f64>]] = adjoint_function scaled@0: [Look<f64>, f64, !, Array<f64>] -o[] [Array<f64>, !, Array<f64>]
//   %4, %5 = look x
//   %6, %7 = copy %5
//   y, %8, x.1, %9 = eval %3, %6, k.1, %0, %4
//   y.1, %10 = len y
//   %11, %12 = copy %10
//   %13 = const 1: #usize
//   %14, %15, %16 = fold<[#usize, Array<f64>, !, f64] -o [Array<f64>, !, f64], (), (Array<f64>, !)> %13, %11, %2, y.1, %8, k.3
//   y.2, %17 = len %14
//   %18, %19 = ordered_sub %17, %1, %15
//   %20, %21 = copy %18
//   y.3, last, %22 = get y.2, %20, %19
//   last.1, last.2 = copy last
//   %23: [Array<f64>, f64, Array<f64>] -o [Array<f64>, f64] = abstraction [last = last.2, k = k.6, %0 = %21, %1 = %12, %2 = %9, %3 = %7, %4 = %16] (d_y: Array<f64>, %5: f64, d_x: Array<f64>) -> [Array<f64>, f64] {
//     %6, %7 = copy %5
//     %8 = mul last, %7
//     %9: [f64, #usize, Array<f64>, f64, f64] -o [Array<f64>, f64] = abstraction (%0: f64, %1: #usize, d_y: Array<f64>, %2: f64, k: f64) -> [Array<f64>, f64] {
//       %3, %4 = copy %1
//       d_y.1, %5 = get_again d_y, %4
//       %6, %7 = copy %5
//       d_k = mul %0, %6
//       %8 = plus %2, d_k
//       %9 = mul k, %7
//       %10 = const 1: #usize
//       %11 = sub %3, %10
//       d_y.2 = add_again d_y.1, %11, %9
//       return d_y.2, %8
//     }
//     %10 = zero: f64
//     %11 = const 1: #usize
//     k.1, k.2 = copy k
//     d_last = mul k.1, %6
//     d_y.1 = add_again d_y, %0, d_last
//     d_y.2, %12 = fold_down<[f64, #usize, Array<f64>, f64, f64] -o [Array<f64>, f64], (f64), (Array<f64>, f64)> %11, %1, %9, %4, d_y.1, %10, k.2
//     %13 = plus %12, %8
//     %14, d_x.1 = eval %2, %3, d_y.2, d_x
//     d_k = plus %14, %13
//     return d_x.1, d_k
//   }
//   %24 = mul last.1, k.5
//   return y.3, %24, %22, x.1, %23
// }

// ---- Rust

// /// The derivatives of [`smoothed`](fn@smoothed).
// struct smoothed {}
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
// impl smoothed {
//     /// The value of [`smoothed`](fn@smoothed), and its backpropagator, which takes the sensitivity of the value and gives the gradient with respect to `x` and `k`.
//     #[must_use]
//     #[inline]
//     fn vjp<'arrays>(
//         x: &'arrays [f64],
//         k: f64,
//     ) -> (
//         (Vec<f64>, f64),
//         impl ::core::ops::Fn(
//             (::backprop::__private::Vec<f64>, f64),
//         ) -> (::backprop::__private::Vec<f64>, f64) + use<'arrays>,
//     ) {
//         let _: fn(
//             &[::core::primitive::f64],
//             ::core::primitive::f64,
//         ) -> (Vec<::core::primitive::f64>, ::core::primitive::f64) = smoothed;
//         let (value, back) = Self::__again(x, k);
//         let length_0 = value.0.len();
//         (
//             value,
//             move |d: (::backprop::__private::Vec<f64>, f64)| {
//                 ::backprop::__private::same_length_of_result(length_0, d.0.len());
//                 let mut d_x = ::backprop::__private::Shaped::__zeros(x);
//                 let gradient = back((d, (x,), (&mut d_x,)));
//                 (d_x, gradient.1)
//             },
//         )
//     }
//     #[doc(hidden)]
//     fn grad<'__a, __0, __1, __Gradient>(_: __0, _: __1) -> __Gradient
//     where
//         ::backprop::__private::Gradient: ::backprop::__private::OneReal<'__a>,
//     {
//         ::backprop::__private::never()
//     }
//     #[doc(hidden)]
//     fn value_and_grad<'__a, __0, __1, __Gradient>(_: __0, _: __1) -> __Gradient
//     where
//         ::backprop::__private::Gradient: ::backprop::__private::OneReal<'__a>,
//     {
//         ::backprop::__private::never()
//     }
//     #[doc(hidden)]
//     fn value_and_grad_into<'__a, __0, __1, __2, __3, __Gradient>(
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
//     fn accumulate_grad<'__a, __0, __1, __2, __3, __Gradient>(
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
//     /// The adjoint, for callers that supply all arrays again.
//     #[doc(hidden)]
//     #[inline]
//     fn __again<'arrays>(
//         x: &'arrays [f64],
//         k: f64,
//     ) -> (
//         (Vec<f64>, f64),
//         impl ::core::ops::Fn(
//             ((::backprop::__private::Vec<f64>, f64), (&[f64],), (&mut [f64],)),
//         ) -> ((), f64) + use<>,
//     ) {
//         let (value, back) = {
//             let _ = smoothed;
//             let written = ::backprop::__private::claims::Written::<
//                 { Self::__calls_in_a_circle },
//             >;
//             let x = written.as_is(x);
//             let k = written.as_is(k);
//             let (mut y, back_scaled) = written
//                 .as_is(
//                     ({
//                         use ::backprop::__private::probe::*;
//                         {
//                             use scaled as function_without_differentiable;
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
//                 )(x, k);
//             let len = y.len();
//             let mut tape = ::backprop::__private::Kept::new();
//             let end = ::backprop::__private::reach::end(
//                 1..len,
//                 [
//                     ::backprop::__private::reach::count(&y[..], 0),
//                     ::backprop::__private::reach::count(&y[..], 1),
//                 ],
//             );
//             if 1 < end {
//                 let turns = end - 1;
//                 let cells = ::backprop::__private::reach::cells(&mut y[..]);
//                 let part = ::backprop::__private::reach::part(cells, 0, turns);
//                 let part_2 = ::backprop::__private::reach::part(cells, 1, turns);
//                 let slots = tape.slots(turns);
//                 for turn in 0..turns {
//                     let y_element = part[turn].get();
//                     part_2[turn].set(part_2[turn].get() + k * y_element);
//                     slots[turn] = y_element;
//                 }
//             }
//             if end < len {
//                 let _ = &y[end - 1];
//                 let _ = &y[end];
//                 ::backprop::__private::reach::out_of_bounds();
//             }
//             let value = y.len() - 1;
//             let last = y[value];
//             (
//                 (y, last * k),
//                 move |
//                     (
//                         (mut d_y, d_1),
//                         (x,),
//                         (d_x,),
//                     ): (
//                         (::backprop::__private::Vec<f64>, f64),
//                         (&[f64],),
//                         (&mut [f64],),
//                     )|
//                 {
//                     let (d_1, x, d_x) = written.as_is((d_1, x, d_x));
//                     let d_last = k * d_1;
//                     d_y[value] += d_last;
//                     let mut entries = tape.entries();
//                     let mut state = 0.0_f64;
//                     if 1 < len {
//                         let turns_2 = len - 1;
//                         let cells_2 = ::backprop::__private::reach::cells(&mut d_y[..]);
//                         let part_3 = ::backprop::__private::reach::part(
//                             cells_2,
//                             1,
//                             turns_2,
//                         );
//                         let part_4 = ::backprop::__private::reach::part(
//                             cells_2,
//                             0,
//                             turns_2,
//                         );
//                         let slots_2 = &*entries.slots(turns_2);
//                         for turn_2 in (0..turns_2).rev() {
//                             let entry = slots_2[turn_2];
//                             let d_y_element = part_3[turn_2].get();
//                             let d_k = entry * d_y_element;
//                             part_4[turn_2].set(part_4[turn_2].get() + k * d_y_element);
//                             state = state + d_k;
//                         }
//                     }
//                     let d = back_scaled((d_y, (x,), (&mut *d_x,))).1;
//                     ((), d + (state + last * d_1))
//                 },
//             )
//         };
//         let shapes = (::backprop::__private::parts::shape_of_part(&value.0),);
//         (
//             value,
//             move |
//                 (
//                     mut d,
//                     again,
//                     accumulators,
//                 ): ((::backprop::__private::Vec<f64>, f64), (&[f64],), (&mut [f64],))|
//             {
//                 shapes.0.fit(&mut d.0);
//                 back((d, again, accumulators))
//             },
//         )
//     }
//     /// The adjoint.
//     #[doc(hidden)]
//     #[inline]
//     fn __adjoint<'arrays>(
//         x: &'arrays [f64],
//         k: f64,
//     ) -> (
//         (Vec<f64>, f64),
//         impl ::core::ops::Fn(
//             ((::backprop::__private::Vec<f64>, f64), (&[f64],), (&mut [f64],)),
//         ) -> ((), f64) + use<>,
//     ) {
//         Self::__again(x, k)
//     }
//     /// The adjoint, for callers that want back what was in the arrays that are changed.
//     #[doc(hidden)]
//     #[inline]
//     fn __restoring<'arrays>(
//         x: &'arrays [f64],
//         k: f64,
//     ) -> (
//         (Vec<f64>, f64),
//         impl ::core::ops::Fn(
//             ((::backprop::__private::Vec<f64>, f64), (&[f64],), (&mut [f64],)),
//         ) -> ((), f64) + use<>,
//     ) {
//         Self::__again(x, k)
//     }
//     /// The adjoint, for callers that have no contents of arrays again.
//     #[doc(hidden)]
//     #[inline]
//     fn __keeping<'arrays>(
//         x: &'arrays [f64],
//         k: f64,
//     ) -> (
//         (Vec<f64>, f64),
//         impl ::core::ops::Fn(
//             ((::backprop::__private::Vec<f64>, f64), (&[f64],), (&mut [f64],)),
//         ) -> ((), f64) + use<>,
//     ) {
//         let (value, back) = {
//             let _ = smoothed;
//             let written = ::backprop::__private::claims::Written::<
//                 { Self::__calls_in_a_circle },
//             >;
//             let x = written.as_is(x);
//             let k = written.as_is(k);
//             let (mut y, back_scaled) = written
//                 .as_is(
//                     ({
//                         use ::backprop::__private::probe::*;
//                         {
//                             use scaled as function_without_differentiable;
//                             ::backprop::__private::claims::asked(
//                                 written
//                                     .if_marked(
//                                         function_without_differentiable::__derivative,
//                                         function_without_differentiable::__keeping,
//                                     ),
//                                 |derivative| function_without_differentiable::__of(
//                                     function_without_differentiable,
//                                     derivative,
//                                 ),
//                             )
//                         }
//                     }),
//                 )(x, k);
//             let len = y.len();
//             let mut tape = ::backprop::__private::Kept::new();
//             let end = ::backprop::__private::reach::end(
//                 1..len,
//                 [
//                     ::backprop::__private::reach::count(&y[..], 0),
//                     ::backprop::__private::reach::count(&y[..], 1),
//                 ],
//             );
//             if 1 < end {
//                 let turns = end - 1;
//                 let cells = ::backprop::__private::reach::cells(&mut y[..]);
//                 let part = ::backprop::__private::reach::part(cells, 0, turns);
//                 let part_2 = ::backprop::__private::reach::part(cells, 1, turns);
//                 let slots = tape.slots(turns);
//                 for turn in 0..turns {
//                     let y_element = part[turn].get();
//                     part_2[turn].set(part_2[turn].get() + k * y_element);
//                     slots[turn] = y_element;
//                 }
//             }
//             if end < len {
//                 let _ = &y[end - 1];
//                 let _ = &y[end];
//                 ::backprop::__private::reach::out_of_bounds();
//             }
//             let value = y.len() - 1;
//             let last = y[value];
//             (
//                 (y, last * k),
//                 move |
//                     (
//                         (mut d_y, d_1),
//                         (_,),
//                         (d_x,),
//                     ): (
//                         (::backprop::__private::Vec<f64>, f64),
//                         (&[f64],),
//                         (&mut [f64],),
//                     )|
//                 {
//                     let (d_1, d_x) = written.as_is((d_1, d_x));
//                     let d_last = k * d_1;
//                     d_y[value] += d_last;
//                     let mut entries = tape.entries();
//                     let mut state = 0.0_f64;
//                     if 1 < len {
//                         let turns_2 = len - 1;
//                         let cells_2 = ::backprop::__private::reach::cells(&mut d_y[..]);
//                         let part_3 = ::backprop::__private::reach::part(
//                             cells_2,
//                             1,
//                             turns_2,
//                         );
//                         let part_4 = ::backprop::__private::reach::part(
//                             cells_2,
//                             0,
//                             turns_2,
//                         );
//                         let slots_2 = &*entries.slots(turns_2);
//                         for turn_2 in (0..turns_2).rev() {
//                             let entry = slots_2[turn_2];
//                             let d_y_element = part_3[turn_2].get();
//                             let d_k = entry * d_y_element;
//                             part_4[turn_2].set(part_4[turn_2].get() + k * d_y_element);
//                             state = state + d_k;
//                         }
//                     }
//                     let d = back_scaled((d_y, (<&[f64]>::default(),), (&mut *d_x,))).1;
//                     ((), d + (state + last * d_1))
//                 },
//             )
//         };
//         let shapes = (::backprop::__private::parts::shape_of_part(&value.0),);
//         (
//             value,
//             move |
//                 (
//                     mut d,
//                     again,
//                     accumulators,
//                 ): ((::backprop::__private::Vec<f64>, f64), (&[f64],), (&mut [f64],))|
//             {
//                 shapes.0.fit(&mut d.0);
//                 back((d, again, accumulators))
//             },
//         )
//     }
//     #[doc(hidden)]
//     #[inline]
//     fn __function<'arrays>(
//         __function: impl ::core::marker::Sized,
//     ) -> (
//         impl ::backprop::__private::FunctionOfArrays<
//             (
//                 ::backprop::__private::ByReference<[f64]>,
//                 ::backprop::__private::ByValue<f64>,
//             ),
//             Output = (Vec<f64>, f64),
//             Backpropagator: ::core::ops::Fn(
//                     ((::backprop::__private::Vec<f64>, f64), (&[f64],), (&mut [f64],)),
//                 ) -> ((), ((), f64)),
//             Cotangent = (),
//         >,
//         impl ::core::marker::Sized,
//     ) {
//         (
//             ::backprop::__private::ClosureOfArrays::<
//                 (
//                     ::backprop::__private::ByReference<[f64]>,
//                     ::backprop::__private::ByValue<f64>,
//                 ),
//                 _,
//                 (),
//             >::new(move |(x, k): (&[f64], f64)| {
//                 let (value, back) = Self::__adjoint(x, k);
//                 (
//                     value,
//                     move |
//                         d: (
//                             (::backprop::__private::Vec<f64>, f64),
//                             (&[f64],),
//                             (&mut [f64],),
//                         )|
//                     ((), back(d)),
//                 )
//             }),
//             ::backprop::__private::claims::Pair(smoothed, __function),
//         )
//     }
//     #[doc(hidden)]
//     #[inline]
//     fn __constant<
//         'arrays,
//         __Function: ::core::ops::FnOnce(&'arrays [f64], f64) -> (Vec<f64>, f64),
//     >(
//         __function: __Function,
//         __arguments: (&'arrays [f64], f64),
//     ) -> ((Vec<f64>, f64), ::backprop::__private::claims::Pair<(), ()>) {
//         let __asked = ::backprop::__private::claims::Pair((), ());
//         let (x, k) = __arguments;
//         (__function(x, k), __asked)
//     }
//     #[doc(hidden)]
//     const __derivative: ::core::primitive::usize = 0;
//     #[doc(hidden)]
//     #[inline]
//     fn __of<__Function, __Derivative>(
//         __function: __Function,
//         _: __Derivative,
//     ) -> impl ::core::marker::Sized + use<__Function, __Derivative> {
//         ::backprop::__private::claims::Pair(smoothed, __function)
//     }
//     #[doc(hidden)]
//     const __calls_in_a_circle: ::core::primitive::usize = {
//         let _: fn(&[f64], f64) -> (Vec<f64>, f64) = |
//             x: &[f64],
//             k: f64,
//         | -> (Vec<f64>, f64) {
//             let mut y = scaled(x, k);
//             for i in 1..y.len() {
//                 y[i] += k * y[i - 1];
//             }
//             let last = y[y.len() - 1];
//             (y, last * k)
//         };
//         0
//             + ({
//                 use ::backprop::__private::probe::*;
//                 {
//                     use scaled as function_without_differentiable;
//                     function_without_differentiable::__calls_in_a_circle
//                 }
//             })
//     };
// }
