//! Writes the functions of a companion that are for people, and their docs: `grad`, `value_and_grad`, `vjp`. What the other parts of the
//! companion write is in files of their own, with the same writer.

use std::borrow::Cow;

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::{format_ident, quote};
use syn::{Attribute, GenericParam, Generics, ItemFn};

use super::arrays::is_of_arrays;
use super::interface::{Interface, gives_numbers, is_adjoint};
use super::parameter::Parameter;
use super::{Beside, Bodies, carried, quiet, written};
use crate::input::subject::{OVER_ARRAYS, Standing, Subject};
use crate::input::written::{located, located_around_types, visibility};
use crate::source::names::is_builtin;
use crate::source::types::type_names;

/// Writes the functions of one companion.
pub(super) struct Writer<'a> {
    pub(super) subject: &'a Subject,
    pub(super) function: &'a ItemFn,
    pub(super) interface: &'a Interface,
    pub(super) backprop: &'a TokenStream,
    /// The generics of the functions that are for people.
    pub(super) generics: Generics,
    /// Whether the docs are silent about these.
    pub(super) hidden: bool,
    pub(super) inline: TokenStream,
}

impl<'a> Writer<'a> {
    pub(super) fn new(subject: &'a Subject, interface: &'a Interface, backprop: &'a TokenStream) -> Self {
        let function = &subject.function;
        let inline: Vec<&Attribute> =
            function.attrs.iter().filter(|attribute| attribute.path().is_ident("inline")).collect();
        Self {
            subject,
            function,
            interface,
            backprop,
            generics: interface.generics.clone(),
            hidden: false,
            inline: if inline.is_empty() { quote!(#[inline]) } else { quote!(#(#inline)*) },
        }
    }
}

/// The functions that give a gradient, or take buffers for one.
const GRADIENTS: [&str; 2] = ["grad", "value_and_grad"];
const WITH_BUFFERS: [&str; 2] = ["value_and_grad_into", "accumulate_grad"];

impl Writer<'_> {
    /// `grad`, `vjp` and the like.
    pub(super) fn for_people(&self, bodies: Option<&Bodies>) -> Vec<TokenStream> {
        let (interface, standing) = (self.interface, self.subject.standing);
        let is_free = standing == Standing::Module;
        if interface.is_constant() && bodies.is_some() {
            let why = quote!(WithRespectTo);
            return ["grad", "value_and_grad", "vjp"]
                .iter()
                .filter(|_| is_free)
                .map(|name| self.none(name, &why))
                .collect();
        }
        let mut functions = Vec::new();
        if interface.refused.is_some() {
            return self.of_refused();
        }
        if interface.has_gradient() {
            functions.push(self.grad(bodies));
            functions.push(self.value_and_grad(bodies));
            functions.extend([false, true].map(|add| self.buffers(bodies, add)));
            functions.extend(self.accumulate(bodies));
        }
        if !interface.higher_order {
            functions.push(self.vjp(bodies));
        }
        if interface.may_have_gradient() && bodies.is_some() && standing != Standing::Trait {
            let (bodies, writer) = self.if_real();
            functions.push(writer.grad(Some(&bodies)));
            functions.push(writer.value_and_grad(Some(&bodies)));
            functions.extend([false, true].map(|add| writer.buffers(Some(&bodies), add)));
        } else if bodies.is_some() && !interface.has_gradient() && is_free {
            let why = if interface.higher_order { quote!(OfFunctions) } else { quote!(OneReal) };
            functions.extend(GRADIENTS.iter().chain(&WITH_BUFFERS).map(|name| self.none(name, &why)));
        }
        functions
    }

    /// `value_and_grad_into`, or `accumulate_grad` if `add`.
    fn buffers(&self, bodies: Option<&Bodies>, add: bool) -> TokenStream {
        if self.interface.changes() {
            self.with_buffers_of_changes(bodies, add)
        } else {
            self.with_buffers(bodies.is_none(), add)
        }
    }

    /// The same of a function that is refused. What the guess does not know, or may have wrong, has a type that depends on what is said
    /// of the function: of a call of that, rustc says nothing, whatever it is given.
    fn of_refused(&self) -> Vec<TokenStream> {
        let interface = self.interface;
        let mut functions = if interface.has_gradient() {
            vec![self.grad(None), self.value_and_grad(None)]
        } else {
            vec![self.unknown("grad"), self.unknown("value_and_grad")]
        };
        functions.push(if interface.higher_order { self.unknown("vjp") } else { self.vjp(None) });
        functions.extend(WITH_BUFFERS.map(|name| self.unknown(name)));
        functions.push(self.unknown_value());
        if interface.higher_order {
            functions.push(self.unknown(OVER_ARRAYS));
        }
        functions
    }

    /// Something in place of this function, of which nothing is known.
    pub(super) fn unknown(&self, name: &str) -> TokenStream {
        let (vis, backprop) = (visibility(&self.function.vis), self.backprop);
        let ty = written::depending_type(self.subject, &quote!(()), backprop);
        let name = self.subject.name(name);
        quote! {
            #[doc(hidden)]
            #vis const #name: #ty = ();
        }
    }

    /// The same of the function as a value, whose type parameters may be written where it is named.
    fn unknown_value(&self) -> TokenStream {
        let (vis, backprop, types) = (visibility(&self.function.vis), self.backprop, self.types());
        let ty = written::depending_type(self.subject, &quote!(()), backprop);
        let name = self.subject.name("function");
        let generics = (!types.is_empty()).then(|| quote!(<#(#types),*>));
        quote! {
            #[doc(hidden)]
            #vis fn #name #generics(_: impl ::core::marker::Sized) -> #ty {
                #backprop::__private::refused()
            }
        }
    }

    /// The attributes of the function that hold for one beside it.
    pub(super) fn attributes(&self) -> TokenStream {
        let attributes = &self.function.attrs;
        // The companion has them.
        let has_companion = self.subject.standing == Standing::Module;
        let carried = attributes.iter().filter_map(carried).filter(|_| !has_companion);
        let quiet = (!has_companion).then(quiet);
        let hidden = self.hidden.then(|| quote!(#[doc(hidden)]));
        quote!(#(#carried)* #quiet #hidden)
    }

    /// A function with the parameters of the original and these further ones.
    pub(super) fn function(
        &self,
        (attributes, doc): (&TokenStream, &str),
        name: &str,
        further: &[TokenStream],
        result: &TokenStream,
        body: TokenStream,
    ) -> TokenStream {
        let vis = (!self.subject.adjoint_alone && self.subject.standing != Standing::Trait)
            .then(|| visibility(&self.function.vis));
        let mut generics = self.interface.generics_of(&self.generics, name);
        let for_callers = is_adjoint(name);
        let mut own = self.function.sig.generics.lifetimes();
        let borrows = !gives_numbers(name) || own.any(|param| is_of_arrays(&param.lifetime));
        if !borrows {
            let is_needless =
                |param: &GenericParam| matches!(param, GenericParam::Lifetime(param) if is_of_arrays(&param.lifetime));
            generics.params = generics.params.into_iter().filter(|param| !is_needless(param)).collect();
        }
        let name = self.subject.name(name);
        let (bounds, carried) = (&generics.where_clause, self.attributes());
        let params = self.interface.params.iter().map(|param| {
            let name = &param.name;
            let ty = match () {
                () if for_callers => Cow::Borrowed(param.type_for_callers()),
                () if !borrows => Cow::Owned(param.type_without_lifetime()),
                () => Cow::Borrowed(&param.ty),
            };
            quote!(#name: #ty)
        });
        let body = if for_callers {
            let mut references = self.interface.references();
            references.extend(body);
            references
        } else {
            body
        };
        // One token: to put a body somewhere token by token takes long. Of a body, too, rustc says that a type in the signature
        // has no cotangent.
        let mut body = Group::new(Delimiter::Brace, body);
        body.set_span(Span::mixed_site().located_at(self.interface.place()));
        let if_known = |types: TokenStream| self.interface.if_known(types, self.subject, self.backprop);
        let result = if_known(self.interface.at_place(result.clone()));
        let further = further.iter().cloned().map(if_known);
        let function = quote!(#vis fn #name #generics (#(#params,)* #(#further),*) -> #result #bounds #body);
        // Of a function of no such name in the trait, rustc says so where the function is.
        let function = if self.subject.standing == Standing::TraitImpl {
            around(function, self.function.sig.ident.span())
        } else {
            function
        };
        quote! {
            #[doc = #doc]
            #attributes
            #carried
            #function
        }
    }

    /// The type of the gradient. Where the function is refused, it is a guess, and depends on what is said of that: of who uses it, rustc
    /// says nothing more.
    pub(super) fn gradient(&self) -> TokenStream {
        let gradient = self.interface.gradient(self.backprop);
        match self.interface.refused {
            None => gradient,
            Some(_) => written::depending_type(self.subject, &gradient, self.backprop),
        }
    }

    fn grad(&self, bodies: Option<&Bodies>) -> TokenStream {
        let doc = format!(" The gradient of {}{}.", self.link(), self.with_respect());
        let inline = &self.inline;
        let result = self.gradient();
        let body = self.body(bodies.and_then(|bodies| bodies.gradient.as_ref()).map(|(grad, _)| grad));
        self.function((&quote!(#[must_use] #inline), &doc), "grad", &[], &result, body)
    }

    fn value_and_grad(&self, bodies: Option<&Bodies>) -> TokenStream {
        let doc = format!(" The value of {}, and its gradient{}, in one pass.", self.link(), self.with_respect());
        let inline = &self.inline;
        let (value, gradient) = (&self.interface.result, self.gradient());
        let body = self.body(bodies.and_then(|bodies| bodies.gradient.as_ref()).map(|(_, both)| both));
        self.function((&quote!(#[must_use] #inline), &doc), "value_and_grad", &[], &quote!((#value, #gradient)), body)
    }

    /// The gradient of a function of which only rustc knows whether its result is one real number. With a lifetime, so that a
    /// bound that does not hold is an error where the gradient is asked for, and not here.
    fn if_real(&self) -> (Bodies, Writer<'_>) {
        let (interface, backprop) = (self.interface, self.backprop);
        let result = &interface.result;
        let mut generics = interface.generics.clone();
        generics.params.insert(0, syn::parse_quote!('__a));
        let sensitivity = interface.sensitivity(backprop);
        let real = interface.at_place(quote!(#result: #backprop::__private::OneRealOfType<'__a, #sensitivity>));
        generics.make_where_clause().predicates.push(syn::parse_quote!(#real));
        let gradient = if interface.changes() {
            interface.gradient_of_changes(self.subject, backprop)
        } else {
            Some(self.gradient_by_vjp())
        };
        let bodies =
            Bodies { gradient, vjp: None, accumulate: None, adjoint: None, beside: Beside::default(), written: None };
        let Writer { subject, function, inline, .. } = self;
        (bodies, Writer { subject, function, interface, backprop, generics, hidden: true, inline: inline.clone() })
    }

    /// The bodies of `grad` and `value_and_grad`, by what `vjp` gives.
    fn gradient_by_vjp(&self) -> (TokenStream, TokenStream) {
        let (interface, backprop) = (self.interface, self.backprop);
        let (value, back, one) = (interface.free("value"), interface.free("back"), interface.free("one"));
        let vjp = interface.call_sibling(self.subject, "vjp");
        let call = interface.call_back((&back, &one), &interface.gradient(backprop), backprop);
        let begin = quote! {
            let (#value, #back) = #vjp;
            let #one = #backprop::__private::OneRealOfType::__one(&#value);
        };
        (quote!(#begin #call), quote!(#begin let #back = #call; (#value, #back)))
    }

    /// A function that there is not, with an error that says why. With a lifetime, so that the bound that does not hold is an
    /// error where the function is called, and not here.
    fn none(&self, name: &str, why: &TokenStream) -> TokenStream {
        let (vis, backprop) = (visibility(&self.function.vis), self.backprop);
        let takes_buffers = WITH_BUFFERS.contains(&name);
        let name = Ident::new(name, Span::mixed_site());
        let buffers = if takes_buffers { self.interface.differentiated().count() } else { 0 };
        let count = self.interface.params.len() + buffers;
        let types: Vec<Ident> = (0..count).map(|index| format_ident!("__{index}")).collect();
        quote! {
            #[doc(hidden)]
            #vis fn #name<'__a, #(#types,)* __Gradient>(#(_: #types),*) -> __Gradient
            where
                #backprop::__private::Gradient: #backprop::__private::#why<'__a>
            {
                #backprop::__private::never()
            }
        }
    }

    fn doc_of_vjp(&self) -> String {
        let (changed, others): (Vec<_>, Vec<_>) = self.interface.differentiated().partition(|param| param.changed);
        let names = |params: &[&Parameter]| listed(params.iter().map(|param| &param.name));
        let gradient = format!("the gradient with respect to {}", names(&others));
        if changed.is_empty() {
            let gives = if others.is_empty() { "nothing" } else { &gradient };
            return format!(
                " The value of {}, and its backpropagator, which takes the sensitivity of the value and gives {gives}.",
                self.link()
            );
        }
        let gives = if others.is_empty() { String::new() } else { format!(" The backpropagator gives {gradient}.") };
        let each = if changed.len() == 1 { "" } else { "each of " };
        format!(
            " Calls {}, and gives its value and its backpropagator. The backpropagator takes a buffer for {each}{}. On entry the buffer holds \
             the sensitivity of what is there after the call, on return that of what was there before.{gives}",
            self.link(),
            names(&changed),
        )
    }

    fn vjp(&self, bodies: Option<&Bodies>) -> TokenStream {
        let doc = self.doc_of_vjp();
        let inline = &self.inline;
        let mut sensitivity = self.interface.sensitivity(self.backprop);
        // What was read of an array is read again.
        let interface = self.interface;
        let again = interface.has_structs() && interface.has_supplied();
        let looks = interface.has_arrays() || interface.looks_at_data || again;
        let params = self.interface.params.iter().filter(|_| looks);
        let arrays = params.filter_map(Parameter::lifetime).chain(interface.lent_slices());
        let arrays: Vec<_> = arrays.cloned().collect();
        let mut gradient = self.gradient();
        if self.interface.changes() {
            (sensitivity, gradient) = self.interface.signature_of_changes(self.backprop);
        }
        let result = self.with_backpropagator(&sensitivity, &gradient, &arrays, bodies.is_none());
        let body = match bodies.and_then(|bodies| bodies.vjp.as_ref()) {
            Some(body) => self.naming(body.clone(), true),
            None => self.body(None),
        };
        self.function((&quote!(#[must_use] #inline), &doc), "vjp", &[], &result, body)
    }

    /// What a backpropagator captures: it owns what it needs and borrows nothing but arrays of these lifetimes, and its type may
    /// name lifetimes.
    pub(super) fn captured(&self, signature: &TokenStream, arrays: &[syn::Lifetime]) -> Option<TokenStream> {
        let text = format!("{signature} ");
        let named = |lifetime: &syn::Lifetime| {
            let name = lifetime.to_string();
            text.match_indices(&name)
                .any(|(at, _)| !text[at + name.len()..].starts_with(|next: char| next.is_alphanumeric() || next == '_'))
        };
        let of_self = text.contains("Self");
        let around: Vec<_> = self.subject.around.lifetimes().map(|param| &param.lifetime).collect();
        let own = self.function.sig.generics.lifetimes().map(|param| &param.lifetime);
        let mut lifetimes: Vec<_> = own.filter(|own| named(own) || (of_self && around.contains(own))).collect();
        for lifetime in arrays {
            if !lifetimes.contains(&lifetime) {
                lifetimes.push(lifetime);
            }
        }
        let Some(captured) = &self.interface.captured else {
            // Not all type parameters are seen here, as `use<…>` has to name them.
            let backprop = self.backprop;
            return (!lifetimes.is_empty()).then(|| quote!(+ #backprop::__private::Captures<(#(&#lifetimes (),)*)>));
        };
        Some(quote!(+ use<#(#lifetimes,)* #(#captured),*>))
    }

    /// The type and constant parameters of the function itself.
    pub(super) fn types(&self) -> Vec<&Ident> {
        type_names(&self.interface.generics)
    }

    pub(super) fn body(&self, body: Option<&TokenStream>) -> TokenStream {
        let backprop = self.backprop;
        body.map_or_else(|| quote!(#backprop::__private::refused()), |body| self.naming(body.clone(), false))
    }

    /// The type of the value and a backpropagator. That owns what it needs and borrows nothing but arrays of these lifetimes.
    pub(super) fn with_backpropagator(
        &self,
        sensitivity: &TokenStream,
        results: &TokenStream,
        arrays: &[syn::Lifetime],
        stub: bool,
    ) -> TokenStream {
        let value = &self.interface.result;
        if stub {
            return quote!((#value, fn(#sensitivity) -> #results));
        }
        let captured = self.captured(&quote!(#sensitivity #results), arrays);
        let back = quote!(impl ::core::ops::Fn(#sensitivity) -> #results #captured);
        let back = located_around_types(back, self.interface.place());
        quote!((#value, #back))
    }

    pub(super) fn arguments(&self) -> Vec<&Ident> {
        self.interface.params.iter().map(|param| &param.name).collect()
    }

    pub(super) fn link(&self) -> String {
        let ident = &self.function.sig.ident;
        format!("[`{ident}`](fn@{ident})")
    }

    fn names(&self) -> String {
        listed(self.interface.differentiated().map(|param| &param.name))
    }

    pub(super) fn with_respect(&self) -> String {
        if self.interface.differentiated().next().is_none() {
            String::new()
        } else {
            format!(" with respect to {}", self.names())
        }
    }
}

/// The tokens with the outer ones at another place, and what is in parentheses and braces where it is.
fn around(tokens: TokenStream, at: Span) -> TokenStream {
    let moved = |mut token: TokenTree| {
        token.set_span(token.span().located_at(at));
        token
    };
    tokens.into_iter().map(moved).collect()
}

/// The tokens of a type, in which nothing hides Rust's own; none if it names none of those.
pub(super) fn with_own_types(tokens: TokenStream) -> Option<TokenStream> {
    let (mut after_path, mut own) = (false, false);
    let written: TokenStream = tokens
        .into_iter()
        .map(|token| {
            let colon = matches!(&token, TokenTree::Punct(punct) if punct.as_char() == ':');
            let tokens: TokenStream = match token {
                TokenTree::Ident(name) if !after_path && is_builtin(&name.to_string()) => {
                    own = true;
                    located(quote!(::core::primitive::#name), name.span())
                }
                TokenTree::Group(group) => {
                    let inside = with_own_types(group.stream());
                    own |= inside.is_some();
                    let mut inside = Group::new(group.delimiter(), inside.unwrap_or_else(|| group.stream()));
                    inside.set_span(group.span());
                    TokenTree::Group(inside).into()
                }
                token @ (TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_)) => token.into(),
            };
            after_path = colon;
            tokens
        })
        .collect();
    own.then_some(written)
}

/// `` `a`, `b` and `c` ``
pub(super) fn listed<'a>(names: impl Iterator<Item = &'a Ident>) -> String {
    let names: Vec<String> = names.map(|name| format!("`{name}`")).collect();
    match names.as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}
