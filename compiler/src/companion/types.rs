//! Types in the written code: cotangents, sensitivities, and what is claimed of types.

use hypernet::{Type, TypeName};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::spanned::Spanned;
use syn::{GenericParam, Generics};

use super::generics::collect_idents;
use crate::input::written::{of_cotangent, referent, written_around_types, written_at};
use crate::program::Shape;

/// The type without parentheses.
#[expect(clippy::wildcard_enum_match_arm, reason = "only parentheses are taken off")]
pub(super) fn unparenthesised(ty: &syn::Type) -> &syn::Type {
    match ty {
        syn::Type::Paren(inner) => unparenthesised(&inner.elem),
        syn::Type::Group(inner) => unparenthesised(&inner.elem),
        ty => ty,
    }
}

/// The type of the cotangent of a value of this type and shape: in the user's own words where they can be seen.
pub(super) fn cotangent(ty: &syn::Type, shape: &Shape, backprop: &TokenStream) -> TokenStream {
    match (ty, shape) {
        (syn::Type::Paren(inner), _) => cotangent(&inner.elem, shape, backprop),
        (syn::Type::Group(inner), _) => cotangent(&inner.elem, shape, backprop),
        (syn::Type::Reference(reference), Shape::Leaf(Type::Opaque(_) | Type::Real(_)) | Shape::Tuple(_)) => {
            cotangent(&reference.elem, shape, backprop)
        }
        (_, shape) if !has_tangent(shape) && matches!(shape, Shape::Leaf(_)) => quote!(()),
        (_, Shape::Leaf(Type::Array(_))) => super::arrays::cotangent(ty, shape, backprop),
        (_, Shape::Leaf(Type::Real(_))) => ty.to_token_stream(),
        (syn::Type::Tuple(tuple), Shape::Tuple(parts)) if tuple.elems.len() == parts.len() => {
            let parts = tuple.elems.iter().zip(parts).map(|(ty, shape)| cotangent(ty, shape, backprop));
            quote!((#(#parts,)*))
        }
        _ => of_cotangent(&ty.to_token_stream(), backprop, ty.span()),
    }
}

/// Whether there is something in a value of this shape that only the host language knows.
pub(super) fn is_opaque(shape: &Shape) -> bool {
    pub(super) fn opaque(ty: &Type) -> bool {
        match ty {
            Type::Opaque(_) => true,
            Type::Array(element) => opaque(element),
            Type::Tuple(parts) => parts.iter().any(opaque),
            Type::Real(_)
            | Type::Discrete(_)
            | Type::Function(_)
            | Type::Cotangent(_)
            | Type::Option(_)
            | Type::Tape(_)
            | Type::Look(_)
            | Type::Undone(_)
            | Type::World => false,
        }
    }
    shape.leaves().iter().any(opaque)
}

/// The types of which only rustc knows what they are, and which depend on no parameter.
pub(super) fn closed<'a>(ty: &'a syn::Type, shape: &Shape, generics: &Generics, found: &mut Vec<&'a syn::Type>) {
    match (referent(ty), shape) {
        (syn::Type::Tuple(tuple), Shape::Tuple(parts)) if tuple.elems.len() == parts.len() => {
            tuple.elems.iter().zip(parts).for_each(|(ty, shape)| closed(ty, shape, generics, found));
        }
        (ty, shape)
            if is_opaque(shape)
                && let Some(element) = super::arrays::element(ty) =>
        {
            closed(element, shape, generics, found);
        }
        (ty @ syn::Type::Path(_), shape) if is_opaque(shape) => {
            let mut names = Vec::new();
            collect_idents(ty.to_token_stream(), &mut names);
            let is_open = generics.params.iter().any(|param| match param {
                GenericParam::Type(param) => names.iter().any(|name| param.ident == *name),
                GenericParam::Const(param) => names.iter().any(|name| param.ident == *name),
                GenericParam::Lifetime(param) => names.iter().any(|name| param.lifetime.ident == *name),
            });
            let text = |ty: &syn::Type| ty.to_token_stream().to_string();
            let is_new = !found.iter().any(|other| text(other) == text(ty));
            if !is_open && is_new && !names.iter().any(|name| name == "Self" || name == "impl" || name == "dyn") {
                found.push(ty);
            }
        }
        _ => {}
    }
}

/// That these types have cotangents, as a `where` clause. If one has none, rustc says so in the constant, once, and nothing
/// of what the clause holds for: a bound with an error in it silences all that follows from it.
pub(crate) fn claim(types: &[&syn::Type], backprop: &TokenStream) -> TokenStream {
    claim_of(types, backprop, written_around_types)
}

/// The same of the fields of a struct.
pub(crate) fn claim_of_fields(types: &[&syn::Type], backprop: &TokenStream) -> TokenStream {
    claim_of(types, backprop, written_at)
}

pub(super) fn claim_of(
    types: &[&syn::Type],
    backprop: &TokenStream,
    written: impl Fn(TokenStream, Span) -> TokenStream,
) -> TokenStream {
    let checks = checks(types, backprop, written);
    quote!((): #backprop::__private::claims::TypesHaveCotangents<{ #checks 0 }>)
}

/// Statements that ask for the cotangents of these types.
pub(super) fn checks(
    types: &[&syn::Type],
    backprop: &TokenStream,
    written: impl Fn(TokenStream, Span) -> TokenStream,
) -> TokenStream {
    let checks = types.iter().map(|ty| {
        let known = written(quote!(<#ty as #backprop::Differentiable>::KNOWN), ty.span());
        quote!(let () = #known;)
    });
    checks.collect()
}

/// The type of looks at the arrays that a function captured, which this type parameter stands for.
pub(super) fn looks(arrays: &Ident, backprop: &TokenStream) -> syn::Type {
    syn::parse_quote!(#backprop::__private::Looks<'_, #arrays>)
}

/// The type of their accumulators.
pub(super) fn accumulators(arrays: &Ident, backprop: &TokenStream) -> TokenStream {
    quote!(#backprop::__private::Accumulators<'_, #arrays>)
}

/// The type of a parameter of the companion's functions: a function is of the type parameter that stands for it.
pub(super) fn parameter_type(ty: &syn::Type, function: Option<&str>) -> syn::Type {
    match function {
        Some(name) => {
            let name = Ident::new(name, Span::mixed_site());
            syn::parse_quote!(#name)
        }
        None => ty.clone(),
    }
}

/// The type of the sensitivity of a value of this shape, with `_` for what cannot be named.
pub(super) fn sensitivity_of_shape(shape: &Shape, backprop: &TokenStream) -> TokenStream {
    let wire = |ty: &Type| sensitivity_of_wire(ty, backprop);
    match shape {
        Shape::Tuple(parts) => {
            let parts = parts.iter().map(|part| sensitivity_of_shape(part, backprop));
            quote!((#(#parts,)*))
        }
        Shape::Leaf(ty) => match ty.sensitivity().unwrap_or_default().as_slice() {
            [one] => wire(one),
            bundle => {
                let parts = bundle.iter().map(wire);
                quote!((#(#parts,)*))
            }
        },
    }
}

pub(super) fn sensitivity_of_wire(ty: &Type, backprop: &TokenStream) -> TokenStream {
    match ty {
        Type::Real(name) => name.parse().unwrap_or_else(|_| quote!(_)),
        Type::Tuple(parts) => {
            let parts = parts.iter().map(|part| sensitivity_of_wire(part, backprop));
            quote!((#(#parts,)*))
        }
        Type::Cotangent(TypeName::Named(name)) => {
            let name = Ident::new(name, Span::mixed_site());
            quote!(<#name as #backprop::Differentiable>::Cotangent)
        }
        Type::Discrete(_)
        | Type::Function(_)
        | Type::Opaque(_)
        | Type::Cotangent(_)
        | Type::Option(_)
        | Type::Tape(_)
        | Type::Array(_)
        | Type::Look(_)
        | Type::Undone(_)
        | Type::World => quote!(_),
    }
}

/// Whether a value of this shape has a tangent.
pub(crate) fn has_tangent(shape: &Shape) -> bool {
    shape.leaves().iter().any(|ty| ty.sensitivity().is_some_and(|bundle| !bundle.is_empty()))
}
