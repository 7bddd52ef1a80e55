//! What exchanges two names.

use syn::{Expr, Stmt};

use crate::input::replaced::is_of_mem;
use crate::source::exprs::bare;

/// The two names that a statement exchanges: `mem::swap(&mut a, &mut b);` and `(a, b) = (b, a);`.
#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else exchanges names")]
pub(super) fn exchanged(statement: &Stmt) -> Option<[String; 2]> {
    let Stmt::Expr(expr, Some(_)) = statement else { return None };
    match bare(expr) {
        Expr::Call(call) if is_of_mem(call, "swap") && call.args.len() == 2 => {
            Some([lent(&call.args[0])?, lent(&call.args[1])?])
        }
        Expr::Assign(it) => {
            let (Expr::Tuple(left), Expr::Tuple(right)) = (bare(&it.left), bare(&it.right)) else { return None };
            if left.elems.len() != 2 || right.elems.len() != 2 {
                return None;
            }
            let [one, other] = [name(&left.elems[0])?, name(&left.elems[1])?];
            let is_exchange = name(&right.elems[0])? == other && name(&right.elems[1])? == one;
            is_exchange.then_some([one, other])
        }
        _ => None,
    }
}

/// The name that this is.
pub(super) fn name(expr: &Expr) -> Option<String> {
    let Expr::Path(path) = bare(expr) else { return None };
    path.path.get_ident().map(ToString::to_string)
}

/// The name that this lends to be changed.
fn lent(expr: &Expr) -> Option<String> {
    let Expr::Reference(reference) = bare(expr) else { return None };
    reference.mutability.and(name(&reference.expr))
}

/// The variables that an assignment with this on its left gives other values.
#[expect(clippy::wildcard_enum_match_arm, reason = "all else is a part of a variable, or what a reference refers to")]
pub(super) fn assigned(left: &Expr) -> Vec<String> {
    match bare(left) {
        Expr::Path(_) => name(left).into_iter().collect(),
        Expr::Tuple(parts) => parts.elems.iter().flat_map(assigned).collect(),
        Expr::Array(parts) => parts.elems.iter().flat_map(assigned).collect(),
        Expr::Call(parts) => parts.args.iter().flat_map(assigned).collect(),
        Expr::Struct(parts) => parts.fields.iter().flat_map(|field| assigned(&field.expr)).collect(),
        _ => Vec::new(),
    }
}
