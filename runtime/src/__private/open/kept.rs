//! What is kept of an argument until the backpropagator is called.
//!
//! Where the caller knows that an argument is an array, it lends the array again ([`Known`]). Where only rustc knows, a copy is kept if it
//! is one ([`Kept`]), or its shape alone ([`Unread`](super::Unread)). Of anything else nothing is kept ([`Own`]).

use core::marker::PhantomData;
use core::ops::Deref;
use std::vec::Vec;

use super::{And, NoSensitivity, UnreadKind};
use crate::__private::Held;
use crate::{Cotangent, Differentiable};

/// `kept(&value).kind()` says whether `value` is an array, and keeps a copy if it is: it finds the method of what is one first.
#[inline]
pub const fn kept<T>(value: &T) -> MaybeArray<'_, T> {
    MaybeArray(MaybePlain(MaybeStructs(NoArray, value)))
}

/// What may be an array of what has a tangent.
#[derive(Debug)]
pub struct MaybeArray<'a, T>(MaybePlain<'a, T>);

/// What may be an array of what has none.
#[derive(Debug)]
pub struct MaybePlain<'a, T>(MaybeStructs<'a, T>);

/// What may be an array of structs or of tuples.
#[derive(Debug)]
pub struct MaybeStructs<'a, T>(NoArray, pub(super) &'a T);

/// What is none.
#[derive(Clone, Copy, Debug)]
pub struct NoArray;

/// What is an array. One trait for all, and not methods of each type: where the type is an error, rustc has told that, and says nothing
/// more of the one method of a trait.
pub trait Kind {
    /// What is kept of it.
    type Kept;

    /// A copy of it.
    fn __kind(&self) -> Self::Kept;
}

impl<E: Held> Kind for MaybeArray<'_, &[E]> {
    type Kept = Kept<Vec<E>>;

    #[inline]
    fn __kind(&self) -> Self::Kept {
        Kept(self.0.0.1.to_vec())
    }
}

impl<E: Held> Kind for MaybeArray<'_, &Vec<E>> {
    type Kept = Kept<Vec<E>>;

    #[inline]
    fn __kind(&self) -> Self::Kept {
        Kept((*self.0.0.1).clone())
    }
}

impl<E: Held, const N: usize> Kind for MaybeArray<'_, &[E; N]> {
    type Kept = Kept<[E; N]>;

    #[inline]
    fn __kind(&self) -> Self::Kept {
        Kept((*self.0.0.1).clone())
    }
}

macro_rules! plain {
    ($([$($generics:tt)*] $referred:ty => $array:ty;)*) => { $(
        impl<E: PlainElement, $($generics)*> Kind for MaybePlain<'_, &$referred> {
            type Kept = Plain<$array>;

            #[inline]
            fn __kind(&self) -> Self::Kept {
                Plain(PhantomData)
            }
        }

        impl<E: PlainElement, $($generics)*> UnreadKind for MaybePlain<'_, &$referred> {
            type Kept = Plain<$array>;

            #[inline]
            fn __unread(&self) -> Self::Kept {
                Plain(PhantomData)
            }
        }
    )* };
}
plain! {
    [] [E] => Vec<E>;
    [] Vec<E> => Vec<E>;
    [const N: usize] [E; N] => [E; N];
}

/// Takes what a call gave that is left as it is, though it read what is differentiated.
#[inline]
pub const fn plain_array<T: PlainElement>(value: T) -> T {
    value
}

/// An element without a tangent of an array, or an array of such.
#[diagnostic::on_unimplemented(
    message = "this is a `{Self}`, and the macro takes it for a list of integers or the like, since it is used as one",
    label = "the macro takes this for a list of integers",
    note = "write what is read of it as a method with `#[differentiable]`, or as a function"
)]
pub trait PlainElement: Differentiable + 'static {}

macro_rules! plain_elements {
    ($([$($generics:tt)*] $ty:ty;)*) => { $(
        impl<$($generics)*> PlainElement for $ty {}
    )* };
}
plain_elements! {
    [] i8; [] i16; [] i32; [] i64; [] i128; [] isize;
    [] u8; [] u16; [] u32; [] u64; [] u128; [] usize;
    [] bool; [] char;
    [] &'static str;
    [E: PlainElement + Differentiable<Cotangent = ()>] Option<E>;
    [E: PlainElement] Vec<E>;
    [E: PlainElement, const N: usize] [E; N];
    [A: PlainElement, B: PlainElement] (A, B);
    [A: PlainElement, B: PlainElement, C: PlainElement] (A, B, C);
}

impl<E: Differentiable + Clone + 'static> Kind for MaybeStructs<'_, &[E]> {
    type Kept = KeptStructs<Vec<E>>;

    #[inline]
    fn __kind(&self) -> Self::Kept {
        KeptStructs(self.1.to_vec())
    }
}

impl<E: Differentiable + Clone + 'static> Kind for MaybeStructs<'_, &Vec<E>> {
    type Kept = KeptStructs<Vec<E>>;

    #[inline]
    fn __kind(&self) -> Self::Kept {
        KeptStructs((*self.1).clone())
    }
}

impl<E: Differentiable + Clone + 'static, const N: usize> Kind for MaybeStructs<'_, &[E; N]> {
    type Kept = KeptStructs<[E; N]>;

    #[inline]
    fn __kind(&self) -> Self::Kept {
        KeptStructs((*self.1).clone())
    }
}

impl NoArray {
    /// Nothing is kept of it.
    #[inline]
    #[must_use]
    pub const fn __kind(&self) -> Own {
        Own
    }

    /// Nothing is kept of it.
    #[inline]
    #[must_use]
    pub const fn __unread(&self) -> Own {
        Own
    }
}

impl<'a, T> Deref for MaybeArray<'a, T> {
    type Target = MaybePlain<'a, T>;

    #[inline]
    fn deref(&self) -> &MaybePlain<'a, T> {
        &self.0
    }
}

impl<'a, T> Deref for MaybePlain<'a, T> {
    type Target = MaybeStructs<'a, T>;

    #[inline]
    fn deref(&self) -> &MaybeStructs<'a, T> {
        &self.0
    }
}

impl<T> Deref for MaybeStructs<'_, T> {
    type Target = NoArray;

    #[inline]
    fn deref(&self) -> &NoArray {
        &self.0
    }
}

/// What is kept of an argument that refers to an array.
#[derive(Clone, Debug)]
pub struct Kept<A>(pub(super) A);

/// What is kept of an argument that refers to an array of structs or of tuples.
#[derive(Clone, Debug)]
pub struct KeptStructs<A>(pub(super) A);

/// An argument that is no array that is looked at again.
#[derive(Clone, Copy, Debug, Default)]
pub struct Own;

/// An argument that is an array that the caller has, and lends again.
#[derive(Clone, Copy, Debug)]
pub struct Known;

/// An argument that refers to an array of what has no tangent: nothing is kept of it. The function gives nothing for it, or what its cotangent
/// is, which is the same.
#[derive(Clone, Copy, Debug)]
pub struct Plain<A>(PhantomData<A>);

/// What is kept of an argument.
pub trait Keep: 'static {
    /// The same where the argument is not looked at again.
    type Nothing;
    /// The accumulator that is made for it, if one is.
    type Made;
    /// A list of the arrays that are looked at again, this one before the others.
    type Before<Others>;

    /// The same where the argument is not looked at again.
    fn __nothing(self) -> Self::Nothing;

    /// The accumulator.
    fn __make(&self) -> Self::Made;
}

impl Keep for Own {
    type Nothing = Own;
    type Made = ();
    type Before<Others> = Others;

    #[inline]
    fn __nothing(self) -> Own {
        Own
    }

    #[inline]
    fn __make(&self) {}
}

impl Keep for Known {
    type Nothing = Self;
    type Made = ();
    type Before<Others> = And<(), Others>;

    #[inline]
    fn __nothing(self) -> Self {
        self
    }

    #[inline]
    fn __make(&self) {}
}

impl<A: Differentiable + 'static> Keep for Plain<A> {
    type Nothing = Self;
    type Made = NoSensitivity<A::Cotangent>;
    type Before<Others> = Others;

    #[inline]
    fn __nothing(self) -> Self {
        self
    }

    #[inline]
    fn __make(&self) -> Self::Made {
        NoSensitivity(A::Cotangent::neutral())
    }
}

impl<E: Held> Keep for Kept<Vec<E>> {
    type Nothing = Own;
    type Made = Vec<E>;
    type Before<Others> = And<(), Others>;

    #[inline]
    fn __nothing(self) -> Own {
        Own
    }

    #[inline]
    fn __make(&self) -> Vec<E> {
        self.0.__zero_like()
    }
}

impl<E: Held, const N: usize> Keep for Kept<[E; N]> {
    type Nothing = Own;
    type Made = [E; N];
    type Before<Others> = And<(), Others>;

    #[inline]
    fn __nothing(self) -> Own {
        Own
    }

    #[inline]
    fn __make(&self) -> [E; N] {
        self.0.__zero_like()
    }
}

impl<E: Differentiable + Clone + 'static> Keep for KeptStructs<Vec<E>> {
    type Nothing = Own;
    type Made = Vec<E::Cotangent>;
    type Before<Others> = And<(), Others>;

    #[inline]
    fn __nothing(self) -> Own {
        Own
    }

    #[inline]
    fn __make(&self) -> Self::Made {
        self.0.zero_cotangent()
    }
}

impl<E: Differentiable + Clone + 'static, const N: usize> Keep for KeptStructs<[E; N]> {
    type Nothing = Own;
    type Made = [E::Cotangent; N];
    type Before<Others> = And<(), Others>;

    #[inline]
    fn __nothing(self) -> Own {
        Own
    }

    #[inline]
    fn __make(&self) -> Self::Made {
        self.0.zero_cotangent()
    }
}
