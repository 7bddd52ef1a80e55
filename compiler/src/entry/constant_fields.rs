//! The fields of a struct that its cotangent does not have.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{DeriveInput, Fields};

use super::derive::is_constant;
use crate::input::constants;
use crate::input::written::{hygienic, visibility};

/// The methods by which code claims that fields are constant.
pub(super) fn claimed_constants(input: &DeriveInput, fields: &Fields) -> TokenStream {
    let ident = hygienic(&input.ident);
    let (impl_generics, type_generics, bounds) = input.generics.split_for_impl();
    let constant = fields.members().zip(fields.iter()).filter(|(_, field)| is_constant(field));
    let methods = constant.map(|(member, field)| {
        let (visibility, claimed) = (visibility(&field.vis), constants::is_constant(&member));
        quote!(#[doc(hidden)] #visibility const fn #claimed(&self) {})
    });
    let methods: TokenStream = methods.collect();
    if methods.is_empty() {
        return methods;
    }
    quote!(#[automatically_derived] #[doc(hidden)] impl #impl_generics #ident #type_generics #bounds { #methods })
}
