//! The tokens of an `impl` block or of a trait: what is looked for in them, and what is put into them. They are not made from the syntax again,
//! which would take a deep stack for a long sum.

use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};
use quote::quote;

/// `Self` in the body of a function of a block, but for what the operator gives.
pub(super) fn own_type(block: &TokenStream) -> Option<Ident> {
    let bodies = |tokens: TokenStream| {
        tokens.into_iter().filter_map(|token| match token {
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => Some(group.stream()),
            TokenTree::Group(_) | TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => None,
        })
    };
    let mut pending: Vec<TokenStream> = bodies(block.clone()).flat_map(bodies).collect();
    while let Some(tokens) = pending.pop() {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        for (at, token) in tokens.iter().enumerate() {
            match token {
                TokenTree::Ident(name) if name == "Self" => {
                    let output = matches!(tokens.get(at + 3), Some(TokenTree::Ident(name)) if name == "Output");
                    if !output {
                        return Some(name.clone());
                    }
                }
                TokenTree::Group(group) => pending.push(group.stream()),
                TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => {}
            }
        }
    }
    None
}

/// The tokens of a block that says this too of its type parameters.
pub(super) fn where_also(tokens: TokenStream, bounds: &[syn::WherePredicate]) -> TokenStream {
    if bounds.is_empty() {
        return tokens;
    }
    let mut head: Vec<TokenTree> = tokens.into_iter().collect();
    let body = head.pop();
    let is_where = |token: &TokenTree| matches!(token, TokenTree::Ident(name) if name == "where");
    let before = match head.last() {
        Some(TokenTree::Punct(punct)) if punct.as_char() == ',' => None,
        Some(last) if is_where(last) => None,
        _ if head.iter().any(is_where) => Some(quote!(,)),
        _ => Some(quote!(where)),
    };
    let head: TokenStream = head.into_iter().collect();
    quote!(#head #before #(#bounds),* #body)
}

/// The tokens of a block or of a trait without the marks of its functions, and with more at its end.
pub(super) fn with(tokens: TokenStream, more: TokenStream) -> TokenStream {
    let mut tokens: Vec<TokenTree> = tokens.into_iter().collect();
    if let Some(TokenTree::Group(body)) = tokens.pop() {
        let mut inside = Vec::new();
        for token in body.stream() {
            let mark = matches!(&token, TokenTree::Group(group) if is_mark(group));
            if mark && matches!(inside.last(), Some(TokenTree::Punct(punct)) if punct.as_char() == '#') {
                inside.pop();
            } else {
                inside.push(token);
            }
        }
        let mut inside: TokenStream = inside.into_iter().collect();
        inside.extend(more);
        let mut whole = Group::new(body.delimiter(), inside);
        whole.set_span(body.span());
        tokens.push(TokenTree::Group(whole));
    }
    tokens.into_iter().collect()
}

/// Whether this is `[differentiable]`, by any path and with any arguments.
fn is_mark(group: &Group) -> bool {
    let mut tokens: Vec<TokenTree> = group.stream().into_iter().collect();
    if let Some(TokenTree::Group(arguments)) = tokens.last()
        && arguments.delimiter() == Delimiter::Parenthesis
    {
        tokens.pop();
    }
    group.delimiter() == Delimiter::Bracket
        && matches!(tokens.last(), Some(TokenTree::Ident(name)) if name == "differentiable")
}
