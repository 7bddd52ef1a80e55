//! Arrays that take the place of those of parameters: `*x = next(x);` is `{ let new = next(x); x.copy_from_slice(&new); }` where `x` is a `&mut [f64; 3]`. A vector
//! is cleared and filled. So it is with `mem::swap(x, y)`, of which one or both are parameters, and with `mem::replace(x, y)` and `mem::take(x)` in a `let`.
//!
//! What is in the arrays is the same then. Where a vector is, is not: `mem::swap` copies.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Block, Expr, FnArg, ItemFn, Local, Pat, Stmt, Type, UnOp};

use super::crate_path::crate_path;
use super::fields::element_of;
use super::written::located;
use crate::source::declarations::declarations;
use crate::source::exprs::bare;
use crate::source::inside::{Part, PartMut, in_block_mut, in_expr_mut, is_any};
use crate::source::types::is_float;
use crate::texts::TextMap;

/// How an array takes the place of another.
#[derive(Clone, Copy)]
enum Kind {
    /// It has as many elements.
    Fixed,
    /// It is a vector of numbers.
    Vector,
    /// It is a vector of arrays.
    Rows,
}

/// The function in which the elements of such arrays are replaced, and the claims that the functions of `mem` are these; none if nothing is replaced.
pub(crate) fn with_replaced_elements(function: &ItemFn) -> Option<(ItemFn, Vec<TokenStream>)> {
    let params = function.sig.inputs.iter().filter_map(|input| {
        let FnArg::Typed(input) = input else { return None };
        let (Pat::Ident(name), Type::Reference(to)) = (&*input.pat, &*input.ty) else { return None };
        // One that is declared as `mut` may refer to something else later.
        let name = name.mutability.is_none().then(|| name.ident.to_string())?;
        Some((name, kind(&to.elem, function).filter(|_| to.mutability.is_some())?))
    });
    let mut arrays = Arrays { params: params.collect() };
    if !arrays.params.is_empty() {
        let counts = declarations(function);
        arrays.params.retain(|name, _| counts.get(name) == Some(&1));
    }
    let replaces = |part: &Part<'_>| matches!(part, Part::Block(block) if block.stmts.iter().any(|statement| arrays.written(statement, 0).is_some()));
    if arrays.params.is_empty() || !is_any(&Part::Block(&function.block), &replaces) {
        return None;
    }
    let (mut function, mut claims) = (function.clone(), TextMap::default());
    arrays.write(PartMut::Block(&mut function.block), &mut 0, &mut claims);
    Some((function, claims.into_values().collect()))
}

/// How what is of this type takes the place of another, if it holds numbers with a tangent.
#[expect(clippy::wildcard_enum_match_arm, reason = "no other type is an array that has a place of its own")]
fn kind(ty: &Type, function: &ItemFn) -> Option<Kind> {
    let element = element_of(ty)?;
    let is_real = |ty: &Type| {
        let is_param = |name: &Ident| function.sig.generics.type_params().any(|param| param.ident == *name);
        // A parameter of the block around the function most likely has one letter.
        let is_letter = |name: &Ident| name.to_string().len() == 1;
        is_float(ty)
            || matches!(ty, Type::Path(path) if path.path.get_ident().is_some_and(|name| is_param(name) || is_letter(name)))
    };
    let innermost = std::iter::successors(Some(element), |ty| element_of(ty)).last()?;
    match ty {
        _ if !is_real(innermost) => None,
        Type::Array(_) => Some(Kind::Fixed),
        Type::Path(_) if element_of(element).is_some() => Some(Kind::Rows),
        Type::Path(_) => Some(Kind::Vector),
        _ => None,
    }
}

struct Arrays {
    /// The parameters behind `&mut` that are arrays.
    params: TextMap<Kind>,
}

impl Arrays {
    fn write(&self, part: PartMut<'_>, count: &mut usize, claims: &mut TextMap<TokenStream>) {
        match part {
            PartMut::Block(block) => {
                let mut written = Vec::with_capacity(block.stmts.len());
                for statement in std::mem::take(&mut block.stmts) {
                    match self.written(&statement, *count) {
                        Some(statements) => {
                            *count += 1;
                            if let Some(claim) = claim(&statement) {
                                claims.entry(claim.to_string()).or_insert(claim);
                            }
                            written.extend(statements);
                        }
                        None => written.push(statement),
                    }
                }
                block.stmts = written;
                in_block_mut(block, &mut |part| self.write(part, count, claims));
            }
            PartMut::Expr(expr) => in_expr_mut(expr, &mut |part| self.write(part, count, claims)),
            PartMut::Macro(_) | PartMut::Item(_) | PartMut::Unknown(_) => {}
        }
    }

    /// What stands for a statement that puts an array in the place of that of a parameter.
    #[expect(clippy::wildcard_enum_match_arm, reason = "no other statement does that")]
    fn written(&self, statement: &Stmt, count: usize) -> Option<Vec<Stmt>> {
        let span = statement.span();
        let new = Ident::new(&format!("__backprop_new_{count}"), Span::call_site().located_at(span));
        let tokens = match statement {
            Stmt::Expr(Expr::Assign(assign), _) => {
                let Expr::Unary(place) = bare(&assign.left) else { return None };
                let (name, kind) = self.param(&place.expr).filter(|_| matches!(place.op, UnOp::Deref(_)))?;
                let (value, filled) = (&assign.right, filled(kind, name, &new));
                quote_spanned!(span=> { let #new = #value; #filled })
            }
            Stmt::Expr(Expr::Call(call), _) if is_of_mem(call, "swap") && call.args.len() == 2 => {
                let (left, right) = (self.place(&call.args[0])?, self.place(&call.args[1])?);
                let (_, kind) = [left, right].into_iter().find_map(|place| self.param(place))?;
                let (to_left, to_right) = (filled(kind, left, right), filled(kind, right, &new));
                let copy = copy(kind, left);
                quote_spanned!(span=> { let #new = #copy; #to_left #to_right })
            }
            Stmt::Local(Local { pat, init: Some(init), .. }) => {
                let Expr::Call(call) = bare(&init.expr) else { return None };
                let (name, kind) = self.param(call.args.first()?)?;
                let copy = copy(kind, name);
                match call.args.get(1) {
                    Some(value) if is_of_mem(call, "replace") => {
                        let filled = filled(kind, name, &new);
                        quote_spanned!(span=> let #new = #value; let #pat = #copy; #filled)
                    }
                    None if is_of_mem(call, "take") && !matches!(kind, Kind::Fixed) => {
                        quote_spanned!(span=> let #pat = #copy; #name.clear();)
                    }
                    _ => return None,
                }
            }
            _ => return None,
        };
        let block: Block = syn::parse2(quote!({ #tokens })).ok()?;
        Some(block.stmts)
    }

    /// The variable of which what it refers to is exchanged, or it itself. Where a parameter is lent, `&mut x`, the references are exchanged, and no
    /// arrays.
    fn place<'e>(&self, expr: &'e Expr) -> Option<&'e Expr> {
        let expr = bare(expr);
        let Expr::Reference(reference) = expr else { return self.param(expr).map(|_| expr) };
        let inside = bare(&reference.expr);
        let is_variable = matches!(inside, Expr::Path(path) if path.path.get_ident().is_some());
        (is_variable && self.param(inside).is_none()).then_some(inside)
    }

    /// Such a parameter.
    fn param<'e>(&self, expr: &'e Expr) -> Option<(&'e Ident, Kind)> {
        let Expr::Path(path) = bare(expr) else { return None };
        let name = path.path.get_ident()?;
        self.params.get(&name.to_string()).map(|kind| (name, *kind))
    }
}

/// A copy of what is in such an array.
fn copy(kind: Kind, of: &impl quote::ToTokens) -> TokenStream {
    match kind {
        Kind::Fixed => quote!(*#of),
        Kind::Vector | Kind::Rows => quote!(#of.clone()),
    }
}

/// The statements that put what is in an array into another.
fn filled(kind: Kind, to: &impl quote::ToTokens, from: &impl quote::ToTokens) -> TokenStream {
    match kind {
        Kind::Fixed => quote!(#to.copy_from_slice(&#from);),
        Kind::Vector => quote!(#to.clear(); #to.extend_from_slice(&#from);),
        Kind::Rows => {
            let row = format_ident!("__backprop_row");
            quote!(#to.clear(); for #row in #from.iter() { #to.push(#row.clone()); })
        }
    }
}

/// Whether a function of `mem` is called that has this name.
pub(super) fn is_of_mem(call: &syn::ExprCall, name: &str) -> bool {
    let Expr::Path(path) = bare(&call.func) else { return false };
    let mut names = path.path.segments.iter().rev().map(|segment| &segment.ident);
    let is_it = names.next().is_some_and(|last| last == name) && names.next().is_some_and(|of| of == "mem");
    is_it && path.qself.is_none() && path.path.segments.iter().all(|segment| segment.arguments.is_none())
}

/// The claim that the function which a statement calls is that of `mem`, if it calls one.
#[expect(clippy::wildcard_enum_match_arm, reason = "no other statement is written otherwise")]
pub(super) fn claim(statement: &Stmt) -> Option<TokenStream> {
    let call = match statement {
        Stmt::Expr(Expr::Call(call), _) => call,
        Stmt::Local(Local { init: Some(init), .. }) => match bare(&init.expr) {
            Expr::Call(call) => call,
            _ => return None,
        },
        _ => return None,
    };
    let Expr::Path(path) = bare(&call.func) else { return None };
    let (backprop, name) = (crate_path(), &path.path.segments.last()?.ident);
    let same = located(quote!(#backprop::__private::claims::same), name.span());
    Some(quote!(#same(#path::<()>, ::core::mem::#name::<()>);))
}
