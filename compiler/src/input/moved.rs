//! What a method moves out of what `self` refers to: a struct that is not `Copy`, or a field that is a vector. Rustc says that it cannot be moved.

use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};
use syn::{FnArg, ImplItem, ItemImpl, Pat, ReceiverKind, Signature, Type};

use super::definitions::Definition;
use crate::source::types::referent;
use crate::texts::TextSet;

/// The types of the standard library of which there are no copies.
const OWNED: [&str; 4] = ["Box", "String", "Vec", "VecDeque"];

/// What stands before parentheses that are no arguments.
const KEYWORDS: [&str; 8] = ["if", "in", "let", "match", "move", "mut", "return", "while"];

/// What is moved where it is given, of `self` behind a reference.
pub(crate) struct Moving {
    /// Whether there are no copies of the struct.
    whole: bool,
    /// The fields of which there are no copies.
    fields: TextSet,
    /// The methods that take the struct.
    methods: TextSet,
}

impl Moving {
    /// That of the struct of a block.
    pub(crate) fn of(block: &ItemImpl, definition: &Definition) -> Self {
        let is_owned = |ty: &Type| matches!(ty, Type::Path(path) if path.path.segments.last().is_some_and(|last| OWNED.iter().any(|name| last.ident == name)));
        let fields: TextSet =
            definition.fields.iter().filter(|(_, ty)| is_owned(ty)).map(|(name, _)| name.clone()).collect();
        let whole = !fields.is_empty() || !definition.is_copied && block.generics.params.is_empty();
        let takes = |item: &ImplItem| {
            let ImplItem::Fn(function) = item else { return None };
            let receiver = function.sig.receiver().filter(|receiver| matches!(receiver.kind, ReceiverKind::Value));
            receiver.map(|_| function.sig.ident.to_string())
        };
        let methods = if whole { block.items.iter().filter_map(takes).collect() } else { TextSet::default() };
        Self { whole, fields, methods }
    }

    /// Where a method with this signature and this body moves some of that.
    pub(crate) fn out_of_self(&self, signature: &Signature, body: TokenStream) -> Option<Span> {
        let Some(FnArg::Typed(receiver)) = signature.inputs.first() else { return None };
        let is_self = matches!(&*receiver.pat, Pat::Ident(pattern) if pattern.ident == "self");
        let is_lent = matches!(&*receiver.ty, Type::Reference(reference) if matches!(referent(&reference.elem), Type::Path(path) if path.path.is_ident("Self")));
        let is_given = matches!(&*receiver.ty, Type::Path(path) if path.path.is_ident("Self"));
        match (is_self, is_lent, is_given) {
            (true, true, _) => self.find(body, false),
            (true, _, true) => self.twice(body),
            _ => None,
        }
    }

    /// Where methods that take the struct are called a second time, one after the other.
    fn twice(&self, tokens: TokenStream) -> Option<Span> {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let leaves = |token: &TokenTree| matches!(token, TokenTree::Ident(word) if ["break", "continue", "return"].iter().any(|leaves| word == leaves));
        let mut calls = (0..tokens.len()).filter_map(|at| self.called(&tokens[at..]));
        if let (Some(_), Some(second), false) = (calls.next(), calls.next(), tokens.iter().any(leaves)) {
            return Some(second);
        }
        tokens.into_iter().find_map(|token| match token {
            TokenTree::Group(group) => self.twice(group.stream()),
            TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => None,
        })
    }

    fn find(&self, tokens: TokenStream, are_arguments: bool) -> Option<Span> {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        for at in 0..tokens.len() {
            let before = at.checked_sub(1).map(|before| &tokens[before]);
            if let TokenTree::Group(group) = &tokens[at] {
                // What macros take, only they know.
                let of_macro = matches!(before, Some(TokenTree::Punct(punct)) if punct.as_char() == '!');
                let called =
                    matches!(before, Some(TokenTree::Ident(name)) if !KEYWORDS.iter().any(|word| name == word));
                let are_arguments = called && group.delimiter() == Delimiter::Parenthesis;
                if let Some(found) = self.find(group.stream(), are_arguments).filter(|_| !of_macro) {
                    return Some(found);
                }
            }
            if let Some(found) = self.called(&tokens[at..]) {
                return Some(found);
            }
            if let (Some((found, length)), true) =
                (self.moved(&tokens[at..]), matches!(before, Some(TokenTree::Ident(word)) if word == "in"))
                && matches!(tokens.get(at + length), Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace)
            {
                return Some(found);
            }
            let begins = if are_arguments { is_border(before) } else { is_let(&tokens[..at]) };
            if let Some((found, length)) = self.moved(&tokens[at..]).filter(|_| begins)
                && (is_border(tokens.get(at + length))
                    || matches!(tokens.get(at + length), Some(TokenTree::Punct(punct)) if punct.as_char() == ';'))
            {
                return Some(found);
            }
        }
        None
    }

    /// A call of a method that takes the struct, `self.scaled(k)`.
    fn called(&self, tokens: &[TokenTree]) -> Option<Span> {
        let [TokenTree::Ident(own), TokenTree::Punct(dot), TokenTree::Ident(name), TokenTree::Group(group), ..] =
            tokens
        else {
            return None;
        };
        let is_call = own == "self" && dot.as_char() == '.' && group.delimiter() == Delimiter::Parenthesis;
        (is_call && self.methods.contains(&name.to_string())).then(|| name.span())
    }

    /// `*self` or `self.field` of which there are no copies, and how many tokens it has.
    fn moved(&self, tokens: &[TokenTree]) -> Option<(Span, usize)> {
        match tokens {
            [TokenTree::Punct(star), TokenTree::Ident(own), ..] if star.as_char() == '*' && own == "self" => {
                self.whole.then(|| (own.span(), 2))
            }
            [TokenTree::Ident(own), TokenTree::Punct(dot), TokenTree::Ident(field), ..]
                if own == "self" && dot.as_char() == '.' =>
            {
                self.fields.contains(&field.to_string()).then(|| (field.span(), 3))
            }
            _ => None,
        }
    }
}

/// Whether an argument begins or ends here.
fn is_border(token: Option<&TokenTree>) -> bool {
    token.is_none_or(|token| matches!(token, TokenTree::Punct(punct) if punct.as_char() == ','))
}

/// Whether these end with `let name =`, with or without a type of one name.
fn is_let(tokens: &[TokenTree]) -> bool {
    let word = |at: usize| tokens.len().checked_sub(at).map_or(String::new(), |at| tokens[at].to_string());
    if word(1) != "=" {
        return false;
    }
    let name = if word(3) == ":" { 4 } else { 2 };
    word(name + 1) == "let" || word(name + 1) == "mut" && word(name + 2) == "let"
}
