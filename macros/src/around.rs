//! What stands in the file around an item, and the macro asks of it: types whose derive is not there, and the traits of `impl` blocks.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use proc_macro::{Span, TokenStream, TokenTree};

use crate::words::{lock, place, words_of, Head, Words};

/// For each type whose derive nothing imports or is misspelt, where the item begins that knows it.
static TOLD: Mutex<BTreeMap<(PathBuf, usize), usize>> = Mutex::new(BTreeMap::new());

/// The types beside an item that have the derive, which nothing imports or which is misspelt, if the item is the first to know.
pub(crate) fn underived(item: &TokenStream) -> Vec<String> {
    let Some(last) = item.clone().into_iter().last() else { return Vec::new() };
    let begin = if let TokenTree::Group(block) = last { block.span_open() } else { last.span() };
    let Some(file) = begin.local_file() else { return Vec::new() };
    let Some(words) = words_of(&file) else { return Vec::new() };
    let Some(own) = own(&words, begin).filter(|head| head.is_known()) else { return Vec::new() };
    let mut told = lock(&TOLD);
    let beside = words.underived.iter().chain(&words.misspelt).filter(|definition| definition.scope == own.scope);
    let first =
        beside.filter(|definition| *told.entry((file.clone(), definition.begin)).or_insert(own.begin) == own.begin);
    first.map(|definition| definition.text.clone()).collect()
}

/// The structs in the file of an item that have cotangents, with their definitions; and the names of those without parameters that have none.
pub(crate) fn structs(item: &TokenStream) -> (Vec<(String, String)>, Vec<String>) {
    let Some(last) = item.clone().into_iter().last() else { return Default::default() };
    let begin = if let TokenTree::Group(block) = &last { block.span_open() } else { last.span() };
    let Some(words) = begin.local_file().and_then(|file| words_of(&file)) else { return Default::default() };
    let own = own(&words, begin);
    let others = words.others.iter().filter_map(|named| Some(named.meant(own)?.0));
    (words.structs.iter().filter_map(|named| named.meant(own)).collect(), others.collect())
}

/// The other names of types in the file of an item, with their definitions.
pub(crate) fn aliases(item: &TokenStream) -> Vec<(String, String)> {
    let Some(last) = item.clone().into_iter().last() else { return Vec::new() };
    let begin = if let TokenTree::Group(block) = &last { block.span_open() } else { last.span() };
    let Some(words) = begin.local_file().and_then(|file| words_of(&file)) else { return Vec::new() };
    let own = own(&words, begin);
    words.aliases.iter().filter_map(|named| named.meant(own)).collect()
}

/// The names of the structs that stand between the same braces as an item.
pub(crate) fn structs_beside(item: &TokenStream) -> Vec<String> {
    let Some(standing) = Standing::of(item) else { return Vec::new() };
    let (words, scope) = (&standing.words, standing.scope.1);
    let structs = words.structs.iter().chain(&words.others);
    structs.filter_map(|named| named.beside(scope)).map(ToOwned::to_owned).collect()
}

/// The names in the file of an item that functions of blocks have and no function with a derivative.
pub(crate) fn unmarked(item: &TokenStream) -> Vec<String> {
    let file = item.clone().into_iter().last().and_then(|last| last.span().local_file());
    file.and_then(|file| words_of(&file)).map(|words| words.unmarked.clone()).unwrap_or_default()
}

/// The functions beside an item, and those in the `impl` blocks beside it, with their signatures. Of two with one name, one may be meant.
pub(crate) fn functions(item: &TokenStream) -> Vec<(String, String)> {
    let Some(standing) = Standing::of(item) else { return Vec::new() };
    let (words, scope) = (&standing.words, standing.scope.1);
    let functions = words.signatures.iter().filter_map(|signature| {
        let is_beside = signature.scope == scope;
        let of = signature.scope.filter(|_| !is_beside).and_then(|begin| words.braces.get(&begin));
        let of = of.filter(|head| words.is_inside(head.scope, scope, head.of_type().unwrap_or_default()));
        let of = of.and_then(Head::of_type);
        let name = &signature.name;
        let name = if is_beside { name.clone() } else { format!("{}::{name}", of?) };
        Some((name, signature.text.clone()))
    });
    let functions: Vec<(String, String)> = functions.collect();
    let mut names: Vec<&String> = functions.iter().map(|(name, _)| name).collect();
    names.sort_unstable();
    let is_one = |name: &String| {
        let begin = names.partition_point(|other| *other < name);
        names.get(begin + 1).is_none_or(|next| *next != name)
    };
    functions.iter().filter(|(name, _)| is_one(name)).cloned().collect()
}

/// The traits in the file of an `impl` block, with their definitions, and whether the block is the first one of its trait that is marked.
pub(crate) fn traits(item: &TokenStream) -> (Vec<(String, String)>, bool) {
    let Some(TokenTree::Group(block)) = item.clone().into_iter().last() else { return Default::default() };
    let begin = block.span_open();
    let Some(words) = begin.local_file().and_then(|file| words_of(&file)) else { return Default::default() };
    let Some(own) = own(&words, begin) else { return Default::default() };
    if own.keyword != "impl" || !own.is_of_trait() {
        return Default::default();
    }
    let same = |other: &&Head| other.keyword == "impl" && other.is_marked && other.of_trait() == own.of_trait();
    let first = words.braces.values().filter(same).map(|head| head.begin).min();
    let traits = words.traits.iter().filter_map(|named| named.meant(Some(own))).collect();
    (traits, first == Some(own.begin))
}

/// What stands before the braces that begin here.
pub(crate) fn own(words: &Words, begin: Span) -> Option<&Head> {
    words.braces.get(words.begins.get(&place(begin))?)
}

/// A constant that asks for the cotangent of a type.
struct Asked {
    ty: String,
    path: String,
    /// Where the item begins that it is of, and its head, which tells whether it is still there.
    begin: usize,
    head: String,
}

/// A file, and the braces in it between which something stands.
type Scope = (PathBuf, Option<usize>);

/// For each scope, what its items ask for.
static ASKED: Mutex<BTreeMap<Scope, Vec<Asked>>> = Mutex::new(BTreeMap::new());

/// An item in its file.
pub(crate) struct Standing {
    words: Arc<Words>,
    scope: Scope,
    begin: usize,
    head: String,
}

impl Standing {
    pub(crate) fn of(item: &TokenStream) -> Option<Self> {
        let Some(TokenTree::Group(block)) = item.clone().into_iter().last() else { return None };
        let begin = block.span_open();
        let file = begin.local_file()?;
        let words = words_of(&file)?;
        let own = own(&words, begin).filter(|head| head.is_known())?;
        let (scope, begin, head) = ((file, own.scope), own.begin, own.text.clone());
        Some(Self { words, scope, begin, head })
    }

    /// What items before this one ask for: the constants, by the types.
    pub(crate) fn earlier(&self) -> Vec<(String, String)> {
        let asked = lock(&ASKED);
        let beside = asked.get(&self.scope).map_or(&[][..], Vec::as_slice);
        let is_there = |asked: &&Asked| {
            let mut heads = self.words.braces.values();
            asked.begin < self.begin && heads.any(|head| head.begin == asked.begin && head.text == asked.head)
        };
        beside.iter().filter(is_there).map(|asked| (asked.ty.clone(), asked.path.clone())).collect()
    }

    /// Notes what this one asks for.
    pub(crate) fn note(self, types: Vec<(String, String)>) {
        let Self { scope, begin, head, .. } = self;
        let noted = types.into_iter().map(|(ty, path)| Asked { ty, path, begin, head: head.clone() });
        lock(&ASKED).entry(scope).or_default().extend(noted);
    }
}
