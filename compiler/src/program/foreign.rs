//! Code of the user's that a net leaves as it is.

use hypernet::{Type, TypeName};
use proc_macro2::{Ident, Span, TokenStream};

use super::Shape;
use crate::holes::Declared;

/// An expression of the host language that a net leaves as it is.
pub struct ForeignCode {
    /// The expression, with an identifier from [`hole`](crate::holes::hole) where each of its inputs (the world excepted) goes.
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
    /// [`name_hole`](crate::holes::name_hole) where each name goes.
    pub pattern: Option<TokenStream>,
    /// Whether only rustc knows the type of what that pattern takes apart: of names in what has no cotangent, it says nothing.
    pub open: bool,
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
            open: false,
            lasts: false,
            bracket: None,
        }
    }
}
