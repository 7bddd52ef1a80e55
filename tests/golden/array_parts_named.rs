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
//     %1 = foreign begin@0 %0 -> !
//     %2 = const 1: #usize
//     i.1, i.2 = copy i
//     n.1, n.2 = copy n
//     row_start, %3 = ordered_mul i.1, n.1, %1
//     row_start.1, row_start.2 = copy row_start
//     i.3, i.4 = copy i.2
//     %4, %5 = ordered_add i.3, %2, %3
//     n.3, n.4 = copy n.2
//     row_end, %6 = ordered_mul %4, n.3, %5
//     row_end.1, row_end.2 = copy row_end
//     %7, %8, %9 = split_at_r a, row_start.1, row_end.1, %6
//     %10 = const 1: #usize
//     i.5, i.6 = copy i.4
//     n.5, n.6 = copy n.4
//     out_start, %11 = ordered_mul i.5, n.5, %9
//     %12, %13 = ordered_add i.6, %10, %11
//     out_start.1, out_start.2 = copy out_start
//     %14 = const 0: #usize
//     %15 = abstraction (j: #usize, a: Array<f64>, x: Array<f64>, y: Array<f64>, total: f64, %0: !, %1: #usize, %2: #usize, %3: #usize, %4: #usize) -> [Array<f64>, Array<f64>, Array<f64>, f64, !] {
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
//     out_end, %16 = ordered_mul %12, n.7, %13
//     out_end.1, out_end.2 = copy out_end
//     %17, %18, %19 = split_at_r y, out_start.1, out_end.1, %16
//     row_start.3, row_start.4 = copy row_start.2
//     row_end.3, row_end.4 = copy row_end.2
//     a.1 = join_again_at_r %7, %8, row_start.3, row_end.3
//     out_start.3, out_start.4 = copy out_start.2
//     out_end.3, out_end.4 = copy out_end.2
//     y.1 = join_again_at_r %17, %18, out_start.3, out_end.3
//     %20, %21, %22, %23, %24 = fold<[#usize, Array<f64>, Array<f64>, Array<f64>, f64, !, #usize, #usize, #usize, #usize] -o[] [Array<f64>, Array<f64>, Array<f64>, f64, !], (), (Array<f64>, Array<f64>, Array<f64>, f64, !)> %14, n.8, %15, a.1, x, y.1, total, %19, row_start.4, row_end.4, out_start.4, out_end.4
//     return %20, %21, %22, %23, %24
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
//     %6 = const 1: #usize
//     %7 = foreign begin@0 %0 -> !
//     row_start, %8 = ordered_mul i.1, n.1, %7
//     %9, %10 = ordered_add i.3, %6, %8
//     row_end, %11 = ordered_mul %9, n.3, %10
//     row_end.1, row_end.2 = copy row_end
//     row_end.3, row_end.4 = copy row_end.2
//     row_end.5, row_end.6 = copy row_end.3
//     row_end.7, row_end.8 = copy row_end.1
//     row_start.1, row_start.2 = copy row_start
//     row_start.3, row_start.4 = copy row_start.2
//     row_start.5, row_start.6 = copy row_start.3
//     row_start.7, row_start.8 = copy row_start.1
//     %12, %13, %14 = split_at_r a, row_start.7, row_end.7, %11
//     a.1 = join_again_at_r %12, %13, row_start.5, row_end.5
//     out_start, %15 = ordered_mul i.5, n.5, %14
//     out_start.1, out_start.2 = copy out_start
//     out_start.3, out_start.4 = copy out_start.2
//     out_start.5, out_start.6 = copy out_start.3
//     out_start.7, out_start.8 = copy out_start.1
//     %16, %17 = ordered_add i.6, %5, %15
//     out_end, %18 = ordered_mul %16, n.7, %17
//     out_end.1, out_end.2 = copy out_end
//     out_end.3, out_end.4 = copy out_end.2
//     out_end.5, out_end.6 = copy out_end.3
//     out_end.7, out_end.8 = copy out_end.1
//     %19, %20, %21 = split_at_r y, out_start.7, out_end.7, %18
//     y.1 = join_again_at_r %19, %20, out_start.5, out_end.5
//     %22, %23, %24, %25, %26, %27 = fold<[#usize, Array<f64>, Array<f64>, Array<f64>, f64, !, #usize, #usize, #usize, #usize] -o[] [Array<f64>, Array<f64>, Array<f64>, f64, !, [Array<f64>, Array<f64>, Array<f64>, f64] -o~ [Array<f64>, Array<f64>, Array<f64>, f64]], (), (Array<f64>, Array<f64>, Array<f64>, f64, !)> %3, n.9, %1, a.1, x, y.1, total, %21, row_start.4, row_end.4, out_start.4, out_end.4
//     %28 = abstraction [%0 = %4, n = n.10, %1 = %27, out_start = out_start.6, out_end = out_end.6, row_start = row_start.6, row_end = row_end.6, out_start.1 = out_start.8, out_end.1 = out_end.8, row_start.1 = row_start.8, row_end.1 = row_end.8] (%2: Array<f64>, %3: Array<f64>, %4: Array<f64>, %5: f64) -> [Array<f64>, Array<f64>, Array<f64>, f64] {
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
//     return %22, %23, %24, %25, %26, %28
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
//     %3: [#usize, Array<f64>, f64, !, #usize, #usize, #usize, #usize, Look<f64>, Look<f64>] -o [Array<f64>, f64, !] = abstraction (j: #usize, y: Array<f64>, total: f64, %0: !, %1: #usize, %2: #usize, %3: #usize, %4: #usize, %5: Look<f64>, %6: Look<f64>) -> [Array<f64>, f64, !] {
//       j.1, j.2 = copy j
//       j.3, j.4 = copy j.2
//       %7, %8 = read_at_ri %5, %1, %2, j.1, %0
//       %9, %10 = read %6, j.3, %8
//       %11 = mul %7, %9
//       %12, %13 = copy %11
//       %14, %15 = copy %13
//       %16 = mul %14, %15
//       total.1 = add total, %16
//       y.1, %17 = set_at_ri y, %3, %4, j.4, %12, %10
//       return y.1, total.1, %17
//     }
//     %4 = const 1: #usize
//     n.1, n.2 = copy n
//     n.3, n.4 = copy n.2
//     n.5, n.6 = copy n.4
//     n.7, n.8 = copy n.6
//     i.1, i.2 = copy i
//     i.3, i.4 = copy i.2
//     i.5, i.6 = copy i.4
//     %5 = const 1: #usize
//     %6 = foreign begin@0 %0 -> !
//     row_start, %7 = ordered_mul i.1, n.1, %6
//     %8, %9 = ordered_add i.3, %5, %7
//     row_end, %10 = ordered_mul %8, n.3, %9
//     row_end.1, row_end.2 = copy row_end
//     row_start.1, row_start.2 = copy row_start
//     %11, %12 = copy %1
//     %13, %14 = part_at_r %12, row_start.1, row_end.1, %10
//     out_start, %15 = ordered_mul i.5, n.5, %14
//     out_start.1, out_start.2 = copy out_start
//     out_start.3, out_start.4 = copy out_start.2
//     %16, %17 = ordered_add i.6, %4, %15
//     out_end, %18 = ordered_mul %16, n.7, %17
//     out_end.1, out_end.2 = copy out_end
//     out_end.3, out_end.4 = copy out_end.2
//     %19, %20, %21 = split_at_r y, out_start.1, out_end.1, %18
//     y.1 = join_again_at_r %19, %20, out_start.3, out_end.3
//     discard %13
//     %22 = const 0: #usize
//     %23, %24, %25 = fold<[#usize, Array<f64>, f64, !, #usize, #usize, #usize, #usize, Look<f64>, Look<f64>] -o [Array<f64>, f64, !], (), (Array<f64>, f64, !)> %22, n.8, %3, y.1, total, %21, row_start.2, row_end.2, out_start.4, out_end.4, %11, %2
//     return %23, %24, %25
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
//         %5, %6 = copy %0
//         %7, %8 = copy %5
//         %9, %10 = copy %7
//         %11, %12 = copy %9
//         %13, %14 = copy %11
//         %15 = read_again %4, %8
//         %16, %17 = copy %15
//         %18, %19 = copy %2
//         %20, %21 = copy %19
//         %22, %23 = copy %18
//         %24, %25 = copy %3
//         %26, %27 = copy %25
//         %28, %29 = copy %24
//         %30 = read_again_at_ri %1, %23, %29, %6
//         %31, %32 = copy %30
//         %33 = const 2.0: f64
//         %34 = mul %32, %17
//         %35 = mul %34, d_total
//         %36 = mul %33, %35
//         d_y.1 = add_again_at_ri d_y, %20, %26, %13, %36
//         d_y.2, %37 = take_again_at_ri d_y.1, %21, %27, %14
//         %38, %39 = copy %37
//         %40 = mul %16, %38
//         %41 = mul %31, %39
//         d_x.1 = add_again d_x, %12, %41
//         d_a.1 = add_again_at_ri d_a, %22, %28, %10, %40
//         return d_a.1, d_x.1, d_y.2
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
//     %3: [#usize, Array<f64>, f64, !, #usize, #usize, #usize, #usize, Look<f64>, Look<f64>] -o [Array<f64>, f64, !] = abstraction (j: #usize, y: Array<f64>, total: f64, %0: !, %1: #usize, %2: #usize, %3: #usize, %4: #usize, %5: Look<f64>, %6: Look<f64>) -> [Array<f64>, f64, !] {
//       j.1, j.2 = copy j
//       j.3, j.4 = copy j.2
//       %7, %8 = read_at_ri %5, %1, %2, j.1, %0
//       %9, %10 = read %6, j.3, %8
//       %11 = mul %7, %9
//       %12, %13 = copy %11
//       %14, %15 = copy %13
//       %16 = mul %14, %15
//       total.1 = add total, %16
//       y.1, %17 = set_at_ri y, %3, %4, j.4, %12, %10
//       return y.1, total.1, %17
//     }
//     %4 = const 1: #usize
//     n.1, n.2 = copy n
//     n.3, n.4 = copy n.2
//     n.5, n.6 = copy n.4
//     n.7, n.8 = copy n.6
//     i.1, i.2 = copy i
//     i.3, i.4 = copy i.2
//     i.5, i.6 = copy i.4
//     %5 = const 1: #usize
//     %6 = foreign begin@0 %0 -> !
//     row_start, %7 = ordered_mul i.1, n.1, %6
//     %8, %9 = ordered_add i.3, %5, %7
//     row_end, %10 = ordered_mul %8, n.3, %9
//     row_end.1, row_end.2 = copy row_end
//     row_start.1, row_start.2 = copy row_start
//     %11, %12 = copy %1
//     %13, %14 = part_at_r %12, row_start.1, row_end.1, %10
//     out_start, %15 = ordered_mul i.5, n.5, %14
//     out_start.1, out_start.2 = copy out_start
//     out_start.3, out_start.4 = copy out_start.2
//     %16, %17 = ordered_add i.6, %4, %15
//     out_end, %18 = ordered_mul %16, n.7, %17
//     out_end.1, out_end.2 = copy out_end
//     out_end.3, out_end.4 = copy out_end.2
//     %19, %20, %21 = split_at_r y, out_start.1, out_end.1, %18
//     y.1 = join_again_at_r %19, %20, out_start.3, out_end.3
//     discard %13
//     %22 = const 0: #usize
//     %23, %24, %25 = fold<[#usize, Array<f64>, f64, !, #usize, #usize, #usize, #usize, Look<f64>, Look<f64>] -o [Array<f64>, f64, !], (), (Array<f64>, f64, !)> %22, n.8, %3, y.1, total, %21, row_start.2, row_end.2, out_start.4, out_end.4, %11, %2
//     return %23, %24, %25
//   }
//   total = const 0.0: f64
//   %4: [#usize, Array<f64>, Array<f64>, Array<f64>, #usize, Look<f64>, Look<f64>] -o [Array<f64>, Array<f64>, Array<f64>] = abstraction (%0: #usize, %1: Array<f64>, %2: Array<f64>, %3: Array<f64>, n: #usize, %4: Look<f64>, %5: Look<f64>) -> [Array<f64>, Array<f64>, Array<f64>] {
//     %6: [#usize, Array<f64>, Array<f64>, Array<f64>, Look<f64>, #usize, #usize, Look<f64>] -o [Array<f64>, Array<f64>, Array<f64>] = abstraction (%0: #usize, d_a: Array<f64>, d_x: Array<f64>, d_y: Array<f64>, %1: Look<f64>, %2: #usize, %3: #usize, %4: Look<f64>) -> [Array<f64>, Array<f64>, Array<f64>] {
//       %5, %6 = copy %0
//       %7, %8 = copy %5
//       %9, %10 = copy %7
//       %11, %12 = copy %9
//       %13, %14 = copy %11
//       %15 = read_again %4, %8
//       %16, %17 = copy %15
//       %18, %19 = copy %2
//       %20, %21 = copy %19
//       %22, %23 = copy %18
//       %24, %25 = copy %3
//       %26, %27 = copy %25
//       %28, %29 = copy %24
//       %30 = read_again_at_ri %1, %23, %29, %6
//       %31, %32 = copy %30
//       %33 = const 2.0: f64
//       %34 = mul %32, %17
//       %35 = mul %33, %34
//       d_y.1 = add_again_at_ri d_y, %20, %26, %13, %35
//       d_y.2, %36 = take_again_at_ri d_y.1, %21, %27, %14
//       %37, %38 = copy %36
//       %39 = mul %16, %37
//       %40 = mul %31, %38
//       d_x.1 = add_again d_x, %12, %40
//       d_a.1 = add_again_at_ri d_a, %22, %28, %10, %39
//       return d_a.1, d_x.1, d_y.2
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
//             let row_start = i * n;
//             let row_end = (i + 1) * n;
//             let _ = &a[row_start..row_end];
//             let out_start = i * n;
//             let out_end = (i + 1) * n;
//             let _ = &y[out_start..out_end];
//             let mut total_2 = total;
//             for j in 0..n {
//                 let product = a[row_start..row_end][j] * x[j];
//                 y[out_start..out_end][j] = product;
//                 total_2 = total_2 + product * product;
//             }
//             total = total_2;
//         }
//         let mut array = ::backprop::__private::shape(&y).zeros();
//         for i_2 in (0..value).rev() {
//             let row_start_2 = i_2 * n;
//             let row_end_2 = (i_2 + 1) * n;
//             for i_3 in (0..n).rev() {
//                 let x_i_3 = x[i_3];
//                 let a_i_3 = a[row_start_2..row_end_2][i_3];
//                 array[row_start_2..row_end_2][i_3] += 2.0 * (a_i_3 * x_i_3);
//                 let taken = ::backprop::__private::take(
//                     &mut array[row_start_2..row_end_2][i_3],
//                 );
//                 d_x[i_3] += a_i_3 * taken;
//                 d_a[row_start_2..row_end_2][i_3] += x_i_3 * taken;
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
//             let row_start = i * n;
//             let row_end = (i + 1) * n;
//             let _ = &a[row_start..row_end];
//             let out_start = i * n;
//             let out_end = (i + 1) * n;
//             let _ = &y[out_start..out_end];
//             let mut total_2 = total;
//             for j in 0..n {
//                 let product = a[row_start..row_end][j] * x[j];
//                 y[out_start..out_end][j] = product;
//                 total_2 = total_2 + product * product;
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
//                     for i_3 in (0..n).rev() {
//                         let x_i_3 = x[i_3];
//                         let a_i_3 = a[row_start_2..row_end_2][i_3];
//                         array[row_start_2..row_end_2][i_3] += 2.0 * (a_i_3 * x_i_3 * d);
//                         let taken = ::backprop::__private::take(
//                             &mut array[row_start_2..row_end_2][i_3],
//                         );
//                         d_x[i_3] += a_i_3 * taken;
//                         d_a[row_start_2..row_end_2][i_3] += x_i_3 * taken;
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
