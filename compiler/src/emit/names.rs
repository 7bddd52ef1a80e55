//! Names of local variables: unique in one function, and never one that the user's own tokens mention.
//!
//! Every identifier made here has the hygiene of a macro's local variables (`mixed_site`), so it can neither capture a
//! user's variable nor be captured. Uniqueness by text is for the reader of the emitted code.

use std::hash::BuildHasherDefault;
use std::rc::Rc;

use proc_macro2::{Ident, Span, TokenStream, TokenTree};

use crate::texts::{MapBy, TextSet};

/// The names taken so far.
#[derive(Debug)]
pub(super) struct Names {
    /// For each, the place of the name that it is made of.
    taken: MapBy<Rc<str>, usize>,
    /// The names that others may be made of by a number, with the number to try next.
    bases: Vec<(Rc<str>, u32)>,
    /// The identifier that was made of a name that is none.
    sanitized: MapBy<Rc<str>, Rc<str>>,
    /// Those that macros see: where a block with one of them ends, another variable of the source may be called so.
    seen: TextSet,
}

/// For how many names there is room at first: a table that grows costs more than one that is large.
const ROOM: usize = 100;

impl Default for Names {
    fn default() -> Self {
        let taken = MapBy::with_capacity_and_hasher(ROOM, BuildHasherDefault::default());
        Self { taken, bases: Vec::with_capacity(ROOM), sanitized: MapBy::default(), seen: TextSet::default() }
    }
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
        if !self.taken.contains_key(name) {
            self.take_new(name.into());
        }
    }

    /// Notes that macros see the variable of this name.
    pub(super) fn see(&mut self, name: String) {
        self.seen.insert(name);
    }

    /// Whether macros see variables of the names that they have.
    pub(super) fn are_seen(&self) -> bool {
        !self.seen.is_empty()
    }

    /// Lets the variable of this name end with its block. Whether it can: macros see the name.
    pub(super) fn end(&mut self, name: &str) -> bool {
        self.seen.contains(name) && self.taken.remove(name).is_some()
    }

    fn take_new(&mut self, name: Rc<str>) {
        self.taken.insert(name.clone(), self.bases.len());
        self.bases.push((name, 2));
    }

    /// A name like this one that is not taken, and takes it.
    pub(super) fn fresh(&mut self, like: &str) -> Ident {
        if is_plain(like) {
            return self.take(like);
        }
        let base = if let Some(base) = self.sanitized.get(like) {
            base.clone()
        } else {
            let base: Rc<str> = sanitized(like).into();
            self.sanitized.insert(like.into(), base.clone());
            base
        };
        self.take(&base)
    }

    fn take(&mut self, like: &str) -> Ident {
        // A name that was made by a number gets another number, not a second one.
        let Some(&place) = self.taken.get(like) else {
            self.take_new(like.into());
            return Ident::new(like, Span::mixed_site());
        };
        let (base, next) = &mut self.bases[place];
        let name = loop {
            let name = format!("{base}_{next}");
            *next += 1;
            if !self.taken.contains_key(name.as_str()) {
                break name;
            }
        };
        let ident = Ident::new(&name, Span::mixed_site());
        self.taken.insert(name.into(), place);
        ident
    }
}

/// Whether a name is an identifier of the lower case as it is, and surely no keyword.
fn is_plain(name: &str) -> bool {
    let bytes = name.as_bytes();
    let letters = |&byte: &u8| byte.is_ascii_lowercase() || byte == b'_' || byte.is_ascii_digit();
    // No keyword is longer, and none holds a digit or more than letters.
    (bytes.len() > LONGEST_KEYWORD || bytes.iter().any(|byte| !byte.is_ascii_lowercase()))
        && bytes.len() > 1
        && bytes[0].is_ascii_lowercase()
        && bytes.iter().all(letters)
}

/// As `continue`, `override` and `unsized` with room to spare.
const LONGEST_KEYWORD: usize = 9;

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
