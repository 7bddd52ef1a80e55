//! Finds what kind of function was called, of the type of its backpropagator.
//!
//! The method `open` of four traits has one name. Rustc takes the one for which the fewest references are taken off, and whose bounds
//! hold: first [`OfArrays`], for a function that takes again each array that may be kept; then [`OfKnown`], for one that takes again those
//! that its caller knows; then [`OfOthers`]; then [`OfEvaluations`], for one of which nothing but a value and a backpropagator is known.

use core::cell::Cell;
use core::fmt;

use super::{By, End, Keep, Looks, Open, Values};
use crate::__private::Evaluation;
use crate::__private::seeds::Adding;

/// `(&&&&opened(call, kept)).open()` is what a call gave, with what is kept of its arguments: nothing, if the function takes no arrays
/// again. It finds the method for what takes all that may be kept first.
#[inline]
pub const fn opened<E, K>(given: E, kept: K) -> Opened<E, K> {
    Opened(Cell::new(Some((given, kept))))
}

/// What a call gave, and what may be kept of its arguments.
pub struct Opened<E, K>(Cell<Option<(E, K)>>);

impl<E, K> fmt::Debug for Opened<E, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Opened")
    }
}

impl<E, K> Opened<E, K> {
    fn take(&self) -> (E, K) {
        self.0.take().expect("it is taken once")
    }
}

/// A backpropagator that takes so many arrays again. `M` says what else it takes, and gives.
pub trait TakesArrays<M, Count> {}

impl<B, D, L: Looks, A, Y> TakesArrays<(D, L, A, Y), L::Count> for B where B: Fn((D, L, A)) -> Y {}

impl<S, F, D, L: Looks, A, Y> TakesArrays<(D, L, A, Y, S), L::Count> for Adding<F> where F: Fn((D, L, A), S) -> Y {}

/// What a backpropagator takes and gives.
pub trait OfSeeds {
    /// The seeds that it takes: `()` if it takes none.
    type Seeds;
}

impl<D, L, A, Y> OfSeeds for (D, L, A, Y) {
    type Seeds = ();
}

impl<D, L, A, Y, S> OfSeeds for (D, L, A, Y, S) {
    type Seeds = S;
}

/// Of a function that takes arrays again.
pub trait OfArrays<M> {
    /// What the call gave.
    type Value;
    /// The backpropagator.
    type Back;
    /// What is kept.
    type Kept;

    /// The value, and the backpropagator with what is kept.
    fn __open(&self) -> (Self::Value, Open<Self::Back, Self::Kept>);
}

impl<V, B, K, M> OfArrays<M> for &&&Opened<(V, B), K>
where
    M: OfSeeds,
    K: By<M::Seeds, Kind: Keep>,
    B: TakesArrays<M, <K::Kind as Keep>::Before<End>>,
{
    type Value = V;
    type Back = B;
    type Kept = K::Kind;

    #[inline]
    fn __open(&self) -> (V, Open<B, K::Kind>) {
        let ((value, back), kept) = self.take();
        (value, Open(back, kept.__by()))
    }
}

/// Of a function that takes again those arrays of which its caller knows that they are arrays.
pub trait OfKnown<M> {
    /// What the call gave.
    type Value;
    /// The backpropagator.
    type Back;
    /// What is kept.
    type Kept;

    /// The value, and the backpropagator with what is kept.
    fn __open(&self) -> (Self::Value, Open<Self::Back, Self::Kept>);
}

impl<V, B, K, M> OfKnown<M> for &&Opened<(V, B), K>
where
    M: OfSeeds,
    K: Keep<Nothing: By<M::Seeds, Kind: Keep>>,
    B: TakesArrays<M, <<K::Nothing as By<M::Seeds>>::Kind as Keep>::Before<End>>,
{
    type Value = V;
    type Back = B;
    type Kept = <K::Nothing as By<M::Seeds>>::Kind;

    #[inline]
    fn __open(&self) -> (V, Open<B, Self::Kept>) {
        let ((value, back), kept) = self.take();
        (value, Open(back, kept.__nothing().__by()))
    }
}

/// Of any other function.
pub trait OfOthers {
    /// What the call gave.
    type Value;
    /// The backpropagator.
    type Back;
    /// What is kept: nothing.
    type Kept;

    /// The value, and the backpropagator.
    fn __open(&self) -> (Self::Value, Open<Self::Back, Self::Kept>);
}

impl<V, B, K: Keep<Nothing: By<Values>>> OfOthers for &Opened<(V, B), K> {
    type Value = V;
    type Back = B;
    type Kept = <K::Nothing as By<Values>>::Kind;

    #[inline]
    fn __open(&self) -> (V, Open<B, Self::Kept>) {
        let ((value, back), kept) = self.take();
        (value, Open(back, kept.__nothing().__by()))
    }
}

/// Of a function whose result has no name.
pub trait OfEvaluations {
    /// What the call gave.
    type Value;
    /// The backpropagator.
    type Back;
    /// What is kept: nothing.
    type Kept;

    /// The value, and the backpropagator.
    fn __open(&self) -> (Self::Value, Open<Self::Back, Self::Kept>);
}

impl<E: Evaluation, K: Keep> OfEvaluations for Opened<E, K> {
    type Value = E::Value;
    type Back = E::Backpropagator;
    type Kept = K::Nothing;

    #[inline]
    fn __open(&self) -> (E::Value, Open<E::Backpropagator, K::Nothing>) {
        let (given, kept) = self.take();
        let (value, back) = given.__parts();
        (value, Open(back, kept.__nothing()))
    }
}
