//! Opposites and multiples of cotangents, as bounds without associated types.
//!
//! Two fields may have cotangents of one type, as two `enum`s have. Of two bounds `Neg<Output = …>` of one type, rustc does not know
//! which one says what it gives.

use core::ops::{Mul, Neg};

/// What has an opposite of its own type.
pub trait Opposite {
    /// The opposite.
    #[must_use]
    fn __opposite(self) -> Self;
}

impl<T: Neg<Output = T>> Opposite for T {
    #[inline]
    fn __opposite(self) -> Self {
        -self
    }
}

/// What has multiples of its own type.
pub trait Multiple<S> {
    /// This times a factor.
    #[must_use]
    fn __multiple(self, factor: S) -> Self;
}

impl<S, T: Mul<S, Output = T>> Multiple<S> for T {
    #[inline]
    fn __multiple(self, factor: S) -> Self {
        self * factor
    }
}
