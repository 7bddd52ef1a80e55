//! Cotangents of structs that are named by their constructors.
//!
//! The parameters of a type may be left out of a constructor, as in `Pair { a, b }` of a `Pair<f64>`. They cannot be left out of a type,
//! but rustc finds them from a function that would make such a struct. It does not run.

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
