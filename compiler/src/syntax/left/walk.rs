//! The walk over code that is left as it is.

use proc_macro2::{Ident, Span, TokenStream};
use quote::ToTokens;
use syn::{Block, Expr, Label, Lifetime, Pat, Stmt, Token, UnOp};

use super::items::item_names;
use super::{Hole, Left};
use crate::diagnostic::{Diagnostic, refusal};
use crate::holes::{Declared, hole};
use crate::source::inside::{PartMut, in_expr_mut};
use crate::source::names::plain;
use crate::source::patterns::Bound;
use crate::syntax::VarId;
use crate::syntax::call::is_stop_gradient;
use crate::syntax::operators::compound;
use crate::syntax::scopes::{Moment, Scopes};
use crate::texts::TextMap;

/// A loop or a labelled block.
struct Around {
    label: Option<String>,
    is_loop: bool,
}

pub(super) struct Walk<'s> {
    scopes: &'s Scopes,
    moment: Moment,
    holes: Vec<Hole>,
    /// The variables of the outside that are assigned, or borrowed as `&mut`.
    assigned: Vec<VarId>,
    declared: Declared,
    /// How often each name is declared in the scopes around.
    around: TextMap<usize>,
    /// The declaration that is the last in whose scope this is.
    scope: Option<usize>,
    /// Whether this is inside of `stop_gradient(…)`.
    stopped: bool,
    /// Whether this is inside of a macro of which nothing is known.
    pub(super) in_macro: bool,
    /// How many closures are around.
    closures: usize,
    /// The loops and labelled blocks of the code itself that are around, with their labels.
    around_here: Vec<Around>,
    pub(super) error: Option<Diagnostic>,
}

impl<'s> Walk<'s> {
    pub(super) fn new(scopes: &'s Scopes, moment: Moment) -> Self {
        Self {
            scopes,
            moment,
            holes: Vec::new(),
            assigned: Vec::new(),
            declared: Declared::default(),
            around: TextMap::default(),
            scope: None,
            stopped: false,
            in_macro: false,
            closures: 0,
            around_here: Vec::new(),
            error: None,
        }
    }

    pub(super) fn names(self) -> (Vec<Hole>, Vec<VarId>) {
        (self.holes, self.assigned)
    }

    pub(super) fn finish(self, tokens: TokenStream) -> Result<Left, Diagnostic> {
        match self.error {
            Some(error) => Err(error),
            None => Ok(Left { tokens, holes: self.holes, declared: self.declared }),
        }
    }

    /// Whether this names a variable of the outside here.
    pub(super) fn is_outside(&self, name: &Ident) -> bool {
        let name = plain(name);
        !self.around.contains_key(&name) && self.scopes.at(self.moment, &name).is_some()
    }

    /// The hole for a name, if it is that of a variable of the outside.
    pub(super) fn hole(&mut self, name: &Ident) -> Option<Expr> {
        let var = self.scopes.at(self.moment, &plain(name)).filter(|_| self.is_outside(name))?;
        let Some([array, number]) = self.scopes.element(var) else {
            return Some(self.hole_of(var, Vec::new(), name.span()));
        };
        let [array, number] = [array, number].map(|var| self.hole_of(var, Vec::new(), name.span()));
        Some(syn::parse_quote_spanned!(name.span()=> (&mut #array[#number])))
    }

    /// `*x`, where `x` stands for an element that a loop may change: the element itself.
    fn element(&mut self, expr: &Expr) -> Option<Expr> {
        let Expr::Unary(syn::ExprUnary { op: UnOp::Deref(_), expr, .. }) = expr else { return None };
        let Expr::Path(path) = &**expr else { return None };
        let name = path.path.get_ident().filter(|name| self.is_outside(name))?;
        let [array, number] = self.scopes.element(self.scopes.at(self.moment, &plain(name))?)?;
        let [array, number] = [array, number].map(|var| self.hole_of(var, Vec::new(), name.span()));
        Some(syn::parse_quote_spanned!(name.span()=> #array[#number]))
    }

    /// A field of a field … of a variable of the outside, by their numbers.
    fn field(&mut self, expr: &Expr) -> Option<Expr> {
        let (mut at, mut fields) = (expr, Vec::new());
        while let Expr::Field(syn::ExprField { base, member: syn::Member::Unnamed(index), .. }) = at {
            fields.push(index.index as usize);
            at = base;
        }
        let Expr::Path(path) = at else { return None };
        let name = path.path.get_ident().filter(|name| self.is_outside(name))?;
        let var = self.scopes.at(self.moment, &plain(name))?;
        // A macro may look at the name.
        if fields.is_empty() || self.in_macro || self.scopes.element(var).is_some() {
            return None;
        }
        fields.reverse();
        Some(self.hole_of(var, fields, name.span()))
    }

    fn hole_of(&mut self, var: VarId, fields: Vec<usize>, span: Span) -> Expr {
        let wanted = Hole { var, fields, stopped: self.stopped, of_macro: self.in_macro };
        let at = self.holes.iter().position(|hole| *hole == wanted).unwrap_or_else(|| {
            self.holes.push(wanted);
            self.holes.len() - 1
        });
        let mut ident = hole(at);
        ident.set_span(span);
        self.declared.stands(at, self.scope);
        Expr::Path(syn::ExprPath { attrs: Vec::new(), qself: None, path: ident.into() })
    }

    /// Runs this in a scope of its own.
    pub(super) fn scoped(&mut self, run: impl FnOnce(&mut Self)) {
        let before = self.scope;
        run(self);
        while self.scope != before {
            let Some((name, outer)) = self.scope.and_then(|scope| self.declared.names.get(scope)) else { break };
            if let Some(count) = self.around.get_mut(name) {
                *count -= 1;
                if *count == 0 {
                    self.around.remove(name);
                }
            }
            self.scope = *outer;
        }
    }

    /// Runs this in a loop or a labelled block.
    fn inside_of(&mut self, label: Option<&Label>, is_loop: bool, run: impl FnOnce(&mut Self)) {
        self.around_here.push(Around { label: label.map(|label| label.name.ident.to_string()), is_loop });
        run(self);
        self.around_here.pop();
    }

    /// Whether what `break` and `continue` with this label leave is a part of the code.
    fn stays(&self, label: Option<&Lifetime>) -> bool {
        let label = label.map(|label| label.ident.to_string());
        self.around_here.iter().any(|around| if label.is_some() { around.label == label } else { around.is_loop })
    }

    fn declare(&mut self, name: &Ident) {
        let name = plain(name);
        *self.around.entry(name.clone()).or_insert(0) += 1;
        self.declared.names.push((name, self.scope));
        self.scope = Some(self.declared.names.len() - 1);
    }

    /// Declares the names of a pattern.
    fn pattern(&mut self, pattern: &Pat) {
        let bound = Bound::of(pattern);
        for name in bound.names {
            self.declare(&name);
        }
        if let Some(tokens) = bound.unknown {
            self.unclear(&tokens);
        }
    }

    /// Notes what cannot be seen through.
    pub(super) fn unclear(&mut self, tokens: impl ToTokens) {
        self.error.get_or_insert_with(|| refusal::NAMES.at(tokens));
    }

    /// A pattern, with the condition on what it binds.
    #[expect(clippy::wildcard_enum_match_arm, reason = "every other pattern has no guard")]
    pub(super) fn case(&mut self, pattern: &mut Pat) {
        match pattern {
            Pat::Guard(guarded) => {
                self.pattern(&guarded.pat);
                self.expr(&mut guarded.guard);
            }
            pattern => self.pattern(pattern),
        }
    }

    /// The parts of an expression that declares no names for them.
    fn parts(&mut self, expr: &mut Expr) {
        in_expr_mut(expr, &mut |part| match part {
            PartMut::Expr(expr) => self.expr(expr),
            PartMut::Block(block) => self.block(block),
            PartMut::Macro(call) => self.arguments(call),
            PartMut::Item(_) => {}
            PartMut::Unknown(expr) => self.unclear(expr),
        });
    }

    /// Notes the variables of the outside of which this is a place, or is made up of places.
    #[expect(clippy::wildcard_enum_match_arm, reason = "no other expression is a place in a variable")]
    fn changes(&mut self, place: &Expr) {
        match place {
            Expr::Path(path) => {
                if let Some(name) = path.path.get_ident().filter(|name| self.is_outside(name)) {
                    self.assigned.extend(self.scopes.at(self.moment, &plain(name)));
                }
            }
            Expr::Paren(inside) => self.changes(&inside.expr),
            Expr::Group(inside) => self.changes(&inside.expr),
            Expr::Field(field) => self.changes(&field.base),
            Expr::Index(element) => self.changes(&element.expr),
            Expr::Tuple(parts) => parts.elems.iter().for_each(|part| self.changes(part)),
            Expr::Array(parts) => parts.elems.iter().for_each(|part| self.changes(part)),
            Expr::Struct(parts) => parts.fields.iter().for_each(|field| self.changes(&field.expr)),
            _ => {}
        }
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "all other expressions are looked into")]
    pub(super) fn expr(&mut self, expr: &mut Expr) {
        match expr {
            Expr::Assign(assign) => self.changes(&assign.left),
            Expr::Binary(binary) if compound(&binary.op).is_some() => self.changes(&binary.left),
            Expr::Reference(reference) if reference.mutability.is_some() => self.changes(&reference.expr),
            _ => {}
        }
        if let Some(place) = self.element(expr).or_else(|| self.field(expr)) {
            *expr = place;
            return;
        }
        match expr {
            Expr::Path(path) => {
                if path.qself.is_none()
                    && let Some(name) = path.path.get_ident()
                    && let Some(hole) = self.hole(name)
                {
                    *expr = hole;
                }
            }
            Expr::If(conditional) => {
                self.scoped(|left| {
                    left.expr(&mut conditional.cond);
                    left.block(&mut conditional.then_branch);
                });
                if let Some((_, other)) = &mut conditional.else_branch {
                    self.expr(other);
                }
            }
            Expr::While(repeated) => self.scoped(|left| {
                left.inside_of(repeated.label.as_ref(), true, |left| {
                    left.expr(&mut repeated.cond);
                    left.block(&mut repeated.body);
                });
            }),
            Expr::Loop(repeated) => {
                self.inside_of(repeated.label.as_ref(), true, |left| left.block(&mut repeated.body));
            }
            Expr::Block(block) => {
                self.inside_of(block.label.as_ref(), false, |left| left.block(&mut block.block));
            }
            Expr::Let(condition) => {
                self.expr(&mut condition.expr);
                self.pattern(&condition.pat);
            }
            Expr::ForLoop(repeated) => {
                self.expr(&mut repeated.expr);
                self.scoped(|left| {
                    left.pattern(&repeated.pat);
                    left.inside_of(repeated.label.as_ref(), true, |left| left.block(&mut repeated.body));
                });
            }
            Expr::Match(matching) => {
                self.expr(&mut matching.expr);
                for arm in &mut matching.arms {
                    self.scoped(|left| {
                        left.case(&mut arm.pat);
                        left.expr(&mut arm.body);
                    });
                }
            }
            Expr::Closure(closure) => self.scoped(|left| {
                for input in &closure.inputs {
                    left.pattern(input);
                }
                let around = std::mem::take(&mut left.around_here);
                left.closures += 1;
                left.expr(&mut closure.body);
                left.closures -= 1;
                left.around_here = around;
            }),
            Expr::Call(call) if is_stop_gradient(call) => {
                let outside = std::mem::replace(&mut self.stopped, true);
                self.expr(&mut call.func);
                call.args.iter_mut().for_each(|argument| self.expr(argument));
                self.stopped = outside;
            }
            Expr::Return(leaves) if self.closures == 0 => {
                self.error.get_or_insert_with(|| refusal::RETURN.at(leaves.return_token));
            }
            Expr::Break(leaves) if !self.stays(leaves.label.as_ref()) => {
                self.error.get_or_insert_with(|| refusal::BREAK.at(leaves.break_token));
            }
            Expr::Continue(leaves) if !self.stays(leaves.label.as_ref()) => {
                self.error.get_or_insert_with(|| refusal::CONTINUE.at(leaves.continue_token));
            }
            Expr::Try(tried) if self.closures == 0 => {
                self.error.get_or_insert_with(|| refusal::TRY.at(tried.question_token));
            }
            // A constant knows no variables.
            Expr::Const(_) => {}
            Expr::Verbatim(tokens) if !self.mentions(tokens.clone()) => {}
            Expr::Struct(made) => self.fields(made),
            expr => self.parts(expr),
        }
    }

    /// What stands in a struct that is put together.
    fn fields(&mut self, made: &mut syn::ExprStruct) {
        for field in &mut made.fields {
            if let Expr::Path(path) = &field.expr
                && let Some(name) = path.path.get_ident()
                && self.is_outside(name)
            {
                // `x` alone is `x: x`.
                field.colon_token.get_or_insert(Token![:](name.span()));
            }
            self.expr(&mut field.expr);
        }
        if let Some(rest) = &mut made.rest {
            self.expr(rest);
        }
    }

    fn block(&mut self, block: &mut Block) {
        self.scoped(|left| {
            for name in item_names(block) {
                left.declare(name);
            }
            for statement in &mut block.stmts {
                match statement {
                    Stmt::Local(local) => {
                        if let Some(init) = &mut local.init {
                            left.expr(&mut init.expr);
                            if let Some((_, diverge)) = &mut init.diverge {
                                left.expr(diverge);
                            }
                        }
                        left.pattern(&local.pat);
                    }
                    // It knows no variables.
                    Stmt::Item(_) => {}
                    Stmt::Expr(expr, _) => left.expr(expr),
                    Stmt::Macro(call) => left.arguments(&mut call.mac),
                }
            }
        });
    }
}
