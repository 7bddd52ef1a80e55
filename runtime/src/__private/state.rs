//! Whether a field without a tangent may change behind a shared reference. A derivative copies structs, and of what a copy changes the
//! original knows nothing: so the derive asks, and does not compile if a copy would have a state of its own.

use core::cell::OnceCell;
use core::panic::RefUnwindSafe;

/// A field. What its type is decides which method is found, `(&&&&&Field(x)).has_no_state()`: each of the traits here is for one reference
/// less than the one before it, and rustc takes the first that the type has.
#[derive(Debug)]
pub struct Field<'a, T: ?Sized>(pub &'a T);

/// What is written once, through a shared reference.
pub trait Once {
    /// It has a state of its own.
    fn __has_no_state(&self)
    where
        Self: WithoutState,
    {
    }
}

impl<T> Once for &&&&Field<'_, OnceCell<T>> {}

#[cfg(feature = "std")]
impl<T> Once for &&&&Field<'_, std::sync::OnceLock<T>> {}

/// What a copy shares with the original.
pub trait Shared {
    /// It has no state of its own.
    #[inline]
    fn __has_no_state(&self) {}
}

impl<T: Copy> Shared for &&&Field<'_, T> {}

/// The same of a pointer that counts.
pub trait Counted {
    /// It has no state of its own.
    #[inline]
    fn __has_no_state(&self) {}
}

#[cfg(feature = "std")]
macro_rules! counted {
    ($($pointer:ty),*) => { $(
        impl<T: ?Sized> Counted for &&&Field<'_, $pointer> {}
        impl<T: ?Sized> Counted for &&&Field<'_, Option<$pointer>> {}
        impl<T: ?Sized> Counted for &&&Field<'_, std::vec::Vec<$pointer>> {}
    )* };
}
#[cfg(feature = "std")]
counted!(std::rc::Rc<T>, std::sync::Arc<T>);

/// What does not change behind a shared reference.
pub trait Fixed {
    /// It has no state of its own.
    #[inline]
    fn __has_no_state(&self) {}
}

impl<T: RefUnwindSafe + ?Sized> Fixed for &&Field<'_, T> {}

/// What can be copied, and may change: a `Cell`, a `RefCell`, or what holds one.
pub trait Copied {
    /// It has a state of its own.
    fn __has_no_state(&self)
    where
        Self: WithoutState,
    {
    }
}

impl<T: Clone> Copied for &Field<'_, T> {}

/// What nobody copies.
pub trait Alone {
    /// There is but one.
    #[inline]
    fn __has_no_state(&self) {}
}

impl<T: ?Sized> Alone for Field<'_, T> {}

/// Nothing is this.
#[diagnostic::on_unimplemented(
    message = "this field changes behind a shared reference: a derivative copies structs, and a copy would have a state of its own",
    label = "a `Cell`, a `RefCell` or the like stands in this type",
    note = "keep it outside of the struct, and a reference to it in the field: `&'a Cell<T>` or `Rc<Cell<T>>`"
)]
pub trait WithoutState {}
