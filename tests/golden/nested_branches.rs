//! Branches inside of branches: what the inner ones leave for the reverse pass is kept in variables of the outermost.

#[differentiable]
pub(crate) fn steps(x: f64, y: f64) -> f64 {
    if x < 1.0 {
        (x * y).sin()
    } else if x < 2.0 {
        (x + y).exp()
    } else if x < 3.0 {
        (x - y).cos()
    } else if x < 4.0 {
        (y * x).exp()
    } else if x < 5.0 {
        (y - x).sin()
    } else {
        x * y
    }
}

// ---- net

// net (x: f64, y: f64) -> f64 {
//   %0 = const 1.0: f64
//   %1 = abstraction (x: f64, y: f64) -> f64 {
//     %0 = mul x, y
//     %1 = sin %0
//     return %1
//   }
//   %2 = abstraction (x: f64, y: f64) -> f64 {
//     %0 = const 2.0: f64
//     %1 = abstraction (x: f64, y: f64) -> f64 {
//       %0 = add x, y
//       %1 = exp %0
//       return %1
//     }
//     %2 = abstraction (x: f64, y: f64) -> f64 {
//       %0 = const 3.0: f64
//       %1 = abstraction (x: f64, y: f64) -> f64 {
//         %0 = sub x, y
//         %1 = cos %0
//         return %1
//       }
//       %2 = abstraction (x: f64, y: f64) -> f64 {
//         %0 = const 4.0: f64
//         %1 = abstraction (y: f64, x: f64) -> f64 {
//           %0 = mul y, x
//           %1 = exp %0
//           return %1
//         }
//         %2 = abstraction (y: f64, x: f64) -> f64 {
//           %0 = const 5.0: f64
//           %1 = abstraction (y: f64, x: f64) -> f64 {
//             %0 = sub y, x
//             %1 = sin %0
//             return %1
//           }
//           %2 = abstraction (y: f64, x: f64) -> f64 {
//             %0 = mul x, y
//             return %0
//           }
//           x.1, x.2 = copy x
//           %3 = lt x.1, %0
//           %4 = cond %3, %1, %2, y, x.2
//           return %4
//         }
//         x.1, x.2 = copy x
//         %3 = lt x.1, %0
//         %4 = cond %3, %1, %2, y, x.2
//         return %4
//       }
//       x.1, x.2 = copy x
//       %3 = lt x.1, %0
//       %4 = cond %3, %1, %2, x.2, y
//       return %4
//     }
//     x.1, x.2 = copy x
//     %3 = lt x.1, %0
//     %4 = cond %3, %1, %2, x.2, y
//     return %4
//   }
//   x.1, x.2 = copy x
//   %3 = lt x.1, %0
//   %4 = cond %3, %1, %2, x.2, y
//   return %4
// }

// ---- adjoint

// net (x: f64, y: f64) -> [f64, [f64] -o[[f64] -o~ [f64, f64]] [f64, f64]] {
//   x.1, x.2 = copy x
//   %0: [f64, f64] -o[] [f64, [f64] -o~ [f64, f64]] = abstraction (x: f64, y: f64) -> [f64, [f64] -o[[f64] -o~ [f64, f64]] [f64, f64]] {
//     x.1, x.2 = copy x
//     %0: [f64, f64] -o[] [f64, [f64] -o~ [f64, f64]] = abstraction (x: f64, y: f64) -> [f64, [f64] -o[[f64] -o~ [f64, f64]] [f64, f64]] {
//       x.1, x.2 = copy x
//       %0: [f64, f64] -o[] [f64, [f64] -o~ [f64, f64]] = abstraction (x: f64, y: f64) -> [f64, [f64] -o[[f64] -o~ [f64, f64]] [f64, f64]] {
//         x.1, x.2 = copy x
//         %0: [f64, f64] -o[] [f64, [f64] -o~ [f64, f64]] = abstraction (y: f64, x: f64) -> [f64, [f64] -o[[f64] -o~ [f64, f64]] [f64, f64]] {
//           x.1, x.2 = copy x
//           %0: [f64, f64] -o[] [f64, [f64] -o~ [f64, f64]] = abstraction (y: f64, x: f64) -> [f64, [f64] -o[f64, f64] [f64, f64]] {
//             x.1, x.2 = copy x
//             y.1, y.2 = copy y
//             %0 = abstraction [x = x.2, y = y.2] (%0: f64) -> [f64, f64] {
//               %1, %2 = copy %0
//               d_x = mul y, %1
//               d_y = mul x, %2
//               return d_y, d_x
//             }
//             %1 = mul x.1, y.1
//             return %1, %0
//           }
//           %1: [f64, f64] -o[] [f64, [f64] -o~ [f64, f64]] = abstraction (y: f64, x: f64) -> [f64, [f64] -o[f64, f64, f64] [f64, f64]] {
//             y.1, y.2 = copy y
//             x.1, x.2 = copy x
//             %0 = sub y.1, x.1
//             %1, %2 = copy %0
//             %3 = abstraction [%0 = %2, y = y.2, x = x.2] (%1: f64) -> [f64, f64] {
//               %2 = cos %0
//               %3 = mul %2, %1
//               %4, d_y = copy %3
//               d_x = neg %4
//               discard y
//               discard x
//               return d_y, d_x
//             }
//             %4 = sin %1
//             return %4, %3
//           }
//           %2 = const 5.0: f64
//           %3 = lt x.1, %2
//           %4, %5 = cond %3, %1, %0, y, x.2
//           %6 = abstraction [%0 = %5] (%1: f64) -> [f64, f64] {
//             d_y, %2 = eval %0, %1
//             %3 = zero: f64
//             %4 = zero: f64
//             d_x = plus %3, %2
//             discard %4
//             return d_y, d_x
//           }
//           return %4, %6
//         }
//         %1: [f64, f64] -o[] [f64, [f64] -o~ [f64, f64]] = abstraction (y: f64, x: f64) -> [f64, [f64] -o[f64, f64, f64] [f64, f64]] {
//           y.1, y.2 = copy y
//           x.1, x.2 = copy x
//           %0 = mul y.1, x.1
//           %1, %2 = copy %0
//           %3 = abstraction [%0 = %2, y = y.2, x = x.2] (%1: f64) -> [f64, f64] {
//             %2 = exp %0
//             %3 = mul %2, %1
//             %4, %5 = copy %3
//             d_y = mul x, %4
//             d_x = mul y, %5
//             return d_y, d_x
//           }
//           %4 = exp %1
//           return %4, %3
//         }
//         %2 = const 4.0: f64
//         %3 = lt x.1, %2
//         %4, %5 = cond %3, %1, %0, y, x.2
//         %6 = abstraction [%0 = %5] (%1: f64) -> [f64, f64] {
//           d_y, %2 = eval %0, %1
//           %3 = zero: f64
//           %4 = zero: f64
//           d_x = plus %3, %2
//           discard %4
//           return d_x, d_y
//         }
//         return %4, %6
//       }
//       %1: [f64, f64] -o[] [f64, [f64] -o~ [f64, f64]] = abstraction (x: f64, y: f64) -> [f64, [f64] -o[f64, f64, f64] [f64, f64]] {
//         x.1, x.2 = copy x
//         y.1, y.2 = copy y
//         %0 = sub x.1, y.1
//         %1, %2 = copy %0
//         %3 = abstraction [%0 = %2, x = x.2, y = y.2] (%1: f64) -> [f64, f64] {
//           %2 = sin %0
//           %3 = mul %2, %1
//           %4 = neg %3
//           %5, d_x = copy %4
//           d_y = neg %5
//           discard x
//           discard y
//           return d_x, d_y
//         }
//         %4 = cos %1
//         return %4, %3
//       }
//       %2 = const 3.0: f64
//       %3 = lt x.1, %2
//       %4, %5 = cond %3, %1, %0, x.2, y
//       %6 = abstraction [%0 = %5] (%1: f64) -> [f64, f64] {
//         %2, d_y = eval %0, %1
//         %3 = zero: f64
//         %4 = zero: f64
//         d_x = plus %3, %2
//         discard %4
//         return d_x, d_y
//       }
//       return %4, %6
//     }
//     %1: [f64, f64] -o[] [f64, [f64] -o~ [f64, f64]] = abstraction (x: f64, y: f64) -> [f64, [f64] -o[f64, f64, f64] [f64, f64]] {
//       x.1, x.2 = copy x
//       y.1, y.2 = copy y
//       %0 = add x.1, y.1
//       %1, %2 = copy %0
//       %3 = abstraction [%0 = %2, x = x.2, y = y.2] (%1: f64) -> [f64, f64] {
//         %2 = exp %0
//         %3 = mul %2, %1
//         d_x, d_y = copy %3
//         discard x
//         discard y
//         return d_x, d_y
//       }
//       %4 = exp %1
//       return %4, %3
//     }
//     %2 = const 2.0: f64
//     %3 = lt x.1, %2
//     %4, %5 = cond %3, %1, %0, x.2, y
//     %6 = abstraction [%0 = %5] (%1: f64) -> [f64, f64] {
//       %2, d_y = eval %0, %1
//       %3 = zero: f64
//       %4 = zero: f64
//       d_x = plus %3, %2
//       discard %4
//       return d_x, d_y
//     }
//     return %4, %6
//   }
//   %1: [f64, f64] -o[] [f64, [f64] -o~ [f64, f64]] = abstraction (x: f64, y: f64) -> [f64, [f64] -o[f64, f64, f64] [f64, f64]] {
//     x.1, x.2 = copy x
//     y.1, y.2 = copy y
//     %0 = mul x.1, y.1
//     %1, %2 = copy %0
//     %3 = abstraction [%0 = %2, x = x.2, y = y.2] (%1: f64) -> [f64, f64] {
//       %2 = cos %0
//       %3 = mul %2, %1
//       %4, %5 = copy %3
//       d_x = mul y, %4
//       d_y = mul x, %5
//       return d_x, d_y
//     }
//     %4 = sin %1
//     return %4, %3
//   }
//   %2 = const 1.0: f64
//   %3 = lt x.1, %2
//   %4, %5 = cond %3, %1, %0, x.2, y
//   %6 = abstraction [%0 = %5] (%1: f64) -> [f64, f64] {
//     %2, d_y = eval %0, %1
//     %3 = zero: f64
//     %4 = zero: f64
//     d_x = plus %3, %2
//     discard %4
//     return d_x, d_y
//   }
//   return %4, %6
// }

// ---- simplified

// net (x: f64, y: f64) -> [f64, [f64] -o [f64, f64]] {
//   x.1, x.2 = copy x
//   %0: [f64, f64] -o [f64, f64, #bool, f64, Option<(#bool, f64, #bool, f64, #bool, f64)>] = abstraction (x: f64, y: f64) -> [f64, f64, #bool, f64, Option<(#bool, f64, #bool, f64, #bool, f64)>] {
//     x.1, x.2 = copy x
//     %0: [f64, f64] -o [f64, f64, Option<(#bool, f64, #bool, f64, #bool, f64)>] = abstraction (x: f64, y: f64) -> [f64, f64, Option<(#bool, f64, #bool, f64, #bool, f64)>] {
//       x.1, x.2 = copy x
//       %0: [f64, f64] -o [f64, f64, #bool, f64, #bool, f64] = abstraction (x: f64, y: f64) -> [f64, f64, #bool, f64, #bool, f64] {
//         x.1, x.2 = copy x
//         %0: [f64, f64] -o [f64, f64, #bool, f64] = abstraction (y: f64, x: f64) -> [f64, f64, #bool, f64] {
//           x.1, x.2 = copy x
//           %0: [f64, f64] -o [f64, f64] = abstraction (y: f64, x: f64) -> [f64, f64] {
//             %0 = mul x, y
//             %1 = zero: f64
//             return %0, %1
//           }
//           %1: [f64, f64] -o [f64, f64] = abstraction (y: f64, x: f64) -> [f64, f64] {
//             %0 = sub y, x
//             %1, %2 = copy %0
//             %3 = sin %1
//             return %3, %2
//           }
//           %2 = const 5.0: f64
//           %3 = lt x.1, %2
//           %4, %5 = copy %3
//           %6, %7 = cond %4, %1, %0, y, x.2
//           %8 = zero: f64
//           return %6, %8, %5, %7
//         }
//         %1: [f64, f64] -o [f64, f64, #bool, f64] = abstraction (y: f64, x: f64) -> [f64, f64, #bool, f64] {
//           %0 = mul y, x
//           %1 = exp %0
//           %2, %3 = copy %1
//           %4 = const false: #bool
//           %5 = zero: f64
//           return %2, %3, %4, %5
//         }
//         %2 = const 4.0: f64
//         %3 = lt x.1, %2
//         %4, %5 = copy %3
//         %6, %7, %8, %9 = cond %4, %1, %0, y, x.2
//         %10 = zero: f64
//         return %6, %10, %5, %7, %8, %9
//       }
//       %1: [f64, f64] -o [f64, f64, #bool, f64, #bool, f64] = abstraction (x: f64, y: f64) -> [f64, f64, #bool, f64, #bool, f64] {
//         %0 = sub x, y
//         %1, %2 = copy %0
//         %3 = cos %1
//         %4 = const false: #bool
//         %5 = zero: f64
//         %6 = const false: #bool
//         %7 = zero: f64
//         return %3, %2, %4, %5, %6, %7
//       }
//       %2 = const 3.0: f64
//       %3 = lt x.1, %2
//       %4, %5 = copy %3
//       %6, %7, %8, %9, %10, %11 = cond %4, %1, %0, x.2, y
//       %12 = pack %5, %7, %8, %9, %10, %11
//       %13 = zero: f64
//       %14 = present %12
//       return %6, %13, %14
//     }
//     %1: [f64, f64] -o [f64, f64, Option<(#bool, f64, #bool, f64, #bool, f64)>] = abstraction (x: f64, y: f64) -> [f64, f64, Option<(#bool, f64, #bool, f64, #bool, f64)>] {
//       %0 = add x, y
//       %1 = exp %0
//       %2, %3 = copy %1
//       %4 = absent: (#bool, f64, #bool, f64, #bool, f64)
//       return %2, %3, %4
//     }
//     %2 = const 2.0: f64
//     %3 = lt x.1, %2
//     %4, %5 = copy %3
//     %6, %7, %8 = cond %4, %1, %0, x.2, y
//     %9 = zero: f64
//     return %6, %9, %5, %7, %8
//   }
//   %1: [f64, f64] -o [f64, f64, #bool, f64, Option<(#bool, f64, #bool, f64, #bool, f64)>] = abstraction (x: f64, y: f64) -> [f64, f64, #bool, f64, Option<(#bool, f64, #bool, f64, #bool, f64)>] {
//     %0 = mul x, y
//     %1, %2 = copy %0
//     %3 = sin %1
//     %4 = const false: #bool
//     %5 = zero: f64
//     %6 = absent: (#bool, f64, #bool, f64, #bool, f64)
//     return %3, %2, %4, %5, %6
//   }
//   %2 = const 1.0: f64
//   %3 = lt x.1, %2
//   %4, %5 = copy %3
//   x.3, x.4 = copy x.2
//   y.1, y.2 = copy y
//   %6, %7, %8, %9, %10 = cond %4, %1, %0, x.3, y.1
//   %11: [f64] -o [f64, f64] = abstraction [%0 = %5, %1 = %7, x = x.4, y = y.2, %2 = %8, %3 = %9, %4 = %10] (%5: f64) -> [f64, f64] {
//     %6: [f64, f64, f64, #bool, f64, Option<(#bool, f64, #bool, f64, #bool, f64)>, f64] -o [f64, f64] = abstraction (%0: f64, %1: f64, %2: f64, %3: #bool, %4: f64, %5: Option<(#bool, f64, #bool, f64, #bool, f64)>, %6: f64) -> [f64, f64] {
//       %7 = cos %0
//       %8 = mul %7, %6
//       %9, %10 = copy %8
//       d_x = mul %2, %9
//       d_y = mul %1, %10
//       discard %3
//       discard %4
//       discard %5
//       return d_x, d_y
//     }
//     %7: [f64, f64, f64, #bool, f64, Option<(#bool, f64, #bool, f64, #bool, f64)>, f64] -o [f64, f64] = abstraction (%0: f64, %1: f64, %2: f64, %3: #bool, %4: f64, %5: Option<(#bool, f64, #bool, f64, #bool, f64)>, %6: f64) -> [f64, f64] {
//       %7: [f64, f64, f64, Option<(#bool, f64, #bool, f64, #bool, f64)>, f64] -o [f64, f64] = abstraction (%0: f64, %1: f64, %2: f64, %3: Option<(#bool, f64, #bool, f64, #bool, f64)>, %4: f64) -> [f64, f64] {
//         %5 = mul %0, %4
//         d_x, d_y = copy %5
//         discard %1
//         discard %2
//         discard %3
//         return d_x, d_y
//       }
//       %8: [f64, f64, f64, Option<(#bool, f64, #bool, f64, #bool, f64)>, f64] -o [f64, f64] = abstraction (%0: f64, %1: f64, %2: f64, %3: Option<(#bool, f64, #bool, f64, #bool, f64)>, %4: f64) -> [f64, f64] {
//         %5: [f64, #bool, f64, f64, f64, #bool, f64, f64] -o [f64, f64] = abstraction (%0: f64, %1: #bool, %2: f64, %3: f64, %4: f64, %5: #bool, %6: f64, %7: f64) -> [f64, f64] {
//           %8 = sin %0
//           %9 = mul %8, %7
//           %10 = neg %9
//           %11, d_x = copy %10
//           d_y = neg %11
//           discard %1
//           discard %2
//           discard %3
//           discard %4
//           discard %5
//           discard %6
//           return d_x, d_y
//         }
//         %6: [f64, #bool, f64, f64, f64, #bool, f64, f64] -o [f64, f64] = abstraction (%0: f64, %1: #bool, %2: f64, %3: f64, %4: f64, %5: #bool, %6: f64, %7: f64) -> [f64, f64] {
//           %8: [f64, f64, f64, #bool, f64, f64] -o [f64, f64] = abstraction (%0: f64, %1: f64, %2: f64, %3: #bool, %4: f64, %5: f64) -> [f64, f64] {
//             %6 = mul %2, %5
//             %7, %8 = copy %6
//             d_y = mul %1, %7
//             d_x = mul %0, %8
//             discard %3
//             discard %4
//             return d_y, d_x
//           }
//           %9: [f64, f64, f64, #bool, f64, f64] -o [f64, f64] = abstraction (%0: f64, %1: f64, %2: f64, %3: #bool, %4: f64, %5: f64) -> [f64, f64] {
//             %6: [f64, f64, f64, f64] -o [f64, f64] = abstraction (%0: f64, %1: f64, %2: f64, %3: f64) -> [f64, f64] {
//               %4 = cos %0
//               %5 = mul %4, %3
//               %6, d_y = copy %5
//               d_x = neg %6
//               discard %1
//               discard %2
//               return d_y, d_x
//             }
//             %7: [f64, f64, f64, f64] -o [f64, f64] = abstraction (%0: f64, %1: f64, %2: f64, %3: f64) -> [f64, f64] {
//               %4, %5 = copy %3
//               d_x = mul %2, %4
//               d_y = mul %1, %5
//               discard %0
//               return d_y, d_x
//             }
//             d_y, d_x = cond %3, %6, %7, %4, %1, %0, %5
//             discard %2
//             return d_y, d_x
//           }
//           d_y, d_x = cond %1, %8, %9, %2, %3, %4, %5, %6, %7
//           discard %0
//           return d_x, d_y
//         }
//         discard %0
//         %7 = expect %3
//         %8, %9, %10, %11, %12, %13 = unpack %7
//         d_x, d_y = cond %8, %5, %6, %9, %10, %1, %2, %11, %12, %13, %4
//         return d_x, d_y
//       }
//       d_x, d_y = cond %3, %7, %8, %4, %2, %1, %5, %6
//       discard %0
//       return d_x, d_y
//     }
//     d_x, d_y = cond %0, %6, %7, %1, x, y, %2, %3, %4, %5
//     return d_x, d_y
//   }
//   return %6, %11
// }

// ---- value and gradient, simplified

// net (x: f64, y: f64) -> [f64, f64, f64] {
//   x.1, x.2 = copy x
//   %0: [f64, f64] -o [f64, f64, f64] = abstraction (x: f64, y: f64) -> [f64, f64, f64] {
//     x.1, x.2 = copy x
//     %0: [f64, f64] -o [f64, f64, f64] = abstraction (x: f64, y: f64) -> [f64, f64, f64] {
//       x.1, x.2 = copy x
//       %0: [f64, f64] -o [f64, f64, f64] = abstraction (x: f64, y: f64) -> [f64, f64, f64] {
//         x.1, x.2 = copy x
//         %0: [f64, f64] -o [f64, f64, f64] = abstraction (y: f64, x: f64) -> [f64, f64, f64] {
//           x.1, x.2 = copy x
//           %0: [f64, f64] -o [f64, f64, f64] = abstraction (y: f64, x: f64) -> [f64, f64, f64] {
//             x.1, d_y = copy x
//             y.1, d_x = copy y
//             %0 = mul x.1, y.1
//             return %0, d_y, d_x
//           }
//           %1: [f64, f64] -o [f64, f64, f64] = abstraction (y: f64, x: f64) -> [f64, f64, f64] {
//             %0 = sub y, x
//             %1, %2 = copy %0
//             %3 = sin %1
//             %4 = cos %2
//             %5, d_y = copy %4
//             d_x = neg %5
//             return %3, d_y, d_x
//           }
//           %2 = const 5.0: f64
//           %3 = lt x.1, %2
//           %4, d_y, d_x = cond %3, %1, %0, y, x.2
//           return %4, d_y, d_x
//         }
//         %1: [f64, f64] -o [f64, f64, f64] = abstraction (y: f64, x: f64) -> [f64, f64, f64] {
//           y.1, y.2 = copy y
//           x.1, x.2 = copy x
//           %0 = mul y.1, x.1
//           %1 = exp %0
//           %2, %3 = copy %1
//           %4, %5 = copy %3
//           d_y = mul x.2, %4
//           d_x = mul y.2, %5
//           return %2, d_y, d_x
//         }
//         %2 = const 4.0: f64
//         %3 = lt x.1, %2
//         %4, d_y, d_x = cond %3, %1, %0, y, x.2
//         return %4, d_x, d_y
//       }
//       %1: [f64, f64] -o [f64, f64, f64] = abstraction (x: f64, y: f64) -> [f64, f64, f64] {
//         %0 = sub x, y
//         %1, %2 = copy %0
//         %3 = cos %1
//         %4 = sin %2
//         %5 = neg %4
//         %6, d_x = copy %5
//         d_y = neg %6
//         return %3, d_x, d_y
//       }
//       %2 = const 3.0: f64
//       %3 = lt x.1, %2
//       %4, d_x, d_y = cond %3, %1, %0, x.2, y
//       return %4, d_x, d_y
//     }
//     %1: [f64, f64] -o [f64, f64, f64] = abstraction (x: f64, y: f64) -> [f64, f64, f64] {
//       %0 = add x, y
//       %1 = exp %0
//       %2, %3 = copy %1
//       d_x, d_y = copy %3
//       return %2, d_x, d_y
//     }
//     %2 = const 2.0: f64
//     %3 = lt x.1, %2
//     %4, d_x, d_y = cond %3, %1, %0, x.2, y
//     return %4, d_x, d_y
//   }
//   %1: [f64, f64] -o [f64, f64, f64] = abstraction (x: f64, y: f64) -> [f64, f64, f64] {
//     x.1, x.2 = copy x
//     y.1, y.2 = copy y
//     %0 = mul x.1, y.1
//     %1, %2 = copy %0
//     %3 = sin %1
//     %4 = cos %2
//     %5, %6 = copy %4
//     d_x = mul y.2, %5
//     d_y = mul x.2, %6
//     return %3, d_x, d_y
//   }
//   %2 = const 1.0: f64
//   %3 = lt x.1, %2
//   %4, d_x, d_y = cond %3, %1, %0, x.2, y
//   return %4, d_x, d_y
// }

// ---- Rust

// /// The derivatives of [`steps`](fn@steps).
// pub(crate) struct steps {}
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
// impl steps {
//     /// The gradient of [`steps`](fn@steps) with respect to `x` and `y`.
//     #[must_use]
//     #[inline]
//     pub(crate) fn grad(x: f64, y: f64) -> (f64, f64) {
//         let _ = steps;
//         let (d_x_5, d_y_5) = if x < 1.0 {
//             let cos = (x * y).cos();
//             (y * cos, x * cos)
//         } else {
//             let (d_x_4, d_y_4) = if x < 2.0 {
//                 let exp = (x + y).exp();
//                 (exp, exp)
//             } else {
//                 let (d_x_3, d_y_3) = if x < 3.0 {
//                     let negative = -(x - y).sin();
//                     (negative, -negative)
//                 } else {
//                     let (d_y_2, d_x_2) = if x < 4.0 {
//                         let exp_2 = (y * x).exp();
//                         (x * exp_2, y * exp_2)
//                     } else {
//                         let (d_y, d_x) = if x < 5.0 {
//                             let cos_2 = (y - x).cos();
//                             (cos_2, -cos_2)
//                         } else {
//                             (x, y)
//                         };
//                         (d_y, d_x)
//                     };
//                     (d_x_2, d_y_2)
//                 };
//                 (d_x_3, d_y_3)
//             };
//             (d_x_4, d_y_4)
//         };
//         (d_x_5, d_y_5)
//     }
//     /// The value of [`steps`](fn@steps), and its gradient with respect to `x` and `y`, in one pass.
//     #[must_use]
//     #[inline]
//     pub(crate) fn value_and_grad(x: f64, y: f64) -> (f64, (f64, f64)) {
//         let _ = steps;
//         let (value, d_x_5, d_y_5) = if x < 1.0 {
//             let product = x * y;
//             let cos_product = product.cos();
//             (product.sin(), y * cos_product, x * cos_product)
//         } else {
//             let (exp_4, d_x_4, d_y_4) = if x < 2.0 {
//                 let exp = (x + y).exp();
//                 (exp, exp, exp)
//             } else {
//                 let (cos_difference, d_x_3, d_y_3) = if x < 3.0 {
//                     let difference = x - y;
//                     let negative = -difference.sin();
//                     (difference.cos(), negative, -negative)
//                 } else {
//                     let (exp_3, d_y_2, d_x_2) = if x < 4.0 {
//                         let exp_2 = (y * x).exp();
//                         (exp_2, x * exp_2, y * exp_2)
//                     } else {
//                         let (sin_difference_2, d_y, d_x) = if x < 5.0 {
//                             let difference_2 = y - x;
//                             let cos_difference_2 = difference_2.cos();
//                             (difference_2.sin(), cos_difference_2, -cos_difference_2)
//                         } else {
//                             (x * y, x, y)
//                         };
//                         (sin_difference_2, d_y, d_x)
//                     };
//                     (exp_3, d_x_2, d_y_2)
//                 };
//                 (cos_difference, d_x_3, d_y_3)
//             };
//             (exp_4, d_x_4, d_y_4)
//         };
//         (value, (d_x_5, d_y_5))
//     }
//     /// Gives the value of [`steps`](fn@steps), and writes its gradient with respect to `x` and `y` to `d_x` and `d_y`.
//     #[inline]
//     pub(crate) fn value_and_grad_into(
//         x: f64,
//         y: f64,
//         d_x: &mut f64,
//         d_y: &mut f64,
//     ) -> f64 {
//         let (value, gradient) = Self::value_and_grad(x, y);
//         *d_x = gradient.0;
//         *d_y = gradient.1;
//         value
//     }
//     /// Gives the value of [`steps`](fn@steps), and adds its gradient with respect to `x` and `y` to `d_x` and `d_y`.
//     #[inline]
//     pub(crate) fn accumulate_grad(x: f64, y: f64, d_x: &mut f64, d_y: &mut f64) -> f64 {
//         let (value, gradient) = Self::value_and_grad(x, y);
//         *d_x += gradient.0;
//         *d_y += gradient.1;
//         value
//     }
//     /// The value of [`steps`](fn@steps), and its backpropagator, which takes the sensitivity of the value and gives the gradient with respect to `x` and `y`.
//     #[must_use]
//     #[inline]
//     pub(crate) fn vjp(
//         x: f64,
//         y: f64,
//     ) -> (f64, impl ::core::ops::Fn(f64) -> (f64, f64) + use<>) {
//         let _: fn(
//             ::core::primitive::f64,
//             ::core::primitive::f64,
//         ) -> ::core::primitive::f64 = steps;
//         let condition = x < 1.0;
//         let mut residual = false;
//         let mut residual_2 = 0.0_f64;
//         let mut residual_3 = false;
//         let mut residual_4 = 0.0_f64;
//         let mut residual_5 = false;
//         let mut residual_6 = 0.0_f64;
//         let (value, product_2, condition_9, exp_8) = if condition {
//             let product = x * y;
//             (product.sin(), product, false, 0.0)
//         } else {
//             let condition_2 = x < 2.0;
//             let (exp_6, exp_7) = if condition_2 {
//                 let exp = (x + y).exp();
//                 (exp, exp)
//             } else {
//                 let condition_3 = x < 3.0;
//                 let (
//                     cos_difference,
//                     difference_5,
//                     condition_7,
//                     exp_5,
//                     condition_8,
//                     difference_6,
//                 ) = if condition_3 {
//                     let difference = x - y;
//                     (difference.cos(), difference, false, 0.0, false, 0.0)
//                 } else {
//                     let condition_4 = x < 4.0;
//                     let (exp_3, exp_4, condition_6, difference_4) = if condition_4 {
//                         let exp_2 = (y * x).exp();
//                         (exp_2, exp_2, false, 0.0)
//                     } else {
//                         let condition_5 = x < 5.0;
//                         let (sin_difference_2, difference_3) = if condition_5 {
//                             let difference_2 = y - x;
//                             (difference_2.sin(), difference_2)
//                         } else {
//                             (x * y, 0.0)
//                         };
//                         (sin_difference_2, 0.0, condition_5, difference_3)
//                     };
//                     (exp_3, 0.0, condition_4, exp_4, condition_6, difference_4)
//                 };
//                 residual = condition_3;
//                 residual_2 = difference_5;
//                 residual_3 = condition_7;
//                 residual_4 = exp_5;
//                 residual_5 = condition_8;
//                 residual_6 = difference_6;
//                 (cos_difference, 0.0)
//             };
//             (exp_6, 0.0, condition_2, exp_7)
//         };
//         (
//             value,
//             move |d: f64| {
//                 let (d_x_6, d_y_5) = if condition {
//                     let product_3 = product_2.cos() * d;
//                     (y * product_3, x * product_3)
//                 } else {
//                     let (d_x_5, d_y_4) = if condition_9 {
//                         let d_x = exp_8 * d;
//                         (d_x, d_x)
//                     } else {
//                         let (d_x_4, d_y_3) = if residual {
//                             let negative = -(residual_2.sin() * d);
//                             (negative, -negative)
//                         } else {
//                             let (d_y_2, d_x_3) = if residual_3 {
//                                 let product_4 = residual_4 * d;
//                                 (x * product_4, y * product_4)
//                             } else {
//                                 let (d_y, d_x_2) = if residual_5 {
//                                     let product_5 = residual_6.cos() * d;
//                                     (product_5, -product_5)
//                                 } else {
//                                     (x * d, y * d)
//                                 };
//                                 (d_y, d_x_2)
//                             };
//                             (d_x_3, d_y_2)
//                         };
//                         (d_x_4, d_y_3)
//                     };
//                     (d_x_5, d_y_4)
//                 };
//                 (d_x_6, d_y_5)
//             },
//         )
//     }
//     /// The adjoint.
//     #[doc(hidden)]
//     #[inline]
//     pub(crate) fn __adjoint(
//         x: f64,
//         y: f64,
//     ) -> (f64, impl ::core::ops::Fn(f64) -> (f64, f64) + use<>) {
//         Self::vjp(x, y)
//     }
//     /// The adjoint, for callers that have no contents of arrays again.
//     #[doc(hidden)]
//     #[inline]
//     pub(crate) fn __keeping(
//         x: f64,
//         y: f64,
//     ) -> (f64, impl ::core::ops::Fn(f64) -> (f64, f64) + use<>) {
//         Self::__adjoint(x, y)
//     }
//     #[doc(hidden)]
//     #[inline]
//     pub(crate) fn __function(
//         __function: impl ::core::marker::Sized,
//     ) -> (
//         impl ::backprop::__private::Function<
//             (f64, f64),
//             Output = f64,
//             Gradient = (f64, f64),
//             Cotangent = (),
//         >,
//         impl ::core::marker::Sized,
//     ) {
//         (
//             ::backprop::__private::Closure::new(move |(x, y): (f64, f64)| {
//                 let (value, back) = Self::__adjoint(x, y);
//                 (value, move |d| ((), back(d)))
//             }),
//             ::backprop::__private::claims::Pair(steps, __function),
//         )
//     }
//     #[doc(hidden)]
//     #[inline]
//     pub(crate) fn __constant<__Function: ::core::ops::FnOnce(f64, f64) -> f64>(
//         __function: __Function,
//         __arguments: (f64, f64),
//     ) -> (f64, ::backprop::__private::claims::Pair<(), ()>) {
//         let __asked = ::backprop::__private::claims::Pair((), ());
//         let (x, y) = __arguments;
//         (__function(x, y), __asked)
//     }
//     #[doc(hidden)]
//     pub(crate) const __derivative: ::core::primitive::usize = 0;
//     #[doc(hidden)]
//     #[inline]
//     pub(crate) fn __of<__Function, __Derivative>(
//         __function: __Function,
//         _: __Derivative,
//     ) -> impl ::core::marker::Sized + use<__Function, __Derivative> {
//         ::backprop::__private::claims::Pair(steps, __function)
//     }
//     #[doc(hidden)]
//     pub(crate) const __calls_in_a_circle: ::core::primitive::usize = 0;
// }
