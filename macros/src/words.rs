//! What stands where in a file: the names of definitions, and what stands before braces.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use proc_macro::Span;

use crate::generics;
use crate::modules::{self, Names};

/// A line and a column, from 1.
pub(crate) type Place = (usize, usize);

/// What stands where in a file, of the words that matter here.
#[derive(Default)]
pub(crate) struct Words {
    /// The names of definitions and of derives, by where they stand.
    pub(crate) found: HashMap<Place, Found>,
    /// What stands before braces, by where they begin.
    pub(crate) braces: HashMap<usize, Head>,
    /// Where braces begin, by the line and the column.
    pub(crate) begins: HashMap<Place, usize>,
    /// The names that are there, and those that are not.
    pub(crate) names: Names,
    /// The words of imports.
    pub(crate) imported: BTreeSet<String>,
    /// The structs that have lifetimes, with how many.
    pub(crate) borrowing: Vec<(String, usize)>,
    /// The traits.
    pub(crate) traits: Vec<Named>,
    /// The structs that have cotangents.
    pub(crate) structs: Vec<Named>,
    /// Those without parameters that have none.
    pub(crate) others: Vec<Named>,
    /// The other names of types, outside of blocks and functions.
    pub(crate) aliases: Vec<Named>,
    /// The functions that are there for sure, and their names between which braces.
    pub(crate) signatures: Vec<Signature>,
    pub(crate) functions: HashSet<(Option<usize>, String)>,
    /// The names that functions of blocks have and no function with a derivative.
    pub(crate) unmarked: Vec<String>,
    /// The types whose derive nothing imports.
    pub(crate) underived: Vec<Definition>,
    /// The structs whose derive is misspelt.
    pub(crate) misspelt: Vec<Definition>,
    /// The `impl` blocks of types themselves.
    pub(crate) blocks: Vec<Definition>,
}

/// The definition of a type.
#[derive(Clone)]
pub(crate) struct Definition {
    pub(crate) begin: usize,
    pub(crate) text: String,
    /// Which braces it stands in.
    pub(crate) scope: Option<usize>,
}

/// A function.
pub(crate) struct Signature {
    pub(crate) name: String,
    /// What stands before its body.
    pub(crate) text: String,
    /// Which braces it stands in.
    pub(crate) scope: Option<usize>,
}

impl Words {
    /// Whether braces are these, or stand in these and in no module in there, and nothing in there is a struct of this name.
    pub(crate) fn is_inside(&self, mut scope: Option<usize>, around: Option<usize>, word: &str) -> bool {
        let defines = |scope: Option<usize>| {
            let mut structs = self.structs.iter().chain(&self.others);
            structs.any(|named| named.name == word && named.definition.scope == scope)
        };
        while scope != around {
            if defines(scope) {
                return false;
            }
            let Some(head) = scope.and_then(|begin| self.braces.get(&begin)) else { return false };
            if head.keyword == "mod" {
                return false;
            }
            scope = head.scope;
        }
        true
    }

    /// What tokens say wherever they stand.
    fn of(tokens: &[String]) -> Self {
        let (names, imported) = (Names::of(tokens), generics::all_imported(tokens));
        Self { names, imported, borrowing: generics::borrowing(tokens), ..Self::default() }
    }

    /// Finds out which names mean one definition: one of two, and what may come from elsewhere, may not be meant.
    fn tell_apart(&mut self, types: &[(String, Option<usize>)], others: &BTreeSet<String>) {
        for named in self.traits.iter_mut().chain(&mut self.structs).chain(&mut self.others).chain(&mut self.aliases) {
            let mut same = types.iter().filter(|(name, _)| *name == named.name).map(|(_, scope)| *scope);
            let there = same.clone().filter(|scope| *scope == named.definition.scope);
            named.is_one_there = there.count() == 1;
            named.is_one = same.next().is_some() && same.next().is_none() && !others.contains(&named.name);
        }
    }
}

/// A definition under its name.
pub(crate) struct Named {
    name: String,
    definition: Definition,
    /// Whether nothing else in the file has its name.
    is_one: bool,
    /// Whether nothing else has its name between the same braces.
    is_one_there: bool,
}

impl Named {
    fn new(head: &Head, definition: Definition) -> Option<Self> {
        let name = head.words().next()?.to_owned();
        Some(Self { name, definition, is_one: false, is_one_there: false })
    }

    /// The name and the definition, if it stands in these braces, and this name is in it.
    pub(crate) fn of(&self, word: &str, scope: Option<usize>) -> Option<(String, String)> {
        let is_of = self.definition.scope == scope && self.definition.text.contains(word);
        is_of.then(|| (self.name.clone(), self.definition.text.clone()))
    }

    /// The name, if the definition stands in these braces, and no other one of its name does.
    pub(crate) fn beside(&self, scope: Option<usize>) -> Option<&str> {
        (self.is_one_there && self.definition.scope == scope).then_some(&self.name)
    }

    /// The name and the definition, if the name surely means this one for what has this head.
    pub(crate) fn meant(&self, beside: Option<&Head>) -> Option<(String, String)> {
        let is_beside = beside.is_some_and(|head| head.scope == self.definition.scope);
        let is_meant = self.is_one || self.is_one_there && is_beside;
        is_meant.then(|| (self.name.clone(), self.definition.text.clone()))
    }
}

/// The files that have been read, with when they were written: each is read once, however many names come again.
static READ: Mutex<BTreeMap<PathBuf, (SystemTime, Arc<Words>)>> = Mutex::new(BTreeMap::new());

/// The name of the derive, or how it ends.
pub(crate) const DERIVE: &str = "Differentiable";

/// What stands before the name of a definition.
pub(crate) const KEYWORDS: [&str; 3] = ["fn", "struct", "enum"];

pub(crate) fn lock<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What stands in a file, as it is now.
pub(crate) fn words_of(file: &Path) -> Option<Arc<Words>> {
    let written = fs::metadata(file).and_then(|known| known.modified()).ok()?;
    let mut read = lock(&READ);
    if let Some((_, words)) = read.get(file).filter(|(known, _)| *known == written) {
        return Some(Arc::clone(words));
    }
    let text = fs::read_to_string(file).ok()?;
    let mut words = words(&text);
    words.names.macros = modules::macros(file, &tokens(&text));
    let words = Arc::new(words);
    read.insert(file.to_owned(), (written, Arc::clone(&words)));
    Some(words)
}

pub(crate) fn place(span: Span) -> Place {
    (span.line(), span.column())
}

/// What stands at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Found {
    /// The word that begins there.
    pub(crate) word: String,
    /// Whether a keyword of a definition stands before it.
    pub(crate) is_definition: bool,
    /// Whether a condition may stand before it.
    pub(crate) is_conditional: bool,
    /// Which braces it stands in, by where they begin.
    pub(crate) scope: Option<usize>,
    /// Whether some of the braces around it are those of a macro, which may put the two anywhere.
    pub(crate) in_macro: bool,
}

impl Found {
    /// Whether it is defined here for sure.
    pub(crate) fn is_method(&self) -> bool {
        self.is_definition && !self.is_conditional && !self.in_macro
    }
}

/// What stands before braces, from the end of what stands before that.
#[expect(clippy::struct_excessive_bools, reason = "each answers a question of its own")]
#[derive(Clone, Debug, Default)]
pub(crate) struct Head {
    /// Where it begins.
    pub(crate) begin: usize,
    /// The first of the keywords that say what it is.
    pub(crate) keyword: String,
    /// What follows the keyword.
    pub(crate) text: String,
    is_conditional: bool,
    /// Whether it has the attribute.
    pub(crate) is_marked: bool,
    /// Whether it has the derive, by its name alone.
    derives: bool,
    /// Whether it has the derive, by any path.
    has_cotangent: bool,
    /// Whether it has one of a name like it.
    has_misspelt: bool,
    in_macro: bool,
    /// Which braces it stands in.
    pub(crate) scope: Option<usize>,
}

impl Head {
    /// The words and signs after the keyword.
    pub(crate) fn words(&self) -> impl Iterator<Item = &str> {
        self.text.split(' ').filter(|word| !word.is_empty())
    }

    /// Takes the next of its words and signs, and the one before that, with the words of imports.
    fn read(&mut self, token: &str, before: &str, in_braces: bool, imported: &BTreeSet<String>) {
        self.is_conditional |= token.starts_with("cfg");
        self.is_marked |= token == "differentiable";
        if !self.keyword.is_empty() {
            self.text.push(' ');
            self.text.push_str(token);
            return;
        }
        self.has_cotangent |= token == DERIVE;
        // Another derive may have that name.
        let is_other = before == ":" || imported.contains(token) || imported.contains("*");
        self.has_misspelt |= is_misspelt(token) && !is_other;
        self.derives |= token == DERIVE && before != ":";
        if in_braces && OF_ITEMS.contains(&token) {
            token.clone_into(&mut self.keyword);
        }
    }

    /// Whether it is there for sure.
    pub(crate) fn is_known(&self) -> bool {
        !self.is_conditional && !self.in_macro
    }

    /// Whether there are no methods in these braces.
    pub(crate) fn has_no_methods(&self) -> bool {
        matches!(self.keyword.as_str(), "fn" | "mod")
    }

    /// Whether both are of one type, and of one trait.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        let both_known = self.is_known() && other.is_known();
        both_known && (&self.keyword, &self.text, self.scope) == (&other.keyword, &other.text, other.scope)
    }

    pub(crate) fn is_of_trait(&self) -> bool {
        self.text.replace(" for <", "").contains(" for ")
    }

    /// Whether it is a type with the derive.
    fn is_derived(&self) -> bool {
        self.derives && matches!(self.keyword.as_str(), "struct" | "enum")
    }

    /// All of it, up to the end of its braces or its semicolon.
    fn definition(&self, chars: &[char], end: usize) -> Option<Definition> {
        let text = || chars[self.begin..=end].iter().collect();
        self.is_known().then(|| Definition { begin: self.begin, text: text(), scope: self.scope })
    }

    /// The type that a block without parameters is of, and of no trait.
    pub(crate) fn of_type(&self) -> Option<&str> {
        let mut words = self.words().filter(|_| self.keyword == "impl" && self.is_known());
        words.next().filter(|_| words.next().is_none())
    }

    /// The last word of the trait that a block is of.
    pub(crate) fn of_trait(&self) -> Option<&str> {
        self.text.split(" for ").next().filter(|_| self.is_of_trait())?.rsplit(' ').next()
    }
}

/// The keywords that say what an item with braces is.
const OF_ITEMS: [&str; 10] = ["fn", "impl", "mod", "trait", "struct", "enum", "union", "macro_rules", "use", "type"];

/// What stands before the name of a type or a trait.
const TYPES: [&str; 5] = ["trait", "struct", "enum", "union", "type"];

/// Whether this is the name of the derive with a letter too few, too many, of another kind or at another place.
fn is_misspelt(word: &str) -> bool {
    let begins = word.chars().zip(DERIVE.chars()).take_while(|(one, other)| one == other).count();
    let ends = word.chars().rev().zip(DERIVE.chars().rev()).take_while(|(one, other)| one == other).count();
    let (count, length) = (word.chars().count(), DERIVE.len());
    let differ = count.max(length).saturating_sub(begins + ends);
    // The attribute has a small letter.
    word != DERIVE && word.starts_with(char::is_uppercase) && count.abs_diff(length) <= 1 && differ <= 2
}

/// Adds a definition to the structs, to the others, and to the types whose derive nothing imports or is misspelt, if it is one.
fn define(
    head: &Head,
    definition: Definition,
    [structs, others]: [&mut Vec<Named>; 2],
    [underived, misspelt]: [&mut Vec<Definition>; 2],
) {
    if head.keyword == "struct" && head.has_misspelt && !head.has_cotangent {
        misspelt.push(definition.clone());
    }
    if head.keyword == "struct" && head.has_cotangent {
        structs.extend(Named::new(head, definition.clone()));
    } else if head.keyword == "struct" && head.words().nth(1) != Some("<") {
        others.extend(Named::new(head, definition.clone()));
    }
    if head.is_derived() {
        underived.push(definition);
    }
}

/// The other name of a type that a definition gives, if it stands in no block and no function.
fn alias(head: &Head, definition: Option<Definition>, braces: &HashMap<usize, Head>) -> Option<Named> {
    let of = head.scope.and_then(|scope| braces.get(&scope));
    Named::new(head, definition.filter(|_| of.is_none_or(|of| of.keyword == "mod"))?)
}

/// The names that functions of blocks have and no function with a derivative. One that comes from a macro may have one.
fn unmarked(functions: &[Head], braces: &HashMap<usize, Head>) -> Vec<String> {
    let block = |head: &Head| head.scope.and_then(|scope| braces.get(&scope));
    // Where one function of a block has the attribute, the others have none.
    let chosen: HashSet<Option<usize>> =
        functions.iter().filter(|head| head.is_marked).map(|head| head.scope).collect();
    let has_derivative = |head: &&Head| {
        let is_of_marked = || block(head).is_some_and(|block| block.is_marked) && !chosen.contains(&head.scope);
        head.is_marked || head.in_macro || is_of_marked()
    };
    let (marked, others): (Vec<&Head>, Vec<&Head>) = functions.iter().partition(has_derivative);
    let is_of_block = |head: &&Head| block(head).is_some_and(|of| matches!(of.keyword.as_str(), "impl" | "trait"));
    let name = |head: &Head| head.words().next().map(str::to_owned);
    let marked: BTreeSet<String> = marked.into_iter().filter_map(name).collect();
    let others: BTreeSet<String> = others.into_iter().filter(is_of_block).filter_map(name).collect();
    others.difference(&marked).cloned().collect()
}

/// The names of definitions and of derives, and what stands before braces.
fn words(text: &str) -> Words {
    let written = tokens(text);
    let mut words = Words::of(&written);
    let imported = generics::imported(&written);
    let (mut head, mut head_begins) = (Head::default(), None);
    let mut open: Vec<(usize, bool)> = Vec::new();
    // The names of types, with the braces that each stands in.
    let mut types: Vec<(String, Option<usize>)> = Vec::new();
    let mut functions: Vec<Head> = Vec::new();
    // The words and signs before, the last one at the end.
    let mut before: [String; 3] = Default::default();
    let chars: Vec<char> = text.chars().collect();
    let (mut at, mut line, mut line_begins) = (0, 1, 0);
    while at < chars.len() {
        let end = token_end(&chars, at);
        let (token, place) = (chars[at..end].iter().collect::<String>(), (line, at - line_begins + 1));
        let is_definition = KEYWORDS.contains(&before[2].as_str());
        if is_word(chars[at]) && (is_definition || token.ends_with(DERIVE)) {
            let scope = open.last().map(|(begin, _)| *begin);
            let in_macro = open.iter().any(|(_, of_macro)| *of_macro);
            let is_conditional = head.is_conditional;
            words.found.insert(place, Found { word: token.clone(), is_definition, is_conditional, scope, in_macro });
        }
        if is_word(chars[at]) && TYPES.contains(&before[2].as_str()) {
            types.push((token.clone(), open.last().map(|(begin, _)| *begin)));
        }
        let is_nothing = chars[at].is_whitespace() || token.starts_with("//") || token.starts_with("/*");
        let in_braces = open.last().is_none_or(|&(begin, _)| chars[begin] == '{');
        if token == "{" || in_braces && matches!(token.as_str(), "}" | ";") {
            let mut ended = std::mem::take(&mut head);
            ended.begin = head_begins.take().unwrap_or(at);
            ended.scope = open.last().map(|(begin, _)| *begin);
            ended.in_macro = open.iter().any(|(_, of_macro)| *of_macro);
            if token == ";" && ended.keyword == "type" {
                words.aliases.extend(alias(&ended, ended.definition(&chars, at), &words.braces));
            } else if let (";", Some(definition)) = (token.as_str(), ended.definition(&chars, at)) {
                define(
                    &ended,
                    definition,
                    [&mut words.structs, &mut words.others],
                    [&mut words.underived, &mut words.misspelt],
                );
            }
            functions.extend((ended.keyword == "fn").then(|| ended.clone()));
            if token == "{" {
                if ended.keyword == "fn" && ended.is_known() {
                    let text = chars[ended.begin..at].iter().collect();
                    if let Some(name) = ended.words().next().map(str::to_owned) {
                        words.functions.insert((ended.scope, name.clone()));
                        words.signatures.push(Signature { name, text, scope: ended.scope });
                    }
                }
                words.begins.insert(place, at);
                words.braces.insert(at, ended);
            }
        } else if !is_nothing {
            head_begins = head_begins.or(Some(at));
            head.read(&token, &before[2], in_braces, &imported);
        }
        match chars[at] {
            '(' | '[' | '{' => open.push((at, before[2] == "!" || before[1] == "!")),
            ')' | ']' | '}' => {
                let begin = open.pop().map(|(begin, _)| begin);
                // `#![…]` is of what is around.
                if begin.is_some_and(|begin| chars[..begin].ends_with(&['#', '!'])) {
                    (head, head_begins) = (Head::default(), None);
                }
                let ended = begin.and_then(|begin| words.braces.get(&begin));
                let definition = ended.and_then(|head| head.definition(&chars, at));
                match (ended, definition) {
                    (Some(head), Some(definition)) if head.keyword == "trait" => {
                        words.traits.extend(Named::new(head, definition));
                    }
                    (Some(head), Some(definition)) if head.keyword == "impl" && !head.is_of_trait() => {
                        words.blocks.push(definition);
                    }
                    (Some(head), Some(definition)) => {
                        define(
                            head,
                            definition,
                            [&mut words.structs, &mut words.others],
                            [&mut words.underived, &mut words.misspelt],
                        );
                    }
                    _ => {}
                }
            }
            _ => {}
        }
        if !is_nothing {
            before.rotate_left(1);
            before[2] = token;
        }
        for (after, _) in chars[at..end].iter().enumerate().filter(|(_, char)| **char == '\n') {
            (line, line_begins) = (line + 1, at + after + 1);
        }
        at = end;
    }
    words.unmarked = unmarked(&functions, &words.braces);
    words.tell_apart(&types, &imported);
    if generics::imports_derive(&written) {
        words.underived.clear();
    }
    words
}

pub(crate) fn is_word(char: char) -> bool {
    char.is_alphanumeric() || char == '_'
}

/// The tokens of a text, without comments.
pub(crate) fn tokens(text: &str) -> Vec<String> {
    let chars: Vec<char> = text.chars().collect();
    let (mut tokens, mut at) = (Vec::new(), 0);
    while at < chars.len() {
        let end = token_end(&chars, at);
        let token: String = chars[at..end].iter().collect();
        if !(chars[at].is_whitespace() || token.starts_with("//") || token.starts_with("/*")) {
            tokens.push(token);
        }
        at = end;
    }
    tokens
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
        let found: Vec<Found> = places.filter_map(|place| all.found.get(&place).cloned()).collect();
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

    #[test]
    fn definitions_do_not_begin_with_attributes_of_the_file() {
        let all = words("#![allow(warnings)]\n#[derive(Differentiable)]\nstruct P { x: f64 }\n");
        let meant: Vec<_> = all.structs.iter().filter_map(|named| named.meant(None)).collect();
        assert_eq!(meant, [("P".to_owned(), "#[derive(Differentiable)]\nstruct P { x: f64 }".to_owned())]);
    }

    /// What stands before the braces in which `fn f` does.
    fn head(text: &str) -> Head {
        let all = words(text);
        let scope = definitions(text)[0].scope.expect("it stands in braces");
        all.braces[&scope].clone()
    }

    #[test]
    fn heads_say_whether_they_are_marked() {
        assert!(head("#[backprop::differentiable]\npub trait A: B { fn f(&self); }").is_marked);
        assert!(!head("#[differentiable] fn g() {}\ntrait A { fn f(&self); }").is_marked);
    }

    #[test]
    fn functions_without_derivatives_are_known_by_their_names() {
        for (text, unmarked) in [
            ("impl P { fn f(&self) {} }\ntrait A { fn g(&self); }", vec!["f", "g"]),
            ("#[differentiable]\nimpl P { fn f(&self) {} }\nimpl Q { fn f(&self) {} fn g(&self) {} }", vec!["g"]),
            ("#[differentiable]\nimpl P { #[differentiable] fn f(&self) {} fn g(&self) {} }", vec!["g"]),
            ("#[differentiable]\nfn f(x: f64) -> f64 { fn g() {} x }\nm! { impl P { fn h() {} } }", vec![]),
        ] {
            assert_eq!(words(text).unmarked, unmarked, "{text}");
        }
    }

    #[test]
    fn names_like_that_of_the_derive_are_misspelt() {
        for word in ["Diferentiable", "Differentable", "Diffferentiable", "Differentialbe", "Differentiabel"] {
            assert!(is_misspelt(word), "{word}");
        }
        assert!(["Differentiable", "differentiable", "Differential", "Different", "Debug"]
            .iter()
            .all(|word| !is_misspelt(word)));
    }

    #[test]
    fn heads_of_blocks_say_what_they_are_of() {
        for (one, other) in [
            ("impl P { fn f() {} }", "#[differentiable]\n#[allow(dead_code)] impl P { fn f() {} }"),
            ("impl<T: Real> P<T> { fn f() {} }", "use a; unsafe impl < T : Real > P<T>{fn f(){}}"),
            ("impl A for [f64; 3] { fn f() {} }", "struct P;\nimpl A /* of */ for [f64; 3] { fn f() {} }"),
        ] {
            assert!(head(one).is_same(&head(other)), "{one} {other}");
        }
        for (one, other) in [
            ("impl P { fn f() {} }", "impl Q { fn f() {} }"),
            ("impl P<f64> { fn f() {} }", "impl P<f32> { fn f() {} }"),
            ("impl P { fn f() {} }", "#[cfg(unix)] impl P { fn f() {} }"),
            ("impl P { fn f() {} }", "m! { impl P { fn f() {} } }"),
            ("impl P { fn f() {} }", "mod m { impl P { fn f() {} } }"),
        ] {
            assert!(!head(one).is_same(&head(other)), "{one} {other}");
        }
        assert!(head("impl A for P { fn f() {} }").is_of_trait());
        assert!(!head("impl<F: for<'a> Fn(&'a f64)> P<F> { fn f() {} }").is_of_trait());
        assert!(head("fn g() -> impl Fn() { fn f() {} }").has_no_methods());
        assert!(head("pub mod m { fn f() {} }").has_no_methods());
        for with_methods in ["impl P<{ 3 }> { fn f() {} }", "trait A { fn f() {} }", "pub(crate) trait A { fn f(); }"] {
            assert!(!head(with_methods).has_no_methods(), "{with_methods}");
        }
    }
}
