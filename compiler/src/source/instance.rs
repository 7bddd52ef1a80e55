//! An instance of a generic function: types for its parameters, with which rustc checks the user's code. The instance never runs, so
//! any types that fit will do.

use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::punctuated::Punctuated;
use syn::{
    GenericParam, Generics, ParenthesizedGenericArguments, PathArguments, Token, Type, TypeParamBound, WherePredicate,
};

use super::types::type_names;

/// The traits that `f64` has, by their names.
const OF_NUMBERS: [&str; 14] = [
    "Real",
    "Float",
    "FloatConst",
    "FromPrimitive",
    "Copy",
    "Clone",
    "PartialEq",
    "PartialOrd",
    "Debug",
    "Display",
    "Default",
    "Send",
    "Sync",
    "Sized",
];

/// Those that a function pointer has.
const OF_FUNCTIONS: [&str; 5] = ["Copy", "Clone", "Send", "Sync", "Sized"];

/// Whether the bounds of all parameters are known, and none is of an operator.
pub(crate) fn has_instance(generics: &Generics) -> bool {
    instance(generics).is_some()
}

/// The arguments of an instance: `f64` for what is a number, a function pointer for what is a function. None if a parameter is asked
/// for anything else.
pub(crate) fn instance(generics: &Generics) -> Option<Vec<TokenStream>> {
    let mut bounds = bounds_at_parameters(generics);
    for predicate in generics.where_clause.iter().flat_map(|clause| &clause.predicates) {
        let (name, more) = of_parameter(predicate)?;
        bounds.iter_mut().find(|(param, _)| *param == name)?.1.extend(more);
    }
    let mut arguments = Vec::new();
    for param in &generics.params {
        arguments.push(match param {
            GenericParam::Type(param) => of_bounds(&bounds.iter().find(|(name, _)| **name == param.ident)?.1)?,
            GenericParam::Const(param) if matches!(&param.ty, Type::Path(ty) if ty.path.is_ident("usize")) => quote!(1),
            GenericParam::Const(_) | GenericParam::Lifetime(_) => return None,
        });
    }
    // A function may take and give what others are.
    let names: Vec<String> = generics.params.iter().filter_map(name_of).collect();
    let written = arguments.clone();
    for _ in &names {
        arguments = arguments.into_iter().map(|argument| replaced(argument, &names, &written)).collect();
    }
    let is_closed = |argument: &TokenStream| !contains(argument.clone(), &names);
    arguments.iter().all(is_closed).then_some(arguments)
}

/// The arguments with which the derivative names its own function: its parameters, and a function pointer for what is a function, which has
/// another bound there. None if such a parameter is asked for anything else, or if something else is asked for with its name.
pub(crate) fn own_arguments(generics: &Generics) -> Option<Vec<TokenStream>> {
    let mut bounds = bounds_at_parameters(generics);
    for (name, more) in generics.where_clause.iter().flat_map(|clause| &clause.predicates).filter_map(of_parameter) {
        bounds.iter_mut().filter(|(param, _)| *param == name).for_each(|(_, bounds)| bounds.extend(more));
    }
    let is_function = |bounds: &[&TypeParamBound]| bounds.iter().any(|bound| takes_arguments(bound));
    let functions = bounds.iter().filter(|(_, bounds)| is_function(bounds));
    let functions: Vec<String> = functions.map(|(param, _)| param.to_string()).collect();
    let names_functions = |bound: &&TypeParamBound| contains(bound.to_token_stream(), &functions);
    let mut others = generics.where_clause.iter().flat_map(|clause| &clause.predicates);
    let of_others = |predicate: &WherePredicate| {
        of_parameter(predicate).is_none() && contains(predicate.to_token_stream(), &functions)
    };
    if bounds.iter().flat_map(|(_, bounds)| bounds).any(names_functions) || others.any(of_others) {
        return None;
    }
    let mut arguments = Vec::new();
    for name in type_names(generics) {
        let of_name = bounds.iter().find(|(param, _)| *param == name).map(|(_, bounds)| bounds.as_slice());
        arguments.push(match of_name.filter(|bounds| is_function(bounds)) {
            Some(bounds) => of_bounds(bounds)?,
            None => name.to_token_stream(),
        });
    }
    Some(arguments)
}

/// The type parameters, with the bounds that stand where they are declared.
fn bounds_at_parameters(generics: &Generics) -> Vec<(&Ident, Vec<&TypeParamBound>)> {
    generics.type_params().map(|param| (&param.ident, param.bounds.iter().collect())).collect()
}

/// The name and the bounds of a predicate, if it is one of a parameter.
fn of_parameter(predicate: &WherePredicate) -> Option<(&Ident, &Punctuated<TypeParamBound, Token![+]>)> {
    let WherePredicate::Type(of) = predicate else { return None };
    let Type::Path(path) = &of.bounded_ty else { return None };
    Some((path.path.get_ident()?, &of.bounds))
}

/// What has these bounds; other parameters may stand in it.
fn of_bounds(bounds: &[&TypeParamBound]) -> Option<TokenStream> {
    let (functions, others): (Vec<&TypeParamBound>, _) = bounds.iter().partition(|bound| function(bound).is_some());
    let all = |traits: &[&str]| others.iter().all(|bound| is_one_of(bound, traits));
    match functions.as_slice() {
        [] => {
            let is_real = others.iter().any(|bound| is_one_of(bound, &["Real", "Float"]));
            (is_real && all(&OF_NUMBERS)).then(|| quote!(::core::primitive::f64))
        }
        [one] => {
            let ParenthesizedGenericArguments { inputs, output, .. } = function(one)?;
            all(&OF_FUNCTIONS).then(|| quote!(fn(#inputs) #output))
        }
        _ => None,
    }
}

fn function(bound: &TypeParamBound) -> Option<&ParenthesizedGenericArguments> {
    let TypeParamBound::Trait(bound) = bound else { return None };
    let last = bound.path.segments.last()?;
    match &last.arguments {
        PathArguments::Parenthesized(function) if last.ident == "Fn" => Some(function),
        PathArguments::Parenthesized(_) | PathArguments::AngleBracketed(_) | PathArguments::None => None,
    }
}

/// Whether this is the bound of a function that is called at least once.
fn takes_arguments(bound: &TypeParamBound) -> bool {
    let TypeParamBound::Trait(bound) = bound else { return false };
    bound.path.segments.last().is_some_and(|last| matches!(last.arguments, PathArguments::Parenthesized(_)))
}

/// Whether this is a bound by one of these traits, or by `'static`.
#[expect(clippy::wildcard_enum_match_arm, reason = "of no other bound it is known")]
fn is_one_of(bound: &TypeParamBound, traits: &[&str]) -> bool {
    match bound {
        TypeParamBound::Trait(bound) => {
            let last = bound.path.segments.last();
            last.is_some_and(|last| last.arguments.is_none() && traits.iter().any(|name| last.ident == name))
        }
        TypeParamBound::Lifetime(lifetime) => lifetime.ident == "static",
        _ => false,
    }
}

/// Whether one of these names stands in the tokens.
fn contains(tokens: TokenStream, names: &[String]) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(name) => names.iter().any(|known| name == known),
        TokenTree::Group(group) => contains(group.stream(), names),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}

/// The name of a type or of a constant.
pub(crate) fn name_of(param: &GenericParam) -> Option<String> {
    match param {
        GenericParam::Type(param) => Some(param.ident.to_string()),
        GenericParam::Const(param) => Some(param.ident.to_string()),
        GenericParam::Lifetime(_) => None,
    }
}

/// The tokens with these arguments for the names.
pub(crate) fn replaced(tokens: TokenStream, names: &[String], arguments: &[TokenStream]) -> TokenStream {
    let tokens = tokens.into_iter().map(|token| match token {
        TokenTree::Ident(name) => {
            let at = names.iter().position(|known| name == known);
            at.and_then(|at| arguments.get(at)).cloned().unwrap_or_else(|| name.into_token_stream())
        }
        TokenTree::Group(group) => {
            let mut inside = Group::new(group.delimiter(), replaced(group.stream(), names, arguments));
            inside.set_span(group.span());
            inside.into_token_stream()
        }
        token @ (TokenTree::Punct(_) | TokenTree::Literal(_)) => token.into(),
    });
    tokens.collect()
}
