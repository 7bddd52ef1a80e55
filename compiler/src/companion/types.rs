//! Types in the written code: cotangents, sensitivities, and what is claimed of types.

use hypernet::{Type, TypeName};
use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::spanned::Spanned;
use syn::{GenericParam, Generics, TypeParamBound, WherePredicate};

use super::generics::collect_idents;
use crate::input::written::{located, of_cotangent, written_around_types, written_at};
use crate::program::Shape;
use crate::source::types::referent;

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

/// The types of which only rustc knows what they are, and which can be named where the generics cannot.
pub(super) fn closed(ty: &syn::Type, shape: &Shape, generics: &Generics, found: &mut Vec<syn::Type>) {
    match (referent(ty), shape) {
        (syn::Type::Tuple(tuple), Shape::Tuple(parts)) if tuple.elems.len() == parts.len() => {
            tuple.elems.iter().zip(parts).for_each(|(ty, shape)| closed(ty, shape, generics, found));
        }
        (ty, shape)
            if is_opaque(shape)
                && let Some(element) = crate::source::types::element_of(ty) =>
        {
            closed(element, shape, generics, found);
        }
        (ty @ syn::Type::Path(_), shape) if is_opaque(shape) => {
            let text = |ty: &syn::Type| ty.to_token_stream().to_string();
            if let Some(ty) = without_parameters(ty, generics)
                && !found.iter().any(|other| text(other) == text(&ty))
            {
                found.push(ty);
            }
        }
        _ => {}
    }
}

/// The type with a number for each type parameter that stands for one; none if it names another parameter.
pub(crate) fn without_parameters(ty: &syn::Type, generics: &Generics) -> Option<syn::Type> {
    let mut names = Vec::new();
    collect_idents(ty.to_token_stream(), &mut names);
    let scalars = numbers(generics);
    let is_open = generics.params.iter().any(|param| match param {
        GenericParam::Type(param) => names.iter().any(|name| param.ident == *name && !scalars.contains(name)),
        GenericParam::Const(param) => names.iter().any(|name| param.ident == *name),
        GenericParam::Lifetime(_) => false,
    });
    // A lifetime of the block or of the function has no name there.
    if is_open || names.iter().any(|name| matches!(name.as_str(), "Self" | "impl" | "dyn")) || has_lifetime(ty) {
        return None;
    }
    let is_scalar = |name: &String| scalars.contains(name);
    if names.iter().any(is_scalar) {
        return syn::parse2(with_number(ty.to_token_stream(), &scalars)).ok();
    }
    Some(ty.clone())
}

/// The tokens with `f64` for these names.
fn with_number(tokens: TokenStream, scalars: &[String]) -> TokenStream {
    let replaced = tokens.into_iter().map(|token| match token {
        TokenTree::Ident(name) if scalars.iter().any(|scalar| name == *scalar) => {
            TokenTree::Ident(Ident::new("f64", name.span()))
        }
        TokenTree::Group(group) => {
            let mut inside = Group::new(group.delimiter(), with_number(group.stream(), scalars));
            inside.set_span(group.span());
            TokenTree::Group(inside)
        }
        token @ (TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_)) => token,
    });
    replaced.collect()
}

/// The type parameters that `f64` can stand for, whatever the bounds of a type ask of them.
fn numbers(generics: &Generics) -> Vec<String> {
    let is_plain = |bound: &TypeParamBound| match bound {
        TypeParamBound::Trait(bound) => bound.path.segments.last().is_some_and(|last| {
            ["Real", "Float", "Copy", "Clone", "Debug", "Differentiable"].iter().any(|name| last.ident == name)
        }),
        TypeParamBound::Lifetime(_) | TypeParamBound::PreciseCapture(_) | TypeParamBound::Verbatim(_) | _ => false,
    };
    let mut scalars: Vec<String> = crate::source::types::scalars(generics).iter().map(ToString::to_string).collect();
    scalars.retain(|scalar| {
        generics.type_params().any(|param| param.ident == *scalar && param.bounds.iter().all(is_plain))
    });
    for predicate in generics.where_clause.iter().flat_map(|clause| &clause.predicates) {
        let mut names = Vec::new();
        collect_idents(predicate.to_token_stream(), &mut names);
        let is_plain = match predicate {
            WherePredicate::Type(predicate) => {
                matches!(predicate.bounded_ty, syn::Type::Path(_)) && predicate.bounds.iter().all(is_plain)
            }
            WherePredicate::Lifetime(_) | _ => false,
        };
        if !is_plain {
            scalars.retain(|scalar| !names.contains(scalar));
        }
    }
    scalars
}

fn has_lifetime(ty: &syn::Type) -> bool {
    ty.to_token_stream().to_string().contains('\'')
}

/// That these types have cotangents, as a `where` clause. If one has none, rustc says so in the constant, once, and nothing
/// of what the clause holds for: a bound with an error in it silences all that follows from it.
///
/// The same holds for what these further statements say.
pub(crate) fn claim(
    statements: &TokenStream,
    (types, earlier): (&[syn::Type], &Earlier),
    backprop: &TokenStream,
) -> TokenStream {
    let checks = checks((types, earlier), backprop, written_around_types);
    claimed(&quote!(#statements #checks), backprop)
}

/// The same by a constant of a type, of this path and of this name; and that.
pub(crate) fn claim_by_constant(
    (path, name): (&TokenStream, &Ident),
    ty: &syn::Type,
    types: (&[syn::Type], &Earlier),
    backprop: &TokenStream,
) -> (TokenStream, TokenStream) {
    let checks = checks(types, backprop, written_around_types);
    let constant = quote!(#[doc(hidden)] impl #ty { const #name: ::core::primitive::usize = { #checks 0 }; });
    (quote!((): #backprop::__private::claims::TypesHaveCotangents<{ #path }>), constant)
}

/// The same by a constant of this name, which stands beside what the clause is of, and asks for what further statements say; and that.
pub(crate) fn claim_beside(
    name: &Ident,
    statements: &TokenStream,
    types: (&[syn::Type], &Earlier),
    backprop: &TokenStream,
) -> (TokenStream, TokenStream) {
    let (checks, quiet) = (checks(types, backprop, written_around_types), super::quiet());
    let constant = quote! {
        #[doc(hidden)]
        #quiet
        const #name: ::core::primitive::usize = { #statements #checks 0 };
    };
    (quote!((): #backprop::__private::claims::TypesHaveCotangents<{ #name }>), constant)
}

/// The same of the fields of a struct.
pub(crate) fn claim_of_fields(types: &[syn::Type], backprop: &TokenStream) -> TokenStream {
    claimed(&checks((types, &Earlier::default()), backprop, written_at), backprop)
}

fn claimed(statements: &TokenStream, backprop: &TokenStream) -> TokenStream {
    quote!((): #backprop::__private::claims::TypesHaveCotangents<{ #statements 0 }>)
}

/// The tokens with `__private::claims::CotangentIf<T, condition>` for each `CotangentOf<T>`.
pub(super) fn with_cotangents_if(tokens: TokenStream, condition: &TokenStream) -> TokenStream {
    let (mut written, mut open, mut depth) = (TokenStream::new(), Vec::new(), 0);
    let mut before = ' ';
    for token in tokens {
        let mut character = ' ';
        match token {
            TokenTree::Ident(name) if name == "CotangentOf" => {
                written.extend(located(quote!(__private::claims::CotangentIf), name.span()));
                open.push(depth);
            }
            TokenTree::Group(group) => {
                let mut inside = Group::new(group.delimiter(), with_cotangents_if(group.stream(), condition));
                inside.set_span(group.span());
                written.extend([TokenTree::Group(inside)]);
            }
            TokenTree::Punct(punct) => {
                character = punct.as_char();
                if character == '<' {
                    depth += 1;
                } else if character == '>' && before != '-' {
                    depth -= 1;
                    if open.last() == Some(&depth) {
                        open.pop();
                        written.extend(located(quote!(,), punct.span()));
                        written.extend(condition.clone());
                    }
                }
                written.extend([TokenTree::Punct(punct)]);
            }
            token @ (TokenTree::Ident(_) | TokenTree::Literal(_)) => written.extend([token]),
        }
        before = character;
    }
    written
}

/// The constants before an item that ask for the cotangents of types, by the types.
pub(crate) type Earlier = std::rc::Rc<[(String, String)]>;

/// A statement that asks for the constant of an item before, if that asks for the cotangent of this type.
pub(crate) fn asked_before(ty: &TokenStream, earlier: &Earlier) -> Option<TokenStream> {
    let text = ty.to_string();
    let (_, path) = earlier.iter().find(|(known, _)| *known == text)?;
    let path = path.parse::<TokenStream>().ok()?;
    Some(quote!(let _ = #path;))
}

/// Statements that ask for the cotangents of these types. Where an item before has asked, it is its constant that they ask for: of a type that
/// has none, rustc says so there, once.
pub(super) fn checks(
    (types, earlier): (&[syn::Type], &Earlier),
    backprop: &TokenStream,
    written: impl Fn(TokenStream, Span) -> TokenStream,
) -> TokenStream {
    let checks = types.iter().map(|ty| {
        if let Some(asked) = asked_before(&ty.to_token_stream(), earlier) {
            return asked;
        }
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
            quote!(#backprop::CotangentOf<#name>)
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
