//! Indices of types of the user's, `m[(i, j)]`, as the methods that read and set what they lead to.
//!
//! An index that is a tuple is never one of an array or a slice. What an index leads to is a number; where more is done with it than to read
//! and to assign it, the function stays as it is. Code that is left as it is has the indices that the user wrote.

use proc_macro2::{Ident, Span};
use quote::{ToTokens, quote_spanned};
use syn::spanned::Spanned;
use syn::{BinOp, Expr, ExprIndex, ItemFn, Stmt};

use crate::source::exprs::{bare, is_compound, is_index, is_place};
use crate::source::inside::{Part, PartMut, in_block_mut, in_expr_mut, is_any};

/// The method that gives what an index leads to.
pub(crate) const READ: &str = "__index";
/// The method that gives what an index leads to which is changed.
pub(crate) const READ_TO_SET: &str = "__index_mut";
/// The method that sets it.
pub(crate) const SET: &str = "__set_index";

/// The name of a value that is computed before the index is looked for.
const VALUE: &str = "__backprop_value";

/// The function with such methods, if it has such indices.
pub(crate) fn with_index_methods(function: &ItemFn) -> Option<ItemFn> {
    let body = Part::Block(&function.block);
    let is_one = |part: &Part<'_>| matches!(part, Part::Expr(expr) if index(expr).is_some());
    if !is_any(&body, &is_one) || is_any(&body, &asks_for_more) {
        return None;
    }
    let mut function = function.clone();
    write(PartMut::Block(&mut function.block));
    Some(function)
}

/// An index that is a tuple.
fn index(expr: &Expr) -> Option<&ExprIndex> {
    let Expr::Index(index) = bare(expr) else { return None };
    let Expr::Tuple(parts) = bare(&index.index) else { return None };
    (is_place(&index.expr) && parts.elems.iter().all(is_index)).then_some(index)
}

/// Whether a place is reached through such an index, but is not what that leads to.
fn is_behind(place: &Expr) -> bool {
    index(place).is_none()
        && is_any(&Part::Expr(place), &|part| matches!(part, Part::Expr(expr) if index(expr).is_some()))
}

/// Whether what an index leads to is changed otherwise than by an assignment.
#[expect(clippy::wildcard_enum_match_arm, reason = "no other expression changes a number")]
fn asks_for_more(part: &Part<'_>) -> bool {
    let names_one = |expr: &Expr| index(expr).is_some() || is_behind(expr);
    match part {
        Part::Expr(Expr::Reference(it)) => it.mutability.is_some() && names_one(&it.expr),
        Part::Expr(Expr::Assign(it)) => is_behind(&it.left),
        Part::Expr(Expr::Binary(it)) if is_compound(&it.op) => is_behind(&it.left),
        Part::Expr(Expr::MethodCall(it)) => it.method.to_string().ends_with("_mut") && names_one(&it.receiver),
        Part::Block(block) => block
            .stmts
            .iter()
            .any(|statement| matches!(statement, Stmt::Expr(Expr::MethodCall(it), Some(_)) if names_one(&it.receiver))),
        _ => false,
    }
}

fn write(part: PartMut<'_>) {
    match part {
        PartMut::Block(block) => in_block_mut(block, &mut write),
        PartMut::Expr(expr) => {
            if let Some(written) = assigned(expr) {
                *expr = written;
            }
            in_expr_mut(expr, &mut write);
            if let Some(ExprIndex { expr: of, index, .. }) = index(expr) {
                let read = Ident::new(READ, Span::call_site().located_at(index.span()));
                *expr = syn::parse_quote!(#of.#read(#index));
            }
        }
        PartMut::Macro(_) | PartMut::Item(_) | PartMut::Unknown(_) => {}
    }
}

/// The call that stands for an assignment to what an index leads to. The value is computed first, as it is where it stands.
#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else assigns")]
fn assigned(expr: &Expr) -> Option<Expr> {
    let (left, value, op) = match expr {
        Expr::Assign(it) => (&it.left, &it.right, None),
        Expr::Binary(it) if is_compound(&it.op) => (&it.left, &it.right, Some(plain(&it.op)?)),
        _ => return None,
    };
    let ExprIndex { expr: of, index: at, .. } = index(left)?;
    let [read, set] = [READ_TO_SET, SET].map(|name| Ident::new(name, Span::call_site().located_at(at.span())));
    let span = expr.span();
    let written = |value: &dyn ToTokens| match op {
        None => quote_spanned!(span=> #of.#set(#at, #value)),
        Some(op) => quote_spanned!(span=> #of.#set(#at, #of.#read(#at) #op #value)),
    };
    syn::parse2(if matches!(bare(value), Expr::Path(_) | Expr::Lit(_)) {
        written(value)
    } else {
        let name = Ident::new(VALUE, Span::call_site());
        let written = written(&name);
        quote_spanned!(span=> { let #name = #value; #written; })
    })
    .ok()
}

/// The operator of a compound assignment.
#[expect(clippy::wildcard_enum_match_arm, reason = "numbers have no others")]
fn plain(op: &BinOp) -> Option<BinOp> {
    let span = op.span();
    Some(match op {
        BinOp::AddAssign(_) => BinOp::Add(syn::Token![+](span)),
        BinOp::SubAssign(_) => BinOp::Sub(syn::Token![-](span)),
        BinOp::MulAssign(_) => BinOp::Mul(syn::Token![*](span)),
        BinOp::DivAssign(_) => BinOp::Div(syn::Token![/](span)),
        BinOp::RemAssign(_) => BinOp::Rem(syn::Token![%](span)),
        _ => return None,
    })
}

/// Writes the indices again that such methods stand for.
pub(crate) fn write_again(part: PartMut<'_>) {
    match part {
        PartMut::Block(block) => in_block_mut(block, &mut write_again),
        PartMut::Expr(expr) => {
            in_expr_mut(expr, &mut write_again);
            let Expr::MethodCall(call) = &*expr else { return };
            let (of, mut arguments) = (&call.receiver, call.args.iter());
            let written: Option<Expr> = match (arguments.next(), arguments.next()) {
                (Some(at), None) if call.method == READ || call.method == READ_TO_SET => {
                    Some(syn::parse_quote!(#of[#at]))
                }
                (Some(at), Some(value)) if call.method == SET => Some(syn::parse_quote!(#of[#at] = #value)),
                _ => None,
            };
            if let Some(written) = written {
                *expr = written;
            }
        }
        PartMut::Macro(_) | PartMut::Item(_) | PartMut::Unknown(_) => {}
    }
}
