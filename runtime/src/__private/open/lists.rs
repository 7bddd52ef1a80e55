//! Lists of types of any length, and the tuples of as many.
//!
//! A call whose arguments are sorted by what rustc finds of each cannot name a tuple of those that are arrays: it adds one after the
//! other to a list, [`And`] before [`End`], which becomes a tuple where the backpropagator is called.

use std::vec::Vec;

use super::{Independent, Unasked};
use crate::__private::{Accumulators as OfCaptured, Environment, Looks as Captured, Unwanted};

/// One argument more, before these.
#[derive(Debug)]
pub struct And<A, R>(pub(super) A, pub(super) R);

/// No arguments more.
#[derive(Debug)]
pub struct End;

/// A list as a tuple.
pub trait List {
    /// The tuple.
    type Tuple;

    /// The same values.
    fn __tuple(self) -> Self::Tuple;
}

impl List for End {
    type Tuple = ();

    #[inline]
    fn __tuple(self) {}
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
            fn __tuple(self) -> Self::Tuple {
                let list_of!(values $($name)*) = self;
                ($($name,)*)
            }
        }
    };
}

macro_rules! accumulators {
    ($($name:ident $taken:ident)*) => {
        impl<$($name, $taken: OfAccumulator<$name>),*> Accumulators<($($taken,)*)> for list_of!(types $($name)*) {
            #[inline]
            #[expect(non_snake_case, reason = "the names of the types are those of the values")]
            fn __accumulators(self) -> ($($taken,)*) {
                let list_of!(values $($name)*) = self;
                ($($taken::__of_accumulator($name),)*)
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
        impl<$($name: Look),*> Looks for ($($name,)*) {
            type Count = count_of!($($name)*);
        }
    };
}

list!(A);
looks!(A);
accumulators!(A XA);
list!(A B);
looks!(A B);
accumulators!(A XA B XB);
list!(A B C);
looks!(A B C);
accumulators!(A XA B XB C XC);
list!(A B C D);
looks!(A B C D);
accumulators!(A XA B XB C XC D XD);
list!(A B C D F);
looks!(A B C D F);
accumulators!(A XA B XB C XC D XD F XF);
list!(A B C D F G);
looks!(A B C D F G);
accumulators!(A XA B XB C XC D XD F XF G XG);
list!(A B C D F G H);
looks!(A B C D F G H);
accumulators!(A XA B XB C XC D XD F XF G XG H XH);
list!(A B C D F G H I);
looks!(A B C D F G H I);
accumulators!(A XA B XB C XC D XD F XF G XG H XH I XI);
list!(A B C D F G H I J);
looks!(A B C D F G H I J);
accumulators!(A XA B XB C XC D XD F XF G XG H XH I XI J XJ);
list!(A B C D F G H I J K);
looks!(A B C D F G H I J K);
accumulators!(A XA B XB C XC D XD F XF G XG H XH I XI J XJ K XK);
list!(A B C D F G H I J K L);
looks!(A B C D F G H I J K L);
accumulators!(A XA B XB C XC D XD F XF G XG H XH I XI J XJ K XK L XL);
list!(A B C D F G H I J K L M);
looks!(A B C D F G H I J K L M);
accumulators!(A XA B XB C XC D XD F XF G XG H XH I XI J XJ K XK L XL M XM);

/// What is looked at: an array, or all arrays that a function captured.
pub trait Look {}

impl<E> Look for &[E] {}

impl<K: Environment> Look for Captured<'_, K> {}

/// A tuple of what is looked at.
pub trait Looks {
    /// A list of as many.
    type Count;
}

/// What a backpropagator takes, `X`: the sensitivity alone, if it takes no arrays.
pub trait Taken<D, X> {
    /// All of it.
    fn __all(self, d: D) -> X;
}

impl<D, L, A: NoAccumulators> Taken<D, D> for (L, A) {
    #[inline]
    fn __all(self, d: D) -> D {
        d
    }
}

/// No accumulators, and so no looks.
#[diagnostic::on_unimplemented(
    message = "this function leaves out an array that depends on a differentiated parameter",
    label = "`wrt` of the function does not name the array",
    note = "let `wrt` name it too, or pass a copy without the dependence: `stop_gradient(x).to_vec()`"
)]
pub trait NoAccumulators {}

impl NoAccumulators for End {}

impl<D, L: List, F, R, X> Taken<D, (D, L::Tuple, X)> for (L, And<F, R>)
where
    And<F, R>: Accumulators<X>,
{
    #[inline]
    fn __all(self, d: D) -> (D, L::Tuple, X) {
        (d, self.0.__tuple(), self.1.__accumulators())
    }
}

/// A list of accumulators as the tuple `X` that a backpropagator takes.
pub trait Accumulators<X> {
    /// The tuple.
    fn __accumulators(self) -> X;
}

/// What a backpropagator takes for an accumulator that a caller lends.
pub trait OfAccumulator<A> {
    /// It.
    fn __of_accumulator(accumulator: A) -> Self;
}

macro_rules! of_accumulator {
    ($([$($generics:tt)*] $lent:ty => $taken:ty, $it:ident => $to:expr;)*) => { $(
        impl<$($generics)*> OfAccumulator<$lent> for $taken {
            #[inline]
            fn __of_accumulator($it: $lent) -> Self {
                $to
            }
        }
    )* };
}
of_accumulator! {
    ['a, C] &'a mut [C] => &'a mut [C], it => it;
    ['a, C] Independent<'a, C> => &'a mut [C], it => it.0;
    // The function is not differentiated with respect to the array.
    [C] Independent<'_, C> => Unwanted, _it => Self;
    ['a, C] &'a mut Vec<C> => &'a mut Vec<C>, it => it;
    // The function takes a slice.
    ['a, C] &'a mut Vec<C> => &'a mut [C], it => it;
    ['m, K: Environment] OfCaptured<'m, K> => OfCaptured<'m, K>, it => it;
    [A] Unasked<A> => A, it => it.0;
}
