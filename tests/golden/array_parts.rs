//! Parts of arrays as arguments: rows of a matrix in a loop, of data and of what is differentiated, and one array in two parts.

#[differentiable(wrt(a, x))]
fn rows(a: &[f64], x: &[f64], data: &[f64]) -> f64 {
    let n = x.len();
    let mut total = 0.0;
    for i in 0..a.len() / n {
        total += dot(&a[i * n..(i + 1) * n], x) * dot(x, &data[i * n..(i + 1) * n]);
    }
    total + dot(&x[..2], &x[1..])
}

// ---- net

// net (a: Array<f64>, x: Array<f64>, data: #`& [f64]`, %0: !) -> [f64, !, Array<f64>, Array<f64>] {
//   x.1, n = len x
//   total = const 0.0: f64
//   %1 = const 0: #usize
//   a.1, %2 = len a
//   %3 = abstraction (i: #usize, a: Array<f64>, x: Array<f64>, total: f64, %0: !, n: #usize, data: #`& [f64]`) -> [Array<f64>, Array<f64>, f64, !] {
//     %1 = const 1: #usize
//     i.1, i.2 = copy i
//     n.1, n.2 = copy n
//     %2, %3 = ordered_mul i.1, n.1, %0
//     a.1, %4 = look a
//     %5, %6 = look x
//     %7, %8 = copy %2
//     %9 = function dot@0: [Look<f64>, Look<f64>, !, Array<f64>, Array<f64>] -o[] [f64, !, Array<f64>, Array<f64>]
//     %10, %11 = copy %8
//     i.3, i.4 = copy i.2
//     %12, %13 = ordered_add i.3, %1, %3
//     n.3, n.4 = copy n.2
//     %14, %15 = ordered_mul %12, n.3, %13
//     %16, %17 = copy %14
//     %18, %19 = part_at_r %4, %7, %16, %15
//     %20, %21 = copy %17
//     %22, %23 = split_again_at_r a.1, %10, %20
//     %24, %25, %26, x.1 = eval %9, %18, %6, %19, %22, %5
//     a.2 = join_again_at_r %26, %23, %11, %21
//     %27 = const 1: #usize
//     i.5, i.6 = copy i.4
//     n.5, n.6 = copy n.4
//     %28, %29 = ordered_mul i.5, n.5, %25
//     %30, %31 = ordered_add i.6, %27, %29
//     %32, %33 = ordered_mul %30, n.6, %31
//     %34 = given<Array<f64>, #`& [f64]`> data
//     %35, %36 = part_at_r %34, %28, %32, %33
//     %37, %38 = look x.1
//     %39 = function dot@1: [Look<f64>, Look<f64>, !, Array<f64>] -o[] [f64, !, Array<f64>]
//     %40, %41, x.2 = eval %39, %38, %35, %36, %37
//     %42 = mul %24, %40
//     total.1 = add total, %42
//     return a.2, x.2, total.1, %41
//   }
//   n.1, n.2 = copy n
//   %4, %5 = ordered_div %2, n.1, %0
//   %6, %7, %8, %9 = fold<[#usize, Array<f64>, Array<f64>, f64, !, #usize, #`& [f64]`] -o[] [Array<f64>, Array<f64>, f64, !], (), (Array<f64>, Array<f64>, f64, !)> %1, %4, %3, a.1, x.1, total, %5, n.2, data
//   %10 = const 0: #usize
//   %11 = const 2: #usize
//   x.2, %12 = look %7
//   %13 = const 1: #usize
//   x.3, %14 = len x.2
//   x.4, %15 = look x.3
//   %16, %17 = copy %13
//   %18, %19 = copy %14
//   %20, %21 = copy %17
//   %22, %23 = copy %19
//   %24, %25 = split_again_at_r x.4, %20, %22
//   %26, %27 = lane %24
//   %28 = join_again_at_r %26, %25, %21, %23
//   %29, %30 = copy %10
//   %31, %32 = copy %11
//   %33, %34 = part_at_r %12, %29, %31, %9
//   %35, %36 = part_at_r %15, %16, %18, %34
//   %37 = function dot@2: [Look<f64>, Look<f64>, !, Array<f64>, Array<f64>] -o[] [f64, !, Array<f64>, Array<f64>]
//   %38, %39 = copy %30
//   %40, %41 = copy %32
//   %42, %43 = split_again_at_r %28, %38, %40
//   %44, %45, %46, %47 = eval %37, %33, %35, %36, %42, %27
//   x.5 = join_again_at_r %46, %43, %39, %41
//   drop %47
//   %48 = add %8, %44
//   return %48, %45, %6, x.5
// }

// ---- adjoint

// net (a: Array<f64>, x: Array<f64>, data: #`& [f64]`, %0: !) -> [f64, !, Array<f64>, Array<f64>, [f64, Array<f64>, Array<f64>] -o[f64, f64, #_, #usize, #usize, [Look<f64>, Look<f64>, f64, Array<f64>, Array<f64>] -o~ [Array<f64>, Array<f64>], Look<f64>, Look<f64>, #usize, #usize, #usize, #usize, #usize, #usize, #usize, #usize, Tape<[Array<f64>, Array<f64>, f64] -o~ [Array<f64>, Array<f64>, f64]>] [Array<f64>, Array<f64>]] {
//   %1 = adjoint_function dot@2: [Look<f64>, Look<f64>, !, Array<f64>, Array<f64>] -o[] [f64, !, Array<f64>, Array<f64>]
//   %2 = const 1: #usize
//   %3, %4 = copy %2
//   %5, %6 = copy %4
//   %7, %8 = copy %6
//   %9, %10 = copy %5
//   %11 = const 2: #usize
//   %12, %13 = copy %11
//   %14, %15 = copy %13
//   %16, %17 = copy %15
//   %18, %19 = copy %14
//   %20 = const 0: #usize
//   %21, %22 = copy %20
//   %23, %24 = copy %22
//   %25, %26 = copy %24
//   %27, %28 = copy %23
//   %29: [#usize, Array<f64>, Array<f64>, f64, !, #usize, #`& [f64]`] -o[] [Array<f64>, Array<f64>, f64, !, [Array<f64>, Array<f64>, f64] -o~ [Array<f64>, Array<f64>, f64]] = abstraction (i: #usize, a: Array<f64>, x: Array<f64>, total: f64, %0: !, n: #usize, data: #`& [f64]`) -> [Array<f64>, Array<f64>, f64, !, [Array<f64>, Array<f64>, f64] -o[f64, f64, f64, f64, [Look<f64>, Look<f64>, f64, Array<f64>] -o~ [Array<f64>], Look<f64>, Look<f64>, #usize, #usize, [Look<f64>, Look<f64>, f64, Array<f64>, Array<f64>] -o~ [Array<f64>, Array<f64>], Look<f64>, Look<f64>, #usize, #usize] [Array<f64>, Array<f64>, f64]] {
//     total.1, total.2 = copy total
//     %1 = adjoint_function dot@1: [Look<f64>, Look<f64>, !, Array<f64>] -o[] [f64, !, Array<f64>]
//     %2 = given<Array<f64>, #`& [f64]`> data
//     %3 = const 1: #usize
//     %4 = adjoint_function dot@0: [Look<f64>, Look<f64>, !, Array<f64>, Array<f64>] -o[] [f64, !, Array<f64>, Array<f64>]
//     %5, %6 = look x
//     %7, %8 = copy %6
//     a.1, %9 = look a
//     n.1, n.2 = copy n
//     n.3, n.4 = copy n.2
//     n.5, n.6 = copy n.4
//     i.1, i.2 = copy i
//     i.3, i.4 = copy i.2
//     i.5, i.6 = copy i.4
//     %10, %11 = ordered_mul i.1, n.1, %0
//     %12, %13 = copy %10
//     %14, %15 = copy %13
//     %16, %17 = copy %15
//     %18, %19 = copy %14
//     %20 = const 1: #usize
//     %21, %22 = ordered_add i.3, %20, %11
//     %23, %24 = ordered_mul %21, n.3, %22
//     %25, %26 = copy %23
//     %27, %28 = copy %26
//     %29, %30 = copy %28
//     %31, %32 = copy %27
//     %33, %34 = split_again_at_r a.1, %18, %31
//     %35, %36 = part_at_r %9, %12, %25, %24
//     %37, %38 = copy %35
//     %39, %40, %41, x.1, %42 = eval %4, %37, %7, %36, %33, %5
//     %43, %44 = copy %39
//     %45, %46 = look x.1
//     %47, %48 = copy %46
//     %49, %50 = ordered_mul i.5, n.5, %40
//     %51, %52 = ordered_add i.6, %3, %50
//     %53, %54 = ordered_mul %51, n.6, %52
//     %55, %56 = part_at_r %2, %49, %53, %54
//     %57, %58 = copy %55
//     %59, %60, x.2, %61 = eval %1, %47, %57, %56, %45
//     %62, %63 = copy %59
//     %64 = mul %43, %62
//     %65, %66 = copy %64
//     %67 = abstraction [total = total.2, %0 = %66, %1 = %44, %2 = %63, %3 = %61, %4 = %48, %5 = %58, %6 = %17, %7 = %30, %8 = %42, %9 = %38, %10 = %8, %11 = %19, %12 = %32] (d_a: Array<f64>, d_x: Array<f64>, d_total: f64) -> [Array<f64>, Array<f64>, f64] {
//       d_total.1, d_total.2 = copy d_total
//       discard total
//       discard %0
//       d_total.3, d_total.4 = copy d_total.2
//       %13 = mul %2, d_total.3
//       %14 = mul %1, d_total.4
//       d_x.1 = eval %3, %4, %5, %14, d_x
//       %15, %16 = split_again_at_r d_a, %6, %7
//       %17, d_x.2 = eval %8, %9, %10, %13, %15, d_x.1
//       d_a.1 = join_again_at_r %17, %16, %11, %12
//       return d_a.1, d_x.2, d_total.1
//     }
//     total.3 = add total.1, %65
//     a.2 = join_again_at_r %41, %34, %16, %29
//     return a.2, x.2, total.3, %60, %67
//   }
//   a.1, %30 = len a
//   %31 = const 0: #usize
//   %32, %33 = copy %31
//   total = const 0.0: f64
//   x.1, n = len x
//   n.1, n.2 = copy n
//   %34, %35 = ordered_div %30, n.1, %0
//   %36, %37 = copy %34
//   %38, %39, %40, %41, %42 = fold<[#usize, Array<f64>, Array<f64>, f64, !, #usize, #`& [f64]`] -o[] [Array<f64>, Array<f64>, f64, !, [Array<f64>, Array<f64>, f64] -o~ [Array<f64>, Array<f64>, f64]], (), (Array<f64>, Array<f64>, f64, !)> %32, %36, %29, a.1, x.1, total, %35, n.2, data
//   %43, %44 = copy %40
//   x.2, %45 = look %39
//   %46, %47 = part_at_r %45, %21, %12, %41
//   %48, %49 = copy %46
//   x.3, %50 = len x.2
//   %51, %52 = copy %50
//   %53, %54 = copy %52
//   %55, %56 = copy %54
//   %57, %58 = copy %53
//   x.4, %59 = look x.3
//   %60, %61 = part_at_r %59, %3, %51, %47
//   %62, %63 = copy %60
//   %64, %65 = split_again_at_r x.4, %9, %57
//   %66, %67 = lane %64
//   %68 = join_again_at_r %66, %65, %7, %55
//   %69, %70 = split_again_at_r %68, %27, %18
//   %71, %72, %73, %74, %75 = eval %1, %48, %62, %61, %69, %67
//   %76, %77 = copy %71
//   %78 = add %43, %76
//   %79 = end %74
//   %80 = abstraction [%0 = %44, %1 = %77, %2 = %79, %3 = %26, %4 = %17, %5 = %75, %6 = %49, %7 = %63, %8 = %28, %9 = %19, %10 = %8, %11 = %56, %12 = %10, %13 = %58, %14 = %33, %15 = %37, %16 = %42] (%17: f64, %18: Array<f64>, d_x: Array<f64>) -> [Array<f64>, Array<f64>] {
//     %19, %20 = copy %17
//     discard %0
//     discard %1
//     %21 = zeros<Array<f64>> %2
//     %22, %23 = split_again_at_r d_x, %3, %4
//     %24, %25 = eval %5, %6, %7, %20, %22, %21
//     %26 = join_again_at_r %24, %23, %8, %9
//     %27, %28 = split_again_at_r %26, %10, %11
//     %29, %30 = add_all %27, %25
//     drop %30
//     d_x.1 = join_again_at_r %29, %28, %12, %13
//     %31 = abstraction (%0: [Array<f64>, Array<f64>, f64] -o~ [Array<f64>, Array<f64>, f64], %1: #usize, %2: Array<f64>, %3: Array<f64>, %4: f64) -> [Array<f64>, Array<f64>, f64] {
//       discard %1
//       %5, %6, %7 = eval %0, %2, %3, %4
//       return %5, %6, %7
//     }
//     d_a, d_x.2, d_total = fold_down<[[Array<f64>, Array<f64>, f64] -o~ [Array<f64>, Array<f64>, f64], #usize, Array<f64>, Array<f64>, f64] -o[] [Array<f64>, Array<f64>, f64], ([Array<f64>, Array<f64>, f64] -o~ [Array<f64>, Array<f64>, f64]), (Array<f64>, Array<f64>, f64)> %14, %15, %31, %16, %18, d_x.1, %19
//     discard d_total
//     return d_a, d_x.2
//   }
//   x.5 = join_again_at_r %73, %70, %25, %16
//   return %78, %72, %38, x.5, %80
// }

// ---- simplified

// net (a: Array<f64>, x: Array<f64>, data: #`& [f64]`, %0: !) -> [f64, !, Array<f64>, Array<f64>, [f64, Array<f64>, Array<f64>] -o [Array<f64>, Array<f64>]] {
//   %1: [Look<f64>, Look<f64>, !, Array<f64>, Array<f64>] -o [f64, !, Array<f64>, Array<f64>, [Look<f64>, Look<f64>, f64, Array<f64>, Array<f64>] -o~ [Array<f64>, Array<f64>]] = adjoint_function dot@2: [Look<f64>, Look<f64>, !, Array<f64>, Array<f64>] -o[] [f64, !, Array<f64>, Array<f64>]
//   %2: [#usize, Array<f64>, Array<f64>, f64, !, #usize, #`& [f64]`, Look<f64>, Look<f64>] -o [Array<f64>, Array<f64>, f64, !, f64, f64, [Look<f64>, Look<f64>, f64, Array<f64>] -o~ [Array<f64>], [Look<f64>, Look<f64>, f64, Array<f64>, Array<f64>] -o~ [Array<f64>, Array<f64>]] = abstraction (i: #usize, a: Array<f64>, x: Array<f64>, total: f64, %0: !, n: #usize, data: #`& [f64]`, %1: Look<f64>, %2: Look<f64>) -> [Array<f64>, Array<f64>, f64, !, f64, f64, [Look<f64>, Look<f64>, f64, Array<f64>] -o~ [Array<f64>], [Look<f64>, Look<f64>, f64, Array<f64>, Array<f64>] -o~ [Array<f64>, Array<f64>]] {
//     %3: [Look<f64>, Look<f64>, !, Array<f64>] -o [f64, !, Array<f64>, [Look<f64>, Look<f64>, f64, Array<f64>] -o~ [Array<f64>]] = adjoint_function dot@1: [Look<f64>, Look<f64>, !, Array<f64>] -o[] [f64, !, Array<f64>]
//     %4: [Look<f64>, Look<f64>, !, Array<f64>, Array<f64>] -o [f64, !, Array<f64>, Array<f64>, [Look<f64>, Look<f64>, f64, Array<f64>, Array<f64>] -o~ [Array<f64>, Array<f64>]] = adjoint_function dot@0: [Look<f64>, Look<f64>, !, Array<f64>, Array<f64>] -o[] [f64, !, Array<f64>, Array<f64>]
//     n.1, n.2 = copy n
//     i.1, i.2 = copy i
//     %5, %6 = ordered_mul i.1, n.1, %0
//     %7 = const 1: #usize
//     %8, %9 = ordered_add i.2, %7, %6
//     %10, %11 = ordered_mul %8, n.2, %9
//     %12 = given<Array<f64>, #`& [f64]`> data
//     %13, %14 = copy %5
//     %15, %16 = copy %13
//     %17, %18 = copy %16
//     %19, %20 = copy %10
//     %21, %22 = copy %19
//     %23, %24 = copy %22
//     %25, %26 = split_again_at_r a, %17, %23
//     %27, %28 = part_at_r %1, %15, %21, %11
//     %29, %30 = copy %2
//     %31, %32, %33, x.1, %34 = eval %4, %27, %29, %28, %25, x
//     %35, %36 = copy %31
//     a.1 = join_again_at_r %33, %26, %18, %24
//     %37, %38 = part_at_r %12, %14, %20, %32
//     %39, %40, x.2, %41 = eval %3, %30, %37, %38, x.1
//     %42, %43 = copy %39
//     %44 = mul %35, %42
//     total.1 = add total, %44
//     return a.1, x.2, total.1, %40, %36, %43, %41, %34
//   }
//   total = const 0.0: f64
//   %3 = const 0: #usize
//   %4 = const 2: #usize
//   %5 = const 1: #usize
//   %6 = const 2: #usize
//   %7 = const 0: #usize
//   %8 = const 1: #usize
//   a.1, %9 = look a
//   %10, %11 = copy %9
//   %12 = look_len %11
//   x.1, %13 = look x
//   %14, %15 = copy %13
//   n = look_len %15
//   %16, %17 = copy %14
//   %18, %19 = copy %16
//   %20, %21 = copy %18
//   %22 = const 1: #usize
//   %23 = const 0: #usize
//   %24 = const 2: #usize
//   n.1, n.2 = copy n
//   n.3, n.4 = copy n.2
//   n.5, n.6 = copy n.4
//   n.7, n.8 = copy n.6
//   n.9, n.10 = copy n.1
//   %25, %26 = ordered_div %12, n.9, %0
//   %27, %28 = copy %25
//   %29, %30 = copy %10
//   data.1, data.2 = copy data
//   %31 = const 0: #usize
//   %32, x.2, %33, %34, %35, %36, %37, %38 = fold<[#usize, Array<f64>, Array<f64>, f64, !, #usize, #`& [f64]`, Look<f64>, Look<f64>] -o [Array<f64>, Array<f64>, f64, !, f64, f64, [Look<f64>, Look<f64>, f64, Array<f64>] -o~ [Array<f64>], [Look<f64>, Look<f64>, f64, Array<f64>, Array<f64>] -o~ [Array<f64>, Array<f64>]], (), (Array<f64>, Array<f64>, f64, !)> %31, %27, %2, a.1, x.1, total, %26, n.10, data.1, %29, %17
//   %39, %40 = split_again_at_r x.2, %22, n.5
//   %41, %42 = lane %39
//   %43 = join_again_at_r %41, %40, %8, n.7
//   %44, %45 = split_again_at_r %43, %23, %24
//   %46, %47 = part_at_r %20, %3, %4, %34
//   %48, %49 = part_at_r %19, %5, n.3, %47
//   %50, %51, %52, %53, %54 = eval %1, %46, %48, %49, %44, %42
//   %55 = add %33, %50
//   %56 = end %53
//   %57: [f64, Array<f64>, Array<f64>] -o [Array<f64>, Array<f64>] = abstraction [%0 = %56, %1 = %54, n = n.8, %2 = %28, %3 = %21, %4 = %35, %5 = %36, %6 = %37, %7 = %38, %8 = %30, data = data.2] (%9: f64, %10: Array<f64>, d_x: Array<f64>) -> [Array<f64>, Array<f64>] {
//     %11, %12 = copy %9
//     %13 = zeros<Array<f64>> %0
//     %14: [f64, f64, [Look<f64>, Look<f64>, f64, Array<f64>] -o~ [Array<f64>], [Look<f64>, Look<f64>, f64, Array<f64>, Array<f64>] -o~ [Array<f64>, Array<f64>], #usize, Array<f64>, Array<f64>, Look<f64>, #usize, Look<f64>, #`& [f64]`, f64] -o [Array<f64>, Array<f64>] = abstraction (%0: f64, %1: f64, %2: [Look<f64>, Look<f64>, f64, Array<f64>] -o~ [Array<f64>], %3: [Look<f64>, Look<f64>, f64, Array<f64>, Array<f64>] -o~ [Array<f64>, Array<f64>], %4: #usize, d_a: Array<f64>, d_x: Array<f64>, %5: Look<f64>, n: #usize, %6: Look<f64>, data: #`& [f64]`, d_total: f64) -> [Array<f64>, Array<f64>] {
//       d_total.1, d_total.2 = copy d_total
//       %7 = mul %1, d_total.1
//       %8 = mul %0, d_total.2
//       %9 = given<Array<f64>, #`& [f64]`> data
//       %10, %11 = copy %5
//       %12, %13 = copy %4
//       n.1, n.2 = copy n
//       %14 = mul %13, n.2
//       %15, %16 = copy %14
//       %17, %18 = copy %15
//       %19, %20 = copy %17
//       %21 = const 1: #usize
//       %22 = add %12, %21
//       %23 = mul %22, n.1
//       %24, %25 = copy %23
//       %26 = part_again_at_r %9, %16, %25
//       d_x.1 = eval %2, %10, %26, %8, d_x
//       %27, %28 = copy %24
//       %29 = part_again_at_r %6, %18, %28
//       %30, %31 = copy %27
//       %32, %33 = split_again_at_r d_a, %19, %30
//       %34, d_x.2 = eval %3, %29, %11, %7, %32, d_x.1
//       d_a.1 = join_again_at_r %34, %33, %20, %31
//       return d_a.1, d_x.2
//     }
//     %15 = const 0: #usize
//     %16 = const 2: #usize
//     %17, %18 = split_again_at_r d_x, %15, %16
//     %19 = const 0: #usize
//     %20 = const 2: #usize
//     %21 = const 1: #usize
//     %22 = const 1: #usize
//     %23 = const 0: #usize
//     %24 = const 0: #usize
//     %25 = const 2: #usize
//     %26 = const 1: #usize
//     %27, %28 = copy %3
//     %29, %30 = copy %27
//     %31 = part_again_at_r %29, %24, %25
//     n.1, n.2 = copy n
//     n.3, n.4 = copy n.1
//     %32 = part_again_at_r %30, %26, n.4
//     %33, %34 = eval %1, %31, %32, %12, %17, %13
//     %35 = join_again_at_r %33, %18, %19, %20
//     n.5, n.6 = copy n.3
//     %36, %37 = split_again_at_r %35, %21, n.5
//     %38, %39 = add_all %36, %34
//     drop %39
//     d_x.1 = join_again_at_r %38, %37, %22, n.6
//     d_a, d_x.2 = fold_down<[f64, f64, [Look<f64>, Look<f64>, f64, Array<f64>] -o~ [Array<f64>], [Look<f64>, Look<f64>, f64, Array<f64>, Array<f64>] -o~ [Array<f64>, Array<f64>], #usize, Array<f64>, Array<f64>, Look<f64>, #usize, Look<f64>, #`& [f64]`, f64] -o [Array<f64>, Array<f64>], (f64, f64, [Look<f64>, Look<f64>, f64, Array<f64>] -o~ [Array<f64>], [Look<f64>, Look<f64>, f64, Array<f64>, Array<f64>] -o~ [Array<f64>, Array<f64>]), (Array<f64>, Array<f64>)> %23, %2, %14, %4, %5, %6, %7, %10, d_x.1, %28, n.2, %8, data, %11
//     return d_a, d_x.2
//   }
//   x.3 = join_again_at_r %52, %45, %7, %6
//   return %55, %51, %32, x.3, %57
// }

// ---- value and gradient, simplified

// net (a: Array<f64>, x: Array<f64>, data: #`& [f64]`, %0: !, %1: Array<f64>, d_x: Array<f64>) -> [f64, !, Array<f64>, Array<f64>, Array<f64>, Array<f64>] {
//   %2: [Look<f64>, Look<f64>, !, Array<f64>, Array<f64>] -o [f64, !, Array<f64>, Array<f64>, [Look<f64>, Look<f64>, f64, Array<f64>, Array<f64>] -o~ [Array<f64>, Array<f64>]] = adjoint_function dot@2: [Look<f64>, Look<f64>, !, Array<f64>, Array<f64>] -o[] [f64, !, Array<f64>, Array<f64>]
//   %3: [#usize, Array<f64>, Array<f64>, f64, !, #usize, #`& [f64]`, Look<f64>, Look<f64>] -o [Array<f64>, Array<f64>, f64, !, f64, f64, [Look<f64>, Look<f64>, f64, Array<f64>] -o~ [Array<f64>], [Look<f64>, Look<f64>, f64, Array<f64>, Array<f64>] -o~ [Array<f64>, Array<f64>]] = abstraction (i: #usize, a: Array<f64>, x: Array<f64>, total: f64, %0: !, n: #usize, data: #`& [f64]`, %1: Look<f64>, %2: Look<f64>) -> [Array<f64>, Array<f64>, f64, !, f64, f64, [Look<f64>, Look<f64>, f64, Array<f64>] -o~ [Array<f64>], [Look<f64>, Look<f64>, f64, Array<f64>, Array<f64>] -o~ [Array<f64>, Array<f64>]] {
//     %3: [Look<f64>, Look<f64>, !, Array<f64>] -o [f64, !, Array<f64>, [Look<f64>, Look<f64>, f64, Array<f64>] -o~ [Array<f64>]] = adjoint_function dot@1: [Look<f64>, Look<f64>, !, Array<f64>] -o[] [f64, !, Array<f64>]
//     %4: [Look<f64>, Look<f64>, !, Array<f64>, Array<f64>] -o [f64, !, Array<f64>, Array<f64>, [Look<f64>, Look<f64>, f64, Array<f64>, Array<f64>] -o~ [Array<f64>, Array<f64>]] = adjoint_function dot@0: [Look<f64>, Look<f64>, !, Array<f64>, Array<f64>] -o[] [f64, !, Array<f64>, Array<f64>]
//     n.1, n.2 = copy n
//     i.1, i.2 = copy i
//     %5, %6 = ordered_mul i.1, n.1, %0
//     %7 = const 1: #usize
//     %8, %9 = ordered_add i.2, %7, %6
//     %10, %11 = ordered_mul %8, n.2, %9
//     %12 = given<Array<f64>, #`& [f64]`> data
//     %13, %14 = copy %5
//     %15, %16 = copy %13
//     %17, %18 = copy %16
//     %19, %20 = copy %10
//     %21, %22 = copy %19
//     %23, %24 = copy %22
//     %25, %26 = split_again_at_r a, %17, %23
//     %27, %28 = part_at_r %1, %15, %21, %11
//     %29, %30 = copy %2
//     %31, %32, %33, x.1, %34 = eval %4, %27, %29, %28, %25, x
//     %35, %36 = copy %31
//     a.1 = join_again_at_r %33, %26, %18, %24
//     %37, %38 = part_at_r %12, %14, %20, %32
//     %39, %40, x.2, %41 = eval %3, %30, %37, %38, x.1
//     %42, %43 = copy %39
//     %44 = mul %35, %42
//     total.1 = add total, %44
//     return a.1, x.2, total.1, %40, %36, %43, %41, %34
//   }
//   total = const 0.0: f64
//   %4: [f64, f64, [Look<f64>, Look<f64>, f64, Array<f64>] -o~ [Array<f64>], [Look<f64>, Look<f64>, f64, Array<f64>, Array<f64>] -o~ [Array<f64>, Array<f64>], #usize, Array<f64>, Array<f64>, Look<f64>, #usize, Look<f64>, #`& [f64]`] -o [Array<f64>, Array<f64>] = abstraction (%0: f64, %1: f64, %2: [Look<f64>, Look<f64>, f64, Array<f64>] -o~ [Array<f64>], %3: [Look<f64>, Look<f64>, f64, Array<f64>, Array<f64>] -o~ [Array<f64>, Array<f64>], %4: #usize, d_a: Array<f64>, d_x: Array<f64>, %5: Look<f64>, n: #usize, %6: Look<f64>, data: #`& [f64]`) -> [Array<f64>, Array<f64>] {
//     %7 = given<Array<f64>, #`& [f64]`> data
//     %8, %9 = copy %5
//     %10, %11 = copy %4
//     n.1, n.2 = copy n
//     %12 = mul %11, n.2
//     %13, %14 = copy %12
//     %15, %16 = copy %13
//     %17, %18 = copy %15
//     %19 = const 1: #usize
//     %20 = add %10, %19
//     %21 = mul %20, n.1
//     %22, %23 = copy %21
//     %24 = part_again_at_r %7, %14, %23
//     d_x.1 = eval %2, %8, %24, %0, d_x
//     %25, %26 = copy %22
//     %27 = part_again_at_r %6, %16, %26
//     %28, %29 = copy %25
//     %30, %31 = split_again_at_r d_a, %17, %28
//     %32, d_x.2 = eval %3, %27, %9, %1, %30, d_x.1
//     d_a.1 = join_again_at_r %32, %31, %18, %29
//     return d_a.1, d_x.2
//   }
//   %5 = const 0: #usize
//   %6 = const 2: #usize
//   %7 = const 1: #usize
//   %8 = const 2: #usize
//   %9 = const 0: #usize
//   %10 = const 1: #usize
//   %11 = const 0: #usize
//   %12 = const 2: #usize
//   %13, %14 = split_again_at_r d_x, %11, %12
//   %15 = const 0: #usize
//   %16 = const 2: #usize
//   %17 = const 1: #usize
//   %18 = const 1: #usize
//   %19 = const 0: #usize
//   %20 = const 0: #usize
//   %21 = const 2: #usize
//   %22 = const 1: #usize
//   a.1, %23 = look a
//   %24, %25 = copy %23
//   %26 = look_len %25
//   x.1, %27 = look x
//   %28, %29 = copy %27
//   n = look_len %29
//   %30, %31 = copy %28
//   %32, %33 = copy %30
//   %34, %35 = copy %32
//   %36 = const 1: #usize
//   %37 = const 0: #usize
//   %38 = const 2: #usize
//   n.1, n.2 = copy n
//   n.3, n.4 = copy n.2
//   n.5, n.6 = copy n.4
//   n.7, n.8 = copy n.6
//   n.9, n.10 = copy n.1
//   %39, %40 = ordered_div %26, n.9, %0
//   %41, %42 = copy %39
//   %43, %44 = copy %24
//   data.1, data.2 = copy data
//   %45 = const 0: #usize
//   %46, x.2, %47, %48, %49, %50, %51, %52 = fold<[#usize, Array<f64>, Array<f64>, f64, !, #usize, #`& [f64]`, Look<f64>, Look<f64>] -o [Array<f64>, Array<f64>, f64, !, f64, f64, [Look<f64>, Look<f64>, f64, Array<f64>] -o~ [Array<f64>], [Look<f64>, Look<f64>, f64, Array<f64>, Array<f64>] -o~ [Array<f64>, Array<f64>]], (), (Array<f64>, Array<f64>, f64, !)> %45, %41, %3, a.1, x.1, total, %40, n.10, data.1, %43, %31
//   %53, %54 = split_again_at_r x.2, %36, n.5
//   %55, %56 = lane %53
//   %57 = join_again_at_r %55, %54, %10, n.7
//   %58, %59 = split_again_at_r %57, %37, %38
//   %60, %61 = part_at_r %34, %5, %6, %48
//   %62, %63 = part_at_r %33, %7, n.3, %61
//   %64, %65, %66, %67, %68 = eval %2, %60, %62, %63, %58, %56
//   %69 = add %47, %64
//   %70 = end %67
//   x.3 = join_again_at_r %66, %59, %9, %8
//   %71 = zeros<Array<f64>> %70
//   %72, %73 = copy %35
//   %74, %75 = copy %72
//   %76 = part_again_at_r %74, %20, %21
//   n.11, n.12 = copy n.8
//   n.13, n.14 = copy n.11
//   %77 = part_again_at_r %75, %22, n.14
//   n.15, n.16 = copy n.13
//   %78 = const 1.0: f64
//   %79, %80 = eval %68, %76, %77, %78, %13, %71
//   %81 = join_again_at_r %79, %14, %15, %16
//   %82, %83 = split_again_at_r %81, %17, n.15
//   %84, %85 = add_all %82, %80
//   drop %85
//   d_x.1 = join_again_at_r %84, %83, %18, n.16
//   d_a, d_x.2 = fold_down<[f64, f64, [Look<f64>, Look<f64>, f64, Array<f64>] -o~ [Array<f64>], [Look<f64>, Look<f64>, f64, Array<f64>, Array<f64>] -o~ [Array<f64>, Array<f64>], #usize, Array<f64>, Array<f64>, Look<f64>, #usize, Look<f64>, #`& [f64]`] -o [Array<f64>, Array<f64>], (f64, f64, [Look<f64>, Look<f64>, f64, Array<f64>] -o~ [Array<f64>], [Look<f64>, Look<f64>, f64, Array<f64>, Array<f64>] -o~ [Array<f64>, Array<f64>]), (Array<f64>, Array<f64>)> %19, %42, %4, %49, %50, %51, %52, %1, d_x.1, %73, n.12, %44, data.2
//   return %69, %65, %46, x.3, d_a, d_x.2
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
//     /// The gradient of [`rows`](fn@rows) with respect to `a` and `x`.
//     #[must_use]
//     #[inline]
//     fn grad(
//         a: &[f64],
//         x: &[f64],
//         data: &[f64],
//     ) -> (::backprop::__private::Vec<f64>, ::backprop::__private::Vec<f64>) {
//         let _ = rows;
//         let mut d_a = ::backprop::__private::Shaped::__zeros(a);
//         let mut d_x = ::backprop::__private::Shaped::__zeros(x);
//         let (_, _) = Self::__accumulate(a, x, data, &mut d_a, &mut d_x);
//         (d_a, d_x)
//     }
//     /// The value of [`rows`](fn@rows), and its gradient with respect to `a` and `x`, in one pass.
//     #[must_use]
//     #[inline]
//     fn value_and_grad(
//         a: &[f64],
//         x: &[f64],
//         data: &[f64],
//     ) -> (f64, (::backprop::__private::Vec<f64>, ::backprop::__private::Vec<f64>)) {
//         let _ = rows;
//         let mut d_a = ::backprop::__private::Shaped::__zeros(a);
//         let mut d_x = ::backprop::__private::Shaped::__zeros(x);
//         let (value, _) = Self::__accumulate(a, x, data, &mut d_a, &mut d_x);
//         (value, (d_a, d_x))
//     }
//     /** Gives the value of [`rows`](fn@rows), and writes its gradient with respect to `a` and `x` to `d_a` and `d_x`.
//
//  # Panics
//  If a buffer is not as long as its array, before any work.*/
//     #[inline]
//     fn value_and_grad_into(
//         a: &[f64],
//         x: &[f64],
//         data: &[f64],
//         d_a: &mut [f64],
//         d_x: &mut [f64],
//     ) -> f64 {
//         ::backprop::__private::same_length("a", a, d_a);
//         ::backprop::__private::same_length("x", x, d_x);
//         ::backprop::__private::clear(d_a);
//         ::backprop::__private::clear(d_x);
//         let (value, _) = Self::__accumulate(a, x, data, d_a, d_x);
//         value
//     }
//     /** Gives the value of [`rows`](fn@rows), and adds its gradient with respect to `a` and `x` to `d_a` and `d_x`.
//
//  # Panics
//  If a buffer is not as long as its array, before any work.*/
//     #[inline]
//     fn accumulate_grad(
//         a: &[f64],
//         x: &[f64],
//         data: &[f64],
//         d_a: &mut [f64],
//         d_x: &mut [f64],
//     ) -> f64 {
//         ::backprop::__private::same_length("a", a, d_a);
//         ::backprop::__private::same_length("x", x, d_x);
//         let (value, _) = Self::__accumulate(a, x, data, d_a, d_x);
//         value
//     }
//     /// Adds to the accumulators.
//     #[doc(hidden)]
//     #[inline]
//     fn __accumulate<'arrays, 'constants>(
//         a: &'arrays [f64],
//         x: &'arrays [f64],
//         data: &'constants [f64],
//         d_a: &mut [f64],
//         d_x: &mut [f64],
//     ) -> (f64, ((), ())) {
//         let _ = rows;
//         let written = ::backprop::__private::claims::Written::<
//             { Self::__calls_in_a_circle },
//         >;
//         let a = written.as_is(a);
//         let x = written.as_is(x);
//         let data = written.as_is(data);
//         let d_a = written.as_is(d_a);
//         let d_x = written.as_is(d_x);
//         let n = x.len();
//         let value = a.len() / n;
//         let mut total = 0.0_f64;
//         let mut tape = ::backprop::__private::Kept::new();
//         let mut tape_2 = ::backprop::__private::Kept::new();
//         let mut tape_3 = ::backprop::__private::Tape::new();
//         let mut tape_4 = ::backprop::__private::Tape::new();
//         if 0 < value {
//             let slots = tape.slots(value);
//             let slots_2 = tape_2.slots(value);
//             for i in 0..value {
//                 let value_2 = i * n;
//                 let value_3 = (i + 1) * n;
//                 let (dot_2, back_dot) = written
//                     .as_is(
//                         ({
//                             use ::backprop::__private::probe::*;
//                             {
//                                 use dot as function_without_differentiable;
//                                 written
//                                     .if_marked(
//                                         function_without_differentiable::__derivative,
//                                         function_without_differentiable::__adjoint,
//                                     )
//                             }
//                         }),
//                     )(&a[value_2..value_3], x);
//                 let (dot_3, back_dot_2) = written
//                     .as_is(
//                         ({
//                             use ::backprop::__private::probe::*;
//                             {
//                                 use dot as function_without_differentiable;
//                                 written
//                                     .if_marked(
//                                         function_without_differentiable::__derivative,
//                                         function_without_differentiable::__again,
//                                     )
//                             }
//                         }),
//                     )(x, &data[value_2..value_3]);
//                 slots[i] = dot_2;
//                 slots_2[i] = dot_3;
//                 tape_3
//                     .push(move |a_2: &[f64], a_3: &[f64], a_4: f64, a_5: &mut [f64]| {
//                         let (_, _) = back_dot_2((
//                             a_4,
//                             (a_2, a_3),
//                             (a_5, ::backprop::__private::Scratch::new(a_3).lend()),
//                         ));
//                         ()
//                     });
//                 tape_4
//                     .push(move |
//                         a_6: &[f64],
//                         a_7: &[f64],
//                         a_8: f64,
//                         a_9: &mut [f64],
//                         a_10: &mut [f64]|
//                     {
//                         let (_, _) = back_dot((a_8, (a_6, a_7), (a_9, a_10)));
//                         ()
//                     });
//                 total = total + dot_2 * dot_3;
//             }
//         }
//         let (dot_4, back_dot_3) = written
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
//             )(&x[0..2], &x[1..n]);
//         let mut array = written.as_is(::backprop::__private::shape(&x[1..n])).zeros();
//         let _ = back_dot_3((1.0, (&x[0..2], &x[1..n]), (&mut d_x[0..2], &mut array)));
//         ::backprop::__private::add_all(&mut d_x[1..n], written.as_is(&array));
//         let mut entries = tape.entries();
//         let mut entries_2 = tape_2.entries();
//         let mut entries_3 = tape_3.entries();
//         let mut entries_4 = tape_4.entries();
//         if 0 < value {
//             let slots_3 = &*entries.slots(value);
//             let slots_4 = &*entries_2.slots(value);
//             for i_2 in (0..value).rev() {
//                 let entry = slots_3[i_2];
//                 let entry_2 = slots_4[i_2];
//                 let entry_3 = entries_3.last();
//                 let entry_4 = entries_4.last();
//                 let value_4 = i_2 * n;
//                 let value_5 = (i_2 + 1) * n;
//                 entry_3(x, &data[value_4..value_5], entry, &mut *d_x);
//                 entry_4(
//                     &a[value_4..value_5],
//                     x,
//                     entry_2,
//                     &mut d_a[value_4..value_5],
//                     &mut *d_x,
//                 );
//             }
//         }
//         (total + dot_4, ((), ()))
//     }
//     /// The value of [`rows`](fn@rows), and its backpropagator, which takes the sensitivity of the value and gives the gradient with respect to `a` and `x`.
//     #[must_use]
//     #[inline]
//     fn vjp<'arrays, 'constants>(
//         a: &'arrays [f64],
//         x: &'arrays [f64],
//         data: &'constants [f64],
//     ) -> (
//         f64,
//         impl ::core::ops::Fn(
//             f64,
//         ) -> (
//                 ::backprop::__private::Vec<f64>,
//                 ::backprop::__private::Vec<f64>,
//             ) + use<'arrays, 'constants>,
//     ) {
//         let _: fn(
//             &[::core::primitive::f64],
//             &[::core::primitive::f64],
//             &[::core::primitive::f64],
//         ) -> ::core::primitive::f64 = rows;
//         let (value, back) = Self::__again(a, x, data);
//         (
//             value,
//             move |d: f64| {
//                 let mut d_a = ::backprop::__private::Shaped::__zeros(a);
//                 let mut d_x = ::backprop::__private::Shaped::__zeros(x);
//                 let _ = back((
//                     d,
//                     (a, x, data),
//                     (&mut d_a, &mut d_x, ::backprop::__private::Unwanted),
//                 ));
//                 (d_a, d_x)
//             },
//         )
//     }
//     /// The adjoint, for callers that supply all arrays again.
//     #[doc(hidden)]
//     #[inline]
//     fn __again<'arrays, 'constants>(
//         a: &'arrays [f64],
//         x: &'arrays [f64],
//         data: &'constants [f64],
//     ) -> (
//         f64,
//         impl ::core::ops::Fn(
//             (
//                 f64,
//                 (&[f64], &[f64], &[f64]),
//                 (&mut [f64], &mut [f64], ::backprop::__private::Unwanted),
//             ),
//         ) -> ((), (), ()) + use<>,
//     ) {
//         let _ = rows;
//         let written = ::backprop::__private::claims::Written::<
//             { Self::__calls_in_a_circle },
//         >;
//         let a = written.as_is(a);
//         let x = written.as_is(x);
//         let data = written.as_is(data);
//         let n = x.len();
//         let value = a.len() / n;
//         let mut total = 0.0_f64;
//         let mut tape = ::backprop::__private::Kept::new();
//         let mut tape_2 = ::backprop::__private::Kept::new();
//         let mut tape_3 = ::backprop::__private::Tape::new();
//         let mut tape_4 = ::backprop::__private::Tape::new();
//         if 0 < value {
//             let slots = tape.slots(value);
//             let slots_2 = tape_2.slots(value);
//             for i in 0..value {
//                 let value_2 = i * n;
//                 let value_3 = (i + 1) * n;
//                 let (dot_2, back_dot) = written
//                     .as_is(
//                         ({
//                             use ::backprop::__private::probe::*;
//                             {
//                                 use dot as function_without_differentiable;
//                                 ::backprop::__private::claims::asked(
//                                     written
//                                         .if_marked(
//                                             function_without_differentiable::__derivative,
//                                             function_without_differentiable::__adjoint,
//                                         ),
//                                     |derivative| function_without_differentiable::__of(
//                                         function_without_differentiable,
//                                         derivative,
//                                     ),
//                                 )
//                             }
//                         }),
//                     )(&a[value_2..value_3], x);
//                 let (dot_3, back_dot_2) = written
//                     .as_is(
//                         ({
//                             use ::backprop::__private::probe::*;
//                             {
//                                 use dot as function_without_differentiable;
//                                 ::backprop::__private::claims::asked(
//                                     written
//                                         .if_marked(
//                                             function_without_differentiable::__derivative,
//                                             function_without_differentiable::__again,
//                                         ),
//                                     |derivative| function_without_differentiable::__of(
//                                         function_without_differentiable,
//                                         derivative,
//                                     ),
//                                 )
//                             }
//                         }),
//                     )(x, &data[value_2..value_3]);
//                 slots[i] = dot_2;
//                 slots_2[i] = dot_3;
//                 tape_3
//                     .push(move |a_2: &[f64], a_3: &[f64], a_4: f64, a_5: &mut [f64]| {
//                         let (_, _) = back_dot_2((
//                             a_4,
//                             (a_2, a_3),
//                             (a_5, ::backprop::__private::Scratch::new(a_3).lend()),
//                         ));
//                         ()
//                     });
//                 tape_4
//                     .push(move |
//                         a_6: &[f64],
//                         a_7: &[f64],
//                         a_8: f64,
//                         a_9: &mut [f64],
//                         a_10: &mut [f64]|
//                     {
//                         let (_, _) = back_dot((a_8, (a_6, a_7), (a_9, a_10)));
//                         ()
//                     });
//                 total = total + dot_2 * dot_3;
//             }
//         }
//         let (dot_4, back_dot_3) = written
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
//             )(&x[0..2], &x[1..n]);
//         let shape = written.as_is(::backprop::__private::shape(&x[1..n]));
//         (
//             total + dot_4,
//             move |
//                 (
//                     d,
//                     (a, x, data),
//                     (d_a, d_x, _),
//                 ): (
//                     f64,
//                     (&[f64], &[f64], &[f64]),
//                     (&mut [f64], &mut [f64], ::backprop::__private::Unwanted),
//                 )|
//             {
//                 let (a, x, data, d_a, d_x) = written.as_is((a, x, data, d_a, d_x));
//                 let mut array = shape.zeros();
//                 let _ = back_dot_3((
//                     d,
//                     (&x[0..2], &x[1..n]),
//                     (&mut d_x[0..2], &mut array),
//                 ));
//                 ::backprop::__private::add_all(&mut d_x[1..n], written.as_is(&array));
//                 let mut entries = tape.entries();
//                 let mut entries_2 = tape_2.entries();
//                 let mut entries_3 = tape_3.entries();
//                 let mut entries_4 = tape_4.entries();
//                 if 0 < value {
//                     let slots_3 = &*entries.slots(value);
//                     let slots_4 = &*entries_2.slots(value);
//                     for i_2 in (0..value).rev() {
//                         let entry = slots_3[i_2];
//                         let entry_2 = slots_4[i_2];
//                         let entry_3 = entries_3.last();
//                         let entry_4 = entries_4.last();
//                         let value_4 = i_2 * n;
//                         let value_5 = (i_2 + 1) * n;
//                         entry_3(x, &data[value_4..value_5], entry * d, &mut *d_x);
//                         entry_4(
//                             &a[value_4..value_5],
//                             x,
//                             entry_2 * d,
//                             &mut d_a[value_4..value_5],
//                             &mut *d_x,
//                         );
//                     }
//                 }
//                 ((), (), ())
//             },
//         )
//     }
//     /// The adjoint.
//     #[doc(hidden)]
//     #[inline]
//     fn __adjoint<'arrays, 'constants>(
//         a: &'arrays [f64],
//         x: &'arrays [f64],
//         data: &'constants [f64],
//     ) -> (
//         f64,
//         impl ::core::ops::Fn(
//             (f64, (&[f64], &[f64]), (&mut [f64], &mut [f64])),
//         ) -> ((), (), ()) + use<'constants>,
//     ) {
//         let (value, back) = Self::__again(a, x, data);
//         (
//             value,
//             move |
//                 (
//                     d,
//                     (a, x),
//                     (d_a, d_x),
//                 ): (f64, (&[f64], &[f64]), (&mut [f64], &mut [f64]))|
//             back((d, (a, x, data), (d_a, d_x, ::backprop::__private::Unwanted))),
//         )
//     }
//     /// The adjoint, for callers that want back what was in the arrays that are changed.
//     #[doc(hidden)]
//     #[inline]
//     fn __restoring<'arrays, 'constants>(
//         a: &'arrays [f64],
//         x: &'arrays [f64],
//         data: &'constants [f64],
//     ) -> (
//         f64,
//         impl ::core::ops::Fn(
//             (
//                 f64,
//                 (&[f64], &[f64], &[f64]),
//                 (&mut [f64], &mut [f64], ::backprop::__private::Unwanted),
//             ),
//         ) -> ((), (), ()) + use<>,
//     ) {
//         Self::__again(a, x, data)
//     }
//     /// The adjoint, for callers that have no contents of arrays again.
//     #[doc(hidden)]
//     #[inline]
//     fn __keeping<'arrays, 'constants>(
//         a: &'arrays [f64],
//         x: &'arrays [f64],
//         data: &'constants [f64],
//     ) -> (
//         f64,
//         impl ::core::ops::Fn(
//             (
//                 f64,
//                 (&[f64], &[f64], &[f64]),
//                 (&mut [f64], &mut [f64], ::backprop::__private::Unwanted),
//             ),
//         ) -> ((), (), ()) + use<>,
//     ) {
//         let kept_0 = ::backprop::__private::kept(&*a);
//         let kept_1 = ::backprop::__private::kept(&*x);
//         let kept_2 = ::backprop::__private::kept(&*data);
//         let (value, back) = Self::__again(a, x, data);
//         (
//             value,
//             move |
//                 (
//                     d,
//                     _,
//                     (d_a, d_x, unwanted_2),
//                 ): (
//                     f64,
//                     (&[f64], &[f64], &[f64]),
//                     (&mut [f64], &mut [f64], ::backprop::__private::Unwanted),
//                 )|
//             back((d, (&kept_0[..], &kept_1[..], &kept_2[..]), (d_a, d_x, unwanted_2))),
//         )
//     }
//     #[doc(hidden)]
//     #[inline]
//     fn __constant<
//         'arrays,
//         'constants,
//         __Function: ::core::ops::FnOnce(
//                 &'arrays [f64],
//                 &'arrays [f64],
//                 &'constants [f64],
//             ) -> f64,
//     >(
//         __function: __Function,
//         __arguments: (&'arrays [f64], &'arrays [f64], &'constants [f64]),
//     ) -> (f64, ::backprop::__private::claims::Pair<(), ()>) {
//         let __asked = ::backprop::__private::claims::Pair((), ());
//         let (a, x, data) = __arguments;
//         (__function(a, x, data), __asked)
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
//     const __calls_in_a_circle: ::core::primitive::usize = {
//         let _: fn(&[f64], &[f64], &[f64]) -> f64 = |
//             a: &[f64],
//             x: &[f64],
//             data: &[f64],
//         | -> f64 {
//             let n = x.len();
//             let mut total = 0.0;
//             for i in 0..a.len() / n {
//                 total
//                     += dot(&a[i * n..(i + 1) * n], x)
//                         * dot(x, &data[i * n..(i + 1) * n]);
//             }
//             total + dot(&x[..2], &x[1..])
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
