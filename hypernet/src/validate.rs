//! Validation: whether a net is a hypernet, and well-typed.
//!
//! The invariants, each with its own [`Invalid`]:
//!
//! A hierarchical hypergraph (paper, section 4.1, first definition):
//! - the parent of a wire or edge is an edge of the net that has an inside, or there is none (`Parent`);
//! - a level lists exactly the wires and edges whose level it is, each once (`Listing`);
//! - parents are acyclic (`ParentCycle`);
//! - edges and interfaces name wires of the net (`MissingWire`);
//! - an edge and its wires, an interface and its wires are under one parent (`Parents`).
//!
//! A hypernet (paper, section 4.1, fourth definition):
//! - a wire occurs at most once as a target (`ProducedTwice`) and at most once as a source (`ConsumedTwice`);
//! - an interface has each of its wires once (`InputTwice`, `OutputTwice`);
//! - the input interface holds all wires that no edge produces, the output interface all that no edge consumes
//!   (`NotProduced`, `NotConsumed`);
//! - what a wire knows of its ends is what is there (`UpperEnd`, `LowerEnd`);
//! - edges and wires of a level have no cycle (`Cycle`);
//! - an edge has an inside exactly if it is an abstraction, or a frame in a derivation (`Hollow`, `Inside`);
//! - frames are only in the middle of a derivation (`Frame`).
//!
//! A well-typed one:
//! - copy is `A -> A ++ A` (`Copy`), discard `A -> []` (`Discard`), eval `(A -o B) ++ A -> B` (`Eval`);
//! - the ports of an operation are of its signature (`Operation`), the two functions of a `cond` take and give the
//!   same (`Cond`);
//! - an abstraction gives one function (`AbstractionTarget`), captures what the type of the function says
//!   (`AbstractionCaptured`), and holds a net `C ++ A -> B` (`AbstractionInner`);
//! - a linear wire is not copied (`LinearCopied`), discarded (`LinearDiscarded`) or captured (`LinearCaptured`).

use crate::label::{Frame, Label};
use crate::net::{Consumer, Edge, EdgeId, Hypernet, Item, Level, Producer, Region, WireId};
use crate::types::{Agree, Captures, Signature, Type, agree};

mod message;
#[cfg(test)]
mod tests;

/// The invariant that a net breaks; see the [module's documentation](self) for all of them.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the fields are the wire or edge at fault and what was found there")]
pub enum Invalid {
    /// The parent is not an edge of the net with an inside.
    Parent { item: Item, parent: EdgeId },
    /// The level of a wire or edge does not list it exactly once, or lists something of another level.
    Listing { item: Item, level: Level },
    /// An edge is inside of itself.
    ParentCycle { edge: EdgeId },
    /// A port names a wire that is not there.
    MissingWire { wire: WireId, port: Port },
    /// A wire is at a port of an edge or interface with another parent.
    Parents { wire: WireId, port: Port },
    /// A wire is a target, or target and input, twice.
    ProducedTwice { wire: WireId, first: Producer, second: Producer },
    /// A wire is a source, or source and output, twice.
    ConsumedTwice { wire: WireId, first: Consumer, second: Consumer },
    /// A wire is twice in an input interface.
    InputTwice { wire: WireId, level: Level },
    /// A wire is twice in an output interface.
    OutputTwice { wire: WireId, level: Level },
    /// A wire comes from nowhere: neither a target nor an input.
    NotProduced { wire: WireId },
    /// A wire goes nowhere: neither a source nor an output.
    NotConsumed { wire: WireId },
    /// A wire records another producer than it has.
    UpperEnd { wire: WireId, recorded: Producer, found: Producer },
    /// A wire records another consumer than it has.
    LowerEnd { wire: WireId, recorded: Consumer, found: Consumer },
    /// The edge is on a cycle.
    Cycle { edge: EdgeId },
    /// An abstraction or a frame has no inside.
    Hollow { edge: EdgeId },
    /// An edge that is neither an abstraction nor a frame has an inside.
    Inside { edge: EdgeId },
    /// A frame in a finished net.
    Frame { edge: EdgeId, frame: Frame },
    /// A copy that is not `A -> A ++ A`.
    Copy { edge: EdgeId, found: Signature },
    /// A discard that is not `A -> []`.
    Discard { edge: EdgeId, found: Signature },
    /// An eval that is not `(A -o B) ++ A -> B`.
    Eval { edge: EdgeId, found: Signature },
    /// An operation whose ports are not of its signature.
    Operation { edge: EdgeId, expected: Signature, found: Signature },
    /// The two functions of a `cond` do not take and give the same.
    Parts { edge: EdgeId, why: &'static str },
    /// The targets of an abstraction are not one function.
    AbstractionTarget { edge: EdgeId, found: Vec<Type> },
    /// An abstraction captures other types than its function's type says.
    AbstractionCaptured { edge: EdgeId, expected: Vec<Type>, found: Vec<Type> },
    /// The net inside of an abstraction is not `C ++ A -> B`.
    AbstractionInner { edge: EdgeId, expected: Signature, found: Signature },
    /// A linear wire is copied.
    LinearCopied { edge: EdgeId, wire: WireId },
    /// A linear wire is discarded.
    LinearDiscarded { edge: EdgeId, wire: WireId },
    /// A linear wire is captured.
    LinearCaptured { edge: EdgeId, wire: WireId },
}

/// A port of an edge or of an interface.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Port {
    /// This source of an edge.
    Source(EdgeId, u32),
    /// This target of an edge.
    Target(EdgeId, u32),
    /// This position of the input interface of a level.
    Input(Level, u32),
    /// This position of the output interface of a level.
    Output(Level, u32),
}

impl Hypernet {
    /// Checks that this is a well-typed hypernet; see the [module's documentation](self).
    ///
    /// ```
    /// # use hypernet::{Builder, Primitive, Type};
    /// let mut b = Builder::new();
    /// let x = b.input(Type::f64(), Some("x"));
    /// let y = b.primitive(Primitive::Sin, &[x])?;
    /// assert_eq!(b.finish(&[y])?.validate(), Ok(()));
    /// # Ok::<(), hypernet::BuildError>(())
    /// ```
    ///
    /// # Errors
    /// The first invariant that is broken.
    pub fn validate(&self) -> Result<(), Invalid> {
        Validator { net: self, agree: Agree::UpToCaptures }.run(false)
    }

    /// As [`Hypernet::validate`], for a net in the middle of a derivation: it may have frames, whose ports need no
    /// typing.
    ///
    /// # Errors
    /// The first invariant that is broken.
    pub fn validate_derivation(&self) -> Result<(), Invalid> {
        Validator { net: self, agree: Agree::UpToCaptures }.run(true)
    }

    /// As [`Hypernet::validate`], for a net that has been simplified: its types agree [up to names](Agree::UpToNames).
    #[cfg(feature = "checked")]
    pub(crate) fn validate_simplified(&self) -> Result<(), Invalid> {
        Validator { net: self, agree: Agree::UpToNames }.run(false)
    }

    /// Checks that one edge, whose wires are there, is well-typed.
    #[cfg(feature = "text")]
    pub(crate) fn validate_edge(&self, edge: EdgeId) -> Result<(), Invalid> {
        Validator { net: self, agree: Agree::UpToCaptures }.types(edge)
    }
}

struct Validator<'a> {
    net: &'a Hypernet,
    /// How the types of wires that are joined have to agree.
    agree: Agree,
}

impl<'a> Validator<'a> {
    fn run(&self, frames: bool) -> Result<(), Invalid> {
        self.parents()?;
        self.listings()?;
        self.parents_acyclic()?;
        self.ends()?;
        self.insides(frames)?;
        for (level, region) in self.regions() {
            self.acyclic(level, region)?;
        }
        self.net.edge_ids().try_for_each(|id| self.types(id))
    }

    /// The levels that there are, with what they hold.
    fn regions(&self) -> impl Iterator<Item = (Level, &'a Region)> {
        let net = self.net;
        std::iter::once((Level::Outermost, net.region(Level::Outermost))).chain(
            net.edge_ids().filter_map(|id| net.edge(id).inner.as_deref().map(|inner| (Level::Inside(id), inner))),
        )
    }

    fn region(&self, level: Level) -> Option<&'a Region> {
        match level {
            Level::Outermost => Some(self.net.region(level)),
            Level::Inside(edge) => self.net.get_edge(edge)?.inner.as_deref(),
        }
    }

    fn parents(&self) -> Result<(), Invalid> {
        let wires = self.net.wire_ids().map(|id| (Item::Wire(id), self.net.wire(id).level));
        let edges = self.net.edge_ids().map(|id| (Item::Edge(id), self.net.edge(id).level));
        for (item, level) in wires.chain(edges) {
            if let Level::Inside(parent) = level
                && self.region(level).is_none()
            {
                return Err(Invalid::Parent { item, parent });
            }
        }
        Ok(())
    }

    fn listings(&self) -> Result<(), Invalid> {
        // Every wire and edge says where in its level's list it is; so it is enough that it is there, and that
        // everything in the lists says that it is there.
        for (level, region) in self.regions() {
            for (&id, at) in region.wires.iter().zip(0u32..) {
                let listed = self.net.get_wire(id).is_some_and(|wire| (wire.level, wire.slot) == (level, at));
                if !listed {
                    return Err(Invalid::Listing { item: Item::Wire(id), level });
                }
            }
            for (&id, at) in region.edges.iter().zip(0u32..) {
                let listed = self.net.get_edge(id).is_some_and(|edge| (edge.level, edge.slot) == (level, at));
                if !listed {
                    return Err(Invalid::Listing { item: Item::Edge(id), level });
                }
            }
        }
        for id in self.net.wire_ids() {
            let wire = self.net.wire(id);
            if self.region(wire.level).and_then(|region| region.wires.get(wire.slot as usize)) != Some(&id) {
                return Err(Invalid::Listing { item: Item::Wire(id), level: wire.level });
            }
        }
        for id in self.net.edge_ids() {
            let edge = self.net.edge(id);
            if self.region(edge.level).and_then(|region| region.edges.get(edge.slot as usize)) != Some(&id) {
                return Err(Invalid::Listing { item: Item::Edge(id), level: edge.level });
            }
        }
        Ok(())
    }

    fn parents_acyclic(&self) -> Result<(), Invalid> {
        // 0: not seen; otherwise the number of the walk that saw it. A walk that meets itself is in a cycle; one that
        // meets an earlier walk ends where that one did.
        let mut seen = vec![0usize; self.net.id_bounds().0];
        for (start, walk) in self.net.edge_ids().zip(1..) {
            let mut at = Some(start);
            while let Some(edge) = at {
                match seen[edge.index()] {
                    0 => seen[edge.index()] = walk,
                    earlier if earlier == walk => return Err(Invalid::ParentCycle { edge }),
                    _ => break,
                }
                at = match self.net.edge(edge).level {
                    Level::Inside(parent) => Some(parent),
                    Level::Outermost => None,
                };
            }
        }
        Ok(())
    }

    /// Incidence: each wire at one port above and one below, of its own level, and known to the wire.
    fn ends(&self) -> Result<(), Invalid> {
        let wires = self.net.id_bounds().1;
        let mut above = vec![Producer::Open; wires];
        let mut below = vec![Consumer::Open; wires];
        let here = |wire: WireId, level: Level, port: Port| match self.net.get_wire(wire) {
            None => Err(Invalid::MissingWire { wire, port }),
            Some(found) if found.level != level => Err(Invalid::Parents { wire, port }),
            Some(_) => Ok(()),
        };
        for (level, region) in self.regions() {
            for (&wire, at) in region.inputs.iter().zip(0..) {
                here(wire, level, Port::Input(level, at))?;
                if std::mem::replace(&mut above[wire.index()], Producer::Input(at)) != Producer::Open {
                    return Err(Invalid::InputTwice { wire, level });
                }
            }
            for (&wire, at) in region.outputs.iter().zip(0..) {
                here(wire, level, Port::Output(level, at))?;
                if std::mem::replace(&mut below[wire.index()], Consumer::Output(at)) != Consumer::Open {
                    return Err(Invalid::OutputTwice { wire, level });
                }
            }
        }
        for id in self.net.edge_ids() {
            let edge = self.net.edge(id);
            for (&wire, at) in edge.sources.iter().zip(0..) {
                here(wire, edge.level, Port::Source(id, at))?;
                let second = Consumer::Source(id, at);
                let first = std::mem::replace(&mut below[wire.index()], second);
                if first != Consumer::Open {
                    return Err(Invalid::ConsumedTwice { wire, first, second });
                }
            }
            for (&wire, at) in edge.targets.iter().zip(0..) {
                here(wire, edge.level, Port::Target(id, at))?;
                let second = Producer::Target(id, at);
                let first = std::mem::replace(&mut above[wire.index()], second);
                if first != Producer::Open {
                    return Err(Invalid::ProducedTwice { wire, first, second });
                }
            }
        }
        for id in self.net.wire_ids() {
            let wire = self.net.wire(id);
            let (above, below) = (above[id.index()], below[id.index()]);
            if wire.producer != above {
                return Err(Invalid::UpperEnd { wire: id, recorded: wire.producer, found: above });
            }
            if wire.consumer != below {
                return Err(Invalid::LowerEnd { wire: id, recorded: wire.consumer, found: below });
            }
            if above == Producer::Open {
                return Err(Invalid::NotProduced { wire: id });
            }
            if below == Consumer::Open {
                return Err(Invalid::NotConsumed { wire: id });
            }
        }
        Ok(())
    }

    fn insides(&self, frames: bool) -> Result<(), Invalid> {
        for id in self.net.edge_ids() {
            let edge = self.net.edge(id);
            let holds = match edge.label {
                Label::Frame(frame) if !frames => return Err(Invalid::Frame { edge: id, frame }),
                Label::Abstraction | Label::Frame(_) => true,
                Label::Copy | Label::Discard | Label::Eval | Label::Operation(_) => false,
            };
            match (holds, edge.inner.is_some()) {
                (true, false) => return Err(Invalid::Hollow { edge: id }),
                (false, true) => return Err(Invalid::Inside { edge: id }),
                _ => {}
            }
        }
        Ok(())
    }

    fn acyclic(&self, level: Level, region: &Region) -> Result<(), Invalid> {
        let sorted = self.net.sorted_edges(level);
        if sorted.len() == region.edges.len() {
            return Ok(());
        }
        // Every edge left out takes something from another one left out; so following that leads into the cycle.
        let sorted: std::collections::HashSet<EdgeId> = sorted.into_iter().collect();
        let mut seen = std::collections::HashSet::new();
        let mut at = region.edges.iter().copied().find(|edge| !sorted.contains(edge));
        while let Some(edge) = at {
            if !seen.insert(edge) {
                return Err(Invalid::Cycle { edge });
            }
            let producers = self.net.edge(edge).sources.iter().filter_map(|&wire| self.net.producer_edge(wire));
            at = producers.map(|(producer, _)| producer).find(|producer| !sorted.contains(producer));
        }
        Ok(())
    }

    fn signature(&self, edge: &Edge) -> Signature {
        Signature { inputs: self.net.types(&edge.sources), outputs: self.net.types(&edge.targets) }
    }

    fn types(&self, id: EdgeId) -> Result<(), Invalid> {
        let edge = self.net.edge(id);
        let ty = |wire: &WireId| self.net.wire(*wire).ty();
        let linear = |wires: &[WireId]| wires.iter().copied().find(|wire| !ty(wire).is_copyable());
        match &edge.label {
            Label::Frame(_) => {}
            Label::Copy => {
                let fits = match (&edge.sources[..], &edge.targets[..]) {
                    ([source], [first, second]) => {
                        ty(source).agrees_with(ty(first), self.agree) && ty(source).agrees_with(ty(second), self.agree)
                    }
                    _ => false,
                };
                if !fits {
                    return Err(Invalid::Copy { edge: id, found: self.signature(edge) });
                }
                if let Some(wire) = linear(&edge.sources) {
                    return Err(Invalid::LinearCopied { edge: id, wire });
                }
            }
            Label::Discard => {
                if !(edge.sources.len() == 1 && edge.targets.is_empty()) {
                    return Err(Invalid::Discard { edge: id, found: self.signature(edge) });
                }
                if let Some(wire) = linear(&edge.sources) {
                    return Err(Invalid::LinearDiscarded { edge: id, wire });
                }
            }
            Label::Eval => {
                let function = edge.sources.first().and_then(|wire| ty(wire).as_function());
                let (mut taken, mut given) = (self.net.types(&edge.sources), self.net.types(&edge.targets));
                // A call of a function of the host hands arrays on, or changes them, that are undone: their storages go past the
                // backpropagator, unless the function says that it takes them.
                let undone = |types: &[Type]| types.iter().filter(|ty| matches!(ty, Type::Undone(_))).count();
                if let Some(function) = function
                    && undone(&taken) == undone(&given)
                {
                    let both = taken.iter_mut().skip(1).zip(&function.params);
                    for (ty, known) in both.chain(given.iter_mut().zip(&function.results)) {
                        if let (Type::Undone(element), Type::Array(_)) = (&*ty, known) {
                            *ty = Type::Array(element.clone());
                        }
                    }
                }
                let fits = function.is_some_and(|function| {
                    agree(&taken[1..], &function.params, self.agree) && agree(&given, &function.results, self.agree)
                });
                if !fits {
                    return Err(Invalid::Eval { edge: id, found: self.signature(edge) });
                }
            }
            Label::Operation(operation) => {
                // What does not fit has no signature.
                operation.fits(self.agree).map_err(|why| Invalid::Parts { edge: id, why })?;
                let (inputs, outputs) = operation.signature();
                if !self.agree(&edge.sources, &inputs) || !self.agree(&edge.targets, &outputs) {
                    let expected = Signature { inputs, outputs };
                    return Err(Invalid::Operation { edge: id, expected, found: self.signature(edge) });
                }
            }
            Label::Abstraction => self.abstraction(id, edge)?,
        }
        Ok(())
    }

    fn abstraction(&self, id: EdgeId, edge: &Edge) -> Result<(), Invalid> {
        let function = match &edge.targets[..] {
            [target] => self.net.wire(*target).ty().as_function(),
            _ => None,
        };
        let Some(function) = function else {
            return Err(Invalid::AbstractionTarget { edge: id, found: self.net.types(&edge.targets) });
        };
        let captured = self.net.types(&edge.sources);
        if let Captures::Known(expected) = &function.captures
            && !self.agree(&edge.sources, expected)
        {
            return Err(Invalid::AbstractionCaptured { edge: id, expected: expected.clone(), found: captured });
        }
        let inner = self.net.region(Level::Inside(id));
        let fits = inner.inputs.len() == captured.len() + function.params.len()
            && self.agree(&inner.inputs[..captured.len()], &captured)
            && self.agree(&inner.inputs[captured.len()..], &function.params)
            && self.agree(&inner.outputs, &function.results);
        if !fits {
            let mut inputs = captured;
            inputs.extend(function.params.iter().cloned());
            let expected = Signature { inputs, outputs: function.results.clone() };
            let found = Signature { inputs: self.net.types(&inner.inputs), outputs: self.net.types(&inner.outputs) };
            return Err(Invalid::AbstractionInner { edge: id, expected, found });
        }
        if let Some(&wire) = edge.sources.iter().find(|&&wire| !self.net.wire(wire).ty().is_copyable()) {
            return Err(Invalid::LinearCaptured { edge: id, wire });
        }
        Ok(())
    }

    fn agree(&self, wires: &[WireId], types: &[Type]) -> bool {
        wires.len() == types.len()
            && wires.iter().zip(types).all(|(&wire, ty)| self.net.wire(wire).ty.agrees_with(ty, self.agree))
    }
}

impl std::error::Error for Invalid {}
