//! Expressions, statements and blocks.

use hypernet::{Comparison, Form, Primitive};
use proc_macro2::{Ident, Span};
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{BinOp, Block, Expr, Lit, Member, ReturnType, Stmt, UnOp};

use super::item::Checker;
use super::left::item_names;
use super::{Arithmetic, Arm, ExprId, Kind, MethodCall, Statement, Struct, Target, Ty, Unknown};
use crate::diagnostic::{Diagnostic, refusal};

/// How deeply expressions may be nested (chains of operators do not count).
const MAX_DEPTH: usize = 120;

/// An operator between two expressions.
enum Operator {
    Arithmetic(Arithmetic),
    Compare(Comparison),
    Logic(bool),
}

fn operator(op: &BinOp) -> Option<Operator> {
    use Arithmetic as A;
    use Operator::{Arithmetic as Ar, Compare as C, Logic};
    Some(match op {
        BinOp::Add(_) => Ar(A::Add),
        BinOp::Sub(_) => Ar(A::Sub),
        BinOp::Mul(_) => Ar(A::Mul),
        BinOp::Div(_) => Ar(A::Div),
        BinOp::Rem(_) => Ar(A::Rem),
        BinOp::BitAnd(_) => Ar(A::And),
        BinOp::BitOr(_) => Ar(A::Or),
        BinOp::BitXor(_) => Ar(A::Xor),
        BinOp::Shl(_) => Ar(A::Shl),
        BinOp::Shr(_) => Ar(A::Shr),
        BinOp::And(_) => Logic(true),
        BinOp::Or(_) => Logic(false),
        BinOp::Eq(_) => C(Comparison::Eq),
        BinOp::Ne(_) => C(Comparison::Ne),
        BinOp::Lt(_) => C(Comparison::Lt),
        BinOp::Le(_) => C(Comparison::Le),
        BinOp::Gt(_) => C(Comparison::Gt),
        BinOp::Ge(_) => C(Comparison::Ge),
        _ => return None,
    })
}

/// The operator of a compound assignment.
fn compound(op: &BinOp) -> Option<Arithmetic> {
    Some(match op {
        BinOp::AddAssign(_) => Arithmetic::Add,
        BinOp::SubAssign(_) => Arithmetic::Sub,
        BinOp::MulAssign(_) => Arithmetic::Mul,
        BinOp::DivAssign(_) => Arithmetic::Div,
        BinOp::RemAssign(_) => Arithmetic::Rem,
        BinOp::BitAndAssign(_) => Arithmetic::And,
        BinOp::BitOrAssign(_) => Arithmetic::Or,
        BinOp::BitXorAssign(_) => Arithmetic::Xor,
        BinOp::ShlAssign(_) => Arithmetic::Shl,
        BinOp::ShrAssign(_) => Arithmetic::Shr,
        _ => return None,
    })
}

/// The expression without parentheses.
pub(super) fn bare(mut expr: &Expr) -> &Expr {
    loop {
        expr = match expr {
            Expr::Paren(inside) => &inside.expr,
            Expr::Group(inside) => &inside.expr,
            expr => return expr,
        };
    }
}

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
        let id = self.expr_inside(expr, tail);
        self.depth -= 1;
        id
    }

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
                let value = self.expr(&binary.right, false);
                let Some(target) = self.target(&binary.left, false) else {
                    return self.push_at(Kind::Error, Span::call_site());
                };
                let place = self.expr(&binary.left, false);
                self.push_at(Kind::AssignOp(op, target, place, value), binary.op.span())
            }
            Expr::Assign(assign) => {
                let value = self.expr(&assign.right, false);
                let Some(target) = self.target(&assign.left, true) else {
                    return self.push_at(Kind::Error, Span::call_site());
                };
                self.push_at(Kind::Assign(target, value), assign.eq_token.span)
            }
            Expr::Block(block) => {
                if let Some(label) = &block.label {
                    return self.refuse(refusal::LABEL, label);
                }
                self.block(&block.block, tail)
            }
            Expr::Tuple(tuple) => {
                let parts = tuple.elems.iter().map(|part| self.expr(part, false)).collect();
                self.push_at(Kind::Tuple(parts), tuple.paren_token.span.open())
            }
            Expr::Field(field) => match &field.member {
                Member::Unnamed(index) => {
                    let base = self.expr(&field.base, false);
                    self.push_at(Kind::Field(base, index.index as usize, Some(field)), index.span)
                }
                Member::Named(name) => {
                    let base = self.expr(&field.base, false);
                    self.push_at(Kind::Member(base, name), name.span())
                }
            },
            Expr::Cast(cast) => {
                let value = self.expr(&cast.expr, false);
                let ty = self.local_type(&cast.ty);
                self.push_at(Kind::Cast(value, ty), cast.as_token.span)
            }
            Expr::Closure(closure) => self.closure(closure),
            Expr::Call(call) => self.call(expr, call),
            Expr::MethodCall(call) => self.method(call, expr),
            Expr::If(conditional) => {
                let condition = self.condition(&conditional.cond);
                let then = self.block(&conditional.then_branch, tail);
                let other = conditional.else_branch.as_ref().map(|(_, other)| self.expr(other, tail));
                self.push_at(Kind::If(condition, then, other), conditional.if_token.span)
            }
            Expr::Match(matching) if self.arms + matching.arms.len() > MAX_ARMS => {
                self.refuse(refusal::ARMS, matching.match_token)
            }
            Expr::Match(matching) => {
                let scrutinee = self.expr(&matching.expr, false);
                let around = self.arms;
                let arms = matching.arms.iter().enumerate().map(|(at, arm)| {
                    self.arms = around + at;
                    self.arm(arm, tail)
                });
                let arms = arms.collect();
                self.arms = around;
                self.push_at(Kind::Match(scrutinee, arms), matching.match_token.span)
            }
            Expr::Return(statement) if tail => match &statement.expr {
                Some(value) => self.expr(value, true),
                None => self.push_at(Kind::Tuple(Vec::new()), statement.return_token.span),
            },
            Expr::Return(statement) => self.refuse(refusal::RETURN, statement.return_token),
            Expr::Reference(reference) => self.reference(reference),
            Expr::Macro(call) => self.macro_call(&call.mac),
            Expr::ForLoop(it) => self.refuse(refusal::FOR, it.for_token),
            Expr::While(it) => self.refuse(refusal::WHILE, it.while_token),
            Expr::Loop(it) => self.refuse(refusal::LOOP, it.loop_token),
            Expr::Break(it) => self.refuse(refusal::BREAK, it.break_token),
            Expr::Continue(it) => self.refuse(refusal::CONTINUE, it.continue_token),
            Expr::Let(it) => self.refuse(refusal::IF_LET, it.let_token),
            Expr::Try(it) => self.refuse(refusal::TRY, it.question_token),
            Expr::TryBlock(it) => self.refuse(refusal::TRY, it.try_token),
            Expr::Await(it) => self.refuse(refusal::AWAIT, it.await_token),
            Expr::Async(it) => self.refuse(refusal::ASYNC, it.async_token),
            Expr::Unsafe(it) => self.refuse(refusal::UNSAFE, it.unsafe_token),
            Expr::Yield(it) => self.refuse(refusal::YIELD, it.yield_token),
            Expr::Const(it) => self.refuse(refusal::CONST_BLOCK, it.const_token),
            Expr::RawAddr(it) => self.refuse(refusal::RAW_REF, it.raw),
            Expr::Index(_) => self.foreign(expr, refusal::INDEX),
            Expr::Array(_) | Expr::Repeat(_) => self.foreign(expr, refusal::ARRAY),
            Expr::Struct(structure) => self.structure(structure, expr),
            Expr::Range(_) => self.foreign(expr, refusal::RANGE),
            _ => self.refuse(refusal::UNDERSTOOD, expr),
        }
    }

    fn condition(&mut self, condition: &'a Expr) -> ExprId {
        self.expr(condition, false)
    }

    fn arm(&mut self, arm: &'a syn::Arm, tail: bool) -> Arm {
        self.scoped(|checker| {
            let (pattern, guard) = match &arm.pat {
                syn::Pat::Guard(guarded) => (&*guarded.pat, Some(&*guarded.guard)),
                pattern => (pattern, None),
            };
            let pattern = checker.pattern(pattern, false);
            let guard = guard.map(|guard| checker.condition(guard));
            let body = checker.expr(&arm.body, tail);
            Arm { pattern, guard, body }
        })
    }

    /// A chain of operators: its left spine is walked, not descended into.
    fn binary(&mut self, expr: &'a Expr) -> ExprId {
        let mut spine = Vec::new();
        let mut leftmost = expr;
        while let Expr::Binary(binary) = leftmost {
            let Some(op) = operator(&binary.op) else { break };
            spine.push((op, binary));
            leftmost = &binary.left;
        }
        let mut left = self.expr(leftmost, false);
        while let Some((op, binary)) = spine.pop() {
            let right = self.expr(&binary.right, false);
            let kind = match op {
                Operator::Arithmetic(op) => Kind::Binary(op, left, right),
                Operator::Compare(op) => Kind::Compare(op, left, right),
                Operator::Logic(and) => Kind::Logic(and, left, right),
            };
            left = self.push_at(kind, binary.op.span());
        }
        left
    }

    fn unary(&mut self, unary: &'a syn::ExprUnary) -> ExprId {
        match &unary.op {
            UnOp::Deref(token) => {
                let value = self.expr(&unary.expr, false);
                self.view(Form::Referent, value, token.span)
            }
            UnOp::Not(token) => {
                let value = self.expr(&unary.expr, false);
                self.push_at(Kind::Not(value), token.span)
            }
            UnOp::Neg(token) => {
                let value = self.expr(&unary.expr, false);
                if let Expr::Lit(literal) = bare(&unary.expr)
                    && let Lit::Int(_) | Lit::Float(_) = literal.lit
                {
                    match &mut self.exprs[value.index()].kind {
                        Kind::Int(value, _) => *value = value.saturating_neg(),
                        Kind::Real(value, text, _) => {
                            *value = -*value;
                            *text = format!("-{text}").into();
                        }
                        _ => return self.push_at(Kind::Neg(value), token.span),
                    }
                    return value;
                }
                self.push_at(Kind::Neg(value), token.span)
            }
            op => self.refuse(refusal::UNDERSTOOD, op),
        }
    }

    fn reference(&mut self, reference: &'a syn::ExprReference) -> ExprId {
        let value = self.expr(&reference.expr, false);
        if reference.mutability.is_some() {
            return self.push_at(Kind::MutRef(value, reference), reference.and_token.span);
        }
        self.view(Form::Reference, value, reference.and_token.span)
    }

    /// Another form of a value; of functions and literals there is but one.
    fn view(&mut self, form: Form, value: ExprId, span: Span) -> ExprId {
        match &self.exprs[value.index()].kind {
            Kind::Closure(_)
            | Kind::Path(_)
            | Kind::PrimitivePath(..)
            | Kind::Real(..)
            | Kind::Int(..)
            | Kind::Bool(_)
            | Kind::Tuple(_)
            | Kind::Error => value,
            _ => self.push_at(Kind::View(form, value), span),
        }
    }

    /// A struct put together.
    fn structure(&mut self, structure: &'a syn::ExprStruct, whole: &'a Expr) -> ExprId {
        if let Some(qself) = &structure.qself {
            return self.refuse(refusal::STRUCT, qself.gt_token);
        }
        let foreign = self.left_as_it_is(whole, Some(refusal::STRUCT));
        let before = self.errors.len();
        let fields: Vec<(String, ExprId)> = structure
            .fields
            .iter()
            .map(|field| {
                let name = match &field.member {
                    Member::Named(name) => name.to_string(),
                    Member::Unnamed(index) => index.index.to_string(),
                };
                (name, self.expr(&field.expr, false))
            })
            .collect();
        let base = structure.rest.as_ref().map(|base| self.expr(base, false));
        let errors = self.errors.split_off(before);
        let path = &structure.path;
        let result = self.struct_type(path, false);
        let span = path.segments.last().map_or_else(Span::call_site, |last| last.ident.span());
        let structure = Struct { path, tuple: false, fields, base, foreign, result, errors };
        self.push_at(Kind::Struct(Box::new(structure)), span)
    }

    /// The type of the struct with this constructor.
    pub(super) fn struct_type(&mut self, path: &syn::Path, tuple: bool) -> Ty {
        // `Shape::Circle { … }` and `Some(…)` are variants.
        if is_variant(path, tuple) {
            return self.fresh(Unknown::Foreign);
        }
        Ty::Opaque(Some(path.to_token_stream().to_string().into()))
    }

    fn target(&mut self, place: &'a Expr, pattern: bool) -> Option<Target> {
        match bare(place) {
            Expr::Infer(_) if pattern => Some(Target::Wild),
            Expr::Tuple(tuple) if pattern => {
                let parts: Vec<_> = tuple.elems.iter().map(|part| self.target(part, true)).collect();
                parts.into_iter().collect::<Option<_>>().map(Target::Tuple)
            }
            place => {
                let (mut base, mut fields) = (place, Vec::new());
                loop {
                    base = match base {
                        Expr::Field(syn::ExprField { base: inside, member, .. }) => {
                            fields.push(match member {
                                Member::Unnamed(index) => index.index.to_string(),
                                Member::Named(name) => name.to_string(),
                            });
                            bare(inside)
                        }
                        // `*self = …`
                        Expr::Unary(syn::ExprUnary { op: UnOp::Deref(_), expr, .. }) => bare(expr),
                        _ => break,
                    };
                }
                fields.reverse();
                if let Expr::Path(path) = base
                    && let Some(var) = path.path.get_ident().and_then(|name| self.look_up(name))
                {
                    self.use_var(var);
                    return Some(Target::Var(var, fields));
                }
                self.refuse(refusal::ASSIGN_PLACE, place);
                None
            }
        }
    }

    fn closure(&mut self, closure: &'a syn::ExprClosure) -> ExprId {
        if let Some(token) = &closure.asyncness {
            return self.refuse(refusal::ASYNC, token);
        }
        let id = self.open_closure();
        self.scoped(|checker| {
            let params: Vec<_> = closure
                .inputs
                .iter()
                .map(|input| {
                    let pattern = checker.closure_pattern(input);
                    (pattern, checker.fresh(Unknown::Param))
                })
                .collect();
            let result = match &closure.output {
                ReturnType::Default => None,
                ReturnType::Type(_, ty) => Some(checker.local_type(ty)),
            };
            let body = checker.expr(&closure.body, true);
            checker.close_closure(id, params, result, body, closure.capture.is_some());
        });
        self.push_at(Kind::Closure(id), closure.inputs_begin.span)
    }

    fn path(&mut self, path: &'a syn::ExprPath) -> ExprId {
        if path.qself.is_none()
            && let Some(var) = path.path.get_ident().and_then(|name| self.look_up(name))
        {
            self.use_var(var);
            if let Some(name) = path.path.get_ident() {
                self.claim_visible_variable(name);
            }
            return self.push_at(Kind::Var(var), path.path.span());
        }
        let span = path.path.segments.first().map_or_else(Span::call_site, |first| first.ident.span());
        let end = path.path.segments.last().map_or(span, |last| last.ident.span());
        if let Some((primitive, scalar)) = self.primitive_path(path) {
            return self.push_between(Kind::PrimitivePath(primitive, scalar), span, end);
        }
        if self.in_place && path.path.get_ident().is_some() {
            let ty = self.fresh(Unknown::Param);
            self.claim_constant(path, &ty);
            return self.push_at(Kind::Constant(path.to_token_stream(), ty), span);
        }
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

    /// A block, in a scope of its own.
    pub(super) fn block(&mut self, block: &'a Block, tail: bool) -> ExprId {
        for name in item_names(block) {
            if self.look_up(name).is_some() {
                self.refuse(refusal::ITEM_NAME, name);
            }
        }
        self.among(block, |checker| {
            checker.scoped(|checker| {
                for statement in &block.stmts {
                    if let Stmt::Item(item) = statement {
                        checker.items.push(item);
                    }
                }
                checker.statements(&block.stmts, tail, block.brace_token.span.open())
            })
        })
    }

    fn statements(&mut self, statements: &'a [Stmt], tail: bool, span: Span) -> ExprId {
        let mut done = Vec::new();
        let last = statements.len().saturating_sub(1);
        for (index, statement) in statements.iter().enumerate() {
            match statement {
                Stmt::Local(local) => {
                    self.configured(&local.attrs);
                    let value = local.init.as_ref().map(|init| self.expr(&init.expr, false));
                    if let Some((token, _)) = local.init.as_ref().and_then(|init| init.diverge.as_ref()) {
                        self.refuse(refusal::LET_ELSE, token);
                    }
                    let pattern = self.pattern(&local.pat, true);
                    done.push(Statement::Let(pattern, value));
                }
                Stmt::Item(_) => {}
                Stmt::Macro(call) => {
                    self.configured(&call.attrs);
                    let value = self.macro_call(&call.mac);
                    let diverges =
                        matches!(&self.exprs[value.index()].kind, Kind::Foreign(foreign) if foreign.diverges);
                    if index == last && (call.semi_token.is_none() || diverges) {
                        return self.push_at(Kind::Block(done, Some(value)), span);
                    }
                    done.push(Statement::Expr(value));
                }
                Stmt::Expr(Expr::Verbatim(tokens), _) if tokens.is_empty() => {}
                Stmt::Expr(expr, semicolon) => {
                    let returns = tail && index == last && matches!(bare(expr), Expr::Return(_));
                    if index == last && (semicolon.is_none() || returns) {
                        let value = self.expr(expr, tail);
                        return self.push_at(Kind::Block(done, Some(value)), span);
                    }
                    // `if c { …; return a } rest` is `if c { …; a } else { rest }`.
                    if tail
                        && let Expr::If(guard) = bare(expr)
                        && guard.else_branch.is_none()
                        && ends_in_return(&guard.then_branch)
                    {
                        if self.depth > MAX_DEPTH {
                            return self.refuse(refusal::DEEP, guard.if_token);
                        }
                        self.depth += 1;
                        let condition = self.condition(&guard.cond);
                        let then = self.block(&guard.then_branch, true);
                        let rest = self.statements(&statements[index + 1..], true, guard.if_token.span);
                        self.depth -= 1;
                        let value = self.push_at(Kind::If(condition, then, Some(rest)), guard.if_token.span);
                        return self.push_at(Kind::Block(done, Some(value)), span);
                    }
                    done.push(Statement::Expr(self.expr(expr, false)));
                }
            }
        }
        self.push_at(Kind::Block(done, None), span)
    }

    pub(super) fn configured(&mut self, attrs: &[syn::Attribute]) {
        for attr in attrs {
            if attr.path().is_ident("cfg") || attr.path().is_ident("cfg_attr") {
                self.refuse(refusal::CFG, attr);
            }
        }
    }

    fn method(&mut self, call: &'a syn::ExprMethodCall, whole: &'a Expr) -> ExprId {
        let name = call.method.to_string();
        if let Some(constant) = self.literal_converted(call) {
            return constant;
        }
        // References and copies are transparent.
        if matches!(name.as_str(), "clone" | "to_owned") && call.args.is_empty() && self.is_place(&call.receiver) {
            let value = self.expr(&call.receiver, false);
            return self.view(Form::Clone, value, call.method.span());
        }
        let primitive = Primitive::by_name(&name).filter(|primitive| arity(*primitive) == call.args.len() + 1);
        if let Some(primitive) = primitive {
            let receiver = self.expr(&call.receiver, false);
            let args = call.args.iter().map(|arg| self.expr(arg, false)).collect();
            self.claim_operator(&call.method, primitive, receiver);
            return self.push_at(Kind::Method(&call.method, primitive, receiver, args), call.method.span());
        }
        let foreign = self.left_as_it_is(whole, Some(refusal::METHOD));
        let before = self.errors.len();
        let mut args = vec![self.expr(&call.receiver, false)];
        args.extend(call.args.iter().map(|arg| self.expr(arg, false)));
        let errors = self.errors.split_off(before);
        let result = match self.converted(call) {
            Some(scalar) => self.real(&scalar),
            None => self.fresh(Unknown::Given),
        };
        let (name, generics) = (&call.method, call.turbofish.as_ref());
        let method = MethodCall { name, generics, args, foreign, result, errors };
        self.push_at(Kind::MethodCall(Box::new(method)), call.method.span())
    }

    /// Whether this is a variable, or a field of a field … of one.
    fn is_place(&self, expr: &Expr) -> bool {
        match bare(expr) {
            Expr::Path(path) => path.path.get_ident().is_some_and(|name| self.look_up(name).is_some()),
            Expr::Field(field) => self.is_place(&field.base),
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

    /// `T::from(2.0).unwrap()`: a constant.
    fn literal_converted(&mut self, call: &'a syn::ExprMethodCall) -> Option<ExprId> {
        let (Expr::Call(from), "unwrap" | "expect") = (bare(&call.receiver), call.method.to_string().as_str()) else {
            return None;
        };
        let Expr::Path(path) = bare(&from.func) else { return None };
        let segments = &path.path.segments;
        if path.qself.is_some() || segments.len() != 2 || segments[1].ident != "from" || from.args.len() != 1 {
            return None;
        }
        let scalar = segments[0].ident.to_string();
        let constant = is_constant(&from.args[0]);
        if !self.is_scalar(&scalar) || !constant {
            return None;
        }
        let ty = self.real(&scalar);
        Some(self.push_between(
            Kind::Constant(call.to_token_stream(), ty),
            segments[0].ident.span(),
            call.method.span(),
        ))
    }

    pub(super) fn wrong_arity(&mut self, name: &Ident, takes: usize) -> ExprId {
        let plural = if takes == 1 { "" } else { "s" };
        self.error(Diagnostic::new(name.span(), format!("`{name}` takes {takes} argument{plural}"), "give it as many"))
    }
}

/// Whether this constructor is that of a variant of an `enum`, as far as its path says.
pub(super) fn is_variant(path: &syn::Path, tuple: bool) -> bool {
    let scope = path.segments.iter().rev().nth(1);
    let known = path.segments.last().is_some_and(|last| ["Some", "Ok", "Err"].iter().any(|name| last.ident == name));
    scope.is_some_and(|scope| is_upper(&scope.ident.to_string())) || (tuple && known)
}

/// Whether an expression is made of literals and constants.
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

fn ends_in_return(block: &Block) -> bool {
    matches!(block.stmts.last(), Some(Stmt::Expr(expr, _)) if matches!(bare(expr), Expr::Return(_)))
}

/// The last segment of a path.
pub(super) fn last_name(path: &syn::ExprPath) -> Option<String> {
    path.path.segments.last().map(|last| last.ident.to_string())
}

/// Whether a name is that of a constant, a type or a variant.
pub(crate) fn is_upper(name: &str) -> bool {
    name.trim_start_matches('_').starts_with(char::is_uppercase)
}
