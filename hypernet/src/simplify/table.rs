//! A table of edges that is cheap also in a build that is not optimised.

use crate::net::EdgeId;

/// Numbers by which edges are found.
pub(super) type Key = [u32; 3];

/// Edges by keys. What has been added last is found first, and can be taken back.
#[derive(Default)]
pub(super) struct Table {
    /// By the hash of a key: one more than the last of its entries, or zero. As many as a power of two.
    last: Vec<u32>,
    entries: Vec<Entry>,
}

struct Entry {
    key: Key,
    edge: EdgeId,
    /// The entry before with the same hash, as in `last`.
    before: u32,
}

impl Table {
    /// For about so many edges.
    pub(super) fn new(edges: usize) -> Self {
        Self { last: vec![0; edges.max(1).next_power_of_two()], entries: Vec::new() }
    }

    /// How many entries there are.
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    pub(super) fn add(&mut self, key: Key, edge: EdgeId) {
        let hash = self.hash(key);
        let before = self.last.as_slice()[hash];
        self.entries.push(Entry { key, edge, before });
        self.last.as_mut_slice()[hash] = u32::try_from(self.entries.len()).expect("fewer than 2^32 edges");
    }

    /// The edge that was added last with this key, among those that fit, leaving out the first `hidden` entries.
    pub(super) fn find(&self, key: Key, hidden: usize, mut fits: impl FnMut(EdgeId) -> bool) -> Option<EdgeId> {
        let mut at = self.last.as_slice()[self.hash(key)] as usize;
        while at > hidden {
            let entry = &self.entries.as_slice()[at - 1];
            let [a, b, c] = entry.key;
            if a == key[0] && b == key[1] && c == key[2] && fits(entry.edge) {
                return Some(entry.edge);
            }
            at = entry.before as usize;
        }
        None
    }

    /// Takes back all entries but the first `count`.
    pub(super) fn truncate(&mut self, count: usize) {
        while self.entries.len() > count
            && let Some(entry) = self.entries.pop()
        {
            let hash = self.hash(entry.key);
            self.last.as_mut_slice()[hash] = entry.before;
        }
    }

    fn hash(&self, [a, b, c]: Key) -> usize {
        let mixed = a.wrapping_mul(0x9e37_79b1) ^ b.wrapping_mul(0x85eb_ca77) ^ c.wrapping_mul(0xc2b2_ae3d);
        ((mixed >> 15) ^ mixed) as usize & (self.last.len() - 1)
    }
}
