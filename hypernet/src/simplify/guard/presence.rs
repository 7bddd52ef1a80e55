//! When a sensitivity is there: the condition on which a branch that uses the value has been taken.

use super::decisions::{ALWAYS, Condition, Decisions, NEVER};
use super::flags::Flags;
use super::linear::{branches, is_turn, linear, turn};
use super::plain::{BY_VALUE, NEEDED, Plain, is_branch, is_in_turns};
use crate::label::{Constant, DiscreteOp, Label, Operation};
use crate::net::{EdgeId, IdMap, IdSet, Level, Producer, WireId};
use crate::operation::{Comparison, Linear};
use crate::primitive::Primitive;
use crate::simplify::control::retype;
use crate::simplify::roots::outside;
use crate::simplify::vain::is_discarded;
use crate::simplify::work::Work;
use crate::types::Type;

/// What is known of a wire.
#[derive(Clone, Copy)]
pub(super) struct Known {
    /// Where the value is there, if it is a sensitivity.
    pub(super) present: Condition,
    /// Where it holds, if it is a `bool`.
    holds: Condition,
}

/// Sensitivities that may be absent, and what follows may be singular.
pub(super) struct Unguarded {
    /// The wires, which are no copies.
    wires: Vec<WireId>,
    /// Where one of them is there, by the wires.
    flag: Option<Flag>,
}

/// A condition as a wire that is open below.
#[derive(Clone, Copy)]
pub(super) struct Flag {
    pub(super) wire: WireId,
    /// Whether the condition is that it does not hold.
    pub(super) negated: bool,
}

/// The sensitivities that have to be guarded, with wires that say whether they are there.
pub(super) fn unguarded(work: &mut Work<'_>) -> Vec<(Level, Unguarded)> {
    let Some(plain) = Plain::of(work) else { return Vec::new() };
    let mut presence = Presence { plain, ..Presence::default() };
    presence.level(work, Level::Outermost, ALWAYS);
    if presence.decisions.is_full() {
        return Vec::new();
    }
    let found = std::mem::take(&mut presence.found);
    let mut flags = Flags { presence, known: IdMap::default(), looked_at: IdMap::default(), retyped: Vec::new() };
    let mut all = Vec::new();
    for (level, id, wires) in found {
        if !work.may_be_guarded(id) {
            continue;
        }
        let flag = flags.any(work, level, &wires, DEPTH).or_else(|| flags.not_zero(work, level, &wires));
        // What the flag looks at itself comes before the guard.
        let wires = wires.into_iter().map(|wire| flags.looked_at.get(&wire).copied().unwrap_or(wire)).collect();
        all.push((level, Unguarded { wires, flag }));
    }
    for cond in flags.retyped {
        if let Some(both) = branches(work.net, cond) {
            retype(work, cond, both);
        }
    }
    all
}

/// How often the turns of a loop are looked at to find out where what they are given is there.
const TRIALS: usize = 3;

/// How many operations lie at most between a sensitivity and the branch that gives it, each with several operands.
const DEPTH: usize = 128;

#[derive(Default)]
pub(super) struct Presence {
    plain: Plain,
    pub(super) decisions: Decisions,
    /// What is known of each wire, by its index.
    known: Vec<Option<Known>>,
    /// Where what comes of a guarded sensitivity is there, by its wire.
    covered: IdMap<WireId, Condition>,
    /// The sensitivities that have to be guarded, each with those that are guarded with it, and what is singular in them.
    found: Vec<(Level, EdgeId, Vec<WireId>)>,
    guarded: IdSet<WireId>,
    /// Where what the turns of a loop are given is there, by the input of the turn.
    states: IdMap<WireId, Condition>,
    /// Numbers that turns of a loop may add to or not: inputs of its turns, and what it gives. Each is there where it is not zero.
    pub(super) by_value: IdSet<WireId>,
    /// Whether this is only to find that out.
    is_trial: bool,
}

impl Presence {
    pub(super) fn of(&mut self, wire: WireId) -> Known {
        if let Some(Some(known)) = self.known.get(wire.index()) {
            return *known;
        }
        Known { present: ALWAYS, holds: self.decisions.atom(wire.0) }
    }

    fn set(&mut self, wire: WireId, known: Known) {
        if self.known.len() <= wire.index() {
            self.known.resize(wire.index() + 1 + self.known.len() / 2, None);
        }
        self.known[wire.index()] = Some(known);
    }

    fn is_decision(work: &Work<'_>, wire: WireId) -> bool {
        work.net.wire(wire).ty == Type::bool()
    }

    /// A wire of which nothing is known.
    fn plain(&mut self, work: &Work<'_>, wire: WireId) {
        let holds = if Self::is_decision(work, wire) { self.decisions.atom(wire.0) } else { NEVER };
        self.set(wire, Known { present: ALWAYS, holds });
    }

    /// A condition as it is where this one holds, if it is settled there.
    fn on(&mut self, path: Condition, condition: Condition) -> Condition {
        let absent = self.decisions.not(condition);
        if condition == NEVER || self.decisions.and(path, condition) == NEVER {
            NEVER
        } else if self.decisions.and(path, absent) == NEVER {
            ALWAYS
        } else {
            condition
        }
    }

    /// Looks at a level that runs on this condition.
    fn level(&mut self, work: &Work<'_>, level: Level, path: Condition) {
        for &wire in &work.net.region(level).inputs {
            if let Some(outer) = outside(work.net, wire) {
                let known = self.of(outer);
                let present = self.on(path, known.present);
                self.set(wire, Known { present, ..known });
                continue;
            }
            self.plain(work, wire);
            self.by_value(work, wire);
            if let (Some(&present), Some(Some(known))) = (self.states.get(&wire), self.known.get_mut(wire.index())) {
                known.present = present;
            }
        }
        for id in work.net.ordered_edges(level, |edge| usize::from(edge.label == Label::Abstraction)) {
            let edge = work.net.edge(id);
            match &edge.label {
                Label::Copy => {
                    let known = self.of(edge.sources[0]);
                    let covered = self.covered.get(&edge.sources[0]).copied();
                    for &wire in &edge.targets {
                        self.set(wire, known);
                        self.covered.extend(covered.map(|covered| (wire, covered)));
                    }
                }
                Label::Abstraction if !is_branch(work.net, id) && !is_turn(work.net, id) => {
                    self.level(work, Level::Inside(id), path);
                }
                Label::Abstraction | Label::Discard | Label::Frame(_) => {}
                Label::Eval => self.linear(work, level, path, id),
                Label::Operation(Operation::Cond(..)) => self.cond(work, path, id),
                Label::Operation(Operation::Fold(_)) => self.turns(work, path, id),
                Label::Operation(operation) => {
                    self.linear(work, level, path, id);
                    if let [target] = edge.targets[..]
                        && Self::is_decision(work, target)
                    {
                        let holds = self.decision(work, operation, &edge.sources, target);
                        self.set(target, Known { present: ALWAYS, holds });
                    }
                }
            }
        }
    }

    /// Where an operation that gives a `bool` holds.
    fn decision(&mut self, work: &Work<'_>, operation: &Operation, sources: &[WireId], target: WireId) -> Condition {
        let of: Vec<Condition> = sources.iter().map(|&wire| self.of(wire).holds).collect();
        match (operation, of.as_slice()) {
            (Operation::Constant(Constant::Bool(value), _), _) => {
                if *value {
                    ALWAYS
                } else {
                    NEVER
                }
            }
            (Operation::Discrete(DiscreteOp::Not, _), &[a]) => self.decisions.not(a),
            (Operation::Discrete(DiscreteOp::And, _), &[a, b]) => self.decisions.and(a, b),
            (Operation::Discrete(DiscreteOp::Or, _), &[a, b]) => self.decisions.or(a, b),
            (Operation::Discrete(DiscreteOp::Xor, _), &[a, b]) => {
                let not = self.decisions.not(b);
                self.decisions.choose(a, not, b)
            }
            (Operation::Compare(Comparison::Ne, ty), &[a, b]) if *ty == Type::bool() => {
                let not = self.decisions.not(b);
                self.decisions.choose(a, not, b)
            }
            (Operation::Compare(Comparison::Eq, ty), &[a, b]) if *ty == Type::bool() => {
                let not = self.decisions.not(b);
                self.decisions.choose(a, b, not)
            }
            (Operation::Select(_), &[c, a, b]) => self.decisions.choose(c, a, b),
            // Where a sensitivity is not zero, it is there.
            (Operation::Compare(Comparison::Ne, Type::Real(_)), _) if is_number_zero(work, sources[1]) => {
                let present = self.of(sources[0]).present;
                if present == ALWAYS { self.decisions.atom(target.0) } else { present }
            }
            _ => self.decisions.atom(target.0),
        }
    }

    fn cond(&mut self, work: &Work<'_>, path: Condition, id: EdgeId) {
        let edge = work.net.edge(id);
        let Some(both) = branches(work.net, id) else {
            for &wire in &edge.targets {
                self.plain(work, wire);
            }
            return;
        };
        let condition = self.of(edge.sources[0]).holds;
        let against = self.decisions.not(condition);
        for (branch, taken) in both.into_iter().zip([condition, against]) {
            let path = self.decisions.and(path, taken);
            self.level(work, Level::Inside(branch), path);
        }
        for (port, &wire) in edge.targets.iter().enumerate() {
            let [a, b] = both.map(|branch| self.of(work.net.region(Level::Inside(branch)).outputs[port]));
            let present = if self.plain.is(wire, NEEDED) {
                self.decisions.choose(condition, a.present, b.present)
            } else {
                ALWAYS
            };
            let holds = self.decisions.choose(condition, a.holds, b.holds);
            self.set(wire, Known { present, holds });
        }
    }

    /// What the turns of a loop are given is there where it is before the loop, or where a turn gives it, if that is the same in
    /// each turn. Otherwise it is there where it is not zero.
    fn turns(&mut self, work: &Work<'_>, path: Condition, id: EdgeId) {
        let edge = work.net.edge(id);
        for &wire in &edge.targets {
            self.plain(work, wire);
        }
        let Some((body, fold)) = turn(work.net, id) else { return };
        let inside = Level::Inside(body);
        let region = work.net.region(inside);
        let inputs = &region.inputs[fold.params_before_state()..][..fold.state];
        let before = &edge.sources[fold.before_state()..][..fold.state];
        let needed = |presence: &Self, at: usize| {
            [before[at], inputs[at], edge.targets[at]].into_iter().any(|wire| presence.plain.is(wire, NEEDED))
        };
        let mut present: Vec<Condition> =
            (0..fold.state).map(|at| if needed(self, at) { self.of(before[at]).present } else { ALWAYS }).collect();
        // Whether turns decide it.
        let mut by_value = vec![false; fold.state];
        let was_trial = self.is_trial;
        for trial in 0..TRIALS {
            if (0..fold.state).all(|at| !needed(self, at)) {
                break;
            }
            self.states.extend(inputs.iter().copied().zip(present.iter().copied()));
            self.is_trial = true;
            self.level(work, inside, path);
            self.is_trial = was_trial;
            let mut stays = true;
            for at in 0..fold.state {
                if by_value[at] || !needed(self, at) {
                    continue;
                }
                let given = self.of(region.outputs[at]).present;
                let both = self.decisions.or(present[at], given);
                if both == present[at] && (both != ALWAYS || given == ALWAYS) {
                    continue;
                }
                stays = false;
                // What each turn gives costs nothing: the first turn may be given the zero, as a number.
                let is_known =
                    given == ALWAYS || both != ALWAYS && trial + 1 < TRIALS && self.is_outside(work, given, inside);
                by_value[at] = !is_known;
                present[at] = if is_known { both } else { self.unless_zero(work, inputs[at]) };
            }
            if stays {
                break;
            }
            if trial + 1 == TRIALS {
                for (at, present) in present.iter_mut().enumerate() {
                    if !by_value[at] {
                        *present = ALWAYS;
                    }
                }
            }
        }
        self.states.extend(inputs.iter().copied().zip(present.iter().copied()));
        self.level(work, inside, path);
        let is_outermost = !is_in_turns(work, edge.level);
        for (at, &wire) in edge.targets[..fold.state].iter().enumerate() {
            // There may be no turns; to ask that in each turn of a loop around would cost something. What turns do not add to is
            // no sensitivity, but what they keep.
            let may_be_before = is_outermost && needed(self, at) && present[at] == ALWAYS && {
                self.of(before[at]).present != ALWAYS && !is_discarded(work, inputs[at])
            };
            let present = if by_value[at] || may_be_before { self.unless_zero(work, wire) } else { present[at] };
            if let Some(Some(known)) = self.known.get_mut(wire.index()) {
                known.present = present;
            }
        }
    }

    /// Where a number is not zero; anything else is always there.
    fn unless_zero(&mut self, work: &Work<'_>, wire: WireId) -> Condition {
        if !matches!(work.net.wire(wire).ty, Type::Real(_)) {
            return ALWAYS;
        }
        self.by_value.insert(wire);
        self.decisions.atom(wire.0)
    }

    /// Notes that a number is there where it is not zero, if only its value says so.
    fn by_value(&mut self, work: &Work<'_>, wire: WireId) {
        if self.plain.is(wire, BY_VALUE) && self.plain.is(wire, NEEDED) {
            let present = self.unless_zero(work, wire);
            self.set(wire, Known { present, holds: NEVER });
        }
    }

    /// Whether nothing inside of a level decides a condition.
    fn is_outside(&self, work: &Work<'_>, condition: Condition, inside: Level) -> bool {
        let (mut pending, mut seen) = (vec![condition], IdSet::default());
        while let Some(condition) = pending.pop() {
            let Some((decides, yes, no)) = self.decisions.get(condition) else { continue };
            if !seen.insert(WireId(condition)) {
                continue;
            }
            let mut level = work.net.wire(WireId(decides)).level;
            while let Level::Inside(owner) = level {
                if level == inside {
                    return false;
                }
                level = work.net.edge(owner).level;
            }
            pending.extend([yes, no]);
        }
        true
    }

    /// Where what an edge gives is there; and whether the edge wants a guard.
    fn linear(&mut self, work: &Work<'_>, level: Level, path: Condition, id: EdgeId) {
        let edge = work.net.edge(id);
        for &wire in &edge.targets {
            self.plain(work, wire);
        }
        for &wire in &edge.targets {
            self.by_value(work, wire);
        }
        let singular = self.plain.singular(work, id);
        if singular.is_empty() && !edge.targets.iter().any(|&wire| self.plain.is(wire, NEEDED)) {
            return;
        }
        let of: Vec<Known> = edge.sources.iter().map(|&wire| self.of(wire)).collect();
        let present = match (edge.operation(), linear(work.net, id)) {
            (Some(Operation::Zero(_)), _) => NEVER,
            (Some(Operation::Select(_)), _) => self.decisions.choose(of[0].holds, of[1].present, of[2].present),
            (_, Linear::InAll(ports)) => {
                let mut present = NEVER;
                for port in ports {
                    present = self.decisions.or(present, of[port].present);
                }
                present
            }
            (_, Linear::InEach) => self.decisions.and(of[0].present, of[1].present),
            (_, Linear::InNone) => ALWAYS,
        };
        let present = self.on(path, present);
        // An array is handed on.
        let is_array = |wire: WireId| work.net.wire(wire).ty.is_array();
        for &wire in edge.targets.iter().filter(|&&wire| !is_array(wire) && !self.plain.is(wire, BY_VALUE)) {
            if let Some(Some(known)) = self.known.get_mut(wire.index()) {
                known.present = present;
            }
        }
        if present == ALWAYS || self.is_trial {
            return;
        }
        let covered = |presence: &Self, wire: &WireId| {
            let known = presence.covered.get(wire).copied();
            known.is_some_and(|covered| covered == present)
        };
        let from: Vec<WireId> = edge.sources.iter().copied().filter(|wire| covered(self, wire)).collect();
        let mut guarded = !from.is_empty();
        if !singular.is_empty() && !guarded {
            let mut wires: Vec<WireId> = singular.iter().map(|&port| self.origin(work, edge.sources[port])).collect();
            wires.sort_unstable();
            wires.dedup();
            if wires.iter().all(|&wire| may_be_guarded(work, wire)) {
                for &wire in &wires {
                    self.cover(work, wire, present);
                }
                // What is guarded with something else waits for the next time.
                if wires.iter().all(|wire| !self.guarded.contains(wire)) {
                    self.guarded.extend(wires.iter().copied());
                    self.found.push((level, id, wires));
                }
                guarded = true;
            }
        }
        if guarded {
            self.covered.extend(edge.targets.iter().filter(|&&wire| !is_array(wire)).map(|&wire| (wire, present)));
        }
    }

    /// Where a sensitivity comes from, through copies, signs and factors.
    fn origin(&mut self, work: &Work<'_>, wire: WireId) -> WireId {
        let present = self.of(wire).present;
        let mut at = work.root(wire, &mut IdMap::default());
        loop {
            let Some((id, Operation::Primitive(Primitive::Neg | Primitive::Mul, _))) = work.producing(at) else {
                return at;
            };
            let sources = &work.net.edge(id).sources;
            let Some(&from) = sources.iter().find(|&&wire| self.of(wire).present == present) else { return at };
            at = work.root(from, &mut IdMap::default());
        }
    }

    /// Notes that a sensitivity is guarded, with its copies.
    fn cover(&mut self, work: &Work<'_>, wire: WireId, present: Condition) {
        let mut pending = vec![wire];
        while let Some(wire) = pending.pop() {
            self.covered.insert(wire, present);
            if let Some((copy, _)) = work.net.consumer_edge(wire)
                && work.net.edge(copy).label == Label::Copy
            {
                pending.extend(&work.net.edge(copy).targets);
            }
        }
    }
}

/// Whether a wire carries the number zero, also one of a level around.
fn is_number_zero(work: &Work<'_>, wire: WireId) -> bool {
    let mut at = wire;
    loop {
        if let Some(constant) = work.constant(at) {
            return matches!(constant, Constant::Real { value, .. } if *value == 0.0);
        }
        match outside(work.net, work.net.root(at)) {
            Some(outer) => at = outer,
            None => return false,
        }
    }
}

/// Whether a guard helps: not where there is one already, which gives what it takes or zero.
fn may_be_guarded(work: &Work<'_>, wire: WireId) -> bool {
    let Producer::Target(id, port) = work.net.wire(wire).producer else { return true };
    let Some(both) = branches(work.net, id) else { return true };
    let is_guard = |given: EdgeId, other: EdgeId| {
        let output = |branch: EdgeId| work.net.region(Level::Inside(branch)).outputs[port as usize];
        let root = work.root(output(given), &mut IdMap::default());
        matches!(work.net.wire(root).producer, Producer::Input(_)) && work.is_zero(output(other))
    };
    !is_guard(both[0], both[1]) && !is_guard(both[1], both[0])
}

impl Unguarded {
    /// Puts a `cond` around the sensitivities: `s = cond(flag, s, 0)`. Gives the `cond`.
    pub(super) fn insert(self, work: &mut Work<'_>, level: Level) -> Option<EdgeId> {
        let Flag { wire: flag, negated } = self.flag?;
        let types = work.net.types(&self.wires);
        let branch = |work: &mut Work<'_>, present: bool| {
            let branch = work.net.add_edge(level, Label::Abstraction, Vec::new(), Vec::new());
            let inside = Level::Inside(branch);
            for ty in &types {
                let input = work.net.add_input(inside, ty.clone(), None);
                let given = if present {
                    input
                } else {
                    work.discard(input);
                    work.operation(inside, Operation::Zero(ty.clone()), Vec::new())[0]
                };
                work.net.push_output(inside, given);
            }
            work.touch(branch);
            work.give(branch)
        };
        let functions = [branch(work, !negated), branch(work, negated)];
        let function = |wire: WireId| work.net.wire(wire).ty.as_function().expect("it is one").clone();
        let operation = Operation::Cond(function(functions[0]), function(functions[1]));
        let below: Vec<_> = self.wires.iter().map(|&wire| work.net.detach(wire)).collect();
        let mut sources = vec![flag, functions[0], functions[1]];
        sources.extend(&self.wires);
        let (cond, targets) = work.net.add_edge_with_targets(level, Label::Operation(operation), sources, types);
        for (wire, consumer) in targets.into_iter().zip(below) {
            work.net.attach(wire, consumer);
            work.touch_wire(wire);
        }
        if let [wire] = self.wires[..] {
            chosen(work, cond, wire);
        }
        work.touch(cond);
        Some(cond)
    }
}

/// A guard of what a choice gives takes what the choice takes.
fn chosen(work: &mut Work<'_>, cond: EdgeId, wire: WireId) {
    let Some((id, Operation::Select(_))) = work.producing(wire) else { return };
    let sources = work.net.edge(id).sources.clone();
    let zero = |port: usize| work.is_zero(sources[port]);
    let (there, absent) = match (zero(1), zero(2)) {
        (false, true) => (1, 2),
        (true, false) => (2, 1),
        _ => return,
    };
    let consumer = work.net.consumer_edge(wire);
    if consumer.is_none_or(|(consumer, _)| consumer != cond) {
        return;
    }
    let edge = work.remove(id);
    work.discard(edge.sources[0]);
    work.discard(edge.sources[absent]);
    work.fuse(edge.sources[there], wire);
}
