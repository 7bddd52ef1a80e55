//! Blocks of the user's, at whose ends values of the host's are dropped.
//!
//! Two operations in the order of effects say where such a block begins and ends. What is emitted between them is in a block.
//! What is needed later leaves as its result: numbers and backpropagators, and those values of the host's that the block
//! gives. Any other value of the host's must be `Copy` to leave, or do nothing when it is dropped but free its memory, so that nobody can
//! tell: rustc sees to that.

use std::collections::BTreeSet;

use hypernet::ids::{IdMap, IdSet};
use hypernet::{Consumer, EdgeId, Form, Label, Level, Operation, Type, WireId};
use proc_macro2::{Ident, Span};
use quote::quote;

use super::syntax::{Expr, Pattern, Statement};
use super::value::{Storage, Value, stored};
use super::walk::{Slot, State, Walk};
use crate::program::{Bracket, may_own};
use crate::texts::TextSet;

/// Of the variables that hold an option of a tuple, those that may hold values of the host's. Tapes are none.
fn owning(storage: &Storage, ty: &Type) -> TextSet {
    match storage {
        Storage::Variable(ident, _) if may_own(ty) => TextSet::from_iter([ident.to_string()]),
        Storage::Variable(..) => TextSet::default(),
        Storage::Tuple(parts) => {
            parts.iter().zip(stored(ty).into_iter().flatten()).flat_map(|(part, ty)| owning(part, ty)).collect()
        }
    }
}

fn is_reference(label: &Label) -> bool {
    matches!(label, Label::Operation(Operation::View(Form::Reference | Form::OpenReference | Form::Passed, _)))
}

impl Walk<'_> {
    /// The edges in an order in which what needs values of the host's that a block of the user's drops is in that block.
    pub(super) fn in_blocks(&self, order: Vec<EdgeId>) -> Vec<EdgeId> {
        if !order.iter().any(|&id| matches!(self.bracket(id), Some(Bracket::Begin))) {
            return order;
        }
        self.reads_in_blocks(self.references_in_blocks(order))
    }

    /// For each edge, the places where the blocks begin that it is in, the innermost one last; and the place where each block
    /// ends, by that where it begins.
    fn blocks(&self, order: &[EdgeId]) -> (Vec<Vec<usize>>, IdMap<usize, usize>) {
        let (mut open, mut around, mut ends) = (Vec::new(), Vec::with_capacity(order.len()), IdMap::new());
        for (at, &id) in order.iter().enumerate() {
            around.push(open.clone());
            match self.bracket(id) {
                Some(Bracket::Begin) => open.push(at),
                Some(Bracket::End(_)) => {
                    ends.extend(open.pop().map(|begin| (begin, at)));
                }
                Some(Bracket::Nothing) | None => {}
            }
        }
        (around, ends)
    }

    /// The edges in an order in which an operation without effects on a value of the host's comes before the end of the block that
    /// the value is made in, if its other operands are there: behind the end, the value would have to be a copy.
    fn reads_in_blocks(&self, order: Vec<EdgeId>) -> Vec<EdgeId> {
        let (around, ends) = self.blocks(&order);
        // Where each edge stands now, and in which blocks.
        let mut stands: IdMap<EdgeId, (usize, &[usize])> = IdMap::new();
        let (mut moved, mut moves): (IdMap<usize, Vec<EdgeId>>, IdSet<EdgeId>) = (IdMap::new(), IdSet::new());
        for (at, &id) in order.iter().enumerate() {
            stands.insert(id, (at, &around[at]));
            let edge = self.net.edge(id);
            let has_effects = || edge.sources().iter().any(|&wire| matches!(self.net.wire(wire).ty(), Type::World));
            // A reference has its own place: where it is taken.
            if !matches!(edge.label(), Label::Operation(_)) || is_reference(edge.label()) || has_effects() {
                continue;
            }
            let operands = || edge.sources().iter().map(|&wire| (wire, self.made_by(wire)));
            // The block that ends first of those that are over, and own an operand.
            let block = operands()
                .filter(|(wire, maker)| {
                    let is_moved = || maker.is_some_and(|maker| moves.contains(&maker));
                    let ty = self.net.wire(*wire).ty();
                    may_own(ty) || self.is_of_host(*wire) || matches!(ty, Type::Opaque(_)) && is_moved()
                })
                .filter_map(|(_, maker)| {
                    let (_, blocks) = stands.get(&maker?)?;
                    let begin = *blocks.last().filter(|begin| !around[at].contains(begin))?;
                    Some((*ends.get(&begin)?, *blocks))
                })
                .min();
            let Some((end, blocks)) = block else { continue };
            let is_there = |(_, maker): (WireId, Option<EdgeId>)| {
                maker.is_none_or(|maker| {
                    stands.get(&maker).is_none_or(|&(at, _)| at <= end && self.bracket(maker).is_none())
                })
            };
            if operands().all(is_there) {
                stands.insert(id, (end, blocks));
                moves.insert(id);
                moved.get_or_default(end).push(id);
            }
        }
        if moved.is_empty() {
            return order;
        }
        let mut result = Vec::with_capacity(order.len());
        for (at, &id) in order.iter().enumerate() {
            result.extend(moved.remove(&at).into_iter().flatten());
            if stands.get(&id).is_some_and(|&(place, _)| place == at) {
                result.push(id);
            }
        }
        result
    }

    /// The edge of this level that makes what is on a wire.
    fn made_by(&self, wire: WireId) -> Option<EdgeId> {
        self.net.producer_edge(self.net.root(wire)).map(|(edge, _)| edge)
    }

    /// The edges in an order in which each reference comes right before what takes it, in the innermost block that all of that
    /// is in: what is referred to is dropped where the block ends.
    fn references_in_blocks(&self, order: Vec<EdgeId>) -> Vec<EdgeId> {
        let (around, _) = self.blocks(&order);
        let places: IdMap<EdgeId, usize> = order.iter().enumerate().map(|(at, &id)| (id, at)).collect();
        let mut moved: IdMap<usize, Vec<EdgeId>> = IdMap::new();
        // What takes a reference may be one itself.
        let mut place_of = places.clone();
        for (at, &id) in order.iter().enumerate().rev() {
            let edge = self.net.edge(id);
            if !is_reference(edge.label()) {
                continue;
            }
            let mut takers: Vec<usize> = Vec::new();
            let (mut pending, mut leaves) = (edge.targets().to_vec(), false);
            while let Some(wire) = pending.pop() {
                match self.net.consumer_edge(wire) {
                    Some((taker, _)) if matches!(self.net.edge(taker).label(), Label::Copy) => {
                        pending.extend(self.net.edge(taker).targets());
                    }
                    Some((taker, _)) => takers.extend(place_of.get(&taker)),
                    None => leaves |= matches!(self.net.wire(wire).consumer(), Consumer::Output(_)),
                }
            }
            let Some(&first) = takers.iter().min() else { continue };
            let all = takers.iter().map(|&taker| &around[taker]);
            let common = |&depth: &usize| all.clone().all(|taker| taker.get(depth) == around[first].get(depth));
            let depth = if leaves { 0 } else { (0..around[first].len()).take_while(common).count() };
            let place = around[first].get(depth).copied().unwrap_or(first);
            if place > at {
                moved.get_or_default(place).push(id);
                place_of.insert(id, place);
            }
        }
        let mut result = Vec::with_capacity(order.len());
        for (at, id) in order.into_iter().enumerate() {
            // They were found from the last to the first.
            result.extend(moved.remove(&at).into_iter().flatten().rev());
            if place_of[&id] == at {
                result.push(id);
            }
        }
        result
    }

    pub(super) fn bracket(&self, id: EdgeId) -> Option<Bracket> {
        let Label::Operation(Operation::Foreign(foreign)) = self.net.edge(id).label() else { return None };
        self.host.program.code.foreigns.get(foreign.id as usize)?.bracket
    }

    pub(super) fn begin_block(&mut self) {
        self.flush();
        self.open_scope();
    }

    /// An end of what is no block: what it is given is what it gives.
    pub(super) fn no_block(&mut self, given: &[WireId], targets: &[WireId]) {
        for (&wire, &target) in given.iter().zip(targets) {
            self.fix(wire);
            if let Some(value) = self.value(wire) {
                self.set(target, &value);
            }
        }
    }

    /// Ends the block; of `given`, values of the host's, it gives each to one of `targets`.
    pub(super) fn end_block(&mut self, level: Level, given: &[WireId], targets: &[WireId], place: Option<Span>) {
        self.flush();
        let mut declared = self.declared();
        let (mut free, mut parted) = (BTreeSet::new(), TextSet::default());
        for (&wire, &target) in given.iter().zip(targets) {
            self.fix(wire);
            let Some(value) = self.value(wire) else { continue };
            declared.extend(self.declared());
            match self.atom(&value).cloned() {
                Some(Expr::Variable(ident)) => {
                    if declared.contains(&ident.to_string()) {
                        free.insert(ident.to_string());
                    }
                    self.set(target, &value);
                }
                // A part of a tuple, the rest of which stays.
                Some(expr) if !expr.names().is_disjoint(&declared) => {
                    let ident = self.fresh("value");
                    parted.extend(expr.names());
                    self.push(Statement::Let(Pattern::Variable(ident.clone()), expr));
                    free.insert(ident.to_string());
                    declared.insert(ident.to_string());
                    self.set_atom(target, Expr::Variable(ident));
                }
                _ => self.set(target, &value),
            }
        }
        // A tuple of which a part is moved does not leave the block as a whole.
        let parts = if parted.is_empty() { Vec::new() } else { self.given(level) };
        for wire in parts {
            let Some(Value::Slot(slot)) = self.value(wire).filter(|_| self.is_pending(wire)) else { continue };
            let Slot { expr, state, .. } = &self.slots[slot];
            let is_part = *state == State::Atom && !matches!(expr, Expr::Variable(_));
            if is_part && !expr.names().is_disjoint(&parted) {
                let expr = expr.clone();
                let ident = self.fresh("value");
                self.push(Statement::Let(Pattern::Variable(ident.clone()), expr));
                self.set_atom(wire, Expr::Variable(ident));
            }
        }
        for wire in self.given(level) {
            if self.is_of_host(wire) {
                self.read_before(&[wire]);
            }
        }
        declared.extend(self.declared());
        self.settle(&mut declared);
        let (mut leaving, mut checked) = (free.clone(), BTreeSet::new());
        for wire in self.given(level) {
            let Some(value) = self.value(wire).filter(|_| self.is_pending(wire)) else { continue };
            let owning = if let Value::Stored(storage) = &value {
                owning(storage, self.net.wire(wire).ty())
            } else if may_own(self.net.wire(wire).ty()) || self.is_of_host(wire) {
                self.variables(&value)
            } else {
                TextSet::default()
            };
            for name in self.variables(&value).intersection(&declared) {
                if owning.contains(name) && !free.contains(name) {
                    checked.insert(name.clone());
                }
                leaving.insert(name.clone());
            }
        }
        let idents: Vec<Ident> = leaving.iter().map(|name| Ident::new(name, Span::mixed_site())).collect();
        let leave = self.host.private(&quote!(leave));
        let mut results: Vec<Expr> = idents
            .iter()
            .zip(&leaving)
            .map(|(ident, name)| {
                let variable = Expr::Variable(ident.clone());
                if checked.contains(name) {
                    Expr::Call(Box::new(Expr::Tokens(leave.clone(), true)), vec![variable])
                } else {
                    variable
                }
            })
            .collect();
        let pattern = |ident: Ident| {
            // What a loop leaves is taken from later, and an array is written.
            if self.mutable.contains(&ident) { Pattern::Mutable(ident) } else { Pattern::Variable(ident) }
        };
        let mut patterns: Vec<Pattern> = idents.into_iter().map(pattern).collect();
        let result = if results.len() > 1 { Some(Expr::Tuple(results)) } else { results.pop() };
        self.end_names(&leaving);
        let (mut block, diverged) = self.close_opened(result);
        block.place = place.map(|place| Span::mixed_site().located_at(place).resolved_at(place));
        let is_empty = block.statements.is_empty();
        let block = Expr::Block(Box::new(block));
        match patterns.len() {
            _ if diverged => self.push_last(Statement::Do(block)),
            0 if is_empty => {}
            // What its last expression makes may outlast the block.
            0 if place.is_some() => self.push(Statement::During(Pattern::Wild, block)),
            1 if place.is_some() => self.push(Statement::During(patterns.remove(0), block)),
            _ if place.is_some() => self.push(Statement::During(Pattern::Tuple(patterns), block)),
            0 => self.push(Statement::Do(block)),
            1 => self.push(Statement::Let(patterns.remove(0), block)),
            _ => self.push(Statement::Let(Pattern::Tuple(patterns), block)),
        }
    }

    /// Notes that a variable of the block at hand holds this.
    pub(super) fn holds(&mut self, wire: WireId) {
        let owns = may_own(self.net.wire(wire).ty()) || self.is_of_host(wire);
        self.scope().owns |= owns;
    }

    /// Whether this is a struct that code of the host's gave: it may be dropped.
    fn is_of_host(&self, wire: WireId) -> bool {
        let producer = self.net.producer_edge(self.net.root(wire)).map(|(edge, _)| self.net.edge(edge).label());
        matches!(self.net.wire(wire).ty(), Type::Opaque(_))
            && matches!(producer, Some(Label::Operation(Operation::Foreign(_))))
    }
}
