//! The fields of structs that a function puts together itself: a literal says all of them. A field of another name is reached through `Deref`,
//! and what is put together does not say what is there.

use std::collections::{BTreeMap, BTreeSet};

use hypernet::Name;

use crate::diagnostic::{Diagnostic, refusal};
use crate::infer::Types;
use crate::input::definitions::Definitions;
use crate::syntax::{ExprId, Function, Kind, Target, Ty};

/// What is refused of the fields that a function names of such structs.
#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else names a field")]
pub(super) fn others(function: &Function<'_>, types: &Types, structs: &Definitions) -> Vec<Diagnostic> {
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
    // None for a field of the literal. Of one that is misspelt, or that the literal lacks, rustc says so: that is true then.
    let other = |of: &Ty, field: &str| {
        let Ty::Opaque(Some(of)) = of else { return None };
        let known = literals.get(of).filter(|known| !known.contains(field))?;
        let definition = structs.get(of);
        let all = definition.iter().flat_map(|definition| definition.fields.iter().map(|(name, _)| name.as_str()));
        Some(all.chain(known.iter().copied()).any(|own| is_alike(own, field)))
    };
    let mut refused = Vec::new();
    for expr in &function.exprs {
        let of = |base: &ExprId| types.expr(*base);
        let found = match &expr.kind {
            Kind::Member(base, name) => other(&of(base), &name.to_string()).map(|said| (name.span(), said)),
            Kind::Field(base, index, Some(_)) => other(&of(base), &index.to_string()).map(|_| (expr.span, true)),
            Kind::Assign(Target::Var(var, fields, _), _) => {
                let first = fields.first().and_then(|field| other(&types.var(*var), field));
                first.map(|said| (expr.span, said))
            }
            _ => None,
        };
        refused.extend(found.map(|(span, is_said)| {
            let refused = refusal::OTHER_FIELD.on(span);
            if is_said { refused.left_to_rustc() } else { refused }
        }));
    }
    refused
}

/// Whether one name is the other one, or that with another letter, or a letter more or less.
fn is_alike(one: &str, other: &str) -> bool {
    let begins = one.chars().zip(other.chars()).take_while(|(one, other)| one == other).count();
    let ends = one.chars().rev().zip(other.chars().rev()).take_while(|(one, other)| one == other).count();
    let (shorter, longer) =
        (one.chars().count().min(other.chars().count()), one.chars().count().max(other.chars().count()));
    longer - shorter <= 1 && begins + ends + 1 >= longer
}
