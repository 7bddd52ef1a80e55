//! Patterns that take arrays apart, written as what they stand for.
//!
//! `let [x, y] = p.at;` is `let x = p.at[0]; let y = p.at[1];`. A value that is no place gets a variable first, and that is taken apart.
//! `let [x, y] = [v, w];` is `let (x, y) = (v, w);`. A pattern in the head of a loop or of a closure moves to where the body begins,
//! and so does that of a parameter that is a tuple without a tangent.
//! What a variable holds is not known yet here.

use proc_macro2::{Ident, Spacing, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Expr, FnArg, ItemFn, Local, Pat, PatType, Stmt, Token, UnOp};

use crate::source::exprs::{bare, is_place};
use crate::source::inside::{Part, PartMut, in_block_mut, in_expr_mut, is_any};
use crate::source::patterns::{bound_names, name_of_param};
use crate::source::types::holds_no_reals;

/// The name of what is taken apart.
const ARRAY: &str = "__backprop_array";

/// The function without such patterns, if it has any.
pub(crate) fn taken_apart(function: &ItemFn) -> Option<ItemFn> {
    let has_tuples = function.sig.inputs.iter().any(|input| tuple_of_data(input).is_some());
    if !has_tuples && !is_any(&Part::Block(&function.block), &takes_apart) {
        return None;
    }
    let mut apart = Apart::default();
    let mut function = function.clone();
    if has_tuples {
        apart.tuples(&mut function);
    }
    apart.part(PartMut::Block(&mut function.block));
    (apart.count > 0).then_some(function)
}

/// A parameter that takes a tuple apart which has no tangent, and is one value to the macro.
fn tuple_of_data(input: &FnArg) -> Option<&PatType> {
    let FnArg::Typed(input) = input else { return None };
    (matches!(*input.pat, Pat::Tuple(_)) && holds_no_reals(&input.ty)).then_some(input)
}

/// Whether a pattern of this part takes an array apart.
#[expect(clippy::wildcard_enum_match_arm, reason = "no other expression has patterns of this kind")]
fn takes_apart(part: &Part<'_>) -> bool {
    match part {
        Part::Block(block) => block.stmts.iter().any(|statement| {
            matches!(statement, Stmt::Local(local) if has_elements(&local.pat) || arrays_of_tuple(local).is_some())
        }),
        Part::Expr(expr) => match expr {
            Expr::ForLoop(it) => has_elements(&it.pat),
            Expr::Closure(it) => it.inputs.iter().any(has_elements),
            _ => false,
        },
        Part::Macro(_) | Part::Item(_) | Part::Unknown(_) => false,
    }
}

/// Whether a pattern takes an array apart, or a part of it does.
#[expect(clippy::wildcard_enum_match_arm, reason = "in other patterns, nothing is written")]
fn has_elements(pattern: &Pat) -> bool {
    match pattern {
        Pat::Slice(_) => true,
        Pat::Paren(inside) => has_elements(&inside.pat),
        Pat::Type(inside) => has_elements(&inside.pat),
        Pat::Reference(inside) => has_elements(&inside.pat),
        Pat::Tuple(tuple) => tuple.elems.iter().any(has_elements),
        _ => false,
    }
}

#[derive(Default)]
struct Apart {
    /// How many patterns have been written.
    count: usize,
}

impl Apart {
    #[expect(clippy::wildcard_enum_match_arm, reason = "no other expression has patterns of this kind")]
    fn part(&mut self, part: PartMut<'_>) {
        match part {
            PartMut::Block(block) => {
                let statements = std::mem::take(&mut block.stmts).into_iter();
                block.stmts = statements.flat_map(|statement| self.statement(statement)).collect();
                in_block_mut(block, &mut |part| self.part(part));
            }
            PartMut::Expr(expr) => {
                match expr {
                    Expr::ForLoop(it) => {
                        let before = self.in_head(&mut it.pat);
                        it.body.stmts.splice(0..0, before);
                    }
                    Expr::Closure(it) => {
                        let inputs = it.inputs.iter_mut().map(|input| match input {
                            Pat::Type(input) => &mut *input.pat,
                            input => input,
                        });
                        let before: Vec<Stmt> = inputs.flat_map(|input| self.in_head(input)).collect();
                        if !before.is_empty() {
                            let body = &it.body;
                            *it.body = syn::parse_quote!({ #(#before)* #body });
                        }
                    }
                    _ => {}
                }
                in_expr_mut(expr, &mut |part| self.part(part));
            }
            PartMut::Macro(_) | PartMut::Item(_) | PartMut::Unknown(_) => {}
        }
    }

    /// Takes tuples that have no tangent apart where the body begins, not in the parameters.
    fn tuples(&mut self, function: &mut ItemFn) {
        let mut lets = Vec::new();
        for (index, input) in function.sig.inputs.iter_mut().enumerate() {
            if tuple_of_data(input).is_none() {
                continue;
            }
            let FnArg::Typed(PatType { pat, .. }) = input else { continue };
            let name = name_of_param(pat, index);
            let pattern = std::mem::replace(&mut **pat, syn::parse_quote!(#name));
            lets.push(syn::parse_quote!(let #pattern = #name;));
            self.count += 1;
        }
        function.block.stmts.splice(0..0, lets);
    }

    fn fresh(&mut self) -> Ident {
        self.count += 1;
        Ident::new(&format!("{ARRAY}_{}", self.count), Span::call_site())
    }

    /// Writes names for the arrays that the pattern of a loop or of a closure takes apart; the statements that do it.
    #[expect(clippy::wildcard_enum_match_arm, reason = "in other patterns, nothing is written")]
    fn in_head(&mut self, pattern: &mut Pat) -> Vec<Stmt> {
        match pattern {
            Pat::Paren(inside) => self.in_head(&mut inside.pat),
            Pat::Tuple(tuple) => tuple.elems.iter_mut().flat_map(|part| self.in_head(part)).collect(),
            // The name stands for the reference, so that nothing is copied.
            Pat::Reference(inside) if inside.mutability.is_none() && elements(&inside.pat).is_some() => {
                let name = self.fresh();
                let written = std::mem::replace(&mut *inside.pat, syn::parse_quote!(#name));
                *pattern = syn::parse_quote!(#name);
                vec![syn::parse_quote!(let #written = *#name;)]
            }
            Pat::Reference(inside) if inside.mutability.is_none() => self.in_head(&mut inside.pat),
            Pat::Slice(_) => {
                let name = self.fresh();
                let written = std::mem::replace(pattern, syn::parse_quote!(#name));
                vec![syn::parse_quote!(let #written = #name;)]
            }
            _ => Vec::new(),
        }
    }

    /// A statement, or those that stand for it.
    fn statement(&mut self, statement: Stmt) -> Vec<Stmt> {
        let Stmt::Local(local) = &statement else { return vec![statement] };
        let Some(lets) = self.local(local) else { return vec![statement] };
        self.count += 1;
        lets
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "of what else is taken apart, nothing is known")]
    fn local(&mut self, local: &Local) -> Option<Vec<Stmt>> {
        let init = local.init.as_ref().filter(|init| init.diverge.is_none())?;
        let span = local.let_token.span;
        if let Some(lets) = arrays_of_tuple(local) {
            return lets
                .into_iter()
                .map(|(name, value)| syn::parse2(quote_spanned!(span=> let #name = #value;)).ok())
                .collect();
        }
        match bare(&init.expr) {
            Expr::Array(array) => {
                if let Some(lets) = nested(local, array) {
                    return Some(lets.into_iter().flat_map(|part| self.statement(part)).collect());
                }
                let (names, values) = written(&local.pat, &init.expr)?;
                Some(vec![syn::parse2(quote_spanned!(span=> let (#(#names,)*) = (#(#values,)*);)).ok()?])
            }
            Expr::Reference(of) if of.mutability.is_none() && is_place(&of.expr) => {
                one_by_one(local, &of.expr.to_token_stream(), true)
            }
            // What is behind a reference has the elements that the reference has.
            Expr::Unary(of) if matches!(of.op, UnOp::Deref(_)) && matches!(bare(&of.expr), Expr::Path(_)) => {
                one_by_one(local, &bare(&of.expr).to_token_stream(), false)
            }
            place @ Expr::Path(_) if matches!(local.pat, Pat::Reference(_)) => {
                one_by_one(local, &place.to_token_stream(), false)
            }
            place @ (Expr::Field(_) | Expr::Index(_)) if is_place(place) => {
                one_by_one(local, &place.to_token_stream(), false)
            }
            // A place whose index is computed by calls, `v[v.len() - 1]`, is looked at once.
            value @ (Expr::Call(_) | Expr::MethodCall(_) | Expr::Index(_) | Expr::Block(_)) => {
                let name = self.fresh();
                let whole: Stmt = syn::parse2(quote_spanned!(span=> let #name = #value;)).ok()?;
                let lets = one_by_one(local, &name.to_token_stream(), false)?;
                Some(std::iter::once(whole).chain(lets).collect())
            }
            _ => None,
        }
    }
}

/// The `let`s of the parts of an array that is written, if a pattern takes values in it apart that are no arrays written there,
/// `let [[a, b], [c, d]] = [w[0], w[1]];`, and no value names what the others are given to.
fn nested(local: &Local, array: &syn::ExprArray) -> Option<Vec<Stmt>> {
    let Pat::Slice(pattern) = &local.pat else { return None };
    let (parts, values) = (&pattern.elems, &array.elems);
    let is_rest = |part: &Pat| matches!(part, Pat::Rest(_));
    let is_apart = |(part, value): (&Pat, &Expr)| elements(part).is_some() && !matches!(bare(value), Expr::Array(_));
    if parts.len() != values.len() || parts.iter().any(is_rest) || !parts.iter().zip(values).any(is_apart) {
        return None;
    }
    let mut named = Vec::new();
    variables(values.to_token_stream(), &mut named);
    if bound_names(&local.pat).iter().any(|name| named.contains(name)) {
        return None;
    }
    let span = local.let_token.span;
    let each = parts.iter().zip(values);
    each.map(|(part, value)| syn::parse2(quote_spanned!(span=> let #part = #value;)).ok()).collect()
}

/// The names and the values of a tuple that is written in a `let`, if arrays or references are among the values, and no value names what the
/// others are given to: each may have a `let` of its own.
#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is seen to be an array")]
pub(super) fn arrays_of_tuple(local: &Local) -> Option<Vec<(&Pat, &Expr)>> {
    let init = local.init.as_ref().filter(|init| init.diverge.is_none())?;
    let (Pat::Tuple(names), Expr::Tuple(values)) = (&local.pat, bare(&init.expr)) else { return None };
    let (names, values) = (&names.elems, &values.elems);
    let is_array = |value: &Expr| match bare(value) {
        Expr::Macro(call) => call.mac.path.is_ident("vec"),
        Expr::Reference(_) | Expr::Array(_) | Expr::Repeat(_) => true,
        Expr::Call(call) => crate::source::exprs::is_new_vector(&call.func) || is_plain_call(call),
        Expr::MethodCall(call) => call.method == "to_vec" && call.args.is_empty(),
        _ => false,
    };
    let are_names = names.iter().all(|name| matches!(name, Pat::Ident(name) if name.subpat.is_none()));
    if names.len() != values.len() || !are_names || !values.iter().any(is_array) {
        return None;
    }
    let mut named = Vec::new();
    variables(values.to_token_stream(), &mut named);
    let is_free = |name: &Ident| !named.contains(name);
    let apart = bound_names(&local.pat).iter().all(is_free);
    apart.then(|| names.iter().zip(values).collect())
}

/// The names in an expression that may be those of variables: all but those of fields and methods.
fn variables(tokens: TokenStream, found: &mut Vec<Ident>) {
    let (mut of_field, mut in_range) = (false, false);
    for token in tokens {
        let dot = if let TokenTree::Punct(dot) = &token { Some(dot).filter(|dot| dot.as_char() == '.') } else { None };
        let is_field = dot.is_some_and(|dot| dot.spacing() == Spacing::Alone) && !in_range;
        in_range = dot.is_some_and(|dot| dot.spacing() == Spacing::Joint);
        match token {
            TokenTree::Ident(name) if !of_field => found.push(name),
            TokenTree::Group(group) => variables(group.stream(), found),
            TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
        of_field = is_field;
    }
}

/// Whether this is a call of a function of which no argument makes something that lives to the end of the statement: it may give an array.
fn is_plain_call(call: &syn::ExprCall) -> bool {
    #[expect(clippy::wildcard_enum_match_arm, reason = "what is not named may make something")]
    fn is_plain(argument: &Expr) -> bool {
        match bare(argument) {
            Expr::Path(_) | Expr::Lit(_) => true,
            Expr::Field(field) => is_plain(&field.base),
            Expr::Index(index) => is_plain(&index.expr) && is_plain(&index.index),
            Expr::Reference(reference) => is_plain(&reference.expr),
            Expr::Binary(binary) => is_plain(&binary.left) && is_plain(&binary.right),
            Expr::Unary(unary) => is_plain(&unary.expr),
            Expr::Range(range) => [&range.start, &range.end].into_iter().flatten().all(|bound| is_plain(bound)),
            _ => false,
        }
    }
    let is_function = |path: &syn::ExprPath| {
        path.path.segments.last().is_some_and(|last| last.ident.to_string().starts_with(char::is_lowercase))
    };
    matches!(bare(&call.func), Expr::Path(path) if is_function(path)) && call.args.iter().all(is_plain)
}

/// The `let`s of the elements of an array in this place, one after the other, or at once if a name stands in the place.
pub(crate) fn one_by_one(local: &Local, place: &TokenStream, is_reference: bool) -> Option<Vec<Stmt>> {
    let mut found = Vec::new();
    elements(&local.pat)?;
    numbers(&local.pat, place, is_reference, &mut found)?;
    let span = local.let_token.span;
    let written = |tokens: TokenStream| syn::parse2::<Stmt>(tokens).ok();
    let named = crate::source::names::names(place.clone());
    if bound_names(&local.pat).iter().any(|name| named.contains(name)) {
        let (names, values): (Vec<_>, Vec<_>) = found.into_iter().unzip();
        return Some(vec![written(quote_spanned!(span=> let (#(#names,)*) = (#(#values,)*);))?]);
    }
    let lets = found.into_iter().map(|(name, value)| written(quote_spanned!(span=> let #name = #value;)));
    lets.collect::<Option<Vec<_>>>().filter(|lets| !lets.is_empty())
}

/// The parts of a pattern that takes an array apart.
#[expect(clippy::wildcard_enum_match_arm, reason = "no other pattern does")]
fn elements(pattern: &Pat) -> Option<&Punctuated<Pat, Token![,]>> {
    match pattern {
        Pat::Paren(inside) => elements(&inside.pat),
        Pat::Reference(inside) if inside.mutability.is_none() => elements(&inside.pat),
        Pat::Slice(slice) => Some(&slice.elems),
        _ => None,
    }
}

/// The names of a pattern with the elements of an array that is written, of which each stands for one.
fn written(pattern: &Pat, array: &Expr) -> Option<(Vec<TokenStream>, Vec<TokenStream>)> {
    let (mut names, mut values) = (Vec::new(), Vec::new());
    let (Pat::Slice(slice), Expr::Array(array)) = (pattern, bare(array)) else { return None };
    let is_rest =
        |part: &Pat| matches!(part, Pat::Rest(_)) || matches!(part, Pat::Ident(name) if name.subpat.is_some());
    if slice.elems.len() != array.elems.len() || slice.elems.iter().any(is_rest) {
        return None;
    }
    for (part, value) in slice.elems.iter().zip(&array.elems) {
        if let Some((inside, value)) = written(part, value) {
            names.push(quote!((#(#inside,)*)));
            values.push(quote!((#(#value,)*)));
        } else if elements(part).is_some() {
            return None;
        } else {
            names.push(part.to_token_stream());
            values.push(value.to_token_stream());
        }
    }
    Some((names, values))
}

/// The names of a pattern that takes an array in a place apart, each with the element that it stands for, or a reference to it.
fn numbers(
    pattern: &Pat,
    place: &TokenStream,
    is_reference: bool,
    found: &mut Vec<(TokenStream, TokenStream)>,
) -> Option<()> {
    let Some(parts) = elements(pattern) else {
        let (name, is_value) = named_number(pattern)?;
        let value = if is_reference && !is_value { quote_spanned!(pattern.span()=> &#place) } else { place.clone() };
        if !matches!(name, Pat::Wild(_)) {
            found.push((name.to_token_stream(), value));
        }
        return Some(());
    };
    let is_reference = is_reference && !matches!(pattern, Pat::Reference(_));
    let rest = parts.iter().position(|part| matches!(part, Pat::Rest(_)));
    for (at, part) in parts.iter().enumerate() {
        let index = match rest {
            Some(rest) if at == rest => continue,
            Some(rest) if at > rest => {
                let from_the_end = syn::Index::from(parts.len() - at);
                quote!(#place.len() - #from_the_end)
            }
            Some(_) | None => syn::Index::from(at).to_token_stream(),
        };
        numbers(part, &quote_spanned!(part.span()=> #place[#index]), is_reference, found)?;
    }
    Some(())
}

/// The name of a number, without the references that a pattern takes off; whether it takes one off.
#[expect(clippy::wildcard_enum_match_arm, reason = "every other pattern asks for more")]
fn named_number(pattern: &Pat) -> Option<(&Pat, bool)> {
    match pattern {
        Pat::Reference(inside) if inside.mutability.is_none() => {
            named_number(&inside.pat).map(|(name, _)| (name, true))
        }
        Pat::Ident(name) if name.by_ref.is_none() && name.subpat.is_none() => Some((pattern, false)),
        Pat::Wild(_) => Some((pattern, false)),
        _ => None,
    }
}
