//! What generated code names. Nothing here is for people.

mod arrays;
pub mod claims;
pub mod constructed;
pub mod dropped;
mod has_length;
pub mod index;
pub mod indexed;
mod leaving;
pub mod lengths;
pub mod matched;
mod multiples;
mod named;
#[cfg(feature = "std")]
pub mod open;
#[allow(clippy::type_complexity, reason = "the type of a backpropagator is what it is")]
pub mod ops;
#[cfg(feature = "std")]
pub mod parts;
pub mod probe;
pub mod reach;
pub mod seeds;
mod shapes;
pub mod state;
pub mod stored;
mod structs;
#[cfg(feature = "std")]
mod tape;

pub use arrays::{
    Data, Held, Restore, Unwanted, add_all, clear, kept, same_length, same_length_of_result, take, total, total_of,
};
#[cfg(feature = "std")]
pub use arrays::{Lent, Scratch, column, extended, resized, scattered};
pub use backprop_macros::{NamesDeprecated, without_claims};
pub use core::mem::replace;
pub use has_length::HasLength;
pub use leaving::{Leaves, leave};
pub use multiples::{Multiple, Opposite};
pub use named::array;
pub use num_traits::Float;
pub use ops::Numbers;
pub use shapes::{Shape, ShapeOf, Shaped, shape, shape_of};
pub use structs::{
    Accumulates, Zeros, add_structs, clear_structs, forgotten, same_length_of_structs, shape_of_structs, swap_removed,
    take_struct, taken, taken_out, taken_part, total_of_structs,
};
#[cfg(feature = "std")]
pub use structs::{extended_structs, resized_structs, taken_text, truncated};

/// What the cotangent of a slice is.
#[cfg(feature = "std")]
pub use std::vec::Vec;

/// A new `Vec`.
#[cfg(feature = "std")]
pub use std::vec;

/// What the adjoint of a function that calls itself leaves is in a box: its type would contain itself.
#[cfg(feature = "std")]
pub use std::boxed::Box;

/// What the turns of a loop leave for its reverse pass.
#[cfg(feature = "std")]
pub use tape::{Entries, Kept, Tape};

use core::cell::Cell;
use core::fmt;
use core::marker::PhantomData;
use core::ops::Deref;

use crate::{Cotangent, Differentiable};

pub use crate::function::arrays::{
    ByReference, ByValue, ClosureOfArrays, FunctionOfArrays, back_of, back_of_value, calling_of_arrays,
};
pub use crate::function::captured::{Accumulators, CapturedArrays, Environment, Looks, Of, Slice, Structs};
pub use crate::function::{Closure, Evaluation, Function, calling, evaluation, parts, pass, refer};
#[cfg(feature = "std")]
pub use crate::in_place::owned;
pub use crate::in_place::{Buffer, ByBackpropagator, Differentiated, DifferentiatedArrays, Shared, Taken, Value};

/// The number `value` as a `T`, rounded.
#[inline]
#[must_use]
pub fn real<T: Float>(value: f64) -> T {
    T::from(value).expect("a floating-point type has all finite values of `f64`, rounded")
}

/// The number `value` as an `f64`.
#[inline]
#[must_use]
pub fn to_f64<T: Float>(value: T) -> f64 {
    value.to_f64().expect("a floating-point number is one of `f64`, rounded")
}

/// What a hidden type borrows, where its parameters cannot all be named.
pub trait Captures<T> {}

impl<T, U> Captures<T> for U {}

/// Of a struct that derives `Differentiable`. Such structs are taken apart, so that nothing of their own may happen where they are
/// dropped: in the `impl`s that rustc finds in conflict it says so.
pub trait StructsWithADerivativeHaveNoDrop {}

#[expect(drop_bounds, reason = "that a type implements `Drop` itself is what is asked")]
impl<T: Drop> StructsWithADerivativeHaveNoDrop for T {}

/// A number without a tangent.
#[diagnostic::on_unimplemented(
    message = "what a method gives that becomes another number at once is taken for an integer, and this is `{Self}`",
    label = "this has a derivative",
    note = "say its type first: `let value: f64 = p.method();`"
)]
pub trait Plain {}

macro_rules! plain {
    ($($ty:ty)*) => { $(impl Plain for $ty {})* };
}
plain!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize bool char);

/// What searches give.
impl Plain for Result<usize, usize> {}
impl Plain for Option<usize> {}

/// What methods of numbers give.
impl Plain for core::cmp::Ordering {}
impl Plain for Option<core::cmp::Ordering> {}
impl Plain for core::num::FpCategory {}

/// What a method gives that is left as it is, though it reads what is differentiated.
#[inline]
pub const fn plain<T: Plain + Copy>(value: T) -> T {
    value
}

/// In a cotangent, a field that others cannot see and that has no tangent. By this name, because `clippy` takes a struct with a
/// private `()` for one that means to be `#[non_exhaustive]`.
pub type Nothing = ();

/// Calls a backpropagator. Where its type has an error in it, rustc has nothing to say of this call, but of one without a function.
#[inline]
pub fn call<B: Back<D, G>, D, G>(back: &B, d: D) -> G {
    back.__call(d)
}

/// A backpropagator. What it gives is no projection, which would be one more type that cannot be known.
pub trait Back<D, G> {
    /// The sensitivities, of the sensitivity `d`.
    fn __call(&self, d: D) -> G;
}

impl<B: Fn(D) -> G, D, G> Back<D, G> for B {
    #[inline]
    fn __call(&self, d: D) -> G {
        self(d)
    }
}

/// What a rule gives.
#[derive(Clone, Copy, Debug)]
pub struct Rule<P>(pub P);

impl<R, B> Rule<(R, B)> {
    /// The value and the backpropagator.
    #[inline]
    pub fn value_and_backpropagator(self) -> (R, B) {
        self.0
    }
}

/// What a rule gives, for a function whose result is a `V`: the value and the backpropagator. Where it is something else, rustc says so, and
/// nothing of what is done with it.
#[diagnostic::on_unimplemented(
    message = "this rule gives something else than the value and the backpropagator",
    label = "this gives `{Self}`",
    note = "let it give `({V}, impl Fn({D}) -> {G})`: the value, and what makes the gradient of the sensitivity to the value"
)]
pub trait GivenByRule<V, D, G> {
    /// The type of the backpropagator.
    type Backpropagator;

    /// The two.
    fn __parts(self) -> (V, Self::Backpropagator);
}

#[diagnostic::do_not_recommend]
impl<V, D, G, B: FnOnce(D) -> O, O: IsGradient<G, B>> GivenByRule<V, D, G> for (V, B) {
    type Backpropagator = O::Backpropagator;

    #[inline]
    fn __parts(self) -> (V, O::Backpropagator) {
        (self.0, O::__backpropagator(self.1))
    }
}

/// The gradient that a backpropagator gives: of something else, rustc does not know what the backpropagator is.
pub trait IsGradient<G, B> {
    /// The type of the backpropagator.
    type Backpropagator;

    /// This one.
    fn __backpropagator(back: B) -> Self::Backpropagator;
}

impl<G, B> IsGradient<G, B> for G {
    type Backpropagator = B;

    #[inline]
    fn __backpropagator(back: B) -> B {
        back
    }
}

/// The backpropagator that a rule gives, from `D` to `G`. Where it is something else, rustc says so where it is called.
#[inline]
pub const fn given<B, D, G>(back: B) -> Given<B, D, G> {
    Given(Once(Cell::new(Some(back))), PhantomData)
}

/// See [`given`]. `repeated` finds the method of this type first, where it has one.
#[derive(Debug)]
pub struct Given<B, D, G>(Once<B>, PhantomData<fn(D) -> G>);

impl<B: Fn(D) -> G, D, G> Given<B, D, G> {
    /// The backpropagator, which can be called any number of times.
    #[inline]
    #[must_use]
    pub fn repeated(&self) -> Repeated<B> {
        Repeated(self.0.function())
    }
}

impl<B, D, G> Deref for Given<B, D, G> {
    type Target = Once<B>;

    #[inline]
    fn deref(&self) -> &Once<B> {
        &self.0
    }
}

/// A backpropagator that can be called any number of times.
#[derive(Debug)]
pub struct Repeated<B>(B);

impl<B> Repeated<B> {
    /// The function.
    #[inline]
    pub const fn function(&self) -> &B {
        &self.0
    }
}

/// A backpropagator of which nobody says that it can be called more than once.
pub struct Once<B>(Cell<Option<B>>);

impl<B> Once<B> {
    /// This one.
    #[inline]
    #[must_use]
    pub fn repeated(&self) -> Self {
        Self(Cell::new(self.0.take()))
    }

    /// The function.
    ///
    /// # Panics
    /// If it has been called.
    #[inline]
    pub fn function(&self) -> B {
        self.0.take().expect("a rule that gives `impl FnOnce` is called back once: let it give `impl Fn`")
    }
}

impl<B> fmt::Debug for Once<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Once")
    }
}

/// What stands in for the derivative of a function that was refused. Should what is said of that be silenced, as `--cap-lints` does with
/// lints, this is an error where it is compiled.
#[cold]
#[must_use]
pub fn refused<T>() -> T {
    const { panic!("this function could not be differentiated") }
}

/// A value in code that does not run.
#[cold]
#[must_use]
pub fn never<T>() -> T {
    unreachable!("this code says only what types are")
}

/// A number, or a reference to one.
pub trait Referred {
    /// What it refers to.
    type Number;

    /// The number.
    fn __number(self) -> Self::Number;
}

macro_rules! referred {
    ($($ty:ty)*) => { $(
        impl Referred for $ty {
            type Number = Self;

            #[inline]
            fn __number(self) -> Self {
                self
            }
        }
    )* };
}

referred!(f32 f64);

impl<R: Referred + Copy> Referred for &R {
    type Number = R::Number;

    #[inline]
    fn __number(self) -> R::Number {
        (*self).__number()
    }
}

/// The number that this is, or refers to.
#[inline]
#[must_use]
pub fn number<R: Referred>(value: R) -> R::Number {
    value.__number()
}

/// What a function that has none is asked for.
#[derive(Debug)]
pub struct Gradient;

/// What a gradient is of.
#[diagnostic::on_unimplemented(
    message = "this function has no gradient: its result is not one real number",
    label = "the result of this function is not one real number",
    note = "call `vjp`: its backpropagator takes a sensitivity for each part of the result"
)]
pub trait OneReal<'a> {}

/// What a gradient is of, where only rustc knows its type.
#[diagnostic::on_unimplemented(
    message = "this function has no gradient: its result is not one real number",
    label = "the result of this function is not one real number",
    note = "call `vjp`: its backpropagator takes a sensitivity for each part of the result"
)]
pub trait OneRealOfType<'a, D> {
    /// The sensitivity of the number to itself.
    fn __one(&self) -> D;
}

impl OneRealOfType<'_, f64> for f64 {
    #[inline]
    fn __one(&self) -> f64 {
        1.0
    }
}

impl OneRealOfType<'_, f32> for f32 {
    #[inline]
    fn __one(&self) -> f32 {
        1.0
    }
}

/// A type, and no other one. A type parameter that is this type may lack what a type must not.
pub trait Is<T> {
    /// The value itself.
    fn __it(self) -> T;
}

impl<T> Is<T> for T {
    #[inline]
    fn __it(self) -> T {
        self
    }
}

/// What a gradient is with respect to.
#[diagnostic::on_unimplemented(
    message = "this function has no gradient: no parameter has a real number in it",
    label = "there is nothing to differentiate with respect to",
    note = "take an `f64`, an `f32`, a type parameter with the bound `Real`, an array or a struct"
)]
pub trait WithRespectTo<'a> {}

/// What a gradient is not of.
#[diagnostic::on_unimplemented(
    message = "this function takes or gives functions, and has no gradient of its own",
    label = "this function takes or gives functions",
    note = "call it from a `#[differentiable]` function of numbers, and take the gradient of that"
)]
pub trait OfFunctions<'a> {}

/// One of two functions, of which one branch or the other gave one.
#[derive(Clone, Copy, Debug)]
pub enum Either<A, B> {
    /// Of the first branch.
    First(A),
    /// Of the second branch.
    Second(B),
}

/// What a branch left that is known to have been taken.
#[inline]
#[must_use]
pub fn expect<T>(value: Option<T>) -> T {
    value.expect("the branch that leaves this value was taken")
}

/// What a branch left that is known to have been taken, where it is kept.
#[inline]
#[must_use]
pub const fn expect_kept<T>(value: &Option<T>) -> &T {
    value.as_ref().expect("the branch that leaves this value was taken")
}

/// What rustc names where several temporaries of a block's last expression outlast it, as they do before edition 2024.
pub trait BindTemporariesToVariables {}

impl<T: ?Sized> BindTemporariesToVariables for T {}

pub use crate::__with_names as with_names;

/// Code where these names are those of variables that hold references to these values.
///
/// Whether a text with `{name}` in it is a format, rustc knows by the edition of the text. Where it is none, nothing uses the name.
#[doc(hidden)]
#[macro_export]
macro_rules! __with_names {
    (($($name:ident = $value:expr),*) $($code:tt)+) => {
        match ($(&$value,)*) {
            ($($name,)*) => {
                $(let _ = $name;)*
                $($code)+
            }
        }
    };
}

/// Whether something has ended.
#[derive(Default)]
pub struct Ended(Cell<bool>);

/// A temporary: when it is dropped, it has ended.
pub struct Ends<'e>(&'e Ended);

impl Ended {
    /// A temporary.
    #[inline]
    #[must_use]
    pub const fn ends(&self) -> Ends<'_> {
        Ends(self)
    }

    /// Whether it has.
    #[inline]
    #[must_use]
    pub fn get(&self) -> bool {
        self.0.get()
    }
}

impl Ends<'_> {
    /// Nothing.
    #[inline]
    #[must_use]
    pub const fn never(&self) -> Option<bool> {
        None
    }
}

impl Drop for Ends<'_> {
    #[inline]
    fn drop(&mut self) {
        self.0.0.set(true);
    }
}

/// What an `if let` may look at after its `else`, before edition 2024.
pub struct Temporary;

impl Temporary {
    /// Something in it.
    #[must_use]
    pub const fn value(&self) -> Option<&bool> {
        None
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {}
}

/// Looks at it.
pub const fn looked_at(_: &bool) {}

/// What a closure captures of a reference.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is captured by reference by a closure, and is not `Copy`",
    label = "a closure captures a reference to this",
    note = "a closure may be kept for longer than a reference lasts, so it captures a copy: derive `Copy`, or capture the fields"
)]
pub trait Captured: Copy {}

impl<T: Copy> Captured for T {}

/// The value that a reference refers to.
#[inline]
#[must_use]
pub const fn copied<T: Captured>(value: &T) -> T {
    *value
}

/// The type of a cotangent, without one.
#[derive(Debug)]
pub struct Kind<C>(PhantomData<fn() -> C>);

// It says only a type, whether or not that is `Copy`.
impl<C> Clone for Kind<C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C> Copy for Kind<C> {}

/// The type of the cotangent of a struct whose type the macro does not know.
#[inline]
#[must_use]
pub const fn kind<P: Differentiable>(_: &P) -> Kind<P::Cotangent> {
    Kind(PhantomData)
}

impl<C: Cotangent> Kind<C> {
    /// The backpropagator of a field, by its place in the cotangent.
    #[inline]
    pub fn embed<D, G>(self, place: G) -> impl Fn(D) -> (C,)
    where
        G: Fn(&mut C) -> &mut D,
    {
        move |d| {
            let mut all = C::neutral();
            *place(&mut all) = d;
            (all,)
        }
    }
}

/// A field and its backpropagator.
#[inline]
pub const fn field<T, B>(back: B, value: T) -> (T, B) {
    (value, back)
}
