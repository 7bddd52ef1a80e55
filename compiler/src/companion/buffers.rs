//! The functions that write the gradient to buffers of the caller's, or add it there.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::spanned::Spanned;

use super::{Parameter, Writer, listed};
use crate::input::written::located;

/// What the doc of such a function says, if there are arrays.
pub(super) const LENGTHS: &str = "\n\n # Panics\n If a buffer is not as long as its array, before any work.";

impl Writer<'_> {
    /// `value_and_grad_into`, or `accumulate_grad` if `add`.
    pub(super) fn with_buffers(&self, stub: bool, add: bool) -> TokenStream {
        if self.interface.has_arrays() || self.interface.has_owned_arrays() {
            return self.with_array_buffers(stub, add);
        }
        let differentiated: Vec<&Parameter> = self.interface.differentiated().collect();
        let buffer = |param: &&Parameter| {
            let ty = param.cotangent(self.backprop);
            (self.interface.free(&param.derivative()), self.interface.at_place(quote!(&mut #ty)))
        };
        let buffers: Vec<(Ident, TokenStream)> = differentiated.iter().map(buffer).collect();
        let (value, gradient) = (self.interface.free("value"), self.interface.free("gradient"));
        let statements = (0..).zip(&buffers).zip(&differentiated).map(|((index, (buffer, _)), param)| {
            let index = syn::Index::from(index);
            let part = if buffers.len() == 1 { quote!(#gradient) } else { quote!(#gradient.#index) };
            to_buffer(buffer, &part, param, add, self.backprop)
        });
        let both = self.interface.call_sibling(self.subject, "value_and_grad");
        let gradient = if buffers.is_empty() { quote!(()) } else { quote!(#gradient) };
        let body = quote! {
            let (#value, #gradient) = #both;
            #(#statements)*
            #value
        };
        self.taking_buffers(add, &buffers, "", stub, body)
    }

    /// The function of this body, which takes buffers of these types beside the arguments.
    pub(super) fn taking_buffers(
        &self,
        add: bool,
        buffers: &[(Ident, TokenStream)],
        panics: &str,
        stub: bool,
        body: TokenStream,
    ) -> TokenStream {
        let further: Vec<TokenStream> = buffers.iter().map(|(name, ty)| quote!(#name: #ty)).collect();
        let (name, what) =
            if add { ("accumulate_grad", "adds its gradient") } else { ("value_and_grad_into", "writes its gradient") };
        let doc = format!(
            " Gives the value of {}, and {what}{} to {}.{panics}",
            self.link(),
            self.with_respect(),
            listed(buffers.iter().map(|(name, _)| name))
        );
        let body = if stub { self.body(None) } else { body };
        self.function((&quote!(#[inline]), &doc), name, &further, &self.interface.result, body)
    }

    /// Checks that a buffer is as long as the array that an argument owns, if it owns one.
    pub(super) fn check_owned(&self, buffer: &Ident, param: &Parameter) -> Option<TokenStream> {
        let (backprop, name) = (self.backprop, &param.name);
        let text = name.to_string();
        let same = param.of_elements(quote!(same_length), quote!(same_length_of_structs), backprop);
        param.is_owned_array().then(|| quote!(#same(#text, &#name, #buffer);))
    }
}

/// Adds a cotangent to a buffer if `add`, else writes it there.
pub(super) fn to_buffer(
    buffer: &Ident,
    part: &TokenStream,
    param: &Parameter,
    add: bool,
    backprop: &TokenStream,
) -> TokenStream {
    if param.is_owned_array() {
        return if add {
            let add_all = param.of_elements(quote!(add_all), quote!(add_structs), backprop);
            quote!(#add_all(#buffer, &#part);)
        } else {
            quote!(#buffer.clone_from_slice(&#part);)
        };
    }
    match (add, param.real()) {
        (false, _) => quote!(*#buffer = #part;),
        (true, Some("f64" | "f32")) => quote!(*#buffer += #part;),
        (true, Some(_)) => quote!(*#buffer = ::core::ops::Add::add(*#buffer, #part);),
        (true, None) => {
            let path = located(quote!(#backprop::Cotangent::accumulate), param.ty.span());
            quote!(#path(#buffer, &#part);)
        }
    }
}
