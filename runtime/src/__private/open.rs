//! Calls that take references of which only rustc knows whether they refer to arrays.
//!
//! The backpropagator of what takes an array by reference takes the array again, with an accumulator; of what takes anything else by
//! reference, it gives a cotangent. Here it gives a cotangent for each: what is kept of an array is a copy.

use core::cell::Cell;
use core::fmt;
use core::ops::Deref;
use std::vec::Vec;

use super::seeds::{Adding, Backpropagates, Nothing};
use super::{Evaluation, Held};
use crate::Differentiable;

mod asked;
mod begun;
mod valued;

pub use asked::*;
pub use begun::Begin;
pub use valued::*;

/// `kept(&value).kind()` says whether `value` is an array, and keeps a copy if it is: it finds the method of what is one first.
#[inline]
pub const fn kept<T>(value: &T) -> MaybeArray<'_, T> {
    MaybeArray(NoArray, value)
}

/// What may be an array.
#[derive(Debug)]
pub struct MaybeArray<'a, T>(NoArray, &'a T);

/// What is none.
#[derive(Clone, Copy, Debug)]
pub struct NoArray;

/// What is an array. One trait for all, and not methods of each type: where the type is an error, rustc has told that, and says nothing
/// more of the one method of a trait.
pub trait Kind {
    /// What is kept of it.
    type Kept;

    /// A copy of it.
    fn kind(&self) -> Self::Kept;
}

impl<E: Held> Kind for MaybeArray<'_, &[E]> {
    type Kept = Kept<Vec<E>>;

    #[inline]
    fn kind(&self) -> Self::Kept {
        Kept(self.1.to_vec())
    }
}

impl<E: Held> Kind for MaybeArray<'_, &Vec<E>> {
    type Kept = Kept<Vec<E>>;

    #[inline]
    fn kind(&self) -> Self::Kept {
        Kept((*self.1).clone())
    }
}

impl<E: Held, const N: usize> Kind for MaybeArray<'_, &[E; N]> {
    type Kept = Kept<[E; N]>;

    #[inline]
    fn kind(&self) -> Self::Kept {
        Kept((*self.1).clone())
    }
}

impl NoArray {
    /// Nothing is kept of it.
    #[inline]
    #[must_use]
    pub const fn kind(&self) -> Own {
        Own
    }
}

impl<T> Deref for MaybeArray<'_, T> {
    type Target = NoArray;

    #[inline]
    fn deref(&self) -> &NoArray {
        &self.0
    }
}

/// What is kept of an argument that refers to an array.
#[derive(Clone, Debug)]
pub struct Kept<A>(A);

/// An argument that is no array that is looked at again.
#[derive(Clone, Copy, Debug)]
pub struct Own;

/// An argument that is an array that the caller has, and lends again.
#[derive(Clone, Copy, Debug)]
pub struct Known;

/// An argument that is an array that the caller has: this and its accumulator.
#[derive(Debug)]
pub struct Lent<L, A>(pub L, pub A);

/// An argument that is changed: its accumulator.
#[derive(Debug)]
pub struct Changed<A>(pub A);

/// An argument that is an array: it, and its accumulator, which holds the cotangents of its elements.
#[inline]
pub const fn lent<'l, 'a, E: Differentiable>(
    look: &'l [E],
    accumulator: &'a mut [E::Cotangent],
) -> Lent<&'l [E], &'a mut [E::Cotangent]> {
    Lent(look, accumulator)
}

/// An argument that is an array of which nobody wants the sensitivity.
#[inline]
pub const fn data<E, A>(look: &[E], accumulator: A) -> Lent<&[E], A> {
    Lent(look, accumulator)
}

/// An argument that is changed, and no vector: its accumulator.
#[inline]
pub const fn changed<E>(accumulator: &mut [E]) -> Changed<&mut [E]> {
    Changed(accumulator)
}

/// An argument that is changed: the accumulator, which is a vector. The backpropagator says whether it takes it as such.
#[inline]
pub fn changed_vector<'a, E, A: OfVector<'a, E>>(accumulator: &'a mut Vec<E>) -> Changed<A> {
    Changed(A::of(accumulator))
}

/// What a backpropagator takes for an accumulator that is a vector.
pub trait OfVector<'a, E> {
    /// It.
    fn of(accumulator: &'a mut Vec<E>) -> Self;
}

impl<'a, E> OfVector<'a, E> for &'a mut Vec<E> {
    #[inline]
    fn of(accumulator: &'a mut Vec<E>) -> Self {
        accumulator
    }
}

impl<'a, E> OfVector<'a, E> for &'a mut [E] {
    #[inline]
    fn of(accumulator: &'a mut Vec<E>) -> Self {
        accumulator
    }
}

/// One argument more, before these.
#[derive(Debug)]
pub struct And<A, R>(A, R);

/// No arguments more.
#[derive(Debug)]
pub struct End;

/// A list as a tuple.
pub trait List {
    /// The tuple.
    type Tuple;

    /// The same values.
    fn tuple(self) -> Self::Tuple;
}

impl List for End {
    type Tuple = ();

    #[inline]
    fn tuple(self) {}
}

macro_rules! list_of {
    ($what:ident) => { End };
    (types $first:ident $($name:ident)*) => { And<$first, list_of!(types $($name)*)> };
    (values $first:ident $($name:ident)*) => { And($first, list_of!(values $($name)*)) };
}
macro_rules! list {
    ($($name:ident)*) => {
        impl<$($name),*> List for list_of!(types $($name)*) {
            type Tuple = ($($name,)*);

            #[inline]
            #[expect(non_snake_case, reason = "the names of the types are those of the values")]
            fn tuple(self) -> Self::Tuple {
                let list_of!(values $($name)*) = self;
                ($($name,)*)
            }
        }
    };
}

macro_rules! count_of {
    () => { End };
    ($first:ident $($name:ident)*) => { And<(), count_of!($($name)*)> };
}

macro_rules! looks {
    ($($name:ident)*) => {
        impl<$($name),*> Looks for ($(&[$name],)*) {
            type Count = count_of!($($name)*);
        }
    };
}

list!(A);
looks!(A);
list!(A B);
looks!(A B);
list!(A B C);
looks!(A B C);
list!(A B C D);
looks!(A B C D);
list!(A B C D F);
looks!(A B C D F);
list!(A B C D F G);
looks!(A B C D F G);
list!(A B C D F G H);
looks!(A B C D F G H);
list!(A B C D F G H I);
looks!(A B C D F G H I);
list!(A B C D F G H I J);
looks!(A B C D F G H I J);
list!(A B C D F G H I J K);
looks!(A B C D F G H I J K);
list!(A B C D F G H I J K L);
looks!(A B C D F G H I J K L);
list!(A B C D F G H I J K L M);
looks!(A B C D F G H I J K L M);

/// What is kept of an argument.
pub trait Keep: 'static {
    /// The same where the argument is not looked at again.
    type Nothing;
    /// The same where the argument is not looked at again.
    const NOTHING: Self::Nothing;
    /// The accumulator that is made for it, if one is.
    type Made;
    /// A list of the arrays that are looked at again, this one before the others.
    type Before<Others>;

    /// The accumulator.
    fn make(&self) -> Self::Made;
}

/// What a backpropagator takes for an argument, of what is kept of it and what the caller gives for it.
pub trait Argument<'s, G>: Keep + 's {
    /// The looks, before those of the arguments after it.
    type Looks<R>
    where
        Self: 's;
    /// The accumulators, before those of the arguments after it.
    type Accumulators<R>
    where
        Self: 's;

    /// What is taken.
    fn give<L, A>(
        &'s self,
        given: G,
        made: &'s mut Self::Made,
        after: (L, A),
    ) -> (Self::Looks<L>, Self::Accumulators<A>);
}

impl Keep for Own {
    type Nothing = Own;
    const NOTHING: Own = Own;
    type Made = ();
    type Before<Others> = Others;

    #[inline]
    fn make(&self) {}
}

impl Keep for Known {
    type Nothing = Self;
    const NOTHING: Self = Self;
    type Made = ();
    type Before<Others> = And<(), Others>;

    #[inline]
    fn make(&self) {}
}

impl<S, T> Argument<'_, Lent<S, T>> for Known {
    type Looks<R> = And<S, R>;
    type Accumulators<R> = And<T, R>;

    #[inline]
    fn give<L, A>(&self, given: Lent<S, T>, (): &mut (), after: (L, A)) -> (And<S, L>, And<T, A>) {
        (And(given.0, after.0), And(given.1, after.1))
    }
}

impl Argument<'_, ()> for Own {
    type Looks<R> = R;
    type Accumulators<R> = R;

    #[inline]
    fn give<L, A>(&self, (): (), (): &mut (), after: (L, A)) -> (L, A) {
        after
    }
}

impl<T> Argument<'_, Changed<T>> for Own {
    type Looks<R> = R;
    type Accumulators<R> = And<T, R>;

    #[inline]
    fn give<L, A>(&self, given: Changed<T>, (): &mut (), after: (L, A)) -> (L, And<T, A>) {
        (after.0, And(given.0, after.1))
    }
}

impl<E: Held> Keep for Kept<Vec<E>> {
    type Nothing = Own;
    const NOTHING: Own = Own;
    type Made = Vec<E>;
    type Before<Others> = And<(), Others>;

    #[inline]
    fn make(&self) -> Vec<E> {
        self.0.zero_like()
    }
}

impl<'s, E: Held> Argument<'s, ()> for Kept<Vec<E>> {
    type Looks<R> = And<&'s [E], R>;
    type Accumulators<R> = And<&'s mut [E], R>;

    #[inline]
    fn give<L, A>(&'s self, (): (), made: &'s mut Vec<E>, after: (L, A)) -> (Self::Looks<L>, Self::Accumulators<A>) {
        (And(&self.0, after.0), And(made, after.1))
    }
}

impl<E: Held, const N: usize> Keep for Kept<[E; N]> {
    type Nothing = Own;
    const NOTHING: Own = Own;
    type Made = [E; N];
    type Before<Others> = And<(), Others>;

    #[inline]
    fn make(&self) -> [E; N] {
        self.0.zero_like()
    }
}

impl<'s, E: Held, const N: usize> Argument<'s, ()> for Kept<[E; N]> {
    type Looks<R> = And<&'s [E], R>;
    type Accumulators<R> = And<&'s mut [E], R>;

    #[inline]
    fn give<L, A>(&'s self, (): (), made: &'s mut [E; N], after: (L, A)) -> (Self::Looks<L>, Self::Accumulators<A>) {
        (And(&self.0, after.0), And(made, after.1))
    }
}

/// The same of all arguments of a call.
pub trait Arguments<'s, G>: Keep {
    /// The looks.
    type Looks;
    /// The accumulators.
    type Accumulators;

    /// What is taken.
    fn give(&'s self, given: G, made: &'s mut Self::Made) -> (Self::Looks, Self::Accumulators);
}

/// What a backpropagator takes: the sensitivity alone, if it takes no arrays.
pub trait Taken<D> {
    /// All of it.
    type All;

    /// All of it.
    fn all(self, d: D) -> Self::All;
}

impl<D> Taken<D> for (End, End) {
    type All = D;

    #[inline]
    fn all(self, d: D) -> D {
        d
    }
}

impl<D, L: List, F, R> Taken<D> for (L, And<F, R>)
where
    And<F, R>: List,
{
    type All = (D, L::Tuple, <And<F, R> as List>::Tuple);

    #[inline]
    fn all(self, d: D) -> Self::All {
        (d, self.0.tuple(), self.1.tuple())
    }
}

/// What is made for an argument, which is the sensitivity that a backpropagator gave if nothing is.
pub trait Entry<G> {
    /// The sensitivity.
    type Sensitivity;

    /// The sensitivity.
    fn or(self, given: G) -> Self::Sensitivity;
}

impl<G> Entry<G> for () {
    type Sensitivity = G;

    #[inline]
    fn or(self, given: G) -> G {
        given
    }
}

impl<E> Entry<()> for Vec<E> {
    type Sensitivity = Self;

    #[inline]
    fn or(self, (): ()) -> Self {
        self
    }
}

impl<E, const N: usize> Entry<()> for [E; N] {
    type Sensitivity = Self;

    #[inline]
    fn or(self, (): ()) -> Self {
        self
    }
}

macro_rules! arguments_of {
    ($list:ident) => { End };
    ($list:ident $first:ident $($name:ident)*) => { $first::$list<arguments_of!($list $($name)*)> };
}

macro_rules! before_of {
    ($others:ident) => { $others };
    ($others:ident $first:ident $($name:ident)*) => { $first::Before<before_of!($others $($name)*)> };
}

macro_rules! given_of {
    ($of:ident $given:ident $made:ident) => { (End, End) };
    ($of:ident $given:ident $made:ident $first:tt $($at:tt)*) => {
        $of.$first.give($given.$first, &mut $made.$first, given_of!($of $given $made $($at)*))
    };
}

macro_rules! arguments {
    ($($name:ident $given:ident $made:ident $at:tt,)*) => {
        impl<$($name: Keep),*> Keep for ($($name,)*) {
            type Nothing = ($($name::Nothing,)*);
            const NOTHING: Self::Nothing = ($($name::NOTHING,)*);
            type Made = ($($name::Made,)*);
            type Before<Others> = before_of!(Others $($name)*);

            #[inline]
            fn make(&self) -> Self::Made {
                ($(self.$at.make(),)*)
            }
        }

        impl<'s, $($given, $name: Argument<'s, $given>),*> Arguments<'s, ($($given,)*)> for ($($name,)*) {
            type Looks = arguments_of!(Looks $($name)*);
            type Accumulators = arguments_of!(Accumulators $($name)*);

            #[inline]
            fn give(
                &'s self,
                given: ($($given,)*),
                made: &'s mut Self::Made,
            ) -> (Self::Looks, Self::Accumulators) {
                given_of!(self given made $($at)*)
            }
        }

        impl<$($given, $made: Entry<$given>),*> Entry<($($given,)*)> for ($($made,)*) {
            type Sensitivity = ($($made::Sensitivity,)*);

            #[inline]
            fn or(self, given: ($($given,)*)) -> Self::Sensitivity {
                ($(self.$at.or(given.$at),)*)
            }
        }
    };
}

arguments!(K0 G0 M0 0,);
arguments!(K0 G0 M0 0, K1 G1 M1 1,);
arguments!(K0 G0 M0 0, K1 G1 M1 1, K2 G2 M2 2,);
arguments!(K0 G0 M0 0, K1 G1 M1 1, K2 G2 M2 2, K3 G3 M3 3,);
arguments!(K0 G0 M0 0, K1 G1 M1 1, K2 G2 M2 2, K3 G3 M3 3, K4 G4 M4 4,);
arguments!(K0 G0 M0 0, K1 G1 M1 1, K2 G2 M2 2, K3 G3 M3 3, K4 G4 M4 4, K5 G5 M5 5,);
arguments!(K0 G0 M0 0, K1 G1 M1 1, K2 G2 M2 2, K3 G3 M3 3, K4 G4 M4 4, K5 G5 M5 5, K6 G6 M6 6,);
arguments!(K0 G0 M0 0, K1 G1 M1 1, K2 G2 M2 2, K3 G3 M3 3, K4 G4 M4 4, K5 G5 M5 5, K6 G6 M6 6, K7 G7 M7 7,);
arguments!(K0 G0 M0 0, K1 G1 M1 1, K2 G2 M2 2, K3 G3 M3 3, K4 G4 M4 4, K5 G5 M5 5, K6 G6 M6 6, K7 G7 M7 7, K8 G8 M8 8,);
arguments!(K0 G0 M0 0, K1 G1 M1 1, K2 G2 M2 2, K3 G3 M3 3, K4 G4 M4 4, K5 G5 M5 5, K6 G6 M6 6, K7 G7 M7 7, K8 G8 M8 8, K9 G9 M9 9,);
arguments!(K0 G0 M0 0, K1 G1 M1 1, K2 G2 M2 2, K3 G3 M3 3, K4 G4 M4 4, K5 G5 M5 5, K6 G6 M6 6, K7 G7 M7 7, K8 G8 M8 8, K9 G9 M9 9, K10 G10 M10 10,);
arguments!(K0 G0 M0 0, K1 G1 M1 1, K2 G2 M2 2, K3 G3 M3 3, K4 G4 M4 4, K5 G5 M5 5, K6 G6 M6 6, K7 G7 M7 7, K8 G8 M8 8, K9 G9 M9 9, K10 G10 M10 10, K11 G11 M11 11,);

/// A backpropagator, and what is kept of the arguments.
#[derive(Clone)]
pub struct Open<B, K>(B, K);

impl<B, K> fmt::Debug for Open<B, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Open")
    }
}

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

/// A tuple of references to arrays.
pub trait Looks {
    /// A list of as many.
    type Count;
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
    fn open(&self) -> (Self::Value, Open<Self::Back, Self::Kept>);
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
    fn open(&self) -> (V, Open<B, K::Kind>) {
        let ((value, back), kept) = self.take();
        (value, Open(back, kept.by()))
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
    fn open(&self) -> (Self::Value, Open<Self::Back, Self::Kept>);
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
    fn open(&self) -> (V, Open<B, Self::Kept>) {
        let ((value, back), _) = self.take();
        (value, Open(back, K::NOTHING.by()))
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
    fn open(&self) -> (Self::Value, Open<Self::Back, Self::Kept>);
}

impl<V, B, K: Keep<Nothing: By<Values>>> OfOthers for &Opened<(V, B), K> {
    type Value = V;
    type Back = B;
    type Kept = <K::Nothing as By<Values>>::Kind;

    #[inline]
    fn open(&self) -> (V, Open<B, Self::Kept>) {
        let ((value, back), _) = self.take();
        (value, Open(back, K::NOTHING.by()))
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
    fn open(&self) -> (Self::Value, Open<Self::Back, Self::Kept>);
}

impl<E: Evaluation, K: Keep> OfEvaluations for Opened<E, K> {
    type Value = E::Value;
    type Back = E::Backpropagator;
    type Kept = K::Nothing;

    #[inline]
    fn open(&self) -> (E::Value, Open<E::Backpropagator, K::Nothing>) {
        let (value, back) = self.take().0.parts();
        (value, Open(back, K::NOTHING))
    }
}

impl<B, K: Keep> Open<B, K> {
    /// What is kept of the arguments.
    #[inline]
    pub const fn kept(&self) -> &K {
        &self.1
    }

    /// The accumulators that are made.
    #[inline]
    pub fn make(&self) -> K::Made {
        self.1.make()
    }

    /// The accumulators that begin with what the caller has, and what is left of that for the backpropagator.
    #[inline]
    pub fn begin<G>(&self, given: G) -> (K::Made, K::Rest)
    where
        K: Begin<G>,
    {
        self.1.begin(given)
    }

    /// As [`call`](Self::call), where the backpropagator adds to what the caller has.
    #[inline]
    pub fn add<'s, D, G, R, S>(
        &'s self,
        d: D,
        given: G,
        seeds: R,
        made: &'s mut K::Made,
    ) -> <K::Waiting as Settle<B::Entries>>::Entry
    where
        K: Part<G, Waiting: Settle<B::Entries>> + Arguments<'s, K::Given>,
        (K::Looks, K::Accumulators): Taken<D>,
        B: Backpropagates<<(K::Looks, K::Accumulators) as Taken<D>>::All, R, S>,
    {
        let (given, waiting) = self.1.part(given);
        waiting.settle(self.0.back(self.1.give(given, made).all(d), seeds))
    }

    /// What the backpropagator gives for the sensitivity `d`, where the caller gives this for the arguments.
    #[inline]
    pub fn call<'s, D, G, S>(
        &'s self,
        d: D,
        given: G,
        made: &'s mut K::Made,
    ) -> <K::Waiting as Settle<B::Entries>>::Entry
    where
        K: Part<G, Waiting: Settle<B::Entries>> + Arguments<'s, K::Given>,
        (K::Looks, K::Accumulators): Taken<D>,
        B: Backpropagates<<(K::Looks, K::Accumulators) as Taken<D>>::All, Nothing, S>,
    {
        self.add(d, given, Nothing, made)
    }
}

/// The sensitivities of all arguments.
#[inline]
pub fn entries<M: Entry<G>, G>(made: M, given: G) -> M::Sensitivity {
    made.or(given)
}
