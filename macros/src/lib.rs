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

/// Makes the cotangent of a struct, and says that the struct has it.
///
/// `struct Name { … }` gets a `NameCotangent` of the same visibility, with fields of the same names and visibilities. What
/// has no tangent (integers, `bool`, strings and the like) is `()` there. A field marked `#[constant]` is left out and
/// needs no cotangent; differentiable code reads it in `stop_gradient(…)`.
/// See `Differentiable` in the crate `backprop`.
#[proc_macro_derive(Differentiable, attributes(constant))]
pub fn derive_differentiable(item: TokenStream) -> TokenStream {
    backprop_compiler::derive(item.into()).into()
}

/// Writes what names a deprecated function in the companion of that function. It is for the code that the attribute writes.
#[doc(hidden)]
#[proc_macro_derive(NamesDeprecated, attributes(names_deprecated))]
pub fn names_deprecated(item: TokenStream) -> TokenStream {
    backprop_compiler::names_deprecated(item.into()).into()
}

/// Differentiates a closure where it stands, in its environment.
///
/// `differentiate!(|x, y| …)` has `.call(x, y)`, `.grad(x, y)`, `.value_and_grad(x, y)` and `.vjp(x, y)`. Parameters are
/// `f64` where no type is written; what the closure captures is constant. See the documentation of the crate `backprop`.
#[proc_macro]
pub fn differentiate(closure: TokenStream) -> TokenStream {
    backprop_compiler::differentiate(closure.into()).into()
}
