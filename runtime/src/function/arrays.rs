//! Functions that take or give arrays.
//!
//! What a function takes by reference it takes with any lifetime, and what it leaves borrows none of it: its backpropagator takes the
//! array again, with an accumulator. So the type of the arguments is a family of types, with one for each lifetime.

use core::fmt;
use core::marker::PhantomData;

use super::captured::Environment;
use super::{AnyFunction, PassedByValue};
use crate::{Cotangent, Differentiable};

/// The types of an argument.
pub trait Parameter {
    /// The type for this lifetime.
    type At<'a>;
}

/// What is taken by value.
pub struct ByValue<T>(PhantomData<fn(T)>);

/// What is taken by reference.
pub struct ByReference<T: ?Sized>(PhantomData<fn(&T)>);

impl<T> Parameter for ByValue<T> {
    type At<'a> = T;
}

impl<T: ?Sized + 'static> Parameter for ByReference<T> {
    type At<'a> = &'a T;
}

impl<T> fmt::Debug for ByValue<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ByValue")
    }
}

impl<T: ?Sized> fmt::Debug for ByReference<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ByReference")
    }
}

macro_rules! parameters {
    ($($name:ident),*) => {
        impl<$($name: Parameter),*> Parameter for ($($name,)*) {
            type At<'a> = ($($name::At<'a>,)*);
        }
    };
}

parameters!(A);
parameters!(A, B);
parameters!(A, B, C);
parameters!(A, B, C, D);
parameters!(A, B, C, D, E);
parameters!(A, B, C, D, E, F);
parameters!(A, B, C, D, E, F, G);
parameters!(A, B, C, D, E, F, G, H);

/// A function of arrays, as its adjoint. `P` is a tuple with an entry for each parameter.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a differentiable function of `{P}`",
    label = "a differentiable function of arrays is expected here",
    note = "of a closure that takes arrays, write the types of the parameters: `|y: &[f64]| …`",
    note = "a `#[differentiable]` function is one, if it takes slices and arrays, and no struct"
)]
pub trait FunctionOfArrays<P: Parameter>: AnyFunction + Differentiable {
    /// What it gives.
    type Output;
    /// From the sensitivity of what it gave, what it took by reference, and an accumulator for each of these, to the sensitivity of
    /// what it captured, and those of the other arguments.
    type Backpropagator;

    /// The value, and the backpropagator.
    fn __adjoint(&self, arguments: P::At<'_>) -> (Self::Output, Self::Backpropagator);
}

/// A Rust closure as a differentiable function of arrays. `E` is the sensitivity of what the function captured.
pub struct ClosureOfArrays<P, F, E> {
    adjoint: F,
    environment: PhantomData<fn(P) -> E>,
}

impl<P: Parameter, F, E> ClosureOfArrays<P, F, E> {
    /// The function of this adjoint.
    #[inline]
    pub const fn new<R, B>(adjoint: F) -> Self
    where
        F: for<'a> Fn(P::At<'a>) -> (R, B),
    {
        Self { adjoint, environment: PhantomData }
    }
}

impl<P, F: Copy, E> Clone for ClosureOfArrays<P, F, E> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<P, F: Copy, E> Copy for ClosureOfArrays<P, F, E> {}

impl<P, F, E> fmt::Debug for ClosureOfArrays<P, F, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ClosureOfArrays")
    }
}

impl<P, F, E: Cotangent> Differentiable for ClosureOfArrays<P, F, E> {
    type Cotangent = E;

    #[inline]
    fn zero_cotangent(&self) -> E {
        E::neutral()
    }
}

impl<P, F: Copy, E> PassedByValue for ClosureOfArrays<P, F, E> {}
impl<P, F: Copy, E> AnyFunction for ClosureOfArrays<P, F, E> {}

impl<P, R, B, F, E> FunctionOfArrays<P> for ClosureOfArrays<P, F, E>
where
    P: Parameter,
    F: for<'a> Fn(P::At<'a>) -> (R, B) + Copy,
    E: Cotangent,
{
    type Output = R;
    type Backpropagator = B;

    #[inline]
    fn __adjoint(&self, arguments: P::At<'_>) -> (R, B) {
        (self.adjoint)(arguments)
    }
}

/// As [`Calling`](super::Calling), of a function of arrays.
pub struct CallingOfArrays<P, F, E, C> {
    call: C,
    function: PhantomData<fn(P, F) -> E>,
}

/// See [`CallingOfArrays`].
#[inline]
pub const fn calling_of_arrays<P, F, E, C, V>(call: C) -> CallingOfArrays<P, F, E, C>
where
    C: FnOnce(ClosureOfArrays<P, F, E>) -> V,
{
    CallingOfArrays { call, function: PhantomData }
}

impl<P: Parameter, F, E, C> CallingOfArrays<P, F, E, C> {
    /// What the call gives for the function of this adjoint.
    #[inline]
    pub fn with<R, B, V>(self, adjoint: F) -> V
    where
        F: for<'a> Fn(P::At<'a>) -> (R, B),
        C: FnOnce(ClosureOfArrays<P, F, E>) -> V,
    {
        (self.call)(ClosureOfArrays::new(adjoint))
    }
}

impl<P, F, E, C> fmt::Debug for CallingOfArrays<P, F, E, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CallingOfArrays")
    }
}

/// The arrays that a function takes by reference, as a tuple of their types. Each may live for another time.
pub trait Lent {
    /// What looks at them.
    type Looks<'a, 'b, 'c, 'd, 'e, 'f, 'g, 'h>;
    /// What is added to.
    type Accumulators<'a, 'b, 'c, 'd, 'e, 'f, 'g, 'h>;
}

macro_rules! lent {
    ($($name:ident $lifetime:lifetime),*) => {
        impl<$($name: Environment),*> Lent for ($($name,)*) {
            type Looks<'a, 'b, 'c, 'd, 'e, 'f, 'g, 'h> = ($($name::Looks<$lifetime>,)*);
            type Accumulators<'a, 'b, 'c, 'd, 'e, 'f, 'g, 'h> = ($($name::Accumulators<$lifetime>,)*);
        }
    };
}

lent!(A 'a);
lent!(A 'a, B 'b);
lent!(A 'a, B 'b, C 'c);
lent!(A 'a, B 'b, C 'c, D 'd);
lent!(A 'a, B 'b, C 'c, D 'd, E 'e);
lent!(A 'a, B 'b, C 'c, D 'd, E 'e, F 'f);
lent!(A 'a, B 'b, C 'c, D 'd, E 'e, F 'f, G 'g);
lent!(A 'a, B 'b, C 'c, D 'd, E 'e, F 'f, G 'g, H 'h);

/// The backpropagator of what gave this value, which has the type of its sensitivity.
#[inline]
pub fn back_of<K: Lent, R, B, G>(_: &R, back: B) -> B
where
    B: for<'a, 'b, 'c, 'd, 'e, 'f, 'g, 'h, 'i, 'j, 'k, 'l, 'm, 'n, 'o, 'p> Fn(
        (R, K::Looks<'a, 'b, 'c, 'd, 'e, 'f, 'g, 'h>, K::Accumulators<'i, 'j, 'k, 'l, 'm, 'n, 'o, 'p>),
    ) -> G,
{
    back
}

/// The same, where it takes no arrays.
#[inline]
pub fn back_of_value<R, B: Fn(R) -> G, G>(_: &R, back: B) -> B {
    back
}
