//! Arrays of which only rustc knows that they are some, and of which a backpropagator reads nothing again: their shapes are kept.

use std::vec::Vec;

use super::{And, Argument, Begin, By, Keep, MaybeStructs, Own, Part, Through};
use crate::__private::seeds::{NoSeed, Seed, With, Without};
use crate::__private::structs::{Accumulates, Structs, Zeros};
use crate::Differentiable;

/// `kept(&value).unread()` says whether `value` is an array, and keeps its shape if it is.
pub trait UnreadKind {
    /// What is kept of it.
    type Kept;

    /// Its shape.
    fn __unread(&self) -> Self::Kept;
}

/// What is kept of an argument that refers to an array of which nothing is read again: the shape of its accumulator.
#[derive(Clone, Debug)]
pub struct Unread<A: Structs>(Zeros<A::Cotangent>);

impl<A: Structs + 'static> Keep for Unread<A> {
    type Nothing = Own;

    type Made = A::Cotangent;
    type Before<Others> = And<(), Others>;

    #[inline]
    fn __nothing(self) -> Own {
        Own
    }

    #[inline]
    fn __make(&self) -> Self::Made {
        self.0.zeros()
    }
}

macro_rules! unread {
    ($([$($generics:tt)*] $referred:ty => $array:ty;)*) => { $(
        impl<E: Differentiable + 'static, $($generics)*> UnreadKind for MaybeStructs<'_, &$referred> {
            type Kept = Unread<$array>;

            #[inline]
            fn __unread(&self) -> Self::Kept {
                Unread(self.1.__shape())
            }
        }
    )* };
}
unread! {
    [] [E] => Vec<E>;
    [] Vec<E> => Vec<E>;
    [const N: usize] [E; N] => [E; N];
}

macro_rules! arguments {
    ($([$($generics:tt)*] $array:ty, $made:ty;)*) => { $(
        impl<'s, E: Differentiable + 'static, $($generics)*> Argument<'s, ()> for Unread<$array> {
            type Looks<R> = And<&'s [E], R>;
            type Accumulators<R> = And<&'s mut [E::Cotangent], R>;

            #[inline]
            fn __give<L, A>(&'s self, (): (), made: &'s mut $made, after: (L, A)) -> (Self::Looks<L>, Self::Accumulators<A>) {
                (And(&[], after.0), And(made, after.1))
            }
        }
    )* };
}
arguments! {
    [] Vec<E>, Vec<E::Cotangent>;
    [const N: usize] [E; N], [E::Cotangent; N];
}

impl<A: Structs + 'static> Begin<Without> for Unread<A> {
    type Rest = Without;

    #[inline]
    fn __begin(&self, _: Without) -> (A::Cotangent, Without) {
        (self.__make(), Without)
    }
}

impl<A: Structs<Cotangent: Accumulates<A::Cotangent>> + 'static> Begin<With<A::Cotangent>> for Unread<A> {
    type Rest = Without;

    #[inline]
    fn __begin(&self, given: With<A::Cotangent>) -> (A::Cotangent, Without) {
        let mut begun = given.0;
        self.0.fit(&mut begun);
        (begun, Without)
    }
}

impl<A: Structs> By<NoSeed> for Unread<A> {
    type Kind = Self;

    #[inline]
    fn __by(self) -> Self {
        self
    }
}

impl<A: Structs, C> By<Seed<C>> for Unread<A> {
    type Kind = Own;

    #[inline]
    fn __by(self) -> Own {
        Own
    }
}

impl<A: Structs, G> Part<G> for Unread<A> {
    type Given = G;
    type Waiting = Through;

    #[inline]
    fn __part(&self, given: G) -> (G, Through) {
        (given, Through)
    }
}
