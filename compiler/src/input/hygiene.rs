//! Identifiers with the same text that may name different variables.
//!
//! A macro around the attribute gives its own names another hygiene context than the names that it is given. On stable Rust,
//! a context shows only in the `Debug` text of a span. The text says where two names *may* differ; rustc is asked whether
//! they do. If the text ever looks different, every identifier counts as one of its own.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};

use crate::texts::TextMap;

/// The pairs of identifiers of one text with different contexts; the first one of each text is in all pairs of it.
pub(crate) fn doubtful(tokens: &TokenStream) -> Vec<(Ident, Ident)> {
    let mut known: TextMap<Vec<(Context, Ident)>> = TextMap::default();
    let mut found = Vec::new();
    // In the order of the source: the groups that are open, and what is left of each.
    let mut open = vec![tokens.clone().into_iter()];
    while let Some(inside) = open.last_mut() {
        match inside.next() {
            Some(TokenTree::Ident(ident)) => {
                let context = Context::of(ident.span());
                let idents = known.entry(ident.to_string()).or_default();
                if idents.iter().any(|(other, _)| context.is_surely(other)) {
                    continue;
                }
                if let Some((_, first)) = idents.first() {
                    found.push((first.clone(), ident.clone()));
                }
                idents.push((context, ident));
            }
            Some(TokenTree::Group(group)) => open.push(group.stream().into_iter()),
            Some(TokenTree::Punct(_) | TokenTree::Literal(_)) => {}
            None => {
                open.pop();
            }
        }
    }
    found
}

/// The context of a span, as its text shows it.
struct Context(Option<String>);

impl Context {
    fn of(span: Span) -> Self {
        let text = format!("{span:?}");
        Self(match text.split_once(' ') {
            Some((context, _)) if context.starts_with('#') => Some(context.to_owned()),
            // Outside of a compiler there are no macros.
            _ if text == "Span" || text.starts_with("bytes(") => Some(String::new()),
            _ => None,
        })
    }

    fn is_surely(&self, other: &Self) -> bool {
        self.0.is_some() && self.0 == other.0
    }
}
