//! Indices that are not marked.
//!
//! An index of a type is found before one of what the type derefs to. So is what stands here beside an index that is not marked, before
//! what stands beside a marked one of what the type derefs to.

use core::ops::Index;

/// What stands beside an index, where that is not marked: errors. A type with a marked index has methods of these names, which are found first.
#[expect(missing_docs, non_snake_case, reason = "rustc shows the names of the methods, which say what is missing")]
pub trait Unmarked<I> {
    fn __backprop_index(&self, _: I) -> f64
    where
        Self: HasMarkedIndex,
    {
        super::never()
    }

    fn __backprop_index_mut(&self, _: I) -> f64
    where
        Self: HasMarkedIndex,
    {
        super::never()
    }

    fn __Index_needs_differentiable<R>(&self, _: I) -> R
    where
        Self: HasMarkedIndex,
    {
        super::never()
    }

    fn __IndexMut_needs_differentiable<R>(&self, _: I) -> R
    where
        Self: HasMarkedIndex,
    {
        super::never()
    }
}

impl<I, T: Index<I> + ?Sized> Unmarked<I> for T {}

/// A type with a marked index.
#[diagnostic::on_unimplemented(
    message = "the index of `{Self}` is not differentiable",
    label = "this index is not marked",
    note = "write `#[differentiable]` on its `impl`; if the index of what `{Self}` derefs to is meant, write `(*a)[(i, j)]`"
)]
pub trait HasMarkedIndex {}
