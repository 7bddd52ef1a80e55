//! Calls of functions of which the macro does not know whether they have a companion.
//!
//! Generated code imports this module with a glob, and the called function by the name of the module here. If the function has
//! a companion, that takes the place of the module. If it has none, its derivative is not found in the module, and rustc says so
//! with the names: "cannot find value `__derivative` in module `function_without_differentiable`".
//!
//! A call that depends on no differentiated parameter needs no companion, and is left as it is. But a function that it gives
//! can only be passed on as an adjoint, which the `__constant` of a companion gives.

/// What stands in for a function that is not there, of which rustc says so where it is called.
#[expect(non_upper_case_globals, reason = "it has the name of what stands in for its companion")]
pub const function_without_differentiable: () = ();

/// What stands in for the companion that a function does not have. Its name is what rustc shows.
pub mod function_without_differentiable {
    use super::Call;
    use crate::__private::claims::{FunctionWithoutDerivative, HasDerivative, Pair};

    /// It calls no function in a circle.
    #[expect(non_upper_case_globals, reason = "that of a companion has a name which rustc shows")]
    pub const __calls_in_a_circle: usize = 0;

    /// It says that the function has no derivative, where one is asked for.
    #[expect(non_upper_case_globals, reason = "that of a companion has a name which nothing of a user's has")]
    pub const __derivative: FunctionWithoutDerivative = FunctionWithoutDerivative;

    /// Adjoints that there are not: `__derivative` stands beside each of them, and says so.
    #[expect(non_upper_case_globals, reason = "those of a companion are functions")]
    pub const __adjoint: () = ();
    #[expect(non_upper_case_globals, missing_docs, reason = "those of a companion are functions")]
    pub const __again: () = ();
    #[expect(non_upper_case_globals, missing_docs, reason = "those of a companion are functions")]
    pub const __restoring: () = ();
    #[expect(non_upper_case_globals, missing_docs, reason = "those of a companion are functions")]
    pub const __keeping: () = ();
    #[expect(non_upper_case_globals, missing_docs, reason = "those of a companion are functions")]
    pub const __takes_closures_over_arrays: () = ();

    /// There is no companion: nothing is asked of which function it is of.
    #[inline]
    #[must_use]
    pub fn __of_closures_over_arrays<F, D>(_: F, _: D) -> Pair<(), ()> {
        Pair((), ())
    }

    /// The function cannot be given to another one, which would call its derivative.
    #[must_use]
    pub fn __function<F: HasDerivative, D>(_: F) -> (D, Pair<(), ()>) {
        crate::__private::never()
    }

    /// What the function gives for the arguments, a tuple.
    #[inline]
    pub fn __constant<F: Call<A>, A>(function: F, arguments: A) -> (F::Output, Pair<(), ()>) {
        (function.__call(arguments), Pair((), ()))
    }

    /// There is no companion, which the call of the derivative says: nothing is asked of which function it is.
    #[inline]
    #[must_use]
    pub fn __of<F, D>(_: F, _: D) -> Pair<(), ()> {
        Pair((), ())
    }
}

/// A function of the tuple `A`.
pub trait Call<A> {
    /// What it gives.
    type Output;

    /// Calls it.
    fn __call(self, arguments: A) -> Self::Output;
}

macro_rules! arity {
    ($($parameter:ident $index:tt),*) => {
        impl<F: FnOnce($($parameter),*) -> R, R, $($parameter),*> Call<($($parameter,)*)> for F {
            type Output = R;

            #[inline]
            #[allow(unused_variables, reason = "no argument is used where there is none")]
            fn __call(self, arguments: ($($parameter,)*)) -> R {
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
