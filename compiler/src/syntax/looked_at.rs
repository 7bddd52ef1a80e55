//! Parameters that a function only looks at, and changes all the same: rustc says so.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{FnArg, ItemFn, Pat, Type};

/// The methods that change the array that they are called on.
const CHANGING: &[&str] = &["iter_mut", "swap", "fill", "sort_by", "reverse", "copy_from_slice", "push", "chunks_mut"];

/// Whether a function changes an array behind a reference without `mut`.
pub(super) fn changes_looked_at(function: &ItemFn) -> bool {
    let names = function.sig.inputs.iter().filter_map(|input| match input {
        FnArg::Typed(input) => match (&*input.pat, &*input.ty) {
            (Pat::Ident(name), Type::Reference(ty)) if ty.mutability.is_none() => Some(name.ident.to_string()),
            _ => None,
        },
        FnArg::Receiver(_) => None,
    });
    let body = function.block.to_token_stream();
    // Another variable of the name may be changed.
    let names: Vec<String> = names.filter(|name| !is_declared(body.clone(), name)).collect();
    !names.is_empty() && changes(body, &names)
}

/// Whether something of this name may be declared: a variable in a pattern.
fn is_declared(tokens: TokenStream, name: &str) -> bool {
    let (mut in_pattern, mut in_parameters) = (false, false);
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) if ["let", "for"].iter().any(|word| ident == word) => {
            in_pattern = true;
            false
        }
        TokenTree::Ident(ident) => {
            in_pattern &= ident != "in";
            (in_pattern || in_parameters) && ident == name
        }
        TokenTree::Group(group) => is_declared(group.stream(), name) || in_pattern && mentions(group.stream(), name),
        TokenTree::Punct(punct) => {
            in_parameters ^= punct.as_char() == '|';
            in_pattern &= !matches!(punct.as_char(), '=' | ';');
            false
        }
        TokenTree::Literal(_) => false,
    })
}

fn mentions(tokens: TokenStream, name: &str) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == name,
        TokenTree::Group(group) => mentions(group.stream(), name),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}

/// Whether there is an assignment to a part of what has such a name, or a call of a method that changes it.
fn changes(tokens: TokenStream, names: &[String]) -> bool {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let punct =
        |at: usize| if let Some(TokenTree::Punct(punct)) = tokens.get(at) { Some(punct.as_char()) } else { None };
    (0..tokens.len()).any(|at| match &tokens[at] {
        TokenTree::Group(group) => changes(group.stream(), names),
        TokenTree::Ident(ident) if names.iter().any(|name| ident == name) => {
            let mut end = at + 1;
            loop {
                match (&tokens.get(end), tokens.get(end + 1)) {
                    (Some(TokenTree::Group(group)), _) if group.delimiter() == Delimiter::Bracket => end += 1,
                    (Some(TokenTree::Punct(dot)), Some(TokenTree::Ident(name))) if dot.as_char() == '.' => {
                        if CHANGING.iter().any(|changing| name == changing) {
                            return true;
                        }
                        end += 2;
                    }
                    _ => break,
                }
            }
            let is_operator = punct(end).is_some_and(|operator| "+-*/%".contains(operator));
            let equals = end + usize::from(is_operator);
            end > at + 1 && punct(equals) == Some('=') && !matches!(punct(equals + 1), Some('=' | '>'))
        }
        TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}
