//! A reference to one of several elements of an array, written as one to an element with a chosen index:
//! `let row = if c { &self.rows[i] } else { &self.rows[j] };` is `let row = &self.rows[if c { i } else { j }];`.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Block, Expr, ItemFn, Local, Stmt, UnOp};

use crate::source::exprs::{bare, is_place};
use crate::source::inside::{Part, PartMut, in_block, in_block_mut, in_expr, in_expr_mut, is_any};
use crate::texts::TextSet;

/// The function with indices that are chosen in place of references, if there are some.
pub(crate) fn with_chosen_indices(function: &ItemFn) -> Option<ItemFn> {
    if !is_any(&Part::Block(&function.block), &has_some) {
        return None;
    }
    let mut function = function.clone();
    write(PartMut::Block(&mut function.block));
    Some(function)
}

/// Whether a block declares a reference to a chosen element.
fn has_some(part: &Part<'_>) -> bool {
    matches!(part, Part::Block(block) if block.stmts.iter().any(|statement| element(statement).is_some()))
}

fn write(part: PartMut<'_>) {
    match part {
        PartMut::Block(block) => {
            in_block_mut(block, &mut write);
            for statement in &mut block.stmts {
                let Some(written) = element(statement) else { continue };
                if let Stmt::Local(Local { init: Some(init), .. }) = statement {
                    *init.expr = written;
                }
            }
        }
        PartMut::Expr(expr) => in_expr_mut(expr, &mut write),
        PartMut::Macro(_) | PartMut::Item(_) | PartMut::Unknown(_) => {}
    }
}

/// The element that a variable refers to, if it is a chosen one.
fn element(statement: &Stmt) -> Option<Expr> {
    let Stmt::Local(Local { init: Some(init), .. }) = statement else { return None };
    if init.diverge.is_some() || !matches!(bare(&init.expr), Expr::If(_) | Expr::Match(_)) {
        return None;
    }
    let mut array = None;
    let index = index(&init.expr, &mut array)?;
    let array = array?;
    let is_bound = root(&array).is_none_or(|root| names_bound(&init.expr).contains(&root.to_string()));
    (!is_bound).then(|| syn::parse_quote!(&#array[#index]))
}

/// The variable that a place is in.
#[expect(clippy::wildcard_enum_match_arm, reason = "no other expression is a place in a variable")]
fn root(place: &Expr) -> Option<&Ident> {
    match bare(place) {
        Expr::Path(path) => path.path.get_ident(),
        Expr::Field(field) => root(&field.base),
        Expr::Index(index) => root(&index.expr),
        Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => root(&unary.expr),
        _ => None,
    }
}

/// The names that the patterns bind by which an expression chooses.
#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else chooses by patterns")]
fn names_bound(chosen: &Expr) -> TextSet {
    fn look(part: &Part<'_>, found: &mut TextSet) {
        if let Part::Expr(expr) = part {
            match expr {
                Expr::Let(it) => names_of(it.pat.to_token_stream(), found),
                Expr::Match(it) => it.arms.iter().for_each(|arm| names_of(arm.pat.to_token_stream(), found)),
                _ => {}
            }
            in_expr(expr, &mut |part| look(&part, found));
        } else if let Part::Block(block) = part {
            in_block(block, &mut |part| look(&part, found));
        }
    }
    let mut found = TextSet::default();
    look(&Part::Expr(chosen), &mut found);
    found
}

/// The names in the tokens of a pattern.
fn names_of(pattern: TokenStream, found: &mut TextSet) {
    for token in pattern {
        match token {
            TokenTree::Ident(name) => {
                found.insert(name.to_string());
            }
            TokenTree::Group(group) => names_of(group.stream(), found),
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
}

/// The index of the element to which each branch refers, all of one array.
#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else chooses, or is a reference to an element")]
fn index(chosen: &Expr, array: &mut Option<Expr>) -> Option<Expr> {
    match bare(chosen) {
        Expr::If(it) => {
            let mut it = it.clone();
            index_of_block(&mut it.then_branch, array)?;
            let (_, other) = it.else_branch.as_mut()?;
            **other = index(other, array)?;
            Some(Expr::If(it))
        }
        Expr::Match(it) => {
            let mut it = it.clone();
            for arm in &mut it.arms {
                *arm.body = index(&arm.body, array)?;
                arm.comma.get_or_insert_default();
            }
            Some(Expr::Match(it))
        }
        Expr::Block(it) if it.label.is_none() && it.attrs.is_empty() => {
            let mut it = it.clone();
            index_of_block(&mut it.block, array)?;
            Some(Expr::Block(it))
        }
        Expr::Reference(it) if it.mutability.is_none() => {
            let Expr::Index(element) = bare(&it.expr) else { return None };
            let of = &element.expr;
            let is_same =
                |of_others: &Expr| of_others.to_token_stream().to_string() == of.to_token_stream().to_string();
            // Of a map, the keys may be of several types.
            let is_key = |text: &syn::ExprLit| matches!(text.lit, syn::Lit::Str(_));
            let is_other = match bare(&element.index) {
                Expr::Range(_) | Expr::Reference(_) => true,
                Expr::Lit(literal) => is_key(literal),
                _ => false,
            };
            let is_element = is_place(of) && !is_other && array.as_ref().is_none_or(is_same);
            if !is_element {
                return None;
            }
            *array = Some((**of).clone());
            Some((*element.index).clone())
        }
        _ => None,
    }
}

/// The same of the last expression of a block that holds no statements.
fn index_of_block(block: &mut Block, array: &mut Option<Expr>) -> Option<()> {
    let [Stmt::Expr(value, None)] = block.stmts.as_mut_slice() else { return None };
    *value = index(value, array)?;
    Some(())
}
