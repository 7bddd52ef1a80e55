//! Other names for types in the file of an item, `type Vec3 = [f64; 3];`: numbers are known by what they stand for, and arrays and tuples of
//! numbers and of the structs that stand beside the item.
//!
//! A name may mean something else where the item stands. So each one that is read has a claim: it is the same type.

use proc_macro2::{Group, Ident, Spacing, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::{GenericArgument, ItemType, PathArguments, Type};

use super::crate_path::crate_path;
use super::written::located;
use crate::source::names::{is_float_name, is_scalar_name};
use crate::texts::{TextMap, TextSet};

/// How many names may stand for one another, at most.
const DEPTH: usize = 4;

/// The names of types that every file knows, beside those of numbers.
const PRELUDE: [&str; 6] = ["Box", "Option", "Result", "Self", "String", "Vec"];

/// Words before a `!` that is an operator.
const BEFORE_NOT: [&str; 6] = ["else", "if", "in", "match", "return", "while"];

/// The types by their other names.
#[derive(Clone, Default)]
pub(crate) struct Aliases(TextMap<TokenStream>);

impl Aliases {
    /// Those of these definitions, beside structs of these names.
    pub(crate) fn of(definitions: &[(String, String)], structs: &[String]) -> Self {
        // What every file knows may be meant elsewhere in the file.
        let is_known = |name: &str| is_scalar_name(name) || is_float_name(name) || PRELUDE.contains(&name);
        let read = |(name, written): &(String, String)| {
            if is_known(name) {
                return None;
            }
            let item = syn::parse_str::<ItemType>(written).ok()?;
            (item.generics.params.is_empty() && item.generics.where_clause.is_none()).then(|| (name.clone(), *item.ty))
        };
        let all: TextMap<Type> = definitions.iter().filter_map(read).collect();
        let known = all.iter().filter_map(|(name, ty)| {
            let meant = Meant { all: &all, structs }.of(ty, DEPTH)?;
            Some((name.clone(), meant))
        });
        Self(known.collect())
    }

    /// The tokens of an item with the types in place of their other names.
    pub(crate) fn expanded(&self, tokens: TokenStream) -> TokenStream {
        if self.0.is_empty() || !self.are_named(&tokens) || self.are_declared(&tokens) {
            tokens
        } else {
            self.written(tokens, &mut |_, _| {})
        }
    }

    /// The claims that the other names in an item are those of the types that they are known by.
    pub(crate) fn claims(&self, tokens: &TokenStream) -> Vec<TokenStream> {
        if self.0.is_empty() || !self.are_named(tokens) || self.are_declared(tokens) {
            return Vec::new();
        }
        let backprop = crate_path();
        let (mut known, mut claims) = (TextSet::default(), Vec::new());
        self.written(tokens.clone(), &mut |name, ty| {
            if known.insert(name.to_string()) {
                let is = located(quote!(#backprop::__private::claims::is), name.span());
                claims.push(quote!(let _ = #is::<#ty, #name>;));
            }
        });
        claims
    }

    fn are_named(&self, tokens: &TokenStream) -> bool {
        tokens.clone().into_iter().any(|token| match token {
            TokenTree::Ident(name) => self.0.contains_key(&name.to_string()),
            TokenTree::Group(group) => self.are_named(&group.stream()),
            TokenTree::Punct(_) | TokenTree::Literal(_) => false,
        })
    }

    /// Whether the item may give such a name another meaning.
    fn are_declared(&self, tokens: &TokenStream) -> bool {
        const DECLARING: [&str; 6] = ["type", "struct", "enum", "union", "trait", "use"];
        let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
        let mut in_use = false;
        tokens.iter().enumerate().any(|(at, token)| match token {
            TokenTree::Ident(name) if self.0.contains_key(&name.to_string()) => {
                let declares = |before: &TokenTree| matches!(before, TokenTree::Ident(word) if DECLARING.iter().any(|known| word == known));
                let has_bound = || matches!(tokens.get(at + 1), Some(TokenTree::Punct(punct)) if punct.as_char() == ':' && punct.spacing() == Spacing::Alone);
                in_use || at.checked_sub(1).is_some_and(|before| declares(&tokens[before])) || has_bound()
            }
            TokenTree::Ident(name) => {
                in_use |= name == "use";
                false
            }
            TokenTree::Punct(punct) => {
                in_use &= punct.as_char() != ';';
                false
            }
            TokenTree::Group(group) => in_use && self.are_named(&group.stream()) || self.are_declared(&group.stream()),
            TokenTree::Literal(_) => false,
        })
    }

    /// The tokens with the types in place of their other names, each of which is told of.
    fn written(&self, tokens: TokenStream, tell: &mut dyn FnMut(&Ident, &TokenStream)) -> TokenStream {
        let mut tokens = tokens.into_iter().peekable();
        let mut written = TokenStream::new();
        // What stands before the last token, if that is the sign of a macro.
        let (mut last, mut called): (Option<Ident>, Option<Ident>) = (None, None);
        // Whether a colon, or the two of a path, or the dot of a field stands before the token.
        let (mut is_after_colon, mut is_part) = (false, false);
        while let Some(token) = tokens.next() {
            let is_path = matches!(tokens.peek(), Some(TokenTree::Punct(punct)) if punct.as_char() == ':' && punct.spacing() == Spacing::Joint);
            let was_part = is_part;
            if let TokenTree::Punct(punct) = &token {
                is_part = punct.as_char() == '.' || is_after_colon && punct.as_char() == ':';
                is_after_colon = punct.as_char() == ':' && punct.spacing() == Spacing::Joint;
            } else {
                (is_after_colon, is_part) = (false, false);
            }
            let of_macro = called.take();
            match &token {
                TokenTree::Ident(name) => {
                    last = Some(name.clone()).filter(|name| !BEFORE_NOT.iter().any(|word| name == word));
                }
                TokenTree::Punct(punct) if punct.as_char() == '!' => called = last.take(),
                TokenTree::Punct(_) | TokenTree::Group(_) | TokenTree::Literal(_) => last = None,
            }
            match token {
                TokenTree::Group(group) if of_macro.is_some_and(|name| may_say(&name, &group)) => {
                    written.extend([TokenTree::Group(group)]);
                }
                TokenTree::Ident(name) => match self.0.get(&name.to_string()).filter(|_| !was_part) {
                    Some(ty) => {
                        tell(&name, ty);
                        written.extend(at_name(ty, &name, is_path));
                    }
                    None => written.extend([TokenTree::Ident(name)]),
                },
                TokenTree::Group(group) => {
                    let mut inside = Group::new(group.delimiter(), self.written(group.stream(), tell));
                    inside.set_span(group.span());
                    written.extend([TokenTree::Group(inside)]);
                }
                token @ (TokenTree::Punct(_) | TokenTree::Literal(_)) => written.extend([token]),
            }
        }
        written
    }
}

/// Whether a macro may say what is written in it, as `assert!` does without a text of its own.
fn may_say(name: &Ident, arguments: &Group) -> bool {
    const SILENT: [&str; 15] = [
        "assert_eq",
        "assert_ne",
        "debug_assert_eq",
        "debug_assert_ne",
        "eprint",
        "eprintln",
        "format",
        "matches",
        "panic",
        "print",
        "println",
        "unreachable",
        "vec",
        "write",
        "writeln",
    ];
    let is_comma = |token: TokenTree| matches!(token, TokenTree::Punct(punct) if punct.as_char() == ',');
    let has_text = || arguments.stream().into_iter().any(is_comma);
    let asserts = ["assert", "debug_assert"].iter().any(|known| name == known);
    !(SILENT.iter().any(|known| name == known) || asserts && has_text())
}

/// A type at the place of its other name, which a path may begin with.
fn at_name(ty: &TokenStream, name: &Ident, is_path: bool) -> TokenStream {
    let ty = located(ty.clone(), name.span());
    let is_name =
        ty.clone().into_iter().nth(1).is_none() && !matches!(ty.clone().into_iter().next(), Some(TokenTree::Group(_)));
    if is_path && !is_name { quote_spanned!(name.span()=> <#ty>) } else { ty }
}

/// What types stand for.
struct Meant<'a> {
    all: &'a TextMap<Type>,
    structs: &'a [String],
}

impl Meant<'_> {
    /// What a type stands for, if that is a number, or an array or a tuple.
    fn of(&self, ty: &Type, depth: usize) -> Option<TokenStream> {
        let name = name_of(ty);
        // Another name of a struct is as good as its own.
        let is_struct = |name: &String| self.structs.contains(name);
        if name.as_ref().is_some_and(is_struct) { None } else { self.part(ty, depth) }
    }

    /// The same for a part of an array or a tuple, which may be a struct.
    #[expect(clippy::wildcard_enum_match_arm, reason = "other types have no parts that are known")]
    fn part(&self, ty: &Type, depth: usize) -> Option<TokenStream> {
        let part = |ty: &Type| self.part(ty, depth.checked_sub(1)?);
        match ty {
            Type::Array(array) => {
                let (element, length) = (part(&array.elem)?, &array.len);
                Some(quote!([#element; #length]))
            }
            Type::Tuple(tuple) => {
                let parts: Vec<TokenStream> = tuple.elems.iter().map(part).collect::<Option<_>>()?;
                (!parts.is_empty()).then(|| quote!((#(#parts,)*)))
            }
            Type::Path(path) => {
                if let Some(name) = name_of(ty) {
                    let is_known = is_scalar_name(&name) || is_float_name(&name) || self.structs.contains(&name);
                    return if is_known { Some(ty.to_token_stream()) } else { part(self.all.get(&name)?) };
                }
                let last = path.path.segments.last().filter(|_| path.path.segments.len() == 1)?;
                match &last.arguments {
                    PathArguments::AngleBracketed(arguments) if last.ident == "Vec" => match arguments.args.first()? {
                        GenericArgument::Type(element) if arguments.args.len() == 1 => {
                            let element = part(element)?;
                            Some(quote!(Vec<#element>))
                        }
                        _ => None,
                    },
                    _ => None,
                }
            }
            _ => None,
        }
    }
}

/// The name that a type is.
fn name_of(ty: &Type) -> Option<String> {
    let Type::Path(path) = ty else { return None };
    path.path.get_ident().filter(|_| path.qself.is_none()).map(ToString::to_string)
}
