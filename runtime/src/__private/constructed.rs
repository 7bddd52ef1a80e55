//! Cotangents of structs that are named by their constructors.
//!
//! The parameters of a type may be left out of a constructor, as in `Pair { a, b }` of a `Pair<f64>`. A type they cannot be left out of,
//! but an expression: there rustc finds them.

use core::marker::PhantomData;

use crate::{Cotangent, Differentiable};

/// Gives the type with a constructor, from the name of that.
pub trait Constructed: Sized {
    /// The type.
    #[inline]
    #[must_use]
    fn __type() -> PhantomData<Self> {
        PhantomData
    }
}

impl<T> Constructed for T {}

/// The zero of the cotangent of a type.
#[inline]
#[must_use]
pub fn neutral<T: Differentiable>(_: PhantomData<T>) -> T::Cotangent {
    Cotangent::neutral()
}

/// Says that this is the cotangent of a type.
#[inline]
pub fn cotangent<T: Differentiable>(_: PhantomData<T>, d: T::Cotangent) -> T::Cotangent {
    d
}
