//! How long the value that a `match` looks at lives, where it has no name.
//!
//! It lives until the end of the statement, like other temporaries. The value of `let … else` is dropped at once, but for what the
//! pattern takes out of it. From edition 2024 on, the value of `if let` is dropped before the code after `else`. The macro does not
//! know the edition, so the emitted code asks an `if let` of its own.

use hypernet::Value;
use proc_macro2::Span;
use quote::{quote, quote_spanned};

use super::value::Val;
use super::{Lowered, Lowering, WORLD};
use crate::holes::hole;
use crate::input::crate_path::crate_path;
use crate::input::written::located;
use crate::program::Shape;
use crate::syntax::{Arm, ExprId, Matched, Pattern, makes_temporaries};

impl Lowering<'_, '_> {
    /// Drops what an arm does not take of what it matches, where that ends before the arm.
    pub(super) fn end_matched(&mut self, arm: &Arm, value: &Val, span: Span) -> Lowered<()> {
        match arm.matched {
            Matched::Lasts => Ok(()),
            Matched::Ends => {
                let mut left = Vec::new();
                self.left_of(&arm.pattern, value, &mut left);
                let hole = hole(0);
                for wire in left {
                    let code = quote!(::core::mem::drop(#hole));
                    self.foreign("drop", code, &[Val::Wire(wire, false)], &Shape::Tuple(Vec::new()), true, span)?;
                }
                Ok(())
            }
            Matched::EndsByEdition(place) => {
                // Where nothing happens, nobody can tell.
                if !self.effects(&[arm.body]).contains(&WORLD) {
                    return Ok(());
                }
                let mut left = Vec::new();
                self.host_wires(value, &mut left);
                let (hole, ends) = (hole(0), ends_here(place));
                for wire in left {
                    let code = quote!(if #ends { ::core::mem::drop(#hole); });
                    self.foreign("drop", code, &[Val::Wire(wire, false)], &Shape::Tuple(Vec::new()), true, span)?;
                }
                Ok(())
            }
        }
    }

    /// Lets rustc say, from edition 2024 on, that what makes temporaries beside what an `if let` looks at is to be bound to a
    /// variable, if something happens after `else`: there, they are gone.
    pub(super) fn ends_by_edition(&mut self, scrutinee: ExprId, arms: &[Arm]) -> Lowered<()> {
        let ends = arms.iter().find(|arm| matches!(arm.matched, Matched::EndsByEdition(_)));
        let (Some(arm), Some(source)) = (ends, self.function.source(scrutinee)) else { return Ok(()) };
        if !makes_temporaries(source.node) || !self.effects(&[arm.body]).contains(&WORLD) {
            return Ok(());
        }
        let place = self.function.expr(scrutinee).span;
        let at = as_written(place);
        let module = located(crate_path(), place);
        let code = quote_spanned! {at=>
            let _ = || #module::__private::looked_at(
                if let ::core::option::Option::Some(value) = #module::__private::Temporary.value() { value } else { &false },
            );
        };
        self.foreign("edition", code, &[], &Shape::Tuple(Vec::new()), true, place)?;
        Ok(())
    }

    /// The values of the host's that the pattern of some arm takes and drops in another order than a tuple does, which drops its first part first.
    pub(super) fn taken_out_of_order(&self, arms: &[Arm], value: &Val) -> Vec<Value> {
        let mut all = Vec::new();
        self.host_wires(value, &mut all);
        let mut found = Vec::new();
        for arm in arms {
            let mut left = Vec::new();
            self.left_of(&arm.pattern, value, &mut left);
            let taken: Vec<Value> = all.iter().copied().filter(|wire| !left.contains(wire)).collect();
            if taken.len() > 1 || taken.first() != all.first() {
                found.extend(taken.into_iter().filter(|wire| !found.contains(wire)).collect::<Vec<_>>());
            }
        }
        found
    }

    /// The values of the host's that a pattern does not take.
    fn left_of(&self, pattern: &Pattern, value: &Val, left: &mut Vec<Value>) {
        match (pattern, value) {
            (Pattern::Bind(..) | Pattern::Struct(_), _) => {}
            (Pattern::Host(host), _) if !host.vars.is_empty() => {}
            (Pattern::Typed(inside, ..), value) => self.left_of(inside, value, left),
            (Pattern::Tuple(parts), Val::Tuple(values)) if !parts.iter().any(|part| matches!(part, Pattern::Rest)) => {
                for (part, value) in parts.iter().zip(values) {
                    self.left_of(part, value, left);
                }
            }
            (
                Pattern::Host(_)
                | Pattern::Tuple(_)
                | Pattern::Wild
                | Pattern::Rest
                | Pattern::Literal(_)
                | Pattern::Range { .. }
                | Pattern::Or(_)
                | Pattern::Path(_),
                value,
            ) => self.host_wires(value, left),
        }
    }
}

/// Whether what the `if let` here looks at is gone after its `else`, as an expression.
fn ends_here(place: Span) -> proc_macro2::TokenStream {
    let module = located(crate_path(), place);
    quote_spanned! {as_written(place)=> {
        let ended = #module::__private::Ended::default();
        let has_ended =
            if let ::core::option::Option::Some(never) = ended.ends().never() { never } else { ended.get() };
        has_ended
    }}
}

/// A place in the code of the user, of its edition.
fn as_written(place: Span) -> Span {
    Span::mixed_site().located_at(place).resolved_at(place)
}
