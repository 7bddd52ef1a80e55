//! What the turns of a loop leave for its reverse pass.

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
