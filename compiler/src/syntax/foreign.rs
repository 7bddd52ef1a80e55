//! Calls, macros, and code that is left as it is.

use hypernet::Primitive;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::parse::Parser;
use syn::spanned::Spanned;
use syn::{Expr, Lit};

use super::arena::Arguments;
use super::expr::{arity, bare, is_upper, last_name};
use super::item::Checker;
use super::{CallPath, ExprId, Foreign, Kind, Struct, Ty, Unknown};
use crate::diagnostic::{Refusal, refusal};
use crate::input::crate_path::crate_path;
use crate::program::{Declared, hole};

impl<'a> Checker<'a> {
    pub(super) fn call(&mut self, whole: &'a Expr, call: &'a syn::ExprCall) -> ExprId {
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
            return self.stop_gradient(whole, &call.args[0], span);
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
            && crate::emit::is_builtin(&scope)
        {
            let value = self.expr(&call.args[0], false);
            let ty = self.real(&scope);
            return self.push_at(Kind::From(value, ty), span);
        }
        let path = self.imported(path);
        let (recursive, same) = self.recursion(path, &name);
        if is_upper(&name) && !same {
            return self.constructor(whole, call, path, span);
        }
        let primitive = super::types::DISCRETE.contains(&scope.as_str()) || self.is_scalar(&scope);
        if let (true, Some(name)) = (recursive, path.path.get_ident()) {
            self.claim_visible_function(name);
        }
        let associated = is_upper(&scope) || path.qself.is_some() || (primitive && recursive);
        let mut args = Vec::with_capacity(call.args.len());
        for arg in &call.args {
            args.push(self.expr(arg, false));
        }
        let (mut holes, mut declared, mut leavable) = (args.clone(), Declared::default(), true);
        let mut given = Vec::with_capacity(call.args.len());
        for (index, arg) in call.args.iter().enumerate() {
            given.push(match &self.exprs[args[index].index()].kind {
                Kind::Closure(_) => {
                    let (tokens, error) = self.with_holes(arg, &mut holes, &mut declared);
                    leavable &= error.is_none();
                    tokens
                }
                Kind::Path(_) | Kind::PrimitivePath(..) => arg.to_token_stream(),
                _ => referenced(arg, hole(index)),
            });
        }
        let extra = holes.split_off(args.len());
        let result = if same {
            self.result.clone()
        } else if let Some((ty, _)) = number {
            ty
        } else if associated && path.qself.is_none() && path.path.segments.len() > 1 && is_constructor(&name) {
            Ty::Opaque(None)
        } else {
            self.fresh(if associated { Unknown::Given } else { Unknown::Any })
        };
        let start = path.path.segments.first().map_or(span, |first| first.ident.span());
        let call = CallPath {
            path,
            args,
            foreign: quote!(#path(#(#given),*)),
            extra,
            declared,
            leavable,
            result,
            associated,
            recursive,
            refusal: if primitive && !recursive {
                Some(refusal::ASSOCIATED)
            } else {
                self.is_plain(path).then_some(refusal::LOCAL_FUNCTION)
            },
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

    fn primitive_call(&mut self, primitive: Primitive, scalar: Ty, call: &'a syn::ExprCall) -> ExprId {
        let args = call.args.iter().map(|arg| self.expr(arg, false)).collect();
        self.push_at(Kind::Primitive(primitive, scalar, args), call.func.span())
    }

    /// `stop_gradient(…)`: what is not differentiable may stand inside.
    fn stop_gradient(&mut self, whole: &'a Expr, inside: &'a Expr, span: proc_macro2::Span) -> ExprId {
        let (errors, exprs) = (self.errors.len(), self.exprs.len());
        let value = self.expr(inside, false);
        let errors = self.errors.split_off(errors);
        let is_open = |kind: &Kind<'_>| {
            matches!(
                kind,
                Kind::CallPath(_)
                    | Kind::MethodCall(_)
                    | Kind::Foreign(_)
                    | Kind::Struct(_)
                    | Kind::Member(..)
                    | Kind::View(..)
            )
        };
        if errors.is_empty() && !self.exprs[exprs..].iter().any(|expr| is_open(&expr.kind)) {
            return self.push_at(Kind::StopGradient(value, None), span);
        }
        let foreign = Box::new(self.left_as_it_is(whole, None));
        if errors.is_empty() {
            return self.push_at(Kind::StopGradient(value, Some(foreign)), span);
        }
        if foreign.error.is_some() {
            self.errors.extend(errors);
        }
        self.push_at(Kind::Foreign(foreign), span)
    }

    /// An expression that is left as it is, with holes for the variables in it.
    pub(super) fn foreign(&mut self, expr: &'a Expr, refusal: Refusal) -> ExprId {
        let span = match expr {
            Expr::MethodCall(call) => call.method.span(),
            _ => expr.to_token_stream().into_iter().next().map_or_else(|| expr.span(), |token| token.span()),
        };
        let foreign = self.left_as_it_is(expr, Some(refusal));
        self.push_at(Kind::Foreign(Box::new(foreign)), span)
    }

    /// An expression as code that is left as it is.
    pub(super) fn left_as_it_is(&mut self, expr: &Expr, refusal: Option<Refusal>) -> Foreign {
        let (mut holes, mut declared) = (Vec::new(), Declared::default());
        let (tokens, error) = self.with_holes(expr, &mut holes, &mut declared);
        let result = self.fresh(Unknown::Foreign);
        let strict = holes.len();
        Foreign { tokens, holes, declared, error, strict, result, refusal, diverges: false }
    }

    /// A tuple struct put together.
    fn constructor(
        &mut self,
        whole: &'a Expr,
        call: &'a syn::ExprCall,
        path: &'a syn::ExprPath,
        span: proc_macro2::Span,
    ) -> ExprId {
        let foreign = self.left_as_it_is(whole, Some(refusal::CONSTRUCTOR));
        let before = self.errors.len();
        let fields =
            call.args.iter().enumerate().map(|(index, arg)| (index.to_string(), self.expr(arg, false))).collect();
        let errors = self.errors.split_off(before);
        let result = match &path.qself {
            None => self.struct_type(&path.path, true),
            Some(_) => self.fresh(Unknown::Foreign),
        };
        let structure = Struct { path: &path.path, tuple: true, fields, base: None, foreign, result, errors };
        self.push_at(Kind::Struct(Box::new(structure)), span)
    }

    pub(super) fn macro_call(&mut self, call: &'a syn::Macro) -> ExprId {
        let name = call.path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
        let span = call.path.segments.last().map_or_else(|| call.span(), |last| last.ident.span());
        let diverges = matches!(name.as_str(), "panic" | "unreachable" | "todo" | "unimplemented");
        let known = diverges
            || matches!(
                name.as_str(),
                "assert"
                    | "assert_eq"
                    | "assert_ne"
                    | "debug_assert"
                    | "debug_assert_eq"
                    | "debug_assert_ne"
                    | "print"
                    | "println"
                    | "eprint"
                    | "eprintln"
            );
        if !known {
            let expr = Expr::Macro(syn::ExprMacro { attrs: Vec::new(), mac: call.clone() });
            let foreign = self.left_as_it_is(&expr, Some(refusal::MACRO));
            return self.push_at(Kind::Foreign(Box::new(foreign)), span);
        }
        let arguments = Arguments::parse_terminated.parse2(call.tokens.clone());
        let Ok(arguments) = arguments else { return self.refuse(refusal::MACRO, &call.path) };
        let arguments = self.arena.keep(arguments);
        let mut holes = Vec::new();
        let mut given: Vec<TokenStream> = Vec::new();
        // What has a name: that comes last.
        let mut inline = Vec::new();
        let mut named: Vec<Ident> = Vec::new();
        // How many arguments are evaluated in any case, and the holes among them.
        let always = match name.as_str() {
            "assert" => 1,
            "assert_eq" | "assert_ne" => 2,
            name if name.starts_with("debug_") => 0,
            _ => usize::MAX,
        };
        let mut strict = 0;
        for (index, argument) in arguments.iter().enumerate() {
            match bare(argument) {
                Expr::Lit(literal) => {
                    if let Lit::Str(text) = &literal.lit
                        && format_place(&call.path) == Some(index)
                    {
                        let names = inline_names(&text.value()).into_iter();
                        inline.extend(names.map(|mut name| {
                            name.set_span(text.span());
                            name
                        }));
                    }
                    given.push(literal.to_token_stream());
                }
                Expr::Assign(assign) => {
                    let Expr::Path(name) = &*assign.left else { return self.refuse(refusal::FORMAT, argument) };
                    let Some(name) = name.path.get_ident() else { return self.refuse(refusal::FORMAT, argument) };
                    let value = referenced(&assign.right, hole(holes.len()));
                    given.push(quote!(#name = #value));
                    holes.push(self.expr(&assign.right, false));
                    named.push(name.clone());
                }
                _ => {
                    given.push(referenced(argument, hole(holes.len())));
                    holes.push(self.expr(argument, false));
                    if index < always {
                        strict = holes.len();
                    }
                }
            }
        }
        for name in inline.into_iter().filter(|name| !named.contains(name)) {
            if let Some(var) = self.look_up(&name) {
                self.use_var(var);
                let value = hole(holes.len());
                given.push(quote!(#name = #value));
                holes.push(self.push_at(Kind::Var(var), name.span()));
            }
        }
        if matches!(name.as_str(), "assert" | "debug_assert") && arguments.len() == 1 {
            let text = format!("assertion failed: {}", arguments[0].to_token_stream());
            given.push(quote!("{}"));
            given.push(quote!(#text));
        }
        let path = &call.path;
        let tokens = quote!(#path!(#(#given),*));
        let result = if diverges { self.fresh(Unknown::Any) } else { Ty::unit() };
        let declared = Declared::default();
        let foreign = Foreign { tokens, holes, declared, error: None, strict, result, refusal: None, diverges };
        self.push_at(Kind::Foreign(Box::new(foreign)), span)
    }
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

/// Where the format string stands among the arguments of this macro, if it takes one.
pub(super) fn format_place(path: &syn::Path) -> Option<usize> {
    let name = path.segments.last()?.ident.to_string();
    match name.as_str() {
        "format" | "format_args" | "panic" | "print" | "println" | "eprint" | "eprintln" | "todo" | "unimplemented"
        | "unreachable" => Some(0),
        "assert" | "debug_assert" | "write" | "writeln" => Some(1),
        "assert_eq" | "assert_ne" | "debug_assert_eq" | "debug_assert_ne" => Some(2),
        _ => None,
    }
}

/// The names in a format string: `{x}`, `{x:?}`, `{:width$.precision$}`.
pub(super) fn inline_names(format: &str) -> Vec<Ident> {
    let text = format.replace("{{", "");
    let mut found: Vec<Ident> = Vec::new();
    for inside in text.split('{').skip(1) {
        let inside = inside.split('}').next().unwrap_or_default();
        let (name, form) = inside.split_once(':').unwrap_or((inside, ""));
        let sizes = form.split_inclusive('$').filter_map(|part| {
            let part = part.strip_suffix('$')?;
            part.rsplit(|c: char| !(c.is_alphanumeric() || c == '_')).next()
        });
        for name in sizes.chain([name.trim()]) {
            if let Ok(name) = syn::parse_str::<Ident>(name)
                && !found.contains(&name)
            {
                found.push(name);
            }
        }
    }
    found
}

/// A hole with the references that the user wrote around the argument. A number without a type stays one: only rustc knows
/// what is asked for there.
fn referenced(argument: &Expr, hole: Ident) -> TokenStream {
    match bare(argument) {
        Expr::Reference(reference) => {
            let inside = referenced(&reference.expr, hole);
            let mutability = &reference.mutability;
            quote!(&#mutability #inside)
        }
        literal if is_untyped_number(literal) => literal.to_token_stream(),
        _ => quote!(#hole),
    }
}

fn is_untyped_number(expr: &Expr) -> bool {
    match expr {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Int(number) => number.suffix().is_empty(),
            Lit::Float(number) => number.suffix().is_empty(),
            _ => false,
        },
        Expr::Unary(syn::ExprUnary { op: syn::UnOp::Neg(_), expr, .. }) => is_untyped_number(bare(expr)),
        _ => false,
    }
}
