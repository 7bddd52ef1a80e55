//! Functions of structs.
//!
//! The cotangent of a struct has the shape of the struct. A vector in it is as long as the vector in the struct, even if nothing was
//! added to it.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::interface::{Interface, Parameter};
use crate::program::Shape;

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
