//! `#[differentiable]` on an `impl` block and on a `trait`: every marked function in it gets its derivatives beside it.

use std::iter;
use std::rc::Rc;

use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::spanned::Spanned;
use syn::{ImplItem, ImplItemFn, ItemFn, ItemImpl, ItemTrait, Meta, Path, TraitItem, TraitItemFn, Type, Visibility};

use super::changing::without_mut;
use super::constant::constant;
use super::of_trait::{OfTrait, of_standard_library};
use super::operator::{Operator, of_trait, operator_of};
use super::tokens::{own_type, where_also, with};
use super::{Seen, beside, errors_beside, expansion, index, own_value, refused, rule, stub_of};
use crate::companion::{
    Beside, Bodies, Interface, Parameter, again_by_default, beside_by_default, bound_floats, bound_own, carried, claim,
    claim_beside, claim_by_constant, companion, declaration, documented, one, over_arrays_by_default, quiet,
    visible_defaults, without_parameters,
};
use crate::diagnostic::{Diagnostic, compile_errors, refusal};
use crate::input::attribute::{self, Attribute};
use crate::input::circles::circles;
use crate::input::moved::Moving;
use crate::input::siblings::{Methods, Siblings};
use crate::input::subject::{Own, Standing, Subject, beside_method, bodies, giving_self};
use crate::input::{fields, functions, hygiene};
use crate::lower::shown_in_self;
use crate::program::{Param, Shape, takes_plain_functions, with_captured};
use crate::source::names::mentions;
use crate::source::types::{inner, is_float};
use crate::syntax::check_signature;
use crate::texts::TextSet;

/// An `impl` block with the derivatives of its marked functions; of all, if none is marked. `tokens` are those of the block, with whether
/// all bodies in it can be read.
#[expect(clippy::wildcard_enum_match_arm, reason = "only functions have companions; the block itself stays as it is")]
#[expect(clippy::too_many_lines, reason = "what stands beside a block, one after the other")]
pub(crate) fn implementation(
    attribute: &TokenStream,
    mut block: ItemImpl,
    (tokens, is_readable): (TokenStream, bool),
    seen: &Seen,
    backprop: &TokenStream,
) -> TokenStream {
    if let Some(methods) = index::methods(&block) {
        let mut block = TokenStream::new();
        let beside = methods.map(|methods| {
            methods.to_tokens(&mut block);
            implementation(attribute, methods, (block, is_readable), seen, backprop)
        });
        let beside = beside.unwrap_or_else(|error| compile_errors(&[error]));
        let tokens = with(tokens, TokenStream::new());
        return quote!(#tokens #beside);
    }
    let mut errors = no_arguments(attribute);
    let operator = operator_of(&block);
    let operator = operator.map(|name| Operator::of(name, &block)).transpose();
    let operator = operator.and_then(|operator| match own_type(&tokens) {
        // The adjoint is of what is referred to, which is then what `Self` means.
        Some(token) if operator.as_ref().is_some_and(|operator| operator.left.1) => {
            Err(refusal::SELF_OF_REFERENCE.at(token))
        }
        _ => Ok(operator),
    });
    let operator = match operator {
        Ok(operator) => {
            if let Some(operator) = &operator {
                operator.drop_lifetimes(&mut block.generics);
            }
            operator
        }
        Err(error) => {
            errors.push(error);
            let (tokens, errors) = (with(tokens, TokenStream::new()), compile_errors(&errors));
            return quote!(#tokens #errors);
        }
    };
    let earlier: Rc<[(String, String)]> = seen.earlier.as_slice().into();
    let definition = OfTrait::of(&block, seen).filter(|_| operator.is_none());
    if let Some(unmarked) = definition.as_ref().and_then(|definition| definition.unmarked(&block, backprop)) {
        let (tokens, errors) = (with(tokens, TokenStream::new()), compile_errors(&errors));
        let unmarked = seen.says_unmarked.then_some(unmarked);
        return quote!(#tokens #errors #unmarked);
    }
    if operator.is_none()
        && let Some(unmarked) = of_standard_library(&block, seen, backprop)
    {
        let (tokens, errors) = (with(tokens, TokenStream::new()), compile_errors(&errors));
        return quote!(#tokens #errors #unmarked);
    }
    let standing = match &block.trait_ {
        None => Standing::Inherent,
        Some(_) if operator.is_some() => Standing::Operator,
        Some(_) => Standing::TraitImpl,
    };
    let mut claims = seen.aliases().claims(&tokens);
    if standing != Standing::TraitImpl {
        claims.extend(bound_floats(&mut block.generics, backprop));
    }
    let structs = seen.definitions();
    let bounds = bound_own(&mut block, &seen.marked, &structs, backprop);
    let visible = definition.as_ref().map(|definition| visible_defaults(&block, &definition.defaults(), backprop));
    let siblings = Siblings::of(&block, &structs);
    let (methods, fields) = (Methods::of(&block), fields::of_block(&block, &structs));
    let definition_of_own =
        named(&block.self_ty).and_then(|path| structs.get(&path.segments.last()?.ident.to_string()));
    let moving = definition_of_own.map(|own| Moving::of(&block, &own));
    let mut output = None;
    let functions = std::mem::take(&mut block.items).into_iter().filter_map(|item| match item {
        ImplItem::Fn(mut function) => {
            seen.write_lifetimes(&mut function.sig);
            if standing == Standing::Inherent {
                claims.extend(bound_floats(&mut function.sig.generics, backprop));
            }
            Some((take_mark(&mut function.attrs), function))
        }
        ImplItem::Type(ty) => {
            output = Some(ty);
            None
        }
        _ => None,
    });
    let functions: Vec<(Option<Meta>, ImplItemFn)> = functions.collect();
    let all = functions.iter().all(|(mark, _)| mark.is_none());
    let operator_method =
        functions.first().filter(|_| operator.is_some()).map(|(_, function)| function.sig.ident.clone());
    let self_type = is_float(&block.self_ty).then_some(&*block.self_ty);
    let written_type = operator.as_ref().map_or(&*block.self_ty, |operator| &operator.left.0).clone();
    let of_block = Some(&written_type).filter(|_| block.generics.params.is_empty()).cloned();
    let of_type = match standing {
        // Of a type that is not there, rustc says so once.
        Standing::TraitImpl if block.generics.params.is_empty() => {
            let own = Ident::new("Self", Span::mixed_site().located_at(block.self_ty.span()));
            Some(syn::parse_quote!(#own))
        }
        _ => without_parameters(&written_type, &block.generics),
    };
    let around = Attribute {
        inside: true,
        doubtful: hygiene::doubtful(&tokens),
        of_type: named(&block.self_ty),
        of_trait: of_trait(&block),
        methods,
        fields,
        undefined: seen.undefined.iter().cloned().collect(),
        unsure: seen.unsure.iter().cloned().collect(),
        structs,
        claims,
        ..Attribute::default()
    };
    let mut names: TextSet = seen.twice.iter().cloned().collect();
    // Named after a function that is there for sure, and there once.
    let named = of_block.as_ref().filter(|_| standing == Standing::Inherent).and_then(|ty| {
        let is_there =
            |function: &&ImplItemFn| is_always(&function.attrs) && !names.contains(&function.sig.ident.to_string());
        let function = functions.iter().map(|(_, function)| function).find(is_there)?;
        let name = Ident::new(&beside_method(&function.sig.ident.to_string(), "known"), Span::mixed_site());
        without_parameters(ty, &block.generics).map(|ty| (quote!(<#ty>::#name), name))
    });
    let (mut beside_all, mut subjects) = (TokenStream::new(), Vec::new());
    let functions = with_bodies(functions, &tokens);
    for ((mark, function), written) in functions.filter(|((mark, _), _)| all || mark.is_some()) {
        // Of one that is defined twice rustc says so, and nothing of what would stand beside it.
        if is_always(&function.attrs) && !names.insert(function.sig.ident.to_string()) {
            continue;
        }
        if let Some(rejected) = definition.as_ref().and_then(|of| of.beside_rejected(&function.sig, backprop)) {
            beside_all.extend(rejected);
            continue;
        }
        let ImplItemFn { attrs, vis, modifiers, sig, block: body } = function;
        let mut function = ItemFn { attrs, vis, modifiers, sig, block: Box::new(body) };
        let known = named.as_ref().filter(|_| is_always(&function.attrs)).map(|(path, _)| path.clone());
        siblings.write_types(&mut function);
        if let Some(operator) = &operator {
            operator.refer(&mut function.sig);
            if operator.assigns() {
                function = match giving_self(function) {
                    Ok(function) => function,
                    Err(error) => {
                        errors.push(error);
                        let (tokens, errors) = (with(tokens, TokenStream::new()), compile_errors(&errors));
                        return quote!(#tokens #errors);
                    }
                };
            }
        }
        let without_receiver = function.sig.receiver().is_none();
        // Behind a reference, a number is as any other type: so the trait's method takes it.
        let is_lent = |receiver: &syn::Receiver| matches!(receiver.kind, syn::ReceiverKind::Reference(..));
        let self_type = self_type.filter(|_| !function.sig.receiver().is_some_and(is_lent));
        let mut subject = Subject::inside(function, standing, &block.generics, self_type);
        subject.body = written;
        // The methods of Rust's own numbers are primitives.
        subject.of_trait = block.trait_.as_ref().map(|(path, _)| path.clone()).filter(|_| self_type.is_none());
        subject.of_type.clone_from(&of_type);
        subject.of_block.clone_from(&of_block);
        subject.known = known;
        subject.earlier = Rc::clone(&earlier);
        let is_generic = standing == Standing::Inherent && of_block.is_none();
        subject.of_generic = is_generic.then(|| (*block.self_ty).clone());
        subject.own = Some(Own::Type(Box::new(written_type.clone())));
        let body = subject.body.as_ref().filter(|_| without_receiver && standing == Standing::Inherent);
        let moved = moving.as_ref().zip(subject.body.as_ref()).filter(|_| standing == Standing::Inherent);
        let moved = moved.and_then(|(moving, body)| moving.out_of_self(&subject.function.sig, body.stream()));
        if let Some(own) = body.and_then(|body| own_value(body.stream())).or(moved) {
            let wrt = meant(mark.as_ref(), &subject);
            beside_all.extend(stub_of(&subject, wrt.as_deref(), backprop));
            beside_all.extend(errors_beside(&subject, &[refusal::UNREADABLE.on(own).left_to_rustc()]));
            continue;
        }
        if mark.is_none() && has_nothing(&subject) && constant(&subject, &around, backprop).is_none() {
            beside_all.extend(without_mut(subject, &around, backprop));
            continue;
        }
        let has_syntax_error = |body: &Group| syn::parse2::<syn::Block>(TokenTree::Group(body.clone()).into()).is_err();
        if !is_readable && subject.body.as_ref().is_none_or(has_syntax_error) {
            let wrt = meant(mark.as_ref(), &subject);
            beside_all.extend(stub_of(&subject, wrt.as_deref(), backprop));
            continue;
        }
        let attribute = parse_mark(mark.as_ref(), &around);
        let attribute = attribute.map_err(|errors| (errors, meant(mark.as_ref(), &subject)));
        subjects.push((subject, attribute));
    }
    tell_of_structs(&mut subjects);
    tell_of_circles(&mut subjects);
    let (mut of_self, mut claimed) = (false, Vec::new());
    for (subject, attribute) in subjects {
        // What is there under a condition may have types that are.
        let claims = is_always(&subject.function.attrs).then_some(&mut claimed);
        of_self |= attribute.as_ref().is_ok_and(|attribute| is_of_self(&subject, attribute));
        beside_all.extend(expanded(&subject, attribute, backprop, &mut errors, claims));
    }
    let errors = compile_errors(&errors);
    // What a method calls `Self` is the type of the block.
    if let (Standing::Inherent | Standing::Operator, Some(ty), true) = (standing, &of_type, of_self) {
        claimed.insert(0, ty.clone());
    }
    let mut known = TextSet::default();
    claimed.retain(|ty| known.insert(ty.to_token_stream().to_string()));
    let statements = method_of_trait(&block, operator_method.as_ref());
    // That of an operator has a constant beside it, so that the items after it need not say the same again.
    let beside_operator = operator.as_ref().filter(|_| block.generics.params.is_empty() && is_always(&block.attrs));
    let (claim, constant) = match beside_operator {
        _ if claimed.is_empty() => (None, None),
        None => (Some(claim(&statements, (&claimed, &earlier), backprop)), None),
        Some(operator) => {
            let name = operator.constant();
            seen.ask(&claimed, &name.to_token_stream());
            let (claim, constant) = claim_beside(&name, &statements, (&claimed, &earlier), backprop);
            (Some(claim), Some(constant))
        }
    };
    let tokens = where_also(tokens, &bounds);
    if let (None, Some((_, name))) = (&claim, &named)
        && mentions(beside_all.clone(), &name.to_string())
    {
        // Of a function that is left to rustc, nothing is claimed.
        beside_all.extend(quote!(#[doc(hidden)] const #name: ::core::primitive::usize = 0;));
    }
    if let (Standing::Inherent, Some(claim)) = (standing, &claim) {
        if let Some((path, _)) = named.as_ref().filter(|_| is_always(&block.attrs)) {
            seen.ask(&claimed, path);
        }
        // In a block of its own, which may say once that the types have cotangents.
        let tokens = with(tokens, TokenStream::new());
        let carried: Vec<TokenStream> = block.attrs.iter().filter_map(carried).collect();
        let (ty, quiet, documented) = (&block.self_ty, quiet(), documented(backprop));
        let (claim, known) = match &named {
            Some((path, name)) => claim_by_constant((path, name), ty, (&claimed, &earlier), backprop),
            None => (claim.clone(), TokenStream::new()),
        };
        block.generics.make_where_clause().predicates.push(syn::parse_quote!(#claim));
        let (generics, _, bounds) = block.generics.split_for_impl();
        let known = (!known.is_empty()).then(|| quote!(#(#carried)* #known));
        return quote! {
            #tokens
            #errors
            #known
            #(#carried)*
            #quiet
            #documented
            impl #generics #ty #bounds { #beside_all }
        };
    }
    let Some(operator) = operator else {
        let tokens = with(tokens, beside_all);
        return quote!(#tokens #errors #visible);
    };
    let tokens = with(tokens, TokenStream::new());
    if let Some(claim) = claim {
        block.generics.make_where_clause().predicates.push(syn::parse_quote!(#claim));
    }
    let (generics, _, bounds) = block.generics.split_for_impl();
    let (name, arguments) = (operator.adjoint(), operator.right.as_ref().map(|(right, _)| quote!(<#right>)));
    let (self_type, output) = (&operator.left.0, operator.output(output));
    quote! {
        #tokens
        #errors
        #constant
        #[doc(hidden)]
        #[automatically_derived]
        impl #generics #backprop::__private::ops::#name #arguments for #self_type #bounds {
            #output
            #beside_all
        }
    }
}

/// A method of the trait that a block implements, by its name: of a trait that is not there, rustc says so once, and nothing of what
/// depends on that. None if the block has parameters, which have no names elsewhere.
fn method_of_trait(block: &ItemImpl, name: Option<&Ident>) -> TokenStream {
    let (Some((of_trait, _)), Some(name)) = (&block.trait_, name) else { return TokenStream::new() };
    let ty = &block.self_ty;
    let path = quote!(<#ty as #of_trait>::#name);
    let is_open = !block.generics.params.is_empty() || path.to_string().contains('\'');
    if is_open { TokenStream::new() } else { quote!(let _ = || #path;) }
}

/// The functions of a block, each with its body as these tokens of the block have it, where that is known.
fn with_bodies<F>(functions: Vec<F>, tokens: &TokenStream) -> impl Iterator<Item = (F, Option<Group>)> + use<F> {
    let written = match tokens.clone().into_iter().last() {
        Some(TokenTree::Group(block)) => bodies(block.stream()),
        Some(TokenTree::Punct(_) | TokenTree::Ident(_) | TokenTree::Literal(_)) | None => Vec::new(),
    };
    let are_all = written.len() == functions.len();
    functions.into_iter().zip(written.into_iter().filter(move |_| are_all).chain(iter::repeat(None)))
}

/// A trait with the derivatives of its marked functions; of all, if none is marked. `tokens` are those of the trait.
#[expect(clippy::wildcard_enum_match_arm, reason = "only functions have companions; the block itself stays as it is")]
pub(crate) fn definition(
    attribute: &TokenStream,
    mut item: ItemTrait,
    tokens: TokenStream,
    seen: &Seen,
    backprop: &TokenStream,
) -> TokenStream {
    let mut errors = no_arguments(attribute);
    let functions = std::mem::take(&mut item.items).into_iter().filter_map(|item| match item {
        TraitItem::Fn(mut function) => {
            seen.write_lifetimes(&mut function.sig);
            Some((take_mark(&mut function.attrs), function))
        }
        _ => None,
    });
    let functions: Vec<(Option<Meta>, TraitItemFn)> = functions.collect();
    let all = functions.iter().all(|(mark, _)| mark.is_none());
    let (owning, doubtful) = (is_owning(&item), hygiene::doubtful(&tokens));
    let claims = seen.aliases().claims(&tokens);
    let structs = seen.definitions();
    let mut beside_all = TokenStream::new();
    let functions = with_bodies(functions, &tokens);
    let mut names = TextSet::default();
    for ((mark, function), written) in functions.filter(|((mark, _), _)| all || mark.is_some()) {
        if is_always(&function.attrs) && !names.insert(function.sig.ident.to_string()) {
            continue;
        }
        let (mut subject, has_body) = method_of(function, &item.generics);
        subject.body = written;
        subject.own = Some(Own::Of(item.ident.clone()));
        let around = Attribute {
            inside: true,
            doubtful: doubtful.clone(),
            of_trait: Some(item.ident.clone()),
            undefined: seen.undefined.iter().cloned().collect(),
            unsure: seen.unsure.iter().cloned().collect(),
            structs: Rc::clone(&structs),
            claims: claims.clone(),
            ..Attribute::default()
        };
        let declared = declared(&mut subject, &around, (has_body, owning), mark.as_ref(), backprop);
        beside_all.extend(declared.unwrap_or_else(|more| {
            errors.extend(more);
            let wrt = meant(mark.as_ref(), &subject);
            let interface = Interface::guess(&subject, wrt.as_deref(), backprop);
            let adjoint = (!interface.gives_function).then(|| declaration(&subject, &interface, backprop, true));
            let others = stub_of(&subject, wrt.as_deref(), backprop);
            quote!(#adjoint #others)
        }));
    }
    let (tokens, errors) = (with(tokens, beside_all), compile_errors(&errors));
    quote!(#tokens #errors)
}

/// Whether the types that have a trait borrow nothing: it asks for `'static`.
fn is_owning(item: &ItemTrait) -> bool {
    functions::has_static(&item.supertraits)
        || functions::is_owning_parameter(&item.generics, &Ident::new("Self", Span::call_site()))
}

/// A function of a trait with these generics, and whether it has a body.
pub(super) fn method_of(function: TraitItemFn, generics: &syn::Generics) -> (Subject, bool) {
    let TraitItemFn { attrs, modifiers, sig, default, .. } = function;
    let has_body = default.is_some();
    let block = default.unwrap_or_else(|| syn::parse_quote!({}));
    let whole = ItemFn { attrs, vis: Visibility::Inherited, modifiers, sig, block: Box::new(block) };
    (Subject::inside(whole, Standing::Trait, generics, None), has_body)
}

/// What stands beside a function of a trait: the declaration of the adjoint, or its definition where the function has a body,
/// and the others by means of it.
fn declared(
    subject: &mut Subject,
    around: &Attribute,
    (has_body, owning): (bool, bool),
    mark: Option<&Meta>,
    backprop: &TokenStream,
) -> Result<TokenStream, Vec<Diagnostic>> {
    let attribute = parse_mark(mark, around)?;
    if mark.is_none() && has_nothing(subject) {
        return Ok(TokenStream::new());
    }
    let (params, result) = check_signature(&subject.function, &attribute)?;
    if let Some(data) = params.iter().find(|param| param.data.is_some()) {
        return Err(vec![refusal::TRAIT_DATA.at(&data.written)]);
    }
    let params: Vec<Param> = params.into_iter().map(rule::param).collect();
    let result: Shape = rule::shape(&result);
    let mut interface = Interface::of(subject, &params, &result, backprop);
    let adjoint = if has_body {
        // What the default needs of the type, the others need too.
        subject.adjoint_alone = true;
        let by_default = by_default(subject, &attribute, owning, backprop);
        subject.adjoint_alone = false;
        let (adjoint, copies) = by_default?;
        if copies {
            interface = interface.copying(subject);
        }
        adjoint
    } else {
        let declared = declaration(subject, &interface, backprop, false);
        let over_arrays = takes_plain_functions(&subject.function.sig, &params, &result).then(|| {
            let interface = Interface::of(subject, &with_captured(&params), &result, backprop);
            over_arrays_by_default(subject, &interface, backprop)
        });
        quote!(#declared #over_arrays)
    };
    let by_adjoint = by_adjoint(subject, &interface, backprop);
    let others = companion(subject, &interface, backprop, Some(&by_adjoint), None);
    let again = again_by_default(subject, &interface, backprop);
    let besides = beside_by_default(subject, &interface, backprop);
    Ok(quote!(#adjoint #again #besides #others))
}

/// The adjoint of a function of a trait that has a body, and whether it copies what references refer to.
fn by_default(
    subject: &Subject,
    attribute: &Attribute,
    owning: bool,
    backprop: &TokenStream,
) -> Result<(TokenStream, bool), Vec<Diagnostic>> {
    if attribute.vjp.is_some() {
        return Ok((beside(subject, attribute, backprop, None).map_err(|(errors, _)| errors)?, false));
    }
    let expansion = expansion(subject, attribute)?;
    if expansion.program.recursive && !owning {
        return Err(vec![refusal::RECURSIVE_DEFAULT.at(&subject.function.sig.ident)]);
    }
    Ok((expansion.companion(subject, backprop), expansion.copies()))
}

/// `grad`, `value_and_grad` and `vjp` that call the adjoint.
fn by_adjoint(subject: &Subject, interface: &Interface, backprop: &TokenStream) -> Bodies {
    if interface.changes() {
        let gradient = interface.gradient_of_changes(subject, backprop);
        let vjp = Some(interface.vjp_of_changes(subject, backprop));
        return Bodies { gradient, vjp, accumulate: None, adjoint: None, beside: Beside::default(), written: None };
    }
    if interface.has_arrays() || interface.gives_arrays() {
        let one = one(&interface.result_shape, backprop);
        let gradient = one.as_ref().map(|_| interface.with_accumulators(subject, backprop));
        let accumulate = one.map(|one| interface.accumulated_by_adjoint(subject, &one, backprop));
        let vjp = Some(interface.vjp_of_arrays(subject, backprop));
        return Bodies { gradient, vjp, accumulate, adjoint: None, beside: Beside::default(), written: None };
    }
    let (adjoint, vjp) = (interface.call_sibling(subject, "adjoint"), interface.call_sibling(subject, "vjp"));
    let (value, back, d) = (interface.free("value"), interface.free("back"), interface.free("d"));
    let entries: Vec<_> = interface.params.iter().map(|param| interface.free(&param.derivative())).collect();
    let shapes = interface.shapes(subject, backprop);
    let shaped = |param: &Parameter| {
        let entry = interface.free(&param.derivative());
        interface.shaped(param, quote!(#entry), true)
    };
    let chosen: Vec<_> = interface.differentiated().map(shaped).collect();
    let gradient = if let [one] = chosen.as_slice() { quote!(#one) } else { quote!((#(#chosen),*)) };
    let sensitivity = interface.sensitivity(backprop);
    let call = interface.at_place(interface.called(&back, &quote!(#d), backprop));
    let vjp_body = quote! {
        #shapes
        let (#value, #back) = #adjoint;
        (#value, move |#d: #sensitivity| {
            let (#(#entries,)*) = #call;
            #gradient
        })
    };
    let gradient = one(&interface.result_shape, backprop).map(|one| {
        let call = interface.at_place(quote!(#back(#one)));
        (quote!(let (_, #back) = #vjp; #call), quote!(let (#value, #back) = #vjp; (#value, #call)))
    });
    Bodies { gradient, vjp: Some(vjp_body), accumulate: None, adjoint: None, beside: Beside::default(), written: None }
}

/// Tells each function of a block which others it calls in a circle.
fn tell_of_circles(subjects: &mut [(Subject, Marked)]) {
    let looked_into = |attribute: &Marked| attribute.as_ref().is_ok_and(|attribute| attribute.vjp.is_none());
    let (mut functions, mut of_type) = (Vec::new(), None);
    for (subject, attribute) in subjects.iter().filter(|(_, attribute)| looked_into(attribute)) {
        functions.push(&subject.function);
        of_type = attribute.as_ref().ok().and_then(|attribute| attribute.of_type.clone());
    }
    let circles = circles(of_type.as_ref(), &functions);
    let told = subjects.iter_mut().filter(|(_, attribute)| looked_into(attribute));
    for ((_, attribute), circle) in told.zip(circles) {
        if let Ok(attribute) = attribute {
            attribute.circle = circle;
        }
    }
}

/// Tells each function of a block which arrays in fields of `self` hold structs, as the others show. What one shows to hold arrays holds
/// no structs.
fn tell_of_structs(subjects: &mut [(Subject, Marked)]) {
    let (mut shown, mut of_arrays) = (TextSet::default(), TextSet::default());
    while subjects.len() > 1 {
        let before = shown.len();
        let mut found = TextSet::default();
        for (subject, attribute) in subjects.iter_mut() {
            let Ok(attribute) = attribute else { continue };
            attribute.of_structs.clone_from(&shown);
            if attribute.vjp.is_none() {
                let shows = shown_in_self(&subject.function, attribute);
                found.extend(shows.of_structs);
                of_arrays.extend(shows.of_arrays);
            }
        }
        shown.extend(found.into_iter().filter(|name| !of_arrays.contains(name)));
        if shown.len() == before {
            return;
        }
    }
}

/// Whether a gradient has an entry for the receiver.
fn is_of_self(subject: &Subject, attribute: &Attribute) -> bool {
    let receiver = |input: &syn::FnArg| matches!(input, syn::FnArg::Typed(input) if matches!(&*input.pat, syn::Pat::Ident(pattern) if pattern.ident == "self"));
    subject.function.sig.inputs.first().is_some_and(receiver)
        && attribute.wrt.as_ref().is_none_or(|names| names.iter().any(|name| name == "self"))
}

fn expanded(
    subject: &Subject,
    attribute: Marked,
    backprop: &TokenStream,
    errors: &mut Vec<Diagnostic>,
    claimed: Option<&mut Vec<syn::Type>>,
) -> TokenStream {
    let attribute = attribute.map_err(|(errors, wrt)| refused(subject, wrt.as_deref(), errors, backprop));
    match attribute.and_then(|attribute| beside(subject, &attribute, backprop, claimed)) {
        Ok(tokens) => tokens,
        Err((more, stub)) => {
            errors.extend(more);
            stub.unwrap_or_else(|| stub_of(subject, None, backprop))
        }
    }
}

/// Whether it is there under no condition.
pub(super) fn is_always(attributes: &[syn::Attribute]) -> bool {
    !attributes.iter().any(|attribute| ["cfg", "cfg_attr"].iter().any(|name| attribute.path().is_ident(name)))
}

/// Whether there is nothing to differentiate in a function that is not marked itself.
pub(super) fn has_nothing(subject: &Subject) -> bool {
    let nothing = [refusal::NO_REAL_PARAM.message, refusal::NO_REAL_RESULT.message];
    check_signature(&subject.function, &Attribute { inside: true, ..Attribute::default() })
        .is_err_and(|errors| errors.iter().any(|error| nothing.contains(&error.message.as_str())))
}

fn no_arguments(attribute: &TokenStream) -> Vec<Diagnostic> {
    if attribute.is_empty() { Vec::new() } else { vec![refusal::BLOCK_ARGUMENT.at(attribute)] }
}

/// Whether this is `#[differentiable]`.
pub(super) fn is_mark(attribute: &syn::Attribute) -> bool {
    attribute.path().segments.last().is_some_and(|last| last.ident == "differentiable")
}

/// Takes `#[differentiable]` away from the attributes of a function.
pub(super) fn take_mark(attrs: &mut Vec<syn::Attribute>) -> Option<Meta> {
    let at = attrs.iter().position(is_mark)?;
    Some(attrs.remove(at).meta)
}

/// The parameters that the mark of a function means, if it is refused.
pub(super) fn meant(mark: Option<&Meta>, subject: &Subject) -> Option<Vec<Ident>> {
    let Some(Meta::List(list)) = mark else { return None };
    attribute::meant(&list.tokens, &subject.function.sig)
}

/// What the mark of a function says; or why it is refused, with the parameters that it means.
type Marked = Result<Attribute, (Vec<Diagnostic>, Option<Vec<Ident>>)>;

/// What the mark of a function says, and what the block around it does.
pub(super) fn parse_mark(mark: Option<&Meta>, around: &Attribute) -> Result<Attribute, Vec<Diagnostic>> {
    let around = around.clone();
    Ok(match mark {
        Some(Meta::List(list)) => {
            let Attribute { wrt, vjp, accumulates, .. } = Attribute::parse(list.tokens.clone())?;
            Attribute { wrt, vjp, accumulates, ..around }
        }
        _ => around,
    })
}

/// The path of a type, as far as it has one.
#[expect(clippy::wildcard_enum_match_arm, reason = "only a path names a type; the caller refuses the rest")]
fn named(ty: &Type) -> Option<Path> {
    match inner(ty) {
        Type::Path(path) if path.qself.is_none() => Some(path.path.clone()),
        _ => None,
    }
}
