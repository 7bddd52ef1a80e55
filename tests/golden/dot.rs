#[differentiable]
fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..a.len() {
        sum += a[i] * b[i];
    }
    sum
}

// ---- net

// net (a: Array<f64>, b: Array<f64>, %0: !) -> [f64, !, Array<f64>, Array<f64>] {
//   sum = const 0.0: f64
//   %1 = const 0: #usize
//   a.1, %2 = len a
//   %3 = abstraction (i: #usize, a: Array<f64>, b: Array<f64>, sum: f64, %0: !) -> [Array<f64>, Array<f64>, f64, !] {
//     i.1, i.2 = copy i
//     a.1, %1, %2 = get a, i.1, %0
//     b.1, %3, %4 = get b, i.2, %2
//     %5 = mul %1, %3
//     sum.1 = add sum, %5
//     return a.1, b.1, sum.1, %4
//   }
//   %4, %5, %6, %7 = fold<[#usize, Array<f64>, Array<f64>, f64, !] -o[] [Array<f64>, Array<f64>, f64, !], (), (Array<f64>, Array<f64>, f64, !)> %1, %2, %3, a.1, b, sum, %0
//   return %6, %7, %4, %5
// }

// ---- adjoint

// net (a: Array<f64>, b: Array<f64>, %0: !) -> [f64, !, Array<f64>, Array<f64>, [f64, Array<f64>, Array<f64>] -o[#usize, #usize, Tape<[Array<f64>, Array<f64>, f64] -o~ [Array<f64>, Array<f64>, f64]>] [Array<f64>, Array<f64>]] {
//   %1: [#usize, Array<f64>, Array<f64>, f64, !] -o[] [Array<f64>, Array<f64>, f64, !, [Array<f64>, Array<f64>, f64] -o~ [Array<f64>, Array<f64>, f64]] = abstraction (i: #usize, a: Array<f64>, b: Array<f64>, sum: f64, %0: !) -> [Array<f64>, Array<f64>, f64, !, [Array<f64>, Array<f64>, f64] -o[f64, f64, f64, f64, #usize, #usize] [Array<f64>, Array<f64>, f64]] {
//     sum.1, sum.2 = copy sum
//     i.1, i.2 = copy i
//     i.3, i.4 = copy i.2
//     i.5, i.6 = copy i.1
//     a.1, %1, %2 = get a, i.5, %0
//     %3, %4 = copy %1
//     b.1, %5, %6 = get b, i.3, %2
//     %7, %8 = copy %5
//     %9 = mul %3, %7
//     %10, %11 = copy %9
//     %12 = abstraction [sum = sum.2, %0 = %11, %1 = %4, %2 = %8, i = i.4, i.1 = i.6] (d_a: Array<f64>, d_b: Array<f64>, d_sum: f64) -> [Array<f64>, Array<f64>, f64] {
//       d_sum.1, d_sum.2 = copy d_sum
//       discard sum
//       discard %0
//       d_sum.3, d_sum.4 = copy d_sum.2
//       %3 = mul %2, d_sum.3
//       %4 = mul %1, d_sum.4
//       d_b.1 = add_again d_b, i, %4
//       d_a.1 = add_again d_a, i.1, %3
//       return d_a.1, d_b.1, d_sum.1
//     }
//     sum.3 = add sum.1, %10
//     return a.1, b.1, sum.3, %6, %12
//   }
//   a.1, %2 = len a
//   %3, %4 = copy %2
//   %5 = const 0: #usize
//   %6, %7 = copy %5
//   sum = const 0.0: f64
//   %8, %9, %10, %11, %12 = fold<[#usize, Array<f64>, Array<f64>, f64, !] -o[] [Array<f64>, Array<f64>, f64, !, [Array<f64>, Array<f64>, f64] -o~ [Array<f64>, Array<f64>, f64]], (), (Array<f64>, Array<f64>, f64, !)> %6, %3, %1, a.1, b, sum, %0
//   %13 = abstraction [%0 = %7, %1 = %4, %2 = %12] (%3: f64, %4: Array<f64>, %5: Array<f64>) -> [Array<f64>, Array<f64>] {
//     %6 = abstraction (%0: [Array<f64>, Array<f64>, f64] -o~ [Array<f64>, Array<f64>, f64], %1: #usize, %2: Array<f64>, %3: Array<f64>, %4: f64) -> [Array<f64>, Array<f64>, f64] {
//       discard %1
//       %5, %6, %7 = eval %0, %2, %3, %4
//       return %5, %6, %7
//     }
//     d_a, d_b, d_sum = fold_down<[[Array<f64>, Array<f64>, f64] -o~ [Array<f64>, Array<f64>, f64], #usize, Array<f64>, Array<f64>, f64] -o[] [Array<f64>, Array<f64>, f64], ([Array<f64>, Array<f64>, f64] -o~ [Array<f64>, Array<f64>, f64]), (Array<f64>, Array<f64>, f64)> %0, %1, %6, %2, %4, %5, %3
//     discard d_sum
//     return d_a, d_b
//   }
//   return %10, %11, %8, %9, %13
// }

// ---- simplified

// net (a: Array<f64>, b: Array<f64>, %0: !) -> [f64, !, Array<f64>, Array<f64>, [f64, Array<f64>, Array<f64>] -o [Array<f64>, Array<f64>]] {
//   %1: [#usize, f64, !, Look<f64>, Look<f64>] -o [f64, !] = abstraction (i: #usize, sum: f64, %0: !, %1: Look<f64>, %2: Look<f64>) -> [f64, !] {
//     i.1, i.2 = copy i
//     %3, %4 = read %1, i.1, %0
//     %5, %6 = read %2, i.2, %4
//     %7 = mul %3, %5
//     sum.1 = add sum, %7
//     return sum.1, %6
//   }
//   sum = const 0.0: f64
//   a.1, %2 = look a
//   %3, %4 = copy %2
//   %5 = look_len %4
//   %6, %7 = copy %5
//   %8, %9 = look b
//   %10, %11 = copy %3
//   %12, %13 = copy %9
//   %14: [f64, Array<f64>, Array<f64>] -o [Array<f64>, Array<f64>] = abstraction [%0 = %7, %1 = %11, %2 = %13] (%3: f64, %4: Array<f64>, %5: Array<f64>) -> [Array<f64>, Array<f64>] {
//     %6: [#usize, Array<f64>, Array<f64>, Look<f64>, Look<f64>, f64] -o [Array<f64>, Array<f64>] = abstraction (%0: #usize, d_a: Array<f64>, d_b: Array<f64>, %1: Look<f64>, %2: Look<f64>, d_sum: f64) -> [Array<f64>, Array<f64>] {
//       d_sum.1, d_sum.2 = copy d_sum
//       %3, %4 = copy %0
//       %5 = read_again %1, %4
//       %6 = mul %5, d_sum.2
//       %7, %8 = copy %3
//       %9, %10 = copy %7
//       d_b.1 = add_again d_b, %9, %6
//       %11 = read_again %2, %8
//       %12 = mul %11, d_sum.1
//       d_a.1 = add_again d_a, %10, %12
//       return d_a.1, d_b.1
//     }
//     %7 = const 0: #usize
//     d_a, d_b = fold_down<[#usize, Array<f64>, Array<f64>, Look<f64>, Look<f64>, f64] -o [Array<f64>, Array<f64>], (), (Array<f64>, Array<f64>)> %7, %0, %6, %4, %5, %1, %2, %3
//     return d_a, d_b
//   }
//   %15 = const 0: #usize
//   %16, %17 = fold<[#usize, f64, !, Look<f64>, Look<f64>] -o [f64, !], (), (f64, !)> %15, %6, %1, sum, %0, %10, %12
//   return %16, %17, a.1, %8, %14
// }

// ---- value and gradient, simplified

// net (a: Array<f64>, b: Array<f64>, %0: !, %1: Array<f64>, %2: Array<f64>) -> [f64, !, Array<f64>, Array<f64>, Array<f64>, Array<f64>] {
//   %3: [#usize, f64, !, Look<f64>, Look<f64>] -o [f64, !] = abstraction (i: #usize, sum: f64, %0: !, %1: Look<f64>, %2: Look<f64>) -> [f64, !] {
//     i.1, i.2 = copy i
//     %3, %4 = read %1, i.1, %0
//     %5, %6 = read %2, i.2, %4
//     %7 = mul %3, %5
//     sum.1 = add sum, %7
//     return sum.1, %6
//   }
//   sum = const 0.0: f64
//   %4: [#usize, Array<f64>, Array<f64>, Look<f64>, Look<f64>] -o [Array<f64>, Array<f64>] = abstraction (%0: #usize, d_a: Array<f64>, d_b: Array<f64>, %1: Look<f64>, %2: Look<f64>) -> [Array<f64>, Array<f64>] {
//     %3, %4 = copy %0
//     %5 = read_again %1, %4
//     %6, %7 = copy %3
//     %8, %9 = copy %6
//     d_b.1 = add_again d_b, %8, %5
//     %10 = read_again %2, %7
//     d_a.1 = add_again d_a, %9, %10
//     return d_a.1, d_b.1
//   }
//   %5 = const 0: #usize
//   a.1, %6 = look a
//   %7, %8 = copy %6
//   %9 = look_len %8
//   %10, %11 = copy %9
//   %12, %13 = look b
//   %14, %15 = copy %7
//   %16, %17 = copy %13
//   d_a, d_b = fold_down<[#usize, Array<f64>, Array<f64>, Look<f64>, Look<f64>] -o [Array<f64>, Array<f64>], (), (Array<f64>, Array<f64>)> %5, %11, %4, %1, %2, %15, %17
//   %18 = const 0: #usize
//   %19, %20 = fold<[#usize, f64, !, Look<f64>, Look<f64>] -o [f64, !], (), (f64, !)> %18, %10, %3, sum, %0, %14, %16
//   return %19, %20, a.1, %12, d_a, d_b
// }

// ---- Rust

// /// The derivatives of [`dot`](fn@dot).
// struct dot {}
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
// impl dot {
//     /// The gradient of [`dot`](fn@dot) with respect to `a` and `b`.
//     #[must_use]
//     #[inline]
//     fn grad(
//         a: &[f64],
//         b: &[f64],
//     ) -> (::backprop::__private::Vec<f64>, ::backprop::__private::Vec<f64>) {
//         let _ = dot;
//         let mut d_a = ::backprop::__private::Shaped::__zeros(a);
//         let mut d_b = ::backprop::__private::Shaped::__zeros(b);
//         let (_, _) = Self::__accumulate(a, b, &mut d_a, &mut d_b);
//         (d_a, d_b)
//     }
//     /// The value of [`dot`](fn@dot), and its gradient with respect to `a` and `b`, in one pass.
//     #[must_use]
//     #[inline]
//     fn value_and_grad(
//         a: &[f64],
//         b: &[f64],
//     ) -> (f64, (::backprop::__private::Vec<f64>, ::backprop::__private::Vec<f64>)) {
//         let _ = dot;
//         let mut d_a = ::backprop::__private::Shaped::__zeros(a);
//         let mut d_b = ::backprop::__private::Shaped::__zeros(b);
//         let (value, _) = Self::__accumulate(a, b, &mut d_a, &mut d_b);
//         (value, (d_a, d_b))
//     }
//     /** Gives the value of [`dot`](fn@dot), and writes its gradient with respect to `a` and `b` to `d_a` and `d_b`.
//
//  # Panics
//  If a buffer is not as long as its array, before any work.*/
//     #[inline]
//     fn value_and_grad_into(
//         a: &[f64],
//         b: &[f64],
//         d_a: &mut [f64],
//         d_b: &mut [f64],
//     ) -> f64 {
//         ::backprop::__private::same_length("a", a, d_a);
//         ::backprop::__private::same_length("b", b, d_b);
//         ::backprop::__private::clear(d_a);
//         ::backprop::__private::clear(d_b);
//         let (value, _) = Self::__accumulate(a, b, d_a, d_b);
//         value
//     }
//     /** Gives the value of [`dot`](fn@dot), and adds its gradient with respect to `a` and `b` to `d_a` and `d_b`.
//
//  # Panics
//  If a buffer is not as long as its array, before any work.*/
//     #[inline]
//     fn accumulate_grad(a: &[f64], b: &[f64], d_a: &mut [f64], d_b: &mut [f64]) -> f64 {
//         ::backprop::__private::same_length("a", a, d_a);
//         ::backprop::__private::same_length("b", b, d_b);
//         let (value, _) = Self::__accumulate(a, b, d_a, d_b);
//         value
//     }
//     /// Adds to the accumulators.
//     #[doc(hidden)]
//     #[inline]
//     fn __accumulate<'arrays>(
//         a: &'arrays [f64],
//         b: &'arrays [f64],
//         d_a: &mut [f64],
//         d_b: &mut [f64],
//     ) -> (f64, ((), ())) {
//         let _ = dot;
//         let len = a.len();
//         let mut sum = 0.0_f64;
//         let end = ::backprop::__private::reach::end(
//             0..len,
//             [
//                 ::backprop::__private::reach::count(&a[..], 0),
//                 ::backprop::__private::reach::count(&b[..], 0),
//             ],
//         );
//         if 0 < end {
//             let part = ::backprop::__private::reach::part(&a[..], 0, end);
//             let part_2 = ::backprop::__private::reach::part(&b[..], 0, end);
//             for i in 0..end {
//                 sum = sum + part[i] * part_2[i];
//             }
//         }
//         if end < len {
//             let _ = &a[end];
//             let _ = &b[end];
//             ::backprop::__private::reach::out_of_bounds();
//         }
//         if 0 < len {
//             let part_3 = ::backprop::__private::reach::part(&a[..], 0, len);
//             let part_4 = ::backprop::__private::reach::part(&b[..], 0, len);
//             let part_5 = ::backprop::__private::reach::part_mut(&mut d_b[..], 0, len);
//             let part_6 = ::backprop::__private::reach::part_mut(&mut d_a[..], 0, len);
//             for i_2 in (0..len).rev() {
//                 let a_element = part_3[i_2];
//                 let b_element = part_4[i_2];
//                 part_5[i_2] += a_element;
//                 part_6[i_2] += b_element;
//             }
//         }
//         (sum, ((), ()))
//     }
//     /// The value of [`dot`](fn@dot), and its backpropagator, which takes the sensitivity of the value and gives the gradient with respect to `a` and `b`.
//     #[must_use]
//     #[inline]
//     fn vjp<'arrays>(
//         a: &'arrays [f64],
//         b: &'arrays [f64],
//     ) -> (
//         f64,
//         impl ::core::ops::Fn(
//             f64,
//         ) -> (
//                 ::backprop::__private::Vec<f64>,
//                 ::backprop::__private::Vec<f64>,
//             ) + use<'arrays>,
//     ) {
//         let _: fn(
//             &[::core::primitive::f64],
//             &[::core::primitive::f64],
//         ) -> ::core::primitive::f64 = dot;
//         let (value, back) = Self::__again(a, b);
//         (
//             value,
//             move |d: f64| {
//                 let mut d_a = ::backprop::__private::Shaped::__zeros(a);
//                 let mut d_b = ::backprop::__private::Shaped::__zeros(b);
//                 let _ = back((d, (a, b), (&mut d_a, &mut d_b)));
//                 (d_a, d_b)
//             },
//         )
//     }
//     /// The adjoint, for callers that supply all arrays again.
//     #[doc(hidden)]
//     #[inline]
//     fn __again<'arrays>(
//         a: &'arrays [f64],
//         b: &'arrays [f64],
//     ) -> (
//         f64,
//         impl ::core::ops::Fn(
//             (f64, (&[f64], &[f64]), (&mut [f64], &mut [f64])),
//         ) -> ((), ()) + use<>,
//     ) {
//         let _ = dot;
//         let len = a.len();
//         let mut sum = 0.0_f64;
//         let end = ::backprop::__private::reach::end(
//             0..len,
//             [
//                 ::backprop::__private::reach::count(&a[..], 0),
//                 ::backprop::__private::reach::count(&b[..], 0),
//             ],
//         );
//         if 0 < end {
//             let part = ::backprop::__private::reach::part(&a[..], 0, end);
//             let part_2 = ::backprop::__private::reach::part(&b[..], 0, end);
//             for i in 0..end {
//                 sum = sum + part[i] * part_2[i];
//             }
//         }
//         if end < len {
//             let _ = &a[end];
//             let _ = &b[end];
//             ::backprop::__private::reach::out_of_bounds();
//         }
//         (
//             sum,
//             move |
//                 (
//                     d,
//                     (a, b),
//                     (d_a, d_b),
//                 ): (f64, (&[f64], &[f64]), (&mut [f64], &mut [f64]))|
//             {
//                 if 0 < len {
//                     let part_3 = ::backprop::__private::reach::part(&a[..], 0, len);
//                     let part_4 = ::backprop::__private::reach::part(&b[..], 0, len);
//                     let part_5 = ::backprop::__private::reach::part_mut(
//                         &mut d_b[..],
//                         0,
//                         len,
//                     );
//                     let part_6 = ::backprop::__private::reach::part_mut(
//                         &mut d_a[..],
//                         0,
//                         len,
//                     );
//                     for i_2 in (0..len).rev() {
//                         let product = part_3[i_2] * d;
//                         let product_2 = part_4[i_2] * d;
//                         part_5[i_2] += product;
//                         part_6[i_2] += product_2;
//                     }
//                 }
//                 ((), ())
//             },
//         )
//     }
//     /// The adjoint.
//     #[doc(hidden)]
//     #[inline]
//     fn __adjoint<'arrays>(
//         a: &'arrays [f64],
//         b: &'arrays [f64],
//     ) -> (
//         f64,
//         impl ::core::ops::Fn(
//             (f64, (&[f64], &[f64]), (&mut [f64], &mut [f64])),
//         ) -> ((), ()) + use<>,
//     ) {
//         Self::__again(a, b)
//     }
//     /// The adjoint, for callers that want back what was in the arrays that are changed.
//     #[doc(hidden)]
//     #[inline]
//     fn __restoring<'arrays>(
//         a: &'arrays [f64],
//         b: &'arrays [f64],
//     ) -> (
//         f64,
//         impl ::core::ops::Fn(
//             (f64, (&[f64], &[f64]), (&mut [f64], &mut [f64])),
//         ) -> ((), ()) + use<>,
//     ) {
//         Self::__again(a, b)
//     }
//     /// The adjoint, for callers that have no contents of arrays again.
//     #[doc(hidden)]
//     #[inline]
//     fn __keeping<'arrays>(
//         a: &'arrays [f64],
//         b: &'arrays [f64],
//     ) -> (
//         f64,
//         impl ::core::ops::Fn(
//             (f64, (&[f64], &[f64]), (&mut [f64], &mut [f64])),
//         ) -> ((), ()) + use<>,
//     ) {
//         let _ = dot;
//         let len = a.len();
//         let mut sum = 0.0_f64;
//         let mut tape = ::backprop::__private::Kept::new();
//         let mut tape_2 = ::backprop::__private::Kept::new();
//         let end = ::backprop::__private::reach::end(
//             0..len,
//             [
//                 ::backprop::__private::reach::count(&a[..], 0),
//                 ::backprop::__private::reach::count(&b[..], 0),
//             ],
//         );
//         if 0 < end {
//             let part = ::backprop::__private::reach::part(&a[..], 0, end);
//             let part_2 = ::backprop::__private::reach::part(&b[..], 0, end);
//             let slots = tape.slots(end);
//             let slots_2 = tape_2.slots(end);
//             for i in 0..end {
//                 let a_element = part[i];
//                 let b_element = part_2[i];
//                 slots[i] = a_element;
//                 slots_2[i] = b_element;
//                 sum = sum + a_element * b_element;
//             }
//         }
//         if end < len {
//             let _ = &a[end];
//             let _ = &b[end];
//             ::backprop::__private::reach::out_of_bounds();
//         }
//         (
//             sum,
//             move |
//                 (
//                     d,
//                     (_, _),
//                     (d_a, d_b),
//                 ): (f64, (&[f64], &[f64]), (&mut [f64], &mut [f64]))|
//             {
//                 let mut entries = tape.entries();
//                 let mut entries_2 = tape_2.entries();
//                 if 0 < len {
//                     let part_3 = ::backprop::__private::reach::part_mut(
//                         &mut d_b[..],
//                         0,
//                         len,
//                     );
//                     let part_4 = ::backprop::__private::reach::part_mut(
//                         &mut d_a[..],
//                         0,
//                         len,
//                     );
//                     let slots_3 = &*entries.slots(len);
//                     let slots_4 = &*entries_2.slots(len);
//                     for i_2 in (0..len).rev() {
//                         let entry = slots_3[i_2];
//                         let entry_2 = slots_4[i_2];
//                         part_3[i_2] += entry * d;
//                         part_4[i_2] += entry_2 * d;
//                     }
//                 }
//                 ((), ())
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
//                 ::backprop::__private::ByReference<[f64]>,
//             ),
//             Output = f64,
//             Backpropagator: ::core::ops::Fn(
//                     (f64, (&[f64], &[f64]), (&mut [f64], &mut [f64])),
//                 ) -> ((), ((), ())),
//             Cotangent = (),
//         >,
//         impl ::core::marker::Sized,
//     ) {
//         (
//             ::backprop::__private::ClosureOfArrays::<
//                 (
//                     ::backprop::__private::ByReference<[f64]>,
//                     ::backprop::__private::ByReference<[f64]>,
//                 ),
//                 _,
//                 (),
//             >::new(move |(a, b): (&[f64], &[f64])| {
//                 let (value, back) = Self::__adjoint(a, b);
//                 (
//                     value,
//                     move |d: (f64, (&[f64], &[f64]), (&mut [f64], &mut [f64]))| (
//                         (),
//                         back(d),
//                     ),
//                 )
//             }),
//             ::backprop::__private::claims::Pair(dot, __function),
//         )
//     }
//     #[doc(hidden)]
//     #[inline]
//     fn __constant<
//         'arrays,
//         __Function: ::core::ops::FnOnce(&'arrays [f64], &'arrays [f64]) -> f64,
//     >(
//         __function: __Function,
//         __arguments: (&'arrays [f64], &'arrays [f64]),
//     ) -> (f64, ::backprop::__private::claims::Pair<(), ()>) {
//         let __asked = ::backprop::__private::claims::Pair((), ());
//         let (a, b) = __arguments;
//         (__function(a, b), __asked)
//     }
//     #[doc(hidden)]
//     const __derivative: ::core::primitive::usize = 0;
//     #[doc(hidden)]
//     #[inline]
//     fn __of<__Function, __Derivative>(
//         __function: __Function,
//         _: __Derivative,
//     ) -> impl ::core::marker::Sized + use<__Function, __Derivative> {
//         ::backprop::__private::claims::Pair(dot, __function)
//     }
//     #[doc(hidden)]
//     const __calls_in_a_circle: ::core::primitive::usize = 0;
// }
