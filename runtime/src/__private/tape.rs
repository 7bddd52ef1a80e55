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

    /// The entry of the last turn that is still there.
    ///
    /// # Panics
    /// If there is none: the reverse pass runs no more turns than the forward pass did.
    #[inline]
    #[must_use]
    pub fn pop(&mut self) -> T {
        self.0.pop().expect("a turn of the reverse pass for each turn of the forward pass")
    }
}

impl<T> Default for Tape<T> {
    fn default() -> Self {
        Self::new()
    }
}
