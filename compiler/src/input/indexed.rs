//! Indices of types of the user's, `m[(i, j)]`, as the methods that read and set what they lead to.
//!
//! An index that is a tuple is never one of an array or a slice. What an index leads to is a number. Where that is borrowed as `&mut`, where a method is
//! called on it that is no function of a number, or where something behind it is assigned, the function stays as it is.

use std::cell::RefCell;
use std::collections::BTreeSet;

use hypernet::Primitive;
use proc_macro2::{Ident, Span};
use quote::{ToTokens, quote_spanned};
use syn::spanned::Spanned;
use syn::{BinOp, Expr, ExprIndex, Generics, ItemFn};

use crate::source::exprs::{bare, is_compound, is_place};
use crate::source::inside::{Part, PartMut, in_block_mut, in_expr_mut, is_any};
use crate::source::types::scalars;

/// The method that gives what an index leads to.
pub(crate) const READ: &str = "__backprop_index";
/// The method that gives what an index leads to which is changed.
pub(crate) const READ_TO_SET: &str = "__backprop_index_mut";
/// The method that sets it.
pub(crate) const SET: &str = "__backprop_set_index";

/// The name of a value that is computed before the index is looked for.
const VALUE: &str = "__backprop_value";

/// The variables of which a function has such indices, in the order of their names; none, where one asks for more than these methods do.
pub(crate) fn indexed_variables(function: &ItemFn) -> Vec<String> {
    let body = Part::Block(&function.block);
    let found = RefCell::new(BTreeSet::new());
    let asks = |part: &Part<'_>| {
        if let Part::Expr(expr) = part {
            found.borrow_mut().extend(index(expr).and_then(|index| variable(&index.expr)));
        }
        asks_for_more(part, &function.sig.generics)
    };
    if is_any(&body, &asks) { Vec::new() } else { found.into_inner().into_iter().collect() }
}

/// The function with such methods for the indices of these variables.
pub(crate) fn with_index_methods(function: &ItemFn, of: &[&str]) -> ItemFn {
    let mut function = function.clone();
    write(PartMut::Block(&mut function.block), of);
    function
}

/// The variable that a place is in.
#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is a place in a variable")]
fn variable(place: &Expr) -> Option<String> {
    match bare(place) {
        Expr::Path(path) => path.path.get_ident().map(ToString::to_string),
        Expr::Field(field) => variable(&field.base),
        Expr::Index(index) => variable(&index.expr),
        Expr::Unary(it) => variable(&it.expr),
        _ => None,
    }
}

/// An index that is a tuple of what may be computed twice, in a place.
fn index(expr: &Expr) -> Option<&ExprIndex> {
    let Expr::Index(index) = bare(expr) else { return None };
    let Expr::Tuple(parts) = bare(&index.index) else { return None };
    (is_place(&index.expr) && parts.elems.iter().all(is_integer)).then_some(index)
}

/// Whether a part of an index is computed of places by functions of integers, which may be done twice.
#[expect(clippy::wildcard_enum_match_arm, reason = "what is not named may do more")]
fn is_integer(part: &Expr) -> bool {
    const METHODS: [&str; 8] = ["abs_diff", "len", "max", "min", "pow", "rem_euclid", "saturating_sub", "wrapping_sub"];
    match bare(part) {
        Expr::MethodCall(call) => {
            METHODS.iter().any(|name| call.method == name)
                && is_integer(&call.receiver)
                && call.args.iter().all(is_integer)
        }
        Expr::Binary(it) if !is_compound(&it.op) => is_integer(&it.left) && is_integer(&it.right),
        Expr::Cast(it) => is_integer(&it.expr),
        part => is_place(part),
    }
}

/// Whether a place is reached through such an index, but is not what that leads to.
fn is_behind(place: &Expr) -> bool {
    index(place).is_none()
        && is_any(&Part::Expr(place), &|part| matches!(part, Part::Expr(expr) if index(expr).is_some()))
}

/// Whether more is done with what an index leads to than to read and to assign it.
#[expect(clippy::wildcard_enum_match_arm, reason = "no other expression changes a number")]
fn asks_for_more(part: &Part<'_>, generics: &Generics) -> bool {
    let names_one = |expr: &Expr| index(expr).is_some() || is_behind(expr);
    match part {
        Part::Expr(Expr::Reference(it)) => it.mutability.is_some() && names_one(&it.expr),
        Part::Expr(Expr::Assign(it)) => is_behind(&it.left),
        Part::Expr(Expr::Binary(it)) if is_compound(&it.op) => {
            // Of a type parameter, what is assigned to is looked for before the value is computed.
            let is_open = !scalars(generics).is_empty() && !is_computed_of_places(&it.right);
            is_behind(&it.left) || index(&it.left).is_some() && is_open
        }
        Part::Expr(Expr::MethodCall(it)) => names_one(&it.receiver) && !is_of_number(&it.method.to_string()),
        _ => false,
    }
}

/// Whether a method of this name is a function of a number.
fn is_of_number(name: &str) -> bool {
    name == "clone" || Primitive::by_name(name).is_some()
}

/// Whether an expression is computed of places by operators and functions of numbers.
#[expect(clippy::wildcard_enum_match_arm, reason = "all others may do more")]
fn is_computed_of_places(expr: &Expr) -> bool {
    match bare(expr) {
        Expr::Binary(it) => is_computed_of_places(&it.left) && is_computed_of_places(&it.right),
        Expr::Unary(it) => is_computed_of_places(&it.expr),
        Expr::MethodCall(it) => {
            is_of_number(&it.method.to_string())
                && is_computed_of_places(&it.receiver)
                && it.args.iter().all(is_computed_of_places)
        }
        expr => index(expr).is_some() || is_place(expr),
    }
}

fn write(part: PartMut<'_>, of: &[&str]) {
    match part {
        PartMut::Block(block) => in_block_mut(block, &mut |part| write(part, of)),
        PartMut::Expr(expr) => {
            if let Some(written) = assigned(expr, of) {
                *expr = written;
            }
            in_expr_mut(expr, &mut |part| write(part, of));
            if let Some(ExprIndex { expr: place, index, .. }) = index_of(expr, of) {
                let read = Ident::new(READ, Span::call_site().located_at(index.span()));
                *expr = syn::parse_quote!(#place.#read(#index));
            }
        }
        PartMut::Macro(_) | PartMut::Item(_) | PartMut::Unknown(_) => {}
    }
}

/// Such an index of one of these variables.
fn index_of<'e>(expr: &'e Expr, of: &[&str]) -> Option<&'e ExprIndex> {
    index(expr).filter(|index| variable(&index.expr).is_some_and(|name| of.contains(&&*name)))
}

/// The call that stands for an assignment to what an index leads to. The value of a number is computed before that is looked for.
#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else assigns")]
fn assigned(expr: &Expr, variables: &[&str]) -> Option<Expr> {
    let (left, value, op) = match expr {
        Expr::Assign(it) => (&it.left, &it.right, None),
        Expr::Binary(it) if is_compound(&it.op) => (&it.left, &it.right, Some(operator_of(&it.op)?)),
        _ => return None,
    };
    let ExprIndex { expr: of, index: at, .. } = index_of(left, variables)?;
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
fn operator_of(op: &BinOp) -> Option<BinOp> {
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
