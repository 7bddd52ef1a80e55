//! Calls of `std::array::from_fn` get the type that is written around them: `let a: [f64; 3] = array::from_fn(|i| v);` is
//! `let a: [f64; 3] = array::from_fn::<f64, 3, _>(|i| v);`. So does what a function gives at its end and by `return`.

use syn::{Expr, ItemFn, Pat, ReturnType, Stmt, Type, TypeArray};

use super::written::located;
use crate::source::exprs::is_array_of_index;
use crate::source::inside::{Part, PartMut, in_block_mut, in_expr_mut, is_any};

/// The function with these types, if it has such calls.
pub(crate) fn with_types_of_arrays(function: &ItemFn) -> Option<ItemFn> {
    let is_call = |part: &Part<'_>| matches!(part, Part::Expr(expr) if path(expr).is_some());
    if !is_any(&Part::Block(&function.block), &is_call) {
        return None;
    }
    let mut function = function.clone();
    let given = match &function.sig.output {
        ReturnType::Type(_, ty) => array(ty).cloned(),
        ReturnType::Default => None,
    };
    if let (Some(ty), Some(Stmt::Expr(last, None))) = (&given, function.block.stmts.last_mut()) {
        write_at_end(last, ty);
    }
    write(PartMut::Block(&mut function.block), given.as_ref());
    Some(function)
}

/// The path of the function, if this is such a call without a type.
fn path(expr: &Expr) -> Option<&syn::ExprPath> {
    let Expr::Call(call) = expr else { return None };
    let Expr::Path(path) = &*call.func else { return None };
    let is_open = path.path.segments.last().is_some_and(|last| last.arguments.is_none());
    (is_open && is_array_of_index(path)).then_some(path)
}

fn array(ty: &Type) -> Option<&TypeArray> {
    if let Type::Array(array) = crate::source::types::inner(ty) { Some(array) } else { None }
}

fn write_type(expr: &mut Expr, TypeArray { elem, len, .. }: &TypeArray) {
    if path(expr).is_none() {
        return;
    }
    if let Expr::Call(call) = expr
        && let Expr::Path(path) = &mut *call.func
        && let Some(last) = path.path.segments.last_mut()
    {
        let written = located(quote::quote!(::<#elem, { #len }, _>), last.ident.span());
        last.arguments = syn::PathArguments::AngleBracketed(syn::parse_quote!(#written));
        // A row is made in the same way.
        if let (Some(row), Some(Expr::Closure(closure))) = (array(elem), call.args.first_mut()) {
            write_at_end(&mut closure.body, row);
        }
    }
}

/// What a block or its branches give at the end.
#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else hands on what its parts give")]
fn write_at_end(expr: &mut Expr, ty: &TypeArray) {
    let at_end = |block: &mut syn::Block| {
        if let Some(Stmt::Expr(last, None)) = block.stmts.last_mut() {
            write_at_end(last, ty);
        }
    };
    match expr {
        Expr::Paren(inside) => write_at_end(&mut inside.expr, ty),
        Expr::Block(inside) => at_end(&mut inside.block),
        Expr::If(it) => {
            at_end(&mut it.then_branch);
            if let Some((_, other)) = &mut it.else_branch {
                write_at_end(other, ty);
            }
        }
        Expr::Match(it) => it.arms.iter_mut().for_each(|arm| write_at_end(&mut arm.body, ty)),
        expr => write_type(expr, ty),
    }
}

/// Writes the types of what variables are declared with, and of what the function gives by `return`. A closure gives something else.
fn write(part: PartMut<'_>, given: Option<&TypeArray>) {
    match part {
        PartMut::Block(block) => {
            for statement in &mut block.stmts {
                if let Stmt::Local(local) = statement
                    && let (Pat::Type(pattern), Some(init)) = (&local.pat, &mut local.init)
                    && let Some(ty) = array(&pattern.ty)
                {
                    write_at_end(&mut init.expr, ty);
                }
            }
            in_block_mut(block, &mut |part| write(part, given));
        }
        PartMut::Expr(Expr::Closure(closure)) => {
            let ty = match &closure.output {
                ReturnType::Type(_, ty) => array(ty).cloned(),
                ReturnType::Default => None,
            };
            if let Some(ty) = &ty {
                write_at_end(&mut closure.body, ty);
            }
            write(PartMut::Expr(&mut closure.body), ty.as_ref());
        }
        PartMut::Expr(expr) => {
            if let (Expr::Return(syn::ExprReturn { expr: Some(value), .. }), Some(ty)) = (&mut *expr, given) {
                write_at_end(value, ty);
            }
            in_expr_mut(expr, &mut |part| write(part, given));
        }
        PartMut::Macro(_) | PartMut::Item(_) | PartMut::Unknown(_) => {}
    }
}
