//! What a backpropagator takes for each argument of a call, and what the caller has of each afterwards.
//!
//! The caller gives `()`, or an array with its accumulator ([`Lent`]), or an accumulator alone ([`Changed`]). With what is kept of the
//! argument, that makes the looks and the accumulators which the backpropagator takes. An accumulator that was made for the call is the
//! sensitivity of its argument afterwards ([`Entry`]).

use std::vec::Vec;

use super::{And, End, Keep, Kept, KeptStructs, Known, Own, Plain};
use crate::__private::Held;
use crate::Differentiable;

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

/// The accumulator of an array that depends on no differentiated parameter of the caller's: the function may leave it out.
#[derive(Debug)]
pub struct Independent<'a, C>(pub(super) &'a mut [C]);

/// An argument that is such an array: it, and its accumulator.
#[inline]
pub const fn independent<'l, 'a, E: Differentiable>(
    look: &'l [E],
    accumulator: &'a mut [E::Cotangent],
) -> Lent<&'l [E], Independent<'a, E::Cotangent>> {
    Lent(look, Independent(accumulator))
}

/// An accumulator that nobody reads.
#[derive(Debug)]
pub struct Unasked<A>(pub(super) A);

/// An argument that is an array of which nobody wants the sensitivity.
#[inline]
pub const fn data<E, A>(look: &[E], accumulator: A) -> Lent<&[E], Unasked<A>> {
    Lent(look, Unasked(accumulator))
}

/// What is lent of an array behind `&mut`: a vector as such, since it may become longer, and the elements of any other array.
pub trait LendMut {
    /// It.
    type Lent<'a>
    where
        Self: 'a;

    /// It.
    fn __lend_mut(&mut self) -> Self::Lent<'_>;
}

macro_rules! lend_mut {
    ($([$($generics:tt)*] $array:ty => $lent:ty;)*) => { $(
        impl<E, $($generics)*> LendMut for $array {
            type Lent<'a>
                = &'a mut $lent
            where
                E: 'a;

            #[inline]
            fn __lend_mut(&mut self) -> &mut $lent {
                self
            }
        }
    )* };
}
lend_mut! {
    [] Vec<E> => Vec<E>;
    [] [E] => [E];
    [const N: usize] [E; N] => [E];
}

impl<A: LendMut + ?Sized> LendMut for &mut A {
    type Lent<'a>
        = A::Lent<'a>
    where
        Self: 'a;

    #[inline]
    fn __lend_mut(&mut self) -> A::Lent<'_> {
        (**self).__lend_mut()
    }
}

/// An argument that is changed: its accumulator.
#[inline]
pub fn changed<A: LendMut + ?Sized>(accumulator: &mut A) -> Changed<A::Lent<'_>> {
    Changed(accumulator.__lend_mut())
}

/// An argument that is changed, and that the backpropagator puts back: its accumulator, and the array.
#[derive(Debug)]
pub struct Restored<A, S>(pub A, pub S);

/// An argument that is changed and put back: its accumulator, and the array.
#[inline]
pub fn restored<'a, 's, A: LendMut + ?Sized, S: LendMut + ?Sized>(
    accumulator: &'a mut A,
    array: &'s mut S,
) -> Restored<A::Lent<'a>, S::Lent<'s>> {
    Restored(accumulator.__lend_mut(), array.__lend_mut())
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
    fn __give<L, A>(
        &'s self,
        given: G,
        made: &'s mut Self::Made,
        after: (L, A),
    ) -> (Self::Looks<L>, Self::Accumulators<A>);
}

impl<S, T> Argument<'_, Lent<S, T>> for Known {
    type Looks<R> = And<S, R>;
    type Accumulators<R> = And<T, R>;

    #[inline]
    fn __give<L, A>(&self, given: Lent<S, T>, (): &mut (), after: (L, A)) -> (And<S, L>, And<T, A>) {
        (And(given.0, after.0), And(given.1, after.1))
    }
}

impl Argument<'_, ()> for Own {
    type Looks<R> = R;
    type Accumulators<R> = R;

    #[inline]
    fn __give<L, A>(&self, (): (), (): &mut (), after: (L, A)) -> (L, A) {
        after
    }
}

impl<A: Differentiable + 'static> Argument<'_, ()> for Plain<A> {
    type Looks<R> = R;
    type Accumulators<R> = R;

    #[inline]
    fn __give<L, R>(&self, (): (), _: &mut Self::Made, after: (L, R)) -> (L, R) {
        after
    }
}

impl<T> Argument<'_, Changed<T>> for Own {
    type Looks<R> = R;
    type Accumulators<R> = And<T, R>;

    #[inline]
    fn __give<L, A>(&self, given: Changed<T>, (): &mut (), after: (L, A)) -> (L, And<T, A>) {
        (after.0, And(given.0, after.1))
    }
}

impl<T, S> Argument<'_, Restored<T, S>> for Own {
    type Looks<R> = R;
    type Accumulators<R> = And<T, And<S, R>>;

    #[inline]
    fn __give<L, A>(&self, given: Restored<T, S>, (): &mut (), after: (L, A)) -> (L, And<T, And<S, A>>) {
        (after.0, And(given.0, And(given.1, after.1)))
    }
}

impl<'s, E: Held> Argument<'s, ()> for Kept<Vec<E>> {
    type Looks<R> = And<&'s [E], R>;
    type Accumulators<R> = And<&'s mut [E], R>;

    #[inline]
    fn __give<L, A>(&'s self, (): (), made: &'s mut Vec<E>, after: (L, A)) -> (Self::Looks<L>, Self::Accumulators<A>) {
        (And(&self.0, after.0), And(made, after.1))
    }
}

impl<'s, E: Held, const N: usize> Argument<'s, ()> for Kept<[E; N]> {
    type Looks<R> = And<&'s [E], R>;
    type Accumulators<R> = And<&'s mut [E], R>;

    #[inline]
    fn __give<L, A>(&'s self, (): (), made: &'s mut [E; N], after: (L, A)) -> (Self::Looks<L>, Self::Accumulators<A>) {
        (And(&self.0, after.0), And(made, after.1))
    }
}

macro_rules! kept_structs {
    ($([$($generics:tt)*] $array:ty, $made:ty;)*) => { $(
        impl<'s, E: Differentiable + Clone + 'static, $($generics)*> Argument<'s, ()> for KeptStructs<$array> {
            type Looks<R> = And<&'s [E], R>;
            type Accumulators<R> = And<&'s mut [E::Cotangent], R>;

            #[inline]
            fn __give<L, A>(&'s self, (): (), made: &'s mut $made, after: (L, A)) -> (Self::Looks<L>, Self::Accumulators<A>) {
                (And(&self.0, after.0), And(made, after.1))
            }
        }
    )* };
}
kept_structs! {
    [] Vec<E>, Vec<E::Cotangent>;
    [const N: usize] [E; N], [E::Cotangent; N];
}

/// The same of all arguments of a call.
pub trait Arguments<'s, G>: Keep {
    /// The looks.
    type Looks;
    /// The accumulators.
    type Accumulators;

    /// What is taken.
    fn __give(&'s self, given: G, made: &'s mut Self::Made) -> (Self::Looks, Self::Accumulators);
}

/// What is made for an argument, which is the sensitivity that a backpropagator gave if nothing is.
pub trait Entry<G> {
    /// The sensitivity.
    type Sensitivity;

    /// The sensitivity.
    fn __or(self, given: G) -> Self::Sensitivity;
}

impl<G> Entry<G> for () {
    type Sensitivity = G;

    #[inline]
    fn __or(self, given: G) -> G {
        given
    }
}

impl<E> Entry<()> for Vec<E> {
    type Sensitivity = Self;

    #[inline]
    fn __or(self, (): ()) -> Self {
        self
    }
}

impl<E, const N: usize> Entry<()> for [E; N] {
    type Sensitivity = Self;

    #[inline]
    fn __or(self, (): ()) -> Self {
        self
    }
}

/// The cotangent of an array of what has no tangent, in which there is nothing but its shape.
#[derive(Debug)]
pub struct NoSensitivity<C>(pub(super) C);

impl<C, G> Entry<G> for NoSensitivity<C> {
    type Sensitivity = C;

    #[inline]
    fn __or(self, _: G) -> C {
        self.0
    }
}

/// The sensitivities of all arguments.
#[inline]
pub fn entries<M: Entry<G>, G>(made: M, given: G) -> M::Sensitivity {
    made.__or(given)
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
        $of.$first.__give($given.$first, &mut $made.$first, given_of!($of $given $made $($at)*))
    };
}

macro_rules! arguments {
    ($($name:ident $given:ident $made:ident $at:tt,)*) => {
        impl<$($name: Keep),*> Keep for ($($name,)*) {
            type Nothing = ($($name::Nothing,)*);
            type Made = ($($name::Made,)*);
            type Before<Others> = before_of!(Others $($name)*);

            #[inline]
            fn __nothing(self) -> Self::Nothing {
                ($(self.$at.__nothing(),)*)
            }

            #[inline]
            fn __make(&self) -> Self::Made {
                ($(self.$at.__make(),)*)
            }
        }

        impl<'s, $($given, $name: Argument<'s, $given>),*> Arguments<'s, ($($given,)*)> for ($($name,)*) {
            type Looks = arguments_of!(Looks $($name)*);
            type Accumulators = arguments_of!(Accumulators $($name)*);

            #[inline]
            fn __give(
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
            fn __or(self, given: ($($given,)*)) -> Self::Sensitivity {
                ($(self.$at.__or(given.$at),)*)
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
