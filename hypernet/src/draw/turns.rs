//! Loops: a box that holds the bubble of what each turn does.
//!
//! The wires of a loop go on in its box, to the parameters of a turn and from its results. What is the same in each turn, and
//! the state, go straight on. The numbers of the turns come out of a bar into which the bounds go; an entry of a tape out of a bar
//! into which the tape goes. What a turn leaves goes into a bar out of which its tape goes. An arrow leads the state back.

use std::collections::HashMap;

use super::edges::Drawn;
use super::layers::Node;
use super::layout::{Layout, Mark, PORT, Point, Rectangle, Shape, count, float, point, rectangle};
use super::{Options, caption, text};
use crate::label::{Label, Operation};
use crate::net::{EdgeId, Hypernet, Level};
use crate::operation::Fold;

/// Where the title of a loop stands.
pub(super) const TITLE: (i64, i64) = (8, 5);
/// The strip between the box and the bubble, above and below it, and on the right.
const ABOVE: i64 = 36;
const BELOW: i64 = 30;
const BESIDE: i64 = 12;
/// Bars: how far they are from the box, how high they are, and how much further they go than the wires in them.
const BAR: i64 = 10;
const THICK: i64 = 4;
const OVER: i64 = 4;
/// How far the way of the state is from the bubble, and the bounds of a loop from each other.
const BACK: i64 = 10;
const BOUNDS: i64 = 14;

/// Which loops of a level hold the function that they run: nothing else takes it.
pub(super) struct Held {
    /// The loop by the abstraction, and the other way round.
    loops: HashMap<EdgeId, EdgeId>,
    functions: HashMap<EdgeId, EdgeId>,
}

/// The loop that an edge is.
fn fold(net: &Hypernet, edge: EdgeId) -> Option<&Fold> {
    match net.edge(edge).label() {
        Label::Operation(Operation::Fold(fold)) => Some(fold),
        Label::Operation(_) | Label::Copy | Label::Discard | Label::Eval | Label::Abstraction | Label::Frame(_) => None,
    }
}

impl Held {
    pub(super) fn at(net: &Hypernet, level: Level) -> Self {
        let (mut loops, mut functions) = (HashMap::new(), HashMap::new());
        for &edge in net.region(level).edges() {
            let function = fold(net, edge).and_then(|fold| net.edge(edge).sources().get(fold.function()));
            let Some((held, _)) = function.and_then(|&wire| net.producer_edge(wire)) else { continue };
            if *net.edge(held).label() == Label::Abstraction {
                loops.insert(held, edge);
                functions.insert(edge, held);
            }
        }
        Self { loops, functions }
    }

    pub(super) fn is_held(&self, edge: EdgeId) -> bool {
        self.loops.contains_key(&edge)
    }

    /// The port of the loop, if this is one of what it holds: what is captured comes after the operands.
    pub(super) fn port(&self, net: &Hypernet, edge: EdgeId, port: usize) -> (EdgeId, usize) {
        self.loops.get(&edge).map_or((edge, port), |&by| (by, net.edge(by).sources().len() + port))
    }

    /// The box of a loop, if it holds its function.
    pub(super) fn turns(&self, net: &Hypernet, edge: EdgeId, options: &Options) -> Option<Turns> {
        let fold = fold(net, edge)?;
        let held = *self.functions.get(&edge)?;
        let bubble = Drawn::new(net, held, &Self { loops: HashMap::new(), functions: HashMap::new() }, options);
        let title = caption(net.edge(edge).label());
        Some(Turns::new(fold, title, bubble, (net.edge(edge).targets().len(), net.edge(held).sources().len())))
    }
}

/// What is kept free beside the wires of the interface of a function that a loop holds, so that bars stand apart.
pub(super) fn room(net: &Hypernet, level: Level) -> (Vec<i64>, Vec<i64>) {
    let Level::Inside(held) = level else { return (Vec::new(), Vec::new()) };
    let edge = net.edge(held);
    let runs = edge.targets().first().and_then(|&wire| net.consumer_edge(wire));
    let Some((fold, port)) = runs.and_then(|(id, port)| Some((fold(net, id)?, port))) else {
        return (Vec::new(), Vec::new());
    };
    if port != fold.function() || *edge.label() != Label::Abstraction {
        return (Vec::new(), Vec::new());
    }
    let mut above = vec![0; edge.sources().len()];
    above.extend(vec![OVER; fold.taken]);
    above.extend(vec![BOUNDS / 2 + OVER; fold.sequence.indices()]);
    let mut below = vec![0; fold.state];
    below.extend(vec![OVER; fold.left().len()]);
    (above, below)
}

/// The box of a loop, with all that is in it.
pub(super) struct Turns {
    pub(super) node: Node,
    pub(super) title: String,
    bubble: Drawn,
    at: (i64, i64),
    /// How far the wire at each port goes into the box.
    above: Vec<i64>,
    below: Vec<i64>,
    marks: Vec<Mark>,
}

impl Turns {
    /// `targets` is how many results the loop has, `captured` how many wires its function captures.
    fn new(fold: &Fold, title: String, bubble: Drawn, (targets, captured): (usize, usize)) -> Self {
        let left = (2 * TITLE.0 + text::width(&title, text::LARGE)).max(2 * BACK + 6);
        let at = (left, ABOVE);
        let end = ABOVE + bubble.node.height;
        let height = end + BELOW;
        let mut turns =
            Self { node: Node::default(), title, bubble, at, above: Vec::new(), below: Vec::new(), marks: Vec::new() };
        let (inputs, outputs) = turns.interface();
        let (captures, rest) = inputs.split_at(captured.min(inputs.len()));
        let (taken, rest) = rest.split_at(fold.taken.min(rest.len()));
        let (number, rest) = rest.split_at(fold.sequence.indices().min(rest.len()));
        let (given, left_on_tapes) = outputs.split_at(fold.state.min(outputs.len()));

        for &number in number {
            let bounds = spaced(number, fold.sequence.bounds());
            turns.bar(&bounds, BAR, (BAR + THICK, ABOVE), number);
            for x in bounds {
                turns.source(x, BAR);
            }
        }
        // The function comes from inside.
        turns.source(left, 0);
        for &entry in taken {
            turns.bar(&[entry], BAR, (BAR + THICK, ABOVE), entry);
            turns.source(entry, BAR);
        }
        for &x in rest.iter().chain(captures) {
            turns.source(x, ABOVE);
        }

        for &x in given {
            turns.target(x, BELOW);
        }
        let last = outputs.iter().copied().max().unwrap_or(left);
        let mut right = last;
        if targets > outputs.len() {
            // How many turns there were.
            right = last + PORT;
            turns.target(right, 0);
        }
        for &entry in left_on_tapes {
            turns.bar(&[entry], height - BAR - THICK, (end, height - BAR - THICK), entry);
            turns.target(entry, BAR);
        }
        turns.back(&rest[..given.len().min(rest.len())], given, (ABOVE - BACK + 1, end + BACK));
        turns.node.width = (left + turns.bubble.node.width).max(right) + BESIDE;
        turns.node.height = height;
        turns
    }

    /// Where the wires of the interface of the bubble meet it.
    fn interface(&self) -> (Vec<i64>, Vec<i64>) {
        let Some(inside) = &self.bubble.inside else { return (Vec::new(), Vec::new()) };
        let moved = |of: &[i64]| of.iter().map(|x| self.at.0 + inside.at.0 + x).collect();
        (moved(&inside.plan.arranged.inputs), moved(&inside.plan.arranged.outputs))
    }

    fn source(&mut self, x: i64, depth: i64) {
        self.node.sources.push(x);
        self.above.push(depth);
    }

    fn target(&mut self, x: i64, depth: i64) {
        self.node.targets.push(x);
        self.below.push(depth);
    }

    /// A bar over these wires, and the line between it and the bubble.
    fn bar(&mut self, wires: &[i64], y: i64, (from, to): (i64, i64), x: i64) {
        let first = wires.iter().copied().min().unwrap_or(x) - OVER;
        let last = wires.iter().copied().max().unwrap_or(x) + OVER;
        self.marks.push(Mark::Bar(rectangle((first, y), (last - first, THICK))));
        self.marks.push(Mark::Line([point((x, from)), point((x, to))]));
    }

    /// The way of the state from these wires back to those, at these heights.
    fn back(&mut self, onto: &[i64], from: &[i64], (above, below): (i64, i64)) {
        let (Some(&last), Some(&first)) = (from.iter().max(), onto.iter().max()) else { return };
        let side = self.at.0 - BACK;
        let at = |wires: &[i64], y: i64| wires.iter().map(|&x| point((x, y))).collect();
        let way = [(last, below), (side, below), (side, above), (first, above)];
        self.marks.push(Mark::Back { from: at(from, below), way: way.map(point).to_vec(), to: at(onto, above) });
    }

    /// How far the wire at a port goes into the box, from above and from below.
    pub(super) fn above(&self, port: usize) -> i64 {
        self.above.get(port).copied().unwrap_or(0)
    }

    pub(super) fn below(&self, port: usize) -> i64 {
        self.below.get(port).copied().unwrap_or(0)
    }

    /// Adds what is in the box of this figure, which has its corner here.
    pub(super) fn emit(&self, net: &Hypernet, layout: &mut Layout, (x, y): (i64, i64), figure: usize) {
        let corner = (x + self.at.0, y + self.at.1);
        let bubble = layout.figures.len();
        let place = rectangle(corner, (self.bubble.node.width, self.bubble.node.height));
        layout.figures.push(super::Figure {
            edge: self.bubble.edge,
            shape: Shape::Bubble,
            place,
            parent: Some(figure),
        });
        if let Some(content) = &self.bubble.inside {
            content.emit(net, layout, corner, bubble);
        }
        let (dx, dy) = (float(x), float(y));
        layout.marks.extend(self.marks.iter().map(|mark| (figure, mark.moved(dx, dy))));
    }
}

/// So many positions around this one.
fn spaced(around: i64, ports: usize) -> Vec<i64> {
    let room = BOUNDS * (count(ports) - 1).min(1);
    let parts = (count(ports) - 1).max(1);
    (0..count(ports)).map(|at| around - room / 2 + room * at / parts).collect()
}

impl Mark {
    fn moved(&self, dx: f64, dy: f64) -> Self {
        let point = |point: &Point| Point { x: point.x + dx, y: point.y + dy };
        let all = |points: &[Point]| points.iter().map(point).collect();
        match self {
            Self::Bar(bar) => Self::Bar(Rectangle { x: bar.x + dx, y: bar.y + dy, ..*bar }),
            Self::Line([from, to]) => Self::Line([point(from), point(to)]),
            Self::Back { from, way, to } => Self::Back { from: all(from), way: all(way), to: all(to) },
        }
    }
}
