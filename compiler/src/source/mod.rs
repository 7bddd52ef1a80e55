//! The user's source as it was parsed: its expressions, patterns, types and names, and the steps from a part to the parts in it.
//!
//! This module knows `syn`, and nothing of what is made of the source. So every other module may ask it.

pub(crate) mod declarations;
pub(crate) mod depths;
pub(crate) mod exprs;
pub(crate) mod inside;
pub(crate) mod instance;
pub(crate) mod loops;
pub(crate) mod macros;
pub(crate) mod methods;
pub(crate) mod names;
pub(crate) mod patterns;
pub(crate) mod temporaries;
pub(crate) mod types;
