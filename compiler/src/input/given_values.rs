//! Names for what calls in the heads of loops give by value: `for p in all(x) { … }` is `{ let given = all(x); for p in given { … } }`.

use proc_macro2::{Ident, Span};
use quote::quote;
use syn::{Expr, ItemFn, Pat};

use super::heads::{GIVEN, called, is_adaptor};
use crate::source::exprs::{bare, stopped};
use crate::source::inside::{Part, PartMut, in_block_mut, in_expr_mut, is_any};

/// The function in which each call in the head of a loop has a name, also where the loop takes what the call gives by value: `for p in all(x)`,
/// `for (w, p) in weights.iter().zip(all(x))`. None if there is no such call.
///
/// What a call gives may be an iterator. So this is for functions that are refused as they stand.
pub(crate) fn with_given_values(function: &ItemFn) -> Option<ItemFn> {
    fn write(part: PartMut<'_>, count: &mut usize) {
        match part {
            PartMut::Block(block) => in_block_mut(block, &mut |part| write(part, count)),
            PartMut::Expr(expr) => {
                in_expr_mut(expr, &mut |part| write(part, count));
                if let Expr::ForLoop(it) = expr
                    && keeps_order(&it.expr, &mut false)
                {
                    let mut lets = Vec::new();
                    let mut name = |call: &Expr| {
                        *count += 1;
                        let name = Ident::new(&format!("{GIVEN}_value_{count}"), Span::call_site());
                        lets.push(quote!(let #name = #call;));
                        name
                    };
                    let gives_references = matches!(*it.pat, Pat::Reference(_)) || stops_reference(&it.expr);
                    name_values(&mut it.expr, gives_references, &mut name);
                    if !lets.is_empty()
                        && let Ok(written) = syn::parse2(quote!({ #(#lets)* #it }))
                    {
                        *expr = written;
                    }
                }
            }
            PartMut::Macro(_) | PartMut::Item(_) | PartMut::Unknown(_) => {}
        }
    }
    let takes_one = |part: &Part<'_>| matches!(part, Part::Expr(Expr::ForLoop(it)) if takes_value(&it.expr) && keeps_order(&it.expr, &mut false));
    // To copy a function takes a deep stack.
    if !is_any(&Part::Block(&function.block), &takes_one) {
        return None;
    }
    let mut written = function.clone();
    write(PartMut::Block(&mut written.block), &mut 0);
    Some(written)
}

/// Whether a loop with this head takes what a call gives.
#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else takes what a call gives")]
fn takes_value(head: &Expr) -> bool {
    match bare(head) {
        Expr::Reference(reference) => reference.mutability.is_none() && takes_value(&reference.expr),
        Expr::MethodCall(call) if is_adaptor(call) => {
            takes_value(&call.receiver) || call.method == "zip" && call.args.iter().any(takes_value)
        }
        Expr::MethodCall(call) if is_iterated(call) => takes_value(&call.receiver),
        Expr::MethodCall(call) if gives_iterator(&call.method) => false,
        head => called(head).is_some(),
    }
}

/// Whether nothing of a head calls something before a call that gets a name. `has_called` says whether something before has done so.
#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is looked into")]
fn keeps_order(head: &Expr, has_called: &mut bool) -> bool {
    match bare(head) {
        Expr::Reference(reference) if reference.mutability.is_none() => keeps_order(&reference.expr, has_called),
        Expr::MethodCall(call) if is_adaptor(call) && call.method == "zip" => {
            keeps_order(&call.receiver, has_called)
                && call.args.iter().all(|argument| keeps_order(argument, has_called))
        }
        Expr::MethodCall(call) if is_adaptor(call) => {
            let keeps = keeps_order(&call.receiver, has_called);
            *has_called |= call.args.iter().any(calls_something);
            keeps
        }
        Expr::MethodCall(call) if is_iterated(call) || is_of_elements(&call.method) => {
            let keeps = keeps_order(&call.receiver, has_called);
            *has_called |= call.args.iter().any(calls_something);
            keeps
        }
        head if called(head).is_some() && !is_iterator(head) => !*has_called,
        head => {
            *has_called |= calls_something(head);
            true
        }
    }
}

fn calls_something(expr: &Expr) -> bool {
    let calls = |part: &Part<'_>| match part {
        Part::Expr(Expr::MethodCall(call)) => call.method != "len",
        Part::Expr(expr) => matches!(expr, Expr::Call(_)),
        Part::Macro(_) | Part::Item(_) | Part::Unknown(_) => true,
        Part::Block(_) => false,
    };
    is_any(&Part::Expr(expr), &calls)
}

/// Whether a method gives an iterator here.
fn is_iterator(head: &Expr) -> bool {
    matches!(head, Expr::MethodCall(call) if gives_iterator(&call.method))
}

/// Whether this iterates over what it is called on.
fn is_iterated(call: &syn::ExprMethodCall) -> bool {
    ["iter", "into_iter"].contains(&&*call.method.to_string()) && call.args.is_empty()
}

/// Whether a method of arrays of this name does nothing but run over elements or parts.
fn is_of_elements(method: &Ident) -> bool {
    ["iter_mut", "chunks", "chunks_exact", "chunks_exact_mut", "chunks_mut", "windows"].contains(&&*method.to_string())
}

/// Whether a head is a reference whose dependence is cut.
fn stops_reference(head: &Expr) -> bool {
    stopped(head).is_some_and(|inside| matches!(bare(inside), Expr::Reference(_)))
}

/// Gives the calls of which a loop takes what they give names, in the order in which they are evaluated. The pattern of the loop says whether
/// it takes references.
#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else takes what a call gives")]
fn name_values(head: &mut Expr, gives_references: bool, name: &mut dyn FnMut(&Expr) -> Ident) {
    match head {
        Expr::Paren(inside) => name_values(&mut inside.expr, gives_references, name),
        Expr::Group(inside) => name_values(&mut inside.expr, gives_references, name),
        Expr::Reference(reference) if reference.mutability.is_none() => name_values(&mut reference.expr, false, name),
        Expr::MethodCall(call) if is_adaptor(call) => {
            let mut name_values = |part: &mut Expr| name_values(part, stops_reference(part), name);
            name_values(&mut call.receiver);
            if call.method == "zip" {
                call.args.iter_mut().for_each(name_values);
            }
        }
        Expr::MethodCall(call) if is_iterated(call) => name_values(&mut call.receiver, false, name),
        Expr::MethodCall(call) if gives_iterator(&call.method) => {}
        head => {
            if called(head).is_some() {
                let given = name(head);
                let iter = gives_references.then(|| quote!(.iter()));
                *head = syn::parse_quote!(#given #iter);
            }
        }
    }
}

/// Whether a method of this name gives an iterator, whatever it is called on.
fn gives_iterator(method: &Ident) -> bool {
    const GIVING: [&str; 22] = [
        "chain",
        "chars",
        "chunks",
        "chunks_exact",
        "chunks_exact_mut",
        "chunks_mut",
        "drain",
        "filter",
        "filter_map",
        "flat_map",
        "flatten",
        "iter_mut",
        "keys",
        "lines",
        "map",
        "scan",
        "skip_while",
        "split",
        "take_while",
        "values",
        "windows",
        "cycle",
    ];
    GIVING.contains(&&*method.to_string())
}
