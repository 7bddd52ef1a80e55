//! The operators on types that only rustc knows have the adjoints of the net.
//!
//! `runtime/src/__private/ops/rules.rs` is what the compiler makes of the operators of numbers: it is written from the
//! pullbacks of the net, and this test holds it to them. `BLESS=1 cargo test -p backprop-compiler --test operators`
//! writes it anew; then run `cargo fmt` and look at the difference.

use std::path::Path;

use backprop_compiler::attribute::Attribute;
use backprop_compiler::expand::{Expansion, Subject};
use quote::quote;
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
            -> (#result, impl FnOnce(#result) -> #cotangents + use<#(#captured),*>) #body
        }
    });
    let file = syn::parse2(quote!(#(#functions)*)).expect("the rules are Rust");
    format!("{HEADER}\n{}", prettyplease::unparse(&file))
}

#[test]
fn operators_on_types_that_only_rustc_knows_have_the_adjoints_of_the_net() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../runtime/src/__private/ops/rules.rs");
    let fresh = rules();
    if std::env::var_os("BLESS").is_some_and(|value| !value.is_empty()) {
        std::fs::write(&path, &fresh).expect("the rules can be written");
        return;
    }
    let there = std::fs::read_to_string(&path).expect("the file of the rules");
    // How it is laid out does not matter.
    let plain = |text: &str| prettyplease::unparse(&syn::parse_file(text).expect("the rules are Rust"));
    assert_eq!(plain(&there), plain(&fresh), "run with BLESS=1 and look at the difference");
}
