//! The mark on an `impl` with a claim in its `where` clause. The claim is for rustc alone: rustdoc shows the `impl` without it.

use proc_macro2::{TokenStream, TokenTree};
use quote::quote;

/// The attribute of an `impl` whose `where` clause ends with a claim. Only rustdoc expands it.
pub(crate) fn documented(backprop: &TokenStream) -> TokenStream {
    quote!(#[cfg_attr(doc, #backprop::__private::without_claims)])
}

/// The items with that attribute on each `impl` among them.
pub(crate) fn all_documented(items: TokenStream, backprop: &TokenStream) -> TokenStream {
    let written = items.into_iter().flat_map(|token| {
        let attribute = matches!(&token, TokenTree::Ident(word) if word == "impl").then(|| documented(backprop));
        attribute.into_iter().flatten().chain([token])
    });
    written.collect()
}
