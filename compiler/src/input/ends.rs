//! Rows that options hold, written as rows with an index: `path.last().unwrap()[0]` is `path[last(path.len())][0]`, and
//! `let row = self.rows.first().unwrap();` is `let row = &self.rows[at(0, self.rows.len())];`, if elements of `row` are read. So are structs of
//! which fields are read, `knots.last().unwrap().x[1]`, and what loops run over, `for v in rows.last().unwrap()`, `xs.iter().zip(rows.last().unwrap())`.
//!
//! The functions `last` and `at` of the runtime give the index, and panic as the option does.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::{Expr, ExprMethodCall, ItemFn, Lit, Local, Pat, Stmt, UnOp};

use super::crate_path::crate_path;
use crate::source::exprs::{bare, is_place};
use crate::source::inside::{Part, PartMut, in_block_mut, in_expr_mut, is_any};

/// The function with indices in place of these options, if there are some.
pub(crate) fn with_indices(function: &ItemFn) -> Option<ItemFn> {
    if !is_any(&Part::Block(&function.block), &has_some) {
        return None;
    }
    let mut function = function.clone();
    write(PartMut::Block(&mut function.block));
    Some(function)
}

/// Whether an index stands in this code that has been written for an option.
pub(crate) fn names_index(tokens: &TokenStream) -> bool {
    let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
    let is_name = |token: &TokenTree, name: &str| matches!(token, TokenTree::Ident(ident) if ident == name);
    tokens.iter().enumerate().any(|(at, token)| match token {
        TokenTree::Ident(name) if name == "__private" => {
            tokens.get(at + 3).is_some_and(|token| is_name(token, "index"))
        }
        TokenTree::Group(group) => names_index(&group.stream()),
        TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}

/// Whether a block declares such a row, or an expression reads an element of one.
fn has_some(part: &Part<'_>) -> bool {
    match part {
        Part::Block(block) => {
            let mut statements = block.stmts.iter().enumerate();
            statements.any(|(at, statement)| declared(statement, &block.stmts[at + 1..]).is_some())
        }
        Part::Expr(expr) => whole(expr).is_some() || head(expr).is_some(),
        Part::Macro(_) | Part::Item(_) | Part::Unknown(_) => false,
    }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is written")]
fn write(part: PartMut<'_>) {
    match part {
        PartMut::Block(block) => {
            in_block_mut(block, &mut write);
            for at in 0..block.stmts.len() {
                let Some(written) = declared(&block.stmts[at], &block.stmts[at + 1..]) else { continue };
                if let Stmt::Local(Local { init: Some(init), .. }) = &mut block.stmts[at] {
                    *init.expr = written;
                }
            }
        }
        PartMut::Expr(expr) => {
            in_expr_mut(expr, &mut write);
            if let Some(place) = whole(expr)
                && let Expr::Index(syn::ExprIndex { expr: of, .. })
                | Expr::Field(syn::ExprField { base: of, .. })
                | Expr::MethodCall(ExprMethodCall { receiver: of, .. }) = expr
            {
                **of = place;
            } else if let Some(reference) = head(expr) {
                match expr {
                    Expr::ForLoop(it) => *it.expr = reference,
                    Expr::MethodCall(call) => call.args = std::iter::once(reference).collect(),
                    _ => {}
                }
            }
        }
        PartMut::Macro(_) | PartMut::Item(_) | PartMut::Unknown(_) => {}
    }
}

/// What an option holds that is taken out of it.
struct Row {
    /// The place.
    place: Expr,
    /// Whether it is copied.
    copied: bool,
}

/// The element of an array that this takes out of an option: `a.last().unwrap()`, `a.get(i).copied().expect("…")`.
fn row(taken: &Expr) -> Option<Row> {
    let Expr::MethodCall(taken) = bare(taken) else { return None };
    let is_text = |text: &Expr| matches!(bare(text), Expr::Lit(text) if matches!(text.lit, Lit::Str(_)));
    let text: TokenStream = match (taken.method.to_string().as_str(), taken.args.first()) {
        ("unwrap", None) => quote!(::core::option::Option::None),
        ("expect", Some(text)) if is_text(text) && taken.args.len() == 1 => quote!(::core::option::Option::Some(#text)),
        _ => return None,
    };
    let Expr::MethodCall(option) = bare(&taken.receiver) else { return None };
    let copied = ["copied", "cloned"].iter().any(|name| option.method == name) && option.args.is_empty();
    let option: &ExprMethodCall = if copied {
        let Expr::MethodCall(inside) = bare(&option.receiver) else { return None };
        inside
    } else {
        option
    };
    let (array, span, backprop) = (&option.receiver, option.method.span(), crate_path());
    if !is_place(array) || option.turbofish.is_some() {
        return None;
    }
    let index = match (option.method.to_string().as_str(), option.args.first()) {
        ("last", None) => quote_spanned!(span=> #backprop::__private::index::last(#array.len(), #text)),
        ("first", None) => quote_spanned!(span=> #backprop::__private::index::at(0, #array.len(), #text)),
        ("get", Some(at)) if option.args.len() == 1 && !matches!(bare(at), Expr::Range(_)) => {
            quote_spanned!(span=> #backprop::__private::index::at(#at, #array.len(), #text))
        }
        _ => return None,
    };
    Some(Row { place: syn::parse2(quote_spanned!(span=> #array[#index])).ok()?, copied })
}

/// The place of what such an option holds, if a part of it is read here.
#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else reads a part")]
fn whole(part: &Expr) -> Option<Expr> {
    let of = match part {
        Expr::Index(index) => &index.expr,
        Expr::Field(field) => &field.base,
        Expr::MethodCall(call) if call.method == "iter" && call.args.is_empty() => &call.receiver,
        _ => return None,
    };
    row(of).map(|row| row.place)
}

/// A reference to what such an option holds, if a loop runs over that, or over something beside it.
#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is the head of a loop, or beside one")]
fn head(expr: &Expr) -> Option<Expr> {
    let over = match expr {
        Expr::ForLoop(it) => &*it.expr,
        Expr::MethodCall(call) if call.method == "zip" && call.args.len() == 1 => &call.args[0],
        _ => return None,
    };
    let Row { place, .. } = row(over).filter(|row| !row.copied)?;
    Some(syn::parse_quote!(&#place))
}

/// What a variable is declared with, if that is such an element, or a copy of one, of which elements are read after it.
#[expect(clippy::wildcard_enum_match_arm, reason = "no other pattern shows an array, or names one")]
fn declared(statement: &Stmt, after: &[Stmt]) -> Option<Expr> {
    let Stmt::Local(Local { pat, init: Some(init), .. }) = statement else { return None };
    let written = written(&init.expr).filter(|_| init.diverge.is_none())?;
    let is_row = match pat {
        Pat::Slice(_) => true,
        Pat::Ident(name) if name.by_ref.is_none() && name.subpat.is_none() => {
            after.iter().any(|statement| reads_elements(statement, &name.ident))
        }
        _ => false,
    };
    is_row.then_some(written)
}

#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is made of what an option holds")]
fn written(init: &Expr) -> Option<Expr> {
    if let Some(Row { place, copied }) = row(init) {
        return Some(if copied { place } else { syn::parse_quote!(&#place) });
    }
    match bare(init) {
        Expr::Unary(it) if matches!(it.op, UnOp::Deref(_)) => {
            row(&it.expr).filter(|row| !row.copied).map(|Row { place, .. }| place)
        }
        Expr::MethodCall(call)
            if call.args.is_empty() && ["clone", "to_vec"].iter().any(|name| call.method == name) =>
        {
            let Row { place, .. } = row(&call.receiver)?;
            let mut call = call.clone();
            *call.receiver = place;
            Some(Expr::MethodCall(call))
        }
        _ => None,
    }
}

/// Whether elements are read of what this name means.
fn reads_elements(statement: &Stmt, name: &Ident) -> bool {
    let reads = |part: &Part<'_>| match part {
        Part::Expr(Expr::Index(index)) => matches!(bare(&index.expr), Expr::Path(path) if path.path.is_ident(name)),
        Part::Macro(call) => macro_reads(call.tokens.to_token_stream(), name),
        Part::Expr(_) | Part::Block(_) | Part::Item(_) | Part::Unknown(_) => false,
    };
    let block = syn::Block { brace_token: syn::token::Brace::default(), stmts: vec![statement.clone()] };
    is_any(&Part::Block(&block), &reads)
}

/// Whether the tokens of a macro have an index behind this name: `vec![row[0] * x]`.
fn macro_reads(tokens: TokenStream, name: &Ident) -> bool {
    let mut is_name = false;
    for token in tokens {
        match token {
            proc_macro2::TokenTree::Group(group) => {
                if is_name && group.delimiter() == proc_macro2::Delimiter::Bracket || macro_reads(group.stream(), name)
                {
                    return true;
                }
                is_name = false;
            }
            proc_macro2::TokenTree::Ident(ident) => is_name = ident == *name,
            proc_macro2::TokenTree::Punct(_) | proc_macro2::TokenTree::Literal(_) => is_name = false,
        }
    }
    false
}
