//! Arrays that nothing writes to are looked at.
//!
//! In the calculus, a read hands the array on. That gives each write its place in the order. An array that a net only reads needs
//! no order. The net looks at it once, and reads from the look, which it may copy. So a reverse pass can read an element again,
//! and no loop has to leave it on a tape.

use super::control::{self, branches};
use super::fold::{self, Interface};
use super::residual::in_loop;
use super::work::Work;
use crate::label::{Label, Operation};
use crate::net::{Consumer, Edge, EdgeId, Level, Producer, WireId};
use crate::operation::ArrayOp;
use crate::types::{Captures, Type};

/// An edge on the way of an array that only reads it.
enum Reader {
    /// An operation that reads it, and gives it as this result.
    Reads(usize),
    /// A loop that has it as this value of its state.
    Loop(EdgeId, usize),
    /// A `cond` that has it as this argument, and gives it as this result.
    Branches([EdgeId; 2], usize, usize),
    /// It looks at it, for a call.
    Look,
    /// It gives it this target too, for a call that takes it twice.
    Lane,
    /// It takes a part out of it: the way goes on with that.
    Split,
    /// It puts the part back.
    Join,
    /// It calls a function that looks at it, and gives it as this result.
    Call(usize),
}

/// How far an array comes.
#[derive(Clone, Copy, PartialEq)]
enum Way {
    /// To this output of its level.
    Output(usize),
    /// To its end.
    End,
}

/// What there is on the way of an array.
#[derive(Default)]
struct Found {
    reads: usize,
    looks: usize,
    /// Whether turns of a loop read it.
    in_turns: bool,
    /// The calls that hand it on, each beside a look of its own.
    calls: usize,
}

/// Lets an array that comes into the net and leaves it be looked at, if it is only read, and if arrays `that_come_in` are looked at; and an
/// array of which calls look, from where nothing writes to it any more until its end. Whether there was one.
pub(super) fn look(work: &mut Work<'_>, that_come_in: bool) -> bool {
    let inputs = work.net.inputs().iter().filter(|_| that_come_in);
    let mut wires: Vec<(WireId, bool)> = inputs.map(|&wire| (wire, true)).collect();
    wires.extend(written_last(work).into_iter().map(|wire| (wire, false)));
    let lent = lent_by_structs(work);
    wires.extend(lent.iter().map(|&wire| (wire, false)));
    let mut done = false;
    for (wire, comes_in) in wires {
        // One that a look at another one is made of has become another wire: it is met the next time.
        let Some(found) = work.net.get_wire(wire) else { continue };
        let Type::Array(element) = found.ty.clone() else { continue };
        let mut found = Found::default();
        let wanted = match way(work, wire, &mut found) {
            Some(Way::Output(_)) => comes_in && found.reads + found.looks > 0,
            // One look at its only level is as good as another.
            Some(Way::End) => {
                let looks =
                    found.looks > 0 || found.reads > 0 && lent.contains(&wire) || found.in_turns && found.calls == 0;
                !comes_in && looks && !is_looked(work, wire, &found)
            }
            None => false,
        };
        if !wanted || comes_in && is_looked(work, wire, &found) {
            continue;
        }
        let consumer = work.net.detach(wire);
        let operation = Operation::Array(ArrayOp::Look, Type::Array(element));
        let looked = work.operation(work.net.wire(wire).level, operation, vec![wire]);
        work.net.attach(looked[0], consumer);
        read_through(work, looked[0], looked[1]);
        done = true;
    }
    done
}

/// The arrays in structs, if all that happens to them happens in this net: a function that it gives would have to borrow them.
fn lent_by_structs(work: &Work<'_>) -> Vec<WireId> {
    let is_function = |&wire: &WireId| work.net.wire(wire).ty.as_function().is_some();
    if work.net.outputs().iter().any(is_function) {
        return Vec::new();
    }
    let lends = |edge: &Edge| {
        matches!(edge.label, Label::Operation(Operation::Project(_))) && work.net.wire(edge.targets[0]).ty.is_array()
    };
    work.net.edges_that(lends).into_iter().map(|id| work.net.edge(id).targets[0]).collect()
}

/// The arrays that are made or written by an edge, if looks are at them, those of calls; or if turns of a loop read them, and
/// they stand in no turn themselves.
fn written_last(work: &Work<'_>) -> Vec<WireId> {
    let looks = |edge: &Edge| matches!(edge.label, Label::Operation(Operation::Array(ArrayOp::Look, _)));
    let reads = |edge: &Edge| {
        edge.level != Level::Outermost && matches!(edge.label, Label::Operation(Operation::Array(ArrayOp::Get(_), _)))
    };
    let mut found = Vec::new();
    for read in work.net.edges_that(|edge| looks(edge) || reads(edge)) {
        let mut wire = work.net.edge(read).sources[0];
        // The arrays that parts have been put back into, of those that the way is in.
        let mut around = Vec::new();
        // Up to what writes it, which may be around what looks.
        loop {
            match work.net.wire(wire).producer {
                Producer::Target(edge, port) => match before(work, edge, port as usize) {
                    Some(earlier) => {
                        match work.at(edge) {
                            Some((_, Operation::Array(ArrayOp::Join(_) | ArrayOp::JoinField(_), _))) => {
                                around.push(wire);
                            }
                            Some((_, Operation::Array(ArrayOp::Split(_) | ArrayOp::SplitField(_), _))) => {
                                around.pop();
                            }
                            _ => {}
                        }
                        wire = earlier;
                    }
                    None => break,
                },
                // A loop whose turns give another array on is where this one comes from.
                Producer::Input(port) => match outer(work, wire, port as usize) {
                    Some(earlier) if !is_replaced(work, wire, port as usize) => wire = earlier,
                    Some(_) | None => break,
                },
                Producer::Open => break,
            }
        }
        // What is written to a part is written to the array.
        let wire = around.first().copied().unwrap_or(wire);
        // An array of a struct is lent, or is not: see there.
        let of_struct = matches!(work.producing(wire), Some((_, Operation::Project(_))));
        if reads(work.net.edge(read)) && (of_struct || in_loop(work, work.net.wire(wire).level)) {
            continue;
        }
        if !found.contains(&wire) {
            found.push(wire);
        }
    }
    found
}

/// Whether all that a loop does with the array on this wire in a turn is to read it.
pub(super) fn is_unchanged(work: &Work<'_>, id: EdgeId, mut wire: WireId) -> bool {
    let Some((_, Operation::Fold(fold))) = work.at(id) else { return false };
    loop {
        match work.net.wire(wire).producer {
            Producer::Target(edge, port) => match before(work, edge, port as usize) {
                Some(earlier) => wire = earlier,
                None => return false,
            },
            Producer::Input(port) => {
                let mut found = Found::default();
                let at = (port as usize).checked_sub(fold.params_before_state()).filter(|at| *at < fold.state);
                return at.is_some_and(|at| way(work, wire, &mut found) == Some(Way::Output(at))) && found.calls == 0;
            }
            Producer::Open => return false,
        }
    }
}

/// What an edge took of the array that it gives at this port, if it only reads it.
pub(super) fn before(work: &Work<'_>, id: EdgeId, port: usize) -> Option<WireId> {
    let sources = &work.net.edge(id).sources;
    (0..sources.len()).map(|at| (at, sources[at])).find_map(|(at, wire)| {
        let is_array = work.net.wire(wire).ty.is_array();
        let reader = if is_array { reader(work, id, at, &mut Found::default())? } else { return None };
        (reader.after() == port || matches!(reader, Reader::Lane)).then_some(wire)
    })
}

/// The array that is given to a loop or to branches as this input of their functions, from outside.
fn outer(work: &Work<'_>, wire: WireId, port: usize) -> Option<WireId> {
    let Level::Inside(abstraction) = work.net.wire(wire).level else { return None };
    let function = *work.net.edge(abstraction).targets.first()?;
    let (edge, _) = work.net.consumer_edge(function)?;
    if fold::body(work, edge) == Some(abstraction) {
        let (_, Operation::Fold(fold)) = work.at(edge)? else { return None };
        let at = port.checked_sub(fold.params_before_state()).filter(|at| *at < fold.state)?;
        return Some(work.net.edge(edge).sources[fold.before_state() + at]);
    }
    branches(work, edge)?;
    Some(work.net.edge(edge).sources[3 + port])
}

/// Whether an array that a turn of a loop takes ends in that turn: the next turn takes another one.
fn is_replaced(work: &Work<'_>, wire: WireId, port: usize) -> bool {
    let Level::Inside(abstraction) = work.net.wire(wire).level else { return false };
    let Some(&function) = work.net.edge(abstraction).targets.first() else { return false };
    let Some((edge, _)) = work.net.consumer_edge(function) else { return false };
    let Some((_, Operation::Fold(fold))) = work.at(edge) else { return false };
    port.checked_sub(fold.params_before_state()).is_some_and(|at| at < fold.state)
        && way(work, wire, &mut Found::default()) == Some(Way::End)
}

/// Whether the array on a wire is looked at first and by nothing else.
fn is_looked(work: &Work<'_>, wire: WireId, found: &Found) -> bool {
    found.reads == 0
        && found.looks == 1
        && work
            .net
            .consumer_edge(wire)
            .is_some_and(|(edge, _)| matches!(work.at(edge), Some((_, Operation::Array(ArrayOp::Look, _)))))
}

/// How far an array comes from here, if all edges on its way only read it.
fn way(work: &Work<'_>, mut wire: WireId, found: &mut Found) -> Option<Way> {
    // How many parts have been taken out and not been put back.
    let mut parts = 0_usize;
    let whole = |way: Way, parts: usize| (parts == 0).then_some(way);
    loop {
        match work.net.wire(wire).consumer {
            Consumer::Output(port) => return whole(Way::Output(port as usize), parts),
            Consumer::Open => return None,
            Consumer::Source(edge, port) => {
                if let Some((_, Operation::Array(ArrayOp::Drop | ArrayOp::End, _))) = work.at(edge) {
                    return whole(Way::End, parts);
                }
                let reader = reader(work, edge, port as usize, found)?;
                match reader {
                    Reader::Split => parts += 1,
                    Reader::Join => parts = parts.checked_sub(1)?,
                    Reader::Reads(_)
                    | Reader::Loop(..)
                    | Reader::Branches(..)
                    | Reader::Look
                    | Reader::Lane
                    | Reader::Call(_) => {}
                }
                wire = work.net.edge(edge).targets[reader.after()];
            }
        }
    }
}

/// What an edge does with the array that it takes at this port, if it only reads it.
fn reader(work: &Work<'_>, id: EdgeId, port: usize, found: &mut Found) -> Option<Reader> {
    let edge = work.net.edge(id);
    if edge.label == Label::Eval {
        found.calls += 1;
        return call(work, id, port).map(Reader::Call);
    }
    let (_, operation) = work.at(id)?;
    let input = |abstraction: EdgeId, at: usize| work.net.region(Level::Inside(abstraction)).inputs[at];
    if let Operation::Array(op, _) = operation {
        #[expect(clippy::wildcard_enum_match_arm, reason = "what else may read says so itself")]
        match op {
            ArrayOp::Look => {
                found.looks += 1;
                return Some(Reader::Look);
            }
            ArrayOp::Lane => return Some(Reader::Lane),
            ArrayOp::Split(_) | ArrayOp::SplitField(_) => return Some(Reader::Split),
            ArrayOp::Join(_) | ArrayOp::JoinField(_) => return (port == 0).then_some(Reader::Join),
            _ => {}
        }
        op.of_look(port)?;
        let after = op.same(port).next()?;
        found.reads += 1;
        return Some(Reader::Reads(after));
    }
    if let Some(body) = fold::body(work, id) {
        let Operation::Fold(fold) = operation else { return None };
        let at = port.checked_sub(fold.before_state()).filter(|at| *at < fold.state)?;
        let before = found.reads;
        let comes_to = way(work, input(body, fold.params_before_state() + at), found)?;
        found.in_turns |= found.reads > before;
        return (comes_to == Way::Output(at)).then_some(Reader::Loop(body, at));
    }
    let both = branches(work, id)?;
    if both.iter().any(|&branch| !work.net.edge(branch).sources.is_empty()) {
        return None;
    }
    let at = port.checked_sub(3)?;
    let Way::Output(first) = way(work, input(both[0], at), found)? else { return None };
    let second = way(work, input(both[1], at), found)?;
    (second == Way::Output(first)).then_some(Reader::Branches(both, at, first))
}

/// Which target of a call is the array that it takes at this port, if the function looks at it.
fn call(work: &Work<'_>, id: EdgeId, port: usize) -> Option<usize> {
    // A backpropagator adds to what it takes, and may put back what a call has changed.
    let function = work.net.wire(work.net.edge(id).sources[0]).ty.as_function()?;
    if function.captures == Captures::Residual {
        return None;
    }
    // A function that takes a look takes the arrays for their accumulators alone.
    if !work.net.edge(id).sources.iter().any(|&wire| work.net.wire(wire).ty.is_look()) {
        return None;
    }
    work.net.handed_on(id).into_iter().find(|(taken, _)| *taken == port).map(|(_, given)| given)
}

impl Reader {
    /// Which target of the edge is the array.
    fn after(&self) -> usize {
        match self {
            Self::Look | Self::Lane | Self::Split | Self::Join => 0,
            Self::Reads(at) | Self::Loop(_, at) | Self::Branches(_, _, at) | Self::Call(at) => *at,
        }
    }
}

/// Lets each edge on the way of an array read the look at it.
fn read_through(work: &mut Work<'_>, array: WireId, mut look: WireId) {
    let mut at = array;
    // The looks at what the part is a part of.
    let mut around = Vec::new();
    while let Consumer::Source(edge, port) = work.net.wire(at).consumer {
        if let Some((_, Operation::Array(ArrayOp::Drop | ArrayOp::End, _))) = work.at(edge) {
            break;
        }
        let reader = reader(work, edge, port as usize, &mut Found::default()).expect("all edges on the way only read");
        match reader {
            Reader::Split => {
                let [stays, whole] = work.copy(look);
                let [stays, checked] = work.copy(stays);
                look = part_of(work, edge, whole);
                around.push(stays);
                at = check_look(work, edge, checked);
                continue;
            }
            Reader::Join => {
                work.discard(look);
                look = around.pop().expect("a part is put back after it has been taken out");
            }
            Reader::Reads(_)
            | Reader::Loop(..)
            | Reader::Branches(..)
            | Reader::Look
            | Reader::Lane
            | Reader::Call(_) => {}
        }
        if let Reader::Lane | Reader::Join | Reader::Call(_) = reader {
            at = work.net.edge(edge).targets[reader.after()];
            continue;
        }
        let [stays, used] = work.copy(look);
        look = stays;
        match reader {
            Reader::Lane | Reader::Split | Reader::Join | Reader::Call(_) => {
                unreachable!("these look at nothing themselves")
            }
            Reader::Look => {
                let removed = work.remove(edge);
                work.fuse(used, removed.targets[1]);
                work.fuse(at, removed.targets[0]);
            }
            Reader::Reads(after) => {
                let Some((_, Operation::Array(op, ty))) = work.at(edge) else { unreachable!("a read") };
                let op = op.of_look(port as usize).expect("it only reads");
                let (operation, level) = (Operation::Array(op, ty.clone()), work.net.edge(edge).level);
                let removed = work.remove(edge);
                let mut operands = removed.sources;
                operands[port as usize] = used;
                let given = work.operation(level, operation, operands);
                let others = (0..).zip(&removed.targets).filter(|(result, _)| *result != after);
                for (given, (_, &before)) in given.into_iter().zip(others) {
                    work.fuse(given, before);
                }
                work.fuse(at, removed.targets[after]);
            }
            Reader::Loop(body, state) => {
                let inner = inner_look(work, body, used);
                let mut interface = Interface::take(work, edge, body);
                interface.environment.push([used, inner]);
                let array = interface.state[state].taken;
                interface.put(work, edge, body);
                read_through(work, array, inner);
                at = work.net.edge(edge).targets[state];
            }
            Reader::Branches(both, argument, result) => {
                work.net.push_source(edge, used);
                for branch in both {
                    let inner = inner_look(work, branch, used);
                    work.net.push_input(Level::Inside(branch), inner);
                    let array = work.net.region(Level::Inside(branch)).inputs[argument];
                    read_through(work, array, inner);
                }
                control::retype(work, edge, both);
                at = work.net.edge(edge).targets[result];
            }
        }
    }
    work.discard(look);
}

/// A look at the part that this edge takes out of what is looked at.
fn part_of(work: &mut Work<'_>, split: EdgeId, look: WireId) -> WireId {
    if let Some((edge, Operation::Array(ArrayOp::SplitField(field), array))) = work.at(split) {
        let (operation, level) = (Operation::Array(ArrayOp::PartField(field.clone()), array.clone()), edge.level);
        return work.operation(level, operation, vec![look])[0];
    }
    let Some((edge, Operation::Array(ArrayOp::Split(place), array))) = work.at(split) else {
        unreachable!("it splits")
    };
    let (place, array, level) = (place.reached(), array.clone(), edge.level);
    let bounds = edge.sources[1..=place.operands()].to_vec();
    let mut operands = vec![look];
    operands.extend(bounds.into_iter().map(|bound| work.again(bound)));
    work.operation(level, Operation::Array(ArrayOp::Part(place), array), operands)[0]
}

/// Lets a look be checked where an array is: then nothing but the look is needed for that. Gives the part of the array.
fn check_look(work: &mut Work<'_>, split: EdgeId, look: WireId) -> WireId {
    if let Some((edge, Operation::Array(ArrayOp::SplitField(_), _))) = work.at(split) {
        let part = edge.targets[0];
        work.discard(look);
        return part;
    }
    let Some((edge, Operation::Array(ArrayOp::Split(place), array))) = work.at(split) else {
        unreachable!("it splits")
    };
    if place.known {
        let part = edge.targets[0];
        work.discard(look);
        return part;
    }
    let (place, array, level) = (*place, array.clone(), edge.level);
    let (sources, targets) = (edge.sources.clone(), edge.targets.clone());
    let bounds = sources[1..=place.operands()].to_vec();
    work.remove(split);
    let mut operands = vec![look];
    let mut known = vec![sources[0]];
    for bound in bounds {
        let [stays, given] = work.copy(bound);
        known.push(stays);
        operands.push(given);
    }
    operands.extend(sources.get(place.operands() + 1));
    let looked = work.operation(level, Operation::Array(ArrayOp::Part(place), array.clone()), operands);
    work.discard(looked[0]);
    if let (Some(&after), Some(&before)) = (looked.get(1), targets.get(2)) {
        work.fuse(after, before);
    }
    let parts = work.operation(level, Operation::Array(ArrayOp::Split(place.reached()), array), known);
    for (&part, &before) in parts.iter().zip(&targets) {
        work.fuse(part, before);
    }
    parts[0]
}

/// The wire inside of an abstraction for a look from outside.
fn inner_look(work: &mut Work<'_>, abstraction: EdgeId, look: WireId) -> WireId {
    let (ty, name) = (work.net.wire(look).ty.clone(), work.net.wire(look).name.clone());
    work.net.add_wire(Level::Inside(abstraction), ty, name)
}
