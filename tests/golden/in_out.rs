//! A method that changes its struct: that goes in by value, and comes out beside the result.

#[differentiable]
fn step(state: &mut Pendulum, torque: &mut f64, dt: f64) -> f64 {
    let before = state.energy();
    state.velocity += dt * (*torque - state.angle.sin());
    state.drift(dt);
    *torque *= 0.5;
    state.energy() - before
}

// ---- net

// net (state: ?_, torque: f64, dt: f64, %0: !) -> [f64, ?_, f64, !] {
//   %1 = function energy@0: [?_, !] -o[]@0 [?_, !]
//   state.1, state.2 = copy state
//   before, %2 = eval %1, state.1, %0
//   state.3, state.4 = copy state.2
//   %3 = project `angle`@0 state.3 -> f64
//   %4 = sin %3
//   state.5, state.6 = copy state.4
//   %5 = project `velocity`@1 state.5 -> f64
//   %6 = function drift@1: [?_, f64, !] -o[] [(?_, ?_), !]
//   dt.1, dt.2 = copy dt
//   %7 = const 0.5: f64
//   torque.1, torque.2 = copy torque
//   %8 = sub torque.1, %4
//   %9 = mul dt.1, %8
//   %10 = add %5, %9
//   %11 = update `velocity`@2 state.6, %10 -> ?_
//   %12 = view second@0 %11 -> ?_
//   %13, %14 = eval %6, %12, dt.2, %2
//   %15, state.7 = unpack %13
//   torque.3 = mul torque.2, %7
//   %16 = function energy@2: [?_, !] -o[]@0 [?_, !]
//   %17 = function sub@3: [?_, ?_, !] -o[] [f64, !]
//   state.8, state.9 = copy state.7
//   %18, %19 = eval %16, state.8, %14
//   %20, %21 = eval %17, %18, before, %19
//   discard %15
//   return %20, state.9, torque.3, %21
// }

// ---- adjoint

// net (state: ?_, torque: f64, dt: f64, %0: !) -> [f64, ?_, f64, !, [f64, ?_', f64] -o[[f64] -o~ [?_', ?_'], [?_', ?_'] -o~@0 [?_'], f64, f64, (?_, ?_), [(?_', ?_')] -o~ [?_', f64], ?_, ?_, f64, f64, f64, f64, f64, f64, f64, ?_, f64, ?_, [?_', ?_'] -o~@0 [?_']] [?_', f64, f64]] {
//   %1 = adjoint_function sub@3: [?_, ?_, !] -o[] [f64, !]
//   %2 = adjoint_function energy@2: [?_, !] -o[]@0 [?_, !]
//   torque.1, torque.2 = copy torque
//   torque.3, torque.4 = copy torque.2
//   torque.5, torque.6 = copy torque.1
//   %3 = const 0.5: f64
//   %4, %5 = copy %3
//   torque.7 = mul torque.3, %4
//   dt.1, dt.2 = copy dt
//   dt.3, dt.4 = copy dt.1
//   %6 = adjoint_function drift@1: [?_, f64, !] -o[] [(?_, ?_), !]
//   state.1, state.2 = copy state
//   state.3, state.4 = copy state.2
//   state.5, state.6 = copy state.4
//   state.7, state.8 = copy state.6
//   state.9, state.10 = copy state.5
//   %7 = project `velocity`@1 state.9 -> f64
//   %8, %9 = copy %7
//   state.11, state.12 = copy state.3
//   %10 = project `angle`@0 state.11 -> f64
//   %11, %12 = copy %10
//   %13 = sin %11
//   %14, %15 = copy %13
//   %16 = sub torque.5, %14
//   %17, %18 = copy %16
//   %19 = mul dt.3, %17
//   %20, %21 = copy %19
//   %22 = add %8, %20
//   %23, %24 = copy %22
//   %25 = update `velocity`@2 state.7, %23 -> ?_
//   %26, %27 = copy %25
//   %28 = view second@0 %26 -> ?_
//   %29 = adjoint_function energy@0: [?_, !] -o[]@0 [?_, !]
//   before, %30, %31 = eval %29, state.1, %0
//   %32, %33, %34 = eval %6, %28, dt.2, %30
//   %35, %36 = copy %32
//   %37, state.13 = unpack %35
//   discard %37
//   state.14, state.15 = copy state.13
//   %38, %39, %40 = eval %2, state.14, %33
//   %41, %42, %43 = eval %1, %38, before, %39
//   %44 = abstraction [%0 = %43, %1 = %40, torque = torque.4, %2 = %5, %3 = %36, %4 = %34, %5 = %27, state = state.8, %6 = %24, %7 = %9, %8 = %21, dt = dt.4, %9 = %18, torque.1 = torque.6, %10 = %15, state.1 = state.10, %11 = %12, state.2 = state.12, %12 = %31] (%13: f64, %14: ?_', d_torque: f64) -> [?_', f64, f64] {
//     %15 = zero: ?_'
//     %16, d_before = eval %0, %13
//     %17 = zero: ?_'
//     %18 = eval %1, %16, %17
//     d_state = plus %18, %14
//     d_torque.1, d_torque.2 = copy d_torque
//     %19 = mul %2, d_torque.1
//     %20 = mul torque, d_torque.2
//     %21 = pack %15, d_state
//     discard %3
//     %22, %23 = eval %4, %21
//     discard %5
//     %24 = zero: f64
//     %25, %26 = copy %22
//     %27 = update `velocity`@2 %25, %24 -> ?_'
//     %28 = project `velocity`@2 %26 -> f64
//     discard state
//     discard %6
//     %29, %30 = copy %28
//     discard %7
//     discard %8
//     %31, %32 = copy %30
//     %33 = mul %9, %31
//     %34 = mul dt, %32
//     %35, %36 = copy %34
//     %37 = neg %35
//     discard torque.1
//     discard %10
//     d_torque.3 = plus %36, %19
//     discard %20
//     d_dt = plus %33, %23
//     %38 = record `velocity`@1 %29 -> ?_'
//     discard state.1
//     %39 = plus %38, %27
//     %40 = cos %11
//     %41 = mul %40, %37
//     %42 = record `angle`@0 %41 -> ?_'
//     discard state.2
//     %43 = plus %42, %39
//     %44 = zero: ?_'
//     %45 = eval %12, d_before, %44
//     d_state.1 = plus %45, %43
//     return d_state.1, d_torque.3, d_dt
//   }
//   return %41, state.15, torque.7, %42, %44
// }

// ---- simplified

// net (state: ?_, torque: f64, dt: f64, %0: !) -> [f64, ?_, f64, !, [f64, ?_', f64] -o [?_', f64, f64]] {
//   %1: [?_, ?_, !] -o [f64, !, [f64] -o~ [?_', ?_']] = adjoint_function sub@3: [?_, ?_, !] -o[] [f64, !]
//   %2: [?_, !] -o [?_, !, [?_', ?_'] -o~@0 [?_']] = adjoint_function energy@2: [?_, !] -o[]@0 [?_, !]
//   torque.1, torque.2 = copy torque
//   dt.1, dt.2 = copy dt
//   dt.3, dt.4 = copy dt.1
//   %3: [?_, f64, !] -o [(?_, ?_), !, [(?_', ?_')] -o~ [?_', f64]] = adjoint_function drift@1: [?_, f64, !] -o[] [(?_, ?_), !]
//   state.1, state.2 = copy state
//   state.3, state.4 = copy state.2
//   state.5, state.6 = copy state.4
//   %4 = project `velocity`@1 state.5 -> f64
//   %5 = project `angle`@0 state.3 -> f64
//   %6, %7 = copy %5
//   %8 = sin %6
//   %9 = sub torque.1, %8
//   %10, %11 = copy %9
//   %12 = mul dt.3, %10
//   %13 = add %4, %12
//   %14 = update `velocity`@2 state.6, %13 -> ?_
//   %15 = view moved@0 %14 -> ?_
//   %16: [?_, !] -o [?_, !, [?_', ?_'] -o~@0 [?_']] = adjoint_function energy@0: [?_, !] -o[]@0 [?_, !]
//   before, %17, %18 = eval %16, state.1, %0
//   %19, %20, %21 = eval %3, %15, dt.2, %17
//   %22, state.7 = unpack %19
//   discard %22
//   state.8, state.9 = copy state.7
//   %23, %24, %25 = eval %2, state.8, %20
//   %26, %27, %28 = eval %1, %23, before, %24
//   %29: [f64, ?_', f64] -o [?_', f64, f64] = abstraction [%0 = %28, %1 = %25, %2 = %21, dt = dt.4, %3 = %11, %4 = %7, %5 = %18] (%6: f64, %7: ?_', d_torque: f64) -> [?_', f64, f64] {
//     %8 = zero: ?_'
//     %9 = cos %4
//     %10 = const 0.5: f64
//     %11 = mul %10, d_torque
//     %12, %13 = copy %6
//     %14 = const 0.0: f64
//     %15 = ne %13, %14
//     %16: [f64, [f64] -o~ [?_', ?_'], [?_', ?_'] -o~@0 [?_'], [?_', ?_'] -o~@0 [?_'], ?_'] -o [?_', ?_'] = abstraction (%0: f64, %1: [f64] -o~ [?_', ?_'], %2: [?_', ?_'] -o~@0 [?_'], %3: [?_', ?_'] -o~@0 [?_'], %4: ?_') -> [?_', ?_'] {
//       %5, d_before = eval %1, %0
//       %6 = eval %3, %5, %4
//       %7 = zero: ?_'
//       %8 = eval %2, d_before, %7
//       return %8, %6
//     }
//     %17: [f64, [f64] -o~ [?_', ?_'], [?_', ?_'] -o~@0 [?_'], [?_', ?_'] -o~@0 [?_'], ?_'] -o [?_', ?_'] = abstraction (%0: f64, %1: [f64] -o~ [?_', ?_'], %2: [?_', ?_'] -o~@0 [?_'], %3: [?_', ?_'] -o~@0 [?_'], %4: ?_') -> [?_', ?_'] {
//       discard %0
//       discard %1
//       %5 = zero: ?_'
//       discard %2
//       discard %3
//       return %5, %4
//     }
//     %18, %19 = cond %15, %16, %17, %12, %0, %5, %1, %7
//     %20 = pack %8, %19
//     %21, %22 = eval %2, %20
//     %23, %24 = copy %21
//     %25 = project `velocity`@2 %24 -> f64
//     %26, %27 = copy %25
//     %28, %29 = copy %27
//     %30 = mul %3, %28
//     %31 = mul dt, %29
//     %32, %33 = copy %31
//     d_torque.1 = plus %33, %11
//     d_dt = plus %30, %22
//     %34 = update `velocity`@1 %23, %26 -> ?_'
//     %35 = mul %9, %32
//     %36 = neg %35
//     %37 = record `angle`@0 %36 -> ?_'
//     %38 = plus %34, %37
//     %39 = plus %38, %18
//     return %39, d_torque.1, d_dt
//   }
//   %30 = const 0.5: f64
//   torque.3 = mul torque.2, %30
//   return %26, state.9, torque.3, %27, %29
// }

// ---- Rust

// /// The derivatives of [`step`](fn@step).
// struct step {}
// #[doc(hidden)]
// impl step {
//     const __known: ::core::primitive::usize = {
//         let () = <Pendulum as ::backprop::Differentiable>::KNOWN;
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
// impl step
// where
//     (): ::backprop::__private::claims::TypesHaveCotangents<{ step::__known }>,
// {
//     /// The gradient of [`step`](fn@step) with respect to `state`, `torque` and `dt`.
//     #[must_use]
//     #[inline]
//     fn grad(
//         state: &mut Pendulum,
//         torque: &mut f64,
//         dt: f64,
//     ) -> (
//         ::backprop::__private::claims::CotangentIf<Pendulum, { step::__known }>,
//         f64,
//         f64,
//     ) {
//         let _ = step;
//         let shape_of_state = ::backprop::__private::claims::Written::<{ step::__known }>
//             .as_is(::backprop::__private::shape_of(&*state));
//         let ((_, state_after, torque_after), back) = ::backprop::__private::claims::Written::<
//             {
//                 let () = <Pendulum as ::backprop::Differentiable>::KNOWN;
//                 0
//             },
//         >
//             .as_is(
//                 Self::__derivative(
//                     ::core::clone::Clone::clone(&*state),
//                     ::core::clone::Clone::clone(&*torque),
//                     dt,
//                 ),
//             );
//         *state = state_after;
//         *torque = torque_after;
//         let gradient = back((
//             1.0,
//             ::backprop::Differentiable::zero_cotangent(&*state),
//             ::backprop::Differentiable::zero_cotangent(&*torque),
//         ));
//         (shape_of_state.of(gradient.0), gradient.1, gradient.2)
//     }
//     /// The value of [`step`](fn@step), and its gradient with respect to `state`, `torque` and `dt`, in one pass.
//     #[must_use]
//     #[inline]
//     fn value_and_grad(
//         state: &mut Pendulum,
//         torque: &mut f64,
//         dt: f64,
//     ) -> (
//         f64,
//         (
//             ::backprop::__private::claims::CotangentIf<Pendulum, { step::__known }>,
//             f64,
//             f64,
//         ),
//     ) {
//         let _ = step;
//         let shape_of_state = ::backprop::__private::claims::Written::<{ step::__known }>
//             .as_is(::backprop::__private::shape_of(&*state));
//         let ((value, state_after, torque_after), back) = ::backprop::__private::claims::Written::<
//             {
//                 let () = <Pendulum as ::backprop::Differentiable>::KNOWN;
//                 0
//             },
//         >
//             .as_is(
//                 Self::__derivative(
//                     ::core::clone::Clone::clone(&*state),
//                     ::core::clone::Clone::clone(&*torque),
//                     dt,
//                 ),
//             );
//         *state = state_after;
//         *torque = torque_after;
//         let gradient = back((
//             1.0,
//             ::backprop::Differentiable::zero_cotangent(&*state),
//             ::backprop::Differentiable::zero_cotangent(&*torque),
//         ));
//         (value, (shape_of_state.of(gradient.0), gradient.1, gradient.2))
//     }
//     /** Gives the value of [`step`](fn@step), and writes its gradient with respect to `state`, `torque` and `dt` to `d_state`, `d_torque` and `d_dt`.
//
//  # Panics
//  If a buffer is not as long as its array, before any work.*/
//     #[inline]
//     fn value_and_grad_into(
//         state: &mut Pendulum,
//         torque: &mut f64,
//         dt: f64,
//         d_state: &mut ::backprop::__private::claims::CotangentIf<
//             Pendulum,
//             { step::__known },
//         >,
//         d_torque: &mut f64,
//         d_dt: &mut f64,
//     ) -> f64 {
//         let shape_of_state = ::backprop::__private::claims::Written::<{ step::__known }>
//             .as_is(::backprop::__private::shape_of(&*state));
//         let ((value, state_after, torque_after), back) = ::backprop::__private::claims::Written::<
//             {
//                 let () = <Pendulum as ::backprop::Differentiable>::KNOWN;
//                 0
//             },
//         >
//             .as_is(
//                 Self::__derivative(
//                     ::core::clone::Clone::clone(&*state),
//                     ::core::clone::Clone::clone(&*torque),
//                     dt,
//                 ),
//             );
//         *state = state_after;
//         *torque = torque_after;
//         let gradient = back((
//             1.0,
//             ::backprop::Differentiable::zero_cotangent(&*state),
//             ::backprop::Differentiable::zero_cotangent(&*torque),
//         ));
//         *d_state = shape_of_state.of(gradient.0);
//         *d_torque = gradient.1;
//         *d_dt = gradient.2;
//         value
//     }
//     /** Gives the value of [`step`](fn@step), and adds its gradient with respect to `state`, `torque` and `dt` to `d_state`, `d_torque` and `d_dt`.
//
//  # Panics
//  If a buffer is not as long as its array, before any work.*/
//     #[inline]
//     fn accumulate_grad(
//         state: &mut Pendulum,
//         torque: &mut f64,
//         dt: f64,
//         d_state: &mut ::backprop::__private::claims::CotangentIf<
//             Pendulum,
//             { step::__known },
//         >,
//         d_torque: &mut f64,
//         d_dt: &mut f64,
//     ) -> f64 {
//         let shape_of_state = ::backprop::__private::claims::Written::<{ step::__known }>
//             .as_is(::backprop::__private::shape_of(&*state));
//         let ((value, state_after, torque_after), back) = ::backprop::__private::claims::Written::<
//             {
//                 let () = <Pendulum as ::backprop::Differentiable>::KNOWN;
//                 0
//             },
//         >
//             .as_is(
//                 Self::__derivative(
//                     ::core::clone::Clone::clone(&*state),
//                     ::core::clone::Clone::clone(&*torque),
//                     dt,
//                 ),
//             );
//         *state = state_after;
//         *torque = torque_after;
//         let gradient = back((
//             1.0,
//             ::backprop::Differentiable::zero_cotangent(&*state),
//             ::backprop::Differentiable::zero_cotangent(&*torque),
//         ));
//         ::backprop::Cotangent::accumulate(d_state, &shape_of_state.of(gradient.0));
//         *d_torque += gradient.1;
//         *d_dt += gradient.2;
//         value
//     }
//     /// Calls [`step`](fn@step), and gives its value and its backpropagator. The backpropagator takes a buffer for each of `state` and `torque`. On entry the buffer holds the sensitivity of what is there after the call, on return that of what was there before. The backpropagator gives the gradient with respect to `dt`.
//     #[must_use]
//     #[inline]
//     fn vjp(
//         state: &mut Pendulum,
//         torque: &mut f64,
//         dt: f64,
//     ) -> (
//         f64,
//         impl ::core::ops::Fn(
//             f64,
//             &mut ::backprop::__private::claims::CotangentIf<Pendulum, { step::__known }>,
//             &mut f64,
//         ) -> f64 + use<>,
//     ) {
//         let _: fn(
//             &mut Pendulum,
//             &mut ::core::primitive::f64,
//             ::core::primitive::f64,
//         ) -> ::core::primitive::f64 = step;
//         let shape_of_state = ::backprop::__private::claims::Written::<{ step::__known }>
//             .as_is(::backprop::__private::shape_of(&*state));
//         let ((value, state_after, torque_after), back) = ::backprop::__private::claims::Written::<
//             {
//                 let () = <Pendulum as ::backprop::Differentiable>::KNOWN;
//                 0
//             },
//         >
//             .as_is(
//                 Self::__derivative(
//                     ::core::clone::Clone::clone(&*state),
//                     ::core::clone::Clone::clone(&*torque),
//                     dt,
//                 ),
//             );
//         *state = state_after;
//         *torque = torque_after;
//         (
//             value,
//             move |
//                 d: f64,
//                 d_state: &mut ::backprop::CotangentOf<Pendulum>,
//                 d_torque: &mut f64|
//             {
//                 let gradient = back((
//                     d,
//                     ::core::clone::Clone::clone(&*d_state),
//                     ::core::clone::Clone::clone(&*d_torque),
//                 ));
//                 *d_state = shape_of_state.of_each(gradient.0);
//                 *d_torque = gradient.1;
//                 gradient.2
//             },
//         )
//     }
//     /// The adjoint.
//     #[doc(hidden)]
//     #[inline]
//     fn __derivative(
//         state: Pendulum,
//         torque: f64,
//         dt: f64,
//     ) -> (
//         (f64, Pendulum, f64),
//         impl ::core::ops::Fn(
//             (
//                 f64,
//                 ::backprop::__private::claims::CotangentIf<Pendulum, { step::__known }>,
//                 f64,
//             ),
//         ) -> (
//                 ::backprop::__private::claims::CotangentIf<Pendulum, { step::__known }>,
//                 f64,
//                 f64,
//             ) + use<>,
//     ) {
//         ::backprop::__private::claims::Written::<
//             {
//                 let () = <Pendulum as ::backprop::Differentiable>::KNOWN;
//                 0
//             },
//         >
//             .as_is({
//                 let _ = step;
//                 let written = ::backprop::__private::claims::Written::<
//                     { Self::__calls_in_a_circle },
//                 >;
//                 let state = written.as_is(state);
//                 let state_angle = state.angle;
//                 let difference = torque - state_angle.sin();
//                 let sum = state.velocity + dt * difference;
//                 let (before, back_energy) = ::backprop::__private::parts(
//                     state.__energy_needs_differentiable(),
//                 );
//                 let value_2 = {
//                     let mut value = state.clone();
//                     value.velocity = sum;
//                     value
//                 };
//                 let (drift_2, back_drift) = ::backprop::__private::parts(
//                     value_2.__drift_needs_differentiable(dt),
//                 );
//                 let (_, state_2) = drift_2;
//                 let (energy_2, back_energy_2) = ::backprop::__private::parts(
//                     state_2.__energy_needs_differentiable(),
//                 );
//                 let (sub, back_sub) = ::backprop::__private::ops::Operands(
//                         energy_2,
//                         before,
//                     )
//                     .sub();
//                 (
//                     (sub, state_2, torque * 0.5),
//                     move |
//                         (
//                             d_0,
//                             d_1,
//                             d_torque,
//                         ): (f64, ::backprop::CotangentOf<Pendulum>, f64)|
//                     {
//                         let (d_0, d_1, d_torque) = written.as_is((d_0, d_1, d_torque));
//                         let (d_4, d_5) = if d_0 != 0.0 {
//                             let (d, d_before) = back_sub(d_0);
//                             let d_2 = ::backprop::__private::seeds::Backpropagates::back(
//                                     &back_energy_2,
//                                     d,
//                                     (::backprop::__private::seeds::With(d_1),),
//                                 )
//                                 .0;
//                             let d_3 = ::backprop::__private::seeds::Backpropagates::back(
//                                     &back_energy,
//                                     d_before,
//                                     (::backprop::__private::seeds::Without,),
//                                 )
//                                 .0;
//                             (d_3, d_2)
//                         } else {
//                             (::backprop::Cotangent::neutral(), d_1)
//                         };
//                         let (d_6, d_7) = ::backprop::__private::seeds::Backpropagates::back(
//                             &back_drift,
//                             (::backprop::Cotangent::neutral(), d_5),
//                             ::backprop::__private::seeds::Nothing,
//                         );
//                         let d_6_velocity = d_6.velocity;
//                         let product = dt * d_6_velocity;
//                         let value_3 = {
//                             let mut d_9 = written
//                                 .as_is(
//                                     <::backprop::CotangentOf<
//                                         Pendulum,
//                                     > as ::backprop::Cotangent>::neutral(),
//                                 );
//                             d_9.angle = -(state_angle.cos() * product);
//                             d_9
//                         };
//                         let value_4 = {
//                             let mut d_8 = d_6;
//                             d_8.velocity = d_6_velocity;
//                             d_8
//                         };
//                         let d_state = ::backprop::Cotangent::plus(
//                             ::backprop::Cotangent::plus(value_4, &value_3),
//                             &d_4,
//                         );
//                         let d_dt = difference * d_6_velocity + d_7;
//                         (d_state, product + 0.5 * d_torque, d_dt)
//                     },
//                 )
//             })
//     }
//     #[doc(hidden)]
//     #[inline]
//     fn __constant<__Function: ::core::ops::FnOnce(&mut Pendulum, &mut f64, f64) -> f64>(
//         __function: __Function,
//         __arguments: (&mut Pendulum, &mut f64, f64),
//     ) -> (f64, ::backprop::__private::claims::Pair<(), ()>) {
//         let __asked = ::backprop::__private::claims::Pair((), ());
//         let (state, torque, dt) = __arguments;
//         (__function(state, torque, dt), __asked)
//     }
//     #[doc(hidden)]
//     #[inline]
//     fn __of<__Function, __Derivative>(
//         __function: __Function,
//         _: __Derivative,
//     ) -> impl ::core::marker::Sized + use<__Function, __Derivative> {
//         ::backprop::__private::claims::Pair(step, __function)
//     }
//     #[doc(hidden)]
//     const __code: ::core::primitive::usize = {
//         let _: fn(&mut Pendulum, &mut f64, f64) -> f64 = |state, torque, dt| -> f64 {
//             let before = state.energy();
//             state.velocity += dt * (*torque - state.angle.sin());
//             state.drift(dt);
//             *torque *= 0.5;
//             state.energy() - before
//         };
//         0
//     };
//     #[doc(hidden)]
//     const __calls_in_a_circle: ::core::primitive::usize = {
//         let () = <Pendulum as ::backprop::Differentiable>::KNOWN;
//         let written = ::backprop::__private::claims::Written::<{ Self::__code }>;
//         let _ = |of: &mut Pendulum| ::backprop::__private::claims::is_number::<
//             ::core::primitive::f64,
//             _,
//         >(&written.as_is(of).angle);
//         let _ = |of: &mut Pendulum| ::backprop::__private::claims::is_operand::<
//             ::core::primitive::f64,
//             _,
//         >(&written.as_is(of).velocity);
//         0
//     };
// }
