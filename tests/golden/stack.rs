//! Elements that may not be there: a stack of intervals' ends that are halved.

#[differentiable]
fn stack(x: &[f64], weights: &[f64]) -> f64 {
    let mut todo = x.to_vec();
    let mut sum = 0.0;
    while let Some(a) = todo.pop() {
        if a > 1.0 {
            todo.push(0.5 * a);
            todo.push(0.25 * a);
        } else if let Some(w) = weights.get(todo.len()) {
            sum += w * a * a;
        }
    }
    sum
}

// ---- net

// net (x: Array<f64>, weights: Array<f64>, %0: !) -> [f64, !, Array<f64>, Array<f64>] {
//   x.1, todo = to_vec x
//   sum = const 0.0: f64
//   todo.1, %1 = len todo
//   %2 = const 0: #usize
//   %3 = eq %1, %2
//   %4 = not %3
//   %5 = abstraction (go_on: #bool, weights: Array<f64>, todo: Array<f64>, sum: f64, %0: !) -> [#bool, Array<f64>, Array<f64>, f64, !] {
//     todo.1, a, %1 = pop todo, %0
//     %2 = const 1.0: f64
//     %3 = abstraction (a: f64, todo: Array<f64>, weights: Array<f64>, sum: f64, %0: !) -> [Array<f64>, Array<f64>, f64, !] {
//       %1 = const 0.5: f64
//       %2 = const 0.25: f64
//       a.1, a.2 = copy a
//       %3 = mul %1, a.1
//       todo.1 = push todo, %3
//       %4 = mul %2, a.2
//       todo.2 = push todo.1, %4
//       return weights, todo.2, sum, %0
//     }
//     %4 = abstraction (a: f64, todo: Array<f64>, weights: Array<f64>, sum: f64, %0: !) -> [Array<f64>, Array<f64>, f64, !] {
//       todo.1, index = len todo
//       weights.1, %1 = len weights
//       %2 = abstraction (weights: Array<f64>, index: #usize, %0: !, a: f64, sum: f64) -> [Array<f64>, f64, !] {
//         weights.1, w, %1 = get weights, index, %0
//         a.1, a.2 = copy a
//         %2 = mul w, a.1
//         %3 = mul %2, a.2
//         sum.1 = add sum, %3
//         return weights.1, sum.1, %1
//       }
//       %3 = abstraction (weights: Array<f64>, %0: #usize, %1: !, %2: f64, sum: f64) -> [Array<f64>, f64, !] {
//         discard %0
//         discard %2
//         return weights, sum, %1
//       }
//       index.1, index.2 = copy index
//       %4 = lt index.1, %1
//       %5, %6, %7 = cond %4, %2, %3, weights.1, index.2, %0, a, sum
//       return %5, todo.1, %6, %7
//     }
//     a.1, a.2 = copy a
//     %5 = gt a.1, %2
//     %6, %7, %8, %9 = cond %5, %3, %4, a.2, todo.1, weights, sum, %1
//     todo.2, %10 = len %7
//     %11 = const 0: #usize
//     %12 = eq %10, %11
//     %13 = not %12
//     discard go_on
//     return %13, %6, todo.2, %8, %9
//   }
//   %6, %7, %8, %9, %10, %11 = loop<[#bool, Array<f64>, Array<f64>, f64, !] -o[] [#bool, Array<f64>, Array<f64>, f64, !], (), (#bool, Array<f64>, Array<f64>, f64, !)> %5, %4, weights, todo.1, sum, %0
//   drop %8
//   discard %6
//   discard %11
//   return %9, %10, x.1, %7
// }

// ---- adjoint

// net (x: Array<f64>, weights: Array<f64>, %0: !) -> [f64, !, Array<f64>, Array<f64>, [f64, Array<f64>, Array<f64>] -o[#_, #usize, Tape<[Array<f64>, Array<f64>, f64] -o~ [Array<f64>, Array<f64>, f64]>] [Array<f64>, Array<f64>]] {
//   %1: [#bool, Array<f64>, Array<f64>, f64, !] -o[] [#bool, Array<f64>, Array<f64>, f64, !, [Array<f64>, Array<f64>, f64] -o~ [Array<f64>, Array<f64>, f64]] = abstraction (go_on: #bool, weights: Array<f64>, todo: Array<f64>, sum: f64, %0: !) -> [#bool, Array<f64>, Array<f64>, f64, !, [Array<f64>, Array<f64>, f64] -o[[Array<f64>, Array<f64>, f64] -o~ [f64, Array<f64>, Array<f64>, f64]] [Array<f64>, Array<f64>, f64]] {
//     discard go_on
//     %1 = const 0: #usize
//     %2: [f64, Array<f64>, Array<f64>, f64, !] -o[] [Array<f64>, Array<f64>, f64, !, [Array<f64>, Array<f64>, f64] -o~ [f64, Array<f64>, Array<f64>, f64]] = abstraction (a: f64, todo: Array<f64>, weights: Array<f64>, sum: f64, %0: !) -> [Array<f64>, Array<f64>, f64, !, [Array<f64>, Array<f64>, f64] -o[[Array<f64>, f64] -o~ [Array<f64>, f64, f64]] [f64, Array<f64>, Array<f64>, f64]] {
//       %1: [Array<f64>, #usize, !, f64, f64] -o[] [Array<f64>, f64, !, [Array<f64>, f64] -o~ [Array<f64>, f64, f64]] = abstraction (weights: Array<f64>, %0: #usize, %1: !, %2: f64, sum: f64) -> [Array<f64>, f64, !, [Array<f64>, f64] -o[] [Array<f64>, f64, f64]] {
//         %3 = abstraction (d_weights: Array<f64>, d_sum: f64) -> [Array<f64>, f64, f64] {
//           %0 = zero: f64
//           return d_weights, %0, d_sum
//         }
//         discard %2
//         discard %0
//         return weights, sum, %1, %3
//       }
//       %2: [Array<f64>, #usize, !, f64, f64] -o[] [Array<f64>, f64, !, [Array<f64>, f64] -o~ [Array<f64>, f64, f64]] = abstraction (weights: Array<f64>, index: #usize, %0: !, a: f64, sum: f64) -> [Array<f64>, f64, !, [Array<f64>, f64] -o[f64, f64, f64, f64, f64, f64, #usize] [Array<f64>, f64, f64]] {
//         sum.1, sum.2 = copy sum
//         a.1, a.2 = copy a
//         a.3, a.4 = copy a.2
//         a.5, a.6 = copy a.1
//         index.1, index.2 = copy index
//         weights.1, w, %1 = get weights, index.1, %0
//         w.1, w.2 = copy w
//         %2 = mul w.1, a.5
//         %3, %4 = copy %2
//         %5 = mul %3, a.3
//         %6, %7 = copy %5
//         %8 = abstraction [sum = sum.2, %0 = %7, %1 = %4, a = a.4, w = w.2, a.1 = a.6, index = index.2] (d_weights: Array<f64>, d_sum: f64) -> [Array<f64>, f64, f64] {
//           d_sum.1, d_sum.2 = copy d_sum
//           discard sum
//           discard %0
//           d_sum.3, d_sum.4 = copy d_sum.2
//           %2 = mul a, d_sum.3
//           %3 = mul %1, d_sum.4
//           %4, %5 = copy %2
//           d_w = mul a.1, %4
//           %6 = mul w, %5
//           d_a = plus %6, %3
//           d_weights.1 = add_again d_weights, index, d_w
//           return d_weights.1, d_a, d_sum.1
//         }
//         sum.3 = add sum.1, %6
//         return weights.1, sum.3, %1, %8
//       }
//       weights.1, %3 = len weights
//       todo.1, index = len todo
//       index.1, index.2 = copy index
//       %4 = lt index.1, %3
//       %5, %6, %7, %8 = cond %4, %2, %1, weights.1, index.2, %0, a, sum
//       %9 = abstraction [%0 = %8] (%1: Array<f64>, d_todo: Array<f64>, %2: f64) -> [f64, Array<f64>, Array<f64>, f64] {
//         d_weights, d_a, d_sum = eval %0, %1, %2
//         return d_a, d_todo, d_weights, d_sum
//       }
//       return %5, todo.1, %6, %7, %9
//     }
//     %3: [f64, Array<f64>, Array<f64>, f64, !] -o[] [Array<f64>, Array<f64>, f64, !, [Array<f64>, Array<f64>, f64] -o~ [f64, Array<f64>, Array<f64>, f64]] = abstraction (a: f64, todo: Array<f64>, weights: Array<f64>, sum: f64, %0: !) -> [Array<f64>, Array<f64>, f64, !, [Array<f64>, Array<f64>, f64] -o[f64, f64, f64, f64, f64, f64] [f64, Array<f64>, Array<f64>, f64]] {
//       a.1, a.2 = copy a
//       a.3, a.4 = copy a.2
//       a.5, a.6 = copy a.1
//       %1 = const 0.25: f64
//       %2, %3 = copy %1
//       %4 = mul %2, a.3
//       %5, %6 = copy %4
//       %7 = const 0.5: f64
//       %8, %9 = copy %7
//       %10 = mul %8, a.5
//       %11, %12 = copy %10
//       %13 = abstraction [%0 = %6, %1 = %3, a = a.4, %2 = %12, %3 = %9, a.1 = a.6] (d_weights: Array<f64>, d_todo: Array<f64>, d_sum: f64) -> [f64, Array<f64>, Array<f64>, f64] {
//         d_todo.1, %4 = pop_again d_todo
//         discard %0
//         %5, %6 = copy %4
//         %7 = mul a, %5
//         %8 = mul %1, %6
//         d_todo.2, %9 = pop_again d_todo.1
//         discard %2
//         %10, %11 = copy %9
//         %12 = mul a.1, %10
//         %13 = mul %3, %11
//         d_a = plus %13, %8
//         discard %7
//         discard %12
//         return d_a, d_todo.2, d_weights, d_sum
//       }
//       todo.1 = push todo, %11
//       todo.2 = push todo.1, %5
//       return weights, todo.2, sum, %0, %13
//     }
//     %4 = const 1.0: f64
//     todo.1, a, %5 = pop todo, %0
//     a.1, a.2 = copy a
//     %6 = gt a.1, %4
//     %7, %8, %9, %10, %11 = cond %6, %3, %2, a.2, todo.1, weights, sum, %5
//     %12 = abstraction [%0 = %11] (%1: Array<f64>, d_todo: Array<f64>, %2: f64) -> [Array<f64>, Array<f64>, f64] {
//       %3, d_todo.1, d_weights, d_sum = eval %0, %1, d_todo, %2
//       %4 = zero: f64
//       %5 = zero: f64
//       d_a = plus %4, %3
//       discard %5
//       d_todo.2 = push d_todo.1, d_a
//       return d_weights, d_todo.2, d_sum
//     }
//     todo.2, %13 = len %8
//     %14 = eq %13, %1
//     %15 = not %14
//     return %15, %7, todo.2, %9, %10, %12
//   }
//   %2 = const 0: #usize
//   sum = const 0.0: f64
//   x.1, todo = to_vec x
//   todo.1, %3 = len todo
//   %4 = eq %3, %2
//   %5 = not %4
//   %6, %7, %8, %9, %10, %11, %12 = loop<[#bool, Array<f64>, Array<f64>, f64, !] -o[] [#bool, Array<f64>, Array<f64>, f64, !, [Array<f64>, Array<f64>, f64] -o~ [Array<f64>, Array<f64>, f64]], (), (#bool, Array<f64>, Array<f64>, f64, !)> %1, %5, weights, todo.1, sum, %0
//   discard %6
//   %13 = end %8
//   %14, %15 = copy %11
//   %16 = abstraction [%0 = %13, %1 = %15, %2 = %12] (%3: f64, d_x: Array<f64>, %4: Array<f64>) -> [Array<f64>, Array<f64>] {
//     %5 = zeros<Array<f64>> %0
//     %6 = const 0: #usize
//     %7 = abstraction (%0: [Array<f64>, Array<f64>, f64] -o~ [Array<f64>, Array<f64>, f64], %1: #usize, %2: Array<f64>, %3: Array<f64>, %4: f64) -> [Array<f64>, Array<f64>, f64] {
//       discard %1
//       %5, %6, %7 = eval %0, %2, %3, %4
//       return %5, %6, %7
//     }
//     d_weights, d_todo, d_sum = fold_down<[[Array<f64>, Array<f64>, f64] -o~ [Array<f64>, Array<f64>, f64], #usize, Array<f64>, Array<f64>, f64] -o[] [Array<f64>, Array<f64>, f64], ([Array<f64>, Array<f64>, f64] -o~ [Array<f64>, Array<f64>, f64]), (Array<f64>, Array<f64>, f64)> %6, %1, %7, %2, %4, %5, %3
//     discard d_sum
//     d_x.1, %8 = add_all d_x, d_todo
//     drop %8
//     return d_x.1, d_weights
//   }
//   discard %14
//   return %9, %10, x.1, %7, %16
// }

// ---- simplified

// net (x: Array<f64>, weights: Array<f64>, %0: !) -> [f64, !, Array<f64>, Array<f64>, [f64, Array<f64>, Array<f64>] -o [Array<f64>, Array<f64>]] {
//   %1: [#bool, Array<f64>, f64, !, Look<f64>] -o [#bool, Array<f64>, f64, !, f64, #usize] = abstraction (go_on: #bool, todo: Array<f64>, sum: f64, %0: !, %1: Look<f64>) -> [#bool, Array<f64>, f64, !, f64, #usize] {
//     discard go_on
//     %2 = const 0: #usize
//     %3: [f64, Array<f64>, f64, !, Look<f64>] -o [Array<f64>, f64, !, #usize] = abstraction (a: f64, todo: Array<f64>, sum: f64, %0: !, %1: Look<f64>) -> [Array<f64>, f64, !, #usize] {
//       %2: [#usize, !, f64, f64, Look<f64>] -o [f64, !] = abstraction (%0: #usize, %1: !, %2: f64, sum: f64, %3: Look<f64>) -> [f64, !] {
//         discard %3
//         discard %2
//         discard %0
//         return sum, %1
//       }
//       %3: [#usize, !, f64, f64, Look<f64>] -o [f64, !] = abstraction (index: #usize, %0: !, a: f64, sum: f64, %1: Look<f64>) -> [f64, !] {
//         a.1, a.2 = copy a
//         w, %2 = read %1, index, %0
//         %3 = mul w, a.1
//         %4 = mul %3, a.2
//         sum.1 = add sum, %4
//         return sum.1, %2
//       }
//       todo.1, index = len todo
//       index.1, index.2 = copy index
//       %4, %5 = copy %1
//       %6 = look_len %5
//       %7 = lt index.1, %6
//       index.3, index.4 = copy index.2
//       %8, %9 = cond %7, %3, %2, index.3, %0, a, sum, %4
//       return todo.1, %8, %9, index.4
//     }
//     %4: [f64, Array<f64>, f64, !, Look<f64>] -o [Array<f64>, f64, !, #usize] = abstraction (a: f64, todo: Array<f64>, sum: f64, %0: !, %1: Look<f64>) -> [Array<f64>, f64, !, #usize] {
//       a.1, a.2 = copy a
//       %2 = const 0.25: f64
//       %3 = mul %2, a.2
//       %4 = const 0.5: f64
//       %5 = mul %4, a.1
//       todo.1 = push todo, %5
//       todo.2 = push todo.1, %3
//       discard %1
//       %6 = const 0: #usize
//       return todo.2, sum, %0, %6
//     }
//     %5 = const 1.0: f64
//     todo.1, a, %6 = pop todo, %0
//     a.1, a.2 = copy a
//     %7 = gt a.1, %5
//     a.3, a.4 = copy a.2
//     %8, %9, %10, %11 = cond %7, %4, %3, a.3, todo.1, sum, %6, %1
//     todo.2, %12 = len %8
//     %13 = eq %12, %2
//     %14 = not %13
//     return %14, todo.2, %9, %10, a.4, %11
//   }
//   %2 = const 0: #usize
//   sum = const 0.0: f64
//   x.1, %3 = look x
//   todo = to_vec_look %3
//   todo.1, %4 = len todo
//   %5 = eq %4, %2
//   %6 = not %5
//   %7, %8 = look weights
//   %9, %10 = copy %8
//   %11, %12, %13, %14, %15, a, %16 = loop<[#bool, Array<f64>, f64, !, Look<f64>] -o [#bool, Array<f64>, f64, !, f64, #usize], (), (#bool, Array<f64>, f64, !)> %1, %6, todo.1, sum, %0, %9
//   discard %11
//   %17 = end %12
//   %18: [f64, Array<f64>, Array<f64>] -o [Array<f64>, Array<f64>] = abstraction [%0 = %17, %1 = %15, a, %2 = %16, %3 = %10] (%4: f64, d_x: Array<f64>, %5: Array<f64>) -> [Array<f64>, Array<f64>] {
//     %6 = zeros<Array<f64>> %0
//     %7 = const 0: #usize
//     %8: [f64, #usize, #usize, Array<f64>, Array<f64>, Look<f64>, f64] -o [Array<f64>, Array<f64>] = abstraction (a: f64, %0: #usize, %1: #usize, %2: Array<f64>, d_todo: Array<f64>, %3: Look<f64>, %4: f64) -> [Array<f64>, Array<f64>] {
//       %5: [f64, #usize, Look<f64>, Array<f64>, Array<f64>, f64] -o [f64, Array<f64>, Array<f64>] = abstraction (%0: f64, %1: #usize, %2: Look<f64>, d_weights: Array<f64>, d_todo: Array<f64>, d_sum: f64) -> [f64, Array<f64>, Array<f64>] {
//         d_todo.1, %3 = pop_again d_todo
//         d_todo.2, %4 = pop_again d_todo.1
//         %5 = const 0.25: f64
//         %6 = mul %5, %3
//         %7 = const 0.5: f64
//         %8 = mul %7, %4
//         d_a = plus %8, %6
//         discard %0
//         discard %1
//         discard %2
//         discard d_sum
//         return d_a, d_todo.2, d_weights
//       }
//       %6: [f64, #usize, Look<f64>, Array<f64>, Array<f64>, f64] -o [f64, Array<f64>, Array<f64>] = abstraction (%0: f64, %1: #usize, %2: Look<f64>, %3: Array<f64>, d_todo: Array<f64>, %4: f64) -> [f64, Array<f64>, Array<f64>] {
//         %5: [f64, #usize, Look<f64>, Array<f64>, f64] -o [Array<f64>, f64] = abstraction (%0: f64, %1: #usize, %2: Look<f64>, d_weights: Array<f64>, d_sum: f64) -> [Array<f64>, f64] {
//           %3, %4 = copy %0
//           %5 = mul %3, d_sum
//           %6, %7 = copy %5
//           d_w = mul %4, %6
//           %8, %9 = copy %1
//           d_weights.1 = add_again d_weights, %8, d_w
//           w = read_again %2, %9
//           %10, %11 = copy %7
//           %12 = plus %11, %10
//           d_a = mul %12, w
//           return d_weights.1, d_a
//         }
//         %6: [f64, #usize, Look<f64>, Array<f64>, f64] -o [Array<f64>, f64] = abstraction (%0: f64, %1: #usize, %2: Look<f64>, d_weights: Array<f64>, d_sum: f64) -> [Array<f64>, f64] {
//           %3 = zero: f64
//           discard %0
//           discard %1
//           discard %2
//           discard d_sum
//           return d_weights, %3
//         }
//         %7, %8 = copy %1
//         %9, %10 = copy %2
//         %11 = look_len %10
//         %12 = lt %8, %11
//         d_weights, d_a = cond %12, %5, %6, %0, %7, %9, %3, %4
//         return d_a, d_todo, d_weights
//       }
//       a.1, a.2 = copy a
//       discard %1
//       %7 = const 1.0: f64
//       %8 = gt a.2, %7
//       d_a, d_todo.1, d_weights = cond %8, %5, %6, a.1, %0, %3, %2, d_todo, %4
//       d_todo.2 = push d_todo.1, d_a
//       return d_weights, d_todo.2
//     }
//     d_weights, d_todo = fold_down<[f64, #usize, #usize, Array<f64>, Array<f64>, Look<f64>, f64] -o [Array<f64>, Array<f64>], (f64, #usize), (Array<f64>, Array<f64>)> %7, %1, %8, a, %2, %5, %6, %3, %4
//     d_x.1, %9 = add_all d_x, d_todo
//     drop %9
//     return d_x.1, d_weights
//   }
//   return %13, %14, x.1, %7, %18
// }

// ---- value and gradient, simplified

// net (x: Array<f64>, weights: Array<f64>, %0: !, d_x: Array<f64>, %1: Array<f64>) -> [f64, !, Array<f64>, Array<f64>, Array<f64>, Array<f64>] {
//   %2: [#bool, Array<f64>, f64, !, Look<f64>] -o [#bool, Array<f64>, f64, !, f64, #usize] = abstraction (go_on: #bool, todo: Array<f64>, sum: f64, %0: !, %1: Look<f64>) -> [#bool, Array<f64>, f64, !, f64, #usize] {
//     discard go_on
//     %2 = const 0: #usize
//     %3: [f64, Array<f64>, f64, !, Look<f64>] -o [Array<f64>, f64, !, #usize] = abstraction (a: f64, todo: Array<f64>, sum: f64, %0: !, %1: Look<f64>) -> [Array<f64>, f64, !, #usize] {
//       %2: [#usize, !, f64, f64, Look<f64>] -o [f64, !] = abstraction (%0: #usize, %1: !, %2: f64, sum: f64, %3: Look<f64>) -> [f64, !] {
//         discard %3
//         discard %2
//         discard %0
//         return sum, %1
//       }
//       %3: [#usize, !, f64, f64, Look<f64>] -o [f64, !] = abstraction (index: #usize, %0: !, a: f64, sum: f64, %1: Look<f64>) -> [f64, !] {
//         a.1, a.2 = copy a
//         w, %2 = read %1, index, %0
//         %3 = mul w, a.1
//         %4 = mul %3, a.2
//         sum.1 = add sum, %4
//         return sum.1, %2
//       }
//       todo.1, index = len todo
//       index.1, index.2 = copy index
//       %4, %5 = copy %1
//       %6 = look_len %5
//       %7 = lt index.1, %6
//       index.3, index.4 = copy index.2
//       %8, %9 = cond %7, %3, %2, index.3, %0, a, sum, %4
//       return todo.1, %8, %9, index.4
//     }
//     %4: [f64, Array<f64>, f64, !, Look<f64>] -o [Array<f64>, f64, !, #usize] = abstraction (a: f64, todo: Array<f64>, sum: f64, %0: !, %1: Look<f64>) -> [Array<f64>, f64, !, #usize] {
//       a.1, a.2 = copy a
//       %2 = const 0.25: f64
//       %3 = mul %2, a.2
//       %4 = const 0.5: f64
//       %5 = mul %4, a.1
//       todo.1 = push todo, %5
//       todo.2 = push todo.1, %3
//       discard %1
//       %6 = const 0: #usize
//       return todo.2, sum, %0, %6
//     }
//     %5 = const 1.0: f64
//     todo.1, a, %6 = pop todo, %0
//     a.1, a.2 = copy a
//     %7 = gt a.1, %5
//     a.3, a.4 = copy a.2
//     %8, %9, %10, %11 = cond %7, %4, %3, a.3, todo.1, sum, %6, %1
//     todo.2, %12 = len %8
//     %13 = eq %12, %2
//     %14 = not %13
//     return %14, todo.2, %9, %10, a.4, %11
//   }
//   %3 = const 0: #usize
//   sum = const 0.0: f64
//   %4 = const 0: #usize
//   %5: [f64, #usize, #usize, Array<f64>, Array<f64>, Look<f64>] -o [Array<f64>, Array<f64>] = abstraction (a: f64, %0: #usize, %1: #usize, %2: Array<f64>, d_todo: Array<f64>, %3: Look<f64>) -> [Array<f64>, Array<f64>] {
//     %4: [f64, #usize, Look<f64>, Array<f64>, Array<f64>] -o [f64, Array<f64>, Array<f64>] = abstraction (%0: f64, %1: #usize, %2: Look<f64>, d_weights: Array<f64>, d_todo: Array<f64>) -> [f64, Array<f64>, Array<f64>] {
//       d_todo.1, %3 = pop_again d_todo
//       d_todo.2, %4 = pop_again d_todo.1
//       %5 = const 0.25: f64
//       %6 = mul %5, %3
//       %7 = const 0.5: f64
//       %8 = mul %7, %4
//       d_a = plus %8, %6
//       discard %0
//       discard %1
//       discard %2
//       return d_a, d_todo.2, d_weights
//     }
//     %5: [f64, #usize, Look<f64>, Array<f64>, Array<f64>] -o [f64, Array<f64>, Array<f64>] = abstraction (%0: f64, %1: #usize, %2: Look<f64>, %3: Array<f64>, d_todo: Array<f64>) -> [f64, Array<f64>, Array<f64>] {
//       %4: [f64, #usize, Look<f64>, Array<f64>] -o [Array<f64>, f64] = abstraction (%0: f64, %1: #usize, %2: Look<f64>, d_weights: Array<f64>) -> [Array<f64>, f64] {
//         %3, %4 = copy %0
//         %5, %6 = copy %3
//         d_w = mul %4, %5
//         %7, %8 = copy %1
//         d_weights.1 = add_again d_weights, %7, d_w
//         w = read_again %2, %8
//         %9, %10 = copy %6
//         %11 = plus %10, %9
//         d_a = mul %11, w
//         return d_weights.1, d_a
//       }
//       %5: [f64, #usize, Look<f64>, Array<f64>] -o [Array<f64>, f64] = abstraction (%0: f64, %1: #usize, %2: Look<f64>, d_weights: Array<f64>) -> [Array<f64>, f64] {
//         %3 = zero: f64
//         discard %0
//         discard %1
//         discard %2
//         return d_weights, %3
//       }
//       %6, %7 = copy %1
//       %8, %9 = copy %2
//       %10 = look_len %9
//       %11 = lt %7, %10
//       d_weights, d_a = cond %11, %4, %5, %0, %6, %8, %3
//       return d_a, d_todo, d_weights
//     }
//     a.1, a.2 = copy a
//     discard %1
//     %6 = const 1.0: f64
//     %7 = gt a.2, %6
//     d_a, d_todo.1, d_weights = cond %7, %4, %5, a.1, %0, %3, %2, d_todo
//     d_todo.2 = push d_todo.1, d_a
//     return d_weights, d_todo.2
//   }
//   x.1, %6 = look x
//   todo = to_vec_look %6
//   todo.1, %7 = len todo
//   %8 = eq %7, %3
//   %9 = not %8
//   %10, %11 = look weights
//   %12, %13 = copy %11
//   %14, %15, %16, %17, %18, a, %19 = loop<[#bool, Array<f64>, f64, !, Look<f64>] -o [#bool, Array<f64>, f64, !, f64, #usize], (), (#bool, Array<f64>, f64, !)> %2, %9, todo.1, sum, %0, %12
//   discard %14
//   %20 = end %15
//   %21 = zeros<Array<f64>> %20
//   d_weights, d_todo = fold_down<[f64, #usize, #usize, Array<f64>, Array<f64>, Look<f64>] -o [Array<f64>, Array<f64>], (f64, #usize), (Array<f64>, Array<f64>)> %4, %18, %5, a, %19, %1, %21, %13
//   d_x.1, %22 = add_all d_x, d_todo
//   drop %22
//   return %16, %17, x.1, %10, d_x.1, d_weights
// }

// ---- Rust

// /// The derivatives of [`stack`](fn@stack).
// struct stack {}
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
// impl stack {
//     /// The gradient of [`stack`](fn@stack) with respect to `x` and `weights`.
//     #[must_use]
//     #[inline]
//     fn grad(
//         x: &[f64],
//         weights: &[f64],
//     ) -> (::backprop::__private::Vec<f64>, ::backprop::__private::Vec<f64>) {
//         let _ = stack;
//         let mut d_x = ::backprop::__private::Shaped::__zeros(x);
//         let mut d_weights = ::backprop::__private::Shaped::__zeros(weights);
//         let (_, _) = Self::__accumulate(x, weights, &mut d_x, &mut d_weights);
//         (d_x, d_weights)
//     }
//     /// The value of [`stack`](fn@stack), and its gradient with respect to `x` and `weights`, in one pass.
//     #[must_use]
//     #[inline]
//     fn value_and_grad(
//         x: &[f64],
//         weights: &[f64],
//     ) -> (f64, (::backprop::__private::Vec<f64>, ::backprop::__private::Vec<f64>)) {
//         let _ = stack;
//         let mut d_x = ::backprop::__private::Shaped::__zeros(x);
//         let mut d_weights = ::backprop::__private::Shaped::__zeros(weights);
//         let (value, _) = Self::__accumulate(x, weights, &mut d_x, &mut d_weights);
//         (value, (d_x, d_weights))
//     }
//     /** Gives the value of [`stack`](fn@stack), and writes its gradient with respect to `x` and `weights` to `d_x` and `d_weights`.
//
//  # Panics
//  If a buffer is not as long as its array, before any work.*/
//     #[inline]
//     fn value_and_grad_into(
//         x: &[f64],
//         weights: &[f64],
//         d_x: &mut [f64],
//         d_weights: &mut [f64],
//     ) -> f64 {
//         ::backprop::__private::same_length("x", x, d_x);
//         ::backprop::__private::same_length("weights", weights, d_weights);
//         ::backprop::__private::clear(d_x);
//         ::backprop::__private::clear(d_weights);
//         let (value, _) = Self::__accumulate(x, weights, d_x, d_weights);
//         value
//     }
//     /** Gives the value of [`stack`](fn@stack), and adds its gradient with respect to `x` and `weights` to `d_x` and `d_weights`.
//
//  # Panics
//  If a buffer is not as long as its array, before any work.*/
//     #[inline]
//     fn accumulate_grad(
//         x: &[f64],
//         weights: &[f64],
//         d_x: &mut [f64],
//         d_weights: &mut [f64],
//     ) -> f64 {
//         ::backprop::__private::same_length("x", x, d_x);
//         ::backprop::__private::same_length("weights", weights, d_weights);
//         let (value, _) = Self::__accumulate(x, weights, d_x, d_weights);
//         value
//     }
//     /// Adds to the accumulators.
//     #[doc(hidden)]
//     #[inline]
//     fn __accumulate<'arrays>(
//         x: &'arrays [f64],
//         weights: &'arrays [f64],
//         d_x: &mut [f64],
//         d_weights: &mut [f64],
//     ) -> (f64, ((), ())) {
//         let _ = stack;
//         let mut todo = x.to_vec();
//         let mut go_on = !(todo.len() == 0);
//         let mut sum = 0.0_f64;
//         let mut turns = 0_usize;
//         let mut tape = ::backprop::__private::Kept::new();
//         while go_on {
//             let a = todo.pop().unwrap();
//             let (sum_2, index_2) = if a > 1.0 {
//                 todo.push(0.5 * a);
//                 todo.push(0.25 * a);
//                 (sum, 0)
//             } else {
//                 let index = todo.len();
//                 let value = if index < weights.len() {
//                     let w = weights[index];
//                     sum + w * a * a
//                 } else {
//                     sum
//                 };
//                 (value, index)
//             };
//             tape.push((a, index_2));
//             (go_on, sum) = (!(todo.len() == 0), sum_2);
//             turns += 1;
//         }
//         let mut array = ::backprop::__private::shape(&todo).zeros();
//         let mut entries = tape.entries();
//         for _ in 0..turns {
//             let (a_2, entry) = *entries.last();
//             let d_a_2 = if a_2 > 1.0 {
//                 let last = array.pop().unwrap();
//                 let last_2 = array.pop().unwrap();
//                 0.5 * last_2 + 0.25 * last
//             } else {
//                 let d_a = if entry < weights.len() {
//                     let d_w = a_2 * a_2;
//                     let w_2 = weights[entry];
//                     d_weights[entry] += d_w;
//                     (a_2 + a_2) * w_2
//                 } else {
//                     0.0
//                 };
//                 d_a
//             };
//             array.push(d_a_2);
//         }
//         ::backprop::__private::add_all(&mut *d_x, &array);
//         (sum, ((), ()))
//     }
//     /// The value of [`stack`](fn@stack), and its backpropagator, which takes the sensitivity of the value and gives the gradient with respect to `x` and `weights`.
//     #[must_use]
//     #[inline]
//     fn vjp<'arrays>(
//         x: &'arrays [f64],
//         weights: &'arrays [f64],
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
//         ) -> ::core::primitive::f64 = stack;
//         let (value, back) = Self::__again(x, weights);
//         (
//             value,
//             move |d: f64| {
//                 let mut d_x = ::backprop::__private::Shaped::__zeros(x);
//                 let mut d_weights = ::backprop::__private::Shaped::__zeros(weights);
//                 let _ = back((d, (x, weights), (&mut d_x, &mut d_weights)));
//                 (d_x, d_weights)
//             },
//         )
//     }
//     /// The adjoint, for callers that supply all arrays again.
//     #[doc(hidden)]
//     #[inline]
//     fn __again<'arrays>(
//         x: &'arrays [f64],
//         weights: &'arrays [f64],
//     ) -> (
//         f64,
//         impl ::core::ops::Fn(
//             (f64, (&[f64], &[f64]), (&mut [f64], &mut [f64])),
//         ) -> ((), ()) + use<>,
//     ) {
//         let _ = stack;
//         let _ = || {
//             let _ = ::backprop::__private::claims::is::<::core::primitive::usize, usize>;
//             match () {
//                 w @ _ => w,
//             };
//             match () {
//                 a @ _ => a,
//             };
//             let _ = || {
//                 use ::backprop::__private::claims::hidden::methods::{
//                     to_vec as _, get as _,
//                 };
//                 let mut receiver = ::backprop::__private::claims::hidden::vector();
//                 ::backprop::__private::claims::hidden::not_hidden(receiver.to_vec());
//                 let mut receiver = ::backprop::__private::claims::hidden::array();
//                 ::backprop::__private::claims::hidden::not_hidden(receiver.to_vec());
//                 let mut receiver = ::backprop::__private::claims::hidden::vector();
//                 ::backprop::__private::claims::hidden::not_hidden(
//                     receiver.get(::backprop::__private::claims::hidden::argument()),
//                 );
//                 let mut receiver = ::backprop::__private::claims::hidden::array();
//                 ::backprop::__private::claims::hidden::not_hidden(
//                     receiver.get(::backprop::__private::claims::hidden::argument()),
//                 );
//             };
//         };
//         let mut todo = x.to_vec();
//         let mut go_on = !(todo.len() == 0);
//         let mut sum = 0.0_f64;
//         let mut turns = 0_usize;
//         let mut tape = ::backprop::__private::Kept::new();
//         while go_on {
//             let a = todo.pop().unwrap();
//             let (sum_2, index_2) = if a > 1.0 {
//                 todo.push(0.5 * a);
//                 todo.push(0.25 * a);
//                 (sum, 0)
//             } else {
//                 let index = todo.len();
//                 let value = if index < weights.len() {
//                     let w = weights[index];
//                     sum + w * a * a
//                 } else {
//                     sum
//                 };
//                 (value, index)
//             };
//             tape.push((a, index_2));
//             (go_on, sum) = (!(todo.len() == 0), sum_2);
//             turns += 1;
//         }
//         let shape = ::backprop::__private::shape(&todo);
//         (
//             sum,
//             move |
//                 (
//                     d,
//                     (_, weights),
//                     (d_x, d_weights),
//                 ): (f64, (&[f64], &[f64]), (&mut [f64], &mut [f64]))|
//             {
//                 let mut array = shape.zeros();
//                 let mut entries = tape.entries();
//                 for _ in 0..turns {
//                     let (a_2, entry) = *entries.last();
//                     let d_a_2 = if a_2 > 1.0 {
//                         let last = array.pop().unwrap();
//                         let last_2 = array.pop().unwrap();
//                         0.5 * last_2 + 0.25 * last
//                     } else {
//                         let d_a = if entry < weights.len() {
//                             let product = a_2 * d;
//                             let d_w = a_2 * product;
//                             let w_2 = weights[entry];
//                             d_weights[entry] += d_w;
//                             (product + product) * w_2
//                         } else {
//                             0.0
//                         };
//                         d_a
//                     };
//                     array.push(d_a_2);
//                 }
//                 ::backprop::__private::add_all(&mut *d_x, &array);
//                 ((), ())
//             },
//         )
//     }
//     /// The adjoint.
//     #[doc(hidden)]
//     #[inline]
//     fn __adjoint<'arrays>(
//         x: &'arrays [f64],
//         weights: &'arrays [f64],
//     ) -> (
//         f64,
//         impl ::core::ops::Fn(
//             (f64, (&[f64], &[f64]), (&mut [f64], &mut [f64])),
//         ) -> ((), ()) + use<>,
//     ) {
//         Self::__again(x, weights)
//     }
//     /// The adjoint, for callers that want back what was in the arrays that are changed.
//     #[doc(hidden)]
//     #[inline]
//     fn __restoring<'arrays>(
//         x: &'arrays [f64],
//         weights: &'arrays [f64],
//     ) -> (
//         f64,
//         impl ::core::ops::Fn(
//             (f64, (&[f64], &[f64]), (&mut [f64], &mut [f64])),
//         ) -> ((), ()) + use<>,
//     ) {
//         Self::__again(x, weights)
//     }
//     /// The adjoint, for callers that have no contents of arrays again.
//     #[doc(hidden)]
//     #[inline]
//     fn __keeping<'arrays>(
//         x: &'arrays [f64],
//         weights: &'arrays [f64],
//     ) -> (
//         f64,
//         impl ::core::ops::Fn(
//             (f64, (&[f64], &[f64]), (&mut [f64], &mut [f64])),
//         ) -> ((), ()) + use<>,
//     ) {
//         let _ = stack;
//         let _ = || {
//             let _ = ::backprop::__private::claims::is::<::core::primitive::usize, usize>;
//             match () {
//                 w @ _ => w,
//             };
//             match () {
//                 a @ _ => a,
//             };
//             let _ = || {
//                 use ::backprop::__private::claims::hidden::methods::{
//                     to_vec as _, get as _,
//                 };
//                 let mut receiver = ::backprop::__private::claims::hidden::vector();
//                 ::backprop::__private::claims::hidden::not_hidden(receiver.to_vec());
//                 let mut receiver = ::backprop::__private::claims::hidden::array();
//                 ::backprop::__private::claims::hidden::not_hidden(receiver.to_vec());
//                 let mut receiver = ::backprop::__private::claims::hidden::vector();
//                 ::backprop::__private::claims::hidden::not_hidden(
//                     receiver.get(::backprop::__private::claims::hidden::argument()),
//                 );
//                 let mut receiver = ::backprop::__private::claims::hidden::array();
//                 ::backprop::__private::claims::hidden::not_hidden(
//                     receiver.get(::backprop::__private::claims::hidden::argument()),
//                 );
//             };
//         };
//         let mut todo = x.to_vec();
//         let mut go_on = !(todo.len() == 0);
//         let mut sum = 0.0_f64;
//         let mut turns = 0_usize;
//         let mut tape = ::backprop::__private::Kept::new();
//         while go_on {
//             let a = todo.pop().unwrap();
//             let (sum_3, condition_2, w_3, index_2) = if a > 1.0 {
//                 todo.push(0.5 * a);
//                 todo.push(0.25 * a);
//                 (sum, false, 0.0, 0)
//             } else {
//                 let len = weights.len();
//                 let index = todo.len();
//                 let condition = index < len;
//                 let (sum_2, w_2) = if condition {
//                     let w = weights[index];
//                     (sum + w * a * a, w)
//                 } else {
//                     (sum, 0.0)
//                 };
//                 (sum_2, condition, w_2, index)
//             };
//             tape.push((condition_2, a, w_3, index_2));
//             (go_on, sum) = (!(todo.len() == 0), sum_3);
//             turns += 1;
//         }
//         let shape = ::backprop::__private::shape(&todo);
//         (
//             sum,
//             move |
//                 (
//                     d,
//                     (_, _),
//                     (d_x, d_weights),
//                 ): (f64, (&[f64], &[f64]), (&mut [f64], &mut [f64]))|
//             {
//                 let mut array = shape.zeros();
//                 let mut entries = tape.entries();
//                 for _ in 0..turns {
//                     let (entry, a_2, entry_2, entry_3) = *entries.last();
//                     let d_a_2 = if a_2 > 1.0 {
//                         let last = array.pop().unwrap();
//                         let last_2 = array.pop().unwrap();
//                         0.5 * last_2 + 0.25 * last
//                     } else {
//                         let d_a = if entry {
//                             let product = a_2 * d;
//                             let d_w = a_2 * product;
//                             d_weights[entry_3] += d_w;
//                             (product + product) * entry_2
//                         } else {
//                             0.0
//                         };
//                         d_a
//                     };
//                     array.push(d_a_2);
//                 }
//                 ::backprop::__private::add_all(&mut *d_x, &array);
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
//             >::new(move |(x, weights): (&[f64], &[f64])| {
//                 let (value, back) = Self::__adjoint(x, weights);
//                 (
//                     value,
//                     move |d: (f64, (&[f64], &[f64]), (&mut [f64], &mut [f64]))| (
//                         (),
//                         back(d),
//                     ),
//                 )
//             }),
//             ::backprop::__private::claims::Pair(stack, __function),
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
//         let (x, weights) = __arguments;
//         (__function(x, weights), __asked)
//     }
//     #[doc(hidden)]
//     const __derivative: ::core::primitive::usize = 0;
//     #[doc(hidden)]
//     #[inline]
//     fn __of<__Function, __Derivative>(
//         __function: __Function,
//         _: __Derivative,
//     ) -> impl ::core::marker::Sized + use<__Function, __Derivative> {
//         ::backprop::__private::claims::Pair(stack, __function)
//     }
//     #[doc(hidden)]
//     const __calls_in_a_circle: ::core::primitive::usize = 0;
// }
