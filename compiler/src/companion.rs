//! The companion: a struct of the function's name, with the derivatives as associated functions.
//!
//! It is built from an [`Interface`], which is known from lowering or, where that refused, guessed from the syntax. A
//! guessed companion is a stub: every function is there, so that one mistake in the function is one error.

mod adjoint;
mod arrays;
mod buffers;
mod changed;
mod checked;
mod functions;
mod generics;
mod given;
mod guess;
mod identity;
mod instance;
mod interface;
mod structs;
mod types;
mod value;
mod written;

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::{format_ident, quote};
use syn::{Attribute, Generics, ItemFn, Meta};

use crate::entry::documented;
use crate::input::subject::{OF_OVER_ARRAYS, OVER_ARRAYS, Standing, Subject};
use crate::input::written::{hygienic, visibility};
use crate::input::written::{is_builtin, located, located_around_types};

pub(crate) use arrays::element as element_of;
pub(crate) use generics::add_bound;
pub(crate) use identity::names_deprecated;
pub(crate) use instance::has_instance;
use interface::is_adjoint;
pub(crate) use interface::{Interface, Parameter};
pub(crate) use structs::{MOST_SEEDS, reads_arrays};
pub(crate) use types::{claim, claim_of_fields, without_parameters};
pub(crate) use written::{Written, depended_on, depending, depending_own, name as written_name, written};

/// The code of the functions that the net gives; the others call them.
#[derive(Debug)]
pub(crate) struct Bodies {
    /// Of `grad` and of `value_and_grad`, if the result is one real scalar.
    pub(crate) gradient: Option<(TokenStream, TokenStream)>,
    /// Of `vjp`, if neither a parameter nor the result is a function.
    pub(crate) vjp: Option<TokenStream>,
    /// Of the hidden function that adds to accumulators, if there are arrays.
    pub(crate) accumulate: Option<TokenStream>,
    /// Of `adjoint`, if it is not `vjp` with other names.
    pub(crate) adjoint: Option<TokenStream>,
    /// The constant that they depend on, if there is one.
    pub(crate) written: Option<Written>,
}

/// The companion of a function, or what stands beside it; a stub without bodies.
pub(crate) fn companion(
    subject: &Subject,
    interface: &Interface,
    backprop: &TokenStream,
    bodies: Option<&Bodies>,
    over_arrays: Option<TokenStream>,
) -> TokenStream {
    let function = &subject.function;
    let ident = &function.sig.ident;
    let vis = visibility(&function.vis);
    let carried: Vec<TokenStream> = function.attrs.iter().filter_map(carried).collect();
    let doc = if interface.higher_order {
        format!(
            " The derivative of [`{ident}`](fn@{ident}), for functions that call it. It has no gradient, since it takes or gives functions."
        )
    } else {
        format!(" The derivatives of [`{ident}`](fn@{ident}).")
    };
    let writer = Writer::new(subject, interface, backprop);
    if subject.adjoint_alone {
        let adjoint = writer.adjoint(bodies);
        return quote!(#adjoint #over_arrays);
    }
    let mut functions = writer.for_people(bodies);
    // What a function that was refused gives cannot be named, if it is a function. In a trait the adjoint is declared.
    if subject.standing != Standing::Trait && (bodies.is_some() || !interface.gives_function) {
        functions.push(writer.adjoint(bodies));
    } else if interface.refused.is_some() {
        functions.push(writer.unknown("adjoint"));
    }
    let is_asked = interface.higher_order && subject.standing == Standing::Module;
    if is_asked && over_arrays.is_none() {
        // Of one that takes no such functions, rustc says that once.
        functions.push(writer.of(OF_OVER_ARRAYS, true));
    }
    functions.extend(over_arrays);
    let (by_derive, mut naming) = (subject.standing == Standing::Module && writer.is_deprecated(), Vec::new());
    if bodies.is_some() {
        let written = if by_derive { &mut naming } else { &mut functions };
        written.extend(writer.as_value());
    }
    if bodies.is_some() && subject.standing == Standing::Module {
        functions.push(writer.constant());
    }
    if subject.standing == Standing::Module {
        let written = if by_derive { &mut naming } else { &mut functions };
        written.push(writer.of("of", bodies.is_none()));
    }
    let by_derive = by_derive.then(|| writer.by_derive(&naming));
    if subject.standing == Standing::Inherent {
        functions.push(writer.mark());
    }
    functions.extend(writer.receiver());
    let stands_apart = subject.standing != Standing::Module || interface.refused.is_some();
    let written = bodies.and_then(|bodies| bodies.written.as_ref());
    let is_constant_alone = !stands_apart && written.is_none_or(|written| !written.has_constant());
    let items = written.filter(|_| written::stands_beside(subject)).into_iter().flat_map(Written::items).cloned();
    let attributes = writer.attributes();
    functions.extend(items.map(|item| quote!(#attributes #item)));
    if is_constant_alone {
        let constant = written::not_written(subject);
        functions.push(quote!(#attributes #constant));
    }
    if subject.standing != Standing::Module {
        return functions.into_iter().collect();
    }
    let quiet = quiet();
    // Of the functions, not of the type: what is deprecated together may be used together, without a word of rustc.
    let deprecated = function.attrs.iter().find(|attribute| is_deprecated(attribute)).map(|attribute| {
        let meta = &attribute.meta;
        quote!(#[#meta])
    });
    // Written by the macro, where the user's name is: lints look at what the user wrote.
    let ident = hygienic(ident);
    let claim = interface.claim(subject, backprop);
    let documented = (!claim.is_empty()).then(|| documented(backprop));
    let claim = (!claim.is_empty()).then(|| quote!(where #claim));
    let known = interface.known_types(subject, backprop);
    let known = known.map(|known| quote!(#(#carried)* #known));
    let refused = interface.refused.as_ref().map(|errors| written::refused(subject, errors, &carried));
    quote! {
        #(#carried)*
        #[doc = #doc]
        #by_derive
        #vis struct #ident {}

        #refused
        #known

        #(#carried)*
        #deprecated
        #quiet
        #documented
        impl #ident #claim {
            #(#functions)*
        }
    }
}

/// What stands in the companion of a function that takes functions, for those that captured arrays; or why that is refused.
pub(crate) fn over_arrays(
    subject: &Subject,
    interface: &Interface,
    backprop: &TokenStream,
    bodies: Result<&Bodies, &String>,
) -> TokenStream {
    let writer = Writer::new(subject, interface, backprop);
    let adjoint = writer.adjoint_over_arrays(bodies);
    // Of a method, its name says it.
    let of = (subject.standing == Standing::Module).then(|| writer.of(OF_OVER_ARRAYS, false));
    quote!(#adjoint #of)
}

/// What `clippy` would say of the style of code is not for the user to change. The lints of rustc look at what the user wrote
/// alone: all that the macro writes has a span of its own, and an `allow` would be an error where a crate forbids the lint.
pub(crate) fn quiet() -> TokenStream {
    quote!(#[cfg_attr(clippy, allow(clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction, reason = "written by `backprop`"))])
}

/// The same of a function of a trait, for the `impl`s that have none.
pub(crate) fn over_arrays_by_default(subject: &Subject, interface: &Interface, backprop: &TokenStream) -> TokenStream {
    Writer::new(subject, interface, backprop).declared_over_arrays()
}

/// The adjoint of a function of a trait for callers that supply all arrays again, as those do that have arrays without a derivative: each adjoint of
/// a trait takes all of them.
pub(crate) fn again_by_default(
    subject: &Subject,
    interface: &Interface,
    backprop: &TokenStream,
) -> Option<TokenStream> {
    if let Some((subject, interface)) = interface.by_value() {
        return again_by_default(subject, interface, backprop);
    }
    interface.has_supplied().then(|| Writer::new(subject, interface, backprop).again_of_trait())
}

/// The declaration of the adjoint of a function of a trait; with a body, if the function was refused.
pub(crate) fn declaration(
    subject: &Subject,
    interface: &Interface,
    backprop: &TokenStream,
    refused: bool,
) -> TokenStream {
    if let Some((subject, interface)) = interface.by_value() {
        return declaration(subject, interface, backprop, refused);
    }
    let writer = Writer {
        subject,
        function: &subject.function,
        interface,
        backprop,
        generics: interface.generics.clone(),
        hidden: false,
        inline: TokenStream::new(),
    };
    let (name, generics) = (subject.name("adjoint"), &interface.generics_of(&interface.generics, "adjoint"));
    let (bounds, attributes) = (&generics.where_clause, writer.attributes());
    let params = interface.params.iter().map(|param| {
        let (name, ty) = (&param.name, param.type_for_callers());
        quote!(#name: #ty)
    });
    let result = writer.adjoint_result(false);
    let body = if refused {
        let never = quote!(#backprop::__private::refused());
        let back = match writer.seeds() {
            None => quote!(|_| #never),
            Some(seeds) => {
                let taken = interface.taken(backprop);
                quote!(#backprop::__private::seeds::Adding(|_: #taken, _: #seeds| #never))
            }
        };
        quote!({ (#never, #back) })
    } else {
        quote!(;)
    };
    quote! {
        #[doc(hidden)]
        #attributes
        fn #name #generics (#(#params),*) -> #result #bounds #body
    }
}

fn is_deprecated(attribute: &Attribute) -> bool {
    attribute.path().is_ident("deprecated")
}

/// An attribute of the function that holds for all that is written beside it. What the user expects a lint to say, it may or
/// may not say there.
pub(crate) fn carried(attribute: &Attribute) -> Option<TokenStream> {
    let path = attribute.path();
    let is_carried = match &attribute.meta {
        Meta::List(list) if path.is_ident("doc") => list.tokens.to_string() == "hidden",
        Meta::List(list) if path.is_ident("expect") => {
            let lints = &list.tokens;
            return Some(quote!(#[allow(#lints)]));
        }
        Meta::Path(_) | Meta::List(_) | Meta::NameValue(_) => ["cfg", "allow"].iter().any(|name| path.is_ident(name)),
    };
    // It may stand inside of the body of the function (`#![…]`), and stands above what is written.
    let meta = &attribute.meta;
    is_carried.then(|| quote!(#[#meta]))
}

struct Writer<'a> {
    subject: &'a Subject,
    function: &'a ItemFn,
    interface: &'a Interface,
    backprop: &'a TokenStream,
    /// The generics of the functions that are for people.
    generics: Generics,
    /// Whether the docs are silent about these.
    hidden: bool,
    inline: TokenStream,
}

impl<'a> Writer<'a> {
    fn new(subject: &'a Subject, interface: &'a Interface, backprop: &'a TokenStream) -> Self {
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

impl Writer<'_> {
    /// `grad`, `vjp` and the like.
    fn for_people(&self, bodies: Option<&Bodies>) -> Vec<TokenStream> {
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
            if interface.changes() {
                functions.push(self.with_buffers_of_changes(bodies, false));
                functions.push(self.with_buffers_of_changes(bodies, true));
            } else {
                functions.push(self.with_buffers(bodies.is_none(), false));
                functions.push(self.with_buffers(bodies.is_none(), true));
            }
            functions.extend(self.accumulate(bodies));
        }
        if !interface.higher_order {
            functions.push(self.vjp(bodies));
        }
        if interface.may_have_gradient() && bodies.is_some() && standing != Standing::Trait {
            let (bodies, writer) = self.if_real();
            functions.push(writer.grad(Some(&bodies)));
            functions.push(writer.value_and_grad(Some(&bodies)));
            functions.push(writer.with_buffers(false, false));
            functions.push(writer.with_buffers(false, true));
        } else if bodies.is_some() && !interface.has_gradient() && is_free {
            let why = if interface.higher_order { quote!(OfFunctions) } else { quote!(OneReal) };
            functions.extend(["grad", "value_and_grad"].map(|name| self.none(name, &why)));
        }
        functions
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
        functions.extend(["value_and_grad_into", "accumulate_grad"].map(|name| self.unknown(name)));
        functions.push(self.unknown_value());
        if interface.higher_order {
            functions.push(self.unknown(OVER_ARRAYS));
        }
        functions
    }

    /// Something in place of this function, of which nothing is known.
    fn unknown(&self, name: &str) -> TokenStream {
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
    fn attributes(&self) -> TokenStream {
        let attributes = &self.function.attrs;
        // The companion has them.
        let has_companion = self.subject.standing == Standing::Module;
        let carried = attributes.iter().filter_map(carried).filter(|_| !has_companion);
        let quiet = (!has_companion).then(quiet);
        let hidden = self.hidden.then(|| quote!(#[doc(hidden)]));
        quote!(#(#carried)* #quiet #hidden)
    }

    /// A function with the parameters of the original and these further ones.
    fn function(
        &self,
        (attributes, doc): (&TokenStream, &str),
        name: &str,
        further: &[TokenStream],
        result: &TokenStream,
        body: TokenStream,
    ) -> TokenStream {
        let vis = (!self.subject.adjoint_alone && self.subject.standing != Standing::Trait)
            .then(|| visibility(&self.function.vis));
        let generics = &self.interface.generics_of(&self.generics, name);
        let for_callers = is_adjoint(name);
        let name = self.subject.name(name);
        let (bounds, carried) = (&generics.where_clause, self.attributes());
        let params = self.interface.params.iter().map(|param| {
            let (name, ty) = (&param.name, if for_callers { param.type_for_callers() } else { &param.ty });
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
    fn gradient(&self) -> TokenStream {
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
        let (value, back, one) = (interface.free("value"), interface.free("back"), interface.free("one"));
        let vjp = interface.call_sibling(self.subject, "vjp");
        let call = interface.call_back((&back, &one), &interface.gradient(backprop), backprop);
        let begin = quote! {
            let (#value, #back) = #vjp;
            let #one = #backprop::__private::OneRealOfType::one(&#value);
        };
        let bodies = Bodies {
            gradient: Some((quote!(#begin #call), quote!(#begin let #back = #call; (#value, #back)))),
            vjp: None,
            accumulate: None,
            adjoint: None,
            written: None,
        };
        let Writer { subject, function, inline, .. } = self;
        (bodies, Writer { subject, function, interface, backprop, generics, hidden: true, inline: inline.clone() })
    }

    /// A function that there is not, with an error that says why. With a lifetime, so that the bound that does not hold is an
    /// error where the function is called, and not here.
    fn none(&self, name: &str, why: &TokenStream) -> TokenStream {
        let (vis, backprop) = (visibility(&self.function.vis), self.backprop);
        let name = Ident::new(name, Span::mixed_site());
        let types: Vec<Ident> = (0..self.interface.params.len()).map(|index| format_ident!("__{index}")).collect();
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
    fn captured(&self, signature: &TokenStream, arrays: &[syn::Lifetime]) -> Option<TokenStream> {
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
    fn types(&self) -> Vec<&Ident> {
        generics::type_names(&self.interface.generics)
    }

    fn body(&self, body: Option<&TokenStream>) -> TokenStream {
        let backprop = self.backprop;
        body.map_or_else(|| quote!(#backprop::__private::refused()), |body| self.naming(body.clone(), false))
    }

    /// The type of the value and a backpropagator. That owns what it needs and borrows nothing but arrays of these lifetimes.
    fn with_backpropagator(
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

    fn arguments(&self) -> Vec<&Ident> {
        self.interface.params.iter().map(|param| &param.name).collect()
    }

    fn link(&self) -> String {
        let ident = &self.function.sig.ident;
        format!("[`{ident}`](fn@{ident})")
    }

    fn names(&self) -> String {
        listed(self.interface.differentiated().map(|param| &param.name))
    }

    fn with_respect(&self) -> String {
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
fn with_own_types(tokens: TokenStream) -> Option<TokenStream> {
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
fn listed<'a>(names: impl Iterator<Item = &'a Ident>) -> String {
    let names: Vec<String> = names.map(|name| format!("`{name}`")).collect();
    match names.as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

impl Interface {
    /// An identifier like this one that no parameter has.
    pub(crate) fn free(&self, like: &str) -> Ident {
        let mut name = like.to_owned();
        while self.params.iter().any(|param| param.name == name) {
            name.push('_');
        }
        Ident::new(&name, Span::mixed_site())
    }
}
