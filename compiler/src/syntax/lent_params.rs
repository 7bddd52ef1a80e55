//! Parameters of closures whose types are left out, and which are arrays: `rk4(|t, y| vec![y[1], -y[0]], &y0)`.
//!
//! rustc finds these types from the function that takes the closure, which the macro does not see. So a parameter of which the closure
//! reads elements is taken for a reference to an array: that is how functions mostly pass arrays. It is not where something shows that
//! arrays go by value. If the guess is wrong, rustc says so.

use proc_macro2::TokenStream;
use quote::quote;
use syn::punctuated::Punctuated;
use syn::{Expr, ExprClosure, Pat, PatType, Stmt, Token};

use super::arena::Arguments;
use super::item::Checker;
use crate::source::depths::depths_in;
use crate::source::exprs::{bare, is_compound};
use crate::source::inside::{Part, is_any_with_arguments};
use crate::source::methods::is_method_of_structs;

/// The parameters of a closure, as they are written.
pub(super) type Inputs = Punctuated<Pat, Token![,]>;

impl<'a> Checker<'a> {
    /// Notes the types of those parameters that are references to arrays, if this argument of a function is a closure.
    pub(super) fn note_lent_params(&mut self, arg: &'a Expr, all: &'a Arguments) {
        let Some(closure) = closure_in(arg) else { return };
        let scalar: TokenStream = match self.scalars.as_slice() {
            [] => quote!(f64),
            [scalar] => scalar.parse().unwrap_or_default(),
            [_, _, ..] => return,
        };
        let is_by_value = |expr: &Expr| matches!(bare(expr), Expr::Array(_) | Expr::Repeat(_));
        if gives(&closure.body).is_some_and(is_by_value) || all.iter().any(is_by_value) {
            return;
        }
        let depths = depths_in(&Part::Expr(&closure.body));
        let mut inputs = closure.inputs.clone();
        let mut found = false;
        for param in &mut inputs {
            let Pat::Ident(name) = &*param else { continue };
            let is_plain = name.by_ref.is_none() && name.mutability.is_none() && name.subpat.is_none();
            let text = name.ident.to_string();
            if is_plain && depths.get(&text) == Some(&1) && !has_other_elements(&closure.body, &text) {
                *param = Pat::Type(PatType {
                    attrs: Vec::new(),
                    pat: Box::new(Pat::Ident(name.clone())),
                    colon_token: Token![:](name.ident.span()),
                    ty: syn::parse_quote!(&[#scalar]),
                });
                found = true;
            }
        }
        // What is kept is an expression.
        let typed: Expr = syn::parse_quote!(|#inputs| ());
        if found && let Some(Expr::Closure(typed)) = self.arena.keep([typed].into_iter().collect()).first() {
            self.lent_inputs = Some((closure, &typed.inputs));
        }
    }

    /// The parameters of a closure, with the types that have been noted.
    pub(super) fn inputs(&mut self, closure: &'a ExprClosure) -> &'a Inputs {
        match self.lent_inputs.take() {
            Some((of, inputs)) if std::ptr::eq(of, closure) => inputs,
            noted => {
                self.lent_inputs = noted;
                &closure.inputs
            }
        }
    }
}

/// The closure that this is, or a reference to it.
#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is a closure")]
fn closure_in(expr: &Expr) -> Option<&ExprClosure> {
    match bare(expr) {
        Expr::Closure(closure) => Some(closure),
        Expr::Reference(reference) => closure_in(&reference.expr),
        _ => None,
    }
}

/// What a body gives, as far as that stands in it.
#[expect(clippy::wildcard_enum_match_arm, reason = "any other expression gives itself")]
fn gives(body: &Expr) -> Option<&Expr> {
    match bare(body) {
        Expr::Block(block) => match block.block.stmts.last() {
            Some(Stmt::Expr(last, None)) => gives(last),
            _ => None,
        },
        body => Some(body),
    }
}

/// Whether elements of this array are written to in a body, or are no numbers.
#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else shows what an element is")]
fn has_other_elements(body: &Expr, name: &str) -> bool {
    let is_name = |expr: &Expr| matches!(bare(expr), Expr::Path(path) if path.path.is_ident(name));
    let is_element = |expr: &Expr| matches!(bare(expr), Expr::Index(index) if is_name(&index.expr));
    is_any_with_arguments(&Part::Expr(body), &|part| {
        let Part::Expr(expr) = part else { return false };
        match expr {
            Expr::Field(field) => is_element(&field.base),
            Expr::MethodCall(call) => is_element(&call.receiver) && is_method_of_structs(call),
            Expr::Assign(assign) => is_element(&assign.left),
            Expr::Binary(operator) => is_element(&operator.left) && is_compound(&operator.op),
            // A place is a whole number.
            Expr::Index(index) => is_element(&index.index),
            Expr::Cast(cast) => is_element(&cast.expr),
            _ => false,
        }
    })
}
