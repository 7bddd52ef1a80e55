//! The operators on types that only rustc knows, and the methods of numbers under another name, have the adjoints of the net.
//!
//! `runtime/src/__private/ops/rules.rs` and `methods.rs` are what the compiler makes of the operators and the methods of
//! numbers: they are written from the pullbacks of the net, and these tests hold them to those.
//! `BLESS=1 cargo test -p backprop-compiler --test operators` writes them anew; then run `cargo fmt` and look at the difference.

use std::path::Path;

use backprop_compiler::attribute::Attribute;
use backprop_compiler::expand::{Expansion, Subject};
use proc_macro2::{Group, TokenStream, TokenTree};
use quote::{format_ident, quote};
use syn::{Block, ImplItem, Item, ItemFn, Pat, Stmt};

const HEADER: &str = "\
//! The operators of numbers, and their backpropagators.
//!
//! The compiler wrote this file, from the pullbacks by which the net differentiates the same operators.
//! `BLESS=1 cargo test -p backprop-compiler --test operators` writes it anew.

use crate::Real;
";

/// Each operator, as a function of the user's would have it.
const OPERATORS: [&str; 9] = [
    "fn add<T: Real>(a: T, b: T) -> T { a + b }",
    "fn sub<T: Real>(a: T, b: T) -> T { a - b }",
    "fn mul<T: Real>(a: T, b: T) -> T { a * b }",
    "fn div<T: Real>(a: T, b: T) -> T { a / b }",
    "fn neg<T: Real>(a: T) -> T { -a }",
    "fn f32_to_f32(a: f32) -> f32 { a as f32 }",
    "fn f32_to_f64(a: f32) -> f64 { a as f64 }",
    "fn f64_to_f32(a: f64) -> f32 { a as f32 }",
    "fn f64_to_f64(a: f64) -> f64 { a as f64 }",
];

const HEADER_OF_METHODS: &str = "\
//! The methods of numbers, and their backpropagators, for numbers under another name.
//!
//! The compiler wrote this file, from the pullbacks by which the net differentiates the same methods.
//! `BLESS=1 cargo test -p backprop-compiler --test operators` writes it anew.

use crate::Real;

/// What stands beside the methods of numbers, as beside those of a type that are marked.
";

/// Each method, with its parameters beside the receiver, and its result.
const METHODS: &[(&str, &str, &str)] = &[
    ("abs", "", "T"),
    ("acos", "", "T"),
    ("acosh", "", "T"),
    ("asin", "", "T"),
    ("asinh", "", "T"),
    ("atan", "", "T"),
    ("atan2", "b: T", "T"),
    ("atanh", "", "T"),
    ("cbrt", "", "T"),
    ("ceil", "", "T"),
    ("clamp", "b: T, c: T", "T"),
    ("copysign", "b: T", "T"),
    ("cos", "", "T"),
    ("cosh", "", "T"),
    ("div_euclid", "b: T", "T"),
    ("exp", "", "T"),
    ("exp2", "", "T"),
    ("exp_m1", "", "T"),
    ("floor", "", "T"),
    ("fract", "", "T"),
    ("hypot", "b: T", "T"),
    ("ln", "", "T"),
    ("ln_1p", "", "T"),
    ("log", "b: T", "T"),
    ("log10", "", "T"),
    ("log2", "", "T"),
    ("max", "b: T", "T"),
    ("min", "b: T", "T"),
    ("mul_add", "b: T, c: T", "T"),
    ("powf", "b: T", "T"),
    ("powi", "n: i32", "T"),
    ("recip", "", "T"),
    ("rem_euclid", "b: T", "T"),
    ("round", "", "T"),
    ("signum", "", "T"),
    ("sin", "", "T"),
    ("sin_cos", "", "(T, T)"),
    ("sinh", "", "T"),
    ("sqrt", "", "T"),
    ("tan", "", "T"),
    ("tanh", "", "T"),
    ("to_degrees", "", "T"),
    ("to_radians", "", "T"),
    ("trunc", "", "T"),
];

/// Methods that say something of a number: nothing depends on it.
const PREDICATES: [&str; 7] =
    ["is_finite", "is_infinite", "is_nan", "is_normal", "is_sign_negative", "is_sign_positive", "is_subnormal"];

/// Methods that `Float` does not have, as the standard library computes them.
const BODIES: [(&str, &str); 2] = [
    (
        "div_euclid",
        "{
            let q = (a / b).trunc();
            if a % b < T::zero() { if b > T::zero() { q - T::one() } else { q + T::one() } } else { q }
        }",
    ),
    (
        "rem_euclid",
        "{
            let r = a % b;
            if r < T::zero() { r + b.abs() } else { r }
        }",
    ),
];

fn methods() -> String {
    let methods = METHODS.iter().map(|(name, params, result)| {
        let params: Vec<&str> = params.split_terminator(", ").collect();
        let mut all = vec!["a: T"];
        all.extend(&params);
        let names: Vec<&str> = params.iter().map(|param| &param[..1]).collect();
        let call = format!("a.{name}({})", names.join(", "));
        let body = BODIES.iter().find_map(|(of, body)| (of == name).then_some(*body)).unwrap_or(&call);
        let source = format!("fn {name}<T: Real>({}) -> {result} {{ {body} }}", all.join(", "));
        let function: ItemFn = syn::parse_str(&source).expect("a function");
        let statements = vjp(&function).stmts;
        let syn::ReturnType::Type(_, result) = &function.sig.output else { panic!("{source} gives nothing") };
        let (hidden, doc) =
            (format_ident!("__{name}_needs_differentiable"), format!(" `{call}` and its backpropagator."));
        let further = function.sig.inputs.iter().skip(1);
        // With an entry for each parameter, also for those without a tangent.
        let reals: Vec<_> =
            all.iter().map(|param| param.ends_with('T').then(|| format_ident!("d_{}", &param[..1]))).collect();
        let types = reals.iter().map(|real| real.as_ref().map_or(quote!(()), |_| quote!(T)));
        let entries = reals.iter().map(|real| real.as_ref().map_or(quote!(()), |d| quote!(#d)));
        let given: Vec<_> = reals.iter().flatten().collect();
        let given = if let [one] = given.as_slice() { quote!(#one) } else { quote!((#(#given),*)) };
        of_self(quote! {
            #[doc = #doc]
            #[inline]
            fn #hidden(self, #(#further),*) -> (#result, impl Fn(#result) -> (#(#types,)*)) {
                let a = self;
                let (value, back) = { #(#statements)* };
                (value, move |d| {
                    let #given = back(d);
                    (#(#entries,)*)
                })
            }
        })
    });
    let predicates = PREDICATES.map(|name| {
        let (method, doc) = (format_ident!("{name}"), format!(" `a.{name}()` and its backpropagator."));
        let hidden = format_ident!("__{name}_needs_differentiable");
        quote! {
            #[doc = #doc]
            #[inline]
            fn #hidden(self) -> (bool, impl Fn(()) -> (Self,)) {
                (crate::__private::Float::#method(self), |()| (crate::__private::real::<Self>(0.0),))
            }
        }
    });
    let file = syn::parse2(quote! {
        pub trait Numbers: Real { #(#methods)* #(#predicates)* }
        impl<T: Real> Numbers for T {}
    });
    // What is left as it stands names the crate as its users do.
    let methods = prettyplease::unparse(&file.expect("the methods are Rust")).replace("::backprop::", "crate::");
    format!("{HEADER_OF_METHODS}{methods}")
}

/// The tokens with `Self` for `T`.
fn of_self(tokens: TokenStream) -> TokenStream {
    let replaced = |token| match token {
        TokenTree::Ident(ident) if ident == "T" => TokenTree::Ident(format_ident!("Self")),
        TokenTree::Group(group) => Group::new(group.delimiter(), of_self(group.stream())).into(),
        token => token,
    };
    tokens.into_iter().map(replaced).collect()
}

/// The body of `vjp`, without what claims that names mean what they say.
fn vjp(function: &ItemFn) -> Block {
    let attribute = Attribute::parse(quote!()).expect("no arguments");
    let expansion = Expansion::new(function, &attribute).expect("a differentiable function");
    let tokens = expansion.companion(&Subject::new(function.clone()), &quote!(crate));
    let file: syn::File = syn::parse2(tokens).expect("emitted code is Rust");
    let functions = file.items.into_iter().filter_map(|item| match item {
        Item::Impl(block) => Some(block.items),
        _ => None,
    });
    let mut body = functions
        .flatten()
        .find_map(|item| match item {
            ImplItem::Fn(function) if function.sig.ident == "vjp" => Some(function.block),
            _ => None,
        })
        .expect("a companion has a function `vjp`");
    let is_claim = |statement: &Stmt| match statement {
        Stmt::Local(local) => match &local.pat {
            Pat::Wild(_) => true,
            Pat::Type(typed) => matches!(*typed.pat, Pat::Wild(_)),
            _ => false,
        },
        _ => false,
    };
    body.stmts.retain(|statement| !is_claim(statement));
    body
}

fn rules() -> String {
    let functions = OPERATORS.map(|source| {
        let function: ItemFn = syn::parse_str(source).expect("a function");
        let body = vjp(&function);
        let syn::Signature { ident, generics, inputs, output, .. } = &function.sig;
        let syn::ReturnType::Type(_, result) = output else { panic!("{source} gives nothing") };
        let captured = generics.type_params().map(|param| &param.ident);
        let types: Vec<_> = inputs
            .iter()
            .map(|input| match input {
                syn::FnArg::Typed(input) => &input.ty,
                syn::FnArg::Receiver(_) => panic!("{source} is a method"),
            })
            .collect();
        let cotangents = if let [ty] = types.as_slice() { quote!(#ty) } else { quote!((#(#types),*)) };
        let doc = format!(" `{}` and its backpropagator.", source.split(['{', '}']).nth(1).unwrap_or_default().trim());
        quote! {
            #[doc = #doc]
            #[inline]
            pub(super) fn #ident #generics (#inputs)
            -> (#result, impl Fn(#result) -> #cotangents + use<#(#captured),*>) #body
        }
    });
    let file = syn::parse2(quote!(#(#functions)*)).expect("the rules are Rust");
    format!("{HEADER}\n{}", prettyplease::unparse(&file))
}

/// Holds a file to what the compiler writes, or writes it.
fn hold(name: &str, fresh: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../runtime/src/__private/ops").join(name);
    if std::env::var_os("BLESS").is_some_and(|value| !value.is_empty()) {
        std::fs::write(&path, fresh).expect("the file can be written");
        return;
    }
    let there = std::fs::read_to_string(&path).expect("the file is there");
    // How it is laid out does not matter.
    let plain = |text: &str| prettyplease::unparse(&syn::parse_file(text).expect("the file is Rust"));
    assert_eq!(plain(&there), plain(fresh), "run with BLESS=1 and look at the difference");
}

#[test]
fn operators_on_types_that_only_rustc_knows_have_the_adjoints_of_the_net() {
    hold("rules.rs", &rules());
}

#[test]
fn methods_of_numbers_under_another_name_have_the_adjoints_of_the_net() {
    hold("methods.rs", &methods());
}
