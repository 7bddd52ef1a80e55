//! Signs move out of products. The result is exact, so the rule is used everywhere.

use super::work::Work;
use crate::label::{Constant, Operation};
use crate::net::{EdgeId, WireId};
use crate::primitive::Primitive;
use crate::types::Type;

/// The primitive that makes a wire, if it is this one.
fn made_by(work: &Work<'_>, wire: WireId, primitive: Primitive) -> Option<EdgeId> {
    match work.producing(wire)? {
        (edge, Operation::Primitive(found, _)) if *found == primitive => Some(edge),
        _ => None,
    }
}

/// `(-x) y = -(x y)`, `(-x) / y = -(x / y)`, `c (-x) = (-c) x`.
pub(super) fn sign_outside(work: &mut Work<'_>, id: EdgeId) -> bool {
    let Some((edge, Operation::Primitive(primitive @ (Primitive::Mul | Primitive::Div), scalar))) = work.at(id) else {
        return false;
    };
    let (primitive, scalar, level) = (*primitive, scalar.clone(), edge.level);
    let Some((port, negation)) =
        (0..2).find_map(|port| Some((port, made_by(work, edge.sources[port], Primitive::Neg)?)))
    else {
        return false;
    };
    let other = edge.sources[1 - port];
    let constant = match (work.producing(other), work.constant(other)) {
        (Some((constant, _)), Some(Constant::Real { value, text })) => {
            let text = text.strip_prefix('-').map_or_else(|| format!("-{text}"), str::to_owned);
            Some((constant, Constant::Real { value: -value, text: text.into() }))
        }
        _ => None,
    };
    let edge = work.remove(id);
    let negation = work.remove(negation);
    work.net.remove_wire(negation.targets[0]);
    let mut operands = edge.sources.clone();
    operands[port] = negation.sources[0];
    if let Some((producer, negated)) = constant {
        work.remove(producer);
        work.net.remove_wire(other);
        operands[1 - port] =
            work.operation(level, Operation::Constant(negated, Type::Real(scalar.clone())), Vec::new())[0];
        let product = work.operation(level, Operation::Primitive(primitive, scalar), operands)[0];
        work.fuse(product, edge.targets[0]);
        return true;
    }
    let product = work.operation(level, Operation::Primitive(primitive, scalar.clone()), operands)[0];
    let negated = work.operation(level, Operation::Primitive(Primitive::Neg, scalar), vec![product])[0];
    work.fuse(negated, edge.targets[0]);
    true
}
