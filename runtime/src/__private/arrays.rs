//! Accumulators of arrays, and of arrays of arrays.

use core::fmt;
use core::marker::PhantomData;
use core::ops::Add;

use num_traits::Zero;

#[cfg(feature = "std")]
use super::shapes::Shaped;
#[cfg(feature = "std")]
use super::shapes::fit;
#[cfg(feature = "std")]
use crate::Cotangent;

/// Elements that are numbers.
#[derive(Clone, Copy, Debug)]
pub struct Numbers;

/// Elements that are arrays of such elements.
#[derive(Clone, Copy, Debug)]
pub struct Rows<M>(PhantomData<M>);

/// What writes the name of an array.
type Name<'a> = &'a dyn Fn(&mut fmt::Formatter<'_>) -> fmt::Result;

/// What an array of reals may hold: numbers and arrays. `M` says which it is, so that the implementations are apart.
#[diagnostic::on_unimplemented(
    message = "an array of `{Self}` is taken for one of numbers",
    label = "a variable here holds what a call gave",
    note = "write the type of the variable that holds the array: `let a: Vec<{Self}> = …`"
)]
pub trait Element<M>: Clone {
    /// The numbers that are in it.
    type Number: Copy + Zero;

    /// How long it is, and what is in it, as far as its type does not say so.
    type Length: Clone + PartialEq;

    /// How long it is.
    fn __extent(&self) -> Self::Length;

    /// The zero of this length.
    fn __of_length(length: &Self::Length) -> Self;

    /// How many of them there are, and how long each is. Of numbers it is `Copy`.
    type Many: Clone + PartialEq;

    /// How many these are.
    fn __many(array: &[Self]) -> Self::Many;

    /// So many zeros.
    #[cfg(feature = "std")]
    fn __zeros(many: &Self::Many) -> std::vec::Vec<Self>;

    /// Lets it be as long as this, if it is an array to which nothing was added; and so what is in it.
    fn __fit(&mut self, length: &Self::Length);

    /// The same of all of these, so many.
    #[cfg(feature = "std")]
    fn __fit_all(array: &mut [Self], many: &Self::Many);

    /// Adds another one, of the same length.
    fn __add(&mut self, other: &Self);

    /// Lets all numbers be zero.
    fn __clear(&mut self);

    /// The sum of all numbers.
    fn __total(&self) -> Self::Number;

    /// Checks that it is as long as its gradient. It is called `name`, with these indices.
    fn __check(&self, gradient: &Self, name: Name<'_>);
}

#[diagnostic::do_not_recommend]
impl<T: Copy + Zero> Element<Numbers> for T {
    type Number = T;
    type Length = ();

    #[inline]
    fn __extent(&self) {}

    #[inline]
    fn __of_length((): &()) -> T {
        T::zero()
    }

    type Many = usize;

    #[inline]
    fn __many(array: &[T]) -> usize {
        array.len()
    }

    #[cfg(feature = "std")]
    #[inline]
    fn __zeros(&many: &usize) -> std::vec::Vec<T> {
        std::vec![T::zero(); many]
    }

    #[inline]
    fn __fit(&mut self, (): &()) {}

    #[cfg(feature = "std")]
    #[inline]
    fn __fit_all(_: &mut [T], _: &usize) {}

    #[inline]
    fn __add(&mut self, other: &T) {
        *self = *self + *other;
    }

    #[inline]
    fn __clear(&mut self) {
        *self = T::zero();
    }

    #[inline]
    fn __total(&self) -> T {
        *self
    }

    #[inline]
    fn __check(&self, _: &T, _: Name<'_>) {}
}

impl<M, E: Element<M>, const N: usize> Element<Rows<M>> for [E; N] {
    type Number = E::Number;
    type Length = [E::Length; N];

    #[inline]
    fn __extent(&self) -> Self::Length {
        core::array::from_fn(|i| self[i].__extent())
    }

    #[inline]
    fn __of_length(length: &Self::Length) -> Self {
        core::array::from_fn(|i| E::__of_length(&length[i]))
    }

    type Many = Lengths<Self::Length>;

    #[inline]
    fn __many(array: &[Self]) -> Self::Many {
        Lengths::of(array)
    }

    #[cfg(feature = "std")]
    #[inline]
    fn __zeros(many: &Self::Many) -> std::vec::Vec<Self> {
        many.zeros()
    }

    #[inline]
    fn __fit(&mut self, length: &Self::Length) {
        for (element, length) in self.iter_mut().zip(length) {
            element.__fit(length);
        }
    }

    #[cfg(feature = "std")]
    #[inline]
    fn __fit_all(array: &mut [Self], many: &Self::Many) {
        many.fit(array);
    }

    #[inline]
    fn __add(&mut self, other: &Self) {
        add_all(self, other);
    }

    #[inline]
    fn __clear(&mut self) {
        clear(self);
    }

    #[inline]
    fn __total(&self) -> E::Number {
        total(self)
    }

    #[inline]
    #[track_caller]
    fn __check(&self, gradient: &Self, name: Name<'_>) {
        check(self, gradient, name);
    }
}

#[cfg(feature = "std")]
impl<M, E: Element<M>> Element<Rows<M>> for std::vec::Vec<E> {
    type Number = E::Number;
    type Length = E::Many;

    #[inline]
    fn __extent(&self) -> Self::Length {
        E::__many(self)
    }

    #[inline]
    fn __of_length(length: &Self::Length) -> Self {
        E::__zeros(length)
    }

    type Many = Lengths<E::Many>;

    #[inline]
    fn __many(array: &[Self]) -> Self::Many {
        Lengths::of(array)
    }

    #[inline]
    fn __zeros(many: &Self::Many) -> std::vec::Vec<Self> {
        many.zeros()
    }

    #[inline]
    fn __fit(&mut self, length: &Self::Length) {
        fit(self, length);
    }

    #[inline]
    fn __fit_all(array: &mut [Self], many: &Self::Many) {
        many.fit(array);
    }

    #[inline]
    fn __add(&mut self, other: &Self) {
        add_all(self, other);
    }

    #[inline]
    fn __clear(&mut self) {
        clear(self);
    }

    #[inline]
    fn __total(&self) -> E::Number {
        total(self)
    }

    #[inline]
    #[track_caller]
    fn __check(&self, gradient: &Self, name: Name<'_>) {
        check(self, gradient, name);
    }
}

/// How many elements there are, and how long each is.
#[derive(Clone, PartialEq, Debug)]
pub enum Lengths<L> {
    /// None.
    None,
    /// So many, of one length.
    Same(usize, L),
    /// Of these lengths.
    #[cfg(feature = "std")]
    Each(std::vec::Vec<L>),
}

impl<L: Clone + PartialEq> Lengths<L> {
    #[inline]
    fn of<M, E: Element<M, Length = L>>(array: &[E]) -> Self {
        let Some((first, rest)) = array.split_first() else { return Self::None };
        let first = first.__extent();
        // Where the type says it all, there is nothing to compare. Without the standard library, it always does.
        if size_of::<L>() == 0 || rest.iter().all(|element| element.__extent() == first) {
            return Self::Same(array.len(), first);
        }
        #[cfg(feature = "std")]
        return Self::Each(array.iter().map(E::__extent).collect());
        #[cfg(not(feature = "std"))]
        unreachable!()
    }

    #[cfg(feature = "std")]
    #[inline]
    fn zeros<M, E: Element<M, Length = L>>(&self) -> std::vec::Vec<E> {
        match self {
            Self::None => std::vec::Vec::new(),
            Self::Same(count, length) => std::vec![E::__of_length(length); *count],
            Self::Each(lengths) => lengths.iter().map(E::__of_length).collect(),
        }
    }

    #[cfg(feature = "std")]
    #[inline]
    fn fit<M, E: Element<M, Length = L>>(&self, array: &mut [E]) {
        match self {
            Self::None => {}
            Self::Same(_, length) => array.iter_mut().for_each(|element| element.__fit(length)),
            Self::Each(lengths) => array.iter_mut().zip(lengths).for_each(|(element, length)| element.__fit(length)),
        }
    }
}

/// What is in one field of each of these structs.
#[cfg(feature = "std")]
#[inline]
pub fn column<E, T: Clone>(elements: &[E], field: impl Fn(&E) -> &T) -> std::vec::Vec<T> {
    elements.iter().map(|element| field(element).clone()).collect()
}

/// The cotangent of an array of structs.
#[cfg(feature = "std")]
pub trait Elements {
    /// The cotangent of one.
    type Element;

    /// All of them, so many.
    fn __with_count(&mut self, count: usize) -> &mut [Self::Element];
}

#[cfg(feature = "std")]
impl<C: Cotangent> Elements for std::vec::Vec<C> {
    type Element = C;

    #[inline]
    fn __with_count(&mut self, count: usize) -> &mut [C] {
        if self.is_empty() {
            self.resize_with(count, C::neutral);
        }
        self
    }
}

#[cfg(feature = "std")]
impl<C, const N: usize> Elements for [C; N] {
    type Element = C;

    #[inline]
    fn __with_count(&mut self, _: usize) -> &mut [C] {
        self
    }
}

/// A cotangent with these values in one field of each element of an array.
#[cfg(feature = "std")]
#[inline]
pub fn scattered<C, A: Elements, T>(
    mut to: C,
    array: impl FnOnce(&mut C) -> &mut A,
    values: std::vec::Vec<T>,
    set: impl Fn(&mut A::Element, T),
) -> C {
    let elements = array(&mut to).__with_count(values.len());
    for (element, value) in elements.iter_mut().zip(values) {
        set(element, value);
    }
    to
}

/// The value of an element, which is zero from then on.
#[inline]
pub fn take<T: Zero>(element: &mut T) -> T {
    core::mem::replace(element, T::zero())
}

/// Gives an accumulator this length back: what is new is zero. The sum of what goes.
#[cfg(feature = "std")]
#[inline]
pub fn resized<T: Copy + Zero>(array: &mut std::vec::Vec<T>, length: usize) -> T {
    let gone = array.get(length..).unwrap_or_default().iter().fold(T::zero(), |sum, &element| sum + element);
    array.resize(length, T::zero());
    gone
}

/// An array that is again what has been kept of it.
pub trait Restore {
    /// The type of an element.
    type Item;

    /// Lets the elements be these. Only a vector may have had another number of them.
    fn __restore(&mut self, kept: &[Self::Item]);
}

impl<T: Clone> Restore for [T] {
    type Item = T;

    #[inline]
    fn __restore(&mut self, kept: &[T]) {
        self.clone_from_slice(kept);
    }
}

impl<T: Clone, const N: usize> Restore for [T; N] {
    type Item = T;

    #[inline]
    fn __restore(&mut self, kept: &[T]) {
        self.clone_from_slice(kept);
    }
}

#[cfg(feature = "std")]
impl<T: Clone> Restore for std::vec::Vec<T> {
    type Item = T;

    #[inline]
    fn __restore(&mut self, kept: &[T]) {
        self.clear();
        self.extend_from_slice(kept);
    }
}

/// What is in an array of the caller's, before a function changes it. A slice is kept in a vector, which takes the feature `std`.
pub trait Keep {
    /// What is kept.
    type Kept;

    /// A copy.
    fn __keep(&self) -> Self::Kept;
}

#[cfg(feature = "std")]
impl<T: Clone> Keep for [T] {
    type Kept = std::vec::Vec<T>;

    #[inline]
    fn __keep(&self) -> std::vec::Vec<T> {
        self.to_vec()
    }
}

#[cfg(not(feature = "std"))]
impl<T> Keep for [T] {
    type Kept = [T; 0];

    #[inline]
    fn __keep(&self) -> [T; 0] {
        const { panic!("a caller looks at a slice again that was changed: that takes the feature `std` of `backprop`") }
    }
}

impl<T: Clone, const N: usize> Keep for [T; N] {
    type Kept = Self;

    #[inline]
    fn __keep(&self) -> Self {
        self.clone()
    }
}

#[cfg(feature = "std")]
impl<T: Clone> Keep for std::vec::Vec<T> {
    type Kept = Self;

    #[inline]
    fn __keep(&self) -> Self {
        self.clone()
    }
}

/// What is in an array, before a function changes it.
#[inline]
pub fn kept<A: Keep + ?Sized>(array: &A) -> A::Kept {
    array.__keep()
}

/// Takes the last elements of an accumulator away, and adds them to another one.
#[cfg(feature = "std")]
#[inline]
pub fn extended<T: Copy + Add<Output = T>>(longer: &mut std::vec::Vec<T>, other: &mut [T]) {
    let first = longer.len() - other.len();
    for (to, &from) in other.iter_mut().zip(&longer[first..]) {
        *to = *to + from;
    }
    longer.truncate(first);
}

/// The sum of all numbers.
#[inline]
pub fn total<M, E: Element<M>>(array: &[E]) -> E::Number {
    array.iter().fold(E::Number::zero(), |sum, element| sum + element.__total())
}

/// The sum of one number of each element.
#[inline]
pub fn total_of<E, T: Add<Output = T> + Zero>(array: &[E], number: impl Fn(&E) -> T) -> T {
    array.iter().fold(T::zero(), |sum, element| sum + number(element))
}

/// An array of data. The method finds it behind any number of references, `x.__data()`: what a name stands for that a pattern gave, only rustc
/// knows.
pub trait Data {
    /// A look at it.
    fn __data(&self) -> &Self;
}

impl<T> Data for [T] {
    #[inline]
    fn __data(&self) -> &Self {
        self
    }
}

impl<T, const N: usize> Data for [T; N] {
    #[inline]
    fn __data(&self) -> &Self {
        self
    }
}

#[cfg(feature = "std")]
impl<T> Data for std::vec::Vec<T> {
    #[inline]
    fn __data(&self) -> &Self {
        self
    }
}

/// What stands for the accumulator of an array with respect to which a function is not differentiated.
#[derive(Clone, Copy, Debug)]
pub struct Unwanted;

/// An accumulator that nobody reads, of an array that a caller does not differentiate.
#[cfg(feature = "std")]
#[derive(Debug)]
pub struct Scratch<'l, E> {
    like: &'l [E],
    zeros: std::vec::Vec<E>,
}

#[cfg(feature = "std")]
impl<'l, E> Scratch<'l, E> {
    /// One for this array.
    #[inline]
    pub const fn new(like: &'l [E]) -> Self {
        Self { like, zeros: std::vec::Vec::new() }
    }

    /// What the backpropagator of a function takes for it: it says whether that adds to it.
    #[inline]
    pub fn lend<'a, A: Lent<'a, 'l, E, M>, M>(&'a mut self) -> A {
        A::__lent(self)
    }
}

/// An element of an array that may be lent: a number, or an array of such elements.
pub trait Held: Clone + 'static {
    /// The zero of this shape.
    #[must_use]
    fn __zero_like(&self) -> Self;
}

#[cfg(feature = "std")]
impl<E: Held> Held for std::vec::Vec<E> {
    #[inline]
    fn __zero_like(&self) -> Self {
        self.iter().map(E::__zero_like).collect()
    }
}

impl<E: Held, const N: usize> Held for [E; N] {
    #[inline]
    fn __zero_like(&self) -> Self {
        core::array::from_fn(|i| self[i].__zero_like())
    }
}

macro_rules! held {
    ($($ty:ty)*) => { $(
        impl Held for $ty {
            #[inline]
            fn __zero_like(&self) -> Self {
                0.0
            }
        }
    )* };
}
held!(f32 f64);

/// What a function takes for the accumulator of an array.
#[cfg(feature = "std")]
pub trait Lent<'a, 'l, E, M>: Sized {
    /// It.
    fn __lent(scratch: &'a mut Scratch<'l, E>) -> Self;
}

#[cfg(feature = "std")]
impl<'a, 'l, E: Element<M>, M> Lent<'a, 'l, E, Rows<M>> for &'a mut [E] {
    #[inline]
    fn __lent(scratch: &'a mut Scratch<'l, E>) -> Self {
        if scratch.zeros.is_empty() {
            scratch.zeros = Shaped::__zeros(scratch.like);
        }
        &mut scratch.zeros
    }
}

#[cfg(feature = "std")]
impl<'l, E> Lent<'_, 'l, E, Numbers> for Unwanted {
    #[inline]
    fn __lent(_: &mut Scratch<'l, E>) -> Self {
        Self
    }
}

/// Adds the numbers of one array to those of another one, of the same shape.
#[inline]
pub fn add_all<M, E: Element<M>>(to: &mut [E], from: &[E]) {
    for (to, from) in to.iter_mut().zip(from) {
        to.__add(from);
    }
}

/// Lets all numbers be zero.
#[inline]
pub fn clear<M, E: Element<M>>(array: &mut [E]) {
    array.iter_mut().for_each(E::__clear);
}

/// Checks that the buffer for the gradient of an array is as long as that, and what is in it too.
///
/// # Panics
/// If it is not; the message has both lengths.
#[inline]
#[track_caller]
pub fn same_length<M, E: Element<M>>(name: &str, array: &[E], buffer: &[E]) {
    check(array, buffer, &|f| f.write_str(name));
}

#[inline]
#[track_caller]
fn check<M, E: Element<M>>(array: &[E], buffer: &[E], name: Name<'_>) {
    if array.len() != buffer.len() {
        different(array.len(), buffer.len(), name);
    }
    // Where the type says it all, there is nothing to look at.
    if size_of::<E::Length>() > 0 {
        for (i, (element, gradient)) in array.iter().zip(buffer).enumerate() {
            element.__check(gradient, &|f| {
                name(f)?;
                write!(f, "[{i}]")
            });
        }
    }
}

#[cold]
#[track_caller]
fn different(array: usize, buffer: usize, name: Name<'_>) -> ! {
    panic!("`{}` has {array} elements, and the buffer for its gradient has {buffer}", Named(name));
}

/// What a function writes.
struct Named<'a>(Name<'a>);

impl fmt::Display for Named<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (self.0)(f)
    }
}

/// Checks that the sensitivity of an array that a function gave is as long as that.
///
/// # Panics
/// If it is not; the message has both lengths.
#[inline]
#[track_caller]
pub fn same_length_of_result(result: usize, sensitivity: usize) {
    assert!(result == sensitivity, "the result has {result} elements, and its sensitivity has {sensitivity}");
}
