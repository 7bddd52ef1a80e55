//! Blocks: what is declared in one is dropped at its end.
//!
//! Numbers need no block. Where a block declares values of the host's, two operations in the order of effects say where it
//! begins and where it ends, so that the emitted code has a block there too.

use std::collections::BTreeSet;

use hypernet::ids::IdMap;
use hypernet::{Type, Value};
use proc_macro2::Span;
use quote::{quote, quote_spanned};

use super::effects::binds;
use super::leaving::Rest;
use super::value::Val;
use super::{Lowered, Lowering, WORLD};
use crate::holes::hole;
use crate::input::crate_path::crate_path;
use crate::input::written::located;
use crate::program::{Bracket, ForeignCode, Shape, may_own};
use crate::syntax::{self, ExprId, Function, Head, Kind, Statement, Ty, VarId};

impl<'f, 'a> Lowering<'f, 'a> {
    /// The value of a block.
    pub(super) fn block(&mut self, id: ExprId, statements: &'f [Statement<'a>], tail: Option<ExprId>) -> Lowered<Val> {
        let all = Rest { block: id, statements, tail, then: None };
        if !self.may_drop(&all) {
            return self.statements(&all, true).map(|(value, _)| value);
        }
        let vars: Vec<VarId> = statements.iter().flat_map(declared).collect();
        let is_last = self.last.contains(&id);
        let (mut last, mut others) = (None, false);
        let (value, ends) = self.bracketed(id, |lowering| {
            let held = lowering.variables.held;
            let (value, open) = lowering.statements(&all, true)?;
            let kept = open.kept;
            let owns = !is_last
                && (lowering.variables.held > held
                    || vars.iter().any(|var| lowering.env.get(var).is_some_and(|value| lowering.is_of_host(value))));
            let place = kept.map(|_| lowering.block_place(id));
            if let Some(place) = place
                && kept > Some(1)
                && (!is_last || vars.iter().any(|&var| lowering.may_be_host(var)))
            {
                lowering.needs_edition(place)?;
            }
            if place.is_some() {
                lowering.outlasts();
            }
            (last, others) = (open.last, kept.is_some());
            let end = (owns || kept.is_some()).then_some(Bracket::End(place));
            Ok((value, end.or(last.is_some().then_some(Bracket::Nothing))))
        })?;
        if let (Some(last), Some(ends)) = (last, ends) {
            let place = self.block_place(id);
            self.ends_with(last, ends, place, others);
        }
        Ok(value)
    }

    /// Whether something may be dropped at the end of a block.
    pub(super) fn may_drop(&self, block: &Rest<'_, 'f, 'a>) -> bool {
        // At the end of the function, all is dropped anyway.
        let is_last = self.last.contains(&block.block);
        let may_own = || block.statements.iter().flat_map(declared).any(|var| self.may_be_host(var));
        // What depends on a differentiated parameter is known when the statements before have been lowered.
        let may_last = || block.tail.is_some_and(|tail| self.is_code_with_temporaries(tail));
        self.runs_host && (!is_last && may_own() || may_last())
    }

    /// Where a block is written.
    fn block_place(&self, id: ExprId) -> Span {
        match self.function.source(id).map(|source| source.node) {
            Some(syntax::Node::Block(block) | syntax::Node::Expr(syn::Expr::Block(syn::ExprBlock { block, .. }))) => {
                block.brace_token.span.join()
            }
            Some(syntax::Node::Expr(_) | syntax::Node::Macro(_)) | None => self.function.expr(id).span,
        }
    }

    /// The value of an expression, between the ends of a block if something is to be dropped at its end. Which end it has,
    /// if it has one, is known when it has been lowered. Gives too which code the ends are, if it has two.
    pub(super) fn bracketed(
        &mut self,
        id: ExprId,
        lower: impl FnOnce(&mut Self) -> Lowered<(Val, Option<Bracket>)>,
    ) -> Lowered<(Val, Option<(u32, u32)>)> {
        let span = self.function.expr(id).span;
        let changed = self.effects(&[id]);
        // What has no effects makes nothing that is dropped.
        if !changed.contains(&WORLD) {
            return lower(self).map(|(value, _)| (value, None));
        }
        let begin = self.code.foreigns.len();
        self.bracket(Bracket::Begin, &[], span)?;
        let (value, end) = lower(self)?;
        // Only now is it known.
        if let None | Some(Bracket::Nothing) = end {
            self.code.foreigns[begin].bracket = Some(Bracket::Nothing);
        }
        let Some(end) = end else { return Ok((value, None)) };
        // What comes out: the value, and what variables of the outside hold now.
        let mut given = Vec::new();
        self.host_wires(&value, &mut given);
        for var in changed.iter().filter(|var| **var != WORLD) {
            if let Some(value) = self.env.get(var).cloned() {
                self.host_wires(&value, &mut given);
            }
        }
        let end_at = self.code.foreigns.len();
        let out = self.bracket(end, &given, span)?;
        let out: IdMap<Value, Value> = given.into_iter().zip(out).collect();
        for (inside, &outside) in out.iter() {
            self.values.stands_for(inside, outside);
        }
        for var in changed {
            if let Some(value) = self.env.get(&var) {
                let value = passed_on(value, &out);
                self.env.insert(var, value);
            }
        }
        Ok((passed_on(&value, &out), Some((code_number(begin), code_number(end_at)))))
    }

    /// Whether a variable may hold something that is dropped at the end of its block.
    pub(super) fn may_be_host(&self, var: VarId) -> bool {
        let ty = self.types.var(var);
        !matches!(ty, Ty::Fn(_)) && self.may_be_of_host(&ty)
    }

    /// Whether a value of this type may be the host's, in parts at least.
    pub(super) fn may_be_of_host(&self, ty: &Ty) -> bool {
        // Of a struct that has a cotangent no more is known than that: it may be another one.
        self.shape(ty).leaves().iter().any(|ty| may_own(ty) || matches!(ty, Type::Opaque(_)))
    }

    /// An end of a block; gives what it gives on.
    fn bracket(&mut self, bracket: Bracket, given: &[Value], span: Span) -> Lowered<Vec<Value>> {
        let types = given.iter().map(|&wire| Shape::Leaf(self.builder.ty(wire).clone())).collect();
        let code = ForeignCode { bracket: Some(bracket), ..ForeignCode::new(quote!(), Shape::Tuple(types)) };
        let name = match bracket {
            Bracket::Begin => "begin",
            Bracket::End(_) | Bracket::Nothing => "end",
        };
        let operands: Vec<Val> = given.iter().map(|&wire| Val::Wire(wire, false)).collect();
        let value = self.foreign_code(name, code, &operands, true, span)?;
        Self::flatten(&value)
    }

    /// Whether a value holds something of the host's. It may be one of a branch that has ended, of which nothing is left.
    pub(super) fn is_of_host(&self, value: &Val) -> bool {
        match value {
            Val::Wire(wire, active) => {
                let is_of_host = |ty: &Type| may_own(ty) || !active && matches!(ty, Type::Opaque(_));
                self.builder.type_left(*wire).is_none_or(is_of_host)
            }
            Val::Tuple(parts) => parts.iter().any(|part| self.is_of_host(part)),
            Val::Function(_) => false,
        }
    }

    /// The values of the host's in a value, each once.
    pub(super) fn host_wires(&self, value: &Val, found: &mut Vec<Value>) {
        match value {
            Val::Wire(wire, active) => {
                let ty = self.builder.ty(*wire);
                if (may_own(ty) || !active && matches!(ty, Type::Opaque(_))) && !found.contains(wire) {
                    found.push(*wire);
                }
            }
            Val::Tuple(parts) => parts.iter().for_each(|part| self.host_wires(part, found)),
            // What it captured is in scope where it is made.
            Val::Function(_) => {}
        }
    }

    /// States that it does not matter where what a value has of the host's is dropped.
    pub(super) fn dropped_anywhere(&mut self, value: &Val, span: Span) -> Lowered<()> {
        let mut held = Vec::new();
        self.host_wires(value, &mut held);
        held.retain(|wire| !self.values.references.contains(wire));
        let (path, hole) = (located(crate_path(), span), hole(0));
        for wire in held {
            let code = quote_spanned! {span=>
                { use #path::__private::dropped::*; (&&&&Dropped(&#hole)).__anywhere() }
            };
            self.foreign("dropped", code, &[Val::Wire(wire, false)], &Shape::Tuple(Vec::new()), true, span)?;
        }
        Ok(())
    }

    /// Whether a statement may drop what it is the value of: it is moved out of a variable or a field.
    pub(super) fn may_drop_place(&self, id: ExprId) -> bool {
        let is_place = matches!(self.function.expr(id).kind, Kind::Var(_) | Kind::Field(..) | Kind::Member(..));
        is_place && self.may_be_of_host(&self.types.expr(id))
    }

    /// Drops what a block or a place gives that is a statement.
    pub(super) fn drop_given(&mut self, id: ExprId, value: &Val) -> Lowered<()> {
        let is_block = matches!(self.function.expr(id).kind, Kind::Block(..)) && self.effects(&[id]).contains(&WORLD);
        let is_place = self.may_drop_place(id) && self.env.contains_key(&WORLD);
        if !is_block && !is_place {
            return Ok(());
        }
        let mut given = Vec::new();
        self.host_wires(value, &mut given);
        let (span, hole) = (self.function.expr(id).span, hole(0));
        for wire in given {
            let nothing = Shape::Tuple(Vec::new());
            let code = quote!(::core::mem::drop(#hole));
            self.foreign("drop", code, &[Val::Wire(wire, false)], &nothing, true, span)?;
        }
        Ok(())
    }
}

fn code_number(index: usize) -> u32 {
    u32::try_from(index).expect("every piece of code has a number")
}

/// The variables that a statement declares.
pub(super) fn declared(statement: &Statement<'_>) -> BTreeSet<VarId> {
    let Statement::Let(pattern, _, local) = statement else { return BTreeSet::new() };
    let mut vars = local.vars.iter().map(|(_, var)| *var).collect();
    binds(pattern, &mut vars);
    vars
}

/// The expressions that end this one: in this one, nothing comes after them.
#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else ends in an expression")]
pub(super) fn ends(function: &Function<'_>, of: ExprId) -> Vec<ExprId> {
    let (mut pending, mut ends) = (vec![of], Vec::new());
    while let Some(id) = pending.pop() {
        ends.push(id);
        match &function.expr(id).kind {
            Kind::Block(_, tail) => pending.extend(tail),
            Kind::Loop(repeated) if matches!(repeated.head, Head::Once) => pending.push(repeated.body),
            Kind::If(_, then, other) => pending.extend([*then].into_iter().chain(*other)),
            Kind::Match(_, arms) => pending.extend(arms.iter().map(|arm| arm.body)),
            _ => {}
        }
    }
    ends
}

/// The same value, with other wires for some.
fn passed_on(value: &Val, out: &IdMap<Value, Value>) -> Val {
    match value {
        Val::Wire(wire, active) => Val::Wire(out.get(wire).copied().unwrap_or(*wire), *active),
        Val::Tuple(parts) => Val::Tuple(parts.iter().map(|part| passed_on(part, out)).collect()),
        Val::Function(_) => value.clone(),
    }
}
