//! The reverse pass of a turn runs in the turn.
//!
//! A sum over the turns of a loop has the same sensitivity in each turn. The reverse pass of such a loop only adds, and a sum may be
//! taken in either order. So the two loops become one: each turn uses at once what it would leave, and no tape is needed. The
//! loop may also overwrite an array, if each turn takes all sensitivities of the array: then no turn leaves anything to the next.

mod cleared;

use super::begin;
use super::control::branches;
use super::fold::{Interface, body, is_over, of};
use super::work::Work;
use crate::label::{Label, Operation};
use crate::net::{Consumer, EdgeId, IdSet, Level, WireId};
use crate::operation::ArrayOp;
use crate::primitive::Primitive;

/// A loop that takes tapes of another one, runs the same range the other way round and only adds to its state, is run in the
/// turns of that loop, if nothing else that it takes waits for that loop. It goes before what adds to the same arrays.
pub(super) fn merge(work: &mut Work<'_>, id: EdgeId) -> bool {
    let Some(Mergeable { first, into, out_of, earlier }) = mergeable(work, id) else { return false };
    for Earlier { before, last, after } in earlier {
        let [adds_first, loops, goes_on] = [before, last, after].map(|wire| work.net.detach(wire));
        for (wire, port) in [(before, loops), (after, adds_first), (last, goes_on)] {
            work.net.attach(wire, port);
            work.touch_wire(wire);
        }
    }
    let mut second = Interface::take(work, id, out_of);
    let mut interface = Interface::take(work, first, into);
    work.net.remove_edge(id);
    for [tape, entry] in std::mem::take(&mut second.taken) {
        let at = interface.left.iter().position(|left| left[1] == tape).expect("it is a tape of this loop");
        let [made, _] = interface.left.remove(at);
        work.net.remove_wire(tape);
        work.fuse(made, entry);
    }
    interface.absorb(work, second, out_of, into);
    interface.put(work, first, into);
    true
}

/// Two loops that can be one.
struct Mergeable {
    /// The loop that leaves the tapes.
    first: EdgeId,
    /// Its function.
    into: EdgeId,
    /// The function of the loop that takes them.
    out_of: EdgeId,
    earlier: Vec<Earlier>,
}

/// An array to which other edges add between the first loop and the second, which can as well add before them.
struct Earlier {
    /// The array before those edges.
    before: WireId,
    /// The array after them, which the second loop takes.
    last: WireId,
    /// What the second loop makes of it.
    after: WireId,
}

/// The loop whose tapes this one takes, if this one can be run in its turns.
fn mergeable(work: &Work<'_>, id: EdgeId) -> Option<Mergeable> {
    let out_of = body(work, id)?;
    let second = of(work, id);
    let edge = work.net.edge(id);
    let tapes = &edge.sources[second.function() + 1..second.before_state()];
    let (first, _) = work.net.producer_edge(*tapes.first()?)?;
    let into = body(work, first)?;
    let of_first = |wire: &WireId| work.net.producer_edge(*wire).is_some_and(|(edge, _)| edge == first);
    let merges = tapes.iter().all(of_first)
        && of(work, first).sequence.reversed() == second.sequence
        && is_over(work, first, id)
        && (0..second.state).all(|at| {
            only_adds(work, out_of, second.params_before_state() + at, at) || cleared::in_each_turn(work, id, at)
        });
    if !merges {
        return None;
    }
    let waiting = after(work, first, id);
    let waits = |wire: WireId| work.net.producer_edge(wire).is_some_and(|(edge, _)| waiting.contains(&edge));
    let mut earlier = Vec::new();
    for (at, &last) in edge.sources.iter().enumerate() {
        if tapes.contains(&last) || !waits(last) {
            continue;
        }
        let after = *edge.targets.get(at.checked_sub(second.before_state())?)?;
        let mut before = last;
        while waits(before) {
            before = added_to(work, before)?;
        }
        earlier.push(Earlier { before, last, after });
    }
    Some(Mergeable { first, into, out_of, earlier })
}

/// The edges that depend on what the first edge gives, without the second one.
fn after(work: &Work<'_>, first: EdgeId, second: EdgeId) -> IdSet<EdgeId> {
    let mut seen = IdSet::default();
    let mut pending = vec![first];
    while let Some(edge) = pending.pop() {
        for &wire in &work.net.edge(edge).targets {
            if let Consumer::Source(next, _) = work.net.wire(wire).consumer
                && next != second
                && seen.insert(next)
            {
                pending.push(next);
            }
        }
    }
    seen
}

/// The array to which an edge adds to give this one.
pub(super) fn added_to(work: &Work<'_>, wire: WireId) -> Option<WireId> {
    let (id, target) = work.net.producer_edge(wire)?;
    let edge = work.net.edge(id);
    if let Label::Operation(Operation::Array(ArrayOp::JoinField(_) | ArrayOp::Join(_), _)) = &edge.label {
        let (split, _) = work.net.producer_edge(edge.sources[1])?;
        return (added_to_part(work, split) == Some(id)).then(|| work.net.edge(split).sources[0]);
    }
    let adds = |port: &usize| added(work, id, *port) == Some(target);
    (0..edge.sources.len())
        .filter(|&port| work.net.wire(edge.sources[port]).ty.is_array())
        .find(adds)
        .map(|port| edge.sources[port])
}

/// The edge that puts a part of an array, or a field of structs, back which this edge takes out, if all that happens to it is that
/// something is added.
fn added_to_part(work: &Work<'_>, split: EdgeId) -> Option<EdgeId> {
    let edge = work.net.edge(split);
    let Label::Operation(Operation::Array(taken, _)) = &edge.label else { return None };
    let [part, rest] = edge.targets[..] else { return None };
    let Consumer::Source(join, 1) = work.net.wire(rest).consumer else { return None };
    let Label::Operation(Operation::Array(put, _)) = &work.net.edge(join).label else { return None };
    let is_joined = match (taken, put) {
        (ArrayOp::SplitField(taken), ArrayOp::JoinField(put)) => taken.fields == put.fields,
        (ArrayOp::Split(_), ArrayOp::Join(_)) => true,
        _ => false,
    };
    if !is_joined {
        return None;
    }
    let mut part = part;
    loop {
        let Consumer::Source(edge, port) = work.net.wire(part).consumer else { return None };
        if edge == join {
            return (port == 0).then_some(join);
        }
        let port = port as usize;
        let target = added(work, edge, port).or_else(|| begin::added_by(work, edge, port))?;
        part = work.net.edge(edge).targets[target];
    }
}

/// Whether all that a function does with this input is to add to it, and to give it as this output.
pub(super) fn only_adds(work: &Work<'_>, function: EdgeId, input: usize, output: usize) -> bool {
    let mut wire = work.net.region(Level::Inside(function)).inputs[input];
    loop {
        match work.net.wire(wire).consumer {
            Consumer::Output(at) => return at as usize == output,
            Consumer::Open => return false,
            Consumer::Source(edge, port) => {
                let field = added_to_part(work, edge).map(|join| (join, 0));
                match field.or_else(|| Some((edge, added(work, edge, port as usize)?))) {
                    Some((after, target)) => wire = work.net.edge(after).targets[target],
                    None => return false,
                }
            }
        }
    }
}

/// Which target of an edge is what it takes at this port with something added, if that is all that it does with it.
#[expect(clippy::wildcard_enum_match_arm, reason = "what is not known to add alone is not merged")]
pub(super) fn added(work: &Work<'_>, id: EdgeId, port: usize) -> Option<usize> {
    if work.net.edge(id).label == Label::Eval {
        return begin::grown_by_call(work, id, port);
    }
    if let Label::Operation(operation) = &work.net.edge(id).label {
        match operation {
            Operation::Plus(_) | Operation::Primitive(Primitive::Add, _) | Operation::Detach(_) => return Some(0),
            Operation::Update(_) => return (port == 0 && begin::is_put_back(work, id)).then_some(0),
            Operation::Primitive(Primitive::Sub, _) | Operation::Array(ArrayOp::AddAt(_) | ArrayOp::AddAll, _) => {
                return (port == 0).then_some(0);
            }
            Operation::Array(ArrayOp::Set(_), _) => {
                return (port == 0 && begin::element_put_back(work, id).is_some()).then_some(0);
            }
            Operation::Array(ArrayOp::Take(_), _) => {
                let rest = work.net.edge(id).targets[0];
                let (put, _) = work.net.consumer_edge(rest)?;
                return (port == 0 && begin::element_put_back(work, put) == Some(id)).then_some(0);
            }
            Operation::Fold(fold) => {
                let body = body(work, id)?;
                let at = port.checked_sub(fold.before_state()).filter(|at| *at < fold.state)?;
                return only_adds(work, body, fold.params_before_state() + at, at).then_some(at);
            }
            Operation::Cond(..) => {
                let argument = port.checked_sub(3)?;
                let both = branches(work, id)?;
                if both.iter().any(|&branch| !work.net.edge(branch).sources.is_empty()) {
                    return None;
                }
                return (0..work.net.edge(id).targets.len())
                    .find(|&at| both.iter().all(|&branch| only_adds(work, branch, argument, at)));
            }
            _ => {}
        }
    }
    None
}
