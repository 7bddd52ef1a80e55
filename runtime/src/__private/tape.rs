//! What the turns of a loop leave for its reverse pass.

use core::marker::PhantomData;
use core::mem;
use core::ops::{Deref, DerefMut};
use std::borrow::Cow;
use std::vec::Vec;

use crate::workspace::{Allocator, Lent, Source};

/// A stack with an entry for each turn. The reverse pass runs the turns from the last to the first.
///
/// The entries are in blocks, each as long as all before it, so that none is ever moved. On a tape that is used `AGAIN`, what has been
/// taken away stays in its place until another entry comes there: so slots are made once, and not each time.
#[derive(Clone, Debug)]
pub struct Tape<T, const AGAIN: bool = false, S = Allocator> {
    /// The blocks that have no room left.
    full: Vec<Vec<T>>,
    /// The block that takes entries.
    block: Vec<T>,
    /// How many of its first values are entries, if it is used again; else all are.
    used: usize,
    /// Where blocks come from.
    source: PhantomData<S>,
}

/// How many entries the first block has room for.
const FIRST: usize = 16;

/// How many blocks there is room for beside the one that takes entries: each is as long as all before it.
const FULL: usize = 16;

impl<T> Tape<T> {
    /// A tape without entries, for one loop.
    #[inline]
    #[must_use]
    pub const fn new() -> Self {
        Self::empty()
    }
}

impl<T, S: Source<T> + Source<Vec<T>>> Tape<T, true, S> {
    /// Takes all entries away. There is room then for as many in one block.
    #[inline]
    pub fn clear(&mut self) {
        if !self.full.is_empty() {
            self.join_blocks();
        }
        self.used = 0;
    }

    #[cold]
    #[inline(never)]
    fn join_blocks(&mut self) {
        let room = self.count();
        self.give_back();
        self.block = S::__take(room);
    }
}

impl<T, const AGAIN: bool, S> Tape<T, AGAIN, S> {
    const fn empty() -> Self {
        Self { full: Vec::new(), block: Vec::new(), used: 0, source: PhantomData }
    }

    /// Where the next entry goes in the block at hand.
    #[inline]
    fn begin(&self) -> usize {
        if AGAIN { self.used } else { self.block.len() }
    }

    fn count(&self) -> usize {
        self.full.iter().map(Vec::len).sum::<usize>() + self.begin()
    }

    /// The entries, from that of the last turn on.
    #[inline]
    #[must_use]
    pub fn entries(&self) -> Entries<'_, T> {
        Entries { before: &self.full, block: self.block[..self.begin()].iter() }
    }
}

impl<T, const AGAIN: bool, S: Source<T> + Source<Vec<T>>> Tape<T, AGAIN, S> {
    /// Adds the entry of the turn at hand.
    #[inline]
    pub fn push(&mut self, entry: T) {
        if AGAIN && let Some(place) = self.block.get_mut(self.used) {
            *place = entry;
            self.used += 1;
            return;
        }
        if self.block.len() == self.block.capacity() {
            self.begin_block(1);
        }
        self.block.push(entry);
        if AGAIN {
            self.used = self.block.len();
        }
    }

    /// Adds so many entries, one for each turn of a loop, and lends them.
    #[inline]
    pub fn slots(&mut self, count: usize) -> &mut [T]
    where
        T: Clone + Default,
    {
        if self.block.capacity() - self.begin() < count {
            self.begin_block(count);
        }
        let begin = self.begin();
        if !AGAIN || self.block.len() - begin < count {
            self.block.resize(begin + count, T::default());
        }
        if AGAIN {
            self.used = begin + count;
        }
        let (_, added) = self.block.split_at_mut(begin);
        &mut added[..count]
    }

    /// Begins a block with room for so many entries.
    #[cold]
    #[inline(never)]
    fn begin_block(&mut self, count: usize) {
        let room = count.max(self.count()).max(FIRST);
        let mut block = mem::replace(&mut self.block, S::__take(room));
        if AGAIN {
            block.truncate(self.used);
            self.used = 0;
        }
        if block.is_empty() {
            S::__give(block);
        } else {
            if self.full.capacity() == 0 {
                self.full = S::__take(FULL);
            }
            self.full.push(block);
        }
    }

    #[cold]
    #[inline(never)]
    fn give_back(&mut self) {
        let mut full = mem::take(&mut self.full);
        full.drain(..).for_each(S::__give);
        S::__give(full);
        S::__give(mem::take(&mut self.block));
    }
}

/// A tape of numbers. Its blocks come from the workspace that is lent where it stands, and go back there.
///
/// It is a type of its own, since a tape that gives something back may not outlive what its entries borrow: rustc would refuse tapes
/// of backpropagators that borrow.
#[derive(Clone, Debug)]
pub struct Kept<T: Send + 'static, const AGAIN: bool = false>(Tape<T, AGAIN, Lent>);

impl<T: Send> Kept<T> {
    /// A tape without entries, for one loop.
    #[inline]
    #[must_use]
    pub const fn new() -> Self {
        Self(Tape::empty())
    }
}

impl<T: Send> Kept<T, true> {
    /// A tape without entries, for a loop that runs again and again.
    #[inline]
    #[must_use]
    pub const fn again() -> Self {
        Self(Tape::empty())
    }
}

impl<T: Send, const AGAIN: bool> Deref for Kept<T, AGAIN> {
    type Target = Tape<T, AGAIN, Lent>;

    #[inline]
    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl<T: Send, const AGAIN: bool> DerefMut for Kept<T, AGAIN> {
    #[inline]
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}

impl<T: Send, const AGAIN: bool> Drop for Kept<T, AGAIN> {
    #[inline]
    fn drop(&mut self) {
        if self.0.block.capacity() > 0 {
            self.0.give_back();
        }
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

impl<T: Send> Default for Kept<T> {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use super::Kept;

    /// Whatever is left one by one or at once can be taken one by one or at once, also in the places of what was there before.
    #[test]
    fn entries_come_back_from_the_last_to_the_first() {
        for mut lengths in [[1, 40, 3], [16, 16, 100], [5, 0, 12], [70, 1, 15], [17, 300, 900]] {
            for at_once in 0..64_usize {
                let mut tape = Kept::again();
                // The second time there is room for all entries, and from the third on there are old ones.
                for round in 0..5 {
                    tape.clear();
                    let entry = |run: usize, at: usize| 100_000 * round + 10_000 * run + at;
                    for (run, &length) in lengths.iter().enumerate() {
                        if at_once >> run & 1 == 1 {
                            let slots = tape.slots(length);
                            (0..length).for_each(|at| slots[at] = entry(run, at));
                        } else {
                            (0..length).for_each(|at| tape.push(entry(run, at)));
                        }
                    }
                    let mut entries = tape.entries();
                    for (run, &length) in lengths.iter().enumerate().rev() {
                        if at_once >> (3 + run) & 1 == 1 {
                            let expected: Vec<usize> = (0..length).map(|at| entry(run, at)).collect();
                            assert_eq!(*entries.slots(length), expected);
                        } else {
                            (0..length).rev().for_each(|at| assert_eq!(*entries.last(), entry(run, at)));
                        }
                    }
                    lengths[1] = lengths[1] * 3 / 4;
                }
                lengths[1] = 40;
            }
        }
    }

    /// Slots that are used again are made once.
    #[test]
    fn what_is_cleared_has_its_places_again() {
        let mut tape = Kept::again();
        for round in 0..4 {
            tape.clear();
            let (first, second) = (tape.slots(3).to_vec(), tape.slots(2).to_vec());
            assert_eq!([first, second].concat(), if round == 0 { [0; 5] } else { [7; 5] });
            tape.clear();
            (0..5).for_each(|_| tape.push(7));
            assert_eq!(tape.entries().slots(5).len(), 5);
        }
        // No more entries than there are.
        tape.clear();
        tape.push(1);
        let mut entries = tape.entries();
        assert_eq!(*entries.last(), 1);
        assert!(std::panic::catch_unwind(move || *entries.last()).is_err());
    }
}
