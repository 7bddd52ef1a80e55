//! Values that the reverse pass computes again, so that they need not be kept. A value is computed again if its operands are there
//! anyway, and if that costs no more than to keep it.

use super::work::Work;
use crate::label::Operation;
use crate::net::{IdMap, Level, WireId};
use crate::operation::{ArrayOp, Copying, DiscreteOp};
use crate::primitive::Primitive;
use crate::types::Type;

/// How many operations deep a value is computed again.
const DEPTH: usize = 8;

/// What of a level can be had again in another one: of a turn in another loop over the same range, of a branch after it.
pub(super) struct Again {
    /// The number of the turn, if the other level is a loop that has the same.
    index: Option<WireId>,
    /// The place in the environment of each value that is there.
    places: IdMap<WireId, usize>,
    /// The states that follow from the number of the turn, with whether one is wanted.
    pub(super) inductions: IdMap<WireId, bool>,
    /// What is left.
    pub(super) left: Vec<WireId>,
    /// What is there already in the other level, by the root of what it stands for: the wire to take it from next.
    pub(super) made: IdMap<WireId, WireId>,
    /// What the other level has of the environment: its place, and the wire inside.
    pub(super) environment: Vec<(usize, WireId)>,
    roots: IdMap<WireId, WireId>,
}

impl Again {
    /// For what is wanted of a level where this index, if there is one, and these values are there.
    pub(super) fn new(index: Option<WireId>, there: impl Iterator<Item = WireId>) -> Self {
        Self {
            index,
            places: there.zip(0..).collect(),
            inductions: IdMap::default(),
            left: Vec::new(),
            made: IdMap::default(),
            environment: Vec::new(),
            roots: IdMap::default(),
        }
    }

    /// Chooses what of these values has to be left, so that the others can be had again.
    pub(super) fn choose(&mut self, work: &Work<'_>, wanted: &[WireId]) {
        // What costs more is left in any case, and may serve to compute the others.
        for cheap in [false, true] {
            for &wire in wanted {
                let root = self.root(work, wire);
                let is_cheap = work.producing(root).is_some_and(|(_, operation)| is_cheap(operation));
                if is_cheap == cheap && !self.is_there(work, root, DEPTH) {
                    self.left.push(root);
                }
            }
        }
    }

    pub(super) fn root(&mut self, work: &Work<'_>, wire: WireId) -> WireId {
        work.root(wire, &mut self.roots)
    }

    /// Whether the value of a root can be had without a tape of its own.
    fn is_there(&mut self, work: &Work<'_>, root: WireId, depth: usize) -> bool {
        if Some(root) == self.index || self.places.contains_key(&root) || self.left.contains(&root) {
            return true;
        }
        if let Some(wanted) = self.inductions.get_mut(&root) {
            *wanted = true;
            return true;
        }
        let Some((edge, operation)) = work.producing(root) else { return false };
        if operation.nature().copying == Copying::Anew {
            return true;
        }
        if depth == 0 || !is_cheap(operation) {
            return false;
        }
        let sources = work.net.edge(edge).sources.clone();
        // What has been done before has no place in the order of effects.
        let mut sources = sources.into_iter().filter(|&wire| work.net.wire(wire).ty != Type::World);
        sources.all(|wire| {
            let root = self.root(work, wire);
            self.is_there(work, root, depth - 1)
        })
    }

    /// The value of a wire of the level, in the other level.
    pub(super) fn make(&mut self, work: &mut Work<'_>, wire: WireId, within: Level) -> WireId {
        let root = self.root(work, wire);
        let there = match self.made.get(&root) {
            Some(&there) => there,
            None => self.anew(work, root, within),
        };
        let [stays, given] = work.copy(there);
        self.made.insert(root, stays);
        given
    }

    fn anew(&mut self, work: &mut Work<'_>, root: WireId, within: Level) -> WireId {
        if let Some(&at) = self.places.get(&root) {
            let (ty, name) = (work.net.wire(root).ty.clone(), work.net.wire(root).name.clone());
            let inner = work.net.add_wire(within, ty, name);
            self.environment.push((at, inner));
            return inner;
        }
        let (edge, operation) = work.producing(root).expect("it is there");
        let (operation, sources) = (operation.again(), work.net.edge(edge).sources.clone());
        let sources: Vec<WireId> = sources.into_iter().filter(|&wire| work.net.wire(wire).ty != Type::World).collect();
        let operands = sources.into_iter().map(|wire| self.make(work, wire, within)).collect();
        let made = work.operation(within, operation, operands)[0];
        let name = work.net.wire(root).name.clone();
        work.net.wire_mut(made).name = name;
        made
    }
}

/// Whether an operation costs no more than to keep its result.
#[expect(clippy::wildcard_enum_match_arm, reason = "what every other operation gives is kept")]
fn is_cheap(operation: &Operation) -> bool {
    match operation {
        // What is looked at is there still.
        Operation::Cast(..)
        | Operation::Compare(..)
        | Operation::Array(
            ArrayOp::Read(_)
            | ArrayOp::LookLen(_)
            | ArrayOp::Part(_)
            | ArrayOp::PartField(_)
            | ArrayOp::Given(_)
            | ArrayOp::Datum(..),
            _,
        ) => true,
        // Of an index.
        Operation::Discrete(op, _) | Operation::Ordered(op, _) => {
            matches!(op, DiscreteOp::Add | DiscreteOp::Sub | DiscreteOp::Mul)
        }
        Operation::Primitive(primitive, _) => {
            matches!(primitive, Primitive::Neg | Primitive::Add | Primitive::Sub | Primitive::Mul)
        }
        _ => false,
    }
}
