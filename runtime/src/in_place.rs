//! Closures, differentiated where they stand.

mod arrays;

use core::fmt;
use core::marker::PhantomData;

pub use self::arrays::{Buffer, DifferentiatedArrays, Shared, Taken, Value};

use crate::{Differentiable, Real};

/// What `differentiate!` gives: a closure of the parameters `A`, a tuple, with its derivatives.
pub struct Differentiated<F, G, V, A> {
    call: F,
    value_and_grad: G,
    vjp: V,
    parameters: PhantomData<fn(A)>,
}

impl<F, G, V, A> Differentiated<F, G, V, A> {
    /// The closure, its value and gradient, and its value and backpropagator.
    #[inline]
    pub const fn new(call: F, value_and_grad: G, vjp: V) -> Self {
        Self { call, value_and_grad, vjp, parameters: PhantomData }
    }
}

impl<F, G, V, A> fmt::Debug for Differentiated<F, G, V, A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Differentiated")
    }
}

/// In the place of the code of the gradient, where the macro does not know that the result is a real number: the
/// backpropagator gives it, if it is.
#[derive(Clone, Copy, Debug)]
pub struct ByBackpropagator;

/// What a result has to be for its closure to have a gradient.
#[diagnostic::on_unimplemented(
    message = "a closure with a result of type `{Self}` has no gradient: the result has to be one real number",
    label = "the result of this closure is no `f64` and no `f32`",
    note = "give one number, or use `vjp`, which takes a sensitivity for each part of the result"
)]
pub trait RealResult: Differentiable<Cotangent = Self> + Sized {
    /// The sensitivity of the result to itself.
    fn __one() -> Self;
}

impl<T: Real> RealResult for T {
    #[inline]
    fn __one() -> Self {
        num_traits::One::one()
    }
}

/// The code of the gradient of a closure that takes `A`, gives `R` and has the code `V` of its backpropagator.
pub trait Gradient<V, A, R: Differentiable, D> {
    /// The value and the gradient; `one` is the sensitivity of the result to itself.
    fn __both(&self, vjp: &V, arguments: A, one: R::Cotangent) -> (R, D);
}

macro_rules! arity {
    ($($parameter:ident $argument:ident),*) => {
        impl<G, V, R, D, $($parameter),*> Gradient<V, ($($parameter,)*), R, D> for G
        where
            R: Differentiable,
            G: Fn($($parameter),*) -> (R, D),
        {
            #[inline]
            fn __both(&self, _: &V, ($($argument,)*): ($($parameter,)*), _: R::Cotangent) -> (R, D) {
                self($($argument),*)
            }
        }

        impl<V, R, D, Z, $($parameter),*> Gradient<V, ($($parameter,)*), R, D> for ByBackpropagator
        where
            R: Differentiable,
            V: Fn($($parameter),*) -> (R, Z),
            Z: Fn(R::Cotangent) -> D,
        {
            #[inline]
            fn __both(&self, vjp: &V, ($($argument,)*): ($($parameter,)*), one: R::Cotangent) -> (R, D) {
                let (value, back) = vjp($($argument),*);
                (value, back(one))
            }
        }

        #[allow(clippy::too_many_arguments, reason = "as many as the closure has")]
        impl<F, G, V, R, $($parameter),*> Differentiated<F, G, V, ($($parameter,)*)>
        where
            F: Fn($($parameter),*) -> R,
        {
            /// The value of the closure.
            #[inline]
            pub fn call(&self, $($argument: $parameter),*) -> R {
                (self.call)($($argument),*)
            }

            /// The gradient: an entry for each parameter that has a tangent, bare if there is one.
            #[inline]
            pub fn grad<D>(&self, $($argument: $parameter),*) -> D
            where
                R: RealResult,
                G: Gradient<V, ($($parameter,)*), R, D>,
            {
                self.value_and_grad.__both(&self.vjp, ($($argument,)*), R::__one()).1
            }

            /// The value and the gradient, in one pass.
            #[inline]
            pub fn value_and_grad<D>(&self, $($argument: $parameter),*) -> (R, D)
            where
                R: RealResult,
                G: Gradient<V, ($($parameter,)*), R, D>,
            {
                self.value_and_grad.__both(&self.vjp, ($($argument,)*), R::__one())
            }

            /// The value and the backpropagator: from the sensitivity of the value to those of the parameters.
            #[inline]
            pub fn vjp<B, D>(&self, $($argument: $parameter),*) -> (R, B)
            where
                R: Differentiable,
                V: Fn($($parameter),*) -> (R, B),
                B: Fn(R::Cotangent) -> D,
            {
                (self.vjp)($($argument),*)
            }
        }
    };
}

arity!(A a);
arity!(A a, B1 b);
arity!(A a, B1 b, C c);
arity!(A a, B1 b, C c, D1 d);
arity!(A a, B1 b, C c, D1 d, E e);
arity!(A a, B1 b, C c, D1 d, E e, H h);
arity!(A a, B1 b, C c, D1 d, E e, H h, I i);
arity!(A a, B1 b, C c, D1 d, E e, H h, I i, J j);
arity!(A a, B1 b, C c, D1 d, E e, H h, I i, J j, K k);
arity!(A a, B1 b, C c, D1 d, E e, H h, I i, J j, K k, L l);
arity!(A a, B1 b, C c, D1 d, E e, H h, I i, J j, K k, L l, M m);
arity!(A a, B1 b, C c, D1 d, E e, H h, I i, J j, K k, L l, M m, N n);

/// A copy of what an argument refers to, for a backpropagator.
#[cfg(feature = "std")]
#[inline]
pub fn owned<T: ?Sized + std::borrow::ToOwned>(of: &T) -> T::Owned {
    of.to_owned()
}
