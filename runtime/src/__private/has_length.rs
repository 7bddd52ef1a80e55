//! The lengths of arrays and texts, as methods of what may be one.

use crate::{Cotangent, Differentiable};

/// What stands beside the methods of arrays and texts, as beside those of a type that are marked. A length has no sensitivity.
pub trait HasLength {
    /// The type of its cotangent.
    type Entry: Cotangent;

    /// How many elements there are.
    fn __length(&self) -> usize;

    /// `a.len()` and its backpropagator.
    #[inline]
    fn __len_needs_differentiable(&self) -> (usize, impl Fn(()) -> (Self::Entry,) + use<Self>) {
        (self.__length(), |()| (Self::Entry::neutral(),))
    }

    /// `a.is_empty()` and its backpropagator.
    #[inline]
    fn __is_empty_needs_differentiable(&self) -> (bool, impl Fn(()) -> (Self::Entry,) + use<Self>) {
        (self.__length() == 0, |()| (Self::Entry::neutral(),))
    }
}

impl<T: Differentiable, const N: usize> HasLength for [T; N] {
    type Entry = [T::Cotangent; N];

    #[inline]
    fn __length(&self) -> usize {
        N
    }
}

#[cfg(feature = "std")]
impl<T: Differentiable> HasLength for std::vec::Vec<T> {
    type Entry = std::vec::Vec<T::Cotangent>;

    #[inline]
    fn __length(&self) -> usize {
        self.len()
    }
}

#[cfg(feature = "std")]
impl HasLength for std::string::String {
    type Entry = ();

    #[inline]
    fn __length(&self) -> usize {
        self.len()
    }
}
