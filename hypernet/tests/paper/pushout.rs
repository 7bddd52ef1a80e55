//! A step of rewriting is the pushout complement and the pushout (lemmas of section 4.2): on plain graphs, the image of the
//! left side is taken out, the right side is put beside what is left, and their interfaces are glued. The crate's own
//! step works in place and shares nothing with that.

use std::collections::{BTreeMap, HashMap, HashSet};

use hypernet::rewrite::laws::{Direction, Equation, Inapplicable, Law, Place, Rule};
use hypernet::rewrite::{Anchor, Rewrite};
use hypernet::testing::{config, net, runner};
use hypernet::text::parse;
use hypernet::{Hypernet, Label, Level, Operation, Primitive};
use proptest::prelude::*;
use proptest::strategy::ValueTree;

use super::graph::{Graph, Vertex};

/// The graph after the step.
///
/// The crate glues along ports: a wire of the interface is cut, and each half is a vertex of the complement. Where no wire
/// of the left side is both an input and an output, these are the paper's vertices.
fn pushout(net: &Hypernet, step: &Rewrite) -> Graph {
    let (mut graph, places) = Graph::read(net);
    let left = step.span().left();
    let vertex = |wire| places.wires[&step.wire(wire).expect("a match is total")];
    let vertices: HashSet<usize> = left.wire_ids().map(vertex).collect();
    let edges: HashSet<usize> =
        left.edge_ids().map(|edge| places.edges[&step.edge(edge).expect("a match is total")]).collect();
    assert_eq!((vertices.len(), edges.len()), (left.wire_ids().count(), left.edge_ids().count()), "a monomorphism");
    let parent = match step.level() {
        Level::Outermost => None,
        Level::Inside(edge) => Some(places.edges[&edge]),
    };
    let in_image = |of: &Option<usize>| of.is_some_and(|edge| edges.contains(&edge));
    for (id, of) in graph.edges.iter().enumerate() {
        assert!(!in_image(&of.parent) || edges.contains(&id), "the image is down-closed");
    }
    for (id, of) in graph.vertices.iter().enumerate() {
        assert!(!in_image(&of.parent) || vertices.contains(&id), "the image is down-closed");
    }

    // The complement: what is outside keeps its end of each wire of the interface.
    let mut halves = |interface: &[hypernet::WireId]| -> Vec<(usize, usize)> {
        let half = |&wire: &hypernet::WireId| {
            let whole = vertex(wire);
            let Vertex { ty, parent: at } = graph.vertices[whole].clone();
            assert_eq!(at, parent, "the outermost interface has one parent");
            graph.vertices.push(Vertex { ty, parent });
            (whole, graph.vertices.len() - 1)
        };
        interface.iter().map(half).collect()
    };
    let (above, below) = (halves(left.inputs()), halves(left.outputs()));
    let cut = |list: &mut Vec<usize>, ends: &HashMap<usize, usize>| {
        for of in list.iter_mut().filter(|of| vertices.contains(of)) {
            *of = *ends.get(of).expect("nothing dangles");
        }
    };
    let (producing, consuming) = (above.iter().copied().collect(), below.iter().copied().collect());
    for (id, edge) in graph.edges.iter_mut().enumerate().filter(|(id, _)| !edges.contains(id)) {
        cut(&mut edge.targets, &producing);
        cut(&mut edge.sources, &consuming);
        if let Some(inner) = &mut edge.inner {
            cut(&mut inner.inputs, &producing);
            cut(&mut inner.outputs, &consuming);
        }
        assert!(!in_image(&edge.parent), "edge {id}");
    }
    cut(&mut graph.outermost.inputs, &producing);
    cut(&mut graph.outermost.outputs, &consuming);
    let moved = graph.restrict(|vertex| !vertices.contains(&vertex), |edge| !edges.contains(&edge));

    // The pushout: disjoint union, and quotient along the interface.
    let right = Graph::of(step.span().right());
    let added = graph.add(&right, parent.map(|edge| moved.edges[edge]));
    let half = |(_, half): &(usize, usize)| moved.vertices[*half];
    let inputs = above.iter().map(half).zip(added.all(&right.outermost.inputs));
    let outputs = below.iter().map(half).zip(added.all(&right.outermost.outputs));
    graph.identify(inputs.chain(outputs).collect::<Vec<_>>());
    graph
}

/// Takes the step and its inverse, each in a copy of the net and as a pushout; gives the net after the step.
fn compared(net: &Hypernet, step: Rewrite) -> Hypernet {
    let expected = pushout(net, &step);
    let mut after = net.clone();
    let back = step.apply(&mut after).expect("a verified match").inverse();
    assert!(Graph::of(&after).is(&expected), "{net}{after}");
    let expected = pushout(&after, &back);
    assert!(expected.is(&Graph::of(net)), "{net}{after}");
    after
}

/// The use of a rule at a place; where the place does not say what is made, it is a sine, or a tuple of one.
fn used(rule: Rule, net: &Hypernet, place: Place) -> Option<Rewrite> {
    match (rule.at(net, place), rule.law, place) {
        (Err(Inapplicable::Undetermined), Law::DiscardNatural, Place::Edge(found))
            if *net.edge(found).label() == Label::Discard =>
        {
            let f = Hypernet::operation(Operation::Primitive(Primitive::Sin, "f64".into()));
            let span = Equation::DiscardNatural { f }.span().expect("an instance").reversed();
            let pattern = span.left().edge_ids().next().expect("a discard");
            Rewrite::find(net, span, &[Anchor::Edge(pattern, found)]).ok()
        }
        (Err(Inapplicable::Undetermined), Law::PackUnpack, Place::Wire(wire)) => {
            let parts = vec![net.wire(wire).ty().clone()];
            let span = Equation::PackUnpack { parts }.span().expect("an instance").reversed();
            let anchor = Anchor::Wire(span.left().inputs()[0], wire);
            Some(Rewrite::find(net, span, &[anchor]).expect("any wire will do"))
        }
        (found, ..) => found.ok(),
    }
}

/// Walks by random rules from random nets.
#[test]
fn every_step_is_a_pushout() {
    let mut runner = runner();
    let rules = Rule::all();
    let mut counts: BTreeMap<String, usize> = rules.iter().map(|rule| (rule.to_string(), 0)).collect();
    for _ in 0..config(120).cases {
        let mut at = net().new_tree(&mut runner).expect("nothing is rejected").current();
        at.forget_captures();
        for _ in 0..8 {
            let mut sample = || (0usize..100_000).new_tree(&mut runner).expect("nothing is rejected").current();
            // The rule that has been used least, among three: rare ones get their turn.
            let among = [sample(), sample(), sample()].map(|number| rules[number % rules.len()]);
            let rule = among.into_iter().min_by_key(|rule| counts[&rule.to_string()]).expect("three of them");
            let mut places: Vec<Place> = at.edge_ids().map(Place::Edge).chain(at.wire_ids().map(Place::Wire)).collect();
            let middle = sample() % places.len().max(1);
            places.rotate_left(middle);
            let Some(step) = places.into_iter().find_map(|place| used(rule, &at, place)) else { continue };
            at = compared(&at, step);
            *counts.get_mut(&rule.to_string()).expect("all rules are there") += 1;
        }
    }
    for rule in rules {
        let opposite = match rule.direction {
            Direction::Forward => Direction::Backward,
            Direction::Backward => Direction::Forward,
        };
        let count = counts[&rule.to_string()] + counts[&rule.law.rule(opposite).to_string()];
        assert!(count >= 5, "{rule}: used {count} times in either direction; all: {counts:?}");
    }
}

/// The paper's running example of a pushout (section 4.2) is one in which work moves into an abstraction: what is outermost in
/// the middle of the span has different parents on its sides.
#[test]
fn work_that_moves_into_an_abstraction() {
    let mut net = parse(
        "net (x: f64) -> [f64] -o[f64] [f64] {
  %0 = sin x
  f = abstraction [s = %0] (z: f64) -> f64 {
    %0 = mul s, z
    return %0
  }
  return f
}",
    )
    .expect("a net");
    net.forget_captures();
    let sine =
        |&id: &hypernet::EdgeId| matches!(net.edge(id).operation(), Some(Operation::Primitive(Primitive::Sin, _)));
    let place = Place::Edge(net.edge_ids().find(sine).expect("a sine"));
    let step = Law::CoevalNatural.rule(Direction::Forward).at(&net, place).expect("a match");
    let expected = Graph::of(
        &parse(
            "net (x: f64) -> [f64] -o [f64] {
  f: [f64] -o [f64] = abstraction [x] (z: f64) -> f64 {
    %0 = sin x
    %1 = mul %0, z
    return %1
  }
  return f
}",
        )
        .expect("a net"),
    );
    assert!(pushout(&net, &step).is(&expected));
    assert!(!Graph::of(&net).is(&expected));
    compared(&net, step);
}
