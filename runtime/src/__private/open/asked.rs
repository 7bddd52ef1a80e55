//! Calls of which only rustc knows whether they change what they are given: `f(a)`, where `a` is a reference that lends to be changed.
//!
//! The type of the parameter says it. Here each such call is one that changes what it is given: where the function only looks,
//! that is the same afterwards, and its sensitivity passes through. What is kept of an array for the backpropagator is a copy then, unless
//! the caller has the array again in the reverse pass.

use core::cell::Cell;
use core::fmt;
use core::marker::PhantomData;
use std::vec::Vec;

use super::{And, Argument, Changed, End, Keep, List, Own, Restored, Valued, Writes};
use crate::__private::seeds::{With, Without};
use crate::Cotangent;

/// An array that a call may change. What is kept of it is there after the call.
pub struct Asked<K>(Cell<Option<K>>);

impl<K> fmt::Debug for Asked<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Asked")
    }
}

/// An array that a call may change.
#[inline]
#[must_use]
pub const fn asked<K>() -> Asked<K> {
    Asked(Cell::new(None))
}

impl<K> Asked<K> {
    /// The array, as the function takes it.
    #[inline]
    pub fn lend<'a, A: ?Sized, R: LentAs<'a, A, Kept = K>>(&self, array: &'a mut A) -> R {
        let (lent, kept) = R::__lend(array);
        self.0.set(Some(kept));
        lent
    }

    /// What is kept of it.
    #[inline]
    #[must_use]
    pub fn kept(self) -> K {
        self.0.into_inner().expect("the call comes before")
    }
}

/// What a function takes for an array that stands behind `&mut`.
#[diagnostic::on_unimplemented(message = "the function does not take this array")]
pub trait LentAs<'a, A: ?Sized>: Sized {
    /// What is kept of it.
    type Kept;

    /// It, and what is kept.
    fn __lend(array: &'a mut A) -> (Self, Self::Kept);
}

macro_rules! changed {
    ($([$($generics:tt)*] $from:ty => $to:ty;)*) => { $(
        impl<'a, $($generics)*> LentAs<'a, $from> for &'a mut $to {
            type Kept = Own;

            #[inline]
            fn __lend(array: &'a mut $from) -> (Self, Own) {
                (array, Own)
            }
        }
    )* };
}
changed! {
    [E] [E] => [E];
    [E] Vec<E> => [E];
    [E, const N: usize] [E; N] => [E];
    [E] Vec<E> => Vec<E>;
    [E, const N: usize] [E; N] => [E; N];
}

macro_rules! looked_at {
    ($([$($generics:tt)*] $from:ty => $to:ty, $kept:ty, $copy:ident;)*) => { $(
        impl<'a, $($generics)*> LentAs<'a, $from> for &'a $to {
            type Kept = LookedAt<$kept>;

            #[inline]
            fn __lend(array: &'a mut $from) -> (Self, LookedAt<$kept>) {
                let kept = LookedAt(array.$copy());
                (array, kept)
            }
        }
    )* };
}
looked_at! {
    [E: Clone + 'static] [E] => [E], Vec<E>, to_vec;
    [E: Clone + 'static] Vec<E> => [E], Vec<E>, clone;
    [E: Clone + 'static, const N: usize] [E; N] => [E], [E; N], clone;
    [E: Clone + 'static] Vec<E> => Vec<E>, Vec<E>, clone;
    [E: Clone + 'static, const N: usize] [E; N] => [E; N], [E; N], clone;
}

/// What is kept of an array that a call has only looked at: a copy.
#[derive(Clone, Debug)]
pub struct LookedAt<A>(A);

macro_rules! looks_again {
    ($([$($generics:tt)*] $kept:ty;)*) => { $(
        impl<$($generics)*> Keep for LookedAt<$kept> {
            type Nothing = Own;
            type Made = ();
            type Before<Others> = And<(), Others>;

            #[inline]
            fn __nothing(self) -> Own {
                Own
            }

            #[inline]
            fn __make(&self) {}
        }

        impl<'s, T, $($generics)*> Argument<'s, Changed<T>> for LookedAt<$kept> {
            type Looks<R> = And<&'s [E], R>;
            type Accumulators<R> = And<T, R>;

            #[inline]
            fn __give<L, A>(
                &'s self,
                given: Changed<T>,
                (): &'s mut (),
                after: (L, A),
            ) -> (And<&'s [E], L>, And<T, A>) {
                (And(&self.0, after.0), And(given.0, after.1))
            }
        }
    )* };
}
looks_again! {
    [E: Clone + 'static] Vec<E>;
    [E: Clone + 'static, const N: usize] [E; N];
}

/// An array that a call may change, for a caller that has it again in the reverse pass, as the call has left it; or of which nothing is read
/// again. `K` says whether the call changes it.
#[derive(Debug)]
pub struct AskedAgain<K>(PhantomData<K>);

/// An array that a call may change, for a caller that has it again in the reverse pass, or of which nothing is read again.
#[inline]
#[must_use]
pub const fn asked_again<K>() -> AskedAgain<K> {
    AskedAgain(PhantomData)
}

impl<K: Clone> AskedAgain<K> {
    /// The array, as the function takes it.
    #[inline]
    pub fn lend<'a, A: ?Sized, R: LentAgain<'a, A, Kept = K>>(&self, array: &'a mut A) -> R {
        R::__lend(array)
    }
}

impl<K: Default> AskedAgain<K> {
    /// What is kept of it: nothing.
    #[inline]
    #[must_use]
    pub fn kept(self) -> K {
        K::default()
    }
}

/// What a function takes for an array that stands behind `&mut`, of which no copy is wanted.
#[diagnostic::on_unimplemented(message = "the function does not take this array")]
pub trait LentAgain<'a, A: ?Sized>: Sized {
    /// Whether the function changes it: [`Own`], or [`Reads`].
    type Kept;

    /// It.
    fn __lend(array: &'a mut A) -> Self;
}

macro_rules! lent_again {
    ($([$($generics:tt)*] $from:ty => $to:ty;)*) => { $(
        impl<'a, $($generics)*> LentAgain<'a, $from> for &'a mut $to {
            type Kept = Own;

            #[inline]
            fn __lend(array: &'a mut $from) -> Self {
                array
            }
        }

        impl<'a, $($generics)*> LentAgain<'a, $from> for &'a $to {
            type Kept = Reads<E>;

            #[inline]
            fn __lend(array: &'a mut $from) -> Self {
                array
            }
        }
    )* };
}
lent_again! {
    [E: 'static] [E] => [E];
    [E: 'static] Vec<E> => [E];
    [E: 'static, const N: usize] [E; N] => [E];
    [E: 'static] Vec<E> => Vec<E>;
    [E: 'static, const N: usize] [E; N] => [E; N];
}

/// An array that a call has only looked at: the caller has it again, or nothing is read of it.
#[derive(Debug)]
pub struct Reads<E>(PhantomData<E>);

impl<E> Clone for Reads<E> {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl<E> Default for Reads<E> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

impl<E: 'static> Keep for Reads<E> {
    type Nothing = Self;
    type Made = ();
    type Before<Others> = And<(), Others>;

    #[inline]
    fn __nothing(self) -> Self {
        self
    }

    #[inline]
    fn __make(&self) {}
}

impl<'a, T, E: 'static> Argument<'_, Restored<T, &'a mut [E]>> for Reads<E> {
    type Looks<R> = And<&'a [E], R>;
    type Accumulators<R> = And<T, R>;

    #[inline]
    fn __give<L, A>(
        &self,
        given: Restored<T, &'a mut [E]>,
        (): &mut (),
        after: (L, A),
    ) -> (And<&'a [E], L>, And<T, A>) {
        (And(given.1, after.0), And(given.0, after.1))
    }
}

impl<'a, T, E: 'static> Argument<'_, Restored<T, &'a mut Vec<E>>> for Reads<E> {
    type Looks<R> = And<&'a [E], R>;
    type Accumulators<R> = And<T, R>;

    #[inline]
    fn __give<L, A>(
        &self,
        given: Restored<T, &'a mut Vec<E>>,
        (): &mut (),
        after: (L, A),
    ) -> (And<&'a [E], L>, And<T, A>) {
        (And(given.1, after.0), And(given.0, after.1))
    }
}

impl<'s, T, E: 'static> Argument<'s, Changed<T>> for Reads<E> {
    type Looks<R> = And<&'s [E], R>;
    type Accumulators<R> = And<T, R>;

    #[inline]
    fn __give<L, A>(&'s self, given: Changed<T>, (): &mut (), after: (L, A)) -> (And<&'s [E], L>, And<T, A>) {
        (And(&[], after.0), And(given.0, after.1))
    }
}

/// A value behind `&mut` that is no array, for a call that may change it. `M` says whether it does.
#[derive(Debug)]
pub struct Slot<T, M> {
    value: Option<T>,
    mode: PhantomData<M>,
}

/// A value that a call may change.
#[inline]
pub const fn slot<T, M>(value: T) -> Slot<T, M> {
    Slot { value: Some(value), mode: PhantomData }
}

impl<T, M: Mode> Slot<T, M> {
    /// The value, as the function takes it.
    #[inline]
    pub fn lend<'a, R: ValueAs<'a, T, Mode = M>>(&'a mut self) -> R {
        R::__lend(&mut self.value)
    }

    /// One place more before those of other values that the call changes, if it changes this one.
    #[inline]
    pub fn place<R>(&self, rest: R) -> M::Listed<(), R> {
        M::__listed((), rest)
    }

    /// What it is after the call, and what the call gave for other values.
    #[inline]
    pub fn after<R>(self, given: M::Listed<T, R>) -> (T, R) {
        M::__after(self.value, given)
    }

    /// Whether the call has changed it.
    #[inline]
    #[must_use]
    pub fn mode(&self) -> M
    where
        M: ModeOf<T>,
    {
        M::__of(self.value.as_ref())
    }
}

/// A value on which a method is called that may change it: the method says it.
#[inline]
pub fn receiver<T, M: Mode>(value: T, _: impl FnOnce(&T) -> M) -> Slot<T, M> {
    slot(value)
}

impl<T, M: Receives<T>> Slot<T, M> {
    /// The value, as the method takes it.
    #[inline]
    pub fn receiver(&mut self) -> M::Receiver<'_> {
        M::__receiver(&mut self.value)
    }
}

/// How a method takes what it is called on.
pub trait Receives<T>: Mode {
    /// What it takes.
    type Receiver<'a>
    where
        T: 'a;

    /// It.
    fn __receiver<'a>(value: &'a mut Option<T>) -> Self::Receiver<'a>
    where
        T: 'a;
}

impl<T> Receives<T> for Changes {
    type Receiver<'a>
        = T
    where
        T: 'a;

    #[inline]
    fn __receiver<'a>(value: &'a mut Option<T>) -> T
    where
        T: 'a,
    {
        value.take().expect(TAKEN_ONCE)
    }
}

impl<T> Receives<T> for LooksAt {
    type Receiver<'a>
        = &'a T
    where
        T: 'a;

    #[inline]
    fn __receiver<'a>(value: &'a mut Option<T>) -> &'a T
    where
        T: 'a,
    {
        value.as_ref().expect(TAKEN_ONCE)
    }
}

impl<T: Clone> Receives<T> for Takes {
    type Receiver<'a>
        = T
    where
        T: 'a;

    #[inline]
    fn __receiver<'a>(value: &'a mut Option<T>) -> T
    where
        T: 'a,
    {
        value.clone().expect(TAKEN_ONCE)
    }
}

/// What a function takes for a value that stands behind `&mut`.
#[diagnostic::on_unimplemented(message = "the function does not take this value")]
pub trait ValueAs<'a, T>: Sized {
    /// Whether it changes the value.
    type Mode: Mode;

    /// The value.
    fn __lend(value: &'a mut Option<T>) -> Self;
}

impl<'a, T: 'a> ValueAs<'a, T> for T {
    type Mode = Changes;

    #[inline]
    fn __lend(value: &'a mut Option<T>) -> Self {
        value.take().expect(TAKEN_ONCE)
    }
}

impl<'a, T> ValueAs<'a, T> for &'a T {
    type Mode = LooksAt;

    #[inline]
    fn __lend(value: &'a mut Option<T>) -> Self {
        value.as_ref().expect(TAKEN_ONCE)
    }
}

const TAKEN_ONCE: &str = "a call takes a value once";

/// The sensitivities of what a call of this mode gave; what passes by it, and what it adds to.
pub type Sensitivities<M, D, R> = (<M as Mode>::Listed<D, R>, <M as Mode>::Through<D>, <M as Mode>::Begun<D>);

/// Whether a call changes a value of the type `T`.
pub trait ModeOf<T>: Mode {
    /// It, of the value after the call, if the call has not taken it.
    fn __of(value: Option<&T>) -> Self;
}

/// Whether a call changes a value.
pub trait Mode {
    /// A list of what the call changes, or of sensitivities of that: with something for this value, if it changes it.
    type Listed<X, R>;
    /// The sensitivity that passes by the call.
    type Through<D>;
    /// The same where the backpropagator adds to it.
    type Begun<D>;

    /// The list, with something for this value.
    fn __listed<X, R>(of: X, rest: R) -> Self::Listed<X, R>;

    /// What the value is after the call, and the rest of what that gave.
    fn __after<T, R>(value: Option<T>, given: Self::Listed<T, R>) -> (T, R);

    /// The sensitivities of what the call gave, before `rest`; what passes by it, and what it adds to.
    fn __sensitivities<D, R>(&self, d: D, rest: R) -> Sensitivities<Self, D, R>;

    /// What the backpropagator gave for the value, and what passes by it.
    #[must_use]
    fn __with<D: Cotangent>(&self, entry: D, through: Self::Through<D>) -> D;
}

/// The call changes the value.
#[derive(Clone, Copy, Debug)]
pub struct Changes;

/// The call looks at the value.
#[derive(Clone, Copy, Debug)]
pub struct LooksAt;

impl Mode for Changes {
    type Listed<X, R> = And<X, R>;
    type Through<D> = ();
    type Begun<D> = Without;

    #[inline]
    fn __listed<X, R>(of: X, rest: R) -> And<X, R> {
        And(of, rest)
    }

    #[inline]
    fn __after<T, R>(_: Option<T>, given: And<T, R>) -> (T, R) {
        (given.0, given.1)
    }

    #[inline]
    fn __sensitivities<D, R>(&self, d: D, rest: R) -> (And<D, R>, (), Without) {
        (And(d, rest), (), Without)
    }

    #[inline]
    fn __with<D: Cotangent>(&self, entry: D, (): ()) -> D {
        entry
    }
}

/// The call takes a value that is there afterwards: a copy of it.
#[derive(Clone, Copy, Debug)]
pub struct Takes;

macro_rules! same_after {
    ($([$($generics:tt)*] $mode:ty: $through:ty, $begun:ty, $d:ident => $both:expr, $entry:ident $passed:pat => $sum:expr;)*) => { $(
        impl<$($generics)*> Mode for $mode {
            type Listed<X, R> = R;
            type Through<D> = $through;
            type Begun<D> = $begun;

            #[inline]
            fn __listed<X, R>(_: X, rest: R) -> R {
                rest
            }

            #[inline]
            fn __after<T, R>(value: Option<T>, given: R) -> (T, R) {
                (value.expect("what is not taken stays"), given)
            }

            #[inline]
            fn __sensitivities<D, R>(&self, $d: D, rest: R) -> (R, $through, $begun) {
                let (through, begun) = $both;
                (rest, through, begun)
            }

            #[inline]
            fn __with<D: Cotangent>(&self, $entry: D, $passed: $through) -> D {
                $sum
            }
        }
    )* };
}
same_after! {
    [] LooksAt: (), With<D>, d => ((), With(d)), entry () => entry;
    [] Takes: D, Without, d => (d, Without), entry through => entry.plus(&through);
    [C, A: ?Sized] Writes<C, A>: (), With<D>, d => ((), With(d)), entry () => entry;
}

macro_rules! modes_of_any {
    ($($mode:ident)*) => { $(
        impl<T> ModeOf<T> for $mode {
            #[inline]
            fn __of(_: Option<&T>) -> Self {
                Self
            }
        }
    )* };
}
modes_of_any!(Changes LooksAt Takes);

macro_rules! values {
    ($($mode:ty)*) => { $(
        impl Keep for $mode {
            type Nothing = Self;
            type Made = ();
            type Before<Others> = Others;

            #[inline]
            fn __nothing(self) -> Self {
                self
            }

            #[inline]
            fn __make(&self) {}
        }

        impl Argument<'_, ()> for $mode {
            type Looks<R> = R;
            type Accumulators<R> = R;

            #[inline]
            fn __give<L, A>(&self, (): (), (): &mut (), after: (L, A)) -> (L, A) {
                after
            }
        }
    )* };
}
values!(Changes LooksAt Takes Valued);

/// What a call gave: its result, and a list of what it changed.
pub trait Parted<Places> {
    /// The result.
    type Result;
    /// What it changed.
    type List;

    /// These.
    fn __parted(self) -> (Self::Result, Self::List);
}

impl<V> Parted<End> for V {
    type Result = V;
    type List = End;

    #[inline]
    fn __parted(self) -> (V, End) {
        (self, End)
    }
}

macro_rules! places_of {
    () => { End };
    ($first:ident $($name:ident)*) => { And<(), places_of!($($name)*)> };
}

macro_rules! list_type {
    () => { End };
    ($first:ident $($name:ident)*) => { And<$first, list_type!($($name)*)> };
}

macro_rules! list_value {
    () => { End };
    ($first:ident $($name:ident)*) => { And($first, list_value!($($name)*)) };
}

macro_rules! parted {
    ($($name:ident)*) => {
        impl<V, $($name),*> Parted<places_of!($($name)*)> for (V, $($name),*) {
            type Result = V;
            type List = list_type!($($name)*);

            #[inline]
            #[expect(non_snake_case, reason = "the names of the types are those of the values")]
            fn __parted(self) -> (V, Self::List) {
                let (value, $($name),*) = self;
                (value, list_value!($($name)*))
            }
        }
    };
}
parted!(A);
parted!(A B);
parted!(A B C);
parted!(A B C D);

/// The result of a call that has so many places for what it changes, and what it changed.
#[inline]
pub fn parted<V: Parted<Places>, Places>(given: V, _: Places) -> (V::Result, V::List) {
    given.__parted()
}

/// The sensitivity of what a call gave, of that of its result and of a list for what it changed.
pub trait Whole<D> {
    /// It.
    type Whole;

    /// It.
    fn __whole(self, d: D) -> Self::Whole;
}

impl<D> Whole<D> for End {
    type Whole = D;

    #[inline]
    fn __whole(self, d: D) -> D {
        d
    }
}

impl<D, F, R> Whole<D> for And<F, R>
where
    And<D, Self>: List,
{
    type Whole = <And<D, Self> as List>::Tuple;

    #[inline]
    fn __whole(self, d: D) -> Self::Whole {
        And(d, self).__tuple()
    }
}
