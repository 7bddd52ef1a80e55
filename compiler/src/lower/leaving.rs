//! Blocks that may be left: what stands after a statement that may leave a loop or the function is a branch, which is taken if
//! nothing has been left.
//!
//! A `let` whose value may leave is taken apart where it can be: `let p = if c { return x } else { q }; rest` is
//! `if c { return x } else { let p = q; rest }`. So nothing has to stand for the value where there is none. Else the value is one that
//! nobody looks at, and the rest asks whether anything has been left.

use std::collections::BTreeSet;

use proc_macro2::Span;

use super::matching::Ends;
use super::scope::{declared, ends};
use super::temporaries::Open;
use super::value::Val;
use super::{Lowered, Lowering};
use crate::diagnostic::refusal;
use crate::syntax::{Arm, ExprId, Head, Kind, Node, Pattern, Statement, Ty, VarId};

/// The end of a block: its last statements, and its value.
#[derive(Clone)]
pub(super) struct Rest<'r, 'f, 'a> {
    pub(super) block: ExprId,
    pub(super) statements: &'f [Statement<'a>],
    pub(super) tail: Option<ExprId>,
    /// Where the block is the value of a `let`: what comes after its value.
    pub(super) then: Option<&'r Then<'r, 'f, 'a>>,
}

/// What comes after the value of a `let` that may leave: the pattern that takes it, and the rest of the block around.
pub(super) struct Then<'r, 'f, 'a> {
    pattern: &'f Pattern,
    rest: Rest<'r, 'f, 'a>,
    /// What this may change.
    effects: BTreeSet<VarId>,
}

impl Rest<'_, '_, '_> {
    /// The block whose value this gives in the end.
    fn outermost(&self) -> ExprId {
        self.then.map_or(self.block, |then| then.rest.outermost())
    }

    fn is_nothing(&self) -> bool {
        self.statements.is_empty() && self.tail.is_none() && self.then.is_none()
    }
}

impl<'f, 'a> Lowering<'f, 'a> {
    /// The statements of a block and its value, or what comes after that value. What they declare ends where they do: what stands after a
    /// statement that may leave a loop is a branch, and ends in it. Gives too what lasts until the end, where that is `open`.
    pub(super) fn statements(&mut self, all: &Rest<'_, 'f, 'a>, open: bool) -> Lowered<(Val, Open)> {
        let span = self.function.expr(all.block).span;
        let nothing = Open { kept: None, last: None };
        for (at, statement) in all.statements.iter().enumerate() {
            let (Statement::Let(_, Some(value), _) | Statement::Expr(value)) = statement else {
                self.statement_or_note(statement);
                continue;
            };
            if !self.jumps(*value).is_empty() {
                self.leaves_last(*value)?;
                let value =
                    self.jumping(statement, *value, &Rest { statements: &all.statements[at + 1..], ..all.clone() })?;
                // What this one declares has ended in the branch that has it.
                self.end_arrays(&all.statements[..at], span)?;
                return Ok((value, nothing));
            }
            self.statement_or_note(statement);
        }
        if let Some(tail) = all.tail {
            self.leaves_last(tail)?;
        }
        if let Some(then) = all.then {
            let value = match all.tail {
                Some(tail) => self.value_or_leaving(tail, then)?,
                None => self.after(all.block, Val::unit(), then)?,
            };
            self.end_arrays(all.statements, span)?;
            return Ok((value, nothing));
        }
        let given = match all.tail {
            // What it makes is dropped before the variables, in each edition.
            Some(tail) if self.ends_in_return(all.block) => (self.returned(tail)?, nothing),
            Some(tail) if open => {
                let among = all.statements.iter().flat_map(declared).any(|var| self.may_be_host(var));
                self.open_ended(tail, among)?
            }
            Some(tail) => (self.terminated(tail)?, nothing),
            None => (Val::unit(), nothing),
        };
        self.end_arrays(all.statements, span)?;
        Ok(given)
    }

    /// Whether the last statement of a block is a `return`.
    fn ends_in_return(&self, block: ExprId) -> bool {
        let Some(Node::Block(block) | Node::Expr(syn::Expr::Block(syn::ExprBlock { block, .. }))) =
            self.function.source(block).map(|source| source.node)
        else {
            return false;
        };
        matches!(block.stmts.last(), Some(syn::Stmt::Expr(syn::Expr::Return(_), Some(_))))
    }

    /// The rest of a block, which is a branch of its own.
    fn rest(&mut self, rest: &Rest<'_, 'f, 'a>) -> Lowered<Val> {
        self.statements(rest, false).map(|(value, _)| value)
    }

    /// What the rest of a block may change.
    fn effects_of(&self, rest: &Rest<'_, 'f, 'a>) -> BTreeSet<VarId> {
        let tail: Vec<ExprId> = rest.tail.into_iter().collect();
        let mut effects = self.effects_of_rest(&tail, rest.statements);
        effects.extend(rest.then.iter().flat_map(|then| &then.effects));
        effects
    }

    /// Refuses an expression that goes on with what one of its parts has no value for, because that leaves a loop.
    #[expect(clippy::wildcard_enum_match_arm, reason = "all other expressions take the values of their parts")]
    pub(super) fn leaves_last(&self, id: ExprId) -> Lowered<()> {
        if self.jumps(id).is_empty() {
            return Ok(());
        }
        let function = self.function;
        let stays = |part: ExprId| {
            let refused = || refusal::JUMP_VALUE.on(function.expr(part).span);
            if self.jumps(part).is_empty() { Ok(()) } else { Err(refused()) }
        };
        match &function.expr(id).kind {
            Kind::Jump(jump) => jump.value.map_or(Ok(()), |(_, value)| stays(value)),
            // Its statements are looked at in their turn.
            Kind::Block(..) => Ok(()),
            Kind::Loop(repeated) => match &repeated.head {
                Head::For { bounds, .. } => bounds.iter().try_for_each(|&bound| stays(bound)),
                Head::While(condition) => stays(*condition),
                Head::Endless(_) => Ok(()),
                Head::Once => self.leaves_last(repeated.body),
            },
            Kind::If(condition, then, other) => {
                stays(*condition)?;
                [*then].into_iter().chain(*other).try_for_each(|branch| self.leaves_last(branch))
            }
            Kind::Match(scrutinee, arms) => {
                stays(*scrutinee)?;
                arms.iter().filter_map(|arm| arm.guard).try_for_each(stays)?;
                arms.iter().try_for_each(|arm| self.leaves_last(arm.body))
            }
            _ => Err(refusal::JUMP_VALUE.on(function.expr(id).span)),
        }
    }

    /// A statement that may leave a loop, and the rest of its block.
    fn jumping(&mut self, statement: &'f Statement<'a>, value: ExprId, rest: &Rest<'_, 'f, 'a>) -> Lowered<Val> {
        let function = self.function;
        let span = function.expr(value).span;
        let (condition, then, other) = match (statement, &function.expr(value).kind) {
            (Statement::Let(pattern, ..), _) => {
                let then = Then { pattern, rest: rest.clone(), effects: self.effects_of(rest) };
                return self.value_or_leaving(value, &then);
            }
            // `if c { …; break; } rest` is `if c { …; break } else { rest }`.
            (Statement::Expr(_), &Kind::If(condition, then, other))
                if self.jumps(condition).is_empty()
                    && self.diverges(then) != other.is_some_and(|other| self.diverges(other)) =>
            {
                (condition, then, other)
            }
            (Statement::Expr(_), _) => {
                if self.diverges(value) {
                    self.unseen.extend(ends(function, value));
                }
                self.statement_or_note(statement);
                return self.unless(&self.jumps(value), rest, span);
            }
        };
        let (leaving, staying) = if self.diverges(then) { (Some(then), other) } else { (other, Some(then)) };
        let mut effects = self.effects(&[then].into_iter().chain(other).collect::<Vec<_>>());
        effects.extend(self.effects_of(rest));
        let assigned = effects.clone();
        let condition = self.condition(condition, span)?;
        let ty = self.types.expr(rest.outermost());
        let mut leaves = |lowering: &mut Self| match leaving {
            Some(leaving) => lowering.leaving(leaving, &assigned, rest),
            None => Ok(Val::unit()),
        };
        let mut goes_on = |lowering: &mut Self| {
            let Some(staying) = staying else { return lowering.rest(rest) };
            lowering.expr(staying)?;
            lowering.unless(&lowering.jumps(staying), rest, span)
        };
        if leaving == Some(then) {
            self.branches(condition, effects, &ty, &mut leaves, &mut goes_on, span)
        } else {
            self.branches(condition, effects, &ty, &mut goes_on, &mut leaves, span)
        }
    }

    /// What leaves in place of the rest of a block.
    fn leaving(&mut self, leaving: ExprId, assigned: &BTreeSet<VarId>, rest: &Rest<'_, 'f, 'a>) -> Lowered<Val> {
        self.unseen.extend(ends(self.function, leaving));
        self.expr(leaving)?;
        let span = self.function.expr(leaving).span;
        self.unread(assigned, span);
        self.left_with(rest.outermost(), &self.jumps(leaving), span)
    }

    /// A value that may leave, and what comes after it where it does not.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is taken apart")]
    fn value_or_leaving(&mut self, value: ExprId, then: &Then<'_, 'f, 'a>) -> Lowered<Val> {
        let function = self.function;
        let span = function.expr(value).span;
        let jumps = self.jumps(value);
        if jumps.is_empty() {
            if self.second_array_let(then.pattern, value)? {
                return self.rest_and_end(value, then);
            }
            let given = self.value_of_let(then.pattern, value)?;
            return self.after(value, given, then);
        }
        match &function.expr(value).kind {
            &Kind::If(condition, yes, Some(no)) if self.diverges(yes) != self.diverges(no) => {
                let (leaving, staying) = if self.diverges(yes) { (yes, no) } else { (no, yes) };
                let mut effects = self.effects(&[yes, no]);
                effects.extend(&then.effects);
                let assigned = effects.clone();
                let condition = self.condition(condition, span)?;
                let ty = self.types.expr(then.rest.outermost());
                let mut leaves = |lowering: &mut Self| lowering.leaving(leaving, &assigned, &then.rest);
                let mut goes_on = |lowering: &mut Self| lowering.value_or_leaving(staying, then);
                if leaving == yes {
                    self.branches(condition, effects, &ty, &mut leaves, &mut goes_on, span)
                } else {
                    self.branches(condition, effects, &ty, &mut goes_on, &mut leaves, span)
                }
            }
            Kind::Block(statements, tail) => {
                let all = Rest { block: value, statements, tail: *tail, then: Some(then) };
                if self.may_drop(&all) { self.value_of_any(value, then) } else { self.rest(&all) }
            }
            Kind::Match(scrutinee, arms) => match self.leaving_arms(arms) {
                Some(leaving) => self.matching_or_leaving(value, (*scrutinee, arms), &leaving, then),
                None => self.value_of_any(value, then),
            },
            _ => self.value_of_any(value, then),
        }
    }

    /// A value that may leave, as a whole, and what comes after it if it has not.
    fn value_of_any(&mut self, value: ExprId, then: &Then<'_, 'f, 'a>) -> Lowered<Val> {
        let span = self.function.expr(value).span;
        let jumps = self.jumps(value);
        let given = self.value_of_let(then.pattern, value)?;
        self.bind_let(then.pattern, value, given)?;
        self.unless(&jumps, &then.rest, span)
    }

    /// A `match` of which these arms leave, and what comes after its value where the others give it.
    fn matching_or_leaving(
        &mut self,
        value: ExprId,
        (scrutinee, arms): (ExprId, &[Arm]),
        (leaving, staying): &(Vec<&Arm>, Vec<&Arm>),
        then: &Then<'_, 'f, 'a>,
    ) -> Lowered<Val> {
        let span = self.function.expr(value).span;
        let of_value = self.types.expr(value);
        let matched = self.scrutinee(scrutinee, arms)?;
        let ty = self.types.expr(then.rest.outermost());
        let bodies: Vec<ExprId> = arms.iter().map(|arm| arm.body).collect();
        let mut effects = self.effects(&bodies);
        effects.extend(&then.effects);
        let leaves = |lowering: &mut Self, arm: &Arm| lowering.leaving(arm.body, &effects, &then.rest);
        let is_leaving = |arm: &Arm| leaving.iter().any(|other| other.body == arm.body);
        // What comes after stands once.
        if let [_] = staying.as_slice() {
            let give = |lowering: &mut Self, arm: &Arm| {
                if is_leaving(arm) { leaves(lowering, arm) } else { lowering.value_or_leaving(arm.body, then) }
            };
            let arms: Vec<&Arm> = arms.iter().collect();
            return self.arms(&matched, &arms, &ty, Ends { give: &give, effects: &then.effects }, span);
        }
        let whether = |lowering: &mut Self, arm: &Arm| Ok(Val::Wire(lowering.bool(is_leaving(arm), span)?, false));
        let all: Vec<&Arm> = arms.iter().collect();
        let none = BTreeSet::new();
        let left = self.arms(&matched, &all, &Ty::bool(), Ends { give: &whether, effects: &none }, span)?;
        let left = Self::wire(&left, span)?;
        self.branches(
            left,
            effects.clone(),
            &ty,
            &mut |lowering| lowering.arms(&matched, leaving, &ty, Ends { give: &leaves, effects: &then.effects }, span),
            &mut |lowering| {
                let ends = Ends { give: &|lowering, arm| lowering.terminated(arm.body), effects: &none };
                let given = lowering.arms(&matched, staying, &of_value, ends, span)?;
                lowering.after(value, given, then)
            },
            span,
        )
    }

    /// The arms that leave, and the others, if what comes after the value of a `match` can stand once, where it has one.
    fn leaving_arms<'m>(&self, arms: &'m [Arm]) -> Option<(Vec<&'m Arm>, Vec<&'m Arm>)> {
        let (leaving, staying): (Vec<&Arm>, Vec<&Arm>) = arms.iter().partition(|arm| self.diverges(arm.body));
        let is_plain = |arm: &Arm| self.jumps(arm.body).is_empty();
        // Which arm it is is asked twice then.
        let is_pure = |arm: &Arm| arm.guard.is_none_or(|guard| self.effects(&[guard]).is_empty());
        let can = match staying.len() {
            0 => false,
            1 => true,
            _ => staying.iter().all(|arm| is_plain(arm)) && arms.iter().all(is_pure),
        };
        (can && !leaving.is_empty()).then_some((leaving, staying))
    }

    /// What comes after the value of a `let`, where it has one.
    fn after(&mut self, value: ExprId, given: Val, then: &Then<'_, 'f, 'a>) -> Lowered<Val> {
        self.bind_let(then.pattern, value, given)?;
        self.rest_and_end(value, then)
    }

    /// What comes after a `let` of this value, and the end of what it declares.
    fn rest_and_end(&mut self, value: ExprId, then: &Then<'_, 'f, 'a>) -> Lowered<Val> {
        let given = self.rest(&then.rest)?;
        self.end_bound(then.pattern, self.function.expr(value).span)?;
        Ok(given)
    }

    /// The rest of a block, if none of these loops has been left.
    fn unless(&mut self, jumps: &BTreeSet<VarId>, rest: &Rest<'_, 'f, 'a>, span: Span) -> Lowered<Val> {
        let ty = self.types.expr(rest.outermost());
        if rest.is_nothing() && ty == Ty::unit() {
            return Ok(Val::unit());
        }
        let Some(left) = self.any(jumps.iter().copied(), span)? else { return self.rest(rest) };
        let mut effects = self.effects_of(rest);
        effects.extend(jumps);
        let assigned = effects.clone();
        let before: Vec<Option<Val>> = jumps.iter().map(|jump| self.env.get(jump).cloned()).collect();
        self.branches(
            left,
            effects,
            &ty,
            &mut |lowering| {
                for (jump, value) in jumps.iter().zip(&before) {
                    lowering.env.extend(value.clone().map(|value| (*jump, value)));
                }
                lowering.unread(&assigned, span);
                lowering.left_with(rest.outermost(), jumps, span)
            },
            &mut |lowering| {
                lowering.go_on(jumps.iter().copied(), span)?;
                lowering.rest(rest)
            },
            span,
        )
    }

    /// Whether nothing comes after an expression.
    #[expect(clippy::wildcard_enum_match_arm, reason = "of what is not named, something may come after it")]
    fn diverges(&self, id: ExprId) -> bool {
        let function = self.function;
        match &function.expr(id).kind {
            Kind::Jump(_) => true,
            Kind::Loop(repeated) => matches!(repeated.head, Head::Endless(false)),
            Kind::Block(statements, tail) => {
                let statement = |statement: &Statement<'_>| match statement {
                    Statement::Let(_, value, _) => value.is_some_and(|value| self.diverges(value)),
                    Statement::Expr(value) => self.diverges(*value),
                };
                statements.iter().any(statement) || tail.is_some_and(|tail| self.diverges(tail))
            }
            Kind::If(_, then, Some(other)) => self.diverges(*then) && self.diverges(*other),
            Kind::Match(_, arms) => arms.iter().all(|arm| self.diverges(arm.body)),
            _ => false,
        }
    }
}
