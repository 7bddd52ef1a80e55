//! What the turns of a loop leave for its reverse pass.

use core::mem;
use core::ops::Deref;
use std::borrow::Cow;
use std::vec::Vec;

/// A stack with an entry for each turn. The reverse pass runs the turns from the last to the first.
///
/// The entries are in blocks, each as long as all before it, so that none is ever moved.
#[derive(Clone, Debug)]
pub struct Tape<T> {
    /// The blocks that have no room left.
    full: Vec<Vec<T>>,
    /// The block that takes entries.
    block: Vec<T>,
}

/// How many entries the first block has room for.
const FIRST: usize = 16;

impl<T> Tape<T> {
    /// A tape without entries.
    #[inline]
    #[must_use]
    pub const fn new() -> Self {
        Self { full: Vec::new(), block: Vec::new() }
    }

    /// Adds the entry of the turn at hand.
    #[inline]
    pub fn push(&mut self, entry: T) {
        if self.block.len() == self.block.capacity() {
            self.begin_block(1);
        }
        self.block.push(entry);
    }

    /// Adds so many entries, one for each turn of a loop, and lends them.
    #[inline]
    pub fn slots(&mut self, count: usize) -> &mut [T]
    where
        T: Clone + Default,
    {
        if self.block.capacity() - self.block.len() < count {
            self.begin_block(count);
        }
        let begin = self.block.len();
        self.block.resize(begin + count, T::default());
        let (_, added) = self.block.split_at_mut(begin);
        &mut added[..count]
    }

    /// Begins a block with room for so many entries.
    #[cold]
    #[inline(never)]
    fn begin_block(&mut self, count: usize) {
        let room = count.max(self.count()).max(FIRST);
        let block = mem::replace(&mut self.block, Vec::with_capacity(room));
        if !block.is_empty() {
            self.full.push(block);
        }
    }

    fn count(&self) -> usize {
        self.full.iter().map(Vec::len).sum::<usize>() + self.block.len()
    }

    /// Takes all entries away. There is room then for as many in one block.
    #[inline]
    pub fn clear(&mut self) {
        if !self.full.is_empty() {
            self.join_blocks();
        }
        self.block.clear();
    }

    #[cold]
    #[inline(never)]
    fn join_blocks(&mut self) {
        self.block = Vec::with_capacity(self.count());
        self.full.clear();
    }

    /// The entries, from that of the last turn on.
    #[inline]
    #[must_use]
    pub fn entries(&self) -> Entries<'_, T> {
        Entries { before: &self.full, block: self.block.iter() }
    }
}

/// The entries of a tape, from the last turn to the first.
#[derive(Clone, Debug)]
pub struct Entries<'a, T> {
    /// The blocks of which no entry has been taken.
    before: &'a [Vec<T>],
    /// What has not been taken of the block after them.
    block: core::slice::Iter<'a, T>,
}

impl<'a, T> Entries<'a, T> {
    /// The last so many entries that have not been taken yet. They are copied if they were left one by one, in several blocks.
    ///
    /// # Panics
    /// If there are too few: the reverse pass runs no more turns than the forward pass did.
    #[inline]
    #[must_use]
    pub fn slots(&mut self, count: usize) -> Slots<'a, T>
    where
        T: Clone,
    {
        let entries = self.of_block(count).map_or_else(|| self.of_blocks(count), Cow::Borrowed);
        Slots { entries, count }
    }

    /// So many entries, if the block at hand has them.
    #[inline]
    fn of_block(&mut self, count: usize) -> Option<&'a [T]> {
        let entries = self.block.as_slice();
        let (rest, last) = entries.split_at(entries.len().checked_sub(count)?);
        self.block = rest.iter();
        Some(last)
    }

    /// So many entries, of the blocks before too.
    #[cold]
    #[inline(never)]
    fn of_blocks(&mut self, count: usize) -> Cow<'a, [T]>
    where
        T: Clone,
    {
        if self.block.as_slice().is_empty() {
            self.block_before();
            if let Some(entries) = self.of_block(count) {
                return Cow::Borrowed(entries);
            }
        }
        let mut gathered: Vec<T> = (0..count).map(|_| self.last().clone()).collect();
        gathered.reverse();
        Cow::Owned(gathered)
    }

    /// The entry of the last turn that has not been taken yet.
    ///
    /// # Panics
    /// If there is none: the reverse pass runs no more turns than the forward pass did.
    #[inline]
    #[must_use]
    pub fn last(&mut self) -> &'a T {
        if self.block.as_slice().is_empty() {
            self.block_before();
        }
        self.block.next_back().expect("a block has entries")
    }

    /// Goes on with the block before.
    #[cold]
    #[inline(never)]
    fn block_before(&mut self) {
        let last = self.before.split_last();
        let (block, before) = last.expect("a turn of the reverse pass for each turn of the forward pass");
        (self.before, self.block) = (before, block.iter());
    }
}

/// The entries of a loop, in the order in which they were left.
#[derive(Clone, Debug)]
pub struct Slots<'a, T: Clone> {
    entries: Cow<'a, [T]>,
    count: usize,
}

impl<T: Clone> Deref for Slots<'_, T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        // So the compiler knows how many there are.
        &self.entries[..self.count]
    }
}

impl<T> Default for Tape<T> {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use super::Tape;

    /// Whatever is left one by one or at once can be taken one by one or at once.
    #[test]
    fn entries_come_back_from_the_last_to_the_first() {
        for lengths in [[1, 40, 3], [16, 16, 100], [5, 0, 12], [70, 1, 15], [17, 300, 900]] {
            for at_once in 0..64_usize {
                let mut tape = Tape::new();
                // The second time there is room for all entries.
                for _ in 0..2 {
                    tape.clear();
                    for (run, &length) in lengths.iter().enumerate() {
                        if at_once >> run & 1 == 1 {
                            let slots = tape.slots(length);
                            (0..length).for_each(|at| slots[at] = 1000 * run + at);
                        } else {
                            (0..length).for_each(|at| tape.push(1000 * run + at));
                        }
                    }
                    let mut entries = tape.entries();
                    for (run, &length) in lengths.iter().enumerate().rev() {
                        if at_once >> (3 + run) & 1 == 1 {
                            let expected: Vec<usize> = (0..length).map(|at| 1000 * run + at).collect();
                            assert_eq!(*entries.slots(length), expected);
                        } else {
                            (0..length).rev().for_each(|at| assert_eq!(*entries.last(), 1000 * run + at));
                        }
                    }
                }
            }
        }
    }
}
