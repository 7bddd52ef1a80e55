//! Seeds: a backpropagator adds to the cotangents that its caller has, instead of making new ones.
//!
//! The backpropagator of a function that refers to structs takes, beside the sensitivity, one thing for each parameter: a [`Seed`] or
//! [`NoSeed`]. Its caller does not know which. What it gives, [`With`] or [`Without`] a cotangent, goes there as a seed or is added to
//! what comes out.

use core::fmt;

use crate::Cotangent;

/// A backpropagator that takes seeds: a closure of the sensitivity and these.
#[derive(Clone)]
pub struct Adding<F>(pub F);

impl<F> fmt::Debug for Adding<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Adding")
    }
}

/// A cotangent to which a backpropagator adds.
#[derive(Debug)]
pub struct Seed<C>(pub C);

/// There is none for this parameter.
#[derive(Debug)]
pub struct NoSeed;

/// A cotangent that a caller has.
#[derive(Debug)]
pub struct With<C>(pub C);

/// A caller has none.
#[derive(Debug)]
pub struct Without;

/// A caller has none for any parameter.
#[derive(Debug)]
pub struct Nothing;

/// What a caller gives, of which a backpropagator takes `S` as seeds.
pub trait Give<S> {
    /// What is to be added to what comes out.
    type Rest;

    /// Both.
    fn __give(self) -> (S, Self::Rest);
}

impl<C> Give<Seed<C>> for With<C> {
    type Rest = Without;

    #[inline]
    fn __give(self) -> (Seed<C>, Without) {
        (Seed(self.0), Without)
    }
}

impl<C: Cotangent> Give<Seed<C>> for Without {
    type Rest = Self;

    #[inline]
    fn __give(self) -> (Seed<C>, Self) {
        (Seed(C::neutral()), self)
    }
}

impl<C> Give<NoSeed> for With<C> {
    type Rest = Self;

    #[inline]
    fn __give(self) -> (NoSeed, Self) {
        (NoSeed, self)
    }
}

impl Give<NoSeed> for Without {
    type Rest = Self;

    #[inline]
    fn __give(self) -> (NoSeed, Self) {
        (NoSeed, self)
    }
}

impl<S: Neutral> Give<S> for Nothing {
    type Rest = Self;

    #[inline]
    fn __give(self) -> (S, Self) {
        (S::__neutral(), self)
    }
}

/// Seeds that are zero.
pub trait Neutral {
    /// They.
    fn __neutral() -> Self;
}

impl<C: Cotangent> Neutral for Seed<C> {
    #[inline]
    fn __neutral() -> Self {
        Self(C::neutral())
    }
}

impl Neutral for NoSeed {
    #[inline]
    fn __neutral() -> Self {
        Self
    }
}

/// What a call would give for a sensitivity that is absent. The call says the type.
#[inline]
#[must_use]
pub fn absent<T: Cotangent>(_: impl FnOnce() -> T) -> T {
    T::neutral()
}

/// What is added to an entry.
pub trait AddTo<E> {
    /// The sum.
    #[must_use]
    fn __add_to(self, entry: E) -> E;
}

impl<E> AddTo<E> for Without {
    #[inline]
    fn __add_to(self, entry: E) -> E {
        entry
    }
}

impl<E> AddTo<E> for Nothing {
    #[inline]
    fn __add_to(self, entry: E) -> E {
        entry
    }
}

impl<C: Cotangent> AddTo<C> for With<C> {
    #[inline]
    fn __add_to(self, entry: C) -> C {
        self.0.plus(&entry)
    }
}

/// Calls a backpropagator with seeds that are zero. Where its type has an error in it, rustc has nothing to say of this call.
#[inline]
pub fn call<B: BackFromSeeds<D, S, G>, D, S: Neutral, G>(back: &B, d: D) -> G {
    back.__call(d, S::__neutral())
}

/// A backpropagator that takes the seeds `S`. What it gives is no projection, which would be one more type that cannot be known.
pub trait BackFromSeeds<D, S, G> {
    /// The sensitivities, of the sensitivity `d`.
    fn __call(&self, d: D, seeds: S) -> G;
}

impl<F: Fn(D, S) -> G, D, S, G> BackFromSeeds<D, S, G> for Adding<F> {
    #[inline]
    fn __call(&self, d: D, seeds: S) -> G {
        (self.0)(d, seeds)
    }
}

/// What backpropagators that take the seeds `S` give for the sensitivity `D`, where the caller has `G`.
pub trait Backpropagates<D, G, S> {
    /// The sensitivities of the arguments, with what the caller had.
    type Entries;

    /// These.
    fn __back(&self, d: D, given: G) -> Self::Entries;
}

impl<D, Y, G: AddTo<Y>, F: Fn(D) -> Y> Backpropagates<D, G, ()> for F {
    type Entries = Y;

    #[inline]
    fn __back(&self, d: D, given: G) -> Y {
        given.__add_to(self(d))
    }
}

impl<D, S, Y, G, F> Backpropagates<D, G, S> for Adding<F>
where
    F: Fn(D, S) -> Y,
    G: Give<S, Rest: AddTo<Y>>,
{
    type Entries = Y;

    #[inline]
    fn __back(&self, d: D, given: G) -> Y {
        let (seeds, rest) = given.__give();
        rest.__add_to((self.0)(d, seeds))
    }
}

impl<C: Cotangent> AddTo<C> for Seed<C> {
    #[inline]
    fn __add_to(self, entry: C) -> C {
        self.0.plus(&entry)
    }
}

impl<E> AddTo<E> for NoSeed {
    #[inline]
    fn __add_to(self, entry: E) -> E {
        entry
    }
}

/// A value and a backpropagator that takes no seeds, as one that takes these.
#[inline]
pub fn adding<S, V, D, E, F>((value, back): (V, F)) -> (V, Adding<impl Fn(D, S) -> E>)
where
    S: AddTo<E>,
    F: Fn(D) -> E,
{
    (value, Adding(move |d, seeds: S| seeds.__add_to(back(d))))
}

macro_rules! of_entries {
    ($($given:ident $seed:ident $entry:ident $at:tt,)*) => {
        impl<$($given: Give<$seed>, $seed),*> Give<($($seed,)*)> for ($($given,)*) {
            type Rest = ($($given::Rest,)*);

            #[inline]
            fn __give(self) -> (($($seed,)*), Self::Rest) {
                let each = ($(self.$at.__give(),)*);
                (($(each.$at.0,)*), ($(each.$at.1,)*))
            }
        }

        impl<$($seed: Neutral),*> Neutral for ($($seed,)*) {
            #[inline]
            fn __neutral() -> Self {
                ($($seed::__neutral(),)*)
            }
        }

        impl<$($given: AddTo<$entry>, $entry),*> AddTo<($($entry,)*)> for ($($given,)*) {
            #[inline]
            fn __add_to(self, entries: ($($entry,)*)) -> ($($entry,)*) {
                ($(self.$at.__add_to(entries.$at),)*)
            }
        }
    };
}

of_entries!(G0 S0 E0 0,);
of_entries!(G0 S0 E0 0, G1 S1 E1 1,);
of_entries!(G0 S0 E0 0, G1 S1 E1 1, G2 S2 E2 2,);
of_entries!(G0 S0 E0 0, G1 S1 E1 1, G2 S2 E2 2, G3 S3 E3 3,);
of_entries!(G0 S0 E0 0, G1 S1 E1 1, G2 S2 E2 2, G3 S3 E3 3, G4 S4 E4 4,);
of_entries!(G0 S0 E0 0, G1 S1 E1 1, G2 S2 E2 2, G3 S3 E3 3, G4 S4 E4 4, G5 S5 E5 5,);
of_entries!(G0 S0 E0 0, G1 S1 E1 1, G2 S2 E2 2, G3 S3 E3 3, G4 S4 E4 4, G5 S5 E5 5, G6 S6 E6 6,);
of_entries!(G0 S0 E0 0, G1 S1 E1 1, G2 S2 E2 2, G3 S3 E3 3, G4 S4 E4 4, G5 S5 E5 5, G6 S6 E6 6, G7 S7 E7 7,);
of_entries!(G0 S0 E0 0, G1 S1 E1 1, G2 S2 E2 2, G3 S3 E3 3, G4 S4 E4 4, G5 S5 E5 5, G6 S6 E6 6, G7 S7 E7 7, G8 S8 E8 8,);
of_entries!(G0 S0 E0 0, G1 S1 E1 1, G2 S2 E2 2, G3 S3 E3 3, G4 S4 E4 4, G5 S5 E5 5, G6 S6 E6 6, G7 S7 E7 7, G8 S8 E8 8, G9 S9 E9 9,);
of_entries!(G0 S0 E0 0, G1 S1 E1 1, G2 S2 E2 2, G3 S3 E3 3, G4 S4 E4 4, G5 S5 E5 5, G6 S6 E6 6, G7 S7 E7 7, G8 S8 E8 8, G9 S9 E9 9, G10 S10 E10 10,);
of_entries!(G0 S0 E0 0, G1 S1 E1 1, G2 S2 E2 2, G3 S3 E3 3, G4 S4 E4 4, G5 S5 E5 5, G6 S6 E6 6, G7 S7 E7 7, G8 S8 E8 8, G9 S9 E9 9, G10 S10 E10 10, G11 S11 E11 11,);

/// Takes a field out of a cotangent, which is zero there then.
#[inline]
pub fn detach<C, P: Cotangent>(mut whole: C, field: impl Fn(&mut C) -> &mut P) -> (C, P) {
    let taken = core::mem::replace(field(&mut whole), P::neutral());
    (whole, taken)
}
