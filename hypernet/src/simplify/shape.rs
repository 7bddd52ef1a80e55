//! Zeros in the shape of an array that the net makes itself.
//!
//! They are made in the same way as the array is. So they need not wait until all writes to the array are done.

use super::control::branches;
use super::elements::renew;
use super::fold::{self, body};
use super::work::Work;
use crate::label::Operation;
use crate::net::{EdgeId, IdMap, Level, Producer, WireId};
use crate::operation::{ArrayOp, Gives, Whole, innermost};
use crate::types::Type;

/// Where an array comes from that may have been written to, and is as long as it was there.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Origin {
    /// It is made here.
    Made(EdgeId),
    /// It is this input of its level.
    Input(usize),
}

/// Makes the zeros that these branches and loops take in the shape of an array as that array is made, if it is made at the same level; whether
/// there were some.
pub(super) fn make_zeros(work: &mut Work<'_>, all: &[EdgeId]) -> bool {
    let mut done = false;
    for &id in all {
        for wire in work.net.edge(id).sources.clone() {
            done |= work.net.wire(wire).ty.is_array() && make(work, wire);
        }
    }
    done
}

/// An accumulator that has its shape needs none; that of a field which is zero is zeros.
pub(super) fn fitted(work: &mut Work<'_>, id: EdgeId) -> bool {
    let Some((edge, Operation::Array(ArrayOp::Fit, array))) = work.at(id) else { return false };
    let (accumulator, shape) = (edge.sources[0], edge.sources[1]);
    let zeros = Operation::Array(ArrayOp::Zeros, array.clone());
    let zero = work.producing(accumulator).filter(|(_, made)| matches!(made, Operation::Zero(_))).map(|(id, _)| id);
    let level = edge.level;
    if zero.is_none() && !is_shaped(work, accumulator) && !is_of_fixed_length(work, shape) {
        return false;
    }
    // What gives the shape belongs to the law.
    if zero.is_some()
        && let Some((giver, Operation::Array(ArrayOp::End | ArrayOp::Shape, _))) = work.producing(shape)
    {
        renew(work, giver);
    }
    let fit = work.remove(id);
    let shape = fit.sources[1];
    let fitted = if let Some(zero) = zero {
        work.remove(zero);
        work.net.remove_wire(accumulator);
        work.operation(level, zeros, vec![shape])[0]
    } else {
        work.discard(shape);
        accumulator
    };
    work.fuse(fitted, fit.targets[0]);
    true
}

/// Whether the net has made this accumulator itself.
fn is_shaped(work: &Work<'_>, accumulator: WireId) -> bool {
    let mut wire = accumulator;
    while let Producer::Target(id, target) = work.net.wire(wire).producer {
        let Some((edge, Operation::Array(op, array))) = work.at(id) else { return false };
        match op.gives(target as usize) {
            // What is written to it may have another shape.
            Gives::Changed(_) if loses_shape(op, array) => return false,
            Gives::Same(operand) | Gives::Changed(operand) => wire = edge.sources[operand],
            Gives::New => return true,
            Gives::Other => return false,
        }
    }
    false
}

/// Whether what this operation leaves in an array of cotangents has no shape of its own.
fn loses_shape(op: &ArrayOp, array: &Type) -> bool {
    matches!(op, ArrayOp::Take(_) | ArrayOp::Set(_) | ArrayOp::Whole(Whole::SetAll))
        && matches!(innermost(array).0, Type::Cotangent(_))
}

/// Whether an array of this shape cannot grow.
fn is_of_fixed_length(work: &Work<'_>, shape: WireId) -> bool {
    let shape = work.root(shape, &mut IdMap::default());
    let Some((id, Operation::Array(ArrayOp::Shape | ArrayOp::End, _))) = work.producing(shape) else { return false };
    let Some(Origin::Made(made)) = origin(work, work.net.edge(id).sources[0]) else { return false };
    matches!(work.at(made), Some((_, Operation::Array(ArrayOp::New(layout), array))) if layout.is_of_fixed_length(innermost(array).1))
}

fn make(work: &mut Work<'_>, wire: WireId) -> bool {
    let Some((id, Operation::Array(ArrayOp::Zeros, array))) = work.producing(wire) else { return false };
    let (shape, array, level) = (work.net.edge(id).sources[0], array.clone(), work.net.edge(id).level);
    let Some((end, Operation::Array(ArrayOp::End, _))) = work.producing(shape) else { return false };
    let ended = work.net.edge(end).sources[0];
    let Some(Origin::Made(made)) = origin(work, ended) else { return false };
    let Some((edge, operation @ Operation::Array(ArrayOp::New(layout), _))) = work.at(made) else { return false };
    let (layout, operation, operands) = (layout.clone(), operation.clone(), edge.sources.clone());
    // The type of a zero that only the host's compiler knows is known from the shape, and so is how long an array is that was moved in.
    let is_open = |&wire: &WireId| matches!(work.net.wire(wire).ty, Type::Opaque(_) | Type::Array(_));
    if operands.iter().any(is_open) {
        return false;
    }
    let mut again = Vec::with_capacity(operands.len());
    for (wire, is_value) in operands.into_iter().zip(layout.takes_values()) {
        if is_value {
            let zero = Operation::Zero(work.net.wire(wire).ty.clone());
            again.push(work.operation(level, zero, Vec::new())[0]);
        } else {
            let given = work.again(wire);
            again.push(given);
        }
    }
    let zeros = work.remove(id);
    work.remove(end);
    work.net.remove_wire(shape);
    work.operation(level, Operation::Array(ArrayOp::Drop, array), vec![ended]);
    let made = work.operation(level, operation, again)[0];
    work.fuse(made, zeros.targets[0]);
    true
}

/// Where an array comes from, if all that stands between leaves its length as it is.
#[expect(clippy::wildcard_enum_match_arm, reason = "no other operation is known to give an array that it has taken")]
pub(super) fn origin(work: &Work<'_>, mut wire: WireId) -> Option<Origin> {
    loop {
        let (id, target) = match work.net.wire(wire).producer {
            Producer::Input(port) => return Some(Origin::Input(port as usize)),
            Producer::Open => return None,
            Producer::Target(id, target) => (id, target as usize),
        };
        let (edge, operation) = work.at(id)?;
        let inside = |function: EdgeId, output: usize| match origin(
            work,
            work.net.region(Level::Inside(function)).outputs[output],
        )? {
            Origin::Input(port) => Some(port),
            Origin::Made(_) => None,
        };
        wire = edge.sources[match operation {
            Operation::Array(ArrayOp::New(_), _) => return Some(Origin::Made(id)),
            Operation::Array(op, array) => before(op, array, target)?,
            Operation::Fold(of) => {
                let port = inside(body(work, id)?, target)?;
                (target < of.state && port == of.params_before_state() + target)
                    .then_some(fold::of(work, id).before_state() + target)?
            }
            Operation::Cond(..) => {
                let both = branches(work, id)?;
                let captures = both.iter().any(|&branch| !work.net.edge(branch).sources.is_empty());
                let [first, second] = [inside(both[0], target)?, inside(both[1], target)?];
                (first == second && !captures).then_some(3 + first)?
            }
            _ => return None,
        }];
    }
}

/// Which operand of an operation is the array that it gives here, if that has kept its length, and so have the arrays in it.
#[expect(clippy::wildcard_enum_match_arm, reason = "what is not known to keep the length may change it")]
fn before(op: &ArrayOp, array: &Type, target: usize) -> Option<usize> {
    let dimensions = dimensions(array);
    let keeps = match op {
        ArrayOp::Get(place) | ArrayOp::Set(place) | ArrayOp::AddAt(place) | ArrayOp::Take(place) => {
            place.depth == dimensions
        }
        ArrayOp::Len(_) | ArrayOp::AddAll | ArrayOp::Total(_) | ArrayOp::Look | ArrayOp::Shape => true,
        ArrayOp::Whole(Whole::SetAll | Whole::Clear | Whole::Swap(_)) => dimensions == 1,
        _ => false,
    };
    match op.gives(target) {
        Gives::Same(operand) | Gives::Changed(operand) if keeps => Some(operand),
        Gives::Same(_) | Gives::Changed(_) | Gives::New | Gives::Other => None,
    }
}

/// How many arrays are inside of one another.
fn dimensions(mut array: &Type) -> usize {
    let mut dimensions = 0;
    while let Type::Array(element) = array {
        (array, dimensions) = (element, dimensions + 1);
    }
    dimensions
}
