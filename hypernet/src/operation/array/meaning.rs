//! What operations on arrays mean.

use super::super::prelude::*;
use super::super::record::{self, Record};
use super::place::meaning::{at, join, length, part, split};
use super::{Along, ArrayOp, Layout, innermost, signature};
use crate::evaluate::machine;

type Result<T, E = EvaluateError> = std::result::Result<T, E>;

pub(super) const OUT_OF_BOUNDS: EvaluateError = EvaluateError::Panic("index out of bounds");

pub(super) fn elements(array: &mut Datum) -> Result<&mut Vec<Datum>> {
    if let Datum::Array(elements) = array {
        return Ok(elements);
    }
    Err(machine::mismatch(&Type::Array(Type::f64().into()), array))
}

fn real(datum: &Datum) -> Result<f64> {
    datum.as_real().ok_or_else(|| machine::mismatch(&Type::f64(), datum))
}

/// Changes each real of an array.
pub(super) fn each(array: &mut Datum, change: &mut dyn FnMut(&mut Datum) -> Result<()>) -> Result<()> {
    if let Datum::Array(elements) = array {
        return elements.iter_mut().try_for_each(|element| each(element, change));
    }
    change(array)
}

fn add_all(scalar: &Type, to: &mut Datum, from: &Datum) -> Result<()> {
    match (to, from) {
        (Datum::Array(to), Datum::Array(from)) if to.len() == from.len() => {
            to.iter_mut().zip(from).try_for_each(|(to, from)| add_all(scalar, to, from))
        }
        (to, from) => {
            *to = machine::plus(scalar, to, from)?;
            Ok(())
        }
    }
}

/// A new array, of the operands that are left.
fn made(layout: &Layout, given: &mut std::vec::IntoIter<Datum>) -> Result<Datum> {
    match layout {
        Layout::Value => given.next().ok_or(EvaluateError::Invalid),
        Layout::Empty(_) => Ok(Datum::Array(Vec::new())),
        Layout::Elements(_, parts) => {
            parts.iter().map(|part| made(part, given)).collect::<Result<_>>().map(Datum::Array)
        }
        Layout::Repeat(_, inside) => {
            let value = made(inside, given)?;
            let count = machine::integer(&given.next().ok_or(EvaluateError::Invalid)?)?;
            let count = usize::try_from(count).map_err(|_| OUT_OF_BOUNDS)?;
            Ok(Datum::Array(vec![value; count]))
        }
    }
}

/// Puts what is in a field of all structs back.
fn joined(record: &Record, field: &Datum, to: &mut Datum) -> Result<()> {
    match (field, to) {
        (Datum::Array(fields), Datum::Array(to)) => {
            if fields.len() != to.len() {
                return Err(OUT_OF_BOUNDS);
            }
            fields.iter().zip(to).try_for_each(|(field, to)| joined(record, field, to))
        }
        (field, to) => {
            *to = record::update(record, to.clone(), field.clone())?;
            Ok(())
        }
    }
}

/// Lets arrays to which nothing was added be as long as this one, which holds zeros.
fn fit(array: &mut Datum, shape: &Datum) {
    if let (Datum::Array(array), Datum::Array(shape)) = (array, shape) {
        if array.is_empty() {
            array.clone_from(shape);
        }
        for (inside, shape) in array.iter_mut().zip(shape) {
            fit(inside, shape);
        }
    }
}

fn total(array: &mut Datum, path: &[Along]) -> Result<f64> {
    let Some((along, rest)) = path.split_first() else { return real(array) };
    let elements = elements(array)?;
    match along {
        Along::All => elements.iter_mut().try_fold(0.0, |sum, element| Ok(sum + total(element, rest)?)),
        Along::At(at) => total(elements.get_mut(*at).ok_or(OUT_OF_BOUNDS)?, rest),
    }
}

#[expect(clippy::too_many_lines, reason = "one arm for each operation")]
fn of(op: &ArrayOp, scalar: &Type, mut given: Vec<Datum>) -> Result<Vec<Datum>> {
    let zero = || machine::zero(scalar);
    match op {
        ArrayOp::New(layout) => Ok(vec![made(layout, &mut given.into_iter())?]),
        ArrayOp::AddAll => {
            let from = given.pop().ok_or(EvaluateError::Invalid)?;
            add_all(scalar, &mut given[0], &from)?;
            given.push(from);
            Ok(given)
        }
        ArrayOp::Part(place) => {
            let bounds = given.split_off(1);
            Ok(vec![part(&mut given[0], *place, &bounds)?])
        }
        ArrayOp::Split(place) => {
            let bounds = given.split_off(1);
            let part = split(&mut given[0], *place, &bounds)?;
            given.insert(0, part);
            Ok(given)
        }
        ArrayOp::Join(place) => {
            let bounds = given.split_off(2);
            let mut rest = given.pop().ok_or(EvaluateError::Invalid)?;
            join(given.remove(0), &mut rest, *place, &bounds)?;
            Ok(vec![rest])
        }
        ArrayOp::Replace(place) => {
            let row = given.pop().ok_or(EvaluateError::Invalid)?;
            let indices = given.split_off(1);
            let before = std::mem::replace(at(&mut given[0], *place, &indices)?, row);
            given.push(before);
            Ok(given)
        }
        ArrayOp::Set(place) => {
            let value = given.pop().ok_or(EvaluateError::Invalid)?;
            let indices = given.split_off(1);
            debug_assert_eq!(indices.len(), place.operands());
            *at(&mut given[0], *place, &indices)? = value;
            Ok(given)
        }
        ArrayOp::AddAt(place) => {
            let value = given.pop().ok_or(EvaluateError::Invalid)?;
            let indices = given.split_off(1);
            let element = at(&mut given[0], *place, &indices)?;
            *element = machine::plus(scalar, element, &value)?;
            Ok(given)
        }
        ArrayOp::Get(place) | ArrayOp::Read(place) | ArrayOp::Datum(_, place) => {
            let indices = given.split_off(1);
            let value = at(&mut given[0], *place, &indices)?.clone();
            if matches!(op, ArrayOp::Read(_) | ArrayOp::Datum(..)) {
                return Ok(vec![value]);
            }
            given.push(value);
            Ok(given)
        }
        ArrayOp::Take(place) => {
            let indices = given.split_off(1);
            let value = std::mem::replace(at(&mut given[0], *place, &indices)?, zero()?);
            given.push(value);
            Ok(given)
        }
        // The shape of a struct is nothing here: what is zero has none.
        ArrayOp::ShapeAt(place) => {
            let indices = given.split_off(1);
            at(&mut given[0], *place, &indices)?;
            given.push(Datum::Tuple(Vec::new()));
            Ok(given)
        }
        ArrayOp::ShapeOf => Ok(vec![Datum::Tuple(Vec::new())]),
        ArrayOp::FitAt(_) => {
            given.truncate(1);
            Ok(given)
        }
        ArrayOp::Len(place) | ArrayOp::LookLen(place) => {
            let indices = given.split_off(1);
            let count = length(&mut given[0], *place, &indices)?;
            if matches!(op, ArrayOp::LookLen(_)) {
                return Ok(vec![count]);
            }
            given.push(count);
            Ok(given)
        }
        ArrayOp::Drop => Ok(Vec::new()),
        // A shape is an array of zeros.
        ArrayOp::End | ArrayOp::Zeros => {
            each(&mut given[0], &mut |real| {
                *real = zero()?;
                Ok(())
            })?;
            Ok(given)
        }
        ArrayOp::Given(_)
        | ArrayOp::Own(_)
        | ArrayOp::GiveBack
        | ArrayOp::Undo
        | ArrayOp::Settle(_)
        | ArrayOp::After => Ok(given),
        ArrayOp::Fit => {
            let shape = given.pop().ok_or(EvaluateError::Invalid)?;
            fit(&mut given[0], &shape);
            Ok(given)
        }
        ArrayOp::Shape => {
            given.push(given[0].clone());
            each(&mut given[1], &mut |real| {
                *real = zero()?;
                Ok(())
            })?;
            Ok(given)
        }
        ArrayOp::SplitField(record) | ArrayOp::PartField(record) => {
            let mut field = given[0].clone();
            each(&mut field, &mut |element| {
                *element = record::project(record, element)?;
                Ok(())
            })?;
            if let ArrayOp::PartField(_) = op {
                return Ok(vec![field]);
            }
            given.insert(0, field);
            Ok(given)
        }
        ArrayOp::JoinField(record) => {
            let mut rest = given.pop().ok_or(EvaluateError::Invalid)?;
            joined(record, &given.remove(0), &mut rest)?;
            Ok(vec![rest])
        }
        ArrayOp::Whole(op) => op.meaning(scalar, given),
        ArrayOp::Lane | ArrayOp::Look => {
            given.push(given[0].clone());
            Ok(given)
        }
        ArrayOp::Total(path) => {
            let total = total(&mut given[0], path)?;
            given.push(Datum::Real(total));
            Ok(given)
        }
    }
}

pub(in crate::operation) fn meaning(
    op: &ArrayOp,
    array: &Type,
    mut given: Vec<Datum>,
    _: &Environment,
) -> Result<Outcome, EvaluateError> {
    let expected = signature(op, array).0.len();
    if given.len() != expected {
        return Err(count(expected, given.len()));
    }
    let world = if op.is_ordered() { given.pop() } else { None };
    let mut results = of(op, innermost(array).0, given)?;
    results.extend(world);
    Ok(Outcome::Results(results))
}
