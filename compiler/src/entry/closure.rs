//! `differentiate!(|x, y| …)`: a closure, differentiated where it stands.
//!
//! What the closure captures is constant for the macro: names that are neither parameters nor declared inside are values of
//! the environment.

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{Expr, ExprClosure, FnArg, Ident, ItemFn, Pat, ReturnType, Type};

use super::expansion;
use crate::companion::{Bodies, InPlace, Interface, marker, quiet};
use crate::diagnostic::{Diagnostic, compile_errors, refusal};
use crate::input::attribute::Attribute;
use crate::input::crate_path::crate_path;
use crate::input::subject::Subject;
use crate::input::{hygiene, nesting};

/// How many parameters a closure may have.
const MAX_PARAMETERS: usize = 12;

/// How many tokens a closure may have.
const MAX_TOKENS: usize = 8000;

fn count(tokens: TokenStream) -> usize {
    let inside = |token| match token {
        proc_macro2::TokenTree::Group(group) => count(group.stream()) + 1,
        proc_macro2::TokenTree::Ident(_) | proc_macro2::TokenTree::Punct(_) | proc_macro2::TokenTree::Literal(_) => 1,
    };
    tokens.into_iter().map(inside).sum()
}

/// The closure, with its derivatives.
///
/// ```
/// let tokens = backprop_compiler::differentiate(quote::quote!(|x: f64| x * x));
/// assert!(tokens.to_string().contains("Differentiated"));
/// ```
#[must_use]
pub fn differentiate(tokens: TokenStream) -> TokenStream {
    differentiate_beside(&[], tokens)
}

/// The same, where nothing in the file has these names: functions that are called by them are not there.
#[must_use]
pub fn differentiate_beside(undefined: &[String], tokens: TokenStream) -> TokenStream {
    let length = count(tokens.clone());
    let doubtful = hygiene::doubtful(&tokens);
    let closure = nesting::check(&tokens).map_err(|error| vec![error]).and_then(|()| {
        // It is written again from its syntax, which takes a deep stack for a long sum.
        if length > MAX_TOKENS {
            return Err(vec![refusal::LONG_CLOSURE.on(Span::call_site())]);
        }
        syn::parse2::<ExprClosure>(tokens).map_err(|error| {
            let message = format!("`differentiate!` takes a closure: {error}");
            vec![Diagnostic::new(error.span(), message, "write `differentiate!(|x: f64| …)`")]
        })
    });
    let expanded = closure.and_then(|closure| {
        let attribute = Attribute { doubtful, undefined: undefined.iter().cloned().collect(), ..Attribute::default() };
        expanded(&closure, attribute).or_else(|errors| {
            let of_rustc = errors.iter().all(|error| error.is(refusal::UNDEFINED));
            let missing = called(closure.to_token_stream(), undefined).filter(|_| of_rustc);
            missing.map(|name| left_to_rustc(&closure, &name, &errors)).ok_or(errors)
        })
    });
    match expanded {
        Ok(tokens) => tokens,
        Err(errors) => {
            // The closure does not stand there, so that rustc does not see it.
            let errors: TokenStream = errors.iter().map(Diagnostic::to_compile_error).collect();
            quote!({ #errors ::core::unreachable!() })
        }
    }
}

/// The closure as it stands, of which rustc says that it calls what is not there. Of a call of that, rustc knows no type, and so says nothing
/// of what stands for the derivatives.
fn left_to_rustc(closure: &ExprClosure, missing: &Ident, errors: &[Diagnostic]) -> TokenStream {
    let (moves, written, output, body) = (&closure.capture, parameters(closure), &closure.output, body(closure));
    let (errors, backprop) = (compile_errors(errors), crate_path());
    quote! {{
        let _ = #moves |#(#written),*| #output #body;
        #errors
        #backprop::__private::claims::receiver((), |()| #missing())
    }}
}

/// The first of these names that is called.
fn called(tokens: TokenStream, names: &[String]) -> Option<Ident> {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    tokens.iter().enumerate().find_map(|(at, token)| match token {
        TokenTree::Group(group) => called(group.stream(), names),
        TokenTree::Ident(name) => {
            let is_called = matches!(tokens.get(at + 1), Some(TokenTree::Group(_)));
            // A method is another name.
            let is_alone = !matches!(at.checked_sub(1).map(|before| &tokens[before]), Some(TokenTree::Punct(before)) if ['.', ':'].contains(&before.as_char()));
            Some(name.clone()).filter(|name| is_called && is_alone && names.iter().any(|missing| name == missing))
        }
        TokenTree::Punct(_) | TokenTree::Literal(_) => None,
    })
}

fn expanded(closure: &ExprClosure, attribute: Attribute) -> Result<TokenStream, Vec<Diagnostic>> {
    let backprop = crate_path();
    let function = as_function(closure)?;
    let subject = Subject::in_place(function);
    let attribute = Attribute { in_place: true, ..attribute };
    let expansion = expansion(&subject, &attribute)?;
    let program = &expansion.program;
    let interface = Interface::of(&subject, &program.params, &program.result, &backprop);
    let bodies = expansion.bodies(&expansion.simplified, (&subject, &interface), &backprop, None);
    if interface.has_arrays() || interface.has_owned_arrays() {
        return Ok(of_arrays(closure, (&subject, &interface), &bodies, &backprop));
    }
    let Bodies { gradient, vjp, .. } = bodies;

    let moves = &closure.capture;
    let names = || interface.params.iter().map(|param| &param.name);
    let types = || interface.params.iter().map(|param| &param.ty);
    let params = || {
        let params = names().zip(types()).map(|(name, ty)| quote!(#name: #ty));
        quote!(#(#params),*)
    };
    let (written, output, body) = (parameters(closure), &closure.output, body(closure));
    let (for_both, for_vjp) = (params(), params());
    // Whether what the macro does not know is a real number, rustc sees.
    let by_backpropagator = || quote!(#backprop::__private::ByBackpropagator);
    let both = gradient.map_or_else(by_backpropagator, |(_, both)| quote!(#moves |#for_both| { #both }));
    let (types, quiet) = (types(), quiet());
    Ok(quote! {
        #backprop::__private::Differentiated::<_, _, _, (#(#types,)*)>::new(
            #moves |#(#written),*| #output #body,
            #both,
            #quiet
            #moves |#for_vjp| { #vjp },
        )
    })
}

/// The body of the closure, as it stands behind its result.
fn body(closure: &ExprClosure) -> TokenStream {
    let body = &closure.body;
    match closure.output {
        ReturnType::Type(..) if !matches!(**body, Expr::Block(_)) => quote!({ #body }),
        ReturnType::Default | ReturnType::Type(..) => body.to_token_stream(),
    }
}

/// The closure with its derivatives, if some of its parameters are arrays.
fn of_arrays(
    closure: &ExprClosure,
    (subject, interface): (&Subject, &Interface),
    bodies: &Bodies,
    backprop: &TokenStream,
) -> TokenStream {
    let (moves, written, output, body) = (&closure.capture, parameters(closure), &closure.output, body(closure));
    let params: Vec<TokenStream> = interface
        .params
        .iter()
        .map(|param| {
            let (name, ty) = (&param.name, &param.ty);
            quote!(#name: #ty)
        })
        .collect();
    let adjoint = bodies.vjp.clone().unwrap_or_default();
    let both = bodies.gradient.as_ref().map(|(_, both)| both);
    let in_place = interface.in_place_of_arrays(subject, (bodies.accumulate.as_ref(), both, &adjoint), backprop);
    let (buffers, fresh, quiet) = (interface.buffers(backprop), interface.fresh(), quiet());
    let (names, types): (Vec<_>, Vec<_>) = buffers.into_iter().unzip();
    let markers = interface.params.iter().map(|param| marker(&param.ty, backprop));
    let (of_gradient, vjp) = if let Some(InPlace { both, into, vjp }) = in_place {
        let of_gradient = quote! {
            #quiet
            #moves |#(#params),*| { #both },
            #quiet
            #moves |#fresh: ::core::primitive::bool, #(#params,)* #(#names: &mut #types),*| { #into },
        };
        (of_gradient, vjp)
    } else {
        // Whether what the macro does not know is a real number, rustc sees.
        let of_gradient = quote!(#backprop::__private::ByBackpropagator, (),);
        (of_gradient, interface.vjp_in_place(subject, &adjoint, backprop))
    };
    quote! {
        #backprop::__private::DifferentiatedArrays::<
            _, _, _, _, (#(#markers,)*), (#(#backprop::__private::Buffer<#types>,)*)
        >::new(
            #moves |#(#written),*| #output #body,
            #of_gradient
            #quiet
            #moves |#(#params),*| { #vjp },
        )
    }
}

/// The closure as a function, whose result may be left open.
fn as_function(closure: &ExprClosure) -> Result<ItemFn, Vec<Diagnostic>> {
    if let Some(token) = &closure.asyncness {
        return Err(vec![refusal::ASYNC.at(token)]);
    }
    if closure.inputs.len() > MAX_PARAMETERS {
        return Err(vec![refusal::PARAMETERS.at(&closure.inputs)]);
    }
    let inputs = parameters(closure);
    let (output, body) = (&closure.output, &closure.body);
    let name = Ident::new("closure", Span::mixed_site());
    Ok(syn::parse_quote!(fn #name(#(#inputs),*) #output { #body }))
}

/// The parameters with their types: `f64`, where none is written.
#[expect(clippy::wildcard_enum_match_arm, reason = "a parameter without a type is `f64`")]
fn parameters(closure: &ExprClosure) -> Vec<FnArg> {
    let typed = |pattern: &Pat| match pattern {
        Pat::Type(typed) => FnArg::Typed(typed.clone()),
        pattern => {
            let ty: Type = syn::parse_quote!(f64);
            syn::parse_quote!(#pattern: #ty)
        }
    };
    closure.inputs.iter().map(typed).collect()
}
