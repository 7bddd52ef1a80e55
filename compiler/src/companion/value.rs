//! The function itself, in its companion: as a value that can be passed on, for calls whose arguments depend on nothing, and under
//! its own name.

use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};

use super::parameter::Parameter;
use super::{Writer, is_deprecated, with_own_types};
use crate::input::subject::Standing;
use crate::input::written::{hygienic, visibility};

impl Writer<'_> {
    /// The function as a value, to pass it to others by its name: if its type can be written without lifetimes.
    pub(super) fn as_value(&self) -> Option<TokenStream> {
        let interface = self.interface;
        let refers = |tokens: TokenStream| tokens.to_string().contains(['&', '\'']);
        let method = interface.params.first().is_some_and(|param| param.name == "self");
        // Of those that nobody has marked, what they give may have no cotangent.
        let is_unmarked = interface.is_constant() && self.subject.standing == Standing::Inherent;
        if self.subject.standing == Standing::Trait
            || method
            || is_unmarked
            || interface.params.is_empty()
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
        if refers(others.map(|param| param.type_for_callers().to_token_stream()).collect()) {
            return None;
        }
        let (vis, backprop, inline) = (visibility(&self.function.vis), self.backprop, &self.inline);
        let (generics, bounds) = (&interface.generics, &interface.generics.where_clause);
        let (names, types) = (self.arguments(), interface.params.iter().map(Parameter::type_for_callers));
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
        let (call, back_of) = (
            interface.known(interface.at_place(call), self.subject, backprop),
            interface.call_back((&back, &d), &gradient, backprop),
        );
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
        let attributes = self.attributes();
        Some(quote! {
            #attributes
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
    pub(super) fn naming(&self, body: TokenStream, typed: bool) -> TokenStream {
        let ident = &self.function.sig.ident;
        let is_hidden =
            self.subject.standing == Standing::Module && self.interface.params.iter().any(|param| param.name == *ident);
        // That of a constant names it already.
        let names_it = self.interface.is_constant();
        if self.interface.higher_order || self.subject.adjoint_alone || self.is_deprecated() || is_hidden || names_it {
            return body;
        }
        let generics = self.subject.own_generics(&self.function.sig.generics);
        let types = crate::source::types::type_names(&generics);
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
    pub(super) fn is_deprecated(&self) -> bool {
        self.function.attrs.iter().any(is_deprecated)
    }

    /// What the function gives for arguments that nothing depends on; a function as its adjoint.
    pub(super) fn constant(&self) -> TokenStream {
        let (interface, backprop) = (self.interface, self.backprop);
        let (vis, generics, bounds) =
            (visibility(&self.function.vis), &interface.generics, &interface.generics.where_clause);
        let (arguments, types) = (self.arguments(), self.types());
        let parameters: Vec<_> = interface.params.iter().map(Parameter::type_for_any_lifetime).collect();
        let taken = interface.params.iter().map(Parameter::type_for_callers);
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
        let references = (!interface.higher_order).then(|| interface.references());
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
            #vis fn __constant #all (#function: __Function, __arguments: (#(#taken,)*)) -> (#result, #asked) #bounds {
                // A parameter may have the name of the function.
                let __asked = #pair;
                let (#(#arguments,)*) = __arguments;
                #references
                (#call, __asked)
            }
        }
    }
}
