//! What it means to do something to whole arrays.

use super::super::super::prelude::*;
use super::super::meaning::{OUT_OF_BOUNDS, each, elements};
use super::{End, Whole};
use crate::evaluate::machine;

impl Whole {
    #[expect(clippy::too_many_lines, reason = "one arm for each operation")]
    pub(in super::super) fn meaning(&self, scalar: &Type, mut given: Vec<Datum>) -> Result<Vec<Datum>, EvaluateError> {
        let last = |given: &mut Vec<Datum>| given.pop().ok_or(EvaluateError::Invalid);
        let number = |given: &mut Vec<Datum>| -> Result<usize, EvaluateError> {
            usize::try_from(machine::integer(&last(given)?)?).map_err(|_| OUT_OF_BOUNDS)
        };
        match self {
            Self::Swap(_) => {
                let (second, first) = (number(&mut given)?, number(&mut given)?);
                let elements = elements(&mut given[0])?;
                if first.max(second) >= elements.len() {
                    return Err(OUT_OF_BOUNDS);
                }
                elements.swap(first, second);
            }
            Self::SetAll => {
                let value = last(&mut given)?;
                elements(&mut given[0])?.fill(value);
            }
            Self::Clear => each(&mut given[0], &mut |real| {
                *real = machine::zero(scalar)?;
                Ok(())
            })?,
            Self::Copy(_) | Self::CopyLook(_) => {
                let mut from = last(&mut given)?;
                if elements(&mut given[0])?.len() != elements(&mut from)?.len() {
                    return Err(EvaluateError::Panic("arrays of different lengths"));
                }
                given[0] = from.clone();
                if let Self::Copy(_) = self {
                    given.push(from);
                }
            }
            Self::Restore => given[0] = last(&mut given)?,
            Self::Clone(_) => given.push(given[0].clone()),
            Self::CloneLook(_) => {}
            Self::Push => {
                let value = last(&mut given)?;
                elements(&mut given[0])?.push(value);
            }
            Self::Pop(_) => {
                let value = elements(&mut given[0])?.pop();
                given.push(value.ok_or(EvaluateError::Panic("no element"))?);
            }
            Self::Insert(_) => {
                let (value, at) = (last(&mut given)?, number(&mut given)?);
                let elements = elements(&mut given[0])?;
                if at > elements.len() {
                    return Err(OUT_OF_BOUNDS);
                }
                elements.insert(at, value);
            }
            Self::Remove(_) => {
                let at = number(&mut given)?;
                let elements = elements(&mut given[0])?;
                if at >= elements.len() {
                    return Err(OUT_OF_BOUNDS);
                }
                let value = elements.remove(at);
                given.push(value);
            }
            Self::Reverse => elements(&mut given[0])?.reverse(),
            Self::Rotate(end, _) => {
                let by = number(&mut given)?;
                let elements = elements(&mut given[0])?;
                match end {
                    _ if by > elements.len() => return Err(OUT_OF_BOUNDS),
                    End::Left => elements.rotate_left(by),
                    End::Right => elements.rotate_right(by),
                }
            }
            Self::Resize => {
                let (value, after) = (last(&mut given)?, number(&mut given)?);
                let before = number(&mut given)?;
                let elements = elements(&mut given[0])?;
                if before != elements.len() {
                    return Err(EvaluateError::Invalid);
                }
                elements.resize(after, value);
            }
            Self::Resized => {
                let length = number(&mut given)?;
                let elements = elements(&mut given[0])?;
                let mut sum = machine::zero(scalar)?;
                for gone in elements.get(length..).unwrap_or_default() {
                    sum = machine::plus(scalar, &sum, gone)?;
                }
                elements.resize(length, machine::zero(scalar)?);
                given.push(sum);
            }
            Self::Extend | Self::ExtendLook => {
                let mut from = last(&mut given)?;
                let added = elements(&mut from)?.clone();
                elements(&mut given[0])?.extend(added);
                if let Self::Extend = self {
                    given.push(from);
                }
            }
            Self::Extended => {
                let mut to = last(&mut given)?;
                let from = elements(&mut given[0])?;
                let to_elements = elements(&mut to)?;
                let first = from.len().checked_sub(to_elements.len()).ok_or(EvaluateError::Invalid)?;
                for (to, from) in to_elements.iter_mut().zip(from.drain(first..)) {
                    *to = machine::plus(scalar, to, &from)?;
                }
                given.push(to);
            }
            Self::Truncate => {
                let length = number(&mut given)?;
                elements(&mut given[0])?.truncate(length);
            }
            Self::Truncated => {
                let length = number(&mut given)?;
                let elements = elements(&mut given[0])?;
                let mut gone = Datum::Array(elements.split_off(length.min(elements.len())));
                each(&mut gone, &mut |real| {
                    *real = machine::zero(scalar)?;
                    Ok(())
                })?;
                given.push(gone);
            }
            Self::Lengthened => {
                let mut zeros = last(&mut given)?;
                elements(&mut given[0])?.append(elements(&mut zeros)?);
            }
        }
        Ok(given)
    }
}
