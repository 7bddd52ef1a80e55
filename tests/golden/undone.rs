// An array that a call looks at and that is overwritten then: the reverse pass puts back what was there, and looks again.

#[differentiable]
fn relaxed(x: &[f64]) -> f64 {
    let mut y = x.to_vec();
    let mut total = 0.0;
    for i in 0..y.len() {
        let seen = norm(&y);
        y[i] *= seen;
        total += y[i] * seen;
    }
    total
}

// ---- net

// net (x: Array<f64>, %0: !) -> [f64, !, Array<f64>] {
//   x.1, y = to_vec x
//   total = const 0.0: f64
//   %1 = const 0: #usize
//   %2 = abstraction (i: #usize, y: Undone<f64>, total: f64, %0: !) -> [Undone<f64>, f64, !] {
//     %1, %2 = look y
//     %3 = function norm@0: [Look<f64>, !, Array<f64>] -o[] [f64, !, Array<f64>]
//     seen, %4, y.1: Undone<f64> = eval %3, %2, %0, %1
//     i.1, i.2 = copy i
//     y.2, %5, %6 = get y.1, i.1, %4
//     i.3, i.4 = copy i.2
//     seen.1, seen.2 = copy seen
//     %7 = mul %5, seen.1
//     y.3 = set_again y.2, i.3, %7
//     y.4, %8, %9 = get y.3, i.4, %6
//     %10 = mul %8, seen.2
//     total.1 = add total, %10
//     return y.4, total.1, %9
//   }
//   y.1 = undo y
//   y.2, %3 = len y.1
//   %4, %5, %6 = fold<[#usize, Undone<f64>, f64, !] -o[] [Undone<f64>, f64, !], (), (Undone<f64>, f64, !)> %1, %3, %2, y.2, total, %0
//   drop %4
//   return %5, %6, x.1
// }

// ---- adjoint

// net (x: Array<f64>, %0: !) -> [f64, !, Array<f64>, [f64, Array<f64>] -o[Look<f64>, #usize, #usize, Tape<[Array<f64>, Array<f64>, f64] -o~ [Array<f64>, Array<f64>, f64]>] [Array<f64>]] {
//   %1: [#usize, Array<f64>, f64, !] -o[] [Array<f64>, f64, !, [Array<f64>, Array<f64>, f64] -o~ [Array<f64>, Array<f64>, f64]] = abstraction (i: #usize, y: Array<f64>, total: f64, %0: !) -> [Array<f64>, f64, !, [Array<f64>, Array<f64>, f64] -o[f64, f64, f64, f64, #usize, #usize, f64, f64, f64, #usize, [Look<f64>, f64, Array<f64>] -o~ [Array<f64>], Look<f64>] [Array<f64>, Array<f64>, f64]] {
//     total.1, total.2 = copy total
//     i.1, i.2 = copy i
//     i.3, i.4 = copy i.2
//     i.5, i.6 = copy i.4
//     i.7, i.8 = copy i.3
//     i.9, i.10 = copy i.7
//     i.11, i.12 = copy i.1
//     %1 = adjoint_function norm@0: [Look<f64>, !, Array<f64>] -o[] [f64, !, Array<f64>]
//     %2, %3 = look y
//     %4, %5 = copy %3
//     seen, %6, y.1, %7 = eval %1, %4, %0, %2
//     seen.1, seen.2 = copy seen
//     seen.3, seen.4 = copy seen.2
//     seen.5, seen.6 = copy seen.1
//     y.2, %8, %9 = get y.1, i.11, %6
//     %10, %11 = get_again y.2, i.10
//     %12, %13 = copy %8
//     %14 = mul %12, seen.5
//     y.3 = set_again %10, i.9, %14
//     y.4, %15, %16 = get y.3, i.5, %9
//     %17, %18 = copy %15
//     %19 = mul %17, seen.3
//     %20, %21 = copy %19
//     %22 = abstraction [total = total.2, %0 = %21, %1 = %18, seen = seen.4, i = i.6, i.1 = i.8, %2 = %11, %3 = %13, seen.1 = seen.6, i.2 = i.12, %4 = %7, %5] (%6: Array<f64>, %7: Array<f64>, d_total: f64) -> [Array<f64>, Array<f64>, f64] {
//       d_total.1, d_total.2 = copy d_total
//       discard total
//       d_total.3, d_total.4 = copy d_total.2
//       %8 = mul seen, d_total.3
//       i.3, i.4 = copy i
//       %9, %10 = get_again %7, i.4
//       %11 = add_again %6, i.3, %8
//       i.5, i.6 = copy i.1
//       i.7, i.8 = copy i.5
//       %12, %13 = get_again %9, i.8
//       %14, %15 = after %12, %11
//       %16, %17 = take_again %15, i.6
//       %18 = set_again %14, i.7, %2
//       %19, %20 = copy %17
//       i.9, i.10 = copy i.2
//       %21, %22 = get_again %18, i.10
//       %23, %24 = look %21
//       %25, %26 = copy %10
//       seen.2, seen.3 = copy seen.1
//       %27 = mul seen.2, %19
//       %28 = add_again %16, i.9, %27
//       %29 = mul %26, seen.3
//       %30, %31 = copy %25
//       %32 = mul %31, d_total.4
//       discard %1
//       discard %30
//       discard %13
//       %33, %34 = copy %22
//       %35 = mul %34, %20
//       d_seen = plus %35, %32
//       discard %3
//       discard %33
//       %36, %37 = copy %24
//       %38 = eval %4, %37, d_seen, %28
//       discard %5
//       discard %36
//       %39, %40 = copy %29
//       discard %40
//       discard %0
//       discard %39
//       return %38, %23, d_total.1
//     }
//     total.3 = add total.1, %20
//     return y.4, total.3, %16, %22
//   }
//   %2 = const 0: #usize
//   %3, %4 = copy %2
//   total = const 0.0: f64
//   x.1, y = to_vec x
//   y.1, %5 = len y
//   %6, %7 = copy %5
//   %8, %9, %10, %11 = fold<[#usize, Array<f64>, f64, !] -o[] [Array<f64>, f64, !, [Array<f64>, Array<f64>, f64] -o~ [Array<f64>, Array<f64>, f64]], (), (Array<f64>, f64, !)> %3, %6, %1, y.1, total, %0
//   %12, %13 = look %8
//   %14 = abstraction [%0 = %13, %1 = %4, %2 = %7, %3 = %11] (%4: f64, d_x: Array<f64>) -> Array<f64> {
//     %5 = clone_look %0
//     %6, %7 = shape %5
//     %8 = zeros<Array<f64>> %7
//     %9 = abstraction (%0: [Array<f64>, Array<f64>, f64] -o~ [Array<f64>, Array<f64>, f64], %1: #usize, %2: Array<f64>, %3: Array<f64>, %4: f64) -> [Array<f64>, Array<f64>, f64] {
//       discard %1
//       %5, %6, %7 = eval %0, %2, %3, %4
//       return %5, %6, %7
//     }
//     d_y, %10, d_total = fold_down<[[Array<f64>, Array<f64>, f64] -o~ [Array<f64>, Array<f64>, f64], #usize, Array<f64>, Array<f64>, f64] -o[] [Array<f64>, Array<f64>, f64], ([Array<f64>, Array<f64>, f64] -o~ [Array<f64>, Array<f64>, f64]), (Array<f64>, Array<f64>, f64)> %1, %2, %9, %3, %8, %6, %4
//     drop %10
//     discard d_total
//     d_x.1, %11 = add_all d_x, d_y
//     drop %11
//     return d_x.1
//   }
//   drop %12
//   return %9, %10, x.1, %14
// }

// ---- simplified

// net (x: Array<f64>, %0: !) -> [f64, !, Array<f64>, [f64, Array<f64>] -o [Array<f64>]] {
//   %1: [#usize, Array<f64>, f64, !] -o [Array<f64>, f64, !, f64, f64, [Look<f64>, f64, Array<f64>] -o~ [Array<f64>]] = abstraction (i: #usize, y: Array<f64>, total: f64, %0: !) -> [Array<f64>, f64, !, f64, f64, [Look<f64>, f64, Array<f64>] -o~ [Array<f64>]] {
//     i.1, i.2 = copy i
//     %1: [Look<f64>, !, Array<f64>] -o [f64, !, Array<f64>, [Look<f64>, f64, Array<f64>] -o~ [Array<f64>]] = adjoint_function norm@0: [Look<f64>, !, Array<f64>] -o[] [f64, !, Array<f64>]
//     %2, %3 = look y
//     seen, %4, y.1, %5 = eval %1, %3, %0, %2
//     seen.1, seen.2 = copy seen
//     seen.3, seen.4 = copy seen.2
//     y.2, %6, %7 = get y.1, i.1, %4
//     %8, %9 = copy %6
//     %10 = mul %8, seen.1
//     %11, %12 = copy %10
//     %13 = mul %12, seen.3
//     total.1 = add total, %13
//     y.3 = set_again y.2, i.2, %11
//     return y.3, total.1, %7, seen.4, %9, %5
//   }
//   total = const 0.0: f64
//   x.1, %2 = look x
//   y = to_vec_look %2
//   y.1, %3 = len y
//   %4, %5 = copy %3
//   %6 = const 0: #usize
//   %7, %8, %9, seen, %10, %11 = fold<[#usize, Array<f64>, f64, !] -o [Array<f64>, f64, !, f64, f64, [Look<f64>, f64, Array<f64>] -o~ [Array<f64>]], (), (Array<f64>, f64, !)> %6, %4, %1, y.1, total, %0
//   %12, %13 = look %7
//   %14: [f64, Array<f64>] -o [Array<f64>] = abstraction [%0 = %13, %1 = %5, seen, %2 = %10, %3 = %11] (%4: f64, d_x: Array<f64>) -> Array<f64> {
//     %5 = clone_look %0
//     %6, %7 = shape %5
//     %8 = zeros<Array<f64>> %7
//     %9: [f64, f64, [Look<f64>, f64, Array<f64>] -o~ [Array<f64>], #usize, Array<f64>, Array<f64>, f64] -o [Array<f64>, Array<f64>] = abstraction (seen: f64, %0: f64, %1: [Look<f64>, f64, Array<f64>] -o~ [Array<f64>], %2: #usize, %3: Array<f64>, %4: Array<f64>, d_total: f64) -> [Array<f64>, Array<f64>] {
//       d_total.1, d_total.2 = copy d_total
//       seen.1, seen.2 = copy seen
//       %5 = mul seen.1, d_total.1
//       %6, %7 = copy %2
//       %8, %9 = copy %7
//       %10, %11 = copy %6
//       %12, %13 = copy %10
//       %14, %15 = get_again %4, %13
//       %16 = mul %15, d_total.2
//       %17 = add_again %3, %12, %5
//       %18, %19 = copy %11
//       %20, %21 = after %14, %17
//       %22, %23 = take_again %21, %19
//       %24 = set_again %20, %18, %0
//       %25, %26 = copy %23
//       %27 = mul seen.2, %25
//       %28, %29 = get_again %24, %9
//       %30 = mul %29, %26
//       d_seen = plus %30, %16
//       %31 = add_again %22, %8, %27
//       %32, %33 = look %28
//       %34 = eval %1, %33, d_seen, %31
//       return %34, %32
//     }
//     %10 = const 0: #usize
//     d_y, %11 = fold_down<[f64, f64, [Look<f64>, f64, Array<f64>] -o~ [Array<f64>], #usize, Array<f64>, Array<f64>, f64] -o [Array<f64>, Array<f64>], (f64, f64, [Look<f64>, f64, Array<f64>] -o~ [Array<f64>]), (Array<f64>, Array<f64>)> %10, %1, %9, seen, %2, %3, %8, %6, %4
//     drop %11
//     d_x.1, %12 = add_all d_x, d_y
//     drop %12
//     return d_x.1
//   }
//   drop %12
//   return %8, %9, x.1, %14
// }

// ---- value and gradient, simplified

// net (x: Array<f64>, %0: !, d_x: Array<f64>) -> [f64, !, Array<f64>, Array<f64>] {
//   %1: [#usize, Array<f64>, f64, !] -o [Array<f64>, f64, !, f64, f64, [Look<f64>, f64, Array<f64>] -o~ [Array<f64>]] = abstraction (i: #usize, y: Array<f64>, total: f64, %0: !) -> [Array<f64>, f64, !, f64, f64, [Look<f64>, f64, Array<f64>] -o~ [Array<f64>]] {
//     i.1, i.2 = copy i
//     %1: [Look<f64>, !, Array<f64>] -o [f64, !, Array<f64>, [Look<f64>, f64, Array<f64>] -o~ [Array<f64>]] = adjoint_function norm@0: [Look<f64>, !, Array<f64>] -o[] [f64, !, Array<f64>]
//     %2, %3 = look y
//     seen, %4, y.1, %5 = eval %1, %3, %0, %2
//     seen.1, seen.2 = copy seen
//     seen.3, seen.4 = copy seen.2
//     y.2, %6, %7 = get y.1, i.1, %4
//     %8, %9 = copy %6
//     %10 = mul %8, seen.1
//     %11, %12 = copy %10
//     %13 = mul %12, seen.3
//     total.1 = add total, %13
//     y.3 = set_again y.2, i.2, %11
//     return y.3, total.1, %7, seen.4, %9, %5
//   }
//   total = const 0.0: f64
//   %2: [f64, f64, [Look<f64>, f64, Array<f64>] -o~ [Array<f64>], #usize, Array<f64>, Array<f64>] -o [Array<f64>, Array<f64>] = abstraction (seen: f64, %0: f64, %1: [Look<f64>, f64, Array<f64>] -o~ [Array<f64>], %2: #usize, %3: Array<f64>, %4: Array<f64>) -> [Array<f64>, Array<f64>] {
//     seen.1, seen.2 = copy seen
//     %5, %6 = copy %2
//     %7, %8 = copy %6
//     %9, %10 = copy %5
//     %11, %12 = copy %9
//     %13, %14 = get_again %4, %12
//     %15 = add_again %3, %11, seen.1
//     %16, %17 = copy %10
//     %18, %19 = after %13, %15
//     %20, %21 = take_again %19, %17
//     %22 = set_again %18, %16, %0
//     %23, %24 = copy %21
//     %25 = mul seen.2, %23
//     %26, %27 = get_again %22, %8
//     %28 = mul %27, %24
//     d_seen = plus %28, %14
//     %29 = add_again %20, %7, %25
//     %30, %31 = look %26
//     %32 = eval %1, %31, d_seen, %29
//     return %32, %30
//   }
//   %3 = const 0: #usize
//   x.1, %4 = look x
//   y = to_vec_look %4
//   y.1, %5 = len y
//   %6, %7 = copy %5
//   %8 = const 0: #usize
//   %9, %10, %11, seen, %12, %13 = fold<[#usize, Array<f64>, f64, !] -o [Array<f64>, f64, !, f64, f64, [Look<f64>, f64, Array<f64>] -o~ [Array<f64>]], (), (Array<f64>, f64, !)> %8, %6, %1, y.1, total, %0
//   %14, %15 = look %9
//   drop %14
//   %16 = clone_look %15
//   %17, %18 = shape %16
//   %19 = zeros<Array<f64>> %18
//   d_y, %20 = fold_down<[f64, f64, [Look<f64>, f64, Array<f64>] -o~ [Array<f64>], #usize, Array<f64>, Array<f64>] -o [Array<f64>, Array<f64>], (f64, f64, [Look<f64>, f64, Array<f64>] -o~ [Array<f64>]), (Array<f64>, Array<f64>)> %3, %7, %2, seen, %12, %13, %19, %17
//   drop %20
//   d_x.1, %21 = add_all d_x, d_y
//   drop %21
//   return %10, %11, x.1, d_x.1
// }

// ---- Rust

// /// The derivatives of [`relaxed`](fn@relaxed).
// struct relaxed {}
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
// impl relaxed {
//     /// The gradient of [`relaxed`](fn@relaxed) with respect to `x`.
//     #[must_use]
//     #[inline]
//     fn grad(x: &[f64]) -> ::backprop::__private::Vec<f64> {
//         let _ = relaxed;
//         let mut d_x = ::backprop::__private::Shaped::__zeros(x);
//         let (_, _) = Self::__accumulate(x, &mut d_x);
//         d_x
//     }
//     /// The value of [`relaxed`](fn@relaxed), and its gradient with respect to `x`, in one pass.
//     #[must_use]
//     #[inline]
//     fn value_and_grad(x: &[f64]) -> (f64, ::backprop::__private::Vec<f64>) {
//         let _ = relaxed;
//         let mut d_x = ::backprop::__private::Shaped::__zeros(x);
//         let (value, _) = Self::__accumulate(x, &mut d_x);
//         (value, d_x)
//     }
//     /** Gives the value of [`relaxed`](fn@relaxed), and writes its gradient with respect to `x` to `d_x`.
//
//  # Panics
//  If a buffer is not as long as its array, before any work.*/
//     #[inline]
//     fn value_and_grad_into(x: &[f64], d_x: &mut [f64]) -> f64 {
//         ::backprop::__private::same_length("x", x, d_x);
//         ::backprop::__private::clear(d_x);
//         let (value, _) = Self::__accumulate(x, d_x);
//         value
//     }
//     /** Gives the value of [`relaxed`](fn@relaxed), and adds its gradient with respect to `x` to `d_x`.
//
//  # Panics
//  If a buffer is not as long as its array, before any work.*/
//     #[inline]
//     fn accumulate_grad(x: &[f64], d_x: &mut [f64]) -> f64 {
//         ::backprop::__private::same_length("x", x, d_x);
//         let (value, _) = Self::__accumulate(x, d_x);
//         value
//     }
//     /// Adds to the accumulators.
//     #[doc(hidden)]
//     #[inline]
//     fn __accumulate<'arrays>(x: &'arrays [f64], d_x: &mut [f64]) -> (f64, ((),)) {
//         let _ = relaxed;
//         let written = ::backprop::__private::claims::Written::<
//             { Self::__calls_in_a_circle },
//         >;
//         let x = written.as_is(x);
//         let d_x = written.as_is(d_x);
//         let mut y = x.to_vec();
//         let len = y.len();
//         let mut total = 0.0_f64;
//         let mut tape_seen = ::backprop::__private::Kept::new();
//         let mut tape = ::backprop::__private::Kept::new();
//         let mut tape_2 = ::backprop::__private::Tape::new();
//         if 0 < len {
//             let slots = tape_seen.slots(len);
//             let slots_2 = tape.slots(len);
//             for i in 0..len {
//                 let (seen, back_norm) = written
//                     .as_is(
//                         ({
//                             use ::backprop::__private::probe::*;
//                             {
//                                 use norm as function_without_differentiable;
//                                 written
//                                     .if_marked(
//                                         function_without_differentiable::__derivative,
//                                         function_without_differentiable::__adjoint,
//                                     )
//                             }
//                         }),
//                     )(&y);
//                 let y_i = y[i];
//                 let product = y_i * seen;
//                 y[i] = product;
//                 slots[i] = seen;
//                 slots_2[i] = y_i;
//                 tape_2
//                     .push(move |a: &[f64], a_2: f64, a_3: &mut [f64]| {
//                         let (_,) = ::backprop::__private::open::back(
//                             &back_norm,
//                             a_2,
//                             (::backprop::__private::open::lent(a, a_3),),
//                             ::backprop::__private::seeds::Nothing,
//                         );
//                         ()
//                     });
//                 total = total + product * seen;
//             }
//         }
//         let mut array = y.clone();
//         let mut array_2 = written.as_is(::backprop::__private::shape(&array)).zeros();
//         let mut entries = tape_seen.entries();
//         let mut entries_2 = tape.entries();
//         let mut entries_3 = tape_2.entries();
//         if 0 < len {
//             let slots_3 = &*entries.slots(len);
//             let slots_4 = &*entries_2.slots(len);
//             for i_2 in (0..len).rev() {
//                 let seen_2 = slots_3[i_2];
//                 let entry = slots_4[i_2];
//                 let entry_2 = entries_3.last();
//                 let array_i_2 = array[i_2];
//                 array_2[i_2] += seen_2;
//                 let taken = ::backprop::__private::take(&mut array_2[i_2]);
//                 array[i_2] = entry;
//                 let d_seen = array[i_2] * taken + array_i_2;
//                 array_2[i_2] += seen_2 * taken;
//                 entry_2(&array, d_seen, &mut array_2);
//             }
//         }
//         ::backprop::__private::add_all(&mut *d_x, written.as_is(&array_2));
//         (total, ((),))
//     }
//     /// The value of [`relaxed`](fn@relaxed), and its backpropagator, which takes the sensitivity of the value and gives the gradient with respect to `x`.
//     #[must_use]
//     #[inline]
//     fn vjp<'arrays>(
//         x: &'arrays [f64],
//     ) -> (
//         f64,
//         impl ::core::ops::Fn(f64) -> ::backprop::__private::Vec<f64> + use<'arrays>,
//     ) {
//         let _: fn(&[::core::primitive::f64]) -> ::core::primitive::f64 = relaxed;
//         let (value, back) = Self::__again(x);
//         (
//             value,
//             move |d: f64| {
//                 let mut d_x = ::backprop::__private::Shaped::__zeros(x);
//                 let _ = back((d, (x,), (&mut d_x,)));
//                 d_x
//             },
//         )
//     }
//     /// The adjoint, for callers that supply all arrays again.
//     #[doc(hidden)]
//     #[inline]
//     fn __again<'arrays>(
//         x: &'arrays [f64],
//     ) -> (f64, impl ::core::ops::Fn((f64, (&[f64],), (&mut [f64],))) -> ((),) + use<>) {
//         let _ = relaxed;
//         let _ = || {
//             let _ = || {
//                 use ::backprop::__private::claims::hidden::methods::to_vec as _;
//                 let mut receiver = ::backprop::__private::claims::hidden::vector();
//                 ::backprop::__private::claims::hidden::not_hidden(receiver.to_vec());
//                 let mut receiver = ::backprop::__private::claims::hidden::array();
//                 ::backprop::__private::claims::hidden::not_hidden(receiver.to_vec());
//             };
//         };
//         let written = ::backprop::__private::claims::Written::<
//             { Self::__calls_in_a_circle },
//         >;
//         let x = written.as_is(x);
//         let mut y = x.to_vec();
//         let len = y.len();
//         let mut total = 0.0_f64;
//         let mut tape_seen = ::backprop::__private::Kept::new();
//         let mut tape = ::backprop::__private::Kept::new();
//         let mut tape_2 = ::backprop::__private::Tape::new();
//         if 0 < len {
//             let slots = tape_seen.slots(len);
//             let slots_2 = tape.slots(len);
//             for i in 0..len {
//                 let (seen, back_norm) = written
//                     .as_is(
//                         ({
//                             use ::backprop::__private::probe::*;
//                             {
//                                 use norm as function_without_differentiable;
//                                 ::backprop::__private::claims::asked(
//                                     written
//                                         .if_marked(
//                                             function_without_differentiable::__derivative,
//                                             function_without_differentiable::__adjoint,
//                                         ),
//                                     |derivative| function_without_differentiable::__of(
//                                         function_without_differentiable,
//                                         derivative,
//                                     ),
//                                 )
//                             }
//                         }),
//                     )(&y);
//                 let y_i = y[i];
//                 let product = y_i * seen;
//                 y[i] = product;
//                 slots[i] = seen;
//                 slots_2[i] = y_i;
//                 tape_2
//                     .push(move |a: &[f64], a_2: f64, a_3: &mut [f64]| {
//                         let (_,) = ::backprop::__private::open::back(
//                             &back_norm,
//                             a_2,
//                             (::backprop::__private::open::lent(a, a_3),),
//                             ::backprop::__private::seeds::Nothing,
//                         );
//                         ()
//                     });
//                 total = total + product * seen;
//             }
//         }
//         (
//             total,
//             move |(d, (_,), (d_x,)): (f64, (&[f64],), (&mut [f64],))| {
//                 let d_x = written.as_is(d_x);
//                 let mut array = y.clone();
//                 let mut array_2 = written
//                     .as_is(::backprop::__private::shape(&array))
//                     .zeros();
//                 let mut entries = tape_seen.entries();
//                 let mut entries_2 = tape.entries();
//                 let mut entries_3 = tape_2.entries();
//                 if 0 < len {
//                     let slots_3 = &*entries.slots(len);
//                     let slots_4 = &*entries_2.slots(len);
//                     for i_2 in (0..len).rev() {
//                         let seen_2 = slots_3[i_2];
//                         let entry = slots_4[i_2];
//                         let entry_2 = entries_3.last();
//                         let product_2 = array[i_2] * d;
//                         array_2[i_2] += seen_2 * d;
//                         let taken = ::backprop::__private::take(&mut array_2[i_2]);
//                         array[i_2] = entry;
//                         let d_seen = array[i_2] * taken + product_2;
//                         array_2[i_2] += seen_2 * taken;
//                         entry_2(&array, d_seen, &mut array_2);
//                     }
//                 }
//                 ::backprop::__private::add_all(&mut *d_x, written.as_is(&array_2));
//                 ((),)
//             },
//         )
//     }
//     /// The adjoint.
//     #[doc(hidden)]
//     #[inline]
//     fn __adjoint<'arrays>(
//         x: &'arrays [f64],
//     ) -> (f64, impl ::core::ops::Fn((f64, (&[f64],), (&mut [f64],))) -> ((),) + use<>) {
//         Self::__again(x)
//     }
//     /// The adjoint, for callers that want back what was in the arrays that are changed.
//     #[doc(hidden)]
//     #[inline]
//     fn __restoring<'arrays>(
//         x: &'arrays [f64],
//     ) -> (f64, impl ::core::ops::Fn((f64, (&[f64],), (&mut [f64],))) -> ((),) + use<>) {
//         Self::__again(x)
//     }
//     /// The adjoint, for callers that have no contents of arrays again.
//     #[doc(hidden)]
//     #[inline]
//     fn __keeping<'arrays>(
//         x: &'arrays [f64],
//     ) -> (f64, impl ::core::ops::Fn((f64, (&[f64],), (&mut [f64],))) -> ((),) + use<>) {
//         let _ = relaxed;
//         let _ = || {
//             let _ = || {
//                 use ::backprop::__private::claims::hidden::methods::to_vec as _;
//                 let mut receiver = ::backprop::__private::claims::hidden::vector();
//                 ::backprop::__private::claims::hidden::not_hidden(receiver.to_vec());
//                 let mut receiver = ::backprop::__private::claims::hidden::array();
//                 ::backprop::__private::claims::hidden::not_hidden(receiver.to_vec());
//             };
//         };
//         let written = ::backprop::__private::claims::Written::<
//             { Self::__calls_in_a_circle },
//         >;
//         let x = written.as_is(x);
//         let mut y = x.to_vec();
//         let len = y.len();
//         let mut total = 0.0_f64;
//         let mut tape_seen = ::backprop::__private::Kept::new();
//         let mut tape = ::backprop::__private::Kept::new();
//         let mut tape_2 = ::backprop::__private::Tape::new();
//         if 0 < len {
//             let slots = tape_seen.slots(len);
//             let slots_2 = tape.slots(len);
//             for i in 0..len {
//                 let (seen, back_norm) = written
//                     .as_is(
//                         ({
//                             use ::backprop::__private::probe::*;
//                             {
//                                 use norm as function_without_differentiable;
//                                 ::backprop::__private::claims::asked(
//                                     written
//                                         .if_marked(
//                                             function_without_differentiable::__derivative,
//                                             function_without_differentiable::__adjoint,
//                                         ),
//                                     |derivative| function_without_differentiable::__of(
//                                         function_without_differentiable,
//                                         derivative,
//                                     ),
//                                 )
//                             }
//                         }),
//                     )(&y);
//                 let y_i = y[i];
//                 let product = y_i * seen;
//                 y[i] = product;
//                 slots[i] = seen;
//                 slots_2[i] = y_i;
//                 tape_2
//                     .push(move |a: &[f64], a_2: f64, a_3: &mut [f64]| {
//                         let (_,) = ::backprop::__private::open::back(
//                             &back_norm,
//                             a_2,
//                             (::backprop::__private::open::lent(a, a_3),),
//                             ::backprop::__private::seeds::Nothing,
//                         );
//                         ()
//                     });
//                 total = total + product * seen;
//             }
//         }
//         (
//             total,
//             move |(d, (_,), (d_x,)): (f64, (&[f64],), (&mut [f64],))| {
//                 let d_x = written.as_is(d_x);
//                 let mut array = y.clone();
//                 let mut array_2 = written
//                     .as_is(::backprop::__private::shape(&array))
//                     .zeros();
//                 let mut entries = tape_seen.entries();
//                 let mut entries_2 = tape.entries();
//                 let mut entries_3 = tape_2.entries();
//                 if 0 < len {
//                     let slots_3 = &*entries.slots(len);
//                     let slots_4 = &*entries_2.slots(len);
//                     for i_2 in (0..len).rev() {
//                         let seen_2 = slots_3[i_2];
//                         let entry = slots_4[i_2];
//                         let entry_2 = entries_3.last();
//                         let product_2 = array[i_2] * d;
//                         array_2[i_2] += seen_2 * d;
//                         let taken = ::backprop::__private::take(&mut array_2[i_2]);
//                         array[i_2] = entry;
//                         let d_seen = array[i_2] * taken + product_2;
//                         array_2[i_2] += seen_2 * taken;
//                         entry_2(&array, d_seen, &mut array_2);
//                     }
//                 }
//                 ::backprop::__private::add_all(&mut *d_x, written.as_is(&array_2));
//                 ((),)
//             },
//         )
//     }
//     #[doc(hidden)]
//     #[inline]
//     fn __function<'arrays>(
//         __function: impl ::core::marker::Sized,
//     ) -> (
//         impl ::backprop::__private::FunctionOfArrays<
//             (::backprop::__private::ByReference<[f64]>,),
//             Output = f64,
//             Backpropagator: ::core::ops::Fn(
//                     (f64, (&[f64],), (&mut [f64],)),
//                 ) -> ((), ((),)),
//             Cotangent = (),
//         >,
//         impl ::core::marker::Sized,
//     ) {
//         (
//             ::backprop::__private::ClosureOfArrays::<
//                 (::backprop::__private::ByReference<[f64]>,),
//                 _,
//                 (),
//             >::new(move |(x,): (&[f64],)| {
//                 let (value, back) = Self::__adjoint(x);
//                 (value, move |d: (f64, (&[f64],), (&mut [f64],))| ((), back(d)))
//             }),
//             ::backprop::__private::claims::Pair(relaxed, __function),
//         )
//     }
//     #[doc(hidden)]
//     #[inline]
//     fn __constant<'arrays, __Function: ::core::ops::FnOnce(&'arrays [f64]) -> f64>(
//         __function: __Function,
//         __arguments: (&'arrays [f64],),
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
//         ::backprop::__private::claims::Pair(relaxed, __function)
//     }
//     #[doc(hidden)]
//     const __calls_in_a_circle: ::core::primitive::usize = {
//         let _: fn(&[f64]) -> f64 = |x: &[f64]| -> f64 {
//             let mut y = x.to_vec();
//             let mut total = 0.0;
//             for i in 0..y.len() {
//                 let seen = norm(&y);
//                 y[i] *= seen;
//                 total += y[i] * seen;
//             }
//             total
//         };
//         0
//             + ({
//                 use ::backprop::__private::probe::*;
//                 {
//                     use norm as function_without_differentiable;
//                     function_without_differentiable::__calls_in_a_circle
//                 }
//             })
//     };
// }
