//! Calls of `std::array::from_fn` get the type that is written around them: `let a: [f64; 3] = array::from_fn(|i| v);` is
//! `let a: [f64; 3] = array::from_fn::<f64, 3, _>(|i| v);`. So does what a function gives at its end and by `return`.
//!
//! Where `map` of an array is refused, it is a loop. So is that of a field which the definition of its struct shows to be an array.

use syn::{Expr, ItemFn, Pat, ReturnType, Stmt, Type, TypeArray};

use super::fields::written;
use super::written::located;
use crate::source::exprs::{is_array_of_index, is_compound, is_place};
use crate::source::inside::{Part, PartMut, in_block_mut, in_expr_mut, is_any};
use crate::texts::TextSet;

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

/// Whether the body of a closure does the same where the closure is called: it leaves nothing early, and has no copies of what it changes.
pub(crate) fn runs_as_block(closure: &syn::ExprClosure) -> bool {
    let leaves = |part: &Part<'_>| match part {
        Part::Expr(expr) => matches!(expr, Expr::Return(_) | Expr::Try(_) | Expr::Yield(_) | Expr::Await(_)),
        Part::Unknown(_) => true,
        Part::Block(_) | Part::Macro(_) | Part::Item(_) => false,
    };
    let changes = |part: &Part<'_>| match part {
        Part::Expr(Expr::Assign(_) | Expr::MethodCall(_)) | Part::Macro(_) => true,
        Part::Expr(Expr::Binary(it)) => is_compound(&it.op),
        Part::Expr(Expr::Reference(it)) => it.mutability.is_some(),
        Part::Expr(_) | Part::Block(_) | Part::Item(_) | Part::Unknown(_) => false,
    };
    let body = Part::Expr(&closure.body);
    !is_any(&body, &leaves) && (closure.capture.is_none() || !is_any(&body, &changes))
}

/// The function in which `a.map(|x| v)` of an array is a loop: `{ let mut made = a.clone(); for turn in 0..made.len() { let x = made[turn]; made[turn] = v; } made }`.
/// None if there is no such call. Only the calls on these fields are, if they are given. What it is called on may otherwise be no array, so this
/// is for functions in which one is refused.
pub(crate) fn with_loops_for_maps(function: &ItemFn, fields: Option<&TextSet>) -> Option<ItemFn> {
    let is_meant = |array: &Expr| fields.is_none_or(|fields| written(array).is_some_and(|way| fields.contains(&way)));
    let is_mapped =
        |part: &Part<'_>| matches!(part, Part::Expr(expr) if mapped(expr).is_some_and(|(array, _)| is_meant(array)));
    if !is_any(&Part::Block(&function.block), &is_mapped) {
        return None;
    }
    let mut function = function.clone();
    write_maps(PartMut::Block(&mut function.block), &is_meant);
    Some(function)
}

/// Whether `map` is called on a field.
pub(crate) fn maps_field(function: &ItemFn) -> bool {
    let is_field = |part: &Part<'_>| matches!(part, Part::Expr(expr) if mapped(expr).is_some_and(|(array, _)| matches!(array, Expr::Field(_))));
    is_any(&Part::Block(&function.block), &is_field)
}

/// What is mapped by which closure.
fn mapped(expr: &Expr) -> Option<(&Expr, &syn::ExprClosure)> {
    let Expr::MethodCall(call) = expr else { return None };
    let Some(Expr::Closure(closure)) = call.args.first() else { return None };
    let is_plain = call.method == "map"
        && call.args.len() == 1
        && call.turbofish.is_none()
        && closure.inputs.len() == 1
        && closure.asyncness.is_none()
        && is_place(&call.receiver)
        && runs_as_block(closure);
    is_plain.then_some((&*call.receiver, closure))
}

fn write_maps(part: PartMut<'_>, is_meant: &dyn Fn(&Expr) -> bool) {
    match part {
        PartMut::Block(block) => in_block_mut(block, &mut |part| write_maps(part, is_meant)),
        PartMut::Expr(expr) => {
            in_expr_mut(expr, &mut |part| write_maps(part, is_meant));
            let Some((array, closure)) = mapped(expr).filter(|(array, _)| is_meant(array)) else { return };
            let span = proc_macro2::Span::mixed_site();
            let [made, turn] =
                ["made", "turn"].map(|name| proc_macro2::Ident::new(&format!("__backprop_{name}"), span));
            let (element, value) = (&closure.inputs[0], &closure.body);
            let written = quote::quote!({
                let mut #made = #array.clone();
                for #turn in 0..#made.len() {
                    let #element = #made[#turn];
                    #made[#turn] = #value;
                }
                #made
            });
            if let Ok(written) = syn::parse2(written) {
                *expr = written;
            }
        }
        PartMut::Macro(_) | PartMut::Item(_) | PartMut::Unknown(_) => {}
    }
}
