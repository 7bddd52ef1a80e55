//! Names for what is behind a reference that are `mut` though nothing gives them another reference: `let mut p = &mut u; p[i] = x;` is
//! `let p = &mut u; p[i] = x;`.

use syn::{Expr, ItemFn, Local, Pat, Stmt};

use crate::source::exprs::bare;
use crate::source::inside::{Part, PartMut, in_block_mut, in_expr_mut, is_any};
use crate::source::names::mentions;
use quote::ToTokens;

/// The function without these `mut`, if there are some.
pub(crate) fn with_fixed_references(function: &ItemFn) -> Option<ItemFn> {
    let is_some = |part: &Part<'_>| match part {
        Part::Block(block) => block.stmts.iter().any(|statement| name(statement).is_some()),
        Part::Expr(_) | Part::Macro(_) | Part::Item(_) | Part::Unknown(_) => false,
    };
    if !is_any(&Part::Block(&function.block), &is_some) {
        return None;
    }
    let mut fixed = function.clone();
    write(PartMut::Block(&mut fixed.block), function);
    Some(fixed)
}

fn write(part: PartMut<'_>, function: &ItemFn) {
    match part {
        PartMut::Block(block) => {
            for statement in &mut block.stmts {
                let is_fixed = name(statement).is_some_and(|name| !is_given_another(function, &name));
                if let (true, Stmt::Local(Local { pat: Pat::Ident(name), .. })) = (is_fixed, statement) {
                    name.mutability = None;
                }
            }
            in_block_mut(block, &mut |part| write(part, function));
        }
        PartMut::Expr(expr) => in_expr_mut(expr, &mut |part| write(part, function)),
        PartMut::Macro(_) | PartMut::Item(_) | PartMut::Unknown(_) => {}
    }
}

/// The name that a statement declares as `mut` for what a reference is to.
fn name(statement: &Stmt) -> Option<String> {
    let Stmt::Local(Local { pat: Pat::Ident(name), init: Some(init), .. }) = statement else { return None };
    let is_reference = matches!(bare(&init.expr), Expr::Reference(_)) && name.by_ref.is_none() && name.subpat.is_none();
    (is_reference && name.mutability.is_some()).then(|| name.ident.to_string())
}

/// Whether a variable of this name may be given another value as a whole.
#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else gives a variable a value")]
fn is_given_another(function: &ItemFn, name: &str) -> bool {
    is_any(&Part::Block(&function.block), &|part| match part {
        Part::Expr(Expr::Assign(assign)) => match bare(&assign.left) {
            Expr::Index(_) | Expr::Field(_) | Expr::Unary(_) => false,
            whole => mentions(whole.to_token_stream(), name),
        },
        Part::Expr(Expr::Reference(lent)) if lent.mutability.is_some() => {
            matches!(bare(&lent.expr), Expr::Path(path) if path.path.is_ident(name))
        }
        Part::Macro(call) => mentions(call.tokens.clone(), name),
        _ => false,
    })
}
