//! Names that nothing in a file defines. Rustc says of the function as it stands that there is no such function or variable; its
//! derivative would say so again, in words of its own.
//!
//! A macro cannot ask what a name means. So it looks into the file, where an item of the name is defined or imported by its name, or comes
//! from what does not show names: an import with `*`, a macro, an attribute or a derive. Of a file with one of these nothing is known.

use std::collections::HashSet;

use proc_macro::{Group, TokenStream, TokenTree};

use crate::words::{is_word, words_of};
use crate::{around, modules};

/// What defines no item that the source does not name.
pub(crate) const MACROS: [&str; 24] = [
    "assert",
    "assert_eq",
    "assert_ne",
    "concat",
    "dbg",
    "debug_assert",
    "debug_assert_eq",
    "debug_assert_ne",
    "env",
    "eprint",
    "eprintln",
    "format",
    "matches",
    "panic",
    "print",
    "println",
    "stringify",
    "todo",
    "unimplemented",
    "unreachable",
    "vec",
    "write",
    "writeln",
    "differentiate",
];
const ATTRIBUTES: [&str; 18] = [
    "allow",
    "cfg",
    "constant",
    "default",
    "deny",
    "deprecated",
    "derive",
    "differentiable",
    "doc",
    "expect",
    "forbid",
    "inline",
    "must_use",
    "non_exhaustive",
    "repr",
    "should_panic",
    "test",
    "warn",
];
const DERIVES: [&str; 10] =
    ["Clone", "Copy", "Debug", "Default", "Differentiable", "Eq", "Hash", "Ord", "PartialEq", "PartialOrd"];

/// What stands before a negation.
pub(crate) const KEYWORDS: [&str; 7] = ["else", "if", "in", "match", "return", "while", "yield"];

/// What begins an item, of which some have methods.
const ITEMS: [&str; 7] = ["fn", "impl", "mod", "struct", "trait", "type", "use"];

/// What is in scope everywhere.
const PRELUDE: [&str; 5] = ["align_of", "align_of_val", "drop", "size_of", "size_of_val"];

/// What an import of all of this crate brings.
const OF_CRATE: [&str; 4] = ["differentiable", "differentiate", "num_traits", "stop_gradient"];

/// The names in an item that no item of its file has, the paths that lead to nothing there, and the macros that nothing defines, `name!`.
pub(crate) fn undefined(item: &TokenStream) -> Vec<String> {
    let Some(last) = item.clone().into_iter().last() else { return Vec::new() };
    let begin = if let TokenTree::Group(block) = &last { block.span_open() } else { last.span() };
    let Some(words) = begin.local_file().and_then(|file| words_of(&file)) else { return Vec::new() };
    let mut found = modules::undefined(item, &words, around::own(&words, begin));
    if let Some(defined) = &words.names.defined {
        names(item.clone(), &mut |name| {
            let is_undefined = name.starts_with(|first: char| first.is_lowercase()) && !defined.contains(&name);
            if is_undefined && !PRELUDE.contains(&name.as_str()) && !found.contains(&name) {
                found.push(name);
            }
        });
    }
    found
}

/// The names in a closure that nothing in its file has: neither an item nor a variable around the closure.
pub(crate) fn undefined_in_place(closure: &TokenStream) -> Vec<String> {
    let file = closure.clone().into_iter().next().and_then(|first| first.span().local_file());
    let Some(words) = file.and_then(|file| words_of(&file)) else { return Vec::new() };
    let mut found = Vec::new();
    names(closure.clone(), &mut |name| {
        if words.names.only_called.contains(&name) && !PRELUDE.contains(&name.as_str()) && !found.contains(&name) {
            found.push(name);
        }
    });
    found
}

/// The names in the tokens of a text that are called wherever they stand, and that no item has, as far as all items are known.
pub(crate) fn only_called(tokens: &[String], defined: Option<&HashSet<String>>) -> HashSet<String> {
    let Some(defined) = defined else { return HashSet::new() };
    let (mut called, mut others) = (HashSet::new(), HashSet::new());
    for (at, word) in tokens.iter().enumerate().filter(|(_, word)| word.starts_with(|first: char| first.is_lowercase()))
    {
        let is_called = tokens.get(at + 1).is_some_and(|next| next == "(");
        if is_called {
            called.insert(word)
        } else {
            others.insert(word)
        };
    }
    let only = called.difference(&others).filter(|word| !defined.contains(**word));
    only.map(|word| (*word).clone()).collect()
}

/// The names in an item that may mean no function: no function beside it has them, and no import names them.
pub(crate) fn unsure(item: &TokenStream) -> Vec<String> {
    let Some(last) = item.clone().into_iter().last() else { return Vec::new() };
    let begin = if let TokenTree::Group(block) = &last { block.span_open() } else { last.span() };
    let Some(words) = begin.local_file().and_then(|file| words_of(&file)) else { return Vec::new() };
    let scope = around::own(&words, begin).map(|own| own.scope);
    let mut found = HashSet::new();
    names(item.clone(), &mut |name| {
        if name.starts_with(|first: char| first.is_lowercase()) && !words.imported.contains(&name) {
            found.insert(name);
        }
    });
    let is_beside = |name: String| scope.is_some_and(|scope| words.functions.contains(&(scope, name)));
    found.into_iter().filter(|name| !is_beside(name.clone())).collect()
}

fn names(tokens: TokenStream, found: &mut dyn FnMut(String)) {
    for token in tokens {
        match token {
            TokenTree::Ident(name) => found(name.to_string()),
            TokenTree::Group(group) => names(Group::stream(&group), found),
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
}

/// The names of the functions, constants and imports among the tokens of a text, wherever they stand; none if there may be others.
pub(crate) fn defined(tokens: &[String]) -> Option<HashSet<String>> {
    let token = |at: usize| tokens.get(at).map_or("", String::as_str);
    let mut defined = HashSet::new();
    let (mut imports, mut derives) = (false, false);
    // The keyword of each item around, and of the one that begins: methods are not found by their names alone.
    let (mut around, mut keyword) = (Vec::new(), "");
    for at in 0..tokens.len() {
        let before = if at == 0 { "" } else { token(at - 1) };
        match token(at) {
            "{" => around.push(std::mem::take(&mut keyword)),
            "}" | ";" => keyword = "",
            word if keyword.is_empty() && ITEMS.contains(&word) => keyword = word,
            _ => {}
        }
        if token(at) == "}" {
            around.pop();
        }
        let of_module = around.contains(&"mod");
        let is_method = before == "fn" && matches!(around.last(), Some(&("impl" | "trait")));
        match token(at) {
            "use" | "extern" => imports = true,
            ";" => imports = false,
            "*" if imports && is_known_import(tokens, at) => defined.extend(OF_CRATE.map(str::to_owned)),
            "*" if imports && !(of_module && is_of_around(tokens, at)) => return None,
            "]" => derives = false,
            "!" if matches!(token(at + 1), "(" | "[" | "{")
                && before.starts_with(is_word)
                && !MACROS.contains(&before)
                && !KEYWORDS.contains(&before) =>
            {
                return None;
            }
            "#" => {
                let mut name = if token(at + 1) == "!" { at + 3 } else { at + 2 };
                while token(name + 1) == ":" {
                    name += 3;
                }
                if !ATTRIBUTES.contains(&token(name)) {
                    return None;
                }
                derives = token(name) == "derive";
            }
            word if word.starts_with(is_word) => {
                if derives && word != "derive" && token(at + 1) != ":" && !DERIVES.contains(&word) {
                    return None;
                }
                let is_static = before == "mut" && at > 1 && token(at - 2) == "static";
                if imports || is_static || !is_method && matches!(before, "fn" | "const" | "static" | "struct") {
                    defined.insert(word.strip_prefix("r#").unwrap_or(word).to_owned());
                }
            }
            _ => {}
        }
    }
    Some(defined)
}

/// Whether the names are known that an import with this `*` brings: none begins with a small letter but those of this crate.
pub(crate) fn is_known_import(tokens: &[String], at: usize) -> bool {
    let before = |count: usize| at.checked_sub(count).map_or("", |at| tokens[at].as_str());
    before(3) == "consts" || before(3) == "backprop" && before(4) == "use"
}

/// Whether an import with this `*` brings what stands around a module of the file, and is in the file.
fn is_of_around(tokens: &[String], at: usize) -> bool {
    let before = |count: usize| at.checked_sub(count).map_or("", |at| tokens[at].as_str());
    before(3) == "super" && before(4) == "use"
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use crate::words::tokens;

    fn defined(text: &str) -> Option<HashSet<String>> {
        super::defined(&tokens(text))
    }

    #[test]
    fn functions_constants_and_imports_are_defined() {
        let text = "use a::{b, c as d}; use e;\nfn f(g: f64) -> f64 { h(g) /* fn i */ }\nstatic mut j: f64 = \"fn k\"; const l: u8 = m(1); fn o() { let mut n; }";
        let found = defined(text).expect("all names are written");
        for name in ["b", "c", "d", "e", "f", "j", "l"] {
            assert!(found.contains(name), "{name}");
        }
        for name in ["g", "h", "i", "k", "m", "n"] {
            assert!(!found.contains(name), "{name}");
        }
        assert!(defined(
            "#[derive(Clone, backprop::Differentiable)]\nstruct S; #[inline] fn f() { println!(\"{}\", 2 * x) }"
        )
        .is_some());
    }

    #[test]
    fn methods_are_not_defined() {
        let text = "impl<T> P<T> where T: A { fn f(self, k: impl Fn()) -> f64 { fn g() {} if k { h() } 1.0 } fn i() {} }\ntrait A { fn j(); fn k() {} }\nfn l() {}";
        let found = defined(text).expect("all names are written");
        assert_eq!(found, HashSet::from(["g", "l"].map(str::to_owned)), "{found:?}");
    }

    #[test]
    fn nothing_is_known_beside_what_does_not_show_names() {
        for text in [
            "use a::*;",
            "use a::{b, c::*};",
            "make! { f }",
            "fn f() { make!(g); }",
            "include!(\"g.rs\");",
            "#[make]\nfn f() {}",
            "#[cfg_attr(a, make)]\nfn f() {}",
            "#[derive(Clone, Make)]\nstruct S;",
        ] {
            assert!(defined(text).is_none(), "{text}");
        }
    }
}
