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

// net (start: Array<f64>, steps: #usize, %0: !) -> [f64, !, Array<f64>] {
//   start.1, n = len start
//   start.2, u = to_vec start.1
//   start.3, next = to_vec start.2
//   %1 = const 0: #usize
//   %2 = abstraction (%0: #usize, u: Array<f64>, next: Array<f64>, %1: !, n: #usize) -> [Array<f64>, Array<f64>, !] {
//     %2 = const 1: #usize
//     %3 = const 1: #usize
//     %4, %5 = ordered_sub n, %3, %1
//     %6 = abstraction (i: #usize, u: Array<f64>, next: Array<f64>, %0: !) -> [Array<f64>, Array<f64>, !] {
//       %1 = const 0.1: f64
//       %2 = const 1: #usize
//       i.1, i.2 = copy i
//       u.1, %3, %4 = get u, i.1, %0
//       %5 = const 2.0: f64
//       i.3, i.4 = copy i.2
//       %6, %7 = ordered_sub i.3, %2, %4
//       u.2, %8, %9 = get u.1, %6, %7
//       %10 = const 1: #usize
//       i.5, i.6 = copy i.4
//       u.3, %11, %12 = get u.2, i.5, %9
//       %13 = mul %5, %11
//       %14 = sub %8, %13
//       i.7, i.8 = copy i.6
//       %15, %16 = ordered_add i.7, %10, %12
//       u.4, %17, %18 = get u.3, %15, %16
//       %19 = add %14, %17
//       %20 = mul %1, %19
//       %21 = add %3, %20
//       next.1, %22 = set next, i.8, %21, %18
//       return u.4, next.1, %22
//     }
//     %7, %8, %9 = fold<[#usize, Array<f64>, Array<f64>, !] -o[] [Array<f64>, Array<f64>, !], (), (Array<f64>, Array<f64>, !)> %2, %4, %6, u, next, %5
//     discard %0
//     return %8, %7, %9
//   }
//   %3 = const 2: #usize
//   n.1, n.2 = copy n
//   %4, %5, %6 = fold<[#usize, Array<f64>, Array<f64>, !, #usize] -o[] [Array<f64>, Array<f64>, !], (), (Array<f64>, Array<f64>, !)> %1, steps, %2, u, next, %0, n.1
//   %7, %8 = ordered_div n.2, %3, %6
//   u.1, %9, %10 = get %4, %7, %8
//   drop %5
//   drop u.1
//   return %9, %10, start.3
// }

// ---- adjoint

// net (start: Array<f64>, steps: #usize, %0: !) -> [f64, !, Array<f64>, [f64, Array<f64>] -o[#_, #_, #usize, #usize, #usize, Tape<[Array<f64>, Array<f64>] -o~ [Array<f64>, Array<f64>]>] [Array<f64>]] {
//   steps.1, steps.2 = copy steps
//   %1 = const 2: #usize
//   %2: [#usize, Array<f64>, Array<f64>, !, #usize] -o[] [Array<f64>, Array<f64>, !, [Array<f64>, Array<f64>] -o~ [Array<f64>, Array<f64>]] = abstraction (%0: #usize, u: Array<f64>, next: Array<f64>, %1: !, n: #usize) -> [Array<f64>, Array<f64>, !, [Array<f64>, Array<f64>] -o[#usize, #usize, Tape<[Array<f64>, Array<f64>] -o~ [Array<f64>, Array<f64>]>] [Array<f64>, Array<f64>]] {
//     discard %0
//     %2: [#usize, Array<f64>, Array<f64>, !] -o[] [Array<f64>, Array<f64>, !, [Array<f64>, Array<f64>] -o~ [Array<f64>, Array<f64>]] = abstraction (i: #usize, u: Array<f64>, next: Array<f64>, %0: !) -> [Array<f64>, Array<f64>, !, [Array<f64>, Array<f64>] -o[#usize, f64, f64, f64, f64, f64, f64, f64, #usize, f64, f64, f64, f64, #usize, #usize, #usize] [Array<f64>, Array<f64>]] {
//       %1 = const 1: #usize
//       %2 = const 2.0: f64
//       %3, %4 = copy %2
//       i.1, i.2 = copy i
//       i.3, i.4 = copy i.2
//       i.5, i.6 = copy i.4
//       i.7, i.8 = copy i.6
//       i.9, i.10 = copy i.8
//       i.11, i.12 = copy i.5
//       i.13, i.14 = copy i.1
//       u.1, %5, %6 = get u, i.13, %0
//       %7, %8 = copy %5
//       %9 = const 1: #usize
//       %10, %11 = ordered_sub i.3, %9, %6
//       %12, %13 = copy %10
//       u.2, %14, %15 = get u.1, %12, %11
//       %16, %17 = copy %14
//       u.3, %18, %19 = get u.2, i.11, %15
//       %20, %21 = ordered_add i.7, %1, %19
//       %22, %23 = copy %20
//       u.4, %24, %25 = get u.3, %22, %21
//       %26, %27 = copy %24
//       %28, %29 = copy %18
//       %30 = mul %3, %28
//       %31, %32 = copy %30
//       %33 = sub %16, %31
//       %34, %35 = copy %33
//       %36 = add %34, %26
//       %37, %38 = copy %36
//       %39 = const 0.1: f64
//       %40, %41 = copy %39
//       %42 = mul %40, %37
//       %43, %44 = copy %42
//       %45 = add %7, %43
//       %46, %47 = copy %45
//       %48 = abstraction [i = i.10, %0 = %47, %1 = %8, %2 = %44, %3 = %41, %4 = %38, %5 = %35, %6 = %27, %7 = %23, %8 = %17, %9 = %32, %10 = %4, %11 = %29, i.1 = i.12, %12 = %13, i.2 = i.14] (d_u: Array<f64>, d_next: Array<f64>) -> [Array<f64>, Array<f64>] {
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
//       next.1, %49 = set next, i.9, %46, %25
//       return u.4, next.1, %49, %48
//     }
//     %3 = const 1: #usize
//     %4, %5 = ordered_sub n, %3, %1
//     %6, %7 = copy %4
//     %8 = const 1: #usize
//     %9, %10 = copy %8
//     %11, %12, %13, %14 = fold<[#usize, Array<f64>, Array<f64>, !] -o[] [Array<f64>, Array<f64>, !, [Array<f64>, Array<f64>] -o~ [Array<f64>, Array<f64>]], (), (Array<f64>, Array<f64>, !)> %9, %6, %2, u, next, %5
//     %15 = abstraction [%0 = %10, %1 = %7, %2 = %14] (%3: Array<f64>, %4: Array<f64>) -> [Array<f64>, Array<f64>] {
//       %5 = abstraction (%0: [Array<f64>, Array<f64>] -o~ [Array<f64>, Array<f64>], %1: #usize, %2: Array<f64>, %3: Array<f64>) -> [Array<f64>, Array<f64>] {
//         discard %1
//         %4, %5 = eval %0, %2, %3
//         return %4, %5
//       }
//       d_u, d_next = fold_down<[[Array<f64>, Array<f64>] -o~ [Array<f64>, Array<f64>], #usize, Array<f64>, Array<f64>] -o[] [Array<f64>, Array<f64>], ([Array<f64>, Array<f64>] -o~ [Array<f64>, Array<f64>]), (Array<f64>, Array<f64>)> %0, %1, %5, %2, %4, %3
//       return d_u, d_next
//     }
//     return %12, %11, %13, %15
//   }
//   %3 = const 0: #usize
//   %4, %5 = copy %3
//   start.1, n = len start
//   n.1, n.2 = copy n
//   start.2, u = to_vec start.1
//   start.3, next = to_vec start.2
//   %6, %7, %8, %9 = fold<[#usize, Array<f64>, Array<f64>, !, #usize] -o[] [Array<f64>, Array<f64>, !, [Array<f64>, Array<f64>] -o~ [Array<f64>, Array<f64>]], (), (Array<f64>, Array<f64>, !)> %4, steps.1, %2, u, next, %0, n.1
//   %10 = end %7
//   %11, %12 = ordered_div n.2, %1, %8
//   %13, %14 = copy %11
//   u.1, %15, %16 = get %6, %13, %12
//   %17 = end u.1
//   %18 = abstraction [%0 = %17, %1 = %10, %2 = %14, %3 = %5, steps = steps.2, %4 = %9] (%5: f64, d_start: Array<f64>) -> Array<f64> {
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
//   return %15, %16, start.3, %18
// }

// ---- simplified

// net (start: Array<f64>, steps: #usize, %0: !) -> [f64, !, Array<f64>, [f64, Array<f64>] -o [Array<f64>]] {
//   steps.1, steps.2 = copy steps
//   %1 = const 2: #usize
//   %2: [#usize, Array<f64>, Array<f64>, !, #usize] -o [Array<f64>, Array<f64>, !] = abstraction (%0: #usize, u: Array<f64>, next: Array<f64>, %1: !, n: #usize) -> [Array<f64>, Array<f64>, !] {
//     discard %0
//     %2: [#usize, Array<f64>, Array<f64>, !] -o [Array<f64>, Array<f64>, !] = abstraction (i: #usize, u: Array<f64>, next: Array<f64>, %0: !) -> [Array<f64>, Array<f64>, !] {
//       %1 = const 1: #usize
//       i.1, i.2 = copy i
//       i.3, i.4 = copy i.2
//       i.5, i.6 = copy i.4
//       u.1, %2, %3 = get u, i.1, %0
//       %4 = const 1: #usize
//       %5, %6 = ordered_sub i.3, %4, %3
//       u.2, %7, %8 = get u.1, %5, %6
//       %9, %10 = ordered_add i.5, %1, %8
//       u.3, %11, %12 = get u.2, %9, %10
//       %13 = const 0.1: f64
//       %14 = const 2.0: f64
//       %15, %16 = copy %2
//       %17 = mul %14, %16
//       %18 = sub %7, %17
//       %19 = add %18, %11
//       %20 = mul %13, %19
//       %21 = add %15, %20
//       next.1, %22 = set next, i.6, %21, %12
//       return u.3, next.1, %22
//     }
//     %3 = const 1: #usize
//     %4, %5 = ordered_sub n, %3, %1
//     %6 = const 1: #usize
//     %7, %8, %9 = fold<[#usize, Array<f64>, Array<f64>, !] -o [Array<f64>, Array<f64>, !], (), (Array<f64>, Array<f64>, !)> %6, %4, %2, u, next, %5
//     return %8, %7, %9
//   }
//   start.1, %3 = look start
//   %4, %5 = copy %3
//   n = look_len %5
//   n.1, n.2 = copy n
//   %6, %7 = copy %4
//   u = to_vec_look %7
//   next = to_vec_look %6
//   n.3, n.4 = copy n.1
//   %8 = const 0: #usize
//   %9, %10, %11 = fold<[#usize, Array<f64>, Array<f64>, !, #usize] -o [Array<f64>, Array<f64>, !], (), (Array<f64>, Array<f64>, !)> %8, steps.1, %2, u, next, %0, n.3
//   %12 = end %10
//   %13, %14 = ordered_div n.2, %1, %11
//   %15, %16 = copy %13
//   u.1, %17, %18 = get %9, %15, %14
//   %19 = end u.1
//   %20: [f64, Array<f64>] -o [Array<f64>] = abstraction [%0 = %19, %1 = %12, %2 = %16, steps = steps.2, n = n.4] (%3: f64, d_start: Array<f64>) -> Array<f64> {
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
//   return %17, %18, start.1, %20
// }

// ---- value and gradient, simplified

// net (start: Array<f64>, steps: #usize, %0: !, d_start: Array<f64>) -> [f64, !, Array<f64>, Array<f64>] {
//   steps.1, steps.2 = copy steps
//   %1 = const 2: #usize
//   %2: [#usize, Array<f64>, Array<f64>, !, #usize] -o [Array<f64>, Array<f64>, !] = abstraction (%0: #usize, u: Array<f64>, next: Array<f64>, %1: !, n: #usize) -> [Array<f64>, Array<f64>, !] {
//     discard %0
//     %2: [#usize, Array<f64>, Array<f64>, !] -o [Array<f64>, Array<f64>, !] = abstraction (i: #usize, u: Array<f64>, next: Array<f64>, %0: !) -> [Array<f64>, Array<f64>, !] {
//       %1 = const 1: #usize
//       i.1, i.2 = copy i
//       i.3, i.4 = copy i.2
//       i.5, i.6 = copy i.4
//       u.1, %2, %3 = get u, i.1, %0
//       %4 = const 1: #usize
//       %5, %6 = ordered_sub i.3, %4, %3
//       u.2, %7, %8 = get u.1, %5, %6
//       %9, %10 = ordered_add i.5, %1, %8
//       u.3, %11, %12 = get u.2, %9, %10
//       %13 = const 0.1: f64
//       %14 = const 2.0: f64
//       %15, %16 = copy %2
//       %17 = mul %14, %16
//       %18 = sub %7, %17
//       %19 = add %18, %11
//       %20 = mul %13, %19
//       %21 = add %15, %20
//       next.1, %22 = set next, i.6, %21, %12
//       return u.3, next.1, %22
//     }
//     %3 = const 1: #usize
//     %4, %5 = ordered_sub n, %3, %1
//     %6 = const 1: #usize
//     %7, %8, %9 = fold<[#usize, Array<f64>, Array<f64>, !] -o [Array<f64>, Array<f64>, !], (), (Array<f64>, Array<f64>, !)> %6, %4, %2, u, next, %5
//     return %8, %7, %9
//   }
//   %3: [#usize, Array<f64>, Array<f64>, #usize] -o [Array<f64>, Array<f64>] = abstraction (%0: #usize, %1: Array<f64>, %2: Array<f64>, n: #usize) -> [Array<f64>, Array<f64>] {
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
//   %4 = const 0: #usize
//   start.1, %5 = look start
//   %6, %7 = copy %5
//   n = look_len %7
//   n.1, n.2 = copy n
//   %8, %9 = copy %6
//   u = to_vec_look %9
//   next = to_vec_look %8
//   n.3, n.4 = copy n.1
//   %10 = const 0: #usize
//   %11, %12, %13 = fold<[#usize, Array<f64>, Array<f64>, !, #usize] -o [Array<f64>, Array<f64>, !], (), (Array<f64>, Array<f64>, !)> %10, steps.1, %2, u, next, %0, n.3
//   %14 = end %12
//   %15, %16 = ordered_div n.2, %1, %13
//   %17, %18 = copy %15
//   u.1, %19, %20 = get %11, %17, %16
//   %21 = end u.1
//   d_u = zeros<Array<f64>> %21
//   %22 = zeros<Array<f64>> %14
//   %23 = const 1.0: f64
//   %24 = add_again d_u, %18, %23
//   d_u.1, d_next = fold_down<[#usize, Array<f64>, Array<f64>, #usize] -o [Array<f64>, Array<f64>], (), (Array<f64>, Array<f64>)> %4, steps.2, %3, %24, %22, n.4
//   d_start.1, %25 = add_all d_start, d_next
//   drop %25
//   d_start.2, %26 = add_all d_start.1, d_u.1
//   drop %26
//   return %19, %20, start.1, d_start.2
// }

// ---- Rust

// /// The derivatives of [`heat`](fn@heat).
// struct heat {}
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
// impl heat {
//     /// The gradient of [`heat`](fn@heat) with respect to `start`.
//     #[must_use]
//     #[inline]
//     fn grad(start: &[f64], steps: usize) -> ::backprop::__private::Vec<f64> {
//         let _ = heat;
//         let mut d_start = ::backprop::__private::Shaped::__zeros(start);
//         let (_, _) = Self::__accumulate(start, steps, &mut d_start);
//         d_start
//     }
//     /// The value of [`heat`](fn@heat), and its gradient with respect to `start`, in one pass.
//     #[must_use]
//     #[inline]
//     fn value_and_grad(
//         start: &[f64],
//         steps: usize,
//     ) -> (f64, ::backprop::__private::Vec<f64>) {
//         let _ = heat;
//         let mut d_start = ::backprop::__private::Shaped::__zeros(start);
//         let (value, _) = Self::__accumulate(start, steps, &mut d_start);
//         (value, d_start)
//     }
//     /** Gives the value of [`heat`](fn@heat), and writes its gradient with respect to `start` to `d_start`.
//
//  # Panics
//  If a buffer is not as long as its array, before any work.*/
//     #[inline]
//     fn value_and_grad_into(start: &[f64], steps: usize, d_start: &mut [f64]) -> f64 {
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
//     fn accumulate_grad(start: &[f64], steps: usize, d_start: &mut [f64]) -> f64 {
//         ::backprop::__private::same_length("start", start, d_start);
//         let (value, _) = Self::__accumulate(start, steps, d_start);
//         value
//     }
//     /// Adds to the accumulators.
//     #[doc(hidden)]
//     #[inline]
//     fn __accumulate<'arrays>(
//         start: &'arrays [f64],
//         steps: usize,
//         d_start: &mut [f64],
//     ) -> (f64, ((),)) {
//         let _ = heat;
//         let n = start.len();
//         let mut u = start.to_vec();
//         let mut next = start.to_vec();
//         for _ in 0..steps {
//             let end = n - 1;
//             let end_2 = ::backprop::__private::reach::end(
//                 1..end,
//                 [
//                     ::backprop::__private::reach::count(&u[..], 1),
//                     ::backprop::__private::reach::count(&u[..], 0),
//                     ::backprop::__private::reach::count(&u[..], 2),
//                     ::backprop::__private::reach::count(&next[..], 1),
//                 ],
//             );
//             if 1 < end_2 {
//                 let turns = end_2 - 1;
//                 let part = ::backprop::__private::reach::part(&u[..], 1, turns);
//                 let part_2 = ::backprop::__private::reach::part(&u[..], 0, turns);
//                 let part_3 = ::backprop::__private::reach::part(&u[..], 2, turns);
//                 let part_4 = ::backprop::__private::reach::part_mut(
//                     &mut next[..],
//                     1,
//                     turns,
//                 );
//                 for turn in 0..turns {
//                     let u_element = part[turn];
//                     let u_element_2 = part_2[turn];
//                     let u_element_3 = part_3[turn];
//                     let sum = u_element
//                         + 0.1 * (u_element_2 - 2.0 * u_element + u_element_3);
//                     part_4[turn] = sum;
//                 }
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
//         let value = n / 2;
//         let value_2 = u[value];
//         let mut d_u = ::backprop::__private::shape(&u).zeros();
//         let mut array = shape.zeros();
//         d_u[value] += 1.0;
//         for _ in 0..steps {
//             let end_3 = n - 1;
//             if 1 < end_3 {
//                 let turns_2 = end_3 - 1;
//                 let part_5 = ::backprop::__private::reach::part_mut(
//                     &mut d_u[..],
//                     1,
//                     turns_2,
//                 );
//                 let cells = ::backprop::__private::reach::cells(&mut array[..]);
//                 let part_6 = ::backprop::__private::reach::part(cells, 2, turns_2);
//                 let part_7 = ::backprop::__private::reach::part(cells, 0, turns_2);
//                 let part_8 = ::backprop::__private::reach::part(cells, 1, turns_2);
//                 for turn_2 in (0..turns_2).rev() {
//                     let taken = ::backprop::__private::take(&mut part_5[turn_2]);
//                     let product = 0.1 * taken;
//                     part_6[turn_2].set(part_6[turn_2].get() + product);
//                     part_7[turn_2].set(part_7[turn_2].get() + product);
//                     part_8[turn_2].set(part_8[turn_2].get() + 0.8 * taken);
//                 }
//             }
//             ::core::mem::swap(&mut d_u, &mut array);
//         }
//         ::backprop::__private::add_all(&mut *d_start, &array);
//         ::backprop::__private::add_all(&mut *d_start, &d_u);
//         (value_2, ((),))
//     }
//     /// The value of [`heat`](fn@heat), and its backpropagator, which takes the sensitivity of the value and gives the gradient with respect to `start`.
//     #[must_use]
//     #[inline]
//     fn vjp<'arrays>(
//         start: &'arrays [f64],
//         steps: usize,
//     ) -> (
//         f64,
//         impl ::core::ops::Fn(f64) -> ::backprop::__private::Vec<f64> + use<'arrays>,
//     ) {
//         let _: fn(
//             &[::core::primitive::f64],
//             ::core::primitive::usize,
//         ) -> ::core::primitive::f64 = heat;
//         let (value, back) = Self::__again(start, steps);
//         (
//             value,
//             move |d: f64| {
//                 let mut d_start = ::backprop::__private::Shaped::__zeros(start);
//                 let _ = back((d, (start,), (&mut d_start,)));
//                 d_start
//             },
//         )
//     }
//     /// The adjoint, for callers that supply all arrays again.
//     #[doc(hidden)]
//     #[inline]
//     fn __again<'arrays>(
//         start: &'arrays [f64],
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
//             let _ = || {
//                 use ::backprop::__private::claims::hidden::methods::to_vec as _;
//                 let mut receiver = ::backprop::__private::claims::hidden::vector();
//                 ::backprop::__private::claims::hidden::not_hidden(receiver.to_vec());
//                 let mut receiver = ::backprop::__private::claims::hidden::array();
//                 ::backprop::__private::claims::hidden::not_hidden(receiver.to_vec());
//             };
//         };
//         let n = start.len();
//         let mut u = start.to_vec();
//         let mut next = start.to_vec();
//         for _ in 0..steps {
//             let end = n - 1;
//             let end_2 = ::backprop::__private::reach::end(
//                 1..end,
//                 [
//                     ::backprop::__private::reach::count(&u[..], 1),
//                     ::backprop::__private::reach::count(&u[..], 0),
//                     ::backprop::__private::reach::count(&u[..], 2),
//                     ::backprop::__private::reach::count(&next[..], 1),
//                 ],
//             );
//             if 1 < end_2 {
//                 let turns = end_2 - 1;
//                 let part = ::backprop::__private::reach::part(&u[..], 1, turns);
//                 let part_2 = ::backprop::__private::reach::part(&u[..], 0, turns);
//                 let part_3 = ::backprop::__private::reach::part(&u[..], 2, turns);
//                 let part_4 = ::backprop::__private::reach::part_mut(
//                     &mut next[..],
//                     1,
//                     turns,
//                 );
//                 for turn in 0..turns {
//                     let u_element = part[turn];
//                     let u_element_2 = part_2[turn];
//                     let u_element_3 = part_3[turn];
//                     let sum = u_element
//                         + 0.1 * (u_element_2 - 2.0 * u_element + u_element_3);
//                     part_4[turn] = sum;
//                 }
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
//         let value = n / 2;
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
//                     if 1 < end_3 {
//                         let turns_2 = end_3 - 1;
//                         let part_5 = ::backprop::__private::reach::part_mut(
//                             &mut d_u[..],
//                             1,
//                             turns_2,
//                         );
//                         let cells = ::backprop::__private::reach::cells(&mut array[..]);
//                         let part_6 = ::backprop::__private::reach::part(
//                             cells,
//                             2,
//                             turns_2,
//                         );
//                         let part_7 = ::backprop::__private::reach::part(
//                             cells,
//                             0,
//                             turns_2,
//                         );
//                         let part_8 = ::backprop::__private::reach::part(
//                             cells,
//                             1,
//                             turns_2,
//                         );
//                         for turn_2 in (0..turns_2).rev() {
//                             let taken = ::backprop::__private::take(&mut part_5[turn_2]);
//                             let product = 0.1 * taken;
//                             part_6[turn_2].set(part_6[turn_2].get() + product);
//                             part_7[turn_2].set(part_7[turn_2].get() + product);
//                             part_8[turn_2].set(part_8[turn_2].get() + 0.8 * taken);
//                         }
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
//     fn __adjoint<'arrays>(
//         start: &'arrays [f64],
//         steps: usize,
//     ) -> (
//         f64,
//         impl ::core::ops::Fn((f64, (&[f64],), (&mut [f64],))) -> ((), ()) + use<>,
//     ) {
//         Self::__again(start, steps)
//     }
//     /// The adjoint, for callers that want back what was in the arrays that are changed.
//     #[doc(hidden)]
//     #[inline]
//     fn __restoring<'arrays>(
//         start: &'arrays [f64],
//         steps: usize,
//     ) -> (
//         f64,
//         impl ::core::ops::Fn((f64, (&[f64],), (&mut [f64],))) -> ((), ()) + use<>,
//     ) {
//         Self::__again(start, steps)
//     }
//     /// The adjoint, for callers that have no contents of arrays again.
//     #[doc(hidden)]
//     #[inline]
//     fn __keeping<'arrays>(
//         start: &'arrays [f64],
//         steps: usize,
//     ) -> (
//         f64,
//         impl ::core::ops::Fn((f64, (&[f64],), (&mut [f64],))) -> ((), ()) + use<>,
//     ) {
//         Self::__again(start, steps)
//     }
//     #[doc(hidden)]
//     #[inline]
//     fn __function<'arrays>(
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
//                 let (value, back) = Self::__adjoint(start, steps);
//                 (value, move |d: (f64, (&[f64],), (&mut [f64],))| ((), back(d)))
//             }),
//             ::backprop::__private::claims::Pair(heat, __function),
//         )
//     }
//     #[doc(hidden)]
//     #[inline]
//     fn __constant<
//         'arrays,
//         __Function: ::core::ops::FnOnce(&'arrays [f64], usize) -> f64,
//     >(
//         __function: __Function,
//         __arguments: (&'arrays [f64], usize),
//     ) -> (f64, ::backprop::__private::claims::Pair<(), ()>) {
//         let __asked = ::backprop::__private::claims::Pair((), ());
//         let (start, steps) = __arguments;
//         (__function(start, steps), __asked)
//     }
//     #[doc(hidden)]
//     const __derivative: ::core::primitive::usize = 0;
//     #[doc(hidden)]
//     #[inline]
//     fn __of<__Function, __Derivative>(
//         __function: __Function,
//         _: __Derivative,
//     ) -> impl ::core::marker::Sized + use<__Function, __Derivative> {
//         ::backprop::__private::claims::Pair(heat, __function)
//     }
//     #[doc(hidden)]
//     const __calls_in_a_circle: ::core::primitive::usize = 0;
// }
