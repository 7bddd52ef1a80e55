//! A struct is read before it is moved. Branches that change a field of a struct move it; branches that only look at it come first. The source has them
//! in this order, and the net says nothing of it.

use std::collections::BTreeSet;

use hypernet::{EdgeId, Hypernet, Level, Operation, Type, WireId};

use super::live::branch;

/// The edges of a level in an order in which structs are read before they are moved.
pub(super) fn reads_before_moves(net: &Hypernet, mut order: Vec<EdgeId>) -> Vec<EdgeId> {
    let mut at = 0;
    while at < order.len() {
        let moved = moved_by(net, order[at]);
        if moved.is_empty() {
            at += 1;
            continue;
        }
        let after = &order[at + 1..];
        let is_read = |id: EdgeId| reads(net, id, &moved);
        let Some(last) = after.iter().rposition(|&id| is_read(id)) else {
            at += 1;
            continue;
        };
        // What reads it, and what that needs.
        let mut earlier = BTreeSet::new();
        for place in (0..=last).rev() {
            let needed = |id: EdgeId| earlier.iter().any(|&other: &usize| needs(net, after[other], id));
            if is_read(after[place]) || needed(after[place]) {
                earlier.insert(place);
            }
        }
        if earlier.iter().any(|&place| needs(net, after[place], order[at])) {
            at += 1;
            continue;
        }
        let (first, rest): (Vec<_>, Vec<_>) =
            after.iter().copied().enumerate().partition(|(place, _)| earlier.contains(place));
        let mover = order[at];
        order.truncate(at);
        order.extend(first.into_iter().map(|(_, id)| id));
        at = order.len() + 1;
        order.push(mover);
        order.extend(rest.into_iter().map(|(_, id)| id));
    }
    order
}

/// The structs that an edge moves, and gives on with other fields.
fn moved_by(net: &Hypernet, id: EdgeId) -> Vec<WireId> {
    let sources = net.edge(id).sources().iter().enumerate();
    let moved = sources.filter(|&(port, &wire)| matches!(net.wire(wire).ty(), Type::Opaque(_)) && moves(net, id, port));
    moved.map(|(_, &wire)| net.root(wire)).collect()
}

/// Whether an edge moves what it takes here. Of what else takes structs, the order of the source holds.
fn moves(net: &Hypernet, id: EdgeId, port: usize) -> bool {
    match net.edge(id).operation() {
        Some(Operation::Update(_)) => port == 0,
        Some(Operation::Cond(..)) => insides(net, id, port).into_iter().any(|(inner, input)| {
            let level = Level::Inside(inner);
            let is_it = |wire: &WireId| net.root(*wire) == input;
            net.region(level).outputs().iter().any(is_it)
                || net.sorted_edges(level).into_iter().any(|id| {
                    let sources = net.edge(id).sources().iter().enumerate();
                    sources.filter(|(_, wire)| is_it(wire)).any(|(port, _)| moves(net, id, port))
                })
        }),
        _ => false,
    }
}

/// Whether an edge reads one of these structs, and does not move it.
fn reads(net: &Hypernet, id: EdgeId, structs: &[WireId]) -> bool {
    let edge = net.edge(id);
    let is_reader = matches!(edge.operation(), Some(Operation::Project(_) | Operation::Cond(..)));
    let sources = || edge.sources().iter().enumerate().filter(|(_, wire)| structs.contains(&net.root(**wire)));
    is_reader && sources().next().is_some() && !sources().any(|(port, _)| moves(net, id, port))
}

/// The inside of each branch, and what an operand of the branches is there.
fn insides(net: &Hypernet, id: EdgeId, port: usize) -> Vec<(EdgeId, WireId)> {
    let sources = net.edge(id).sources();
    let Some(argument) = port.checked_sub(3) else { return Vec::new() };
    let inside = |&function: &WireId| {
        let inner = branch(net, function)?;
        let inputs = net.region(Level::Inside(inner)).inputs();
        let params = inputs.len().checked_sub(sources.len() - 3)?;
        Some((inner, *inputs.get(params + argument)?))
    };
    sources[1..3].iter().filter_map(inside).collect()
}

/// Whether an edge takes what another one gives.
fn needs(net: &Hypernet, id: EdgeId, other: EdgeId) -> bool {
    let gives = |&wire: &WireId| net.producer_edge(net.root(wire)).is_some_and(|(maker, _)| maker == other);
    net.edge(id).sources().iter().any(gives)
}
