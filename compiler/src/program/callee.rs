//! Functions of the host language, by how they are called.

use hypernet::Field;
use proc_macro2::{Ident, Span, TokenStream};

use crate::source::names::{is_builtin, is_upper};

/// A function of the host language, by how it is called.
#[derive(Clone)]
pub enum Callee {
    /// A function by its path, turbofish included.
    Path(syn::ExprPath),
    /// A function of a type or of a trait, by its path: `P::new`, `<T as Potential>::energy`.
    Associated(syn::ExprPath),
    /// A method, with its turbofish; the first argument is the receiver.
    Method(Ident, Option<syn::AngleBracketedGenericArguments>),
    /// A method with a name of the vocabulary, or `len` or `is_empty`: the type's own, or that of a number under another name or of an array.
    BuiltInOrOwn(Ident),
    /// A field of a field … of a struct whose type the macro does not know, by the way to it.
    Field(Field, Span),
    /// What takes an array out of a field of a field … of a struct, if true, or else puts it back, by the way to it.
    Part(Vec<String>, Span, bool),
    /// What gives a struct and a second one like it, or like a field of a field … of it, by the way to that: a clone, or a copy of the
    /// whole, if true.
    Second(Vec<String>, Span, bool),
    /// An operator on types that the macro does not know, by the function of the runtime: `add`, `mul_assign`, `ref_neg`.
    Operator(String, Span),
}

/// Whether what stands before the last name of a path is called as types are.
fn is_of_type(path: &syn::Path) -> bool {
    let of = path.segments.iter().nth_back(1).map(|segment| segment.ident.to_string());
    of.is_some_and(|name| is_builtin(&name) || is_upper(&name))
}

impl Callee {
    /// The token that stands for a call, if there is no call in the source.
    #[must_use]
    pub fn place(&self) -> Option<Span> {
        match self {
            Self::Field(_, span) | Self::Part(_, span, _) | Self::Second(_, span, _) | Self::Operator(_, span) => {
                Some(*span)
            }
            Self::Path(_) | Self::Associated(_) | Self::Method(..) | Self::BuiltInOrOwn(_) => None,
        }
    }

    /// Whether it is a function of somebody's, marked as differentiable: no operator and no function of the runtime.
    #[must_use]
    pub(crate) fn is_marked(&self) -> bool {
        match self {
            Self::Path(_) | Self::Associated(_) | Self::Method(..) | Self::BuiltInOrOwn(_) => true,
            Self::Field(..) | Self::Part(..) | Self::Second(..) | Self::Operator(..) => false,
        }
    }

    /// Whether it may be a function of a trait, as far as its name says: modules have no names of types.
    #[must_use]
    pub(crate) fn may_be_of_trait(&self) -> bool {
        match self {
            Self::Path(path) | Self::Associated(path) => path.qself.is_some() || is_of_type(&path.path),
            Self::Method(..) | Self::BuiltInOrOwn(_) => true,
            Self::Field(..) | Self::Part(..) | Self::Second(..) | Self::Operator(..) => false,
        }
    }

    /// The name of the method, if it is one of a value.
    #[must_use]
    pub(crate) fn method(&self) -> Option<&Ident> {
        match self {
            Self::Method(name, _) => Some(name),
            Self::Path(_)
            | Self::Associated(_)
            | Self::BuiltInOrOwn(_)
            | Self::Field(..)
            | Self::Part(..)
            | Self::Second(..)
            | Self::Operator(..) => None,
        }
    }

    /// The token that names it.
    #[must_use]
    pub fn name(&self) -> Option<Span> {
        match self {
            Self::Path(path) | Self::Associated(path) => path.path.segments.last().map(|last| last.ident.span()),
            Self::Method(name, _) | Self::BuiltInOrOwn(name) => Some(name.span()),
            Self::Field(..) | Self::Part(..) | Self::Second(..) | Self::Operator(..) => None,
        }
    }

    /// Its tokens, so far as it has a name.
    #[must_use]
    pub fn tokens(&self) -> TokenStream {
        match self {
            Self::Path(path) | Self::Associated(path) => quote::quote!(#path),
            Self::Method(name, _) | Self::BuiltInOrOwn(name) => quote::quote!(#name),
            Self::Field(..) | Self::Part(..) | Self::Second(..) | Self::Operator(..) => TokenStream::new(),
        }
    }
}
