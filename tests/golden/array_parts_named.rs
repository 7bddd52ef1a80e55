//! Names for parts of arrays: the elements of rows that are read, and of rows that are written to.

#[differentiable]
fn products(a: &[f64], x: &[f64]) -> f64 {
    let n = x.len();
    let mut y = vec![0.0; a.len()];
    let mut total = 0.0;
    for i in 0..a.len() / n {
        let row = &a[i * n..(i + 1) * n];
        let out = &mut y[i * n..(i + 1) * n];
        for j in 0..n {
            out[j] = row[j] * x[j];
            total += out[j] * out[j];
        }
    }
    total
}

// ---- net

// net (a: Array<f64>, x: Array<f64>) -> [f64, Array<f64>, Array<f64>] {
//   x.1, n = len x
//   %0 = const 0.0: f64
//   a.1, %1 = len a
//   y = new<Array<f64>, Array<f64>> %0, %1
//   total = const 0.0: f64
//   %2 = const 0: #usize
//   a.2, %3 = len a.1
//   %4 = abstraction (i: #usize, a: Array<f64>, x: Array<f64>, y: Array<f64>, total: f64, n: #usize) -> [Array<f64>, Array<f64>, Array<f64>, f64] {
//     %0 = const 1: #usize
//     i.1, i.2 = copy i
//     n.1, n.2 = copy n
//     row_start = mul i.1, n.1
//     row_start.1, row_start.2 = copy row_start
//     i.3, i.4 = copy i.2
//     %1 = add i.3, %0
//     n.3, n.4 = copy n.2
//     row_end = mul %1, n.3
//     row_end.1, row_end.2 = copy row_end
//     %2, %3 = split_at_r a, row_start.1, row_end.1
//     %4 = const 1: #usize
//     i.5, i.6 = copy i.4
//     %5 = add i.6, %4
//     n.5, n.6 = copy n.4
//     out_start = mul i.5, n.5
//     out_start.1, out_start.2 = copy out_start
//     %6 = const 0: #usize
//     %7 = abstraction (j: #usize, a: Array<f64>, x: Array<f64>, y: Array<f64>, total: f64, %0: #usize, %1: #usize, %2: #usize, %3: #usize) -> [Array<f64>, Array<f64>, Array<f64>, f64] {
//       j.1, j.2 = copy j
//       a.1, %4 = get_at_ri a, %0, %1, j.1
//       j.3, j.4 = copy j.2
//       x.1, %5 = get x, j.3
//       %6 = mul %4, %5
//       %7, %8 = copy %2
//       %9, %10 = copy %3
//       j.5, j.6 = copy j.4
//       y.1 = set_at_ri y, %7, %9, j.5, %6
//       %11, %12 = copy %8
//       %13, %14 = copy %10
//       j.7, j.8 = copy j.6
//       y.2, %15 = get_at_ri y.1, %11, %13, j.7
//       y.3, %16 = get_at_ri y.2, %12, %14, j.8
//       %17 = mul %15, %16
//       total.1 = add total, %17
//       return a.1, x.1, y.3, total.1
//     }
//     n.7, n.8 = copy n.6
//     out_end = mul %5, n.7
//     out_end.1, out_end.2 = copy out_end
//     %8, %9 = split_at_r y, out_start.1, out_end.1
//     row_start.3, row_start.4 = copy row_start.2
//     row_end.3, row_end.4 = copy row_end.2
//     a.1 = join_again_at_r %2, %3, row_start.3, row_end.3
//     out_start.3, out_start.4 = copy out_start.2
//     out_end.3, out_end.4 = copy out_end.2
//     y.1 = join_again_at_r %8, %9, out_start.3, out_end.3
//     %10, %11, %12, %13 = fold<[#usize, Array<f64>, Array<f64>, Array<f64>, f64, #usize, #usize, #usize, #usize] -o[] [Array<f64>, Array<f64>, Array<f64>, f64], (), (Array<f64>, Array<f64>, Array<f64>, f64)> %6, n.8, %7, a.1, x, y.1, total, row_start.4, row_end.4, out_start.4, out_end.4
//     return %10, %11, %12, %13
//   }
//   n.1, n.2 = copy n
//   %5 = div %3, n.1
//   %6, %7, %8, %9 = fold<[#usize, Array<f64>, Array<f64>, Array<f64>, f64, #usize] -o[] [Array<f64>, Array<f64>, Array<f64>, f64], (), (Array<f64>, Array<f64>, Array<f64>, f64)> %2, %5, %4, a.2, x.1, y, total, n.2
//   drop %8
//   return %9, %6, %7
// }

// ---- adjoint

// net (a: Array<f64>, x: Array<f64>) -> [f64, Array<f64>, Array<f64>, [f64, Array<f64>, Array<f64>] -o[#_, #usize, #usize, Tape<[Array<f64>, Array<f64>, Array<f64>, f64] -o~ [Array<f64>, Array<f64>, Array<f64>, f64]>, f64, #usize] [Array<f64>, Array<f64>]] {
//   %0: [#usize, Array<f64>, Array<f64>, Array<f64>, f64, #usize] -o[] [Array<f64>, Array<f64>, Array<f64>, f64, [Array<f64>, Array<f64>, Array<f64>, f64] -o~ [Array<f64>, Array<f64>, Array<f64>, f64]] = abstraction (i: #usize, a: Array<f64>, x: Array<f64>, y: Array<f64>, total: f64, n: #usize) -> [Array<f64>, Array<f64>, Array<f64>, f64, [Array<f64>, Array<f64>, Array<f64>, f64] -o[#usize, #usize, Tape<[Array<f64>, Array<f64>, Array<f64>, f64] -o~ [Array<f64>, Array<f64>, Array<f64>, f64]>, #usize, #usize, #usize, #usize, #usize, #usize, #usize, #usize] [Array<f64>, Array<f64>, Array<f64>, f64]] {
//     %0: [#usize, Array<f64>, Array<f64>, Array<f64>, f64, #usize, #usize, #usize, #usize] -o[] [Array<f64>, Array<f64>, Array<f64>, f64, [Array<f64>, Array<f64>, Array<f64>, f64] -o~ [Array<f64>, Array<f64>, Array<f64>, f64]] = abstraction (j: #usize, a: Array<f64>, x: Array<f64>, y: Array<f64>, total: f64, %0: #usize, %1: #usize, %2: #usize, %3: #usize) -> [Array<f64>, Array<f64>, Array<f64>, f64, [Array<f64>, Array<f64>, Array<f64>, f64] -o[f64, f64, f64, f64, #usize, #usize, #usize, #usize, #usize, #usize, #usize, #usize, #usize, f64, f64, f64, #usize, #usize, #usize, #usize] [Array<f64>, Array<f64>, Array<f64>, f64]] {
//       total.1, total.2 = copy total
//       %4, %5 = copy %3
//       %6, %7 = copy %5
//       %8, %9 = copy %7
//       %10, %11 = copy %6
//       %12, %13 = copy %4
//       %14, %15 = copy %2
//       %16, %17 = copy %15
//       %18, %19 = copy %17
//       %20, %21 = copy %16
//       %22, %23 = copy %14
//       %24, %25 = copy %0
//       %26, %27 = copy %1
//       j.1, j.2 = copy j
//       j.3, j.4 = copy j.2
//       j.5, j.6 = copy j.4
//       j.7, j.8 = copy j.6
//       j.9, j.10 = copy j.8
//       j.11, j.12 = copy j.7
//       j.13, j.14 = copy j.5
//       j.15, j.16 = copy j.3
//       x.1, %28 = get x, j.15
//       %29, %30 = copy %28
//       j.17, j.18 = copy j.1
//       a.1, %31 = get_at_ri a, %24, %26, j.17
//       %32, %33 = copy %31
//       %34 = mul %32, %29
//       %35, %36 = copy %34
//       y.1 = set_at_ri y, %22, %12, j.13, %35
//       y.2, %37 = get_at_ri y.1, %20, %10, j.11
//       %38, %39 = copy %37
//       y.3, %40 = get_at_ri y.2, %18, %8, j.9
//       %41, %42 = copy %40
//       %43 = mul %38, %41
//       %44, %45 = copy %43
//       %46 = abstraction [total = total.2, %0 = %45, %1 = %39, %2 = %42, %3 = %19, %4 = %9, j = j.10, %5 = %21, %6 = %11, j.1 = j.12, %7 = %23, %8 = %13, j.2 = j.14, %9 = %36, %10 = %33, %11 = %30, j.3 = j.16, %12 = %25, %13 = %27, j.4 = j.18] (d_a: Array<f64>, d_x: Array<f64>, d_y: Array<f64>, d_total: f64) -> [Array<f64>, Array<f64>, Array<f64>, f64] {
//         d_total.1, d_total.2 = copy d_total
//         discard total
//         discard %0
//         d_total.3, d_total.4 = copy d_total.2
//         %14 = mul %2, d_total.3
//         %15 = mul %1, d_total.4
//         d_y.1 = add_again_at_ri d_y, %3, %4, j, %15
//         d_y.2 = add_again_at_ri d_y.1, %5, %6, j.1, %14
//         d_y.3, %16 = take_again_at_ri d_y.2, %7, %8, j.2
//         discard %9
//         %17, %18 = copy %16
//         %19 = mul %11, %17
//         %20 = mul %10, %18
//         d_x.1 = add_again d_x, j.3, %20
//         d_a.1 = add_again_at_ri d_a, %12, %13, j.4, %19
//         return d_a.1, d_x.1, d_y.3, d_total.1
//       }
//       total.3 = add total.1, %44
//       return a.1, x.1, y.3, total.3, %46
//     }
//     %1 = const 0: #usize
//     %2, %3 = copy %1
//     %4 = const 1: #usize
//     n.1, n.2 = copy n
//     n.3, n.4 = copy n.2
//     n.5, n.6 = copy n.4
//     n.7, n.8 = copy n.6
//     n.9, n.10 = copy n.8
//     i.1, i.2 = copy i
//     i.3, i.4 = copy i.2
//     i.5, i.6 = copy i.4
//     out_start = mul i.5, n.5
//     out_start.1, out_start.2 = copy out_start
//     out_start.3, out_start.4 = copy out_start.2
//     out_start.5, out_start.6 = copy out_start.3
//     out_start.7, out_start.8 = copy out_start.1
//     %5 = add i.6, %4
//     out_end = mul %5, n.7
//     out_end.1, out_end.2 = copy out_end
//     out_end.3, out_end.4 = copy out_end.2
//     out_end.5, out_end.6 = copy out_end.3
//     out_end.7, out_end.8 = copy out_end.1
//     %6, %7 = split_at_r y, out_start.7, out_end.7
//     y.1 = join_again_at_r %6, %7, out_start.5, out_end.5
//     row_start = mul i.1, n.1
//     row_start.1, row_start.2 = copy row_start
//     row_start.3, row_start.4 = copy row_start.2
//     row_start.5, row_start.6 = copy row_start.3
//     row_start.7, row_start.8 = copy row_start.1
//     %8 = const 1: #usize
//     %9 = add i.3, %8
//     row_end = mul %9, n.3
//     row_end.1, row_end.2 = copy row_end
//     row_end.3, row_end.4 = copy row_end.2
//     row_end.5, row_end.6 = copy row_end.3
//     row_end.7, row_end.8 = copy row_end.1
//     %10, %11 = split_at_r a, row_start.7, row_end.7
//     a.1 = join_again_at_r %10, %11, row_start.5, row_end.5
//     %12, %13, %14, %15, %16 = fold<[#usize, Array<f64>, Array<f64>, Array<f64>, f64, #usize, #usize, #usize, #usize] -o[] [Array<f64>, Array<f64>, Array<f64>, f64, [Array<f64>, Array<f64>, Array<f64>, f64] -o~ [Array<f64>, Array<f64>, Array<f64>, f64]], (), (Array<f64>, Array<f64>, Array<f64>, f64)> %2, n.9, %0, a.1, x, y.1, total, row_start.4, row_end.4, out_start.4, out_end.4
//     %17 = abstraction [%0 = %3, n = n.10, %1 = %16, out_start = out_start.6, out_end = out_end.6, row_start = row_start.6, row_end = row_end.6, out_start.1 = out_start.8, out_end.1 = out_end.8, row_start.1 = row_start.8, row_end.1 = row_end.8] (%2: Array<f64>, %3: Array<f64>, %4: Array<f64>, %5: f64) -> [Array<f64>, Array<f64>, Array<f64>, f64] {
//       %6 = abstraction (%0: [Array<f64>, Array<f64>, Array<f64>, f64] -o~ [Array<f64>, Array<f64>, Array<f64>, f64], %1: #usize, %2: Array<f64>, %3: Array<f64>, %4: Array<f64>, %5: f64) -> [Array<f64>, Array<f64>, Array<f64>, f64] {
//         discard %1
//         %6, %7, %8, %9 = eval %0, %2, %3, %4, %5
//         return %6, %7, %8, %9
//       }
//       d_a, d_x, d_y, d_total = fold_down<[[Array<f64>, Array<f64>, Array<f64>, f64] -o~ [Array<f64>, Array<f64>, Array<f64>, f64], #usize, Array<f64>, Array<f64>, Array<f64>, f64] -o[] [Array<f64>, Array<f64>, Array<f64>, f64], ([Array<f64>, Array<f64>, Array<f64>, f64] -o~ [Array<f64>, Array<f64>, Array<f64>, f64]), (Array<f64>, Array<f64>, Array<f64>, f64)> %0, n, %6, %1, %2, %3, %4, %5
//       %7, %8 = split_again_at_r d_y, out_start, out_end
//       %9, %10 = split_again_at_r d_a, row_start, row_end
//       d_y.1 = join_again_at_r %7, %8, out_start.1, out_end.1
//       d_a.1 = join_again_at_r %9, %10, row_start.1, row_end.1
//       return d_a.1, d_x, d_y.1, d_total
//     }
//     return %12, %13, %14, %15, %17
//   }
//   %1 = const 0: #usize
//   %2, %3 = copy %1
//   total = const 0.0: f64
//   a.1, %4 = len a
//   a.2, %5 = len a.1
//   %6, %7 = copy %4
//   %8 = const 0.0: f64
//   %9, %10 = copy %8
//   y = new<Array<f64>, Array<f64>> %9, %6
//   x.1, n = len x
//   n.1, n.2 = copy n
//   %11 = div %5, n.1
//   %12, %13 = copy %11
//   %14, %15, %16, %17, %18 = fold<[#usize, Array<f64>, Array<f64>, Array<f64>, f64, #usize] -o[] [Array<f64>, Array<f64>, Array<f64>, f64, [Array<f64>, Array<f64>, Array<f64>, f64] -o~ [Array<f64>, Array<f64>, Array<f64>, f64]], (), (Array<f64>, Array<f64>, Array<f64>, f64)> %2, %12, %0, a.2, x.1, y, total, n.2
//   %19 = end %16
//   %20 = abstraction [%0 = %19, %1 = %3, %2 = %13, %3 = %18, %4 = %10, %5 = %7] (%6: f64, %7: Array<f64>, %8: Array<f64>) -> [Array<f64>, Array<f64>] {
//     %9 = zeros<Array<f64>> %0
//     %10 = abstraction (%0: [Array<f64>, Array<f64>, Array<f64>, f64] -o~ [Array<f64>, Array<f64>, Array<f64>, f64], %1: #usize, %2: Array<f64>, %3: Array<f64>, %4: Array<f64>, %5: f64) -> [Array<f64>, Array<f64>, Array<f64>, f64] {
//       discard %1
//       %6, %7, %8, %9 = eval %0, %2, %3, %4, %5
//       return %6, %7, %8, %9
//     }
//     d_a, d_x, d_y, d_total = fold_down<[[Array<f64>, Array<f64>, Array<f64>, f64] -o~ [Array<f64>, Array<f64>, Array<f64>, f64], #usize, Array<f64>, Array<f64>, Array<f64>, f64] -o[] [Array<f64>, Array<f64>, Array<f64>, f64], ([Array<f64>, Array<f64>, Array<f64>, f64] -o~ [Array<f64>, Array<f64>, Array<f64>, f64]), (Array<f64>, Array<f64>, Array<f64>, f64)> %1, %2, %10, %3, %7, %8, %9, %6
//     discard d_total
//     %11, %12 = total d_y
//     drop %11
//     discard %4
//     discard %5
//     discard %12
//     return d_a, d_x
//   }
//   return %17, %14, %15, %20
// }

// ---- simplified

// net (a: Array<f64>, x: Array<f64>) -> [f64, Array<f64>, Array<f64>, [f64, Array<f64>, Array<f64>] -o [Array<f64>, Array<f64>]] {
//   %0: [#usize, Array<f64>, f64, #usize, Look<f64>, Look<f64>] -o [Array<f64>, f64] = abstraction (i: #usize, y: Array<f64>, total: f64, n: #usize, %0: Look<f64>, %1: Look<f64>) -> [Array<f64>, f64] {
//     %2: [#usize, Array<f64>, f64, #usize, #usize, Look<f64>, Look<f64>] -o [Array<f64>, f64] = abstraction (j: #usize, y: Array<f64>, total: f64, %0: #usize, %1: #usize, %2: Look<f64>, %3: Look<f64>) -> [Array<f64>, f64] {
//       j.1, j.2 = copy j
//       j.3, j.4 = copy j.2
//       %4 = read %3, j.3
//       %5, %6 = copy %0
//       %7, %8 = copy %1
//       %9 = read_at_ri %2, %5, %7, j.1
//       %10 = mul %9, %4
//       %11, %12 = copy %10
//       %13, %14 = copy %11
//       %15 = mul %14, %12
//       total.1 = add total, %15
//       y.1 = set_at_ri y, %6, %8, j.4, %13
//       return y.1, total.1
//     }
//     n.1, n.2 = copy n
//     n.3, n.4 = copy n.2
//     i.1, i.2 = copy i
//     out_start = mul i.1, n.1
//     %3 = const 1: #usize
//     %4 = add i.2, %3
//     out_end = mul %4, n.3
//     out_start.1, row_start = copy out_start
//     out_start.2, out_start.3 = copy out_start.1
//     row_start.1, row_start.2 = copy row_start
//     out_end.1, row_end = copy out_end
//     out_end.2, out_end.3 = copy out_end.1
//     %5, %6 = split_at_r y, out_start.2, out_end.2
//     y.1 = join_again_at_r %5, %6, out_start.3, out_end.3
//     row_end.1, row_end.2 = copy row_end
//     %7, %8 = copy %0
//     %9 = part_at_r %8, row_start.1, row_end.1
//     discard %9
//     %10 = const 0: #usize
//     %11, %12 = fold<[#usize, Array<f64>, f64, #usize, #usize, Look<f64>, Look<f64>] -o [Array<f64>, f64], (), (Array<f64>, f64)> %10, n.4, %2, y.1, total, row_start.2, row_end.2, %7, %1
//     return %11, %12
//   }
//   total = const 0.0: f64
//   %1 = const 0.0: f64
//   a.1, %2 = look a
//   %3, %4 = copy %2
//   %5 = look_len %4
//   x.1, %6 = look x
//   %7, %8 = copy %6
//   n = look_len %8
//   n.1, n.2 = copy n
//   %9, %10 = copy %5
//   %11 = div %10, n.1
//   %12, %13 = copy %11
//   y = new<Array<f64>, Array<f64>> %1, %9
//   n.3, n.4 = copy n.2
//   %14, %15 = copy %3
//   %16, %17 = copy %7
//   %18 = const 0: #usize
//   %19, %20 = fold<[#usize, Array<f64>, f64, #usize, Look<f64>, Look<f64>] -o [Array<f64>, f64], (), (Array<f64>, f64)> %18, %12, %0, y, total, n.3, %14, %16
//   %21 = end %19
//   %22: [f64, Array<f64>, Array<f64>] -o [Array<f64>, Array<f64>] = abstraction [%0 = %21, %1 = %13, n = n.4, %2 = %15, %3 = %17] (%4: f64, %5: Array<f64>, %6: Array<f64>) -> [Array<f64>, Array<f64>] {
//     %7 = zeros<Array<f64>> %0
//     %8: [#usize, Array<f64>, Array<f64>, Array<f64>, #usize, Look<f64>, Look<f64>, f64] -o [Array<f64>, Array<f64>, Array<f64>] = abstraction (%0: #usize, %1: Array<f64>, %2: Array<f64>, %3: Array<f64>, n: #usize, %4: Look<f64>, %5: Look<f64>, %6: f64) -> [Array<f64>, Array<f64>, Array<f64>] {
//       %7: [#usize, Array<f64>, Array<f64>, Array<f64>, Look<f64>, #usize, #usize, Look<f64>, f64] -o [Array<f64>, Array<f64>, Array<f64>] = abstraction (%0: #usize, d_a: Array<f64>, d_x: Array<f64>, d_y: Array<f64>, %1: Look<f64>, %2: #usize, %3: #usize, %4: Look<f64>, d_total: f64) -> [Array<f64>, Array<f64>, Array<f64>] {
//         %5, %6 = copy %2
//         %7, %8 = copy %3
//         %9, %10 = copy %0
//         %11 = read_again_at_ri %1, %6, %8, %10
//         %12, %13 = copy %11
//         %14, %15 = copy %9
//         %16, %17 = copy %14
//         %18, %19 = copy %16
//         %20 = read_again %4, %15
//         %21, %22 = copy %20
//         %23, %24 = copy %5
//         %25, %26 = copy %7
//         d_y.1, %27 = take_again_at_ri d_y, %24, %26, %18
//         %28 = const 2.0: f64
//         %29 = mul %13, %22
//         %30 = mul %29, d_total
//         %31 = mul %28, %30
//         %32 = plus %31, %27
//         %33, %34 = copy %32
//         %35 = mul %21, %33
//         %36 = mul %12, %34
//         d_x.1 = add_again d_x, %19, %36
//         d_a.1 = add_again_at_ri d_a, %23, %25, %17, %35
//         return d_a.1, d_x.1, d_y.1
//       }
//       %8 = const 0: #usize
//       n.1, n.2 = copy n
//       %9, %10 = copy %0
//       n.3, n.4 = copy n.1
//       out_start = mul %10, n.4
//       %11 = const 1: #usize
//       %12 = add %9, %11
//       out_end = mul %12, n.3
//       d_a, d_x, d_y = fold_down<[#usize, Array<f64>, Array<f64>, Array<f64>, Look<f64>, #usize, #usize, Look<f64>, f64] -o [Array<f64>, Array<f64>, Array<f64>], (), (Array<f64>, Array<f64>, Array<f64>)> %8, n.2, %7, %1, %2, %3, %4, out_start, out_end, %5, %6
//       return d_a, d_x, d_y
//     }
//     %9 = const 0: #usize
//     d_a, d_x, d_y = fold_down<[#usize, Array<f64>, Array<f64>, Array<f64>, #usize, Look<f64>, Look<f64>, f64] -o [Array<f64>, Array<f64>, Array<f64>], (), (Array<f64>, Array<f64>, Array<f64>)> %9, %1, %8, %5, %6, %7, n, %2, %3, %4
//     drop d_y
//     return d_a, d_x
//   }
//   return %20, a.1, x.1, %22
// }

// ---- value and gradient, simplified

// net (a: Array<f64>, x: Array<f64>, %0: Array<f64>, %1: Array<f64>) -> [f64, Array<f64>, Array<f64>, Array<f64>, Array<f64>] {
//   %2: [#usize, Array<f64>, f64, #usize, Look<f64>, Look<f64>] -o [Array<f64>, f64] = abstraction (i: #usize, y: Array<f64>, total: f64, n: #usize, %0: Look<f64>, %1: Look<f64>) -> [Array<f64>, f64] {
//     %2: [#usize, Array<f64>, f64, #usize, #usize, Look<f64>, Look<f64>] -o [Array<f64>, f64] = abstraction (j: #usize, y: Array<f64>, total: f64, %0: #usize, %1: #usize, %2: Look<f64>, %3: Look<f64>) -> [Array<f64>, f64] {
//       j.1, j.2 = copy j
//       j.3, j.4 = copy j.2
//       %4 = read %3, j.3
//       %5, %6 = copy %0
//       %7, %8 = copy %1
//       %9 = read_at_ri %2, %5, %7, j.1
//       %10 = mul %9, %4
//       %11, %12 = copy %10
//       %13, %14 = copy %11
//       %15 = mul %14, %12
//       total.1 = add total, %15
//       y.1 = set_at_ri y, %6, %8, j.4, %13
//       return y.1, total.1
//     }
//     n.1, n.2 = copy n
//     n.3, n.4 = copy n.2
//     i.1, i.2 = copy i
//     out_start = mul i.1, n.1
//     %3 = const 1: #usize
//     %4 = add i.2, %3
//     out_end = mul %4, n.3
//     out_start.1, row_start = copy out_start
//     out_start.2, out_start.3 = copy out_start.1
//     row_start.1, row_start.2 = copy row_start
//     out_end.1, row_end = copy out_end
//     out_end.2, out_end.3 = copy out_end.1
//     %5, %6 = split_at_r y, out_start.2, out_end.2
//     y.1 = join_again_at_r %5, %6, out_start.3, out_end.3
//     row_end.1, row_end.2 = copy row_end
//     %7, %8 = copy %0
//     %9 = part_at_r %8, row_start.1, row_end.1
//     discard %9
//     %10 = const 0: #usize
//     %11, %12 = fold<[#usize, Array<f64>, f64, #usize, #usize, Look<f64>, Look<f64>] -o [Array<f64>, f64], (), (Array<f64>, f64)> %10, n.4, %2, y.1, total, row_start.2, row_end.2, %7, %1
//     return %11, %12
//   }
//   total = const 0.0: f64
//   %3: [#usize, Array<f64>, Array<f64>, Array<f64>, #usize, Look<f64>, Look<f64>] -o [Array<f64>, Array<f64>, Array<f64>] = abstraction (%0: #usize, %1: Array<f64>, %2: Array<f64>, %3: Array<f64>, n: #usize, %4: Look<f64>, %5: Look<f64>) -> [Array<f64>, Array<f64>, Array<f64>] {
//     %6: [#usize, Array<f64>, Array<f64>, Array<f64>, Look<f64>, #usize, #usize, Look<f64>] -o [Array<f64>, Array<f64>, Array<f64>] = abstraction (%0: #usize, d_a: Array<f64>, d_x: Array<f64>, d_y: Array<f64>, %1: Look<f64>, %2: #usize, %3: #usize, %4: Look<f64>) -> [Array<f64>, Array<f64>, Array<f64>] {
//       %5, %6 = copy %2
//       %7, %8 = copy %3
//       %9, %10 = copy %0
//       %11 = read_again_at_ri %1, %6, %8, %10
//       %12, %13 = copy %11
//       %14, %15 = copy %9
//       %16, %17 = copy %14
//       %18, %19 = copy %16
//       %20 = read_again %4, %15
//       %21, %22 = copy %20
//       %23, %24 = copy %5
//       %25, %26 = copy %7
//       d_y.1, %27 = take_again_at_ri d_y, %24, %26, %18
//       %28 = const 2.0: f64
//       %29 = mul %13, %22
//       %30 = mul %28, %29
//       %31 = plus %30, %27
//       %32, %33 = copy %31
//       %34 = mul %21, %32
//       %35 = mul %12, %33
//       d_x.1 = add_again d_x, %19, %35
//       d_a.1 = add_again_at_ri d_a, %23, %25, %17, %34
//       return d_a.1, d_x.1, d_y.1
//     }
//     %7 = const 0: #usize
//     n.1, n.2 = copy n
//     %8, %9 = copy %0
//     n.3, n.4 = copy n.1
//     out_start = mul %9, n.4
//     %10 = const 1: #usize
//     %11 = add %8, %10
//     out_end = mul %11, n.3
//     d_a, d_x, d_y = fold_down<[#usize, Array<f64>, Array<f64>, Array<f64>, Look<f64>, #usize, #usize, Look<f64>] -o [Array<f64>, Array<f64>, Array<f64>], (), (Array<f64>, Array<f64>, Array<f64>)> %7, n.2, %6, %1, %2, %3, %4, out_start, out_end, %5
//     return d_a, d_x, d_y
//   }
//   %4 = const 0.0: f64
//   %5 = const 0: #usize
//   a.1, %6 = look a
//   %7, %8 = copy %6
//   %9 = look_len %8
//   x.1, %10 = look x
//   %11, %12 = copy %10
//   n = look_len %12
//   n.1, n.2 = copy n
//   %13, %14 = copy %9
//   %15 = div %14, n.1
//   %16, %17 = copy %15
//   y = new<Array<f64>, Array<f64>> %4, %13
//   n.3, n.4 = copy n.2
//   %18, %19 = copy %7
//   %20, %21 = copy %11
//   %22 = const 0: #usize
//   %23, %24 = fold<[#usize, Array<f64>, f64, #usize, Look<f64>, Look<f64>] -o [Array<f64>, f64], (), (Array<f64>, f64)> %22, %16, %2, y, total, n.3, %18, %20
//   %25 = end %23
//   %26 = zeros<Array<f64>> %25
//   d_a, d_x, d_y = fold_down<[#usize, Array<f64>, Array<f64>, Array<f64>, #usize, Look<f64>, Look<f64>] -o [Array<f64>, Array<f64>, Array<f64>], (), (Array<f64>, Array<f64>, Array<f64>)> %5, %17, %3, %0, %1, %26, n.4, %19, %21
//   drop d_y
//   return %24, a.1, x.1, d_a, d_x
// }

// ---- Rust

// /// The derivatives of [`products`](fn@products).
// struct products {}
// #[cfg_attr(
//     clippy,
//     allow(clippy::all, clippy::pedantic, reason = "written by `backprop`")
// )]
// impl products {
//     /// The gradient of [`products`](fn@products) with respect to `a` and `x`.
//     #[must_use]
//     #[inline]
//     fn grad<'backprop>(
//         a: &'backprop [f64],
//         x: &'backprop [f64],
//     ) -> (::backprop::__private::Vec<f64>, ::backprop::__private::Vec<f64>) {
//         let _ = products;
//         let mut d_a = ::backprop::__private::Shaped::zeros(a);
//         let mut d_x = ::backprop::__private::Shaped::zeros(x);
//         let (_, _) = Self::__accumulate(a, x, &mut d_a, &mut d_x);
//         (d_a, d_x)
//     }
//     /// The value of [`products`](fn@products), and its gradient with respect to `a` and `x`, in one pass.
//     #[must_use]
//     #[inline]
//     fn value_and_grad<'backprop>(
//         a: &'backprop [f64],
//         x: &'backprop [f64],
//     ) -> (f64, (::backprop::__private::Vec<f64>, ::backprop::__private::Vec<f64>)) {
//         let _ = products;
//         let mut d_a = ::backprop::__private::Shaped::zeros(a);
//         let mut d_x = ::backprop::__private::Shaped::zeros(x);
//         let (value, _) = Self::__accumulate(a, x, &mut d_a, &mut d_x);
//         (value, (d_a, d_x))
//     }
//     /** Gives the value of [`products`](fn@products), and writes its gradient with respect to `a` and `x` to `d_a` and `d_x`.
//
//  # Panics
//  If a buffer is not as long as its array, before any work.*/
//     #[inline]
//     fn value_and_grad_into<'backprop>(
//         a: &'backprop [f64],
//         x: &'backprop [f64],
//         d_a: &mut [f64],
//         d_x: &mut [f64],
//     ) -> f64 {
//         ::backprop::__private::same_length("a", a, d_a);
//         ::backprop::__private::same_length("x", x, d_x);
//         ::backprop::__private::clear(d_a);
//         ::backprop::__private::clear(d_x);
//         let (value, _) = Self::__accumulate(a, x, d_a, d_x);
//         value
//     }
//     /** Gives the value of [`products`](fn@products), and adds its gradient with respect to `a` and `x` to `d_a` and `d_x`.
//
//  # Panics
//  If a buffer is not as long as its array, before any work.*/
//     #[inline]
//     fn accumulate_grad<'backprop>(
//         a: &'backprop [f64],
//         x: &'backprop [f64],
//         d_a: &mut [f64],
//         d_x: &mut [f64],
//     ) -> f64 {
//         ::backprop::__private::same_length("a", a, d_a);
//         ::backprop::__private::same_length("x", x, d_x);
//         let (value, _) = Self::__accumulate(a, x, d_a, d_x);
//         value
//     }
//     /// Adds to the accumulators.
//     #[doc(hidden)]
//     #[inline]
//     fn __accumulate<'backprop>(
//         a: &'backprop [f64],
//         x: &'backprop [f64],
//         d_a: &mut [f64],
//         d_x: &mut [f64],
//     ) -> (f64, ((), ())) {
//         let _ = products;
//         let len = a.len();
//         let n = x.len();
//         let value = len / n;
//         let mut y = ::backprop::__private::vec![0.0_f64; len];
//         let mut total = 0.0_f64;
//         for i in 0..value {
//             let out_start = i * n;
//             let out_end = (i + 1) * n;
//             let _ = &y[out_start..out_end];
//             let _ = &a[out_start..out_end];
//             let mut total_2 = total;
//             let end = ::backprop::__private::reach::end(
//                 0..n,
//                 [
//                     ::backprop::__private::reach::count(&x[..], 0..n, 0),
//                     ::backprop::__private::reach::count(
//                         ::backprop::__private::reach::part(&a[..], out_start..out_end),
//                         0..n,
//                         0,
//                     ),
//                     ::backprop::__private::reach::count(
//                         ::backprop::__private::reach::part(&y[..], out_start..out_end),
//                         0..n,
//                         0,
//                     ),
//                 ],
//             );
//             let part = ::backprop::__private::reach::part(&x[..], 0..end);
//             let part_2 = ::backprop::__private::reach::part(
//                 ::backprop::__private::reach::part(&a[..], out_start..out_end),
//                 0..end,
//             );
//             let part_3 = ::backprop::__private::reach::part_mut(
//                 ::backprop::__private::reach::part_mut(&mut y[..], out_start..out_end),
//                 0..end,
//             );
//             for j in 0..end {
//                 let x_element = part[j];
//                 let a_element = part_2[j];
//                 let product = a_element * x_element;
//                 part_3[j] = product;
//                 total_2 = total_2 + product * product;
//             }
//             if end < n {
//                 let _ = &x[end];
//                 let _ = &a[out_start..out_end][end];
//                 let _ = &y[out_start..out_end][end];
//                 ::backprop::__private::reach::out_of_bounds();
//             }
//             total = total_2;
//         }
//         let mut array = ::backprop::__private::shape(&y).zeros();
//         for i_2 in (0..value).rev() {
//             let out_start_2 = i_2 * n;
//             let out_end_2 = (i_2 + 1) * n;
//             let part_4 = ::backprop::__private::reach::part(
//                 ::backprop::__private::reach::part(&a[..], out_start_2..out_end_2),
//                 0..n,
//             );
//             let part_5 = ::backprop::__private::reach::part(&x[..], 0..n);
//             let part_6 = ::backprop::__private::reach::part_mut(
//                 ::backprop::__private::reach::part_mut(
//                     &mut array[..],
//                     out_start_2..out_end_2,
//                 ),
//                 0..n,
//             );
//             let part_7 = ::backprop::__private::reach::part_mut(&mut d_x[..], 0..n);
//             let part_8 = ::backprop::__private::reach::part_mut(
//                 ::backprop::__private::reach::part_mut(
//                     &mut d_a[..],
//                     out_start_2..out_end_2,
//                 ),
//                 0..n,
//             );
//             for i_3 in (0..n).rev() {
//                 let a_element_2 = part_4[i_3];
//                 let x_element_2 = part_5[i_3];
//                 let taken = ::backprop::__private::take(&mut part_6[i_3]);
//                 let sum = 2.0 * (a_element_2 * x_element_2) + taken;
//                 part_7[i_3] += a_element_2 * sum;
//                 part_8[i_3] += x_element_2 * sum;
//             }
//         }
//         (total, ((), ()))
//     }
//     /// The value of [`products`](fn@products), and the backpropagator: from the sensitivity of the value to those of `a` and `x`.
//     #[must_use]
//     #[inline]
//     fn vjp<'backprop>(
//         a: &'backprop [f64],
//         x: &'backprop [f64],
//     ) -> (
//         f64,
//         impl ::core::ops::Fn(
//             f64,
//         ) -> (
//                 ::backprop::__private::Vec<f64>,
//                 ::backprop::__private::Vec<f64>,
//             ) + use<'backprop>,
//     ) {
//         let _: fn(
//             &[::core::primitive::f64],
//             &[::core::primitive::f64],
//         ) -> ::core::primitive::f64 = products;
//         let (value, back) = Self::__again(a, x);
//         (
//             value,
//             move |d: f64| {
//                 let mut d_a = ::backprop::__private::Shaped::zeros(a);
//                 let mut d_x = ::backprop::__private::Shaped::zeros(x);
//                 let _ = back((d, (a, x), (&mut d_a, &mut d_x)));
//                 (d_a, d_x)
//             },
//         )
//     }
//     /// The adjoint, for callers that supply all arrays again.
//     #[doc(hidden)]
//     #[inline]
//     fn __again<'backprop>(
//         a: &'backprop [f64],
//         x: &'backprop [f64],
//     ) -> (
//         f64,
//         impl ::core::ops::Fn(
//             (f64, (&[f64], &[f64]), (&mut [f64], &mut [f64])),
//         ) -> ((), ()) + use<>,
//     ) {
//         let _ = products;
//         let _ = || {
//             let _ = || {
//                 use ::backprop::__private::claims::macros::*;
//                 let _ = vec!(0);
//             };
//         };
//         let len = a.len();
//         let n = x.len();
//         let value = len / n;
//         let mut y = ::backprop::__private::vec![0.0_f64; len];
//         let mut total = 0.0_f64;
//         for i in 0..value {
//             let out_start = i * n;
//             let out_end = (i + 1) * n;
//             let _ = &y[out_start..out_end];
//             let _ = &a[out_start..out_end];
//             let mut total_2 = total;
//             let end = ::backprop::__private::reach::end(
//                 0..n,
//                 [
//                     ::backprop::__private::reach::count(&x[..], 0..n, 0),
//                     ::backprop::__private::reach::count(
//                         ::backprop::__private::reach::part(&a[..], out_start..out_end),
//                         0..n,
//                         0,
//                     ),
//                     ::backprop::__private::reach::count(
//                         ::backprop::__private::reach::part(&y[..], out_start..out_end),
//                         0..n,
//                         0,
//                     ),
//                 ],
//             );
//             let part = ::backprop::__private::reach::part(&x[..], 0..end);
//             let part_2 = ::backprop::__private::reach::part(
//                 ::backprop::__private::reach::part(&a[..], out_start..out_end),
//                 0..end,
//             );
//             let part_3 = ::backprop::__private::reach::part_mut(
//                 ::backprop::__private::reach::part_mut(&mut y[..], out_start..out_end),
//                 0..end,
//             );
//             for j in 0..end {
//                 let x_element = part[j];
//                 let a_element = part_2[j];
//                 let product = a_element * x_element;
//                 part_3[j] = product;
//                 total_2 = total_2 + product * product;
//             }
//             if end < n {
//                 let _ = &x[end];
//                 let _ = &a[out_start..out_end][end];
//                 let _ = &y[out_start..out_end][end];
//                 ::backprop::__private::reach::out_of_bounds();
//             }
//             total = total_2;
//         }
//         let shape = ::backprop::__private::shape(&y);
//         (
//             total,
//             move |
//                 (
//                     d,
//                     (a, x),
//                     (d_a, d_x),
//                 ): (f64, (&[f64], &[f64]), (&mut [f64], &mut [f64]))|
//             {
//                 let mut array = shape.zeros();
//                 for i_2 in (0..value).rev() {
//                     let out_start_2 = i_2 * n;
//                     let out_end_2 = (i_2 + 1) * n;
//                     let part_4 = ::backprop::__private::reach::part(
//                         ::backprop::__private::reach::part(
//                             &a[..],
//                             out_start_2..out_end_2,
//                         ),
//                         0..n,
//                     );
//                     let part_5 = ::backprop::__private::reach::part(&x[..], 0..n);
//                     let part_6 = ::backprop::__private::reach::part_mut(
//                         ::backprop::__private::reach::part_mut(
//                             &mut array[..],
//                             out_start_2..out_end_2,
//                         ),
//                         0..n,
//                     );
//                     let part_7 = ::backprop::__private::reach::part_mut(
//                         &mut d_x[..],
//                         0..n,
//                     );
//                     let part_8 = ::backprop::__private::reach::part_mut(
//                         ::backprop::__private::reach::part_mut(
//                             &mut d_a[..],
//                             out_start_2..out_end_2,
//                         ),
//                         0..n,
//                     );
//                     for i_3 in (0..n).rev() {
//                         let a_element_2 = part_4[i_3];
//                         let x_element_2 = part_5[i_3];
//                         let taken = ::backprop::__private::take(&mut part_6[i_3]);
//                         let sum = 2.0 * (a_element_2 * x_element_2 * d) + taken;
//                         part_7[i_3] += a_element_2 * sum;
//                         part_8[i_3] += x_element_2 * sum;
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
//         a: &'backprop [f64],
//         x: &'backprop [f64],
//     ) -> (
//         f64,
//         impl ::core::ops::Fn(
//             (f64, (&[f64], &[f64]), (&mut [f64], &mut [f64])),
//         ) -> ((), ()) + use<>,
//     ) {
//         Self::__again(a, x)
//     }
//     #[doc(hidden)]
//     #[inline]
//     fn __function<'backprop>(
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
//             >::new(move |(a, x): (&[f64], &[f64])| {
//                 let (value, back) = Self::__derivative(a, x);
//                 (
//                     value,
//                     move |d: (f64, (&[f64], &[f64]), (&mut [f64], &mut [f64]))| (
//                         (),
//                         back(d),
//                     ),
//                 )
//             }),
//             ::backprop::__private::claims::Pair(products, __function),
//         )
//     }
//     #[doc(hidden)]
//     #[inline]
//     fn __constant<
//         'backprop,
//         __Function: ::core::ops::FnOnce(&'backprop [f64], &'backprop [f64]) -> f64,
//     >(
//         __function: __Function,
//         __arguments: (&'backprop [f64], &'backprop [f64]),
//     ) -> (f64, ::backprop::__private::claims::Pair<(), ()>) {
//         let __asked = ::backprop::__private::claims::Pair((), ());
//         let (a, x) = __arguments;
//         (__function(a, x), __asked)
//     }
//     #[doc(hidden)]
//     #[inline]
//     fn __of<__Function, __Derivative>(
//         __function: __Function,
//         _: __Derivative,
//     ) -> impl ::core::marker::Sized + use<__Function, __Derivative> {
//         ::backprop::__private::claims::Pair(products, __function)
//     }
// }
