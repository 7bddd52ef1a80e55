//! What exchanges two names.

use syn::{Expr, Stmt};

use crate::input::replaced::is_of_mem;
use crate::source::exprs::bare;

/// The two names that a statement exchanges.
pub(super) fn exchanged(statement: &Stmt) -> Option<[String; 2]> {
    let Stmt::Expr(expr, Some(_)) = statement else { return None };
    exchanged_by(expr)
}

/// The same of an expression: `mem::swap(&mut a, &mut b)` and `(a, b) = (b, a)`.
#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else exchanges names")]
pub(super) fn exchanged_by(expr: &Expr) -> Option<[String; 2]> {
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
