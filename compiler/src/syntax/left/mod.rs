//! The tokens of code that is left as it is, with a hole for each variable of the outside that they name.
//!
//! Lowering asks for them, since it knows what depends on a differentiated parameter. A name that the code itself declares (by
//! `let`, as the parameter of a closure, in a pattern) is the code's own within its scope. Code with names that cannot be
//! seen, such as a macro of unknown syntax, is refused.

mod items;
mod macros;
mod walk;

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{Block, Expr, Pat};

pub(super) use items::{item_names, statics};
pub(crate) use macros::inline_names;
pub(super) use macros::{format_place, is_format_by_edition, where_names_are_bound};

use super::scopes::{Moment, Scopes};
use super::{Local, Source, VarId};
use crate::diagnostic::{Diagnostic, refusal};
use crate::holes::Declared;
use crate::source::patterns::rename;
use crate::source::temporaries::{calls, ends_so, makes};
use walk::Walk;

/// Code that is left as it is.
#[derive(Debug)]
pub(crate) struct Left {
    /// With `hole(i)` for each of the holes.
    pub(crate) tokens: TokenStream,
    pub(crate) holes: Vec<Hole>,
    /// The names that it declares itself.
    pub(crate) declared: Declared,
}

/// A variable of the outside that the code names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Hole {
    pub(crate) var: VarId,
    /// The numbers of the fields that are named of it, the outermost one first: the variable may be a tuple of the net's.
    pub(crate) fields: Vec<usize>,
    /// Whether it is named in `stop_gradient(…)`.
    pub(crate) stopped: bool,
    /// Whether it is named among the arguments of a macro, which may tell a variable from other expressions.
    pub(crate) of_macro: bool,
}

/// A place in the syntax.
#[derive(Clone, Copy)]
pub(crate) enum Node<'a> {
    Expr(&'a Expr),
    Block(&'a Block),
    Macro(&'a syn::Macro),
}

impl<'a> From<&'a Expr> for Node<'a> {
    fn from(expr: &'a Expr) -> Self {
        Self::Expr(expr)
    }
}

/// Whether code may make temporaries that last until the end of the statement around it.
pub(crate) fn makes_temporaries(node: Node<'_>) -> bool {
    match node {
        Node::Expr(expr) => makes(expr),
        Node::Block(block) => ends_so(block),
        Node::Macro(call) => calls(call),
    }
}

impl ToTokens for Node<'_> {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match self {
            Self::Expr(expr) => expr.to_tokens(tokens),
            Self::Block(block) => block.to_tokens(tokens),
            Self::Macro(call) => call.to_tokens(tokens),
        }
    }
}

/// Code of the function as it is; why it cannot be left so, if it cannot.
pub(crate) fn leave(scopes: &Scopes, source: &Source<'_>) -> Result<Left, Diagnostic> {
    let mut walk = Walk::new(scopes, source.start.moment);
    let tokens = expression(&mut walk, source.node)?;
    walk.finish(tokens)
}

/// The initializer of a `let` as it is, with what stands after `else`, and its pattern. In that, the names have become
/// those that `name` gives for their variables, and `mut` stays where `place` says so.
pub(crate) fn leave_let(
    scopes: &Scopes,
    local: &Local<'_>,
    name: &mut dyn FnMut(VarId) -> proc_macro2::Ident,
    place: &dyn Fn(VarId) -> bool,
) -> Result<(Left, TokenStream), Diagnostic> {
    let Some(init) = &local.written.init else { return Err(refusal::PATTERN.at(&local.written.pat)) };
    let mut walk = Walk::new(scopes, local.start.moment);
    let mut tokens = expression(&mut walk, Node::Expr(&init.expr))?;
    if let Some((word, diverge)) = &init.diverge {
        let other = expression(&mut walk, Node::Expr(diverge))?;
        word.to_tokens(&mut tokens);
        tokens.extend(other);
    }
    let mut pattern: Pat = local.written.pat.clone();
    rename(&mut pattern, &mut |ident, mutability| {
        let Some(&var) =
            local.vars.iter().find(|(text, _)| *text == crate::source::names::plain(ident)).map(|(_, var)| var)
        else {
            return;
        };
        let span = ident.span();
        *ident = name(var);
        ident.set_span(span.resolved_at(ident.span()));
        if !place(var) {
            *mutability = None;
        }
    });
    Ok((walk.finish(tokens)?, pattern.into_token_stream()))
}

/// The variables that code names which can only be left as it is, and those of them that it assigns or borrows as `&mut`.
pub(super) fn names(scopes: &Scopes, moment: Moment, node: Node<'_>) -> (Vec<Hole>, Vec<VarId>) {
    let mut walk = Walk::new(scopes, moment);
    // What cannot be seen through is refused where it is left.
    let _ = expression(&mut walk, node);
    walk.mentioned(node.to_token_stream());
    walk.names()
}

fn expression(walk: &mut Walk<'_>, node: Node<'_>) -> Result<TokenStream, Diagnostic> {
    if let Some(span) = items::long(node) {
        return Err(refusal::LONG.on(span));
    }
    // Parsed again, since to clone it takes a deep stack too.
    let Ok(mut expr) = syn::parse2::<Expr>(node.to_token_stream()) else { return Err(refusal::NAMES.at(node)) };
    walk.expr(&mut expr);
    Ok(expr.into_token_stream())
}
