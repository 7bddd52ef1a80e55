//! Calls of a function of slices, with a local array and with one array twice: contents are supplied again, and added to in place.

#[differentiable]
fn energy(x: &[f64], k: f64) -> f64 {
    let mut y = vec![0.0; x.len()];
    for i in 0..x.len() {
        y[i] = k * x[i] * x[i];
    }
    dot(&y, x) + dot(x, x)
}

// ---- net

// net (x: Array<f64>, k: f64, %0: !) -> [f64, !, Array<f64>] {
//   %1 = const 0.0: f64
//   x.1, %2 = len x
//   y = new<Array<f64>, Array<f64>> %1, %2
//   %3 = const 0: #usize
//   x.2, %4 = len x.1
//   %5 = abstraction (i: #usize, x: Array<f64>, y: Array<f64>, %0: !, k: f64) -> [Array<f64>, Array<f64>, !] {
//     i.1, i.2 = copy i
//     x.1, %1, %2 = get x, i.1, %0
//     %3 = mul k, %1
//     i.3, i.4 = copy i.2
//     x.2, %4, %5 = get x.1, i.3, %2
//     %6 = mul %3, %4
//     y.1, %7 = set y, i.4, %6, %5
//     return x.2, y.1, %7
//   }
//   %6, %7, %8 = fold<[#usize, Array<f64>, Array<f64>, !, f64] -o[] [Array<f64>, Array<f64>, !], (), (Array<f64>, Array<f64>, !)> %3, %4, %5, x.2, y, %0, k
//   %9, %10 = look %7
//   %11, %12 = look %6
//   %13 = function dot@0: [Look<f64>, Look<f64>, !, Array<f64>, Array<f64>] -o[] [f64, !, Array<f64>, Array<f64>]
//   %14, %15, y.1, x.3 = eval %13, %10, %12, %8, %9, %11
//   %16, %17 = look x.3
//   %18, %19 = lane %16
//   %20 = function dot@1: [Look<f64>, Look<f64>, !, Array<f64>, Array<f64>] -o[] [f64, !, Array<f64>, Array<f64>]
//   %21, %22 = copy %17
//   %23, %24, x.4, %25 = eval %20, %21, %22, %15, %18, %19
//   drop %25
//   %26 = add %14, %23
//   drop y.1
//   return %26, %24, x.4
// }

// ---- adjoint

// net (x: Array<f64>, k: f64, %0: !) -> [f64, !, Array<f64>, [f64, Array<f64>] -o[#_, f64, f64, #_, [Look<f64>, Look<f64>, f64, Array<f64>, Array<f64>] -o~ [Array<f64>, Array<f64>], Look<f64>, Look<f64>, [Look<f64>, Look<f64>, f64, Array<f64>, Array<f64>] -o~ [Array<f64>, Array<f64>], Look<f64>, Look<f64>, #usize, #usize, Tape<[Array<f64>, Array<f64>] -o~ [Array<f64>, Array<f64>, f64]>, f64, #usize] [Array<f64>, f64]] {
//   %1 = adjoint_function dot@1: [Look<f64>, Look<f64>, !, Array<f64>, Array<f64>] -o[] [f64, !, Array<f64>, Array<f64>]
//   %2 = adjoint_function dot@0: [Look<f64>, Look<f64>, !, Array<f64>, Array<f64>] -o[] [f64, !, Array<f64>, Array<f64>]
//   %3: [#usize, Array<f64>, Array<f64>, !, f64] -o[] [Array<f64>, Array<f64>, !, [Array<f64>, Array<f64>] -o~ [Array<f64>, Array<f64>, f64]] = abstraction (i: #usize, x: Array<f64>, y: Array<f64>, %0: !, k: f64) -> [Array<f64>, Array<f64>, !, [Array<f64>, Array<f64>] -o[#usize, f64, f64, f64, #usize, f64, f64, #usize] [Array<f64>, Array<f64>, f64]] {
//     k.1, k.2 = copy k
//     i.1, i.2 = copy i
//     i.3, i.4 = copy i.2
//     i.5, i.6 = copy i.4
//     i.7, i.8 = copy i.3
//     i.9, i.10 = copy i.1
//     x.1, %1, %2 = get x, i.9, %0
//     x.2, %3, %4 = get x.1, i.7, %2
//     %5, %6 = copy %3
//     %7, %8 = copy %1
//     %9 = mul k.1, %7
//     %10, %11 = copy %9
//     %12 = mul %10, %5
//     %13, %14 = copy %12
//     %15 = abstraction [i = i.6, %0 = %14, %1 = %11, %2 = %6, i.1 = i.8, k = k.2, %3 = %8, i.2 = i.10] (d_x: Array<f64>, d_y: Array<f64>) -> [Array<f64>, Array<f64>, f64] {
//       d_y.1, %4 = take_again d_y, i
//       discard %0
//       %5, %6 = copy %4
//       %7 = mul %2, %5
//       %8 = mul %1, %6
//       d_x.1 = add_again d_x, i.1, %8
//       %9, %10 = copy %7
//       d_k = mul %3, %9
//       %11 = mul k, %10
//       d_x.2 = add_again d_x.1, i.2, %11
//       return d_x.2, d_y.1, d_k
//     }
//     y.1, %16 = set y, i.5, %13, %4
//     return x.2, y.1, %16, %15
//   }
//   %4 = const 0: #usize
//   %5, %6 = copy %4
//   x.1, %7 = len x
//   x.2, %8 = len x.1
//   %9, %10 = copy %8
//   %11, %12 = copy %7
//   %13 = const 0.0: f64
//   %14, %15 = copy %13
//   y = new<Array<f64>, Array<f64>> %14, %11
//   %16, %17, %18, %19 = fold<[#usize, Array<f64>, Array<f64>, !, f64] -o[] [Array<f64>, Array<f64>, !, [Array<f64>, Array<f64>] -o~ [Array<f64>, Array<f64>, f64]], (), (Array<f64>, Array<f64>, !)> %5, %9, %3, x.2, y, %0, k
//   %20, %21 = look %16
//   %22, %23 = copy %21
//   %24, %25 = look %17
//   %26, %27 = copy %25
//   %28, %29, y.1, x.3, %30 = eval %2, %26, %22, %18, %24, %20
//   %31 = end y.1
//   %32, %33 = copy %28
//   %34, %35 = look x.3
//   %36, %37 = copy %35
//   %38, %39 = copy %36
//   %40, %41 = copy %37
//   %42, %43 = lane %34
//   %44, %45, x.4, %46, %47 = eval %1, %38, %40, %29, %42, %43
//   %48, %49 = copy %44
//   %50 = add %32, %48
//   %51 = end %46
//   %52 = abstraction [%0 = %31, %1 = %33, %2 = %49, %3 = %51, %4 = %47, %5 = %39, %6 = %41, %7 = %30, %8 = %27, %9 = %23, %10 = %6, %11 = %10, %12 = %19, %13 = %15, %14 = %12] (%15: f64, d_x: Array<f64>) -> [Array<f64>, f64] {
//     d_y = zeros<Array<f64>> %0
//     %16, %17 = copy %15
//     discard %1
//     discard %2
//     %18 = zeros<Array<f64>> %3
//     %19, %20 = eval %4, %5, %6, %17, d_x, %18
//     d_x.1, %21 = add_all %19, %20
//     drop %21
//     %22, %23 = eval %7, %8, %9, %16, d_y, d_x.1
//     %24 = abstraction (%0: [Array<f64>, Array<f64>] -o~ [Array<f64>, Array<f64>, f64], %1: #usize, %2: Array<f64>, %3: Array<f64>, %4: f64) -> [Array<f64>, Array<f64>, f64] {
//       discard %1
//       %5, %6, %7 = eval %0, %2, %3
//       %8 = plus %4, %7
//       return %5, %6, %8
//     }
//     %25 = zero: f64
//     d_x.2, d_y.1, d_k = fold_down<[[Array<f64>, Array<f64>] -o~ [Array<f64>, Array<f64>, f64], #usize, Array<f64>, Array<f64>, f64] -o[] [Array<f64>, Array<f64>, f64], ([Array<f64>, Array<f64>] -o~ [Array<f64>, Array<f64>, f64]), (Array<f64>, Array<f64>, f64)> %10, %11, %24, %12, %23, %22, %25
//     %26, %27 = total d_y.1
//     drop %26
//     discard %13
//     discard %14
//     discard %27
//     return d_x.2, d_k
//   }
//   return %50, %45, x.4, %52
// }

// ---- simplified

// net (x: Array<f64>, k: f64, %0: !) -> [f64, !, Array<f64>, [f64, Array<f64>] -o [Array<f64>, f64]] {
//   %1: [Look<f64>, Look<f64>, !, Array<f64>, Array<f64>] -o [f64, !, Array<f64>, Array<f64>, [Look<f64>, Look<f64>, f64, Array<f64>, Array<f64>] -o~ [Array<f64>, Array<f64>]] = adjoint_function dot@1: [Look<f64>, Look<f64>, !, Array<f64>, Array<f64>] -o[] [f64, !, Array<f64>, Array<f64>]
//   %2: [Look<f64>, Look<f64>, !, Array<f64>, Array<f64>] -o [f64, !, Array<f64>, Array<f64>, [Look<f64>, Look<f64>, f64, Array<f64>, Array<f64>] -o~ [Array<f64>, Array<f64>]] = adjoint_function dot@0: [Look<f64>, Look<f64>, !, Array<f64>, Array<f64>] -o[] [f64, !, Array<f64>, Array<f64>]
//   %3: [#usize, Array<f64>, !, f64, Look<f64>] -o [Array<f64>, !] = abstraction (i: #usize, y: Array<f64>, %0: !, k: f64, %1: Look<f64>) -> [Array<f64>, !] {
//     i.1, i.2 = copy i
//     %2, %3 = read %1, i.1, %0
//     %4, %5 = copy %2
//     %6 = mul k, %4
//     %7 = mul %6, %5
//     y.1, %8 = set y, i.2, %7, %3
//     return y.1, %8
//   }
//   %4 = const 0.0: f64
//   x.1, %5 = look x
//   %6, %7 = copy %5
//   %8 = look_len %7
//   %9, %10 = copy %6
//   %11, %12 = copy %9
//   %13, %14 = copy %12
//   %15, %16 = copy %13
//   %17, %18 = copy %8
//   %19, %20 = copy %18
//   y = new<Array<f64>, Array<f64>> %4, %17
//   k.1, k.2 = copy k
//   %21 = const 0: #usize
//   %22, %23 = fold<[#usize, Array<f64>, !, f64, Look<f64>] -o [Array<f64>, !], (), (Array<f64>, !)> %21, %19, %3, y, %0, k.1, %10
//   %24, %25 = look %22
//   %26, %27 = copy %25
//   %28, %29, y.1, x.2, %30 = eval %2, %26, %11, %23, %24, x.1
//   %31 = end y.1
//   %32, %33 = lane x.2
//   %34, %35, x.3, %36, %37 = eval %1, %15, %14, %29, %32, %33
//   %38 = add %28, %34
//   %39 = end %36
//   %40: [f64, Array<f64>] -o [Array<f64>, f64] = abstraction [%0 = %31, %1 = %39, %2 = %37, %3 = %16, %4 = %30, %5 = %27, %6 = %20, k = k.2] (%7: f64, d_x: Array<f64>) -> [Array<f64>, f64] {
//     d_y = zeros<Array<f64>> %0
//     %8, %9 = copy %7
//     %10 = zeros<Array<f64>> %1
//     %11: [#usize, Array<f64>, Array<f64>, f64, f64, Look<f64>] -o [Array<f64>, Array<f64>, f64] = abstraction (%0: #usize, d_x: Array<f64>, d_y: Array<f64>, %1: f64, k: f64, %2: Look<f64>) -> [Array<f64>, Array<f64>, f64] {
//       %3, %4 = copy %0
//       %5, %6 = copy %4
//       d_y.1, %7 = take_again d_y, %5
//       %8 = read_again %2, %3
//       %9, %10 = copy %8
//       %11 = mul %10, %7
//       %12, %13 = copy %11
//       d_k = mul %9, %12
//       %14 = plus %1, d_k
//       %15, %16 = copy %13
//       %17 = plus %16, %15
//       %18 = mul %17, k
//       d_x.1 = add_again d_x, %6, %18
//       return d_x.1, d_y.1, %14
//     }
//     %12 = zero: f64
//     %13 = const 0: #usize
//     %14, %15 = copy %3
//     %16, %17 = copy %14
//     %18, %19 = copy %16
//     %20, %21 = eval %2, %18, %19, %9, d_x, %10
//     d_x.1, %22 = add_all %20, %21
//     drop %22
//     %23, %24 = eval %4, %5, %17, %8, d_y, d_x.1
//     d_x.2, d_y.1, d_k = fold_down<[#usize, Array<f64>, Array<f64>, f64, f64, Look<f64>] -o [Array<f64>, Array<f64>, f64], (), (Array<f64>, Array<f64>, f64)> %13, %6, %11, %24, %23, %12, k, %15
//     drop d_y.1
//     return d_x.2, d_k
//   }
//   return %38, %35, x.3, %40
// }

// ---- value and gradient, simplified

// net (x: Array<f64>, k: f64, %0: !, d_x: Array<f64>) -> [f64, !, Array<f64>, Array<f64>, f64] {
//   %1: [Look<f64>, Look<f64>, !, Array<f64>, Array<f64>] -o [f64, !, Array<f64>, Array<f64>, [Look<f64>, Look<f64>, f64, Array<f64>, Array<f64>] -o~ [Array<f64>, Array<f64>]] = adjoint_function dot@1: [Look<f64>, Look<f64>, !, Array<f64>, Array<f64>] -o[] [f64, !, Array<f64>, Array<f64>]
//   %2: [Look<f64>, Look<f64>, !, Array<f64>, Array<f64>] -o [f64, !, Array<f64>, Array<f64>, [Look<f64>, Look<f64>, f64, Array<f64>, Array<f64>] -o~ [Array<f64>, Array<f64>]] = adjoint_function dot@0: [Look<f64>, Look<f64>, !, Array<f64>, Array<f64>] -o[] [f64, !, Array<f64>, Array<f64>]
//   %3: [#usize, Array<f64>, !, f64, Look<f64>] -o [Array<f64>, !] = abstraction (i: #usize, y: Array<f64>, %0: !, k: f64, %1: Look<f64>) -> [Array<f64>, !] {
//     i.1, i.2 = copy i
//     %2, %3 = read %1, i.1, %0
//     %4, %5 = copy %2
//     %6 = mul k, %4
//     %7 = mul %6, %5
//     y.1, %8 = set y, i.2, %7, %3
//     return y.1, %8
//   }
//   %4: [#usize, Array<f64>, Array<f64>, f64, f64, Look<f64>] -o [Array<f64>, Array<f64>, f64] = abstraction (%0: #usize, d_x: Array<f64>, d_y: Array<f64>, %1: f64, k: f64, %2: Look<f64>) -> [Array<f64>, Array<f64>, f64] {
//     %3, %4 = copy %0
//     %5, %6 = copy %4
//     d_y.1, %7 = take_again d_y, %5
//     %8 = read_again %2, %3
//     %9, %10 = copy %8
//     %11 = mul %10, %7
//     %12, %13 = copy %11
//     d_k = mul %9, %12
//     %14 = plus %1, d_k
//     %15, %16 = copy %13
//     %17 = plus %16, %15
//     %18 = mul %17, k
//     d_x.1 = add_again d_x, %6, %18
//     return d_x.1, d_y.1, %14
//   }
//   %5 = zero: f64
//   %6 = const 0.0: f64
//   %7 = const 0: #usize
//   x.1, %8 = look x
//   %9, %10 = copy %8
//   %11 = look_len %10
//   %12, %13 = copy %9
//   %14, %15 = copy %12
//   %16, %17 = copy %15
//   %18, %19 = copy %16
//   %20, %21 = copy %11
//   %22, %23 = copy %21
//   y = new<Array<f64>, Array<f64>> %6, %20
//   k.1, k.2 = copy k
//   %24 = const 0: #usize
//   %25, %26 = fold<[#usize, Array<f64>, !, f64, Look<f64>] -o [Array<f64>, !], (), (Array<f64>, !)> %24, %22, %3, y, %0, k.1, %13
//   %27, %28 = look %25
//   %29, %30 = copy %28
//   %31, %32, y.1, x.2, %33 = eval %2, %29, %14, %26, %27, x.1
//   %34 = end y.1
//   %35, %36 = lane x.2
//   %37, %38, x.3, %39, %40 = eval %1, %18, %17, %32, %35, %36
//   %41 = add %31, %37
//   %42 = end %39
//   d_y = zeros<Array<f64>> %34
//   %43 = zeros<Array<f64>> %42
//   %44, %45 = copy %19
//   %46, %47 = copy %44
//   %48, %49 = copy %46
//   %50 = const 1.0: f64
//   %51 = const 1.0: f64
//   %52, %53 = eval %40, %48, %49, %51, d_x, %43
//   d_x.1, %54 = add_all %52, %53
//   drop %54
//   %55, %56 = eval %33, %30, %47, %50, d_y, d_x.1
//   d_x.2, d_y.1, d_k = fold_down<[#usize, Array<f64>, Array<f64>, f64, f64, Look<f64>] -o [Array<f64>, Array<f64>, f64], (), (Array<f64>, Array<f64>, f64)> %7, %23, %4, %56, %55, %5, k.2, %45
//   drop d_y.1
//   return %41, %38, x.3, d_x.2, d_k
// }

// ---- Rust

// /// The derivatives of [`energy`](fn@energy).
// struct energy {}
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
// impl energy {
//     /// The gradient of [`energy`](fn@energy) with respect to `x` and `k`.
//     #[must_use]
//     #[inline]
//     fn grad(x: &[f64], k: f64) -> (::backprop::__private::Vec<f64>, f64) {
//         let _ = energy;
//         let mut d_x = ::backprop::__private::Shaped::__zeros(x);
//         let (_, gradient) = Self::__accumulate(x, k, &mut d_x);
//         (d_x, gradient.1)
//     }
//     /// The value of [`energy`](fn@energy), and its gradient with respect to `x` and `k`, in one pass.
//     #[must_use]
//     #[inline]
//     fn value_and_grad(
//         x: &[f64],
//         k: f64,
//     ) -> (f64, (::backprop::__private::Vec<f64>, f64)) {
//         let _ = energy;
//         let mut d_x = ::backprop::__private::Shaped::__zeros(x);
//         let (value, gradient) = Self::__accumulate(x, k, &mut d_x);
//         (value, (d_x, gradient.1))
//     }
//     /** Gives the value of [`energy`](fn@energy), and writes its gradient with respect to `x` and `k` to `d_x` and `d_k`.
//
//  # Panics
//  If a buffer is not as long as its array, before any work.*/
//     #[inline]
//     fn value_and_grad_into(x: &[f64], k: f64, d_x: &mut [f64], d_k: &mut f64) -> f64 {
//         ::backprop::__private::same_length("x", x, d_x);
//         ::backprop::__private::clear(d_x);
//         let (value, gradient) = Self::__accumulate(x, k, d_x);
//         *d_k = gradient.1;
//         value
//     }
//     /** Gives the value of [`energy`](fn@energy), and adds its gradient with respect to `x` and `k` to `d_x` and `d_k`.
//
//  # Panics
//  If a buffer is not as long as its array, before any work.*/
//     #[inline]
//     fn accumulate_grad(x: &[f64], k: f64, d_x: &mut [f64], d_k: &mut f64) -> f64 {
//         ::backprop::__private::same_length("x", x, d_x);
//         let (value, gradient) = Self::__accumulate(x, k, d_x);
//         *d_k += gradient.1;
//         value
//     }
//     /// Adds to the accumulators.
//     #[doc(hidden)]
//     #[inline]
//     fn __accumulate<'arrays>(
//         x: &'arrays [f64],
//         k: f64,
//         d_x: &mut [f64],
//     ) -> (f64, ((), f64)) {
//         let _ = energy;
//         let written = ::backprop::__private::claims::Written::<
//             { Self::__calls_in_a_circle },
//         >;
//         let x = written.as_is(x);
//         let k = written.as_is(k);
//         let d_x = written.as_is(d_x);
//         let len = x.len();
//         let mut y = ::backprop::__private::vec![0.0_f64; len];
//         let end = ::backprop::__private::reach::end(
//             0..len,
//             [
//                 ::backprop::__private::reach::count(&x[..], 0),
//                 ::backprop::__private::reach::count(&y[..], 0),
//             ],
//         );
//         if 0 < end {
//             let part = ::backprop::__private::reach::part(&x[..], 0, end);
//             let part_2 = ::backprop::__private::reach::part_mut(&mut y[..], 0, end);
//             for i in 0..end {
//                 let x_element = part[i];
//                 part_2[i] = k * x_element * x_element;
//             }
//         }
//         if end < len {
//             let _ = &x[end];
//             let _ = &y[end];
//             ::backprop::__private::reach::out_of_bounds();
//         }
//         let (dot_2, back_dot) = written
//             .as_is(
//                 ({
//                     use ::backprop::__private::probe::*;
//                     {
//                         use dot as function_without_differentiable;
//                         written
//                             .if_marked(
//                                 function_without_differentiable::__derivative,
//                                 function_without_differentiable::__adjoint,
//                             )
//                     }
//                 }),
//             )(&y, x);
//         let shape = written.as_is(::backprop::__private::shape(&y));
//         let (dot_3, back_dot_2) = written
//             .as_is(
//                 ({
//                     use ::backprop::__private::probe::*;
//                     {
//                         use dot as function_without_differentiable;
//                         written
//                             .if_marked(
//                                 function_without_differentiable::__derivative,
//                                 function_without_differentiable::__adjoint,
//                             )
//                     }
//                 }),
//             )(x, x);
//         let shape_2 = written.as_is(::backprop::__private::shape(x));
//         let mut d_y = shape.zeros();
//         let mut array = shape_2.zeros();
//         let _ = back_dot_2((1.0, (x, x), (&mut *d_x, &mut array)));
//         ::backprop::__private::add_all(&mut *d_x, written.as_is(&array));
//         let _ = ::backprop::__private::open::back(
//             &back_dot,
//             1.0,
//             (
//                 ::backprop::__private::open::lent(&y, &mut d_y),
//                 ::backprop::__private::open::lent(x, &mut *d_x),
//             ),
//             ::backprop::__private::seeds::Nothing,
//         );
//         let mut state = 0.0_f64;
//         if 0 < len {
//             let part_3 = ::backprop::__private::reach::part(&x[..], 0, len);
//             let part_4 = ::backprop::__private::reach::part_mut(&mut d_y[..], 0, len);
//             let part_5 = ::backprop::__private::reach::part_mut(&mut d_x[..], 0, len);
//             for i_2 in (0..len).rev() {
//                 let x_element_2 = part_3[i_2];
//                 let taken = ::backprop::__private::take(&mut part_4[i_2]);
//                 let product = x_element_2 * taken;
//                 let d_k = x_element_2 * product;
//                 part_5[i_2] += (product + product) * k;
//                 state = state + d_k;
//             }
//         }
//         (dot_2 + dot_3, ((), state))
//     }
//     /// The value of [`energy`](fn@energy), and its backpropagator, which takes the sensitivity of the value and gives the gradient with respect to `x` and `k`.
//     #[must_use]
//     #[inline]
//     fn vjp<'arrays>(
//         x: &'arrays [f64],
//         k: f64,
//     ) -> (
//         f64,
//         impl ::core::ops::Fn(
//             f64,
//         ) -> (::backprop::__private::Vec<f64>, f64) + use<'arrays>,
//     ) {
//         let _: fn(
//             &[::core::primitive::f64],
//             ::core::primitive::f64,
//         ) -> ::core::primitive::f64 = energy;
//         let (value, back) = Self::__again(x, k);
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
//         k: f64,
//     ) -> (
//         f64,
//         impl ::core::ops::Fn((f64, (&[f64],), (&mut [f64],))) -> ((), f64) + use<>,
//     ) {
//         let _ = energy;
//         let _ = || {
//             let _ = || {
//                 use ::backprop::__private::claims::macros::*;
//                 let _ = vec!(0);
//             };
//         };
//         let written = ::backprop::__private::claims::Written::<
//             { Self::__calls_in_a_circle },
//         >;
//         let x = written.as_is(x);
//         let k = written.as_is(k);
//         let len = x.len();
//         let mut y = ::backprop::__private::vec![0.0_f64; len];
//         let end = ::backprop::__private::reach::end(
//             0..len,
//             [
//                 ::backprop::__private::reach::count(&x[..], 0),
//                 ::backprop::__private::reach::count(&y[..], 0),
//             ],
//         );
//         if 0 < end {
//             let part = ::backprop::__private::reach::part(&x[..], 0, end);
//             let part_2 = ::backprop::__private::reach::part_mut(&mut y[..], 0, end);
//             for i in 0..end {
//                 let x_element = part[i];
//                 part_2[i] = k * x_element * x_element;
//             }
//         }
//         if end < len {
//             let _ = &x[end];
//             let _ = &y[end];
//             ::backprop::__private::reach::out_of_bounds();
//         }
//         let (dot_2, back_dot) = written
//             .as_is(
//                 ({
//                     use ::backprop::__private::probe::*;
//                     {
//                         use dot as function_without_differentiable;
//                         ::backprop::__private::claims::asked(
//                             written
//                                 .if_marked(
//                                     function_without_differentiable::__derivative,
//                                     function_without_differentiable::__adjoint,
//                                 ),
//                             |derivative| function_without_differentiable::__of(
//                                 function_without_differentiable,
//                                 derivative,
//                             ),
//                         )
//                     }
//                 }),
//             )(&y, x);
//         let shape = written.as_is(::backprop::__private::shape(&y));
//         let (dot_3, back_dot_2) = written
//             .as_is(
//                 ({
//                     use ::backprop::__private::probe::*;
//                     {
//                         use dot as function_without_differentiable;
//                         ::backprop::__private::claims::asked(
//                             written
//                                 .if_marked(
//                                     function_without_differentiable::__derivative,
//                                     function_without_differentiable::__adjoint,
//                                 ),
//                             |derivative| function_without_differentiable::__of(
//                                 function_without_differentiable,
//                                 derivative,
//                             ),
//                         )
//                     }
//                 }),
//             )(x, x);
//         let shape_2 = written.as_is(::backprop::__private::shape(x));
//         (
//             dot_2 + dot_3,
//             move |(d, (x,), (d_x,)): (f64, (&[f64],), (&mut [f64],))| {
//                 let (x, d_x) = written.as_is((x, d_x));
//                 let mut d_y = shape.zeros();
//                 let mut array = shape_2.zeros();
//                 let _ = back_dot_2((d, (x, x), (&mut *d_x, &mut array)));
//                 ::backprop::__private::add_all(&mut *d_x, written.as_is(&array));
//                 let _ = ::backprop::__private::open::back(
//                     &back_dot,
//                     d,
//                     (
//                         ::backprop::__private::open::lent(&y, &mut d_y),
//                         ::backprop::__private::open::lent(x, &mut *d_x),
//                     ),
//                     ::backprop::__private::seeds::Nothing,
//                 );
//                 let mut state = 0.0_f64;
//                 if 0 < len {
//                     let part_3 = ::backprop::__private::reach::part(&x[..], 0, len);
//                     let part_4 = ::backprop::__private::reach::part_mut(
//                         &mut d_y[..],
//                         0,
//                         len,
//                     );
//                     let part_5 = ::backprop::__private::reach::part_mut(
//                         &mut d_x[..],
//                         0,
//                         len,
//                     );
//                     for i_2 in (0..len).rev() {
//                         let x_element_2 = part_3[i_2];
//                         let taken = ::backprop::__private::take(&mut part_4[i_2]);
//                         let product = x_element_2 * taken;
//                         let d_k = x_element_2 * product;
//                         part_5[i_2] += (product + product) * k;
//                         state = state + d_k;
//                     }
//                 }
//                 ((), state)
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
//         f64,
//         impl ::core::ops::Fn((f64, (&[f64],), (&mut [f64],))) -> ((), f64) + use<>,
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
//         f64,
//         impl ::core::ops::Fn((f64, (&[f64],), (&mut [f64],))) -> ((), f64) + use<>,
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
//         f64,
//         impl ::core::ops::Fn((f64, (&[f64],), (&mut [f64],))) -> ((), f64) + use<>,
//     ) {
//         let _ = energy;
//         let _ = || {
//             let _ = || {
//                 use ::backprop::__private::claims::macros::*;
//                 let _ = vec!(0);
//             };
//         };
//         let written = ::backprop::__private::claims::Written::<
//             { Self::__calls_in_a_circle },
//         >;
//         let x = written.as_is(x);
//         let k = written.as_is(k);
//         let len = x.len();
//         let len_2 = x.len();
//         let mut y = ::backprop::__private::vec![0.0_f64; len];
//         let mut tape = ::backprop::__private::Kept::new();
//         let end = ::backprop::__private::reach::end(
//             0..len_2,
//             [
//                 ::backprop::__private::reach::count(&x[..], 0),
//                 ::backprop::__private::reach::count(&y[..], 0),
//             ],
//         );
//         if 0 < end {
//             let part = ::backprop::__private::reach::part(&x[..], 0, end);
//             let part_2 = ::backprop::__private::reach::part_mut(&mut y[..], 0, end);
//             let slots = tape.slots(end);
//             for i in 0..end {
//                 let x_element = part[i];
//                 part_2[i] = k * x_element * x_element;
//                 slots[i] = x_element;
//             }
//         }
//         if end < len_2 {
//             let _ = &x[end];
//             let _ = &y[end];
//             ::backprop::__private::reach::out_of_bounds();
//         }
//         let (dot_2, back_dot) = written
//             .as_is(
//                 ({
//                     use ::backprop::__private::probe::*;
//                     {
//                         use dot as function_without_differentiable;
//                         ::backprop::__private::claims::asked(
//                             written
//                                 .if_marked(
//                                     function_without_differentiable::__derivative,
//                                     function_without_differentiable::__keeping,
//                                 ),
//                             |derivative| function_without_differentiable::__of(
//                                 function_without_differentiable,
//                                 derivative,
//                             ),
//                         )
//                     }
//                 }),
//             )(&y, x);
//         let shape = written.as_is(::backprop::__private::shape(&y));
//         let (dot_3, back_dot_2) = written
//             .as_is(
//                 ({
//                     use ::backprop::__private::probe::*;
//                     {
//                         use dot as function_without_differentiable;
//                         ::backprop::__private::claims::asked(
//                             written
//                                 .if_marked(
//                                     function_without_differentiable::__derivative,
//                                     function_without_differentiable::__keeping,
//                                 ),
//                             |derivative| function_without_differentiable::__of(
//                                 function_without_differentiable,
//                                 derivative,
//                             ),
//                         )
//                     }
//                 }),
//             )(x, x);
//         let shape_2 = written.as_is(::backprop::__private::shape(x));
//         (
//             dot_2 + dot_3,
//             move |(d, (_,), (d_x,)): (f64, (&[f64],), (&mut [f64],))| {
//                 let d_x = written.as_is(d_x);
//                 let mut array = shape_2.zeros();
//                 let _ = back_dot_2((
//                     d,
//                     (<&[f64]>::default(), <&[f64]>::default()),
//                     (&mut *d_x, &mut array),
//                 ));
//                 let mut d_y = shape.zeros();
//                 ::backprop::__private::add_all(&mut *d_x, written.as_is(&array));
//                 let _ = ::backprop::__private::open::back(
//                     &back_dot,
//                     d,
//                     (
//                         ::backprop::__private::open::lent(<&[f64]>::default(), &mut d_y),
//                         ::backprop::__private::open::lent(<&[f64]>::default(), &mut *d_x),
//                     ),
//                     ::backprop::__private::seeds::Nothing,
//                 );
//                 let mut entries = tape.entries();
//                 let mut state = 0.0_f64;
//                 if 0 < len_2 {
//                     let part_3 = ::backprop::__private::reach::part_mut(
//                         &mut d_y[..],
//                         0,
//                         len_2,
//                     );
//                     let part_4 = ::backprop::__private::reach::part_mut(
//                         &mut d_x[..],
//                         0,
//                         len_2,
//                     );
//                     let slots_2 = &*entries.slots(len_2);
//                     for i_2 in (0..len_2).rev() {
//                         let entry = slots_2[i_2];
//                         let taken = ::backprop::__private::take(&mut part_3[i_2]);
//                         let product = entry * taken;
//                         let d_k = entry * product;
//                         part_4[i_2] += (product + product) * k;
//                         state = state + d_k;
//                     }
//                 }
//                 ((), state)
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
//             Output = f64,
//             Backpropagator: ::core::ops::Fn(
//                     (f64, (&[f64],), (&mut [f64],)),
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
//                 (value, move |d: (f64, (&[f64],), (&mut [f64],))| ((), back(d)))
//             }),
//             ::backprop::__private::claims::Pair(energy, __function),
//         )
//     }
//     #[doc(hidden)]
//     #[inline]
//     fn __constant<'arrays, __Function: ::core::ops::FnOnce(&'arrays [f64], f64) -> f64>(
//         __function: __Function,
//         __arguments: (&'arrays [f64], f64),
//     ) -> (f64, ::backprop::__private::claims::Pair<(), ()>) {
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
//         ::backprop::__private::claims::Pair(energy, __function)
//     }
//     #[doc(hidden)]
//     const __calls_in_a_circle: ::core::primitive::usize = {
//         let _: fn(&[f64], f64) -> f64 = |x: &[f64], k: f64| -> f64 {
//             let mut y = vec![0.0; x.len()];
//             for i in 0..x.len() {
//                 y[i] = k * x[i] * x[i];
//             }
//             dot(&y, x) + dot(x, x)
//         };
//         0
//             + ({
//                 use ::backprop::__private::probe::*;
//                 {
//                     use dot as function_without_differentiable;
//                     function_without_differentiable::__calls_in_a_circle
//                 }
//             })
//     };
// }
