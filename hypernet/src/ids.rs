//! Maps, sets and tables keyed by ids: cheap to compile, and cheap also in a build that is not optimised.
//!
//! Procedural macros run unoptimised. There a map of the standard library costs ten times what it costs elsewhere, and each
//! new type of map is thousands of instructions to compile. Here the search is one function for all types.

mod table;

use std::iter::{FilterMap, Zip};
use std::ops::Index;
use std::vec::IntoIter;

pub(crate) use table::IdTable;

/// A map keyed by ids: numbers that are small, or spread out.
///
/// What it is asked to go through, it goes through in the order in which the keys came.
#[derive(Clone, Debug)]
pub struct IdMap<K, V> {
    places: Places,
    keys: Vec<K>,
    /// For each key; none for one that was removed.
    values: Vec<Option<V>>,
    removed: usize,
}

/// A set of ids.
#[derive(Clone, Debug)]
pub struct IdSet<K>(IdMap<K, ()>);

/// At which place each number was noted: an open hash table.
#[derive(Clone, Debug, Default)]
struct Places {
    numbers: Vec<usize>,
    /// A power of two, or none. Zero is a free slot; others are one more than a place.
    slots: Vec<u32>,
}

impl Places {
    fn find(&self, number: usize) -> Option<usize> {
        let slots = self.slots.as_slice();
        if slots.is_empty() {
            return None;
        }
        let numbers = self.numbers.as_slice();
        let mask = slots.len() - 1;
        let mut at = spread(number) & mask;
        loop {
            let place = slots[at] as usize;
            if place == 0 {
                return None;
            }
            if numbers[place - 1] == number {
                return Some(place - 1);
            }
            at = (at + 1) & mask;
        }
    }

    /// Notes a number that is not there, at the next place.
    fn add(&mut self, number: usize) {
        self.numbers.push(number);
        let count = self.numbers.len();
        // At most half of the slots are taken, so that a search ends soon.
        if 2 * count > self.slots.len() {
            self.slots = vec![0; 4 * count.next_power_of_two()];
            for place in 0..count {
                self.take_slot(place);
            }
        } else {
            self.take_slot(count - 1);
        }
    }

    fn take_slot(&mut self, place: usize) {
        let slots = self.slots.as_mut_slice();
        let mask = slots.len() - 1;
        let mut at = spread(self.numbers.as_slice()[place]) & mask;
        while slots[at] != 0 {
            at = (at + 1) & mask;
        }
        slots[at] = u32::try_from(place + 1).expect("fewer than 2^32 keys");
    }
}

/// Neighbouring numbers, and addresses, come to slots far from each other.
fn spread(number: usize) -> usize {
    let product = (number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    // The high bits depend on all of the number.
    (product >> 32) as usize
}

impl<K, V> Default for IdMap<K, V> {
    fn default() -> Self {
        Self { places: Places::default(), keys: Vec::new(), values: Vec::new(), removed: 0 }
    }
}

impl<K: Copy + Into<usize>, V> IdMap<K, V> {
    /// An empty map.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// How many keys it has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.keys.len() - self.removed
    }

    /// Whether it has no key.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value of a key.
    #[must_use]
    pub fn get(&self, key: &K) -> Option<&V> {
        match self.places.find((*key).into()) {
            Some(place) => self.values.as_slice()[place].as_ref(),
            None => None,
        }
    }

    /// The value of a key, to be changed.
    pub fn get_mut(&mut self, key: &K) -> Option<&mut V> {
        match self.places.find((*key).into()) {
            Some(place) => self.values.as_mut_slice()[place].as_mut(),
            None => None,
        }
    }

    /// Whether it has this key.
    #[must_use]
    pub fn contains_key(&self, key: &K) -> bool {
        self.get(key).is_some()
    }

    /// The place of the value of a key, which may be free.
    fn place(&mut self, key: K) -> &mut Option<V> {
        let number = key.into();
        let place = if let Some(place) = self.places.find(number) {
            if self.values.as_slice()[place].is_none() {
                self.removed -= 1;
            }
            place
        } else {
            self.places.add(number);
            self.keys.push(key);
            self.values.push(None);
            self.keys.len() - 1
        };
        &mut self.values.as_mut_slice()[place]
    }

    /// Gives a key a value; the one that it had.
    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        self.place(key).replace(value)
    }

    /// The value of a key, made if there is none.
    pub fn get_or_insert_with(&mut self, key: K, value: impl FnOnce() -> V) -> &mut V {
        self.place(key).get_or_insert_with(value)
    }

    /// The value of a key, the default one if there is none.
    pub fn get_or_default(&mut self, key: K) -> &mut V
    where
        V: Default,
    {
        self.get_or_insert_with(key, V::default)
    }

    /// Takes a key and its value out.
    pub fn remove(&mut self, key: &K) -> Option<V> {
        let place = self.places.find((*key).into())?;
        let value = self.values.as_mut_slice()[place].take();
        if value.is_some() {
            self.removed += 1;
        }
        value
    }

    /// The keys and their values.
    pub fn iter(&self) -> impl Iterator<Item = (K, &V)> {
        self.keys.iter().zip(&self.values).filter_map(|(&key, value)| Some((key, value.as_ref()?)))
    }

    /// The keys.
    pub fn keys(&self) -> impl Iterator<Item = K> {
        self.iter().map(|(key, _)| key)
    }

    /// The values.
    pub fn values(&self) -> impl Iterator<Item = &V> {
        self.values.iter().flatten()
    }
}

impl<K, V> IntoIterator for IdMap<K, V> {
    type Item = (K, V);
    type IntoIter = FilterMap<Zip<IntoIter<K>, IntoIter<Option<V>>>, fn((K, Option<V>)) -> Option<(K, V)>>;

    fn into_iter(self) -> Self::IntoIter {
        self.keys.into_iter().zip(self.values).filter_map(|(key, value)| Some((key, value?)))
    }
}

impl<K: Copy + Into<usize>, V> Index<&K> for IdMap<K, V> {
    type Output = V;

    fn index(&self, key: &K) -> &V {
        self.get(key).expect("the map has this key")
    }
}

impl<K: Copy + Into<usize>, V> Extend<(K, V)> for IdMap<K, V> {
    fn extend<I: IntoIterator<Item = (K, V)>>(&mut self, pairs: I) {
        for (key, value) in pairs {
            self.insert(key, value);
        }
    }
}

impl<K: Copy + Into<usize>, V> FromIterator<(K, V)> for IdMap<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(pairs: I) -> Self {
        let mut map = Self::default();
        map.extend(pairs);
        map
    }
}

impl<K> Default for IdSet<K> {
    fn default() -> Self {
        Self(IdMap::default())
    }
}

impl<K: Copy + Into<usize>> IdSet<K> {
    /// An empty set.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// How many members it has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether it has no member.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether this is a member.
    #[must_use]
    pub fn contains(&self, key: &K) -> bool {
        self.0.contains_key(key)
    }

    /// Makes it a member; whether it was none.
    pub fn insert(&mut self, key: K) -> bool {
        self.0.insert(key, ()).is_none()
    }

    /// Takes a member out; whether it was one.
    pub fn remove(&mut self, key: &K) -> bool {
        self.0.remove(key).is_some()
    }

    /// The members.
    pub fn iter(&self) -> impl Iterator<Item = K> {
        self.0.keys()
    }
}

impl<K: Copy + Into<usize>> Extend<K> for IdSet<K> {
    fn extend<I: IntoIterator<Item = K>>(&mut self, keys: I) {
        for key in keys {
            self.insert(key);
        }
    }
}

impl<K: Copy + Into<usize>> FromIterator<K> for IdSet<K> {
    fn from_iter<I: IntoIterator<Item = K>>(keys: I) -> Self {
        let mut set = Self::default();
        set.extend(keys);
        set
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use proptest::prelude::*;

    use super::{IdMap, IdSet};

    proptest! {
        /// As a map of the standard library, whatever is put in and taken out.
        #[test]
        fn is_a_map(steps in prop::collection::vec((any::<bool>(), 0..40_usize, any::<u8>()), 0..200)) {
            let (mut map, mut model) = (IdMap::new(), HashMap::new());
            for (put, key, value) in steps {
                // Multiples of a power of two, as addresses are.
                let key = key << 12;
                if put {
                    prop_assert_eq!(map.insert(key, value), model.insert(key, value));
                } else {
                    prop_assert_eq!(map.remove(&key), model.remove(&key));
                }
                prop_assert_eq!(map.len(), model.len());
                prop_assert_eq!(map.get(&key), model.get(&key));
            }
            let mut all: Vec<(usize, u8)> = map.iter().map(|(key, &value)| (key, value)).collect();
            let mut expected: Vec<(usize, u8)> = model.into_iter().collect();
            all.sort_unstable();
            expected.sort_unstable();
            prop_assert_eq!(all, expected);
        }
    }

    #[test]
    fn goes_through_in_order_of_arrival() {
        let mut set = IdSet::new();
        for key in [7_usize, 3, 9, 3] {
            set.insert(key);
        }
        assert!(set.remove(&7));
        assert!(!set.remove(&7));
        assert_eq!(set.iter().collect::<Vec<_>>(), [3, 9]);
    }
}
