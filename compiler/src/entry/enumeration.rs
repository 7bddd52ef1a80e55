//! `#[derive(Differentiable)]` on an `enum` that holds nothing with a tangent: its cotangent is `()`.

use proc_macro2::TokenStream;
use quote::quote;
use syn::spanned::Spanned;
use syn::{DataEnum, DeriveInput, Field};

use super::derive::{is_constant, refuse, states, without_tangent};
use crate::diagnostic::Diagnostic;
use crate::input::crate_path::crate_path;
use crate::input::written::{hygienic, written_at};
use crate::source::types::is_float;

/// The implementation of `Differentiable`. What may hold reals is refused: of numbers here, of other types by rustc.
pub(super) fn enumeration(input: &DeriveInput, data: &DataEnum) -> TokenStream {
    let fields: Vec<&Field> = data.variants.iter().flat_map(|variant| &variant.fields).collect();
    let states = states(fields.iter().copied(), &input.generics, &crate_path());
    let fields = fields.into_iter().filter(|field| !is_constant(field) && !without_tangent(&field.ty));
    let (reals, open): (Vec<&Field>, Vec<&Field>) = fields.partition(|field| is_float(&field.ty));
    if let Some(real) = reals.first() {
        let message = "an `enum` that holds reals has no cotangent: its variants have different fields";
        let help =
            "mark the field `#[constant]`, if nothing is differentiated with respect to it; or derive it for a struct";
        return refuse(input, &Diagnostic::at(&real.ty, message, help));
    }
    let (backprop, ident) = (crate_path(), hygienic(&input.ident));
    let checks = open.into_iter().map(|Field { ty, .. }| {
        let known = written_at(quote!(#backprop::__private::matched::without_tangent::<#ty>), ty.span());
        quote!(#known();)
    });
    let (impl_generics, type_generics, bounds) = input.generics.split_for_impl();
    quote! {
        #[automatically_derived]
        impl #impl_generics #backprop::Differentiable for #ident #type_generics #bounds {
            type Cotangent = ();

            const KNOWN: () = { #(#checks)* #states };

            #[inline]
            fn zero_cotangent(&self) {}
        }
    }
}
