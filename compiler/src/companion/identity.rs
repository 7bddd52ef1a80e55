//! Whether a companion and the function of its name belong together.
//!
//! They have one name in two namespaces. Another function of that name, closer by and without a companion, hides the function and
//! not the companion.
//!
//! A plain method of a type hides a marked method of a trait in the same way. In an `impl`, the type and the trait are known, and rustc is asked
//! of each method: of those that it writes, and of those that the trait gives by default, if the trait stands in
//! the same file. Of other defaults, and in an `impl` for all types, nobody can ask: the trait knows no type, the `impl` does not know the
//! name, and a call knows only the name. The type of a value cannot be written, so the function that a call finds has no name there; and beside
//! another trait that has the method for all types, rustc rejects the call of the trait's method as ambiguous, and accepts that of the type's.
//! So the derive of the type writes beside the plain methods that it sees what hides the derivative of the trait's.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::{
    DeriveInput, FnArg, GenericParam, Generics, ImplItem, ItemImpl, Meta, ParenthesizedGenericArguments, Pat, Path,
    ReturnType, Type,
};

use super::Writer;
use super::generics::collect_idents;
use crate::input::functions;
use crate::input::subject::{Standing, beside_method, in_companion};
use crate::input::written::{self, hygienic, located, visibility, written_around_types};
use crate::source::names::mentions;
use crate::source::types::{inner, type_names};

impl Writer<'_> {
    /// Takes what the name of the function means where it is called, and gives it beside the function itself. The derivative
    /// that is called there says which type parameters are meant.
    pub(super) fn of(&self, of: &str, stub: bool) -> TokenStream {
        let backprop = self.backprop;
        let interface = self.interface.by_value().map_or(self.interface, |(_, interface)| interface);
        let names = type_names(&interface.generics);
        let mut new = vec![format_ident!("__Function")];
        let mut any = |name: Ident| {
            new.push(name.clone());
            name.to_token_stream()
        };
        let mut generics = Generics::default();
        // The stub of a function that gives functions has no derivative.
        let stub = stub && (names.is_empty() || interface.gives_function);
        let derivative = if stub || names.is_empty() {
            any(format_ident!("__Derivative"))
        } else {
            generics = interface.generics.clone();
            let mut written = |tokens: TokenStream, else_called: Ident| {
                let mut found = Vec::new();
                collect_idents(tokens.clone(), &mut found);
                if found.iter().any(|found| names.iter().any(|name| *name == found)) {
                    tokens
                } else {
                    any(else_called)
                }
            };
            let params: Vec<TokenStream> = (1..)
                .zip(&interface.params)
                .map(|(at, param)| written(param.type_for_callers().to_token_stream(), format_ident!("__Argument{at}")))
                .collect();
            let given = if interface.gives_function {
                any(format_ident!("__Given"))
            } else {
                let value = written(interface.result.clone(), format_ident!("__Value"));
                let back = any(format_ident!("__Backpropagator"));
                quote!((#value, #back))
            };
            quote!(fn(#(#params),*) -> #given)
        };
        generics.params.extend(new.iter().map(|name| GenericParam::Type(name.clone().into())));
        let lifetimes = generics.lifetimes().map(|param| &param.lifetime);
        let types = type_names(&generics);
        let (vis, bounds) = (visibility(&self.function.vis), &generics.where_clause);
        let function = format_ident!("__function");
        // Of a function that takes functions, the pair says which types are meant, also where the derivative was refused.
        let signature = &self.function.sig;
        let own = self.subject.own_generics(&signature.generics);
        let of_functions = |name: &&Ident| functions::of_parameter(&signature.generics, name).is_some();
        let says_types =
            of == "of" && functions::is_higher_order(signature) && type_names(&own).iter().all(of_functions);
        let of = Ident::new(&in_companion(of), Span::mixed_site());
        let pair = if stub && !says_types {
            quote!({ let _ = #function; #backprop::__private::claims::Pair((), ()) })
        } else {
            self.pair(&function)
        };
        quote! {
            #[doc(hidden)]
            #[inline]
            #vis fn #of #generics (#function: __Function, _: #derivative)
                -> impl ::core::marker::Sized + use<#(#lifetimes,)* #(#types),*> #bounds
            {
                #pair
            }
        }
    }

    /// The function itself beside another one.
    pub(super) fn pair(&self, other: &Ident) -> TokenStream {
        let pair = {
            let backprop = self.backprop;
            quote!(#backprop::__private::claims::Pair)
        };
        let function = self.item(&hygienic(&self.function.sig.ident).to_token_stream());
        quote!(#pair(#function, #other))
    }

    /// What names a function that is deprecated, for a derive to write: rustc says nothing of names that derives write.
    pub(super) fn by_derive(&self, functions: &[TokenStream]) -> TokenStream {
        let backprop = self.backprop;
        quote! {
            #[derive(#backprop::__private::NamesDeprecated)]
            #[names_deprecated(#(#functions)*)]
        }
    }

    /// States that no other method of the type hides this method of a trait, or one with a derivative.
    pub(super) fn visible(&self, of_trait: &Path) -> TokenStream {
        let (backprop, signature) = (self.backprop, &self.function.sig);
        let claims = quote!(#backprop::__private::claims);
        let (name, mark) = (&signature.ident, self.subject.name("mark"));
        let of_trait = quote!(<Self as #of_trait>);
        let method = self.item(&quote!(#of_trait::#name));
        let own = self.subject.own_generics(&signature.generics);
        if !type_names(&own).is_empty() || functions::is_higher_order(signature) {
            return located(quote!(let _ = || #claims::same(#method, Self::#name);), name.span());
        }
        asks_for_mark((name, &method), &mark, backprop)
    }

    /// The mark of a method of a type.
    pub(super) fn mark(&self) -> TokenStream {
        let (vis, backprop) = (visibility(&self.function.vis), self.backprop);
        let mark = self.subject.name("mark");
        let visible = quote!(#backprop::__private::claims::Visible);
        let attributes = self.attributes();
        quote! {
            #attributes
            #[doc(hidden)]
            #vis const fn #mark() -> #visible { #visible }
        }
    }

    /// What says how a method takes what it is called on, for callers that only have its name.
    #[expect(clippy::wildcard_enum_match_arm, reason = "no other type is a reference")]
    pub(super) fn receiver(&self) -> Option<TokenStream> {
        let Some(FnArg::Typed(first)) = self.function.sig.inputs.first() else { return None };
        if !matches!(&*first.pat, Pat::Ident(name) if name.ident == "self") {
            return None;
        }
        let takes = match &*first.ty {
            Type::Reference(reference) if reference.mutability.is_some() => quote!(Changes),
            Type::Reference(_) => quote!(LooksAt),
            _ => quote!(Takes),
        };
        let vis = (self.subject.standing == Standing::Inherent).then(|| visibility(&self.function.vis));
        let (backprop, name) = (self.backprop, self.subject.name("receiver"));
        let (attributes, takes) = (self.attributes(), quote!(#backprop::__private::open::#takes));
        Some(quote! {
            #attributes
            #[doc(hidden)]
            #vis fn #name(&self) -> #takes { #takes }
        })
    }

    /// The function of this path, of the type parameters that are in scope. What is given to it as a function is a pointer here:
    /// of the function that is meant nothing more has to be known than which one it is.
    fn item(&self, path: &TokenStream) -> TokenStream {
        let backprop = self.backprop;
        let signature = self.subject.signature.as_deref().unwrap_or(&self.function.sig);
        let generics = &signature.generics;
        let own = self.subject.own_generics(generics);
        let arguments = type_names(&own).into_iter().map(|name| {
            if functions::of_parameter(generics, name).is_some() {
                return quote!(_);
            }
            hygienic(name).to_token_stream()
        });
        let arguments: Vec<TokenStream> = arguments.collect();
        let turbofish = (!arguments.is_empty()).then(|| quote!(::<#(#arguments),*>));
        let inputs = || {
            signature.inputs.iter().filter_map(|input| match input {
                FnArg::Typed(input) => Some(&*input.ty),
                FnArg::Receiver(_) => None,
            })
        };
        if !inputs().any(|ty| functions::has_function(generics, ty)) {
            return quote!(#path #turbofish);
        }
        let types = inputs().map(|ty| with_pointers(ty, generics));
        let it = Ident::new("it", Span::mixed_site());
        quote!({
            let #it = #path #turbofish;
            let _ = || #it(#(#backprop::__private::never::<#types>()),*);
            #it
        })
    }
}

/// The functions of a companion that [name](Writer::by_derive) its deprecated function; none of another struct.
pub(crate) fn names_deprecated(companion: &DeriveInput) -> TokenStream {
    let (name, quiet) = (&companion.ident, super::quiet());
    let written = companion.attrs.iter().find(|attribute| attribute.path().is_ident("names_deprecated"));
    let functions = match written.map(|attribute| &attribute.meta) {
        // As if the derive had written them.
        Some(Meta::List(list)) => written::tokens(list.tokens.clone()),
        Some(Meta::Path(_) | Meta::NameValue(_)) | None => TokenStream::new(),
    };
    quote!(#quiet impl #name { #functions })
}

/// A type with pointers to functions for the functions in it; what is not made of functions is inferred.
#[expect(clippy::wildcard_enum_match_arm, reason = "no other type has a function in it")]
fn with_pointers(ty: &Type, generics: &Generics) -> TokenStream {
    if !functions::has_function(generics, ty) {
        return quote!(_);
    }
    match inner(ty) {
        Type::Reference(reference) => {
            let inner = with_pointers(&reference.elem, generics);
            quote!(&#inner)
        }
        Type::Tuple(tuple) => {
            let parts = tuple.elems.iter().map(|ty| with_pointers(ty, generics));
            quote!((#(#parts,)*))
        }
        ty => functions::of_type(generics, ty).map_or_else(|| quote!(_), |(function, _)| pointer(function, generics)),
    }
}

/// A pointer to a function of this type.
fn pointer(function: &ParenthesizedGenericArguments, generics: &Generics) -> TokenStream {
    let part = |ty: &Type| {
        if functions::has_function(generics, ty) { with_pointers(ty, generics) } else { ty.to_token_stream() }
    };
    let inputs = function.inputs.iter().map(|input| part(&input.ty));
    let output = match &function.output {
        ReturnType::Default => quote!(()),
        ReturnType::Type(_, ty) => part(ty),
    };
    quote!(fn(#(#inputs),*) -> #output)
}

/// Asks whether a name means the method of a trait for this type, or one that is marked.
fn asks_for_mark((name, method): (&Ident, &TokenStream), mark: &Ident, backprop: &TokenStream) -> TokenStream {
    let claims = quote!(#backprop::__private::claims);
    // A method of the type itself that is marked has the mark. Names of the trait are not asked for: one that is not marked
    // has none, and rustc says so once.
    let question = written_around_types(
        quote!(
            let method = #claims::Method(Self::#name, #method, Self::#mark());
            #claims::visible_method(&method, method.__meant());
        ),
        name.span(),
    );
    quote!(let _ = || {
        use #claims::Hiding as _;
        trait __Unmarked {
            fn #mark() -> #claims::HiddenMethod { #claims::HiddenMethod }
        }
        impl<__Type: ?::core::marker::Sized> __Unmarked for __Type {}
        #question
    };)
}

/// The same of what the trait of a block gives by default, by these names, and the block does not write.
pub(crate) fn visible_defaults(block: &ItemImpl, defaults: &[String], backprop: &TokenStream) -> TokenStream {
    let Some((of_trait, _)) = &block.trait_ else { return TokenStream::new() };
    let is_written = |name: &&String| {
        block.items.iter().any(|item| matches!(item, ImplItem::Fn(function) if function.sig.ident == **name))
    };
    let at = of_trait.segments.last().map_or_else(Span::mixed_site, |last| last.ident.span());
    let questions = defaults.iter().filter(|name| !is_written(name)).map(|name| {
        let mark = Ident::new(&beside_method(name, "mark"), Span::mixed_site());
        let name = Ident::new(name, at);
        asks_for_mark((&name, &quote!(<Self as #of_trait>::#name)), &mark, backprop)
    });
    let questions: Vec<TokenStream> = questions.collect();
    let names = |param: &&GenericParam| match param {
        GenericParam::Type(param) => mentions(block.self_ty.to_token_stream(), &param.ident.to_string()),
        GenericParam::Const(param) => mentions(block.self_ty.to_token_stream(), &param.ident.to_string()),
        GenericParam::Lifetime(_) => true,
    };
    // A block of its own has no other parameters than those of the type.
    if questions.is_empty() || !block.generics.params.iter().all(|param| names(&param)) {
        return TokenStream::new();
    }
    let ((generics, _, bounds), ty, quiet) = (block.generics.split_for_impl(), &block.self_ty, super::quiet());
    quote! {
        #quiet
        const _: () = {
            trait __VisibleDefaults {
                fn __asks();
            }
            impl #generics __VisibleDefaults for #ty #bounds {
                fn __asks() { #(#questions)* }
            }
        };
    }
}
