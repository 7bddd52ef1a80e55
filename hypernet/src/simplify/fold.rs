//! Loops: what goes in and what comes out, and the values that their turns leave.
//!
//! The forward pass of a loop leaves the backpropagators of its turns on a tape, and the reverse pass evaluates them. Three
//! steps make values of these functions. What the function of a turn captured is left instead, and a loop without a state
//! makes the functions again ([`function_left`]). That loop moves to where the functions are used, and becomes a part of the
//! loop that uses them ([`fuse`]). Then the functions meet what evaluates them.

use std::sync::Arc;

use super::again::Again;
use super::beta::move_inside;
use super::induction::{Induction, inductions};
use super::residual::{holds_functions, waits};
use super::work::Work;
use super::zeros;
use crate::label::{Label, Operation};
use crate::net::{Consumer, EdgeId, IdMap, IdSet, Level, WireId};
use crate::operation::{Constant, Copying, Fold, Sequence, count_type};
use crate::types::Type;

/// The function of a loop, if it is an abstraction that captures nothing.
pub(super) fn body(work: &Work<'_>, id: EdgeId) -> Option<EdgeId> {
    let (edge, Operation::Fold(fold)) = work.at(id)? else { return None };
    match work.producer(edge.sources[fold.function()])? {
        (body, Label::Abstraction) if work.net.edge(body).sources.is_empty() => Some(body),
        _ => None,
    }
}

/// What a loop is.
pub(super) fn of(work: &Work<'_>, id: EdgeId) -> Arc<Fold> {
    match work.at(id) {
        Some((_, Operation::Fold(fold))) => fold.clone(),
        _ => unreachable!("a loop"),
    }
}

/// The interface of a loop, taken off its edge and its function.
pub(super) struct Interface {
    bounds: Vec<WireId>,
    function: WireId,
    pub(super) index: Option<WireId>,
    /// Tapes that it takes: the tape, and the entry inside.
    pub(super) taken: Vec<[WireId; 2]>,
    pub(super) state: Vec<State>,
    /// The number of turns, if it gives that.
    count: Option<WireId>,
    /// What is the same in each turn: the value outside, and the one inside.
    pub(super) environment: Vec<[WireId; 2]>,
    /// Tapes that it leaves: the entry inside, and the tape.
    pub(super) left: Vec<[WireId; 2]>,
}

/// A value of the state.
#[derive(Clone, Copy)]
pub(super) struct State {
    before: WireId,
    pub(super) taken: WireId,
    pub(super) given: WireId,
    after: WireId,
}

impl Interface {
    /// Takes the interface off a loop: its wires are open at both sides of it.
    pub(super) fn take(work: &mut Work<'_>, id: EdgeId, body: EdgeId) -> Self {
        let fold = of(work, id);
        let inside = Level::Inside(body);
        let sources = std::mem::take(&mut work.net.edge_mut(id).sources);
        let targets = std::mem::take(&mut work.net.edge_mut(id).targets);
        let inputs = std::mem::take(&mut work.net.region_mut(inside).inputs);
        let outputs = std::mem::take(&mut work.net.region_mut(inside).outputs);
        for &wire in sources.iter().chain(&outputs) {
            work.net.detach(wire);
        }
        for &wire in targets.iter().chain(&inputs) {
            work.net.detach_above(wire);
        }
        let pairs = |from: usize, params: usize| -> Vec<[WireId; 2]> {
            sources[from..].iter().zip(&inputs[params..]).map(|(&outer, &inner)| [outer, inner]).collect()
        };
        let (state, params) = (fold.before_state(), fold.params_before_state());
        let mut taken = pairs(fold.function() + 1, 0);
        taken.truncate(fold.taken);
        Self {
            bounds: sources[..fold.function()].to_vec(),
            function: sources[fold.function()],
            index: inputs[fold.taken..params].first().copied(),
            taken,
            state: (0..fold.state)
                .map(|at| State {
                    before: sources[state + at],
                    taken: inputs[params + at],
                    given: outputs[at],
                    after: targets[at],
                })
                .collect(),
            count: targets[fold.state..fold.before_left()].first().copied(),
            environment: pairs(state + fold.state, params + fold.state),
            left: outputs[fold.state..].iter().zip(&targets[fold.before_left()..]).map(|(&a, &b)| [a, b]).collect(),
        }
    }

    /// Takes in another loop over the same range: its function, `from`, becomes a part of this one's, `into`. What that loop leaves
    /// on tapes is not taken in.
    pub(super) fn absorb(&mut self, work: &mut Work<'_>, mut other: Self, from: EdgeId, into: EdgeId) {
        let (inputs, outputs) = work.net.move_contents(Level::Inside(from), Level::Inside(into));
        debug_assert!(inputs.is_empty() && outputs.is_empty(), "the interface has been taken off");
        work.net.remove_edge(from);
        work.net.remove_wire(other.function);
        for wire in other.bounds {
            work.discard(wire);
        }
        // An index or an entry that is not used is discarded, so both have consumers.
        let (Some(index), Some(again)) = (self.index, other.index) else {
            unreachable!("a loop that takes tapes runs over a range")
        };
        let given = work.again(index);
        work.fuse(given, again);
        self.taken.append(&mut other.taken);
        self.state.append(&mut other.state);
        self.environment.append(&mut other.environment);
    }

    /// Lets the loop give a number of its last turn, or zero; gives the wire of it.
    pub(super) fn carry(&mut self, work: &mut Work<'_>, level: Level, inside: Level, given: WireId) -> WireId {
        let (ty, name) = (work.net.wire(given).ty.clone(), work.net.wire(given).name.clone());
        let before = work.operation(level, Operation::Zero(ty.clone()), Vec::new())[0];
        let taken = work.net.add_wire(inside, ty.clone(), None);
        work.discard(taken);
        let after = work.net.add_wire(level, ty, name);
        self.state.push(State { before, taken, given, after });
        after
    }

    /// Gives the loop its interface again, and brings its types up to date.
    pub(super) fn put(self, work: &mut Work<'_>, id: EdgeId, body: EdgeId) {
        let (before, taken): (Vec<_>, Vec<_>) = self.state.iter().map(|state| (state.before, state.taken)).unzip();
        let (given, after): (Vec<_>, Vec<_>) = self.state.iter().map(|state| (state.given, state.after)).unzip();
        let side = |pairs: &[[WireId; 2]], at: usize| pairs.iter().map(|pair| pair[at]).collect::<Vec<_>>();
        let sources = [self.bounds, vec![self.function], side(&self.taken, 0), before, side(&self.environment, 0)];
        for wire in sources.concat() {
            work.net.push_source(id, wire);
        }
        let inside = Level::Inside(body);
        for wire in [side(&self.taken, 1), self.index.into_iter().collect(), taken, side(&self.environment, 1)].concat()
        {
            work.net.push_input(inside, wire);
        }
        for wire in [given, side(&self.left, 0)].concat() {
            work.net.push_output(inside, wire);
        }
        for wire in [after, self.count.into_iter().collect(), side(&self.left, 1)].concat() {
            work.net.push_target(id, wire);
        }
        retype(work, id, body, self.taken.len(), self.state.len());
    }
}

/// Brings the types of a loop and its function up to date.
fn retype(work: &mut Work<'_>, id: EdgeId, body: EdgeId, taken: usize, state: usize) {
    work.retype(body);
    let function = work.net.edge(id).sources[of(work, id).function()];
    let Type::Function(of_body) = work.net.wire(function).ty.clone() else { unreachable!("a loop runs a function") };
    let fold = Fold { body: of_body, taken, state, ..(*of(work, id)).clone() };
    work.net.edge_mut(id).label = Label::Operation(Operation::Fold(Arc::new(fold)));
    work.touch(id);
    work.touch(body);
    work.touch_interface(id);
    for wire in work.net.edge(id).targets.clone() {
        work.touch_wire(wire);
    }
}

/// What the function of a loop captures becomes environment.
pub(super) fn close(work: &mut Work<'_>, id: EdgeId) -> bool {
    let Some((edge, Operation::Fold(fold))) = work.at(id) else { return false };
    let Some((body, Label::Abstraction)) = work.producer(edge.sources[fold.function()]) else { return false };
    let captured = work.net.edge(body).sources.clone();
    if captured.is_empty() {
        return false;
    }
    for &wire in &captured {
        work.net.detach(wire);
    }
    work.net.edge_mut(body).sources.clear();
    let inside = Level::Inside(body);
    let mut inputs = work.net.region(inside).inputs.clone();
    let inner: Vec<WireId> = inputs.drain(..captured.len()).collect();
    work.net.set_inputs(inside, inputs);
    let mut interface = Interface::take(work, id, body);
    interface.environment.extend(captured.into_iter().zip(inner).map(|(outer, inner)| [outer, inner]));
    interface.put(work, id, body);
    true
}

/// Tidies the interface of a loop: environment and tapes that no turn uses go, constants and functions move inside; tapes that
/// nobody takes, state that nobody looks at and state that stays what it was go.
pub(super) fn interface(work: &mut Work<'_>, id: EdgeId) -> bool {
    let Some(body) = body(work, id) else { return false };
    let changed = results(work, id, body);
    arguments(work, id, body) || changed
}

/// Which values of the state somebody looks at: after the loop, or in a turn for what is looked at.
fn live_state(work: &Work<'_>, id: EdgeId, body: EdgeId) -> Vec<bool> {
    let fold = of(work, id);
    let edge = work.net.edge(id);
    let region = work.net.region(Level::Inside(body));
    let is_discarded = |wire: WireId| {
        work.net.consumer_edge(wire).is_some_and(|(edge, _)| work.net.edge(edge).label == Label::Discard)
    };
    // The function gives no number of turns.
    let given = edge.targets[..fold.state].iter().chain(&edge.targets[fold.before_left()..]);
    let mut live: Vec<bool> = given.map(|&wire| !is_discarded(wire)).collect();
    if fold.sequence.stops {
        live[0] = true;
    }
    if live[..fold.state].iter().all(|&live| live) {
        live.truncate(fold.state);
        return live;
    }
    let order = work.net.sorted_edges(Level::Inside(body));
    loop {
        let outputs = region.outputs.iter().zip(&live).filter(|(_, live)| **live).map(|(&wire, _)| wire);
        let mut used: IdSet<WireId> = outputs.collect();
        for &id in order.iter().rev() {
            let edge = work.net.edge(id);
            if work.net.may_panic(id) || edge.targets.iter().any(|wire| used.contains(wire)) {
                used.extend(edge.sources.iter().copied());
            }
        }
        let mut more = false;
        for (at, &input) in region.inputs[fold.params_before_state()..][..fold.state].iter().enumerate() {
            if !live[at] && used.contains(&input) {
                live[at] = true;
                more = true;
            }
        }
        if !more {
            live.truncate(fold.state);
            return live;
        }
    }
}

/// Which values of the state no turn changes, what stops the loop left aside.
fn unchanged(work: &Work<'_>, id: EdgeId, body: EdgeId) -> Vec<bool> {
    let fold = of(work, id);
    let region = work.net.region(Level::Inside(body));
    let mut roots = IdMap::default();
    let inputs = &region.inputs[fold.params_before_state()..];
    let stops = usize::from(fold.sequence.stops);
    (0..fold.state).map(|at| at >= stops && work.root(region.outputs[at], &mut roots) == inputs[at]).collect()
}

/// What no turn uses of the tapes, and what comes out of the loop for nothing.
fn results(work: &mut Work<'_>, id: EdgeId, body: EdgeId) -> bool {
    let fold = of(work, id);
    let live = live_state(work, id, body);
    let stays = unchanged(work, id, body);
    let tapes = &work.net.edge(id).targets[fold.before_left()..];
    let entries = &work.net.region(Level::Inside(body)).inputs[..fold.taken];
    let unused = tapes.iter().chain(entries).any(|&wire| discard_of(work, wire).is_some());
    let zero = zeros::state(work, id, body);
    if !unused && live.iter().all(|&live| live) && !stays.contains(&true) && !zero.contains(&true) {
        return false;
    }
    let mut interface = Interface::take(work, id, body);
    for [tape, entry] in std::mem::take(&mut interface.taken) {
        if drop_discarded(work, entry) {
            work.discard(tape);
        } else {
            interface.taken.push([tape, entry]);
        }
    }
    for [entry, tape] in std::mem::take(&mut interface.left) {
        if drop_discarded(work, tape) {
            work.discard(entry);
        } else {
            interface.left.push([entry, tape]);
        }
    }
    let known = live.into_iter().zip(stays).zip(zero);
    for (state, ((live, stays), zero)) in std::mem::take(&mut interface.state).into_iter().zip(known) {
        if stays && !work.net.wire(state.before).ty.is_copyable() {
            // The order of effects goes past the loop.
            work.net.remove_wire(state.taken);
            work.fuse(state.before, state.after);
        } else if stays {
            let [environment, after] = work.copy(state.before);
            work.fuse(after, state.after);
            work.discard(state.given);
            interface.environment.push([environment, state.taken]);
        } else if zero {
            let (level, ty) = (work.net.wire(state.after).level, work.net.wire(state.after).ty.clone());
            let after = work.operation(level, Operation::Zero(ty), Vec::new())[0];
            work.fuse(after, state.after);
            work.discard(state.given);
            interface.environment.push([state.before, state.taken]);
        } else if live {
            interface.state.push(state);
        } else {
            // What still takes it gives nothing that anybody looks at.
            drop_discarded(work, state.after);
            work.discard(state.given);
            interface.environment.push([state.before, state.taken]);
        }
    }
    interface.put(work, id, body);
    true
}

/// The discard that takes this wire, if one does.
fn discard_of(work: &Work<'_>, wire: WireId) -> Option<EdgeId> {
    let (edge, _) = work.net.consumer_edge(wire)?;
    (work.net.edge(edge).label == Label::Discard).then_some(edge)
}

/// Removes a wire that is open above, with its discard, if a discard takes it; whether one did.
fn drop_discarded(work: &mut Work<'_>, wire: WireId) -> bool {
    let Some(discard) = discard_of(work, wire) else { return false };
    work.remove(discard);
    work.net.remove_wire(wire);
    true
}

/// Brings the environment in order: what no turn uses goes, what is given twice is given once, constants and functions move
/// inside.
fn arguments(work: &mut Work<'_>, id: EdgeId, body: EdgeId) -> bool {
    let fold = of(work, id);
    let inside = Level::Inside(body);
    let (outside, params) = (fold.before_state() + fold.state, fold.params_before_state() + fold.state);
    let outer = work.net.edge_mut(id).sources.split_off(outside);
    let inner = work.net.region_mut(inside).inputs.split_off(params);
    for (&outer, &inner) in outer.iter().zip(&inner) {
        work.net.detach(outer);
        work.net.detach_above(inner);
    }
    let mut pending: Vec<(WireId, WireId)> = outer.into_iter().zip(inner).rev().collect();
    let mut kept: Vec<(WireId, WireId)> = Vec::with_capacity(pending.len());
    let (mut roots, mut known): (IdMap<WireId, WireId>, IdMap<WireId, WireId>) = (IdMap::default(), IdMap::default());
    let (mut dropped, mut changed) = (Vec::new(), false);
    while let Some((outer, inner)) = pending.pop() {
        if drop_discarded(work, inner) {
            dropped.push(outer);
        } else if let Some(more) = move_inside(work, outer, inner, inside) {
            pending.extend(more.into_iter().rev());
        } else {
            let root = work.root(outer, &mut roots);
            let Some(&first) = known.get(&root) else {
                known.insert(root, inner);
                kept.push((outer, inner));
                continue;
            };
            let again = work.again(first);
            work.fuse(again, inner);
            dropped.push(outer);
        }
        changed = true;
    }
    for (outer, inner) in kept {
        work.net.push_source(id, outer);
        work.net.push_input(inside, inner);
    }
    for wire in dropped {
        work.discard(wire);
    }
    if changed {
        retype(work, id, body, fold.taken, fold.state);
    }
    changed
}

/// Whether a loop does nothing but make the functions that it leaves: it belongs to where these are run. It gives nothing else,
/// not even the number of its turns.
pub(super) fn is_maker(work: &Work<'_>, id: EdgeId) -> bool {
    let of = of(work, id);
    let [left] = of.left() else { return false };
    holds_functions(left) && of.state == 0 && !of.sequence.counts()
}

/// A function that a loop leaves for each turn: what it captured is left instead, and a loop without a state makes the function
/// again. What the turn has from the environment, from its index, or by cheap arithmetic on what is there anyway, is not left.
pub(super) fn function_left(work: &mut Work<'_>, id: EdgeId) -> bool {
    let Some(body) = body(work, id).filter(|_| !is_maker(work, id)) else { return false };
    let of = of(work, id);
    let inside = Level::Inside(body);
    let outputs = &work.net.region(inside).outputs;
    let Some((at, function)) = (of.state..outputs.len()).find_map(|at| match work.producer(outputs[at])? {
        (function, Label::Abstraction) => Some((at, function)),
        _ => None,
    }) else {
        return false;
    };
    if waits(work, inside, at) {
        return false;
    }
    let level = work.net.edge(id).level;
    let mut interface = Interface::take(work, id, body);
    let [made, functions] = interface.left.remove(at - of.state);
    let captured = std::mem::take(&mut work.net.edge_mut(function).sources);
    for &wire in &captured {
        work.net.detach(wire);
    }

    // What has to be left: what cannot be had again.
    let index = interface.index.filter(|_| interface.count.is_none());
    let mut again = Again::new(index, interface.environment.iter().map(|pair| pair[1]));
    let inductions = inductions(work, &of, &interface).into_iter().filter(|_| index.is_some()).collect::<Vec<_>>();
    again.inductions.extend(inductions.iter().map(|induction| (induction.root, false)));
    again.choose(work, &captured);

    // The loop that makes the functions again.
    let maker = work.net.add_edge(level, Label::Abstraction, Vec::new(), Vec::new());
    let within = Level::Inside(maker);
    // Where the turns are counted, that loop runs over the count, and the numbers of this one are not there.
    let counts = of.sequence.counts();
    let ty = if counts { count_type() } else { work.net.wire(interface.index.expect("a range")).ty.clone() };
    let index = work.net.add_wire(within, ty, None);
    if let (Some(number), false) = (interface.index, counts) {
        again.made.insert(number, index);
    }
    let mut environment = follow(work, &inductions, &mut again, &mut interface, within);
    let mut taken = Vec::new();
    for root in again.left.clone() {
        if again.made.contains_key(&root) {
            continue;
        }
        let (ty, name) = (work.net.wire(root).ty.clone(), work.net.wire(root).name.clone());
        let entry = work.net.add_wire(within, ty.clone(), name.clone());
        again.made.insert(root, entry);
        let at = captured.iter().position(|&wire| again.root(work, wire) == root).expect("it is captured");
        let tape = work.net.add_wire(level, Type::Tape(Arc::new(ty)), name);
        interface.left.push([captured[at], tape]);
        taken.push([tape, entry]);
    }
    let sources: Vec<WireId> = captured.iter().map(|&wire| again.make(work, wire, within)).collect();
    let is_left: IdSet<WireId> = interface.left.iter().map(|left| left[0]).collect();
    for &wire in captured.iter().filter(|wire| !is_left.contains(wire)) {
        work.discard(wire);
    }
    work.net.move_edge(function, within);
    work.net.move_wire(made, within);
    for wire in sources {
        work.net.push_source(function, wire);
    }
    for (at, inner) in again.environment {
        let [stays, outer] = work.copy(interface.environment[at][0]);
        interface.environment[at][0] = stays;
        environment.push([outer, inner]);
    }
    if counts {
        work.discard(index);
    }
    for &wire in again.made.values() {
        if work.net.wire(wire).consumer == Consumer::Open {
            work.discard(wire);
        }
    }
    let bounds = if let Some(count) = interface.count {
        let zero = Operation::Constant(Constant::Integer(0), count_type());
        let [given, again] = work.copy_above(count);
        interface.count = Some(given);
        vec![work.operation(level, zero, Vec::new())[0], again]
    } else {
        let copy = |bound: &mut WireId| {
            let [stays, again] = work.copy(*bound);
            *bound = stays;
            again
        };
        interface.bounds.iter_mut().map(copy).collect()
    };
    interface.put(work, id, body);

    let target = work.net.add_wire(level, Type::open_function(Vec::new(), Vec::new()), None);
    work.net.push_target(maker, target);
    let sequence = if counts { Sequence::UPWARDS } else { of.sequence };
    let operation = Operation::Fold(Arc::new(Fold { taken: 0, state: 0, sequence, ..(*of).clone() }));
    let again = work.net.add_edge(level, Label::Operation(operation), Vec::new(), Vec::new());
    let left = vec![[made, functions]];
    let (index, state, count) = (Some(index), Vec::new(), None);
    Interface { bounds, function: target, index, taken, state, count, environment, left }.put(work, again, maker);
    true
}

/// The states that are wanted and follow from the number of the turn, in the loop that makes the functions again; gives what that
/// has of the outside for them.
fn follow(
    work: &mut Work<'_>,
    inductions: &[Induction],
    again: &mut Again,
    interface: &mut Interface,
    within: Level,
) -> Vec<[WireId; 2]> {
    let mut environment = Vec::new();
    for induction in inductions.iter().filter(|induction| again.inductions[&induction.root]) {
        let [before, start] = [&mut interface.state[induction.at].before, &mut interface.bounds[0]].map(|outer| {
            let [stays, given] = work.copy(*outer);
            *outer = stays;
            let (ty, name) = (work.net.wire(given).ty.clone(), work.net.wire(given).name.clone());
            let inner = work.net.add_wire(within, ty, name);
            environment.push([given, inner]);
            inner
        });
        let number = interface.index.expect("a range");
        let [stays, turn] = work.copy(again.made[&number]);
        again.made.insert(number, stays);
        let value = induction.value(work, within, before, [turn, start]);
        again.made.insert(induction.root, value);
    }
    environment
}

/// A loop without a state that leaves one tape, which another loop over the same range takes: one loop does the work of both.
pub(super) fn fuse(work: &mut Work<'_>, id: EdgeId) -> bool {
    let Some(into) = body(work, id) else { return false };
    let of = of(work, id);
    let sources = work.net.edge(id).sources.clone();
    let Some((at, first, out_of)) = (0..of.taken).find_map(|at| {
        let (first, _) = work.net.producer_edge(sources[of.function() + 1 + at])?;
        let out_of = body(work, first)?;
        makes_for(work, first, id).then_some((at, first, out_of))
    }) else {
        return false;
    };
    let mut second = Interface::take(work, id, into);
    let first_interface = Interface::take(work, first, out_of);
    work.net.remove_edge(first);
    let [tape, entry] = second.taken.remove(at);
    let [[made, of_tape]] = first_interface.left[..] else { unreachable!("it leaves one tape") };
    debug_assert_eq!(tape, of_tape);
    work.net.remove_wire(tape);
    second.absorb(work, first_interface, out_of, into);
    work.fuse(made, entry);
    second.put(work, id, into);
    true
}

/// Whether a loop has no state and leaves one tape, and runs over the same range as another.
fn makes_for(work: &Work<'_>, first: EdgeId, second: EdgeId) -> bool {
    let of = of(work, first);
    of.state == 0 && of.left().len() == 1 && is_over(work, first, second)
}

/// Whether two loops run over the same range, in one order or the other, so that their bounds say how many turns they make.
pub(super) fn is_over(work: &Work<'_>, first: EdgeId, second: EdgeId) -> bool {
    let [a, b] = [first, second].map(|id| of(work, id).sequence);
    if a.counts() || b.counts() || a.limit != b.limit {
        return false;
    }
    let mut roots = IdMap::default();
    (0..2).all(|bound| {
        let [a, b] = [first, second].map(|id| work.net.edge(id).sources[bound]);
        match (work.producing(a), work.producing(b)) {
            (Some((_, a)), Some((_, b))) if a.nature().copying == Copying::Anew => a == b,
            _ => work.root(a, &mut roots) == work.root(b, &mut roots),
        }
    })
}
