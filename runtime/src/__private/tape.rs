//! What the turns of a loop leave for its reverse pass.

use core::ops::Range;
use std::vec::Vec;

/// A stack with an entry for each turn. The reverse pass runs the turns from the last to the first.
#[derive(Clone, Debug)]
pub struct Tape<T>(Vec<T>);

impl<T> Tape<T> {
    /// A tape without entries.
    #[inline]
    #[must_use]
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// Adds the entry of the turn at hand.
    #[inline]
    pub fn push(&mut self, entry: T) {
        self.0.push(entry);
    }

    /// Adds an entry for each number of a loop, and lends them.
    #[inline]
    pub fn slots(&mut self, numbers: Range<usize>) -> &mut [T]
    where
        T: Clone + Default,
    {
        let (begin, count) = (self.0.len(), numbers.end.saturating_sub(numbers.start));
        self.0.resize(begin + count, T::default());
        let (_, added) = self.0.split_at_mut(begin);
        &mut added[..count]
    }

    /// Takes all entries away, and keeps the memory.
    #[inline]
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// The entries, from that of the last turn on.
    #[inline]
    #[must_use]
    pub fn entries(&self) -> Entries<'_, T> {
        Entries(self.0.iter())
    }
}

/// The entries of a tape, from the last turn to the first.
#[derive(Clone, Debug)]
pub struct Entries<'a, T>(core::slice::Iter<'a, T>);

impl<'a, T> Entries<'a, T> {
    /// The entries of the last loop over these numbers that have not been taken yet.
    ///
    /// # Panics
    /// If there are too few: the reverse pass runs no more turns than the forward pass did.
    #[inline]
    #[must_use]
    pub fn slots(&mut self, numbers: Range<usize>) -> &'a [T] {
        let count = numbers.end.saturating_sub(numbers.start);
        let entries = self.0.as_slice();
        let (rest, last) = entries.split_at(entries.len() - count);
        self.0 = rest.iter();
        &last[..count]
    }

    /// The entry of the last turn that has not been taken yet.
    ///
    /// # Panics
    /// If there is none: the reverse pass runs no more turns than the forward pass did.
    #[inline]
    #[must_use]
    pub fn last(&mut self) -> &'a T {
        self.0.next_back().expect("a turn of the reverse pass for each turn of the forward pass")
    }
}

impl<T> Default for Tape<T> {
    fn default() -> Self {
        Self::new()
    }
}
