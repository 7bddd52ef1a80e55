//! Rules about structs: a field of a struct that was put together, and cotangents field by field.

#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "a rule names the operations to which it applies: all others stay as they are"
)]

use std::sync::Arc;

use super::work::Work;
use crate::label::{Field, Form, Label, Operation, Record};
use crate::net::{EdgeId, IdMap, Producer, WireId};
use crate::types::Type;

/// A field of a struct that was put together is what was put there; a field of a cotangent that does not have it is zero.
pub(super) fn project(work: &mut Work<'_>, id: EdgeId) -> bool {
    let Some((edge, Operation::Project(asked))) = work.at(id) else { return false };
    let (level, wire) = (edge.level, edge.sources[0]);
    let Some((name, ty)) = asked.fields.first().cloned() else { return false };
    let Some((producer, operation)) = work.producing(wire) else { return false };
    match operation.clone() {
        Operation::View(form, _) => match form {
            // A field is looked at where the struct stands.
            Form::Reference
            | Form::OpenReference
            | Form::Passed
            | Form::Referent
            | Form::Copied
            | Form::Clone
            | Form::Second
            | Form::Moved => {
                look_above(work, id, producer);
                true
            }
            // The type is to be said first; a function has no fields.
            Form::Said(_) | Form::Crossing(_) => false,
        },
        Operation::Record(record) => {
            let at = record.fields.iter().position(|(found, _)| *found == name);
            if at.is_none() && (!record.is_cotangent() || record.fields.iter().any(|(found, _)| found.overlaps(&name)))
            {
                return false;
            }
            // Of what is put there only the struct may say that it is a number or an array: then it is read there.
            let target = edge.targets[0];
            if at.is_some_and(|at| work.is_known_to_host(work.net.edge(producer).sources[at], target)) {
                return false;
            }
            work.remove(id);
            let sources = work.remove(producer).sources;
            work.net.remove_wire(wire);
            for (port, &source) in sources.iter().enumerate() {
                if Some(port) != at {
                    work.end(source);
                }
            }
            let field = match at {
                Some(at) => sources[at],
                None => work.operation(level, Operation::Zero(ty), Vec::new())[0],
            };
            work.fuse(field, target);
            true
        }
        Operation::Zero(_) => {
            let target = work.remove(id).targets[0];
            work.remove(producer);
            work.net.remove_wire(wire);
            let zero = work.operation(level, Operation::Zero(ty), Vec::new())[0];
            work.fuse(zero, target);
            true
        }
        Operation::Update(record) if record.fields.first().is_some_and(|(found, _)| *found == name) => {
            let (target, value) = (edge.targets[0], work.net.edge(producer).sources[1]);
            let of_another_type = work.net.wire(value).ty != ty;
            if of_another_type && work.is_zero(value) {
                work.remove(id);
                let update = work.remove(producer);
                work.net.remove_wire(wire);
                work.end(update.sources[0]);
                work.end(update.sources[1]);
                let zero = work.operation(level, Operation::Zero(ty), Vec::new())[0];
                work.fuse(zero, target);
                return true;
            }
            if work.is_known_to_host(value, target) {
                return false;
            }
            work.remove(id);
            let update = work.remove(producer);
            work.net.remove_wire(wire);
            work.discard(update.sources[0]);
            work.fuse(update.sources[1], target);
            true
        }
        // A field of a field is one field: it may have been put there alone.
        Operation::Project(around) if asked.is_cotangent() && around.is_cotangent() => {
            let Some((outer, _)) = around.fields.first() else { return false };
            let field: Field = outer.way().iter().chain(name.way()).cloned().collect();
            let record = Record { ty: around.ty.clone(), id: around.id, fields: vec![(field, ty)] };
            look_above(work, id, producer);
            work.net.edge_mut(id).label = Label::Operation(Operation::Project(Arc::new(record)));
            true
        }
        Operation::Update(record) if !record.fields.iter().any(|(found, _)| found.overlaps(&name)) => {
            let update = look_above(work, id, producer);
            work.end(update.sources[1]);
            true
        }
        _ => false,
    }
}

/// Lets the projection look at the first source of what makes the struct, which goes.
fn look_above(work: &mut Work<'_>, projection: EdgeId, producer: EdgeId) -> crate::net::Edge {
    let wire = work.net.edge(projection).sources[0];
    work.net.detach(wire);
    work.net.edge_mut(projection).sources.clear();
    let edge = work.remove(producer);
    work.net.remove_wire(wire);
    work.net.push_source(projection, edge.sources[0]);
    work.touch(projection);
    edge
}

/// A reference to a copy of what a reference refers to is that reference.
pub(super) fn referred(work: &mut Work<'_>, id: EdgeId) -> bool {
    let Some((edge, Operation::View(Form::Reference, _))) = work.at(id) else { return false };
    let wire = edge.sources[0];
    let Some((copied, Operation::View(Form::Copied, _))) = work.producing(wire) else { return false };
    let target = work.remove(id).targets[0];
    let source = work.remove(copied).sources[0];
    work.net.remove_wire(wire);
    work.fuse(source, target);
    true
}

/// What a parameter is said to be is known, once it is no parameter any more.
pub(super) fn said(work: &mut Work<'_>, id: EdgeId) -> bool {
    let Some((edge, Operation::View(Form::Said(_), _))) = work.at(id) else { return false };
    // A part of a parameter is one too.
    let mut root = work.root(edge.sources[0], &mut IdMap::default());
    while let Some((tuple, Operation::Unpack(_))) = work.producing(root) {
        root = work.root(work.net.edge(tuple).sources[0], &mut IdMap::default());
    }
    if matches!(work.net.wire(root).producer, Producer::Input(_)) {
        return false;
    }
    let edge = work.remove(id);
    work.fuse(edge.sources[0], edge.targets[0]);
    true
}

/// A struct that was put together, with another value in a field, is put together with that.
pub(super) fn update(work: &mut Work<'_>, id: EdgeId) -> bool {
    let Some((edge, Operation::Update(updated))) = work.at(id) else { return false };
    let (level, base) = (edge.level, edge.sources[0]);
    let updated = updated.clone();
    let Some((name, ty)) = updated.fields.first().cloned() else { return false };
    let (producer, mut fields) = match work.producing(base) {
        Some((producer, Operation::Record(record))) => (producer, record.fields.clone()),
        Some((producer, Operation::Zero(_))) => (producer, Vec::new()),
        _ => return false,
    };
    let at = fields.iter().position(|(found, _)| *found == name);
    if at.is_none() && (!updated.is_cotangent() || fields.iter().any(|(found, _)| found.overlaps(&name))) {
        return false;
    }
    let edge = work.remove(id);
    let mut sources = work.remove(producer).sources;
    work.net.remove_wire(base);
    let value = edge.sources[1];
    if let Some(at) = at {
        let before = std::mem::replace(&mut sources[at], value);
        fields[at].1 = ty;
        work.end(before);
    } else {
        fields.push((name, ty));
        sources.push(value);
    }
    let record = Record { ty: updated.ty.clone(), id: updated.id, fields };
    let wire = work.operation(level, Operation::Record(Arc::new(record)), sources)[0];
    work.fuse(wire, edge.targets[0]);
    true
}

/// A field of a cotangent that is zero need not be named; a cotangent without fields is zero.
pub(super) fn zero_fields(work: &mut Work<'_>, id: EdgeId) -> bool {
    let Some((edge, Operation::Record(record))) = work.at(id) else { return false };
    if !record.is_cotangent() {
        return false;
    }
    let zero: Vec<bool> = edge.sources.iter().map(|&wire| work.is_zero(wire)).collect();
    if !record.fields.is_empty() && !zero.contains(&true) {
        return false;
    }
    let (level, record) = (edge.level, record.clone());
    let edge = work.remove(id);
    let mut kept: Vec<((Field, Type), WireId)> = Vec::with_capacity(zero.len());
    for ((field, wire), zero) in record.fields.iter().cloned().zip(edge.sources).zip(zero) {
        if zero {
            work.discard(wire);
        } else {
            kept.push((field, wire));
        }
    }
    let wire = put_together(work, level, &record, kept);
    work.fuse(wire, edge.targets[0]);
    true
}

/// Two cotangents of one struct are added field by field.
pub(super) fn plus(work: &mut Work<'_>, id: EdgeId) -> bool {
    let Some((edge, Operation::Plus(Type::Cotangent(_)))) = work.at(id) else { return false };
    let (level, operands) = (edge.level, edge.sources.clone());
    let record = |wire: WireId| match work.producing(wire) {
        Some((producer, Operation::Record(record))) => Some((producer, record.clone())),
        _ => None,
    };
    let (Some((first, one)), Some((second, other))) = (record(operands[0]), record(operands[1])) else { return false };
    // Accumulators are added where they are.
    let apart = |(a, ty): &(Field, Type)| {
        let is_value = |other: &Type| ty.is_copyable() && other.is_copyable();
        other.fields.iter().all(|(b, other)| a == b && is_value(other) || !a.overlaps(b))
    };
    if !one.fields.iter().all(apart) {
        return false;
    }
    let target = work.remove(id).targets[0];
    let (left, right) = (work.remove(first).sources, work.remove(second).sources);
    for wire in operands {
        work.net.remove_wire(wire);
    }
    let mut sum: Vec<((Field, Type), WireId)> = one.fields.iter().cloned().zip(left).collect();
    for ((name, ty), wire) in other.fields.iter().cloned().zip(right) {
        match sum.iter_mut().find(|((found, _), _)| *found == name) {
            Some((_, known)) => *known = work.operation(level, Operation::Plus(ty), vec![*known, wire])[0],
            None => sum.push(((name, ty), wire)),
        }
    }
    let wire = put_together(work, level, &one, sum);
    work.fuse(wire, target);
    true
}

/// What is added to a field that has just become zero is the value of that.
pub(super) fn plus_updated(work: &mut Work<'_>, id: EdgeId) -> bool {
    let Some((edge, Operation::Plus(Type::Cotangent(_)))) = work.at(id) else { return false };
    let (level, operands) = (edge.level, edge.sources.clone());
    let updated = |wire: WireId| match work.producing(wire) {
        Some((update, Operation::Update(field))) if work.is_zero(work.net.edge(update).sources[1]) => {
            Some((update, field.fields[0].0.clone()))
        }
        _ => None,
    };
    let record = |wire: WireId| match work.producing(wire) {
        Some((made, Operation::Record(record))) => Some((made, record.clone())),
        _ => None,
    };
    let both =
        [(0, 1), (1, 0)].into_iter().find_map(|(one, other)| Some((updated(operands[one])?, record(operands[other])?)));
    let Some(((update, field), (made, record))) = both else { return false };
    let Some(at) = record.fields.iter().position(|(other, _)| *other == field) else { return false };
    let target = work.remove(id).targets[0];
    let (base, mut values) = (work.remove(update).sources, work.remove(made).sources);
    for wire in operands {
        work.net.remove_wire(wire);
    }
    work.discard(base[1]);
    let (value, mut fields) = (values.remove(at), record.fields.clone());
    let one = Record { fields: vec![fields.remove(at)], ..(*record).clone() };
    let mut sum = work.operation(level, Operation::Update(Arc::new(one)), vec![base[0], value])[0];
    if !fields.is_empty() {
        let rest = put_together(work, level, &record, fields.into_iter().zip(values).collect());
        sum = work.operation(level, Operation::Plus(record.ty.clone()), vec![sum, rest])[0];
    }
    work.fuse(sum, target);
    true
}

fn put_together(
    work: &mut Work<'_>,
    level: crate::net::Level,
    record: &Record,
    fields: Vec<((Field, Type), WireId)>,
) -> WireId {
    let (fields, wires): (Vec<(Field, Type)>, Vec<WireId>) = fields.into_iter().unzip();
    let operation = if fields.is_empty() {
        Operation::Zero(record.ty.clone())
    } else {
        Operation::Record(Arc::new(Record { ty: record.ty.clone(), id: record.id, fields }))
    };
    work.operation(level, operation, wires)[0]
}
