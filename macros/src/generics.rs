//! The lifetimes of the structs in a file: a signature may leave them out, `v: &View`, where the types of the derivative have to name them.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro::{TokenStream, TokenTree};

use crate::twice::words_of;

/// The structs in the file of an item that have lifetimes, with how many.
pub(crate) fn of_file(item: &TokenStream) -> Vec<(String, usize)> {
    let last = item.clone().into_iter().last().map(|last: TokenTree| last.span());
    let words = last.and_then(|last| last.local_file()).and_then(|file| words_of(&file));
    words.map(|words| words.borrowing.clone()).unwrap_or_default()
}

/// The same among the tokens of a text. A name that is defined twice, or imported from elsewhere, may be that of another type.
pub(crate) fn borrowing(tokens: &[String]) -> Vec<(String, usize)> {
    let token = |at: usize| tokens.get(at).map_or("", String::as_str);
    let (mut found, mut others) = (BTreeMap::new(), BTreeSet::new());
    for at in 0..tokens.len() {
        match token(at) {
            "struct" | "enum" | "union" | "type" | "trait" => {
                let name = token(at + 1).to_owned();
                if found.insert(name.clone(), lifetimes(&tokens[at + 2..])).is_some() {
                    others.insert(name);
                }
            }
            "use" if !matches!(token(at + 1), "super" | "self") => {
                others.extend(tokens[at..].iter().take_while(|token| *token != ";").cloned());
            }
            _ => {}
        }
    }
    found.into_iter().filter(|(name, count)| *count > 0 && !others.contains(name)).collect()
}

/// How many lifetimes are declared after a name.
fn lifetimes(after: &[String]) -> usize {
    let (mut depth, mut count) = (0_usize, 0);
    for (at, token) in after.iter().enumerate() {
        match token.as_str() {
            "<" => depth += 1,
            ">" if after[at - 1] != "-" => depth -= 1,
            "'" if depth == 1 && matches!(after[at - 1].as_str(), "<" | ",") => count += 1,
            _ => {}
        }
        if depth == 0 {
            break;
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use crate::twice::tokens;

    fn borrowing(text: &str) -> Vec<(String, usize)> {
        super::borrowing(&tokens(text))
    }

    #[test]
    fn lifetimes_of_structs_are_counted() {
        for (text, count) in [
            ("struct View<'a> { x: &'a [f64] }", 1),
            ("pub struct View<'a, 'b: 'a, T: Real + 'a>(&'a T, &'b T);", 2),
            ("use super::View; struct View<'a, F: Fn(&'a f64) -> f64, const N: usize> { f: F }", 1),
        ] {
            assert_eq!(borrowing(text), [("View".to_owned(), count)], "{text}");
        }
        for text in [
            "struct View<T> { x: T }",
            "struct View(f64);",
            "struct View<'a>(&'a f64); mod m { struct View; }",
            "struct View<'a>(&'a f64); mod m { use other::View; }",
            "// struct View<'a>(&'a f64);",
        ] {
            assert_eq!(borrowing(text), [], "{text}");
        }
    }
}
