//! A guess at the parameters and the result of a function that has been refused. Their types are all that is known of it.

use hypernet::Type;
use proc_macro2::{Ident, Span, TokenStream};
use quote::format_ident;
use syn::{FnArg, GenericParam, Generics, Pat, TypeParamBound};

use super::types::has_tangent;
use crate::input::functions;
use crate::input::subject::{Standing, Subject};
use crate::program::Shape;
use crate::source::types::inner;

/// What a result may be, arrays in it included.
#[expect(clippy::wildcard_enum_match_arm, reason = "all other types are as those of parameters")]
pub(super) fn guess_result(ty: &syn::Type, generics: &Generics) -> Shape {
    match inner(ty) {
        syn::Type::Tuple(tuple) => Shape::Tuple(tuple.elems.iter().map(|ty| guess_result(ty, generics)).collect()),
        ty @ (syn::Type::Path(_) | syn::Type::Array(_)) => {
            guess_array(ty, generics).map_or_else(|| guess_shape(ty, generics), Shape::Leaf)
        }
        ty => guess_shape(ty, generics),
    }
}

/// What a parameter may be.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "the function is refused already: this only keeps its companion from making more errors"
)]
pub(super) fn guess_shape(ty: &syn::Type, generics: &Generics) -> Shape {
    let discrete = Shape::Leaf(Type::unnamed_discrete());
    if functions::of_type(generics, ty).is_some() {
        return Shape::Leaf(Type::unnamed());
    }
    let ty = inner(ty);
    match ty {
        syn::Type::Tuple(tuple) => Shape::Tuple(tuple.elems.iter().map(|ty| guess_shape(ty, generics)).collect()),
        syn::Type::Path(path) => match path.path.segments.last() {
            Some(last) if last.ident == "f64" || last.ident == "f32" => {
                Shape::Leaf(Type::real(&last.ident.to_string()))
            }
            Some(last)
                if path.path.segments.len() == 1
                    && crate::source::types::scalars(generics).iter().any(|scalar| last.ident == **scalar) =>
            {
                Shape::Leaf(Type::real(&last.ident.to_string()))
            }
            // A bound that is missing is an error of rustc in the function, and of that alone.
            _ if path.path.get_ident().is_some_and(|name| is_without_bound(name, generics)) => {
                Shape::Leaf(Type::real(&path.path.segments[0].ident.to_string()))
            }
            Some(last) if crate::source::names::is_discrete_name(&last.ident.to_string()) => discrete,
            _ if crate::source::types::is_container(path) => discrete,
            _ => Shape::Leaf(Type::unnamed()),
        },
        syn::Type::Reference(reference) => {
            if let Some(array) = guess_array(&reference.elem, generics) {
                return Shape::Leaf(array);
            }
            if reference.mutability.is_some() {
                let is_self = matches!(&*reference.elem, syn::Type::Path(path) if path.path.is_ident("Self"));
                return match guess_shape(&reference.elem, generics) {
                    real @ Shape::Leaf(Type::Real(_)) => real,
                    opaque @ Shape::Leaf(Type::Opaque(_)) if is_self => opaque,
                    Shape::Leaf(_) | Shape::Tuple(_) => discrete,
                };
            }
            match guess_shape(&reference.elem, generics) {
                seen @ Shape::Leaf(Type::Opaque(_) | Type::Real(_)) => seen,
                Shape::Leaf(_) | Shape::Tuple(_) => discrete,
            }
        }
        _ => discrete,
    }
}

/// The same of an array, of reals, of structs or of arrays of them.
fn guess_array(ty: &syn::Type, generics: &Generics) -> Option<Type> {
    if let syn::Type::Reference(_) = ty {
        return None;
    }
    let element = crate::source::types::element_of(ty)?;
    match guess_array(element, generics) {
        Some(inside) => Some(Type::Array(inside.into())),
        None => match guess_shape(element, generics) {
            Shape::Leaf(inside @ (Type::Real(_) | Type::Opaque(_))) => Some(Type::Array(inside.into())),
            tuple @ Shape::Tuple(_) if has_tangent(&tuple) => Some(Type::Array(Type::unnamed().into())),
            Shape::Leaf(_) | Shape::Tuple(_) => None,
        },
    }
}

/// Whether only rustc knows whether a value is one of the type that a function gives: a type of the user's own, or an array.
pub(crate) fn gives_open(sig: &syn::Signature) -> bool {
    result_holds(sig, |ty| matches!(ty, Type::Opaque(_) | Type::Array(_)))
}

/// The method with a type parameter for each parameter that has a type without a name, `&dyn Shape` or `impl Shape`, and is not left out: what stands
/// there may have any cotangent, and rustc finds it where the method is called.
pub(crate) fn naming_types(subject: &Subject, wrt: Option<&[Ident]>, backprop: &TokenStream) -> Option<Subject> {
    if subject.standing != Standing::Inherent {
        return None;
    }
    let mut named = subject.clone();
    let signature = &mut named.function.sig;
    let mut new = Vec::new();
    for input in &mut signature.inputs {
        let FnArg::Typed(input) = input else { continue };
        let is_meant = |name: &Ident| wrt.is_none_or(|names| names.contains(name));
        if !matches!(&*input.pat, Pat::Ident(pattern) if is_meant(&pattern.ident)) {
            continue;
        }
        let ty =
            if let syn::Type::Reference(reference) = &mut *input.ty { &mut *reference.elem } else { &mut *input.ty };
        let (syn::Type::TraitObject(syn::TypeTraitObject { bounds, .. })
        | syn::Type::ImplTrait(syn::TypeImplTrait { bounds, .. })) = inner(ty)
        else {
            continue;
        };
        if functions::of_bounds(bounds).is_some() {
            continue;
        }
        let traits = bounds.iter().filter(|bound| matches!(bound, TypeParamBound::Trait(_)));
        let name = format_ident!("__P{}", new.len(), span = Span::mixed_site());
        let param: GenericParam = syn::parse_quote!(#name: #(#traits +)* #backprop::Differentiable);
        *ty = syn::parse_quote!(#name);
        new.push(param);
    }
    let none = new.is_empty();
    signature.generics.params.extend(new);
    (!none).then_some(named)
}

/// Whether a function gives something of a type of the user's own.
pub(crate) fn gives_named(sig: &syn::Signature) -> bool {
    result_holds(sig, |ty| matches!(ty, Type::Opaque(_)))
}

fn result_holds(sig: &syn::Signature, is_it: impl Fn(&Type) -> bool) -> bool {
    let syn::ReturnType::Type(_, ty) = &sig.output else { return false };
    guess_result(ty, &sig.generics).leaves().iter().any(is_it)
}

/// Whether this is a type parameter of which nothing is asked.
fn is_without_bound(name: &Ident, generics: &Generics) -> bool {
    generics.where_clause.is_none()
        && generics.type_params().any(|param| param.ident == *name && param.bounds.is_empty())
}
