//! The types in a signature that need cotangents.
//!
//! Of some, only rustc knows whether they have one. The companion claims that they do, so that rustc says so once, at the type, where one
//! has none.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};
use syn::spanned::Spanned;

use super::interface::Interface;
use super::parameter::Parameter;
use super::types::{checks, claim, closed, is_opaque};
use crate::input::subject::{Standing, Subject};
use crate::input::written::{hygienic, of_cotangent, visibility, written_around_types};
use crate::program::Shape;
use crate::source::types::referent;

impl Interface {
    /// Where rustc is to say what is wrong with the types of the gradient: at the first type that it may not know, or else at
    /// the name of the function.
    pub(crate) fn place(&self) -> Span {
        let types = self.params.iter().map(|param| (&param.ty, &param.shape));
        let mut types = types.chain([(&self.result_type, &self.result_shape)]);
        // In a trait, `Self` has a cotangent.
        let of_trait = self.claim_of_trait.is_some();
        let is_self = |ty: &syn::Type| matches!(referent(ty), syn::Type::Path(path) if path.path.is_ident("Self"));
        let found = types.find(|(ty, shape)| is_opaque(shape) && !(of_trait && is_self(ty)));
        found.map_or(self.name, |(ty, _)| referent(ty).span())
    }

    /// Tokens of which rustc may say that a type has no cotangent, at that [place](Self::place). Of errors at one place with one text, it
    /// shows one.
    pub(crate) fn at_place(&self, tokens: TokenStream) -> TokenStream {
        let known =
            self.params.iter().map(|param| &param.shape).chain([&self.result_shape]).all(|shape| !is_opaque(shape));
        if known { tokens } else { written_around_types(tokens, self.place()) }
    }

    /// That the types that only rustc knows have cotangents, for the `where` clause of what is written for the function.
    pub(crate) fn claim(&self, subject: &Subject, backprop: &TokenStream) -> TokenStream {
        if self.claimed().is_empty() {
            return TokenStream::new();
        }
        let companion = hygienic(&subject.function.sig.ident);
        let constant = subject.name(if self.refused.is_some() { "written" } else { "known" });
        quote!((): #backprop::__private::claims::TypesHaveCotangents<{ #companion::#constant }>)
    }

    /// The constant in which their cotangents are asked for, in a block of its own. There is none where the function is refused.
    pub(super) fn known_types(&self, subject: &Subject, backprop: &TokenStream) -> Option<TokenStream> {
        let types = self.claimed();
        if types.is_empty() || self.refused.is_some() || subject.standing != Standing::Module {
            return None;
        }
        let checks = checks((&types, &subject.earlier), backprop, written_around_types);
        let (companion, constant) = (hygienic(&subject.function.sig.ident), subject.name("known"));
        let vis = visibility(&subject.function.vis);
        Some(quote! {
            #[doc(hidden)]
            impl #companion {
                #vis const #constant: ::core::primitive::usize = { #checks 0 };
            }
        })
    }

    /// What the types with cotangents depend on: that constant, or the one of the block.
    fn condition(&self, subject: &Subject, backprop: &TokenStream) -> Option<TokenStream> {
        if self.known_types(subject, backprop).is_some() {
            let (companion, constant) = (hygienic(&subject.function.sig.ident), subject.name("known"));
            return Some(quote!({ #companion::#constant }));
        }
        let known =
            subject.known.as_ref().filter(|_| self.refused.is_none() && !self.claimed_in(subject).is_empty())?;
        Some(quote!({ #known }))
    }

    /// The types with cotangents that depend on that: where one has none, rustc says nothing of what is done with them.
    pub(super) fn if_known(&self, types: TokenStream, subject: &Subject, backprop: &TokenStream) -> TokenStream {
        match self.condition(subject, backprop) {
            Some(condition) => super::types::with_cotangents_if(types, &condition),
            None => types,
        }
    }

    /// The same of a value.
    pub(super) fn value_if_known(&self, value: TokenStream, subject: &Subject, backprop: &TokenStream) -> TokenStream {
        match self.condition(subject, backprop) {
            Some(condition) => quote!(#backprop::__private::claims::Written::<#condition>.as_is(#value)),
            None => value,
        }
    }

    /// The types that are claimed to have cotangents.
    pub(crate) fn claimed(&self) -> Vec<syn::Type> {
        let mut types = Vec::new();
        for (ty, shape) in
            self.params.iter().map(|param| (&param.ty, &param.shape)).chain([(&self.result_type, &self.result_shape)])
        {
            closed(ty, shape, &self.all, &mut types);
        }
        types
    }

    /// The same, and the type of the block around: of that, rustc says there what is wrong.
    fn claimed_in(&self, subject: &Subject) -> Vec<syn::Type> {
        let mut types = self.claimed();
        if let Some(own) = &subject.of_type {
            let count = types.len();
            types.retain(|ty| !subject.is_own(ty));
            let receiver = self.params.iter().any(|param| param.name == "self" && param.differentiated);
            let gives_own = is_opaque(&self.result_shape) && subject.is_own(&self.result_type);
            if receiver || gives_own || types.len() < count {
                types.insert(0, own.clone());
            }
        }
        types
    }

    /// The call of the adjoint, which depends on the claims: where a type has no cotangent, rustc says nothing more of what the adjoint gives.
    /// Claims cannot name the type parameters of a block around. Then the call stays as it is.
    pub(super) fn known(&self, call: TokenStream, subject: &Subject, backprop: &TokenStream) -> TokenStream {
        let takes = |param: &Parameter| (param.changed || param.is_array()) && is_opaque(&param.shape);
        if !(self.params.iter().any(takes) || is_opaque(&self.result_shape)) {
            return call;
        }
        let checks = self.checks(subject, backprop);
        if checks.is_empty() {
            return call;
        }
        quote!(#backprop::__private::claims::Written::<{ #checks 0 }>.as_is(#call))
    }

    /// Statements that ask for the cotangents of these types, where they can be named.
    pub(crate) fn checks(&self, subject: &Subject, backprop: &TokenStream) -> TokenStream {
        let is_known = match subject.standing {
            Standing::Module | Standing::Inherent => subject.is_whole,
            Standing::Operator => subject.of_block.is_some(),
            Standing::TraitImpl => {
                let types = self.claimed();
                return checks((&types, &subject.earlier), backprop, written_around_types);
            }
            Standing::Trait | Standing::InPlace => false,
        };
        if let Some(known) = subject.known.as_ref().filter(|_| is_known && !self.claimed_in(subject).is_empty()) {
            return quote!(let _ = #known;);
        }
        let types = if is_known { self.claimed_in(subject) } else { Vec::new() };
        checks((&types, &subject.earlier), backprop, written_around_types)
    }
}

/// That the types in the signature of a function of a trait have cotangents: a bound of the function itself, since the block is the
/// user's. A trait need not say what holds anyhow.
pub(super) fn claim_of_trait(
    subject: &Subject,
    params: &[Parameter],
    (result, shape): (&syn::Type, &Shape),
    backprop: &TokenStream,
) -> Option<TokenStream> {
    if !matches!(subject.standing, Standing::Trait | Standing::TraitImpl) {
        return None;
    }
    let receiver = params.iter().any(|param| param.name == "self" && param.differentiated);
    let mut types: Vec<syn::Type> = subject.of_type.iter().filter(|_| receiver).cloned().collect();
    let signature = params.iter().map(|param| (&param.ty, &param.shape)).chain([(result, shape)]);
    signature.for_each(|(ty, shape)| closed(ty, shape, &subject.function.sig.generics, &mut types));
    if types.is_empty() {
        return None;
    }
    if subject.standing == Standing::TraitImpl {
        return Some(claim(&TokenStream::new(), (&types, &subject.earlier), backprop));
    }
    // The functions of a trait that are for people name these types as well, without the bound: of both, rustc says the same, once.
    let named = types.iter().map(|ty| of_cotangent(&ty.to_token_stream(), backprop, ty.span()));
    Some(claim(&quote!(let _ = |_: (#(#named,)*)| ();), (&[], &subject.earlier), backprop))
}
