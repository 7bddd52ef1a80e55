//! Whether a number that is read from somewhere may be one that a call has stored there.

use core::panic::RefUnwindSafe;

/// What a number is read from. What its type is decides which method is found, `(&&&&Stored(x)).is_fixed()`: each of the traits here is for
/// one reference less than the one before it, and rustc takes the first that the type has.
#[derive(Debug)]
pub struct Stored<'a, T: ?Sized>(pub &'a T);

/// What is changed under a lock, or behind `&mut`.
pub trait Locked {
    /// It changes behind a shared reference.
    fn __is_fixed(&self)
    where
        Self: StoresNothing,
    {
    }
}

#[cfg(feature = "std")]
macro_rules! locked {
    ($($lock:ty),*) => { $(
        impl<T: ?Sized> Locked for &&&Stored<'_, $lock> {}
        impl<T: ?Sized> Locked for &&&Stored<'_, &$lock> {}
        impl<T: ?Sized> Locked for &&&Stored<'_, std::sync::Arc<$lock>> {}
        impl<T: ?Sized> Locked for &&&Stored<'_, &std::sync::Arc<$lock>> {}
    )* };
}
#[cfg(feature = "std")]
locked!(std::sync::Mutex<T>, std::sync::RwLock<T>);

#[cfg(feature = "std")]
impl<T> Locked for &&&Stored<'_, std::sync::OnceLock<T>> {}
#[cfg(feature = "std")]
impl<T> Locked for &&&Stored<'_, &std::sync::OnceLock<T>> {}

impl<T: ?Sized> Locked for &&&Stored<'_, &mut T> {}

/// What does not change behind a shared reference.
pub trait Fixed {
    /// It does not.
    #[inline]
    fn __is_fixed(&self) {}
}

impl<T: RefUnwindSafe + ?Sized> Fixed for &&Stored<'_, T> {}

/// All others: a `Cell`, a `RefCell`, or what holds one.
pub trait Changing {
    /// It changes behind a shared reference.
    fn __is_fixed(&self)
    where
        Self: StoresNothing,
    {
    }
}

impl<T: ?Sized> Changing for &Stored<'_, T> {}

/// Nothing is this.
#[diagnostic::on_unimplemented(
    message = "a call may have stored a number here that depends on a differentiated parameter, and what is read from here has no derivative",
    label = "a `Cell`, a `RefCell` or the like that a call is given beside such a number",
    note = "if what is read does not depend on the number, give the call that without its derivative: `stop_gradient(x)`"
)]
pub trait StoresNothing {}
