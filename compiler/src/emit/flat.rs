//! Tapes of inner loops that need no tape of tapes.
//!
//! An inner loop leaves a tape in each turn of the outer one, and the outer one leaves these on a tape of its own. If each turn of
//! the outer loop runs the inner one, forwards and in reverse, then the entries of all turns can stand on one tape, one after the
//! other: the reverse pass takes them in the opposite order.

use hypernet::ids::IdMap;

use hypernet::{Consumer, EdgeId, Hypernet, Label, Level, Operation, Type, WireId};
use proc_macro2::Ident;

use super::live;

/// The tapes that stand for those of inner loops.
#[derive(Debug, Default)]
pub(super) struct Flat {
    /// For each tape of an inner loop, and each tape that is an entry of another: the outermost one that it is in.
    homes: IdMap<WireId, WireId>,
    /// For the wires of outermost tapes where a loop takes them: the tape.
    taken: IdMap<WireId, WireId>,
    /// The variables of outermost tapes.
    pub(super) variables: IdMap<WireId, Ident>,
    /// What takes their entries.
    pub(super) cursors: IdMap<WireId, Ident>,
}

impl Flat {
    pub(super) fn of(net: &Hypernet) -> Self {
        let mut flat = Self::default();
        for id in net.edge_ids() {
            let Some(Operation::Fold(fold)) = net.edge(id).operation() else { continue };
            for (ty, &tape) in fold.left().iter().zip(&net.edge(id).targets()[fold.before_left()..]) {
                if !matches!(ty, Type::Tape(_))
                    && let Some(way) = way(net, tape)
                {
                    flat.taken.insert(way.taken, way.home);
                    flat.homes.extend(way.inner.into_iter().map(|wire| (wire, way.home)));
                }
            }
        }
        flat
    }

    /// The tape on which the entries of this one stand, if it has no variable of its own.
    pub(super) fn home(&self, wire: WireId) -> Option<WireId> {
        self.homes.get(&wire).copied()
    }

    /// The outermost tape that a loop takes by this wire, if it stands for others.
    pub(super) fn outermost(&self, wire: WireId) -> Option<WireId> {
        self.taken.get(&wire).copied()
    }
}

/// The way of a tape from the loop that leaves it to the loop that takes it.
struct Way {
    /// The outermost tape that it is in.
    home: WireId,
    /// That tape, where a loop takes it.
    taken: WireId,
    /// The tape itself, where it is in fewer tapes.
    inner: Vec<WireId>,
}

/// The way of a tape of an inner loop, if each turn of the loops around makes it and takes it.
fn way(net: &Hypernet, tape: WireId) -> Option<Way> {
    let mut inner = Vec::new();
    let (mut wire, mut depth) = (tape, 0_usize);
    // Out of the loops of the forward pass.
    while let (Consumer::Output(port), Level::Inside(body)) = (net.wire(wire).consumer(), net.wire(wire).level()) {
        let (id, _) = net.consumer_edge(net.edge(body).targets()[0])?;
        let edge = net.edge(id);
        let Some(Operation::Fold(fold)) = edge.operation() else { return None };
        let at = (port as usize).checked_sub(fold.state)?;
        if live::branch(net, edge.sources()[fold.function()]) != Some(body) {
            return None;
        }
        inner.push(wire);
        (wire, depth) = (edge.targets()[fold.before_left() + at], depth + 1);
    }
    if depth == 0 {
        return None;
    }
    let home = wire;
    // Into backpropagators.
    while let Some((id, port)) = net.consumer_edge(wire).filter(|(id, _)| *net.edge(*id).label() == Label::Abstraction)
    {
        wire = net.region(Level::Inside(id)).inputs()[port];
    }
    let taken = wire;
    // Into the loops of the reverse pass.
    loop {
        let (id, port) = net.consumer_edge(wire)?;
        let entry = entry(net, id, port)?;
        if depth == 0 {
            inner.push(wire);
            return Some(Way { home, taken, inner });
        }
        if wire != taken {
            inner.push(wire);
        }
        (wire, depth) = (entry, depth - 1);
    }
}

/// The entry of the tape that a loop takes at this port.
fn entry(net: &Hypernet, id: EdgeId, port: usize) -> Option<WireId> {
    let edge = net.edge(id);
    let Some(Operation::Fold(fold)) = edge.operation() else { return None };
    let at = port.checked_sub(fold.function() + 1).filter(|at| *at < fold.taken)?;
    let body = live::branch(net, edge.sources()[fold.function()])?;
    Some(net.region(Level::Inside(body)).inputs()[at])
}
