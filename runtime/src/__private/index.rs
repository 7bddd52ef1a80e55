//! The indices of elements that options hold, where they are taken out: with the panics of the options.

/// The index of the last of so many elements, for `a.last().unwrap()`, or `.expect(text)`.
///
/// # Panics
/// If there is none.
#[inline]
#[must_use]
#[track_caller]
pub fn last(len: usize, text: Option<&str>) -> usize {
    taken(len.checked_sub(1), text)
}

/// The index of an element among so many, for `a.get(at).unwrap()`, or `.expect(text)`.
///
/// # Panics
/// If there is none with this index.
#[inline]
#[must_use]
#[track_caller]
pub fn at(at: usize, len: usize, text: Option<&str>) -> usize {
    taken((at < len).then_some(at), text)
}

#[inline]
#[track_caller]
fn taken(index: Option<usize>, text: Option<&str>) -> usize {
    match text {
        Some(text) => index.expect(text),
        None => index.unwrap(),
    }
}
