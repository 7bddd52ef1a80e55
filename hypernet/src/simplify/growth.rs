//! How far functions are written out where they are called.
//!
//! A function that calls another one twice, which calls a third one twice, and so on, is exponentially large when all is
//! written out. Which functions are copied is decided once, by how large they are *expanded*, with all that they call: if
//! the whole net stays within a bound that is linear in its size, all are; if not, those that are small. So it does not
//! depend on the order of the steps. What cannot be foreseen, because functions are results or arguments of functions, is
//! kept within bounds by a budget.

use crate::label::{Label, Operation};
use crate::net::{Consumer, EdgeId, Hypernet, IdMap, IdSet, Level, Producer, WireId};

/// Abstractions that expand to at most so many edges are always copied, as long as there is budget.
const SMALL: usize = 12;

/// The largest expansions that are copied, where not all are.
const THRESHOLDS: [usize; 5] = [4096, 1024, 256, 64, SMALL];

/// What may be copied.
#[derive(Debug)]
pub(super) struct Growth {
    /// To how many edges each abstraction expands; empty if all may be copied.
    expanded: IdMap<EdgeId, usize>,
    /// Up to which expansion abstractions are copied.
    threshold: usize,
    /// How many edges may still be added by copies of abstractions.
    budget: usize,
    /// How many more may be added by copies of abstractions that are small or have to be copied.
    reserve: usize,
}

impl Growth {
    /// What may be copied in this net.
    pub(super) fn new(net: &Hypernet) -> Self {
        let mut growth = Self::unlimited(net);
        if is_linear(net) {
            return growth;
        }
        let budget = growth.budget;
        let mut calls = Calls { net, callee: IdMap::default() };
        let bodies = calls.bodies();
        let expanded = expand(&bodies);
        if expanded.get(&Level::Outermost).is_none_or(|&all| all <= budget) {
            return growth;
        }
        growth.threshold =
            THRESHOLDS.into_iter().find(|&threshold| total(&bodies, &expanded, threshold) <= budget).unwrap_or(SMALL);
        for (level, &size) in expanded.iter() {
            if let Level::Inside(abstraction) = level {
                growth.expanded.insert(abstraction, size);
            }
        }
        growth
    }

    /// The same, where only those are copied that have to be.
    pub(super) fn of_necessity(net: &Hypernet) -> Self {
        Self { threshold: 0, ..Self::unlimited(net) }
    }

    fn unlimited(net: &Hypernet) -> Self {
        let edges = net.edge_count();
        Self {
            expanded: IdMap::default(),
            threshold: usize::MAX,
            budget: 20_000 + 4 * edges,
            reserve: 10 * SMALL * SMALL * SMALL + SMALL * edges,
        }
    }

    /// Whether an abstraction of this size, at every depth, may be copied; takes it from the budget. One that `must` be is
    /// refused only when all is used up.
    pub(super) fn may_copy(&mut self, abstraction: EdgeId, size: usize, must: bool) -> bool {
        let expanded = self.expanded.get(&abstraction).copied().unwrap_or(0).max(size);
        if expanded > self.threshold && !must {
            return false;
        }
        if size > SMALL && size <= self.budget {
            self.budget -= size;
            return true;
        }
        if (size <= SMALL || must) && size <= self.reserve {
            self.reserve -= size;
            return true;
        }
        false
    }

    /// Notes that an abstraction is a copy of another one.
    pub(super) fn copied(&mut self, from: EdgeId, to: EdgeId) {
        if let Some(&size) = self.expanded.get(&from) {
            self.expanded.insert(to, size);
        }
    }
}

/// How many edges a net has if every function is written out wherever it is run, as far as that can be foreseen; at most
/// `usize::MAX`. The time that the net takes and the residual that its adjoint keeps grow with it.
///
/// ```
/// use hypernet::{Builder, Primitive, Type, simplify::expanded_size};
///
/// let mut b = Builder::new();
/// let x = b.input(Type::f64(), Some("x"));
/// b.open();
/// let y = b.input(Type::f64(), Some("y"));
/// let sine = b.primitive(Primitive::Sin, &[y])?;
/// let f = b.close(&[sine])?;
/// let once = b.eval(f, &[x])?;
/// let twice = b.eval(f, &once)?;
/// // An abstraction, a copy of it, two evals, and two sines.
/// assert_eq!(expanded_size(&b.finish(&twice)?), 6);
/// # Ok::<(), hypernet::BuildError>(())
/// ```
#[must_use]
pub fn expanded_size(net: &Hypernet) -> usize {
    if is_linear(net) {
        return net.edge_count();
    }
    let bodies = Calls { net, callee: IdMap::default() }.bodies();
    expand(&bodies).get(&Level::Outermost).copied().unwrap_or(0)
}

/// Whether no function is copied: then every function is run once at most, and the net is as large as it gets.
fn is_linear(net: &Hypernet) -> bool {
    !net.any_edge(|edge| matches!(edge.label, Label::Copy) && !net.wire(edge.sources[0]).ty.is_first_order())
}

/// What is at a level: how many edges, and the abstractions that are run there, or made there for who knows whom.
#[derive(Default)]
struct Body {
    edges: usize,
    runs: Vec<EdgeId>,
}

struct Calls<'n> {
    net: &'n Hypernet,
    /// The abstraction that makes the function on a wire, where that is known.
    callee: IdMap<WireId, Option<EdgeId>>,
}

impl Calls<'_> {
    fn bodies(&mut self) -> IdMap<Level, Body> {
        let mut bodies = IdMap::default();
        bodies.insert(Level::Outermost, Body::default());
        for id in self.net.edge_ids() {
            let edge = self.net.edge(id);
            let runs = match &edge.label {
                Label::Eval => self.callee(edge.sources[0]),
                Label::Abstraction => {
                    bodies.get_or_default(Level::Inside(id));
                    // What is called, copied or captured is counted where it is run.
                    let runs = match edge.targets.first().map(|&wire| self.net.wire(wire).consumer) {
                        Some(Consumer::Source(consumer, port)) => match &self.net.edge(consumer).label {
                            Label::Eval | Label::Copy => port > 0,
                            Label::Operation(operation) => {
                                let runs = operation.nature().runs;
                                runs.is_empty() || runs.contains(&(port as usize))
                            }
                            Label::Discard | Label::Frame(_) => true,
                            Label::Abstraction => false,
                        },
                        _ => true,
                    };
                    runs.then_some(id)
                }
                Label::Copy | Label::Discard | Label::Operation(_) | Label::Frame(_) => None,
            };
            let body = bodies.get_or_default(edge.level);
            body.edges += 1;
            body.runs.extend(runs);
        }
        bodies
    }

    /// The abstraction that makes the function on a wire, through copies, captures and arguments of branches.
    fn callee(&mut self, wire: WireId) -> Option<EdgeId> {
        let mut path = Vec::new();
        let mut at = Some(wire);
        let found = loop {
            let Some(wire) = at else { break None };
            if let Some(&known) = self.callee.get(&wire) {
                break known;
            }
            path.push(wire);
            at = match self.net.wire(wire).producer {
                Producer::Target(edge, _) => match &self.net.edge(edge).label {
                    Label::Abstraction => break Some(edge),
                    Label::Copy => Some(self.net.edge(edge).sources[0]),
                    Label::Discard | Label::Eval | Label::Operation(_) | Label::Frame(_) => None,
                },
                Producer::Input(port) => self.given(wire, port as usize),
                Producer::Open => None,
            };
        };
        self.callee.extend(path.into_iter().map(|wire| (wire, found)));
        found
    }

    /// The wire outside that an input of an abstraction stands for.
    fn given(&self, input: WireId, port: usize) -> Option<WireId> {
        let Level::Inside(owner) = self.net.wire(input).level else { return None };
        let owner = self.net.edge(owner);
        if let Some(&captured) = owner.sources.get(port) {
            return Some(captured);
        }
        let (consumer, _) = self.net.consumer_edge(*owner.targets.first()?)?;
        match self.net.edge(consumer).operation() {
            Some(Operation::Cond(..)) => self.net.edge(consumer).sources.get(port - owner.sources.len() + 3).copied(),
            // Between the tapes and the state its function takes the index.
            Some(Operation::Fold(fold)) => {
                let state = (port - owner.sources.len()).checked_sub(fold.params_before_state())?;
                let outside = state + fold.before_state();
                self.net.edge(consumer).sources.get(outside).copied()
            }
            _ => None,
        }
    }
}

/// To how many edges each body expands.
fn expand(bodies: &IdMap<Level, Body>) -> IdMap<Level, usize> {
    let mut expanded = IdMap::default();
    let mut pending: Vec<(Level, bool)> = bodies.keys().map(|level| (level, false)).collect();
    let mut begun = IdSet::default();
    while let Some((level, ready)) = pending.pop() {
        let body = &bodies[&level];
        if ready {
            let size = body.runs.iter().map(|&run| expanded.get(&Level::Inside(run)).copied().unwrap_or(1));
            let size = size.fold(body.edges, usize::saturating_add);
            expanded.insert(level, size);
        } else if begun.insert(level) {
            pending.push((level, true));
            pending.extend(body.runs.iter().map(|&run| (Level::Inside(run), false)));
        }
    }
    expanded
}

/// How many edges there are if the abstractions up to a threshold are written out.
fn total(bodies: &IdMap<Level, Body>, expanded: &IdMap<Level, usize>, threshold: usize) -> usize {
    let large = |level: Level| level == Level::Outermost || expanded[&level] > threshold;
    bodies.iter().filter(|&(level, _)| large(level)).fold(0, |sum, (_, body)| {
        let runs = body.runs.iter().map(|&run| expanded[&Level::Inside(run)]);
        runs.map(|size| if size > threshold { 1 } else { size })
            .fold(body.edges.saturating_add(sum), usize::saturating_add)
    })
}
