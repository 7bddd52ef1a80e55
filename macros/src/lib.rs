//! The procedural macros of `backprop`: a thin shell over `backprop-compiler`.

mod around;
mod generics;
mod modules;
mod twice;
mod undefined;
mod words;

use std::cell::RefCell;

use proc_macro::TokenStream;

use twice::{Before, InBlocks};

/// Differentiates a function.
///
/// The function stays as it is. Beside it stands a companion of the same name, with `grad`, `value_and_grad`,
/// `value_and_grad_into`, `accumulate_grad` and `vjp`. Of a method `m`, these are the methods `m_grad`, `m_value_and_grad` and so on.
///
/// | on | what it does |
/// |---|---|
/// | a function, a method with `self` | differentiates it |
/// | an `impl` block, a `trait` | differentiates the functions in it that have `#[differentiable]` too; all of them, if none has |
/// | the `impl` of an operator | makes the operator differentiable: `a + b` |
///
/// | argument | what it does |
/// |---|---|
/// | `wrt(a, b)` | the gradient has entries for `a` and `b`, in this order, and for nothing else |
/// | `vjp = rule` | takes the derivative from the function `rule`, and does not look at the body |
/// | `accumulate = rule` | the same, with a rule that adds the sensitivities to arrays to buffers |
///
/// Examples are on the [front page of `backprop`](../backprop/index.html).
#[proc_macro_attribute]
pub fn differentiable(attribute: TokenStream, item: TokenStream) -> TokenStream {
    if twice::before(&item) == Before::Definition || twice::is_method_outside(&item) {
        return item;
    }
    match twice::of_block(&item) {
        InBlocks::All => item,
        InBlocks::Methods(twice) => {
            let (marked, undefined) = (twice::marked_traits(&item), undefined::undefined(&item));
            let borrowing = generics::of_file(&item);
            let (traits, says_unmarked) = around::traits(&item);
            let standing = around::Standing::of(&item);
            let earlier = standing.as_ref().map(around::Standing::earlier).unwrap_or_default();
            let asked = RefCell::default();
            let (structs, without_cotangent) = around::structs(&item);
            let seen = backprop_compiler::Seen {
                twice,
                marked,
                undefined,
                unsure: undefined::unsure(&item),
                borrowing,
                traits,
                structs,
                without_cotangent,
                aliases: around::aliases(&item),
                beside: around::structs_beside(&item),
                functions: around::functions(&item),
                unmarked: around::unmarked(&item),
                says_unmarked,
                is_function_inside: twice::is_function_inside(&item),
                earlier,
                asked,
                blocks: Vec::new(),
            };
            // Of a derive that is not there, rustc says so. Here it is written, so that nothing more is said of it.
            let derived = around::underived(&item).into_iter().filter_map(|text| text.parse::<TokenStream>().ok());
            let derived: Vec<TokenStream> =
                derived.map(|text| backprop_compiler::derive_beside(&seen, text.into()).into()).collect();
            let written: TokenStream =
                backprop_compiler::differentiable_beside(&seen, attribute.into(), item.into()).into();
            if let Some(standing) = standing {
                standing.note(seen.asked.take());
            }
            written.into_iter().chain(derived.into_iter().flatten()).collect()
        }
    }
}

/// Makes the cotangent of a struct, and says that the struct has it.
///
/// `struct Name { … }` gets a `NameCotangent` of the same visibility, with fields of the same names and visibilities. What
/// has no tangent (an integer, a `bool`, a string) is `()` there.
///
/// A field marked `#[constant]` is left out of the cotangent, and its type needs none. Differentiable code in the file of the struct reads such a
/// field as it is, and takes it for a constant. Code elsewhere reads it in `stop_gradient(…)`: without that, it is an error
/// that says so.
///
/// See the trait [`Differentiable`](../backprop/trait.Differentiable.html).
#[proc_macro_derive(Differentiable, attributes(constant))]
pub fn derive_differentiable(item: TokenStream) -> TokenStream {
    match twice::before(&item) {
        Before::Nothing => {
            let borrowing = generics::of_file(&item);
            let (blocks, aliases) = twice::blocks_beside(&item);
            let seen = backprop_compiler::Seen { borrowing, blocks, aliases, ..backprop_compiler::Seen::default() };
            let standing = around::Standing::of(&item);
            let derived = backprop_compiler::derive_beside(&seen, item.into()).into();
            if let Some(standing) = standing {
                standing.note(seen.asked.take());
            }
            derived
        }
        Before::Definition => TokenStream::new(),
        Before::Macro => backprop_compiler::derived_twice(proc_macro::Span::call_site().into()).into(),
    }
}

/// Writes what names a deprecated function in the companion of that function. It is for the code that the attribute writes.
#[doc(hidden)]
#[proc_macro_derive(NamesDeprecated, attributes(names_deprecated))]
pub fn names_deprecated(item: TokenStream) -> TokenStream {
    backprop_compiler::names_deprecated(item.into()).into()
}

/// What rustdoc shows of an `impl` that the attribute writes. It is for that code.
#[doc(hidden)]
#[proc_macro_attribute]
pub fn without_claims(_: TokenStream, item: TokenStream) -> TokenStream {
    backprop_compiler::without_claims(item.into()).into()
}

/// Differentiates a closure where it stands, in its environment.
///
/// `differentiate!(|x, y| …)` has `.call(x, y)`, `.grad(x, y)`, `.value_and_grad(x, y)` and `.vjp(x, y)`. Parameters are
/// `f64` where no type is written; what the closure captures is constant. Where a parameter is an array, there are
/// `.value_and_grad_into(x, y, &mut d_x, &mut d_y)` and `.accumulate_grad(x, y, &mut d_x, &mut d_y)` too, which write the gradient to
/// buffers or add it there; they panic if a buffer is not as long as its array, before any work. There is an example on the
/// [front page of `backprop`](../backprop/index.html#closures-where-they-stand).
#[proc_macro]
pub fn differentiate(closure: TokenStream) -> TokenStream {
    let undefined = undefined::undefined_in_place(&closure);
    backprop_compiler::differentiate_beside(&undefined, closure.into()).into()
}
