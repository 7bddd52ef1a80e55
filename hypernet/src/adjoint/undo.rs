//! Arrays that are undone: what the forward pass read of them is found again in the reverse pass, and need not be captured.

use super::{Derivation, Step, Surroundings, evaluate, surgery};
use crate::label::Label;
use crate::net::{EdgeId, Hypernet, IdMap, IdSet, Level, WireId};
use crate::operation::{ArrayOp, Copying, Derivative, Operation, keep_before_call, put_back_after_call};
use crate::primitive::Primitive;
use crate::types::Type;

/// How many operations deep a value is computed again.
const DEPTH: usize = 8;

/// The derivative of an operation on an array that is undone.
pub(crate) struct Undoes<'a> {
    /// The forward pass, from the wires that it takes to those that it gives: gives what it leaves.
    pub(crate) forward: Box<Forward<'a>>,
    /// The reverse pass on what was left and the sensitivities of the results: the sensitivities of the operands, and what has
    /// been found again.
    pub(crate) reverse: Step<'a, (Vec<WireId>, Option<WireId>)>,
    /// Where that is in the forward pass.
    pub(crate) again: Option<Again>,
}

/// A forward pass between these wires.
type Forward<'a> = dyn FnOnce(&mut Surroundings<'_>, Vec<WireId>, Vec<WireId>) -> Vec<WireId> + 'a;

/// What an operation of the forward pass reads or writes.
#[derive(Clone, Copy)]
pub(crate) enum Again {
    /// It gives it as this result.
    Result(usize),
    /// It takes it as this operand.
    Operand(usize),
}

/// An array that is undone and that a call hands on, or changes.
pub(super) struct Undone {
    /// Where the accumulator stands among what the backpropagator takes, the storage being next.
    taken: usize,
    /// Where the accumulator stands among what it gives.
    given: usize,
    /// Whether the call has changed it: what it was has been kept.
    changed: bool,
}

impl Derivation {
    /// Notes what an operation of the forward pass reads or writes, if it is found again.
    pub(super) fn note_again(
        &mut self,
        pair: usize,
        id: EdgeId,
        operation: &Operation,
        above: &[WireId],
        below: &[WireId],
    ) {
        let Operation::Array(_, Type::Undone(_)) = operation else { return };
        let Derivative::Undoes(undoes) = operation.derivative() else { return };
        let wire = match undoes.again {
            Some(Again::Result(at)) => below[at],
            Some(Again::Operand(at)) => above[at],
            None => return,
        };
        let twin = self.pairs[pair].twin[&id];
        self.pairs[pair].again.insert(twin, wire);
    }

    /// Lets the reverse pass use what it finds again, instead of what it has captured.
    pub(super) fn use_again(&mut self, pair: usize) {
        let found = std::mem::take(&mut self.pairs[pair].found);
        if found.is_empty() {
            return;
        }
        let net = &mut self.net;
        let mut there: IdMap<WireId, WireId> = IdMap::default();
        for (twin, wire) in found {
            let before = self.pairs[pair].again.get(&twin).copied().filter(|&before| net.get_wire(before).is_some());
            let root = before.map(|before| net.root(before)).filter(|&root| is_computed(net, root));
            match root {
                Some(root) if !there.contains_key(&root) => {
                    there.insert(root, wire);
                }
                _ => surgery::discard(net, wire),
            }
        }
        self.parts_again(pair, &mut there);
        self.compute_again(pair, &mut there);
        let net = &mut self.net;
        let mut users: IdMap<WireId, Vec<WireId>> = IdMap::default();
        let captured = net.edge(self.pairs[pair].bubble).sources.clone();
        for (&outer, &inner) in captured.iter().zip(&self.pairs[pair].captured) {
            let root = net.root(outer);
            if there.contains_key(&root) {
                users.get_or_default(root).push(inner);
            }
        }
        for (root, mut wire) in there {
            let users = users.remove(&root).unwrap_or_default();
            let needed = if users.is_empty() { IdSet::default() } else { before(net, wire) };
            for inner in users {
                // What is needed to come so far back cannot wait for what is found there.
                if net.consumer_edge(inner).is_some_and(|(user, _)| needed.contains(&user)) {
                    continue;
                }
                let name = net.wire(inner).name.clone();
                let consumer = net.detach(inner);
                let [stays, used] = surgery::copy(net, wire);
                net.wire_mut(used).name = name;
                net.attach(used, consumer);
                surgery::discard(net, inner);
                wire = stays;
            }
            surgery::discard(net, wire);
        }
    }

    /// Looks at parts of what is looked at again, where a part has been looked at.
    fn parts_again(&mut self, pair: usize, there: &mut IdMap<WireId, WireId>) {
        let bubble = self.pairs[pair].bubble;
        for outer in self.net.edge(bubble).sources.clone() {
            let root = self.net.root(outer);
            if there.contains_key(&root) {
                continue;
            }
            // The parts on the way from what is looked at.
            let (mut parts, mut at) = (Vec::new(), root);
            while !there.contains_key(&at) {
                let Some((edge, _)) = self.net.producer_edge(at) else { break };
                let Label::Operation(Operation::Array(ArrayOp::Part(_), _)) = self.net.edge(edge).label else { break };
                parts.push(edge);
                at = self.net.root(self.net.edge(edge).sources[0]);
            }
            let Some(whole) = there.get(&at).copied() else { continue };
            let [stays, mut look] = surgery::copy(&mut self.net, whole);
            there.insert(at, stays);
            for part in parts.into_iter().rev() {
                look = self.part_again(pair, part, look);
            }
            there.insert(root, look);
        }
    }

    /// A part of a look in the bubble of a pair, as an edge outside looks at it.
    fn part_again(&mut self, pair: usize, part: EdgeId, look: WireId) -> WireId {
        let Label::Operation(Operation::Array(ArrayOp::Part(place), array)) = self.net.edge(part).label.clone() else {
            unreachable!("it looks at a part")
        };
        let bubble = self.pairs[pair].bubble;
        let mut operands = vec![look];
        let bounds = self.net.edge(part).sources[1..=place.operands()].to_vec();
        for bound in bounds {
            let consumer = self.net.detach(bound);
            let [stays, copy] = surgery::copy(&mut self.net, bound);
            self.net.attach(stays, consumer);
            self.net.push_source(bubble, copy);
            let (ty, name) = (self.net.wire(bound).ty.clone(), self.net.wire(bound).name.clone());
            let inner = self.net.add_input(Level::Inside(bubble), ty, name);
            self.pairs[pair].captured.push(inner);
            operands.push(inner);
        }
        let operation = Operation::Array(ArrayOp::Part(place.reached()), array);
        surgery::operation(&mut self.net, Level::Inside(bubble), operation, operands)[0]
    }

    /// Computes captured sums and products again, of what has been found again.
    fn compute_again(&mut self, pair: usize, there: &mut IdMap<WireId, WireId>) {
        let bubble = self.pairs[pair].bubble;
        let mut captured: IdMap<WireId, WireId> = IdMap::default();
        let mut roots = Vec::new();
        for (at, outer) in self.net.edge(bubble).sources.clone().into_iter().enumerate() {
            let root = self.net.root(outer);
            if captured.insert(root, self.pairs[pair].captured[at]).is_none() {
                roots.push(root);
            }
        }
        for root in roots {
            if !there.contains_key(&root) && self.is_made_of(root, there, &captured, DEPTH) == Some(true) {
                let made = self.make_again(root, there, &captured, Level::Inside(bubble));
                there.insert(root, made);
            }
        }
    }

    /// Whether a value can be computed again of what is there or captured; if so, whether something that is there is among that.
    fn is_made_of(
        &self,
        root: WireId,
        there: &IdMap<WireId, WireId>,
        captured: &IdMap<WireId, WireId>,
        depth: usize,
    ) -> Option<bool> {
        if there.contains_key(&root) {
            return Some(true);
        }
        let made = self.sum_or_product(root).filter(|_| depth > 0).and_then(|operands| {
            let mut is_found = false;
            for operand in operands {
                is_found |= self.is_made_of(operand, there, captured, depth - 1)?;
            }
            Some(is_found)
        });
        let is_constant = || {
            let operation = self.net.producer_edge(root).and_then(|(edge, _)| self.net.edge(edge).operation());
            operation.is_some_and(|operation| operation.nature().copying == Copying::Anew)
        };
        made.filter(|is_found| *is_found).or_else(|| (captured.contains_key(&root) || is_constant()).then_some(false))
    }

    /// The operands of what makes a value, if that costs no more than to keep it.
    fn sum_or_product(&self, root: WireId) -> Option<Vec<WireId>> {
        let edge = self.net.edge(self.net.producer_edge(root)?.0);
        let Some(Operation::Primitive(Primitive::Add | Primitive::Sub | Primitive::Mul | Primitive::Neg, _)) =
            edge.operation()
        else {
            return None;
        };
        Some(edge.sources.iter().map(|&wire| self.net.root(wire)).collect())
    }

    /// A value that can be [made](Self::is_made_of) again.
    fn make_again(
        &mut self,
        root: WireId,
        there: &mut IdMap<WireId, WireId>,
        captured: &IdMap<WireId, WireId>,
        within: Level,
    ) -> WireId {
        if let Some(&found) = there.get(&root) {
            let [stays, used] = surgery::copy(&mut self.net, found);
            there.insert(root, stays);
            return used;
        }
        let is_made = self.is_made_of(root, there, captured, DEPTH) == Some(true);
        if let (Some(&inner), false) = (captured.get(&root), is_made) {
            let consumer = self.net.detach(inner);
            let [stays, used] = surgery::copy(&mut self.net, inner);
            self.net.attach(stays, consumer);
            return used;
        }
        let Some((edge, _)) = self.net.producer_edge(root) else { unreachable!("an operation makes it") };
        let Label::Operation(operation) = self.net.edge(edge).label.clone() else { unreachable!("it is an operation") };
        let mut operands = Vec::new();
        for source in self.net.edge(edge).sources.clone() {
            let source = self.net.root(source);
            operands.push(self.make_again(source, there, captured, within));
        }
        surgery::operation(&mut self.net, within, operation, operands)[0]
    }

    /// Where the arrays stand that are undone and that a call takes and gives, but for those that its backpropagator puts back: it takes
    /// their storages.
    fn undone_in_call(&self, id: EdgeId) -> Vec<(usize, usize)> {
        let edge = self.net.edge(id);
        let called = edge.sources.first().filter(|_| edge.label == Label::Eval);
        let Some(function) = called.and_then(|&function| self.net.wire(function).ty.as_function()) else {
            return Vec::new();
        };
        let is_undone = |ty: &Type| matches!(ty, Type::Undone(_));
        let undone = |wires: &[WireId], known: &[Type]| -> Vec<usize> {
            let goes_past = |&at: &usize| is_undone(&self.net.wire(wires[at]).ty) && !is_undone(&known[at]);
            (0..wires.len()).filter(goes_past).collect()
        };
        // The function itself stands before what it takes.
        let taken = undone(&edge.sources[1..], &function.params).into_iter().map(|at| at + 1);
        taken.zip(undone(&edge.targets, &function.results)).collect()
    }

    /// The sources of a call at which it takes arrays that are undone and that it changes.
    pub(super) fn changed_by(&self, id: EdgeId) -> Vec<usize> {
        let undone = self.undone_in_call(id);
        let handed = if undone.is_empty() { Vec::new() } else { self.net.handed_on(id) };
        undone.into_iter().filter(|both| !handed.contains(both)).map(|(source, _)| source).collect()
    }

    /// Keeps what is in the arrays at these places, which a call is about to change.
    pub(super) fn keep_changed(&mut self, level: Level, changed: &[usize], above: &mut [WireId]) -> Vec<WireId> {
        let around = &mut Surroundings { net: &mut self.net, types: &mut self.types, level };
        let keep = |&at: &usize| {
            let [array, look] = keep_before_call(around, above[at]);
            above[at] = array;
            look
        };
        changed.iter().map(keep).collect()
    }

    /// The arrays that are undone and that a call hands on or changes, an edge of a green box.
    pub(super) fn undone_by(&mut self, id: EdgeId) -> Vec<Undone> {
        let edge = self.net.edge(id);
        let changed = self.changed_by(id);
        let (sources, targets) = (edge.sources.clone(), edge.targets.clone());
        let mut found = Vec::new();
        for (source, target) in self.undone_in_call(id) {
            let width = |types: &mut super::Memo, net: &Hypernet, wires: &[WireId]| -> usize {
                wires.iter().map(|&wire| types.width(&net.wire(wire).ty).unwrap_or(0)).sum()
            };
            // The residual stands before what it takes.
            let taken = width(&mut self.types, &self.net, &targets[..target]);
            let given = width(&mut self.types, &self.net, &sources[..source]);
            found.push(Undone { taken, given, changed: changed.contains(&source) });
        }
        found
    }
}

/// Evaluates the backpropagator of a call, beside the storages of the arrays that it hands on and that are undone: these go past it.
/// What was in those that it changes is put back.
pub(super) fn evaluate_beside(
    around: &mut Surroundings<'_>,
    mut operands: Vec<WireId>,
    undone: &[Undone],
) -> Vec<WireId> {
    // It stands first, then the looks that it takes.
    let residual = 1 + looks(around.net, operands[0]);
    let kept = undone.iter().filter(|at| at.changed).count();
    let mut kept = operands.drain(residual..residual + kept).collect::<Vec<_>>().into_iter();
    let storages: Vec<WireId> = undone.iter().rev().map(|at| operands.remove(residual + at.taken + 1)).collect();
    // It adds to nothing yet.
    let back = around.net.wire(operands[0]).ty.as_function().expect("a backpropagator is a function").clone();
    for at in back.seeded() {
        let zero = surgery::zero(around.net, around.level, &back.params[at]);
        operands.insert(1 + at, zero);
    }
    let mut given = evaluate(around, operands);
    for (undone, mut storage) in undone.iter().zip(storages.into_iter().rev()) {
        if undone.changed {
            let look = kept.next().expect("it has been kept");
            let accumulator = given[undone.given];
            [given[undone.given], storage] = put_back_after_call(around, [accumulator, storage, look]);
        }
        given.insert(undone.given + 1, storage);
    }
    given
}

/// How many looks a backpropagator takes.
fn looks(net: &Hypernet, back: WireId) -> usize {
    let function = net.wire(back).ty.as_function();
    function.map_or(0, |function| function.params.iter().take_while(|ty| ty.is_look()).count())
}

/// Whether a value costs something to have again: it is no constant, and nothing that is there in each turn.
fn is_computed(net: &Hypernet, root: WireId) -> bool {
    let Some((edge, _)) = net.producer_edge(root) else { return false };
    match &net.edge(edge).label {
        Label::Operation(operation) => operation.nature().copying != Copying::Anew,
        Label::Eval => true,
        Label::Copy | Label::Discard | Label::Abstraction | Label::Frame(_) => false,
    }
}

/// The edges that come before a wire.
fn before(net: &Hypernet, wire: WireId) -> IdSet<EdgeId> {
    let mut found = IdSet::default();
    let mut pending = vec![wire];
    while let Some(wire) = pending.pop() {
        if let Some((edge, _)) = net.producer_edge(wire)
            && found.insert(edge)
        {
            pending.extend(&net.edge(edge).sources);
        }
    }
    found
}
