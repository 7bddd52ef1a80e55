//! Loops over arrays of structs and of tuples. Each becomes a loop over indices, and the name of the element stands for the element
//! at the index.

use proc_macro2::{Ident, Span};
use syn::{Expr, Pat, Token};

use super::noting::Uses;
use super::uses;
use crate::source::declarations::count_bound;
use crate::source::exprs::bare;
use crate::source::inside::{Part, PartMut, in_block_mut, in_expr_mut};
use crate::source::loops::NUMBER;
use crate::source::macros::in_arguments;
use crate::texts::TextMap;

/// Methods that give iterators over elements, whatever they are called on.
const OF_ITERATORS: [&str; 10] =
    ["iter", "rev", "skip", "take", "step_by", "copied", "cloned", "windows", "chunks", "chunks_exact"];

impl Uses {
    /// A loop over rows under another name beside something else, `for (row, c) in rows.iter().zip(cs)` with `rows: &[Row]`, is one over
    /// the other elements with their numbers, `for (i, c) in cs.iter().enumerate().take(rows.len())`: `row` is the one with the number.
    pub(super) fn over_rows_beside(&mut self, it: &mut syn::ExprForLoop) {
        let (Expr::MethodCall(zip), Pat::Tuple(pair)) = (bare(&it.expr), &*it.pat) else { return };
        let (Some(second), true) = (zip.args.first(), zip.method == "zip" && pair.elems.len() == 2) else { return };
        let sides = [(&*zip.receiver, second, 0), (second, &*zip.receiver, 1)];
        let found = sides.into_iter().find_map(|(rows, other, at)| {
            let array = self.rows(rows)?;
            let Pat::Ident(name) = &pair.elems[at] else { return None };
            let is_plain = name.subpat.is_none() && name.by_ref.is_none() && name.mutability.is_none();
            let mut counts = TextMap::default();
            count_bound(&Part::Block(&it.body), &mut counts);
            let is_row = uses::of(&it.body, &name.ident.to_string()).is_array();
            let is_read = is_plain && is_row && !counts.contains_key(&name.ident.to_string());
            is_read.then(|| Some((array, name.ident.clone(), self.iterated(other)?, pair.elems[1 - at].clone())))?
        });
        let Some((array, name, other, pattern)) = found else { return };
        self.loops += 1;
        let number = Ident::new(&format!("{NUMBER}_{}", self.loops), Span::call_site());
        let element: Expr = syn::parse_quote!(#array[#number]);
        let whole: Expr = syn::parse_quote!(&#element);
        in_block_mut(&mut it.body, &mut |part| write_for(part, &name, &element, &whole));
        *it.pat = syn::parse_quote!((#number, #pattern));
        *it.expr = syn::parse_quote!(#other.enumerate().take(#array.len()));
    }

    /// The parameter of which these are the elements, by reference, if another name stands for one.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else gives elements by reference")]
    fn rows(&self, elements: &Expr) -> Option<Expr> {
        let array = match bare(elements) {
            Expr::MethodCall(call) if call.method == "iter" && call.args.is_empty() => bare(&call.receiver),
            array @ Expr::Path(_) => array,
            _ => return None,
        };
        let place = self.place(array)?;
        let is_parameter = self.of_structs.contains(&place.root) && self.shared.contains(&place.root);
        (place.steps.is_empty() && is_parameter).then(|| array.clone())
    }

    /// The iterator over elements by reference that this is, or gives to a loop.
    #[expect(clippy::wildcard_enum_match_arm, reason = "of nothing else it is known what it gives")]
    fn iterated(&self, elements: &Expr) -> Option<Expr> {
        match bare(elements) {
            Expr::MethodCall(call) if OF_ITERATORS.iter().any(|name| call.method == name) => {
                Some(Expr::MethodCall(call.clone()))
            }
            Expr::Reference(of) if of.mutability.is_none() => {
                let of = bare(&of.expr);
                Some(syn::parse_quote!(#of.iter()))
            }
            Expr::Path(path) if self.references.contains(&path.path.get_ident()?.to_string()) => {
                Some(syn::parse_quote!(#path.iter()))
            }
            _ => None,
        }
    }

    /// A loop over an array of structs, `for p in points`, is one over indices: `p` is the element at the index.
    #[expect(clippy::wildcard_enum_match_arm, reason = "of nothing else the elements are known")]
    pub(super) fn over_structs(&mut self, it: &mut syn::ExprForLoop) {
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
                if number.mutability.is_some() || number.by_ref.is_some() || number.subpat.is_some() {
                    return;
                }
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
        // What a name stands for where it is no place: a reference to the element, or the element.
        let (array, reference) = match bare(&head) {
            Expr::Reference(reference) => ((*reference.expr).clone(), Some(reference.mutability.is_some())),
            head => match (method(head, "iter"), method(head, "iter_mut")) {
                (Some(array), _) => (array, Some(false)),
                (None, Some(array)) => (array, Some(true)),
                (None, None) => (head.clone(), None),
            },
        };
        let Some(place) = self.place(&array) else { return };
        if place.steps.is_empty() && !self.of_structs.contains(&place.root) {
            return;
        }
        let is_shared = reference.is_none() && place.steps.is_empty() && self.shared.contains(&place.root);
        let reference = if is_shared { Some(false) } else { reference };
        // By value, the loop runs over what there was before it.
        if matches!(bare(&head), Expr::Field(_)) && self.may_change(&place.root) {
            return;
        }
        let number = match number {
            Some(number) if is_hidden(&number) => return,
            Some(number) => number,
            // Each loop has one of its own: those inside of it are named too.
            None => {
                self.loops += 1;
                Ident::new(&format!("{NUMBER}_{}", self.loops), Span::call_site())
            }
        };
        let index: Expr = syn::parse_quote!(#number);
        let element: Expr = syn::parse_quote!(#array[#index]);
        let (pattern, reference) = match &pattern {
            Pat::Reference(inside) => ((*inside.pat).clone(), None),
            _ => (pattern, reference),
        };
        let whole: Expr = match reference {
            None => element.clone(),
            Some(false) => syn::parse_quote!(&#element),
            Some(true) => syn::parse_quote!(&mut #element),
        };
        match &pattern {
            Pat::Ident(name) if name.subpat.is_none() && name.by_ref.is_none() && name.mutability.is_none() => {
                // Of numbers, the loop stays one over elements.
                let is_struct = || uses::of(&it.body, &name.ident.to_string()).may_be_struct(place.steps.is_empty());
                if is_hidden(&name.ident) || !is_struct() {
                    return;
                }
                in_block_mut(&mut it.body, &mut |part| write_for(part, &name.ident, &element, &whole));
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

/// Writes an element for the name that it has: the element where that is a place, and else what the name stands for.
#[expect(clippy::wildcard_enum_match_arm, reason = "no other expression takes a place apart")]
pub(in crate::input) fn write_for(part: PartMut<'_>, name: &Ident, element: &Expr, whole: &Expr) {
    match part {
        PartMut::Expr(expr) => {
            let is_name = |expr: &Expr| matches!(bare(expr), Expr::Path(path) if path.path.is_ident(name));
            if is_name(expr) {
                *expr = whole.clone();
                return;
            }
            match expr {
                Expr::Struct(literal) => {
                    for field in literal.fields.iter_mut().filter(|field| is_name(&field.expr)) {
                        field.colon_token.get_or_insert_with(<Token![:]>::default);
                    }
                }
                Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Deref(_)) && is_name(&unary.expr) => {
                    *expr = element.clone();
                    return;
                }
                Expr::Field(syn::ExprField { base: place, .. })
                | Expr::Index(syn::ExprIndex { expr: place, .. })
                | Expr::MethodCall(syn::ExprMethodCall { receiver: place, .. })
                    if is_name(place) =>
                {
                    **place = element.clone();
                }
                _ => {}
            }
            in_expr_mut(expr, &mut |part| write_for(part, name, element, whole));
        }
        PartMut::Block(block) => in_block_mut(block, &mut |part| write_for(part, name, element, whole)),
        PartMut::Macro(call) => {
            in_arguments(call, &mut |argument| write_for(PartMut::Expr(argument), name, element, whole));
        }
        PartMut::Item(_) | PartMut::Unknown(_) => {}
    }
}

/// Whether a loop over references to elements gives some of these by value.
pub(super) fn gives_copies(it: &syn::ExprForLoop) -> bool {
    fn copies(expr: &Expr) -> bool {
        let Expr::MethodCall(call) = bare(expr) else { return false };
        matches!(call.method.to_string().as_str(), "copied" | "cloned")
            || copies(&call.receiver)
            || call.args.iter().any(copies)
    }
    fn takes_copies(pattern: &Pat) -> bool {
        matches!(pattern, Pat::Reference(_))
            || matches!(pattern, Pat::Tuple(tuple) if tuple.elems.iter().any(takes_copies))
    }
    takes_copies(&it.pat) || copies(&it.expr)
}
