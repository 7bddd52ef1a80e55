//! Arrays in structs that are changed: a function takes them out where it begins to use them by themselves, and puts them back
//! where it uses the struct. Each of these functions gives its value and its backpropagator.

use std::vec::Vec;

use super::{ShapeOf, shape_of};
use crate::{Cotangent, Differentiable};

/// An array that can be taken out of its place.
pub trait Part: Differentiable + Sized {
    /// What says how long its cotangent is.
    type Shape: Fits<Self::Cotangent>;

    /// What is there. Nobody looks at what is left.
    #[must_use]
    fn __taken(&mut self) -> Self;

    /// The shape of its cotangent.
    fn __shape(&self) -> Self::Shape;
}

/// The shape of a cotangent.
pub trait Fits<C> {
    /// Gives a cotangent this shape where it is: vectors to which nothing was added are empty before.
    fn __fit(&self, d: &mut C);
}

impl<T: Differentiable> Part for Vec<T> {
    /// The length, and the shape where that does not say it all.
    type Shape = (usize, Option<ShapeOf<Vec<T::Cotangent>>>);

    #[inline]
    fn __taken(&mut self) -> Self {
        core::mem::take(self)
    }

    #[inline]
    fn __shape(&self) -> Self::Shape {
        (self.len(), T::GROWS.then(|| shape_of(self)))
    }
}

impl<C: Cotangent> Fits<Vec<C>> for (usize, Option<ShapeOf<Vec<C>>>) {
    #[inline]
    fn __fit(&self, d: &mut Vec<C>) {
        let (length, shape) = self;
        match shape {
            Some(shape) => shape.fit(d),
            None if d.is_empty() => d.resize_with(*length, C::neutral),
            None => {}
        }
    }
}

impl<C: Cotangent> Fits<C> for ShapeOf<C> {
    #[inline]
    fn __fit(&self, d: &mut C) {
        Self::fit(self, d);
    }
}

impl<T: Clone + Differentiable, const N: usize> Part for [T; N] {
    type Shape = ShapeOf<[T::Cotangent; N]>;

    #[inline]
    fn __taken(&mut self) -> Self {
        self.clone()
    }

    #[inline]
    fn __shape(&self) -> Self::Shape {
        shape_of(self)
    }
}

/// The shape of the cotangent of an array. Where the array has none, its type is an error, of which rustc has said so: nothing more is said.
#[derive(Debug)]
pub struct ShapeOfPart<S>(S);

/// The shape of the cotangent of this array.
#[inline]
pub fn shape_of_part<P: Part>(array: &P) -> ShapeOfPart<P::Shape> {
    ShapeOfPart(array.__shape())
}

impl<S> ShapeOfPart<S> {
    /// Gives a cotangent this shape where it is.
    #[inline]
    pub fn fit<C>(&self, d: &mut C)
    where
        S: Fits<C>,
    {
        self.0.__fit(d);
    }
}

/// The elements of an array, of which each has a part.
pub trait Elements {
    /// What it holds.
    type Element;

    /// All of them.
    fn __all(&mut self) -> &mut [Self::Element];

    /// Adds elements, until there are so many.
    fn __fill_up(&mut self, count: usize, element: impl FnMut() -> Self::Element);
}

impl<T> Elements for Vec<T> {
    type Element = T;

    #[inline]
    fn __all(&mut self) -> &mut [T] {
        self
    }

    #[inline]
    fn __fill_up(&mut self, count: usize, element: impl FnMut() -> T) {
        if self.len() < count {
            self.resize_with(count, element);
        }
    }
}

impl<T, const N: usize> Elements for [T; N] {
    type Element = T;

    #[inline]
    fn __all(&mut self) -> &mut [T] {
        self
    }

    #[inline]
    fn __fill_up(&mut self, _: usize, _: impl FnMut() -> T) {}
}

/// Takes an array out of a struct.
#[inline]
#[expect(clippy::type_complexity, reason = "a value and its backpropagator, which has no name")]
pub fn take_part<S: Differentiable, P: Part>(
    mut whole: S,
    part: impl Fn(&mut S) -> &mut P,
    part_of: impl Fn(&mut S::Cotangent) -> &mut P::Cotangent,
) -> ((S, P), impl Fn((S::Cotangent, P::Cotangent)) -> (S::Cotangent,)) {
    let taken = part(&mut whole).__taken();
    ((whole, taken), move |(mut d, d_taken)| {
        *part_of(&mut d) = d_taken;
        (d,)
    })
}

/// Puts an array back into a struct.
#[inline]
#[expect(clippy::type_complexity, reason = "a value and its backpropagator, which has no name")]
pub fn put_part<S: Differentiable, P: Part>(
    mut whole: S,
    taken: P,
    part: impl Fn(&mut S) -> &mut P,
    part_of: impl Fn(&mut S::Cotangent) -> &mut P::Cotangent,
) -> (S, impl Fn(S::Cotangent) -> (S::Cotangent, P::Cotangent)) {
    let shape = taken.__shape();
    *part(&mut whole) = taken;
    (whole, move |mut d| {
        let mut d_taken = core::mem::replace(part_of(&mut d), P::Cotangent::neutral());
        shape.__fit(&mut d_taken);
        (d, d_taken)
    })
}

/// A struct and a copy of it.
#[inline]
#[expect(clippy::type_complexity, reason = "a value and its backpropagator, which has no name")]
pub fn second<S: Differentiable + Clone>(
    whole: S,
) -> ((S, S), impl Fn((S::Cotangent, S::Cotangent)) -> (S::Cotangent,)) {
    let copy = whole.clone();
    ((whole, copy), |(d, d_copy)| (d.plus(&d_copy),))
}

/// A struct and a copy of it, by [`Copy`].
#[inline]
#[expect(clippy::type_complexity, reason = "a value and its backpropagator, which has no name")]
pub fn copied<S: Differentiable + Copy>(
    whole: S,
) -> ((S, S), impl Fn((S::Cotangent, S::Cotangent)) -> (S::Cotangent,)) {
    ((whole, whole), |(d, d_copy)| (d.plus(&d_copy),))
}

/// A struct and a copy of a part of it.
#[inline]
#[expect(clippy::type_complexity, reason = "a value and its backpropagator, which has no name")]
pub fn second_of<S: Differentiable, P: Differentiable + Clone>(
    mut whole: S,
    part: impl Fn(&mut S) -> &mut P,
    part_of: impl Fn(&mut S::Cotangent) -> &mut P::Cotangent,
) -> ((S, P), impl Fn((S::Cotangent, P::Cotangent)) -> (S::Cotangent,)) {
    let copy = part(&mut whole).clone();
    ((whole, copy), move |(mut d, d_copy)| {
        part_of(&mut d).accumulate(&d_copy);
        (d,)
    })
}

/// Takes a part of each element of an array in a struct.
#[inline]
#[expect(clippy::type_complexity, reason = "a value and its backpropagator, which has no name")]
pub fn take_each<S: Differentiable, A: Elements, P: Differentiable + Clone, D: Elements<Element: Cotangent>>(
    mut whole: S,
    array: impl Fn(&mut S) -> &mut A,
    part: impl Fn(&mut A::Element) -> &mut P,
    array_of: impl Fn(&mut S::Cotangent) -> &mut D,
    part_of: impl Fn(&mut D::Element) -> &mut P::Cotangent,
) -> ((S, Vec<P>), impl Fn((S::Cotangent, Vec<P::Cotangent>)) -> (S::Cotangent,)) {
    let taken = array(&mut whole).__all().iter_mut().map(|element| part(element).clone()).collect();
    ((whole, taken), move |(mut d, d_taken)| {
        let elements = array_of(&mut d);
        elements.__fill_up(d_taken.len(), Cotangent::neutral);
        for (element, d_part) in elements.__all().iter_mut().zip(d_taken) {
            *part_of(element) = d_part;
        }
        (d,)
    })
}

/// Puts a part of each element of an array in a struct back.
#[inline]
#[expect(clippy::type_complexity, reason = "a value and its backpropagator, which has no name")]
pub fn put_each<S: Differentiable, A: Elements, P: Differentiable, D: Elements<Element: Cotangent>>(
    mut whole: S,
    taken: Vec<P>,
    array: impl Fn(&mut S) -> &mut A,
    part: impl Fn(&mut A::Element) -> &mut P,
    array_of: impl Fn(&mut S::Cotangent) -> &mut D,
    part_of: impl Fn(&mut D::Element) -> &mut P::Cotangent,
) -> (S, impl Fn(S::Cotangent) -> (S::Cotangent, Vec<P::Cotangent>))
where
    Vec<P>: Differentiable<Cotangent = Vec<P::Cotangent>>,
{
    let (shape, count) = (shape_of(&taken), taken.len());
    for (element, value) in array(&mut whole).__all().iter_mut().zip(taken) {
        *part(element) = value;
    }
    (whole, move |mut d| {
        let elements = array_of(&mut d);
        elements.__fill_up(count, Cotangent::neutral);
        let each = elements.__all().iter_mut();
        let d_taken = each.map(|element| core::mem::replace(part_of(element), P::Cotangent::neutral())).collect();
        (d, shape.of_each(d_taken))
    })
}
