//! The layout of one level: nodes of known size with ordered ports, joined by links, between two ordered interfaces.
//!
//! The level is cut in horizontal layers. A node fills one layer or, if it is tall, several; a link that passes a layer
//! has an item of its own in it. Inside a layer links run straight down, between layers they curve: so no link can
//! touch a node that it does not enter, and no two things in a layer overlap, whatever the order. The steps are the
//! classical ones (Sugiyama, Tagawa, Toda 1981): layers of least total length, an order with few crossings, horizontal
//! positions with links as straight as possible, vertical positions.

use super::order::{self, Hop, Item};
use super::simplex::{self, Constraint};

/// A node: its size, and the offsets of its ports from its left side.
#[derive(Clone, Debug, Default)]
pub(super) struct Node {
    pub(super) width: i64,
    pub(super) height: i64,
    pub(super) sources: Vec<i64>,
    pub(super) targets: Vec<i64>,
    /// Whether the links of the targets may leave in any order: those of a copy are all alike.
    pub(super) alike: bool,
}

/// An end of a link.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End {
    /// A position of the interface (the input for an upper end, the output for a lower one).
    Interface(usize),
    /// A port of a node (a target for an upper end, a source for a lower one).
    Port(usize, usize),
}

/// A link; its label, if it has one, stands to its right, in a layer of its own.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    pub(super) upper: End,
    pub(super) lower: End,
    pub(super) label: Option<(i64, i64)>,
}

/// A position of an interface: the room that its label takes to either side of the link, and below (or above).
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Stub {
    pub(super) left: i64,
    pub(super) right: i64,
    pub(super) height: i64,
}

/// A level to lay out.
#[derive(Clone, Debug, Default)]
pub(super) struct Sketch {
    pub(super) nodes: Vec<Node>,
    pub(super) links: Vec<Link>,
    pub(super) inputs: Vec<Stub>,
    pub(super) outputs: Vec<Stub>,
}

/// A level laid out, from its upper left corner.
#[derive(Clone, Debug, Default)]
pub(super) struct Arranged {
    pub(super) width: i64,
    pub(super) height: i64,
    /// The upper left corner of each node.
    pub(super) nodes: Vec<(i64, i64)>,
    /// The points of each link, from top to bottom: where two have the same `x` the link is straight.
    pub(super) links: Vec<Vec<(i64, i64)>>,
    /// The upper left corner of each link's label.
    pub(super) labels: Vec<Option<(i64, i64)>>,
    /// Where the links of the interfaces meet the upper and the lower side.
    pub(super) inputs: Vec<i64>,
    pub(super) outputs: Vec<i64>,
}

/// The height of a layer of small nodes with its gap: how many layers a tall node fills.
const PITCH: i64 = 46;
/// What is kept free beside a node, and beside a link.
const BESIDE_NODE: i64 = 9;
const BESIDE_LINK: i64 = 7;
/// The least distance of layers, and how much of the widest step of a link between them is added.
const GAP: i64 = 16;
const SLOPE: i64 = 5;
const MOST: i64 = 56;

/// Lays out one level.
pub(super) fn arrange(sketch: &Sketch) -> Arranged {
    // Tall nodes that fill several layers save room, but they can add crossings, or make the orders of the layers
    // contradict each other; with one layer for each node they cannot.
    let (flat, crossings) = attempt(sketch, false).expect("each horizontal position belongs to one layer alone");
    match attempt(sketch, true) {
        Some((tall, more)) if (more, tall.height) <= (crossings, flat.height) => tall,
        _ => flat,
    }
}

/// The items and hops of a level, in layers.
struct Draft {
    items: Vec<Item>,
    layers: Vec<Vec<usize>>,
    /// `hops[l]` join layer `l` and layer `l + 1`.
    hops: Vec<Vec<Hop>>,
    /// The items of each link, from top to bottom, with the offset of the link in each; the first and last are its ends.
    paths: Vec<Vec<(usize, i64)>>,
    /// The item of each link that has room for its label.
    labelled: Vec<Option<usize>>,
    /// The items of each node, from top to bottom.
    nodes: Vec<Vec<usize>>,
    inputs: Vec<usize>,
    outputs: Vec<usize>,
    /// How many horizontal positions there are to find; the items of a node share one.
    variables: usize,
}

/// The layout and its number of crossings; `None` if tall nodes are in the way of the links.
fn attempt(sketch: &Sketch, tall: bool) -> Option<(Arranged, usize)> {
    let spans: Vec<i64> =
        sketch.nodes.iter().map(|node| if tall { ((node.height + GAP) / PITCH).clamp(1, 40) } else { 1 }).collect();
    let mut draft = draft(sketch, &spans)?;
    let crossings = order::order(&draft.items, &mut draft.layers, &draft.hops);
    draft.untwist(sketch);
    if tall && order::is_torn(&draft.items, &draft.layers, &draft.hops) {
        return None;
    }
    let x = across(&draft)?;
    Some((settle(sketch, &draft, &x), crossings))
}

/// The layer of each node, and the layer of the outputs (that of the inputs is 0).
fn ranks(sketch: &Sketch, spans: &[i64]) -> Option<(Vec<i64>, i64)> {
    let count = sketch.nodes.len();
    let (top, bottom) = (count, count + 1);
    let mut constraints = vec![Constraint { from: top, to: bottom, gap: 1, weight: 0 }];
    for (node, &span) in spans.iter().enumerate() {
        constraints.push(Constraint { from: top, to: node, gap: 1, weight: 0 });
        constraints.push(Constraint { from: node, to: bottom, gap: span, weight: 0 });
    }
    for link in &sketch.links {
        let extra = i64::from(link.label.is_some());
        let (from, length) = match link.upper {
            End::Interface(_) => (top, 1),
            End::Port(node, _) => (node, spans[node]),
        };
        let to = match link.lower {
            End::Interface(_) => bottom,
            End::Port(node, _) => node,
        };
        constraints.push(Constraint { from, to, gap: length + extra, weight: 1 });
    }
    let mut rank = simplex::place(count + 2, &constraints, false)?;
    // A node without links may be anywhere: it goes to the top.
    let (first, last) = (rank[top], rank[bottom] - rank[top]);
    rank.truncate(count);
    for rank in &mut rank {
        *rank -= first;
    }
    Some((rank, last))
}

fn draft(sketch: &Sketch, spans: &[i64]) -> Option<Draft> {
    let (rank, last) = ranks(sketch, spans)?;
    let index = |layer: i64| usize::try_from(layer).expect("layers are counted from 0");
    let depth = index(last) + 1;
    let mut draft = Draft {
        items: Vec::new(),
        layers: vec![Vec::new(); depth],
        hops: vec![Vec::new(); depth - 1],
        paths: Vec::with_capacity(sketch.links.len()),
        labelled: Vec::with_capacity(sketch.links.len()),
        nodes: Vec::with_capacity(sketch.nodes.len()),
        inputs: Vec::new(),
        outputs: Vec::new(),
        variables: 0,
    };
    let stub = |stub: &Stub| (stub.left + stub.right, stub.height);
    for (port, input) in sketch.inputs.iter().enumerate() {
        let (width, height) = stub(input);
        let item = draft.add(0, width, height, BESIDE_LINK, Some(port));
        draft.inputs.push(item);
    }
    for (port, output) in sketch.outputs.iter().enumerate() {
        let (width, height) = stub(output);
        let item = draft.add(depth - 1, width, height, BESIDE_LINK, Some(port));
        draft.outputs.push(item);
    }
    for (node, (&first, &span)) in sketch.nodes.iter().zip(rank.iter().zip(spans)) {
        let height = if span == 1 { node.height } else { 0 };
        let mut items = vec![draft.add(index(first), node.width, height, BESIDE_NODE, None)];
        let variable = draft.items[items[0]].variable;
        for layer in index(first) + 1..index(first + span) {
            let item = draft.add(layer, node.width, 0, BESIDE_NODE, None);
            draft.items[item].variable = variable;
            let (upper, lower) = (items[items.len() - 1], item);
            let offset = node.width / 2;
            draft.hops[layer - 1].push(Hop { upper, lower, offset, onto: offset, link: None });
            items.push(item);
        }
        draft.items[items[0]].alone.0 = i64::from(node.sources.len() == 1);
        draft.items[items[items.len() - 1]].alone.1 = i64::from(node.targets.len() == 1);
        draft.nodes.push(items);
    }
    for (k, link) in sketch.links.iter().enumerate() {
        let upper = match link.upper {
            End::Port(node, _) if sketch.nodes[node].alike => (draft.nodes[node][0], sketch.nodes[node].width / 2),
            End::Interface(port) => (draft.inputs[port], sketch.inputs[port].left),
            End::Port(node, port) => {
                let items = &draft.nodes[node];
                (items[items.len() - 1], sketch.nodes[node].targets[port])
            }
        };
        let lower = match link.lower {
            End::Interface(port) => (draft.outputs[port], sketch.outputs[port].left),
            End::Port(node, port) => (draft.nodes[node][0], sketch.nodes[node].sources[port]),
        };
        let mut path = vec![upper];
        let mut labelled = None;
        for layer in draft.items[upper.0].layer + 1..draft.items[lower.0].layer {
            let (width, height) = link.label.filter(|_| labelled.is_none()).unwrap_or_default();
            let item = draft.add(layer, width, height, BESIDE_LINK, None);
            labelled = labelled.or(link.label.map(|_| item));
            path.push((item, 0));
        }
        path.push(lower);
        for pair in path.windows(2) {
            let [(upper, offset), (lower, onto)] = *pair else { continue };
            let layer = draft.items[upper].layer;
            draft.hops[layer].push(Hop { upper, lower, offset, onto, link: Some(k) });
        }
        draft.paths.push(path);
        draft.labelled.push(labelled);
    }
    Some(draft)
}

impl Draft {
    /// A new item with a horizontal position of its own; `fixed` is its place in an ordered layer.
    fn add(&mut self, layer: usize, width: i64, height: i64, beside: i64, fixed: Option<usize>) -> usize {
        let id = self.items.len();
        self.items.push(Item { layer, width, height, beside, fixed, variable: self.variables, alone: (0, 0) });
        self.variables += 1;
        self.layers[layer].push(id);
        id
    }

    /// Gives links that are alike the order in which they arrive.
    fn untwist(&mut self, sketch: &Sketch) {
        let mut place = vec![0; self.items.len()];
        for layer in &self.layers {
            for (at, &item) in layer.iter().enumerate() {
                place[item] = at;
            }
        }
        for (node, items) in sketch.nodes.iter().zip(&self.nodes).filter(|(node, _)| node.alike) {
            let item = items[items.len() - 1];
            let Some(hops) = self.hops.get_mut(self.items[item].layer) else { continue };
            let mut leaving: Vec<&mut Hop> =
                hops.iter_mut().filter(|hop| hop.upper == item && hop.link.is_some()).collect();
            leaving.sort_by_key(|hop| (place[hop.lower], hop.onto));
            for (hop, &offset) in leaving.into_iter().zip(&node.targets) {
                hop.offset = offset;
                if let Some(link) = hop.link {
                    self.paths[link][0].1 = offset;
                }
            }
        }
    }

    /// Whether an item is a link that passes.
    fn passes(&self, item: usize) -> bool {
        let Item { beside, fixed, .. } = self.items[item];
        beside == BESIDE_LINK && fixed.is_none()
    }
}

/// The horizontal position of the left side of each variable; `None` if the orders of the layers contradict each other.
fn across(draft: &Draft) -> Option<Vec<i64>> {
    let mut count = draft.variables;
    let mut constraints = Vec::new();
    for layer in &draft.layers {
        for pair in layer.windows(2) {
            let (left, right) = (draft.items[pair[0]], draft.items[pair[1]]);
            let gap = left.width + left.beside + right.beside;
            constraints.push(Constraint { from: left.variable, to: right.variable, gap, weight: 0 });
        }
    }
    for hop in draft.hops.iter().flatten().filter(|hop| hop.link.is_some()) {
        // A variable beyond both ends, so that the two distances to it add up to the size of the step.
        let beyond = hop.offset.max(hop.onto);
        let weight = match (draft.passes(hop.upper), draft.passes(hop.lower)) {
            (true, true) => 8,
            (false, false) => 2,
            // A single bend at the upper end is nicer than two halves.
            (false, true) => 3,
            (true, false) => 4,
        };
        // Where one link leaves or arrives alone it is straight before one of several is.
        let weight = weight + draft.items[hop.upper].alone.1 + draft.items[hop.lower].alone.0;
        for (item, offset) in [(hop.upper, hop.offset), (hop.lower, hop.onto)] {
            let to = draft.items[item].variable;
            constraints.push(Constraint { from: count, to, gap: beyond - offset, weight });
        }
        count += 1;
    }
    simplex::place(count, &constraints, true)
}

/// Vertical positions, and all of it together.
fn settle(sketch: &Sketch, draft: &Draft, x: &[i64]) -> Arranged {
    let left_of = |item: usize| x[draft.items[item].variable];
    let left = draft.items.iter().map(|item| x[item.variable] - item.beside).min().unwrap_or(0);
    let right = draft.items.iter().map(|item| x[item.variable] + item.width + item.beside).max().unwrap_or(0);

    let heights: Vec<i64> = draft
        .layers
        .iter()
        .map(|layer| layer.iter().map(|&item| draft.items[item].height).max().unwrap_or(0))
        .collect();
    let mut gaps: Vec<i64> = draft
        .hops
        .iter()
        .map(|hops| {
            let step = |hop: &Hop| (left_of(hop.upper) + hop.offset - left_of(hop.lower) - hop.onto).abs();
            let widest = hops.iter().filter(|hop| hop.link.is_some()).map(step).max().unwrap_or(0);
            let curve = if widest == 0 { 0 } else { (6 + widest / SLOPE).min(MOST) };
            GAP + curve
        })
        .collect();
    // A tall node stretches the gaps between the layers that it fills.
    for (node, items) in sketch.nodes.iter().zip(&draft.nodes) {
        if items.len() > 1 {
            let first = draft.items[items[0]].layer;
            let last = first + items.len() - 1;
            let room: i64 = heights[first..=last].iter().sum::<i64>() + gaps[first..last].iter().sum::<i64>();
            let parts = i64::try_from(last - first).expect("fewer than 2^63 layers");
            let missing = (node.height - room).max(0);
            for gap in &mut gaps[first..last] {
                *gap += (missing + parts - 1) / parts;
            }
        }
    }
    let mut tops = vec![0i64];
    for (height, gap) in heights.iter().zip(&gaps) {
        tops.push(tops[tops.len() - 1] + height + gap);
    }
    let height = tops[heights.len() - 1] + heights[heights.len() - 1];

    let mut nodes = Vec::with_capacity(sketch.nodes.len());
    for (node, items) in sketch.nodes.iter().zip(&draft.nodes) {
        let first = draft.items[items[0]].layer;
        let last = first + items.len() - 1;
        let room = tops[last] + heights[last] - tops[first];
        // What comes from nowhere stands near to where it goes, and the other way round.
        let above = match (node.sources.is_empty(), node.targets.is_empty()) {
            (true, false) => room - node.height,
            (false, true) => 0,
            (true, true) | (false, false) => (room - node.height) / 2,
        };
        nodes.push((left_of(items[0]) - left, tops[first] + above));
    }
    let mut links = Vec::with_capacity(sketch.links.len());
    for (link, path) in sketch.links.iter().zip(&draft.paths) {
        let mut points = Vec::with_capacity(2 * path.len());
        for (k, &(item, offset)) in path.iter().enumerate() {
            let layer = draft.items[item].layer;
            let x = left_of(item) - left + offset;
            let begin = match link.upper {
                End::Port(node, _) if k == 0 => nodes[node].1 + sketch.nodes[node].height,
                End::Interface(_) | End::Port(..) => tops[layer],
            };
            let end = match link.lower {
                End::Port(node, _) if k + 1 == path.len() => nodes[node].1,
                End::Interface(_) | End::Port(..) => tops[layer] + heights[layer],
            };
            points.push((x, begin));
            points.push((x, end));
        }
        links.push(straighten(&points));
    }
    let labels = draft.labelled.iter().zip(&sketch.links).map(|(item, link)| {
        let (_, label) = link.label?;
        let layer = draft.items[(*item)?].layer;
        Some((left_of((*item)?) - left, tops[layer] + (heights[layer] - label) / 2))
    });
    let meets = |items: &[usize], stubs: &[Stub]| -> Vec<i64> {
        items.iter().zip(stubs).map(|(&item, stub)| left_of(item) - left + stub.left).collect()
    };
    Arranged {
        width: right - left,
        height,
        nodes,
        labels: labels.collect(),
        links,
        inputs: meets(&draft.inputs, &sketch.inputs),
        outputs: meets(&draft.outputs, &sketch.outputs),
    }
}

/// Leaves out the points in the middle of a straight piece.
fn straighten(points: &[(i64, i64)]) -> Vec<(i64, i64)> {
    let mut kept: Vec<(i64, i64)> = Vec::with_capacity(points.len());
    for &point in points {
        if kept.last() == Some(&point) {
            continue;
        }
        if let [.., before, last] = kept[..]
            && before.0 == last.0
            && last.0 == point.0
        {
            kept.pop();
        }
        kept.push(point);
    }
    kept
}
