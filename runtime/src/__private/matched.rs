//! Whether a value that a pattern takes apart has a tangent. What the pattern binds would then have one too, and generated code takes it
//! for a constant: so it asks, and does not compile if there is one.

use core::marker::PhantomData;

use crate::Differentiable;

/// The type of what is matched.
#[derive(Debug)]
pub struct Matched<T: ?Sized>(PhantomData<T>);

/// The type of what is matched.
#[inline]
#[must_use]
pub const fn matched<T: ?Sized>(_: &T) -> Matched<T> {
    Matched(PhantomData)
}

/// The cotangent of a type that has one. Its method comes before that of [`NoCotangent`].
pub trait OfCotangent {
    /// The cotangent.
    type Cotangent;

    /// The cotangent.
    fn __cotangent(&self) -> PhantomData<Self::Cotangent>;
}

impl<T: Differentiable + ?Sized> OfCotangent for Matched<T> {
    type Cotangent = T::Cotangent;

    #[inline]
    fn __cotangent(&self) -> PhantomData<T::Cotangent> {
        PhantomData
    }
}

/// There is none: the value is in a struct, as a constant.
pub trait NoCotangent {
    /// None.
    fn __cotangent(&self) -> PhantomData<()>;
}

impl<T: ?Sized> NoCotangent for &Matched<T> {
    #[inline]
    fn __cotangent(&self) -> PhantomData<()> {
        PhantomData
    }
}

/// The cotangent of what has no tangent.
#[diagnostic::on_unimplemented(
    message = "this pattern takes apart a value that depends on a differentiated parameter, and has a tangent",
    label = "what this binds would have a tangent too, which is not differentiable yet",
    note = "an `enum` that holds reals has no derivative yet: give the reals beside it",
    note = "take a struct apart with `let`"
)]
pub trait Nothing {}

impl Nothing for () {}

/// The cotangent of what a variant of an `enum` may hold.
#[diagnostic::on_unimplemented(
    message = "an `enum` that holds what has a tangent has no cotangent",
    label = "this has a tangent",
    note = "mark the field `#[constant]`, if nothing is differentiated with respect to it"
)]
pub trait InVariant {}

impl InVariant for () {}

/// Says that a type has no tangent.
#[inline]
pub const fn without_tangent<T: Differentiable<Cotangent: InVariant> + ?Sized>() {}

/// Takes the cotangent of what a pattern takes apart.
#[inline]
pub const fn has_no_tangent<C: Nothing>(_: &PhantomData<C>) {}
