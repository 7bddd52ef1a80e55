/// The squared norms of the exponentials of all rows, by a buffer that each turn overwrites: the tapes of the inner loops are parts
/// of one, and what is read twice of the buffer is kept once.
#[differentiable]
fn norms(rows: &[f64], d: usize) -> f64 {
    let mut buffer = vec![0.0; d];
    let mut total = 0.0;
    for j in 0..rows.len() / d {
        for a in 0..d {
            buffer[a] = rows[j * d + a].exp();
        }
        for a in 0..d {
            total += buffer[a] * buffer[a];
        }
    }
    total
}

// ---- net

// net (rows: Array<f64>, d: #usize) -> [f64, Array<f64>] {
//   %0 = const 0.0: f64
//   total = const 0.0: f64
//   %1 = const 0: #usize
//   rows.1, %2 = len rows
//   d.1, d.2 = copy d
//   buffer = new<Array<f64>, Array<f64>> %0, d.1
//   %3 = abstraction (j: #usize, rows: Array<f64>, buffer: Array<f64>, total: f64, %0: #usize) -> [Array<f64>, Array<f64>, f64] {
//     %1 = const 0: #usize
//     %2 = abstraction (a: #usize, rows: Array<f64>, buffer: Array<f64>, j: #usize, %0: #usize) -> [Array<f64>, Array<f64>] {
//       %1 = mul j, %0
//       a.1, a.2 = copy a
//       %2 = add %1, a.1
//       rows.1, %3 = get rows, %2
//       %4 = exp %3
//       buffer.1 = set buffer, a.2, %4
//       return rows.1, buffer.1
//     }
//     %3, %4 = copy %0
//     %5 = const 0: #usize
//     %6 = abstraction (a: #usize, buffer: Array<f64>, total: f64) -> [Array<f64>, f64] {
//       a.1, a.2 = copy a
//       buffer.1, %0 = get buffer, a.1
//       buffer.2, %1 = get buffer.1, a.2
//       %2 = mul %0, %1
//       total.1 = add total, %2
//       return buffer.2, total.1
//     }
//     %7, %8 = copy %4
//     %9, %10 = fold<[#usize, Array<f64>, Array<f64>, #usize, #usize] -o[] [Array<f64>, Array<f64>], (), (Array<f64>, Array<f64>)> %1, %3, %2, rows, buffer, j, %7
//     %11, %12 = fold<[#usize, Array<f64>, f64] -o[] [Array<f64>, f64], (), (Array<f64>, f64)> %5, %8, %6, %10, total
//     return %9, %11, %12
//   }
//   d.3, d.4 = copy d.2
//   %4 = div %2, d.3
//   %5, %6, %7 = fold<[#usize, Array<f64>, Array<f64>, f64, #usize] -o[] [Array<f64>, Array<f64>, f64], (), (Array<f64>, Array<f64>, f64)> %1, %4, %3, rows.1, buffer, total, d.4
//   drop %6
//   return %7, %5
// }

// ---- adjoint

// net (rows: Array<f64>, d: #usize) -> [f64, Array<f64>, [f64, Array<f64>] -o[#_, #usize, #usize, Tape<[Array<f64>, Array<f64>, f64] -o~ [Array<f64>, Array<f64>, f64]>, f64, #usize] [Array<f64>]] {
//   %0: [#usize, Array<f64>, Array<f64>, f64, #usize] -o[] [Array<f64>, Array<f64>, f64, [Array<f64>, Array<f64>, f64] -o~ [Array<f64>, Array<f64>, f64]] = abstraction (j: #usize, rows: Array<f64>, buffer: Array<f64>, total: f64, %0: #usize) -> [Array<f64>, Array<f64>, f64, [Array<f64>, Array<f64>, f64] -o[#usize, #usize, Tape<[Array<f64>, f64] -o~ [Array<f64>, f64]>, #usize, #usize, Tape<[Array<f64>, Array<f64>] -o~ [Array<f64>, Array<f64>]>] [Array<f64>, Array<f64>, f64]] {
//     %1: [#usize, Array<f64>, f64] -o[] [Array<f64>, f64, [Array<f64>, f64] -o~ [Array<f64>, f64]] = abstraction (a: #usize, buffer: Array<f64>, total: f64) -> [Array<f64>, f64, [Array<f64>, f64] -o[f64, f64, f64, f64, #usize, #usize] [Array<f64>, f64]] {
//       total.1, total.2 = copy total
//       a.1, a.2 = copy a
//       a.3, a.4 = copy a.2
//       a.5, a.6 = copy a.1
//       buffer.1, %0 = get buffer, a.5
//       %1, %2 = copy %0
//       buffer.2, %3 = get buffer.1, a.3
//       %4, %5 = copy %3
//       %6 = mul %1, %4
//       %7, %8 = copy %6
//       %9 = abstraction [total = total.2, %0 = %8, %1 = %2, %2 = %5, a = a.4, a.1 = a.6] (d_buffer: Array<f64>, d_total: f64) -> [Array<f64>, f64] {
//         d_total.1, d_total.2 = copy d_total
//         discard total
//         discard %0
//         d_total.3, d_total.4 = copy d_total.2
//         %3 = mul %2, d_total.3
//         %4 = mul %1, d_total.4
//         d_buffer.1 = add_again d_buffer, a, %4
//         d_buffer.2 = add_again d_buffer.1, a.1, %3
//         return d_buffer.2, d_total.1
//       }
//       total.3 = add total.1, %7
//       return buffer.2, total.3, %9
//     }
//     %2 = const 0: #usize
//     %3, %4 = copy %2
//     %5, %6 = copy %0
//     %7, %8 = copy %5
//     %9, %10 = copy %6
//     %11, %12 = copy %10
//     %13: [#usize, Array<f64>, Array<f64>, #usize, #usize] -o[] [Array<f64>, Array<f64>, [Array<f64>, Array<f64>] -o~ [Array<f64>, Array<f64>]] = abstraction (a: #usize, rows: Array<f64>, buffer: Array<f64>, j: #usize, %0: #usize) -> [Array<f64>, Array<f64>, [Array<f64>, Array<f64>] -o[#usize, f64, f64, #usize] [Array<f64>, Array<f64>]] {
//       a.1, a.2 = copy a
//       a.3, a.4 = copy a.2
//       %1 = mul j, %0
//       %2 = add %1, a.1
//       %3, %4 = copy %2
//       rows.1, %5 = get rows, %3
//       %6, %7 = copy %5
//       %8 = exp %6
//       %9, %10 = copy %8
//       %11 = abstraction [a = a.4, %0 = %10, %1 = %7, %2 = %4] (d_rows: Array<f64>, d_buffer: Array<f64>) -> [Array<f64>, Array<f64>] {
//         d_buffer.1, %3 = take_again d_buffer, a
//         discard %0
//         %4 = exp %1
//         %5 = mul %4, %3
//         d_rows.1 = add_again d_rows, %2, %5
//         return d_rows.1, d_buffer.1
//       }
//       buffer.1 = set buffer, a.3, %9
//       return rows.1, buffer.1, %11
//     }
//     %14 = const 0: #usize
//     %15, %16 = copy %14
//     %17, %18, %19 = fold<[#usize, Array<f64>, Array<f64>, #usize, #usize] -o[] [Array<f64>, Array<f64>, [Array<f64>, Array<f64>] -o~ [Array<f64>, Array<f64>]], (), (Array<f64>, Array<f64>)> %15, %7, %13, rows, buffer, j, %9
//     %20, %21, %22 = fold<[#usize, Array<f64>, f64] -o[] [Array<f64>, f64, [Array<f64>, f64] -o~ [Array<f64>, f64]], (), (Array<f64>, f64)> %3, %11, %1, %18, total
//     %23 = abstraction [%0 = %4, %1 = %12, %2 = %22, %3 = %16, %4 = %8, %5 = %19] (%6: Array<f64>, %7: Array<f64>, %8: f64) -> [Array<f64>, Array<f64>, f64] {
//       %9 = abstraction (%0: [Array<f64>, f64] -o~ [Array<f64>, f64], %1: #usize, %2: Array<f64>, %3: f64) -> [Array<f64>, f64] {
//         discard %1
//         %4, %5 = eval %0, %2, %3
//         return %4, %5
//       }
//       %10, d_total = fold_down<[[Array<f64>, f64] -o~ [Array<f64>, f64], #usize, Array<f64>, f64] -o[] [Array<f64>, f64], ([Array<f64>, f64] -o~ [Array<f64>, f64]), (Array<f64>, f64)> %0, %1, %9, %2, %7, %8
//       %11 = abstraction (%0: [Array<f64>, Array<f64>] -o~ [Array<f64>, Array<f64>], %1: #usize, %2: Array<f64>, %3: Array<f64>) -> [Array<f64>, Array<f64>] {
//         discard %1
//         %4, %5 = eval %0, %2, %3
//         return %4, %5
//       }
//       d_rows, d_buffer = fold_down<[[Array<f64>, Array<f64>] -o~ [Array<f64>, Array<f64>], #usize, Array<f64>, Array<f64>] -o[] [Array<f64>, Array<f64>], ([Array<f64>, Array<f64>] -o~ [Array<f64>, Array<f64>]), (Array<f64>, Array<f64>)> %3, %4, %11, %5, %6, %10
//       return d_rows, d_buffer, d_total
//     }
//     return %17, %20, %21, %23
//   }
//   d.1, d.2 = copy d
//   d.3, d.4 = copy d.2
//   d.5, d.6 = copy d.1
//   rows.1, %1 = len rows
//   %2 = div %1, d.3
//   %3, %4 = copy %2
//   %5 = const 0: #usize
//   %6, %7 = copy %5
//   total = const 0.0: f64
//   %8 = const 0.0: f64
//   %9, %10 = copy %8
//   buffer = new<Array<f64>, Array<f64>> %9, d.5
//   %11, %12, %13, %14 = fold<[#usize, Array<f64>, Array<f64>, f64, #usize] -o[] [Array<f64>, Array<f64>, f64, [Array<f64>, Array<f64>, f64] -o~ [Array<f64>, Array<f64>, f64]], (), (Array<f64>, Array<f64>, f64)> %6, %3, %0, rows.1, buffer, total, d.4
//   %15 = end %12
//   %16 = abstraction [%0 = %15, %1 = %7, %2 = %4, %3 = %14, %4 = %10, d = d.6] (%5: f64, %6: Array<f64>) -> Array<f64> {
//     %7 = zeros<Array<f64>> %0
//     %8 = abstraction (%0: [Array<f64>, Array<f64>, f64] -o~ [Array<f64>, Array<f64>, f64], %1: #usize, %2: Array<f64>, %3: Array<f64>, %4: f64) -> [Array<f64>, Array<f64>, f64] {
//       discard %1
//       %5, %6, %7 = eval %0, %2, %3, %4
//       return %5, %6, %7
//     }
//     d_rows, d_buffer, d_total = fold_down<[[Array<f64>, Array<f64>, f64] -o~ [Array<f64>, Array<f64>, f64], #usize, Array<f64>, Array<f64>, f64] -o[] [Array<f64>, Array<f64>, f64], ([Array<f64>, Array<f64>, f64] -o~ [Array<f64>, Array<f64>, f64]), (Array<f64>, Array<f64>, f64)> %1, %2, %8, %3, %6, %7, %5
//     %9, %10 = total d_buffer
//     drop %9
//     discard %4
//     discard d
//     discard d_total
//     discard %10
//     return d_rows
//   }
//   return %13, %11, %16
// }

// ---- simplified

// net (rows: Array<f64>, d: #usize) -> [f64, Array<f64>, [f64, Array<f64>] -o [Array<f64>]] {
//   %0: [#usize, Array<f64>, f64, #usize, Look<f64>] -o [Array<f64>, f64, Tape<f64>, Tape<f64>] = abstraction (j: #usize, buffer: Array<f64>, total: f64, %0: #usize, %1: Look<f64>) -> [Array<f64>, f64, Tape<f64>, Tape<f64>] {
//     %2: [#usize, Array<f64>, f64] -o [Array<f64>, f64, f64] = abstraction (a: #usize, buffer: Array<f64>, total: f64) -> [Array<f64>, f64, f64] {
//       buffer.1, %0 = get buffer, a
//       %1, %2 = copy %0
//       %3, %4 = copy %1
//       %5 = mul %3, %2
//       total.1 = add total, %5
//       return buffer.1, total.1, %4
//     }
//     %3, %4 = copy %0
//     %5, %6 = copy %4
//     %7: [#usize, Array<f64>, #usize, #usize, Look<f64>] -o [Array<f64>, f64] = abstraction (a: #usize, buffer: Array<f64>, j: #usize, %0: #usize, %1: Look<f64>) -> [Array<f64>, f64] {
//       a.1, a.2 = copy a
//       %2 = mul j, %0
//       %3 = add %2, a.1
//       %4 = read %1, %3
//       %5 = exp %4
//       %6, %7 = copy %5
//       buffer.1 = set buffer, a.2, %6
//       return buffer.1, %7
//     }
//     %8 = const 0: #usize
//     %9 = const 0: #usize
//     %10, %11 = fold<[#usize, Array<f64>, #usize, #usize, Look<f64>] -o [Array<f64>, f64], (), (Array<f64>)> %9, %3, %7, buffer, j, %5, %1
//     %12, %13, %14 = fold<[#usize, Array<f64>, f64] -o [Array<f64>, f64, f64], (), (Array<f64>, f64)> %8, %6, %2, %10, total
//     return %12, %13, %14, %11
//   }
//   d.1, d.2 = copy d
//   d.3, d.4 = copy d.2
//   total = const 0.0: f64
//   %1 = const 0.0: f64
//   buffer = new<Array<f64>, Array<f64>> %1, d.1
//   rows.1, %2 = look rows
//   %3, %4 = copy %2
//   %5 = look_len %4
//   %6 = div %5, d.3
//   %7, %8 = copy %6
//   d.5, d.6 = copy d.4
//   %9 = const 0: #usize
//   %10, %11, %12, %13 = fold<[#usize, Array<f64>, f64, #usize, Look<f64>] -o [Array<f64>, f64, Tape<f64>, Tape<f64>], (), (Array<f64>, f64)> %9, %7, %0, buffer, total, d.5, %3
//   %14 = end %10
//   %15: [f64, Array<f64>] -o [Array<f64>] = abstraction [%0 = %14, %1 = %8, %2 = %12, %3 = %13, d = d.6] (%4: f64, %5: Array<f64>) -> Array<f64> {
//     %6 = zeros<Array<f64>> %0
//     %7: [Tape<f64>, Tape<f64>, #usize, Array<f64>, Array<f64>, #usize, f64] -o [Array<f64>, Array<f64>] = abstraction (%0: Tape<f64>, %1: Tape<f64>, %2: #usize, %3: Array<f64>, %4: Array<f64>, %5: #usize, %6: f64) -> [Array<f64>, Array<f64>] {
//       %7: [f64, #usize, Array<f64>, f64] -o [Array<f64>] = abstraction (%0: f64, %1: #usize, d_buffer: Array<f64>, d_total: f64) -> Array<f64> {
//         %2 = const 2.0: f64
//         %3 = mul %0, d_total
//         %4 = mul %2, %3
//         d_buffer.1 = add_again d_buffer, %1, %4
//         return d_buffer.1
//       }
//       %8: [f64, #usize, Array<f64>, Array<f64>, #usize, #usize] -o [Array<f64>, Array<f64>] = abstraction (%0: f64, %1: #usize, d_rows: Array<f64>, d_buffer: Array<f64>, j: #usize, %2: #usize) -> [Array<f64>, Array<f64>] {
//         %3, %4 = copy %1
//         d_buffer.1, %5 = take_again d_buffer, %4
//         %6 = mul %0, %5
//         %7 = mul j, %2
//         %8 = add %7, %3
//         d_rows.1 = add_again d_rows, %8, %6
//         return d_rows.1, d_buffer.1
//       }
//       %9 = const 0: #usize
//       %10 = const 0: #usize
//       %11, %12 = copy %5
//       %13, %14 = copy %11
//       %15 = fold_down<[f64, #usize, Array<f64>, f64] -o [Array<f64>], (f64), (Array<f64>)> %9, %13, %7, %0, %4, %6
//       d_rows, d_buffer = fold_down<[f64, #usize, Array<f64>, Array<f64>, #usize, #usize] -o [Array<f64>, Array<f64>], (f64), (Array<f64>, Array<f64>)> %10, %14, %8, %1, %3, %15, %2, %12
//       return d_rows, d_buffer
//     }
//     %8 = const 0: #usize
//     d_rows, d_buffer = fold_down<[Tape<f64>, Tape<f64>, #usize, Array<f64>, Array<f64>, #usize, f64] -o [Array<f64>, Array<f64>], (Tape<f64>, Tape<f64>), (Array<f64>, Array<f64>)> %8, %1, %7, %2, %3, %5, %6, d, %4
//     drop d_buffer
//     return d_rows
//   }
//   return %11, rows.1, %15
// }

// ---- value and gradient, simplified

// net (rows: Array<f64>, d: #usize, %0: Array<f64>) -> [f64, Array<f64>, Array<f64>] {
//   %1: [#usize, Array<f64>, f64, Array<f64>, Array<f64>, #usize, Look<f64>] -o [Array<f64>, f64, Array<f64>, Array<f64>] = abstraction (j: #usize, buffer: Array<f64>, total: f64, %0: Array<f64>, %1: Array<f64>, %2: #usize, %3: Look<f64>) -> [Array<f64>, f64, Array<f64>, Array<f64>] {
//     %4: [#usize, Array<f64>, f64, Array<f64>] -o [Array<f64>, f64, Array<f64>] = abstraction (a: #usize, buffer: Array<f64>, total: f64, d_buffer: Array<f64>) -> [Array<f64>, f64, Array<f64>] {
//       %0 = const 2.0: f64
//       a.1, a.2 = copy a
//       buffer.1, %1 = get buffer, a.1
//       %2, %3 = copy %1
//       %4, %5 = copy %2
//       %6 = mul %4, %3
//       total.1 = add total, %6
//       %7 = mul %0, %5
//       d_buffer.1 = add_again d_buffer, a.2, %7
//       return buffer.1, total.1, d_buffer.1
//     }
//     %5: [#usize, Array<f64>, #usize, #usize, Look<f64>] -o [Array<f64>, f64] = abstraction (a: #usize, buffer: Array<f64>, j: #usize, %0: #usize, %1: Look<f64>) -> [Array<f64>, f64] {
//       a.1, a.2 = copy a
//       %2 = mul j, %0
//       %3 = add %2, a.1
//       %4 = read %1, %3
//       %5 = exp %4
//       %6, %7 = copy %5
//       buffer.1 = set buffer, a.2, %6
//       return buffer.1, %7
//     }
//     %6: [f64, #usize, Array<f64>, Array<f64>, #usize, #usize] -o [Array<f64>, Array<f64>] = abstraction (%0: f64, %1: #usize, d_rows: Array<f64>, d_buffer: Array<f64>, j: #usize, %2: #usize) -> [Array<f64>, Array<f64>] {
//       %3, %4 = copy %1
//       d_buffer.1, %5 = take_again d_buffer, %4
//       %6 = mul %0, %5
//       %7 = mul j, %2
//       %8 = add %7, %3
//       d_rows.1 = add_again d_rows, %8, %6
//       return d_rows.1, d_buffer.1
//     }
//     %7 = const 0: #usize
//     %8 = const 0: #usize
//     %9 = const 0: #usize
//     j.1, j.2 = copy j
//     %10, %11 = copy %2
//     %12, %13 = copy %10
//     %14, %15 = copy %13
//     %16, %17 = fold<[#usize, Array<f64>, #usize, #usize, Look<f64>] -o [Array<f64>, f64], (), (Array<f64>)> %9, %12, %5, buffer, j.1, %14, %3
//     %18, %19, %20 = fold<[#usize, Array<f64>, f64, Array<f64>] -o [Array<f64>, f64, Array<f64>], (), (Array<f64>, f64, Array<f64>)> %8, %15, %4, %16, total, %1
//     %21, %22 = copy %11
//     d_rows, d_buffer = fold_down<[f64, #usize, Array<f64>, Array<f64>, #usize, #usize] -o [Array<f64>, Array<f64>], (f64), (Array<f64>, Array<f64>)> %7, %21, %6, %17, %0, %20, j.2, %22
//     return %18, %19, d_rows, d_buffer
//   }
//   d.1, d.2 = copy d
//   d.3, d.4 = copy d.2
//   total = const 0.0: f64
//   %2 = const 0.0: f64
//   rows.1, %3 = look rows
//   %4, %5 = copy %3
//   %6 = look_len %5
//   %7 = div %6, d.3
//   %8 = const 0: #usize
//   %9 = zero: f64
//   d.5, d.6 = copy d.1
//   buffer = new<Array<f64>, Array<f64>> %2, d.5
//   %10 = new<Array<f64>, Array<f64>> %9, d.6
//   %11, %12, d_rows, d_buffer = fold<[#usize, Array<f64>, f64, Array<f64>, Array<f64>, #usize, Look<f64>] -o [Array<f64>, f64, Array<f64>, Array<f64>], (), (Array<f64>, f64, Array<f64>, Array<f64>)> %8, %7, %1, buffer, total, %0, %10, d.4, %4
//   drop d_buffer
//   drop %11
//   return %12, rows.1, d_rows
// }

// ---- Rust

// /// The derivatives of [`norms`](fn@norms).
// struct norms {}
// #[cfg_attr(
//     clippy,
//     allow(clippy::all, clippy::pedantic, reason = "written by `backprop`")
// )]
// impl norms {
//     /// The gradient of [`norms`](fn@norms) with respect to `rows`.
//     #[must_use]
//     #[inline]
//     fn grad<'backprop>(
//         rows: &'backprop [f64],
//         d: usize,
//     ) -> ::backprop::__private::Vec<f64> {
//         let _ = norms;
//         let mut d_rows = ::backprop::__private::Shaped::zeros(rows);
//         let (_, _) = Self::__accumulate(rows, d, &mut d_rows);
//         d_rows
//     }
//     /// The value of [`norms`](fn@norms), and its gradient with respect to `rows`, in one pass.
//     #[must_use]
//     #[inline]
//     fn value_and_grad<'backprop>(
//         rows: &'backprop [f64],
//         d: usize,
//     ) -> (f64, ::backprop::__private::Vec<f64>) {
//         let _ = norms;
//         let mut d_rows = ::backprop::__private::Shaped::zeros(rows);
//         let (value, _) = Self::__accumulate(rows, d, &mut d_rows);
//         (value, d_rows)
//     }
//     /** Gives the value of [`norms`](fn@norms), and writes its gradient with respect to `rows` to `d_rows`.
//
//  # Panics
//  If a buffer is not as long as its array, before any work.*/
//     #[inline]
//     fn value_and_grad_into<'backprop>(
//         rows: &'backprop [f64],
//         d: usize,
//         d_rows: &mut [f64],
//     ) -> f64 {
//         ::backprop::__private::same_length("rows", rows, d_rows);
//         ::backprop::__private::clear(d_rows);
//         let (value, _) = Self::__accumulate(rows, d, d_rows);
//         value
//     }
//     /** Gives the value of [`norms`](fn@norms), and adds its gradient with respect to `rows` to `d_rows`.
//
//  # Panics
//  If a buffer is not as long as its array, before any work.*/
//     #[inline]
//     fn accumulate_grad<'backprop>(
//         rows: &'backprop [f64],
//         d: usize,
//         d_rows: &mut [f64],
//     ) -> f64 {
//         ::backprop::__private::same_length("rows", rows, d_rows);
//         let (value, _) = Self::__accumulate(rows, d, d_rows);
//         value
//     }
//     /// Adds to the accumulators.
//     #[doc(hidden)]
//     #[inline]
//     fn __accumulate<'backprop>(
//         rows: &'backprop [f64],
//         d: usize,
//         d_rows: &mut [f64],
//     ) -> (f64, ((),)) {
//         let _ = norms;
//         let value = rows.len() / d;
//         let mut buffer = ::backprop::__private::vec![0.0_f64; d];
//         let mut array = ::backprop::__private::vec![0.0_f64; d];
//         let mut total = 0.0_f64;
//         let mut tape = ::backprop::__private::Tape::new();
//         for j in 0..value {
//             tape.clear();
//             let offset = ::backprop::__private::reach::offset(0..d, move || j * d);
//             let end = ::backprop::__private::reach::end(
//                 0..d,
//                 [
//                     ::backprop::__private::reach::count(&rows[..], 0..d, offset),
//                     ::backprop::__private::reach::count(&buffer[..], 0..d, 0),
//                 ],
//             );
//             let part = ::backprop::__private::reach::part(
//                 &rows[..],
//                 ::backprop::__private::reach::after(0..end, offset),
//             );
//             let part_2 = ::backprop::__private::reach::part_mut(&mut buffer[..], 0..end);
//             let slots = tape.slots(0..end);
//             for a in 0..end {
//                 let exp = part[a].exp();
//                 part_2[a] = exp;
//                 slots[a] = exp;
//             }
//             if end < d {
//                 let _ = &rows[offset + end];
//                 let _ = &buffer[end];
//                 ::backprop::__private::reach::out_of_bounds();
//             }
//             let mut total_2 = total;
//             let end_2 = ::backprop::__private::reach::end(
//                 0..d,
//                 [::backprop::__private::reach::count(&buffer[..], 0..d, 0)],
//             );
//             let part_3 = ::backprop::__private::reach::part(&buffer[..], 0..end_2);
//             let part_4 = ::backprop::__private::reach::part_mut(
//                 &mut array[..],
//                 0..end_2,
//             );
//             for a_2 in 0..end_2 {
//                 let buffer_element = part_3[a_2];
//                 part_4[a_2] += 2.0 * buffer_element;
//                 total_2 = total_2 + buffer_element * buffer_element;
//             }
//             if end_2 < d {
//                 let _ = &buffer[end_2];
//                 ::backprop::__private::reach::out_of_bounds();
//             }
//             let mut entries = tape.entries();
//             let offset_2 = ::backprop::__private::reach::offset(0..d, move || j * d);
//             let part_5 = ::backprop::__private::reach::part_mut(&mut array[..], 0..d);
//             let part_6 = ::backprop::__private::reach::part_mut(
//                 &mut d_rows[..],
//                 ::backprop::__private::reach::after(0..d, offset_2),
//             );
//             let slots_2 = entries.slots(0..d);
//             for i in (0..d).rev() {
//                 let entry = slots_2[i];
//                 let taken = ::backprop::__private::take(&mut part_5[i]);
//                 part_6[i] += entry * taken;
//             }
//             total = total_2;
//         }
//         (total, ((),))
//     }
//     /// The value of [`norms`](fn@norms), and the backpropagator: from the sensitivity of the value to that of `rows`.
//     #[must_use]
//     #[inline]
//     fn vjp<'backprop>(
//         rows: &'backprop [f64],
//         d: usize,
//     ) -> (
//         f64,
//         impl ::core::ops::Fn(f64) -> ::backprop::__private::Vec<f64> + use<'backprop>,
//     ) {
//         let _: fn(
//             &[::core::primitive::f64],
//             ::core::primitive::usize,
//         ) -> ::core::primitive::f64 = norms;
//         let (value, back) = Self::__again(rows, d);
//         (
//             value,
//             move |d_: f64| {
//                 let mut d_rows = ::backprop::__private::Shaped::zeros(rows);
//                 let _ = back((d_, (rows,), (&mut d_rows,)));
//                 d_rows
//             },
//         )
//     }
//     /// The adjoint, for callers that supply all arrays again.
//     #[doc(hidden)]
//     #[inline]
//     fn __again<'backprop>(
//         rows: &'backprop [f64],
//         d: usize,
//     ) -> (
//         f64,
//         impl ::core::ops::Fn((f64, (&[f64],), (&mut [f64],))) -> ((), ()) + use<>,
//     ) {
//         let _ = norms;
//         let _ = || {
//             let _ = || {
//                 use ::backprop::__private::claims::macros::*;
//                 let _ = vec!(0);
//             };
//         };
//         let mut buffer = ::backprop::__private::vec![0.0_f64; d];
//         let value = rows.len() / d;
//         let mut total = 0.0_f64;
//         let mut tape = ::backprop::__private::Tape::new();
//         let mut tape_2 = ::backprop::__private::Tape::new();
//         for j in 0..value {
//             let offset = ::backprop::__private::reach::offset(0..d, move || j * d);
//             let end = ::backprop::__private::reach::end(
//                 0..d,
//                 [
//                     ::backprop::__private::reach::count(&rows[..], 0..d, offset),
//                     ::backprop::__private::reach::count(&buffer[..], 0..d, 0),
//                 ],
//             );
//             let part = ::backprop::__private::reach::part(
//                 &rows[..],
//                 ::backprop::__private::reach::after(0..end, offset),
//             );
//             let part_2 = ::backprop::__private::reach::part_mut(&mut buffer[..], 0..end);
//             let slots = tape_2.slots(0..end);
//             for a in 0..end {
//                 let exp = part[a].exp();
//                 part_2[a] = exp;
//                 slots[a] = exp;
//             }
//             if end < d {
//                 let _ = &rows[offset + end];
//                 let _ = &buffer[end];
//                 ::backprop::__private::reach::out_of_bounds();
//             }
//             let mut total_2 = total;
//             let end_2 = ::backprop::__private::reach::end(
//                 0..d,
//                 [::backprop::__private::reach::count(&buffer[..], 0..d, 0)],
//             );
//             let part_3 = ::backprop::__private::reach::part(&buffer[..], 0..end_2);
//             let slots_2 = tape.slots(0..end_2);
//             for a_2 in 0..end_2 {
//                 let buffer_element = part_3[a_2];
//                 slots_2[a_2] = buffer_element;
//                 total_2 = total_2 + buffer_element * buffer_element;
//             }
//             if end_2 < d {
//                 let _ = &buffer[end_2];
//                 ::backprop::__private::reach::out_of_bounds();
//             }
//             total = total_2;
//         }
//         let shape = ::backprop::__private::shape(&buffer);
//         (
//             total,
//             move |(d_2, (_,), (d_rows,)): (f64, (&[f64],), (&mut [f64],))| {
//                 let mut array = shape.zeros();
//                 let mut entries = tape.entries();
//                 let mut entries_2 = tape_2.entries();
//                 for i in (0..value).rev() {
//                     let part_4 = ::backprop::__private::reach::part_mut(
//                         &mut array[..],
//                         0..d,
//                     );
//                     let slots_3 = entries.slots(0..d);
//                     for i_2 in (0..d).rev() {
//                         let entry = slots_3[i_2];
//                         part_4[i_2] += 2.0 * (entry * d_2);
//                     }
//                     let offset_2 = ::backprop::__private::reach::offset(
//                         0..d,
//                         move || i * d,
//                     );
//                     let part_5 = ::backprop::__private::reach::part_mut(
//                         &mut array[..],
//                         0..d,
//                     );
//                     let part_6 = ::backprop::__private::reach::part_mut(
//                         &mut d_rows[..],
//                         ::backprop::__private::reach::after(0..d, offset_2),
//                     );
//                     let slots_4 = entries_2.slots(0..d);
//                     for i_3 in (0..d).rev() {
//                         let entry_2 = slots_4[i_3];
//                         let taken = ::backprop::__private::take(&mut part_5[i_3]);
//                         part_6[i_3] += entry_2 * taken;
//                     }
//                 }
//                 ((), ())
//             },
//         )
//     }
//     /// The adjoint.
//     #[doc(hidden)]
//     #[inline]
//     fn __derivative<'backprop>(
//         rows: &'backprop [f64],
//         d: usize,
//     ) -> (
//         f64,
//         impl ::core::ops::Fn((f64, (&[f64],), (&mut [f64],))) -> ((), ()) + use<>,
//     ) {
//         Self::__again(rows, d)
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
//             >::new(move |(rows, d): (&[f64], usize)| {
//                 let (value, back) = Self::__derivative(rows, d);
//                 (value, move |d_: (f64, (&[f64],), (&mut [f64],))| ((), back(d_)))
//             }),
//             ::backprop::__private::claims::Pair(norms, __function),
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
//         let (rows, d) = __arguments;
//         (__function(rows, d), __asked)
//     }
//     #[doc(hidden)]
//     #[inline]
//     fn __of<__Function, __Derivative>(
//         __function: __Function,
//         _: __Derivative,
//     ) -> impl ::core::marker::Sized + use<__Function, __Derivative> {
//         ::backprop::__private::claims::Pair(norms, __function)
//     }
// }
