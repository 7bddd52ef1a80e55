//! Blocks and statements.

use proc_macro2::Span;
use syn::{Block, Expr, Pat, PathArguments, Stmt, Token, Type};

use super::expr::{MAX_DEPTH, let_of};
use super::item::Checker;
use super::left::{Node, item_names};
use super::{ExprId, Kind, Local, Statement};
use crate::diagnostic::refusal;
use crate::source::exprs::bare;
use crate::source::names::plain;
use crate::source::patterns::bound_names;
use crate::source::temporaries::is_value;

impl<'a> Checker<'a> {
    /// A block, in a scope of its own.
    pub(super) fn block(&mut self, block: &'a Block, tail: bool) -> ExprId {
        let start = self.start();
        for name in item_names(block) {
            if self.look_up(name).is_some() {
                self.refuse_part(refusal::ITEM_NAME, name);
            }
        }
        let id = self.among(block, |checker| {
            checker.scoped(|checker| checker.statements(&block.stmts, tail, block.brace_token.span.open()))
        });
        self.written(id, Node::Block(block), start);
        let items = block.stmts.iter().filter_map(|statement| match statement {
            Stmt::Item(item) => Some((id, item)),
            Stmt::Local(_) | Stmt::Expr(..) | Stmt::Macro(_) => None,
        });
        self.items.extend(items);
        id
    }

    /// A `let` that stays one.
    fn let_local(&mut self, local: &'a syn::Local) -> Statement<'a> {
        let start = self.start();
        let typed = typed_structure(local);
        let typed = typed.and_then(|typed| self.arena.keep([typed].into_iter().collect()).first());
        let value = local.init.as_ref().map(|init| self.expr(typed.unwrap_or(&init.expr), false));
        if let Some((token, diverge)) = local.init.as_ref().and_then(|init| init.diverge.as_ref()) {
            self.unseen(refusal::LET_ELSE.at(token), Node::Expr(diverge));
        }
        // What the names in it stand for before it.
        let (known, referred) = (self.known_local(local), self.dimensions_referred(local));
        let declared = self.untyped(local);
        let mut pattern = self.pattern(declared, true);
        if local.init.as_ref().is_some_and(|init| is_value(&init.expr)) {
            pattern.end();
        }
        self.written_array(&mut pattern, &local.pat, value);
        self.note_local(&pattern, known);
        self.note_given(local);
        self.note_opened(&pattern);
        self.note_view(&pattern, value, referred);
        let vars = bound_names(&local.pat).into_iter();
        let vars = vars.filter_map(|name| Some((plain(&name), self.look_up(&name)?))).collect();
        let last = self.exprs.len();
        let local = Local { written: local, start, last, vars, verbatim: !is_plain(&local.pat) };
        Statement::Let(pattern, value, Box::new(local))
    }

    fn statements(&mut self, statements: &'a [Stmt], tail: bool, span: Span) -> ExprId {
        let mut done = Vec::new();
        let last = statements.len().saturating_sub(1);
        for (index, statement) in statements.iter().enumerate() {
            match statement {
                Stmt::Local(local) => {
                    if let Some(apart) = self.array_apart(local) {
                        done.extend(apart.into_iter().map(|local| self.let_local(local)));
                        continue;
                    }
                    if let Some(rest) = self.let_maybe(local, &statements[index + 1..]) {
                        let rest = self.statements(rest, tail, local.let_token.span);
                        return self.push_at(Kind::Block(done, Some(rest)), span);
                    }
                    if let Some(rest) = self.let_else(local, &statements[index + 1..], tail) {
                        return self.push_at(Kind::Block(done, Some(rest)), span);
                    }
                    done.push(self.let_local(local));
                }
                Stmt::Item(_) => {}
                Stmt::Macro(call) => {
                    let start = self.start();
                    let value = self.macro_call(&call.mac, Node::Macro(&call.mac));
                    self.written(value, Node::Macro(&call.mac), start);
                    let diverges = matches!(&self.exprs[value.index()].kind, Kind::Macro(call) if call.diverges);
                    if index == last && (call.semi_token.is_none() || diverges) {
                        return self.push_at(Kind::Block(done, Some(value)), span);
                    }
                    done.push(Statement::Expr(value));
                }
                Stmt::Expr(Expr::Verbatim(tokens), _) if tokens.is_empty() => {}
                Stmt::Expr(expr, semicolon) => {
                    let leaves = matches!(bare(expr), Expr::Break(_) | Expr::Continue(_) | Expr::Return(_));
                    if index == last && (semicolon.is_none() || leaves) {
                        let value = self.expr(expr, tail);
                        return self.push_at(Kind::Block(done, Some(value)), span);
                    }
                    // `if c { …; return a } rest` is `if c { …; a } else { rest }`.
                    if tail
                        && let Expr::If(guard) = bare(expr)
                        && guard.else_branch.is_none()
                        && let_of(&guard.cond).is_none()
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
                    if let Some(dropped) = self.dropped(expr) {
                        done.push(Statement::Expr(dropped));
                        continue;
                    }
                    let value = self.expr(expr, false);
                    self.discarded(value);
                    done.push(Statement::Expr(value));
                }
            }
        }
        self.push_at(Kind::Block(done, None), span)
    }
}

/// The struct that a `let` puts together, with the arguments of its type: the type of the variable says them, and is not written
/// again.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "only types of structs have arguments, and only structs are put together"
)]
fn typed_structure(local: &syn::Local) -> Option<Expr> {
    let Pat::Type(pattern) = &local.pat else { return None };
    let Type::Path(ty) = &*pattern.ty else { return None };
    let PathArguments::AngleBracketed(written) = &ty.path.segments.last()?.arguments else { return None };
    let mut arguments = written.clone();
    arguments.colon2_token = Some(Token![::](arguments.lt_token.span));
    let with_arguments = |path: &syn::Path| {
        let names = |path: &syn::Path| path.segments.iter().map(|segment| segment.ident.clone()).collect::<Vec<_>>();
        let mut path = (names(path) == names(&ty.path)).then(|| path.clone())?;
        let last = path.segments.last_mut().filter(|last| last.arguments.is_none())?;
        last.arguments = PathArguments::AngleBracketed(arguments);
        Some(path)
    };
    match bare(&local.init.as_ref()?.expr) {
        Expr::Struct(structure) if structure.qself.is_none() => {
            let path = with_arguments(&structure.path)?;
            Some(Expr::Struct(syn::ExprStruct { path, ..structure.clone() }))
        }
        Expr::Call(call) => match bare(&call.func) {
            Expr::Path(path) if path.qself.is_none() => {
                let of = with_arguments(&path.path)?;
                let func = Box::new(Expr::Path(syn::ExprPath { path: of, ..path.clone() }));
                Some(Expr::Call(syn::ExprCall { func, ..call.clone() }))
            }
            _ => None,
        },
        _ => None,
    }
}

fn ends_in_return(block: &Block) -> bool {
    matches!(block.stmts.last(), Some(Stmt::Expr(expr, _)) if matches!(bare(expr), Expr::Return(_)))
}

/// Whether a pattern gives names to values and to the parts of tuples, and no more.
#[expect(clippy::wildcard_enum_match_arm, reason = "what is not named here is not plain, and checked as a pattern")]
fn is_plain(pattern: &Pat) -> bool {
    match pattern {
        Pat::Ident(pattern) => pattern.by_ref.is_none() && pattern.subpat.is_none(),
        Pat::Wild(_) => true,
        Pat::Paren(pattern) => is_plain(&pattern.pat),
        Pat::Type(pattern) => is_plain(&pattern.pat),
        Pat::Tuple(pattern) => pattern.elems.iter().all(|part| matches!(part, Pat::Rest(_)) || is_plain(part)),
        _ => false,
    }
}
