//! Reverse-mode automatic differentiation for Rust, at compile time, on stable.
//!
//! Write a function, mark it, and call its gradient:
//!
//! ```
//! use backprop::differentiable;
//!
//! #[differentiable]
//! fn rosenbrock(x: f64, y: f64) -> f64 {
//!     let square = |v: f64| v * v;
//!     square(1.0 - x) + 100.0 * square(y - square(x))
//! }
//!
//! let (dx, dy) = rosenbrock::grad(1.0, 2.0);
//! assert_eq!((dx, dy), (-400.0, 200.0));
//! ```
//!
//! # What `#[differentiable]` makes
//!
//! The function stays as it is. Beside it stands its *companion*, an empty struct of the same name, with these functions:
//!
//! | call | gives |
//! |---|---|
//! | `f::grad(x, y)` | the gradient |
//! | `f::value_and_grad(x, y)` | the value and the gradient |
//! | `f::value_and_grad_into(x, y, &mut d_x, &mut d_y)` | the value; writes the gradient |
//! | `f::accumulate_grad(x, y, &mut d_x, &mut d_y)` | the value; adds the gradient to what is there |
//! | `f::vjp(x, y)` | the value and the backpropagator |
//!
//! The gradient holds one entry for each parameter that has a tangent: a bare value if there is one, a tuple if there
//! are several. Integers, `bool` and the like have no tangent and are left out. All but `vjp` need a result that is one
//! real scalar. A function that takes or gives functions has none of them; other differentiable functions can call it.
//!
//! Three words: a *sensitivity* says by how much the result changes with a value; the *cotangent* of a type is the type of the
//! sensitivities to its values ([`CotangentOf`]); a *backpropagator* takes the sensitivity of the result and gives those of the
//! parameters. It can be called again: one forward pass gives all rows of a Jacobian.
//!
//! ```
//! # use backprop::differentiable;
//! #[differentiable]
//! fn decay(amplitude: f64, rate: f64, t: f64) -> f64 {
//!     amplitude * (-rate * t).exp()
//! }
//!
//! let (value, (d_amplitude, d_rate, d_t)) = decay::value_and_grad(3.0, 0.5, 0.0);
//! assert_eq!((value, d_amplitude, d_rate, d_t), (3.0, 1.0, 0.0, -1.5));
//!
//! let mut total = [0.0; 3];
//! let [a, r, t] = &mut total;
//! for time in [0.0, 0.0] {
//!     decay::accumulate_grad(3.0, 0.5, time, a, r, t);
//! }
//! assert_eq!(total, [2.0, 0.0, -3.0]);
//! ```
//!
//! # Only some parameters: `wrt`
//!
//! `wrt` names the parameters that the gradient has entries for. The entries, and the buffers, have its order.
//!
//! ```
//! # use backprop::differentiable;
//! #[differentiable(wrt(w, b))]
//! fn line(w: f64, b: f64, x: f64) -> f64 {
//!     w * x + b
//! }
//!
//! assert_eq!(line::grad(2.0, 1.0, 5.0), (5.0, 1.0));
//!
//! #[differentiable(wrt(y, x))]
//! fn turned(x: f64, y: f64) -> f64 {
//!     x * x * y
//! }
//!
//! let (d_y, d_x) = turned::grad(3.0, 5.0);
//! assert_eq!((d_y, d_x), (9.0, 30.0));
//! ```
//!
//! # Several results: the backpropagator
//!
//! A function with several real results has no gradient, but a *vector-Jacobian product*. Its backpropagator takes one
//! sensitivity for each result and gives those of the parameters:
//!
//! ```
//! # use backprop::differentiable;
//! #[differentiable]
//! fn polar(x: f64, y: f64) -> (f64, f64) {
//!     (x.hypot(y), y.atan2(x))
//! }
//!
//! let ((r, _), back) = polar::vjp(3.0, 4.0);
//! assert_eq!(r, 5.0);
//! let (dx, dy) = back((1.0, 0.0));
//! assert!((dx - 0.6).abs() < 1e-15 && (dy - 0.8).abs() < 1e-15);
//! ```
//!
//! # Functions that call functions
//!
//! A differentiable function may call any other one, of the same crate or of another. Generic functions take
//! [`Real`] numbers. The bound [`num_traits::Float`] will do, too:
//!
//! ```
//! use backprop::{differentiable, Real};
//!
//! #[differentiable]
//! fn logistic<T: Real>(x: T) -> T {
//!     (T::one() + (-x).exp()).recip()
//! }
//!
//! #[differentiable]
//! fn neuron(w: f64, b: f64, x: f64) -> f64 {
//!     logistic(w * x + b)
//! }
//!
//! assert_eq!(logistic::grad(0.0_f32), 0.25);
//! assert_eq!(neuron::grad(1.0, -2.0, 2.0), (0.5, 0.25, 0.25));
//! ```
//!
//! # Functions of functions
//!
//! Differentiable functions take functions and give them, across modules and crates. The sensitivity of what a closure
//! captured arrives where it was captured:
//!
//! ```
//! # use backprop::differentiable;
//! #[differentiable]
//! fn twice(f: impl Fn(f64) -> f64, x: f64) -> f64 {
//!     f(f(x))
//! }
//!
//! #[differentiable]
//! fn line(slope: f64, offset: f64) -> impl Fn(f64) -> f64 {
//!     move |x| slope * x + offset
//! }
//!
//! #[differentiable]
//! fn iterated(slope: f64, offset: f64, x: f64) -> f64 {
//!     twice(line(slope, offset), x)
//! }
//!
//! // slope² x + slope offset + offset
//! assert_eq!(iterated::grad(2.0, 3.0, 5.0), (23.0, 3.0, 4.0));
//! ```
//!
//! # Structs and their methods
//!
//! [`#[derive(Differentiable)]`](macro@Differentiable) makes the cotangent of a struct. On methods, on `impl` blocks, on traits
//! and on the operators, `#[differentiable]` puts the derivatives beside the functions: `m_grad` for a method `m`.
//!
//! ```
//! # use backprop::{Differentiable, differentiable};
//! #[derive(Clone, Copy, Differentiable)]
//! struct Gauss {
//!     mean: f64,
//!     deviation: f64,
//! }
//!
//! #[differentiable]
//! impl Gauss {
//!     fn standard(&self, x: f64) -> f64 {
//!         (x - self.mean) / self.deviation
//!     }
//!
//!     fn log_density(&self, x: f64) -> f64 {
//!         -0.5 * self.standard(x).powi(2) - self.deviation.ln()
//!     }
//! }
//!
//! let (d_self, d_x) = Gauss { mean: 1.0, deviation: 2.0 }.log_density_grad(5.0);
//! assert_eq!((d_self.mean, d_self.deviation, d_x), (1.0, 1.5, -1.0));
//! ```
//!
//! The cotangent of `Gauss` is `GaussCotangent`, or [`CotangentOf<Gauss>`](CotangentOf): a struct with the same fields. It has `sum()` and
//! [`accumulate`](Cotangent::accumulate). If no field is a vector, it has `+`, `-`, `+=` and `-=`, and, without type parameters, `-d` and
//! `d * 0.5`. Where all fields are numbers of one type, it is made from an array of them, and an array from it.
//!
//! # Slices and loops
//!
//! A parameter may be `&[T]`, `&[T; N]` or `&Vec<T>` of reals. Loops run over ranges and over the elements of arrays. The gradient with
//! respect to a slice is a `Vec`. `f::value_and_grad_into` and `f::accumulate_grad` take the caller's buffers instead, and allocate none:
//!
#![cfg_attr(feature = "std", doc = "```")]
#![cfg_attr(not(feature = "std"), doc = "```ignore")]
//! # use backprop::differentiable;
//! #[differentiable(wrt(weights))]
//! fn weighted(weights: &[f64], data: &[f64]) -> f64 {
//!     let mut sum = 0.0;
//!     for i in 0..weights.len() {
//!         sum += weights[i] * data[i];
//!     }
//!     sum
//! }
//!
//! assert_eq!(weighted::grad(&[1.0, 2.0], &[3.0, 4.0]), [3.0, 4.0]);
//!
//! let mut buffer = [0.0; 2];
//! assert_eq!(weighted::value_and_grad_into(&[1.0, 2.0], &[3.0, 4.0], &mut buffer), 11.0);
//! assert_eq!(buffer, [3.0, 4.0]);
//! ```
//!
//! A parameter `&mut [T]` is an input and an output. The backpropagator of `vjp` takes a buffer for it: the caller puts in the
//! sensitivity to what the array holds after the call, and finds there the sensitivity to what it held before.
//!
#![cfg_attr(feature = "std", doc = "```")]
#![cfg_attr(not(feature = "std"), doc = "```ignore")]
//! # use backprop::differentiable;
//! #[differentiable]
//! fn turn(state: &mut [f64], k: f64) {
//!     state[0] += k * state[1];
//! }
//!
//! let mut state = [1.0, 2.0];
//! let (_, back) = turn::vjp(&mut state, 3.0);
//! let mut d_state = [1.0, 0.0];
//! let d_k = back(&mut d_state);
//! assert_eq!((state, d_state, d_k), ([7.0, 2.0], [1.0, 3.0], 2.0));
//! ```
//!
//! # Closures where they stand
//!
//! [`differentiate!`] takes a closure in its environment:
//!
//! ```
//! # use backprop::differentiate;
//! let scale = 3.0;
//! let f = differentiate!(|x, y| scale * x * y);
//! assert_eq!((f.call(1.0, 2.0), f.grad(1.0, 2.0)), (6.0, (6.0, 3.0)));
//! ```
//!
//! # A rule of one's own: `vjp = …`
//!
//! With `#[differentiable(vjp = rule)]` the macro does not look at the body. `rule` takes the same parameters, and gives the value and
//! the backpropagator. The backpropagator takes the sensitivity of the value, and gives the gradient: an entry for each parameter that has a
//! tangent, in a tuple if there are several. Use it to call a function of another crate, or where you know a better derivative.
//!
//! The backpropagator is an `impl Fn`. An `impl FnOnce` will do where there are no buffers. Then a second call of the backpropagator of
//! `f::vjp` panics.
//!
//! ```
//! # use backprop::differentiable;
//! #[differentiable(vjp = sinc_rule)]
//! fn sinc(x: f64) -> f64 {
//!     if x == 0.0 { 1.0 } else { x.sin() / x }
//! }
//!
//! fn sinc_rule(x: f64) -> (f64, impl Fn(f64) -> f64) {
//!     (sinc(x), move |d| if x == 0.0 { 0.0 } else { d * (x.cos() - sinc(x)) / x })
//! }
//!
//! #[differentiable]
//! fn pattern(angle: f64, width: f64) -> f64 {
//!     sinc(angle * width).powi(2)
//! }
//!
//! assert_eq!(pattern::grad(0.0, 2.0), (0.0, 0.0));
//! ```
//!
//! For an array, the backpropagator gives an array or a `Vec`. For a parameter `&mut [T]` it takes a buffer `&mut [T]`, as that of `vjp`
//! does. The buffers come after the sensitivity of the result, which is left out if the result is `()`.
//!
//! With `accumulate = rule`, the backpropagator takes a buffer for each parameter that refers to an array, in their order, and adds to
//! it. It gives the gradient with respect to the other parameters.
//!
//! ```
//! # use backprop::differentiable;
//! #[differentiable(accumulate = dot_rule)]
//! fn dot(a: &[f64], b: &[f64]) -> f64 {
//!     a.iter().zip(b).map(|(a, b)| a * b).sum()
//! }
//!
//! fn dot_rule(a: &[f64], b: &[f64]) -> (f64, impl Fn(f64, &mut [f64], &mut [f64]) + use<>) {
//!     let (value, a, b) = (dot(a, b), a.to_vec(), b.to_vec());
//!     (value, move |d: f64, d_a: &mut [f64], d_b: &mut [f64]| {
//!         for i in 0..a.len() {
//!             d_a[i] += d * b[i];
//!             d_b[i] += d * a[i];
//!         }
//!     })
//! }
//!
//! assert_eq!(dot::grad(&[1.0, 2.0], &[3.0, 4.0]), (vec![3.0, 4.0], vec![1.0, 2.0]));
//! ```
//!
//! # What can be called
//!
//! - Methods of numbers, of [`num_traits::Float`] and of `f64` itself: `abs`, `acos`, `acosh`, `asin`, `asinh`, `atan`, `atan2`,
//!   `atanh`, `cbrt`, `ceil`, `clamp`, `copysign`, `cos`, `cosh`, `exp`, `exp2`, `exp_m1`, `floor`, `fract`, `hypot`, `ln`, `ln_1p`,
//!   `log`, `log10`, `log2`, `max`, `min`, `mul_add`, `powf`, `powi`, `recip`, `rem_euclid`, `div_euclid`, `round`, `signum`, `sin`,
//!   `sin_cos`, `sinh`, `sqrt`, `tan`, `tanh`, `to_degrees`, `to_radians`, `trunc`; and questions, `is_nan` and the like.
//! - Functions and methods with `#[differentiable]`.
//! - Of arrays, parts and rows: `a.len()`, `a.is_empty()`, `a.clone()`, `a.to_vec()`, `a.swap(i, j)`, `a.fill(v)`, `a.copy_from_slice(&b)`,
//!   `a.reverse()`, `a.rotate_left(k)`, `a.rotate_right(k)`; `a.split_at(k)`, `a.split_first()`, `a.split_last()`, and these with `_mut`;
//!   `a.chunks(n)`, `a.chunks_exact(n)`, these with `_mut`, and `a.windows(n)` in `for`.
//! - Of vectors: `Vec::new()`, `v.push(x)`, `v.pop().unwrap()`, `v.insert(i, x)`, `v.remove(i)`, `v.swap_remove(i)`, `v.clear()`, `v.truncate(n)`,
//!   `v.resize(n, x)`, `v.extend_from_slice(&b)`.
//! - Elements that may not be there: `a.get(i)`, `a.first()` and `a.last()`, with `.unwrap()` or `.unwrap_or(v)`, and in patterns:
//!   `if let Some(x) = a.get(i)` (with `&& *x > 0.0`), `while let Some(x) = v.pop()`, `let Some(x) = a.first() else { … }`, `match` with two arms.
//! - Of variables: `std::mem::swap(&mut a, &mut b)`, `std::mem::replace(&mut a, b)`, `std::mem::take(&mut v)`.
//! - Anything, where no argument depends on a differentiated parameter. Such a call is left as it is. [`stop_gradient`] cuts a
//!   dependence on purpose.
//!
//! # At the edges
//!
//! Where a function is not smooth, the derivative is that of the branch that the function takes. `abs` at zero has the
//! derivative 0; of two equal numbers, `max` and `min` follow the first.
//!
//! A function may call itself. Each call then allocates a box, and uses the stack twice: on the way forward, and on the way back. 10,000
//! calls inside one another overflow the stack of a test in a debug build.
//!
//! # More
//!
//! - The [guide] goes on: arrays, structs of arrays and patterns, with an example for each.
//! - The [limits] say what is not there yet, what costs a copy, what the conventions are, and which names collide.
//! - The [errors] say what to write where a message of rustc does not.
#![no_std]
#![forbid(unsafe_code)]

#[cfg(feature = "std")]
extern crate std;

// What the macro writes for functions of this crate names it as all other crates do.
extern crate self as backprop;

mod cotangent;
mod function;
mod in_place;
mod real;
#[cfg(feature = "std")]
mod workspace;

#[doc(hidden)]
pub mod __private;

pub use backprop_macros::{Differentiable, differentiable, differentiate};
pub use cotangent::{Cotangent, CotangentOf, Differentiable};
pub use num_traits;
pub use real::Real;
#[cfg(feature = "std")]
pub use workspace::Workspace;

/// Gives `x`, as a constant: a gradient does not see what depends on `x` through this call.
///
/// ```
/// use backprop::{differentiable, stop_gradient};
///
/// #[differentiable]
/// fn weighted(x: f64) -> f64 {
///     stop_gradient(x.exp()) * x
/// }
///
/// assert_eq!(weighted::grad(0.0), 1.0);
/// ```
///
/// What stands inside need not be differentiable. Read fields with it that are marked `#[constant]`, where the struct stands in another file. They
/// have no cotangent:
///
/// ```
/// use backprop::{Differentiable, differentiable, stop_gradient};
///
/// #[derive(Differentiable)]
/// struct Model {
///     weight: f64,
///     #[constant]
///     data: Vec<f64>,
/// }
///
/// #[differentiable]
/// fn predicted(model: &Model, x: f64) -> f64 {
///     model.weight * (x - stop_gradient(model.data[0])) / stop_gradient(model.data.len() as f64)
/// }
///
/// let model = Model { weight: 3.0, data: vec![1.0, 2.0] };
/// let (d_model, d_x) = predicted::grad(&model, 5.0);
/// assert_eq!((d_model.weight, d_x), (2.0, 1.5));
/// ```
///
/// Functions without `#[differentiable]` look at whole arrays with it, behind a reference:
///
/// ```
/// use backprop::{differentiable, stop_gradient};
///
/// fn largest(x: &[f64]) -> usize {
///     (0..x.len()).fold(0, |best, i| if x[i] > x[best] { i } else { best })
/// }
///
/// #[differentiable]
/// fn maximum(x: &[f64]) -> f64 {
///     x[largest(stop_gradient(x))]
/// }
///
/// assert_eq!(maximum::grad(&[1.0, 3.0, 2.0]), [0.0, 1.0, 0.0]);
/// ```
#[inline]
#[must_use]
pub const fn stop_gradient<T>(x: T) -> T {
    x
}

#[cfg(all(feature = "std", any(doc, doctest)))]
pub mod guide {
    #![doc = include_str!("guide.md")]
}

#[cfg(any(doc, doctest))]
pub mod errors {
    #![doc = include_str!("errors.md")]
}

#[cfg(any(doc, doctest))]
pub mod limits {
    #![doc = include_str!("limits.md")]
}

/// The examples of the README run as tests.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;
