//! The derivatives of a closure of arrays, where it stands. What a function has in functions of its own stands in closures here.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::Type;

use super::{Interface, Parameter, to_buffer};
use crate::input::subject::Subject;

/// The bodies of the closures.
pub(crate) struct InPlace {
    /// The value and the gradient.
    pub(crate) both: TokenStream,
    /// The value; the gradient goes to buffers. Whether it is written or added there, the name says that comes first.
    pub(crate) into: TokenStream,
    /// The value and the backpropagator.
    pub(crate) vjp: TokenStream,
}

impl Interface {
    /// The bodies of the closures, where these are the code that adds to accumulators, that of the gradient, and that of the adjoint. Without
    /// references to arrays there are no accumulators.
    pub(crate) fn in_place_of_arrays(
        &self,
        subject: &Subject,
        (core, both, adjoint): (Option<&TokenStream>, Option<&TokenStream>, &TokenStream),
        backprop: &TokenStream,
    ) -> Option<InPlace> {
        let (accumulators, types) = (self.accumulators(), self.accumulator_types(backprop));
        let lent = quote!(#(let #accumulators: #types = &mut #accumulators;)*);
        let (both, into) = match (core, both) {
            (Some(core), _) => {
                let (_, both) = self.with_made(&quote!({ #lent #core }), subject, backprop);
                (both, self.to_buffers(subject, core, backprop))
            }
            (None, Some(both)) => (both.clone(), self.to_buffers(subject, both, backprop)),
            (None, None) => return None,
        };
        Some(InPlace { both, into, vjp: self.vjp_in_place(subject, adjoint, backprop) })
    }

    /// The body that gives the value and the backpropagator. What arguments refer to is copied: the backpropagator borrows nothing.
    pub(crate) fn vjp_in_place(&self, subject: &Subject, adjoint: &TokenStream, backprop: &TokenStream) -> TokenStream {
        if !self.has_arrays() {
            return adjoint.clone();
        }
        let (mut kept, mut again) = (TokenStream::new(), TokenStream::new());
        for param in self.arrays() {
            let (name, ty, copy) = (&param.name, &param.ty, self.free(&format!("kept_{}", param.name)));
            kept.extend(quote!(let #copy = #backprop::__private::owned(#name);));
            again.extend(quote!(let #name: #ty = &#copy;));
        }
        self.vjp_by(&quote!({ #adjoint }), [&kept, &again], subject, backprop)
    }

    /// The names of the buffers, with what they refer to.
    pub(crate) fn buffers(&self, backprop: &TokenStream) -> Vec<(Ident, TokenStream)> {
        self.differentiated().map(|param| (self.free(&param.derivative()), param.buffer(backprop))).collect()
    }

    /// What says whether the gradient is written to the buffers.
    pub(crate) fn fresh(&self) -> Ident {
        self.free("fresh")
    }

    fn to_buffers(&self, subject: &Subject, code: &TokenStream, backprop: &TokenStream) -> TokenStream {
        let (value, gradient, fresh) = (self.free("value"), self.free("gradient"), self.fresh());
        let differentiated: Vec<&Parameter> = self.differentiated().collect();
        let (mut before, mut cleared) = (TokenStream::new(), TokenStream::new());
        let [mut written, mut added] = [TokenStream::new(), TokenStream::new()];
        for (index, param) in (0..).zip(&differentiated) {
            let (index, name, buffer) = (syn::Index::from(index), &param.name, self.free(&param.derivative()));
            let text = name.to_string();
            if param.is_array() || param.is_owned_array() {
                let same = param.of_elements(quote!(same_length), quote!(same_length_of_structs), backprop);
                let reference = param.is_owned_array().then(|| quote!(&));
                before.extend(quote!(#same(#text, #reference #name, &*#buffer);));
            }
            if param.is_array() {
                let clear = param.of_elements(quote!(clear), quote!(clear_structs), backprop);
                cleared.extend(quote!(#clear(#buffer);));
                continue;
            }
            let bare = !self.has_arrays() && differentiated.len() == 1;
            let part = if bare { quote!(#gradient) } else { quote!(#gradient.#index) };
            let shaped = if self.has_arrays() && !param.is_owned_array() {
                self.shaped(param, part.clone(), false)
            } else {
                part.clone()
            };
            written.extend(to_buffer(&buffer, &shaped, param, false, backprop));
            added.extend(to_buffer(&buffer, &part, param, true, backprop));
        }
        let shapes = if self.has_arrays() { self.shapes(subject, backprop) } else { TokenStream::new() };
        let pattern = if written.is_empty() { quote!(_) } else { quote!(#gradient) };
        let cleared = (!cleared.is_empty()).then(|| quote!(if #fresh { #cleared }));
        let after = (!written.is_empty()).then(|| quote!(if #fresh { #written } else { #added }));
        quote! {
            #before
            #cleared
            #shapes
            let (#value, #pattern) = { #code };
            #after
            #value
        }
    }
}

/// What stands for the type of a parameter: the closure takes references of any lifetime.
pub(crate) fn marker(ty: &Type, backprop: &TokenStream) -> TokenStream {
    if let Type::Reference(reference) = ty
        && reference.mutability.is_none()
    {
        let of = &reference.elem;
        return quote!(#backprop::__private::Shared<#of>);
    }
    quote!(#backprop::__private::Value<#ty>)
}
