#[differentiable]
fn matrix(a: &[[f64; 3]], b: &[[f64; 2]; 3], w: &[[f64; 2]]) -> f64 {
    let mut sum = 0.0;
    for i in 0..a.len() {
        for j in 0..2 {
            let mut c = 0.0;
            for k in 0..3 {
                c += a[i][k] * b[k][j];
            }
            sum += w[i][j] * c;
        }
    }
    sum
}

// ---- net

// net (a: Array<Array<f64>>, b: Array<Array<f64>>, w: Array<Array<f64>>, %0: !) -> [f64, !, Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>] {
//   sum = const 0.0: f64
//   %1 = const 0: #usize
//   a.1, %2 = len a
//   %3 = abstraction (i: #usize, a: Array<Array<f64>>, b: Array<Array<f64>>, w: Array<Array<f64>>, sum: f64, %0: !) -> [Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64, !] {
//     %1 = const 0: #usize
//     %2 = const 2: #usize
//     %3 = abstraction (j: #usize, a: Array<Array<f64>>, b: Array<Array<f64>>, w: Array<Array<f64>>, sum: f64, %0: !, i: #usize) -> [Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64, !] {
//       c = const 0.0: f64
//       %1 = const 0: #usize
//       %2 = const 3: #usize
//       %3 = abstraction (k: #usize, a: Array<Array<f64>>, b: Array<Array<f64>>, c: f64, %0: !, i: #usize, j: #usize) -> [Array<Array<f64>>, Array<Array<f64>>, f64, !] {
//         k.1, k.2 = copy k
//         a.1, %1, %2 = get a, i, k.1, %0
//         b.1, %3, %4 = get b, k.2, j, %2
//         %5 = mul %1, %3
//         c.1 = add c, %5
//         return a.1, b.1, c.1, %4
//       }
//       i.1, i.2 = copy i
//       j.1, j.2 = copy j
//       %4, %5, %6, %7 = fold<[#usize, Array<Array<f64>>, Array<Array<f64>>, f64, !, #usize, #usize] -o[] [Array<Array<f64>>, Array<Array<f64>>, f64, !], (), (Array<Array<f64>>, Array<Array<f64>>, f64, !)> %1, %2, %3, a, b, c, %0, i.1, j.1
//       w.1, %8, %9 = get w, i.2, j.2, %7
//       %10 = mul %8, %6
//       sum.1 = add sum, %10
//       return %4, %5, w.1, sum.1, %9
//     }
//     %4, %5, %6, %7, %8 = fold<[#usize, Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64, !, #usize] -o[] [Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64, !], (), (Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64, !)> %1, %2, %3, a, b, w, sum, %0, i
//     return %4, %5, %6, %7, %8
//   }
//   %4, %5, %6, %7, %8 = fold<[#usize, Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64, !] -o[] [Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64, !], (), (Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64, !)> %1, %2, %3, a.1, b, w, sum, %0
//   return %7, %8, %4, %5, %6
// }

// ---- adjoint

// net (a: Array<Array<f64>>, b: Array<Array<f64>>, w: Array<Array<f64>>, %0: !) -> [f64, !, Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, [f64, Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>] -o[#usize, #usize, Tape<[Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64] -o~ [Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64]>] [Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>]] {
//   %1: [#usize, Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64, !] -o[] [Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64, !, [Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64] -o~ [Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64]] = abstraction (i: #usize, a: Array<Array<f64>>, b: Array<Array<f64>>, w: Array<Array<f64>>, sum: f64, %0: !) -> [Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64, !, [Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64] -o[#usize, #usize, Tape<[Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64] -o~ [Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64]>] [Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64]] {
//     %1: [#usize, Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64, !, #usize] -o[] [Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64, !, [Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64] -o~ [Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64]] = abstraction (j: #usize, a: Array<Array<f64>>, b: Array<Array<f64>>, w: Array<Array<f64>>, sum: f64, %0: !, i: #usize) -> [Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64, !, [Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64] -o[f64, f64, f64, f64, #usize, #usize, #usize, #usize, Tape<[Array<Array<f64>>, Array<Array<f64>>, f64] -o~ [Array<Array<f64>>, Array<Array<f64>>, f64]>] [Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64]] {
//       sum.1, sum.2 = copy sum
//       j.1, j.2 = copy j
//       j.3, j.4 = copy j.2
//       i.1, i.2 = copy i
//       i.3, i.4 = copy i.2
//       %1: [#usize, Array<Array<f64>>, Array<Array<f64>>, f64, !, #usize, #usize] -o[] [Array<Array<f64>>, Array<Array<f64>>, f64, !, [Array<Array<f64>>, Array<Array<f64>>, f64] -o~ [Array<Array<f64>>, Array<Array<f64>>, f64]] = abstraction (k: #usize, a: Array<Array<f64>>, b: Array<Array<f64>>, c: f64, %0: !, i: #usize, j: #usize) -> [Array<Array<f64>>, Array<Array<f64>>, f64, !, [Array<Array<f64>>, Array<Array<f64>>, f64] -o[f64, f64, f64, f64, #usize, #usize, #usize, #usize] [Array<Array<f64>>, Array<Array<f64>>, f64]] {
//         c.1, c.2 = copy c
//         j.1, j.2 = copy j
//         i.1, i.2 = copy i
//         k.1, k.2 = copy k
//         k.3, k.4 = copy k.2
//         k.5, k.6 = copy k.1
//         a.1, %1, %2 = get a, i.1, k.5, %0
//         %3, %4 = copy %1
//         b.1, %5, %6 = get b, k.3, j.1, %2
//         %7, %8 = copy %5
//         %9 = mul %3, %7
//         %10, %11 = copy %9
//         %12 = abstraction [c = c.2, %0 = %11, %1 = %4, %2 = %8, k = k.4, j = j.2, i = i.2, k.1 = k.6] (d_a: Array<Array<f64>>, d_b: Array<Array<f64>>, d_c: f64) -> [Array<Array<f64>>, Array<Array<f64>>, f64] {
//           d_c.1, d_c.2 = copy d_c
//           discard c
//           discard %0
//           d_c.3, d_c.4 = copy d_c.2
//           %3 = mul %2, d_c.3
//           %4 = mul %1, d_c.4
//           d_b.1 = add_again d_b, k, j, %4
//           d_a.1 = add_again d_a, i, k.1, %3
//           return d_a.1, d_b.1, d_c.1
//         }
//         c.3 = add c.1, %10
//         return a.1, b.1, c.3, %6, %12
//       }
//       %2 = const 3: #usize
//       %3, %4 = copy %2
//       %5 = const 0: #usize
//       %6, %7 = copy %5
//       c = const 0.0: f64
//       %8, %9, %10, %11, %12 = fold<[#usize, Array<Array<f64>>, Array<Array<f64>>, f64, !, #usize, #usize] -o[] [Array<Array<f64>>, Array<Array<f64>>, f64, !, [Array<Array<f64>>, Array<Array<f64>>, f64] -o~ [Array<Array<f64>>, Array<Array<f64>>, f64]], (), (Array<Array<f64>>, Array<Array<f64>>, f64, !)> %6, %3, %1, a, b, c, %0, i.1, j.1
//       %13, %14 = copy %10
//       w.1, %15, %16 = get w, i.3, j.3, %11
//       %17, %18 = copy %15
//       %19 = mul %17, %13
//       %20, %21 = copy %19
//       %22 = abstraction [sum = sum.2, %0 = %21, %1 = %18, %2 = %14, i = i.4, j = j.4, %3 = %7, %4, %5 = %12] (%6: Array<Array<f64>>, %7: Array<Array<f64>>, d_w: Array<Array<f64>>, d_sum: f64) -> [Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64] {
//         d_sum.1, d_sum.2 = copy d_sum
//         discard sum
//         discard %0
//         d_sum.3, d_sum.4 = copy d_sum.2
//         %8 = mul %2, d_sum.3
//         %9 = mul %1, d_sum.4
//         d_w.1 = add_again d_w, i, j, %8
//         %10 = abstraction (%0: [Array<Array<f64>>, Array<Array<f64>>, f64] -o~ [Array<Array<f64>>, Array<Array<f64>>, f64], %1: #usize, %2: Array<Array<f64>>, %3: Array<Array<f64>>, %4: f64) -> [Array<Array<f64>>, Array<Array<f64>>, f64] {
//           discard %1
//           %5, %6, %7 = eval %0, %2, %3, %4
//           return %5, %6, %7
//         }
//         d_a, d_b, d_c = fold_down<[[Array<Array<f64>>, Array<Array<f64>>, f64] -o~ [Array<Array<f64>>, Array<Array<f64>>, f64], #usize, Array<Array<f64>>, Array<Array<f64>>, f64] -o[] [Array<Array<f64>>, Array<Array<f64>>, f64], ([Array<Array<f64>>, Array<Array<f64>>, f64] -o~ [Array<Array<f64>>, Array<Array<f64>>, f64]), (Array<Array<f64>>, Array<Array<f64>>, f64)> %3, %4, %10, %5, %6, %7, %9
//         discard d_c
//         return d_a, d_b, d_w.1, d_sum.1
//       }
//       sum.3 = add sum.1, %20
//       return %8, %9, w.1, sum.3, %16, %22
//     }
//     %2 = const 2: #usize
//     %3, %4 = copy %2
//     %5 = const 0: #usize
//     %6, %7 = copy %5
//     %8, %9, %10, %11, %12, %13 = fold<[#usize, Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64, !, #usize] -o[] [Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64, !, [Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64] -o~ [Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64]], (), (Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64, !)> %6, %3, %1, a, b, w, sum, %0, i
//     %14 = abstraction [%0 = %7, %1 = %4, %2 = %13] (%3: Array<Array<f64>>, %4: Array<Array<f64>>, %5: Array<Array<f64>>, %6: f64) -> [Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64] {
//       %7 = abstraction (%0: [Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64] -o~ [Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64], %1: #usize, %2: Array<Array<f64>>, %3: Array<Array<f64>>, %4: Array<Array<f64>>, %5: f64) -> [Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64] {
//         discard %1
//         %6, %7, %8, %9 = eval %0, %2, %3, %4, %5
//         return %6, %7, %8, %9
//       }
//       d_a, d_b, d_w, d_sum = fold_down<[[Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64] -o~ [Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64], #usize, Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64] -o[] [Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64], ([Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64] -o~ [Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64]), (Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64)> %0, %1, %7, %2, %3, %4, %5, %6
//       return d_a, d_b, d_w, d_sum
//     }
//     return %8, %9, %10, %11, %12, %14
//   }
//   a.1, %2 = len a
//   %3, %4 = copy %2
//   %5 = const 0: #usize
//   %6, %7 = copy %5
//   sum = const 0.0: f64
//   %8, %9, %10, %11, %12, %13 = fold<[#usize, Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64, !] -o[] [Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64, !, [Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64] -o~ [Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64]], (), (Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64, !)> %6, %3, %1, a.1, b, w, sum, %0
//   %14 = abstraction [%0 = %7, %1 = %4, %2 = %13] (%3: f64, %4: Array<Array<f64>>, %5: Array<Array<f64>>, %6: Array<Array<f64>>) -> [Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>] {
//     %7 = abstraction (%0: [Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64] -o~ [Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64], %1: #usize, %2: Array<Array<f64>>, %3: Array<Array<f64>>, %4: Array<Array<f64>>, %5: f64) -> [Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64] {
//       discard %1
//       %6, %7, %8, %9 = eval %0, %2, %3, %4, %5
//       return %6, %7, %8, %9
//     }
//     d_a, d_b, d_w, d_sum = fold_down<[[Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64] -o~ [Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64], #usize, Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64] -o[] [Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64], ([Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64] -o~ [Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64]), (Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64)> %0, %1, %7, %2, %4, %5, %6, %3
//     discard d_sum
//     return d_a, d_b, d_w
//   }
//   return %11, %12, %8, %9, %10, %14
// }

// ---- simplified

// net (a: Array<Array<f64>>, b: Array<Array<f64>>, w: Array<Array<f64>>, %0: !) -> [f64, !, Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, [f64, Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>] -o [Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>]] {
//   %1: [#usize, f64, !, Look<Array<f64>>, Look<Array<f64>>, Look<Array<f64>>] -o [f64, !, Tape<f64>] = abstraction (i: #usize, sum: f64, %0: !, %1: Look<Array<f64>>, %2: Look<Array<f64>>, %3: Look<Array<f64>>) -> [f64, !, Tape<f64>] {
//     %4: [#usize, f64, !, #usize, Look<Array<f64>>, Look<Array<f64>>, Look<Array<f64>>] -o [f64, !, f64] = abstraction (j: #usize, sum: f64, %0: !, i: #usize, %1: Look<Array<f64>>, %2: Look<Array<f64>>, %3: Look<Array<f64>>) -> [f64, !, f64] {
//       j.1, j.2 = copy j
//       i.1, i.2 = copy i
//       %4: [#usize, f64, !, #usize, #usize, Look<Array<f64>>, Look<Array<f64>>] -o [f64, !] = abstraction (k: #usize, c: f64, %0: !, i: #usize, j: #usize, %1: Look<Array<f64>>, %2: Look<Array<f64>>) -> [f64, !] {
//         k.1, k.2 = copy k
//         %3, %4 = read %1, i, k.1, %0
//         %5, %6 = read %2, k.2, j, %4
//         %7 = mul %3, %5
//         c.1 = add c, %7
//         return c.1, %6
//       }
//       c = const 0.0: f64
//       %5 = const 0: #usize
//       %6 = const 3: #usize
//       %7, %8 = fold<[#usize, f64, !, #usize, #usize, Look<Array<f64>>, Look<Array<f64>>] -o [f64, !], (), (f64, !)> %5, %6, %4, c, %0, i.1, j.1, %1, %2
//       %9, %10 = copy %7
//       %11, %12 = read %3, i.2, j.2, %8
//       %13 = mul %11, %9
//       sum.1 = add sum, %13
//       return sum.1, %12, %10
//     }
//     %5 = const 0: #usize
//     %6 = const 2: #usize
//     %7, %8, %9 = fold<[#usize, f64, !, #usize, Look<Array<f64>>, Look<Array<f64>>, Look<Array<f64>>] -o [f64, !, f64], (), (f64, !)> %5, %6, %4, sum, %0, i, %1, %2, %3
//     return %7, %8, %9
//   }
//   sum = const 0.0: f64
//   a.1, %2 = look a
//   %3, %4 = copy %2
//   %5 = look_len %4
//   %6, %7 = copy %5
//   %8, %9 = look b
//   %10, %11 = look w
//   %12, %13 = copy %11
//   %14, %15 = copy %3
//   %16, %17 = copy %9
//   %18 = const 0: #usize
//   %19, %20, %21 = fold<[#usize, f64, !, Look<Array<f64>>, Look<Array<f64>>, Look<Array<f64>>] -o [f64, !, Tape<f64>], (), (f64, !)> %18, %6, %1, sum, %0, %14, %16, %12
//   %22: [f64, Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>] -o [Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>] = abstraction [%0 = %7, %1 = %21, %2 = %13, %3 = %15, %4 = %17] (%5: f64, %6: Array<Array<f64>>, %7: Array<Array<f64>>, %8: Array<Array<f64>>) -> [Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>] {
//     %9: [Tape<f64>, #usize, Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, Look<Array<f64>>, Look<Array<f64>>, Look<Array<f64>>, f64] -o [Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>] = abstraction (%0: Tape<f64>, %1: #usize, %2: Array<Array<f64>>, %3: Array<Array<f64>>, %4: Array<Array<f64>>, %5: Look<Array<f64>>, %6: Look<Array<f64>>, %7: Look<Array<f64>>, %8: f64) -> [Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>] {
//       %9: [f64, #usize, Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, Look<Array<f64>>, #usize, Look<Array<f64>>, Look<Array<f64>>, f64] -o [Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>] = abstraction (%0: f64, %1: #usize, %2: Array<Array<f64>>, %3: Array<Array<f64>>, d_w: Array<Array<f64>>, %4: Look<Array<f64>>, i: #usize, %5: Look<Array<f64>>, %6: Look<Array<f64>>, d_sum: f64) -> [Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>] {
//         d_sum.1, d_sum.2 = copy d_sum
//         %7 = mul %0, d_sum.1
//         %8: [#usize, Array<Array<f64>>, Array<Array<f64>>, Look<Array<f64>>, #usize, Look<Array<f64>>, #usize, f64] -o [Array<Array<f64>>, Array<Array<f64>>] = abstraction (%0: #usize, d_a: Array<Array<f64>>, d_b: Array<Array<f64>>, %1: Look<Array<f64>>, i: #usize, %2: Look<Array<f64>>, j: #usize, d_c: f64) -> [Array<Array<f64>>, Array<Array<f64>>] {
//           d_c.1, d_c.2 = copy d_c
//           i.1, i.2 = copy i
//           %3, %4 = copy %0
//           %5 = read_again %1, i.2, %4
//           %6 = mul %5, d_c.2
//           %7, %8 = copy %3
//           %9, %10 = copy %7
//           j.1, j.2 = copy j
//           d_b.1 = add_again d_b, %9, j.1, %6
//           %11 = read_again %2, %8, j.2
//           %12 = mul %11, d_c.1
//           d_a.1 = add_again d_a, i.1, %10, %12
//           return d_a.1, d_b.1
//         }
//         %9 = const 0: #usize
//         %10 = const 3: #usize
//         i.1, i.2 = copy i
//         i.3, i.4 = copy i.1
//         %11, %12 = copy %1
//         %13, %14 = copy %11
//         d_w.1 = add_again d_w, i.3, %13, %7
//         %15 = read_again %4, i.2, %12
//         %16 = mul %15, d_sum.2
//         d_a, d_b = fold_down<[#usize, Array<Array<f64>>, Array<Array<f64>>, Look<Array<f64>>, #usize, Look<Array<f64>>, #usize, f64] -o [Array<Array<f64>>, Array<Array<f64>>], (), (Array<Array<f64>>, Array<Array<f64>>)> %9, %10, %8, %2, %3, %5, i.4, %6, %14, %16
//         return d_a, d_b, d_w.1
//       }
//       %10 = const 0: #usize
//       %11 = const 2: #usize
//       d_a, d_b, d_w = fold_down<[f64, #usize, Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, Look<Array<f64>>, #usize, Look<Array<f64>>, Look<Array<f64>>, f64] -o [Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>], (f64), (Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>)> %10, %11, %9, %0, %2, %3, %4, %5, %1, %6, %7, %8
//       return d_a, d_b, d_w
//     }
//     %10 = const 0: #usize
//     d_a, d_b, d_w = fold_down<[Tape<f64>, #usize, Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, Look<Array<f64>>, Look<Array<f64>>, Look<Array<f64>>, f64] -o [Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>], (Tape<f64>), (Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>)> %10, %0, %9, %1, %6, %7, %8, %2, %3, %4, %5
//     return d_a, d_b, d_w
//   }
//   return %19, %20, a.1, %8, %10, %22
// }

// ---- value and gradient, simplified

// net (a: Array<Array<f64>>, b: Array<Array<f64>>, w: Array<Array<f64>>, %0: !, %1: Array<Array<f64>>, %2: Array<Array<f64>>, %3: Array<Array<f64>>) -> [f64, !, Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>] {
//   %4: [#usize, f64, !, Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, Look<Array<f64>>, Look<Array<f64>>, Look<Array<f64>>] -o [f64, !, Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>] = abstraction (i: #usize, sum: f64, %0: !, %1: Array<Array<f64>>, %2: Array<Array<f64>>, %3: Array<Array<f64>>, %4: Look<Array<f64>>, %5: Look<Array<f64>>, %6: Look<Array<f64>>) -> [f64, !, Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>] {
//     %7: [#usize, f64, !, Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, #usize, Look<Array<f64>>, Look<Array<f64>>, Look<Array<f64>>] -o [f64, !, Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>] = abstraction (j: #usize, sum: f64, %0: !, %1: Array<Array<f64>>, %2: Array<Array<f64>>, d_w: Array<Array<f64>>, i: #usize, %3: Look<Array<f64>>, %4: Look<Array<f64>>, %5: Look<Array<f64>>) -> [f64, !, Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>] {
//       %6: [#usize, f64, !, #usize, #usize, Look<Array<f64>>, Look<Array<f64>>] -o [f64, !] = abstraction (k: #usize, c: f64, %0: !, i: #usize, j: #usize, %1: Look<Array<f64>>, %2: Look<Array<f64>>) -> [f64, !] {
//         k.1, k.2 = copy k
//         %3, %4 = read %1, i, k.1, %0
//         %5, %6 = read %2, k.2, j, %4
//         %7 = mul %3, %5
//         c.1 = add c, %7
//         return c.1, %6
//       }
//       c = const 0.0: f64
//       %7: [#usize, Array<Array<f64>>, Array<Array<f64>>, Look<Array<f64>>, #usize, Look<Array<f64>>, #usize, f64] -o [Array<Array<f64>>, Array<Array<f64>>] = abstraction (%0: #usize, d_a: Array<Array<f64>>, d_b: Array<Array<f64>>, %1: Look<Array<f64>>, i: #usize, %2: Look<Array<f64>>, j: #usize, d_c: f64) -> [Array<Array<f64>>, Array<Array<f64>>] {
//         d_c.1, d_c.2 = copy d_c
//         i.1, i.2 = copy i
//         %3, %4 = copy %0
//         %5 = read_again %1, i.2, %4
//         %6 = mul %5, d_c.2
//         %7, %8 = copy %3
//         %9, %10 = copy %7
//         j.1, j.2 = copy j
//         d_b.1 = add_again d_b, %9, j.1, %6
//         %11 = read_again %2, %8, j.2
//         %12 = mul %11, d_c.1
//         d_a.1 = add_again d_a, i.1, %10, %12
//         return d_a.1, d_b.1
//       }
//       %8 = const 0: #usize
//       %9 = const 3: #usize
//       %10 = const 0: #usize
//       %11 = const 3: #usize
//       j.1, j.2 = copy j
//       j.3, j.4 = copy j.1
//       j.5, j.6 = copy j.2
//       j.7, j.8 = copy j.5
//       %12, %13 = copy %5
//       i.1, i.2 = copy i
//       i.3, i.4 = copy i.1
//       i.5, i.6 = copy i.2
//       i.7, i.8 = copy i.5
//       %14 = read_again %13, i.6, j.6
//       %15, %16 = copy %3
//       %17, %18 = copy %4
//       %19, %20 = fold<[#usize, f64, !, #usize, #usize, Look<Array<f64>>, Look<Array<f64>>] -o [f64, !], (), (f64, !)> %10, %11, %6, c, %0, i.3, j.3, %15, %17
//       %21, %22 = copy %19
//       d_w.1 = add_again d_w, i.7, j.7, %22
//       d_a, d_b = fold_down<[#usize, Array<Array<f64>>, Array<Array<f64>>, Look<Array<f64>>, #usize, Look<Array<f64>>, #usize, f64] -o [Array<Array<f64>>, Array<Array<f64>>], (), (Array<Array<f64>>, Array<Array<f64>>)> %8, %9, %7, %1, %2, %16, i.8, %18, j.8, %14
//       %23, %24 = read %12, i.4, j.4, %20
//       %25 = mul %23, %21
//       sum.1 = add sum, %25
//       return sum.1, %24, d_a, d_b, d_w.1
//     }
//     %8 = const 0: #usize
//     %9 = const 2: #usize
//     %10, %11, d_a, d_b, d_w = fold<[#usize, f64, !, Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, #usize, Look<Array<f64>>, Look<Array<f64>>, Look<Array<f64>>] -o [f64, !, Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>], (), (f64, !, Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>)> %8, %9, %7, sum, %0, %1, %2, %3, i, %4, %5, %6
//     return %10, %11, d_a, d_b, d_w
//   }
//   sum = const 0.0: f64
//   a.1, %5 = look a
//   %6, %7 = copy %5
//   %8 = look_len %7
//   %9, %10 = look b
//   %11, %12 = look w
//   %13 = const 0: #usize
//   %14, %15, d_a, d_b, d_w = fold<[#usize, f64, !, Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, Look<Array<f64>>, Look<Array<f64>>, Look<Array<f64>>] -o [f64, !, Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>], (), (f64, !, Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>)> %13, %8, %4, sum, %0, %1, %2, %3, %6, %10, %12
//   return %14, %15, a.1, %9, %11, d_a, d_b, d_w
// }

// ---- Rust

// /// The derivatives of [`matrix`](fn@matrix).
// struct matrix {}
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
// impl matrix {
//     /// The gradient of [`matrix`](fn@matrix) with respect to `a`, `b` and `w`.
//     #[must_use]
//     #[inline]
//     fn grad(
//         a: &[[f64; 3]],
//         b: &[[f64; 2]; 3],
//         w: &[[f64; 2]],
//     ) -> (
//         ::backprop::__private::Vec<[f64; 3]>,
//         [[f64; 2]; 3],
//         ::backprop::__private::Vec<[f64; 2]>,
//     ) {
//         let _ = matrix;
//         let mut d_a = ::backprop::__private::Shaped::__zeros(a);
//         let mut d_b = ::backprop::__private::Shaped::__zeros(b);
//         let mut d_w = ::backprop::__private::Shaped::__zeros(w);
//         let (_, _) = Self::__accumulate(a, b, w, &mut d_a, &mut d_b, &mut d_w);
//         (d_a, d_b, d_w)
//     }
//     /// The value of [`matrix`](fn@matrix), and its gradient with respect to `a`, `b` and `w`, in one pass.
//     #[must_use]
//     #[inline]
//     fn value_and_grad(
//         a: &[[f64; 3]],
//         b: &[[f64; 2]; 3],
//         w: &[[f64; 2]],
//     ) -> (
//         f64,
//         (
//             ::backprop::__private::Vec<[f64; 3]>,
//             [[f64; 2]; 3],
//             ::backprop::__private::Vec<[f64; 2]>,
//         ),
//     ) {
//         let _ = matrix;
//         let mut d_a = ::backprop::__private::Shaped::__zeros(a);
//         let mut d_b = ::backprop::__private::Shaped::__zeros(b);
//         let mut d_w = ::backprop::__private::Shaped::__zeros(w);
//         let (value, _) = Self::__accumulate(a, b, w, &mut d_a, &mut d_b, &mut d_w);
//         (value, (d_a, d_b, d_w))
//     }
//     /** Gives the value of [`matrix`](fn@matrix), and writes its gradient with respect to `a`, `b` and `w` to `d_a`, `d_b` and `d_w`.
//
//  # Panics
//  If a buffer is not as long as its array, before any work.*/
//     #[inline]
//     fn value_and_grad_into(
//         a: &[[f64; 3]],
//         b: &[[f64; 2]; 3],
//         w: &[[f64; 2]],
//         d_a: &mut [[f64; 3]],
//         d_b: &mut [[f64; 2]; 3],
//         d_w: &mut [[f64; 2]],
//     ) -> f64 {
//         ::backprop::__private::same_length("a", a, d_a);
//         ::backprop::__private::same_length("b", b, d_b);
//         ::backprop::__private::same_length("w", w, d_w);
//         ::backprop::__private::clear(d_a);
//         ::backprop::__private::clear(d_b);
//         ::backprop::__private::clear(d_w);
//         let (value, _) = Self::__accumulate(a, b, w, d_a, d_b, d_w);
//         value
//     }
//     /** Gives the value of [`matrix`](fn@matrix), and adds its gradient with respect to `a`, `b` and `w` to `d_a`, `d_b` and `d_w`.
//
//  # Panics
//  If a buffer is not as long as its array, before any work.*/
//     #[inline]
//     fn accumulate_grad(
//         a: &[[f64; 3]],
//         b: &[[f64; 2]; 3],
//         w: &[[f64; 2]],
//         d_a: &mut [[f64; 3]],
//         d_b: &mut [[f64; 2]; 3],
//         d_w: &mut [[f64; 2]],
//     ) -> f64 {
//         ::backprop::__private::same_length("a", a, d_a);
//         ::backprop::__private::same_length("b", b, d_b);
//         ::backprop::__private::same_length("w", w, d_w);
//         let (value, _) = Self::__accumulate(a, b, w, d_a, d_b, d_w);
//         value
//     }
//     /// Adds to the accumulators.
//     #[doc(hidden)]
//     #[inline]
//     fn __accumulate<'arrays>(
//         a: &'arrays [[f64; 3]],
//         b: &'arrays [[f64; 2]; 3],
//         w: &'arrays [[f64; 2]],
//         d_a: &mut [[f64; 3]],
//         d_b: &mut [[f64; 2]],
//         d_w: &mut [[f64; 2]],
//     ) -> (f64, ((), (), ())) {
//         let _ = matrix;
//         let mut sum = 0.0_f64;
//         for i in 0..a.len() {
//             let mut sum_2 = sum;
//             for j in 0_usize..2 {
//                 let w_i_j = w[i][j];
//                 let mut c = 0.0_f64;
//                 for k in 0_usize..3 {
//                     c = c + a[i][k] * b[k][j];
//                 }
//                 for i_2 in (0_usize..3).rev() {
//                     d_b[i_2][j] += a[i][i_2] * w_i_j;
//                     d_a[i][i_2] += b[i_2][j] * w_i_j;
//                 }
//                 let sum_3 = sum_2 + w[i][j] * c;
//                 d_w[i][j] += c;
//                 sum_2 = sum_3;
//             }
//             sum = sum_2;
//         }
//         (sum, ((), (), ()))
//     }
//     /// The value of [`matrix`](fn@matrix), and its backpropagator, which takes the sensitivity of the value and gives the gradient with respect to `a`, `b` and `w`.
//     #[must_use]
//     #[inline]
//     fn vjp<'arrays>(
//         a: &'arrays [[f64; 3]],
//         b: &'arrays [[f64; 2]; 3],
//         w: &'arrays [[f64; 2]],
//     ) -> (
//         f64,
//         impl ::core::ops::Fn(
//             f64,
//         ) -> (
//                 ::backprop::__private::Vec<[f64; 3]>,
//                 [[f64; 2]; 3],
//                 ::backprop::__private::Vec<[f64; 2]>,
//             ) + use<'arrays>,
//     ) {
//         let _: fn(
//             &[[::core::primitive::f64; 3]],
//             &[[::core::primitive::f64; 2]; 3],
//             &[[::core::primitive::f64; 2]],
//         ) -> ::core::primitive::f64 = matrix;
//         let (value, back) = Self::__again(a, b, w);
//         (
//             value,
//             move |d: f64| {
//                 let mut d_a = ::backprop::__private::Shaped::__zeros(a);
//                 let mut d_b = ::backprop::__private::Shaped::__zeros(b);
//                 let mut d_w = ::backprop::__private::Shaped::__zeros(w);
//                 let _ = back((d, (a, b, w), (&mut d_a, &mut d_b, &mut d_w)));
//                 (d_a, d_b, d_w)
//             },
//         )
//     }
//     /// The adjoint, for callers that supply all arrays again.
//     #[doc(hidden)]
//     #[inline]
//     fn __again<'arrays>(
//         a: &'arrays [[f64; 3]],
//         b: &'arrays [[f64; 2]; 3],
//         w: &'arrays [[f64; 2]],
//     ) -> (
//         f64,
//         impl ::core::ops::Fn(
//             (
//                 f64,
//                 (&[[f64; 3]], &[[f64; 2]], &[[f64; 2]]),
//                 (&mut [[f64; 3]], &mut [[f64; 2]], &mut [[f64; 2]]),
//             ),
//         ) -> ((), (), ()) + use<>,
//     ) {
//         let _ = matrix;
//         let len = a.len();
//         let mut sum = 0.0_f64;
//         let mut tape = ::backprop::__private::Kept::new();
//         for i in 0..len {
//             let mut sum_2 = sum;
//             if 0 < 2 {
//                 let slots = tape.slots(2);
//                 for j in 0_usize..2 {
//                     let mut c = 0.0_f64;
//                     for k in 0_usize..3 {
//                         c = c + a[i][k] * b[k][j];
//                     }
//                     slots[j] = c;
//                     sum_2 = sum_2 + w[i][j] * c;
//                 }
//             }
//             sum = sum_2;
//         }
//         (
//             sum,
//             move |
//                 (
//                     d,
//                     (a, b, w),
//                     (d_a, d_b, d_w),
//                 ): (
//                     f64,
//                     (&[[f64; 3]], &[[f64; 2]], &[[f64; 2]]),
//                     (&mut [[f64; 3]], &mut [[f64; 2]], &mut [[f64; 2]]),
//                 )|
//             {
//                 let mut entries = tape.entries();
//                 for i_2 in (0..len).rev() {
//                     if 0 < 2 {
//                         let slots_2 = &*entries.slots(2);
//                         for i_3 in (0_usize..2).rev() {
//                             let entry = slots_2[i_3];
//                             let product = w[i_2][i_3] * d;
//                             for i_4 in (0_usize..3).rev() {
//                                 d_b[i_4][i_3] += a[i_2][i_4] * product;
//                                 d_a[i_2][i_4] += b[i_4][i_3] * product;
//                             }
//                             d_w[i_2][i_3] += entry * d;
//                         }
//                     }
//                 }
//                 ((), (), ())
//             },
//         )
//     }
//     /// The adjoint.
//     #[doc(hidden)]
//     #[inline]
//     fn __adjoint<'arrays>(
//         a: &'arrays [[f64; 3]],
//         b: &'arrays [[f64; 2]; 3],
//         w: &'arrays [[f64; 2]],
//     ) -> (
//         f64,
//         impl ::core::ops::Fn(
//             (
//                 f64,
//                 (&[[f64; 3]], &[[f64; 2]], &[[f64; 2]]),
//                 (&mut [[f64; 3]], &mut [[f64; 2]], &mut [[f64; 2]]),
//             ),
//         ) -> ((), (), ()) + use<>,
//     ) {
//         Self::__again(a, b, w)
//     }
//     /// The adjoint, for callers that want back what was in the arrays that are changed.
//     #[doc(hidden)]
//     #[inline]
//     fn __restoring<'arrays>(
//         a: &'arrays [[f64; 3]],
//         b: &'arrays [[f64; 2]; 3],
//         w: &'arrays [[f64; 2]],
//     ) -> (
//         f64,
//         impl ::core::ops::Fn(
//             (
//                 f64,
//                 (&[[f64; 3]], &[[f64; 2]], &[[f64; 2]]),
//                 (&mut [[f64; 3]], &mut [[f64; 2]], &mut [[f64; 2]]),
//             ),
//         ) -> ((), (), ()) + use<>,
//     ) {
//         Self::__again(a, b, w)
//     }
//     /// The adjoint, for callers that have no contents of arrays again.
//     #[doc(hidden)]
//     #[inline]
//     fn __keeping<'arrays>(
//         a: &'arrays [[f64; 3]],
//         b: &'arrays [[f64; 2]; 3],
//         w: &'arrays [[f64; 2]],
//     ) -> (
//         f64,
//         impl ::core::ops::Fn(
//             (
//                 f64,
//                 (&[[f64; 3]], &[[f64; 2]], &[[f64; 2]]),
//                 (&mut [[f64; 3]], &mut [[f64; 2]], &mut [[f64; 2]]),
//             ),
//         ) -> ((), (), ()) + use<>,
//     ) {
//         let _ = matrix;
//         let len = a.len();
//         let mut sum = 0.0_f64;
//         let mut tape = ::backprop::__private::Kept::new();
//         let mut tape_2 = ::backprop::__private::Kept::new();
//         let mut tape_3 = ::backprop::__private::Kept::new();
//         let mut tape_4 = ::backprop::__private::Kept::new();
//         for i in 0..len {
//             let mut sum_2 = sum;
//             if 0 < 2 {
//                 let slots = tape.slots(2);
//                 let slots_2 = tape_2.slots(2);
//                 for j in 0_usize..2 {
//                     let mut c = 0.0_f64;
//                     if 0 < 3 {
//                         let slots_3 = tape_3.slots(3);
//                         let slots_4 = tape_4.slots(3);
//                         for k in 0_usize..3 {
//                             let a_i_k = a[i][k];
//                             let b_k_j = b[k][j];
//                             slots_3[k] = a_i_k;
//                             slots_4[k] = b_k_j;
//                             c = c + a_i_k * b_k_j;
//                         }
//                     }
//                     let w_i_j = w[i][j];
//                     slots[j] = w_i_j;
//                     slots_2[j] = c;
//                     sum_2 = sum_2 + w_i_j * c;
//                 }
//             }
//             sum = sum_2;
//         }
//         (
//             sum,
//             move |
//                 (
//                     d,
//                     (_, _, _),
//                     (d_a, d_b, d_w),
//                 ): (
//                     f64,
//                     (&[[f64; 3]], &[[f64; 2]], &[[f64; 2]]),
//                     (&mut [[f64; 3]], &mut [[f64; 2]], &mut [[f64; 2]]),
//                 )|
//             {
//                 let mut entries = tape.entries();
//                 let mut entries_2 = tape_2.entries();
//                 let mut entries_3 = tape_3.entries();
//                 let mut entries_4 = tape_4.entries();
//                 for i_2 in (0..len).rev() {
//                     if 0 < 2 {
//                         let slots_5 = &*entries.slots(2);
//                         let slots_6 = &*entries_2.slots(2);
//                         for i_3 in (0_usize..2).rev() {
//                             let entry = slots_5[i_3];
//                             let entry_2 = slots_6[i_3];
//                             let product = entry * d;
//                             if 0 < 3 {
//                                 let slots_7 = &*entries_3.slots(3);
//                                 let slots_8 = &*entries_4.slots(3);
//                                 for i_4 in (0_usize..3).rev() {
//                                     let entry_3 = slots_7[i_4];
//                                     let entry_4 = slots_8[i_4];
//                                     d_b[i_4][i_3] += entry_3 * product;
//                                     d_a[i_2][i_4] += entry_4 * product;
//                                 }
//                             }
//                             d_w[i_2][i_3] += entry_2 * d;
//                         }
//                     }
//                 }
//                 ((), (), ())
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
//                 ::backprop::__private::ByReference<[[f64; 3]]>,
//                 ::backprop::__private::ByReference<[[f64; 2]; 3]>,
//                 ::backprop::__private::ByReference<[[f64; 2]]>,
//             ),
//             Output = f64,
//             Backpropagator: ::core::ops::Fn(
//                     (
//                         f64,
//                         (&[[f64; 3]], &[[f64; 2]], &[[f64; 2]]),
//                         (&mut [[f64; 3]], &mut [[f64; 2]], &mut [[f64; 2]]),
//                     ),
//                 ) -> ((), ((), (), ())),
//             Cotangent = (),
//         >,
//         impl ::core::marker::Sized,
//     ) {
//         (
//             ::backprop::__private::ClosureOfArrays::<
//                 (
//                     ::backprop::__private::ByReference<[[f64; 3]]>,
//                     ::backprop::__private::ByReference<[[f64; 2]; 3]>,
//                     ::backprop::__private::ByReference<[[f64; 2]]>,
//                 ),
//                 _,
//                 (),
//             >::new(move |(a, b, w): (&[[f64; 3]], &[[f64; 2]; 3], &[[f64; 2]])| {
//                 let (value, back) = Self::__adjoint(a, b, w);
//                 (
//                     value,
//                     move |
//                         d: (
//                             f64,
//                             (&[[f64; 3]], &[[f64; 2]], &[[f64; 2]]),
//                             (&mut [[f64; 3]], &mut [[f64; 2]], &mut [[f64; 2]]),
//                         )|
//                     ((), back(d)),
//                 )
//             }),
//             ::backprop::__private::claims::Pair(matrix, __function),
//         )
//     }
//     #[doc(hidden)]
//     #[inline]
//     fn __constant<
//         'arrays,
//         __Function: ::core::ops::FnOnce(
//                 &'arrays [[f64; 3]],
//                 &'arrays [[f64; 2]; 3],
//                 &'arrays [[f64; 2]],
//             ) -> f64,
//     >(
//         __function: __Function,
//         __arguments: (&'arrays [[f64; 3]], &'arrays [[f64; 2]; 3], &'arrays [[f64; 2]]),
//     ) -> (f64, ::backprop::__private::claims::Pair<(), ()>) {
//         let __asked = ::backprop::__private::claims::Pair((), ());
//         let (a, b, w) = __arguments;
//         (__function(a, b, w), __asked)
//     }
//     #[doc(hidden)]
//     const __derivative: ::core::primitive::usize = 0;
//     #[doc(hidden)]
//     #[inline]
//     fn __of<__Function, __Derivative>(
//         __function: __Function,
//         _: __Derivative,
//     ) -> impl ::core::marker::Sized + use<__Function, __Derivative> {
//         ::backprop::__private::claims::Pair(matrix, __function)
//     }
//     #[doc(hidden)]
//     const __calls_in_a_circle: ::core::primitive::usize = 0;
// }
