//! Loops over arrays of structs and of tuples. Each becomes a loop over indices, and the name of the element stands for the element
//! at the index.

use proc_macro2::{Ident, Span};
use quote::{ToTokens, quote};
use syn::parse::ParseStream;
use syn::punctuated::Punctuated;
use syn::{Expr, Pat, Stmt, Token};

use super::{Uses, bare, count_bound};
use crate::input::inside::{Part, PartMut, in_block, in_block_mut, in_expr, in_expr_mut};
use crate::texts::TextMap;

impl Uses {
    /// A loop over an array of structs, `for p in points`, is one over indices: `p` is the element at the index.
    #[expect(clippy::wildcard_enum_match_arm, reason = "of nothing else the elements are known")]
    pub(super) fn over_structs(&self, it: &mut syn::ExprForLoop) {
        let mut counts = TextMap::default();
        count_bound(&Part::Block(&it.body), &mut counts);
        let is_hidden = |name: &Ident| counts.contains_key(&name.to_string());
        let method = |expr: &Expr, name: &str| {
            let Expr::MethodCall(call) = bare(expr) else { return None };
            (call.method == name && call.args.is_empty()).then(|| (*call.receiver).clone())
        };
        let (head, pattern, number) = match (method(&it.expr, "enumerate"), &*it.pat) {
            (Some(inside), Pat::Tuple(pair)) if pair.elems.len() == 2 => {
                let Pat::Ident(number) = &pair.elems[0] else { return };
                (inside, pair.elems[1].clone(), Some(number.ident.clone()))
            }
            (None, pattern) => ((*it.expr).clone(), pattern.clone(), None),
            (Some(_), _) => return,
        };
        // Without their numbers, they may be skipped, or come from the last on.
        let adaptor = |expr: &Expr, name: &str, count: usize| {
            let Expr::MethodCall(call) = bare(expr) else { return None };
            (number.is_none() && call.method == name && call.args.len() == count).then(|| call.clone())
        };
        let skipped = adaptor(&head, "skip", 1);
        let reversed = adaptor(&head, "rev", 0);
        let head = skipped.as_ref().or(reversed.as_ref()).map_or(head, |call| (*call.receiver).clone());
        let array = match bare(&head) {
            Expr::Reference(reference) => (*reference.expr).clone(),
            head => method(head, "iter").or_else(|| method(head, "iter_mut")).unwrap_or_else(|| head.clone()),
        };
        let Some(place) = self.place(&array) else { return };
        if place.steps.is_empty() && !self.of_structs.contains(&place.root) {
            return;
        }
        let number = match number {
            Some(number) if is_hidden(&number) => return,
            Some(number) => number,
            None => Ident::new("__backprop_number", Span::call_site()),
        };
        let index: Expr = syn::parse_quote!(#number);
        let element: Expr = syn::parse_quote!(#array[#index]);
        let pattern = if let Pat::Reference(reference) = &pattern { (*reference.pat).clone() } else { pattern };
        match &pattern {
            Pat::Ident(name) if name.subpat.is_none() && name.by_ref.is_none() && name.mutability.is_none() => {
                // Of numbers, the loop stays one over elements.
                if is_hidden(&name.ident) || !has_fields(&it.body, &name.ident.to_string()) {
                    return;
                }
                in_block_mut(&mut it.body, &mut |part| write_for(part, &name.ident, &element));
            }
            Pat::Tuple(tuple) if place.steps.is_empty() => {
                let parts = tuple.elems.iter().enumerate().map(|(at, part)| -> Stmt {
                    let at = syn::Index::from(at);
                    syn::parse_quote!(let #part = #element.#at;)
                });
                let parts: Vec<Stmt> = parts.collect();
                it.body.stmts.splice(0..0, parts);
            }
            _ => return,
        }
        *it.pat = syn::parse_quote!(#number);
        *it.expr = match (skipped.and_then(|call| call.args.first().cloned()), reversed) {
            (Some(first), _) => syn::parse_quote!(#first..#array.len()),
            (None, Some(_)) => syn::parse_quote!((0..#array.len()).rev()),
            (None, None) => syn::parse_quote!(0..#array.len()),
        };
    }
}

/// Writes an element for the name that it has.
fn write_for(part: PartMut<'_>, name: &Ident, element: &Expr) {
    match part {
        PartMut::Expr(expr) => {
            if let Expr::Path(path) = &*expr
                && path.path.is_ident(name)
            {
                *expr = element.clone();
                return;
            }
            in_expr_mut(expr, &mut |part| write_for(part, name, element));
        }
        PartMut::Block(block) => in_block_mut(block, &mut |part| write_for(part, name, element)),
        PartMut::Macro(call) => {
            in_arguments(call, &mut |argument| write_for(PartMut::Expr(argument), name, element));
        }
        PartMut::Item(_) | PartMut::Unknown(_) => {}
    }
}

/// The arguments of a macro that are expressions, if all are.
pub(super) fn in_arguments(call: &mut syn::Macro, each: &mut dyn FnMut(&mut Expr)) {
    match arguments(call) {
        Some(Arguments::Repeated(repeated)) => {
            let (mut value, semicolon, mut length) = *repeated;
            each(&mut value);
            each(&mut length);
            call.tokens = quote!(#value #semicolon #length);
        }
        Some(Arguments::List(mut list)) => {
            list.iter_mut().for_each(each);
            call.tokens = list.to_token_stream();
        }
        None => {}
    }
}

/// Looks at them.
pub(super) fn look_at_arguments(call: &syn::Macro, each: &mut dyn FnMut(&Expr)) {
    match arguments(call) {
        Some(Arguments::Repeated(repeated)) => {
            each(&repeated.0);
            each(&repeated.2);
        }
        Some(Arguments::List(list)) => list.iter().for_each(each),
        None => {}
    }
}

/// What a macro is given, if that is expressions.
enum Arguments {
    Repeated(Box<(Expr, Token![;], Expr)>),
    List(Punctuated<Expr, Token![,]>),
}

fn arguments(call: &syn::Macro) -> Option<Arguments> {
    let repeated = |input: ParseStream<'_>| Ok((input.parse()?, input.parse()?, input.parse()?));
    if call.path.is_ident("vec")
        && let Ok(repeated) = call.parse_body_with(repeated)
    {
        return Some(Arguments::Repeated(Box::new(repeated)));
    }
    call.parse_body_with(Punctuated::parse_terminated).ok().map(Arguments::List)
}

/// Whether fields of a variable are read in a block.
fn has_fields(block: &syn::Block, name: &str) -> bool {
    fn look(part: &Part<'_>, name: &str, found: &mut bool) {
        match part {
            Part::Expr(expr) => {
                if let Expr::Field(field) = expr
                    && matches!(bare(&field.base), Expr::Path(path) if path.path.is_ident(name))
                {
                    *found = true;
                }
                in_expr(expr, &mut |part| look(&part, name, found));
            }
            Part::Block(block) => in_block(block, &mut |part| look(&part, name, found)),
            Part::Macro(call) => look_at_arguments(call, &mut |argument| look(&Part::Expr(argument), name, found)),
            Part::Item(_) | Part::Unknown(_) => {}
        }
    }
    let mut found = false;
    look(&Part::Block(block), name, &mut found);
    found
}
