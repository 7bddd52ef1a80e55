//! One name for each variable: where a name is declared more than once, as in `let s = s.step(dt);`, all get names of their own, until
//! the arrays in the structs among them have names.

use proc_macro2::Ident;
use syn::{Expr, FnArg, ItemFn, Pat, Stmt};

use crate::source::inside::{PartMut, in_expr_mut};
use crate::source::macros::in_arguments;
use crate::texts::TextMap;

/// What stands between a name and its number.
const AGAIN: &str = "__backprop_again_";

/// What gives variables names of their own, or takes them from them again.
struct Renaming<'c> {
    /// How often each name is declared; none if names are taken away.
    counts: Option<&'c TextMap<usize>>,
    /// The variables in scope that have names of their own, those declared last at the end, with the names that the user wrote.
    scope: Vec<(String, Ident)>,
    /// How many have got names; how many have lost theirs to another one.
    number: usize,
}

/// Gives all variables of a function names of their own, given how often each name is declared; whether some have others now.
pub(super) fn rename(function: &mut ItemFn, counts: &TextMap<usize>) -> bool {
    if counts.values().all(|&count| count < 2) {
        return false;
    }
    let mut renaming = Renaming { counts: Some(counts), scope: Vec::new(), number: 0 };
    for input in &mut function.sig.inputs {
        if let FnArg::Typed(input) = input {
            renaming.declare(&mut input.pat);
        }
    }
    renaming.part(PartMut::Block(&mut function.block));
    renaming.number > 0
}

/// The name that the user wrote.
pub(super) fn written(name: &str) -> &str {
    name.split_once(AGAIN).map_or(name, |(name, _)| name)
}

/// Gives the variables of a function the names again that the user wrote; whether none of these now means another variable.
pub(super) fn restore(function: &mut ItemFn) -> bool {
    let mut restoring = Renaming { counts: None, scope: Vec::new(), number: 0 };
    for input in &mut function.sig.inputs {
        if let FnArg::Typed(input) = input {
            restoring.declare(&mut input.pat);
        }
    }
    restoring.part(PartMut::Block(&mut function.block));
    restoring.number == 0
}

fn ident(text: &str, like: &Ident) -> Ident {
    match text.strip_prefix("r#") {
        Some(raw) => Ident::new_raw(raw, like.span()),
        None => Ident::new(text, like.span()),
    }
}

impl Renaming<'_> {
    /// Gives the variables that a pattern declares names of their own.
    fn declare(&mut self, pattern: &mut Pat) {
        let first = self.scope.len();
        self.declare_from(pattern, first);
    }

    /// The same, where the pattern has declared those from here on already: both sides of `|` declare the same.
    #[expect(clippy::wildcard_enum_match_arm, reason = "no other pattern declares variables")]
    fn declare_from(&mut self, pattern: &mut Pat, first: usize) {
        match pattern {
            Pat::Ident(name) => {
                let text = name.ident.to_string();
                let Some(counts) = self.counts else {
                    if text.contains(AGAIN) {
                        let known = ident(written(&text), &name.ident);
                        let own = std::mem::replace(&mut name.ident, known);
                        self.scope.push((written(&text).to_owned(), own));
                    }
                    if let Some((_, inside)) = &mut name.subpat {
                        self.declare_from(inside, first);
                    }
                    return;
                };
                if counts.get(&text).is_some_and(|&count| count > 1) {
                    let known = self.scope[first..].iter().find(|(of, _)| *of == text).map(|(_, own)| own.clone());
                    name.ident = known.unwrap_or_else(|| {
                        let own = ident(&format!("{text}{AGAIN}{}", self.number), &name.ident);
                        self.number += 1;
                        self.scope.push((text, own.clone()));
                        own
                    });
                }
                if let Some((_, inside)) = &mut name.subpat {
                    self.declare_from(inside, first);
                }
            }
            Pat::Type(typed) => self.declare_from(&mut typed.pat, first),
            Pat::Paren(inside) => self.declare_from(&mut inside.pat, first),
            Pat::Reference(inside) => self.declare_from(&mut inside.pat, first),
            Pat::Tuple(tuple) => tuple.elems.iter_mut().for_each(|part| self.declare_from(part, first)),
            Pat::TupleStruct(tuple) => tuple.elems.iter_mut().for_each(|part| self.declare_from(part, first)),
            Pat::Slice(slice) => slice.elems.iter_mut().for_each(|part| self.declare_from(part, first)),
            Pat::Or(or) => or.cases.iter_mut().for_each(|case| self.declare_from(case, first)),
            Pat::Struct(apart) => {
                for field in &mut apart.fields {
                    field.colon_token.get_or_insert_default();
                    self.declare_from(&mut field.pat, first);
                }
            }
            _ => {}
        }
    }

    /// What is declared in this is in scope in it alone.
    fn scoped(&mut self, inside: impl FnOnce(&mut Self)) {
        let outside = self.scope.len();
        inside(self);
        self.scope.truncate(outside);
    }

    fn part(&mut self, part: PartMut<'_>) {
        match part {
            PartMut::Expr(expr) => self.expr(expr),
            PartMut::Block(block) => self.scoped(|renaming| {
                for statement in &mut block.stmts {
                    match statement {
                        Stmt::Local(local) => {
                            if let Some(init) = &mut local.init {
                                renaming.expr(&mut init.expr);
                                if let Some((_, other)) = &mut init.diverge {
                                    renaming.expr(other);
                                }
                            }
                            renaming.declare(&mut local.pat);
                        }
                        Stmt::Expr(expr, _) => renaming.expr(expr),
                        Stmt::Macro(call) => renaming.part(PartMut::Macro(&mut call.mac)),
                        Stmt::Item(_) => {}
                    }
                }
            }),
            PartMut::Macro(call) => in_arguments(call, &mut |argument| self.expr(argument)),
            PartMut::Item(_) | PartMut::Unknown(_) => {}
        }
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "no other expression names or declares variables")]
    fn expr(&mut self, expr: &mut Expr) {
        match expr {
            Expr::Path(path) => {
                let Some(name) = path.path.get_ident() else { return };
                let text = name.to_string();
                if self.counts.is_none() {
                    if text.contains(AGAIN) {
                        let means = self.scope.iter().rev().find(|(of, _)| of == written(&text));
                        self.number += usize::from(means.is_none_or(|(_, own)| *own != text));
                        path.path = ident(written(&text), name).into();
                    }
                } else if let Some((_, own)) = self.scope.iter().rev().find(|(of, _)| *of == text) {
                    let mut own = own.clone();
                    own.set_span(name.span());
                    path.path = own.into();
                }
            }
            Expr::Struct(structure) => {
                for field in &mut structure.fields {
                    field.colon_token.get_or_insert_default();
                }
                in_expr_mut(expr, &mut |part| self.part(part));
            }
            Expr::Closure(closure) => self.scoped(|renaming| {
                closure.inputs.iter_mut().for_each(|input| renaming.declare(input));
                renaming.expr(&mut closure.body);
            }),
            Expr::ForLoop(it) => {
                self.expr(&mut it.expr);
                self.scoped(|renaming| {
                    renaming.declare(&mut it.pat);
                    renaming.part(PartMut::Block(&mut it.body));
                });
            }
            Expr::Let(it) => {
                self.expr(&mut it.expr);
                self.declare(&mut it.pat);
            }
            Expr::If(it) => {
                self.scoped(|renaming| {
                    renaming.expr(&mut it.cond);
                    renaming.part(PartMut::Block(&mut it.then_branch));
                });
                if let Some((_, other)) = &mut it.else_branch {
                    self.expr(other);
                }
            }
            Expr::While(it) => self.scoped(|renaming| {
                renaming.expr(&mut it.cond);
                renaming.part(PartMut::Block(&mut it.body));
            }),
            Expr::Match(it) => {
                self.expr(&mut it.expr);
                for arm in &mut it.arms {
                    self.scoped(|renaming| {
                        if let Pat::Guard(guarded) = &mut arm.pat {
                            renaming.declare(&mut guarded.pat);
                            renaming.expr(&mut guarded.guard);
                        } else {
                            renaming.declare(&mut arm.pat);
                        }
                        renaming.expr(&mut arm.body);
                    });
                }
            }
            _ => in_expr_mut(expr, &mut |part| self.part(part)),
        }
    }
}
