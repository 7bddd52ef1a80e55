//! When a sensitivity is there: the condition on which a branch that uses the value has been taken.

use super::decisions::{ALWAYS, Condition, Decisions, NEVER};
use super::linear::{branches, linear, outside};
use super::plain::{NEEDED, Plain, is_branch};
use super::region::again;
use crate::label::{Constant, DiscreteOp, Label, Operation};
use crate::net::{EdgeId, IdMap, IdSet, Level, Producer, WireId};
use crate::operation::{Comparison, Linear};
use crate::primitive::Primitive;
use crate::simplify::control::retype;
use crate::simplify::work::Work;
use crate::types::Type;

/// What is known of a wire.
#[derive(Clone, Copy)]
struct Known {
    /// Where the value is there, if it is a sensitivity.
    present: Condition,
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
struct Flag {
    wire: WireId,
    /// Whether the condition is that it does not hold.
    negated: bool,
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
    let mut flags = Flags { presence, known: IdMap::default(), retyped: Vec::new() };
    let mut all = Vec::new();
    for (level, wires) in found {
        let flag = flags.any(work, level, &wires, DEPTH);
        all.push((level, Unguarded { wires, flag }));
    }
    for cond in flags.retyped {
        if let Some(both) = branches(work.net, cond) {
            retype(work, cond, both);
        }
    }
    all
}

/// How many operations lie at most between a sensitivity and the branch that gives it, each with several operands.
const DEPTH: usize = 128;

#[derive(Default)]
struct Presence {
    plain: Plain,
    decisions: Decisions,
    /// What is known of each wire, by its index.
    known: Vec<Option<Known>>,
    /// Where what comes of a guarded sensitivity is there, by its wire.
    covered: IdMap<WireId, Condition>,
    /// The sensitivities that have to be guarded, each with those that are guarded with it.
    found: Vec<(Level, Vec<WireId>)>,
    guarded: IdSet<WireId>,
}

impl Presence {
    fn of(&mut self, wire: WireId) -> Known {
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
            match outside(work.net, wire) {
                Some(outer) => {
                    let known = self.of(outer);
                    let present = self.on(path, known.present);
                    self.set(wire, Known { present, ..known });
                }
                None => self.plain(work, wire),
            }
        }
        for id in work.net.ordered_edges(level, |edge| edge.label == Label::Abstraction) {
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
                Label::Abstraction if !is_branch(work, id) => self.level(work, Level::Inside(id), path),
                Label::Abstraction | Label::Discard | Label::Frame(_) => {}
                Label::Eval => self.linear(work, level, path, id),
                Label::Operation(Operation::Cond(..)) => self.cond(work, path, id),
                Label::Operation(operation) => {
                    self.linear(work, level, path, id);
                    if let [target] = edge.targets[..]
                        && Self::is_decision(work, target)
                    {
                        let holds = self.decision(operation, &edge.sources, target);
                        self.set(target, Known { present: ALWAYS, holds });
                    }
                }
            }
        }
    }

    /// Where an operation that gives a `bool` holds.
    fn decision(&mut self, operation: &Operation, sources: &[WireId], target: WireId) -> Condition {
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

    /// Where what an edge gives is there; and whether the edge wants a guard.
    fn linear(&mut self, work: &Work<'_>, level: Level, path: Condition, id: EdgeId) {
        let edge = work.net.edge(id);
        for &wire in &edge.targets {
            self.plain(work, wire);
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
        for &wire in &edge.targets {
            if let Some(Some(known)) = self.known.get_mut(wire.index()) {
                known.present = present;
            }
        }
        if present == ALWAYS {
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
                    self.found.push((level, wires));
                }
                guarded = true;
            }
        }
        if guarded {
            self.covered.extend(edge.targets.iter().map(|&wire| (wire, present)));
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

/// Conditions as wires.
struct Flags {
    presence: Presence,
    /// The flags that are there, by where the sensitivity comes from. They are used.
    known: IdMap<WireId, WireId>,
    /// The `cond`s that give or take new flags.
    retyped: Vec<EdgeId>,
}

impl Flags {
    fn constant(work: &mut Work<'_>, level: Level, value: bool) -> WireId {
        work.operation(level, Operation::Constant(Constant::Bool(value), Type::bool()), Vec::new())[0]
    }

    fn not(work: &mut Work<'_>, level: Level, wire: WireId) -> WireId {
        work.operation(level, Operation::Discrete(DiscreteOp::Not, "bool".into()), vec![wire])[0]
    }

    /// A wire, open below, for a flag.
    fn wire(work: &mut Work<'_>, level: Level, flag: Flag) -> WireId {
        if flag.negated { Self::not(work, level, flag.wire) } else { flag.wire }
    }

    /// Whether one of these sensitivities is there.
    fn any(&mut self, work: &mut Work<'_>, level: Level, wires: &[WireId], depth: usize) -> Option<Flag> {
        self.together(work, level, wires, DiscreteOp::Or, depth)
    }

    fn together(
        &mut self,
        work: &mut Work<'_>,
        level: Level,
        wires: &[WireId],
        op: DiscreteOp,
        depth: usize,
    ) -> Option<Flag> {
        // What changes nothing is left out: an operand that is never there of a sum, one that always is of a product.
        let neutral = if op == DiscreteOp::Or { NEVER } else { ALWAYS };
        let mut all: Option<Flag> = None;
        for &wire in wires {
            if self.presence.of(wire).present == neutral {
                continue;
            }
            let flag = self.flag(work, level, wire, depth)?;
            all = Some(match all {
                None => flag,
                Some(first) => {
                    let operands = vec![Self::wire(work, level, first), Self::wire(work, level, flag)];
                    let wire = work.operation(level, Operation::Discrete(op, "bool".into()), operands)[0];
                    Flag { wire, negated: false }
                }
            });
        }
        Some(all.unwrap_or_else(|| Flag { wire: Self::constant(work, level, op == DiscreteOp::And), negated: false }))
    }

    /// Whether a sensitivity is there: made of the conditions that it depends on, so that it is there no later than the
    /// sensitivity.
    fn flag(&mut self, work: &mut Work<'_>, level: Level, wire: WireId, depth: usize) -> Option<Flag> {
        let depth = depth.checked_sub(1)?;
        let mut root = work.root(wire, &mut IdMap::default());
        let plain = |wire| Some(Flag { wire, negated: false });
        match self.presence.of(root).present {
            ALWAYS => return plain(Self::constant(work, level, true)),
            NEVER => return plain(Self::constant(work, level, false)),
            _ => {}
        }
        // What takes one sensitivity gives one where that is there.
        let (id, port) = loop {
            if let Some(&known) = self.known.get(&root) {
                return plain(again(work, known));
            }
            let Producer::Target(id, port) = work.net.wire(root).producer else {
                let wire = self.handed_in(work, root, depth)?;
                return plain(self.note(work, root, wire));
            };
            match linear(work.net, id) {
                Linear::InAll(ports) if ports.len() == 1 => {
                    let source = work.net.edge(id).sources[ports.start];
                    root = work.root(source, &mut IdMap::default());
                }
                Linear::InAll(_) | Linear::InEach | Linear::InNone => break (id, port as usize),
            }
        };
        let sources = work.net.edge(id).sources.clone();
        match work.net.edge(id).operation() {
            Some(Operation::Cond(..)) => self.given(work, level, id, port, root, depth),
            Some(Operation::Select(_)) => {
                let of = [1, 2].map(|port| self.presence.of(sources[port]).present);
                let condition = again(work, sources[0]);
                match of {
                    [ALWAYS, NEVER] => Some(Flag { wire: condition, negated: false }),
                    [NEVER, ALWAYS] => Some(Flag { wire: condition, negated: true }),
                    _ => {
                        let mut operands = vec![condition];
                        for &wire in &sources[1..] {
                            let flag = self.flag(work, level, wire, depth)?;
                            operands.push(Self::wire(work, level, flag));
                        }
                        plain(work.operation(level, Operation::Select(Type::bool()), operands)[0])
                    }
                }
            }
            _ => match linear(work.net, id) {
                Linear::InAll(ports) => {
                    let wires: Vec<WireId> = sources[ports].to_vec();
                    self.together(work, level, &wires, DiscreteOp::Or, depth)
                }
                Linear::InEach => self.together(work, level, &sources, DiscreteOp::And, depth),
                Linear::InNone => None,
            },
        }
    }

    /// Whether an argument of a branch, or what an abstraction captures, is there: handed in beside it. The wire is open below.
    fn handed_in(&mut self, work: &mut Work<'_>, wire: WireId, depth: usize) -> Option<WireId> {
        let outer = outside(work.net, wire)?;
        let (Level::Inside(owner), around) = (work.net.wire(wire).level, work.net.wire(outer).level) else {
            return None;
        };
        let flag = self.flag(work, around, outer, depth)?;
        let flag = Self::wire(work, around, flag);
        let inside = Level::Inside(owner);
        if !is_branch(work, owner) {
            let captured = work.net.edge(owner).sources.len();
            work.net.push_source(owner, flag);
            let inner = work.net.add_wire(inside, Type::bool(), None);
            let mut inputs = work.net.region(inside).inputs.clone();
            inputs.insert(captured, inner);
            work.net.set_inputs(inside, inputs);
            return Some(inner);
        }
        let (cond, _) = work.net.consumer_edge(work.net.edge(owner).targets[0])?;
        let both = branches(work.net, cond)?;
        work.net.push_source(cond, flag);
        let inner = both.map(|branch| work.net.add_input(Level::Inside(branch), Type::bool(), None));
        self.retyped.push(cond);
        let own = usize::from(both[1] == owner);
        work.discard(inner[1 - own]);
        Some(inner[own])
    }

    /// Whether what a `cond` gives is there: the condition itself, or given beside it.
    fn given(
        &mut self,
        work: &mut Work<'_>,
        level: Level,
        cond: EdgeId,
        port: usize,
        root: WireId,
        depth: usize,
    ) -> Option<Flag> {
        let both = branches(work.net, cond)?;
        let outputs = both.map(|branch| work.net.region(Level::Inside(branch)).outputs[port]);
        let condition = work.net.edge(cond).sources[0];
        match outputs.map(|wire| self.presence.of(wire).present) {
            [ALWAYS, NEVER] => return Some(Flag { wire: again(work, condition), negated: false }),
            [NEVER, ALWAYS] => return Some(Flag { wire: again(work, condition), negated: true }),
            _ => {}
        }
        let mut inner = Vec::with_capacity(2);
        for (branch, output) in both.into_iter().zip(outputs) {
            let inside = Level::Inside(branch);
            let flag = self.flag(work, inside, output, depth)?;
            inner.push(Self::wire(work, inside, flag));
        }
        for (branch, wire) in both.into_iter().zip(inner) {
            work.net.push_output(Level::Inside(branch), wire);
        }
        let wire = work.net.add_wire(level, Type::bool(), None);
        work.net.push_target(cond, wire);
        self.retyped.push(cond);
        Some(Flag { wire: self.note(work, root, wire), negated: false })
    }

    /// Notes a new flag, so that it is not made twice; gives it, open below.
    fn note(&mut self, work: &mut Work<'_>, root: WireId, wire: WireId) -> WireId {
        let [kept, given] = work.copy(wire);
        work.discard(kept);
        self.known.insert(root, kept);
        given
    }
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
