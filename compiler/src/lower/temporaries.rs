//! Temporaries: what a statement makes and gives no name to is dropped at its end.
//!
//! Where more follows in the statement, the code that makes them is emitted such that they last, in a block that ends with
//! the statement.

use hypernet::Value;
use proc_macro2::Span;
use quote::quote_spanned;

use super::value::Val;
use super::{Lowered, Lowering, WORLD};
use crate::input::crate_path::crate_path;
use crate::program::{Bracket, Shape, may_own};
use crate::syntax::{ExprId, Kind, makes_temporaries};

/// Code of the host's that a statement runs.
pub(super) struct Ran {
    /// Its number; none for a block that leaves temporaries.
    code: Option<u32>,
    /// The order of effects behind it.
    world: Option<Value>,
    /// Whether it may make temporaries.
    makes: bool,
    /// Whether what it gives is borrowed without a name.
    borrowed: bool,
    /// The blocks of the user's that end with it, from the inside out.
    blocks: Vec<EndsWith>,
}

/// A block of the user's of which nobody knows yet whether what its last expression makes outlasts it: only if more
/// follows in the statement around does that matter.
struct EndsWith {
    begin: u32,
    end: u32,
    place: Span,
    /// Whether something else that it makes outlasts it.
    others: bool,
}

impl Ran {
    pub(super) fn new(code: u32, makes: bool, world: Option<Value>) -> Self {
        Self { code: Some(code), world, makes, borrowed: false, blocks: Vec::new() }
    }
}

/// What lasts until the end of the scope around an expression.
pub(super) struct Open {
    /// How many pieces of code make temporaries that last until then, if what there is is to be dropped there.
    pub(super) kept: Option<usize>,
    /// The code that makes the last ones, if nothing has followed it.
    pub(super) last: Option<Ran>,
}

impl Lowering<'_, '_> {
    /// The value of an expression at whose end its temporaries are dropped.
    pub(super) fn terminated(&mut self, id: ExprId) -> Lowered<Val> {
        self.terminated_with(id, |lowering| lowering.expr(id))
    }

    /// The same of what is done with an expression.
    pub(super) fn terminated_with(
        &mut self,
        id: ExprId,
        lower: impl FnOnce(&mut Self) -> Lowered<Val>,
    ) -> Lowered<Val> {
        // At the end of the function, all is dropped anyway.
        if self.last.contains(&id) || !self.may_make_temporaries(id) {
            return self.open_ended_with(id, false, lower).map(|(value, _)| value);
        }
        self.ended_with(id, lower)
    }

    /// The same of a `return`, also at the end of the function.
    pub(super) fn returned(&mut self, id: ExprId) -> Lowered<Val> {
        if self.may_make_temporaries(id) {
            self.ended_with(id, |lowering| lowering.expr(id))
        } else {
            self.terminated(id)
        }
    }

    fn ended_with(&mut self, id: ExprId, lower: impl FnOnce(&mut Self) -> Lowered<Val>) -> Lowered<Val> {
        let (value, _) = self.bracketed(id, |lowering| {
            let (value, open) = lowering.open_ended_with(id, false, lower)?;
            Ok((value, open.kept.map(|_| Bracket::End(None))))
        })?;
        Ok(value)
    }

    /// The value of an expression, and what it makes that is to be dropped when the scope around it ends. Variables may be
    /// dropped before, `among` which it stands.
    pub(super) fn open_ended(&mut self, id: ExprId, among: bool) -> Lowered<(Val, Open)> {
        self.open_ended_with(id, among, |lowering| lowering.expr(id))
    }

    fn open_ended_with(
        &mut self,
        id: ExprId,
        among: bool,
        lower: impl FnOnce(&mut Self) -> Lowered<Val>,
    ) -> Lowered<(Val, Open)> {
        let is_code = self.is_code_with_temporaries(id);
        let makes = is_code && (among || !self.is_left(id));
        self.ran.push(Vec::new());
        let value = lower(self);
        let (kept, several) = if makes && value.is_ok() { self.keep_temporaries(among) } else { (None, Vec::new()) };
        let ran = self.ran.pop().unwrap_or_default();
        let value = value?;
        for place in several {
            self.needs_edition(place)?;
        }
        let world = self.order();
        let last = ran.into_iter().rev().find(|ran| ran.makes).filter(|ran| is_code && !among && ran.world == world);
        Ok((value, Open { kept, last }))
    }

    /// The order of effects as it is now.
    fn order(&self) -> Option<Value> {
        match self.env.get(&WORLD) {
            Some(Val::Wire(world, _)) => Some(*world),
            Some(Val::Tuple(_) | Val::Function(_)) | None => None,
        }
    }

    /// Whether an expression may make temporaries that are dropped at its end, and something else before.
    pub(super) fn may_make_temporaries(&self, id: ExprId) -> bool {
        self.is_code_with_temporaries(id) && !self.is_left(id)
    }

    /// Whether there is code in an expression that may make temporaries.
    pub(super) fn is_code_with_temporaries(&self, id: ExprId) -> bool {
        let Some(source) = self.function.source(id) else { return false };
        // The arguments of a macro are taken out of it.
        let is_macro = matches!(self.function.expr(id).kind, Kind::Macro(_));
        self.runs_host
            && self.hosts.any(source.start.expr, id.index() + 1)
            && (is_macro || makes_temporaries(source.node))
    }

    /// Lets the temporaries last until the end of the statement at hand behind which something else follows in it; how many
    /// do, if there is something to drop at its end. Where variables are dropped before the end, so may be what made the last of
    /// them. Gives too the blocks that several of them outlast.
    fn keep_temporaries(&mut self, among: bool) -> (Option<usize>, Vec<Span>) {
        let world = self.order();
        let (mut lasting, mut borrowed, mut several) = (0, false, Vec::new());
        let foreigns = &mut self.code.foreigns;
        let ran = self.ran.last().map_or(&[][..], Vec::as_slice);
        let last = ran.iter().rposition(|ran| ran.makes).filter(|_| among);
        for (at, ran) in ran.iter().enumerate() {
            borrowed |= ran.borrowed;
            let Some(code) = ran.code.filter(|_| ran.makes && (ran.world != world || last == Some(at))) else {
                continue;
            };
            foreigns[code as usize].lasts = true;
            if ran.blocks.is_empty() {
                lasting += 1;
            }
            // It outlasts these.
            for block in &ran.blocks {
                foreigns[block.begin as usize].bracket = Some(Bracket::Begin);
                foreigns[block.end as usize].bracket = Some(Bracket::End(Some(block.place)));
                several.extend(block.others.then_some(block.place));
                borrowed = true;
            }
        }
        ((lasting > 0 || borrowed).then_some(lasting), several)
    }

    /// Notes what the last expression of a block has made, of which nobody knows yet whether it outlasts the block.
    pub(super) fn ends_with(&mut self, last: Ran, (begin, end): (u32, u32), place: Span, others: bool) {
        let mut last = Ran { world: self.order(), borrowed: false, ..last };
        last.blocks.push(EndsWith { begin, end, place, others });
        if let Some(ran) = self.ran.last_mut() {
            ran.push(last);
        }
    }

    /// Notes that a method is called on this, or that a pattern takes it apart: what code of the statement at hand has given
    /// lasts until its end.
    pub(super) fn is_looked_into(&mut self, value: &Val) {
        let wire = match value {
            Val::Wire(wire, _) => wire,
            Val::Tuple(parts) => return parts.iter().for_each(|part| self.is_looked_into(part)),
            Val::Function(_) => return,
        };
        if let Some(&code) = self.values.given.get(wire)
            && may_own(self.builder.ty(*wire))
            && let Some(ran) = self.ran.last_mut().and_then(|ran| ran.iter_mut().find(|ran| ran.code == Some(code)))
        {
            ran.borrowed = true;
        }
    }

    /// Notes that what the last expression of a block has made may outlast the block, and ends with the statement at hand.
    pub(super) fn outlasts(&mut self) {
        if let Some(ran) = self.ran.last_mut() {
            ran.push(Ran { code: None, world: None, makes: false, borrowed: true, blocks: Vec::new() });
        }
    }

    /// A statement that compiles only where the temporaries of a block's last expression are dropped before its variables:
    /// from edition 2024 on. Several of them cannot be made to outlast it.
    pub(super) fn needs_edition(&mut self, place: Span) -> Lowered<()> {
        let at = Span::mixed_site().located_at(place).resolved_at(place);
        let bound = crate::input::written::located(crate_path(), place);
        let code = quote_spanned! {at=>
            fn _outlasts(value: &u8) -> impl #bound::__private::BindTemporariesToVariables { value }
        };
        self.foreign("edition", code, &[], &Shape::Tuple(Vec::new()), true, place)?;
        Ok(())
    }
}
