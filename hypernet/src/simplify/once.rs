//! What is the same in all turns of a loop is kept once for the loop, not once for each turn.
//!
//! A turn may read a value that is the same in all turns. The read has to stay in the turn: it may panic, and a loop without turns
//! reads nothing. So the loop gives the value that its last turn has read. This step comes last, since a loop whose reverse pass
//! runs in its turns keeps nothing.

use super::arrays;
use super::fold::{Interface, body, of};
use super::residual::inside_out;
use super::work::Work;
use crate::label::Operation;
use crate::net::{EdgeId, Level, Producer, WireId};
use crate::operation::{ArrayOp, Copying};
use crate::types::Type;

/// A loop that leaves a tape, and the one that takes it.
struct Pair {
    first: EdgeId,
    /// Which of its tapes it is.
    left: usize,
    second: EdgeId,
    taken: usize,
}

/// Keeps one value once that is kept in each turn; whether there was one.
pub(super) fn keep_once(work: &mut Work<'_>) -> bool {
    for (_, second) in inside_out(work.net, work.net.branches_and_loops()) {
        if body(work, second).is_none() {
            continue;
        }
        for taken in 0..of(work, second).taken {
            if let Some(path) = path(work, second, taken)
                && path.last().is_some_and(|innermost| is_same(work, innermost))
            {
                keep(work, &path);
                return true;
            }
        }
    }
    false
}

/// The loops that leave and take a tape, and the tapes that it is on, outermost first.
fn path(work: &Work<'_>, second: EdgeId, taken: usize) -> Option<Vec<Pair>> {
    let tape = work.net.edge(second).sources[of(work, second).function() + 1 + taken];
    let (mut pairs, producer) = match work.net.wire(tape).producer {
        Producer::Input(port) => {
            let Level::Inside(owner) = work.net.wire(tape).level else { return None };
            let (outer, _) = work.net.consumer_edge(*work.net.edge(owner).targets.first()?)?;
            if body(work, outer)? != owner || port as usize >= of(work, outer).taken {
                return None;
            }
            let pairs = path(work, outer, port as usize)?;
            let output = left(work, pairs.last()?)?;
            (pairs, work.net.wire(output).producer)
        }
        producer @ (Producer::Target(..) | Producer::Open) => (Vec::new(), producer),
    };
    let Producer::Target(first, port) = producer else { return None };
    body(work, first)?;
    let left = (port as usize).checked_sub(of(work, first).before_left())?;
    pairs.push(Pair { first, left, second, taken });
    Some(pairs)
}

/// What a turn of the first loop leaves.
fn left(work: &Work<'_>, pair: &Pair) -> Option<WireId> {
    let inside = Level::Inside(body(work, pair.first)?);
    work.net.region(inside).outputs.get(of(work, pair.first).state + pair.left).copied()
}

/// How many operations deep a value may be the same in all turns.
const DEPTH: usize = 8;

/// Whether each turn leaves the same number.
fn is_same(work: &Work<'_>, pair: &Pair) -> bool {
    let Some(wire) = left(work, pair) else { return false };
    matches!(work.net.wire(wire).ty, Type::Real(_)) && is_invariant(work, pair.first, wire, DEPTH)
}

/// Whether the value of a wire in a turn of this loop is the same in each turn.
fn is_invariant(work: &Work<'_>, id: EdgeId, wire: WireId, depth: usize) -> bool {
    let root = work.root(wire, &mut crate::net::IdMap::default());
    let fold = of(work, id);
    match work.net.wire(root).producer {
        Producer::Input(port) => port as usize >= fold.params_before_state() + fold.state,
        Producer::Open => false,
        Producer::Target(edge, _) => {
            let Some((edge, operation)) = work.at(edge) else { return false };
            if depth == 0 || !depends_on_operands(operation) {
                return false;
            }
            edge.sources.iter().all(|&source| {
                let ty = &work.net.wire(source).ty;
                *ty == Type::World
                    || if ty.is_array() {
                        arrays::is_unchanged(work, id, source)
                    } else {
                        is_invariant(work, id, source, depth - 1)
                    }
            })
        }
    }
}

/// Whether an operation gives the same wherever it is done on the same operands.
#[expect(clippy::wildcard_enum_match_arm, reason = "what every other operation gives is kept in each turn")]
fn depends_on_operands(operation: &Operation) -> bool {
    match operation {
        Operation::Cast(..)
        | Operation::Same(..)
        | Operation::Compare(..)
        | Operation::Select(_)
        | Operation::Discrete(..)
        | Operation::Ordered(..)
        | Operation::Primitive(..)
        | Operation::Array(
            ArrayOp::Get(_)
            | ArrayOp::Len(_)
            | ArrayOp::Read(_)
            | ArrayOp::LookLen(_)
            | ArrayOp::Datum(..)
            | ArrayOp::Given(_),
            _,
        ) => true,
        _ => operation.nature().copying == Copying::Anew,
    }
}

/// Lets the innermost loop give what its last turn leaves.
fn keep(work: &mut Work<'_>, path: &[Pair]) {
    let (innermost, around) = path.split_last().expect("a tape has been left");
    let bodies = |work: &Work<'_>, pair: &Pair| {
        [pair.first, pair.second].map(|id| body(work, id).expect("both run abstractions"))
    };
    let [of_first, of_second] = bodies(work, innermost);
    let mut second = Interface::take(work, innermost.second, of_second);
    let [taken, entry] = second.taken.remove(innermost.taken);
    let mut first = Interface::take(work, innermost.first, of_first);
    let [given, tape] = first.left.remove(innermost.left);
    let level = work.net.edge(innermost.first).level;
    let mut kept = first.carry(work, level, Level::Inside(of_first), given);
    first.put(work, innermost.first, of_first);
    // The tapes of the loops around hold numbers, where they held tapes.
    let mut open = vec![tape];
    for pair in around.iter().rev() {
        let [outer, _] = bodies(work, pair);
        let mut interface = Interface::take(work, pair.first, outer);
        let ty = Type::Tape(work.net.wire(kept).ty.clone().into());
        let tape = work.net.add_wire(work.net.edge(pair.first).level, ty, None);
        let [_, before] = std::mem::replace(&mut interface.left[pair.left], [kept, tape]);
        interface.put(work, pair.first, outer);
        open.push(before);
        kept = tape;
    }
    for pair in around {
        let [_, outer] = bodies(work, pair);
        let mut interface = Interface::take(work, pair.second, outer);
        let Type::Tape(ty) = work.net.wire(kept).ty.clone() else { unreachable!("a tape") };
        let entry = work.net.add_wire(Level::Inside(outer), (*ty).clone(), None);
        let [_, before] = std::mem::replace(&mut interface.taken[pair.taken], [kept, entry]);
        interface.put(work, pair.second, outer);
        open.push(before);
        kept = entry;
    }
    debug_assert!(open.contains(&taken), "what was taken has been left, or is an entry of a loop around");
    for wire in open {
        work.net.remove_wire(wire);
    }
    second.environment.push([kept, entry]);
    second.put(work, innermost.second, of_second);
}
