#[differentiable]
fn found(x: &[f64], limit: f64) -> f64 {
    for i in 0..x.len() {
        for j in 0..i {
            if x[i] * x[j] > limit {
                return x[i] * limit;
            }
        }
    }
    limit
}

// ---- net

// net (x: Array<f64>, limit: f64, %0: !) -> [f64, !, Array<f64>] {
//   %1 = const 0.0: f64
//   %2 = const false: #bool
//   %3 = const 0: #usize
//   x.1, %4 = len x
//   %5 = const true: #bool
//   %6 = abstraction (i: #usize, go_on: #bool, x: Array<f64>, stop: #bool, value: f64, %0: !, limit: f64) -> [#bool, Array<f64>, #bool, f64, !] {
//     %1 = const false: #bool
//     %2 = const 0: #usize
//     %3 = const true: #bool
//     %4 = abstraction (j: #usize, go_on: #bool, x: Array<f64>, stop: #bool, value: f64, %0: !, i: #usize, limit: f64) -> [#bool, Array<f64>, #bool, f64, !] {
//       %1 = abstraction (x: Array<f64>, i: #usize, %0: !, limit: f64, %1: f64) -> [Array<f64>, f64, !] {
//         x.1, %2, %3 = get x, i, %0
//         %4 = mul %2, limit
//         %5 = const true: #bool
//         discard %5
//         discard %1
//         return x.1, %4, %3
//       }
//       %2 = abstraction (x: Array<f64>, %0: #usize, %1: !, %2: f64, value: f64) -> [Array<f64>, f64, !] {
//         discard %0
//         discard %2
//         return x, value, %1
//       }
//       i.1, i.2 = copy i
//       x.1, %3, %4 = get x, i.1, %0
//       x.2, %5, %6 = get x.1, j, %4
//       %7 = mul %3, %5
//       limit.1, limit.2 = copy limit
//       %8 = gt %7, limit.1
//       %9, %10 = copy %8
//       %11, %12, %13 = cond %9, %1, %2, x.2, i.2, %6, limit.2, value
//       %14, %15 = copy %10
//       %16 = not %14
//       discard go_on
//       discard stop
//       return %16, %11, %15, %12, %13
//     }
//     i.1, i.2 = copy i
//     %5, %6, %7, %8, %9, %10 = fold_while<[#usize, #bool, Array<f64>, #bool, f64, !, #usize, f64] -o[] [#bool, Array<f64>, #bool, f64, !], (), (#bool, Array<f64>, #bool, f64, !)> %2, i.1, %4, %3, x, %1, value, %0, i.2, limit
//     %11, %12 = copy %7
//     %13 = not %11
//     discard go_on
//     discard stop
//     discard %5
//     discard %10
//     return %13, %6, %12, %8, %9
//   }
//   %7 = abstraction (%0: f64, %1: #bool, %2: f64) -> [f64, #bool] {
//     discard %2
//     return %0, %1
//   }
//   %8 = abstraction (%0: f64, %1: #bool, limit: f64) -> [f64, #bool] {
//     %2 = const false: #bool
//     discard %0
//     discard %1
//     return limit, %2
//   }
//   limit.1, limit.2 = copy limit
//   %9, %10, %11, %12, %13, %14 = fold_while<[#usize, #bool, Array<f64>, #bool, f64, !, f64] -o[] [#bool, Array<f64>, #bool, f64, !], (), (#bool, Array<f64>, #bool, f64, !)> %3, %4, %6, %5, x.1, %2, %1, %0, limit.1
//   %15, %16 = copy %11
//   %17, %18 = cond %15, %7, %8, %12, %16, limit.2
//   discard %9
//   discard %14
//   discard %18
//   return %17, %13, %10
// }

// ---- adjoint

// net (x: Array<f64>, limit: f64, %0: !) -> [f64, !, Array<f64>, [f64, Array<f64>] -o[[f64] -o~ [f64, f64], #usize, Tape<[Array<f64>, f64] -o~ [Array<f64>, f64, f64]>] [Array<f64>, f64]] {
//   limit.1, limit.2 = copy limit
//   %1: [f64, #bool, f64] -o[] [f64, #bool, [f64] -o~ [f64, f64]] = abstraction (%0: f64, %1: #bool, limit: f64) -> [f64, #bool, [f64] -o[] [f64, f64]] {
//     %2 = abstraction (d_limit: f64) -> [f64, f64] {
//       %0 = zero: f64
//       return %0, d_limit
//     }
//     discard %1
//     discard %0
//     %3 = const false: #bool
//     return limit, %3, %2
//   }
//   %2: [f64, #bool, f64] -o[] [f64, #bool, [f64] -o~ [f64, f64]] = abstraction (%0: f64, %1: #bool, %2: f64) -> [f64, #bool, [f64] -o[] [f64, f64]] {
//     %3 = abstraction (%0: f64) -> [f64, f64] {
//       %1 = zero: f64
//       return %0, %1
//     }
//     discard %2
//     return %0, %1, %3
//   }
//   %3: [#usize, #bool, Array<f64>, #bool, f64, !, f64] -o[] [#bool, Array<f64>, #bool, f64, !, [Array<f64>, f64] -o~ [Array<f64>, f64, f64]] = abstraction (i: #usize, go_on: #bool, x: Array<f64>, stop: #bool, value: f64, %0: !, limit: f64) -> [#bool, Array<f64>, #bool, f64, !, [Array<f64>, f64] -o[#usize, Tape<[Array<f64>, f64] -o~ [Array<f64>, f64, f64]>] [Array<f64>, f64, f64]] {
//     discard stop
//     discard go_on
//     i.1, i.2 = copy i
//     %1: [#usize, #bool, Array<f64>, #bool, f64, !, #usize, f64] -o[] [#bool, Array<f64>, #bool, f64, !, [Array<f64>, f64] -o~ [Array<f64>, f64, f64]] = abstraction (j: #usize, go_on: #bool, x: Array<f64>, stop: #bool, value: f64, %0: !, i: #usize, limit: f64) -> [#bool, Array<f64>, #bool, f64, !, [Array<f64>, f64] -o[[Array<f64>, f64] -o~ [Array<f64>, f64, f64], f64, f64, #usize, #usize] [Array<f64>, f64, f64]] {
//       discard stop
//       discard go_on
//       limit.1, limit.2 = copy limit
//       j.1, j.2 = copy j
//       i.1, i.2 = copy i
//       i.3, i.4 = copy i.1
//       x.1, %1, %2 = get x, i.3, %0
//       %3, %4 = copy %1
//       x.2, %5, %6 = get x.1, j.1, %2
//       %7, %8 = copy %5
//       %9 = mul %3, %7
//       %10 = gt %9, limit.1
//       %11, %12 = copy %10
//       %13, %14 = copy %12
//       %15 = not %13
//       %16: [Array<f64>, #usize, !, f64, f64] -o[] [Array<f64>, f64, !, [Array<f64>, f64] -o~ [Array<f64>, f64, f64]] = abstraction (x: Array<f64>, %0: #usize, %1: !, %2: f64, value: f64) -> [Array<f64>, f64, !, [Array<f64>, f64] -o[] [Array<f64>, f64, f64]] {
//         %3 = abstraction (d_x: Array<f64>, d_value: f64) -> [Array<f64>, f64, f64] {
//           %0 = zero: f64
//           return d_x, %0, d_value
//         }
//         discard %2
//         discard %0
//         return x, value, %1, %3
//       }
//       %17: [Array<f64>, #usize, !, f64, f64] -o[] [Array<f64>, f64, !, [Array<f64>, f64] -o~ [Array<f64>, f64, f64]] = abstraction (x: Array<f64>, i: #usize, %0: !, limit: f64, %1: f64) -> [Array<f64>, f64, !, [Array<f64>, f64] -o[f64, f64, #usize] [Array<f64>, f64, f64]] {
//         discard %1
//         %2 = const true: #bool
//         discard %2
//         limit.1, limit.2 = copy limit
//         i.1, i.2 = copy i
//         x.1, %3, %4 = get x, i.1, %0
//         %5, %6 = copy %3
//         %7 = abstraction [%0 = %6, limit = limit.2, i = i.2] (d_x: Array<f64>, %1: f64) -> [Array<f64>, f64, f64] {
//           %2 = zero: f64
//           %3, %4 = copy %1
//           %5 = mul limit, %3
//           d_limit = mul %0, %4
//           d_x.1 = add_again d_x, i, %5
//           return d_x.1, d_limit, %2
//         }
//         %8 = mul %5, limit.1
//         return x.1, %8, %4, %7
//       }
//       %18, %19, %20, %21 = cond %11, %17, %16, x.2, i.2, %6, limit.2, value
//       %22 = abstraction [%0 = %21, %1 = %4, %2 = %8, j = j.2, i = i.4] (%3: Array<f64>, %4: f64) -> [Array<f64>, f64, f64] {
//         d_x, %5, d_value = eval %0, %3, %4
//         %6 = zero: f64
//         %7 = zero: f64
//         d_limit = plus %7, %5
//         %8, %9 = copy %6
//         %10 = mul %2, %8
//         %11 = mul %1, %9
//         d_x.1 = add_again d_x, j, %11
//         d_x.2 = add_again d_x.1, i, %10
//         return d_x.2, d_value, d_limit
//       }
//       return %15, %18, %14, %19, %20, %22
//     }
//     %2 = const true: #bool
//     %3 = const 0: #usize
//     %4 = const false: #bool
//     %5, %6, %7, %8, %9, %10, %11 = fold_while<[#usize, #bool, Array<f64>, #bool, f64, !, #usize, f64] -o[] [#bool, Array<f64>, #bool, f64, !, [Array<f64>, f64] -o~ [Array<f64>, f64, f64]], (), (#bool, Array<f64>, #bool, f64, !)> %3, i.1, %1, %2, x, %4, value, %0, i.2, limit
//     discard %5
//     %12, %13 = copy %7
//     %14 = not %12
//     %15, %16 = copy %10
//     %17 = abstraction [%0 = %16, %1 = %11] (%2: Array<f64>, %3: f64) -> [Array<f64>, f64, f64] {
//       %4 = const 0: #usize
//       %5 = abstraction (%0: [Array<f64>, f64] -o~ [Array<f64>, f64, f64], %1: #usize, %2: Array<f64>, %3: f64, %4: f64) -> [Array<f64>, f64, f64] {
//         discard %1
//         %5, %6, %7 = eval %0, %2, %3
//         %8 = plus %4, %7
//         return %5, %6, %8
//       }
//       %6 = zero: f64
//       d_x, d_value, d_limit = fold_down<[[Array<f64>, f64] -o~ [Array<f64>, f64, f64], #usize, Array<f64>, f64, f64] -o[] [Array<f64>, f64, f64], ([Array<f64>, f64] -o~ [Array<f64>, f64, f64]), (Array<f64>, f64, f64)> %4, %0, %5, %1, %2, %3, %6
//       return d_x, d_value, d_limit
//     }
//     discard %15
//     return %14, %6, %13, %8, %9, %17
//   }
//   %4 = const true: #bool
//   x.1, %5 = len x
//   %6 = const 0: #usize
//   %7 = const false: #bool
//   %8 = const 0.0: f64
//   %9, %10, %11, %12, %13, %14, %15 = fold_while<[#usize, #bool, Array<f64>, #bool, f64, !, f64] -o[] [#bool, Array<f64>, #bool, f64, !, [Array<f64>, f64] -o~ [Array<f64>, f64, f64]], (), (#bool, Array<f64>, #bool, f64, !)> %6, %5, %3, %4, x.1, %7, %8, %0, limit.1
//   discard %9
//   %16, %17 = copy %11
//   %18, %19, %20 = cond %16, %2, %1, %12, %17, limit.2
//   discard %19
//   %21, %22 = copy %14
//   %23 = abstraction [%0 = %20, %1 = %22, %2 = %15] (%3: f64, %4: Array<f64>) -> [Array<f64>, f64] {
//     %5, %6 = eval %0, %3
//     %7 = const 0: #usize
//     %8 = abstraction (%0: [Array<f64>, f64] -o~ [Array<f64>, f64, f64], %1: #usize, %2: Array<f64>, %3: f64, %4: f64) -> [Array<f64>, f64, f64] {
//       discard %1
//       %5, %6, %7 = eval %0, %2, %3
//       %8 = plus %4, %7
//       return %5, %6, %8
//     }
//     %9 = zero: f64
//     d_x, %10, %11 = fold_down<[[Array<f64>, f64] -o~ [Array<f64>, f64, f64], #usize, Array<f64>, f64, f64] -o[] [Array<f64>, f64, f64], ([Array<f64>, f64] -o~ [Array<f64>, f64, f64]), (Array<f64>, f64, f64)> %7, %1, %8, %2, %4, %5, %9
//     d_limit = plus %11, %6
//     discard %10
//     return d_x, d_limit
//   }
//   discard %21
//   return %18, %13, %10, %23
// }

// ---- simplified

// net (x: Array<f64>, limit: f64, %0: !) -> [f64, !, Array<f64>, [f64, Array<f64>] -o [Array<f64>, f64]] {
//   limit.1, limit.2 = copy limit
//   %1: [f64, f64] -o [f64] = abstraction (%0: f64, limit: f64) -> f64 {
//     discard %0
//     return limit
//   }
//   %2: [f64, f64] -o [f64] = abstraction (%0: f64, %1: f64) -> f64 {
//     discard %1
//     return %0
//   }
//   %3: [#usize, #bool, #bool, f64, !, f64, Look<f64>] -o [#bool, #bool, f64, !, #usize, Tape<#bool>, #usize] = abstraction (i: #usize, go_on: #bool, stop: #bool, value: f64, %0: !, limit: f64, %1: Look<f64>) -> [#bool, #bool, f64, !, #usize, Tape<#bool>, #usize] {
//     discard stop
//     discard go_on
//     i.1, i.2 = copy i
//     %2: [#usize, #bool, #bool, f64, !, #usize, f64, Look<f64>] -o [#bool, #bool, f64, !, #bool] = abstraction (j: #usize, go_on: #bool, stop: #bool, value: f64, %0: !, i: #usize, limit: f64, %1: Look<f64>) -> [#bool, #bool, f64, !, #bool] {
//       discard stop
//       discard go_on
//       limit.1, limit.2 = copy limit
//       i.1, i.2 = copy i
//       %2: [#usize, !, f64, f64, Look<f64>] -o [f64, !] = abstraction (%0: #usize, %1: !, %2: f64, value: f64, %3: Look<f64>) -> [f64, !] {
//         discard %3
//         discard %2
//         discard %0
//         return value, %1
//       }
//       %3: [#usize, !, f64, f64, Look<f64>] -o [f64, !] = abstraction (i: #usize, %0: !, limit: f64, %1: f64, %2: Look<f64>) -> [f64, !] {
//         discard %1
//         %3, %4 = read %2, i, %0
//         %5 = mul %3, limit
//         return %5, %4
//       }
//       %4, %5 = copy %1
//       %6, %7 = read %5, i.1, %0
//       %8, %9 = copy %4
//       %10, %11 = read %9, j, %7
//       %12 = mul %6, %10
//       %13 = gt %12, limit.1
//       %14, %15 = copy %13
//       %16, %17 = copy %15
//       %18 = not %16
//       %19, %20 = copy %14
//       %21, %22 = cond %19, %3, %2, i.2, %11, limit.2, value, %8
//       return %18, %17, %21, %22, %20
//     }
//     %3 = const true: #bool
//     %4 = const 0: #usize
//     %5 = const false: #bool
//     i.3, i.4 = copy i.2
//     %6, %7, %8, %9, %10, %11 = fold_while<[#usize, #bool, #bool, f64, !, #usize, f64, Look<f64>] -o [#bool, #bool, f64, !, #bool], (), (#bool, #bool, f64, !)> %4, i.1, %2, %3, %5, value, %0, i.3, limit, %1
//     discard %6
//     %12, %13 = copy %7
//     %14 = not %12
//     return %14, %13, %8, %9, %10, %11, i.4
//   }
//   %4 = const true: #bool
//   %5 = const 0: #usize
//   %6 = const false: #bool
//   %7 = const 0.0: f64
//   x.1, %8 = look x
//   %9, %10 = copy %8
//   %11 = look_len %10
//   limit.3, limit.4 = copy limit.1
//   %12, %13 = copy %9
//   %14, %15, %16, %17, %18, %19, %20, i = fold_while<[#usize, #bool, #bool, f64, !, f64, Look<f64>] -o [#bool, #bool, f64, !, #usize, Tape<#bool>, #usize], (), (#bool, #bool, f64, !)> %5, %11, %3, %4, %6, %7, %0, limit.3, %12
//   discard %14
//   %21, %22 = copy %15
//   %23: [f64, Array<f64>] -o [Array<f64>, f64] = abstraction [%0 = %18, %1 = %22, %2 = %19, %3 = %20, i, limit = limit.4, %4 = %13] (%5: f64, %6: Array<f64>) -> [Array<f64>, f64] {
//     %7 = const 0: #usize
//     %8: [#usize, Tape<#bool>, #usize, #usize, Array<f64>, f64, f64, f64, Look<f64>] -o [Array<f64>, f64, f64] = abstraction (%0: #usize, %1: Tape<#bool>, i: #usize, %2: #usize, %3: Array<f64>, %4: f64, %5: f64, limit: f64, %6: Look<f64>) -> [Array<f64>, f64, f64] {
//       %7 = const 0: #usize
//       %8: [#bool, #usize, Array<f64>, f64, f64, f64, #usize, Look<f64>] -o [Array<f64>, f64, f64] = abstraction (%0: #bool, %1: #usize, %2: Array<f64>, %3: f64, %4: f64, limit: f64, i: #usize, %5: Look<f64>) -> [Array<f64>, f64, f64] {
//         %6: [f64, #usize, Look<f64>, Array<f64>, f64] -o [Array<f64>, f64, f64] = abstraction (%0: f64, %1: #usize, %2: Look<f64>, d_x: Array<f64>, %3: f64) -> [Array<f64>, f64, f64] {
//           %4 = zero: f64
//           %5, %6 = copy %3
//           %7 = mul %0, %5
//           %8, %9 = copy %1
//           d_x.1 = add_again d_x, %8, %7
//           %10 = read_again %2, %9
//           d_limit = mul %10, %6
//           return d_x.1, d_limit, %4
//         }
//         %7: [f64, #usize, Look<f64>, Array<f64>, f64] -o [Array<f64>, f64, f64] = abstraction (%0: f64, %1: #usize, %2: Look<f64>, d_x: Array<f64>, d_value: f64) -> [Array<f64>, f64, f64] {
//           %3 = zero: f64
//           discard %0
//           discard %1
//           discard %2
//           return d_x, %3, d_value
//         }
//         d_x, d_limit, d_value = cond %0, %6, %7, limit, i, %5, %2, %3
//         %8 = plus %4, d_limit
//         discard %1
//         return d_x, d_value, %8
//       }
//       %9 = zero: f64
//       d_x, d_value, d_limit = fold_down<[#bool, #usize, Array<f64>, f64, f64, f64, #usize, Look<f64>] -o [Array<f64>, f64, f64], (#bool), (Array<f64>, f64, f64)> %7, %0, %8, %1, %3, %4, %9, limit, i, %6
//       %10 = plus %5, d_limit
//       discard %2
//       return d_x, d_value, %10
//     }
//     %9 = zero: f64
//     %10: [f64] -o [f64, f64] = abstraction (%0: f64) -> [f64, f64] {
//       %1 = zero: f64
//       return %0, %1
//     }
//     %11: [f64] -o [f64, f64] = abstraction (d_limit: f64) -> [f64, f64] {
//       %0 = zero: f64
//       return %0, d_limit
//     }
//     %12, %13 = cond %1, %10, %11, %5
//     d_x, %14, %15 = fold_down<[#usize, Tape<#bool>, #usize, #usize, Array<f64>, f64, f64, f64, Look<f64>] -o [Array<f64>, f64, f64], (#usize, Tape<#bool>, #usize), (Array<f64>, f64, f64)> %7, %0, %8, %2, %3, i, %6, %12, %9, limit, %4
//     d_limit = plus %15, %13
//     discard %14
//     return d_x, d_limit
//   }
//   %24 = cond %21, %2, %1, %16, limit.2
//   return %24, %17, x.1, %23
// }

// ---- value and gradient, simplified

// net (x: Array<f64>, limit: f64, %0: !, %1: Array<f64>) -> [f64, !, Array<f64>, Array<f64>, f64] {
//   limit.1, limit.2 = copy limit
//   %2: [f64, f64] -o [f64] = abstraction (%0: f64, limit: f64) -> f64 {
//     discard %0
//     return limit
//   }
//   %3: [f64, f64] -o [f64] = abstraction (%0: f64, %1: f64) -> f64 {
//     discard %1
//     return %0
//   }
//   %4: [#usize, #bool, #bool, f64, !, f64, Look<f64>] -o [#bool, #bool, f64, !, #usize, Tape<#bool>, #usize] = abstraction (i: #usize, go_on: #bool, stop: #bool, value: f64, %0: !, limit: f64, %1: Look<f64>) -> [#bool, #bool, f64, !, #usize, Tape<#bool>, #usize] {
//     discard stop
//     discard go_on
//     i.1, i.2 = copy i
//     %2: [#usize, #bool, #bool, f64, !, #usize, f64, Look<f64>] -o [#bool, #bool, f64, !, #bool] = abstraction (j: #usize, go_on: #bool, stop: #bool, value: f64, %0: !, i: #usize, limit: f64, %1: Look<f64>) -> [#bool, #bool, f64, !, #bool] {
//       discard stop
//       discard go_on
//       limit.1, limit.2 = copy limit
//       i.1, i.2 = copy i
//       %2: [#usize, !, f64, f64, Look<f64>] -o [f64, !] = abstraction (%0: #usize, %1: !, %2: f64, value: f64, %3: Look<f64>) -> [f64, !] {
//         discard %3
//         discard %2
//         discard %0
//         return value, %1
//       }
//       %3: [#usize, !, f64, f64, Look<f64>] -o [f64, !] = abstraction (i: #usize, %0: !, limit: f64, %1: f64, %2: Look<f64>) -> [f64, !] {
//         discard %1
//         %3, %4 = read %2, i, %0
//         %5 = mul %3, limit
//         return %5, %4
//       }
//       %4, %5 = copy %1
//       %6, %7 = read %5, i.1, %0
//       %8, %9 = copy %4
//       %10, %11 = read %9, j, %7
//       %12 = mul %6, %10
//       %13 = gt %12, limit.1
//       %14, %15 = copy %13
//       %16, %17 = copy %15
//       %18 = not %16
//       %19, %20 = copy %14
//       %21, %22 = cond %19, %3, %2, i.2, %11, limit.2, value, %8
//       return %18, %17, %21, %22, %20
//     }
//     %3 = const true: #bool
//     %4 = const 0: #usize
//     %5 = const false: #bool
//     i.3, i.4 = copy i.2
//     %6, %7, %8, %9, %10, %11 = fold_while<[#usize, #bool, #bool, f64, !, #usize, f64, Look<f64>] -o [#bool, #bool, f64, !, #bool], (), (#bool, #bool, f64, !)> %4, i.1, %2, %3, %5, value, %0, i.3, limit, %1
//     discard %6
//     %12, %13 = copy %7
//     %14 = not %12
//     return %14, %13, %8, %9, %10, %11, i.4
//   }
//   %5 = const true: #bool
//   %6 = const 0: #usize
//   %7 = const false: #bool
//   %8 = const 0.0: f64
//   %9 = const 0: #usize
//   %10: [#usize, Tape<#bool>, #usize, #usize, Array<f64>, f64, f64, f64, Look<f64>] -o [Array<f64>, f64, f64] = abstraction (%0: #usize, %1: Tape<#bool>, i: #usize, %2: #usize, %3: Array<f64>, %4: f64, %5: f64, limit: f64, %6: Look<f64>) -> [Array<f64>, f64, f64] {
//     %7 = const 0: #usize
//     %8: [#bool, #usize, Array<f64>, f64, f64, f64, #usize, Look<f64>] -o [Array<f64>, f64, f64] = abstraction (%0: #bool, %1: #usize, %2: Array<f64>, %3: f64, %4: f64, limit: f64, i: #usize, %5: Look<f64>) -> [Array<f64>, f64, f64] {
//       %6: [f64, #usize, Look<f64>, Array<f64>, f64] -o [Array<f64>, f64, f64] = abstraction (%0: f64, %1: #usize, %2: Look<f64>, d_x: Array<f64>, %3: f64) -> [Array<f64>, f64, f64] {
//         %4 = zero: f64
//         %5, %6 = copy %3
//         %7 = mul %0, %5
//         %8, %9 = copy %1
//         d_x.1 = add_again d_x, %8, %7
//         %10 = read_again %2, %9
//         d_limit = mul %10, %6
//         return d_x.1, d_limit, %4
//       }
//       %7: [f64, #usize, Look<f64>, Array<f64>, f64] -o [Array<f64>, f64, f64] = abstraction (%0: f64, %1: #usize, %2: Look<f64>, d_x: Array<f64>, d_value: f64) -> [Array<f64>, f64, f64] {
//         %3 = zero: f64
//         discard %0
//         discard %1
//         discard %2
//         return d_x, %3, d_value
//       }
//       d_x, d_limit, d_value = cond %0, %6, %7, limit, i, %5, %2, %3
//       %8 = plus %4, d_limit
//       discard %1
//       return d_x, d_value, %8
//     }
//     %9 = zero: f64
//     d_x, d_value, d_limit = fold_down<[#bool, #usize, Array<f64>, f64, f64, f64, #usize, Look<f64>] -o [Array<f64>, f64, f64], (#bool), (Array<f64>, f64, f64)> %7, %0, %8, %1, %3, %4, %9, limit, i, %6
//     %10 = plus %5, d_limit
//     discard %2
//     return d_x, d_value, %10
//   }
//   %11 = zero: f64
//   x.1, %12 = look x
//   %13, %14 = copy %12
//   %15 = look_len %14
//   %16: [] -o [f64, f64] = abstraction () -> [f64, f64] {
//     %0 = zero: f64
//     %1 = const 1.0: f64
//     return %1, %0
//   }
//   %17: [] -o [f64, f64] = abstraction () -> [f64, f64] {
//     %0 = zero: f64
//     d_limit = const 1.0: f64
//     return %0, d_limit
//   }
//   limit.3, limit.4 = copy limit.1
//   %18, %19 = copy %13
//   %20, %21, %22, %23, %24, %25, %26, i = fold_while<[#usize, #bool, #bool, f64, !, f64, Look<f64>] -o [#bool, #bool, f64, !, #usize, Tape<#bool>, #usize], (), (#bool, #bool, f64, !)> %6, %15, %4, %5, %7, %8, %0, limit.3, %18
//   discard %20
//   %27, %28 = copy %21
//   %29 = cond %27, %3, %2, %22, limit.2
//   %30, %31 = cond %28, %16, %17
//   d_x, %32, %33 = fold_down<[#usize, Tape<#bool>, #usize, #usize, Array<f64>, f64, f64, f64, Look<f64>] -o [Array<f64>, f64, f64], (#usize, Tape<#bool>, #usize), (Array<f64>, f64, f64)> %9, %24, %10, %25, %26, i, %1, %30, %11, limit.4, %19
//   d_limit = plus %33, %31
//   discard %32
//   return %29, %23, x.1, d_x, d_limit
// }

// ---- Rust

// /// The derivatives of [`found`](fn@found).
// struct found {}
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
// impl found {
//     /// The gradient of [`found`](fn@found) with respect to `x` and `limit`.
//     #[must_use]
//     #[inline]
//     fn grad(x: &[f64], limit: f64) -> (::backprop::__private::Vec<f64>, f64) {
//         let _ = found;
//         let mut d_x = ::backprop::__private::Shaped::__zeros(x);
//         let (_, gradient) = Self::__accumulate(x, limit, &mut d_x);
//         (d_x, gradient.1)
//     }
//     /// The value of [`found`](fn@found), and its gradient with respect to `x` and `limit`, in one pass.
//     #[must_use]
//     #[inline]
//     fn value_and_grad(
//         x: &[f64],
//         limit: f64,
//     ) -> (f64, (::backprop::__private::Vec<f64>, f64)) {
//         let _ = found;
//         let mut d_x = ::backprop::__private::Shaped::__zeros(x);
//         let (value, gradient) = Self::__accumulate(x, limit, &mut d_x);
//         (value, (d_x, gradient.1))
//     }
//     /** Gives the value of [`found`](fn@found), and writes its gradient with respect to `x` and `limit` to `d_x` and `d_limit`.
//
//  # Panics
//  If a buffer is not as long as its array, before any work.*/
//     #[inline]
//     fn value_and_grad_into(
//         x: &[f64],
//         limit: f64,
//         d_x: &mut [f64],
//         d_limit: &mut f64,
//     ) -> f64 {
//         ::backprop::__private::same_length("x", x, d_x);
//         ::backprop::__private::clear(d_x);
//         let (value, gradient) = Self::__accumulate(x, limit, d_x);
//         *d_limit = gradient.1;
//         value
//     }
//     /** Gives the value of [`found`](fn@found), and adds its gradient with respect to `x` and `limit` to `d_x` and `d_limit`.
//
//  # Panics
//  If a buffer is not as long as its array, before any work.*/
//     #[inline]
//     fn accumulate_grad(
//         x: &[f64],
//         limit: f64,
//         d_x: &mut [f64],
//         d_limit: &mut f64,
//     ) -> f64 {
//         ::backprop::__private::same_length("x", x, d_x);
//         let (value, gradient) = Self::__accumulate(x, limit, d_x);
//         *d_limit += gradient.1;
//         value
//     }
//     /// Adds to the accumulators.
//     #[doc(hidden)]
//     #[inline]
//     fn __accumulate<'arrays>(
//         x: &'arrays [f64],
//         limit: f64,
//         d_x: &mut [f64],
//     ) -> (f64, ((), f64)) {
//         let _ = found;
//         let mut stop = false;
//         let mut value = 0.0_f64;
//         let mut turns = 0_usize;
//         let mut tape = ::backprop::__private::Kept::new();
//         let mut tape_2 = ::backprop::__private::Kept::new();
//         let mut tape_i = ::backprop::__private::Kept::new();
//         for i in 0..x.len() {
//             let mut stop_2 = false;
//             let mut value_2 = value;
//             let mut turns_2 = 0_usize;
//             for j in 0..i {
//                 let condition = x[i] * x[j] > limit;
//                 let value_3 = if condition { x[i] * limit } else { value_2 };
//                 tape_2.push(condition);
//                 (stop_2, value_2) = (condition, value_3);
//                 turns_2 += 1;
//                 if condition {
//                     break;
//                 }
//             }
//             tape.push(turns_2);
//             tape_i.push(i);
//             (stop, value) = (stop_2, value_2);
//             turns += 1;
//             if stop_2 {
//                 break;
//             }
//         }
//         let value_4 = if stop { value } else { limit };
//         let (value_5, d_limit) = if stop { (1.0_f64, 0.0_f64) } else { (0.0, 1.0) };
//         let mut entries = tape.entries();
//         let mut entries_2 = tape_2.entries();
//         let mut entries_3 = tape_i.entries();
//         let mut state = value_5;
//         let mut state_2 = 0.0_f64;
//         for _ in 0..turns {
//             let entry = *entries.last();
//             let i_2 = *entries_3.last();
//             let mut state_3 = state;
//             let mut state_4 = 0.0_f64;
//             for _ in 0..entry {
//                 let entry_2 = *entries_2.last();
//                 let (d_limit_2, d_value) = if entry_2 {
//                     d_x[i_2] += limit * state_3;
//                     (x[i_2] * state_3, 0.0)
//                 } else {
//                     (0.0, state_3)
//                 };
//                 (state_3, state_4) = (d_value, state_4 + d_limit_2);
//             }
//             (state, state_2) = (state_3, state_2 + state_4);
//         }
//         (value_4, ((), state_2 + d_limit))
//     }
//     /// The value of [`found`](fn@found), and its backpropagator, which takes the sensitivity of the value and gives the gradient with respect to `x` and `limit`.
//     #[must_use]
//     #[inline]
//     fn vjp<'arrays>(
//         x: &'arrays [f64],
//         limit: f64,
//     ) -> (
//         f64,
//         impl ::core::ops::Fn(
//             f64,
//         ) -> (::backprop::__private::Vec<f64>, f64) + use<'arrays>,
//     ) {
//         let _: fn(
//             &[::core::primitive::f64],
//             ::core::primitive::f64,
//         ) -> ::core::primitive::f64 = found;
//         let (value, back) = Self::__again(x, limit);
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
//         limit: f64,
//     ) -> (
//         f64,
//         impl ::core::ops::Fn((f64, (&[f64],), (&mut [f64],))) -> ((), f64) + use<>,
//     ) {
//         let _ = found;
//         let mut stop = false;
//         let mut value = 0.0_f64;
//         let mut turns = 0_usize;
//         let mut tape = ::backprop::__private::Kept::new();
//         let mut tape_2 = ::backprop::__private::Kept::new();
//         let mut tape_i = ::backprop::__private::Kept::new();
//         for i in 0..x.len() {
//             let mut stop_2 = false;
//             let mut value_2 = value;
//             let mut turns_2 = 0_usize;
//             for j in 0..i {
//                 let condition = x[i] * x[j] > limit;
//                 let value_3 = if condition { x[i] * limit } else { value_2 };
//                 tape_2.push(condition);
//                 (stop_2, value_2) = (condition, value_3);
//                 turns_2 += 1;
//                 if condition {
//                     break;
//                 }
//             }
//             tape.push(turns_2);
//             tape_i.push(i);
//             (stop, value) = (stop_2, value_2);
//             turns += 1;
//             if stop_2 {
//                 break;
//             }
//         }
//         let value_4 = if stop { value } else { limit };
//         (
//             value_4,
//             move |(d, (x,), (d_x,)): (f64, (&[f64],), (&mut [f64],))| {
//                 let (d_2, d_3) = if stop { (d, 0.0) } else { (0.0, d) };
//                 let mut entries = tape.entries();
//                 let mut entries_2 = tape_2.entries();
//                 let mut entries_3 = tape_i.entries();
//                 let mut state = d_2;
//                 let mut state_2 = 0.0_f64;
//                 for _ in 0..turns {
//                     let entry = *entries.last();
//                     let i_2 = *entries_3.last();
//                     let mut state_3 = state;
//                     let mut state_4 = 0.0_f64;
//                     for _ in 0..entry {
//                         let entry_2 = *entries_2.last();
//                         let (d_limit, d_value) = if entry_2 {
//                             d_x[i_2] += limit * state_3;
//                             (x[i_2] * state_3, 0.0)
//                         } else {
//                             (0.0, state_3)
//                         };
//                         (state_3, state_4) = (d_value, state_4 + d_limit);
//                     }
//                     (state, state_2) = (state_3, state_2 + state_4);
//                 }
//                 ((), state_2 + d_3)
//             },
//         )
//     }
//     /// The adjoint.
//     #[doc(hidden)]
//     #[inline]
//     fn __adjoint<'arrays>(
//         x: &'arrays [f64],
//         limit: f64,
//     ) -> (
//         f64,
//         impl ::core::ops::Fn((f64, (&[f64],), (&mut [f64],))) -> ((), f64) + use<>,
//     ) {
//         Self::__again(x, limit)
//     }
//     /// The adjoint, for callers that want back what was in the arrays that are changed.
//     #[doc(hidden)]
//     #[inline]
//     fn __restoring<'arrays>(
//         x: &'arrays [f64],
//         limit: f64,
//     ) -> (
//         f64,
//         impl ::core::ops::Fn((f64, (&[f64],), (&mut [f64],))) -> ((), f64) + use<>,
//     ) {
//         Self::__again(x, limit)
//     }
//     /// The adjoint, for callers that have no contents of arrays again.
//     #[doc(hidden)]
//     #[inline]
//     fn __keeping<'arrays>(
//         x: &'arrays [f64],
//         limit: f64,
//     ) -> (
//         f64,
//         impl ::core::ops::Fn((f64, (&[f64],), (&mut [f64],))) -> ((), f64) + use<>,
//     ) {
//         let _ = found;
//         let mut stop = false;
//         let mut value = 0.0_f64;
//         let mut turns = 0_usize;
//         let mut tape = ::backprop::__private::Kept::new();
//         let mut tape_2 = ::backprop::__private::Kept::new();
//         let mut tape_3 = ::backprop::__private::Kept::new();
//         let mut tape_i = ::backprop::__private::Kept::new();
//         for i in 0..x.len() {
//             let mut stop_2 = false;
//             let mut value_2 = value;
//             let mut turns_2 = 0_usize;
//             for j in 0..i {
//                 let condition = x[i] * x[j] > limit;
//                 let (product, x_i_2) = if condition {
//                     let x_i = x[i];
//                     (x_i * limit, x_i)
//                 } else {
//                     (value_2, 0.0)
//                 };
//                 tape_2.push(x_i_2);
//                 tape_3.push(condition);
//                 (stop_2, value_2) = (condition, product);
//                 turns_2 += 1;
//                 if condition {
//                     break;
//                 }
//             }
//             tape.push(turns_2);
//             tape_i.push(i);
//             (stop, value) = (stop_2, value_2);
//             turns += 1;
//             if stop_2 {
//                 break;
//             }
//         }
//         let value_3 = if stop { value } else { limit };
//         (
//             value_3,
//             move |(d, (_,), (d_x,)): (f64, (&[f64],), (&mut [f64],))| {
//                 let (d_2, d_3) = if stop { (d, 0.0) } else { (0.0, d) };
//                 let mut entries = tape.entries();
//                 let mut entries_2 = tape_2.entries();
//                 let mut entries_3 = tape_3.entries();
//                 let mut entries_4 = tape_i.entries();
//                 let mut state = d_2;
//                 let mut state_2 = 0.0_f64;
//                 for _ in 0..turns {
//                     let entry = *entries.last();
//                     let i_2 = *entries_4.last();
//                     let mut state_3 = state;
//                     let mut state_4 = 0.0_f64;
//                     for _ in 0..entry {
//                         let entry_2 = *entries_2.last();
//                         let entry_3 = *entries_3.last();
//                         let (d_limit_2, d_value) = if entry_3 {
//                             let (d_limit, product_2) = if stop {
//                                 (entry_2 * state_3, limit * state_3)
//                             } else {
//                                 (0.0, 0.0)
//                             };
//                             d_x[i_2] += product_2;
//                             (d_limit, 0.0)
//                         } else {
//                             (0.0, state_3)
//                         };
//                         (state_3, state_4) = (d_value, state_4 + d_limit_2);
//                     }
//                     (state, state_2) = (state_3, state_2 + state_4);
//                 }
//                 ((), state_2 + d_3)
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
//             >::new(move |(x, limit): (&[f64], f64)| {
//                 let (value, back) = Self::__adjoint(x, limit);
//                 (value, move |d: (f64, (&[f64],), (&mut [f64],))| ((), back(d)))
//             }),
//             ::backprop::__private::claims::Pair(found, __function),
//         )
//     }
//     #[doc(hidden)]
//     #[inline]
//     fn __constant<'arrays, __Function: ::core::ops::FnOnce(&'arrays [f64], f64) -> f64>(
//         __function: __Function,
//         __arguments: (&'arrays [f64], f64),
//     ) -> (f64, ::backprop::__private::claims::Pair<(), ()>) {
//         let __asked = ::backprop::__private::claims::Pair((), ());
//         let (x, limit) = __arguments;
//         (__function(x, limit), __asked)
//     }
//     #[doc(hidden)]
//     const __derivative: ::core::primitive::usize = 0;
//     #[doc(hidden)]
//     #[inline]
//     fn __of<__Function, __Derivative>(
//         __function: __Function,
//         _: __Derivative,
//     ) -> impl ::core::marker::Sized + use<__Function, __Derivative> {
//         ::backprop::__private::claims::Pair(found, __function)
//     }
//     #[doc(hidden)]
//     const __calls_in_a_circle: ::core::primitive::usize = 0;
// }
