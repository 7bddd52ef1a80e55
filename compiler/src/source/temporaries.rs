//! Which code makes temporaries: values without a name that are dropped at the end of the statement that they stand in.
//!
//! What is asked is the syntax alone, so that the answer is yes where it may be.

use syn::parse::ParseStream;
use syn::{BinOp, Expr, Stmt, Token, UnOp};

use super::exprs::bare;

/// Macros of the standard library that drop at once what their arguments make.
const AT_ONCE: [&str; 17] = [
    "assert",
    "assert_eq",
    "assert_ne",
    "debug_assert",
    "debug_assert_eq",
    "debug_assert_ne",
    "eprint",
    "eprintln",
    "format",
    "panic",
    "print",
    "println",
    "stringify",
    "thread_local",
    "todo",
    "unimplemented",
    "unreachable",
];

/// Whether the call of a macro may make temporaries that last until the end of the statement around it.
pub(crate) fn calls(call: &syn::Macro) -> bool {
    let Some(name) = call.path.segments.last().map(|last| &last.ident) else { return true };
    // It moves its arguments into the vector.
    if name == "vec"
        && let Ok(elements) = call.parse_body_with(elements)
    {
        return elements.iter().any(makes);
    }
    !AT_ONCE.iter().any(|at_once| name == at_once)
}

/// What stands in `vec![a, b]` or `vec![a; n]`.
fn elements(input: ParseStream<'_>) -> syn::Result<Vec<Expr>> {
    let mut elements = Vec::new();
    while !input.is_empty() {
        elements.push(input.parse()?);
        if input.is_empty() {
            break;
        }
        if input.peek(Token![;]) {
            input.parse::<Token![;]>()?;
        } else {
            input.parse::<Token![,]>()?;
        }
    }
    Ok(elements)
}

/// The same of a block: up to edition 2021, what its last expression makes outlives it.
pub(crate) fn ends_so(block: &syn::Block) -> bool {
    match block.stmts.last() {
        Some(Stmt::Expr(expr, None)) => makes(expr),
        Some(Stmt::Macro(call)) => call.semi_token.is_none() && calls(&call.mac),
        Some(Stmt::Local(_) | Stmt::Item(_) | Stmt::Expr(..)) | None => false,
    }
}

/// Whether this is a value without a name: what borrows it or looks into it, makes a temporary of it.
#[expect(clippy::wildcard_enum_match_arm, reason = "every other expression is a value")]
pub(crate) fn is_value(expr: &Expr) -> bool {
    match bare(expr) {
        Expr::Path(_) | Expr::Lit(_) => false,
        Expr::Field(place) => is_value(&place.base),
        Expr::Index(place) => is_value(&place.expr),
        Expr::Unary(place) if matches!(place.op, UnOp::Deref(_)) => is_value(&place.expr),
        _ => true,
    }
}

/// The same of an expression. The parts of it that are evaluated in the same statement are looked at.
#[expect(clippy::wildcard_enum_match_arm, reason = "of what is not named, the answer is yes")]
pub(crate) fn makes(expr: &Expr) -> bool {
    let expr = bare(expr);
    match expr {
        Expr::Path(_)
        | Expr::Lit(_)
        | Expr::Closure(_)
        | Expr::Async(_)
        | Expr::Const(_)
        | Expr::While(_)
        | Expr::Loop(_)
        | Expr::Continue(_)
        | Expr::Infer(_)
        | Expr::TryBlock(_) => false,
        Expr::Cast(inner) => makes(&inner.expr),
        Expr::Try(inner) => makes(&inner.expr),
        Expr::Unary(inner) => matches!(inner.op, UnOp::Deref(_)) && is_value(&inner.expr) || makes(&inner.expr),
        Expr::Reference(inner) => is_value(&inner.expr) || makes(&inner.expr),
        Expr::Field(inner) => is_value(&inner.base) || makes(&inner.base),
        Expr::Index(inner) => is_value(&inner.expr) || makes(&inner.expr) || makes(&inner.index),
        Expr::MethodCall(call) => is_value(&call.receiver) || makes(&call.receiver) || call.args.iter().any(makes),
        Expr::Call(call) => makes(&call.func) || call.args.iter().any(makes),
        Expr::Array(array) => array.elems.iter().any(makes),
        Expr::Tuple(tuple) => tuple.elems.iter().any(makes),
        Expr::Repeat(array) => makes(&array.expr),
        Expr::Struct(made) => {
            made.fields.iter().any(|field| makes(&field.expr)) || made.rest.as_deref().is_some_and(makes)
        }
        Expr::Binary(_) => chain(expr),
        Expr::Assign(assign) => makes(&assign.left) || makes(&assign.right),
        Expr::Range(range) => range.start.as_deref().is_some_and(makes) || range.end.as_deref().is_some_and(makes),
        Expr::Match(matching) => is_value(&matching.expr) || makes(&matching.expr),
        Expr::Let(matching) => is_value(&matching.expr) || makes(&matching.expr),
        Expr::ForLoop(repeated) => makes(&repeated.expr),
        // Up to edition 2021, what the value of an `if let` makes outlives it.
        Expr::If(conditional) => has_let(&conditional.cond),
        Expr::Block(block) => ends_so(&block.block),
        Expr::Unsafe(block) => ends_so(&block.block),
        Expr::Macro(call) => calls(&call.mac),
        Expr::Break(leaves) => leaves.expr.as_deref().is_some_and(makes),
        Expr::Return(leaves) => leaves.expr.as_deref().is_some_and(makes),
        _ => true,
    }
}

/// As [`makes`], for operators that stand behind one another, of which there may be many.
#[expect(clippy::wildcard_enum_match_arm, reason = "all other operators take their operands by value")]
fn chain(mut expr: &Expr) -> bool {
    while let Expr::Binary(binary) = expr {
        match binary.op {
            // Each side drops what it makes.
            BinOp::And(_) | BinOp::Or(_) => return false,
            // Both sides are borrowed.
            BinOp::Eq(_) | BinOp::Ne(_) | BinOp::Lt(_) | BinOp::Le(_) | BinOp::Gt(_) | BinOp::Ge(_)
                if is_value(&binary.left) || is_value(&binary.right) =>
            {
                return true;
            }
            _ if makes(&binary.right) => return true,
            _ => expr = &binary.left,
        }
    }
    makes(expr)
}

#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else holds a condition that binds")]
fn has_let(condition: &Expr) -> bool {
    match condition {
        Expr::Let(_) => true,
        Expr::Binary(binary) => has_let(&binary.left) || has_let(&binary.right),
        _ => false,
    }
}
