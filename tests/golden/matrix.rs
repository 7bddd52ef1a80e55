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

// net (a: Array<Array<f64>>, b: Array<Array<f64>>, w: Array<Array<f64>>) -> [f64, Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>] {
//   sum = const 0.0: f64
//   %0 = const 0: #usize
//   a.1, %1 = len a
//   %2 = abstraction (i: #usize, a: Array<Array<f64>>, b: Array<Array<f64>>, w: Array<Array<f64>>, sum: f64) -> [Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64] {
//     %0 = const 0: #usize
//     %1 = const 2: #usize
//     %2 = abstraction (j: #usize, a: Array<Array<f64>>, b: Array<Array<f64>>, w: Array<Array<f64>>, sum: f64, i: #usize) -> [Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64] {
//       c = const 0.0: f64
//       %0 = const 0: #usize
//       %1 = const 3: #usize
//       %2 = abstraction (k: #usize, a: Array<Array<f64>>, b: Array<Array<f64>>, c: f64, i: #usize, j: #usize) -> [Array<Array<f64>>, Array<Array<f64>>, f64] {
//         k.1, k.2 = copy k
//         a.1, %0 = get a, i, k.1
//         b.1, %1 = get b, k.2, j
//         %2 = mul %0, %1
//         c.1 = add c, %2
//         return a.1, b.1, c.1
//       }
//       i.1, i.2 = copy i
//       j.1, j.2 = copy j
//       %3, %4, %5 = fold<[#usize, Array<Array<f64>>, Array<Array<f64>>, f64, #usize, #usize] -o[] [Array<Array<f64>>, Array<Array<f64>>, f64], (), (Array<Array<f64>>, Array<Array<f64>>, f64)> %0, %1, %2, a, b, c, i.1, j.1
//       w.1, %6 = get w, i.2, j.2
//       %7 = mul %6, %5
//       sum.1 = add sum, %7
//       return %3, %4, w.1, sum.1
//     }
//     %3, %4, %5, %6 = fold<[#usize, Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64, #usize] -o[] [Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64], (), (Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64)> %0, %1, %2, a, b, w, sum, i
//     return %3, %4, %5, %6
//   }
//   %3, %4, %5, %6 = fold<[#usize, Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64] -o[] [Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64], (), (Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64)> %0, %1, %2, a.1, b, w, sum
//   return %6, %3, %4, %5
// }

// ---- adjoint

// net (a: Array<Array<f64>>, b: Array<Array<f64>>, w: Array<Array<f64>>) -> [f64, Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, [f64, Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>] -o[#usize, #usize, Tape<[Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64] -o~ [Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64]>] [Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>]] {
//   %0: [#usize, Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64] -o[] [Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64, [Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64] -o~ [Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64]] = abstraction (i: #usize, a: Array<Array<f64>>, b: Array<Array<f64>>, w: Array<Array<f64>>, sum: f64) -> [Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64, [Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64] -o[#usize, #usize, Tape<[Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64] -o~ [Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64]>] [Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64]] {
//     %0: [#usize, Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64, #usize] -o[] [Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64, [Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64] -o~ [Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64]] = abstraction (j: #usize, a: Array<Array<f64>>, b: Array<Array<f64>>, w: Array<Array<f64>>, sum: f64, i: #usize) -> [Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64, [Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64] -o[f64, f64, f64, f64, #usize, #usize, #usize, #usize, Tape<[Array<Array<f64>>, Array<Array<f64>>, f64] -o~ [Array<Array<f64>>, Array<Array<f64>>, f64]>] [Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64]] {
//       sum.1, sum.2 = copy sum
//       j.1, j.2 = copy j
//       j.3, j.4 = copy j.2
//       i.1, i.2 = copy i
//       i.3, i.4 = copy i.2
//       w.1, %0 = get w, i.3, j.3
//       %1, %2 = copy %0
//       %3: [#usize, Array<Array<f64>>, Array<Array<f64>>, f64, #usize, #usize] -o[] [Array<Array<f64>>, Array<Array<f64>>, f64, [Array<Array<f64>>, Array<Array<f64>>, f64] -o~ [Array<Array<f64>>, Array<Array<f64>>, f64]] = abstraction (k: #usize, a: Array<Array<f64>>, b: Array<Array<f64>>, c: f64, i: #usize, j: #usize) -> [Array<Array<f64>>, Array<Array<f64>>, f64, [Array<Array<f64>>, Array<Array<f64>>, f64] -o[f64, f64, f64, f64, #usize, #usize, #usize, #usize] [Array<Array<f64>>, Array<Array<f64>>, f64]] {
//         c.1, c.2 = copy c
//         j.1, j.2 = copy j
//         i.1, i.2 = copy i
//         k.1, k.2 = copy k
//         k.3, k.4 = copy k.2
//         b.1, %0 = get b, k.3, j.1
//         %1, %2 = copy %0
//         k.5, k.6 = copy k.1
//         a.1, %3 = get a, i.1, k.5
//         %4, %5 = copy %3
//         %6 = mul %4, %1
//         %7, %8 = copy %6
//         %9 = abstraction [c = c.2, %0 = %8, %1 = %5, %2, k = k.4, j = j.2, i = i.2, k.1 = k.6] (d_a: Array<Array<f64>>, d_b: Array<Array<f64>>, d_c: f64) -> [Array<Array<f64>>, Array<Array<f64>>, f64] {
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
//         c.3 = add c.1, %7
//         return a.1, b.1, c.3, %9
//       }
//       %4 = const 3: #usize
//       %5, %6 = copy %4
//       %7 = const 0: #usize
//       %8, %9 = copy %7
//       c = const 0.0: f64
//       %10, %11, %12, %13 = fold<[#usize, Array<Array<f64>>, Array<Array<f64>>, f64, #usize, #usize] -o[] [Array<Array<f64>>, Array<Array<f64>>, f64, [Array<Array<f64>>, Array<Array<f64>>, f64] -o~ [Array<Array<f64>>, Array<Array<f64>>, f64]], (), (Array<Array<f64>>, Array<Array<f64>>, f64)> %8, %5, %3, a, b, c, i.1, j.1
//       %14, %15 = copy %12
//       %16 = mul %1, %14
//       %17, %18 = copy %16
//       %19 = abstraction [sum = sum.2, %0 = %18, %1 = %2, %2 = %15, i = i.4, j = j.4, %3 = %9, %4 = %6, %5 = %13] (%6: Array<Array<f64>>, %7: Array<Array<f64>>, d_w: Array<Array<f64>>, d_sum: f64) -> [Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64] {
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
//       sum.3 = add sum.1, %17
//       return %10, %11, w.1, sum.3, %19
//     }
//     %1 = const 2: #usize
//     %2, %3 = copy %1
//     %4 = const 0: #usize
//     %5, %6 = copy %4
//     %7, %8, %9, %10, %11 = fold<[#usize, Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64, #usize] -o[] [Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64, [Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64] -o~ [Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64]], (), (Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64)> %5, %2, %0, a, b, w, sum, i
//     %12 = abstraction [%0 = %6, %1 = %3, %2 = %11] (%3: Array<Array<f64>>, %4: Array<Array<f64>>, %5: Array<Array<f64>>, %6: f64) -> [Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64] {
//       %7 = abstraction (%0: [Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64] -o~ [Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64], %1: #usize, %2: Array<Array<f64>>, %3: Array<Array<f64>>, %4: Array<Array<f64>>, %5: f64) -> [Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64] {
//         discard %1
//         %6, %7, %8, %9 = eval %0, %2, %3, %4, %5
//         return %6, %7, %8, %9
//       }
//       d_a, d_b, d_w, d_sum = fold_down<[[Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64] -o~ [Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64], #usize, Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64] -o[] [Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64], ([Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64] -o~ [Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64]), (Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64)> %0, %1, %7, %2, %3, %4, %5, %6
//       return d_a, d_b, d_w, d_sum
//     }
//     return %7, %8, %9, %10, %12
//   }
//   a.1, %1 = len a
//   %2, %3 = copy %1
//   %4 = const 0: #usize
//   %5, %6 = copy %4
//   sum = const 0.0: f64
//   %7, %8, %9, %10, %11 = fold<[#usize, Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64] -o[] [Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64, [Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64] -o~ [Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64]], (), (Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64)> %5, %2, %0, a.1, b, w, sum
//   %12 = abstraction [%0 = %6, %1 = %3, %2 = %11] (%3: f64, %4: Array<Array<f64>>, %5: Array<Array<f64>>, %6: Array<Array<f64>>) -> [Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>] {
//     %7 = abstraction (%0: [Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64] -o~ [Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64], %1: #usize, %2: Array<Array<f64>>, %3: Array<Array<f64>>, %4: Array<Array<f64>>, %5: f64) -> [Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64] {
//       discard %1
//       %6, %7, %8, %9 = eval %0, %2, %3, %4, %5
//       return %6, %7, %8, %9
//     }
//     d_a, d_b, d_w, d_sum = fold_down<[[Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64] -o~ [Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64], #usize, Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64] -o[] [Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64], ([Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64] -o~ [Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64]), (Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, f64)> %0, %1, %7, %2, %4, %5, %6, %3
//     discard d_sum
//     return d_a, d_b, d_w
//   }
//   return %10, %7, %8, %9, %12
// }

// ---- simplified

// net (a: Array<Array<f64>>, b: Array<Array<f64>>, w: Array<Array<f64>>) -> [f64, Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, [f64, Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>] -o [Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>]] {
//   %0: [#usize, f64, Look<Array<f64>>, Look<Array<f64>>, Look<Array<f64>>] -o [f64, Tape<f64>] = abstraction (i: #usize, sum: f64, %0: Look<Array<f64>>, %1: Look<Array<f64>>, %2: Look<Array<f64>>) -> [f64, Tape<f64>] {
//     %3: [#usize, f64, #usize, Look<Array<f64>>, Look<Array<f64>>, Look<Array<f64>>] -o [f64, f64] = abstraction (j: #usize, sum: f64, i: #usize, %0: Look<Array<f64>>, %1: Look<Array<f64>>, %2: Look<Array<f64>>) -> [f64, f64] {
//       j.1, j.2 = copy j
//       i.1, i.2 = copy i
//       %3: [#usize, f64, #usize, #usize, Look<Array<f64>>, Look<Array<f64>>] -o [f64] = abstraction (k: #usize, c: f64, i: #usize, j: #usize, %0: Look<Array<f64>>, %1: Look<Array<f64>>) -> f64 {
//         k.1, k.2 = copy k
//         %2 = read %0, i, k.1
//         %3 = read %1, k.2, j
//         %4 = mul %2, %3
//         c.1 = add c, %4
//         return c.1
//       }
//       c = const 0.0: f64
//       %4 = read %2, i.2, j.2
//       %5 = const 0: #usize
//       %6 = const 3: #usize
//       %7 = fold<[#usize, f64, #usize, #usize, Look<Array<f64>>, Look<Array<f64>>] -o [f64], (), (f64)> %5, %6, %3, c, i.1, j.1, %0, %1
//       %8, %9 = copy %7
//       %10 = mul %4, %8
//       sum.1 = add sum, %10
//       return sum.1, %9
//     }
//     %4 = const 0: #usize
//     %5 = const 2: #usize
//     %6, %7 = fold<[#usize, f64, #usize, Look<Array<f64>>, Look<Array<f64>>, Look<Array<f64>>] -o [f64, f64], (), (f64)> %4, %5, %3, sum, i, %0, %1, %2
//     return %6, %7
//   }
//   sum = const 0.0: f64
//   a.1, %1 = look a
//   %2, %3 = copy %1
//   %4 = look_len %3
//   %5, %6 = copy %4
//   %7, %8 = look b
//   %9, %10 = look w
//   %11, %12 = copy %10
//   %13, %14 = copy %2
//   %15, %16 = copy %8
//   %17 = const 0: #usize
//   %18, %19 = fold<[#usize, f64, Look<Array<f64>>, Look<Array<f64>>, Look<Array<f64>>] -o [f64, Tape<f64>], (), (f64)> %17, %5, %0, sum, %13, %15, %11
//   %20: [f64, Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>] -o [Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>] = abstraction [%0 = %6, %1 = %19, %2 = %12, %3 = %14, %4 = %16] (%5: f64, %6: Array<Array<f64>>, %7: Array<Array<f64>>, %8: Array<Array<f64>>) -> [Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>] {
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
//   return %18, a.1, %7, %9, %20
// }

// ---- value and gradient, simplified

// net (a: Array<Array<f64>>, b: Array<Array<f64>>, w: Array<Array<f64>>, %0: Array<Array<f64>>, %1: Array<Array<f64>>, %2: Array<Array<f64>>) -> [f64, Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>] {
//   %3: [#usize, f64, Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, Look<Array<f64>>, Look<Array<f64>>, Look<Array<f64>>] -o [f64, Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>] = abstraction (i: #usize, sum: f64, %0: Array<Array<f64>>, %1: Array<Array<f64>>, %2: Array<Array<f64>>, %3: Look<Array<f64>>, %4: Look<Array<f64>>, %5: Look<Array<f64>>) -> [f64, Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>] {
//     %6: [#usize, f64, Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, #usize, Look<Array<f64>>, Look<Array<f64>>, Look<Array<f64>>] -o [f64, Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>] = abstraction (j: #usize, sum: f64, %0: Array<Array<f64>>, %1: Array<Array<f64>>, d_w: Array<Array<f64>>, i: #usize, %2: Look<Array<f64>>, %3: Look<Array<f64>>, %4: Look<Array<f64>>) -> [f64, Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>] {
//       %5: [#usize, f64, #usize, #usize, Look<Array<f64>>, Look<Array<f64>>] -o [f64] = abstraction (k: #usize, c: f64, i: #usize, j: #usize, %0: Look<Array<f64>>, %1: Look<Array<f64>>) -> f64 {
//         k.1, k.2 = copy k
//         %2 = read %0, i, k.1
//         %3 = read %1, k.2, j
//         %4 = mul %2, %3
//         c.1 = add c, %4
//         return c.1
//       }
//       c = const 0.0: f64
//       %6: [#usize, Array<Array<f64>>, Array<Array<f64>>, Look<Array<f64>>, #usize, Look<Array<f64>>, #usize, f64] -o [Array<Array<f64>>, Array<Array<f64>>] = abstraction (%0: #usize, d_a: Array<Array<f64>>, d_b: Array<Array<f64>>, %1: Look<Array<f64>>, i: #usize, %2: Look<Array<f64>>, j: #usize, d_c: f64) -> [Array<Array<f64>>, Array<Array<f64>>] {
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
//       %7 = const 0: #usize
//       %8 = const 3: #usize
//       %9 = const 0: #usize
//       %10 = const 3: #usize
//       j.1, j.2 = copy j
//       j.3, j.4 = copy j.2
//       j.5, j.6 = copy j.3
//       i.1, i.2 = copy i
//       i.3, i.4 = copy i.2
//       i.5, i.6 = copy i.3
//       %11 = read %4, i.4, j.4
//       %12, %13 = copy %2
//       %14, %15 = copy %3
//       %16 = fold<[#usize, f64, #usize, #usize, Look<Array<f64>>, Look<Array<f64>>] -o [f64], (), (f64)> %9, %10, %5, c, i.1, j.1, %12, %14
//       %17, %18 = copy %16
//       d_w.1 = add_again d_w, i.5, j.5, %18
//       %19, %20 = copy %11
//       %21 = mul %20, %17
//       sum.1 = add sum, %21
//       d_a, d_b = fold_down<[#usize, Array<Array<f64>>, Array<Array<f64>>, Look<Array<f64>>, #usize, Look<Array<f64>>, #usize, f64] -o [Array<Array<f64>>, Array<Array<f64>>], (), (Array<Array<f64>>, Array<Array<f64>>)> %7, %8, %6, %0, %1, %13, i.6, %15, j.6, %19
//       return sum.1, d_a, d_b, d_w.1
//     }
//     %7 = const 0: #usize
//     %8 = const 2: #usize
//     %9, d_a, d_b, d_w = fold<[#usize, f64, Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, #usize, Look<Array<f64>>, Look<Array<f64>>, Look<Array<f64>>] -o [f64, Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>], (), (f64, Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>)> %7, %8, %6, sum, %0, %1, %2, i, %3, %4, %5
//     return %9, d_a, d_b, d_w
//   }
//   sum = const 0.0: f64
//   a.1, %4 = look a
//   %5, %6 = copy %4
//   %7 = look_len %6
//   %8, %9 = look b
//   %10, %11 = look w
//   %12 = const 0: #usize
//   %13, d_a, d_b, d_w = fold<[#usize, f64, Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>, Look<Array<f64>>, Look<Array<f64>>, Look<Array<f64>>] -o [f64, Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>], (), (f64, Array<Array<f64>>, Array<Array<f64>>, Array<Array<f64>>)> %12, %7, %3, sum, %0, %1, %2, %5, %9, %11
//   return %13, a.1, %8, %10, d_a, d_b, d_w
// }

// ---- Rust

// /// The derivatives of [`matrix`](fn@matrix).
// struct matrix {}
// #[cfg_attr(
//     clippy,
//     allow(clippy::all, clippy::pedantic, reason = "written by `backprop`")
// )]
// impl matrix {
//     /// The gradient of [`matrix`](fn@matrix) with respect to `a`, `b` and `w`.
//     #[must_use]
//     #[inline]
//     fn grad<'backprop>(
//         a: &'backprop [[f64; 3]],
//         b: &'backprop [[f64; 2]; 3],
//         w: &'backprop [[f64; 2]],
//     ) -> (
//         ::backprop::__private::Vec<[f64; 3]>,
//         [[f64; 2]; 3],
//         ::backprop::__private::Vec<[f64; 2]>,
//     ) {
//         let _ = matrix;
//         let mut d_a = ::backprop::__private::Shaped::zeros(a);
//         let mut d_b = ::backprop::__private::Shaped::zeros(b);
//         let mut d_w = ::backprop::__private::Shaped::zeros(w);
//         let (_, _) = Self::__accumulate(a, b, w, &mut d_a, &mut d_b, &mut d_w);
//         (d_a, d_b, d_w)
//     }
//     /// The value of [`matrix`](fn@matrix), and its gradient with respect to `a`, `b` and `w`, in one pass.
//     #[must_use]
//     #[inline]
//     fn value_and_grad<'backprop>(
//         a: &'backprop [[f64; 3]],
//         b: &'backprop [[f64; 2]; 3],
//         w: &'backprop [[f64; 2]],
//     ) -> (
//         f64,
//         (
//             ::backprop::__private::Vec<[f64; 3]>,
//             [[f64; 2]; 3],
//             ::backprop::__private::Vec<[f64; 2]>,
//         ),
//     ) {
//         let _ = matrix;
//         let mut d_a = ::backprop::__private::Shaped::zeros(a);
//         let mut d_b = ::backprop::__private::Shaped::zeros(b);
//         let mut d_w = ::backprop::__private::Shaped::zeros(w);
//         let (value, _) = Self::__accumulate(a, b, w, &mut d_a, &mut d_b, &mut d_w);
//         (value, (d_a, d_b, d_w))
//     }
//     /** Gives the value of [`matrix`](fn@matrix), and writes its gradient with respect to `a`, `b` and `w` to `d_a`, `d_b` and `d_w`.
//
//  # Panics
//  If a buffer is not as long as its array, before any work.*/
//     #[inline]
//     fn value_and_grad_into<'backprop>(
//         a: &'backprop [[f64; 3]],
//         b: &'backprop [[f64; 2]; 3],
//         w: &'backprop [[f64; 2]],
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
//     fn accumulate_grad<'backprop>(
//         a: &'backprop [[f64; 3]],
//         b: &'backprop [[f64; 2]; 3],
//         w: &'backprop [[f64; 2]],
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
//     fn __accumulate<'backprop>(
//         a: &'backprop [[f64; 3]],
//         b: &'backprop [[f64; 2]; 3],
//         w: &'backprop [[f64; 2]],
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
//                 d_w[i][j] += c;
//                 for i_2 in (0_usize..3).rev() {
//                     d_b[i_2][j] += a[i][i_2] * w_i_j;
//                     d_a[i][i_2] += b[i_2][j] * w_i_j;
//                 }
//                 sum_2 = sum_2 + w_i_j * c;
//             }
//             sum = sum_2;
//         }
//         (sum, ((), (), ()))
//     }
//     /// The value of [`matrix`](fn@matrix), and the backpropagator: from the sensitivity of the value to those of `a`, `b` and `w`.
//     #[must_use]
//     #[inline]
//     fn vjp<'backprop>(
//         a: &'backprop [[f64; 3]],
//         b: &'backprop [[f64; 2]; 3],
//         w: &'backprop [[f64; 2]],
//     ) -> (
//         f64,
//         impl ::core::ops::Fn(
//             f64,
//         ) -> (
//                 ::backprop::__private::Vec<[f64; 3]>,
//                 [[f64; 2]; 3],
//                 ::backprop::__private::Vec<[f64; 2]>,
//             ) + use<'backprop>,
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
//                 let mut d_a = ::backprop::__private::Shaped::zeros(a);
//                 let mut d_b = ::backprop::__private::Shaped::zeros(b);
//                 let mut d_w = ::backprop::__private::Shaped::zeros(w);
//                 let _ = back((d, (a, b, w), (&mut d_a, &mut d_b, &mut d_w)));
//                 (d_a, d_b, d_w)
//             },
//         )
//     }
//     /// The adjoint, for callers that supply all arrays again.
//     #[doc(hidden)]
//     #[inline]
//     fn __again<'backprop>(
//         a: &'backprop [[f64; 3]],
//         b: &'backprop [[f64; 2]; 3],
//         w: &'backprop [[f64; 2]],
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
//         let mut tape = ::backprop::__private::Tape::new();
//         for i in 0..len {
//             let mut sum_2 = sum;
//             let slots = tape.slots(0..2);
//             for j in 0_usize..2 {
//                 let mut c = 0.0_f64;
//                 let w_i_j = w[i][j];
//                 for k in 0_usize..3 {
//                     c = c + a[i][k] * b[k][j];
//                 }
//                 slots[j] = c;
//                 sum_2 = sum_2 + w_i_j * c;
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
//                     let slots_2 = entries.slots(0..2);
//                     for i_3 in (0_usize..2).rev() {
//                         let entry = slots_2[i_3];
//                         d_w[i_2][i_3] += entry * d;
//                         let product = w[i_2][i_3] * d;
//                         for i_4 in (0_usize..3).rev() {
//                             d_b[i_4][i_3] += a[i_2][i_4] * product;
//                             d_a[i_2][i_4] += b[i_4][i_3] * product;
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
//     fn __derivative<'backprop>(
//         a: &'backprop [[f64; 3]],
//         b: &'backprop [[f64; 2]; 3],
//         w: &'backprop [[f64; 2]],
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
//     #[doc(hidden)]
//     #[inline]
//     fn __function<'backprop>(
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
//                 let (value, back) = Self::__derivative(a, b, w);
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
//         'backprop,
//         __Function: ::core::ops::FnOnce(
//                 &'backprop [[f64; 3]],
//                 &'backprop [[f64; 2]; 3],
//                 &'backprop [[f64; 2]],
//             ) -> f64,
//     >(
//         __function: __Function,
//         __arguments: (
//             &'backprop [[f64; 3]],
//             &'backprop [[f64; 2]; 3],
//             &'backprop [[f64; 2]],
//         ),
//     ) -> (f64, ::backprop::__private::claims::Pair<(), ()>) {
//         let __asked = ::backprop::__private::claims::Pair((), ());
//         let (a, b, w) = __arguments;
//         (__function(a, b, w), __asked)
//     }
//     #[doc(hidden)]
//     #[inline]
//     fn __of<__Function, __Derivative>(
//         __function: __Function,
//         _: __Derivative,
//     ) -> impl ::core::marker::Sized + use<__Function, __Derivative> {
//         ::backprop::__private::claims::Pair(matrix, __function)
//     }
// }
