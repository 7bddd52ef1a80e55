//! Moves on nets that the rules of the transformation share.

use crate::label::{Label, Operation};
use crate::net::{Consumer, Edge, EdgeId, Hypernet, IdMap, Level, Producer, WireId};
use crate::types::Type;

/// Copies a level into an empty one, interfaces included. The inside of each abstraction is replaced by a single
/// operation that stands for it. Gives the copy of each edge.
pub(super) fn copy_elided(net: &mut Hypernet, from: Level, to: Level) -> IdMap<EdgeId, EdgeId> {
    let region = net.region(from).clone();
    // By their slot in the level.
    let mut wires = Vec::with_capacity(region.wires.len());
    for &id in region.wires.as_slice() {
        let (ty, name) = (net.wire(id).ty.clone(), net.wire(id).name.clone());
        wires.push(net.add_wire(to, ty, name));
    }
    let all = |net: &Hypernet, of: &[WireId]| {
        let mut all = Vec::with_capacity(of.len());
        for &wire in of {
            all.push(wires.as_slice()[net.wire(wire).slot as usize]);
        }
        all
    };
    let mut twins = IdMap::default();
    for &id in &region.edges {
        let edge = net.edge(id);
        let (label, sources, targets) = (edge.label.clone(), all(net, &edge.sources), all(net, &edge.targets));
        let abstraction = matches!(label, Label::Abstraction);
        let copy = net.add_edge(to, label, sources, targets);
        twins.insert(id, copy);
        if abstraction {
            let content = net.region(Level::Inside(id));
            let (inputs, outputs) = (net.types(&content.inputs), net.types(&content.outputs));
            let inside = Level::Inside(copy);
            let sources: Vec<WireId> = inputs.iter().map(|ty| net.add_input(inside, ty.clone(), None)).collect();
            let label = Label::Operation(super::elided(inputs, outputs.clone()));
            let (_, targets) = net.add_edge_with_targets(inside, label, sources, outputs);
            net.set_outputs(inside, targets);
        }
    }
    let (inputs, outputs) = (all(net, &region.inputs), all(net, &region.outputs));
    net.set_inputs(to, inputs);
    net.set_outputs(to, outputs);
    twins
}

/// Removes a fringe edge of the net inside a box: what it took becomes output instead of what it gave. Gives the edge as
/// it was, and for each of its sources the port of the output interface where it now is; the ports of its targets are
/// filled from the left, so that the outputs beside it stay where they are as far as possible. `moved` is told, in
/// order, of each change of the interface, so that the box's own ports can follow.
pub(super) fn erase(net: &mut Hypernet, id: EdgeId, moved: &mut dyn FnMut(&mut Hypernet, Change)) -> Edge {
    let level = net.edge(id).level;
    let edge = net.remove_edge(id);
    let mut ports = Vec::with_capacity(edge.targets.len());
    for &wire in edge.targets.as_slice() {
        let Consumer::Output(port) = net.wire(wire).consumer else {
            unreachable!("the targets of a fringe edge are outputs")
        };
        ports.push(port);
        moved(net, Change::Leave(port));
        net.detach(wire);
        net.remove_wire(wire);
    }
    for (i, &wire) in edge.sources.as_slice().iter().enumerate() {
        if i < ports.len() {
            let port = ports.as_slice()[i];
            net.attach(wire, Consumer::Output(port));
            moved(net, Change::Enter(port, wire));
        } else {
            net.push_output(level, wire);
            moved(net, Change::Push(wire));
        }
    }
    // The highest first.
    let free = ports.get_mut(edge.sources.len()..).unwrap_or_default();
    free.sort_unstable_by_key(|&port| std::cmp::Reverse(port));
    for &port in free.iter() {
        let outputs = &mut net.region_mut(level).outputs;
        outputs.swap_remove(port as usize);
        if let Some(&last) = outputs.get(port as usize) {
            net.wire_mut(last).consumer = Consumer::Output(port);
        }
        moved(net, Change::Drop(port));
    }
    edge
}

/// A change of the output interface of the net inside a box.
pub(super) enum Change {
    /// The wire of this port goes; the port stays empty for a moment.
    Leave(u32),
    /// This empty port is this wire's now.
    Enter(u32, WireId),
    /// This wire is a new last output.
    Push(WireId),
    /// This empty port goes; the last one takes its place.
    Drop(u32),
}

/// Takes a source away from a box; the last source takes its place. The wire becomes open below.
pub(super) fn drop_source(net: &mut Hypernet, wire: WireId) {
    let Consumer::Source(edge, port) = net.detach(wire) else {
        unreachable!("the wire goes into the box");
    };
    let sources = &mut net.edge_mut(edge).sources;
    sources.swap_remove(port as usize);
    if let Some(&last) = sources.get(port as usize) {
        net.wire_mut(last).consumer = Consumer::Source(edge, port);
    }
}

/// Takes an empty target port away from a box; the last target takes its place.
pub(super) fn drop_target(net: &mut Hypernet, edge: EdgeId, port: u32) {
    let targets = &mut net.edge_mut(edge).targets;
    targets.swap_remove(port as usize);
    if let Some(&last) = targets.get(port as usize) {
        net.wire_mut(last).producer = Producer::Target(edge, port);
    }
}

/// A copy of a wire that is open below: gives two wires in its place.
pub(crate) fn copy(net: &mut Hypernet, wire: WireId) -> [WireId; 2] {
    net.add_copy(wire).1
}

/// A copy of a wire that is open above: gives the wire that takes its place, and the other copy.
pub(crate) fn copy_above(net: &mut Hypernet, wire: WireId) -> [WireId; 2] {
    let (level, ty) = (net.wire(wire).level, net.wire(wire).ty.clone());
    let [given, kept] = [ty.clone(), ty].map(|ty| net.add_wire(level, ty, None));
    net.add_edge(level, Label::Copy, vec![given], vec![wire, kept]);
    [given, kept]
}

/// Discards a wire that is open below.
pub(crate) fn discard(net: &mut Hypernet, wire: WireId) {
    let level = net.wire(wire).level;
    net.add_edge(level, Label::Discard, vec![wire], Vec::new());
}

/// An operation with one result on wires that are open below.
pub(crate) fn operation(net: &mut Hypernet, level: Level, operation: Operation, sources: Vec<WireId>) -> Vec<WireId> {
    let (_, results) = operation.signature();
    net.add_edge_with_targets(level, Label::Operation(operation), sources, results).1
}

/// The zero of a sensitivity type; of a tuple, the tuple of zeros.
pub(crate) fn zero(net: &mut Hypernet, level: Level, ty: &Type) -> WireId {
    match ty {
        Type::Tuple(parts) => {
            let zeros = parts.iter().map(|part| zero(net, level, part)).collect();
            operation(net, level, Operation::Pack(parts.clone()), zeros)[0]
        }
        Type::Real(_) | Type::Cotangent(_) => operation(net, level, Operation::Zero(ty.clone()), Vec::new())[0],
        Type::Discrete(_)
        | Type::Opaque(_)
        | Type::Option(_)
        | Type::Tape(_)
        | Type::Array(_)
        | Type::Look(_)
        | Type::Undone(_)
        | Type::Function(_)
        | Type::World => {
            unreachable!("no sensitivity is of this type")
        }
    }
}

/// `⊕` of two wires; of tuples, component by component.
pub(crate) fn plus(net: &mut Hypernet, level: Level, a: WireId, b: WireId) -> WireId {
    let ty = net.wire(a).ty.clone();
    match ty {
        Type::Tuple(parts) => {
            let a = operation(net, level, Operation::Unpack(parts.clone()), vec![a]);
            let b = operation(net, level, Operation::Unpack(parts.clone()), vec![b]);
            let sums = a.into_iter().zip(b).map(|(a, b)| plus(net, level, a, b)).collect();
            operation(net, level, Operation::Pack(parts), sums)[0]
        }
        Type::Real(_) | Type::Cotangent(_) => operation(net, level, Operation::Plus(ty), vec![a, b])[0],
        Type::Discrete(_)
        | Type::Opaque(_)
        | Type::Option(_)
        | Type::Tape(_)
        | Type::Array(_)
        | Type::Look(_)
        | Type::Undone(_)
        | Type::Function(_)
        | Type::World => {
            unreachable!("no sensitivity is of this type")
        }
    }
}
