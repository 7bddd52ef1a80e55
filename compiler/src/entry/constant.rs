//! Functions with nothing to differentiate with respect to: `fn zeros(n: usize) -> Vec<f64>`.
//!
//! A caller may not know the types of its arguments, as in `zeros(self.n)`, and asks for the derivative. The result is a constant, so
//! the body is not looked at.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{FnArg, ItemFn, Pat, ReturnType, Type};

use crate::input::attribute::Attribute;
use crate::input::functions;
use crate::input::subject::{Standing, Subject};
use crate::syntax::{Ty, check_signature};

/// The function, with a body that calls it, if it is one of these. A trait would have to declare what stands beside it; so there is nothing
/// beside those of traits.
pub(super) fn constant(subject: &Subject, attribute: &Attribute, backprop: &TokenStream) -> Option<Subject> {
    let is_free = match subject.standing {
        Standing::Module => true,
        Standing::Inherent => false,
        Standing::Trait | Standing::TraitImpl | Standing::Operator | Standing::InPlace => return None,
    };
    let function = &subject.function;
    let ReturnType::Type(_, given) = &function.sig.output else { return None };
    let is_told = attribute.constant || attribute.vjp.is_some() || attribute.wrt.is_some();
    if is_told || functions::is_higher_order(&function.sig) {
        return None;
    }
    let (params, result) = check_signature(function, &Attribute { constant: true, ..attribute.clone() }).ok()?;
    if params.iter().any(|param| param.differentiated || param.changed) {
        return None;
    }
    let names = function.sig.inputs.iter().map(name).collect::<Option<Vec<_>>>()?;
    let name = &function.sig.ident;
    let path = if is_free { quote!(#name) } else { quote!(Self::#name) };
    let mut call = quote!(#path(#(#names),*));
    let mut sig = function.sig.clone();
    // A block has functions that nobody has marked. What they give may have no cotangent: of a type parameter, that is an error where the
    // derivative is called, and not here.
    if !is_free && !is_of_numbers(&result) {
        let own = subject.own_generics(&sig.generics);
        if !matches!(result, Ty::Opaque(_)) || has_lifetime(given) || own.type_params().next().is_some() {
            return None;
        }
        let generics = &mut sig.generics;
        generics.params.push(syn::parse_quote!(__Given: #backprop::Differentiable));
        generics.make_where_clause().predicates.push(syn::parse_quote!(#given: #backprop::__private::Is<__Given>));
        call = quote!(#backprop::__private::Is::__it(#call));
        sig.output = syn::parse_quote!(-> __Given);
    }
    let function = ItemFn { sig, block: Box::new(syn::parse_quote!({ #call })), ..function.clone() };
    Some(Subject { function, body: None, ..subject.clone() })
}

/// The name of a parameter that is one.
fn name(input: &FnArg) -> Option<&proc_macro2::Ident> {
    let FnArg::Typed(input) = input else { return None };
    let Pat::Ident(name) = &*input.pat else { return None };
    let is_plain = name.by_ref.is_none() && name.subpat.is_none() && name.ident != "self";
    is_plain.then_some(&name.ident)
}

fn is_of_numbers(ty: &Ty) -> bool {
    match ty {
        Ty::Real(_) | Ty::Discrete(_) => true,
        Ty::Tuple(parts) => parts.iter().all(is_of_numbers),
        Ty::Array(element) => is_of_numbers(element),
        Ty::Var(_) | Ty::Opaque(_) | Ty::Fn(_) => false,
    }
}

fn has_lifetime(ty: &Type) -> bool {
    fn names(tokens: TokenStream) -> bool {
        tokens.into_iter().any(|token| match token {
            proc_macro2::TokenTree::Punct(punct) => punct.as_char() == '\'',
            proc_macro2::TokenTree::Group(group) => names(group.stream()),
            proc_macro2::TokenTree::Ident(_) | proc_macro2::TokenTree::Literal(_) => false,
        })
    }
    names(ty.to_token_stream())
}
