#[differentiable]
fn recurrence(x: &[f64]) -> f64 {
    let mut y = vec![0.0; x.len()];
    y[0] = x[0];
    for i in 1..x.len() {
        y[i] = y[i - 1].sin() * x[i];
    }
    y[x.len() - 1]
}

// ---- net

// net (x: Array<f64>, %0: !) -> [f64, !, Array<f64>] {
//   %1 = const 0.0: f64
//   x.1, %2 = len x
//   y = new<Array<f64>, Array<f64>> %1, %2
//   %3 = const 0: #usize
//   x.2, %4, %5 = get x.1, %3, %0
//   %6 = const 0: #usize
//   y.1, %7 = set y, %6, %4, %5
//   %8 = const 1: #usize
//   x.3, %9 = len x.2
//   %10 = abstraction (i: #usize, x: Array<f64>, y: Array<f64>, %0: !) -> [Array<f64>, Array<f64>, !] {
//     %1 = const 1: #usize
//     i.1, i.2 = copy i
//     %2, %3 = ordered_sub i.1, %1, %0
//     y.1, %4, %5 = get y, %2, %3
//     %6 = sin %4
//     i.3, i.4 = copy i.2
//     x.1, %7, %8 = get x, i.3, %5
//     %9 = mul %6, %7
//     y.2, %10 = set y.1, i.4, %9, %8
//     return x.1, y.2, %10
//   }
//   %11, %12, %13 = fold<[#usize, Array<f64>, Array<f64>, !] -o[] [Array<f64>, Array<f64>, !], (), (Array<f64>, Array<f64>, !)> %8, %9, %10, x.3, y.1, %7
//   x.4, %14 = len %11
//   %15 = const 1: #usize
//   %16, %17 = ordered_sub %14, %15, %13
//   y.2, %18, %19 = get %12, %16, %17
//   drop y.2
//   return %18, %19, x.4
// }

// ---- adjoint

// net (x: Array<f64>, %0: !) -> [f64, !, Array<f64>, [f64, Array<f64>] -o[#_, #usize, #usize, #usize, Tape<[Array<f64>, Array<f64>] -o~ [Array<f64>, Array<f64>]>, #usize, f64, #usize, f64, #usize] [Array<f64>]] {
//   %1 = const 1: #usize
//   %2: [#usize, Array<f64>, Array<f64>, !] -o[] [Array<f64>, Array<f64>, !, [Array<f64>, Array<f64>] -o~ [Array<f64>, Array<f64>]] = abstraction (i: #usize, x: Array<f64>, y: Array<f64>, %0: !) -> [Array<f64>, Array<f64>, !, [Array<f64>, Array<f64>] -o[#usize, f64, f64, f64, #usize, f64, #usize] [Array<f64>, Array<f64>]] {
//     i.1, i.2 = copy i
//     i.3, i.4 = copy i.2
//     i.5, i.6 = copy i.4
//     i.7, i.8 = copy i.3
//     %1 = const 1: #usize
//     %2, %3 = ordered_sub i.1, %1, %0
//     %4, %5 = copy %2
//     y.1, %6, %7 = get y, %4, %3
//     x.1, %8, %9 = get x, i.7, %7
//     %10, %11 = copy %8
//     %12, %13 = copy %6
//     %14 = sin %12
//     %15, %16 = copy %14
//     %17 = mul %15, %10
//     %18, %19 = copy %17
//     %20 = abstraction [i = i.6, %0 = %19, %1 = %16, %2 = %11, i.1 = i.8, %3 = %13, %4 = %5] (d_x: Array<f64>, d_y: Array<f64>) -> [Array<f64>, Array<f64>] {
//       d_y.1, %5 = take_again d_y, i
//       discard %0
//       %6, %7 = copy %5
//       %8 = mul %2, %6
//       %9 = mul %1, %7
//       d_x.1 = add_again d_x, i.1, %9
//       %10 = cos %3
//       %11 = mul %10, %8
//       d_y.2 = add_again d_y.1, %4, %11
//       return d_x.1, d_y.2
//     }
//     y.2, %21 = set y.1, i.5, %18, %9
//     return x.1, y.2, %21, %20
//   }
//   %3 = const 1: #usize
//   %4, %5 = copy %3
//   %6 = const 0: #usize
//   %7, %8 = copy %6
//   %9 = const 0: #usize
//   %10, %11 = copy %9
//   x.1, %12 = len x
//   x.2, %13, %14 = get x.1, %10, %0
//   x.3, %15 = len x.2
//   %16, %17 = copy %15
//   %18, %19 = copy %13
//   %20, %21 = copy %12
//   %22 = const 0.0: f64
//   %23, %24 = copy %22
//   y = new<Array<f64>, Array<f64>> %23, %20
//   y.1, %25 = set y, %7, %18, %14
//   %26, %27, %28, %29 = fold<[#usize, Array<f64>, Array<f64>, !] -o[] [Array<f64>, Array<f64>, !, [Array<f64>, Array<f64>] -o~ [Array<f64>, Array<f64>]], (), (Array<f64>, Array<f64>, !)> %4, %16, %2, x.3, y.1, %25
//   x.4, %30 = len %26
//   %31, %32 = ordered_sub %30, %1, %28
//   %33, %34 = copy %31
//   y.2, %35, %36 = get %27, %33, %32
//   %37 = end y.2
//   %38 = abstraction [%0 = %37, %1 = %34, %2 = %5, %3 = %17, %4 = %29, %5 = %8, %6 = %19, %7 = %11, %8 = %24, %9 = %21] (%10: f64, d_x: Array<f64>) -> Array<f64> {
//     d_y = zeros<Array<f64>> %0
//     %11 = add_again d_y, %1, %10
//     %12 = abstraction (%0: [Array<f64>, Array<f64>] -o~ [Array<f64>, Array<f64>], %1: #usize, %2: Array<f64>, %3: Array<f64>) -> [Array<f64>, Array<f64>] {
//       discard %1
//       %4, %5 = eval %0, %2, %3
//       return %4, %5
//     }
//     d_x.1, d_y.1 = fold_down<[[Array<f64>, Array<f64>] -o~ [Array<f64>, Array<f64>], #usize, Array<f64>, Array<f64>] -o[] [Array<f64>, Array<f64>], ([Array<f64>, Array<f64>] -o~ [Array<f64>, Array<f64>]), (Array<f64>, Array<f64>)> %2, %3, %12, %4, d_x, %11
//     d_y.2, %13 = take_again d_y.1, %5
//     discard %6
//     d_x.2 = add_again d_x.1, %7, %13
//     %14, %15 = total d_y.2
//     drop %14
//     discard %8
//     discard %9
//     discard %15
//     return d_x.2
//   }
//   return %35, %36, x.4, %38
// }

// ---- simplified

// net (x: Array<f64>, %0: !) -> [f64, !, Array<f64>, [f64, Array<f64>] -o [Array<f64>]] {
//   %1 = const 1: #usize
//   %2: [#usize, Array<f64>, !, Look<f64>] -o [Array<f64>, !, f64, f64] = abstraction (i: #usize, y: Array<f64>, %0: !, %1: Look<f64>) -> [Array<f64>, !, f64, f64] {
//     i.1, i.2 = copy i
//     i.3, i.4 = copy i.2
//     %2 = const 1: #usize
//     %3, %4 = ordered_sub i.1, %2, %0
//     y.1, %5, %6 = get y, %3, %4
//     %7, %8 = copy %5
//     %9 = sin %7
//     %10, %11 = copy %9
//     %12, %13 = read %1, i.3, %6
//     %14 = mul %10, %12
//     y.2, %15 = set y.1, i.4, %14, %13
//     return y.2, %15, %11, %8
//   }
//   %3 = const 0: #usize
//   %4 = const 0: #usize
//   %5 = const 0.0: f64
//   x.1, %6 = look x
//   %7, %8 = copy %6
//   %9 = look_len %8
//   %10, %11 = copy %7
//   %12, %13 = read %11, %4, %0
//   %14, %15 = copy %9
//   %16, %17 = copy %14
//   %18, %19 = copy %17
//   y = new<Array<f64>, Array<f64>> %5, %16
//   y.1, %20 = set y, %3, %12, %13
//   %21, %22 = copy %10
//   %23 = const 1: #usize
//   %24, %25, %26, %27 = fold<[#usize, Array<f64>, !, Look<f64>] -o [Array<f64>, !, f64, f64], (), (Array<f64>, !)> %23, %18, %2, y.1, %20, %21
//   %28, %29 = ordered_sub %15, %1, %25
//   %30, %31 = copy %28
//   y.2, %32, %33 = get %24, %30, %29
//   %34 = end y.2
//   %35: [f64, Array<f64>] -o [Array<f64>] = abstraction [%0 = %34, %1 = %31, %2 = %19, %3 = %26, %4 = %27, %5 = %22] (%6: f64, d_x: Array<f64>) -> Array<f64> {
//     d_y = zeros<Array<f64>> %0
//     %7 = add_again d_y, %1, %6
//     %8: [f64, f64, #usize, Array<f64>, Array<f64>, Look<f64>] -o [Array<f64>, Array<f64>] = abstraction (%0: f64, %1: f64, %2: #usize, d_x: Array<f64>, d_y: Array<f64>, %3: Look<f64>) -> [Array<f64>, Array<f64>] {
//       %4 = cos %1
//       %5, %6 = copy %2
//       %7, %8 = copy %6
//       d_y.1, %9 = take_again d_y, %7
//       %10, %11 = copy %9
//       %12 = mul %0, %11
//       d_x.1 = add_again d_x, %8, %12
//       %13, %14 = copy %5
//       %15 = read_again %3, %14
//       %16 = mul %15, %10
//       %17 = mul %4, %16
//       %18 = const 1: #usize
//       %19 = sub %13, %18
//       d_y.2 = add_again d_y.1, %19, %17
//       return d_x.1, d_y.2
//     }
//     %9 = const 1: #usize
//     d_x.1, d_y.1 = fold_down<[f64, f64, #usize, Array<f64>, Array<f64>, Look<f64>] -o [Array<f64>, Array<f64>], (f64, f64), (Array<f64>, Array<f64>)> %9, %2, %8, %3, %4, d_x, %7, %5
//     %10 = const 0: #usize
//     d_y.2, %11 = take_again d_y.1, %10
//     drop d_y.2
//     %12 = const 0: #usize
//     d_x.2 = add_again d_x.1, %12, %11
//     return d_x.2
//   }
//   return %32, %33, x.1, %35
// }

// ---- value and gradient, simplified

// net (x: Array<f64>, %0: !, d_x: Array<f64>) -> [f64, !, Array<f64>, Array<f64>] {
//   %1 = const 1: #usize
//   %2: [#usize, Array<f64>, !, Look<f64>] -o [Array<f64>, !, f64, f64] = abstraction (i: #usize, y: Array<f64>, %0: !, %1: Look<f64>) -> [Array<f64>, !, f64, f64] {
//     i.1, i.2 = copy i
//     i.3, i.4 = copy i.2
//     %2 = const 1: #usize
//     %3, %4 = ordered_sub i.1, %2, %0
//     y.1, %5, %6 = get y, %3, %4
//     %7, %8 = copy %5
//     %9 = sin %7
//     %10, %11 = copy %9
//     %12, %13 = read %1, i.3, %6
//     %14 = mul %10, %12
//     y.2, %15 = set y.1, i.4, %14, %13
//     return y.2, %15, %11, %8
//   }
//   %3: [f64, f64, #usize, Array<f64>, Array<f64>, Look<f64>] -o [Array<f64>, Array<f64>] = abstraction (%0: f64, %1: f64, %2: #usize, d_x: Array<f64>, d_y: Array<f64>, %3: Look<f64>) -> [Array<f64>, Array<f64>] {
//     %4 = cos %1
//     %5, %6 = copy %2
//     %7, %8 = copy %6
//     d_y.1, %9 = take_again d_y, %7
//     %10, %11 = copy %9
//     %12 = mul %0, %11
//     d_x.1 = add_again d_x, %8, %12
//     %13, %14 = copy %5
//     %15 = read_again %3, %14
//     %16 = mul %15, %10
//     %17 = mul %4, %16
//     %18 = const 1: #usize
//     %19 = sub %13, %18
//     d_y.2 = add_again d_y.1, %19, %17
//     return d_x.1, d_y.2
//   }
//   %4 = const 0: #usize
//   %5 = const 0: #usize
//   %6 = const 0.0: f64
//   %7 = const 1: #usize
//   %8 = const 0: #usize
//   %9 = const 0: #usize
//   x.1, %10 = look x
//   %11, %12 = copy %10
//   %13 = look_len %12
//   %14, %15 = copy %11
//   %16, %17 = read %15, %5, %0
//   %18, %19 = copy %13
//   %20, %21 = copy %18
//   %22, %23 = copy %21
//   y = new<Array<f64>, Array<f64>> %6, %20
//   y.1, %24 = set y, %4, %16, %17
//   %25, %26 = copy %14
//   %27 = const 1: #usize
//   %28, %29, %30, %31 = fold<[#usize, Array<f64>, !, Look<f64>] -o [Array<f64>, !, f64, f64], (), (Array<f64>, !)> %27, %22, %2, y.1, %24, %25
//   %32, %33 = ordered_sub %19, %1, %29
//   %34, %35 = copy %32
//   y.2, %36, %37 = get %28, %34, %33
//   %38 = end y.2
//   d_y = zeros<Array<f64>> %38
//   %39 = const 1.0: f64
//   %40 = add_again d_y, %35, %39
//   d_x.1, d_y.1 = fold_down<[f64, f64, #usize, Array<f64>, Array<f64>, Look<f64>] -o [Array<f64>, Array<f64>], (f64, f64), (Array<f64>, Array<f64>)> %7, %23, %3, %30, %31, d_x, %40, %26
//   d_y.2, %41 = take_again d_y.1, %8
//   d_x.2 = add_again d_x.1, %9, %41
//   drop d_y.2
//   return %36, %37, x.1, d_x.2
// }

// ---- Rust

// /// The derivatives of [`recurrence`](fn@recurrence).
// struct recurrence {}
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
// impl recurrence {
//     /// The gradient of [`recurrence`](fn@recurrence) with respect to `x`.
//     #[must_use]
//     #[inline]
//     fn grad(x: &[f64]) -> ::backprop::__private::Vec<f64> {
//         let _ = recurrence;
//         let mut d_x = ::backprop::__private::Shaped::__zeros(x);
//         let (_, _) = Self::__accumulate(x, &mut d_x);
//         d_x
//     }
//     /// The value of [`recurrence`](fn@recurrence), and its gradient with respect to `x`, in one pass.
//     #[must_use]
//     #[inline]
//     fn value_and_grad(x: &[f64]) -> (f64, ::backprop::__private::Vec<f64>) {
//         let _ = recurrence;
//         let mut d_x = ::backprop::__private::Shaped::__zeros(x);
//         let (value, _) = Self::__accumulate(x, &mut d_x);
//         (value, d_x)
//     }
//     /** Gives the value of [`recurrence`](fn@recurrence), and writes its gradient with respect to `x` to `d_x`.
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
//     /** Gives the value of [`recurrence`](fn@recurrence), and adds its gradient with respect to `x` to `d_x`.
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
//         let _ = recurrence;
//         let len = x.len();
//         let x_element = x[0];
//         let mut y = ::backprop::__private::vec![0.0_f64; len];
//         y[0] = x_element;
//         let mut tape = ::backprop::__private::Kept::new();
//         let mut tape_2 = ::backprop::__private::Kept::new();
//         let end = ::backprop::__private::reach::end(
//             1..len,
//             [
//                 ::backprop::__private::reach::count(&y[..], 0),
//                 ::backprop::__private::reach::count(&x[..], 1),
//                 ::backprop::__private::reach::count(&y[..], 1),
//             ],
//         );
//         if 1 < end {
//             let turns = end - 1;
//             let cells = ::backprop::__private::reach::cells(&mut y[..]);
//             let part = ::backprop::__private::reach::part(cells, 0, turns);
//             let part_2 = ::backprop::__private::reach::part(&x[..], 1, turns);
//             let part_3 = ::backprop::__private::reach::part(cells, 1, turns);
//             let slots = tape.slots(turns);
//             let slots_2 = tape_2.slots(turns);
//             for turn in 0..turns {
//                 let y_element = part[turn].get();
//                 let sin_y_element = y_element.sin();
//                 part_3[turn].set(sin_y_element * part_2[turn]);
//                 slots[turn] = sin_y_element;
//                 slots_2[turn] = y_element;
//             }
//         }
//         if end < len {
//             let _ = &y[end - 1];
//             let _ = &x[end];
//             let _ = &y[end];
//             ::backprop::__private::reach::out_of_bounds();
//         }
//         let value = len - 1;
//         let value_2 = y[value];
//         let mut d_y = ::backprop::__private::shape(&y).zeros();
//         d_y[value] += 1.0;
//         let mut entries = tape.entries();
//         let mut entries_2 = tape_2.entries();
//         if 1 < len {
//             let turns_2 = len - 1;
//             let part_4 = ::backprop::__private::reach::part(&x[..], 1, turns_2);
//             let cells_2 = ::backprop::__private::reach::cells(&mut d_y[..]);
//             let part_5 = ::backprop::__private::reach::part(cells_2, 1, turns_2);
//             let part_6 = ::backprop::__private::reach::part_mut(
//                 &mut d_x[..],
//                 1,
//                 turns_2,
//             );
//             let part_7 = ::backprop::__private::reach::part(cells_2, 0, turns_2);
//             let slots_3 = &*entries.slots(turns_2);
//             let slots_4 = &*entries_2.slots(turns_2);
//             for turn_2 in (0..turns_2).rev() {
//                 let entry = slots_3[turn_2];
//                 let entry_2 = slots_4[turn_2];
//                 let x_element_2 = part_4[turn_2];
//                 let taken = part_5[turn_2].take();
//                 part_6[turn_2] += entry * taken;
//                 part_7[turn_2]
//                     .set(part_7[turn_2].get() + entry_2.cos() * (x_element_2 * taken));
//             }
//         }
//         let taken_2 = ::backprop::__private::take(&mut d_y[0]);
//         d_x[0] += taken_2;
//         (value_2, ((),))
//     }
//     /// The value of [`recurrence`](fn@recurrence), and its backpropagator, which takes the sensitivity of the value and gives the gradient with respect to `x`.
//     #[must_use]
//     #[inline]
//     fn vjp<'arrays>(
//         x: &'arrays [f64],
//     ) -> (
//         f64,
//         impl ::core::ops::Fn(f64) -> ::backprop::__private::Vec<f64> + use<'arrays>,
//     ) {
//         let _: fn(&[::core::primitive::f64]) -> ::core::primitive::f64 = recurrence;
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
//         let _ = recurrence;
//         let _ = || {
//             let _ = || {
//                 use ::backprop::__private::claims::macros::*;
//                 let _ = vec!(0);
//             };
//         };
//         let len = x.len();
//         let x_element = x[0];
//         let mut y = ::backprop::__private::vec![0.0_f64; len];
//         y[0] = x_element;
//         let mut tape = ::backprop::__private::Kept::new();
//         let mut tape_2 = ::backprop::__private::Kept::new();
//         let end = ::backprop::__private::reach::end(
//             1..len,
//             [
//                 ::backprop::__private::reach::count(&y[..], 0),
//                 ::backprop::__private::reach::count(&x[..], 1),
//                 ::backprop::__private::reach::count(&y[..], 1),
//             ],
//         );
//         if 1 < end {
//             let turns = end - 1;
//             let cells = ::backprop::__private::reach::cells(&mut y[..]);
//             let part = ::backprop::__private::reach::part(cells, 0, turns);
//             let part_2 = ::backprop::__private::reach::part(&x[..], 1, turns);
//             let part_3 = ::backprop::__private::reach::part(cells, 1, turns);
//             let slots = tape.slots(turns);
//             let slots_2 = tape_2.slots(turns);
//             for turn in 0..turns {
//                 let y_element = part[turn].get();
//                 let sin_y_element = y_element.sin();
//                 part_3[turn].set(sin_y_element * part_2[turn]);
//                 slots[turn] = sin_y_element;
//                 slots_2[turn] = y_element;
//             }
//         }
//         if end < len {
//             let _ = &y[end - 1];
//             let _ = &x[end];
//             let _ = &y[end];
//             ::backprop::__private::reach::out_of_bounds();
//         }
//         let value = len - 1;
//         let value_2 = y[value];
//         let shape = ::backprop::__private::shape(&y);
//         (
//             value_2,
//             move |(d, (x,), (d_x,)): (f64, (&[f64],), (&mut [f64],))| {
//                 let mut d_y = shape.zeros();
//                 d_y[value] += d;
//                 let mut entries = tape.entries();
//                 let mut entries_2 = tape_2.entries();
//                 if 1 < len {
//                     let turns_2 = len - 1;
//                     let part_4 = ::backprop::__private::reach::part(&x[..], 1, turns_2);
//                     let cells_2 = ::backprop::__private::reach::cells(&mut d_y[..]);
//                     let part_5 = ::backprop::__private::reach::part(cells_2, 1, turns_2);
//                     let part_6 = ::backprop::__private::reach::part_mut(
//                         &mut d_x[..],
//                         1,
//                         turns_2,
//                     );
//                     let part_7 = ::backprop::__private::reach::part(cells_2, 0, turns_2);
//                     let slots_3 = &*entries.slots(turns_2);
//                     let slots_4 = &*entries_2.slots(turns_2);
//                     for turn_2 in (0..turns_2).rev() {
//                         let entry = slots_3[turn_2];
//                         let entry_2 = slots_4[turn_2];
//                         let x_element_2 = part_4[turn_2];
//                         let taken = part_5[turn_2].take();
//                         part_6[turn_2] += entry * taken;
//                         part_7[turn_2]
//                             .set(
//                                 part_7[turn_2].get() + entry_2.cos() * (x_element_2 * taken),
//                             );
//                     }
//                 }
//                 let taken_2 = ::backprop::__private::take(&mut d_y[0]);
//                 d_x[0] += taken_2;
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
//         let _ = recurrence;
//         let _ = || {
//             let _ = || {
//                 use ::backprop::__private::claims::macros::*;
//                 let _ = vec!(0);
//             };
//         };
//         let len = x.len();
//         let x_element = x[0];
//         let len_2 = x.len();
//         let mut y = ::backprop::__private::vec![0.0_f64; len];
//         y[0] = x_element;
//         let mut tape = ::backprop::__private::Kept::new();
//         let mut tape_2 = ::backprop::__private::Kept::new();
//         let mut tape_3 = ::backprop::__private::Kept::new();
//         let end = ::backprop::__private::reach::end(
//             1..len_2,
//             [
//                 ::backprop::__private::reach::count(&y[..], 0),
//                 ::backprop::__private::reach::count(&x[..], 1),
//                 ::backprop::__private::reach::count(&y[..], 1),
//             ],
//         );
//         if 1 < end {
//             let turns = end - 1;
//             let cells = ::backprop::__private::reach::cells(&mut y[..]);
//             let part = ::backprop::__private::reach::part(cells, 0, turns);
//             let part_2 = ::backprop::__private::reach::part(&x[..], 1, turns);
//             let part_3 = ::backprop::__private::reach::part(cells, 1, turns);
//             let slots = tape.slots(turns);
//             let slots_2 = tape_2.slots(turns);
//             let slots_3 = tape_3.slots(turns);
//             for turn in 0..turns {
//                 let y_element = part[turn].get();
//                 let x_element_2 = part_2[turn];
//                 let sin_y_element = y_element.sin();
//                 part_3[turn].set(sin_y_element * x_element_2);
//                 slots[turn] = sin_y_element;
//                 slots_2[turn] = x_element_2;
//                 slots_3[turn] = y_element;
//             }
//         }
//         if end < len_2 {
//             let _ = &y[end - 1];
//             let _ = &x[end];
//             let _ = &y[end];
//             ::backprop::__private::reach::out_of_bounds();
//         }
//         let value = x.len() - 1;
//         let value_2 = y[value];
//         let shape = ::backprop::__private::shape(&y);
//         (
//             value_2,
//             move |(d, (_,), (d_x,)): (f64, (&[f64],), (&mut [f64],))| {
//                 let mut d_y = shape.zeros();
//                 d_y[value] += d;
//                 let mut entries = tape.entries();
//                 let mut entries_2 = tape_2.entries();
//                 let mut entries_3 = tape_3.entries();
//                 if 1 < len_2 {
//                     let turns_2 = len_2 - 1;
//                     let cells_2 = ::backprop::__private::reach::cells(&mut d_y[..]);
//                     let part_4 = ::backprop::__private::reach::part(cells_2, 1, turns_2);
//                     let part_5 = ::backprop::__private::reach::part_mut(
//                         &mut d_x[..],
//                         1,
//                         turns_2,
//                     );
//                     let part_6 = ::backprop::__private::reach::part(cells_2, 0, turns_2);
//                     let slots_4 = &*entries.slots(turns_2);
//                     let slots_5 = &*entries_2.slots(turns_2);
//                     let slots_6 = &*entries_3.slots(turns_2);
//                     for turn_2 in (0..turns_2).rev() {
//                         let entry = slots_4[turn_2];
//                         let entry_2 = slots_5[turn_2];
//                         let entry_3 = slots_6[turn_2];
//                         let taken = part_4[turn_2].take();
//                         part_5[turn_2] += entry * taken;
//                         part_6[turn_2]
//                             .set(
//                                 part_6[turn_2].get() + entry_3.cos() * (entry_2 * taken),
//                             );
//                     }
//                 }
//                 let taken_2 = ::backprop::__private::take(&mut d_y[0]);
//                 d_x[0] += taken_2;
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
//             ::backprop::__private::claims::Pair(recurrence, __function),
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
//         ::backprop::__private::claims::Pair(recurrence, __function)
//     }
//     #[doc(hidden)]
//     const __calls_in_a_circle: ::core::primitive::usize = 0;
// }
