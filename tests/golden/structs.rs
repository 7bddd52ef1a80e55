//! A struct by reference, another put together, an operator and a method of types that the macro does not know.

#[differentiable]
pub fn pull(spring: &Spring, at: Point, time: f64) -> f64 {
    let ahead = Point { x: at.x + time * at.y, ..at };
    spring.stiffness * (ahead - spring.rest).norm() * ahead.x
}

// ---- net

// net (spring: ?_, at: ?_, time: f64, %0: !) -> [f64, !] {
//   %1 = foreign begin@0 %0 -> !
//   at.1, at.2 = copy at
//   %2 = project `x`@0 at.1 -> f64
//   at.3, at.4 = copy at.2
//   %3 = project `y`@1 at.3 -> f64
//   %4 = mul time, %3
//   %5 = add %2, %4
//   ahead = update `x`@2 at.4, %5 -> ?_
//   spring.1, spring.2 = copy spring
//   %6 = project `stiffness`@3 spring.1 -> ?_
//   %7 = project `rest`@4 spring.2 -> ?_
//   %8 = function sub@0: [?_, ?_, !] -o[] [?_, !]
//   %9 = function norm@1: [?_, !] -o[]@0 [?_, !]
//   %10 = function mul@2: [?_, ?_, !] -o[] [?_, !]
//   ahead.1, ahead.2 = copy ahead
//   %11, %12 = eval %8, ahead.1, %7, %1
//   %13, %14 = eval %9, %11, %12
//   %15, %16 = eval %10, %6, %13, %14
//   %17 = project `x`@5 ahead.2 -> ?_
//   %18 = function mul@3: [?_, ?_, !] -o[] [f64, !]
//   %19, %20 = eval %18, %15, %17, %16
//   return %19, %20
// }

// ---- adjoint

// net (spring: ?_, at: ?_, time: f64, %0: !) -> [f64, !, [f64] -o[[f64] -o~ [?_', ?_'], ?_, [?_'] -o~ [?_', ?_'], [?_', ?_'] -o~@0 [?_'], [?_'] -o~ [?_', ?_'], ?_, ?_, ?_, f64, f64, f64, f64, f64, ?_, ?_] [?_', ?_', f64]] {
//   %1 = adjoint_function mul@3: [?_, ?_, !] -o[] [f64, !]
//   %2 = adjoint_function mul@2: [?_, ?_, !] -o[] [?_, !]
//   %3 = adjoint_function norm@1: [?_, !] -o[]@0 [?_, !]
//   %4 = adjoint_function sub@0: [?_, ?_, !] -o[] [?_, !]
//   spring.1, spring.2 = copy spring
//   spring.3, spring.4 = copy spring.2
//   %5 = project `rest`@4 spring.3 -> ?_
//   spring.5, spring.6 = copy spring.1
//   %6 = project `stiffness`@3 spring.5 -> ?_
//   time.1, time.2 = copy time
//   at.1, at.2 = copy at
//   at.3, at.4 = copy at.2
//   at.5, at.6 = copy at.4
//   at.7, at.8 = copy at.3
//   %7 = project `y`@1 at.7 -> f64
//   %8, %9 = copy %7
//   %10 = mul time.1, %8
//   %11, %12 = copy %10
//   at.9, at.10 = copy at.1
//   %13 = project `x`@0 at.9 -> f64
//   %14, %15 = copy %13
//   %16 = add %14, %11
//   %17, %18 = copy %16
//   ahead = update `x`@2 at.5, %17 -> ?_
//   ahead.1, ahead.2 = copy ahead
//   ahead.3, ahead.4 = copy ahead.2
//   %19 = project `x`@5 ahead.3 -> ?_
//   %20 = foreign begin@0 %0 -> !
//   %21, %22, %23 = eval %4, ahead.1, %5, %20
//   %24, %25, %26 = eval %3, %21, %22
//   %27, %28, %29 = eval %2, %6, %24, %25
//   %30, %31, %32 = eval %1, %27, %19, %28
//   %33 = abstraction [%0 = %32, ahead = ahead.4, %1 = %29, %2 = %26, %3 = %23, spring = spring.4, spring.1 = spring.6, at = at.6, %4 = %18, %5 = %15, %6 = %12, time = time.2, %7 = %9, at.1 = at.8, at.2 = at.10] (%8: f64) -> [?_', ?_', f64] {
//     %9, %10 = eval %0, %8
//     %11 = record `x`@5 %10 -> ?_'
//     discard ahead
//     %12, %13 = eval %1, %9
//     %14 = zero: ?_'
//     %15 = eval %2, %13, %14
//     %16, %17 = eval %3, %15
//     d_ahead = plus %16, %11
//     %18 = record `rest`@4 %17 -> ?_'
//     discard spring
//     %19 = record `stiffness`@3 %12 -> ?_'
//     discard spring.1
//     d_spring = plus %19, %18
//     %20 = zero: f64
//     d_ahead.1, d_ahead.2 = copy d_ahead
//     %21 = update `x`@2 d_ahead.1, %20 -> ?_'
//     %22 = project `x`@2 d_ahead.2 -> f64
//     discard at
//     discard %4
//     %23, %24 = copy %22
//     discard %5
//     discard %6
//     %25, %26 = copy %24
//     d_time = mul %7, %25
//     %27 = mul time, %26
//     %28 = record `y`@1 %27 -> ?_'
//     discard at.1
//     %29 = plus %28, %21
//     %30 = record `x`@0 %23 -> ?_'
//     discard at.2
//     d_at = plus %30, %29
//     return d_spring, d_at, d_time
//   }
//   return %30, %31, %33
// }

// ---- simplified

// net (spring: ?_, at: ?_, time: f64, %0: !) -> [f64, !, [f64] -o [?_', ?_', f64]] {
//   %1: [?_, ?_, !] -o [f64, !, [f64] -o~ [?_', ?_']] = adjoint_function mul@3: [?_, ?_, !] -o[] [f64, !]
//   %2: [?_, ?_, !] -o [?_, !, [?_'] -o~ [?_', ?_']] = adjoint_function mul@2: [?_, ?_, !] -o[] [?_, !]
//   %3: [?_, !] -o [?_, !, [?_', ?_'] -o~@0 [?_']] = adjoint_function norm@1: [?_, !] -o[]@0 [?_, !]
//   %4: [?_, ?_, !] -o [?_, !, [?_'] -o~ [?_', ?_']] = adjoint_function sub@0: [?_, ?_, !] -o[] [?_, !]
//   spring.1, spring.2 = copy spring
//   %5 = project `rest`@4 spring.2 -> ?_
//   %6 = project `stiffness`@3 spring.1 -> ?_
//   time.1, time.2 = copy time
//   at.1, at.2 = copy at
//   at.3, at.4 = copy at.2
//   %7 = project `y`@1 at.3 -> f64
//   %8, %9 = copy %7
//   %10 = mul time.1, %8
//   %11 = project `x`@0 at.1 -> f64
//   %12 = add %11, %10
//   ahead = update `x`@2 at.4, %12 -> ?_
//   ahead.1, ahead.2 = copy ahead
//   %13 = project `x`@5 ahead.2 -> ?_
//   %14 = foreign begin@0 %0 -> !
//   %15, %16, %17 = eval %4, ahead.1, %5, %14
//   %18, %19, %20 = eval %3, %15, %16
//   %21, %22, %23 = eval %2, %6, %18, %19
//   %24, %25, %26 = eval %1, %21, %13, %22
//   %27: [f64] -o [?_', ?_', f64] = abstraction [%0 = %26, %1 = %23, %2 = %20, %3 = %17, time = time.2, %4 = %9] (%5: f64) -> [?_', ?_', f64] {
//     %6, %7 = eval %0, %5
//     %8 = record `x`@5 %7 -> ?_'
//     %9, %10 = eval %1, %6
//     %11 = zero: ?_'
//     %12 = eval %2, %10, %11
//     %13, %14 = eval %3, %12
//     d_ahead = plus %13, %8
//     %15 = zero: f64
//     d_ahead.1, d_ahead.2 = copy d_ahead
//     %16 = update `x`@2 d_ahead.1, %15 -> ?_'
//     %17 = project `x`@2 d_ahead.2 -> f64
//     %18, %19 = copy %17
//     %20, %21 = copy %19
//     d_time = mul %4, %20
//     %22 = mul time, %21
//     %23 = record `y`@1 %22 -> ?_'
//     %24 = record `x`@0 %18 -> ?_'
//     d_spring = record `stiffness,rest`@3 %9, %14 -> ?_'
//     %25 = plus %16, %23
//     d_at = plus %25, %24
//     return d_spring, d_at, d_time
//   }
//   return %24, %25, %27
// }

// ---- value and gradient, simplified

// net (spring: ?_, at: ?_, time: f64, %0: !) -> [f64, !, ?_', ?_', f64] {
//   %1: [?_, ?_, !] -o [f64, !, [f64] -o~ [?_', ?_']] = adjoint_function mul@3: [?_, ?_, !] -o[] [f64, !]
//   %2: [?_, ?_, !] -o [?_, !, [?_'] -o~ [?_', ?_']] = adjoint_function mul@2: [?_, ?_, !] -o[] [?_, !]
//   %3: [?_, !] -o [?_, !, [?_', ?_'] -o~@0 [?_']] = adjoint_function norm@1: [?_, !] -o[]@0 [?_, !]
//   %4: [?_, ?_, !] -o [?_, !, [?_'] -o~ [?_', ?_']] = adjoint_function sub@0: [?_, ?_, !] -o[] [?_, !]
//   spring.1, spring.2 = copy spring
//   %5 = project `rest`@4 spring.2 -> ?_
//   %6 = project `stiffness`@3 spring.1 -> ?_
//   time.1, time.2 = copy time
//   at.1, at.2 = copy at
//   at.3, at.4 = copy at.2
//   %7 = project `y`@1 at.3 -> f64
//   %8, %9 = copy %7
//   %10 = mul time.1, %8
//   %11 = project `x`@0 at.1 -> f64
//   %12 = add %11, %10
//   ahead = update `x`@2 at.4, %12 -> ?_
//   ahead.1, ahead.2 = copy ahead
//   %13 = project `x`@5 ahead.2 -> ?_
//   %14 = foreign begin@0 %0 -> !
//   %15, %16, %17 = eval %4, ahead.1, %5, %14
//   %18, %19, %20 = eval %3, %15, %16
//   %21, %22, %23 = eval %2, %6, %18, %19
//   %24, %25, %26 = eval %1, %21, %13, %22
//   %27 = zero: ?_'
//   %28 = zero: f64
//   %29 = const 1.0: f64
//   %30, %31 = eval %26, %29
//   %32 = record `x`@5 %31 -> ?_'
//   %33, %34 = eval %23, %30
//   %35 = eval %20, %34, %27
//   %36, %37 = eval %17, %35
//   d_ahead = plus %36, %32
//   d_ahead.1, d_ahead.2 = copy d_ahead
//   %38 = update `x`@2 d_ahead.1, %28 -> ?_'
//   %39 = project `x`@2 d_ahead.2 -> f64
//   %40, %41 = copy %39
//   %42, %43 = copy %41
//   d_time = mul %9, %42
//   %44 = mul time.2, %43
//   %45 = record `y`@1 %44 -> ?_'
//   %46 = record `x`@0 %40 -> ?_'
//   d_spring = record `stiffness,rest`@3 %33, %37 -> ?_'
//   %47 = plus %38, %45
//   d_at = plus %47, %46
//   return %24, %25, d_spring, d_at, d_time
// }

// ---- Rust

// /// The derivatives of [`pull`](fn@pull).
// pub struct pull {}
// #[doc(hidden)]
// impl pull {
//     pub const __known: ::core::primitive::usize = {
//         let () = <Spring as ::backprop::Differentiable>::KNOWN;
//         let () = <Point as ::backprop::Differentiable>::KNOWN;
//         0
//     };
// }
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
// #[cfg_attr(doc, ::backprop::__private::without_claims)]
// impl pull
// where
//     (): ::backprop::__private::claims::TypesHaveCotangents<{ pull::__known }>,
// {
//     /// The gradient of [`pull`](fn@pull) with respect to `spring`, `at` and `time`.
//     #[must_use]
//     #[inline]
//     pub fn grad(
//         spring: &Spring,
//         at: Point,
//         time: f64,
//     ) -> (
//         ::backprop::__private::claims::CotangentIf<Spring, { pull::__known }>,
//         ::backprop::__private::claims::CotangentIf<Point, { pull::__known }>,
//         f64,
//     ) {
//         let _ = pull;
//         Self::value_and_grad(spring, at, time).1
//     }
//     /// The value of [`pull`](fn@pull), and its gradient with respect to `spring`, `at` and `time`, in one pass.
//     #[must_use]
//     #[inline]
//     pub fn value_and_grad(
//         spring: &Spring,
//         at: Point,
//         time: f64,
//     ) -> (
//         f64,
//         (
//             ::backprop::__private::claims::CotangentIf<Spring, { pull::__known }>,
//             ::backprop::__private::claims::CotangentIf<Point, { pull::__known }>,
//             f64,
//         ),
//     ) {
//         let _ = pull;
//         let shape_of_spring = ::backprop::__private::claims::Written::<{ pull::__known }>
//             .as_is(::backprop::__private::shape_of(spring));
//         let shape_of_at = ::backprop::__private::claims::Written::<{ pull::__known }>
//             .as_is(::backprop::__private::shape_of(&at));
//         let written = ::backprop::__private::claims::Written::<
//             { Self::__calls_in_a_circle },
//         >;
//         let spring = written.as_is(spring);
//         let at = written.as_is(at);
//         let at_y = at.y;
//         let sum = at.x + time * at_y;
//         let ahead = {
//             let mut value = at;
//             value.x = sum;
//             value
//         };
//         let (sub, back_sub) = ::backprop::__private::parts(
//             ::backprop::__private::ops::Operands(ahead, spring.rest).sub(),
//         );
//         let (norm_2, back_norm) = ::backprop::__private::parts(
//             sub.__norm_needs_differentiable(),
//         );
//         let (mul, back_mul) = ::backprop::__private::parts(
//             ::backprop::__private::ops::Operands(spring.stiffness, norm_2).mul(),
//         );
//         let (value_2, back_mul_2) = ::backprop::__private::ops::Operands(mul, ahead.x)
//             .mul();
//         let (d, d_2) = back_mul_2(1.0);
//         let (d_4, d_5) = back_mul(d);
//         let d_6 = ::backprop::__private::seeds::Backpropagates::__back(
//                 &back_norm,
//                 d_5,
//                 (::backprop::__private::seeds::Without,),
//             )
//             .0;
//         let (d_7, d_8) = back_sub(d_6);
//         let value_3 = {
//             let mut d_3 = written
//                 .as_is(
//                     <::backprop::CotangentOf<Point> as ::backprop::Cotangent>::neutral(),
//                 );
//             d_3.x = d_2;
//             d_3
//         };
//         let d_ahead = ::backprop::Cotangent::plus(d_7, &value_3);
//         let d_ahead_x = d_ahead.x;
//         let value_4 = {
//             let mut d_10 = written
//                 .as_is(
//                     <::backprop::CotangentOf<Point> as ::backprop::Cotangent>::neutral(),
//                 );
//             d_10.y = time * d_ahead_x;
//             d_10
//         };
//         let value_5 = {
//             let mut d_9 = d_ahead;
//             d_9.x = 0.0;
//             d_9
//         };
//         let value_6 = {
//             let mut d_11 = written
//                 .as_is(
//                     <::backprop::CotangentOf<Point> as ::backprop::Cotangent>::neutral(),
//                 );
//             d_11.x = d_ahead_x;
//             d_11
//         };
//         let d_spring = {
//             let mut d_12 = written
//                 .as_is(
//                     <::backprop::CotangentOf<Spring> as ::backprop::Cotangent>::neutral(),
//                 );
//             d_12.stiffness = d_4;
//             d_12.rest = d_8;
//             d_12
//         };
//         let d_at = ::backprop::Cotangent::plus(
//             ::backprop::Cotangent::plus(value_5, &value_4),
//             &value_6,
//         );
//         (value_2, (shape_of_spring.of(d_spring), shape_of_at.of(d_at), at_y * d_ahead_x))
//     }
//     /// Gives the value of [`pull`](fn@pull), and writes its gradient with respect to `spring`, `at` and `time` to `d_spring`, `d_at` and `d_time`.
//     #[inline]
//     pub fn value_and_grad_into(
//         spring: &Spring,
//         at: Point,
//         time: f64,
//         d_spring: &mut ::backprop::__private::claims::CotangentIf<
//             Spring,
//             { pull::__known },
//         >,
//         d_at: &mut ::backprop::__private::claims::CotangentIf<Point, { pull::__known }>,
//         d_time: &mut f64,
//     ) -> f64 {
//         let (value, gradient) = Self::value_and_grad(spring, at, time);
//         *d_spring = gradient.0;
//         *d_at = gradient.1;
//         *d_time = gradient.2;
//         value
//     }
//     /// Gives the value of [`pull`](fn@pull), and adds its gradient with respect to `spring`, `at` and `time` to `d_spring`, `d_at` and `d_time`.
//     #[inline]
//     pub fn accumulate_grad(
//         spring: &Spring,
//         at: Point,
//         time: f64,
//         d_spring: &mut ::backprop::__private::claims::CotangentIf<
//             Spring,
//             { pull::__known },
//         >,
//         d_at: &mut ::backprop::__private::claims::CotangentIf<Point, { pull::__known }>,
//         d_time: &mut f64,
//     ) -> f64 {
//         let (value, gradient) = Self::value_and_grad(spring, at, time);
//         ::backprop::Cotangent::accumulate(d_spring, &gradient.0);
//         ::backprop::Cotangent::accumulate(d_at, &gradient.1);
//         *d_time += gradient.2;
//         value
//     }
//     /// The value of [`pull`](fn@pull), and its backpropagator, which takes the sensitivity of the value and gives the gradient with respect to `spring`, `at` and `time`.
//     #[must_use]
//     #[inline]
//     pub fn vjp(
//         spring: &Spring,
//         at: Point,
//         time: f64,
//     ) -> (
//         f64,
//         impl ::core::ops::Fn(
//             f64,
//         ) -> (
//                 ::backprop::__private::claims::CotangentIf<Spring, { pull::__known }>,
//                 ::backprop::__private::claims::CotangentIf<Point, { pull::__known }>,
//                 f64,
//             ) + use<>,
//     ) {
//         let _: fn(&Spring, Point, ::core::primitive::f64) -> ::core::primitive::f64 = pull;
//         let shape_of_spring = ::backprop::__private::claims::Written::<{ pull::__known }>
//             .as_is(::backprop::__private::shape_of(spring));
//         let shape_of_at = ::backprop::__private::claims::Written::<{ pull::__known }>
//             .as_is(::backprop::__private::shape_of(&at));
//         let (value, back) = Self::__adjoint(spring, at, time);
//         (
//             value,
//             move |d: f64| {
//                 let gradient = back(d);
//                 (
//                     shape_of_spring.of_each(gradient.0),
//                     shape_of_at.of_each(gradient.1),
//                     gradient.2,
//                 )
//             },
//         )
//     }
//     /// The adjoint.
//     #[doc(hidden)]
//     #[inline]
//     pub fn __adjoint(
//         spring: &Spring,
//         at: Point,
//         time: f64,
//     ) -> (
//         f64,
//         impl ::core::ops::Fn(
//             f64,
//         ) -> (
//                 ::backprop::__private::claims::CotangentIf<Spring, { pull::__known }>,
//                 ::backprop::__private::claims::CotangentIf<Point, { pull::__known }>,
//                 f64,
//             ) + use<>,
//     ) {
//         let _ = pull;
//         let written = ::backprop::__private::claims::Written::<
//             { Self::__calls_in_a_circle },
//         >;
//         let spring = written.as_is(spring);
//         let at = written.as_is(at);
//         let at_y = at.y;
//         let sum = at.x + time * at_y;
//         let ahead = {
//             let mut value = at;
//             value.x = sum;
//             value
//         };
//         let (sub, back_sub) = ::backprop::__private::parts(
//             ::backprop::__private::ops::Operands(ahead, spring.rest).sub(),
//         );
//         let (norm_2, back_norm) = ::backprop::__private::parts(
//             sub.__norm_needs_differentiable(),
//         );
//         let (mul, back_mul) = ::backprop::__private::parts(
//             ::backprop::__private::ops::Operands(spring.stiffness, norm_2).mul(),
//         );
//         let (value_2, back_mul_2) = ::backprop::__private::ops::Operands(mul, ahead.x)
//             .mul();
//         (
//             value_2,
//             move |d: f64| {
//                 let (d_2, d_3) = back_mul_2(d);
//                 let (d_5, d_6) = back_mul(d_2);
//                 let d_7 = ::backprop::__private::seeds::Backpropagates::__back(
//                         &back_norm,
//                         d_6,
//                         (::backprop::__private::seeds::Without,),
//                     )
//                     .0;
//                 let (d_8, d_9) = back_sub(d_7);
//                 let value_3 = {
//                     let mut d_4 = written
//                         .as_is(
//                             <::backprop::CotangentOf<
//                                 Point,
//                             > as ::backprop::Cotangent>::neutral(),
//                         );
//                     d_4.x = d_3;
//                     d_4
//                 };
//                 let d_ahead = ::backprop::Cotangent::plus(d_8, &value_3);
//                 let d_ahead_x = d_ahead.x;
//                 let value_4 = {
//                     let mut d_11 = written
//                         .as_is(
//                             <::backprop::CotangentOf<
//                                 Point,
//                             > as ::backprop::Cotangent>::neutral(),
//                         );
//                     d_11.y = time * d_ahead_x;
//                     d_11
//                 };
//                 let value_5 = {
//                     let mut d_10 = d_ahead;
//                     d_10.x = 0.0;
//                     d_10
//                 };
//                 let value_6 = {
//                     let mut d_12 = written
//                         .as_is(
//                             <::backprop::CotangentOf<
//                                 Point,
//                             > as ::backprop::Cotangent>::neutral(),
//                         );
//                     d_12.x = d_ahead_x;
//                     d_12
//                 };
//                 let d_spring = {
//                     let mut d_13 = written
//                         .as_is(
//                             <::backprop::CotangentOf<
//                                 Spring,
//                             > as ::backprop::Cotangent>::neutral(),
//                         );
//                     d_13.stiffness = d_5;
//                     d_13.rest = d_9;
//                     d_13
//                 };
//                 let d_at = ::backprop::Cotangent::plus(
//                     ::backprop::Cotangent::plus(value_5, &value_4),
//                     &value_6,
//                 );
//                 (d_spring, d_at, at_y * d_ahead_x)
//             },
//         )
//     }
//     /// The adjoint, for callers that supply all arrays again.
//     #[doc(hidden)]
//     #[inline]
//     pub fn __again(
//         spring: &Spring,
//         at: Point,
//         time: f64,
//     ) -> (
//         f64,
//         impl ::core::ops::Fn(
//             f64,
//         ) -> (
//                 ::backprop::__private::claims::CotangentIf<Spring, { pull::__known }>,
//                 ::backprop::__private::claims::CotangentIf<Point, { pull::__known }>,
//                 f64,
//             ) + use<>,
//     ) {
//         Self::__adjoint(spring, at, time)
//     }
//     /// The adjoint, for callers that want back what was in the arrays that are changed.
//     #[doc(hidden)]
//     #[inline]
//     pub fn __restoring(
//         spring: &Spring,
//         at: Point,
//         time: f64,
//     ) -> (
//         f64,
//         impl ::core::ops::Fn(
//             f64,
//         ) -> (
//                 ::backprop::__private::claims::CotangentIf<Spring, { pull::__known }>,
//                 ::backprop::__private::claims::CotangentIf<Point, { pull::__known }>,
//                 f64,
//             ) + use<>,
//     ) {
//         Self::__adjoint(spring, at, time)
//     }
//     /// The adjoint, for callers that have no contents of arrays again.
//     #[doc(hidden)]
//     #[inline]
//     pub fn __keeping(
//         spring: &Spring,
//         at: Point,
//         time: f64,
//     ) -> (
//         f64,
//         impl ::core::ops::Fn(
//             f64,
//         ) -> (
//                 ::backprop::__private::claims::CotangentIf<Spring, { pull::__known }>,
//                 ::backprop::__private::claims::CotangentIf<Point, { pull::__known }>,
//                 f64,
//             ) + use<>,
//     ) {
//         Self::__adjoint(spring, at, time)
//     }
//     #[doc(hidden)]
//     #[inline]
//     pub fn __constant<__Function: ::core::ops::FnOnce(&Spring, Point, f64) -> f64>(
//         __function: __Function,
//         __arguments: (&Spring, Point, f64),
//     ) -> (f64, ::backprop::__private::claims::Pair<(), ()>) {
//         let __asked = ::backprop::__private::claims::Pair((), ());
//         let (spring, at, time) = __arguments;
//         (__function(spring, at, time), __asked)
//     }
//     #[doc(hidden)]
//     pub const __derivative: ::core::primitive::usize = 0;
//     #[doc(hidden)]
//     #[inline]
//     pub fn __of<__Function, __Derivative>(
//         __function: __Function,
//         _: __Derivative,
//     ) -> impl ::core::marker::Sized + use<__Function, __Derivative> {
//         ::backprop::__private::claims::Pair(pull, __function)
//     }
//     #[doc(hidden)]
//     pub const __code: ::core::primitive::usize = {
//         let _: fn(&Spring, Point, f64) -> f64 = |
//             spring: &Spring,
//             at: Point,
//             time: f64,
//         | -> f64 {
//             let ahead = Point {
//                 x: at.x + time * at.y,
//                 ..at
//             };
//             spring.stiffness * (ahead - spring.rest).norm() * ahead.x
//         };
//         0
//     };
//     #[doc(hidden)]
//     pub const __calls_in_a_circle: ::core::primitive::usize = {
//         let () = <Spring as ::backprop::Differentiable>::KNOWN;
//         let () = <Point as ::backprop::Differentiable>::KNOWN;
//         let written = ::backprop::__private::claims::Written::<
//             {
//                 let written = ::backprop::__private::claims::Written::<{ Self::__code }>;
//                 let _ = |of: Point| ::backprop::__private::claims::is_operand::<
//                     ::core::primitive::f64,
//                     _,
//                 >(&written.as_is(of).y);
//                 let _ = |of: &Point| {
//                     trait Kept {
//                         fn __is_constant_x(
//                             &self,
//                         ) -> ::backprop::__private::claims::Kept {
//                             ::backprop::__private::claims::Kept
//                         }
//                         fn __is_constant_y(
//                             &self,
//                         ) -> ::backprop::__private::claims::Kept {
//                             ::backprop::__private::claims::Kept
//                         }
//                     }
//                     impl<T: ?::core::marker::Sized> Kept for T {}
//                     let of = written.as_is(of);
//                     let kept = of.__is_constant_x();
//                     ::backprop::__private::claims::has_cotangent(kept);
//                     let kept = of.__is_constant_y();
//                     ::backprop::__private::claims::has_cotangent(kept);
//                 };
//                 let _ = |of: &Spring| {
//                     trait Kept {
//                         fn __is_constant_stiffness(
//                             &self,
//                         ) -> ::backprop::__private::claims::Kept {
//                             ::backprop::__private::claims::Kept
//                         }
//                         fn __is_constant_rest(
//                             &self,
//                         ) -> ::backprop::__private::claims::Kept {
//                             ::backprop::__private::claims::Kept
//                         }
//                     }
//                     impl<T: ?::core::marker::Sized> Kept for T {}
//                     let of = written.as_is(of);
//                     let kept = of.__is_constant_stiffness();
//                     ::backprop::__private::claims::has_cotangent(kept);
//                     let kept = of.__is_constant_rest();
//                     ::backprop::__private::claims::has_cotangent(kept);
//                 };
//                 0
//             },
//         >;
//         let _ = |of: Point| ::backprop::__private::claims::is_operand::<
//             ::core::primitive::f64,
//             _,
//         >(&written.as_is(of).x);
//         0
//     };
// }
