//! The interface of a function: its parameters and its result, and the types of their cotangents.

use hypernet::Type;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::{FnArg, ItemFn, Pat, ReturnType};

use crate::program::{Param, Shape};

/// What a function takes and gives.
#[derive(Debug)]
pub(crate) struct Interface {
    pub(crate) params: Vec<Parameter>,
    /// The type of the result.
    pub(crate) result: TokenStream,
    result_type: syn::Type,
    pub(crate) result_shape: Shape,
}

/// A parameter.
#[derive(Debug)]
pub(crate) struct Parameter {
    /// Its name, with the hygiene of generated code.
    pub(crate) name: Ident,
    pub(crate) ty: syn::Type,
    pub(crate) shape: Shape,
    /// Whether the gradient has an entry for it.
    pub(crate) differentiated: bool,
}

impl Interface {
    /// The interface of these parameters and a result of this shape.
    pub(crate) fn of(function: &ItemFn, params: &[Param], result: &Shape) -> Self {
        let params = params
            .iter()
            .map(|Param { name, ty, shape, differentiated }| Parameter {
                name: hygienic(name),
                ty: ty.clone(),
                shape: shape.clone(),
                differentiated: *differentiated,
            })
            .collect();
        Self::new(function, params, result.clone())
    }

    /// What can be guessed of it from the syntax of the function.
    pub(crate) fn guess(function: &ItemFn) -> Self {
        let reals: Vec<String> = function.sig.generics.type_params().map(|param| param.ident.to_string()).collect();
        let params = function
            .sig
            .inputs
            .iter()
            .enumerate()
            .filter_map(|(index, input)| match input {
                FnArg::Typed(input) => {
                    let name = match &*input.pat {
                        Pat::Ident(pattern) => hygienic(&pattern.ident),
                        _ => format_ident!("p{index}", span = Span::mixed_site()),
                    };
                    let shape = guess_shape(&input.ty, &reals);
                    let differentiated = has_tangent(&shape);
                    Some(Parameter { name, ty: (*input.ty).clone(), shape, differentiated })
                }
                FnArg::Receiver(_) => None,
            })
            .collect();
        let shape = match &function.sig.output {
            ReturnType::Default => Shape::Tuple(Vec::new()),
            ReturnType::Type(_, ty) => guess_shape(ty, &reals),
        };
        Self::new(function, params, shape)
    }

    fn new(function: &ItemFn, params: Vec<Parameter>, result_shape: Shape) -> Self {
        let result_type = match &function.sig.output {
            ReturnType::Default => syn::Type::Tuple(syn::TypeTuple {
                attrs: Vec::new(),
                paren_token: syn::token::Paren::default(),
                elems: syn::punctuated::Punctuated::new(),
            }),
            ReturnType::Type(_, ty) => (**ty).clone(),
        };
        Self { params, result: quote!(#result_type), result_type, result_shape }
    }

    /// Whether the result is one real scalar.
    pub(crate) fn has_gradient(&self) -> bool {
        matches!(self.result_shape, Shape::Leaf(Type::Real(_)))
    }

    pub(crate) fn differentiated(&self) -> impl Iterator<Item = &Parameter> {
        self.params.iter().filter(|param| param.differentiated)
    }

    /// The type of the gradient: bare for one parameter, a tuple for several.
    pub(crate) fn gradient(&self, backprop: &TokenStream) -> TokenStream {
        let entries: Vec<TokenStream> = self.differentiated().map(|param| param.cotangent(backprop)).collect();
        if let [one] = entries.as_slice() { one.clone() } else { quote!((#(#entries),*)) }
    }

    /// The type of the sensitivity of the result.
    pub(crate) fn sensitivity(&self, backprop: &TokenStream) -> TokenStream {
        cotangent(&self.result_type, &self.result_shape, backprop)
    }
}

impl Parameter {
    /// The type of its cotangent.
    pub(crate) fn cotangent(&self, backprop: &TokenStream) -> TokenStream {
        cotangent(&self.ty, &self.shape, backprop)
    }

    /// What the derivative with respect to it is called.
    pub(crate) fn derivative(&self) -> String {
        let name = self.name.to_string();
        format!("d_{}", name.strip_prefix("r#").unwrap_or(&name).trim_start_matches('_'))
    }

    /// The name of the real scalar type that it has, if it is a real scalar.
    pub(crate) fn real(&self) -> Option<&str> {
        match &self.shape {
            Shape::Leaf(Type::Real(name)) => Some(name),
            _ => None,
        }
    }
}

/// Whether a value of this shape has a tangent.
pub(crate) fn has_tangent(shape: &Shape) -> bool {
    shape.leaves().iter().any(|ty| ty.sensitivity().is_some_and(|bundle| !bundle.is_empty()))
}

/// The type of the cotangent of a value of this type and shape: in the user's own words where they can be seen.
fn cotangent(ty: &syn::Type, shape: &Shape, backprop: &TokenStream) -> TokenStream {
    match (ty, shape) {
        (syn::Type::Paren(inner), _) => cotangent(&inner.elem, shape, backprop),
        (syn::Type::Group(inner), _) => cotangent(&inner.elem, shape, backprop),
        (_, shape) if !has_tangent(shape) && matches!(shape, Shape::Leaf(_)) => quote!(()),
        (_, Shape::Leaf(Type::Real(_))) => ty.to_token_stream(),
        (syn::Type::Tuple(tuple), Shape::Tuple(parts)) if tuple.elems.len() == parts.len() => {
            let parts = tuple.elems.iter().zip(parts).map(|(ty, shape)| cotangent(ty, shape, backprop));
            quote!((#(#parts,)*))
        }
        _ => quote!(<#ty as #backprop::Differentiable>::Cotangent),
    }
}

/// The same name, as a local variable of generated code.
fn hygienic(name: &Ident) -> Ident {
    let mut name = name.clone();
    name.set_span(name.span().resolved_at(Span::mixed_site()));
    name
}

fn guess_shape(ty: &syn::Type, reals: &[String]) -> Shape {
    let discrete = Shape::Leaf(Type::discrete("?"));
    match ty {
        syn::Type::Paren(inner) => guess_shape(&inner.elem, reals),
        syn::Type::Group(inner) => guess_shape(&inner.elem, reals),
        syn::Type::Tuple(tuple) => Shape::Tuple(tuple.elems.iter().map(|ty| guess_shape(ty, reals)).collect()),
        syn::Type::Path(path) => match path.path.segments.last() {
            Some(last) if last.ident == "f64" || last.ident == "f32" => {
                Shape::Leaf(Type::real(&last.ident.to_string()))
            }
            Some(last) if path.path.segments.len() == 1 && reals.contains(&last.ident.to_string()) => {
                Shape::Leaf(Type::real(&last.ident.to_string()))
            }
            _ => discrete,
        },
        _ => discrete,
    }
}
