//! A table of what is known of ids.

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
