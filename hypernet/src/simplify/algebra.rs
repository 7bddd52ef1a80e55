//! The algebra of sensitivities, of constants, and of tuples.
//!
//! Laws that are exact in IEEE arithmetic are used everywhere. `0 x = 0` is not exact, so it is used only for the structural
//! zero of sensitivities.

#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "a rule names the operations to which it applies: all others stay as they are"
)]

use super::work::Work;
use crate::label::{Comparison, Constant, DiscreteOp, Label, Operation};
use crate::net::{EdgeId, WireId};
use crate::primitive::Primitive;
use crate::types::Type;

/// Replaces an edge with one result by a wire that is one of its sources: the others are discarded.
fn keep_source(work: &mut Work<'_>, id: EdgeId, port: usize) {
    let edge = work.remove(id);
    for (at, &wire) in edge.sources.iter().enumerate() {
        if at != port {
            work.discard(wire);
        }
    }
    work.fuse(edge.sources[port], edge.targets[0]);
}

/// Replaces an edge with one result by another operation on some of its sources; the rest is discarded.
fn replace(work: &mut Work<'_>, id: EdgeId, operation: Operation, ports: &[usize]) {
    let level = work.net.edge(id).level;
    let edge = work.remove(id);
    for (at, &wire) in edge.sources.iter().enumerate() {
        if !ports.contains(&at) {
            work.discard(wire);
        }
    }
    let wire = work.operation(level, operation, ports.iter().map(|&port| edge.sources[port]).collect())[0];
    work.fuse(wire, edge.targets[0]);
}

/// `unpack` of `pack` is the bundle.
pub(super) fn unpack_pack(work: &mut Work<'_>, id: EdgeId) -> bool {
    let Some((edge, Operation::Unpack(_))) = work.at(id) else { return false };
    let wire = edge.sources[0];
    let Some((pack, Operation::Pack(_))) = work.producing(wire) else { return false };
    let targets = work.remove(id).targets;
    let sources = work.remove(pack).sources;
    work.net.remove_wire(wire);
    for (upper, lower) in sources.into_iter().zip(targets) {
        work.fuse(upper, lower);
    }
    true
}

/// `pack` of all that one `unpack` gives, in order, is the tuple.
pub(super) fn pack_unpack(work: &mut Work<'_>, id: EdgeId) -> bool {
    let Some((edge, Operation::Pack(_))) = work.at(id) else { return false };
    let Some(&first) = edge.sources.first() else { return false };
    let Some((unpack, Operation::Unpack(_))) = work.producing(first) else { return false };
    if work.net.edge(unpack).targets != edge.sources {
        return false;
    }
    let pack = work.remove(id);
    let unpack = work.remove(unpack);
    for wire in pack.sources {
        work.net.remove_wire(wire);
    }
    work.fuse(unpack.sources[0], pack.targets[0]);
    true
}

/// `0 ⊕ x = x = x ⊕ 0`.
pub(super) fn plus_zero(work: &mut Work<'_>, id: EdgeId) -> bool {
    let Some((edge, Operation::Plus(_))) = work.at(id) else { return false };
    let Some(port) = edge.sources.iter().position(|&wire| work.is_zero(wire)) else { return false };
    keep_source(work, id, 1 - port);
    true
}

/// A linear operation of zero is zero.
pub(super) fn linear_zero(work: &mut Work<'_>, id: EdgeId) -> bool {
    let Some((edge, operation)) = work.at(id) else { return false };
    let zero = |port: usize| edge.sources.get(port).is_some_and(|&wire| work.is_zero(wire));
    let vanishes = match operation {
        Operation::Primitive(primitive, _) => match primitive {
            Primitive::Neg | Primitive::ToDegrees | Primitive::ToRadians | Primitive::Div => zero(0),
            Primitive::Mul => zero(0) || zero(1),
            Primitive::Add | Primitive::Sub => zero(0) && zero(1),
            _ => false,
        },
        Operation::Cast(..) | Operation::Same(..) => zero(0),
        Operation::Select(_) => zero(1) && zero(2),
        _ => false,
    };
    if vanishes {
        let ty = work.net.wire(edge.targets[0]).ty.clone();
        replace(work, id, Operation::Zero(ty), &[]);
        return true;
    }
    // A sum with a zero that a pullback wrote with `+` or `-`.
    match operation {
        Operation::Primitive(Primitive::Add, _) if zero(0) => keep_source(work, id, 1),
        Operation::Primitive(Primitive::Add | Primitive::Sub, _) if zero(1) => keep_source(work, id, 0),
        Operation::Primitive(Primitive::Sub, scalar) if zero(0) => {
            let negation = Operation::Primitive(Primitive::Neg, scalar.clone());
            replace(work, id, negation, &[1]);
        }
        _ => return false,
    }
    true
}

/// Multiplication by 1 and -1, division by 1, powers 0 and 1.
pub(super) fn unit(work: &mut Work<'_>, id: EdgeId) -> bool {
    let Some((edge, Operation::Primitive(primitive, scalar))) = work.at(id) else { return false };
    let real = |port: usize| match work.constant(edge.sources[port])? {
        Constant::Real { value, .. } => Some(*value),
        Constant::Integer(_) | Constant::Bool(_) | Constant::Named { .. } => None,
    };
    let is = |port: usize, value: f64| real(port).is_some_and(|constant| constant.to_bits() == value.to_bits());
    let negation = Operation::Primitive(Primitive::Neg, scalar.clone());
    match primitive {
        Primitive::Mul if is(0, 1.0) => keep_source(work, id, 1),
        Primitive::Mul | Primitive::Div if is(1, 1.0) => keep_source(work, id, 0),
        Primitive::Mul if is(0, -1.0) => replace(work, id, negation, &[1]),
        Primitive::Mul | Primitive::Div if is(1, -1.0) => replace(work, id, negation, &[0]),
        Primitive::Powi => match work.constant(edge.sources[1]) {
            Some(Constant::Integer(1)) => keep_source(work, id, 0),
            Some(Constant::Integer(0)) => {
                let one = Operation::Constant(Constant::real(1.0), Type::Real(scalar.clone()));
                replace(work, id, one, &[]);
            }
            _ => return false,
        },
        _ => return false,
    }
    true
}

/// `--x = x`.
pub(super) fn negation(work: &mut Work<'_>, id: EdgeId) -> bool {
    let Some((edge, Operation::Primitive(Primitive::Neg, _))) = work.at(id) else { return false };
    let Some((inner, Operation::Primitive(Primitive::Neg, _))) = work.producing(edge.sources[0]) else { return false };
    let target = work.remove(id).targets[0];
    let inner = work.remove(inner);
    work.net.remove_wire(inner.targets[0]);
    work.fuse(inner.sources[0], target);
    true
}

/// A choice by a known condition, or between one value and itself.
pub(super) fn select(work: &mut Work<'_>, id: EdgeId) -> bool {
    let Some((edge, Operation::Select(_))) = work.at(id) else { return false };
    let known = match work.constant(edge.sources[0]) {
        Some(Constant::Bool(condition)) => Some(*condition),
        _ => None,
    };
    let copied = |wire: WireId| work.producer(wire).filter(|(_, label)| **label == Label::Copy).map(|(id, _)| id);
    let same = |a: WireId, b: WireId| copied(a).is_some() && copied(a) == copied(b);
    match known {
        Some(condition) => keep_source(work, id, if condition { 1 } else { 2 }),
        None if same(edge.sources[1], edge.sources[2]) => keep_source(work, id, 1),
        None => return false,
    }
    true
}

/// What is present is there.
pub(super) fn expect_present(work: &mut Work<'_>, id: EdgeId) -> bool {
    let Some((edge, Operation::Expect(_))) = work.at(id) else { return false };
    let wire = edge.sources[0];
    let Some((present, Operation::Present(_))) = work.producing(wire) else { return false };
    let target = work.remove(id).targets[0];
    let source = work.remove(present).sources[0];
    work.net.remove_wire(wire);
    work.fuse(source, target);
    true
}

/// An operation on constants whose result is exact, or is what the machine would compute.
pub(super) fn fold(work: &mut Work<'_>, id: EdgeId) -> bool {
    let Some((edge, operation)) = work.at(id) else { return false };
    // Most operations have none: nothing is collected for them.
    if edge.sources.first().is_some_and(|&wire| work.constant(wire).is_none()) {
        return false;
    }
    let constants: Option<Vec<&Constant>> = edge.sources.iter().map(|&wire| work.constant(wire)).collect();
    let Some(constants) = constants else { return false };
    let folded = match (operation, constants.as_slice()) {
        (Operation::Primitive(primitive, scalar), [Constant::Real { value: a, text }]) => {
            fold_unary(*primitive, *a, text).map(|constant| (constant, Type::Real(scalar.clone())))
        }
        (
            Operation::Primitive(primitive, scalar),
            [Constant::Real { value: a, .. }, Constant::Real { value: b, .. }],
        ) if &**scalar == "f64" => {
            fold_binary(*primitive, *a, *b).map(|constant| (constant, Type::Real(scalar.clone())))
        }
        (
            Operation::Compare(comparison, Type::Real(scalar)),
            [Constant::Real { value: a, .. }, Constant::Real { value: b, .. }],
        ) if &**scalar == "f64" || (exact_in_single(*a) && exact_in_single(*b)) => {
            Some((Constant::Bool(compare(*comparison, a, b)), Type::bool()))
        }
        (Operation::Compare(comparison, _), [Constant::Integer(a), Constant::Integer(b)]) => {
            Some((Constant::Bool(compare(*comparison, a, b)), Type::bool()))
        }
        (Operation::Discrete(op, name), [Constant::Integer(a), Constant::Integer(b)]) if name.is("i32") => {
            let value = match op {
                DiscreteOp::Add => a.checked_add(*b),
                DiscreteOp::Sub => a.checked_sub(*b),
                DiscreteOp::Mul => a.checked_mul(*b),
                DiscreteOp::Neg
                | DiscreteOp::Not
                | DiscreteOp::Div
                | DiscreteOp::Rem
                | DiscreteOp::And
                | DiscreteOp::Or
                | DiscreteOp::Xor
                | DiscreteOp::Shl
                | DiscreteOp::Shr => None,
            };
            value
                .filter(|&value| i32::try_from(value).is_ok())
                .map(|value| (Constant::Integer(value), Type::Discrete(name.clone())))
        }
        (Operation::Discrete(op, name), [Constant::Bool(a), Constant::Bool(b)]) => {
            let value = match op {
                DiscreteOp::And => Some(a & b),
                DiscreteOp::Or => Some(a | b),
                DiscreteOp::Xor => Some(a ^ b),
                DiscreteOp::Neg
                | DiscreteOp::Not
                | DiscreteOp::Add
                | DiscreteOp::Sub
                | DiscreteOp::Mul
                | DiscreteOp::Div
                | DiscreteOp::Rem
                | DiscreteOp::Shl
                | DiscreteOp::Shr => None,
            };
            value.map(|value| (Constant::Bool(value), Type::Discrete(name.clone())))
        }
        (Operation::Discrete(DiscreteOp::Not, name), [Constant::Bool(a)]) => {
            Some((Constant::Bool(!a), Type::Discrete(name.clone())))
        }
        (Operation::Cast(Type::Real(_), Type::Discrete(name)), [Constant::Real { value, .. }]) if name.is("i32") => {
            integral(*value).map(|value| (Constant::Integer(value.into()), Type::Discrete(name.clone())))
        }
        (Operation::Cast(Type::Discrete(_), Type::Real(scalar)), [Constant::Integer(a)]) => i32::try_from(*a)
            .ok()
            .filter(|a| a.unsigned_abs() < 1 << 24)
            .map(|a| (Constant::real(f64::from(a)), Type::Real(scalar.clone()))),
        _ => None,
    };
    let Some((constant, ty)) = folded else { return false };
    replace(work, id, Operation::Constant(constant, ty), &[]);
    true
}

fn fold_unary(primitive: Primitive, a: f64, text: &str) -> Option<Constant> {
    if primitive != Primitive::Neg || a.is_nan() {
        return None;
    }
    let text = text.strip_prefix('-').map_or_else(|| format!("-{text}"), str::to_owned);
    Some(Constant::Real { value: -a, text: text.into() })
}

fn fold_binary(primitive: Primitive, a: f64, b: f64) -> Option<Constant> {
    let value = match primitive {
        Primitive::Add => a + b,
        Primitive::Sub => a - b,
        Primitive::Mul => a * b,
        Primitive::Div => a / b,
        _ => return None,
    };
    value.is_finite().then(|| Constant::real(value))
}

/// The integer that a constant is, if it is one and every scalar type has it.
#[expect(clippy::cast_possible_truncation, reason = "the bounds are checked")]
fn integral(value: f64) -> Option<i32> {
    (value.fract() == 0.0 && value.abs() < f64::from(1 << 24)).then_some(value as i32)
}

/// Whether a constant is the same number at every precision that a scalar may have.
#[expect(clippy::cast_possible_truncation, reason = "the question is whether something is lost")]
fn exact_in_single(value: f64) -> bool {
    f64::from(value as f32).to_bits() == value.to_bits()
}

fn compare<T: PartialOrd>(comparison: Comparison, a: &T, b: &T) -> bool {
    match comparison {
        Comparison::Lt => a < b,
        Comparison::Le => a <= b,
        Comparison::Gt => a > b,
        Comparison::Ge => a >= b,
        Comparison::Eq => a == b,
        Comparison::Ne => a != b,
    }
}
