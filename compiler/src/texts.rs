//! Maps and sets keyed by texts, with a hash that is cheap also in a build that is not optimised, as those of macros are.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

/// A map keyed by texts, of this type.
pub(crate) type MapBy<K, V> = HashMap<K, V, BuildHasherDefault<TextHasher>>;

/// A map keyed by texts.
pub(crate) type TextMap<V> = MapBy<String, V>;

/// A set of texts.
pub(crate) type TextSet = HashSet<String, BuildHasherDefault<TextHasher>>;

/// Multiplies and adds, byte by byte.
#[derive(Clone, Default, Debug)]
pub struct TextHasher(u64);

impl Hasher for TextHasher {
    fn write(&mut self, bytes: &[u8]) {
        let (mut hash, mut at) = (self.0, 0);
        while at < bytes.len() {
            hash = (hash ^ u64::from(bytes[at])).wrapping_mul(0x0100_0000_01b3);
            at += 1;
        }
        self.0 = hash;
    }

    fn write_u8(&mut self, _: u8) {
        // The end of a string: there is but one in a key.
    }

    fn finish(&self) -> u64 {
        // The high bits are the good ones, the table looks at the low ones as well.
        self.0 ^ (self.0 >> 32)
    }
}
