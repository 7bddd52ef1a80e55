//! Cotangents that are made by adding: where each of them begins, and what adds to it.
//!
//! Where such a cotangent begins with zero, it can begin with a seed.

use super::control::branches;
use super::fold::body;
use super::merge::{added, added_to, only_adds};
use super::work::Work;
use crate::label::{Field, Label, Operation};
use crate::net::{EdgeId, Level, Producer, WireId};
use crate::operation::ArrayOp;
use crate::types::{Captures, Type};

/// Whether the host can take a field out of a cotangent.
pub(super) type Apart<'a> = &'a dyn Fn(&Field) -> bool;

/// Where a cotangent begins that is made by adding: a seed may come there.
pub(super) enum Begin {
    /// This edge takes zero as this source.
    Zero(EdgeId, usize),
    /// This edge takes another cotangent as this source, to which the seed is added.
    Other(EdgeId, usize),
    /// Each of these branches gives zero or such a cotangent as this result.
    Branches(EdgeId, usize),
    /// A cotangent is put together here, and so begin those of its fields to which a seed can come.
    Record(EdgeId, Vec<EdgeId>),
}

impl Begin {
    /// The edges to which a seed comes first.
    pub(super) fn edges(&self) -> &[EdgeId] {
        match self {
            Self::Zero(edge, _) | Self::Other(edge, _) | Self::Branches(edge, _) => std::slice::from_ref(edge),
            Self::Record(_, zeros) => zeros,
        }
    }
}

/// Where the cotangent on this wire begins, if it is made by adding.
pub(super) fn begin(work: &Work<'_>, wire: WireId, apart: Apart<'_>) -> Option<Begin> {
    let mut other = None;
    first(work, wire, apart, &mut other).or_else(|| other.map(|(edge, at)| Begin::Other(edge, at)))
}

/// The same, if it begins with zero. Else `other` is the last edge on the way there that takes a seed, and which of its sources that is.
fn first(work: &Work<'_>, mut wire: WireId, apart: Apart<'_>, other: &mut Option<(EdgeId, usize)>) -> Option<Begin> {
    loop {
        let Producer::Target(id, port) = work.net.wire(wire).producer else { return None };
        let (edge, port) = (work.net.edge(id), port as usize);
        let at = match &edge.label {
            Label::Eval if !is_of_nothing(work, id) => seed_of_call(work, id, port)?,
            Label::Operation(Operation::Fold(fold)) if port < fold.state => {
                let inside = body(work, id)?;
                if !only_adds(work, inside, fold.params_before_state() + port, port) {
                    return None;
                }
                fold.before_state() + port
            }
            Label::Operation(Operation::Cond(..)) => {
                let both = branches(work, id)?;
                let is_closed = both.iter().all(|&branch| work.net.edge(branch).sources.is_empty());
                let outputs = both.map(|branch| work.net.region(Level::Inside(branch)).outputs[port]);
                let grows = |wire: WireId| work.is_zero(wire) || begin(work, wire, apart).is_some();
                let is_found = is_closed && outputs.into_iter().all(grows);
                let is_zero = outputs.iter().all(|&wire| work.is_zero(wire));
                return (is_found && !is_zero).then_some(Begin::Branches(id, port));
            }
            Label::Operation(Operation::Record(record)) if record.is_cotangent() => {
                let fields = fields(work, id, apart)?;
                let edges = fields.iter().flat_map(|(_, begin)| begin.edges().iter().copied());
                return Some(Begin::Record(id, edges.collect()));
            }
            // A sum in which one term cannot be added to another.
            Label::Operation(Operation::Plus(_)) => {
                let [one, term] = edge.sources[..] else { unreachable!("a sum has two terms") };
                return first(work, one, apart, other).or_else(|| first(work, term, apart, other));
            }
            Label::Operation(Operation::Update(_)) if is_put_back(work, id) => 0,
            Label::Operation(Operation::Detach(_)) if port == 0 => 0,
            Label::Eval | Label::Operation(_) | Label::Copy | Label::Discard | Label::Abstraction | Label::Frame(_) => {
                return None;
            }
        };
        let source = edge.sources[at];
        if work.is_zero(source) && !matches!(edge.label, Label::Operation(Operation::Update(_) | Operation::Detach(_)))
        {
            return Some(Begin::Zero(id, at));
        }
        if edge.label == Label::Eval {
            *other = Some((id, at));
        }
        wire = source;
    }
}

/// Whether an edge puts a field back into a cotangent that has been [detached](Operation::Detach) from it and to which something has been
/// added: all three together add to the field.
pub(super) fn is_put_back(work: &Work<'_>, id: EdgeId) -> bool {
    let Some((edge, Operation::Update(put))) = work.at(id) else { return false };
    let mut wire = edge.sources[1];
    loop {
        if let (Producer::Target(_, 1), Some((_, Operation::Detach(taken)))) =
            (work.net.wire(wire).producer, work.producing(wire))
        {
            return taken.fields == put.fields;
        }
        match before_growing(work, wire) {
            Some(before) => wire = before,
            None => return false,
        }
    }
}

/// Whether an edge writes to an element what has been [taken](ArrayOp::Take) out of it and to which something has been added: all three
/// together add to the element. The edge that takes it.
pub(super) fn element_put_back(work: &Work<'_>, id: EdgeId) -> Option<EdgeId> {
    let (edge, Operation::Array(ArrayOp::Set(put), _)) = work.at(id)? else { return None };
    let (take, Operation::Array(ArrayOp::Take(taken), _)) = work.producing(edge.sources[0])? else { return None };
    let (first, last) = (&work.net.edge(take).sources, edge.sources.len() - 1);
    let same = |(one, other): (&WireId, &WireId)| work.net.root(*one) == work.net.root(*other);
    if taken != put || !first[1..].iter().zip(&edge.sources[1..last]).all(same) {
        return None;
    }
    let mut wire = edge.sources[last];
    while wire != work.net.edge(take).targets[1] {
        wire = before_growing(work, wire)?;
    }
    Some(take)
}

/// What this array or cotangent was before the last edge added something to it.
fn before_growing(work: &Work<'_>, wire: WireId) -> Option<WireId> {
    if work.net.wire(wire).ty.is_array() {
        if let Some((id, Operation::Array(ArrayOp::Fit, _))) = work.producing(wire) {
            return Some(work.net.edge(id).sources[0]);
        }
        return added_to(work, wire).or_else(|| added_by_call(work, wire));
    }
    let Producer::Target(id, port) = work.net.wire(wire).producer else { return None };
    let (edge, port) = (work.net.edge(id), port as usize);
    let source = match &edge.label {
        Label::Eval => seed_of_call(work, id, port)?,
        Label::Operation(_) => (0..edge.sources.len()).find(|&source| added(work, id, source) == Some(port))?,
        Label::Copy | Label::Discard | Label::Abstraction | Label::Frame(_) => return None,
    };
    Some(edge.sources[source])
}

/// Whether the call of a backpropagator is given nothing but zeros: the host does not make such a call.
pub(super) fn is_of_nothing(work: &Work<'_>, call: EdgeId) -> bool {
    let edge = work.net.edge(call);
    let Some(back) = work.net.wire(edge.sources[0]).ty.as_function() else { return false };
    let looks = back.params.iter().take_while(|ty| ty.is_look()).count();
    let sensitivities = edge.sources.get(1 + looks..=back.seeded().start).unwrap_or_default();
    back.handed_on() == 0 && !sensitivities.is_empty() && sensitivities.iter().all(|&wire| work.is_zero(wire))
}

/// The source of the call of a backpropagator that is the seed of this result.
fn seed_of_call(work: &Work<'_>, call: EdgeId, port: usize) -> Option<usize> {
    let back = work.net.wire(work.net.edge(call).sources[0]).ty.as_function()?;
    let seed = (0..back.seeds.len()).find(|&seed| back.grown(seed) == Some(port))?;
    Some(1 + back.seeded().start + seed)
}

/// The result of a call that is this source with something added, if the source is a seed for a backpropagator.
pub(super) fn grown_by_call(work: &Work<'_>, call: EdgeId, source: usize) -> Option<usize> {
    let edge = work.net.edge(call);
    let back = work.net.wire(*edge.sources.first()?).ty.as_function()?;
    let seeds = back.seeded();
    let seed = source.checked_sub(1 + seeds.start).filter(|&seed| seed < seeds.len())?;
    back.grown(seed)
}

/// The fields of a cotangent that are made by adding, arrays and cotangents, with where they begin; none if there are none, or an array
/// begins as something else or cannot be taken out.
pub(super) fn fields(work: &Work<'_>, record: EdgeId, apart: Apart<'_>) -> Option<Vec<(usize, Begin)>> {
    let (edge, Operation::Record(made)) = work.at(record)? else { return None };
    let mut found = Vec::new();
    for (at, &wire) in edge.sources.iter().enumerate() {
        let (ty, is_apart) = (&work.net.wire(wire).ty, apart(&made.fields[at].0));
        if ty.is_array() {
            let zeros = zeros(work, wire).filter(|_| is_apart)?;
            found.push((at, Begin::Zero(zeros, 0)));
        } else if matches!(ty, Type::Cotangent(_)) && is_apart {
            found.extend(begin(work, wire, apart).map(|begin| (at, begin)));
        }
    }
    (!found.is_empty()).then_some(found)
}

/// The zeros to which something has been added to give this accumulator, if nothing else has happened to them.
fn zeros(work: &Work<'_>, mut wire: WireId) -> Option<EdgeId> {
    loop {
        if let Some((id, Operation::Array(ArrayOp::Zeros, _))) = work.producing(wire) {
            return Some(id);
        }
        wire = added_to(work, wire).or_else(|| added_by_call(work, wire))?;
    }
}

/// What this accumulator was before the call of a backpropagator added to it, if the call changes no array.
fn added_by_call(work: &Work<'_>, wire: WireId) -> Option<WireId> {
    let (call, target) = work.net.producer_edge(wire)?;
    let (taken, _) = accumulators(work, call)?.into_iter().find(|&(_, given)| given == target)?;
    Some(work.net.edge(call).sources[taken])
}

/// The accumulator that a call gives for the one that it takes as this source, and to which its backpropagator adds, if it changes none.
pub(super) fn added_by(work: &Work<'_>, call: EdgeId, source: usize) -> Option<usize> {
    accumulators(work, call)?.into_iter().find(|&(taken, _)| taken == source).map(|(_, given)| given)
}

/// The accumulators that the call of a backpropagator takes and gives, if it changes no array.
fn accumulators(work: &Work<'_>, call: EdgeId) -> Option<Vec<(usize, usize)>> {
    let edge = work.net.edge(call);
    let back = work.net.wire(*edge.sources.first()?).ty.as_function()?;
    let looks = back.params.iter().filter(|ty| ty.is_look()).count();
    let only_adds = edge.label == Label::Eval && back.captures == Captures::Residual && looks == back.handed_on();
    only_adds.then(|| work.net.handed_on(call))
}
