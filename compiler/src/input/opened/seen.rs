//! What may be a struct, as the types and the names of a function say.

use syn::{Expr, Pat, PatIdent, Stmt, Type};

use crate::source::exprs::bare;
use crate::source::types::inner;

/// Notes the variables of a pattern that may be structs.
#[expect(clippy::wildcard_enum_match_arm, reason = "no other pattern gives names to values")]
pub(super) fn may_be_structs<'p>(pattern: &'p Pat, found: &mut Vec<&'p PatIdent>) {
    match pattern {
        Pat::Ident(name) if name.by_ref.is_none() && name.subpat.is_none() => found.push(name),
        Pat::Type(typed) if !matches!(*typed.ty, Type::Reference(_)) && is_struct(&typed.ty) => {
            may_be_structs(&typed.pat, found);
        }
        Pat::Tuple(tuple) => tuple.elems.iter().for_each(|part| may_be_structs(part, found)),
        _ => {}
    }
}

/// Whether an expression may give a struct, as far as that can be seen.
#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else gives structs")]
pub(super) fn may_give_struct(expr: &Expr) -> bool {
    match bare(expr) {
        // An operator may be one of the user's.
        Expr::Struct(_)
        | Expr::Call(_)
        | Expr::MethodCall(_)
        | Expr::Path(_)
        | Expr::Field(_)
        | Expr::Index(_)
        | Expr::Tuple(_)
        | Expr::Binary(_) => true,
        Expr::Unary(unary) => matches!(unary.op, syn::UnOp::Deref(_)),
        Expr::Block(block) => matches!(block.block.stmts.last(), Some(Stmt::Expr(last, None)) if may_give_struct(last)),
        // One of its branches may leave.
        Expr::If(it) => {
            matches!(it.then_branch.stmts.last(), Some(Stmt::Expr(last, None)) if may_give_struct(last))
                || it.else_branch.as_ref().is_some_and(|(_, other)| may_give_struct(other))
        }
        Expr::Match(it) => it.arms.iter().any(|arm| may_give_struct(&arm.body)),
        _ => false,
    }
}

/// Whether a type is an array of structs or of tuples.
#[expect(clippy::wildcard_enum_match_arm, reason = "no other type is an array")]
pub(super) fn is_of_structs(ty: &Type) -> bool {
    let is_element = |ty: &Type| match ty {
        Type::Tuple(tuple) => !tuple.elems.is_empty(),
        ty => matches!(ty, Type::Path(_)) && is_struct(ty),
    };
    match inner(ty) {
        Type::Reference(reference) => reference.mutability.is_none() && is_of_structs(&reference.elem),
        Type::Slice(slice) => is_element(&slice.elem),
        Type::Array(array) => is_element(&array.elem),
        Type::Path(path) => {
            let Some(last) = path.path.segments.last().filter(|last| last.ident == "Vec") else { return false };
            let syn::PathArguments::AngleBracketed(arguments) = &last.arguments else { return false };
            matches!(arguments.args.first(), Some(syn::GenericArgument::Type(ty)) if is_element(ty))
        }
        _ => false,
    }
}

/// Whether a type may be a struct behind `&mut`.
#[expect(clippy::wildcard_enum_match_arm, reason = "no other type is a reference")]
pub(super) fn is_changed_struct(ty: &Type) -> bool {
    match inner(ty) {
        Type::Reference(reference) => {
            reference.mutability.is_some() && matches!(*reference.elem, Type::Path(_)) && is_struct(&reference.elem)
        }
        _ => false,
    }
}

/// The types of the standard library with parameters that hold what the user's own hold.
pub(in crate::input) const OF_STD: [&str; 3] = ["Vec", "Box", "Option"];

/// Whether a type may be a struct, or a reference to one.
#[expect(clippy::wildcard_enum_match_arm, reason = "no other type has a name")]
pub(in crate::input) fn is_struct(ty: &Type) -> bool {
    match inner(ty) {
        Type::Reference(reference) => reference.mutability.is_none() && is_struct(&reference.elem),
        Type::Path(path) => path.path.segments.last().is_some_and(|last| {
            let name = last.ident.to_string();
            let is_of_std = OF_STD.contains(&&*name) && !last.arguments.is_none();
            name.starts_with(char::is_uppercase) && !is_of_std && name != "String"
        }),
        _ => false,
    }
}
