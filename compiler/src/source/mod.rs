//! The user's source as it was parsed: its expressions, patterns, types and names, and the steps from a part to the parts in it.
//!
//! This room knows `syn`, and nothing of what is made of the source: every other room may ask it.

pub(crate) mod exprs;
pub(crate) mod inside;
pub(crate) mod names;
pub(crate) mod patterns;
pub(crate) mod types;
