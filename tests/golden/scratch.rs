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

// net (rows: Array<f64>, d: #usize, %0: !) -> [f64, !, Array<f64>] {
//   %1 = const 0.0: f64
//   total = const 0.0: f64
//   %2 = const 0: #usize
//   rows.1, %3 = len rows
//   d.1, d.2 = copy d
//   buffer = new<Array<f64>, Array<f64>> %1, d.1
//   %4 = abstraction (j: #usize, rows: Array<f64>, buffer: Array<f64>, total: f64, %0: !, %1: #usize) -> [Array<f64>, Array<f64>, f64, !] {
//     %2 = const 0: #usize
//     %3 = abstraction (a: #usize, rows: Array<f64>, buffer: Array<f64>, %0: !, j: #usize, %1: #usize) -> [Array<f64>, Array<f64>, !] {
//       %2, %3 = ordered_mul j, %1, %0
//       a.1, a.2 = copy a
//       %4, %5 = ordered_add %2, a.1, %3
//       rows.1, %6, %7 = get rows, %4, %5
//       %8 = exp %6
//       buffer.1, %9 = set buffer, a.2, %8, %7
//       return rows.1, buffer.1, %9
//     }
//     %4, %5 = copy %1
//     %6 = const 0: #usize
//     %7 = abstraction (a: #usize, buffer: Array<f64>, total: f64, %0: !) -> [Array<f64>, f64, !] {
//       a.1, a.2 = copy a
//       buffer.1, %1, %2 = get buffer, a.1, %0
//       buffer.2, %3, %4 = get buffer.1, a.2, %2
//       %5 = mul %1, %3
//       total.1 = add total, %5
//       return buffer.2, total.1, %4
//     }
//     %8, %9 = copy %5
//     %10, %11, %12 = fold<[#usize, Array<f64>, Array<f64>, !, #usize, #usize] -o[] [Array<f64>, Array<f64>, !], (), (Array<f64>, Array<f64>, !)> %2, %4, %3, rows, buffer, %0, j, %8
//     %13, %14, %15 = fold<[#usize, Array<f64>, f64, !] -o[] [Array<f64>, f64, !], (), (Array<f64>, f64, !)> %6, %9, %7, %11, total, %12
//     return %10, %13, %14, %15
//   }
//   d.3, d.4 = copy d.2
//   %5, %6 = ordered_div %3, d.3, %0
//   %7, %8, %9, %10 = fold<[#usize, Array<f64>, Array<f64>, f64, !, #usize] -o[] [Array<f64>, Array<f64>, f64, !], (), (Array<f64>, Array<f64>, f64, !)> %2, %5, %4, rows.1, buffer, total, %6, d.4
//   drop %8
//   return %9, %10, %7
// }

// ---- adjoint

// net (rows: Array<f64>, d: #usize, %0: !) -> [f64, !, Array<f64>, [f64, Array<f64>] -o[#_, #usize, #usize, Tape<[Array<f64>, Array<f64>, f64] -o~ [Array<f64>, Array<f64>, f64]>, f64, #usize] [Array<f64>]] {
//   %1: [#usize, Array<f64>, Array<f64>, f64, !, #usize] -o[] [Array<f64>, Array<f64>, f64, !, [Array<f64>, Array<f64>, f64] -o~ [Array<f64>, Array<f64>, f64]] = abstraction (j: #usize, rows: Array<f64>, buffer: Array<f64>, total: f64, %0: !, %1: #usize) -> [Array<f64>, Array<f64>, f64, !, [Array<f64>, Array<f64>, f64] -o[#usize, #usize, Tape<[Array<f64>, f64] -o~ [Array<f64>, f64]>, #usize, #usize, Tape<[Array<f64>, Array<f64>] -o~ [Array<f64>, Array<f64>]>] [Array<f64>, Array<f64>, f64]] {
//     %2: [#usize, Array<f64>, f64, !] -o[] [Array<f64>, f64, !, [Array<f64>, f64] -o~ [Array<f64>, f64]] = abstraction (a: #usize, buffer: Array<f64>, total: f64, %0: !) -> [Array<f64>, f64, !, [Array<f64>, f64] -o[f64, f64, f64, f64, #usize, #usize] [Array<f64>, f64]] {
//       total.1, total.2 = copy total
//       a.1, a.2 = copy a
//       a.3, a.4 = copy a.2
//       a.5, a.6 = copy a.1
//       buffer.1, %1, %2 = get buffer, a.5, %0
//       %3, %4 = copy %1
//       buffer.2, %5, %6 = get buffer.1, a.3, %2
//       %7, %8 = copy %5
//       %9 = mul %3, %7
//       %10, %11 = copy %9
//       %12 = abstraction [total = total.2, %0 = %11, %1 = %4, %2 = %8, a = a.4, a.1 = a.6] (d_buffer: Array<f64>, d_total: f64) -> [Array<f64>, f64] {
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
//       total.3 = add total.1, %10
//       return buffer.2, total.3, %6, %12
//     }
//     %3 = const 0: #usize
//     %4, %5 = copy %3
//     %6, %7 = copy %1
//     %8, %9 = copy %6
//     %10, %11 = copy %7
//     %12, %13 = copy %11
//     %14: [#usize, Array<f64>, Array<f64>, !, #usize, #usize] -o[] [Array<f64>, Array<f64>, !, [Array<f64>, Array<f64>] -o~ [Array<f64>, Array<f64>]] = abstraction (a: #usize, rows: Array<f64>, buffer: Array<f64>, %0: !, j: #usize, %1: #usize) -> [Array<f64>, Array<f64>, !, [Array<f64>, Array<f64>] -o[#usize, f64, f64, #usize] [Array<f64>, Array<f64>]] {
//       a.1, a.2 = copy a
//       a.3, a.4 = copy a.2
//       %2, %3 = ordered_mul j, %1, %0
//       %4, %5 = ordered_add %2, a.1, %3
//       %6, %7 = copy %4
//       rows.1, %8, %9 = get rows, %6, %5
//       %10, %11 = copy %8
//       %12 = exp %10
//       %13, %14 = copy %12
//       %15 = abstraction [a = a.4, %0 = %14, %1 = %11, %2 = %7] (d_rows: Array<f64>, d_buffer: Array<f64>) -> [Array<f64>, Array<f64>] {
//         d_buffer.1, %3 = take_again d_buffer, a
//         discard %0
//         %4 = exp %1
//         %5 = mul %4, %3
//         d_rows.1 = add_again d_rows, %2, %5
//         return d_rows.1, d_buffer.1
//       }
//       buffer.1, %16 = set buffer, a.3, %13, %9
//       return rows.1, buffer.1, %16, %15
//     }
//     %15 = const 0: #usize
//     %16, %17 = copy %15
//     %18, %19, %20, %21 = fold<[#usize, Array<f64>, Array<f64>, !, #usize, #usize] -o[] [Array<f64>, Array<f64>, !, [Array<f64>, Array<f64>] -o~ [Array<f64>, Array<f64>]], (), (Array<f64>, Array<f64>, !)> %16, %8, %14, rows, buffer, %0, j, %10
//     %22, %23, %24, %25 = fold<[#usize, Array<f64>, f64, !] -o[] [Array<f64>, f64, !, [Array<f64>, f64] -o~ [Array<f64>, f64]], (), (Array<f64>, f64, !)> %4, %12, %2, %19, total, %20
//     %26 = abstraction [%0 = %5, %1 = %13, %2 = %25, %3 = %17, %4 = %9, %5 = %21] (%6: Array<f64>, %7: Array<f64>, %8: f64) -> [Array<f64>, Array<f64>, f64] {
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
//     return %18, %22, %23, %24, %26
//   }
//   d.1, d.2 = copy d
//   d.3, d.4 = copy d.2
//   d.5, d.6 = copy d.1
//   rows.1, %2 = len rows
//   %3, %4 = ordered_div %2, d.3, %0
//   %5, %6 = copy %3
//   %7 = const 0: #usize
//   %8, %9 = copy %7
//   total = const 0.0: f64
//   %10 = const 0.0: f64
//   %11, %12 = copy %10
//   buffer = new<Array<f64>, Array<f64>> %11, d.5
//   %13, %14, %15, %16, %17 = fold<[#usize, Array<f64>, Array<f64>, f64, !, #usize] -o[] [Array<f64>, Array<f64>, f64, !, [Array<f64>, Array<f64>, f64] -o~ [Array<f64>, Array<f64>, f64]], (), (Array<f64>, Array<f64>, f64, !)> %8, %5, %1, rows.1, buffer, total, %4, d.4
//   %18 = end %14
//   %19 = abstraction [%0 = %18, %1 = %9, %2 = %6, %3 = %17, %4 = %12, d = d.6] (%5: f64, %6: Array<f64>) -> Array<f64> {
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
//   return %15, %16, %13, %19
// }

// ---- simplified

// net (rows: Array<f64>, d: #usize, %0: !) -> [f64, !, Array<f64>, [f64, Array<f64>] -o [Array<f64>]] {
//   %1: [#usize, Array<f64>, f64, !, #usize, Look<f64>] -o [Array<f64>, f64, !, Tape<f64>, Tape<f64>] = abstraction (j: #usize, buffer: Array<f64>, total: f64, %0: !, %1: #usize, %2: Look<f64>) -> [Array<f64>, f64, !, Tape<f64>, Tape<f64>] {
//     %3: [#usize, Array<f64>, f64, !] -o [Array<f64>, f64, !, f64] = abstraction (a: #usize, buffer: Array<f64>, total: f64, %0: !) -> [Array<f64>, f64, !, f64] {
//       buffer.1, %1, %2 = get buffer, a, %0
//       %3, %4 = copy %1
//       %5, %6 = copy %3
//       %7 = mul %5, %4
//       total.1 = add total, %7
//       return buffer.1, total.1, %2, %6
//     }
//     %4, %5 = copy %1
//     %6, %7 = copy %5
//     %8: [#usize, Array<f64>, !, #usize, #usize, Look<f64>] -o [Array<f64>, !, f64] = abstraction (a: #usize, buffer: Array<f64>, %0: !, j: #usize, %1: #usize, %2: Look<f64>) -> [Array<f64>, !, f64] {
//       a.1, a.2 = copy a
//       %3, %4 = ordered_mul j, %1, %0
//       %5, %6 = ordered_add %3, a.1, %4
//       %7, %8 = read %2, %5, %6
//       %9 = exp %7
//       %10, %11 = copy %9
//       buffer.1, %12 = set buffer, a.2, %10, %8
//       return buffer.1, %12, %11
//     }
//     %9 = const 0: #usize
//     %10 = const 0: #usize
//     %11, %12, %13 = fold<[#usize, Array<f64>, !, #usize, #usize, Look<f64>] -o [Array<f64>, !, f64], (), (Array<f64>, !)> %10, %4, %8, buffer, %0, j, %6, %2
//     %14, %15, %16, %17 = fold<[#usize, Array<f64>, f64, !] -o [Array<f64>, f64, !, f64], (), (Array<f64>, f64, !)> %9, %7, %3, %11, total, %12
//     return %14, %15, %16, %17, %13
//   }
//   d.1, d.2 = copy d
//   d.3, d.4 = copy d.2
//   total = const 0.0: f64
//   %2 = const 0.0: f64
//   buffer = new<Array<f64>, Array<f64>> %2, d.1
//   rows.1, %3 = look rows
//   %4, %5 = copy %3
//   %6 = look_len %5
//   %7, %8 = ordered_div %6, d.3, %0
//   %9, %10 = copy %7
//   d.5, d.6 = copy d.4
//   %11 = const 0: #usize
//   %12, %13, %14, %15, %16 = fold<[#usize, Array<f64>, f64, !, #usize, Look<f64>] -o [Array<f64>, f64, !, Tape<f64>, Tape<f64>], (), (Array<f64>, f64, !)> %11, %9, %1, buffer, total, %8, d.5, %4
//   %17 = end %12
//   %18: [f64, Array<f64>] -o [Array<f64>] = abstraction [%0 = %17, %1 = %10, %2 = %15, %3 = %16, d = d.6] (%4: f64, %5: Array<f64>) -> Array<f64> {
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
//   return %13, %14, rows.1, %18
// }

// ---- value and gradient, simplified

// net (rows: Array<f64>, d: #usize, %0: !, %1: Array<f64>) -> [f64, !, Array<f64>, Array<f64>] {
//   %2: [#usize, Array<f64>, f64, !, Array<f64>, Array<f64>, #usize, Look<f64>] -o [Array<f64>, f64, !, Array<f64>, Array<f64>] = abstraction (j: #usize, buffer: Array<f64>, total: f64, %0: !, %1: Array<f64>, %2: Array<f64>, %3: #usize, %4: Look<f64>) -> [Array<f64>, f64, !, Array<f64>, Array<f64>] {
//     %5: [#usize, Array<f64>, f64, !, Array<f64>] -o [Array<f64>, f64, !, Array<f64>] = abstraction (a: #usize, buffer: Array<f64>, total: f64, %0: !, d_buffer: Array<f64>) -> [Array<f64>, f64, !, Array<f64>] {
//       %1 = const 2.0: f64
//       a.1, a.2 = copy a
//       buffer.1, %2, %3 = get buffer, a.1, %0
//       %4, %5 = copy %2
//       %6, %7 = copy %4
//       %8 = mul %6, %5
//       total.1 = add total, %8
//       %9 = mul %1, %7
//       d_buffer.1 = add_again d_buffer, a.2, %9
//       return buffer.1, total.1, %3, d_buffer.1
//     }
//     %6: [#usize, Array<f64>, !, #usize, #usize, Look<f64>] -o [Array<f64>, !, f64] = abstraction (a: #usize, buffer: Array<f64>, %0: !, j: #usize, %1: #usize, %2: Look<f64>) -> [Array<f64>, !, f64] {
//       a.1, a.2 = copy a
//       %3, %4 = ordered_mul j, %1, %0
//       %5, %6 = ordered_add %3, a.1, %4
//       %7, %8 = read %2, %5, %6
//       %9 = exp %7
//       %10, %11 = copy %9
//       buffer.1, %12 = set buffer, a.2, %10, %8
//       return buffer.1, %12, %11
//     }
//     %7: [f64, #usize, Array<f64>, Array<f64>, #usize, #usize] -o [Array<f64>, Array<f64>] = abstraction (%0: f64, %1: #usize, d_rows: Array<f64>, d_buffer: Array<f64>, j: #usize, %2: #usize) -> [Array<f64>, Array<f64>] {
//       %3, %4 = copy %1
//       d_buffer.1, %5 = take_again d_buffer, %4
//       %6 = mul %0, %5
//       %7 = mul j, %2
//       %8 = add %7, %3
//       d_rows.1 = add_again d_rows, %8, %6
//       return d_rows.1, d_buffer.1
//     }
//     %8 = const 0: #usize
//     %9 = const 0: #usize
//     %10 = const 0: #usize
//     j.1, j.2 = copy j
//     %11, %12 = copy %3
//     %13, %14 = copy %11
//     %15, %16 = copy %14
//     %17, %18, %19 = fold<[#usize, Array<f64>, !, #usize, #usize, Look<f64>] -o [Array<f64>, !, f64], (), (Array<f64>, !)> %10, %13, %6, buffer, %0, j.1, %15, %4
//     %20, %21, %22, %23 = fold<[#usize, Array<f64>, f64, !, Array<f64>] -o [Array<f64>, f64, !, Array<f64>], (), (Array<f64>, f64, !, Array<f64>)> %9, %16, %5, %17, total, %18, %2
//     %24, %25 = copy %12
//     d_rows, d_buffer = fold_down<[f64, #usize, Array<f64>, Array<f64>, #usize, #usize] -o [Array<f64>, Array<f64>], (f64), (Array<f64>, Array<f64>)> %8, %24, %7, %19, %1, %23, j.2, %25
//     return %20, %21, %22, d_rows, d_buffer
//   }
//   d.1, d.2 = copy d
//   d.3, d.4 = copy d.2
//   total = const 0.0: f64
//   %3 = const 0.0: f64
//   rows.1, %4 = look rows
//   %5, %6 = copy %4
//   %7 = look_len %6
//   %8, %9 = ordered_div %7, d.3, %0
//   %10 = const 0: #usize
//   %11 = zero: f64
//   d.5, d.6 = copy d.1
//   buffer = new<Array<f64>, Array<f64>> %3, d.5
//   %12 = new<Array<f64>, Array<f64>> %11, d.6
//   %13, %14, %15, d_rows, d_buffer = fold<[#usize, Array<f64>, f64, !, Array<f64>, Array<f64>, #usize, Look<f64>] -o [Array<f64>, f64, !, Array<f64>, Array<f64>], (), (Array<f64>, f64, !, Array<f64>, Array<f64>)> %10, %8, %2, buffer, total, %9, %1, %12, d.4, %5
//   drop d_buffer
//   drop %13
//   return %14, %15, rows.1, d_rows
// }

// ---- Rust

// /// The derivatives of [`norms`](fn@norms).
// struct norms {}
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
// impl norms {
//     /// The gradient of [`norms`](fn@norms) with respect to `rows`.
//     #[must_use]
//     #[inline]
//     fn grad(rows: &[f64], d: usize) -> ::backprop::__private::Vec<f64> {
//         let _ = norms;
//         let mut d_rows = ::backprop::__private::Shaped::__zeros(rows);
//         let (_, _) = Self::__accumulate(rows, d, &mut d_rows);
//         d_rows
//     }
//     /// The value of [`norms`](fn@norms), and its gradient with respect to `rows`, in one pass.
//     #[must_use]
//     #[inline]
//     fn value_and_grad(rows: &[f64], d: usize) -> (f64, ::backprop::__private::Vec<f64>) {
//         let _ = norms;
//         let mut d_rows = ::backprop::__private::Shaped::__zeros(rows);
//         let (value, _) = Self::__accumulate(rows, d, &mut d_rows);
//         (value, d_rows)
//     }
//     /** Gives the value of [`norms`](fn@norms), and writes its gradient with respect to `rows` to `d_rows`.
//
//  # Panics
//  If a buffer is not as long as its array, before any work.*/
//     #[inline]
//     fn value_and_grad_into(rows: &[f64], d: usize, d_rows: &mut [f64]) -> f64 {
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
//     fn accumulate_grad(rows: &[f64], d: usize, d_rows: &mut [f64]) -> f64 {
//         ::backprop::__private::same_length("rows", rows, d_rows);
//         let (value, _) = Self::__accumulate(rows, d, d_rows);
//         value
//     }
//     /// Adds to the accumulators.
//     #[doc(hidden)]
//     #[inline]
//     fn __accumulate<'arrays>(
//         rows: &'arrays [f64],
//         d: usize,
//         d_rows: &mut [f64],
//     ) -> (f64, ((),)) {
//         let _ = norms;
//         let value = rows.len() / d;
//         let mut buffer = ::backprop::__private::vec![0.0_f64; d];
//         let mut array = ::backprop::__private::vec![0.0_f64; d];
//         let mut total = 0.0_f64;
//         let mut tape = ::backprop::__private::Kept::again();
//         for j in 0..value {
//             tape.clear();
//             let place = ::backprop::__private::reach::first(0..d, move || j * d);
//             let end = ::backprop::__private::reach::end(
//                 0..d,
//                 [
//                     ::backprop::__private::reach::count(&rows[..], place),
//                     ::backprop::__private::reach::count(&buffer[..], 0),
//                 ],
//             );
//             if 0 < end {
//                 let part = ::backprop::__private::reach::part(&rows[..], place, end);
//                 let part_2 = ::backprop::__private::reach::part_mut(
//                     &mut buffer[..],
//                     0,
//                     end,
//                 );
//                 let slots = tape.slots(end);
//                 for a in 0..end {
//                     let exp = part[a].exp();
//                     part_2[a] = exp;
//                     slots[a] = exp;
//                 }
//             }
//             if end < d {
//                 let _ = &rows[j * d + end];
//                 let _ = &buffer[end];
//                 ::backprop::__private::reach::out_of_bounds();
//             }
//             let mut total_2 = total;
//             let end_2 = ::backprop::__private::reach::end(
//                 0..d,
//                 [::backprop::__private::reach::count(&buffer[..], 0)],
//             );
//             if 0 < end_2 {
//                 let part_3 = ::backprop::__private::reach::part(&buffer[..], 0, end_2);
//                 let part_4 = ::backprop::__private::reach::part_mut(
//                     &mut array[..],
//                     0,
//                     end_2,
//                 );
//                 for a_2 in 0..end_2 {
//                     let buffer_element = part_3[a_2];
//                     part_4[a_2] += 2.0 * buffer_element;
//                     total_2 = total_2 + buffer_element * buffer_element;
//                 }
//             }
//             if end_2 < d {
//                 let _ = &buffer[end_2];
//                 ::backprop::__private::reach::out_of_bounds();
//             }
//             let mut entries = tape.entries();
//             if 0 < d {
//                 let part_5 = ::backprop::__private::reach::part_mut(
//                     &mut array[..],
//                     0,
//                     d,
//                 );
//                 let place_2 = j * d;
//                 let part_6 = ::backprop::__private::reach::part_mut(
//                     &mut d_rows[..],
//                     place_2,
//                     d,
//                 );
//                 let slots_2 = &*entries.slots(d);
//                 for i in (0..d).rev() {
//                     let entry = slots_2[i];
//                     let taken = ::backprop::__private::take(&mut part_5[i]);
//                     part_6[i] += entry * taken;
//                 }
//             }
//             total = total_2;
//         }
//         (total, ((),))
//     }
//     /// The value of [`norms`](fn@norms), and its backpropagator, which takes the sensitivity of the value and gives the gradient with respect to `rows`.
//     #[must_use]
//     #[inline]
//     fn vjp<'arrays>(
//         rows: &'arrays [f64],
//         d: usize,
//     ) -> (
//         f64,
//         impl ::core::ops::Fn(f64) -> ::backprop::__private::Vec<f64> + use<'arrays>,
//     ) {
//         let _: fn(
//             &[::core::primitive::f64],
//             ::core::primitive::usize,
//         ) -> ::core::primitive::f64 = norms;
//         let (value, back) = Self::__again(rows, d);
//         (
//             value,
//             move |d_: f64| {
//                 let mut d_rows = ::backprop::__private::Shaped::__zeros(rows);
//                 let _ = back((d_, (rows,), (&mut d_rows,)));
//                 d_rows
//             },
//         )
//     }
//     /// The adjoint, for callers that supply all arrays again.
//     #[doc(hidden)]
//     #[inline]
//     fn __again<'arrays>(
//         rows: &'arrays [f64],
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
//         let mut tape = ::backprop::__private::Kept::new();
//         let mut tape_2 = ::backprop::__private::Kept::new();
//         for j in 0..value {
//             let place = ::backprop::__private::reach::first(0..d, move || j * d);
//             let end = ::backprop::__private::reach::end(
//                 0..d,
//                 [
//                     ::backprop::__private::reach::count(&rows[..], place),
//                     ::backprop::__private::reach::count(&buffer[..], 0),
//                 ],
//             );
//             if 0 < end {
//                 let part = ::backprop::__private::reach::part(&rows[..], place, end);
//                 let part_2 = ::backprop::__private::reach::part_mut(
//                     &mut buffer[..],
//                     0,
//                     end,
//                 );
//                 let slots = tape_2.slots(end);
//                 for a in 0..end {
//                     let exp = part[a].exp();
//                     part_2[a] = exp;
//                     slots[a] = exp;
//                 }
//             }
//             if end < d {
//                 let _ = &rows[j * d + end];
//                 let _ = &buffer[end];
//                 ::backprop::__private::reach::out_of_bounds();
//             }
//             let mut total_2 = total;
//             let end_2 = ::backprop::__private::reach::end(
//                 0..d,
//                 [::backprop::__private::reach::count(&buffer[..], 0)],
//             );
//             if 0 < end_2 {
//                 let part_3 = ::backprop::__private::reach::part(&buffer[..], 0, end_2);
//                 let slots_2 = tape.slots(end_2);
//                 for a_2 in 0..end_2 {
//                     let buffer_element = part_3[a_2];
//                     slots_2[a_2] = buffer_element;
//                     total_2 = total_2 + buffer_element * buffer_element;
//                 }
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
//                     if 0 < d {
//                         let part_4 = ::backprop::__private::reach::part_mut(
//                             &mut array[..],
//                             0,
//                             d,
//                         );
//                         let slots_3 = &*entries.slots(d);
//                         for i_2 in (0..d).rev() {
//                             let entry = slots_3[i_2];
//                             part_4[i_2] += 2.0 * (entry * d_2);
//                         }
//                     }
//                     if 0 < d {
//                         let part_5 = ::backprop::__private::reach::part_mut(
//                             &mut array[..],
//                             0,
//                             d,
//                         );
//                         let place_2 = i * d;
//                         let part_6 = ::backprop::__private::reach::part_mut(
//                             &mut d_rows[..],
//                             place_2,
//                             d,
//                         );
//                         let slots_4 = &*entries_2.slots(d);
//                         for i_3 in (0..d).rev() {
//                             let entry_2 = slots_4[i_3];
//                             let taken = ::backprop::__private::take(&mut part_5[i_3]);
//                             part_6[i_3] += entry_2 * taken;
//                         }
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
//         rows: &'arrays [f64],
//         d: usize,
//     ) -> (
//         f64,
//         impl ::core::ops::Fn((f64, (&[f64],), (&mut [f64],))) -> ((), ()) + use<>,
//     ) {
//         Self::__again(rows, d)
//     }
//     /// The adjoint, for callers that want back what was in the arrays that are changed.
//     #[doc(hidden)]
//     #[inline]
//     fn __restoring<'arrays>(
//         rows: &'arrays [f64],
//         d: usize,
//     ) -> (
//         f64,
//         impl ::core::ops::Fn((f64, (&[f64],), (&mut [f64],))) -> ((), ()) + use<>,
//     ) {
//         Self::__again(rows, d)
//     }
//     /// The adjoint, for callers that have no contents of arrays again.
//     #[doc(hidden)]
//     #[inline]
//     fn __keeping<'arrays>(
//         rows: &'arrays [f64],
//         d: usize,
//     ) -> (
//         f64,
//         impl ::core::ops::Fn((f64, (&[f64],), (&mut [f64],))) -> ((), ()) + use<>,
//     ) {
//         Self::__again(rows, d)
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
//             >::new(move |(rows, d): (&[f64], usize)| {
//                 let (value, back) = Self::__adjoint(rows, d);
//                 (value, move |d_: (f64, (&[f64],), (&mut [f64],))| ((), back(d_)))
//             }),
//             ::backprop::__private::claims::Pair(norms, __function),
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
//         let (rows, d) = __arguments;
//         (__function(rows, d), __asked)
//     }
//     #[doc(hidden)]
//     const __derivative: ::core::primitive::usize = 0;
//     #[doc(hidden)]
//     #[inline]
//     fn __of<__Function, __Derivative>(
//         __function: __Function,
//         _: __Derivative,
//     ) -> impl ::core::marker::Sized + use<__Function, __Derivative> {
//         ::backprop::__private::claims::Pair(norms, __function)
//     }
//     #[doc(hidden)]
//     const __calls_in_a_circle: ::core::primitive::usize = 0;
// }
