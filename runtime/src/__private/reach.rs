//! The elements that the turns of a loop reach one after the other, as a slice that is taken before the loop. So the bounds are
//! checked once.

use core::cell::Cell;
use core::ops::Range;

/// Where the turns of a loop find their elements: at their numbers, with so much added.
#[derive(Clone, Debug)]
pub struct Places {
    numbers: Range<usize>,
    by: usize,
}

impl From<Range<usize>> for Places {
    #[inline]
    fn from(numbers: Range<usize>) -> Self {
        Self { numbers, by: 0 }
    }
}

impl Places {
    /// In an array. Without turns, this need not be a range of anything.
    #[inline]
    const fn range(&self) -> Range<usize> {
        self.numbers.start.wrapping_add(self.by)..self.numbers.end.wrapping_add(self.by)
    }
}

/// The numbers of a loop, each with so much added.
#[inline]
#[must_use]
pub const fn after(numbers: Range<usize>, by: usize) -> Places {
    Places { numbers, by }
}

/// The numbers of a loop, each with so much taken away.
#[inline]
#[must_use]
pub const fn before(numbers: Range<usize>, by: usize) -> Places {
    Places { numbers, by: by.wrapping_neg() }
}

/// What is added to the numbers of a loop, if it has turns.
#[inline]
pub fn offset(numbers: Range<usize>, of: impl FnOnce() -> usize) -> usize {
    if numbers.start < numbers.end { of() } else { 0 }
}

/// The elements that all turns reach. If there is no turn, there may be none.
///
/// # Panics
/// If one is missing: a loop of the reverse pass that needs nothing of the forward pass may come before it.
#[inline]
#[must_use]
pub fn part<T>(array: &[T], places: impl Into<Places>) -> &[T] {
    let (length, places) = (array.len(), places.into());
    match array.get(places.range()) {
        Some(part) => part,
        None if places.numbers.is_empty() => &[],
        None => missing(length, places.range().start),
    }
}

/// The same, to be changed.
///
/// # Panics
/// If one is missing.
#[inline]
#[must_use]
pub fn part_mut<T>(array: &mut [T], places: impl Into<Places>) -> &mut [T] {
    let (length, places) = (array.len(), places.into());
    match array.get_mut(places.range()) {
        Some(part) => part,
        None if places.numbers.is_empty() => &mut [],
        None => missing(length, places.range().start),
    }
}

/// The first element that is missing is reached for.
#[cold]
#[inline(never)]
#[track_caller]
fn missing(length: usize, start: usize) -> ! {
    panic!("index out of bounds: the len is {length} but the index is {}", length.max(start))
}

/// The elements of an array of which several parts are changed.
#[inline]
#[must_use]
pub fn cells<T>(array: &mut [T]) -> &[Cell<T>] {
    Cell::from_mut(array).as_slice_of_cells()
}

/// Where the turns end that find an element at their number: before `numbers.end` if the array has only so many.
#[inline]
#[must_use]
pub fn end<T>(array: &[T], numbers: Range<usize>) -> usize {
    let start = numbers.start;
    end_from(array, numbers, start)
}

/// The same at their number with so much added. Where the first turn finds its element is computed by its caller where it is
/// out of range: what is done then depends on how that was compiled.
#[inline]
pub fn end_after<T>(array: &[T], numbers: Range<usize>, by: usize, first: impl FnOnce() -> usize) -> usize {
    if numbers.is_empty() {
        return numbers.start;
    }
    let start = numbers.start.checked_add(by).unwrap_or_else(first);
    end_from(array, numbers, start)
}

/// The same with so much taken away.
#[inline]
pub fn end_before<T>(array: &[T], numbers: Range<usize>, by: usize, first: impl FnOnce() -> usize) -> usize {
    if numbers.is_empty() {
        return numbers.start;
    }
    let start = numbers.start.checked_sub(by).unwrap_or_else(first);
    end_from(array, numbers, start)
}

/// The turns find one element after the other, from this place on.
#[inline]
fn end_from<T>(array: &[T], numbers: Range<usize>, start: usize) -> usize {
    let turns = numbers.end.saturating_sub(numbers.start);
    let found = array.len().saturating_sub(start);
    numbers.start + if found < turns { found } else { turns }
}

/// The turn after the last one that found all its elements has panicked.
///
/// # Panics
/// Always.
#[cold]
#[inline(never)]
#[track_caller]
pub fn out_of_bounds() -> ! {
    panic!("index out of bounds: an element that is missing has been found")
}
