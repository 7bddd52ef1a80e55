//! Arrays under other names, `type V2 = [f64; 2]`, where one is taken by value, copied or given, and elements of it change.
//!
//! `fn step(y: V2) -> V2 { let mut z = y; z[0] *= 2.0; z }` is read as `fn step(y: V2) -> _ { let y = array(y); let mut z = y; … }`, where
//! `array` is a function of the runtime that gives what it takes: so what `y` is shows in what is done with it, as for what other calls give.
//! A function is read so if it is refused as it stands. If the name stands for something else, rustc says so, or nothing has changed.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote_spanned};
use syn::spanned::Spanned;
use syn::{Expr, FnArg, ItemFn, Local, Pat, ReturnType, Stmt, Type, UnOp, parse_quote, parse_quote_spanned};

use super::crate_path::crate_path;
use crate::source::exprs::{bare, is_compound};
use crate::source::inside::{Part, PartMut, in_block, in_block_mut, in_expr, in_expr_mut};
use crate::source::methods::is_method_of_structs;
use crate::source::types::{element_of, inner};
use crate::texts::TextSet;

/// The function with such arrays read as what calls give, if there may be some.
pub(crate) fn given_by_calls(function: &ItemFn) -> Option<ItemFn> {
    let names = names(function);
    if names.is_empty() {
        return None;
    }
    let mut written = function.clone();
    let mut reading = Reading { names: &names, references: references(function, &names), count: 0 };
    reading.part(PartMut::Block(&mut written.block));
    reading.signature(&mut written);
    (reading.count > 0).then_some(written)
}

/// The names of types in a function that may stand for arrays: nothing in it shows that they are structs.
fn names(function: &ItemFn) -> TextSet {
    let mut found = Found::default();
    for input in &function.sig.inputs {
        if let FnArg::Typed(input) = input {
            found.declared(&input.pat, &input.ty);
        }
    }
    if let ReturnType::Type(_, ty) = &function.sig.output {
        let parts = if let Type::Tuple(tuple) = &**ty { tuple.elems.iter().collect() } else { vec![&**ty] };
        found.names.extend(parts.into_iter().filter_map(named));
    }
    found.look(&Part::Block(&function.block));
    let mut structs = TextSet::default();
    for (variable, name) in &found.variables {
        if found.structs.contains(variable) {
            structs.insert(name.clone());
        }
    }
    constructed(&function.block.to_token_stream(), &mut structs);
    let is_parameter = |name: &String| function.sig.generics.type_params().any(|param| param.ident == *name);
    found.names.into_iter().filter(|name| !structs.contains(name) && !is_parameter(name)).collect()
}

/// The name of a type, behind a reference or not.
#[expect(clippy::wildcard_enum_match_arm, reason = "no other type has a name")]
fn named(ty: &Type) -> Option<String> {
    match inner(ty) {
        Type::Reference(reference) => named(&reference.elem),
        Type::Path(path) if path.qself.is_none() => {
            let last = path.path.segments.last()?;
            let name = last.ident.to_string();
            let is_name = last.arguments.is_none() && crate::source::names::is_upper(&name);
            (is_name && !matches!(name.as_str(), "Self" | "String")).then_some(name)
        }
        _ => None,
    }
}

/// What a function says of the types of its variables.
#[derive(Default)]
struct Found {
    /// The names of types.
    names: TextSet,
    /// The variables that have such types, with these.
    variables: Vec<(String, String)>,
    /// The variables that are structs: of which fields are named, or that have methods which neither arrays nor numbers have.
    structs: TextSet,
}

impl Found {
    fn declared(&mut self, pattern: &Pat, ty: &Type) {
        let Some(name) = named(ty) else { return };
        if let Pat::Ident(variable) = pattern {
            self.variables.push((variable.ident.to_string(), name.clone()));
        }
        self.names.insert(name);
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else shows what a variable is")]
    fn look(&mut self, part: &Part<'_>) {
        match part {
            Part::Block(block) => {
                for statement in &block.stmts {
                    if let Stmt::Local(Local { pat: Pat::Type(typed), .. }) = statement {
                        self.declared(&typed.pat, &typed.ty);
                    }
                }
                in_block(block, &mut |part| self.look(&part));
            }
            Part::Expr(expr) => {
                let of = match expr {
                    Expr::Field(field) => Some(&*field.base),
                    Expr::MethodCall(call) if is_method_of_structs(call) => Some(&*call.receiver),
                    _ => None,
                };
                if let Some(Expr::Path(path)) = of.map(bare)
                    && let Some(name) = path.path.get_ident()
                {
                    self.structs.insert(name.to_string());
                }
                in_expr(expr, &mut |part| self.look(&part));
            }
            Part::Macro(_) | Part::Item(_) | Part::Unknown(_) => {}
        }
    }
}

/// The names of types of which values are put together.
fn constructed(tokens: &TokenStream, found: &mut TextSet) {
    let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
    for (at, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Ident(name) if crate::source::names::is_upper(&name.to_string()) => {
                let is_constructor = match tokens.get(at + 1) {
                    Some(TokenTree::Group(group)) => group.delimiter() != proc_macro2::Delimiter::Bracket,
                    Some(TokenTree::Punct(colon)) => {
                        colon.as_char() == ':' && colon.spacing() == proc_macro2::Spacing::Joint
                    }
                    Some(TokenTree::Ident(_) | TokenTree::Literal(_)) | None => false,
                };
                if is_constructor {
                    found.insert(name.to_string());
                }
            }
            TokenTree::Group(group) => constructed(&group.stream(), found),
            TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
}

/// The parameters that refer to such arrays.
fn references(function: &ItemFn, names: &TextSet) -> TextSet {
    let of = function.sig.inputs.iter().filter_map(|input| {
        let FnArg::Typed(input) = input else { return None };
        let Pat::Ident(name) = &*input.pat else { return None };
        let is_it = matches!(&*input.ty, Type::Reference(_)) && named(&input.ty).is_some_and(|ty| names.contains(&ty));
        is_it.then(|| name.ident.to_string())
    });
    of.collect()
}

struct Reading<'n> {
    names: &'n TextSet,
    /// The parameters that refer to such arrays.
    references: TextSet,
    /// How much has been written.
    count: usize,
}

impl Reading<'_> {
    fn is_named(&self, ty: &Type) -> bool {
        !matches!(ty, Type::Reference(_)) && named(ty).is_some_and(|name| self.names.contains(&name))
    }

    /// Parameters by value begin as what a call gives, and a result is what it is.
    fn signature(&mut self, function: &mut ItemFn) {
        let mut lets: Vec<Stmt> = Vec::new();
        for input in &mut function.sig.inputs {
            let FnArg::Typed(input) = input else { continue };
            let Pat::Ident(pattern) = &mut *input.pat else { continue };
            if pattern.by_ref.is_some() || pattern.subpat.is_some() || !self.is_named(&input.ty) {
                continue;
            }
            let (name, mutability) = (&pattern.ident, pattern.mutability.take());
            let given = array(&parse_quote!(#name), name.span());
            lets.push(parse_quote!(let #mutability #name = #given;));
            self.count += 1;
        }
        function.block.stmts.splice(0..0, lets);
        if let ReturnType::Type(_, ty) = &mut function.sig.output {
            let parts =
                if let Type::Tuple(tuple) = &mut **ty { tuple.elems.iter_mut().collect() } else { vec![&mut **ty] };
            for part in parts {
                if self.is_named(part) {
                    let span = part.span();
                    *part = parse_quote_spanned!(span=> _);
                    self.count += 1;
                }
            }
        }
    }

    fn part(&mut self, part: PartMut<'_>) {
        match part {
            PartMut::Block(block) => {
                for statement in &mut block.stmts {
                    if let Stmt::Local(local) = statement {
                        self.declaration(local);
                    }
                }
                in_block_mut(block, &mut |part| self.part(part));
            }
            PartMut::Expr(expr) => {
                let mut is_place = names_place(expr);
                in_expr_mut(expr, &mut |part| {
                    if !std::mem::take(&mut is_place) {
                        self.part(part);
                    }
                });
                if copied(expr).is_some_and(|name| self.references.contains(&name.to_string())) {
                    *expr = array(expr, expr.span());
                    self.count += 1;
                }
            }
            PartMut::Macro(_) | PartMut::Item(_) | PartMut::Unknown(_) => {}
        }
    }

    /// Whether a type is that of an array of such arrays.
    fn has_named(&self, ty: &Type) -> bool {
        element_of(ty).is_some_and(|element| self.is_named(element) || self.has_named(element))
    }

    /// What a call, a variable or what is behind a reference gives has its type from there; a new array of such arrays, from those.
    #[expect(clippy::wildcard_enum_match_arm, reason = "of all else, the type may be needed")]
    fn declaration(&mut self, local: &mut Local) {
        let Pat::Type(typed) = &local.pat else { return };
        let Some(init) = &local.init else { return };
        let has_type = match bare(&init.expr) {
            Expr::Call(_) | Expr::MethodCall(_) | Expr::Path(_) | Expr::Index(_) => true,
            Expr::Unary(unary) => matches!(unary.op, UnOp::Deref(_)),
            _ => false,
        };
        if has_type && self.is_named(&typed.ty) || self.has_named(&typed.ty) {
            local.pat = (*typed.pat).clone();
            self.count += 1;
        }
    }
}

/// The variable of which this is what it refers to, or a copy of that: `*y`, `y.clone()`.
#[expect(clippy::wildcard_enum_match_arm, reason = "no other expression copies what is behind a reference")]
fn copied(expr: &Expr) -> Option<&Ident> {
    let of = match expr {
        Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => &unary.expr,
        Expr::MethodCall(call) if call.method == "clone" && call.args.is_empty() => &call.receiver,
        _ => return None,
    };
    if let Expr::Path(path) = bare(of) { path.path.get_ident() } else { None }
}

/// Whether the first part of an expression is what is behind a reference, as a place and not by value.
#[expect(clippy::wildcard_enum_match_arm, reason = "no other expression names a place")]
fn names_place(expr: &Expr) -> bool {
    let place = match expr {
        Expr::Assign(it) => &*it.left,
        Expr::Binary(it) if is_compound(&it.op) => &it.left,
        Expr::Reference(it) => &it.expr,
        Expr::Index(it) => &it.expr,
        Expr::Field(it) => &it.base,
        Expr::MethodCall(it) => &it.receiver,
        _ => return false,
    };
    matches!(bare(place), Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)))
}

/// The call of the function that gives what it takes.
fn array(of: &Expr, span: Span) -> Expr {
    let backprop = crate_path();
    let name = Ident::new("array", Span::mixed_site().located_at(span));
    syn::parse2(quote_spanned!(span=> #backprop::__private::#name(#of))).unwrap_or_else(|_| of.clone())
}
