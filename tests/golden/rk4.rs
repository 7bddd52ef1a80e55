//! A step of Runge and Kutta's method: a function of arrays is a parameter, and a closure takes and gives arrays.

#[differentiable]
pub fn rk4<F: Fn(&[f64; 3]) -> [f64; 3]>(f: F, y: [f64; 3], h: f64) -> [f64; 3] {
    let along = |k: &[f64; 3], h: f64| [y[0] + h * k[0], y[1] + h * k[1], y[2] + h * k[2]];
    let k1 = f(&y);
    let k2 = f(&along(&k1, 0.5 * h));
    along(&k2, h)
}

// ---- net

// net (f: [Look<f64>, !, Array<f64>] -o[?F] [Array<f64>, !, Array<f64>], y: Array<f64>, h: f64, %0: !) -> [Array<f64>, !] {
//   along = abstraction (k: Array<f64>, h: f64, %0: Array<f64>, %1: !) -> [Array<f64>, Array<f64>, Array<f64>, !] {
//     %2 = const 0: #usize
//     y, %3, %4 = get %0, %2, %1
//     %5 = const 0: #usize
//     k.1, %6, %7 = get k, %5, %4
//     %8 = const 1: #usize
//     y.1, %9, %10 = get y, %8, %7
//     %11 = const 1: #usize
//     k.2, %12, %13 = get k.1, %11, %10
//     h.1, h.2 = copy h
//     %14 = mul h.1, %6
//     %15 = add %3, %14
//     %16 = const 2: #usize
//     y.2, %17, %18 = get y.1, %16, %13
//     %19 = const 2: #usize
//     k.3, %20, %21 = get k.2, %19, %18
//     h.3, h.4 = copy h.2
//     %22 = mul h.3, %12
//     %23 = add %9, %22
//     %24 = mul h.4, %20
//     %25 = add %17, %24
//     %26 = new<Array<f64>, Look<(f64, f64, f64)>> %15, %23, %25
//     return %26, k.3, y.2, %21
//   }
//   %1, %2 = look y
//   %3 = const 0.5: f64
//   f.1, f.2 = copy f
//   k1, %4, y.1 = eval f.1, %2, %0, %1
//   %5 = foreign begin@0 %4 -> !
//   along.1, along.2 = copy along
//   h.1, h.2 = copy h
//   %6 = mul %3, h.1
//   %7, k1.1, %8, %9 = eval along.1, k1, %6, y.1, %5
//   %10, %11 = look %7
//   k2, %12, %13 = eval f.2, %11, %9, %10
//   drop %13
//   %14, k2.1, %15, %16 = eval along.2, k2, h.2, %8, %12
//   drop k2.1
//   drop k1.1
//   drop %15
//   return %14, %16
// }

// ---- adjoint

// net (f: [Look<f64>, !, Array<f64>] -o[?F] [Array<f64>, !, Array<f64>, [Look<f64>, Array<f64>, Array<f64>] -o~ [?F', Array<f64>]], y: Array<f64>, h: f64, %0: !) -> [Array<f64>, !, [Array<f64>] -o[#_, #_, #_, [Array<f64>, Array<f64>, Array<f64>] -o~ [Array<f64>, f64, Array<f64>], #_, [Look<f64>, Array<f64>, Array<f64>] -o~ [?F', Array<f64>], Look<f64>, [Array<f64>, Array<f64>, Array<f64>] -o~ [Array<f64>, f64, Array<f64>], f64, f64, [Look<f64>, Array<f64>, Array<f64>] -o~ [?F', Array<f64>], Look<f64>] [?F', Array<f64>, f64]] {
//   h.1, h.2 = copy h
//   h.3, h.4 = copy h.1
//   f.1, f.2 = copy f
//   %1 = const 0.5: f64
//   %2, %3 = copy %1
//   %4 = mul %2, h.3
//   %5, %6 = look y
//   %7, %8 = copy %6
//   k1, %9, y.1, %10 = eval f.1, %7, %0, %5
//   %11 = foreign begin@0 %9 -> !
//   along: [Array<f64>, f64, Array<f64>, !] -o[] [Array<f64>, Array<f64>, Array<f64>, !, [Array<f64>, Array<f64>, Array<f64>] -o~ [Array<f64>, f64, Array<f64>]] = abstraction (k: Array<f64>, h: f64, %0: Array<f64>, %1: !) -> [Array<f64>, Array<f64>, Array<f64>, !, [Array<f64>, Array<f64>, Array<f64>] -o[f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, #usize, #usize, f64, f64, f64, f64, #usize, #usize, #usize, #usize] [Array<f64>, f64, Array<f64>]] {
//     %2 = const 2: #usize
//     %3, %4 = copy %2
//     %5 = const 2: #usize
//     %6, %7 = copy %5
//     h.1, h.2 = copy h
//     h.3, h.4 = copy h.2
//     h.5, h.6 = copy h.4
//     h.7, h.8 = copy h.3
//     h.9, h.10 = copy h.1
//     %8 = const 1: #usize
//     %9, %10 = copy %8
//     %11 = const 1: #usize
//     %12, %13 = copy %11
//     %14 = const 0: #usize
//     %15, %16 = copy %14
//     %17 = const 0: #usize
//     %18, %19 = copy %17
//     y, %20, %21 = get %0, %18, %1
//     %22, %23 = copy %20
//     k.1, %24, %25 = get k, %15, %21
//     %26, %27 = copy %24
//     %28 = mul h.9, %26
//     %29, %30 = copy %28
//     %31 = add %22, %29
//     %32, %33 = copy %31
//     y.1, %34, %35 = get y, %12, %25
//     %36, %37 = copy %34
//     k.2, %38, %39 = get k.1, %9, %35
//     %40, %41 = copy %38
//     %42 = mul h.7, %40
//     %43, %44 = copy %42
//     %45 = add %36, %43
//     %46, %47 = copy %45
//     y.2, %48, %49 = get y.1, %6, %39
//     %50, %51 = copy %48
//     k.3, %52, %53 = get k.2, %3, %49
//     %54, %55 = copy %52
//     %56 = mul h.5, %54
//     %57, %58 = copy %56
//     %59 = add %50, %57
//     %60, %61 = copy %59
//     %62 = abstraction [%0 = %33, %1 = %47, %2 = %61, %3 = %51, %4 = %58, h = h.6, %5 = %55, %6 = %37, %7 = %44, h.1 = h.8, %8 = %41, %9 = %4, %10 = %7, %11 = %23, %12 = %30, h.2 = h.10, %13 = %27, %14 = %10, %15 = %13, %16, %17 = %19] (%18: Array<f64>, d_k: Array<f64>, d_y: Array<f64>) -> [Array<f64>, f64, Array<f64>] {
//       %19 = const 0: #usize
//       %20, %21 = get_again %18, %19
//       %22 = const 1: #usize
//       %23, %24 = get_again %20, %22
//       %25 = const 2: #usize
//       %26, %27 = get_again %23, %25
//       drop %26
//       discard %0
//       discard %1
//       discard %2
//       %28, %29 = copy %27
//       discard %3
//       discard %4
//       %30, %31 = copy %29
//       %32 = mul %5, %30
//       %33 = mul h, %31
//       %34, %35 = copy %24
//       discard %6
//       discard %7
//       %36, %37 = copy %35
//       %38 = mul %8, %36
//       %39 = mul h.1, %37
//       %40 = plus %38, %32
//       d_k.1 = add_again d_k, %9, %33
//       d_y.1 = add_again d_y, %10, %28
//       %41, %42 = copy %21
//       discard %11
//       discard %12
//       %43, %44 = copy %42
//       %45 = mul %13, %43
//       %46 = mul h.2, %44
//       d_h = plus %45, %40
//       d_k.2 = add_again d_k.1, %14, %39
//       d_y.2 = add_again d_y.1, %15, %34
//       d_k.3 = add_again d_k.2, %16, %46
//       %47 = add_again d_y.2, %17, %41
//       return d_k.3, d_h, %47
//     }
//     %63 = new<Array<f64>, Look<(f64, f64, f64)>> %32, %46, %60
//     return %63, k.3, y.2, %53, %62
//   }
//   along.1, along.2 = copy along
//   %12, k1.1, %13, %14, %15 = eval along.1, k1, %4, y.1, %11
//   %16 = end k1.1
//   %17, %18 = look %12
//   %19, %20 = copy %18
//   k2, %21, %22, %23 = eval f.2, %19, %14, %17
//   %24, k2.1, %25, %26, %27 = eval along.2, k2, h.2, %13, %21
//   %28 = end %25
//   %29 = end k2.1
//   %30 = end %22
//   %31 = abstraction [%0 = %28, %1 = %16, %2 = %29, %3 = %27, %4 = %30, %5 = %23, %6 = %20, %7 = %15, %8 = %3, h = h.4, %9 = %10, %10 = %8] (%11: Array<f64>) -> [?F', Array<f64>, f64] {
//     %12 = zeros<Array<f64>> %0
//     d_k1 = zeros<Array<f64>> %1
//     d_k2 = zeros<Array<f64>> %2
//     d_k2.1, %13, %14 = eval %3, %11, d_k2, %12
//     %15 = zeros<Array<f64>> %4
//     %16, %17 = eval %5, %6, d_k2.1, %15
//     d_k1.1, %18, d_y = eval %7, %17, d_k1, %14
//     %19, %20 = copy %18
//     %21 = mul h, %19
//     %22 = mul %8, %20
//     d_h = plus %22, %13
//     %23, d_y.1 = eval %9, %10, d_k1.1, d_y
//     d_f = plus %23, %16
//     discard %21
//     return d_f, d_y.1, d_h
//   }
//   return %24, %26, %31
// }

// ---- simplified

// net (f: [Look<f64>, !, Array<f64>] -o [Array<f64>, !, Array<f64>, [Look<f64>, Array<f64>, Array<f64>] -o~ [?F', Array<f64>]], y: Array<f64>, h: f64, %0: !) -> [Array<f64>, !, [Array<f64>] -o [?F', Array<f64>, f64]] {
//   h.1, h.2 = copy h
//   f.1, f.2 = copy f
//   %1 = const 0.5: f64
//   h.3 = mul %1, h.1
//   h.4, h.5 = copy h.3
//   h.6, h.7 = copy h.5
//   h.8, h.9 = copy h.7
//   h.10, h.11 = copy h.2
//   h.12, h.13 = copy h.11
//   h.14, h.15 = copy h.13
//   %2 = const 2: #usize
//   %3 = const 2: #usize
//   %4 = const 1: #usize
//   %5 = const 1: #usize
//   %6 = const 0: #usize
//   %7 = const 0: #usize
//   %8 = const 2: #usize
//   %9 = const 1: #usize
//   %10 = const 0: #usize
//   %11, %12 = look y
//   %13, %14 = copy %12
//   %15, %16 = copy %14
//   k1, %17, y.1, %18 = eval f.1, %15, %0, %11
//   %19 = end y.1
//   %20 = foreign begin@0 %17 -> !
//   %21, %22 = copy %13
//   %23, %24 = read %22, %7, %20
//   k, %25, %26 = get k1, %6, %24
//   %27, %28 = copy %25
//   %29 = mul h.4, %27
//   %30, %31 = copy %23
//   %32 = add %30, %29
//   %33, %34 = copy %21
//   %35, %36 = read %34, %5, %26
//   k.1, %37, %38 = get k, %4, %36
//   %39, %40 = copy %37
//   %41 = mul h.6, %39
//   %42, %43 = copy %35
//   %44 = add %42, %41
//   %45, %46 = read %33, %3, %38
//   k.2, %47, %48 = get k.1, %2, %46
//   %49 = end k.2
//   %50, %51 = copy %47
//   %52 = mul h.8, %50
//   %53, %54 = copy %45
//   %55 = add %53, %52
//   %56 = new<Array<f64>, Look<(f64, f64, f64)>> %32, %44, %55
//   %57, %58 = look %56
//   %59, %60 = copy %58
//   k2, %61, %62, %63 = eval f.2, %59, %48, %57
//   %64 = end %62
//   k.3, %65, %66 = get k2, %10, %61
//   %67, %68 = copy %65
//   %69 = mul h.10, %67
//   %70 = add %31, %69
//   k.4, %71, %72 = get k.3, %9, %66
//   %73, %74 = copy %71
//   %75 = mul h.12, %73
//   %76 = add %43, %75
//   k.5, %77, %78 = get k.4, %8, %72
//   %79 = end k.5
//   %80, %81 = copy %77
//   %82: [Array<f64>] -o [?F', Array<f64>, f64] = abstraction [%0 = %19, %1 = %49, %2 = %79, %3 = %64, %4 = %63, %5 = %60, %6 = %18, %7 = %16, h = h.15, %8 = %81, %9 = %74, %10 = %68, h.1 = h.9, %11 = %51, %12 = %40, %13 = %28] (%14: Array<f64>) -> [?F', Array<f64>, f64] {
//     d_y = zeros<Array<f64>> %0
//     d_k1 = zeros<Array<f64>> %1
//     d_k2 = zeros<Array<f64>> %2
//     %15 = zeros<Array<f64>> %3
//     %16 = const 0: #usize
//     %17 = const 1: #usize
//     %18 = const 2: #usize
//     %19 = const 0: #usize
//     %20, %21 = get_again %14, %19
//     %22 = const 1: #usize
//     %23, %24 = get_again %20, %22
//     %25 = const 2: #usize
//     %26, %27 = get_again %23, %25
//     drop %26
//     %28, %29 = copy %27
//     %30, %31 = copy %29
//     %32 = mul %8, %30
//     %33, %34 = copy %24
//     %35, %36 = copy %34
//     %37 = mul %9, %35
//     %38 = plus %37, %32
//     %39, %40 = copy %21
//     %41, %42 = copy %40
//     %43 = mul %10, %41
//     d_h = plus %43, %38
//     %44 = const 0.5: f64
//     %45 = const 2: #usize
//     h.2, h.3 = copy h
//     %46 = mul h.3, %42
//     h.4, h.5 = copy h.2
//     %47 = mul h.4, %31
//     %48 = mul h.5, %36
//     d_k = add_again d_k2, %45, %47
//     %49 = const 1: #usize
//     d_k.1 = add_again d_k, %49, %48
//     %50 = const 0: #usize
//     d_k.2 = add_again d_k.1, %50, %46
//     %51, %52 = eval %4, %5, d_k.2, %15
//     %53, %54 = get_again %52, %16
//     %55, %56 = get_again %53, %17
//     %57, %58 = get_again %55, %18
//     drop %57
//     %59, %60 = copy %58
//     %61, %62 = copy %60
//     %63 = mul %11, %61
//     %64, %65 = copy %56
//     %66, %67 = copy %65
//     %68 = mul %12, %66
//     %69 = plus %68, %63
//     %70, %71 = copy %54
//     %72, %73 = copy %71
//     %74 = mul %13, %72
//     d_h.1 = plus %74, %69
//     %75 = mul %44, d_h.1
//     d_h.2 = plus %75, d_h
//     %76 = const 2: #usize
//     %77 = const 2: #usize
//     h.6, h.7 = copy h.1
//     %78 = mul h.7, %73
//     h.8, h.9 = copy h.6
//     %79 = mul h.8, %62
//     %80 = mul h.9, %67
//     d_k.3 = add_again d_k1, %76, %79
//     %81 = const 1: #usize
//     d_k.4 = add_again d_k.3, %81, %80
//     %82 = const 1: #usize
//     %83 = const 0: #usize
//     d_k.5 = add_again d_k.4, %83, %78
//     %84 = const 0: #usize
//     %85 = plus %28, %59
//     %86 = plus %33, %64
//     d_y.1 = add_again d_y, %77, %85
//     d_y.2 = add_again d_y.1, %82, %86
//     %87 = plus %39, %70
//     d_y.3 = add_again d_y.2, %84, %87
//     %88, d_y.4 = eval %6, %7, d_k.5, d_y.3
//     d_f = plus %88, %51
//     return d_f, d_y.4, d_h.2
//   }
//   %83 = mul h.14, %80
//   %84 = add %54, %83
//   %85 = new<Array<f64>, Look<(f64, f64, f64)>> %70, %76, %84
//   return %85, %78, %82
// }

// ---- Rust

// /// The derivative of [`rk4`](fn@rk4), for functions that call it. It has no gradient, since it takes or gives functions.
// pub struct rk4 {}
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
// impl rk4 {
//     #[doc(hidden)]
//     pub fn grad<'__a, __0, __1, __2, __Gradient>(_: __0, _: __1, _: __2) -> __Gradient
//     where
//         ::backprop::__private::Gradient: ::backprop::__private::OfFunctions<'__a>,
//     {
//         ::backprop::__private::never()
//     }
//     #[doc(hidden)]
//     pub fn value_and_grad<'__a, __0, __1, __2, __Gradient>(
//         _: __0,
//         _: __1,
//         _: __2,
//     ) -> __Gradient
//     where
//         ::backprop::__private::Gradient: ::backprop::__private::OfFunctions<'__a>,
//     {
//         ::backprop::__private::never()
//     }
//     #[doc(hidden)]
//     pub fn value_and_grad_into<'__a, __0, __1, __2, __3, __4, __5, __Gradient>(
//         _: __0,
//         _: __1,
//         _: __2,
//         _: __3,
//         _: __4,
//         _: __5,
//     ) -> __Gradient
//     where
//         ::backprop::__private::Gradient: ::backprop::__private::OfFunctions<'__a>,
//     {
//         ::backprop::__private::never()
//     }
//     #[doc(hidden)]
//     pub fn accumulate_grad<'__a, __0, __1, __2, __3, __4, __5, __Gradient>(
//         _: __0,
//         _: __1,
//         _: __2,
//         _: __3,
//         _: __4,
//         _: __5,
//     ) -> __Gradient
//     where
//         ::backprop::__private::Gradient: ::backprop::__private::OfFunctions<'__a>,
//     {
//         ::backprop::__private::never()
//     }
//     /// The adjoint.
//     #[doc(hidden)]
//     #[inline]
//     pub fn __adjoint<F>(
//         f: F,
//         y: [f64; 3],
//         h: f64,
//     ) -> (
//         [f64; 3],
//         impl ::core::ops::Fn(
//             [f64; 3],
//         ) -> (::backprop::CotangentOf<F>, [f64; 3], f64) + use<F>,
//     )
//     where
//         F: ::backprop::__private::FunctionOfArrays<
//             (::backprop::__private::ByReference<[f64; 3]>,),
//             Output = [f64; 3],
//             Backpropagator: ::core::ops::Fn(
//                     ([f64; 3], (&[f64],), (&mut [f64],)),
//                 ) -> (::backprop::CotangentOf<F>, ((),)),
//         >,
//     {
//         let _ = || {
//             let _ = ::backprop::__private::claims::is::<::core::primitive::f64, f64>;
//         };
//         let written = ::backprop::__private::claims::Written::<
//             { Self::__calls_in_a_circle },
//         >;
//         let f = written.as_is(f);
//         let y = written.as_is(y);
//         let h = written.as_is(h);
//         let mut y = y;
//         let h_2 = 0.5_f64 * h;
//         let (mut k1, back_f_value) = ::backprop::__private::FunctionOfArrays::__adjoint(
//             &f,
//             (&y,),
//         );
//         let shape = written.as_is(::backprop::__private::shape(&y));
//         let y_element = y[0];
//         let k1_element = k1[0];
//         let y_element_2 = y[1];
//         let k1_element_2 = k1[1];
//         let y_element_3 = y[2];
//         let k1_element_3 = k1[2];
//         let shape_2 = written.as_is(::backprop::__private::shape(&k1));
//         let sum = y_element_3 + h_2 * k1_element_3;
//         let sum_2 = y_element_2 + h_2 * k1_element_2;
//         let mut array = [(y_element + h_2 * k1_element), sum_2, sum];
//         let (mut k2, back_f_value_2) = ::backprop::__private::FunctionOfArrays::__adjoint(
//             &f,
//             (&array,),
//         );
//         let shape_3 = written.as_is(::backprop::__private::shape(&array));
//         let k2_element = k2[0];
//         let k2_element_2 = k2[1];
//         let k2_element_3 = k2[2];
//         let shape_4 = written.as_is(::backprop::__private::shape(&k2));
//         let sum_3 = y_element_3 + h * k2_element_3;
//         let sum_4 = y_element_2 + h * k2_element_2;
//         let mut value = [(y_element + h * k2_element), sum_4, sum_3];
//         (
//             value,
//             move |mut d: [f64; 3]| {
//                 let mut d_y = shape.zeros();
//                 let mut d_k1 = shape_2.zeros();
//                 let mut d_k2 = shape_4.zeros();
//                 let mut array_2 = shape_3.zeros();
//                 let d_element = d[0];
//                 let d_element_2 = d[1];
//                 let d_element_3 = d[2];
//                 let sum_5 = k2_element_2 * d_element_2 + k2_element_3 * d_element_3;
//                 let d_h = k2_element * d_element + sum_5;
//                 d_k2[2] += h * d_element_3;
//                 d_k2[1] += h * d_element_2;
//                 d_k2[0] += h * d_element;
//                 let d_2 = back_f_value_2((d_k2, (&array,), (&mut array_2,))).0;
//                 let array_2_element = array_2[0];
//                 let array_2_element_2 = array_2[1];
//                 let array_2_element_3 = array_2[2];
//                 let product = k1_element_3 * array_2_element_3;
//                 let sum_6 = k1_element_2 * array_2_element_2 + product;
//                 let d_h_2 = k1_element * array_2_element + sum_6;
//                 d_k1[2] += h_2 * array_2_element_3;
//                 d_k1[1] += h_2 * array_2_element_2;
//                 d_k1[0] += h_2 * array_2_element;
//                 d_y[2] += d_element_3 + array_2_element_3;
//                 d_y[1] += d_element_2 + array_2_element_2;
//                 d_y[0] += d_element + array_2_element;
//                 let d_3 = back_f_value((d_k1, (&y,), (&mut d_y,))).0;
//                 let d_f = ::backprop::Cotangent::plus(d_3, &d_2);
//                 (d_f, d_y, 0.5 * d_h_2 + d_h)
//             },
//         )
//     }
//     /// The adjoint, for callers that have no contents of arrays again.
//     #[doc(hidden)]
//     #[inline]
//     pub fn __keeping<F>(
//         f: F,
//         y: [f64; 3],
//         h: f64,
//     ) -> (
//         [f64; 3],
//         impl ::core::ops::Fn(
//             [f64; 3],
//         ) -> (::backprop::CotangentOf<F>, [f64; 3], f64) + use<F>,
//     )
//     where
//         F: ::backprop::__private::FunctionOfArrays<
//             (::backprop::__private::ByReference<[f64; 3]>,),
//             Output = [f64; 3],
//             Backpropagator: ::core::ops::Fn(
//                     ([f64; 3], (&[f64],), (&mut [f64],)),
//                 ) -> (::backprop::CotangentOf<F>, ((),)),
//         >,
//     {
//         Self::__adjoint::<F>(f, y, h)
//     }
//     /// The adjoint, for callers that give it functions which captured arrays.
//     #[doc(hidden)]
//     #[inline]
//     pub fn __takes_closures_over_arrays<
//         F,
//         __CapturedByF: ::backprop::__private::Environment,
//     >(
//         f: F,
//         y: [f64; 3],
//         h: f64,
//         __captured_by_f: ::backprop::__private::Looks<'_, __CapturedByF>,
//     ) -> (
//         [f64; 3],
//         impl ::core::ops::Fn(
//             (
//                 [f64; 3],
//                 (::backprop::__private::Looks<'_, __CapturedByF>,),
//                 (::backprop::__private::Accumulators<'_, __CapturedByF>,),
//             ),
//         ) -> (::backprop::CotangentOf<F>, [f64; 3], f64, ()) + use<F, __CapturedByF>,
//     )
//     where
//         F: ::backprop::__private::FunctionOfArrays<
//             (
//                 ::backprop::__private::ByReference<[f64; 3]>,
//                 ::backprop::__private::CapturedArrays<__CapturedByF>,
//             ),
//             Output = [f64; 3],
//             Backpropagator: ::core::ops::Fn(
//                     (
//                         [f64; 3],
//                         (&[f64], ::backprop::__private::Looks<'_, __CapturedByF>),
//                         (
//                             &mut [f64],
//                             ::backprop::__private::Accumulators<'_, __CapturedByF>,
//                         ),
//                     ),
//                 ) -> (::backprop::CotangentOf<F>, ((), ())),
//         >,
//     {
//         let _ = || {
//             let _ = ::backprop::__private::claims::is::<::core::primitive::f64, f64>;
//         };
//         let written = ::backprop::__private::claims::Written::<
//             { Self::__calls_in_a_circle },
//         >;
//         let f = written.as_is(f);
//         let y = written.as_is(y);
//         let h = written.as_is(h);
//         let __captured_by_f = written.as_is(__captured_by_f);
//         let mut y = y;
//         let h_2 = 0.5_f64 * h;
//         let (mut k1, back_f_value) = ::backprop::__private::FunctionOfArrays::__adjoint(
//             &f,
//             (&y, __captured_by_f.look()),
//         );
//         let shape = written.as_is(::backprop::__private::shape(&y));
//         let y_element = y[0];
//         let k1_element = k1[0];
//         let y_element_2 = y[1];
//         let k1_element_2 = k1[1];
//         let y_element_3 = y[2];
//         let k1_element_3 = k1[2];
//         let shape_2 = written.as_is(::backprop::__private::shape(&k1));
//         let sum = y_element_3 + h_2 * k1_element_3;
//         let sum_2 = y_element_2 + h_2 * k1_element_2;
//         let mut array = [(y_element + h_2 * k1_element), sum_2, sum];
//         let (mut k2, back_f_value_2) = ::backprop::__private::FunctionOfArrays::__adjoint(
//             &f,
//             (&array, __captured_by_f.look()),
//         );
//         let shape_3 = written.as_is(::backprop::__private::shape(&array));
//         let k2_element = k2[0];
//         let k2_element_2 = k2[1];
//         let k2_element_3 = k2[2];
//         let shape_4 = written.as_is(::backprop::__private::shape(&k2));
//         let sum_3 = y_element_3 + h * k2_element_3;
//         let sum_4 = y_element_2 + h * k2_element_2;
//         let mut value = [(y_element + h * k2_element), sum_4, sum_3];
//         (
//             value,
//             move |
//                 (
//                     mut d,
//                     (__captured_by_f,),
//                     (mut d_captured_by_f,),
//                 ): (
//                     [f64; 3],
//                     (::backprop::__private::Looks<'_, __CapturedByF>,),
//                     (::backprop::__private::Accumulators<'_, __CapturedByF>,),
//                 )|
//             {
//                 let __captured_by_f = written.as_is(__captured_by_f);
//                 let mut d_y = shape.zeros();
//                 let mut d_k1 = shape_2.zeros();
//                 let mut d_k2 = shape_4.zeros();
//                 let mut array_2 = shape_3.zeros();
//                 let d_element = d[0];
//                 let d_element_2 = d[1];
//                 let d_element_3 = d[2];
//                 let sum_5 = k2_element_2 * d_element_2 + k2_element_3 * d_element_3;
//                 let d_h = k2_element * d_element + sum_5;
//                 d_k2[2] += h * d_element_3;
//                 d_k2[1] += h * d_element_2;
//                 d_k2[0] += h * d_element;
//                 let d_f = back_f_value_2((
//                         d_k2,
//                         (&array, __captured_by_f.look()),
//                         (&mut array_2, d_captured_by_f.lend()),
//                     ))
//                     .0;
//                 let array_2_element = array_2[0];
//                 let array_2_element_2 = array_2[1];
//                 let array_2_element_3 = array_2[2];
//                 let product = k1_element_3 * array_2_element_3;
//                 let sum_6 = k1_element_2 * array_2_element_2 + product;
//                 let d_h_2 = k1_element * array_2_element + sum_6;
//                 d_k1[2] += h_2 * array_2_element_3;
//                 d_k1[1] += h_2 * array_2_element_2;
//                 d_k1[0] += h_2 * array_2_element;
//                 d_y[2] += d_element_3 + array_2_element_3;
//                 d_y[1] += d_element_2 + array_2_element_2;
//                 d_y[0] += d_element + array_2_element;
//                 let d_f_2 = back_f_value((
//                         d_k1,
//                         (&y, __captured_by_f.look()),
//                         (&mut d_y, d_captured_by_f.lend()),
//                     ))
//                     .0;
//                 let d_f_3 = ::backprop::Cotangent::plus(d_f_2, &d_f);
//                 (d_f_3, d_y, 0.5 * d_h_2 + d_h, ())
//             },
//         )
//     }
//     #[doc(hidden)]
//     #[inline]
//     pub fn __of_closures_over_arrays<
//         F,
//         __CapturedByF: ::backprop::__private::Environment,
//         __Function,
//         __Argument2,
//         __Argument3,
//         __Value,
//         __Backpropagator,
//     >(
//         __function: __Function,
//         _: fn(
//             F,
//             __Argument2,
//             __Argument3,
//             ::backprop::__private::Looks<'_, __CapturedByF>,
//         ) -> (__Value, __Backpropagator),
//     ) -> impl ::core::marker::Sized + use<F, __CapturedByF, __Function, __Argument2, __Argument3, __Value, __Backpropagator>
//     where
//         F: ::backprop::__private::FunctionOfArrays<
//             (
//                 ::backprop::__private::ByReference<[f64; 3]>,
//                 ::backprop::__private::CapturedArrays<__CapturedByF>,
//             ),
//             Output = [f64; 3],
//             Backpropagator: ::core::ops::Fn(
//                     (
//                         [f64; 3],
//                         (&[f64], ::backprop::__private::Looks<'_, __CapturedByF>),
//                         (
//                             &mut [f64],
//                             ::backprop::__private::Accumulators<'_, __CapturedByF>,
//                         ),
//                     ),
//                 ) -> (::backprop::CotangentOf<F>, ((), ())),
//         >,
//     {
//         ::backprop::__private::claims::Pair(
//             {
//                 let it = rk4::<_>;
//                 let _ = || it(
//                     ::backprop::__private::never::<fn(&[f64; 3]) -> [f64; 3]>(),
//                     ::backprop::__private::never::<_>(),
//                     ::backprop::__private::never::<_>(),
//                 );
//                 it
//             },
//             __function,
//         )
//     }
//     #[doc(hidden)]
//     #[inline]
//     pub fn __constant<F, __Function>(
//         __function: __Function,
//         __arguments: (F, [f64; 3], f64),
//     ) -> ([f64; 3], impl ::core::marker::Sized + use<F, __Function>)
//     where
//         F: ::backprop::__private::FunctionOfArrays<
//             (::backprop::__private::ByReference<[f64; 3]>,),
//             Output = [f64; 3],
//             Backpropagator: ::core::ops::Fn(
//                     ([f64; 3], (&[f64],), (&mut [f64],)),
//                 ) -> (::backprop::CotangentOf<F>, ((),)),
//         >,
//     {
//         let __asked = ::backprop::__private::claims::Pair(
//             {
//                 let it = rk4::<_>;
//                 let _ = || it(
//                     ::backprop::__private::never::<fn(&[f64; 3]) -> [f64; 3]>(),
//                     ::backprop::__private::never::<_>(),
//                     ::backprop::__private::never::<_>(),
//                 );
//                 it
//             },
//             __function,
//         );
//         let (f, y, h) = __arguments;
//         (Self::__adjoint::<F>(f, y, h).0, __asked)
//     }
//     #[doc(hidden)]
//     pub const __derivative: ::core::primitive::usize = 0;
//     #[doc(hidden)]
//     #[inline]
//     pub fn __of<F, __Function, __Argument2, __Argument3, __Value, __Backpropagator>(
//         __function: __Function,
//         _: fn(F, __Argument2, __Argument3) -> (__Value, __Backpropagator),
//     ) -> impl ::core::marker::Sized + use<F, __Function, __Argument2, __Argument3, __Value, __Backpropagator>
//     where
//         F: ::backprop::__private::FunctionOfArrays<
//             (::backprop::__private::ByReference<[f64; 3]>,),
//             Output = [f64; 3],
//             Backpropagator: ::core::ops::Fn(
//                     ([f64; 3], (&[f64],), (&mut [f64],)),
//                 ) -> (::backprop::CotangentOf<F>, ((),)),
//         >,
//     {
//         ::backprop::__private::claims::Pair(
//             {
//                 let it = rk4::<_>;
//                 let _ = || it(
//                     ::backprop::__private::never::<fn(&[f64; 3]) -> [f64; 3]>(),
//                     ::backprop::__private::never::<_>(),
//                     ::backprop::__private::never::<_>(),
//                 );
//                 it
//             },
//             __function,
//         )
//     }
//     #[doc(hidden)]
//     pub const __calls_in_a_circle: ::core::primitive::usize = {
//         const fn check<F: Fn(&[f64; 3]) -> [f64; 3]>() -> ::core::primitive::usize {
//             let _: fn(F, [f64; 3], f64) -> [f64; 3] = |
//                 f: F,
//                 y: [f64; 3],
//                 h: f64,
//             | -> [f64; 3] {
//                 let along = |k: &[f64; 3], h: f64| [
//                     y[0] + h * k[0],
//                     y[1] + h * k[1],
//                     y[2] + h * k[2],
//                 ];
//                 let k1 = f(&y);
//                 let k2 = f(&along(&k1, 0.5 * h));
//                 along(&k2, h)
//             };
//             0
//         }
//         let _ = check::<fn(&[f64; 3]) -> [f64; 3]>();
//         0
//     };
// }
