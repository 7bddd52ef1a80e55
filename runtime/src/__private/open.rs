//! Calls that take references of which only rustc knows whether they refer to arrays.
//!
//! The backpropagator of what takes an array by reference takes the array again, with an accumulator; of what takes anything else by
//! reference, it gives a cotangent. Here it gives a cotangent for each: what is kept of an array is a copy.

use core::fmt;

use super::seeds::{Backpropagates, Nothing};

mod arguments;
mod asked;
mod begun;
mod constant;
mod kept;
mod lists;
mod opened;
mod unread;
mod valued;
mod writes;

pub use arguments::*;
pub use asked::*;
pub use begun::Begin;
pub use constant::*;
pub use kept::*;
pub use lists::*;
pub use opened::*;
pub use unread::*;
pub use valued::*;
pub use writes::Writes;

/// A backpropagator, and what is kept of the arguments.
#[derive(Clone)]
pub struct Open<B, K>(B, K);

impl<B, K> fmt::Debug for Open<B, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Open")
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
        self.1.__make()
    }

    /// The accumulators that begin with what the caller has, and what is left of that for the backpropagator.
    #[inline]
    pub fn begin<G>(&self, given: G) -> (K::Made, K::Rest)
    where
        K: Begin<G>,
    {
        self.1.__begin(given)
    }

    /// As [`call`](Self::call), where the backpropagator adds to what the caller has.
    #[inline]
    pub fn add<'s, D, G, R, S, X>(
        &'s self,
        d: D,
        given: G,
        seeds: R,
        made: &'s mut K::Made,
    ) -> <K::Waiting as Settle<B::Entries>>::Entry
    where
        K: Part<G, Waiting: Settle<B::Entries>> + Arguments<'s, K::Given>,
        (K::Looks, K::Accumulators): Taken<D, X>,
        B: Backpropagates<X, R, S>,
    {
        let (given, waiting) = self.1.__part(given);
        waiting.__settle(self.0.__back(self.1.__give(given, made).__all(d), seeds))
    }

    /// What the backpropagator gives for the sensitivity `d`, where the caller gives this for the arguments.
    #[inline]
    pub fn call<'s, D, G, S, X>(
        &'s self,
        d: D,
        given: G,
        made: &'s mut K::Made,
    ) -> <K::Waiting as Settle<B::Entries>>::Entry
    where
        K: Part<G, Waiting: Settle<B::Entries>> + Arguments<'s, K::Given>,
        (K::Looks, K::Accumulators): Taken<D, X>,
        B: Backpropagates<X, Nothing, S>,
    {
        self.add(d, given, Nothing, made)
    }
}
