//! What a call may store of a number where the macro does not see it.
//!
//! A call that gives an integer is left as it is, whatever it is given. With a number that depends on a differentiated parameter, it may be given
//! a `Cell`, too: a number that is read from there may depend on that parameter. So rustc is asked, where a number is read, whether what it is
//! read from can change behind a shared reference.

use std::collections::BTreeSet;

use proc_macro2::Span;
use quote::{ToTokens, quote_spanned};

use super::hosts::is_host_type;
use super::{Lowered, Lowering};
use crate::holes::hole;
use crate::infer::Types;
use crate::input::crate_path::crate_path;
use crate::input::written::located;
use crate::program::Shape;
use crate::source::names::mentions;
use crate::source::types::type_names;
use crate::syntax::{ExprId, Function, Kind, Left, Ty, VarId, is_discrete};

/// The variables of the host's that stand in a call beside what may depend on a differentiated parameter, where the call gives what has no
/// derivative.
pub(super) fn stored(function: &Function<'_>, types: &Types) -> BTreeSet<VarId> {
    let mut found = BTreeSet::new();
    let mut is_cut = vec![false; function.exprs.len()];
    for (at, expr) in function.exprs.iter().enumerate() {
        if let Kind::StopGradient(_, first) = expr.kind {
            is_cut[first..at].fill(true);
        }
    }
    let named = |at: usize| if let Kind::Var(var) = function.exprs[at].kind { Some(var) } else { None };
    let depends = |var: &VarId| function.depending.contains(var);
    for (at, expr) in function.exprs.iter().enumerate() {
        let id = ExprId(u32::try_from(at).unwrap_or(u32::MAX));
        let (Kind::CallPath(_) | Kind::MethodCall(_), Some(source)) = (&expr.kind, function.source(id)) else {
            continue;
        };
        let parts = source.start.expr..at;
        let is_plain = matches!(types.expr(id), Ty::Discrete(name) if is_discrete(&name));
        if is_plain && parts.clone().any(|part| !is_cut[part] && named(part).as_ref().is_some_and(depends)) {
            found.extend(parts.filter_map(named).filter(|var| !depends(var) && is_host_type(&types.var(*var))));
        }
    }
    found
}

impl Lowering<'_, '_> {
    /// Asks whether what this code reads, and gives, can be a number that a call has stored.
    pub(super) fn reads_no_stored(&mut self, left: &Left, result: &Ty, span: Span) -> Lowered<()> {
        let gives_none = matches!(result, Ty::Discrete(name) if is_discrete(name)) || *result == Ty::unit();
        if gives_none {
            return Ok(());
        }
        for var in left.holes.iter().map(|hole| hole.var) {
            if !self.stored.contains(&var) || self.is_of_open_type(var) {
                continue;
            }
            let Some(value) = self.env.get(&var).cloned() else { continue };
            let (path, hole) = (located(crate_path(), span), hole(0));
            let code = quote_spanned! {span=>
                { use #path::__private::stored::*; (&&&&Stored(&#hole)).is_fixed() }
            };
            self.foreign("stored", code, &[value], &Shape::Tuple(Vec::new()), true, span)?;
        }
        Ok(())
    }

    /// Whether the type of a variable is one of which rustc does not know what it is made of.
    fn is_of_open_type(&self, var: VarId) -> bool {
        let Some(param) = self.function.params.iter().find(|param| param.pattern.bound() == Some(var)) else {
            return false;
        };
        let mut open: Vec<String> = type_names(self.generics).into_iter().map(ToString::to_string).collect();
        // It may be made of these.
        open.extend((!open.is_empty()).then(|| "Self".to_owned()));
        open.extend(["dyn", "impl"].map(str::to_owned));
        open.iter().any(|open| mentions(param.written.to_token_stream(), open))
    }
}
