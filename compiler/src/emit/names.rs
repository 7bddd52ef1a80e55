//! Names of local variables: unique in one function, and never one that the user's own tokens mention.
//!
//! Every identifier made here has the hygiene of a macro's local variables (`mixed_site`), so it can neither capture a
//! user's variable nor be captured. Uniqueness by text is for the reader of the emitted code.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::rc::Rc;

use proc_macro2::{Ident, Span, TokenStream, TokenTree};

/// The names taken so far.
#[derive(Debug, Default)]
pub(super) struct Names {
    taken: NameMap<Taken>,
    /// The identifier that was made of a name that is none.
    sanitized: NameMap<Rc<str>>,
}

/// A name that is taken.
#[derive(Debug)]
struct Taken {
    /// The number to try next behind it.
    next: u32,
    /// The name that it was made of by a number: a name like it gets another number, not a second one.
    of: Option<Rc<str>>,
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
            self.taken.insert(name.into(), Taken { next: 2, of: None });
        }
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

    fn take(&mut self, base: &str) -> Ident {
        let Some(taken) = self.taken.get_mut(base) else {
            self.taken.insert(base.into(), Taken { next: 2, of: None });
            return Ident::new(base, Span::mixed_site());
        };
        let base: Rc<str> = match &taken.of {
            Some(of) => of.clone(),
            None => base.into(),
        };
        let mut next = self.taken.get(&*base).map_or(2, |taken| taken.next);
        let name = loop {
            let name = format!("{base}_{next}");
            next += 1;
            if !self.taken.contains_key(name.as_str()) {
                break name;
            }
        };
        if let Some(taken) = self.taken.get_mut(&*base) {
            taken.next = next;
        }
        let ident = Ident::new(&name, Span::mixed_site());
        self.taken.insert(name.into(), Taken { next: 2, of: Some(base) });
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

/// A map keyed by names, with a hash that is cheap also in a build that is not optimised.
type NameMap<V> = HashMap<Rc<str>, V, BuildHasherDefault<NameHasher>>;

/// Multiplies and adds, byte by byte.
#[derive(Default)]
struct NameHasher(u64);

impl Hasher for NameHasher {
    fn write(&mut self, bytes: &[u8]) {
        let (mut hash, mut at) = (self.0, 0);
        while at < bytes.len() {
            hash = (hash ^ u64::from(bytes[at])).wrapping_mul(0x0100_0000_01b3);
            at += 1;
        }
        self.0 = hash;
    }

    fn write_u8(&mut self, _: u8) {
        // The end of a string: there is but one in a key.
    }

    fn finish(&self) -> u64 {
        // The high bits are the good ones, the table looks at the low ones as well.
        self.0 ^ (self.0 >> 32)
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
