//! Rules about one edge on an array and its neighbours. They remove what is read, added, taken out or put back twice, or in vain.

use super::work::Work;
use crate::label::{Label, Operation};
use crate::net::{EdgeId, IdMap, Producer, WireId};
use crate::operation::{ArrayOp, Copying, Gives, Position, Whole};
use crate::types::Type;

/// A read that does not panic, of what nobody wants, is no read.
pub(super) fn unread(work: &mut Work<'_>, id: EdgeId) -> bool {
    let Some(edge) = work.net.get_edge(id) else { return false };
    let Producer::Target(read, 1) = work.net.wire(edge.sources[0]).producer else { return false };
    let Some((_, operation @ Operation::Array(op, _))) = work.at(read) else { return false };
    if op.gives(0) != Gives::Same(0) || op.gives(1) != Gives::Other || operation.may_panic() {
        return false;
    }
    work.remove(id);
    let read = work.remove_from_order(read);
    for &wire in &read.sources[1..] {
        work.discard(wire);
    }
    work.net.remove_wire(read.targets[1]);
    work.fuse(read.sources[0], read.targets[0]);
    true
}

/// The elements of a zero are zero.
pub(super) fn read_zero(work: &mut Work<'_>, id: EdgeId) -> bool {
    let Some((edge, operation @ Operation::Array(ArrayOp::Get(_), _))) = work.at(id) else { return false };
    if operation.may_panic() || !work.is_zero(edge.sources[0]) {
        return false;
    }
    let level = edge.level;
    let read = work.remove_from_order(id);
    for &index in &read.sources[1..] {
        work.discard(index);
    }
    let zero = Operation::Zero(work.net.wire(read.targets[1]).ty.clone());
    let zero = work.operation(level, zero, Vec::new())[0];
    work.fuse(read.sources[0], read.targets[0]);
    work.fuse(zero, read.targets[1]);
    true
}

/// So are those of a look at one.
pub(super) fn looked_at_zero(work: &mut Work<'_>, id: EdgeId) -> bool {
    let Some((edge, Operation::Array(ArrayOp::Look, _))) = work.at(id) else { return false };
    let Some((zero, Operation::Zero(_))) = work.producing(edge.sources[0]) else { return false };
    // A read, and the copies on the way to it.
    let mut ways = vec![(edge.targets[1], Vec::new())];
    let (read, copies) = loop {
        let Some((wire, mut copies)) = ways.pop() else { return false };
        let Some((taker, _)) = work.net.consumer_edge(wire) else { continue };
        match &work.net.edge(taker).label {
            Label::Copy => {
                copies.push(taker);
                ways.extend(work.net.edge(taker).targets.iter().map(|&wire| (wire, copies.clone())));
            }
            Label::Operation(operation @ Operation::Array(ArrayOp::Read(_), _)) if !operation.may_panic() => {
                break (taker, copies);
            }
            Label::Operation(_) | Label::Discard | Label::Eval | Label::Abstraction | Label::Frame(_) => {}
        }
    };
    let level = work.net.edge(read).level;
    let read = work.remove(read);
    for &wire in &read.sources {
        work.discard(wire);
    }
    let nothing = Operation::Zero(work.net.wire(read.targets[0]).ty.clone());
    let nothing = work.operation(level, nothing, Vec::new())[0];
    work.fuse(nothing, read.targets[0]);
    // The step depends on them.
    for id in copies.into_iter().chain([id, zero]) {
        let edge = work.remove(id);
        let again = work.net.add_edge(edge.level, edge.label, edge.sources, edge.targets);
        work.touch(again);
    }
    true
}

/// An array of which nobody wants the shape just ends.
pub(super) fn shape_unused(work: &mut Work<'_>, id: EdgeId) -> bool {
    let Some(edge) = work.net.get_edge(id) else { return false };
    let shape = edge.sources[0];
    let Some((end, Operation::Array(ArrayOp::End, array))) = work.producing(shape) else { return false };
    let array = array.clone();
    work.remove(id);
    let end = work.remove(end);
    work.net.remove_wire(shape);
    let level = work.net.wire(end.sources[0]).level;
    work.operation(level, Operation::Array(ArrayOp::Drop, array), end.sources);
    true
}

/// Zeros add up to zero.
pub(super) fn total_zero(work: &mut Work<'_>, id: EdgeId) -> bool {
    let Some((edge, Operation::Array(ArrayOp::Total(_), _))) = work.at(id) else { return false };
    let Some((made, operation @ Operation::Array(ArrayOp::Zeros, _))) = work.producing(edge.sources[0]) else {
        return false;
    };
    let operation = operation.clone();
    let total = work.remove(id);
    let made = work.remove(made);
    work.net.remove_wire(made.targets[0]);
    let level = work.net.wire(made.sources[0]).level;
    let zeros = work.operation(level, operation, made.sources)[0];
    let zero = work.operation(level, Operation::Zero(work.net.wire(total.targets[1]).ty.clone()), Vec::new())[0];
    work.fuse(zeros, total.targets[0]);
    work.fuse(zero, total.targets[1]);
    true
}

/// Zeros that are cleared, or added to another array, stay what they are, as that does.
#[expect(clippy::wildcard_enum_match_arm, reason = "no other operation gives back what it takes, if that is zeros")]
pub(super) fn zeros_changed(work: &mut Work<'_>, id: EdgeId) -> bool {
    let Some((edge, Operation::Array(op, _))) = work.at(id) else { return false };
    let zeros = match op {
        ArrayOp::AddAll => edge.sources[1],
        ArrayOp::Whole(Whole::Clear) => edge.sources[0],
        _ => return false,
    };
    let Some((made, operation @ Operation::Array(ArrayOp::Zeros, _))) = work.producing(zeros) else { return false };
    let operation = operation.clone();
    let mut changed = work.remove(id);
    let made = work.remove(made);
    work.net.remove_wire(zeros);
    let level = work.net.wire(made.sources[0]).level;
    let again = work.operation(level, operation, made.sources)[0];
    if let Some(source) = changed.sources.last_mut() {
        *source = again;
    }
    for (&before, &after) in changed.sources.iter().zip(&changed.targets) {
        work.fuse(before, after);
    }
    true
}

/// An element that is there, and to which zero is added, stays what it is.
pub(super) fn added_nothing(work: &mut Work<'_>, id: EdgeId) -> bool {
    let Some((edge, Operation::Array(ArrayOp::AddAt(place), _))) = work.at(id) else { return false };
    if !place.known || !edge.sources.last().is_some_and(|&added| work.is_zero(added)) {
        return false;
    }
    let added = work.remove(id);
    for &wire in &added.sources[1..] {
        work.discard(wire);
    }
    work.fuse(added.sources[0], added.targets[0]);
    true
}

/// What is added twice to one element is added once, also where something is added to others in between: sums may be added in any order.
pub(super) fn added_twice(work: &mut Work<'_>, id: EdgeId) -> bool {
    let Some((edge, operation @ Operation::Array(ArrayOp::AddAt(place), _))) = work.at(id) else { return false };
    let (mut operands, place, operation) = (edge.sources.clone(), *place, operation.clone());
    let last = operands.len() - 1;
    let Some((between, before)) = added_before(work, &operands[..last], place) else { return false };
    let added = take_addition(work, &between, before);
    let after = work.remove(id);
    let level = work.net.wire(added).level;
    let ty = work.net.wire(added).ty.clone();
    let sum = work.operation(level, Operation::Plus(ty), vec![added, operands[last]])[0];
    operands[0] = after.sources[0];
    operands[last] = sum;
    let added = work.operation(level, operation, operands)[0];
    work.fuse(added, after.targets[0]);
    true
}

/// What is added to an element before that is taken is added to what is taken.
pub(super) fn added_taken(work: &mut Work<'_>, id: EdgeId) -> bool {
    let Some((edge, operation @ Operation::Array(ArrayOp::Take(place), _))) = work.at(id) else { return false };
    let (mut operands, place, operation) = (edge.sources.clone(), *place, operation.clone());
    if !matches!(work.net.wire(edge.targets[1]).ty, Type::Real(_)) {
        return false;
    }
    let Some((between, before)) = added_before(work, &operands, place) else { return false };
    let added = take_addition(work, &between, before);
    let after = work.remove(id);
    let level = work.net.wire(added).level;
    let ty = work.net.wire(added).ty.clone();
    operands[0] = after.sources[0];
    let taken = work.operation(level, operation, operands);
    let sum = work.operation(level, Operation::Plus(ty), vec![added, taken[1]])[0];
    work.fuse(taken[0], after.targets[0]);
    work.fuse(sum, after.targets[1]);
    true
}

/// What is added to a cotangent in an array that has just been taken, and got its shape, is written there, and gets the shape then.
pub(super) fn added_after_taking(work: &mut Work<'_>, id: EdgeId) -> bool {
    let Some((edge, Operation::Array(ArrayOp::AddAt(place), array))) = work.at(id) else { return false };
    let (place, array, sources) = (*place, array.clone(), edge.sources.clone());
    let (Some(&added), false) = (sources.last(), place.ordered) else { return false };
    if !matches!(work.net.wire(added).ty, Type::Cotangent(_)) {
        return false;
    }
    let at = &sources[1..sources.len() - 1];
    let Some((fit, Operation::Array(ArrayOp::FitAt(fitted), _))) = work.producing(sources[0]) else { return false };
    let fit_sources = &work.net.edge(fit).sources;
    let Some((take, Operation::Array(ArrayOp::Take(taken), _))) = work.producing(fit_sources[0]) else { return false };
    let same = |at: &[WireId]| same_operands(work, &work.net.edge(take).sources[1..=taken.operands()], at);
    if !taken.is_like(place)
        || !fitted.is_like(place)
        || !same(at)
        || !same(&fit_sources[1..=fitted.operands()])
        || work.net.producer_edge(fit_sources[0]).is_none_or(|(_, port)| port != 0)
    {
        return false;
    }
    let (level, fitted) = (edge.level, *fitted);
    let target = work.remove(id).targets[0];
    let fit = work.remove(fit);
    work.net.remove_wire(fit.targets[0]);
    let operands = [&fit.sources[..1], &sources[1..]].concat();
    let written = work.operation(level, Operation::Array(ArrayOp::Set(place), array.clone()), operands)[0];
    let operands = [&[written], &fit.sources[1..]].concat();
    let shaped = work.operation(level, Operation::Array(ArrayOp::FitAt(fitted), array), operands)[0];
    work.fuse(shaped, target);
    true
}

/// How many additions to other elements may stand between two to one element.
const ADDITIONS: usize = 4;

/// The edge that adds to the element of these operands, if nothing but additions come after it; and those.
fn added_before(work: &Work<'_>, sources: &[WireId], place: Position) -> Option<(Vec<EdgeId>, EdgeId)> {
    let mut between = Vec::new();
    let mut array = sources[0];
    while place.known && between.len() <= ADDITIONS {
        let (before, Operation::Array(ArrayOp::AddAt(other), _)) = work.producing(array)? else { return None };
        let earlier = &work.net.edge(before).sources;
        if !other.known {
            return None;
        }
        if place.is_like(*other) && same_operands(work, &earlier[1..earlier.len() - 1], &sources[1..]) {
            return Some((between, before));
        }
        array = earlier[0];
        between.push(before);
    }
    None
}

/// Takes an addition to an element out, before these others; gives what it added.
fn take_addition(work: &mut Work<'_>, between: &[EdgeId], before: EdgeId) -> WireId {
    // What stands between belongs to the law.
    for &edge in between {
        renew(work, edge);
    }
    let addition = work.remove(before);
    let last = addition.sources.len() - 1;
    for &wire in &addition.sources[1..last] {
        work.discard(wire);
    }
    work.fuse(addition.sources[0], addition.targets[0]);
    addition.sources[last]
}

/// An array that ends as soon as it is made or written is not made or written.
pub(super) fn unmade(work: &mut Work<'_>, id: EdgeId) -> bool {
    let Some((edge, Operation::Array(ArrayOp::Drop, _))) = work.at(id) else { return false };
    let wire = edge.sources[0];
    let Producer::Target(made, port) = work.net.wire(wire).producer else { return false };
    if work.is_zero(wire) {
        work.remove(id);
        work.remove(made);
        work.net.remove_wire(wire);
        return true;
    }
    let Some((made_edge, operation @ Operation::Array(op, _))) = work.at(made) else { return false };
    let (op, ends) = (op.clone(), op.gives(port as usize));
    // All else that it gives are arrays that it has only read.
    let others = (0..made_edge.targets.len()).filter(|&at| at != port as usize);
    let kept: Option<Vec<(usize, usize)>> =
        others.map(|at| if let Gives::Same(operand) = op.gives(at) { Some((operand, at)) } else { None }).collect();
    let (Some(kept), Gives::New | Gives::Changed(_), false) = (kept, ends, operation.may_panic()) else { return false };
    work.remove(id);
    let made = work.remove(made);
    work.net.remove_wire(wire);
    for &(operand, at) in &kept {
        work.fuse(made.sources[operand], made.targets[at]);
    }
    for (operand, &wire) in made.sources.iter().enumerate() {
        if kept.iter().any(|&(kept, _)| kept == operand) {
            continue;
        }
        if work.net.wire(wire).ty.is_array() {
            let (level, array) = (work.net.wire(wire).level, work.net.wire(wire).ty.clone());
            work.operation(level, Operation::Array(ArrayOp::Drop, array), vec![wire]);
        } else {
            work.discard(wire);
        }
    }
    true
}

/// A field that is taken out where it has just been put back is that one.
pub(super) fn field_joined(work: &mut Work<'_>, id: EdgeId) -> bool {
    let Some((edge, Operation::Array(ArrayOp::SplitField(field), _))) = work.at(id) else { return false };
    let (whole, field) = (edge.sources[0], field.clone());
    let Some((joined, Operation::Array(ArrayOp::JoinField(before), _))) = work.producing(whole) else { return false };
    if *before.fields != *field.fields {
        return false;
    }
    let split = work.remove(id);
    let joined = work.remove(joined);
    work.net.remove_wire(whole);
    work.fuse(joined.sources[0], split.targets[0]);
    work.fuse(joined.sources[1], split.targets[1]);
    true
}

/// A field that is put back where it has just been taken out.
pub(super) fn field_split(work: &mut Work<'_>, id: EdgeId) -> bool {
    let Some((edge, Operation::Array(ArrayOp::JoinField(field), _))) = work.at(id) else { return false };
    let (sources, field) = (edge.sources.clone(), field.clone());
    let (Producer::Target(split, 0), Producer::Target(rest, 1)) =
        (work.net.wire(sources[0]).producer, work.net.wire(sources[1]).producer)
    else {
        return false;
    };
    let Some((_, Operation::Array(ArrayOp::SplitField(before), _))) = work.at(split) else { return false };
    if split != rest || *before.fields != *field.fields {
        return false;
    }
    let joined = work.remove(id);
    let split = work.remove(split);
    for &wire in &sources {
        work.net.remove_wire(wire);
    }
    work.fuse(split.sources[0], joined.targets[0]);
    true
}

/// Of a part that is looked at several times, each is a look of its own at what is looked at: so nothing is kept but the bounds.
pub(super) fn part_again(work: &mut Work<'_>, id: EdgeId) -> bool {
    let Some(edge) = work.net.get_edge(id) else { return false };
    let copied = edge.sources[0];
    let Some((part, operation @ Operation::Array(op, _))) = work.producing(copied) else { return false };
    let operands = if let ArrayOp::Part(place) = op {
        place.operands() + 1
    } else if let ArrayOp::PartField(_) = op {
        1
    } else {
        return false;
    };
    let operation = operation.clone();
    let [first, second] = work.remove(id).targets[..] else { unreachable!("a copy has two targets") };
    let part = work.remove(part);
    let level = work.net.wire(copied).level;
    work.net.remove_wire(copied);
    let mut sources = part.sources;
    let mut operands_again = Vec::with_capacity(operands);
    for wire in &mut sources[..operands] {
        let [stays, given] = work.copy(*wire);
        *wire = stays;
        operands_again.push(given);
    }
    let again = work.operation(level, operation.again(), operands_again)[0];
    let mut looked = work.operation(level, operation, sources);
    if let (Some(&after), Some(&before)) = (looked.get(1), part.targets.get(1)) {
        work.fuse(after, before);
    }
    work.fuse(looked.remove(0), first);
    work.fuse(again, second);
    true
}

/// A part that is taken out where one has just been put back is that one.
pub(super) fn split_joined(work: &mut Work<'_>, id: EdgeId) -> bool {
    let Some((edge, Operation::Array(ArrayOp::Split(place), _))) = work.at(id) else { return false };
    let (sources, place) = (edge.sources.clone(), *place);
    let Some((joined, Operation::Array(ArrayOp::Join(before), _))) = work.producing(sources[0]) else { return false };
    let bounds = work.net.edge(joined).sources[2..].to_vec();
    if !place.known || !place.is_like(*before) || !same_operands(work, &bounds, &sources[1..]) {
        return false;
    }
    let split = work.remove(id);
    let joined = work.remove(joined);
    work.net.remove_wire(sources[0]);
    for &wire in joined.sources[2..].iter().chain(&split.sources[1..]) {
        work.discard(wire);
    }
    work.fuse(joined.sources[0], split.targets[0]);
    work.fuse(joined.sources[1], split.targets[1]);
    true
}

/// A part that is put back where it has just been taken out.
pub(super) fn join_split(work: &mut Work<'_>, id: EdgeId) -> bool {
    let Some((edge, Operation::Array(ArrayOp::Join(place), _))) = work.at(id) else { return false };
    let (sources, place) = (edge.sources.clone(), *place);
    let (Producer::Target(split, 0), Producer::Target(rest, 1)) =
        (work.net.wire(sources[0]).producer, work.net.wire(sources[1]).producer)
    else {
        return false;
    };
    let Some((_, Operation::Array(ArrayOp::Split(before), _))) = work.at(split) else { return false };
    if split != rest || !before.known || !place.is_like(*before) {
        return false;
    }
    let bounds = work.net.edge(split).sources[1..].to_vec();
    if !same_operands(work, &bounds, &sources[2..]) {
        return false;
    }
    let joined = work.remove(id);
    let split = work.remove(split);
    for &wire in &sources[..2] {
        work.net.remove_wire(wire);
    }
    for &wire in split.sources[1..].iter().chain(&sources[2..]) {
        work.discard(wire);
    }
    work.fuse(split.sources[0], joined.targets[0]);
    true
}

/// How many reads of other elements may stand between the write and the read of one element.
const READS: usize = 8;

/// An element that has just been written is not read: it is what was written. (Sharing finds what is read twice.)
pub(super) fn read_known(work: &mut Work<'_>, id: EdgeId) -> bool {
    let Some((edge, Operation::Array(ArrayOp::Get(place), _))) = work.at(id) else { return false };
    let (sources, place) = (edge.sources.clone(), *place);
    let Some((between, write)) = written_by(work, &sources, place) else { return false };
    // What writes the value, and what stands between, belong to the law.
    for edge in between {
        renew(work, edge);
    }
    let (written, _) = renew(work, write);
    let known = work.again(written[place.operands() + 1]);
    let read = work.remove_from_order(id);
    for &index in &read.sources[1..] {
        work.discard(index);
    }
    work.fuse(read.sources[0], read.targets[0]);
    work.fuse(known, read.targets[1]);
    true
}

/// What is written to an element that is written to next is not written, if it has been reached before: it panics neither way.
pub(super) fn written_twice(work: &mut Work<'_>, id: EdgeId) -> bool {
    let Some((edge, Operation::Array(ArrayOp::Set(place), _))) = work.at(id) else { return false };
    let (place, operands, between) = (*place, edge.sources[1..=place.operands()].to_vec(), edge.sources[0]);
    let at_place = |work: &Work<'_>, edge: EdgeId, other: Position| {
        place.is_like(other) && same_operands(work, &operands, &work.net.edge(edge).sources[1..=other.operands()])
    };
    let Some((first, Operation::Array(ArrayOp::Set(other), _))) = work.producing(between) else { return false };
    let is_known = other.known;
    if !at_place(work, first, *other) {
        return false;
    }
    let reached = work.producing(work.net.edge(first).sources[0]).filter(|&(before, operation)| {
        matches!(operation, Operation::Array(ArrayOp::Get(other) | ArrayOp::Take(other), _) if at_place(work, before, *other))
    });
    let reached = reached.map(|(before, _)| before);
    if !is_known && reached.is_none() {
        return false;
    }
    // What reached it, and the second write, belong to the law.
    if let (Some(before), false) = (reached, is_known) {
        renew(work, before);
    }
    renew(work, id);
    let first = work.remove_from_order(first);
    for &wire in &first.sources[1..] {
        work.discard(wire);
    }
    work.fuse(first.sources[0], between);
    true
}

/// The edge that has last written the element of these operands, and the reads that stand between, of others or of this one.
fn written_by(work: &Work<'_>, sources: &[WireId], place: Position) -> Option<(Vec<EdgeId>, EdgeId)> {
    let operands = 1..=place.operands();
    let mut between = Vec::new();
    let mut array = sources[0];
    while between.len() <= READS {
        let Producer::Target(before, target) = work.net.wire(array).producer else { return None };
        let (earlier, operation) = work.at(before)?;
        let Operation::Array(op, _) = operation else { return None };
        let is_same = |other: &Position| {
            place.is_like(*other) && same_operands(work, &earlier.sources[operands.clone()], &sources[operands.clone()])
        };
        #[expect(clippy::wildcard_enum_match_arm, reason = "what an operation does to its array it says itself")]
        match op {
            ArrayOp::Set(other) if is_same(other) => return Some((between, before)),
            // The indices in a part are others than those in the whole. A part that is put back at once has been looked at for its
            // bounds.
            ArrayOp::Join(_) => {
                let [part, rest] = [earlier.sources[0], earlier.sources[1]].map(|wire| work.net.wire(wire).producer);
                let (Producer::Target(split, 0), Producer::Target(other, 1)) = (part, rest) else { return None };
                let (Some((around, Operation::Array(ArrayOp::Split(_), _))), true) = (work.at(split), split == other)
                else {
                    return None;
                };
                array = around.sources[0];
                between.push(before);
                between.push(split);
                continue;
            }
            // What is written to one field is not what is read of another one.
            ArrayOp::Split(_) | ArrayOp::SplitField(_) | ArrayOp::JoinField(_) => return None,
            _ if op.gives(target as usize) == Gives::Same(0) => array = earlier.sources[0],
            _ => return None,
        }
        between.push(before);
    }
    None
}

/// Puts an edge in place of one that is like it; gives its sources and targets.
pub(super) fn renew(work: &mut Work<'_>, id: EdgeId) -> (Vec<WireId>, Vec<WireId>) {
    let Some((edge, operation)) = work.at(id) else { unreachable!("an operation") };
    let (operation, level) = (operation.clone(), edge.level);
    let removed = work.remove(id);
    let targets = work.operation(level, operation, removed.sources.clone());
    for (&new, &old) in targets.iter().zip(&removed.targets) {
        work.fuse(new, old);
    }
    (removed.sources, targets)
}

/// Whether indices and bounds are the same.
pub(super) fn same_operands(work: &Work<'_>, some: &[WireId], others: &[WireId]) -> bool {
    let mut roots = IdMap::default();
    some.len() == others.len()
        && some.iter().zip(others).all(|(&one, &other)| match (work.producing(one), work.producing(other)) {
            (Some((_, a)), Some((_, b))) if a.nature().copying == Copying::Anew => a == b,
            _ => work.root(one, &mut roots) == work.root(other, &mut roots),
        })
}
