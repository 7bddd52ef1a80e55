//! The protocol between generated functions over arrays.
//!
//! A hidden function `adjoint` runs the forward pass. It takes the arguments and the workspace, and gives the value and the
//! backpropagator. The backpropagator owns its residual and borrows nothing. It takes, in this order:
//!
//! 1. the sensitivity of the value;
//! 2. the arguments behind references, again, each in the state that it had when the call returned (for `&mut`: the
//!    backpropagator puts it back into the state before the call);
//! 3. an accumulator for each of these, to which it adds (for `&mut`: on entry the sensitivity of what the argument held after
//!    the call, on return of what it held before);
//! 4. the workspace.
//!
//! It gives the cotangents of the arguments that were passed by value.

/// The stacks on which loops leave what their reverse pass needs: one for each scalar type, and one for counts and tags.
///
/// A call pushes its part and keeps only where that starts. Reverse calls come in the opposite order; each reads its part and
/// truncates the stack to where it started. From the second use on nothing is allocated.
#[derive(Default)]
pub(crate) struct Workspace {
    pub reals: Vec<f64>,
    pub counts: Vec<usize>,
}

/// A function value over arrays: code and environment.
///
/// The environment is what the function captured. It is supplied again in the reverse pass, by reference, with an accumulator
/// for it; so a backpropagator holds neither the function nor what that borrows.
pub(crate) trait Function<Arguments> {
    type Output;
    type Environment;
    /// What the sensitivities of the environment are added to.
    type Accumulator;
    /// From the sensitivity of the output, the environment, the arguments again, their accumulators, the environment's
    /// accumulator and the workspace to the cotangents of what was passed by value.
    type Backpropagator: 'static;

    fn adjoint(&self, arguments: Arguments, w: &mut Workspace) -> (Self::Output, Self::Backpropagator);
}

/// A closure as a [`Function`]. The types of its arguments are not in it, so that one closure serves `&[f64]` of every lifetime.
pub(crate) struct Closure<V, C, X> {
    environment: V,
    code: C,
    accumulator: std::marker::PhantomData<fn() -> X>,
}

impl<V, C, X> Closure<V, C, X> {
    pub(crate) const fn new(environment: V, code: C) -> Self {
        Self { environment, code, accumulator: std::marker::PhantomData }
    }

    pub(crate) const fn environment(&self) -> &V {
        &self.environment
    }
}

impl<A, V, C, R, B, X> Function<A> for Closure<V, C, X>
where
    C: Fn(&V, A, &mut Workspace) -> (R, B),
    B: 'static,
{
    type Output = R;
    type Environment = V;
    type Accumulator = X;
    type Backpropagator = B;

    fn adjoint(&self, arguments: A, w: &mut Workspace) -> (R, B) {
        (self.code)(&self.environment, arguments, w)
    }
}

/// Adds `from` to `to`, element by element.
pub(crate) fn add(to: &mut [f64], from: &[f64]) {
    for (to, from) in to.iter_mut().zip(from) {
        *to += from;
    }
}

/// Panics unless the buffer of `name` has as many elements as what it is the cotangent of.
#[track_caller]
pub(crate) fn same_length(name: &str, value: usize, buffer: usize) {
    assert!(value == buffer, "`{name}` has {value} elements, and its buffer `d_{name}` has {buffer}");
}
