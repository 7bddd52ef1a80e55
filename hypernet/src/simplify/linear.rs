//! Sums of products, as a person writes them: common factors outside, signs outside, doubles as products.
//!
//! Signs move exactly. Factoring and doubling change how a sum is rounded, so they begin at a `⊕`: only the reverse pass
//! has it, and the order of its additions is ours.

use super::work::Work;
use crate::label::{Constant, Label, Operation};
use crate::net::{EdgeId, WireId};
use crate::primitive::Primitive;
use crate::types::Type;

/// How far back through copies to look for the origin of a factor.
const REACH: usize = 32;

/// The primitive that makes a wire, if it is this one.
fn made_by(work: &Work<'_>, wire: WireId, primitive: Primitive) -> Option<EdgeId> {
    match work.producing(wire)? {
        (edge, Operation::Primitive(found, _)) if *found == primitive => Some(edge),
        _ => None,
    }
}

/// Where a wire comes from through copies; as far as [`REACH`].
fn origin(work: &Work<'_>, mut wire: WireId) -> WireId {
    for _ in 0..REACH {
        match work.producer(wire) {
            Some((copy, Label::Copy)) => wire = work.net.edge(copy).sources[0],
            _ => break,
        }
    }
    wire
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

/// `(-x) ⊕ (-y) = -(x ⊕ y)`.
pub(super) fn sign_of_sum(work: &mut Work<'_>, id: EdgeId) -> bool {
    let Some((edge, Operation::Plus(Type::Real(scalar)))) = work.at(id) else { return false };
    let (scalar, level) = (scalar.clone(), edge.level);
    let negated = |port: usize| made_by(work, edge.sources[port], Primitive::Neg);
    let (Some(first), Some(second)) = (negated(0), negated(1)) else { return false };
    let target = work.remove(id).targets[0];
    let operands = [first, second]
        .map(|negation| {
            let negation = work.remove(negation);
            work.net.remove_wire(negation.targets[0]);
            negation.sources[0]
        })
        .to_vec();
    let sum = work.operation(level, Operation::Plus(Type::Real(scalar.clone())), operands)[0];
    let negated = work.operation(level, Operation::Primitive(Primitive::Neg, scalar), vec![sum])[0];
    work.fuse(negated, target);
    true
}

/// `c x ⊕ c x = (2 c) x`, where both are copies of one product with a constant.
pub(super) fn double(work: &mut Work<'_>, id: EdgeId) -> bool {
    let Some((edge, Operation::Plus(Type::Real(scalar)))) = work.at(id) else { return false };
    let (scalar, level, sources) = (scalar.clone(), edge.level, edge.sources.clone());
    let Some((copy, Label::Copy)) = work.producer(sources[0]) else { return false };
    if work.producer(sources[1]).is_none_or(|(other, _)| other != copy) {
        return false;
    }
    let Some(product) = made_by(work, work.net.edge(copy).sources[0], Primitive::Mul) else { return false };
    let factors = work.net.edge(product).sources.clone();
    let constant = (0..2).find_map(|port| match work.constant(factors[port]) {
        Some(Constant::Real { value, .. }) if (2.0 * value).is_finite() => Some((port, 2.0 * value)),
        _ => None,
    });
    let Some((port, value)) = constant else { return false };
    let target = work.remove(id).targets[0];
    let copied = work.remove(copy).sources[0];
    for wire in sources {
        work.net.remove_wire(wire);
    }
    work.remove(product);
    work.net.remove_wire(copied);
    work.discard(factors[port]);
    let doubled = Operation::Constant(Constant::real(value), Type::Real(scalar.clone()));
    let mut operands = factors;
    operands[port] = work.operation(level, doubled, Vec::new())[0];
    let product = work.operation(level, Operation::Primitive(Primitive::Mul, scalar), operands)[0];
    work.fuse(product, target);
    true
}

/// `x d ⊕ y d = (x ⊕ y) d`, with signs.
pub(super) fn factor(work: &mut Work<'_>, id: EdgeId) -> bool {
    let Some((edge, Operation::Plus(Type::Real(scalar)))) = work.at(id) else { return false };
    let (scalar, level, sources) = (scalar.clone(), edge.level, edge.sources.clone());
    let term = |wire: WireId| match made_by(work, wire, Primitive::Neg) {
        Some(negation) => Some((Some(negation), made_by(work, work.net.edge(negation).sources[0], Primitive::Mul)?)),
        None => Some((None, made_by(work, wire, Primitive::Mul)?)),
    };
    let (Some(first), Some(second)) = (term(sources[0]), term(sources[1])) else { return false };
    if first.0.is_some() && second.0.is_some() {
        return false;
    }
    let factors = |product: EdgeId| work.net.edge(product).sources.clone();
    let (a, b) = (factors(first.1), factors(second.1));
    let origins = |wires: &[WireId]| [origin(work, wires[0]), origin(work, wires[1])];
    let (of_a, of_b) = (origins(&a), origins(&b));
    let common = (0..2).flat_map(|i| (0..2).map(move |j| (i, j))).find(|&(i, j)| of_a[i] == of_b[j]);
    let Some((i, j)) = common else { return false };

    let target = work.remove(id).targets[0];
    for wire in &sources {
        work.net.detach(*wire);
    }
    for (negation, product) in [first, second] {
        if let Some(negation) = negation {
            let negation = work.remove(negation);
            work.net.remove_wire(negation.targets[0]);
        }
        let product = work.remove(product);
        work.net.remove_wire(product.targets[0]);
    }
    let rest = match (first.0, second.0) {
        (None, None) => (Operation::Plus(Type::Real(scalar.clone())), [a[1 - i], b[1 - j]]),
        (Some(_), _) => (Operation::Primitive(Primitive::Sub, scalar.clone()), [b[1 - j], a[1 - i]]),
        _ => (Operation::Primitive(Primitive::Sub, scalar.clone()), [a[1 - i], b[1 - j]]),
    };
    let sum = work.operation(level, rest.0, rest.1.to_vec())[0];
    work.discard(b[j]);
    let product = work.operation(level, Operation::Primitive(Primitive::Mul, scalar), vec![sum, a[i]])[0];
    work.fuse(product, target);
    true
}
