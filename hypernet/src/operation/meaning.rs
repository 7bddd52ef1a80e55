//! The meaning of operations on numbers.

use crate::evaluate::{Datum, EvaluateError, Outcome};

/// Another number of operands than the signature has.
pub(super) fn count(expected: usize, found: usize) -> EvaluateError {
    EvaluateError::Count { expected, found }
}

/// The operands, if there are so many.
pub(super) fn operands<const N: usize>(operands: Vec<Datum>) -> Result<[Datum; N], EvaluateError> {
    operands.try_into().map_err(|operands: Vec<Datum>| count(N, operands.len()))
}

/// One result.
pub(super) fn one(datum: Datum) -> Result<Outcome, EvaluateError> {
    Ok(Outcome::Results(vec![datum]))
}
