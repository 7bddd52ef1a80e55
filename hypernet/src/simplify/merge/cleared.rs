//! Arrays that are zero before each turn of a loop.

use super::super::control::branches;
use super::super::fold::{body, of};
use super::super::roots::outside;
use super::super::work::Work;
use crate::label::Operation;
use crate::net::{Consumer, EdgeId, IdMap, Level, Producer, WireId};
use crate::operation::{ArrayOp, Constant, Layout, Limit, Position, Whole};

/// What is known of an array.
#[derive(Clone, Copy, PartialEq)]
enum Content {
    Zero,
    Unknown,
}

/// Whether this value of the state of a loop is an array of zeros before the loop and after each turn, whatever the turns add to
/// it meanwhile.
pub(super) fn in_each_turn(work: &Work<'_>, id: EdgeId, state: usize) -> bool {
    let of = of(work, id);
    let Some(length) = zeros(work, work.net.edge(id).sources[of.before_state() + state]) else { return false };
    let Some(body) = body(work, id) else { return false };
    through(work, body, of.params_before_state() + state, Content::Zero, length) == Some((state, Content::Zero))
}

/// The length of an array of zeros: it has just been made, or is such a value of the state of a loop around it.
fn zeros(work: &Work<'_>, array: WireId) -> Option<WireId> {
    match work.net.wire(array).producer {
        Producer::Target(made, _) => {
            let (edge, operation) = work.at(made)?;
            let Operation::Array(ArrayOp::New(Layout::Repeat(_, inside)), _) = operation else { return None };
            let [value, length] = edge.sources[..] else { return None };
            (**inside == Layout::Value && work.is_zero(value)).then_some(length)
        }
        Producer::Input(port) => {
            let (id, function) = around(work, array)?;
            if body(work, id) != Some(function) {
                return None;
            }
            let of = of(work, id);
            let state = (port as usize).checked_sub(of.params_before_state()).filter(|state| *state < of.state)?;
            let outside = work.net.edge(id).sources[of.before_state() + state];
            in_each_turn(work, id, state).then(|| zeros(work, outside))?
        }
        Producer::Open => None,
    }
}

/// The edge that runs the function in which a wire is, and the function.
fn around(work: &Work<'_>, wire: WireId) -> Option<(EdgeId, EdgeId)> {
    let Level::Inside(abstraction) = work.net.wire(wire).level else { return None };
    let function = *work.net.edge(abstraction).targets.first()?;
    let (id, _) = work.net.consumer_edge(function)?;
    Some((id, abstraction))
}

/// Which output of a function is the array that it takes as this input, and what is known of it then: if nothing but what adds to
/// it, reads it or takes from it is on its way. It is as long as `length`.
#[expect(clippy::wildcard_enum_match_arm, reason = "of no other operation is it known what it does to the array")]
fn through(
    work: &Work<'_>,
    function: EdgeId,
    input: usize,
    mut content: Content,
    length: WireId,
) -> Option<(usize, Content)> {
    let mut wire = work.net.region(Level::Inside(function)).inputs[input];
    loop {
        let (id, port) = match work.net.wire(wire).consumer {
            Consumer::Output(at) => return Some((at as usize, content)),
            Consumer::Open => return None,
            Consumer::Source(id, port) => (id, port as usize),
        };
        let (edge, operation) = work.at(id)?;
        let target;
        (target, content) = match operation {
            Operation::Array(op, _) if port == 0 => (0, after(op, content)?),
            Operation::Fold(fold) => {
                let at = port.checked_sub(fold.before_state()).filter(|at| *at < fold.state)?;
                let inside = through(work, body(work, id)?, fold.params_before_state() + at, content, length)?;
                match inside {
                    (output, _) if output != at => return None,
                    _ if takes_all(work, id, at, length) => (at, Content::Zero),
                    (_, after) if after == content => (at, content),
                    _ => (at, Content::Unknown),
                }
            }
            Operation::Cond(..) => {
                let [first, second] = branches(work, id)?.map(|branch| {
                    let is_closed = work.net.edge(branch).sources.is_empty();
                    is_closed.then(|| through(work, branch, port.checked_sub(3)?, content, length)).flatten()
                });
                let (first, second) = (first?, second?);
                if first.0 != second.0 {
                    return None;
                }
                (first.0, if first.1 == second.1 { first.1 } else { Content::Unknown })
            }
            _ => return None,
        };
        wire = edge.targets[target];
    }
}

/// What is known of an array after an operation that gives it first, if that only adds to it, reads it or takes from it.
#[expect(clippy::wildcard_enum_match_arm, reason = "of no other operation is it known")]
fn after(op: &ArrayOp, content: Content) -> Option<Content> {
    match op {
        ArrayOp::Get(_) | ArrayOp::Len(_) | ArrayOp::Take(_) => Some(content),
        ArrayOp::AddAt(_) | ArrayOp::AddAll => Some(Content::Unknown),
        ArrayOp::Whole(Whole::Clear) => Some(Content::Zero),
        _ => None,
    }
}

/// Whether a loop over all indices of the array in this value of its state takes in each turn the element of its index, and adds
/// to no other.
fn takes_all(work: &Work<'_>, id: EdgeId, state: usize, length: WireId) -> bool {
    let of = of(work, id);
    let sequence = of.sequence;
    if sequence.limit != Limit::Before || sequence.counts() {
        return false;
    }
    let [first, last] = [0, 1].map(|bound| outermost(work, work.net.edge(id).sources[bound]));
    if work.constant(first) != Some(&Constant::Integer(0)) || !is_same(work, last, length) {
        return false;
    }
    let Some(body) = body(work, id) else { return false };
    let inputs = &work.net.region(Level::Inside(body)).inputs;
    let index = inputs[of.taken];
    let mut wire = inputs[of.params_before_state() + state];
    let mut taken = false;
    loop {
        let Consumer::Source(id, 0) = work.net.wire(wire).consumer else {
            return taken && work.net.wire(wire).consumer == Consumer::Output(u32::try_from(state).unwrap_or(u32::MAX));
        };
        let Some((edge, Operation::Array(op, _))) = work.at(id) else { return false };
        let own = |place: &Position| {
            place.is_like(Position::checked(1)) && work.root(edge.sources[1], &mut IdMap::default()) == index
        };
        #[expect(clippy::wildcard_enum_match_arm, reason = "any other operation may touch other elements")]
        match op {
            ArrayOp::Get(_) | ArrayOp::Len(_) => {}
            ArrayOp::AddAt(place) if own(place) => taken = false,
            ArrayOp::Take(place) if own(place) => taken = true,
            _ => return false,
        }
        wire = edge.targets[0];
    }
}

/// Whether two wires carry the same number.
fn is_same(work: &Work<'_>, one: WireId, other: WireId) -> bool {
    let other = outermost(work, other);
    one == other || matches!((work.constant(one), work.constant(other)), (Some(one), Some(other)) if one == other)
}

/// The wire that carries the same value, as far outside as it comes from.
fn outermost(work: &Work<'_>, wire: WireId) -> WireId {
    let root = work.root(wire, &mut IdMap::default());
    outside(work.net, root).map_or(root, |outer| outermost(work, outer))
}
