//! What is known of wires without looking at conditions: whether a sensitivity may be absent, and whether a number may be
//! infinite.

use super::linear::{branches, carried, is_turn, linear, turn};
use super::parts::{self, parts};
use crate::label::{Constant, Label, Operation};
use crate::net::{EdgeId, Hypernet, Level, Producer, WireId};
use crate::operation::{ArrayOp, Linear};
use crate::primitive::Primitive;
use crate::simplify::roots::outside;
use crate::simplify::work::Work;
use crate::types::Type;

/// A finite number as long as the arguments of the whole net are, but for overflow.
const FINITE: u8 = 1;
/// It matters where it is present: something singular depends on it.
pub(super) const NEEDED: u8 = 2;
/// An array that sensitivities are added to: it began with zeros.
const ADDED_TO: u8 = 4;
/// An array of which some elements may have got nothing: it was added to in a branch, or where only the program knows.
const IN_PART: u8 = 8;
/// A number of which only its value says whether it is there: an element of an array that is both, or a part of what a
/// backpropagator is given.
pub(super) const BY_VALUE: u8 = 16;
/// Something that has parts of which each may be there or not: what a backpropagator is given, if that is not one number.
const PARTS: u8 = 32;
/// A number that is infinite for some finite operands, as a quotient is: what a call gives is not taken for one.
const INFINITE: u8 = 64;

/// Where a value is present, as far as that is a row of conditions: the number of the first of them, or one of the following.
type Presence = usize;

/// Everywhere.
const ALWAYS: Presence = 0;
/// Nowhere: the structural zero.
const NEVER: Presence = 1;
/// How often the turns of a loop are looked at to find out what stays finite.
const RUNS: usize = 3;

/// Where some parts of what a backpropagator is given are not zero. To ask that costs something, so it matters only where a partial
/// derivative is [`INFINITE`], or is one of a call.
const IN_PARTS: Presence = 2;
/// Not known here.
const SOMEWHERE: Presence = 3;

/// What is known of each wire, by its index.
#[derive(Default)]
pub(super) struct Plain {
    /// [`FINITE`], [`NEEDED`].
    known: Vec<u8>,
    present: Vec<Presence>,
    /// Where the value of a wire comes from, through copies and into branches and abstractions.
    origin: Vec<WireId>,
    /// Conditions that have to hold, or not to hold, with what has to hold beside.
    rows: Vec<(WireId, bool, Presence)>,
}

impl Plain {
    /// What is known of a net; none if nothing singular depends on what may be absent.
    pub(super) fn of(work: &Work<'_>) -> Option<Self> {
        let wires = work.net.id_bounds().1;
        let mut plain = Self {
            known: vec![0; wires],
            present: vec![ALWAYS; wires],
            origin: (0u32..).map(WireId).take(wires).collect(),
            rows: Vec::new(),
        };
        let mut wanting = Vec::new();
        plain.level(work, Level::Outermost, None, &mut wanting);
        if wanting.is_empty() {
            return None;
        }
        for id in wanting {
            plain.need(work, id);
        }
        Some(plain)
    }

    pub(super) fn is(&self, wire: WireId, what: u8) -> bool {
        self.known.get(wire.index()).is_some_and(|known| known & what != 0)
    }

    fn may_be_absent(&self, wire: WireId) -> bool {
        self.present[wire.index()] != ALWAYS
    }

    fn set(&mut self, wire: WireId, present: Presence, finite: bool) {
        self.known[wire.index()] = if finite { FINITE } else { 0 };
        self.present[wire.index()] = present;
    }

    /// Lets a wire be as another one.
    fn same(&mut self, wire: WireId, as_: WireId) {
        let (wire, as_) = (wire.index(), as_.index());
        self.known[wire] = self.known[as_];
        self.present[wire] = self.present[as_];
        self.origin[wire] = self.origin[as_];
    }

    /// Notes of arrays that sensitivities are added to, and which of their elements an edge gives: none in the turns of a loop, where
    /// it would cost something to look at each.
    fn elements(&mut self, work: &Work<'_>, id: EdgeId, in_turns: bool) {
        let edge = work.net.edge(id);
        for (wire, target) in handed_on(work.net, id) {
            let of_arrays = self.known[wire.index()] & (ADDED_TO | IN_PART | PARTS);
            self.known[edge.targets[target].index()] |= of_arrays;
        }
        let (Some(Operation::Array(op, _)), Some(&array)) = (edge.operation(), edge.targets.first()) else { return };
        let at_constants = || edge.sources[1..].iter().all(|&wire| work.constant(wire).is_some());
        #[expect(clippy::wildcard_enum_match_arm, reason = "what other operations do, they do to all elements")]
        match op {
            ArrayOp::Zeros => self.known[array.index()] |= ADDED_TO,
            ArrayOp::AddAt(place) if !in_turns => {
                let at = &edge.sources[1..][..place.operands()];
                if at.iter().any(|&wire| work.constant(wire).is_none()) {
                    self.known[array.index()] |= IN_PART;
                }
            }
            ArrayOp::Get(_) | ArrayOp::Take(_) if !in_turns => {
                if let [_, element] = edge.targets[..]
                    && self.is(array, ADDED_TO)
                    && (self.is(array, IN_PART) || !at_constants())
                    && matches!(work.net.wire(element).ty, Type::Real(_))
                {
                    self.present[element.index()] = if self.is(array, PARTS) { IN_PARTS } else { SOMEWHERE };
                    self.known[element.index()] |= BY_VALUE;
                }
                if matches!(op, ArrayOp::Take(_)) {
                    self.known[array.index()] |= IN_PART;
                }
            }
            _ => {}
        }
    }

    /// Notes the parts of what a backpropagator is given, if the abstraction is one: whoever calls it may use some of the results and
    /// not others, so a part is there where it is not zero. One number is there: its caller does not call otherwise.
    fn sensitivities(&mut self, work: &Work<'_>, abstraction: EdgeId) {
        for wire in parts(work.net, abstraction) {
            self.part(work, wire);
        }
    }

    /// Notes a part of a sensitivity.
    fn part(&mut self, work: &Work<'_>, wire: WireId) {
        let ty = &work.net.wire(wire).ty;
        if let Type::Real(_) = ty {
            self.present[wire.index()] = IN_PARTS;
            self.known[wire.index()] |= BY_VALUE;
        } else {
            self.known[wire.index()] |= if ty.is_array() { ADDED_TO | IN_PART | PARTS } else { PARTS };
        }
    }

    /// Whether what an edge gives is [`INFINITE`].
    fn may_be_infinite(&self, work: &Work<'_>, id: EdgeId) -> bool {
        let edge = work.net.edge(id);
        match edge.operation() {
            Some(Operation::Constant(Constant::Real { value, .. }, _)) => !value.is_finite(),
            Some(operation @ Operation::Primitive(..)) => {
                !is_finite(Some(operation), true) || edge.sources.iter().any(|&wire| self.is(wire, INFINITE))
            }
            Some(_) | None => false,
        }
    }

    /// Notes the parts of a sensitivity that an edge takes apart, or puts together with others.
    fn parts(&mut self, work: &Work<'_>, id: EdgeId) {
        let edge = work.net.edge(id);
        if !edge.sources.iter().any(|&wire| self.is(wire, PARTS)) {
            return;
        }
        match edge.operation() {
            Some(Operation::Unpack(_) | Operation::Project(_)) => {
                for &wire in &edge.targets {
                    self.part(work, wire);
                }
            }
            Some(Operation::Plus(_) | Operation::Update(_) | Operation::Select(_)) => {
                self.known[edge.targets[0].index()] |= PARTS;
            }
            _ => {}
        }
    }

    /// Notes what is known of the wires of the turns of a loop, and of what it gives.
    fn turns(&mut self, work: &Work<'_>, id: EdgeId, wanting: &mut Vec<EdgeId>) {
        for &wire in &work.net.edge(id).targets {
            self.set(wire, ALWAYS, false);
        }
        let Some((body, fold)) = turn(work.net, id) else { return };
        let (inside, edge) = (Level::Inside(body), work.net.edge(id));
        let region = work.net.region(inside);
        let (entries, state) = (&region.inputs[..fold.taken], fold.params_before_state());
        for (&entry, &tape) in entries.iter().zip(&edge.sources[fold.function() + 1..]) {
            let left = left(work, tape);
            self.set(entry, ALWAYS, left.is_some_and(|left| self.is(left, FINITE)));
            if left.is_some_and(|left| self.is(left, INFINITE)) {
                self.known[entry.index()] |= INFINITE;
            }
        }
        if let Some(&index) = region.inputs[fold.taken..state].first() {
            self.set(index, ALWAYS, true);
        }
        let before = &edge.sources[fold.before_state()..];
        let mut finite: Vec<bool> = before[..fold.state].iter().map(|&wire| self.is(wire, FINITE)).collect();
        let mut absent: Vec<bool> = before[..fold.state].iter().map(|&wire| self.may_be_absent(wire)).collect();
        let (found, mut runs) = (wanting.len(), 0);
        // What a turn is given is finite if what it gives is, and may be absent if that may be.
        loop {
            for (at, &wire) in region.inputs[state..][..fold.state].iter().enumerate() {
                self.set(wire, if absent[at] { SOMEWHERE } else { ALWAYS }, finite[at]);
            }
            wanting.truncate(found);
            self.level(work, inside, None, wanting);
            let mut stays = true;
            for (at, finite) in finite.iter_mut().enumerate() {
                if *finite && (runs == RUNS || !self.is(region.outputs[at], FINITE)) {
                    (*finite, stays) = (false, false);
                }
                if !absent[at] && runs < RUNS && self.may_be_absent(region.outputs[at]) {
                    (absent[at], stays) = (true, false);
                }
            }
            if stays {
                break;
            }
            runs += 1;
        }
        for (at, &wire) in edge.targets[..fold.state].iter().enumerate() {
            self.set(wire, if absent[at] { SOMEWHERE } else { ALWAYS }, finite[at]);
        }
    }

    /// Notes what is known of the wires of a level, which is a branch where this condition holds, or does not; and the edges
    /// that may be singular and have a sensitivity that may be absent.
    fn level(&mut self, work: &Work<'_>, level: Level, on: Option<(WireId, bool)>, wanting: &mut Vec<EdgeId>) {
        for &wire in &work.net.region(level).inputs {
            match outside(work.net, wire) {
                Some(outer) => {
                    self.same(wire, outer);
                    let row = self.present[wire.index()].checked_sub(SOMEWHERE + 1).map(|row| self.rows[row]);
                    if let (Some((on, holds)), Some((condition, as_, beside))) = (on, row)
                        && on == condition
                    {
                        self.present[wire.index()] = if holds == as_ { beside } else { NEVER };
                    }
                }
                // What the turns of a loop are given is known.
                None if matches!(level, Level::Inside(owner) if is_turn(work.net, owner)) => {}
                None => self.set(wire, ALWAYS, true),
            }
        }
        if let Level::Inside(owner) = level {
            self.sensitivities(work, owner);
        }
        let in_turns = is_in_turns(work, level);
        for id in work.net.ordered_edges(level, |edge| usize::from(edge.label == Label::Abstraction)) {
            let edge = work.net.edge(id);
            match &edge.label {
                Label::Copy => {
                    for &wire in &edge.targets {
                        self.same(wire, edge.sources[0]);
                        self.known[wire.index()] &= !BY_VALUE;
                    }
                }
                Label::Abstraction if !is_branch(work.net, id) && !is_turn(work.net, id) => {
                    self.level(work, Level::Inside(id), None, wanting);
                }
                Label::Abstraction | Label::Discard | Label::Frame(_) => {}
                Label::Operation(Operation::Cond(..)) => {
                    let Some(both) = branches(work.net, id) else { continue };
                    let condition = self.origin[edge.sources[0].index()];
                    for (branch, holds) in both.into_iter().zip([true, false]) {
                        self.level(work, Level::Inside(branch), Some((condition, holds)), wanting);
                    }
                    for (port, &wire) in edge.targets.iter().enumerate() {
                        let [a, b] = both.map(|branch| work.net.region(Level::Inside(branch)).outputs[port]);
                        let present = self.chosen(condition, a, b);
                        self.set(wire, present, self.is(a, FINITE) && self.is(b, FINITE));
                        let either = self.known[a.index()] | self.known[b.index()];
                        self.known[wire.index()] |= either & (PARTS | INFINITE);
                        // A condition of a branch comes out of it with a filler. Whoever asks for it is in that branch.
                        let fills = |filler: WireId| matches!(work.constant(filler), Some(Constant::Bool(_)));
                        match [fills(a), fills(b)] {
                            [false, true] => self.origin[wire.index()] = self.origin[a.index()],
                            [true, false] => self.origin[wire.index()] = self.origin[b.index()],
                            _ => {}
                        }
                    }
                    self.elements(work, id, in_turns);
                    // One branch may have added to an array, and the other one not.
                    for &wire in edge.targets.iter().filter(|&&wire| work.net.wire(wire).ty.is_array()) {
                        self.known[wire.index()] |= IN_PART;
                    }
                }
                Label::Operation(Operation::Fold(_)) => {
                    self.turns(work, id, wanting);
                    self.elements(work, id, in_turns);
                }
                Label::Eval | Label::Operation(_) => {
                    // An array of the host has the numbers that the host gives it.
                    let host =
                        matches!(edge.operation(), Some(Operation::Array(ArrayOp::Given(_) | ArrayOp::Own(_), _)));
                    let all =
                        edge.sources.iter().all(|&wire| self.is(wire, FINITE) || (!host && !is_number(work, wire)));
                    let finite = is_finite(edge.operation(), all);
                    let infinite = self.may_be_infinite(work, id);
                    let present = self.given(work, id);
                    for &wire in &edge.targets {
                        // An array is handed on.
                        let is_array = work.net.wire(wire).ty.is_array();
                        self.set(wire, if is_array { ALWAYS } else { present }, finite);
                        if infinite && !is_array {
                            self.known[wire.index()] |= INFINITE;
                        }
                    }
                    self.elements(work, id, in_turns);
                    self.parts(work, id);
                    if present != ALWAYS && !self.singular(work, id).is_empty() {
                        wanting.push(id);
                    }
                }
            }
        }
    }

    /// Where a choice is present.
    fn chosen(&mut self, condition: WireId, yes: WireId, no: WireId) -> Presence {
        match [yes, no].map(|wire| self.present[wire.index()]) {
            [a, b] if a == b => a,
            [beside, NEVER] => self.row(condition, true, beside),
            [NEVER, beside] => self.row(condition, false, beside),
            _ => SOMEWHERE,
        }
    }

    fn row(&mut self, condition: WireId, holds: bool, beside: Presence) -> Presence {
        if beside == SOMEWHERE {
            return SOMEWHERE;
        }
        self.rows.push((condition, holds, beside));
        SOMEWHERE + self.rows.len()
    }

    /// Where what an edge gives is present.
    fn given(&mut self, work: &Work<'_>, id: EdgeId) -> Presence {
        let edge = work.net.edge(id);
        if let Some(Operation::Zero(_)) = edge.operation() {
            return NEVER;
        }
        let of = |port: usize| self.present[edge.sources[port].index()];
        if (0..edge.sources.len()).all(|port| of(port) == ALWAYS) {
            return ALWAYS;
        }
        match (edge.operation(), linear(work.net, id)) {
            (Some(Operation::Select(_)), _) => {
                self.chosen(self.origin[edge.sources[0].index()], edge.sources[1], edge.sources[2])
            }
            (_, Linear::InAll(ports)) => ports.map(of).fold(NEVER, |all, of| match (all, of) {
                (ALWAYS, _) | (_, ALWAYS) => ALWAYS,
                (NEVER, other) | (other, NEVER) => other,
                (a, b) if a == b => a,
                _ => SOMEWHERE,
            }),
            (_, Linear::InEach) => match (of(0), of(1)) {
                (NEVER, _) | (_, NEVER) => NEVER,
                (ALWAYS, other) | (other, ALWAYS) => other,
                (a, b) if a == b => a,
                _ => SOMEWHERE,
            },
            (_, Linear::InNone) => ALWAYS,
        }
    }

    /// The operands of an edge that may be absent, if the edge may be singular in them.
    pub(super) fn singular(&self, work: &Work<'_>, id: EdgeId) -> Vec<usize> {
        let edge = work.net.edge(id);
        let is = |port: usize| self.may_be_absent(edge.sources[port]);
        if !(0..edge.sources.len()).any(is) {
            return Vec::new();
        }
        match (edge.operation(), linear(work.net, id)) {
            // What a backpropagator gives to a function is of a type that the host may learn from the call alone: it stays, even
            // where it is zero.
            (None, Linear::InAll(ports))
                if ports.clone().all(|port| self.present[edge.sources[port].index()] == NEVER)
                    && edge.targets.iter().any(|&wire| !parts::is_known(&work.net.wire(wire).ty)) =>
            {
                Vec::new()
            }
            // What is linear in the sensitivities may be anything.
            (None, Linear::InAll(ports)) if ports.clone().all(is) => ports.collect(),
            (Some(Operation::Primitive(Primitive::Div, _)), _)
                if is(0) && !is_nonzero(work.constant(edge.sources[1])) =>
            {
                vec![0]
            }
            (_, Linear::InEach) => {
                let may_be_infinite = |port: usize| {
                    let other = edge.sources[1 - port];
                    if self.present[edge.sources[port].index()] == IN_PARTS {
                        self.is(other, INFINITE)
                    } else {
                        !self.is(other, FINITE)
                    }
                };
                (0..2).filter(|&port| is(port) && may_be_infinite(port)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Notes that it matters where the operands of an edge are present, and what that depends on.
    fn need(&mut self, work: &Work<'_>, id: EdgeId) {
        let mut pending = work.net.edge(id).sources.clone();
        while let Some(wire) = pending.pop() {
            if !self.may_be_absent(wire) || self.is(wire, NEEDED) {
                continue;
            }
            self.known[wire.index()] |= NEEDED;
            let Producer::Target(id, port) = work.net.wire(wire).producer else {
                pending.extend(outside(work.net, wire));
                pending.extend(carried(work.net, wire).into_iter().flat_map(|(id, at)| state(work, id, at)));
                continue;
            };
            if turn(work.net, id).is_some_and(|(_, fold)| (port as usize) < fold.state) {
                pending.extend(state(work, id, port as usize));
                continue;
            }
            match branches(work.net, id) {
                Some(both) => {
                    let output = |branch: EdgeId| work.net.region(Level::Inside(branch)).outputs[port as usize];
                    pending.extend(both.map(output));
                }
                None => pending.extend(&work.net.edge(id).sources),
            }
        }
    }
}

/// The arrays that an edge hands on, and as which target.
pub(super) fn handed_on(net: &Hypernet, id: EdgeId) -> Vec<(WireId, usize)> {
    let edge = net.edge(id);
    let is_array = |wire: WireId| net.wire(wire).ty.is_array();
    let arrays = (0..edge.targets.len()).filter(|&target| is_array(edge.targets[target]));
    match edge.operation() {
        None => net.handed_on(id).into_iter().map(|(source, target)| (edge.sources[source], target)).collect(),
        Some(Operation::Array(..)) => match (edge.sources.first(), edge.targets.first()) {
            (Some(&source), Some(&target)) if is_array(source) && is_array(target) => vec![(source, 0)],
            _ => Vec::new(),
        },
        Some(Operation::Cond(..)) => {
            let Some(both) = branches(net, id) else { return Vec::new() };
            let given = |branch: EdgeId| &net.region(Level::Inside(branch)).outputs;
            arrays.flat_map(|target| both.map(|branch| (given(branch)[target], target))).collect()
        }
        Some(Operation::Fold(fold)) => {
            let Some((body, _)) = turn(net, id) else { return Vec::new() };
            let (before, given) = (&edge.sources[fold.before_state()..], &net.region(Level::Inside(body)).outputs);
            let state = arrays.filter(|&target| target < fold.state);
            state.flat_map(|target| [before[target], given[target]].map(|wire| (wire, target))).collect()
        }
        Some(_) => Vec::new(),
    }
}

/// Whether a level is run by the turns of a loop.
pub(super) fn is_in_turns(work: &Work<'_>, mut level: Level) -> bool {
    while let Level::Inside(owner) = level {
        if is_turn(work.net, owner) {
            return true;
        }
        level = work.net.edge(owner).level;
    }
    false
}

/// A value of the state of a loop before it, in a turn, and after a turn.
fn state(work: &Work<'_>, id: EdgeId, at: usize) -> Vec<WireId> {
    let Some((body, fold)) = turn(work.net, id) else { return Vec::new() };
    let region = work.net.region(Level::Inside(body));
    vec![
        work.net.edge(id).sources[fold.before_state() + at],
        region.inputs[fold.params_before_state() + at],
        region.outputs[at],
    ]
}

/// What the turns of a loop leave on a tape.
fn left(work: &Work<'_>, tape: WireId) -> Option<WireId> {
    let Producer::Target(id, port) = work.net.wire(work.net.root(tape)).producer else { return None };
    let (body, fold) = turn(work.net, id)?;
    let left = (port as usize).checked_sub(fold.before_left())?;
    work.net.region(Level::Inside(body)).outputs.get(fold.state + left).copied()
}

/// Whether an abstraction is a branch of a `cond` that is known.
pub(super) fn is_branch(net: &Hypernet, abstraction: EdgeId) -> bool {
    let target = net.edge(abstraction).targets.first();
    target
        .and_then(|&wire| net.consumer_edge(wire))
        .is_some_and(|(cond, port)| (port == 1 || port == 2) && branches(net, cond).is_some())
}

/// Whether this is a divisor by which zero is zero.
pub(super) fn is_nonzero(divisor: Option<&Constant>) -> bool {
    matches!(divisor, Some(Constant::Real { value, .. }) if *value != 0.0 && !value.is_nan())
}

/// Whether a constant is known to be finite. Of one of the host's, only the host knows.
pub(super) fn is_known(constant: &Constant) -> bool {
    match constant {
        Constant::Real { value, .. } => value.is_finite(),
        Constant::Integer(_) | Constant::Bool(_) => true,
        Constant::Named { .. } => false,
    }
}

/// Whether a wire carries something that may be infinite.
fn is_number(work: &Work<'_>, wire: WireId) -> bool {
    !matches!(work.net.wire(wire).ty, Type::Discrete(_) | Type::World)
}

/// Whether an operation gives a finite number of finite numbers, but for overflow.
fn is_finite(operation: Option<&Operation>, all: bool) -> bool {
    match operation {
        Some(Operation::Primitive(primitive, _)) => {
            all && matches!(
                primitive,
                Primitive::Neg
                    | Primitive::Add
                    | Primitive::Sub
                    | Primitive::Mul
                    | Primitive::MulAdd
                    | Primitive::Floor
                    | Primitive::Ceil
                    | Primitive::Round
                    | Primitive::Trunc
                    | Primitive::Fract
                    | Primitive::Abs
                    | Primitive::Signum
                    | Primitive::Sin
                    | Primitive::Cos
                    | Primitive::SinCos
                    | Primitive::Tanh
                    | Primitive::Atan
                    | Primitive::Hypot
                    | Primitive::Max
                    | Primitive::Min
                    | Primitive::Clamp
                    | Primitive::AbsSub
                    | Primitive::Copysign
                    | Primitive::ToDegrees
                    | Primitive::ToRadians
            )
        }
        Some(Operation::Constant(constant, _)) => is_known(constant),
        Some(
            Operation::Zero(_)
            | Operation::Plus(_)
            | Operation::Cast(..)
            | Operation::Same(..)
            | Operation::Select(_)
            | Operation::Pack(_)
            | Operation::Unpack(_)
            | Operation::Record(_)
            | Operation::Project(_)
            | Operation::Update(_)
            | Operation::View(..)
            | Operation::Present(_)
            | Operation::Absent(_)
            | Operation::Expect(_)
            | Operation::Array(..),
        ) => all,
        _ => false,
    }
}
