//! The user's code once more, in a function that nobody calls, where no [constant](super::written) can stand for it: a constant needs an
//! instance, and of a bound by a trait of the user's own no type is known that has it.
//!
//! What the function gives has a type without a name, which is not `Unpin`. If there is a mistake in the function, rustc does not know
//! the type, and takes whatever it asks of it for true. So a method that the runtime has for what is `Unpin` is found then, and only then:
//! it gives something of which nothing is known, and of what is done with that, rustc says nothing, since it has said what is wrong.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{GenericParam, ItemFn};

use super::written::{Head, is_simple, names_own_type, with_other_self, with_own_type};
use crate::input::subject::{Own, Standing, Subject};
use crate::program::FieldClaim;
use crate::source::instance::own_arguments;
use crate::source::types::type_names;

/// The function, and how the derivative calls it.
#[derive(Clone, Debug)]
pub(super) struct Checked {
    /// Beside the derivative, or in it.
    pub(super) item: TokenStream,
    pub(super) path: TokenStream,
}

/// The function that checks what the user wrote, with these claims, if it can stand elsewhere.
pub(super) fn checked(subject: &Subject, claims: &[FieldClaim]) -> Option<Checked> {
    let ItemFn { sig, .. } = &subject.function;
    let body = TokenStream::from(TokenTree::Group(subject.body.clone()?));
    let inside = match subject.standing {
        Standing::Module | Standing::Inherent => false,
        Standing::TraitImpl | Standing::Trait => true,
        // What is assigned to is given back in the adjoint.
        Standing::Operator if !sig.ident.to_string().ends_with("_assign") => true,
        Standing::InPlace | Standing::Operator => return None,
    };
    let head = Head::of(sig)?;
    if !subject.is_whole || !is_simple(head.signature()) || !is_simple(body.clone()) {
        return None;
    }
    let closure = head.closure(&with_other_self(body.clone()));
    let claims = claims.iter().map(|claim| claim.statement(None));
    let code = quote! {
        #closure
        #(#claims)*
        ::core::marker::PhantomPinned
    };
    let name = Ident::new(&subject.name("checked").to_string(), Span::mixed_site());
    let sized = quote!(impl ::core::marker::Sized);
    if !inside {
        let generics = subject.own_generics(&sig.generics);
        let (clause, arguments) = (&generics.where_clause, own_arguments(&generics)?);
        return Some(Checked {
            item: quote!(#[doc(hidden)] fn #name #generics () -> #sized #clause { #code }),
            path: quote!(Self::#name::<#(#arguments),*>),
        });
    }
    if let Own::Of(of) = subject.own.as_ref()? {
        return of_trait(subject, of, (&name, &code));
    }
    // What a lifetime says of a type of the block, `T: 'a` of an `On<'a, T>`, nothing says here.
    if sig.generics.lifetimes().next().is_some() {
        return None;
    }
    let (generics, arguments) = (&sig.generics, own_arguments(&sig.generics)?);
    let (clause, own) = (
        &generics.where_clause,
        match subject.own.as_ref()? {
            // It may stand for a constructor in the body, and for a type of the trait in the signature.
            Own::Type(ty) if !names_own_type(body) && !head.names_own_types() => ty.to_token_stream(),
            Own::Type(_) | Own::Of(_) => return None,
        },
    );
    let item = quote!(fn #name #generics () -> #sized #clause { #code });
    Some(Checked { item: with_own_type(item, &own), path: quote!(#name::<#(#arguments),*>) })
}

/// The same of a function of a trait: one of another trait, which all have that have this one. So what is `Self` there has this name, which
/// rustc tells.
fn of_trait(subject: &Subject, of: &Ident, (name, code): (&Ident, &TokenStream)) -> Option<Checked> {
    let mut around = subject.around.clone();
    for param in &mut around.params {
        match param {
            GenericParam::Type(param) => param.default = None,
            GenericParam::Const(param) => param.default = None,
            GenericParam::Lifetime(_) => {}
        }
    }
    let own = subject.own_generics(&subject.function.sig.generics);
    let arguments = own_arguments(&own)?;
    let lifetimes = around.lifetimes().map(|param| param.lifetime.to_token_stream());
    let names = type_names(&around).into_iter().map(ToTokens::to_token_stream);
    let around_names: Vec<TokenStream> = lifetimes.chain(names).collect();
    let checking = Ident::new("Checking", Span::mixed_site());
    let (around_clause, clause) = (&around.where_clause, &own.where_clause);
    let mut of_all = around.clone();
    let any = Ident::new("__Any", Span::mixed_site());
    let param: syn::TypeParam = syn::parse_quote!(#any: #of<#(#around_names),*> + ?::core::marker::Sized);
    of_all.params.push(GenericParam::Type(param));
    let item = quote! {
        trait #checking #around: #of<#(#around_names),*> #around_clause {
            fn #name #own() -> impl ::core::marker::Sized #clause { #code }
        }
        impl #of_all #checking<#(#around_names),*> for #any #around_clause {}
    };
    Some(Checked { item, path: quote!(<Self as #checking<#(#around_names),*>>::#name::<#(#arguments),*>) })
}
