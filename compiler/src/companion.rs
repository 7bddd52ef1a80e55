//! The companion: a struct of the function's name, with the derivatives as associated functions.
//!
//! It is built from an [`Interface`], which is known from lowering or, where that refused, guessed from the syntax. A
//! guessed companion is a stub: every function is there, so that one mistake in the function is one error.

mod arrays;
mod changed;
mod identity;
mod interface;
mod structs;

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use syn::spanned::Spanned;
use syn::{Attribute, Generics, ItemFn, Meta};

use crate::emit::{is_builtin, located};
use crate::input::subject::{Standing, Subject};
use crate::input::written::{hygienic, visibility};

pub(crate) use arrays::Again;
pub(crate) use interface::{Interface, Parameter, add_bound, claim};

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
}

/// The companion of a function, or what stands beside it; a stub without bodies.
pub(crate) fn companion(
    subject: &Subject,
    interface: &Interface,
    backprop: &TokenStream,
    bodies: Option<&Bodies>,
) -> TokenStream {
    let function = &subject.function;
    let ident = &function.sig.ident;
    let vis = visibility(&function.vis);
    let carried: Vec<TokenStream> = function.attrs.iter().filter_map(carried).collect();
    let inline: Vec<&Attribute> =
        function.attrs.iter().filter(|attribute| attribute.path().is_ident("inline")).collect();
    let doc = format!(" The derivatives of [`{ident}`](fn@{ident}).");
    let writer = Writer {
        subject,
        function,
        interface,
        backprop,
        generics: interface.generics.clone(),
        hidden: false,
        inline: if inline.is_empty() { quote!(#[inline]) } else { quote!(#(#inline)*) },
    };
    let mut functions = Vec::new();
    if subject.adjoint_alone {
        return writer.adjoint(bodies);
    }
    if interface.has_gradient() {
        functions.push(writer.grad(bodies));
        functions.push(writer.value_and_grad(bodies));
        if interface.changes() {
            functions.push(writer.with_buffers_of_changes(bodies, false));
            functions.push(writer.with_buffers_of_changes(bodies, true));
        } else {
            functions.push(writer.with_buffers(bodies.is_none(), false));
            functions.push(writer.with_buffers(bodies.is_none(), true));
        }
        functions.extend(writer.accumulate(bodies));
    }
    if !interface.higher_order {
        functions.push(writer.vjp(bodies));
    }
    if interface.may_have_gradient() && bodies.is_some() && subject.standing != Standing::Trait {
        let (bodies, writer) = writer.if_real();
        functions.push(writer.grad(Some(&bodies)));
        functions.push(writer.value_and_grad(Some(&bodies)));
        functions.push(writer.with_buffers(false, false));
        functions.push(writer.with_buffers(false, true));
    } else if bodies.is_some() && !interface.has_gradient() && subject.standing == Standing::Module {
        functions.extend(["grad", "value_and_grad"].map(|name| writer.no_gradient(name)));
    }
    // What a function that was refused gives cannot be named, if it is a function. In a trait the adjoint is declared.
    if subject.standing != Standing::Trait && (bodies.is_some() || !interface.gives_function) {
        functions.push(writer.adjoint(bodies));
    }
    if bodies.is_some() {
        functions.extend(writer.as_value());
    }
    if bodies.is_some() && subject.standing == Standing::Module {
        functions.push(writer.constant());
    }
    if subject.standing == Standing::Module {
        functions.push(writer.of(bodies.is_none()));
    }
    if subject.standing == Standing::Inherent {
        functions.push(writer.mark());
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
    let claim = interface.claim(backprop);
    let claim = (!claim.is_empty()).then(|| quote!(where #claim));
    quote! {
        #(#carried)*
        #[doc = #doc]
        #vis struct #ident {}

        #(#carried)*
        #deprecated
        #quiet
        impl #ident #claim {
            #(#functions)*
        }
    }
}

/// What `clippy` would say of the style of code is not for the user to change. The lints of rustc look at what the user wrote
/// alone: all that the macro writes has a span of its own, and an `allow` would be an error where a crate forbids the lint.
pub(crate) fn quiet() -> TokenStream {
    quote!(#[cfg_attr(clippy, allow(clippy::all, clippy::pedantic, reason = "written by `backprop`"))])
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
    let (name, generics) = (subject.name("adjoint"), &interface.generics);
    let (bounds, attributes) = (&generics.where_clause, writer.attributes());
    let params = interface.params.iter().map(|Parameter { name, ty, .. }| quote!(#name: #ty));
    let result = writer.adjoint_result(false);
    let body = if refused {
        quote!({ (#backprop::__private::never(), |_| #backprop::__private::never()) })
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

impl Writer<'_> {
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
        let name = self.subject.name(name);
        let generics = &self.generics;
        let (bounds, carried) = (&generics.where_clause, self.attributes());
        let params = self.interface.params.iter().map(|Parameter { name, ty, .. }| quote!(#name: #ty));
        // One token: to put a body somewhere token by token takes long. Of a body, too, rustc says that a type in the signature
        // has no cotangent.
        let mut body = Group::new(Delimiter::Brace, body);
        body.set_span(Span::mixed_site().located_at(self.interface.place()));
        let result = self.interface.at_place(result.clone());
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

    fn grad(&self, bodies: Option<&Bodies>) -> TokenStream {
        let doc = format!(" The gradient of {}{}.", self.link(), self.with_respect());
        let inline = &self.inline;
        let result = self.interface.gradient(self.backprop);
        let body = self.body(bodies.and_then(|bodies| bodies.gradient.as_ref()).map(|(grad, _)| grad));
        self.function((&quote!(#[must_use] #inline), &doc), "grad", &[], &result, body)
    }

    fn value_and_grad(&self, bodies: Option<&Bodies>) -> TokenStream {
        let doc = format!(" The value of {}, and its gradient{}, in one pass.", self.link(), self.with_respect());
        let inline = &self.inline;
        let (value, gradient) = (&self.interface.result, self.interface.gradient(self.backprop));
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
        };
        let Writer { subject, function, inline, .. } = self;
        (bodies, Writer { subject, function, interface, backprop, generics, hidden: true, inline: inline.clone() })
    }

    /// A function that there is not, with an error that says why. With a lifetime, so that the bound that does not hold is an
    /// error where the function is called, and not here.
    fn no_gradient(&self, name: &str) -> TokenStream {
        let (vis, backprop) = (visibility(&self.function.vis), self.backprop);
        let name = Ident::new(name, Span::mixed_site());
        let types: Vec<Ident> = (0..self.interface.params.len()).map(|index| format_ident!("__{index}")).collect();
        let why = if self.interface.higher_order { quote!(OfFunctions) } else { quote!(OneReal) };
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

    /// `value_and_grad_into`, or `accumulate_grad` if `add`.
    fn with_buffers(&self, stub: bool, add: bool) -> TokenStream {
        if self.interface.has_arrays() || self.interface.has_owned_arrays() {
            return self.with_array_buffers(stub, add);
        }
        let differentiated: Vec<&Parameter> = self.interface.differentiated().collect();
        let buffers: Vec<Ident> = differentiated.iter().map(|param| self.interface.free(&param.derivative())).collect();
        let types = differentiated.iter().map(|param| param.cotangent(self.backprop));
        let types = types.map(|ty| self.interface.at_place(quote!(&mut #ty)));
        let further: Vec<TokenStream> = buffers.iter().zip(types).map(|(name, ty)| quote!(#name: #ty)).collect();
        let names = listed(buffers.iter());
        let (name, what) = if add {
            ("accumulate_grad", format!("adds its gradient{} to {names}", self.with_respect()))
        } else {
            ("value_and_grad_into", format!("writes its gradient{} to {names}", self.with_respect()))
        };
        let doc = format!(" Gives the value of {}, and {what}.", self.link());
        let (value, gradient) = (self.interface.free("value"), self.interface.free("gradient"));
        let statements = (0..).zip(&buffers).zip(&differentiated).map(|((index, buffer), param)| {
            let index = syn::Index::from(index);
            let part = if buffers.len() == 1 { quote!(#gradient) } else { quote!(#gradient.#index) };
            self.to_buffer(buffer, &part, param, add)
        });
        let both = self.interface.call_sibling(self.subject, "value_and_grad");
        let gradient = if buffers.is_empty() { quote!(()) } else { quote!(#gradient) };
        let body = quote! {
            let (#value, #gradient) = #both;
            #(#statements)*
            #value
        };
        let body = if stub { self.body(None) } else { body };
        self.function((&quote!(#[inline]), &doc), name, &further, &self.interface.result, body)
    }

    /// Adds a cotangent to a buffer if `add`, else writes it there.
    fn to_buffer(&self, buffer: &Ident, part: &TokenStream, param: &Parameter, add: bool) -> TokenStream {
        let backprop = self.backprop;
        match (add, param.real()) {
            (false, _) => quote!(*#buffer = #part;),
            (true, Some("f64" | "f32")) => quote!(*#buffer += #part;),
            (true, Some(_)) => quote!(*#buffer = ::core::ops::Add::add(*#buffer, #part);),
            (true, None) => {
                let path = located(quote!(#backprop::Cotangent::accumulate), param.ty.span());
                quote!(#path(#buffer, &#part);)
            }
        }
    }

    fn vjp(&self, bodies: Option<&Bodies>) -> TokenStream {
        let doc = format!(
            " The value of {}, and the backpropagator: from the sensitivity of the value to {}.",
            self.link(),
            match self.interface.differentiated().count() {
                0 => "nothing".to_owned(),
                1 => format!("that of {}", self.names()),
                _ => format!("those of {}", self.names()),
            }
        );
        let inline = &self.inline;
        let mut sensitivity = self.interface.sensitivity(self.backprop);
        // What was read of an array is read again.
        let interface = self.interface;
        let again = interface.has_structs() && interface.has_supplied();
        let looks = interface.has_arrays() || interface.looks_at_data || again;
        let params = self.interface.params.iter().filter(|_| looks);
        let arrays: Vec<_> = params.filter_map(Parameter::lifetime).cloned().collect();
        let mut gradient = self.interface.gradient(self.backprop);
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

    /// The hidden protocol between generated functions: as `vjp`, with one entry for each parameter.
    fn adjoint(&self, bodies: Option<&Bodies>) -> TokenStream {
        if let Some((subject, interface)) = self.interface.by_value() {
            let (function, generics, inline) = (&subject.function, interface.generics.clone(), self.inline.clone());
            let Self { backprop, hidden, .. } = *self;
            return Writer { subject, function, interface, backprop, generics, hidden, inline }.adjoint(bodies);
        }
        let result = self.adjoint_result(bodies.is_none());
        let body = match bodies {
            None => self.body(None),
            Some(Bodies { adjoint: Some(adjoint), .. }) => self.naming(adjoint.clone(), false),
            Some(_) => self.adjoint_by_vjp(),
        };
        let body = match (&self.subject.of_trait, self.subject.standing, bodies) {
            (Some(of_trait), Standing::TraitImpl, Some(_)) => {
                let mut visible = self.visible(of_trait);
                visible.extend(body);
                visible
            }
            _ => body,
        };
        let body = if self.interface.recursive && bodies.is_some() {
            let (value, back, backprop) = (self.interface.free("value"), self.interface.free("back"), self.backprop);
            quote! {
                let (#value, #back) = { #body };
                (#value, #backprop::__private::Box::new(#back))
            }
        } else {
            body
        };
        let hidden = quote!(#[doc(hidden)] #[inline]);
        let (interface, backprop) = (self.interface, self.backprop);
        if !interface.has_supplied() || self.subject.standing == Standing::Trait {
            return self.function((&hidden, " The adjoint."), "adjoint", &[], &result, body);
        }
        // Callers that supply arrays of their host's again ask for this one.
        let again = self.function(
            (&hidden, " The adjoint, for callers that supply all arrays again."),
            "again",
            &[],
            &result,
            body,
        );
        let arrays: Vec<_> = interface.data().filter_map(Parameter::lifetime).cloned().collect();
        let (result, body) = if arrays.is_empty() {
            let arguments = interface.params.iter().map(|param| &param.name);
            let sibling = interface.sibling(self.subject, "again");
            (result, quote!(#sibling(#(#arguments),*)))
        } else {
            let entries = interface.entries(backprop);
            let taken = interface.taken_without_data(backprop);
            let result = self.with_backpropagator(&taken, &quote!((#(#entries,)*)), &arrays, bodies.is_none());
            (result, interface.borrowing_data(self.subject, backprop))
        };
        let body = if bodies.is_none() { self.body(None) } else { body };
        let adjoint = self.function((&hidden, " The adjoint."), "adjoint", &[], &result, body);
        quote!(#again #adjoint)
    }

    /// What the adjoint gives.
    fn adjoint_result(&self, stub: bool) -> TokenStream {
        let entries = self.interface.entries(self.backprop);
        if self.interface.gives_function {
            let (value, backprop) = (&self.interface.result, self.backprop);
            // A function that is given back may be said to live as long as a parameter.
            let lifetimes: Vec<_> = self.interface.generics.lifetimes().map(|param| &param.lifetime).collect();
            let captured = self.interface.captured.as_ref();
            let captured = captured.map(|captured| quote!(+ use<#(#lifetimes,)* #(#captured),*>));
            quote!(impl #backprop::__private::Evaluation<Value = #value, Gradient = (#(#entries,)*)> #captured)
        } else {
            let entries = quote!((#(#entries,)*));
            if self.interface.recursive && !stub {
                let (value, backprop) = (&self.interface.result, self.backprop);
                let sensitivity = self.interface.taken(backprop);
                return quote! {
                    (#value, #backprop::__private::Box<dyn ::core::ops::Fn(#sensitivity) -> #entries>)
                };
            }
            let lent = self.interface.data().filter(|_| self.interface.lends_data);
            let lent: Vec<_> = lent.filter_map(Parameter::lifetime).cloned().collect();
            self.with_backpropagator(&self.interface.taken(self.backprop), &entries, &lent, stub)
        }
    }

    fn adjoint_by_vjp(&self) -> TokenStream {
        let interface = self.interface;
        let vjp = interface.call_sibling(self.subject, "vjp");
        if interface.is_plain() && interface.params.len() > 1 {
            return vjp;
        }
        let (value, back, d) = (interface.free("value"), interface.free("back"), interface.free("d"));
        let name = |param: &Parameter| interface.free(&param.derivative());
        let names: Vec<Ident> = interface.differentiated().map(name).collect();
        let entry = |param: &Parameter| if param.differentiated { name(param).to_token_stream() } else { quote!(()) };
        let entries = interface.params.iter().map(entry);
        let sensitivity = interface.sensitivity(self.backprop);
        let pattern = if let [name] = names.as_slice() { quote!(#name) } else { quote!((#(#names),*)) };
        let backprop = self.backprop;
        let gradient = interface.gradient(backprop);
        let call = interface.call_back((&back, &d), &gradient, backprop);
        quote! {
            let (#value, #back) = #vjp;
            (#value, move |#d: #sensitivity| {
                let #pattern = #call;
                (#(#entries,)*)
            })
        }
    }

    /// The function as a value, to pass it to others by its name: if its type can be written without lifetimes.
    fn as_value(&self) -> Option<TokenStream> {
        let interface = self.interface;
        let refers = |tokens: TokenStream| tokens.to_string().contains(['&', '\'']);
        let method = interface.params.first().is_some_and(|param| param.name == "self");
        if self.subject.standing == Standing::Trait
            || method
            || interface.data().next().is_some()
            || interface.params.iter().any(|param| param.changed)
        {
            return None;
        }
        let signature = &self.function.sig;
        let own: Vec<&syn::Type> = signature
            .inputs
            .iter()
            .filter_map(|input| match input {
                syn::FnArg::Typed(input) => Some(&*input.ty),
                syn::FnArg::Receiver(_) => None,
            })
            .collect();
        let of_arrays = interface.has_arrays() || interface.has_owned_arrays() || interface.gives_arrays();
        if of_arrays
            && (interface.recursive || signature.generics.lifetimes().next().is_some() || interface.higher_order)
        {
            return None;
        }
        // A reference to an array is one of any lifetime.
        let others = interface.params.iter().filter(|param| !param.is_array());
        if refers(others.map(|param| param.ty.to_token_stream()).collect()) {
            return None;
        }
        let (vis, backprop, inline) = (visibility(&self.function.vis), self.backprop, &self.inline);
        let (generics, bounds) = (&interface.generics, &interface.generics.where_clause);
        let (names, types) = (self.arguments(), interface.params.iter().map(|param| &param.ty));
        let arguments = quote!((#(#types,)*));
        let (entries, output, parameters) = (interface.entries(backprop), &interface.result, self.types());
        let (value, back, d) = (interface.free("value"), interface.free("back"), interface.free("d"));
        let function = self.subject.name("function");
        let adjoint = self.subject.name("adjoint");
        let mut call = quote!(Self::#adjoint::<#(#parameters),*>(#(#names),*));
        if interface.gives_function {
            call = quote!(#backprop::__private::parts(#call));
        }
        let result = interface.at_place(quote! {
            impl #backprop::__private::Function<
                #arguments, Output = #output, Gradient = (#(#entries,)*), Cotangent = ()
            >
        });
        let gradient = quote!((#(#entries,)*));
        let (call, back_of) = (interface.at_place(call), interface.call_back((&back, &d), &gradient, backprop));
        let value = quote! {
            #backprop::__private::Closure::new(move |(#(#names,)*): #arguments| {
                let (#value, #back) = #call;
                (#value, move |#d| ((), #back_of))
            })
        };
        let (result, value) =
            if of_arrays { interface.function_of_arrays(&own, &call, backprop)? } else { (result, value) };
        let (taken, result, value) = if self.subject.standing == Standing::Module {
            let name = format_ident!("__function");
            let pair = self.pair(&name);
            (
                quote!(#name: impl ::core::marker::Sized),
                quote!((#result, impl ::core::marker::Sized)),
                quote!((#value, #pair)),
            )
        } else {
            (quote!(), result, value)
        };
        Some(quote! {
            #[doc(hidden)]
            #inline
            #vis fn #function #generics (#taken) -> #result #bounds {
                #value
            }
        })
    }

    /// A body that names the function itself, so that one of which only the derivatives are called is not reported as unused. A
    /// function of functions is called by those that give it functions. It may say what the types are taken for: if an item is
    /// called `f64`, this does not compile.
    fn naming(&self, body: TokenStream, typed: bool) -> TokenStream {
        let ident = &self.function.sig.ident;
        let is_hidden =
            self.subject.standing == Standing::Module && self.interface.params.iter().any(|param| param.name == *ident);
        if self.interface.higher_order || self.subject.adjoint_alone || self.is_deprecated() || is_hidden {
            return body;
        }
        let generics = self.subject.own_generics(&self.function.sig.generics);
        let types = interface::type_names(&generics);
        let (name, types) = (hygienic(&self.function.sig.ident), (!types.is_empty()).then(|| quote!(::<#(#types),*>)));
        let scope = (self.subject.standing != Standing::Module).then(|| quote!(Self::));
        let ty = if typed { self.pointer() } else { None };
        let mut statements = quote!(let _ #ty = #scope #name #types;);
        // Moved, not copied token by token.
        statements.extend(body);
        statements
    }

    /// The type of the function as a pointer, after a colon, where scalar types in it have names of their own.
    fn pointer(&self) -> Option<TokenStream> {
        let signature = &self.function.sig;
        let inputs = signature.inputs.iter().filter_map(|input| match input {
            syn::FnArg::Typed(input) => Some(&input.ty),
            syn::FnArg::Receiver(_) => None,
        });
        let output = &signature.output;
        with_own_types(quote!(fn(#(#inputs,)*) #output)).map(|ty| quote!(: #ty))
    }

    /// Whether rustc says something where the function is named.
    fn is_deprecated(&self) -> bool {
        self.function.attrs.iter().any(is_deprecated)
    }

    /// What the function gives for arguments that nothing depends on; a function as its adjoint.
    fn constant(&self) -> TokenStream {
        let (interface, backprop) = (self.interface, self.backprop);
        let (vis, generics, bounds) =
            (visibility(&self.function.vis), &interface.generics, &interface.generics.where_clause);
        let (arguments, types) = (self.arguments(), self.types());
        let parameters: Vec<_> = interface.params.iter().map(|param| &param.ty).collect();
        let (result, function) = (&interface.result, format_ident!("__function"));
        // The function itself says which types are meant, or is asked for.
        let (call, bound) = if interface.higher_order {
            let adjoint = self.subject.name("adjoint");
            let call = quote!(Self::#adjoint::<#(#types),*>(#(#arguments),*));
            let parts = quote!(#backprop::__private::parts);
            (if interface.gives_function { quote!(#parts(#call).0) } else { quote!(#call.0) }, None)
        } else {
            let bound = quote!(: ::core::ops::FnOnce(#(#parameters),*) -> #result);
            (quote!(#function(#(#arguments),*)), Some(bound))
        };
        let mut all = generics.clone();
        all.params.push(syn::parse_quote!(__Function #bound));
        let (asked, pair) = if interface.higher_order {
            let lifetimes = generics.lifetimes().map(|param| &param.lifetime);
            let asked = quote!(impl ::core::marker::Sized + use<#(#lifetimes,)* #(#types,)* __Function>);
            (asked, self.pair(&function))
        } else {
            let pair = quote!(#backprop::__private::claims::Pair);
            (quote!(#pair<(), ()>), quote!(#pair((), ())))
        };
        quote! {
            #[doc(hidden)]
            #[inline]
            #vis fn __constant #all (#function: __Function, __arguments: (#(#parameters,)*)) -> (#result, #asked) #bounds {
                // A parameter may have the name of the function.
                let __asked = #pair;
                let (#(#arguments,)*) = __arguments;
                (#call, __asked)
            }
        }
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
        interface::type_names(&self.interface.generics)
    }

    fn body(&self, body: Option<&TokenStream>) -> TokenStream {
        let backprop = self.backprop;
        body.map_or_else(|| quote!(#backprop::__private::never()), |body| self.naming(body.clone(), false))
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
        let back = located(quote!(impl ::core::ops::Fn(#sensitivity) -> #results #captured), self.interface.place());
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
