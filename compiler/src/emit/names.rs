//! Names of local variables: unique in one function, and never one that the user's own tokens mention.
//!
//! Every identifier made here has the hygiene of a macro's local variables (`mixed_site`), so it can neither capture a
//! user's variable nor be captured. Uniqueness by text is for the reader of the emitted code.

use std::collections::HashMap;

use proc_macro2::{Ident, Span, TokenStream, TokenTree};

/// The names taken so far.
#[derive(Debug, Default)]
pub(super) struct Names {
    /// For each name taken, the number to try next behind it.
    taken: HashMap<String, u32>,
    /// For each name made of another by a number behind it, that other: a name like it gets another number, not a
    /// second one.
    numbered: HashMap<String, String>,
    /// The identifier that was made of a name before.
    sanitized: HashMap<String, String>,
}

impl Names {
    /// Takes every identifier in these tokens.
    pub(super) fn reserve(&mut self, tokens: &TokenStream) {
        let mut pending = vec![tokens.clone()];
        while let Some(tokens) = pending.pop() {
            for token in tokens {
                match token {
                    TokenTree::Ident(ident) => self.reserve_name(&ident.to_string()),
                    TokenTree::Group(group) => pending.push(group.stream()),
                    TokenTree::Punct(_) | TokenTree::Literal(_) => {}
                }
            }
        }
    }

    /// Takes this name.
    pub(super) fn reserve_name(&mut self, name: &str) {
        self.taken.entry(name.to_owned()).or_insert(2);
    }

    /// A name like this one that is not taken, and takes it.
    pub(super) fn fresh(&mut self, like: &str) -> Ident {
        let known = self.sanitized.get(like).cloned();
        let base = known.unwrap_or_else(|| {
            let base = sanitized(like);
            self.sanitized.insert(like.to_owned(), base.clone());
            base
        });
        let base = self.numbered.get(&base).cloned().unwrap_or(base);
        if let Some(next) = self.taken.get(&base) {
            let mut next = *next;
            let name = loop {
                let name = format!("{base}_{next}");
                next += 1;
                if !self.taken.contains_key(&name) {
                    break name;
                }
            };
            self.numbered.insert(name.clone(), base.clone());
            self.taken.insert(base, next);
            self.taken.insert(name.clone(), 2);
            return Ident::new(&name, Span::mixed_site());
        }
        self.taken.insert(base.clone(), 2);
        Ident::new(&base, Span::mixed_site())
    }
}

/// The nearest identifier of the lower case that is not a keyword.
fn sanitized(name: &str) -> String {
    let name = name.strip_prefix("r#").unwrap_or(name);
    let mut clean: String = name
        .chars()
        .map(|c| if c == '_' || c.is_alphanumeric() { c } else { '_' })
        .flat_map(char::to_lowercase)
        .collect();
    if clean.is_empty() || clean.starts_with(|c: char| c.is_numeric()) || clean == "_" {
        clean.insert(0, 'v');
    }
    if syn::parse_str::<Ident>(&clean).is_err() {
        clean = if clean.is_ascii() { clean + "_" } else { "value".to_owned() };
    }
    clean
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_no_keywords() {
        let mut names = Names::default();
        names.reserve(&quote::quote!(f(product, { x })));
        let fresh: Vec<String> =
            ["product", "product", "x", "y", "y", "y_2", "fn", "self", "GAIN", "1st", "", "a.b", "π"]
                .map(|name| names.fresh(name).to_string())
                .into();
        assert_eq!(
            fresh,
            ["product_2", "product_3", "x_2", "y", "y_2", "y_3", "fn_", "self_", "gain", "v1st", "v", "a_b", "π"]
        );
    }
}
