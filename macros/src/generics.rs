//! The lifetimes of the structs in a file: a signature may leave them out, `v: &View`, where the types of the derivative have to name them.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro::{TokenStream, TokenTree};

use crate::words::words_of;

/// The structs in the file of an item that have lifetimes, with how many.
pub(crate) fn of_file(item: &TokenStream) -> Vec<(String, usize)> {
    let last = item.clone().into_iter().last().map(|last: TokenTree| last.span());
    let words = last.and_then(|last| last.local_file()).and_then(|file| words_of(&file));
    words.map(|words| words.borrowing.clone()).unwrap_or_default()
}

/// The same among the tokens of a text. A name that is defined twice, or imported from elsewhere, may be that of another type.
pub(crate) fn borrowing(tokens: &[String]) -> Vec<(String, usize)> {
    let token = |at: usize| tokens.get(at).map_or("", String::as_str);
    let (mut found, mut others) = (BTreeMap::new(), imported(tokens));
    for at in 0..tokens.len() {
        if matches!(token(at), "struct" | "enum" | "union" | "type" | "trait") {
            let name = token(at + 1).to_owned();
            if found.insert(name.clone(), lifetimes(tokens.get(at + 2..).unwrap_or_default())).is_some() {
                others.insert(name);
            }
        }
    }
    found.into_iter().filter(|(name, count)| *count > 0 && !others.contains(name)).collect()
}

/// The words of all imports.
pub(crate) fn all_imported(tokens: &[String]) -> BTreeSet<String> {
    words_of_imports(tokens, |_| true)
}

/// The words of the imports from elsewhere.
pub(crate) fn imported(tokens: &[String]) -> BTreeSet<String> {
    words_of_imports(tokens, |begin| !matches!(begin, "super" | "self"))
}

fn words_of_imports(tokens: &[String], wanted: impl Fn(&str) -> bool) -> BTreeSet<String> {
    let begins = tokens.iter().enumerate().filter(|&(at, token)| {
        let next = tokens.get(at + 1).map(String::as_str);
        token == "use" && next.is_some_and(&wanted)
    });
    begins.flat_map(|(at, _)| tokens[at..].iter().take_while(|token| *token != ";").cloned()).collect()
}

/// Whether an import may give the derive its name. Where the attribute is imported by its name and nothing else is, none does.
pub(crate) fn imports_derive(tokens: &[String]) -> bool {
    let words = all_imported(tokens);
    let is_there = |word: &str| words.contains(word);
    let by_macro = ["macro_use", "macro_rules", "include"].iter().any(|word| tokens.iter().any(|token| token == word));
    !is_there("differentiable") || is_there("Differentiable") || is_there("*") || is_there("as") || by_macro
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
    use crate::words::tokens;

    fn borrowing(text: &str) -> Vec<(String, usize)> {
        super::borrowing(&tokens(text))
    }

    #[test]
    fn the_derive_is_missing_where_only_the_attribute_is_imported() {
        let imports = |text: &str| super::imports_derive(&tokens(text));
        assert!(!imports(
            "use backprop::differentiable; use std::ops::{Add, Mul}; #[derive(Differentiable)] struct A;"
        ));
        for text in [
            "#[derive(Differentiable)] struct A;",
            "use backprop::{Differentiable, differentiable};",
            "use backprop::differentiable; mod m { use super::*; }",
            "use backprop::differentiable; #[macro_use] extern crate a;",
            "use backprop::{Differentiable as D, differentiable};",
        ] {
            assert!(imports(text), "{text}");
        }
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
