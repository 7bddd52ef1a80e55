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
}

impl Ran {
    pub(super) fn new(code: u32, makes: bool, world: Option<Value>) -> Self {
        Self { code: Some(code), world, makes, borrowed: false }
    }
}

impl Lowering<'_, '_> {
    /// The value of an expression at whose end its temporaries are dropped.
    pub(super) fn terminated(&mut self, id: ExprId) -> Lowered<Val> {
        // At the end of the function, all is dropped anyway.
        if self.last.contains(&id) || !self.may_make_temporaries(id) {
            return self.open_ended(id, false).map(|(value, _)| value);
        }
        self.bracketed(id, |lowering| {
            let (value, kept) = lowering.open_ended(id, false)?;
            Ok((value, kept.map(|_| Bracket::End(None))))
        })
    }

    /// The value of an expression and, if it makes what is to be dropped when the scope around it ends, how many pieces of
    /// code make temporaries that last until then. Variables may be dropped before, `among` which it stands.
    pub(super) fn open_ended(&mut self, id: ExprId, among: bool) -> Lowered<(Val, Option<usize>)> {
        let makes = if among { self.is_code_with_temporaries(id) } else { self.may_make_temporaries(id) };
        self.ran.push(Vec::new());
        let value = self.expr(id);
        let kept = if makes && value.is_ok() { self.keep_temporaries(among) } else { None };
        self.ran.pop();
        Ok((value?, kept))
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
        // The net makes arrays.
        let is_array = matches!(self.function.expr(id).kind, Kind::Elements(..) | Kind::Repeat(..));
        !is_array
            && self.runs_host
            && self.hosts.any(source.start.expr, id.index() + 1)
            && (is_macro || makes_temporaries(source.node))
    }

    /// Lets the temporaries last until the end of the statement at hand behind which something else follows in it; how many
    /// do, if there is something to drop at its end. Where variables are dropped before the end, so may be what made the last of them.
    fn keep_temporaries(&mut self, among: bool) -> Option<usize> {
        let world = match self.env.get(&WORLD) {
            Some(Val::Wire(world, _)) => Some(*world),
            Some(Val::Tuple(_) | Val::Function(_)) | None => None,
        };
        let (mut lasting, mut borrowed) = (0, false);
        for ran in self.ran.last().into_iter().flatten() {
            let lasts = ran.makes && ran.world != world;
            if let Some(code) = ran.code {
                self.code.foreigns[code as usize].lasts |= lasts;
            }
            lasting += usize::from(lasts);
            borrowed |= ran.borrowed;
        }
        let last = self.ran.last().and_then(|ran| ran.iter().rev().find(|ran| ran.makes));
        if let (0, true, Some(code)) = (lasting, among, last.and_then(|ran| ran.code)) {
            self.code.foreigns[code as usize].lasts = true;
            lasting = 1;
        }
        (lasting > 0 || borrowed).then_some(lasting)
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
            ran.push(Ran { code: None, world: None, makes: false, borrowed: true });
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
