//! What the macro takes names for, as code that does not compile if they mean something else. None of it runs.

pub mod hidden;

use core::marker::PhantomData;
use core::ops::Deref;

use num_traits::Float;

use crate::{Cotangent, Differentiable};

/// The macros that are taken for those of the standard library.
pub mod macros {
    pub use core::{
        assert, assert_eq, assert_ne, debug_assert, debug_assert_eq, debug_assert_ne, todo, unimplemented, unreachable,
    };
    #[cfg(feature = "std")]
    pub use std::{eprint, eprintln, format, panic, print, println, vec};
}

/// Takes two functions that are one.
pub fn same<F>(_: F, _: F) {}

/// The function that a companion is of, and the one that a name means where the companion is used.
///
/// The type of each function is one of its own, and has no name. But rustc knows it where it asks whether something is
/// [`Unpin`]: a pair is, if both are of one type.
#[derive(Debug)]
pub struct Pair<A, B>(pub A, pub B);

impl<T> Unpin for Pair<T, T> {}

/// Takes the derivative of a function, with the question whether the function is the one that a name means where it is called.
/// What is asked says which types are meant; it does not run.
#[inline]
pub fn asked<D, P: OneFunction>(derivative: D, _: impl FnOnce(D) -> P) -> D {
    derivative
}

/// The type of what is referred to.
#[inline]
#[must_use]
pub const fn type_of<T>(_: &T) -> PhantomData<T> {
    PhantomData
}

/// What is known once the type `Self` is: another type, and a value of it.
pub trait Then<T> {
    /// That type.
    type Receiver;

    /// That value.
    fn __receiver(value: T) -> Self::Receiver;
}

impl<T, R> Then<T> for R {
    type Receiver = T;

    #[inline]
    fn __receiver(value: T) -> T {
        value
    }
}

/// Takes the receiver of a method, with a call of the method, which does not run. Where the call is an error, so is the type of
/// what is given, and rustc says nothing more of that.
#[inline]
pub fn receiver<T, R: Then<T>>(value: T, _: impl FnOnce(T) -> R) -> R::Receiver {
    R::__receiver(value)
}

/// The user's code as it is written, checked in this constant: a closure that does not run. Where rustc finds a mistake there, it
/// says so as it does of the function itself, which is once, and takes all that [`as_is`](Self::as_is) gives for a mistake too: of
/// the derivative it says nothing then.
#[derive(Clone, Copy, Debug)]
pub struct Written<const CHECKED: usize>;

impl<const CHECKED: usize> Written<CHECKED> {
    /// Gives what it takes.
    #[expect(clippy::inline_always, reason = "it does nothing")]
    #[inline(always)]
    pub fn as_is<T: IfWritten<CHECKED>>(self, value: T) -> T::Type {
        value.__unchanged()
    }

    /// The zero of the cotangent of what a function would give.
    #[inline]
    #[must_use]
    pub fn neutral<T: DifferentiableIf<CHECKED>>(self, _: impl FnOnce() -> T) -> T::Cotangent {
        Cotangent::neutral()
    }

    /// Says that this is the cotangent of what a function would give.
    #[inline]
    #[must_use]
    pub fn cotangent<T: DifferentiableIf<CHECKED>>(self, _: impl FnOnce() -> T, d: T::Cotangent) -> T::Cotangent {
        d
    }

    /// Gives an adjoint of a companion. Where there is no companion, the first is a mistake, and rustc says nothing of what this gives: it is
    /// of a type that nothing says.
    #[expect(clippy::inline_always, reason = "it does nothing")]
    #[inline(always)]
    pub fn if_marked<M: Marked<V, R>, V, R>(self, _: M, adjoint: V) -> R {
        M::__value(adjoint)
    }

    /// The same for a function that may be a closure of the environment.
    #[expect(clippy::inline_always, reason = "it does nothing")]
    #[inline(always)]
    pub fn if_marked_here<M: MarkedHere<V, R>, V, R>(self, _: M, adjoint: V) -> R {
        M::__value(adjoint)
    }
}

/// The user's code as it is written, checked in a function that nobody calls, where a constant would need types that are not known.
/// The function gives what is not [`Unpin`], of a type without a name. Where rustc finds a mistake in the code, it knows nothing of that
/// type, and takes all for true that it is asked of it.
#[derive(Debug)]
pub struct Checked<T>(PhantomData<fn() -> T>);

/// The code in this function.
#[must_use]
pub const fn checked<T>(_: fn() -> T) -> Checked<T> {
    Checked(PhantomData)
}

impl<T: Unpin> Checked<T> {
    /// Of a mistake: something of a type that nothing says. Rustc says nothing of it, since it has said what is wrong.
    #[must_use]
    pub fn written<R>(self) -> R {
        super::never()
    }
}

impl<T> Deref for Checked<T> {
    type Target = WithoutMistakes;

    #[inline]
    fn deref(&self) -> &WithoutMistakes {
        &WithoutMistakes
    }
}

/// Code in which rustc finds no mistake.
#[derive(Clone, Copy, Debug)]
pub struct WithoutMistakes;

impl WithoutMistakes {
    /// What values may depend on.
    #[inline]
    #[must_use]
    pub const fn written(self) -> Written<0> {
        Written
    }
}

/// What stands for the derivative of a function that is not marked.
#[derive(Clone, Copy, Debug)]
pub struct FunctionWithoutDerivative;

/// What a companion has: of it, a value is what it is.
#[diagnostic::on_unimplemented(
    message = "this function has no derivative",
    label = "this function is not marked",
    note = "write `#[differentiable]` on it",
    note = "a function of another crate can be called in one of your own, with a rule for that: `#[differentiable(vjp = …)]`"
)]
pub trait Marked<V, R> {
    /// The value.
    fn __value(value: V) -> R;
}

#[diagnostic::do_not_recommend]
impl<V> Marked<V, V> for usize {
    #[expect(clippy::inline_always, reason = "it does nothing")]
    #[inline(always)]
    fn __value(value: V) -> V {
        value
    }
}

/// What a companion has, where a function may be a closure of the environment.
#[diagnostic::on_unimplemented(
    message = "this function has no derivative",
    label = "this function is not marked",
    note = "write `#[differentiable]` on it",
    note = "a closure cannot be marked: define it inside of the closure that is differentiated, or make it a function"
)]
pub trait MarkedHere<V, R> {
    /// The value.
    fn __value(value: V) -> R;
}

#[diagnostic::do_not_recommend]
impl<V> MarkedHere<V, V> for usize {
    #[expect(clippy::inline_always, reason = "it does nothing")]
    #[inline(always)]
    fn __value(value: V) -> V {
        value
    }
}

/// What is asked of a function without a companion that is given to another one. Of one that is not there, rustc says so, and asks nothing.
#[diagnostic::on_unimplemented(
    message = "this function has no derivative",
    label = "this function is not marked",
    note = "write `#[differentiable]` on it",
    note = "a function of another crate can be called in a closure, or in a function of your own with a rule for that: \
            `#[differentiable(vjp = …)]`"
)]
pub trait HasDerivative {}

/// What depends on a constant.
pub trait IfWritten<const CHECKED: usize> {
    /// This type.
    type Type;

    /// This value.
    fn __unchanged(self) -> Self::Type;
}

impl<T, const CHECKED: usize> IfWritten<CHECKED> for T {
    type Type = T;

    #[expect(clippy::inline_always, reason = "it does nothing")]
    #[inline(always)]
    fn __unchanged(self) -> T {
        self
    }
}

/// Takes what a companion gives, with the same question.
#[inline]
pub fn given<V, P: OneFunction>((value, _): (V, P)) -> V {
    value
}

/// A pair of one function.
#[diagnostic::on_unimplemented(
    message = "the function of this name is not the one whose derivative has this name",
    label = "this hides a differentiable function of the same name",
    note = "write `#[differentiable]` on the function that is meant, or give one of the two another name"
)]
pub trait OneFunction {}

#[diagnostic::do_not_recommend]
impl<P: Unpin> OneFunction for P {}

/// What a name of a method means, the method of a trait, and whether the method that hides another one is marked.
#[derive(Debug)]
pub struct Method<M, T, V>(pub M, pub T, pub V);

impl<F, V> Method<F, F, V> {
    /// The trait's own.
    #[must_use]
    pub const fn __meant(&self) -> Visible {
        Visible
    }
}

/// It is asked where the name means another method.
pub trait Hiding<V> {
    /// Whether that is marked.
    fn __meant(&self) -> V;
}

impl<A, B, V: Copy> Hiding<V> for Method<A, B, V> {
    fn __meant(&self) -> V {
        self.2
    }
}

/// What stands for a method that another one hides.
#[derive(Clone, Copy, Debug)]
pub struct HiddenMethod;

/// Takes what stands for a method whose derivative is meant where the method is, beside that method.
pub fn visible_method<M, T, U, V: IsVisibleMethod<M>>(_: &Method<M, T, U>, _: V) {}

/// A method whose derivative is meant where the method is.
#[diagnostic::on_unimplemented(
    message = "a method of the type itself has this name and no derivative",
    label = "where this is called as a method, the other one is called, with the derivative of this one",
    note = "the other one is `{M}`",
    note = "write `#[differentiable]` on the other method as well, or give one of the two another name"
)]
pub trait IsVisibleMethod<M> {}

impl<M> IsVisibleMethod<M> for Visible {}

/// A method of a type itself that is not marked.
#[derive(Clone, Copy, Debug)]
pub struct PlainMethod;

/// A function without `self` of a type that is not marked.
#[derive(Clone, Copy, Debug)]
pub struct PlainFunction;

/// What a call of a function of a type asks of it where it is not marked. The lifetime leaves it to the call to ask.
#[diagnostic::on_unimplemented(
    message = "this function has no derivative",
    label = "this function is not marked",
    note = "write `#[differentiable]` on the `impl` that has it"
)]
pub trait MarkedFunction<'a> {}

/// The same of a method.
#[diagnostic::on_unimplemented(
    message = "this method has no derivative",
    label = "this method is not marked",
    note = "write `#[differentiable]` on the `impl` that has it, and on the method too if others of the `impl` have it"
)]
pub trait MarkedMethod<'a> {}

/// The cotangent of a type, for who calls a derivative: where there is an error in the constant, rustc says nothing of it.
pub type CotangentIf<T, const CHECKED: usize> = <T as DifferentiableIf<CHECKED>>::Cotangent;

/// A type whose cotangent depends on a constant.
pub trait DifferentiableIf<const CHECKED: usize> {
    /// The cotangent.
    type Cotangent: Cotangent;
}

impl<T: Differentiable + ?Sized, const CHECKED: usize> DifferentiableIf<CHECKED> for T {
    type Cotangent = T::Cotangent;
}

/// What derivatives are written for: the types of their parameters are checked, in the constant. With an error in the constant,
/// rustc says nothing of the derivatives themselves.
pub trait TypesHaveCotangents<const CHECKED: usize> {}

impl<T, const CHECKED: usize> TypesHaveCotangents<CHECKED> for T {}

/// Takes a type parameter that stands for a real scalar.
pub fn real<T: Float>() {}

/// Takes a number, or a reference to one, of the type that the macro takes it for.
pub fn is<T, V: Is<T>>(_: &V) {}

/// A value of the type `T`, or a reference to one.
#[diagnostic::on_unimplemented(
    message = "this is a `{Self}`, and not a `{T}`, for which the macro takes it",
    label = "the macro takes this for a `{T}`",
    note = "bind it to a variable with its type, and compute with that: `let gain: Gain = GAIN;`"
)]
pub trait Is<T> {}

impl<T> Is<T> for T {}
impl<T> Is<T> for &T {}

/// Takes a field that the macro takes for a number of this type, or a reference to one, since a method of numbers is called on it.
pub fn is_number<T, V: IsNumber<T>>(_: &V) {}

/// The same of what a call gives, where the method is called.
pub fn number<T, V: IsNumber<T>>(value: &V) -> &V {
    value
}

/// A value of the type `T`, or a reference to one, of which a method is called.
#[diagnostic::on_unimplemented(
    message = "this is a method of `{Self}`, and the macro takes it for that of a number, which has the same name",
    label = "the macro takes this for the method of `{T}`",
    note = "give what it is called on a name with its type, and call it on that: `let z: {Self} = …;`"
)]
pub trait IsNumber<T> {}

impl<T> IsNumber<T> for T {}
impl<T> IsNumber<T> for &T {}
impl<T> IsNumber<T> for &mut T {}
impl<T> IsNumber<T> for &&T {}

/// Takes a field that the macro takes for a number of this type, or a reference to one, since it meets a number in an operator.
pub fn is_operand<T, V: IsOperand<T>>(_: &V) {}

/// A value of the type `T`, or a reference to one, that is an operand.
#[diagnostic::on_unimplemented(
    message = "this is a `{Self}`, and the macro takes it for a number, which it meets in an operator",
    label = "the macro takes this for a `{T}`",
    note = "give it a name with its type, and compute with that: `let v: {Self} = …;`"
)]
pub trait IsOperand<T> {}

#[diagnostic::do_not_recommend]
impl<T> IsOperand<T> for T {}
#[diagnostic::do_not_recommend]
impl<T> IsOperand<T> for &T {}

/// Takes what a field is, of which a derivative needs the cotangent.
pub fn has_cotangent<V: HasCotangent>(_: V) {}

/// What a field is that the cotangent of the struct has. A constant one is `()`.
#[diagnostic::on_unimplemented(
    message = "this field is `#[constant]`, and the gradient depends on it",
    label = "this field has no cotangent",
    note = "take it for a constant, `stop_gradient(…)` around it, with `use backprop::stop_gradient;`",
    note = "the macro does so itself where it sees the struct: in the same file, and not in a macro"
)]
pub trait HasCotangent {}

/// A field that is not constant.
#[derive(Clone, Copy, Debug)]
pub struct Kept;

impl HasCotangent for Kept {}

/// What a variable stands for.
#[derive(Clone, Copy, Debug)]
pub struct One;

/// What another variable of the same name stands for.
#[derive(Clone, Copy, Debug)]
pub struct Other;

/// Takes what the one variable stands for.
pub fn one<V: IsOne>(_: V) {}

/// What the one variable stands for.
#[diagnostic::on_unimplemented(
    message = "two variables of this name come from different macros, and the derivative may take one for the other",
    label = "this is one of them",
    note = "give one of the two another name"
)]
pub trait IsOne {}

impl IsOne for One {}

/// What a name stands for that no import hides.
#[derive(Clone, Copy, Debug)]
pub struct Visible;

/// Takes what a name stands for that no import hides.
pub fn visible<V: IsVisible>(_: V) {}

/// What a name stands for that no import hides.
#[diagnostic::on_unimplemented(
    message = "an import of a block hides this name, and the derivative takes it for what is declared in the function",
    label = "an import hides this",
    note = "import what you need by its name, or give one of the two another name"
)]
pub trait IsVisible {}

impl IsVisible for Visible {}

/// What a loop runs over: an array, whose elements come in the order of their indices.
#[diagnostic::on_unimplemented(
    message = "a loop over `{Self}` is not differentiable",
    label = "this is no array",
    note = "loop over a range, `for i in 0..n`, and read the elements: `a[i]`"
)]
pub trait Array {
    /// What it holds.
    type Element;

    /// How many.
    fn __count(&self) -> usize;
}

impl<T> Array for [T] {
    type Element = T;

    #[inline]
    fn __count(&self) -> usize {
        self.len()
    }
}

impl<T, const N: usize> Array for [T; N] {
    type Element = T;

    #[inline]
    fn __count(&self) -> usize {
        N
    }
}

#[cfg(feature = "std")]
impl<T> Array for std::vec::Vec<T> {
    type Element = T;

    #[inline]
    fn __count(&self) -> usize {
        self.len()
    }
}

#[cfg(feature = "std")]
impl<T> Array for std::collections::VecDeque<T> {
    type Element = T;

    #[inline]
    fn __count(&self) -> usize {
        self.len()
    }
}

#[cfg(feature = "std")]
impl<A: Array + ?Sized> Array for std::boxed::Box<A> {
    type Element = A::Element;

    #[inline]
    fn __count(&self) -> usize {
        (**self).__count()
    }
}

impl<A: Array + ?Sized> Array for &A {
    type Element = A::Element;

    #[inline]
    fn __count(&self) -> usize {
        (**self).__count()
    }
}

/// An array that a loop runs over.
#[inline]
#[must_use]
pub const fn array<A: Array + ?Sized>(array: &A) -> &A {
    array
}

/// Takes an array whose elements the macro takes for integers, since they become numbers of other types.
pub const fn integers<A: Integers + ?Sized>(array: &A) -> &A {
    array
}

/// An integer, a `bool` or a `char`, or an array of these.
#[diagnostic::on_unimplemented(
    message = "this holds `{Self}`, and the macro takes it for an array of integers, since `as` makes numbers of its elements",
    label = "the macro takes this for an array of integers",
    note = "give the element a name with its type, and write the `as` after that: `let v: {Self} = …;`"
)]
pub trait Integers {}

macro_rules! integers {
    ($($name:ty),+) => { $(impl Integers for $name {})+ };
}

integers!(i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize, bool, char);

impl<T: Integers> Integers for [T] {}
impl<T: Integers, const N: usize> Integers for [T; N] {}
#[cfg(feature = "std")]
impl<T: Integers> Integers for std::vec::Vec<T> {}
impl<T: Integers + ?Sized> Integers for &T {}

/// Takes what a call changes, and the macro takes for an array.
pub fn changed<A: ChangedArray + ?Sized>(array: &mut A) -> &mut A {
    array
}

/// An array that a call changes.
#[diagnostic::on_unimplemented(
    message = "this is a `{Self}`, and the macro takes it for an array, since nothing but a call changes it",
    label = "the macro takes this for an array",
    note = "write its type where it is declared: `let mut y: {Self} = …;`"
)]
pub trait ChangedArray {}

impl<T> ChangedArray for [T] {}
impl<T, const N: usize> ChangedArray for [T; N] {}
#[cfg(feature = "std")]
impl<T> ChangedArray for std::vec::Vec<T> {}

/// What a loop runs over by value: it gives its elements, not references to them.
#[diagnostic::on_unimplemented(
    message = "a loop over `{Self}` by value is not differentiable",
    label = "this gives references",
    note = "write that the loop runs over references: `for x in W.iter()`"
)]
pub trait ArrayByValue: Array {}

impl<T, const N: usize> ArrayByValue for [T; N] {}

/// A constant that a loop runs over by value.
#[inline]
#[must_use]
pub const fn array_by_value<A: ArrayByValue>(array: &A) -> &A {
    array
}

/// How many elements a loop runs over.
#[inline]
#[must_use]
pub fn length<A: Array + ?Sized>(array: &A) -> usize {
    array.__count()
}

/// The same, where loops run over the elements of the elements too.
#[inline]
#[must_use]
pub fn length_of_rows<A: Array<Element: Array> + ?Sized>(array: &A) -> usize {
    array.__count()
}
