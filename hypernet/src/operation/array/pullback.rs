//! The pullbacks of operations on arrays.

use super::super::Constant;
use super::super::prelude::*;
use super::{Along, ArrayOp, Cloned, Position, Whole, index, innermost, shaped, whole};
use crate::adjoint::{Runs, surgery};

#[expect(clippy::too_many_lines, reason = "one arm for each operation")]
pub(in crate::operation) fn derivative<'a>(op: &'a ArrayOp, array: &'a Type) -> Derivative<'a> {
    if let Type::Undone(element) = array {
        return super::undo::derivative(op, element);
    }
    let moving = |op: ArrayOp| Operation::Array(op, bundle(array).remove(0));
    match op {
        // A read adds to the accumulator.
        ArrayOp::Get(place) => Derivative::Pullback(Pullback::moving(move |around| {
            let mut operands = around.sensitivity(0);
            operands.extend((1..=place.operands()).map(|at| around.operand(at)));
            operands.extend(around.sensitivity(1));
            around.builder.op(moving(ArrayOp::AddAt(place.reached())), &operands)
        })),
        // A struct's sensitivity may grow: it is in the shape of what was there before.
        ArrayOp::Set(_) if shaped::of_structs(array) => shaped::set(op, array),
        ArrayOp::Whole(Whole::Pop(_) | Whole::Remove(_)) if shaped::holds_structs(array) => {
            shaped::taken_out(op, array)
        }
        // What was there before gets nothing, what is written gets what has been added since.
        ArrayOp::Set(place) => Derivative::Pullback(Pullback::moving(move |around| {
            let mut operands = around.sensitivity(0);
            operands.extend((1..=place.operands()).map(|at| around.operand(at)));
            around.builder.op(moving(ArrayOp::Take(place.reached())), &operands)
        })),
        // The accumulators change places too.
        ArrayOp::Replace(place) => Derivative::Pullback(Pullback::moving(move |around| {
            let mut operands = around.sensitivity(0);
            operands.extend((1..=place.operands()).map(|at| around.operand(at)));
            operands.extend(around.sensitivity(1));
            around.builder.op(moving(ArrayOp::Replace(place.reached())), &operands)
        })),
        ArrayOp::AddAt(place) => Derivative::Pullback(Pullback::moving(move |around| {
            let mut operands = around.sensitivity(0);
            operands.extend((1..=place.operands()).map(|at| around.operand(at)));
            around.builder.op(moving(ArrayOp::Get(place.reached())), &operands)
        })),
        ArrayOp::Take(place) => Derivative::Pullback(Pullback::moving(move |around| {
            let mut operands = around.sensitivity(0);
            operands.extend((1..=place.operands()).map(|at| around.operand(at)));
            operands.extend(around.sensitivity(1));
            around.builder.op(moving(ArrayOp::Set(place.reached())), &operands)
        })),
        ArrayOp::Len(_) | ArrayOp::Look | ArrayOp::GiveBack | ArrayOp::ShapeAt(_) => {
            Derivative::Pullback(Pullback::moving(|around| Ok(around.sensitivity(0))))
        }
        // Each value gets what has been added where it is.
        ArrayOp::New(layout) => Derivative::Pullback(Pullback::moving(move |around| {
            let mut accumulator = around.sensitivity(0);
            let mut taken = Vec::new();
            for path in layout.operands().into_iter().flatten() {
                let at = |along: &Along| if let Along::At(at) = along { Some(*at) } else { None };
                let indices: Option<Vec<usize>> = path.iter().map(at).collect();
                let Some(indices) = indices else {
                    accumulator = around.builder.op(moving(ArrayOp::Total(path.into())), &accumulator)?;
                    taken.extend(accumulator.pop());
                    continue;
                };
                let mut place = Vec::with_capacity(indices.len());
                for at in indices {
                    let at = Constant::Integer(i128::try_from(at).unwrap_or(i128::MAX));
                    place.push(around.builder.op1(Operation::Constant(at, index()), &[])?);
                }
                let at = Position::checked(path.len()).reached();
                accumulator.extend(&place);
                if path.len() == innermost(array).1 {
                    accumulator = around.builder.op(moving(ArrayOp::Get(at)), &accumulator)?;
                    taken.extend(accumulator.pop());
                    continue;
                }
                // An array that was moved in gets a copy of its part.
                let parted = around.builder.op(moving(ArrayOp::Split(at)), &accumulator)?;
                let part = around.builder.ty(parted[0]).clone();
                let clone = ArrayOp::Whole(Whole::Clone(Cloned::Same));
                let both = around.builder.op(Operation::Array(clone, part), &parted[..1])?;
                let joined = [&[both[0], parted[1]][..], &place].concat();
                accumulator = around.builder.op(moving(ArrayOp::Join(at)), &joined)?;
                taken.push(both[1]);
            }
            around.builder.op(moving(ArrayOp::Drop), &accumulator)?;
            Ok(taken)
        })),
        // The reverse pass begins with zeros where the forward pass ends the array.
        ArrayOp::Drop => Derivative::Runs(Runs {
            kept: 0..0,
            kept_result: None,
            forward: Box::new(|_, operands| (Operation::Array(ArrayOp::End, array.clone()), operands)),
            reverse: Box::new(move |around, wires| {
                surgery::operation(around.net, around.level, moving(ArrayOp::Zeros), wires)
            }),
        }),
        ArrayOp::ShapeOf
        | ArrayOp::Given(_)
        | ArrayOp::Datum(..)
        | ArrayOp::Part(_)
        | ArrayOp::PartField(_)
        | ArrayOp::LookLen(_) => Derivative::Zero,
        ArrayOp::Split(place) => Derivative::Pullback(Pullback::moving(move |around| {
            let mut operands = [around.sensitivity(0), around.sensitivity(1)].concat();
            operands.extend((1..=place.operands()).map(|at| around.operand(at)));
            around.builder.op(moving(ArrayOp::Join(place.reached())), &operands)
        })),
        ArrayOp::Join(place) => Derivative::Pullback(Pullback::moving(move |around| {
            let mut operands = around.sensitivity(0);
            operands.extend((2..2 + place.operands()).map(|at| around.operand(at)));
            around.builder.op(moving(ArrayOp::Split(place.reached())), &operands)
        })),
        ArrayOp::SplitField(record) => Derivative::Pullback(Pullback::moving(move |around| {
            let operands = [around.sensitivity(0), around.sensitivity(1)].concat();
            around.builder.op(moving(ArrayOp::JoinField(record.of_cotangents())), &operands)
        })),
        ArrayOp::JoinField(record) => Derivative::Pullback(Pullback::moving(move |around| {
            let operands = around.sensitivity(0);
            around.builder.op(moving(ArrayOp::SplitField(record.of_cotangents())), &operands)
        })),
        ArrayOp::Zeros | ArrayOp::Own(_) => Derivative::Pullback(Pullback::moving(move |around| {
            let accumulator = around.sensitivity(0);
            around.builder.op(moving(ArrayOp::Drop), &accumulator)
        })),
        ArrayOp::Lane => Derivative::Pullback(Pullback::moving(move |around| {
            let both = [around.sensitivity(0), around.sensitivity(1)].concat();
            whole::joined(&mut around.builder, moving(ArrayOp::AddAll), moving(ArrayOp::Drop), &both)
        })),
        // What is added has the sensitivity of the sum, beside its own.
        ArrayOp::AddAll => Derivative::Pullback(Pullback::moving(move |around| {
            let both = [around.sensitivity(1), around.sensitivity(0)].concat();
            let both = around.builder.op(moving(ArrayOp::AddAll), &both)?;
            Ok(vec![both[1], both[0]])
        })),
        ArrayOp::Whole(op) => op.derivative(array),
        // These are parts of adjoints.
        ArrayOp::End
        | ArrayOp::Shape
        | ArrayOp::Fit
        | ArrayOp::FitAt(_)
        | ArrayOp::After
        | ArrayOp::Undo
        | ArrayOp::Settle(_)
        | ArrayOp::Total(_)
        | ArrayOp::Read(_) => Derivative::Missing,
    }
}
