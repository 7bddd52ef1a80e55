//! Writes the names of arrays in structs where the fields stand.

use std::collections::HashMap;

use proc_macro2::Ident;
use syn::Expr;
use syn::spanned::Spanned;

use super::known::number;
use super::noting::Uses;
use super::places::{EACH, Way};
use crate::source::exprs::bare;
use crate::source::inside::{PartMut, in_block_mut, in_expr_mut};
use crate::source::macros::in_arguments;

/// Writes the names of arrays for the ways to them.
pub(super) struct Naming<'u> {
    pub(super) uses: &'u Uses,
    pub(super) names: HashMap<Way, Ident>,
}

impl Naming<'_> {
    /// Writes the name for an array, and for one of which an element is meant; whether it is an array, not an element.
    fn name(&self, expr: &mut Expr) -> bool {
        let Some(place) = self.uses.place(expr) else { return false };
        let (way, indices) = place.split();
        let at = expr.span();
        let Some(name) = self.names.get(&way).map(|name| Ident::new(&name.to_string(), name.span().located_at(at)))
        else {
            return false;
        };
        let mut named: Expr = syn::parse_quote!(#name);
        for index in indices.iter().map(|index| (*index).clone()) {
            let mut index = index;
            self.write(PartMut::Expr(&mut index));
            named = syn::parse_quote_spanned!(at=> #named[#index]);
        }
        *expr = named;
        indices.is_empty()
    }

    /// Writes for an array of structs the name of an array of their fields, which is as long.
    fn name_of_any(&self, expr: &mut Expr) {
        let Some(place) = self.uses.place(expr) else { return };
        let (way, indices) = place.split();
        let of = |(of, _): &(&Way, &Ident)| {
            of.0 == way.0 && of.1.len() > way.1.len() && of.1.starts_with(&way.1) && of.1[way.1.len()] == EACH
        };
        if let (true, Some((_, name))) = (indices.is_empty(), self.names.iter().filter(of).min()) {
            let name = Ident::new(&name.to_string(), name.span().located_at(expr.span()));
            *expr = syn::parse_quote!(#name);
        }
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "elsewhere it is the field of the struct")]
    pub(super) fn write(&self, part: PartMut<'_>) {
        match part {
            PartMut::Expr(expr) => {
                match expr {
                    Expr::Call(call) => call.args.iter_mut().for_each(|argument| self.lend(argument)),
                    Expr::MethodCall(call) => {
                        let is_length = call.method == "len" || call.method == "is_empty";
                        if !self.name(&mut call.receiver) && is_length {
                            self.name_of_any(&mut call.receiver);
                        }
                    }
                    Expr::Index(index) if matches!(bare(&index.index), Expr::Range(_)) => {
                        self.name(&mut index.expr);
                        self.write(PartMut::Expr(&mut index.index));
                    }
                    Expr::Reference(reference) => {
                        self.name(&mut reference.expr);
                    }
                    // A path is a parameter of which elements are named: it is an array as a whole.
                    Expr::Index(_) | Expr::Path(_) => {
                        self.name(expr);
                    }
                    Expr::Assign(assign) if self.is_whole_array(&assign.left) => {
                        self.name(&mut assign.left);
                    }
                    // By value, it is copied, unless it is moved out of a struct of the function's own.
                    Expr::Field(_) => {
                        let at = expr.span();
                        if self.is_whole_array(expr) && !self.is_local(expr) && self.name(expr) {
                            let name = &*expr;
                            *expr = syn::parse_quote_spanned!(at=> #name.clone());
                            return;
                        }
                        self.name(expr);
                    }
                    _ => {}
                }
                if is_named(expr) {
                    return;
                }
                in_expr_mut(expr, &mut |part| self.write(part));
            }
            PartMut::Block(block) => in_block_mut(block, &mut |part| self.write(part)),
            PartMut::Macro(call) => in_arguments(call, &mut |argument| self.write(PartMut::Expr(argument))),
            PartMut::Item(_) | PartMut::Unknown(_) => {}
        }
    }

    /// Writes the name of a parameter that is an array by another name, where it is lent to a call, or given by value.
    fn lend(&self, argument: &mut Expr) {
        let Expr::Path(path) = argument else { return };
        let is_value = path.path.get_ident().is_some_and(|name| self.uses.by_value.contains(&name.to_string()));
        if self.name(argument) {
            let span = argument.span();
            *argument = if is_value {
                syn::parse_quote_spanned!(span=> #argument.clone())
            } else {
                syn::parse_quote_spanned!(span=> &#argument)
            };
        }
    }

    /// Whether this is a part of a local struct.
    fn is_local(&self, expr: &Expr) -> bool {
        self.uses.place(expr).is_some_and(|place| self.uses.locals.contains(&place.root))
    }

    /// Whether this names an array of which no element is meant.
    fn is_whole_array(&self, expr: &Expr) -> bool {
        let place = self.uses.place(expr);
        place.is_some_and(|place| {
            let (way, indices) = place.split();
            indices.is_empty() && self.names.contains_key(&way)
        })
    }
}

/// Whether this is such a name already, or an element of one.
#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is a name or an element")]
fn is_named(expr: &Expr) -> bool {
    match bare(expr) {
        Expr::Index(index) => is_named(&index.expr),
        Expr::Path(path) => path.path.get_ident().is_some_and(|name| number(name).is_some()),
        _ => false,
    }
}
