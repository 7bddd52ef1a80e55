/// The heat equation, by two buffers that change places: nothing is left on a tape, and no array is copied but the first one.
#[differentiable]
fn heat(start: &[f64], steps: usize) -> f64 {
    let n = start.len();
    let mut u = start.to_vec();
    let mut next = start.to_vec();
    for _ in 0..steps {
        for i in 1..n - 1 {
            next[i] = u[i] + 0.1 * (u[i - 1] - 2.0 * u[i] + u[i + 1]);
        }
        std::mem::swap(&mut u, &mut next);
    }
    u[n / 2]
}

// ---- net

// net (start: Array<f64>, steps: #usize) -> [f64, Array<f64>] {
//   start.1, n = len start
//   start.2, u = to_vec start.1
//   start.3, next = to_vec start.2
//   %0 = const 0: #usize
//   %1 = abstraction (%0: #usize, u: Array<f64>, next: Array<f64>, n: #usize) -> [Array<f64>, Array<f64>] {
//     %1 = const 1: #usize
//     %2 = const 1: #usize
//     %3 = sub n, %2
//     %4 = abstraction (i: #usize, u: Array<f64>, next: Array<f64>) -> [Array<f64>, Array<f64>] {
//       %0 = const 0.1: f64
//       %1 = const 1: #usize
//       i.1, i.2 = copy i
//       u.1, %2 = get u, i.1
//       %3 = const 2.0: f64
//       i.3, i.4 = copy i.2
//       %4 = sub i.3, %1
//       u.2, %5 = get u.1, %4
//       %6 = const 1: #usize
//       i.5, i.6 = copy i.4
//       u.3, %7 = get u.2, i.5
//       %8 = mul %3, %7
//       %9 = sub %5, %8
//       i.7, i.8 = copy i.6
//       %10 = add i.7, %6
//       u.4, %11 = get u.3, %10
//       %12 = add %9, %11
//       %13 = mul %0, %12
//       %14 = add %2, %13
//       next.1 = set next, i.8, %14
//       return u.4, next.1
//     }
//     %5, %6 = fold<[#usize, Array<f64>, Array<f64>] -o[] [Array<f64>, Array<f64>], (), (Array<f64>, Array<f64>)> %1, %3, %4, u, next
//     discard %0
//     return %6, %5
//   }
//   %2 = const 2: #usize
//   n.1, n.2 = copy n
//   %3, %4 = fold<[#usize, Array<f64>, Array<f64>, #usize] -o[] [Array<f64>, Array<f64>], (), (Array<f64>, Array<f64>)> %0, steps, %1, u, next, n.1
//   %5 = div n.2, %2
//   u.1, %6 = get %3, %5
//   drop %4
//   drop u.1
//   return %6, start.3
// }

// ---- adjoint

// net (start: Array<f64>, steps: #usize) -> [f64, Array<f64>, [f64, Array<f64>] -o[#_, #_, #usize, #usize, #usize, Tape<[Array<f64>, Array<f64>] -o~ [Array<f64>, Array<f64>]>] [Array<f64>]] {
//   steps.1, steps.2 = copy steps
//   %0 = const 2: #usize
//   %1: [#usize, Array<f64>, Array<f64>, #usize] -o[] [Array<f64>, Array<f64>, [Array<f64>, Array<f64>] -o~ [Array<f64>, Array<f64>]] = abstraction (%0: #usize, u: Array<f64>, next: Array<f64>, n: #usize) -> [Array<f64>, Array<f64>, [Array<f64>, Array<f64>] -o[#usize, #usize, Tape<[Array<f64>, Array<f64>] -o~ [Array<f64>, Array<f64>]>] [Array<f64>, Array<f64>]] {
//     discard %0
//     %1: [#usize, Array<f64>, Array<f64>] -o[] [Array<f64>, Array<f64>, [Array<f64>, Array<f64>] -o~ [Array<f64>, Array<f64>]] = abstraction (i: #usize, u: Array<f64>, next: Array<f64>) -> [Array<f64>, Array<f64>, [Array<f64>, Array<f64>] -o[#usize, f64, f64, f64, f64, f64, f64, f64, #usize, f64, f64, f64, f64, #usize, #usize, #usize] [Array<f64>, Array<f64>]] {
//       %0 = const 1: #usize
//       %1 = const 2.0: f64
//       %2, %3 = copy %1
//       i.1, i.2 = copy i
//       i.3, i.4 = copy i.2
//       i.5, i.6 = copy i.4
//       i.7, i.8 = copy i.6
//       i.9, i.10 = copy i.8
//       %4 = add i.7, %0
//       %5, %6 = copy %4
//       i.11, i.12 = copy i.5
//       i.13, i.14 = copy i.1
//       u.1, %7 = get u, i.13
//       %8, %9 = copy %7
//       %10 = const 1: #usize
//       %11 = sub i.3, %10
//       %12, %13 = copy %11
//       u.2, %14 = get u.1, %12
//       %15, %16 = copy %14
//       u.3, %17 = get u.2, i.11
//       u.4, %18 = get u.3, %5
//       %19, %20 = copy %18
//       %21, %22 = copy %17
//       %23 = mul %2, %21
//       %24, %25 = copy %23
//       %26 = sub %15, %24
//       %27, %28 = copy %26
//       %29 = add %27, %19
//       %30, %31 = copy %29
//       %32 = const 0.1: f64
//       %33, %34 = copy %32
//       %35 = mul %33, %30
//       %36, %37 = copy %35
//       %38 = add %8, %36
//       %39, %40 = copy %38
//       %41 = abstraction [i = i.10, %0 = %40, %1 = %9, %2 = %37, %3 = %34, %4 = %31, %5 = %28, %6 = %20, %7 = %6, %8 = %16, %9 = %25, %10 = %3, %11 = %22, i.1 = i.12, %12 = %13, i.2 = i.14] (d_u: Array<f64>, d_next: Array<f64>) -> [Array<f64>, Array<f64>] {
//         d_next.1, %13 = take_again d_next, i
//         discard %0
//         %14, %15 = copy %13
//         discard %1
//         discard %2
//         %16, %17 = copy %15
//         %18 = mul %4, %16
//         %19 = mul %3, %17
//         %20, %21 = copy %19
//         discard %5
//         discard %6
//         d_u.1 = add_again d_u, %7, %21
//         %22, %23 = copy %20
//         %24 = neg %22
//         discard %8
//         discard %9
//         %25, %26 = copy %24
//         %27 = mul %11, %25
//         %28 = mul %10, %26
//         d_u.2 = add_again d_u.1, i.1, %28
//         d_u.3 = add_again d_u.2, %12, %23
//         discard %27
//         d_u.4 = add_again d_u.3, i.2, %14
//         discard %18
//         return d_u.4, d_next.1
//       }
//       next.1 = set next, i.9, %39
//       return u.4, next.1, %41
//     }
//     %2 = const 1: #usize
//     %3 = sub n, %2
//     %4, %5 = copy %3
//     %6 = const 1: #usize
//     %7, %8 = copy %6
//     %9, %10, %11 = fold<[#usize, Array<f64>, Array<f64>] -o[] [Array<f64>, Array<f64>, [Array<f64>, Array<f64>] -o~ [Array<f64>, Array<f64>]], (), (Array<f64>, Array<f64>)> %7, %4, %1, u, next
//     %12 = abstraction [%0 = %8, %1 = %5, %2 = %11] (%3: Array<f64>, %4: Array<f64>) -> [Array<f64>, Array<f64>] {
//       %5 = abstraction (%0: [Array<f64>, Array<f64>] -o~ [Array<f64>, Array<f64>], %1: #usize, %2: Array<f64>, %3: Array<f64>) -> [Array<f64>, Array<f64>] {
//         discard %1
//         %4, %5 = eval %0, %2, %3
//         return %4, %5
//       }
//       d_u, d_next = fold_down<[[Array<f64>, Array<f64>] -o~ [Array<f64>, Array<f64>], #usize, Array<f64>, Array<f64>] -o[] [Array<f64>, Array<f64>], ([Array<f64>, Array<f64>] -o~ [Array<f64>, Array<f64>]), (Array<f64>, Array<f64>)> %0, %1, %5, %2, %4, %3
//       return d_u, d_next
//     }
//     return %10, %9, %12
//   }
//   %2 = const 0: #usize
//   %3, %4 = copy %2
//   start.1, n = len start
//   n.1, n.2 = copy n
//   %5 = div n.2, %0
//   %6, %7 = copy %5
//   start.2, u = to_vec start.1
//   start.3, next = to_vec start.2
//   %8, %9, %10 = fold<[#usize, Array<f64>, Array<f64>, #usize] -o[] [Array<f64>, Array<f64>, [Array<f64>, Array<f64>] -o~ [Array<f64>, Array<f64>]], (), (Array<f64>, Array<f64>)> %3, steps.1, %1, u, next, n.1
//   %11 = end %9
//   u.1, %12 = get %8, %6
//   %13 = end u.1
//   %14 = abstraction [%0 = %13, %1 = %11, %2 = %7, %3 = %4, steps = steps.2, %4 = %10] (%5: f64, d_start: Array<f64>) -> Array<f64> {
//     d_u = zeros<Array<f64>> %0
//     %6 = zeros<Array<f64>> %1
//     %7 = add_again d_u, %2, %5
//     %8 = abstraction (%0: [Array<f64>, Array<f64>] -o~ [Array<f64>, Array<f64>], %1: #usize, %2: Array<f64>, %3: Array<f64>) -> [Array<f64>, Array<f64>] {
//       discard %1
//       %4, %5 = eval %0, %2, %3
//       return %4, %5
//     }
//     d_u.1, d_next = fold_down<[[Array<f64>, Array<f64>] -o~ [Array<f64>, Array<f64>], #usize, Array<f64>, Array<f64>] -o[] [Array<f64>, Array<f64>], ([Array<f64>, Array<f64>] -o~ [Array<f64>, Array<f64>]), (Array<f64>, Array<f64>)> %3, steps, %8, %4, %7, %6
//     d_start.1, %9 = add_all d_start, d_next
//     drop %9
//     d_start.2, %10 = add_all d_start.1, d_u.1
//     drop %10
//     return d_start.2
//   }
//   return %12, start.3, %14
// }

// ---- simplified

// net (start: Array<f64>, steps: #usize) -> [f64, Array<f64>, [f64, Array<f64>] -o [Array<f64>]] {
//   steps.1, steps.2 = copy steps
//   %0 = const 2: #usize
//   %1: [#usize, Array<f64>, Array<f64>, #usize] -o [Array<f64>, Array<f64>] = abstraction (%0: #usize, u: Array<f64>, next: Array<f64>, n: #usize) -> [Array<f64>, Array<f64>] {
//     discard %0
//     %1: [#usize, Array<f64>, Array<f64>] -o [Array<f64>, Array<f64>] = abstraction (i: #usize, u: Array<f64>, next: Array<f64>) -> [Array<f64>, Array<f64>] {
//       %0 = const 1: #usize
//       i.1, i.2 = copy i
//       i.3, i.4 = copy i.2
//       i.5, i.6 = copy i.4
//       %1 = add i.5, %0
//       u.1, %2 = get u, i.1
//       %3 = const 1: #usize
//       %4 = sub i.3, %3
//       u.2, %5 = get u.1, %4
//       u.3, %6 = get u.2, %1
//       %7 = const 0.1: f64
//       %8 = const 2.0: f64
//       %9, %10 = copy %2
//       %11 = mul %8, %10
//       %12 = sub %5, %11
//       %13 = add %12, %6
//       %14 = mul %7, %13
//       %15 = add %9, %14
//       next.1 = set next, i.6, %15
//       return u.3, next.1
//     }
//     %2 = const 1: #usize
//     %3 = sub n, %2
//     %4 = const 1: #usize
//     %5, %6 = fold<[#usize, Array<f64>, Array<f64>] -o [Array<f64>, Array<f64>], (), (Array<f64>, Array<f64>)> %4, %3, %1, u, next
//     return %6, %5
//   }
//   start.1, %2 = look start
//   %3, %4 = copy %2
//   n = look_len %4
//   n.1, n.2 = copy n
//   %5 = div n.2, %0
//   %6, %7 = copy %5
//   %8, %9 = copy %3
//   u = to_vec_look %9
//   next = to_vec_look %8
//   n.3, n.4 = copy n.1
//   %10 = const 0: #usize
//   %11, %12 = fold<[#usize, Array<f64>, Array<f64>, #usize] -o [Array<f64>, Array<f64>], (), (Array<f64>, Array<f64>)> %10, steps.1, %1, u, next, n.3
//   %13 = end %12
//   u.1, %14 = get %11, %6
//   %15 = end u.1
//   %16: [f64, Array<f64>] -o [Array<f64>] = abstraction [%0 = %15, %1 = %13, %2 = %7, steps = steps.2, n = n.4] (%3: f64, d_start: Array<f64>) -> Array<f64> {
//     d_u = zeros<Array<f64>> %0
//     %4 = zeros<Array<f64>> %1
//     %5 = add_again d_u, %2, %3
//     %6: [#usize, Array<f64>, Array<f64>, #usize] -o [Array<f64>, Array<f64>] = abstraction (%0: #usize, %1: Array<f64>, %2: Array<f64>, n: #usize) -> [Array<f64>, Array<f64>] {
//       %3: [#usize, Array<f64>, Array<f64>] -o [Array<f64>, Array<f64>] = abstraction (%0: #usize, d_u: Array<f64>, d_next: Array<f64>) -> [Array<f64>, Array<f64>] {
//         %1 = const 0.1: f64
//         %2, %3 = copy %0
//         %4, %5 = copy %3
//         d_next.1, %6 = take_again d_next, %4
//         %7, %8 = copy %6
//         %9 = mul %1, %8
//         %10, %11 = copy %9
//         %12, %13 = copy %2
//         %14 = const 1: #usize
//         %15 = add %13, %14
//         d_u.1 = add_again d_u, %15, %11
//         %16 = const 1: #usize
//         %17 = sub %12, %16
//         d_u.2 = add_again d_u.1, %17, %10
//         %18 = const 0.8: f64
//         %19 = mul %18, %7
//         d_u.3 = add_again d_u.2, %5, %19
//         return d_u.3, d_next.1
//       }
//       %4 = const 1: #usize
//       discard %0
//       %5 = const 1: #usize
//       %6 = sub n, %5
//       d_u, d_next = fold_down<[#usize, Array<f64>, Array<f64>] -o [Array<f64>, Array<f64>], (), (Array<f64>, Array<f64>)> %4, %6, %3, %2, %1
//       return d_u, d_next
//     }
//     %7 = const 0: #usize
//     d_u.1, d_next = fold_down<[#usize, Array<f64>, Array<f64>, #usize] -o [Array<f64>, Array<f64>], (), (Array<f64>, Array<f64>)> %7, steps, %6, %5, %4, n
//     d_start.1, %8 = add_all d_start, d_next
//     drop %8
//     d_start.2, %9 = add_all d_start.1, d_u.1
//     drop %9
//     return d_start.2
//   }
//   return %14, start.1, %16
// }

// ---- value and gradient, simplified

// net (start: Array<f64>, steps: #usize, d_start: Array<f64>) -> [f64, Array<f64>, Array<f64>] {
//   steps.1, steps.2 = copy steps
//   %0 = const 2: #usize
//   %1: [#usize, Array<f64>, Array<f64>, #usize] -o [Array<f64>, Array<f64>] = abstraction (%0: #usize, u: Array<f64>, next: Array<f64>, n: #usize) -> [Array<f64>, Array<f64>] {
//     discard %0
//     %1: [#usize, Array<f64>, Array<f64>] -o [Array<f64>, Array<f64>] = abstraction (i: #usize, u: Array<f64>, next: Array<f64>) -> [Array<f64>, Array<f64>] {
//       %0 = const 1: #usize
//       i.1, i.2 = copy i
//       i.3, i.4 = copy i.2
//       i.5, i.6 = copy i.4
//       %1 = add i.5, %0
//       u.1, %2 = get u, i.1
//       %3 = const 1: #usize
//       %4 = sub i.3, %3
//       u.2, %5 = get u.1, %4
//       u.3, %6 = get u.2, %1
//       %7 = const 0.1: f64
//       %8 = const 2.0: f64
//       %9, %10 = copy %2
//       %11 = mul %8, %10
//       %12 = sub %5, %11
//       %13 = add %12, %6
//       %14 = mul %7, %13
//       %15 = add %9, %14
//       next.1 = set next, i.6, %15
//       return u.3, next.1
//     }
//     %2 = const 1: #usize
//     %3 = sub n, %2
//     %4 = const 1: #usize
//     %5, %6 = fold<[#usize, Array<f64>, Array<f64>] -o [Array<f64>, Array<f64>], (), (Array<f64>, Array<f64>)> %4, %3, %1, u, next
//     return %6, %5
//   }
//   %2: [#usize, Array<f64>, Array<f64>, #usize] -o [Array<f64>, Array<f64>] = abstraction (%0: #usize, %1: Array<f64>, %2: Array<f64>, n: #usize) -> [Array<f64>, Array<f64>] {
//     %3: [#usize, Array<f64>, Array<f64>] -o [Array<f64>, Array<f64>] = abstraction (%0: #usize, d_u: Array<f64>, d_next: Array<f64>) -> [Array<f64>, Array<f64>] {
//       %1 = const 0.1: f64
//       %2, %3 = copy %0
//       %4, %5 = copy %3
//       d_next.1, %6 = take_again d_next, %4
//       %7, %8 = copy %6
//       %9 = mul %1, %8
//       %10, %11 = copy %9
//       %12, %13 = copy %2
//       %14 = const 1: #usize
//       %15 = add %13, %14
//       d_u.1 = add_again d_u, %15, %11
//       %16 = const 1: #usize
//       %17 = sub %12, %16
//       d_u.2 = add_again d_u.1, %17, %10
//       %18 = const 0.8: f64
//       %19 = mul %18, %7
//       d_u.3 = add_again d_u.2, %5, %19
//       return d_u.3, d_next.1
//     }
//     %4 = const 1: #usize
//     discard %0
//     %5 = const 1: #usize
//     %6 = sub n, %5
//     d_u, d_next = fold_down<[#usize, Array<f64>, Array<f64>] -o [Array<f64>, Array<f64>], (), (Array<f64>, Array<f64>)> %4, %6, %3, %2, %1
//     return d_u, d_next
//   }
//   %3 = const 0: #usize
//   start.1, %4 = look start
//   %5, %6 = copy %4
//   n = look_len %6
//   n.1, n.2 = copy n
//   %7 = div n.2, %0
//   %8, %9 = copy %7
//   %10, %11 = copy %5
//   u = to_vec_look %11
//   next = to_vec_look %10
//   n.3, n.4 = copy n.1
//   %12 = const 0: #usize
//   %13, %14 = fold<[#usize, Array<f64>, Array<f64>, #usize] -o [Array<f64>, Array<f64>], (), (Array<f64>, Array<f64>)> %12, steps.1, %1, u, next, n.3
//   %15 = end %14
//   u.1, %16 = get %13, %8
//   %17 = end u.1
//   d_u = zeros<Array<f64>> %17
//   %18 = zeros<Array<f64>> %15
//   %19 = const 1.0: f64
//   %20 = add_again d_u, %9, %19
//   d_u.1, d_next = fold_down<[#usize, Array<f64>, Array<f64>, #usize] -o [Array<f64>, Array<f64>], (), (Array<f64>, Array<f64>)> %3, steps.2, %2, %20, %18, n.4
//   d_start.1, %21 = add_all d_start, d_next
//   drop %21
//   d_start.2, %22 = add_all d_start.1, d_u.1
//   drop %22
//   return %16, start.1, d_start.2
// }

// ---- Rust

// /// The derivatives of [`heat`](fn@heat).
// struct heat {}
// #[cfg_attr(
//     clippy,
//     allow(clippy::all, clippy::pedantic, reason = "written by `backprop`")
// )]
// impl heat {
//     /// The gradient of [`heat`](fn@heat) with respect to `start`.
//     #[must_use]
//     #[inline]
//     fn grad<'backprop>(
//         start: &'backprop [f64],
//         steps: usize,
//     ) -> ::backprop::__private::Vec<f64> {
//         let _ = heat;
//         let mut d_start = ::backprop::__private::Shaped::zeros(start);
//         let (_, _) = Self::__accumulate(start, steps, &mut d_start);
//         d_start
//     }
//     /// The value of [`heat`](fn@heat), and its gradient with respect to `start`, in one pass.
//     #[must_use]
//     #[inline]
//     fn value_and_grad<'backprop>(
//         start: &'backprop [f64],
//         steps: usize,
//     ) -> (f64, ::backprop::__private::Vec<f64>) {
//         let _ = heat;
//         let mut d_start = ::backprop::__private::Shaped::zeros(start);
//         let (value, _) = Self::__accumulate(start, steps, &mut d_start);
//         (value, d_start)
//     }
//     /** Gives the value of [`heat`](fn@heat), and writes its gradient with respect to `start` to `d_start`.
//
//  # Panics
//  If a buffer is not as long as its array, before any work.*/
//     #[inline]
//     fn value_and_grad_into<'backprop>(
//         start: &'backprop [f64],
//         steps: usize,
//         d_start: &mut [f64],
//     ) -> f64 {
//         ::backprop::__private::same_length("start", start, d_start);
//         ::backprop::__private::clear(d_start);
//         let (value, _) = Self::__accumulate(start, steps, d_start);
//         value
//     }
//     /** Gives the value of [`heat`](fn@heat), and adds its gradient with respect to `start` to `d_start`.
//
//  # Panics
//  If a buffer is not as long as its array, before any work.*/
//     #[inline]
//     fn accumulate_grad<'backprop>(
//         start: &'backprop [f64],
//         steps: usize,
//         d_start: &mut [f64],
//     ) -> f64 {
//         ::backprop::__private::same_length("start", start, d_start);
//         let (value, _) = Self::__accumulate(start, steps, d_start);
//         value
//     }
//     /// Adds to the accumulators.
//     #[doc(hidden)]
//     #[inline]
//     fn __accumulate<'backprop>(
//         start: &'backprop [f64],
//         steps: usize,
//         d_start: &mut [f64],
//     ) -> (f64, ((),)) {
//         let _ = heat;
//         let n = start.len();
//         let value = n / 2;
//         let mut u = start.to_vec();
//         let mut next = start.to_vec();
//         for _ in 0..steps {
//             let end = n - 1;
//             let end_2 = ::backprop::__private::reach::end(
//                 1..end,
//                 [
//                     ::backprop::__private::reach::count(&u[..], 1..end, 0),
//                     ::backprop::__private::reach::count_before(&u[..], 1..end, 1),
//                     ::backprop::__private::reach::count(&u[..], 1..end, 1),
//                     ::backprop::__private::reach::count(&next[..], 1..end, 0),
//                 ],
//             );
//             let part = ::backprop::__private::reach::part(&u[..], 1..end_2);
//             let part_2 = ::backprop::__private::reach::part(
//                 &u[..],
//                 ::backprop::__private::reach::before(1..end_2, 1),
//             );
//             let part_3 = ::backprop::__private::reach::part(
//                 &u[..],
//                 ::backprop::__private::reach::after(1..end_2, 1),
//             );
//             let part_4 = ::backprop::__private::reach::part_mut(&mut next[..], 1..end_2);
//             for i in 1..end_2 {
//                 let u_element = part[i - 1];
//                 let u_element_2 = part_2[i - 1];
//                 let u_element_3 = part_3[i - 1];
//                 let sum = u_element
//                     + 0.1 * (u_element_2 - 2.0 * u_element + u_element_3);
//                 part_4[i - 1] = sum;
//             }
//             if end_2 < end {
//                 let _ = &u[end_2];
//                 let _ = &u[end_2 - 1];
//                 let _ = &u[1 + end_2];
//                 let _ = &next[end_2];
//                 ::backprop::__private::reach::out_of_bounds();
//             }
//             ::core::mem::swap(&mut u, &mut next);
//         }
//         let shape = ::backprop::__private::shape(&next);
//         let value_2 = u[value];
//         let mut d_u = ::backprop::__private::shape(&u).zeros();
//         let mut array = shape.zeros();
//         d_u[value] += 1.0;
//         for _ in 0..steps {
//             let end_3 = n - 1;
//             let cells = ::backprop::__private::reach::cells(&mut array[..]);
//             let part_5 = ::backprop::__private::reach::part_mut(&mut d_u[..], 1..end_3);
//             let part_6 = ::backprop::__private::reach::part(
//                 cells,
//                 ::backprop::__private::reach::after(1..end_3, 1),
//             );
//             let part_7 = ::backprop::__private::reach::part(
//                 cells,
//                 ::backprop::__private::reach::before(1..end_3, 1),
//             );
//             let part_8 = ::backprop::__private::reach::part(cells, 1..end_3);
//             for i_2 in (1..end_3).rev() {
//                 let taken = ::backprop::__private::take(&mut part_5[i_2 - 1]);
//                 let product = 0.1 * taken;
//                 part_6[i_2 - 1].set(part_6[i_2 - 1].get() + product);
//                 part_7[i_2 - 1].set(part_7[i_2 - 1].get() + product);
//                 part_8[i_2 - 1].set(part_8[i_2 - 1].get() + 0.8 * taken);
//             }
//             ::core::mem::swap(&mut d_u, &mut array);
//         }
//         ::backprop::__private::add_all(&mut *d_start, &array);
//         ::backprop::__private::add_all(&mut *d_start, &d_u);
//         (value_2, ((),))
//     }
//     /// The value of [`heat`](fn@heat), and the backpropagator: from the sensitivity of the value to that of `start`.
//     #[must_use]
//     #[inline]
//     fn vjp<'backprop>(
//         start: &'backprop [f64],
//         steps: usize,
//     ) -> (
//         f64,
//         impl ::core::ops::Fn(f64) -> ::backprop::__private::Vec<f64> + use<'backprop>,
//     ) {
//         let _: fn(
//             &[::core::primitive::f64],
//             ::core::primitive::usize,
//         ) -> ::core::primitive::f64 = heat;
//         let (value, back) = Self::__again(start, steps);
//         (
//             value,
//             move |d: f64| {
//                 let mut d_start = ::backprop::__private::Shaped::zeros(start);
//                 let _ = back((d, (start,), (&mut d_start,)));
//                 d_start
//             },
//         )
//     }
//     /// The adjoint, for callers that supply all arrays again.
//     #[doc(hidden)]
//     #[inline]
//     fn __again<'backprop>(
//         start: &'backprop [f64],
//         steps: usize,
//     ) -> (
//         f64,
//         impl ::core::ops::Fn((f64, (&[f64],), (&mut [f64],))) -> ((), ()) + use<>,
//     ) {
//         let _ = heat;
//         let _ = || {
//             ::backprop::__private::claims::same(
//                 std::mem::swap::<()>,
//                 ::core::mem::swap::<()>,
//             );
//         };
//         let n = start.len();
//         let value = n / 2;
//         let mut u = start.to_vec();
//         let mut next = start.to_vec();
//         for _ in 0..steps {
//             let end = n - 1;
//             let end_2 = ::backprop::__private::reach::end(
//                 1..end,
//                 [
//                     ::backprop::__private::reach::count(&u[..], 1..end, 0),
//                     ::backprop::__private::reach::count_before(&u[..], 1..end, 1),
//                     ::backprop::__private::reach::count(&u[..], 1..end, 1),
//                     ::backprop::__private::reach::count(&next[..], 1..end, 0),
//                 ],
//             );
//             let part = ::backprop::__private::reach::part(&u[..], 1..end_2);
//             let part_2 = ::backprop::__private::reach::part(
//                 &u[..],
//                 ::backprop::__private::reach::before(1..end_2, 1),
//             );
//             let part_3 = ::backprop::__private::reach::part(
//                 &u[..],
//                 ::backprop::__private::reach::after(1..end_2, 1),
//             );
//             let part_4 = ::backprop::__private::reach::part_mut(&mut next[..], 1..end_2);
//             for i in 1..end_2 {
//                 let u_element = part[i - 1];
//                 let u_element_2 = part_2[i - 1];
//                 let u_element_3 = part_3[i - 1];
//                 let sum = u_element
//                     + 0.1 * (u_element_2 - 2.0 * u_element + u_element_3);
//                 part_4[i - 1] = sum;
//             }
//             if end_2 < end {
//                 let _ = &u[end_2];
//                 let _ = &u[end_2 - 1];
//                 let _ = &u[1 + end_2];
//                 let _ = &next[end_2];
//                 ::backprop::__private::reach::out_of_bounds();
//             }
//             ::core::mem::swap(&mut u, &mut next);
//         }
//         let shape = ::backprop::__private::shape(&next);
//         let value_2 = u[value];
//         let shape_2 = ::backprop::__private::shape(&u);
//         (
//             value_2,
//             move |(d, (_,), (d_start,)): (f64, (&[f64],), (&mut [f64],))| {
//                 let mut d_u = shape_2.zeros();
//                 let mut array = shape.zeros();
//                 d_u[value] += d;
//                 for _ in 0..steps {
//                     let end_3 = n - 1;
//                     let cells = ::backprop::__private::reach::cells(&mut array[..]);
//                     let part_5 = ::backprop::__private::reach::part_mut(
//                         &mut d_u[..],
//                         1..end_3,
//                     );
//                     let part_6 = ::backprop::__private::reach::part(
//                         cells,
//                         ::backprop::__private::reach::after(1..end_3, 1),
//                     );
//                     let part_7 = ::backprop::__private::reach::part(
//                         cells,
//                         ::backprop::__private::reach::before(1..end_3, 1),
//                     );
//                     let part_8 = ::backprop::__private::reach::part(cells, 1..end_3);
//                     for i_2 in (1..end_3).rev() {
//                         let taken = ::backprop::__private::take(&mut part_5[i_2 - 1]);
//                         let product = 0.1 * taken;
//                         part_6[i_2 - 1].set(part_6[i_2 - 1].get() + product);
//                         part_7[i_2 - 1].set(part_7[i_2 - 1].get() + product);
//                         part_8[i_2 - 1].set(part_8[i_2 - 1].get() + 0.8 * taken);
//                     }
//                     ::core::mem::swap(&mut d_u, &mut array);
//                 }
//                 ::backprop::__private::add_all(&mut *d_start, &array);
//                 ::backprop::__private::add_all(&mut *d_start, &d_u);
//                 ((), ())
//             },
//         )
//     }
//     /// The adjoint.
//     #[doc(hidden)]
//     #[inline]
//     fn __derivative<'backprop>(
//         start: &'backprop [f64],
//         steps: usize,
//     ) -> (
//         f64,
//         impl ::core::ops::Fn((f64, (&[f64],), (&mut [f64],))) -> ((), ()) + use<>,
//     ) {
//         Self::__again(start, steps)
//     }
//     #[doc(hidden)]
//     #[inline]
//     fn __function<'backprop>(
//         __function: impl ::core::marker::Sized,
//     ) -> (
//         impl ::backprop::__private::FunctionOfArrays<
//             (
//                 ::backprop::__private::ByReference<[f64]>,
//                 ::backprop::__private::ByValue<usize>,
//             ),
//             Output = f64,
//             Backpropagator: ::core::ops::Fn(
//                     (f64, (&[f64],), (&mut [f64],)),
//                 ) -> ((), ((), ())),
//             Cotangent = (),
//         >,
//         impl ::core::marker::Sized,
//     ) {
//         (
//             ::backprop::__private::ClosureOfArrays::<
//                 (
//                     ::backprop::__private::ByReference<[f64]>,
//                     ::backprop::__private::ByValue<usize>,
//                 ),
//                 _,
//                 (),
//             >::new(move |(start, steps): (&[f64], usize)| {
//                 let (value, back) = Self::__derivative(start, steps);
//                 (value, move |d: (f64, (&[f64],), (&mut [f64],))| ((), back(d)))
//             }),
//             ::backprop::__private::claims::Pair(heat, __function),
//         )
//     }
//     #[doc(hidden)]
//     #[inline]
//     fn __constant<
//         'backprop,
//         __Function: ::core::ops::FnOnce(&'backprop [f64], usize) -> f64,
//     >(
//         __function: __Function,
//         __arguments: (&'backprop [f64], usize),
//     ) -> (f64, ::backprop::__private::claims::Pair<(), ()>) {
//         let __asked = ::backprop::__private::claims::Pair((), ());
//         let (start, steps) = __arguments;
//         (__function(start, steps), __asked)
//     }
//     #[doc(hidden)]
//     #[inline]
//     fn __of<__Function, __Derivative>(
//         __function: __Function,
//         _: __Derivative,
//     ) -> impl ::core::marker::Sized + use<__Function, __Derivative> {
//         ::backprop::__private::claims::Pair(heat, __function)
//     }
// }
