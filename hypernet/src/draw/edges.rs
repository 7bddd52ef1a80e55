//! What each edge looks like: its shape, its size, its ports, and the text on it.

use super::layers::Node;
use super::layout::{BUBBLE, DOUBLE, FRAME, Layout, PORT, Plan, Rectangle, Shape, Text, count, float};
use super::turns::{Held, TITLE, Turns};
use super::{Options, text};
use crate::label::Label;
use crate::net::{EdgeId, Hypernet, Level};
use crate::operation::Symbol;

/// One edge before it has a place.
pub(super) struct Drawn {
    pub(super) edge: EdgeId,
    pub(super) shape: Shape,
    pub(super) node: Node,
    pub(super) text: String,
    pub(super) inside: Option<Box<Inside>>,
    /// What is in a loop.
    pub(super) turns: Option<Box<Turns>>,
}

/// The content of a bubble or a frame, and where it is in it.
pub(super) struct Inside {
    pub(super) plan: Plan,
    pub(super) at: (i64, i64),
    /// The height of the figure around it, and from its outer line to the inner one.
    height: i64,
    edge: i64,
}

impl Inside {
    /// Adds the content of a figure that has its corner here.
    pub(super) fn emit(&self, net: &Hypernet, layout: &mut Layout, (x, y): (i64, i64), figure: usize) {
        let border = (y + self.edge, y + self.height - self.edge);
        self.plan.emit(net, layout, (x + self.at.0, y + self.at.1), Some(figure), Some(border));
    }
}

impl Drawn {
    pub(super) fn new(net: &Hypernet, id: EdgeId, held: &Held, options: &Options) -> Self {
        if let Some(turns) = held.turns(net, id, options) {
            let (node, text) = (turns.node.clone(), turns.title.clone());
            return Self { edge: id, shape: Shape::Loop, node, text, inside: None, turns: Some(Box::new(turns)) };
        }
        let edge = net.edge(id);
        let (sources, targets) = (edge.sources().len(), edge.targets().len());
        let ports = count(sources.max(targets));
        let plain = |shape, width, height, text: String| {
            let alike = shape == Shape::Copy;
            let node = Node { width, height, sources: spread(sources, width), targets: spread(targets, width), alike };
            Self { edge: id, shape, node, text, inside: None, turns: None }
        };
        match edge.label() {
            Label::Copy => {
                let width = PORT * (count(targets) - 1).max(1);
                let mut copy = plain(Shape::Copy, width, 14, String::new());
                let parts = (count(targets) - 1).max(1);
                copy.node.targets = (0..count(targets)).map(|at| at * width / parts).collect();
                copy
            }
            Label::Discard => plain(Shape::Discard, 8, 10, String::new()),
            Label::Eval => plain(Shape::Eval, (ports * PORT).max(30), 15 + ports.min(8), String::new()),
            Label::Operation(operation) => {
                let text = |text: String| {
                    let text = text::shorten(&text);
                    let room = text::width(&text, text::LARGE);
                    (text, room)
                };
                let triangle = |shape, (text, room): (String, i64)| {
                    if room <= INSIDE {
                        plain(shape, 34, LARGE, text)
                    } else {
                        plain(shape, room.max(22), SMALL + text::height(text::LARGE), text)
                    }
                };
                match operation.symbol() {
                    Symbol::Bar(_) => plain(Shape::Bar, (ports * PORT).max(20), 4, String::new()),
                    Symbol::Triangle(name) => triangle(Shape::Triangle, text(name)),
                    Symbol::AdjointTriangle(name) => triangle(Shape::AdjointTriangle, text(name)),
                    Symbol::Box(name) => {
                        let (text, room) = text(name);
                        plain(Shape::Box, (ports * PORT).max(room + 14).max(26), 26, text)
                    }
                }
            }
            Label::Abstraction => Self::around(net, id, Shape::Bubble, options),
            Label::Frame(frame) => Self::around(net, id, Shape::Frame(*frame), options),
        }
    }

    /// A bubble or a frame around its content.
    fn around(net: &Hypernet, id: EdgeId, shape: Shape, options: &Options) -> Self {
        let edge = net.edge(id);
        let plan = Plan::new(net, Level::Inside(id), options);
        let (sources, targets) = (edge.sources().len(), edge.targets().len());
        let (beside, above) = if shape == Shape::Bubble { (BUBBLE, 0) } else { (FRAME, DOUBLE + 2) };
        let least = (count(sources.max(targets)) * PORT).max(48);
        let width = (plan.arranged.width + 2 * beside).max(least);
        let height = (plan.arranged.height + 2 * above).max(34);
        let at = ((width - plan.arranged.width) / 2, (height - plan.arranged.height) / 2);
        let edge = if shape == Shape::Bubble { 0 } else { DOUBLE };
        // In a bubble the captured wires go straight on; at a frame the wires around are those of another net.
        let along = |inner: &[i64], outer: usize| -> Vec<i64> {
            if inner.len() == outer { inner.iter().map(|x| x + at.0).collect() } else { spread(outer, width) }
        };
        let (sources, targets) = if shape == Shape::Bubble {
            let captured = &plan.arranged.inputs[..sources.min(plan.arranged.inputs.len())];
            (along(captured, sources), along(&plan.arranged.outputs, targets))
        } else {
            (along(&plan.arranged.inputs, sources), along(&plan.arranged.outputs, targets))
        };
        let node = Node { width, height, sources, targets, alike: false };
        Self {
            edge: id,
            shape,
            node,
            text: String::new(),
            inside: Some(Box::new(Inside { plan, at, height, edge })),
            turns: None,
        }
    }

    /// The figure itself in the room of the node: a small triangle has its text above it.
    pub(super) fn outline(&self, room: Rectangle) -> Rectangle {
        let small = matches!(self.shape, Shape::Triangle | Shape::AdjointTriangle) && self.node.height != LARGE;
        if !small {
            return room;
        }
        let (width, height) = (float(2 * SMALL), float(SMALL));
        let x = room.x + (room.width - width) / 2.0;
        Rectangle { x, y: room.y + room.height - height, width, height }
    }

    /// Where its text goes.
    pub(super) fn lettering(&self, place: Rectangle, figure: usize) -> Text {
        let (width, height) = (float(text::width(&self.text, text::LARGE)), float(text::height(text::LARGE)));
        let middle = place.x + (place.width - width) / 2.0;
        let y = match self.shape {
            Shape::Triangle | Shape::AdjointTriangle if self.node.height == LARGE => place.y + place.height - height,
            Shape::Triangle | Shape::AdjointTriangle => place.y,
            Shape::Loop => place.y + float(TITLE.1),
            Shape::Box | Shape::Copy | Shape::Discard | Shape::Eval | Shape::Bar | Shape::Bubble | Shape::Frame(_) => {
                place.y + (place.height - height) / 2.0
            }
        };
        let middle = if self.shape == Shape::Loop { place.x + float(TITLE.0) } else { middle };
        let place = Rectangle { x: middle, y, width, height };
        Text { text: self.text.clone(), place, size: float(text::LARGE), figure: Some(figure) }
    }
}

/// The heights of triangles: with the text above, and with the text inside if it is not wider than this.
const SMALL: i64 = 11;
const LARGE: i64 = 27;
const INSIDE: i64 = 10;

/// So many ports evenly along a side.
fn spread(ports: usize, width: i64) -> Vec<i64> {
    let parts = 2 * count(ports);
    (0..count(ports)).map(|at| width * (2 * at + 1) / parts.max(1)).collect()
}
