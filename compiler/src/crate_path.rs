//! The path under which the crate that is being compiled knows `backprop`.

use proc_macro2::TokenStream;
use quote::quote;

/// The path of the crate `backprop`.
pub(crate) fn crate_path() -> TokenStream {
    quote!(::backprop)
}
