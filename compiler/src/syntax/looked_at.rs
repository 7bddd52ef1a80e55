//! Parameters behind `&` that a function changes all the same, and references that it changes in place of what they refer to. Both are
//! mistakes, and rustc reports them.

use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{FnArg, ItemFn, Pat, Type};

use crate::source::names::mentions;
use crate::texts::{TextMap, TextSet};

/// The methods that change the array that they are called on.
const CHANGING: &[&str] = &["iter_mut", "swap", "fill", "sort_by", "reverse", "copy_from_slice", "push", "chunks_mut"];

/// The parameter that a function changes, or changes a part of, behind a reference without `mut`, where it does so; or the one that is a
/// reference and an operand of `+=` and its kin.
///
/// Of `self`, a method that takes it by `&mut` changes it. The body is read as it was written, if it is at hand: tokens made from the
/// syntax of a long sum take a deep stack.
pub(crate) fn changes_looked_at(function: &ItemFn, written: Option<&Group>, of_self: &TextSet) -> Option<Span> {
    let looked_at = function.sig.inputs.iter().filter_map(|input| match input {
        FnArg::Typed(input) => match (&*input.pat, &*input.ty) {
            (Pat::Ident(name), Type::Reference(ty)) if name.mutability.is_none() => {
                let behind = match ty.mutability {
                    Some(_) => Behind::Changing,
                    None if is_array(&ty.elem) => Behind::Array,
                    None => Behind::Other,
                };
                Some((name.ident.to_string(), behind))
            }
            _ => None,
        },
        FnArg::Receiver(_) => None,
    });
    let mut looked_at = looked_at.peekable();
    looked_at.peek()?;
    let body = written.map_or_else(|| function.block.to_token_stream(), Group::stream);
    // Another variable of the name may be changed.
    let names: TextMap<Behind> = looked_at.filter(|(name, _)| !is_declared(body.clone(), name)).collect();
    if names.is_empty() { None } else { changes(body, &names, of_self) }
}

/// What a parameter is behind.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Behind {
    /// `&mut`.
    Changing,
    /// `&`, of an array of Rust's own.
    Array,
    /// `&`, of anything else.
    Other,
}

/// Whether this is an array of Rust's own, by its name.
#[expect(clippy::wildcard_enum_match_arm, reason = "every other type may have other methods of these names")]
fn is_array(ty: &Type) -> bool {
    match ty {
        Type::Slice(_) | Type::Array(_) => true,
        Type::Path(path) => path.path.segments.len() == 1 && path.path.segments[0].ident == "Vec",
        _ => false,
    }
}

/// Whether something of this name may be declared: a variable in a pattern, or a parameter. Of arms and of functions inside, their
/// names alone are asked for.
fn is_declared(tokens: TokenStream, name: &str) -> bool {
    if mentions_any(tokens.clone(), &["match", "fn", "macro_rules"]) && mentions(tokens.clone(), name) {
        return true;
    }
    let (mut in_pattern, mut in_parameters) = (false, false);
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) if ["let", "for"].iter().any(|word| ident == word) => {
            in_pattern = true;
            false
        }
        TokenTree::Ident(ident) => {
            in_pattern &= ident != "in";
            (in_pattern || in_parameters) && ident == name
        }
        TokenTree::Group(group) => is_declared(group.stream(), name) || in_pattern && mentions(group.stream(), name),
        TokenTree::Punct(punct) => {
            in_parameters ^= punct.as_char() == '|';
            in_pattern &= !matches!(punct.as_char(), '=' | ';');
            false
        }
        TokenTree::Literal(_) => false,
    })
}

/// Whether one of these words stands in the tokens, outside of groups.
fn mentions_any(tokens: TokenStream, words: &[&str]) -> bool {
    tokens.into_iter().any(|token| matches!(token, TokenTree::Ident(ident) if words.iter().any(|word| ident == word)))
}

/// Where something is assigned to a part of what has such a name, or a method is called that changes it, or where such a reference is an
/// operand of an assignment.
fn changes(tokens: TokenStream, names: &TextMap<Behind>, of_self: &TextSet) -> Option<Span> {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let punct =
        |at: usize| if let Some(TokenTree::Punct(punct)) = tokens.get(at) { Some(punct.as_char()) } else { None };
    let before = |at: usize| at.checked_sub(1).and_then(punct);
    (0..tokens.len()).find_map(|at| match &tokens[at] {
        // What a macro makes of its tokens, the macro alone knows.
        TokenTree::Group(group) => {
            if before(at) == Some('!') {
                None
            } else {
                changes(group.stream(), names, of_self)
            }
        }
        // The name of a field is no variable, and where a pointer leads, nobody knows.
        TokenTree::Ident(ident) if !matches!(before(at), Some('.' | '*')) => {
            let behind = *names.get(&ident.to_string())?;
            let mut end = at + 1;
            loop {
                match (tokens.get(end), tokens.get(end + 1)) {
                    (Some(TokenTree::Group(group)), _) if group.delimiter() == Delimiter::Bracket => end += 1,
                    (Some(TokenTree::Punct(dot)), Some(TokenTree::Ident(name))) if dot.as_char() == '.' => {
                        let changes_array = behind == Behind::Array && CHANGING.iter().any(|changing| name == changing);
                        let changes_self =
                            behind == Behind::Other && ident == "self" && of_self.contains(&name.to_string());
                        let is_called = matches!(tokens.get(end + 2), Some(TokenTree::Group(_)));
                        if end == at + 1 && is_called && (changes_array || changes_self) {
                            return Some(ident.span());
                        }
                        end += 2;
                    }
                    (Some(TokenTree::Punct(dot)), Some(TokenTree::Literal(_))) if dot.as_char() == '.' => end += 2,
                    _ => break,
                }
            }
            let is_operator = punct(end).is_some_and(|operator| "+-*/%".contains(operator));
            let equals = end + usize::from(is_operator);
            let assigns = punct(equals) == Some('=') && !matches!(punct(equals + 1), Some('=' | '>'));
            let to_a_part = end > at + 1;
            let is_mistake = if to_a_part { behind != Behind::Changing } else { is_operator };
            (assigns && is_mistake).then(|| ident.span())
        }
        TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => None,
    })
}
