//! The bodies that give the value and the backpropagator of functions of arrays.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

use super::interface::Interface;
use super::parameter::Parameter;
use crate::input::subject::Subject;

impl Interface {
    /// The body of `vjp`, by the adjoint.
    pub(crate) fn vjp_of_arrays(&self, subject: &Subject, backprop: &TokenStream) -> TokenStream {
        let arguments = self.params.iter().map(Parameter::for_adjoint);
        let adjoint = self.sibling(subject, self.all_supplied(subject));
        let call = self.known(self.at_place(quote!(#adjoint(#(#arguments),*))), subject, backprop);
        self.vjp_by(&call, [&TokenStream::new(), &TokenStream::new()], subject, backprop)
    }

    /// The same, where `call` gives the value and the backpropagator of the adjoint; with what stands between it and the backpropagator, and at
    /// the beginning of that.
    pub(super) fn vjp_by(
        &self,
        call: &TokenStream,
        [between, inside]: [&TokenStream; 2],
        subject: &Subject,
        backprop: &TokenStream,
    ) -> TokenStream {
        let (value, back, d) = (self.free("value"), self.free("back"), self.free("d"));
        let (lengths, checks) = self.lengths_of_result(&value, &d, backprop);
        let (made, gradient) = (self.made(backprop), self.free("gradient"));
        let sensitivity = self.sensitivity(backprop);
        // The entries of the adjoint are those of all parameters, in their order.
        let mut entries: Vec<(usize, TokenStream)> = (0..)
            .zip(&self.params)
            .filter(|(_, param)| param.differentiated)
            .map(|(index, param)| {
                if param.is_array() {
                    return (param.rank, self.free(&param.derivative()).into_token_stream());
                }
                let index = syn::Index::from(index);
                (param.rank, self.shaped(param, quote!(#gradient.#index), true))
            })
            .collect();
        entries.sort_by_key(|(rank, _)| *rank);
        let entries: Vec<TokenStream> = entries.into_iter().map(|(_, entry)| entry).collect();
        let whole = if let [one] = entries.as_slice() { one.clone() } else { quote!((#(#entries),*)) };
        let used = self.differentiated().any(|param| !param.is_array());
        let pattern = if used { quote!(#gradient) } else { quote!(_) };
        let called = if self.has_supplied() {
            let taken = self.supply(&d.to_token_stream(), &|_, accumulator| quote!(&mut #accumulator), backprop);
            self.called(&back, &taken, backprop)
        } else if !self.seeds.is_empty() {
            self.called(&back, &d.to_token_stream(), backprop)
        } else {
            let entries = self.entries(backprop);
            self.call_back((&back, &d), &quote!((#(#entries,)*)), backprop)
        };
        let shapes = self.shapes(subject, backprop);
        quote! {
            #shapes
            let (#value, #back) = #call;
            #lengths
            #between
            (#value, move |#d: #sensitivity| {
                #inside
                #checks
                #made
                let #pattern = #called;
                #whole
            })
        }
    }
}
