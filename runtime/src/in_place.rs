//! Closures, differentiated where they stand.

use core::fmt;
use core::marker::PhantomData;

use crate::Differentiable;

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

macro_rules! arity {
    ($($parameter:ident $argument:ident),*) => {
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
                G: Fn($($parameter),*) -> (R, D),
            {
                (self.value_and_grad)($($argument),*).1
            }

            /// The value and the gradient, in one pass.
            #[inline]
            pub fn value_and_grad<D>(&self, $($argument: $parameter),*) -> (R, D)
            where
                G: Fn($($parameter),*) -> (R, D),
            {
                (self.value_and_grad)($($argument),*)
            }

            /// The value and the backpropagator: from the sensitivity of the value to those of the parameters.
            #[inline]
            pub fn vjp<B, D>(&self, $($argument: $parameter),*) -> (R, B)
            where
                R: Differentiable,
                V: Fn($($parameter),*) -> (R, B),
                B: FnOnce(R::Cotangent) -> D,
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
