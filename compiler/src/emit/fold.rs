//! Loops: the `for` that a person would write. The state is in variables, and what the turns leave is on tapes.

use hypernet::{
    Constant, DiscreteOp, EdgeId, Fold, Hypernet, Label, Level, Limit, Operation, Producer, Record, Sequence, Type,
    WireId,
};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::convention::Form;
use super::flat::is_number;
use super::kept::{cloned, is_cloned};
use super::live;
use super::reach::{Numbers, Parts, Reach, Turn, integer, is_zero};
use super::slots::Slots;
use super::syntax::{Binary, Block, Expr, Pattern, Statement};
use super::value::Value;
use super::walk::{WIDTH, Walk};

/// A tape of a loop, or what takes its entries.
#[derive(Debug)]
pub(super) struct TapeOf {
    pub(super) ident: Ident,
    /// What a turn leaves or takes: a tuple, if these are several.
    pub(super) entries: Vec<WireId>,
}

/// The slices of arrays and of tapes that a loop takes.
#[derive(Default, Debug)]
struct Slices {
    /// The numbers of the loop; none if there are no slices.
    numbers: Option<Numbers>,
    parts: Option<Parts>,
    reaches: Vec<(EdgeId, Reach)>,
    /// What follows the turns.
    after: Vec<Statement>,
    slots: Slots,
}

impl Walk<'_> {
    pub(super) fn fold(&mut self, fold: &Fold, id: EdgeId) {
        let edge = self.net.edge(id);
        let Some(body) = live::branch(self.net, edge.sources()[fold.function()]) else {
            return self.lost("the function of a loop");
        };
        if fold.taken > 0 && !fold.left().is_empty() {
            // Entries are taken in the reverse of the order in which they were left.
            return self.lost("where the functions of a loop are run");
        }
        let region = self.net.region(Level::Inside(body));
        let sequence = fold.sequence;
        let (taken, rest) = edge.sources()[fold.function() + 1..].split_at(fold.taken);
        let (before, environment) = rest.split_at(fold.state);
        let (entries, rest) = region.inputs().split_at(fold.taken);
        let (number, rest) = rest.split_at(sequence.indices());
        let (state, inner) = rest.split_at(fold.state);
        let (given, left) = region.outputs().split_at(fold.state);
        let (after, rest) = edge.targets().split_at(fold.state);
        let (count, tapes) = rest.split_at(usize::from(sequence.counts()));

        // What the loop needs of the outside, in the order of the operands.
        let (mut bounds, _) = self.operands(&edge.sources()[..fold.function()]);
        for &wire in environment {
            if self.live.uses(wire) > 0 {
                self.fix(wire);
            }
        }
        // Of an inner tape that stands on an outer one, the entries are taken from that.
        let entries = self.tapes(taken, entries, Self::entries);
        // Where there is a first turn in any case, what says whether there is another one needs no variable.
        let begins = sequence.stops && is_true(self.net, before[0]);
        let mut variables: Vec<Option<Ident>> = Vec::new();
        for (at, (&before, &inside)) in before.iter().zip(state).enumerate() {
            let is_changed = self.stays(id, at, before, inside) || at == 0 && begins;
            variables.push((!is_changed).then(|| self.state_variable(before, inside)));
        }
        let count: Option<Ident> = count.iter().find(|&&wire| self.live.uses(wire) > 0).map(|&wire| self.counter(wire));
        let tapes = self.tapes(tapes, left, Self::new_tape);
        let left: Vec<WireId> = tapes.iter().flat_map(|tape| tape.entries.iter().copied()).collect();
        self.flush();
        let in_order = if sequence.downwards { &entries } else { &tapes };
        let mut slices = self.begin_slices(fold, id, body, in_order, &mut bounds);

        self.begin_turn();
        let number = number.first().copied();
        let pattern = number.map(|number| self.turn_pattern(number, &mut slices));
        if sequence.stops
            && !begins
            && number.is_some()
            && let Some(ident) = &variables[0]
        {
            self.break_if(Expr::Unary('!', Box::new(Expr::Variable(ident.clone()))));
        }
        self.hand_in(environment, inner);
        self.take_entries(entries, &slices.slots, sequence);
        for (&inside, variable) in state.iter().zip(&variables) {
            if let Some(ident) = variable {
                self.set_atom(inside, Expr::Variable(ident.clone()));
            }
        }
        self.level(Level::Inside(body));
        let plain: Vec<WireId> = (usize::from(begins)..given.len())
            .filter(|&at| !live::result_stays(self.net, id, at))
            .map(|at| given[at])
            .collect();
        // It is evaluated before variables get their next values.
        let stop = begins.then(|| self.stop(given[0]));
        let wires: Vec<WireId> = left.iter().copied().chain(plain).collect();
        self.before_moves(&wires);
        // An array that the reverse pass looks at moves to its tape.
        if left.iter().any(|&wire| self.net.wire(wire).ty().is_look()) {
            self.flush();
        }
        let (mut exprs, _) = self.operands_within(&wires, WIDTH, Form::Internal);
        self.flush();
        let mut next = exprs.split_off(left.len());
        self.computed_before(&wires[left.len()..], &mut next);
        self.push_entries(&tapes, exprs, &slices.slots, sequence);
        self.assign_all(variables.iter().flatten().cloned().collect(), next);
        if let Some(count) = &count {
            self.push(Statement::Do(Expr::Tokens(quote!(#count += 1), true)));
        }
        self.exchange_state(id, state, given);
        if let Some(stop) = stop {
            self.break_if(stop);
        }
        let block = self.close_scope(None);
        let turns = Self::turns(sequence, pattern, bounds, variables.first(), block);
        self.push(Statement::Do(turns));
        self.end_slices(slices);
        for ((&wire, variable), &inside) in after.iter().zip(variables).zip(state) {
            if let Some(ident) = variable {
                self.set_atom(wire, Expr::Variable(ident));
            } else if let Type::Array(_) = self.net.wire(wire).ty() {
                self.same(inside, wire);
            }
        }
    }

    /// Takes slices of arrays and of tapes, in a block that runs if there is a turn: the loop is over the places in them then.
    fn begin_slices(
        &mut self,
        fold: &Fold,
        id: EdgeId,
        body: EdgeId,
        tapes: &[TapeOf],
        bounds: &mut Vec<Expr>,
    ) -> Slices {
        let (sequence, sources) = (fold.sequence, self.net.edge(id).sources());
        let number = self.net.region(Level::Inside(body)).inputs().get(fold.taken).copied();
        let number = number.filter(|_| sequence.indices() == 1);
        let by_parts = self.turn_of(fold, id, body).and_then(|turn| {
            let parts = self.find_parts(&turn, bounds, sequence.downwards)?;
            Some((turn, parts))
        });
        let parts = by_parts.as_ref().map(|(_, parts)| parts);
        let has_slots = if let Some(number) = number {
            self.has_slots(sequence, (body, sources[1]), tapes, number, parts)
        } else {
            Vec::new()
        };
        if parts.is_none() && !has_slots.contains(&true) {
            return Slices::default();
        }
        let numbers = self.numbers(bounds);
        self.begin_part();
        let turns = self.count_of(&numbers);
        let (mut reaches, mut after, mut parts) = (Vec::new(), Vec::new(), None);
        if let Some((turn, mut found)) = by_parts {
            (reaches, after) = self.take_parts(&mut found, &turn, &numbers, &turns);
            parts = Some(found);
        }
        let slots = self.slots(tapes, &has_slots, &turns, sequence.downwards);
        *bounds = vec![integer(0), turns];
        Slices { numbers: Some(numbers), parts, reaches, after, slots }
    }

    /// The pattern of the number of a turn, or of its place in slices.
    fn turn_pattern(&mut self, number: WireId, slices: &mut Slices) -> Pattern {
        let Some(numbers) = &slices.numbers else { return self.pattern(number, "i") };
        let pattern = if is_zero(&numbers.first) {
            self.pattern(number, "i")
        } else {
            let turn = self.fresh("turn");
            if self.uses_number(slices.parts.as_ref(), number) {
                let pattern = self.pattern(number, "i");
                let sum = [numbers.first.clone(), Expr::Variable(turn.clone())];
                self.push(Statement::Let(pattern, Expr::Binary(Binary::ADD, Box::new(sum))));
            }
            Pattern::Variable(turn)
        };
        if let Pattern::Variable(turn) = &pattern {
            let turn = Expr::Variable(turn.clone());
            self.reach_parts(std::mem::take(&mut slices.reaches), &turn);
            slices.slots.at = Some(turn);
        }
        pattern
    }

    /// Ends the block with slices.
    fn end_slices(&mut self, slices: Slices) {
        let Some(numbers) = slices.numbers else { return };
        for statement in slices.after {
            self.push(statement);
        }
        let block = self.close_scope(None);
        self.push(numbers.if_some(block));
        if let Some((_, missing)) = slices.parts.and_then(|parts| parts.ended) {
            self.push(missing);
        }
    }

    /// Lets what a turn takes be what there is before the loop.
    fn hand_in(&mut self, outside: &[WireId], inside: &[WireId]) {
        for (&outer, &inner) in outside.iter().zip(inside) {
            if let Some(value) = self.value(outer) {
                self.set(inner, &value);
            }
        }
    }

    /// Gives variables their next values, all at once.
    fn assign_all(&mut self, mut variables: Vec<Ident>, mut next: Vec<Expr>) {
        match variables.as_slice() {
            [] => {}
            [_] => self.push(Statement::Assign(variables.remove(0), next.remove(0))),
            _ => self.push(Statement::AssignAll(variables, next)),
        }
    }

    /// The variables of tapes, or of what takes their entries, and the entries in a turn.
    fn tapes(&mut self, tapes: &[WireId], entries: &[WireId], ident: fn(&mut Self, WireId) -> Ident) -> Vec<TapeOf> {
        let mut found: Vec<(WireId, TapeOf)> = Vec::new();
        for (&tape, &entry) in tapes.iter().zip(entries) {
            if let Some(first) = self.flat().beside(tape) {
                let (_, other) = found.iter_mut().find(|(wire, _)| *wire == first).expect("it comes before this one");
                other.entries.push(entry);
            } else if !self.flat().is_gone(tape) {
                let ident = ident(self, tape);
                // Of an inner tape that stands on an outer one, the entries are taken from that.
                if self.flat().home(entry).is_none() {
                    found.push((tape, TapeOf { ident, entries: vec![entry] }));
                }
            }
        }
        found.into_iter().map(|(_, tape)| tape).collect()
    }

    /// Adds what a turn leaves to tapes.
    fn push_entries(&mut self, tapes: &[TapeOf], entries: Vec<Expr>, slots: &Slots, sequence: Sequence) {
        let mut entries = entries.into_iter();
        let of = |tape: &TapeOf| entries.by_ref().take(tape.entries.len()).collect();
        let mut left: Vec<(usize, Vec<Expr>)> = tapes.iter().map(of).enumerate().collect();
        // What is moved to a tape is used no more.
        left.sort_by_key(|(at, _)| self.net.wire(tapes[*at].entries[0]).ty().is_look());
        for (at, mut exprs) in left {
            let TapeOf { ident, entries } = &tapes[at];
            let entry = match self.value(entries[0]) {
                Some(Value::Stored(storage)) => Self::tape_entry(&storage),
                _ if exprs.len() == 1 => exprs.remove(0),
                _ => Expr::Tuple(exprs.into_iter().map(Expr::typed).collect()),
            };
            self.push(if let Some(slot) = slots.entry(at).filter(|_| !sequence.downwards) {
                Statement::Store(slot, None, entry)
            } else {
                let push = Expr::UserMethod(Box::new(Expr::Variable(ident.clone())), quote!(push), vec![entry]);
                Statement::Do(push)
            });
        }
    }

    /// A turn, if the numbers of turns may say where elements are.
    fn turn_of(&self, fold: &Fold, id: EdgeId, body: EdgeId) -> Option<Turn> {
        let net = self.net;
        let Sequence { limit: Limit::Before, stepped: false, stops: false, .. } = fold.sequence else {
            return None;
        };
        let region = net.region(Level::Inside(body));
        let number = region.inputs()[fold.taken];
        if *net.wire(number).ty() != Type::discrete("usize") || self.live.uses(number) == 0 {
            return None;
        }
        let sources = net.edge(id).sources();
        let state = fold.params_before_state()..fold.params_before_state() + fold.state;
        let stays = |at: usize| {
            let port = at - state.start;
            net.wire(region.inputs()[at]).ty().is_array() && live::result_stays(net, id, port)
        };
        let outside = |at: usize| {
            let is_same = at >= state.end || state.contains(&at) && stays(at);
            is_same.then(|| sources[at - state.start + fold.before_state()])
        };
        let given = |at: usize| state.contains(&at).then(|| region.outputs()[at - state.start]);
        let inputs = 0..region.inputs().len();
        Some(Turn { body, number, outside: inputs.clone().map(outside).collect(), given: inputs.map(given).collect() })
    }

    /// How many numbers there are, as an expression that may be written any number of times.
    fn count_of(&mut self, numbers: &Numbers) -> Expr {
        if is_zero(&numbers.first) {
            return numbers.end.clone();
        }
        let turns = self.fresh("turns");
        let count = Expr::Binary(Binary::SUB, Box::new([numbers.end.clone(), numbers.first.clone()]));
        self.push(Statement::Let(Pattern::Variable(turns.clone()), count));
        Expr::Variable(turns)
    }

    /// The entries of the turn at hand.
    fn take_entries(&mut self, tapes: Vec<TapeOf>, slots: &Slots, sequence: Sequence) {
        for (at, TapeOf { ident, entries }) in tapes.into_iter().enumerate() {
            let first = entries[0];
            if let Some(slot) = slots.entry(at).filter(|_| sequence.downwards) {
                let pattern = self.pattern(first, "entry");
                self.push(Statement::Let(pattern, slot));
                continue;
            }
            let next = Expr::UserMethod(Box::new(Expr::Variable(ident)), quote!(last), Vec::new());
            let pattern = if let Some(pattern) = self.entry_pattern(first) {
                pattern
            } else if entries.len() > 1 {
                Pattern::Tuple(entries.into_iter().map(|entry| self.pattern(entry, "entry")).collect())
            } else {
                let pattern = self.pattern(first, "entry");
                self.lent_pattern(pattern, self.net.wire(first).ty())
            };
            self.push(if let Pattern::Reference(ident) = pattern {
                Statement::Let(Pattern::Variable(ident), next)
            } else if is_cloned(self.net.wire(first).ty()) {
                Statement::Let(pattern, cloned(next))
            } else {
                Statement::Let(pattern, Expr::Unary('*', Box::new(next)))
            });
            self.clone_parts();
        }
    }

    /// The loop that runs this block.
    fn turns(
        sequence: Sequence,
        pattern: Option<Pattern>,
        mut bounds: Vec<Expr>,
        first: Option<&Option<Ident>>,
        block: Block,
    ) -> Expr {
        let Some(pattern) = pattern else {
            return match first {
                Some(Some(go_on)) => Expr::While(Box::new((Expr::Variable(go_on.clone()), block))),
                _ => Expr::Loop(Box::new(block)),
            };
        };
        let step = if sequence.stepped { bounds.pop() } else { None };
        let (last, first) = (bounds.pop().expect("two bounds"), bounds.pop().expect("two bounds"));
        let first = if last.is_untyped() { first.typed() } else { first };
        let mut range = Expr::Range(Box::new([first, last]), sequence.limit == Limit::To);
        // Where nobody looks at the number, the order is none.
        if sequence.downwards && (!matches!(pattern, Pattern::Wild) || sequence.stepped) {
            range = Expr::Method(Box::new(range), "rev", Vec::new());
        }
        if let Some(step) = step {
            range = Expr::Method(Box::new(range), "step_by", vec![step]);
        }
        Expr::For(Box::new((pattern, range, block)))
    }

    /// Whether there is no other turn, bound to a name or a name itself, by the wire that says whether there is one.
    fn stop(&mut self, go_on: WireId) -> Expr {
        if let Some(stop) = negated(self.net, go_on) {
            // What a block of the user's declares has gone at its end.
            let level = self.net.wire(stop).level();
            let has_block = self.net.region(level).edges().iter().any(|&id| self.bracket(id).is_some());
            if self.live.uses(stop) > 1 && !has_block {
                self.fix(stop);
                return self.operands_alone(stop);
            }
            // It stands in the negation alone.
            if self.live.uses(self.net.root(go_on)) == 1 {
                let go_on = self.operands_alone(go_on);
                let stop = if let Expr::Unary('!', stop) = go_on { *stop } else { Expr::Unary('!', Box::new(go_on)) };
                let ident = self.fresh("stop");
                self.push(Statement::Let(Pattern::Variable(ident.clone()), stop));
                return Expr::Variable(ident);
            }
        }
        self.fix(go_on);
        Expr::Unary('!', Box::new(self.operands_alone(go_on)))
    }

    /// `if stop { break; }`
    fn break_if(&mut self, stop: Expr) {
        let leave = Statement::Do(Expr::Tokens(quote!(break), true));
        let blocks = [
            Block { statements: vec![leave], result: None, place: None },
            Block { statements: Vec::new(), result: None, place: None },
        ];
        self.push(Statement::Do(Expr::If(Box::new(stop), Box::new(blocks))));
    }

    /// The variable that counts the turns of a loop.
    fn counter(&mut self, wire: WireId) -> Ident {
        let ident = self.fresh("turns");
        self.push(Statement::Let(Pattern::Mutable(ident.clone()), Expr::Tokens(quote!(0_usize), true)));
        self.set_atom(wire, Expr::Variable(ident.clone()));
        ident
    }

    /// Whether a part of the state is changed where it is.
    fn stays(&mut self, id: EdgeId, at: usize, before: WireId, inside: WireId) -> bool {
        let stays = live::result_stays(self.net, id, at);
        if stays && self.net.wire(inside).ty().is_array() {
            self.same(before, inside);
        }
        stays
    }

    /// The variable of a value of the state, with the value before the loop.
    fn state_variable(&mut self, before: WireId, inside: WireId) -> Ident {
        self.before_moves(&[before]);
        let mut value = self.operands_alone(before).typed();
        if self.is_zero_cotangent(before)
            && let Some(zero) = self.zero_of_state(inside)
        {
            value = zero;
        }
        let name = self.name_of(inside).unwrap_or_else(|| "state".into());
        let ident = self.fresh(&name);
        // It is written where it is, also after the end of a block that it leaves.
        if self.net.wire(inside).ty().is_array() {
            self.mutable.insert(ident.clone());
        }
        self.push(Statement::Let(Pattern::Mutable(ident.clone()), value));
        self.note_type_of_state(inside, &ident);
        ident
    }

    /// Whether this is the zero of a cotangent of the host.
    pub(super) fn is_zero_cotangent(&self, wire: WireId) -> bool {
        let maker = self.net.producer_edge(wire).and_then(|(edge, _)| self.net.edge(edge).operation());
        matches!(maker, Some(Operation::Zero(Type::Cotangent(_))))
    }

    /// The struct that a cotangent is taken for: rustc has to know of which type it is before fields of it are read.
    pub(super) fn struct_of(&self, inside: WireId) -> Option<&Record> {
        self.find_record(inside, &mut |_| true)
    }

    /// The first such struct, of a value or of a cotangent, of which fields are read that is the one looked for.
    pub(super) fn find_record(&self, inside: WireId, is_it: &mut dyn FnMut(&Record) -> bool) -> Option<&Record> {
        let mut pending = vec![inside];
        while let Some(wire) = pending.pop() {
            let Some((id, port)) = self.net.consumer_edge(wire) else { continue };
            let edge = self.net.edge(id);
            let (functions, argument) = match (edge.label(), port) {
                (Label::Copy | Label::Operation(Operation::Plus(_)), _) => {
                    pending.extend(edge.targets());
                    continue;
                }
                (
                    Label::Operation(
                        Operation::Project(record) | Operation::Update(record) | Operation::Detach(record),
                    ),
                    0,
                ) => {
                    if is_it(record) {
                        return Some(record);
                    }
                    // With another value in a field, it is such a struct too.
                    if !matches!(edge.operation(), Some(Operation::Project(_))) {
                        pending.push(edge.targets()[0]);
                    }
                    continue;
                }
                (Label::Operation(Operation::Cond(..)), port) => (1..3, port.checked_sub(3)),
                (Label::Operation(Operation::Fold(fold)), port) => {
                    let at = port.checked_sub(fold.before_state()).filter(|at| *at < fold.state);
                    (fold.function()..fold.function() + 1, at.map(|at| fold.params_before_state() + at))
                }
                _ => continue,
            };
            for &function in &edge.sources()[functions] {
                if let (Some((body, _)), Some(argument)) = (self.net.producer_edge(function), argument) {
                    let captured = self.net.edge(body).sources().len();
                    pending.push(self.net.region(Level::Inside(body)).inputs()[captured + argument]);
                }
            }
        }
        None
    }

    /// The variable of what a loop takes entries of a tape from.
    fn entries(&mut self, wire: WireId) -> Ident {
        let flat = self.flat();
        if let Some(cursor) = flat.home(wire).and_then(|home| flat.cursors.get(&home)) {
            return cursor.clone();
        }
        self.fix(wire);
        let tape = self.operands_alone(wire);
        let ident = self.fresh("entries");
        let entries = Expr::UserMethod(Box::new(tape), quote!(entries), Vec::new());
        self.push(Statement::Let(Pattern::Mutable(ident.clone()), entries));
        let flat = self.flat();
        if let Some(home) = flat.outermost(wire) {
            flat.cursors.insert(home, ident.clone());
        }
        ident
    }

    /// Whether the entries of a tape are numbers: nothing in them is borrowed.
    fn holds_numbers(&self, tape: WireId) -> bool {
        let mut entry = self.net.wire(tape).ty();
        while let Type::Tape(inner) = entry {
            entry = inner;
        }
        is_number(entry)
    }

    /// Whether a tape is taken by a loop at its level.
    fn is_taken_here(&self, tape: WireId) -> bool {
        let taken = |(id, _): (EdgeId, usize)| matches!(self.net.edge(id).operation(), Some(Operation::Fold(_)));
        self.net.consumer_edge(tape).is_some_and(taken)
    }

    /// The variable of a tape that a loop leaves.
    fn new_tape(&mut self, wire: WireId) -> Ident {
        let flat = self.flat();
        if let Some(variable) = flat.home(wire).and_then(|home| flat.variables.get(&home)) {
            return variable.clone();
        }
        let name = self.name_of(wire).filter(|_| !self.flat().is_shared(wire));
        let name = name.map_or_else(|| "tape".to_owned(), |name| format!("tape_{name}"));
        let ident = self.fresh(&name);
        let new = |walk: &Self, path: TokenStream| {
            let new = Expr::Call(Box::new(Expr::Tokens(walk.host.private(&path), true)), Vec::new());
            Statement::Let(Pattern::Mutable(ident.clone()), new)
        };
        let holds_numbers = self.holds_numbers(wire);
        // A tape that is taken in the turn in which it is left is used again in the next one.
        let again = new(self, quote!(Kept::again));
        if holds_numbers && self.is_taken_here(wire) && self.push_before_loops(again) {
            let clear = Expr::UserMethod(Box::new(Expr::Variable(ident.clone())), quote!(clear), Vec::new());
            self.push(Statement::Do(clear));
        } else {
            // A workspace keeps numbers, since nothing in them is borrowed.
            self.push(new(self, if holds_numbers { quote!(Kept::new) } else { quote!(Tape::new) }));
        }
        self.set_atom(wire, Expr::Variable(ident.clone()));
        self.flat().variables.insert(wire, ident.clone());
        ident
    }
}

/// What a wire carries the negation of.
fn negated(net: &Hypernet, wire: WireId) -> Option<WireId> {
    let Producer::Target(edge, _) = net.wire(net.root(wire)).producer() else { return None };
    let edge = net.edge(edge);
    match edge.operation() {
        Some(Operation::Discrete(DiscreteOp::Not, _)) => Some(net.root(edge.sources()[0])),
        _ => None,
    }
}

/// Whether a wire carries a constant that is true.
fn is_true(net: &Hypernet, wire: WireId) -> bool {
    match net.wire(net.root(wire)).producer() {
        Producer::Target(edge, _) => {
            matches!(net.edge(edge).operation(), Some(Operation::Constant(Constant::Bool(true), _)))
        }
        Producer::Input(_) | Producer::Open => false,
    }
}
