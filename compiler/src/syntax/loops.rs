//! Loops.

use hypernet::Sequence;
use syn::spanned::Spanned;
use syn::{Expr, ExprForLoop, RangeLimits};

use super::expr::bare;
use super::item::Checker;
use super::left::Node;
use super::{ExprId, For, Kind, Pattern};
use crate::diagnostic::refusal;

impl<'a> Checker<'a> {
    /// `for i in a..b`, also with `..=` and `.rev()`.
    pub(super) fn for_loop(&mut self, it: &'a ExprForLoop, whole: &'a Expr) -> ExprId {
        if let Some(label) = &it.label {
            return self.unseen(refusal::LABEL.at(label), Node::Expr(whole));
        }
        let Some((first, last, sequence)) = range(&it.expr) else {
            return self.unseen(refusal::FOR.at(&it.expr), Node::Expr(whole));
        };
        let bounds = [first, last].map(|bound| self.expr(bound, false));
        let (pattern, body) = self.scoped(|checker| {
            let pattern = checker.pattern(&it.pat, true);
            (pattern, checker.block(&it.body, false))
        });
        if !matches!(pattern, Pattern::Bind(_, None) | Pattern::Wild) {
            return self.refuse(refusal::FOR_PATTERN, &it.pat);
        }
        self.push_at(Kind::For(Box::new(For { pattern, bounds, sequence, body })), it.for_token.span())
    }
}

/// The bounds of a range, and the order in which it is run through.
#[expect(clippy::wildcard_enum_match_arm, reason = "no other expression is a range")]
fn range(expr: &Expr) -> Option<(&Expr, &Expr, Sequence)> {
    match bare(expr) {
        Expr::Range(range) => {
            let inclusive = match range.limits {
                RangeLimits::HalfOpen(_) => false,
                RangeLimits::Closed(_) => true,
            };
            Some((range.start.as_deref()?, range.end.as_deref()?, Sequence { inclusive, downwards: false }))
        }
        Expr::MethodCall(call) if call.method == "rev" && call.args.is_empty() && call.turbofish.is_none() => {
            let (first, last, sequence) = range(&call.receiver)?;
            Some((first, last, sequence.reversed()))
        }
        _ => None,
    }
}
