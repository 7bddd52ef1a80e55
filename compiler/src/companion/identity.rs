//! Of which function a companion is: where another function of the same name hides that, its name means two things.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::{FnArg, GenericParam, Type};

use super::{Writer, interface};
use crate::emit::is_builtin;
use crate::input::functions;
use crate::input::subject::in_companion;
use crate::input::written::{hygienic, visibility};

impl Writer<'_> {
    /// Takes what the name of the function means where it is called, and gives it beside the function itself. Arguments of
    /// the types that are given there decide the type parameters. Of functions that are given functions nothing is asked:
    /// the type parameters that stand for those are not decided.
    pub(super) fn of(&self, stub: bool) -> Option<TokenStream> {
        let (backprop, signature) = (self.backprop, &self.function.sig);
        let inputs = || {
            signature.inputs.iter().filter_map(|input| match input {
                FnArg::Typed(input) => Some(&*input.ty),
                FnArg::Receiver(_) => None,
            })
        };
        if inputs().any(|ty| functions::has_function(&signature.generics, ty)) {
            return None;
        }
        let mut generics = signature.generics.clone();
        let names: Vec<Ident> = interface::type_names(&generics).into_iter().cloned().collect();
        let mut new = vec![format_ident!("__Function")];
        let mut any = |name: Ident| {
            new.push(name.clone());
            name.to_token_stream()
        };
        let arguments = if names.is_empty() {
            any(format_ident!("__Arguments"))
        } else {
            let arguments = inputs().zip(1..).map(|(mut ty, at)| {
                while let Type::Reference(reference) = ty {
                    ty = &reference.elem;
                }
                if decides(ty, &names) { ty.to_token_stream() } else { any(format_ident!("__Argument{at}")) }
            });
            let arguments: Vec<TokenStream> = arguments.collect();
            quote!((#(#arguments,)*))
        };
        generics.params.extend(new.iter().map(|name| GenericParam::Type(name.clone().into())));
        let lifetimes = signature.generics.lifetimes().map(|param| &param.lifetime);
        let (vis, bounds) = (visibility(&self.function.vis), &generics.where_clause);
        let (function, ident) = (format_ident!("__function"), hygienic(&signature.ident));
        let turbofish = (!names.is_empty()).then(|| quote!(::<#(#names),*>));
        // The name of what is deprecated may not be written without a word of rustc.
        let of = Ident::new(&in_companion("of"), proc_macro2::Span::mixed_site());
        let pair = if stub || self.is_deprecated() {
            quote!(let _ = #function;)
        } else {
            quote!(#backprop::__private::claims::Pair(#ident #turbofish, #function))
        };
        Some(quote! {
            #[doc(hidden)]
            #[inline]
            #vis fn #of #generics (#function: __Function, _: fn() -> #arguments)
                -> impl ::core::marker::Sized + use<#(#lifetimes,)* #(#names,)* #(#new),*> #bounds
            {
                #pair
            }
        })
    }
}

/// Whether an argument of this type decides what one of these type parameters is. It is a number, or a tuple of such.
#[expect(clippy::wildcard_enum_match_arm, reason = "no other type is made of numbers")]
fn decides(ty: &Type, names: &[Ident]) -> bool {
    match ty {
        Type::Paren(inner) => decides(&inner.elem, names),
        Type::Group(inner) => decides(&inner.elem, names),
        Type::Tuple(tuple) => {
            let number = |ty: &Type| matches!(ty, Type::Path(path) if path.path.get_ident().is_some_and(|name| is_builtin(&name.to_string())));
            tuple.elems.iter().any(|ty| decides(ty, names))
                && tuple.elems.iter().all(|ty| number(ty) || decides(ty, names))
        }
        Type::Path(path) => path.path.get_ident().is_some_and(|name| names.contains(name)),
        _ => false,
    }
}
