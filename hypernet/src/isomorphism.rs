//! Isomorphism: whether two nets are the same up to the names of their wires and edges.
//!
//! Interfaces are ordered and every wire has one producer and one consumer, so what is connected to an interface has
//! at most one image, found by following the wires: the cost is linear. What is connected to no interface (a
//! constant that is discarded, say) is matched component by component; since isomorphism is an equivalence, the first
//! image found for a component is as good as any other, and no choice is ever undone.
//!
//! Labels, types (captures included), the order of ports and the hierarchy count; names of wires do not.

use crate::matcher::Matcher;
use crate::net::{EdgeId, Hypernet, Level, WireId};

/// The images of the wires and edges of one net in another.
#[derive(Clone, Debug)]
pub struct Isomorphism {
    wires: Vec<Option<WireId>>,
    edges: Vec<Option<EdgeId>>,
}

impl Isomorphism {
    /// The image of a wire of the first net.
    #[must_use]
    pub fn wire(&self, wire: WireId) -> Option<WireId> {
        *self.wires.get(wire.index())?
    }

    /// The image of an edge of the first net.
    #[must_use]
    pub fn edge(&self, edge: EdgeId) -> Option<EdgeId> {
        *self.edges.get(edge.index())?
    }
}

/// Whether two nets are isomorphic; see the [module's documentation](self).
#[must_use]
pub fn isomorphic(a: &Hypernet, b: &Hypernet) -> bool {
    isomorphism(a, b).is_some()
}

/// An isomorphism from the first net to the second, if there is one.
#[must_use]
pub fn isomorphism(a: &Hypernet, b: &Hypernet) -> Option<Isomorphism> {
    let mut matcher = Matcher::new(a, b, false);
    let found = matcher.level(Level::Outermost, Level::Outermost);
    found.then_some(Isomorphism { wires: matcher.wires, edges: matcher.edges })
}
