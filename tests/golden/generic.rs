//! A generic scalar: primitives by path.

#[differentiable]
fn logistic<T: Real>(x: T) -> T {
    (T::one() + (-x).exp()).recip()
}

// ---- net

// net (x: T) -> T {
//   %0 = const `T::one()`@0: T
//   %1 = neg x
//   %2 = exp %1
//   %3 = add %0, %2
//   %4 = recip %3
//   return %4
// }

// ---- adjoint

// net (x: T) -> [T, [T] -o[T, T, T, T, T] [T]] {
//   x.1, x.2 = copy x
//   %0 = neg x.1
//   %1, %2 = copy %0
//   %3 = exp %1
//   %4, %5 = copy %3
//   %6 = const `T::one()`@0: T
//   %7, %8 = copy %6
//   %9 = add %7, %4
//   %10, %11 = copy %9
//   %12 = abstraction [%0 = %11, %1 = %8, %2 = %5, %3 = %2, x = x.2] (%4: T) -> T {
//     %5 = recip %0
//     %6, %7 = copy %5
//     %8 = mul %6, %7
//     %9 = mul %8, %4
//     %10 = neg %9
//     %11, %12 = copy %10
//     discard %1
//     discard %2
//     %13 = exp %3
//     %14 = mul %13, %12
//     d_x = neg %14
//     discard x
//     discard %11
//     return d_x
//   }
//   %13 = recip %10
//   return %13, %12
// }

// ---- simplified

// net (x: T) -> [T, [T] -o [T]] {
//   %0 = neg x
//   %1 = exp %0
//   %2 = const `T::one()`@0: T
//   %3, %4 = copy %1
//   %5 = add %2, %3
//   %6 = recip %5
//   %7, %8 = copy %6
//   %9: [T] -o [T] = abstraction [%0 = %4, %1 = %8] (%2: T) -> T {
//     %3, %4 = copy %1
//     %5 = mul %3, %4
//     %6 = mul %5, %2
//     d_x = mul %0, %6
//     return d_x
//   }
//   return %7, %9
// }

// ---- value and gradient, simplified

// net (x: T) -> [T, T] {
//   %0 = neg x
//   %1 = exp %0
//   %2 = const `T::one()`@0: T
//   %3, %4 = copy %1
//   %5 = add %2, %3
//   %6 = recip %5
//   %7, %8 = copy %6
//   %9, %10 = copy %8
//   %11 = mul %9, %10
//   d_x = mul %4, %11
//   return %7, d_x
// }

// ---- Rust

// /// The derivatives of [`logistic`](fn@logistic).
// struct logistic {}
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
// impl logistic {
//     /// The gradient of [`logistic`](fn@logistic) with respect to `x`.
//     #[must_use]
//     #[inline]
//     fn grad<T: Real>(x: T) -> T {
//         let _ = logistic::<T>;
//         Self::value_and_grad::<T>(x).1
//     }
//     /// The value of [`logistic`](fn@logistic), and its gradient with respect to `x`, in one pass.
//     #[must_use]
//     #[inline]
//     fn value_and_grad<T: Real>(x: T) -> (T, T) {
//         let _ = logistic::<T>;
//         let written = ::backprop::__private::claims::Written::<
//             { Self::__calls_in_a_circle },
//         >;
//         let x = written.as_is(x);
//         let exp = ::backprop::__private::Float::exp(-x);
//         let value = ::backprop::__private::Float::recip(written.as_is(T::one()) + exp);
//         (value, exp * (value * value))
//     }
//     /// Gives the value of [`logistic`](fn@logistic), and writes its gradient with respect to `x` to `d_x`.
//     #[inline]
//     fn value_and_grad_into<T: Real>(x: T, d_x: &mut T) -> T {
//         let (value, gradient) = Self::value_and_grad::<T>(x);
//         *d_x = gradient;
//         value
//     }
//     /// Gives the value of [`logistic`](fn@logistic), and adds its gradient with respect to `x` to `d_x`.
//     #[inline]
//     fn accumulate_grad<T: Real>(x: T, d_x: &mut T) -> T {
//         let (value, gradient) = Self::value_and_grad::<T>(x);
//         *d_x = ::core::ops::Add::add(*d_x, gradient);
//         value
//     }
//     /// The value of [`logistic`](fn@logistic), and its backpropagator, which takes the sensitivity of the value and gives the gradient with respect to `x`.
//     #[must_use]
//     #[inline]
//     fn vjp<T: Real>(x: T) -> (T, impl ::core::ops::Fn(T) -> T + use<T>) {
//         let _ = logistic::<T>;
//         let _ = || {
//             ::backprop::__private::claims::real::<T>();
//         };
//         let written = ::backprop::__private::claims::Written::<
//             { Self::__calls_in_a_circle },
//         >;
//         let x = written.as_is(x);
//         let exp = ::backprop::__private::Float::exp(-x);
//         let value = ::backprop::__private::Float::recip(written.as_is(T::one()) + exp);
//         (
//             value,
//             move |d: T| {
//                 let d = written.as_is(d);
//                 exp * (value * value * d)
//             },
//         )
//     }
//     /// The adjoint.
//     #[doc(hidden)]
//     #[inline]
//     fn __adjoint<T: Real>(x: T) -> (T, impl ::core::ops::Fn(T) -> (T,) + use<T>) {
//         let (value, back) = Self::vjp::<T>(x);
//         (
//             value,
//             move |d: T| {
//                 let d_x = back(d);
//                 (d_x,)
//             },
//         )
//     }
//     /// The adjoint, for callers that have no contents of arrays again.
//     #[doc(hidden)]
//     #[inline]
//     fn __keeping<T: Real>(x: T) -> (T, impl ::core::ops::Fn(T) -> (T,) + use<T>) {
//         Self::__adjoint::<T>(x)
//     }
//     #[doc(hidden)]
//     #[inline]
//     fn __function<T: Real>(
//         __function: impl ::core::marker::Sized,
//     ) -> (
//         impl ::backprop::__private::Function<
//             (T,),
//             Output = T,
//             Gradient = (T,),
//             Cotangent = (),
//         >,
//         impl ::core::marker::Sized,
//     ) {
//         (
//             ::backprop::__private::Closure::new(move |(x,): (T,)| {
//                 let (value, back) = Self::__adjoint::<T>(x);
//                 (value, move |d| ((), back(d)))
//             }),
//             ::backprop::__private::claims::Pair(logistic::<T>, __function),
//         )
//     }
//     #[doc(hidden)]
//     #[inline]
//     fn __constant<T: Real, __Function: ::core::ops::FnOnce(T) -> T>(
//         __function: __Function,
//         __arguments: (T,),
//     ) -> (T, ::backprop::__private::claims::Pair<(), ()>) {
//         let __asked = ::backprop::__private::claims::Pair((), ());
//         let (x,) = __arguments;
//         (__function(x), __asked)
//     }
//     #[doc(hidden)]
//     const __derivative: ::core::primitive::usize = 0;
//     #[doc(hidden)]
//     #[inline]
//     fn __of<T: Real, __Function, __Backpropagator>(
//         __function: __Function,
//         _: fn(T) -> (T, __Backpropagator),
//     ) -> impl ::core::marker::Sized + use<T, __Function, __Backpropagator> {
//         ::backprop::__private::claims::Pair(logistic::<T>, __function)
//     }
//     #[doc(hidden)]
//     const __calls_in_a_circle: ::core::primitive::usize = {
//         const fn check<T: Real>() -> ::core::primitive::usize {
//             let _: fn(T) -> T = |x: T| -> T { (T::one() + (-x).exp()).recip() };
//             0
//         }
//         let _ = check::<::core::primitive::f64>();
//         0
//     };
// }
