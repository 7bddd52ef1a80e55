//! Arrays that a caller lends to a function that does not know that they are arrays: `fn rk4(y: &State) -> State { … }`, where no
//! element of `y` is named and `State` is another name for an array.
//!
//! The backpropagator of such a function takes a seed for the array, and gives its cotangent. The type of the seeds says so. What it
//! gives goes into the accumulator that the caller lends.

use std::vec::Vec;

use super::{
    And, Changed, Changes, End, Independent, Kept, KeptStructs, Known, Lent, LookedAt, LooksAt, Own, Plain, Reads,
    Restored, Taken, Takes,
};
use crate::__private::seeds::{AddTo, Adding, Give, NoSeed, Seed};
use crate::Cotangent;

/// An argument that is an array that the caller has, of which the function gives a cotangent, or nothing if it does not differentiate it.
#[derive(Clone, Copy, Debug)]
pub struct Valued;

/// What is kept of an argument, for a function that takes `S` as a seed for it.
pub trait By<S> {
    /// The same, where a seed says that no array is taken again.
    type Kind;

    /// It.
    fn __by(self) -> Self::Kind;
}

/// Stands for the seeds of a function whose backpropagator takes no array again: each of its arguments is a value.
#[derive(Debug)]
pub struct Values;

macro_rules! by {
    ($([$($generics:tt)*] $kind:ty, $seed:ty => $by:ty, $it:pat => $to:expr;)*) => { $(
        impl<$($generics)*> By<$seed> for $kind {
            type Kind = $by;

            #[inline]
            fn __by(self) -> $by {
                let $it = self;
                $to
            }
        }
    )* };
}
by! {
    [S] Own, S => Self, it => it;
    [S, E] Reads<E>, S => Self, it => it;
    [S] Changes, S => Self, it => it;
    [S] LooksAt, S => Self, it => it;
    [S] Takes, S => Self, it => it;
    [S, A] LookedAt<A>, S => Self, it => it;
    [] Known, NoSeed => Self, it => it;
    [C] Known, Seed<C> => Valued, _ => Valued;
    [A, S] Plain<A>, S => Self, it => it;
    [A] Kept<A>, NoSeed => Self, it => it;
    [A, C] Kept<A>, Seed<C> => Own, _ => Own;
    [A] KeptStructs<A>, NoSeed => Self, it => it;
    [A, C] KeptStructs<A>, Seed<C> => Own, _ => Own;
}

/// What a caller gives for an argument, of which a part waits for what the backpropagator gives.
pub trait Part<G> {
    /// What goes to the backpropagator.
    type Given;
    /// What waits.
    type Waiting;

    /// Both.
    fn __part(&self, given: G) -> (Self::Given, Self::Waiting);
}

/// What a backpropagator gives goes on as it is.
#[derive(Debug)]
pub struct Through;

macro_rules! nothing_waits {
    ($([$($generics:tt)*] $kind:ty;)*) => { $(
        impl<G, $($generics)*> Part<G> for $kind {
            type Given = G;
            type Waiting = Through;

            #[inline]
            fn __part(&self, given: G) -> (G, Through) {
                (given, Through)
            }
        }
    )* };
}
nothing_waits! {
    [] Own;
    [E] Reads<E>;
    [] Known;
    [] Changes;
    [] LooksAt;
    [] Takes;
    [A] LookedAt<A>;
    [A] Kept<A>;
    [A] KeptStructs<A>;
    [A] Plain<A>;
}

impl<L, A> Part<Lent<L, A>> for Valued {
    type Given = ();
    type Waiting = A;

    #[inline]
    fn __part(&self, given: Lent<L, A>) -> ((), A) {
        ((), given.1)
    }
}

/// What waits for what a backpropagator gives for an argument.
pub trait Settle<E> {
    /// What that is then.
    type Entry;

    /// It.
    fn __settle(self, given: E) -> Self::Entry;
}

impl<E> Settle<E> for Through {
    type Entry = E;

    #[inline]
    fn __settle(self, given: E) -> E {
        given
    }
}

impl<C: Cotangent, E: AddInto<C>> Settle<E> for &mut [C] {
    type Entry = ();

    #[inline]
    fn __settle(self, given: E) {
        given.__add_into(self);
    }
}

impl<C: Cotangent, E: AddInto<C>> Settle<E> for Independent<'_, C> {
    type Entry = ();

    #[inline]
    fn __settle(self, given: E) {
        given.__add_into(self.0);
    }
}

/// The cotangent of an array; nothing, `()`, where the function does not differentiate with respect to it.
pub trait AddInto<C> {
    /// Adds it to an accumulator.
    fn __add_into(self, accumulator: &mut [C]);
}

impl<C> AddInto<C> for () {
    #[inline]
    fn __add_into(self, _: &mut [C]) {}
}

impl<C: Cotangent> AddInto<C> for Vec<C> {
    #[inline]
    fn __add_into(self, accumulator: &mut [C]) {
        add(self, accumulator);
    }
}

impl<C: Cotangent, const N: usize> AddInto<C> for [C; N] {
    #[inline]
    fn __add_into(self, accumulator: &mut [C]) {
        add(self, accumulator);
    }
}

/// A vector to which nothing was added is empty.
#[inline]
fn add<C: Cotangent>(cotangent: impl IntoIterator<Item = C>, accumulator: &mut [C]) {
    for (to, from) in accumulator.iter_mut().zip(cotangent) {
        to.accumulate(&from);
    }
}

/// What a caller gives for an argument, of which it knows whether it is an array, for a function that takes `S` as a seed for it.
pub trait Placed<S> {
    /// The looks, before those of the arguments after it.
    type Looks<R>;
    /// The accumulators, before those of the arguments after it.
    type Accumulators<R>;
    /// What waits for what the backpropagator gives.
    type Waiting;

    /// These.
    fn __placed<L, A>(self, after: (L, A)) -> (Self::Looks<L>, Self::Accumulators<A>, Self::Waiting);
}

macro_rules! placed {
    ($([$($generics:tt)*] $given:ty, $seed:ty => $looks:ty, $accumulators:ty, $waiting:ty,
        ($it:pat, $after:ident) => $placed:expr;)*) => { $(
        impl<$($generics)*> Placed<$seed> for $given {
            type Looks<R> = $looks;
            type Accumulators<R> = $accumulators;
            type Waiting = $waiting;

            #[inline]
            fn __placed<L, A>(self, $after: (L, A)) -> (Self::Looks<L>, Self::Accumulators<A>, $waiting) {
                let $it = self;
                $placed
            }
        }
    )* };
}
placed! {
    [S] (), S => R, R, Through, ((), after) => (after.0, after.1, Through);
    [S, T] Changed<T>, S => R, And<T, R>, Through, (it, after) => (after.0, And(it.0, after.1), Through);
    [S, T, K] Restored<T, K>, S => R, And<T, And<K, R>>, Through,
        (it, after) => (after.0, And(it.0, And(it.1, after.1)), Through);
    [K, T] Lent<K, T>, NoSeed => And<K, R>, And<T, R>, Through,
        (it, after) => (And(it.0, after.0), And(it.1, after.1), Through);
    [K, T, C] Lent<K, T>, Seed<C> => R, R, T, (it, after) => (after.0, after.1, it.1);
}

/// The same of all arguments of a call. `S` are the seeds: `()` where the function takes none.
pub trait PlacedAll<S> {
    /// The looks.
    type Looks;
    /// The accumulators.
    type Accumulators;
    /// What waits.
    type Waiting;

    /// These.
    fn __placed(self) -> (Self::Looks, Self::Accumulators, Self::Waiting);
}

/// A backpropagator that takes the seeds `S`, of a function of whose arguments the caller knows which are arrays: it gives `G` for them,
/// and has the seeds `R`. In all, it takes `X`.
pub trait Lends<D, G, R, S, X> {
    /// The sensitivities of the arguments; of those that are arrays, nothing.
    type Entries;

    /// These, for the sensitivity `d`.
    fn __lends(&self, d: D, given: G, seeds: R) -> Self::Entries;
}

impl<D, G, R, Y, F, X> Lends<D, G, R, (), X> for F
where
    G: PlacedAll<()>,
    (G::Looks, G::Accumulators): Taken<D, X>,
    F: Fn(X) -> Y,
    R: AddTo<Y>,
{
    type Entries = Y;

    #[inline]
    fn __lends(&self, d: D, given: G, seeds: R) -> Y {
        let (looks, accumulators, _) = given.__placed();
        seeds.__add_to(self((looks, accumulators).__all(d)))
    }
}

impl<D, G, R, S, E, F, X> Lends<D, G, R, S, X> for Adding<F>
where
    G: PlacedAll<S>,
    (G::Looks, G::Accumulators): Taken<D, X>,
    F: Fn(X, S) -> E,
    R: Give<S, Rest: AddTo<E>>,
    G::Waiting: Settle<E>,
{
    type Entries = <G::Waiting as Settle<E>>::Entry;

    #[inline]
    fn __lends(&self, d: D, given: G, seeds: R) -> Self::Entries {
        let (looks, accumulators, waiting) = given.__placed();
        let (seeds, rest) = seeds.__give();
        waiting.__settle(rest.__add_to((self.0)((looks, accumulators).__all(d), seeds)))
    }
}

/// What a backpropagator gives for the sensitivity `d`, where the caller knows which arguments are arrays, gives `given` for all, and has
/// these seeds.
#[inline]
pub fn back<B, D, G, R, S, X, Y>(back: &B, d: D, given: G, seeds: R) -> Y
where
    B: Lends<D, G, R, S, X, Entries = Y>,
{
    back.__lends(d, given, seeds)
}

macro_rules! placed_of {
    ($what:ident) => { End };
    ($what:ident [$given:ident $seed:ty] $($rest:tt)*) => {
        <$given as Placed<$seed>>::$what<placed_of!($what $($rest)*)>
    };
}

macro_rules! place_each {
    ($of:ident $after:ident) => {
        let $after = (End, End);
    };
    ($of:ident $after:ident $at:tt $waits:ident $($rest:tt)*) => {
        place_each!($of $after $($rest)*);
        let (looks, accumulators, $waits) = $of.$at.__placed($after);
        let $after = (looks, accumulators);
    };
}

macro_rules! place_all {
    ($seeds:ty; $($given:ident [$seed:ty] $waits:ident $at:tt,)*) => {
        type Looks = placed_of!(Looks $([$given $seed])*);
        type Accumulators = placed_of!(Accumulators $([$given $seed])*);
        type Waiting = ($(<$given as Placed<$seed>>::Waiting,)*);

        #[inline]
        #[expect(non_snake_case, reason = "the names of the types are those of the values")]
        fn __placed(self) -> (Self::Looks, Self::Accumulators, Self::Waiting) {
            place_each!(self after $($at $waits)*);
            (after.0, after.1, ($($waits,)*))
        }
    };
}

macro_rules! arguments {
    ($($given:ident $seed:ident $kind:ident $entry:ident $waits:ident $at:tt,)*) => {
        impl<$($given: Placed<$seed>, $seed),*> PlacedAll<($($seed,)*)> for ($($given,)*) {
            place_all!(($($seed,)*); $($given [$seed] $waits $at,)*);
        }

        impl<$($given: Placed<NoSeed>),*> PlacedAll<()> for ($($given,)*) {
            place_all!((); $($given [NoSeed] $waits $at,)*);
        }

        impl<$($waits: Settle<$entry>, $entry),*> Settle<($($entry,)*)> for ($($waits,)*) {
            type Entry = ($($waits::Entry,)*);

            #[inline]
            fn __settle(self, given: ($($entry,)*)) -> Self::Entry {
                ($(self.$at.__settle(given.$at),)*)
            }
        }

        impl<$($kind: By<$seed>, $seed),*> By<($($seed,)*)> for ($($kind,)*) {
            type Kind = ($($kind::Kind,)*);

            #[inline]
            fn __by(self) -> Self::Kind {
                ($(self.$at.__by(),)*)
            }
        }

        impl<$($kind),*> By<()> for ($($kind,)*) {
            type Kind = Self;

            #[inline]
            fn __by(self) -> Self {
                self
            }
        }

        impl<$($kind: By<Seed<()>>),*> By<Values> for ($($kind,)*) {
            type Kind = ($($kind::Kind,)*);

            #[inline]
            fn __by(self) -> Self::Kind {
                ($(self.$at.__by(),)*)
            }
        }

        impl<$($given, $kind: Part<$given>),*> Part<($($given,)*)> for ($($kind,)*) {
            type Given = ($($kind::Given,)*);
            type Waiting = ($($kind::Waiting,)*);

            #[inline]
            fn __part(&self, given: ($($given,)*)) -> (Self::Given, Self::Waiting) {
                let each = ($(self.$at.__part(given.$at),)*);
                (($(each.$at.0,)*), ($(each.$at.1,)*))
            }
        }
    };
}

arguments!(G0 S0 K0 E0 W0 0,);
arguments!(G0 S0 K0 E0 W0 0, G1 S1 K1 E1 W1 1,);
arguments!(G0 S0 K0 E0 W0 0, G1 S1 K1 E1 W1 1, G2 S2 K2 E2 W2 2,);
arguments!(G0 S0 K0 E0 W0 0, G1 S1 K1 E1 W1 1, G2 S2 K2 E2 W2 2, G3 S3 K3 E3 W3 3,);
arguments!(G0 S0 K0 E0 W0 0, G1 S1 K1 E1 W1 1, G2 S2 K2 E2 W2 2, G3 S3 K3 E3 W3 3, G4 S4 K4 E4 W4 4,);
arguments!(G0 S0 K0 E0 W0 0, G1 S1 K1 E1 W1 1, G2 S2 K2 E2 W2 2, G3 S3 K3 E3 W3 3, G4 S4 K4 E4 W4 4, G5 S5 K5 E5 W5 5,);
arguments!(G0 S0 K0 E0 W0 0, G1 S1 K1 E1 W1 1, G2 S2 K2 E2 W2 2, G3 S3 K3 E3 W3 3, G4 S4 K4 E4 W4 4, G5 S5 K5 E5 W5 5, G6 S6 K6 E6 W6 6,);
arguments!(G0 S0 K0 E0 W0 0, G1 S1 K1 E1 W1 1, G2 S2 K2 E2 W2 2, G3 S3 K3 E3 W3 3, G4 S4 K4 E4 W4 4, G5 S5 K5 E5 W5 5, G6 S6 K6 E6 W6 6, G7 S7 K7 E7 W7 7,);
arguments!(G0 S0 K0 E0 W0 0, G1 S1 K1 E1 W1 1, G2 S2 K2 E2 W2 2, G3 S3 K3 E3 W3 3, G4 S4 K4 E4 W4 4, G5 S5 K5 E5 W5 5, G6 S6 K6 E6 W6 6, G7 S7 K7 E7 W7 7, G8 S8 K8 E8 W8 8,);
arguments!(G0 S0 K0 E0 W0 0, G1 S1 K1 E1 W1 1, G2 S2 K2 E2 W2 2, G3 S3 K3 E3 W3 3, G4 S4 K4 E4 W4 4, G5 S5 K5 E5 W5 5, G6 S6 K6 E6 W6 6, G7 S7 K7 E7 W7 7, G8 S8 K8 E8 W8 8, G9 S9 K9 E9 W9 9,);
arguments!(G0 S0 K0 E0 W0 0, G1 S1 K1 E1 W1 1, G2 S2 K2 E2 W2 2, G3 S3 K3 E3 W3 3, G4 S4 K4 E4 W4 4, G5 S5 K5 E5 W5 5, G6 S6 K6 E6 W6 6, G7 S7 K7 E7 W7 7, G8 S8 K8 E8 W8 8, G9 S9 K9 E9 W9 9, G10 S10 K10 E10 W10 10,);
arguments!(G0 S0 K0 E0 W0 0, G1 S1 K1 E1 W1 1, G2 S2 K2 E2 W2 2, G3 S3 K3 E3 W3 3, G4 S4 K4 E4 W4 4, G5 S5 K5 E5 W5 5, G6 S6 K6 E6 W6 6, G7 S7 K7 E7 W7 7, G8 S8 K8 E8 W8 8, G9 S9 K9 E9 W9 9, G10 S10 K10 E10 W10 10, G11 S11 K11 E11 W11 11,);
