//! What a struct says of the vectors in it, so that it can be taken out of its place, and its cotangent be given its shape, at a cost
//! that what the vectors hold has no part in.

use proc_macro2::TokenStream;
use quote::quote;
use syn::spanned::Spanned;
use syn::{Field, Member, Type};

use super::derive::{Derived, Kept};
use crate::input::written::{hygienic, written_around_types};
use crate::source::names::is_builtin;
use crate::source::types::is_float;

impl Derived<'_> {
    /// The fields in which there may be vectors.
    fn measured(&self) -> impl Iterator<Item = &Kept<'_>> {
        self.with_tangent().filter(|kept| !is_float(&kept.field.ty))
    }

    /// How the lengths of the vectors in a value are found.
    pub(super) fn measure(&self) -> TokenStream {
        let Self { backprop, .. } = self;
        let of_field = |Kept { field: Field { ty, .. }, .. }: &Kept<'_>| {
            written_around_types(quote!(<#ty as #backprop::Differentiable>::MEASURE), ty.span())
        };
        let kinds = self.measured().map(of_field);
        let parts = self.measured().map(|kept| {
            let (of_field, member) = (of_field(kept), &kept.member);
            quote!(#of_field.measure(&_of.#member, _lengths);)
        });
        let lengths = quote!(#backprop::__private::lengths);
        quote! {
            const MEASURE: #lengths::Measure<Self> =
                #lengths::Measure::of_parts(&[#(#kinds.kind()),*], |_of, _lengths| { #(#parts)* });
        }
    }

    /// How the vectors in a cotangent get lengths that were found so.
    pub(super) fn fit(&self) -> TokenStream {
        let Self { backprop, .. } = self;
        let of_field = |Kept { field: Field { ty, .. }, .. }: &Kept<'_>| {
            let of_cotangent = quote!(<<#ty as #backprop::Differentiable>::Cotangent as #backprop::Cotangent>::FIT);
            written_around_types(of_cotangent, ty.span())
        };
        let kinds = self.measured().map(of_field);
        let parts = self.measured().map(|kept| {
            let (of_field, place) = (of_field(kept), &kept.place);
            quote!(#of_field.fit(&mut _of.#place, _lengths);)
        });
        let lengths = quote!(#backprop::__private::lengths);
        quote! {
            const FIT: #lengths::Fit<Self> =
                #lengths::Fit::of_parts(&[#(#kinds.kind()),*], |_of, _lengths| { #(#parts)* });
        }
    }

    /// How a value is taken out of its place, if each of its fields can be.
    pub(super) fn taken(&self) -> Option<TokenStream> {
        let Self { backprop, .. } = self;
        let (mut asked, mut taken, mut is_rest) = (Vec::new(), Vec::new(), false);
        for (index, field) in self.fields.iter().enumerate() {
            let member = field.ident.as_ref().map_or(Member::from(index), |ident| Member::from(hygienic(ident)));
            let has_tangent = self.kept.iter().any(|kept| kept.member == member && kept.has_tangent);
            let ty = &field.ty;
            if has_tangent && !is_float(ty) {
                asked.push(written_around_types(quote!(<#ty as #backprop::Differentiable>::TAKEN), ty.span()));
                taken.push(quote!(#member: #backprop::__private::taken_part(&mut this.#member)));
            } else if !has_tangent && is_text(ty) {
                taken.push(quote!(#member: #backprop::__private::taken_text(&mut this.#member)));
            } else if has_tangent || is_copy(ty) {
                is_rest = true;
            } else {
                return None;
            }
        }
        // What is copied so counts as read for no lint.
        let rest = is_rest.then(|| quote!(..*this));
        Some(quote! {
            const TAKEN: ::core::option::Option<fn(&mut Self) -> Self> = if true #(&& #asked.is_some())* {
                ::core::option::Option::Some(|this| {
                    let _ = &this;
                    Self { #(#taken,)* #rest }
                })
            } else {
                ::core::option::Option::None
            };
        })
    }
}

/// Whether a type without a tangent is certainly `Copy`.
#[expect(clippy::wildcard_enum_match_arm, reason = "of no other type is it certain")]
fn is_copy(ty: &Type) -> bool {
    let is_number = |path: &syn::TypePath| path.path.get_ident().is_some_and(|name| is_builtin(&name.to_string()));
    match ty {
        Type::Reference(reference) => reference.mutability.is_none(),
        Type::Path(path) => path.qself.is_none() && is_number(path),
        _ => false,
    }
}

/// Whether a type without a tangent is that of texts.
fn is_text(ty: &Type) -> bool {
    matches!(ty, Type::Path(path) if path.path.is_ident("String"))
}
