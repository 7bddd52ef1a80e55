//! A rational model of seven parameters.

#[differentiable(wrt(b1, b2, b3, b4, b5, b6, b7))]
fn thurber(b1: f64, b2: f64, b3: f64, b4: f64, b5: f64, b6: f64, b7: f64, x: f64) -> f64 {
    (b1 + b2 * x + b3 * x * x + b4 * x * x * x) / (1.0 + b5 * x + b6 * x * x + b7 * x * x * x)
}

// ---- net

// net (b1: f64, b2: f64, b3: f64, b4: f64, b5: f64, b6: f64, b7: f64, x: f64) -> f64 {
//   x.1, x.2 = copy x
//   %0 = mul b2, x.1
//   %1 = add b1, %0
//   x.3, x.4 = copy x.2
//   %2 = mul b3, x.3
//   x.5, x.6 = copy x.4
//   %3 = mul %2, x.5
//   %4 = add %1, %3
//   x.7, x.8 = copy x.6
//   %5 = mul b4, x.7
//   x.9, x.10 = copy x.8
//   %6 = mul %5, x.9
//   %7 = const 1.0: f64
//   x.11, x.12 = copy x.10
//   %8 = mul %6, x.11
//   %9 = add %4, %8
//   x.13, x.14 = copy x.12
//   %10 = mul b5, x.13
//   %11 = add %7, %10
//   x.15, x.16 = copy x.14
//   %12 = mul b6, x.15
//   x.17, x.18 = copy x.16
//   %13 = mul %12, x.17
//   %14 = add %11, %13
//   x.19, x.20 = copy x.18
//   %15 = mul b7, x.19
//   x.21, x.22 = copy x.20
//   %16 = mul %15, x.21
//   %17 = mul %16, x.22
//   %18 = add %14, %17
//   %19 = div %9, %18
//   return %19
// }

// ---- adjoint

// net (b1: f64, b2: f64, b3: f64, b4: f64, b5: f64, b6: f64, b7: f64, x: f64) -> [f64, [f64] -o[f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64] [f64, f64, f64, f64, f64, f64, f64, f64]] {
//   b7.1, b7.2 = copy b7
//   b6.1, b6.2 = copy b6
//   b5.1, b5.2 = copy b5
//   %0 = const 1.0: f64
//   %1, %2 = copy %0
//   b4.1, b4.2 = copy b4
//   b3.1, b3.2 = copy b3
//   b1.1, b1.2 = copy b1
//   b2.1, b2.2 = copy b2
//   x.1, x.2 = copy x
//   x.3, x.4 = copy x.2
//   x.5, x.6 = copy x.4
//   x.7, x.8 = copy x.6
//   x.9, x.10 = copy x.8
//   x.11, x.12 = copy x.10
//   x.13, x.14 = copy x.12
//   x.15, x.16 = copy x.14
//   x.17, x.18 = copy x.16
//   x.19, x.20 = copy x.18
//   x.21, x.22 = copy x.20
//   x.23, x.24 = copy x.22
//   x.25, x.26 = copy x.21
//   x.27, x.28 = copy x.19
//   %3 = mul b7.1, x.27
//   %4, %5 = copy %3
//   %6 = mul %4, x.25
//   %7, %8 = copy %6
//   %9 = mul %7, x.23
//   %10, %11 = copy %9
//   x.29, x.30 = copy x.17
//   x.31, x.32 = copy x.15
//   %12 = mul b6.1, x.31
//   %13, %14 = copy %12
//   %15 = mul %13, x.29
//   %16, %17 = copy %15
//   x.33, x.34 = copy x.13
//   %18 = mul b5.1, x.33
//   %19, %20 = copy %18
//   %21 = add %1, %19
//   %22, %23 = copy %21
//   %24 = add %22, %16
//   %25, %26 = copy %24
//   %27 = add %25, %10
//   %28, %29 = copy %27
//   x.35, x.36 = copy x.11
//   x.37, x.38 = copy x.9
//   x.39, x.40 = copy x.7
//   %30 = mul b4.1, x.39
//   %31, %32 = copy %30
//   %33 = mul %31, x.37
//   %34, %35 = copy %33
//   %36 = mul %34, x.35
//   %37, %38 = copy %36
//   x.41, x.42 = copy x.5
//   x.43, x.44 = copy x.3
//   %39 = mul b3.1, x.43
//   %40, %41 = copy %39
//   %42 = mul %40, x.41
//   %43, %44 = copy %42
//   x.45, x.46 = copy x.1
//   %45 = mul b2.1, x.45
//   %46, %47 = copy %45
//   %48 = add b1.1, %46
//   %49, %50 = copy %48
//   %51 = add %49, %43
//   %52, %53 = copy %51
//   %54 = add %52, %37
//   %55, %56 = copy %54
//   %57 = abstraction [%0 = %56, %1 = %29, %2 = %26, %3 = %11, %4 = %8, x = x.24, %5, x.1 = x.26, b7 = b7.2, x.2 = x.28, %6 = %23, %7 = %17, %8 = %14, x.3 = x.30, b6 = b6.2, x.4 = x.32, %9 = %2, %10 = %20, b5 = b5.2, x.5 = x.34, %11 = %53, %12 = %38, %13 = %35, x.6 = x.36, %14 = %32, x.7 = x.38, b4 = b4.2, x.8 = x.40, %15 = %50, %16 = %44, %17 = %41, x.9 = x.42, b3 = b3.2, x.10 = x.44, b1 = b1.2, %18 = %47, b2 = b2.2, x.11 = x.46] (%19: f64) -> [f64, f64, f64, f64, f64, f64, f64, f64] {
//     %20, %21 = copy %1
//     %22 = div %0, %20
//     %23 = div %19, %21
//     %24, %25 = copy %23
//     %26 = mul %24, %22
//     %27 = neg %26
//     %28, %29 = copy %27
//     discard %2
//     discard %3
//     %30, %31 = copy %29
//     %32 = mul x, %30
//     %33 = mul %4, %31
//     %34, %35 = copy %32
//     %36 = mul x.1, %34
//     %37 = mul %5, %35
//     %38 = plus %37, %33
//     %39, %40 = copy %36
//     d_b7 = mul x.2, %39
//     %41 = mul b7, %40
//     %42 = plus %41, %38
//     %43, %44 = copy %28
//     discard %6
//     discard %7
//     %45, %46 = copy %44
//     %47 = mul x.3, %45
//     %48 = mul %8, %46
//     %49 = plus %48, %42
//     %50, %51 = copy %47
//     d_b6 = mul x.4, %50
//     %52 = mul b6, %51
//     %53 = plus %52, %49
//     %54, %55 = copy %43
//     discard %9
//     discard %10
//     %56, %57 = copy %55
//     d_b5 = mul x.5, %56
//     %58 = mul b5, %57
//     %59 = plus %58, %53
//     %60, %61 = copy %25
//     discard %11
//     discard %12
//     %62, %63 = copy %61
//     %64 = mul x.6, %62
//     %65 = mul %13, %63
//     %66 = plus %65, %59
//     discard %54
//     %67, %68 = copy %64
//     %69 = mul x.7, %67
//     %70 = mul %14, %68
//     %71 = plus %70, %66
//     %72, %73 = copy %69
//     d_b4 = mul x.8, %72
//     %74 = mul b4, %73
//     %75 = plus %74, %71
//     %76, %77 = copy %60
//     discard %15
//     discard %16
//     %78, %79 = copy %77
//     %80 = mul x.9, %78
//     %81 = mul %17, %79
//     %82 = plus %81, %75
//     %83, %84 = copy %80
//     d_b3 = mul x.10, %83
//     %85 = mul b3, %84
//     %86 = plus %85, %82
//     d_b1, %87 = copy %76
//     discard b1
//     discard %18
//     %88, %89 = copy %87
//     d_b2 = mul x.11, %88
//     %90 = mul b2, %89
//     d_x = plus %90, %86
//     return d_b1, d_b2, d_b3, d_b4, d_b5, d_b6, d_b7, d_x
//   }
//   %58 = div %55, %28
//   return %58, %57
// }

// ---- simplified

// net (b1: f64, b2: f64, b3: f64, b4: f64, b5: f64, b6: f64, b7: f64, x: f64) -> [f64, [f64] -o [f64, f64, f64, f64, f64, f64, f64, f64]] {
//   b7.1, b7.2 = copy b7
//   b6.1, b6.2 = copy b6
//   b5.1, b5.2 = copy b5
//   b4.1, b4.2 = copy b4
//   b3.1, b3.2 = copy b3
//   b2.1, b2.2 = copy b2
//   x.1, x.2 = copy x
//   x.3, x.4 = copy x.2
//   x.5, x.6 = copy x.4
//   x.7, x.8 = copy x.6
//   x.9, x.10 = copy x.8
//   x.11, x.12 = copy x.10
//   x.13, x.14 = copy x.12
//   x.15, x.16 = copy x.14
//   x.17, x.18 = copy x.16
//   x.19, x.20 = copy x.18
//   x.21, x.22 = copy x.20
//   x.23, x.24 = copy x.22
//   %0 = mul b7.1, x.19
//   %1, %2 = copy %0
//   %3 = mul %1, x.21
//   %4, %5 = copy %3
//   %6 = mul %4, x.23
//   %7 = mul b6.1, x.15
//   %8, %9 = copy %7
//   %10 = mul %8, x.17
//   %11 = mul b5.1, x.13
//   %12 = mul b4.1, x.7
//   %13, %14 = copy %12
//   %15 = mul %13, x.9
//   %16, %17 = copy %15
//   %18 = mul %16, x.11
//   %19 = mul b3.1, x.3
//   %20, %21 = copy %19
//   %22 = mul %20, x.5
//   %23 = mul b2.1, x.1
//   %24 = add b1, %23
//   %25 = add %24, %22
//   %26 = add %25, %18
//   %27 = const 1.0: f64
//   %28 = add %27, %11
//   %29 = add %28, %10
//   %30 = add %29, %6
//   %31, %32 = copy %30
//   %33 = div %26, %31
//   %34, %35 = copy %33
//   %36: [f64] -o [f64, f64, f64, f64, f64, f64, f64, f64] = abstraction [%0 = %32, %1 = %5, x = x.24, %2, b7 = b7.2, %3 = %9, b6 = b6.2, b5 = b5.2, %4 = %17, %5 = %14, b4 = b4.2, %6 = %21, b3 = b3.2, b2 = b2.2, %7 = %35] (%8: f64) -> [f64, f64, f64, f64, f64, f64, f64, f64] {
//     %9 = div %8, %0
//     %10, %11 = copy %9
//     %12 = mul %10, %7
//     %13 = neg %12
//     %14, %15 = copy %13
//     %16, %17 = copy %11
//     d_b1, %18 = copy %16
//     x.1, x.2 = copy x
//     x.3, x.4 = copy x.1
//     x.5, x.6 = copy x.3
//     %19 = mul x.6, %17
//     x.7, x.8 = copy x.5
//     x.9, x.10 = copy x.7
//     %20 = mul x.9, %15
//     %21, d_b2 = copy %19
//     %22, %23 = copy %21
//     %24 = mul x.4, %22
//     %25, d_b3 = copy %24
//     %26, %27 = copy %25
//     d_b4 = mul x.2, %26
//     %28, d_b5 = copy %20
//     %29, %30 = copy %28
//     %31 = mul x.10, %29
//     %32, d_b6 = copy %31
//     %33, %34 = copy %32
//     d_b7 = mul x.8, %33
//     %35 = plus b2, %6
//     %36 = plus %35, %4
//     %37 = mul %36, %18
//     %38 = plus b5, %3
//     %39 = plus %38, %1
//     %40 = mul %39, %14
//     %41 = plus %37, %40
//     %42 = plus b3, %5
//     %43 = mul %42, %23
//     %44 = plus %41, %43
//     %45 = plus b6, %2
//     %46 = mul %45, %30
//     %47 = plus %44, %46
//     %48 = mul b4, %27
//     %49 = plus %47, %48
//     %50 = mul b7, %34
//     d_x = plus %49, %50
//     return d_b1, d_b2, d_b3, d_b4, d_b5, d_b6, d_b7, d_x
//   }
//   return %34, %36
// }

// ---- value and gradient, simplified

// net (b1: f64, b2: f64, b3: f64, b4: f64, b5: f64, b6: f64, b7: f64, x: f64) -> [f64, f64, f64, f64, f64, f64, f64, f64] {
//   x.1, x.2 = copy x
//   x.3, x.4 = copy x.2
//   x.5, x.6 = copy x.4
//   x.7, x.8 = copy x.6
//   x.9, x.10 = copy x.8
//   x.11, x.12 = copy x.10
//   x.13, x.14 = copy x.12
//   x.15, x.16 = copy x.14
//   x.17, x.18 = copy x.16
//   x.19, x.20 = copy x.18
//   x.21, x.22 = copy x.20
//   x.23, x.24 = copy x.22
//   %0 = mul b7, x.19
//   %1 = mul %0, x.21
//   %2 = mul %1, x.23
//   %3 = mul b6, x.15
//   %4 = mul %3, x.17
//   %5 = mul b5, x.13
//   %6 = mul b4, x.7
//   %7 = mul %6, x.9
//   %8 = mul %7, x.11
//   %9 = mul b3, x.3
//   %10 = mul %9, x.5
//   %11 = mul b2, x.1
//   %12 = add b1, %11
//   %13 = add %12, %10
//   %14 = add %13, %8
//   %15 = const 1.0: f64
//   %16 = add %15, %5
//   %17 = add %16, %4
//   %18 = add %17, %2
//   %19, %20 = copy %18
//   %21 = div %14, %19
//   x.25, x.26 = copy x.24
//   x.27, x.28 = copy x.25
//   x.29, x.30 = copy x.27
//   x.31, x.32 = copy x.29
//   %22, %23 = copy %21
//   %24 = const 1.0: f64
//   %25 = div %24, %20
//   d_b1, %26 = copy %25
//   %27 = mul x.30, %26
//   %28, %29 = copy %27
//   %30, d_b2 = copy %28
//   %31 = mul x.28, %30
//   %32, d_b3 = copy %31
//   d_b4 = mul x.26, %32
//   %33 = mul %29, %23
//   %34 = neg %33
//   %35, d_b5 = copy %34
//   %36 = mul x.31, %35
//   %37, d_b6 = copy %36
//   d_b7 = mul x.32, %37
//   return %22, d_b1, d_b2, d_b3, d_b4, d_b5, d_b6, d_b7
// }

// ---- Rust

// /// The derivatives of [`thurber`](fn@thurber).
// struct thurber {}
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
// impl thurber {
//     /// The gradient of [`thurber`](fn@thurber) with respect to `b1`, `b2`, `b3`, `b4`, `b5`, `b6` and `b7`.
//     #[must_use]
//     #[inline]
//     fn grad(
//         b1: f64,
//         b2: f64,
//         b3: f64,
//         b4: f64,
//         b5: f64,
//         b6: f64,
//         b7: f64,
//         x: f64,
//     ) -> (f64, f64, f64, f64, f64, f64, f64) {
//         let _ = thurber;
//         Self::value_and_grad(b1, b2, b3, b4, b5, b6, b7, x).1
//     }
//     /// The value of [`thurber`](fn@thurber), and its gradient with respect to `b1`, `b2`, `b3`, `b4`, `b5`, `b6` and `b7`, in one pass.
//     #[must_use]
//     #[inline]
//     fn value_and_grad(
//         b1: f64,
//         b2: f64,
//         b3: f64,
//         b4: f64,
//         b5: f64,
//         b6: f64,
//         b7: f64,
//         x: f64,
//     ) -> (f64, (f64, f64, f64, f64, f64, f64, f64)) {
//         let _ = thurber;
//         let sum = 1.0 + b5 * x + b6 * x * x + b7 * x * x * x;
//         let value = (b1 + b2 * x + b3 * x * x + b4 * x * x * x) / sum;
//         let d_b1 = 1.0 / sum;
//         let d_b2 = x * d_b1;
//         let d_b3 = x * d_b2;
//         let d_b5 = -(d_b2 * value);
//         let d_b6 = x * d_b5;
//         (value, (d_b1, d_b2, d_b3, x * d_b3, d_b5, d_b6, x * d_b6))
//     }
//     /// Gives the value of [`thurber`](fn@thurber), and writes its gradient with respect to `b1`, `b2`, `b3`, `b4`, `b5`, `b6` and `b7` to `d_b1`, `d_b2`, `d_b3`, `d_b4`, `d_b5`, `d_b6` and `d_b7`.
//     #[inline]
//     fn value_and_grad_into(
//         b1: f64,
//         b2: f64,
//         b3: f64,
//         b4: f64,
//         b5: f64,
//         b6: f64,
//         b7: f64,
//         x: f64,
//         d_b1: &mut f64,
//         d_b2: &mut f64,
//         d_b3: &mut f64,
//         d_b4: &mut f64,
//         d_b5: &mut f64,
//         d_b6: &mut f64,
//         d_b7: &mut f64,
//     ) -> f64 {
//         let (value, gradient) = Self::value_and_grad(b1, b2, b3, b4, b5, b6, b7, x);
//         *d_b1 = gradient.0;
//         *d_b2 = gradient.1;
//         *d_b3 = gradient.2;
//         *d_b4 = gradient.3;
//         *d_b5 = gradient.4;
//         *d_b6 = gradient.5;
//         *d_b7 = gradient.6;
//         value
//     }
//     /// Gives the value of [`thurber`](fn@thurber), and adds its gradient with respect to `b1`, `b2`, `b3`, `b4`, `b5`, `b6` and `b7` to `d_b1`, `d_b2`, `d_b3`, `d_b4`, `d_b5`, `d_b6` and `d_b7`.
//     #[inline]
//     fn accumulate_grad(
//         b1: f64,
//         b2: f64,
//         b3: f64,
//         b4: f64,
//         b5: f64,
//         b6: f64,
//         b7: f64,
//         x: f64,
//         d_b1: &mut f64,
//         d_b2: &mut f64,
//         d_b3: &mut f64,
//         d_b4: &mut f64,
//         d_b5: &mut f64,
//         d_b6: &mut f64,
//         d_b7: &mut f64,
//     ) -> f64 {
//         let (value, gradient) = Self::value_and_grad(b1, b2, b3, b4, b5, b6, b7, x);
//         *d_b1 += gradient.0;
//         *d_b2 += gradient.1;
//         *d_b3 += gradient.2;
//         *d_b4 += gradient.3;
//         *d_b5 += gradient.4;
//         *d_b6 += gradient.5;
//         *d_b7 += gradient.6;
//         value
//     }
//     /// The value of [`thurber`](fn@thurber), and its backpropagator, which takes the sensitivity of the value and gives the gradient with respect to `b1`, `b2`, `b3`, `b4`, `b5`, `b6` and `b7`.
//     #[must_use]
//     #[inline]
//     fn vjp(
//         b1: f64,
//         b2: f64,
//         b3: f64,
//         b4: f64,
//         b5: f64,
//         b6: f64,
//         b7: f64,
//         x: f64,
//     ) -> (
//         f64,
//         impl ::core::ops::Fn(f64) -> (f64, f64, f64, f64, f64, f64, f64) + use<>,
//     ) {
//         let _: fn(
//             ::core::primitive::f64,
//             ::core::primitive::f64,
//             ::core::primitive::f64,
//             ::core::primitive::f64,
//             ::core::primitive::f64,
//             ::core::primitive::f64,
//             ::core::primitive::f64,
//             ::core::primitive::f64,
//         ) -> ::core::primitive::f64 = thurber;
//         let sum = 1.0 + b5 * x + b6 * x * x + b7 * x * x * x;
//         let value = (b1 + b2 * x + b3 * x * x + b4 * x * x * x) / sum;
//         (
//             value,
//             move |d: f64| {
//                 let d_b1 = d / sum;
//                 let d_b2 = x * d_b1;
//                 let d_b5 = x * -(d_b1 * value);
//                 let d_b3 = x * d_b2;
//                 let d_b6 = x * d_b5;
//                 (d_b1, d_b2, d_b3, x * d_b3, d_b5, d_b6, x * d_b6)
//             },
//         )
//     }
//     /// The adjoint.
//     #[doc(hidden)]
//     #[inline]
//     fn __adjoint(
//         b1: f64,
//         b2: f64,
//         b3: f64,
//         b4: f64,
//         b5: f64,
//         b6: f64,
//         b7: f64,
//         x: f64,
//     ) -> (
//         f64,
//         impl ::core::ops::Fn(f64) -> (f64, f64, f64, f64, f64, f64, f64, f64) + use<>,
//     ) {
//         let _ = thurber;
//         let product = b7 * x;
//         let product_2 = product * x;
//         let product_3 = b6 * x;
//         let product_4 = b4 * x;
//         let product_5 = product_4 * x;
//         let product_6 = b3 * x;
//         let sum = 1.0 + b5 * x + product_3 * x + product_2 * x;
//         let value = (b1 + b2 * x + product_6 * x + product_5 * x) / sum;
//         (
//             value,
//             move |d: f64| {
//                 let d_b1 = d / sum;
//                 let negative = -(d_b1 * value);
//                 let d_b2 = x * d_b1;
//                 let d_b5 = x * negative;
//                 let d_b3 = x * d_b2;
//                 let d_b6 = x * d_b5;
//                 let product_7 = (b5 + product_3 + product_2) * negative;
//                 let sum_2 = (b2 + product_6 + product_5) * d_b1 + product_7;
//                 let sum_3 = sum_2 + (b3 + product_4) * d_b2 + (b6 + product) * d_b5;
//                 (
//                     d_b1,
//                     d_b2,
//                     d_b3,
//                     x * d_b3,
//                     d_b5,
//                     d_b6,
//                     x * d_b6,
//                     sum_3 + b4 * d_b3 + b7 * d_b6,
//                 )
//             },
//         )
//     }
//     /// The adjoint, for callers that have no contents of arrays again.
//     #[doc(hidden)]
//     #[inline]
//     fn __keeping(
//         b1: f64,
//         b2: f64,
//         b3: f64,
//         b4: f64,
//         b5: f64,
//         b6: f64,
//         b7: f64,
//         x: f64,
//     ) -> (
//         f64,
//         impl ::core::ops::Fn(f64) -> (f64, f64, f64, f64, f64, f64, f64, f64) + use<>,
//     ) {
//         Self::__adjoint(b1, b2, b3, b4, b5, b6, b7, x)
//     }
//     #[doc(hidden)]
//     #[inline]
//     fn __function(
//         __function: impl ::core::marker::Sized,
//     ) -> (
//         impl ::backprop::__private::Function<
//             (f64, f64, f64, f64, f64, f64, f64, f64),
//             Output = f64,
//             Gradient = (f64, f64, f64, f64, f64, f64, f64, f64),
//             Cotangent = (),
//         >,
//         impl ::core::marker::Sized,
//     ) {
//         (
//             ::backprop::__private::Closure::new(move |
//                 (
//                     b1,
//                     b2,
//                     b3,
//                     b4,
//                     b5,
//                     b6,
//                     b7,
//                     x,
//                 ): (f64, f64, f64, f64, f64, f64, f64, f64)|
//             {
//                 let (value, back) = Self::__adjoint(b1, b2, b3, b4, b5, b6, b7, x);
//                 (value, move |d| ((), back(d)))
//             }),
//             ::backprop::__private::claims::Pair(thurber, __function),
//         )
//     }
//     #[doc(hidden)]
//     #[inline]
//     fn __constant<
//         __Function: ::core::ops::FnOnce(f64, f64, f64, f64, f64, f64, f64, f64) -> f64,
//     >(
//         __function: __Function,
//         __arguments: (f64, f64, f64, f64, f64, f64, f64, f64),
//     ) -> (f64, ::backprop::__private::claims::Pair<(), ()>) {
//         let __asked = ::backprop::__private::claims::Pair((), ());
//         let (b1, b2, b3, b4, b5, b6, b7, x) = __arguments;
//         (__function(b1, b2, b3, b4, b5, b6, b7, x), __asked)
//     }
//     #[doc(hidden)]
//     const __derivative: ::core::primitive::usize = 0;
//     #[doc(hidden)]
//     #[inline]
//     fn __of<__Function, __Derivative>(
//         __function: __Function,
//         _: __Derivative,
//     ) -> impl ::core::marker::Sized + use<__Function, __Derivative> {
//         ::backprop::__private::claims::Pair(thurber, __function)
//     }
//     #[doc(hidden)]
//     const __calls_in_a_circle: ::core::primitive::usize = 0;
// }
