//! A call of another differentiable function; a parameter left out; an integer.

#[differentiable(wrt(w, b))]
pub fn neuron(w: f64, b: f64, x: f64, n: i32) -> f64 {
    let z = crate::logistic::<f64>(w * x + b);
    z * z.powi(n)
}

// ---- net

// net (w: f64, b: f64, x: f64, n: #i32, %0: !) -> [f64, !] {
//   %1 = mul w, x
//   %2 = add %1, b
//   %3 = function logistic@0: [f64, !] -o[] [f64, !]
//   z, %4 = eval %3, %2, %0
//   z.1, z.2 = copy z
//   %5 = powi z.1, n
//   %6 = mul z.2, %5
//   return %6, %4
// }

// ---- adjoint

// net (w: f64, b: f64, x: f64, n: #i32, %0: !) -> [f64, !, [f64] -o[f64, f64, f64, #i32, [f64] -o~ [f64], f64, f64, f64, f64] [f64, f64, f64]] {
//   n.1, n.2 = copy n
//   %1 = adjoint_function logistic@0: [f64, !] -o[] [f64, !]
//   b.1, b.2 = copy b
//   w.1, w.2 = copy w
//   x.1, x.2 = copy x
//   %2 = mul w.1, x.1
//   %3, %4 = copy %2
//   %5 = add %3, b.1
//   z, %6, %7 = eval %1, %5, %0
//   z.1, z.2 = copy z
//   z.3, z.4 = copy z.2
//   z.5, z.6 = copy z.1
//   %8 = powi z.5, n.1
//   %9, %10 = copy %8
//   %11 = abstraction [z = z.4, %0 = %10, z.1 = z.6, n = n.2, %1 = %7, %2 = %4, b = b.2, w = w.2, x = x.2] (%3: f64) -> [f64, f64, f64] {
//     %4, %5 = copy %3
//     %6 = mul %0, %4
//     %7 = mul z, %5
//     %8 = const 0: #i32
//     n.1, n.2 = copy n
//     %9 = eq n.1, %8
//     %10 = cast n.2: f64
//     %11 = const 1.0: f64
//     %12, %13 = copy %10
//     %14 = sub %12, %11
//     %15 = cast %14: #i32
//     %16 = powi z.1, %15
//     %17 = mul %13, %16
//     %18 = mul %17, %7
//     %19 = zero: f64
//     %20 = select %9, %19, %18
//     d_z = plus %20, %6
//     %21 = eval %1, d_z
//     %22, d_b = copy %21
//     discard %2
//     discard b
//     %23, %24 = copy %22
//     d_w = mul x, %23
//     d_x = mul w, %24
//     return d_w, d_b, d_x
//   }
//   %12 = mul z.3, %9
//   return %12, %6, %11
// }

// ---- simplified

// net (w: f64, b: f64, x: f64, n: #i32, %0: !) -> [f64, !, [f64] -o [f64, f64, f64]] {
//   n.1, n.2 = copy n
//   %1: [f64, !] -o [f64, !, [f64] -o~ [f64]] = adjoint_function logistic@0: [f64, !] -o[] [f64, !]
//   w.1, w.2 = copy w
//   x.1, x.2 = copy x
//   %2 = mul w.1, x.1
//   %3 = add %2, b
//   z, %4, %5 = eval %1, %3, %0
//   z.1, z.2 = copy z
//   z.3, z.4 = copy z.2
//   %6 = powi z.1, n.1
//   %7, %8 = copy %6
//   %9: [f64] -o [f64, f64, f64] = abstraction [z = z.4, %0 = %8, n = n.2, %1 = %5, w = w.2, x = x.2] (%2: f64) -> [f64, f64, f64] {
//     %3, %4 = copy %2
//     %5 = mul %0, %3
//     %6 = const 0: #i32
//     n.1, n.2 = copy n
//     %7 = eq n.1, %6
//     %8 = cast n.2: f64
//     %9 = const 1.0: f64
//     %10, %11 = copy %8
//     %12 = sub %10, %9
//     %13 = cast %12: #i32
//     %14 = zero: f64
//     z.1, z.2 = copy z
//     %15 = mul z.1, %4
//     %16 = powi z.2, %13
//     %17 = mul %11, %16
//     %18 = mul %17, %15
//     %19 = select %7, %14, %18
//     d_z = plus %19, %5
//     %20 = eval %1, d_z
//     %21, d_b = copy %20
//     %22, %23 = copy %21
//     d_w = mul x, %22
//     d_x = mul w, %23
//     return d_w, d_b, d_x
//   }
//   %10 = mul z.3, %7
//   return %10, %4, %9
// }

// ---- value and gradient, simplified

// net (w: f64, b: f64, x: f64, n: #i32, %0: !) -> [f64, !, f64, f64] {
//   n.1, n.2 = copy n
//   %1: [f64, !] -o [f64, !, [f64] -o~ [f64]] = adjoint_function logistic@0: [f64, !] -o[] [f64, !]
//   x.1, x.2 = copy x
//   %2 = mul w, x.1
//   %3 = add %2, b
//   z, %4, %5 = eval %1, %3, %0
//   z.1, z.2 = copy z
//   z.3, z.4 = copy z.2
//   %6 = powi z.1, n.1
//   %7, %8 = copy %6
//   %9 = mul z.3, %7
//   %10 = const 0: #i32
//   n.3, n.4 = copy n.2
//   %11 = eq n.3, %10
//   %12 = cast n.4: f64
//   %13 = const 1.0: f64
//   %14, %15 = copy %12
//   %16 = sub %14, %13
//   %17 = cast %16: #i32
//   %18 = zero: f64
//   z.5, z.6 = copy z.4
//   %19 = powi z.6, %17
//   %20 = mul %15, %19
//   %21 = mul %20, z.5
//   %22 = select %11, %18, %21
//   d_z = plus %22, %8
//   %23 = eval %5, d_z
//   %24, d_b = copy %23
//   d_w = mul x.2, %24
//   return %9, %4, d_w, d_b
// }

// ---- Rust

// /// The derivatives of [`neuron`](fn@neuron).
// pub struct neuron {}
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
// impl neuron {
//     /// The gradient of [`neuron`](fn@neuron) with respect to `w` and `b`.
//     #[must_use]
//     #[inline]
//     pub fn grad(w: f64, b: f64, x: f64, n: i32) -> (f64, f64) {
//         let _ = neuron;
//         Self::value_and_grad(w, b, x, n).1
//     }
//     /// The value of [`neuron`](fn@neuron), and its gradient with respect to `w` and `b`, in one pass.
//     #[must_use]
//     #[inline]
//     pub fn value_and_grad(w: f64, b: f64, x: f64, n: i32) -> (f64, (f64, f64)) {
//         let _ = neuron;
//         let written = ::backprop::__private::claims::Written::<
//             { Self::__calls_in_a_circle },
//         >;
//         let w = written.as_is(w);
//         let b = written.as_is(b);
//         let x = written.as_is(x);
//         let n = written.as_is(n);
//         let (z, back_logistic) = written
//             .as_is(
//                 ({
//                     use ::backprop::__private::probe::*;
//                     {
//                         use crate::logistic as function_without_differentiable;
//                         written
//                             .if_marked(
//                                 function_without_differentiable::__derivative,
//                                 function_without_differentiable::__adjoint::<f64>,
//                             )
//                     }
//                 }),
//             )(w * x + b);
//         let powi = z.powi(n);
//         let converted = n as f64;
//         let selected = if n == 0 {
//             0.0
//         } else {
//             converted * z.powi((converted - 1.0) as i32) * z
//         };
//         let d_z = selected + powi;
//         let d_b = back_logistic(d_z).0;
//         (z * powi, (x * d_b, d_b))
//     }
//     /// Gives the value of [`neuron`](fn@neuron), and writes its gradient with respect to `w` and `b` to `d_w` and `d_b`.
//     #[inline]
//     pub fn value_and_grad_into(
//         w: f64,
//         b: f64,
//         x: f64,
//         n: i32,
//         d_w: &mut f64,
//         d_b: &mut f64,
//     ) -> f64 {
//         let (value, gradient) = Self::value_and_grad(w, b, x, n);
//         *d_w = gradient.0;
//         *d_b = gradient.1;
//         value
//     }
//     /// Gives the value of [`neuron`](fn@neuron), and adds its gradient with respect to `w` and `b` to `d_w` and `d_b`.
//     #[inline]
//     pub fn accumulate_grad(
//         w: f64,
//         b: f64,
//         x: f64,
//         n: i32,
//         d_w: &mut f64,
//         d_b: &mut f64,
//     ) -> f64 {
//         let (value, gradient) = Self::value_and_grad(w, b, x, n);
//         *d_w += gradient.0;
//         *d_b += gradient.1;
//         value
//     }
//     /// The value of [`neuron`](fn@neuron), and its backpropagator, which takes the sensitivity of the value and gives the gradient with respect to `w` and `b`.
//     #[must_use]
//     #[inline]
//     pub fn vjp(
//         w: f64,
//         b: f64,
//         x: f64,
//         n: i32,
//     ) -> (f64, impl ::core::ops::Fn(f64) -> (f64, f64) + use<>) {
//         let _: fn(
//             ::core::primitive::f64,
//             ::core::primitive::f64,
//             ::core::primitive::f64,
//             ::core::primitive::i32,
//         ) -> ::core::primitive::f64 = neuron;
//         let _ = || {
//             let _ = || {
//                 use ::backprop::__private::claims::hidden::methods::powi as _;
//                 let mut receiver = ::backprop::__private::claims::hidden::lent::<
//                     &::core::primitive::f64,
//                 >();
//                 ::backprop::__private::claims::hidden::not_hidden(
//                     receiver.powi(::backprop::__private::claims::hidden::argument()),
//                 );
//                 let mut receiver = ::backprop::__private::claims::hidden::lent::<
//                     &mut ::core::primitive::f64,
//                 >();
//                 ::backprop::__private::claims::hidden::not_hidden(
//                     receiver.powi(::backprop::__private::claims::hidden::argument()),
//                 );
//             };
//         };
//         let written = ::backprop::__private::claims::Written::<
//             { Self::__calls_in_a_circle },
//         >;
//         let w = written.as_is(w);
//         let b = written.as_is(b);
//         let x = written.as_is(x);
//         let n = written.as_is(n);
//         let (z, back_logistic) = written
//             .as_is(
//                 ({
//                     use ::backprop::__private::probe::*;
//                     {
//                         use crate::logistic as function_without_differentiable;
//                         ::backprop::__private::claims::asked(
//                             written
//                                 .if_marked(
//                                     function_without_differentiable::__derivative,
//                                     function_without_differentiable::__adjoint::<f64>,
//                                 ),
//                             |derivative| function_without_differentiable::__of(
//                                 function_without_differentiable::<f64>,
//                                 derivative,
//                             ),
//                         )
//                     }
//                 }),
//             )(w * x + b);
//         let powi = z.powi(n);
//         (
//             z * powi,
//             move |d: f64| {
//                 let converted = n as f64;
//                 let selected = if n == 0 {
//                     0.0
//                 } else {
//                     converted * z.powi((converted - 1.0) as i32) * (z * d)
//                 };
//                 let d_z = selected + powi * d;
//                 let d_b = back_logistic(d_z).0;
//                 (x * d_b, d_b)
//             },
//         )
//     }
//     /// The adjoint.
//     #[doc(hidden)]
//     #[inline]
//     pub fn __adjoint(
//         w: f64,
//         b: f64,
//         x: f64,
//         n: i32,
//     ) -> (f64, impl ::core::ops::Fn(f64) -> (f64, f64, f64, ()) + use<>) {
//         let _ = neuron;
//         let written = ::backprop::__private::claims::Written::<
//             { Self::__calls_in_a_circle },
//         >;
//         let w = written.as_is(w);
//         let b = written.as_is(b);
//         let x = written.as_is(x);
//         let n = written.as_is(n);
//         let (z, back_logistic) = written
//             .as_is(
//                 ({
//                     use ::backprop::__private::probe::*;
//                     {
//                         use crate::logistic as function_without_differentiable;
//                         written
//                             .if_marked(
//                                 function_without_differentiable::__derivative,
//                                 function_without_differentiable::__adjoint::<f64>,
//                             )
//                     }
//                 }),
//             )(w * x + b);
//         let powi = z.powi(n);
//         (
//             z * powi,
//             move |d: f64| {
//                 let converted = n as f64;
//                 let selected = if n == 0 {
//                     0.0
//                 } else {
//                     converted * z.powi((converted - 1.0) as i32) * (z * d)
//                 };
//                 let d_z = selected + powi * d;
//                 let d_b = back_logistic(d_z).0;
//                 (x * d_b, d_b, w * d_b, ())
//             },
//         )
//     }
//     /// The adjoint, for callers that have no contents of arrays again.
//     #[doc(hidden)]
//     #[inline]
//     pub fn __keeping(
//         w: f64,
//         b: f64,
//         x: f64,
//         n: i32,
//     ) -> (f64, impl ::core::ops::Fn(f64) -> (f64, f64, f64, ()) + use<>) {
//         Self::__adjoint(w, b, x, n)
//     }
//     #[doc(hidden)]
//     #[inline]
//     pub fn __function(
//         __function: impl ::core::marker::Sized,
//     ) -> (
//         impl ::backprop::__private::Function<
//             (f64, f64, f64, i32),
//             Output = f64,
//             Gradient = (f64, f64, f64, ()),
//             Cotangent = (),
//         >,
//         impl ::core::marker::Sized,
//     ) {
//         (
//             ::backprop::__private::Closure::new(move |
//                 (w, b, x, n): (f64, f64, f64, i32)|
//             {
//                 let (value, back) = Self::__adjoint(w, b, x, n);
//                 (value, move |d| ((), back(d)))
//             }),
//             ::backprop::__private::claims::Pair(neuron, __function),
//         )
//     }
//     #[doc(hidden)]
//     #[inline]
//     pub fn __constant<__Function: ::core::ops::FnOnce(f64, f64, f64, i32) -> f64>(
//         __function: __Function,
//         __arguments: (f64, f64, f64, i32),
//     ) -> (f64, ::backprop::__private::claims::Pair<(), ()>) {
//         let __asked = ::backprop::__private::claims::Pair((), ());
//         let (w, b, x, n) = __arguments;
//         (__function(w, b, x, n), __asked)
//     }
//     #[doc(hidden)]
//     pub const __derivative: ::core::primitive::usize = 0;
//     #[doc(hidden)]
//     #[inline]
//     pub fn __of<__Function, __Derivative>(
//         __function: __Function,
//         _: __Derivative,
//     ) -> impl ::core::marker::Sized + use<__Function, __Derivative> {
//         ::backprop::__private::claims::Pair(neuron, __function)
//     }
//     #[doc(hidden)]
//     pub const __calls_in_a_circle: ::core::primitive::usize = {
//         let _: fn(f64, f64, f64, i32) -> f64 = |w: f64, b: f64, x: f64, n: i32| -> f64 {
//             let z = crate::logistic::<f64>(w * x + b);
//             z * z.powi(n)
//         };
//         0
//             + ({
//                 use ::backprop::__private::probe::*;
//                 {
//                     use crate::logistic as function_without_differentiable;
//                     function_without_differentiable::__calls_in_a_circle
//                 }
//             })
//     };
// }
