//! Putting the two sides of an equation together from the nets that it is about, so that what stands on both sides of it
//! is known to be the same.

use super::laws::InvalidEquation;
use super::{InvalidSpan, Span};
use crate::label::Label;
use crate::net::Item;
use crate::net::{Consumer, EdgeId, Hypernet, IdSet, Level, WireId};
use crate::types::{FunctionType, Type};

/// What an edge of a side stands for, so that it is the same as one of the other side: an edge of the net that the
/// equation calls this, or its own edge of this number.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Part {
    F(u32),
    G(u32),
    Body(u32),
    Own(u32),
}

/// One side of an equation, in the making.
#[derive(Default)]
pub(super) struct Assembly {
    net: Hypernet,
    parts: Vec<(Part, EdgeId)>,
    /// Where a match of the side begins.
    pub(super) anchor: Option<Item>,
}

type Made<T> = Result<T, InvalidEquation>;

impl Assembly {
    pub(super) fn new() -> Self {
        Self::default()
    }

    pub(super) fn inputs(&mut self, types: &[Type]) -> Vec<WireId> {
        types.iter().map(|ty| self.net.add_input(Level::Outermost, ty.clone(), None)).collect()
    }

    /// An edge that the equation itself has.
    pub(super) fn edge(
        &mut self,
        level: Level,
        label: Label,
        sources: Vec<WireId>,
        targets: Vec<Type>,
        own: Option<u32>,
    ) -> Made<(EdgeId, Vec<WireId>)> {
        self.free(&sources)?;
        let (edge, targets) = self.net.add_edge_with_targets(level, label, sources, targets);
        self.parts.extend(own.map(|own| (Part::Own(own), edge)));
        Ok((edge, targets))
    }

    /// A copy of each of these wires: the first ones, and the second ones.
    pub(super) fn copies(&mut self, level: Level, wires: &[WireId]) -> Made<(Vec<WireId>, Vec<WireId>)> {
        let (mut first, mut second) = (Vec::new(), Vec::new());
        for &wire in wires {
            let ty = self.net.wire(wire).ty.clone();
            let (_, targets) = self.edge(level, Label::Copy, vec![wire], vec![ty.clone(), ty], None)?;
            first.push(targets[0]);
            second.push(targets[1]);
        }
        Ok((first, second))
    }

    pub(super) fn discards(&mut self, wires: &[WireId]) -> Made<Option<EdgeId>> {
        let mut last = None;
        for &wire in wires {
            last = Some(self.edge(Level::Outermost, Label::Discard, vec![wire], Vec::new(), None)?.0);
        }
        Ok(last)
    }

    pub(super) fn eval(
        &mut self,
        level: Level,
        function: WireId,
        arguments: &[WireId],
        own: Option<u32>,
    ) -> Made<(EdgeId, Vec<WireId>)> {
        let results = match self.net.wire(function).ty.as_function() {
            Some(function) => function.results.clone(),
            None => return Err(InvalidEquation::Interfaces),
        };
        let mut sources = vec![function];
        sources.extend_from_slice(arguments);
        self.edge(level, Label::Eval, sources, results, own)
    }

    /// An abstraction that captures these wires; `body` makes its inside from what it captured and its parameters.
    pub(super) fn abstraction(
        &mut self,
        captured: Vec<WireId>,
        function: &FunctionType,
        body: impl FnOnce(&mut Self, Level, Vec<WireId>) -> Made<Vec<WireId>>,
    ) -> Made<(EdgeId, WireId)> {
        let mut types = self.net.types(&captured);
        types.extend(function.params.iter().cloned());
        let ty = Type::Function(function.clone().into());
        let (edge, targets) = self.edge(Level::Outermost, Label::Abstraction, captured, vec![ty], None)?;
        let inside = Level::Inside(edge);
        let inner = types.into_iter().map(|ty| self.net.add_input(inside, ty, None)).collect();
        let outputs = body(self, inside, inner)?;
        self.free(&outputs)?;
        self.net.set_outputs(inside, outputs);
        Ok((edge, targets[0]))
    }

    /// Puts a net on these wires; its edges are the parts of this name.
    pub(super) fn paste(
        &mut self,
        net: &Hypernet,
        level: Level,
        inputs: &[WireId],
        part: impl Fn(u32) -> Part,
    ) -> Made<Vec<WireId>> {
        self.free(inputs)?;
        let types = net.types(net.inputs());
        if self.net.types(inputs) != types {
            return Err(InvalidEquation::Interfaces);
        }
        let parts = &mut self.parts;
        let (inner, mut outputs) =
            self.net.copy_from(net, Level::Outermost, level, &mut |from, to| parts.push((part(from.0), to)));
        // A wire through the net is the wire above.
        for (&upper, &lower) in inputs.iter().zip(&inner) {
            for output in &mut outputs {
                if *output == lower {
                    *output = upper;
                }
            }
        }
        for (&upper, &lower) in inputs.iter().zip(&inner) {
            self.net.fuse(upper, lower);
        }
        Ok(outputs)
    }

    /// The edge that stands for this part.
    pub(super) fn part(&self, part: Part) -> Option<EdgeId> {
        self.parts.iter().find(|(other, _)| *other == part).map(|&(_, edge)| edge)
    }

    /// None of these wires goes anywhere yet, and none is there twice.
    fn free(&self, wires: &[WireId]) -> Made<()> {
        let mut seen: IdSet<WireId> = IdSet::default();
        let free = |&wire: &WireId| self.net.wire(wire).consumer == Consumer::Open;
        if wires.iter().all(|wire| free(wire) && seen.insert(*wire)) {
            Ok(())
        } else {
            Err(InvalidEquation::Interfaces)
        }
    }

    pub(super) fn finish(mut self, outputs: Vec<WireId>) -> Made<Self> {
        self.free(&outputs)?;
        self.net.set_outputs(Level::Outermost, outputs);
        Ok(self)
    }
}

/// The span between two sides, which keeps the parts that both have.
pub(super) fn span(left: Assembly, right: Assembly) -> Result<Span, InvalidSpan> {
    // A part that is on a side twice is kept as the first.
    let mut on_left: std::collections::HashMap<Part, EdgeId> = std::collections::HashMap::new();
    for (part, edge) in left.parts {
        on_left.entry(part).or_insert(edge);
    }
    let mut kept = Vec::new();
    for (part, edge) in right.parts {
        kept.extend(on_left.remove(&part).map(|left| (left, edge)));
    }
    Span::new(left.net, right.net, kept)
}
