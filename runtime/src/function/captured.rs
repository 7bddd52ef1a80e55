//! The arrays that a function captured.
//!
//! A function that is given to another one borrows no array: it takes those that it captured as one more argument, and its
//! backpropagator takes them again, with an accumulator for each. So the function that calls it need not know which they are.

use core::fmt;
use core::marker::PhantomData;

use super::arrays::Parameter;
use crate::Differentiable;

/// The types of arrays that a function captured: of what looks at them, and of their accumulators.
pub trait Environment: 'static {
    /// What looks at them.
    type Looks<'l>: Copy;
    /// What is added to.
    type Accumulators<'m>;

    /// A look for a shorter time.
    fn __look<'s>(looks: &'s Self::Looks<'_>) -> Self::Looks<'s>;

    /// The accumulators, lent for a shorter time.
    fn __lend<'s>(accumulators: &'s mut Self::Accumulators<'_>) -> Self::Accumulators<'s>;
}

/// An array with such elements.
pub struct Slice<T>(PhantomData<fn() -> T>);

impl<T> fmt::Debug for Slice<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Slice")
    }
}

impl<T: 'static> Environment for Slice<T> {
    type Looks<'l> = &'l [T];
    type Accumulators<'m> = &'m mut [T];

    #[inline]
    fn __look<'s>(looks: &'s &[T]) -> &'s [T] {
        looks
    }

    #[inline]
    #[expect(clippy::mut_mut, reason = "the accumulators are lent, and are a reference here")]
    fn __lend<'s>(accumulators: &'s mut &mut [T]) -> &'s mut [T] {
        accumulators
    }
}

/// An array of structs, or of arrays of these.
pub struct Structs<T>(PhantomData<fn() -> T>);

impl<T> fmt::Debug for Structs<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Structs")
    }
}

impl<T: Differentiable<Cotangent: 'static> + 'static> Environment for Structs<T> {
    type Looks<'l> = &'l [T];
    type Accumulators<'m> = &'m mut [T::Cotangent];

    #[inline]
    fn __look<'s>(looks: &'s &[T]) -> &'s [T] {
        looks
    }

    #[inline]
    #[expect(clippy::mut_mut, reason = "the accumulators are lent, and are a reference here")]
    fn __lend<'s>(accumulators: &'s mut &mut [T::Cotangent]) -> &'s mut [T::Cotangent] {
        accumulators
    }
}

macro_rules! environments {
    ($($name:ident $index:tt),*) => {
        impl<$($name: Environment),*> Environment for ($($name,)*) {
            type Looks<'l> = ($($name::Looks<'l>,)*);
            type Accumulators<'m> = ($($name::Accumulators<'m>,)*);

            #[inline]
            fn __look<'s>(looks: &'s ($($name::Looks<'_>,)*)) -> ($($name::Looks<'s>,)*) {
                ($($name::__look(&looks.$index),)*)
            }

            #[inline]
            fn __lend<'s>(accumulators: &'s mut ($($name::Accumulators<'_>,)*)) -> ($($name::Accumulators<'s>,)*) {
                ($($name::__lend(&mut accumulators.$index),)*)
            }
        }
    };
}

environments!(A 0);
environments!(A 0, B 1);
environments!(A 0, B 1, C 2);
environments!(A 0, B 1, C 2, D 3);
environments!(A 0, B 1, C 2, D 3, E 4);
environments!(A 0, B 1, C 2, D 3, E 4, F 5);
environments!(A 0, B 1, C 2, D 3, E 4, F 5, G 6);
environments!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7);

impl Environment for () {
    type Looks<'l> = ();
    type Accumulators<'m> = ();

    #[inline]
    fn __look((): &()) {}

    #[inline]
    fn __lend((): &mut ()) {}
}

/// Looks at the arrays that a function captured.
pub struct Looks<'l, K: Environment>(pub K::Looks<'l>);

impl<K: Environment> Looks<'_, K> {
    /// The same for a shorter time.
    #[inline]
    #[must_use]
    pub fn look(&self) -> Looks<'_, K> {
        Looks(K::__look(&self.0))
    }
}

impl<K: Environment> Clone for Looks<'_, K> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<K: Environment> Copy for Looks<'_, K> {}

impl<K: Environment> fmt::Debug for Looks<'_, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Looks")
    }
}

/// The accumulators of the arrays that a function captured.
pub struct Accumulators<'m, K: Environment>(pub K::Accumulators<'m>);

impl<K: Environment> Accumulators<'_, K> {
    /// The same, lent for a shorter time.
    #[inline]
    #[must_use]
    pub fn lend(&mut self) -> Accumulators<'_, K> {
        Accumulators(K::__lend(&mut self.0))
    }
}

impl<K: Environment> fmt::Debug for Accumulators<'_, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Accumulators")
    }
}

/// What another function captured, as an array.
pub struct Of<K>(PhantomData<fn() -> K>);

impl<K> fmt::Debug for Of<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Of")
    }
}

impl<K: Environment> Environment for Of<K> {
    type Looks<'l> = Looks<'l, K>;
    type Accumulators<'m> = Accumulators<'m, K>;

    #[inline]
    fn __look<'s>(looks: &'s Looks<'_, K>) -> Looks<'s, K> {
        looks.look()
    }

    #[inline]
    fn __lend<'s>(accumulators: &'s mut Accumulators<'_, K>) -> Accumulators<'s, K> {
        accumulators.lend()
    }
}

/// What a function takes beside its arguments: looks at the arrays that it captured.
pub struct CapturedArrays<K>(PhantomData<fn(K)>);

impl<K: Environment> Parameter for CapturedArrays<K> {
    type At<'a> = Looks<'a, K>;
}

impl<K> fmt::Debug for CapturedArrays<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CapturedArrays")
    }
}
