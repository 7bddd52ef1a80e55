//! The cotangent of a struct as a vector: sums, differences, multiples, and arrays of its numbers.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Fields, Type};

use super::derive::{Derived, Kept};
use crate::source::types::{element_of, inner, is_float};

impl Derived<'_> {
    /// What vectors have: `+`, `-`, `+=`, `-=`, the opposite and multiples, where all fields have them, and sums.
    pub(super) fn vector(&self) -> TokenStream {
        let binary = [("Add", "add"), ("Sub", "sub")].map(|(operator, function)| {
            let (assign, assigning) = (name(&format!("{operator}Assign")), name(&format!("{function}_assign")));
            let (operator, function) = (name(operator), name(function));
            let places = self.with_tangent().map(|kept| &kept.place);
            let asked = quote!(::core::ops::#assign);
            let assigned = quote! {
                #[inline]
                fn #assigning(&mut self, other: Self) {
                    #(::core::ops::#assign::#assigning(&mut self.#places, other.#places);)*
                }
            };
            let given = quote! {
                type Output = Self;
                #[inline]
                fn #function(mut self, other: Self) -> Self {
                    ::core::ops::#assign::#assigning(&mut self, other);
                    self
                }
            };
            let assigned = self.implementing(&asked, &assigned);
            // With the bounds of the other: of a type parameter, nobody says what its own operator gives.
            let given = self.implementing_with(&quote!(::core::ops::#operator), |_| asked.clone(), &given);
            quote!(#assigned #given)
        });
        let (multiple, sum, array) = (self.multiple(), self.sum(), self.array());
        // A `Vec` has no operators.
        if self.with_tangent().any(|kept| has_vector(&kept.field.ty)) {
            return quote!(#sum #array);
        }
        quote!(#(#binary)* #multiple #sum #array)
    }

    /// The opposite, and multiples by the number that the fields are made of.
    fn multiple(&self) -> Option<TokenStream> {
        let scalar = self.scalar()?;
        let private = {
            let backprop = &self.backprop;
            quote!(#backprop::__private)
        };
        let (opposite, multiple) = (quote!(#private::Opposite), quote!(#private::Multiple));
        let negated = self.build(
            |Kept { place, has_tangent, .. }| {
                if *has_tangent { quote!(#opposite::__opposite(self.#place)) } else { quote!(()) }
            },
        );
        let negative = self.implementing_with(
            &quote!(::core::ops::Neg),
            |_| opposite.clone(),
            &quote! {
                type Output = Self;
                #[inline]
                fn neg(self) -> Self { #negated }
            },
        );
        let parts =
            self.build(
                |Kept { place, has_tangent, .. }| {
                    if *has_tangent { quote!(#multiple::__multiple(self.#place, factor)) } else { quote!(()) }
                },
            );
        let multiple = self.implementing_with(
            &quote!(::core::ops::Mul<#scalar>),
            |_| quote!(#multiple<#scalar>),
            &quote! {
                type Output = Self;
                #[inline]
                fn mul(self, factor: #scalar) -> Self { #parts }
            },
        );
        Some(quote!(#negative #multiple))
    }

    /// The sum of many.
    fn sum(&self) -> TokenStream {
        let backprop = &self.backprop;
        let items = self.free_parameter("I");
        let body = quote! {
            #[inline]
            fn sum<#items: ::core::iter::Iterator<Item = Self>>(all: #items) -> Self {
                let mut sum = <Self as #backprop::Cotangent>::neutral();
                for one in all {
                    #backprop::Cotangent::accumulate(&mut sum, &one);
                }
                sum
            }
        };
        let of_references = quote! {
            #[inline]
            fn sum<#items: ::core::iter::Iterator<Item = &'all Self>>(all: #items) -> Self {
                let mut sum = <Self as #backprop::Cotangent>::neutral();
                for one in all {
                    #backprop::Cotangent::accumulate(&mut sum, one);
                }
                sum
            }
        };
        let bound = quote!(#backprop::Cotangent);
        let of_values = self.implementing_with(&quote!(::core::iter::Sum), |_| bound.clone(), &body);
        if self.is_generic() || !self.with_tangent().all(|kept| is_float(&kept.field.ty)) {
            return of_values;
        }
        let name = &self.name;
        quote! {
            #of_values
            #[automatically_derived]
            impl<'all> ::core::iter::Sum<&'all #name> for #name { #of_references }
        }
    }

    /// An array of the fields, and the cotangent of an array, where all fields are numbers of one type.
    fn array(&self) -> Option<TokenStream> {
        let scalar = self.scalar()?;
        if self.kept.is_empty() || !self.kept.iter().all(|kept| is_float(&kept.field.ty)) || self.is_generic() {
            return None;
        }
        let (cotangent, length) = (&self.name, self.kept.len());
        let places: Vec<_> = self.kept.iter().map(|kept| &kept.place).collect();
        let names: Vec<_> = (0..length).map(|index| quote::format_ident!("part_{index}")).collect();
        let of_parts = if let Fields::Named(_) = self.fields {
            quote!(#cotangent { #(#places: #names),* })
        } else {
            quote!(#cotangent(#(#names),*))
        };
        Some(quote! {
            #[automatically_derived]
            impl ::core::convert::From<#cotangent> for [#scalar; #length] {
                #[inline]
                fn from(parts: #cotangent) -> Self { [#(parts.#places),*] }
            }

            #[automatically_derived]
            impl ::core::convert::From<[#scalar; #length]> for #cotangent {
                #[inline]
                fn from([#(#names),*]: [#scalar; #length]) -> Self { #of_parts }
            }
        })
    }

    /// The number that all fields that are numbers are; `f64`, if none is one.
    fn scalar(&self) -> Option<TokenStream> {
        let text = |ty: &Type| ty.to_token_stream().to_string();
        let mut scalars = self.with_tangent().filter(|kept| is_float(&kept.field.ty)).map(|kept| text(&kept.field.ty));
        let first = scalars.next().unwrap_or_else(|| "f64".to_owned());
        if scalars.any(|other| other != first) || self.is_generic() {
            return None;
        }
        first.parse().ok()
    }
}

fn name(text: &str) -> proc_macro2::Ident {
    quote::format_ident!("{text}")
}

/// Whether this is a vector, or an array of some.
fn has_vector(ty: &Type) -> bool {
    element_of(ty).is_some_and(|element| matches!(inner(ty), Type::Path(_)) || has_vector(element))
}

#[cfg(test)]
mod tests {
    #[test]
    fn parameters_of_sums_have_names_for_people() {
        for (item, name) in [
            ("struct A<T> { x: T }", "sum < I :"),
            ("struct A<I: Real, Items> { x: I, y: Items }", "sum < Itemstems :"),
        ] {
            let derived = super::super::derive(item.parse().expect("it is Rust")).to_string();
            assert!(derived.contains(name) && !derived.contains("__Iterator"), "{derived}");
        }
    }
}
