//! Gradients of what a function is given, or of its own closures: `f::grad(x)` and `f.grad(x)`. Of these rustc says that there is no module `f` and
//! no method, which does not teach what to write.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::{format_ident, quote};
use syn::{FnArg, ItemFn, Pat, ReturnType};

use super::functions;

/// What a companion has.
const DERIVATIVES: [&str; 5] = ["grad", "value_and_grad", "value_and_grad_into", "accumulate_grad", "vjp"];

/// Such a gradient in a function, if no item that its file shows has the name, and the function without its body: then rustc says nothing of it.
pub(crate) fn gradient_of_value(item: &TokenStream, undefined: &[String]) -> Option<(TokenStream, TokenStream)> {
    if !names_derivative(item.clone()) {
        return None;
    }
    let function = &syn::parse2::<ItemFn>(item.clone()).ok()?;
    if gives_unnamed(&function.sig.output) {
        return None;
    }
    let body = &function.block;
    let mut is_meant = |name: &str, path: Option<String>| match path {
        Some(path) => undefined.contains(&path) && is_local(function, name),
        None => is_function(function, name),
    };
    let found = find(quote!(#body), &mut is_meant)?;
    Some((found, without_code(function)))
}

/// Whether a name of a derivative stands somewhere in it.
fn names_derivative(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(name) => DERIVATIVES.iter().any(|known| name == known),
        TokenTree::Group(group) => names_derivative(group.stream()),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
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

/// The first gradient that is meant: of a path, or of what a method is called on.
fn find(tokens: TokenStream, is_meant: &mut dyn FnMut(&str, Option<String>) -> bool) -> Option<TokenStream> {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let is_punct = |at: usize, character: char| matches!(tokens.get(at), Some(TokenTree::Punct(punct)) if punct.as_char() == character);
    let derivative = |at: usize| match tokens.get(at) {
        Some(TokenTree::Ident(name)) if DERIVATIVES.iter().any(|known| name == known) => Some(name),
        _ => None,
    };
    for at in 0..tokens.len() {
        if let TokenTree::Group(group) = &tokens[at]
            && let Some(found) = find(group.stream(), is_meant)
        {
            return Some(found);
        }
        let TokenTree::Ident(name) = &tokens[at] else { continue };
        let before = at.checked_sub(1);
        let of_path = before
            .is_some_and(|before| is_punct(before, ':') && before.checked_sub(1).is_some_and(|at| is_punct(at, ':')));
        if of_path || before.is_some_and(|before| is_punct(before, '.')) {
            continue;
        }
        let path = if is_punct(at + 1, ':') && is_punct(at + 2, ':') { derivative(at + 3) } else { None };
        let method = if is_punct(at + 1, '.') { derivative(at + 2) } else { None };
        let is_it = path.is_some_and(|last| is_meant(&name.to_string(), Some(format!("{name}::{last}"))))
            || method.is_some() && is_meant(&name.to_string(), None);
        if is_it {
            let end = if path.is_some() { at + 4 } else { at + 3 };
            return Some(tokens[at..end].iter().cloned().collect());
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

/// Whether that is a function: of a type of functions, or a closure with the only definition of the name.
fn is_function(function: &ItemFn, name: &str) -> bool {
    let body = &function.block;
    let named = function.sig.inputs.iter().find_map(|input| match input {
        FnArg::Typed(input) => {
            matches!(&*input.pat, Pat::Ident(pattern) if pattern.ident == name).then_some(&*input.ty)
        }
        FnArg::Receiver(_) => None,
    });
    let is_let = is_let(quote!(#body), name);
    match named {
        Some(ty) => !is_let && functions::of_type(&function.sig.generics, ty).is_some(),
        None => is_let && is_closure(quote!(#body), name),
    }
}

/// Whether each `let` of this name is one of a closure.
fn is_closure(tokens: TokenStream, name: &str) -> bool {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let word = |at: usize| tokens.get(at).map_or(String::new(), ToString::to_string);
    (0..tokens.len()).all(|at| match &tokens[at] {
        TokenTree::Group(group) => is_closure(group.stream(), name),
        TokenTree::Ident(it) if it == name && at > 0 && (word(at - 1) == "let" || word(at - 1) == "mut") => {
            word(at + 1) == "=" && (word(at + 2) == "|" || word(at + 2) == "move")
        }
        TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => true,
    })
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
