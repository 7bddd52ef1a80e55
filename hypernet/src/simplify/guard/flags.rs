//! When a sensitivity is there, as a wire: made of the conditions that branches decide.

use super::decisions::{ALWAYS, Condition, NEVER};
use super::linear::{branches, carried, linear, loop_of, turn};
use super::plain::is_branch;
use super::presence::{Flag, Presence};
use crate::label::{Constant, DiscreteOp, Operation};
use crate::net::{EdgeId, IdMap, Level, Producer, WireId};
use crate::operation::{Comparison, Linear};
use crate::simplify::fold::Interface;
use crate::simplify::roots::outside;
use crate::simplify::work::Work;
use crate::types::Type;

/// Conditions as wires.
pub(super) struct Flags {
    pub(super) presence: Presence,
    /// The flags that are there, by where the sensitivity comes from. They are used.
    pub(super) known: IdMap<WireId, WireId>,
    /// The numbers that are compared with zero, and each as it goes on from there.
    pub(super) looked_at: IdMap<WireId, WireId>,
    /// The `cond`s that give or take new flags.
    pub(super) retyped: Vec<EdgeId>,
}

impl Flags {
    fn constant(work: &mut Work<'_>, level: Level, value: bool) -> WireId {
        work.operation(level, Operation::Constant(Constant::Bool(value), Type::bool()), Vec::new())[0]
    }

    fn not(work: &mut Work<'_>, level: Level, wire: WireId) -> WireId {
        work.operation(level, Operation::Discrete(DiscreteOp::Not, "bool".into()), vec![wire])[0]
    }

    /// Leaves no wire open of a flag that is not made.
    fn give_up(work: &mut Work<'_>, wires: Vec<WireId>) {
        for wire in wires {
            work.discard(wire);
        }
    }

    /// A wire, open below, for a flag.
    fn wire(work: &mut Work<'_>, level: Level, flag: Flag) -> WireId {
        if flag.negated { Self::not(work, level, flag.wire) } else { flag.wire }
    }

    /// Whether one of these sensitivities is there.
    pub(super) fn any(&mut self, work: &mut Work<'_>, level: Level, wires: &[WireId], depth: usize) -> Option<Flag> {
        self.together(work, level, wires, DiscreteOp::Or, depth)
    }

    /// Whether one of these sensitivities is not zero, if all are numbers: where no wire can say whether they are there. What decides
    /// it may be known in a branch alone.
    pub(super) fn not_zero(&mut self, work: &mut Work<'_>, level: Level, wires: &[WireId]) -> Option<Flag> {
        if !wires.iter().all(|&wire| matches!(work.net.wire(wire).ty, Type::Real(_))) {
            return None;
        }
        self.presence.by_value.extend(wires.iter().copied());
        self.together(work, level, wires, DiscreteOp::Or, 2)
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
            let Some(flag) = self.flag(work, level, wire, depth) else {
                if let Some(first) = all {
                    work.discard(first.wire);
                }
                return None;
            };
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
                return plain(work.again(known));
            }
            if self.presence.by_value.contains(&root) {
                return plain(self.unless_zero(work, root));
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
            Some(Operation::Fold(_)) => {
                let wire = self.state(work, level, root, (id, port), depth)?;
                plain(self.note(work, root, wire))
            }
            Some(Operation::Select(_)) => {
                let of = [1, 2].map(|port| self.presence.of(sources[port]).present);
                let condition = work.again(sources[0]);
                match of {
                    [ALWAYS, NEVER] => Some(Flag { wire: condition, negated: false }),
                    [NEVER, ALWAYS] => Some(Flag { wire: condition, negated: true }),
                    _ => {
                        let mut operands = vec![condition];
                        for &wire in &sources[1..] {
                            let Some(flag) = self.flag(work, level, wire, depth) else {
                                Self::give_up(work, operands);
                                return None;
                            };
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

    /// Whether an argument of a branch, what an abstraction captures, or what the turns of a loop are given, is there: handed in
    /// beside it. The wire is open below.
    fn handed_in(&mut self, work: &mut Work<'_>, wire: WireId, depth: usize) -> Option<WireId> {
        let Level::Inside(owner) = work.net.wire(wire).level else { return None };
        let around = work.net.edge(owner).level;
        let flag = if let Some(of_state) = carried(work.net, wire) {
            self.state(work, around, wire, of_state, depth)?
        } else {
            let outer = outside(work.net, wire)?;
            let flag = self.flag(work, around, outer, depth)?;
            Self::wire(work, around, flag)
        };
        self.hand_in(work, owner, flag)
    }

    /// Whether a value of the state of a loop is there, around the loop. The wire is open below.
    fn state(
        &mut self,
        work: &mut Work<'_>,
        around: Level,
        wire: WireId,
        (id, at): (EdgeId, usize),
        depth: usize,
    ) -> Option<WireId> {
        let (_, fold) = turn(work.net, id)?;
        let before = work.net.edge(id).sources[fold.before_state() + at];
        let present = self.presence.of(wire).present;
        if self.presence.of(before).present != present {
            return self.condition(work, around, present, depth);
        }
        let flag = self.flag(work, around, before, depth)?;
        Some(Self::wire(work, around, flag))
    }

    /// A condition as a wire, open below.
    fn condition(&mut self, work: &mut Work<'_>, level: Level, condition: Condition, depth: usize) -> Option<WireId> {
        let depth = depth.checked_sub(1)?;
        let Some((decides, yes, no)) = self.presence.decisions.get(condition) else {
            return Some(Self::constant(work, level, condition == ALWAYS));
        };
        let decides = self.brought(work, level, WireId(decides))?;
        if (yes, no) == (ALWAYS, NEVER) {
            return Some(decides);
        }
        let mut operands = vec![decides];
        for of in [yes, no] {
            let Some(wire) = self.condition(work, level, of, depth) else {
                Self::give_up(work, operands);
                return None;
            };
            operands.push(wire);
        }
        Some(work.operation(level, Operation::Select(Type::bool()), operands)[0])
    }

    /// The value of a wire around, or of this level, once more.
    fn brought(&mut self, work: &mut Work<'_>, level: Level, wire: WireId) -> Option<WireId> {
        if work.net.wire(wire).level == level {
            return Some(match self.known.get(&wire) {
                Some(&known) => work.again(known),
                None if self.presence.by_value.contains(&wire) => self.unless_zero(work, wire),
                None => work.again(wire),
            });
        }
        let Level::Inside(owner) = level else { return None };
        let outer = self.brought(work, work.net.edge(owner).level, wire)?;
        self.hand_in(work, owner, outer)
    }

    /// Whether a number is not zero, open below.
    fn unless_zero(&mut self, work: &mut Work<'_>, wire: WireId) -> WireId {
        let (level, ty) = (work.net.wire(wire).level, work.net.wire(wire).ty.clone());
        let [stays, given] = work.twice(wire);
        self.looked_at.insert(wire, stays);
        let zero = work.operation(level, Operation::Constant(Constant::real(0.0), ty.clone()), Vec::new())[0];
        let flag = work.operation(level, Operation::Compare(Comparison::Ne, ty), vec![given, zero])[0];
        self.note(work, wire, flag)
    }

    /// A wire that is handed in from around.
    fn hand_in(&mut self, work: &mut Work<'_>, owner: EdgeId, flag: WireId) -> Option<WireId> {
        let inside = Level::Inside(owner);
        if let Some(id) = loop_of(work.net, owner) {
            let inner = work.net.add_wire(inside, Type::bool(), None);
            let mut interface = Interface::take(work, id, owner);
            interface.environment.push([flag, inner]);
            interface.put(work, id, owner);
            return Some(inner);
        }
        if !is_branch(work.net, owner) {
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
            [ALWAYS, NEVER] => return Some(Flag { wire: work.again(condition), negated: false }),
            [NEVER, ALWAYS] => return Some(Flag { wire: work.again(condition), negated: true }),
            _ => {}
        }
        let mut inner = Vec::with_capacity(2);
        for (branch, output) in both.into_iter().zip(outputs) {
            let inside = Level::Inside(branch);
            let Some(flag) = self.flag(work, inside, output, depth) else {
                Self::give_up(work, inner);
                return None;
            };
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
