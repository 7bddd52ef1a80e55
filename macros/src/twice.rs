//! Definitions that stand in the source twice. Of these rustc says so; a second companion would say it again for each of its functions.
//!
//! A macro sees one item. So it notes where it has seen which name, and where a name comes again, it looks into the file: two places between the
//! same braces are in one scope. Where it cannot look, it takes the two for different ones.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::sync::Mutex;

use proc_macro::{Ident, Span, TokenStream, TokenTree};

/// A line and a column, from 1.
type Place = (usize, usize);

/// For each name in a file, where it was defined, and where the macro stood.
type Seen = BTreeMap<(PathBuf, String), Vec<(Place, Place)>>;

static SEEN: Mutex<Seen> = Mutex::new(BTreeMap::new());

/// What has come before.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Before {
    Nothing,
    /// Another definition of the name, in the same scope.
    Definition,
    /// The same macro, on the same definition.
    Macro,
}

/// What stands before the name of a definition.
const KEYWORDS: [&str; 3] = ["fn", "struct", "enum"];

/// What has come before this definition; of an item without a name nothing is known.
pub(crate) fn before(item: &TokenStream) -> Before {
    let Some((keyword, name)) = name(item) else { return Before::Nothing };
    let Some(file) = name.span().local_file() else { return Before::Nothing };
    let (place, of_macro) = (place(name.span()), place(Span::call_site()));
    let mut seen = SEEN.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let earlier = seen.entry((file.clone(), format!("{keyword} {name}"))).or_default();
    let found = if earlier.is_empty() { Before::Nothing } else { compare(&file, earlier, place, of_macro) };
    if !earlier.contains(&(place, of_macro)) {
        earlier.push((place, of_macro));
    }
    found
}

fn compare(file: &PathBuf, earlier: &[(Place, Place)], place: Place, of_macro: Place) -> Before {
    if earlier.contains(&(place, of_macro)) {
        return Before::Nothing;
    }
    let Ok(text) = fs::read_to_string(file) else { return Before::Nothing };
    let same = |&(other, of_other): &(Place, Place)| {
        if other == place {
            let mut words = scopes(&text, &[of_other, of_macro]).into_iter().map(|found| found.word);
            return (words.all(|word| word.ends_with("Differentiable"))).then_some(Before::Macro);
        }
        let mut found = scopes(&text, &[other, place]).into_iter();
        let (one, two) = (found.next()?, found.next()?);
        let are_siblings = one.is_definition && two.is_definition && one.word == two.word && one.scope == two.scope;
        (are_siblings && !one.in_macro).then_some(Before::Definition)
    };
    earlier.iter().find_map(same).unwrap_or(Before::Nothing)
}

/// The keyword, and the name after it, outside of groups.
fn name(item: &TokenStream) -> Option<(&'static str, Ident)> {
    let mut tokens = item.clone().into_iter();
    let keyword = tokens.find_map(|token| {
        let TokenTree::Ident(ident) = token else { return None };
        let ident = ident.to_string();
        KEYWORDS.into_iter().find(|keyword| *keyword == ident)
    })?;
    if let Some(TokenTree::Ident(name)) = tokens.next() {
        Some((keyword, name))
    } else {
        None
    }
}

fn place(span: Span) -> Place {
    (span.line(), span.column())
}

/// What stands at a place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Found {
    /// The word that begins there.
    word: String,
    /// Whether a keyword of a definition stands before it.
    is_definition: bool,
    /// Which braces it stands in, by where they begin.
    scope: Option<usize>,
    /// Whether some of the braces around it are those of a macro, which may put the two anywhere.
    in_macro: bool,
}

/// What stands at these places; nothing for one that is no beginning of a word.
fn scopes(text: &str, places: &[Place]) -> Vec<Found> {
    let mut found = vec![Found::default(); places.len()];
    let mut open: Vec<(usize, bool)> = Vec::new();
    // The words and signs before, the last one at the end.
    let mut before: [String; 3] = Default::default();
    let chars: Vec<char> = text.chars().collect();
    let (mut at, mut line, mut line_begins) = (0, 1, 0);
    while at < chars.len() {
        let end = token_end(&chars, at);
        let token: String = chars[at..end].iter().collect();
        if is_word(chars[at]) {
            for (place, found) in places.iter().zip(&mut found) {
                if *place == (line, at - line_begins + 1) {
                    *found = Found {
                        word: token.clone(),
                        is_definition: KEYWORDS.contains(&before[2].as_str()),
                        scope: open.last().map(|(begin, _)| *begin),
                        in_macro: open.iter().any(|(_, of_macro)| *of_macro),
                    };
                }
            }
        }
        match chars[at] {
            '(' | '[' | '{' => open.push((at, before[2] == "!" || before[1] == "!")),
            ')' | ']' | '}' => drop(open.pop()),
            _ => {}
        }
        let is_nothing = chars[at].is_whitespace() || token.starts_with("//") || token.starts_with("/*");
        if !is_nothing {
            before.rotate_left(1);
            before[2] = token;
        }
        for (after, _) in chars[at..end].iter().enumerate().filter(|(_, char)| **char == '\n') {
            (line, line_begins) = (line + 1, at + after + 1);
        }
        at = end;
    }
    found
}

fn is_word(char: char) -> bool {
    char.is_alphanumeric() || char == '_'
}

/// Where the token that begins here ends: a word, a text, a comment, or one sign.
fn token_end(chars: &[char], at: usize) -> usize {
    let is = |at: usize, char: char| chars.get(at) == Some(&char);
    let after = |from: usize, ends: &dyn Fn(usize) -> bool| (from..chars.len()).find(|&at| ends(at));
    match chars[at] {
        '/' if is(at + 1, '/') => after(at, &|at| is(at, '\n')).unwrap_or(chars.len()),
        '/' if is(at + 1, '*') => {
            let (mut depth, mut at) = (1, at + 2);
            while depth > 0 && at < chars.len() {
                let (opens, closes) = (is(at, '/') && is(at + 1, '*'), is(at, '*') && is(at + 1, '/'));
                depth = depth + usize::from(opens) - usize::from(closes);
                at += if opens || closes { 2 } else { 1 };
            }
            at
        }
        '"' => quoted_end(chars, at, '"'),
        // A character, or a lifetime.
        '\'' if is(at + 1, '\\') || is(at + 2, '\'') => quoted_end(chars, at, '\''),
        char if is_word(char) => {
            let end = after(at, &|at| !is_word(chars[at])).unwrap_or(chars.len());
            let is_raw = matches!(chars[at..end], ['r'] | ['b' | 'c', 'r']);
            let hashes = (end..chars.len()).take_while(|&at| is(at, '#')).count();
            if !is_raw || !is(end + hashes, '"') {
                return end;
            }
            let closes = |at: usize| is(at, '"') && (1..=hashes).all(|hash| is(at + hash, '#'));
            after(end + hashes + 1, &closes).map_or(chars.len(), |at| at + 1 + hashes)
        }
        _ => at + 1,
    }
}

fn quoted_end(chars: &[char], begin: usize, quote: char) -> usize {
    let mut at = begin + 1;
    while at < chars.len() && chars[at] != quote {
        at += if chars[at] == '\\' { 2 } else { 1 };
    }
    chars.len().min(at + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is found at the definitions of `f` in the text.
    fn definitions(text: &str) -> Vec<Found> {
        let places = text.lines().zip(1..).flat_map(|(line, number)| {
            let begins = line.match_indices("fn f").map(|(at, _)| line[..at].chars().count() + 4);
            begins.map(move |column| (number, column)).collect::<Vec<_>>()
        });
        let found = scopes(text, &places.collect::<Vec<Place>>());
        assert!(found.iter().all(|found| found.word == "f" && found.is_definition), "{found:?}");
        found
    }

    fn are_siblings(text: &str) -> bool {
        let found = definitions(text);
        assert_eq!(found.len(), 2, "{text}");
        !found[0].in_macro && found[0].scope == found[1].scope
    }

    #[test]
    fn definitions_between_the_same_braces_are_of_one_scope() {
        for siblings in [
            "fn f(x: f64) -> f64 { x }\nfn f(x: f64) -> f64 { x }",
            "mod m {\n    fn f() {} fn f() {}\n}",
            "impl P { fn f<'a>(&'a self) -> char { '{' }\n fn f(&self) -> &str { \"}{ \\\" {\" } }",
            "fn f() { r#\" \" { \"# }\n/* { /* { */ */ // {\nfn f() {}",
            "fn f() -> char { '\\'' }\nfn f() { b'}'; br\"\\\"; 'a: loop {} }",
            "/* ä { */ fn f() {} // fn g {\nfn f() {}",
        ] {
            assert!(are_siblings(siblings), "{siblings}");
        }
        for others in [
            "fn f() {}\nmod m { fn f() {} }",
            "mod m { fn f() {} }\nmod n { fn f() {} }",
            "impl P { fn f() {} }\nimpl Q { fn f() {} }",
            "fn g() { fn f() {} }\nfn f() {}",
            "apart! { fn f() {}\n fn f() {} }",
            "macro_rules! m { () => { fn f() {}\n fn f() {} } }",
        ] {
            assert!(!are_siblings(others), "{others}");
        }
    }
}
