//! Cotangents of structs that are named by their constructors, or by values.
//!
//! The parameters of a type may be left out of a constructor, as in `Pair { a, b }` of a `Pair<f64>`. They cannot be left out of a type,
//! but rustc finds them from a function that would make such a struct. It does not run.

use core::marker::PhantomData;

use crate::{Cotangent, Differentiable};

/// The zero of the cotangent of what a function would give.
#[inline]
#[must_use]
pub fn neutral<T: Differentiable>(_: impl FnOnce() -> T) -> T::Cotangent {
    Cotangent::neutral()
}

/// Says that this is the cotangent of what a function would give.
#[inline]
#[must_use]
pub fn cotangent<T: Differentiable>(_: impl FnOnce() -> T, d: T::Cotangent) -> T::Cotangent {
    d
}

/// The type of a value, for code that does not have the value.
#[derive(Debug)]
pub struct Of<T: ?Sized>(PhantomData<fn(&T)>);

impl<T: ?Sized> Clone for Of<T> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: ?Sized> Copy for Of<T> {}

/// The type of this value.
#[inline]
#[must_use]
pub const fn of<T: ?Sized>(_: &T) -> Of<T> {
    Of(PhantomData)
}

impl<T: Differentiable> Of<T> {
    /// The zero of the cotangent of such a value.
    #[inline]
    #[must_use]
    pub fn neutral(self) -> T::Cotangent {
        Cotangent::neutral()
    }
}
