//! Calls of functions of which the macro does not know whether they have a companion, nor whether they give a function.
//!
//! A call that depends on no differentiated parameter needs no annotation: it is left as it is. But a function that it gives
//! can only be passed on as an adjoint. Generated code imports this module with a glob, and the called function by the name of
//! the type here: if the function has a companion, that takes the place of the type, and its `constant` gives the adjoint.

use core::marker::PhantomData;

/// What stands in for the companion that a function does not have.
#[allow(non_camel_case_types, reason = "a companion has the name of a function")]
#[derive(Debug)]
pub struct __backprop_probe(PhantomData<()>);

impl __backprop_probe {
    /// What the function gives for the arguments, a tuple.
    #[inline]
    pub fn constant<F: Call<A>, A>(function: F, arguments: A) -> F::Output {
        function.call(arguments)
    }
}

/// A function of the tuple `A`.
pub trait Call<A> {
    /// What it gives.
    type Output;

    /// Calls it.
    fn call(self, arguments: A) -> Self::Output;
}

macro_rules! arity {
    ($($parameter:ident $index:tt),*) => {
        impl<F: FnOnce($($parameter),*) -> R, R, $($parameter),*> Call<($($parameter,)*)> for F {
            type Output = R;

            #[inline]
            #[allow(unused_variables, reason = "no argument is used where there is none")]
            fn call(self, arguments: ($($parameter,)*)) -> R {
                self($(arguments.$index),*)
            }
        }
    };
}

arity!();
arity!(A 0);
arity!(A 0, B 1);
arity!(A 0, B 1, C 2);
arity!(A 0, B 1, C 2, D 3);
arity!(A 0, B 1, C 2, D 3, E 4);
arity!(A 0, B 1, C 2, D 3, E 4, G 5);
arity!(A 0, B 1, C 2, D 3, E 4, G 5, H 6);
arity!(A 0, B 1, C 2, D 3, E 4, G 5, H 6, I 7);
