//! Prints what `#[differentiable]` makes of the functions on standard input.
use std::io::Read;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text)?;
    for item in syn::parse_file(&text)?.items {
        let tokens = backprop_compiler::differentiable(quote::quote!(), quote::quote!(#item));
        match syn::parse2(tokens.clone()) {
            Ok(file) => println!("{}", prettyplease::unparse(&file)),
            Err(error) => println!("{tokens}\n// does not parse: {error}"),
        }
    }
    Ok(())
}
