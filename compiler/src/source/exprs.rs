//! Questions that an expression answers by itself, wherever it stands.

use syn::{BinOp, Expr};

/// The expression without parentheses.
#[expect(clippy::wildcard_enum_match_arm, reason = "only parentheses are taken off")]
pub(crate) fn bare(mut expr: &Expr) -> &Expr {
    loop {
        expr = match expr {
            Expr::Paren(inside) => &inside.expr,
            Expr::Group(inside) => &inside.expr,
            expr => return expr,
        };
    }
}

/// Whether an expression is a place, or a reference to one. It may be evaluated twice.
#[expect(clippy::wildcard_enum_match_arm, reason = "what is not named may do more")]
pub(crate) fn is_place(expr: &Expr) -> bool {
    match bare(expr) {
        Expr::Path(_) | Expr::Lit(_) => true,
        Expr::Field(field) => is_place(&field.base),
        Expr::Index(index) => is_place(&index.expr) && !is_range(&index.index) && is_index(&index.index),
        Expr::Unary(syn::ExprUnary { op: syn::UnOp::Deref(_), expr, .. }) => is_place(expr),
        Expr::Reference(reference) => reference.mutability.is_none() && is_place(&reference.expr),
        _ => false,
    }
}

/// Whether an index is a place, or computed of places by operators. It may be evaluated twice.
#[expect(clippy::wildcard_enum_match_arm, reason = "what is not named may do more")]
pub(crate) fn is_index(expr: &Expr) -> bool {
    match bare(expr) {
        Expr::Binary(it) => {
            let is_plain =
                matches!(it.op, BinOp::Add(_) | BinOp::Sub(_) | BinOp::Mul(_) | BinOp::Div(_) | BinOp::Rem(_));
            is_plain && is_index(&it.left) && is_index(&it.right)
        }
        Expr::Cast(it) => is_index(&it.expr),
        expr => is_place(expr),
    }
}

/// Whether an index is a range.
pub(crate) fn is_range(index: &Expr) -> bool {
    matches!(bare(index), Expr::Range(_))
}

/// What stands in `stop_gradient(…)`, by its name.
pub(crate) fn stopped(expr: &Expr) -> Option<&Expr> {
    let Expr::Call(call) = bare(expr) else { return None };
    let Expr::Path(path) = bare(&call.func) else { return None };
    let is_it = path.path.segments.last()?.ident == "stop_gradient" && call.args.len() == 1;
    call.args.first().filter(|_| is_it)
}

/// Whether this is `std::array::from_fn`, as its last two names say.
pub(crate) fn is_array_of_index(path: &syn::ExprPath) -> bool {
    let mut names = path.path.segments.iter().rev();
    let is_last = |name: Option<&syn::PathSegment>, text: &str| name.is_some_and(|name| name.ident == text);
    path.qself.is_none() && is_last(names.next(), "from_fn") && is_last(names.next(), "array")
}

/// Whether this is `Vec::new` or `Vec::with_capacity`.
pub(crate) fn is_new_vector(function: &Expr) -> bool {
    let Expr::Path(path) = bare(function) else { return false };
    match path.path.segments.iter().collect::<Vec<_>>().as_slice() {
        [vec, name] => vec.ident == "Vec" && (name.ident == "new" || name.ident == "with_capacity"),
        _ => false,
    }
}

/// Whether this is a number that is there, or the length of something: it panics nowhere.
#[expect(clippy::wildcard_enum_match_arm, reason = "all other expressions may do more")]
pub(crate) fn is_count(expr: &Expr) -> bool {
    match bare(expr) {
        Expr::Path(_) | Expr::Lit(_) => true,
        Expr::Field(field) => is_count(&field.base),
        Expr::MethodCall(call) => call.method == "len" && call.args.is_empty() && is_count(&call.receiver),
        // Where this is out of range, `with_capacity` panics too: there is no memory for so many.
        Expr::Binary(syn::ExprBinary { left, op: syn::BinOp::Add(_) | syn::BinOp::Mul(_), right, .. }) => {
            is_count(left) && is_count(right)
        }
        // A literal that is no divisor is an error of rustc.
        Expr::Binary(syn::ExprBinary { left, op: syn::BinOp::Div(_), right, .. }) => {
            is_count(left) && matches!(bare(right), Expr::Lit(_))
        }
        _ => false,
    }
}

/// Whether an operator also assigns what it gives: `+=`.
pub(crate) fn is_compound(op: &syn::BinOp) -> bool {
    use syn::BinOp::{
        AddAssign, BitAndAssign, BitOrAssign, BitXorAssign, DivAssign, MulAssign, RemAssign, ShlAssign, ShrAssign,
        SubAssign,
    };
    matches!(
        op,
        AddAssign(_)
            | BitAndAssign(_)
            | BitOrAssign(_)
            | BitXorAssign(_)
            | DivAssign(_)
            | MulAssign(_)
            | RemAssign(_)
            | ShlAssign(_)
            | ShrAssign(_)
            | SubAssign(_)
    )
}
