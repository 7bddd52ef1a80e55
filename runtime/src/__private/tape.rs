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
        self.0.next_back().expect(ENOUGH)
    }
}

const ENOUGH: &str = "a turn of the reverse pass for each turn of the forward pass";

impl<T> Default for Tape<T> {
    fn default() -> Self {
        Self::new()
    }
}

/// A tape of which turns are counted.
pub trait Turns {
    /// How many turns it has the entries of.
    fn turns(&self) -> usize;
}

impl<T> Turns for Tape<T> {
    #[inline]
    fn turns(&self) -> usize {
        self.0.len()
    }
}

/// The tapes of a loop that runs in each turn of another, one after the other in one: no turn of the outer loop allocates one.
#[derive(Clone, Debug, Default)]
pub struct Tapes<S> {
    all: S,
    /// Where the tape of each turn ends.
    ends: Vec<usize>,
}

impl<S: Turns> Tapes<S> {
    /// No tapes yet, all to be in this one.
    #[inline]
    #[must_use]
    pub const fn new(all: S) -> Self {
        Self { all, ends: Vec::new() }
    }

    /// What the inner loop adds its entries to.
    #[inline]
    pub fn inner(&mut self) -> &mut S {
        &mut self.all
    }

    /// Ends the tape of the turn at hand.
    #[inline]
    pub fn end(&mut self) {
        self.ends.push(self.all.turns());
    }

    /// The tapes, from that of the last turn on.
    #[inline]
    #[must_use]
    pub fn entries(&self) -> Parts<'_, S> {
        Parts { of: self, from: 0, to: self.ends.len() }
    }
}

impl<S> Turns for Tapes<S> {
    #[inline]
    fn turns(&self) -> usize {
        self.ends.len()
    }
}

/// The tape of a turn: a part of the one that has all of them.
#[derive(Debug)]
pub struct Part<'a, S> {
    all: &'a S,
    from: usize,
    to: usize,
}

impl<'a, T> Part<'a, Tape<T>> {
    /// The entries, from that of the last turn on.
    #[inline]
    #[must_use]
    pub fn entries(&self) -> Entries<'a, T> {
        Entries(self.all.0[self.from..self.to].iter())
    }
}

impl<'a, S> Part<'a, Tapes<S>> {
    /// The tapes, from that of the last turn on.
    #[inline]
    #[must_use]
    pub fn entries(&self) -> Parts<'a, S> {
        Parts { of: self.all, from: self.from, to: self.to }
    }
}

/// Tapes that are parts of one, from the last turn to the first.
#[derive(Debug)]
pub struct Parts<'a, S> {
    of: &'a Tapes<S>,
    from: usize,
    to: usize,
}

impl<'a, S> Parts<'a, S> {
    /// The tape of the last turn that has not been taken yet.
    ///
    /// # Panics
    /// If there is none: the reverse pass runs no more turns than the forward pass did.
    #[inline]
    #[must_use]
    pub fn last(&mut self) -> Part<'a, S> {
        assert!(self.from < self.to, "{ENOUGH}");
        self.to -= 1;
        let from = self.to.checked_sub(1).map_or(0, |before| self.of.ends[before]);
        Part { all: &self.of.all, from, to: self.of.ends[self.to] }
    }
}

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use super::{Tape, Tapes};

    /// What is read back of loops in loops in a loop, some of which have no turns.
    #[test]
    fn nested_tapes_come_back_in_reverse() {
        let turns = [[0, 3, 1], [0, 0, 0], [2, 0, 4]];
        let mut tape = Tapes::new(Tapes::new(Tape::new()));
        let mut pushed = Vec::new();
        for middle in turns {
            for inner in middle {
                for _ in 0..inner {
                    pushed.push(pushed.len());
                    tape.inner().inner().push(pushed.len() - 1);
                }
                tape.inner().end();
            }
            tape.end();
        }
        // It can be read any number of times.
        for _ in 0..2 {
            let mut found = Vec::new();
            let mut entries = tape.entries();
            for middle in turns.iter().rev() {
                let part = entries.last();
                let mut entries = part.entries();
                for &inner in middle.iter().rev() {
                    let part = entries.last();
                    let mut entries = part.entries();
                    for _ in 0..inner {
                        found.push(*entries.last());
                    }
                }
            }
            found.reverse();
            assert_eq!(found, pushed);
        }
    }

    #[test]
    #[should_panic = "a turn of the reverse pass for each turn of the forward pass"]
    fn a_turn_too_many() {
        let mut tape = Tapes::new(Tape::<f64>::new());
        tape.end();
        let mut entries = tape.entries();
        let _ = entries.last();
        let _ = entries.last();
    }
}
