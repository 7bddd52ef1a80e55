//! Indices of a type of the user's: `impl Index<(usize, usize)> for Matrix`.
//!
//! `m[(i, j)]` gives a reference to a number in the struct. Derivatives have methods for it which give the number and set it, with the
//! body of the user's function: what it refers to is read or assigned.

use proc_macro2::Span;
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Block, Expr, FnArg, ImplItem, ItemImpl, ReturnType, Stmt, Type};

use super::operator::{of_trait, right_operand};
use crate::companion::quiet;
use crate::diagnostic::{Diagnostic, refusal};
use crate::input::indexed::{READ, READ_TO_SET, SET};
use crate::source::exprs::is_compound;
use crate::source::inside::{Part, is_any};
use crate::source::types::{is_float, referent, scalars, text};

/// The name of what is assigned to an element.
const VALUE: &str = "__backprop_value";

/// The methods for an index, in a block of their own, if a block implements one.
pub(super) fn methods(block: &ItemImpl) -> Option<Result<ItemImpl, Diagnostic>> {
    let name = of_trait(block)?;
    let sets = name == "IndexMut";
    (sets || name == "Index").then(|| method(block, sets))
}

fn method(block: &ItemImpl, sets: bool) -> Result<ItemImpl, Diagnostic> {
    let mut functions = block.items.iter().filter_map(|item| if let ImplItem::Fn(it) = item { Some(it) } else { None });
    let Some(function) = functions.next() else { return Err(refusal::INDEX_BODY.at(&block.self_ty)) };
    let Some(Type::Tuple(tuple)) = right_operand(block) else { return Err(refusal::INDEX_TUPLE.at(&block.self_ty)) };
    let number = number(block, &function.sig.output)?;
    let mut params = function.sig.inputs.iter();
    let (Some(receiver @ FnArg::Receiver(_)), Some(index), None) = (params.next(), params.next(), params.next()) else {
        return Err(refusal::INDEX_BODY.at(&function.sig));
    };
    let returns = |part: &Part<'_>| matches!(part, Part::Expr(Expr::Return(_) | Expr::Try(_)));
    if is_any(&Part::Block(&function.block), &returns) {
        return Err(refusal::INDEX_BODY.at(&function.sig.ident));
    }
    if sets && is_any(&Part::Block(&function.block), &does_more) {
        return Err(refusal::INDEX_BODY.at(&function.sig.ident));
    }
    let written = |write: &dyn Fn(Expr) -> Expr| {
        let mut body = function.block.clone();
        at_end(&mut body, write);
        body
    };
    let read = written(&|place| place);
    let methods = if sets {
        let value = format_ident!("{VALUE}");
        let set = written(&|place| syn::parse_quote!({ #place = #value; }));
        let names = [READ_TO_SET, SET].map(|name| format_ident!("{name}"));
        let [name_to_read, name] = &names;
        quote! {
            #[differentiable]
            #[doc(hidden)]
            #[inline]
            pub fn #name_to_read(&self, #index) -> #number #read
            #[differentiable]
            #[doc(hidden)]
            #[inline]
            pub fn #name(#receiver, #index, #value: #number) #set
        }
    } else {
        let name = format_ident!("{READ}");
        quote! {
            #[differentiable]
            #[doc(hidden)]
            #[inline]
            pub fn #name(#receiver, #index) -> #number #read
        }
    };
    let (ty, quiet) = (&block.self_ty, quiet());
    let (generics, _, bounds) = block.generics.split_for_impl();
    // Of another index that takes such a tuple, rustc says that it cannot tell which is meant.
    let (parts, is_one) =
        (tuple.elems.iter().map(|_| quote!(_)), format_ident!("{}_is_one", if sets { SET } else { READ }));
    let (of_trait, of) = (&function.sig.ident, if sets { quote!(IndexMut) } else { quote!(Index) });
    let at = Span::call_site().located_at(tuple.span());
    let claim = quote_spanned! {at=>
        #[doc(hidden)]
        fn #is_one() {
            let _ = <Self as ::core::ops::#of<(#(#parts,)*)>>::#of_trait;
        }
    };
    syn::parse2(quote!(#quiet impl #generics #ty #bounds { #methods #claim }))
        .map_err(|_| refusal::INDEX_BODY.at(&function.sig.ident))
}

/// Whether the function does more than to compute a place: it may run twice.
fn does_more(part: &Part<'_>) -> bool {
    const METHODS: [&str; 12] = [
        "len",
        "is_empty",
        "min",
        "max",
        "abs",
        "clamp",
        "pow",
        "rem_euclid",
        "div_euclid",
        "saturating_sub",
        "wrapping_add",
        "abs_diff",
    ];
    const MACROS: [&str; 9] = [
        "assert",
        "assert_eq",
        "assert_ne",
        "debug_assert",
        "debug_assert_eq",
        "debug_assert_ne",
        "panic",
        "unreachable",
        "unimplemented",
    ];
    match part {
        Part::Expr(Expr::MethodCall(call)) => !METHODS.iter().any(|name| call.method == name),
        Part::Expr(Expr::Binary(it)) => is_compound(&it.op),
        Part::Macro(call) => !MACROS.iter().any(|name| call.path.is_ident(name)),
        Part::Item(_)
        | Part::Unknown(_)
        | Part::Expr(
            Expr::Call(_) | Expr::Assign(_) | Expr::Closure(_) | Expr::Break(_) | Expr::Loop(_) | Expr::While(_),
        ) => true,
        Part::Expr(_) | Part::Block(_) => false,
    }
}

/// The type of the numbers that an index leads to.
#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else in a block says what an index leads to")]
fn number(block: &ItemImpl, output: &ReturnType) -> Result<Type, Diagnostic> {
    let scalars = scalars(&block.generics);
    let is_number = |ty: &Type| is_float(ty) || scalars.iter().any(|scalar| **scalar == *text(ty));
    let declared = block.items.iter().find_map(|item| match item {
        ImplItem::Type(ty) if ty.ident == "Output" => Some(&ty.ty),
        _ => None,
    });
    let given = if let ReturnType::Type(_, ty) = output { Some(referent(ty)) } else { None };
    match declared.or(given) {
        Some(ty) if is_number(ty) => Ok(ty.clone()),
        // Only the block of `Index` says what that is: rustc says so if it is another number.
        Some(ty) if declared.is_none() && text(ty).ends_with("Output") => Ok(match &*scalars {
            [scalar] => syn::parse_str(scalar).map_err(|_| refusal::INDEX_OUTPUT.at(ty))?,
            _ => syn::parse_quote!(f64),
        }),
        Some(ty) => Err(refusal::INDEX_OUTPUT.at(ty)),
        None => Err(refusal::INDEX_OUTPUT.at(&block.self_ty)),
    }
}

/// Writes what a block refers to in its last expression.
fn at_end(block: &mut Block, write: &dyn Fn(Expr) -> Expr) {
    if let Some(Stmt::Expr(last, None)) = block.stmts.last_mut() {
        in_last(last, write);
    }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "every other expression is a reference")]
fn in_last(expr: &mut Expr, write: &dyn Fn(Expr) -> Expr) {
    match expr {
        Expr::Paren(inside) => in_last(&mut inside.expr, write),
        Expr::Group(inside) => in_last(&mut inside.expr, write),
        Expr::Block(inside) => at_end(&mut inside.block, write),
        Expr::If(it) => {
            at_end(&mut it.then_branch, write);
            if let Some((_, other)) = &mut it.else_branch {
                in_last(other, write);
            }
        }
        Expr::Match(it) => it.arms.iter_mut().for_each(|arm| in_last(&mut arm.body, write)),
        // A panic is no reference.
        Expr::Macro(call) if !call.mac.path.is_ident("vec") => {}
        Expr::Reference(reference) => *expr = write((*reference.expr).clone()),
        reference => *reference = write(syn::parse_quote!(*#reference)),
    }
}
