//! Whether it matters where a value is dropped. A derivative takes structs apart, and keeps what it needs for the reverse pass: of what
//! is in a struct or has been moved into a closure, it does not say where it ends. So it asks, and does not compile if that does something.

use core::cell::{Ref, RefMut};

/// A value. What its type is decides which method is found, `(&&&&Dropped(x)).anywhere()`: each of the traits here is for one reference
/// less than the one before it, and rustc takes the first that the type has.
#[derive(Debug)]
pub struct Dropped<'a, T: ?Sized>(pub &'a T);

/// What frees its memory and drops what it holds, and does nothing else.
pub trait Holds {
    /// It may be dropped at another place.
    #[inline]
    fn __anywhere(&self) {}
}

#[cfg(feature = "std")]
macro_rules! holding {
    ($($held:ty),*) => { $( impl<T> Holds for &&&Dropped<'_, $held> {} )* };
}
#[cfg(feature = "std")]
holding!(
    std::collections::LinkedList<T>,
    std::collections::VecDeque<T>,
    std::rc::Weak<T>,
    std::sync::OnceLock<T>,
    std::sync::Weak<T>,
    std::vec::IntoIter<T>,
    std::vec::Vec<T>
);
#[cfg(feature = "std")]
impl<T: ?Sized> Holds for &&&Dropped<'_, std::boxed::Box<T>> {}
#[cfg(feature = "std")]
impl<T: ?Sized> Holds for &&&Dropped<'_, std::rc::Rc<T>> {}
#[cfg(feature = "std")]
impl<T: ?Sized> Holds for &&&Dropped<'_, std::sync::Arc<T>> {}
#[cfg(feature = "std")]
impl<K, V> Holds for &&&Dropped<'_, std::collections::BTreeMap<K, V>> {}

/// What gives a `RefCell` back.
pub trait Borrows {
    /// It is dropped where it is.
    fn __anywhere(&self)
    where
        Self: DroppedAnywhere,
    {
    }
}

impl<T: ?Sized> Borrows for &&&Dropped<'_, Ref<'_, T>> {}
impl<T: ?Sized> Borrows for &&&Dropped<'_, RefMut<'_, T>> {}

/// What does something when it is dropped.
pub trait Drops {
    /// It is dropped where it is.
    fn __anywhere(&self)
    where
        Self: DroppedAnywhere,
    {
    }
}

#[expect(drop_bounds, reason = "whether a type has a destructor of its own is what is asked")]
impl<T: Drop + ?Sized> Drops for &&Dropped<'_, T> {}

/// All other values.
pub trait Ends {
    /// It may be dropped at another place.
    #[inline]
    fn __anywhere(&self) {}
}

impl<T: ?Sized> Ends for &Dropped<'_, T> {}

/// Nothing is this.
#[diagnostic::on_unimplemented(
    message = "this does something when it is dropped, and a derivative may drop it at another place",
    label = "its type, or one in it, implements `Drop`",
    note = "keep it in a variable of its own, and a reference to it here"
)]
pub trait DroppedAnywhere {}
