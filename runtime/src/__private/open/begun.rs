//! Accumulators that begin with what the caller has: the seeds for arguments of which only rustc knows that they are arrays.

use std::vec::Vec;

use super::{
    Changes, Keep, Kept, KeptStructs, Known, LookedAt, LooksAt, NoSensitivity, Own, Plain, Reads, Takes, Valued,
};
use crate::__private::Held;
use crate::__private::seeds::{With, Without};
use crate::Differentiable;

/// What is kept of an argument, for which the caller gives `G` as a seed.
pub trait Begin<G>: Keep {
    /// What is left of that for the backpropagator.
    type Rest;

    /// The accumulator that is made for the argument, if one is, and what is left.
    fn __begin(&self, given: G) -> (Self::Made, Self::Rest);
}

macro_rules! own {
    ($([$($generics:tt)*] $kind:ty;)*) => { $(
        impl<G, $($generics)*> Begin<G> for $kind {
            type Rest = G;

            #[inline]
            fn __begin(&self, given: G) -> ((), G) {
                ((), given)
            }
        }
    )* };
}
own! {
    [] Own;
    [E: 'static] Reads<E>;
    [] Known;
    [] Changes;
    [] LooksAt;
    [] Takes;
    [] Valued;
    [E: Clone + 'static] LookedAt<Vec<E>>;
    [E: Clone + 'static, const N: usize] LookedAt<[E; N]>;
}

impl<A: Differentiable + 'static> Begin<Without> for Plain<A> {
    type Rest = Without;

    #[inline]
    fn __begin(&self, given: Without) -> (Self::Made, Without) {
        (self.__make(), given)
    }
}

impl<A: Differentiable + 'static> Begin<With<A::Cotangent>> for Plain<A> {
    type Rest = Without;

    #[inline]
    fn __begin(&self, given: With<A::Cotangent>) -> (Self::Made, Without) {
        (NoSensitivity(given.0), Without)
    }
}

macro_rules! kept {
    ($([$($generics:tt)*] $array:ty;)*) => { $(
        impl<E: Held, $($generics)*> Begin<Without> for Kept<$array> {
            type Rest = Without;

            #[inline]
            fn __begin(&self, given: Without) -> ($array, Without) {
                (self.__make(), given)
            }
        }

        impl<E: Held, $($generics)*> Begin<With<$array>> for Kept<$array> {
            type Rest = Without;

            #[inline]
            fn __begin(&self, given: With<$array>) -> ($array, Without) {
                // A vector to which nothing was added is empty.
                (if given.0.len() == self.0.len() { given.0 } else { self.__make() }, Without)
            }
        }
    )* };
}
kept! {
    [] Vec<E>;
    [const N: usize] [E; N];
}

macro_rules! kept_structs {
    ($([$($generics:tt)*] $array:ty, $made:ty;)*) => { $(
        impl<E: Differentiable + Clone + 'static, $($generics)*> Begin<Without> for KeptStructs<$array> {
            type Rest = Without;

            #[inline]
            fn __begin(&self, given: Without) -> ($made, Without) {
                (self.__make(), given)
            }
        }

        impl<E: Differentiable + Clone + 'static, $($generics)*> Begin<With<$made>> for KeptStructs<$array> {
            type Rest = Without;

            #[inline]
            fn __begin(&self, given: With<$made>) -> ($made, Without) {
                // A vector to which nothing was added is empty.
                (if given.0.len() == self.0.len() { given.0 } else { self.__make() }, Without)
            }
        }
    )* };
}
kept_structs! {
    [] Vec<E>, Vec<E::Cotangent>;
    [const N: usize] [E; N], [E::Cotangent; N];
}

macro_rules! arguments {
    ($($name:ident $given:ident $at:tt,)*) => {
        impl<$($given, $name: Begin<$given>),*> Begin<($($given,)*)> for ($($name,)*) {
            type Rest = ($($name::Rest,)*);

            #[inline]
            fn __begin(&self, given: ($($given,)*)) -> (Self::Made, Self::Rest) {
                let each = ($(self.$at.__begin(given.$at),)*);
                (($(each.$at.0,)*), ($(each.$at.1,)*))
            }
        }
    };
}

arguments!(K0 G0 0,);
arguments!(K0 G0 0, K1 G1 1,);
arguments!(K0 G0 0, K1 G1 1, K2 G2 2,);
arguments!(K0 G0 0, K1 G1 1, K2 G2 2, K3 G3 3,);
arguments!(K0 G0 0, K1 G1 1, K2 G2 2, K3 G3 3, K4 G4 4,);
arguments!(K0 G0 0, K1 G1 1, K2 G2 2, K3 G3 3, K4 G4 4, K5 G5 5,);
arguments!(K0 G0 0, K1 G1 1, K2 G2 2, K3 G3 3, K4 G4 4, K5 G5 5, K6 G6 6,);
arguments!(K0 G0 0, K1 G1 1, K2 G2 2, K3 G3 3, K4 G4 4, K5 G5 5, K6 G6 6, K7 G7 7,);
arguments!(K0 G0 0, K1 G1 1, K2 G2 2, K3 G3 3, K4 G4 4, K5 G5 5, K6 G6 6, K7 G7 7, K8 G8 8,);
arguments!(K0 G0 0, K1 G1 1, K2 G2 2, K3 G3 3, K4 G4 4, K5 G5 5, K6 G6 6, K7 G7 7, K8 G8 8, K9 G9 9,);
arguments!(K0 G0 0, K1 G1 1, K2 G2 2, K3 G3 3, K4 G4 4, K5 G5 5, K6 G6 6, K7 G7 7, K8 G8 8, K9 G9 9, K10 G10 10,);
arguments!(K0 G0 0, K1 G1 1, K2 G2 2, K3 G3 3, K4 G4 4, K5 G5 5, K6 G6 6, K7 G7 7, K8 G8 8, K9 G9 9, K10 G10 10, K11 G11 11,);
