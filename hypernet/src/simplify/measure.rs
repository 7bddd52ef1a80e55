//! The measure by which the rewriting of sums ends, for tests; see [`sums`](super::sums).

use super::sums::{self, Arithmetic, Binary, Cost};
use crate::label::Operation;
use crate::net::{EdgeId, Hypernet, Level, WireId};
use crate::operation::ArrayOp;

/// The work of an addition to an element of an array: it reads and writes too. So to add once, the sum of two, is less.
const ADDITION_IN_PLACE: usize = 3;

/// The arithmetic of a net: each round of sums makes it smaller, compared part by part.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Measure {
    work: usize,
    /// The work in loops, once for each loop around it.
    in_loops: usize,
    /// The work by the number of branches that it is in. What is the same but for deeper branches is less.
    early: Vec<usize>,
    /// How many products the signs of the net would pass on their way outside.
    signs: usize,
    moves: usize,
}

impl Measure {
    pub(super) fn of(net: &Hypernet) -> Self {
        let mut measure = Self { work: 0, in_loops: 0, early: Vec::new(), signs: 0, moves: 0 };
        for id in net.edge_ids() {
            let edge = net.edge(id);
            if let Some(Operation::Array(ArrayOp::AddAt(_), _)) = edge.operation() {
                measure.work += ADDITION_IN_PLACE;
            }
            let Some((arithmetic, _)) = sums::arithmetic(net, id) else { continue };
            let leaf = |wire: WireId| made_by(net, wire).is_none();
            let work = Cost::of(arithmetic).work;
            let (loops, branches) = around(net, edge.level);
            measure.work += work;
            measure.in_loops += loops * work;
            if measure.early.len() <= branches {
                measure.early.resize(branches + 1, 0);
            }
            measure.early[branches] += work;
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

/// How many loops and how many branches are around a level.
fn around(net: &Hypernet, mut level: Level) -> (usize, usize) {
    let (mut loops, mut branches) = (0, 0);
    while let Level::Inside(owner) = level {
        let owner = net.edge(owner);
        let taken_by = owner.targets.first().and_then(|&function| net.consumer_edge(function));
        let operation = taken_by.and_then(|(id, _)| net.edge(id).operation());
        loops += usize::from(matches!(operation, Some(Operation::Fold(_))));
        branches += usize::from(matches!(operation, Some(Operation::Cond(..))));
        level = owner.level;
    }
    (loops, branches)
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
