//! Loops: the `for` that a person would write. The state is in variables, and what the turns leave is on tapes.

use hypernet::{EdgeId, Fold, Level, Type, WireId};
use proc_macro2::Ident;
use quote::quote;

use super::convention::Form;
use super::live;
use super::live::is_threaded;
use super::syntax::{Expr, Pattern, Statement};
use super::value::Value;
use super::walk::{Scope, WIDTH, Walk};

impl Walk<'_> {
    pub(super) fn fold(&mut self, fold: &Fold, id: EdgeId) {
        let edge = self.net.edge(id);
        let Some(body) = live::branch(self.net, edge.sources()[2]) else {
            return self.lost("the function of a loop");
        };
        let region = self.net.region(Level::Inside(body));
        let (taken, rest) = edge.sources()[Fold::BEFORE..].split_at(fold.taken);
        let (before, environment) = rest.split_at(fold.state);
        let (entries, rest) = region.inputs().split_at(fold.taken);
        let (&number, rest) = rest.split_first().expect("the number of the turn");
        let (state, inner) = rest.split_at(fold.state);
        let (given, left) = region.outputs().split_at(fold.state);
        let (after, tapes) = edge.targets().split_at(fold.state);

        // What the loop needs of the outside, in the order of the operands.
        let (mut bounds, _) = self.operands(&edge.sources()[..2]);
        for &wire in environment {
            if self.live.uses(wire) > 0 {
                self.fix(wire);
            }
        }
        let taken: Vec<Ident> = taken.iter().map(|&wire| self.tape(wire)).collect();
        let mut variables: Vec<Option<Ident>> = Vec::new();
        for (&before, &inside) in before.iter().zip(state) {
            variables.push(self.state_variable(before, inside));
        }
        let tapes: Vec<Ident> = tapes.iter().map(|&wire| self.new_tape(wire)).collect();
        self.flush();

        self.scopes.push(Scope::default());
        let pattern = self.pattern(number, "i");
        for (&outer, &inside) in environment.iter().zip(inner) {
            if let Some(value) = self.value(outer) {
                self.set(inside, &value);
            }
        }
        for (&entry, tape) in entries.iter().zip(taken) {
            let is_tape = matches!(self.net.wire(entry).ty(), Type::Tape(_));
            let pop = Expr::UserMethod(Box::new(Expr::Variable(tape)), quote!(pop), Vec::new());
            if let Some(pattern) = self.entry_pattern(entry) {
                self.push(Statement::Let(pattern, pop));
                continue;
            }
            let mut pattern = self.pattern(entry, "entry");
            if is_tape && let Pattern::Variable(ident) = pattern {
                self.mutable.insert(ident.clone());
                pattern = Pattern::Mutable(ident);
            }
            self.push(Statement::Let(pattern, pop));
        }
        for (&inside, variable) in state.iter().zip(&variables) {
            if let Some(ident) = variable {
                self.set_atom(inside, Expr::Variable(ident.clone()));
            }
        }
        self.level(Level::Inside(body));
        let plain: Vec<WireId> = given.iter().copied().filter(|&wire| !is_threaded(self.net.wire(wire).ty())).collect();
        let wires: Vec<WireId> = left.iter().copied().chain(plain).collect();
        let (mut exprs, _) = self.operands_within(&wires, WIDTH, Form::Internal);
        self.flush();
        let mut next = exprs.split_off(left.len());
        // What is moved to a tape is used no more.
        let mut entries: Vec<((&Ident, Expr), &WireId)> = tapes.iter().zip(exprs).zip(left).collect();
        entries.sort_by_key(|(_, wire)| self.net.wire(**wire).ty().is_look());
        for ((tape, entry), &wire) in entries {
            let entry = match self.value(wire) {
                Some(Value::Stored(storage)) => Self::tape_entry(&storage),
                _ => entry,
            };
            let push = Expr::UserMethod(Box::new(Expr::Variable(tape.clone())), quote!(push), vec![entry]);
            self.push(Statement::Do(push));
        }
        let mut assigned: Vec<Ident> = variables.iter().flatten().cloned().collect();
        match assigned.as_slice() {
            [] => {}
            [_] => self.push(Statement::Assign(assigned.remove(0), next.remove(0))),
            _ => self.push(Statement::AssignAll(assigned, next)),
        }
        let block = self.close_scope(None);

        let last = bounds.pop().expect("two bounds");
        let first = bounds.pop().expect("two bounds");
        let first = if last.is_untyped() { first.typed() } else { first };
        let range = Expr::Range(Box::new([first, last]), fold.sequence.inclusive);
        let range = if fold.sequence.downwards { Expr::Method(Box::new(range), "rev", Vec::new()) } else { range };
        self.push(Statement::Do(Expr::For(Box::new((pattern, range, block)))));
        for ((&wire, variable), &given) in after.iter().zip(variables).zip(given) {
            if let Type::Array(_) = self.net.wire(wire).ty() {
                self.same(given, wire);
            }
            if let Some(ident) = variable {
                self.set_atom(wire, Expr::Variable(ident));
            }
        }
    }

    /// The variable of a value of the state, with the value before the loop; none for the order of effects.
    fn state_variable(&mut self, before: WireId, inside: WireId) -> Option<Ident> {
        if is_threaded(self.net.wire(inside).ty()) {
            if let Type::Array(_) = self.net.wire(inside).ty() {
                self.same(before, inside);
            }
            return None;
        }
        let value = self.operands_alone(before).typed();
        let name = self.name_of(inside).unwrap_or_else(|| "state".into());
        let ident = self.fresh(&name);
        self.push(Statement::Let(Pattern::Mutable(ident.clone()), value));
        Some(ident)
    }

    /// The variable of a tape that a loop takes entries from.
    fn tape(&mut self, wire: WireId) -> Ident {
        let copied = self.net.root(wire) != wire;
        let tape = self.operands_alone(wire);
        if let Expr::Variable(ident) = &tape
            && !copied
            && self.mutable.contains(ident)
        {
            return ident.clone();
        }
        let ident = self.fresh("tape");
        let tape = if copied { Expr::UserMethod(Box::new(tape), quote!(clone), Vec::new()) } else { tape };
        self.push(Statement::Let(Pattern::Mutable(ident.clone()), tape));
        ident
    }

    /// The variable of a tape that a loop leaves.
    fn new_tape(&mut self, wire: WireId) -> Ident {
        let name = self.name_of(wire).map_or_else(|| "tape".to_owned(), |name| format!("tape_{name}"));
        let ident = self.fresh(&name);
        self.mutable.insert(ident.clone());
        let new = Expr::Call(Box::new(Expr::Tokens(self.host.private(&quote!(Tape::new)), true)), Vec::new());
        self.push(Statement::Let(Pattern::Mutable(ident.clone()), new));
        self.set_atom(wire, Expr::Variable(ident.clone()));
        ident
    }
}
