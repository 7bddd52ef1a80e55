//! Seeds: what is added to a cotangent is added where it is made, so that a sum of cotangents costs no more than its terms.
//!
//! The law is left-additivity: `a ⊕ reverse(D)(r, d, 0) = reverse(D)(r, d, a)`. It is used for
//!
//! - the backpropagator of a call, which takes a seed;
//! - a loop that only adds, which begins with the seed;
//! - branches, which take the seed as an argument;
//! - arrays in a cotangent that is put together, which begin as those of the seed instead of zeros.

use std::sync::Arc;

use super::begin::{Apart, Begin, begin, fields, is_of_nothing};
use super::control::{self, branches};
use super::work::Work;
use crate::label::{Label, Operation, Record};
use crate::net::{Edge, EdgeId, Hypernet, IdMap, IdSet, Level, Producer, WireId};
use crate::operation::ArrayOp;
use crate::types::{Captures, FunctionType, Type};

/// How many edges are looked at to know that one does not depend on another.
const FAR: usize = 1000;

/// Sums of cotangents at all levels, from the inside out.
pub(super) fn everywhere(work: &mut Work<'_>, apart: Apart<'_>) {
    let mut levels = vec![Level::Outermost];
    let mut next = 0;
    while let Some(&level) = levels.get(next) {
        let inside = |&&id: &&EdgeId| work.net.edge(id).label == Label::Abstraction;
        levels.extend(work.net.region(level).edges.iter().filter(inside).map(|&id| Level::Inside(id)));
        next += 1;
    }
    for level in levels.into_iter().rev() {
        sums(work, level, apart);
        elements(work, level, apart);
    }
}

/// Lets the backpropagator that a net gives last take a seed for those of these results, which are cotangents, for which it is worth it.
/// For all, if they are asked for.
pub(super) fn of_backpropagator(work: &mut Work<'_>, results: &[usize], all: bool, apart: Apart<'_>) -> Vec<usize> {
    let last = *work.net.outputs().last().expect("an adjoint gives a backpropagator");
    let Some((back, Label::Abstraction)) = work.producer(last) else { return Vec::new() };
    let inside = Level::Inside(back);
    let is_worth = |&result: &usize| {
        let (mut leaves, output) = (Vec::new(), work.net.region(inside).outputs[result]);
        terms(work, output, &mut leaves, &mut Vec::new());
        leaves.iter().any(|&leaf| begin(work, leaf, apart).is_some())
    };
    let results: Vec<usize> = results.iter().copied().filter(|result| all || is_worth(result)).collect();
    if results.is_empty() {
        return results;
    }
    for &result in &results {
        let output = work.net.region(inside).outputs[result];
        let seed = work.net.add_input(inside, work.net.wire(output).ty.clone(), None);
        // The output goes on to be that with the seed.
        let mut outputs = open_outputs(work, inside);
        let (mut leaves, mut sums) = (vec![seed], Vec::new());
        terms(work, output, &mut leaves, &mut sums);
        for sum in sums {
            let sum = work.remove(sum);
            for wire in sum.targets {
                work.net.remove_wire(wire);
            }
        }
        let leaves = in_branches(work, leaves, apart);
        let grown = Ranks::of(work, inside).thread(work, leaves, apart);
        outputs[result] = grown;
        work.net.set_outputs(inside, outputs);
    }
    let region = work.net.region(inside);
    let params = work.net.types(&region.inputs[work.net.edge(back).sources.len()..]);
    let given = work.net.types(&region.outputs);
    let ty = FunctionType { captures: Captures::Residual, params, results: given, seeds: Vec::new(), keeps: false };
    work.net.wire_mut(last).ty = Type::Function(Arc::new(ty));
    results
}

/// The outputs of a level, which become open below until they are given again.
fn open_outputs(work: &mut Work<'_>, level: Level) -> Vec<WireId> {
    let outputs = work.net.region(level).outputs.clone();
    work.net.set_outputs(level, Vec::new());
    outputs
}

/// Sums of cotangents at one level.
fn sums(work: &mut Work<'_>, level: Level, apart: Apart<'_>) {
    let is_sum = |work: &Work<'_>, id: EdgeId| matches!(work.at(id), Some((_, Operation::Plus(Type::Cotangent(_)))));
    let found: Vec<EdgeId> = work.net.region(level).edges.iter().copied().filter(|&id| is_sum(work, id)).collect();
    if found.is_empty() {
        return;
    }
    let mut ranks = Ranks::of(work, level);
    for id in found {
        if !is_sum(work, id) {
            continue;
        }
        let target = in_place(work, id);
        if work.net.consumer_edge(target).is_some_and(|(consumer, _)| is_sum(work, consumer)) {
            continue;
        }
        let (mut leaves, mut edges) = (Vec::new(), Vec::new());
        terms(work, target, &mut leaves, &mut edges);
        if !leaves.iter().any(|&leaf| begin(work, leaf, apart).is_some()) {
            continue;
        }
        let consumer = work.net.detach(target);
        for sum in edges {
            let sum = work.remove(sum);
            for wire in sum.targets {
                work.net.remove_wire(wire);
            }
        }
        let leaves = in_branches(work, leaves, apart);
        let sum = ranks.thread(work, leaves, apart);
        work.net.attach(sum, consumer);
    }
}

/// Whether an edge adds a cotangent to an element of an array.
pub(super) fn adds_to_element(net: &Hypernet, edge: &Edge) -> bool {
    let given = edge.sources.last().map(|&wire| &net.wire(wire).ty);
    matches!(&edge.label, Label::Operation(Operation::Array(ArrayOp::AddAt(place), _)) if !place.ordered)
        && matches!(given, Some(Type::Cotangent(_)))
}

/// Cotangents that are added to elements of accumulators at one level: what such an element has is taken out, added to, and put back.
fn elements(work: &mut Work<'_>, level: Level, apart: Apart<'_>) {
    let adds = |&id: &EdgeId| adds_to_element(work.net, work.net.edge(id));
    let found: Vec<EdgeId> = work.net.region(level).edges.iter().copied().filter(adds).collect();
    for id in found {
        let Some((edge, Operation::Array(ArrayOp::AddAt(place), array))) = work.at(id) else { continue };
        let (place, array, mut before) = (*place, array.clone(), edge.sources.clone());
        let Some(term) = before.pop() else { continue };
        let Some(begin) = begin(work, term, apart) else { continue };
        if begin.edges().iter().any(|&edge| before.iter().any(|&wire| depends(work, wire, edge))) {
            continue;
        }
        let target = work.remove(id).targets[0];
        let (mut to_take, mut to_put) = (vec![before.remove(0)], Vec::new());
        for index in before {
            let [one, other] = work.copy(index);
            to_take.push(one);
            to_put.push(other);
        }
        let taken = work.operation(level, Operation::Array(ArrayOp::Take(place), array.clone()), to_take);
        let grown = grow(work, term, taken[1], apart);
        let sources = [vec![taken[0]], to_put, vec![grown]].concat();
        let put = work.operation(level, Operation::Array(ArrayOp::Set(place), array), sources)[0];
        work.fuse(put, target);
    }
}

/// Lets a cotangent with some fields, or with none, be added to another one, not the other way round: that may hold arrays. The sum.
fn in_place(work: &mut Work<'_>, sum: EdgeId) -> WireId {
    let edge = work.net.edge(sum);
    let ([one, other], target) = ([edge.sources[0], edge.sources[1]], edge.targets[0]);
    if !is_put_together(work, one) || is_put_together(work, other) {
        return target;
    }
    let (level, ty) = (edge.level, work.net.wire(target).ty.clone());
    work.remove(sum);
    let swapped = work.operation(level, Operation::Plus(ty), vec![other, one])[0];
    work.fuse(swapped, target);
    swapped
}

/// Whether a cotangent has some fields alone, or none, or branches give such ones or zero.
fn is_put_together(work: &Work<'_>, wire: WireId) -> bool {
    if matches!(work.producer(wire), Some((id, Label::Eval)) if is_of_nothing(work, id)) {
        return true;
    }
    match work.producing(wire) {
        Some((_, Operation::Record(_))) => true,
        Some((id, Operation::Cond(..))) => {
            let (Some((_, port)), Some(both)) = (work.net.producer_edge(wire), branches(work, id)) else {
                return false;
            };
            let given = both.map(|branch| work.net.region(Level::Inside(branch)).outputs[port]);
            given.into_iter().all(|wire| work.is_zero(wire) || is_put_together(work, wire))
        }
        _ => false,
    }
}

/// The terms of the sum on a wire, and the edges that add them.
fn terms(work: &Work<'_>, wire: WireId, leaves: &mut Vec<WireId>, edges: &mut Vec<EdgeId>) {
    let mut pending = vec![wire];
    while let Some(wire) = pending.pop() {
        match work.producing(wire) {
            Some((id, Operation::Plus(_))) => {
                edges.push(id);
                pending.extend(work.net.edge(id).sources.iter().rev());
            }
            _ => leaves.push(wire),
        }
    }
}

/// Adds terms that the same branches give in these: naturality of `cond`. What stands for them.
fn in_branches(work: &mut Work<'_>, leaves: Vec<WireId>, apart: Apart<'_>) -> Vec<WireId> {
    let mut given: Vec<(EdgeId, Vec<usize>)> = Vec::new();
    let mut rest = Vec::with_capacity(leaves.len());
    for leaf in leaves {
        let Producer::Target(id, port) = work.net.wire(leaf).producer else {
            rest.push(leaf);
            continue;
        };
        let is_closed = |both: [EdgeId; 2]| both.iter().all(|&branch| work.net.edge(branch).sources.is_empty());
        if !branches(work, id).is_some_and(is_closed) {
            rest.push(leaf);
        } else if let Some((_, ports)) = given.iter_mut().find(|(of, _)| *of == id) {
            ports.push(port as usize);
        } else {
            given.push((id, vec![port as usize]));
        }
    }
    for (id, ports) in given {
        rest.push(work.net.edge(id).targets[ports[0]]);
        if ports.len() > 1 {
            add_in_branches(work, id, &ports, apart);
        }
    }
    rest
}

/// Lets branches give the sum of these results as the first of them.
fn add_in_branches(work: &mut Work<'_>, id: EdgeId, ports: &[usize], apart: Apart<'_>) {
    let both = branches(work, id).expect("the branches are functions");
    let keeps = |at: &usize| *at == ports[0] || !ports.contains(at);
    for branch in both {
        let inside = Level::Inside(branch);
        let mut outputs = open_outputs(work, inside);
        let mut terms: Vec<WireId> = ports.iter().map(|&port| outputs[port]).collect();
        // Of zeros, one is enough.
        while terms.len() > 1
            && let Some(zero) = terms.iter().position(|&wire| work.is_zero(wire))
        {
            let wire = terms.swap_remove(zero);
            let (made, _) = work.net.producer_edge(wire).expect("zero is made");
            work.remove(made);
            work.net.remove_wire(wire);
        }
        let terms = in_branches(work, terms, apart);
        let sum = Ranks::of(work, inside).thread(work, terms, apart);
        outputs[ports[0]] = sum;
        let outputs = (0..outputs.len()).filter(keeps).map(|at| outputs[at]).collect();
        work.net.set_outputs(inside, outputs);
    }
    let targets = std::mem::take(&mut work.net.edge_mut(id).targets);
    for &wire in &targets {
        work.net.detach_above(wire);
    }
    for (at, wire) in targets.into_iter().enumerate() {
        if keeps(&at) {
            work.net.push_target(id, wire);
        } else {
            work.net.remove_wire(wire);
        }
    }
    control::retype(work, id, both);
}

/// The edges of a level in an order that no wire goes against.
struct Ranks {
    of: IdMap<EdgeId, usize>,
    /// Whether new wires have kept to it.
    hold: bool,
}

impl Ranks {
    fn of(work: &Work<'_>, level: Level) -> Self {
        let sorted = work.net.sorted_edges(level);
        Self { of: sorted.into_iter().enumerate().map(|(rank, id)| (id, rank + 1)).collect(), hold: true }
    }

    fn rank(&self, work: &Work<'_>, wire: WireId) -> usize {
        work.net.producer_edge(wire).and_then(|(id, _)| self.of.get(&id).copied()).unwrap_or(0)
    }

    /// The sum of these cotangents, each added to those before it. Those that cannot be added to others come first.
    fn thread(&mut self, work: &mut Work<'_>, leaves: Vec<WireId>, apart: Apart<'_>) -> WireId {
        let mut terms: Vec<(bool, usize, WireId)> = Vec::with_capacity(leaves.len());
        for leaf in leaves {
            terms.push((begin(work, leaf, apart).is_some(), self.rank(work, leaf), leaf));
        }
        terms.sort_by_key(|&(begins, rank, _)| (begins, rank));
        let mut terms = terms.into_iter();
        let (_, mut last, mut sum) = terms.next().expect("a sum has terms");
        for (_, rank, term) in terms {
            let begin = begin(work, term, apart);
            let first = begin.iter().flat_map(Begin::edges).map(|edge| self.of.get(edge).copied().unwrap_or(0)).min();
            let follows = first.is_some_and(|first| last < first);
            let waits = |begin: &Begin| begin.edges().iter().any(|&edge| depends(work, sum, edge));
            if begin.is_some_and(|begin| self.hold && follows || !waits(&begin)) {
                self.hold &= follows;
                sum = grow(work, term, sum, apart);
            } else {
                sum = plus(work, sum, term);
            }
            last = last.max(rank);
        }
        sum
    }
}

/// The sum of two cotangents.
fn plus(work: &mut Work<'_>, one: WireId, other: WireId) -> WireId {
    let (level, ty) = (work.net.wire(one).level, work.net.wire(one).ty.clone());
    let both = work.operation(level, Operation::Plus(ty), vec![one, other])[0];
    let (made, _) = work.net.producer_edge(both).expect("the sum is made");
    in_place(work, made)
}

/// Whether a wire depends on what an edge gives; also if that is too far to tell.
fn depends(work: &Work<'_>, wire: WireId, on: EdgeId) -> bool {
    let (mut seen, mut pending, mut count) = (IdSet::default(), vec![wire], 0);
    while let Some(wire) = pending.pop() {
        let Some((id, _)) = work.net.producer_edge(wire) else { continue };
        if !seen.insert(id) {
            continue;
        }
        count += 1;
        if id == on || count > FAR {
            return true;
        }
        pending.extend(&work.net.edge(id).sources);
    }
    false
}

/// A cotangent that [begins](begin) with a seed.
fn grow(work: &mut Work<'_>, term: WireId, seed: WireId, apart: Apart<'_>) -> WireId {
    match begin(work, term, apart).expect("it is made by adding") {
        Begin::Zero(edge, at) => begin_with(work, edge, at, seed),
        Begin::Other(edge, at) => {
            let other = work.net.edge(edge).sources[at];
            let consumer = work.net.detach(other);
            let both = plus(work, seed, other);
            work.net.attach(both, consumer);
        }
        Begin::Branches(id, port) => {
            let both = branches(work, id).expect("the branches are functions");
            work.net.push_source(id, seed);
            let ty = work.net.wire(seed).ty.clone();
            for branch in both {
                let inside = Level::Inside(branch);
                let inner = work.net.add_input(inside, ty.clone(), None);
                let mut outputs = open_outputs(work, inside);
                let output = outputs[port];
                outputs[port] = if work.is_zero(output) {
                    let (zero, _) = work.net.producer_edge(output).expect("zero is made");
                    work.remove(zero);
                    work.net.remove_wire(output);
                    inner
                } else {
                    grow(work, output, inner, apart)
                };
                work.net.set_outputs(inside, outputs);
            }
            control::retype(work, id, both);
        }
        Begin::Record(id, _) => {
            let wire = work.net.edge(id).targets[0];
            let consumer = work.net.detach(wire);
            let whole = put_onto(work, id, seed, apart);
            if wire == term {
                return whole;
            }
            work.net.attach(whole, consumer);
        }
    }
    term
}

/// Lets an edge take a seed in the place of zero.
fn begin_with(work: &mut Work<'_>, id: EdgeId, at: usize, seed: WireId) {
    let zero = work.net.edge(id).sources[at];
    let consumer = work.net.detach(zero);
    let (made, _) = work.net.producer_edge(zero).expect("zero is made");
    work.remove(made);
    work.net.remove_wire(zero);
    work.net.attach(seed, consumer);
}

/// A cotangent that is put together, with the fields that are made by adding added to those of the seed, and the other fields.
fn put_onto(work: &mut Work<'_>, id: EdgeId, seed: WireId, apart: Apart<'_>) -> WireId {
    let fields = fields(work, id, apart).expect("some fields are made by adding");
    let Some((edge, Operation::Record(record))) = work.at(id) else { unreachable!("it is put together") };
    let (level, record) = (edge.level, record.clone());
    let removed = work.remove(id);
    let sources = removed.sources;
    work.net.remove_wire(removed.targets[0]);
    let (mut whole, mut put) = (seed, Vec::new());
    let one = |at: usize| Arc::new(Record { fields: vec![record.fields[at].clone()], ..(*record).clone() });
    for (at, begin) in &fields {
        let at = *at;
        let detached = work.operation(level, Operation::Detach(one(at)), vec![whole]);
        whole = detached[0];
        let zeros = match begin {
            Begin::Zero(zeros, _) if work.net.wire(sources[at]).ty.is_array() => *zeros,
            Begin::Zero(..) | Begin::Other(..) | Begin::Branches(..) | Begin::Record(..) => {
                put.push((at, grow(work, sources[at], detached[1], apart)));
                continue;
            }
        };
        let Some((_, Operation::Array(ArrayOp::Zeros, array))) = work.at(zeros) else { unreachable!("it makes zeros") };
        let array = array.clone();
        let zeros = work.remove(zeros);
        let begun = Operation::Array(ArrayOp::Fit, array);
        let begun = work.operation(level, begun, vec![detached[1], zeros.sources[0]])[0];
        work.fuse(begun, zeros.targets[0]);
        // Nothing may have been added.
        put.push((at, if sources[at] == zeros.targets[0] { begun } else { sources[at] }));
    }
    for (at, grown) in put {
        whole = work.operation(level, Operation::Update(one(at)), vec![whole, grown])[0];
    }
    let others: Vec<usize> = (0..sources.len()).filter(|at| !fields.iter().any(|(field, _)| field == at)).collect();
    if others.is_empty() {
        return whole;
    }
    let fields = others.iter().map(|&at| record.fields[at].clone()).collect();
    let rest = Record { fields, ..(*record).clone() };
    let (ty, wires) = (record.ty.clone(), others.into_iter().map(|at| sources[at]).collect());
    let rest = work.operation(level, Operation::Record(Arc::new(rest)), wires)[0];
    work.operation(level, Operation::Plus(ty), vec![whole, rest])[0]
}
