//! Definitions that stand in the source twice, and methods that stand in no block. Of these rustc says so; a companion would say it again for
//! each of its functions.
//!
//! A macro sees one item. So it notes where it has seen which name, and where a name comes again, it looks into the file: two places between the
//! same braces are in one scope. Where it cannot look, it takes the two for different ones.

use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use proc_macro::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};

use crate::words::{lock, place, words_of, Definition, Head, Place, DERIVE, KEYWORDS};

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

fn compare(file: &Path, earlier: &[(Place, Place)], place: Place, of_macro: Place) -> Before {
    if earlier.contains(&(place, of_macro)) {
        return Before::Nothing;
    }
    let Some(words) = words_of(file) else { return Before::Nothing };
    let same = |&(other, of_other): &(Place, Place)| {
        if other == place {
            let mut of_macros = [of_other, of_macro].into_iter().map(|at| words.found.get(&at));
            let is_derive = of_macros.all(|found| found.is_some_and(|found| found.word.ends_with(DERIVE)));
            return is_derive.then_some(Before::Macro);
        }
        let (one, two) = (words.found.get(&other)?, words.found.get(&place)?);
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

/// Whether this is a function with `self` that surely stands outside of blocks that have methods.
pub(crate) fn is_method_outside(item: &TokenStream) -> bool {
    let Some(("fn", name)) = name(item) else { return false };
    if !item.clone().into_iter().any(|token| matches!(token, TokenTree::Group(group) if begins_with_self(&group))) {
        return false;
    }
    let Some(words) = name.span().local_file().and_then(|file| words_of(&file)) else { return false };
    let Some(found) = words.found.get(&place(name.span())).filter(|found| found.is_definition) else { return false };
    let of_function = |begin: usize| words.braces.get(&begin).is_some_and(Head::has_no_methods);
    !found.in_macro && found.word == name.to_string() && found.scope.is_none_or(of_function)
}

/// Whether this is a function without `self` in a block, or in a trait, that has no attribute: nothing can stand beside it.
pub(crate) fn is_function_inside(item: &TokenStream) -> bool {
    let Some(("fn", name)) = name(item) else { return false };
    if item.clone().into_iter().any(|token| matches!(token, TokenTree::Group(group) if begins_with_self(&group))) {
        return false;
    }
    let Some(words) = name.span().local_file().and_then(|file| words_of(&file)) else { return false };
    let Some(found) = words.found.get(&place(name.span())).filter(|found| found.is_definition) else { return false };
    let is_block = |head: &Head| matches!(head.keyword.as_str(), "impl" | "trait") && !head.is_marked;
    let block = found.scope.and_then(|begin| words.braces.get(&begin));
    !found.in_macro && found.word == name.to_string() && block.is_some_and(is_block)
}

/// Whether these are the parameters of a method.
fn begins_with_self(params: &Group) -> bool {
    let mut tokens = params.stream().into_iter().skip_while(|token| match token {
        TokenTree::Punct(punct) => matches!(punct.as_char(), '&' | '\''),
        TokenTree::Ident(name) => name.to_string() == "mut",
        TokenTree::Group(_) | TokenTree::Literal(_) => false,
    });
    params.delimiter() == Delimiter::Parenthesis
        && matches!(tokens.next(), Some(TokenTree::Ident(name)) if name.to_string() == "self")
}

/// What other blocks define that a block defines too.
pub(crate) enum InBlocks {
    /// The methods of these names.
    Methods(Vec<String>),
    /// All of it: a block before it is the `impl` of the same trait for the same type.
    All,
}

/// What other blocks with the same head, in the same scope, define that this one does. Of what is there under a condition nothing is known.
pub(crate) fn of_block(item: &TokenStream) -> InBlocks {
    let none = InBlocks::Methods(Vec::new());
    let mut tokens = item.clone().into_iter();
    let is_impl = |token: &TokenTree| matches!(token, TokenTree::Ident(name) if name.to_string() == "impl");
    if !tokens.any(|token| is_impl(&token)) {
        return none;
    }
    let Some(TokenTree::Group(block)) = tokens.last() else { return none };
    let begin = block.span_open();
    let Some(words) = begin.local_file().and_then(|file| words_of(&file)) else { return none };
    let Some(&begin) = words.begins.get(&place(begin)) else { return none };
    let head = words.braces.get(&begin).filter(|head| head.is_known() && head.keyword == "impl");
    let Some(head) = head else { return none };
    let same = |at: usize| at != begin && words.braces.get(&at).is_some_and(|other| other.is_same(head));
    if head.is_of_trait() {
        let is_second = words.braces.keys().any(|&at| at < begin && same(at));
        return if is_second { InBlocks::All } else { none };
    }
    let others = words.found.values().filter(|found| found.is_method() && found.scope.is_some_and(same));
    let others: HashSet<&str> = others.map(|found| found.word.as_str()).collect();
    let own = words.found.values().filter(|found| found.is_method() && found.scope == Some(begin));
    InBlocks::Methods(
        own.filter(|found| others.contains(found.word.as_str())).map(|found| found.word.clone()).collect(),
    )
}

/// The traits in the file of an `impl` block that have derivatives.
pub(crate) fn marked_traits(item: &TokenStream) -> Vec<String> {
    let Some(TokenTree::Group(block)) = item.clone().into_iter().last() else { return Vec::new() };
    let is_block = matches!(block.delimiter(), Delimiter::Brace);
    let words = block.span_open().local_file().filter(|_| is_block).and_then(|file| words_of(&file));
    let Some(words) = words else { return Vec::new() };
    let marked = words.braces.values().filter(|head| head.is_marked && head.keyword == "trait");
    marked.filter_map(|head| head.words().next().map(str::to_owned)).collect()
}

/// The `impl` blocks of types themselves that stand where this definition does, or in functions and constants there, and the other names that
/// the type has there.
pub(crate) fn blocks_beside(item: &TokenStream) -> (Vec<String>, Vec<(String, String)>) {
    let Some((_, name)) = name(item) else { return Default::default() };
    let Some(words) = name.span().local_file().and_then(|file| words_of(&file)) else { return Default::default() };
    let own = words.found.get(&place(name.span())).filter(|own| own.is_method());
    let Some(own) = own else { return Default::default() };
    let word = name.to_string();
    let aliases: Vec<(String, String)> = words.aliases.iter().filter_map(|alias| alias.of(&word, own.scope)).collect();
    let is_meant = |block: &&Definition| {
        let names = || aliases.iter().map(|(alias, _)| alias).chain([&word]);
        names().any(|name| block.text.contains(name.as_str())) && words.is_inside(block.scope, own.scope, &word)
    };
    (words.blocks.iter().filter(is_meant).map(|block| block.text.clone()).collect(), aliases)
}
