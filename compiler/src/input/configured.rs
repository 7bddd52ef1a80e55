//! `#[cfg]` inside of a function: code that only some builds have. Rustc decides that after the macro has run, so the macro takes such
//! code for being there.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::ToTokens;

use super::subject::Subject;
use crate::diagnostic::{Diagnostic, refusal};

/// What an item begins with. It is written for the derivative with its attributes.
const ITEMS: [&str; 10] = ["const", "enum", "fn", "impl", "mod", "pub", "struct", "trait", "type", "use"];

/// The attributes of a function's parameters and body that leave something out of some builds, but those of items.
pub(crate) fn configured(subject: &Subject) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    look(subject.function.sig.inputs.to_token_stream(), &mut found);
    let body = subject.body.as_ref().map(Group::stream);
    look(body.unwrap_or_else(|| subject.function.block.to_token_stream()), &mut found);
    found
}

fn look(tokens: TokenStream, found: &mut Vec<Diagnostic>) {
    let mut tokens = tokens.into_iter().peekable();
    // The attributes of what comes next.
    let mut waiting: Vec<TokenStream> = Vec::new();
    while let Some(token) = tokens.next() {
        match (&token, tokens.peek()) {
            (TokenTree::Punct(sign), Some(TokenTree::Group(group)))
                if sign.as_char() == '#' && group.delimiter() == Delimiter::Bracket =>
            {
                let is_cfg = matches!(
                    group.stream().into_iter().next(),
                    Some(TokenTree::Ident(name)) if name == "cfg" || name == "cfg_attr"
                );
                if is_cfg {
                    waiting.push(TokenStream::from_iter([token.clone(), TokenTree::Group(group.clone())]));
                }
                tokens.next();
                continue;
            }
            (TokenTree::Ident(name), next) if !waiting.is_empty() => {
                // `const { … }` is an expression.
                let is_block = matches!(next, Some(TokenTree::Group(_)));
                if ITEMS.iter().any(|item| name == item) && !(is_block && name == "const") {
                    waiting.clear();
                }
            }
            (TokenTree::Ident(_) | TokenTree::Group(_) | TokenTree::Punct(_) | TokenTree::Literal(_), _) => {}
        }
        if !waiting.is_empty() {
            found.extend(waiting.drain(..).map(|attribute| refusal::CFG.at(&attribute)));
        }
        if let TokenTree::Group(group) = token {
            look(group.stream(), found);
        }
    }
}
