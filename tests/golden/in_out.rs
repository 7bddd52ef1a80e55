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
//   %1 = view second@0 state -> ?_
//   %2 = function energy@0: [?_, !] -o[] [(?_, ?_), !]
//   %3, %4 = eval %2, %1, %0
//   before, state.1 = unpack %3
//   state.2, state.3 = copy state.1
//   %5 = project `angle`@0 state.2 -> f64
//   %6 = sin %5
//   state.4, state.5 = copy state.3
//   %7 = project `velocity`@1 state.4 -> f64
//   %8 = function drift@1: [?_, f64, !] -o[] [(?_, ?_), !]
//   dt.1, dt.2 = copy dt
//   %9 = const 0.5: f64
//   torque.1, torque.2 = copy torque
//   %10 = sub torque.1, %6
//   %11 = mul dt.1, %10
//   %12 = add %7, %11
//   %13 = update `velocity`@2 state.5, %12 -> ?_
//   %14 = view second@0 %13 -> ?_
//   %15, %16 = eval %8, %14, dt.2, %4
//   %17, state.6 = unpack %15
//   torque.3 = mul torque.2, %9
//   %18 = view second@0 state.6 -> ?_
//   %19 = function energy@2: [?_, !] -o[] [(?_, ?_), !]
//   %20, %21 = eval %19, %18, %16
//   %22, state.7 = unpack %20
//   %23 = function sub@3: [?_, ?_, !] -o[] [f64, !]
//   %24, %25 = eval %23, %22, before, %21
//   discard %17
//   return %24, state.7, torque.3, %25
// }

// ---- adjoint

// net (state: ?_, torque: f64, dt: f64, %0: !) -> [f64, ?_, f64, !, [f64, ?_', f64] -o[[f64] -o~ [?_', ?_'], (?_, ?_), [(?_', ?_')] -o~ [?_'], ?_, f64, f64, (?_, ?_), [(?_', ?_')] -o~ [?_', f64], ?_, ?_, f64, f64, f64, f64, f64, f64, f64, ?_, f64, ?_, (?_, ?_), [(?_', ?_')] -o~ [?_'], ?_] [?_', f64, f64]] {
//   %1 = adjoint_function sub@3: [?_, ?_, !] -o[] [f64, !]
//   %2 = adjoint_function energy@2: [?_, !] -o[] [(?_, ?_), !]
//   torque.1, torque.2 = copy torque
//   torque.3, torque.4 = copy torque.2
//   torque.5, torque.6 = copy torque.1
//   %3 = const 0.5: f64
//   %4, %5 = copy %3
//   torque.7 = mul torque.3, %4
//   dt.1, dt.2 = copy dt
//   dt.3, dt.4 = copy dt.1
//   %6 = adjoint_function drift@1: [?_, f64, !] -o[] [(?_, ?_), !]
//   %7 = adjoint_function energy@0: [?_, !] -o[] [(?_, ?_), !]
//   state.1, state.2 = copy state
//   %8 = view second@0 state.1 -> ?_
//   %9, %10, %11 = eval %7, %8, %0
//   %12, %13 = copy %9
//   before, state.3 = unpack %12
//   state.4, state.5 = copy state.3
//   state.6, state.7 = copy state.5
//   state.8, state.9 = copy state.7
//   state.10, state.11 = copy state.6
//   %14 = project `velocity`@1 state.10 -> f64
//   %15, %16 = copy %14
//   state.12, state.13 = copy state.4
//   %17 = project `angle`@0 state.12 -> f64
//   %18, %19 = copy %17
//   %20 = sin %18
//   %21, %22 = copy %20
//   %23 = sub torque.5, %21
//   %24, %25 = copy %23
//   %26 = mul dt.3, %24
//   %27, %28 = copy %26
//   %29 = add %15, %27
//   %30, %31 = copy %29
//   %32 = update `velocity`@2 state.8, %30 -> ?_
//   %33, %34 = copy %32
//   %35 = view second@0 %33 -> ?_
//   %36, %37, %38 = eval %6, %35, dt.2, %10
//   %39, %40 = copy %36
//   %41, state.14 = unpack %39
//   discard %41
//   state.15, state.16 = copy state.14
//   %42 = view second@0 state.15 -> ?_
//   %43, %44, %45 = eval %2, %42, %37
//   %46, %47 = copy %43
//   %48, state.17 = unpack %46
//   %49, %50, %51 = eval %1, %48, before, %44
//   %52 = abstraction [%0 = %51, %1 = %47, %2 = %45, state = state.16, torque = torque.4, %3 = %5, %4 = %40, %5 = %38, %6 = %34, state.1 = state.9, %7 = %31, %8 = %16, %9 = %28, dt = dt.4, %10 = %25, torque.1 = torque.6, %11 = %22, state.2 = state.11, %12 = %19, state.3 = state.13, %13, %14 = %11, state.4 = state.2] (%15: f64, d_state: ?_', d_torque: f64) -> [?_', f64, f64] {
//     %16 = zero: ?_'
//     %17, d_before = eval %0, %15
//     %18 = pack %17, d_state
//     discard %1
//     d_state.1 = eval %2, %18
//     discard state
//     d_torque.1, d_torque.2 = copy d_torque
//     %19 = mul %3, d_torque.1
//     %20 = mul torque, d_torque.2
//     %21 = pack %16, d_state.1
//     discard %4
//     %22, %23 = eval %5, %21
//     discard %6
//     %24 = zero: f64
//     %25, %26 = copy %22
//     %27 = update `velocity`@2 %25, %24 -> ?_'
//     %28 = project `velocity`@2 %26 -> f64
//     discard state.1
//     discard %7
//     %29, %30 = copy %28
//     discard %8
//     discard %9
//     %31, %32 = copy %30
//     %33 = mul %10, %31
//     %34 = mul dt, %32
//     %35, %36 = copy %34
//     %37 = neg %35
//     discard torque.1
//     discard %11
//     d_torque.3 = plus %36, %19
//     discard %20
//     d_dt = plus %33, %23
//     %38 = record `velocity`@1 %29 -> ?_'
//     discard state.2
//     %39 = plus %38, %27
//     %40 = cos %12
//     %41 = mul %40, %37
//     %42 = record `angle`@0 %41 -> ?_'
//     discard state.3
//     d_state.2 = plus %42, %39
//     %43 = pack d_before, d_state.2
//     discard %13
//     d_state.3 = eval %14, %43
//     discard state.4
//     return d_state.3, d_torque.3, d_dt
//   }
//   return %49, state.17, torque.7, %50, %52
// }

// ---- simplified

// net (state: ?_, torque: f64, dt: f64, %0: !) -> [f64, ?_, f64, !, [f64, ?_', f64] -o [?_', f64, f64]] {
//   %1: [?_, ?_, !] -o [f64, !, [f64] -o~ [?_', ?_']] = adjoint_function sub@3: [?_, ?_, !] -o[] [f64, !]
//   %2: [?_, !] -o [(?_, ?_), !, [(?_', ?_')] -o~ [?_']] = adjoint_function energy@2: [?_, !] -o[] [(?_, ?_), !]
//   torque.1, torque.2 = copy torque
//   dt.1, dt.2 = copy dt
//   dt.3, dt.4 = copy dt.1
//   %3: [?_, f64, !] -o [(?_, ?_), !, [(?_', ?_')] -o~ [?_', f64]] = adjoint_function drift@1: [?_, f64, !] -o[] [(?_, ?_), !]
//   %4: [?_, !] -o [(?_, ?_), !, [(?_', ?_')] -o~ [?_']] = adjoint_function energy@0: [?_, !] -o[] [(?_, ?_), !]
//   %5 = view moved@0 state -> ?_
//   %6, %7, %8 = eval %4, %5, %0
//   before, state.1 = unpack %6
//   state.2, state.3 = copy state.1
//   state.4, state.5 = copy state.3
//   %9 = project `velocity`@1 state.4 -> f64
//   %10 = project `angle`@0 state.2 -> f64
//   %11, %12 = copy %10
//   %13 = sin %11
//   %14 = sub torque.1, %13
//   %15, %16 = copy %14
//   %17 = mul dt.3, %15
//   %18 = add %9, %17
//   %19 = update `velocity`@2 state.5, %18 -> ?_
//   %20 = view moved@0 %19 -> ?_
//   %21, %22, %23 = eval %3, %20, dt.2, %7
//   %24, state.6 = unpack %21
//   discard %24
//   %25 = view moved@0 state.6 -> ?_
//   %26, %27, %28 = eval %2, %25, %22
//   %29, state.7 = unpack %26
//   %30, %31, %32 = eval %1, %29, before, %27
//   %33: [f64, ?_', f64] -o [?_', f64, f64] = abstraction [%0 = %32, %1 = %28, %2 = %23, dt = dt.4, %3 = %16, %4 = %12, %5 = %8] (%6: f64, d_state: ?_', d_torque: f64) -> [?_', f64, f64] {
//     %7 = zero: ?_'
//     %8 = cos %4
//     %9 = const 0.5: f64
//     %10 = mul %9, d_torque
//     %11, %12 = copy %6
//     %13 = const 0.0: f64
//     %14 = ne %12, %13
//     %15: [f64, [f64] -o~ [?_', ?_']] -o [?_', ?_'] = abstraction (%0: f64, %1: [f64] -o~ [?_', ?_']) -> [?_', ?_'] {
//       %2, d_before = eval %1, %0
//       return %2, d_before
//     }
//     %16: [f64, [f64] -o~ [?_', ?_']] -o [?_', ?_'] = abstraction (%0: f64, %1: [f64] -o~ [?_', ?_']) -> [?_', ?_'] {
//       discard %0
//       %2 = zero: ?_'
//       %3 = zero: ?_'
//       discard %1
//       return %2, %3
//     }
//     %17, d_before = cond %14, %15, %16, %11, %0
//     %18 = pack %17, d_state
//     d_state.1 = eval %1, %18
//     %19 = pack %7, d_state.1
//     %20, %21 = eval %2, %19
//     %22, %23 = copy %20
//     %24 = project `velocity`@2 %23 -> f64
//     %25, %26 = copy %24
//     %27, %28 = copy %26
//     %29 = mul %3, %27
//     %30 = mul dt, %28
//     %31, %32 = copy %30
//     d_torque.1 = plus %32, %10
//     d_dt = plus %29, %21
//     %33 = update `velocity`@1 %22, %25 -> ?_'
//     %34 = mul %8, %31
//     %35 = neg %34
//     %36 = record `angle`@0 %35 -> ?_'
//     d_state.2 = plus %33, %36
//     %37 = pack d_before, d_state.2
//     d_state.3 = eval %5, %37
//     return d_state.3, d_torque.1, d_dt
//   }
//   %34 = const 0.5: f64
//   torque.3 = mul torque.2, %34
//   return %30, state.7, torque.3, %31, %33
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
//                 Self::__adjoint(
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
//                 Self::__adjoint(
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
//                 Self::__adjoint(
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
//                 Self::__adjoint(
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
//                 Self::__adjoint(
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
//     fn __adjoint(
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
//                 let (energy_2, back_energy) = ({
//                     use ::backprop::__private::open::{
//                         Kind as _, OfArrays as _, OfEvaluations as _, OfKnown as _,
//                         OfOthers as _,
//                     };
//                     let mut asked_0 = ::backprop::__private::open::receiver(
//                         state,
//                         |it| it.__energy_needs_differentiable_as_receiver(),
//                     );
//                     let (given, back) = (&&&&::backprop::__private::open::opened(
//                         asked_0.receiver().__energy_needs_differentiable(),
//                         (asked_0.mode(),),
//                     ))
//                         .__open();
//                     let (given, rest) = ::backprop::__private::open::parted(
//                         given,
//                         asked_0.place(::backprop::__private::open::End),
//                     );
//                     let (asked_0, rest) = asked_0.after(rest);
//                     ((given, asked_0), back)
//                 });
//                 let (before, state_2) = energy_2;
//                 let state_2_angle = state_2.angle;
//                 let difference = torque - state_2_angle.sin();
//                 let sum = state_2.velocity + dt * difference;
//                 let value_2 = {
//                     let mut value = state_2;
//                     value.velocity = sum;
//                     value
//                 };
//                 let (drift_2, back_drift) = ::backprop::__private::parts(
//                     value_2.__drift_needs_differentiable(dt),
//                 );
//                 let (energy_3, back_energy_2) = ({
//                     use ::backprop::__private::open::{
//                         Kind as _, OfArrays as _, OfEvaluations as _, OfKnown as _,
//                         OfOthers as _,
//                     };
//                     let mut asked_0 = ::backprop::__private::open::receiver(
//                         drift_2.1,
//                         |it| it.__energy_needs_differentiable_as_receiver(),
//                     );
//                     let (given, back) = (&&&&::backprop::__private::open::opened(
//                         asked_0.receiver().__energy_needs_differentiable(),
//                         (asked_0.mode(),),
//                     ))
//                         .__open();
//                     let (given, rest) = ::backprop::__private::open::parted(
//                         given,
//                         asked_0.place(::backprop::__private::open::End),
//                     );
//                     let (asked_0, rest) = asked_0.after(rest);
//                     ((given, asked_0), back)
//                 });
//                 let (sub, back_sub) = ::backprop::__private::ops::Operands(
//                         energy_3.0,
//                         before,
//                     )
//                     .sub();
//                 (
//                     (sub, energy_3.1, torque * 0.5),
//                     move |
//                         (
//                             d_0,
//                             d_state,
//                             d_torque,
//                         ): (f64, ::backprop::CotangentOf<Pendulum>, f64)|
//                     {
//                         let (d_0, d_state, d_torque) = written
//                             .as_is((d_0, d_state, d_torque));
//                         let (d_2, d_before_2) = if d_0 != 0.0 {
//                             let (d, d_before) = back_sub(d_0);
//                             (d, d_before)
//                         } else {
//                             (
//                                 ::backprop::Cotangent::neutral(),
//                                 ::backprop::Cotangent::neutral(),
//                             )
//                         };
//                         let d_state_2 = ({
//                             let (d_0, d_1) = (d_2, d_state);
//                             let rest_0 = ::backprop::__private::open::End;
//                             let (rest_0, through_1, begins_1) = ::backprop::__private::open::Mode::__sensitivities(
//                                 &back_energy_2.kept().0,
//                                 d_1,
//                                 rest_0,
//                             );
//                             let (mut made, seeds) = back_energy_2.begin((begins_1,));
//                             let entries = back_energy_2
//                                 .add(
//                                     ::backprop::__private::open::Whole::__whole(rest_0, d_0),
//                                     ((),),
//                                     seeds,
//                                     &mut made,
//                                 );
//                             let entries = ::backprop::__private::open::entries(
//                                 made,
//                                 entries,
//                             );
//                             (
//                                 ::backprop::__private::open::Mode::__with(
//                                     &back_energy_2.kept().0,
//                                     entries.0,
//                                     through_1,
//                                 ),
//                             )
//                         })
//                             .0;
//                         let (d_3, d_4) = ::backprop::__private::seeds::Backpropagates::__back(
//                             &back_drift,
//                             (::backprop::Cotangent::neutral(), d_state_2),
//                             ::backprop::__private::seeds::Nothing,
//                         );
//                         let d_3_velocity = d_3.velocity;
//                         let product = dt * d_3_velocity;
//                         let value_3 = {
//                             let mut d_6 = written
//                                 .as_is(
//                                     <::backprop::CotangentOf<
//                                         Pendulum,
//                                     > as ::backprop::Cotangent>::neutral(),
//                                 );
//                             d_6.angle = -(state_2_angle.cos() * product);
//                             d_6
//                         };
//                         let value_4 = {
//                             let mut d_5 = d_3;
//                             d_5.velocity = d_3_velocity;
//                             d_5
//                         };
//                         let d_state_3 = ::backprop::Cotangent::plus(value_4, &value_3);
//                         let d_state_4 = ({
//                             let (d_0, d_1) = (d_before_2, d_state_3);
//                             let rest_0 = ::backprop::__private::open::End;
//                             let (rest_0, through_1, begins_1) = ::backprop::__private::open::Mode::__sensitivities(
//                                 &back_energy.kept().0,
//                                 d_1,
//                                 rest_0,
//                             );
//                             let (mut made, seeds) = back_energy.begin((begins_1,));
//                             let entries = back_energy
//                                 .add(
//                                     ::backprop::__private::open::Whole::__whole(rest_0, d_0),
//                                     ((),),
//                                     seeds,
//                                     &mut made,
//                                 );
//                             let entries = ::backprop::__private::open::entries(
//                                 made,
//                                 entries,
//                             );
//                             (
//                                 ::backprop::__private::open::Mode::__with(
//                                     &back_energy.kept().0,
//                                     entries.0,
//                                     through_1,
//                                 ),
//                             )
//                         })
//                             .0;
//                         let d_dt = difference * d_3_velocity + d_4;
//                         (d_state_4, product + 0.5 * d_torque, d_dt)
//                     },
//                 )
//             })
//     }
//     /// The adjoint, for callers that have no contents of arrays again.
//     #[doc(hidden)]
//     #[inline]
//     fn __keeping(
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
//         Self::__adjoint(state, torque, dt)
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
//     const __derivative: ::core::primitive::usize = 0;
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
//         let _: fn(&mut Pendulum, &mut f64, f64) -> f64 = |
//             state: &mut Pendulum,
//             torque: &mut f64,
//             dt: f64,
//         | -> f64 {
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
//         let _ = |of: &Pendulum| {
//             trait Kept {
//                 fn __is_constant_velocity(&self) -> ::backprop::__private::claims::Kept {
//                     ::backprop::__private::claims::Kept
//                 }
//                 fn __is_constant_angle(&self) -> ::backprop::__private::claims::Kept {
//                     ::backprop::__private::claims::Kept
//                 }
//             }
//             impl<T: ?::core::marker::Sized> Kept for T {}
//             let of = written.as_is(of);
//             let kept = of.__is_constant_velocity();
//             ::backprop::__private::claims::has_cotangent(kept);
//             let kept = of.__is_constant_angle();
//             ::backprop::__private::claims::has_cotangent(kept);
//         };
//         0
//     };
// }
