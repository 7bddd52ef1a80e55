//! Functions of one `impl` block that call one another in a circle. What their adjoints give is put in boxes, as that of a function that calls
//! itself: its type would contain itself.

use syn::{Expr, ItemFn, Path, Type};

use crate::source::exprs::bare;
use crate::source::inside::{Part, in_block, in_expr};
use crate::texts::TextSet;

/// For each of these functions, the others that it calls by `self` or by the type, and that call it in the end.
pub(crate) fn circles(of_type: Option<&Path>, functions: &[&ItemFn]) -> Vec<TextSet> {
    let names: Vec<String> = functions.iter().map(|function| function.sig.ident.to_string()).collect();
    let calls: Vec<Vec<usize>> = functions
        .iter()
        .map(|function| {
            let mut called = Vec::new();
            look(&Part::Block(&function.block), of_type, &mut called);
            called.iter().filter_map(|call| names.iter().position(|name| name == call)).collect()
        })
        .collect();
    let reached: Vec<Vec<bool>> = (0..names.len()).map(|from| reached(from, &calls)).collect();
    let in_circle = |from: usize| {
        let mut found = TextSet::default();
        for &to in calls[from].iter().filter(|&&to| to != from && reached[to][from]) {
            found.insert(names[to].clone());
        }
        found
    };
    (0..names.len()).map(in_circle).collect()
}

/// Which functions a function calls, itself or by others.
fn reached(from: usize, calls: &[Vec<usize>]) -> Vec<bool> {
    let mut reached = vec![false; calls.len()];
    let mut pending = calls[from].clone();
    while let Some(at) = pending.pop() {
        if !std::mem::replace(&mut reached[at], true) {
            pending.extend(&calls[at]);
        }
    }
    reached
}

/// The names of the functions that are called by `self` or by the type.
#[expect(clippy::wildcard_enum_match_arm, reason = "only calls are looked for")]
fn look(part: &Part<'_>, of_type: Option<&Path>, called: &mut Vec<String>) {
    match part {
        Part::Expr(expr) => {
            match expr {
                Expr::MethodCall(call) if is_self(&call.receiver) => called.push(call.method.to_string()),
                Expr::Call(call) => {
                    if let Expr::Path(path) = &*call.func {
                        called.extend(of_own_type(path, of_type));
                    }
                }
                _ => {}
            }
            in_expr(expr, &mut |part| look(&part, of_type, called));
        }
        Part::Block(block) => in_block(block, &mut |part| look(&part, of_type, called)),
        Part::Macro(_) | Part::Item(_) | Part::Unknown(_) => {}
    }
}

/// Whether this is `self`, or what it refers to.
#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is `self`")]
fn is_self(expr: &Expr) -> bool {
    match bare(expr) {
        Expr::Path(path) => path.path.is_ident("self"),
        Expr::Reference(reference) => is_self(&reference.expr),
        Expr::Unary(unary) => matches!(unary.op, syn::UnOp::Deref(_)) && is_self(&unary.expr),
        _ => false,
    }
}

/// The last name of the path of a function of the type itself: `Self::f`, `P::f`, `<Self as T>::f`.
fn of_own_type(path: &syn::ExprPath, of_type: Option<&Path>) -> Option<String> {
    let segments = &path.path.segments;
    let name = segments.last()?.ident.to_string();
    let scope = match &path.qself {
        Some(qself) => {
            let Type::Path(ty) = &*qself.ty else { return None };
            ty.path.segments.last()?.ident.clone()
        }
        None => segments.iter().rev().nth(1)?.ident.clone(),
    };
    let own = of_type.and_then(|ty| ty.segments.last()).is_some_and(|last| last.ident == scope);
    (own || scope == "Self").then_some(name)
}
