//! The fields of structs that a function puts together itself: a literal says all of them. A field of another name is reached through `Deref`,
//! and what is put together does not say what is there.

use std::collections::{BTreeMap, BTreeSet};

use hypernet::Name;

use crate::diagnostic::{Diagnostic, refusal};
use crate::infer::Types;
use crate::syntax::{ExprId, Function, Kind, Target, Ty};

/// What is refused of the fields that a function names of such structs.
pub(super) fn others(function: &Function<'_>, types: &Types) -> Vec<Diagnostic> {
    let mut literals: BTreeMap<Name, BTreeSet<&str>> = BTreeMap::new();
    for expr in &function.exprs {
        if let Kind::Struct(structure) = &expr.kind
            && structure.base.is_none()
            && let Ty::Opaque(Some(of)) = &structure.result
        {
            literals.entry(of.clone()).or_default().extend(structure.fields.iter().map(|(name, _)| name.as_str()));
        }
    }
    if literals.is_empty() {
        return Vec::new();
    }
    let is_other = |of: &Ty, field: &str| {
        let known = if let Ty::Opaque(Some(of)) = of { literals.get(of) } else { None };
        known.is_some_and(|known| !known.contains(field))
    };
    let mut refused = Vec::new();
    for (at, expr) in function.exprs.iter().enumerate() {
        let of = |base: &ExprId| types.expr(*base);
        let is_refused = match &expr.kind {
            Kind::Member(base, name) => is_other(&of(base), &name.to_string()),
            Kind::Field(base, index, Some(_)) => is_other(&of(base), &index.to_string()),
            Kind::Assign(Target::Var(var, fields, _), _) => {
                fields.first().is_some_and(|field| is_other(&types.var(*var), field))
            }
            _ => false,
        };
        if is_refused {
            let span = if let Kind::Member(_, name) = &expr.kind { name.span() } else { function.exprs[at].span };
            refused.push(refusal::OTHER_FIELD.on(span));
        }
    }
    refused
}
