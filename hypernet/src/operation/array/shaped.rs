//! Structs that go out of an array: one is overwritten, or taken away.
//!
//! A struct may hold vectors, so another one in its place may be of another shape. The sensitivity of what goes is zero, or has no
//! shape of its own. So the forward pass leaves its shape, and the reverse pass gives that to the element of the accumulator.

use super::super::prelude::*;
use super::{ArrayOp, Position, Whole, element, innermost};
use crate::adjoint::{Surroundings, Undoes, surgery};
use crate::net::WireId;

/// Adds an operation on an array, or on its accumulator.
fn on(around: &mut Surroundings<'_>, array: &Type, op: ArrayOp, wires: Vec<WireId>) -> Vec<WireId> {
    surgery::operation(around.net, around.level, Operation::Array(op, array.clone()), wires)
}

/// The last edge of the forward pass, which gives these wires.
fn gives(around: &mut Surroundings<'_>, array: &Type, op: ArrayOp, wires: Vec<WireId>, below: Vec<WireId>) {
    let label = crate::label::Label::Operation(Operation::Array(op, array.clone()));
    around.net.add_edge(around.level, label, wires, below);
}

/// Copies of wires that are open below; the other copies take their places.
fn copies(around: &mut Surroundings<'_>, wires: &mut [WireId]) -> Vec<WireId> {
    let mut copies = Vec::with_capacity(wires.len());
    for wire in wires {
        let [stays, copy] = surgery::copy(around.net, *wire);
        *wire = stays;
        copies.push(copy);
    }
    copies
}

/// What was there before gets nothing, in its shape; what is written gets what has been added since.
pub(super) fn set<'a>(op: &'a ArrayOp, array: &'a Type) -> Derivative<'a> {
    let ArrayOp::Set(place) = op else { unreachable!("a write") };
    Derivative::Undoes(Undoes {
        forward: Box::new(move |around, mut above, below| {
            let indices = 1..=place.operands();
            let mut left = copies(around, &mut above[indices.clone()]);
            let mut at = vec![above[0]];
            at.extend(copies(around, &mut above[indices]));
            at.extend(place.ordered.then(|| above.pop()).flatten());
            let shaped = on(around, array, ArrayOp::ShapeAt(*place), at);
            above[0] = shaped[0];
            left.push(shaped[1]);
            if place.ordered {
                around.net.fuse(shaped[2], below[1]);
            }
            gives(around, array, op.again(), above, below[..1].to_vec());
            left
        }),
        reverse: Box::new(move |around, wires| {
            let [shape, accumulator] = wires[place.operands()..] else { unreachable!("a write") };
            let indices = wires[..place.operands()].to_vec();
            let (fitted, taken) = take_fitted(around, &bundle(array).remove(0), *place, indices, [accumulator, shape]);
            (vec![fitted, taken], None)
        }),
        again: None,
    })
}

/// Takes the sensitivity of a struct out of an accumulator, which then has this shape there: gives the accumulator and what was taken.
pub(super) fn take_fitted(
    around: &mut Surroundings<'_>,
    accumulators: &Type,
    place: Position,
    mut indices: Vec<WireId>,
    [accumulator, shape]: [WireId; 2],
) -> (WireId, WireId) {
    let first = copies(around, &mut indices);
    let taken = on(around, accumulators, ArrayOp::Take(place.reached()), [&[accumulator][..], &first].concat());
    let fit = [&taken[..1], &indices, &[shape]].concat();
    (on(around, accumulators, ArrayOp::FitAt(place.reached()), fit)[0], taken[1])
}

/// What was taken away comes back into the accumulator, in its shape.
pub(super) fn taken_out<'a>(op: &'a ArrayOp, array: &'a Type) -> Derivative<'a> {
    let accumulators = bundle(array).remove(0);
    let is_pop = matches!(op, ArrayOp::Whole(Whole::Pop(_)));
    Derivative::Undoes(Undoes {
        forward: Box::new(move |around, mut above, mut below| {
            let mut left = if is_pop { Vec::new() } else { copies(around, &mut above[1..2]) };
            let [given, kept] = surgery::copy_above(around.net, below[1]);
            below[1] = given;
            gives(around, array, op.clone(), above, below);
            left.extend(on(around, array, ArrayOp::ShapeOf, vec![kept]));
            left
        }),
        reverse: Box::new(move |around, mut wires| {
            let at = (!is_pop).then(|| wires.remove(0));
            let [shape, accumulator, sensitivity] = wires[..] else { unreachable!("a struct") };
            (vec![put_fitted(around, &accumulators, at, [accumulator, sensitivity, shape])], None)
        }),
        again: None,
    })
}

/// Puts the sensitivity of a struct into an accumulator, here or at its end, in this shape.
pub(super) fn put_fitted(
    around: &mut Surroundings<'_>,
    accumulators: &Type,
    at: Option<WireId>,
    [accumulator, sensitivity, shape]: [WireId; 3],
) -> WireId {
    let checks = super::Checks::REACHED;
    let (put, at) = if let Some(at) = at {
        let mut at = vec![at];
        let again = copies(around, &mut at);
        let insert = ArrayOp::Whole(Whole::Insert(checks));
        (on(around, accumulators, insert, vec![accumulator, again[0], sensitivity]), at[0])
    } else {
        let both = on(around, accumulators, ArrayOp::Len(Position::WHOLE), vec![accumulator]);
        (on(around, accumulators, ArrayOp::Whole(Whole::Push), vec![both[0], sensitivity]), both[1])
    };
    let place = Position::checked(1).reached();
    on(around, accumulators, ArrayOp::FitAt(place), vec![put[0], at, shape])[0]
}

/// Whether the elements of an array are structs.
pub(super) fn holds_structs(array: &Type) -> bool {
    matches!(element(array, 1), Some(Type::Opaque(_)))
}

/// Whether an array holds structs, at whatever depth.
pub(super) fn of_structs(array: &Type) -> bool {
    matches!(innermost(array).0, Type::Opaque(_))
}
