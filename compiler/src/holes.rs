//! Holes: identifiers in the user's code that stand for what the net computes.
//!
//! The check of the syntax makes holes where code that is left as it is names variables. Emission fills them with operands.

use proc_macro2::{Group, Ident, TokenStream, TokenTree};

use crate::input::written::located;

/// The names that code declares itself, and which of its holes stand in their scopes.
#[derive(Clone, Debug, Default)]
pub struct Declared {
    /// Each name, with the one that was declared last of those in whose scope it is.
    pub(crate) names: Vec<(String, Option<usize>)>,
    /// Of the holes that stand in the scope of a name: the hole, and the name that was declared last.
    holes: Vec<(usize, usize)>,
}

impl Declared {
    /// A hole stands where the name at `scope` was declared last.
    pub(crate) fn stands(&mut self, hole: usize, scope: Option<usize>) {
        self.holes.extend(scope.map(|scope| (hole, scope)));
    }

    /// The holes that stand in the scope of names, with those.
    pub(crate) fn around(&self) -> impl Iterator<Item = (usize, impl Iterator<Item = &str>)> {
        self.holes.iter().map(|&(hole, scope)| {
            let names = std::iter::successors(self.names.get(scope), |(_, outer)| self.names.get((*outer)?));
            (hole, names.map(|(name, _)| name.as_str()))
        })
    }
}

/// The identifier that stands for input `index` in the tokens.
#[must_use]
pub fn hole(index: usize) -> Ident {
    quote::format_ident!("__backprop_hole_{}", index)
}

/// The identifier that stands for name `index` in the pattern.
#[must_use]
pub fn name_hole(index: usize) -> Ident {
    quote::format_ident!("__backprop_name_{}", index)
}

/// Tokens with operands in the places of holes.
pub(crate) fn fill_holes(tokens: TokenStream, holes: &[Ident], operands: &[TokenStream]) -> TokenStream {
    let mut to = Vec::new();
    for token in tokens {
        match token {
            TokenTree::Group(group) => {
                let mut filled = Group::new(group.delimiter(), fill_holes(group.stream(), holes, operands));
                filled.set_span(group.span());
                to.push(TokenTree::Group(filled));
            }
            TokenTree::Ident(ident) => match holes.iter().position(|hole| *hole == ident) {
                // An error of rustc is one at the user's token.
                Some(index) => to.extend(located(operands[index].clone(), ident.span())),
                None => to.push(TokenTree::Ident(ident)),
            },
            token @ (TokenTree::Punct(_) | TokenTree::Literal(_)) => to.push(token),
        }
    }
    to.into_iter().collect()
}
