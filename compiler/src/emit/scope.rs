//! The blocks whose statements are being written, from the outermost in.

use std::collections::BTreeSet;

use super::syntax::Statement;
use super::walk::Walk;
use crate::texts::TextSet;

/// The statements of one block so far, and the slots that wait in order.
#[derive(Debug, Default)]
pub(super) struct Scope {
    pub(super) statements: Vec<Statement>,
    pub(super) queue: Vec<usize>,
    /// Whether an expression has been taken from the end of the queue that nothing has been made of yet. What still waits
    /// comes before it.
    pub(super) taken: bool,
    /// Whether one of these variables may hold something that is dropped at the end.
    pub(super) owns: bool,
    /// Whether nothing comes after these statements.
    pub(super) diverged: bool,
    /// The block of the user's that these are the statements of, if they are.
    pub(super) opened: Option<Opened>,
    pub(super) runs: Runs,
}

/// What there was when a block of the user's began.
#[derive(Clone, Copy, Debug)]
pub(super) struct Opened {
    /// How many slots.
    pub(super) slots: usize,
    /// How many entries of [`Walk::given`].
    pub(super) given: usize,
}

/// What runs a block.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) enum Runs {
    /// The block around it.
    #[default]
    Block,
    /// The turns of a loop.
    Loop,
    /// The calls of a closure.
    Closure,
}

impl Walk<'_> {
    pub(super) fn scope(&mut self) -> &mut Scope {
        self.scopes.last_mut().expect("the outermost scope is closed last")
    }

    pub(super) fn push(&mut self, statement: Statement) {
        if std::mem::take(&mut self.scope().taken) {
            self.flush();
        }
        if !self.scope().diverged {
            self.scope().statements.push(statement);
        }
    }

    /// Adds a statement after which nothing comes.
    pub(super) fn push_last(&mut self, statement: Statement) {
        self.push(statement);
        self.scope().diverged = true;
    }

    /// Begins a block that runs once, or not at all.
    pub(super) fn begin_part(&mut self) {
        self.scopes.push(Scope::default());
    }

    /// Begins the block of a loop.
    pub(super) fn begin_turn(&mut self) {
        self.scopes.push(Scope { runs: Runs::Loop, ..Scope::default() });
    }

    /// Lets the block at hand be that of a closure.
    pub(super) fn is_called(&mut self) {
        self.scope().runs = Runs::Closure;
    }

    /// Adds a statement before the outermost of the loops around, in the closure at hand; whether there is a loop.
    pub(super) fn push_before_loops(&mut self, statement: Statement) -> bool {
        let called = self.scopes.iter().rposition(|scope| scope.runs == Runs::Closure).unwrap_or(0);
        let Some(turns) = self.scopes[called..].iter().position(|scope| scope.runs == Runs::Loop) else { return false };
        let Some(around) = (called + turns).checked_sub(1) else { return false };
        self.scopes[around].statements.push(statement);
        true
    }

    /// The names that the statements of the block at hand declare.
    pub(super) fn declared(&mut self) -> TextSet {
        let mut names = TextSet::default();
        for statement in &self.scope().statements {
            if let Statement::Let(pattern, _) | Statement::During(pattern, _) = statement {
                pattern.names(&mut names);
            }
        }
        names
    }

    /// Ends the names of the block at hand that macros see, apart from those that leave it: a variable of another block can then have the
    /// name that it has in the source.
    pub(super) fn end_names(&mut self, leaving: &BTreeSet<String>) {
        if !self.names.are_seen() {
            return;
        }
        let mut ended = self.declared();
        ended.retain(|name| !leaving.contains(name) && self.names.end(name));
        for idents in [&mut self.mutable, &mut self.references, &mut self.slices] {
            idents.retain(|ident| !ended.contains(&ident.to_string()));
        }
    }
}
