//! The companion: a struct of the function's name, with the derivatives as associated functions.
//!
//! It is built from an [`Interface`], which is known from lowering or, where that refused, guessed from the syntax. A
//! guessed companion is a stub: every function is there, so that one mistake in the function is one error.

mod adjoint;
mod arrays;
mod backpropagators;
mod beside;
mod buffers;
mod changed;
mod checked;
mod claimed;
mod documented;
mod functions;
mod generics;
mod given;
mod guess;
mod identity;
mod in_place;
mod interface;
mod parameter;
mod structs;
mod types;
mod value;
mod writer;
mod written;

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::{Attribute, Meta};

use crate::input::subject::{OF_OVER_ARRAYS, Standing, Subject};
use crate::input::written::{hygienic, visibility};

use buffers::to_buffer;
pub(crate) use changed::one;
pub(crate) use documented::{all_documented, documented};
pub(crate) use generics::{add_bound, bound_floats, bound_own};
pub(crate) use guess::{gives_named, gives_open, naming_types};
pub(crate) use identity::{names_deprecated, visible_defaults};
pub(crate) use in_place::{InPlace, marker};
pub(crate) use interface::Interface;
pub(crate) use parameter::Parameter;
pub(crate) use structs::reads_arrays;
pub(crate) use types::{asked_before, claim, claim_beside, claim_by_constant, claim_of_fields, without_parameters};
use writer::{Writer, listed, with_own_types};
pub(crate) use written::{Written, constant_of, depended_on, depending, written};

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
    /// Of the adjoints beside it.
    pub(crate) beside: Beside,
    /// The constant that they depend on, if there is one.
    pub(crate) written: Option<Written>,
}

/// The adjoints beside the adjoint, for callers that have something else of the arrays that they lend.
#[derive(Debug, Default)]
pub(crate) struct Beside {
    /// The one that puts back what the function has changed; none if it copies the arrays for that.
    pub(crate) restoring: Option<BesideBody>,
    /// The one that takes no contents of arrays again.
    pub(crate) keeping: Keeping,
}

/// The code of an adjoint beside the adjoint.
#[derive(Debug)]
pub(crate) struct BesideBody {
    pub(crate) body: TokenStream,
    /// The parameters for which the backpropagator takes seeds.
    pub(crate) seeds: Vec<usize>,
}

/// How the adjoint that takes no contents of arrays again does so.
#[derive(Debug, Default)]
pub(crate) enum Keeping {
    /// Its backpropagator reads nothing again.
    ReadsNothing,
    /// It keeps each element that it needs.
    Keeps(BesideBody),
    /// The arrays are copied.
    #[default]
    Copies,
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
        functions.push(writer.beside(bodies.map(|bodies| &bodies.beside)));
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
        let (marked, attributes) = (subject.name("marked"), writer.attributes());
        functions.push(quote!(#attributes #[doc(hidden)] #vis const #marked: ::core::primitive::usize = 0;));
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
    interface.may_be_supplied().then(|| Writer::new(subject, interface, backprop).again_by_adjoint(false))
}

/// The adjoints beside the adjoint of a function of a trait.
pub(crate) fn beside_by_default(subject: &Subject, interface: &Interface, backprop: &TokenStream) -> TokenStream {
    let writer = Writer {
        subject,
        function: &subject.function,
        interface,
        backprop,
        generics: interface.generics.clone(),
        hidden: false,
        inline: TokenStream::new(),
    };
    writer.beside(Some(&Beside::default()))
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
