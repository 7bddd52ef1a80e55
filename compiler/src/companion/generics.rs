//! The generics of a companion: the bounds on the type parameters of the user's function, and those for parameters that are
//! functions.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::spanned::Spanned;
use syn::{FnArg, GenericParam, Generics, ParenthesizedGenericArguments, ReturnType, TypeParamBound, WherePredicate};

use super::guess::guess_shape;
use super::types::cotangent;
use crate::input::definitions::Definitions;
use crate::input::functions;
use crate::input::subject::{Standing, Subject};
use crate::input::written::{hygienic, located};
use crate::source::types::{bounds_of, inner, is_common, is_without_operators};

/// What stands in `use<…>`: `Self` in a trait, and the type and constant parameters.
pub(super) fn captured(generics: &Generics, subject: &Subject) -> Option<Vec<Ident>> {
    let mut all = Vec::new();
    if subject.standing == Standing::Trait {
        all.push(Ident::new("Self", Span::mixed_site()));
    }
    all.extend(generics.params.iter().filter_map(|param| match param {
        GenericParam::Type(param) => Some(param.ident.clone()),
        GenericParam::Const(param) => Some(param.ident.clone()),
        GenericParam::Lifetime(_) => None,
    }));
    subject.is_whole.then_some(all)
}

/// Lets the type parameters that this type names be `Clone`, where they are no scalars: what it refers to is copied.
pub(super) fn clone_parameters(generics: &mut Generics, original: &Generics, ty: &syn::Type) {
    let mut idents = Vec::new();
    collect_idents(ty.to_token_stream(), &mut idents);
    for param in original.type_params() {
        if idents.contains(&param.ident.to_string()) && functions::of_parameter(original, &param.ident).is_none() {
            add_bound(generics, &param.ident, &syn::parse_quote!(::core::clone::Clone));
        }
    }
}

/// Lets the type parameters that these types name have a cotangent, where they are no scalars and no functions.
pub(super) fn bound_opaque(generics: &mut Generics, original: &Generics, types: &[&syn::Type], backprop: &TokenStream) {
    let mut idents = Vec::new();
    for ty in types {
        collect_idents(ty.to_token_stream(), &mut idents);
    }
    for param in original.type_params() {
        if idents.contains(&param.ident.to_string()) && functions::of_parameter(original, &param.ident).is_none() {
            add_bound(generics, &param.ident, &syn::parse_quote!(#backprop::Differentiable));
        }
    }
}

/// Lets the type parameters that the type of a block names have a cotangent, where they have one of the traits of these names, or that of the
/// block: what has a trait with derivatives has a cotangent. So they have where a field that is not constant is of them, in a struct of the file:
/// the struct has no cotangent otherwise. Gives what was said of them.
pub(crate) fn bound_own(
    block: &mut syn::ItemImpl,
    marked: &[String],
    structs: &Definitions,
    backprop: &TokenStream,
) -> Vec<WherePredicate> {
    let mut idents = Vec::new();
    collect_idents(block.self_ty.to_token_stream(), &mut idents);
    let own = block.trait_.as_ref().and_then(|(path, _)| path.segments.last()).map(|last| last.ident.to_string());
    let marked: Vec<&String> = marked.iter().chain(&own).collect();
    let is_needed = |name: &Ident| {
        let says = bounds_of(&block.generics, name);
        let has_derivatives =
            || says.iter().any(|bound| !is_common(bound) && marked.iter().any(|marked| is_named(bound, marked)));
        // With operators alone, it is said of it that nothing says what it is.
        let is_unbounded =
            || says.iter().all(|bound| is_common(bound)) && !says.iter().all(|bound| is_without_operators(bound));
        idents.contains(&name.to_string())
            && (has_derivatives() || is_of_fields(&block.self_ty, name, structs) && !is_unbounded())
            && !says.iter().any(|bound| ["Differentiable", "Real"].iter().any(|own| is_named(bound, own)))
    };
    let needed: Vec<Ident> = block.generics.type_params().map(|param| param.ident.clone()).filter(is_needed).collect();
    let said = |name: &Ident| -> WherePredicate { syn::parse_quote!(#name: #backprop::Differentiable) };
    let predicates: Vec<WherePredicate> = needed.iter().map(said).collect();
    if !predicates.is_empty() {
        block.generics.make_where_clause().predicates.extend(predicates.iter().cloned());
    }
    predicates
}

/// Whether a struct of the file with these arguments has a field of this type parameter that is not constant.
fn is_of_fields(of: &syn::Type, name: &Ident, structs: &Definitions) -> bool {
    let syn::Type::Path(path) = of else { return false };
    let [of] = &*path.path.segments.iter().collect::<Vec<_>>() else { return false };
    let syn::PathArguments::AngleBracketed(arguments) = &of.arguments else { return false };
    let Some(definition) = structs.get(&of.ident.to_string()) else { return false };
    let is_it = |argument: &syn::GenericArgument| matches!(argument, syn::GenericArgument::Type(syn::Type::Path(path)) if path.path.is_ident(name));
    arguments.args.iter().zip(&definition.of_fields).any(|(argument, is_of_field)| *is_of_field && is_it(argument))
}

/// Lets the type parameters of which it is said that they are numbers, by the name of the trait of `num_traits`, be those of `backprop`, which
/// have cotangents. Gives the claims that the trait is that one.
pub(crate) fn bound_floats(generics: &mut Generics, backprop: &TokenStream) -> Vec<TokenStream> {
    let is_float = |name: &Ident| {
        let says = bounds_of(generics, name);
        let has = |names: &[&str]| says.iter().any(|bound| names.iter().any(|name| is_named(bound, name)));
        has(&["Float"]) && !has(&["Real", "Differentiable"])
    };
    let floats: Vec<Ident> = generics.type_params().map(|param| param.ident.clone()).filter(is_float).collect();
    let mut claims = Vec::new();
    for name in floats {
        let named = bounds_of(generics, &name).into_iter().filter(|bound| is_named(bound, "Float"));
        claims.extend(named.map(|bound| {
            let real = located(quote!(#backprop::__private::claims::real::<T>();), bound.span());
            quote!(let _ = || { fn claim<T: #bound>() { #real } };)
        }));
        add_bound(generics, &name, &syn::parse_quote!(#backprop::Real));
    }
    claims
}

fn is_named(bound: &TypeParamBound, name: &str) -> bool {
    matches!(bound, TypeParamBound::Trait(bound) if bound.path.segments.last().is_some_and(|last| last.ident == name))
}

/// Says one thing more of a type parameter: where it is declared, if something is said of it there, as `clippy` wants it.
pub(crate) fn add_bound(generics: &mut Generics, name: &Ident, bound: &syn::TypeParamBound) {
    let mut declared = generics.type_params_mut().filter(|param| param.ident == *name && !param.bounds.is_empty());
    if let Some(param) = declared.next() {
        param.bounds.push(bound.clone());
        return;
    }
    let name = hygienic(name);
    generics.make_where_clause().predicates.push(syn::parse_quote!(#name: #bound));
}

/// The names in these tokens, those in groups included.
pub(super) fn collect_idents(tokens: TokenStream, found: &mut Vec<String>) {
    for token in tokens {
        match token {
            proc_macro2::TokenTree::Ident(ident) => found.push(ident.to_string()),
            proc_macro2::TokenTree::Group(group) => collect_idents(group.stream(), found),
            proc_macro2::TokenTree::Punct(_) | proc_macro2::TokenTree::Literal(_) => {}
        }
    }
}

/// The generics of a function of functions, for its adjoint: a parameter of function type is of a type parameter, and the
/// bounds of those are the adjoints of functions.
///
/// If they are `over_arrays`, each takes the arrays that it captured, which a type parameter more stands for.
pub(super) fn adjoint_generics(signature: &syn::Signature, over_arrays: bool, backprop: &TokenStream) -> Generics {
    let original = &signature.generics;
    let mut generics = original.clone();
    let mut predicates: Vec<WherePredicate> = Vec::new();
    let mut environments = Vec::new();
    let mut bound = |name: &Ident, function: &ParenthesizedGenericArguments, owning: bool| {
        let is_alone = functions::of_parameter(original, name).is_none() || functions::stands_alone(signature, name);
        let captured = (over_arrays && is_alone && functions::is_plain(original, function))
            .then(|| format_ident!("__CapturedBy{name}", span = Span::mixed_site()));
        let bound = super::functions::function_bound(name, function, captured.as_ref(), original, backprop);
        environments.extend(captured);
        let bound = match bound {
            Some(bound) => bound,
            None => function_bound(function, original, backprop),
        };
        let owned = owning.then(|| quote!(+ 'static));
        predicates.push(syn::parse_quote!(#name: #bound #owned));
    };
    for param in original.type_params() {
        if let Some(function) = functions::of_parameter(original, &param.ident) {
            bound(&param.ident, function, functions::is_owning_parameter(original, &param.ident));
        }
    }
    for (input, name) in signature.inputs.iter().zip(functions::type_parameters(signature)) {
        if let (FnArg::Typed(input), Some(name)) = (input, name)
            && let Some((function, None)) = functions::of_type(original, &input.ty)
        {
            bound(&name, function, functions::is_owning(original, &input.ty));
            generics.params.push(syn::parse_quote!(#name));
        }
    }
    for arrays in environments {
        generics.params.push(syn::parse_quote!(#arrays: #backprop::__private::Environment));
    }
    let is_function = |name: &Ident| functions::of_parameter(original, name).is_some();
    for param in &mut generics.params {
        if let GenericParam::Type(param) = param
            && is_function(&param.ident)
        {
            param.colon_token = None;
            param.bounds.clear();
        }
    }
    let clause = generics.make_where_clause();
    let kept = std::mem::take(&mut clause.predicates);
    let kept = kept.into_iter().filter(|predicate| !functions::bounded(predicate).is_some_and(is_function));
    clause.predicates = kept.chain(predicates).collect();
    generics
}

/// The adjoint of functions of this type, as a bound.
#[expect(clippy::wildcard_enum_match_arm, reason = "only what is named here has another type in the companion")]
fn function_bound(
    function: &ParenthesizedGenericArguments,
    generics: &Generics,
    backprop: &TokenStream,
) -> TokenStream {
    // A function of references has been refused, and one of arrays has another bound.
    let value = |ty: &'_ syn::Type| match ty {
        syn::Type::Reference(reference) => (*reference.elem).clone(),
        ty => ty.clone(),
    };
    let arguments: Vec<syn::Type> = function.inputs.iter().map(|input| value(&input.ty)).collect();
    let entries = arguments.iter().map(|ty| cotangent(ty, &guess_shape(ty, generics), backprop));
    let output = match &function.output {
        ReturnType::Default => quote!(()),
        ReturnType::Type(_, ty) => quote!(#ty),
    };
    quote! {
        #backprop::__private::Function<(#(#arguments,)*), Output = #output, Gradient = (#(#entries,)*)>
    }
}

/// The type of a result, where functions are their adjoints.
#[expect(clippy::wildcard_enum_match_arm, reason = "only what is named here has another type in the companion")]
pub(super) fn result_tokens(ty: &syn::Type, generics: &Generics, backprop: &TokenStream) -> TokenStream {
    let ty = inner(ty);
    match ty {
        syn::Type::Tuple(tuple) => {
            let parts = tuple.elems.iter().map(|ty| result_tokens(ty, generics, backprop));
            if tuple.elems.is_empty() { quote!(()) } else { quote!((#(#parts,)*)) }
        }
        syn::Type::ImplTrait(bounds) => {
            let Some(function) = functions::of_bounds(&bounds.bounds) else { return quote!(#ty) };
            let bound = function_bound(function, generics, backprop);
            quote!(impl #bound)
        }
        ty => quote!(#ty),
    }
}
