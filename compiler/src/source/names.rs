//! What a name says of what it names, and which names stand among tokens.

use proc_macro2::{Ident, TokenStream, TokenTree};

/// Whether a name is that of a constant, a type or a variant.
pub(crate) fn is_upper(name: &str) -> bool {
    name.trim_start_matches('_').starts_with(char::is_uppercase)
}

/// A name, without the mark of a raw identifier.
pub(crate) fn plain(name: &Ident) -> String {
    let text = name.to_string();
    match text.strip_prefix("r#") {
        Some(name) => name.to_owned(),
        None => text,
    }
}

/// The names in tokens.
pub(crate) fn names(tokens: TokenStream) -> Vec<Ident> {
    let mut found = Vec::new();
    for token in tokens {
        match token {
            TokenTree::Ident(name) => found.push(name),
            TokenTree::Group(group) => found.extend(names(group.stream())),
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
    found
}

/// Whether this name is among the tokens.
pub(crate) fn mentions(tokens: TokenStream, name: &str) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == name,
        TokenTree::Group(group) => mentions(group.stream(), name),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}

/// Rust's own types without a tangent.
const DISCRETE: &[&str] = &[
    "i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32", "u64", "u128", "usize", "bool", "char", "str",
    "String",
];

/// Whether this is the name of one of Rust's own types without a tangent.
pub(crate) fn is_discrete_name(name: &str) -> bool {
    DISCRETE.contains(&name)
}

/// Whether this is the name of one of Rust's own types of plain values without a tangent: an integer type, `bool` or `char`.
pub(crate) fn is_scalar_name(name: &str) -> bool {
    is_discrete_name(name) && !matches!(name, "str" | "String")
}

/// Whether this is the name of one of Rust's own real numbers, of which there are literals.
pub(crate) fn is_float_name(name: &str) -> bool {
    matches!(name, "f64" | "f32")
}

/// Whether this is the name of one of Rust's own scalar types.
pub(crate) fn is_builtin(name: &str) -> bool {
    is_float_name(name) || is_scalar_name(name)
}

/// Whether a name looks like the type of a number, and is none: `f46`.
pub(crate) fn is_like_a_number(name: &str) -> bool {
    let digits = name.strip_prefix(['f', 'i', 'u']).unwrap_or_default();
    !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit()) && !is_builtin(name)
}
