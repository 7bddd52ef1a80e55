//! Rows that options hold, written as rows with an index: `path.last().unwrap()[0]` is `path[last(path.len())][0]`, and
//! `let row = self.rows.first().unwrap();` is `let row = &self.rows[at(0, self.rows.len())];`. So are structs of which fields are read,
//! `knots.last().unwrap().x[1]`, what loops run over, `for v in rows.last().unwrap()`, `xs.iter().zip(rows.last().unwrap())`, arguments of calls,
//! `dot(rows.last().unwrap(), x)`, and elements that are changed, `*x.last_mut().unwrap() += 1.0`.
//!
//! The functions `last` and `at` of the runtime give the index, and panic as the option does.

use proc_macro2::{TokenStream, TokenTree};
use quote::{quote, quote_spanned};
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
        Part::Block(block) => block.stmts.iter().any(|statement| declared(statement).is_some()),
        Part::Expr(expr) => {
            whole(expr).is_some()
                || head(expr).is_some()
                || arguments(expr).any(|argument| reference(argument).is_some())
        }
        Part::Macro(_) | Part::Item(_) | Part::Unknown(_) => false,
    }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is written")]
fn write(part: PartMut<'_>) {
    match part {
        PartMut::Block(block) => {
            in_block_mut(block, &mut write);
            for statement in &mut block.stmts {
                let Some(written) = declared(statement) else { continue };
                if let Stmt::Local(Local { init: Some(init), .. }) = statement {
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
            }
            match expr {
                Expr::ForLoop(it) => it.expr = reference(&it.expr).map_or_else(|| it.expr.clone(), Box::new),
                Expr::Unary(it) if matches!(it.op, UnOp::Deref(_)) => {
                    if let Some(row) = row(&it.expr).filter(|row| row.changes) {
                        *expr = row.place;
                    }
                }
                Expr::Call(syn::ExprCall { args, .. }) | Expr::MethodCall(ExprMethodCall { args, .. }) => {
                    for argument in args {
                        if let Some(reference) = reference(argument) {
                            *argument = reference;
                        }
                    }
                }
                _ => {}
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
    /// Whether it may be changed.
    changes: bool,
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
    let method = option.method.to_string();
    let (method, changes) = method.strip_suffix("_mut").map_or((&*method, false), |method| (method, true));
    let index = match (method, option.args.first()) {
        ("last", None) => quote_spanned!(span=> #backprop::__private::index::last(#array.len(), #text)),
        ("first", None) => quote_spanned!(span=> #backprop::__private::index::at(0, #array.len(), #text)),
        ("get", Some(at)) if option.args.len() == 1 && !matches!(bare(at), Expr::Range(_)) => {
            quote_spanned!(span=> #backprop::__private::index::at(#at, #array.len(), #text))
        }
        _ => return None,
    };
    Some(Row { place: syn::parse2(quote_spanned!(span=> #array[#index])).ok()?, copied, changes })
}

/// The array of which such an option holds an element that is no copy.
pub(super) fn taken_of(option: &Expr) -> Option<&Expr> {
    row(option).filter(|row| !row.changes && !row.copied)?;
    let Expr::MethodCall(taken) = bare(option) else { return None };
    let Expr::MethodCall(option) = bare(&taken.receiver) else { return None };
    Some(&option.receiver)
}

/// The place of what such an option holds, if a part of it is read here.
#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else reads a part")]
fn whole(part: &Expr) -> Option<Expr> {
    let of = match part {
        Expr::Index(index) => &index.expr,
        Expr::Field(field) => &field.base,
        Expr::MethodCall(call) => &call.receiver,
        _ => return None,
    };
    row(of).map(|row| row.place)
}

/// A reference to what such an option holds.
fn reference(taken: &Expr) -> Option<Expr> {
    let Row { place, changes, .. } = row(taken).filter(|row| !row.copied)?;
    Some(if changes { syn::parse_quote!(&mut #place) } else { syn::parse_quote!(&#place) })
}

/// What a loop with this head runs over, if that is such a row; or an element that is changed.
#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is the head of a loop, or changed")]
fn head(expr: &Expr) -> Option<Expr> {
    match expr {
        Expr::ForLoop(it) => reference(&it.expr),
        Expr::Unary(it) if matches!(it.op, UnOp::Deref(_)) => {
            reference(&it.expr).filter(|reference| matches!(reference, Expr::Reference(it) if it.mutability.is_some()))
        }
        _ => None,
    }
}

/// The arguments of a call.
#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is a call")]
fn arguments(expr: &Expr) -> impl Iterator<Item = &Expr> {
    let arguments = match expr {
        Expr::Call(call) => Some(&call.args),
        Expr::MethodCall(call) => Some(&call.args),
        _ => None,
    };
    arguments.into_iter().flatten()
}

/// What a variable is declared with, if that is such an element, or a copy of one.
fn declared(statement: &Stmt) -> Option<Expr> {
    let Stmt::Local(Local { pat, init: Some(init), .. }) = statement else { return None };
    let written = written(&init.expr).filter(|_| init.diverge.is_none())?;
    let names = matches!(pat, Pat::Ident(name) if name.by_ref.is_none() && name.subpat.is_none());
    (names || matches!(pat, Pat::Slice(_) | Pat::Type(_))).then_some(written)
}

#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is made of what an option holds")]
fn written(init: &Expr) -> Option<Expr> {
    if let Some(row) = row(init) {
        return if row.copied { Some(row.place) } else { reference(init) };
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
