//! Code of the user's that a net leaves as it is: tokens with holes, identifiers that stand for what the net computes.

use hypernet::{Type, TypeName};
use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};

use super::Shape;
use crate::input::written::located;

/// An expression of the host language that a net leaves as it is.
pub struct ForeignCode {
    /// The expression, with an identifier from [`hole`] where each of its inputs (the world excepted) goes.
    pub tokens: TokenStream,
    /// What it evaluates to: the outputs of the operation, the world excepted, in this shape.
    pub result: Shape,
    /// The names that it declares itself.
    pub declared: Declared,
    /// The function that it calls, if what that gives is passed on and may be a function.
    pub passed: Option<syn::ExprPath>,
    /// The type that the user wrote for what it gives.
    pub written: Option<TokenStream>,
    /// The holes of variables that may be changed: by code that is left as it is, they must not be, and rustc says so of a
    /// variable. With those of variables among the arguments of macros, by their names: a macro may tell them from other expressions.
    pub variables: Vec<(usize, Option<Ident>)>,
    /// Whether nothing comes after it, as after a panic.
    pub diverges: bool,
    /// The pattern that it is bound by, if it is the value of a `let` that is left as it is, with an identifier from
    /// [`name_hole`] where each name goes.
    pub pattern: Option<TokenStream>,
    /// Whether its temporaries last until the end of the block that it is emitted in.
    pub lasts: bool,
    /// The end of a block that it is, if it is no code.
    pub bracket: Option<Bracket>,
}

/// Where a block of the user's begins and ends whose values are dropped there. Both keep the order of effects.
#[derive(Clone, Copy, Debug)]
pub enum Bracket {
    /// The block begins.
    Begin,
    /// The block ends. It takes what the block gives of the host's values, and gives it on: all other values of the host's
    /// that are made in the block stay there. If temporaries of the last expression of a block of the user's last until
    /// then, it says where the block is written.
    End(Option<Span>),
    /// Nothing of the host's is made in the block.
    Nothing,
}

/// Whether a value of this type may own something that is dropped: it is the host's, and no number.
#[must_use]
pub fn may_own(ty: &Type) -> bool {
    match ty {
        // The macro made it: to drop it has no effect.
        ty @ Type::Discrete(_) if ty.is_shape_of_arrays() => false,
        Type::Discrete(TypeName::Named(name)) => !crate::source::names::is_builtin(name),
        Type::Discrete(TypeName::Unnamed) => true,
        Type::Tuple(parts) => parts.iter().any(may_own),
        Type::Option(ty) => may_own(ty),
        Type::Real(_)
        | Type::Discrete(TypeName::Numbered(_))
        | Type::Function(_)
        | Type::Opaque(_)
        | Type::Cotangent(_)
        | Type::Tape(_)
        // It ends where the net says so.
        | Type::Array(_)
        | Type::Look(_)
        | Type::Undone(_)
        | Type::World => false,
    }
}

impl ForeignCode {
    /// Code of which nothing more is known than its tokens and its result.
    pub(crate) fn new(tokens: TokenStream, result: Shape) -> Self {
        Self {
            tokens,
            result,
            declared: Declared::default(),
            passed: None,
            written: None,
            variables: Vec::new(),
            diverges: false,
            pattern: None,
            lasts: false,
            bracket: None,
        }
    }
}

/// The names that code of the host language declares itself, and in whose scopes its holes stand.
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

/// The identifier that stands for input `index` in [`ForeignCode::tokens`].
#[must_use]
pub fn hole(index: usize) -> Ident {
    quote::format_ident!("__backprop_hole_{}", index)
}

/// The identifier that stands for name `index` in [`ForeignCode::pattern`].
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
