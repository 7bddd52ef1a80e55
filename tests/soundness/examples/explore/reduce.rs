//! Makes a program that is refused smaller.

use crate::crates::Place;
use crate::verdict::Verdict;

/// A smaller program that is refused with the same message.
pub(crate) fn reduced(_place: &Place, _text: &str, _verdict: &Verdict) -> Option<String> {
    None
}
