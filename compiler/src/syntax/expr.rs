//! Expressions, statements and blocks.

use hypernet::{Form, Primitive};
use proc_macro2::{Ident, Span};
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{Expr, Member, ReturnType};

use super::host_patterns::open_alternatives;
use super::item::Checker;
use super::left::{Node, names};
use super::operators::{compound, operator};
use super::{Arm, ExprId, Kind, Matched, MethodCall, Source, Start, Struct, Ty, Unknown};
use crate::diagnostic::{Diagnostic, refusal};
use crate::input::siblings::scalar;
use crate::source::exprs::{bare, is_range};
use crate::source::names::{is_builtin, is_float_name, is_scalar_name, is_upper};
use crate::source::patterns::unguarded;

/// How deeply expressions may be nested (chains of operators do not count).
pub(super) const MAX_DEPTH: usize = 120;

/// How many arms the `match`es inside of one another may have: each arm is a branch inside of the one before, and each level
/// of branches takes its part of the stack.
const MAX_ARMS: usize = 256;

impl<'a> Checker<'a> {
    /// An expression; `tail` if its value is that of the whole function.
    pub(super) fn expr(&mut self, expr: &'a Expr, tail: bool) -> ExprId {
        if self.depth > MAX_DEPTH {
            return self.refuse(refusal::DEEP, expr);
        }
        self.depth += 1;
        let start = self.start();
        let id = self.expr_inside(expr, tail);
        self.depth -= 1;
        self.written(id, Node::Expr(expr), start);
        id
    }

    /// Where the next expression starts.
    pub(super) fn start(&self) -> Start {
        Start { expr: self.exprs.len(), var: self.vars.len(), moment: self.scopes.now() }
    }

    /// Notes where an expression stands in the syntax.
    pub(super) fn written(&mut self, id: ExprId, node: Node<'a>, start: Start) {
        if self.sources.len() <= id.index() {
            self.sources.resize_with(id.index() + 1, || None);
        }
        self.sources[id.index()].get_or_insert(Source { node, start });
    }

    /// Code that can only be left as it is: why it is refused, if it cannot be.
    pub(super) fn unseen(&mut self, diagnostic: Diagnostic, node: Node<'a>) -> ExprId {
        let (reads, assigned) = names(&self.scopes, self.scopes.now(), node);
        for read in reads {
            self.use_var(read.var);
            let first = self.exprs.len();
            let value = self.push_at(Kind::Var(read.var), Span::call_site());
            if read.stopped {
                self.push_at(Kind::StopGradient(value, first), Span::call_site());
            }
        }
        self.refused_as(Kind::Unseen(assigned), diagnostic)
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "every other expression is left as it is, or refused")]
    #[expect(clippy::too_many_lines, reason = "one arm for each kind of expression")]
    fn expr_inside(&mut self, expr: &'a Expr, tail: bool) -> ExprId {
        match expr {
            Expr::Paren(inside) => self.expr(&inside.expr, tail),
            Expr::Group(inside) => self.expr(&inside.expr, tail),
            Expr::Lit(literal) => self.literal(&literal.lit),
            Expr::Path(path) => self.path(path),
            Expr::Unary(unary) => self.unary(unary),
            Expr::Binary(binary) if operator(&binary.op).is_some() => self.binary(expr),
            Expr::Binary(binary) => {
                let Some(op) = compound(&binary.op) else { return self.refuse(refusal::UNDERSTOOD, binary.op) };
                let parts = (&*binary.left, &binary.op as &dyn ToTokens, &*binary.right);
                if let Some(assigned) = self.assigned_inside(parts, expr) {
                    return assigned;
                }
                let value = self.expr(&binary.right, false);
                // Of a reference as a number, rustc says so.
                if self.view_named(&binary.left).is_some_and(|(_, view)| view.is_element) {
                    self.errors.push(refusal::ELEMENT.at(&binary.left).left_to_rustc());
                    return self.push_at(Kind::Unseen(Vec::new()), Span::call_site());
                }
                let Some(target) = self.target(&binary.left, false) else {
                    return self.push_at(Kind::Unseen(Vec::new()), Span::call_site());
                };
                let place = self.expr(&binary.left, false);
                self.push_at(Kind::AssignOp(op, target, place, value), binary.op.span())
            }
            Expr::Assign(assign) => {
                if let Some(parts) = self.assigned_apart(assign, expr) {
                    return parts;
                }
                let parts = (&*assign.left, &assign.eq_token as &dyn ToTokens, &*assign.right);
                if let Some(assigned) = self.assigned_inside(parts, expr) {
                    return assigned;
                }
                let value = self.expr(&assign.right, false);
                let Some(target) = self.target(&assign.left, true) else {
                    return self.push_at(Kind::Unseen(Vec::new()), Span::call_site());
                };
                self.push_at(Kind::Assign(target, value), assign.eq_token.span)
            }
            Expr::Block(block) => {
                if let Some(label) = &block.label {
                    return self.labelled(label, &block.block);
                }
                self.block(&block.block, tail)
            }
            Expr::Tuple(tuple) => {
                let parts = tuple.elems.iter().map(|part| self.expr(part, false)).collect();
                self.push_at(Kind::Tuple(parts), tuple.paren_token.span.open())
            }
            Expr::Field(field) => match &field.member {
                Member::Unnamed(index) => {
                    let base = self.with_fields(&field.base);
                    self.push_at(Kind::Field(base, index.index as usize, Some(field)), index.span)
                }
                Member::Named(name) => {
                    let base = self.with_fields(&field.base);
                    self.push_at(Kind::Member(base, name), name.span())
                }
            },
            Expr::Cast(cast) => {
                let value = self.expr(&cast.expr, false);
                let ty = self.local_type(&cast.ty);
                self.push_at(Kind::Cast(value, ty), cast.as_token.span)
            }
            Expr::Closure(closure) => self.closure(closure),
            Expr::Call(call) => self.known_call(call, expr).unwrap_or_else(|| self.call(call)),
            Expr::MethodCall(call) => {
                let known = self.is_there(call, expr).or_else(|| self.rows_filled(call, expr));
                let known = known.or_else(|| self.appended(call, expr));
                let known = known.or_else(|| self.popped_or(call, expr));
                known.unwrap_or_else(|| self.method(call))
            }
            Expr::If(conditional) if let_of(&conditional.cond).is_some() => {
                if let Some(chosen) = self.if_let(conditional, expr, tail) {
                    return chosen;
                }
                match self.if_matches(conditional, expr, tail) {
                    Ok(chosen) => chosen,
                    Err(refused) => self.unseen(refused, Node::Expr(expr)),
                }
            }
            Expr::If(conditional) => {
                let condition = self.condition(&conditional.cond);
                let then = self.block(&conditional.then_branch, tail);
                let other = conditional.else_branch.as_ref().map(|(_, other)| self.expr(other, tail));
                if other.is_none() {
                    self.discarded(then);
                }
                self.push_at(Kind::If(condition, then, other), conditional.if_token.span)
            }
            Expr::Match(matching) if self.arms + matching.arms.len() > MAX_ARMS => {
                self.unseen(refusal::ARMS.at(matching.match_token), Node::Expr(expr))
            }
            Expr::Match(matching) => {
                if let Some(chosen) = self.match_maybe(matching, expr, tail) {
                    return chosen;
                }
                let referred = self.matched_in_place(matching);
                let scrutinee = self.expr(referred.unwrap_or(&matching.expr), false);
                let around = self.arms;
                let arms = matching.arms.iter().enumerate().map(|(at, arm)| {
                    self.arms = around + at;
                    self.arm(arm, referred.is_some(), tail)
                });
                let arms = arms.collect();
                self.arms = around;
                self.push_at(Kind::Match(scrutinee, arms), matching.match_token.span)
            }
            Expr::Return(statement) if tail => match &statement.expr {
                Some(value) => self.expr(value, true),
                None => self.push_at(Kind::Tuple(Vec::new()), statement.return_token.span),
            },
            Expr::Return(statement) => self.returned(statement),
            Expr::Reference(reference) => self.reference(reference),
            Expr::Macro(call) => self.macro_call(&call.mac, Node::Expr(expr)),
            Expr::ForLoop(it) => {
                self.ask_about_place(&it.expr);
                self.for_loop(it, expr)
            }
            Expr::While(it) => self.while_loop(it, expr),
            Expr::Loop(it) => self.endless_loop(it),
            Expr::Break(it) => self.breaks(it, expr),
            Expr::Continue(it) => self.continues(it, expr),
            Expr::Index(index) => {
                self.ask_about_place(&index.expr);
                self.index(index, expr)
            }
            Expr::Array(array) => self.new_array(expr, Node::Expr(expr), false, array.bracket_token.span.open()),
            Expr::Repeat(array) => self.new_array(expr, Node::Expr(expr), false, array.bracket_token.span.open()),
            Expr::Struct(structure) if structure.qself.is_none() => self.structure(structure),
            expr => {
                let refused = only_left(expr);
                // A function that gives numbers is neither `async` nor one that `?` may leave: rustc says so. A closure may be.
                let of_rustc =
                    matches!(expr, Expr::Await(_)) || matches!(expr, Expr::Try(_)) && self.closures_open.is_empty();
                let refused = if of_rustc { refused.left_to_rustc() } else { refused };
                let id = self.unseen(refused, Node::Expr(expr));
                if let Expr::Range(_) = expr {
                    self.data.insert(id);
                }
                id
            }
        }
    }

    pub(super) fn condition(&mut self, condition: &'a Expr) -> ExprId {
        self.expr(condition, false)
    }

    /// An arm; whether it gets a reference to what it matches.
    fn arm(&mut self, arm: &'a syn::Arm, referred: bool, tail: bool) -> Arm {
        self.scoped(|checker| {
            let pattern = unguarded(&arm.pat);
            let guard = if let syn::Pat::Guard(guarded) = &arm.pat { Some(&*guarded.guard) } else { None };
            if guard.is_some()
                && let Some(alternatives) = open_alternatives(pattern)
            {
                checker.refuse_part(refusal::OR_BINDING, alternatives);
            }
            let pattern = if referred { checker.host_pattern(pattern, true) } else { checker.pattern(pattern, false) };
            let guard = guard.map(|guard| checker.condition(guard));
            let body = checker.expr(&arm.body, tail);
            Arm { pattern, guard, body, matched: Matched::Lasts }
        })
    }

    /// A struct put together.
    fn structure(&mut self, structure: &'a syn::ExprStruct) -> ExprId {
        let mut fields = Vec::with_capacity(structure.fields.len());
        for field in &structure.fields {
            let name = match &field.member {
                Member::Named(name) => name.to_string(),
                Member::Unnamed(index) => index.index.to_string(),
            };
            if fields.iter().any(|(other, _)| *other == name) {
                self.errors.push(refusal::NAMED_TWICE.at(&field.member).left_to_rustc());
            }
            fields.push((name, self.expr(&field.expr, false)));
        }
        let places = structure.fields.iter().map(|field| field.member.span()).collect();
        let path = &structure.path;
        let base = structure.rest.as_deref().map(|base| {
            // Of which type the default is, the path says: what is left of the base may stand alone.
            let typed =
                (is_default(base) && !structure.fields.is_empty()).then(|| syn::parse_quote!(#path { ..#base }));
            let kept = typed.and_then(|typed: Expr| self.arena.keep([typed].into_iter().collect()).first());
            self.expr(kept.unwrap_or(base), false)
        });
        let result = self.struct_type(path, false);
        let span = path.segments.last().map_or_else(Span::call_site, |last| last.ident.span());
        let held = self.numbers_held(path, &fields);
        let structure = Struct { path, tuple: false, fields, held, places, base, result };
        self.push_at(Kind::Struct(Box::new(structure)), span)
    }

    /// What the definition in the file says of the fields that are numbers of Rust's own.
    pub(super) fn numbers_held(&self, path: &syn::Path, fields: &[(String, ExprId)]) -> Vec<Option<Ty>> {
        let name = match path.get_ident() {
            Some(name) if name == "Self" => self.of_type.and_then(|of| of.get_ident()),
            name => name,
        };
        let definition = name.and_then(|name| self.definitions?.get(&name.to_string()));
        let held = |name: &String| {
            let (_, ty) = definition.as_ref()?.fields.iter().find(|(known, _)| known == name)?;
            let scalar = crate::input::siblings::scalar(ty)?;
            Some(if is_float_name(&scalar) { Ty::Real(scalar.into()) } else { Ty::Discrete(scalar.as_str().into()) })
        };
        fields.iter().map(|(name, _)| held(name)).collect()
    }

    /// The type of the struct with this constructor.
    pub(super) fn struct_type(&mut self, path: &syn::Path, tuple: bool) -> Ty {
        // `Shape::Circle { … }` and `Some(…)` are variants.
        if is_variant(path, tuple) {
            return self.fresh(Unknown::Foreign);
        }
        Ty::Opaque(Some(path.to_token_stream().to_string().into()))
    }

    fn closure(&mut self, closure: &'a syn::ExprClosure) -> ExprId {
        if let Some(token) = &closure.asyncness {
            return self.refuse(refusal::ASYNC, token);
        }
        let id = self.open_closure();
        let inputs = self.inputs(closure);
        self.scoped(|checker| {
            let params: Vec<_> = inputs
                .iter()
                .map(|input| {
                    let pattern = checker.closure_pattern(input);
                    if let (super::Pattern::Typed(inside, ..), syn::Pat::Type(typed)) = (&pattern, input) {
                        checker.note_param(inside, &typed.ty);
                    }
                    (pattern, checker.fresh(Unknown::Param))
                })
                .collect();
            let lent = inputs.iter().map(|input| checker.lent_param(input)).collect();
            let writes = inputs.iter().any(|input| checker.is_changed_param(input));
            let result = match &closure.output {
                ReturnType::Default => None,
                ReturnType::Type(_, ty) => Some(checker.local_type(ty)),
            };
            let body = checker.left_by_return(|checker| checker.expr(&closure.body, true));
            checker.close_closure(id, (params, lent, writes), result, body, closure.capture.is_some());
        });
        self.push_at(Kind::Closure(id), closure.inputs_begin.span)
    }

    fn path(&mut self, path: &'a syn::ExprPath) -> ExprId {
        if path.qself.is_none()
            && let Some(var) = path.path.get_ident().and_then(|name| self.look_up(name))
        {
            if self.views.get(var).is_some_and(|view| view.is_element && !view.is_shared) {
                self.viewed(var, path.span());
                return self.refused_as(Kind::Unseen(Vec::new()), refusal::ELEMENT.at(path));
            }
            self.use_var(var);
            if let Some(name) = path.path.get_ident() {
                self.claim_visible_variable(name);
            }
            if self.views.get(var).is_some_and(|view| !view.is_shared) {
                return self.viewed(var, path.path.span());
            }
            return self.push_at(Kind::Var(var), path.path.span());
        }
        let span = path.path.segments.first().map_or_else(Span::call_site, |first| first.ident.span());
        let end = path.path.segments.last().map_or(span, |last| last.ident.span());
        if let Some((primitive, scalar)) = self.primitive_path(path) {
            return self.push_between(Kind::PrimitivePath(primitive, scalar), span, end);
        }
        if self.in_place && path.path.get_ident().is_some() {
            let ty = self.fresh(Unknown::Variable);
            self.claim_constant(path, &ty);
            return self.push_at(Kind::Constant(path.to_token_stream(), ty), span);
        }
        self.ask_whether_defined(path);
        let constant = last_name(path).is_some_and(|last| is_upper(&last));
        if !constant {
            if self.is_plain(path) {
                return self.refuse(refusal::LOCAL_FUNCTION_PASSED, path);
            }
            let path = self.imported(path);
            return self.push_between(Kind::Path(path), span, end);
        }
        let ty = self.constant_type(path);
        self.claim_constant(path, &ty);
        self.push_between(Kind::Constant(path.to_token_stream(), ty), span, end)
    }

    /// The type of what a method of `self` or of a struct of the file gives, if that is one of Rust's own numbers, `bool` or `char`, as its
    /// signature says; and of the length of an array.
    fn scalar_given(&self, call: &syn::ExprMethodCall) -> Option<Ty> {
        let (receiver, method) = (bare(&call.receiver), call.method.to_string());
        let is_self = matches!(receiver, Expr::Path(path) if path.path.is_ident("self"));
        let of_self = self.methods.filter(|_| is_self).and_then(|methods| methods.scalars.get(&method).cloned());
        let is_array = || self.places.as_ref().is_some_and(|places| places.is_array_at(receiver));
        if method == "len" && call.args.is_empty() && is_array() {
            return Some(Ty::Discrete("usize".into()));
        }
        let of = || self.places.as_ref()?.struct_at(receiver);
        let beside = || scalar(&self.beside?.result(&format!("{}::{method}", of()?))?);
        let scalar = of_self.or_else(beside).filter(|_| call.turbofish.is_none())?;
        let name = scalar.as_str();
        Some(if is_float_name(name) { Ty::Real(name.into()) } else { Ty::Discrete(name.into()) })
    }

    fn method(&mut self, call: &'a syn::ExprMethodCall) -> ExprId {
        let name = call.method.to_string();
        if let Some(converted) = self.converted_number(call) {
            return converted;
        }
        if let Some(named) = self.with_name_for_receiver(call) {
            return self.expr(named, false);
        }
        // References and copies are transparent. A method of a struct's own that is called so is not one of these.
        if matches!(name.as_str(), "clone" | "to_owned")
            && call.args.is_empty()
            && self.is_place(&call.receiver)
            && !self.beside.is_some_and(|beside| beside.has_own(&name))
        {
            let value = self.expr(&call.receiver, false);
            return self.view(Form::Clone, value, call.method.span());
        }
        let primitive = Primitive::by_name(&name).filter(|primitive| arity(*primitive) == call.args.len() + 1);
        if let Some(primitive) = primitive {
            let element = self.element(&call.receiver, call.method.span());
            let receiver = element.unwrap_or_else(|| self.expr(&call.receiver, false));
            let args = call.args.iter().map(|arg| self.argument(arg)).collect();
            self.claim_operator(&call.method, primitive, receiver);
            return self.push_at(Kind::Method(&call.method, primitive, receiver, args), call.method.span());
        }
        if let ("push", Some(element), 1) = (name.as_str(), call.args.first(), call.args.len()) {
            self.note_added(&call.receiver, element);
        }
        let start = self.start();
        let mut args = vec![self.with_fields(&call.receiver)];
        self.written(args[0], Node::Expr(&call.receiver), start);
        args.extend(call.args.iter().map(|arg| {
            self.note_lent_params(arg, &call.args);
            self.argument(arg)
        }));
        let result = match self.converted(call) {
            Some(scalar) => self.real(&scalar),
            None => self.scalar_given(call).unwrap_or_else(|| self.fresh(Unknown::Given)),
        };
        let (name, generics) = (&call.method, call.turbofish.as_ref());
        let receiver = args[0];
        let is_into = *name == "into" && args.len() == 1;
        let method = MethodCall { name, generics, args, result, changes: false, asks: false, discarded: false };
        let id = self.push_at(Kind::MethodCall(Box::new(method)), call.method.span());
        if is_into {
            self.claim_into(name, receiver, id);
        }
        id
    }

    /// Whether this is a variable, or a field or an element of a field … of one.
    #[expect(clippy::wildcard_enum_match_arm, reason = "every other expression is no place")]
    fn is_place(&self, expr: &Expr) -> bool {
        match bare(expr) {
            Expr::Path(path) => path.path.get_ident().is_some_and(|name| self.look_up(name).is_some()),
            Expr::Field(field) => self.is_place(&field.base),
            Expr::Index(index) => !is_range(&index.index) && self.is_place(&index.expr),
            _ => false,
        }
    }

    /// The scalar that `T::from(n).unwrap()` gives.
    fn converted(&self, call: &syn::ExprMethodCall) -> Option<String> {
        let (Expr::Call(from), "unwrap" | "expect") = (bare(&call.receiver), call.method.to_string().as_str()) else {
            return None;
        };
        let Expr::Path(path) = bare(&from.func) else { return None };
        let segments = &path.path.segments;
        let scalar = segments.first()?.ident.to_string();
        let fits = path.qself.is_none() && segments.len() == 2 && segments[1].ident.to_string().starts_with("from");
        (fits && self.is_scalar(&scalar)).then_some(scalar)
    }

    /// `T::from(2.0).unwrap()`, a constant, `T::from(n).unwrap()` and `T::from_usize(n).unwrap()`.
    fn converted_number(&mut self, call: &'a syn::ExprMethodCall) -> Option<ExprId> {
        let (Expr::Call(from), "unwrap" | "expect") = (bare(&call.receiver), call.method.to_string().as_str()) else {
            return None;
        };
        let Expr::Path(path) = bare(&from.func) else { return None };
        let segments = &path.path.segments;
        if path.qself.is_some() || segments.len() != 2 || from.args.len() != 1 {
            return None;
        }
        let by = &segments[1].ident;
        if by != "from"
            && !by.to_string().strip_prefix("from_").is_some_and(|of| is_scalar_name(of) || is_float_name(of))
        {
            return None;
        }
        let scalar = segments[0].ident.to_string();
        if !self.is_scalar(&scalar) {
            return None;
        }
        let ty = self.real(&scalar);
        let kind = if is_constant(&from.args[0]) {
            Kind::Constant(call.to_token_stream(), ty)
        } else if is_builtin(&scalar) {
            return None;
        } else {
            // What is converted may be of a scalar type of its own, `T::from(n as f64)`, which nothing else has to be of.
            let known = self.scalars.len();
            let converted = self.expr(&from.args[0], false);
            self.scalars.truncate(known);
            Kind::From(converted, ty, Some(by).filter(|by| *by != "from"))
        };
        Some(self.push_between(kind, segments[0].ident.span(), call.method.span()))
    }

    pub(super) fn wrong_arity(&mut self, name: &Ident, takes: usize) -> ExprId {
        let plural = if takes == 1 { "" } else { "s" };
        self.error(
            Diagnostic::new(name.span(), format!("`{name}` takes {takes} argument{plural}"), "give it as many")
                .left_to_rustc(),
        )
    }
}

/// Whether this constructor is that of a variant of an `enum`, as far as its path says.
pub(super) fn is_variant(path: &syn::Path, tuple: bool) -> bool {
    let scope = path.segments.iter().rev().nth(1);
    let known = path.segments.last().is_some_and(|last| ["Some", "Ok", "Err"].iter().any(|name| last.ident == name));
    scope.is_some_and(|scope| is_upper(&scope.ident.to_string())) || (tuple && known)
}

/// The first `let` in a condition.
#[expect(clippy::wildcard_enum_match_arm, reason = "no other expression can hold a `let`")]
pub(super) fn let_of(condition: &Expr) -> Option<&syn::Token![let]> {
    match bare(condition) {
        Expr::Let(it) => Some(&it.let_token),
        Expr::Binary(binary) => let_of(&binary.left).or_else(|| let_of(&binary.right)),
        _ => None,
    }
}

/// Why an expression is refused that can only be left as it is.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "every other expression is refused as one that the macro does not know"
)]
fn only_left(expr: &Expr) -> Diagnostic {
    let first = || expr.to_token_stream().into_iter().next().map_or_else(|| expr.span(), |token| token.span());
    match expr {
        Expr::Let(it) => refusal::LET.at(it.let_token),
        Expr::Try(it) => refusal::TRY.at(it.question_token),
        Expr::TryBlock(it) => refusal::TRY.at(it.try_token),
        Expr::Await(it) => refusal::AWAIT.at(it.await_token),
        Expr::Async(it) => refusal::ASYNC.at(it.async_token),
        Expr::Unsafe(it) => refusal::UNSAFE.at(it.unsafe_token),
        Expr::Yield(it) => refusal::YIELD.at(it.yield_token),
        Expr::Const(it) => refusal::CONST_BLOCK.at(it.const_token),
        Expr::RawAddr(it) => refusal::RAW_REF.at(it.raw),
        Expr::Struct(syn::ExprStruct { qself: Some(qself), .. }) => refusal::STRUCT.at(qself.gt_token),
        Expr::Range(_) => refusal::RANGE.on(first()),
        expr => refusal::UNDERSTOOD.at(expr),
    }
}

/// Whether an expression is made of literals and constants.
#[expect(clippy::wildcard_enum_match_arm, reason = "what is not named is no constant")]
fn is_constant(expr: &Expr) -> bool {
    match bare(expr) {
        Expr::Lit(_) => true,
        Expr::Path(path) => last_name(path).is_some_and(|last| is_upper(&last)),
        Expr::Unary(unary) => is_constant(&unary.expr),
        Expr::Cast(cast) => is_constant(&cast.expr),
        Expr::Binary(binary) => is_constant(&binary.left) && is_constant(&binary.right),
        _ => false,
    }
}

/// How many operands a primitive takes.
pub(super) fn arity(primitive: Primitive) -> usize {
    primitive.signature(&"f64".into()).0.len()
}

/// The last segment of a path.
pub(super) fn last_name(path: &syn::ExprPath) -> Option<String> {
    path.path.segments.last().map(|last| last.ident.to_string())
}

/// Whether this is `Default::default()`, of which only the context says the type.
fn is_default(expr: &Expr) -> bool {
    let Expr::Call(call) = expr else { return false };
    let Expr::Path(path) = &*call.func else { return false };
    let mut names = path.path.segments.iter().rev().map(|segment| &segment.ident);
    path.qself.is_none()
        && names.next().is_some_and(|name| name == "default")
        && names.next().is_some_and(|name| name == "Default")
}
