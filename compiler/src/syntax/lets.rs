//! Patterns in conditions, and `let … else`: each is written as the `match` that it stands for.
//!
//! `if let P = e { … } else { … }` is `match e { P => { … }, _ => { … } }`, and `let P = e else { … }; rest` is
//! `match e { P => { rest }, _ => { … } }`, of which the arms know that what is matched ends before them. What is matched is evaluated
//! once, or nobody can tell.

use proc_macro2::{Delimiter, Ident, Spacing, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::parse::Parser;
use syn::{BinOp, Expr, ExprIf, ExprWhile, Local, Stmt};

use super::arena::Arguments;
use super::expr::let_of;
use super::host_patterns::without_names;
use super::item::Checker;
use super::{ExprId, Kind, Matched};
use crate::diagnostic::{Diagnostic, refusal};
use crate::source::exprs::{bare, is_place};
use crate::source::names::names;
use crate::source::temporaries::is_value;

impl<'a> Checker<'a> {
    /// `if let P = e { … } else { … }`, also among other conditions.
    pub(super) fn if_matches(&mut self, it: &'a ExprIf, whole: &'a Expr, tail: bool) -> Result<ExprId, Diagnostic> {
        let span = it.if_token.span;
        let (then, other) = (&it.then_branch, it.else_branch.as_ref().map(|(_, other)| other));
        let of_value = matches!(conditions(&it.cond)[0], Expr::Let(first) if is_value(&first.expr));
        let other = other.map_or_else(|| quote!({}), ToTokens::to_token_stream);
        let chosen = chosen(&it.cond, &then.to_token_stream(), &other, span)?;
        let id = self.read_match(chosen, whole, tail)?;
        if let (true, Kind::Match(_, arms)) = (of_value, &mut self.exprs[id.index()].kind)
            && let Some(otherwise) = arms.last_mut()
        {
            otherwise.matched = Matched::EndsByEdition(span);
        }
        Ok(id)
    }

    /// `while let P = e { … }`, also among other conditions.
    pub(super) fn while_matches(&mut self, it: &'a ExprWhile, whole: &'a Expr) -> Result<ExprId, Diagnostic> {
        let (label, body, span) = (&it.label, &it.body, it.while_token.span);
        let chosen = chosen(
            &it.cond,
            &body.to_token_stream(),
            &quote!({
                break;
            }),
            span,
        )?;
        self.read_match(quote_spanned!(span=> #label loop { #chosen }), whole, false)
    }

    fn read_match(&mut self, tokens: TokenStream, whole: &'a Expr, tail: bool) -> Result<ExprId, Diagnostic> {
        let kept = Arguments::parse_terminated.parse2(tokens).map_err(|_| refusal::UNDERSTOOD.at(whole))?;
        let Some(chosen) = self.arena.keep(kept).first() else { return Err(refusal::UNDERSTOOD.at(whole)) };
        Ok(self.read_as(chosen, &[], whole, tail))
    }

    /// `let P = e else { … };`, with what comes after it. None if that declares items, which all of the block knows.
    pub(super) fn let_else(&mut self, it: &'a Local, rest: &'a [Stmt], tail: bool) -> Option<ExprId> {
        let init = it.init.as_ref()?;
        let (token, diverge) = init.diverge.as_ref()?;
        if rest.iter().any(|statement| matches!(statement, Stmt::Item(_))) {
            return None;
        }
        let (pattern, value, span) = (&it.pat, &init.expr, token.span);
        // What a reference refers to is in a variable that nobody sees.
        let chosen = if let Expr::Reference(reference) = bare(value)
            && is_value(&reference.expr)
        {
            let (of, mutable, name) = (&reference.expr, &reference.mutability, Ident::new("__backprop_matched", span));
            quote_spanned!(span=> {
                let #mutable #name = #of;
                match &#mutable #name { #pattern => { #(#rest)* } _ => { ::core::mem::drop(#name); #diverge } }
            })
        } else {
            quote_spanned!(span=> match #value { #pattern => { #(#rest)* } _ => #diverge })
        };
        let kept = Arguments::parse_terminated.parse2(chosen).ok()?;
        let declared = self.vars.len();
        let id = self.expr(self.arena.keep(kept).first()?, tail);
        for var in self.vars[declared..].iter_mut().filter(|var| var.name == "__backprop_matched") {
            var.name = Ident::new("matched", span);
        }
        if let (true, Kind::Match(_, arms)) = (is_value(value), &mut self.exprs[id.index()].kind) {
            for arm in arms {
                arm.matched = Matched::Ends;
                arm.pattern.end();
            }
        }
        Some(id)
    }
}

/// What is chosen by conditions of which one at least is a pattern.
fn chosen(condition: &Expr, then: &TokenStream, other: &TokenStream, span: Span) -> Result<TokenStream, Diagnostic> {
    let conditions = conditions(condition);
    if let [Expr::Let(first), rest @ ..] = conditions.as_slice()
        && rest.iter().all(|condition| let_of(condition).is_none())
    {
        let (pattern, value) = (&first.pat, &first.expr);
        let guard = (!rest.is_empty()).then(|| quote!(if #(#rest)&&*));
        return Ok(quote_spanned!(span=> match #value { #pattern #guard => #then _ => #other }));
    }
    for (at, condition) in conditions.iter().enumerate() {
        let Expr::Let(it) = condition else { continue };
        let known = is_place(&it.expr) && {
            let matched = names(it.expr.to_token_stream());
            conditions[at + 1..].iter().all(|after| {
                let after = after.to_token_stream();
                !has_call(after.clone()) || names(after).iter().all(|name| !matched.contains(name))
            })
        };
        if !known {
            return Err(refusal::LET_CHAIN.at(it.let_token));
        }
    }
    let (asked, taken) = (asked(&conditions, span), taken(&conditions, then, span));
    Ok(quote_spanned!(span=> if #asked { #taken } else #other))
}

/// The conditions between `&&`.
fn conditions(condition: &Expr) -> Vec<&Expr> {
    let (mut found, mut rest) = (Vec::new(), condition);
    while let Expr::Binary(syn::ExprBinary { left, op: BinOp::And(_), right, .. }) = rest {
        found.push(&**right);
        rest = left;
    }
    found.push(rest);
    found.reverse();
    found
}

/// Whether all conditions hold.
fn asked(conditions: &[&Expr], span: Span) -> TokenStream {
    match conditions {
        [] => quote_spanned!(span=> true),
        [Expr::Let(it), rest @ ..] => {
            let (value, asked) = (&it.expr, asked(rest, span));
            let text = asked.to_string();
            // No other name is wanted here.
            let pattern = without_names(&it.pat, &|name| text.contains(&name.to_string()));
            if rest.is_empty() {
                quote_spanned!(span=> ::core::matches!(#value, #pattern))
            } else {
                quote_spanned!(span=> match #value { #pattern => #asked, _ => false })
            }
        }
        [last] => last.to_token_stream(),
        [first, rest @ ..] => {
            let rest = asked(rest, span);
            quote_spanned!(span=> #first && #rest)
        }
    }
}

/// What is to be done where they hold, with the names that they give.
fn taken(conditions: &[&Expr], then: &TokenStream, span: Span) -> TokenStream {
    match conditions {
        [] => then.clone(),
        [Expr::Let(it), rest @ ..] => {
            let (pattern, value, rest) = (&it.pat, &it.expr, taken(rest, then, span));
            quote_spanned!(span=> match #value { #pattern => #rest, _ => ::core::unreachable!() })
        }
        [_, rest @ ..] => taken(rest, then, span),
    }
}

/// Whether something is called, or a macro, or assigned.
pub(super) fn has_call(tokens: TokenStream) -> bool {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let called = tokens.windows(2).any(|pair| match pair {
        [TokenTree::Ident(_), TokenTree::Group(group)] => group.delimiter() == Delimiter::Parenthesis,
        // `!` of `!=` is joined to what comes after it.
        [TokenTree::Ident(_), TokenTree::Punct(punct)] => punct.as_char() == '!' && punct.spacing() == Spacing::Alone,
        // After the arguments of its type.
        [TokenTree::Punct(punct), TokenTree::Group(group)] => {
            punct.as_char() == '>' && group.delimiter() == Delimiter::Parenthesis
        }
        _ => false,
    });
    let inside = |token: TokenTree| {
        // What stands in a block may assign.
        matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace || has_call(group.stream()))
    };
    called || tokens.into_iter().any(inside)
}
