//! Calls.

use hypernet::Primitive;
use proc_macro2::Span;
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{Expr, ReturnType, Type};

use super::expr::{arity, last_name};
use super::item::Checker;
use super::{CallPath, ExprId, Kind, Struct, Ty, Unknown};
use crate::diagnostic::refusal;
use crate::input::crate_path::crate_path;
use crate::input::functions::of_bound;
use crate::input::siblings::scalar;
use crate::source::exprs::bare;
use crate::source::names::{is_discrete_name, is_upper};

impl<'a> Checker<'a> {
    pub(super) fn call(&mut self, call: &'a syn::ExprCall) -> ExprId {
        let Expr::Path(path) = bare(&call.func) else {
            let function = self.expr(&call.func, false);
            return self.call_value(function, call);
        };
        if path.qself.is_none() && path.path.get_ident().is_some_and(|name| self.look_up(name).is_some()) {
            let function = self.expr(&call.func, false);
            return self.call_value(function, call);
        }
        let name = last_name(path).unwrap_or_default();
        let span = path.path.segments.last().map_or_else(|| path.span(), |last| last.ident.span());
        if is_stop_gradient(call) {
            self.claim_stop_gradient(path);
            return self.stop_gradient(&call.args[0], span);
        }
        if let Some((primitive, scalar)) = self.primitive_path(path) {
            if let Some(last) = path.path.segments.last()
                && arity(primitive) != call.args.len()
            {
                return self.wrong_arity(&last.ident, arity(primitive));
            }
            return self.primitive_call(primitive, scalar, call);
        }
        let number = if call.args.is_empty() { self.number_path(path) } else { None };
        if let Some((ty, true)) = number {
            return self.push_at(Kind::Constant(call.to_token_stream(), ty), span);
        }
        let scope = path.path.segments.iter().rev().nth(1).map(|scope| scope.ident.to_string()).unwrap_or_default();
        if path.qself.is_none()
            && name == "from"
            && call.args.len() == 1
            && self.is_scalar(&scope)
            && crate::source::names::is_builtin(&scope)
        {
            let value = self.expr(&call.args[0], false);
            let ty = self.real(&scope);
            return self.push_at(Kind::From(value, ty, None), span);
        }
        self.ask_whether_defined(path);
        let path = self.imported(path);
        let (recursive, same) = self.recursion(path, &name);
        if is_upper(&name) && !same {
            return self.constructor(call, path, span);
        }
        let primitive = is_discrete_name(&scope) || self.is_scalar(&scope);
        if let (true, Some(name)) = (recursive, path.path.get_ident()) {
            self.claim_visible_function(name);
        }
        let associated = is_upper(&scope) || path.qself.is_some() || (primitive && recursive);
        let mut args = Vec::with_capacity(call.args.len());
        for arg in &call.args {
            self.note_lent_params(arg, &call.args);
            args.push(self.argument(arg));
        }
        let result = if same {
            self.result.clone()
        } else if let Some((ty, _)) = number {
            ty
        } else if associated && path.qself.is_none() && path.path.segments.len() > 1 && is_constructor(&name) {
            Ty::Opaque(None)
        } else if let Some(given) = self.given_function(path) {
            self.local_type(&given)
        } else {
            self.fresh(if associated { Unknown::Given } else { Unknown::Any })
        };
        let start = path.path.segments.first().map_or(span, |first| first.ident.span());
        let call = CallPath {
            path,
            args,
            result,
            associated,
            recursive,
            refusal: if primitive && !recursive {
                Some(refusal::ASSOCIATED)
            } else if crate::source::exprs::is_array_of_index(path) {
                Some(refusal::ARRAY_OF_INDEX)
            } else if !associated && is_derivative(&name) && is_companion(&scope) {
                Some(refusal::SECOND)
            } else {
                self.is_plain(path).then_some(refusal::LOCAL_FUNCTION)
            },
            discarded: false,
        };
        self.push_between(Kind::CallPath(Box::new(call)), start, span)
    }

    /// Whether a call of this path may be one of the function that it stands in, and whether it is certain that it is, with the
    /// same type parameters.
    fn recursion(&self, path: &syn::ExprPath, name: &str) -> (bool, bool) {
        if name != self.name {
            return (false, false);
        }
        let type_of_path = path.qself.as_ref().map(|qself| &*qself.ty);
        if let (None, 1) = (type_of_path, path.path.segments.len()) {
            let own = !self.method && path.path.get_ident().is_none_or(|name| self.local(name).is_none());
            return (own, own);
        }
        let scope = match type_of_path {
            Some(syn::Type::Path(ty)) if ty.qself.is_none() => ty.path.clone(),
            Some(_) => return (false, false),
            None => {
                let mut scope = path.path.clone();
                scope.segments.pop();
                scope.segments.pop_punct();
                scope
            }
        };
        if scope.is_ident("Self") {
            return (true, path.qself.is_none());
        }
        // Of a type and of a generic one, `V::<T>` and `V<T>` are the same.
        let text = |path: &syn::Path| path.to_token_stream().to_string().replace(":: <", "<");
        let last = |path: &syn::Path| path.segments.last().map(|last| last.ident.clone());
        let last_of_scope = last(&scope);
        let of_type = self.of_type.and_then(last) == last_of_scope;
        let of_trait = self.of_trait == last_of_scope.as_ref();
        // A trait may have a function of the name of one of the type's own.
        let certain = self.of_trait.is_none() && path.qself.is_none();
        (of_type || of_trait, certain && self.of_type.is_some_and(|ty| text(ty) == text(&scope)))
    }

    fn call_value(&mut self, function: ExprId, call: &'a syn::ExprCall) -> ExprId {
        let args = call.args.iter().map(|arg| self.expr(arg, false)).collect();
        let span =
            bare(&call.func).to_token_stream().into_iter().next().map_or_else(|| call.span(), |token| token.span());
        self.push_at(Kind::Call(function, args), span)
    }

    /// The type of the function of numbers that a function beside this one gives, `impl Fn(f64) -> f64`, as its signature says.
    fn given_function(&self, path: &syn::ExprPath) -> Option<Type> {
        let name = path.path.get_ident().filter(|name| path.qself.is_none() && self.look_up(name).is_none())?;
        let given = self.beside?.result(&name.to_string()).filter(|_| !self.is_plain(path))?;
        is_function_of_numbers(&given).then_some(given)
    }

    fn primitive_call(&mut self, primitive: Primitive, scalar: Ty, call: &'a syn::ExprCall) -> ExprId {
        let args = call.args.iter().map(|arg| self.expr(arg, false)).collect();
        self.push_at(Kind::Primitive(primitive, scalar, args), call.func.span())
    }

    /// `stop_gradient(…)`: what is not differentiable may stand inside.
    fn stop_gradient(&mut self, inside: &'a Expr, span: Span) -> ExprId {
        let first = self.exprs.len();
        let value = self.expr(inside, false);
        self.push_at(Kind::StopGradient(value, first), span)
    }

    /// A tuple struct put together.
    fn constructor(&mut self, call: &'a syn::ExprCall, path: &'a syn::ExprPath, span: Span) -> ExprId {
        let fields: Vec<(String, ExprId)> =
            call.args.iter().enumerate().map(|(index, arg)| (index.to_string(), self.expr(arg, false))).collect();
        let held = self.numbers_held(&path.path, &fields);
        let result = match &path.qself {
            None => self.struct_type(&path.path, true),
            Some(_) => self.fresh(Unknown::Foreign),
        };
        let structure = Struct { path: &path.path, tuple: true, fields, held, places: Vec::new(), base: None, result };
        self.push_at(Kind::Struct(Box::new(structure)), span)
    }
}

/// Whether this is the type of a function that takes numbers, and gives a number or such a function.
fn is_function_of_numbers(ty: &Type) -> bool {
    let Type::ImplTrait(object) = ty else { return false };
    let Some(function) = object.bounds.iter().find_map(of_bound) else { return false };
    let is_number = |ty: &Type| scalar(ty).is_some();
    let gives = |ty: &Type| is_number(ty) || is_function_of_numbers(ty);
    function.inputs.iter().all(|input| is_number(&input.ty))
        && matches!(&function.output, ReturnType::Type(_, ty) if gives(ty))
}

/// Whether this is the name of a function of a companion.
fn is_derivative(name: &str) -> bool {
    matches!(name, "grad" | "value_and_grad" | "value_and_grad_into" | "accumulate_grad" | "vjp")
}

/// Whether what a function is of may be a companion, by its name: there is none, or it is a module.
fn is_companion(scope: &str) -> bool {
    !matches!(scope, "" | "self" | "super" | "crate" | "$crate")
}

/// Whether a function of a type is called like one that makes a value of the type.
fn is_constructor(name: &str) -> bool {
    matches!(name, "new" | "default" | "zero" | "one" | "identity" | "origin")
        || name.starts_with("from_")
        || name.starts_with("with_")
}

/// Whether this is `stop_gradient(…)`, by its name or by the path of this crate.
pub(super) fn is_stop_gradient(call: &syn::ExprCall) -> bool {
    let Expr::Path(path) = bare(&call.func) else { return false };
    if call.args.len() != 1 || last_name(path).is_none_or(|name| name != "stop_gradient") {
        return false;
    }
    let segments = &path.path.segments;
    segments.len() == 1
        || segments.len() == 2
            && crate_path().into_iter().last().is_some_and(|name| segments[0].ident == name.to_string())
}
