//! Values without a name get one: the result of a call that a loop runs over, an array that is written in the head of a loop, and
//! arrays on both sides of an assignment.
//!
//! `for p in &all(x) { … }` is `{ let given = all(x); for p in &given { … } }`, `for row in [[a, b], [c, d]] { … }` is a loop over the indices
//! of a variable, and `[a, b] = [b, a + b]` is `(a, b) = (b, a + b)`.

use proc_macro2::{Ident, Span};
use quote::quote;
use syn::{Expr, ExprForLoop, ItemFn};

use super::inside::{Part, PartMut, in_block, in_block_mut, in_expr, in_expr_mut};
use crate::syntax::bare;

/// The names of what a loop runs over, and of the index.
const GIVEN: &str = "__backprop_given";
const TURN: &str = "__backprop_turn";

/// The function with names for these, if there are some.
pub(crate) fn with_names(function: &ItemFn) -> Option<ItemFn> {
    if !has_some(&Part::Block(&function.block)) {
        return None;
    }
    let mut function = function.clone();
    let mut count = 0;
    write(PartMut::Block(&mut function.block), &mut count);
    Some(function)
}

/// Whether something in this gets a name.
fn has_some(part: &Part<'_>) -> bool {
    let mut found = false;
    let mut look = |part: Part<'_>| found = found || has_some(&part);
    match part {
        Part::Block(block) => in_block(block, &mut look),
        Part::Expr(Expr::ForLoop(it)) if is_of_rows(it) || given(&it.expr).is_some() => return true,
        Part::Expr(Expr::Assign(it)) if arrays(it).is_some() => return true,
        Part::Expr(expr) => in_expr(expr, &mut look),
        Part::Macro(_) | Part::Item(_) | Part::Unknown(_) => {}
    }
    found
}

#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else gets a name")]
fn write(part: PartMut<'_>, count: &mut usize) {
    match part {
        PartMut::Block(block) => in_block_mut(block, &mut |part| write(part, count)),
        PartMut::Expr(expr) => {
            in_expr_mut(expr, &mut |part| write(part, count));
            let written = match expr {
                Expr::ForLoop(it) => named(it, count),
                Expr::Assign(it) => arrays(it),
                _ => None,
            };
            if let Some(written) = written {
                *expr = written;
            }
        }
        PartMut::Macro(_) | PartMut::Item(_) | PartMut::Unknown(_) => {}
    }
}

/// The loop in a block in which what it runs over has a name.
fn named(it: &ExprForLoop, count: &mut usize) -> Option<Expr> {
    let mut name = |of: &str| {
        *count += 1;
        Ident::new(&format!("{of}_{count}"), Span::call_site())
    };
    if is_of_rows(it) {
        let (given, turn) = (name(GIVEN), name(TURN));
        let ExprForLoop { attrs, label, pat, expr, body, .. } = it;
        let rows = bare(expr);
        let statements = &body.stmts;
        let written = quote!({
            let #given = #rows;
            #(#attrs)* #label for #turn in 0..#given.len() {
                let #pat = #given[#turn];
                #(#statements)*
            }
        });
        return syn::parse2(written).ok();
    }
    let call = given(&it.expr)?.clone();
    let given = name(GIVEN);
    let mut it = it.clone();
    replace(&mut it.expr, &given);
    syn::parse2(quote!({ let #given = #call; #it })).ok()
}

/// Whether a loop runs over arrays that are written in its head, by value.
fn is_of_rows(it: &ExprForLoop) -> bool {
    let Expr::Array(rows) = bare(&it.expr) else { return false };
    !rows.elems.is_empty() && rows.elems.iter().all(|row| matches!(bare(row), Expr::Array(_)))
}

/// The call of which a loop runs over what it gives, by reference. Nothing in the head comes before it.
#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else refers to what a call gives")]
fn given(head: &Expr) -> Option<&Expr> {
    match bare(head) {
        Expr::Reference(reference) if reference.mutability.is_none() => called(&reference.expr),
        Expr::MethodCall(call) if call.method == "iter" && call.args.is_empty() => called(&call.receiver),
        Expr::MethodCall(call) if is_adaptor(call) => given(&call.receiver),
        _ => None,
    }
}

/// The same, with a name in place of the call.
#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else refers to what a call gives")]
fn replace(head: &mut Expr, name: &Ident) {
    match head {
        Expr::Paren(inside) => replace(&mut inside.expr, name),
        Expr::Group(inside) => replace(&mut inside.expr, name),
        Expr::Reference(reference) => *reference.expr = syn::parse_quote!(#name),
        Expr::MethodCall(call) if call.method == "iter" => *call.receiver = syn::parse_quote!(#name),
        Expr::MethodCall(call) => replace(&mut call.receiver, name),
        _ => {}
    }
}

fn is_adaptor(call: &syn::ExprMethodCall) -> bool {
    ["enumerate", "zip", "rev", "skip", "take", "step_by", "copied", "cloned"].contains(&&*call.method.to_string())
}

/// A call that gives an array, perhaps: methods that give something of what is there already are no such calls.
#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is a call")]
fn called(expr: &Expr) -> Option<&Expr> {
    match bare(expr) {
        Expr::Call(call) => matches!(bare(&call.func), Expr::Path(_)).then_some(expr),
        Expr::MethodCall(call) => {
            let name = call.method.to_string();
            let is_of_array = ["clone", "to_vec", "as_slice", "iter", "unwrap", "borrow", "as_ref"].contains(&&*name);
            (!is_of_array && !is_adaptor(call)).then_some(expr)
        }
        _ => None,
    }
}

/// An assignment of an array that is written to another one, as one of tuples.
fn arrays(it: &syn::ExprAssign) -> Option<Expr> {
    let (Expr::Array(places), Expr::Array(values)) = (bare(&it.left), bare(&it.right)) else { return None };
    let is_rest = |place: &Expr| matches!(bare(place), Expr::Range(_));
    if places.elems.len() != values.elems.len() || places.elems.is_empty() || places.elems.iter().any(is_rest) {
        return None;
    }
    let (places, values) = (places.elems.iter(), values.elems.iter());
    let equals = it.eq_token;
    syn::parse2(quote!((#(#places,)*) #equals (#(#values,)*))).ok()
}
