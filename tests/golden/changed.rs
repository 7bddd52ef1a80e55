//! Calls that change a part of an array in a loop: its accumulator is lent in the reverse pass, and nothing is supplied again.

#[differentiable]
fn step(state: &mut [f64], dt: f64) {
    for i in 1..state.len() {
        state[i] += dt * state[i - 1] * state[i];
    }
}

#[differentiable]
fn last(x: &[f64], dt: f64, turns: usize) -> f64 {
    let mut y = x.to_vec();
    for _ in 0..turns {
        step(&mut y[1..], dt);
    }
    y[x.len() - 1]
}

// ---- net

// net (x: Array<f64>, dt: f64, turns: #usize, %0: !) -> [f64, !, Array<f64>] {
//   x.1, y = to_vec x
//   %1 = const 0: #usize
//   %2 = abstraction (%0: #usize, y: Array<f64>, %1: !, dt: f64) -> [Array<f64>, !] {
//     %2 = const 1: #usize
//     y.1, %3 = len y
//     %4 = function step@0: [f64, Array<f64>, !] -o[] [?_, Array<f64>, !]
//     %5, %6 = copy %2
//     %7, %8 = copy %3
//     %9, %10, %11 = split_at_r y.1, %5, %7, %1
//     %12, %13, %14 = eval %4, dt, %9, %11
//     y.2 = join_again_at_r %13, %10, %6, %8
//     discard %0
//     discard %12
//     return y.2, %14
//   }
//   %3, %4 = fold<[#usize, Array<f64>, !, f64] -o[] [Array<f64>, !], (), (Array<f64>, !)> %1, turns, %2, y, %0, dt
//   x.2, %5 = len x.1
//   %6 = const 1: #usize
//   %7, %8 = ordered_sub %5, %6, %4
//   y.1, %9, %10 = get %3, %7, %8
//   drop y.1
//   return %9, %10, x.2
// }

// ---- adjoint

// net (x: Array<f64>, dt: f64, turns: #usize, %0: !) -> [f64, !, Array<f64>, [f64, Array<f64>] -o[#_, #usize, #usize, #usize, Tape<[Array<f64>] -o~ [Array<f64>, f64]>] [Array<f64>, f64]] {
//   %1 = const 1: #usize
//   turns.1, turns.2 = copy turns
//   %2: [#usize, Array<f64>, !, f64] -o[] [Array<f64>, !, [Array<f64>] -o~ [Array<f64>, f64]] = abstraction (%0: #usize, y: Array<f64>, %1: !, dt: f64) -> [Array<f64>, !, [Array<f64>] -o[#usize, #usize, [?_', Array<f64>] -o~ [f64, Array<f64>], #usize, #usize] [Array<f64>, f64]] {
//     discard %0
//     %2 = adjoint_function step@0: [f64, Array<f64>, !] -o[] [?_, Array<f64>, !]
//     y.1, %3 = len y
//     %4, %5 = copy %3
//     %6, %7 = copy %5
//     %8, %9 = copy %4
//     %10 = const 1: #usize
//     %11, %12 = copy %10
//     %13, %14 = copy %12
//     %15, %16 = copy %11
//     %17, %18, %19 = split_at_r y.1, %15, %8, %1
//     %20, %21, %22, %23 = eval %2, dt, %17, %19
//     %24 = abstraction [%0 = %14, %1 = %7, %2 = %23, %3 = %16, %4 = %9] (d_y: Array<f64>) -> [Array<f64>, f64] {
//       %5 = zero: ?_'
//       %6, %7 = split_again_at_r d_y, %0, %1
//       d_dt, %8 = eval %2, %5, %6
//       d_y.1 = join_again_at_r %8, %7, %3, %4
//       return d_y.1, d_dt
//     }
//     discard %20
//     y.2 = join_again_at_r %21, %18, %13, %6
//     return y.2, %22, %24
//   }
//   %3 = const 0: #usize
//   %4, %5 = copy %3
//   x.1, y = to_vec x
//   x.2, %6 = len x.1
//   %7, %8, %9 = fold<[#usize, Array<f64>, !, f64] -o[] [Array<f64>, !, [Array<f64>] -o~ [Array<f64>, f64]], (), (Array<f64>, !)> %4, turns.1, %2, y, %0, dt
//   %10, %11 = ordered_sub %6, %1, %8
//   %12, %13 = copy %10
//   y.1, %14, %15 = get %7, %12, %11
//   %16 = end y.1
//   %17 = abstraction [%0 = %16, %1 = %13, %2 = %5, turns = turns.2, %3 = %9] (%4: f64, d_x: Array<f64>) -> [Array<f64>, f64] {
//     d_y = zeros<Array<f64>> %0
//     %5 = add_again d_y, %1, %4
//     %6 = abstraction (%0: [Array<f64>] -o~ [Array<f64>, f64], %1: #usize, %2: Array<f64>, %3: f64) -> [Array<f64>, f64] {
//       discard %1
//       %4, %5 = eval %0, %2
//       %6 = plus %3, %5
//       return %4, %6
//     }
//     %7 = zero: f64
//     d_y.1, d_dt = fold_down<[[Array<f64>] -o~ [Array<f64>, f64], #usize, Array<f64>, f64] -o[] [Array<f64>, f64], ([Array<f64>] -o~ [Array<f64>, f64]), (Array<f64>, f64)> %2, turns, %6, %3, %5, %7
//     d_x.1, %8 = add_all d_x, d_y.1
//     drop %8
//     return d_x.1, d_dt
//   }
//   return %14, %15, x.2, %17
// }

// ---- simplified

// net (x: Array<f64>, dt: f64, turns: #usize, %0: !) -> [f64, !, Array<f64>, [f64, Array<f64>] -o [Array<f64>, f64]] {
//   %1 = const 1: #usize
//   turns.1, turns.2 = copy turns
//   %2: [#usize, Array<f64>, !, f64] -o [Array<f64>, !, #usize, [?_', Array<f64>] -o~ [f64, Array<f64>]] = abstraction (%0: #usize, y: Array<f64>, %1: !, dt: f64) -> [Array<f64>, !, #usize, [?_', Array<f64>] -o~ [f64, Array<f64>]] {
//     discard %0
//     %2: [f64, Array<f64>, !] -o [?_, Array<f64>, !, [?_', Array<f64>] -o~ [f64, Array<f64>]] = adjoint_function step@0: [f64, Array<f64>, !] -o[] [?_, Array<f64>, !]
//     y.1, %3 = len y
//     %4, %5 = copy %3
//     %6, %7 = copy %5
//     %8 = const 1: #usize
//     %9, %10, %11 = split_at_r y.1, %8, %4, %1
//     %12, %13, %14, %15 = eval %2, dt, %9, %11
//     discard %12
//     %16 = const 1: #usize
//     y.2 = join_again_at_r %13, %10, %16, %6
//     return y.2, %14, %7, %15
//   }
//   x.1, %3 = look x
//   %4, %5 = copy %3
//   y = to_vec_look %5
//   %6 = look_len %4
//   %7 = const 0: #usize
//   %8, %9, %10, %11 = fold<[#usize, Array<f64>, !, f64] -o [Array<f64>, !, #usize, [?_', Array<f64>] -o~ [f64, Array<f64>]], (), (Array<f64>, !)> %7, turns.1, %2, y, %0, dt
//   %12, %13 = ordered_sub %6, %1, %9
//   %14, %15 = copy %12
//   y.1, %16, %17 = get %8, %14, %13
//   %18 = end y.1
//   %19: [f64, Array<f64>] -o [Array<f64>, f64] = abstraction [%0 = %18, %1 = %15, turns = turns.2, %2 = %10, %3 = %11] (%4: f64, d_x: Array<f64>) -> [Array<f64>, f64] {
//     d_y = zeros<Array<f64>> %0
//     %5 = add_again d_y, %1, %4
//     %6: [#usize, [?_', Array<f64>] -o~ [f64, Array<f64>], #usize, Array<f64>, f64] -o [Array<f64>, f64] = abstraction (%0: #usize, %1: [?_', Array<f64>] -o~ [f64, Array<f64>], %2: #usize, d_y: Array<f64>, %3: f64) -> [Array<f64>, f64] {
//       %4 = zero: ?_'
//       %5 = const 1: #usize
//       %6 = const 1: #usize
//       %7, %8 = copy %0
//       %9, %10 = split_again_at_r d_y, %5, %7
//       d_dt, %11 = eval %1, %4, %9
//       %12 = plus %3, d_dt
//       d_y.1 = join_again_at_r %11, %10, %6, %8
//       discard %2
//       return d_y.1, %12
//     }
//     %7 = zero: f64
//     %8 = const 0: #usize
//     d_y.1, d_dt = fold_down<[#usize, [?_', Array<f64>] -o~ [f64, Array<f64>], #usize, Array<f64>, f64] -o [Array<f64>, f64], (#usize, [?_', Array<f64>] -o~ [f64, Array<f64>]), (Array<f64>, f64)> %8, turns, %6, %2, %3, %5, %7
//     d_x.1, %9 = add_all d_x, d_y.1
//     drop %9
//     return d_x.1, d_dt
//   }
//   return %16, %17, x.1, %19
// }

// ---- value and gradient, simplified

// net (x: Array<f64>, dt: f64, turns: #usize, %0: !, d_x: Array<f64>) -> [f64, !, Array<f64>, Array<f64>, f64] {
//   %1 = const 1: #usize
//   turns.1, turns.2 = copy turns
//   %2: [#usize, Array<f64>, !, f64] -o [Array<f64>, !, #usize, [?_', Array<f64>] -o~ [f64, Array<f64>]] = abstraction (%0: #usize, y: Array<f64>, %1: !, dt: f64) -> [Array<f64>, !, #usize, [?_', Array<f64>] -o~ [f64, Array<f64>]] {
//     discard %0
//     %2: [f64, Array<f64>, !] -o [?_, Array<f64>, !, [?_', Array<f64>] -o~ [f64, Array<f64>]] = adjoint_function step@0: [f64, Array<f64>, !] -o[] [?_, Array<f64>, !]
//     y.1, %3 = len y
//     %4, %5 = copy %3
//     %6, %7 = copy %5
//     %8 = const 1: #usize
//     %9, %10, %11 = split_at_r y.1, %8, %4, %1
//     %12, %13, %14, %15 = eval %2, dt, %9, %11
//     discard %12
//     %16 = const 1: #usize
//     y.2 = join_again_at_r %13, %10, %16, %6
//     return y.2, %14, %7, %15
//   }
//   %3: [#usize, [?_', Array<f64>] -o~ [f64, Array<f64>], #usize, Array<f64>, f64] -o [Array<f64>, f64] = abstraction (%0: #usize, %1: [?_', Array<f64>] -o~ [f64, Array<f64>], %2: #usize, d_y: Array<f64>, %3: f64) -> [Array<f64>, f64] {
//     %4 = zero: ?_'
//     %5 = const 1: #usize
//     %6 = const 1: #usize
//     %7, %8 = copy %0
//     %9, %10 = split_again_at_r d_y, %5, %7
//     d_dt, %11 = eval %1, %4, %9
//     %12 = plus %3, d_dt
//     d_y.1 = join_again_at_r %11, %10, %6, %8
//     discard %2
//     return d_y.1, %12
//   }
//   %4 = zero: f64
//   %5 = const 0: #usize
//   x.1, %6 = look x
//   %7, %8 = copy %6
//   y = to_vec_look %8
//   %9 = look_len %7
//   %10 = const 0: #usize
//   %11, %12, %13, %14 = fold<[#usize, Array<f64>, !, f64] -o [Array<f64>, !, #usize, [?_', Array<f64>] -o~ [f64, Array<f64>]], (), (Array<f64>, !)> %10, turns.1, %2, y, %0, dt
//   %15, %16 = ordered_sub %9, %1, %12
//   %17, %18 = copy %15
//   y.1, %19, %20 = get %11, %17, %16
//   %21 = end y.1
//   d_y = zeros<Array<f64>> %21
//   %22 = const 1.0: f64
//   %23 = add_again d_y, %18, %22
//   d_y.1, d_dt = fold_down<[#usize, [?_', Array<f64>] -o~ [f64, Array<f64>], #usize, Array<f64>, f64] -o [Array<f64>, f64], (#usize, [?_', Array<f64>] -o~ [f64, Array<f64>]), (Array<f64>, f64)> %5, turns.2, %3, %13, %14, %23, %4
//   d_x.1, %24 = add_all d_x, d_y.1
//   drop %24
//   return %19, %20, x.1, d_x.1, d_dt
// }

// ---- Rust

// /// The derivatives of [`last`](fn@last).
// struct last {}
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
// impl last {
//     /// The gradient of [`last`](fn@last) with respect to `x` and `dt`.
//     #[must_use]
//     #[inline]
//     fn grad(x: &[f64], dt: f64, turns: usize) -> (::backprop::__private::Vec<f64>, f64) {
//         let _ = last;
//         let mut d_x = ::backprop::__private::Shaped::__zeros(x);
//         let (_, gradient) = Self::__accumulate(x, dt, turns, &mut d_x);
//         (d_x, gradient.1)
//     }
//     /// The value of [`last`](fn@last), and its gradient with respect to `x` and `dt`, in one pass.
//     #[must_use]
//     #[inline]
//     fn value_and_grad(
//         x: &[f64],
//         dt: f64,
//         turns: usize,
//     ) -> (f64, (::backprop::__private::Vec<f64>, f64)) {
//         let _ = last;
//         let mut d_x = ::backprop::__private::Shaped::__zeros(x);
//         let (value, gradient) = Self::__accumulate(x, dt, turns, &mut d_x);
//         (value, (d_x, gradient.1))
//     }
//     /** Gives the value of [`last`](fn@last), and writes its gradient with respect to `x` and `dt` to `d_x` and `d_dt`.
//
//  # Panics
//  If a buffer is not as long as its array, before any work.*/
//     #[inline]
//     fn value_and_grad_into(
//         x: &[f64],
//         dt: f64,
//         turns: usize,
//         d_x: &mut [f64],
//         d_dt: &mut f64,
//     ) -> f64 {
//         ::backprop::__private::same_length("x", x, d_x);
//         ::backprop::__private::clear(d_x);
//         let (value, gradient) = Self::__accumulate(x, dt, turns, d_x);
//         *d_dt = gradient.1;
//         value
//     }
//     /** Gives the value of [`last`](fn@last), and adds its gradient with respect to `x` and `dt` to `d_x` and `d_dt`.
//
//  # Panics
//  If a buffer is not as long as its array, before any work.*/
//     #[inline]
//     fn accumulate_grad(
//         x: &[f64],
//         dt: f64,
//         turns: usize,
//         d_x: &mut [f64],
//         d_dt: &mut f64,
//     ) -> f64 {
//         ::backprop::__private::same_length("x", x, d_x);
//         let (value, gradient) = Self::__accumulate(x, dt, turns, d_x);
//         *d_dt += gradient.1;
//         value
//     }
//     /// Adds to the accumulators.
//     #[doc(hidden)]
//     #[inline]
//     fn __accumulate<'arrays>(
//         x: &'arrays [f64],
//         dt: f64,
//         turns: usize,
//         d_x: &mut [f64],
//     ) -> (f64, ((), f64)) {
//         let _ = last;
//         let written = ::backprop::__private::claims::Written::<
//             { Self::__calls_in_a_circle },
//         >;
//         let x = written.as_is(x);
//         let dt = written.as_is(dt);
//         let turns = written.as_is(turns);
//         let d_x = written.as_is(d_x);
//         let mut y = x.to_vec();
//         let mut tape = ::backprop::__private::Kept::new();
//         let mut tape_2 = ::backprop::__private::Tape::new();
//         for _ in 0..turns {
//             let len = y.len();
//             let _ = &y[1..len];
//             let (_, back_step) = written
//                 .as_is(
//                     ({
//                         use ::backprop::__private::probe::*;
//                         {
//                             use step as function_without_differentiable;
//                             written
//                                 .if_marked(
//                                     function_without_differentiable::__derivative,
//                                     function_without_differentiable::__adjoint,
//                                 )
//                         }
//                     }),
//                 )(&mut y[1..len], dt);
//             tape.push(len);
//             tape_2.push(move |a, a_2: &mut [f64]| back_step((a, (), (a_2,))).1);
//         }
//         let value = x.len() - 1;
//         let value_2 = y[value];
//         let mut d_y = written.as_is(::backprop::__private::shape(&y)).zeros();
//         d_y[value] += 1.0;
//         let mut entries = tape.entries();
//         let mut entries_2 = tape_2.entries();
//         let mut state = 0.0_f64;
//         for _ in 0..turns {
//             let entry = *entries.last();
//             let entry_2 = entries_2.last();
//             let d_dt = entry_2(::backprop::Cotangent::neutral(), &mut d_y[1..entry]);
//             state = state + d_dt;
//         }
//         ::backprop::__private::add_all(&mut *d_x, written.as_is(&d_y));
//         (value_2, ((), state))
//     }
//     /// The value of [`last`](fn@last), and its backpropagator, which takes the sensitivity of the value and gives the gradient with respect to `x` and `dt`.
//     #[must_use]
//     #[inline]
//     fn vjp<'arrays>(
//         x: &'arrays [f64],
//         dt: f64,
//         turns: usize,
//     ) -> (
//         f64,
//         impl ::core::ops::Fn(
//             f64,
//         ) -> (::backprop::__private::Vec<f64>, f64) + use<'arrays>,
//     ) {
//         let _: fn(
//             &[::core::primitive::f64],
//             ::core::primitive::f64,
//             ::core::primitive::usize,
//         ) -> ::core::primitive::f64 = last;
//         let (value, back) = Self::__again(x, dt, turns);
//         (
//             value,
//             move |d: f64| {
//                 let mut d_x = ::backprop::__private::Shaped::__zeros(x);
//                 let gradient = back((d, (x,), (&mut d_x,)));
//                 (d_x, gradient.1)
//             },
//         )
//     }
//     /// The adjoint, for callers that supply all arrays again.
//     #[doc(hidden)]
//     #[inline]
//     fn __again<'arrays>(
//         x: &'arrays [f64],
//         dt: f64,
//         turns: usize,
//     ) -> (
//         f64,
//         impl ::core::ops::Fn((f64, (&[f64],), (&mut [f64],))) -> ((), f64, ()) + use<>,
//     ) {
//         let _ = last;
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
//         let dt = written.as_is(dt);
//         let turns = written.as_is(turns);
//         let mut y = x.to_vec();
//         let mut tape = ::backprop::__private::Kept::new();
//         let mut tape_2 = ::backprop::__private::Tape::new();
//         for _ in 0..turns {
//             let len = y.len();
//             let _ = &y[1..len];
//             let (_, back_step) = written
//                 .as_is(
//                     ({
//                         use ::backprop::__private::probe::*;
//                         {
//                             use step as function_without_differentiable;
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
//                 )(&mut y[1..len], dt);
//             tape.push(len);
//             tape_2.push(move |a, a_2: &mut [f64]| back_step((a, (), (a_2,))).1);
//         }
//         let value = x.len() - 1;
//         let value_2 = y[value];
//         let shape = written.as_is(::backprop::__private::shape(&y));
//         (
//             value_2,
//             move |(d, (_,), (d_x,)): (f64, (&[f64],), (&mut [f64],))| {
//                 let d_x = written.as_is(d_x);
//                 let mut d_y = shape.zeros();
//                 d_y[value] += d;
//                 let mut entries = tape.entries();
//                 let mut entries_2 = tape_2.entries();
//                 let mut state = 0.0_f64;
//                 for _ in 0..turns {
//                     let entry = *entries.last();
//                     let entry_2 = entries_2.last();
//                     let d_dt = entry_2(
//                         ::backprop::Cotangent::neutral(),
//                         &mut d_y[1..entry],
//                     );
//                     state = state + d_dt;
//                 }
//                 ::backprop::__private::add_all(&mut *d_x, written.as_is(&d_y));
//                 ((), state, ())
//             },
//         )
//     }
//     /// The adjoint.
//     #[doc(hidden)]
//     #[inline]
//     fn __adjoint<'arrays>(
//         x: &'arrays [f64],
//         dt: f64,
//         turns: usize,
//     ) -> (
//         f64,
//         impl ::core::ops::Fn((f64, (&[f64],), (&mut [f64],))) -> ((), f64, ()) + use<>,
//     ) {
//         Self::__again(x, dt, turns)
//     }
//     /// The adjoint, for callers that want back what was in the arrays that are changed.
//     #[doc(hidden)]
//     #[inline]
//     fn __restoring<'arrays>(
//         x: &'arrays [f64],
//         dt: f64,
//         turns: usize,
//     ) -> (
//         f64,
//         impl ::core::ops::Fn((f64, (&[f64],), (&mut [f64],))) -> ((), f64, ()) + use<>,
//     ) {
//         Self::__again(x, dt, turns)
//     }
//     /// The adjoint, for callers that have no contents of arrays again.
//     #[doc(hidden)]
//     #[inline]
//     fn __keeping<'arrays>(
//         x: &'arrays [f64],
//         dt: f64,
//         turns: usize,
//     ) -> (
//         f64,
//         impl ::core::ops::Fn((f64, (&[f64],), (&mut [f64],))) -> ((), f64, ()) + use<>,
//     ) {
//         Self::__again(x, dt, turns)
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
//                 ::backprop::__private::ByValue<usize>,
//             ),
//             Output = f64,
//             Backpropagator: ::core::ops::Fn(
//                     (f64, (&[f64],), (&mut [f64],)),
//                 ) -> ((), ((), f64, ())),
//             Cotangent = (),
//         >,
//         impl ::core::marker::Sized,
//     ) {
//         (
//             ::backprop::__private::ClosureOfArrays::<
//                 (
//                     ::backprop::__private::ByReference<[f64]>,
//                     ::backprop::__private::ByValue<f64>,
//                     ::backprop::__private::ByValue<usize>,
//                 ),
//                 _,
//                 (),
//             >::new(move |(x, dt, turns): (&[f64], f64, usize)| {
//                 let (value, back) = Self::__adjoint(x, dt, turns);
//                 (value, move |d: (f64, (&[f64],), (&mut [f64],))| ((), back(d)))
//             }),
//             ::backprop::__private::claims::Pair(last, __function),
//         )
//     }
//     #[doc(hidden)]
//     #[inline]
//     fn __constant<
//         'arrays,
//         __Function: ::core::ops::FnOnce(&'arrays [f64], f64, usize) -> f64,
//     >(
//         __function: __Function,
//         __arguments: (&'arrays [f64], f64, usize),
//     ) -> (f64, ::backprop::__private::claims::Pair<(), ()>) {
//         let __asked = ::backprop::__private::claims::Pair((), ());
//         let (x, dt, turns) = __arguments;
//         (__function(x, dt, turns), __asked)
//     }
//     #[doc(hidden)]
//     const __derivative: ::core::primitive::usize = 0;
//     #[doc(hidden)]
//     #[inline]
//     fn __of<__Function, __Derivative>(
//         __function: __Function,
//         _: __Derivative,
//     ) -> impl ::core::marker::Sized + use<__Function, __Derivative> {
//         ::backprop::__private::claims::Pair(last, __function)
//     }
//     #[doc(hidden)]
//     const __calls_in_a_circle: ::core::primitive::usize = {
//         let _: fn(&[f64], f64, usize) -> f64 = |x: &[f64], dt: f64, turns: usize| -> f64 {
//             let mut y = x.to_vec();
//             for _ in 0..turns {
//                 step(&mut y[1..], dt);
//             }
//             y[x.len() - 1]
//         };
//         0
//             + ({
//                 use ::backprop::__private::probe::*;
//                 {
//                     use step as function_without_differentiable;
//                     function_without_differentiable::__calls_in_a_circle
//                 }
//             })
//     };
// }
