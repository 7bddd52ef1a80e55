//! Loops, and what leaves them.

use hypernet::{Limit, Sequence};
use proc_macro2::{Ident, Span};
use syn::spanned::Spanned;
use syn::{
    Block, Expr, ExprBreak, ExprContinue, ExprForLoop, ExprLoop, ExprReturn, ExprWhile, Label, Lifetime, RangeLimits,
};

use super::expr::let_of;
use super::item::Checker;
use super::left::Node;
use super::{ExprId, Head, Jump, Kind, Leaving, Loop, Pattern, VarId};
use crate::diagnostic::refusal;
use crate::source::exprs::bare;

/// A loop around the expression at hand.
pub(super) struct Around {
    label: Option<String>,
    left: Leaving,
    what: What,
    /// Whether a `break` leaves it.
    is_broken: bool,
    /// How many closures are around it.
    closures: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum What {
    /// A loop that ends by itself.
    Ends,
    Endless,
    /// A block with a label, which only that leaves.
    Block,
}

impl<'a> Checker<'a> {
    /// Whether this names no variable: a constant has a name in capitals, and of what is misspelt rustc says so.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is a name, or a look at what has one")]
    fn is_undeclared(&self, mut of: &Expr) -> bool {
        loop {
            of = match of {
                Expr::Reference(it) => &it.expr,
                Expr::Paren(it) => &it.expr,
                Expr::MethodCall(it) => &it.receiver,
                Expr::Path(it) => {
                    let name = it.path.get_ident();
                    return name.is_some_and(|name| {
                        self.look_up(name).is_none() && !crate::source::names::is_upper(&name.to_string())
                    });
                }
                _ => return false,
            };
        }
    }

    /// `for i in a..b`, also with `..=`, `.rev()` and `.step_by(k)`.
    pub(super) fn for_loop(&mut self, it: &'a ExprForLoop, whole: &'a Expr) -> ExprId {
        let Some((bounds, sequence)) = range(&it.expr) else {
            if let Some(each) = self.each(it, whole) {
                return each;
            }
            let refused = refusal::FOR.at(&it.expr);
            let refused =
                if is_length(&it.expr) || self.is_undeclared(&it.expr) { refused.left_to_rustc() } else { refused };
            return self.unseen(refused, Node::Expr(whole));
        };
        let bounds = bounds.into_iter().map(|bound| self.expr(bound, false)).collect();
        self.enter_loop(it.label.as_ref(), What::Ends);
        let (pattern, body) = self.scoped(|checker| {
            let pattern = checker.pattern(&it.pat, true);
            if let Pattern::Bind(number, None) = pattern {
                checker.note_number(number);
            }
            (pattern, checker.block(&it.body, false))
        });
        self.discarded(body);
        let left = self.leave_loop().left;
        if !matches!(pattern, Pattern::Bind(_, None) | Pattern::Wild) {
            return self.refuse(refusal::FOR_PATTERN, &it.pat);
        }
        let head = Head::For { pattern, bounds, sequence };
        self.push_at(Kind::Loop(Box::new(Loop { head, body, left })), it.for_token.span())
    }

    pub(super) fn while_loop(&mut self, it: &'a ExprWhile, whole: &'a Expr) -> ExprId {
        if let Some(turns) = self.while_let(it, whole) {
            return turns;
        }
        if let_of(&it.cond).is_some() {
            return match self.while_matches(it, whole) {
                Ok(turns) => turns,
                Err(refused) => self.unseen(refused, Node::Expr(whole)),
            };
        }
        self.enter_loop(it.label.as_ref(), What::Ends);
        let condition = self.condition(&it.cond);
        let body = self.block(&it.body, false);
        self.discarded(body);
        let left = self.leave_loop().left;
        let head = Head::While(condition);
        self.push_at(Kind::Loop(Box::new(Loop { head, body, left })), it.while_token.span())
    }

    pub(super) fn endless_loop(&mut self, it: &'a ExprLoop) -> ExprId {
        self.enter_loop(it.label.as_ref(), What::Endless);
        let body = self.block(&it.body, false);
        self.discarded(body);
        let Around { left, is_broken, .. } = self.leave_loop();
        let head = Head::Endless(is_broken);
        self.push_at(Kind::Loop(Box::new(Loop { head, body, left })), it.loop_token.span())
    }

    /// `'a: { … }`
    pub(super) fn labelled(&mut self, label: &'a Label, block: &'a Block) -> ExprId {
        self.enter_loop(Some(label), What::Block);
        let body = self.block(block, false);
        let left = self.leave_loop().left;
        self.once(body, left, block.brace_token.span.open())
    }

    /// A body that may be left.
    fn once(&mut self, body: ExprId, left: Leaving, span: Span) -> ExprId {
        if left.value.is_none() {
            return body;
        }
        self.push_at(Kind::Loop(Box::new(Loop { head: Head::Once, body, left })), span)
    }

    /// The body of a function or of a closure, which a `return` may leave.
    pub(super) fn left_by_return(&mut self, body: impl FnOnce(&mut Self) -> ExprId) -> ExprId {
        self.returns.push(None);
        let body = body(self);
        match self.returns.pop().flatten() {
            Some((left, span)) => self.once(body, left, span),
            None => body,
        }
    }

    /// `return` where it is not the end of the function.
    pub(super) fn returned(&mut self, it: &'a ExprReturn) -> ExprId {
        let span = it.return_token.span;
        let value = match &it.expr {
            Some(value) => self.expr(value, false),
            None => self.push_at(Kind::Tuple(Vec::new()), span),
        };
        let known = self.returns.last().copied().flatten();
        let (left, _) = known.unwrap_or_else(|| {
            let mut left = self.leaving();
            left.value = Some(self.hidden("value"));
            (left, span)
        });
        if let Some(last) = self.returns.last_mut() {
            last.get_or_insert((left, span));
        }
        let value = left.value.map(|var| (var, value));
        self.push_at(Kind::Jump(Jump { flag: left.broken, value }), span)
    }

    fn hidden(&mut self, name: &str) -> VarId {
        self.declare_hidden(&Ident::new(name, Span::call_site()))
    }

    fn leaving(&mut self) -> Leaving {
        Leaving { broken: self.hidden("stop"), continued: self.hidden("skip"), value: None }
    }

    fn enter_loop(&mut self, label: Option<&Label>, what: What) {
        let left = self.leaving();
        let label = label.map(|label| label.name.ident.to_string());
        self.loops.push(Around { label, left, what, is_broken: false, closures: self.closures_around() });
    }

    fn leave_loop(&mut self) -> Around {
        self.loops.pop().expect("it has been entered")
    }

    /// The loop that is left by `break` or `continue` with this label.
    fn loop_of(&mut self, label: Option<&Lifetime>) -> Option<&mut Around> {
        let label = label.map(|label| label.ident.to_string());
        let closures = self.closures_around();
        let mut loops = self.loops.iter_mut().rev().filter(|around| around.closures == closures);
        loops.find(|around| match label {
            None => around.what != What::Block,
            Some(_) => around.label == label,
        })
    }

    pub(super) fn breaks(&mut self, it: &'a ExprBreak, whole: &'a Expr) -> ExprId {
        let Some(around) = self.loop_of(it.label.as_ref()) else {
            return self.unseen(refusal::BREAK.at(it.break_token).left_to_rustc(), Node::Expr(whole));
        };
        around.is_broken = true;
        let (flag, value, what) = (around.left.broken, around.left.value, around.what);
        if what == What::Ends && it.expr.is_some() {
            return self.unseen(refusal::BREAK.at(it.break_token).left_to_rustc(), Node::Expr(whole));
        }
        let value = if it.expr.is_some() || what == What::Block {
            let var = value.unwrap_or_else(|| self.hidden("value"));
            if let Some(around) = self.loop_of(it.label.as_ref()) {
                around.left.value = Some(var);
            }
            let value = match &it.expr {
                Some(value) => self.expr(value, false),
                None => self.push_at(Kind::Tuple(Vec::new()), it.break_token.span()),
            };
            Some((var, value))
        } else {
            None
        };
        self.push_at(Kind::Jump(Jump { flag, value }), it.break_token.span())
    }

    pub(super) fn continues(&mut self, it: &'a ExprContinue, whole: &'a Expr) -> ExprId {
        let Some(around) = self.loop_of(it.label.as_ref()).filter(|around| around.what != What::Block) else {
            return self.unseen(refusal::CONTINUE.at(it.continue_token).left_to_rustc(), Node::Expr(whole));
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

/// Whether this is a number for all that can be seen, where a range of numbers is meant.
#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else looks like a number")]
fn is_length(expr: &Expr) -> bool {
    match bare(expr) {
        Expr::Lit(_) => true,
        Expr::MethodCall(call) => call.method == "len" && call.args.is_empty(),
        _ => false,
    }
}
