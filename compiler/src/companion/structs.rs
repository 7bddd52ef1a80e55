//! Functions of structs.
//!
//! The cotangent of a struct has the shape of the struct. A vector in it is as long as the vector in the struct, even if nothing was
//! added to it.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::interface::{Interface, Parameter};
use crate::input::subject::{Standing, Subject};
use crate::program::Shape;

/// How many parameters a function has at most whose backpropagator takes seeds: so many the runtime knows.
pub(crate) const MOST_SEEDS: usize = 12;

impl Parameter {
    /// Whether it is a struct that is differentiated.
    pub(crate) fn is_struct(&self) -> bool {
        self.differentiated && matches!(self.shape, Shape::Leaf(hypernet::Type::Opaque(_)))
    }
}

impl Interface {
    /// Whether a parameter is a struct.
    pub(crate) fn has_structs(&self) -> bool {
        self.params.iter().any(Parameter::is_struct)
    }

    /// The results of the backpropagator, and the parameters, for which that may take seeds: references to structs, where callers know no
    /// more of the function than its adjoint.
    pub(crate) fn may_take_seeds(&self, subject: &Subject) -> Vec<(usize, usize)> {
        let is_plain = matches!(subject.standing, Standing::Module | Standing::Inherent)
            && !self.higher_order
            && !self.recursive
            && self.by_value().is_none()
            && self.data().next().is_none()
            && self.params.len() <= MOST_SEEDS
            && !super::adjoint::may_grow(&self.result_shape);
        if !is_plain {
            return Vec::new();
        }
        let (mut found, mut result) = (Vec::new(), 0);
        for (at, param) in self.params.iter().enumerate() {
            let is_look = matches!(&param.ty, syn::Type::Reference(reference) if reference.mutability.is_none());
            if is_look && param.is_struct() {
                found.push((result, at));
            }
            let width = |ty: &hypernet::Type| ty.sensitivity().map_or(0, |bundle| bundle.len());
            result += param.shape.leaves().iter().map(width).sum::<usize>();
        }
        found
    }

    /// The types of the seeds, if the backpropagator takes some: of each parameter for which it does.
    pub(crate) fn seed_types(&self, backprop: &TokenStream) -> Vec<Option<TokenStream>> {
        if self.seeds.is_empty() {
            return Vec::new();
        }
        let ty = |(at, param): (usize, &Parameter)| self.seeds.contains(&at).then(|| param.cotangent(backprop));
        self.params.iter().enumerate().map(ty).collect()
    }

    /// What the backpropagator of the adjoint gives for what it takes. If it takes seeds, these are zero.
    pub(super) fn called(&self, back: &Ident, taken: &TokenStream, backprop: &TokenStream) -> TokenStream {
        if self.seeds.is_empty() {
            return quote!(#back(#taken));
        }
        let seeds = quote!(#backprop::__private::seeds);
        quote!(#seeds::Backpropagates::back(&#back, #taken, #seeds::Nothing))
    }

    /// What the shape of the cotangent of a parameter is called.
    pub(crate) fn shape_name(&self, param: &Parameter) -> Ident {
        self.free(&format!("shape_of_{}", param.name.to_string().trim_start_matches("r#").trim_start_matches('_')))
    }

    /// Statements that note the shapes of the cotangents of structs.
    pub(crate) fn shapes(&self, backprop: &TokenStream) -> TokenStream {
        let noted = self.params.iter().filter(|param| param.is_struct()).map(|param| {
            let (shape, name) = (self.shape_name(param), &param.name);
            let reference = match (matches!(param.ty, syn::Type::Reference(_)), param.in_out()) {
                (true, true) => Some(quote!(&*)),
                (true, false) => None,
                (false, _) => Some(quote!(&)),
            };
            self.at_place(quote!(let #shape = #backprop::__private::shape_of(#reference #name);))
        });
        noted.collect()
    }

    /// A cotangent of a parameter in the shape of that, if it is a struct.
    pub(crate) fn shaped(&self, param: &Parameter, cotangent: TokenStream, again: bool) -> TokenStream {
        if !param.is_struct() {
            return cotangent;
        }
        let (shape, method) = (self.shape_name(param), if again { quote!(of_each) } else { quote!(of) });
        quote!(#shape.#method(#cotangent))
    }
}
