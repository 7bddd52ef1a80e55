//! Rows of a matrix that is changed, each by its name: the sum of the squares of the rows, each less its mean.

#[differentiable]
fn rows(x: &[[f64; 3]]) -> f64 {
    let mut a = x.to_vec();
    let mut sum = 0.0;
    for row in a.iter_mut() {
        let mean = (row[0] + row[1] + row[2]) / 3.0;
        for v in row.iter_mut() {
            *v -= mean;
        }
        for v in row.iter() {
            sum += v * v;
        }
    }
    sum
}

// ---- net

// net (x: Array<Array<f64>>, %0: !) -> [f64, !, Array<Array<f64>>] {
//   x.1, a = to_vec x
//   sum = const 0.0: f64
//   %1 = const 0: #usize
//   a.1, %2 = len a
//   %3 = abstraction (i: #usize, a: Array<Array<f64>>, sum: f64, %0: !) -> [Array<Array<f64>>, f64, !] {
//     %1 = const 0: #usize
//     %2 = const 1: #usize
//     i.1, i.2 = copy i
//     a.1, %3, %4 = get a, i.1, %1, %0
//     %5 = const 2: #usize
//     i.3, i.4 = copy i.2
//     a.2, %6, %7 = get a.1, i.3, %2, %4
//     %8 = add %3, %6
//     %9 = const 3.0: f64
//     %10 = const 0: #usize
//     i.5, i.6 = copy i.4
//     a.3, %11, %12 = get a.2, i.5, %5, %7
//     %13 = add %8, %11
//     mean = div %13, %9
//     %14 = abstraction (i: #usize, a: Array<Array<f64>>, %0: !, mean: f64, %1: #usize) -> [Array<Array<f64>>, !] {
//       %2 = neg mean
//       a.1 = add_at a, %1, i, %2
//       return a.1, %0
//     }
//     i.7, i.8 = copy i.6
//     a.4, %15 = len_again<Array<Array<f64>>, (#usize)> a.3, i.7
//     %16 = const 0: #usize
//     i.9, i.10 = copy i.8
//     %17, %18 = fold<[#usize, Array<Array<f64>>, !, f64, #usize] -o[] [Array<Array<f64>>, !], (), (Array<Array<f64>>, !)> %10, %15, %14, a.4, %12, mean, i.9
//     %19 = abstraction (i: #usize, a: Array<Array<f64>>, sum: f64, %0: !, %1: #usize) -> [Array<Array<f64>>, f64, !] {
//       a.1, v, %2 = get a, %1, i, %0
//       v.1, v.2 = copy v
//       %3 = mul v.1, v.2
//       sum.1 = add sum, %3
//       return a.1, sum.1, %2
//     }
//     i.11, i.12 = copy i.10
//     a.5, %20 = len_again<Array<Array<f64>>, (#usize)> %17, i.11
//     %21, %22, %23 = fold<[#usize, Array<Array<f64>>, f64, !, #usize] -o[] [Array<Array<f64>>, f64, !], (), (Array<Array<f64>>, f64, !)> %16, %20, %19, a.5, sum, %18, i.12
//     return %21, %22, %23
//   }
//   %4, %5, %6 = fold<[#usize, Array<Array<f64>>, f64, !] -o[] [Array<Array<f64>>, f64, !], (), (Array<Array<f64>>, f64, !)> %1, %2, %3, a.1, sum, %0
//   drop %4
//   return %5, %6, x.1
// }

// ---- adjoint

// net (x: Array<Array<f64>>, %0: !) -> [f64, !, Array<Array<f64>>, [f64, Array<Array<f64>>] -o[#shape_of_arrays, #usize, #usize, Tape<[Array<Array<f64>>, f64] -o~ [Array<Array<f64>>, f64]>] [Array<Array<f64>>]] {
//   %1: [#usize, Array<Array<f64>>, f64, !] -o[] [Array<Array<f64>>, f64, !, [Array<Array<f64>>, f64] -o~ [Array<Array<f64>>, f64]] = abstraction (i: #usize, a: Array<Array<f64>>, sum: f64, %0: !) -> [Array<Array<f64>>, f64, !, [Array<Array<f64>>, f64] -o[#usize, #usize, Tape<[Array<Array<f64>>, f64] -o~ [Array<Array<f64>>, f64]>, #usize, #usize, #usize, Tape<[Array<Array<f64>>] -o~ [Array<Array<f64>>, f64]>, #usize, f64, f64, f64, f64, #usize, #usize, f64, f64, #usize, #usize, #usize, #usize] [Array<Array<f64>>, f64]] {
//     %1: [#usize, Array<Array<f64>>, f64, !, #usize] -o[] [Array<Array<f64>>, f64, !, [Array<Array<f64>>, f64] -o~ [Array<Array<f64>>, f64]] = abstraction (i: #usize, a: Array<Array<f64>>, sum: f64, %0: !, %1: #usize) -> [Array<Array<f64>>, f64, !, [Array<Array<f64>>, f64] -o[f64, f64, f64, f64, #usize, #usize] [Array<Array<f64>>, f64]] {
//       sum.1, sum.2 = copy sum
//       %2, %3 = copy %1
//       i.1, i.2 = copy i
//       a.1, v, %4 = get a, %2, i.1, %0
//       v.1, v.2 = copy v
//       v.3, v.4 = copy v.1
//       v.5, v.6 = copy v.2
//       %5 = mul v.3, v.5
//       %6, %7 = copy %5
//       %8 = abstraction [sum = sum.2, %0 = %7, v = v.4, v.1 = v.6, %1 = %3, i = i.2] (d_a: Array<Array<f64>>, d_sum: f64) -> [Array<Array<f64>>, f64] {
//         d_sum.1, d_sum.2 = copy d_sum
//         discard sum
//         discard %0
//         d_sum.3, d_sum.4 = copy d_sum.2
//         %2 = mul v.1, d_sum.3
//         %3 = mul v, d_sum.4
//         d_v = plus %2, %3
//         d_a.1 = add_again d_a, %1, i, d_v
//         return d_a.1, d_sum.1
//       }
//       sum.3 = add sum.1, %6
//       return a.1, sum.3, %4, %8
//     }
//     %2 = const 0: #usize
//     %3, %4 = copy %2
//     %5: [#usize, Array<Array<f64>>, !, f64, #usize] -o[] [Array<Array<f64>>, !, [Array<Array<f64>>] -o~ [Array<Array<f64>>, f64]] = abstraction (i: #usize, a: Array<Array<f64>>, %0: !, mean: f64, %1: #usize) -> [Array<Array<f64>>, !, [Array<Array<f64>>] -o[#usize, #usize, f64, f64] [Array<Array<f64>>, f64]] {
//       %2, %3 = copy %1
//       i.1, i.2 = copy i
//       mean.1, mean.2 = copy mean
//       %4 = neg mean.1
//       %5, %6 = copy %4
//       %7 = abstraction [%0 = %3, i = i.2, %1 = %6, mean = mean.2] (d_a: Array<Array<f64>>) -> [Array<Array<f64>>, f64] {
//         d_a.1, %2 = get_again d_a, %0, i
//         discard %1
//         d_mean = neg %2
//         discard mean
//         return d_a.1, d_mean
//       }
//       a.1 = add_at a, %2, i.1, %5
//       return a.1, %0, %7
//     }
//     %6 = const 0: #usize
//     %7, %8 = copy %6
//     %9 = const 3.0: f64
//     %10, %11 = copy %9
//     %12 = const 2: #usize
//     %13, %14 = copy %12
//     i.1, i.2 = copy i
//     i.3, i.4 = copy i.2
//     i.5, i.6 = copy i.4
//     i.7, i.8 = copy i.6
//     i.9, i.10 = copy i.8
//     i.11, i.12 = copy i.10
//     i.13, i.14 = copy i.11
//     i.15, i.16 = copy i.7
//     i.17, i.18 = copy i.5
//     i.19, i.20 = copy i.3
//     i.21, i.22 = copy i.1
//     %15 = const 1: #usize
//     %16, %17 = copy %15
//     %18 = const 0: #usize
//     %19, %20 = copy %18
//     a.1, %21, %22 = get a, i.21, %19, %0
//     %23, %24 = copy %21
//     a.2, %25, %26 = get a.1, i.19, %16, %22
//     a.3, %27, %28 = get a.2, i.17, %13, %26
//     a.4, %29 = len_again<Array<Array<f64>>, (#usize)> a.3, i.15
//     %30, %31 = copy %29
//     %32, %33 = copy %27
//     %34, %35 = copy %25
//     %36 = add %23, %34
//     %37, %38 = copy %36
//     %39 = add %37, %32
//     %40, %41 = copy %39
//     mean = div %40, %10
//     %42, %43, %44 = fold<[#usize, Array<Array<f64>>, !, f64, #usize] -o[] [Array<Array<f64>>, !, [Array<Array<f64>>] -o~ [Array<Array<f64>>, f64]], (), (Array<Array<f64>>, !)> %7, %30, %5, a.4, %28, mean, i.9
//     a.5, %45 = len_again<Array<Array<f64>>, (#usize)> %42, i.13
//     %46, %47 = copy %45
//     %48, %49, %50, %51 = fold<[#usize, Array<Array<f64>>, f64, !, #usize] -o[] [Array<Array<f64>>, f64, !, [Array<Array<f64>>, f64] -o~ [Array<Array<f64>>, f64]], (), (Array<Array<f64>>, f64, !)> %3, %46, %1, a.5, sum, %43, i.12
//     %52 = abstraction [%0 = %4, %1 = %47, %2 = %51, i = i.14, %3 = %8, %4 = %31, %5 = %44, i.1 = i.16, %6 = %41, %7 = %11, %8 = %38, %9 = %33, i.2 = i.18, %10 = %14, %11 = %24, %12 = %35, i.3 = i.20, %13 = %17, i.4 = i.22, %14 = %20] (%15: Array<Array<f64>>, %16: f64) -> [Array<Array<f64>>, f64] {
//       %17 = abstraction (%0: [Array<Array<f64>>, f64] -o~ [Array<Array<f64>>, f64], %1: #usize, %2: Array<Array<f64>>, %3: f64) -> [Array<Array<f64>>, f64] {
//         discard %1
//         %4, %5 = eval %0, %2, %3
//         return %4, %5
//       }
//       d_a, d_sum = fold_down<[[Array<Array<f64>>, f64] -o~ [Array<Array<f64>>, f64], #usize, Array<Array<f64>>, f64] -o[] [Array<Array<f64>>, f64], ([Array<Array<f64>>, f64] -o~ [Array<Array<f64>>, f64]), (Array<Array<f64>>, f64)> %0, %1, %17, %2, %15, %16
//       discard i
//       %18 = abstraction (%0: [Array<Array<f64>>] -o~ [Array<Array<f64>>, f64], %1: #usize, %2: Array<Array<f64>>, %3: f64) -> [Array<Array<f64>>, f64] {
//         discard %1
//         %4, %5 = eval %0, %2
//         %6 = plus %3, %5
//         return %4, %6
//       }
//       %19 = zero: f64
//       d_a.1, d_mean = fold_down<[[Array<Array<f64>>] -o~ [Array<Array<f64>>, f64], #usize, Array<Array<f64>>, f64] -o[] [Array<Array<f64>>, f64], ([Array<Array<f64>>] -o~ [Array<Array<f64>>, f64]), (Array<Array<f64>>, f64)> %3, %4, %18, %5, d_a, %19
//       discard i.1
//       %20, %21 = copy %7
//       %22 = div %6, %20
//       %23 = div d_mean, %21
//       %24, %25 = copy %23
//       %26 = mul %24, %22
//       %27 = neg %26
//       %28, %29 = copy %25
//       discard %8
//       discard %9
//       d_a.2 = add_again d_a.1, i.2, %10, %29
//       discard %27
//       %30, %31 = copy %28
//       discard %11
//       discard %12
//       d_a.3 = add_again d_a.2, i.3, %13, %31
//       d_a.4 = add_again d_a.3, i.4, %14, %30
//       return d_a.4, d_sum
//     }
//     return %48, %49, %50, %52
//   }
//   %2 = const 0: #usize
//   %3, %4 = copy %2
//   sum = const 0.0: f64
//   x.1, a = to_vec x
//   a.1, %5 = len a
//   %6, %7 = copy %5
//   %8, %9, %10, %11 = fold<[#usize, Array<Array<f64>>, f64, !] -o[] [Array<Array<f64>>, f64, !, [Array<Array<f64>>, f64] -o~ [Array<Array<f64>>, f64]], (), (Array<Array<f64>>, f64, !)> %3, %6, %1, a.1, sum, %0
//   %12 = end %8
//   %13 = abstraction [%0 = %12, %1 = %4, %2 = %7, %3 = %11] (%4: f64, d_x: Array<Array<f64>>) -> Array<Array<f64>> {
//     %5 = zeros<Array<Array<f64>>> %0
//     %6 = abstraction (%0: [Array<Array<f64>>, f64] -o~ [Array<Array<f64>>, f64], %1: #usize, %2: Array<Array<f64>>, %3: f64) -> [Array<Array<f64>>, f64] {
//       discard %1
//       %4, %5 = eval %0, %2, %3
//       return %4, %5
//     }
//     d_a, d_sum = fold_down<[[Array<Array<f64>>, f64] -o~ [Array<Array<f64>>, f64], #usize, Array<Array<f64>>, f64] -o[] [Array<Array<f64>>, f64], ([Array<Array<f64>>, f64] -o~ [Array<Array<f64>>, f64]), (Array<Array<f64>>, f64)> %1, %2, %6, %3, %5, %4
//     discard d_sum
//     d_x.1, %7 = add_all d_x, d_a
//     drop %7
//     return d_x.1
//   }
//   return %9, %10, x.1, %13
// }

// ---- simplified

// net (x: Array<Array<f64>>, %0: !) -> [f64, !, Array<Array<f64>>, [f64, Array<Array<f64>>] -o [Array<Array<f64>>]] {
//   %1: [#usize, Array<Array<f64>>, f64, !] -o [Array<Array<f64>>, f64, !, #usize, #usize, Tape<f64>] = abstraction (i: #usize, a: Array<Array<f64>>, sum: f64, %0: !) -> [Array<Array<f64>>, f64, !, #usize, #usize, Tape<f64>] {
//     %1: [#usize, Array<Array<f64>>, f64, !, #usize] -o [Array<Array<f64>>, f64, !, f64] = abstraction (i: #usize, a: Array<Array<f64>>, sum: f64, %0: !, %1: #usize) -> [Array<Array<f64>>, f64, !, f64] {
//       a.1, v, %2 = get a, %1, i, %0
//       v.1, v.2 = copy v
//       v.3, v.4 = copy v.1
//       %3 = mul v.3, v.2
//       sum.1 = add sum, %3
//       return a.1, sum.1, %2, v.4
//     }
//     %2: [#usize, Array<Array<f64>>, f64, #usize] -o [Array<Array<f64>>] = abstraction (i: #usize, a: Array<Array<f64>>, mean: f64, %0: #usize) -> Array<Array<f64>> {
//       %1 = neg mean
//       a.1 = add_at a, %0, i, %1
//       return a.1
//     }
//     i.1, i.2 = copy i
//     i.3, i.4 = copy i.2
//     i.5, i.6 = copy i.4
//     i.7, i.8 = copy i.6
//     i.9, i.10 = copy i.8
//     i.11, i.12 = copy i.10
//     %3 = const 3.0: f64
//     %4 = const 2: #usize
//     %5 = const 1: #usize
//     %6 = const 0: #usize
//     a.1, %7, %8 = get a, i.1, %6, %0
//     a.2, %9, %10 = get a.1, i.3, %5, %8
//     a.3, %11, %12 = get a.2, i.5, %4, %10
//     a.4, %13 = len_again<Array<Array<f64>>, (#usize)> a.3, i.7
//     %14, %15 = copy %13
//     %16 = add %7, %9
//     %17 = add %16, %11
//     mean = div %17, %3
//     %18 = const 0: #usize
//     %19 = const 0: #usize
//     %20 = fold<[#usize, Array<Array<f64>>, f64, #usize] -o [Array<Array<f64>>], (), (Array<Array<f64>>)> %19, %14, %2, a.4, mean, i.9
//     a.5, %21 = len_again<Array<Array<f64>>, (#usize)> %20, i.11
//     %22, %23 = copy %21
//     %24, %25, %26, v = fold<[#usize, Array<Array<f64>>, f64, !, #usize] -o [Array<Array<f64>>, f64, !, f64], (), (Array<Array<f64>>, f64, !)> %18, %22, %1, a.5, sum, %12, i.12
//     return %24, %25, %26, %23, %15, v
//   }
//   sum = const 0.0: f64
//   x.1, %2 = look x
//   a = to_vec_look %2
//   a.1, %3 = len a
//   %4, %5 = copy %3
//   %6 = const 0: #usize
//   %7, %8, %9, %10, %11, v = fold<[#usize, Array<Array<f64>>, f64, !] -o [Array<Array<f64>>, f64, !, #usize, #usize, Tape<f64>], (), (Array<Array<f64>>, f64, !)> %6, %4, %1, a.1, sum, %0
//   %12 = end %7
//   %13: [f64, Array<Array<f64>>] -o [Array<Array<f64>>] = abstraction [%0 = %12, %1 = %5, %2 = %10, %3 = %11, v] (%4: f64, d_x: Array<Array<f64>>) -> Array<Array<f64>> {
//     %5 = zeros<Array<Array<f64>>> %0
//     %6: [#usize, #usize, Tape<f64>, #usize, Array<Array<f64>>, f64] -o [Array<Array<f64>>] = abstraction (%0: #usize, %1: #usize, v: Tape<f64>, %2: #usize, %3: Array<Array<f64>>, %4: f64) -> Array<Array<f64>> {
//       %5: [f64, #usize, Array<Array<f64>>, #usize, f64] -o [Array<Array<f64>>] = abstraction (v: f64, %0: #usize, d_a: Array<Array<f64>>, %1: #usize, d_sum: f64) -> Array<Array<f64>> {
//         %2 = const 2.0: f64
//         %3 = mul v, d_sum
//         d_v = mul %2, %3
//         d_a.1 = add_again d_a, %1, %0, d_v
//         return d_a.1
//       }
//       %6: [#usize, Array<Array<f64>>, f64, #usize] -o [Array<Array<f64>>, f64] = abstraction (%0: #usize, d_a: Array<Array<f64>>, %1: f64, %2: #usize) -> [Array<Array<f64>>, f64] {
//         d_a.1, %3 = get_again d_a, %2, %0
//         %4 = sub %1, %3
//         return d_a.1, %4
//       }
//       %7 = zero: f64
//       %8 = const 0: #usize
//       %9 = const 0: #usize
//       %10 = const 3.0: f64
//       %11 = const 2: #usize
//       %12 = const 1: #usize
//       %13 = const 0: #usize
//       %14, %15 = copy %2
//       %16, %17 = copy %14
//       d_a = fold_down<[f64, #usize, Array<Array<f64>>, #usize, f64] -o [Array<Array<f64>>], (f64), (Array<Array<f64>>)> %8, %0, %5, v, %3, %17, %4
//       d_a.1, d_mean = fold_down<[#usize, Array<Array<f64>>, f64, #usize] -o [Array<Array<f64>>, f64], (), (Array<Array<f64>>, f64)> %9, %1, %6, d_a, %7, %15
//       %18 = div d_mean, %10
//       %19, %20 = copy %18
//       %21, %22 = copy %19
//       %23, %24 = copy %16
//       %25, %26 = copy %23
//       d_a.2 = add_again d_a.1, %25, %11, %20
//       d_a.3 = add_again d_a.2, %26, %12, %22
//       d_a.4 = add_again d_a.3, %24, %13, %21
//       return d_a.4
//     }
//     %7 = const 0: #usize
//     d_a = fold_down<[#usize, #usize, Tape<f64>, #usize, Array<Array<f64>>, f64] -o [Array<Array<f64>>], (#usize, #usize, Tape<f64>), (Array<Array<f64>>)> %7, %1, %6, %2, %3, v, %5, %4
//     d_x.1, %8 = add_all d_x, d_a
//     drop %8
//     return d_x.1
//   }
//   return %8, %9, x.1, %13
// }

// ---- value and gradient, simplified

// net (x: Array<Array<f64>>, %0: !, d_x: Array<Array<f64>>) -> [f64, !, Array<Array<f64>>, Array<Array<f64>>] {
//   %1: [#usize, Array<Array<f64>>, f64, !] -o [Array<Array<f64>>, f64, !, #usize, #usize, Tape<f64>] = abstraction (i: #usize, a: Array<Array<f64>>, sum: f64, %0: !) -> [Array<Array<f64>>, f64, !, #usize, #usize, Tape<f64>] {
//     %1: [#usize, Array<Array<f64>>, f64, !, #usize] -o [Array<Array<f64>>, f64, !, f64] = abstraction (i: #usize, a: Array<Array<f64>>, sum: f64, %0: !, %1: #usize) -> [Array<Array<f64>>, f64, !, f64] {
//       a.1, v, %2 = get a, %1, i, %0
//       v.1, v.2 = copy v
//       v.3, v.4 = copy v.1
//       %3 = mul v.3, v.2
//       sum.1 = add sum, %3
//       return a.1, sum.1, %2, v.4
//     }
//     %2: [#usize, Array<Array<f64>>, f64, #usize] -o [Array<Array<f64>>] = abstraction (i: #usize, a: Array<Array<f64>>, mean: f64, %0: #usize) -> Array<Array<f64>> {
//       %1 = neg mean
//       a.1 = add_at a, %0, i, %1
//       return a.1
//     }
//     i.1, i.2 = copy i
//     i.3, i.4 = copy i.2
//     i.5, i.6 = copy i.4
//     i.7, i.8 = copy i.6
//     i.9, i.10 = copy i.8
//     i.11, i.12 = copy i.10
//     %3 = const 3.0: f64
//     %4 = const 2: #usize
//     %5 = const 1: #usize
//     %6 = const 0: #usize
//     a.1, %7, %8 = get a, i.1, %6, %0
//     a.2, %9, %10 = get a.1, i.3, %5, %8
//     a.3, %11, %12 = get a.2, i.5, %4, %10
//     a.4, %13 = len_again<Array<Array<f64>>, (#usize)> a.3, i.7
//     %14, %15 = copy %13
//     %16 = add %7, %9
//     %17 = add %16, %11
//     mean = div %17, %3
//     %18 = const 0: #usize
//     %19 = const 0: #usize
//     %20 = fold<[#usize, Array<Array<f64>>, f64, #usize] -o [Array<Array<f64>>], (), (Array<Array<f64>>)> %19, %14, %2, a.4, mean, i.9
//     a.5, %21 = len_again<Array<Array<f64>>, (#usize)> %20, i.11
//     %22, %23 = copy %21
//     %24, %25, %26, v = fold<[#usize, Array<Array<f64>>, f64, !, #usize] -o [Array<Array<f64>>, f64, !, f64], (), (Array<Array<f64>>, f64, !)> %18, %22, %1, a.5, sum, %12, i.12
//     return %24, %25, %26, %23, %15, v
//   }
//   sum = const 0.0: f64
//   %2: [#usize, #usize, Tape<f64>, #usize, Array<Array<f64>>] -o [Array<Array<f64>>] = abstraction (%0: #usize, %1: #usize, v: Tape<f64>, %2: #usize, %3: Array<Array<f64>>) -> Array<Array<f64>> {
//     %4: [f64, #usize, Array<Array<f64>>, #usize] -o [Array<Array<f64>>] = abstraction (v: f64, %0: #usize, d_a: Array<Array<f64>>, %1: #usize) -> Array<Array<f64>> {
//       %2 = const 2.0: f64
//       d_v = mul %2, v
//       d_a.1 = add_again d_a, %1, %0, d_v
//       return d_a.1
//     }
//     %5: [#usize, Array<Array<f64>>, f64, #usize] -o [Array<Array<f64>>, f64] = abstraction (%0: #usize, d_a: Array<Array<f64>>, %1: f64, %2: #usize) -> [Array<Array<f64>>, f64] {
//       d_a.1, %3 = get_again d_a, %2, %0
//       %4 = sub %1, %3
//       return d_a.1, %4
//     }
//     %6 = zero: f64
//     %7 = const 0: #usize
//     %8 = const 0: #usize
//     %9 = const 3.0: f64
//     %10 = const 2: #usize
//     %11 = const 1: #usize
//     %12 = const 0: #usize
//     %13, %14 = copy %2
//     %15, %16 = copy %13
//     d_a = fold_down<[f64, #usize, Array<Array<f64>>, #usize] -o [Array<Array<f64>>], (f64), (Array<Array<f64>>)> %7, %0, %4, v, %3, %16
//     d_a.1, d_mean = fold_down<[#usize, Array<Array<f64>>, f64, #usize] -o [Array<Array<f64>>, f64], (), (Array<Array<f64>>, f64)> %8, %1, %5, d_a, %6, %14
//     %17 = div d_mean, %9
//     %18, %19 = copy %17
//     %20, %21 = copy %18
//     %22, %23 = copy %15
//     %24, %25 = copy %22
//     d_a.2 = add_again d_a.1, %24, %10, %19
//     d_a.3 = add_again d_a.2, %25, %11, %21
//     d_a.4 = add_again d_a.3, %23, %12, %20
//     return d_a.4
//   }
//   %3 = const 0: #usize
//   x.1, %4 = look x
//   a = to_vec_look %4
//   a.1, %5 = len a
//   %6, %7 = copy %5
//   %8 = const 0: #usize
//   %9, %10, %11, %12, %13, v = fold<[#usize, Array<Array<f64>>, f64, !] -o [Array<Array<f64>>, f64, !, #usize, #usize, Tape<f64>], (), (Array<Array<f64>>, f64, !)> %8, %6, %1, a.1, sum, %0
//   %14 = end %9
//   %15 = zeros<Array<Array<f64>>> %14
//   d_a = fold_down<[#usize, #usize, Tape<f64>, #usize, Array<Array<f64>>] -o [Array<Array<f64>>], (#usize, #usize, Tape<f64>), (Array<Array<f64>>)> %3, %7, %2, %12, %13, v, %15
//   d_x.1, %16 = add_all d_x, d_a
//   drop %16
//   return %10, %11, x.1, d_x.1
// }

// ---- Rust

// /// The derivatives of [`rows`](fn@rows).
// struct rows {}
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
// impl rows {
//     /// The gradient of [`rows`](fn@rows) with respect to `x`.
//     #[must_use]
//     #[inline]
//     fn grad(x: &[[f64; 3]]) -> ::backprop::__private::Vec<[f64; 3]> {
//         let _ = rows;
//         let mut d_x = ::backprop::__private::Shaped::__zeros(x);
//         let (_, _) = Self::__accumulate(x, &mut d_x);
//         d_x
//     }
//     /// The value of [`rows`](fn@rows), and its gradient with respect to `x`, in one pass.
//     #[must_use]
//     #[inline]
//     fn value_and_grad(x: &[[f64; 3]]) -> (f64, ::backprop::__private::Vec<[f64; 3]>) {
//         let _ = rows;
//         let mut d_x = ::backprop::__private::Shaped::__zeros(x);
//         let (value, _) = Self::__accumulate(x, &mut d_x);
//         (value, d_x)
//     }
//     /** Gives the value of [`rows`](fn@rows), and writes its gradient with respect to `x` to `d_x`.
//
//  # Panics
//  If a buffer is not as long as its array, before any work.*/
//     #[inline]
//     fn value_and_grad_into(x: &[[f64; 3]], d_x: &mut [[f64; 3]]) -> f64 {
//         ::backprop::__private::same_length("x", x, d_x);
//         ::backprop::__private::clear(d_x);
//         let (value, _) = Self::__accumulate(x, d_x);
//         value
//     }
//     /** Gives the value of [`rows`](fn@rows), and adds its gradient with respect to `x` to `d_x`.
//
//  # Panics
//  If a buffer is not as long as its array, before any work.*/
//     #[inline]
//     fn accumulate_grad(x: &[[f64; 3]], d_x: &mut [[f64; 3]]) -> f64 {
//         ::backprop::__private::same_length("x", x, d_x);
//         let (value, _) = Self::__accumulate(x, d_x);
//         value
//     }
//     /// Adds to the accumulators.
//     #[doc(hidden)]
//     #[inline]
//     fn __accumulate<'arrays>(
//         x: &'arrays [[f64; 3]],
//         d_x: &mut [[f64; 3]],
//     ) -> (f64, ((),)) {
//         let _ = rows;
//         let mut a = x.to_vec();
//         let len = a.len();
//         let mut sum = 0.0_f64;
//         let mut tape = ::backprop::__private::Kept::new();
//         let mut tape_2 = ::backprop::__private::Kept::new();
//         let mut tape_v = ::backprop::__private::Kept::new();
//         if 0 < len {
//             let slots = tape.slots(len);
//             let slots_2 = tape_2.slots(len);
//             for i in 0..len {
//                 let a_element = a[i][0];
//                 let a_element_2 = a[i][1];
//                 let a_element_3 = a[i][2];
//                 let len_2 = a[i].len();
//                 let mean = (a_element + a_element_2 + a_element_3) / 3.0;
//                 for i_2 in 0..len_2 {
//                     a[i][i_2] -= mean;
//                 }
//                 let len_3 = a[i].len();
//                 let mut sum_2 = sum;
//                 if 0 < len_3 {
//                     let slots_3 = tape_v.slots(len_3);
//                     for i_3 in 0..len_3 {
//                         let v = a[i][i_3];
//                         slots_3[i_3] = v;
//                         sum_2 = sum_2 + v * v;
//                     }
//                 }
//                 slots[i] = len_3;
//                 slots_2[i] = len_2;
//                 sum = sum_2;
//             }
//         }
//         let mut array = ::backprop::__private::shape(&a).zeros();
//         let mut entries = tape.entries();
//         let mut entries_2 = tape_2.entries();
//         let mut entries_3 = tape_v.entries();
//         if 0 < len {
//             let slots_4 = &*entries.slots(len);
//             let slots_5 = &*entries_2.slots(len);
//             for i_4 in (0..len).rev() {
//                 let entry = slots_4[i_4];
//                 let entry_2 = slots_5[i_4];
//                 if 0 < entry {
//                     let slots_6 = &*entries_3.slots(entry);
//                     for i_5 in (0..entry).rev() {
//                         let v_2 = slots_6[i_5];
//                         let d_v = 2.0 * v_2;
//                         array[i_4][i_5] += d_v;
//                     }
//                 }
//                 let mut state = 0.0_f64;
//                 for i_6 in (0..entry_2).rev() {
//                     state = state - array[i_4][i_6];
//                 }
//                 let quotient = state / 3.0;
//                 array[i_4][2] += quotient;
//                 array[i_4][1] += quotient;
//                 array[i_4][0] += quotient;
//             }
//         }
//         ::backprop::__private::add_all(&mut *d_x, &array);
//         (sum, ((),))
//     }
//     /// The value of [`rows`](fn@rows), and its backpropagator, which takes the sensitivity of the value and gives the gradient with respect to `x`.
//     #[must_use]
//     #[inline]
//     fn vjp<'arrays>(
//         x: &'arrays [[f64; 3]],
//     ) -> (
//         f64,
//         impl ::core::ops::Fn(f64) -> ::backprop::__private::Vec<[f64; 3]> + use<'arrays>,
//     ) {
//         let _: fn(&[[::core::primitive::f64; 3]]) -> ::core::primitive::f64 = rows;
//         let (value, back) = Self::__again(x);
//         (
//             value,
//             move |d: f64| {
//                 let mut d_x = ::backprop::__private::Shaped::__zeros(x);
//                 let _ = back((d, (x,), (&mut d_x,)));
//                 d_x
//             },
//         )
//     }
//     /// The adjoint, for callers that supply all arrays again.
//     #[doc(hidden)]
//     #[inline]
//     fn __again<'arrays>(
//         x: &'arrays [[f64; 3]],
//     ) -> (
//         f64,
//         impl ::core::ops::Fn((f64, (&[[f64; 3]],), (&mut [[f64; 3]],))) -> ((),) + use<>,
//     ) {
//         let _ = rows;
//         let _ = || {
//             let _ = || {
//                 use ::backprop::__private::claims::hidden::methods::{
//                     to_vec as _, iter_mut as _, iter as _,
//                 };
//                 let mut receiver = ::backprop::__private::claims::hidden::vector();
//                 ::backprop::__private::claims::hidden::not_hidden(receiver.to_vec());
//                 let mut receiver = ::backprop::__private::claims::hidden::array();
//                 ::backprop::__private::claims::hidden::not_hidden(receiver.to_vec());
//                 let mut receiver = ::backprop::__private::claims::hidden::vector();
//                 ::backprop::__private::claims::hidden::not_hidden(receiver.iter_mut());
//                 let mut receiver = ::backprop::__private::claims::hidden::array();
//                 ::backprop::__private::claims::hidden::not_hidden(receiver.iter_mut());
//                 let mut receiver = ::backprop::__private::claims::hidden::vector();
//                 ::backprop::__private::claims::hidden::not_hidden(receiver.iter());
//                 let mut receiver = ::backprop::__private::claims::hidden::array();
//                 ::backprop::__private::claims::hidden::not_hidden(receiver.iter());
//             };
//         };
//         let mut a = x.to_vec();
//         let len = a.len();
//         let mut sum = 0.0_f64;
//         let mut tape = ::backprop::__private::Kept::new();
//         let mut tape_2 = ::backprop::__private::Kept::new();
//         let mut tape_v = ::backprop::__private::Kept::new();
//         if 0 < len {
//             let slots = tape.slots(len);
//             let slots_2 = tape_2.slots(len);
//             for i in 0..len {
//                 let a_element = a[i][0];
//                 let a_element_2 = a[i][1];
//                 let a_element_3 = a[i][2];
//                 let len_2 = a[i].len();
//                 let mean = (a_element + a_element_2 + a_element_3) / 3.0;
//                 for i_2 in 0..len_2 {
//                     a[i][i_2] -= mean;
//                 }
//                 let len_3 = a[i].len();
//                 let mut sum_2 = sum;
//                 if 0 < len_3 {
//                     let slots_3 = tape_v.slots(len_3);
//                     for i_3 in 0..len_3 {
//                         let v = a[i][i_3];
//                         slots_3[i_3] = v;
//                         sum_2 = sum_2 + v * v;
//                     }
//                 }
//                 slots[i] = len_3;
//                 slots_2[i] = len_2;
//                 sum = sum_2;
//             }
//         }
//         let shape = ::backprop::__private::shape(&a);
//         (
//             sum,
//             move |(d, (_,), (d_x,)): (f64, (&[[f64; 3]],), (&mut [[f64; 3]],))| {
//                 let mut array = shape.zeros();
//                 let mut entries = tape.entries();
//                 let mut entries_2 = tape_2.entries();
//                 let mut entries_3 = tape_v.entries();
//                 if 0 < len {
//                     let slots_4 = &*entries.slots(len);
//                     let slots_5 = &*entries_2.slots(len);
//                     for i_4 in (0..len).rev() {
//                         let entry = slots_4[i_4];
//                         let entry_2 = slots_5[i_4];
//                         if 0 < entry {
//                             let slots_6 = &*entries_3.slots(entry);
//                             for i_5 in (0..entry).rev() {
//                                 let v_2 = slots_6[i_5];
//                                 let d_v = 2.0 * (v_2 * d);
//                                 array[i_4][i_5] += d_v;
//                             }
//                         }
//                         let mut state = 0.0_f64;
//                         for i_6 in (0..entry_2).rev() {
//                             state = state - array[i_4][i_6];
//                         }
//                         let quotient = state / 3.0;
//                         array[i_4][2] += quotient;
//                         array[i_4][1] += quotient;
//                         array[i_4][0] += quotient;
//                     }
//                 }
//                 ::backprop::__private::add_all(&mut *d_x, &array);
//                 ((),)
//             },
//         )
//     }
//     /// The adjoint.
//     #[doc(hidden)]
//     #[inline]
//     fn __adjoint<'arrays>(
//         x: &'arrays [[f64; 3]],
//     ) -> (
//         f64,
//         impl ::core::ops::Fn((f64, (&[[f64; 3]],), (&mut [[f64; 3]],))) -> ((),) + use<>,
//     ) {
//         Self::__again(x)
//     }
//     /// The adjoint, for callers that want back what was in the arrays that are changed.
//     #[doc(hidden)]
//     #[inline]
//     fn __restoring<'arrays>(
//         x: &'arrays [[f64; 3]],
//     ) -> (
//         f64,
//         impl ::core::ops::Fn((f64, (&[[f64; 3]],), (&mut [[f64; 3]],))) -> ((),) + use<>,
//     ) {
//         Self::__again(x)
//     }
//     /// The adjoint, for callers that have no contents of arrays again.
//     #[doc(hidden)]
//     #[inline]
//     fn __keeping<'arrays>(
//         x: &'arrays [[f64; 3]],
//     ) -> (
//         f64,
//         impl ::core::ops::Fn((f64, (&[[f64; 3]],), (&mut [[f64; 3]],))) -> ((),) + use<>,
//     ) {
//         Self::__again(x)
//     }
//     #[doc(hidden)]
//     #[inline]
//     fn __function<'arrays>(
//         __function: impl ::core::marker::Sized,
//     ) -> (
//         impl ::backprop::__private::FunctionOfArrays<
//             (::backprop::__private::ByReference<[[f64; 3]]>,),
//             Output = f64,
//             Backpropagator: ::core::ops::Fn(
//                     (f64, (&[[f64; 3]],), (&mut [[f64; 3]],)),
//                 ) -> ((), ((),)),
//             Cotangent = (),
//         >,
//         impl ::core::marker::Sized,
//     ) {
//         (
//             ::backprop::__private::ClosureOfArrays::<
//                 (::backprop::__private::ByReference<[[f64; 3]]>,),
//                 _,
//                 (),
//             >::new(move |(x,): (&[[f64; 3]],)| {
//                 let (value, back) = Self::__adjoint(x);
//                 (
//                     value,
//                     move |d: (f64, (&[[f64; 3]],), (&mut [[f64; 3]],))| ((), back(d)),
//                 )
//             }),
//             ::backprop::__private::claims::Pair(rows, __function),
//         )
//     }
//     #[doc(hidden)]
//     #[inline]
//     fn __constant<'arrays, __Function: ::core::ops::FnOnce(&'arrays [[f64; 3]]) -> f64>(
//         __function: __Function,
//         __arguments: (&'arrays [[f64; 3]],),
//     ) -> (f64, ::backprop::__private::claims::Pair<(), ()>) {
//         let __asked = ::backprop::__private::claims::Pair((), ());
//         let (x,) = __arguments;
//         (__function(x), __asked)
//     }
//     #[doc(hidden)]
//     const __derivative: ::core::primitive::usize = 0;
//     #[doc(hidden)]
//     #[inline]
//     fn __of<__Function, __Derivative>(
//         __function: __Function,
//         _: __Derivative,
//     ) -> impl ::core::marker::Sized + use<__Function, __Derivative> {
//         ::backprop::__private::claims::Pair(rows, __function)
//     }
//     #[doc(hidden)]
//     const __calls_in_a_circle: ::core::primitive::usize = 0;
// }
