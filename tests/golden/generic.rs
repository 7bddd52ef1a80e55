//! A generic scalar: primitives by path.

#[differentiable]
fn logistic<T: Real>(x: T) -> T {
    (T::one() + (-x).exp()).recip()
}

// ---- Rust

// ///The derivatives of [`logistic`](fn@logistic).
// #[allow(non_camel_case_types, dead_code)]
// enum logistic {}
// #[automatically_derived]
// #[allow(dead_code, deprecated, clippy::all, clippy::pedantic)]
// impl logistic {
//     ///The gradient of [`logistic`](fn@logistic) with respect to `x`.
//     #[must_use]
//     fn grad<T: Real>(x: T) -> T {
//         let exp = ::backprop::__private::Float::exp(-x);
//         let recip = ::backprop::__private::Float::recip(T::one() + exp);
//         -(exp * -(recip * recip))
//     }
//     ///The value of [`logistic`](fn@logistic), and its gradient with respect to `x`, in one pass.
//     #[must_use]
//     fn value_and_grad<T: Real>(x: T) -> (T, T) {
//         let exp = ::backprop::__private::Float::exp(-x);
//         let value = ::backprop::__private::Float::recip(T::one() + exp);
//         (value, -(exp * -(value * value)))
//     }
//     ///Gives the value of [`logistic`](fn@logistic), and writes its gradient with respect to `x` to `d_x`.
//     #[inline]
//     fn value_and_grad_into<T: Real>(x: T, d_x: &mut T) -> T {
//         let (value, gradient) = Self::value_and_grad(x);
//         *d_x = gradient;
//         value
//     }
//     ///Gives the value of [`logistic`](fn@logistic), and adds its gradient with respect to `x` to `d_x`.
//     #[inline]
//     fn accumulate_grad<T: Real>(x: T, d_x: &mut T) -> T {
//         let (value, gradient) = Self::value_and_grad(x);
//         *d_x = *d_x + gradient;
//         value
//     }
//     ///The value of [`logistic`](fn@logistic), and the backpropagator: from the sensitivity of the value to that of `x`.
//     #[must_use]
//     #[inline]
//     fn vjp<T: Real>(x: T) -> (T, impl ::core::ops::FnOnce(T) -> T + use<T>) {
//         let exp = ::backprop::__private::Float::exp(-x);
//         let value = ::backprop::__private::Float::recip(T::one() + exp);
//         (value, move |d: T| -(exp * -(value * value * d)))
//     }
//     ///The adjoint.
//     #[doc(hidden)]
//     #[inline]
//     fn adjoint<T: Real>(x: T) -> (T, impl ::core::ops::FnOnce(T) -> (T,) + use<T>) {
//         let (value, back) = Self::vjp(x);
//         (
//             value,
//             move |d: T| {
//                 let d_x = back(d);
//                 (d_x,)
//             },
//         )
//     }
//     #[doc(hidden)]
//     fn primal<T: Real>(x: T) -> T {
//         logistic::<T>(x)
//     }
// }
