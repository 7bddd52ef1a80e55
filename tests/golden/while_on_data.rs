#[differentiable]
fn root(a: f64, tolerance: f64) -> f64 {
    let mut x = a;
    let mut turns = 0;
    while (x * x - a).abs() > tolerance {
        x = 0.5 * (x + a / x);
        turns += 1;
        if turns == 50 {
            break;
        }
    }
    x
}

// ---- net

// net (a: f64, tolerance: f64, %0: !) -> [f64, !] {
//   turns = foreign number@0 -> #_9
//   a.1, a.2 = copy a
//   a.3, a.4 = copy a.2
//   %1 = mul a.1, a.3
//   %2 = abstraction (go_on: #bool, x: f64, turns: #_9, %0: !, %1: f64, tolerance: f64) -> [#bool, f64, #_9, !] {
//     %2 = const 0.5: f64
//     x.1, x.2 = copy x
//     %3 = const 1: #_9
//     turns.1, %4 = ordered_add turns, %3, %0
//     %5 = const 50: #_9
//     %6 = abstraction () -> [] {
//       %0 = const true: #bool
//       discard %0
//       return
//     }
//     %7 = abstraction () -> [] {
//       return
//     }
//     %8 = abstraction (%0: f64, %1: f64, %2: f64) -> #bool {
//       %3 = const false: #bool
//       discard %0
//       discard %1
//       discard %2
//       return %3
//     }
//     %9 = abstraction (x: f64, %0: f64, tolerance: f64) -> #bool {
//       x.1, x.2 = copy x
//       %1 = mul x.1, x.2
//       %2 = sub %1, %0
//       %3 = abs %2
//       %4 = gt %3, tolerance
//       return %4
//     }
//     %10, %11 = copy %1
//     %12 = div %10, x.1
//     %13 = add x.2, %12
//     x.3 = mul %2, %13
//     x.4, x.5 = copy x.3
//     turns.2, turns.3 = copy turns.1
//     %14 = eq turns.2, %5
//     %15, %16 = copy %14
//     cond %15, %6, %7
//     %17 = cond %16, %8, %9, x.4, %11, tolerance
//     discard go_on
//     return %17, x.5, turns.3, %4
//   }
//   a.5, a.6 = copy a.4
//   %3 = sub %1, a.5
//   %4 = abs %3
//   a.7, a.8 = copy a.6
//   tolerance.1, tolerance.2 = copy tolerance
//   %5 = gt %4, tolerance.1
//   %6, %7, %8, %9, %10 = loop<[#bool, f64, #_9, !, f64, f64] -o[] [#bool, f64, #_9, !], (), (#bool, f64, #_9, !)> %2, %5, a.7, turns, %0, a.8, tolerance.2
//   discard %6
//   discard %8
//   discard %10
//   return %7, %9
// }

// ---- adjoint

// net (a: f64, tolerance: f64, %0: !) -> [f64, !, [f64] -o[#usize, Tape<[f64] -o~ [f64, f64, f64]>, f64, f64, f64, f64, f64] [f64, f64]] {
//   tolerance.1, tolerance.2 = copy tolerance
//   %1: [#bool, f64, #_9, !, f64, f64] -o[] [#bool, f64, #_9, !, [f64] -o~ [f64, f64, f64]] = abstraction (go_on: #bool, x: f64, turns: #_9, %0: !, %1: f64, tolerance: f64) -> [#bool, f64, #_9, !, [f64] -o[[] -o~ [f64, f64, f64], [] -o~ [], f64, f64, f64, f64, f64, f64] [f64, f64, f64]] {
//     discard go_on
//     %2, %3 = copy %1
//     %4, %5 = copy %2
//     %6: [f64, f64, f64] -o[] [#bool, [] -o~ [f64, f64, f64]] = abstraction (x: f64, %0: f64, tolerance: f64) -> [#bool, [] -o[f64, f64, f64, f64, f64] [f64, f64, f64]] {
//       %1, %2 = copy %0
//       x.1, x.2 = copy x
//       x.3, x.4 = copy x.1
//       x.5, x.6 = copy x.2
//       %3 = mul x.3, x.5
//       %4, %5 = copy %3
//       %6 = sub %4, %1
//       %7, %8 = copy %6
//       %9 = abstraction [%0 = %8, %1 = %5, %2, x = x.4, x.1 = x.6] () -> [f64, f64, f64] {
//         %3 = zero: f64
//         d_tolerance = zero: f64
//         %4 = const 0.0: f64
//         %5 = const 1.0: f64
//         %6, %7 = copy %0
//         %8 = abs %6
//         %9 = gt %8, %4
//         %10, %11 = copy %7
//         %12 = copysign %5, %10
//         %13, %14 = copy %3
//         %15 = mul %12, %13
//         %16 = mul %11, %14
//         %17 = select %9, %15, %16
//         %18, %19 = copy %17
//         %20 = neg %18
//         discard %1
//         discard %2
//         %21, %22 = copy %19
//         %23 = mul x.1, %21
//         %24 = mul x, %22
//         d_x = plus %23, %24
//         return d_x, %20, d_tolerance
//       }
//       %10 = abs %7
//       %11 = gt %10, tolerance
//       return %11, %9
//     }
//     %7: [f64, f64, f64] -o[] [#bool, [] -o~ [f64, f64, f64]] = abstraction (%0: f64, %1: f64, %2: f64) -> [#bool, [] -o[] [f64, f64, f64]] {
//       %3 = abstraction () -> [f64, f64, f64] {
//         %0 = zero: f64
//         %1 = zero: f64
//         %2 = zero: f64
//         return %2, %1, %0
//       }
//       discard %2
//       discard %1
//       discard %0
//       %4 = const false: #bool
//       return %4, %3
//     }
//     %8: [] -o[] [[] -o~ []] = abstraction () -> [] -o[] [] {
//       %0 = abstraction () -> [] {
//         return
//       }
//       return %0
//     }
//     %9: [] -o[] [[] -o~ []] = abstraction () -> [] -o[] [] {
//       %0 = abstraction () -> [] {
//         return
//       }
//       %1 = const true: #bool
//       discard %1
//       return %0
//     }
//     %10 = const 50: #_9
//     %11 = const 1: #_9
//     turns.1, %12 = ordered_add turns, %11, %0
//     turns.2, turns.3 = copy turns.1
//     %13 = eq turns.2, %10
//     %14, %15 = copy %13
//     %16 = cond %14, %9, %8
//     x.1, x.2 = copy x
//     x.3, x.4 = copy x.2
//     x.5, x.6 = copy x.1
//     %17 = div %4, x.5
//     %18, %19 = copy %17
//     %20 = add x.3, %18
//     %21, %22 = copy %20
//     %23 = const 0.5: f64
//     %24, %25 = copy %23
//     x.7 = mul %24, %21
//     x.8, x.9 = copy x.7
//     %26, %27 = cond %15, %7, %6, x.8, %3, tolerance
//     %28 = abstraction [%0 = %27, %1 = %16, %2 = %25, %3 = %22, x = x.4, %4 = %19, %5, x.1 = x.6] (%6: f64) -> [f64, f64, f64] {
//       %7, %8, d_tolerance = eval %0
//       eval %1
//       d_x = plus %7, %6
//       d_x.1, d_x.2 = copy d_x
//       %9 = mul %3, d_x.1
//       %10 = mul %2, d_x.2
//       %11, %12 = copy %10
//       discard x
//       discard %4
//       x.2, x.3 = copy x.1
//       %13 = div %5, x.2
//       %14 = div %12, x.3
//       %15, %16 = copy %14
//       %17 = mul %15, %13
//       %18 = neg %17
//       %19 = plus %16, %8
//       d_x.3 = plus %18, %11
//       discard %9
//       return d_x.3, %19, d_tolerance
//     }
//     return %26, x.9, turns.3, %12, %28
//   }
//   a.1, a.2 = copy a
//   a.3, a.4 = copy a.1
//   a.5, a.6 = copy a.2
//   a.7, a.8 = copy a.6
//   a.9, a.10 = copy a.8
//   a.11, a.12 = copy a.7
//   a.13, a.14 = copy a.5
//   %2 = mul a.3, a.13
//   %3, %4 = copy %2
//   %5 = sub %3, a.11
//   %6, %7 = copy %5
//   %8 = abs %6
//   %9 = gt %8, tolerance.1
//   turns = foreign number@0 -> #_9
//   %10, %11, %12, %13, %14, %15 = loop<[#bool, f64, #_9, !, f64, f64] -o[] [#bool, f64, #_9, !, [f64] -o~ [f64, f64, f64]], (), (#bool, f64, #_9, !)> %1, %9, a.9, turns, %0, a.10, tolerance.2
//   discard %12
//   discard %10
//   %16, %17 = copy %14
//   %18 = abstraction [%0 = %17, %1 = %15, %2 = %7, %3 = %4, a = a.12, a.1 = a.4, a.2 = a.14] (%4: f64) -> [f64, f64] {
//     %5 = const 0: #usize
//     %6 = abstraction (%0: [f64] -o~ [f64, f64, f64], %1: #usize, %2: f64, %3: f64, %4: f64) -> [f64, f64, f64] {
//       discard %1
//       %5, %6, %7 = eval %0, %2
//       %8 = plus %3, %6
//       %9 = plus %4, %7
//       return %5, %8, %9
//     }
//     %7 = zero: f64
//     %8 = zero: f64
//     %9, %10, %11 = fold_down<[[f64] -o~ [f64, f64, f64], #usize, f64, f64, f64] -o[] [f64, f64, f64], ([f64] -o~ [f64, f64, f64]), (f64, f64, f64)> %5, %0, %6, %1, %4, %7, %8
//     %12 = zero: f64
//     %13 = zero: f64
//     d_tolerance = plus %13, %11
//     %14 = plus %9, %10
//     %15 = const 0.0: f64
//     %16 = const 1.0: f64
//     %17, %18 = copy %2
//     %19 = abs %17
//     %20 = gt %19, %15
//     %21, %22 = copy %18
//     %23 = copysign %16, %21
//     %24, %25 = copy %12
//     %26 = mul %23, %24
//     %27 = mul %22, %25
//     %28 = select %20, %26, %27
//     %29, %30 = copy %28
//     %31 = neg %29
//     discard %3
//     discard a
//     %32 = plus %31, %14
//     %33, %34 = copy %30
//     %35 = mul a.2, %33
//     %36 = mul a.1, %34
//     %37 = plus %36, %32
//     d_a = plus %35, %37
//     return d_a, d_tolerance
//   }
//   discard %16
//   return %11, %13, %18
// }

// ---- simplified

// net (a: f64, tolerance: f64, %0: !) -> [f64, !, [f64] -o [f64, f64]] {
//   tolerance.1, tolerance.2 = copy tolerance
//   %1: [#bool, f64, #_9, !, f64, f64] -o [#bool, f64, #_9, !, f64, f64] = abstraction (go_on: #bool, x: f64, turns: #_9, %0: !, %1: f64, tolerance: f64) -> [#bool, f64, #_9, !, f64, f64] {
//     discard go_on
//     %2, %3 = copy %1
//     %4: [f64, f64, f64] -o [#bool] = abstraction (x: f64, %0: f64, tolerance: f64) -> #bool {
//       x.1, x.2 = copy x
//       %1 = mul x.1, x.2
//       %2 = sub %1, %0
//       %3 = abs %2
//       %4 = gt %3, tolerance
//       return %4
//     }
//     %5: [f64, f64, f64] -o [#bool] = abstraction (%0: f64, %1: f64, %2: f64) -> #bool {
//       discard %2
//       discard %1
//       discard %0
//       %3 = const false: #bool
//       return %3
//     }
//     %6 = const 50: #_9
//     %7 = const 1: #_9
//     turns.1, %8 = ordered_add turns, %7, %0
//     turns.2, turns.3 = copy turns.1
//     %9 = eq turns.2, %6
//     x.1, x.2 = copy x
//     x.3, x.4 = copy x.1
//     %10 = div %2, x.3
//     %11 = const 0.5: f64
//     %12, %13 = copy %10
//     %14 = add x.2, %12
//     x.5 = mul %11, %14
//     x.6, x.7 = copy x.5
//     %15 = cond %9, %5, %4, x.6, %3, tolerance
//     return %15, x.7, turns.3, %8, x.4, %13
//   }
//   a.1, a.2 = copy a
//   a.3, a.4 = copy a.2
//   a.5, a.6 = copy a.4
//   a.7, a.8 = copy a.6
//   %2 = mul a.1, a.3
//   %3 = sub %2, a.5
//   %4 = abs %3
//   %5 = gt %4, tolerance.1
//   turns = foreign number@0 -> #_9
//   %6, %7, %8, %9, %10, x, %11 = loop<[#bool, f64, #_9, !, f64, f64] -o [#bool, f64, #_9, !, f64, f64], (), (#bool, f64, #_9, !)> %1, %5, a.7, turns, %0, a.8, tolerance.2
//   %12: [f64] -o [f64, f64] = abstraction [%0 = %10, x, %1 = %11] (%2: f64) -> [f64, f64] {
//     %3 = const 0: #usize
//     %4: [f64, f64, #usize, f64, f64] -o [f64, f64] = abstraction (x: f64, %0: f64, %1: #usize, d_x: f64, %2: f64) -> [f64, f64] {
//       %3 = const 0.5: f64
//       %4 = mul %3, d_x
//       %5, %6 = copy %4
//       %7 = div %6, x
//       %8, %9 = copy %7
//       %10 = plus %2, %9
//       discard %1
//       %11 = mul %8, %0
//       d_x.1 = sub %5, %11
//       return d_x.1, %10
//     }
//     %5 = zero: f64
//     %6, %7 = fold_down<[f64, f64, #usize, f64, f64] -o [f64, f64], (f64, f64), (f64, f64)> %3, %0, %4, x, %1, %2, %5
//     d_a = plus %6, %7
//     d_tolerance = zero: f64
//     return d_a, d_tolerance
//   }
//   discard %8
//   discard %6
//   return %7, %9, %12
// }

// ---- value and gradient, simplified

// net (a: f64, tolerance: f64, %0: !) -> [f64, !, f64, f64] {
//   tolerance.1, tolerance.2 = copy tolerance
//   %1: [#bool, f64, #_9, !, f64, f64] -o [#bool, f64, #_9, !, f64, f64] = abstraction (go_on: #bool, x: f64, turns: #_9, %0: !, %1: f64, tolerance: f64) -> [#bool, f64, #_9, !, f64, f64] {
//     discard go_on
//     %2, %3 = copy %1
//     %4: [f64, f64, f64] -o [#bool] = abstraction (x: f64, %0: f64, tolerance: f64) -> #bool {
//       x.1, x.2 = copy x
//       %1 = mul x.1, x.2
//       %2 = sub %1, %0
//       %3 = abs %2
//       %4 = gt %3, tolerance
//       return %4
//     }
//     %5: [f64, f64, f64] -o [#bool] = abstraction (%0: f64, %1: f64, %2: f64) -> #bool {
//       discard %2
//       discard %1
//       discard %0
//       %3 = const false: #bool
//       return %3
//     }
//     %6 = const 50: #_9
//     %7 = const 1: #_9
//     turns.1, %8 = ordered_add turns, %7, %0
//     turns.2, turns.3 = copy turns.1
//     %9 = eq turns.2, %6
//     x.1, x.2 = copy x
//     x.3, x.4 = copy x.1
//     %10 = div %2, x.3
//     %11 = const 0.5: f64
//     %12, %13 = copy %10
//     %14 = add x.2, %12
//     x.5 = mul %11, %14
//     x.6, x.7 = copy x.5
//     %15 = cond %9, %5, %4, x.6, %3, tolerance
//     return %15, x.7, turns.3, %8, x.4, %13
//   }
//   a.1, a.2 = copy a
//   a.3, a.4 = copy a.2
//   a.5, a.6 = copy a.4
//   a.7, a.8 = copy a.6
//   %2 = mul a.1, a.3
//   %3 = sub %2, a.5
//   %4 = abs %3
//   %5 = gt %4, tolerance.1
//   turns = foreign number@0 -> #_9
//   %6, %7, %8, %9, %10, x, %11 = loop<[#bool, f64, #_9, !, f64, f64] -o [#bool, f64, #_9, !, f64, f64], (), (#bool, f64, #_9, !)> %1, %5, a.7, turns, %0, a.8, tolerance.2
//   discard %8
//   discard %6
//   %12 = const 0: #usize
//   %13: [f64, f64, #usize, f64, f64] -o [f64, f64] = abstraction (x: f64, %0: f64, %1: #usize, d_x: f64, %2: f64) -> [f64, f64] {
//     %3 = const 0.5: f64
//     %4 = mul %3, d_x
//     %5, %6 = copy %4
//     %7 = div %6, x
//     %8, %9 = copy %7
//     %10 = plus %2, %9
//     discard %1
//     %11 = mul %8, %0
//     d_x.1 = sub %5, %11
//     return d_x.1, %10
//   }
//   %14 = zero: f64
//   d_tolerance = zero: f64
//   %15 = const 1.0: f64
//   %16, %17 = fold_down<[f64, f64, #usize, f64, f64] -o [f64, f64], (f64, f64), (f64, f64)> %12, %10, %13, x, %11, %15, %14
//   d_a = plus %16, %17
//   return %7, %9, d_a, d_tolerance
// }

// ---- Rust

// /// The derivatives of [`root`](fn@root).
// struct root {}
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
// impl root {
//     /// The gradient of [`root`](fn@root) with respect to `a` and `tolerance`.
//     #[must_use]
//     #[inline]
//     fn grad(a: f64, tolerance: f64) -> (f64, f64) {
//         let _ = root;
//         Self::value_and_grad(a, tolerance).1
//     }
//     /// The value of [`root`](fn@root), and its gradient with respect to `a` and `tolerance`, in one pass.
//     #[must_use]
//     #[inline]
//     fn value_and_grad(a: f64, tolerance: f64) -> (f64, (f64, f64)) {
//         let _ = root;
//         let written = ::backprop::__private::claims::Written::<
//             { Self::__calls_in_a_circle },
//         >;
//         let a = written.as_is(a);
//         let tolerance = written.as_is(tolerance);
//         let turns = 0;
//         let mut go_on = (a * a - a).abs() > tolerance;
//         let mut x = a;
//         let mut turns_2 = turns;
//         let mut turns_3 = 0_usize;
//         let mut tape = ::backprop::__private::Kept::new();
//         while go_on {
//             let turns_4 = turns_2 + 1;
//             let quotient = a / x;
//             let x_2 = 0.5_f64 * (x + quotient);
//             let value = if turns_4 == 50 {
//                 false
//             } else {
//                 (x_2 * x_2 - a).abs() > tolerance
//             };
//             tape.push((x, quotient));
//             (go_on, x, turns_2) = (value, x_2, turns_4);
//             turns_3 += 1;
//         }
//         let mut entries = tape.entries();
//         let mut d_x = 1.0_f64;
//         let mut state = 0.0_f64;
//         for _ in 0..turns_3 {
//             let (x_3, entry) = *entries.last();
//             let product = 0.5_f64 * d_x;
//             let quotient_2 = product / x_3;
//             (d_x, state) = (product - quotient_2 * entry, state + quotient_2);
//         }
//         (x, (d_x + state, 0.0))
//     }
//     /// Gives the value of [`root`](fn@root), and writes its gradient with respect to `a` and `tolerance` to `d_a` and `d_tolerance`.
//     #[inline]
//     fn value_and_grad_into(
//         a: f64,
//         tolerance: f64,
//         d_a: &mut f64,
//         d_tolerance: &mut f64,
//     ) -> f64 {
//         let (value, gradient) = Self::value_and_grad(a, tolerance);
//         *d_a = gradient.0;
//         *d_tolerance = gradient.1;
//         value
//     }
//     /// Gives the value of [`root`](fn@root), and adds its gradient with respect to `a` and `tolerance` to `d_a` and `d_tolerance`.
//     #[inline]
//     fn accumulate_grad(
//         a: f64,
//         tolerance: f64,
//         d_a: &mut f64,
//         d_tolerance: &mut f64,
//     ) -> f64 {
//         let (value, gradient) = Self::value_and_grad(a, tolerance);
//         *d_a += gradient.0;
//         *d_tolerance += gradient.1;
//         value
//     }
//     /// The value of [`root`](fn@root), and its backpropagator, which takes the sensitivity of the value and gives the gradient with respect to `a` and `tolerance`.
//     #[must_use]
//     #[inline]
//     fn vjp(
//         a: f64,
//         tolerance: f64,
//     ) -> (f64, impl ::core::ops::Fn(f64) -> (f64, f64) + use<>) {
//         let _: fn(
//             ::core::primitive::f64,
//             ::core::primitive::f64,
//         ) -> ::core::primitive::f64 = root;
//         let written = ::backprop::__private::claims::Written::<
//             { Self::__calls_in_a_circle },
//         >;
//         let a = written.as_is(a);
//         let tolerance = written.as_is(tolerance);
//         let turns = 0;
//         let mut go_on = (a * a - a).abs() > tolerance;
//         let mut x = a;
//         let mut turns_2 = turns;
//         let mut turns_3 = 0_usize;
//         let mut tape = ::backprop::__private::Kept::new();
//         while go_on {
//             let turns_4 = turns_2 + 1;
//             let quotient = a / x;
//             let x_2 = 0.5_f64 * (x + quotient);
//             let value = if turns_4 == 50 {
//                 false
//             } else {
//                 (x_2 * x_2 - a).abs() > tolerance
//             };
//             tape.push((x, quotient));
//             (go_on, x, turns_2) = (value, x_2, turns_4);
//             turns_3 += 1;
//         }
//         (
//             x,
//             move |d: f64| {
//                 let mut entries = tape.entries();
//                 let mut d_x = d;
//                 let mut state = 0.0_f64;
//                 for _ in 0..turns_3 {
//                     let (x_3, entry) = *entries.last();
//                     let product = 0.5_f64 * d_x;
//                     let quotient_2 = product / x_3;
//                     (d_x, state) = (product - quotient_2 * entry, state + quotient_2);
//                 }
//                 (d_x + state, 0.0)
//             },
//         )
//     }
//     /// The adjoint.
//     #[doc(hidden)]
//     #[inline]
//     fn __adjoint(
//         a: f64,
//         tolerance: f64,
//     ) -> (f64, impl ::core::ops::Fn(f64) -> (f64, f64) + use<>) {
//         Self::vjp(a, tolerance)
//     }
//     /// The adjoint, for callers that have no contents of arrays again.
//     #[doc(hidden)]
//     #[inline]
//     fn __keeping(
//         a: f64,
//         tolerance: f64,
//     ) -> (f64, impl ::core::ops::Fn(f64) -> (f64, f64) + use<>) {
//         Self::__adjoint(a, tolerance)
//     }
//     #[doc(hidden)]
//     #[inline]
//     fn __function(
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
//             ::backprop::__private::Closure::new(move |(a, tolerance): (f64, f64)| {
//                 let (value, back) = Self::__adjoint(a, tolerance);
//                 (value, move |d| ((), back(d)))
//             }),
//             ::backprop::__private::claims::Pair(root, __function),
//         )
//     }
//     #[doc(hidden)]
//     #[inline]
//     fn __constant<__Function: ::core::ops::FnOnce(f64, f64) -> f64>(
//         __function: __Function,
//         __arguments: (f64, f64),
//     ) -> (f64, ::backprop::__private::claims::Pair<(), ()>) {
//         let __asked = ::backprop::__private::claims::Pair((), ());
//         let (a, tolerance) = __arguments;
//         (__function(a, tolerance), __asked)
//     }
//     #[doc(hidden)]
//     const __derivative: ::core::primitive::usize = 0;
//     #[doc(hidden)]
//     #[inline]
//     fn __of<__Function, __Derivative>(
//         __function: __Function,
//         _: __Derivative,
//     ) -> impl ::core::marker::Sized + use<__Function, __Derivative> {
//         ::backprop::__private::claims::Pair(root, __function)
//     }
//     #[doc(hidden)]
//     const __calls_in_a_circle: ::core::primitive::usize = {
//         let _: fn(f64, f64) -> f64 = |a: f64, tolerance: f64| -> f64 {
//             let mut x = a;
//             let mut turns = 0;
//             while (x * x - a).abs() > tolerance {
//                 x = 0.5 * (x + a / x);
//                 turns += 1;
//                 if turns == 50 {
//                     break;
//                 }
//             }
//             x
//         };
//         0
//     };
// }
