//! Functions that are not in the module that a path names, where the file of the path has that module; modules that nothing names; and
//! macros that nothing defines. Rustc says of the function as it stands that they are not there.

use std::collections::HashSet;
use std::path::Path;

use proc_macro::{Group, TokenStream, TokenTree};

use crate::undefined::{defined, is_known_import, only_called, MACROS};
use crate::words::{is_word, Head, Words};

/// The names that a file has, and those that nothing in it has.
#[derive(Default)]
pub(crate) struct Names {
    /// Those of functions, constants and imports, if all are known.
    pub(crate) defined: Option<HashSet<String>>,
    /// Those that a path may begin with, if all are known.
    beginnings: Option<HashSet<String>>,
    /// Those that are called wherever they stand, and that no item has.
    pub(crate) only_called: HashSet<String>,
    /// The modules, in that of the file.
    modules: Module,
    /// The macros that are called and nothing defines.
    pub(crate) macros: HashSet<String>,
}

impl Names {
    /// Those among these tokens.
    pub(crate) fn of(tokens: &[String]) -> Self {
        let (defined, beginnings) = (defined(tokens), beginnings(tokens));
        let (only_called, modules) = (only_called(tokens, defined.as_ref()), Module::of("", tokens));
        Self { defined, beginnings, only_called, modules, macros: HashSet::new() }
    }
}

/// A module of a file, or the file.
#[derive(Default)]
struct Module {
    name: String,
    /// What is defined in it, if all of that is known.
    defined: Option<HashSet<String>>,
    /// Those that stand in it.
    modules: Vec<Module>,
    /// The names of those of which the file does not show what is in them.
    elsewhere: HashSet<String>,
}

/// What stands before a name that a path may begin with.
const NAMING: [&str; 9] = ["as", "crate", "enum", "macro", "mod", "struct", "trait", "type", "union"];

/// The names of types that are in scope everywhere.
const BUILTIN: [&str; 17] = [
    "bool", "char", "f32", "f64", "i128", "i16", "i32", "i64", "i8", "isize", "str", "u128", "u16", "u32", "u64", "u8",
    "usize",
];

/// The macros of the standard library that have a name of their own, beside those that are known to define nothing.
const OF_STD: [&str; 16] = [
    "addr_of",
    "cfg",
    "column",
    "compile_error",
    "concat_bytes",
    "file",
    "format_args",
    "include",
    "include_bytes",
    "include_str",
    "is_x86_feature_detected",
    "line",
    "module_path",
    "option_env",
    "thread_local",
    "try",
];

impl Module {
    /// The one that these tokens are in the braces of.
    fn of(name: &str, tokens: &[String]) -> Self {
        let mut module = Self { name: name.to_owned(), defined: defined(tokens), ..Self::default() };
        let token = |at: usize| tokens.get(at).map_or("", String::as_str);
        let (mut at, mut depth) = (0, 0_usize);
        while at < tokens.len() {
            match token(at) {
                "mod" if depth == 0 && token(at + 2) == "{" => {
                    let end = end_of_braces(tokens, at + 2);
                    module.modules.push(Self::of(token(at + 1), &tokens[at + 3..end]));
                    at = end;
                }
                "mod" => {
                    module.elsewhere.insert(token(at + 1).to_owned());
                }
                "{" => depth += 1,
                "}" => depth = depth.saturating_sub(1),
                _ => {}
            }
            at += 1;
        }
        module
    }

    /// The one of this name in it, if that is the only one.
    fn inside(&self, name: &str) -> Option<&Self> {
        let mut found = self.modules.iter().filter(|module| module.name == name && !self.elsewhere.contains(name));
        found.next().filter(|_| found.next().is_none())
    }

    /// Whether it surely has no function of this name.
    fn lacks(&self, name: &str) -> bool {
        self.defined.as_ref().is_some_and(|defined| !defined.contains(name))
    }
}

/// Where the braces end that begin here.
fn end_of_braces(tokens: &[String], begin: usize) -> usize {
    let mut depth = 0_usize;
    for (at, token) in tokens.iter().enumerate().skip(begin) {
        match token.as_str() {
            "{" => depth += 1,
            "}" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at;
        }
    }
    tokens.len()
}

/// The names that a path may begin with, as far as the tokens show them; none if there may be others.
fn beginnings(tokens: &[String]) -> Option<HashSet<String>> {
    let mut found = defined(tokens)?;
    let named = tokens.windows(2).filter(|two| NAMING.contains(&two[0].as_str()));
    found.extend(named.map(|two| two[1].clone()));
    Some(found)
}

/// The macros that are called and that nothing defines, as far as the tokens of a file show it.
pub(crate) fn macros(file: &Path, tokens: &[String]) -> HashSet<String> {
    // Other files have the macros of those that they stand in.
    let of_crate = file.file_stem().is_some_and(|stem| stem == "main" || stem == "lib")
        || file
            .parent()
            .and_then(Path::file_name)
            .is_some_and(|folder| ["bin", "tests", "examples", "benches"].iter().any(|root| folder == *root));
    let token = |at: usize| tokens.get(at).map_or("", String::as_str);
    let is_any = |word: &str| tokens.iter().any(|token| token == word);
    if !of_crate || is_any("macro_use") || is_any("macro_rules") {
        return HashSet::new();
    }
    let (mut called, mut imported, mut imports) = (HashSet::new(), HashSet::new(), false);
    for at in 0..tokens.len() {
        match token(at) {
            "use" => imports = true,
            ";" => imports = false,
            "*" if imports && !is_known_import(tokens, at) => return HashSet::new(),
            word if imports => {
                imported.insert(word);
            }
            word if word.starts_with(is_word)
                && token(at + 1) == "!"
                && matches!(token(at + 2), "(" | "[" | "{")
                && (at == 0 || token(at - 1) != ":")
                && !MACROS.contains(&word)
                && !crate::undefined::KEYWORDS.contains(&word) =>
            {
                called.insert(word);
            }
            _ => {}
        }
    }
    // One macro may define another one.
    let mut unknown = called.iter().filter(|name| !OF_STD.contains(name) && !imported.contains(*name));
    let first = unknown.next().filter(|_| unknown.next().is_none() && called.len() == 1);
    first.map(|name| HashSet::from([(*name).to_owned()])).unwrap_or_default()
}

/// The modules around an item, from that of the file.
fn around<'a>(words: &'a Words, own: Option<&Head>) -> Option<Vec<&'a Module>> {
    let mut names = Vec::new();
    let mut scope = own?.scope;
    while let Some(begin) = scope {
        let head = words.braces.get(&begin)?;
        if head.keyword == "mod" {
            names.push(head.words().next()?);
        }
        scope = head.scope;
    }
    let mut all = vec![&words.names.modules];
    for name in names.into_iter().rev() {
        all.push(all.last()?.inside(name)?);
    }
    Some(all)
}

/// The paths in an item that lead to nothing, and the macros in it that are not there, `name!`.
pub(crate) fn undefined(item: &TokenStream, words: &Words, own: Option<&Head>) -> Vec<String> {
    let mut found = Vec::new();
    let around = around(words, own);
    paths(item.clone(), &mut |path, is_macro| {
        let is_undefined = if is_macro {
            path.len() == 1 && words.names.macros.contains(&path[0])
        } else {
            path.len() > 1 && leads_nowhere(&path, words, around.as_deref())
        };
        if is_undefined {
            found.push(if is_macro { format!("{}!", path[0]) } else { path.join("::") });
        }
    });
    found
}

/// Whether nothing is where a path leads, as far as the file shows it.
fn leads_nowhere(path: &[String], words: &Words, around: Option<&[&Module]>) -> bool {
    let Some((first, rest)) = path.split_first() else { return false };
    let is_lower = |name: &String| name.starts_with(|first: char| first.is_lowercase());
    if !path.iter().all(is_lower) {
        return false;
    }
    let Some(around) = around else { return false };
    let Some((last, between)) = rest.split_last() else { return false };
    let mut at = match first.as_str() {
        "self" => around.last().copied(),
        "super" => around.iter().rev().nth(1).copied(),
        "crate" => None,
        name => {
            let is_nothing = words.names.beginnings.as_ref().is_some_and(|all| !all.contains(name));
            if is_nothing && !BUILTIN.contains(&name) {
                return backprop_compiler::is_no_crate(name);
            }
            let is_imported = words.imported.contains(name);
            around.last().filter(|_| !is_imported).and_then(|module| module.inside(name))
        }
    };
    for name in between {
        at = at.and_then(|module| module.inside(name));
    }
    at.is_some_and(|module| module.lacks(last))
}

/// Calls `found` with the words of each path in these tokens, and whether it is that of a macro.
fn paths(tokens: TokenStream, found: &mut dyn FnMut(Vec<String>, bool)) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let is = |at: usize, char: char| matches!(tokens.get(at), Some(TokenTree::Punct(sign)) if sign.as_char() == char);
    let mut at = 0;
    while at < tokens.len() {
        if let TokenTree::Group(group) = &tokens[at] {
            paths(Group::stream(group), found);
        }
        let mut path = Vec::new();
        let is_inside = at > 0 && (is(at - 1, ':') && at > 1 && is(at - 2, ':') || is(at - 1, '.'));
        while let Some(TokenTree::Ident(name)) = tokens.get(at) {
            path.push(name.to_string());
            at += 1;
            if !(is(at, ':') && is(at + 1, ':') && matches!(tokens.get(at + 2), Some(TokenTree::Ident(_)))) {
                break;
            }
            at += 2;
        }
        if path.is_empty() {
            at += 1;
        } else if !is_inside {
            let is_macro = is(at, '!') && matches!(tokens.get(at + 1), Some(TokenTree::Group(_)));
            found(path, is_macro);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::Module;
    use crate::words::tokens;

    #[test]
    fn modules_know_what_they_lack() {
        let text = "fn f() {} mod a { pub fn g() {} mod b { use super::*; fn h() {} } } mod c; mod d { use e::*; }\nmod i {} mod i {}";
        let file = Module::of("", &tokens(text));
        let a = file.inside("a").expect("it is there");
        assert!(a.lacks("f") && !a.lacks("g"));
        // What it imports is not known.
        assert!(!a.inside("b").expect("it is there").lacks("g"));
        assert!(!file.inside("d").expect("it is there").lacks("g"));
        assert!(["b", "c", "i"].iter().all(|name| file.inside(name).is_none()));
    }

    #[test]
    fn macros_are_missing_where_no_other_macro_may_define_them() {
        let macros = |file: &str, text: &str| super::macros(Path::new(file), &tokens(text));
        assert!(macros("src/main.rs", "fn f(x: f64) { println!(\"{x}\"); if !(x > 0.0) { square!(x) } }")
            .contains("square"));
        for (file, text) in [
            ("src/a.rs", "fn f() { square!(x) }"),
            ("src/main.rs", "use a::square; fn f() { square!(x) }"),
            ("src/main.rs", "use a::*; fn f() { square!(x) }"),
            ("src/main.rs", "make!(); fn f() { square!(x) }"),
            ("src/main.rs", "#[macro_use] mod a; fn f() { square!(x) }"),
            ("src/main.rs", "macro_rules! square { () => {} } fn f() { square!(x) }"),
            ("src/main.rs", "fn f() { a::square!(x) }"),
            ("src/main.rs", "fn f() { cfg!(x) }"),
        ] {
            assert!(macros(file, text).is_empty(), "{text}");
        }
    }
}
