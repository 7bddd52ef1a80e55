//! What stands beside the functions of a type that are not marked, as the derivatives would: errors where they are called.
//!
//! A function of the type itself hides one that a trait gives, and one of what the type derefs to. So does what stands here: the derivative of
//! another function of the name is never found where this one is called. That needs the same receiver and the same visibility.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::{Attribute, FnArg, GenericParam, ImplItem, ImplItemFn, ItemImpl, Receiver, Type};

use super::blocks::is_mark;
use crate::companion::quiet;
use crate::input::subject::{ADJOINTS, beside_method};
use crate::input::written::tokens;
use crate::texts::TextSet;

/// What stands beside the plain functions of the type with this name, in these blocks. It may have these other names.
pub(super) fn beside_plain(
    (blocks, aliases): (&[String], &[(String, String)]),
    name: &Ident,
    backprop: &TokenStream,
) -> TokenStream {
    let blocks = blocks.iter().filter_map(|text| syn::parse_str::<ItemImpl>(text).ok());
    let own = blocks.filter_map(|mut block| {
        *block.self_ty = meant(&block.self_ty, aliases, name)?;
        Some(block)
    });
    let mut known = TextSet::default();
    own.filter_map(|block| beside(&block, &mut known, backprop)).collect()
}

/// The type under its own name, if it is the one of this name: `self::Point`, `(Point)`, or another name for it.
#[expect(clippy::wildcard_enum_match_arm, reason = "no other type has a name")]
fn meant(ty: &Type, aliases: &[(String, String)], name: &Ident) -> Option<Type> {
    match ty {
        Type::Paren(inside) => meant(&inside.elem, aliases, name),
        Type::Group(inside) => meant(&inside.elem, aliases, name),
        Type::Path(path) if path.qself.is_none() => {
            let last = path.path.segments.last()?;
            let (first, count) = (&path.path.segments.first()?.ident, path.path.segments.len());
            let is_here = count == 1 || count == 2 && (first == "self" || first == "crate");
            if last.ident == *name && is_here {
                return Some(Type::Path(syn::TypePath { attrs: Vec::new(), qself: None, path: last.clone().into() }));
            }
            let alias = path.path.get_ident()?;
            let (_, written) = aliases.iter().find(|(known, _)| alias == known)?;
            let of = syn::parse_str::<syn::ItemType>(written).ok()?;
            // One that is another name for itself is another type.
            if of.generics.params.is_empty() { meant(&of.ty, &[], name) } else { None }
        }
        _ => None,
    }
}

fn beside(block: &ItemImpl, known: &mut TextSet, backprop: &TokenStream) -> Option<TokenStream> {
    let functions =
        || block.items.iter().filter_map(|item| if let ImplItem::Fn(function) = item { Some(function) } else { None });
    let is_marked = |function: &ImplItemFn| function.attrs.iter().any(is_mark);
    let has_mark = block.attrs.iter().any(is_mark);
    if has_mark && !functions().any(is_marked) {
        return None;
    }
    let is_left = |attribute: &Attribute| is_mark(attribute) || leaves_functions(attribute);
    let plain = functions().filter(|function| !is_marked(function) && function.attrs.iter().all(leaves_functions));
    // Of one that is defined twice rustc says so.
    let of_type = block.self_ty.to_token_stream();
    let plain = plain.filter(|function| known.insert(format!("{of_type} {}", function.sig.ident)));
    let beside: TokenStream = plain.map(|function| stand_ins(function, backprop)).collect();
    if beside.is_empty() || !block.attrs.iter().all(is_left) {
        return None;
    }
    let ((generics, _, bounds), ty, quiet) = (block.generics.split_for_impl(), &block.self_ty, quiet());
    let block = tokens(quote!(impl #generics #ty #bounds { #beside }));
    Some(quote!(#[doc(hidden)] #quiet #[automatically_derived] #block))
}

/// Whether an attribute leaves it to the others whether a function is there, and whether it has a derivative.
fn leaves_functions(attribute: &Attribute) -> bool {
    let known = [
        "allow",
        "cold",
        "deny",
        "deprecated",
        "doc",
        "expect",
        "forbid",
        "inline",
        "must_use",
        "track_caller",
        "warn",
    ];
    known.iter().any(|known| attribute.path().is_ident(known))
}

fn stand_ins(function: &ImplItemFn, backprop: &TokenStream) -> TokenStream {
    let (sig, vis) = (&function.sig, &function.vis);
    let name = sig.ident.to_string();
    let lifetimes = sig.generics.params.iter().filter(|param| matches!(param, GenericParam::Lifetime(_)));
    let lifetimes: Vec<_> = lifetimes.collect();
    let params = sig.inputs.iter().map(|input| match input {
        FnArg::Receiver(receiver) => {
            let plain = Receiver { attrs: Vec::new(), mutability: None, ..receiver.clone() };
            plain.into_token_stream()
        }
        FnArg::Typed(_) => quote!(_: impl ::core::marker::Sized),
    });
    let (params, claims): (Vec<TokenStream>, _) = (params.collect(), quote!(#backprop::__private::claims));
    let adjoints = ADJOINTS.iter().map(|of| {
        let name = Ident::new(&beside_method(&name, of), Span::mixed_site());
        let (plain, marked) = match sig.receiver() {
            Some(_) => (quote!(PlainMethod), quote!(MarkedMethod)),
            None => (quote!(PlainFunction), quote!(MarkedFunction)),
        };
        quote! {
            #vis fn #name<#(#lifetimes,)* __Given>(#(#params),*) -> __Given
            where
                #claims::#plain: for<'__a> #claims::#marked<'__a>,
            {
                #backprop::__private::never()
            }
        }
    });
    adjoints.collect()
}
