//! Gradients of what a function is given, or of its own closures: `f::grad(x)`. Of these rustc says that there is no module `f`, which does not
//! teach what to write.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::{format_ident, quote};
use syn::{FnArg, ItemFn, Pat, ReturnType};

/// What a companion has.
const DERIVATIVES: [&str; 5] = ["grad", "value_and_grad", "value_and_grad_into", "accumulate_grad", "vjp"];

/// The path of such a gradient in a function, if nothing that its file shows has the name, and the function without its body: then rustc says
/// nothing of it.
pub(crate) fn gradient_of_value(function: &ItemFn, undefined: &[String]) -> Option<(TokenStream, TokenStream)> {
    let paths: Vec<&String> = undefined.iter().filter(|path| is_gradient(path)).collect();
    if paths.is_empty() || gives_unnamed(&function.sig.output) {
        return None;
    }
    let body = &function.block;
    let path = find(quote!(#body), &mut |name, path| paths.contains(&path) && is_local(function, name))?;
    Some((path, without_code(function)))
}

fn is_gradient(path: &str) -> bool {
    path.split_once("::").is_some_and(|(_, last)| DERIVATIVES.contains(&last))
}

/// Whether a function gives something of a type that its body says.
fn gives_unnamed(output: &ReturnType) -> bool {
    fn unnamed(tokens: TokenStream) -> bool {
        tokens.into_iter().any(|token| match token {
            TokenTree::Ident(word) => word == "impl",
            TokenTree::Group(group) => unnamed(group.stream()),
            TokenTree::Punct(_) | TokenTree::Literal(_) => false,
        })
    }
    unnamed(quote!(#output))
}

/// The first path of two names that is meant.
fn find(tokens: TokenStream, is_meant: &mut dyn FnMut(&str, &String) -> bool) -> Option<TokenStream> {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let is_colon = |at: usize| matches!(&tokens[at], TokenTree::Punct(punct) if punct.as_char() == ':');
    for at in 0..tokens.len() {
        if let TokenTree::Group(group) = &tokens[at]
            && let Some(found) = find(group.stream(), is_meant)
        {
            return Some(found);
        }
        let Some([TokenTree::Ident(name), _, _, TokenTree::Ident(last)]) = tokens.get(at..at + 4) else { continue };
        let begins = at < 2 || !(is_colon(at - 1) && is_colon(at - 2));
        if begins && is_colon(at + 1) && is_colon(at + 2) && is_meant(&name.to_string(), &format!("{name}::{last}")) {
            return Some(tokens[at..at + 4].iter().cloned().collect());
        }
    }
    None
}

/// Whether a parameter or a closure of the function has this name.
fn is_local(function: &ItemFn, name: &str) -> bool {
    let is_parameter = |input: &FnArg| match input {
        FnArg::Typed(input) => matches!(&*input.pat, Pat::Ident(pattern) if pattern.ident == name),
        FnArg::Receiver(_) => false,
    };
    let body = &function.block;
    function.sig.inputs.iter().any(is_parameter) || is_let(quote!(#body), name)
}

fn is_let(tokens: TokenStream, name: &str) -> bool {
    let (mut before, mut found) = (String::new(), false);
    for token in tokens {
        found |= matches!(&token, TokenTree::Ident(word) if word == name) && (before == "let" || before == "mut");
        if let TokenTree::Group(group) = &token {
            found |= is_let(group.stream(), name);
        }
        before = token.to_string();
    }
    found
}

/// The function with a body that uses its parameters and never ends.
fn without_code(function: &ItemFn) -> TokenStream {
    let mut function = function.clone();
    let mut names = Vec::new();
    for (at, input) in function.sig.inputs.iter_mut().enumerate() {
        match input {
            FnArg::Typed(input) => {
                let name = format_ident!("_p{at}");
                *input.pat = syn::parse_quote!(#name);
                names.push(name);
            }
            FnArg::Receiver(_) => {}
        }
    }
    let mut block = Group::new(Delimiter::Brace, quote!(loop {}));
    block.set_span(function.block.brace_token.span.join());
    let (attrs, vis, sig) = (&function.attrs, &function.vis, &function.sig);
    quote!(#(#attrs)* #vis #sig #block)
}
