//! Arrays of which only rustc knows that they are some, and that depend on no differentiated parameter: the function may leave them out.

use super::{And, Argument, Begin, By, End, Independent, Keep, Part};

/// What is kept of an argument that depends on no differentiated parameter.
#[derive(Clone, Copy, Debug)]
pub struct Constant<K>(K);

/// The same, of an argument of which this is kept.
#[inline]
pub const fn constant<K: Keep>(kept: K) -> Constant<K> {
    Constant(kept)
}

impl<K: Keep> Keep for Constant<K> {
    type Nothing = Constant<K::Nothing>;
    type Made = K::Made;
    type Before<Others> = K::Before<Others>;

    #[inline]
    fn __nothing(self) -> Self::Nothing {
        Constant(self.0.__nothing())
    }

    #[inline]
    fn __make(&self) -> K::Made {
        self.0.__make()
    }
}

impl<S, K: By<S>> By<S> for Constant<K> {
    type Kind = Constant<K::Kind>;

    #[inline]
    fn __by(self) -> Self::Kind {
        Constant(self.0.__by())
    }
}

impl<G, K: Part<G>> Part<G> for Constant<K> {
    type Given = K::Given;
    type Waiting = K::Waiting;

    #[inline]
    fn __part(&self, given: G) -> (K::Given, K::Waiting) {
        self.0.__part(given)
    }
}

impl<G, K: Begin<G>> Begin<G> for Constant<K> {
    type Rest = K::Rest;

    #[inline]
    fn __begin(&self, given: G) -> (K::Made, K::Rest) {
        self.0.__begin(given)
    }
}

/// The accumulator of an argument, if there is one, as one that the function may leave out.
pub trait MayBeLeftOut {
    /// It, before the accumulators of the arguments after it.
    type With<R>;

    /// It.
    fn __with<R>(self, after: R) -> Self::With<R>;
}

impl MayBeLeftOut for End {
    type With<R> = R;

    #[inline]
    fn __with<R>(self, after: R) -> R {
        after
    }
}

impl<'a, C> MayBeLeftOut for And<&'a mut [C], End> {
    type With<R> = And<Independent<'a, C>, R>;

    #[inline]
    fn __with<R>(self, after: R) -> Self::With<R> {
        And(Independent(self.0), after)
    }
}

impl<'s, G, K> Argument<'s, G> for Constant<K>
where
    K: Argument<'s, G>,
    K::Accumulators<End>: MayBeLeftOut,
{
    type Looks<R>
        = K::Looks<R>
    where
        Self: 's;
    type Accumulators<R>
        = <K::Accumulators<End> as MayBeLeftOut>::With<R>
    where
        Self: 's;

    #[inline]
    fn __give<L, A>(
        &'s self,
        given: G,
        made: &'s mut K::Made,
        after: (L, A),
    ) -> (Self::Looks<L>, Self::Accumulators<A>) {
        let (looks, accumulators) = self.0.__give(given, made, (after.0, End));
        (looks, accumulators.__with(after.1))
    }
}
