//! Raw names, `r#x`: where `x` is no keyword, the two are one name.

use proc_macro2::{Group, Ident, TokenStream, TokenTree};

/// The names that are keywords, or will be, and that `syn` takes for names.
const OTHERS: [&str; 1] = ["gen"];

/// The tokens with plain names in place of raw ones.
pub(crate) fn with_plain_names(tokens: TokenStream) -> TokenStream {
    if has_raw(tokens.clone()) { plain(tokens) } else { tokens }
}

fn has_raw(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(name) => unmarked(&name).is_some(),
        TokenTree::Group(group) => has_raw(group.stream()),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}

fn plain(tokens: TokenStream) -> TokenStream {
    let written = tokens.into_iter().map(|token| match token {
        TokenTree::Ident(name) => TokenTree::Ident(unmarked(&name).unwrap_or(name)),
        TokenTree::Group(group) => {
            let mut inside = Group::new(group.delimiter(), plain(group.stream()));
            inside.set_span(group.span());
            TokenTree::Group(inside)
        }
        token @ (TokenTree::Punct(_) | TokenTree::Literal(_)) => token,
    });
    written.collect()
}

/// The plain name for a raw one, if there is one.
fn unmarked(name: &Ident) -> Option<Ident> {
    let text = name.to_string();
    let text = text.strip_prefix("r#").filter(|text| !OTHERS.contains(text))?;
    let mut plain = syn::parse_str::<Ident>(text).ok()?;
    plain.set_span(name.span());
    Some(plain)
}
