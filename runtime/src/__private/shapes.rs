//! Shapes of arrays: how long the accumulator of an array is that has ended, or that has become a part of another value.

use core::fmt;

use super::arrays::Element;
use super::lengths::{Fit, Lengths, Measure};
use crate::{Cotangent, Differentiable};

/// An array, of which the cotangent has the same shape.
pub trait Shaped<M> {
    /// The cotangent.
    type Zeros;

    /// How long it is, and what is in it, as far as its type does not say so.
    type Length: Clone;

    /// What references to it refer to.
    type Referent: Shaped<M, Zeros = Self::Zeros, Length = Self::Length> + ?Sized;

    /// How long it is.
    fn __extent(&self) -> Self::Length;

    /// The zero of this length.
    fn __of_length(length: &Self::Length) -> Self::Zeros;

    /// Lets a cotangent to which nothing was added be of this length.
    fn __fit(length: &Self::Length, d: &mut Self::Zeros);

    /// The zero of the same shape.
    #[inline]
    fn __zeros(&self) -> Self::Zeros {
        Self::__of_length(&self.__extent())
    }
}

#[cfg(feature = "std")]
impl<M, E: Element<M>> Shaped<M> for [E] {
    type Zeros = std::vec::Vec<E>;
    type Length = E::Many;
    type Referent = Self;

    #[inline]
    fn __extent(&self) -> Self::Length {
        E::__many(self)
    }

    #[inline]
    fn __of_length(length: &Self::Length) -> Self::Zeros {
        E::__zeros(length)
    }

    #[inline]
    fn __fit(length: &Self::Length, d: &mut Self::Zeros) {
        fit(d, length);
    }
}

#[cfg(feature = "std")]
impl<M, E: Element<M>> Shaped<M> for std::vec::Vec<E> {
    type Zeros = Self;
    type Length = E::Many;
    type Referent = Self;

    #[inline]
    fn __extent(&self) -> Self::Length {
        E::__many(self)
    }

    #[inline]
    fn __of_length(length: &Self::Length) -> Self {
        E::__zeros(length)
    }

    #[inline]
    fn __fit(length: &Self::Length, d: &mut Self) {
        fit(d, length);
    }
}

impl<M, E: Element<M>, const N: usize> Shaped<M> for [E; N] {
    type Zeros = Self;
    type Length = [E::Length; N];
    type Referent = Self;

    #[inline]
    fn __extent(&self) -> Self::Length {
        core::array::from_fn(|i| self[i].__extent())
    }

    #[inline]
    fn __of_length(length: &Self::Length) -> Self {
        core::array::from_fn(|i| E::__of_length(&length[i]))
    }

    #[inline]
    fn __fit(length: &Self::Length, d: &mut Self) {
        d.__fit(length);
    }
}

/// A reference to an array has the shape of that.
impl<M, A: Shaped<M> + ?Sized> Shaped<M> for &A {
    type Zeros = A::Zeros;
    type Length = A::Length;
    type Referent = A::Referent;

    #[inline]
    fn __extent(&self) -> Self::Length {
        A::__extent(self)
    }

    #[inline]
    fn __of_length(length: &Self::Length) -> Self::Zeros {
        A::__of_length(length)
    }

    #[inline]
    fn __fit(length: &Self::Length, d: &mut Self::Zeros) {
        A::__fit(length, d);
    }
}

/// The shape of an array that has ended.
pub struct Shape<A: Shaped<M> + ?Sized, M>(A::Length);

/// The shape of an array that ends.
#[inline]
pub fn shape<A: Shaped<M> + ?Sized, M>(array: &A) -> Shape<A::Referent, M> {
    Shape(array.__extent())
}

impl<A: Shaped<M> + ?Sized, M> Shape<A, M> {
    /// The zero of this shape.
    #[inline]
    #[must_use]
    pub fn zeros(&self) -> A::Zeros {
        A::__of_length(&self.0)
    }

    /// Lets an accumulator to which nothing was added have this shape.
    #[inline]
    pub fn fit(&self, d: &mut A::Zeros) {
        A::__fit(&self.0, d);
    }
}

impl<A: Shaped<M> + ?Sized, M> Clone for Shape<A, M> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<A: Shaped<M, Length: Copy> + ?Sized, M> Copy for Shape<A, M> {}

impl<A: Shaped<M> + ?Sized, M> fmt::Debug for Shape<A, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Shape")
    }
}

/// Lets a vector to which nothing was added be as long as this, and so what is in it.
#[cfg(feature = "std")]
#[inline]
pub(super) fn fit<M, E: Element<M>>(array: &mut std::vec::Vec<E>, many: &E::Many) {
    if array.is_empty() {
        *array = E::__zeros(many);
    } else {
        E::__fit_all(array, many);
    }
}

/// The shape of the cotangent of a value, if that depends on the value. It is small where it does not: loops keep it.
#[derive(Clone, Debug)]
pub struct ShapeOf<C>(How<C>);

/// How a shape is known.
#[derive(Clone, Debug)]
enum How<C> {
    /// By the type alone.
    Constant,
    /// By the lengths of the vectors.
    Lengths(Lengths),
    /// By the zero.
    Zero(Kept<C>),
}

#[cfg(feature = "std")]
type Kept<C> = std::boxed::Box<C>;
#[cfg(not(feature = "std"))]
type Kept<C> = C;

/// The shape of the cotangent of this value.
#[inline]
pub fn shape_of<T: Differentiable + ?Sized>(value: &T) -> ShapeOf<T::Cotangent> {
    ShapeOf(match (T::MEASURE, T::Cotangent::FIT) {
        _ if !T::GROWS => How::Constant,
        (Measure::By(measure), Fit::By(_)) => {
            let mut lengths = Lengths::default();
            measure(value, &mut lengths);
            How::Lengths(lengths)
        }
        _ => How::Zero(Kept::from(value.zero_cotangent())),
    })
}

impl<C: Cotangent> ShapeOf<C> {
    /// The shape of the cotangents of a value.
    #[inline]
    pub fn of_value<T: Differentiable<Cotangent = C> + ?Sized>(value: &T) -> Self {
        shape_of(value)
    }

    /// A sensitivity in this shape: vectors to which nothing was added are empty before.
    #[inline]
    pub fn of(self, d: C) -> C {
        self.of_each(d)
    }

    /// The same, any number of times.
    #[inline]
    pub fn of_each(&self, mut d: C) -> C {
        self.fit(&mut d);
        d
    }

    /// Gives a sensitivity this shape where it is.
    #[inline]
    pub fn fit(&self, d: &mut C) {
        match &self.0 {
            How::Constant => {}
            How::Lengths(lengths) => C::FIT.fit(d, &mut lengths.known()),
            How::Zero(zero) => d.accumulate(zero),
        }
    }
}
