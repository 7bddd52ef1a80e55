//! Types that are written by names which only rustc knows, of what the macro takes for a number: the name is claimed to be that of the number's type.

use std::collections::BTreeMap;

use hypernet::TypeName;
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};
use syn::Item;

use super::structs::tokens;
use crate::infer::Types;
use crate::input::crate_path::crate_path;
use crate::input::written::{self, located};
use crate::source::names::is_scalar_name;
use crate::source::types::scalar_type;
use crate::syntax::{ExprId, Function, Kind, Pattern, Statement, Ty};

/// The claims for the variables and the parameters of closures of a function that are not left as they are.
#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else gives a value what is said of its type")]
pub(super) fn claims(function: &Function<'_>, types: &Types, is_left: &dyn Fn(ExprId) -> bool) -> Vec<TokenStream> {
    let mut found = Claims::default();
    for expr in &function.exprs {
        match &expr.kind {
            Kind::Block(statements, _) => {
                for statement in statements {
                    if let Statement::Let(pattern, value, _) = statement
                        && !value.is_some_and(is_left)
                    {
                        said(pattern, types, &mut found);
                    }
                }
            }
            // What a parameter of a closure is said to be is known no more where the closure is called by what it does.
            Kind::Call(callee, args) => {
                if let Ty::Fn(called) = types.expr(*callee) {
                    for (param, &arg) in called.params.iter().zip(args) {
                        let span = function.expr(arg).span;
                        differs(param, &plain(types.expr(arg)), span, &mut found);
                    }
                }
            }
            _ => {}
        }
    }
    for closure in &function.closures {
        closure.params.iter().for_each(|(pattern, _)| said(pattern, types, &mut found));
    }
    if found.0.is_empty() {
        return Vec::new();
    }
    // What the names mean in the function, its own items say.
    let items = function.items.iter().filter(|(_, item)| matches!(item, Item::Use(_) | Item::Type(_)));
    let items: TokenStream = items.map(|(_, item)| written::tokens(item.to_token_stream())).collect();
    let claims = found.0.into_values();
    vec![quote!(let _ = || { #items #(#claims)* };)]
}

/// Claims, by their texts.
#[derive(Default)]
struct Claims(BTreeMap<String, TokenStream>);

impl Claims {
    /// That a name which is written here is that of a type.
    fn note(&mut self, taken: &TokenStream, name: &str, span: Span) {
        let (backprop, name) = (crate_path(), located(tokens(name), span));
        let is = located(quote!(#backprop::__private::claims::is), span);
        let claim = quote!(let _ = #is::<#taken, #name>;);
        self.0.entry(claim.to_string()).or_insert(claim);
    }
}

/// Notes the claims for what a pattern says.
#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else says a type")]
fn said(pattern: &Pattern, types: &Types, found: &mut Claims) {
    match pattern {
        Pattern::Typed(inside, ty, written) => {
            let first = written.clone().and_then(|written| written.into_iter().next());
            let span = first.map_or_else(Span::call_site, |first| first.span());
            differs(ty, &held(inside, types), span, found);
        }
        Pattern::Tuple(parts) => parts.iter().for_each(|part| said(part, types, found)),
        _ => {}
    }
}

/// What a pattern gives names to, as far as is known.
#[expect(clippy::wildcard_enum_match_arm, reason = "of nothing else the type is known")]
fn held(pattern: &Pattern, types: &Types) -> Ty {
    match pattern {
        Pattern::Bind(var, _) => types.var(*var),
        Pattern::Tuple(parts) => Ty::Tuple(parts.iter().map(|part| held(part, types)).collect()),
        Pattern::Typed(inside, ..) => held(inside, types),
        _ => Ty::Opaque(None),
    }
}

/// A type, where a literal of which nothing says what it is is taken for what Rust takes it for.
fn plain(ty: Ty) -> Ty {
    match ty {
        Ty::Discrete(TypeName::Numbered(_)) => Ty::Discrete("i32".into()),
        Ty::Tuple(parts) => Ty::Tuple(parts.into_iter().map(plain).collect()),
        ty @ (Ty::Var(_) | Ty::Real(_) | Ty::Discrete(_) | Ty::Opaque(_) | Ty::Array(_) | Ty::Fn(_)) => ty,
    }
}

/// Notes where a name is written of which only rustc knows what type it is, for what is a number here.
fn differs(written: &Ty, held: &Ty, span: Span, found: &mut Claims) {
    match (written, held) {
        (Ty::Opaque(Some(name)), Ty::Real(scalar)) => {
            if let Some(scalar) = scalar_type(scalar) {
                found.note(&scalar, name, span);
            }
        }
        (Ty::Opaque(Some(name)), Ty::Discrete(TypeName::Named(scalar))) if is_scalar_name(scalar) => {
            let scalar = tokens(scalar);
            found.note(&quote!(::core::primitive::#scalar), name, span);
        }
        (Ty::Tuple(written), Ty::Tuple(held)) if written.len() == held.len() => {
            written.iter().zip(held).for_each(|(written, held)| differs(written, held, span, found));
        }
        _ => {}
    }
}
