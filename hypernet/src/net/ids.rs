//! Maps, sets and tables of ids that are cheap also in a build that is not optimised.

/// A map keyed by ids.
pub(crate) type IdMap<K, V> = std::collections::HashMap<K, V, std::hash::BuildHasherDefault<IdHasher>>;

/// A set of ids, with the same hash.
pub(crate) type IdSet<K> = std::collections::HashSet<K, std::hash::BuildHasherDefault<IdHasher>>;

/// Multiplies and adds; ids and small keys are spread well enough by that.
#[derive(Default)]
pub(crate) struct IdHasher(u64);

impl IdHasher {
    fn add(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
}

impl std::hash::Hasher for IdHasher {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.add(u64::from(byte));
        }
    }

    fn write_u32(&mut self, word: u32) {
        self.add(u64::from(word));
    }

    fn write_u64(&mut self, word: u64) {
        self.add(word);
    }

    fn write_usize(&mut self, word: usize) {
        self.add(word as u64);
    }

    fn finish(&self) -> u64 {
        // The high bits are the good ones, the table looks at the low ones as well.
        self.0 ^ (self.0 >> 32)
    }
}

/// A map keyed by ids of a range, most of which are keys sooner or later: a table.
#[derive(Debug)]
pub(crate) struct IdTable<K, V> {
    first: usize,
    slots: Vec<Option<V>>,
    keys: std::marker::PhantomData<K>,
}

impl<K: Copy + Into<usize>, V> IdTable<K, V> {
    /// For ids with indices in this range.
    pub(crate) fn new(range: std::ops::Range<usize>) -> Self {
        let mut slots = Vec::with_capacity(range.len());
        while slots.len() < range.len() {
            slots.push(None);
        }
        Self { first: range.start, slots, keys: std::marker::PhantomData }
    }

    pub(crate) fn contains(&self, key: K) -> bool {
        self.slots.as_slice()[key.into() - self.first].is_some()
    }

    pub(crate) fn insert(&mut self, key: K, value: V) {
        self.slots.as_mut_slice()[key.into() - self.first] = Some(value);
    }

    pub(crate) fn remove(&mut self, key: K) -> Option<V> {
        self.slots.as_mut_slice()[key.into() - self.first].take()
    }
}
