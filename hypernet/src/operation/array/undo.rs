//! Arrays whose writes are undone.
//!
//! The law is `a = set(set(a, i, v), i, index(a, i))`. The forward pass keeps what a write overwrites; in the reverse pass the
//! storage of the array goes the other way, beside its accumulator, and each write is undone where its reverse is: what was there
//! is put back. So the reverse of all that came before finds the array as it was. What the forward pass read, or looked at, is
//! *found again* there, and need not be kept. The storage of an array that ends is kept by a look at it, which moves it.

use super::super::prelude::*;
use super::shaped::{holds_structs, of_structs};
use super::{Along, ArrayOp, Checks, Cloned, Position, Whole, element};
use crate::adjoint::{Again, Surroundings, Undoes, surgery};
use crate::net::WireId;

mod adding;
use adding::Adding;

/// Whether the writes of this operation can be undone.
#[must_use]
pub(crate) fn is_undoable(op: &ArrayOp) -> bool {
    match op {
        ArrayOp::Get(_)
        | ArrayOp::Set(_)
        | ArrayOp::AddAt(_)
        | ArrayOp::Len(_)
        | ArrayOp::Drop
        | ArrayOp::Undo
        | ArrayOp::Settle(_)
        | ArrayOp::GiveBack
        | ArrayOp::Look
        | ArrayOp::Lane
        | ArrayOp::Split(_)
        | ArrayOp::Join(_)
        | ArrayOp::SplitField(_)
        | ArrayOp::JoinField(_)
        | ArrayOp::Replace(_)
        | ArrayOp::Whole(
            Whole::Swap(_)
            | Whole::SetAll
            | Whole::Copy(_)
            | Whole::CopyLook(_)
            | Whole::Clone(_)
            | Whole::Push
            | Whole::Pop(_)
            | Whole::Insert(_)
            | Whole::Remove(_)
            | Whole::Reverse
            | Whole::Rotate(..)
            | Whole::Resize
            | Whole::Extend
            | Whole::Truncate,
        ) => true,
        ArrayOp::Take(_)
        | ArrayOp::New(_)
        | ArrayOp::End
        | ArrayOp::Shape
        | ArrayOp::ShapeAt(_)
        | ArrayOp::ShapeOf
        | ArrayOp::FitAt(_)
        | ArrayOp::After
        | ArrayOp::Zeros
        | ArrayOp::Fit
        | ArrayOp::AddAll
        | ArrayOp::Total(_)
        | ArrayOp::Given(_)
        | ArrayOp::Datum(..)
        | ArrayOp::Own(_)
        | ArrayOp::Read(_)
        | ArrayOp::LookLen(_)
        | ArrayOp::Part(_)
        | ArrayOp::PartField(_)
        | ArrayOp::Whole(
            Whole::Clear
            | Whole::Restore
            | Whole::CloneLook(_)
            | Whole::Resized
            | Whole::ExtendLook
            | Whole::Extended
            | Whole::Truncated
            | Whole::Lengthened,
        ) => false,
    }
}

/// Keeps what is in an array that a call is about to change: gives the array, and a look at what there was.
pub(crate) fn keep_before_call(around: &mut Surroundings<'_>, array: WireId) -> [WireId; 2] {
    let ty = around.net.wire(array).ty.clone();
    Adding { around, array: ty.clone(), accumulator: ty }.kept(array)
}

/// Puts back what a call has changed, given the accumulator that it gives, the storage and the look: gives the first two.
pub(crate) fn put_back_after_call(
    around: &mut Surroundings<'_>,
    [accumulator, storage, look]: [WireId; 3],
) -> [WireId; 2] {
    let ty = around.net.wire(storage).ty.clone();
    let mut adding = Adding { around, array: ty.clone(), accumulator: ty };
    let [accumulator, storage] = adding.waits(accumulator, storage);
    let back = adding.array(ArrayOp::Whole(Whole::Restore), vec![storage, look]);
    [accumulator, back[0]]
}

/// The forward pass and the reverse pass of an operation on an array of these elements that is undone.
pub(super) fn derivative<'a>(op: &'a ArrayOp, element: &'a Type) -> Derivative<'a> {
    if !is_undoable(op) {
        return Derivative::Missing;
    }
    let array = Type::Array(element.clone().into());
    let accumulator = bundle(&array).remove(0);
    let (of_forward, of_accumulator) = (array.clone(), accumulator.clone());
    Derivative::Undoes(Undoes {
        forward: Box::new(move |around, above, below| {
            forward(op, &mut Adding { around, array: of_forward, accumulator: of_accumulator }, above, below)
        }),
        reverse: Box::new(move |around, wires| reverse(op, &mut Adding { around, array, accumulator }, wires)),
        again: again(op),
    })
}

/// What is found again in the reverse pass.
#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else reads or writes what may be found again")]
fn again(op: &ArrayOp) -> Option<Again> {
    match op {
        ArrayOp::Get(_) | ArrayOp::Look => Some(Again::Result(1)),
        ArrayOp::Set(place) => Some(Again::Operand(1 + place.operands())),
        ArrayOp::Whole(Whole::Push) => Some(Again::Operand(1)),
        ArrayOp::Whole(Whole::Insert(_)) => Some(Again::Operand(2)),
        _ => None,
    }
}

/// The forward pass, between these wires; gives what it leaves.
#[expect(clippy::too_many_lines, reason = "one arm for each operation")]
fn forward(op: &ArrayOp, adding: &mut Adding<'_, '_>, mut above: Vec<WireId>, below: Vec<WireId>) -> Vec<WireId> {
    match op {
        // From here on, it is undone.
        ArrayOp::Undo => {
            adding.around.net.fuse(above[0], below[0]);
            Vec::new()
        }
        ArrayOp::Settle(cloned) => {
            let [array, look] = adding.kept_as(*cloned, above[0]);
            adding.around.net.fuse(array, below[0]);
            vec![look]
        }
        ArrayOp::Drop => {
            let looked = adding.array(ArrayOp::Look, above);
            adding.gives(ArrayOp::Drop, vec![looked[0]], below);
            vec![looked[1]]
        }
        ArrayOp::Set(place) | ArrayOp::AddAt(place) => {
            let indices = 1..=place.operands();
            let mut left = adding.copies(&mut above[indices.clone()]);
            let mut read = vec![above[0]];
            read.extend(adding.copies(&mut above[indices]));
            read.extend(place.ordered.then(|| above.pop()).flatten());
            let read = adding.array(ArrayOp::Get(*place), read);
            above[0] = read[0];
            left.push(read[1]);
            if place.ordered {
                adding.around.net.fuse(read[2], below[1]);
            }
            adding.gives(op.again(), above, below[..1].to_vec());
            left
        }
        ArrayOp::Replace(place) => {
            let mut left = adding.copies(&mut above[1..=place.operands()]);
            let mut given = adding.array(op.clone(), above);
            let [before, look] = adding.row(place.depth).kept(given[1]);
            given[1] = before;
            for (given, below) in given.into_iter().zip(below) {
                adding.around.net.fuse(given, below);
            }
            left.push(look);
            left
        }
        ArrayOp::Whole(Whole::SetAll | Whole::Copy(_) | Whole::CopyLook(_)) => {
            let [array, look] = adding.kept(above[0]);
            above[0] = array;
            adding.gives(op.clone(), above, below);
            vec![look]
        }
        ArrayOp::Whole(Whole::Pop(_) | Whole::Remove(_)) => {
            let is_index = |wire: WireId| adding.around.net.wire(wire).ty().is_copyable();
            let indices = if above.get(1).is_some_and(|&wire| is_index(wire)) { 1..2 } else { 1..1 };
            let mut left = adding.copies(&mut above[indices]);
            let [given, kept] = surgery::copy_above(adding.around.net, below[1]);
            let mut below = below;
            below[1] = given;
            adding.gives(op.clone(), above, below);
            left.push(adding.second(kept));
            left
        }
        // What is written is found again.
        ArrayOp::Whole(Whole::Insert(_)) => {
            let left = adding.copies(&mut above[1..2]);
            adding.gives(op.clone(), above, below);
            left
        }
        ArrayOp::Whole(Whole::Resize) => {
            let mut left = adding.copies(&mut above[1..2]);
            let [array, look] = adding.kept(above[0]);
            above[0] = array;
            adding.gives(op.clone(), above, below);
            left.push(look);
            left
        }
        ArrayOp::Whole(Whole::Truncate) => {
            let [array, look] = adding.kept(above[0]);
            above[0] = array;
            let truncated = adding.array(ArrayOp::Whole(Whole::Truncated), above);
            adding.around.net.fuse(truncated[0], below[0]);
            vec![look, truncated[1]]
        }
        ArrayOp::Whole(Whole::Extend) => {
            let [array, length] = adding.length(above[0]);
            above[0] = array;
            adding.gives(op.clone(), above, below);
            vec![length]
        }
        ArrayOp::Get(_)
        | ArrayOp::Len(_)
        | ArrayOp::GiveBack
        | ArrayOp::Look
        | ArrayOp::Lane
        | ArrayOp::Split(_)
        | ArrayOp::Join(_)
        | ArrayOp::SplitField(_)
        | ArrayOp::JoinField(_)
        | ArrayOp::Whole(Whole::Swap(_) | Whole::Clone(_) | Whole::Push | Whole::Reverse | Whole::Rotate(..)) => {
            let operands: Vec<usize> =
                (0..above.len()).filter(|&at| adding.around.net.wire(above[at]).ty().is_copyable()).collect();
            let mut left = Vec::new();
            // What is written is found again.
            for at in operands.into_iter().filter(|_| !matches!(op, ArrayOp::Whole(Whole::Push))) {
                left.extend(adding.copies(&mut above[at..=at]));
            }
            adding.gives(op.clone(), above, below);
            left
        }
        ArrayOp::Take(_)
        | ArrayOp::New(_)
        | ArrayOp::End
        | ArrayOp::Shape
        | ArrayOp::ShapeAt(_)
        | ArrayOp::ShapeOf
        | ArrayOp::FitAt(_)
        | ArrayOp::After
        | ArrayOp::Zeros
        | ArrayOp::Fit
        | ArrayOp::AddAll
        | ArrayOp::Total(_)
        | ArrayOp::Given(_)
        | ArrayOp::Datum(..)
        | ArrayOp::Own(_)
        | ArrayOp::Read(_)
        | ArrayOp::LookLen(_)
        | ArrayOp::Part(_)
        | ArrayOp::PartField(_)
        | ArrayOp::Whole(
            Whole::Clear
            | Whole::Restore
            | Whole::CloneLook(_)
            | Whole::Resized
            | Whole::ExtendLook
            | Whole::Extended
            | Whole::Truncated
            | Whole::Lengthened,
        ) => unreachable!("what cannot be undone has been refused"),
    }
}

/// The reverse pass of what was left and the sensitivities of the results: gives those of the operands, and what has been found
/// again.
#[expect(clippy::too_many_lines, reason = "one arm for each operation")]
fn reverse(op: &ArrayOp, adding: &mut Adding<'_, '_>, wires: Vec<WireId>) -> (Vec<WireId>, Option<WireId>) {
    let (given, found) = match op {
        // The caller has the storage.
        ArrayOp::GiveBack => (wires, None),
        // It has not been undone before: the storage is as it was made.
        ArrayOp::Undo => {
            adding.array(ArrayOp::Drop, vec![wires[1]]);
            (vec![wires[0]], None)
        }
        // What comes after it did not undo what it has written.
        ArrayOp::Settle(_) => {
            let [look, accumulator] = wires[..] else { unreachable!("an array") };
            let storage = adding.array(ArrayOp::Whole(Whole::CloneLook(Cloned::Same)), vec![look]);
            (vec![accumulator, storage[0]], None)
        }
        ArrayOp::Drop => {
            let storage = adding.array(ArrayOp::Whole(Whole::CloneLook(Cloned::Same)), wires);
            let shaped = adding.array(ArrayOp::Shape, storage);
            let accumulator = adding.accumulator(ArrayOp::Zeros, vec![shaped[1]]);
            (vec![accumulator[0], shaped[0]], None)
        }
        ArrayOp::Get(place) => {
            let [accumulator, storage, added] = wires[place.operands()..] else { unreachable!("a read") };
            let mut indices = wires[..place.operands()].to_vec();
            let again = adding.copies(&mut indices);
            let read = adding.array(ArrayOp::Get(place.reached()), [&[storage][..], &again].concat());
            let added = [&[accumulator][..], &indices, &[added]].concat();
            let added = adding.accumulator(ArrayOp::AddAt(place.reached()), added);
            (vec![added[0], read[0]], Some(read[1]))
        }
        ArrayOp::Set(place) => {
            let [old, accumulator, storage] = wires[place.operands()..] else { unreachable!("a write") };
            let mut indices = wires[..place.operands()].to_vec();
            let (first, second) = (adding.copies(&mut indices), adding.copies(&mut indices));
            let read = adding.array(ArrayOp::Get(place.reached()), [&[storage][..], &second].concat());
            let [accumulator, storage] = adding.waits(accumulator, read[0]);
            let taken = adding.accumulator(ArrayOp::Take(place.reached()), [&[accumulator][..], &first].concat());
            let again = if of_structs(&adding.array) { adding.copies(&mut indices) } else { Vec::new() };
            let back = [&[storage][..], &indices, &[old]].concat();
            let back = adding.array(ArrayOp::Set(place.reached()), back);
            let [fitted, storage] = adding.fitted(*place, again, [taken[0], back[0]]);
            (vec![fitted, storage, taken[1]], Some(read[1]))
        }
        ArrayOp::AddAt(place) => {
            let [old, accumulator, storage] = wires[place.operands()..] else { unreachable!("a write") };
            let mut indices = wires[..place.operands()].to_vec();
            let first = adding.copies(&mut indices);
            let [accumulator, storage] = adding.waits(accumulator, storage);
            let read = adding.accumulator(ArrayOp::Get(place.reached()), [&[accumulator][..], &first].concat());
            let back = [&[storage][..], &indices, &[old]].concat();
            let back = adding.array(ArrayOp::Set(place.reached()), back);
            (vec![read[0], back[0], read[1]], None)
        }
        ArrayOp::Replace(place) => {
            let [look, accumulator, storage, before] = wires[place.operands()..] else { unreachable!("two arrays") };
            let mut indices = wires[..place.operands()].to_vec();
            let first = adding.copies(&mut indices);
            let replace = ArrayOp::Replace(place.reached());
            let [accumulator, storage] = adding.waits(accumulator, storage);
            let exchanged = adding.accumulator(replace.clone(), [&[accumulator][..], &first, &[before]].concat());
            let old = adding.row(place.depth).array(ArrayOp::Whole(Whole::CloneLook(Cloned::Same)), vec![look]);
            let back = adding.array(replace, [&[storage][..], &indices, &old].concat());
            adding.row(place.depth).array(ArrayOp::Drop, vec![back[1]]);
            (vec![exchanged[0], back[0], exchanged[1]], None)
        }
        // What it takes to find the place is not needed.
        ArrayOp::Len(place) => {
            for &index in &wires[..place.operands()] {
                surgery::discard(adding.around.net, index);
            }
            (wires[place.operands()..].to_vec(), None)
        }
        ArrayOp::Look => {
            let looked = adding.array(ArrayOp::Look, vec![wires[1]]);
            (vec![wires[0], looked[0]], Some(looked[1]))
        }
        ArrayOp::Lane => {
            let [accumulator, storage, lane] = wires[..] else { unreachable!("a lane") };
            let both = adding.accumulator(ArrayOp::AddAll, vec![accumulator, lane]);
            adding.accumulator(ArrayOp::Drop, vec![both[1]]);
            (vec![both[0], storage], None)
        }
        ArrayOp::Split(place) => {
            let [part, part_storage, rest, rest_storage] = wires[place.operands()..] else { unreachable!("a part") };
            let mut indices = wires[..place.operands()].to_vec();
            let first = adding.copies(&mut indices);
            let join = ArrayOp::Join(place.reached());
            let accumulator = adding.accumulator(join.clone(), [&[part, rest][..], &first].concat());
            let storage = adding.array(join, [&[part_storage, rest_storage][..], &indices].concat());
            (vec![accumulator[0], storage[0]], None)
        }
        ArrayOp::Join(place) => {
            let [accumulator, storage] = wires[place.operands()..] else { unreachable!("a part") };
            let mut indices = wires[..place.operands()].to_vec();
            let first = adding.copies(&mut indices);
            let split = ArrayOp::Split(place.reached());
            let accumulators = adding.accumulator(split.clone(), [&[accumulator][..], &first].concat());
            let storages = adding.array(split, [&[storage][..], &indices].concat());
            (vec![accumulators[0], storages[0], accumulators[1], storages[1]], None)
        }
        ArrayOp::SplitField(record) => {
            let [part, part_storage, rest, rest_storage] = wires[..] else { unreachable!("a part") };
            let accumulator = adding.accumulator(ArrayOp::JoinField(record.of_cotangents()), vec![part, rest]);
            let storage = adding.array(ArrayOp::JoinField(record.clone()), vec![part_storage, rest_storage]);
            (vec![accumulator[0], storage[0]], None)
        }
        ArrayOp::JoinField(record) => {
            let [accumulator, storage] = wires[..] else { unreachable!("a part") };
            let accumulators = adding.accumulator(ArrayOp::SplitField(record.of_cotangents()), vec![accumulator]);
            let storages = adding.array(ArrayOp::SplitField(record.clone()), vec![storage]);
            (vec![accumulators[0], storages[0], accumulators[1], storages[1]], None)
        }
        ArrayOp::Whole(Whole::Swap(_)) => {
            let [first, second, accumulator, storage] = wires[..] else { unreachable!("two elements") };
            let mut indices = vec![first, second];
            let again = adding.copies(&mut indices);
            let swap = ArrayOp::Whole(Whole::Swap(Checks::REACHED));
            let [accumulator, storage] = adding.waits(accumulator, storage);
            let accumulator = adding.accumulator(swap.clone(), [&[accumulator][..], &again].concat());
            let storage = adding.array(swap, [&[storage][..], &indices].concat());
            (vec![accumulator[0], storage[0]], None)
        }
        ArrayOp::Whole(Whole::Reverse) => {
            let reverse = ArrayOp::Whole(Whole::Reverse);
            let [accumulator, storage] = adding.waits(wires[0], wires[1]);
            let accumulator = adding.accumulator(reverse.clone(), vec![accumulator]);
            let storage = adding.array(reverse, vec![storage]);
            (vec![accumulator[0], storage[0]], None)
        }
        ArrayOp::Whole(Whole::SetAll) => {
            let [look, accumulator, storage] = wires[..] else { unreachable!("a write") };
            let [accumulator, storage] = adding.waits(accumulator, storage);
            let total = adding.accumulator(ArrayOp::Total([Along::All].into()), vec![accumulator]);
            let copy = ArrayOp::Whole(Whole::CopyLook(Checks::REACHED));
            let [cleared, back] = if holds_structs(&adding.array) {
                let zero = surgery::zero(
                    adding.around.net,
                    adding.around.level,
                    element(&adding.accumulator, 1).expect("an array"),
                );
                let cleared = adding.accumulator(ArrayOp::Whole(Whole::SetAll), vec![total[0], zero]);
                // The vectors in it may be of other lengths.
                let back = adding.array(ArrayOp::Whole(Whole::Restore), vec![storage, look]);
                let shaped = adding.array(ArrayOp::Shape, back);
                [adding.accumulator(ArrayOp::Fit, vec![cleared[0], shaped[1]])[0], shaped[0]]
            } else {
                let cleared = adding.accumulator(ArrayOp::Whole(Whole::Clear), vec![total[0]]);
                [cleared[0], adding.array(copy, vec![storage, look])[0]]
            };
            (vec![cleared, back, total[1]], None)
        }
        ArrayOp::Whole(Whole::Copy(_)) => {
            let [look, to, storage, from, other] = wires[..] else { unreachable!("two arrays") };
            let [to, storage] = adding.waits(to, storage);
            let both = adding.accumulator(ArrayOp::AddAll, vec![from, to]);
            let cleared = adding.accumulator(ArrayOp::Whole(Whole::Clear), vec![both[1]]);
            let copy = ArrayOp::Whole(Whole::CopyLook(Checks::REACHED));
            let back = adding.array(copy, vec![storage, look]);
            (vec![cleared[0], back[0], both[0], other], None)
        }
        ArrayOp::Whole(Whole::CopyLook(_)) => {
            let [look, accumulator, storage] = wires[..] else { unreachable!("a write") };
            let [accumulator, storage] = adding.waits(accumulator, storage);
            let cleared = adding.accumulator(ArrayOp::Whole(Whole::Clear), vec![accumulator]);
            let copy = ArrayOp::Whole(Whole::CopyLook(Checks::REACHED));
            let back = adding.array(copy, vec![storage, look]);
            (vec![cleared[0], back[0]], None)
        }
        ArrayOp::Whole(Whole::Clone(_)) => {
            let [accumulator, storage, second] = wires[..] else { unreachable!("two arrays") };
            let both = adding.accumulator(ArrayOp::AddAll, vec![accumulator, second]);
            adding.accumulator(ArrayOp::Drop, vec![both[1]]);
            (vec![both[0], storage], None)
        }
        ArrayOp::Whole(Whole::Push) => {
            let pop = ArrayOp::Whole(Whole::Pop(Checks::REACHED));
            let [accumulator, storage] = adding.waits(wires[0], wires[1]);
            let sensitivity = adding.accumulator(pop.clone(), vec![accumulator]);
            let back = adding.array(pop, vec![storage]);
            (vec![sensitivity[0], back[0], sensitivity[1]], Some(back[1]))
        }
        ArrayOp::Whole(Whole::Pop(_)) => {
            let [kept, accumulator, storage, sensitivity] = wires[..] else { unreachable!("an element") };
            let push = ArrayOp::Whole(Whole::Push);
            let [accumulator, storage] = adding.waits(accumulator, storage);
            let is_shaped = holds_structs(&adding.array);
            let length = if is_shaped { Some(adding.length(storage)) } else { None };
            let storage = length.map_or(storage, |[storage, _]| storage);
            let accumulator = adding.accumulator(push.clone(), vec![accumulator, sensitivity]);
            let back = adding.array(push, vec![storage, kept]);
            let at = length.map(|[_, length]| length).into_iter().collect();
            (adding.fitted(Position::checked(1), at, [accumulator[0], back[0]]).into(), None)
        }
        ArrayOp::Whole(Whole::Insert(_)) => {
            let [at, accumulator, storage] = wires[..] else { unreachable!("an element") };
            let mut at = vec![at];
            let again = adding.copies(&mut at);
            let remove = ArrayOp::Whole(Whole::Remove(Checks::REACHED));
            let [accumulator, storage] = adding.waits(accumulator, storage);
            let sensitivity = adding.accumulator(remove.clone(), vec![accumulator, again[0]]);
            let back = adding.array(remove, vec![storage, at[0]]);
            (vec![sensitivity[0], back[0], sensitivity[1]], Some(back[1]))
        }
        ArrayOp::Whole(Whole::Remove(_)) => {
            let [at, kept, accumulator, storage, sensitivity] = wires[..] else { unreachable!("an element") };
            let mut at = vec![at];
            let again = adding.copies(&mut at);
            let shaped = if holds_structs(&adding.array) { adding.copies(&mut at) } else { Vec::new() };
            let insert = ArrayOp::Whole(Whole::Insert(Checks::REACHED));
            let [accumulator, storage] = adding.waits(accumulator, storage);
            let accumulator = adding.accumulator(insert.clone(), vec![accumulator, again[0], sensitivity]);
            let back = adding.array(insert, vec![storage, at[0], kept]);
            (adding.fitted(Position::checked(1), shaped, [accumulator[0], back[0]]).into(), None)
        }
        ArrayOp::Whole(Whole::Rotate(end, _)) => {
            let [by, accumulator, storage] = wires[..] else { unreachable!("how far") };
            let mut by = vec![by];
            let again = adding.copies(&mut by);
            let rotate = ArrayOp::Whole(Whole::Rotate(end.other(), Checks::REACHED));
            let [accumulator, storage] = adding.waits(accumulator, storage);
            let accumulator = adding.accumulator(rotate.clone(), vec![accumulator, again[0]]);
            let back = adding.array(rotate, vec![storage, by[0]]);
            (vec![accumulator[0], back[0]], None)
        }
        ArrayOp::Whole(Whole::Resize) => {
            let [before, look, accumulator, storage] = wires[..] else { unreachable!("an array") };
            let [accumulator, storage] = adding.waits(accumulator, storage);
            let resized = adding.accumulator(ArrayOp::Whole(Whole::Resized), vec![accumulator, before]);
            let back = adding.array(ArrayOp::Whole(Whole::Restore), vec![storage, look]);
            (vec![resized[0], back[0], resized[1]], None)
        }
        ArrayOp::Whole(Whole::Truncate) => {
            let [look, shape, accumulator, storage] = wires[..] else { unreachable!("an array") };
            let [accumulator, storage] = adding.waits(accumulator, storage);
            let lengthened = adding.accumulator(ArrayOp::Whole(Whole::Lengthened), vec![accumulator, shape]);
            let back = adding.array(ArrayOp::Whole(Whole::Restore), vec![storage, look]);
            (vec![lengthened[0], back[0]], None)
        }
        ArrayOp::Whole(Whole::Extend) => {
            let [before, accumulator, storage, other, other_storage] = wires[..] else { unreachable!("two arrays") };
            let [accumulator, storage] = adding.waits(accumulator, storage);
            let both = adding.accumulator(ArrayOp::Whole(Whole::Extended), vec![accumulator, other]);
            let [storage, after] = adding.length(storage);
            let Type::Array(element) = adding.array.clone() else { unreachable!("an array") };
            let zero = surgery::zero(adding.around.net, adding.around.level, &element);
            let back = adding.array(ArrayOp::Whole(Whole::Resize), vec![storage, after, before, zero]);
            (vec![both[0], back[0], both[1], other_storage], None)
        }
        ArrayOp::Take(_)
        | ArrayOp::New(_)
        | ArrayOp::End
        | ArrayOp::Shape
        | ArrayOp::ShapeAt(_)
        | ArrayOp::ShapeOf
        | ArrayOp::FitAt(_)
        | ArrayOp::After
        | ArrayOp::Zeros
        | ArrayOp::Fit
        | ArrayOp::AddAll
        | ArrayOp::Total(_)
        | ArrayOp::Given(_)
        | ArrayOp::Datum(..)
        | ArrayOp::Own(_)
        | ArrayOp::Read(_)
        | ArrayOp::LookLen(_)
        | ArrayOp::Part(_)
        | ArrayOp::PartField(_)
        | ArrayOp::Whole(
            Whole::Clear
            | Whole::Restore
            | Whole::CloneLook(_)
            | Whole::Resized
            | Whole::ExtendLook
            | Whole::Extended
            | Whole::Truncated
            | Whole::Lengthened,
        ) => unreachable!("what cannot be undone has been refused"),
    };
    (given, found)
}
