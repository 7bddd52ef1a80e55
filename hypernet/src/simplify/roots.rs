//! Where values come from.

use crate::net::WireId;

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
