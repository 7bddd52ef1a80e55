//! Calls, macros, and code that is left as it is.

use std::collections::HashSet;

use hypernet::Primitive;
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::parse::Parser;
use syn::spanned::Spanned;
use syn::{Expr, Lit};

use super::arena::Arguments;
use super::expr::{arity, bare, is_upper, last_name};
use super::item::Checker;
use super::{CallPath, ExprId, Foreign, Kind, Struct, Ty, Unknown};
use crate::diagnostic::{Refusal, refusal};
use crate::program::hole;

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
        if name == "stop_gradient" && call.args.len() == 1 {
            let value = self.expr(&call.args[0], false);
            return self.push_at(Kind::StopGradient(value), span);
        }
        if let Some((primitive, scalar)) = self.primitive_path(path) {
            if let Some(last) = path.path.segments.last()
                && arity(primitive) != call.args.len()
            {
                return self.wrong_arity(&last.ident, arity(primitive));
            }
            return self.primitive_call(primitive, scalar, call);
        }
        let scope = path.path.segments.iter().rev().nth(1).map(|scope| scope.ident.to_string()).unwrap_or_default();
        if path.qself.is_none() && self.is_scalar(&scope) {
            if call.args.is_empty() {
                let ty = self.real(&scope);
                return self.push_at(Kind::Constant(call.to_token_stream(), ty), span);
            }
            if name == "from" && call.args.len() == 1 && (scope == "f64" || scope == "f32") {
                let value = self.expr(&call.args[0], false);
                let ty = self.real(&scope);
                return self.push_at(Kind::Cast(value, ty), span);
            }
        }
        if is_upper(&name) {
            return self.constructor(call, path, span);
        }
        let primitive = super::types::DISCRETE.contains(&scope.as_str()) || self.is_scalar(&scope);
        let associated = is_upper(&scope) || path.qself.is_some();
        let mut args = Vec::with_capacity(call.args.len());
        let mut declared = vec![self.vars.len()];
        for arg in &call.args {
            args.push(self.expr(arg, false));
            declared.push(self.vars.len());
        }
        let mut holes = args.clone();
        let mut leavable = true;
        let mut given = Vec::with_capacity(call.args.len());
        for (index, arg) in call.args.iter().enumerate() {
            given.push(match &self.exprs[args[index].index()].kind {
                Kind::Closure(closure) => {
                    // A hole for each variable that the closure captures, if nothing inside has such a name.
                    let name = |var: &super::Variable| var.name.to_string();
                    let captured = self.closures[closure.index()].captured.iter();
                    let names: HashSet<String> = captured.map(|var| name(&self.vars[var.index()])).collect();
                    let inside = &self.vars[declared[index]..declared[index + 1]];
                    leavable &= !inside.iter().any(|var| names.contains(&name(var)));
                    self.with_holes(arg.to_token_stream(), Some(&names), false, &mut holes)
                }
                Kind::Path(_) | Kind::PrimitivePath(..) => arg.to_token_stream(),
                _ => referenced(arg, hole(index)),
            });
        }
        let extra = holes.split_off(args.len());
        let recursive = name == self.name && (path.path.segments.len() == 1 || scope == "Self");
        let result = if recursive {
            self.result.clone()
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
            leavable,
            result,
            associated,
            recursive,
            refusal: primitive.then_some(refusal::ASSOCIATED),
        };
        self.push_between(Kind::CallPath(Box::new(call)), start, span)
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

    /// An expression that is left as it is, with holes for the variables in it.
    pub(super) fn foreign(&mut self, expr: &'a Expr, refusal: Refusal) -> ExprId {
        let span = match expr {
            Expr::MethodCall(call) => call.method.span(),
            _ => expr.to_token_stream().into_iter().next().map_or_else(|| expr.span(), |token| token.span()),
        };
        self.foreign_tokens(expr.to_token_stream(), Some(refusal), span)
    }

    fn foreign_tokens(&mut self, tokens: TokenStream, refusal: Option<Refusal>, span: proc_macro2::Span) -> ExprId {
        let foreign = self.left_as_it_is(tokens, refusal);
        self.push_at(Kind::Foreign(Box::new(foreign)), span)
    }

    /// These tokens as code that is left as it is.
    pub(super) fn left_as_it_is(&mut self, tokens: TokenStream, refusal: Option<Refusal>) -> Foreign {
        let mut holes = Vec::new();
        let tokens = self.with_holes(tokens, None, false, &mut holes);
        let result = self.fresh(Unknown::Foreign);
        let strict = holes.len();
        Foreign { tokens, holes, strict, result, refusal, diverges: false }
    }

    /// A tuple struct put together.
    fn constructor(&mut self, call: &'a syn::ExprCall, path: &'a syn::ExprPath, span: proc_macro2::Span) -> ExprId {
        let foreign = self.left_as_it_is(call.to_token_stream(), Some(refusal::CONSTRUCTOR));
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

    /// The tokens with a hole for each local variable: an identifier that names one and is neither a field, a method, nor
    /// the beginning of a path or of a macro; of those that are among `names`, if it is given. Of the tokens of the
    /// `fields` of a struct, `x` alone is `x: x`.
    fn with_holes(
        &mut self,
        tokens: TokenStream,
        names: Option<&HashSet<String>>,
        fields: bool,
        holes: &mut Vec<ExprId>,
    ) -> TokenStream {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut done = TokenStream::new();
        for (at, token) in tokens.iter().enumerate() {
            let punct = |at: Option<usize>, character: char| matches!(at.and_then(|at| tokens.get(at)), Some(TokenTree::Punct(punct)) if punct.as_char() == character);
            let after_dot = punct(at.checked_sub(1), '.') && !punct(at.checked_sub(2), '.');
            let path = punct(Some(at + 1), ':') && punct(Some(at + 2), ':')
                || punct(at.checked_sub(1), ':') && punct(at.checked_sub(2), ':');
            let call = punct(Some(at + 1), '!') && !punct(Some(at + 2), '=');
            match token {
                TokenTree::Group(group) => {
                    let of_struct = group.delimiter() == Delimiter::Brace
                        && matches!(at.checked_sub(1).map(|at| &tokens[at]), Some(TokenTree::Ident(name)) if is_type(name));
                    let mut inside =
                        Group::new(group.delimiter(), self.with_holes(group.stream(), names, of_struct, holes));
                    inside.set_span(group.span());
                    done.extend([TokenTree::Group(inside)]);
                }
                // The name of a field.
                TokenTree::Ident(_)
                    if fields && (at == 0 || punct(Some(at - 1), ',')) && punct(Some(at + 1), ':') && !path =>
                {
                    done.extend([token.clone()]);
                }
                TokenTree::Ident(ident) if !after_dot && !path && !call => match self.look_up(ident) {
                    Some(var) if names.is_none_or(|names| names.contains(&ident.to_string())) => {
                        self.use_var(var);
                        let mut name = hole(holes.len());
                        name.set_span(ident.span());
                        let begins = at == 0 || punct(Some(at - 1), ',');
                        if fields && begins && (at + 1 == tokens.len() || punct(Some(at + 1), ',')) {
                            done.extend(quote!(#ident:));
                        }
                        holes.push(self.push_at(Kind::Var(var), ident.span()));
                        name.to_tokens(&mut done);
                    }
                    _ => done.extend([token.clone()]),
                },
                token => done.extend([token.clone()]),
            }
        }
        done
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
            return self.foreign_tokens(call.to_token_stream(), Some(refusal::MACRO), span);
        }
        let arguments = Arguments::parse_terminated.parse2(call.tokens.clone());
        let Ok(arguments) = arguments else { return self.refuse(refusal::MACRO, &call.path) };
        let arguments = self.arena.keep(arguments);
        let mut holes = Vec::new();
        let mut given: Vec<TokenStream> = Vec::new();
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
                        && captures_inline(&text.value())
                    {
                        return self.refuse(refusal::FORMAT, literal);
                    }
                    given.push(literal.to_token_stream());
                }
                Expr::Assign(_) => return self.refuse(refusal::FORMAT, argument),
                _ => {
                    given.push(referenced(argument, hole(holes.len())));
                    holes.push(self.expr(argument, false));
                    if index < always {
                        strict = holes.len();
                    }
                }
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
        let foreign = Foreign { tokens, holes, strict, result, refusal: None, diverges };
        self.push_at(Kind::Foreign(Box::new(foreign)), span)
    }
}

/// Whether a function of a type is called like one that makes a value of the type.
fn is_constructor(name: &str) -> bool {
    matches!(name, "new" | "default" | "zero" | "one" | "identity" | "origin")
        || name.starts_with("from_")
        || name.starts_with("with_")
}

/// Whether this is written as the names of types are: `Self`, `Point`.
fn is_type(name: &proc_macro2::Ident) -> bool {
    let name = name.to_string();
    name.starts_with(char::is_uppercase) && name.contains(char::is_lowercase)
}

/// Whether a format string names variables inside: `{x}`, `{x:?}`.
fn captures_inline(format: &str) -> bool {
    let text = format.replace("{{", "");
    text.split('{').skip(1).any(|inside| inside.starts_with(|first: char| first.is_alphabetic() || first == '_'))
}

/// A hole with the references that the user wrote around the argument. A number without a type stays one: only rustc knows
/// what is asked for there.
fn referenced(argument: &Expr, hole: proc_macro2::Ident) -> TokenStream {
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
