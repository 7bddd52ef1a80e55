//! Rustc offers the traits that have a method of the name where it knows no such method, those of hidden modules included. So the methods of the
//! runtime's hidden traits have names that nobody types.

use std::path::Path;

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// The files whose traits a user names.
const SHOWN: [&str; 2] = ["cotangent.rs", "real.rs"];

/// The functions of traits in these tokens, those in macros included, as `Trait::function`.
fn of_traits(tokens: TokenStream, found: &mut Vec<String>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let is_word = |at: usize, word: &str| matches!(&tokens[at], TokenTree::Ident(ident) if ident == word);
    let mut name = None;
    for at in 0..tokens.len() {
        if is_word(at, "trait") {
            name = tokens[at + 1..].iter().find(|token| matches!(token, TokenTree::Ident(_))).map(ToString::to_string);
        }
        let TokenTree::Group(group) = &tokens[at] else { continue };
        let inside = group.stream();
        if let (Some(name), Delimiter::Brace) = (&name, group.delimiter()) {
            let items: Vec<TokenTree> = inside.clone().into_iter().collect();
            let functions = items.windows(2).filter(|pair| pair[0].to_string() == "fn");
            // `fn $name` of a macro: see below.
            found
                .extend(functions.filter(|pair| pair[1].to_string() != "$").map(|pair| format!("{name}::{}", pair[1])));
        }
        if group.delimiter() == Delimiter::Brace {
            name = None;
        }
        of_traits(inside, found);
    }
}

fn look(folder: &Path, found: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("it can be read").path();
        if path.is_dir() {
            look(&path, found);
        } else if path.extension().is_some_and(|kind| kind == "rs") && !SHOWN.iter().any(|shown| path.ends_with(shown))
        {
            let code = std::fs::read_to_string(&path).expect("a file of text");
            of_traits(code.parse().expect("Rust"), found);
        }
    }
}

/// The names that a macro gives are those of the methods of slices and of numbers: it is these that rustc has to find there.
#[test]
fn methods_of_hidden_traits_have_names_that_nobody_types() {
    let mut all = Vec::new();
    look(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../runtime/src"), &mut all);
    assert!(all.len() > 100, "the traits of the runtime are found: {all:?}");
    let shown: Vec<&String> = all.iter().filter(|name| !name.contains("::__")).collect();
    assert!(shown.is_empty(), "rustc offers these traits for methods that are not there: {shown:?}");
}
