//! Where everything is: a net as rectangles, curves and texts, from the inside of its bubbles outwards.
//!
//! A bubble or a frame is laid out first and is then a node of its size at the level around it. A link that enters a
//! bubble meets its upper side exactly where the link of the captured wire begins inside. A loop is a node around the
//! bubble of its function, if nothing else takes that.

use std::collections::HashMap;

use crate::label::{Frame, Label};
use crate::net::{Consumer, EdgeId, Hypernet, Level, Producer, WireId};
use crate::types::Type;

use super::edges::Drawn;
use super::layers::{self, Arranged, End, Link, Sketch, Stub};
use super::turns::Held;
use super::{Options, text, turns};

/// A rectangle, by its upper left corner.
#[derive(Clone, Copy, PartialEq, Debug)]
#[expect(missing_docs, reason = "the corner and the size")]
pub struct Rectangle {
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub height: f64,
}

/// A point.
#[derive(Clone, Copy, PartialEq, Debug)]
#[expect(missing_docs, reason = "the coordinates")]
pub struct Point {
    pub x: f64,
    pub y: f64,
}

/// What an edge looks like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// An operation.
    Box,
    /// Copy: a dot where wires begin.
    Copy,
    /// Discard: a dot where a wire ends.
    Discard,
    /// Eval: a semicircle, its round side down.
    Eval,
    /// A constant: a triangle, its tip up.
    Triangle,
    /// A function that is the adjoint of one in the host language: a triangle in blue.
    AdjointTriangle,
    /// Stems grouped in one, or one ungrouped: a bar.
    Bar,
    /// An abstraction.
    Bubble,
    /// A loop around the bubble of what each turn does.
    Loop,
    /// A box of the adjoint transformation.
    Frame(Frame),
}

/// A drawn edge.
#[derive(Clone, PartialEq, Debug)]
pub struct Figure {
    /// Which edge it is.
    pub edge: EdgeId,
    /// What it looks like.
    pub shape: Shape,
    /// Where it is.
    pub place: Rectangle,
    /// The bubble or frame that it is in, by its position in [`Layout::figures`]; that one comes earlier.
    pub parent: Option<usize>,
}

/// A drawn wire.
#[derive(Clone, PartialEq, Debug)]
pub struct Stem {
    /// Which wire it is.
    pub wire: WireId,
    /// The bubble or frame that it is in.
    pub parent: Option<usize>,
    /// The figures at its upper and at its lower end; `None` for an end at the interface.
    pub ends: (Option<usize>, Option<usize>),
    /// Bézier curves, each from where the one before ends.
    pub curves: Vec<[Point; 4]>,
    /// What it carries.
    pub strand: Strand,
}

/// What a wire carries, so far as one sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strand {
    /// A value: a line.
    Value,
    /// The order of effects: a dashed line.
    World,
    /// The entries that the turns of a loop leave: a double line.
    Tape,
}

/// What stands in a loop beside the bubble.
#[derive(Clone, PartialEq, Debug)]
pub enum Mark {
    /// Where the numbers of the turns come from their bounds, or an entry comes from a tape or goes onto it: a bar.
    Bar(Rectangle),
    /// From a bar to the bubble, or back: a line.
    Line([Point; 2]),
    /// The state goes from the end of a turn to the beginning of the next one: it leaves the wires at the first points, goes
    /// along the line, and joins the wires at the last points. An arrow.
    Back {
        /// Where it leaves the wires of the state.
        from: Vec<Point>,
        /// The way.
        way: Vec<Point>,
        /// Where it joins them.
        to: Vec<Point>,
    },
}

/// A text.
#[derive(Clone, PartialEq, Debug)]
pub struct Text {
    /// What it says.
    pub text: String,
    /// The room that it has; it stands in the middle.
    pub place: Rectangle,
    /// The size of its letters.
    pub size: f64,
    /// The figure that it is written on; `None` if it stands beside a wire.
    pub figure: Option<usize>,
}

/// A drawing of a net.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Layout {
    /// Its width.
    pub width: f64,
    /// Its height.
    pub height: f64,
    /// The edges, each bubble before what is in it.
    pub figures: Vec<Figure>,
    /// The wires.
    pub stems: Vec<Stem>,
    /// The texts.
    pub texts: Vec<Text>,
    /// What stands in loops beside the bubble, with the figure of the loop.
    pub marks: Vec<(usize, Mark)>,
}

impl Layout {
    /// Lays out a net.
    #[must_use]
    pub fn new(net: &Hypernet, options: &Options) -> Self {
        let plan = Plan::new(net, Level::Outermost, options);
        let mut layout = Self::default();
        let line = |stubs: &[Tag]| if stubs.iter().any(|tag| !tag.text.is_empty()) { LINE } else { 0 };
        let (above, below) = (line(&plan.inputs), line(&plan.outputs));
        plan.emit(net, &mut layout, (MARGIN, MARGIN + above), None, None);
        layout.width = float(plan.arranged.width + 2 * MARGIN);
        layout.height = float(plan.arranged.height + above + below + 2 * MARGIN);
        layout
    }
}

/// What is kept free around a drawing.
const MARGIN: i64 = 6;
/// A line of names above or below a drawing.
pub(super) const LINE: i64 = 17;
/// The least distance between two ports of a node.
pub(super) const PORT: i64 = 16;
/// How far the content of a bubble stays away from its left and right side, and that of a frame.
pub(super) const BUBBLE: i64 = 12;
pub(super) const FRAME: i64 = 10;
/// The radius of a dot.
pub(super) const DOT: f64 = 3.6;
/// The piece of a link at an interface that is straight.
const STRAIGHT: i64 = 9;

#[expect(clippy::cast_precision_loss, reason = "drawings are smaller than 2^52 units")]
pub(super) fn float(value: i64) -> f64 {
    value as f64
}

pub(super) fn count(of: usize) -> i64 {
    i64::try_from(of).expect("fewer than 2^63 ports")
}

/// The text at a position of an interface.
#[derive(Default)]
struct Tag {
    text: String,
    /// Whether it stands at the end of the wire rather than beside it.
    outside: bool,
    /// What is kept free on either side of the wire.
    room: i64,
}

/// A level, laid out.
pub(super) struct Plan {
    pub(super) arranged: Arranged,
    drawn: Vec<Drawn>,
    wires: Vec<WireId>,
    ends: Vec<(End, End)>,
    tags: Vec<String>,
    inputs: Vec<Tag>,
    outputs: Vec<Tag>,
}

impl Plan {
    pub(super) fn new(net: &Hypernet, level: Level, options: &Options) -> Self {
        // What a loop holds is drawn in it, and is no node of its own.
        let held = Held::at(net, level);
        let mut edges = net.sorted_edges(level);
        edges.retain(|&edge| !held.is_held(edge));
        let drawn: Vec<Drawn> = edges.iter().map(|&edge| Drawn::new(net, edge, &held, options)).collect();
        let position: HashMap<EdgeId, usize> = edges.iter().enumerate().map(|(i, &edge)| (edge, i)).collect();
        let region = net.region(level);
        let (inputs, outputs) = tags(net, level, options);
        let mut sketch = Sketch {
            nodes: drawn.iter().map(|drawn| drawn.node.clone()).collect(),
            links: Vec::new(),
            inputs: inputs.iter().map(Tag::stub).collect(),
            outputs: outputs.iter().map(Tag::stub).collect(),
        };
        let (mut wires, mut ends, mut tags) = (Vec::new(), Vec::new(), Vec::new());
        let mut sorted = region.wires().to_vec();
        sorted.sort_unstable();
        for id in sorted {
            let wire = net.wire(id);
            let upper = match wire.producer() {
                Producer::Open => continue,
                Producer::Input(port) => End::Interface(port as usize),
                Producer::Target(edge, port) => {
                    // The function of a loop that holds it has no wire to be seen.
                    let Some(&node) = position.get(&edge) else { continue };
                    End::Port(node, port as usize)
                }
            };
            let lower = match wire.consumer() {
                Consumer::Open => continue,
                Consumer::Output(port) => End::Interface(port as usize),
                Consumer::Source(edge, port) => {
                    let (edge, port) = held.port(net, edge, port as usize);
                    let Some(&node) = position.get(&edge) else { continue };
                    End::Port(node, port)
                }
            };
            // What is labelled at an interface is not labelled again.
            let at_interface = matches!(upper, End::Interface(_)) || matches!(lower, End::Interface(_));
            let tag = if at_interface {
                String::new()
            } else {
                options.tag(wire.name().filter(|_| options.names), wire.ty())
            };
            let label = (!tag.is_empty()).then(|| (text::width(&tag, text::SMALL) + BESIDE, text::height(text::SMALL)));
            sketch.links.push(Link { upper, lower, label });
            wires.push(id);
            ends.push((upper, lower));
            tags.push(tag);
        }
        let arranged = layers::arrange(&sketch);
        Self { arranged, drawn, wires, ends, tags, inputs, outputs }
    }

    /// Adds all of the level, from this corner on. `inside` is the figure that the level is in, `border` the upper and
    /// the lower side of it if they are not those of the level.
    pub(super) fn emit(
        &self,
        net: &Hypernet,
        layout: &mut Layout,
        (x, y): (i64, i64),
        inside: Option<usize>,
        border: Option<(i64, i64)>,
    ) {
        let arranged = &self.arranged;
        let mut figures = Vec::with_capacity(self.drawn.len());
        for (drawn, &(dx, dy)) in self.drawn.iter().zip(&arranged.nodes) {
            let corner = (x + dx, y + dy);
            let figure = layout.figures.len();
            figures.push(figure);
            let place = rectangle(corner, (drawn.node.width, drawn.node.height));
            if !drawn.text.is_empty() {
                layout.texts.push(drawn.lettering(place, figure));
            }
            let place = drawn.outline(place);
            layout.figures.push(Figure { edge: drawn.edge, shape: drawn.shape, place, parent: inside });
            if let Some(content) = &drawn.inside {
                content.emit(net, layout, corner, figure);
            }
            if let Some(held) = &drawn.turns {
                held.emit(net, layout, corner, figure);
            }
        }
        for (k, points) in arranged.links.iter().enumerate() {
            let mut points: Vec<(i64, i64)> = points.iter().map(|&(dx, dy)| (x + dx, y + dy)).collect();
            let (upper, lower) = self.ends[k];
            self.reach(&mut points, (upper, lower));
            if let (Some((top, bottom)), Some(last)) = (border, points.len().checked_sub(1)) {
                if matches!(upper, End::Interface(_)) {
                    points[0].1 = top;
                }
                if matches!(lower, End::Interface(_)) {
                    points[last].1 = bottom;
                }
            }
            let mut curves = Vec::with_capacity(points.len() + 1);
            let at = |end: End| match end {
                End::Port(node, _) => Some(figures[node]),
                End::Interface(_) => None,
            };
            let steps = points.windows(2).map(|pair| step(point(pair[0]), point(pair[1])));
            if let (Some(figure), Some(&first)) = (at(upper), points.first()) {
                curves.extend(layout.figures[figure].beginning(point(first)));
                curves.extend(steps);
                layout.figures[figure].branch(&mut curves);
            } else {
                curves.extend(steps);
            }
            if let (Some(figure), Some(&last)) = (at(lower), points.last()) {
                curves.extend(layout.figures[figure].ending(point(last)));
            }
            let wire = self.wires[k];
            let strand = Strand::of(net.wire(wire).ty());
            layout.stems.push(Stem { wire, parent: inside, ends: (at(upper), at(lower)), curves, strand });
            if let Some((dx, dy)) = arranged.labels[k] {
                let size = (text::width(&self.tags[k], text::SMALL), text::height(text::SMALL));
                layout.beside(&self.tags[k], rectangle((x + dx + BESIDE, y + dy), size));
            }
        }
        let side = [(&self.inputs, &arranged.inputs, true), (&self.outputs, &arranged.outputs, false)];
        for (tags, positions, top) in side {
            for (tag, &dx) in tags.iter().zip(positions).filter(|(tag, _)| !tag.text.is_empty()) {
                let (width, height) = (text::width(&tag.text, text::SMALL), text::height(text::SMALL));
                let corner = match (tag.outside, top) {
                    (true, true) => (x + dx - width / 2, y - LINE + 1),
                    (true, false) => (x + dx - width / 2, y + arranged.height + 3),
                    (false, true) => (x + dx + BESIDE, y + 2),
                    (false, false) => (x + dx + BESIDE, y + arranged.height - height - 2),
                };
                layout.beside(&tag.text, rectangle(corner, (width, height)));
            }
        }
    }
}

impl Plan {
    /// Lets the wires of a loop go on in it.
    fn reach(&self, points: &mut Vec<(i64, i64)>, (upper, lower): (End, End)) {
        let turns = |node: usize| self.drawn[node].turns.as_ref();
        if let (End::Port(node, port), Some(&(x, y))) = (upper, points.first())
            && let Some(turns) = turns(node)
        {
            points.insert(0, (x, y - turns.below(port)));
        }
        if let (End::Port(node, port), Some(&(x, y))) = (lower, points.last())
            && let Some(turns) = turns(node)
        {
            points.push((x, y + turns.above(port)));
        }
    }
}

impl Strand {
    fn of(ty: &Type) -> Self {
        match ty {
            Type::World => Self::World,
            Type::Tape(_) => Self::Tape,
            Type::Real(_)
            | Type::Discrete(_)
            | Type::Opaque(_)
            | Type::Cotangent(_)
            | Type::Tuple(_)
            | Type::Function(_)
            | Type::Option(_)
            | Type::Array(_)
            | Type::Look(_)
            | Type::Undone(_) => Self::Value,
        }
    }
}

/// From a wire to the text beside it.
pub(super) const BESIDE: i64 = 4;
/// From the outer to the inner line of a frame.
pub(super) const DOUBLE: i64 = 2;

impl Layout {
    fn beside(&mut self, text: &str, place: Rectangle) {
        self.texts.push(Text { text: text.to_owned(), place, size: float(text::SMALL), figure: None });
    }
}

pub(super) fn rectangle((x, y): (i64, i64), (width, height): (i64, i64)) -> Rectangle {
    Rectangle { x: float(x), y: float(y), width: float(width), height: float(height) }
}

pub(super) fn point((x, y): (i64, i64)) -> Point {
    Point { x: float(x), y: float(y) }
}

/// A curve that begins and ends vertically, or a straight line.
fn step(from: Point, to: Point) -> [Point; 4] {
    let middle = (to.y - from.y) * 0.55;
    [from, Point { x: from.x, y: from.y + middle }, Point { x: to.x, y: to.y - middle }, to]
}

impl Figure {
    /// The middle of a dot.
    fn dot(&self) -> Option<Point> {
        let Rectangle { x, y, width, height } = self.place;
        match self.shape {
            Shape::Copy => Some(Point { x: x + width / 2.0, y: y + DOT }),
            Shape::Discard => Some(Point { x: x + width / 2.0, y: y + height - DOT }),
            Shape::Box
            | Shape::Eval
            | Shape::Triangle
            | Shape::AdjointTriangle
            | Shape::Bar
            | Shape::Bubble
            | Shape::Loop
            | Shape::Frame(_) => None,
        }
    }

    /// From the figure itself to the port at its lower side where a wire begins.
    fn beginning(&self, port: Point) -> Option<[Point; 4]> {
        let Rectangle { x, y, width, height } = self.place;
        match self.shape {
            Shape::Copy => {
                let dot = self.dot()?;
                if (port.x - dot.x).abs() < 0.5 {
                    return Some(step(dot, port));
                }
                let drop = port.y - dot.y;
                let out = Point { x: dot.x + (port.x - dot.x) * 0.8, y: dot.y + drop * 0.1 };
                Some([dot, out, Point { x: port.x, y: dot.y + drop * 0.4 }, port])
            }
            Shape::Eval => {
                // On the arc, so that a wire beside the middle begins where the semicircle ends.
                let across = (port.x - x - width / 2.0) / (width / 2.0);
                let arc = Point { x: port.x, y: y + height * (1.0 - across * across).max(0.0).sqrt() };
                (port.y - arc.y > 0.5).then(|| step(arc, port))
            }
            Shape::Box
            | Shape::Discard
            | Shape::Triangle
            | Shape::AdjointTriangle
            | Shape::Bar
            | Shape::Bubble
            | Shape::Loop
            | Shape::Frame(_) => None,
        }
    }

    /// Lets a wire that leaves a dot for a far place go there at once, instead of down first.
    fn branch(&self, curves: &mut [[Point; 4]]) {
        let [first, second, ..] = curves else { return };
        let Some(dot) = self.dot().filter(|_| self.shape == Shape::Copy) else { return };
        let (port, onto) = (second[0], second[3]);
        let (out, drop, across) = (port.x - dot.x, port.y - dot.y, onto.x - port.x);
        if out * across <= 0.0 || drop <= 0.0 {
            return;
        }
        *first = [
            dot,
            Point { x: dot.x + out / 3.0, y: dot.y + drop / 3.0 },
            Point { x: dot.x + out * 2.0 / 3.0, y: dot.y + drop * 2.0 / 3.0 },
            port,
        ];
        let along = ((onto.y - port.y) * 0.4 / drop).min(across / out * 0.6);
        second[1] = Point { x: port.x + out * along, y: port.y + drop * along };
    }

    /// From the port at its upper side where a wire ends to the figure itself.
    fn ending(&self, port: Point) -> Option<[Point; 4]> {
        let dot = self.dot()?;
        (dot.y > port.y).then(|| step(port, dot))
    }
}

impl Tag {
    fn stub(&self) -> Stub {
        let width = text::width(&self.text, text::SMALL);
        let (left, right, height) = if self.text.is_empty() {
            (0, 0, STRAIGHT)
        } else if self.outside {
            ((width + 1) / 2, (width + 1) / 2, STRAIGHT)
        } else {
            (0, width + BESIDE, text::height(text::SMALL) + 4)
        };
        Stub { left: left.max(self.room), right: right.max(self.room), height }
    }
}

/// The texts at the two interfaces of a level.
fn tags(net: &Hypernet, level: Level, options: &Options) -> (Vec<Tag>, Vec<Tag>) {
    let region = net.region(level);
    let captured = match level {
        Level::Outermost => 0,
        Level::Inside(edge) => match net.edge(edge).label() {
            Label::Abstraction => net.edge(edge).sources().len(),
            Label::Copy | Label::Discard | Label::Eval | Label::Operation(_) | Label::Frame(_) => usize::MAX,
        },
    };
    let outside = level == Level::Outermost;
    let (above, below) = turns::room(net, level);
    let tag = |wire: WireId, named: bool, room: Option<&i64>| {
        let (wire, room) = (net.wire(wire), room.copied().unwrap_or(0));
        Tag { text: options.tag(wire.name().filter(|_| named), wire.ty()), outside, room }
    };
    let inputs = region.inputs().iter().enumerate().map(|(port, &wire)| tag(wire, port >= captured, above.get(port)));
    // A wire straight through is named above.
    let outputs = region.outputs().iter().enumerate().map(|(port, &wire)| {
        let through = matches!(net.wire(wire).producer(), Producer::Input(_));
        tag(wire, !through && (outside || options.names), below.get(port))
    });
    (inputs.collect(), outputs.collect())
}
