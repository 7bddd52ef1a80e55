//! Function types in a signature: `impl Fn(A) -> B`, `F: Fn(A) -> B`, and references to them.

use proc_macro2::{Ident, Span};
use quote::format_ident;
use syn::punctuated::Punctuated;
use syn::{
    FnArg, GenericParam, Generics, ParenthesizedGenericArguments, PathArguments, Signature, Token, Type,
    TypeParamBound, WherePredicate,
};

use crate::source::types::inner;

/// The traits of functions.
const TRAITS: [&str; 3] = ["Fn", "FnMut", "FnOnce"];

/// The function type among these bounds.
pub(crate) fn of_bounds(bounds: &Punctuated<TypeParamBound, Token![+]>) -> Option<&ParenthesizedGenericArguments> {
    bounds.iter().find_map(of_bound)
}

/// The function type that this bound says.
pub(crate) fn of_bound(bound: &TypeParamBound) -> Option<&ParenthesizedGenericArguments> {
    let TypeParamBound::Trait(bound) = bound else { return None };
    let last = bound.path.segments.last()?;
    match &last.arguments {
        PathArguments::Parenthesized(function) if TRAITS.iter().any(|name| last.ident == name) => Some(function),
        PathArguments::None | PathArguments::AngleBracketed(_) | PathArguments::Parenthesized(_) => None,
    }
}

/// The function type that the bounds of a type parameter say.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "only what is named here can be a function; the caller refuses the rest, or takes it for a value"
)]
pub(crate) fn of_parameter<'a>(generics: &'a Generics, name: &Ident) -> Option<&'a ParenthesizedGenericArguments> {
    let inline = generics.params.iter().find_map(|param| match param {
        GenericParam::Type(param) if param.ident == *name => of_bounds(&param.bounds),
        GenericParam::Lifetime(_) | GenericParam::Type(_) | GenericParam::Const(_) => None,
    });
    inline.or_else(|| {
        let predicates = generics.where_clause.iter().flat_map(|clause| &clause.predicates);
        predicates.filter(|predicate| bounded(predicate).is_some_and(|ident| ident == name)).find_map(|predicate| {
            match predicate {
                WherePredicate::Type(predicate) => of_bounds(&predicate.bounds),
                _ => None,
            }
        })
    })
}

/// Whether a type parameter that stands for a function is the type of a parameter, and of nothing that another function takes or gives.
pub(crate) fn stands_alone(signature: &Signature, name: &Ident) -> bool {
    let generics = &signature.generics;
    let is_it = |ty: &Type| of_type(generics, ty).is_some_and(|(_, parameter)| parameter == Some(name));
    let is_in = |function: &ParenthesizedGenericArguments| {
        let gives = matches!(&function.output, syn::ReturnType::Type(_, ty) if is_it(ty));
        gives || function.inputs.iter().any(|input| is_it(&input.ty))
    };
    let typed = signature.inputs.iter().filter_map(|input| match input {
        FnArg::Typed(input) => Some(&*input.ty),
        FnArg::Receiver(_) => None,
    });
    let is_parameter = typed.clone().any(is_it);
    let of_params = generics.type_params().filter_map(|param| of_parameter(generics, &param.ident));
    let mut functions = typed.filter_map(|ty| of_type(generics, ty)).map(|(function, _)| function).chain(of_params);
    is_parameter && !functions.any(is_in)
}

/// Whether functions of this type take and give no functions.
pub(crate) fn is_plain(generics: &Generics, function: &ParenthesizedGenericArguments) -> bool {
    let gives = matches!(&function.output, syn::ReturnType::Type(_, ty) if has_function(generics, ty));
    !gives && !function.inputs.iter().any(|input| has_function(generics, &input.ty))
}

/// Whether a function parameter of this type is said to borrow nothing: `impl Fn(f64) -> f64 + 'static`, `F: 'static`.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "only what is named here can be a function; the caller refuses the rest, or takes it for a value"
)]
pub(crate) fn is_owning(generics: &Generics, ty: &Type) -> bool {
    match inner(ty) {
        Type::Reference(reference) => is_owning(generics, &reference.elem),
        Type::ImplTrait(bounds) => has_static(&bounds.bounds),
        Type::Path(path) => path.path.get_ident().is_some_and(|name| is_owning_parameter(generics, name)),
        _ => false,
    }
}

/// Whether a type parameter is said to borrow nothing.
pub(crate) fn is_owning_parameter(generics: &Generics, name: &Ident) -> bool {
    let predicates = generics.where_clause.iter().flat_map(|clause| &clause.predicates);
    generics.type_params().any(|param| param.ident == *name && has_static(&param.bounds))
        || predicates
            .filter(|predicate| bounded(predicate).is_some_and(|ident| ident == name))
            .any(|predicate| matches!(predicate, WherePredicate::Type(predicate) if has_static(&predicate.bounds)))
}

/// Whether `'static` is among these bounds.
pub(crate) fn has_static(bounds: &Punctuated<TypeParamBound, Token![+]>) -> bool {
    bounds.iter().any(|bound| matches!(bound, TypeParamBound::Lifetime(lifetime) if lifetime.ident == "static"))
}

/// The type parameter that a predicate bounds.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "only what is named here can be a function; the caller refuses the rest, or takes it for a value"
)]
pub(crate) fn bounded(predicate: &WherePredicate) -> Option<&Ident> {
    match predicate {
        WherePredicate::Type(predicate) => match &predicate.bounded_ty {
            Type::Path(path) if path.qself.is_none() => path.path.get_ident(),
            _ => None,
        },
        _ => None,
    }
}

/// The function type that a type is, or refers to; with the type parameter, where it is one.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "only what is named here can be a function; the caller refuses the rest, or takes it for a value"
)]
pub(crate) fn of_type<'a>(
    generics: &'a Generics,
    ty: &'a Type,
) -> Option<(&'a ParenthesizedGenericArguments, Option<&'a Ident>)> {
    match inner(ty) {
        Type::Reference(reference) if reference.mutability.is_none() => of_type(generics, &reference.elem),
        Type::ImplTrait(bounds) => of_bounds(&bounds.bounds).map(|function| (function, None)),
        Type::Path(path) if path.qself.is_none() => {
            let name = path.path.get_ident()?;
            of_parameter(generics, name).map(|function| (function, Some(name)))
        }
        _ => None,
    }
}

/// For each parameter that is a function, the type parameter that stands for its type: the user's, or a new one.
pub(crate) fn type_parameters(signature: &Signature) -> Vec<Option<Ident>> {
    let mut taken: Vec<String> = signature
        .generics
        .params
        .iter()
        .filter_map(|param| match param {
            GenericParam::Type(param) => Some(param.ident.to_string()),
            GenericParam::Const(param) => Some(param.ident.to_string()),
            GenericParam::Lifetime(_) => None,
        })
        .collect();
    let mut found = Vec::with_capacity(signature.inputs.len());
    for input in &signature.inputs {
        let FnArg::Typed(input) = input else {
            found.push(None);
            continue;
        };
        let new = || {
            let name = (1..).map(|n| if n == 1 { "F".to_owned() } else { format!("F{n}") });
            let name = name.into_iter().find(|name| !taken.contains(name)).expect("finitely many are taken");
            format_ident!("{}", name, span = Span::mixed_site())
        };
        let name = of_type(&signature.generics, &input.ty).map(|(_, parameter)| parameter.cloned().unwrap_or_else(new));
        taken.extend(name.as_ref().map(ToString::to_string));
        found.push(name);
    }
    found
}

/// Whether a parameter or the result of this signature is a function, or has one in it.
pub(crate) fn is_higher_order(signature: &Signature) -> bool {
    let has = |ty: &Type| has_function(&signature.generics, ty);
    let result = matches!(&signature.output, syn::ReturnType::Type(_, ty) if has(ty));
    result || signature.inputs.iter().any(|input| matches!(input, FnArg::Typed(input) if has(&input.ty)))
}

/// Whether a type is a function, or has one in it.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "only what is named here can be a function; the caller refuses the rest, or takes it for a value"
)]
pub(crate) fn has_function(generics: &Generics, ty: &Type) -> bool {
    match inner(ty) {
        Type::Tuple(tuple) => tuple.elems.iter().any(|ty| has_function(generics, ty)),
        ty => of_type(generics, ty).is_some(),
    }
}
