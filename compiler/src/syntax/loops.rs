//! Loops, and what leaves them.

use hypernet::{Limit, Sequence};
use proc_macro2::{Ident, Span};
use syn::spanned::Spanned;
use syn::{Expr, ExprBreak, ExprContinue, ExprForLoop, ExprLoop, ExprWhile, Label, Lifetime, RangeLimits};

use super::expr::{bare, let_of};
use super::item::Checker;
use super::left::Node;
use super::{ExprId, Head, Jump, Kind, Leaving, Loop, Pattern};
use crate::diagnostic::refusal;

/// A loop around the expression at hand.
pub(super) struct Around {
    label: Option<String>,
    left: Leaving,
    /// Whether it gives a value.
    is_endless: bool,
    /// How many closures are around it.
    closures: usize,
}

impl<'a> Checker<'a> {
    /// `for i in a..b`, also with `..=`, `.rev()` and `.step_by(k)`.
    pub(super) fn for_loop(&mut self, it: &'a ExprForLoop, whole: &'a Expr) -> ExprId {
        let Some((bounds, sequence)) = range(&it.expr) else {
            return self.unseen(refusal::FOR.at(&it.expr), Node::Expr(whole));
        };
        let bounds = bounds.into_iter().map(|bound| self.expr(bound, false)).collect();
        self.enter_loop(it.label.as_ref(), false);
        let (pattern, body) = self.scoped(|checker| {
            let pattern = checker.pattern(&it.pat, true);
            (pattern, checker.block(&it.body, false))
        });
        let left = self.leave_loop();
        if !matches!(pattern, Pattern::Bind(_, None) | Pattern::Wild) {
            return self.refuse(refusal::FOR_PATTERN, &it.pat);
        }
        let head = Head::For { pattern, bounds, sequence };
        self.push_at(Kind::Loop(Box::new(Loop { head, body, left })), it.for_token.span())
    }

    pub(super) fn while_loop(&mut self, it: &'a ExprWhile, whole: &'a Expr) -> ExprId {
        if let Some(token) = let_of(&it.cond) {
            return self.unseen(refusal::WHILE_LET.on(token.span), Node::Expr(whole));
        }
        self.enter_loop(it.label.as_ref(), false);
        let condition = self.condition(&it.cond);
        let body = self.block(&it.body, false);
        let left = self.leave_loop();
        let head = Head::While(condition);
        self.push_at(Kind::Loop(Box::new(Loop { head, body, left })), it.while_token.span())
    }

    pub(super) fn endless_loop(&mut self, it: &'a ExprLoop) -> ExprId {
        self.enter_loop(it.label.as_ref(), true);
        let body = self.block(&it.body, false);
        let left = self.leave_loop();
        self.push_at(Kind::Loop(Box::new(Loop { head: Head::Endless, body, left })), it.loop_token.span())
    }

    fn enter_loop(&mut self, label: Option<&Label>, is_endless: bool) {
        let hidden = |checker: &mut Self, name: &str| checker.declare_hidden(&Ident::new(name, Span::call_site()));
        let left = Leaving { broken: hidden(self, "stop"), continued: hidden(self, "skip"), value: None };
        let label = label.map(|label| label.name.ident.to_string());
        self.loops.push(Around { label, left, is_endless, closures: self.closures_around() });
    }

    fn leave_loop(&mut self) -> Leaving {
        self.loops.pop().expect("it has been entered").left
    }

    /// The loop that is left by `break` or `continue` with this label.
    fn loop_of(&mut self, label: Option<&Lifetime>) -> Option<&mut Around> {
        let label = label.map(|label| label.ident.to_string());
        let closures = self.closures_around();
        let mut loops = self.loops.iter_mut().rev().filter(|around| around.closures == closures);
        loops.find(|around| label.is_none() || around.label == label)
    }

    pub(super) fn breaks(&mut self, it: &'a ExprBreak, whole: &'a Expr) -> ExprId {
        let Some(around) = self.loop_of(it.label.as_ref()) else {
            return self.unseen(refusal::BREAK.at(it.break_token), Node::Expr(whole));
        };
        let (flag, value, is_endless) = (around.left.broken, around.left.value, around.is_endless);
        let value = match &it.expr {
            Some(_) if !is_endless => return self.unseen(refusal::BREAK.at(it.break_token), Node::Expr(whole)),
            Some(expr) => {
                let var = value.unwrap_or_else(|| self.declare_hidden(&Ident::new("value", Span::call_site())));
                if let Some(around) = self.loop_of(it.label.as_ref()) {
                    around.left.value = Some(var);
                }
                Some((var, self.expr(expr, false)))
            }
            None => None,
        };
        self.push_at(Kind::Jump(Jump { flag, value }), it.break_token.span())
    }

    pub(super) fn continues(&mut self, it: &'a ExprContinue, whole: &'a Expr) -> ExprId {
        let Some(around) = self.loop_of(it.label.as_ref()) else {
            return self.unseen(refusal::CONTINUE.at(it.continue_token), Node::Expr(whole));
        };
        let flag = around.left.continued;
        self.push_at(Kind::Jump(Jump { flag, value: None }), it.continue_token.span())
    }
}

/// The bounds of a range, the step if there is one, and the order in which it is run through.
#[expect(clippy::wildcard_enum_match_arm, reason = "no other expression is a range")]
fn range(expr: &Expr) -> Option<(Vec<&Expr>, Sequence)> {
    match bare(expr) {
        Expr::Range(range) => {
            let limit = match range.limits {
                RangeLimits::HalfOpen(_) => Limit::Before,
                RangeLimits::Closed(_) => Limit::To,
            };
            let bounds = vec![range.start.as_deref()?, range.end.as_deref()?];
            Some((bounds, Sequence { limit, ..Sequence::UPWARDS }))
        }
        Expr::MethodCall(call) if call.turbofish.is_none() => {
            let (mut bounds, sequence) = range(&call.receiver)?;
            // What goes on by more than one ends at another number if it is run through the other way.
            if sequence.stepped {
                return None;
            }
            match call.args.first() {
                None if call.method == "rev" => Some((bounds, sequence.reversed())),
                Some(step) if call.method == "step_by" && call.args.len() == 1 => {
                    bounds.push(step);
                    Some((bounds, Sequence { stepped: true, ..sequence }))
                }
                _ => None,
            }
        }
        _ => None,
    }
}
