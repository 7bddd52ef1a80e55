//! The procedural macros of `backprop`: a thin shell over `backprop-compiler`.

use proc_macro::TokenStream;

/// Differentiates a function.
///
/// The function stays as it is; beside it stands a companion of the same name, with `grad`, `value_and_grad`,
/// `value_and_grad_into`, `accumulate_grad` and `vjp`. See the documentation of the crate `backprop`.
#[proc_macro_attribute]
pub fn differentiable(attribute: TokenStream, item: TokenStream) -> TokenStream {
    backprop_compiler::differentiable(attribute.into(), item.into()).into()
}
