//! Functions with a rule of the user's own, `#[differentiable(vjp = rule)]`: the companion calls the rule, and the body is
//! not looked at.

use hypernet::Type;
use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{FnArg, Path};

use crate::companion::{Beside, Bodies, Interface, Parameter, Written, companion, depended_on, one, written};
use crate::diagnostic::{Diagnostic, refusal};
use crate::input::attribute::Attribute;
use crate::input::functions;
use crate::input::subject::Subject;
use crate::input::written::located;
use crate::lower::function_type;
use crate::program::{Param, Shape, written_name};
use crate::syntax::{Ty, check_signature};

/// The companion of a function whose derivatives are given by the function of this path, which takes the same parameters
/// and gives the value and the backpropagator: from the sensitivity of the value to the gradient.
///
/// # Errors
/// Everything in the signature that is refused.
pub(crate) fn by_rule(
    subject: &Subject,
    attribute: &Attribute,
    rule: &Path,
    backprop: &TokenStream,
) -> Result<TokenStream, Vec<Diagnostic>> {
    let function = &subject.function;
    if functions::is_higher_order(&function.sig) {
        return Err(vec![refusal::HIGHER_ORDER_RULE.at(rule)]);
    }
    let (params, result) = check_signature(function, attribute).map_err(|mut errors| {
        // With a rule, `wrt` is none of what may be written.
        for error in errors.iter_mut().filter(|error| error.help.contains("wrt")) {
            error.help = "take it as a struct with `#[derive(Differentiable)]` and a field `#[constant]`, or give the rule to a \
                          function without it"
                .into();
        }
        errors
    })?;
    let is_array = |param: &crate::syntax::Param| matches!(param.ty, Ty::Array(_));
    let changed = params.iter().filter(|param| param.changed && !is_array(param));
    let changed: Vec<Diagnostic> = changed.map(|param| refusal::RULE_CHANGES.at(&param.written)).collect();
    if !changed.is_empty() {
        return Err(changed);
    }
    let params: Vec<Param> = params.into_iter().map(param).collect();
    let result = shape(&result);
    let interface = Interface::of(subject, &params, &result, backprop);
    let arguments: Vec<&Ident> = interface.params.iter().map(|param| &param.name).collect();
    // All of it is at the name of the rule: that is where rustc says that the rule does not fit.
    let place = rule.segments.last().map_or_else(|| rule.span(), |last| last.ident.span());
    let at = Span::mixed_site().located_at(place);
    let name = |like: &str| {
        let mut name = interface.free(like);
        name.set_span(at);
        name
    };
    let (value, back, d) = (name("value"), name("back"), name("d"));
    let (sensitivity, gradient_type) = (interface.sensitivity(backprop), interface.gradient(backprop));
    let taking = Taking::of(&interface, attribute.accumulates, backprop);
    let given = arguments.iter().map(|name| Ident::new(&name.to_string(), name.span().located_at(place)));
    let given: Vec<Ident> = given.collect();
    let called = quote_spanned!(at=> let #back = #rule; let _ = #back(#(#given),*););
    let checked = checked(subject, &interface, &called, backprop);
    let (begin, depends) = (depended_on(subject, checked.as_ref(), backprop), written_name());
    let pullback = quote_spanned!(at=> #depends.as_is(#rule)(#(#given),*));
    // One that takes accumulators is no function of one parameter.
    let pullback = if taking.taken.is_empty() {
        let (result, of_rule) = (interface.result_type(), located(quote!(#backprop::__private::GivenByRule), place));
        quote_spanned!(at=> <_ as #of_rule<#result, #sensitivity, #gradient_type>>::__parts(#pullback))
    } else {
        quote_spanned!(at=> #backprop::__private::Rule(#pullback).value_and_backpropagator())
    };
    let both = quote_spanned! {at=>
        #begin
        let (#value, #back) = #pullback;
        let #back = #backprop::__private::given::<_, #sensitivity, #gradient_type>(#back).repeated();
    };
    let call = quote_spanned!(at=> #back.function()(#d));
    let vjp = quote_spanned! {at=>
        #both
        (#value, move |#d: #sensitivity| -> #gradient_type { #call })
    };
    if interface.has_arrays() || interface.gives_arrays() {
        if subject.adjoint_alone {
            return Err(vec![refusal::RULE_OF_ARRAYS.at(rule)]);
        }
        let both = match taking.wrapped(&interface, [&back, &d], &sensitivity, at, backprop) {
            Some(wrapped) => quote_spanned!(at=> #begin let (#value, #back) = #pullback; #wrapped),
            None => both,
        };
        let one = one(&result, backprop);
        let bodies = of_arrays(subject, (&interface, &taking), one, (&both, [&value, &back, &d]), backprop);
        let bodies = Bodies { written: checked, ..bodies };
        return Ok(companion(subject, &interface, backprop, Some(&bodies), None));
    }
    if attribute.accumulates {
        return Err(vec![refusal::RULE_ADDS.at(rule)]);
    }
    if subject.adjoint_alone {
        let adjoint = adjoint_alone(&interface, (&both, &call), [&value, &d], backprop);
        let bodies = Bodies {
            gradient: None,
            vjp: None,
            accumulate: None,
            adjoint: Some(adjoint),
            beside: Beside::default(),
            written: checked,
        };
        return Ok(companion(subject, &interface, backprop, Some(&bodies), None));
    }
    let gradient = one(&result, backprop).map(|one| {
        let (value, back, vjp) = (interface.free("value"), interface.free("back"), subject.name("vjp"));
        let begin = quote!(let (#value, #back) = Self::#vjp(#(#arguments),*););
        let alone = quote!(let (_, #back) = Self::#vjp(#(#arguments),*); #back(#one));
        (alone, quote!(#begin (#value, #back(#one))))
    });
    let bodies = Bodies {
        gradient,
        vjp: Some(vjp),
        accumulate: None,
        adjoint: None,
        beside: Beside::default(),
        written: checked,
    };
    Ok(companion(subject, &interface, backprop, Some(&bodies), None))
}

/// The adjoint in the `impl` of a trait or of an operator, where there is no `vjp` of its own to call.
fn adjoint_alone(
    interface: &Interface,
    (both, call): (&TokenStream, &TokenStream),
    [value, d]: [&Ident; 2],
    backprop: &TokenStream,
) -> TokenStream {
    let at = value.span();
    let (sensitivity, gradient_type) = (interface.sensitivity(backprop), interface.gradient(backprop));
    let entry = |param: &Parameter| Ident::new(&interface.free(&param.derivative()).to_string(), at);
    let chosen: Vec<Ident> = interface.differentiated().map(entry).collect();
    let gradient = if let [one] = chosen.as_slice() { quote!(#one) } else { quote!((#(#chosen),*)) };
    let all = interface.params.iter().map(|param| {
        let entry = entry(param);
        if param.differentiated { quote!(#entry) } else { quote!(()) }
    });
    let adjoint = quote_spanned! {at=>
        #both
        (#value, move |#d: #sensitivity| {
            let #gradient: #gradient_type = #call;
            (#(#all,)*)
        })
    };
    interface.adding(adjoint, backprop)
}

/// The call of the rule once more: of one that takes other arguments rustc says so, and nothing of what it gives.
fn checked(subject: &Subject, interface: &Interface, called: &TokenStream, backprop: &TokenStream) -> Option<Written> {
    let mut function = subject.function.clone();
    for (input, Parameter { name, .. }) in function.sig.inputs.iter_mut().zip(&interface.params) {
        if let FnArg::Typed(input) = input {
            *input.pat = syn::parse_quote!(#name);
        }
    }
    let body = Group::new(Delimiter::Brace, quote!(#called loop {}));
    let calling = Subject { function, body: Some(body), ..subject.clone() };
    written(&calling, (&[], &[]), (&[], &interface.checks(subject, backprop)), backprop)
}

/// The bodies for a function that takes or gives arrays: what the rule gives for arrays is added to their accumulators.
fn of_arrays(
    subject: &Subject,
    (interface, taking): (&Interface, &Taking),
    one: Option<TokenStream>,
    (both, [value, back, d]): (&TokenStream, [&Ident; 3]),
    backprop: &TokenStream,
) -> Bodies {
    let at = value.span();
    let added = |sensitivity: &TokenStream| {
        let taken = taking.taken(interface, sensitivity);
        added((interface, taking), &quote_spanned!(at=> #back.function()(#taken)), backprop)
    };
    let adjoint = |all: TokenStream, pattern: TokenStream, every: Vec<TokenStream>| {
        quote_spanned! {at=>
            #both
            (#value, move |#pattern| { #all (#(#every,)*) })
        }
    };
    let (all, every, taken) = (added(&quote!(#d)), entries(interface, |_| true), interface.taken(backprop));
    let accumulators = interface.accumulators();
    let pattern = if interface.has_arrays() {
        quote_spanned!(at=> (#d, _, (#(#accumulators,)*)): #taken)
    } else {
        quote_spanned!(at=> #d: #taken)
    };
    let adjoint = Some(interface.adding(adjoint(all, pattern, every), backprop));
    if interface.params.iter().any(|param| param.changed) {
        let gradient = interface.gradient_of_changes(subject, backprop);
        return Bodies {
            gradient,
            vjp: Some(interface.vjp_of_changes(subject, backprop)),
            accumulate: None,
            adjoint,
            beside: Beside::default(),
            written: None,
        };
    }
    let gradient = one.is_some().then(|| interface.with_accumulators(subject, backprop));
    let accumulate = one.filter(|_| interface.has_arrays()).map(|one| {
        let (all, chosen) = (added(&one), entries(interface, |param| param.differentiated));
        quote_spanned!(at=> #both #all (#value, (#(#chosen,)*)))
    });
    Bodies {
        gradient,
        vjp: Some(interface.vjp_of_arrays(subject, backprop)),
        accumulate,
        adjoint,
        beside: Beside::default(),
        written: None,
    }
}

/// What the backpropagator of a rule takes beside the sensitivity of the result: the accumulators of some arrays. It gives the other
/// cotangents.
struct Taking {
    /// Whether it takes all accumulators.
    all: bool,
    /// Those that it takes, with their types.
    taken: Vec<(Ident, TokenStream)>,
    /// What it gives.
    given: TokenStream,
}

impl Taking {
    fn of(interface: &Interface, all: bool, backprop: &TokenStream) -> Self {
        let takes = |param: &&Parameter| param.is_array() && (all || param.changed);
        let taken = interface
            .params
            .iter()
            .filter(takes)
            .filter_map(|param| Some((interface.free(&param.derivative()), param.accumulator(backprop)?)));
        let given: Vec<TokenStream> =
            Self::entries(interface, all).into_iter().map(|param| param.cotangent(backprop)).collect();
        let given = if let [one] = given.as_slice() { one.clone() } else { quote!((#(#given),*)) };
        Self { all, taken: taken.collect(), given }
    }

    /// The parameters that have an entry in what it gives, in their order.
    fn entries(interface: &Interface, all: bool) -> Vec<&Parameter> {
        let gives = |param: &&Parameter| param.differentiated && !(param.is_array() && (all || param.changed));
        let mut found: Vec<_> = interface.params.iter().filter(gives).collect();
        found.sort_by_key(|param| param.rank);
        found
    }

    /// What it is called with.
    fn taken(&self, interface: &Interface, sensitivity: &TokenStream) -> TokenStream {
        if self.taken.is_empty() {
            return sensitivity.clone();
        }
        let sensitivity = if interface.gives_nothing() { quote!(()) } else { sensitivity.clone() };
        let names = self.taken.iter().map(|(name, _)| name);
        quote!((#sensitivity, #(#names),*))
    }

    /// The backpropagator of a rule that takes accumulators, as one of a tuple.
    fn wrapped(
        &self,
        interface: &Interface,
        [back, d]: [&Ident; 2],
        sensitivity: &TokenStream,
        at: Span,
        backprop: &TokenStream,
    ) -> Option<TokenStream> {
        if self.taken.is_empty() {
            return None;
        }
        let (names, types): (Vec<_>, Vec<_>) = self.taken.iter().map(|(name, ty)| (name, ty)).unzip();
        let given = &self.given;
        let of_result = (!interface.gives_nothing()).then(|| quote!(#d,));
        let first = if interface.gives_nothing() { quote!(_) } else { quote!(#d) };
        let all = quote!((#sensitivity, #(#types),*));
        Some(quote_spanned! {at=>
            let #back = move |(#first, #(#names),*): #all| -> #given { #back(#of_result #(#names),*) };
            let #back = #backprop::__private::given::<_, #all, #given>(#back).repeated();
        })
    }
}

/// Statements that call the backpropagator of a rule and add what it gives for arrays to their accumulators.
fn added((interface, taking): (&Interface, &Taking), call: &TokenStream, backprop: &TokenStream) -> TokenStream {
    let given = Taking::entries(interface, taking.all);
    let names: Vec<Ident> = given.iter().map(|param| entry(interface, param)).collect();
    let gradient = if let [one] = names.as_slice() { quote!(#one) } else { quote!((#(#names),*)) };
    let ty = &taking.given;
    let additions = given.iter().zip(&names).filter(|(param, _)| param.is_array()).map(|(param, entry)| {
        let (name, accumulator) = (param.name.to_string(), interface.free(&param.derivative()));
        let same = param.of_elements(quote!(same_length), quote!(same_length_of_structs), backprop);
        let add_all = param.of_elements(quote!(add_all), quote!(add_structs), backprop);
        quote! {
            #same(#name, #accumulator, &#entry);
            #add_all(#accumulator, &#entry);
        }
    });
    quote!(let #gradient: #ty = #call; #(#additions)*)
}

/// What stands for the parameters in what a backpropagator gives: arrays are behind `()`.
fn entries(interface: &Interface, wanted: impl Fn(&Parameter) -> bool) -> Vec<TokenStream> {
    let entry = |param: &Parameter| {
        if param.is_array() || !param.differentiated {
            return quote!(());
        }
        let entry = entry(interface, param);
        quote!(#entry)
    };
    interface.params.iter().filter(|param| wanted(param)).map(entry).collect()
}

/// The name for what a rule gives for a parameter.
fn entry(interface: &Interface, param: &Parameter) -> Ident {
    interface.free(&format!("of_{}", param.name))
}

/// A parameter by its type alone.
pub(crate) fn param(param: crate::syntax::Param) -> Param {
    Param {
        shape: shape(&param.ty),
        name: param.name,
        ty: param.written,
        function: param.function,
        differentiated: param.differentiated,
        rank: param.rank,
        data: false,
        changed: param.changed,
        keeps_length: false,
        wanted: param.wanted,
        in_closure: false,
        captured: None,
    }
}

/// How a value of a type that a signature may have is made up.
pub(crate) fn shape(ty: &Ty) -> Shape {
    match ty {
        Ty::Real(name) => Shape::Leaf(Type::Real(name.clone())),
        Ty::Tuple(parts) => Shape::Tuple(parts.iter().map(shape).collect()),
        Ty::Discrete(name) => Shape::Leaf(Type::Discrete(name.clone())),
        Ty::Opaque(_) => Shape::Leaf(Type::unnamed()),
        Ty::Array(element) => Shape::Leaf(Type::Array(shape(element).grouped().into())),
        Ty::Fn(function) => {
            let params = function.params.iter().map(|param| shape(param).grouped()).collect();
            let result = shape(&function.result).grouped();
            Shape::Leaf(function_type(function, params, result, function.name.as_ref(), None))
        }
        // A signature has no unknown types.
        Ty::Var(_) => Shape::Leaf(Type::unnamed_discrete()),
    }
}
