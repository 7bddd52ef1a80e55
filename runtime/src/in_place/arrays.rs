//! Closures of arrays, differentiated where they stand.

use core::fmt;
use core::marker::PhantomData;

use super::{Gradient, RealResult};
use crate::Differentiable;

/// What stands for the type of an argument or of a buffer, which may be a reference of any lifetime.
pub trait Taken {
    /// The type.
    type Taken<'a>
    where
        Self: 'a;
}

/// A value of this type.
pub struct Value<T>(PhantomData<fn(T)>);

/// A reference to this.
pub struct Shared<T: ?Sized>(PhantomData<fn(*const T)>);

/// A reference to this, which may be written through.
pub struct Buffer<T: ?Sized>(PhantomData<fn(*const T)>);

impl<T> Taken for Value<T> {
    type Taken<'a>
        = T
    where
        T: 'a;
}

impl<T: ?Sized> Taken for Shared<T> {
    type Taken<'a>
        = &'a T
    where
        T: 'a;
}

impl<T: ?Sized> Taken for Buffer<T> {
    type Taken<'a>
        = &'a mut T
    where
        T: 'a;
}

/// What `differentiate!` gives for a closure of which some parameters are arrays: the closure, with its derivatives. `A` and `D` stand for the
/// types of its parameters and of the buffers for its gradient.
pub struct DifferentiatedArrays<F, G, I, V, A, D> {
    call: F,
    value_and_grad: G,
    into_buffers: I,
    vjp: V,
    parameters: PhantomData<fn(A, D)>,
}

impl<F, G, I, V, A, D> DifferentiatedArrays<F, G, I, V, A, D> {
    /// The closure; its value and gradient, as values and in buffers; and its value and backpropagator.
    #[inline]
    pub const fn new(call: F, value_and_grad: G, into_buffers: I, vjp: V) -> Self {
        Self { call, value_and_grad, into_buffers, vjp, parameters: PhantomData }
    }
}

impl<F, G, I, V, A, D> fmt::Debug for DifferentiatedArrays<F, G, I, V, A, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("DifferentiatedArrays")
    }
}

macro_rules! arity {
    ($($parameter:ident $argument:ident),*) => {
        #[allow(clippy::too_many_arguments, reason = "as many as the closure has")]
        impl<F, G, I, V, Buffers, $($parameter: Taken),*>
            DifferentiatedArrays<F, G, I, V, ($($parameter,)*), Buffers>
        {
            /// The value of the closure.
            #[inline]
            pub fn call<'a, R>(&self, $($argument: $parameter::Taken<'a>),*) -> R
            where
                F: Fn($($parameter::Taken<'a>),*) -> R,
                $($parameter: 'a,)*
            {
                (self.call)($($argument),*)
            }

            /// The gradient: an entry for each parameter that has a tangent, bare if there is one.
            #[inline]
            pub fn grad<'a, R, Z>(&self, $($argument: $parameter::Taken<'a>),*) -> Z
            where
                F: Fn($($parameter::Taken<'a>),*) -> R,
                R: RealResult,
                G: Gradient<V, ($($parameter::Taken<'a>,)*), R, Z>,
                $($parameter: 'a,)*
            {
                self.value_and_grad.__both(&self.vjp, ($($argument,)*), R::__one()).1
            }

            /// The value and the gradient, in one pass.
            #[inline]
            pub fn value_and_grad<'a, R, Z>(&self, $($argument: $parameter::Taken<'a>),*) -> (R, Z)
            where
                F: Fn($($parameter::Taken<'a>),*) -> R,
                R: RealResult,
                G: Gradient<V, ($($parameter::Taken<'a>,)*), R, Z>,
                $($parameter: 'a,)*
            {
                self.value_and_grad.__both(&self.vjp, ($($argument,)*), R::__one())
            }

            /// The value and the backpropagator: from the sensitivity of the value to those of the parameters. It borrows no argument, but has a
            /// copy of each array that is a reference.
            #[inline]
            pub fn vjp<'a, R, B, Z>(&self, $($argument: $parameter::Taken<'a>),*) -> (R, B)
            where
                R: Differentiable,
                V: Fn($($parameter::Taken<'a>),*) -> (R, B),
                B: Fn(R::Cotangent) -> Z,
                $($parameter: 'a,)*
            {
                (self.vjp)($($argument),*)
            }
        }

        arity!(@buffers [$($parameter $argument),*]);
        arity!(@buffers [$($parameter $argument),*] B0 b_0);
        arity!(@buffers [$($parameter $argument),*] B0 b_0, B1 b_1);
        arity!(@buffers [$($parameter $argument),*] B0 b_0, B1 b_1, B2 b_2);
        arity!(@buffers [$($parameter $argument),*] B0 b_0, B1 b_1, B2 b_2, B3 b_3);
        arity!(@buffers [$($parameter $argument),*] B0 b_0, B1 b_1, B2 b_2, B3 b_3, B4 b_4);
        arity!(@buffers [$($parameter $argument),*] B0 b_0, B1 b_1, B2 b_2, B3 b_3, B4 b_4, B5 b_5);
    };
    (@buffers [$($parameter:ident $argument:ident),*] $($of:ident $buffer:ident),*) => {
        #[allow(clippy::too_many_arguments, reason = "as many as the closure has, with their buffers")]
        impl<F, G, I, V, $($parameter: Taken,)* $($of: Taken),*>
            DifferentiatedArrays<F, G, I, V, ($($parameter,)*), ($($of,)*)>
        {
            /// Gives the value, and writes the gradient to the buffers: one for each parameter that has a tangent.
            ///
            /// # Panics
            /// If a buffer is not as long as its array, before any work.
            #[inline]
            pub fn value_and_grad_into<'a, R>(
                &self,
                $($argument: $parameter::Taken<'a>,)*
                $($buffer: $of::Taken<'a>),*
            ) -> R
            where
                I: Fn(bool, $($parameter::Taken<'a>,)* $($of::Taken<'a>),*) -> R,
                $($parameter: 'a,)*
                $($of: 'a,)*
            {
                (self.into_buffers)(true, $($argument,)* $($buffer),*)
            }

            /// Gives the value, and adds the gradient to the buffers: one for each parameter that has a tangent.
            ///
            /// # Panics
            /// If a buffer is not as long as its array, before any work.
            #[inline]
            pub fn accumulate_grad<'a, R>(
                &self,
                $($argument: $parameter::Taken<'a>,)*
                $($buffer: $of::Taken<'a>),*
            ) -> R
            where
                I: Fn(bool, $($parameter::Taken<'a>,)* $($of::Taken<'a>),*) -> R,
                $($parameter: 'a,)*
                $($of: 'a,)*
            {
                (self.into_buffers)(false, $($argument,)* $($buffer),*)
            }
        }
    };
}

arity!(P0 a);
arity!(P0 a, P1 b);
arity!(P0 a, P1 b, P2 c);
arity!(P0 a, P1 b, P2 c, P3 d);
arity!(P0 a, P1 b, P2 c, P3 d, P4 e);
arity!(P0 a, P1 b, P2 c, P3 d, P4 e, P5 f);
