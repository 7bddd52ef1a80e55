//! Prints what `#[differentiable]` makes of the functions on standard input.
use std::io::Read;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text)?;
    for mut item in syn::parse_file(&text)?.items {
        let tokens = backprop_compiler::differentiable(arguments(&mut item), quote::quote!(#item));
        match syn::parse2(tokens.clone()) {
            Ok(file) => println!("{}", prettyplease::unparse(&file)),
            Err(error) => println!("{tokens}\n// does not parse: {error}"),
        }
    }
    Ok(())
}

/// Those of the attribute, which is taken off a function.
fn arguments(item: &mut syn::Item) -> proc_macro2::TokenStream {
    let syn::Item::Fn(function) = item else { return proc_macro2::TokenStream::new() };
    let at = function.attrs.iter().position(|attribute| attribute.path().is_ident("differentiable"));
    match at.map(|at| function.attrs.remove(at).meta) {
        Some(syn::Meta::List(list)) => list.tokens,
        _ => proc_macro2::TokenStream::new(),
    }
}
