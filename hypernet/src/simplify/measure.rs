//! The measure by which the rewriting of sums ends, for tests; see [`sums`](super::sums).

use super::sums::{self, Arithmetic, Binary, Cost};
use crate::net::{EdgeId, Hypernet, WireId};

/// The arithmetic of a net: each round of sums makes it smaller, compared part by part.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Measure {
    work: usize,
    /// How many products the signs of the net would pass on their way outside.
    signs: usize,
    moves: usize,
}

impl Measure {
    pub(super) fn of(net: &Hypernet) -> Self {
        let mut measure = Self { work: 0, signs: 0, moves: 0 };
        for id in net.edge_ids() {
            let Some((arithmetic, _)) = sums::arithmetic(net, id) else { continue };
            let edge = net.edge(id);
            let leaf = |wire: WireId| made_by(net, wire).is_none();
            measure.work += Cost::of(arithmetic).work;
            measure.moves += match edge.sources[..] {
                [a, b] if leaf(a) && leaf(b) => {
                    if net.root(a) == net.root(b) {
                        1
                    } else {
                        2
                    }
                }
                _ => 0,
            };
            if arithmetic == Arithmetic::Negative {
                measure.signs += products_after(net, id);
            }
        }
        measure
    }
}

/// The arithmetic that makes the value of a wire for that wire alone.
fn made_by(net: &Hypernet, wire: WireId) -> Option<EdgeId> {
    let (id, _) = net.producer_edge(wire)?;
    sums::arithmetic(net, id).map(|_| id)
}

/// How many products follow an edge, each alone using what is before it.
fn products_after(net: &Hypernet, mut id: EdgeId) -> usize {
    let mut count = 0;
    while let Some((next, _)) = net.consumer_edge(net.edge(id).targets[0]) {
        match sums::arithmetic(net, next) {
            Some((Arithmetic::Binary(Binary::Times | Binary::Over), _)) => count += 1,
            _ => break,
        }
        id = next;
    }
    count
}
