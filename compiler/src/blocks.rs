//! `#[differentiable]` on an `impl` block and on a `trait`: every marked function in it gets its derivatives beside it.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Block, ImplItem, ItemFn, ItemImpl, ItemTrait, Meta, TraitItem, TraitItemFn, Type};

use crate::attribute::Attribute;
use crate::companion::{Bodies, Interface, companion};
use crate::diagnostic::{Diagnostic, compile_errors, refusal};
use crate::expand::{beside, stub_of};
use crate::program::{Param, Shape};
use crate::rule;
use crate::subject::{Standing, Subject, giving_self};
use crate::syntax::check_signature;

/// The operators of the standard library whose adjoints are traits of the runtime.
const OPERATORS: [&str; 9] = ["Add", "Sub", "Mul", "Div", "Neg", "AddAssign", "SubAssign", "MulAssign", "DivAssign"];

/// An `impl` block with the derivatives of its marked functions; of all, if none is marked.
pub(crate) fn implementation(attribute: &TokenStream, mut block: ItemImpl, backprop: &TokenStream) -> TokenStream {
    let mut errors = no_arguments(attribute);
    let marks: Vec<Option<Meta>> = block
        .items
        .iter_mut()
        .map(|item| match item {
            ImplItem::Fn(function) => take_mark(&mut function.attrs),
            _ => None,
        })
        .collect();
    let all = marks.iter().all(Option::is_none);
    let operator = operator_of(&block);
    if operator.is_some()
        && let Some(reference) = references(&block)
    {
        errors.push(refusal::REF_OPERATOR.at(reference));
        let errors = compile_errors(&errors);
        return quote!(#block #errors);
    }
    let standing = match &block.trait_ {
        None => Standing::Inherent,
        Some(_) if operator.is_some() => Standing::Operator,
        Some(_) => Standing::TraitImpl,
    };
    let self_type = is_scalar(&block.self_ty).then_some(&*block.self_ty);
    let mut beside_all = TokenStream::new();
    for (item, mark) in block.items.iter().zip(marks) {
        let ImplItem::Fn(function) = item else { continue };
        if mark.is_none() && !all {
            continue;
        }
        let Ok(mut function) = syn::parse2::<ItemFn>(function.to_token_stream()) else { continue };
        if operator.as_ref().is_some_and(|name| name.ends_with("Assign")) {
            function = giving_self(&function);
        }
        let subject = Subject::inside(function, standing, &block.generics, self_type);
        if mark.is_none() && has_nothing(&subject) {
            continue;
        }
        beside_all.extend(expanded(&subject, mark.as_ref(), backprop, &mut errors));
    }
    let errors = compile_errors(&errors);
    if let Some(name) = operator {
        let (generics, _, bounds) = block.generics.split_for_impl();
        let name = quote::format_ident!("{name}");
        let arguments = block
            .trait_
            .as_ref()
            .and_then(|(path, _)| path.segments.last())
            .map(|last| last.arguments.to_token_stream());
        let self_type = &block.self_ty;
        return quote! {
            #block
            #errors
            #[automatically_derived]
            impl #generics #backprop::__private::ops::#name #arguments for #self_type #bounds {
                #beside_all
            }
        };
    }
    block.items.push(ImplItem::Verbatim(beside_all));
    quote!(#block #errors)
}

/// A trait with the derivatives of its marked functions; of all, if none is marked.
pub(crate) fn definition(attribute: &TokenStream, mut item: ItemTrait, backprop: &TokenStream) -> TokenStream {
    let mut errors = no_arguments(attribute);
    let marks: Vec<Option<Meta>> = item
        .items
        .iter_mut()
        .map(|item| match item {
            TraitItem::Fn(function) => take_mark(&mut function.attrs),
            _ => None,
        })
        .collect();
    let all = marks.iter().all(Option::is_none);
    let mut beside_all = TokenStream::new();
    for (inside, mark) in item.items.iter().zip(marks) {
        let TraitItem::Fn(function) = inside else { continue };
        if mark.is_none() && !all {
            continue;
        }
        beside_all.extend(match declared(function, &item.generics, mark.as_ref(), backprop) {
            Ok(tokens) => tokens,
            Err(more) => {
                errors.extend(more);
                continue;
            }
        });
    }
    let errors = compile_errors(&errors);
    item.items.push(TraitItem::Verbatim(beside_all));
    quote!(#item #errors)
}

/// What stands beside a function of a trait: the declaration of the adjoint, or its definition where the function has a body,
/// and the others by means of it.
fn declared(
    function: &TraitItemFn,
    generics: &syn::Generics,
    mark: Option<&Meta>,
    backprop: &TokenStream,
) -> Result<TokenStream, Vec<Diagnostic>> {
    let (attrs, signature) = (&function.attrs, &function.sig);
    let block: Block = function.default.clone().unwrap_or_else(|| syn::parse_quote!({}));
    let whole: ItemFn = syn::parse_quote!(#(#attrs)* #signature #block);
    let attribute = parse_mark(mark)?;
    let subject = Subject::inside(whole, Standing::Trait, generics, None);
    if mark.is_none() && has_nothing(&subject) {
        return Ok(TokenStream::new());
    }
    let (params, result) = check_signature(&subject.function, &attribute)?;
    let params: Vec<Param> = params.into_iter().map(rule::param).collect();
    let result: Shape = rule::shape(&result);
    let interface = Interface::of(&subject, &params, &result, backprop);
    let by_adjoint = by_adjoint(&subject, &interface, backprop);
    let others = companion(&subject, &interface, backprop, Some(&by_adjoint));
    let adjoint = if function.default.is_some() {
        let alone = Subject { adjoint_alone: true, ..subject.clone() };
        beside(&alone, &attribute, backprop).map_err(|(errors, _)| errors)?
    } else {
        crate::companion::declaration(&subject, &interface, backprop)
    };
    Ok(quote!(#adjoint #others))
}

/// `grad`, `value_and_grad` and `vjp` that call the adjoint.
fn by_adjoint(subject: &Subject, interface: &Interface, backprop: &TokenStream) -> Bodies {
    let (adjoint, vjp) = (subject.name("adjoint"), subject.name("vjp"));
    let arguments: Vec<_> = interface.params.iter().map(|param| &param.name).collect();
    let (value, back, d) = (interface.free("value"), interface.free("back"), interface.free("d"));
    let entries: Vec<_> = interface.params.iter().map(|param| interface.free(&param.derivative())).collect();
    let chosen: Vec<_> = interface
        .params
        .iter()
        .zip(&entries)
        .filter(|(param, _)| param.differentiated)
        .map(|(_, entry)| entry)
        .collect();
    let gradient = if let [one] = chosen.as_slice() { quote!(#one) } else { quote!((#(#chosen),*)) };
    let sensitivity = interface.sensitivity(backprop);
    let vjp_body = quote! {
        let (#value, #back) = Self::#adjoint(#(#arguments),*);
        (#value, move |#d: #sensitivity| {
            let (#(#entries,)*) = #back(#d);
            #gradient
        })
    };
    let gradient = rule::one(&interface.result_shape, backprop).map(|one| {
        let begin = quote!(let (#value, #back) = Self::#vjp(#(#arguments),*););
        (quote!(let (_, #back) = Self::#vjp(#(#arguments),*); #back(#one)), quote!(#begin (#value, #back(#one))))
    });
    Bodies { gradient, vjp: Some(vjp_body), adjoint: None }
}

fn expanded(
    subject: &Subject,
    mark: Option<&Meta>,
    backprop: &TokenStream,
    errors: &mut Vec<Diagnostic>,
) -> TokenStream {
    match parse_mark(mark).map_err(|errors| (errors, None)).and_then(|attribute| beside(subject, &attribute, backprop))
    {
        Ok(tokens) => tokens,
        Err((more, stub)) => {
            errors.extend(more);
            stub.unwrap_or_else(|| stub_of(subject, backprop))
        }
    }
}

/// Whether there is nothing to differentiate in a function that is not marked itself.
fn has_nothing(subject: &Subject) -> bool {
    let nothing = [refusal::NO_REAL_PARAM.message, refusal::NO_REAL_RESULT.message];
    check_signature(&subject.function, &Attribute::default())
        .is_err_and(|errors| errors.iter().any(|error| nothing.contains(&error.message.as_str())))
}

fn no_arguments(attribute: &TokenStream) -> Vec<Diagnostic> {
    if attribute.is_empty() { Vec::new() } else { vec![refusal::BLOCK_ARGUMENT.at(attribute)] }
}

/// Takes `#[differentiable]` away from the attributes of a function.
fn take_mark(attrs: &mut Vec<syn::Attribute>) -> Option<Meta> {
    let is_mark =
        |attr: &syn::Attribute| attr.path().segments.last().is_some_and(|last| last.ident == "differentiable");
    let at = attrs.iter().position(is_mark)?;
    Some(attrs.remove(at).meta)
}

fn parse_mark(mark: Option<&Meta>) -> Result<Attribute, Vec<Diagnostic>> {
    match mark {
        Some(Meta::List(list)) => Attribute::parse(list.tokens.clone()),
        _ => Ok(Attribute::default()),
    }
}

/// The name of the operator that the block implements.
fn operator_of(block: &ItemImpl) -> Option<String> {
    let last = block.trait_.as_ref()?.0.segments.last()?.ident.to_string();
    OPERATORS.contains(&last.as_str()).then_some(last)
}

/// The first reference among the operands of an operator.
fn references(block: &ItemImpl) -> Option<&Type> {
    let arguments = block.trait_.as_ref().and_then(|(path, _)| path.segments.last()).map(|last| &last.arguments);
    let rhs = arguments.and_then(|arguments| match arguments {
        syn::PathArguments::AngleBracketed(arguments) => arguments.args.iter().find_map(|argument| match argument {
            syn::GenericArgument::Type(ty) => Some(ty),
            _ => None,
        }),
        _ => None,
    });
    [Some(&*block.self_ty), rhs].into_iter().flatten().find(|ty| matches!(ty, Type::Reference(_)))
}

fn is_scalar(ty: &Type) -> bool {
    matches!(ty, Type::Path(path) if path.path.is_ident("f64") || path.path.is_ident("f32"))
}
