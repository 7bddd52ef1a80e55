//! Values of the host's that are needed after the block that they were made in.
//!
//! There, Rust has dropped them; the emitted code drops them later. Of a copy nobody can tell, and no more of what frees its memory when it
//! is dropped and does nothing else, whatever it holds being such a value too.

#[cfg(feature = "std")]
use super::arrays::Lengths;
#[cfg(feature = "std")]
use super::shapes::{Shape, Shaped};

/// What may leave the block that it was made in. Which of the reasons it is, rustc finds: no type has two.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is needed after the block that it is made in, and it may do something when it is dropped",
    label = "this is dropped at the end of a block, and a derivative would drop it later",
    note = "make it before, in a variable of its own, and use a reference to it in the block"
)]
pub trait Leaves<Reason> {}

/// A copy.
#[derive(Debug)]
pub struct Copied;

impl<T: Copy> Leaves<Copied> for T {}

/// What holds values that leave for this reason.
#[cfg(feature = "std")]
#[derive(Debug)]
pub struct Holding<Reason>(Reason);

#[cfg(feature = "std")]
impl<T: Leaves<R>, R> Leaves<Holding<R>> for std::vec::Vec<T> {}

#[cfg(feature = "std")]
impl<T: Leaves<R> + ?Sized, R> Leaves<Holding<R>> for std::boxed::Box<T> {}

#[cfg(feature = "std")]
impl<T: Leaves<R>, R> Leaves<Holding<R>> for [T] {}

#[cfg(feature = "std")]
impl Leaves<Holding<Copied>> for std::string::String {}

#[cfg(feature = "std")]
impl<L: Leaves<R>, R> Leaves<Holding<R>> for Lengths<L> {}

#[cfg(feature = "std")]
impl<A: Shaped<M, Length: Leaves<Holding<R>>> + ?Sized, M, R> Leaves<Holding<R>> for Shape<A, M> {}

// These are copies where what they hold is one.
#[cfg(feature = "std")]
impl<T: Leaves<Holding<R>>, R> Leaves<Holding<R>> for Option<T> {}

#[cfg(feature = "std")]
impl<T: Leaves<Holding<R>>, R, const N: usize> Leaves<Holding<R>> for [T; N] {}

/// A value without a tangent that is needed after the block that it was made in.
#[inline]
#[must_use]
pub fn leave<T: Leaves<R>, R>(value: T) -> T {
    value
}
