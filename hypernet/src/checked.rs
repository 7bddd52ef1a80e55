//! Validation of every net that a pass leaves, in tests: with the feature `checked`.
//!
//! Each of these functions panics if the net [breaks an invariant](crate::validate), with the name of the pass. Without the
//! feature, they do nothing.

use crate::net::Hypernet;

/// Asserts what a caller within the crate has to see to, in tests. (A `debug_assert` would run in the macros of users.)
macro_rules! invariant {
    ($($condition:tt)*) => {
        if cfg!(any(test, feature = "checked")) {
            assert!($($condition)*);
        }
    };
}

/// As `invariant`, of two values that are equal.
macro_rules! invariant_eq {
    ($($values:tt)*) => {
        if cfg!(any(test, feature = "checked")) {
            assert_eq!($($values)*);
        }
    };
}

pub(crate) use {invariant, invariant_eq};

#[cfg(feature = "checked")]
mod on {
    use super::Hypernet;
    use crate::validate::Invalid;

    /// A net with more ids than this is not validated after each rule, but only after each pass: that would take time in the
    /// square of its size.
    const SMALL: usize = 200;

    pub(super) fn report(result: Result<(), Invalid>, pass: &str) {
        if let Err(invalid) = result {
            panic!("The pass `{pass}` leaves a net that is not valid. {invalid}");
        }
    }

    pub(super) fn is_small(net: &Hypernet) -> bool {
        let (edges, wires) = net.id_bounds();
        edges + wires <= SMALL
    }
}

/// Checks the net that a pass made.
#[inline]
pub fn check(net: &Hypernet, pass: &str) {
    #[cfg(feature = "checked")]
    on::report(net.validate(), pass);
    #[cfg(not(feature = "checked"))]
    let _ = (net, pass);
}

/// Checks the net that a pass of the simplification made. A type that only the compiler of the host language knows agrees
/// with any that it may be: a field of a struct, say, is of such a type until it meets what was put there.
#[inline]
pub fn check_simplified(net: &Hypernet, pass: &str) {
    #[cfg(feature = "checked")]
    on::report(net.validate_simplified(), pass);
    #[cfg(not(feature = "checked"))]
    let _ = (net, pass);
}

/// As [`check_simplified`], after a single rule; only of small nets.
#[inline]
pub(crate) fn check_step(net: &Hypernet, rule: &str) {
    #[cfg(feature = "checked")]
    if on::is_small(net) {
        check_simplified(net, rule);
    }
    #[cfg(not(feature = "checked"))]
    let _ = (net, rule);
}
