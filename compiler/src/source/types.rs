//! Types as they are written, and what their names say.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::{GenericArgument, GenericParam, Generics, PathArguments, Type, TypeParamBound, TypePath};

use super::names::{is_builtin, is_discrete_name, is_float_name};

/// The traits of the standard library that say nothing of what a type is.
const COMMON: &[&str] = &[
    "Copy",
    "Clone",
    "Debug",
    "Display",
    "Sized",
    "Send",
    "Sync",
    "Unpin",
    "Default",
    "Eq",
    "PartialEq",
    "Ord",
    "PartialOrd",
    "Hash",
];

/// Further ones, which give it operators and methods.
const WITH_OPERATORS: &[&str] = &[
    "Into",
    "From",
    "AsRef",
    "Borrow",
    "Iterator",
    "IntoIterator",
    "ToString",
    "Add",
    "Sub",
    "Mul",
    "Div",
    "Rem",
    "Neg",
    "AddAssign",
    "SubAssign",
    "MulAssign",
    "DivAssign",
    "Sum",
    "Product",
];

/// Whether a bound says nothing of what a type is.
pub(crate) fn is_common(bound: &TypeParamBound) -> bool {
    is_among(bound, &[COMMON, WITH_OPERATORS])
}

/// Whether a bound gives a type no operator, and no method that computes.
pub(crate) fn is_without_operators(bound: &TypeParamBound) -> bool {
    is_among(bound, &[COMMON])
}

#[expect(clippy::wildcard_enum_match_arm, reason = "`syn` may know more bounds than these")]
fn is_among(bound: &TypeParamBound, lists: &[&[&str]]) -> bool {
    match bound {
        TypeParamBound::Trait(bound) => {
            let last = bound.path.segments.last();
            last.is_some_and(|last| lists.iter().flat_map(|list| *list).any(|name| last.ident == name))
        }
        TypeParamBound::Lifetime(_) | TypeParamBound::PreciseCapture(_) => true,
        // One that is not understood may say anything.
        _ => false,
    }
}

/// Whether a bound of this name makes a type parameter a scalar: those of the libraries of numbers, and what ends like
/// them. That they are scalars is claimed.
fn is_numeric(name: &str) -> bool {
    ["Real", "Float", "FloatCore", "Scalar", "Number", "Num", "RealField", "Signed", "FloatConst", "NumCast"]
        .iter()
        .any(|known| name.ends_with(known))
}

/// The real scalars among the type parameters.
#[expect(clippy::wildcard_enum_match_arm, reason = "only a trait makes a type a scalar")]
pub(crate) fn scalars(generics: &Generics) -> Vec<hypernet::Name> {
    let numeric = |bounds: &syn::punctuated::Punctuated<TypeParamBound, syn::Token![+]>| {
        bounds.iter().any(|bound| match bound {
            TypeParamBound::Trait(bound) => {
                bound.path.segments.last().is_some_and(|last| is_numeric(&last.ident.to_string()))
            }
            _ => false,
        })
    };
    let mut scalars = Vec::new();
    for parameter in &generics.params {
        let GenericParam::Type(parameter) = parameter else { continue };
        let in_where = generics.where_clause.iter().flat_map(|clause| &clause.predicates).any(|predicate| {
            matches!(predicate, syn::WherePredicate::Type(predicate)
                if matches!(&predicate.bounded_ty, Type::Path(path) if path.path.is_ident(&parameter.ident))
                    && numeric(&predicate.bounds))
        });
        if numeric(&parameter.bounds) || in_where {
            scalars.push(parameter.ident.to_string().into());
        }
    }
    scalars
}

/// Whether a type of this name may have a tangent: it is one of the user's own. Then a value that depends on nothing may still have a
/// sensitivity elsewhere.
pub(crate) fn may_have_tangent(name: &str) -> bool {
    name.starts_with(char::is_alphabetic) && syn::parse_str(name).is_ok_and(|ty: Type| !holds_no_reals(&ty))
}

/// What is said of a type parameter, where it is declared and after `where`.
#[expect(clippy::wildcard_enum_match_arm, reason = "`syn` may know more predicates; these are the ones of types")]
pub(crate) fn bounds_of<'g>(generics: &'g Generics, name: &Ident) -> Vec<&'g TypeParamBound> {
    let declared = generics.type_params().filter(|param| param.ident == *name).flat_map(|param| &param.bounds);
    let predicates = generics.where_clause.iter().flat_map(|clause| &clause.predicates);
    let of_it = predicates.filter_map(|predicate| match predicate {
        syn::WherePredicate::Type(of) if matches!(&of.bounded_ty, Type::Path(path) if path.path.is_ident(name)) => {
            Some(&of.bounds)
        }
        _ => None,
    });
    declared.chain(of_it.flatten()).collect()
}

/// Whether this is a type of the standard library that holds others. Where it says of none which, it is another type of the name, but for
/// `fmt::Result`.
pub(crate) fn is_container(path: &TypePath) -> bool {
    const CONTAINERS: [&str; 8] = ["Vec", "Option", "Result", "Box", "Rc", "Arc", "HashMap", "BTreeMap"];
    path.path.segments.last().is_some_and(|last| {
        (!last.arguments.is_none() || last.ident == "Result") && CONTAINERS.iter().any(|name| last.ident == name)
    })
}

/// The tokens of a type as text.
pub(crate) fn text(ty: &Type) -> String {
    ty.to_token_stream().to_string()
}

/// The type as it is usually written.
pub(crate) fn shown(ty: &Type) -> String {
    let mut text = text(ty);
    for (spaced, tight) in [
        (" :: ", "::"),
        (" < ", "<"),
        (" >", ">"),
        ("& ", "&"),
        (" ,", ","),
        (" ;", ";"),
        ("[ ", "["),
        (" ]", "]"),
        ("( ", "("),
        (" )", ")"),
        ("< ", "<"),
        (":: ", "::"),
        (" ::", "::"),
        (" <", "<"),
    ] {
        text = text.replace(spaced, tight);
    }
    // `->` is no end of arguments.
    text.replace("->", " -> ").replace("- >", "->").replace("  ", " ")
}

/// The type without parentheses.
#[expect(clippy::wildcard_enum_match_arm, reason = "only parentheses are taken off")]
pub(crate) fn inner(ty: &Type) -> &Type {
    match ty {
        Type::Paren(ty) => inner(&ty.elem),
        Type::Group(ty) => inner(&ty.elem),
        ty => ty,
    }
}

/// Whether a type holds a value or none.
pub(crate) fn is_option(path: &syn::TypePath) -> bool {
    path.path.segments.last().is_some_and(|last| last.ident == "Option" || last.ident == "Result")
}

/// Whether a type is one of Rust's own real numbers.
pub(crate) fn is_float(ty: &Type) -> bool {
    matches!(ty, Type::Path(path) if path.path.get_ident().is_some_and(|name| is_float_name(&name.to_string())))
}

/// Whether a type is surely one without a tangent: one of Rust's own, or made of such.
#[expect(clippy::wildcard_enum_match_arm, reason = "what is not named may have a tangent")]
pub(crate) fn holds_no_reals(ty: &Type) -> bool {
    match inner(ty) {
        Type::Path(path) => match path.path.get_ident() {
            Some(name) => is_discrete_name(&name.to_string()),
            None => is_container(path) && arguments(path).is_some_and(|mut arguments| arguments.all(holds_no_reals)),
        },
        Type::Array(array) => holds_no_reals(&array.elem),
        Type::Slice(slice) => holds_no_reals(&slice.elem),
        Type::Tuple(tuple) => tuple.elems.iter().all(holds_no_reals),
        Type::Reference(reference) => holds_no_reals(&reference.elem),
        _ => false,
    }
}

/// The types in the angle brackets at the end of a path, if there is nothing else in them.
#[expect(clippy::wildcard_enum_match_arm, reason = "only types are asked for")]
pub(crate) fn arguments(path: &TypePath) -> Option<impl Iterator<Item = &Type>> {
    let PathArguments::AngleBracketed(arguments) = &path.path.segments.last()?.arguments else { return None };
    let all = arguments.args.iter().all(|argument| matches!(argument, GenericArgument::Type(_)));
    all.then(|| {
        arguments.args.iter().filter_map(|argument| match argument {
            GenericArgument::Type(ty) => Some(ty),
            _ => None,
        })
    })
}

/// What a type refers to, through all of its references. A type that is no reference is itself.
#[expect(clippy::wildcard_enum_match_arm, reason = "only references refer")]
pub(crate) fn referent(ty: &Type) -> &Type {
    match inner(ty) {
        Type::Reference(reference) => referent(&reference.elem),
        ty => ty,
    }
}

/// What a shared reference refers to, if that is a number: `f64` of `&f64`. Such references are transparent in nets, so an adjoint takes the
/// number.
pub(crate) fn number_behind(ty: &Type, is_number: impl Fn(&Type) -> bool) -> Option<&Type> {
    let Type::Reference(of) = inner(ty) else { return None };
    (of.mutability.is_none() && is_number(inner(&of.elem))).then_some(&of.elem)
}

/// The type of the elements, if this is an array, a slice or a vector, or a reference to one.
#[expect(clippy::wildcard_enum_match_arm, reason = "no other type is an array")]
pub(crate) fn element_of(ty: &Type) -> Option<&Type> {
    match inner(ty) {
        Type::Reference(reference) => element_of(&reference.elem),
        Type::Slice(slice) => Some(&slice.elem),
        Type::Array(array) => Some(&array.elem),
        Type::Path(path) => {
            let arguments = &path.path.segments.last().filter(|last| last.ident == "Vec")?.arguments;
            let PathArguments::AngleBracketed(arguments) = arguments else { return None };
            if let GenericArgument::Type(ty) = arguments.args.first()? { Some(ty) } else { None }
        }
        _ => None,
    }
}

/// A scalar type, such that nothing hides it; none if it has no name.
pub(crate) fn scalar_type(name: &str) -> Option<TokenStream> {
    let tokens: TokenStream = name.parse().ok()?;
    if is_builtin(name) {
        return Some(quote!(::core::primitive::#tokens));
    }
    syn::parse2::<Ident>(tokens.clone()).is_ok().then_some(tokens)
}

/// The type and constant parameters.
pub(crate) fn type_names(generics: &Generics) -> Vec<&Ident> {
    let names = generics.params.iter().filter_map(|param| match param {
        GenericParam::Type(param) => Some(&param.ident),
        GenericParam::Const(param) => Some(&param.ident),
        GenericParam::Lifetime(_) => None,
    });
    names.collect()
}
