//! Accumulators of arrays.

use num_traits::Zero;

/// An array, of which the cotangent has the same shape.
pub trait Shaped {
    /// The cotangent.
    type Zeros;

    /// How long it is, as far as its type does not say so.
    type Length: Copy;

    /// How long it is.
    fn length(&self) -> Self::Length;

    /// The zero of this length.
    fn of_length(length: Self::Length) -> Self::Zeros;

    /// The zero of the same shape.
    #[inline]
    fn zeros(&self) -> Self::Zeros {
        Self::of_length(self.length())
    }
}

#[cfg(feature = "std")]
impl<T: Zero + Copy> Shaped for [T] {
    type Zeros = std::vec::Vec<T>;
    type Length = usize;

    #[inline]
    fn length(&self) -> usize {
        self.len()
    }

    #[inline]
    fn of_length(length: usize) -> Self::Zeros {
        std::vec![T::zero(); length]
    }
}

#[cfg(feature = "std")]
impl<T: Zero + Copy> Shaped for std::vec::Vec<T> {
    type Zeros = Self;
    type Length = usize;

    #[inline]
    fn length(&self) -> usize {
        self.len()
    }

    #[inline]
    fn of_length(length: usize) -> Self {
        std::vec![T::zero(); length]
    }
}

impl<T: Zero + Copy, const N: usize> Shaped for [T; N] {
    type Zeros = Self;
    type Length = ();

    #[inline]
    fn length(&self) {}

    #[inline]
    fn of_length((): ()) -> Self {
        [T::zero(); N]
    }
}

/// The shape of an array that has ended.
pub struct Shape<A: Shaped + ?Sized>(A::Length);

/// The shape of an array that ends.
#[inline]
pub fn shape<A: Shaped + ?Sized>(array: &A) -> Shape<A> {
    Shape(array.length())
}

impl<A: Shaped + ?Sized> Shape<A> {
    /// The zero of this shape.
    #[inline]
    #[must_use]
    pub fn zeros(self) -> A::Zeros {
        A::of_length(self.0)
    }
}

impl<A: Shaped + ?Sized> Clone for Shape<A> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<A: Shaped + ?Sized> Copy for Shape<A> {}

impl<A: Shaped + ?Sized> core::fmt::Debug for Shape<A> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("Shape")
    }
}

/// The value of an element, which is zero from then on.
#[inline]
pub fn take<T: Zero>(element: &mut T) -> T {
    core::mem::replace(element, T::zero())
}

/// The sum of all elements.
#[inline]
pub fn total<T: Zero + Copy>(array: &[T]) -> T {
    array.iter().fold(T::zero(), |sum, &element| sum + element)
}

/// What stands for the accumulator of an array with respect to which a function is not differentiated.
#[derive(Clone, Copy, Debug)]
pub struct Unwanted;

/// An accumulator that nobody reads, of an array that a caller does not differentiate.
#[cfg(feature = "std")]
#[derive(Debug)]
pub struct Scratch<'l, T> {
    like: &'l [T],
    zeros: std::vec::Vec<T>,
}

#[cfg(feature = "std")]
impl<'l, T> Scratch<'l, T> {
    /// One for this array.
    #[inline]
    pub const fn new(like: &'l [T]) -> Self {
        Self { like, zeros: std::vec::Vec::new() }
    }

    /// What the backpropagator of a function takes for it: it says whether that adds to it.
    #[inline]
    pub fn lend<'a, A: Lent<'a, 'l, T>>(&'a mut self) -> A {
        A::lent(self)
    }
}

/// What a function takes for the accumulator of an array.
#[cfg(feature = "std")]
pub trait Lent<'a, 'l, T>: Sized {
    /// It.
    fn lent(scratch: &'a mut Scratch<'l, T>) -> Self;
}

#[cfg(feature = "std")]
impl<'a, 'l, T: Zero + Copy> Lent<'a, 'l, T> for &'a mut [T] {
    #[inline]
    fn lent(scratch: &'a mut Scratch<'l, T>) -> Self {
        scratch.zeros.resize(scratch.like.len(), T::zero());
        &mut scratch.zeros
    }
}

#[cfg(feature = "std")]
impl<'l, T> Lent<'_, 'l, T> for Unwanted {
    #[inline]
    fn lent(_: &mut Scratch<'l, T>) -> Self {
        Self
    }
}

/// Adds the elements of one array to those of another one, of the same length.
#[inline]
pub fn add_all<T: Copy + core::ops::Add<Output = T>>(to: &mut [T], from: &[T]) {
    for (to, &from) in to.iter_mut().zip(from) {
        *to = *to + from;
    }
}

/// Lets all elements be zero.
#[inline]
pub fn clear<T: Zero + Copy>(array: &mut [T]) {
    array.fill(T::zero());
}

/// Checks that the buffer for the gradient of an array is as long as that.
///
/// # Panics
/// If it is not; the message has both lengths.
#[inline]
#[track_caller]
pub fn same_length(name: &str, array: usize, buffer: usize) {
    assert!(array == buffer, "`{name}` has {array} elements, and the buffer for its gradient has {buffer}");
}
