//! Calls of which only rustc knows that they change arrays: `f(&mut s.u)`, where nothing shows that the field is an array.
//!
//! The type of the parameter says it. The caller has the array as a value, which it lends to the call where it is. In the reverse pass, the
//! sensitivity of that value is the accumulator, which the backpropagator changes as well.

use core::fmt;
use core::marker::PhantomData;
use std::vec::Vec;

use super::{And, Argument, Begin, By, Keep, ModeOf, Part, Through, ValueAs};
use crate::__private::seeds::{With, Without};
use crate::__private::{ShapeOf, shape_of};
use crate::{Cotangent, Differentiable};

/// The call changes an array where it is: `C` is its cotangent, and `A` what the backpropagator takes as its accumulator.
pub struct Writes<C, A: ?Sized>(ShapeOf<C>, PhantomData<A>);

impl<C, A: ?Sized> fmt::Debug for Writes<C, A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Writes")
    }
}

impl<C: Clone, A: ?Sized> Clone for Writes<C, A> {
    fn clone(&self) -> Self {
        Self(self.0.clone(), PhantomData)
    }
}

macro_rules! writes {
    ($([$($generics:tt)*] $array:ty as $to:ty, $cotangent:ty, $accumulator:ty;)*) => { $(
        impl<'a, E: Differentiable + 'a, $($generics)*> ValueAs<'a, $array> for &'a mut $to {
            type Mode = Writes<$cotangent, $accumulator>;

            #[inline]
            fn __lend(value: &'a mut Option<$array>) -> Self {
                value.as_mut().expect("what is not taken stays")
            }
        }
    )* };
}
writes! {
    [] Vec<E> as [E], Vec<E::Cotangent>, [E::Cotangent];
    [] Vec<E> as Vec<E>, Vec<E::Cotangent>, Vec<E::Cotangent>;
    [const N: usize] [E; N] as [E], [E::Cotangent; N], [E::Cotangent];
    [const N: usize] [E; N] as [E; N], [E::Cotangent; N], [E::Cotangent];
}

impl<T: Differentiable<Cotangent = C>, C: Cotangent, A: ?Sized> ModeOf<T> for Writes<C, A> {
    #[inline]
    fn __of(value: Option<&T>) -> Self {
        Self(shape_of(value.expect("what is not taken stays")), PhantomData)
    }
}

impl<C: Cotangent + 'static, A: ?Sized + 'static> Keep for Writes<C, A> {
    type Nothing = Self;
    type Made = C;
    type Before<Others> = Others;

    #[inline]
    fn __nothing(self) -> Self {
        self
    }

    #[inline]
    fn __make(&self) -> C {
        self.0.of_each(C::neutral())
    }
}

impl<C: Cotangent + 'static, A: ?Sized + 'static> Begin<With<C>> for Writes<C, A> {
    type Rest = Without;

    #[inline]
    fn __begin(&self, given: With<C>) -> (C, Without) {
        (self.0.of_each(given.0), Without)
    }
}

impl<'s, C: Cotangent + AsMut<A> + 'static, A: ?Sized + 'static> Argument<'s, ()> for Writes<C, A> {
    type Looks<R> = R;
    type Accumulators<R> = And<&'s mut A, R>;

    #[inline]
    fn __give<L, R>(&'s self, (): (), made: &'s mut C, after: (L, R)) -> (L, And<&'s mut A, R>) {
        (after.0, And(made.as_mut(), after.1))
    }
}

impl<C, A: ?Sized, S> By<S> for Writes<C, A> {
    type Kind = Self;

    #[inline]
    fn __by(self) -> Self {
        self
    }
}

impl<C, A: ?Sized, G> Part<G> for Writes<C, A> {
    type Given = G;
    type Waiting = Through;

    #[inline]
    fn __part(&self, given: G) -> (G, Through) {
        (given, Through)
    }
}
