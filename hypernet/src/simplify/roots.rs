//! The roots of a value: the wires that it comes from, through the edges that only hand it on.

use crate::net::{Hypernet, Level, Producer, WireId};
use crate::operation::Operation;

/// Where the value of each wire comes from: wires with equal roots carry equal values. A wire of which nothing is noted is
/// its own root.
#[derive(Default)]
pub(super) struct Roots {
    /// By the index of the wire: zero if nothing is noted, else one more than the index of the root. Zeros cost nothing.
    noted: Vec<u32>,
}

impl Roots {
    /// For wires with indices below the bound; there may be more later.
    pub(super) fn new(bound: usize) -> Self {
        Self { noted: vec![0; bound] }
    }

    pub(super) fn of(&self, wire: WireId) -> WireId {
        let (noted, index) = (self.noted.as_slice(), wire.index());
        if index < noted.len() && noted[index] != 0 { WireId(noted[index] - 1) } else { wire }
    }

    pub(super) fn set(&mut self, wire: WireId, root: WireId) {
        let index = wire.index();
        if self.noted.len() <= index {
            self.noted.resize(index + 1, 0);
        }
        self.noted.as_mut_slice()[index] = root.0 + 1;
    }
}

/// What an input of a branch, of an abstraction that captures it, or of a turn of a loop that is the same in each, is outside.
pub(super) fn outside(net: &Hypernet, wire: WireId) -> Option<WireId> {
    let (Producer::Input(port), Level::Inside(owner)) = (net.wire(wire).producer, net.wire(wire).level) else {
        return None;
    };
    let (port, edge) = (port as usize, net.edge(owner));
    if let Some(&captured) = edge.sources.get(port) {
        return Some(captured);
    }
    let port = port - edge.sources.len();
    let (around, at) = net.consumer_edge(*edge.targets.first()?)?;
    let around = net.edge(around);
    if let Operation::Fold(fold) = around.operation()? {
        let environment = port.checked_sub(fold.params_before_state() + fold.state)?;
        let environment = around.sources.get(fold.before_state() + fold.state + environment).copied();
        return environment.filter(|_| at == fold.function());
    }
    let branch = matches!(around.operation()?, Operation::Cond(..)) && (at == 1 || at == 2);
    branch.then(|| around.sources.get(port + 3).copied()).flatten()
}
