//! Names: of wires, fields and functions, and of the types of the host language.

use std::fmt;
use std::sync::Arc;

/// A short immutable name, cheap to copy.
pub type Name = Arc<str>;

/// What is known of the name of a type of the host language.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum TypeName {
    /// The type has this name.
    Named(Name),
    /// Only the compiler of the host language knows the type. It has this number here: types of one number are the same, and
    /// those of two may be, too.
    Numbered(u32),
    /// Only the compiler of the host language knows the type. Two of these may differ.
    Unnamed,
}

impl TypeName {
    /// Whether it is a type of integers.
    #[must_use]
    pub(crate) fn is_of_integers(&self) -> bool {
        const INTEGERS: [&str; 12] =
            ["u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize"];
        INTEGERS.iter().any(|name| self.is(name))
    }

    /// The name, if there is one.
    #[must_use]
    pub fn name(&self) -> Option<&Name> {
        match self {
            Self::Named(name) => Some(name),
            Self::Numbered(_) | Self::Unnamed => None,
        }
    }

    /// Whether the type has this name.
    #[must_use]
    pub fn is(&self, name: &str) -> bool {
        self.name().is_some_and(|own| **own == *name)
    }

    /// The name as it stands in drawings.
    #[cfg(feature = "draw")]
    pub(crate) fn short(&self) -> String {
        match self {
            Self::Named(name) => name.to_string(),
            Self::Numbered(_) | Self::Unnamed => self.to_string(),
        }
    }

    /// The name that stands in the textual form as this word.
    pub(crate) fn of_word(word: &str) -> Self {
        match word.strip_prefix('_') {
            Some("") => Self::Unnamed,
            Some(number) => number.parse().map_or_else(|_| Self::Named(word.into()), Self::Numbered),
            None => Self::Named(word.into()),
        }
    }
}

impl From<&str> for TypeName {
    fn from(name: &str) -> Self {
        Self::Named(name.into())
    }
}

impl From<String> for TypeName {
    fn from(name: String) -> Self {
        Self::Named(name.into())
    }
}

impl From<Name> for TypeName {
    fn from(name: Name) -> Self {
        Self::Named(name)
    }
}

/// The textual form: the name, `_3` for the type of number 3, `_` for a type without either.
impl fmt::Display for TypeName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Named(name) if Self::of_word(name) == *self => Quoted(name).fmt(f),
            Self::Named(name) => in_backticks(name, f),
            Self::Numbered(number) => write!(f, "_{number}"),
            Self::Unnamed => f.write_str("_"),
        }
    }
}

/// A name as it stands in the textual form: in backticks, unless it is a word.
pub(crate) struct Quoted<'a>(pub(crate) &'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let part = |part: &str| {
            part.starts_with(|c: char| c.is_alphabetic() || c == '_')
                && part.chars().all(|c| c.is_alphanumeric() || c == '_')
        };
        if self.0.split("::").all(part) && self.0 != "return" {
            return f.write_str(self.0);
        }
        in_backticks(self.0, f)
    }
}

fn in_backticks(name: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_str("`")?;
    for c in name.chars() {
        match c {
            '\n' => f.write_str("\\n")?,
            '`' | '\\' => write!(f, "\\{c}")?,
            _ => write!(f, "{c}")?,
        }
    }
    f.write_str("`")
}
