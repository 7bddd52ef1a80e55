//! Definitions that stand in the source twice. Of these rustc says so; a second companion would say it again for each of its functions.
//!
//! A macro sees one item. So it notes where it has seen which name, and where a name comes again, it looks into the file: two places between the
//! same braces are in one scope. Where it cannot look, it takes the two for different ones.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use proc_macro::{Ident, Span, TokenStream, TokenTree};

/// A line and a column, from 1.
type Place = (usize, usize);

/// For each name in a file, where it was defined, and where the macro stood.
type Seen = BTreeMap<(PathBuf, String), Vec<(Place, Place)>>;

static SEEN: Mutex<Seen> = Mutex::new(BTreeMap::new());

/// What stands where in a file, of the words that matter here.
type Words = HashMap<Place, Found>;

/// The files that have been read, with when they were written: each is read once, however many names come again.
static READ: Mutex<BTreeMap<PathBuf, (SystemTime, Arc<Words>)>> = Mutex::new(BTreeMap::new());

/// What has come before.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Before {
    Nothing,
    /// Another definition of the name, in the same scope.
    Definition,
    /// The same macro, on the same definition.
    Macro,
}

/// The name of the derive, or how it ends.
const DERIVE: &str = "Differentiable";

/// What stands before the name of a definition.
const KEYWORDS: [&str; 3] = ["fn", "struct", "enum"];

/// What has come before this definition; of an item without a name nothing is known.
pub(crate) fn before(item: &TokenStream) -> Before {
    let Some((keyword, name)) = name(item) else { return Before::Nothing };
    let Some(file) = name.span().local_file() else { return Before::Nothing };
    let (place, of_macro) = (place(name.span()), place(Span::call_site()));
    let mut seen = lock(&SEEN);
    let earlier = seen.entry((file.clone(), format!("{keyword} {name}"))).or_default();
    let found = if earlier.is_empty() { Before::Nothing } else { compare(&file, earlier, place, of_macro) };
    if !earlier.contains(&(place, of_macro)) {
        earlier.push((place, of_macro));
    }
    found
}

fn lock<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

fn compare(file: &Path, earlier: &[(Place, Place)], place: Place, of_macro: Place) -> Before {
    if earlier.contains(&(place, of_macro)) {
        return Before::Nothing;
    }
    let Some(words) = words_of(file) else { return Before::Nothing };
    let same = |&(other, of_other): &(Place, Place)| {
        if other == place {
            let mut of_macros = [of_other, of_macro].into_iter().map(|at| words.get(&at));
            let is_derive = of_macros.all(|found| found.is_some_and(|found| found.word.ends_with(DERIVE)));
            return is_derive.then_some(Before::Macro);
        }
        let (one, two) = (words.get(&other)?, words.get(&place)?);
        let are_siblings = one.is_definition && two.is_definition && one.word == two.word && one.scope == two.scope;
        (are_siblings && !one.in_macro).then_some(Before::Definition)
    };
    earlier.iter().find_map(same).unwrap_or(Before::Nothing)
}

/// What stands in a file, as it is now.
fn words_of(file: &Path) -> Option<Arc<Words>> {
    let written = fs::metadata(file).and_then(|known| known.modified()).ok()?;
    let mut read = lock(&READ);
    if let Some((_, words)) = read.get(file).filter(|(known, _)| *known == written) {
        return Some(Arc::clone(words));
    }
    let words = Arc::new(words(&fs::read_to_string(file).ok()?));
    read.insert(file.to_owned(), (written, Arc::clone(&words)));
    Some(words)
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
#[derive(Clone, Debug, PartialEq, Eq)]
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

/// The names of definitions and of derives, by where they stand.
fn words(text: &str) -> Words {
    let mut found = Words::new();
    let mut open: Vec<(usize, bool)> = Vec::new();
    // The words and signs before, the last one at the end.
    let mut before: [String; 3] = Default::default();
    let chars: Vec<char> = text.chars().collect();
    let (mut at, mut line, mut line_begins) = (0, 1, 0);
    while at < chars.len() {
        let end = token_end(&chars, at);
        let token: String = chars[at..end].iter().collect();
        let is_definition = KEYWORDS.contains(&before[2].as_str());
        if is_word(chars[at]) && (is_definition || token.ends_with(DERIVE)) {
            let place = (line, at - line_begins + 1);
            let scope = open.last().map(|(begin, _)| *begin);
            let in_macro = open.iter().any(|(_, of_macro)| *of_macro);
            found.insert(place, Found { word: token.clone(), is_definition, scope, in_macro });
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
        let all = words(text);
        let found: Vec<Found> = places.filter_map(|place| all.get(&place).cloned()).collect();
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
