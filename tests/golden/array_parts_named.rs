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

// net (a: Array<f64>, x: Array<f64>, %0: !) -> [f64, !, Array<f64>, Array<f64>] {
//   x.1, n = len x
//   %1 = const 0.0: f64
//   a.1, %2 = len a
//   y = new<Array<f64>, Array<f64>> %1, %2
//   total = const 0.0: f64
//   %3 = const 0: #usize
//   a.2, %4 = len a.1
//   %5 = abstraction (i: #usize, a: Array<f64>, x: Array<f64>, y: Array<f64>, total: f64, %0: !, n: #usize) -> [Array<f64>, Array<f64>, Array<f64>, f64, !] {
//     %1 = const 1: #usize
//     i.1, i.2 = copy i
//     n.1, n.2 = copy n
//     row_start, %2 = ordered_mul i.1, n.1, %0
//     row_start.1, row_start.2 = copy row_start
//     i.3, i.4 = copy i.2
//     %3, %4 = ordered_add i.3, %1, %2
//     n.3, n.4 = copy n.2
//     row_end, %5 = ordered_mul %3, n.3, %4
//     row_end.1, row_end.2 = copy row_end
//     %6, %7, %8 = split_at_r a, row_start.1, row_end.1, %5
//     %9 = const 1: #usize
//     i.5, i.6 = copy i.4
//     n.5, n.6 = copy n.4
//     out_start, %10 = ordered_mul i.5, n.5, %8
//     %11, %12 = ordered_add i.6, %9, %10
//     out_start.1, out_start.2 = copy out_start
//     %13 = const 0: #usize
//     %14 = abstraction (j: #usize, a: Array<f64>, x: Array<f64>, y: Array<f64>, total: f64, %0: !, %1: #usize, %2: #usize, %3: #usize, %4: #usize) -> [Array<f64>, Array<f64>, Array<f64>, f64, !] {
//       j.1, j.2 = copy j
//       a.1, %5, %6 = get_at_ri a, %1, %2, j.1, %0
//       j.3, j.4 = copy j.2
//       x.1, %7, %8 = get x, j.3, %6
//       %9 = mul %5, %7
//       %10, %11 = copy %3
//       %12, %13 = copy %4
//       j.5, j.6 = copy j.4
//       y.1, %14 = set_at_ri y, %10, %12, j.5, %9, %8
//       %15, %16 = copy %11
//       %17, %18 = copy %13
//       j.7, j.8 = copy j.6
//       y.2, %19, %20 = get_at_ri y.1, %15, %17, j.7, %14
//       y.3, %21, %22 = get_at_ri y.2, %16, %18, j.8, %20
//       %23 = mul %19, %21
//       total.1 = add total, %23
//       return a.1, x.1, y.3, total.1, %22
//     }
//     n.7, n.8 = copy n.6
//     out_end, %15 = ordered_mul %11, n.7, %12
//     out_end.1, out_end.2 = copy out_end
//     %16, %17, %18 = split_at_r y, out_start.1, out_end.1, %15
//     row_start.3, row_start.4 = copy row_start.2
//     row_end.3, row_end.4 = copy row_end.2
//     a.1 = join_again_at_r %6, %7, row_start.3, row_end.3
//     out_start.3, out_start.4 = copy out_start.2
//     out_end.3, out_end.4 = copy out_end.2
//     y.1 = join_again_at_r %16, %17, out_start.3, out_end.3
//     %19, %20, %21, %22, %23 = fold<[#usize, Array<f64>, Array<f64>, Array<f64>, f64, !, #usize, #usize, #usize, #usize] -o[] [Array<f64>, Array<f64>, Array<f64>, f64, !], (), (Array<f64>, Array<f64>, Array<f64>, f64, !)> %13, n.8, %14, a.1, x, y.1, total, %18, row_start.4, row_end.4, out_start.4, out_end.4
//     return %19, %20, %21, %22, %23
//   }
//   n.1, n.2 = copy n
//   %6, %7 = ordered_div %4, n.1, %0
//   %8, %9, %10, %11, %12 = fold<[#usize, Array<f64>, Array<f64>, Array<f64>, f64, !, #usize] -o[] [Array<f64>, Array<f64>, Array<f64>, f64, !], (), (Array<f64>, Array<f64>, Array<f64>, f64, !)> %3, %6, %5, a.2, x.1, y, total, %7, n.2
//   drop %10
//   return %11, %12, %8, %9
// }

// ---- adjoint

// net (a: Array<f64>, x: Array<f64>, %0: !) -> [f64, !, Array<f64>, Array<f64>, [f64, Array<f64>, Array<f64>] -o[#_, #usize, #usize, Tape<[Array<f64>, Array<f64>, Array<f64>, f64] -o~ [Array<f64>, Array<f64>, Array<f64>, f64]>, f64, #usize] [Array<f64>, Array<f64>]] {
//   %1: [#usize, Array<f64>, Array<f64>, Array<f64>, f64, !, #usize] -o[] [Array<f64>, Array<f64>, Array<f64>, f64, !, [Array<f64>, Array<f64>, Array<f64>, f64] -o~ [Array<f64>, Array<f64>, Array<f64>, f64]] = abstraction (i: #usize, a: Array<f64>, x: Array<f64>, y: Array<f64>, total: f64, %0: !, n: #usize) -> [Array<f64>, Array<f64>, Array<f64>, f64, !, [Array<f64>, Array<f64>, Array<f64>, f64] -o[#usize, #usize, Tape<[Array<f64>, Array<f64>, Array<f64>, f64] -o~ [Array<f64>, Array<f64>, Array<f64>, f64]>, #usize, #usize, #usize, #usize, #usize, #usize, #usize, #usize] [Array<f64>, Array<f64>, Array<f64>, f64]] {
//     %1: [#usize, Array<f64>, Array<f64>, Array<f64>, f64, !, #usize, #usize, #usize, #usize] -o[] [Array<f64>, Array<f64>, Array<f64>, f64, !, [Array<f64>, Array<f64>, Array<f64>, f64] -o~ [Array<f64>, Array<f64>, Array<f64>, f64]] = abstraction (j: #usize, a: Array<f64>, x: Array<f64>, y: Array<f64>, total: f64, %0: !, %1: #usize, %2: #usize, %3: #usize, %4: #usize) -> [Array<f64>, Array<f64>, Array<f64>, f64, !, [Array<f64>, Array<f64>, Array<f64>, f64] -o[f64, f64, f64, f64, #usize, #usize, #usize, #usize, #usize, #usize, #usize, #usize, #usize, f64, f64, f64, #usize, #usize, #usize, #usize] [Array<f64>, Array<f64>, Array<f64>, f64]] {
//       total.1, total.2 = copy total
//       %5, %6 = copy %4
//       %7, %8 = copy %6
//       %9, %10 = copy %8
//       %11, %12 = copy %7
//       %13, %14 = copy %5
//       %15, %16 = copy %3
//       %17, %18 = copy %16
//       %19, %20 = copy %18
//       %21, %22 = copy %17
//       %23, %24 = copy %15
//       %25, %26 = copy %1
//       %27, %28 = copy %2
//       j.1, j.2 = copy j
//       j.3, j.4 = copy j.2
//       j.5, j.6 = copy j.4
//       j.7, j.8 = copy j.6
//       j.9, j.10 = copy j.8
//       j.11, j.12 = copy j.7
//       j.13, j.14 = copy j.5
//       j.15, j.16 = copy j.3
//       j.17, j.18 = copy j.1
//       a.1, %29, %30 = get_at_ri a, %25, %27, j.17, %0
//       %31, %32 = copy %29
//       x.1, %33, %34 = get x, j.15, %30
//       %35, %36 = copy %33
//       %37 = mul %31, %35
//       %38, %39 = copy %37
//       y.1, %40 = set_at_ri y, %23, %13, j.13, %38, %34
//       y.2, %41, %42 = get_at_ri y.1, %21, %11, j.11, %40
//       %43, %44 = copy %41
//       y.3, %45, %46 = get_at_ri y.2, %19, %9, j.9, %42
//       %47, %48 = copy %45
//       %49 = mul %43, %47
//       %50, %51 = copy %49
//       %52 = abstraction [total = total.2, %0 = %51, %1 = %44, %2 = %48, %3 = %20, %4 = %10, j = j.10, %5 = %22, %6 = %12, j.1 = j.12, %7 = %24, %8 = %14, j.2 = j.14, %9 = %39, %10 = %32, %11 = %36, j.3 = j.16, %12 = %26, %13 = %28, j.4 = j.18] (d_a: Array<f64>, d_x: Array<f64>, d_y: Array<f64>, d_total: f64) -> [Array<f64>, Array<f64>, Array<f64>, f64] {
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
//       total.3 = add total.1, %50
//       return a.1, x.1, y.3, total.3, %46, %52
//     }
//     %2 = const 0: #usize
//     %3, %4 = copy %2
//     %5 = const 1: #usize
//     n.1, n.2 = copy n
//     n.3, n.4 = copy n.2
//     n.5, n.6 = copy n.4
//     n.7, n.8 = copy n.6
//     n.9, n.10 = copy n.8
//     i.1, i.2 = copy i
//     i.3, i.4 = copy i.2
//     i.5, i.6 = copy i.4
//     row_start, %6 = ordered_mul i.1, n.1, %0
//     row_start.1, row_start.2 = copy row_start
//     row_start.3, row_start.4 = copy row_start.2
//     row_start.5, row_start.6 = copy row_start.3
//     row_start.7, row_start.8 = copy row_start.1
//     %7 = const 1: #usize
//     %8, %9 = ordered_add i.3, %7, %6
//     row_end, %10 = ordered_mul %8, n.3, %9
//     row_end.1, row_end.2 = copy row_end
//     row_end.3, row_end.4 = copy row_end.2
//     row_end.5, row_end.6 = copy row_end.3
//     row_end.7, row_end.8 = copy row_end.1
//     %11, %12, %13 = split_at_r a, row_start.7, row_end.7, %10
//     a.1 = join_again_at_r %11, %12, row_start.5, row_end.5
//     out_start, %14 = ordered_mul i.5, n.5, %13
//     out_start.1, out_start.2 = copy out_start
//     out_start.3, out_start.4 = copy out_start.2
//     out_start.5, out_start.6 = copy out_start.3
//     out_start.7, out_start.8 = copy out_start.1
//     %15, %16 = ordered_add i.6, %5, %14
//     out_end, %17 = ordered_mul %15, n.7, %16
//     out_end.1, out_end.2 = copy out_end
//     out_end.3, out_end.4 = copy out_end.2
//     out_end.5, out_end.6 = copy out_end.3
//     out_end.7, out_end.8 = copy out_end.1
//     %18, %19, %20 = split_at_r y, out_start.7, out_end.7, %17
//     y.1 = join_again_at_r %18, %19, out_start.5, out_end.5
//     %21, %22, %23, %24, %25, %26 = fold<[#usize, Array<f64>, Array<f64>, Array<f64>, f64, !, #usize, #usize, #usize, #usize] -o[] [Array<f64>, Array<f64>, Array<f64>, f64, !, [Array<f64>, Array<f64>, Array<f64>, f64] -o~ [Array<f64>, Array<f64>, Array<f64>, f64]], (), (Array<f64>, Array<f64>, Array<f64>, f64, !)> %3, n.9, %1, a.1, x, y.1, total, %20, row_start.4, row_end.4, out_start.4, out_end.4
//     %27 = abstraction [%0 = %4, n = n.10, %1 = %26, out_start = out_start.6, out_end = out_end.6, row_start = row_start.6, row_end = row_end.6, out_start.1 = out_start.8, out_end.1 = out_end.8, row_start.1 = row_start.8, row_end.1 = row_end.8] (%2: Array<f64>, %3: Array<f64>, %4: Array<f64>, %5: f64) -> [Array<f64>, Array<f64>, Array<f64>, f64] {
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
//     return %21, %22, %23, %24, %25, %27
//   }
//   %2 = const 0: #usize
//   %3, %4 = copy %2
//   total = const 0.0: f64
//   a.1, %5 = len a
//   a.2, %6 = len a.1
//   %7, %8 = copy %5
//   %9 = const 0.0: f64
//   %10, %11 = copy %9
//   y = new<Array<f64>, Array<f64>> %10, %7
//   x.1, n = len x
//   n.1, n.2 = copy n
//   %12, %13 = ordered_div %6, n.1, %0
//   %14, %15 = copy %12
//   %16, %17, %18, %19, %20, %21 = fold<[#usize, Array<f64>, Array<f64>, Array<f64>, f64, !, #usize] -o[] [Array<f64>, Array<f64>, Array<f64>, f64, !, [Array<f64>, Array<f64>, Array<f64>, f64] -o~ [Array<f64>, Array<f64>, Array<f64>, f64]], (), (Array<f64>, Array<f64>, Array<f64>, f64, !)> %3, %14, %1, a.2, x.1, y, total, %13, n.2
//   %22 = end %18
//   %23 = abstraction [%0 = %22, %1 = %4, %2 = %15, %3 = %21, %4 = %11, %5 = %8] (%6: f64, %7: Array<f64>, %8: Array<f64>) -> [Array<f64>, Array<f64>] {
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
//   return %19, %20, %16, %17, %23
// }

// ---- simplified

// net (a: Array<f64>, x: Array<f64>, %0: !) -> [f64, !, Array<f64>, Array<f64>, [f64, Array<f64>, Array<f64>] -o [Array<f64>, Array<f64>]] {
//   %1: [#usize, Array<f64>, f64, !, #usize, Look<f64>, Look<f64>] -o [Array<f64>, f64, !] = abstraction (i: #usize, y: Array<f64>, total: f64, %0: !, n: #usize, %1: Look<f64>, %2: Look<f64>) -> [Array<f64>, f64, !] {
//     %3: [#usize, Array<f64>, f64, !, #usize, #usize, Look<f64>, Look<f64>] -o [Array<f64>, f64, !] = abstraction (j: #usize, y: Array<f64>, total: f64, %0: !, %1: #usize, %2: #usize, %3: Look<f64>, %4: Look<f64>) -> [Array<f64>, f64, !] {
//       j.1, j.2 = copy j
//       j.3, j.4 = copy j.2
//       %5, %6 = copy %1
//       %7, %8 = copy %2
//       %9, %10 = read_at_ri %3, %5, %7, j.1, %0
//       %11, %12 = read %4, j.3, %10
//       %13 = mul %9, %11
//       %14, %15 = copy %13
//       %16, %17 = copy %14
//       %18 = mul %17, %15
//       total.1 = add total, %18
//       y.1, %19 = set_at_ri y, %6, %8, j.4, %16, %12
//       return y.1, total.1, %19
//     }
//     n.1, n.2 = copy n
//     n.3, n.4 = copy n.2
//     i.1, i.2 = copy i
//     row_start, %4 = ordered_mul i.1, n.1, %0
//     %5 = const 1: #usize
//     %6, %7 = ordered_add i.2, %5, %4
//     row_end, %8 = ordered_mul %6, n.3, %7
//     row_start.1, out_start = copy row_start
//     out_start.1, out_start.2 = copy out_start
//     row_start.2, row_start.3 = copy row_start.1
//     row_end.1, out_end = copy row_end
//     out_end.1, out_end.2 = copy out_end
//     row_end.2, row_end.3 = copy row_end.1
//     %9, %10 = copy %1
//     %11, %12 = part_at_r %10, row_start.2, row_end.2, %8
//     %13, %14, %15 = split_at_r y, out_start.1, out_end.1, %12
//     y.1 = join_again_at_r %13, %14, out_start.2, out_end.2
//     discard %11
//     %16 = const 0: #usize
//     %17, %18, %19 = fold<[#usize, Array<f64>, f64, !, #usize, #usize, Look<f64>, Look<f64>] -o [Array<f64>, f64, !], (), (Array<f64>, f64, !)> %16, n.4, %3, y.1, total, %15, row_start.3, row_end.3, %9, %2
//     return %17, %18, %19
//   }
//   total = const 0.0: f64
//   %2 = const 0.0: f64
//   a.1, %3 = look a
//   %4, %5 = copy %3
//   %6 = look_len %5
//   x.1, %7 = look x
//   %8, %9 = copy %7
//   n = look_len %9
//   n.1, n.2 = copy n
//   %10, %11 = copy %6
//   %12, %13 = ordered_div %11, n.1, %0
//   %14, %15 = copy %12
//   y = new<Array<f64>, Array<f64>> %2, %10
//   n.3, n.4 = copy n.2
//   %16, %17 = copy %4
//   %18, %19 = copy %8
//   %20 = const 0: #usize
//   %21, %22, %23 = fold<[#usize, Array<f64>, f64, !, #usize, Look<f64>, Look<f64>] -o [Array<f64>, f64, !], (), (Array<f64>, f64, !)> %20, %14, %1, y, total, %13, n.3, %16, %18
//   %24 = end %21
//   %25: [f64, Array<f64>, Array<f64>] -o [Array<f64>, Array<f64>] = abstraction [%0 = %24, %1 = %15, n = n.4, %2 = %17, %3 = %19] (%4: f64, %5: Array<f64>, %6: Array<f64>) -> [Array<f64>, Array<f64>] {
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
//       row_start = mul %10, n.4
//       %11 = const 1: #usize
//       %12 = add %9, %11
//       row_end = mul %12, n.3
//       d_a, d_x, d_y = fold_down<[#usize, Array<f64>, Array<f64>, Array<f64>, Look<f64>, #usize, #usize, Look<f64>, f64] -o [Array<f64>, Array<f64>, Array<f64>], (), (Array<f64>, Array<f64>, Array<f64>)> %8, n.2, %7, %1, %2, %3, %4, row_start, row_end, %5, %6
//       return d_a, d_x, d_y
//     }
//     %9 = const 0: #usize
//     d_a, d_x, d_y = fold_down<[#usize, Array<f64>, Array<f64>, Array<f64>, #usize, Look<f64>, Look<f64>, f64] -o [Array<f64>, Array<f64>, Array<f64>], (), (Array<f64>, Array<f64>, Array<f64>)> %9, %1, %8, %5, %6, %7, n, %2, %3, %4
//     drop d_y
//     return d_a, d_x
//   }
//   return %22, %23, a.1, x.1, %25
// }

// ---- value and gradient, simplified

// net (a: Array<f64>, x: Array<f64>, %0: !, %1: Array<f64>, %2: Array<f64>) -> [f64, !, Array<f64>, Array<f64>, Array<f64>, Array<f64>] {
//   %3: [#usize, Array<f64>, f64, !, #usize, Look<f64>, Look<f64>] -o [Array<f64>, f64, !] = abstraction (i: #usize, y: Array<f64>, total: f64, %0: !, n: #usize, %1: Look<f64>, %2: Look<f64>) -> [Array<f64>, f64, !] {
//     %3: [#usize, Array<f64>, f64, !, #usize, #usize, Look<f64>, Look<f64>] -o [Array<f64>, f64, !] = abstraction (j: #usize, y: Array<f64>, total: f64, %0: !, %1: #usize, %2: #usize, %3: Look<f64>, %4: Look<f64>) -> [Array<f64>, f64, !] {
//       j.1, j.2 = copy j
//       j.3, j.4 = copy j.2
//       %5, %6 = copy %1
//       %7, %8 = copy %2
//       %9, %10 = read_at_ri %3, %5, %7, j.1, %0
//       %11, %12 = read %4, j.3, %10
//       %13 = mul %9, %11
//       %14, %15 = copy %13
//       %16, %17 = copy %14
//       %18 = mul %17, %15
//       total.1 = add total, %18
//       y.1, %19 = set_at_ri y, %6, %8, j.4, %16, %12
//       return y.1, total.1, %19
//     }
//     n.1, n.2 = copy n
//     n.3, n.4 = copy n.2
//     i.1, i.2 = copy i
//     row_start, %4 = ordered_mul i.1, n.1, %0
//     %5 = const 1: #usize
//     %6, %7 = ordered_add i.2, %5, %4
//     row_end, %8 = ordered_mul %6, n.3, %7
//     row_start.1, out_start = copy row_start
//     out_start.1, out_start.2 = copy out_start
//     row_start.2, row_start.3 = copy row_start.1
//     row_end.1, out_end = copy row_end
//     out_end.1, out_end.2 = copy out_end
//     row_end.2, row_end.3 = copy row_end.1
//     %9, %10 = copy %1
//     %11, %12 = part_at_r %10, row_start.2, row_end.2, %8
//     %13, %14, %15 = split_at_r y, out_start.1, out_end.1, %12
//     y.1 = join_again_at_r %13, %14, out_start.2, out_end.2
//     discard %11
//     %16 = const 0: #usize
//     %17, %18, %19 = fold<[#usize, Array<f64>, f64, !, #usize, #usize, Look<f64>, Look<f64>] -o [Array<f64>, f64, !], (), (Array<f64>, f64, !)> %16, n.4, %3, y.1, total, %15, row_start.3, row_end.3, %9, %2
//     return %17, %18, %19
//   }
//   total = const 0.0: f64
//   %4: [#usize, Array<f64>, Array<f64>, Array<f64>, #usize, Look<f64>, Look<f64>] -o [Array<f64>, Array<f64>, Array<f64>] = abstraction (%0: #usize, %1: Array<f64>, %2: Array<f64>, %3: Array<f64>, n: #usize, %4: Look<f64>, %5: Look<f64>) -> [Array<f64>, Array<f64>, Array<f64>] {
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
//     row_start = mul %9, n.4
//     %10 = const 1: #usize
//     %11 = add %8, %10
//     row_end = mul %11, n.3
//     d_a, d_x, d_y = fold_down<[#usize, Array<f64>, Array<f64>, Array<f64>, Look<f64>, #usize, #usize, Look<f64>] -o [Array<f64>, Array<f64>, Array<f64>], (), (Array<f64>, Array<f64>, Array<f64>)> %7, n.2, %6, %1, %2, %3, %4, row_start, row_end, %5
//     return d_a, d_x, d_y
//   }
//   %5 = const 0.0: f64
//   %6 = const 0: #usize
//   a.1, %7 = look a
//   %8, %9 = copy %7
//   %10 = look_len %9
//   x.1, %11 = look x
//   %12, %13 = copy %11
//   n = look_len %13
//   n.1, n.2 = copy n
//   %14, %15 = copy %10
//   %16, %17 = ordered_div %15, n.1, %0
//   %18, %19 = copy %16
//   y = new<Array<f64>, Array<f64>> %5, %14
//   n.3, n.4 = copy n.2
//   %20, %21 = copy %8
//   %22, %23 = copy %12
//   %24 = const 0: #usize
//   %25, %26, %27 = fold<[#usize, Array<f64>, f64, !, #usize, Look<f64>, Look<f64>] -o [Array<f64>, f64, !], (), (Array<f64>, f64, !)> %24, %18, %3, y, total, %17, n.3, %20, %22
//   %28 = end %25
//   %29 = zeros<Array<f64>> %28
//   d_a, d_x, d_y = fold_down<[#usize, Array<f64>, Array<f64>, Array<f64>, #usize, Look<f64>, Look<f64>] -o [Array<f64>, Array<f64>, Array<f64>], (), (Array<f64>, Array<f64>, Array<f64>)> %6, %19, %4, %1, %2, %29, n.4, %21, %23
//   drop d_y
//   return %26, %27, a.1, x.1, d_a, d_x
// }

// ---- Rust

// /// The derivatives of [`products`](fn@products).
// struct products {}
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
// impl products {
//     /// The gradient of [`products`](fn@products) with respect to `a` and `x`.
//     #[must_use]
//     #[inline]
//     fn grad(
//         a: &[f64],
//         x: &[f64],
//     ) -> (::backprop::__private::Vec<f64>, ::backprop::__private::Vec<f64>) {
//         let _ = products;
//         let mut d_a = ::backprop::__private::Shaped::__zeros(a);
//         let mut d_x = ::backprop::__private::Shaped::__zeros(x);
//         let (_, _) = Self::__accumulate(a, x, &mut d_a, &mut d_x);
//         (d_a, d_x)
//     }
//     /// The value of [`products`](fn@products), and its gradient with respect to `a` and `x`, in one pass.
//     #[must_use]
//     #[inline]
//     fn value_and_grad(
//         a: &[f64],
//         x: &[f64],
//     ) -> (f64, (::backprop::__private::Vec<f64>, ::backprop::__private::Vec<f64>)) {
//         let _ = products;
//         let mut d_a = ::backprop::__private::Shaped::__zeros(a);
//         let mut d_x = ::backprop::__private::Shaped::__zeros(x);
//         let (value, _) = Self::__accumulate(a, x, &mut d_a, &mut d_x);
//         (value, (d_a, d_x))
//     }
//     /** Gives the value of [`products`](fn@products), and writes its gradient with respect to `a` and `x` to `d_a` and `d_x`.
//
//  # Panics
//  If a buffer is not as long as its array, before any work.*/
//     #[inline]
//     fn value_and_grad_into(
//         a: &[f64],
//         x: &[f64],
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
//     fn accumulate_grad(a: &[f64], x: &[f64], d_a: &mut [f64], d_x: &mut [f64]) -> f64 {
//         ::backprop::__private::same_length("a", a, d_a);
//         ::backprop::__private::same_length("x", x, d_x);
//         let (value, _) = Self::__accumulate(a, x, d_a, d_x);
//         value
//     }
//     /// Adds to the accumulators.
//     #[doc(hidden)]
//     #[inline]
//     fn __accumulate<'arrays>(
//         a: &'arrays [f64],
//         x: &'arrays [f64],
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
//             let row_start = i * n;
//             let row_end = (i + 1) * n;
//             let _ = &a[row_start..row_end];
//             let _ = &y[row_start..row_end];
//             let mut total_2 = total;
//             let end = ::backprop::__private::reach::end(
//                 0..n,
//                 [
//                     ::backprop::__private::reach::count(
//                         ::backprop::__private::reach::within(&a[..], row_start..row_end),
//                         0,
//                     ),
//                     ::backprop::__private::reach::count(&x[..], 0),
//                     ::backprop::__private::reach::count(
//                         ::backprop::__private::reach::within(&y[..], row_start..row_end),
//                         0,
//                     ),
//                 ],
//             );
//             if 0 < end {
//                 let part = ::backprop::__private::reach::part(
//                     &a[row_start..row_end],
//                     0,
//                     end,
//                 );
//                 let part_2 = ::backprop::__private::reach::part(&x[..], 0, end);
//                 let part_3 = ::backprop::__private::reach::part_mut(
//                     &mut y[row_start..row_end],
//                     0,
//                     end,
//                 );
//                 for j in 0..end {
//                     let product = part[j] * part_2[j];
//                     part_3[j] = product;
//                     total_2 = total_2 + product * product;
//                 }
//             }
//             if end < n {
//                 let _ = &a[row_start..row_end][end];
//                 let _ = &x[end];
//                 let _ = &y[row_start..row_end][end];
//                 ::backprop::__private::reach::out_of_bounds();
//             }
//             total = total_2;
//         }
//         let mut array = ::backprop::__private::shape(&y).zeros();
//         for i_2 in (0..value).rev() {
//             let row_start_2 = i_2 * n;
//             let row_end_2 = (i_2 + 1) * n;
//             if 0 < n {
//                 let part_4 = ::backprop::__private::reach::part(
//                     &a[row_start_2..row_end_2],
//                     0,
//                     n,
//                 );
//                 let part_5 = ::backprop::__private::reach::part(&x[..], 0, n);
//                 let part_6 = ::backprop::__private::reach::part_mut(
//                     &mut array[row_start_2..row_end_2],
//                     0,
//                     n,
//                 );
//                 let part_7 = ::backprop::__private::reach::part_mut(&mut d_x[..], 0, n);
//                 let part_8 = ::backprop::__private::reach::part_mut(
//                     &mut d_a[row_start_2..row_end_2],
//                     0,
//                     n,
//                 );
//                 for i_3 in (0..n).rev() {
//                     let a_element = part_4[i_3];
//                     let x_element = part_5[i_3];
//                     let taken = ::backprop::__private::take(&mut part_6[i_3]);
//                     let sum = 2.0 * (a_element * x_element) + taken;
//                     part_7[i_3] += a_element * sum;
//                     part_8[i_3] += x_element * sum;
//                 }
//             }
//         }
//         (total, ((), ()))
//     }
//     /// The value of [`products`](fn@products), and its backpropagator, which takes the sensitivity of the value and gives the gradient with respect to `a` and `x`.
//     #[must_use]
//     #[inline]
//     fn vjp<'arrays>(
//         a: &'arrays [f64],
//         x: &'arrays [f64],
//     ) -> (
//         f64,
//         impl ::core::ops::Fn(
//             f64,
//         ) -> (
//                 ::backprop::__private::Vec<f64>,
//                 ::backprop::__private::Vec<f64>,
//             ) + use<'arrays>,
//     ) {
//         let _: fn(
//             &[::core::primitive::f64],
//             &[::core::primitive::f64],
//         ) -> ::core::primitive::f64 = products;
//         let (value, back) = Self::__again(a, x);
//         (
//             value,
//             move |d: f64| {
//                 let mut d_a = ::backprop::__private::Shaped::__zeros(a);
//                 let mut d_x = ::backprop::__private::Shaped::__zeros(x);
//                 let _ = back((d, (a, x), (&mut d_a, &mut d_x)));
//                 (d_a, d_x)
//             },
//         )
//     }
//     /// The adjoint, for callers that supply all arrays again.
//     #[doc(hidden)]
//     #[inline]
//     fn __again<'arrays>(
//         a: &'arrays [f64],
//         x: &'arrays [f64],
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
//             let row_start = i * n;
//             let row_end = (i + 1) * n;
//             let _ = &a[row_start..row_end];
//             let _ = &y[row_start..row_end];
//             let mut total_2 = total;
//             let end = ::backprop::__private::reach::end(
//                 0..n,
//                 [
//                     ::backprop::__private::reach::count(
//                         ::backprop::__private::reach::within(&a[..], row_start..row_end),
//                         0,
//                     ),
//                     ::backprop::__private::reach::count(&x[..], 0),
//                     ::backprop::__private::reach::count(
//                         ::backprop::__private::reach::within(&y[..], row_start..row_end),
//                         0,
//                     ),
//                 ],
//             );
//             if 0 < end {
//                 let part = ::backprop::__private::reach::part(
//                     &a[row_start..row_end],
//                     0,
//                     end,
//                 );
//                 let part_2 = ::backprop::__private::reach::part(&x[..], 0, end);
//                 let part_3 = ::backprop::__private::reach::part_mut(
//                     &mut y[row_start..row_end],
//                     0,
//                     end,
//                 );
//                 for j in 0..end {
//                     let product = part[j] * part_2[j];
//                     part_3[j] = product;
//                     total_2 = total_2 + product * product;
//                 }
//             }
//             if end < n {
//                 let _ = &a[row_start..row_end][end];
//                 let _ = &x[end];
//                 let _ = &y[row_start..row_end][end];
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
//                     let row_start_2 = i_2 * n;
//                     let row_end_2 = (i_2 + 1) * n;
//                     if 0 < n {
//                         let part_4 = ::backprop::__private::reach::part(
//                             &a[row_start_2..row_end_2],
//                             0,
//                             n,
//                         );
//                         let part_5 = ::backprop::__private::reach::part(&x[..], 0, n);
//                         let part_6 = ::backprop::__private::reach::part_mut(
//                             &mut array[row_start_2..row_end_2],
//                             0,
//                             n,
//                         );
//                         let part_7 = ::backprop::__private::reach::part_mut(
//                             &mut d_x[..],
//                             0,
//                             n,
//                         );
//                         let part_8 = ::backprop::__private::reach::part_mut(
//                             &mut d_a[row_start_2..row_end_2],
//                             0,
//                             n,
//                         );
//                         for i_3 in (0..n).rev() {
//                             let a_element = part_4[i_3];
//                             let x_element = part_5[i_3];
//                             let taken = ::backprop::__private::take(&mut part_6[i_3]);
//                             let sum = 2.0 * (a_element * x_element * d) + taken;
//                             part_7[i_3] += a_element * sum;
//                             part_8[i_3] += x_element * sum;
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
//         a: &'arrays [f64],
//         x: &'arrays [f64],
//     ) -> (
//         f64,
//         impl ::core::ops::Fn(
//             (f64, (&[f64], &[f64]), (&mut [f64], &mut [f64])),
//         ) -> ((), ()) + use<>,
//     ) {
//         Self::__again(a, x)
//     }
//     /// The adjoint, for callers that want back what was in the arrays that are changed.
//     #[doc(hidden)]
//     #[inline]
//     fn __restoring<'arrays>(
//         a: &'arrays [f64],
//         x: &'arrays [f64],
//     ) -> (
//         f64,
//         impl ::core::ops::Fn(
//             (f64, (&[f64], &[f64]), (&mut [f64], &mut [f64])),
//         ) -> ((), ()) + use<>,
//     ) {
//         Self::__again(a, x)
//     }
//     /// The adjoint, for callers that have no contents of arrays again.
//     #[doc(hidden)]
//     #[inline]
//     fn __keeping<'arrays>(
//         a: &'arrays [f64],
//         x: &'arrays [f64],
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
//         let len_2 = a.len();
//         let n = x.len();
//         let value = len_2 / n;
//         let mut y = ::backprop::__private::vec![0.0_f64; len];
//         let mut total = 0.0_f64;
//         let mut tape = ::backprop::__private::Kept::new();
//         let mut tape_2 = ::backprop::__private::Kept::new();
//         for i in 0..value {
//             let row_start = i * n;
//             let row_end = (i + 1) * n;
//             let _ = &a[row_start..row_end];
//             let _ = &y[row_start..row_end];
//             let mut total_2 = total;
//             let end = ::backprop::__private::reach::end(
//                 0..n,
//                 [
//                     ::backprop::__private::reach::count(
//                         ::backprop::__private::reach::within(&a[..], row_start..row_end),
//                         0,
//                     ),
//                     ::backprop::__private::reach::count(&x[..], 0),
//                     ::backprop::__private::reach::count(
//                         ::backprop::__private::reach::within(&y[..], row_start..row_end),
//                         0,
//                     ),
//                 ],
//             );
//             if 0 < end {
//                 let part = ::backprop::__private::reach::part(
//                     &a[row_start..row_end],
//                     0,
//                     end,
//                 );
//                 let part_2 = ::backprop::__private::reach::part(&x[..], 0, end);
//                 let part_3 = ::backprop::__private::reach::part_mut(
//                     &mut y[row_start..row_end],
//                     0,
//                     end,
//                 );
//                 let slots = tape.slots(end);
//                 let slots_2 = tape_2.slots(end);
//                 for j in 0..end {
//                     let a_element = part[j];
//                     let x_element = part_2[j];
//                     let product = a_element * x_element;
//                     part_3[j] = product;
//                     slots[j] = a_element;
//                     slots_2[j] = x_element;
//                     total_2 = total_2 + product * product;
//                 }
//             }
//             if end < n {
//                 let _ = &a[row_start..row_end][end];
//                 let _ = &x[end];
//                 let _ = &y[row_start..row_end][end];
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
//                     (_, _),
//                     (d_a, d_x),
//                 ): (f64, (&[f64], &[f64]), (&mut [f64], &mut [f64]))|
//             {
//                 let mut array = shape.zeros();
//                 let mut entries = tape.entries();
//                 let mut entries_2 = tape_2.entries();
//                 for i_2 in (0..value).rev() {
//                     let row_start_2 = i_2 * n;
//                     let row_end_2 = (i_2 + 1) * n;
//                     if 0 < n {
//                         let part_4 = ::backprop::__private::reach::part_mut(
//                             &mut array[row_start_2..row_end_2],
//                             0,
//                             n,
//                         );
//                         let part_5 = ::backprop::__private::reach::part_mut(
//                             &mut d_x[..],
//                             0,
//                             n,
//                         );
//                         let part_6 = ::backprop::__private::reach::part_mut(
//                             &mut d_a[row_start_2..row_end_2],
//                             0,
//                             n,
//                         );
//                         let slots_3 = &*entries.slots(n);
//                         let slots_4 = &*entries_2.slots(n);
//                         for i_3 in (0..n).rev() {
//                             let entry = slots_3[i_3];
//                             let entry_2 = slots_4[i_3];
//                             let taken = ::backprop::__private::take(&mut part_4[i_3]);
//                             let sum = 2.0 * (entry * entry_2 * d) + taken;
//                             part_5[i_3] += entry * sum;
//                             part_6[i_3] += entry_2 * sum;
//                         }
//                     }
//                 }
//                 ((), ())
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
//                 let (value, back) = Self::__adjoint(a, x);
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
//         'arrays,
//         __Function: ::core::ops::FnOnce(&'arrays [f64], &'arrays [f64]) -> f64,
//     >(
//         __function: __Function,
//         __arguments: (&'arrays [f64], &'arrays [f64]),
//     ) -> (f64, ::backprop::__private::claims::Pair<(), ()>) {
//         let __asked = ::backprop::__private::claims::Pair((), ());
//         let (a, x) = __arguments;
//         (__function(a, x), __asked)
//     }
//     #[doc(hidden)]
//     const __derivative: ::core::primitive::usize = 0;
//     #[doc(hidden)]
//     #[inline]
//     fn __of<__Function, __Derivative>(
//         __function: __Function,
//         _: __Derivative,
//     ) -> impl ::core::marker::Sized + use<__Function, __Derivative> {
//         ::backprop::__private::claims::Pair(products, __function)
//     }
//     #[doc(hidden)]
//     const __calls_in_a_circle: ::core::primitive::usize = 0;
// }
