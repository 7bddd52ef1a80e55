//! Integer literals that get names: their types may be those of anything that is done with the names, which only rustc knows.

use hypernet::ids::IdSet;

use hypernet::Type;
use proc_macro2::{Literal, Span};
use quote::quote;

use super::value::Val;
use super::{Lowered, Lowering};
use crate::program::Shape;
use crate::syntax::{ExprId, Function, Kind, Statement};

/// The literals that variables, parameters and fields hold, as they are written.
#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else gives a value a name, or is one of several values")]
pub(super) fn named(function: &Function<'_>) -> IdSet<ExprId> {
    let mut found = IdSet::new();
    let mut pending: Vec<ExprId> = function.closures.iter().map(|closure| closure.body).collect();
    for expr in &function.exprs {
        match &expr.kind {
            Kind::Block(statements, _) => pending.extend(statements.iter().filter_map(|statement| match statement {
                Statement::Let(_, value, _) => *value,
                Statement::Expr(_) => None,
            })),
            Kind::Assign(_, value) => pending.push(*value),
            Kind::Call(_, args) => pending.extend(args),
            Kind::Struct(structure) => pending.extend(structure.fields.iter().map(|(_, value)| *value)),
            Kind::Jump(jump) => pending.extend(jump.value.map(|(_, value)| value)),
            _ => {}
        }
    }
    while let Some(id) = pending.pop() {
        match &function.expr(id).kind {
            Kind::Int(..) => {
                found.insert(id);
            }
            Kind::Neg(inside) => pending.push(*inside),
            Kind::Tuple(parts) => pending.extend(parts),
            Kind::Block(_, last) => pending.extend(*last),
            Kind::If(_, then, other) => pending.extend(other.iter().copied().chain([*then])),
            Kind::Match(_, arms) => pending.extend(arms.iter().map(|arm| arm.body)),
            _ => {}
        }
    }
    found
}

impl Lowering<'_, '_> {
    /// Such a literal, of which nothing says what it is: where it has a name, that name stays one.
    pub(super) fn open_number(&mut self, value: i128, ty: Type, span: Span) -> Lowered<Val> {
        let sign = (value < 0).then(|| quote!(-));
        let mut digits = Literal::u128_unsuffixed(value.unsigned_abs());
        digits.set_span(span);
        self.foreign("number", quote!(#sign #digits), &[], &Shape::Leaf(ty), false, span)
    }
}
