//! Elements of arrays in a struct behind `&mut`: the arrays are taken out of it, and put back where the struct is used as a whole.

#[differentiable]
fn step(state: &mut State, dt: f64) -> f64 {
    for i in 0..state.x.len() {
        state.x[i] += dt * state.v[i];
    }
    state.accelerate(dt);
    state.x[0] * state.v[0]
}

// ---- net

// net (state: ?_, dt: f64, %0: !) -> [f64, ?_, !] {
//   %1 = function take@0: [?_, !] -o[] [(?_, Array<f64>), !]
//   %2, %3 = eval %1, state, %0
//   %4, state_v = unpack %2
//   %5 = function take@1: [?_, !] -o[] [(?_, Array<f64>), !]
//   %6, %7 = eval %5, %4, %3
//   %8, state_x = unpack %6
//   %9 = const 0: #usize
//   state_x.1, %10 = len state_x
//   %11 = abstraction (i: #usize, state_v: Array<f64>, state_x: Array<f64>, %0: !, dt: f64) -> [Array<f64>, Array<f64>, !] {
//     i.1, i.2 = copy i
//     state_v.1, %1, %2 = get state_v, i.1, %0
//     %3 = mul dt, %1
//     state_x.1, %4 = add_at state_x, i.2, %3, %2
//     return state_v.1, state_x.1, %4
//   }
//   %12 = function put@2: [?_, Array<f64>, !] -o[] [?_, !]
//   %13 = function put@3: [?_, Array<f64>, !] -o[] [?_, !]
//   %14 = function accelerate@4: [?_, f64, !] -o[] [(?_, ?_), !]
//   dt.1, dt.2 = copy dt
//   %15, %16, %17 = fold<[#usize, Array<f64>, Array<f64>, !, f64] -o[] [Array<f64>, Array<f64>, !], (), (Array<f64>, Array<f64>, !)> %9, %10, %11, state_v, state_x.1, %7, dt.1
//   %18, %19 = eval %12, %8, %16, %17
//   %20, %21 = eval %13, %18, %15, %19
//   %22, %23 = eval %14, %20, dt.2, %21
//   %24, state.1 = unpack %22
//   %25 = function take@5: [?_, !] -o[] [(?_, Array<f64>), !]
//   %26, %27 = eval %25, state.1, %23
//   %28, state_v.1 = unpack %26
//   %29 = function take@6: [?_, !] -o[] [(?_, Array<f64>), !]
//   %30, %31 = eval %29, %28, %27
//   %32, state_x.2 = unpack %30
//   %33 = const 0: #usize
//   state_x.3, %34, %35 = get state_x.2, %33, %31
//   %36 = const 0: #usize
//   state_v.2, %37, %38 = get state_v.1, %36, %35
//   %39 = mul %34, %37
//   %40 = function put@7: [?_, Array<f64>, !] -o[] [?_, !]
//   %41, %42 = eval %40, %32, state_x.3, %38
//   %43 = function put@8: [?_, Array<f64>, !] -o[] [?_, !]
//   %44, %45 = eval %43, %41, state_v.2, %42
//   discard %24
//   return %39, %44, %45
// }

// ---- adjoint

// net (state: ?_, dt: f64, %0: !) -> [f64, ?_, !, [f64, ?_'] -o[[?_'] -o~ [?_', Array<f64>], [?_'] -o~ [?_', Array<f64>], f64, f64, #usize, #usize, [(?_', Array<f64>)] -o~ [?_'], [(?_', Array<f64>)] -o~ [?_'], (?_, ?_), [(?_', ?_')] -o~ [?_', f64], [?_'] -o~ [?_', Array<f64>], [?_'] -o~ [?_', Array<f64>], #usize, #usize, Tape<[Array<f64>, Array<f64>] -o~ [Array<f64>, Array<f64>, f64]>, [(?_', Array<f64>)] -o~ [?_'], [(?_', Array<f64>)] -o~ [?_']] [?_', f64]] {
//   %1 = adjoint_function put@8: [?_, Array<f64>, !] -o[] [?_, !]
//   %2 = adjoint_function put@7: [?_, Array<f64>, !] -o[] [?_, !]
//   %3 = const 0: #usize
//   %4, %5 = copy %3
//   %6 = const 0: #usize
//   %7, %8 = copy %6
//   %9 = adjoint_function take@6: [?_, !] -o[] [(?_, Array<f64>), !]
//   %10 = adjoint_function take@5: [?_, !] -o[] [(?_, Array<f64>), !]
//   dt.1, dt.2 = copy dt
//   %11 = adjoint_function accelerate@4: [?_, f64, !] -o[] [(?_, ?_), !]
//   %12 = adjoint_function put@3: [?_, Array<f64>, !] -o[] [?_, !]
//   %13 = adjoint_function put@2: [?_, Array<f64>, !] -o[] [?_, !]
//   %14: [#usize, Array<f64>, Array<f64>, !, f64] -o[] [Array<f64>, Array<f64>, !, [Array<f64>, Array<f64>] -o~ [Array<f64>, Array<f64>, f64]] = abstraction (i: #usize, state_v: Array<f64>, state_x: Array<f64>, %0: !, dt: f64) -> [Array<f64>, Array<f64>, !, [Array<f64>, Array<f64>] -o[#usize, f64, f64, f64, #usize] [Array<f64>, Array<f64>, f64]] {
//     dt.1, dt.2 = copy dt
//     i.1, i.2 = copy i
//     i.3, i.4 = copy i.2
//     i.5, i.6 = copy i.1
//     state_v.1, %1, %2 = get state_v, i.5, %0
//     %3, %4 = copy %1
//     %5 = mul dt.1, %3
//     %6, %7 = copy %5
//     %8 = abstraction [i = i.4, %0 = %7, dt = dt.2, %1 = %4, i.1 = i.6] (d_state_v: Array<f64>, d_state_x: Array<f64>) -> [Array<f64>, Array<f64>, f64] {
//       d_state_x.1, %2 = get_again d_state_x, i
//       discard %0
//       %3, %4 = copy %2
//       d_dt = mul %1, %3
//       %5 = mul dt, %4
//       d_state_v.1 = add_again d_state_v, i.1, %5
//       return d_state_v.1, d_state_x.1, d_dt
//     }
//     state_x.1, %9 = add_at state_x, i.3, %6, %2
//     return state_v.1, state_x.1, %9, %8
//   }
//   %15 = const 0: #usize
//   %16, %17 = copy %15
//   %18 = adjoint_function take@1: [?_, !] -o[] [(?_, Array<f64>), !]
//   %19 = adjoint_function take@0: [?_, !] -o[] [(?_, Array<f64>), !]
//   %20, %21, %22 = eval %19, state, %0
//   %23, state_v = unpack %20
//   %24, %25, %26 = eval %18, %23, %21
//   %27, state_x = unpack %24
//   state_x.1, %28 = len state_x
//   %29, %30 = copy %28
//   %31, %32, %33, %34 = fold<[#usize, Array<f64>, Array<f64>, !, f64] -o[] [Array<f64>, Array<f64>, !, [Array<f64>, Array<f64>] -o~ [Array<f64>, Array<f64>, f64]], (), (Array<f64>, Array<f64>, !)> %16, %29, %14, state_v, state_x.1, %25, dt.1
//   %35, %36, %37 = eval %13, %27, %32, %33
//   %38, %39, %40 = eval %12, %35, %31, %36
//   %41, %42, %43 = eval %11, %38, dt.2, %39
//   %44, %45 = copy %41
//   %46, state.1 = unpack %44
//   discard %46
//   %47, %48, %49 = eval %10, state.1, %42
//   %50, state_v.1 = unpack %47
//   %51, %52, %53 = eval %9, %50, %48
//   %54, state_x.2 = unpack %51
//   state_x.3, %55, %56 = get state_x.2, %7, %52
//   %57, %58 = copy %55
//   state_v.2, %59, %60 = get state_v.1, %4, %56
//   %61, %62, %63 = eval %2, %54, state_x.3, %60
//   %64, %65, %66 = eval %1, %61, state_v.2, %62
//   %67, %68 = copy %59
//   %69 = abstraction [%0 = %66, %1 = %63, %2 = %58, %3 = %68, %4 = %5, %5 = %8, %6 = %53, %7 = %49, %8 = %45, %9 = %43, %10 = %40, %11 = %37, %12 = %17, %13 = %30, %14 = %34, %15 = %26, %16 = %22] (%17: f64, %18: ?_') -> [?_', f64] {
//     %19 = zero: ?_'
//     %20, d_state_v = eval %0, %18
//     %21, d_state_x = eval %1, %20
//     %22, %23 = copy %17
//     %24 = mul %3, %22
//     %25 = mul %2, %23
//     d_state_v.1 = add_again d_state_v, %4, %25
//     d_state_x.1 = add_again d_state_x, %5, %24
//     %26 = pack %21, d_state_x.1
//     %27 = eval %6, %26
//     %28 = pack %27, d_state_v.1
//     d_state = eval %7, %28
//     %29 = pack %19, d_state
//     discard %8
//     %30, %31 = eval %9, %29
//     %32, %33 = eval %10, %30
//     %34, %35 = eval %11, %32
//     %36 = abstraction (%0: [Array<f64>, Array<f64>] -o~ [Array<f64>, Array<f64>, f64], %1: #usize, %2: Array<f64>, %3: Array<f64>, %4: f64) -> [Array<f64>, Array<f64>, f64] {
//       discard %1
//       %5, %6, %7 = eval %0, %2, %3
//       %8 = plus %4, %7
//       return %5, %6, %8
//     }
//     %37 = zero: f64
//     d_state_v.2, d_state_x.2, %38 = fold_down<[[Array<f64>, Array<f64>] -o~ [Array<f64>, Array<f64>, f64], #usize, Array<f64>, Array<f64>, f64] -o[] [Array<f64>, Array<f64>, f64], ([Array<f64>, Array<f64>] -o~ [Array<f64>, Array<f64>, f64]), (Array<f64>, Array<f64>, f64)> %12, %13, %36, %14, %33, %35, %37
//     d_dt = plus %38, %31
//     %39 = pack %34, d_state_x.2
//     %40 = eval %15, %39
//     %41 = pack %40, d_state_v.2
//     d_state.1 = eval %16, %41
//     return d_state.1, d_dt
//   }
//   %70 = mul %57, %67
//   return %70, %64, %65, %69
// }

// ---- simplified

// net (state: ?_, dt: f64, %0: !) -> [f64, ?_, !, [f64, ?_'] -o [?_', f64]] {
//   %1: [?_, Array<f64>, !] -o [?_, !, [?_'] -o~ [?_', Array<f64>]] = adjoint_function put@8: [?_, Array<f64>, !] -o[] [?_, !]
//   %2: [?_, Array<f64>, !] -o [?_, !, [?_'] -o~ [?_', Array<f64>]] = adjoint_function put@7: [?_, Array<f64>, !] -o[] [?_, !]
//   %3: [?_, !] -o [(?_, Array<f64>), !, [(?_', Array<f64>)] -o~ [?_']] = adjoint_function take@6: [?_, !] -o[] [(?_, Array<f64>), !]
//   %4: [?_, !] -o [(?_, Array<f64>), !, [(?_', Array<f64>)] -o~ [?_']] = adjoint_function take@5: [?_, !] -o[] [(?_, Array<f64>), !]
//   dt.1, dt.2 = copy dt
//   %5: [?_, f64, !] -o [(?_, ?_), !, [(?_', ?_')] -o~ [?_', f64]] = adjoint_function accelerate@4: [?_, f64, !] -o[] [(?_, ?_), !]
//   %6: [?_, Array<f64>, !] -o [?_, !, [?_'] -o~ [?_', Array<f64>]] = adjoint_function put@3: [?_, Array<f64>, !] -o[] [?_, !]
//   %7: [?_, Array<f64>, !] -o [?_, !, [?_'] -o~ [?_', Array<f64>]] = adjoint_function put@2: [?_, Array<f64>, !] -o[] [?_, !]
//   %8: [#usize, Array<f64>, Array<f64>, !, f64] -o [Array<f64>, Array<f64>, !, f64] = abstraction (i: #usize, state_v: Array<f64>, state_x: Array<f64>, %0: !, dt: f64) -> [Array<f64>, Array<f64>, !, f64] {
//     i.1, i.2 = copy i
//     state_v.1, %1, %2 = get state_v, i.1, %0
//     %3, %4 = copy %1
//     %5 = mul dt, %3
//     state_x.1, %6 = add_at state_x, i.2, %5, %2
//     return state_v.1, state_x.1, %6, %4
//   }
//   %9: [?_, !] -o [(?_, Array<f64>), !, [(?_', Array<f64>)] -o~ [?_']] = adjoint_function take@1: [?_, !] -o[] [(?_, Array<f64>), !]
//   %10: [?_, !] -o [(?_, Array<f64>), !, [(?_', Array<f64>)] -o~ [?_']] = adjoint_function take@0: [?_, !] -o[] [(?_, Array<f64>), !]
//   %11, %12, %13 = eval %10, state, %0
//   %14, state_v = unpack %11
//   %15, %16, %17 = eval %9, %14, %12
//   %18, state_x = unpack %15
//   state_x.1, %19 = len state_x
//   %20, %21 = copy %19
//   %22 = const 0: #usize
//   %23 = const 0: #usize
//   dt.3, dt.4 = copy dt.1
//   %24 = const 0: #usize
//   %25, %26, %27, %28 = fold<[#usize, Array<f64>, Array<f64>, !, f64] -o [Array<f64>, Array<f64>, !, f64], (), (Array<f64>, Array<f64>, !)> %24, %20, %8, state_v, state_x.1, %16, dt.3
//   %29, %30, %31 = eval %7, %18, %26, %27
//   %32, %33, %34 = eval %6, %29, %25, %30
//   %35, %36, %37 = eval %5, %32, dt.2, %33
//   %38, state.1 = unpack %35
//   discard %38
//   %39, %40, %41 = eval %4, state.1, %36
//   %42, state_v.1 = unpack %39
//   %43, %44, %45 = eval %3, %42, %40
//   %46, state_x.2 = unpack %43
//   state_x.3, %47, %48 = get state_x.2, %23, %44
//   %49, %50 = copy %47
//   state_v.2, %51, %52 = get state_v.1, %22, %48
//   %53, %54, %55 = eval %2, %46, state_x.3, %52
//   %56, %57, %58 = eval %1, %53, state_v.2, %54
//   %59, %60 = copy %51
//   %61: [f64, ?_'] -o [?_', f64] = abstraction [%0 = %58, %1 = %55, %2 = %50, %3 = %60, %4 = %45, %5 = %41, %6 = %37, %7 = %34, %8 = %31, %9 = %21, %10 = %17, %11 = %13, %12 = %28, dt = dt.4] (%13: f64, %14: ?_') -> [?_', f64] {
//     %15 = zero: ?_'
//     %16, d_state_v = eval %0, %14
//     %17, d_state_x = eval %1, %16
//     %18, %19 = copy %13
//     %20 = mul %3, %18
//     %21 = mul %2, %19
//     %22: [f64, #usize, Array<f64>, Array<f64>, f64, f64] -o [Array<f64>, Array<f64>, f64] = abstraction (%0: f64, %1: #usize, d_state_v: Array<f64>, d_state_x: Array<f64>, %2: f64, dt: f64) -> [Array<f64>, Array<f64>, f64] {
//       %3, %4 = copy %1
//       d_state_x.1, %5 = get_again d_state_x, %3
//       %6, %7 = copy %5
//       d_dt = mul %0, %6
//       %8 = plus %2, d_dt
//       %9 = mul dt, %7
//       d_state_v.1 = add_again d_state_v, %4, %9
//       return d_state_v.1, d_state_x.1, %8
//     }
//     %23 = zero: f64
//     %24 = const 0: #usize
//     d_state_v.1 = add_again d_state_v, %24, %21
//     %25 = const 0: #usize
//     d_state_x.1 = add_again d_state_x, %25, %20
//     %26 = pack %17, d_state_x.1
//     %27 = eval %4, %26
//     %28 = pack %27, d_state_v.1
//     d_state = eval %5, %28
//     %29 = pack %15, d_state
//     %30, %31 = eval %6, %29
//     %32, %33 = eval %7, %30
//     %34, %35 = eval %8, %32
//     %36 = const 0: #usize
//     d_state_v.2, d_state_x.2, %37 = fold_down<[f64, #usize, Array<f64>, Array<f64>, f64, f64] -o [Array<f64>, Array<f64>, f64], (f64), (Array<f64>, Array<f64>, f64)> %36, %9, %22, %12, %33, %35, %23, dt
//     d_dt = plus %37, %31
//     %38 = pack %34, d_state_x.2
//     %39 = eval %10, %38
//     %40 = pack %39, d_state_v.2
//     d_state.1 = eval %11, %40
//     return d_state.1, d_dt
//   }
//   %62 = mul %49, %59
//   return %62, %56, %57, %61
// }

// ---- Rust

// /// The derivatives of [`step`](fn@step).
// struct step {}
// #[doc(hidden)]
// impl step {
//     const __known: ::core::primitive::usize = {
//         let () = <State as ::backprop::Differentiable>::KNOWN;
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
//     /// The gradient of [`step`](fn@step) with respect to `state` and `dt`.
//     #[must_use]
//     #[inline]
//     fn grad(
//         state: &mut State,
//         dt: f64,
//     ) -> (::backprop::__private::claims::CotangentIf<State, { step::__known }>, f64) {
//         let _ = step;
//         let shape_of_state = ::backprop::__private::claims::Written::<{ step::__known }>
//             .as_is(::backprop::__private::shape_of(&*state));
//         let ((_, state_after), back) = ::backprop::__private::claims::Written::<
//             {
//                 let () = <State as ::backprop::Differentiable>::KNOWN;
//                 0
//             },
//         >
//             .as_is(Self::__adjoint(::core::clone::Clone::clone(&*state), dt));
//         *state = state_after;
//         let gradient = back((1.0, ::backprop::Differentiable::zero_cotangent(&*state)));
//         (shape_of_state.of(gradient.0), gradient.1)
//     }
//     /// The value of [`step`](fn@step), and its gradient with respect to `state` and `dt`, in one pass.
//     #[must_use]
//     #[inline]
//     fn value_and_grad(
//         state: &mut State,
//         dt: f64,
//     ) -> (
//         f64,
//         (::backprop::__private::claims::CotangentIf<State, { step::__known }>, f64),
//     ) {
//         let _ = step;
//         let shape_of_state = ::backprop::__private::claims::Written::<{ step::__known }>
//             .as_is(::backprop::__private::shape_of(&*state));
//         let ((value, state_after), back) = ::backprop::__private::claims::Written::<
//             {
//                 let () = <State as ::backprop::Differentiable>::KNOWN;
//                 0
//             },
//         >
//             .as_is(Self::__adjoint(::core::clone::Clone::clone(&*state), dt));
//         *state = state_after;
//         let gradient = back((1.0, ::backprop::Differentiable::zero_cotangent(&*state)));
//         (value, (shape_of_state.of(gradient.0), gradient.1))
//     }
//     /** Gives the value of [`step`](fn@step), and writes its gradient with respect to `state` and `dt` to `d_state` and `d_dt`.
//
//  # Panics
//  If a buffer is not as long as its array, before any work.*/
//     #[inline]
//     fn value_and_grad_into(
//         state: &mut State,
//         dt: f64,
//         d_state: &mut ::backprop::__private::claims::CotangentIf<
//             State,
//             { step::__known },
//         >,
//         d_dt: &mut f64,
//     ) -> f64 {
//         let shape_of_state = ::backprop::__private::claims::Written::<{ step::__known }>
//             .as_is(::backprop::__private::shape_of(&*state));
//         let ((value, state_after), back) = ::backprop::__private::claims::Written::<
//             {
//                 let () = <State as ::backprop::Differentiable>::KNOWN;
//                 0
//             },
//         >
//             .as_is(Self::__adjoint(::core::clone::Clone::clone(&*state), dt));
//         *state = state_after;
//         let gradient = back((1.0, ::backprop::Differentiable::zero_cotangent(&*state)));
//         *d_state = shape_of_state.of(gradient.0);
//         *d_dt = gradient.1;
//         value
//     }
//     /** Gives the value of [`step`](fn@step), and adds its gradient with respect to `state` and `dt` to `d_state` and `d_dt`.
//
//  # Panics
//  If a buffer is not as long as its array, before any work.*/
//     #[inline]
//     fn accumulate_grad(
//         state: &mut State,
//         dt: f64,
//         d_state: &mut ::backprop::__private::claims::CotangentIf<
//             State,
//             { step::__known },
//         >,
//         d_dt: &mut f64,
//     ) -> f64 {
//         let shape_of_state = ::backprop::__private::claims::Written::<{ step::__known }>
//             .as_is(::backprop::__private::shape_of(&*state));
//         let ((value, state_after), back) = ::backprop::__private::claims::Written::<
//             {
//                 let () = <State as ::backprop::Differentiable>::KNOWN;
//                 0
//             },
//         >
//             .as_is(Self::__adjoint(::core::clone::Clone::clone(&*state), dt));
//         *state = state_after;
//         let gradient = back((1.0, ::backprop::Differentiable::zero_cotangent(&*state)));
//         ::backprop::Cotangent::accumulate(d_state, &shape_of_state.of(gradient.0));
//         *d_dt += gradient.1;
//         value
//     }
//     /// Calls [`step`](fn@step), and gives its value and its backpropagator. The backpropagator takes a buffer for `state`. On entry the buffer holds the sensitivity of what is there after the call, on return that of what was there before. The backpropagator gives the gradient with respect to `dt`.
//     #[must_use]
//     #[inline]
//     fn vjp(
//         state: &mut State,
//         dt: f64,
//     ) -> (
//         f64,
//         impl ::core::ops::Fn(
//             f64,
//             &mut ::backprop::__private::claims::CotangentIf<State, { step::__known }>,
//         ) -> f64 + use<>,
//     ) {
//         let _: fn(&mut State, ::core::primitive::f64) -> ::core::primitive::f64 = step;
//         let shape_of_state = ::backprop::__private::claims::Written::<{ step::__known }>
//             .as_is(::backprop::__private::shape_of(&*state));
//         let ((value, state_after), back) = ::backprop::__private::claims::Written::<
//             {
//                 let () = <State as ::backprop::Differentiable>::KNOWN;
//                 0
//             },
//         >
//             .as_is(Self::__adjoint(::core::clone::Clone::clone(&*state), dt));
//         *state = state_after;
//         (
//             value,
//             move |d: f64, d_state: &mut ::backprop::CotangentOf<State>| {
//                 let gradient = back((d, ::core::clone::Clone::clone(&*d_state)));
//                 *d_state = shape_of_state.of_each(gradient.0);
//                 gradient.1
//             },
//         )
//     }
//     /// The adjoint.
//     #[doc(hidden)]
//     #[inline]
//     fn __adjoint(
//         state: State,
//         dt: f64,
//     ) -> (
//         (f64, State),
//         impl ::core::ops::Fn(
//             (f64, ::backprop::__private::claims::CotangentIf<State, { step::__known }>),
//         ) -> (
//                 ::backprop::__private::claims::CotangentIf<State, { step::__known }>,
//                 f64,
//             ) + use<>,
//     ) {
//         ::backprop::__private::claims::Written::<
//             {
//                 let () = <State as ::backprop::Differentiable>::KNOWN;
//                 0
//             },
//         >
//             .as_is({
//                 let _ = step;
//                 let written = ::backprop::__private::claims::Written::<
//                     { Self::__calls_in_a_circle },
//                 >;
//                 let state = written.as_is(state);
//                 let (take, back_take) = ::backprop::__private::parts(
//                     written
//                         .as_is(
//                             ::backprop::__private::parts::take_part,
//                         )(state, |of| &mut (*of).v, |of| &mut (*of).v),
//                 );
//                 let (part, mut state_v) = take;
//                 let (take_2, back_take_2) = ::backprop::__private::parts(
//                     written
//                         .as_is(
//                             ::backprop::__private::parts::take_part,
//                         )(part, |of| &mut (*of).x, |of| &mut (*of).x),
//                 );
//                 let (part_2, mut state_x) = take_2;
//                 let len = state_x.len();
//                 let mut tape = ::backprop::__private::Kept::new();
//                 let end = ::backprop::__private::reach::end(
//                     0..len,
//                     [
//                         ::backprop::__private::reach::count(&state_v[..], 0),
//                         ::backprop::__private::reach::count(&state_x[..], 0),
//                     ],
//                 );
//                 if 0 < end {
//                     let part_3 = ::backprop::__private::reach::part(
//                         &state_v[..],
//                         0,
//                         end,
//                     );
//                     let part_4 = ::backprop::__private::reach::part_mut(
//                         &mut state_x[..],
//                         0,
//                         end,
//                     );
//                     let slots = tape.slots(end);
//                     for i in 0..end {
//                         let state_v_element = part_3[i];
//                         part_4[i] += dt * state_v_element;
//                         slots[i] = state_v_element;
//                     }
//                 }
//                 if end < len {
//                     let _ = &state_v[end];
//                     let _ = &state_x[end];
//                     ::backprop::__private::reach::out_of_bounds();
//                 }
//                 let (put, back_put) = ::backprop::__private::parts(
//                     written
//                         .as_is(
//                             ::backprop::__private::parts::put_part,
//                         )(part_2, state_x, |of| &mut (*of).x, |of| &mut (*of).x),
//                 );
//                 let (put_2, back_put_2) = ::backprop::__private::parts(
//                     written
//                         .as_is(
//                             ::backprop::__private::parts::put_part,
//                         )(put, state_v, |of| &mut (*of).v, |of| &mut (*of).v),
//                 );
//                 let (accelerate_2, back_accelerate) = ::backprop::__private::parts(
//                     put_2.__accelerate_needs_differentiable(dt),
//                 );
//                 let (take_3, back_take_3) = ::backprop::__private::parts(
//                     written
//                         .as_is(
//                             ::backprop::__private::parts::take_part,
//                         )(accelerate_2.1, |of| &mut (*of).v, |of| &mut (*of).v),
//                 );
//                 let (part_5, mut state_v_2) = take_3;
//                 let (take_4, back_take_4) = ::backprop::__private::parts(
//                     written
//                         .as_is(
//                             ::backprop::__private::parts::take_part,
//                         )(part_5, |of| &mut (*of).x, |of| &mut (*of).x),
//                 );
//                 let (part_6, mut state_x_2) = take_4;
//                 let state_x_2_element = state_x_2[0];
//                 let state_v_2_element = state_v_2[0];
//                 let (put_3, back_put_3) = ::backprop::__private::parts(
//                     written
//                         .as_is(
//                             ::backprop::__private::parts::put_part,
//                         )(part_6, state_x_2, |of| &mut (*of).x, |of| &mut (*of).x),
//                 );
//                 let (put_4, back_put_4) = ::backprop::__private::parts(
//                     written
//                         .as_is(
//                             ::backprop::__private::parts::put_part,
//                         )(put_3, state_v_2, |of| &mut (*of).v, |of| &mut (*of).v),
//                 );
//                 (
//                     (state_x_2_element * state_v_2_element, put_4),
//                     move |(d_0, d_1): (f64, ::backprop::CotangentOf<State>)| {
//                         let (d_0, d_1) = written.as_is((d_0, d_1));
//                         let (d, mut d_state_v) = back_put_4(d_1);
//                         let (d_2, mut d_state_x) = back_put_3(d);
//                         d_state_v[0] += state_x_2_element * d_0;
//                         d_state_x[0] += state_v_2_element * d_0;
//                         let d_3 = back_take_4((d_2, d_state_x)).0;
//                         let d_state = back_take_3((d_3, d_state_v)).0;
//                         let (d_4, d_5) = ::backprop::__private::seeds::Backpropagates::__back(
//                             &back_accelerate,
//                             (::backprop::Cotangent::neutral(), d_state),
//                             ::backprop::__private::seeds::Nothing,
//                         );
//                         let (d_6, mut d_7) = back_put_2(d_4);
//                         let (d_8, mut d_9) = back_put(d_6);
//                         let mut entries = tape.entries();
//                         let mut state_2 = 0.0_f64;
//                         if 0 < len {
//                             let part_7 = ::backprop::__private::reach::part(
//                                 &d_9[..],
//                                 0,
//                                 len,
//                             );
//                             let part_8 = ::backprop::__private::reach::part_mut(
//                                 &mut d_7[..],
//                                 0,
//                                 len,
//                             );
//                             let slots_2 = &*entries.slots(len);
//                             for i_2 in (0..len).rev() {
//                                 let entry = slots_2[i_2];
//                                 let d_9_element = part_7[i_2];
//                                 let d_dt = entry * d_9_element;
//                                 part_8[i_2] += dt * d_9_element;
//                                 state_2 = state_2 + d_dt;
//                             }
//                         }
//                         let d_10 = back_take_2((d_8, d_9)).0;
//                         (back_take((d_10, d_7)).0, state_2 + d_5)
//                     },
//                 )
//             })
//     }
//     /// The adjoint, for callers that have no contents of arrays again.
//     #[doc(hidden)]
//     #[inline]
//     fn __keeping(
//         state: State,
//         dt: f64,
//     ) -> (
//         (f64, State),
//         impl ::core::ops::Fn(
//             (f64, ::backprop::__private::claims::CotangentIf<State, { step::__known }>),
//         ) -> (
//                 ::backprop::__private::claims::CotangentIf<State, { step::__known }>,
//                 f64,
//             ) + use<>,
//     ) {
//         Self::__adjoint(state, dt)
//     }
//     #[doc(hidden)]
//     #[inline]
//     fn __constant<__Function: ::core::ops::FnOnce(&mut State, f64) -> f64>(
//         __function: __Function,
//         __arguments: (&mut State, f64),
//     ) -> (f64, ::backprop::__private::claims::Pair<(), ()>) {
//         let __asked = ::backprop::__private::claims::Pair((), ());
//         let (state, dt) = __arguments;
//         (__function(state, dt), __asked)
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
//     const __calls_in_a_circle: ::core::primitive::usize = {
//         let () = <State as ::backprop::Differentiable>::KNOWN;
//         let _: fn(&mut State, f64) -> f64 = |state: &mut State, dt: f64| -> f64 {
//             for i in 0..state.x.len() {
//                 state.x[i] += dt * state.v[i];
//             }
//             state.accelerate(dt);
//             state.x[0] * state.v[0]
//         };
//         0
//     };
// }
