//! The arrays over which a loop runs, as its head says.

use proc_macro2::Ident;
use syn::{Expr, Pat};

use super::exprs::bare;

/// The name of the number of a turn, and how the names begin of what is computed from it. The arrays of the loop have elements with these
/// numbers.
pub(crate) const NUMBER: &str = "__backprop_number";

/// The arrays over which a loop runs by reference, with the names of their elements.
#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else gives the elements of an array by name")]
pub(crate) fn arrays_by_reference<'e>(head: &'e Expr, pattern: &'e Pat) -> Vec<(&'e Expr, Option<&'e Ident>)> {
    let named = |array: &'e Expr| {
        let name = match pattern {
            Pat::Ident(name) => Some(&name.ident),
            _ => None,
        };
        vec![(array, name)]
    };
    let pair = || match pattern {
        Pat::Tuple(pair) if pair.elems.len() == 2 => Some((&pair.elems[0], &pair.elems[1])),
        _ => None,
    };
    match (bare(head), pattern) {
        (_, Pat::Reference(inside)) => arrays_by_reference(head, &inside.pat),
        (Expr::Reference(reference), _) => named(&reference.expr),
        (Expr::MethodCall(call), _) => match (call.method.to_string().as_str(), call.args.first()) {
            ("iter" | "iter_mut", None) => named(&call.receiver),
            ("rev" | "copied" | "cloned", None) | ("skip" | "take" | "step_by", Some(_)) => {
                arrays_by_reference(&call.receiver, pattern)
            }
            ("enumerate", None) => {
                pair().map_or_else(Vec::new, |(_, inside)| arrays_by_reference(&call.receiver, inside))
            }
            ("zip", Some(other)) => pair().map_or_else(Vec::new, |(first, second)| {
                let other = match (bare(other), second) {
                    (Expr::Path(_), Pat::Ident(name)) => vec![(other, Some(&name.ident))],
                    _ => arrays_by_reference(other, second),
                };
                [arrays_by_reference(&call.receiver, first), other].concat()
            }),
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// The arrays over which a loop runs, with the names of their elements. Arrays by value, and names of references to arrays, are among them.
pub(crate) fn arrays_looped_over<'e>(head: &'e Expr, pattern: &'e Pat) -> Vec<(&'e Expr, Option<&'e Ident>)> {
    match (bare(head), pattern) {
        (Expr::Path(_), Pat::Ident(name)) => vec![(head, Some(&name.ident))],
        // The pattern says that it gives references.
        (Expr::Path(_), Pat::Reference(inside)) => {
            let name = if let Pat::Ident(name) = &*inside.pat { Some(&name.ident) } else { None };
            vec![(head, name)]
        }
        _ => arrays_by_reference(head, pattern),
    }
}

/// The name of the elements of a loop over references, `for x in &xs`, `for (i, x) in xs.iter_mut().enumerate()`; whether they may be changed by it.
#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is surely a loop over references")]
pub(crate) fn element_by_reference<'e>(head: &Expr, pattern: &'e Pat) -> Option<(&'e Ident, bool)> {
    let of_name = |is_changing| match pattern {
        Pat::Ident(name) if name.subpat.is_none() && name.by_ref.is_none() && name.mutability.is_none() => {
            Some((&name.ident, is_changing))
        }
        _ => None,
    };
    match bare(head) {
        Expr::Reference(reference) => of_name(reference.mutability.is_some()),
        Expr::MethodCall(call) => match (call.method.to_string().as_str(), pattern) {
            ("iter", _) if call.args.is_empty() => of_name(false),
            ("iter_mut", _) if call.args.is_empty() => of_name(true),
            ("rev" | "skip" | "take" | "step_by", _) => element_by_reference(&call.receiver, pattern),
            ("enumerate", Pat::Tuple(pair)) if pair.elems.len() == 2 => {
                element_by_reference(&call.receiver, &pair.elems[1])
            }
            _ => None,
        },
        _ => None,
    }
}
