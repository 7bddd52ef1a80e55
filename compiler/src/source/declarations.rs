//! How often each name is declared.

use syn::{Expr, FnArg, ItemFn, Pat, Stmt};

use super::inside::{Part, in_block, in_expr};
use super::macros::look_at_arguments;
use super::patterns::bound_names;
use crate::texts::TextMap;

/// How often each name is declared in a function.
pub(crate) fn declarations(function: &ItemFn) -> TextMap<usize> {
    let mut counts = TextMap::default();
    for input in &function.sig.inputs {
        if let FnArg::Typed(input) = input {
            count_names(&input.pat, &mut counts);
        }
    }
    count_bound(&Part::Block(&function.block), &mut counts);
    counts
}

/// Counts the names that the patterns in a part bind.
#[expect(clippy::wildcard_enum_match_arm, reason = "no other expression binds names")]
pub(crate) fn count_bound(part: &Part<'_>, counts: &mut TextMap<usize>) {
    let inside = |block: &syn::Block, counts: &mut TextMap<usize>| {
        for statement in &block.stmts {
            if let Stmt::Local(local) = statement {
                count_names(&local.pat, counts);
            }
        }
        in_block(block, &mut |part| count_bound(&part, counts));
    };
    match part {
        Part::Expr(expr) => {
            match expr {
                Expr::Closure(closure) => closure.inputs.iter().for_each(|input| count_names(input, counts)),
                Expr::ForLoop(it) => count_names(&it.pat, counts),
                Expr::Let(it) => count_names(&it.pat, counts),
                Expr::Match(it) => it.arms.iter().for_each(|arm| count_names(&arm.pat, counts)),
                _ => {}
            }
            in_expr(expr, &mut |part| match part {
                Part::Block(block) => inside(block, counts),
                part => count_bound(&part, counts),
            });
        }
        Part::Block(block) => inside(block, counts),
        Part::Macro(call) => look_at_arguments(call, &mut |argument| count_bound(&Part::Expr(argument), counts)),
        Part::Item(_) | Part::Unknown(_) => {}
    }
}

/// Counts the names that a pattern binds.
fn count_names(pattern: &Pat, counts: &mut TextMap<usize>) {
    for name in bound_names(pattern) {
        *counts.entry(name.to_string()).or_default() += 1;
    }
}
