//! A state of a loop that is zero before the first turn, and that each turn keeps at zero.
//!
//! Such a state is zero, whatever the loop does. The reverse pass has one for each value that nobody uses after the loop: the
//! sensitivity to that value.

#![expect(clippy::wildcard_enum_match_arm, reason = "what is not named is not known to make zero of zero")]

use super::fold::{body, of};
use super::work::Work;
use crate::label::{Label, Operation};
use crate::net::{EdgeId, IdSet, Level, WireId};
use crate::primitive::Primitive;

/// Which values of the state of a loop are zero before, in and after each turn.
pub(super) fn state(work: &Work<'_>, id: EdgeId, body: EdgeId) -> Vec<bool> {
    found(work, id, body, &IdSet::default())
}

/// The same, where these wires around the loop are zero.
fn found(work: &Work<'_>, id: EdgeId, body: EdgeId, around: &IdSet<WireId>) -> Vec<bool> {
    let fold = of(work, id);
    let before = &work.net.edge(id).sources[fold.before_state()..][..fold.state];
    let stops = usize::from(fold.sequence.stops);
    let is_zero = |(at, wire): (usize, &WireId)| at >= stops && (around.contains(wire) || work.is_zero(*wire));
    let mut zero: Vec<bool> = before.iter().enumerate().map(is_zero).collect();
    let region = work.net.region(Level::Inside(body));
    let inputs = &region.inputs[fold.params_before_state()..][..fold.state];
    // What was taken for zero and is not makes others not zero: this ends.
    while zero.contains(&true) {
        let given = inputs.iter().zip(&zero).filter(|(_, zero)| **zero).map(|(&wire, _)| wire).collect();
        let inside = made(work, body, given);
        let before = zero.clone();
        for (zero, output) in zero.iter_mut().zip(&region.outputs) {
            *zero &= inside.contains(output);
        }
        if zero == before {
            break;
        }
    }
    zero
}

/// The wires in a function that are zero, if these are.
fn made(work: &Work<'_>, body: EdgeId, mut zero: IdSet<WireId>) -> IdSet<WireId> {
    for id in work.net.sorted_edges(Level::Inside(body)) {
        let edge = work.net.edge(id);
        let is = |port: usize| edge.sources.get(port).is_some_and(|wire| zero.contains(wire));
        let all = || (0..edge.sources.len()).all(is);
        let vanishes = match &edge.label {
            Label::Copy => is(0),
            Label::Operation(operation) => match operation {
                Operation::Zero(_) => true,
                Operation::Plus(_) | Operation::Pack(_) => all(),
                Operation::Primitive(primitive, _) => match primitive {
                    Primitive::Neg | Primitive::Div => is(0),
                    Primitive::Mul => is(0) || is(1),
                    Primitive::Add | Primitive::Sub => all(),
                    _ => false,
                },
                Operation::Cast(..) | Operation::Same(..) | Operation::Unpack(_) | Operation::Project(_) => is(0),
                Operation::Record(record) | Operation::Update(record) => record.is_cotangent() && all(),
                Operation::Fold(fold) => {
                    if let Some(body) = self::body(work, id) {
                        let after = found(work, id, body, &zero).into_iter().zip(&edge.targets[..fold.state]);
                        zero.extend(after.filter(|(zero, _)| *zero).map(|(_, &wire)| wire));
                    }
                    false
                }
                _ => false,
            },
            _ => false,
        };
        if vanishes {
            zero.extend(edge.targets.iter().copied());
        }
    }
    zero
}
