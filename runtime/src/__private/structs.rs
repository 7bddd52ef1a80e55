//! Arrays of structs, and the accumulators of these: arrays of cotangents.

use crate::{Cotangent, Differentiable};

/// The shape of an array of structs that has ended.
#[derive(Clone, Debug)]
pub enum Zeros<C> {
    /// Its zero.
    Whole(C),
    /// So many zeros, which are all alike: there is no vector in the structs.
    Alike(usize, fn(usize) -> C),
}

/// An array of structs.
pub trait Structs: Differentiable {
    /// Its shape.
    fn __shape(&self) -> Zeros<Self::Cotangent>;
}

#[cfg(feature = "std")]
impl<T: Differentiable> Structs for std::vec::Vec<T> {
    #[inline]
    fn __shape(&self) -> Zeros<Self::Cotangent> {
        if T::GROWS {
            return Zeros::Whole(self.zero_cotangent());
        }
        Zeros::Alike(self.len(), |count| core::iter::repeat_with(Cotangent::neutral).take(count).collect())
    }
}

#[cfg(feature = "std")]
impl<T: Differentiable> Structs for [T] {
    #[inline]
    fn __shape(&self) -> Zeros<Self::Cotangent> {
        if T::GROWS {
            return Zeros::Whole(self.zero_cotangent());
        }
        Zeros::Alike(self.len(), |count| core::iter::repeat_with(Cotangent::neutral).take(count).collect())
    }
}

impl<T: Differentiable, const N: usize> Structs for [T; N] {
    #[inline]
    fn __shape(&self) -> Zeros<Self::Cotangent> {
        if T::GROWS { Zeros::Whole(self.zero_cotangent()) } else { Zeros::Alike(N, |_| Cotangent::neutral()) }
    }
}

/// The shape of an array of structs that ends.
#[inline]
pub fn shape_of_structs<A: Structs + ?Sized>(array: &A) -> Zeros<A::Cotangent> {
    array.__shape()
}

impl<C: Clone> Zeros<C> {
    /// The zero of this shape.
    #[inline]
    #[must_use]
    pub fn zeros(&self) -> C {
        match self {
            Self::Whole(zero) => zero.clone(),
            Self::Alike(count, of) => of(*count),
        }
    }

    /// Lets an accumulator to which nothing was added have this shape.
    #[inline]
    pub fn fit<D: Accumulates<C> + ?Sized>(&self, d: &mut D) {
        match self {
            Self::Whole(zero) => d.__add(zero),
            Self::Alike(count, _) => d.__fill(*count),
        }
    }
}

/// The index of the element that `swap_remove` takes out of so many.
///
/// # Panics
/// As `swap_remove` does, if the index is out of bounds.
#[must_use]
#[inline]
pub fn swap_removed(index: usize, length: usize) -> usize {
    assert!(index < length, "swap_remove index (is {index}) should be < len (is {length})");
    index
}

/// Takes the elements away that come after so many: the shape of these.
#[cfg(feature = "std")]
#[inline]
pub fn truncated<T: Differentiable>(array: &mut std::vec::Vec<T>, length: usize) -> Zeros<std::vec::Vec<T::Cotangent>> {
    let gone = array.get(length..).unwrap_or_default().__shape();
    array.truncate(length);
    gone
}

#[cfg(feature = "std")]
impl<C: Cotangent> Zeros<std::vec::Vec<C>> {
    /// Adds zeros of this shape at the end of an accumulator.
    #[inline]
    pub fn lengthen(&self, d: &mut std::vec::Vec<C>) {
        match self {
            Self::Whole(zero) => d.extend_from_slice(zero),
            Self::Alike(count, _) => d.resize_with(d.len() + count, C::neutral),
        }
    }
}

/// The accumulator of an array of structs: the cotangent of that, or its elements where the caller has them.
pub trait Accumulates<C> {
    /// Adds a cotangent of the array.
    fn __add(&mut self, d: &C);

    /// Lets a vector to which nothing was added be so long.
    fn __fill(&mut self, count: usize);
}

#[cfg(feature = "std")]
impl<E: Cotangent> Accumulates<Self> for std::vec::Vec<E> {
    #[inline]
    fn __add(&mut self, d: &Self) {
        self.accumulate(d);
    }

    #[inline]
    fn __fill(&mut self, count: usize) {
        if self.is_empty() {
            self.resize_with(count, E::neutral);
        }
    }
}

impl<E: Cotangent, const N: usize> Accumulates<Self> for [E; N] {
    #[inline]
    fn __add(&mut self, d: &Self) {
        self.accumulate(d);
    }

    #[inline]
    fn __fill(&mut self, _: usize) {}
}

impl<E: Cotangent, C: AsRef<[E]>> Accumulates<C> for [E] {
    #[inline]
    fn __add(&mut self, d: &C) {
        add_structs(self, d.as_ref());
    }

    #[inline]
    fn __fill(&mut self, _: usize) {}
}

/// The value of an element, which is zero from then on: its vectors are empty until it gets the shape of another value.
#[inline]
pub fn take_struct<C: Cotangent>(element: &mut C) -> C {
    core::mem::replace(element, C::neutral())
}

/// Takes a part of a value that is [taken](Differentiable::TAKEN) itself, and so are all its parts.
#[inline]
pub fn taken_part<T: Differentiable>(place: &mut T) -> T {
    let take = T::TAKEN.expect("what has a part that cannot be taken is not taken itself");
    take(place)
}

/// Takes a text out of its place.
#[cfg(feature = "std")]
#[inline]
pub fn taken_text(place: &mut std::string::String) -> std::string::String {
    core::mem::take(place)
}

/// Takes a struct out of its place in another one, whose next owner gives it another value there; or a clone of it, if it cannot be
/// taken.
#[inline]
pub fn taken_out<S, P: Differentiable + Clone>(mut whole: S, field: impl Fn(&mut S) -> &mut P) -> (S, P) {
    let taken = taken(field(&mut whole));
    (whole, taken)
}

/// The same of an element of an array.
#[inline]
pub fn taken<T: Differentiable + Clone>(place: &mut T) -> T {
    match T::TAKEN {
        Some(take) => take(place),
        None => place.clone(),
    }
}

/// Adds the elements of one array to those of another one, of the same shape.
#[inline]
pub fn add_structs<C: Cotangent>(to: &mut [C], from: &[C]) {
    for (to, from) in to.iter_mut().zip(from) {
        to.accumulate(from);
    }
}

/// A cotangent in which a field of the struct, that of this way, has none.
#[inline]
#[must_use]
pub fn forgotten<C: Cotangent>(mut cotangent: C, way: &[&str]) -> C {
    cotangent.forget(way);
    cotangent
}

/// Lets all elements be zero.
#[inline]
pub fn clear_structs<C: Cotangent>(array: &mut [C]) {
    array.iter_mut().for_each(C::clear);
}

/// The sum of what is in the elements.
#[inline]
pub fn total_of_structs<E, C: Cotangent>(array: &[E], of: impl Fn(&E) -> C) -> C {
    array.iter().fold(C::neutral(), |sum, element| sum.plus(&of(element)))
}

/// Gives an accumulator this length back: what is new is zero. The sum of what goes.
#[cfg(feature = "std")]
#[inline]
pub fn resized_structs<C: Cotangent>(array: &mut std::vec::Vec<C>, length: usize) -> C {
    let gone = total_of_structs(array.get(length..).unwrap_or_default(), C::clone);
    array.resize(length, C::neutral());
    gone
}

/// Takes the last elements of an accumulator away, and adds them to another one.
#[cfg(feature = "std")]
#[inline]
pub fn extended_structs<C: Cotangent>(longer: &mut std::vec::Vec<C>, other: &mut [C]) {
    let first = longer.len() - other.len();
    add_structs(other, &longer[first..]);
    longer.truncate(first);
}

/// Checks that the buffer for the gradient of an array is as long as that.
///
/// # Panics
/// If it is not; the message has both lengths.
#[inline]
#[track_caller]
pub fn same_length_of_structs<E, C>(name: &str, array: &[E], buffer: &[C]) {
    assert!(
        array.len() == buffer.len(),
        "`{name}` has {} elements, and the buffer for its gradient has {}",
        array.len(),
        buffer.len()
    );
}
