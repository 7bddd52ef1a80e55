//! Hierarchical hypergraphs as the paper defines them (section 4.1), as plain lists, with disjoint union, quotient and
//! isomorphism. Composition, rewriting and the adjoint are checked against them. They share with the crate the reading
//! of a net and nothing else.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use hypernet::{EdgeId, Hypernet, Label, Level, Type, WireId};

/// A hierarchical hypergraph with ordered interfaces at every level. Vertices and edges are known by their index.
#[derive(Clone, Default, Debug)]
pub(crate) struct Graph {
    pub(crate) vertices: Vec<Vertex>,
    pub(crate) edges: Vec<Edge>,
    pub(crate) outermost: Interface,
}

#[derive(Clone, Debug)]
pub(crate) struct Vertex {
    pub(crate) ty: String,
    pub(crate) parent: Option<usize>,
}

#[derive(Clone, Debug)]
pub(crate) struct Edge {
    pub(crate) label: String,
    pub(crate) parent: Option<usize>,
    pub(crate) sources: Vec<usize>,
    pub(crate) targets: Vec<usize>,
    pub(crate) inner: Option<Interface>,
    /// Whether its sources, and with them the first inputs of the inside, may be in any order.
    pub(crate) any_order: bool,
}

#[derive(Clone, Default, Debug)]
pub(crate) struct Interface {
    pub(crate) inputs: Vec<usize>,
    pub(crate) outputs: Vec<usize>,
}

/// Which vertex and edge each wire and edge of a net is.
pub(crate) struct Places {
    pub(crate) wires: HashMap<WireId, usize>,
    pub(crate) edges: HashMap<EdgeId, usize>,
}

/// Where the vertices and edges of a graph are after a change.
pub(crate) struct Moved {
    pub(crate) vertices: Vec<usize>,
    pub(crate) edges: Vec<usize>,
}

impl Moved {
    pub(crate) fn all(&self, vertices: &[usize]) -> Vec<usize> {
        vertices.iter().map(|&vertex| self.vertices[vertex]).collect()
    }
}

impl Graph {
    pub(crate) fn of(net: &Hypernet) -> Self {
        Self::read(net).0
    }

    /// The graph of a net in which backpropagators capture in any order, and no type says what is captured. A
    /// backpropagator is an abstraction that gives no function.
    pub(crate) fn up_to_captures(net: &Hypernet) -> Self {
        let mut net = net.clone();
        net.forget_captures();
        let (mut graph, places) = Self::read(&net);
        for id in net.edge_ids().filter(|&id| *net.edge(id).label() == Label::Abstraction) {
            let function = net.wire(net.edge(id).targets()[0]).ty().as_function().expect("an abstraction gives one");
            graph.edges[places.edges[&id]].any_order = function.results.iter().all(Type::is_first_order);
        }
        graph
    }

    pub(crate) fn read(net: &Hypernet) -> (Self, Places) {
        let wires: HashMap<WireId, usize> = net.wire_ids().zip(0..).collect();
        let edges: HashMap<EdgeId, usize> = net.edge_ids().zip(0..).collect();
        let all = |of: &[WireId]| of.iter().map(|wire| wires[wire]).collect::<Vec<_>>();
        let parent = |level| match level {
            Level::Outermost => None,
            Level::Inside(edge) => Some(edges[&edge]),
        };
        let interface = |level| {
            let region = net.region(level);
            Interface { inputs: all(region.inputs()), outputs: all(region.outputs()) }
        };
        let vertex = |id| Vertex { ty: net.wire(id).ty().to_string(), parent: parent(net.wire(id).level()) };
        let edge = |id| {
            let edge = net.edge(id);
            let inner = matches!(edge.label(), Label::Abstraction | Label::Frame(_));
            Edge {
                // The debug form tells apart what equality does not, as zero and its negative.
                label: format!("{:?}", edge.label()),
                parent: parent(edge.level()),
                sources: all(edge.sources()),
                targets: all(edge.targets()),
                inner: inner.then(|| interface(Level::Inside(id))),
                any_order: false,
            }
        };
        let graph = Self {
            vertices: net.wire_ids().map(vertex).collect(),
            edges: net.edge_ids().map(edge).collect(),
            outermost: interface(Level::Outermost),
        };
        (graph, Places { wires, edges })
    }

    /// Disjoint union: puts another graph beside this one, with its outermost part under this parent. The outermost
    /// interface stays as it is.
    pub(crate) fn add(&mut self, other: &Self, under: Option<usize>) -> Moved {
        let (vertices, edges) = (self.vertices.len(), self.edges.len());
        let parent = |of: Option<usize>| of.map_or(under, |edge| Some(edge + edges));
        let all = |of: &[usize]| of.iter().map(|&vertex| vertex + vertices).collect::<Vec<_>>();
        let vertex = |vertex: &Vertex| Vertex { ty: vertex.ty.clone(), parent: parent(vertex.parent) };
        let edge = |edge: &Edge| Edge {
            label: edge.label.clone(),
            parent: parent(edge.parent),
            sources: all(&edge.sources),
            targets: all(&edge.targets),
            inner: edge.inner.as_ref().map(|of| Interface { inputs: all(&of.inputs), outputs: all(&of.outputs) }),
            any_order: edge.any_order,
        };
        self.vertices.extend(other.vertices.iter().map(vertex));
        self.edges.extend(other.edges.iter().map(edge));
        Moved { vertices: (vertices..self.vertices.len()).collect(), edges: (edges..self.edges.len()).collect() }
    }

    /// The quotient that makes each of these pairs of vertices one.
    pub(crate) fn identify(&mut self, pairs: impl IntoIterator<Item = (usize, usize)>) -> Moved {
        let mut class: Vec<usize> = (0..self.vertices.len()).collect();
        for (a, b) in pairs {
            assert_eq!(self.vertices[a].ty, self.vertices[b].ty, "glued vertices have one type");
            assert_eq!(self.vertices[a].parent, self.vertices[b].parent, "glued vertices have one parent");
            let (a, b) = (class[a], class[b]);
            for of in &mut class {
                if *of == b {
                    *of = a;
                }
            }
        }
        self.rename(|vertex| class[vertex]);
        let mut moved = self.restrict(|vertex| class[vertex] == vertex, |_| true);
        moved.vertices = class.into_iter().map(|of| moved.vertices[of]).collect();
        moved
    }

    /// The subgraph of these vertices and edges. What is left out is taken out of the interfaces, too.
    pub(crate) fn restrict(&mut self, vertex: impl Fn(usize) -> bool, edge: impl Fn(usize) -> bool) -> Moved {
        let numbers = |count: usize, keep: &dyn Fn(usize) -> bool| {
            let mut next = 0;
            let mut number = |kept: bool| {
                next += usize::from(kept);
                if kept { next - 1 } else { usize::MAX }
            };
            (0..count).map(|index| number(keep(index))).collect::<Vec<_>>()
        };
        let moved = Moved { vertices: numbers(self.vertices.len(), &vertex), edges: numbers(self.edges.len(), &edge) };
        let kept = |list: &mut Vec<usize>| list.retain(|&of| moved.vertices[of] != usize::MAX);
        self.lists(kept);
        let mut at = 0;
        self.vertices.retain(|_| {
            at += 1;
            moved.vertices[at - 1] != usize::MAX
        });
        at = 0;
        self.edges.retain(|_| {
            at += 1;
            moved.edges[at - 1] != usize::MAX
        });
        self.rename(|of| moved.vertices[of]);
        let parents =
            self.vertices.iter_mut().map(|of| &mut of.parent).chain(self.edges.iter_mut().map(|of| &mut of.parent));
        for parent in parents.filter_map(Option::as_mut) {
            *parent = moved.edges[*parent];
            assert_ne!(*parent, usize::MAX, "what is kept keeps its parent");
        }
        moved
    }

    fn rename(&mut self, to: impl Fn(usize) -> usize) {
        self.lists(|list| list.iter_mut().for_each(|vertex| *vertex = to(*vertex)));
    }

    /// Changes every list of vertices: those at the ports of edges and interfaces.
    fn lists(&mut self, change: impl Fn(&mut Vec<usize>)) {
        let interfaces = std::iter::once(&mut self.outermost);
        let mut all: Vec<&mut Vec<usize>> = Vec::new();
        let mut inner = Vec::new();
        for edge in &mut self.edges {
            all.push(&mut edge.sources);
            all.push(&mut edge.targets);
            inner.extend(&mut edge.inner);
        }
        for interface in interfaces.chain(inner) {
            all.push(&mut interface.inputs);
            all.push(&mut interface.outputs);
        }
        all.into_iter().for_each(change);
    }

    /// Whether there is an isomorphism, which keeps labels, types, the hierarchy, and the order of all ports but of those
    /// that may be in any order.
    pub(crate) fn is(&self, other: &Self) -> bool {
        let (a, b) = (Ends::of(self), Ends::of(other));
        let colours = [a.colours(), b.colours()];
        let sorted = |of: &Colours| {
            let mut all = [of.vertices.clone(), of.edges.clone()];
            for list in &mut all {
                list.sort_unstable();
            }
            all
        };
        if sorted(&colours[0]) != sorted(&colours[1]) {
            return false;
        }
        let mut matching = Matching {
            vertices: vec![None; self.vertices.len()],
            edges: vec![None; self.edges.len()],
            taken: (HashSet::new(), HashSet::new()),
            trail: Vec::new(),
            left: 100_000,
        };
        let (from, to) = (&self.outermost, &other.outermost);
        let mut pending = Vec::new();
        from.inputs.len() == to.inputs.len() && from.outputs.len() == to.outputs.len() && {
            pairs(&mut pending, &from.inputs, &to.inputs);
            pairs(&mut pending, &from.outputs, &to.outputs);
            matching.follow(&a, &b, pending) && matching.rest(&a, &b, &colours)
        }
    }
}

/// The end of a vertex: a port of an edge, or of the interface of a level.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum End {
    Open,
    Port(usize, usize),
    Interface(Option<usize>, usize),
}

/// A graph in which every vertex has at most one end above and one below, with these.
struct Ends<'a> {
    graph: &'a Graph,
    above: Vec<End>,
    below: Vec<End>,
}

struct Colours {
    vertices: Vec<u64>,
    edges: Vec<u64>,
}

fn colour(of: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    of.hash(&mut hasher);
    hasher.finish()
}

impl<'a> Ends<'a> {
    /// Panics if the graph is no hypernet: a vertex is a source, or a target, more than once.
    fn of(graph: &'a Graph) -> Self {
        let count = graph.vertices.len();
        let (mut above, mut below) = (vec![End::Open; count], vec![End::Open; count]);
        let set = |ends: &mut Vec<End>, vertex: usize, end: End| {
            assert_eq!(std::mem::replace(&mut ends[vertex], end), End::Open, "vertex {vertex} of {graph:?}");
        };
        let mut interface = |level: Option<usize>, of: &Interface| {
            for (port, &vertex) in of.inputs.iter().enumerate() {
                set(&mut above, vertex, End::Interface(level, port));
                assert_eq!(graph.vertices[vertex].parent, level);
            }
            for (port, &vertex) in of.outputs.iter().enumerate() {
                set(&mut below, vertex, End::Interface(level, port));
                assert_eq!(graph.vertices[vertex].parent, level);
            }
        };
        interface(None, &graph.outermost);
        for (id, edge) in graph.edges.iter().enumerate() {
            edge.inner.iter().for_each(|inner| interface(Some(id), inner));
        }
        for (id, edge) in graph.edges.iter().enumerate() {
            for (port, &vertex) in edge.sources.iter().enumerate() {
                set(&mut below, vertex, End::Port(id, port));
            }
            for (port, &vertex) in edge.targets.iter().enumerate() {
                set(&mut above, vertex, End::Port(id, port));
            }
            for &vertex in edge.sources.iter().chain(&edge.targets) {
                assert_eq!(graph.vertices[vertex].parent, edge.parent, "an edge and its vertices have one parent");
            }
        }
        Self { graph, above, below }
    }

    /// How many of the inputs of the inside of an edge, or of its sources, may be in any order.
    fn unordered(&self, edge: usize) -> usize {
        let edge = &self.graph.edges[edge];
        if edge.any_order { edge.sources.len() } else { 0 }
    }

    /// Colours that every isomorphism keeps: of each thing, what is around it.
    fn colours(&self) -> Colours {
        let graph = self.graph;
        let mut now = Colours {
            vertices: graph.vertices.iter().map(|vertex| colour(&vertex.ty)).collect(),
            edges: graph.edges.iter().map(|edge| colour(&(&edge.label, edge.any_order))).collect(),
        };
        for _ in 0..8 {
            let end = |end: End, above: bool| match end {
                End::Open => (0, 0, 0),
                End::Port(edge, port) => {
                    let any = !above && port < self.unordered(edge);
                    (1, now.edges[edge], if any { 0 } else { port + 1 })
                }
                End::Interface(edge, port) => {
                    let any = above && edge.is_some_and(|edge| port < self.unordered(edge));
                    (2, edge.map_or(0, |edge| now.edges[edge]), if any { 0 } else { port + 1 })
                }
            };
            let all = |list: &[usize]| list.iter().map(|&vertex| now.vertices[vertex]).collect::<Vec<_>>();
            let vertex = |id: usize| colour(&(now.vertices[id], end(self.above[id], true), end(self.below[id], false)));
            let edge = |edge: &Edge| {
                let inner = edge.inner.as_ref().map(|inner| (all(&inner.inputs), all(&inner.outputs)));
                let (mut sources, mut inner) = (all(&edge.sources), inner.unwrap_or_default());
                if edge.any_order {
                    let count = inner.0.len().min(sources.len());
                    inner.0[..count].sort_unstable();
                    sources.sort_unstable();
                }
                colour(&(&edge.label, edge.parent.map(|edge| now.edges[edge]), sources, all(&edge.targets), inner))
            };
            now = Colours {
                vertices: (0..graph.vertices.len()).map(vertex).collect(),
                edges: graph.edges.iter().map(edge).collect(),
            };
        }
        now
    }
}

#[derive(Clone, Copy)]
enum Pair {
    Vertex(usize, usize),
    Edge(usize, usize),
}

fn pairs(pending: &mut Vec<Pair>, a: &[usize], b: &[usize]) {
    pending.extend(a.iter().zip(b).map(|(&a, &b)| Pair::Vertex(a, b)));
}

/// An isomorphism in the making.
struct Matching {
    vertices: Vec<Option<usize>>,
    edges: Vec<Option<usize>>,
    taken: (HashSet<usize>, HashSet<usize>),
    trail: Vec<Pair>,
    /// How many more choices are tried; a search that is given up counts as a failure.
    left: usize,
}

impl Matching {
    /// Pairs these, and all that is decided by them.
    fn follow(&mut self, a: &Ends<'_>, b: &Ends<'_>, mut pending: Vec<Pair>) -> bool {
        while let Some(pair) = pending.pop() {
            let (image, fresh, value) = match pair {
                Pair::Vertex(v, w) => (&mut self.vertices[v], self.taken.0.insert(w), w),
                Pair::Edge(e, f) => (&mut self.edges[e], self.taken.1.insert(f), f),
            };
            if *image == Some(value) {
                continue;
            }
            if image.is_some() || !fresh {
                // What was not taken before is free again.
                match pair {
                    Pair::Vertex(_, w) if fresh => self.taken.0.remove(&w),
                    Pair::Edge(_, f) if fresh => self.taken.1.remove(&f),
                    _ => false,
                };
                return false;
            }
            *image = Some(value);
            self.trail.push(pair);
            let fits = match pair {
                Pair::Vertex(v, w) => vertex(a, b, v, w, &mut pending),
                Pair::Edge(e, f) => edge(a, b, e, f, &mut pending),
            };
            if !fits {
                return false;
            }
        }
        true
    }

    /// Pairs what is connected to nothing that has been paired, by trying.
    fn rest(&mut self, a: &Ends<'_>, b: &Ends<'_>, colours: &[Colours; 2]) -> bool {
        // The edge with the fewest possible images first.
        let mut images: BTreeMap<u64, usize> = BTreeMap::new();
        let open: Vec<usize> = (0..self.edges.len()).filter(|&edge| self.edges[edge].is_none()).collect();
        for &edge in &open {
            *images.entry(colours[0].edges[edge]).or_default() += 1;
        }
        let Some(&first) = open.iter().min_by_key(|&&edge| images[&colours[0].edges[edge]]) else {
            return self.vertices.iter().all(Option::is_some);
        };
        let fitting = |&edge: &usize| colours[1].edges[edge] == colours[0].edges[first];
        let candidates: Vec<usize> =
            (0..b.graph.edges.len()).filter(fitting).filter(|edge| !self.taken.1.contains(edge)).collect();
        for candidate in candidates {
            let mark = self.trail.len();
            if self.follow(a, b, vec![Pair::Edge(first, candidate)]) && self.rest(a, b, colours) {
                return true;
            }
            for pair in self.trail.drain(mark..) {
                match pair {
                    Pair::Vertex(v, w) => {
                        self.vertices[v] = None;
                        self.taken.0.remove(&w);
                    }
                    Pair::Edge(e, f) => {
                        self.edges[e] = None;
                        self.taken.1.remove(&f);
                    }
                }
            }
            self.left = self.left.saturating_sub(1);
            if self.left == 0 {
                return false;
            }
        }
        false
    }
}

fn vertex(a: &Ends<'_>, b: &Ends<'_>, of: usize, image: usize, pending: &mut Vec<Pair>) -> bool {
    if a.graph.vertices[of].ty != b.graph.vertices[image].ty {
        return false;
    }
    let above = match (a.above[of], b.above[image]) {
        (End::Interface(Some(edge), port), End::Interface(Some(other), place)) => {
            pending.push(Pair::Edge(edge, other));
            let any = port < a.unordered(edge) && place < b.unordered(other);
            if any {
                pending.push(Pair::Vertex(a.graph.edges[edge].sources[port], b.graph.edges[other].sources[place]));
            }
            any || port == place
        }
        (End::Port(edge, port), End::Port(other, place)) => {
            pending.push(Pair::Edge(edge, other));
            port == place
        }
        (above, other) => above == other,
    };
    above
        && match (a.below[of], b.below[image]) {
            (End::Port(edge, port), End::Port(other, place)) => {
                pending.push(Pair::Edge(edge, other));
                let any = port < a.unordered(edge) && place < b.unordered(other);
                let inner = (&a.graph.edges[edge].inner, &b.graph.edges[other].inner);
                if let (true, (Some(inner), Some(other))) = (any, inner) {
                    pending.push(Pair::Vertex(inner.inputs[port], other.inputs[place]));
                }
                any || port == place
            }
            (End::Interface(Some(edge), port), End::Interface(Some(other), place)) => {
                pending.push(Pair::Edge(edge, other));
                port == place
            }
            (below, other) => below == other,
        }
}

fn edge(a: &Ends<'_>, b: &Ends<'_>, of: usize, image: usize, pending: &mut Vec<Pair>) -> bool {
    let (from, to) = (&a.graph.edges[of], &b.graph.edges[image]);
    let counts = |edge: &Edge| {
        let inner = edge.inner.as_ref().map(|inner| (inner.inputs.len(), inner.outputs.len()));
        (edge.sources.len(), edge.targets.len(), inner, edge.any_order)
    };
    if from.label != to.label || counts(from) != counts(to) {
        return false;
    }
    match (from.parent, to.parent) {
        (Some(parent), Some(other)) => pending.push(Pair::Edge(parent, other)),
        (None, None) => {}
        (Some(_), None) | (None, Some(_)) => return false,
    }
    let free = a.unordered(of);
    pairs(pending, &from.sources[free..], &to.sources[free..]);
    pairs(pending, &from.targets, &to.targets);
    if let (Some(first), Some(second)) = (&from.inner, &to.inner) {
        pairs(pending, &first.inputs[free..], &second.inputs[free..]);
        pairs(pending, &first.outputs, &second.outputs);
    }
    true
}
