//! Tapes that need no variable of their own: those of inner loops, and those that stand beside another one.
//!
//! An inner loop leaves a tape in each turn of the outer one, and the outer one leaves these on a tape of its own. If each turn of
//! the outer loop runs the inner one, forwards and in reverse, then the entries of all turns can stand on one tape, one after the
//! other: the reverse pass takes them in the opposite order.
//!
//! A loop that leaves numbers on several tapes, all for one loop of the reverse pass, leaves tuples on one. (Loops that use their
//! numbers take slices of tapes instead.)

use hypernet::ids::{IdMap, IdSet};

use hypernet::{Consumer, EdgeId, Fold, Hypernet, Label, Level, Operation, Type, TypeName, WireId};
use proc_macro2::Ident;

use super::live::{self, Live};
use crate::source::names::is_builtin;

/// The tapes that stand for others.
#[derive(Debug, Default)]
pub(super) struct Flat {
    /// For each tape of an inner loop, and each tape that is an entry of another: the outermost one that it is in.
    homes: IdMap<WireId, WireId>,
    /// For the wires of outermost tapes where a loop takes them: the tape.
    taken: IdMap<WireId, WireId>,
    /// For a tape that stands beside another one, where a loop leaves or takes its entries: the other one there.
    beside: IdMap<WireId, WireId>,
    /// Such tapes where they are entries of others, or are handed on.
    gone: IdSet<WireId>,
    /// The variables of outermost tapes.
    pub(super) variables: IdMap<WireId, Ident>,
    /// What takes their entries.
    pub(super) cursors: IdMap<WireId, Ident>,
}

impl Flat {
    pub(super) fn of(net: &Hypernet, live: &Live) -> Self {
        let mut flat = Self::default();
        for id in net.edge_ids() {
            let Some(Operation::Fold(fold)) = net.edge(id).operation() else { continue };
            // For each loop that takes tuples: the first tape of them.
            let mut firsts: IdMap<EdgeId, (WireId, WireId)> = IdMap::new();
            let is_counted = uses_number(net, live, fold, id);
            for (ty, &tape) in fold.left().iter().zip(&net.edge(id).targets()[fold.before_left()..]) {
                let Some(way) = way(net, tape).filter(|_| !matches!(ty, Type::Tape(_))) else { continue };
                if way.home != tape {
                    flat.taken.insert(way.taken, way.home);
                    flat.homes.extend(way.inner.iter().map(|&wire| (wire, way.home)));
                }
                let (taker, last) = way.end;
                let takes_counted = match net.edge(taker).operation() {
                    Some(Operation::Fold(takes)) => uses_number(net, live, takes, taker),
                    _ => true,
                };
                if !is_number(ty) || is_counted || takes_counted {
                    continue;
                }
                if let Some(&(first, taken_first)) = firsts.get(&taker) {
                    flat.beside.extend([(tape, first), (last, taken_first)]);
                    flat.gone.extend(way.inner.iter().copied().chain([way.home, way.taken]));
                } else {
                    firsts.insert(taker, (tape, last));
                }
            }
        }
        flat
    }

    /// The tape beside which the entries of this one stand, where a loop leaves or takes them.
    pub(super) fn beside(&self, wire: WireId) -> Option<WireId> {
        self.beside.get(&wire).copied()
    }

    /// Whether others stand beside this tape.
    pub(super) fn is_shared(&self, wire: WireId) -> bool {
        self.beside.iter().any(|(_, &first)| first == wire)
    }

    /// Whether a tape stands beside another one.
    pub(super) fn is_gone(&self, wire: WireId) -> bool {
        self.gone.contains(&wire)
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
    /// The loop that takes its entries, and the tape there.
    end: (EdgeId, WireId),
}

/// Whether the turns of a loop use their number.
fn uses_number(net: &Hypernet, live: &Live, fold: &Fold, id: EdgeId) -> bool {
    let body = live::branch(net, net.edge(id).sources()[fold.function()]);
    let number = body.and_then(|body| net.region(Level::Inside(body)).inputs().get(fold.taken).copied());
    fold.sequence.indices() > 0 && number.is_none_or(|number| live.uses(number) > 0)
}

/// Whether these are numbers: nothing in them is borrowed.
pub(super) fn is_number(ty: &Type) -> bool {
    match ty {
        Type::Real(_) => true,
        Type::Discrete(TypeName::Named(name)) => is_builtin(name),
        Type::Discrete(_)
        | Type::Opaque(_)
        | Type::Cotangent(_)
        | Type::Tuple(_)
        | Type::Function(_)
        | Type::Option(_)
        | Type::Tape(_)
        | Type::Array(_)
        | Type::Look(_)
        | Type::Undone(_)
        | Type::World => false,
    }
}

/// Whether these are Rust's own numbers.
pub(super) fn is_builtin_number(ty: &Type) -> bool {
    matches!(ty, Type::Real(name) | Type::Discrete(TypeName::Named(name)) if is_builtin(name))
}

/// The way of a tape, if each turn of the loops around the one that leaves it makes it and takes it.
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
            return Some(Way { home, taken, inner, end: (id, wire) });
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
