//! Lists of types of any length, and the tuples of as many.
//!
//! A call whose arguments are sorted by what rustc finds of each cannot name a tuple of those that are arrays: it adds one after the
//! other to a list, [`And`] before [`End`], which becomes a tuple where the backpropagator is called.

use crate::__private::{Environment, Looks as Captured};

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
    fn tuple(self) -> Self::Tuple;
}

impl List for End {
    type Tuple = ();

    #[inline]
    fn tuple(self) {}
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
            fn tuple(self) -> Self::Tuple {
                let list_of!(values $($name)*) = self;
                ($($name,)*)
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
list!(A B);
looks!(A B);
list!(A B C);
looks!(A B C);
list!(A B C D);
looks!(A B C D);
list!(A B C D F);
looks!(A B C D F);
list!(A B C D F G);
looks!(A B C D F G);
list!(A B C D F G H);
looks!(A B C D F G H);
list!(A B C D F G H I);
looks!(A B C D F G H I);
list!(A B C D F G H I J);
looks!(A B C D F G H I J);
list!(A B C D F G H I J K);
looks!(A B C D F G H I J K);
list!(A B C D F G H I J K L);
looks!(A B C D F G H I J K L);
list!(A B C D F G H I J K L M);
looks!(A B C D F G H I J K L M);

/// What is looked at: an array, or all arrays that a function captured.
pub trait Look {}

impl<E> Look for &[E] {}

impl<K: Environment> Look for Captured<'_, K> {}

/// A tuple of what is looked at.
pub trait Looks {
    /// A list of as many.
    type Count;
}

/// What a backpropagator takes: the sensitivity alone, if it takes no arrays.
pub trait Taken<D> {
    /// All of it.
    type All;

    /// All of it.
    fn all(self, d: D) -> Self::All;
}

impl<D> Taken<D> for (End, End) {
    type All = D;

    #[inline]
    fn all(self, d: D) -> D {
        d
    }
}

impl<D, L: List, F, R> Taken<D> for (L, And<F, R>)
where
    And<F, R>: List,
{
    type All = (D, L::Tuple, <And<F, R> as List>::Tuple);

    #[inline]
    fn all(self, d: D) -> Self::All {
        (d, self.0.tuple(), self.1.tuple())
    }
}
