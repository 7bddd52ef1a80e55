//! The arguments of `#[differentiable(…)]`.

use std::rc::Rc;

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::parse::{ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::{Expr, FnArg, LitStr, Meta, MetaNameValue, Pat, Path, Signature, Token};

use crate::diagnostic::Diagnostic;
use crate::input::definitions::Definitions;
use crate::input::siblings::Methods;
use crate::texts::TextSet;

/// What `#[differentiable(…)]` says.
#[derive(Clone, Default)]
#[expect(clippy::struct_excessive_bools, reason = "six questions that have nothing to do with one another")]
pub struct Attribute {
    /// The parameters to differentiate with respect to, in the order written; all that have a tangent, if `None`.
    pub wrt: Option<Vec<Ident>>,
    /// The rule of the user's own that takes the place of the body: a function of the same parameters that gives the value
    /// and the backpropagator.
    pub vjp: Option<Path>,
    /// Whether that rule adds to the accumulators of arrays, which its backpropagator takes.
    pub accumulates: bool,
    /// Whether the function is a closure that stands in its environment: names that it does not declare are values.
    pub in_place: bool,
    /// Whether the `impl` or `trait` around the function has been seen, so that all type parameters are known.
    pub inside: bool,
    /// Whether there is nothing that the function could be differentiated with respect to: it gives a constant.
    pub(crate) constant: bool,
    /// The type of the `impl` around the function, as far as that has a name.
    pub of_type: Option<Path>,
    /// The methods of the block around the function.
    pub(crate) methods: Methods,
    /// The functions of the block that it calls, and that call it in the end.
    pub(crate) circle: TextSet,
    /// The arrays in fields of `self` that other functions of the block show to hold structs.
    pub(crate) of_structs: TextSet,
    /// The fields of `self` that the functions of the block show to hold structs.
    pub(crate) fields: TextSet,
    /// The identifiers that may be names of two variables, although they have one text, in pairs.
    pub(crate) doubtful: Vec<(Ident, Ident)>,
    /// Claims as statements, of what the file says of names of types and of fields.
    pub(crate) claims: Vec<TokenStream>,
    /// The names that no item of the file has: where they are no variables, rustc says that they are not there.
    pub(crate) undefined: TextSet,
    /// The names that may mean no function: where they do, rustc says so of the function as it stands.
    pub(crate) unsure: TextSet,
    /// The structs of the file.
    pub(crate) structs: Rc<Definitions>,
    /// The name of the trait around the function, or of that which the `impl` around it implements.
    pub of_trait: Option<Ident>,
    /// Whether the functions that it takes have captured arrays, which it takes beside its parameters.
    pub(crate) over_arrays: bool,
    /// Whether a function that is a parameter is lent copies of arrays which are overwritten afterwards.
    pub(crate) lends_copies: bool,
}

impl Attribute {
    /// Reads the arguments.
    ///
    /// # Errors
    /// All arguments that are unknown, given twice or ill-formed, each at its token.
    ///
    /// ```
    /// let attribute = backprop_compiler::attribute::Attribute::parse(quote::quote!(wrt(w, b))).expect("well-formed");
    /// assert_eq!(attribute.wrt.expect("given").len(), 2);
    /// ```
    pub fn parse(tokens: TokenStream) -> Result<Self, Vec<Diagnostic>> {
        let arguments = Punctuated::<Meta, Token![,]>::parse_terminated.parse2(tokens).map_err(|error| {
            vec![Diagnostic::new(error.span(), error.to_string(), "write `#[differentiable(wrt(a, b))]`")]
        })?;
        let mut attribute = Self::default();
        let mut errors = Vec::new();
        // Of names alone, it is said once that they are none.
        let bare = |argument: &Meta| {
            let Meta::Path(path) = argument else { return None };
            path.get_ident().filter(|name| !["wrt", "vjp", "accumulate"].iter().any(|known| *name == known)).cloned()
        };
        let alone: TokenStream = arguments.iter().filter_map(bare).map(ToTokens::into_token_stream).collect();
        // Those after `wrt = a` are more of these.
        let is_list = |argument: &Meta| matches!(argument, Meta::NameValue(given) if given.path.is_ident("wrt"));
        if let Some(first) = arguments.iter().find_map(bare).filter(|_| !arguments.iter().any(is_list)) {
            errors.push(Diagnostic::new(
                first.span(),
                format!("`{first}` is not an argument of `#[differentiable]`"),
                format!(
                    "parameters are named by `{}`, a rule by `vjp = rule` or `accumulate = rule`",
                    wrt_of(alone.clone())
                ),
            ));
        }
        for argument in arguments.into_iter().filter(|argument| bare(argument).is_none()) {
            let name = argument.path().get_ident().map(ToString::to_string).unwrap_or_default();
            match (name.as_str(), &argument) {
                ("wrt", _) if attribute.wrt.is_some() => {
                    errors.push(Diagnostic::at(
                        &argument,
                        "`wrt` is given twice",
                        "name all parameters in one `wrt(…)`",
                    ));
                }
                ("wrt", Meta::List(list)) => {
                    // `self` is one.
                    let names = |input: ParseStream<'_>| Punctuated::parse_terminated_with(input, Ident::parse_any);
                    let names: syn::Result<Punctuated<Ident, Token![,]>> = names.parse2(list.tokens.clone());
                    match names {
                        Ok(names) if names.is_empty() => errors.push(Diagnostic::at(
                            &argument,
                            "`wrt` names no parameter",
                            "name the parameters to differentiate with respect to, or leave `wrt` out for all",
                        )),
                        Ok(names) => attribute.wrt = Some(distinct(names, &mut errors)),
                        Err(error) => errors.push(Diagnostic::new(
                            error.span(),
                            "`wrt` takes names of parameters",
                            "write `wrt(a, b)`",
                        )),
                    }
                }
                ("wrt", Meta::NameValue(given)) => errors.push(Diagnostic::at(
                    &argument,
                    "`wrt` takes a list of parameters in parentheses",
                    format!("write `{}`", wrt_of(given.value.to_token_stream().into_iter().chain(alone.clone()).collect())),
                )),
                ("wrt", _) => {
                    errors.push(Diagnostic::at(&argument, "`wrt` takes a list of parameters", "write `wrt(a, b)`"));
                }
                ("vjp" | "accumulate", _) if attribute.vjp.is_some() => {
                    errors.push(Diagnostic::at(&argument, "a second rule is given", "name one rule"));
                }
                ("vjp" | "accumulate", Meta::NameValue(MetaNameValue { value: Expr::Path(path), .. }))
                    if path.qself.is_none() =>
                {
                    attribute.vjp = Some(path.path.clone());
                    attribute.accumulates = name == "accumulate";
                }
                ("accumulate", _) => errors.push(Diagnostic::at(
                    &argument,
                    "`accumulate` takes the path of a function",
                    "write `accumulate = rule`, where `rule` takes the same parameters and gives the value and the backpropagator, which \
                     takes an accumulator for each array behind a reference",
                )),
                ("vjp", _) => errors.push(Diagnostic::at(
                    &argument,
                    "`vjp` takes the path of a function",
                    "write `vjp = rule`, where `rule` takes the same parameters and gives the value and the backpropagator",
                )),
                _ => errors.push(Diagnostic::at(
                    argument.path(),
                    format!("`{}` is not an argument of `#[differentiable]`", argument.path().to_token_stream()),
                    "write `#[differentiable]`, `#[differentiable(wrt(a, b))]`, `#[differentiable(vjp = rule)]` or `#[differentiable(accumulate = rule)]`",
                )),
            }
        }
        if let (Some(wrt), Some(_)) = (&attribute.wrt, &attribute.vjp) {
            let at = wrt.first().map_or_else(proc_macro2::Span::call_site, Ident::span);
            errors.push(Diagnostic::new(
                at,
                "a rule of one's own, `vjp = …`, is with respect to all parameters that have a tangent",
                "leave `wrt(…)` out, and let the rule give an entry for each of them",
            ));
        }
        if errors.is_empty() { Ok(attribute) } else { Err(errors) }
    }
}

/// The parameters that the arguments mean, though they are refused: those that they name, in any form (`wrt = [a, b]`, `a, b`, `wrt("a")`).
/// None if they name none.
pub(crate) fn meant(arguments: &TokenStream, signature: &Signature) -> Option<Vec<Ident>> {
    let is_parameter = |name: &Ident| {
        signature.inputs.iter().any(|input| match input {
            FnArg::Receiver(_) => name == "self",
            FnArg::Typed(input) => matches!(&*input.pat, Pat::Ident(pattern) if pattern.ident == *name),
        })
    };
    let found: Vec<Ident> = names_in(arguments.clone()).into_iter().filter(is_parameter).collect();
    (!found.is_empty()).then_some(found)
}

/// The names in these tokens, each once, those in groups and texts included.
fn names_in(tokens: TokenStream) -> Vec<Ident> {
    let mut found: Vec<Ident> = Vec::new();
    for token in tokens {
        let names = match token {
            TokenTree::Group(group) => names_in(group.stream()),
            TokenTree::Ident(name) => vec![name],
            TokenTree::Literal(text) => {
                let text = syn::parse2::<LitStr>(TokenTree::from(text).into());
                text.ok().and_then(|text| text.parse().ok()).into_iter().collect()
            }
            TokenTree::Punct(_) => Vec::new(),
        };
        for name in names {
            if !found.contains(&name) {
                found.push(name);
            }
        }
    }
    found
}

/// The argument `wrt` with the names in these tokens.
fn wrt_of(tokens: TokenStream) -> String {
    let names: Vec<String> = names_in(tokens).iter().map(ToString::to_string).collect();
    let names = if names.is_empty() { "a, b".to_owned() } else { names.join(", ") };
    format!("wrt({names})")
}

/// The names, each once; a second time is an error.
fn distinct(names: Punctuated<Ident, Token![,]>, errors: &mut Vec<Diagnostic>) -> Vec<Ident> {
    let mut found: Vec<Ident> = Vec::with_capacity(names.len());
    for name in names {
        if found.contains(&name) {
            errors.push(Diagnostic::new(name.span(), format!("`{name}` is named twice in `wrt`"), "name it once"));
        } else {
            found.push(name);
        }
    }
    found
}
