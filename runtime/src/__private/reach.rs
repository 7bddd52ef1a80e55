//! The elements that the turns of a loop reach one after the other, as a slice that is taken before the loop. So the bounds are
//! checked once.

use core::cell::Cell;
use core::ops::Range;

/// Where the first turn reaches an element, if there is a turn.
#[inline]
pub fn first(numbers: Range<usize>, place: impl FnOnce() -> usize) -> usize {
    if numbers.start < numbers.end { place() } else { 0 }
}

/// The elements that so many turns reach, the first turn this one.
///
/// # Panics
/// If one is missing: a loop of the reverse pass that needs nothing of the forward pass may come before it.
#[inline]
#[must_use]
pub fn part<T>(array: &[T], first: usize, turns: usize) -> &[T] {
    match array.get(first..first.wrapping_add(turns)) {
        Some(part) => part,
        None => missing(array.len(), first),
    }
}

/// The same, to be changed.
///
/// # Panics
/// If one is missing.
#[inline]
#[must_use]
pub fn part_mut<T>(array: &mut [T], first: usize, turns: usize) -> &mut [T] {
    let length = array.len();
    match array.get_mut(first..first.wrapping_add(turns)) {
        Some(part) => part,
        None => missing(length, first),
    }
}

/// The elements from this one on, where so many turns change elements at several distances, which differ by at most so many.
///
/// # Panics
/// If one is missing.
#[inline]
#[must_use]
pub fn around_mut<T>(array: &mut [T], first: usize, turns: usize, more: usize) -> &mut [T] {
    let length = array.len();
    match array.get_mut(first..) {
        Some(part) if has(part.len(), turns, more) => part,
        Some(_) | None => missing(length, first),
    }
}

/// Whether there are as many elements as turns, and more, which is not zero. It is written so that the compiler knows of each place
/// that it is in range.
#[inline]
const fn has(length: usize, turns: usize, more: usize) -> bool {
    length > turns && length - turns >= more
}

/// The first element that is missing is reached for.
#[cold]
#[inline(never)]
#[track_caller]
fn missing(length: usize, first: usize) -> ! {
    panic!("index out of bounds: the len is {length} but the index is {}", if first < length { length } else { first })
}

/// The elements of an array of which several parts are changed.
#[inline]
#[must_use]
pub fn cells<T>(array: &mut [T]) -> &[Cell<T>] {
    Cell::from_mut(array).as_slice_of_cells()
}

/// A part of an array, for what counts the turns: empty if there is no such part.
#[inline]
#[must_use]
pub fn within<T>(array: &[T], range: Range<usize>) -> &[T] {
    array.get(range).unwrap_or_default()
}

/// How many turns find an element, the first turn this one.
#[inline]
#[must_use]
pub const fn count<T>(array: &[T], first: usize) -> usize {
    array.len().saturating_sub(first)
}

/// How many turns find this element: any number, if it is there.
#[inline]
#[must_use]
pub const fn count_at<T>(array: &[T], place: usize) -> usize {
    if place < array.len() { usize::MAX } else { 0 }
}

/// Where the turns end that find all their elements: before `numbers.end` if an array has only so many of them.
#[inline]
#[must_use]
pub fn end<const N: usize>(numbers: Range<usize>, counts: [usize; N]) -> usize {
    let turns = numbers.end.saturating_sub(numbers.start);
    let mut least = turns;
    for count in counts {
        least = if count < least { count } else { least };
    }
    numbers.start + least
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
