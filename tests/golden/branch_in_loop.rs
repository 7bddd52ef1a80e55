#[differentiable]
fn positive(x: &[f64], y: &[f64]) -> f64 {
    let mut sum = 0.0;
    for (v, w) in x.iter().zip(y) {
        if *v > 0.0 {
            sum += v * v * w;
        }
    }
    sum
}

// ---- net

// net (x: Array<f64>, y: Array<f64>, %0: !) -> [f64, !, Array<f64>, Array<f64>] {
//   sum = const 0.0: f64
//   %1 = foreign begin@0 %0 -> !
//   %2 = const 0: #usize
//   x.1, length = len x
//   y.1, length.1 = len y
//   %3 = abstraction (length: #usize, %0: #usize) -> #usize {
//     discard %0
//     return length
//   }
//   %4 = abstraction (%0: #usize, length: #usize) -> #usize {
//     discard %0
//     return length
//   }
//   length.2, length.3 = copy length
//   length.4, length.5 = copy length.1
//   %5 = lt length.2, length.4
//   %6 = cond %5, %3, %4, length.3, length.5
//   %7 = abstraction (i: #usize, x: Array<f64>, y: Array<f64>, sum: f64, %0: !) -> [Array<f64>, Array<f64>, f64, !] {
//     i.1, i.2 = copy i
//     x.1, v, %1 = get x, i.1, %0
//     y.1, w, %2 = get y, i.2, %1
//     %3 = const 0.0: f64
//     %4 = abstraction (v: f64, w: f64, sum: f64) -> f64 {
//       v.1, v.2 = copy v
//       %0 = mul v.1, v.2
//       %1 = mul %0, w
//       sum.1 = add sum, %1
//       return sum.1
//     }
//     %5 = abstraction (%0: f64, %1: f64, sum: f64) -> f64 {
//       discard %0
//       discard %1
//       return sum
//     }
//     v.1, v.2 = copy v
//     %6 = gt v.1, %3
//     %7 = cond %6, %4, %5, v.2, w, sum
//     return x.1, y.1, %7, %2
//   }
//   %8, %9, %10, %11 = fold<[#usize, Array<f64>, Array<f64>, f64, !] -o[] [Array<f64>, Array<f64>, f64, !], (), (Array<f64>, Array<f64>, f64, !)> %2, %6, %7, x.1, y.1, sum, %1
//   return %10, %11, %8, %9
// }

// ---- adjoint

// net (x: Array<f64>, y: Array<f64>, %0: !) -> [f64, !, Array<f64>, Array<f64>, [f64, Array<f64>, Array<f64>] -o[#usize, #usize, Tape<[Array<f64>, Array<f64>, f64] -o~ [Array<f64>, Array<f64>, f64]>, [] -o~ []] [Array<f64>, Array<f64>]] {
//   %1: [#usize, Array<f64>, Array<f64>, f64, !] -o[] [Array<f64>, Array<f64>, f64, !, [Array<f64>, Array<f64>, f64] -o~ [Array<f64>, Array<f64>, f64]] = abstraction (i: #usize, x: Array<f64>, y: Array<f64>, sum: f64, %0: !) -> [Array<f64>, Array<f64>, f64, !, [Array<f64>, Array<f64>, f64] -o[[f64] -o~ [f64, f64, f64], #usize, #usize] [Array<f64>, Array<f64>, f64]] {
//     %1: [f64, f64, f64] -o[] [f64, [f64] -o~ [f64, f64, f64]] = abstraction (%0: f64, %1: f64, sum: f64) -> [f64, [f64] -o[] [f64, f64, f64]] {
//       %2 = abstraction (d_sum: f64) -> [f64, f64, f64] {
//         %0 = zero: f64
//         %1 = zero: f64
//         return %1, %0, d_sum
//       }
//       discard %1
//       discard %0
//       return sum, %2
//     }
//     %2: [f64, f64, f64] -o[] [f64, [f64] -o~ [f64, f64, f64]] = abstraction (v: f64, w: f64, sum: f64) -> [f64, [f64] -o[f64, f64, f64, f64, f64, f64] [f64, f64, f64]] {
//       sum.1, sum.2 = copy sum
//       w.1, w.2 = copy w
//       v.1, v.2 = copy v
//       v.3, v.4 = copy v.1
//       v.5, v.6 = copy v.2
//       %0 = mul v.3, v.5
//       %1, %2 = copy %0
//       %3 = mul %1, w.1
//       %4, %5 = copy %3
//       %6 = abstraction [sum = sum.2, %0 = %5, %1 = %2, w = w.2, v = v.4, v.1 = v.6] (d_sum: f64) -> [f64, f64, f64] {
//         d_sum.1, d_sum.2 = copy d_sum
//         discard sum
//         discard %0
//         d_sum.3, d_sum.4 = copy d_sum.2
//         %2 = mul w, d_sum.3
//         d_w = mul %1, d_sum.4
//         %3, %4 = copy %2
//         %5 = mul v.1, %3
//         %6 = mul v, %4
//         d_v = plus %5, %6
//         return d_v, d_w, d_sum.1
//       }
//       sum.3 = add sum.1, %4
//       return sum.3, %6
//     }
//     %3 = const 0.0: f64
//     i.1, i.2 = copy i
//     i.3, i.4 = copy i.2
//     i.5, i.6 = copy i.1
//     x.1, v, %4 = get x, i.5, %0
//     v.1, v.2 = copy v
//     %5 = gt v.1, %3
//     y.1, w, %6 = get y, i.3, %4
//     %7, %8 = cond %5, %2, %1, v.2, w, sum
//     %9 = abstraction [%0 = %8, i = i.4, i.1 = i.6] (d_x: Array<f64>, d_y: Array<f64>, %1: f64) -> [Array<f64>, Array<f64>, f64] {
//       %2, d_w, d_sum = eval %0, %1
//       %3 = zero: f64
//       %4 = zero: f64
//       d_v = plus %3, %2
//       discard %4
//       d_y.1 = add_again d_y, i, d_w
//       d_x.1 = add_again d_x, i.1, d_v
//       return d_x.1, d_y.1, d_sum
//     }
//     return x.1, y.1, %7, %6, %9
//   }
//   %2: [#usize, #usize] -o[] [#usize, [] -o~ []] = abstraction (%0: #usize, length: #usize) -> [#usize, [] -o[] []] {
//     %1 = abstraction () -> [] {
//       return
//     }
//     discard %0
//     return length, %1
//   }
//   %3: [#usize, #usize] -o[] [#usize, [] -o~ []] = abstraction (length: #usize, %0: #usize) -> [#usize, [] -o[] []] {
//     %1 = abstraction () -> [] {
//       return
//     }
//     discard %0
//     return length, %1
//   }
//   y.1, length = len y
//   length.1, length.2 = copy length
//   x.1, length.3 = len x
//   length.4, length.5 = copy length.3
//   %4 = lt length.4, length.1
//   %5, %6 = cond %4, %3, %2, length.5, length.2
//   %7, %8 = copy %5
//   %9 = const 0: #usize
//   %10, %11 = copy %9
//   %12 = foreign begin@0 %0 -> !
//   sum = const 0.0: f64
//   %13, %14, %15, %16, %17 = fold<[#usize, Array<f64>, Array<f64>, f64, !] -o[] [Array<f64>, Array<f64>, f64, !, [Array<f64>, Array<f64>, f64] -o~ [Array<f64>, Array<f64>, f64]], (), (Array<f64>, Array<f64>, f64, !)> %10, %7, %1, x.1, y.1, sum, %12
//   %18 = abstraction [%0 = %11, %1 = %8, %2 = %17, %3 = %6] (%4: f64, %5: Array<f64>, %6: Array<f64>) -> [Array<f64>, Array<f64>] {
//     %7 = abstraction (%0: [Array<f64>, Array<f64>, f64] -o~ [Array<f64>, Array<f64>, f64], %1: #usize, %2: Array<f64>, %3: Array<f64>, %4: f64) -> [Array<f64>, Array<f64>, f64] {
//       discard %1
//       %5, %6, %7 = eval %0, %2, %3, %4
//       return %5, %6, %7
//     }
//     d_x, d_y, d_sum = fold_down<[[Array<f64>, Array<f64>, f64] -o~ [Array<f64>, Array<f64>, f64], #usize, Array<f64>, Array<f64>, f64] -o[] [Array<f64>, Array<f64>, f64], ([Array<f64>, Array<f64>, f64] -o~ [Array<f64>, Array<f64>, f64]), (Array<f64>, Array<f64>, f64)> %0, %1, %7, %2, %5, %6, %4
//     eval %3
//     discard d_sum
//     return d_x, d_y
//   }
//   return %15, %16, %13, %14, %18
// }

// ---- simplified

// net (x: Array<f64>, y: Array<f64>, %0: !) -> [f64, !, Array<f64>, Array<f64>, [f64, Array<f64>, Array<f64>] -o [Array<f64>, Array<f64>]] {
//   %1: [#usize, f64, !, Look<f64>, Look<f64>] -o [f64, !] = abstraction (i: #usize, sum: f64, %0: !, %1: Look<f64>, %2: Look<f64>) -> [f64, !] {
//     %3: [f64, f64, f64] -o [f64] = abstraction (%0: f64, %1: f64, sum: f64) -> f64 {
//       discard %1
//       discard %0
//       return sum
//     }
//     %4: [f64, f64, f64] -o [f64] = abstraction (v: f64, w: f64, sum: f64) -> f64 {
//       v.1, v.2 = copy v
//       %0 = mul v.1, v.2
//       %1 = mul %0, w
//       sum.1 = add sum, %1
//       return sum.1
//     }
//     %5 = const 0.0: f64
//     i.1, i.2 = copy i
//     v, %6 = read %1, i.1, %0
//     v.1, v.2 = copy v
//     %7 = gt v.1, %5
//     w, %8 = read %2, i.2, %6
//     %9 = cond %7, %4, %3, v.2, w, sum
//     return %9, %8
//   }
//   %2: [#usize, #usize] -o [#usize] = abstraction (%0: #usize, length: #usize) -> #usize {
//     discard %0
//     return length
//   }
//   %3: [#usize, #usize] -o [#usize] = abstraction (length: #usize, %0: #usize) -> #usize {
//     discard %0
//     return length
//   }
//   %4 = foreign begin@0 %0 -> !
//   sum = const 0.0: f64
//   x.1, %5 = look x
//   %6, %7 = copy %5
//   length = look_len %7
//   length.1, length.2 = copy length
//   y.1, %8 = look y
//   %9, %10 = copy %8
//   length.3 = look_len %10
//   length.4, length.5 = copy length.3
//   %11 = lt length.1, length.4
//   %12 = cond %11, %3, %2, length.2, length.5
//   %13, %14 = copy %12
//   %15, %16 = copy %6
//   %17, %18 = copy %9
//   %19: [f64, Array<f64>, Array<f64>] -o [Array<f64>, Array<f64>] = abstraction [%0 = %14, %1 = %16, %2 = %18] (%3: f64, %4: Array<f64>, %5: Array<f64>) -> [Array<f64>, Array<f64>] {
//     %6: [#usize, Array<f64>, Array<f64>, Look<f64>, Look<f64>, f64] -o [Array<f64>, Array<f64>] = abstraction (%0: #usize, d_x: Array<f64>, d_y: Array<f64>, %1: Look<f64>, %2: Look<f64>, %3: f64) -> [Array<f64>, Array<f64>] {
//       %4: [f64, f64, f64] -o [f64, f64] = abstraction (%0: f64, %1: f64, d_sum: f64) -> [f64, f64] {
//         d_sum.1, d_sum.2 = copy d_sum
//         %2, %3 = copy %1
//         %4, %5 = copy %3
//         %6 = mul %5, %4
//         d_w = mul %6, d_sum.2
//         %7 = const 2.0: f64
//         %8 = mul %2, %0
//         %9 = mul %8, d_sum.1
//         d_v = mul %7, %9
//         return d_v, d_w
//       }
//       %5: [f64, f64, f64] -o [f64, f64] = abstraction (%0: f64, %1: f64, d_sum: f64) -> [f64, f64] {
//         %2 = zero: f64
//         %3 = zero: f64
//         discard %0
//         discard %1
//         discard d_sum
//         return %3, %2
//       }
//       %6, %7 = copy %0
//       %8, %9 = copy %7
//       %10, %11 = copy %6
//       v = read_again %1, %11
//       v.1, v.2 = copy v
//       w = read_again %2, %10
//       %12 = const 0.0: f64
//       %13 = gt v.2, %12
//       d_v, d_w = cond %13, %4, %5, w, v.1, %3
//       d_y.1 = add_again d_y, %8, d_w
//       d_x.1 = add_again d_x, %9, d_v
//       return d_x.1, d_y.1
//     }
//     %7 = const 0: #usize
//     d_x, d_y = fold_down<[#usize, Array<f64>, Array<f64>, Look<f64>, Look<f64>, f64] -o [Array<f64>, Array<f64>], (), (Array<f64>, Array<f64>)> %7, %0, %6, %4, %5, %1, %2, %3
//     return d_x, d_y
//   }
//   %20 = const 0: #usize
//   %21, %22 = fold<[#usize, f64, !, Look<f64>, Look<f64>] -o [f64, !], (), (f64, !)> %20, %13, %1, sum, %4, %15, %17
//   return %21, %22, x.1, y.1, %19
// }

// ---- value and gradient, simplified

// net (x: Array<f64>, y: Array<f64>, %0: !, %1: Array<f64>, %2: Array<f64>) -> [f64, !, Array<f64>, Array<f64>, Array<f64>, Array<f64>] {
//   %3: [#usize, f64, !, Look<f64>, Look<f64>] -o [f64, !] = abstraction (i: #usize, sum: f64, %0: !, %1: Look<f64>, %2: Look<f64>) -> [f64, !] {
//     %3: [f64, f64, f64] -o [f64] = abstraction (%0: f64, %1: f64, sum: f64) -> f64 {
//       discard %1
//       discard %0
//       return sum
//     }
//     %4: [f64, f64, f64] -o [f64] = abstraction (v: f64, w: f64, sum: f64) -> f64 {
//       v.1, v.2 = copy v
//       %0 = mul v.1, v.2
//       %1 = mul %0, w
//       sum.1 = add sum, %1
//       return sum.1
//     }
//     %5 = const 0.0: f64
//     i.1, i.2 = copy i
//     v, %6 = read %1, i.1, %0
//     v.1, v.2 = copy v
//     %7 = gt v.1, %5
//     w, %8 = read %2, i.2, %6
//     %9 = cond %7, %4, %3, v.2, w, sum
//     return %9, %8
//   }
//   %4: [#usize, #usize] -o [#usize] = abstraction (%0: #usize, length: #usize) -> #usize {
//     discard %0
//     return length
//   }
//   %5: [#usize, #usize] -o [#usize] = abstraction (length: #usize, %0: #usize) -> #usize {
//     discard %0
//     return length
//   }
//   %6 = foreign begin@0 %0 -> !
//   sum = const 0.0: f64
//   %7: [#usize, Array<f64>, Array<f64>, Look<f64>, Look<f64>] -o [Array<f64>, Array<f64>] = abstraction (%0: #usize, d_x: Array<f64>, d_y: Array<f64>, %1: Look<f64>, %2: Look<f64>) -> [Array<f64>, Array<f64>] {
//     %3: [f64, f64] -o [f64, f64] = abstraction (%0: f64, %1: f64) -> [f64, f64] {
//       %2, %3 = copy %1
//       %4, %5 = copy %3
//       d_w = mul %5, %4
//       %6 = const 2.0: f64
//       %7 = mul %2, %0
//       d_v = mul %6, %7
//       return d_v, d_w
//     }
//     %4: [f64, f64] -o [f64, f64] = abstraction (%0: f64, %1: f64) -> [f64, f64] {
//       %2 = zero: f64
//       %3 = zero: f64
//       discard %0
//       discard %1
//       return %3, %2
//     }
//     %5, %6 = copy %0
//     %7, %8 = copy %6
//     %9, %10 = copy %5
//     v = read_again %1, %10
//     v.1, v.2 = copy v
//     w = read_again %2, %9
//     %11 = const 0.0: f64
//     %12 = gt v.2, %11
//     d_v, d_w = cond %12, %3, %4, w, v.1
//     d_y.1 = add_again d_y, %7, d_w
//     d_x.1 = add_again d_x, %8, d_v
//     return d_x.1, d_y.1
//   }
//   %8 = const 0: #usize
//   x.1, %9 = look x
//   %10, %11 = copy %9
//   length = look_len %11
//   length.1, length.2 = copy length
//   y.1, %12 = look y
//   %13, %14 = copy %12
//   length.3 = look_len %14
//   length.4, length.5 = copy length.3
//   %15 = lt length.1, length.4
//   %16 = cond %15, %5, %4, length.2, length.5
//   %17, %18 = copy %16
//   %19, %20 = copy %10
//   %21, %22 = copy %13
//   d_x, d_y = fold_down<[#usize, Array<f64>, Array<f64>, Look<f64>, Look<f64>] -o [Array<f64>, Array<f64>], (), (Array<f64>, Array<f64>)> %8, %18, %7, %1, %2, %20, %22
//   %23 = const 0: #usize
//   %24, %25 = fold<[#usize, f64, !, Look<f64>, Look<f64>] -o [f64, !], (), (f64, !)> %23, %17, %3, sum, %6, %19, %21
//   return %24, %25, x.1, y.1, d_x, d_y
// }

// ---- Rust

// /// The derivatives of [`positive`](fn@positive).
// struct positive {}
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
// impl positive {
//     /// The gradient of [`positive`](fn@positive) with respect to `x` and `y`.
//     #[must_use]
//     #[inline]
//     fn grad(
//         x: &[f64],
//         y: &[f64],
//     ) -> (::backprop::__private::Vec<f64>, ::backprop::__private::Vec<f64>) {
//         let _ = positive;
//         let mut d_x = ::backprop::__private::Shaped::__zeros(x);
//         let mut d_y = ::backprop::__private::Shaped::__zeros(y);
//         let (_, _) = Self::__accumulate(x, y, &mut d_x, &mut d_y);
//         (d_x, d_y)
//     }
//     /// The value of [`positive`](fn@positive), and its gradient with respect to `x` and `y`, in one pass.
//     #[must_use]
//     #[inline]
//     fn value_and_grad(
//         x: &[f64],
//         y: &[f64],
//     ) -> (f64, (::backprop::__private::Vec<f64>, ::backprop::__private::Vec<f64>)) {
//         let _ = positive;
//         let mut d_x = ::backprop::__private::Shaped::__zeros(x);
//         let mut d_y = ::backprop::__private::Shaped::__zeros(y);
//         let (value, _) = Self::__accumulate(x, y, &mut d_x, &mut d_y);
//         (value, (d_x, d_y))
//     }
//     /** Gives the value of [`positive`](fn@positive), and writes its gradient with respect to `x` and `y` to `d_x` and `d_y`.
//
//  # Panics
//  If a buffer is not as long as its array, before any work.*/
//     #[inline]
//     fn value_and_grad_into(
//         x: &[f64],
//         y: &[f64],
//         d_x: &mut [f64],
//         d_y: &mut [f64],
//     ) -> f64 {
//         ::backprop::__private::same_length("x", x, d_x);
//         ::backprop::__private::same_length("y", y, d_y);
//         ::backprop::__private::clear(d_x);
//         ::backprop::__private::clear(d_y);
//         let (value, _) = Self::__accumulate(x, y, d_x, d_y);
//         value
//     }
//     /** Gives the value of [`positive`](fn@positive), and adds its gradient with respect to `x` and `y` to `d_x` and `d_y`.
//
//  # Panics
//  If a buffer is not as long as its array, before any work.*/
//     #[inline]
//     fn accumulate_grad(x: &[f64], y: &[f64], d_x: &mut [f64], d_y: &mut [f64]) -> f64 {
//         ::backprop::__private::same_length("x", x, d_x);
//         ::backprop::__private::same_length("y", y, d_y);
//         let (value, _) = Self::__accumulate(x, y, d_x, d_y);
//         value
//     }
//     /// Adds to the accumulators.
//     #[doc(hidden)]
//     #[inline]
//     fn __accumulate<'arrays>(
//         x: &'arrays [f64],
//         y: &'arrays [f64],
//         d_x: &mut [f64],
//         d_y: &mut [f64],
//     ) -> (f64, ((), ())) {
//         let _ = positive;
//         let written = ::backprop::__private::claims::Written::<
//             { Self::__calls_in_a_circle },
//         >;
//         let x = written.as_is(x);
//         let y = written.as_is(y);
//         let d_x = written.as_is(d_x);
//         let d_y = written.as_is(d_y);
//         let length = x.len();
//         let length_2 = y.len();
//         let value = if length < length_2 { length } else { length_2 };
//         let mut sum = 0.0_f64;
//         let end = ::backprop::__private::reach::end(
//             0..value,
//             [
//                 ::backprop::__private::reach::count(&x[..], 0),
//                 ::backprop::__private::reach::count(&y[..], 0),
//             ],
//         );
//         if 0 < end {
//             let part = ::backprop::__private::reach::part(&x[..], 0, end);
//             let part_2 = ::backprop::__private::reach::part(&y[..], 0, end);
//             for i in 0..end {
//                 let v = part[i];
//                 let w = part_2[i];
//                 let value_2 = if v > 0.0 { sum + v * v * w } else { sum };
//                 sum = value_2;
//             }
//         }
//         if end < value {
//             let _ = &x[end];
//             let _ = &y[end];
//             ::backprop::__private::reach::out_of_bounds();
//         }
//         if 0 < value {
//             let part_3 = ::backprop::__private::reach::part(&x[..], 0, value);
//             let part_4 = ::backprop::__private::reach::part(&y[..], 0, value);
//             let part_5 = ::backprop::__private::reach::part_mut(&mut d_y[..], 0, value);
//             let part_6 = ::backprop::__private::reach::part_mut(&mut d_x[..], 0, value);
//             for i_2 in (0..value).rev() {
//                 let v_2 = part_3[i_2];
//                 let w_2 = part_4[i_2];
//                 let (d_v, d_w) = if v_2 > 0.0 {
//                     (2.0_f64 * (v_2 * w_2), v_2 * v_2)
//                 } else {
//                     (0.0, 0.0)
//                 };
//                 part_5[i_2] += d_w;
//                 part_6[i_2] += d_v;
//             }
//         }
//         (sum, ((), ()))
//     }
//     /// The value of [`positive`](fn@positive), and its backpropagator, which takes the sensitivity of the value and gives the gradient with respect to `x` and `y`.
//     #[must_use]
//     #[inline]
//     fn vjp<'arrays>(
//         x: &'arrays [f64],
//         y: &'arrays [f64],
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
//         ) -> ::core::primitive::f64 = positive;
//         let (value, back) = Self::__again(x, y);
//         (
//             value,
//             move |d: f64| {
//                 let mut d_x = ::backprop::__private::Shaped::__zeros(x);
//                 let mut d_y = ::backprop::__private::Shaped::__zeros(y);
//                 let _ = back((d, (x, y), (&mut d_x, &mut d_y)));
//                 (d_x, d_y)
//             },
//         )
//     }
//     /// The adjoint, for callers that supply all arrays again.
//     #[doc(hidden)]
//     #[inline]
//     fn __again<'arrays>(
//         x: &'arrays [f64],
//         y: &'arrays [f64],
//     ) -> (
//         f64,
//         impl ::core::ops::Fn(
//             (f64, (&[f64], &[f64]), (&mut [f64], &mut [f64])),
//         ) -> ((), ()) + use<>,
//     ) {
//         let _ = positive;
//         let _ = || {
//             let _ = || {
//                 use ::backprop::__private::claims::hidden::methods::iter as _;
//                 let mut receiver = ::backprop::__private::claims::hidden::vector();
//                 ::backprop::__private::claims::hidden::not_hidden(receiver.iter());
//                 let mut receiver = ::backprop::__private::claims::hidden::array();
//                 ::backprop::__private::claims::hidden::not_hidden(receiver.iter());
//             };
//         };
//         let written = ::backprop::__private::claims::Written::<
//             { Self::__calls_in_a_circle },
//         >;
//         let x = written.as_is(x);
//         let y = written.as_is(y);
//         let length = x.len();
//         let length_2 = y.len();
//         let value = if length < length_2 { length } else { length_2 };
//         let mut sum = 0.0_f64;
//         let end = ::backprop::__private::reach::end(
//             0..value,
//             [
//                 ::backprop::__private::reach::count(&x[..], 0),
//                 ::backprop::__private::reach::count(&y[..], 0),
//             ],
//         );
//         if 0 < end {
//             let part = ::backprop::__private::reach::part(&x[..], 0, end);
//             let part_2 = ::backprop::__private::reach::part(&y[..], 0, end);
//             for i in 0..end {
//                 let v = part[i];
//                 let w = part_2[i];
//                 let value_2 = if v > 0.0 { sum + v * v * w } else { sum };
//                 sum = value_2;
//             }
//         }
//         if end < value {
//             let _ = &x[end];
//             let _ = &y[end];
//             ::backprop::__private::reach::out_of_bounds();
//         }
//         (
//             sum,
//             move |
//                 (
//                     d,
//                     (x, y),
//                     (d_x, d_y),
//                 ): (f64, (&[f64], &[f64]), (&mut [f64], &mut [f64]))|
//             {
//                 let (x, y, d_x, d_y) = written.as_is((x, y, d_x, d_y));
//                 if 0 < value {
//                     let part_3 = ::backprop::__private::reach::part(&x[..], 0, value);
//                     let part_4 = ::backprop::__private::reach::part(&y[..], 0, value);
//                     let part_5 = ::backprop::__private::reach::part_mut(
//                         &mut d_y[..],
//                         0,
//                         value,
//                     );
//                     let part_6 = ::backprop::__private::reach::part_mut(
//                         &mut d_x[..],
//                         0,
//                         value,
//                     );
//                     for i_2 in (0..value).rev() {
//                         let v_2 = part_3[i_2];
//                         let w_2 = part_4[i_2];
//                         let (d_v, d_w) = if v_2 > 0.0 {
//                             (2.0_f64 * (v_2 * w_2 * d), v_2 * v_2 * d)
//                         } else {
//                             (0.0, 0.0)
//                         };
//                         part_5[i_2] += d_w;
//                         part_6[i_2] += d_v;
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
//         x: &'arrays [f64],
//         y: &'arrays [f64],
//     ) -> (
//         f64,
//         impl ::core::ops::Fn(
//             (f64, (&[f64], &[f64]), (&mut [f64], &mut [f64])),
//         ) -> ((), ()) + use<>,
//     ) {
//         Self::__again(x, y)
//     }
//     /// The adjoint, for callers that want back what was in the arrays that are changed.
//     #[doc(hidden)]
//     #[inline]
//     fn __restoring<'arrays>(
//         x: &'arrays [f64],
//         y: &'arrays [f64],
//     ) -> (
//         f64,
//         impl ::core::ops::Fn(
//             (f64, (&[f64], &[f64]), (&mut [f64], &mut [f64])),
//         ) -> ((), ()) + use<>,
//     ) {
//         Self::__again(x, y)
//     }
//     /// The adjoint, for callers that have no contents of arrays again.
//     #[doc(hidden)]
//     #[inline]
//     fn __keeping<'arrays>(
//         x: &'arrays [f64],
//         y: &'arrays [f64],
//     ) -> (
//         f64,
//         impl ::core::ops::Fn(
//             (f64, (&[f64], &[f64]), (&mut [f64], &mut [f64])),
//         ) -> ((), ()) + use<>,
//     ) {
//         let _ = positive;
//         let _ = || {
//             let _ = || {
//                 use ::backprop::__private::claims::hidden::methods::iter as _;
//                 let mut receiver = ::backprop::__private::claims::hidden::vector();
//                 ::backprop::__private::claims::hidden::not_hidden(receiver.iter());
//                 let mut receiver = ::backprop::__private::claims::hidden::array();
//                 ::backprop::__private::claims::hidden::not_hidden(receiver.iter());
//             };
//         };
//         let written = ::backprop::__private::claims::Written::<
//             { Self::__calls_in_a_circle },
//         >;
//         let x = written.as_is(x);
//         let y = written.as_is(y);
//         let length = y.len();
//         let length_2 = x.len();
//         let value = if length_2 < length { length_2 } else { length };
//         let mut sum = 0.0_f64;
//         let mut tape_w = ::backprop::__private::Kept::new();
//         let mut tape_v = ::backprop::__private::Kept::new();
//         let end = ::backprop::__private::reach::end(
//             0..value,
//             [
//                 ::backprop::__private::reach::count(&x[..], 0),
//                 ::backprop::__private::reach::count(&y[..], 0),
//             ],
//         );
//         if 0 < end {
//             let part = ::backprop::__private::reach::part(&x[..], 0, end);
//             let part_2 = ::backprop::__private::reach::part(&y[..], 0, end);
//             let slots = tape_w.slots(end);
//             let slots_2 = tape_v.slots(end);
//             for i in 0..end {
//                 let v = part[i];
//                 let w = part_2[i];
//                 let value_2 = if v > 0.0 { sum + v * v * w } else { sum };
//                 slots[i] = w;
//                 slots_2[i] = v;
//                 sum = value_2;
//             }
//         }
//         if end < value {
//             let _ = &x[end];
//             let _ = &y[end];
//             ::backprop::__private::reach::out_of_bounds();
//         }
//         (
//             sum,
//             move |
//                 (
//                     d,
//                     (_, _),
//                     (d_x, d_y),
//                 ): (f64, (&[f64], &[f64]), (&mut [f64], &mut [f64]))|
//             {
//                 let (d_x, d_y) = written.as_is((d_x, d_y));
//                 let mut entries = tape_w.entries();
//                 let mut entries_2 = tape_v.entries();
//                 if 0 < value {
//                     let part_3 = ::backprop::__private::reach::part_mut(
//                         &mut d_y[..],
//                         0,
//                         value,
//                     );
//                     let part_4 = ::backprop::__private::reach::part_mut(
//                         &mut d_x[..],
//                         0,
//                         value,
//                     );
//                     let slots_3 = &*entries.slots(value);
//                     let slots_4 = &*entries_2.slots(value);
//                     for i_2 in (0..value).rev() {
//                         let w_2 = slots_3[i_2];
//                         let v_2 = slots_4[i_2];
//                         let (d_v, d_w) = if v_2 > 0.0 {
//                             (2.0_f64 * (v_2 * w_2 * d), v_2 * v_2 * d)
//                         } else {
//                             (0.0, 0.0)
//                         };
//                         part_3[i_2] += d_w;
//                         part_4[i_2] += d_v;
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
//             >::new(move |(x, y): (&[f64], &[f64])| {
//                 let (value, back) = Self::__adjoint(x, y);
//                 (
//                     value,
//                     move |d: (f64, (&[f64], &[f64]), (&mut [f64], &mut [f64]))| (
//                         (),
//                         back(d),
//                     ),
//                 )
//             }),
//             ::backprop::__private::claims::Pair(positive, __function),
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
//         ::backprop::__private::claims::Pair(positive, __function)
//     }
//     #[doc(hidden)]
//     const __calls_in_a_circle: ::core::primitive::usize = {
//         let _: fn(&[f64], &[f64]) -> f64 = |x: &[f64], y: &[f64]| -> f64 {
//             let mut sum = 0.0;
//             for (v, w) in x.iter().zip(y) {
//                 if *v > 0.0 {
//                     sum += v * v * w;
//                 }
//             }
//             sum
//         };
//         0
//     };
// }
