//! The step: the pushout complement (the image of the left side is taken out, down to what is kept) and the pushout (the
//! right side is put in its place).

use super::{Mismatch, Rewrite, levels};
use crate::net::{Consumer, EdgeId, Hypernet, IdSet, Level, Producer, WireId};

/// Where the right side of a span is in the net, after the step.
#[derive(Clone, Debug)]
pub struct Replaced {
    inverse: Rewrite,
}

impl Replaced {
    /// What a wire of the right side is in the net.
    #[must_use]
    pub fn wire(&self, right: WireId) -> Option<WireId> {
        self.inverse.wire(right)
    }

    /// What an edge of the right side is in the net.
    #[must_use]
    pub fn edge(&self, right: EdgeId) -> Option<EdgeId> {
        self.inverse.edge(right)
    }

    /// The step that undoes this one: the span from right to left, matched where the right side is now.
    #[must_use]
    pub fn inverse(self) -> Rewrite {
        self.inverse
    }
}

impl Rewrite {
    /// Verifies the match and takes the step. Edges that the span keeps, and all that is outside of the match, keep their
    /// ids; a wire of the interface keeps its id where it can.
    ///
    /// # Errors
    /// If the match does not satisfy a condition; the net is unchanged then.
    pub fn apply(self, net: &mut Hypernet) -> Result<Replaced, Mismatch> {
        self.verify(net)?;
        let ends = self.take_out(net);
        let mut replacement = Replacement {
            rewrite: &self,
            wires: vec![None; self.span.right.id_bounds().1],
            edges: vec![None; self.span.right.id_bounds().0],
        };
        replacement.keep(net);
        replacement.remove_rest(net);
        replacement.boundary(net);
        replacement.build(net);
        let (wires, edges) = (replacement.wires, replacement.edges);
        for (&input, end) in self.span.right.inputs().iter().zip(ends.above) {
            net.attach_above(wires[input.index()].expect("every wire has been made"), end);
        }
        for (&output, end) in self.span.right.outputs().iter().zip(ends.below) {
            net.attach(wires[output.index()].expect("every wire has been made"), end);
        }
        let inverse = Self { level: self.level, span: self.span.reversed(), wires, edges };
        Ok(Replaced { inverse })
    }

    /// Cuts the image of the left side out: all its wires are open at both ends afterwards. Gives the ports outside that
    /// the interface was at.
    fn take_out(&self, net: &mut Hypernet) -> Ends {
        let left = &self.span.left;
        let ends = Ends {
            above: left.inputs().iter().map(|&wire| net.detach_above(self.image(wire))).collect(),
            below: left.outputs().iter().map(|&wire| net.detach(self.image(wire))).collect(),
        };
        for pattern in left.edge_ids() {
            let edge = self.edge_image(pattern);
            for wire in std::mem::take(&mut net.edge_mut(edge).sources) {
                net.detach(wire);
            }
            for wire in std::mem::take(&mut net.edge_mut(edge).targets) {
                net.detach_above(wire);
            }
            if net.edge(edge).inner.is_some() {
                net.set_inputs(Level::Inside(edge), Vec::new());
                net.set_outputs(Level::Inside(edge), Vec::new());
            }
        }
        ends
    }
}

/// The ports outside of a match at which its interface is.
struct Ends {
    above: Vec<Producer>,
    below: Vec<Consumer>,
}

/// The right side of a span, in the making: what its wires and edges are in the net.
struct Replacement<'a> {
    rewrite: &'a Rewrite,
    wires: Vec<Option<WireId>>,
    edges: Vec<Option<EdgeId>>,
}

impl Replacement<'_> {
    /// What is kept leaves the abstractions that it is in.
    fn keep(&mut self, net: &mut Hypernet) {
        let Rewrite { span, level, .. } = self.rewrite;
        for &(left, right) in span.kept() {
            let edge = self.rewrite.edge_image(left);
            self.edges[right.index()] = Some(edge);
            net.move_edge(edge, *level);
        }
        // A wire of the interface has its place already; a wire that is several in `K` is kept as the first of them.
        let mut used: IdSet<WireId> = IdSet::default();
        let interface = |net: &Hypernet, wire: WireId| {
            let wire = net.wire(wire);
            wire.level == Level::Outermost
                && (matches!(wire.producer, Producer::Input(_)) || matches!(wire.consumer, Consumer::Output(_)))
        };
        for (left, right) in span.kept_wires() {
            if interface(&span.left, left) || interface(&span.right, right) || self.wires[right.index()].is_some() {
                continue;
            }
            if used.insert(left) {
                let wire = self.rewrite.image(left);
                self.wires[right.index()] = Some(wire);
                net.move_wire(wire, *level);
            }
        }
    }

    /// Removes what is neither kept nor in the interface.
    fn remove_rest(&self, net: &mut Hypernet) {
        let left = self.rewrite.span.left();
        let mut stays: IdSet<WireId> = self.wires.iter().flatten().copied().collect();
        stays.extend(left.inputs().iter().chain(left.outputs()).map(|&wire| self.rewrite.image(wire)));
        for wire in left.wire_ids().map(|wire| self.rewrite.image(wire)) {
            if !stays.contains(&wire) {
                net.remove_wire(wire);
            }
        }
        for edge in left.edge_ids() {
            if self.rewrite.span.kept_as(edge).is_none() {
                let edge = self.rewrite.edge_image(edge);
                // What is inside of an edge goes with it.
                if net.get_edge(edge).is_some() {
                    net.remove_edge(edge);
                }
            }
        }
    }

    /// The wires of the interface: an input is what the input of the left side was; an output that is not an input, what the
    /// output of the left side was, unless that is an input.
    fn boundary(&mut self, net: &mut Hypernet) {
        let span = &self.rewrite.span;
        let (left, right) = (span.left(), span.right());
        let mut used: IdSet<WireId> = IdSet::default();
        for (&from, &to) in left.inputs().iter().zip(right.inputs()) {
            let wire = self.rewrite.image(from);
            used.insert(wire);
            self.wires[to.index()] = Some(wire);
        }
        for (&from, &to) in left.outputs().iter().zip(right.outputs()) {
            let wire = self.rewrite.image(from);
            let free = used.insert(wire);
            match self.wires[to.index()] {
                // The right side is an identity here.
                Some(same) => {
                    if free {
                        let name = net.wire(wire).name.clone();
                        net.remove_wire(wire);
                        let same = net.wire_mut(same);
                        same.name = same.name.take().or(name);
                    }
                }
                None if free => self.wires[to.index()] = Some(wire),
                None => {
                    let (ty, name) = (right.wire(to).ty.clone(), right.wire(to).name.clone());
                    self.wires[to.index()] = Some(net.add_wire(self.rewrite.level, ty, name));
                }
            }
        }
    }

    /// Makes what is new, and joins it with what is kept.
    fn build(&mut self, net: &mut Hypernet) {
        let span = &self.rewrite.span;
        for from in levels(span.right()) {
            let to = match from {
                Level::Outermost => self.rewrite.level,
                Level::Inside(parent) => Level::Inside(self.edges[parent.index()].expect("parents come first")),
            };
            let region = span.right().region(from);
            for &wire in &region.wires {
                if let Some(kept) = self.wires[wire.index()] {
                    net.move_wire(kept, to);
                } else {
                    let wanted = span.right().wire(wire);
                    self.wires[wire.index()] = Some(net.add_wire(to, wanted.ty.clone(), wanted.name.clone()));
                }
            }
            let image = |wires: &[WireId]| -> Vec<WireId> {
                wires.iter().map(|wire| self.wires[wire.index()].expect("the wires of a level come first")).collect()
            };
            for &id in &region.edges {
                let edge = span.right().edge(id);
                let (sources, targets) = (image(&edge.sources), image(&edge.targets));
                if span.kept_from(id).is_some() {
                    let kept = self.edges[id.index()].expect("what is kept has its image");
                    net.move_edge(kept, to);
                    for wire in sources {
                        net.push_source(kept, wire);
                    }
                    for wire in targets {
                        net.push_target(kept, wire);
                    }
                } else {
                    self.edges[id.index()] = Some(net.add_edge(to, edge.label.clone(), sources, targets));
                }
            }
            if from != Level::Outermost {
                net.set_inputs(to, image(&region.inputs));
                net.set_outputs(to, image(&region.outputs));
            }
        }
    }
}
