//! Foliations (paper, definition 1): a net as a list of singleton leaves, one after the other.
//!
//! Invariants of what [`Hypernet::foliation`] gives: every leaf is one edge or one symmetry beside identities, so the
//! foliation is maximally sequential; the inside of every edge that has one is such a foliation too, so it is
//! hierarchical; every edge of the net is the atom of exactly one leaf; and composed, the leaves are the net again.

use crate::label::Label;
use crate::net::{Hypernet, Level, WireId};
use crate::types::Type;

/// A maximally sequential hierarchical foliation.
#[derive(Clone, PartialEq, Debug)]
pub struct Foliation {
    /// The types of the inputs.
    pub inputs: Vec<Type>,
    /// The leaves, from the inputs to the outputs.
    pub leaves: Vec<Leaf>,
}

/// A singleton leaf: an atom with identities to its left and right.
#[derive(Clone, PartialEq, Debug)]
pub struct Leaf {
    /// How many wires pass to the left of the atom.
    pub left: usize,
    /// What is not an identity.
    pub atom: Atom,
    /// How many wires pass to the right of the atom.
    pub right: usize,
}

/// What a singleton leaf holds.
#[derive(Clone, PartialEq, Debug)]
pub enum Atom {
    /// `A ++ B -> B ++ A`; neither is empty.
    Symmetry(Vec<Type>, Vec<Type>),
    /// An edge.
    Edge {
        /// What it does.
        label: Label,
        /// The types of its sources.
        inputs: Vec<Type>,
        /// The types of its targets.
        outputs: Vec<Type>,
        /// What is inside of it, if it is an abstraction or a frame.
        inner: Option<Box<Foliation>>,
    },
}

impl Hypernet {
    /// A maximally sequential hierarchical foliation of this net, with its edges in the order of
    /// [`Hypernet::sorted_edges`].
    #[must_use]
    pub fn foliation(&self) -> Foliation {
        foliation(self, Level::Outermost)
    }
}

fn foliation(net: &Hypernet, level: Level) -> Foliation {
    let region = net.region(level);
    let mut bundle = Bundle { net, wires: region.inputs.clone(), leaves: Vec::new() };
    for id in net.sorted_edges(level) {
        let edge = net.edge(id);
        // The sources come together at the first of them, in order.
        let left = edge.sources.first().map_or(bundle.wires.len(), |&first| bundle.position(first));
        let mut left = left;
        for (i, &source) in edge.sources.iter().enumerate().skip(1) {
            let at = bundle.position(source);
            if at < left {
                bundle.swap(at, 1, left + i - at - 1);
                left -= 1;
            } else {
                bundle.swap(left + i, at - left - i, 1);
            }
        }
        bundle.wires.splice(left..left + edge.sources.len(), edge.targets.iter().copied());
        let right = bundle.wires.len() - left - edge.targets.len();
        let atom = Atom::Edge {
            label: edge.label.clone(),
            inputs: net.types(&edge.sources),
            outputs: net.types(&edge.targets),
            inner: edge.inner.is_some().then(|| Box::new(foliation(net, Level::Inside(id)))),
        };
        bundle.leaves.push(Leaf { left, atom, right });
    }
    for (i, &output) in region.outputs.iter().enumerate() {
        let at = bundle.position(output);
        bundle.swap(i, at - i, 1);
    }
    Foliation { inputs: net.types(&region.inputs), leaves: bundle.leaves }
}

/// The wires that pass between two leaves.
struct Bundle<'a> {
    net: &'a Hypernet,
    wires: Vec<WireId>,
    leaves: Vec<Leaf>,
}

impl Bundle<'_> {
    fn position(&self, wire: WireId) -> usize {
        self.wires.iter().position(|&found| found == wire).expect("a wire is produced before it is consumed")
    }

    /// Swaps so many wires from `at` on with so many after them, if there are any.
    fn swap(&mut self, at: usize, first: usize, second: usize) {
        if first == 0 || second == 0 {
            return;
        }
        let end = at + first + second;
        let types = |wires: &[WireId]| self.net.types(wires);
        let atom = Atom::Symmetry(types(&self.wires[at..at + first]), types(&self.wires[at + first..end]));
        self.leaves.push(Leaf { left: at, atom, right: self.wires.len() - end });
        self.wires[at..end].rotate_left(first);
    }
}
