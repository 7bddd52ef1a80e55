//! Functions that write into arrays, where they go from one function to another: `rhs: impl Fn(f64, &[f64], &mut [f64])`.
//!
//! Such a function is written as one that looks at what is in the array, and gives another one: that is copied into the first after
//! each call. So a function as a value has no state to hand on beside what it takes and gives.

use proc_macro2::{Ident, Span};
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{
    Block, Expr, ExprClosure, FnArg, GenericParam, ItemFn, ParenthesizedGenericArguments, Pat, PathArguments,
    ReturnType, Signature, Stmt, Type, TypeParamBound, UnOp, WherePredicate, parse_quote,
};

use super::functions;
use crate::source::declarations::count_bound;
use crate::source::exprs::{bare, is_compound, is_index, is_place};
use crate::source::inside::{Part, PartMut, in_block_mut, in_expr_mut, is_any_outside};
use crate::source::types::inner;
use crate::texts::{TextMap, TextSet};

/// The function with such functions as values written otherwise, if there are some: its parameters, and closures in these places. Other
/// closures may be given to code that is left as it is.
pub(crate) fn without_writing(function: &ItemFn, closures: &TextSet) -> Option<ItemFn> {
    // What is refused may be nested too deeply to be looked at.
    if closures.is_empty() && parameters(&function.sig).is_empty() {
        return None;
    }
    let mut written = function.clone();
    let mut writing = Writing { closures, known: Vec::new(), count: 0 };
    writing.signature(&mut written);
    writing.part(PartMut::Block(&mut written.block));
    (writing.count > 0).then_some(written)
}

/// A function that writes into some of its arguments.
#[derive(Clone)]
struct Writes {
    name: Ident,
    /// Which arguments it writes into.
    into: Vec<usize>,
    /// Whether it gives nothing beside.
    is_unit: bool,
}

/// The parameters that are such functions.
fn parameters(sig: &Signature) -> Vec<Writes> {
    let mut found = Vec::new();
    for input in &sig.inputs {
        if let FnArg::Typed(input) = input
            && let Pat::Ident(name) = &*input.pat
            && let Some((of, _)) = functions::of_type(&sig.generics, &input.ty)
        {
            let into = written_into(of);
            let is_unit = match &of.output {
                ReturnType::Default => true,
                ReturnType::Type(_, ty) => matches!(&**ty, Type::Tuple(tuple) if tuple.elems.is_empty()),
            };
            if !into.is_empty() {
                found.push(Writes { name: name.ident.clone(), into, is_unit });
            }
        }
    }
    found
}

/// The place where this stands, as a text.
pub(crate) fn place(span: Span) -> String {
    format!("{span:?}")
}

struct Writing<'t> {
    /// The places of the closures that are written otherwise.
    closures: &'t TextSet,
    known: Vec<Writes>,
    /// How many functions and calls have been written.
    count: usize,
}

impl Writing<'_> {
    fn signature(&mut self, function: &mut ItemFn) {
        let mut found = parameters(&function.sig);
        found.retain(|of| !binds_again(&function.block, &of.name));
        if found.is_empty() {
            return;
        }
        for input in &mut function.sig.inputs {
            if let FnArg::Typed(input) = input {
                self.function_in(&mut input.ty);
            }
        }
        for param in &mut function.sig.generics.params {
            if let GenericParam::Type(param) = param {
                param.bounds.iter_mut().for_each(|bound| self.bound(bound));
            }
        }
        for predicate in function.sig.generics.where_clause.iter_mut().flat_map(|clause| &mut clause.predicates) {
            if let WherePredicate::Type(predicate) = predicate {
                predicate.bounds.iter_mut().for_each(|bound| self.bound(bound));
            }
        }
        self.known = found;
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "no other type is that of a function")]
    fn function_in(&mut self, ty: &mut Type) {
        match ty {
            Type::Paren(inner) => self.function_in(&mut inner.elem),
            Type::Group(inner) => self.function_in(&mut inner.elem),
            Type::Reference(reference) => self.function_in(&mut reference.elem),
            Type::ImplTrait(bounds) => bounds.bounds.iter_mut().for_each(|bound| self.bound(bound)),
            _ => {}
        }
    }

    /// A bound that says the type of a function.
    fn bound(&mut self, bound: &mut TypeParamBound) {
        if functions::of_bound(bound).is_none_or(|function| written_into(function).is_empty()) {
            return;
        }
        let TypeParamBound::Trait(bound) = bound else { return };
        let Some(last) = bound.path.segments.last_mut() else { return };
        let PathArguments::Parenthesized(function) = &mut last.arguments else { return };
        let mut given: Vec<Type> = Vec::new();
        for input in &mut function.inputs {
            if let Some(array) = array_behind_mut(&input.ty) {
                given.push(owned(array));
                let array = array.clone();
                input.ty = parse_quote!(&#array);
            }
        }
        let output = match &function.output {
            ReturnType::Type(_, ty) if !matches!(&**ty, Type::Tuple(tuple) if tuple.elems.is_empty()) => {
                Some((**ty).clone())
            }
            ReturnType::Type(..) | ReturnType::Default => None,
        };
        let mut all = output.into_iter().chain(given);
        let given: Type = match (all.next(), all.next()) {
            (Some(one), None) => one,
            (one, other) => {
                let all = one.into_iter().chain(other).chain(all);
                parse_quote!((#(#all),*))
            }
        };
        function.output = parse_quote!(-> #given);
        self.count += 1;
    }

    fn part(&mut self, part: PartMut<'_>) {
        match part {
            PartMut::Block(block) => {
                for statement in &mut block.stmts {
                    self.declaration(statement);
                }
                in_block_mut(block, &mut |part| self.part(part));
            }
            PartMut::Expr(expr) => {
                in_expr_mut(expr, &mut |part| self.part(part));
                if let Expr::Closure(closure) = expr {
                    self.closure(closure);
                }
                if let Some(written) = self.call(expr) {
                    *expr = written;
                }
            }
            PartMut::Macro(_) | PartMut::Item(_) | PartMut::Unknown(_) => {}
        }
    }

    /// A closure that has a name is known by that.
    fn declaration(&mut self, statement: &Stmt) {
        if let Stmt::Local(local) = statement
            && let Pat::Ident(name) = &local.pat
            && let Some(init) = &local.init
            && let Expr::Closure(closure) = bare(&init.expr)
            && let Some((into, is_unit)) = self.writing(closure)
        {
            self.known.retain(|known| known.name != name.ident);
            self.known.push(Writes { name: name.ident.clone(), into, is_unit });
        }
    }

    fn closure(&mut self, closure: &mut ExprClosure) {
        let Some((into, is_unit)) = self.writing(closure) else { return };
        let (mut names, mut own, mut given) = (Vec::new(), Vec::new(), Vec::new());
        for &at in &into {
            let Pat::Type(typed) = &mut closure.inputs[at] else { continue };
            let Some(array) = array_behind_mut(&typed.ty).cloned() else { continue };
            let Pat::Ident(name) = &*typed.pat else { continue };
            let name = name.ident.clone();
            let (of, before) = (self.fresh(name.span()), self.fresh(name.span()));
            *typed.ty = parse_quote!(&#array);
            *typed.pat = parse_quote!(#before);
            let copy = if let Type::Array(_) = &array { quote!(*#before) } else { quote!(#before.to_vec()) };
            own.push(quote!(let mut #of = #copy;));
            names.push(quote_spanned!(name.span()=> let #name = &mut #of[..];));
            given.push(of);
        }
        let body = &closure.body;
        let value = format_ident!("__backprop_given", span = body.span());
        let body: Expr = if is_unit {
            let given = if let [one] = given.as_slice() { quote!(#one) } else { quote!((#(#given),*)) };
            parse_quote!({ #(#own)* { #(#names)* #body; } #given })
        } else {
            parse_quote!({ #(#own)* let #value = { #(#names)* #body }; (#value, #(#given),*) })
        };
        *closure.body = body;
        closure.output = ReturnType::Default;
        self.count += 1;
    }

    /// What a closure writes into, if it is written otherwise.
    fn writing(&self, closure: &ExprClosure) -> Option<(Vec<usize>, bool)> {
        if self.closures.contains(&place(closure.inputs_begin.span)) { writing(closure) } else { None }
    }

    /// A call of such a function.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is a place that may be changed")]
    fn call(&mut self, expr: &Expr) -> Option<Expr> {
        let Expr::Call(call) = expr else { return None };
        let name = called(&call.func)?;
        let Writes { into, is_unit, .. } = self.known.iter().rev().find(|known| known.name == *name)?.clone();
        let mut call = call.clone();
        let (mut given, mut copies) = (Vec::new(), Vec::new());
        for &at in &into {
            let arg = call.args.get_mut(at)?;
            let span = arg.span();
            // What is behind `&mut` under a name is a reference.
            let (place, is_reference) = match bare(arg) {
                Expr::Reference(reference) if reference.mutability.is_some() => match bare(&reference.expr) {
                    Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => ((*unary.expr).clone(), true),
                    place => (place.clone(), false),
                },
                place @ Expr::Path(_) => (place.clone(), true),
                _ => return None,
            };
            if !may_stand_twice(&place) {
                return None;
            }
            let of = self.fresh(span);
            *arg = if is_reference { place.clone() } else { parse_quote!(&#place) };
            copies.push(quote_spanned!(span=> #place.copy_from_slice(&#of);));
            given.push(of);
        }
        self.count += 1;
        let span = call.span();
        Some(if is_unit {
            let given = if let [one] = given.as_slice() { quote!(#one) } else { quote!((#(#given),*)) };
            let tokens = quote_spanned!(span=> { let #given = #call; #(#copies)* });
            syn::parse2(tokens).ok()?
        } else {
            let value = self.fresh(span);
            let tokens = quote_spanned!(span=> { let (#value, #(#given),*) = #call; #(#copies)* #value });
            syn::parse2(tokens).ok()?
        })
    }

    fn fresh(&mut self, span: Span) -> Ident {
        self.count += 1;
        format_ident!("__backprop_written{}", self.count, span = span)
    }
}

/// The name of the function that is called.
fn called(function: &Expr) -> Option<&Ident> {
    let Expr::Path(path) = bare(function) else { return None };
    if path.qself.is_none() { path.path.get_ident() } else { None }
}

/// The array behind `&mut`, if it is one of a fixed length.
#[expect(clippy::wildcard_enum_match_arm, reason = "no other type refers to an array")]
fn array_behind_mut(ty: &Type) -> Option<&Type> {
    match inner(ty) {
        Type::Reference(reference) if reference.mutability.is_some() => {
            matches!(&*reference.elem, Type::Slice(_) | Type::Array(_)).then_some(&*reference.elem)
        }
        _ => None,
    }
}

/// The array as a value.
#[expect(clippy::wildcard_enum_match_arm, reason = "a slice alone has another type as a value")]
fn owned(array: &Type) -> Type {
    match array {
        Type::Slice(slice) => {
            let element = &slice.elem;
            parse_quote!(::std::vec::Vec<#element>)
        }
        array => array.clone(),
    }
}

/// Which arguments functions of this type write into.
fn written_into(function: &ParenthesizedGenericArguments) -> Vec<usize> {
    let inputs = function.inputs.iter().enumerate();
    inputs.filter(|(_, input)| array_behind_mut(&input.ty).is_some()).map(|(at, _)| at).collect()
}

/// Which arguments a closure writes into, and whether it gives nothing beside; none of a closure that does not, or that is left by
/// `return`.
fn writing(closure: &ExprClosure) -> Option<(Vec<usize>, bool)> {
    let mut into = Vec::new();
    let mut names = Vec::new();
    for (at, input) in closure.inputs.iter().enumerate() {
        if let Pat::Type(typed) = input
            && array_behind_mut(&typed.ty).is_some()
        {
            let Pat::Ident(name) = &*typed.pat else { return None };
            into.push(at);
            names.push(name.ident.clone());
        }
    }
    if into.is_empty() || returns(&closure.body) {
        return None;
    }
    let is_unit = match &closure.output {
        ReturnType::Type(_, ty) => matches!(&**ty, Type::Tuple(tuple) if tuple.elems.is_empty()),
        ReturnType::Default => gives_nothing(&closure.body, &names),
    };
    Some((into, is_unit))
}

/// Whether an expression gives nothing, as far as that can be seen: what is given what is written into gives nothing either.
#[expect(clippy::wildcard_enum_match_arm, reason = "all others give values")]
fn gives_nothing(expr: &Expr, names: &[Ident]) -> bool {
    let is_one = |expr: &Expr| called(expr).is_some_and(|name| names.contains(name));
    match bare(expr) {
        Expr::Block(block) => block_gives_nothing(&block.block, names),
        Expr::If(it) => it.else_branch.is_none() || block_gives_nothing(&it.then_branch, names),
        Expr::Match(it) => it.arms.first().is_none_or(|arm| gives_nothing(&arm.body, names)),
        Expr::Assign(_) | Expr::ForLoop(_) | Expr::While(_) => true,
        Expr::Binary(it) => is_compound(&it.op),
        Expr::Call(call) => call.args.iter().any(is_one),
        Expr::MethodCall(call) => {
            let changes = ["copy_from_slice", "clone_from_slice", "fill", "swap"];
            call.args.iter().any(is_one) || is_one(&call.receiver) && changes.iter().any(|name| call.method == name)
        }
        _ => false,
    }
}

fn block_gives_nothing(block: &Block, names: &[Ident]) -> bool {
    match block.stmts.last() {
        Some(Stmt::Expr(expr, None)) => gives_nothing(expr, names),
        Some(Stmt::Expr(_, Some(_)) | Stmt::Local(_) | Stmt::Item(_) | Stmt::Macro(_)) | None => true,
    }
}

/// Whether the body of a closure has a `return` that belongs to the closure.
fn returns(body: &Expr) -> bool {
    let is_closure = |part: &Part<'_>| matches!(part, Part::Expr(Expr::Closure(_)));
    is_any_outside(&Part::Expr(body), &is_closure, &|part| matches!(part, Part::Expr(Expr::Return(_))))
}

/// Whether a place has the same meaning twice: nothing in it is called.
#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else has a range in it")]
fn may_stand_twice(place: &Expr) -> bool {
    match bare(place) {
        Expr::Index(index) => match bare(&index.index) {
            Expr::Range(range) => {
                is_place(&index.expr) && range.start.iter().chain(&range.end).all(|bound| is_index(bound))
            }
            _ => is_place(place),
        },
        _ => is_place(place),
    }
}

/// Whether a block binds this name again.
fn binds_again(block: &Block, name: &Ident) -> bool {
    let mut counts = TextMap::default();
    count_bound(&Part::Block(block), &mut counts);
    counts.contains_key(&name.to_string())
}
