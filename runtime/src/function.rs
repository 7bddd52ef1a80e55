//! Functions as values, between generated functions.
//!
//! A function that is passed to another one, or given back by it, is the pair of its forward and its reverse code over
//! what it captured. Its sensitivity is the bundle of the sensitivities of what it captured (paper, section 3.2), so a
//! function is [`Differentiable`] as numbers are. Everything is dispatched statically.

pub(crate) mod arrays;
pub(crate) mod captured;

use core::fmt;
use core::marker::PhantomData;
use core::ops::Deref;

use crate::__private::seeds::Adding;
use crate::{Cotangent, Differentiable};

/// A function from `Arguments`, a tuple, as its adjoint.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a differentiable function of `{Arguments}`",
    label = "a differentiable function is expected here",
    note = "closures and `#[differentiable]` functions are, in the body of a `#[differentiable]` function"
)]
pub trait Function<Arguments>: AnyFunction + Differentiable {
    /// What it gives.
    type Output: Differentiable;
    /// The sensitivities of the arguments: a tuple with an entry for each, `()` for those without a tangent.
    type Gradient;
    /// From the sensitivity of what it gave to that of what it captured, and those of the arguments.
    type Backpropagator: Fn(<Self::Output as Differentiable>::Cotangent) -> (Self::Cotangent, Self::Gradient);

    /// The value, and the backpropagator.
    fn __adjoint(&self, arguments: Arguments) -> (Self::Output, Self::Backpropagator);
}

/// A Rust closure as a differentiable function: it takes the tuple `A` of the arguments, and gives the value and the
/// backpropagator. `E` is the sensitivity of what the function captured.
pub struct Closure<A, F, E> {
    adjoint: F,
    environment: PhantomData<fn(A) -> E>,
}

impl<A, F, E> Closure<A, F, E> {
    /// The function of this adjoint.
    #[inline]
    pub const fn new<R: Differentiable, B, G>(adjoint: F) -> Self
    where
        F: Fn(A) -> (R, B),
        B: Fn(R::Cotangent) -> (E, G),
    {
        Self { adjoint, environment: PhantomData }
    }
}

impl<A, F: Copy, E> Clone for Closure<A, F, E> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<A, F: Copy, E> Copy for Closure<A, F, E> {}

impl<A, F, E> fmt::Debug for Closure<A, F, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Closure")
    }
}

impl<A, F, E: Cotangent> Differentiable for Closure<A, F, E> {
    type Cotangent = E;

    #[inline]
    fn zero_cotangent(&self) -> E {
        E::neutral()
    }
}

impl<A, R, B, G, F, E> Function<A> for Closure<A, F, E>
where
    F: Fn(A) -> (R, B) + Copy,
    R: Differentiable,
    B: Fn(R::Cotangent) -> (E, G),
    E: Cotangent,
{
    type Output = R;
    type Gradient = G;
    type Backpropagator = B;

    #[inline]
    fn __adjoint(&self, arguments: A) -> (R, B) {
        (self.adjoint)(arguments)
    }
}

/// What is a function for some arguments.
pub trait AnyFunction: PassedByValue {}

/// What adjoints take by value where the source has a reference to it: functions, and real numbers.
pub trait PassedByValue: Copy {}

impl PassedByValue for f32 {}
impl PassedByValue for f64 {}

impl<A, F: Copy, E> PassedByValue for Closure<A, F, E> {}
impl<A, F: Copy, E> AnyFunction for Closure<A, F, E> {}

/// A call that takes a [`Closure`], before that is there: `calling(|f| call(f)).with(closure)`. Rust infers the types of a
/// closure's parameters from the function that it is given to, and from nothing else; the call says them, and `with` is the
/// function.
pub struct Calling<A, F, E, C> {
    call: C,
    function: PhantomData<fn(A, F) -> E>,
}

/// See [`Calling`].
#[inline]
pub const fn calling<A, F, E, C, V>(call: C) -> Calling<A, F, E, C>
where
    C: FnOnce(Closure<A, F, E>) -> V,
{
    Calling { call, function: PhantomData }
}

impl<A, F, E, C> Calling<A, F, E, C> {
    /// What the call gives for the function of this adjoint.
    #[inline]
    pub fn with<R: Differentiable, B, G, V>(self, adjoint: F) -> V
    where
        F: Fn(A) -> (R, B),
        B: Fn(R::Cotangent) -> (E, G),
        C: FnOnce(Closure<A, F, E>) -> V,
    {
        (self.call)(Closure::new(adjoint))
    }
}

impl<A, F, E, C> fmt::Debug for Calling<A, F, E, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Calling")
    }
}

/// `&value`, where the macro does not know what `value` is. A function is passed by value instead, since a backpropagator may
/// keep it: `refer(&value).value()` finds the method of what is a function first.
#[inline]
pub const fn refer<T>(value: &T) -> MaybeFunction<'_, T> {
    MaybeFunction(Referred(value))
}

/// What may be a reference to a function.
#[derive(Debug)]
pub struct MaybeFunction<'a, T>(Referred<'a, T>);

impl<T: AnyFunction> MaybeFunction<'_, T> {
    /// The function.
    #[inline]
    #[must_use]
    pub const fn value(&self) -> T {
        *self.0.0
    }
}

impl<'a, T> Deref for MaybeFunction<'a, T> {
    type Target = Referred<'a, T>;

    #[inline]
    fn deref(&self) -> &Referred<'a, T> {
        &self.0
    }
}

/// The same as an argument of a call, where a number is passed by value as well.
#[inline]
pub const fn pass<T>(value: &T) -> MaybePassed<'_, T> {
    MaybePassed(Referred(value))
}

/// What may be a reference to what is passed by value.
#[derive(Debug)]
pub struct MaybePassed<'a, T>(Referred<'a, T>);

/// A reference.
#[derive(Debug)]
pub struct Referred<'a, T>(&'a T);

impl<T: PassedByValue> MaybePassed<'_, T> {
    /// The function, or the number.
    #[inline]
    #[must_use]
    pub const fn value(&self) -> T {
        *self.0.0
    }
}

impl<'a, T> Referred<'a, T> {
    /// The reference.
    #[inline]
    #[must_use]
    pub const fn value(&self) -> &'a T {
        self.0
    }
}

impl<'a, T> Deref for MaybePassed<'a, T> {
    type Target = Referred<'a, T>;

    #[inline]
    fn deref(&self) -> &Referred<'a, T> {
        &self.0
    }
}

/// What the adjoint of a function gives, where the type of the value cannot be named: the value and the backpropagator.
#[diagnostic::on_unimplemented(
    message = "this function takes an array, or gives what has no cotangent",
    label = "the macro does not know of an argument here that it is an array",
    note = "write the type of the array where it is declared: `|t, y: &[f64]| …`, `let y: Vec<f64> = …;`"
)]
pub trait Evaluation {
    /// The value.
    type Value: Differentiable;
    /// The sensitivities of the arguments.
    type Gradient;
    /// From the sensitivity of the value to those of the arguments.
    type Backpropagator: Fn(<Self::Value as Differentiable>::Cotangent) -> Self::Gradient;

    /// Both.
    fn __parts(self) -> (Self::Value, Self::Backpropagator);
}

#[diagnostic::do_not_recommend]
impl<V: Differentiable, B, G> Evaluation for (V, B)
where
    B: Fn(V::Cotangent) -> G,
{
    type Value = V;
    type Gradient = G;
    type Backpropagator = B;

    #[inline]
    fn __parts(self) -> (V, B) {
        self
    }
}

/// The value and its backpropagator, which takes the sensitivity of the value.
#[inline]
pub const fn evaluation<V: Differentiable, B, G>(value: V, back: B) -> (V, B)
where
    B: Fn(V::Cotangent) -> G,
{
    (value, back)
}

/// What the adjoint of a function gives, whether or not the type of the value can be named, and the backpropagator takes seeds.
#[diagnostic::on_unimplemented(message = "this is no value and its backpropagator")]
pub trait Evaluated {
    /// The value.
    type Value;
    /// The backpropagator.
    type Backpropagator;

    /// Both.
    fn __both(self) -> (Self::Value, Self::Backpropagator);
}

impl<E: Evaluation> Evaluated for E {
    type Value = E::Value;
    type Backpropagator = E::Backpropagator;

    #[inline]
    fn __both(self) -> (E::Value, E::Backpropagator) {
        self.__parts()
    }
}

impl<V, F> Evaluated for (V, Adding<F>) {
    type Value = V;
    type Backpropagator = Adding<F>;

    #[inline]
    fn __both(self) -> Self {
        self
    }
}

/// The value and the backpropagator.
#[inline]
pub fn parts<E: Evaluated>(evaluation: E) -> (E::Value, E::Backpropagator) {
    evaluation.__both()
}
